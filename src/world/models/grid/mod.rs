//! The British National Grid: OSGB36 eastings and northings to WGS 84 and back, by Ordnance Survey's OSTN15.
//!
//! ```text
//! projection   degrees to metres and back on the ellipsoid GRS 80
//! reference    lettered grid references
//! ```
//!
//! WGS 84 is taken as ETRS89, from which it differs by less than a metre. OSTN15 is kept every 10 km, which costs 0.4 m at
//! worst and two centimetres on average.

mod projection;
mod reference;

use serde::Deserialize;

pub use reference::{parse_reference, reference};

use crate::world::facts::{Model, read_table};
use projection::GRS80;

/// Metres eastward that the grid covers.
pub const WIDTH: f64 = 700_000.0;

/// Metres northward that the grid covers.
pub const HEIGHT: f64 = 1_300_000.0;

/// Metres between two known shifts, and how many of them a row has.
const STEP: f64 = 10_000.0;
const COLUMNS: usize = 71;

/// The transformation between the grid and WGS 84.
#[derive(Debug)]
pub struct Grid {
    /// Rows from south to north of shifts eastward and northward in metres.
    rows: Vec<Vec<[f64; 2]>>,
}

/// A row of the table: northing in metres, shifts in centimetres.
#[derive(Deserialize)]
struct Row(i64, Vec<i64>, Vec<i64>);

impl Model for Grid {
    const TABLES: &'static [&'static str] = &["grid_shifts"];

    fn build(tables: &[&[u8]]) -> Result<Self, String> {
        let [bytes] = tables else { return Err("expected the table grid_shifts".into()) };
        let rows = read_table::<Row>("grid_shifts", bytes)?;
        let wrong = |(i, row): (usize, &Row)| {
            row.0 != i as i64 * STEP as i64 || row.1.len() != COLUMNS || row.2.len() != COLUMNS
        };
        if rows.len() < 2 || rows.iter().enumerate().any(wrong) {
            return Err(format!(
                "grid_shifts: expected rows every {STEP} m with {COLUMNS} shifts eastward and northward"
            ));
        }
        let metres = |cm: i64| cm as f64 / 100.0;
        let paired = |row: Row| row.1.into_iter().zip(row.2).map(|(e, n)| [metres(e), metres(n)]).collect();
        Ok(Self { rows: rows.into_iter().map(paired).collect() })
    }
}

impl Grid {
    /// Degrees north and east (WGS 84) of a point on the grid in metres; none outside the grid.
    pub fn to_wgs84(&self, eastings: f64, northings: f64) -> Option<(f64, f64)> {
        if !on_grid(eastings, northings) {
            return None;
        }
        let (mut east, mut north) = (eastings, northings);
        // The shift is that of the point sought; it changes so slowly that four rounds settle it to a micrometre.
        for _ in 0..4 {
            let shift = self.shift(east, north);
            (east, north) = (eastings - shift[0], northings - shift[1]);
        }
        Some(GRS80.unproject(east, north))
    }

    /// Eastings and northings in metres of a point in degrees north and east (WGS 84); none outside the grid.
    pub fn to_grid(&self, latitude: f64, longitude: f64) -> Option<(f64, f64)> {
        // Far from the grid the series mean nothing and could lead back onto it.
        if !(48.0..=63.0).contains(&latitude) || !(-12.0..=6.0).contains(&longitude) {
            return None;
        }
        let (east, north) = GRS80.project(latitude, longitude);
        let shift = self.shift(east, north);
        let found = (east + shift[0], north + shift[1]);
        on_grid(found.0, found.1).then_some(found)
    }

    /// What OSTN15 adds to ETRS89 metres there, between its known points in straight lines. Beyond them (north of
    /// 1,250 km there is only sea) the outermost ones hold.
    fn shift(&self, east: f64, north: f64) -> [f64; 2] {
        let (column, along) = cell(east, COLUMNS);
        let (row, up) = cell(north, self.rows.len());
        let (low, high) = (&self.rows[row], &self.rows[row + 1]);
        std::array::from_fn(|axis| {
            let on = |row: &[[f64; 2]]| row[column][axis] + (row[column + 1][axis] - row[column][axis]) * along;
            on(low) + (on(high) - on(low)) * up
        })
    }
}

/// The cell in which a coordinate lies, and how far into it, from 0 to 1.
fn cell(metres: f64, points: usize) -> (usize, f64) {
    let steps = (metres / STEP).clamp(0.0, (points - 1) as f64);
    let first = (steps.floor() as usize).min(points - 2);
    (first, steps - first as f64)
}

/// Whether a point lies on the grid: up to 700 km east and 1,300 km north of its false origin.
pub fn on_grid(eastings: f64, northings: f64) -> bool {
    (0.0..WIDTH).contains(&eastings) && (0.0..HEIGHT).contains(&northings)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid() -> Grid {
        Grid::build(&[include_bytes!("../../../../responses/world/grid_shifts.json")]).unwrap()
    }

    fn degrees(d: f64, m: f64, s: f64) -> f64 {
        d + m / 60.0 + s / 3600.0
    }

    /// Caister water tower, the worked example of Ordnance Survey's guide to OSTN15: ETRS89 to OSGB36.
    #[test]
    fn the_published_example_comes_out_within_half_a_metre() {
        let (latitude, longitude) = (degrees(52.0, 39.0, 28.828_2), degrees(1.0, 42.0, 57.866_3));
        let (east, north) = grid().to_grid(latitude, longitude).unwrap();
        assert!((east - 651_409.804).abs() < 0.5 && (north - 313_177.450).abs() < 0.5, "{east} {north}");
        let (back, across) = grid().to_wgs84(651_409.804, 313_177.450).unwrap();
        assert!((back - latitude).abs() < 5e-6 && (across - longitude).abs() < 8e-6, "{back} {across}");
    }

    #[test]
    fn the_whole_grid_comes_back_to_a_millimetre() {
        let grid = grid();
        for east in (0..700).step_by(23) {
            for north in (0..1300).step_by(31) {
                let (e, n) = (f64::from(east) * 1000.0 + 417.0, f64::from(north) * 1000.0 + 291.0);
                let (latitude, longitude) = grid.to_wgs84(e, n).unwrap();
                let (e2, n2) = grid.to_grid(latitude, longitude).unwrap();
                assert!((e - e2).abs() < 1e-3 && (n - n2).abs() < 1e-3, "{e} {n} comes back as {e2} {n2}");
            }
        }
    }

    #[test]
    fn what_lies_off_the_grid_is_nowhere() {
        let grid = grid();
        for (e, n) in [(-1.0, 5.0), (700_000.0, 0.0), (0.0, 1_300_000.0), (5.0, -1.0), (f64::NAN, 0.0)] {
            assert_eq!(grid.to_wgs84(e, n), None);
        }
        for (latitude, longitude) in [(48.85, 2.35), (52.37, 4.89), (0.0, 0.0), (-52.0, 178.0), (90.0, 0.0)] {
            assert_eq!(grid.to_grid(latitude, longitude), None, "{latitude} {longitude}");
        }
    }
}
