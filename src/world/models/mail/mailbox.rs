//! What a server says of a mailbox.

use unicode_normalization::UnicodeNormalization;

use super::{Address, Domain, Post};

/// Shares, in hundred, of names that look like nobody's and still are somebody's.
const ODD_NAMES: u64 = 30;

/// Consonants in a row, at most, in a word that a person may be called.
const CONSONANTS: usize = 6;

/// What a server says of a mailbox.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mailbox {
    /// It is there.
    Accepted,
    /// The server takes whatever is sent to the domain, so nothing follows from its yes.
    AcceptsAll,
    /// There is no such mailbox.
    Refused,
    /// The server cannot take letters beyond ASCII before the `@`.
    NotInternational,
    /// No answer within the time that was given.
    TimedOut,
    /// No server was asked.
    NotAsked,
}

impl Mailbox {
    /// Name in answers.
    pub fn name(self) -> &'static str {
        match self {
            Self::Accepted => "accepted",
            Self::AcceptsAll => "accepts_all",
            Self::Refused => "no_such_mailbox",
            Self::NotInternational => "letters_not_supported",
            Self::TimedOut => "timed_out",
            Self::NotAsked => "not_checked",
        }
    }

    /// The answer of the protocol, where there is one.
    pub fn reply(self) -> Option<&'static str> {
        match self {
            Self::Accepted | Self::AcceptsAll => Some("250 2.1.5 OK"),
            Self::Refused => Some("550 5.1.1 No such mailbox"),
            Self::NotInternational => Some("553 5.6.7 Address needs SMTPUTF8"),
            Self::TimedOut | Self::NotAsked => None,
        }
    }
}

impl Post<'_> {
    /// Seconds until the servers of a domain answer, in tenths: some let strangers wait.
    pub fn wait(&self, domain: &str) -> u64 {
        match self.at.roll(&["mail waits", domain], 100) {
            0..88 => 2 + self.at.roll(&["mail wait", domain], 30),
            _ => 50 + self.at.roll(&["mail wait", domain], 220),
        }
    }

    /// What the servers of a domain say of an address.
    pub fn mailbox(&self, address: &Address, domain: &Domain<'_>) -> Mailbox {
        let Some(registered) = domain.registered.filter(|_| !domain.servers.is_empty()) else {
            return Mailbox::NotAsked;
        };
        let (base, _) = address.base();
        if address.is_international() && registered.care < 3 {
            return Mailbox::NotInternational;
        }
        if domain.disposable.is_some() || registered.care == 0 {
            return Mailbox::AcceptsAll;
        }
        let odd = || self.at.roll(&["mailbox", &base.to_lowercase(), &domain.name], 100) < ODD_NAMES;
        if self.lists.role(base).is_some() || is_name(base) || odd() { Mailbox::Accepted } else { Mailbox::Refused }
    }
}

/// Whether somebody may be called so: words with vowels, single letters, a year at the end.
fn is_name(local: &str) -> bool {
    let bare = local.trim_end_matches(|c: char| c.is_ascii_digit());
    let pieces: Vec<&str> = bare.trim_end_matches(['.', '-', '_']).split(['.', '-', '_', '\'']).collect();
    local.len() - bare.len() <= 4 && pieces.iter().all(|p| is_word(p)) && pieces.iter().any(|p| p.chars().count() > 1)
}

fn is_word(piece: &str) -> bool {
    if !piece.is_ascii() && piece.nfkd().next().is_some_and(|c| !c.is_ascii()) {
        return piece.chars().all(char::is_alphabetic);
    }
    let plain: String = piece.nfkd().filter(|c| c.is_alphabetic()).flat_map(char::to_lowercase).collect();
    let letters = piece.chars().all(char::is_alphabetic) && !piece.is_empty() && plain.len() <= 20;
    let runs = plain.split(['a', 'e', 'i', 'o', 'u', 'y']);
    letters
        && (plain.len() == 1
            || plain.contains(['a', 'e', 'i', 'o', 'u', 'y']) && runs.into_iter().all(|run| run.len() <= CONSONANTS))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_have_names_and_keyboards_do_not() {
        for name in [
            "fenna",
            "b.vandenberg",
            "Jan-Willem",
            "o'connor",
            "sam1987",
            "hirschfeld",
            "jürgen",
            "j.r.tolkien",
            "用户",
            "ylva",
        ] {
            assert!(is_name(name), "{name}");
        }
        for odd in ["x7q9z", "sdfgh", "a", "j.r", "user123456", "", "--", "qwrtpsdfgha"] {
            assert!(!is_name(odd), "{odd}");
        }
    }
}
