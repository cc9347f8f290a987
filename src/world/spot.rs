//! Points on the map: the place whose weather and clock they have.

use super::gazetteer::{Gazetteer, REACH_KM};
use super::place::Place;
use super::sphere::distance_km;

/// A point that was asked for by its coordinates.
#[derive(Clone, Debug, PartialEq)]
pub struct Spot {
    /// Whose weather, air and clock it has: the nearest place within 100 km, else the point itself, with the id 0, no
    /// country, no people, at the height of the sea and with the ship's time of its longitude.
    pub place: Place,
    /// Kilometres to `place`, to 0.1; 0 for the point itself.
    pub distance_km: f64,
    /// Whether no place is near.
    pub open: bool,
}

impl Gazetteer {
    /// The spot at a point in degrees north and east.
    pub fn spot(&self, latitude: f64, longitude: f64) -> Spot {
        let nearest = self.nearest(latitude, longitude);
        let distance = distance_km((latitude, longitude), (nearest.latitude, nearest.longitude));
        if distance <= REACH_KM {
            return Spot { place: nearest.clone(), distance_km: (distance * 10.0).round() / 10.0, open: false };
        }
        Spot { place: open_point(latitude, longitude), distance_km: 0.0, open: true }
    }
}

/// A point far from everyone as a place of its own.
pub fn open_point(latitude: f64, longitude: f64) -> Place {
    Place {
        id: 0,
        name: point_name(latitude, longitude),
        country: String::new(),
        region: String::new(),
        latitude,
        longitude,
        elevation: 0,
        population: 0,
        timezone: ships_zone(longitude),
    }
}

/// `12.5°S 45°W`, to two decimals.
fn point_name(latitude: f64, longitude: f64) -> String {
    let degrees = |value: f64, [plus, minus]: [char; 2]| {
        let rounded = (value.abs() * 100.0).round() / 100.0;
        format!("{rounded}°{}", if value < 0.0 { minus } else { plus })
    };
    format!("{} {}", degrees(latitude, ['N', 'S']), degrees(longitude, ['E', 'W']))
}

/// The zone of whole hours in which a longitude lies. The names of the IANA database count hours behind as plus.
fn ships_zone(longitude: f64) -> String {
    match (longitude / 15.0).round() as i64 {
        0 => "Etc/GMT".to_owned(),
        hours => format!("Etc/GMT{:+}", -hours),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sea_has_ships_time() {
        for (longitude, name, hours) in
            [(0.0, "Etc/GMT", 0), (-45.0, "Etc/GMT+3", -3), (172.0, "Etc/GMT-11", 11), (-180.0, "Etc/GMT+12", -12)]
        {
            let zone = ships_zone(longitude);
            assert_eq!(zone, name);
            let offset = crate::world::zone(&zone).to_offset(jiff::Timestamp::UNIX_EPOCH);
            assert_eq!(offset.seconds(), hours * 3600);
        }
    }

    #[test]
    fn a_point_is_named_by_its_degrees() {
        assert_eq!(point_name(-12.5, -45.0), "12.5°S 45°W");
        assert_eq!(point_name(0.0, 0.125), "0°N 0.13°E");
    }
}
