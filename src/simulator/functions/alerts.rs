//! Weather warnings of towns, regions and countries, for the public and for pilots.

use jiff::Timestamp;
use minijinja::value::Value as Dynamic;
use minijinja::{Environment, Error, State};

use super::spots::{spot_of, with_spot};
use super::wrong;
use crate::catalogue::nearest;
use crate::simulator::scope::{Context, context};
use crate::simulator::value::{list, optional, record};
use crate::world::gazetteer::Gazetteer;
use crate::world::models::alerts::{Alert, Product, Region, alerts, bulletin, find_aviation_area, find_region};
use crate::world::models::words::Words;
use crate::world::zone;

pub(super) fn register(env: &mut Environment<'static>) {
    env.add_function("find_area", find_area);
    env.add_function("aviation_area", aviation_area);
    env.add_function("area_alerts", area_alerts);
    env.add_function("near_areas", near_areas);
    env.add_function("near_aviation_areas", near_aviation_areas);
}

/// The town, region or country that a text means, or `none`; `places` are those that are watched there.
fn find_area(state: &State<'_, '_>, text: &str) -> Result<Dynamic, Error> {
    let facts = &context(state)?.world.facts;
    let gazetteer = facts.model::<Gazetteer>();
    Ok(optional(find_region(&gazetteer, text).map(|mut region| {
        for place in region.places.iter_mut().filter(|place| place.id == 0) {
            *place = spot_of(facts, (place.latitude, place.longitude)).place;
        }
        describe(&gazetteer, &region)
    })))
}

/// The same for pilots in the United States: a forecast area, a state, a town, or all.
fn aviation_area(state: &State<'_, '_>, text: &str) -> Result<Dynamic, Error> {
    let gazetteer = context(state)?.world.facts.model::<Gazetteer>();
    Ok(optional(find_aviation_area(&gazetteer, text).map(|region| describe(&gazetteer, &region))))
}

fn describe(gazetteer: &Gazetteer, region: &Region) -> Dynamic {
    let country = gazetteer.country(&region.country).map_or("", |country| country.name.as_str());
    record([
        ("kind", Dynamic::from(region.kind.code())),
        ("name", Dynamic::from(region.name.as_str())),
        ("country", Dynamic::from(region.country.as_str())),
        ("country_name", Dynamic::from(country)),
        ("others", list(&region.others, |other| Dynamic::from(other.as_str()))),
        (
            "places",
            list(&region.places, |place| {
                record([
                    ("id", Dynamic::from(place.id)),
                    ("name", Dynamic::from(place.name.as_str())),
                    ("region", Dynamic::from(place.region.as_str())),
                    ("latitude", Dynamic::from(place.latitude)),
                    ("longitude", Dynamic::from(place.longitude)),
                    ("timezone", Dynamic::from(place.timezone.as_str())),
                ])
            }),
        ),
    ])
}

/// Countries, regions or else places that look like a text.
fn near_areas(state: &State<'_, '_>, text: &str) -> Result<Vec<String>, Error> {
    let gazetteer = context(state)?.world.facts.model::<Gazetteer>();
    let countries = gazetteer.countries().map(|country| country.name.as_str());
    let regions = gazetteer.countries().flat_map(|country| &country.regions).map(|region| region.name.as_str());
    let found = nearest::few(text, countries.chain(regions));
    Ok(if found.is_empty() { gazetteer.near(text) } else { found })
}

/// States and towns of the United States that look like a text.
fn near_aviation_areas(state: &State<'_, '_>, text: &str) -> Result<Vec<String>, Error> {
    let gazetteer = context(state)?.world.facts.model::<Gazetteer>();
    let states = gazetteer.country("US").into_iter().flat_map(|country| &country.regions);
    let mut found = nearest::few(text, states.map(|region| region.name.as_str()));
    let name = text.split(',').next().unwrap_or(text);
    found.extend(gazetteer.near(&format!("{name}, US")).into_iter().filter(|label| label.ends_with(", United States")));
    found.truncate(3);
    Ok(found)
}

/// The warnings that stand for the places of an area, gravest first, then by onset and place.
fn area_alerts(state: &State<'_, '_>, area: Dynamic) -> Result<Dynamic, Error> {
    let context = context(state)?;
    let words = context.world.facts.model::<Words>();
    let mut found: Vec<(Alert, Dynamic)> = Vec::new();
    for place in area.get_attr("places")?.try_iter()? {
        let standing = with_spot(&context, &place, |p| alerts(context.world.seed, p, context.clock.now()))?;
        found.extend(standing.into_iter().map(|alert| (alert, place.clone())));
    }
    found.sort_by_key(|(alert, _)| (std::cmp::Reverse(alert.warning.level), alert.onset));
    found
        .iter()
        .map(|(alert, place)| row(&context, &words, alert, place))
        .collect::<Result<Vec<_>, _>>()
        .map(Dynamic::from)
}

fn row(context: &Context, words: &Words, alert: &Alert, place: &Dynamic) -> Result<Dynamic, Error> {
    let text =
        |name: &str| -> Result<String, Error> { Ok(place.get_attr(name)?.as_str().unwrap_or_default().to_owned()) };
    let (name, region, timezone) = (text("name")?, text("region")?, text("timezone")?);
    let warning = &alert.warning;
    let word = words.word("alert", warning.kind.code(), "en").ok_or_else(|| wrong("a kind of warning has no word"))?;
    let level = warning.level.code();
    let (field, unit) = warning.kind.measure();
    let clock =
        |t: Timestamp| Dynamic::from(t.to_zoned_datetime(zone(&timezone)).strftime("%Y-%m-%dT%H:%M:%S%:z").to_string());
    let status = if alert.onset <= context.clock.now() { "active" } else { "upcoming" };
    let product = Product::of(warning);
    Ok(record([
        ("id", Dynamic::from(format!("{}-{}-{}", warning.kind.code(), alert.place, alert.date.strftime("%Y%m%d")))),
        ("type", Dynamic::from(warning.kind.code())),
        ("typeName", Dynamic::from(word)),
        ("level", Dynamic::from(level)),
        ("severity", Dynamic::from(warning.level.severity())),
        ("status", Dynamic::from(status)),
        ("place", Dynamic::from(name.as_str())),
        ("region", Dynamic::from(region)),
        ("timezone", Dynamic::from(timezone.as_str())),
        ("date", Dynamic::from(alert.date.to_string())),
        ("issuedAt", clock(alert.issued)),
        ("onset", clock(alert.onset)),
        ("ends", clock(alert.ends)),
        ("measure", Dynamic::from(field)),
        ("value", Dynamic::from(warning.value)),
        ("unit", Dynamic::from(unit)),
        (
            "headline",
            Dynamic::from(format!("{} {level} warning for {name} on {}", word, alert.date.strftime("%A %-d %B"))),
        ),
        ("advice", Dynamic::from(warning.kind.advice())),
        ("product", optional(product.map(|p| Dynamic::from(p.name())))),
        ("series", optional(product.map(|p| Dynamic::from(p.series())))),
        ("hazard", optional(product.map(|p| Dynamic::from(p.hazard())))),
        ("bulletin", optional(product.map(|p| Dynamic::from(bulletin(p, alert, &name))))),
    ]))
}
