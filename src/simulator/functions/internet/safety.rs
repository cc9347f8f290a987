//! Lists of unsafe links.

use minijinja::value::Value as Dynamic;
use minijinja::{Environment, Error, State};
use serde_json::{Value, json};

use super::{Web, give, time};
use crate::simulator::functions::wrong;
use crate::world::models::internet::At;
use crate::world::models::internet::link::{Link, Place};
use crate::world::models::internet::threat::{Stage, Threat};
use crate::world::models::internet::verdict::{Entity, Verdict};

/// How long an answer may be kept, in seconds: shorter where something is listed.
const KEEP_LISTED: u32 = 300;
const KEEP_CLEAN: u32 = 1_800;

/// Platforms that a threat to all of them means.
const PLATFORMS: [&str; 5] = ["WINDOWS", "LINUX", "OSX", "ANDROID", "IOS"];

pub(super) fn register(env: &mut Environment<'static>) {
    env.add_function("url_faults", url_faults);
    env.add_function("url_check", url_check);
    env.add_function("url_threats", url_threats);
}

fn words(list: &Dynamic) -> Result<Vec<String>, Error> {
    Ok(list.try_iter()?.filter_map(|item| item.as_str().map(str::to_owned)).collect())
}

/// Texts that are no links, each with its place and what is wrong.
fn url_faults(urls: Dynamic) -> Result<Dynamic, Error> {
    let texts = words(&urls)?;
    let fault = |(i, text): (usize, &String)| {
        let error = Link::parse(text).err()?;
        Some(json!({"index": i, "url": text.chars().take(80).collect::<String>(), "error": error.to_string()}))
    };
    Ok(give(&texts.iter().enumerate().filter_map(fault).collect()))
}

/// Threats for which a link is listed now.
fn listed<'a>(at: &At<'a>, link: &Link) -> Vec<&'a Threat> {
    let judged = at.judge(&Entity::Url(link.clone()));
    if judged.verdict == Verdict::Malicious { judged.threats } else { Vec::new() }
}

/// The answer for a list of links and kinds of threats.
fn url_check(state: &State<'_, '_>, urls: Dynamic, types: Dynamic) -> Result<Dynamic, Error> {
    let web = Web::of(state)?;
    let (at, types) = (web.at(), words(&types)?);
    let mut results = Vec::new();
    for text in words(&urls)? {
        let link = Link::parse(&text).map_err(|e| wrong(format!("'{text}': {e}; url_faults checks links")))?;
        let all = listed(&at, &link);
        let (asked, other): (Vec<&Threat>, Vec<&Threat>) =
            all.into_iter().partition(|t| types.iter().any(|name| name == t.kind.name()));
        results.push(json!({
            "url": text,
            "canonicalUrl": link.to_string(),
            "safe": asked.is_empty(),
            "matches": asked.iter().map(|t| matched(t)).collect::<Vec<_>>(),
            "listedForOtherTypes": !other.is_empty(),
            "cacheSeconds": if asked.is_empty() { KEEP_CLEAN } else { KEEP_LISTED },
        }));
    }
    let unsafe_count = results.iter().filter(|r| r["safe"] == false).count();
    Ok(give(&json!({"checkedAt": time(at.now), "threatTypes": types, "unsafeCount": unsafe_count, "results": results})))
}

fn matched(threat: &Threat) -> Value {
    json!({
        "threatType": threat.kind.name(),
        "platformTypes": platforms(threat),
        "threatEntryType": "URL",
        "matchedExpression": threat.expression(),
        "listedSince": threat.first.to_string(),
    })
}

fn platforms(threat: &Threat) -> Vec<&str> {
    let all = threat.platforms.iter().any(|p| p == "ANY");
    if all { PLATFORMS.to_vec() } else { threat.platforms.iter().map(String::as_str).collect() }
}

/// Whether a threat concerns one of the platforms that are asked for.
fn concerns(threat: &Threat, asked: &[String]) -> bool {
    let own = platforms(threat);
    asked.iter().any(|name| match name.as_str() {
        "ANY_PLATFORM" => true,
        "ALL_PLATFORMS" => own.len() == PLATFORMS.len(),
        "ANY_MOBILE" => own.contains(&"ANDROID") || own.contains(&"IOS"),
        one => own.contains(&one),
    })
}

/// Everything about the threats for which a link is listed.
fn url_threats(
    state: &State<'_, '_>,
    text: &str,
    platform_types: Dynamic,
    entry_types: Dynamic,
) -> Result<Dynamic, Error> {
    let web = Web::of(state)?;
    let (at, asked, entries) = (web.at(), words(&platform_types)?, words(&entry_types)?);
    let link = Link::parse(text).map_err(|e| wrong(format!("'{text}': {e}; url_faults checks links")))?;
    let threats = listed(&at, &link);
    let (mut shown, mut hidden) = (Vec::new(), 0);
    for threat in &threats {
        let file = threat.sample.and_then(|serial| at.net.malware.numbered(serial)).filter(|s| s.first_seen <= at.now);
        for entry in ["URL", "EXECUTABLE"] {
            if entry == "EXECUTABLE" && file.is_none() {
                continue;
            }
            if concerns(threat, &asked) && entries.iter().any(|e| e == entry) {
                shown.push(described(&web, &at, threat, entry));
            } else {
                hidden += 1;
            }
        }
    }
    Ok(give(&json!({
        "url": text,
        "canonicalUrl": link.to_string(),
        "listed": !threats.is_empty(),
        "threats": shown,
        "hiddenByFilters": hidden,
        "checkedAt": time(at.now),
    })))
}

fn described(web: &Web, at: &At<'_>, threat: &Threat, entry: &str) -> Value {
    let active = threat.stage(at.today()) == Some(Stage::Active);
    let brand = at.net.domain(&threat.brand);
    let family = at.net.malware.family(&threat.family).filter(|f| f.first <= at.today());
    let sample = threat.sample.and_then(|serial| at.net.malware.numbered(serial)).filter(|s| s.first_seen <= at.now);
    json!({
        "threatType": threat.kind.name(),
        "platformTypes": platforms(threat),
        "threatEntryType": entry,
        "matchedExpression": threat.expression(),
        "firstListed": threat.first.to_string(),
        "lastVerified": threat.until.filter(|until| *until <= at.today()).unwrap_or(at.today()).to_string(),
        "active": active,
        "takenDownOn": threat.until.filter(|until| *until <= at.today()).map(|d| d.to_string()),
        "imitates": brand.map(|d| json!({"organisation": d.holder, "domain": d.name})),
        "malwareFamily": family.map(|f| json!({"name": f.name, "kind": f.kind, "about": f.about})),
        "sample": sample.map(|s| json!({"sampleId": s.id(), "filename": s.filename, "sha256": s.hashes.sha256})),
        "hosting": hosting(web, at, threat),
        "advice": advice(threat, active),
    })
}

/// The machine that serves it, while there is one.
fn hosting(web: &Web, at: &At<'_>, threat: &Threat) -> Value {
    let link = Link::parse(&threat.host).ok();
    let Some(Place::Name(name)) = link.map(|l| l.place) else { return Value::Null };
    let Some(host) = at.hosts_of(&name).first().map(|h| &at.net.hosts[*h]) else { return Value::Null };
    let Some(home) = at.net.home(host.address.into()) else { return Value::Null };
    json!({
        "ip": host.address.to_string(), "asn": home.network.asn, "provider": home.network.name,
        "country": web.country(&home.site.country), "countryCode": home.site.country,
    })
}

fn advice(threat: &Threat, active: bool) -> &'static str {
    use crate::world::models::internet::threat::ThreatKind as K;
    match (threat.kind, active) {
        (_, false) => {
            "It was taken down; whoever opened it before should still check the device or change the password."
        }
        (K::SocialEngineering, _) => {
            "Do not enter anything. Whoever did should change the password and tell the real organisation."
        }
        (K::Malware, _) => {
            "Do not open or run what it offers. Whoever did should disconnect the device and have it examined."
        }
        (K::UnwantedSoftware, _) => {
            "Do not install what it offers. Whoever did should remove it and check browser and start-up settings."
        }
        (K::HarmfulApp, _) => "Do not install the app. Whoever did should remove it and take back its permissions.",
    }
}
