//! What signers do after they were asked: read it, then sign, decline, or let it lie.

use jiff::{Timestamp, ToSpan};

use crate::world::seed::{Seed, Stream};

/// Days after which a round of signing is over.
pub const DAYS: i64 = 30;

/// One signer of one round.
#[derive(Clone, Debug, PartialEq)]
pub struct Signing {
    /// Address.
    pub email: String,
    /// When it was their turn; none when it never came to that.
    pub asked: Option<Timestamp>,
    /// When they opened it.
    pub viewed: Option<Timestamp>,
    /// When they signed.
    pub signed: Option<Timestamp>,
    /// When they declined.
    pub declined: Option<Timestamp>,
}

/// A reminder to somebody.
#[derive(Clone, Debug, PartialEq)]
pub struct Nudge {
    /// Its id.
    pub id: String,
    /// Who got it.
    pub email: String,
    /// When.
    pub at: Timestamp,
}

/// One round of signing as it will go if nobody interferes.
#[derive(Clone, Debug)]
pub(super) struct Round {
    pub signings: Vec<Signing>,
    /// When it is over, and how.
    pub ends: Timestamp,
    pub outcome: Outcome,
}

/// How a round ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    Completed,
    Declined,
    Expired,
}

/// How fast somebody is, the same in every world: most answer within days, some take weeks.
fn is_slow(email: &str) -> bool {
    Seed(0).stream(&["signing", "pace", "21", &email.to_lowercase()]).chance(0.15)
}

/// What the signers do in a round that starts at a moment. `key` is document and number of the round.
pub(super) fn round(
    seed: Seed,
    key: &[&str; 2],
    signers: &[String],
    in_order: bool,
    start: Timestamp,
    nudges: &[Nudge],
) -> Round {
    let deadline = start + (DAYS * 24).hours();
    let mut round = Round { signings: Vec::new(), ends: deadline, outcome: Outcome::Expired };
    let mut turn = Some(start);
    for email in signers {
        let asked = if in_order { turn } else { Some(start) };
        let signing = asked.map_or_else(|| never(email), |at| answer(seed, key, email, at, nudges));
        turn = signing.signed;
        round.signings.push(signing);
    }
    let declined = round.signings.iter().filter_map(|s| s.declined).min();
    let all = round.signings.iter().map(|s| s.signed).collect::<Option<Vec<_>>>();
    let completed = all.and_then(|times| times.into_iter().max());
    match (declined, completed) {
        (Some(at), _) if at < deadline => (round.ends, round.outcome) = (at, Outcome::Declined),
        (None, Some(at)) if at < deadline => (round.ends, round.outcome) = (at, Outcome::Completed),
        _ => {}
    }
    round.cut(round.ends);
    round
}

impl Round {
    /// Moves everything after a moment to a later time.
    pub fn shift(&mut self, after: Timestamp, by: jiff::SignedDuration) {
        let later = |at: Timestamp| if at > after { at + by } else { at };
        for signing in &mut self.signings {
            for time in [&mut signing.asked, &mut signing.viewed, &mut signing.signed, &mut signing.declined] {
                *time = time.map(later);
            }
        }
        self.ends = later(self.ends);
    }

    /// Forgets what would have happened after a moment.
    pub fn cut(&mut self, end: Timestamp) {
        for signing in &mut self.signings {
            for time in [&mut signing.asked, &mut signing.viewed, &mut signing.signed, &mut signing.declined] {
                *time = time.filter(|at| *at <= end);
            }
        }
    }
}

fn never(email: &str) -> Signing {
    Signing { email: email.to_owned(), asked: None, viewed: None, signed: None, declined: None }
}

/// What one signer does who was asked at a moment.
fn answer(seed: Seed, key: &[&str; 2], email: &str, asked: Timestamp, nudges: &[Nudge]) -> Signing {
    let mut stream = seed.stream(&["signing", "answer", key[0], key[1], &email.to_lowercase()]);
    let slow = is_slow(email);
    let viewed = asked + minutes(&mut stream, if slow { (2.0, 5.0) } else { (0.02, 2.0) });
    let (fate, natural) = (stream.unit(), viewed + minutes(&mut stream, if slow { (10.0, 18.0) } else { (0.01, 4.0) }));
    let declines = fate < 0.05;
    let own = (fate < 0.9).then_some(natural);
    let mut acts = own;
    for nudge in nudges.iter().filter(|n| n.email.to_lowercase() == email.to_lowercase() && n.at >= asked) {
        let mut push = seed.stream(&["signing", "nudge", key[0], key[1], &nudge.id]);
        let pushed = nudge.at + minutes(&mut push, (0.05, 1.2));
        // A reminder helps in two cases of three, and never makes anybody later.
        if push.chance(0.67) && acts.is_none_or(|at| pushed < at) && own.is_none_or(|at| nudge.at < at) {
            acts = Some(pushed);
        }
    }
    let viewed = acts.map_or(viewed, |at| viewed.min(at - 2.minutes())).max(asked);
    let signed = acts.filter(|_| !declines);
    Signing {
        email: email.to_owned(),
        asked: Some(asked),
        viewed: Some(viewed),
        signed,
        declined: acts.filter(|_| declines),
    }
}

/// So many days, to the minute.
fn minutes(stream: &mut Stream, days: (f64, f64)) -> jiff::Span {
    ((stream.between(days.0, days.1) * 1440.0).ceil() as i64).minutes()
}
