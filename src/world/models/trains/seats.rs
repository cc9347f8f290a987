//! How full trains are, and who sits where.
//!
//! A train fills up from a few seats two months ahead to its final load when it leaves. What a session books comes on top:
//! a free seat is drawn by the booking's id, so the seat does not depend on which of two bookings came first unless both
//! draw the same one.

use jiff::civil::{Date, Weekday};
use serde::Deserialize;

use super::live::At;
use super::run::{Run, Trip};

/// Seats of one coach: first class, second class.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
pub struct Coach(pub u16, pub u16);

/// Travel class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    /// First.
    First,
    /// Second.
    Second,
}

/// How full one class of a train is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seats {
    /// Seats there are; 0 when the train has no such class.
    pub capacity: u32,
    /// Seats sold by now; `sold + available = capacity`.
    pub sold: u32,
    /// Seats left.
    pub available: u32,
}

/// How full in a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Below 40 %.
    Low,
    /// 40 to 75 %.
    Medium,
    /// From 75 %.
    High,
    /// Nothing left.
    Full,
}

/// A seat in a train.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Seat {
    /// Coach, counted from 1 at the front.
    pub coach: u32,
    /// Number within the coach, counted from 1; first class comes first.
    pub number: u32,
}

/// Hours before departure, and which share of the final load is sold by then.
const SALES: [(f64, f64); 8] =
    [(0.0, 1.0), (6.0, 0.85), (24.0, 0.68), (48.0, 0.55), (168.0, 0.3), (336.0, 0.2), (720.0, 0.09), (1440.0, 0.02)];

impl Class {
    /// Both, first class first.
    pub const ALL: [Self; 2] = [Self::First, Self::Second];

    /// `first_class` or `second_class`.
    pub fn name(self) -> &'static str {
        match self {
            Self::First => "first_class",
            Self::Second => "second_class",
        }
    }

    /// The class of that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|c| c.name() == name)
    }

    fn of(self, coach: Coach) -> u32 {
        match self {
            Self::First => u32::from(coach.0),
            Self::Second => u32::from(coach.1),
        }
    }
}

impl Seats {
    /// How full in a word; nothing when there is no such class.
    pub fn level(self) -> Option<Level> {
        match (self.available, f64::from(self.sold) / f64::from(self.capacity.max(1))) {
            _ if self.capacity == 0 => None,
            (0, _) => Some(Level::Full),
            (_, share) if share >= 0.75 => Some(Level::High),
            (_, share) if share >= 0.4 => Some(Level::Medium),
            _ => Some(Level::Low),
        }
    }
}

impl Level {
    /// `low`, `medium`, `high` or `full`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Low => "low",
            Self::Medium => "medium",
            Self::High => "high",
            Self::Full => "full",
        }
    }
}

impl Seat {
    /// `window` or `aisle`: four seats abreast, numbered across the train.
    pub fn position(self) -> &'static str {
        if matches!(self.number % 4, 0 | 1) { "window" } else { "aisle" }
    }
}

impl At<'_> {
    /// How full a class of a run is by now, with what the session has sold itself.
    pub fn seats(&self, run: &Run<'_>, class: Class, taken: &[Seat]) -> Seats {
        self.seats_of(run.trip, run.date, class, taken)
    }

    pub(super) fn seats_of(&self, trip: Trip, date: Date, class: Class, taken: &[Seat]) -> Seats {
        let capacity = self.capacity(trip, class);
        let own = taken.iter().filter(|seat| self.class_of(trip, **seat) == Some(class)).count() as u32;
        let sold = (self.sold(trip, date, class) + own).min(capacity);
        Seats { capacity, sold, available: capacity - sold }
    }

    /// A free seat for a booking, or nothing when the class is sold out. The same id gets the same seat as long as no one
    /// else of the session sits there.
    pub fn seat(&self, run: &Run<'_>, class: Class, booking_id: &str, taken: &[Seat]) -> Option<Seat> {
        if self.seats(run, class, taken).available == 0 {
            return None;
        }
        let all = seats_in(&run.line.coaches, class);
        let others = self.others(run, class, all.len());
        let free = |i: &usize| !others[*i] && !taken.contains(&all[*i]);
        let start = self.seed.stream(&["trains", "seat", booking_id]).below(all.len());
        (start..all.len()).chain(0..start).find(free).map(|i| all[i])
    }

    /// Which seats of a class are sold to people outside the session.
    fn others(&self, run: &Run<'_>, class: Class, seats: usize) -> Vec<bool> {
        let mut order: Vec<usize> = (0..seats).collect();
        let name = [run.number.to_string(), run.date.to_string()];
        self.seed.stream(&["trains", "seating", &name[0], &name[1], class.name()]).shuffle(&mut order);
        let mut sold = vec![false; seats];
        for i in order.into_iter().take(self.sold(run.trip, run.date, class) as usize) {
            sold[i] = true;
        }
        sold
    }

    fn capacity(&self, trip: Trip, class: Class) -> u32 {
        self.railway.lines[trip.line].coaches.iter().map(|c| class.of(*c)).sum()
    }

    /// The class a seat of the train belongs to.
    fn class_of(&self, trip: Trip, seat: Seat) -> Option<Class> {
        let coach = *self.railway.lines[trip.line].coaches.get((seat.coach as usize).checked_sub(1)?)?;
        let (first, all) = (u32::from(coach.0), u32::from(coach.0) + u32::from(coach.1));
        match seat.number {
            n if n >= 1 && n <= first => Some(Class::First),
            n if n > first && n <= all => Some(Class::Second),
            _ => None,
        }
    }

    /// Seats sold by now to people outside the session.
    fn sold(&self, trip: Trip, date: Date, class: Class) -> u32 {
        let ahead = f64::from(self.railway.leaves(trip) - self.now_on(date)) / 60.0;
        let load = self.final_load(trip, date, class) * sold_by(ahead);
        (f64::from(self.capacity(trip, class)) * load).floor() as u32
    }

    /// Share of the seats that are sold when the train leaves.
    fn final_load(&self, trip: Trip, date: Date, class: Class) -> f64 {
        let line = i64::from(self.railway.lines[trip.line].series);
        let popular = self.demand.lattice(line, 0, 7) * 0.1;
        let luck = (self.draw(self.demand, trip, date, class as i64) - 0.5) * 0.6;
        let busy = busy_hours(date, self.railway.leaves(trip));
        let load = match class {
            Class::First => (0.3 + popular + busy + luck) * 0.85,
            Class::Second => 0.44 + popular + busy + luck,
        };
        load.clamp(0.04, 1.0)
    }
}

/// What the time of day adds to the load.
fn busy_hours(date: Date, leaves: i32) -> f64 {
    match (date.weekday(), leaves) {
        (Weekday::Saturday | Weekday::Sunday, 600..1140) => 0.08,
        (Weekday::Saturday | Weekday::Sunday, _) => -0.08,
        (Weekday::Tuesday | Weekday::Thursday, 375..525 | 945..1095) => 0.36,
        (Weekday::Friday, 375..525) => 0.18,
        (_, 375..525 | 945..1095) => 0.3,
        (_, 0..375 | 1260..) => -0.14,
        _ => 0.0,
    }
}

/// Which share of the final load is sold that many hours before departure.
fn sold_by(hours: f64) -> f64 {
    if hours <= 0.0 {
        return 1.0;
    }
    for pair in SALES.windows(2) {
        let ((from, high), (to, low)) = (pair[0], pair[1]);
        if hours <= to {
            return high + (low - high) * (hours - from) / (to - from);
        }
    }
    SALES[SALES.len() - 1].1
}

/// All seats of a class, front to back.
fn seats_in(coaches: &[Coach], class: Class) -> Vec<Seat> {
    let mut seats = Vec::new();
    for (coach, of) in (1..).zip(coaches) {
        let first = u32::from(of.0);
        let numbers = if class == Class::First { 1..=first } else { first + 1..=first + u32::from(of.1) };
        seats.extend(numbers.map(|number| Seat { coach, number }));
    }
    seats
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sales_only_grow() {
        let shares: Vec<f64> = (0..2000).rev().map(|h| sold_by(f64::from(h))).collect();
        assert!(shares.windows(2).all(|w| w[0] <= w[1]));
        assert_eq!((sold_by(-5.0), sold_by(0.0), sold_by(9000.0)), (1.0, 1.0, 0.02));
    }

    #[test]
    fn every_seat_belongs_to_one_class() {
        let coaches = [Coach(20, 36), Coach(0, 52)];
        let (first, second) = (seats_in(&coaches, Class::First), seats_in(&coaches, Class::Second));
        assert_eq!((first.len(), second.len()), (20, 88));
        assert!(first.iter().all(|s| !second.contains(s)));
        assert_eq!(second[0], Seat { coach: 1, number: 21 });
        assert_eq!(second[36], Seat { coach: 2, number: 1 });
    }
}
