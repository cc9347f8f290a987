//! What becomes of an application: it is read, and then somebody says yes, no, or nothing.

use jiff::civil::{Date, Time, Weekday};
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};

use super::posting::Posting;
use super::tables::Jobs;
use crate::world::seed::{Seed, Stream};

/// How far an application has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// Sent, not read yet.
    Submitted,
    /// Somebody reads it.
    InReview,
    /// Invited to talk.
    Interview,
    /// They would like to hire.
    Offer,
    /// They have said no.
    Rejected,
    /// The vacancy is filled or withdrawn, without a word on this application.
    Closed,
}

impl Stage {
    /// A code that never changes, e.g. `in_review`.
    pub fn code(self) -> &'static str {
        ["submitted", "in_review", "interview", "offer", "rejected", "closed"][self as usize]
    }
}

/// How it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// With a contract to sign.
    Offer,
    /// With a no.
    Rejected,
    /// Without an answer.
    Closed,
}

impl Fate {
    /// Of its code.
    pub fn named(code: &str) -> Option<Fate> {
        match code {
            "offer" => Some(Fate::Offer),
            "rejected" => Some(Fate::Rejected),
            "closed" => Some(Fate::Closed),
            _ => None,
        }
    }
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// When.
    pub at: Timestamp,
    /// To what stage it led.
    pub stage: Stage,
    /// What it was, in a sentence.
    pub note: String,
}

/// Everything that has happened until a moment.
#[derive(Clone, Debug, PartialEq)]
pub struct Application {
    /// In order of time; the first is the sending.
    pub events: Vec<Event>,
    /// When the interview is, once there is an invitation and until it is over.
    pub interview: Option<Timestamp>,
}

impl Application {
    /// The stage of the last event.
    pub fn stage(&self) -> Stage {
        self.events.last().map_or(Stage::Submitted, |event| event.stage)
    }
}

/// The whole story, told or not.
struct Story {
    events: Vec<Event>,
    interview: Option<Timestamp>,
}

impl Jobs {
    /// What has become of an application by now. Its fate is seeded unless it is given.
    pub fn application(
        &self,
        seed: Seed,
        id: &str,
        posting: &Posting,
        applied: Timestamp,
        fate: Option<Fate>,
        now: Timestamp,
    ) -> Application {
        let zone = crate::world::zone(&self.office_of(posting).timezone);
        let mut story = self.story(seed.stream(&["jobs", "application", id]), posting, applied, fate, &zone);
        story.events.retain(|event| event.at <= now);
        let invited = story.events.iter().any(|event| event.stage == Stage::Interview);
        Application { interview: story.interview.filter(|at| invited && now < *at), events: story.events }
    }

    fn story(
        &self,
        mut stream: Stream,
        posting: &Posting,
        applied: Timestamp,
        fate: Option<Fate>,
        zone: &TimeZone,
    ) -> Story {
        let employer = &self.employer_of(posting).name;
        let mut events = vec![event(applied, Stage::Submitted, "Application sent.".to_owned())];
        let drawn = stream.unit();
        let fate = fate.unwrap_or(match drawn {
            ..0.3 => Fate::Offer,
            ..0.85 => Fate::Rejected,
            _ => Fate::Closed,
        });
        let talks = fate == Fate::Offer || (fate == Fate::Rejected && stream.chance(0.4));
        let read = later(&mut stream, applied, (1, 4), zone);
        events.push(event(read, Stage::InReview, format!("{employer} has opened the application.")));
        if fate == Fate::Closed {
            let closed = later(&mut stream, read.max(end_of(posting.closes)), (10, 16), zone);
            events.push(event(
                closed,
                Stage::Closed,
                "The vacancy is filled; applications without an answer are closed.".into(),
            ));
            return Story { events, interview: None };
        }
        if !talks {
            let no = later(&mut stream, read, (3, 12), zone);
            events.push(event(no, Stage::Rejected, format!("{employer} continues with other candidates.")));
            return Story { events, interview: None };
        }
        let invited = later(&mut stream, read, (2, 7), zone);
        let talk = later(&mut stream, invited, (4, 9), zone);
        events.push(event(invited, Stage::Interview, format!("{employer} invites you to an interview.")));
        let end = later(&mut stream, talk, (2, 7), zone);
        events.push(match fate {
            Fate::Offer => event(end, Stage::Offer, format!("{employer} makes an offer.")),
            _ => event(end, Stage::Rejected, format!("{employer} chose another candidate after the interviews.")),
        });
        Story { events, interview: Some(talk) }
    }
}

/// Year and month of a sample application, e.g. of `APP-SAMPLE-2026-02`: the day and hour at which it was sent, in UTC.
pub fn sample_month(id: &str) -> Option<Timestamp> {
    let plain = id.trim().to_ascii_uppercase();
    let month = plain.strip_prefix("APP-SAMPLE-")?;
    let day: Date = format!("{month}-10").parse().ok()?;
    if day.to_string() != format!("{month}-10") || day.year() < 2024 {
        return None;
    }
    day.at(10, 0, 0, 0).to_zoned_datetime(TimeZone::UTC).ok().map(|zoned| zoned.timestamp())
}

fn event(at: Timestamp, stage: Stage, note: String) -> Event {
    Event { at, stage, note }
}

/// Some days later, on a working day, in office hours, to the quarter.
fn later(stream: &mut Stream, from: Timestamp, days: (i64, i64), zone: &TimeZone) -> Timestamp {
    let start = from.to_zoned_datetime(zone.clone()).date();
    let mut day = start.saturating_add(stream.within(days.0, days.1).days());
    while matches!(day.weekday(), Weekday::Saturday | Weekday::Sunday) {
        day = day.saturating_add(1.day());
    }
    let time = Time::constant(9 + stream.below(8) as i8, 15 * stream.below(4) as i8, 0, 0);
    // A time that a zone leaves out, which no office hour is, would fall on the moment before.
    day.to_datetime(time).to_zoned_datetime(zone.clone()).map_or(from, |zoned| zoned.timestamp())
}

fn end_of(day: Date) -> Timestamp {
    day.at(23, 59, 59, 0).to_zoned_datetime(TimeZone::UTC).map_or(Timestamp::UNIX_EPOCH, |zoned| zoned.timestamp())
}
