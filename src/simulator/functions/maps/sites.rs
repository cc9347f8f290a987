//! Places of interest of a town: what other tool sets tell of, with the ids that they know it by.

use super::{Desk, Spot};
use crate::world::Place;
use crate::world::models::airports::Airports;
use crate::world::models::beer::Beers;
use crate::world::models::maps::{five, reach_km};
use crate::world::models::shows::Shows;
use crate::world::models::trains::Railway;
use crate::world::sphere::distance_km;

/// Kilometres from the middle of the largest town to its farthest shop.
pub(super) const FARTHEST_KM: f64 = 16.0;

/// Kilometres from the middle of a town within which stations and airports that bear its name are its own.
const OWN_KM: f64 = 40.0;

/// Kilometres from the middle of a town to its farthest shop, pub or theatre.
pub(super) fn spread_km(place: &Place) -> f64 {
    reach_km(place) * 1.3 + 1.5
}

/// All places of interest of a town, by which it may be asked for.
pub(super) fn of<'a>(desk: &'a Desk, place: &'a Place) -> Vec<Spot<'a>> {
    let mut sites = stations(desk, place);
    sites.extend(airports(desk, place));
    sites.extend(in_town(desk, place));
    sites
}

/// Theatres and museums, shops and pubs of a town.
pub(super) fn in_town<'a>(desk: &'a Desk, place: &'a Place) -> Vec<Spot<'a>> {
    let mut sites = houses(desk, place);
    sites.extend(shops(desk, place));
    sites.extend(pubs(desk, place));
    sites
}

/// Stations and airports within so many metres of a point, whatever town they are called after.
pub(super) fn around<'a>(desk: &'a Desk, point: (f64, f64), metres: f64) -> Vec<Spot<'a>> {
    let near = |there: (f64, f64)| distance_km(point, there) * 1000.0 <= metres;
    let town = |there: (f64, f64)| desk.gazetteer.nearest(there.0, there.1);
    let facts = &desk.context.world.facts;
    let (railway, airports) = (facts.model::<Railway>(), facts.model::<Airports>());
    let stations = railway.stations().iter().map(|s| ("train_station", &s.name, &s.code, (s.latitude, s.longitude)));
    let airports = airports.all().map(|a| ("airport", &a.name, &a.iata, (a.latitude, a.longitude)));
    let all = stations.chain(airports).filter(|(.., there)| near(*there));
    all.map(|(kind, name, id, there)| site(kind, name, id, town(there), there)).collect()
}

fn site<'a>(kind: &'static str, name: &str, id: &str, place: &'a Place, point: (f64, f64)) -> Spot<'a> {
    Spot {
        kind,
        name: Some(name.to_owned()),
        id: Some(id.to_owned()),
        address: None,
        street: None,
        postcode: None,
        town: place,
        point: five(point),
        metres: None,
    }
}

fn stations<'a>(desk: &Desk, place: &'a Place) -> Vec<Spot<'a>> {
    if place.country != "NL" {
        return Vec::new();
    }
    let railway = desk.context.world.facts.model::<Railway>();
    let here = |station: &&crate::world::models::trains::Station| {
        station.city == place.name
            && distance_km((station.latitude, station.longitude), (place.latitude, place.longitude)) <= OWN_KM
    };
    let stations = railway.stations().iter().filter(here);
    stations.map(|s| site("train_station", &s.name, &s.code, place, (s.latitude, s.longitude))).collect()
}

fn airports<'a>(desk: &Desk, place: &'a Place) -> Vec<Spot<'a>> {
    let airports = desk.context.world.facts.model::<Airports>();
    let here = |airport: &&crate::world::models::airports::Airport| {
        airport.city == place.name
            && airport.country == place.country
            && distance_km((airport.latitude, airport.longitude), (place.latitude, place.longitude)) <= OWN_KM
    };
    let airports = airports.all().filter(here);
    airports.map(|a| site("airport", &a.name, &a.iata, place, (a.latitude, a.longitude))).collect()
}

/// Theatres, halls and museums, each in a house of its own.
fn houses<'a>(desk: &Desk, place: &'a Place) -> Vec<Spot<'a>> {
    let shows = desk.context.world.facts.model::<Shows>();
    let atlas = desk.atlas();
    let venues = shows.venues(desk.context.world.seed, place);
    let one = |venue: &crate::world::models::shows::Venue| {
        let house = atlas.some_address(place, &["venue", &venue.number.to_string()])?;
        let id = format!("H{}-{}", place.id, venue.number);
        Some(site(venue.kind.code(), &venue.name, &id, place, house.lot.point))
    };
    venues.iter().filter_map(one).collect()
}

fn shops<'a>(desk: &Desk, place: &'a Place) -> Vec<Spot<'a>> {
    let stores = desk.grocery.stores(desk.context.world.seed, &desk.atlas(), place);
    stores.iter().map(|s| site(s.kind.name(), &s.name, &s.id, place, (s.latitude, s.longitude))).collect()
}

fn pubs<'a>(desk: &Desk, place: &'a Place) -> Vec<Spot<'a>> {
    let beers = desk.context.world.facts.model::<Beers>();
    let venues = beers.venues(desk.context.world.seed, &desk.atlas(), place);
    venues.iter().map(|v| site(v.kind.name(), &v.name, &v.id, place, (v.latitude, v.longitude))).collect()
}
