//! Single trips of a line: when they call at stops, and how late they are.

use jiff::civil::{Date, DateTime};

use super::disruption::{Disruption, Effect};
use super::network::{Mode, Network};
use super::timetable::{DAY, DayKind};
use crate::world::seed::{Field, Seed};

/// Minutes ahead of its first departure that one knows how late a trip will be.
pub const HORIZON: i32 = 60;

/// A trip of a line on a day of service.
#[derive(Clone, Debug, PartialEq)]
pub struct Trip {
    /// Index of the line.
    pub line: usize,
    /// Whether it runs against the order of the line's stops.
    pub back: bool,
    /// Day of service.
    pub date: Date,
    /// Minute of that day at which it leaves its first stop; beyond 1440 for the night that follows.
    pub leaves: i32,
    /// Whether it does not run.
    pub cancelled: bool,
    /// Minutes late, at every stop; nothing when that is not known yet.
    pub late: Option<i32>,
}

/// Lines as one sees them at a moment.
pub struct Live<'a> {
    /// The network.
    pub network: &'a Network,
    seed: Seed,
    /// The moment, by the clock of the town.
    pub now: DateTime,
    kinds: &'a dyn Fn(Date) -> DayKind,
    slow: &'a dyn Fn(Date, i32) -> f64,
    delays: Field,
}

/// A day of a line: what is known to be wrong on it, and its departures.
pub struct Day {
    /// Index of the line.
    pub line: usize,
    /// Day of service.
    pub date: Date,
    /// Its kind.
    pub kind: DayKind,
    /// Disruptions that are known.
    pub disruptions: Vec<Disruption>,
}

impl<'a> Live<'a> {
    /// `kinds` tells the kind of a date, `slow` how much slower than free traffic is at a minute of a date, from 0 on.
    pub fn new(
        network: &'a Network,
        seed: Seed,
        now: DateTime,
        kinds: &'a dyn Fn(Date) -> DayKind,
        slow: &'a dyn Fn(Date, i32) -> f64,
    ) -> Self {
        Self { network, seed, now, kinds, slow, delays: seed.field(&["transit", "delays"]) }
    }

    /// Minutes from midnight of a date to now.
    pub fn minute_on(&self, date: Date) -> i32 {
        since(date, self.now)
    }

    /// A day of a line.
    pub fn day(&self, line: usize, date: Date) -> Day {
        let disruptions = self.network.disruptions(self.seed, line, date, self.now);
        Day { line, date, kind: (self.kinds)(date), disruptions }
    }

    /// Minutes of the day at which trips leave in a direction, whether they run or not.
    pub fn departures(&self, day: &Day, back: bool) -> Vec<i32> {
        self.network.lines[day.line].departures(back, day.kind)
    }

    /// The trip that leaves at a minute, the n-th of its day.
    pub fn trip(&self, day: &Day, back: bool, leaves: i32, n: usize) -> Trip {
        let hit = |disruption: &&Disruption| disruption.covers(leaves);
        let out = |disruption: &Disruption| match disruption.effect {
            Effect::Suspended => true,
            Effect::Reduced => n % 2 == 1,
            Effect::StopClosed(_) | Effect::Delays(_) => false,
        };
        let cancelled = day.disruptions.iter().filter(hit).any(out);
        let known = leaves - self.minute_on(day.date) <= HORIZON;
        let late = (known && !cancelled).then(|| self.lateness(day, back, leaves));
        Trip { line: day.line, back, date: day.date, leaves, cancelled, late }
    }

    /// What traffic, chance and disruptions make of a trip.
    fn lateness(&self, day: &Day, back: bool, leaves: i32) -> i32 {
        let line = &self.network.lines[day.line];
        let key = i64::from(self.network.town.id) * 1000 + i64::from(line.order()) * 2 + i64::from(back);
        let days = i64::from(since(jiff::civil::date(2000, 1, 1), day.date.at(0, 0, 0, 0)) / DAY);
        let draw = |n: i64| (self.delays.lattice(key, days * 10 + n, i64::from(leaves)) + 1.0) / 2.0;
        let chance = match draw(0) {
            x if x < 0.62 => 0.0,
            x if x < 0.92 => 1.0 + 3.0 * draw(1),
            _ => 4.0 + 8.0 * draw(1),
        };
        let traffic = if line.mode == Mode::Bus { 12.0 * (self.slow)(day.date, leaves) * draw(2) } else { 0.0 };
        let hit = day.disruptions.iter().filter(|disruption| disruption.covers(leaves));
        let more: i32 = hit.map(|d| if let Effect::Delays(minutes) = d.effect { minutes } else { 0 }).sum();
        let share = if line.mode == Mode::Bus { 1.0 } else { 0.6 };
        (chance * share + traffic) as i32 + more
    }

    /// Whether trips of a line pass a stop at a minute of a day without a halt.
    pub fn is_closed(&self, day: &Day, stop: usize, minute: i32) -> bool {
        day.disruptions.iter().any(|d| d.covers(minute) && d.effect == Effect::StopClosed(stop))
    }
}

/// Minutes from midnight of a day to a moment; negative before it.
pub(super) fn since(day: Date, moment: DateTime) -> i32 {
    let days = moment.date().duration_since(day).as_hours() / 24;
    i32::try_from(days).unwrap_or(0) * DAY + i32::from(moment.hour()) * 60 + i32::from(moment.minute())
}

impl Trip {
    /// Id, e.g. `12-N-0812-20260302`.
    pub fn id(&self, network: &Network) -> String {
        let line = &network.lines[self.line];
        let letter = line.directions()[usize::from(self.back)].chars().next().unwrap_or('X');
        let time = super::timetable::clock(self.leaves).replace(':', "");
        format!("{}-{letter}-{time}-{}", line.number, self.date.strftime("%Y%m%d"))
    }
}
