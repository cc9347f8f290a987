//! What happened to something, as dated events.

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use serde_json::{Value, json};

use super::time;
use crate::world::models::internet::At;
use crate::world::models::internet::link::Place;
use crate::world::models::internet::threat::Threat;
use crate::world::models::internet::verdict::{Entity, Judgement, Verdict};
use crate::world::models::internet::{Name, host::Host};

/// When something was first and last seen; none where it never was.
pub(super) fn seen(at: &At<'_>, entity: &Entity, judged: &Judgement<'_>) -> (Option<Timestamp>, Option<Timestamp>) {
    if judged.verdict == Verdict::Unknown {
        return (None, None);
    }
    let moments: Vec<Timestamp> = dated(at, entity, judged).into_iter().map(|e| e.0).collect();
    let first = moments.iter().min().copied();
    let look = host(at, entity).map(|h| at.last_look(h));
    (first, look.or(moments.iter().max().copied()).max(first))
}

/// Events, latest first.
pub(super) fn events(at: &At<'_>, entity: &Entity, judged: &Judgement<'_>) -> Value {
    let mut all = dated(at, entity, judged);
    all.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(b.1)));
    all.into_iter()
        .map(|(moment, event, detail)| json!({"at": time(moment), "event": event, "detail": detail}))
        .collect()
}

type Event = (Timestamp, &'static str, String);

fn dated(at: &At<'_>, entity: &Entity, judged: &Judgement<'_>) -> Vec<Event> {
    let mut found = Vec::new();
    match entity {
        Entity::Address(_) => {}
        Entity::Domain(name) => of_name(at, name, &mut found),
        Entity::Url(link) => {
            if let Place::Name(name) = &link.place {
                of_name(at, name, &mut found);
            }
        }
    }
    if let Some(host) = host(at, entity) {
        if matches!(entity, Entity::Address(_)) || name_is_address(entity) {
            found.push((start(host.since), "first_seen", format!("A machine was first seen at {}.", host.address)));
        }
        if let Some((noise, _)) = judged.noise {
            found.push((start(noise.first), "reported", format!("It {}.", noise.words())));
            if let Some(until) = noise.until.filter(|until| *until <= at.today()) {
                found.push((start(until), "quiet", "No complaint came in after this day.".to_owned()));
            }
        }
    }
    for threat in judged.threats.iter().chain(&judged.past) {
        of_threat(at, threat, &mut found);
    }
    found.retain(|(moment, _, _)| *moment <= at.now);
    found
}

fn name_is_address(entity: &Entity) -> bool {
    matches!(entity, Entity::Url(link) if matches!(link.place, Place::Address(_)))
}

fn of_name(at: &At<'_>, name: &Name, found: &mut Vec<Event>) {
    let Some((domain, entry)) = at.domain_of(name).and_then(|d| Some((d, at.registration(d)?))) else { return };
    found.push((entry.created, "registered", format!("{} was registered.", domain.name)));
    let paid = entry.expires.strftime("%Y-%m-%d");
    found.push((entry.updated, "updated", format!("The entry of the domain was changed; it is paid until {paid}.")));
    if let Some(moment) = at.appeared(domain, name.label()).filter(|_| name.label() != "@") {
        found.push((moment, "appeared", format!("{name} appeared in the DNS.")));
    }
    let lines = at.net.certificates.iter().enumerate().filter(|(_, line)| line.is_for(name.as_str()));
    for issued in lines.filter_map(|(line, _)| at.current_certificate(line)) {
        let until = issued.not_after.strftime("%Y-%m-%d");
        found.push((
            issued.not_before,
            "certificate",
            format!("A certificate for {} was issued, good until {until}.", issued.line.name),
        ));
    }
    if let Some(ends) = domain.ends.filter(|_| entry.suspended) {
        found.push((start(ends), "suspended", "The domain was taken out of the DNS.".to_owned()));
    }
}

fn of_threat(at: &At<'_>, threat: &Threat, found: &mut Vec<Event>) {
    let what = threat.expression();
    found.push((start(threat.first), "listed", format!("{what} was listed for {}.", threat.kind.words())));
    if let Some(until) = threat.until.filter(|until| *until <= at.today()) {
        found.push((start(until), "taken_down", format!("{what} was taken down.")));
    }
}

/// The machine of an address, or the first one behind a name.
fn host<'a>(at: &At<'a>, entity: &Entity) -> Option<&'a Host> {
    let of_name = |name: &Name| at.hosts_of(name).first().map(|h| &at.net.hosts[*h]);
    match entity {
        Entity::Address(address) => at.host(*address),
        Entity::Domain(name) => of_name(name),
        Entity::Url(link) => match &link.place {
            Place::Name(name) => of_name(name),
            Place::Address(address) => at.host(*address),
        },
    }
}

fn start(day: Date) -> Timestamp {
    day.to_zoned_datetime(TimeZone::UTC).map_or(Timestamp::UNIX_EPOCH, |z| z.timestamp())
}
