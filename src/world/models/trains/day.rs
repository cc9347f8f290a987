//! Dates as numbers of days, and times as minutes since a midnight.

use jiff::ToSpan;
use jiff::civil::{Date, DateTime, Weekday, date};

/// Minutes of a day.
pub const DAY: i32 = 1440;

/// A local date and a time of day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Moment {
    /// The date.
    pub date: Date,
    /// Minutes since its midnight, 0 to 1439.
    pub minute: i32,
}

impl Moment {
    /// The moment that many minutes after midnight of `date`; any number, also negative ones.
    pub fn new(date: Date, minutes: i32) -> Self {
        Self { date: shift(date, minutes.div_euclid(DAY)), minute: minutes.rem_euclid(DAY) }
    }

    /// `HH:MM`.
    pub fn time(self) -> String {
        clock(self.minute)
    }
}

/// `HH:MM` of that many minutes since a midnight.
pub fn clock(minutes: i32) -> String {
    let minute = minutes.rem_euclid(DAY);
    format!("{:02}:{:02}", minute / 60, minute % 60)
}

/// Minutes since midnight of `HH:MM`, or nothing when it is not a time of day.
pub fn minutes(time: &str) -> Option<i32> {
    let (hour, minute) = time.split_once(':')?;
    let part = |text: &str, below: i32| {
        text.parse().ok().filter(|n| (0..below).contains(n) && text.len() == 2 && text.as_bytes()[0].is_ascii_digit())
    };
    Some(part(hour, 24)? * 60 + part(minute, 60)?)
}

/// Whether the clock is set forward in the small hours of a date, as it is on the last Sunday of March.
pub(super) fn loses_an_hour(day: Date) -> bool {
    let sunday = day.weekday() == Weekday::Sunday;
    sunday && day.month() == 3 && day.day() > 24
}

/// The date that many days later. Dates at the end of the calendar stay there.
pub(super) fn shift(day: Date, days: i32) -> Date {
    day.saturating_add(days.days())
}

/// Days since 2000-01-01.
pub(super) fn number(day: Date) -> i64 {
    day.duration_since(date(2000, 1, 1)).as_hours() / 24
}

/// Minutes from midnight of `day` to a moment; negative before it.
pub(super) fn since(day: Date, moment: DateTime) -> i32 {
    let days = number(moment.date()) - number(day);
    let minute = i32::from(moment.hour()) * 60 + i32::from(moment.minute());
    // A span of a million days does not fit, and no timetable is asked about one.
    i32::try_from(days).unwrap_or(0).saturating_mul(DAY) + minute
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn midnight_is_passed_in_both_directions() {
        let moment = Moment::new(date(2026, 2, 28), 1445);
        assert_eq!((moment.date, moment.time()), (date(2026, 3, 1), "00:05".to_owned()));
        assert_eq!(Moment::new(date(2026, 3, 1), -10), Moment { date: date(2026, 2, 28), minute: 1430 });
    }

    #[test]
    fn only_times_of_day_are_times() {
        assert_eq!(minutes("23:59"), Some(1439));
        for wrong in ["24:00", "7:05", "07:60", "0705", "07:5", "+7:05"] {
            assert_eq!(minutes(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn days_are_counted_over_a_change_of_clocks() {
        assert_eq!(number(date(2026, 3, 30)) - number(date(2026, 3, 28)), 2);
        assert_eq!(since(date(2026, 3, 28), date(2026, 3, 30).at(1, 5, 59, 0)), 2 * DAY + 65);
    }
}
