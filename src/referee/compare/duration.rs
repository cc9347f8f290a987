use jiff::Span;
use jiff::civil::date;

/// Whether both are the same length of time: `PT90M` and `PT1H30M` are, and so are `P1W` and `P7D`. A month has no fixed
/// number of days, so it is only the same as months and years.
pub(super) fn same(a: &str, b: &str) -> bool {
    let (Some(a), Some(b)) = (read(a), read(b)) else { return false };
    // Two lengths that are the same from these two days on are made of the same months, days and times.
    let days = [date(2023, 1, 31), date(2024, 2, 1)];
    days.into_iter().all(|day| {
        let day = day.at(0, 0, 0, 0);
        matches!((day.checked_add(a), day.checked_add(b)), (Ok(a), Ok(b)) if a == b)
    })
}

fn read(text: &str) -> Option<Span> {
    text.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::same;

    #[test]
    fn a_length_has_many_spellings() {
        assert!(same("PT90M", "PT1H30M") && same("P1W", "P7D") && same("P1Y", "P12M") && same("PT0S", "P0D"));
    }

    #[test]
    fn another_length_is_another() {
        for (a, b) in [("P1M", "P30D"), ("P1M", "P31D"), ("PT1H", "PT61M"), ("P1D", "-P1D"), ("soon", "soon-ish")] {
            assert!(!same(a, b), "{a} and {b}");
        }
    }
}
