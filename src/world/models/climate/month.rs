//! A month of one place.

use std::sync::{Arc, LazyLock};

use jiff::ToSpan;
use jiff::civil::{Date, date};

use crate::world::models::weather::{Day, Hour, Local, Sky};
use crate::world::{Memo, Place, PlaceKey, Seed};

/// mm from which a day counts as wet.
const WET: f64 = 1.0;

/// What the days of a month at one place come to. Sums are over the rounded values of the days, as the tools tell them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Month {
    /// How many days.
    pub days: u32,
    /// Sum of the days' mean temperatures in °C.
    pub mean: f64,
    /// Sum of the days' highest temperatures in °C.
    pub high: f64,
    /// Sum of the days' lowest temperatures in °C.
    pub low: f64,
    /// Highest hourly temperature in °C.
    pub highest: f64,
    /// Lowest hourly temperature in °C.
    pub lowest: f64,
    /// Rain and melted snow in mm.
    pub precipitation: f64,
    /// The part that fell as snow or sleet, in mm.
    pub snow: f64,
    /// Days with 1 mm or more.
    pub wet_days: u32,
    /// Days on which it froze.
    pub frost_days: u32,
    /// Hours of sunshine.
    pub sunshine: f64,
    /// Sum of the days' mean relative humidities in %.
    pub humidity: f64,
    /// Sum of the days' mean winds in m/s.
    pub wind: f64,
}

impl Month {
    fn add(&mut self, day: &Day, sunshine: f64) {
        let first = self.days == 0;
        self.days += 1;
        self.mean += day.mean;
        self.high += day.high;
        self.low += day.low;
        self.highest = if first { day.high } else { self.highest.max(day.high) };
        self.lowest = if first { day.low } else { self.lowest.min(day.low) };
        self.precipitation += day.precipitation;
        self.snow += day.snow;
        self.wet_days += u32::from(day.precipitation >= WET);
        self.frost_days += u32::from(day.low < 0.0);
        self.sunshine += sunshine;
        self.humidity += day.humidity as f64;
        self.wind += day.wind_mean;
    }
}

/// A year of a place in a world.
type Which = (Seed, Arc<PlaceKey>, i16);

/// Years that were asked for lately, about 1.3 kB each; 3 MiB at most.
static YEARS: LazyLock<Memo<Which, Arc<[Month; 12]>>> = LazyLock::new(|| Memo::new(2_000));

/// The months of a year at a place. The first time it takes some milliseconds, then next to nothing.
pub fn year(seed: Seed, place: &Place, year: i16) -> Arc<[Month; 12]> {
    YEARS.get(&(seed, place.key(), year), || Arc::new(work_out(seed, place, year)))
}

fn work_out(seed: Seed, place: &Place, year: i16) -> [Month; 12] {
    let local = Local::new(&Sky::new(seed), place);
    let mut months = [Month::default(); 12];
    for day in date(year, 1, 1).series(1.day()).take_while(|day| day.year() == year) {
        let hours: Vec<Hour> = local.hours_of(day).map(|h| local.hour(h)).collect();
        months[month_index(day)].add(&Day::of(day, &hours), local.sunshine(&hours));
    }
    months
}

fn month_index(day: Date) -> usize {
    usize::from(day.month().unsigned_abs()) - 1
}
