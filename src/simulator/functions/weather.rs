//! Weather and air of a place: now, and by local day.

use jiff::Timestamp;
use jiff::civil::Date;
use minijinja::value::Value as Dynamic;
use minijinja::{Environment, Error, State};

use super::wrong;
use crate::simulator::functions::time::date;
use crate::simulator::scope::{Context, context};
use crate::simulator::value::{list, record};
use crate::world::gazetteer::Gazetteer;
use crate::world::models::air::{Air, AirDay, AirHour, Aqi};
use crate::world::models::weather::{Day, Hour, Local, Sky, compass};
use crate::world::{Place, zone};

pub(super) fn register(env: &mut Environment<'static>) {
    env.add_function("weather_now", weather_now);
    env.add_function("weather_days", weather_days);
    env.add_function("air_now", air_now);
    env.add_function("air_days", air_days);
    env.add_function("observed_at", observed_at);
    env.add_function("observed_at_utc", observed_at_utc);
}

/// Days that one call may give.
const MAX_DAYS: i64 = 400;

/// The place of a GeoNames id, for `then` to look at.
pub(super) fn with_place<T>(context: &Context, id: u32, then: impl FnOnce(&Place) -> T) -> Result<T, Error> {
    let gazetteer = context.world.facts.model::<Gazetteer>();
    gazetteer.by_id(id).map(then).ok_or_else(|| wrong(format!("no place has the id {id}")))
}

/// The dates from one to another, both included.
///
/// # Errors
///
/// A text is no date, or there are too many.
pub(super) fn dates(from: &str, to: &str) -> Result<Vec<Date>, Error> {
    let (first, last) = (date(from)?, date(to)?);
    let count = first.duration_until(last).as_hours() / 24 + 1;
    if count > MAX_DAYS {
        return Err(wrong(format!("{count} days; at most {MAX_DAYS} are given")));
    }
    Ok(first.series(jiff::Span::new().days(1)).take_while(|day| *day <= last).collect())
}

fn local(context: &Context, place: u32) -> Result<Local, Error> {
    with_place(context, place, |place| Local::new(&Sky::new(context.world.seed), place))
}

fn air(context: &Context, place: u32) -> Result<Air, Error> {
    with_place(context, place, |place| Air::new(context.world.seed, place))
}

/// The hour that the session's clock is in.
pub(super) fn this_hour(context: &Context) -> i64 {
    context.clock.now().as_second().div_euclid(3600)
}

/// Weather of the current hour at the place of this id.
fn weather_now(state: &State<'_, '_>, place: u32) -> Result<Dynamic, Error> {
    let context = context(state)?;
    Ok(hour(&local(&context, place)?.hour(this_hour(&context))))
}

/// Weather of each local day at the place of this id.
fn weather_days(state: &State<'_, '_>, place: u32, from: &str, to: &str) -> Result<Dynamic, Error> {
    let local = local(&*context(state)?, place)?;
    Ok(list(dates(from, to)?, |date| day(&local.day(date))))
}

/// Air of the current hour at the place of this id.
fn air_now(state: &State<'_, '_>, place: u32) -> Result<Dynamic, Error> {
    let context = context(state)?;
    Ok(air_hour(&air(&context, place)?.hour(this_hour(&context))))
}

/// Air of each local day at the place of this id.
fn air_days(state: &State<'_, '_>, place: u32, from: &str, to: &str) -> Result<Dynamic, Error> {
    let air = air(&*context(state)?, place)?;
    Ok(list(dates(from, to)?, |date| air_day(&air.day(date))))
}

/// The beginning of the current hour on the clock of a time zone, RFC 3339.
fn observed_at(state: &State<'_, '_>, timezone: &str) -> Result<String, Error> {
    let local = hour_start(&*context(state)?)?.to_zoned_datetime(zone(timezone));
    Ok(local.strftime("%Y-%m-%dT%H:%M:%S%:z").to_string())
}

/// The beginning of the current hour in UTC, RFC 3339.
fn observed_at_utc(state: &State<'_, '_>) -> Result<String, Error> {
    Ok(hour_start(&*context(state)?)?.to_string())
}

fn hour_start(context: &Context) -> Result<Timestamp, Error> {
    Timestamp::from_second(this_hour(context) * 3600).map_err(|e| wrong(e.to_string()))
}

pub(super) fn hour(h: &Hour) -> Dynamic {
    record([
        ("temperature", Dynamic::from(h.temperature)),
        ("apparentTemperature", Dynamic::from(h.apparent)),
        ("dewPoint", Dynamic::from(h.dew_point)),
        ("humidity", Dynamic::from(h.humidity)),
        ("pressure", Dynamic::from(h.pressure)),
        ("windSpeed", Dynamic::from(h.wind_speed)),
        ("windGust", Dynamic::from(h.wind_gust)),
        ("windDirection", Dynamic::from(h.wind_direction)),
        ("windCompass", Dynamic::from(compass(h.wind_direction))),
        ("cloudCover", Dynamic::from(h.cloud)),
        ("precipitation", Dynamic::from(h.precipitation)),
        ("precipitationType", Dynamic::from(h.fall.code())),
        ("visibility", Dynamic::from(h.visibility)),
        ("uvIndex", Dynamic::from(h.uv_index)),
        ("condition", Dynamic::from(h.condition.code())),
        ("conditionText", Dynamic::from(h.condition.text())),
    ])
}

pub(super) fn day(d: &Day) -> Dynamic {
    record([
        ("date", Dynamic::from(d.date.to_string())),
        ("temperatureMin", Dynamic::from(d.low)),
        ("temperatureMax", Dynamic::from(d.high)),
        ("temperatureMean", Dynamic::from(d.mean)),
        ("apparentMin", Dynamic::from(d.apparent_low)),
        ("apparentMax", Dynamic::from(d.apparent_high)),
        ("humidityMean", Dynamic::from(d.humidity)),
        ("pressureMean", Dynamic::from(d.pressure)),
        ("windSpeedMean", Dynamic::from(d.wind_mean)),
        ("windSpeedMax", Dynamic::from(d.wind_max)),
        ("windGustMax", Dynamic::from(d.wind_gust)),
        ("windDirection", Dynamic::from(d.wind_direction)),
        ("windCompass", Dynamic::from(compass(d.wind_direction))),
        ("cloudCoverMean", Dynamic::from(d.cloud)),
        ("precipitation", Dynamic::from(d.precipitation)),
        ("snow", Dynamic::from(d.snow)),
        ("wetHours", Dynamic::from(d.wet_hours)),
        ("visibilityMin", Dynamic::from(d.visibility)),
        ("uvIndexMax", Dynamic::from(d.uv_index)),
        ("condition", Dynamic::from(d.condition.code())),
        ("conditionText", Dynamic::from(d.condition.text())),
    ])
}

pub(super) fn air_hour(h: &AirHour) -> Dynamic {
    let [aqi, category, dominant, advice] = index(h.aqi());
    record([
        ("aqi", aqi),
        ("category", category),
        ("dominantPollutant", dominant),
        ("pm2_5", Dynamic::from(h.pm25)),
        ("pm10", Dynamic::from(h.pm10)),
        ("o3", Dynamic::from(h.o3)),
        ("no2", Dynamic::from(h.no2)),
        ("so2", Dynamic::from(h.so2)),
        ("co", Dynamic::from(h.co)),
        ("advice", advice),
    ])
}

pub(super) fn air_day(d: &AirDay) -> Dynamic {
    let [aqi, category, dominant, advice] = index(d.aqi());
    record([
        ("date", Dynamic::from(d.date.to_string())),
        ("aqi", aqi),
        ("category", category),
        ("dominantPollutant", dominant),
        ("pm2_5", Dynamic::from(d.pm25)),
        ("pm10", Dynamic::from(d.pm10)),
        ("o3", Dynamic::from(d.o3)),
        ("no2", Dynamic::from(d.no2)),
        ("so2", Dynamic::from(d.so2)),
        ("co", Dynamic::from(d.co)),
        ("advice", advice),
    ])
}

fn index(aqi: Aqi) -> [Dynamic; 4] {
    let category = aqi.category();
    [
        Dynamic::from(aqi.value),
        Dynamic::from(category.text()),
        Dynamic::from(aqi.dominant.code()),
        Dynamic::from(category.advice()),
    ]
}
