//! The lattice of corners on which all streets lie.
//!
//! Rows run along parallels and columns along meridians. Every corner is shifted a little, so that blocks are not square and
//! streets not straight. Towards the poles only every second, fourth, eighth column goes on, so that blocks stay about as wide
//! as they are deep, anywhere on earth.

use std::sync::LazyLock;

use crate::world::seed::{Field, Seed};

/// Degrees between two rows: 167 m.
pub const ROW: f64 = 0.0015;

/// Columns around the earth.
pub const AROUND: i32 = 240_000;

/// Blocks of one piece of a street.
pub const BLOCKS: i32 = 8;

/// How far a corner may be shifted, in widths of a block.
const SHIFT: f64 = 0.12;

/// The rows from which on only every second, fourth, eighth column goes on: 45°, 69.3° and 80.4°. Multiples of [`BLOCKS`],
/// so that no piece of a street crosses one.
const BANDS: [i32; 3] = [30_000, 46_200, 53_600];

/// The last row.
const LAST_ROW: i32 = 58_400;

/// Streets are facts, not made by the seed of a world.
static SHIFTS: LazyLock<Field> = LazyLock::new(|| Seed(0).field(&["maps", "shift"]));

/// A corner: a row, counted from the equator, and a column, counted from Greenwich, from `-AROUND / 2` on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Corner {
    /// Row.
    pub row: i32,
    /// Column.
    pub column: i32,
}

/// Columns from one corner of a row to the next.
pub fn stride(row: i32) -> i32 {
    1 << BANDS.iter().filter(|band| row.abs() >= **band).count()
}

/// The same column, counted from `-AROUND / 2` on.
pub fn wrapped(column: i32) -> i32 {
    (column + AROUND / 2).rem_euclid(AROUND) - AROUND / 2
}

impl Corner {
    /// The corner of a row and a column, where there is one.
    pub fn new(row: i32, column: i32) -> Option<Self> {
        let exists = row.abs() <= LAST_ROW && column.rem_euclid(stride(row)) == 0;
        exists.then(|| Self { row, column: wrapped(column) })
    }

    /// The corner that is about nearest to a point.
    pub fn near(latitude: f64, longitude: f64) -> Self {
        let row = (libm::round(latitude / ROW) as i32).clamp(-LAST_ROW, LAST_ROW);
        let stride = stride(row);
        let column = libm::round(longitude / ROW / f64::from(stride)) as i32 * stride;
        Self { row, column: wrapped(column) }
    }

    /// Where it lies: degrees north and east.
    pub fn point(self) -> (f64, f64) {
        let (row, column) = (i64::from(self.row), i64::from(self.column));
        let north = f64::from(self.row) + SHIFT * SHIFTS.lattice(row, column, 0);
        let east = f64::from(self.column) + SHIFT * f64::from(stride(self.row)) * SHIFTS.lattice(row, column, 1);
        (north * ROW, degrees_east(east * ROW))
    }

    /// The corners that a street leads to from here: east, west, north, south.
    pub fn neighbours(self) -> [Option<Self>; 4] {
        let stride = stride(self.row);
        [
            Self::new(self.row, self.column + stride),
            Self::new(self.row, self.column - stride),
            Self::new(self.row + 1, self.column),
            Self::new(self.row - 1, self.column),
        ]
    }
}

/// A longitude from -180 to 180.
pub fn degrees_east(longitude: f64) -> f64 {
    if longitude >= 180.0 {
        longitude - 360.0
    } else if longitude < -180.0 {
        longitude + 360.0
    } else {
        longitude
    }
}

/// Which way a street runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Axis {
    /// From west to east.
    Row,
    /// From south to north.
    Column,
}

/// A piece of a street, with a name of its own: eight blocks of a row or a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Piece {
    /// Which way it runs.
    pub axis: Axis,
    /// Its row or column.
    pub line: i32,
    /// Its place in that row or column.
    pub part: i32,
}

impl Piece {
    /// The piece that has the street between two neighbouring corners.
    pub fn between(a: Corner, b: Corner) -> Self {
        if a.row == b.row {
            let stride = stride(a.row);
            // The block across the date line belongs to the piece west of it.
            let west =
                if (a.column - b.column).abs() > stride { a.column.max(b.column) } else { a.column.min(b.column) };
            return Self { axis: Axis::Row, line: a.row, part: west.div_euclid(BLOCKS * stride) };
        }
        Self { axis: Axis::Column, line: a.column, part: a.row.min(b.row).div_euclid(BLOCKS) }
    }

    /// Columns or rows of one block.
    fn step(self) -> i32 {
        if self.axis == Axis::Row { stride(self.line) } else { 1 }
    }

    /// The corner after so many blocks; nothing where the street ends before.
    pub fn corner(self, blocks: i32) -> Option<Corner> {
        let along = (self.part * BLOCKS + blocks) * self.step();
        match self.axis {
            Axis::Row => Corner::new(self.line, along),
            Axis::Column => Corner::new(along, self.line),
        }
    }

    /// Which of its blocks begins at a corner.
    pub fn block_of(self, a: Corner, b: Corner) -> i32 {
        let place = |corner: Corner| if self.axis == Axis::Row { corner.column } else { corner.row };
        let step = self.step();
        let (low, high) = (place(a).min(place(b)), place(a).max(place(b)));
        let begins = if high - low > step { high } else { low };
        begins.div_euclid(step) - self.part * BLOCKS
    }

    /// Its middle, without the shifts of corners.
    pub fn middle(self) -> (f64, f64) {
        let along = f64::from((self.part * BLOCKS + BLOCKS / 2) * self.step()) * ROW;
        let line = f64::from(self.line) * ROW;
        match self.axis {
            Axis::Row => (line, along),
            Axis::Column => (along, line),
        }
    }

    /// Of how many lines it is every which: 8 for roads that lead out of town, 4 for main streets, 1 for all others.
    pub fn rank(self) -> i32 {
        let line = match self.axis {
            Axis::Row => self.line,
            Axis::Column => self.line.div_euclid(stride(self.part * BLOCKS + BLOCKS / 2)),
        };
        [8, 4].into_iter().find(|n| line.rem_euclid(*n) == 0).unwrap_or(1)
    }
}

/// Metres from one point to another for neighbours on a map: exact enough to compare, and much cheaper than on a sphere.
#[derive(Clone, Copy, Debug)]
pub struct Plane {
    latitude: f64,
    longitude: f64,
    squeeze: f64,
}

/// Metres of a degree of latitude.
const DEGREE: f64 = 111_195.08;

impl Plane {
    /// The plane that touches the earth at a point.
    pub fn at((latitude, longitude): (f64, f64)) -> Self {
        Self { latitude, longitude, squeeze: libm::cos(latitude.to_radians()).max(0.01) }
    }

    /// Metres east and north of where the plane touches.
    pub fn flat(&self, (latitude, longitude): (f64, f64)) -> (f64, f64) {
        let east = degrees_east(longitude - self.longitude);
        (east * self.squeeze * DEGREE, (latitude - self.latitude) * DEGREE)
    }

    /// The point so many metres east and north.
    pub fn round(&self, (east, north): (f64, f64)) -> (f64, f64) {
        (self.latitude + north / DEGREE, degrees_east(self.longitude + east / DEGREE / self.squeeze))
    }

    /// Rows and columns that a circle of so many metres reaches over.
    pub fn cells(&self, metres: f64) -> (i32, i32) {
        let rows = libm::ceil(metres / DEGREE / ROW) as i32 + 1;
        (rows, libm::ceil(metres / DEGREE / ROW / self.squeeze) as i32 + 1)
    }
}
