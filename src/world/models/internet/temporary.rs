//! Names that come and go: builds, previews and campaigns of those who run more than a website.

use jiff::ToSpan;
use jiff::civil::Date;

use super::At;
use super::domain::{Domain, Target};

/// Days for which such a name stays.
const STAYS: i32 = 45;

/// What is put before the number.
const STEMS: [&str; 12] =
    ["preview", "build", "rc", "pr", "demo", "canary", "hotfix", "qa", "feature", "uat", "sandbox", "perf"];

/// A name that came on a day.
#[derive(Debug, PartialEq)]
pub struct Temporary {
    /// Its label.
    pub label: String,
    /// When it came: seconds after midnight, UTC, of that day.
    pub day: Date,
    /// Seconds after midnight.
    pub second: u32,
}

impl At<'_> {
    /// Such names of a domain that came from a day on and are still there, oldest first.
    pub fn temporary(&self, domain: &Domain, from: Date) -> Vec<Temporary> {
        let first = from.max(self.days_ago(STAYS - 1)).max(domain.created);
        if !has_staging(domain) {
            return Vec::new();
        }
        let mut day = first;
        let mut found = Vec::new();
        while day <= self.today() {
            found.extend(self.came_on(domain, day).filter(|t| self.moment_of(t) <= self.now));
            let Ok(next) = day.checked_add(1.day()) else { break };
            day = next;
        }
        found
    }

    /// When it came.
    pub fn moment_of(&self, name: &Temporary) -> jiff::Timestamp {
        super::domain::midnight(name.day) + i64::from(name.second).seconds()
    }

    /// The machine behind such a label, if it is one at the moment.
    pub(super) fn temporary_host(&self, domain: &Domain, label: &str) -> Option<usize> {
        let stem = label.split('-').next()?;
        if !STEMS.contains(&stem) {
            return None;
        }
        self.temporary(domain, domain.created).iter().any(|t| t.label == label).then(|| staging(domain)).flatten()
    }

    /// At most one a day: often with those who are many, seldom with others.
    fn came_on(&self, domain: &Domain, day: Date) -> Option<Temporary> {
        let key = day.to_string();
        let often = [0, 9, 40, 25][usize::from(domain.care.min(3))];
        if self.roll(&["temporary", &domain.name, &key], 100) >= often {
            return None;
        }
        let stem = STEMS[self.roll(&["stem", &domain.name, &key], STEMS.len() as u64) as usize];
        let number = 100 + self.roll(&["number", &domain.name, &key], 9_900);
        let second = self.roll(&["second", &domain.name, &key], 86_400) as u32;
        Some(Temporary { label: format!("{stem}-{number}"), day, second })
    }
}

fn has_staging(domain: &Domain) -> bool {
    staging(domain).is_some()
}

/// The machine on which tests run.
fn staging(domain: &Domain) -> Option<usize> {
    domain.records.iter().find(|r| r.label == "staging").and_then(|r| match r.target {
        Target::Host(at) => Some(at),
        Target::Name(_) => None,
    })
}
