//! Machines that can be seen from outside, and what is wrong with them.

use minijinja::value::Value as Dynamic;
use minijinja::{Environment, Error, State};
use serde_json::{Map, Value, json};

use super::records::{called, certificate, certificate_status, port};
use super::{Web, give, time};
use crate::catalogue::nearest;
use crate::simulator::functions::wrong;
use crate::world::gazetteer::{Gazetteer, fold};
use crate::world::models::internet::address::{self, Scope};
use crate::world::models::internet::host::{Cover, Host, Service, protocol, protocols};
use crate::world::models::internet::posture::Finding;
use crate::world::models::internet::product::Wanted;
use crate::world::models::internet::search::{Where, Which};
use crate::world::models::internet::verdict::Entity;
use crate::world::models::internet::{At, Name};

/// Machines on a page.
const PAGE: usize = 25;

/// What can be asked of a machine, with other words for it.
const FIELDS: [(&str, &[&str]); 12] = [
    ("hostnames", &["names", "domains"]),
    ("organisation", &["organization", "org", "owner"]),
    ("network", &["asn", "provider", "isp"]),
    ("location", &["geo", "geolocation", "country", "city"]),
    ("operating_system", &["os", "system"]),
    ("open_ports", &["ports", "services"]),
    ("software", &["products", "versions"]),
    ("dns_records", &["dns", "records"]),
    ("certificates", &["certs", "ssl", "tls", "certificate"]),
    ("vulnerabilities", &["vulns", "cves", "vulnerability", "findings"]),
    ("reputation", &["verdict", "score"]),
    ("observation", &["first_seen", "last_seen", "seen", "metadata"]),
];

pub(super) fn register(env: &mut Environment<'static>) {
    env.add_function("host_search", host_search);
    env.add_function("host_fields", host_fields);
    env.add_function("host_details", host_details);
    env.add_function("net_protocol", net_protocol);
    env.add_function("certificate_report", certificate_report);
}

/// A page of machines: `{error, suggestions, …}` with `error` one of `malformed_hostname`, `unknown_location` or none.
fn host_search(state: &State<'_, '_>, name: &str, place: &str, software: &str, page: usize) -> Result<Dynamic, Error> {
    let web = Web::of(state)?;
    let at = web.at();
    let refused =
        |error: &str, suggestions: Vec<String>| Ok(give(&json!({"error": error, "suggestions": suggestions})));
    let Some(which) = Which::parse(name) else { return refused("malformed_hostname", Vec::new()) };
    let gazetteer = web.context.world.facts.model::<Gazetteer>();
    let Some((place, meant)) = located(&at, &gazetteer, place) else {
        return refused("unknown_location", gazetteer.near(place));
    };
    let wanted =
        if software.trim().is_empty() { Some(None) } else { Wanted::parse(&at.net.products, software).map(Some) };
    let found = wanted.as_ref().map_or_else(Vec::new, |wanted| at.search(&which, &place, wanted.as_ref()));
    let near = if wanted.is_none() { near_software(&at, software) } else { Vec::new() };
    let shown = found.iter().skip(page.saturating_sub(1).saturating_mul(PAGE)).take(PAGE);
    Ok(give(&json!({
        "error": null,
        "suggestions": [],
        "answer": {
            "total": found.len(),
            "page": page,
            "pages": found.len().div_ceil(PAGE),
            "location": meant,
            "similar_software": near,
            "hosts": shown.map(|host| summary(&web, &at, host)).collect::<Vec<_>>(),
        },
    })))
}

/// Where a text means, and its name.
fn located(at: &At<'_>, gazetteer: &Gazetteer, text: &str) -> Option<(Where, String)> {
    let folded = fold(text);
    if matches!(
        folded.as_str(),
        "" | "global" | "globally" | "world" | "worldwide" | "earth" | "everywhere" | "anywhere" | "all" | "internet"
    ) {
        return Some((Where::Anywhere, "Global".to_owned()));
    }
    let continent = if folded == "eu" { "europe" } else { folded.as_str() };
    let within: Vec<&_> = gazetteer.countries().filter(|c| fold(&c.continent) == continent).collect();
    if let Some(first) = within.first() {
        let name = first.continent.clone();
        return Some((Where::Countries(within.iter().map(|c| c.iso2.clone()).collect()), name));
    }
    if let Some(country) = gazetteer.country(text) {
        return Some((Where::Countries(vec![country.iso2.clone()]), country.name.clone()));
    }
    let country = |code: &str| gazetteer.country(code).map_or_else(|| code.to_owned(), |c| c.name.clone());
    let sites = || at.net.networks.iter().flat_map(|n| &n.sites);
    let region =
        sites().find(|s| fold(&s.region) == folded || fold(&format!("{}{}", s.region, country(&s.country))) == folded);
    if let Some(site) = region {
        return Some((
            Where::Region(site.country.clone(), site.region.clone()),
            format!("{}, {}", site.region, country(&site.country)),
        ));
    }
    let found = gazetteer.find(text)?;
    Some((Where::City(found.place.id), format!("{}, {}", found.place.name, country(&found.place.country))))
}

fn near_software(at: &At<'_>, text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_alphabetic()).find(|w| w.len() > 2).unwrap_or(text);
    let names = at.net.products.iter().flat_map(|p| [p.name.as_str(), p.key.as_str()]);
    let near = nearest::few(words, names);
    let mut found: Vec<String> = Vec::new();
    for name in near {
        let full = at.net.products.iter().find(|p| p.name == name || p.key == name).map(|p| p.name.clone());
        found.extend(full.filter(|full| !found.contains(full)));
    }
    found
}

fn summary(web: &Web, at: &At<'_>, host: &Host) -> Value {
    let home = at.net.home(host.address.into());
    json!({
        "ip": host.address.to_string(),
        "ipv6": host.address6.map(|six| six.to_string()),
        "hostnames": at.host_names(host),
        "organisation": organisation(at, host),
        "asn": home.map(|h| h.network.asn),
        "provider": home.map(|h| h.network.name.as_str()),
        "city": home.map(|h| h.site.city.as_str()),
        "country": home.map(|h| web.country(&h.site.country)),
        "country_code": home.map(|h| h.site.country.as_str()),
        "operating_system": host.system,
        "open_ports": host.services.iter().map(|s| s.port).collect::<Vec<_>>(),
        "software": software(at, host),
        "vulnerabilities": counted(&at.findings(host)),
        "last_seen": time(at.last_look(host)),
    })
}

/// Whoever runs it: the holder of its domain, else the provider.
fn organisation(at: &At<'_>, host: &Host) -> Option<String> {
    let holder = at.net.domain(&host.domain).map(|d| d.holder.clone()).filter(|h| !h.is_empty());
    holder.or_else(|| at.net.home(host.address.into()).map(|home| format!("Customer of {}", home.network.name)))
}

fn software(at: &At<'_>, host: &Host) -> Vec<Value> {
    let all = host.services.iter().flat_map(|s| [at.program(host, s), at.application(host, s)].map(|r| (s.port, r)));
    all.filter_map(|(port, running)| {
        running.map(|r| json!({"port": port, "product": r.product.name, "version": r.version}))
    })
    .collect()
}

fn counted(findings: &[Finding]) -> Value {
    let count = |severity: &str| findings.iter().filter(|f| f.severity() == severity).count();
    json!({"critical": count("critical"), "high": count("high"), "medium": count("medium"), "low": count("low")})
}

/// `{error, fields, suggestions}`: the first field that is none, or all in their order.
fn host_fields(wanted: Dynamic) -> Result<Dynamic, Error> {
    let mut chosen: Vec<&str> = Vec::new();
    for text in wanted.try_iter()? {
        let text = text.as_str().unwrap_or_default().to_owned();
        let folded = text.trim().to_lowercase().replace(['-', ' '], "_");
        let found = FIELDS.iter().find(|(name, others)| *name == folded || others.contains(&folded.as_str()));
        match found {
            Some((name, _)) => chosen.push(name),
            None => {
                let names: Vec<&str> = FIELDS.iter().map(|f| f.0).collect();
                let near = nearest::few(&folded, names.iter().copied());
                let suggestions = if near.is_empty() { names.into_iter().map(str::to_owned).collect() } else { near };
                return Ok(give(&json!({"error": text, "fields": [], "suggestions": suggestions})));
            }
        }
    }
    let all: Vec<&str> = FIELDS.iter().map(|f| f.0).filter(|name| chosen.is_empty() || chosen.contains(name)).collect();
    Ok(give(&json!({"error": null, "fields": all, "suggestions": []})))
}

/// `{error, note}` or `{error: none, answer}` for an address that `net_address` read.
fn host_details(state: &State<'_, '_>, text: &str, fields: Dynamic) -> Result<Dynamic, Error> {
    let web = Web::of(state)?;
    let at = web.at();
    let address =
        address::parse(text).ok_or_else(|| wrong(format!("'{text}' is no address; net_address checks them")))?;
    let Some(index) = at.net.host_index(address).filter(|i| at.is_up(&at.net.hosts[*i])) else {
        let note = match address::scope(address) {
            Scope::Modelled => "Nothing was ever seen there.",
            Scope::Local => "It is private or reserved and cannot be seen from outside.",
            Scope::Outside => "Only addresses of the documentation and benchmark ranges are observed.",
        };
        return Ok(give(&json!({"error": "unknown_host", "note": note, "suggestions": neighbours(&at, address)})));
    };
    let host = &at.net.hosts[index];
    let mut answer = Map::new();
    answer.insert("ip".into(), json!(host.address.to_string()));
    answer.insert("ipv6".into(), json!(host.address6.map(|six| six.to_string())));
    for field in fields.try_iter()? {
        let name = field.as_str().unwrap_or_default().to_owned();
        let value = detail(&web, &at, host, &name);
        answer.insert(name, value);
    }
    Ok(give(&json!({"error": null, "answer": answer})))
}

/// Up to three machines with the nearest addresses of the same block.
fn neighbours(at: &At<'_>, address: std::net::IpAddr) -> Vec<String> {
    let std::net::IpAddr::V4(wanted) = address else { return Vec::new() };
    let near = |host: &&Host| u32::from(host.address) >> 8 == u32::from(wanted) >> 8 && at.is_up(host);
    let mut found: Vec<&Host> = at.net.hosts.iter().filter(near).collect();
    found.sort_by_key(|host| (u32::from(host.address).abs_diff(u32::from(wanted)), host.address));
    found.into_iter().take(3).map(|host| host.address.to_string()).collect()
}

fn detail(web: &Web, at: &At<'_>, host: &Host, field: &str) -> Value {
    let home = at.net.home(host.address.into());
    match field {
        "hostnames" => json!(at.host_names(host)),
        "organisation" => json!(organisation(at, host)),
        "network" => home.map_or(Value::Null, |home| web.network(&home)),
        "location" => home.map_or(Value::Null, |home| web.location(&home)),
        "operating_system" => json!(host.system),
        "open_ports" => host.services.iter().map(|s| port(at, host, s)).collect(),
        "software" => json!(software(at, host)),
        "dns_records" => json!(dns_records(at, host)),
        "certificates" => {
            let shown = host.certificates.iter().filter_map(|line| at.current_certificate(*line));
            shown.map(|issued| certificate(&issued, at.now)).collect()
        }
        "vulnerabilities" => at.findings(host).iter().map(finding).collect(),
        "reputation" => {
            let entity = Entity::Address(host.address.into());
            let judged = at.judge(&entity);
            json!({"verdict": judged.verdict.name(), "score": at.score(&entity, &judged), "reasons": judged.reasons})
        }
        _ => json!({"first_seen": host.since.to_string(), "last_seen": time(at.last_look(host))}),
    }
}

/// Names that lead to the machine, and the name that stands for its address.
fn dns_records(at: &At<'_>, host: &Host) -> Vec<Value> {
    let address = host.address.to_string();
    let mut records: Vec<Value> =
        at.host_names(host).iter().map(|name| json!({"name": name, "type": "A", "value": address})).collect();
    if Name::parse(&host.name).is_some_and(|name| at.resolves(&name)) {
        let [a, b, c, d] = host.address.octets();
        records.push(json!({"name": format!("{d}.{c}.{b}.{a}.in-addr.arpa"), "type": "PTR", "value": host.name}));
    }
    records
}

fn finding(finding: &Finding) -> Value {
    json!({
        "id": finding.id,
        "kind": finding.kind,
        "severity": finding.severity(),
        "score": finding.score,
        "summary": finding.summary,
        "port": finding.port,
        "software": finding.software,
        "published_on": finding.published.map(|d| d.to_string()),
        "remedy": finding.remedy,
    })
}

/// `{protocol, suggestions}`: the service that a text means, or what it may mean.
fn net_protocol(text: &str) -> Dynamic {
    let found = protocol(text);
    let near = || nearest::few(text, protocols());
    let suggestions = match found {
        Some(_) => Vec::new(),
        None if near().is_empty() => protocols().into_iter().map(|name| name.to_uppercase()).collect(),
        None => near().into_iter().map(|name| name.to_uppercase()).collect(),
    };
    give(&json!({"protocol": found, "suggestions": suggestions}))
}

/// A certificate, the machines that show it over a protocol, and what is wrong; `none` for a fingerprint that is none.
fn certificate_report(state: &State<'_, '_>, text: &str, wanted: &str) -> Result<Dynamic, Error> {
    let web = Web::of(state)?;
    let at = web.at();
    let sha256: String = text.to_lowercase().chars().filter(char::is_ascii_hexdigit).collect();
    let Some(issued) = at.certificate(&sha256) else { return Ok(Dynamic::from(())) };
    let mut found: Vec<(Finding, Vec<String>)> =
        at.certificate_findings(&issued).into_iter().map(|f| (f, Vec::new())).collect();
    let mut endpoints = Vec::new();
    // Only the certificate that is shown now is shown anywhere.
    let hosts: &[usize] = if issued.current { &issued.line.hosts } else { &[] };
    for host in hosts.iter().map(|h| &at.net.hosts[*h]).filter(|h| at.is_up(h)) {
        for service in host.services.iter().filter(|s| speaks(s, wanted)) {
            endpoints.push(endpoint(&at, host, service));
            let place = format!("{}:{}", host.address, service.port);
            for fault in at.service_findings(host, service) {
                let fault = Finding { port: None, ..fault };
                match found.iter_mut().find(|(known, _)| *known == fault) {
                    Some((_, places)) => places.push(place.clone()),
                    None => found.push((fault, vec![place.clone()])),
                }
            }
        }
    }
    found.sort_by(|(a, _), (b, _)| {
        b.score.total_cmp(&a.score).then_with(|| (&a.id, &a.software).cmp(&(&b.id, &b.software)))
    });
    let findings: Vec<Finding> = found.iter().map(|(f, _)| f.clone()).collect();
    let mut shown = certificate(&issued, at.now);
    shown["status"] = json!(certificate_status(&issued, at.now));
    shown["key"] = json!(issued.key);
    shown["signature_algorithm"] = json!(issued.signature);
    shown["serial_number"] = json!(issued.serial);
    Ok(give(&json!({
        "certificate": shown,
        "protocol": wanted.to_uppercase(),
        "endpoints": endpoints,
        "vulnerabilities": found.iter().map(|(f, places)| affected(f, places)).collect::<Vec<_>>(),
        "summary": counted(&findings),
        "checked_at": time(at.now),
    })))
}

fn affected(fault: &Finding, places: &[String]) -> Value {
    let mut shown = finding(fault);
    if let Some(map) = shown.as_object_mut() {
        map.shift_remove("port");
        map.insert("endpoints".into(), json!(places));
    }
    shown
}

fn speaks(service: &Service, wanted: &str) -> bool {
    service.name() == wanted || wanted == "tls" && service.cover() != Cover::None
}

fn endpoint(at: &At<'_>, host: &Host, service: &Service) -> Value {
    let encrypted = service.cover() != Cover::None;
    json!({
        "ip": host.address.to_string(),
        "port": service.port,
        "hostname": at.host_names(host).first(),
        "service": service.name(),
        "software": at.program(host, service).map(|p| called(&p)),
        "tls_versions": if encrypted { at.profile(host).versions().to_vec() } else { Vec::new() },
    })
}
