//! Wall-clock times of records. They are microseconds since 1970 in UTC; a record is stamped when its call is answered.

use jiff::Timestamp;

/// Microseconds since 1970 of an RFC 3339 time; none where the text is no time.
pub(super) fn micros(text: &str) -> Option<i64> {
    text.parse::<Timestamp>().ok().map(Timestamp::as_microsecond)
}

/// The time as the journal writes it: RFC 3339 with microseconds, UTC. A time that no calendar holds becomes 1970.
pub(super) fn text(micros: i64) -> String {
    let time = Timestamp::from_microsecond(micros).unwrap_or(Timestamp::UNIX_EPOCH);
    time.strftime("%Y-%m-%dT%H:%M:%S.%6fZ").to_string()
}

/// When a call began that was answered then and took so long.
pub(super) fn began(answered: i64, took: u64) -> i64 {
    answered.saturating_sub(i64::try_from(took).unwrap_or(i64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_read_back_as_it_was_written() {
        let wall = "2026-03-02T08:00:00.000123Z";
        assert_eq!(micros(wall).map(text).as_deref(), Some(wall));
        assert_eq!(micros("2026-03-02T09:00:00.000123+01:00"), micros(wall));
        assert_eq!(micros("yesterday"), None);
        assert_eq!(text(i64::MAX), "1970-01-01T00:00:00.000000Z");
    }
}
