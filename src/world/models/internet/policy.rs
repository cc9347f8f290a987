//! Rules about links that people write: read as far as they can be, and held against a link.

use jiff::Unit;

use super::At;
use super::category::{categories, category, named};
use super::link::{Link, Place};
use super::name::Name;
use super::threat::ThreatKind;
use super::verdict::{Judgement, Verdict};

/// What a rule wants to happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Action {
    /// Only to be filed under the category.
    Label,
    /// To be let through.
    Allow,
    /// To be let through with a warning.
    Warn,
    /// Not to be let through.
    Block,
}

/// What a rule looks at.
#[derive(Clone, Debug, PartialEq)]
pub enum Match {
    /// A domain and all under it.
    Domain(Name),
    /// All under a domain.
    Below(Name),
    /// The end of the host name.
    Ending(String),
    /// A text anywhere in the link.
    Keyword(String),
    /// The beginning of the path.
    Path(String),
    /// What the site is about.
    Content(&'static str),
    /// What is thought of the link.
    Verdict(Verdict),
    /// What the link is listed for.
    Threat(ThreatKind),
    /// A link without encryption.
    Plain,
    /// A domain that is younger than 30 days.
    Young,
}

/// A rule as it was understood.
#[derive(Clone, Debug, PartialEq)]
pub struct Rule {
    /// What it wants.
    pub action: Action,
    /// What it looks at: one of these is enough. Empty for a sentence that was not understood and is kept as a note.
    pub matches: Vec<Match>,
}

/// Why a rule cannot be taken.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RuleError {
    /// `colour:red`.
    #[error(
        "'{0}:' is not a kind of rule; known are domain, host, keyword, path, tld, content, verdict, threat and scheme"
    )]
    UnknownKind(String),
    /// `domain:///`.
    #[error("'{1}' is not a value for '{0}:'")]
    BadValue(String, String),
}

impl Action {
    /// `label`, `allow`, `warn` or `block`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Label => "label",
            Self::Allow => "allow",
            Self::Warn => "warn",
            Self::Block => "block",
        }
    }

    fn of_word(word: &str) -> Option<Self> {
        Some(match word {
            "block" | "deny" | "forbid" | "disallow" | "reject" | "ban" | "no" | "blacklist" | "prohibit" => {
                Self::Block
            }
            "warn" | "flag" | "alert" | "caution" | "review" | "notify" => Self::Warn,
            "allow" | "permit" | "trust" | "whitelist" | "accept" => Self::Allow,
            _ => return None,
        })
    }
}

impl Match {
    /// In words, e.g. `sites about Gambling`.
    pub fn words(&self) -> String {
        match self {
            Self::Domain(name) => format!("{name} and everything under it"),
            Self::Below(name) => format!("everything under {name}"),
            Self::Ending(end) => format!("host names that end in {end}"),
            Self::Keyword(word) => format!("links that hold '{word}'"),
            Self::Path(path) => format!("paths that begin with {path}"),
            Self::Content(name) => format!("sites about {name}"),
            Self::Verdict(Verdict::Malicious) => "links that are unsafe".to_owned(),
            Self::Verdict(Verdict::Suspicious) => "links that ask for caution".to_owned(),
            Self::Verdict(Verdict::Clean) => "links that are safe".to_owned(),
            Self::Verdict(Verdict::Unknown) => "links of which nothing is known".to_owned(),
            Self::Threat(kind) => format!("links listed for {}", kind.words()),
            Self::Plain => "links without encryption".to_owned(),
            Self::Young => "domains younger than 30 days".to_owned(),
        }
    }
}

impl Rule {
    /// Reads a rule: `domain:…`, `keyword:…` and so on, a bare domain, or a sentence such as `Block gambling and betting
    /// sites`. A sentence of which nothing is understood is a note.
    ///
    /// # Errors
    ///
    /// A kind that is not known, or a value that does not go with it.
    pub fn parse(text: &str) -> Result<Self, RuleError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let plain = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
        let mut action =
            words.iter().find_map(|word| Action::of_word(plain(word).split('_').next().unwrap_or_default()));
        let mut matches = Vec::new();
        for (i, word) in words.iter().enumerate() {
            if let Some((kind, value)) =
                word.split_once(':').filter(|(kind, rest)| is_kind(kind) && !rest.starts_with("//"))
            {
                let rest = words[i + 1..].join(" ");
                let value = if value.is_empty() { rest.as_str() } else { value };
                match explicit(&kind.to_lowercase(), value) {
                    // "Note: ask Ingrid first" is a sentence with a colon, and not a kind of rule.
                    Err(RuleError::UnknownKind(_)) if word.ends_with(':') => {}
                    read => matches.push(read?),
                }
            } else {
                matches.extend(address(word));
            }
        }
        matches.extend(quoted(text).map(Match::Keyword));
        if matches.is_empty() {
            let (found, wants) = sentence(text);
            matches = found;
            action = action.or(wants);
        }
        matches.dedup();
        Ok(Self { action: action.unwrap_or(Action::Label), matches })
    }
}

fn is_kind(kind: &str) -> bool {
    !kind.is_empty() && kind.chars().all(|c| c.is_ascii_alphabetic() || c == '_')
}

fn explicit(kind: &str, value: &str) -> Result<Match, RuleError> {
    let value = value.trim().trim_matches(['"', '\'', ',', ';']);
    let bad = || RuleError::BadValue(kind.to_owned(), value.chars().take(60).collect());
    if value.is_empty() {
        return Err(bad());
    }
    let lower = value.to_lowercase();
    Ok(match kind {
        "domain" | "host" | "hostname" | "site" => address(value).ok_or_else(bad)?,
        "keyword" | "contains" | "word" => Match::Keyword(lower),
        "path" => Match::Path(if value.starts_with('/') { value.to_owned() } else { format!("/{value}") }),
        "tld" | "ending" => Match::Ending(format!(".{}", lower.trim_start_matches(['.', '*']))),
        "content" | "category" | "about" => Match::Content(named(&lower.replace('_', "-")).ok_or_else(bad)?),
        "verdict" => Match::Verdict(verdict(&lower).ok_or_else(bad)?),
        "threat" => Match::Threat(threat(&lower).ok_or_else(bad)?),
        "scheme" | "protocol" if lower == "http" => Match::Plain,
        "scheme" | "protocol" => return Err(bad()),
        other => return Err(RuleError::UnknownKind(other.to_owned())),
    })
}

/// A domain, `*.domain`, a link (its host), or `.zone`.
fn address(word: &str) -> Option<Match> {
    let word = word.trim_matches(|c: char| matches!(c, '"' | '\'' | ',' | ';' | '(' | ')' | '!'));
    if let Some(rest) = word.strip_prefix("*.") {
        return match Name::parse(rest) {
            Some(name) => Some(Match::Below(name)),
            None => ending(rest),
        };
    }
    if let Some(rest) = word.strip_prefix('.') {
        return ending(rest);
    }
    let host = word.contains("://").then(|| Link::parse(word).ok()).flatten().map(|link| link.host());
    let host = host.as_deref().unwrap_or(word).trim_end_matches('.');
    Name::parse(host).filter(|name| name.as_str().split('.').all(|label| label.is_ascii())).map(Match::Domain)
}

fn ending(rest: &str) -> Option<Match> {
    let rest = rest.to_lowercase();
    (rest.len() > 1 && rest.chars().all(|c| c.is_ascii_alphabetic())).then(|| Match::Ending(format!(".{rest}")))
}

/// What stands between quotation marks.
fn quoted(text: &str) -> impl Iterator<Item = String> + '_ {
    let marks = |c: char| matches!(c, '"' | '“' | '”' | '‘' | '’' | '\'' | '`');
    let parts: Vec<&str> = text.split(marks).collect();
    let whole = parts.len() >= 3;
    parts.into_iter().skip(1).step_by(2).filter(move |p| whole && p.len() > 1).map(|p| p.trim().to_lowercase())
}

/// What the words of a sentence are about, and what it wants although it has no word for it.
fn sentence(text: &str) -> (Vec<Match>, Option<Action>) {
    let lower = text.to_lowercase().replace('_', " ");
    let mut found = Vec::new();
    let has = |part: &str| lower.contains(part);
    if has("https only")
        || has("require https")
        || has("must use https")
        || has("http only")
        || has("unencrypted")
        || has("insecure")
        || has("without https")
    {
        return (vec![Match::Plain], Some(Action::Block));
    }
    if has("newly registered") || has("new domain") || has("recently registered") {
        found.push(Match::Young);
    }
    let words: Vec<&str> = lower.split(|c: char| !c.is_alphanumeric() && c != '-').filter(|w| !w.is_empty()).collect();
    found.extend(words.iter().filter_map(|word| threat(word).map(Match::Threat)));
    found.extend(words.iter().filter_map(|word| verdict(word).map(Match::Verdict)));
    let pairs = words.windows(2).map(|pair| pair.join("-"));
    found
        .extend(words.iter().map(|w| (*w).to_owned()).chain(pairs).filter_map(|word| named(&word)).map(Match::Content));
    found.extend(
        categories().into_iter().filter(|name| name.contains(' ') && has(&name.to_lowercase())).map(Match::Content),
    );
    let mut each: Vec<Match> = Vec::new();
    for m in found {
        if !each.contains(&m) {
            each.push(m);
        }
    }
    (each, None)
}

fn verdict(word: &str) -> Option<Verdict> {
    Some(match word {
        "unsafe" | "malicious" | "dangerous" | "harmful" => Verdict::Malicious,
        "caution" | "suspicious" | "risky" => Verdict::Suspicious,
        "unknown" | "unrated" | "uncategorised" | "uncategorized" => Verdict::Unknown,
        "safe" | "clean" => Verdict::Clean,
        _ => return None,
    })
}

fn threat(word: &str) -> Option<ThreatKind> {
    Some(match word {
        "phishing" | "scam" | "scams" | "fraud" | "social-engineering" | "fake" => ThreatKind::SocialEngineering,
        "malware" | "virus" | "viruses" | "ransomware" | "trojan" | "trojans" => ThreatKind::Malware,
        "adware" | "scareware" | "unwanted-software" => ThreatKind::UnwantedSoftware,
        "harmful-app" | "harmful-apps" => ThreatKind::HarmfulApp,
        _ => return None,
    })
}

impl At<'_> {
    /// Whether a rule means a link of which this is thought.
    pub fn applies(&self, rule: &Rule, link: &Link, judged: &Judgement<'_>) -> bool {
        rule.matches.iter().any(|m| self.is_met(m, link, judged))
    }

    fn is_met(&self, m: &Match, link: &Link, judged: &Judgement<'_>) -> bool {
        let name = match &link.place {
            Place::Name(name) => Some(name),
            Place::Address(_) => None,
        };
        let domain = name.and_then(|name| self.domain_of(name));
        match m {
            Match::Domain(wanted) => name.is_some_and(|n| n.is_under(wanted.as_str())),
            Match::Below(wanted) => name.is_some_and(|n| n != wanted && n.is_under(wanted.as_str())),
            Match::Ending(end) => name.is_some_and(|n| n.as_str().ends_with(end.as_str())),
            Match::Keyword(word) => link.to_string().to_lowercase().contains(word.as_str()),
            Match::Path(path) => link.path.starts_with(path.as_str()),
            Match::Content(wanted) => domain.is_some_and(|d| category(d) == *wanted),
            Match::Verdict(verdict) => judged.verdict == *verdict,
            Match::Threat(kind) => {
                judged.verdict == Verdict::Malicious && judged.threats.iter().any(|t| t.kind == *kind)
            }
            Match::Plain => link.scheme == "http",
            Match::Young => {
                domain.is_some_and(|d| d.created.until((Unit::Day, self.today())).is_ok_and(|age| age.get_days() < 30))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Rule {
        Rule::parse(text).unwrap()
    }

    #[test]
    fn rules_are_understood_as_people_write_them() {
        let name = |text: &str| Name::parse(text).unwrap();
        for (text, action, m) in [
            ("domain:luckytern.example", Action::Label, Match::Domain(name("luckytern.example"))),
            ("Block luckytern.example", Action::Block, Match::Domain(name("luckytern.example"))),
            ("block *.luckytern.example", Action::Block, Match::Below(name("luckytern.example"))),
            ("Block all gambling sites", Action::Block, Match::Content("Gambling")),
            ("block_phishing", Action::Block, Match::Threat(ThreatKind::SocialEngineering)),
            ("Warn about suspicious links", Action::Warn, Match::Verdict(Verdict::Suspicious)),
            ("Flag social media", Action::Warn, Match::Content("Social networks")),
            ("keyword:casino", Action::Label, Match::Keyword("casino".into())),
            ("Block URLs containing \"free money\"", Action::Block, Match::Keyword("free money".into())),
            ("block tld:.test", Action::Block, Match::Ending(".test".into())),
            ("Require HTTPS", Action::Block, Match::Plain),
            ("warn newly registered domains", Action::Warn, Match::Young),
            ("allow https://www.lumenfjord.example/shop", Action::Allow, Match::Domain(name("www.lumenfjord.example"))),
            ("content:shopping", Action::Label, Match::Content("Shopping")),
            ("path:/admin", Action::Label, Match::Path("/admin".into())),
        ] {
            let rule = read(text);
            assert_eq!(rule.action, action, "{text}");
            assert!(rule.matches.contains(&m), "{text}: {:?}", rule.matches);
        }
        assert!(read("Ask Ingrid before opening").matches.is_empty());
    }

    #[test]
    fn what_is_no_rule_says_why() {
        assert_eq!(Rule::parse("colour:red").unwrap_err(), RuleError::UnknownKind("colour".into()));
        assert!(matches!(Rule::parse("verdict:purple").unwrap_err(), RuleError::BadValue(..)));
        assert!(matches!(Rule::parse("domain:").unwrap_err(), RuleError::BadValue(..)));
    }
}
