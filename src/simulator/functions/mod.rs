//! What expressions may call. One file a subject, each with a `register`; a new file is one line here.

mod airports;
mod alerts;
mod assets;
mod astronomy;
mod budget;
mod grid;
mod jobs;
mod login;
mod music;
mod news;
mod places;
mod rates;
mod rows;
mod shows;
mod signing;
mod sky_media;
mod spots;
mod text;
mod time;
mod trains;
mod weather;
mod words;

use minijinja::{Environment, Error, ErrorKind};

/// Adds all functions to the environment.
pub fn register(env: &mut Environment<'static>) {
    airports::register(env);
    alerts::register(env);
    assets::register(env);
    astronomy::register(env);
    budget::register(env);
    grid::register(env);
    jobs::register(env);
    login::register(env);
    music::register(env);
    news::register(env);
    places::register(env);
    rates::register(env);
    rows::register(env);
    shows::register(env);
    sky_media::register(env);
    signing::register(env);
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
