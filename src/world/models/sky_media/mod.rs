//! Pictures and films of the night sky. Stations over the world take them, and a picture shows only what could be seen: the
//! moon in its phase above the horizon, an eclipse on its date, meteors of an active shower, under a sky clear enough.

mod category;
mod shot;

use std::sync::Arc;

use jiff::Timestamp;
use jiff::civil::Date;

pub use category::Category;

use super::astronomy::eclipse_between;
use super::weather::Sky;
use crate::world::facts::{Model, read_table};
use crate::world::gazetteer::Gazetteer;
use crate::world::seed::Stream;
use crate::world::{Memo, Place, Seed};

/// Stations that a category asks on a date, and pictures and films that it keeps.
const ASKED: usize = 9;
const IMAGES: usize = 3;
const VIDEOS: usize = 2;

/// Where pictures are taken.
#[derive(Clone, Debug)]
struct Station {
    place: u32,
    name: String,
    instrument: String,
}

/// What was taken of a category on a date.
type Which = (Seed, Category, Date);

/// The stations.
#[derive(Debug)]
pub struct Stations {
    all: Vec<Station>,
    /// What was asked for lately; a megabyte at most.
    taken: Memo<Which, Arc<[Media]>>,
}

impl Model for Stations {
    const TABLES: &'static [&'static str] = &["sky_stations"];

    fn build(tables: &[&[u8]]) -> Result<Self, String> {
        let [bytes] = tables else { return Err("expected the table sky_stations".into()) };
        let rows = read_table::<(u32, String, String)>("sky_stations", bytes)?;
        let station = |(place, name, instrument)| Station { place, name, instrument };
        Ok(Self { all: rows.into_iter().map(station).collect(), taken: Memo::new(500) })
    }
}

/// A picture or film.
#[derive(Clone, Debug, PartialEq)]
pub struct Media {
    /// Stable and unique.
    pub id: String,
    /// Whether it is a film.
    pub film: bool,
    /// What it shows.
    pub category: Category,
    /// A few words.
    pub title: String,
    /// A sentence or two, which hold.
    pub description: String,
    /// When it was taken.
    pub at: Timestamp,
    /// Where.
    pub place: Place,
    /// Name of the station.
    pub station: String,
    /// Its instrument.
    pub instrument: String,
    /// Cloud at that time in %.
    pub cloud: i64,
    /// Seconds of a film, exposure of a picture.
    pub seconds: f64,
    /// Pixels.
    pub size: (i64, i64),
}

impl Stations {
    /// What was taken on a local date of the stations, by time; only what was taken before `now`.
    pub fn taken(
        &self,
        seed: Seed,
        gazetteer: &Gazetteer,
        wanted: Option<Category>,
        date: Date,
        now: Timestamp,
    ) -> Vec<Media> {
        let mut found = Vec::new();
        for category in Category::ALL.into_iter().filter(|category| wanted.is_none_or(|w| w == *category)) {
            let all = self.taken.get(&(seed, category, date), || self.of_category(seed, gazetteer, category, date));
            found.extend(all.iter().filter(|media| media.at <= now).cloned());
        }
        found.sort_by(|a, b| (a.at, &a.id).cmp(&(b.at, &b.id)));
        found
    }

    fn of_category(&self, seed: Seed, gazetteer: &Gazetteer, category: Category, date: Date) -> Arc<[Media]> {
        if category == Category::Eclipse && !has_eclipse(date) {
            return Arc::default();
        }
        let sky = Sky::new(seed);
        let mut dice = seed.stream(&["sky media", category.code(), &date.to_string()]);
        let activity = category::activity(seed, date);
        let mut order: Vec<&Station> = self.all.iter().collect();
        dice.shuffle(&mut order);
        let places = order.into_iter().filter_map(|s| gazetteer.by_id(s.place).map(|place| (s, place)));
        // Everyone looks up at an eclipse.
        let asked = if category == Category::Eclipse { self.all.len() } else { ASKED };
        let likely = places.filter(|(_, place)| category.is_likely(place, activity)).take(asked);
        let (mut images, mut films, mut kept) = (0, 0, Vec::new());
        for (station, place) in likely {
            let film = category.moves() && dice.chance(0.4);
            let fraction = dice.unit();
            let full = if film { films >= VIDEOS } else { images >= IMAGES };
            if full {
                continue;
            }
            let Some(shot) = shot::shot(&sky, category, place, date, activity, fraction) else { continue };
            *if film { &mut films } else { &mut images } += 1;
            let number = images + films;
            kept.push(media(category, film, date, number, station, place, shot, &mut dice));
        }
        kept.into()
    }
}

/// Whether an eclipse may fall on a date somewhere: clocks differ by up to fourteen hours from UTC.
fn has_eclipse(date: Date) -> bool {
    let hours = |n: i64| jiff::SignedDuration::from_hours(n);
    let start = jiff::tz::TimeZone::UTC.to_timestamp(date.at(0, 0, 0, 0)).unwrap_or(Timestamp::UNIX_EPOCH);
    let (from, to) = (start.saturating_sub(hours(14)), start.saturating_add(hours(38)));
    from.ok().zip(to.ok()).is_some_and(|(from, to)| eclipse_between(from, to).is_some())
}

#[expect(clippy::too_many_arguments, reason = "the parts of a record, each from elsewhere")]
fn media(
    category: Category,
    film: bool,
    date: Date,
    number: usize,
    station: &Station,
    place: &Place,
    shot: shot::Shot,
    dice: &mut Stream,
) -> Media {
    let size = if film {
        (3840, 2160)
    } else {
        *dice.pick(&[(6000, 4000), (8256, 5504), (4096, 4096)]).unwrap_or(&(6000, 4000))
    };
    let seconds = match film {
        true => dice.within(12, 95) as f64,
        false => *dice.pick(category.exposures()).unwrap_or(&1.0),
    };
    Media {
        id: format!("ns-{}-{}-{number:02}", date.strftime("%Y%m%d"), category.code()),
        film,
        category,
        title: shot.title,
        description: shot.description,
        at: shot.at,
        place: place.clone(),
        station: station.name.clone(),
        instrument: station.instrument.clone(),
        cloud: shot.cloud,
        seconds,
        size,
    }
}
