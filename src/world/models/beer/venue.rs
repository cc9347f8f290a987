//! The pubs, bars and taprooms of a town.

use std::sync::Arc;

use super::Beers;
use crate::world::Place;
use crate::world::models::maps::Atlas;
use crate::world::seed::{Seed, Stream};

/// Countries in which no beer is poured in public.
const DRY: [&str; 11] = ["AF", "BN", "IR", "KW", "LY", "MR", "PK", "SA", "SD", "SO", "YE"];

/// Kilometres from the middle of the largest town to its farthest venue.
const FARTHEST_KM: f64 = 9.0;

/// Kilometres of a degree of latitude.
const DEGREE_KM: f64 = 111.195;

/// What kind of venue it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A pub or café.
    Pub,
    /// Only beer, much of it.
    Bar,
    /// Of a brewery, without the brewhouse.
    Taproom,
    /// With a brewhouse and a kitchen.
    Brewpub,
    /// Under trees.
    Garden,
    /// To take away, with a few taps.
    Shop,
}

impl Kind {
    /// As the tools write it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Pub => "pub",
            Self::Bar => "beer_bar",
            Self::Taproom => "taproom",
            Self::Brewpub => "brewpub",
            Self::Garden => "beer_garden",
            Self::Shop => "bottle_shop",
        }
    }

    /// The part of `pub_names` that names it.
    fn part(self) -> &'static str {
        match self {
            Self::Pub => "pub",
            Self::Bar => "bar",
            Self::Taproom => "taproom",
            Self::Brewpub => "brewpub",
            Self::Garden => "garden",
            Self::Shop => "shop",
        }
    }

    /// The kind of the n-th venue of a town: every second one is a pub.
    fn of(number: usize) -> Self {
        const OTHERS: [Kind; 6] = [Kind::Bar, Kind::Brewpub, Kind::Taproom, Kind::Bar, Kind::Shop, Kind::Garden];
        if number % 2 == 1 { Self::Pub } else { OTHERS[(number / 2 - 1) % OTHERS.len()] }
    }

    fn taps(self) -> (i64, i64) {
        match self {
            Self::Pub => (6, 10),
            Self::Bar => (14, 24),
            Self::Taproom => (10, 16),
            Self::Brewpub => (8, 12),
            Self::Garden => (5, 8),
            Self::Shop => (5, 9),
        }
    }

    /// Hours of opening and closing, the latter counted on past midnight.
    fn hours(self) -> ((i64, i64), (i64, i64)) {
        match self {
            Self::Pub => ((11, 16), (23, 26)),
            Self::Bar => ((15, 17), (24, 26)),
            Self::Taproom => ((14, 16), (22, 24)),
            Self::Brewpub => ((11, 12), (22, 24)),
            Self::Garden => ((11, 13), (21, 23)),
            Self::Shop => ((10, 12), (19, 21)),
        }
    }
}

/// When a venue is open on one weekday.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hours {
    /// Minute of the day at which it opens.
    pub opens: i64,
    /// Minute at which it closes, counted on past midnight.
    pub closes: i64,
}

/// A beer that is poured, and for how much.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tap {
    /// Index of the beer in [`Beers::all`].
    pub beer: usize,
    /// Size of the glass in millilitres.
    pub millilitres: u32,
    /// Price of a glass in euros of 2026.
    pub euros: f64,
}

/// A venue.
#[derive(Clone, Debug, PartialEq)]
pub struct Venue {
    /// `V` with the town and the number there, e.g. `V2745912-3`.
    pub id: String,
    /// Its number in the town, from 1.
    pub number: usize,
    /// What it is.
    pub kind: Kind,
    /// What it is called.
    pub name: String,
    /// Degrees north.
    pub latitude: f64,
    /// Degrees east.
    pub longitude: f64,
    /// Monday to Sunday; nothing on a closed day.
    pub week: [Option<Hours>; 7],
    /// What it pours, by name.
    pub taps: Vec<Tap>,
}

impl Beers {
    /// How many venues a town has: more than half as many again where twice as many people live; none where beer is not
    /// poured.
    pub fn venue_count(&self, place: &Place) -> usize {
        if DRY.contains(&place.country.as_str()) {
            return 0;
        }
        let thousands = f64::from(place.population) / 1000.0;
        (libm::round(1.3 * libm::pow(thousands.max(0.6), 0.48)) as usize).max(1)
    }

    /// Kilometres from the middle of a town to its farthest venue.
    pub fn spread_km(place: &Place) -> f64 {
        (0.3 + libm::sqrt(f64::from(place.population)) / 330.0).min(FARTHEST_KM)
    }

    /// The venues of a town, by number, each in a house of its streets.
    pub fn venues(&self, seed: Seed, atlas: &Atlas<'_>, place: &Place) -> Arc<[Venue]> {
        self.towns.get(&(seed, place.id), || {
            (1..=self.venue_count(place)).map(|number| self.venue(seed, atlas, place, number)).collect()
        })
    }

    fn venue(&self, seed: Seed, atlas: &Atlas<'_>, place: &Place, number: usize) -> Venue {
        let mut stream = seed.stream(&["beer", "venue", &place.id.to_string(), &number.to_string()]);
        let here = atlas.house_near(spot(place, &mut stream));
        let kind = Kind::of(number);
        let language = self.language(&place.country);
        let words = self.words(language, "word");
        let mut order: Vec<&String> = words.iter().collect();
        seed.stream(&["beer", "words", &place.id.to_string(), kind.part()]).shuffle(&mut order);
        // Each kind walks through its own order of words, and to the next pattern once it is through.
        let turn = (number - 1) / 2;
        let patterns = self.words(language, kind.part());
        let pattern = patterns.get((turn + turn / order.len().max(1)) % patterns.len().max(1));
        let word = |n: usize| order.get((turn + n) % order.len().max(1)).map_or("", |word| word.as_str());
        let name = pattern.map_or_else(String::new, |p| p.replace("{word2}", word(7)).replace("{word}", word(0)));
        Venue {
            taps: self.taps(place, kind, &mut stream),
            week: week(kind, &mut stream),
            id: format!("V{}-{number}", place.id),
            number,
            kind,
            name: capital(&name),
            latitude: here.0,
            longitude: here.1,
        }
    }

    /// The beers of a venue, by name: three in five come from the country itself where it has as many.
    fn taps(&self, place: &Place, kind: Kind, stream: &mut Stream) -> Vec<Tap> {
        let (least, most) = kind.taps();
        let count = stream.within(least, most) as usize;
        let (mut taps, mut others): (Vec<usize>, Vec<usize>) =
            (0..self.all().len()).partition(|at| self.brewery(&self.all()[*at]).country == place.country);
        stream.shuffle(&mut taps);
        stream.shuffle(&mut others);
        taps.truncate(count * 3 / 5 + 1);
        let rest = count.saturating_sub(taps.len());
        taps.extend(others.into_iter().take(rest));
        taps.sort_by(|a, b| self.all()[*a].name.cmp(&self.all()[*b].name));
        let dear = stream.between(0.85, 1.2);
        let tap = |beer: usize| {
            let abv = self.all()[beer].abv;
            let millilitres = if abv >= 7.5 { 250 } else { 330 };
            Tap { beer, millilitres, euros: dear * (1.9 + 0.33 * abv) * f64::from(millilitres) / 330.0 }
        };
        taps.into_iter().map(tap).collect()
    }

    /// ISO 4217 code of the money of a country; nothing where it has none.
    pub fn currency(&self, country: &str) -> Option<&str> {
        self.lands.currency(country)
    }

    /// The first language of a country that venues are named in.
    fn language(&self, country: &str) -> &str {
        self.lands.language(country, |language| self.names.contains_key(&(language.to_owned(), "word".to_owned())))
    }

    fn words(&self, language: &str, part: &str) -> &[String] {
        self.names.get(&(language.to_owned(), part.to_owned())).map_or(&[], Vec::as_slice)
    }
}

/// Somewhere in town, nearer to the middle than to the edge, to five decimals of a degree.
fn spot(place: &Place, stream: &mut Stream) -> (f64, f64) {
    let km = Beers::spread_km(place) * stream.unit();
    let angle = stream.between(0.0, std::f64::consts::TAU);
    let north = km * libm::sin(angle) / DEGREE_KM;
    let squeeze = libm::cos(place.latitude.to_radians()).max(0.05);
    let east = km * libm::cos(angle) / (DEGREE_KM * squeeze);
    let five = |degrees: f64| libm::round(degrees * 1e5) / 1e5;
    (five(place.latitude + north), five(place.longitude + east))
}

fn week(kind: Kind, stream: &mut Stream) -> [Option<Hours>; 7] {
    let (from, to) = kind.hours();
    let (opens, closes) = (stream.within(from.0, from.1), stream.within(to.0, to.1));
    // Most close one day; whoever sells to take away closes on Sunday.
    let closed = if kind == Kind::Shop { 6 } else { stream.below(9) };
    let weekend = if kind == Kind::Shop { 0 } else { stream.within(0, 1) };
    std::array::from_fn(|day| {
        let later = if day == 4 || day == 5 { weekend } else { 0 };
        let earlier = if day >= 5 { weekend } else { 0 };
        (day != closed).then(|| Hours { opens: (opens - earlier) * 60, closes: (closes + later).min(26) * 60 })
    })
}

/// A name begins with a capital, whatever the word in its front.
fn capital(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
