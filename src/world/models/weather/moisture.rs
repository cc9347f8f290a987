//! Water in the air: Magnus' formula in the version of the Australian Bureau of Meteorology.

/// Vapour pressure over water in hPa when the air at this temperature (°C) is full.
pub(super) fn saturation(temperature: f64) -> f64 {
    6.105 * libm::exp(17.27 * temperature / (237.7 + temperature))
}

/// The dew point in °C of air at a temperature and a relative humidity in %.
pub(super) fn dew_point(temperature: f64, humidity: f64) -> f64 {
    let x = libm::log(humidity.max(1.0) / 100.0) + 17.27 * temperature / (237.7 + temperature);
    237.7 * x / (17.27 - x)
}

/// How the air feels in °C: Steadman's apparent temperature in shade, from vapour pressure (hPa) and wind (m/s).
pub(super) fn apparent(temperature: f64, vapour: f64, wind: f64) -> f64 {
    temperature + 0.33 * vapour - 0.70 * wind - 4.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dew_point_and_humidity_are_each_others_inverse() {
        for temperature in [-20.0, 0.0, 15.0, 38.0] {
            let back = 100.0 * saturation(dew_point(temperature, 55.0)) / saturation(temperature);
            assert!((back - 55.0).abs() < 1e-6, "{back} at {temperature} °C");
        }
    }

    #[test]
    fn a_known_dew_point_comes_out() {
        assert!((dew_point(20.0, 50.0) - 9.3).abs() < 0.1);
    }
}
