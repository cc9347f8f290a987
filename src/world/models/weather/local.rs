//! The climate and the sky of one place.

use std::sync::Arc;

use jiff::tz::TimeZone;

use crate::world::{Place, PlaceKey, zone};

use super::moisture::dew_point;
use super::normals::Normals;
use super::season::{Course, Season, rain};
use super::sky::{Aloft, Sky, map};
use super::sun::{Sun, solar_time};
use super::wind::Wind;

/// The weather of one place: everything that does not change from hour to hour, worked out once.
#[derive(Clone, Debug)]
pub struct Local {
    pub(super) zone: TimeZone,
    pub(super) latitude: f64,
    pub(super) latitude_sin: f64,
    pub(super) latitude_cos: f64,
    /// Kilometres above the sea.
    pub(super) height: f64,
    pub(super) prevailing: Wind,
    longitude: f64,
    point: (f64, f64),
    normals: Normals,
    warmth: Course,
    wetness: f64,
    pub(super) sky: Sky,
    pub(super) place: Arc<PlaceKey>,
}

/// What is usual at a place in the season of an hour.
#[derive(Clone, Copy, Debug)]
pub struct Usual {
    /// Mean temperature in °C.
    pub temperature: f64,
    /// 1 in the coldest part of the year, -1 in the warmest.
    pub winter: f64,
    /// Rain in mm a month.
    pub rain: f64,
    /// How much wetter it is than over the year, from -1 to 1.
    pub wetter: f64,
    /// Mean relative humidity in %.
    pub humidity: f64,
}

/// The climate of a place at an hour, and the sky over it.
#[derive(Clone, Copy)]
pub(super) struct Moment {
    pub usual: Usual,
    pub sun: Sun,
    /// Local mean solar time in hours.
    pub solar_time: f64,
    /// Mean share of the sky that is cloudy in the season.
    pub cloudiness: f64,
    /// Difference of high and low under a usual sky in °C.
    pub swing: f64,
    /// From 0, where rain comes with fronts, to 1, where it comes with showers.
    pub showery: f64,
    pub aloft: Aloft,
}

impl Local {
    /// The weather of a place under the sky of a seed.
    pub fn new(sky: &Sky, place: &Place) -> Local {
        let normals = Normals::at(place);
        let radians = place.latitude.to_radians();
        Local {
            zone: zone(&place.timezone),
            latitude: place.latitude,
            latitude_sin: libm::sin(radians),
            latitude_cos: libm::cos(radians),
            height: f64::from(place.elevation) / 1000.0,
            prevailing: Wind::prevailing(place.latitude),
            longitude: place.longitude,
            point: map(place.latitude, place.longitude),
            normals,
            warmth: Course::through(normals.temperature),
            wetness: normals.rain.iter().map(|&r| wetness(r)).sum::<f64>() / 4.0,
            sky: *sky,
            place: place.key(),
        }
    }

    /// From the coldest to the warmest quarter of the year, in °C.
    pub(super) fn range(&self) -> f64 {
        self.warmth.range()
    }

    /// What is usual in the season of an hour, whatever the weather does.
    pub fn usual(&self, unix_hour: i64) -> Usual {
        self.usual_in(Season::at(days(unix_hour)))
    }

    /// The sine of the sun's height at the beginning of an hour; below 0 it is night.
    pub fn sun_height(&self, unix_hour: i64) -> f64 {
        let days = days(unix_hour);
        let sun = Sun::over(self.latitude_sin, self.latitude_cos, Season::at(days));
        sun.height(solar_time(days, self.longitude))
    }

    /// Local mean solar time in hours, 12 when the sun stands highest.
    pub fn solar_time(&self, unix_hour: i64) -> f64 {
        solar_time(days(unix_hour), self.longitude)
    }

    /// The day of the week there at the beginning of an hour, 1 for Monday to 7 for Sunday.
    pub fn local_weekday(&self, unix_hour: i64) -> i8 {
        // Hours beyond the years that can be written fall on a Thursday, as the first of them did.
        let instant = jiff::Timestamp::from_second(unix_hour * 3600).unwrap_or(jiff::Timestamp::UNIX_EPOCH);
        self.zone.to_datetime(instant).weekday().to_monday_one_offset()
    }

    pub(super) fn moment(&self, unix_hour: i64) -> Moment {
        let days = days(unix_hour);
        let season = Season::at(days);
        let sun = Sun::over(self.latitude_sin, self.latitude_cos, season);
        let usual = self.usual_in(season);
        let cloudiness = 0.08 + 0.45 * wetness(usual.rain) + 0.35 * (usual.humidity - 40.0) / 45.0;
        Moment {
            usual,
            sun,
            solar_time: solar_time(days, self.longitude),
            cloudiness: cloudiness.clamp(0.08, 0.85),
            // The sun drives the swing: there is little of it in a polar night.
            swing: self.normals.swing * (0.55 + 0.6 * sun.noon().max(0.0)),
            showery: eased((usual.temperature - 10.0) / 14.0),
            aloft: self.sky.above(self.point.0, self.point.1, days),
        }
    }

    fn usual_in(&self, season: Season) -> Usual {
        let temperature = self.warmth.value(season);
        let rain = rain(&self.normals, season);
        let winter = (self.warmth.mean() - temperature) * 2.0 / self.range().max(4.0);
        Usual {
            temperature,
            winter: winter.clamp(-1.0, 1.0),
            rain,
            wetter: wetness(rain) - self.wetness,
            humidity: self.humidity(temperature, rain),
        }
    }

    /// Rainy seasons are damp, warm ones are dry, both measured against the year.
    fn humidity(&self, mean: f64, rain: f64) -> f64 {
        let by_rain = 25.0 * (wetness(rain) - self.wetness);
        let by_warmth = -0.4 * (mean - self.warmth.mean());
        (self.normals.humidity + by_rain + by_warmth).clamp(12.0, 94.0)
    }

    /// The dew point in °C that the season and the air mass bring, before night and rain have their say.
    pub(super) fn usual_dew_point(&self, moment: &Moment, air: f64, cover: f64) -> f64 {
        let shift = 4.0 * moment.aloft.front.clamp(-2.0, 2.0) + 12.0 * (cover - moment.cloudiness);
        dew_point(air, (moment.usual.humidity + shift).clamp(8.0, 96.0))
    }
}

fn days(unix_hour: i64) -> f64 {
    unix_hour as f64 / 24.0
}

/// From 0 for a desert to nearly 1 for a monsoon, from mm a month.
fn wetness(rain: f64) -> f64 {
    rain / (rain + 40.0)
}

/// An S-shaped way from 0 to 1.
pub(super) fn eased(x: f64) -> f64 {
    let x = x.clamp(0.0, 1.0);
    x * x * (3.0 - 2.0 * x)
}
