//! What goes wrong, or is mended, on a line on a day.

use jiff::ToSpan;
use jiff::civil::{Date, DateTime};

use super::network::Network;
use crate::world::seed::Seed;

/// Days ahead that works are announced.
const AHEAD: i64 = 14;

/// Shares of days of a line on which something is planned, and on which something happens.
const PLANNED: f64 = 0.05;
const SUDDEN: f64 = 0.07;

/// What a disruption does to a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Nothing runs.
    Suspended,
    /// Every second departure is left out.
    Reduced,
    /// A stop, by its index, is passed without a halt.
    StopClosed(usize),
    /// Everything runs so many minutes late.
    Delays(i32),
}

impl Effect {
    /// As the tools write it.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Suspended => "suspended",
            Self::Reduced => "reduced_service",
            Self::StopClosed(_) => "stop_closed",
            Self::Delays(_) => "delays",
        }
    }

    /// `high`, `medium` or `low`.
    pub fn severity(&self) -> &'static str {
        match self {
            Self::Suspended => "high",
            Self::Reduced => "medium",
            Self::StopClosed(_) => "low",
            Self::Delays(minutes) if *minutes >= 10 => "medium",
            Self::Delays(_) => "low",
        }
    }
}

/// A disruption of a line on a day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disruption {
    /// Id, e.g. `D6094817-12-20260302`.
    pub id: String,
    /// Index of the line.
    pub line: usize,
    /// The day of service.
    pub date: Date,
    /// What it does.
    pub effect: Effect,
    /// Why.
    pub cause: &'static str,
    /// Whether it was announced days before.
    pub planned: bool,
    /// Minute of the day from which on it counts.
    pub from: i32,
    /// Minute until which it counts.
    pub to: i32,
}

impl Disruption {
    /// Whether it counts at a minute of its day of service.
    pub fn covers(&self, minute: i32) -> bool {
        (self.from..self.to).contains(&minute)
    }

    /// When it was made known, by the clock of the town.
    pub fn announced(&self) -> DateTime {
        let midnight = self.date.at(0, 0, 0, 0);
        if self.planned {
            return midnight.saturating_sub((AHEAD * 24).hours()).saturating_add(9.hours());
        }
        midnight.saturating_add(i64::from(self.from).minutes())
    }
}

impl Network {
    /// What is known at a moment of disruptions of a line on a day of service: at most one that was planned and one that was not.
    pub fn disruptions(&self, seed: Seed, line: usize, date: Date, now: DateTime) -> Vec<Disruption> {
        [true, false]
            .into_iter()
            .filter_map(|planned| self.disruption(seed, line, date, planned))
            .filter(|d| d.announced() <= now)
            .collect()
    }

    fn disruption(&self, seed: Seed, line: usize, date: Date, planned: bool) -> Option<Disruption> {
        let of = &self.lines[line];
        let (town, day) = (self.town.id.to_string(), date.strftime("%Y%m%d").to_string());
        let kind = if planned { "works" } else { "incident" };
        let mut dice = seed.stream(&["transit", kind, &town, &of.number, &day]);
        if !dice.chance(if planned { PLANNED } else { SUDDEN }) {
            return None;
        }
        let inner = of.stops.len() - 2;
        let (effect, from, length) = match (planned, dice.below(10)) {
            (true, 0..6) => (Effect::StopClosed(of.stops[1 + dice.below(inner)]), 300, 24 * 60),
            (true, _) => (Effect::Suspended, 20 * 60, 6 * 60),
            (false, 0..5) => (Effect::Delays(dice.within(4, 18) as i32), dice.within(6 * 4, 21 * 4) as i32 * 15, 120),
            (false, 5..8) => (Effect::Reduced, dice.within(6 * 4, 20 * 4) as i32 * 15, 180),
            (false, _) => (Effect::Suspended, dice.within(6 * 4, 21 * 4) as i32 * 15, 75),
        };
        let causes: &[&str] = match (&effect, planned) {
            (Effect::StopClosed(_), _) => {
                &["road works at the stop", "renewal of the platform", "building works beside the stop"]
            }
            (_, true) => &["maintenance at night", "renewal of the line", "tests after renewal"],
            (Effect::Reduced, _) => &["a shortage of drivers", "a shortage of vehicles"],
            (Effect::Delays(_), _) => &["a broken-down vehicle", "a signal failure", "a diversion round an accident"],
            (_, false) => &["an accident on the line", "a power failure", "a burst water main"],
        };
        let cause = dice.pick(causes).copied().unwrap_or("works");
        let letter = if planned { "W" } else { "I" };
        let id = format!("{letter}{town}-{}-{day}", of.number);
        Some(Disruption { id, line, date, effect, cause, planned, from, to: from + length })
    }
}
