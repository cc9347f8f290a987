//! Where the sun stands, to half a degree: enough for warmth and ultraviolet, not for an almanac.

use core::f64::consts::TAU;

use super::season::Season;

/// Local mean solar time in hours, `[0, 24)`.
pub(super) fn solar_time(days: f64, longitude: f64) -> f64 {
    let turns = days + longitude / 360.0;
    (turns - turns.floor()) * 24.0
}

/// The sun over one latitude in one season.
#[derive(Clone, Copy)]
pub(super) struct Sun {
    /// Products of the sines and of the cosines of latitude and declination.
    sines: f64,
    cosines: f64,
}

impl Sun {
    /// The latitude is given by its sine and cosine.
    pub fn over(latitude_sin: f64, latitude_cos: f64, season: Season) -> Sun {
        // The December solstice lies 25 days before mid-January, 0.43 radians.
        const AHEAD_COS: f64 = 0.908_966;
        const AHEAD_SIN: f64 = 0.416_871;
        let sine = libm::sin(-0.409_1 * (season.cos * AHEAD_COS - season.sin * AHEAD_SIN));
        Sun {
            sines: latitude_sin * sine,
            // The declination stays within 24°, where the cosine is positive.
            cosines: latitude_cos * (1.0 - sine * sine).sqrt(),
        }
    }

    /// The sine of the sun's height at a solar time in hours; below 0 it is night.
    pub fn height(self, solar_time: f64) -> f64 {
        self.sines - self.cosines * libm::cos(solar_time / 24.0 * TAU)
    }

    /// The sine of its height at noon.
    pub fn noon(self) -> f64 {
        self.sines + self.cosines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sine of the noon height at a latitude, so many days after 1970-01-01.
    fn noon(latitude: f64, days: f64) -> f64 {
        let radians = latitude.to_radians();
        Sun::over(libm::sin(radians), libm::cos(radians), Season::at(days)).noon()
    }

    #[test]
    fn the_sun_stands_high_in_june_and_low_in_december_over_london() {
        assert!((libm::asin(noon(51.5, 171.0)).to_degrees() - 61.9).abs() < 0.7);
        assert!((libm::asin(noon(51.5, 355.0)).to_degrees() - 15.1).abs() < 0.7);
    }

    #[test]
    fn the_polar_night_has_no_noon() {
        assert!(noon(78.0, 355.0) < 0.0);
        assert!(noon(-78.0, 171.0) < 0.0);
    }

    #[test]
    fn noon_is_at_twelve_where_the_meridian_says() {
        assert!((solar_time(0.5, 0.0) - 12.0).abs() < 1e-9);
        assert!((solar_time(0.5, 90.0) - 18.0).abs() < 1e-9);
    }
}
