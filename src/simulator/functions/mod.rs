//! What expressions may call. One file a subject, each with a `register`; a new file is one line here.

mod activities;
mod airports;
mod alerts;
mod assets;
mod astronomy;
mod beer;
mod books;
mod budget;
mod climate;
mod countries;
mod details;
mod facilities;
mod grid;
mod grocery;
mod holidays;
mod internet;
mod jobs;
mod login;
mod mail;
mod maps;
mod music;
mod nations;
mod news;
mod nutrition;
mod places;
mod rates;
mod rows;
mod seafood;
mod shows;
mod signing;
mod sky_media;
mod species;
mod spots;
mod text;
mod time;
mod trains;
mod transit;
mod urban;
mod weather;
mod words;
mod zones;

use minijinja::{Environment, Error, ErrorKind};

/// Adds all functions to the environment.
pub fn register(env: &mut Environment<'static>) {
    activities::register(env);
    airports::register(env);
    alerts::register(env);
    assets::register(env);
    astronomy::register(env);
    beer::register(env);
    books::register(env);
    budget::register(env);
    climate::register(env);
    countries::register(env);
    details::register(env);
    facilities::register(env);
    grid::register(env);
    grocery::register(env);
    holidays::register(env);
    internet::register(env);
    jobs::register(env);
    login::register(env);
    mail::register(env);
    maps::register(env);
    music::register(env);
    nations::register(env);
    news::register(env);
    nutrition::register(env);
    places::register(env);
    rates::register(env);
    rows::register(env);
    seafood::register(env);
    shows::register(env);
    sky_media::register(env);
    signing::register(env);
    species::register(env);
    spots::register(env);
    text::register(env);
    time::register(env);
    trains::register(env);
    transit::register(env);
    urban::register(env);
    weather::register(env);
    words::register(env);
    zones::register(env);
}

/// An error of a function, which is a fault of the program that called it.
pub fn wrong(detail: impl Into<String>) -> Error {
    Error::new(ErrorKind::InvalidOperation, detail.into())
}
