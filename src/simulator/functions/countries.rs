//! Countries by code or name.

use minijinja::value::Value as Dynamic;
use minijinja::{Environment, Error, State};

use crate::catalogue::nearest;
use crate::simulator::scope::context;
use crate::simulator::value::{list, optional, record};
use crate::world::gazetteer::{Country, Gazetteer};

pub(super) fn register(env: &mut Environment<'static>) {
    env.add_function("find_country", find_country);
    env.add_function("near_countries", near_countries);
}

/// Longest text, in bytes, that can be a country.
const LONGEST: usize = 100;

/// The country that a code, a name or another name means, or `none`.
fn find_country(state: &State<'_, '_>, text: &str) -> Result<Dynamic, Error> {
    let gazetteer = context(state)?.world.facts.model::<Gazetteer>();
    let found = gazetteer.country(text).filter(|_| text.len() <= LONGEST);
    Ok(optional(found.map(describe)))
}

/// Up to three names of countries that look like the text.
fn near_countries(state: &State<'_, '_>, text: &str) -> Result<Vec<String>, Error> {
    let gazetteer = context(state)?.world.facts.model::<Gazetteer>();
    Ok(nearest::few(text, gazetteer.countries().map(|country| country.name.as_str())))
}

fn describe(country: &Country) -> Dynamic {
    record([
        ("code", Dynamic::from(country.iso2.as_str())),
        ("code3", Dynamic::from(country.iso3.as_str())),
        ("name", Dynamic::from(country.name.as_str())),
        ("official", Dynamic::from(country.official.as_str())),
        ("capital", Dynamic::from(country.capital.as_str())),
        ("continent", Dynamic::from(country.continent.as_str())),
        ("currency", Dynamic::from(country.currency.as_str())),
        ("languages", list(&country.languages, |code| Dynamic::from(code.as_str()))),
        ("area", Dynamic::from(country.area)),
    ])
}
