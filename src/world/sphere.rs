//! Distances on the globe.

/// The earth's mean radius in kilometres (IUGG).
pub const RADIUS_KM: f64 = 6371.0088;

/// Kilometres along the great circle between two points of (degrees north, degrees east).
///
/// The haversine formula, because it stays exact for neighbours, which the law of cosines does not.
pub fn distance_km(a: (f64, f64), b: (f64, f64)) -> f64 {
    let (lat_a, lat_b) = (a.0.to_radians(), b.0.to_radians());
    let up = libm::sin((lat_b - lat_a) / 2.0);
    let across = libm::sin((b.1 - a.1).to_radians() / 2.0);
    let h = up * up + libm::cos(lat_a) * libm::cos(lat_b) * across * across;
    2.0 * RADIUS_KM * libm::asin(h.sqrt().min(1.0))
}

/// The point on the unit sphere, for comparing many distances without trigonometry: nearer points have a greater
/// [`closeness`].
pub fn direction(latitude: f64, longitude: f64) -> [f64; 3] {
    let (lat, lon) = (latitude.to_radians(), longitude.to_radians());
    let flat = libm::cos(lat);
    [flat * libm::cos(lon), flat * libm::sin(lon), libm::sin(lat)]
}

/// The cosine of the angle between two directions: 1 for the same, -1 for the antipodes.
pub fn closeness(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_distances_come_out() {
        let (amsterdam, paris) = ((52.37403, 4.88969), (48.85341, 2.3488));
        assert!((distance_km(amsterdam, paris) - 430.0).abs() < 3.0);
        let (sydney, santiago) = ((-33.86785, 151.20732), (-33.45694, -70.64827));
        assert!((distance_km(sydney, santiago) - 11_340.0).abs() < 30.0);
    }

    #[test]
    fn the_date_line_and_the_poles_are_no_walls() {
        assert!(distance_km((0.0, 179.9), (0.0, -179.9)) < 23.0);
        assert!(distance_km((90.0, 0.0), (90.0, 120.0)) < 1e-6);
        assert!((distance_km((90.0, 0.0), (-90.0, 0.0)) - 20_015.1).abs() < 0.1);
        assert_eq!(distance_km((12.5, 7.25), (12.5, 7.25)), 0.0);
    }

    #[test]
    fn nearer_points_are_closer_in_direction() {
        let here = direction(52.0, 5.0);
        assert!(closeness(here, direction(52.1, 5.1)) > closeness(here, direction(52.3, 5.1)));
        assert!((closeness(here, direction(-52.0, -175.0)) + 1.0).abs() < 1e-12);
    }
}
