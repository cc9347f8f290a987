//! The air of a local day.

use std::sync::{Arc, LazyLock};

use jiff::civil::Date;

use crate::world::models::weather::tenth;

use super::aqi::Aqi;
use super::hour::{Air, AirHour};
use crate::world::{Memo, PlaceKey, Seed};

/// A day of a place in a world.
type Which = (Seed, Arc<PlaceKey>, Date);

/// Days that were asked for lately; 2 MiB at most.
static DAYS: LazyLock<Memo<Which, AirDay>> = LazyLock::new(|| Memo::new(8_000));

/// The air of one local day, averaged as the index wants it. All values come from the rounded values of its hours.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AirDay {
    /// The local date.
    pub date: Date,
    /// 24-hour mean in µg/m³, to 0.1.
    pub pm25: f64,
    /// 24-hour mean in µg/m³, to 0.1.
    pub pm10: f64,
    /// Highest eight-hour mean within the day in µg/m³, to 0.1.
    pub o3: f64,
    /// Highest hour in µg/m³, to 0.1.
    pub no2: f64,
    /// Highest hour in µg/m³, to 0.1.
    pub so2: f64,
    /// Highest eight-hour mean within the day in mg/m³, to 0.01.
    pub co: f64,
}

impl AirDay {
    /// The index of the day, out of the values as they stand here.
    pub fn aqi(&self) -> Aqi {
        Aqi::of([self.pm25, self.pm10, self.o3, self.no2, self.so2, self.co])
    }

    fn of(date: Date, hours: &[AirHour]) -> AirDay {
        AirDay {
            date,
            pm25: tenth(mean(hours, |h| h.pm25)),
            pm10: tenth(mean(hours, |h| h.pm10)),
            o3: tenth(highest_eight_hours(hours, |h| h.o3)),
            no2: hours.iter().map(|h| h.no2).fold(0.0, f64::max),
            so2: hours.iter().map(|h| h.so2).fold(0.0, f64::max),
            co: (highest_eight_hours(hours, |h| h.co) * 100.0).round() / 100.0,
        }
    }
}

impl Air {
    /// The air of a local day; its hours are those of the weather of that day.
    pub fn day(&self, date: Date) -> AirDay {
        DAYS.get(&(self.seed, self.place.clone(), date), || {
            let hours: Vec<AirHour> = self.weather.hours_of(date).map(|h| self.hour(h)).collect();
            AirDay::of(date, &hours)
        })
    }
}

fn mean(hours: &[AirHour], of: fn(&AirHour) -> f64) -> f64 {
    hours.iter().map(of).sum::<f64>() / hours.len().max(1) as f64
}

fn highest_eight_hours(hours: &[AirHour], of: fn(&AirHour) -> f64) -> f64 {
    hours.windows(8).map(|window| mean(window, of)).fold(0.0, f64::max)
}
