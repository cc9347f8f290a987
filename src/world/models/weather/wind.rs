//! Wind near the ground, out of the pressure gradient.

/// Wind as it blows: towards east and north, in m/s.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Wind {
    pub east: f64,
    pub north: f64,
}

impl Wind {
    /// The wind where pressure rises by so many hPa a degree eastward and northward on the map.
    ///
    /// Geostrophic wind with a floor under the Coriolis parameter (it has no meaning at the equator), slowed by the ground
    /// and turned towards the low by 25°.
    pub fn from_gradient(rise: [f64; 2], latitude_sin: f64, latitude_cos: f64, roughness: f64) -> Wind {
        const DENSITY: f64 = 1.2;
        const TWICE_SPIN: f64 = 1.458_4e-4;
        let metres = 111_200.0 * latitude_cos.max(0.15);
        let inverse = latitude_sin / (latitude_sin * latitude_sin + 0.15) / (DENSITY * TWICE_SPIN);
        let scale = inverse * 100.0 / metres * roughness;
        let (east, north) = (-rise[1] * scale, rise[0] * scale);
        let turn = 0.422_6 * (latitude_sin * 4.0).clamp(-1.0, 1.0);
        Wind { east: 0.906_3 * east - turn * north, north: turn * east + 0.906_3 * north }
    }

    /// The winds that prevail at a latitude: trades up to 28°, westerlies beyond, easterlies near the poles.
    pub fn prevailing(latitude: f64) -> Wind {
        let from_equator = latitude.abs();
        let east = match from_equator {
            d if d < 18.0 => -2.6,
            d if d < 40.0 => -2.6 + (d - 18.0) / 22.0 * 4.2,
            d if d < 58.0 => 1.6,
            d => 1.6 - (d - 58.0) / 15.0 * 2.6,
        };
        Wind { east: east.max(-2.6), north: if from_equator < 28.0 { -latitude / 28.0 } else { 0.0 } }
    }

    pub fn plus(self, other: Wind) -> Wind {
        Wind { east: self.east + other.east, north: self.north + other.north }
    }

    /// In m/s.
    pub fn speed(self) -> f64 {
        (self.east * self.east + self.north * self.north).sqrt()
    }

    /// Where it comes from, in whole degrees from north through east, 0 to 359.
    pub fn from(self) -> i64 {
        let degrees = libm::atan2(-self.east, -self.north).to_degrees().round() as i64;
        degrees.rem_euclid(360)
    }
}

/// The name of a direction in degrees on the sixteen-point compass, e.g. `WSW` for 250.
pub fn compass(degrees: i64) -> &'static str {
    const NAMES: [&str; 16] =
        ["N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE", "S", "SSW", "SW", "WSW", "W", "WNW", "NW", "NNW"];
    // Sixteen points of 22.5°, each reaching 11.25° to both sides.
    NAMES[((degrees.rem_euclid(360) * 4 + 45) / 90 % 16) as usize]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_low_is_on_the_left_in_the_north_and_on_the_right_in_the_south() {
        // Pressure rises northward, so the low is south: easterlies in the north, westerlies in the south.
        let north = Wind::from_gradient([0.0, 0.6], 0.77, 0.64, 0.5);
        let south = Wind::from_gradient([0.0, 0.6], -0.77, 0.64, 0.5);
        assert!(north.east < 0.0 && south.east > 0.0);
        // Both blow across the isobars, out of the high.
        assert!(north.north < 0.0 && south.north < 0.0);
    }

    #[test]
    fn directions_say_where_the_wind_comes_from() {
        assert_eq!(Wind { east: 5.0, north: 0.0 }.from(), 270);
        assert_eq!(Wind { east: 0.0, north: -5.0 }.from(), 0);
    }

    #[test]
    fn the_compass_has_sixteen_points() {
        assert_eq!([compass(0), compass(11), compass(12), compass(250), compass(349)], ["N", "N", "NNE", "WSW", "N"]);
    }
}
