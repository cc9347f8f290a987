//! Programs, their versions and the vulnerabilities of those.

use std::cmp::Ordering;

use jiff::civil::Date;

use super::rows::{ProductRow, VulnerabilityRow, date};
use crate::world::gazetteer::fold;

/// A program that serves.
#[derive(Debug)]
pub struct Product {
    /// Short key, e.g. `apache`.
    pub key: String,
    /// Its name, e.g. `Apache HTTP Server`.
    pub name: String,
    /// Key, name and other names, folded.
    names: Vec<String>,
    /// From old to new.
    pub versions: Vec<String>,
    /// What is wrong with some of them, worst first.
    pub vulnerabilities: Vec<Vulnerability>,
}

/// A published vulnerability.
#[derive(Debug)]
pub struct Vulnerability {
    /// CVE id.
    pub id: String,
    /// CVSS base score, 0 to 10.
    pub score: f64,
    /// When it was published.
    pub published: Date,
    /// What it is, in a sentence.
    pub summary: String,
    affected: Vec<Range>,
}

/// Versions from one (or the first) up to, but without, another; or one version alone.
#[derive(Debug)]
enum Range {
    Only(String),
    Between(Option<String>, String),
}

impl Product {
    pub(super) fn new(row: ProductRow) -> Self {
        let mut names: Vec<String> = row.aliases.iter().map(|name| fold(name)).collect();
        names.extend([fold(&row.key), fold(&row.name)]);
        Self { key: row.key, name: row.name, names, versions: row.versions, vulnerabilities: Vec::new() }
    }

    /// Whether a text is its name.
    pub fn is_called(&self, folded: &str) -> bool {
        self.names.iter().any(|name| name == folded)
    }

    /// What was known by a day to be wrong with a version, worst first.
    pub fn faults<'a>(&'a self, version: &'a str, today: Date) -> impl Iterator<Item = &'a Vulnerability> {
        self.vulnerabilities.iter().filter(move |v| v.published <= today && v.affects(version))
    }
}

impl Vulnerability {
    pub(super) fn new(row: VulnerabilityRow) -> Result<Self, String> {
        let affected = row.affected.iter().map(|text| range(text)).collect::<Result<_, _>>()?;
        let published = date("net_vulnerabilities", &row.published)?;
        Ok(Self { id: row.id, score: row.score, published, summary: row.summary, affected })
    }

    /// Whether a version has it.
    pub fn affects(&self, version: &str) -> bool {
        self.affected.iter().any(|range| match range {
            Range::Only(only) => compare(only, version) == Ordering::Equal,
            Range::Between(from, before) => {
                from.as_ref().is_none_or(|from| compare(from, version) != Ordering::Greater)
                    && compare(version, before) == Ordering::Less
            }
        })
    }

    /// `critical`, `high`, `medium` or `low`, as CVSS version 3 draws the lines.
    pub fn severity(&self) -> &'static str {
        severity(self.score)
    }
}

/// `critical`, `high`, `medium` or `low`.
pub fn severity(score: f64) -> &'static str {
    match score {
        s if s >= 9.0 => "critical",
        s if s >= 7.0 => "high",
        s if s >= 4.0 => "medium",
        _ => "low",
    }
}

fn range(text: &str) -> Result<Range, String> {
    if let Some(only) = text.strip_prefix('=') {
        return Ok(Range::Only(only.to_owned()));
    }
    let (from, before) = text.split_once("..").ok_or_else(|| format!("net_vulnerabilities: '{text}' is no range"))?;
    Ok(Range::Between((!from.is_empty()).then(|| from.to_owned()), before.to_owned()))
}

/// Orders versions as people do: `1.9` before `1.18`, `8.9` before `8.9p1`, `1.0.1` before `1.0.1f`.
pub fn compare(a: &str, b: &str) -> Ordering {
    let (mut a, mut b) = (parts(a), parts(b));
    loop {
        match (a.next(), b.next()) {
            (None, None) => return Ordering::Equal,
            (None, Some(_)) => return Ordering::Less,
            (Some(_), None) => return Ordering::Greater,
            (Some(x), Some(y)) if x != y => return x.cmp(&y),
            _ => {}
        }
    }
}

/// Letters come before numbers, so that `1.3b` lies before `1.3.1`.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Part<'a> {
    Letters(&'a str),
    Number(u64),
}

fn parts(version: &str) -> impl Iterator<Item = Part<'_>> {
    version.split(['.', '-', '_', '+']).flat_map(|piece| {
        let mut rest = piece;
        std::iter::from_fn(move || {
            let first = rest.chars().next()?;
            let end = rest.find(|c: char| c.is_ascii_digit() != first.is_ascii_digit()).unwrap_or(rest.len());
            let (part, left) = rest.split_at(end);
            rest = left;
            Some(if first.is_ascii_digit() {
                Part::Number(part.parse().unwrap_or(u64::MAX))
            } else {
                Part::Letters(part)
            })
        })
    })
}

/// What a person means by `Apache 2.4.1`, `nginx/1.18`, `OpenSSH < 9.6` or `2.4.49`.
#[derive(Debug, PartialEq)]
pub struct Wanted {
    /// Keys of the programs it may be; empty for any.
    pub products: Vec<String>,
    /// Which versions.
    pub version: Which,
}

/// Which versions are meant.
#[derive(Debug, PartialEq)]
pub enum Which {
    /// All.
    Any,
    /// This one, or those it is the beginning of: `1.18` means `1.18.0` too, but not `1.180`.
    Begins(String),
    /// Those that compare so.
    Than(Ordering, bool, String),
}

impl Wanted {
    /// Reads it; none when no program is called so.
    pub fn parse(products: &[Product], text: &str) -> Option<Self> {
        let text = text.trim();
        let at = text.find(['<', '>', '=']).or_else(|| version_at(text)).unwrap_or(text.len());
        let (name, rest) = text.split_at(at);
        let name = name.trim_end_matches(['/', ' ', '-', ':', ',']);
        let name = name.strip_suffix(" version").or_else(|| name.strip_suffix(" v")).unwrap_or(name);
        let folded = fold(name);
        let keys: Vec<String> = products.iter().filter(|p| p.is_called(&folded)).map(|p| p.key.clone()).collect();
        (folded.is_empty() || !keys.is_empty()).then(|| Self { products: keys, version: Which::parse(rest) })
    }

    /// Whether a program in a version is meant.
    pub fn fits(&self, product: &Product, version: &str) -> bool {
        (self.products.is_empty() || self.products.contains(&product.key)) && self.version.fits(version)
    }
}

impl Which {
    fn parse(text: &str) -> Self {
        let text = text.trim();
        for (sign, order, or_equal) in [
            ("<=", Ordering::Less, true),
            (">=", Ordering::Greater, true),
            ("<", Ordering::Less, false),
            (">", Ordering::Greater, false),
        ] {
            if let Some(version) = text.strip_prefix(sign) {
                return Self::Than(order, or_equal, version.trim().to_lowercase());
            }
        }
        let version = text.trim_start_matches('=').trim().trim_start_matches(['v', 'V']).to_lowercase();
        let version = version.trim_end_matches(".*").trim_end_matches(".x").trim_end_matches('*').trim_end_matches('.');
        if version.is_empty() { Self::Any } else { Self::Begins(version.to_owned()) }
    }

    /// Whether a version is meant.
    pub fn fits(&self, version: &str) -> bool {
        match self {
            Self::Any => true,
            Self::Begins(wanted) => {
                let rest = version.strip_prefix(wanted.as_str());
                rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()))
            }
            Self::Than(order, or_equal, other) => {
                let found = compare(version, other);
                found == *order || *or_equal && found == Ordering::Equal
            }
        }
    }
}

/// Where the version begins: a digit (or `v` and a digit) after a space or slash, or at the very start.
fn version_at(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    (0..bytes.len()).find(|&at| {
        let starts = at == 0 || matches!(bytes[at - 1], b' ' | b'/' | b':');
        let digit = |i: usize| bytes.get(i).is_some_and(u8::is_ascii_digit);
        starts && (digit(at) || matches!(bytes[at], b'v' | b'V') && digit(at + 1))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_in_the_order_in_which_they_came() {
        for pair in [
            "1.9.5 1.18.0",
            "8.9 8.9p1",
            "1.0.1 1.0.1f",
            "9.3p1 9.3p2",
            "2.4.9 2.4.10",
            "1.3.5b 1.3.6",
            "1.4.9 1.4.9.1",
        ] {
            let (a, b) = pair.split_once(' ').unwrap();
            assert_eq!(compare(a, b), Ordering::Less, "{pair}");
            assert_eq!(compare(b, a), Ordering::Greater, "{pair}");
        }
    }

    #[test]
    fn software_is_read_as_people_write_it() {
        let product = |key: &str, name: &str, alias: &str| {
            let aliases = vec![alias.to_owned()];
            Product::new(ProductRow { key: key.into(), name: name.into(), aliases, versions: vec![] })
        };
        let all = [product("apache", "Apache HTTP Server", "httpd"), product("nginx", "nginx", "engine x")];
        let read = |text: &str| Wanted::parse(&all, text);
        let fits = |text: &str, key: usize, version: &str| read(text).unwrap().fits(&all[key], version);
        for text in [
            "Apache 2.4.49",
            "apache/2.4.49",
            "Apache HTTP Server 2.4.49",
            "httpd v2.4.49",
            "apache = 2.4.49",
            "2.4.49",
            "APACHE 2.4",
        ] {
            assert!(fits(text, 0, "2.4.49"), "{text}");
        }
        assert!(!fits("apache 2.4.4", 0, "2.4.49") && !fits("apache 2.4.49", 1, "2.4.49"));
        assert!(
            fits("nginx < 1.20", 1, "1.18.0")
                && !fits("nginx <1.18.0", 1, "1.18.0")
                && fits("nginx >= 1.18.0", 1, "1.18.0")
        );
        assert!(fits("nginx 1.18.*", 1, "1.18.0") && fits("nginx", 1, "1.2"));
        assert!(read("Iis 10").is_none());
    }
}
