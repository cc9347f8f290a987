//! Things to do: what they take, which are alike, and which weather suits them.
//!
//! `table` reads the activities → `category` is what they are for → `text` are their words → `search` picks by limits and finds
//! one by what somebody calls it → `wish` reads what somebody asks for in words → `alike` ranks → `suits` looks at a day.

mod alike;
mod category;
mod search;
mod suits;
mod table;
#[cfg(test)]
mod tests;
mod text;
mod wish;

use std::collections::BTreeMap;

pub use alike::Alike;
pub use category::Category;
pub use search::Limits;
pub use suits::{Level, Need, SEASONS};
pub use table::{Activity, Setting};
pub use wish::Wish;

use crate::world::Seed;
use crate::world::facts::{Model, read_table};
use crate::world::models::exercises::Exercises;

/// All activities, by id.
#[derive(Debug)]
pub struct Activities {
    all: Vec<Activity>,
    /// In how many activities a stem stands.
    spread: BTreeMap<String, usize>,
}

impl Model for Activities {
    const TABLES: &'static [&'static str] = &["activities", "exercises"];

    fn build(tables: &[&[u8]]) -> Result<Self, String> {
        let [activities, exercises] = tables else {
            return Err(format!("two tables are needed, not {}", tables.len()));
        };
        let exercises = Exercises::build(&[exercises])?;
        let rows: Vec<table::Row> = read_table("activities", activities)?;
        let all = rows.into_iter().map(|row| Activity::read(row, &exercises)).collect::<Result<Vec<_>, _>>()?;
        if let Some(pair) = all.windows(2).find(|pair| pair[0].id >= pair[1].id) {
            return Err(format!("activities: {} comes before {}", pair[0].id, pair[1].id));
        }
        let mut spread = BTreeMap::new();
        for activity in &all {
            let stems: std::collections::BTreeSet<&String> = activity.named.iter().chain(&activity.told).collect();
            for stem in stems {
                *spread.entry(stem.clone()).or_insert(0) += 1;
            }
        }
        Ok(Self { all, spread })
    }
}

impl Activities {
    /// Every one, by id.
    pub fn all(&self) -> &[Activity] {
        &self.all
    }

    /// The one of an id.
    pub fn by_id(&self, id: u32) -> Option<&Activity> {
        self.all.binary_search_by_key(&id, |one| one.id).ok().map(|at| &self.all[at])
    }

    /// Those of a category, by title.
    pub fn of(&self, category: Category) -> Vec<&Activity> {
        let mut found: Vec<&Activity> = self.all.iter().filter(|one| one.category == category).collect();
        found.sort_by(|a, b| a.title.cmp(&b.title));
        found
    }

    /// The one that chance gives in a minute since 1970.
    pub fn random(&self, seed: Seed, minute: i64) -> &Activity {
        &self.all[seed.stream(&["activity", &minute.to_string()]).below(self.all.len())]
    }

    /// How much it says that a stem is shared: much for a rare one.
    fn weight(&self, stem: &str) -> f64 {
        let count = self.spread.get(stem).copied().unwrap_or(0);
        if count == 0 { 0.0 } else { libm::log(1.0 + self.all.len() as f64 / count as f64) }
    }

    /// The weights of the stems that both have.
    fn shared(&self, a: &[String], b: &[String]) -> f64 {
        a.iter().filter(|stem| b.contains(stem)).map(|stem| self.weight(stem)).sum()
    }
}
