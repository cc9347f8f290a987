//! The houses of a town.

use crate::world::Place;
use crate::world::seed::Seed;

use super::acts::Shows;

/// What kind of house it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum VenueKind {
    /// A theatre that shows a bit of everything.
    Playhouse,
    /// Standing room for bands, and some stand-up.
    Club,
    /// A concert hall.
    Hall,
    /// Thousands of seats.
    Arena,
    /// Opera and ballet.
    Opera,
    /// A theatre for long runs of musicals.
    Musical,
    /// A museum or gallery.
    Gallery,
    /// A park or square with festivals.
    Square,
    /// A comedy cellar.
    Comedy,
}

impl VenueKind {
    /// A code that never changes, e.g. `concert_hall`.
    pub fn code(self) -> &'static str {
        match self {
            VenueKind::Playhouse => "theatre",
            VenueKind::Club => "club",
            VenueKind::Hall => "concert_hall",
            VenueKind::Arena => "arena",
            VenueKind::Opera => "opera_house",
            VenueKind::Musical => "musical_theatre",
            VenueKind::Gallery => "gallery",
            VenueKind::Square => "open_air",
            VenueKind::Comedy => "comedy_club",
        }
    }

    /// The kind that a row of `venue_names` means. Musical theatres are named like any theatre.
    pub(super) fn named(part: &str) -> Option<VenueKind> {
        Some(match part {
            "playhouse" => VenueKind::Playhouse,
            "club" => VenueKind::Club,
            "hall" => VenueKind::Hall,
            "arena" => VenueKind::Arena,
            "opera" => VenueKind::Opera,
            "gallery" => VenueKind::Gallery,
            "square" => VenueKind::Square,
            "comedy" => VenueKind::Comedy,
            _ => return None,
        })
    }

    fn seats(self) -> (i64, i64) {
        match self {
            VenueKind::Playhouse => (280, 900),
            VenueKind::Club => (150, 800),
            VenueKind::Hall => (600, 1_800),
            VenueKind::Arena => (4_000, 14_000),
            VenueKind::Opera => (900, 1_900),
            VenueKind::Musical => (800, 1_800),
            VenueKind::Gallery => (200, 600),
            VenueKind::Square => (2_000, 9_000),
            VenueKind::Comedy => (80, 240),
        }
    }
}

/// How many people a town needs for its first, second, third… house, and of which kind that is. Never reorder: the place
/// in this list is part of a performance's id.
const HOUSES: [(u32, VenueKind); 14] = [
    (0, VenueKind::Playhouse),
    (40_000, VenueKind::Club),
    (120_000, VenueKind::Hall),
    (60_000, VenueKind::Gallery),
    (30_000, VenueKind::Square),
    (300_000, VenueKind::Playhouse),
    (400_000, VenueKind::Arena),
    (600_000, VenueKind::Opera),
    (700_000, VenueKind::Club),
    (900_000, VenueKind::Comedy),
    (1_200_000, VenueKind::Musical),
    (2_000_000, VenueKind::Playhouse),
    (1_500_000, VenueKind::Gallery),
    (3_000_000, VenueKind::Hall),
];

/// One house of a town.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Venue {
    /// Its place in the list of houses, from 1.
    pub number: usize,
    /// What kind of house it is.
    pub kind: VenueKind,
    /// Its name.
    pub name: String,
    /// How many people it holds; for a gallery, tickets a day.
    pub capacity: i64,
}

/// The numbers and kinds of the houses of a town.
pub(super) fn houses(place: &Place) -> impl Iterator<Item = (usize, VenueKind)> {
    let people = place.population;
    let open = HOUSES.iter().enumerate().filter(move |(_, (needed, _))| people >= *needed);
    open.map(|(i, (_, kind))| (i + 1, *kind))
}

impl Shows {
    /// The houses of a town.
    pub fn venues(&self, seed: Seed, place: &Place) -> Vec<Venue> {
        houses(place).map(|(number, kind)| self.venue(seed, place, number, kind)).collect()
    }

    pub(super) fn venue(&self, seed: Seed, place: &Place, number: usize, kind: VenueKind) -> Venue {
        let mut stream = seed.stream(&["shows", "venue", &place.id.to_string(), &number.to_string()]);
        let (least, most) = kind.seats();
        let capacity = stream.within(least / 10, most / 10) * 10;
        let patterns_of = if kind == VenueKind::Musical { VenueKind::Playhouse } else { kind };
        let (patterns, words) = self.venue_names(&place.country, patterns_of);
        let pattern = stream.pick(patterns).map_or("{word}", String::as_str);
        let name = pattern.replace("{word}", self.word(seed, place, number, words));
        Venue { number, kind, name: capital(&name), capacity }
    }

    /// Each house of a town takes another word, so that no two are called the same.
    fn word<'a>(&self, seed: Seed, place: &Place, number: usize, words: &'a [String]) -> &'a str {
        let mut order: Vec<&String> = words.iter().collect();
        seed.stream(&["shows", "words", &place.id.to_string()]).shuffle(&mut order);
        order.get((number - 1) % words.len().max(1)).map_or("", |word| word.as_str())
    }
}

/// A name begins with a capital, whatever the word in its front.
fn capital(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
