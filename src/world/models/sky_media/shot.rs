//! What a station sees on a date, if anything.

use jiff::Timestamp;
use jiff::civil::Date;

use super::category::Category;
use crate::world::models::astronomy::{DEEP_SKY, EclipseKind, Planet, SHOWERS, STARS, SkyDay, eclipse_between};
use crate::world::models::weather::{Condition, Hour, Local, Sky};
use crate::world::{Place, zone};

/// A picture that could be taken.
pub(super) struct Shot {
    pub title: String,
    pub description: String,
    pub at: Timestamp,
    pub cloud: i64,
}

/// One station on one date.
struct Scene<'a> {
    place: &'a Place,
    date: Date,
    local: Local,
    day: SkyDay,
    /// From 0 to 1: which of several things or times it is.
    fraction: f64,
}

/// What a station sees of a category, at one time of the date. `fraction` chooses among the possible.
pub(super) fn shot(
    sky: &Sky,
    category: Category,
    place: &Place,
    date: Date,
    activity: i64,
    fraction: f64,
) -> Option<Shot> {
    let day = SkyDay::new(place.latitude, place.longitude, date, &zone(&place.timezone));
    let scene = Scene { place, date, local: Local::new(sky, place), day, fraction };
    match category {
        Category::Aurora => scene.aurora(activity),
        Category::Moon => scene.moon(),
        Category::Planet => scene.planet(),
        Category::Constellation => scene.constellation(),
        Category::MilkyWay => scene.milky_way(),
        Category::Meteor => scene.meteor(),
        Category::Eclipse => scene.eclipse(),
        Category::DeepSky => scene.deep_sky(),
        Category::Sunset => scene.sunset(),
        Category::Lightning => scene.lightning(),
    }
}

impl Scene<'_> {
    /// A time on the local clock of the date, with minutes from the fraction.
    fn at(&self, hour: i8) -> Option<Timestamp> {
        let minute = (self.fraction * 997.0) as i64 % 60;
        zone(&self.place.timezone).to_timestamp(self.date.at(hour, minute as i8, 0, 0)).ok()
    }

    fn weather(&self, at: Timestamp) -> Hour {
        self.local.hour(at.as_second().div_euclid(3600))
    }

    /// A time of the date's dark hours at which the sky is clear enough, and its weather.
    fn clear_night(&self, most_cloud: i64) -> Option<(Timestamp, Hour)> {
        const HOURS: [i8; 8] = [22, 23, 1, 21, 2, 0, 3, 20];
        let first = (self.fraction * 8.0) as usize;
        let times = (0..4).filter_map(|i| self.at(HOURS[(first + i) % 8]));
        let dark = times.filter(|at| self.day.is_dark(*at)).map(|at| (at, self.weather(at)));
        dark.into_iter()
            .find(|(_, hour)| hour.cloud <= most_cloud && hour.precipitation == 0.0 && hour.visibility >= 8.0)
    }

    fn shot(&self, title: String, description: String, at: Timestamp) -> Option<Shot> {
        Some(Shot { title, description, at, cloud: self.weather(at).cloud })
    }

    fn choose<'t, T>(&self, items: &'t [T]) -> Option<&'t T> {
        items.get(((self.fraction * 7_919.0) as usize) % items.len().max(1))
    }

    fn aurora(&self, activity: i64) -> Option<Shot> {
        let (at, _) = self.clear_night(60)?;
        let lights = if self.place.latitude > 0.0 { "Northern lights" } else { "Southern lights" };
        let form = match activity {
            6.. => "corona and pulsing rays over the whole sky",
            4..=5 => "tall green rays with red tops",
            2..=3 => "a calm green arc low in the sky",
            _ => "a faint glow near the horizon",
        };
        let title = format!("{lights} over {}", self.place.name);
        self.shot(title, format!("{lights}, planetary index Kp {activity}: {form}."), at)
    }

    fn moon(&self) -> Option<Shot> {
        let (at, _) = self.clear_night(70)?;
        let (moon, height) = (self.day.moon(), self.day.moon_height(at));
        if height < 5.0 || moon.lit < 2.0 {
            return None;
        }
        let phase = moon.phase.code().replace('_', " ");
        let mut title = format!("{phase} over {}", self.place.name);
        title[..1].make_ascii_uppercase();
        let description =
            format!("The moon {height:.0}° above the horizon, {:.0} % lit, {} km away.", moon.lit, moon.distance);
        self.shot(title, description, at)
    }

    fn planet(&self) -> Option<Shot> {
        const BRIGHT: [Planet; 4] = [Planet::Jupiter, Planet::Saturn, Planet::Mars, Planet::Venus];
        let (at, _) = self.clear_night(50)?;
        let up: Vec<Planet> = BRIGHT.into_iter().filter(|p| self.day.planet_height(*p, at) >= 10.0).collect();
        let planet = *self.choose(&up)?;
        let (height, sight) = (self.day.planet_height(planet, at), planet.sight(at.as_second() as f64));
        let description = format!(
            "{} {height:.0}° above the horizon at magnitude {:.1}, {:.2} au from the Earth.",
            planet.name(),
            sight.magnitude,
            sight.distance
        );
        self.shot(format!("{} above {}", planet.name(), self.place.name), description, at)
    }

    fn constellation(&self) -> Option<Shot> {
        let (at, _) = self.clear_night(35)?;
        let up: Vec<_> = STARS.iter().filter(|s| self.day.star_height(s, at) >= 25.0).collect();
        let star = self.choose(&up)?;
        let height = self.day.star_height(star, at);
        let description = format!("The constellation {} with {} {height:.0}° high.", star.constellation, star.name);
        self.shot(format!("{} over {}", star.constellation, self.place.name), description, at)
    }

    fn milky_way(&self) -> Option<Shot> {
        let (at, _) = self.clear_night(25)?;
        let moonless = self.day.moon_height(at) < 0.0 || self.day.moon().lit < 30.0;
        // The band is brightest towards the Lagoon Nebula and fair towards Deneb and Sirius.
        let bright =
            DEEP_SKY.iter().find(|s| s.constellation == "Sagittarius").map_or(0.0, |s| self.day.star_height(s, at));
        let fair = ["Deneb", "Sirius"].iter().filter_map(|name| STARS.iter().find(|s| s.name == *name));
        let fair = fair.map(|s| self.day.star_height(s, at)).fold(0.0, f64::max);
        if !moonless || (bright < 15.0 && fair < 30.0) {
            return None;
        }
        let part = if bright >= 15.0 { "The bright core in Sagittarius" } else { "The winter and summer arms" };
        self.shot(format!("Milky Way over {}", self.place.name), format!("{part} under a moonless sky."), at)
    }

    fn meteor(&self) -> Option<Shot> {
        let (at, _) = self.clear_night(40)?;
        let active: Vec<_> = SHOWERS
            .iter()
            .filter(|s| s.is_active(self.date.month(), self.date.day()))
            .filter(|s| self.day.radiant_height(s, at) > 10.0)
            .collect();
        let shower = self.choose(&active)?;
        let height = self.day.radiant_height(shower, at);
        let description = format!(
            "Meteors of the {}, whose radiant in {} stands {height:.0}° high; up to {} an hour on the best night.",
            shower.name, shower.radiant, shower.rate
        );
        self.shot(format!("{} over {}", shower.name, self.place.name), description, at)
    }

    fn eclipse(&self) -> Option<Shot> {
        let zone = zone(&self.place.timezone);
        let start = |date: Date| zone.to_timestamp(date.to_datetime(jiff::civil::Time::midnight())).ok();
        let eclipse = eclipse_between(start(self.date)?, start(self.date.tomorrow().ok()?)?)?;
        let look = eclipse.look(self.place.latitude, self.place.longitude).filter(|look| look.height > 2.0)?;
        if self.weather(look.best).cloud > 75 {
            return None;
        }
        let name = match eclipse.kind {
            EclipseKind::LunarPenumbral => "Penumbral eclipse of the moon",
            kind if !kind.is_solar() && look.covered >= 99.9 => "Total eclipse of the moon",
            kind if !kind.is_solar() => "Partial eclipse of the moon",
            EclipseKind::SolarTotal if look.covered >= 99.9 => "Total eclipse of the sun",
            EclipseKind::SolarAnnular if look.covered >= 90.0 => "Annular eclipse of the sun",
            _ => "Partial eclipse of the sun",
        };
        let body = if eclipse.kind.is_solar() { "sun" } else { "moon" };
        let covered = match eclipse.kind {
            EclipseKind::LunarPenumbral => "in the rim of the Earth's shadow".to_owned(),
            _ => format!("{:.0} % of its diameter covered", look.covered),
        };
        let description = format!("The {body} {:.0}° above the horizon, {covered}.", look.height);
        self.shot(format!("{name} from {}", self.place.name), description, look.best)
    }

    fn deep_sky(&self) -> Option<Shot> {
        let (at, _) = self.clear_night(20)?;
        let up: Vec<_> = DEEP_SKY.iter().filter(|s| self.day.star_height(s, at) >= 30.0).collect();
        let object = self.choose(&up)?;
        let height = self.day.star_height(object, at);
        let description = format!(
            "{} in {} (magnitude {}), {height:.0}° above the horizon.",
            object.name, object.constellation, object.magnitude
        );
        self.shot(format!("{} from {}", object.name, self.place.name), description, at)
    }

    fn sunset(&self) -> Option<Shot> {
        let at = self.day.sun().set?;
        let hour = self.weather(at);
        if !(10..=70).contains(&hour.cloud) || hour.precipitation > 0.0 || hour.visibility < 10.0 {
            return None;
        }
        let description = format!("Sunset under {} % of cloud, sight {:.0} km.", hour.cloud, hour.visibility);
        self.shot(format!("Sunset in {}", self.place.name), description, at)
    }

    fn lightning(&self) -> Option<Shot> {
        if self.local.day(self.date).condition != Condition::Thunderstorm {
            return None;
        }
        let hours = self.local.hours_of(self.date);
        let storm = hours.map(|h| self.local.hour(h)).find(|hour| hour.condition == Condition::Thunderstorm)?;
        let at = Timestamp::from_second(storm.unix_hour * 3600 + (self.fraction * 3540.0) as i64 / 60 * 60).ok()?;
        let description = format!("A thunderstorm with {} mm of rain in the hour.", storm.precipitation);
        self.shot(format!("Lightning over {}", self.place.name), description, at)
    }
}
