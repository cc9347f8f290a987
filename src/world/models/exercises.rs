//! Physical activities and the energy that they take.

use std::collections::BTreeMap;

use crate::catalogue::nearest;
use crate::world::facts::{Model, read_table};

/// Body weight of somebody of whom none is known, in kilograms.
pub const USUAL_KG: f64 = 70.0;

/// How hard somebody works.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Intensity {
    /// Without being out of breath.
    Low,
    /// As most people do it.
    Medium,
    /// Hardly able to talk.
    High,
}

impl Intensity {
    /// Reads `Low`, `Medium` or `High`.
    pub fn named(text: &str) -> Option<Self> {
        match text {
            "Low" => Some(Self::Low),
            "Medium" => Some(Self::Medium),
            "High" => Some(Self::High),
            _ => None,
        }
    }
}

/// A physical activity.
#[derive(Debug)]
pub struct Exercise {
    /// Name, e.g. `swimming`.
    pub name: String,
    /// Other names.
    pub aliases: Vec<String>,
    /// Kilocalories of a kilogram of body weight in an hour, at each intensity.
    met: [f64; 3],
}

impl Exercise {
    /// Kilocalories of a kilogram of body weight in an hour.
    pub fn met(&self, intensity: Intensity) -> f64 {
        self.met[intensity as usize]
    }

    /// Kilocalories that somebody of so many kilograms uses in so many minutes, resting included, to one decimal.
    pub fn kcal(&self, intensity: Intensity, kilograms: f64, minutes: f64) -> f64 {
        (self.met(intensity) * kilograms * minutes / 60.0 * 10.0).round() / 10.0
    }
}

/// All physical activities, by name.
#[derive(Debug)]
pub struct Exercises {
    all: Vec<Exercise>,
    /// Folded names and other names.
    names: BTreeMap<String, usize>,
}

impl Model for Exercises {
    const TABLES: &'static [&'static str] = &["exercises"];

    fn build(tables: &[&[u8]]) -> Result<Self, String> {
        let [table] = tables else { return Err(format!("one table is needed, not {}", tables.len())) };
        let rows: Vec<(String, Vec<String>, f64, f64, f64)> = read_table("exercises", table)?;
        let row = |(name, aliases, low, medium, high)| Exercise { name, aliases, met: [low, medium, high] };
        let all: Vec<Exercise> = rows.into_iter().map(row).collect();
        let mut names = BTreeMap::new();
        for (at, exercise) in all.iter().enumerate() {
            for name in std::iter::once(&exercise.name).chain(&exercise.aliases) {
                if names.insert(nearest::fold(name), at).is_some() {
                    return Err(format!("exercises: '{name}' is two things"));
                }
            }
        }
        Ok(Self { all, names })
    }
}

impl Exercises {
    /// Every one, in the order of the table.
    pub fn all(&self) -> &[Exercise] {
        &self.all
    }

    /// The one that is called so, or whose name stands in the text (`morning run`); the longest name decides, then the
    /// first in the text.
    pub fn find(&self, text: &str) -> Option<&Exercise> {
        if let Some(at) = self.names.get(&nearest::fold(text)) {
            return Some(&self.all[*at]);
        }
        let words: Vec<String> = words(text).collect();
        (1..=words.len().min(5)).rev().find_map(|length| {
            words.windows(length).find_map(|some| self.names.get(&some.concat())).map(|at| &self.all[*at])
        })
    }

    /// Up to three names that look like a text.
    pub fn near(&self, text: &str) -> Vec<String> {
        let names = self.all.iter().flat_map(|one| std::iter::once(&one.name).chain(&one.aliases));
        nearest::few(text, names.map(String::as_str))
    }
}

/// The words of a text that is short enough to be a name, folded.
fn words(text: &str) -> impl Iterator<Item = String> {
    let text = if text.len() <= 200 { text } else { "" };
    text.split(|c: char| !c.is_alphanumeric()).map(nearest::fold).filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exercises() -> Exercises {
        let path = format!("{}/responses/world/exercises.json", env!("CARGO_MANIFEST_DIR"));
        Exercises::build(&[&std::fs::read(path).expect("a table")]).expect("the table is sound")
    }

    #[test]
    fn harder_work_never_takes_less() {
        for one in exercises().all() {
            let [low, medium, high] = [Intensity::Low, Intensity::Medium, Intensity::High].map(|i| one.met(i));
            assert!(1.0 <= low && low <= medium && medium <= high && high <= 15.0, "{}", one.name);
            assert_eq!(one.kcal(Intensity::High, 60.0, 60.0), (high * 600.0).round() / 10.0);
        }
    }

    #[test]
    fn names_are_found_in_what_people_write() {
        let all = exercises();
        for (text, name) in [
            ("Running", "running"),
            ("morning run", "running"),
            ("a game of table tennis", "table tennis"),
            ("Pétanque", "lawn bowling"),
            ("walked the dog", "dog walking"),
            ("I swam a bit", "swimming"),
            ("30 min bike ride to work", "cycling"),
        ] {
            assert_eq!(all.find(text).map(|one| one.name.as_str()), Some(name), "{text}");
        }
        assert!(all.find("staring at the wall").is_none() && all.find("🏃").is_none());
        assert_eq!(all.near("swiming")[0], "swimming");
    }
}
