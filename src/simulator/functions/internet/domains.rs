//! Names, registrations, zones.

use jiff::{Timestamp, ToSpan};
use minijinja::value::Value as Dynamic;
use minijinja::{Environment, Error, State};
use serde_json::{Value, json};

use super::records::{certificate, port, similar};
use super::{Web, give, time};
use crate::simulator::functions::wrong;
use crate::world::models::internet::category::category;
use crate::world::models::internet::domain::Domain;
use crate::world::models::internet::zone::{Kind, Status};
use crate::world::models::internet::{At, Coverage, Name};

/// Names that one search tells of, at most.
const MOST_NAMES: usize = 60;

pub(super) fn register(env: &mut Environment<'static>) {
    env.add_function("net_dns", net_dns);
    env.add_function("net_whois", net_whois);
    env.add_function("net_search", net_search);
    env.add_function("net_new_names", net_new_names);
}

fn read(text: &str) -> Result<Name, Error> {
    Name::parse(text).ok_or_else(|| wrong(format!("'{text}' is no host name; net_name checks them")))
}

/// What the DNS says of a name: `{hostname, recordType, status, zone, records, similarDomains}`.
fn net_dns(state: &State<'_, '_>, text: &str, kind: &str) -> Result<Dynamic, Error> {
    let (web, name) = (Web::of(state)?, read(text)?);
    let kind = Kind::named(kind).ok_or_else(|| wrong(format!("'{kind}' is no kind of record")))?;
    let at = web.at();
    let answer = at.dns(&name, kind);
    let records: Vec<Value> = answer
        .records
        .iter()
        .map(|r| json!({"name": r.name, "type": r.kind.name(), "value": r.value, "priority": r.priority, "ttl": r.ttl}))
        .collect();
    let (status, note) = match answer.status {
        Status::Found if records.is_empty() => {
            ("NOERROR", format!("The name exists, but has no {} record.", kind.name()))
        }
        Status::Found => ("NOERROR", format!("{} found.", counted(records.len(), "record"))),
        Status::NoName => ("NXDOMAIN", "There is no such name.".to_owned()),
        Status::Refused => ("REFUSED", not_covered(&name)),
    };
    let near = if answer.status == Status::NoName && answer.zone.is_none() { similar(&at, &name) } else { Vec::new() };
    Ok(give(&json!({
        "hostname": name.as_str(), "record_type": kind.name(), "status": status, "note": note, "zone": answer.zone, "records": records,
        "similar_domains": near,
    })))
}

fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

fn not_covered(name: &Name) -> String {
    match name.coverage() {
        Coverage::Reserved => {
            "The name is reserved for documentation or private use; there is nothing to look up.".to_owned()
        }
        _ => "Only names under .example and .test are covered; nothing is known of this one.".to_owned(),
    }
}

/// What the registry says of the domain of a name.
fn net_whois(state: &State<'_, '_>, text: &str) -> Result<Dynamic, Error> {
    let (web, name) = (Web::of(state)?, read(text)?);
    let at = web.at();
    let found = at.net.domain(name.registrable()).and_then(|d| Some((d, at.registration(d)?)));
    let status = match (name.coverage(), &found) {
        (Coverage::Outside, _) => "not_covered",
        (Coverage::Reserved, _) => "reserved",
        (_, None) => "available",
        (_, Some((_, entry))) if entry.suspended => "suspended",
        _ => "registered",
    };
    let near = if status == "available" { similar(&at, &name) } else { Vec::new() };
    let head = json!({"domain": name.registrable(), "status": status, "similar_domains": near, "registration": null});
    let Some((domain, entry)) = found else { return Ok(give(&head)) };
    let mut head = head;
    head["registration"] = json!({
        "created_at": time(entry.created),
        "updated_at": time(entry.updated),
        "expires_at": time(entry.expires),
        "age_days": (at.now.as_second() - entry.created.as_second()) / 86_400,
        "registrar": registrar(&at, domain),
        "statuses": statuses(domain, entry.suspended),
        "name_servers": if entry.suspended { Vec::new() } else { at.name_servers(domain) },
        "dnssec": domain.care >= 2,
        "registrant": registrant(&web, domain),
    });
    Ok(give(&head))
}

fn registrar(at: &At<'_>, domain: &Domain) -> Value {
    let name = at.net.domain(&domain.registrar).map_or(domain.registrar.as_str(), |d| d.holder.as_str());
    json!({"name": name, "website": format!("https://www.{}", domain.registrar), "abuse_email": format!("abuse@{}", domain.registrar)})
}

fn statuses(domain: &Domain, suspended: bool) -> Vec<&'static str> {
    match (suspended, domain.care) {
        (true, _) => vec!["clientHold", "clientTransferProhibited"],
        (_, 2..) => vec!["clientTransferProhibited", "clientUpdateProhibited", "clientDeleteProhibited"],
        (_, 1) => vec!["clientTransferProhibited"],
        _ => vec!["ok"],
    }
}

/// Persons are not named, and neither are those who pay to stay hidden.
fn registrant(web: &Web, domain: &Domain) -> Value {
    let hidden = domain.holder.is_empty() || domain.sector == "blog";
    json!({
        "organisation": if hidden { "Redacted for privacy" } else { &domain.holder },
        "city": Some(domain.city.as_str()).filter(|city| !hidden && !city.is_empty()),
        "country": web.country(&domain.country),
        "country_code": domain.country,
        "redacted": hidden,
    })
}

/// A domain and what stands behind its names.
fn net_search(state: &State<'_, '_>, text: &str, below: bool) -> Result<Dynamic, Error> {
    let (web, name) = (Web::of(state)?, read(text)?);
    let at = web.at();
    let domain = at.domain_of(&name);
    let names = domain.map_or_else(Vec::new, |d| names(&at, d, &name, below));
    let (shown, total) = (&names[..names.len().min(MOST_NAMES)], names.len());
    let status = match (name.coverage(), domain) {
        (Coverage::Outside | Coverage::Reserved, _) => "not_covered",
        (_, None) => "not_registered",
        (_, Some(d)) if !at.is_delegated(d) => "suspended",
        _ if names.is_empty() => "no_such_name",
        _ => "found",
    };
    let near = if status == "not_registered" { similar(&at, &name) } else { Vec::new() };
    Ok(give(&json!({
        "domain": name.as_str(),
        "status": status,
        "organisation": domain.map(|d| d.holder.as_str()).filter(|holder| !holder.is_empty()),
        "category": domain.map(category),
        "hostnames": shown.iter().map(|n| hostname(&at, n)).collect::<Vec<_>>(),
        "more_hostnames": total - shown.len(),
        "hosts": machines(&web, &at, shown),
        "certificates": certificates(&at, shown, &name),
        "web_applications": applications(&at, shown),
        "similar_domains": near,
    })))
}

/// The name itself with its `www`, and all that lie below when they are wanted.
fn names(at: &At<'_>, domain: &Domain, name: &Name, below: bool) -> Vec<Name> {
    if !at.is_delegated(domain) {
        return Vec::new();
    }
    let full =
        |label: &str| Name::parse(&if label == "@" { domain.name.clone() } else { format!("{label}.{}", domain.name) });
    let fixed = at.labels(domain).into_iter().map(|(label, _)| label.to_owned());
    let temporary = at.temporary(domain, domain.created).into_iter().map(|t| t.label);
    let www = format!("www.{name}");
    let wanted = |n: &Name| n == name || n.as_str() == www || below && n.is_under(name.as_str());
    let mut found: Vec<Name> = fixed.chain(temporary).filter_map(|label| full(&label)).filter(wanted).collect();
    found.sort_by_key(|n| n != name);
    found
}

fn hostname(at: &At<'_>, name: &Name) -> Value {
    let answer = at.dns(name, Kind::A);
    let alias = answer.records.iter().find(|r| r.kind == Kind::Cname).map(|r| r.value.as_str());
    let addresses: Vec<&str> = answer.records.iter().filter(|r| r.kind == Kind::A).map(|r| r.value.as_str()).collect();
    json!({"hostname": name.as_str(), "alias_of": alias, "addresses": addresses})
}

/// Indices of the machines behind some names, by address.
fn behind(at: &At<'_>, names: &[Name]) -> Vec<usize> {
    let mut hosts: Vec<usize> = names.iter().flat_map(|n| at.hosts_of(n)).collect();
    hosts.sort_unstable();
    hosts.dedup();
    hosts
}

fn machines(web: &Web, at: &At<'_>, names: &[Name]) -> Vec<Value> {
    let machine = |index: usize| {
        let host = &at.net.hosts[index];
        let home = at.net.home(host.address.into())?;
        Some(json!({
            "ip": host.address.to_string(),
            "asn": home.network.asn,
            "provider": home.network.name,
            "city": home.site.city,
            "country": web.country(&home.site.country),
            "operating_system": host.system,
            "open_ports": host.services.iter().map(|s| port(at, host, s)).collect::<Vec<_>>(),
        }))
    };
    behind(at, names).into_iter().filter_map(machine).collect()
}

/// Certificates that these machines show for names at or under the one that was asked for.
fn certificates(at: &At<'_>, names: &[Name], asked: &Name) -> Vec<Value> {
    let mut lines: Vec<usize> = behind(at, names).iter().flat_map(|h| at.net.hosts[*h].certificates.clone()).collect();
    lines.sort_unstable();
    lines.dedup();
    let ours = |line: &usize| {
        let line = &at.net.certificates[*line];
        names.iter().any(|n| line.is_for(n.as_str()))
            || line.names().any(|n| n.trim_start_matches("*.") == asked.as_str())
    };
    let shown = lines.into_iter().filter(ours).filter_map(|line| at.current_certificate(line));
    shown.map(|issued| certificate(&issued, at.now)).collect()
}

/// What answers to a browser under these names.
fn applications(at: &At<'_>, names: &[Name]) -> Vec<Value> {
    let mut found = Vec::new();
    for name in names {
        for host in at.hosts_of(name).into_iter().take(1).map(|h| &at.net.hosts[h]) {
            let web: Vec<_> = host.services.iter().filter(|s| s.web_scheme().is_some()).collect();
            // Where there is an encrypted site, the plain one only leads to it.
            let best: Vec<_> = if web.iter().any(|s| s.port == 443) {
                web.into_iter().filter(|s| s.port != 80).collect()
            } else {
                web
            };
            for service in best {
                let scheme = service.web_scheme().unwrap_or("http");
                let port = match service.port {
                    80 | 443 => String::new(),
                    other => format!(":{other}"),
                };
                let (program, application) = (at.program(host, service), at.application(host, service));
                found.push(json!({
                    "url": format!("{scheme}://{name}{port}/"),
                    "server": program.map(|p| super::records::called(&p)),
                    "application": application.map(|a| super::records::called(&a)),
                }));
            }
        }
    }
    found
}

/// Names under a domain that are new, or whose certificate is, since some hours ago.
fn net_new_names(state: &State<'_, '_>, text: &str, hours: i64) -> Result<Dynamic, Error> {
    let (web, name) = (Web::of(state)?, read(text)?);
    let at = web.at();
    let from = at.now.checked_sub(hours.hours()).map_err(|e| wrong(e.to_string()))?;
    let domain = at.domain_of(&name);
    let status = match (name.coverage(), domain) {
        (Coverage::Outside | Coverage::Reserved, _) => "not_covered",
        (_, None) => "not_registered",
        (_, Some(d)) if !at.is_delegated(d) => "suspended",
        _ => "monitored",
    };
    let domain = domain.filter(|d| at.is_delegated(d));
    let mut changes = domain.map_or_else(Vec::new, |d| changes(&at, d, from));
    changes.retain(|c| c.name.is_under(name.as_str()));
    changes.sort_by(|a, b| b.moment.cmp(&a.moment).then_with(|| a.name.cmp(&b.name)));
    let known = domain.map_or(0, |d| names(&at, d, &name, true).into_iter().filter(|n| *n != name).count());
    let near = if status == "not_registered" { similar(&at, &name) } else { Vec::new() };
    Ok(give(&json!({
        "domain": name.as_str(), "status": status, "interval_hours": hours, "from": time(from), "to": time(at.now),
        "subdomains": changes.iter().map(|c| change(&at, c)).collect::<Vec<_>>(), "known_subdomains": known, "similar_domains": near,
    })))
}

/// A change of a name.
struct Change {
    name: Name,
    moment: Timestamp,
    /// Fingerprint of the new certificate, when it is the certificate that changed.
    renewed: Option<String>,
}

fn changes(at: &At<'_>, domain: &Domain, from: Timestamp) -> Vec<Change> {
    let full = |label: &str| Name::parse(&format!("{label}.{}", domain.name));
    let within = |moment: &Timestamp| *moment > from && *moment <= at.now;
    let mut found: Vec<Change> = Vec::new();
    for (label, _) in at.labels(domain).into_iter().filter(|(label, _)| *label != "@") {
        let moment = at.appeared(domain, label).filter(within);
        found.extend(moment.and_then(|moment| Some(Change { name: full(label)?, moment, renewed: None })));
    }
    for temporary in at.temporary(domain, domain.created) {
        let moment = at.moment_of(&temporary);
        if within(&moment) {
            found.extend(full(&temporary.label).map(|name| Change { name, moment, renewed: None }));
        }
    }
    for (line, certificate) in at.net.certificates.iter().enumerate().filter(|(_, c)| c.owner == domain.name) {
        let Some(issued) = at.current_certificate(line).filter(|c| within(&c.not_before)) else { continue };
        for name in certificate.names().filter_map(Name::parse).filter(|n| n.label() != "@") {
            let is_told = found.iter().any(|c| c.name == name);
            if !is_told && at.resolves(&name) {
                found.push(Change { name, moment: issued.not_before, renewed: Some(issued.sha256.clone()) });
            }
        }
    }
    found
}

fn change(at: &At<'_>, change: &Change) -> Value {
    let answer = at.dns(&change.name, Kind::A);
    let records: Vec<Value> = answer.records.iter().map(|r| json!({"type": r.kind.name(), "value": r.value})).collect();
    json!({
        "hostname": change.name.as_str(),
        "change": if change.renewed.is_some() { "modified" } else { "new" },
        "detected_at": time(change.moment),
        "what": if change.renewed.is_some() { "It shows a new certificate." } else { "The name was not there before." },
        "records": records,
        "certificate_sha256": change.renewed,
    })
}
