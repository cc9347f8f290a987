//! Where the moon is, to some seconds of arc (Meeus, "Astronomical Algorithms", chapter 47).

use super::moment::{Axis, centuries};
use super::moon_terms::{LATITUDE, LONGITUDE};

/// The moon's radius in kilometres.
pub(super) const RADIUS_KM: f64 = 1_737.4;

/// Apparent ecliptic longitude and latitude in radians, and distance in kilometres.
pub(super) fn ecliptic(t: f64) -> (f64, f64, f64) {
    let (t2, t3) = (t * t, t * t * t);
    let degrees = |value: f64| (value % 360.0).to_radians();
    let mean = degrees(218.316_447_7 + 481_267.881_234_21 * t - 0.001_578_6 * t2 + t3 / 538_841.0);
    let arguments = [
        degrees(297.850_192_1 + 445_267.111_403_4 * t - 0.001_881_9 * t2 + t3 / 545_868.0),
        degrees(357.529_109_2 + 35_999.050_290_9 * t - 0.000_153_6 * t2),
        degrees(134.963_396_4 + 477_198.867_505_5 * t + 0.008_741_4 * t2 + t3 / 69_699.0),
        degrees(93.272_095_0 + 483_202.017_523_3 * t - 0.003_653_9 * t2 - t3 / 3_526_000.0),
    ];
    let [_, _, anomaly, node] = arguments;
    let shrink = 1.0 - 0.002_516 * t - 0.000_007_4 * t2;
    // The Earth's orbit becomes rounder, so terms with the sun's anomaly fade.
    let faded = |multiples: &[i8; 4]| match multiples[1].abs() {
        0 => 1.0,
        1 => shrink,
        _ => shrink * shrink,
    };
    let angle = |multiples: &[i8; 4]| multiples.iter().zip(arguments).map(|(m, a)| f64::from(*m) * a).sum::<f64>();
    let [a1, a2, a3] = [119.75 + 131.849 * t, 53.09 + 479_264.290 * t, 313.45 + 481_266.484 * t].map(degrees);
    let (sin, cos) = (libm::sin, libm::cos);
    let mut longitude = 3_958.0 * sin(a1) + 1_962.0 * sin(mean - node) + 318.0 * sin(a2);
    let mut distance = 0.0;
    for (multiples, along, away) in &LONGITUDE {
        let (angle, faded) = (angle(multiples), faded(multiples));
        longitude += along * faded * sin(angle);
        distance += away * faded * cos(angle);
    }
    let mut latitude = -2_235.0 * sin(mean)
        + 382.0 * sin(a3)
        + 175.0 * (sin(a1 - node) + sin(a1 + node))
        + 127.0 * sin(mean - anomaly)
        - 115.0 * sin(mean + anomaly);
    for (multiples, up) in &LATITUDE {
        latitude += up * faded(multiples) * sin(angle(multiples));
    }
    let longitude = mean + (longitude / 1e6).to_radians() + Axis::at(t).nutation;
    (longitude, (latitude / 1e6).to_radians(), 385_000.56 + distance / 1000.0)
}

/// Along the equator of date, in kilometres.
pub(super) fn vector(unix: f64) -> [f64; 3] {
    let t = centuries(unix);
    let (longitude, latitude, distance) = ecliptic(t);
    Axis::at(t).equatorial(longitude, latitude, distance)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Meeus, example 47.a: 1992 April 12, 0h of Terrestrial Time.
    #[test]
    fn the_moon_is_where_the_book_says() {
        let t = -0.077_221_081_451;
        let (longitude, latitude, distance) = ecliptic(t);
        let longitude = super::super::moment::full_turn(longitude.to_degrees());
        assert!((longitude - 133.167_265).abs() < 2e-4, "{longitude}");
        assert!((latitude.to_degrees() + 3.229_126).abs() < 2e-4, "{}", latitude.to_degrees());
        assert!((distance - 368_409.7).abs() < 1.0, "{distance}");
    }
}
