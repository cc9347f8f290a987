use jiff::Timestamp;
use jiff::civil::DateTime;

/// Whether both are the same moment: at any offset where both have one, by the clock where neither has.
pub(super) fn same(a: &str, b: &str) -> bool {
    let moment = |text: &str| text.parse::<Timestamp>().ok();
    match (moment(a), moment(b)) {
        (Some(a), Some(b)) => a == b,
        (None, None) => local(a).is_some_and(|a| local(b) == Some(a)),
        _ => false,
    }
}

fn local(text: &str) -> Option<DateTime> {
    text.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::same;

    #[test]
    fn a_clock_without_an_offset_is_no_moment() {
        assert!(same("2026-03-02T09:00", "2026-03-02 09:00:00"));
        assert!(!same("2026-03-02T09:00:00", "2026-03-02T09:00:00Z"));
        assert!(same("2026-03-02T09:00:00.0Z", "2026-03-02T12:00:00+03:00"));
    }
}
