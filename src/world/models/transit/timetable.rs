//! When lines run, by kind of day.

use jiff::civil::{Date, Weekday};

use super::network::{Line, Mode};

/// Minutes of a day.
pub const DAY: i32 = 1440;

/// A kind of day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum DayKind {
    /// Monday to Friday.
    Weekday,
    /// Saturday.
    Saturday,
    /// Sunday, and public holidays.
    Sunday,
}

impl DayKind {
    /// Every kind.
    pub const ALL: [Self; 3] = [Self::Weekday, Self::Saturday, Self::Sunday];

    /// As the tools write it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Weekday => "Weekday",
            Self::Saturday => "Saturday",
            Self::Sunday => "Sunday",
        }
    }

    /// The kind of a date, of which one knows whether it is a public holiday.
    pub fn of(date: Date, holiday: bool) -> Self {
        match date.weekday() {
            _ if holiday => Self::Sunday,
            Weekday::Saturday => Self::Saturday,
            Weekday::Sunday => Self::Sunday,
            _ => Self::Weekday,
        }
    }
}

/// A part of a day with its minutes from one departure to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frequency {
    /// Minute of the day from which on it holds.
    pub from: i32,
    /// Minute until which it holds; beyond 1440 for the night that follows.
    pub to: i32,
    /// Minutes from one departure to the next.
    pub every: i32,
}

impl Line {
    /// How often it runs on a kind of day.
    pub fn frequencies(&self, kind: DayKind) -> Vec<Frequency> {
        let [peak, day, late] = match self.mode {
            Mode::Metro => [4, 6, 10],
            Mode::Tram => [7, 10, 15],
            Mode::Bus => [10, 15, 30],
        };
        let parts: &[(i32, i32)] = match kind {
            DayKind::Weekday => {
                &[(330, late), (420, peak), (570, day), (930, peak), (1110, day), (1200, late), (1470, 0)]
            }
            DayKind::Saturday => &[(390, late), (540, day), (1140, late), (1470, 0)],
            DayKind::Sunday => &[(450, late), (600, day + (late - day) / 2), (1110, late), (1410, 0)],
        };
        parts.windows(2).map(|pair| Frequency { from: pair[0].0, to: pair[1].0, every: pair[0].1 }).collect()
    }

    /// Minutes of the day at which it leaves the first stop of a direction, in order.
    pub fn departures(&self, back: bool, kind: DayKind) -> Vec<i32> {
        let mut departures = Vec::new();
        let mut clock = i32::MIN;
        for part in self.frequencies(kind) {
            // Lines do not all leave at the full hour.
            let shift = (self.order() * 7 + if back { 3 } else { 0 }) % part.every;
            clock = clock.max(part.from + shift);
            while clock < part.to {
                departures.push(clock);
                clock += part.every;
            }
        }
        departures
    }
}

/// `HH:MM` of a minute of a day or of the night that follows.
pub fn clock(minute: i32) -> String {
    let minute = minute.rem_euclid(DAY);
    format!("{:02}:{:02}", minute / 60, minute % 60)
}

/// Minutes since midnight of `HH:MM`.
pub fn minute_of(time: &str) -> Option<i32> {
    let (hour, minute) = time.split_once(':')?;
    let part = |text: &str, below: i32| text.parse::<i32>().ok().filter(|n| (0..below).contains(n));
    Some(part(hour, 24)? * 60 + part(minute, 60)?)
}
