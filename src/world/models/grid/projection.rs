//! The transverse Mercator projection of the British National Grid, on the ellipsoid GRS 80.
//!
//! The series are those of "A guide to coordinate systems in Great Britain" (Ordnance Survey), annexe C; they hold to a
//! millimetre over the grid.

/// An ellipsoid by its half axes in metres.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ellipsoid {
    major: f64,
    minor: f64,
}

/// The ellipsoid of ETRS89, which is that of WGS 84 to a tenth of a millimetre.
pub(super) const GRS80: Ellipsoid = Ellipsoid { major: 6_378_137.0, minor: 6_356_752.314_140 };

/// The ellipsoid of OSGB36; only the guide's worked example needs it here, since OSTN15 shifts coordinates of GRS 80.
#[cfg(test)]
pub(super) const AIRY: Ellipsoid = Ellipsoid { major: 6_377_563.396, minor: 6_356_256.909 };

/// Scale on the central meridian.
const SCALE: f64 = 0.999_601_271_7;
/// True origin: 49° N, 2° W.
const ORIGIN: (f64, f64) = (49.0, -2.0);
/// Easting and northing of the true origin in metres.
const FALSE: (f64, f64) = (400_000.0, -100_000.0);

/// Radii and powers at one latitude.
struct At {
    sin: f64,
    cos: f64,
    tan2: f64,
    /// Radius of curvature across the meridian, scaled.
    nu: f64,
    /// Radius along it, scaled.
    rho: f64,
    eta2: f64,
}

impl Ellipsoid {
    fn at(self, latitude: f64) -> At {
        let (sin, cos) = (libm::sin(latitude), libm::cos(latitude));
        let squash = 1.0 - self.minor * self.minor / (self.major * self.major);
        let flat = 1.0 - squash * sin * sin;
        let nu = self.major * SCALE / flat.sqrt();
        let rho = nu * (1.0 - squash) / flat;
        At { sin, cos, tan2: (sin / cos) * (sin / cos), nu, rho, eta2: nu / rho - 1.0 }
    }

    /// Metres along the meridian from the true origin, scaled.
    fn meridian(self, latitude: f64) -> f64 {
        let n = (self.major - self.minor) / (self.major + self.minor);
        let (n2, n3) = (n * n, n * n * n);
        let origin = ORIGIN.0.to_radians();
        let (less, more) = (latitude - origin, latitude + origin);
        let wave = |k: f64| libm::sin(k * less) * libm::cos(k * more);
        let sum = (1.0 + n + 1.25 * (n2 + n3)) * less - (3.0 * (n + n2) + 2.625 * n3) * wave(1.0)
            + 1.875 * (n2 + n3) * wave(2.0)
            - 35.0 / 24.0 * n3 * wave(3.0);
        self.minor * SCALE * sum
    }

    /// Eastings and northings in metres of a point in degrees north and east.
    pub(super) fn project(self, latitude: f64, longitude: f64) -> (f64, f64) {
        let latitude = latitude.to_radians();
        let At { sin, cos, tan2, nu, rho, eta2 } = self.at(latitude);
        let away = (longitude - ORIGIN.1).to_radians();
        let (away2, cos3, tan4) = (away * away, cos * cos * cos, tan2 * tan2);
        let cos5 = cos3 * cos * cos;
        let north = self.meridian(latitude)
            + away2
                * (nu / 2.0 * sin * cos
                    + away2
                        * (nu / 24.0 * sin * cos3 * (5.0 - tan2 + 9.0 * eta2)
                            + away2 * nu / 720.0 * sin * cos5 * (61.0 - 58.0 * tan2 + tan4)));
        let east = away
            * (nu * cos
                + away2
                    * (nu / 6.0 * cos3 * (nu / rho - tan2)
                        + away2 * nu / 120.0 * cos5 * (5.0 - 18.0 * tan2 + tan4 + 14.0 * eta2 - 58.0 * tan2 * eta2)));
        (FALSE.0 + east, FALSE.1 + north)
    }

    /// Degrees north and east of a point in metres.
    pub(super) fn unproject(self, easting: f64, northing: f64) -> (f64, f64) {
        let (latitude, longitude) = self.unprojected(easting, northing);
        // Near the western edge the series stop a decimetre short; what projecting back is off by sets that right.
        let (east, north) = self.project(latitude, longitude);
        self.unprojected(2.0 * easting - east, 2.0 * northing - north)
    }

    fn unprojected(self, easting: f64, northing: f64) -> (f64, f64) {
        let latitude = self.foot(northing - FALSE.1);
        let At { cos, tan2, nu, rho, eta2, .. } = self.at(latitude);
        let tan = libm::tan(latitude);
        let (away, tan4) = (easting - FALSE.0, tan2 * tan2);
        let (nu3, away2) = (nu * nu * nu, away * away);
        let (nu5, nu7) = (nu3 * nu * nu, nu3 * nu3 * nu);
        let down = away2
            * (tan / (2.0 * rho * nu)
                - away2
                    * (tan / (24.0 * rho * nu3) * (5.0 + 3.0 * tan2 + eta2 - 9.0 * tan2 * eta2)
                        - away2 * tan / (720.0 * rho * nu5) * (61.0 + 90.0 * tan2 + 45.0 * tan4)));
        let east = away / cos
            * (1.0 / nu
                - away2
                    * ((nu / rho + 2.0 * tan2) / (6.0 * nu3)
                        - away2
                            * ((5.0 + 28.0 * tan2 + 24.0 * tan4) / (120.0 * nu5)
                                - away2 * (61.0 + 662.0 * tan2 + 1320.0 * tan4 + 720.0 * tan4 * tan2)
                                    / (5040.0 * nu7))));
        ((latitude - down).to_degrees(), ORIGIN.1 + east.to_degrees())
    }

    /// The latitude whose meridian arc is so long.
    fn foot(self, arc: f64) -> f64 {
        let mut latitude = ORIGIN.0.to_radians() + arc / (self.major * SCALE);
        // Each round brings it some thousand times nearer; the bound is for safety.
        for _ in 0..12 {
            let off = arc - self.meridian(latitude);
            latitude += off / (self.major * SCALE);
            if off.abs() < 1e-6 {
                break;
            }
        }
        latitude
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The guide's worked example (annexe C): Caister water tower on the ellipsoid of Airy.
    #[test]
    fn the_published_example_comes_out_both_ways() {
        let (latitude, longitude) = (52.0 + 39.0 / 60.0 + 27.253_1 / 3600.0, 1.0 + 43.0 / 60.0 + 4.517_7 / 3600.0);
        let (east, north) = AIRY.project(latitude, longitude);
        assert!((east - 651_409.903).abs() < 0.002 && (north - 313_177.270).abs() < 0.002, "{east} {north}");
        let (back, across) = AIRY.unproject(651_409.903, 313_177.270);
        assert!((back - latitude).abs() < 3e-8 && (across - longitude).abs() < 3e-8, "{back} {across}");
    }

    #[test]
    fn projecting_there_and_back_changes_nothing() {
        for latitude in [49.8, 52.0, 55.5, 58.6, 60.9] {
            for longitude in [-8.5, -6.0, -2.0, 0.0, 1.8] {
                let (east, north) = GRS80.project(latitude, longitude);
                let (back, across) = GRS80.unproject(east, north);
                assert!((back - latitude).abs() < 1e-8 && (across - longitude).abs() < 1e-8, "{back} {across}");
            }
        }
    }
}
