//! Host names and domain names.

use std::fmt;

/// A host name in lower case, without a dot at its end.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Name(String);

/// Whether this internet knows names of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coverage {
    /// Under `.example` or `.test`: registered here, or free.
    Modelled,
    /// Set aside by RFC 2606 or RFC 6761, as `example.com` and `.local` are.
    Reserved,
    /// A name of the real internet, of which nothing is said.
    Outside,
}

impl Name {
    /// Reads a host name: two labels or more of letters (of any script), digits, hyphens and underscores. An address is
    /// none.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let bare = text.strip_suffix('.').unwrap_or(text).to_lowercase();
        let fits = bare.len() <= 253 && bare.contains('.') && bare.split('.').all(is_label);
        let top = bare.rsplit('.').next()?;
        (fits && top.chars().any(char::is_alphabetic)).then_some(Self(bare))
    }

    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether anything is known of names of its kind.
    pub fn coverage(&self) -> Coverage {
        let parts: Vec<&str> = self.0.rsplit('.').take(2).collect();
        match parts.as_slice() {
            ["example" | "test", ..] => Coverage::Modelled,
            ["com" | "net" | "org", "example"]
            | ["invalid" | "localhost" | "local" | "internal" | "onion" | "arpa", ..] => Coverage::Reserved,
            _ => Coverage::Outside,
        }
    }

    /// The name that somebody registered: the last two labels.
    pub fn registrable(&self) -> &str {
        let mut dots = self.0.rmatch_indices('.').map(|(at, _)| at);
        match (dots.next(), dots.next()) {
            (Some(_), Some(at)) => &self.0[at + 1..],
            _ => &self.0,
        }
    }

    /// What stands before the registered name; `@` for nothing.
    pub fn label(&self) -> &str {
        let rest = self.0.len() - self.registrable().len();
        if rest == 0 { "@" } else { &self.0[..rest - 1] }
    }

    /// Whether it is the other name or lies under it.
    pub fn is_under(&self, other: &str) -> bool {
        self.0 == other || self.0.strip_suffix(other).is_some_and(|rest| rest.ends_with('.'))
    }
}

fn is_label(label: &str) -> bool {
    let inner = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
    !label.is_empty()
        && label.chars().count() <= 63
        && !label.starts_with('-')
        && !label.ends_with('-')
        && label.chars().all(inner)
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_people_write_them() {
        let name = Name::parse(" WWW.Lumenfjord.Example. ").unwrap();
        assert_eq!(
            (name.as_str(), name.registrable(), name.label()),
            ("www.lumenfjord.example", "lumenfjord.example", "www")
        );
        assert!(name.is_under("lumenfjord.example") && !name.is_under("fjord.example"));
        assert_eq!(Name::parse("a.b.c.test").unwrap().label(), "a.b");
        assert_eq!(Name::parse("lumenfjord.example").unwrap().label(), "@");
    }

    #[test]
    fn what_is_no_name_is_refused() {
        for text in [
            "",
            "example",
            "a..example",
            "-a.example",
            "a b.example",
            "192.0.2.1",
            "🦊.example",
            "https://a.example",
            "a.example/",
        ] {
            assert!(Name::parse(text).is_none(), "{text}");
        }
        assert!(Name::parse("münchen.example").is_some());
    }

    #[test]
    fn coverage_is_by_the_end_of_the_name() {
        for (text, wanted) in [
            ("a.example", Coverage::Modelled),
            ("x.y.test", Coverage::Modelled),
            ("www.example.com", Coverage::Reserved),
            ("printer.local", Coverage::Reserved),
            ("google.com", Coverage::Outside),
            ("myexample.com", Coverage::Outside),
        ] {
            assert_eq!(Name::parse(text).unwrap().coverage(), wanted, "{text}");
        }
    }
}
