//! Beers and the venues that pour them.
//!
//! Session tables: `beer_users` by user id (`user_id`, `name`, `favourite_styles` as a list of types), and `beer_menus` by menu id,
//! which the tool that makes menus writes (`menu_id`, `user_id`, `beers` as a list of ids, `alcohol_content` or null,
//! `flavor_profiles`, `created_at`).

use jiff::civil::{Date, Weekday};
use minijinja::value::{Kwargs, Value as Dynamic};
use minijinja::{Environment, Error, State};
use serde_json::Value;

use crate::simulator::scope::{Context, context};
use crate::simulator::value::{list, optional, record};
use crate::world::gazetteer::{Gazetteer, coordinates};
use crate::world::models::beer::{Beer, Beers, Hours, Ratings, Tap, Taste, Venue};
use crate::world::models::maps::{Atlas, Maps};
use crate::world::models::rates::{Rates, decimal};
use crate::world::sphere::distance_km;
use crate::world::{Place, zone};

/// Venues that are told, and taps of each.
const VENUES: usize = 20;
const TAPS: usize = 8;

/// Kilometres around a point within which the towns lie whose venues may be near: the farthest a venue is from its town.
const TOWN_KM: f64 = 11.5;

/// Day of the exchange rate of prices, so that a glass does not change its price with the dollar.
const PRICED: Date = jiff::civil::date(2026, 1, 1);

pub(super) fn register(env: &mut Environment<'static>) {
    env.add_function("find_beer", find_beer);
    env.add_function("near_beer_ids", near_beer_ids);
    env.add_function("beer_menus_with", beer_menus_with);
    env.add_function("beer_point", beer_point);
    env.add_function("unknown_beer_type", unknown_beer_type);
    env.add_function("near_beer_types", near_beer_types);
    env.add_function("beer_venues", beer_venues);
    env.add_function("beer_user", beer_user);
    env.add_function("unknown_flavour", unknown_flavour);
    env.add_function("near_flavours", near_flavours);
    env.add_function("flavours", flavours);
    env.add_function("beer_menu", beer_menu);
    env.add_function("beer_menu_like", beer_menu_like);
}

fn model(state: &State<'_, '_>) -> Result<(std::sync::Arc<Context>, std::sync::Arc<Beers>), Error> {
    let context = context(state)?;
    let beers = context.world.facts.model::<Beers>();
    Ok((context, beers))
}

/// A number as people write it: without `.0` where it is whole.
fn number(value: f64) -> Dynamic {
    if value.fract() == 0.0 { Dynamic::from(value as i64) } else { Dynamic::from(value) }
}

/// The beer of an id with brewery, style and ratings, or `none`.
fn find_beer(state: &State<'_, '_>, id: i64) -> Result<Dynamic, Error> {
    let (context, beers) = model(state)?;
    let Some(beer) = beers.beer(id) else { return Ok(optional(None)) };
    let (style, brewery) = (beers.style(beer), beers.brewery(beer));
    let country = context.world.facts.model::<Gazetteer>();
    let country = country.country(&brewery.country).map_or(brewery.country.clone(), |found| found.name.clone());
    let ratings = Ratings::of(context.world.seed, beer);
    let stars = [1, 2, 3, 4, 5].into_iter().zip(ratings.stars).rev();
    Ok(record([
        ("id", Dynamic::from(beer.id)),
        ("name", Dynamic::from(beer.name.as_str())),
        ("style", Dynamic::from(style.name.as_str())),
        ("family", Dynamic::from(style.family.as_str())),
        ("abv", number(beer.abv)),
        ("ibu", Dynamic::from(beer.ibu)),
        ("flavours", list(&beer.flavours, |flavour| Dynamic::from(flavour.as_str()))),
        ("about", Dynamic::from(beer.about.as_str())),
        ("brewery", Dynamic::from(brewery.name.as_str())),
        ("city", Dynamic::from(brewery.city.as_str())),
        ("country", Dynamic::from(country)),
        ("founded", Dynamic::from(brewery.founded)),
        ("average", number(ratings.average)),
        ("count", Dynamic::from(ratings.count)),
        (
            "stars",
            list(stars, |(stars, count): (i32, u32)| {
                record([("stars", Dynamic::from(stars)), ("count", Dynamic::from(count))])
            }),
        ),
    ]))
}

/// Up to three ids of beers that are nearest to a number.
fn near_beer_ids(state: &State<'_, '_>, id: i64) -> Result<Vec<String>, Error> {
    let (_, beers) = model(state)?;
    let mut ids: Vec<i64> = beers.all().iter().map(|beer| beer.id).collect();
    ids.sort_by_key(|other| (other.abs_diff(id), *other));
    Ok(ids.into_iter().take(3).map(|id| id.to_string()).collect())
}

/// Ids of the session's menus that hold a beer, oldest first.
fn beer_menus_with(state: &State<'_, '_>, id: i64) -> Result<Vec<String>, Error> {
    let context = context(state)?;
    let holds = |row: &serde_json::Map<String, Value>| {
        row.get("beers").and_then(Value::as_array).is_some_and(|ids| ids.iter().any(|beer| beer.as_i64() == Some(id)))
    };
    let rows = context.state().rows("beer_menus").filter(|(_, row)| holds(row));
    let mut found: Vec<(String, String)> = rows
        .map(|(key, row)| (row.get("created_at").map(Value::to_string).unwrap_or_default(), key.to_owned()))
        .collect();
    found.sort_unstable();
    Ok(found.into_iter().map(|(_, key)| key).collect())
}

/// `{latitude, longitude, name}` of a text that is a point or names a place (then with its name), or `none`.
fn beer_point(state: &State<'_, '_>, text: &str) -> Result<Dynamic, Error> {
    let (context, _) = model(state)?;
    let point = |(latitude, longitude): (f64, f64), name: Option<&str>| {
        record([
            ("latitude", number(latitude)),
            ("longitude", number(longitude)),
            ("name", optional(name.map(Dynamic::from))),
        ])
    };
    if let Some(found) = coordinates(text) {
        return Ok(point(found, None));
    }
    let gazetteer = context.world.facts.model::<Gazetteer>();
    let found = gazetteer.find(text).map(|found| found.place);
    Ok(optional(found.map(|place| point((place.latitude, place.longitude), Some(&place.name)))))
}

/// The first of the words that means no type of beer, or `none`.
fn unknown_beer_type(state: &State<'_, '_>, words: Vec<String>) -> Result<Option<String>, Error> {
    let (_, beers) = model(state)?;
    Ok(words.into_iter().find(|word| beers.types(word).is_empty()))
}

/// Up to three types that look like a word.
fn near_beer_types(state: &State<'_, '_>, word: &str) -> Result<Vec<String>, Error> {
    Ok(model(state)?.1.near_types(word))
}

/// The first of the words that means no flavour, or `none`.
fn unknown_flavour(state: &State<'_, '_>, words: Vec<String>) -> Result<Option<String>, Error> {
    let (_, beers) = model(state)?;
    Ok(words.into_iter().find(|word| beers.flavour(word).is_none()))
}

/// Up to three flavours that look like a word.
fn near_flavours(state: &State<'_, '_>, word: &str) -> Result<Vec<String>, Error> {
    Ok(model(state)?.1.near_flavours(word))
}

/// All flavours, by alphabet.
fn flavours(state: &State<'_, '_>) -> Result<Vec<String>, Error> {
    Ok(model(state)?.1.flavours().to_vec())
}

/// A venue that is near enough.
struct Near<'a> {
    metres: i64,
    place: &'a Place,
    venue: Venue,
    matching: Vec<Tap>,
}

/// `{total, best, venues}` around a point: those within the kilometres that pour one of the types (all, where none is named), the
/// nearest 20, nearest first.
fn beer_venues(
    state: &State<'_, '_>,
    latitude: f64,
    longitude: f64,
    km: f64,
    types: Vec<String>,
) -> Result<Dynamic, Error> {
    let (context, beers) = model(state)?;
    let gazetteer = context.world.facts.model::<Gazetteer>();
    let mut styles: Vec<usize> = types.iter().flat_map(|word| beers.types(word)).collect();
    styles.sort_unstable();
    let wanted = |tap: &Tap| styles.is_empty() || styles.binary_search(&beers.all()[tap.beer].style).is_ok();
    let maps = context.world.facts.model::<Maps>();
    let atlas = maps.over(&gazetteer);
    let mut found: Vec<Near<'_>> = Vec::new();
    for place in gazetteer.within(latitude, longitude, km + TOWN_KM) {
        for venue in beers.venues(context.world.seed, &atlas, place).iter() {
            let metres = distance_km((latitude, longitude), (venue.latitude, venue.longitude)) * 1000.0;
            let metres = libm::round(metres) as i64;
            if metres as f64 > km * 1000.0 {
                continue;
            }
            let matching: Vec<Tap> = venue.taps.iter().filter(|tap| wanted(tap)).copied().collect();
            if !matching.is_empty() {
                found.push(Near { metres, place, venue: venue.clone(), matching });
            }
        }
    }
    found.sort_by(|a, b| a.metres.cmp(&b.metres).then_with(|| a.venue.id.cmp(&b.venue.id)));
    let total = found.len();
    found.truncate(VENUES);
    // The first of equals is the nearest.
    let best = found.iter().rev().max_by_key(|near| near.matching.len()).filter(|_| !types.is_empty());
    Ok(record([
        ("total", Dynamic::from(total)),
        ("best", optional(best.map(|near| Dynamic::from(near.venue.id.as_str())))),
        ("venues", list(&found, |near| venue_record(&context, &beers, &atlas, near))),
    ]))
}

fn venue_record(context: &Context, beers: &Beers, atlas: &Atlas<'_>, near: &Near<'_>) -> Dynamic {
    let (venue, place) = (&near.venue, near.place);
    let local = context.clock.local(&zone(&place.timezone));
    let minute = i64::from(local.hour()) * 60 + i64::from(local.minute());
    let today = local.weekday().to_monday_zero_offset() as usize;
    let open = |day: usize, minute: i64| venue.week[day].is_some_and(|h| (h.opens..h.closes).contains(&minute));
    let open = open(today, minute) || open((today + 6) % 7, minute + 24 * 60);
    let country = atlas.gazetteer.country(&place.country).map_or("", |country| country.name.as_str());
    let currency = beers.currency(&place.country).unwrap_or("EUR");
    let rates = context.world.facts.model::<Rates>();
    let money = rates.find("EUR").zip(rates.find(currency));
    let rate = money.map_or(1.0, |(euro, own)| rates.rate(context.world.seed, euro, own, PRICED).value);
    let taps = near.matching.iter().take(TAPS);
    record([
        ("venue_id", Dynamic::from(venue.id.as_str())),
        ("name", Dynamic::from(venue.name.as_str())),
        ("type", Dynamic::from(venue.kind.name())),
        ("address", Dynamic::from(atlas.line_at((venue.latitude, venue.longitude)).unwrap_or_default())),
        ("city", Dynamic::from(place.name.as_str())),
        ("country", Dynamic::from(country)),
        ("latitude", Dynamic::from(venue.latitude)),
        ("longitude", Dynamic::from(venue.longitude)),
        ("distance_km", number(near.metres as f64 / 1000.0)),
        ("open_now", Dynamic::from(open)),
        ("hours", list(venue.week.iter().enumerate(), |(day, hours)| hours_record(day, *hours))),
        ("taps", Dynamic::from(venue.taps.len())),
        ("matching_taps", Dynamic::from(near.matching.len())),
        ("currency", Dynamic::from(currency)),
        ("beers", list(taps, |tap| tap_record(beers, tap, rate))),
    ])
}

fn hours_record(day: usize, hours: Option<Hours>) -> Dynamic {
    let clock = |minute: i64| Dynamic::from(format!("{:02}:{:02}", minute / 60 % 24, minute % 60));
    let name = Weekday::from_monday_zero_offset(day as i8).map(|day| format!("{day:?}")).unwrap_or_default();
    record([
        ("day", Dynamic::from(name)),
        ("opens", optional(hours.map(|hours| clock(hours.opens)))),
        ("closes", optional(hours.map(|hours| clock(hours.closes)))),
    ])
}

fn tap_record(beers: &Beers, tap: &Tap, rate: f64) -> Dynamic {
    let beer = &beers.all()[tap.beer];
    record([
        ("beer_id", Dynamic::from(beer.id)),
        ("name", Dynamic::from(beer.name.as_str())),
        ("brewery", Dynamic::from(beers.brewery(beer).name.as_str())),
        ("style", Dynamic::from(beers.style(beer).name.as_str())),
        ("abv", number(beer.abv)),
        ("glass_ml", Dynamic::from(tap.millilitres)),
        ("price", number(board_price(tap.euros * rate))),
    ])
}

/// What would stand on a board: two digits and a half, such as 4.65, 12.5 or 740.
fn board_price(exact: f64) -> f64 {
    let power = libm::floor(libm::log10(exact.max(0.01))) as i32 - 2;
    let unit = 5.0 * libm::pow(10.0, f64::from(power.max(-2)));
    decimal::significant(libm::round(exact / unit) * unit, 6)
}

/// `none` where the session knows its users and this is none of them, else `{user_id, name}`.
fn beer_user(state: &State<'_, '_>, id: i64) -> Result<Dynamic, Error> {
    let context = context(state)?;
    let mut rows = context.state().rows("beer_users").peekable();
    let known = rows.peek().is_some();
    let row = rows.find(|(key, _)| *key == id.to_string()).map(|(_, row)| row);
    let name = row.and_then(|row| row.get("name")?.as_str().map(str::to_owned));
    let found = row.is_some() || !known;
    Ok(optional(found.then(|| record([("user_id", Dynamic::from(id)), ("name", optional(name.map(Dynamic::from)))]))))
}

/// The beers of a menu for a user: `beer_menu(user, abv=…, flavours=[…])` gives `{beer_id, name, …, why}` of up to eight.
fn beer_menu(state: &State<'_, '_>, user: i64, wish: Kwargs) -> Result<Dynamic, Error> {
    let (abv, words): (Option<f64>, Vec<String>) = (wish.get("abv")?, wish.get("flavours")?);
    wish.assert_all_used()?;
    let (context, beers) = model(state)?;
    let row = context.state().row("beer_users", &user.to_string()).cloned();
    let favourites = row.as_ref().and_then(|row| row.get("favourite_styles")?.as_array().cloned()).unwrap_or_default();
    let styles = favourites.iter().filter_map(Value::as_str).flat_map(|word| beers.types(word)).collect();
    let flavours = words.iter().filter_map(|word| beers.flavour(word)).map(str::to_owned).collect();
    let taste = Taste { abv, flavours, styles };
    let picked = beers.menu(context.world.seed, user, &taste, TAPS);
    Ok(list(picked, |beer| menu_row(&context, &beers, beer, &taste)))
}

fn menu_row(context: &Context, beers: &Beers, beer: &Beer, taste: &Taste) -> Dynamic {
    let ratings = Ratings::of(context.world.seed, beer);
    let style = &beers.style(beer).name;
    let shared: Vec<&str> = beer.flavours.iter().filter(|f| taste.flavours.contains(f)).map(String::as_str).collect();
    let why = match (shared.is_empty(), taste.styles.contains(&beer.style)) {
        (false, _) => format!("Tastes of {}, as asked for.", shared.join(" and ")),
        (true, true) => format!("{style} is one of the user's favourite styles."),
        (true, false) => format!("Rated {} on average.", ratings.average),
    };
    record([
        ("beer_id", Dynamic::from(beer.id)),
        ("name", Dynamic::from(beer.name.as_str())),
        ("brewery", Dynamic::from(beers.brewery(beer).name.as_str())),
        ("style", Dynamic::from(style.as_str())),
        ("abv", number(beer.abv)),
        ("ibu", Dynamic::from(beer.ibu)),
        ("flavors", list(&beer.flavours, |flavour| Dynamic::from(flavour.as_str()))),
        ("average_rating", number(ratings.average)),
        ("why", Dynamic::from(why)),
    ])
}

/// The id of the menu that a user has of these very beers for these wishes, or `none`.
fn beer_menu_like(state: &State<'_, '_>, user: i64, beers: Vec<i64>) -> Result<Option<String>, Error> {
    let context = context(state)?;
    let same = |row: &serde_json::Map<String, Value>| {
        let ids: Option<Vec<i64>> =
            row.get("beers").and_then(Value::as_array).map(|ids| ids.iter().filter_map(Value::as_i64).collect());
        row.get("user_id").and_then(Value::as_i64) == Some(user) && ids.as_ref() == Some(&beers)
    };
    Ok(context.state().rows("beer_menus").find(|(_, row)| same(row)).map(|(key, _)| key.to_owned()))
}
