//! Which roles, employers and industries a word is about.

use std::collections::BTreeMap;

use super::tables::{Employer, Role};
use super::words::{fit, words};

/// Where in a role a word stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// In the title of a level.
    Title(u8),
    /// In another title.
    Other,
    /// In the name of the field.
    Field,
    /// In a skill.
    Skill(u8),
    Duty(u8),
    Requirement(u8),
    Extra(u8),
    Summary(u8),
}

/// Sentences of a role, and what a word in one of them is.
type Sentences<'a> = (&'a [String], fn(u8) -> Part);

/// Where a word stands.
#[derive(Clone, Copy, Debug)]
enum Place {
    Role(u16, Part),
    Employer(u16),
    Industry(u16),
}

/// The words of all roles, employers and industries.
#[derive(Debug)]
pub(super) struct Lexicon {
    words: BTreeMap<Box<str>, Vec<Place>>,
}

/// How much a word says about one role. A skill or a sentence counts for the vacancies that have it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct OfRole {
    /// By level: 2 the same, 1 the beginning, 0 not in the title.
    pub titles: [u32; 5],
    pub other: u32,
    pub field: u32,
    pub skills: u32,
    pub duties: u32,
    pub requirements: u32,
    pub extras: u32,
    pub summaries: u32,
}

/// How much a word says about everything.
#[derive(Debug)]
pub(super) struct Sense {
    /// By index of the role.
    pub roles: Vec<OfRole>,
    /// By index of the employer.
    pub employers: Vec<u32>,
    /// By index of the industry.
    pub industries: Vec<u32>,
}

impl Lexicon {
    pub fn new(roles: &[Role], employers: &[Employer], industries: &[(String, String)]) -> Lexicon {
        let mut lexicon = Lexicon { words: BTreeMap::new() };
        for (i, role) in roles.iter().enumerate() {
            lexicon.add_role(i as u16, role);
        }
        for (i, employer) in employers.iter().enumerate() {
            lexicon.add(&employer.name, Place::Employer(i as u16));
        }
        for (i, (_, name)) in industries.iter().enumerate() {
            lexicon.add(name, Place::Industry(i as u16));
        }
        lexicon
    }

    fn add_role(&mut self, i: u16, role: &Role) {
        for (level, title) in role.titles.iter().enumerate() {
            self.add(title.as_deref().unwrap_or_default(), Place::Role(i, Part::Title(level as u8)));
        }
        role.other_titles.iter().for_each(|title| self.add(title, Place::Role(i, Part::Other)));
        self.add(&role.field, Place::Role(i, Part::Field));
        let lists: [Sentences<'_>; 5] = [
            (&role.skills, Part::Skill),
            (&role.duties, Part::Duty),
            (&role.requirements, Part::Requirement),
            (&role.extras, Part::Extra),
            (&role.summaries, Part::Summary),
        ];
        for (list, part) in lists {
            for (n, text) in list.iter().enumerate() {
                self.add(&text.replace("{company}", "").replace("{city}", ""), Place::Role(i, part(n as u8)));
            }
        }
    }

    fn add(&mut self, text: &str, place: Place) {
        for word in words(text) {
            self.words.entry(word.into_boxed_str()).or_default().push(place);
        }
    }

    /// What a word that someone typed is about.
    pub fn sense(&self, word: &str, roles: usize, employers: usize, industries: usize) -> Sense {
        let mut sense = Sense {
            roles: vec![OfRole::default(); roles],
            employers: vec![0; employers],
            industries: vec![0; industries],
        };
        for (there, places) in self.words.range(Box::from(word)..).take_while(|(there, _)| there.starts_with(word)) {
            let fit = fit(word, there);
            if fit > 0 {
                places.iter().for_each(|place| sense.note(*place, fit));
            }
        }
        sense
    }
}

impl Sense {
    fn note(&mut self, place: Place, fit: u32) {
        let most = |known: &mut u32| *known = fit.max(*known);
        match place {
            Place::Employer(i) => most(&mut self.employers[usize::from(i)]),
            Place::Industry(i) => most(&mut self.industries[usize::from(i)]),
            Place::Role(i, part) => {
                let role = &mut self.roles[usize::from(i)];
                match part {
                    Part::Title(level) => most(&mut role.titles[usize::from(level)]),
                    Part::Other => most(&mut role.other),
                    Part::Field => most(&mut role.field),
                    Part::Skill(n) => role.skills |= 1 << n,
                    Part::Duty(n) => role.duties |= 1 << n,
                    Part::Requirement(n) => role.requirements |= 1 << n,
                    Part::Extra(n) => role.extras |= 1 << n,
                    Part::Summary(n) => role.summaries |= 1 << n,
                }
            }
        }
    }
}
