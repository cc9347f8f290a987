//! The shops of a town.

use std::sync::Arc;

use super::Grocery;
use crate::world::Place;
use crate::world::models::maps::Atlas;
use crate::world::seed::{Seed, Stream};

/// Kilometres from the middle of the largest town to its farthest shop.
pub const FARTHEST_KM: f64 = 14.0;

/// Kilometres of a degree of latitude.
const DEGREE_KM: f64 = 111.195;

/// What kind of shop it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Everything for the week.
    Supermarket,
    /// Small and open late.
    Express,
    /// Everything, and much besides.
    Hypermarket,
    /// Medicines and care.
    Pharmacy,
    /// Petrol with a small shop.
    Fuel,
}

/// Kinds with the words that people use.
const KINDS: [(Kind, &[&str]); 5] = [
    (Kind::Supermarket, &["supermarket", "grocery", "grocerystore", "groceries", "market", "store", "shop"]),
    (Kind::Express, &["express", "convenience", "conveniencestore", "corner", "cityshop"]),
    (Kind::Hypermarket, &["hypermarket", "superstore", "marketplace", "megastore"]),
    (Kind::Pharmacy, &["pharmacy", "drugstore", "chemist"]),
    (Kind::Fuel, &["fuel", "fuelstation", "gas", "gasstation", "petrol", "petrolstation", "fuelcenter"]),
];

impl Kind {
    /// The kind that a word means; case, spaces and a plural do not matter.
    pub fn named(text: &str) -> Option<Self> {
        let wanted = crate::catalogue::nearest::fold(text);
        let is = |word: &str| word == wanted || wanted.strip_suffix('s') == Some(word);
        let drop = |wanted: &str| wanted.strip_suffix("ies").map(|stem| format!("{stem}y"));
        let singular = drop(&wanted);
        let fits = |words: &[&str]| words.iter().any(|word| is(word) || singular.as_deref() == Some(*word));
        KINDS.iter().find(|(_, words)| fits(words)).map(|(kind, _)| *kind)
    }

    /// As the tools write it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Supermarket => "supermarket",
            Self::Express => "express",
            Self::Hypermarket => "hypermarket",
            Self::Pharmacy => "pharmacy",
            Self::Fuel => "fuel",
        }
    }

    /// Names of all kinds.
    pub fn names() -> impl Iterator<Item = &'static str> {
        KINDS.iter().map(|(kind, _)| kind.name())
    }

    /// The kind of the n-th shop of a town.
    fn of(number: usize) -> Self {
        const ORDER: [Kind; 8] = [
            Kind::Supermarket,
            Kind::Pharmacy,
            Kind::Express,
            Kind::Supermarket,
            Kind::Hypermarket,
            Kind::Fuel,
            Kind::Express,
            Kind::Supermarket,
        ];
        ORDER[(number - 1) % ORDER.len()]
    }

    /// Whether food is sold there, and so whether a product can be.
    pub fn has_groceries(self) -> bool {
        matches!(self, Self::Supermarket | Self::Hypermarket | Self::Express)
    }

    /// Departments beyond the shelves.
    pub fn departments(self) -> &'static [&'static str] {
        match self {
            Self::Supermarket => &["bakery", "deli", "fresh produce", "meat", "pick-up"],
            Self::Express => &["bakery", "coffee to go", "ready meals"],
            Self::Hypermarket => {
                &["bakery", "deli", "fish", "fresh produce", "household", "meat", "pharmacy", "pick-up", "toys"]
            }
            Self::Pharmacy => &["baby care", "prescriptions", "vaccinations"],
            Self::Fuel => &["car wash", "coffee to go", "petrol"],
        }
    }

    /// Name of a shop of this kind in a street or quarter.
    fn label(self, street: &str) -> String {
        match self {
            Self::Supermarket => format!("Greenbarrow Market {street}"),
            Self::Express => format!("Greenbarrow Express {street}"),
            Self::Hypermarket => format!("Greenbarrow Grand {street}"),
            Self::Pharmacy => format!("Greenbarrow Pharmacy {street}"),
            Self::Fuel => format!("Greenbarrow Fuel {street}"),
        }
    }

    /// Hours of opening and closing on working days, on Saturday and on Sunday.
    fn hours(self) -> [Option<(i64, i64)>; 3] {
        match self {
            Self::Supermarket => [Some((8, 21)), Some((8, 20)), Some((10, 18))],
            Self::Express => [Some((7, 23)), Some((7, 23)), Some((8, 23))],
            Self::Hypermarket => [Some((8, 22)), Some((8, 22)), Some((10, 20))],
            Self::Pharmacy => [Some((9, 18)), Some((9, 17)), None],
            Self::Fuel => [Some((6, 23)), Some((6, 23)), Some((7, 22))],
        }
    }
}

/// A shop.
#[derive(Clone, Debug, PartialEq)]
pub struct Store {
    /// `GB` with the town and the number there, e.g. `GB2745912-3`.
    pub id: String,
    /// Its number in the town, from 1.
    pub number: usize,
    /// GeoNames id of the town.
    pub place: u32,
    /// What it is.
    pub kind: Kind,
    /// What it is called: after its street, with a number where that has several of the kind.
    pub name: String,
    /// Its street.
    pub street: String,
    /// Degrees north.
    pub latitude: f64,
    /// Degrees east.
    pub longitude: f64,
    /// Minutes of opening and closing, Monday to Sunday; nothing on a closed day.
    pub week: [Option<(i64, i64)>; 7],
    /// Its prices as a multiple of the table's.
    pub level: f64,
}

impl Store {
    /// A number that no other shop has, for noise.
    pub fn key(&self) -> i64 {
        i64::from(self.place) * 1000 + self.number as i64
    }
}

impl Grocery {
    /// How many shops a town has.
    pub fn store_count(&self, place: &Place) -> usize {
        let thousands = f64::from(place.population) / 1000.0;
        (libm::round(0.9 * libm::pow(thousands.max(1.2), 0.5)) as usize).max(1)
    }

    /// The shops of a town, by number, each in a house of its streets.
    pub fn stores(&self, seed: Seed, atlas: &Atlas<'_>, place: &Place) -> Arc<[Store]> {
        self.towns.get(&(seed, place.id), || {
            let mut stores: Vec<Store> = Vec::new();
            for number in 1..=self.store_count(place) {
                let store = self.store(seed, atlas, place, number);
                let alike =
                    stores.iter().filter(|other| other.street == store.street && other.kind == store.kind).count();
                let name = if alike == 0 { store.name } else { format!("{} {}", store.name, alike + 1) };
                stores.push(Store { name, ..store });
            }
            stores.into()
        })
    }

    fn store(&self, seed: Seed, atlas: &Atlas<'_>, place: &Place, number: usize) -> Store {
        let mut stream = seed.stream(&["grocery", "store", &place.id.to_string(), &number.to_string()]);
        let spot = spot(place, &mut stream);
        let (latitude, longitude) = atlas.house_near(spot);
        let kind = Kind::of(number);
        // It is named after the street in which it stands, or the town where there are no streets.
        let house = atlas.address_at((latitude, longitude), 50.0);
        let street = house.map_or_else(|| place.name.clone(), |house| house.street);
        Store {
            id: format!("GB{}-{number}", place.id),
            number,
            place: place.id,
            kind,
            name: kind.label(&street),
            street,
            latitude,
            longitude,
            week: week(kind, &mut stream),
            level: 0.96 + 0.01 * stream.within(0, 9) as f64 + if kind == Kind::Express { 0.08 } else { 0.0 },
        }
    }

    /// ISO 4217 code of the money of a country; nothing where it has none.
    pub fn currency(&self, country: &str) -> Option<&str> {
        self.lands.currency(country)
    }
}

/// Somewhere in town, to five decimals of a degree.
fn spot(place: &Place, stream: &mut Stream) -> (f64, f64) {
    let spread = (0.4 + libm::sqrt(f64::from(place.population)) / 210.0).min(FARTHEST_KM);
    let km = spread * libm::sqrt(stream.unit());
    let angle = stream.between(0.0, std::f64::consts::TAU);
    let squeeze = libm::cos(place.latitude.to_radians()).max(0.05);
    let five = |degrees: f64| libm::round(degrees * 1e5) / 1e5;
    let north = km * libm::sin(angle) / DEGREE_KM;
    let east = km * libm::cos(angle) / (DEGREE_KM * squeeze);
    (five(place.latitude + north), five(place.longitude + east))
}

fn week(kind: Kind, stream: &mut Stream) -> [Option<(i64, i64)>; 7] {
    let later = stream.within(0, 1);
    let sunday = kind == Kind::Express || kind == Kind::Fuel || stream.chance(0.8);
    std::array::from_fn(|day| {
        let hours = kind.hours()[day.saturating_sub(4).min(2)];
        let hours = hours.filter(|_| day < 6 || sunday);
        hours.map(|(opens, closes)| (opens * 60, (closes + if day < 5 { later } else { 0 }).min(24) * 60))
    })
}
