//! Words and names in the caller's language.

use minijinja::value::Value as Dynamic;
use minijinja::{Environment, Error, State};

use super::wrong;
use crate::simulator::scope::context;
use crate::simulator::value::optional;
use crate::world::models::words::{LANGUAGES, Words};

pub(super) fn register(env: &mut Environment<'static>) {
    env.add_function("language", language);
    env.add_function("languages", || LANGUAGES.to_vec());
    env.add_function("word", word);
    env.add_function("country_in", country_in);
    env.add_function("place_in", place_in);
}

/// The code of the language that a text names, among those that `word` knows, or `none`.
fn language(state: &State<'_, '_>, text: &str) -> Result<Dynamic, Error> {
    Ok(optional(context(state)?.world.facts.model::<Words>().language(text).map(Dynamic::from)))
}

/// A word by kind and code in a language.
fn word(state: &State<'_, '_>, kind: &str, code: &str, language: &str) -> Result<String, Error> {
    let words = context(state)?.world.facts.model::<Words>();
    words.word(kind, code, language).map(str::to_owned).ok_or_else(|| wrong(format!("there is no word {kind}/{code}")))
}

/// The name of a place or spot's country; empty where it has none.
fn country_in(state: &State<'_, '_>, place: Dynamic, language: &str) -> Result<String, Error> {
    let words = context(state)?.world.facts.model::<Words>();
    let code = place.get_attr("country")?;
    Ok(words.country(code.as_str().unwrap_or_default(), language).unwrap_or_default().to_owned())
}

/// The name of a place or spot.
fn place_in(state: &State<'_, '_>, place: Dynamic, language: &str) -> Result<Dynamic, Error> {
    let words = context(state)?.world.facts.model::<Words>();
    let id = u32::try_from(place.get_attr("id")?)?;
    Ok(words.place(id, language).map_or(place.get_attr("name")?, Dynamic::from))
}
