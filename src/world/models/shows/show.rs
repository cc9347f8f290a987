//! A performance as tools tell it.

use jiff::civil::{Date, DateTime, Time};

use crate::world::Place;
use crate::world::seed::Seed;

use super::acts::{Act, Genre, Shows};
use super::id::Slot;
use super::price::Price;
use super::programme::{Booking, Part, days_between, plus};
use super::venue::{Venue, houses};

/// One performance.
#[derive(Clone, Debug)]
pub struct Show<'a> {
    /// Its id, e.g. `shw-2745912-20260314-12-k7`.
    pub id: String,
    /// What is performed, and by whom.
    pub act: &'a Act,
    /// Where.
    pub venue: Venue,
    /// GeoNames id of the town.
    pub place: u32,
    /// Beginning by the local clock; for exhibitions and festivals, when it opens.
    pub start: DateTime,
    /// End by the local clock; for exhibitions and festivals, when it closes.
    pub end: DateTime,
    /// What tickets cost.
    pub price: Price,
    /// Tickets asked for against tickets there are; above 1 it sells out.
    demand: f64,
    booking: Booking,
}

/// How many tickets are left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seats {
    /// At least one in ten.
    Available,
    /// Fewer.
    FewLeft,
    /// None.
    SoldOut,
    /// It has begun; exhibitions and festivals have closed.
    Past,
}

impl Seats {
    /// A code that never changes, e.g. `few_left`.
    pub fn code(self) -> &'static str {
        match self {
            Seats::Available => "available",
            Seats::FewLeft => "few_left",
            Seats::SoldOut => "sold_out",
            Seats::Past => "past",
        }
    }
}

impl Show<'_> {
    /// Whether it is too late to go in at a local time: after the beginning, or the end where people come and go.
    pub fn is_past(&self, now: DateTime) -> bool {
        let come_and_go = matches!(self.act.genre, Genre::Exhibition | Genre::Festival);
        now >= if come_and_go { self.end } else { self.start }
    }

    /// Tickets left at a local time. They only become fewer, most of them in the last weeks.
    pub fn seats_left(&self, now: DateTime) -> i64 {
        if self.is_past(now) {
            return 0;
        }
        let ahead = days_between(now.date(), self.start.date()).max(0) as f64;
        let sold = (self.demand / (1.0 + ahead / 40.0)).min(1.0);
        self.venue.capacity - (self.venue.capacity as f64 * sold).floor() as i64
    }

    /// How that is put.
    pub fn seats(&self, now: DateTime) -> Seats {
        match self.seats_left(now) {
            _ if self.is_past(now) => Seats::Past,
            0 => Seats::SoldOut,
            left if left * 10 < self.venue.capacity => Seats::FewLeft,
            _ => Seats::Available,
        }
    }
}

impl Shows {
    /// All performances of a town on a date, in order of time and house.
    pub fn on(&self, seed: Seed, place: &Place, date: Date) -> Vec<Show<'_>> {
        let mut shows: Vec<Show<'_>> =
            houses(place).flat_map(|(house, _)| self.in_house(seed, place, house, date)).collect();
        shows.sort_by_key(|show| (show.start, show.venue.number));
        shows
    }

    /// The performance of this id. `find` looks up a place by its GeoNames id.
    pub fn by_id<'p>(&self, seed: Seed, id: &str, find: impl Fn(u32) -> Option<&'p Place>) -> Option<Show<'_>> {
        let slot = Slot::parse(seed, id)?;
        let shows = self.in_house(seed, find(slot.place)?, slot.house, slot.date);
        let id = slot.id(seed);
        shows.into_iter().find(|show| show.id == id)
    }

    /// All performances of the same production in its house, this one among them, in order of time.
    pub fn run(&self, seed: Seed, place: &Place, show: &Show<'_>) -> Vec<Show<'_>> {
        let days = (0..show.booking.weeks * 7).map(|d| plus(show.booking.block, d));
        let all = days.flat_map(|date| self.in_house(seed, place, show.venue.number, date));
        all.filter(|other| other.booking.act == show.booking.act).collect()
    }

    fn in_house(&self, seed: Seed, place: &Place, house: usize, date: Date) -> Vec<Show<'_>> {
        let Some((_, kind)) = houses(place).find(|(number, _)| *number == house) else {
            return Vec::new();
        };
        let bookings = self.bookings(seed, place, house, kind, date);
        let two = bookings.len() > 1;
        let show = |booking: &Booking| {
            let slot = Slot { place: place.id, date, house, early: two && booking.part == Part::Matinee };
            self.show(seed, place, slot, booking)
        };
        bookings.iter().map(show).collect()
    }

    fn show(&self, seed: Seed, place: &Place, slot: Slot, booking: &Booking) -> Show<'_> {
        let kind = houses(place).find(|(number, _)| *number == slot.house).map_or(super::VenueKind::Playhouse, |h| h.1);
        let act = &self.acts[booking.act];
        let id = slot.id(seed);
        let start = slot.date.to_datetime(self.start(place, act.genre, booking.part));
        let mut run = self.draws(seed, &["run", &place.id.to_string(), &slot.house.to_string(), &act.title]);
        let luck = [run.unit(), run.unit()];
        let weekend = if slot.date.weekday().to_monday_zero_offset() >= 4 { 0.12 } else { 0.0 };
        Show {
            demand: self.draws(seed, &["demand", &id]).between(0.3, 1.02) + weekend,
            id,
            act,
            venue: self.venue(seed, place, slot.house, kind),
            place: place.id,
            start,
            end: plus_minutes(start, open_for(act)),
            price: self.price(&place.country, act.price_level, luck),
            booking: *booking,
        }
    }

    fn draws(&self, seed: Seed, name: &[&str]) -> crate::world::seed::Stream {
        let full: Vec<&str> = std::iter::once("shows").chain(name.iter().copied()).collect();
        seed.stream(&full)
    }

    /// When the curtain rises, which differs between countries.
    fn start(&self, place: &Place, genre: Genre, part: Part) -> Time {
        let late = matches!(&*place.country, "ES" | "AR" | "PT" | "IT" | "GR" | "UY" | "CL" | "BR" | "MX" | "CO");
        let early = matches!(&*place.country, "JP" | "KR" | "CN" | "TW" | "IN" | "FI" | "SE" | "NO" | "DK");
        let (hour, minute) = match (genre, part) {
            (Genre::Exhibition, _) => (10, 0),
            (Genre::Festival, _) => (12, 0),
            (Genre::Family, _) => (14, 0),
            (Genre::Concert, Part::Matinee) => (15, 0),
            (_, Part::Matinee) => (14, 30),
            (Genre::Comedy, _) if late => (21, 30),
            (Genre::Comedy, _) => (20, 30),
            _ if late => (21, 0),
            _ if early => (19, 0),
            (Genre::Opera | Genre::Musical, _) => (19, 30),
            _ if matches!(&*place.country, "NL" | "BE") => (20, 15),
            _ => (20, 0),
        };
        jiff::civil::time(hour, minute, 0, 0)
    }
}

/// Minutes from opening to closing.
fn open_for(act: &Act) -> i64 {
    if act.genre == Genre::Exhibition { 7 * 60 } else { act.minutes }
}

fn plus_minutes(start: DateTime, minutes: i64) -> DateTime {
    start.saturating_add(jiff::SignedDuration::from_mins(minutes))
}
