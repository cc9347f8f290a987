//! Sun, moon, planets and stars on one local date at one place.

use std::cell::OnceCell;

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;

use super::horizon::{Observer, Track, crossings};
use super::moment::full_turn;
use super::phase::{Phase, elongation, lit, phase_of_day};
use super::planets::{Planet, Sight, length};
use super::stars::{Shower, Star};
use super::{moon, sun};

/// Degrees that the air lifts what stands at the horizon.
const REFRACTION: f64 = 34.0 / 60.0;

/// The height of the sun's middle in degrees when its upper edge is seen to touch the horizon.
const SUN_AT_HORIZON: f64 = -50.0 / 60.0;

/// What kind of day it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DayKind {
    /// The sun rises and sets.
    Normal,
    /// It never sets.
    PolarDay,
    /// It never rises.
    PolarNight,
}

impl DayKind {
    /// E.g. `polar_day`.
    pub fn code(self) -> &'static str {
        match self {
            DayKind::Normal => "normal",
            DayKind::PolarDay => "polar_day",
            DayKind::PolarNight => "polar_night",
        }
    }
}

/// The sun's day around the noon of a local date. What does not happen is none.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SunDay {
    /// What kind of day it is.
    pub kind: DayKind,
    /// When the sun stands highest.
    pub noon: Timestamp,
    /// How high it then stands in degrees, to 0.1.
    pub noon_height: f64,
    /// Its upper edge appears.
    pub rise: Option<Timestamp>,
    /// Its upper edge goes.
    pub set: Option<Timestamp>,
    /// Beginnings and ends of civil, nautical and astronomical twilight: 6, 12 and 18 degrees below the horizon.
    pub twilight: [(Option<Timestamp>, Option<Timestamp>); 3],
    /// Seconds from rise to set; a whole day of 86,400 in the polar day and 0 in the polar night.
    pub length: i64,
}

/// The moon on a local date. What does not happen is none.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoonDay {
    /// It rises.
    pub rise: Option<Timestamp>,
    /// It crosses the meridian.
    pub transit: Option<Timestamp>,
    /// It sets.
    pub set: Option<Timestamp>,
    /// Whether it stands above the horizon all day, or below it all day; none when it rises or sets.
    pub always: Option<bool>,
    /// Its phase on that date.
    pub phase: Phase,
    /// Share of the disc that is lit at local noon in %, to 0.1.
    pub lit: f64,
    /// Days since the last new moon at local noon, to 0.1.
    pub age: f64,
    /// Kilometres between the middles of Earth and moon at local noon.
    pub distance: i64,
}

/// A planet, star or radiant on a local date. What does not happen is none.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyDay {
    /// It rises.
    pub rise: Option<Timestamp>,
    /// It crosses the meridian.
    pub transit: Option<Timestamp>,
    /// How high it then stands in degrees, to 0.1; below 0 it cannot be seen.
    pub transit_height: f64,
    /// It sets.
    pub set: Option<Timestamp>,
    /// How high it stands at best, in degrees, while the sun is more than 6 degrees down, in the night that begins on that
    /// date; none when it stays below the horizon or there is no such night.
    pub night_height: Option<f64>,
    /// When that is.
    pub best: Option<Timestamp>,
}

/// One local date at one place.
#[derive(Clone, Debug)]
pub struct SkyDay {
    observer: Observer,
    sun: Track,
    /// Unix seconds of local midnight before and after.
    midnight: (f64, f64),
    /// Unix seconds at which clocks show noon, and at which the sun stands highest.
    clock_noon: f64,
    noon: f64,
    /// The dark hours of the night that follows, worked out when first asked for.
    dark: OnceCell<Option<(f64, f64)>>,
}

impl SkyDay {
    /// The sky of a date at a place in degrees, by the clocks of a zone.
    pub fn new(latitude: f64, longitude: f64, date: Date, zone: &TimeZone) -> SkyDay {
        let start = |date: Date| zone.to_timestamp(date.to_datetime(jiff::civil::Time::midnight()));
        let begin = start(date).map_or(0.0, |t| t.as_second() as f64);
        let end = date.tomorrow().ok().and_then(|d| start(d).ok()).map_or(begin + 86_400.0, |t| t.as_second() as f64);
        let clock_noon = zone.to_timestamp(date.at(12, 0, 0, 0)).map_or(begin + 43_200.0, |t| t.as_second() as f64);
        let observer = Observer::new(latitude, longitude, clock_noon);
        let sun = Track::new(sun::vector, begin - 86_400.0, end + 86_400.0);
        let noon = observer.turned_to(&|unix| sun.at(unix), clock_noon, 0.0);
        SkyDay { observer, sun, midnight: (begin, end), clock_noon, noon, dark: OnceCell::new() }
    }

    fn sun_height(&self, unix: f64) -> f64 {
        self.observer.height(self.sun.at(unix), unix)
    }

    /// The sun's day: rise and set are those around the noon of the date, so in places whose clocks run far ahead of the
    /// sun the set may come after midnight.
    pub fn sun(&self) -> SunDay {
        const HALF: f64 = 43_200.0;
        let pass = |level: f64| {
            let height = |unix: f64| self.sun_height(unix) - level;
            let before = crossings(height, self.noon - HALF, self.noon).into_iter().rfind(|c| c.rising);
            let after = crossings(height, self.noon, self.noon + HALF).into_iter().find(|c| !c.rising);
            (before.map(|c| c.unix), after.map(|c| c.unix))
        };
        let (rise, set) = pass(SUN_AT_HORIZON);
        let height = self.sun_height(self.noon);
        let kind = match (rise, set) {
            (None, None) if height > SUN_AT_HORIZON => DayKind::PolarDay,
            (None, None) => DayKind::PolarNight,
            _ => DayKind::Normal,
        };
        let whole = |(begin, end): (Option<f64>, Option<f64>)| (begin.map(minute), end.map(minute));
        let length = match (kind, rise, set) {
            (DayKind::PolarDay, ..) => 86_400,
            (DayKind::PolarNight, ..) => 0,
            // On the last day before the polar day the sun rises and does not set, so the half that is missing is whole.
            _ => (set.unwrap_or(self.noon + HALF) - rise.unwrap_or(self.noon - HALF)).round() as i64,
        };
        SunDay {
            kind,
            noon: minute(self.noon),
            noon_height: tenth(height),
            rise: rise.map(minute),
            set: set.map(minute),
            twilight: [-6.0, -12.0, -18.0].map(|level| whole(pass(level))),
            length,
        }
    }

    /// The moon between the midnights of the date.
    pub fn moon(&self) -> MoonDay {
        let (begin, end) = self.midnight;
        let track = Track::new(moon::vector, begin, end);
        let height = |unix: f64| {
            let seen = self.observer.towards(track.at(unix), unix);
            let edge = libm::asin(moon::RADIUS_KM / length(seen)).to_degrees();
            self.observer.height(seen, unix) + edge + REFRACTION
        };
        let passes = crossings(height, begin, end);
        let first = |rising| passes.iter().find(|c| c.rising == rising).map(|c| minute(c.unix));
        let (vector, noon) = (track.at(self.clock_noon), self.clock_noon);
        MoonDay {
            rise: first(true),
            set: first(false),
            transit: self.within(|near| Some(self.observer.turned_to(&|unix| track.at(unix), near, 0.0))),
            always: passes.is_empty().then(|| height(begin) > 0.0),
            phase: phase_of_day(begin, end),
            lit: tenth(100.0 * lit(noon)),
            age: tenth(super::phase::age(noon)),
            distance: length(vector).round() as i64,
        }
    }

    /// A planet on the date, and how it looks in the evening.
    pub fn planet(&self, planet: Planet) -> (BodyDay, Sight) {
        (self.body(|unix| planet.vector(unix)), planet.sight(self.noon + 32_400.0))
    }

    /// A star on the date.
    pub fn star(&self, star: &Star) -> BodyDay {
        self.body(|unix| star.vector(unix))
    }

    /// The radiant of a shower on the date.
    pub fn radiant(&self, shower: &Shower) -> BodyDay {
        self.body(|unix| shower.vector(unix))
    }

    fn body(&self, of: impl Fn(f64) -> [f64; 3]) -> BodyDay {
        let (from, to) = (self.midnight.0 - 86_400.0, self.midnight.1 + 129_600.0);
        // Planets and stars go so slowly that between two points days apart the straight line will do.
        let (first, last) = (of(from), of(to));
        let path = |unix: f64| {
            let share = (unix - from) / (to - from);
            std::array::from_fn(|i| first[i] + (last[i] - first[i]) * share)
        };
        let transit = self.observer.turned_to(&path, self.clock_noon, 0.0);
        let best = self.best_at_night(&path);
        BodyDay {
            rise: self.pass(&path, -1.0),
            set: self.pass(&path, 1.0),
            transit: self.within(|near| Some(self.observer.turned_to(&path, near, 0.0))),
            transit_height: tenth(self.observer.height(path(transit), transit)),
            night_height: best.map(|(_, height)| tenth(height)),
            best: best.map(|(unix, _)| minute(unix)),
        }
    }

    /// When a body that goes slowly passes the horizon on the date, east (-1) or west (1) of the meridian.
    fn pass(&self, path: &impl Fn(f64) -> [f64; 3], side: f64) -> Option<Timestamp> {
        self.within(|near| {
            let mut unix = near;
            for _ in 0..5 {
                let aside = self.observer.hour_angle(path(unix), -REFRACTION)?;
                let step = self.observer.seconds_until(path(unix), unix, side * aside);
                unix += step;
                if step.abs() < 1.0 {
                    break;
                }
            }
            Some(unix)
        })
    }

    /// The first of what happens once a turn of the Earth that falls between the midnights.
    fn within(&self, event: impl Fn(f64) -> Option<f64>) -> Option<Timestamp> {
        const TURN: f64 = 86_164.0;
        let (begin, end) = self.midnight;
        let near = event(self.clock_noon)?;
        let mut found = vec![near];
        // A star may pass twice on one date a year, the moon not at all on one a month.
        if near - TURN > begin - 3_600.0 {
            found.insert(0, event(near - TURN)?);
        } else if near < begin {
            found.push(event(near + TURN)?);
        }
        found.into_iter().find(|unix| (begin..end).contains(unix)).map(minute)
    }

    /// From when to when the sun is more than 6 degrees down in the night after the date's noon; none in a white night.
    fn dark(&self) -> Option<(f64, f64)> {
        *self.dark.get_or_init(|| {
            let (from, to) = (self.noon, self.noon + 86_400.0);
            let height = |unix: f64| self.sun_height(unix) + 6.0;
            let passes = crossings(height, from, to);
            let dusk = passes.iter().find(|c| !c.rising).map(|c| c.unix);
            let dawn = passes.iter().rfind(|c| c.rising).map(|c| c.unix);
            match (dusk, dawn) {
                (None, None) => (height(from) < 0.0).then_some((from, to)),
                (dusk, dawn) => Some((dusk.unwrap_or(from), dawn.unwrap_or(to))),
            }
        })
    }

    /// When a body stands highest in the dark hours, and how high; none while it stays below the horizon. It climbs to the
    /// meridian and sinks again, so that it is there or at one end of the night.
    fn best_at_night(&self, path: &impl Fn(f64) -> [f64; 3]) -> Option<(f64, f64)> {
        let (dusk, dawn) = self.dark()?;
        let transit = self.observer.turned_to(path, (dusk + dawn) / 2.0, 0.0);
        let times = [Some(transit).filter(|unix| (dusk..dawn).contains(unix)), Some(dusk), Some(dawn)];
        let heights = times.into_iter().flatten().map(|unix| (unix, self.observer.height(path(unix), unix)));
        heights.filter(|(_, height)| *height > 0.0).fold(None, |best: Option<(f64, f64)>, now| match best {
            Some(known) if known.1 >= now.1 => best,
            _ => Some(now),
        })
    }

    /// When the sun stands highest.
    pub fn noon(&self) -> Timestamp {
        minute(self.noon)
    }

    /// The elongation of the moon in degrees at local noon, 180 when full.
    pub fn moon_elongation(&self) -> f64 {
        tenth(full_turn(elongation(self.clock_noon).to_degrees()))
    }

    /// How high the middle of the moon stands at a time, in degrees.
    pub fn moon_height(&self, at: Timestamp) -> f64 {
        let unix = at.as_second() as f64;
        tenth(self.observer.height(self.observer.towards(moon::vector(unix), unix), unix))
    }

    /// How high a planet stands at a time, in degrees.
    pub fn planet_height(&self, planet: Planet, at: Timestamp) -> f64 {
        let unix = at.as_second() as f64;
        tenth(self.observer.height(planet.vector(unix), unix))
    }

    /// How high a star or another fixed thing stands at a time, in degrees.
    pub fn star_height(&self, star: &Star, at: Timestamp) -> f64 {
        let unix = at.as_second() as f64;
        tenth(self.observer.height(star.vector(unix), unix))
    }

    /// How high the radiant of a shower stands at a time, in degrees.
    pub fn radiant_height(&self, shower: &Shower, at: Timestamp) -> f64 {
        let unix = at.as_second() as f64;
        tenth(self.observer.height(shower.vector(unix), unix))
    }

    /// Whether the sun stands more than 18 degrees below the horizon at a time.
    pub fn is_dark(&self, at: Timestamp) -> bool {
        self.sun_height(at.as_second() as f64) < -18.0
    }
}

/// The nearest whole minute.
pub(super) fn minute(unix: f64) -> Timestamp {
    Timestamp::from_second((unix / 60.0).round() as i64 * 60).unwrap_or(Timestamp::UNIX_EPOCH)
}

pub(super) fn tenth(value: f64) -> f64 {
    (value * 10.0).round() / 10.0 + 0.0
}
