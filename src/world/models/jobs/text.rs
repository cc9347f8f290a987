//! A vacancy in sentences, and what employers say of themselves.

use super::dice::{Dice, What};
use super::kinds::{Level, Reach, Workplace};
use super::pay::{Money, Pay, Span};
use super::posting::{List, Posting, chosen};
use super::tables::{Employer, Jobs, Office, Phrase, Role};
use crate::world::seed::Seed;

/// Members of the European Union and those who have the same habits at work.
const EUROPEAN: [&str; 30] = [
    "AT", "BE", "BG", "CY", "CZ", "DE", "DK", "EE", "ES", "FI", "FR", "GR", "HR", "HU", "IE", "IS", "IT", "LT", "LU",
    "LV", "MT", "NL", "NO", "PL", "PT", "RO", "SE", "SI", "SK", "CH",
];

impl Jobs {
    /// What the job is, in a sentence or two.
    pub fn summary(&self, posting: &Posting) -> String {
        let role = self.role_of(posting);
        let text = role.summaries.get(self.summary_of(posting)).map_or("", String::as_str);
        let (company, city) = (&self.employer_of(posting).name, &self.office_of(posting).city);
        text.replace("{company}", company).replace("{city}", city)
    }

    /// What someone will do.
    pub fn duties(&self, posting: &Posting) -> impl Iterator<Item = &str> {
        chosen(&self.role_of(posting).duties, self.bits(posting, List::Duties))
    }

    /// What is asked for.
    pub fn requirements(&self, posting: &Posting) -> impl Iterator<Item = &str> {
        chosen(&self.role_of(posting).requirements, self.bits(posting, List::Requirements))
    }

    /// What would be welcome.
    pub fn extras(&self, posting: &Posting) -> impl Iterator<Item = &str> {
        chosen(&self.role_of(posting).extras, self.bits(posting, List::Extras))
    }

    /// Codes of the languages that are worked in.
    pub fn languages(&self, posting: &Posting) -> Vec<&str> {
        let local = self.office_of(posting).language.as_str();
        match (self.role_of(posting).local_language, posting.workplace) {
            (true, _) => vec![local],
            (false, Workplace::OnSite) if local != "en" => vec!["en", local],
            (false, _) => vec!["en"],
        }
    }

    /// From where a remote job may be done: a country, a part of the world, or `Anywhere`.
    pub fn remote_from(&self, posting: &Posting) -> Option<&str> {
        let office = self.office_of(posting);
        (posting.workplace == Workplace::Remote).then_some(match posting.reach {
            Reach::Country => office.country_name.as_str(),
            Reach::Continent => office.continent.as_str(),
            Reach::World => "Anywhere",
        })
    }

    /// The way from application to contract, step by step.
    pub fn steps(&self, posting: &Posting) -> Vec<&str> {
        let dice = Dice::of_slot(posting);
        let steps: Vec<&str> = self.phrases("step", None).map(|phrase| phrase.text.as_str()).collect();
        let bits = dice.some(What::Phrases, 3, steps.len());
        steps.into_iter().enumerate().filter(|(i, _)| bits >> i & 1 == 1).map(|(_, text)| text).collect()
    }

    /// What an employer gives besides pay.
    pub fn benefits(&self, employer: &Employer) -> Vec<&str> {
        self.said(employer, "benefit", 6)
    }

    /// How it is to work there, in sentences.
    pub fn culture(&self, employer: &Employer) -> Vec<&str> {
        self.said(employer, "culture", 3)
    }

    /// What it holds dear.
    pub fn values(&self, employer: &Employer) -> Vec<&str> {
        self.said(employer, "value", 3)
    }

    /// Employers say the same things in every world.
    fn said(&self, employer: &Employer, kind: &'static str, count: usize) -> Vec<&str> {
        let mut stream = Seed(0).stream(&["jobs", kind, &employer.id]);
        let seat = &self.offices[employer.offices[0]];
        let mut all: Vec<&str> = self.phrases(kind, Some(seat)).map(|phrase| phrase.text.as_str()).collect();
        stream.shuffle(&mut all);
        // One kind of holiday and one pension are enough.
        let mut taken: Vec<&str> = Vec::new();
        for text in all {
            let repeats = taken.iter().any(|other| topic(other).is_some() && topic(other) == topic(text));
            if !repeats && taken.len() < count {
                taken.push(text);
            }
        }
        taken
    }

    fn phrases<'a>(&'a self, kind: &'static str, seat: Option<&'a Office>) -> impl Iterator<Item = &'a Phrase> {
        let fits = move |phrase: &&Phrase| {
            phrase.kind == kind
                && (phrase.places.is_empty() || seat.is_some_and(|seat| phrase.places.iter().any(|p| is_in(seat, p))))
        };
        self.phrases.iter().filter(fits)
    }

    /// What people earn at the seat of an employer: its own trades first, at the experienced level or the nearest above.
    pub fn pay_scale(&self, employer: &Employer, most: usize) -> Vec<(&Role, Level, Pay)> {
        let seat = &self.offices[employer.offices[0]];
        let wage = &self.wages[&seat.country];
        let mut roles: Vec<&usize> = employer.own_roles.iter().chain(&employer.any_roles).collect();
        // The common ones stand there more than once, one after the other.
        roles.dedup();
        let of = |role: &usize| {
            let role = &self.roles[*role];
            let levels = [Level::Experienced, Level::Senior, Level::Junior];
            let level = levels.into_iter().find(|level| role.titles[*level as usize].is_some())?;
            Some((role, level, Pay::scale(role, level, wage, &seat.currency)))
        };
        roles.into_iter().take(most).filter_map(of).collect()
    }

    /// The pay of a posting in words, e.g. `EUR 3,450 to 3,900 gross a month`.
    pub fn pay_in_words(&self, posting: &Posting) -> String {
        let pay = self.pay(posting);
        let Pay { minimum, maximum, span, .. } = pay;
        let unit = match span {
            Span::Year => "a year",
            Span::Month => "a month",
            Span::Hour => "an hour",
        };
        format!("{} {} to {} gross {unit}", pay.currency(), amount(minimum), amount(maximum))
    }
}

/// What a benefit is about, when an employer would name only one of the kind.
fn topic(text: &str) -> Option<&'static str> {
    ["days of", "weeks of", "ension", "month", "icycle", "ycle-to-work"].into_iter().find_map(|word| {
        text.contains(word).then_some(match word {
            "days of" | "weeks of" => "leave",
            "icycle" | "ycle-to-work" => "bicycle",
            other => other,
        })
    })
}

fn is_in(office: &Office, place: &str) -> bool {
    match place {
        "EU" => EUROPEAN.contains(&office.country.as_str()),
        "AS" => office.continent == "Asia",
        "AF" => office.continent == "Africa",
        "SA" => office.continent == "South America" || office.country == "MX",
        country => office.country == country,
    }
}

/// `38,500` or `14.75`.
fn amount(money: Money) -> String {
    let (whole, cents) = (money.0 / 100, money.0 % 100);
    let digits = whole.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    if cents == 0 { out } else { format!("{out}.{cents:02}") }
}
