//! Routes and traffic as values for expressions.

use minijinja::value::Value as Dynamic;
use minijinja::{Error, State};

use super::Desk;
use crate::simulator::functions::weather::this_hour;
use crate::simulator::functions::wrong;
use crate::simulator::value::{list, optional, record};
use crate::world::Place;
use crate::world::models::maps::{Atlas, Class, Level, NoRoute, Piece, Route, Stretch, Traffic, Vehicle};
use crate::world::models::sensors::{Kind, Readings, sensors};
use crate::world::sphere::distance_km;

/// Rows of one answer on traffic.
const ROWS: usize = 50;

/// Kilometres from the middle of a town to its farthest sensor.
const SENSOR_KM: f64 = 25.0;

/// What is said at the steps of a route: start, turns by sharpness, straight on, arrival; `{}` is the street.
struct Words {
    depart: &'static str,
    turns: [(&'static str, &'static str); 7],
    arrive: &'static str,
    track: &'static str,
    towards: &'static str,
    compass: [&'static str; 8],
}

const ENGLISH: Words = Words {
    depart: "Head {c} on {s}",
    turns: [
        ("Turn sharp left onto {s}", "-3"),
        ("Turn left onto {s}", "-2"),
        ("Keep left onto {s}", "-1"),
        ("Continue onto {s}", "0"),
        ("Keep right onto {s}", "1"),
        ("Turn right onto {s}", "2"),
        ("Turn sharp right onto {s}", "3"),
    ],
    arrive: "Arrive at your destination",
    track: "a track",
    towards: "{s} towards {t}",
    compass: ["north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest"],
};

const GERMAN: Words = Words {
    depart: "Richtung {c} auf {s} starten",
    turns: [
        ("Scharf links abbiegen auf {s}", "-3"),
        ("Links abbiegen auf {s}", "-2"),
        ("Links halten auf {s}", "-1"),
        ("Weiter auf {s}", "0"),
        ("Rechts halten auf {s}", "1"),
        ("Rechts abbiegen auf {s}", "2"),
        ("Scharf rechts abbiegen auf {s}", "3"),
    ],
    arrive: "Ziel erreicht",
    track: "Feldweg",
    towards: "{s} Richtung {t}",
    compass: ["Norden", "Nordosten", "Osten", "Südosten", "Süden", "Südwesten", "Westen", "Nordwesten"],
};

const FRENCH: Words = Words {
    depart: "Partir vers le {c} sur {s}",
    turns: [
        ("Tourner franchement à gauche sur {s}", "-3"),
        ("Tourner à gauche sur {s}", "-2"),
        ("Serrer à gauche sur {s}", "-1"),
        ("Continuer sur {s}", "0"),
        ("Serrer à droite sur {s}", "1"),
        ("Tourner à droite sur {s}", "2"),
        ("Tourner franchement à droite sur {s}", "3"),
    ],
    arrive: "Arrivée à destination",
    track: "un chemin rural",
    towards: "{s} direction {t}",
    compass: ["nord", "nord-est", "est", "sud-est", "sud", "sud-ouest", "ouest", "nord-ouest"],
};

const CHINESE: Words = Words {
    depart: "沿{s}向{c}出发",
    turns: [
        ("向左急转进入{s}", "-3"),
        ("左转进入{s}", "-2"),
        ("靠左进入{s}", "-1"),
        ("继续沿{s}行驶", "0"),
        ("靠右进入{s}", "1"),
        ("右转进入{s}", "2"),
        ("向右急转进入{s}", "3"),
    ],
    arrive: "到达目的地",
    track: "乡间小路",
    towards: "{s}（{t}方向）",
    compass: ["北", "东北", "东", "东南", "南", "西南", "西", "西北"],
};

fn words(locale: &str) -> &'static Words {
    match locale {
        "de" => &GERMAN,
        "fr" => &FRENCH,
        "zh" => &CHINESE,
        _ => &ENGLISH,
    }
}

/// `{fault}` (`no_road_start`, `no_road_end`, `not_connected`), or the route between two points: `distance` in metres, `time` in milliseconds,
/// `points`, `encoded`, `bbox`, `ends`, `off`, and `steps`. Vehicle and locale are words of the tool.
pub(super) fn map_route(
    state: &State<'_, '_>,
    from: Vec<f64>,
    to: Vec<f64>,
    vehicle: &str,
    locale: &str,
) -> Result<Dynamic, Error> {
    let desk = Desk::of(state)?;
    let vehicle = Vehicle::named(vehicle).ok_or_else(|| wrong(format!("'{vehicle}' is no vehicle")))?;
    let ([a, b], [c, d]) = (pair(from)?, pair(to)?);
    let hour = this_hour(&desk.context);
    let traffic = |place: &Place| Traffic::of(&desk.context.world, place, hour);
    Ok(match desk.atlas().route((a, b), (c, d), vehicle, &traffic) {
        Ok(route) => route_record(&route, words(locale)),
        Err(fault) => record([("fault", Dynamic::from(fault_code(fault)))]),
    })
}

fn pair(point: Vec<f64>) -> Result<[f64; 2], Error> {
    point.try_into().map_err(|_| wrong("expected [latitude, longitude]"))
}

fn fault_code(fault: NoRoute) -> &'static str {
    match fault {
        NoRoute::NoRoad(0) => "no_road_start",
        NoRoute::NoRoad(_) => "no_road_end",
        NoRoute::NotConnected => "not_connected",
    }
}

fn route_record(route: &Route, words: &Words) -> Dynamic {
    let mut points = vec![route.ends[0]];
    let mut steps = Vec::new();
    for (at, stretch) in route.stretches.iter().enumerate() {
        let from = points.len() - 1;
        points.extend(stretch.points.iter().skip(1));
        let before = at.checked_sub(1).map(|before| &route.stretches[before]);
        steps.push(step(words, stretch, before, [from, points.len() - 1]));
    }
    steps.push(arrival(words, points.len() - 1));
    // Tenths of metres add up as whole numbers, so that the sum is that of the steps.
    let tenths: i64 = route.stretches.iter().map(|part| libm::round(part.metres * 10.0) as i64).sum();
    let time: i64 = route.stretches.iter().map(|part| part.milliseconds).sum();
    let lonlat = |(north, east): (f64, f64)| Dynamic::from(vec![east, north]);
    record([
        ("fault", optional(None)),
        ("distance", Dynamic::from(tenths as f64 / 10.0)),
        ("time", Dynamic::from(time)),
        ("points", list(points.iter().copied(), lonlat)),
        ("encoded", Dynamic::from(encoded(&points))),
        ("bbox", Dynamic::from(bounds(&points))),
        ("ends", list(route.ends, lonlat)),
        ("off", list(route.off, |metres| Dynamic::from(libm::round(metres * 10.0) / 10.0))),
        ("steps", Dynamic::from(steps)),
    ])
}

fn step(words: &Words, stretch: &Stretch, before: Option<&Stretch>, interval: [usize; 2]) -> Dynamic {
    let street = stretch.street.as_deref().unwrap_or(words.track);
    let named = match &stretch.towards {
        Some(town) => words.towards.replace("{s}", street).replace("{t}", town),
        None => street.to_owned(),
    };
    let heading = bearing(stretch.points[0], stretch.points[1]);
    let (text, sign) = match before.and_then(|before| before.points.last_chunk::<2>()) {
        None => (words.depart.replace("{c}", words.compass[(libm::round(heading / 45.0) as usize) % 8]), "0"),
        Some([a, b]) => {
            let (text, sign) = words.turns[turn(bearing(*a, *b), heading)];
            (text.to_owned(), sign)
        }
    };
    record([
        ("text", Dynamic::from(text.replace("{s}", &named))),
        ("sign", Dynamic::from(sign.parse::<i64>().unwrap_or(0))),
        ("street", optional(stretch.street.as_deref().map(Dynamic::from))),
        ("distance", Dynamic::from(stretch.metres)),
        ("time", Dynamic::from(stretch.milliseconds)),
        ("interval", Dynamic::from(interval.to_vec())),
    ])
}

fn arrival(words: &Words, last: usize) -> Dynamic {
    record([
        ("text", Dynamic::from(words.arrive)),
        ("sign", Dynamic::from(4)),
        ("street", optional(None)),
        ("distance", Dynamic::from(0.0)),
        ("time", Dynamic::from(0)),
        ("interval", Dynamic::from(vec![last, last])),
    ])
}

/// Degrees from north, clockwise, 0 to 360.
fn bearing(from: (f64, f64), to: (f64, f64)) -> f64 {
    let east = (to.1 - from.1) * libm::cos(from.0.to_radians());
    (libm::atan2(east, to.0 - from.0).to_degrees() + 360.0) % 360.0
}

/// The place in the list of turns of a change of direction.
fn turn(before: f64, after: f64) -> usize {
    let angle = (after - before + 540.0) % 360.0 - 180.0;
    match angle {
        x if x < -125.0 => 0,
        x if x < -45.0 => 1,
        x if x < -20.0 => 2,
        x if x <= 20.0 => 3,
        x if x <= 45.0 => 4,
        x if x <= 125.0 => 5,
        _ => 6,
    }
}

/// West, south, east, north. Routes across the date line have their west east of their east.
fn bounds(points: &[(f64, f64)]) -> Vec<f64> {
    let across = points.windows(2).any(|pair| (pair[0].1 - pair[1].1).abs() > 180.0);
    let shifted = |east: f64| if across && east < 0.0 { east + 360.0 } else { east };
    let back = |east: f64| if east > 180.0 { libm::round((east - 360.0) * 1e5) / 1e5 } else { east };
    let (mut low, mut high) = ((f64::MAX, f64::MAX), (f64::MIN, f64::MIN));
    for (north, east) in points {
        let east = shifted(*east);
        low = (low.0.min(*north), low.1.min(east));
        high = (high.0.max(*north), high.1.max(east));
    }
    vec![back(low.1), low.0, back(high.1), high.0]
}

/// Google's encoded polyline: differences in 1e-5 degrees, five bits a character.
fn encoded(points: &[(f64, f64)]) -> String {
    let mut text = String::new();
    let mut last = (0_i64, 0_i64);
    for (north, east) in points {
        let here = (libm::round(north * 1e5) as i64, libm::round(east * 1e5) as i64);
        for difference in [here.0 - last.0, here.1 - last.1] {
            let mut bits = (difference << 1) ^ (difference >> 63);
            while bits >= 0x20 {
                text.push(char::from((0x20 | (bits & 0x1F)) as u8 + 63));
                bits >>= 5;
            }
            text.push(char::from(bits as u8 + 63));
        }
        last = here;
    }
    text
}

/// `{from, to, total, segments, sensors, towns}`: traffic of the last whole interval of so many seconds in a box.
pub(super) fn map_traffic(state: &State<'_, '_>, bounds: Vec<f64>, seconds: i64) -> Result<Dynamic, Error> {
    let desk = Desk::of(state)?;
    let bounds: [f64; 4] = bounds.try_into().map_err(|_| wrong("expected [south, west, north, east]"))?;
    let atlas = desk.atlas();
    let (world, hour) = (&desk.context.world, this_hour(&desk.context));
    let mut known: std::collections::BTreeMap<u32, (&Place, Traffic, Tally)> = std::collections::BTreeMap::new();
    let mut rows: Vec<(f64, Piece, &Place, Class)> = Vec::new();
    for (piece, town, class) in atlas.main_streets(bounds) {
        let entry = known.entry(town.id).or_insert_with(|| (town, Traffic::of(world, town, hour), Tally::default()));
        let share = entry.1.factor(piece, class);
        entry.2.add(share, Vehicle::Car.free_speed(class));
        rows.push((share, piece, town, class));
    }
    // The slowest come first; pieces tell equals apart.
    rows.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let total = rows.len();
    rows.truncate(ROWS);
    let segment = |(share, piece, town, class): &(f64, Piece, &Place, Class)| {
        let traffic = known[&town.id].1;
        segment_record(&atlas, town, *piece, *class, *share, traffic.flow(*piece, *class), seconds)
    };
    let window = desk.context.clock.now().as_second().div_euclid(seconds) * seconds;
    let middle = ((bounds[0] + bounds[2]) / 2.0, bounds[1]);
    Ok(record([
        ("from", Dynamic::from(instant(window - seconds)?)),
        ("to", Dynamic::from(instant(window)?)),
        ("timezone", Dynamic::from(desk.gazetteer.nearest(middle.0, middle.1).timezone.as_str())),
        ("total", Dynamic::from(total)),
        ("segments", list(&rows, segment)),
        ("towns", list(known.values(), |(town, _, tally)| tally.record(town))),
        ("sensors", sensor_rows(&desk, bounds, hour, seconds)),
    ]))
}

fn instant(second: i64) -> Result<String, Error> {
    let at = jiff::Timestamp::from_second(second).map_err(|e| wrong(e.to_string()))?;
    Ok(at.strftime("%Y-%m-%dT%H:%M:%SZ").to_string())
}

/// Speeds of the streets of a town.
#[derive(Default)]
struct Tally {
    count: usize,
    free: f64,
    now: f64,
}

impl Tally {
    fn add(&mut self, share: f64, free: f64) {
        self.count += 1;
        self.free += free;
        self.now += free * share;
    }

    fn record(&self, town: &Place) -> Dynamic {
        let share = self.now / self.free;
        record([
            ("placeId", Dynamic::from(town.id)),
            ("city", Dynamic::from(town.name.as_str())),
            ("streets", Dynamic::from(self.count)),
            ("speed", Dynamic::from(tenth(self.now / self.count as f64))),
            ("free_speed", Dynamic::from(tenth(self.free / self.count as f64))),
            ("level", Dynamic::from(Level::of(share).name())),
        ])
    }
}

fn tenth(value: f64) -> f64 {
    libm::round(value * 10.0) / 10.0
}

fn segment_record(
    atlas: &Atlas<'_>,
    town: &Place,
    piece: Piece,
    class: Class,
    share: f64,
    flow: f64,
    seconds: i64,
) -> Dynamic {
    let corners = Atlas::corners(piece);
    let metres: f64 = corners.windows(2).map(|pair| distance_km(pair[0], pair[1]) * 1000.0).sum();
    let (free, now) = (Vehicle::Car.free_speed(class), Vehicle::Car.free_speed(class) * share);
    let point = |at: Option<&(f64, f64)>| {
        let (north, east) = at.copied().unwrap_or_default();
        record([("latitude", Dynamic::from(north)), ("longitude", Dynamic::from(east))])
    };
    record([
        ("street", optional(atlas.street(town, piece).map(Dynamic::from))),
        ("city", Dynamic::from(town.name.as_str())),
        ("road_class", Dynamic::from(if class == Class::Road { "country_road" } else { "main_street" })),
        ("start", point(corners.first())),
        ("end", point(corners.last())),
        ("metres", Dynamic::from(libm::round(metres) as i64)),
        ("free_speed", Dynamic::from(free)),
        ("speed", Dynamic::from(tenth(now))),
        ("travel_seconds", Dynamic::from(libm::round(metres / now * 3.6) as i64)),
        ("delay_seconds", Dynamic::from(libm::round(metres / now * 3.6 - metres / free * 3.6) as i64)),
        ("level", Dynamic::from(Level::of(share).name())),
        ("vehicles_per_hour", Dynamic::from(flow as i64)),
        ("vehicles", Dynamic::from(libm::round(flow * seconds as f64 / 3600.0) as i64)),
    ])
}

/// The traffic sensors of `urban-environment` in a box, with what they show in this hour.
fn sensor_rows(desk: &Desk, [south, west, north, east]: [f64; 4], hour: i64, seconds: i64) -> Dynamic {
    let middle = ((south + north) / 2.0, if west < east { (west + east) / 2.0 } else { east });
    let wide = distance_km(middle, (south, west)).max(distance_km(middle, (north, east)));
    let world = &desk.context.world;
    let inside = |latitude: f64, longitude: f64| {
        let between =
            if west < east { (west..=east).contains(&longitude) } else { longitude >= west || longitude <= east };
        (south..=north).contains(&latitude) && between
    };
    let mut rows = Vec::new();
    for place in desk.gazetteer.within(middle.0, middle.1, wide + SENSOR_KM) {
        let mut readings = None;
        for sensor in sensors(world.seed, place, Kind::Traffic).into_iter().filter(|s| inside(s.latitude, s.longitude))
        {
            let value = readings.get_or_insert_with(|| Readings::new(world, place)).value(&sensor, hour);
            let count = |share: f64| optional(value.map(|value| Dynamic::from(libm::round(value * share) as i64)));
            rows.push(record([
                ("sensor_id", Dynamic::from(sensor.id.as_str())),
                ("site", Dynamic::from(sensor.site)),
                ("city", Dynamic::from(place.name.as_str())),
                ("latitude", Dynamic::from(sensor.latitude)),
                ("longitude", Dynamic::from(sensor.longitude)),
                ("vehicles_per_hour", count(1.0)),
                ("vehicles", count(seconds as f64 / 3600.0)),
            ]));
        }
    }
    Dynamic::from(rows)
}
