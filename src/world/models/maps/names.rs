//! Names of the streets of a town.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::lattice::{Axis, BLOCKS, Piece, Plane, ROW, stride, wrapped};
use super::town::{Area, Class, FARTHEST_KM};
use crate::catalogue::nearest::{few, fold};
use crate::world::Place;
use crate::world::gazetteer::Gazetteer;
use crate::world::seed::Seed;

/// A row of `street_names.json`.
#[derive(Debug, Deserialize)]
pub(super) struct Words {
    pub(super) language: String,
    pub(super) address: String,
    main: Vec<String>,
    minor: Vec<String>,
    a: Vec<String>,
    b: Vec<String>,
}

impl Words {
    /// The n-th name of a list of patterns; after the last one they come again with a Roman number behind.
    fn name(&self, patterns: &[String], n: usize) -> String {
        let (a, b) = (self.a.len(), self.b.len());
        let all = (patterns.len() * a * b).max(1);
        let (turn, n) = (n / all, n % all);
        let pattern = &patterns[n / (a * b)];
        let name = pattern.replace("{a}", &self.a[n % a]).replace("{b}", &self.b[n / a % b]);
        match turn {
            0 => name,
            turn => format!("{name} {}", "I".repeat(turn + 1)),
        }
    }

    /// A seeded order of the names of a list of patterns.
    fn shuffled(&self, patterns: &[String], place: &Place, kind: &str) -> Vec<usize> {
        let mut order: Vec<usize> = (0..patterns.len() * self.a.len() * self.b.len()).collect();
        Seed(0).stream(&["maps", "names", &place.id.to_string(), kind]).shuffle(&mut order);
        order
    }
}

/// The streets of a town.
#[derive(Debug)]
pub struct Streets {
    /// Sorted by piece.
    pieces: Vec<(Piece, String)>,
    /// Folded name → place in `pieces`.
    names: BTreeMap<String, usize>,
}

impl Streets {
    /// Names every street of a town.
    pub(super) fn of(words: &Words, gazetteer: &Gazetteer, place: &Place) -> Self {
        let area = Area::new(gazetteer, (place.latitude, place.longitude), FARTHEST_KM);
        let orders = [words.shuffled(&words.main, place, "main"), words.shuffled(&words.minor, place, "minor")];
        let mut used = [0_usize; 2];
        let mut pieces = Vec::new();
        for piece in around(place) {
            let Some(owned) = area.piece(piece).filter(|owned| owned.town.id == place.id) else { continue };
            let kind = match owned.class {
                Class::Track => continue,
                Class::Main | Class::Road => 0,
                Class::Street => 1,
            };
            let (order, n) = (&orders[kind], used[kind]);
            let turn = n / order.len() * order.len();
            let name = words.name(if kind == 0 { &words.main } else { &words.minor }, turn + order[n % order.len()]);
            used[kind] += 1;
            pieces.push((piece, name));
        }
        pieces.sort_unstable();
        let names = pieces.iter().enumerate().map(|(at, (_, name))| (fold(name), at)).collect();
        Self { pieces, names }
    }

    /// The name of a piece.
    pub fn name(&self, piece: Piece) -> Option<&str> {
        let at = self.pieces.binary_search_by(|(other, _)| other.cmp(&piece)).ok()?;
        Some(&self.pieces[at].1)
    }

    /// The street of a folded name.
    pub fn named(&self, folded: &str) -> Option<(Piece, &str)> {
        let (piece, name) = &self.pieces[*self.names.get(folded)?];
        Some((*piece, name))
    }

    /// Up to three names that look like one.
    pub fn near(&self, name: &str) -> Vec<String> {
        few(name, self.pieces.iter().map(|(_, name)| name.as_str()))
    }

    /// All streets, with their names.
    pub fn all(&self) -> &[(Piece, String)] {
        &self.pieces
    }
}

/// All pieces whose middle may lie near a town, from its south-west on.
fn around(place: &Place) -> impl Iterator<Item = Piece> {
    let metres = FARTHEST_KM.min(super::town::reach_km(place) + 6.5) * 1000.0;
    pieces_within(Plane::at((place.latitude, place.longitude)), (place.latitude, place.longitude), metres)
}

/// All pieces whose middle lies in the square around a point, rows first, from the south-west on.
pub(super) fn pieces_within(
    plane: Plane,
    (latitude, longitude): (f64, f64),
    metres: f64,
) -> impl Iterator<Item = Piece> {
    let (rows, columns) = plane.cells(metres);
    let (row, column) = (libm::round(latitude / ROW) as i32, libm::round(longitude / ROW) as i32);
    let of_rows = (row - rows..=row + rows).flat_map(move |line| {
        let long = BLOCKS * stride(line);
        let parts = (column - columns).div_euclid(long)..=(column + columns).div_euclid(long);
        parts.map(move |part| Piece { axis: Axis::Row, line, part: wrapped(part * long).div_euclid(long) })
    });
    let of_columns = ((row - rows).div_euclid(BLOCKS)..=(row + rows).div_euclid(BLOCKS)).flat_map(move |part| {
        let stride = stride(part * BLOCKS + BLOCKS / 2);
        let lines = (column - columns).div_euclid(stride)..=(column + columns).div_euclid(stride);
        lines.map(move |line| Piece { axis: Axis::Column, line: wrapped(line * stride), part })
    });
    of_rows.chain(of_columns)
}
