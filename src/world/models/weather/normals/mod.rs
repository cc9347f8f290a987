//! What the weather of a place is like on average: 640 towns known by heart, and the land between them.
//!
//! The tables hold climate normals (about 1991–2020) rounded to whole degrees and tens of millimetres. They were written
//! down from general knowledge of the figures that national weather services publish; no data set was copied. Between
//! the towns the values are interpolated, temperatures after bringing them down to sea level.

mod africa;
mod americas;
mod asia;
mod europe;
mod oceania;

use std::sync::{Arc, LazyLock, OnceLock};

use crate::world::{Memo, Place, PlaceKey};

/// Climates of places that were asked for lately: each is a walk over all towns of the tables.
static KNOWN: LazyLock<Memo<Arc<PlaceKey>, Normals>> = LazyLock::new(|| Memo::new(4_000));

/// How fast air cools with height in °C a metre (ICAO standard atmosphere).
const LAPSE: f64 = 0.0065;

/// One town whose climate is known.
#[derive(Clone, Copy, Debug)]
pub(super) struct Station {
    /// English name; read by the tests and by people.
    #[cfg_attr(not(test), expect(dead_code, reason = "a row without its name could not be checked"))]
    pub name: &'static str,
    /// Degrees north.
    pub latitude: f64,
    /// Degrees east.
    pub longitude: f64,
    /// Metres above the sea.
    pub elevation: i16,
    /// Mean temperature of January, April, July and October in °C.
    pub temperature: [i8; 4],
    /// Mean difference of a day's high and low in °C.
    pub swing: u8,
    /// Mean relative humidity in %.
    pub humidity: u8,
    /// Precipitation of December–February, March–May, June–August and September–November in mm.
    pub rain: [u16; 4],
}

/// A row of the tables; positional, because 640 rows of named fields would hide the numbers.
#[expect(clippy::too_many_arguments, reason = "the columns of a table")]
const fn row(
    name: &'static str,
    latitude: f64,
    longitude: f64,
    elevation: i16,
    temperature: [i8; 4],
    swing: u8,
    humidity: u8,
    rain: [u16; 4],
) -> Station {
    Station { name, latitude, longitude, elevation, temperature, swing, humidity, rain }
}

/// The climate of one place, interpolated.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Normals {
    /// Mean temperature of January, April, July and October in °C, at the place's own height.
    pub temperature: [f64; 4],
    /// Mean difference of a day's high and low in °C.
    pub swing: f64,
    /// Mean relative humidity in %.
    pub humidity: f64,
    /// Precipitation of the four seasons from December on, in mm a month.
    pub rain: [f64; 4],
}

impl Normals {
    /// The climate at a place.
    pub fn at(place: &Place) -> Normals {
        KNOWN.get(&place.key(), || interpolate(place, |_| false))
    }
}

/// Towns weigh by the inverse fourth power of their distance, softened so that a town itself is not a spike.
fn interpolate(place: &Place, leave_out: impl Fn(&Station) -> bool) -> Normals {
    let here = direction(place.latitude, place.longitude);
    let mut sum = Normals::default();
    let mut weights = 0.0;
    for known in known() {
        if leave_out(&known.station) {
            continue;
        }
        let weight = weight(here, known.direction);
        weights += weight;
        sum.add(known, weight);
    }
    sum.finish(weights, place)
}

impl Normals {
    fn add(&mut self, known: &Known, weight: f64) {
        for season in 0..4 {
            self.temperature[season] += weight * known.excess[season];
            self.rain[season] += weight * f64::from(known.station.rain[season]) / 3.0;
        }
        self.swing += weight * f64::from(known.station.swing);
        self.humidity += weight * f64::from(known.station.humidity);
    }

    fn finish(mut self, weights: f64, place: &Place) -> Normals {
        for season in 0..4 {
            let excess = self.temperature[season] / weights;
            self.temperature[season] = excess + usual(place.latitude, season) - LAPSE * f64::from(place.elevation);
            self.rain[season] /= weights;
        }
        self.swing /= weights;
        self.humidity /= weights;
        self
    }
}

/// A station with what interpolation asks of it again and again.
struct Known {
    station: Station,
    direction: [f64; 3],
    /// How much warmer than usual for its latitude it is at sea level, by season.
    excess: [f64; 4],
}

impl Known {
    fn new(station: Station) -> Known {
        let excess = std::array::from_fn(|season| {
            f64::from(station.temperature[season]) + LAPSE * f64::from(station.elevation)
                - usual(station.latitude, season)
        });
        Known { direction: direction(station.latitude, station.longitude), excess, station }
    }
}

fn known() -> &'static [Known] {
    static KNOWN: OnceLock<Vec<Known>> = OnceLock::new();
    KNOWN.get_or_init(|| stations().map(Known::new).collect())
}

fn stations() -> impl Iterator<Item = Station> {
    let tables: [&'static [Station]; 5] =
        [&europe::STATIONS, &asia::STATIONS, &africa::STATIONS, &americas::STATIONS, &oceania::STATIONS];
    tables.into_iter().flatten().copied()
}

/// Sea-level temperature by latitude alone, a backdrop that lets lone stations speak for their own latitude only.
fn usual(latitude: f64, season: usize) -> f64 {
    let mean = 27.0 - 0.0085 * latitude * latitude;
    let swing = if latitude < 0.0 { 0.12 } else { 0.25 } * latitude;
    match season {
        0 => mean - swing,
        2 => mean + swing,
        _ => mean,
    }
}

/// The unit vector from the middle of the Earth.
fn direction(latitude: f64, longitude: f64) -> [f64; 3] {
    let (north, east) = (latitude.to_radians(), longitude.to_radians());
    let equatorial = libm::cos(north);
    [equatorial * libm::cos(east), equatorial * libm::sin(east), libm::sin(north)]
}

fn weight(a: [f64; 3], b: [f64; 3]) -> f64 {
    const EARTH_KM: f64 = 6371.0;
    const SOFT_KM: f64 = 40.0;
    let chord: f64 = (0..3).map(|i| (a[i] - b[i]) * (a[i] - b[i])).sum();
    let square = chord * EARTH_KM * EARTH_KM + SOFT_KM * SOFT_KM;
    1.0 / (square * square)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(station: &Station) -> Place {
        Place {
            id: 0,
            name: station.name.to_owned(),
            country: String::new(),
            region: String::new(),
            latitude: station.latitude,
            longitude: station.longitude,
            elevation: i32::from(station.elevation),
            population: 0,
            timezone: "UTC".to_owned(),
        }
    }

    #[test]
    fn a_town_left_out_is_guessed_from_its_neighbours() {
        let mut errors: Vec<(f64, &str)> = Vec::new();
        for station in stations() {
            let guess = interpolate(&place(&station), |other| other.name == station.name);
            let worst = (0..4).map(|s| (guess.temperature[s] - f64::from(station.temperature[s])).abs());
            errors.push((worst.fold(0.0, f64::max), station.name));
        }
        errors.sort_by(|a, b| a.0.total_cmp(&b.0));
        let median = errors[errors.len() / 2].0;
        let tenth = errors[errors.len() * 9 / 10].0;
        assert!(
            median < 2.5 && tenth < 5.5,
            "median {median:.1}, nine in ten {tenth:.1}, worst {:?}",
            &errors[errors.len() - 40..]
        );
    }

    #[test]
    fn a_known_town_gets_nearly_its_own_numbers() {
        for station in stations() {
            let here = Normals::at(&place(&station));
            for season in 0..4 {
                let gap = here.temperature[season] - f64::from(station.temperature[season]);
                assert!(gap.abs() < 4.0, "{} is off by {gap:.1} in season {season}", station.name);
            }
        }
    }

    #[test]
    fn every_row_is_possible() {
        for s in stations() {
            assert!(s.latitude.abs() < 90.0 && s.longitude.abs() <= 180.0, "{}", s.name);
            assert!((3..=18).contains(&s.swing) && (15..=95).contains(&s.humidity), "{}", s.name);
            let spread = s.temperature.iter().max().unwrap() - s.temperature.iter().min().unwrap();
            assert!(spread < 65, "{}", s.name);
        }
    }
}
