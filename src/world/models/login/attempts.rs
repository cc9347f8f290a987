//! Who is locked out: after five failures in a row a device is locked for a quarter of an hour.

use jiff::{Timestamp, ToSpan};

/// Failures in a row that a device may have.
pub const MOST_FAILURES: u32 = 5;

/// Minutes for which it is then locked.
const MINUTES: i64 = 15;

/// One attempt on a device.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Attempt {
    /// When.
    pub at: Timestamp,
    /// Which of the attempts on the device, from 1; it orders those of one moment.
    pub number: i64,
    /// Whether it was let in.
    pub succeeded: bool,
}

/// What the attempts so far have come to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lock {
    /// Failures since the last success or lock.
    pub failures: u32,
    /// Until when nobody is let in.
    pub until: Option<Timestamp>,
}

impl Lock {
    /// What attempts have come to at a moment; those after it have not happened.
    pub fn after(mut attempts: Vec<Attempt>, now: Timestamp) -> Lock {
        attempts.retain(|attempt| attempt.at <= now);
        attempts.sort_unstable();
        let mut lock = Lock::default();
        for attempt in &attempts {
            lock = lock.at(attempt.at).and(*attempt);
        }
        lock.at(now)
    }

    /// The same at a later moment: a lock that has run out leaves nothing behind.
    fn at(self, now: Timestamp) -> Lock {
        if self.until.is_some_and(|until| until <= now) { Lock::default() } else { self }
    }

    /// With one more attempt.
    pub fn and(self, attempt: Attempt) -> Lock {
        if attempt.succeeded {
            return Lock::default();
        }
        let failures = self.failures + 1;
        let locked = (failures >= MOST_FAILURES).then(|| attempt.at + MINUTES.minutes());
        Lock { failures, until: locked.or(self.until) }
    }

    /// Attempts that are left.
    pub fn left(self) -> u32 {
        MOST_FAILURES.saturating_sub(self.failures)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn attempts(minutes: &[(i64, bool)]) -> Vec<Attempt> {
        let one = |(i, (minute, succeeded)): (usize, &(i64, bool))| Attempt {
            at: Timestamp::UNIX_EPOCH + minute.minutes(),
            number: i as i64 + 1,
            succeeded: *succeeded,
        };
        minutes.iter().enumerate().map(one).collect()
    }

    fn at(minute: i64) -> Timestamp {
        Timestamp::UNIX_EPOCH + minute.minutes()
    }

    #[test]
    fn the_fifth_failure_locks_for_a_quarter_of_an_hour() {
        let five = attempts(&[(0, false), (1, false), (2, false), (3, false), (4, false)]);
        assert_eq!(Lock::after(five[..4].to_vec(), at(4)).left(), 1);
        assert_eq!(Lock::after(five.clone(), at(4)).until, Some(at(19)));
        assert_eq!(Lock::after(five.clone(), at(18)).left(), 0);
        assert_eq!(Lock::after(five, at(19)), Lock::default());
    }

    #[test]
    fn a_success_forgives_and_a_new_count_begins_after_a_lock() {
        let mut some = attempts(&[(0, false), (1, false), (2, false), (3, false), (4, true), (5, false)]);
        assert_eq!(Lock::after(some.clone(), at(5)).failures, 1);
        some.reverse();
        assert_eq!(Lock::after(some, at(5)).failures, 1, "the order of the list does not matter");
        let twice = attempts(&[(0, false), (0, false), (0, false), (0, false), (0, false), (20, false)]);
        assert_eq!(Lock::after(twice, at(20)).failures, 1);
    }
}
