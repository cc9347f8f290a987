//! What someone looks for, and how well a vacancy fits.

use jiff::civil::Date;

use super::kinds::{Contract, Level, Reach, Workplace};
use super::lexicon::Sense;
use super::location::Location;
use super::posting::{List, Posting};
use super::tables::Jobs;
use super::words::{fit, words};
use crate::world::seed::Seed;
use crate::world::sphere::distance_km;

/// Words that say nothing about a job.
const EMPTY: [&str; 23] = [
    "a", "an", "and", "any", "at", "career", "for", "in", "job", "me", "near", "of", "open", "position", "role", "the",
    "to", "vacancy", "with", "within", "look", "wanted", "hiring",
];

const MILE: f64 = 1.609_344;

/// Words, each of which a vacancy has to fit, or several such lists of which one is enough.
#[derive(Debug)]
pub struct Query {
    alternatives: Vec<Vec<Word>>,
}

/// A word and everything it may be about.
#[derive(Debug)]
struct Word {
    sense: Sense,
    contracts: [bool; 5],
    workplaces: [bool; 3],
    levels: [bool; 5],
    /// By index of the office.
    offices: Vec<bool>,
}

/// Everything that a search asks for.
pub struct Wanted<'a> {
    /// Words anywhere in the vacancy.
    pub query: &'a Query,
    /// Words of the title alone.
    pub title: Option<&'a Query>,
    /// Where.
    pub location: &'a Location,
    /// How someone is employed; empty for all.
    pub contracts: &'a [Contract],
    /// Whether a vacancy pays what is wanted.
    pub pays: &'a dyn Fn(&Posting) -> bool,
    /// Whether it is in scope at all.
    pub scope: &'a dyn Fn(&Posting) -> bool,
}

/// A vacancy that fits.
#[derive(Clone, Copy, Debug)]
pub struct Hit {
    /// The vacancy.
    pub posting: Posting,
    /// How well it fits.
    pub score: u32,
    /// Miles from the town that was asked for.
    pub miles: Option<f64>,
}

/// The kinds of employment that a text names, e.g. `Full Time or contract`; none when one of its words is no kind.
pub fn types_named(text: &str) -> Option<Vec<Contract>> {
    let plain: String = text
        .to_lowercase()
        .chars()
        .map(|c| if c.is_alphanumeric() || c == ',' || c == '/' { c } else { ' ' })
        .collect();
    let plain = format!(" {plain} ").replace(" or ", ",").replace(" and ", ",");
    let mut kinds = Vec::new();
    for part in plain.split([',', '/']) {
        let word: String = part.split_whitespace().collect();
        match word.trim_end_matches("jobs").trim_end_matches("job") {
            "" => {}
            "all" | "alltypes" | "any" | "anytype" | "alltype" => return Some(Vec::new()),
            "fulltime" | "permanent" | "regular" | "ft" => kinds.push(Contract::FullTime),
            "parttime" | "pt" => kinds.push(Contract::PartTime),
            "contract" | "contractor" | "freelance" | "fixedterm" | "fixed" | "contracting" => {
                kinds.push(Contract::Fixed)
            }
            "temporary" | "temp" | "seasonal" | "interim" => kinds.push(Contract::Temporary),
            "internship" | "intern" | "internships" | "traineeship" | "placement" => kinds.push(Contract::Internship),
            _ => return None,
        }
    }
    kinds.sort_unstable();
    kinds.dedup();
    Some(kinds)
}

impl Jobs {
    /// Takes apart what someone typed: all words have to fit; `or` stands between alternatives.
    pub fn query(&self, text: &str) -> Query {
        let all = words(text);
        let lists = all.split(|word| word == "or").map(|list| self.list(list)).collect::<Vec<_>>();
        // An `or` without words beside it asks for nothing.
        let mut alternatives: Vec<Vec<Word>> = lists.into_iter().filter(|list| !list.is_empty()).collect();
        if alternatives.is_empty() && !text.trim().is_empty() && all.is_empty() {
            // Mere punctuation or emoji is about no job, and not about all of them.
            alternatives.push(vec![self.word(text.trim())]);
        }
        Query { alternatives }
    }

    fn list(&self, words: &[String]) -> Vec<Word> {
        words.iter().filter(|word| !EMPTY.contains(&word.as_str())).map(|word| self.word(word)).collect()
    }

    fn word(&self, text: &str) -> Word {
        let named = |names: &str| words(names).iter().any(|name| name == text);
        Word {
            sense: self.lexicon.sense(text, self.roles.len(), self.employers.len(), self.industries.len()),
            contracts: Contract::ALL.map(|contract| named(spoken(contract))),
            workplaces: [Workplace::OnSite, Workplace::Hybrid, Workplace::Remote].map(|place| named(place.code())),
            levels: Level::ALL.map(|level| named(level.code())),
            offices: self.offices.iter().map(|office| office.words.iter().any(|word| fit(text, word) == 2)).collect(),
        }
    }

    /// Vacancies open on a day that fit, the best first, then the newest, then by id.
    pub fn search(&self, seed: Seed, day: Date, wanted: &Wanted<'_>) -> Vec<Hit> {
        let spots = wanted.location.spots(self);
        let mut hits: Vec<(Hit, String)> = Vec::new();
        for posting in self.open(seed, day).iter().copied() {
            if !spots[posting.office] || !self.reaches(&posting, wanted.location) {
                continue;
            }
            if !(wanted.contracts.is_empty() || wanted.contracts.contains(&posting.contract))
                || !(wanted.scope)(&posting)
            {
                continue;
            }
            let titled = wanted.title.map_or(Some(0), |title| self.score(title, &posting, true));
            let (Some(titled), Some(found)) = (titled, self.score(wanted.query, &posting, false)) else { continue };
            if (wanted.pays)(&posting) {
                let miles = self.miles(wanted.location, &posting);
                hits.push((Hit { posting, score: titled + found, miles }, posting.id()));
            }
        }
        hits.sort_by(|(a, a_id), (b, b_id)| {
            let (new_a, new_b) = (a.posting.posted, b.posting.posted);
            b.score.cmp(&a.score).then(new_b.cmp(&new_a)).then_with(|| a_id.cmp(b_id))
        });
        hits.into_iter().map(|(hit, _)| hit).collect()
    }

    /// Whether a remote search reaches the vacancy.
    fn reaches(&self, posting: &Posting, location: &Location) -> bool {
        let Location::Remote(from) = location else { return true };
        let office = &self.offices[posting.office];
        let from_there = match (from, posting.reach) {
            (None, _) | (_, Reach::World) => true,
            (Some(spot), Reach::Country) => spot.country.as_deref() == Some(office.country.as_str()),
            (Some(spot), Reach::Continent) => spot.continent == office.continent,
        };
        posting.workplace == Workplace::Remote && from_there
    }

    fn miles(&self, location: &Location, posting: &Posting) -> Option<f64> {
        let Location::Around { position, .. } = location else { return None };
        let miles = distance_km(*position, self.offices[posting.office].position) / MILE;
        Some((miles * 10.0).round() / 10.0)
    }

    /// How well a vacancy fits, or nothing.
    fn score(&self, query: &Query, posting: &Posting, title_only: bool) -> Option<u32> {
        if query.alternatives.is_empty() {
            return Some(0);
        }
        let fits = |list: &Vec<Word>| {
            let scores = list.iter().map(|word| self.weight(word, posting, title_only));
            scores.map(|score| (score > 0).then_some(score)).sum::<Option<u32>>()
        };
        query.alternatives.iter().filter_map(fits).max()
    }

    fn weight(&self, word: &Word, posting: &Posting, title_only: bool) -> u32 {
        let role = &word.sense.roles[posting.role];
        let title = 6 * role.titles[posting.level as usize];
        let called = title.max(4 * role.other);
        if title_only || called == 12 {
            return called;
        }
        // Bits are only worked out where the role has the word at all.
        let has = |known: u32, list: List, weight: u32| {
            if known != 0 && known & self.bits(posting, list) != 0 { weight } else { 0 }
        };
        let summed = role.summaries != 0 && role.summaries >> self.summary_of(posting) & 1 == 1;
        let of_employer = 3 * word.sense.employers[posting.employer];
        let of_industry = 2 * word.sense.industries[self.employers[posting.employer].industry];
        let elsewhere = [
            called,
            has(role.skills, List::Skills, 7),
            3 * role.field,
            of_employer,
            of_industry,
            if word.circumstance(posting) { 4 } else { 0 },
            if summed { 2 } else { 0 },
            has(role.duties, List::Duties, 1),
            has(role.requirements, List::Requirements, 1),
            has(role.extras, List::Extras, 1),
        ];
        elsewhere.into_iter().max().unwrap_or(0)
    }
}

impl Word {
    /// Whether it names the place, the kind of work, or the level.
    fn circumstance(&self, posting: &Posting) -> bool {
        self.contracts[posting.contract as usize]
            || self.workplaces[posting.workplace as usize]
            || self.levels[posting.level as usize]
            || self.offices[posting.office]
    }
}

/// What people type for a kind of employment.
fn spoken(contract: Contract) -> &'static str {
    match contract {
        Contract::FullTime => "full-time permanent",
        Contract::PartTime => "part-time",
        Contract::Fixed => "contract freelance",
        Contract::Temporary => "temporary seasonal",
        Contract::Internship => "internship intern traineeship",
    }
}
