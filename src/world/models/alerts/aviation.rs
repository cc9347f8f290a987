//! The same warnings as pilots in the United States get them: SIGMETs and AIRMETs.

use super::Alert;
use super::kind::{Kind, Level, Warning};
use super::region::{Region, RegionKind, largest, region_of, states, within};
use crate::world::Place;
use crate::world::gazetteer::Gazetteer;
use jiff::tz::TimeZone;

/// The bulletin that a warning goes into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Product {
    /// Thunder: a convective SIGMET.
    Convective,
    /// A tropical storm.
    Cyclone,
    /// Severe turbulence.
    SevereTurbulence,
    /// Severe icing.
    SevereIcing,
    /// AIRMET Sierra: fog or heavy rain take the sight.
    Sierra,
    /// AIRMET Tango: turbulence and strong wind at the ground.
    Tango,
    /// AIRMET Zulu: icing.
    Zulu,
}

impl Product {
    /// The bulletin of a warning; heat and cold are none of the pilots' business.
    pub fn of(warning: &Warning) -> Option<Product> {
        Some(match (warning.kind, warning.level) {
            (Kind::Thunderstorm, _) => Product::Convective,
            (Kind::Typhoon, _) => Product::Cyclone,
            (Kind::Wind, Level::Orange | Level::Red) => Product::SevereTurbulence,
            (Kind::Wind, _) => Product::Tango,
            (Kind::Snow, Level::Orange | Level::Red) => Product::SevereIcing,
            (Kind::Snow, _) => Product::Zulu,
            (Kind::Fog | Kind::Rainstorm, _) => Product::Sierra,
            (Kind::HighTemperature | Kind::Cold, _) => return None,
        })
    }

    /// `SIGMET` or `AIRMET`.
    pub fn name(self) -> &'static str {
        match self {
            Product::Sierra | Product::Tango | Product::Zulu => "AIRMET",
            _ => "SIGMET",
        }
    }

    /// E.g. `Convective`, `Sierra`.
    pub fn series(self) -> &'static str {
        match self {
            Product::Convective => "Convective",
            Product::Cyclone => "Tropical cyclone",
            Product::SevereTurbulence | Product::SevereIcing => "Non-convective",
            Product::Sierra => "Sierra",
            Product::Tango => "Tango",
            Product::Zulu => "Zulu",
        }
    }

    /// What pilots have to fear, e.g. `turbulence`.
    pub fn hazard(self) -> &'static str {
        match self {
            Product::Convective => "thunderstorms",
            Product::Cyclone => "tropical cyclone",
            Product::SevereTurbulence => "severe turbulence",
            Product::SevereIcing => "severe icing",
            Product::Sierra => "instrument conditions",
            Product::Tango => "turbulence and strong surface wind",
            Product::Zulu => "icing",
        }
    }
}

/// The bulletin as it is sent, e.g. `AIRMET TANGO FOR TURB AND STG SFC WND VALID 021400Z TO 021900Z NEAR DENVER`.
pub fn bulletin(product: Product, alert: &Alert, place: &str) -> String {
    let time = |t: jiff::Timestamp| t.to_zoned_datetime(TimeZone::UTC).strftime("%d%H%MZ").to_string();
    let head = match product {
        Product::Convective => "CONVECTIVE SIGMET FOR TS",
        Product::Cyclone => "SIGMET FOR TC",
        Product::SevereTurbulence => "SIGMET FOR SEV TURB",
        Product::SevereIcing => "SIGMET FOR SEV ICE",
        Product::Sierra => "AIRMET SIERRA FOR IFR",
        Product::Tango => "AIRMET TANGO FOR TURB AND STG SFC WND",
        Product::Zulu => "AIRMET ZULU FOR ICE",
    };
    let value = alert.warning.value;
    let detail = match alert.warning.kind {
        Kind::Wind | Kind::Typhoon => format!("GUSTS TO {:.0}KT", value * 1.943_844),
        Kind::Fog => format!("VIS BLW {:.1}KM IN FG", value + 0.1),
        Kind::Rainstorm => format!("{value:.0}MM RA IN DAY"),
        Kind::Snow => format!("{value:.0}MM SN (WATER) IN DAY"),
        _ => format!("UP TO {value:.0}MM RA IN HR"),
    };
    let place = place.to_uppercase();
    format!("{head} VALID {} TO {} NEAR {place}. {detail}.", time(alert.onset), time(alert.ends))
}

/// The forecast areas of the contiguous states, and those beyond: code, names, states.
const AREAS: [(&str, &str, &[&str]); 8] = [
    (
        "BOS",
        "Northeast (BOS)",
        &[
            "Maine",
            "New Hampshire",
            "Vermont",
            "Massachusetts",
            "Rhode Island",
            "Connecticut",
            "New York",
            "New Jersey",
            "Pennsylvania",
            "Delaware",
            "Maryland",
            "West Virginia",
            "Virginia",
            "District of Columbia",
        ],
    ),
    ("MIA", "Southeast (MIA)", &["North Carolina", "South Carolina", "Georgia", "Florida"]),
    (
        "CHI",
        "North central (CHI)",
        &[
            "North Dakota",
            "South Dakota",
            "Nebraska",
            "Kansas",
            "Minnesota",
            "Iowa",
            "Missouri",
            "Wisconsin",
            "Michigan",
            "Illinois",
            "Indiana",
            "Kentucky",
            "Ohio",
        ],
    ),
    (
        "DFW",
        "South central (DFW)",
        &["Oklahoma", "Texas", "Arkansas", "Tennessee", "Louisiana", "Mississippi", "Alabama"],
    ),
    ("SLC", "Mountain (SLC)", &["Idaho", "Montana", "Wyoming", "Nevada", "Utah", "Colorado", "Arizona", "New Mexico"]),
    ("SFO", "Pacific (SFO)", &["Washington", "Oregon", "California"]),
    ("ANC", "Alaska (ANC)", &["Alaska"]),
    ("HNL", "Hawaii (HNL)", &["Hawaii"]),
];

/// How many places of a forecast area or the whole country are watched.
const WATCHED: usize = 16;

/// The area of the United States that a text means: `US`, a forecast area (`BOS`, `MIA`, `CHI`, `DFW`, `SLC`, `SFO`, `ANC`,
/// `HNL`), a state by code or name (`CO`, `US-CO`, `Colorado`), or a town. None for what lies elsewhere.
pub fn find_aviation_area(gazetteer: &Gazetteer, text: &str) -> Option<Region> {
    const HERE: &str = "US";
    let text = text.trim();
    if text.is_empty() || text.len() > 200 {
        return None;
    }
    if let Some(&(_, name, members)) = AREAS.iter().find(|(code, ..)| code.eq_ignore_ascii_case(text)) {
        let places = members.iter().flat_map(|state| within(gazetteer, HERE, state));
        return Some(area(name, largest(places, WATCHED)));
    }
    // A state's letters come before those of a country: `CA` is California here and Canada elsewhere.
    if let Some((_, state)) = states(gazetteer, text).into_iter().find(|(country, _)| *country == HERE) {
        return Some(region_of(gazetteer, HERE, state, Vec::new()));
    }
    if gazetteer.country(text).is_some_and(|country| country.iso2 == HERE) {
        return Some(area("United States", largest(gazetteer.places().filter(|p| p.country == HERE), WATCHED)));
    }
    let found = gazetteer.find(text).into_iter().flat_map(|found| std::iter::once(found.place).chain(found.others));
    let place = found.into_iter().find(|place| place.country == HERE)?;
    Some(Region { kind: RegionKind::Place, ..area(&place.name, vec![place.clone()]) })
}

fn area(name: &str, places: Vec<Place>) -> Region {
    let kind = if name == "United States" { RegionKind::Country } else { RegionKind::Region };
    Region { kind, name: name.to_owned(), country: "US".to_owned(), places, others: Vec::new() }
}
