//! Where the sun is, to a hundredth of a degree (Meeus, "Astronomical Algorithms", chapter 25).

use super::moment::{Axis, centuries, seconds};

/// Kilometres of an astronomical unit.
pub(super) const UNIT_KM: f64 = 149_597_870.7;

/// The sun's radius in kilometres.
pub(super) const RADIUS_KM: f64 = 696_000.0;

/// Apparent ecliptic longitude in radians, and distance in astronomical units.
pub(super) fn ecliptic(t: f64) -> (f64, f64) {
    let mean = 280.466_46 + 36_000.769_83 * t + 0.000_303_2 * t * t;
    let anomaly = (357.529_11 + 35_999.050_29 * t - 0.000_153_7 * t * t).to_radians();
    let eccentricity = 0.016_708_634 - 0.000_042_037 * t;
    let centre = (1.914_602 - 0.004_817 * t) * libm::sin(anomaly)
        + (0.019_993 - 0.000_101 * t) * libm::sin(2.0 * anomaly)
        + 0.000_289 * libm::sin(3.0 * anomaly);
    let true_anomaly = anomaly + centre.to_radians();
    let distance = 1.000_001_018 * (1.0 - eccentricity * eccentricity) / (1.0 + eccentricity * libm::cos(true_anomaly));
    let longitude = ((mean + centre) % 360.0).to_radians();
    (longitude - seconds(20.489_8) / distance + Axis::at(t).nutation, distance)
}

/// Along the equator of date, in kilometres.
pub(super) fn vector(unix: f64) -> [f64; 3] {
    let t = centuries(unix);
    let (longitude, distance) = ecliptic(t);
    Axis::at(t).equatorial(longitude, 0.0, distance * UNIT_KM)
}
