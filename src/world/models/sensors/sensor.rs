//! Which sensors a city has.

use crate::world::{Place, Seed};

/// What a sensor measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Air temperature in °C.
    Temperature,
    /// Relative humidity in %.
    Humidity,
    /// US EPA Air Quality Index of the hour.
    AirQuality,
    /// Vehicles an hour.
    Traffic,
    /// Sound level in dB(A).
    Noise,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Kind; 5] = [Kind::Temperature, Kind::Humidity, Kind::AirQuality, Kind::Traffic, Kind::Noise];

    /// A code that never changes.
    pub fn code(self) -> &'static str {
        match self {
            Kind::Temperature => "temperature",
            Kind::Humidity => "humidity",
            Kind::AirQuality => "air_quality",
            Kind::Traffic => "traffic",
            Kind::Noise => "noise",
        }
    }

    /// The unit of its values.
    pub fn unit(self) -> &'static str {
        match self {
            Kind::Temperature => "°C",
            Kind::Humidity => "%",
            Kind::AirQuality => "AQI",
            Kind::Traffic => "vehicles/h",
            Kind::Noise => "dB(A)",
        }
    }

    fn letters(self) -> &'static str {
        match self {
            Kind::Temperature => "TMP",
            Kind::Humidity => "HUM",
            Kind::AirQuality => "AIR",
            Kind::Traffic => "TRF",
            Kind::Noise => "NSE",
        }
    }

    /// Where sensors of the kind stand, and how such a place differs, from -1 to 1.
    fn sites(self) -> [(&'static str, f64); 8] {
        match self {
            Kind::Temperature => [
                ("Observatory", 0.0),
                ("Market Square", 0.7),
                ("Riverside", -0.4),
                ("University", 0.3),
                ("Northern Suburb", -0.6),
                ("Hospital", 0.2),
                ("Allotments", -0.7),
                ("Harbour", -0.2),
            ],
            Kind::Humidity => [
                ("Observatory", 0.0),
                ("Market Square", -0.6),
                ("Riverside", 0.7),
                ("University", -0.2),
                ("Northern Suburb", 0.3),
                ("Hospital", -0.3),
                ("Allotments", 0.5),
                ("Harbour", 0.6),
            ],
            Kind::AirQuality => [
                ("Urban Background", 0.0),
                ("Ring Road", 0.8),
                ("Central Station", 0.5),
                ("City Park", -0.6),
                ("Industrial Estate", 0.7),
                ("School Lane", -0.2),
                ("High Street", 0.6),
                ("Southern Suburb", -0.5),
            ],
            Kind::Traffic => [
                ("Ring Road North", 0.8),
                ("High Street", -0.1),
                ("Bridge Street", 0.2),
                ("Station Road", 0.1),
                ("Ring Road South", 0.7),
                ("University Avenue", -0.4),
                ("Market Street", -0.3),
                ("Park Lane", -0.7),
            ],
            Kind::Noise => [
                ("High Street", 0.5),
                ("Central Station", 0.4),
                ("Residential Quarter", -0.7),
                ("Ring Road", 0.8),
                ("Theatre Square", 0.2),
                ("City Park", -0.8),
                ("Harbour", 0.0),
                ("School Lane", -0.4),
            ],
        }
    }

    /// How far apart sensors of the kind read, as a fixed difference or factor.
    fn spread(self) -> f64 {
        match self {
            Kind::Temperature => 1.2,
            Kind::Humidity => 5.0,
            Kind::AirQuality => 0.25,
            Kind::Traffic => 0.6,
            Kind::Noise => 9.0,
        }
    }

    fn is_modelled(self) -> bool {
        self <= Kind::AirQuality
    }
}

/// A sensor.
#[derive(Clone, Debug, PartialEq)]
pub struct Sensor {
    /// Identifier, e.g. `TMP-2643743-01`.
    pub id: String,
    /// What it measures.
    pub kind: Kind,
    /// 1 for the first of its kind.
    pub number: i64,
    /// Where it stands.
    pub site: &'static str,
    /// Degrees north.
    pub latitude: f64,
    /// Degrees east.
    pub longitude: f64,
    /// How it differs from the first of its kind.
    pub(super) bias: f64,
}

impl Sensor {
    /// Whether it shows what the models say of the city.
    pub fn is_reference(&self) -> bool {
        self.number == 1 && self.kind.is_modelled()
    }
}

/// The sensors of a kind in a city, the first one the reference.
pub fn sensors(seed: Seed, place: &Place, kind: Kind) -> Vec<Sensor> {
    let count = match place.population {
        0..100_000 => 2,
        100_000..500_000 => 4,
        500_000..2_000_000 => 6,
        _ => 8,
    };
    let mut dice = seed.stream(&["sensors", kind.code(), &place.id.to_string()]);
    let one = |(number, (site, leaning)): (i64, (&'static str, f64))| {
        let own = dice.between(-0.2, 0.2);
        let reference = number == 1 && kind.is_modelled();
        let (latitude, longitude) = if reference { centre(place) } else { position(seed, place, site) };
        Sensor {
            id: format!("{}-{}-{number:02}", kind.letters(), place.id),
            kind,
            number,
            site,
            latitude,
            longitude,
            bias: if reference { 0.0 } else { kind.spread() * (leaning + own) },
        }
    };
    (1..).zip(kind.sites()).take(count).map(one).collect()
}

fn centre(place: &Place) -> (f64, f64) {
    (degrees(place.latitude), degrees(place.longitude))
}

fn degrees(value: f64) -> f64 {
    (value * 1e5).round() / 1e5
}

/// Where a site of a town lies, whatever is measured there: in the half of the town that its name says, a ring road at its
/// edge, markets and high streets in the middle.
fn position(seed: Seed, place: &Place, site: &str) -> (f64, f64) {
    const CENTRAL: [&str; 5] = ["High Street", "Market Square", "Market Street", "Theatre Square", "Central Station"];
    let mut dice = seed.stream(&["sensors", "site", site, &place.id.to_string()]);
    let turn = match site {
        north if north.contains("North") => dice.between(-0.15, 0.15),
        south if south.contains("South") => dice.between(0.35, 0.65),
        _ => dice.unit(),
    };
    let out = match site {
        ring if ring.starts_with("Ring Road") => 1.0,
        _ if CENTRAL.contains(&site) => dice.between(0.05, 0.25),
        _ => dice.between(0.3, 0.9),
    };
    // A town of ten thousand is a kilometre across, one of a million eight.
    let reach = out * 0.008 * libm::pow(f64::from(place.population.max(5_000)) / 1e4, 0.4);
    let (north, east) = (libm::cos(turn * core::f64::consts::TAU), libm::sin(turn * core::f64::consts::TAU));
    (degrees(place.latitude + reach * north), degrees(place.longitude + 1.4 * reach * east))
}
