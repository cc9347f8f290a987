//! Laws of the world, checked through the simulator as a caller would meet them. One file a tool set.

#![expect(clippy::unwrap_used, reason = "a test that fails says so by panicking")]

mod account_login;
mod activities;
mod airport_weather;
mod beer_venues;
mod bench;
mod books;
mod budgeting;
mod city_transit;
mod city_weather;
mod climate;
mod country_indicators;
mod crypto_trading;
mod crypto_wallet;
mod currency_exchange;
mod document_signing;
mod email_hygiene;
mod endangered_species;
mod every_tool;
mod forecast_astronomy;
mod generated;
mod grid_coordinates;
mod grocery_recipes;
mod host_exposure;
mod internet;
mod jobs;
mod link_and_domain;
mod lyrics_charts;
mod malware_intel;
mod maps_routing;
mod mcu_films;
mod music_catalogue;
mod news_media;
mod nutrition_fitness;
mod sky_geolocation;
mod sustainable_seafood;
mod threat_reputation;
mod train_booking;
mod urban_environment;
mod url_safety;
mod weather_holidays;
