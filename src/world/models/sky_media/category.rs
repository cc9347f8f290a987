//! What pictures show.

use jiff::civil::Date;

use crate::world::gazetteer::fold;
use crate::world::{Place, Seed};

/// What a picture shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Category {
    /// Northern or southern lights.
    Aurora,
    /// The moon.
    Moon,
    /// A planet.
    Planet,
    /// A constellation with its brightest star.
    Constellation,
    /// The band of the Milky Way.
    MilkyWay,
    /// Meteors of an active shower.
    Meteor,
    /// An eclipse of sun or moon.
    Eclipse,
    /// A cluster, nebula or galaxy.
    DeepSky,
    /// The sky at sunset.
    Sunset,
    /// A thunderstorm.
    Lightning,
}

impl Category {
    /// All of them.
    pub const ALL: [Category; 10] = [
        Category::Aurora,
        Category::Moon,
        Category::Planet,
        Category::Constellation,
        Category::MilkyWay,
        Category::Meteor,
        Category::Eclipse,
        Category::DeepSky,
        Category::Sunset,
        Category::Lightning,
    ];

    /// E.g. `milky-way`.
    pub fn code(self) -> &'static str {
        [
            "aurora",
            "moon",
            "planet",
            "constellation",
            "milky-way",
            "meteor",
            "eclipse",
            "deep-sky",
            "sunset",
            "lightning",
        ][self as usize]
    }

    /// The category that a text names: a code in any case, its plural, or another common word.
    pub fn find(text: &str) -> Option<Category> {
        if text.len() > 100 {
            return None;
        }
        let folded = fold(text);
        let word = folded.strip_suffix('s').unwrap_or(&folded);
        let named = |c: &&Category| fold(c.code()).trim_end_matches('s') == word;
        let known = Category::ALL.iter().find(named).copied();
        known.or(match word {
            "aurorae" | "auroraboreali" | "northernlight" | "southernlight" | "polarlight" => Some(Category::Aurora),
            "lunar" => Some(Category::Moon),
            "planetary" => Some(Category::Planet),
            "star" | "stellar" | "starrysky" => Some(Category::Constellation),
            "milkyway" => Some(Category::MilkyWay),
            "meteorshower" | "shootingstar" => Some(Category::Meteor),
            "solareclipse" | "lunareclipse" | "solar-eclipse" => Some(Category::Eclipse),
            "nebula" | "nebulae" | "galaxy" | "galaxie" | "cluster" | "deepskyobject" | "messier" => {
                Some(Category::DeepSky)
            }
            "dusk" | "twilight" => Some(Category::Sunset),
            "thunderstorm" | "storm" => Some(Category::Lightning),
            _ => None,
        })
    }

    /// Whether it makes a film: what hardly moves does not.
    pub(super) fn moves(self) -> bool {
        !matches!(self, Category::DeepSky | Category::Constellation)
    }

    /// Seconds that a picture may be exposed.
    pub(super) fn exposures(self) -> &'static [f64] {
        match self {
            Category::Moon | Category::Sunset => &[0.004, 0.008, 0.016],
            Category::Planet => &[0.02, 0.05, 0.5],
            Category::Eclipse => &[0.002, 0.25, 1.0],
            Category::DeepSky => &[120.0, 300.0, 600.0],
            Category::Aurora => &[2.0, 4.0, 8.0],
            _ => &[10.0, 15.0, 25.0],
        }
    }

    /// Whether a place is worth a look, before its sky is worked out.
    pub(super) fn is_likely(self, place: &Place, activity: i64) -> bool {
        match self {
            // The oval of the lights comes about 2.5 degrees nearer to the equator with each step of activity.
            Category::Aurora => place.latitude.abs() >= 70.0 - 2.5 * activity as f64 && place.latitude.abs() > 45.0,
            Category::MilkyWay | Category::DeepSky => place.population < 400_000,
            _ => true,
        }
    }
}

/// The planetary index of geomagnetic activity on a date, 0 to 9.
pub(super) fn activity(seed: Seed, date: Date) -> i64 {
    let days = date.duration_since(jiff::civil::date(2000, 1, 1)).as_hours() as f64 / 24.0;
    let field = seed.field(&["geomagnetic activity"]);
    // Quiet mostly; a storm every few weeks, lasting two days.
    let calm = 2.4 + 1.6 * field.line(days / 2.0);
    let storm = (field.line(1_000.0 + days / 2.5) - 0.55).max(0.0) * 12.0;
    (calm + storm).round().clamp(0.0, 9.0) as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn categories_go_by_several_words() {
        for (text, category) in [
            ("aurora", Category::Aurora),
            ("Auroras", Category::Aurora),
            ("northern lights", Category::Aurora),
            ("ECLIPSE", Category::Eclipse),
            ("solar eclipse", Category::Eclipse),
            ("milky way", Category::MilkyWay),
            ("nebula", Category::DeepSky),
            ("galaxies", Category::DeepSky),
            ("stars", Category::Constellation),
            ("meteor shower", Category::Meteor),
        ] {
            assert_eq!(Category::find(text), Some(category), "{text}");
        }
        assert!(Category::find("kittens").is_none() && Category::find("").is_none());
        assert!(Category::ALL.iter().all(|c| Category::find(c.code()) == Some(*c)));
    }
}
