//! Finding articles by words.
//!
//! Words are looked up once in the index of stories; only stories that could reach the threshold have their tellings
//! worked out, and only the best of those are written.

use std::collections::BTreeMap;

use jiff::Timestamp;

use super::News;
use super::article::{Desk, Hit, minute_of};
use super::browse::Page;
use super::calendar::Telling;
use super::fold::words;
use super::gaps::Filling;
use super::index::{FIELD_WEIGHTS, Spot};
use super::pools::Attribute;
use super::stories::LANGUAGES;
use super::telling::Drawn;
use crate::world::seed::Seed;

/// How far back a search goes, days.
pub const SEARCH_DAYS: i64 = 365;

/// Share of the words' weight that an article must hold.
const ENOUGH: f32 = 0.5;
/// What the name of the outlet counts.
const OUTLET_WEIGHT: f32 = 0.4;
/// More words than this are not looked at.
const MOST_WORDS: usize = 16;

/// Words without which a search means the same, in the languages of the press.
const FILLERS: &str = "a an and about article articles at by for from in into is it latest me new news of on or story stories \
    the this that to was what who with aan de den der die das dem des een en het in is met nieuws van voor op te zu und \
    ein eine im mit fur von artikel uber au aux ce dans du et la le les pour sur une un article actualite al con del el \
    en las los noticias para por un una y sobre 的 了 新闻 在 عن في من الي علي اخبار خبر مقال";

impl News {
    /// Articles of the 365 days up to `now` in a language that hold the weightier half of the words or more, best first:
    /// share of the words, counted more in the headline than in keywords and summary; newer ones ahead; then by time and
    /// story. An unknown language has none.
    pub fn search(&self, seed: Seed, now: Timestamp, keywords: &str, language: &str, limit: usize) -> Page {
        let none = Page { total: 0, articles: Vec::new() };
        let Some(language) = LANGUAGES.iter().position(|l| *l == language) else {
            return none;
        };
        let query = Query::new(self, keywords, language);
        if query.terms.is_empty() {
            return none;
        }
        let desk = self.desk(seed);
        let to = minute_of(now);
        let from = (to - SEARCH_DAYS * 1440).max(0);
        let mut scored: Vec<(f32, Hit)> = Vec::new();
        if from <= to {
            desk.plan.tellings((from / 1440) as i32, (to / 1440) as i32, |telling| {
                query.score_telling(&desk, telling, |score, hit| {
                    if (from..=to).contains(&hit.minute) {
                        let age_days = (to - hit.minute) as f64 / 1440.0;
                        let freshness = 0.65 + 0.35 * libm::exp2(-age_days / 30.0);
                        scored.push((score * freshness as f32, hit));
                    }
                });
            });
        }
        scored
            .sort_by(|a, b| b.0.total_cmp(&a.0).then(b.1.minute.cmp(&a.1.minute)).then(a.1.telling.cmp(&b.1.telling)));
        let articles = scored.iter().take(limit).map(|(_, hit)| desk.article(hit)).collect();
        Page { total: scored.len(), articles }
    }
}

/// One word of a search, with where it stands.
#[derive(Debug, Default)]
struct Term {
    /// Weight among the words: rare ones weigh more.
    weight: f32,
    /// Best field weight in the fixed text, by piece; only pieces of the language.
    fixed: BTreeMap<usize, f32>,
    entities: BTreeMap<(usize, Attribute), f32>,
    choices: BTreeMap<(usize, usize, usize), f32>,
    outlets: BTreeMap<usize, f32>,
    /// Pools with a member that has the word.
    pools: Vec<bool>,
}

/// A search, looked up.
struct Query {
    terms: Vec<Term>,
    /// By piece: whether it could be a hit.
    possible: Vec<bool>,
}

impl Query {
    fn new(news: &News, keywords: &str, language: usize) -> Self {
        let mut wanted = words(keywords);
        let fillers: Vec<&str> = FILLERS.split_whitespace().collect();
        if wanted.iter().any(|w| !fillers.contains(&w.as_str())) {
            wanted.retain(|w| !fillers.contains(&w.as_str()));
        }
        let mut seen = Vec::new();
        wanted.retain(|w| {
            !seen.contains(w) && {
                seen.push(w.clone());
                true
            }
        });
        wanted.truncate(MOST_WORDS);
        let in_language = pieces_in(news, language);
        let mut terms: Vec<Term> = wanted.iter().map(|word| Term::look_up(news, word, &in_language)).collect();
        weigh(&mut terms, in_language.iter().filter(|own| **own).count());
        let mut query = Self { terms, possible: Vec::new() };
        query.possible = query.possible(news, &in_language);
        query
    }

    /// Which pieces could be hits if every gap were filled at its best.
    fn possible(&self, news: &News, in_language: &[bool]) -> Vec<bool> {
        let index = &news.index;
        let mut possible = vec![false; in_language.len()];
        for (story, first) in news.stories.iter().zip(&index.first_piece) {
            for piece in *first..first + story.pieces.len() {
                let reach = |term: &&Term| term.fixed.contains_key(&piece) || term.may_fill(story, *first, piece, news);
                let reached: f32 = self.terms.iter().filter(reach).map(|term| term.weight).sum();
                let outlets: f32 = self.terms.iter().filter(|t| !t.outlets.is_empty()).map(|t| t.weight).sum();
                possible[piece] = in_language[piece] && reached > 0.0 && reached + outlets * 0.5 >= ENOUGH;
            }
        }
        possible
    }

    /// Calls back with score and hit of each piece of a telling that is one.
    fn score_telling(&self, desk: &Desk<'_>, telling: Telling, mut hit: impl FnMut(f32, Hit)) {
        let first = desk.news.index.first_piece[telling.story];
        let pieces = first..first + desk.story(telling).pieces.len();
        if !self.possible[pieces.clone()].contains(&true) {
            return;
        }
        let drawn = desk.drawn(telling);
        for piece in pieces.filter(|piece| self.possible[*piece]) {
            let outlet = desk.outlet(telling, piece - first);
            let (mut score, mut held) = (0.0, 0.0);
            for term in &self.terms {
                let text = term.in_text(desk, telling.story, piece, &drawn);
                let name = term.outlets.get(&outlet).copied().unwrap_or(0.0);
                score += term.weight * text.max(name * OUTLET_WEIGHT);
                held += term.weight
                    * if text > 0.0 {
                        1.0
                    } else if name > 0.0 {
                        0.5
                    } else {
                        0.0
                    };
            }
            if held >= ENOUGH {
                hit(score, desk.hit(telling, piece - first));
            }
        }
    }
}

/// Which pieces, over all stories, are in a language.
fn pieces_in(news: &News, language: usize) -> Vec<bool> {
    news.stories.iter().flat_map(|story| std::iter::repeat_n(story.language == language, story.pieces.len())).collect()
}

/// Gives the terms their weights, which sum up to 1. A word that stands nowhere weighs as much as the others on average,
/// so that one misremembered word does not hide an article.
fn weigh(terms: &mut [Term], pieces: usize) {
    let known: Vec<f32> = terms.iter().filter(|t| t.known()).map(|t| t.rarity(pieces)).collect();
    let average = if known.is_empty() { 1.0 } else { known.iter().sum::<f32>() / known.len() as f32 };
    for term in terms.iter_mut() {
        term.weight = if term.known() { term.rarity(pieces) } else { average };
    }
    let total: f32 = terms.iter().map(|t| t.weight).sum();
    terms.iter_mut().for_each(|t| t.weight /= total);
}

impl Term {
    fn look_up(news: &News, word: &str, in_language: &[bool]) -> Self {
        let mut term = Self { pools: vec![false; news.pools.pools.len()], ..Self::default() };
        news.index.look_up(word, |spots, likeness| {
            for spot in spots {
                term.note(news, *spot, likeness, in_language);
            }
        });
        term
    }

    fn note(&mut self, news: &News, spot: Spot, likeness: f32, in_language: &[bool]) {
        match spot {
            Spot::Fixed { piece, field } if in_language[piece] => {
                raise(&mut self.fixed, piece, likeness * FIELD_WEIGHTS[field]);
            }
            Spot::Fixed { .. } => {}
            Spot::Entity { entity, attribute } => {
                raise(&mut self.entities, (entity, attribute), likeness);
                news.index.pools_of[entity].iter().for_each(|pool| self.pools[*pool] = true);
            }
            Spot::Choice { story, gap, word } => raise(&mut self.choices, (story, gap, word), likeness),
            Spot::Outlet(outlet) => raise(&mut self.outlets, outlet, likeness),
        }
    }

    fn known(&self) -> bool {
        !(self.fixed.is_empty() && self.entities.is_empty() && self.choices.is_empty() && self.outlets.is_empty())
    }

    /// Logarithm of how few pieces have the word for certain.
    fn rarity(&self, pieces: usize) -> f32 {
        libm::log(1.0 + pieces as f64 / (1.0 + self.fixed.len() as f64)) as f32
    }

    /// Whether a gap of a piece can be filled with the word.
    fn may_fill(&self, story: &super::stories::Story, first: usize, piece: usize, news: &News) -> bool {
        let number = news.index.first_piece.partition_point(|f| *f <= first) - 1;
        let mut gaps = news.index.gaps[piece].0.iter().flatten();
        gaps.any(|(gap, _)| match &story.fillings[*gap] {
            Filling::Subject => story.subject.is_some_and(|(pool, _)| self.pools[pool]),
            Filling::Member { pool } => self.pools[*pool],
            Filling::Choice(_) => self.choices.range((number, *gap, 0)..=(number, *gap, usize::MAX)).next().is_some(),
            _ => false,
        })
    }

    /// Best weight of the word in a piece as told; 0 when it is not there.
    fn in_text(&self, desk: &Desk<'_>, story: usize, piece: usize, drawn: &[Drawn]) -> f32 {
        let mut best = self.fixed.get(&piece).copied().unwrap_or(0.0);
        if self.entities.is_empty() && self.choices.is_empty() {
            return best;
        }
        for (gaps, weight) in desk.news.index.gaps[piece].0.iter().zip(FIELD_WEIGHTS) {
            for (gap, attribute) in gaps {
                let likeness = match &drawn[*gap] {
                    Drawn::Entity(entity) => self.entities.get(&(*entity, *attribute)),
                    Drawn::Word(word) => self.choices.get(&(story, *gap, *word)),
                    _ => None,
                };
                best = best.max(likeness.copied().unwrap_or(0.0) * weight);
            }
        }
        best
    }
}

fn raise<K: Ord>(map: &mut BTreeMap<K, f32>, key: K, value: f32) {
    let best = map.entry(key).or_insert(0.0);
    *best = best.max(value);
}
