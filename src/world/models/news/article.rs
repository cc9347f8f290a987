//! From a telling to an article: outlet, by-line, minute, address and all that a reader sees.

use jiff::Timestamp;

use super::News;
use super::calendar::{Plan, Telling, date_of};
use super::dice::{Dice, What};
use super::fold::slug;
use super::stories::{CATEGORIES, LANGUAGES, Piece, Story};
use super::telling::{Drawn, country, draw, fill};

/// Seconds from 1970 to the first minute of the archive.
const FIRST_SECOND: i64 = 1_704_067_200;

/// How much more weight an outlet has in its own country.
const NEARNESS: u32 = 6;

/// One published piece.
#[derive(Debug, Clone, PartialEq)]
pub struct Article {
    /// Headline.
    pub title: String,
    /// Canonical address.
    pub url: String,
    /// Two or three sentences.
    pub summary: String,
    /// By-line.
    pub author: String,
    /// Name of the outlet.
    pub source: String,
    /// Its domain.
    pub domain: String,
    /// Where it is published, ISO 3166-1 alpha-2.
    pub source_country: String,
    /// When it appeared; whole minutes.
    pub published_at: Timestamp,
    /// ISO 639-1.
    pub language: &'static str,
    /// One of [`CATEGORIES`].
    pub category: &'static str,
    /// The category as the outlet's pages call it.
    pub section: String,
    /// `analysis`, `breaking`, `feature`, …
    pub kind: String,
    /// Keywords, most specific first.
    pub tags: Vec<String>,
    /// Words; characters for Chinese.
    pub word_count: u32,
    /// Minutes an average reader needs.
    pub reading_minutes: u32,
    /// 0 to 100.
    pub popularity: u32,
    /// Whether it needs a subscription.
    pub paywalled: bool,
    /// The piece it takes up.
    pub follows: Option<Link>,
}

/// Another article, as far as it is quoted.
#[derive(Debug, Clone, PartialEq)]
pub struct Link {
    /// Headline there.
    pub title: String,
    /// Canonical address.
    pub url: String,
    /// Name of the outlet.
    pub source: String,
    /// When it appeared.
    pub published_at: Timestamp,
}

/// An article before its texts are written: what is needed to choose and to sort.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Hit {
    pub telling: Telling,
    /// Which of the story's pieces.
    pub piece: usize,
    /// Index of who publishes it.
    pub outlet: usize,
    /// Minutes since the archive's first.
    pub minute: i64,
}

impl Hit {
    pub fn day(&self) -> i32 {
        (self.minute / 1440) as i32
    }

    pub fn published_at(&self) -> Timestamp {
        moment(self.minute)
    }
}

/// The instant of a minute of the archive's count.
pub(super) fn moment(minute: i64) -> Timestamp {
    // The calendar ends in 2030, far within what a timestamp holds.
    Timestamp::from_second(FIRST_SECOND + minute * 60).unwrap_or(Timestamp::UNIX_EPOCH)
}

/// The last whole minute of the archive's count at an instant; negative before it.
pub(super) fn minute_of(now: Timestamp) -> i64 {
    (now.as_second() - FIRST_SECOND).div_euclid(60)
}

/// The news of one seed.
pub(super) struct Desk<'a> {
    pub news: &'a News,
    pub dice: Dice,
    pub plan: Plan<'a>,
}

impl<'a> Desk<'a> {
    pub fn story(&self, telling: Telling) -> &'a Story {
        &self.news.stories[telling.story]
    }

    pub fn piece(&self, hit: &Hit) -> &'a Piece {
        &self.story(hit.telling).pieces[hit.piece]
    }

    /// The article that a piece of a telling becomes.
    pub fn hit(&self, telling: Telling, piece: usize) -> Hit {
        let day = telling.day + self.story(telling).pieces[piece].lag;
        let outlet = self.outlet(telling, piece);
        Hit { telling, piece, outlet, minute: i64::from(day) * 1440 + self.minute(telling, piece, outlet) }
    }

    /// Minute of the UTC day: between half past five and half past ten at night where the newsroom is.
    fn minute(&self, telling: Telling, piece: usize, outlet: usize) -> i64 {
        if let Some(fixed) = self.story(telling).pieces[piece].minute {
            return i64::from(fixed);
        }
        let offset = self.news.outlets[outlet].utc_offset;
        let local = 330 + self.below(telling, What::Minute(piece), 1020) as i64;
        (local - i64::from(offset) * 60).rem_euclid(1440)
    }

    /// Index of the outlet: by weight among those that cover the category in the language, and rather one from where it
    /// happened; another one for each piece.
    pub fn outlet(&self, telling: Telling, piece: usize) -> usize {
        let story = self.story(telling);
        let mut taken = Vec::new();
        for (i, earlier) in story.pieces[..=piece].iter().enumerate() {
            let chosen = earlier.outlet.unwrap_or_else(|| self.draw_outlet(telling, i, &taken));
            if i == piece {
                return chosen;
            }
            taken.push(chosen);
        }
        0
    }

    fn draw_outlet(&self, telling: Telling, piece: usize, taken: &[usize]) -> usize {
        let story = self.story(telling);
        let desks = &self.news.desks[story.language][story.category];
        let home = country(story, &self.news.pools, self.dice, telling);
        let near = |outlet: usize| {
            if self.news.outlets[outlet].country == home { NEARNESS } else { 1 }
        };
        let free = || desks.iter().filter(|(o, _)| !taken.contains(o)).map(|(o, weight)| (o, weight * near(*o)));
        let total: u32 = free().map(|(_, weight)| weight).sum();
        let mut rest = self.below(telling, What::Outlet(piece), total as usize) as u32;
        for (outlet, weight) in free() {
            if rest < weight {
                return *outlet;
            }
            rest -= weight;
        }
        // Only when every outlet of the desk has had the story already.
        desks.first().map_or(0, |(outlet, _)| *outlet)
    }

    /// 0 to 100: big outlets, breaking news and luck.
    pub fn popularity(&self, hit: &Hit) -> u32 {
        let outlet = &self.news.outlets[hit.outlet];
        let kind = match self.piece(hit).kind.as_str() {
            "breaking" => 14.0,
            "investigation" => 11.0,
            "interview" | "feature" => 4.0,
            "column" => -3.0,
            _ => 0.0,
        };
        let luck = self.unit(hit.telling, What::Popularity(hit.piece));
        let score = f64::from(outlet.weight) * 0.4 + kind + luck * luck.sqrt() * 48.0;
        score.round().clamp(1.0, 100.0) as u32
    }

    /// The number at the end of the address. It hangs on the telling but not on the seed, and nobody can guess it.
    pub fn number(&self, hit: &Hit) -> u64 {
        let story = self.story(hit.telling);
        let parts = [hit.telling.ordinal as u64, hit.telling.cycle as u64, hit.piece as u64, hit.telling.day as u64];
        let mut hash = story.id.bytes().fold(0xCBF2_9CE4_8422_2325, |h, b| fnv(h, u64::from(b)));
        for part in parts {
            hash = fnv(hash, part);
        }
        1_000_000 + (hash >> 20) % 9_000_000
    }

    pub fn drawn(&self, telling: Telling) -> Vec<Drawn> {
        let month = date_of(telling.day).map_or(0, |d| d.month() as usize - 1);
        draw(self.story(telling), &self.news.pools, self.dice, telling, month)
    }

    /// Headline and address.
    pub fn link(&self, hit: &Hit) -> Link {
        self.link_of(hit, &self.drawn(hit.telling))
    }

    fn link_of(&self, hit: &Hit, drawn: &[Drawn]) -> Link {
        let title = self.text(hit, drawn, &self.piece(hit).headline);
        let outlet = &self.news.outlets[hit.outlet];
        let day =
            date_of(hit.day()).map_or_else(String::new, |d| format!("{}/{:02}/{:02}", d.year(), d.month(), d.day()));
        let slug = slug(&title).unwrap_or_else(|| CATEGORIES[self.story(hit.telling).category].to_owned());
        let url = format!("https://{}/{day}/{slug}-{}", outlet.domain, self.number(hit));
        Link { title, url, source: outlet.name.clone(), published_at: hit.published_at() }
    }

    fn text(&self, hit: &Hit, drawn: &[Drawn], text: &super::gaps::Text) -> String {
        let origin = if hit.piece == 0 { "" } else { &self.news.outlets[self.outlet(hit.telling, 0)].name };
        fill(text, self.story(hit.telling), drawn, &self.news.pools, &self.news.words, origin)
    }

    /// The whole article.
    pub fn article(&self, hit: &Hit) -> Article {
        let (story, piece, drawn) = (self.story(hit.telling), self.piece(hit), self.drawn(hit.telling));
        let Link { title, url, source, published_at } = self.link_of(hit, &drawn);
        let by_lines = &self.news.authors[hit.outlet][story.category];
        let author = self.below(hit.telling, What::Author(hit.piece), by_lines.len());
        let word_count = self.word_count(hit);
        let outlet = &self.news.outlets[hit.outlet];
        Article {
            title,
            url,
            summary: self.text(hit, &drawn, &piece.summary),
            author: by_lines.get(author).cloned().unwrap_or_default(),
            source,
            domain: outlet.domain.clone(),
            source_country: outlet.country.clone(),
            published_at,
            language: LANGUAGES[story.language],
            category: CATEGORIES[story.category],
            section: self.news.words.sections[story.language][story.category].clone(),
            kind: piece.kind.clone(),
            tags: piece.keywords.iter().map(|k| self.text(hit, &drawn, k)).collect(),
            word_count,
            reading_minutes: word_count.div_ceil(if LANGUAGES[story.language] == "zh" { 420 } else { 220 }),
            popularity: self.popularity(hit),
            paywalled: self.unit(hit.telling, What::Paywall(hit.piece)) < outlet.paywall,
            follows: (hit.piece > 0).then(|| self.link(&self.hit(hit.telling, 0))),
        }
    }

    fn word_count(&self, hit: &Hit) -> u32 {
        let (low, high): (u32, u32) = match self.piece(hit).kind.as_str() {
            "breaking" => (170, 430),
            "report" => (320, 780),
            "explainer" => (650, 1250),
            "review" => (420, 900),
            "column" => (520, 860),
            "investigation" => (1600, 3400),
            "feature" | "profile" => (1100, 2500),
            _ => (850, 1700),
        };
        let count = low + self.below(hit.telling, What::Length(hit.piece), (high - low) as usize) as u32;
        // Chinese is counted in characters, of which a word takes about 1.6.
        if LANGUAGES[self.story(hit.telling).language] == "zh" { count * 8 / 5 } else { count }
    }

    pub fn unit(&self, telling: Telling, what: What) -> f64 {
        self.dice.unit(telling.story, telling.ordinal, telling.cycle, what)
    }

    fn below(&self, telling: Telling, what: What, n: usize) -> usize {
        self.dice.below(telling.story, telling.ordinal, telling.cycle, what, n)
    }
}

/// One step of the 64-bit FNV-1a hash.
fn fnv(hash: u64, part: u64) -> u64 {
    (hash ^ part).wrapping_mul(0x0100_0000_01B3)
}
