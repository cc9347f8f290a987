//! Addresses, places of interest, routes and traffic. Points are degrees north and east.

mod search;
mod sites;
mod ways;

use std::sync::Arc;

use minijinja::value::Value as Dynamic;
use minijinja::{Environment, Error, State};

use super::places::country_name;
use crate::simulator::scope::{Context, context};
use crate::simulator::value::{list, optional, record};
use crate::world::Place;
use crate::world::gazetteer::{Gazetteer, REACH_KM};
use crate::world::models::grocery::Grocery;
use crate::world::models::maps::{Address, Atlas, Maps, five};
use crate::world::sphere::distance_km;

pub(super) fn register(env: &mut Environment<'static>) {
    env.add_function("map_point", map_point);
    env.add_function("map_box", map_box);
    env.add_function("map_search", search::map_search);
    env.add_function("map_address", map_address);
    env.add_function("map_town", map_town);
    env.add_function("map_sites", map_sites);
    env.add_function("map_route", ways::map_route);
    env.add_function("map_traffic", ways::map_traffic);
}

/// Metres within which the house stands whose address a point of interest has.
const AT_HOME: f64 = 2000.0;

/// What a call needs.
pub(super) struct Desk {
    pub(super) context: Arc<Context>,
    pub(super) maps: Arc<Maps>,
    pub(super) gazetteer: Arc<Gazetteer>,
    pub(super) grocery: Arc<Grocery>,
}

impl Desk {
    pub(super) fn of(state: &State<'_, '_>) -> Result<Self, Error> {
        let context = context(state)?;
        let facts = &context.world.facts;
        let (maps, gazetteer, grocery) = (facts.model(), facts.model(), facts.model());
        Ok(Self { context, maps, gazetteer, grocery })
    }

    pub(super) fn atlas(&self) -> Atlas<'_> {
        self.maps.over(&self.gazetteer)
    }

    /// Postal code of a point in a town; nothing where codes are not known.
    fn postcode(&self, town: &Place, point: (f64, f64)) -> Option<String> {
        self.grocery.postal.code(&town.country, town.id, point)
    }

    fn country<'a>(&'a self, place: &'a Place) -> &'a str {
        country_name(&self.gazetteer, place)
    }
}

/// What stands in one row of a result.
pub(super) struct Spot<'a> {
    /// `address`, `street`, `postcode`, `place`, or what a point of interest is.
    pub(super) kind: &'static str,
    /// Its name, where it has one of its own.
    pub(super) name: Option<String>,
    /// The id that other tools know it by.
    pub(super) id: Option<String>,
    pub(super) address: Option<Address<'a>>,
    pub(super) street: Option<String>,
    pub(super) postcode: Option<String>,
    pub(super) town: &'a Place,
    pub(super) point: (f64, f64),
    pub(super) metres: Option<f64>,
}

impl<'a> Spot<'a> {
    pub(super) fn of_address(desk: &Desk, address: Address<'a>) -> Self {
        let (town, point, metres) = (address.town, address.lot.point, address.metres);
        Self {
            kind: "address",
            name: None,
            id: None,
            street: Some(address.street.clone()),
            postcode: desk.postcode(town, point),
            address: Some(address),
            town,
            point,
            metres: Some(metres),
        }
    }

    pub(super) fn of_place(place: &'a Place) -> Self {
        Self {
            kind: "place",
            name: Some(place.name.clone()),
            id: None,
            address: None,
            street: None,
            postcode: None,
            town: place,
            point: five((place.latitude, place.longitude)),
            metres: None,
        }
    }

    pub(super) fn record(&self, desk: &Desk) -> Dynamic {
        let text = |value: &Option<String>| optional(value.as_deref().map(Dynamic::from));
        let number = self.address.as_ref().map(|address| address.lot.number.to_string());
        record([
            ("type", Dynamic::from(self.kind)),
            ("name", text(&self.name)),
            ("id", text(&self.id)),
            ("formattedAddress", Dynamic::from(self.written(desk))),
            ("line", optional(self.address.as_ref().map(|address| Dynamic::from(address.line.as_str())))),
            ("houseNumber", text(&number)),
            ("street", text(&self.street)),
            ("postcode", text(&self.postcode)),
            ("city", Dynamic::from(self.town.name.as_str())),
            ("region", optional(Some(self.town.region.as_str()).filter(|r| !r.is_empty()).map(Dynamic::from))),
            ("country", Dynamic::from(desk.country(self.town))),
            ("countryCode", Dynamic::from(self.town.country.as_str())),
            ("latitude", Dynamic::from(self.point.0)),
            ("longitude", Dynamic::from(self.point.1)),
            ("metres", optional(self.metres.map(|metres| Dynamic::from(libm::round(metres) as i64)))),
        ])
    }

    /// The address in one line, which finds the same again.
    fn written(&self, desk: &Desk) -> String {
        let city = match &self.postcode {
            Some(code) if self.town.country == "US" => format!("{}, {} {code}", self.town.name, self.town.region),
            Some(code) if matches!(self.town.country.as_str(), "GB" | "CA") => format!("{} {code}", self.town.name),
            Some(code) => format!("{code} {}", self.town.name),
            None if self.ambiguous(desk) => format!("{}, {}", self.town.name, self.town.region),
            None => self.town.name.clone(),
        };
        let line = self.address.as_ref().map(|address| address.line.clone()).or_else(|| self.street.clone());
        let name = self.name.clone().filter(|name| *name != self.town.name);
        let parts = name.into_iter().chain(line).chain([city, desk.country(self.town).to_owned()]);
        parts.collect::<Vec<_>>().join(", ")
    }

    /// Whether `Name, Country` would be another place.
    fn ambiguous(&self, desk: &Desk) -> bool {
        let plain = format!("{}, {}", self.town.name, desk.country(self.town));
        !self.town.region.is_empty() && desk.gazetteer.find(&plain).is_none_or(|found| found.place.id != self.town.id)
    }
}

/// `{latitude, longitude}` of `52.09,5.12`, or of `5.12,52.09` with `swapped`; `none` for what is no point on the globe.
fn map_point(text: &str, swapped: bool) -> Dynamic {
    let numbers = numbers::<2>(text).map(|[a, b]| if swapped { (b, a) } else { (a, b) });
    let inside = numbers.filter(|(north, east)| north.abs() <= 90.0 && east.abs() <= 180.0);
    optional(inside.map(|(north, east)| {
        record([("latitude", Dynamic::from(north + 0.0)), ("longitude", Dynamic::from(east + 0.0))])
    }))
}

/// `{south, west, north, east, height, width}` of a text of four numbers in that order, height and width in degrees; `none` where it is no
/// box. A box across the date line has its west east of its east.
fn map_box(text: &str) -> Dynamic {
    let fits = |[south, west, north, east]: &[f64; 4]| {
        south.abs() <= 90.0
            && north.abs() <= 90.0
            && south < north
            && west.abs() <= 180.0
            && east.abs() <= 180.0
            && west != east
    };
    optional(numbers::<4>(text).filter(fits).map(|[south, west, north, east]| {
        let width = if west < east { east - west } else { east - west + 360.0 };
        record([
            ("south", Dynamic::from(south)),
            ("west", Dynamic::from(west)),
            ("north", Dynamic::from(north)),
            ("east", Dynamic::from(east)),
            ("height", Dynamic::from(north - south)),
            ("width", Dynamic::from(width)),
        ])
    }))
}

/// So many numbers with commas between. `parse` alone would take `nan` and `infinity`.
fn numbers<const N: usize>(text: &str) -> Option<[f64; N]> {
    let plain = |part: &str| part.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | '-' | '+'));
    let parts: Vec<f64> =
        text.split(',').map(str::trim).filter(|part| plain(part)).filter_map(|part| part.parse().ok()).collect();
    (text.split(',').count() == N).then_some(parts)?.try_into().ok()
}

/// The address nearest to a point within so many metres, or `none`.
fn map_address(state: &State<'_, '_>, latitude: f64, longitude: f64, radius: f64) -> Result<Dynamic, Error> {
    let desk = Desk::of(state)?;
    let atlas = desk.atlas();
    let found = atlas.address_at((latitude, longitude), radius);
    Ok(optional(found.map(|address| Spot::of_address(&desk, address).record(&desk))))
}

/// The town that a point belongs to, as `find_place` gives it, with `distance_km`: that of the nearest house within so many metres, else
/// the one whose streets are around it; `none` more than 100 km from any.
fn map_town(state: &State<'_, '_>, latitude: f64, longitude: f64, radius: f64) -> Result<Dynamic, Error> {
    let desk = Desk::of(state)?;
    let (atlas, point) = (desk.atlas(), (latitude, longitude));
    let house = atlas.address_at(point, radius).map(|address| address.town);
    let town = house.unwrap_or_else(|| atlas.town_at(point));
    let km = distance_km(point, (town.latitude, town.longitude));
    let row = record([
        ("id", Dynamic::from(town.id)),
        ("name", Dynamic::from(town.name.as_str())),
        ("region", Dynamic::from(town.region.as_str())),
        ("country", Dynamic::from(town.country.as_str())),
        ("timezone", Dynamic::from(town.timezone.as_str())),
        ("elevation", Dynamic::from(town.elevation)),
        ("distance_km", Dynamic::from(libm::round(km * 10.0) / 10.0)),
    ]);
    Ok(optional((km <= REACH_KM).then_some(row)))
}

/// Places of interest within so many metres of a point, at most so many, nearest first.
fn map_sites(state: &State<'_, '_>, latitude: f64, longitude: f64, radius: f64, most: usize) -> Result<Dynamic, Error> {
    let desk = Desk::of(state)?;
    let mut near: Vec<(i64, Spot<'_>)> = Vec::new();
    let point = (latitude, longitude);
    let towns = desk.gazetteer.within(latitude, longitude, radius / 1000.0 + sites::FARTHEST_KM);
    let reached = towns.filter(|place| {
        distance_km(point, (place.latitude, place.longitude)) <= radius / 1000.0 + sites::spread_km(place)
    });
    let in_towns = reached.flat_map(|place| sites::in_town(&desk, place));
    for site in in_towns.chain(sites::around(&desk, point, radius)) {
        let metres = distance_km(point, site.point) * 1000.0;
        if metres <= radius {
            near.push((libm::round(metres) as i64, Spot { metres: Some(metres), ..site }));
        }
    }
    near.sort_by(|a, b| a.0.cmp(&b.0).then_with(|| (&a.1.kind, &a.1.id).cmp(&(&b.1.kind, &b.1.id))));
    near.truncate(most);
    Ok(list(near.iter().map(|(_, site)| site.addressed(&desk)), |site| site.record(&desk)))
}

impl<'a> Spot<'a> {
    /// The same with the address of its house.
    pub(super) fn addressed(&self, desk: &'a Desk) -> Spot<'a> {
        let address = desk.atlas().address_at(self.point, AT_HOME);
        Spot {
            kind: self.kind,
            name: self.name.clone(),
            id: self.id.clone(),
            street: address.as_ref().map(|address| address.street.clone()),
            postcode: address.as_ref().and_then(|address| desk.postcode(address.town, address.lot.point)),
            town: address.as_ref().map_or(self.town, |address| address.town),
            address,
            point: self.point,
            metres: self.metres,
        }
    }
}
