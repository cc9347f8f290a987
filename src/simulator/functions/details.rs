//! Parts of days, single hours, and what people call the details of the weather.

use jiff::Timestamp;
use minijinja::value::Value as Dynamic;
use minijinja::{Environment, Error, State};

use super::spots::{local, with_spot};
use super::time::date;
use super::weather::{hour, this_hour};
use super::wrong;
use crate::simulator::scope::context;
use crate::simulator::value::{list, optional, record};
use crate::world::gazetteer::fold;
use crate::world::models::weather::{Day, Hour, compass};
use crate::world::zone;

pub(super) fn register(env: &mut Environment<'static>) {
    env.add_function("spot_intervals", spot_intervals);
    env.add_function("spot_hour", spot_hour);
    env.add_function("spot_next_hours", spot_next_hours);
    env.add_function("weather_detail", |text: &str| optional(detail(text).map(Dynamic::from)));
}

/// Words that name a detail, and its code; the first that fits counts.
const DETAILS: [(&str, &str); 30] = [
    ("forecast", "forecast"),
    ("hourly", "hourly"),
    ("nexthours", "hourly"),
    ("outlook", "forecast"),
    ("nextdays", "forecast"),
    ("comingdays", "forecast"),
    ("airquality", "air_quality"),
    ("aqi", "air_quality"),
    ("pollut", "air_quality"),
    ("sunrise", "sun"),
    ("sunset", "sun"),
    ("daylight", "sun"),
    ("daylength", "sun"),
    ("lengthofday", "sun"),
    ("moon", "moon"),
    ("pressure", "pressure"),
    ("barometer", "pressure"),
    ("uv", "uv"),
    ("ultraviolet", "uv"),
    ("wind", "wind"),
    ("gust", "wind"),
    ("humid", "humidity"),
    ("dewpoint", "humidity"),
    ("moisture", "humidity"),
    ("visib", "visibility"),
    ("precip", "precipitation"),
    ("rain", "precipitation"),
    ("snow", "precipitation"),
    ("cloud", "cloud"),
    ("sun", "sun"),
];

/// The code of the detail that a text names.
fn detail(text: &str) -> Option<&'static str> {
    let folded = fold(text);
    if folded.contains("hourlyforecast") || folded.contains("forecastbyhour") {
        return Some("hourly");
    }
    DETAILS.iter().find(|(word, _)| folded.contains(word)).map(|(_, code)| *code)
}

/// Weather so many hours from now; negative ones have been.
fn spot_hour(state: &State<'_, '_>, spot: Dynamic, from_now: i64) -> Result<Dynamic, Error> {
    let context = context(state)?;
    Ok(hour(&local(&context, &spot)?.hour(this_hour(&context) + from_now)))
}

/// This hour and those after it, in short.
fn spot_next_hours(state: &State<'_, '_>, spot: Dynamic, count: i64) -> Result<Dynamic, Error> {
    let context = context(state)?;
    let local = local(&context, &spot)?;
    let zone = zone(&with_spot(&context, &spot, |place| place.timezone.clone())?);
    let now = this_hour(&context);
    let row = |unix_hour: i64| {
        let at = Timestamp::from_second(unix_hour * 3600).map_err(|e| wrong(e.to_string()))?;
        let h = local.hour(unix_hour);
        Ok(record([
            ("at", Dynamic::from(at.to_zoned_datetime(zone.clone()).strftime("%Y-%m-%dT%H:%M:%S%:z").to_string())),
            ("temperature", Dynamic::from(h.temperature)),
            ("precipitation", Dynamic::from(h.precipitation)),
            ("windSpeed", Dynamic::from(h.wind_speed)),
            ("condition", Dynamic::from(h.condition.code())),
        ]))
    };
    (now..now + count).map(row).collect::<Result<Vec<_>, Error>>().map(Dynamic::from)
}

/// A local day in parts of so many hours by the clock of the place.
fn spot_intervals(state: &State<'_, '_>, spot: Dynamic, on: &str, length: i64) -> Result<Dynamic, Error> {
    let context = context(state)?;
    let local = local(&context, &spot)?;
    let zone = zone(&with_spot(&context, &spot, |place| place.timezone.clone())?);
    let day = date(on)?;
    let mut parts: Vec<(i64, Vec<Hour>)> = Vec::new();
    for unix_hour in local.hours_of(day) {
        let at = Timestamp::from_second(unix_hour * 3600).map_err(|e| wrong(e.to_string()))?;
        let part = i64::from(zone.to_datetime(at).hour()) / length.max(1);
        match parts.last_mut() {
            Some((last, hours)) if *last == part => hours.push(local.hour(unix_hour)),
            _ => parts.push((part, vec![local.hour(unix_hour)])),
        }
    }
    Ok(list(&parts, |(part, hours)| interval(part * length, length, hours, &Day::of(day, hours))))
}

fn interval(start: i64, length: i64, hours: &[Hour], day: &Day) -> Dynamic {
    record([
        ("start", Dynamic::from(format!("{start:02}:00"))),
        ("end", Dynamic::from(format!("{:02}:00", (start + length).min(24)))),
        ("hours", Dynamic::from(hours.len())),
        ("temperatureMin", Dynamic::from(day.low)),
        ("temperatureMax", Dynamic::from(day.high)),
        ("temperatureMean", Dynamic::from(day.mean)),
        ("humidityMean", Dynamic::from(day.humidity)),
        ("pressureMean", Dynamic::from(day.pressure)),
        ("windSpeedMean", Dynamic::from(day.wind_mean)),
        ("windGustMax", Dynamic::from(day.wind_gust)),
        ("windCompass", Dynamic::from(compass(day.wind_direction))),
        ("cloudCoverMean", Dynamic::from(day.cloud)),
        ("precipitation", Dynamic::from(day.precipitation)),
        ("snow", Dynamic::from(day.snow)),
        ("condition", Dynamic::from(day.condition.code())),
        ("conditionText", Dynamic::from(day.condition.text())),
    ])
}

#[cfg(test)]
mod tests {
    use super::detail;

    #[test]
    fn plain_words_name_details() {
        for (text, code) in [
            ("sunrise and sunset times", "sun"),
            ("Atmospheric pressure", "pressure"),
            ("weather forecast", "forecast"),
            ("Hourly forecast", "hourly"),
            ("UV Index", "uv"),
            ("air quality", "air_quality"),
            ("dew point", "humidity"),
        ] {
            assert_eq!(detail(text), Some(code), "{text}");
        }
        assert_eq!(detail("lottery numbers"), None);
    }
}
