//! Which tools have to do with some words.

use std::collections::BTreeSet;

use super::load::Catalogue;
use super::nearest;
use super::tool::Tool;

/// How much a word counts by where it stands.
const IN_NAME: u32 = 8;
const IN_TITLE: u32 = 5;
const IN_SET: u32 = 4;
const IN_PURPOSE: u32 = 3;
const IN_ARGUMENTS: u32 = 2;
const IN_TEXT: u32 = 1;

impl Catalogue {
    /// Tools that have to do with the words, best first; ties in the order of the catalogue. A tool that has more of the
    /// words comes before one that has a word in a better place.
    pub fn search(&self, words: &str) -> Vec<&Tool> {
        let wanted: BTreeSet<String> = split(words).collect();
        let score = |tool: &Tool| {
            let scores = wanted.iter().map(|word| self.score(tool, word));
            let found = scores.clone().filter(|score| *score > 0).count();
            (found, scores.sum::<u32>())
        };
        let mut found: Vec<_> = self.tools().map(|tool| (score(tool), tool)).filter(|((n, _), _)| *n > 0).collect();
        found.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
        found.into_iter().map(|(_, tool)| tool).collect()
    }

    fn score(&self, tool: &Tool, word: &str) -> u32 {
        let spec = &tool.spec;
        let purpose = spec.description.split("\n\n").next().unwrap_or_default();
        let set = self.toolset(&tool.name.toolset).map_or("", |set| &set.spec.description);
        let arguments = tool.properties().collect::<Vec<_>>().join(" ");
        let places = [
            (IN_NAME, spec.name.as_str()),
            (IN_TITLE, &spec.title),
            (IN_SET, &tool.name.toolset),
            (IN_PURPOSE, purpose),
            (IN_ARGUMENTS, &arguments),
            (IN_TEXT, &spec.description),
            (IN_TEXT, set),
        ];
        places.into_iter().filter(|(_, text)| split(text).any(|own| alike(&own, word))).map(|(score, _)| score).sum()
    }
}

/// The words of a text or of a name such as `getCityForecast`, folded.
fn split(text: &str) -> impl Iterator<Item = String> {
    let mut words = vec![String::new()];
    let mut after_lower = false;
    for c in text.chars() {
        if !c.is_alphanumeric() || (c.is_uppercase() && after_lower) {
            words.push(String::new());
        }
        if c.is_alphanumeric() {
            words.last_mut().expect("there is always one").push(c);
        }
        after_lower = c.is_lowercase();
    }
    words.into_iter().map(|word| nearest::fold(&word)).filter(|word| !word.is_empty())
}

/// The same word, or one that begins with the other: `forecast` and `forecasts`.
fn alike(own: &str, wanted: &str) -> bool {
    own == wanted || (wanted.len() >= 4 && own.starts_with(wanted)) || (own.len() >= 4 && wanted.starts_with(own))
}
