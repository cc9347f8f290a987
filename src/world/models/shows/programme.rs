//! What plays in a house on a date.

use jiff::civil::{Date, date};

use crate::world::Place;
use crate::world::seed::{Seed, Stream};

use super::acts::{Genre, Shows};
use super::venue::{VenueKind, houses};

/// A production in a house: some days of a block of weeks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Booking {
    /// Index of the act.
    pub act: usize,
    /// When it plays on the date asked about.
    pub part: Part,
    /// First day of the block of weeks.
    pub block: Date,
    /// Weeks of the block.
    pub weeks: i64,
}

/// Time of day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Part {
    /// From ten in the morning.
    Day,
    /// In the afternoon.
    Matinee,
    /// In the evening.
    Evening,
}

/// One house of a town in one week or longer block.
struct Block<'a> {
    shows: &'a Shows,
    seed: Seed,
    place: &'a Place,
    house: usize,
    kind: VenueKind,
    /// Which block since the first Monday of 1970.
    number: i64,
    weeks: i64,
    first: Date,
}

impl Shows {
    /// What plays in a house of a town on a date, earlier first: nothing, one thing, or a matinee and an evening.
    pub(super) fn bookings(&self, seed: Seed, place: &Place, house: usize, kind: VenueKind, on: Date) -> Vec<Booking> {
        let block = Block::around(self, seed, place, house, kind, on);
        let plays = block.plays(on);
        let booking = |(act, part)| Booking { act, part, block: block.first, weeks: block.weeks };
        plays.into_iter().map(booking).collect()
    }
}

impl<'a> Block<'a> {
    fn around(shows: &'a Shows, seed: Seed, place: &'a Place, house: usize, kind: VenueKind, on: Date) -> Self {
        let weeks = match kind {
            VenueKind::Gallery => 9,
            VenueKind::Musical => 8,
            VenueKind::Square => 3,
            VenueKind::Opera => 2,
            _ => 1,
        };
        let week = weeks_since_1970(on);
        // Houses of one kind do not all change their programme on the same day.
        let shift = seed.stream(&["shows", "shift", &place.id.to_string(), &house.to_string()]).below(9) as i64 % weeks;
        let number = (week + shift).div_euclid(weeks);
        let first = monday(number * weeks - shift);
        Block { shows, seed, place, house, kind, number, weeks, first }
    }

    fn stream(&self, name: &str, key: i64) -> Stream {
        let (place, house, number) = (self.place.id.to_string(), self.house.to_string(), self.number.to_string());
        self.seed.stream(&["shows", name, &place, &house, &number, &key.to_string()])
    }

    /// The acts of a date and their parts of the day.
    fn plays(&self, on: Date) -> Vec<(usize, Part)> {
        let day = days_between(self.first, on);
        match self.kind {
            VenueKind::Playhouse => self.playhouse(day),
            VenueKind::Opera => self.opera(day),
            VenueKind::Musical => self.musical(day),
            VenueKind::Gallery => self.gallery(day),
            VenueKind::Square => self.square(day),
            VenueKind::Club => self.nightly(day, [0.10, 0.20, 0.30, 0.45, 0.75, 0.75, 0.35]),
            VenueKind::Hall => self.nightly(day, [0.05, 0.25, 0.35, 0.40, 0.60, 0.60, 0.50]),
            VenueKind::Arena => self.nightly(day, [0.02, 0.10, 0.15, 0.20, 0.35, 0.40, 0.15]),
            VenueKind::Comedy => self.nightly(day, [0.0, 0.10, 0.30, 0.60, 0.90, 0.90, 0.10]),
        }
    }

    /// A week with one production, or two that share it and something for children on Sunday.
    fn playhouse(&self, day: i64) -> Vec<(usize, Part)> {
        let mut stream = self.stream("week", 0);
        if !stream.chance(self.liveliness()) || (self.is_holiday() && stream.chance(0.65)) {
            return Vec::new();
        }
        if stream.chance(0.5) {
            let genre = self.run_genre(&mut stream);
            let Some(act) = self.act(genre, 1) else {
                return Vec::new();
            };
            let part = match (genre, day) {
                (Genre::Family, 2 | 5 | 6) => Some(Part::Matinee),
                (Genre::Family, _) => None,
                (_, 2..=5) => Some(Part::Evening),
                (_, 6) => Some(Part::Matinee),
                _ => None,
            };
            return part.map(|part| (act, part)).into_iter().collect();
        }
        let genres = [Genre::Theatre, Genre::Comedy, Genre::Concert];
        let early = genres[stream.below(3)];
        let late = genres[stream.below(3)];
        let play = match day {
            1 | 2 => self.act(early, 1).map(|act| (act, Part::Evening)),
            4 | 5 => self.act(late, 2).map(|act| (act, Part::Evening)),
            6 => self.act(Genre::Family, 3).map(|act| (act, Part::Matinee)),
            _ => None,
        };
        play.into_iter().collect()
    }

    /// What can fill a week; opera houses and musical theatres keep their own to themselves.
    fn run_genre(&self, stream: &mut Stream) -> Genre {
        let has = |kind| houses(self.place).any(|(_, k)| k == kind);
        match stream.unit() {
            u if u < 0.15 && !has(VenueKind::Musical) => Genre::Musical,
            u if (0.15..0.25).contains(&u) && !has(VenueKind::Opera) => Genre::Ballet,
            u if (0.25..0.35).contains(&u) => Genre::Family,
            u if (0.35..0.45).contains(&u) => Genre::Comedy,
            _ => Genre::Theatre,
        }
    }

    /// An opera and a ballet take turns over two weeks.
    fn opera(&self, day: i64) -> Vec<(usize, Part)> {
        if self.is_holiday() {
            return Vec::new();
        }
        let play = match day {
            2 | 5 | 8 | 11 => self.act(Genre::Opera, 1).map(|act| (act, Part::Evening)),
            13 => self.act(Genre::Opera, 1).map(|act| (act, Part::Matinee)),
            3 | 9 | 12 => self.act(Genre::Ballet, 2).map(|act| (act, Part::Evening)),
            _ => None,
        };
        play.into_iter().collect()
    }

    /// Eight weeks of the same musical, twice a day at weekends, never on Mondays.
    fn musical(&self, day: i64) -> Vec<(usize, Part)> {
        let Some(act) = self.act(Genre::Musical, 1) else {
            return Vec::new();
        };
        match day % 7 {
            0 => Vec::new(),
            5 | 6 => vec![(act, Part::Matinee), (act, Part::Evening)],
            _ => vec![(act, Part::Evening)],
        }
    }

    /// Eight weeks open from Thursday to Sunday, then a week to hang the next one.
    fn gallery(&self, day: i64) -> Vec<(usize, Part)> {
        let open = day < 56 && day % 7 >= 3;
        self.act(Genre::Exhibition, 1).filter(|_| open).map(|act| (act, Part::Day)).into_iter().collect()
    }

    /// In the warm half of the year, a weekend in some of the blocks of three weeks.
    fn square(&self, day: i64) -> Vec<(usize, Part)> {
        let mut stream = self.stream("festival", 0);
        let weekend = stream.below(3) as i64;
        let held = self.is_warm() && stream.chance(0.75 * self.liveliness());
        let open = held && day / 7 == weekend && day % 7 >= 5;
        self.act(Genre::Festival, 1).filter(|_| open).map(|act| (act, Part::Day)).into_iter().collect()
    }

    /// Each night for itself, with these chances from Monday on.
    fn nightly(&self, day: i64, chances: [f64; 7]) -> Vec<(usize, Part)> {
        let mut stream = self.stream("night", day);
        let weekday = (day % 7) as usize;
        if !stream.chance(chances[weekday] * self.liveliness()) {
            return Vec::new();
        }
        let genre = match self.kind {
            VenueKind::Comedy => Genre::Comedy,
            VenueKind::Club if stream.chance(0.25) => Genre::Comedy,
            _ => Genre::Concert,
        };
        let part = if self.kind == VenueKind::Hall && weekday == 6 { Part::Matinee } else { Part::Evening };
        self.act(genre, 10 + day).map(|act| (act, part)).into_iter().collect()
    }

    /// One act of a genre for this block; another key draws another.
    ///
    /// In each week the acts are dealt out among the houses of the town, so that nobody is in two places at once.
    fn act(&self, genre: Genre, key: i64) -> Option<usize> {
        let town = houses(self.place).filter(|(_, kind)| shows_genre(*kind, genre)).map(|(house, _)| house);
        let town: Vec<usize> = town.collect();
        let seat = town.iter().position(|house| *house == self.house)?;
        let fits = |i: &usize| self.kind != VenueKind::Arena || self.shows.acts[*i].price_level >= 3;
        let mut choice = self.shows.choice(genre, &self.place.country);
        // Blocks of one genre in one town are equally long where several houses share it, so the key is the same for all.
        let (place, number) = (self.place.id.to_string(), self.number.to_string());
        self.seed.stream(&["shows", "deal", &place, genre.code(), &number]).shuffle(&mut choice);
        let mine = choice.into_iter().enumerate().filter(|(i, _)| i % town.len() == seat).map(|(_, act)| act);
        let mine: Vec<usize> = mine.filter(fits).collect();
        self.stream("act", key).pick(&mine).copied()
    }

    /// How much goes on in a town of this size against a large one.
    fn liveliness(&self) -> f64 {
        let hundred_thousands = f64::from(self.place.population) / 1e5;
        libm::pow(hundred_thousands, 0.4).clamp(0.2, 1.0)
    }

    /// Theatres close in the height of summer, outside the tropics.
    fn is_holiday(&self) -> bool {
        let middle = plus(self.first, 3 + (self.weeks / 2) * 7);
        let months: [i8; 2] = if self.place.latitude < 0.0 { [1, 1] } else { [7, 8] };
        let within = match middle.month() {
            7 => middle.day() >= 10,
            8 => middle.day() <= 24,
            _ => true,
        };
        self.place.latitude.abs() > 23.5 && months.contains(&middle.month()) && within
    }

    fn is_warm(&self) -> bool {
        let month = self.first.month();
        match self.place.latitude {
            north if north > 23.5 => (5..=9).contains(&month),
            south if south < -23.5 => month <= 3 || month >= 11,
            _ => true,
        }
    }
}

/// Whether a kind of house ever shows a genre.
fn shows_genre(kind: VenueKind, genre: Genre) -> bool {
    match kind {
        VenueKind::Playhouse => !matches!(genre, Genre::Opera | Genre::Exhibition | Genre::Festival),
        VenueKind::Club => matches!(genre, Genre::Concert | Genre::Comedy),
        VenueKind::Hall | VenueKind::Arena => genre == Genre::Concert,
        VenueKind::Opera => matches!(genre, Genre::Opera | Genre::Ballet),
        VenueKind::Musical => genre == Genre::Musical,
        VenueKind::Gallery => genre == Genre::Exhibition,
        VenueKind::Square => genre == Genre::Festival,
        VenueKind::Comedy => genre == Genre::Comedy,
    }
}

/// The first Monday of 1970.
const EPOCH: Date = date(1970, 1, 5);

fn weeks_since_1970(on: Date) -> i64 {
    days_between(EPOCH, on).div_euclid(7)
}

fn monday(weeks: i64) -> Date {
    plus(EPOCH, weeks * 7)
}

/// Days from one date to another.
pub(super) fn days_between(from: Date, to: Date) -> i64 {
    from.duration_until(to).as_hours() / 24
}

/// The date so many days later.
pub(super) fn plus(day: Date, days: i64) -> Date {
    day.saturating_add(jiff::SignedDuration::from_hours(24 * days))
}
