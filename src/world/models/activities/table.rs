//! Activities as the table has them.

use serde::Deserialize;

use super::category::Category;
use super::suits::Need;
use super::text;
use crate::world::models::exercises::Exercises;

/// Where something is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Setting {
    /// At home.
    Home,
    /// In a building that one goes to.
    Indoors,
    /// In the open.
    Outdoors,
    /// With a computer or telephone.
    Online,
}

impl Setting {
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Home => "home",
            Self::Indoors => "indoors",
            Self::Outdoors => "outdoors",
            Self::Online => "online",
        }
    }
}

/// One thing to do.
#[derive(Debug)]
pub struct Activity {
    /// Number, for ever the same.
    pub id: u32,
    /// What one does, e.g. `Fly a kite`.
    pub title: String,
    /// What it is mostly for.
    pub category: Category,
    /// The fewest people.
    pub least: u32,
    /// The most, where there is a limit.
    pub most: Option<u32>,
    /// How long it usually takes.
    pub minutes: u32,
    /// What it costs one person, in euros of 2026.
    pub euros: f64,
    /// 0 (at once, with what is at hand) to 1 (hard to get to do).
    pub accessibility: f64,
    /// 0 to 1.
    pub difficulty: f64,
    /// Where.
    pub setting: Setting,
    /// Kinds of places.
    pub places: Vec<String>,
    /// Seasons in which it is done, of `p`, `s`, `a`, `w`; empty for all.
    pub seasons: String,
    /// The weather it wants.
    pub need: Need,
    /// Place among the exercises whose energy it takes.
    pub exercise: Option<String>,
    /// What it has about it, e.g. `calm`.
    pub tags: Vec<String>,
    /// What is needed.
    pub equipment: Vec<String>,
    /// What of a town's programme it is looked up in: a genre of shows, or `beer`.
    pub listing: Option<String>,
    /// A sentence about it.
    pub about: String,
    /// Stems of its title and of the names of its exercise.
    pub(super) named: Vec<String>,
    /// Stems of everything else.
    pub(super) told: Vec<String>,
}

/// As it stands in the table.
#[derive(Deserialize)]
pub(super) struct Row(
    u32,
    String,
    String,
    u32,
    Option<u32>,
    u32,
    f64,
    f64,
    f64,
    Setting,
    String,
    String,
    String,
    String,
    String,
    String,
    String,
    String,
);

impl Activity {
    pub(super) fn read(row: Row, exercises: &Exercises) -> Result<Self, String> {
        let Row(id, title, category, least, most, minutes, euros, accessibility, difficulty, setting, ..) = row;
        let Row(.., places, seasons, weather, exercise, tags, needs, listing, about) = row;
        let wrong = |what: &str, found: &str| format!("activities: {id}: '{found}' is no {what}");
        let category = Category::named(&category).ok_or_else(|| wrong("category", &category))?;
        let need = Need::named(&weather).ok_or_else(|| wrong("weather", &weather))?;
        let effort =
            (!exercise.is_empty()).then(|| exercises.find(&exercise).ok_or_else(|| wrong("exercise", &exercise)));
        let effort = effort.transpose()?;
        let moves = effort.filter(|one| one.met(crate::world::models::exercises::Intensity::Medium) >= 2.0);
        let moves = moves.map(|one| format!("{} {}", one.name, one.aliases.join(" "))).unwrap_or_default();
        let tags: Vec<String> = tags.split(' ').filter(|tag| !tag.is_empty()).map(str::to_owned).collect();
        let told = format!("{about} {places} {} {} {moves}", category.code(), tags.join(" "));
        Ok(Self {
            named: text::stems(&title),
            told: text::stems(&told),
            places: listed(&places),
            equipment: listed(&needs),
            exercise: effort.map(|one| one.name.clone()),
            listing: Some(listing).filter(|listing| !listing.is_empty()),
            id,
            title,
            category,
            least,
            most,
            minutes,
            euros,
            accessibility,
            difficulty,
            setting,
            seasons,
            need,
            tags,
            about,
        })
    }

    /// What it costs, from 0 (nothing) to 1 (more than 500 euros).
    pub fn price(&self) -> f64 {
        const STEPS: [f64; 10] = [0.0, 5.0, 10.0, 20.0, 35.0, 60.0, 100.0, 150.0, 250.0, 500.0];
        STEPS.iter().filter(|step| self.euros > **step).count() as f64 / 10.0
    }

    /// Whether so many people can do it.
    pub fn takes(&self, people: i64) -> bool {
        i64::from(self.least) <= people && self.most.is_none_or(|most| people <= i64::from(most))
    }
}

fn listed(text: &str) -> Vec<String> {
    text.split(',').map(|item| item.trim().to_owned()).filter(|item| !item.is_empty()).collect()
}
