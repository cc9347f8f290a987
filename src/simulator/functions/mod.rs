//! What expressions may call. One file a subject, each with a `register`; a new file is one line here.

mod assets;
mod grid;
mod internet;
mod news;
mod places;
mod rates;
mod rows;
mod shows;
mod spots;
mod text;
mod time;
mod trains;
mod weather;
mod words;

use minijinja::{Environment, Error, ErrorKind};

/// Adds all functions to the environment.
pub fn register(env: &mut Environment<'static>) {
    assets::register(env);
    grid::register(env);
    internet::register(env);
    news::register(env);
    places::register(env);
    rates::register(env);
    rows::register(env);
    shows::register(env);
    spots::register(env);
    text::register(env);
    time::register(env);
    trains::register(env);
    weather::register(env);
    words::register(env);
}

/// An error of a function, which is a fault of the program that called it.
pub fn wrong(detail: impl Into<String>) -> Error {
    Error::new(ErrorKind::InvalidOperation, detail.into())
}
