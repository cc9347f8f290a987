//! What a text is as a mail address.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Octets of a local part, a domain and a whole address, at most (RFC 5321, 4.5.3.1).
const LONGEST_LOCAL: usize = 64;
const LONGEST_DOMAIN: usize = 253;
const LONGEST: usize = 254;

/// A well-formed address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    /// What stands before the `@`, without quotation marks where they are not needed.
    pub local: String,
    /// Whether the local part needs quotation marks.
    pub quoted: bool,
    /// Where it is.
    pub host: Host,
}

/// What stands behind the `@`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Host {
    /// A domain, in lower case and as it goes over the wire (`xn--…`).
    Domain(String),
    /// An address in brackets.
    Literal(IpAddr),
}

/// Why a text is no address.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum Fault {
    #[error("there is nothing")]
    Empty,
    #[error("a space, a line break or an invisible sign stands in it")]
    Space,
    #[error("there is no @")]
    NoAt,
    #[error("there is more than one @")]
    ManyAts,
    #[error("nothing stands before the @")]
    NoLocal,
    #[error("nothing stands behind the @")]
    NoDomain,
    #[error("the part before the @ has {0} octets; 64 are allowed")]
    LocalTooLong(usize),
    #[error("the domain has {0} octets; 253 are allowed")]
    DomainTooLong(usize),
    #[error("the address has {0} octets; 254 are allowed")]
    TooLong(usize),
    #[error("'{0}' may not stand before the @ without quotation marks")]
    LocalSign(char),
    #[error("a dot may not begin or end the part before the @, or follow another")]
    LocalDot,
    #[error("the quotation marks do not hold a whole local part")]
    BadQuote,
    #[error("the domain has an empty part: a dot begins or ends it, or follows another")]
    DomainDot,
    #[error("'{0}' may not stand in a domain")]
    DomainSign(char),
    #[error("a part of the domain begins or ends with a hyphen")]
    DomainHyphen,
    #[error("a part of the domain has more than 63 octets")]
    LabelTooLong,
    #[error("the domain is a single word; a dot and an ending are missing")]
    NoEnding,
    #[error("the domain ends in a number")]
    NumberEnding,
    #[error("the domain cannot be written in ASCII (IDNA)")]
    NotIdna,
    #[error("what stands in brackets is no IP address")]
    BadLiteral,
}

impl Fault {
    /// A stable name, e.g. `no_at`.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Empty => "empty",
            Self::Space => "space",
            Self::NoAt => "no_at",
            Self::ManyAts => "many_ats",
            Self::NoLocal => "no_local_part",
            Self::NoDomain => "no_domain",
            Self::LocalTooLong(_) => "local_part_too_long",
            Self::DomainTooLong(_) => "domain_too_long",
            Self::TooLong(_) => "address_too_long",
            Self::LocalSign(_) => "bad_sign_in_local_part",
            Self::LocalDot => "bad_dot_in_local_part",
            Self::BadQuote => "bad_quotation",
            Self::DomainDot => "bad_dot_in_domain",
            Self::DomainSign(_) => "bad_sign_in_domain",
            Self::DomainHyphen => "bad_hyphen_in_domain",
            Self::LabelTooLong => "label_too_long",
            Self::NoEnding => "no_ending",
            Self::NumberEnding => "number_as_ending",
            Self::NotIdna => "not_idna",
            Self::BadLiteral => "bad_literal",
        }
    }
}

impl Address {
    /// Reads an address as it stands; nothing is trimmed.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong, from the left.
    pub fn parse(text: &str) -> Result<Self, Fault> {
        if text.trim().is_empty() {
            return Err(Fault::Empty);
        }
        let (local, quoted, rest) = if text.starts_with('"') { quoted(text)? } else { plain(text)? };
        let host = host(rest)?;
        let address = Self { local, quoted, host };
        let length = address.to_string().len();
        if length > LONGEST {
            return Err(Fault::TooLong(length));
        }
        Ok(address)
    }

    /// The domain, as it goes over the wire.
    pub fn domain(&self) -> Option<&str> {
        match &self.host {
            Host::Domain(name) => Some(name),
            Host::Literal(_) => None,
        }
    }

    /// The domain with the letters of its language.
    pub fn shown_domain(&self) -> String {
        match &self.host {
            Host::Domain(name) => idna::domain_to_unicode(name).0,
            Host::Literal(address) => literal(*address),
        }
    }

    /// The local part without what follows a plus sign, and what follows it.
    pub fn base(&self) -> (&str, Option<&str>) {
        match self.local.split_once('+') {
            Some((base, tag)) if !self.quoted && !base.is_empty() => (base, Some(tag)),
            _ => (&self.local, None),
        }
    }

    /// The same person at another domain.
    pub fn at(&self, domain: &str) -> Self {
        Self { host: Host::Domain(domain.to_owned()), ..self.clone() }
    }

    /// Whether only servers with SMTPUTF8 can take it.
    pub fn is_international(&self) -> bool {
        !self.local.is_ascii()
    }
}

impl std::fmt::Display for Address {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.quoted {
            let escaped = self.local.replace('\\', "\\\\").replace('"', "\\\"");
            write!(f, "\"{escaped}\"@")?;
        } else {
            write!(f, "{}@", self.local)?;
        }
        match &self.host {
            Host::Domain(name) => f.write_str(name),
            Host::Literal(address) => f.write_str(&literal(*address)),
        }
    }
}

fn literal(address: IpAddr) -> String {
    match address {
        IpAddr::V4(four) => format!("[{four}]"),
        IpAddr::V6(six) => format!("[IPv6:{six}]"),
    }
}

/// A letter, digit or sign that needs no quotation marks (RFC 5322 `atext`, with RFC 6532).
fn is_atom(c: char) -> bool {
    c.is_ascii_alphanumeric() || "!#$%&'*+-/=?^_`{|}~".contains(c) || !c.is_ascii() && !is_invisible(c)
}

/// Whether a sign cannot be seen, or stands for a space.
pub(super) fn is_invisible(c: char) -> bool {
    let marks = ['\u{00AD}', '\u{034F}', '\u{061C}', '\u{180E}', '\u{2060}', '\u{FEFF}'];
    c.is_whitespace()
        || c.is_control()
        || marks.contains(&c)
        || matches!(c, '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// Local part, whether it needs marks, and the domain.
type Parts<'a> = (String, bool, &'a str);

fn plain(text: &str) -> Result<Parts<'_>, Fault> {
    if text.chars().any(is_invisible) {
        return Err(Fault::Space);
    }
    let (local, rest) = text.split_once('@').ok_or(Fault::NoAt)?;
    if rest.contains('@') {
        return Err(Fault::ManyAts);
    }
    check_local(local)?;
    Ok((local.to_owned(), false, rest))
}

fn check_local(local: &str) -> Result<(), Fault> {
    if local.is_empty() {
        return Err(Fault::NoLocal);
    }
    if local.len() > LONGEST_LOCAL {
        return Err(Fault::LocalTooLong(local.len()));
    }
    if let Some(bad) = local.chars().find(|c| *c != '.' && !is_atom(*c)) {
        return Err(Fault::LocalSign(bad));
    }
    if local.split('.').any(str::is_empty) {
        return Err(Fault::LocalDot);
    }
    Ok(())
}

/// `"ada lovelace"@…`: printable signs, with a backslash before `"` and `\`.
fn quoted(text: &str) -> Result<Parts<'_>, Fault> {
    let mut local = String::new();
    let mut signs = text.char_indices().skip(1);
    let end = loop {
        match signs.next().ok_or(Fault::BadQuote)? {
            (at, '"') => break at,
            (_, '\\') => local
                .push(signs.next().map(|(_, c)| c).filter(|c| *c == ' ' || !is_invisible(*c)).ok_or(Fault::BadQuote)?),
            (_, c) if c == ' ' || !is_invisible(c) => local.push(c),
            _ => return Err(Fault::BadQuote),
        }
    };
    if end + 1 > LONGEST_LOCAL {
        return Err(Fault::LocalTooLong(end + 1));
    }
    let rest = text[end + 1..].strip_prefix('@').ok_or(Fault::BadQuote)?;
    if rest.chars().any(is_invisible) {
        return Err(Fault::Space);
    }
    let needed = check_local(&local).is_err();
    Ok((local, needed, rest))
}

fn host(text: &str) -> Result<Host, Fault> {
    if text.is_empty() {
        return Err(Fault::NoDomain);
    }
    if let Some(inner) = text.strip_prefix('[') {
        let inner = inner.strip_suffix(']').ok_or(Fault::BadLiteral)?;
        let read = match inner.get(..5).filter(|tag| tag.eq_ignore_ascii_case("ipv6:")) {
            Some(_) => inner[5..].parse::<Ipv6Addr>().map(IpAddr::V6).ok(),
            None => inner.parse::<Ipv4Addr>().map(IpAddr::V4).ok(),
        };
        return read.map(Host::Literal).ok_or(Fault::BadLiteral);
    }
    domain(text).map(Host::Domain)
}

/// A domain in the form of the wire.
fn domain(text: &str) -> Result<String, Fault> {
    // Before the work of IDNA: nothing of this length can come out as a name.
    if text.len() > 4 * LONGEST_DOMAIN {
        return Err(Fault::DomainTooLong(text.len()));
    }
    if let Some(bad) = text.chars().find(|c| c.is_ascii() && !c.is_ascii_alphanumeric() && !matches!(c, '.' | '-')) {
        return Err(Fault::DomainSign(bad));
    }
    if text.split('.').any(str::is_empty) {
        return Err(Fault::DomainDot);
    }
    let name = if text.is_ascii() && !text.to_ascii_lowercase().contains("xn--") {
        text.to_ascii_lowercase()
    } else {
        idna::domain_to_ascii_strict(text).map_err(|_| Fault::NotIdna)?
    };
    if name.split('.').any(|label| label.len() > 63) {
        return Err(Fault::LabelTooLong);
    }
    if name.len() > LONGEST_DOMAIN {
        return Err(Fault::DomainTooLong(name.len()));
    }
    if name.split('.').any(|label| label.starts_with('-') || label.ends_with('-')) {
        return Err(Fault::DomainHyphen);
    }
    let ending = name.rsplit_once('.').ok_or(Fault::NoEnding)?.1;
    if ending.bytes().all(|b| b.is_ascii_digit()) {
        return Err(Fault::NumberEnding);
    }
    Ok(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_standards_allow_is_read() {
        for (text, shown) in [
            ("ada@inkwellmail.example", "ada@inkwellmail.example"),
            ("Ada.Lovelace+news@Inkwellmail.EXAMPLE", "Ada.Lovelace+news@inkwellmail.example"),
            ("\"ada\"@a.example", "ada@a.example"),
            ("\"ada lovelace\"@a.example", "\"ada lovelace\"@a.example"),
            ("\"a@b\\\"c\"@a.example", "\"a@b\\\"c\"@a.example"),
            ("!#$%&'*+-/=?^_`{|}~@a.example", "!#$%&'*+-/=?^_`{|}~@a.example"),
            ("jürgen@münchen.example", "jürgen@xn--mnchen-3ya.example"),
            ("用户@例え.example", "用户@xn--r8jz45g.example"),
            ("ada@[192.0.2.7]", "ada@[192.0.2.7]"),
            ("ada@[IPv6:2001:db8::1]", "ada@[IPv6:2001:db8::1]"),
        ] {
            assert_eq!(Address::parse(text).unwrap().to_string(), shown);
        }
        assert_eq!(Address::parse("a@xn--mnchen-3ya.example").unwrap().shown_domain(), "münchen.example");
    }

    #[test]
    fn what_they_do_not_allow_says_why() {
        let long = format!("{}@a.example", "x".repeat(65));
        let label = format!("a@{}.example", "x".repeat(64));
        let whole =
            format!("{}@{}.example", "x".repeat(64), ["y".repeat(60), "y".repeat(60), "y".repeat(60)].join("."));
        for (text, code) in [
            ("  ", "empty"),
            ("ada", "no_at"),
            ("ada@@a.example", "many_ats"),
            ("@a.example", "no_local_part"),
            ("ada@", "no_domain"),
            (" ada@a.example", "space"),
            ("ada@a\u{200B}.example", "space"),
            (long.as_str(), "local_part_too_long"),
            (label.as_str(), "label_too_long"),
            (whole.as_str(), "address_too_long"),
            ("ada(c)@a.example", "bad_sign_in_local_part"),
            (".ada@a.example", "bad_dot_in_local_part"),
            ("a..b@a.example", "bad_dot_in_local_part"),
            ("\"ada@a.example", "bad_quotation"),
            ("\"ada\"b@a.example", "bad_quotation"),
            ("ada@a..example", "bad_dot_in_domain"),
            ("ada@a.example.", "bad_dot_in_domain"),
            ("ada@a_b.example", "bad_sign_in_domain"),
            ("ada@-a.example", "bad_hyphen_in_domain"),
            ("ada@localhost", "no_ending"),
            ("ada@192.0.2.7", "number_as_ending"),
            ("ada@\u{0300}a.example", "not_idna"),
            ("ada@[300.0.0.1]", "bad_literal"),
        ] {
            assert_eq!(Address::parse(text).unwrap_err().code(), code, "{text}");
        }
    }
}
