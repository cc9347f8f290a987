//! The press: a seeded calendar of articles from 2024 to 2030, and the ways to look into it.
//!
//! `tables` are read into `pools` (who and what), `gaps` (texts with gaps) and `stories`; `calendar` says on which day each
//! story is told; `telling` fills its gaps; `article` makes it an article of an outlet; `browse`, `search` and `outlets`
//! answer questions. Nothing is kept between calls: an article is worked out from seed, story and day alone. Pieces
//! published after `now` do not exist.

mod article;
mod browse;
mod calendar;
mod dice;
mod fold;
mod gaps;
mod index;
mod outlets;
mod pools;
mod search;
mod stories;
mod tables;
mod telling;
#[cfg(test)]
mod tests;

use serde::de::DeserializeOwned;

pub use article::{Article, Link};
pub use browse::{Details, Feed, Order, Page, Trend};
pub use calendar::{FIRST_DAY, LAST_DAY, REST};
pub use search::SEARCH_DAYS;
pub use stories::{CATEGORIES, LANGUAGES};
pub use tables::Outlet;

use crate::world::facts::{Model, read_table};
use crate::world::seed::Seed;
use article::Desk;
use calendar::Plan;
use dice::Dice;
use index::Index;
use pools::Pools;
use stories::Story;
use tables::{AuthorRow, CompanyRow, ListRow, StoryRow};
use telling::Words;

/// Names of authors by outlet and category.
type ByLines = Vec<Vec<Vec<String>>>;

/// Outlets with their weights by language and category.
type Desks = Vec<Vec<Vec<(usize, u32)>>>;

/// The press, before a seed makes news of it.
#[derive(Debug)]
pub struct News {
    outlets: Vec<Outlet>,
    authors: ByLines,
    desks: Desks,
    pools: Pools,
    stories: Vec<Story>,
    words: Words,
    index: Index,
}

impl Model for News {
    const TABLES: &'static [&'static str] =
        &["news_sources", "news_authors", "news_companies", "news_lists", "news_stories"];

    fn build(tables: &[&[u8]]) -> Result<Self, String> {
        match tables {
            [sources, authors, companies, lists, stories] => {
                Self::from_tables(sources, authors, companies, lists, stories)
            }
            _ => Err("news needs five tables".to_owned()),
        }
    }
}

impl News {
    /// Reads the five tables (`news_sources`, `news_authors`, `news_companies`, `news_lists`, `news_stories`).
    ///
    /// # Errors
    ///
    /// What is wrong in which table: a row of another shape, a story with a gap that nothing fills, a category without
    /// an outlet or an outlet without an author.
    pub fn from_tables(
        sources: &[u8],
        authors: &[u8],
        companies: &[u8],
        lists: &[u8],
        stories: &[u8],
    ) -> Result<Self, String> {
        let outlets: Vec<Outlet> = read("news_sources", sources)?;
        let authors = by_lines(&outlets, &read::<AuthorRow>("news_authors", authors)?)?;
        let desks = desks(&outlets)?;
        let lists: Vec<ListRow> = read("news_lists", lists)?;
        let mut pools = Pools::new(&lists, &read::<CompanyRow>("news_companies", companies)?);
        let rows: Vec<StoryRow> = read("news_stories", stories)?;
        let stories: Vec<Story> =
            rows.iter().map(|row| Story::read(row, &outlets, &mut pools)).collect::<Result<_, _>>()?;
        check_threads(&stories, &desks)?;
        let words = Words {
            months: words(&lists, "month", 12)?,
            weekdays: words(&lists, "weekday", 7)?,
            sections: words(&lists, "section", CATEGORIES.len())?,
        };
        let index = Index::new(&stories, &pools, &outlets);
        Ok(Self { outlets, authors, desks, pools, stories, words, index })
    }

    fn desk(&self, seed: Seed) -> Desk<'_> {
        let dice = Dice::new(seed);
        Desk { news: self, dice, plan: Plan::new(&self.stories, dice) }
    }
}

fn read<R: DeserializeOwned>(name: &str, bytes: &[u8]) -> Result<Vec<R>, String> {
    read_table(name, bytes)
}

/// By-lines by outlet and category.
fn by_lines(outlets: &[Outlet], authors: &[AuthorRow]) -> Result<ByLines, String> {
    let of = |outlet: &Outlet, category: &str| -> Result<Vec<String>, String> {
        let writes = |a: &&AuthorRow| a.domain == outlet.domain && a.beats.iter().any(|b| b == category);
        let names: Vec<String> = authors.iter().filter(writes).map(|a| a.name.clone()).collect();
        match names.is_empty() && outlet.categories.iter().any(|c| c == category) {
            true => Err(format!("news_authors: {} has nobody for {category}", outlet.name)),
            false => Ok(names),
        }
    };
    outlets.iter().map(|outlet| CATEGORIES.iter().map(|c| of(outlet, c)).collect()).collect()
}

/// Outlets by language and category. The first two beats of an outlet weigh more than the rest.
fn desks(outlets: &[Outlet]) -> Result<Desks, String> {
    let of = |language: &str, category: &str| -> Result<Vec<(usize, u32)>, String> {
        let speaking = outlets.iter().enumerate().filter(|(_, o)| o.language == language);
        let place = |o: &Outlet| o.categories.iter().position(|c| c == category);
        let weight = |o: &Outlet| place(o).map(|p| if p < 2 { o.weight * 5 } else { o.weight * 3 });
        let desk: Vec<_> = speaking.filter_map(|(i, o)| Some((i, weight(o)?))).collect();
        match desk.is_empty() {
            true => Err(format!("news_sources: nobody covers {category} in '{language}'")),
            false => Ok(desk),
        }
    };
    LANGUAGES.iter().map(|l| CATEGORIES.iter().map(|c| of(l, c)).collect()).collect()
}

/// Every piece of a story needs an outlet of its own.
fn check_threads(stories: &[Story], desks: &Desks) -> Result<(), String> {
    let short = |s: &&Story| desks[s.language][s.category].len() < s.pieces.len();
    match stories.iter().find(short) {
        Some(story) => Err(format!("news_stories: {} has more pieces than its category has outlets", story.id)),
        None => Ok(()),
    }
}

/// The list `<name>_<language>` of each language.
fn words(lists: &[ListRow], name: &str, count: usize) -> Result<Vec<Vec<String>>, String> {
    let of = |language: &&str| {
        let list = lists.iter().find(|row| row.list == format!("{name}_{language}"));
        let words = list.map(|row| row.words.clone()).filter(|w| w.len() == count);
        words.ok_or_else(|| format!("news_lists: '{name}_{language}' needs {count} words"))
    };
    LANGUAGES.iter().map(of).collect()
}
