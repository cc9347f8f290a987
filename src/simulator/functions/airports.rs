//! Airports by name, their weather reports and delays. They go between functions by IATA code.

use jiff::Timestamp;
use minijinja::value::Value as Dynamic;
use minijinja::{Environment, Error, State};

use super::weather::this_hour;
use super::wrong;
use crate::catalogue::nearest;
use crate::simulator::scope::{Context, context};
use crate::simulator::value::{list, optional, record};
use crate::world::gazetteer::Gazetteer;
use crate::world::models::airports::{
    Airport, Airports, Delay, FoundAirport, Pirep, Taf, ceiling, delays, flight_rules, layers, metar, pireps, taf,
};
use crate::world::models::weather::{Local, Sky, compass};
use crate::world::sphere::distance_km;
use crate::world::zone;

pub(super) fn register(env: &mut Environment<'static>) {
    env.add_function("find_airport", find_airport);
    env.add_function("near_airports", near_airports);
    env.add_function("airport_report", airport_report);
    env.add_function("airport_pireps", airport_pireps);
    env.add_function("airport_delays", airport_delays);
}

/// The airport that a code, name or town means, or `none`. Its `id` and coordinates make it a spot, whose weather is that of
/// the nearest place.
fn find_airport(state: &State<'_, '_>, text: &str) -> Result<Dynamic, Error> {
    let context = context(state)?;
    let gazetteer = context.world.facts.model::<Gazetteer>();
    let airports = context.world.facts.model::<Airports>();
    Ok(optional(meant(&airports, &gazetteer, text).map(|found| describe(&gazetteer, &found))))
}

/// How far an airport may be from the town it serves, in km.
const SERVES_KM: f64 = 100.0;

/// The airport that a text means. Where a town's name is that of several (`Birmingham`), or says where it lies
/// (`Portland, Maine`), it is the town that all other tools take it for.
fn meant<'a>(airports: &'a Airports, gazetteer: &Gazetteer, text: &str) -> Option<FoundAirport<'a>> {
    let whole = airports.find(text);
    let named = match text.split_once(',') {
        Some((name, _)) if whole.is_none() => airports.find(name),
        _ => None,
    };
    let qualified = named.is_some();
    let found = whole.or(named)?;
    if found.others.is_empty() && !qualified {
        return Some(found);
    }
    let town = gazetteer.find(text).map(|town| (town.place.latitude, town.place.longitude));
    let serves = |airport: &&Airport| town.is_some_and(|town| from_town(town, airport) <= SERVES_KM);
    let mut all: Vec<&Airport> = std::iter::once(found.airport).chain(found.others).collect();
    match all.iter().position(serves) {
        Some(first) => all[..=first].rotate_right(1),
        None if qualified => return None,
        None => {}
    }
    if qualified {
        all.retain(serves);
    }
    let airport = all.remove(0);
    Some(FoundAirport { airport, others: all })
}

fn from_town(town: (f64, f64), airport: &Airport) -> f64 {
    distance_km(town, (airport.latitude, airport.longitude))
}

fn describe(gazetteer: &Gazetteer, found: &FoundAirport<'_>) -> Dynamic {
    let airport = found.airport;
    let country = gazetteer.country(&airport.country).map_or(airport.country.as_str(), |country| &country.name);
    let label = |other: &&Airport| Dynamic::from(format!("{} ({})", other.name, other.iata));
    record([
        ("iata", Dynamic::from(airport.iata.as_str())),
        ("icao", Dynamic::from(airport.icao.as_str())),
        ("name", Dynamic::from(airport.name.as_str())),
        ("city", Dynamic::from(airport.city.as_str())),
        ("country", Dynamic::from(airport.country.as_str())),
        ("country_name", Dynamic::from(country)),
        ("latitude", Dynamic::from(airport.latitude)),
        ("longitude", Dynamic::from(airport.longitude)),
        ("elevation", Dynamic::from(airport.elevation)),
        ("timezone", Dynamic::from(airport.timezone.as_str())),
        ("size", Dynamic::from(airport.size_name())),
        ("id", Dynamic::from(gazetteer.spot(airport.latitude, airport.longitude).place.id)),
        ("others", list(&found.others, label)),
    ])
}

/// Up to three airports as `Name (IATA)`: the nearest large ones to a town without one, else those whose code, name or town
/// looks like a text.
fn near_airports(state: &State<'_, '_>, text: &str) -> Result<Vec<String>, Error> {
    let context = context(state)?;
    let airports = context.world.facts.model::<Airports>();
    if let Some(town) = context.world.facts.model::<Gazetteer>().find(text) {
        let town = (town.place.latitude, town.place.longitude);
        let mut large: Vec<&Airport> = airports.all().filter(|a| a.size > 2).collect();
        large.sort_by(|a, b| from_town(town, a).total_cmp(&from_town(town, b)));
        return Ok(large.into_iter().take(3).map(|a| format!("{} ({})", a.name, a.iata)).collect());
    }
    let large = || airports.all().filter(|a| a.size > 2);
    let mut found = Vec::new();
    if (3..=4).contains(&text.trim().len()) {
        found = nearest::few(text, large().map(|a| a.iata.as_str()));
    }
    if found.is_empty() {
        found = nearest::few(text, large().flat_map(|a| [a.name.as_str(), a.city.as_str()]));
    }
    let mut labels: Vec<String> = Vec::new();
    for airport in found.iter().filter_map(|name| airports.find(name)).map(|found| found.airport) {
        let label = format!("{} ({})", airport.name, airport.iata);
        if !labels.contains(&label) {
            labels.push(label);
        }
    }
    Ok(labels)
}

/// An airport by its code, and the weather there.
fn at_airport<T>(
    context: &Context,
    iata: &str,
    then: impl FnOnce(&Airport, &Local) -> Result<T, Error>,
) -> Result<T, Error> {
    let airports = context.world.facts.model::<Airports>();
    let found = airports.find(iata).ok_or_else(|| wrong(format!("no airport has the code {iata}")))?;
    let spot = context.world.facts.model::<Gazetteer>().spot(found.airport.latitude, found.airport.longitude);
    then(found.airport, &Local::new(&Sky::new(context.world.seed), &spot.place))
}

/// METAR, TAF, clouds and flight rules of the current hour.
fn airport_report(state: &State<'_, '_>, iata: &str) -> Result<Dynamic, Error> {
    let context = context(state)?;
    at_airport(&context, iata, |airport, local| {
        let hour = local.hour(this_hour(&context));
        let layer = |(amount, base): (&'static str, i64)| {
            record([("amount", Dynamic::from(amount)), ("baseFeet", Dynamic::from(base))])
        };
        Ok(record([
            ("metar", Dynamic::from(metar(airport, &hour))),
            ("flightRules", Dynamic::from(flight_rules(&hour).code())),
            ("ceilingFeet", optional(ceiling(&hour).map(Dynamic::from))),
            ("layers", list(layers(&hour), layer)),
            ("taf", forecast(airport, &taf(airport, local, hour.unix_hour))?),
        ]))
    })
}

fn forecast(airport: &Airport, taf: &Taf) -> Result<Dynamic, Error> {
    let parts = taf.parts.iter().map(|part| {
        let hour = &part.worst;
        Ok(record([
            ("from", at(airport, part.from)?),
            ("to", at(airport, part.to)?),
            ("windDirection", Dynamic::from(hour.wind_direction)),
            ("windCompass", Dynamic::from(compass(hour.wind_direction))),
            ("windSpeed", Dynamic::from(hour.wind_speed)),
            ("windGust", Dynamic::from(hour.wind_gust)),
            ("visibility", Dynamic::from(hour.visibility)),
            ("ceilingFeet", optional(ceiling(hour).map(Dynamic::from))),
            ("flightRules", Dynamic::from(flight_rules(hour).code())),
            ("condition", Dynamic::from(hour.condition.code())),
            ("conditionText", Dynamic::from(hour.condition.text())),
        ]))
    });
    let parts = parts.collect::<Result<Vec<_>, Error>>()?;
    Ok(record([
        ("raw", Dynamic::from(taf.raw.as_str())),
        ("issuedAt", at(airport, taf.issued)?),
        ("validFrom", at(airport, taf.valid.0)?),
        ("validTo", at(airport, taf.valid.1)?),
        ("periods", Dynamic::from(parts)),
    ]))
}

/// The beginning of an hour on the airport's clock.
fn at(airport: &Airport, unix_hour: i64) -> Result<Dynamic, Error> {
    let instant = Timestamp::from_second(unix_hour * 3600).map_err(|e| wrong(e.to_string()))?;
    Ok(on_clock(airport, instant))
}

fn on_clock(airport: &Airport, instant: Timestamp) -> Dynamic {
    Dynamic::from(instant.to_zoned_datetime(zone(&airport.timezone)).strftime("%Y-%m-%dT%H:%M:%S%:z").to_string())
}

/// Pilots' reports of the last two hours, the newest first.
fn airport_pireps(state: &State<'_, '_>, iata: &str) -> Result<Dynamic, Error> {
    let context = context(state)?;
    at_airport(&context, iata, |airport, local| {
        let found = pireps(context.world.seed, airport, local, context.clock.now());
        Ok(list(&found, |pirep: &Pirep| {
            record([
                ("raw", Dynamic::from(pirep.raw.as_str())),
                ("reportedAt", on_clock(airport, pirep.at)),
                ("flightLevel", Dynamic::from(pirep.flight_level)),
                ("aircraftType", Dynamic::from(pirep.aircraft)),
                ("temperature", Dynamic::from(pirep.temperature)),
                ("turbulence", Dynamic::from(pirep.turbulence)),
                ("icing", Dynamic::from(pirep.icing)),
                ("urgent", Dynamic::from(pirep.urgent)),
            ])
        }))
    })
}

/// Delays of the current hour, longest first.
fn airport_delays(state: &State<'_, '_>, iata: &str) -> Result<Dynamic, Error> {
    let context = context(state)?;
    at_airport(&context, iata, |airport, local| {
        let found = delays(context.world.seed, airport, local, this_hour(&context));
        Ok(list(&found, |delay: &Delay| {
            let trend = match delay.minutes - delay.before {
                5.. => "increasing",
                ..=-5 => "decreasing",
                _ => "steady",
            };
            record([
                ("type", Dynamic::from(delay.kind.code())),
                ("program", Dynamic::from(delay.program)),
                ("reason", Dynamic::from(delay.reason)),
                ("averageMinutes", Dynamic::from(delay.minutes)),
                ("minimumMinutes", Dynamic::from(delay.minutes * 2 / 3)),
                ("maximumMinutes", Dynamic::from(delay.minutes * 3 / 2)),
                ("trend", Dynamic::from(trend)),
            ])
        }))
    })
}
