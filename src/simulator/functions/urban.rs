//! Sensors of cities, and plants with what they release and how they keep the rules. Places go by id, plants by their own.

use jiff::civil::{Date, DateTime};
use jiff::{Timestamp, ToSpan};
use minijinja::value::Value as Dynamic;
use minijinja::{Environment, Error, State};

use super::time::date;
use super::weather::{air_day, air_hour, dates, this_hour, with_place};
use super::wrong;
use crate::simulator::scope::{Context, context};
use crate::simulator::value::{list, optional, record};
use crate::world::models::sensors::{Kind, Readings, Sensor, sensors};
use crate::world::{Place, zone};

pub(super) fn register(env: &mut Environment<'static>) {
    env.add_function("air_stations", air_stations);
    env.add_function("city_air", city_air);
    env.add_function("sensor_values", sensor_values);
    env.add_function("sensor_series", sensor_series);
    env.add_function("sensor_chart", sensor_chart);
    env.add_function("local_time", local_time);
    env.add_function("year_before", year_before);
    env.add_function("day_before", day_before);
    env.add_function("is_time", |text: &str| text.parse::<DateTime>().is_ok());
}

/// The sensors of some kinds in a city, and what they need to be read.
struct City {
    place: Place,
    readings: Readings,
    sensors: Vec<Sensor>,
}

impl City {
    fn of(context: &Context, place: u32, kinds: &[Kind]) -> Result<Self, Error> {
        with_place(context, place, |place| {
            let seed = context.world.seed;
            Self {
                readings: Readings::new(&context.world, place),
                sensors: kinds.iter().flat_map(|kind| sensors(seed, place, *kind)).collect(),
                place: place.clone(),
            }
        })
    }

    /// The beginning of an hour on the clock of the city.
    fn at(&self, unix_hour: i64) -> Result<String, Error> {
        let instant = Timestamp::from_second(unix_hour * 3600).map_err(|e| wrong(e.to_string()))?;
        let local = instant.to_zoned_datetime(zone(&self.place.timezone));
        Ok(local.strftime("%Y-%m-%dT%H:%M:%S%:z").to_string())
    }
}

/// Kinds by code; `all` is all of them, `weather` those of weather.
fn kinds(codes: &[String]) -> Vec<Kind> {
    let wanted = |kind: &Kind| {
        codes.iter().any(|code| match code.as_str() {
            "all" => true,
            "weather" => matches!(kind, Kind::Temperature | Kind::Humidity),
            code => code == kind.code(),
        })
    };
    Kind::ALL.into_iter().filter(wanted).collect()
}

fn value(value: Option<f64>, kind: Kind) -> Dynamic {
    let whole = !matches!(kind, Kind::Temperature | Kind::Noise);
    optional(value.map(|v| if whole { Dynamic::from(v as i64) } else { Dynamic::from(v) }))
}

/// The air stations of a city: what they measured in this hour, or on a past local date.
fn air_stations(state: &State<'_, '_>, place: u32, day: Dynamic) -> Result<Dynamic, Error> {
    let context = context(state)?;
    let city = City::of(&context, place, &[Kind::AirQuality])?;
    let now = this_hour(&context);
    let day = day.as_str().map(date).transpose()?;
    let row = |sensor: &Sensor| {
        let silent = day.is_none() && city.readings.value(sensor, now).is_none();
        let air = match day {
            _ if silent => Dynamic::from(()),
            Some(day) => air_day(&city.readings.air_day(sensor, day)),
            None => air_hour(&city.readings.air_hour(sensor, now)),
        };
        record([
            ("stationId", Dynamic::from(sensor.id.as_str())),
            ("name", Dynamic::from(sensor.site)),
            ("latitude", Dynamic::from(sensor.latitude)),
            ("longitude", Dynamic::from(sensor.longitude)),
            ("reference", Dynamic::from(sensor.is_reference())),
            ("status", Dynamic::from(if silent { "offline" } else { "online" })),
            ("air", air),
        ])
    };
    Ok(list(&city.sensors, row))
}

/// The air of a city as a whole: its first station, in this hour or on a past local date.
fn city_air(state: &State<'_, '_>, place: u32, day: Dynamic) -> Result<Dynamic, Error> {
    let context = context(state)?;
    let city = City::of(&context, place, &[Kind::AirQuality])?;
    let first = city.sensors.first().ok_or_else(|| wrong("a city has one air station at least"))?;
    Ok(match day.as_str().map(date).transpose()? {
        Some(day) => air_day(&city.readings.air_day(first, day)),
        None => air_hour(&city.readings.air_hour(first, this_hour(&context))),
    })
}

fn describe(sensor: &Sensor) -> [(&'static str, Dynamic); 7] {
    [
        ("sensorId", Dynamic::from(sensor.id.as_str())),
        ("type", Dynamic::from(sensor.kind.code())),
        ("site", Dynamic::from(sensor.site)),
        ("latitude", Dynamic::from(sensor.latitude)),
        ("longitude", Dynamic::from(sensor.longitude)),
        ("reference", Dynamic::from(sensor.is_reference())),
        ("unit", Dynamic::from(sensor.kind.unit())),
    ]
}

/// The newest value of each sensor of some kinds.
fn sensor_values(state: &State<'_, '_>, place: u32, codes: Vec<String>) -> Result<Dynamic, Error> {
    let context = context(state)?;
    let city = City::of(&context, place, &kinds(&codes))?;
    let now = this_hour(&context);
    let at = city.at(now)?;
    let row = |sensor: &Sensor| {
        let shown = city.readings.value(sensor, now);
        let [a, b, c, d, e, f, g] = describe(sensor);
        let status = if shown.is_some() { "online" } else { "offline" };
        record([
            a,
            b,
            c,
            d,
            e,
            f,
            g,
            ("value", value(shown, sensor.kind)),
            ("status", Dynamic::from(status)),
            ("observedAt", Dynamic::from(at.as_str())),
        ])
    };
    Ok(list(&city.sensors, row))
}

/// Hours of local dates up to now, and what each sensor of some kinds showed in them.
fn sensor_series(
    state: &State<'_, '_>,
    place: u32,
    codes: Vec<String>,
    from: &str,
    to: &str,
) -> Result<Dynamic, Error> {
    let context = context(state)?;
    let city = City::of(&context, place, &kinds(&codes))?;
    let now = this_hour(&context);
    let hours = |day: Date| city.readings.hours_of(day).filter(|hour| *hour <= now);
    let hours: Vec<i64> = dates(from, to)?.into_iter().flat_map(hours).collect();
    series(&city, &hours)
}

/// The same for the hours that begin between two local times `YYYY-MM-DD HH:MM:SS`, both included.
fn sensor_chart(state: &State<'_, '_>, place: u32, codes: Vec<String>, from: &str, to: &str) -> Result<Dynamic, Error> {
    let context = context(state)?;
    let city = City::of(&context, place, &kinds(&codes))?;
    let zone = zone(&city.place.timezone);
    // In the night in which clocks are put back, a range reaches from the first such time to the second.
    let second = |text: &str, last: bool| -> Result<i64, Error> {
        let time: DateTime = text.parse().map_err(|e| wrong(format!("'{text}' is not a time: {e}")))?;
        let both = zone.to_ambiguous_timestamp(time);
        let chosen = if last { both.later() } else { both.earlier() };
        chosen.map(|t| t.as_second()).map_err(|e| wrong(e.to_string()))
    };
    let (first, last) = (-(-second(from, false)?).div_euclid(3600), second(to, true)?.div_euclid(3600));
    let hours: Vec<i64> = (first..=last.min(this_hour(&context))).collect();
    series(&city, &hours)
}

fn series(city: &City, hours: &[i64]) -> Result<Dynamic, Error> {
    let times = hours.iter().map(|hour| city.at(*hour).map(Dynamic::from)).collect::<Result<Vec<_>, Error>>()?;
    let row = |sensor: &Sensor| {
        let shown: Vec<Option<f64>> = hours.iter().map(|hour| city.readings.value(sensor, *hour)).collect();
        let known: Vec<f64> = shown.iter().flatten().copied().collect();
        let tenth = |value: f64| Some((value * 10.0).round() / 10.0);
        let most = known.iter().copied().fold(None, |best: Option<f64>, v| Some(best.map_or(v, |b| b.max(v))));
        let least = known.iter().copied().fold(None, |best: Option<f64>, v| Some(best.map_or(v, |b| b.min(v))));
        let mean = if known.is_empty() { None } else { tenth(known.iter().sum::<f64>() / known.len() as f64) };
        let [a, b, c, d, e, f, g] = describe(sensor);
        record([
            a,
            b,
            c,
            d,
            e,
            f,
            g,
            ("minimum", value(least, sensor.kind)),
            ("maximum", value(most, sensor.kind)),
            ("mean", optional(mean.map(Dynamic::from))),
            ("values", list(&shown, |v| value(*v, sensor.kind))),
        ])
    };
    Ok(record([("times", Dynamic::from(times)), ("sensors", list(&city.sensors, row))]))
}

/// The time of a zone so many hours ago, `YYYY-MM-DD HH:MM:SS`.
fn local_time(state: &State<'_, '_>, timezone: &str, hours_ago: i64) -> Result<String, Error> {
    let second = context(state)?.clock.now().as_second() - hours_ago * 3600;
    let then = Timestamp::from_second(second).map_err(|e| wrong(e.to_string()))?;
    Ok(then.to_zoned_datetime(zone(timezone)).strftime("%Y-%m-%d %H:%M:%S").to_string())
}

/// The date one year before; 28 February for the 29th.
fn year_before(day: &str) -> Result<String, Error> {
    date(day)?.checked_sub(1.year()).map(|day| day.to_string()).map_err(|e| wrong(e.to_string()))
}

/// The same time on the day before, `YYYY-MM-DD HH:MM:SS`.
fn day_before(time: &str) -> Result<String, Error> {
    let time: DateTime = time.parse().map_err(|e| wrong(format!("'{time}' is not a time: {e}")))?;
    let before = time.checked_sub(1.day()).map_err(|e| wrong(e.to_string()))?;
    Ok(before.strftime("%Y-%m-%d %H:%M:%S").to_string())
}
