//! Lists of articles without words to look for, and one article by its address.

use jiff::Timestamp;
use jiff::civil::Date;

use super::News;
use super::article::{Article, Desk, Hit, Link, minute_of, moment};
use super::calendar::{FIRST_DAY, LAST_DAY, day_number};
use super::outlets::host;
use super::stories::{CATEGORIES, LANGUAGES};
use crate::world::seed::Seed;

/// How the articles of an outlet are ordered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// The outlet's own beats first, then what was read much and is fresh.
    Relevancy,
    /// Most read first.
    Popularity,
    /// Newest first.
    PublishedAt,
}

/// The first articles of a list, and how long the whole list is.
#[derive(Debug, Clone, PartialEq)]
pub struct Page {
    /// All that fit.
    pub total: usize,
    /// The first of them.
    pub articles: Vec<Article>,
}

/// One article with those that took it up.
#[derive(Debug, Clone, PartialEq)]
pub struct Details {
    /// The article.
    pub article: Article,
    /// Follow-ups that are out, oldest first.
    pub followed_by: Vec<Link>,
}

/// A country's feed at one moment.
#[derive(Debug, Clone, PartialEq)]
pub struct Feed {
    /// When it was taken.
    pub generated_at: Timestamp,
    /// When the next one is due.
    pub next_at: Timestamp,
    /// Strongest first.
    pub trends: Vec<Trend>,
}

/// One article of a feed.
#[derive(Debug, Clone, PartialEq)]
pub struct Trend {
    /// Popularity weighted by freshness and closeness, 0 to 100, one decimal.
    pub score: f64,
    /// The article.
    pub article: Article,
}

/// How far back a section can be browsed, days.
const SECTION_DAYS: i64 = 30;
/// How far back a feed reaches, minutes.
const FEED_MINUTES: i64 = 7 * 1440;

impl News {
    /// All articles of a day (UTC), oldest first.
    pub fn on_day(&self, seed: Seed, day: Date) -> Vec<Article> {
        let desk = self.desk(seed);
        let mut hits = desk.between(day, day, i64::MAX, |_| true);
        hits.reverse();
        hits.iter().map(|hit| desk.article(hit)).collect()
    }

    /// The article with this address, if it is out by `now`.
    pub fn by_url(&self, seed: Seed, url: &str, now: Timestamp) -> Option<Details> {
        let desk = self.desk(seed);
        let (canonical, day, number) = address(url)?;
        let hits = desk.between(day, day, minute_of(now), |hit| desk.number(hit) == number);
        let hit = hits.into_iter().find(|hit| desk.link(hit).url == canonical)?;
        Some(Details { article: desk.article(&hit), followed_by: desk.followed_by(&hit, now) })
    }

    /// The newest articles of a category in a language, of the 30 days up to `now`. An unknown category or language has
    /// none.
    pub fn filter(&self, seed: Seed, now: Timestamp, category: &str, language: &str, limit: usize) -> Page {
        let desk = self.desk(seed);
        let now = minute_of(now);
        let fits = |hit: &Hit| {
            let story = desk.story(hit.telling);
            CATEGORIES[story.category] == category && LANGUAGES[story.language] == language
        };
        desk.page(&desk.since(now - SECTION_DAYS * 1440, now, fits), limit)
    }

    /// All articles of a beat, as ids of its stories begin, of these days up to `now`, newest first.
    pub fn of_beat(&self, seed: Seed, now: Timestamp, beat: &str, from: Date, to: Date) -> Vec<Article> {
        let desk = self.desk(seed);
        let hits = desk.between(from, to, minute_of(now), |hit| desk.story(hit.telling).id.starts_with(beat));
        hits.iter().map(|hit| desk.article(hit)).collect()
    }

    /// What an outlet (by domain) published in these days, up to `now`.
    #[allow(clippy::too_many_arguments, reason = "a query with its seed and clock")]
    pub fn by_source(
        &self,
        seed: Seed,
        now: Timestamp,
        domain: &str,
        from: Date,
        to: Date,
        order: Order,
        limit: usize,
    ) -> Page {
        let desk = self.desk(seed);
        let of = |hit: &Hit| self.outlets[hit.outlet].domain == domain;
        let mut hits = desk.between(from, to, minute_of(now), of);
        match order {
            Order::PublishedAt => {}
            Order::Popularity => desk.sort_by_popularity(&mut hits),
            Order::Relevancy => desk.sort_by_relevancy(&mut hits),
        }
        desk.page(&hits, limit)
    }

    /// The most read articles of these days up to `now`, from the outlets with these domains; from all when there are
    /// none.
    pub fn headlines(&self, seed: Seed, now: Timestamp, from: Date, to: Date, domains: &[&str], limit: usize) -> Page {
        let desk = self.desk(seed);
        let of = |hit: &Hit| domains.is_empty() || domains.contains(&self.outlets[hit.outlet].domain.as_str());
        let mut hits = desk.between(from, to, minute_of(now), of);
        desk.sort_by_popularity(&mut hits);
        desk.page(&hits, limit)
    }

    /// What readers in a country (alpha-2, upper case) follow, as of the last whole interval (minutes) of the UTC day.
    pub fn trending(
        &self,
        seed: Seed,
        now: Timestamp,
        country: &str,
        category: &str,
        interval: i64,
        limit: usize,
    ) -> Feed {
        let desk = self.desk(seed);
        let now = minute_of(now);
        let midnight = now - now.rem_euclid(1440);
        let taken = now - (now - midnight).rem_euclid(interval.max(1));
        let hits =
            desk.since(taken - FEED_MINUTES, taken, |hit| CATEGORIES[desk.story(hit.telling).category] == category);
        let mut scored: Vec<(f64, Hit)> = hits.into_iter().map(|hit| (desk.trend(&hit, country, taken), hit)).collect();
        scored.retain(|(score, _)| *score > 0.0);
        scored
            .sort_by(|a, b| b.0.total_cmp(&a.0).then(b.1.minute.cmp(&a.1.minute)).then(a.1.telling.cmp(&b.1.telling)));
        let trend = |(score, hit): &(f64, Hit)| Trend { score: *score, article: desk.article(hit) };
        Feed {
            generated_at: moment(taken),
            // A new day starts a new count, also for intervals that do not divide it.
            next_at: moment((taken + interval.max(1)).min(midnight + 1440)),
            trends: scored.iter().take(limit).map(trend).collect(),
        }
    }
}

/// Canonical form, day and number of an address.
fn address(url: &str) -> Option<(String, Date, u64)> {
    let url = url.trim();
    let rest = url.split_once("://").filter(|(scheme, _)| ["http", "https"].contains(&&*scheme.to_lowercase()))?.1;
    let path = rest.split(['?', '#']).next()?.trim_end_matches('/').split_once('/')?.1;
    let mut parts = path.splitn(4, '/');
    let mut number = |width: usize| parts.next().filter(|p| p.len() == width)?.parse::<i16>().ok();
    let (year, month, day) = (number(4)?, number(2)?, number(2)?);
    let day = Date::new(year, month.try_into().ok()?, day.try_into().ok()?).ok()?;
    let number = path.rsplit_once('-')?.1.parse().ok()?;
    Some((format!("https://{}/{path}", host(url)), day, number))
}

impl Desk<'_> {
    /// Articles of these days up to a minute, newest first.
    fn between(&self, from: Date, to: Date, now: i64, keep: impl FnMut(&Hit) -> bool) -> Vec<Hit> {
        let (from, to) = (day_number(from.max(FIRST_DAY)), day_number(to.min(LAST_DAY)));
        self.since(i64::from(from) * 1440, now.min(i64::from(to) * 1440 + 1439), keep)
    }

    /// Articles between two minutes (both included), newest first.
    pub fn since(&self, from: i64, to: i64, mut keep: impl FnMut(&Hit) -> bool) -> Vec<Hit> {
        let mut hits = Vec::new();
        let last = i64::from(day_number(LAST_DAY)) * 1440 + 1439;
        let (from, to) = (from.max(0), to.min(last));
        if from <= to {
            self.plan.tellings((from / 1440) as i32, (to / 1440) as i32, |telling| {
                let pieces = 0..self.story(telling).pieces.len();
                let published = pieces.map(|piece| self.hit(telling, piece));
                hits.extend(published.filter(|hit| (from..=to).contains(&hit.minute) && keep(hit)));
            });
        }
        hits.sort_by(|a, b| b.minute.cmp(&a.minute).then(a.telling.cmp(&b.telling)));
        hits
    }

    pub fn page(&self, hits: &[Hit], limit: usize) -> Page {
        Page { total: hits.len(), articles: hits.iter().take(limit).map(|hit| self.article(hit)).collect() }
    }

    /// Most read first; the sort is stable, so at equal popularity the newer one stays first.
    fn sort_by_popularity(&self, hits: &mut [Hit]) {
        hits.sort_by_cached_key(|hit| std::cmp::Reverse(self.popularity(hit)));
    }

    /// An outlet's first beats weigh most, then popularity, then freshness within the range.
    fn sort_by_relevancy(&self, hits: &mut [Hit]) {
        let newest = hits.first().map_or(0, |hit| hit.minute);
        hits.sort_by_cached_key(|hit| {
            let outlet = &self.news.outlets[hit.outlet];
            let category = CATEGORIES[self.story(hit.telling).category];
            let beat = outlet.categories.iter().position(|c| c == category).unwrap_or(outlet.categories.len());
            let age_days = (newest - hit.minute) / 1440;
            std::cmp::Reverse(i64::from(self.popularity(hit)) - 12 * beat as i64 - age_days)
        });
    }

    fn followed_by(&self, hit: &Hit, now: Timestamp) -> Vec<Link> {
        let later = hit.piece + 1..self.story(hit.telling).pieces.len();
        let only_original = later.filter(|_| hit.piece == 0);
        let mut links: Vec<Link> = only_original
            .map(|piece| self.link(&self.hit(hit.telling, piece)))
            .filter(|l| l.published_at <= now)
            .collect();
        links.sort_by_key(|link| link.published_at);
        links
    }

    /// Strength of an article in a country's feed; 0 when it is not read there.
    fn trend(&self, hit: &Hit, country: &str, now: i64) -> f64 {
        let outlet = &self.news.outlets[hit.outlet];
        let read = languages(country).contains(&outlet.language.as_str());
        let closeness = match (outlet.country == country, read, outlet.language == "en") {
            (true, ..) => 1.3,
            (_, true, _) => 1.0,
            (_, _, true) => 0.55,
            _ => return 0.0,
        };
        let age_days = (now - hit.minute) as f64 / 1440.0;
        let score = f64::from(self.popularity(hit)) * closeness * libm::exp2(-age_days / 1.5);
        (score.min(100.0) * 10.0).round() / 10.0
    }
}

/// Languages in which people of a country read the news, as far as there are outlets for them.
fn languages(country: &str) -> &'static [&'static str] {
    match country {
        "NL" | "SR" => &["nl"],
        "BE" => &["nl", "fr"],
        "DE" | "AT" | "LI" => &["de"],
        "CH" | "LU" => &["de", "fr"],
        "FR" | "MC" | "SN" | "CI" | "ML" | "BF" | "NE" | "BJ" | "TG" | "CD" | "CG" | "GA" | "HT" => &["fr"],
        "CA" | "MU" | "CM" => &["en", "fr"],
        "ES" | "MX" | "AR" | "CL" | "CO" | "PE" | "VE" | "EC" | "GT" | "CU" | "BO" | "DO" | "HN" | "PY" | "SV"
        | "NI" | "CR" | "PA" | "UY" | "GQ" => &["es"],
        "PR" => &["es", "en"],
        "CN" | "TW" | "MO" => &["zh"],
        "HK" | "SG" | "MY" => &["zh", "en"],
        "AE" | "SA" | "EG" | "QA" | "KW" | "BH" | "OM" | "YE" | "JO" | "LB" | "SY" | "IQ" | "PS" | "LY" | "SD" => {
            &["ar"]
        }
        "MA" | "DZ" | "TN" | "MR" => &["ar", "fr"],
        _ => &["en"],
    }
}
