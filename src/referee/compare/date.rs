use jiff::civil::Date;

/// Whether both are the same day of the calendar.
pub(super) fn same(a: &str, b: &str) -> bool {
    let day = |text: &str| text.parse::<Date>().ok();
    day(a).is_some_and(|a| day(b) == Some(a))
}
