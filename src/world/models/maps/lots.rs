//! Houses: where a number of a street is, and which house is nearest to a point.

use super::lattice::{BLOCKS, Corner, Piece, Plane, stride};
use super::town::{Area, Class};

/// Houses on one side of a block of a town, and of a road between towns.
const IN_TOWN: i32 = 8;
const OUTSIDE: i32 = 2;

/// Shares of a block, at its ends, without houses.
const MARGIN: f64 = 0.15;

/// How far houses lie from the middle of the street, in metres. Those of the two directions differ, so that no two houses at a
/// corner share a place.
const SET_BACK: [f64; 2] = [7.0, 11.0];

/// A house.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lot {
    /// The piece of a street.
    pub piece: Piece,
    /// Number in the street: odd on one side, even on the other.
    pub number: i32,
    /// Degrees north and east, to five decimals.
    pub point: (f64, f64),
}

/// Houses on one side of a block.
fn per_block(class: Class) -> i32 {
    match class {
        Class::Street | Class::Main => IN_TOWN,
        Class::Road => OUTSIDE,
        Class::Track => 0,
    }
}

/// The last number of a whole street of a kind.
pub fn last_number(class: Class) -> i32 {
    2 * BLOCKS * per_block(class)
}

/// The house of a number in a street, where there is one.
pub fn lot(piece: Piece, class: Class, number: i32) -> Option<Lot> {
    let houses = per_block(class);
    if houses == 0 || !(1..=last_number(class)).contains(&number) {
        return None;
    }
    let block = (number - 1) / 2 / houses;
    let ends = (piece.corner(block)?.point(), piece.corner(block + 1)?.point());
    Some(Front::new(piece, ends, houses).lot(number))
}

/// The houses along a block.
struct Front {
    piece: Piece,
    plane: Plane,
    /// Metres east and north from its first corner to its second one.
    end: (f64, f64),
    houses: i32,
    back: f64,
}

impl Front {
    fn new(piece: Piece, (a, b): ((f64, f64), (f64, f64)), houses: i32) -> Self {
        let plane = Plane::at(a);
        let (east, north) = plane.flat(b);
        let long = (east * east + north * north).sqrt().max(1.0);
        Self { piece, plane, end: (east, north), houses, back: SET_BACK[piece.axis as usize] / long }
    }

    fn lot(&self, number: i32) -> Lot {
        let (odd, house) = (number % 2 == 1, (number - 1) / 2 % self.houses);
        let share = MARGIN + (1.0 - 2.0 * MARGIN) * (f64::from(house) + 0.5) / f64::from(self.houses);
        let back = if odd { self.back } else { -self.back };
        let (east, north) = self.end;
        let point = self.plane.round((east * share - north * back, north * share + east * back));
        Lot { piece: self.piece, number, point: five(point) }
    }
}

/// A point to five decimals of a degree.
pub fn five((latitude, longitude): (f64, f64)) -> (f64, f64) {
    let five = |degrees: f64| libm::round(degrees * 1e5) / 1e5 + 0.0;
    (five(latitude), five(longitude))
}

/// The house nearest to a point within so many metres, with its distance in metres.
pub fn nearest(area: &Area<'_>, point: (f64, f64), metres: f64) -> Option<(Lot, f64)> {
    let plane = Plane::at(point);
    // Most points lie in town, where a few blocks are enough; a wider look costs with the square of its width.
    for width in [130.0, 400.0, 1500.0, metres] {
        let best = nearest_within(area, &plane, point, width.min(metres) + 40.0);
        match best {
            Some((lot, far)) if far <= width.min(metres) => return Some((lot, far)),
            _ if width >= metres => return None,
            _ => {}
        }
    }
    None
}

fn nearest_within(area: &Area<'_>, plane: &Plane, point: (f64, f64), metres: f64) -> Option<(Lot, f64)> {
    let near = |(a, b): (Corner, Corner)| {
        let ends = (a.point(), b.point());
        let least = to_line(plane.flat(ends.0), plane.flat(ends.1)) - SET_BACK[1] - 1.0;
        (least, a, b, ends)
    };
    let mut blocks: Vec<_> = blocks_around(plane, point, metres).map(near).filter(|block| block.0 <= metres).collect();
    blocks.sort_by(|x, y| x.0.total_cmp(&y.0).then((x.1, x.2).cmp(&(y.1, y.2))));
    let mut best: Option<(Lot, f64)> = None;
    for (least, a, b, ends) in blocks {
        if best.is_some_and(|(_, far)| far < least) {
            break;
        }
        let piece = Piece::between(a, b);
        let Some(owned) = area.piece(piece) else { continue };
        let houses = per_block(owned.class);
        let first = piece.block_of(a, b) * houses * 2 + 1;
        let front = Front::new(piece, ends, houses);
        for number in first..first + 2 * houses {
            let lot = front.lot(number);
            let (east, north) = plane.flat(lot.point);
            let far = (east * east + north * north).sqrt();
            // Ties go to the lesser piece and number, so that the order of looking does not matter.
            let nearer = best.is_none_or(|(other, least)| {
                far < least || (far == least && (piece, number) < (other.piece, other.number))
            });
            if nearer {
                best = Some((lot, far));
            }
        }
    }
    best
}

/// Metres from the origin to the line between two points of a plane.
fn to_line(a: (f64, f64), b: (f64, f64)) -> f64 {
    let (east, north) = (b.0 - a.0, b.1 - a.1);
    let along = -(a.0 * east + a.1 * north) / (east * east + north * north).max(1.0);
    let share = along.clamp(0.0, 1.0);
    let (x, y) = (a.0 + share * east, a.1 + share * north);
    (x * x + y * y).sqrt()
}

/// The blocks, as pairs of corners, around a point.
pub fn blocks_around(plane: &Plane, point: (f64, f64), metres: f64) -> impl Iterator<Item = (Corner, Corner)> {
    let centre = Corner::near(point.0, point.1);
    let (rows, columns) = plane.cells(metres);
    let corners = (-rows..=rows).flat_map(move |up| {
        let row = centre.row + up;
        let step = stride(row);
        let from = (centre.column - columns).div_euclid(step) * step;
        let count = 2 * columns / step + 2;
        (0..count).filter_map(move |n| Corner::new(row, from + n * step))
    });
    corners.flat_map(|corner| {
        let [east, _, north, _] = corner.neighbours();
        [east, north].into_iter().flatten().map(move |other| (corner, other))
    })
}
