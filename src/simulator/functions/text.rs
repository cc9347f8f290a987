//! Words.

use minijinja::value::Value as Dynamic;
use minijinja::{Environment, Error};

use crate::catalogue::nearest;

pub(super) fn register(env: &mut Environment<'static>) {
    env.add_function("near", near);
    env.add_function("folded", |text: &str| nearest::fold(text));
}

/// Up to three strings of the list that look like the word.
fn near(word: &str, list: Dynamic) -> Result<Vec<String>, Error> {
    let items: Vec<Dynamic> = list.try_iter()?.collect();
    Ok(nearest::few(word, items.iter().filter_map(Dynamic::as_str)))
}
