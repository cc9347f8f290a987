//! One document: a paper of a quarter, or one of the session's.

use jiff::civil::{Date, date};
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};

use super::tables::Signatures;
use crate::world::seed::{Seed, Stream};

/// The first quarter with papers.
const FIRST: Date = date(2024, 1, 1);

/// Where a document comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A paper that every world has.
    World,
    /// One that came with the session.
    Account,
    /// Made from a template of the session.
    Template,
}

/// A document before anybody did anything with it.
#[derive(Clone, Debug)]
pub struct Paper {
    /// Its id, e.g. `DOC-2026Q1-07`.
    pub id: String,
    /// What it is called.
    pub title: String,
    /// What kind of paper it is, e.g. `lease`.
    pub kind: String,
    /// Where it lies.
    pub path: String,
    /// Address of whoever drew it up; empty for the session's user.
    pub owner: String,
    /// Fields and what stands in them.
    pub fields: Vec<(String, Option<String>)>,
    /// Addresses of the signers who were planned, in their order.
    pub signers: Vec<String>,
    /// Whether they sign one after the other.
    pub in_order: bool,
    /// When it was drawn up.
    pub created: Timestamp,
    /// When it goes out to its signers by itself.
    pub sent: Option<Timestamp>,
    /// Its look at first.
    pub branding: Option<String>,
    /// Where it comes from.
    pub origin: Origin,
}

impl Signatures {
    /// The paper of an id that had been drawn up by now; case does not matter.
    pub fn paper(&self, id: &str, now: Timestamp) -> Option<Paper> {
        self.slot(id).filter(|paper| paper.created <= now)
    }

    /// The paper of an id, drawn up or not yet.
    pub fn slot(&self, id: &str) -> Option<Paper> {
        let plain = id.trim().to_ascii_uppercase();
        let (quarter, number) = plain.strip_prefix("DOC-")?.split_once('-')?;
        let start = quarter_start(quarter)?;
        let index = number.parse::<usize>().ok().filter(|n| *n >= 1 && number.len() == 2)? - 1;
        self.paper_of(index, start).filter(|paper| paper.id == plain)
    }

    /// All papers that were drawn up within so many days before now, the oldest quarter first; only those that somebody is
    /// planned to sign, when an address in lower case is given.
    pub fn papers(&self, now: Timestamp, days: i64, signer: Option<&str>) -> Vec<Paper> {
        let signs =
            |index: &usize| signer.is_none_or(|email| self.drafts[*index].signers.iter().any(|signer| signer == email));
        let today = now.to_zoned_datetime(TimeZone::UTC).date();
        let (first, mut papers) = (today.saturating_sub(days.days()), Vec::new());
        let mut start = quarter_of(first);
        while start <= today {
            let of_quarter = (0..self.drafts.len()).filter(signs).filter_map(|index| self.paper_of(index, start));
            papers.extend(of_quarter.filter(|paper| paper.created <= now));
            start = start.saturating_add(3.months());
        }
        papers
    }

    /// Days are the same in every world, so that a paper that can be spoken of in one can be in all.
    fn paper_of(&self, index: usize, start: Date) -> Option<Paper> {
        let draft = self.drafts.get(index).filter(|_| start >= FIRST)?;
        let quarter = name_of(start);
        let id = format!("DOC-{quarter}-{:02}", index + 1);
        let mut stream = Seed(0).stream(&["signing", "paper", &id]);
        let created = moment(start, stream.within(0, 80), &mut stream);
        // Most go out within days; some lie as drafts for weeks.
        let wait = if stream.chance(0.65) { stream.within(0, 3) } else { stream.within(8, 30) };
        let sent = created + (wait * 24).hours() + (30 + stream.within(0, 300)).minutes();
        let fields =
            draft.fields.iter().map(|field| (field.clone(), Some(self.value(draft, field, created, &mut stream))));
        Some(Paper {
            title: draft.title.clone(),
            kind: draft.kind.clone(),
            path: format!("/{quarter}{}", draft.path),
            owner: draft.owner.clone(),
            fields: fields.collect(),
            signers: draft.signers.clone(),
            in_order: draft.in_order,
            created,
            sent: Some(sent),
            branding: None,
            origin: Origin::World,
            id,
        })
    }

    fn value(&self, draft: &super::tables::Draft, field: &str, created: Timestamp, stream: &mut Stream) -> String {
        let values = self.values.get(field).map_or(&[][..], Vec::as_slice);
        let value = stream.pick(values).map_or("", String::as_str);
        let name = |email: &String| self.person(email).map_or(email.clone(), |person| person.name.clone());
        let day = created.to_zoned_datetime(TimeZone::UTC).date();
        match value {
            "@first" => draft.signers.first().map(name).unwrap_or_default(),
            "@last" => draft.signers.last().map(name).unwrap_or_default(),
            "@all" => draft.signers.iter().map(name).collect::<Vec<_>>().join(", "),
            "@past" => day.saturating_sub(stream.within(2, 20).days()).to_string(),
            "@soon" => day.saturating_add(stream.within(20, 70).days()).to_string(),
            "@later" => day.saturating_add(stream.within(300, 800).days()).to_string(),
            plain => plain.to_owned(),
        }
    }
}

impl Paper {
    /// The fields as they stand in a draft: every other one is empty until the paper goes out.
    pub fn draft_fields(&self) -> Vec<(String, Option<String>)> {
        let drafted = |(i, (field, value)): (usize, &(String, Option<String>))| {
            let kept = self.origin != Origin::World || i % 2 == 0;
            (field.clone(), value.clone().filter(|_| kept))
        };
        self.fields.iter().enumerate().map(drafted).collect()
    }
}

/// `2026Q1` of the first of January 2026.
fn name_of(start: Date) -> String {
    format!("{}Q{}", start.year(), (start.month() - 1) / 3 + 1)
}

fn quarter_start(name: &str) -> Option<Date> {
    let (year, quarter) = name.split_once('Q')?;
    let quarter: i8 = quarter.parse().ok().filter(|q| (1..=4).contains(q))?;
    let year: i16 = year.parse().ok().filter(|y| (2000..=2200).contains(y))?;
    Date::new(year, 3 * quarter - 2, 1).ok()
}

fn quarter_of(day: Date) -> Date {
    Date::new(day.year(), (day.month() - 1) / 3 * 3 + 1, 1).unwrap_or(FIRST).max(FIRST)
}

/// Some time in office hours of the day so many days after another, UTC.
fn moment(start: Date, days: i64, stream: &mut Stream) -> Timestamp {
    let day = start.saturating_add(days.days());
    let hour = 7 + stream.below(9) as i8;
    let time = day.at(hour, stream.below(60) as i8, 0, 0).to_zoned_datetime(TimeZone::UTC);
    time.map_or(Timestamp::UNIX_EPOCH, |zoned| zoned.timestamp())
}
