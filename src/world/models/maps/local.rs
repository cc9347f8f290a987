//! Ways through streets: the quickest one from block to block.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use super::lattice::{Corner, Piece, Plane, stride, wrapped};
use super::lots::blocks_around;
use super::town::{Area, Class, Owned};

/// Blocks beyond the ends of a way within which it is looked for.
const BEYOND: i32 = 12;

/// Metres within which a road has to be for a way to begin there.
const REACH: f64 = 1000.0;

/// Somewhere on a street.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Snap {
    /// The corners of its block.
    ends: (Corner, Corner),
    /// How far from the first to the second, 0 to 1.
    share: f64,
    /// Degrees north and east.
    pub point: (f64, f64),
    /// Metres from the point that was asked for.
    pub metres: f64,
}

/// A block, or a part of one, that a way goes along.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Block {
    /// The street.
    pub piece: Piece,
    /// Where it begins.
    pub from: (f64, f64),
    /// Where it ends.
    pub to: (f64, f64),
}

impl Snap {
    /// The place on a street that is nearest to a point; nothing where no road is.
    pub fn new(area: &Area<'_>, point: (f64, f64)) -> Option<Self> {
        let plane = Plane::at(point);
        let mut best: Option<Self> = None;
        for metres in [130.0, REACH] {
            for (a, b) in blocks_around(&plane, point, metres) {
                let snap = Self::onto(&plane, (a, b));
                let nearer = best.is_none_or(|other| snap.metres < other.metres);
                if nearer && area.piece(Piece::between(a, b)).is_some() {
                    best = Some(snap);
                }
            }
            if best.is_some_and(|snap| snap.metres <= metres) {
                return best;
            }
        }
        None
    }

    /// The corner in the middle of a town.
    pub fn corner(corner: Corner) -> Self {
        let east = corner.neighbours()[0].unwrap_or(corner);
        Self { ends: (corner, east), share: 0.0, point: corner.point(), metres: 0.0 }
    }

    fn onto(plane: &Plane, ends: (Corner, Corner)) -> Self {
        let (a, b) = (plane.flat(ends.0.point()), plane.flat(ends.1.point()));
        let (east, north) = (b.0 - a.0, b.1 - a.1);
        let along = -(a.0 * east + a.1 * north) / (east * east + north * north).max(1.0);
        let share = along.clamp(0.0, 1.0);
        let (x, y) = (a.0 + share * east, a.1 + share * north);
        Self { ends, share, point: plane.round((x, y)), metres: (x * x + y * y).sqrt() }
    }

    fn piece(&self) -> Piece {
        Piece::between(self.ends.0, self.ends.1)
    }

    fn key(&self) -> (Corner, Corner, u64) {
        (self.ends.0, self.ends.1, self.share.to_bits())
    }
}

/// What a search needs to know of streets: who owns them and how many metres a second one gets along.
pub struct Streetwise<'a, F: Fn(Piece, Owned<'a>) -> f64> {
    area: &'a Area<'a>,
    speed: F,
    fastest: f64,
    known: BTreeMap<Piece, Option<f64>>,
}

impl<'a, F: Fn(Piece, Owned<'a>) -> f64> Streetwise<'a, F> {
    /// `fastest` is the highest speed there is.
    pub fn new(area: &'a Area<'a>, fastest: f64, speed: F) -> Self {
        Self { area, speed, fastest, known: BTreeMap::new() }
    }

    fn speed(&mut self, piece: Piece) -> Option<f64> {
        let (area, speed) = (self.area, &self.speed);
        *self.known.entry(piece).or_insert_with(|| area.piece(piece).map(|owned| speed(piece, owned)))
    }

    /// The quickest way between two places on streets. The way back is the same the other way round. Nothing where roads do
    /// not connect them.
    pub fn way(&mut self, from: &Snap, to: &Snap) -> Option<Vec<Block>> {
        if from.key() <= to.key() {
            return self.search(from, to);
        }
        let mut way = self.search(to, from)?;
        way.reverse();
        for block in &mut way {
            (block.from, block.to) = (block.to, block.from);
        }
        Some(way)
    }

    fn search(&mut self, from: &Snap, to: &Snap) -> Option<Vec<Block>> {
        let direct = (from.ends == to.ends).then_some(Block { piece: from.piece(), from: from.point, to: to.point });
        if let Some(block) = direct {
            return Some(if from.share == to.share { Vec::new() } else { vec![block] });
        }
        let corners = Search::new(from, to).run(self)?;
        let mut points: Vec<((f64, f64), Corner)> = corners.iter().map(|corner| (corner.point(), *corner)).collect();
        let mut way = Vec::new();
        if let Some((point, _)) = points.first().filter(|(point, _)| *point != from.point) {
            way.push(Block { piece: from.piece(), from: from.point, to: *point });
        }
        for pair in points.windows(2) {
            way.push(Block { piece: Piece::between(pair[0].1, pair[1].1), from: pair[0].0, to: pair[1].0 });
        }
        if let Some((point, _)) = points.pop().filter(|(point, _)| *point != to.point) {
            way.push(Block { piece: to.piece(), from: point, to: to.point });
        }
        Some(way)
    }
}

/// Nobody has been there.
const UNSEEN: u64 = u64::MAX;

/// An A* search over a box of corners; costs are milliseconds.
struct Search {
    plane: Plane,
    low: (i32, i32),
    size: (i32, i32),
    start: [(Corner, (f64, f64), Piece); 2],
    goal: [(Corner, (f64, f64), Piece); 2],
    target: (f64, f64),
    costs: Vec<u64>,
    before: Vec<u32>,
}

impl Search {
    fn new(from: &Snap, to: &Snap) -> Self {
        let ends = |snap: &Snap| [snap.ends.0, snap.ends.1].map(|corner| (corner, snap.point, snap.piece()));
        let origin = from.ends.0;
        let column = |corner: Corner| wrapped(corner.column - origin.column);
        let all = [from.ends.0, from.ends.1, to.ends.0, to.ends.1];
        let beyond = BEYOND * stride(origin.row);
        let rows = all.map(|corner| corner.row);
        let columns = all.map(column);
        let span = |values: [i32; 4], more: i32| {
            let (least, most) = (values.iter().min().copied().unwrap_or(0), values.iter().max().copied().unwrap_or(0));
            (least - more, most - least + 2 * more + 1)
        };
        let ((row, tall), (column, wide)) = (span(rows, BEYOND), span(columns, beyond));
        let cells = (tall * wide) as usize;
        Self {
            plane: Plane::at(from.point),
            low: (row, origin.column + column),
            size: (tall, wide),
            start: ends(from),
            goal: ends(to),
            target: to.point,
            costs: vec![UNSEEN; cells],
            before: vec![u32::MAX; cells],
        }
    }

    fn cell(&self, corner: Corner) -> Option<usize> {
        let (row, column) = (corner.row - self.low.0, wrapped(corner.column - self.low.1));
        let inside = (0..self.size.0).contains(&row) && (0..self.size.1).contains(&column);
        inside.then(|| (row * self.size.1 + column) as usize)
    }

    fn at(&self, cell: usize) -> Corner {
        let (row, column) = (cell as i32 / self.size.1, cell as i32 % self.size.1);
        Corner { row: self.low.0 + row, column: wrapped(self.low.1 + column) }
    }

    fn metres(&self, a: (f64, f64), b: (f64, f64)) -> f64 {
        let (a, b) = (self.plane.flat(a), self.plane.flat(b));
        let (east, north) = (a.0 - b.0, a.1 - b.1);
        (east * east + north * north).sqrt()
    }

    fn run<'a, F: Fn(Piece, Owned<'a>) -> f64>(mut self, wise: &mut Streetwise<'a, F>) -> Option<Vec<Corner>> {
        let mut queue = BinaryHeap::new();
        for (corner, point, piece) in self.start {
            let cost = milliseconds(self.metres(point, corner.point()), wise.speed(piece)?);
            self.reach(wise.fastest, &mut queue, corner, cost, u32::MAX);
        }
        let last: Vec<(usize, u64)> = self
            .goal
            .iter()
            .filter_map(|(corner, point, piece)| {
                let cost = milliseconds(self.metres(*point, corner.point()), wise.speed(*piece)?);
                Some((self.cell(*corner)?, cost))
            })
            .collect();
        let mut best: Option<(u64, usize)> = None;
        while let Some(Reverse((bound, cell))) = queue.pop() {
            if best.is_some_and(|(cost, _)| cost <= bound) {
                break;
            }
            let (cell, corner) = (cell as usize, self.at(cell as usize));
            let cost = self.costs[cell];
            if bound > cost + self.least(wise.fastest, corner) {
                continue;
            }
            for (_, more) in last.iter().filter(|(goal, _)| *goal == cell) {
                if best.is_none_or(|(known, at)| (cost + more, cell) < (known, at)) {
                    best = Some((cost + more, cell));
                }
            }
            let here = corner.point();
            for next in corner.neighbours().into_iter().flatten() {
                let Some(speed) = wise.speed(Piece::between(corner, next)) else { continue };
                let cost = cost + milliseconds(self.metres(here, next.point()), speed);
                self.reach(wise.fastest, &mut queue, next, cost, cell as u32);
            }
        }
        best.map(|(_, cell)| self.trace(cell))
    }

    /// At least so many milliseconds are left.
    fn least(&self, fastest: f64, corner: Corner) -> u64 {
        (self.metres(corner.point(), self.target) / fastest * 1000.0) as u64
    }

    fn reach(
        &mut self,
        fastest: f64,
        queue: &mut BinaryHeap<Reverse<(u64, u32)>>,
        corner: Corner,
        cost: u64,
        before: u32,
    ) {
        let Some(cell) = self.cell(corner).filter(|cell| cost < self.costs[*cell]) else { return };
        self.costs[cell] = cost;
        self.before[cell] = before;
        queue.push(Reverse((cost + self.least(fastest, corner), cell as u32)));
    }

    fn trace(&self, cell: usize) -> Vec<Corner> {
        let mut way = vec![self.at(cell)];
        let mut cell = cell;
        while let Ok(before) = usize::try_from(self.before[cell]) {
            if self.before[cell] == u32::MAX {
                break;
            }
            cell = before;
            way.push(self.at(cell));
        }
        way.reverse();
        way
    }
}

fn milliseconds(metres: f64, speed: f64) -> u64 {
    libm::round(metres / speed * 1000.0) as u64
}

/// How one travels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Vehicle {
    /// By car.
    Car,
    /// By bicycle.
    Bike,
    /// On foot.
    Foot,
}

impl Vehicle {
    /// The vehicle of a word of the tools.
    pub fn named(text: &str) -> Option<Self> {
        match text {
            "car" => Some(Self::Car),
            "bike" => Some(Self::Bike),
            "foot" => Some(Self::Foot),
            _ => None,
        }
    }

    /// Kilometres an hour on a free road.
    pub fn free_speed(self, class: Class) -> f64 {
        match (self, class) {
            (Self::Car, Class::Street) => 28.0,
            (Self::Car, Class::Main) => 44.0,
            (Self::Car, Class::Road) => 70.0,
            (Self::Car, Class::Track) => 18.0,
            (Self::Bike, Class::Street) => 15.0,
            (Self::Bike, Class::Main) => 16.0,
            (Self::Bike, Class::Road) => 18.0,
            (Self::Bike, Class::Track) => 11.0,
            (Self::Foot, Class::Track) => 4.2,
            (Self::Foot, _) => 4.9,
        }
    }

    /// The highest of its speeds in metres a second.
    pub fn fastest(self) -> f64 {
        match self {
            Self::Car => 70.0 / 3.6,
            Self::Bike => 5.0,
            Self::Foot => 4.9 / 3.6,
        }
    }

    /// Kilometres an hour on a main road of so many kilometres between two towns.
    pub fn distance_speed(self, km: f64) -> f64 {
        match self {
            // Longer roads are motorways for a longer part.
            Self::Car => 55.0 + 45.0 * (1.0 - libm::exp(-km / 40.0)),
            Self::Bike => 17.0,
            Self::Foot => 4.9,
        }
    }
}
