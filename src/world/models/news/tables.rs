//! Rows of the news tables, as they are on disk.

use serde::Deserialize;

/// One outlet.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Outlet {
    /// As people write it, e.g. `The Alder Post`.
    pub name: String,
    /// Under `.example`, lower case.
    pub domain: String,
    /// ISO 3166-1 alpha-2 code of where it is published.
    pub country: String,
    /// ISO 639-1 code of what it publishes in.
    pub language: String,
    /// Categories it covers, its own beats first.
    pub categories: Vec<String>,
    /// One sentence for people.
    pub character: String,
    /// Share of pieces and readers, 1 to 100.
    pub weight: u32,
    /// Share of articles behind a paywall, 0 to 1.
    pub paywall: f64,
    /// Usual distance of the newsroom from UTC, hours.
    pub utc_offset: i32,
}

/// One by-line.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct AuthorRow {
    pub name: String,
    pub domain: String,
    pub beats: Vec<String>,
    #[allow(dead_code, reason = "a column for readers of the table; the outlet decides the language")]
    pub language: String,
}

/// A company, institution or person that recurs in stories.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct CompanyRow {
    pub name: String,
    pub kind: String,
    pub sector: String,
    pub country: String,
    pub city: String,
    pub figure: String,
    pub role: String,
    #[allow(dead_code, reason = "a column for readers of the table")]
    pub about: String,
}

/// A list of words that fill gaps.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct ListRow {
    pub list: String,
    pub country: Option<String>,
    pub words: Vec<String>,
}

/// A story with its follow-ups.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct StoryRow {
    pub id: String,
    pub category: String,
    pub language: String,
    pub kind: String,
    pub headline: String,
    pub summary: String,
    pub keywords: Vec<String>,
    pub subject: Option<String>,
    pub day: Option<String>,
    pub outlet: Option<String>,
    pub follow_ups: Vec<FollowUpRow>,
}

/// A piece by another outlet, some days after the first one.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct FollowUpRow {
    pub days_later: i32,
    pub kind: String,
    pub headline: String,
    pub summary: String,
    pub keywords: Vec<String>,
    pub outlet: Option<String>,
    pub time: Option<String>,
}
