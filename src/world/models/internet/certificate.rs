//! Certificates: each is a line of certificates that follow one another.

use jiff::civil::Date;
use jiff::{Timestamp, ToSpan};
use sha2::{Digest, Sha256};

use super::At;
use super::rows::{CertificateRow, date};
use crate::call::hex;

/// A line of certificates for the same names.
#[derive(Debug)]
pub struct Certificate {
    /// The first name; may begin with `*.`.
    pub name: String,
    /// Other names that it is good for.
    pub others: Vec<String>,
    /// Who signs.
    pub issuer: Issuer,
    /// Domain of the holder; empty for devices.
    pub owner: String,
    /// First day.
    pub since: Date,
    /// Machines that show it, as indices.
    pub hosts: Vec<usize>,
}

/// Who signs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Issuer {
    /// A free authority with short lives.
    Openstamp,
    /// A commercial authority.
    Certwright,
    /// An authority for governments and banks.
    Notarium,
    /// Nobody but the machine itself.
    Itself,
}

/// One certificate of a line.
#[derive(Debug)]
pub struct Issued<'a> {
    /// The line.
    pub line: &'a Certificate,
    /// SHA-256 of it, 64 hex digits in lower case.
    pub sha256: String,
    /// Serial number in hex.
    pub serial: String,
    /// Start of its life.
    pub not_before: Timestamp,
    /// End of its life.
    pub not_after: Timestamp,
    /// `EC P-256`, `RSA 2048`, `RSA 4096` or `RSA 1024`.
    pub key: &'static str,
    /// Algorithm of the signature.
    pub signature: &'static str,
    /// Whether it is the one that is shown at the moment.
    pub current: bool,
}

impl Issuer {
    fn named(name: &str) -> Result<Self, String> {
        Ok(match name {
            "openstamp" => Self::Openstamp,
            "certwright" => Self::Certwright,
            "notarium" => Self::Notarium,
            "self" => Self::Itself,
            other => return Err(format!("net_certificates: '{other}' is no issuer")),
        })
    }

    /// Name in the certificate.
    pub fn common_name(self) -> Option<&'static str> {
        match self {
            Self::Openstamp => Some("Openstamp Automatic CA 3"),
            Self::Certwright => Some("Certwright TLS Issuing CA"),
            Self::Notarium => Some("Notarium Qualified Web CA"),
            Self::Itself => None,
        }
    }

    /// Days of life, and days after which the next one comes.
    fn days(self) -> (i64, i64) {
        match self {
            Self::Openstamp => (90, 60),
            Self::Certwright => (397, 365),
            Self::Notarium => (365, 330),
            Self::Itself => (3_650, 3_649),
        }
    }
}

impl Certificate {
    pub(super) fn new(row: CertificateRow) -> Result<Self, String> {
        let (issuer, since) = (Issuer::named(&row.issuer)?, date("net_certificates", &row.since)?);
        Ok(Self { name: row.name, others: row.others, issuer, owner: row.owner, since, hosts: Vec::new() })
    }

    /// Every name it is good for, the first one first.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        std::iter::once(self.name.as_str()).chain(self.others.iter().map(String::as_str))
    }

    /// Whether it is good for a host name.
    pub fn is_for(&self, host: &str) -> bool {
        self.names().any(|name| match name.strip_prefix("*.") {
            Some(rest) => host.split_once('.').is_some_and(|(_, parent)| parent == rest),
            None => name == host,
        })
    }
}

impl<'a> At<'a> {
    /// The certificate of a line that is shown now; none before the first.
    pub fn current_certificate(&self, line: usize) -> Option<Issued<'a>> {
        let turn = self.current_turn(line)?;
        Some(self.issued(line, turn))
    }

    /// The certificate with a fingerprint, unless it has not been issued yet.
    pub fn certificate(&self, sha256: &str) -> Option<Issued<'a>> {
        let (line, turn) = decode(sha256)?;
        let known = line < self.net.certificates.len() && turn <= self.current_turn(line)?;
        known.then(|| self.issued(line, turn)).filter(|issued| issued.sha256 == sha256)
    }

    fn issued(&self, at: usize, turn: i64) -> Issued<'a> {
        let line = &self.net.certificates[at];
        let (life, step) = line.issuer.days();
        let not_before = self.first_issue(line) + (turn * step * 86_400).seconds();
        let (key, signature) = self.strength(line);
        Issued {
            line,
            sha256: encode(at, turn),
            serial: hex(&digest("serial", at, turn)[..16]),
            not_before,
            not_after: not_before + (life * 86_400 - 1).seconds(),
            key,
            signature,
            current: self.current_turn(at) == Some(turn),
        }
    }

    fn current_turn(&self, at: usize) -> Option<i64> {
        let line = &self.net.certificates[at];
        let first = self.first_issue(line);
        let until =
            self.forgotten_on(line).map_or(self.now, |day| self.now.min(super::domain::midnight(day)).max(first));
        let passed = until.as_second() - first.as_second();
        (self.now >= first).then_some(passed / (line.issuer.days().1 * 86_400))
    }

    fn first_issue(&self, line: &Certificate) -> Timestamp {
        self.moment(line.since, &["certificate", &line.name], 20, 24)
    }

    /// The day from which on nobody renewed it, with those who do not look.
    fn forgotten_on(&self, line: &Certificate) -> Option<Date> {
        let care = self.net.domain(&line.owner).map_or(0, |d| d.care);
        let likely = [70, 25, 4, 0][usize::from(care.min(3))];
        let forgotten = line.issuer != Issuer::Itself && self.roll(&["forgotten", &line.name], 1000) < likely;
        forgotten.then(|| {
            Date::constant(2024, 6, 1).saturating_add((self.roll(&["forgotten on", &line.name], 500) as i64).days())
        })
    }

    fn strength(&self, line: &Certificate) -> (&'static str, &'static str) {
        let turn = self.roll(&["key", &line.name], 100);
        match line.issuer {
            Issuer::Itself if turn < 22 => ("RSA 1024", "sha1WithRSAEncryption"),
            Issuer::Itself if turn < 40 => ("RSA 2048", "sha1WithRSAEncryption"),
            Issuer::Notarium if turn < 60 => ("RSA 4096", "sha256WithRSAEncryption"),
            _ if turn < 70 => ("EC P-256", "ecdsa-with-SHA256"),
            _ => ("RSA 2048", "sha256WithRSAEncryption"),
        }
    }
}

/// A fingerprint says of itself which certificate it is: its first half is line and turn, stirred so that it looks like the
/// rest. So it can be looked up without a list of all certificates there ever were.
fn encode(line: usize, turn: i64) -> String {
    let mut bytes = digest("fingerprint", line, turn);
    bytes[..8].copy_from_slice(&stir(line as u32, turn as u32).to_be_bytes());
    hex(&bytes)
}

fn decode(sha256: &str) -> Option<(usize, i64)> {
    let head = u64::from_str_radix(sha256.get(..16)?, 16).ok()?;
    let (line, turn) = unstir(head);
    let (line, turn) = (line as usize, i64::from(turn));
    (encode(line, turn) == sha256).then_some((line, turn))
}

fn digest(what: &str, line: usize, turn: i64) -> [u8; 32] {
    Sha256::new()
        .chain_update(what)
        .chain_update((line as u64).to_le_bytes())
        .chain_update(turn.to_le_bytes())
        .finalize()
        .into()
}

/// Rounds of a Feistel network over two halves of 32 bits.
const ROUNDS: [u32; 4] = [0x9E37_79B9, 0x85EB_CA6B, 0xC2B2_AE35, 0x27D4_EB2F];

fn stir(mut a: u32, mut b: u32) -> u64 {
    for key in ROUNDS {
        (a, b) = (b, a ^ mixed(b, key));
    }
    u64::from(a) << 32 | u64::from(b)
}

fn unstir(both: u64) -> (u32, u32) {
    let (mut a, mut b) = ((both >> 32) as u32, both as u32);
    for key in ROUNDS.into_iter().rev() {
        (a, b) = (b ^ mixed(a, key), a);
    }
    (a, b)
}

fn mixed(x: u32, key: u32) -> u32 {
    let x = (x ^ key).wrapping_mul(0x7FEB_352D);
    let x = (x ^ x >> 15).wrapping_mul(0x846C_A68B);
    x ^ x >> 16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fingerprint_says_which_certificate_it_is() {
        for (line, turn) in [(0, 0), (1, 0), (1_500, 140), (77, 3)] {
            let text = encode(line, turn);
            assert_eq!(text.len(), 64);
            assert_eq!(decode(&text), Some((line, turn)));
        }
        assert_eq!(decode(&"0".repeat(64)), None);
        assert_eq!(decode("short"), None);
    }
}
