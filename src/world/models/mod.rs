//! What the made-up part of the world does: one file or folder a model, each a pure function of seed, facts and time.

pub mod activities;
pub mod air;
pub mod airports;
pub mod alerts;
pub mod assets;
pub mod astronomy;
pub mod beer;
pub mod books;
pub mod climate;
pub mod exercises;
pub mod facilities;
pub mod foods;
pub mod grid;
pub mod grocery;
pub mod holidays;
pub mod household;
pub mod internet;
pub mod jobs;
mod lands;
pub mod login;
pub mod mail;
pub mod maps;
pub mod music;
pub mod nations;
pub mod news;
pub mod rates;
pub mod seafood;
pub mod sensors;
pub mod shows;
pub mod signing;
pub mod sky_media;
pub mod species;
pub mod titles;
pub mod trains;
pub mod transit;
pub mod weather;
pub mod words;

use super::facts::Facts;
use super::gazetteer::Gazetteer;

/// Builds every model once, so that a table that a model cannot use stops the start and not a call.
///
/// # Errors
///
/// The first table that is missing or wrong, and how.
pub fn check(facts: &Facts) -> Result<(), String> {
    facts.try_model::<Gazetteer>()?;
    facts.try_model::<activities::Activities>()?;
    facts.try_model::<airports::Airports>()?;
    facts.try_model::<beer::Beers>()?;
    facts.try_model::<books::Books>()?;
    facts.try_model::<grid::Grid>()?;
    facts.try_model::<music::Music>()?;
    facts.try_model::<rates::Rates>()?;
    facts.try_model::<assets::Market>()?;
    facts.try_model::<trains::Railway>()?;
    facts.try_model::<household::Household>()?;
    facts.try_model::<news::News>()?;
    facts.try_model::<shows::Shows>()?;
    facts.try_model::<sky_media::Stations>()?;
    facts.try_model::<words::Words>()?;
    facts.try_model::<internet::Internet>()?;
    facts.try_model::<jobs::Jobs>()?;
    facts.try_model::<grocery::Grocery>()?;
    facts.try_model::<foods::Foods>()?;
    facts.try_model::<holidays::Holidays>()?;
    facts.try_model::<climate::Climate>()?;
    facts.try_model::<nations::Nations>()?;
    facts.try_model::<exercises::Exercises>()?;
    facts.try_model::<facilities::Facilities>()?;
    facts.try_model::<login::Login>()?;
    facts.try_model::<seafood::Seafood>()?;
    facts.try_model::<mail::Mail>()?;
    facts.try_model::<signing::Signatures>()?;
    facts.try_model::<maps::Maps>()?;
    facts.try_model::<transit::Transit>()?;
    facts.try_model::<species::RedList>()?;
    Ok(())
}
