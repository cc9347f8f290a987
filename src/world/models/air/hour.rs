//! The air of one hour.

use core::f64::consts::TAU;
use std::sync::Arc;

use crate::world::models::weather::{Hour, Local, Sky, Usual, tenth};
use crate::world::seed::Field;
use crate::world::{Place, PlaceKey, Seed};

use super::aqi::Aqi;
use super::sources::usual_particles;

/// Concentrations in one hour, rounded.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AirHour {
    /// Whole hours since 1970-01-01T00:00Z.
    pub unix_hour: i64,
    /// Particles up to 2.5 µm in µg/m³, to 0.1.
    pub pm25: f64,
    /// Particles up to 10 µm in µg/m³, to 0.1; never below `pm25`.
    pub pm10: f64,
    /// Ozone in µg/m³, to 0.1.
    pub o3: f64,
    /// Nitrogen dioxide in µg/m³, to 0.1.
    pub no2: f64,
    /// Sulphur dioxide in µg/m³, to 0.1.
    pub so2: f64,
    /// Carbon monoxide in mg/m³, to 0.01.
    pub co: f64,
}

impl AirHour {
    /// The index of the moment: this hour's values put on the scales that are defined for averages of 24 hours (PM), eight
    /// hours (O3, CO) and one hour (NO2, SO2), as instant readings do. The index of a day is in [`super::AirDay`].
    pub fn aqi(&self) -> Aqi {
        Aqi::of([self.pm25, self.pm10, self.o3, self.no2, self.so2, self.co])
    }
}

/// The air of one place, worked out once.
#[derive(Clone, Debug)]
pub struct Air {
    pub(super) weather: Local,
    pub(super) seed: Seed,
    pub(super) place: Arc<PlaceKey>,
    haze: Field,
    dust: Field,
    latitude: f64,
    longitude: f64,
    /// Annual mean of PM2.5 in µg/m³.
    particles: f64,
    /// Emissions against a town of a million.
    size: f64,
}

/// What moves the concentrations of one hour.
struct Mix {
    weather: Hour,
    usual: Usual,
    /// Times the usual: calm and inversions gather, wind and rain clear.
    stagnation: f64,
    /// Times the usual traffic.
    traffic: f64,
    /// The sun of the last hours, 0 to 1.
    sun: f64,
    /// From 0 in a desert to nearly 1 in a monsoon.
    wet: f64,
}

impl Air {
    /// The air of a place in the world of a seed.
    pub fn new(seed: Seed, place: &Place) -> Air {
        let millions = f64::from(place.population.max(2_000)) / 1e6;
        Air {
            weather: Local::new(&Sky::new(seed), place),
            seed,
            place: place.key(),
            haze: seed.field(&["air", "haze"]),
            dust: seed.field(&["air", "dust"]),
            latitude: place.latitude,
            longitude: place.longitude,
            particles: usual_particles(place) * libm::pow(millions, 0.10).clamp(0.6, 1.35),
            size: libm::pow(millions, 0.25).clamp(0.25, 2.2),
        }
    }

    /// The air of the hour that begins so many whole hours after 1970-01-01T00:00Z.
    pub fn hour(&self, unix_hour: i64) -> AirHour {
        let mix = self.mix(unix_hour);
        let pm25 = self.particles * self.season(&mix.usual) * mix.stagnation * (0.85 + 0.15 * mix.traffic);
        let pm10 = pm25 * (1.45 + 0.5 * (1.0 - mix.wet)) + self.blown_dust(&mix, unix_hour);
        let no2 = self.nitrogen_dioxide(&mix);
        let so2 = 3.2 * libm::pow(self.particles / 15.0, 0.8) * self.size.sqrt() * mix.stagnation.sqrt();
        let co = 0.18 + 0.010 * pm25 + 0.006 * no2;
        AirHour {
            unix_hour,
            pm25: tenth(pm25.max(0.5)),
            pm10: tenth(pm10.max(pm25.max(0.5))),
            o3: tenth(ozone(&mix, no2, self.noise(self.dust, unix_hour, 4.0, 2.0))),
            no2: tenth(no2.max(0.5)),
            so2: tenth(so2 * (1.0 + 0.3 * mix.usual.winter)),
            co: (co * 100.0).round() / 100.0,
        }
    }

    fn mix(&self, unix_hour: i64) -> Mix {
        let weather = self.weather.hour(unix_hour);
        let usual = self.weather.usual(unix_hour);
        let solar = self.weather.solar_time(unix_hour);
        // The air near the ground is shallow from evening to morning.
        let night = 1.0 + 0.22 * libm::cos((solar - 3.0) / 24.0 * TAU);
        let wind = 1.6 / (0.5 + 0.45 * weather.wind_speed).max(0.75);
        let washed = 0.6 + 0.4 / (1.0 + 1.5 * weather.precipitation);
        let haze = libm::exp(0.30 * self.noise(self.haze, unix_hour, 6.0, 3.0));
        let sun = |hours_ago: i64| self.weather.sun_height(unix_hour - hours_ago).max(0.0);
        Mix {
            weather,
            usual,
            stagnation: night * wind.sqrt() * washed * haze,
            traffic: traffic(solar, self.weather.local_weekday(unix_hour)),
            sun: (sun(0) + sun(3)) / 2.0,
            wet: usual.rain / (usual.rain + 40.0),
        }
    }

    /// Heating and inversions in winter, burning in a dry season, rain that cleans; about 1 over the year.
    fn season(&self, usual: &Usual) -> f64 {
        let cold = 0.38 * usual.winter * (self.latitude.abs() / 30.0).min(1.0);
        let dry = 1.0 - 0.65 * usual.wetter;
        (1.0 + cold).max(0.4) * dry
    }

    /// µg/m³ of coarse dust that a dry wind lifts.
    fn blown_dust(&self, mix: &Mix, unix_hour: i64) -> f64 {
        let dry = (1.0 - mix.wet) * (1.0 - mix.wet);
        let gust = (mix.weather.wind_gust - 7.0).max(0.0);
        let loose = (1.0 + self.noise(self.dust, unix_hour, 5.0, 4.0)).max(0.0);
        dry * (0.25 * self.particles + 7.0 * gust * loose) / (1.0 + 3.0 * mix.weather.precipitation)
    }

    /// µg/m³ out of traffic and heating, used up by sunlight.
    fn nitrogen_dioxide(&self, mix: &Mix) -> f64 {
        let habits = libm::pow(self.particles / 12.0, 0.35).clamp(0.6, 1.7);
        let heating = 1.0 + 0.25 * mix.usual.winter;
        21.0 * self.size * habits * mix.traffic * heating * mix.stagnation * (1.0 - 0.35 * mix.sun)
    }

    /// Smooth noise of deviation 1, so many degrees wide and days long.
    fn noise(&self, field: Field, unix_hour: i64, degrees: f64, days: f64) -> f64 {
        field.space(self.longitude / degrees, self.latitude / degrees, unix_hour as f64 / 24.0 / days) / 0.3695
    }
}

/// Traffic by the sun's clock against the mean of a week: peaks at half past eight and six, quiet nights and weekends.
fn traffic(solar: f64, weekday: i8) -> f64 {
    let bump = |at: f64, width: f64| {
        let off = (solar - at) / width;
        1.0 / (1.0 + off * off * off * off)
    };
    let course = 0.45 + 0.75 * bump(8.0, 2.0) + 0.55 * bump(13.0, 3.5) + 0.85 * bump(18.0, 2.5);
    let week = if weekday >= 6 { 0.78 } else { 1.09 };
    course * week
}

/// µg/m³: made by sun and warmth, eaten by fresh exhaust and by damp air.
fn ozone(mix: &Mix, no2: f64, noise: f64) -> f64 {
    let open = 1.0 - 0.5 * mix.weather.cloud as f64 / 100.0;
    let warm = (mix.weather.temperature - 18.0).max(0.0);
    let made = mix.sun * open * (52.0 + 1.6 * warm);
    ((60.0 + made) * (1.0 - 0.22 * mix.wet) - 0.35 * no2 + 7.0 * noise).max(3.0)
}
