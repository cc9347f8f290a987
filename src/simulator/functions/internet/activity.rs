//! What was done: the session's own rows, and what users did in the days before.

use std::collections::BTreeMap;

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};
use minijinja::value::Value as Dynamic;
use minijinja::{Environment, Error, State};
use serde_json::{Value, json};

use super::links::{CATEGORIES, advice};
use super::{Web, give, time};
use crate::simulator::functions::time::date;
use crate::world::models::internet::link::{Link, Place};
use crate::world::models::internet::verdict::Entity;
use crate::world::models::internet::{At, Role};

/// The session's checks of links.
const CHECKS: &str = "link_checks";

/// Events that one report lists, at most: the latest.
const MOST_EVENTS: usize = 200;

/// Domains that a report ranks.
const TOP: usize = 5;

pub(super) fn register(env: &mut Environment<'static>) {
    env.add_function("link_activity", link_activity);
}

/// Something that was done.
struct Event {
    moment: Timestamp,
    id: String,
    /// `link_check` or `category_change`.
    kind: &'static str,
    /// Link or category.
    subject: String,
    /// Verdict of a check, or what a change did.
    result: String,
    /// What the session's rules said.
    action: String,
}

/// A report on a user for some of the user's days.
fn link_activity(state: &State<'_, '_>, user: i64, from: &str, to: &str, details: bool) -> Result<Dynamic, Error> {
    let web = Web::of(state)?;
    let (from, to) = (date(from)?, date(to)?);
    let own_zone = crate::world::zone(web.context.clock.zone_name());
    let day_of = |moment: Timestamp| moment.to_zoned_datetime(own_zone.clone()).date();
    let mut events: Vec<Event> = before_session(&web, user, from, to);
    events.extend(own_checks(&web, user));
    events.extend(changes(&web));
    events.retain(|e| e.moment <= web.context.clock.now() && (from..=to).contains(&day_of(e.moment)));
    events.sort_by(|a, b| b.moment.cmp(&a.moment).then_with(|| a.id.cmp(&b.id)));
    let checks: Vec<&Event> = events.iter().filter(|e| e.kind == "link_check").collect();
    let count = |result: &str| checks.iter().filter(|e| e.result == result).count();
    let mut report = json!({
        "totals": {
            "links_checked": checks.len(),
            "safe": count("safe"), "caution": count("caution"), "unsafe": count("unsafe"), "unknown": count("unknown"),
            "blocked": checks.iter().filter(|e| e.action == "block").count(),
            "category_changes": events.len() - checks.len(),
        },
        "by_day": by_day(&checks, &day_of),
        "top_domains": top_domains(&checks),
        "details": null,
        "more_details": 0,
    });
    if details {
        report["details"] = events.iter().take(MOST_EVENTS).map(described).collect();
        report["more_details"] = json!(events.len().saturating_sub(MOST_EVENTS));
    }
    Ok(give(&report))
}

fn by_day(checks: &[&Event], day_of: &dyn Fn(Timestamp) -> Date) -> Vec<Value> {
    let mut days: BTreeMap<Date, (u32, u32)> = BTreeMap::new();
    for check in checks {
        let day = days.entry(day_of(check.moment)).or_default();
        day.0 += 1;
        day.1 += u32::from(check.result == "unsafe");
    }
    days.iter().map(|(day, (all, bad))| json!({"date": day.to_string(), "links_checked": all, "unsafe": bad})).collect()
}

fn top_domains(checks: &[&Event]) -> Vec<Value> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for check in checks {
        if let Ok(link) = Link::parse(&check.subject) {
            let name = match &link.place {
                Place::Name(name) => name.registrable().to_owned(),
                Place::Address(address) => address.to_string(),
            };
            *counts.entry(name).or_default() += 1;
        }
    }
    let mut ranked: Vec<(String, usize)> = counts.into_iter().collect();
    ranked.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    ranked.into_iter().take(TOP).map(|(domain, checks)| json!({"domain": domain, "links_checked": checks})).collect()
}

fn described(event: &Event) -> Value {
    json!({
        "event_id": event.id, "time": time(event.moment), "kind": event.kind, "subject": event.subject, "result": event.result,
        "action": event.action,
    })
}

/// The session's own checks of a user.
fn own_checks(web: &Web, user: i64) -> Vec<Event> {
    let rows = web.context.state().rows(CHECKS);
    let read = |(id, row): (&str, &std::sync::Arc<crate::world::Row>)| {
        let text = |column: &str| row.get(column).and_then(Value::as_str).map(str::to_owned);
        let whose = row.get("user_id").and_then(Value::as_i64).unwrap_or(0);
        (whose == user).then_some(())?;
        Some(Event {
            moment: text("checked_at")?.parse().ok()?,
            id: id.to_owned(),
            kind: "link_check",
            subject: text("url")?,
            result: text("verdict").unwrap_or_else(|| "unknown".to_owned()),
            action: text("action").unwrap_or_else(|| "none".to_owned()),
        })
    };
    rows.filter_map(read).collect()
}

/// Changes of categories, which are the account's and so in every user's report.
fn changes(web: &Web) -> Vec<Event> {
    let rows = web.context.state().rows(CATEGORIES);
    let read = |(id, row): (&str, &std::sync::Arc<crate::world::Row>)| {
        let text = |column: &str| row.get(column).and_then(Value::as_str).map(str::to_owned);
        let active = row.get("active").and_then(Value::as_bool).unwrap_or(true);
        let first = row.get("revision").and_then(Value::as_i64).unwrap_or(0) <= 1;
        Some(Event {
            moment: text("changed_at")?.parse().ok()?,
            id: id.to_owned(),
            kind: "category_change",
            subject: text("category")?,
            result: if !active {
                "switched off"
            } else if first {
                "created"
            } else {
                "updated"
            }
            .to_owned(),
            action: "none".to_owned(),
        })
    };
    rows.filter_map(read).collect()
}

/// What a user checked on these days before the session: nothing for user 0, who is nobody, and nothing before the account
/// was opened.
fn before_session(web: &Web, user: i64, from: Date, to: Date) -> Vec<Event> {
    let at = web.at();
    let who = user.to_string();
    let opened = Date::constant(2024, 1, 8).saturating_add((at.roll(&["account", &who], 300) as i64).days());
    // A day in the user's zone may begin on the day before in UTC, and end on the day after.
    let mut day = from.saturating_sub(1.day()).max(opened);
    let last = to.saturating_add(1.day()).min(at.today());
    let mut events = Vec::new();
    while user > 0 && day <= last {
        events.extend(checks_of_day(web, &who, day));
        let Ok(next) = day.tomorrow() else { break };
        day = next;
    }
    events
}

fn checks_of_day(web: &Web, who: &str, day: Date) -> Vec<Event> {
    let (at, date) = (web.at(), day.to_string());
    let count = match at.roll(&["checks", who, &date], 100) {
        0..45 => 0,
        45..75 => 1,
        75..92 => 2,
        _ => 3,
    };
    let check = |n: u64| {
        let key = n.to_string();
        let second = 6 * 3_600 + at.roll(&["check time", who, &date, &key], 16 * 3_600) as i64;
        let moment = day.to_zoned_datetime(TimeZone::UTC).ok()?.timestamp() + second.seconds();
        (moment <= at.now).then_some(())?;
        let then = web.at_moment(moment);
        let link = Link::parse(&checked(&then, &[who, &date, &key])).ok()?;
        let verdict = then.judge(&Entity::Url(link.clone())).verdict;
        let id = format!("LH{}{who}{key}", date.replace('-', ""));
        Some(Event {
            moment,
            id,
            kind: "link_check",
            subject: link.to_string(),
            result: advice(verdict).to_owned(),
            action: "none".into(),
        })
    };
    (0..count).filter_map(check).collect()
}

/// A link that somebody may have wanted checked.
fn checked(at: &At<'_>, key: &[&str]) -> String {
    let roll = |what: &str, n: usize| at.roll(&[&[what], key].concat(), n as u64) as usize;
    match roll("what", 100) {
        0..20 => {
            let threats: Vec<&str> = at
                .net
                .threats
                .all
                .iter()
                .filter(|t| t.stage(at.today()).is_some())
                .filter_map(|t| t.url.as_deref())
                .collect();
            threats.get(roll("threat", threats.len())).map_or_else(String::new, |url| (*url).to_owned())
        }
        20..30 => {
            let links = at.net.threats.short_links();
            let link = &links[roll("short", links.len())];
            format!("https://{}/{}", link.host, link.code)
        }
        _ => {
            let domains: Vec<&str> =
                at.net.domains.iter().filter(|d| d.role == Role::Organisation).map(|d| d.name.as_str()).collect();
            let page = ["", "help", "news", "login", "contact", "jobs"][roll("page", 6)];
            domains.get(roll("domain", domains.len())).map_or_else(String::new, |d| format!("https://www.{d}/{page}"))
        }
    }
}
