//! Links: what comes when they are opened, what is thought of them, and the session's own categories of them.

use minijinja::value::Value as Dynamic;
use minijinja::{Environment, Error, State};
use serde_json::{Value, json};

use super::records::{certificate, threat};
use super::{Web, give, time};
use crate::simulator::functions::wrong;
use crate::world::models::internet::At;
use crate::world::models::internet::category::category;
use crate::world::models::internet::link::{Link, Place};
use crate::world::models::internet::page::{Fetched, Visit};
use crate::world::models::internet::policy::{Action, Rule};
use crate::world::models::internet::verdict::{Entity, Judgement, Verdict};
use crate::world::models::news::News;
use crate::world::{Row, State as Rows};

/// The session's categories: one row for each change.
pub(super) const CATEGORIES: &str = "link_categories";

pub(super) fn register(env: &mut Environment<'static>) {
    env.add_function("net_verify", net_verify);
    env.add_function("link_rules", link_rules);
    env.add_function("link_category", link_category);
    env.add_function("link_categories", link_categories);
}

/// A category as it stands.
pub(super) struct Category {
    pub id: String,
    pub name: String,
    pub active: bool,
    pub rules: Vec<String>,
    pub revision: i64,
    pub changed_at: Option<String>,
}

/// `safe`, `caution`, `unsafe`, `unknown`: the verdict as it is told to people who are about to open a link.
pub(super) fn advice(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Clean => "safe",
        Verdict::Suspicious => "caution",
        Verdict::Malicious => "unsafe",
        Verdict::Unknown => "unknown",
    }
}

/// Everything about a link but who asked.
fn net_verify(state: &State<'_, '_>, text: &str) -> Result<Dynamic, Error> {
    let web = Web::of(state)?;
    let link = Link::parse(text).map_err(|e| wrong(format!("'{text}': {e}; net_link checks links")))?;
    let at = web.at();
    let visit = at.visit(&link, &|link| web.article(link));
    let judged = at.judge(&Entity::Url(link.clone()));
    let matched = matched(&web, &at, &link, &judged);
    let (status, title, failure) = match &visit.outcome {
        Fetched::Page(status, title) => (Some(*status), Some(title.as_str()), None),
        Fetched::Failed(failure) => (None, None, Some(failure.name())),
        Fetched::Moved(status, _) => (Some(*status), None, Some("too_many_redirects")),
    };
    let accessible = match failure {
        Some("not_monitored") => None,
        Some(_) => Some(false),
        None => Some(status.is_some_and(|s| s < 400)),
    };
    let action = matched.iter().map(|(_, _, action)| *action).max();
    Ok(give(&json!({
        "normalized_url": link.to_string(),
        "checked_at": time(at.now),
        "verdict": advice(judged.verdict),
        "accessible": accessible,
        "http_status": status,
        "failure": failure,
        "final_url": visit.last.to_string(),
        "redirects": visit.redirects.iter().map(|(l, s)| json!({"url": l.to_string(), "status": s})).collect::<Vec<_>>(),
        "title": title,
        "domain": domain(&at, &visit.last),
        "addresses": addresses(&at, &visit.last),
        "certificate": shown_certificate(&at, &visit),
        "threats": judged.threats.iter().map(|t| threat(&at, t)).collect::<Vec<_>>(),
        "reasons": judged.reasons,
        "categories": matched.iter().map(|(c, r, a)| json!({"category": c, "rule": r, "action": a.name()})).collect::<Vec<_>>(),
        "action": action.map_or("none", Action::name),
    })))
}

impl Web {
    /// Title of the news article at a link.
    fn article(&self, link: &Link) -> Option<String> {
        let news = self.context.world.facts.model::<News>();
        let details = news.by_url(self.context.world.seed, &link.to_string(), self.context.clock.now())?;
        Some(details.article.title)
    }
}

fn domain(at: &At<'_>, link: &Link) -> Value {
    let Place::Name(name) = &link.place else { return Value::Null };
    let Some((domain, entry)) = at.domain_of(name).and_then(|d| Some((d, at.registration(d)?))) else {
        return Value::Null;
    };
    json!({
        "name": domain.name,
        "organisation": Some(domain.holder.as_str()).filter(|h| !h.is_empty()),
        "category": category(domain),
        "registered_on": entry.created.strftime("%Y-%m-%d").to_string(),
        "age_days": (at.now.as_second() - entry.created.as_second()) / 86_400,
    })
}

fn addresses(at: &At<'_>, link: &Link) -> Vec<String> {
    match &link.place {
        Place::Address(address) => vec![address.to_string()],
        Place::Name(name) => at.hosts_of(name).iter().map(|h| at.net.hosts[*h].address.to_string()).collect(),
    }
}

/// The certificate that the last page was shown with; the first that fits, or else the first.
fn shown_certificate(at: &At<'_>, visit: &Visit) -> Value {
    let Place::Name(name) = &visit.last.place else { return Value::Null };
    if visit.last.scheme != "https" {
        return Value::Null;
    }
    let Some(host) = at.hosts_of(name).first().map(|h| &at.net.hosts[*h]) else { return Value::Null };
    let fits = |line: &&usize| at.net.certificates[**line].is_for(name.as_str());
    let line = host.certificates.iter().find(fits).or(host.certificates.first());
    line.and_then(|line| at.current_certificate(*line)).map_or(Value::Null, |issued| certificate(&issued, at.now))
}

/// Active categories that a link falls into: name, rule, action.
pub(super) fn matched(web: &Web, at: &At<'_>, link: &Link, judged: &Judgement<'_>) -> Vec<(String, String, Action)> {
    let mut found = Vec::new();
    for category in current(web.context.state()).into_iter().filter(|c| c.active) {
        for text in &category.rules {
            let Ok(rule) = Rule::parse(text) else { continue };
            if at.applies(&rule, link, judged) {
                found.push((category.name.clone(), text.clone(), rule.action));
            }
        }
    }
    found
}

/// `{error, rules}`: what is wrong with the first wrong one, or all as they were understood.
fn link_rules(texts: Dynamic) -> Result<Dynamic, Error> {
    let mut rules = Vec::new();
    for text in texts.try_iter()? {
        let text = text.as_str().unwrap_or_default().trim().to_owned();
        match Rule::parse(&text) {
            Err(error) => return Ok(give(&json!({"error": error.to_string(), "rule": text, "rules": []}))),
            Ok(rule) => rules.push(json!({
                "rule": text,
                "action": rule.action.name(),
                "applies_to": rule.matches.iter().map(|m| m.words()).collect::<Vec<_>>(),
                "understood": !rule.matches.is_empty(),
            })),
        }
    }
    Ok(give(&json!({"error": null, "rule": null, "rules": rules})))
}

/// The session's category of a name, or `none`.
fn link_category(state: &State<'_, '_>, name: &str) -> Result<Dynamic, Error> {
    let web = Web::of(state)?;
    let wanted = key(name);
    let found = current(web.context.state()).into_iter().find(|c| key(&c.name) == wanted);
    Ok(give(&found.map_or(Value::Null, |c| record(&c))))
}

/// All of the session's categories, by name.
fn link_categories(state: &State<'_, '_>) -> Result<Dynamic, Error> {
    let web = Web::of(state)?;
    Ok(give(&Value::Array(current(web.context.state()).iter().map(record).collect())))
}

fn record(category: &Category) -> Value {
    json!({
        "category_id": category.id, "category": category.name, "active": category.active, "rules": category.rules,
        "revision": category.revision, "changed_at": category.changed_at,
    })
}

/// Names that differ in case and spaces only are the same.
fn key(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

/// The last row of each category, by name.
pub(super) fn current(rows: &Rows) -> Vec<Category> {
    let mut found: Vec<Category> = Vec::new();
    for category in rows.rows(CATEGORIES).filter_map(|(id, row)| read(id, row)) {
        match found.iter_mut().find(|c| key(&c.name) == key(&category.name)) {
            Some(other) if other.revision <= category.revision => *other = category,
            Some(_) => {}
            None => found.push(category),
        }
    }
    found.sort_by_key(|c| key(&c.name));
    found
}

fn read(id: &str, row: &Row) -> Option<Category> {
    let text = |column: &str| row.get(column).and_then(Value::as_str).map(str::to_owned);
    let rules = row.get("rules").and_then(Value::as_array).into_iter().flatten();
    Some(Category {
        id: text("category_id").unwrap_or_else(|| id.to_owned()),
        name: text("category")?,
        active: row.get("active").and_then(Value::as_bool).unwrap_or(true),
        rules: rules.filter_map(|r| r.as_str().map(str::to_owned)).collect(),
        revision: row.get("revision").and_then(Value::as_i64).unwrap_or(0),
        changed_at: text("changed_at"),
    })
}
