//! What the session reported, and who gets the digest.

use jiff::civil::Weekday;
use jiff::{Timestamp, ToSpan};
use minijinja::value::Value as Dynamic;
use minijinja::{Environment, Error, State};
use serde_json::{Value, json};

use super::{Web, give, time};
use crate::simulator::functions::wrong;
use crate::world::Row;
use crate::world::models::internet::At;
use crate::world::models::internet::verdict::{Entity, Verdict};

/// The session's reports.
const REPORTS: &str = "threat_reports";

/// The session's subscriptions: one row for each change.
const SUBSCRIPTIONS: &str = "threat_subscriptions";

pub(super) fn register(env: &mut Environment<'static>) {
    env.add_function("threat_report", threat_report);
    env.add_function("own_report", own_report);
    env.add_function("threat_subscription", threat_subscription);
    env.add_function("next_digest", next_digest);
}

/// A report of the session, as it stands now.
fn threat_report(state: &State<'_, '_>, id: &str) -> Result<Dynamic, Error> {
    let web = Web::of(state)?;
    let at = web.at();
    let found = web.context.state().row(REPORTS, id).and_then(|row| report(&at, id, row));
    Ok(give(&found.unwrap_or_default()))
}

/// The session's report of a kind on something, or `none`.
fn own_report(state: &State<'_, '_>, entity: &str, kind: &str) -> Result<Dynamic, Error> {
    let web = Web::of(state)?;
    let at = web.at();
    let wanted = Entity::parse(entity);
    let text = wanted.ok_or_else(|| wrong(format!("'{entity}' is nothing that can be judged")))?.text();
    let mut reports = web.context.state().rows(REPORTS).filter_map(|(id, row)| report(&at, id, row));
    let found = reports.find(|r| same(&r["entity"], &text) && r["activityType"] == kind);
    Ok(give(&found.unwrap_or_default()))
}

fn same(value: &Value, text: &str) -> bool {
    value.as_str().and_then(Entity::parse).is_some_and(|e| e.text() == text)
}

/// Reports on something, and on pages of it, latest first.
pub(super) fn own_reports(web: &Web, at: &At<'_>, entity: &Entity) -> Vec<Value> {
    let text = entity.text();
    let about = |report: &Value| {
        let Some(reported) = report["entity"].as_str().and_then(Entity::parse) else { return false };
        let host = match &reported {
            Entity::Url(link) => link.host(),
            other => other.text(),
        };
        reported.text() == text || host == text
    };
    let mut found: Vec<Value> =
        web.context.state().rows(REPORTS).filter_map(|(id, row)| report(at, id, row)).filter(about).collect();
    found.sort_by(|a, b| {
        b["reportedAt"]
            .as_str()
            .cmp(&a["reportedAt"].as_str())
            .then_with(|| a["reportId"].as_str().cmp(&b["reportId"].as_str()))
    });
    found
}

/// A report goes through hands: taken in, looked at after four hours, decided after two days.
fn report(at: &At<'_>, id: &str, row: &Row) -> Option<Value> {
    let text = |column: &str| row.get(column).and_then(Value::as_str);
    let reported: Timestamp = text("reported_at")?.parse().ok()?;
    let entity = Entity::parse(text("entity")?)?;
    let decided = reported + 48.hours();
    let (status, outcome) = if at.now < reported + 4.hours() {
        ("received", None)
    } else if at.now < decided {
        ("under_review", None)
    } else {
        let outcome = match at.when(decided).judge(&entity).verdict {
            Verdict::Malicious => "confirmed",
            Verdict::Suspicious | Verdict::Unknown => "inconclusive",
            Verdict::Clean => "rejected",
        };
        ("closed", Some(outcome))
    };
    Some(json!({
        "reportId": id,
        "entity": entity.text(),
        "entityType": entity.kind(),
        "activityType": text("activity_type").unwrap_or("Spam"),
        "description": text("description").unwrap_or(""),
        "status": status,
        "outcome": outcome,
        "reportedAt": time(reported),
        "decisionBy": time(decided),
    }))
}

/// The last row of an address's subscription, or `none`.
fn threat_subscription(state: &State<'_, '_>, email: &str) -> Result<Dynamic, Error> {
    let web = Web::of(state)?;
    let wanted = email.trim().to_lowercase();
    let mut last: Option<Value> = None;
    for (id, row) in web.context.state().rows(SUBSCRIPTIONS) {
        let text = |column: &str| row.get(column).and_then(Value::as_str);
        if text("email").is_none_or(|email| email.trim().to_lowercase() != wanted) {
            continue;
        }
        let revision = row.get("revision").and_then(Value::as_i64).unwrap_or(0);
        if last.as_ref().is_none_or(|l| l["revision"].as_i64() <= Some(revision)) {
            last = Some(json!({
                "subscription_id": text("subscription_id").unwrap_or(id),
                "frequency": text("frequency").unwrap_or("Daily"),
                "subscribed_at": text("subscribed_at").unwrap_or_default(),
                "revision": revision,
            }));
        }
    }
    Ok(give(&last.unwrap_or_default()))
}

/// The day of the next digest on the user's calendar: it comes at seven in the morning.
fn next_digest(state: &State<'_, '_>, frequency: &str) -> Result<String, Error> {
    let web = Web::of(state)?;
    let today = web.context.clock.today();
    let next = match frequency {
        "Daily" => today.tomorrow(),
        "Weekly" => today.nth_weekday(1, Weekday::Monday),
        "Monthly" => today.last_of_month().tomorrow(),
        other => return Err(wrong(format!("'{other}' is no frequency"))),
    };
    next.map(|day| day.to_string()).map_err(|e| wrong(e.to_string()))
}
