//! The vacancy of a desk in a stretch of weeks.

use std::sync::{Arc, PoisonError};

use jiff::ToSpan;
use jiff::civil::{Date, date};

use super::dice::{Dice, What, unit};
use super::id::Slot;
use super::kinds::{Contract, Level, Reach, Workplace};
use super::pay::Pay;
use super::tables::{Employer, Jobs, Office, Role};
use crate::world::seed::{Field, Seed};

/// The day from which stretches are counted.
const EPOCH: Date = date(2023, 1, 2);

/// Days between the start of a stretch and the day of posting, at most.
const WAIT: i64 = 14;

/// Days for which a vacancy is open.
const OPEN: (i64, i64) = (30, 55);

/// Places for desks that an employer has in the numbering.
const DESKS: u32 = 32;

/// Days whose open vacancies are kept at hand: searches of one session are about one day.
const BOARDS: usize = 4;

/// What is open in a world on a day.
#[derive(Debug)]
pub(super) struct Board {
    seed: Seed,
    day: Date,
    postings: Arc<[Posting]>,
}

/// One who hires for an employer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Desk {
    /// Which of all desks; part of ids.
    pub number: u32,
    /// Index of the employer.
    pub employer: usize,
    /// Days of a stretch.
    period: i64,
    /// Days from the start of stretch 0 to the epoch.
    phase: i64,
}

impl Desk {
    /// The desks of all employers: the larger an employer, the more.
    pub fn all(employers: &[Employer]) -> Vec<Desk> {
        // Seed 0 and not the world's: days are the same in every world, or an id would be posted in some only.
        let calendar = Seed(0).field(&["jobs", "calendar"]);
        let mut desks = Vec::new();
        for (employer, about) in employers.iter().enumerate() {
            let count = match about.employees {
                0..25 => 2,
                25..60 => 4,
                60..120 => 5,
                120..400 => 7,
                400..1000 => 10,
                1000..1500 => 14,
                1500..2500 => 20,
                _ => 32,
            };
            for number in (employer as u32 * DESKS..).take(count) {
                let period = 70 + below(calendar, number, 0, 21);
                desks.push(Desk { number, employer, period, phase: below(calendar, number, 1, period) });
            }
        }
        desks
    }

    /// The stretch in which a day lies.
    fn stretch(&self, day: i64) -> i64 {
        (day + self.phase).div_euclid(self.period)
    }

    fn start(&self, stretch: i64) -> i64 {
        stretch * self.period - self.phase
    }
}

fn below(field: Field, desk: u32, what: i64, n: i64) -> i64 {
    (unit(field.lattice(i64::from(desk), 0, what)) * n as f64) as i64
}

/// A vacancy. What only some callers ask for (pay, hours, parts of its text) is worked out when it is asked for, since a
/// search looks at hundreds and shows a few.
#[derive(Clone, Copy, Debug)]
pub struct Posting {
    pub(super) slot: Slot,
    pub(super) dice: Dice,
    /// Index of the employer.
    pub employer: usize,
    /// Index of the role.
    pub role: usize,
    /// Index of the office.
    pub office: usize,
    /// How far along someone has to be.
    pub level: Level,
    /// How someone is employed.
    pub contract: Contract,
    /// Where the work is done.
    pub workplace: Workplace,
    /// From where, when it is remote.
    pub reach: Reach,
    /// First day, in UTC.
    pub posted: Date,
    /// Last day, in UTC.
    pub closes: Date,
}

/// Parts of the text of a vacancy that it shares with others of its role, as bits.
#[derive(Clone, Copy, Debug)]
pub(super) enum List {
    Skills,
    Duties,
    Requirements,
    Extras,
}

impl Posting {
    /// Its id.
    pub fn id(&self) -> String {
        self.slot.id()
    }

    /// Months after which it ends, when it does.
    pub fn months(&self) -> Option<u8> {
        match self.contract {
            Contract::FullTime | Contract::PartTime => None,
            Contract::Temporary => Some(2 + self.dice.below(What::Months, 5) as u8),
            Contract::Internship => Some(3 + self.dice.below(What::Months, 4) as u8),
            Contract::Fixed => Some([6, 9, 12, 12, 18, 24][self.dice.below(What::Months, 6)]),
        }
    }

    /// Whether one can apply on a day.
    pub fn is_open(&self, day: Date) -> bool {
        self.posted <= day && day <= self.closes
    }
}

impl Jobs {
    /// The vacancy of an id, when it had been posted by a day.
    pub fn posting(&self, seed: Seed, id: &str, day: Date) -> Option<Posting> {
        let slot = Slot::parse(id)?;
        let desk = self.desks.binary_search_by_key(&slot.desk, |desk| desk.number).ok()?;
        let posting = self.vacancy(seed.field(&["jobs"]), &self.desks[desk], i64::from(slot.stretch))?;
        (posting.posted <= day).then_some(posting)
    }

    /// All vacancies that are open on a day, by desk.
    pub fn open(&self, seed: Seed, day: Date) -> Arc<[Posting]> {
        let boards = self.boards.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(board) = boards.iter().find(|board| board.seed == seed && board.day == day) {
            return board.postings.clone();
        }
        drop(boards);
        let postings: Arc<[Posting]> = self.all_open(seed, day).collect();
        let mut boards = self.boards.write().unwrap_or_else(PoisonError::into_inner);
        boards.truncate(BOARDS - 1);
        boards.insert(0, Board { seed, day, postings: postings.clone() });
        postings
    }

    fn all_open(&self, seed: Seed, day: Date) -> impl Iterator<Item = Posting> + '_ {
        let (field, number) = (seed.field(&["jobs"]), number_of(day));
        self.desks.iter().filter_map(move |desk| {
            let stretch = desk.stretch(number);
            let (from, to) = days_open(dice(field, desk, stretch), desk, stretch);
            if number < from || number > to {
                return None;
            }
            self.vacancy(field, desk, stretch)
        })
    }

    /// The role that a posting is for.
    pub fn role_of(&self, posting: &Posting) -> &Role {
        &self.roles[posting.role]
    }

    /// Who posted it.
    pub fn employer_of(&self, posting: &Posting) -> &Employer {
        &self.employers[posting.employer]
    }

    /// Where it is.
    pub fn office_of(&self, posting: &Posting) -> &Office {
        &self.offices[posting.office]
    }

    /// What it is called.
    pub fn title(&self, posting: &Posting) -> &str {
        self.roles[posting.role].titles[posting.level as usize].as_deref().unwrap_or_default()
    }

    /// What it pays.
    pub fn pay(&self, posting: &Posting) -> Pay {
        let office = &self.offices[posting.office];
        let wage = &self.wages[&office.country];
        Pay::of(posting.dice, &self.roles[posting.role], posting.level, wage, &office.currency)
    }

    /// Hours a week.
    pub fn hours(&self, posting: &Posting) -> f64 {
        match posting.contract {
            Contract::PartTime => 16.0 + 4.0 * posting.dice.below(What::Hours, 5) as f64,
            _ => self.wages[&self.offices[posting.office].country].weekly_hours,
        }
    }

    /// The skills that it asks for.
    pub fn skills(&self, posting: &Posting) -> impl Iterator<Item = &str> {
        chosen(&self.roles[posting.role].skills, self.bits(posting, List::Skills))
    }

    /// Which of the sentences of its role are in a vacancy.
    pub(super) fn bits(&self, posting: &Posting, list: List) -> u32 {
        let role = &self.roles[posting.role];
        let (what, take, of) = match list {
            List::Skills => (What::Skills, 5, role.skills.len()),
            List::Duties => (What::Duties, 5, role.duties.len()),
            List::Requirements => (What::Requirements, 4, role.requirements.len()),
            List::Extras => (What::Extras, 2, role.extras.len()),
        };
        posting.dice.some(what, take, of)
    }

    /// Which of its role's summaries a vacancy has.
    pub(super) fn summary_of(&self, posting: &Posting) -> usize {
        posting.dice.below(What::Summary, self.roles[posting.role].summaries.len())
    }

    /// People who have applied by a day, without those of the session: more each day, fewer and fewer new ones.
    pub fn applicants(&self, posting: &Posting, day: Date) -> u32 {
        let days = (number_of(day.min(posting.closes)) - number_of(posting.posted)).max(0) as f64;
        let popularity = posting.dice.roll(What::Applicants);
        let most = 3.0 + 60.0 * popularity * popularity;
        (most * days / (days + 12.0)).floor() as u32
    }

    fn vacancy(&self, field: Field, desk: &Desk, stretch: i64) -> Option<Posting> {
        let dice = dice(field, desk, stretch);
        let stretch_number = u32::try_from(stretch).ok().filter(|s| *s < Slot::STRETCHES)?;
        let employer = &self.employers[desk.employer];
        let office = employer.offices[dice.below(What::Office, employer.offices.len())];
        let role = pick_role(dice, employer);
        let about = &self.roles[role];
        let contract = pick_contract(dice, about);
        let level = pick_level(dice, about, contract);
        let places: Vec<Workplace> = about.workplaces.chars().filter_map(Workplace::of_letter).collect();
        let reach = dice.roll(What::Reach);
        let (from, to) = days_open(dice, desk, stretch);
        Some(Posting {
            slot: Slot { desk: desk.number, stretch: stretch_number },
            dice,
            employer: desk.employer,
            role,
            office,
            level,
            contract,
            workplace: *places.get(dice.below(What::Workplace, places.len()))?,
            reach: if reach < 0.6 {
                Reach::Country
            } else if reach < 0.85 {
                Reach::Continent
            } else {
                Reach::World
            },
            posted: day_of(from)?,
            closes: day_of(to)?,
        })
    }
}

/// The things whose bits are set.
pub(super) fn chosen(all: &[String], bits: u32) -> impl Iterator<Item = &str> {
    all.iter().enumerate().filter(move |(i, _)| bits >> i & 1 == 1).map(|(_, text)| text.as_str())
}

fn dice(field: Field, desk: &Desk, stretch: i64) -> Dice {
    Dice { field, desk: i64::from(desk.number), stretch }
}

/// First and last day. Both lie in the stretch, so that no other needs to be looked at.
fn days_open(dice: Dice, desk: &Desk, stretch: i64) -> (i64, i64) {
    let from = desk.start(stretch) + dice.below(What::Posted, WAIT as usize) as i64;
    let days = OPEN.0 + dice.below(What::Open, (OPEN.1 - OPEN.0 + 1) as usize) as i64;
    (from, from + days - 1)
}

fn pick_role(dice: Dice, employer: &Employer) -> usize {
    let own = employer.any_roles.is_empty() || dice.roll(What::Own) < 0.72;
    let roles = if own { &employer.own_roles } else { &employer.any_roles };
    roles[dice.below(What::Role, roles.len())]
}

/// The table lists contracts from the most to the least usual.
fn pick_contract(dice: Dice, role: &Role) -> Contract {
    const SHARE: [f64; 5] = [0.58, 0.18, 0.11, 0.08, 0.05];
    let kinds: Vec<Contract> = role.types.chars().filter_map(Contract::of_letter).collect();
    let whole: f64 = SHARE.iter().take(kinds.len()).sum();
    let mut left = dice.roll(What::Contract) * whole;
    let found = kinds.iter().zip(SHARE).find(|(_, share)| {
        left -= share;
        left < 0.0
    });
    found.map_or(Contract::FullTime, |(kind, _)| *kind)
}

fn pick_level(dice: Dice, role: &Role, contract: Contract) -> Level {
    const SHARE: [(Level, f64); 4] =
        [(Level::Junior, 0.2), (Level::Experienced, 0.45), (Level::Senior, 0.25), (Level::Lead, 0.1)];
    if contract == Contract::Internship {
        return Level::Intern;
    }
    let exists = |level: Level| role.titles[level as usize].is_some();
    let whole: f64 = SHARE.iter().filter(|(level, _)| exists(*level)).map(|(_, share)| share).sum();
    let mut left = dice.roll(What::Level) * whole;
    let found = SHARE.iter().filter(|(level, _)| exists(*level)).find(|(_, share)| {
        left -= share;
        left < 0.0
    });
    found.map_or(Level::Experienced, |(level, _)| *level)
}

/// Days since the epoch.
pub(super) fn number_of(day: Date) -> i64 {
    EPOCH.until(day).map_or(0, |span| i64::from(span.get_days()))
}

pub(super) fn day_of(number: i64) -> Option<Date> {
    EPOCH.checked_add(number.days()).ok()
}
