//! The lines of a town and their stops.
//!
//! Lines run along main streets, every 1.3 km one from north to south and one from west to east. A stop is at every second corner of
//! a line, of a metro at every fourth; where two lines cross, both stop.

use std::collections::BTreeMap;

use crate::world::Place;
use crate::world::models::maps::{Area, Atlas, Corner, Piece, five, reach_km, stride};
use crate::world::sphere::distance_km;

/// People that a town needs for transit of its own.
pub const LEAST_PEOPLE: u32 = 15_000;

/// Blocks between two lines that run side by side.
const APART: i32 = 8;

/// Blocks from stop to stop.
const STOP_BLOCKS: i32 = 2;

/// Share of the reach of a town up to which lines run.
const RUN: f64 = 0.9;

/// What runs on a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mode {
    /// In tunnels, whatever the traffic.
    Metro,
    /// On rails in the street.
    Tram,
    /// In traffic.
    Bus,
}

impl Mode {
    /// As the tools write it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Metro => "metro",
            Self::Tram => "tram",
            Self::Bus => "bus",
        }
    }

    /// Metres a minute, halts included.
    fn speed(self) -> f64 {
        match self {
            Self::Metro => 520.0,
            Self::Tram => 330.0,
            Self::Bus => 280.0,
        }
    }
}

/// A stop.
#[derive(Clone, Debug, PartialEq)]
pub struct Stop {
    /// Id, e.g. `6094817-012`.
    pub id: String,
    /// Name: its streets, or the railway station that it serves.
    pub name: String,
    /// Code of the railway station that it serves.
    pub station: Option<String>,
    /// Degrees north and east, to five decimals.
    pub point: (f64, f64),
    /// Indices of the lines that stop here, and the place of the stop on each.
    pub lines: Vec<(usize, usize)>,
}

/// A line.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// Number, e.g. `12`; unique in its town.
    pub number: String,
    /// What runs on it.
    pub mode: Mode,
    /// Whether it runs from south to north; else from west to east.
    pub northward: bool,
    /// Indices of its stops, from the south or the west on.
    pub stops: Vec<usize>,
    /// Minutes from the first stop to each.
    pub minutes: Vec<i32>,
}

/// Directions of a line.
pub const DIRECTIONS: [[&str; 2]; 2] = [["Eastbound", "Westbound"], ["Northbound", "Southbound"]];

impl Line {
    /// Names of its two directions; the first is that of its stops.
    pub fn directions(&self) -> [&'static str; 2] {
        DIRECTIONS[usize::from(self.northward)]
    }

    /// Its stops in a direction.
    pub fn stops_towards(&self, back: bool) -> Vec<usize> {
        let mut stops = self.stops.clone();
        if back {
            stops.reverse();
        }
        stops
    }

    /// Minutes from the first stop of a direction to its n-th.
    pub fn minutes_to(&self, back: bool, n: usize) -> i32 {
        let last = self.minutes.len() - 1;
        if back { self.minutes[last] - self.minutes[last - n] } else { self.minutes[n] }
    }

    /// Minutes from end to end.
    pub fn run(&self) -> i32 {
        self.minutes.last().copied().unwrap_or(0)
    }

    /// What its number is sorted by.
    pub(super) fn order(&self) -> i32 {
        self.number.parse().unwrap_or(0)
    }
}

/// Lines and stops of a town.
#[derive(Debug)]
pub struct Network {
    /// The town.
    pub town: Place,
    /// Its lines, by number.
    pub lines: Vec<Line>,
    /// Its stops, by id.
    pub stops: Vec<Stop>,
}

/// A line before its stops have numbers.
struct Draft {
    number: i32,
    mode: Mode,
    northward: bool,
    corners: Vec<Corner>,
}

impl Network {
    /// The network of a town. `stations` are railway stations there: code, name and point.
    pub fn of(atlas: &Atlas<'_>, town: &Place, stations: &[(String, String, (f64, f64))]) -> Self {
        let drafts = drafts(town);
        let mut corners: Vec<Corner> = drafts.iter().flat_map(|draft| draft.corners.iter().copied()).collect();
        corners.sort_unstable();
        corners.dedup();
        let area = Area::new(atlas.gazetteer, (town.latitude, town.longitude), reach_km(town));
        let mut stops: Vec<Stop> = (1..)
            .zip(&corners)
            .map(|(number, corner)| Stop {
                id: format!("{}-{number:03}", town.id),
                name: corner_name(atlas, &area, *corner),
                station: None,
                point: five(corner.point()),
                lines: Vec::new(),
            })
            .collect();
        at_stations(&mut stops, stations);
        apart(&mut stops);
        let index: BTreeMap<Corner, usize> = corners.into_iter().zip(0..).collect();
        let lines: Vec<Line> = drafts.into_iter().map(|draft| line(draft, &index, &stops)).collect();
        for (at, line) in lines.iter().enumerate() {
            for (place, stop) in line.stops.iter().enumerate() {
                stops[*stop].lines.push((at, place));
            }
        }
        Self { town: town.clone(), lines, stops }
    }

    /// The line of a number.
    pub fn line(&self, number: &str) -> Option<usize> {
        self.lines.iter().position(|line| line.number == number)
    }
}

/// Lines side by side on both sides of the middle: 1 and 2 cross there, and others have numbers of two digits, even ones from south to
/// north.
fn drafts(town: &Place) -> Vec<Draft> {
    let centre = Corner::near(town.latitude, town.longitude);
    let step = stride(centre.row);
    let (row, column) = (nearest_main(centre.row, 1), nearest_main(centre.column, step));
    let metres = reach_km(town) * 1000.0 * RUN;
    let tall = distance_km((town.latitude, town.longitude), (town.latitude + 0.0015, town.longitude)) * 1000.0;
    let wide = tall * libm::cos(town.latitude.to_radians()) * f64::from(step);
    let mut drafts = Vec::new();
    for (northward, across, along) in [(true, wide, tall), (false, tall, wide)] {
        let most = (metres * 0.95 / across) as i32 / APART;
        for offset in -most..=most {
            let off = f64::from(offset * APART) * across;
            let half = ((metres * metres - off * off).max(0.0).sqrt() / along) as i32;
            let central = offset == 0;
            let mode = mode(town.population, central);
            let every = if mode == Mode::Metro { 2 * STOP_BLOCKS } else { STOP_BLOCKS };
            let places = half / every;
            let corner = |n: i32| match northward {
                true => Corner::new(row + n * every, column + offset * APART * step),
                false => Corner::new(row + offset * APART, column + n * every * step),
            };
            let corners: Vec<Corner> = (-places..=places).filter_map(corner).collect();
            let beside = 2 * (offset + most) + if northward { 10 } else { 11 };
            let number = if central { 2 - i32::from(northward) } else { beside };
            if corners.len() > 2 {
                drafts.push(Draft { number, mode, northward, corners });
            }
        }
    }
    drafts.sort_by_key(|draft| draft.number);
    drafts
}

/// The main street nearest to a row or column.
fn nearest_main(line: i32, step: i32) -> i32 {
    let every = 4 * step;
    (line + every / 2).div_euclid(every) * every
}

fn mode(people: u32, central: bool) -> Mode {
    match (people, central) {
        (1_000_000.., true) => Mode::Metro,
        (150_000.., true) => Mode::Tram,
        _ => Mode::Bus,
    }
}

/// `Oakfield Avenue / Elmgate Road`: the streets that meet at a corner.
fn corner_name(atlas: &Atlas<'_>, area: &Area<'_>, corner: Corner) -> String {
    let [east, west, north, south] = corner.neighbours();
    let name = |ends: [Option<Corner>; 2]| {
        ends.into_iter().flatten().find_map(|other| {
            let piece: Piece = Piece::between(corner, other);
            atlas.street(area.piece(piece)?.town, piece)
        })
    };
    let names: Vec<String> = [name([east, west]), name([north, south])].into_iter().flatten().collect();
    names.join(" / ")
}

/// The stop nearest to a railway station, within 500 m, is called after it.
fn at_stations(stops: &mut [Stop], stations: &[(String, String, (f64, f64))]) {
    for (code, name, point) in stations {
        let far = |stop: &Stop| distance_km(stop.point, *point);
        let nearest = stops.iter_mut().filter(|stop| stop.station.is_none()).min_by(|a, b| far(a).total_cmp(&far(b)));
        if let Some(stop) = nearest.filter(|stop| far(stop) <= 0.5) {
            stop.name.clone_from(name);
            stop.station = Some(code.clone());
        }
    }
}

/// Streets that bend back may meet twice: then the second stop has a number behind its name.
fn apart(stops: &mut [Stop]) {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for stop in stops {
        let times = seen.entry(stop.name.clone()).or_default();
        *times += 1;
        if *times > 1 {
            stop.name = format!("{} ({times})", stop.name);
        }
    }
}

fn line(draft: Draft, index: &BTreeMap<Corner, usize>, stops: &[Stop]) -> Line {
    let own: Vec<usize> = draft.corners.iter().filter_map(|corner| index.get(corner).copied()).collect();
    let mut clock = 0.0;
    let mut minutes = vec![0];
    for pair in own.windows(2) {
        clock += distance_km(stops[pair[0]].point, stops[pair[1]].point) * 1000.0 / draft.mode.speed();
        let before = minutes.last().copied().unwrap_or(0);
        minutes.push((libm::round(clock) as i32).max(before + 1));
    }
    Line { number: draft.number.to_string(), mode: draft.mode, northward: draft.northward, stops: own, minutes }
}
