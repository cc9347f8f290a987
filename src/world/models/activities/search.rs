//! Activities within limits, and one by what somebody calls it.

use super::text;
use super::{Activities, Activity, Category};
use crate::catalogue::nearest;

/// What activities may take at most.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Only of this category.
    pub category: Option<Category>,
    /// For so many people.
    pub participants: Option<i64>,
    /// At most, 0 to 1.
    pub price: Option<f64>,
    /// At most, 0 to 1.
    pub accessibility: Option<f64>,
    /// At most, 0 to 1.
    pub difficulty: Option<f64>,
}

/// Steps of a tenth may be written as 0.30000000000000004.
const HAIR: f64 = 1e-9;

impl Limits {
    /// Whether an activity keeps to them.
    pub fn hold(&self, one: &Activity) -> bool {
        let below = |limit: Option<f64>, value: f64| limit.is_none_or(|limit| value <= limit + HAIR);
        self.category.is_none_or(|category| one.category == category)
            && self.participants.is_none_or(|people| one.takes(people))
            && below(self.price, one.price())
            && below(self.accessibility, one.accessibility)
            && below(self.difficulty, one.difficulty)
    }
}

/// How well the words of somebody's name for it must be met, as a share of what they could say.
const ENOUGH: f64 = 0.4;

/// The weight of a description's words in a title that say what is meant when the name does not: two words that few share.
const CLEAR: f64 = 7.0;

impl Activities {
    /// Those within limits: the easiest to get to do first, then the cheapest, then by title.
    pub fn within(&self, limits: &Limits) -> Vec<&Activity> {
        let mut found: Vec<&Activity> = self.all.iter().filter(|one| limits.hold(one)).collect();
        found.sort_by(|a, b| {
            let numbers = a.accessibility.total_cmp(&b.accessibility).then(a.euros.total_cmp(&b.euros));
            numbers.then_with(|| a.title.cmp(&b.title))
        });
        found
    }

    /// The one that is called so or has this id.
    pub fn named(&self, name: &str) -> Option<&Activity> {
        let wanted = nearest::fold(text::start(name));
        let id = wanted.parse().ok().and_then(|id| self.by_id(id));
        id.or_else(|| self.all.iter().find(|one| nearest::fold(&one.title) == wanted))
    }

    /// The one that name and description mean, by their words; nothing where they share too little with any.
    pub fn meant(&self, name: &str, desc: &str) -> Option<&Activity> {
        if let Some(exact) = self.named(name) {
            return Some(exact);
        }
        let (name, desc) = (text::stems(name), text::stems(desc));
        let scored = self.all.iter().map(|one| (self.likeness(&name, &desc, one), one));
        let best = scored.reduce(|best, next| if next.0 > best.0 { next } else { best })?;
        // A word that no activity knows is one that was not met.
        let rare = libm::log(1.0 + self.all.len() as f64);
        let said = |stem: &String| if self.weight(stem) > 0.0 { self.weight(stem) } else { rare };
        let whole: f64 = name.iter().map(said).sum();
        let by_name = self.shared(&name, &best.1.named) + self.shared(&name, &best.1.told);
        let strange = name.iter().all(|stem| self.weight(stem) == 0.0);
        let enough = match strange {
            // Nothing in the name says anything: then the description has to.
            true => self.shared(&desc, &best.1.named) >= CLEAR,
            false => by_name >= ENOUGH * whole,
        };
        (enough && best.0 > 0.0).then_some(best.1)
    }

    fn likeness(&self, name: &[String], desc: &[String], one: &Activity) -> f64 {
        let whole: f64 = one.named.iter().map(|stem| self.weight(stem)).sum();
        let titled = self.shared(name, &one.named);
        3.0 * titled
            + 2.0 * titled / whole.max(1.0)
            + self.shared(name, &one.told)
            + 0.8 * self.shared(desc, &one.named)
            + 0.3 * self.shared(desc, &one.told)
    }

    /// Up to three titles that look like a text, or share its rarest words.
    pub fn near(&self, name: &str) -> Vec<String> {
        let found = nearest::few(name, self.all.iter().map(|one| one.title.as_str()));
        if !found.is_empty() {
            return found;
        }
        let stems = text::stems(name);
        let mut scored: Vec<(f64, &Activity)> = self
            .all
            .iter()
            .map(|one| (self.shared(&stems, &one.named) + self.shared(&stems, &one.told), one))
            .collect();
        scored.retain(|(score, _)| *score > 0.0);
        scored.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.id.cmp(&b.1.id)));
        scored.into_iter().take(3).map(|(_, one)| one.title.clone()).collect()
    }
}
