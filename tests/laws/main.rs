//! Laws of the world, checked through the simulator as a caller would meet them. One file a tool set.

#![expect(clippy::unwrap_used, reason = "a test that fails says so by panicking")]

mod account_login;
mod airport_weather;
mod bench;
mod budgeting;
mod city_weather;
mod crypto_trading;
mod crypto_wallet;
mod currency_exchange;
mod document_signing;
mod every_tool;
mod forecast_astronomy;
mod generated;
mod grid_coordinates;
mod jobs;
mod lyrics_charts;
mod music_catalogue;
mod news_media;
mod sky_geolocation;
mod train_booking;
