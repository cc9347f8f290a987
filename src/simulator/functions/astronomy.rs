//! Sun, moon, planets, stars and eclipses of a local date. Places go by degrees and time zone; times come as RFC 3339 on the
//! clock of a zone.

use jiff::Timestamp;
use jiff::civil::{Date, Time};
use minijinja::value::Value as Dynamic;
use minijinja::{Environment, Error, State};

use super::time::date;
use super::wrong;
use crate::simulator::scope::context;
use crate::simulator::value::{list, optional, record};
use crate::world::models::astronomy::{
    BodyDay, Phase, Planet, SHOWERS, STARS, SkyDay, constellation, eclipse_between, next_phase,
};
use crate::world::zone;

pub(super) fn register(env: &mut Environment<'static>) {
    env.add_function("sun_day", sun_day);
    env.add_function("moon_day", moon_day);
    env.add_function("moon_phases", moon_phases);
    env.add_function("planet_days", planet_days);
    env.add_function("star_days", star_days);
    env.add_function("shower_days", shower_days);
    env.add_function("eclipse_on", eclipse_on);
    env.add_function("night_cloud", night_cloud);
    env.add_function("sky_bodies", sky_bodies);
}

/// An instant on the clock of a zone, or `none`.
fn clock(instant: Option<Timestamp>, timezone: &str) -> Dynamic {
    let text = |t: Timestamp| t.to_zoned_datetime(zone(timezone)).strftime("%Y-%m-%dT%H:%M:%S%:z").to_string();
    optional(instant.map(|t| Dynamic::from(text(t))))
}

fn sky(latitude: f64, longitude: f64, on: &str, timezone: &str) -> Result<SkyDay, Error> {
    Ok(SkyDay::new(latitude, longitude, date(on)?, &zone(timezone)))
}

/// The sun on a local date of `timezone`; its times are told on the clock of `shown`.
fn sun_day(latitude: f64, longitude: f64, on: &str, timezone: &str, shown: &str) -> Result<Dynamic, Error> {
    let sun = sky(latitude, longitude, on, timezone)?.sun();
    let [civil, nautical, astronomical] = sun.twilight;
    Ok(record([
        ("kind", Dynamic::from(sun.kind.code())),
        ("sunrise", clock(sun.rise, shown)),
        ("solarNoon", clock(Some(sun.noon), shown)),
        ("sunset", clock(sun.set, shown)),
        ("civilDawn", clock(civil.0, shown)),
        ("civilDusk", clock(civil.1, shown)),
        ("nauticalDawn", clock(nautical.0, shown)),
        ("nauticalDusk", clock(nautical.1, shown)),
        ("astronomicalDawn", clock(astronomical.0, shown)),
        ("astronomicalDusk", clock(astronomical.1, shown)),
        ("dayLengthMinutes", Dynamic::from((sun.length as f64 / 60.0).round() as i64)),
        ("noonAltitude", Dynamic::from(sun.noon_height)),
    ]))
}

/// The moon on a local date of `timezone`, on the clock of `shown`.
fn moon_day(latitude: f64, longitude: f64, on: &str, timezone: &str, shown: &str) -> Result<Dynamic, Error> {
    let moon = sky(latitude, longitude, on, timezone)?.moon();
    let horizon = match moon.always {
        Some(true) => "always_up",
        Some(false) => "always_down",
        None => "rises_or_sets",
    };
    Ok(record([
        ("moonrise", clock(moon.rise, shown)),
        ("transit", clock(moon.transit, shown)),
        ("moonset", clock(moon.set, shown)),
        ("horizon", Dynamic::from(horizon)),
        ("phase", Dynamic::from(moon.phase.code())),
        ("illumination", Dynamic::from(moon.lit)),
        ("ageDays", Dynamic::from(moon.age)),
        ("distanceKm", Dynamic::from(moon.distance)),
    ]))
}

/// The next of each of the four phases from the beginning of a local date on, in order of time.
fn moon_phases(on: &str, timezone: &str) -> Result<Dynamic, Error> {
    let start = midnight(date(on)?, timezone)?.as_second() as f64 - 1.0;
    let mut found: Vec<(f64, Phase)> =
        (0..4).map(|quarter| (next_phase(start, quarter), Phase::ALL[2 * quarter as usize])).collect();
    found.sort_by(|a, b| a.0.total_cmp(&b.0));
    Ok(list(found, |(unix, phase)| {
        let at = Timestamp::from_second((unix / 60.0).round() as i64 * 60).ok();
        record([("phase", Dynamic::from(phase.code())), ("at", clock(at, timezone))])
    }))
}

fn midnight(on: Date, timezone: &str) -> Result<Timestamp, Error> {
    zone(timezone).to_timestamp(on.to_datetime(Time::midnight())).map_err(|e| wrong(e.to_string()))
}

fn body(day: &BodyDay, timezone: &str) -> [(&'static str, Dynamic); 6] {
    [
        ("rise", clock(day.rise, timezone)),
        ("transit", clock(day.transit, timezone)),
        ("set", clock(day.set, timezone)),
        ("transitAltitude", Dynamic::from(day.transit_height)),
        ("bestTime", clock(day.best, timezone)),
        ("bestAltitude", optional(day.night_height.map(Dynamic::from))),
    ]
}

/// The planets on a local date, outward.
fn planet_days(latitude: f64, longitude: f64, on: &str, timezone: &str) -> Result<Dynamic, Error> {
    let sky = sky(latitude, longitude, on, timezone)?;
    let noon = sky.noon().as_second() as f64;
    Ok(list(Planet::ALL, |planet| {
        let (day, sight) = sky.planet(planet);
        let [rise, transit, set, altitude, best, best_altitude] = body(&day, timezone);
        let visible = day.night_height.is_some_and(|height| height >= 8.0) && sight.magnitude < 6.0;
        record([
            ("name", Dynamic::from(planet.name())),
            ("constellation", Dynamic::from(constellation(sight.longitude, noon))),
            ("magnitude", Dynamic::from(rounded(sight.magnitude, 10.0))),
            ("distanceAu", Dynamic::from(rounded(sight.distance, 1000.0))),
            ("illumination", Dynamic::from(rounded(100.0 * sight.lit, 10.0))),
            ("elongation", Dynamic::from(rounded(sight.elongation, 10.0))),
            rise,
            transit,
            set,
            altitude,
            best,
            best_altitude,
            ("nakedEyeTonight", Dynamic::from(visible)),
        ])
    }))
}

/// Bright stars on a local date, the brightest first.
fn star_days(latitude: f64, longitude: f64, on: &str, timezone: &str) -> Result<Dynamic, Error> {
    let sky = sky(latitude, longitude, on, timezone)?;
    Ok(list(&STARS, |star| {
        let day = sky.star(star);
        let [rise, transit, set, altitude, best, best_altitude] = body(&day, timezone);
        let visible = day.night_height.is_some_and(|height| height >= 8.0);
        record([
            ("name", Dynamic::from(star.name)),
            ("constellation", Dynamic::from(star.constellation)),
            ("magnitude", Dynamic::from(star.magnitude)),
            rise,
            transit,
            set,
            altitude,
            best,
            best_altitude,
            ("nakedEyeTonight", Dynamic::from(visible)),
        ])
    }))
}

/// Meteor showers that are active on a date.
fn shower_days(latitude: f64, longitude: f64, on: &str, timezone: &str) -> Result<Dynamic, Error> {
    let sky = sky(latitude, longitude, on, timezone)?;
    let day = date(on)?;
    let active = SHOWERS.iter().filter(|shower| shower.is_active(day.month(), day.day()));
    let named = |(month, day): (i8, i8)| Dynamic::from(format!("{month:02}-{day:02}"));
    Ok(list(active, |shower| {
        let radiant = sky.radiant(shower);
        record([
            ("name", Dynamic::from(shower.name)),
            ("radiant", Dynamic::from(shower.radiant)),
            ("activeFrom", named(shower.first)),
            ("peak", named(shower.peak)),
            ("activeTo", named(shower.last)),
            ("peakTonight", Dynamic::from((day.month(), day.day()) == shower.peak)),
            ("zenithalHourlyRate", Dynamic::from(shower.rate)),
            ("bestTime", clock(radiant.best, timezone)),
            ("radiantAltitude", optional(radiant.night_height.map(Dynamic::from))),
        ])
    }))
}

/// The eclipse whose greatest moment falls on a local date, and how it looks there; `none` without one.
fn eclipse_on(latitude: f64, longitude: f64, on: &str, timezone: &str) -> Result<Dynamic, Error> {
    let day = date(on)?;
    let next = day.tomorrow().map_err(|e| wrong(e.to_string()))?;
    let found = eclipse_between(midnight(day, timezone)?, midnight(next, timezone)?);
    Ok(optional(found.map(|eclipse| {
        let look = eclipse.look(latitude, longitude);
        record([
            ("kind", Dynamic::from(eclipse.kind.code())),
            ("greatest", clock(Some(eclipse.greatest), timezone)),
            ("visibleHere", Dynamic::from(look.is_some())),
            ("bestTime", clock(look.map(|l| l.best), timezone)),
            ("coveredPercent", optional(look.map(|l| Dynamic::from(l.covered)))),
            ("altitude", optional(look.map(|l| Dynamic::from(l.height)))),
        ])
    })))
}

/// Mean cloud in whole % of the six hours from 21 o'clock of a local date at a spot.
fn night_cloud(state: &State<'_, '_>, spot: Dynamic, on: &str) -> Result<i64, Error> {
    let context = context(state)?;
    let local = super::spots::local(&context, &spot)?;
    let timezone = spot.get_attr("timezone")?;
    let start = zone(timezone.as_str().unwrap_or("UTC"))
        .to_timestamp(date(on)?.at(21, 0, 0, 0))
        .map_err(|e| wrong(e.to_string()))?;
    let first = start.as_second().div_euclid(3600);
    Ok((first..first + 6).map(|h| local.hour(h).cloud).sum::<i64>() / 6)
}

fn rounded(value: f64, parts: f64) -> f64 {
    (value * parts).round() / parts + 0.0
}

/// Names of the planets and stars that can be asked for, each with its kind.
fn sky_bodies() -> Dynamic {
    let planets = Planet::ALL.iter().map(|planet| (planet.name(), "planet"));
    let stars = STARS.iter().map(|star| (star.name, "star"));
    list(planets.chain(stars), |(name, kind)| record([("name", Dynamic::from(name)), ("kind", Dynamic::from(kind))]))
}
