//! What happened: attempts, codes, and days with their numbers.

use minijinja::value::Value as Dynamic;
use minijinja::{Error, State};

use super::{Door, Happened};
use crate::simulator::value::{list, optional, record};
use crate::world::zone;

/// `{events, codes, days}` of an application between two local dates: events that count in one of the metrics, and codes,
/// both newest first; days with the number of each metric.
pub(super) fn login_activity(
    state: &State<'_, '_>,
    app: &str,
    from: &str,
    to: &str,
    metrics: Dynamic,
) -> Result<Dynamic, Error> {
    let door = Door::of(state)?;
    let wanted: Vec<String> = metrics.try_iter()?.filter_map(|m| m.as_str().map(str::to_owned)).collect();
    let (now, home) = (door.now(), zone(door.context.clock.zone_name()));
    let day = |event: &Happened| event.at.to_zoned_datetime(home.clone()).date().to_string();
    let within = |event: &Happened| event.app == app && (from..=to).contains(&day(event).as_str());
    let mut events: Vec<Happened> = door.events().into_iter().filter(within).collect();
    events.sort_by(|a, b| (b.at, b.number, &b.id).cmp(&(a.at, a.number, &a.id)));
    let (codes, events): (Vec<Happened>, Vec<Happened>) =
        events.into_iter().partition(|event| event.kind == "two_factor_code");
    let counted = |event: &&Happened| event.counts(now).iter().any(|metric| wanted.iter().any(|w| w == metric));
    let shown: Vec<&Happened> = events.iter().filter(counted).collect();
    let mut days: Vec<(String, [usize; 3])> = Vec::new();
    for event in shown.iter().rev() {
        let date = day(event);
        if days.last().is_none_or(|(last, _)| *last != date) {
            days.push((date, [0; 3]));
        }
        if let Some((_, counts)) = days.last_mut() {
            for (at, metric) in ["loginAttempts", "successfulLogins", "failedLogins"].into_iter().enumerate() {
                counts[at] += usize::from(event.counts(now).contains(&metric));
            }
        }
    }
    Ok(record([
        ("events", list(&shown, |event| event_record(&door, event))),
        ("codes", list(&codes, |event| code_record(&door, event))),
        (
            "days",
            list(&days, |(date, counts)| {
                record([
                    ("date", Dynamic::from(date.as_str())),
                    ("loginAttempts", Dynamic::from(counts[0])),
                    ("successfulLogins", Dynamic::from(counts[1])),
                    ("failedLogins", Dynamic::from(counts[2])),
                ])
            }),
        ),
    ]))
}

fn event_record(door: &Door, event: &Happened) -> Dynamic {
    let owned = |text: &Option<String>| optional(text.as_deref().map(Dynamic::from));
    record([
        ("event_id", Dynamic::from(event.id.as_str())),
        ("at", Dynamic::from(door.local(event.at))),
        ("kind", Dynamic::from(event.kind.as_str())),
        ("result", Dynamic::from(event.outcome(door.now()))),
        ("user_id", owned(&event.user)),
        ("device_id", owned(&event.device)),
    ])
}

fn code_record(door: &Door, event: &Happened) -> Dynamic {
    let owned = |text: &Option<String>| optional(text.as_deref().map(Dynamic::from));
    record([
        ("challenge_id", Dynamic::from(event.id.as_str())),
        ("at", Dynamic::from(door.local(event.at))),
        ("user_id", owned(&event.user)),
        ("method", owned(&event.method)),
        ("sent_to", owned(&event.sent_to)),
    ])
}
