//! Trace and span ids: recorded ones from `traceparent` (W3C Trace Context), others from a digest of what they name, so
//! that an export gives the same ids whenever it is made.

use sha2::{Digest, Sha256};

use crate::call::hex;
use crate::journal::Record;

/// Which trace and which span: 32 and 16 lower-case hexadecimal digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Ids {
    /// Trace.
    pub trace: String,
    /// Span.
    pub span: String,
}

/// The ids of the `turn` or `call` that a record begins. Session and number alone do not do: the sandbox opens anew with every start of a
/// server, and then counts from 0 again.
pub(super) fn derived(kind: &str, record: &Record) -> Ids {
    let digest = |what: &str| {
        let mut hash = Sha256::new();
        for part in [what, kind, &record.session, &record.n.to_string(), &record.wall] {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        }
        hex(&hash.finalize())
    };
    // Zeros alone would be no id, but no one will see a digest that begins with so many.
    Ids { trace: digest("trace")[..32].to_owned(), span: digest("span")[..16].to_owned() }
}

/// The caller's trace and span out of a `traceparent`; none where it is not what the recommendation says.
pub(super) fn of_parent(traceparent: &str) -> Option<Ids> {
    let parts: Vec<&str> = traceparent.trim().split('-').collect();
    let [version, trace, span, flags, more @ ..] = parts.as_slice() else { return None };
    let hexadecimal = |text: &str, length: usize| {
        text.len() == length && text.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b))
    };
    let named = |text: &str| text.bytes().any(|b| b != b'0');
    // Later versions may go on after the flags, version 00 may not.
    let well_formed = hexadecimal(version, 2)
        && *version != "ff"
        && (more.is_empty() || *version != "00")
        && hexadecimal(trace, 32)
        && hexadecimal(span, 16)
        && hexadecimal(flags, 2);
    let ids = Ids { trace: (*trace).to_owned(), span: (*span).to_owned() };
    (well_formed && named(trace) && named(span)).then_some(ids)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_traceparent_is_read_as_the_recommendation_says() {
        let trace = "4bf92f3577b34da6a3ce929d0e0e4736";
        let ids = of_parent(&format!("00-{trace}-00f067aa0ba902b7-01")).unwrap();
        assert_eq!((ids.trace.as_str(), ids.span.as_str()), (trace, "00f067aa0ba902b7"));
        assert!(of_parent(&format!("cc-{trace}-00f067aa0ba902b7-01-more")).is_some());
        for bad in [
            "".to_owned(),
            "00".to_owned(),
            format!("00-{trace}-00f067aa0ba902b7"),
            format!("00-{trace}-00f067aa0ba902b7-01-more"),
            format!("ff-{trace}-00f067aa0ba902b7-01"),
            format!("00-{trace}-0000000000000000-01"),
            format!("00-{}-00f067aa0ba902b7-01", "0".repeat(32)),
            format!("00-{}-00f067aa0ba902b7-01", trace.to_uppercase()),
        ] {
            assert_eq!(of_parent(&bad), None, "{bad}");
        }
    }
}
