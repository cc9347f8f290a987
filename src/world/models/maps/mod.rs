//! Streets, addresses, routes and traffic, anywhere on earth.
//!
//! `lattice` lays corners over the globe → `town` says whose a street is and how large towns are → `names` names the streets of a
//! town → `lots` puts houses along them → `local` finds ways through streets, `cities` main roads between towns, and `route`
//! joins them → `traffic` is how busy roads are in an hour.
//!
//! Streets are the same in every world, as places are; only traffic is made by the seed. Nothing is stored but what was asked for
//! lately: which streets there are, and where, follows from the lattice and the places of the gazetteer.

mod cities;
mod lattice;
mod local;
mod lots;
mod names;
mod route;
#[cfg(test)]
mod tests;
mod town;
mod traffic;

use std::collections::BTreeMap;
use std::sync::Arc;

pub use cities::DETOUR;
pub use lattice::{Corner, Piece, Plane, stride};
pub use local::Vehicle;
pub use lots::{Lot, five};
pub use names::Streets;
pub use route::{NoRoute, Route, Stretch};
pub use town::{Area, Class, reach_km};
pub use traffic::{Level, Traffic};

use self::cities::Roads;
use self::names::Words;
use crate::catalogue::nearest::fold;
use crate::world::Place;
use crate::world::facts::{Model, read_table};
use crate::world::gazetteer::Gazetteer;
use crate::world::memo::Memo;
use crate::world::seed::Seed;

/// Towns whose street names are remembered.
const REMEMBERED: usize = 48;

/// What maps are made from, and what was asked for lately.
#[derive(Debug)]
pub struct Maps {
    words: BTreeMap<String, Words>,
    roads: Roads,
    towns: Memo<u32, Arc<Streets>>,
}

impl Model for Maps {
    const TABLES: &'static [&'static str] = &["street_names", "land_borders"];

    fn build(tables: &[&[u8]]) -> Result<Self, String> {
        let [words, borders] = tables else { return Err(format!("two tables are needed, not {}", tables.len())) };
        let words: Vec<Words> = read_table("street_names", words)?;
        let words: BTreeMap<String, Words> = words.into_iter().map(|row| (row.language.clone(), row)).collect();
        if !words.contains_key("en") {
            return Err("street_names: English names are missing, which serve all other languages".into());
        }
        Ok(Self { words, roads: Roads::new(read_table("land_borders", borders)?), towns: Memo::new(REMEMBERED) })
    }
}

impl Maps {
    /// The maps of the places of a gazetteer.
    pub fn over<'a>(&'a self, gazetteer: &'a Gazetteer) -> Atlas<'a> {
        Atlas { maps: self, gazetteer }
    }
}

/// Maps of the places of a gazetteer.
#[derive(Clone, Copy, Debug)]
pub struct Atlas<'a> {
    maps: &'a Maps,
    /// The places.
    pub gazetteer: &'a Gazetteer,
}

/// A house with its address.
#[derive(Clone, Debug, PartialEq)]
pub struct Address<'a> {
    /// The house.
    pub lot: Lot,
    /// The name of its street.
    pub street: String,
    /// The town.
    pub town: &'a Place,
    /// Street and number, as they are written in the country.
    pub line: String,
    /// Metres from the point that was asked for, 0 when it was looked up by its name.
    pub metres: f64,
}

impl<'a> Atlas<'a> {
    /// The streets of a town.
    pub fn streets(&self, place: &Place) -> Arc<Streets> {
        self.maps.towns.get(&place.id, || Arc::new(Streets::of(self.words(place), self.gazetteer, place)))
    }

    /// The name of a piece of a street; nothing for tracks.
    pub fn street(&self, town: &Place, piece: Piece) -> Option<String> {
        self.streets(town).name(piece).map(str::to_owned)
    }

    /// The house nearest to a point, within so many metres.
    pub fn address_at(&self, point: (f64, f64), metres: f64) -> Option<Address<'a>> {
        let area = Area::new(self.gazetteer, point, metres / 1000.0 + 2.0);
        let (lot, metres) = lots::nearest(&area, point, metres)?;
        let town = area.piece(lot.piece)?.town;
        self.address(town, lot, metres)
    }

    /// The town that a point belongs to: whose streets are around it, else the nearest one.
    pub fn town_at(&self, point: (f64, f64)) -> &'a Place {
        let own = Area::new(self.gazetteer, point, 1.0).owner(point).map(|(town, _)| town);
        own.unwrap_or_else(|| self.gazetteer.nearest(point.0, point.1))
    }

    /// The house of a number in a street of a town, whatever the spelling of the street.
    pub fn address_of(&self, town: &'a Place, street: &str, number: i32) -> Option<Address<'a>> {
        let (piece, class) = self.street_named(town, street)?;
        self.address(town, lots::lot(piece, class, number)?, 0.0)
    }

    /// A street of a town by its name, and its last house number.
    pub fn street_of(&self, town: &Place, street: &str) -> Option<(String, (f64, f64), i32)> {
        let (piece, class) = self.street_named(town, street)?;
        let name = self.street(town, piece)?;
        let corners = [4, 3, 5, 2, 6, 1, 7].into_iter().find_map(|blocks| piece.corner(blocks))?;
        Some((name, five(corners.point()), lots::last_number(class)))
    }

    fn street_named(&self, town: &Place, street: &str) -> Option<(Piece, Class)> {
        let piece = self.streets(town).named(&fold(street))?.0;
        let area = Area::new(self.gazetteer, piece.middle(), 2.0);
        Some((piece, area.piece(piece)?.class))
    }

    /// A house of a town that belongs to a key: the same house for the same key, another one for most others.
    pub fn some_address(&self, town: &'a Place, key: &[&str]) -> Option<Address<'a>> {
        let streets = self.streets(town);
        let mut dice = Seed(0).stream(&[&["maps", "house", &town.id.to_string()], key].concat());
        let area = Area::new(self.gazetteer, (town.latitude, town.longitude), reach_km(town));
        let in_town = |piece: Piece| area.piece(piece).is_some_and(|owned| owned.class <= Class::Main);
        // Roads outside do not count, and not every street has houses to its end, so some tries fail.
        (0..200).find_map(|_| {
            let ((piece, street), number) = (dice.pick(streets.all())?, dice.within(1, 128) as i32);
            if !in_town(*piece) {
                return None;
            }
            self.address_of(town, street, number)
        })
    }

    /// The house nearest to a point, for something that is to stand in a house; the point itself where none is near.
    pub fn house_near(&self, point: (f64, f64)) -> (f64, f64) {
        let area = Area::new(self.gazetteer, point, 4.0);
        lots::nearest(&area, point, 2000.0).map_or(point, |(lot, _)| lot.point)
    }

    /// Street and number of what stands in a house at a point.
    pub fn line_at(&self, point: (f64, f64)) -> Option<String> {
        self.address_at(point, 2000.0).map(|address| address.line)
    }

    fn address(&self, town: &'a Place, lot: Lot, metres: f64) -> Option<Address<'a>> {
        let street = self.street(town, lot.piece)?;
        let line = self.words(town).address.replace("{street}", &street).replace("{number}", &lot.number.to_string());
        Some(Address { lot, street, town, line, metres })
    }

    fn words(&self, place: &Place) -> &Words {
        let languages = self.gazetteer.country(&place.country).map_or(&[][..], |country| &country.languages);
        let known = languages.iter().find_map(|language| self.maps.words.get(language));
        // Building the model has made sure of English.
        known.unwrap_or_else(|| &self.maps.words["en"])
    }

    /// Main streets and roads whose middle lies in a box of south, west, north and east, with town and kind.
    pub fn main_streets(&self, [south, west, north, east]: [f64; 4]) -> Vec<(Piece, &'a Place, Class)> {
        let wide = lattice::degrees_east(east - west);
        let wide = if wide < 0.0 { wide + 360.0 } else { wide };
        let middle = ((south + north) / 2.0, lattice::degrees_east(west + wide / 2.0));
        let plane = Plane::at(middle);
        let (x, y) = plane.flat((north, lattice::degrees_east(west + wide)));
        let metres = x.abs().max(y.abs());
        let area = Area::new(self.gazetteer, middle, metres * 1.5 / 1000.0);
        let inside = |piece: &Piece| {
            let (latitude, longitude) = piece.middle();
            let off = lattice::degrees_east(longitude - middle.1);
            (south..=north).contains(&latitude) && off.abs() <= wide / 2.0
        };
        let pieces = names::pieces_within(plane, middle, metres).filter(|piece| piece.rank() > 1).filter(inside);
        let owned = pieces.filter_map(|piece| area.piece(piece).map(|owned| (piece, owned.town, owned.class)));
        owned.filter(|(.., class)| matches!(class, Class::Main | Class::Road)).collect()
    }

    /// The corners of a piece of a street, in order.
    pub fn corners(piece: Piece) -> Vec<(f64, f64)> {
        (0..=lattice::BLOCKS).filter_map(|blocks| piece.corner(blocks)).map(|corner| five(corner.point())).collect()
    }
}
