//! Time as astronomers count it, and how the Earth stands in it.

use core::f64::consts::TAU;

/// Seconds since 1970-01-01T00:00Z as days since 2000-01-01T12:00 of Universal Time.
pub(super) fn days(unix: f64) -> f64 {
    unix / 86_400.0 - 10_957.5
}

/// Julian centuries of Terrestrial Time since 2000.
pub(super) fn centuries(unix: f64) -> f64 {
    (days(unix) + delta_t(unix) / 86_400.0) / 36_525.0
}

/// How far Terrestrial Time is ahead in seconds: observed until 2026, then expected.
fn delta_t(unix: f64) -> f64 {
    const KNOWN: [(f64, f64); 11] = [
        (1900.0, -2.8),
        (1920.0, 21.2),
        (1940.0, 24.3),
        (1960.0, 33.2),
        (1980.0, 50.5),
        (2000.0, 63.8),
        (2015.0, 67.6),
        (2026.0, 69.2),
        (2050.0, 76.0),
        (2075.0, 90.0),
        (2100.0, 110.0),
    ];
    let year = 1970.0 + unix / 31_556_952.0;
    let next = KNOWN.iter().position(|(y, _)| *y > year).unwrap_or(KNOWN.len() - 1).max(1);
    let ((y0, s0), (y1, s1)) = (KNOWN[next - 1], KNOWN[next]);
    s0 + (s1 - s0) * ((year - y0) / (y1 - y0)).clamp(0.0, 1.0)
}

/// The Earth's axis at a time, all in radians.
#[derive(Clone, Copy, Debug)]
pub(super) struct Axis {
    /// Nutation in longitude.
    pub nutation: f64,
    /// True obliquity of the ecliptic.
    pub obliquity: f64,
}

impl Axis {
    /// At so many Julian centuries since 2000; nutation by its four largest terms (Meeus, chapter 22).
    pub fn at(t: f64) -> Axis {
        let node = (125.044_52 - 1_934.136_261 * t).to_radians();
        let sun = (280.466_5 + 36_000.769_8 * t).to_radians();
        let moon = (218.316_5 + 481_267.881_3 * t).to_radians();
        let (sin, cos) = (libm::sin, libm::cos);
        let nutation = -17.20 * sin(node) - 1.32 * sin(2.0 * sun) - 0.23 * sin(2.0 * moon) + 0.21 * sin(2.0 * node);
        let tilt = 9.20 * cos(node) + 0.57 * cos(2.0 * sun) + 0.10 * cos(2.0 * moon) - 0.09 * cos(2.0 * node);
        let mean = 23.439_291_1 - 0.013_004_2 * t - 1.64e-7 * t * t + 5.04e-7 * t * t * t;
        Axis { nutation: seconds(nutation), obliquity: mean.to_radians() + seconds(tilt) }
    }

    /// From ecliptic longitude and latitude (radians) and distance to a vector along the equator of date.
    pub fn equatorial(self, longitude: f64, latitude: f64, distance: f64) -> [f64; 3] {
        let flat = distance * libm::cos(latitude);
        let (x, y, z) = (flat * libm::cos(longitude), flat * libm::sin(longitude), distance * libm::sin(latitude));
        let (sin, cos) = (libm::sin(self.obliquity), libm::cos(self.obliquity));
        [x, y * cos - z * sin, y * sin + z * cos]
    }
}

/// Seconds of arc in radians.
pub(super) fn seconds(arc: f64) -> f64 {
    (arc / 3600.0).to_radians()
}

/// Apparent sidereal time at Greenwich in radians, not reduced to one turn.
pub(super) fn sidereal(unix: f64) -> f64 {
    let (days, t) = (days(unix), centuries(unix));
    let axis = Axis::at(t);
    let mean = 280.460_618_37 + 360.985_647_366_29 * days + 0.000_387_933 * t * t;
    (mean % 360.0).to_radians() + axis.nutation * libm::cos(axis.obliquity)
}

/// An angle in radians brought into `[-π, π)`.
pub(super) fn half_turn(angle: f64) -> f64 {
    let turns = angle / TAU + 0.5;
    (turns - turns.floor() - 0.5) * TAU
}

/// An angle in degrees brought into `[0, 360)`.
pub(super) fn full_turn(degrees: f64) -> f64 {
    degrees - (degrees / 360.0).floor() * 360.0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Meeus, example 12.a: 1987 April 10, 0h UT.
    #[test]
    fn sidereal_time_is_that_of_the_book() {
        let hours = full_turn(sidereal(545_011_200.0).to_degrees()) / 15.0;
        let expected = 13.0 + 10.0 / 60.0 + 46.135_1 / 3600.0;
        assert!((hours - expected).abs() < 1e-5, "{hours} instead of {expected}");
    }

    #[test]
    fn angles_are_brought_into_their_turn() {
        assert!((half_turn(TAU + 1.0) - 1.0).abs() < 1e-12 && (half_turn(-3.5) - (TAU - 3.5)).abs() < 1e-12);
        assert!((full_turn(-30.0) - 330.0).abs() < 1e-12);
    }
}
