//! Foods by what people write.

use super::{Food, Foods};
use crate::catalogue::nearest;
use crate::world::models::grocery::{found, words};

/// The longest text that may name a food, in bytes.
const LONGEST: usize = 200;

impl Food {
    /// How well words fit: the name itself, another name, a word of a name, a kind of food.
    fn score(&self, wanted: &[String]) -> Option<usize> {
        let whole = found(wanted, &self.words)?;
        let called = |name: &Vec<String>| same(name, wanted);
        let exact = match self.names.iter().position(called) {
            Some(0) => 200,
            Some(_) => 150,
            None => 0,
        };
        let named = self.names.iter().filter_map(|name| found(wanted, name)).max().map_or(0, |placed| 40 + placed);
        let first = self.names.iter().any(|name| name.first() == wanted.first()) as usize;
        Some(exact + named + 3 * first + whole)
    }
}

/// Whether two lists have the same words in any order.
fn same(a: &[String], b: &[String]) -> bool {
    a.len() == b.len() && a.iter().all(|word| b.contains(word)) && b.iter().all(|word| a.contains(word))
}

impl Foods {
    /// The foods that have all words of a text in name, other names or category, best first, then the shorter name.
    pub fn search(&self, text: &str) -> Vec<&Food> {
        let wanted = if text.len() <= LONGEST { words(text) } else { Vec::new() };
        if wanted.is_empty() {
            return Vec::new();
        }
        let mut hits: Vec<(usize, &Food)> =
            self.all.iter().filter_map(|food| Some((food.score(&wanted)?, food))).collect();
        hits.sort_by(|a, b| {
            let length = a.1.names[0].len().cmp(&b.1.names[0].len());
            b.0.cmp(&a.0).then(length).then_with(|| a.1.name.cmp(&b.1.name))
        });
        hits.into_iter().map(|(_, food)| food).collect()
    }

    /// The food that an ingredient means: one that is called so; else the one with the longest name whose words all stand in the text
    /// (`chopped red onion`); else the best that the search finds.
    pub fn meant(&self, text: &str) -> Option<&Food> {
        let wanted = if text.len() <= LONGEST { words(text) } else { Vec::new() };
        if wanted.is_empty() {
            return None;
        }
        let called = |food: &&Food| food.names.iter().any(|name| same(name, &wanted));
        let own = self.all.iter().find(|food| same(&food.names[0], &wanted));
        if let Some(exact) = own.or_else(|| self.all.iter().find(called)) {
            return Some(exact);
        }
        let inside = |food: &Food| {
            let fits = |name: &&Vec<String>| name.iter().all(|word| wanted.contains(word));
            food.names.iter().filter(fits).map(Vec::len).max()
        };
        let within = self.all.iter().filter_map(|food| Some((inside(food)?, food)));
        let longest = within.reduce(|best, next| if next.0 > best.0 { next } else { best });
        longest.map(|(_, food)| food).or_else(|| self.search(text).into_iter().next())
    }

    /// Up to three names of foods that look like a text.
    pub fn near(&self, text: &str) -> Vec<String> {
        nearest::few(text, self.all.iter().map(|food| food.name.as_str()))
    }
}
