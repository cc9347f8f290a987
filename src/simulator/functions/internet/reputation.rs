//! What is thought of addresses, domains and pages, and what the session reported about them.

use minijinja::value::Value as Dynamic;
use minijinja::{Environment, Error, State};
use serde_json::{Value, json};

use super::class::classify;
use super::history;
use super::records::port;
use super::reports::own_reports;
use super::{Web, give, time};
use crate::simulator::functions::wrong;
use crate::world::models::internet::host::Host;
use crate::world::models::internet::link::Place;
use crate::world::models::internet::threat::{Stage, Threat};
use crate::world::models::internet::verdict::{Entity, Judgement, Verdict};
use crate::world::models::internet::{At, Name};

/// Lists that are asked.
const BLOCKLISTS: u64 = 42;

/// Samples and related things that an answer names, at most.
const MOST: usize = 10;

pub(super) fn register(env: &mut Environment<'static>) {
    env.add_function("threat_entity", threat_entity);
    env.add_function("entity_reputation", entity_reputation);
    env.add_function("entity_class", entity_class);
    env.add_function("entity_details", entity_details);
    env.add_function("threat_highlights", threat_highlights);
}

fn read(text: &str) -> Result<Entity, Error> {
    Entity::parse(text).ok_or_else(|| wrong(format!("'{text}' is nothing that can be judged; threat_entity checks it")))
}

/// `none`, or `{entity, type}`: the thing in one spelling.
fn threat_entity(text: &str) -> Dynamic {
    let found = Entity::parse(text).map(|e| json!({"entity": e.text(), "type": e.kind()}));
    give(&found.unwrap_or_default())
}

fn entity_reputation(state: &State<'_, '_>, text: &str) -> Result<Dynamic, Error> {
    let (web, entity) = (Web::of(state)?, read(text)?);
    let at = web.at();
    let judged = at.judge(&entity);
    let (first, last) = history::seen(&at, &entity, &judged);
    Ok(give(&json!({
        "entity": entity.text(),
        "entityType": entity.kind(),
        "verdict": judged.verdict.name(),
        "score": at.score(&entity, &judged),
        "confidence": confidence(&at, &judged),
        "category": classify(&web, &at, &entity, &judged).category,
        "reasons": judged.reasons,
        "blocklists": blocklists(&at, &entity, &judged),
        "firstSeen": first.map(time),
        "lastSeen": last.map(time),
        "checkedAt": time(at.now),
    })))
}

/// How sure one can be: the longer something is listed or known, the surer.
fn confidence(at: &At<'_>, judged: &Judgement<'_>) -> &'static str {
    let first = judged.threats.iter().map(|t| t.first).chain(judged.noise.map(|(n, _)| n.first)).min();
    let age = first.and_then(|f| f.until((jiff::Unit::Day, at.today())).ok()).map_or(0, |s| s.get_days());
    match judged.verdict {
        Verdict::Unknown => "low",
        Verdict::Clean => "high",
        Verdict::Malicious if age > 14 => "high",
        Verdict::Malicious if age <= 2 => "low",
        _ => "medium",
    }
}

fn blocklists(at: &At<'_>, entity: &Entity, judged: &Judgement<'_>) -> Value {
    let roll = |low: u64, high: u64| low + at.roll(&["blocklists", &entity.text()], high - low + 1);
    let listed = match judged.verdict {
        Verdict::Malicious => roll(9, 34),
        Verdict::Suspicious => roll(1, 4),
        Verdict::Clean | Verdict::Unknown => 0,
    };
    json!({"listed": listed, "checked": BLOCKLISTS})
}

fn entity_class(state: &State<'_, '_>, text: &str) -> Result<Dynamic, Error> {
    let (web, entity) = (Web::of(state)?, read(text)?);
    let at = web.at();
    let judged = at.judge(&entity);
    let class = classify(&web, &at, &entity, &judged);
    Ok(give(&json!({
        "entity": entity.text(),
        "entityType": entity.kind(),
        "category": class.category,
        "purpose": class.purpose,
        "functions": class.functions,
        "operator": class.operator,
        "tags": class.tags,
        "verdict": judged.verdict.name(),
    })))
}

fn entity_details(state: &State<'_, '_>, text: &str, with_history: bool) -> Result<Dynamic, Error> {
    let (web, entity) = (Web::of(state)?, read(text)?);
    let at = web.at();
    let judged = at.judge(&entity);
    let class = classify(&web, &at, &entity, &judged);
    let (first, last) = history::seen(&at, &entity, &judged);
    let families: Vec<&str> = families(&at, &entity, &judged);
    let samples: Vec<String> =
        at.samples().filter(|s| families.contains(&at.family_of(s).name.as_str())).take(MOST).map(|s| s.id()).collect();
    let known = families.iter().filter_map(|name| at.net.malware.family(name));
    Ok(give(&json!({
        "entity": entity.text(),
        "entityType": entity.kind(),
        "verdict": judged.verdict.name(),
        "score": at.score(&entity, &judged),
        "category": class.category,
        "purpose": class.purpose,
        "operator": class.operator,
        "tags": class.tags,
        "reasons": judged.reasons,
        "firstSeen": first.map(time),
        "lastSeen": last.map(time),
        "registration": registration(&at, &entity),
        "hosting": hosting(&web, &at, &entity),
        "threats": judged.threats.iter().map(|t| threat(&at, t)).chain(judged.past.iter().map(|t| threat(&at, t))).collect::<Vec<_>>(),
        "malwareFamilies": known.map(|f| json!({"name": f.name, "kind": f.kind, "about": f.about})).collect::<Vec<_>>(),
        "samples": samples,
        "related": related(&at, &entity),
        "reports": own_reports(&web, &at, &entity),
        "history": if with_history { history::events(&at, &entity, &judged) } else { Value::Null },
    })))
}

fn threat(at: &At<'_>, threat: &Threat) -> Value {
    let stage = threat.stage(at.today());
    json!({
        "threatType": threat.kind.name(),
        "expression": threat.expression(),
        "firstListed": threat.first.to_string(),
        "takenDownOn": threat.until.filter(|until| *until <= at.today()).map(|d| d.to_string()),
        "status": match stage {
            Some(Stage::Active) => "active",
            Some(Stage::Offline) => "offline",
            _ => "past",
        },
        "imitates": at.net.domain(&threat.brand).map(|d| d.holder.as_str()),
    })
}

/// Families of malware that have to do with something: they are given out there, or commanded from there.
fn families<'a>(at: &At<'a>, entity: &Entity, judged: &Judgement<'a>) -> Vec<&'a str> {
    let today = at.today();
    let mut found: Vec<&str> = judged.threats.iter().map(|t| t.family.as_str()).filter(|f| !f.is_empty()).collect();
    let place = match entity {
        Entity::Url(link) => link.host(),
        other => other.text(),
    };
    found.extend(at.families_at(&place).filter(|_| judged.verdict >= Verdict::Suspicious).map(|f| f.name.as_str()));
    found.retain(|name| at.net.malware.family(name).is_some_and(|f| f.first <= today));
    found.sort_unstable();
    found.dedup();
    found
}

fn name_of(entity: &Entity) -> Option<&Name> {
    match entity {
        Entity::Domain(name) => Some(name),
        Entity::Url(link) => match &link.place {
            Place::Name(name) => Some(name),
            Place::Address(_) => None,
        },
        Entity::Address(_) => None,
    }
}

fn registration(at: &At<'_>, entity: &Entity) -> Value {
    let found = name_of(entity).and_then(|name| at.domain_of(name)).and_then(|d| Some((d, at.registration(d)?)));
    let Some((domain, entry)) = found else { return Value::Null };
    let registrar = at.net.domain(&domain.registrar).map_or(domain.registrar.as_str(), |d| d.holder.as_str());
    json!({
        "domain": domain.name, "registrar": registrar, "createdAt": time(entry.created), "expiresAt": time(entry.expires),
        "suspended": entry.suspended,
    })
}

/// Machines behind something.
fn machines<'a>(at: &At<'a>, entity: &Entity) -> Vec<&'a Host> {
    let address = match entity {
        Entity::Address(address) => Some(*address),
        Entity::Url(link) => match &link.place {
            Place::Address(address) => Some(*address),
            Place::Name(_) => None,
        },
        Entity::Domain(_) => None,
    };
    match (address, name_of(entity)) {
        (Some(address), _) => at.host(address).into_iter().collect(),
        (_, Some(name)) => at.hosts_of(name).into_iter().map(|h| &at.net.hosts[h]).collect(),
        _ => Vec::new(),
    }
}

fn hosting(web: &Web, at: &At<'_>, entity: &Entity) -> Vec<Value> {
    let machine = |host: &Host| {
        let home = at.net.home(host.address.into())?;
        Some(json!({
            "ip": host.address.to_string(), "asn": home.network.asn, "provider": home.network.name, "city": home.site.city,
            "country": web.country(&home.site.country), "countryCode": home.site.country,
            "openPorts": host.services.iter().map(|s| port(at, host, s)["port"].clone()).collect::<Vec<_>>(),
        }))
    };
    machines(at, entity).into_iter().filter_map(machine).collect()
}

/// What else has to do with it.
fn related(at: &At<'_>, entity: &Entity) -> Vec<Value> {
    let item = |text: &str, relation: &str| {
        Entity::parse(text).map(|e| json!({"entity": e.text(), "entityType": e.kind(), "relation": relation}))
    };
    let mut found: Vec<Option<Value>> = Vec::new();
    if let Some(name) = name_of(entity)
        && name.registrable() != entity.text()
    {
        found.push(item(name.registrable(), "registered domain"));
    }
    for host in machines(at, entity) {
        let address = host.address.to_string();
        if address != entity.text() {
            found.push(item(&address, "resolves to"));
        }
        let others = at.host_names(host).into_iter().filter(|n| name_of(entity).is_none_or(|own| own.as_str() != n));
        found.extend(others.take(MOST).map(|n| item(&n, "same address")));
    }
    if let Entity::Url(link) = entity {
        found.extend(at.leads_to(link).map(|target| item(&target.to_string(), "leads to")));
    }
    found.into_iter().flatten().take(2 * MOST).collect()
}

/// The latest threats that were listed, for people who want to know what they will get.
fn threat_highlights(state: &State<'_, '_>, count: usize) -> Result<Dynamic, Error> {
    let web = Web::of(state)?;
    let at = web.at();
    let mut latest: Vec<&Threat> =
        at.net.threats.all.iter().filter(|t| t.stage(at.today()) == Some(Stage::Active)).collect();
    latest.sort_by(|a, b| b.first.cmp(&a.first).then_with(|| (&a.host, &a.path).cmp(&(&b.host, &b.path))));
    let shown = latest.into_iter().take(count);
    Ok(give(&shown.map(|t| json!({"threatType": t.kind.name(), "expression": t.expression(), "listedSince": t.first.to_string()})).collect()))
}
