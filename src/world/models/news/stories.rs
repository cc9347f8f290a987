//! Stories with their pieces, read from the tables.

use jiff::civil::{Date, Time};

use super::calendar::day_number;
use super::gaps::{Filling, Gaps, Part, Text};
use super::pools::Pools;
use super::tables::{FollowUpRow, Outlet, StoryRow};

/// Categories that outlets file under, in the order of the section lists.
pub const CATEGORIES: [&str; 10] = [
    "general",
    "business",
    "technology",
    "science",
    "health",
    "sports",
    "entertainment",
    "politics",
    "environment",
    "travel",
];

/// Languages that outlets publish in, ISO 639-1.
pub const LANGUAGES: [&str; 7] = ["en", "nl", "de", "fr", "es", "zh", "ar"];

/// Beats, as ids of stories begin with them.
pub const BEATS: [&str; 1] = ["seafood-"];

/// One story: an original and its follow-ups, with the gaps they share.
#[derive(Debug)]
pub(super) struct Story {
    /// Stable name, e.g. `business-en-001`.
    pub id: String,
    /// Whether it belongs to a beat, a service of its own besides the sections: its id begins with the name of one.
    pub beat: bool,
    /// Index into [`CATEGORIES`].
    pub category: usize,
    /// Index into [`LANGUAGES`].
    pub language: usize,
    pub fillings: Vec<Filling>,
    /// Where it happens, if that is the same in every telling.
    pub country: Option<String>,
    /// Pool of subjects, and how many of them get the story within a cycle.
    pub subject: Option<(usize, usize)>,
    /// The day on which it is told in every world; such a story is told once.
    pub pinned: Option<i32>,
    /// The original first.
    pub pieces: Vec<Piece>,
}

/// One article to be.
#[derive(Debug)]
pub(super) struct Piece {
    /// Days after the original.
    pub lag: i32,
    pub kind: String,
    pub headline: Text,
    pub summary: Text,
    pub keywords: Vec<Text>,
    /// The outlet, where the table fixes it.
    pub outlet: Option<usize>,
    /// Minute of the UTC day, where the table fixes it.
    pub minute: Option<i32>,
}

impl Story {
    pub fn read(row: &StoryRow, outlets: &[Outlet], pools: &mut Pools) -> Result<Self, String> {
        Self::build(row, outlets, pools).map_err(|e| format!("news_stories: {}: {e}", row.id))
    }

    fn build(row: &StoryRow, outlets: &[Outlet], pools: &mut Pools) -> Result<Self, String> {
        let mut gaps = Gaps::with_subject(row.subject.is_some());
        let original = FollowUpRow {
            days_later: 0,
            kind: row.kind.clone(),
            headline: row.headline.clone(),
            summary: row.summary.clone(),
            keywords: row.keywords.clone(),
            outlet: row.outlet.clone(),
            time: None,
        };
        let rows = std::iter::once(&original).chain(&row.follow_ups);
        let pieces: Vec<Piece> = rows.map(|r| Piece::read(r, outlets, &mut gaps, pools)).collect::<Result<_, _>>()?;
        if pieces[0].mentions_origin() || pieces[1..].iter().any(|p| !(1..=MAX_LAG).contains(&p.lag)) {
            return Err(format!("follow-ups come 1 to {MAX_LAG} days later, and only they have an origin"));
        }
        let beat = BEATS.iter().any(|beat| row.id.starts_with(beat));
        if beat && row.subject.is_none() && row.day.is_none() {
            return Err(
                "a story of a beat has a subject or a day, so that it is none of those that share the half-year".into(),
            );
        }
        let home = |filling: &Filling| match filling {
            Filling::Member { pool } => pools.country(*pool).map(str::to_owned),
            _ => None,
        };
        Ok(Self {
            country: gaps.fillings.iter().find_map(home),
            id: row.id.clone(),
            beat,
            category: position(&CATEGORIES, &row.category)?,
            language: position(&LANGUAGES, &row.language)?,
            fillings: gaps.fillings,
            subject: row.subject.as_deref().map(|s| subject(s, pools)).transpose()?,
            pinned: row.day.as_deref().map(pinned).transpose()?,
            pieces,
        })
    }
}

/// Longest wait for a follow-up, days.
pub(super) const MAX_LAG: i32 = 6;

impl Piece {
    fn read(row: &FollowUpRow, outlets: &[Outlet], gaps: &mut Gaps, pools: &mut Pools) -> Result<Self, String> {
        let find = |domain: &String| {
            let found = outlets.iter().position(|o| o.domain == *domain);
            found.ok_or_else(|| format!("no outlet lives at {domain}"))
        };
        Ok(Self {
            lag: row.days_later,
            kind: row.kind.clone(),
            headline: gaps.read(&row.headline, pools)?,
            summary: gaps.read(&row.summary, pools)?,
            keywords: row.keywords.iter().map(|k| gaps.read(k, pools)).collect::<Result<_, _>>()?,
            outlet: row.outlet.as_ref().map(find).transpose()?,
            minute: row.time.as_deref().map(minute).transpose()?,
        })
    }

    fn mentions_origin(&self) -> bool {
        let mut texts = [&self.headline, &self.summary].into_iter().chain(&self.keywords);
        texts.any(|text| text.0.contains(&Part::Origin))
    }
}

fn position(names: &[&str], name: &str) -> Result<usize, String> {
    names.iter().position(|n| *n == name).ok_or_else(|| format!("'{name}' is none of {}", names.join(", ")))
}

/// `pool:count`.
fn subject(text: &str, pools: &mut Pools) -> Result<(usize, usize), String> {
    let (name, count) = text.rsplit_once(':').ok_or_else(|| format!("'{text}' is not pool:count"))?;
    let pool = pools.pool(name)?;
    let count: usize = count.parse().map_err(|e| format!("'{text}': {e}"))?;
    match (1..=pools.pools[pool].len()).contains(&count) {
        true => Ok((pool, count)),
        false => Err(format!("'{name}' has not {count} members")),
    }
}

fn pinned(text: &str) -> Result<i32, String> {
    text.parse::<Date>().map(day_number).map_err(|e| format!("'{text}' is no date: {e}"))
}

fn minute(text: &str) -> Result<i32, String> {
    let time: Time = text.parse().map_err(|e| format!("'{text}' is no time: {e}"))?;
    Ok(i32::from(time.hour()) * 60 + i32::from(time.minute()))
}
