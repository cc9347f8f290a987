//! What addresses, domains and pages are for.

use serde_json::{Value, json};

use super::Web;
use crate::world::models::internet::category::category;
use crate::world::models::internet::domain::{Domain, Role};
use crate::world::models::internet::host::Host;
use crate::world::models::internet::link::Place;
use crate::world::models::internet::threat::{Stage, Threat};
use crate::world::models::internet::verdict::{Entity, Judgement, Verdict};
use crate::world::models::internet::{At, Name};

/// What something is for.
pub(super) struct Class {
    pub category: &'static str,
    pub purpose: String,
    pub functions: Vec<String>,
    pub tags: Vec<String>,
    pub operator: Value,
}

/// Puts something into a category.
pub(super) fn classify(web: &Web, at: &At<'_>, entity: &Entity, judged: &Judgement<'_>) -> Class {
    match entity {
        Entity::Address(address) => match at.host(*address) {
            Some(host) => class_of_host(web, at, host, judged),
            None => class_unknown("No machine is known at the address."),
        },
        Entity::Domain(name) => class_of_name(web, at, name, judged),
        Entity::Url(link) => match &link.place {
            Place::Name(name) => {
                let mut class = class_of_name(web, at, name, judged);
                if judged.verdict == Verdict::Malicious {
                    (class.category, class.purpose) = bad_page(at, judged);
                }
                class
            }
            Place::Address(address) => classify(web, at, &Entity::Address(*address), judged),
        },
    }
}

fn class_unknown(purpose: &str) -> Class {
    Class { category: "Unknown", purpose: purpose.to_owned(), functions: vec![], tags: vec![], operator: Value::Null }
}

fn bad_page(at: &At<'_>, judged: &Judgement<'_>) -> (&'static str, String) {
    let Some(threat) = judged.threats.first() else { return ("Unknown", String::new()) };
    (threat_category(threat), threat_purpose(at, threat))
}

fn threat_category(threat: &Threat) -> &'static str {
    use crate::world::models::internet::threat::ThreatKind as K;
    match threat.kind {
        K::Malware
            if threat.sample.is_none() && !threat.family.is_empty() && threat.is_whole() && threat.url.is_none() =>
        {
            "Command and control"
        }
        K::Malware => "Malware distribution",
        K::SocialEngineering => "Phishing",
        K::UnwantedSoftware => "Unwanted software",
        K::HarmfulApp => "Harmful apps",
    }
}

fn threat_purpose(at: &At<'_>, threat: &Threat) -> String {
    match at.net.domain(&threat.brand) {
        Some(brand) => format!("Imitates {} to collect log-ins or payments.", brand.holder),
        None if !threat.family.is_empty() && threat.url.is_none() => {
            format!("Commands machines that are infected with {}.", threat.family)
        }
        None => format!("Is listed for {}.", threat.kind.words()),
    }
}

fn class_of_name(web: &Web, at: &At<'_>, name: &Name, judged: &Judgement<'_>) -> Class {
    // What was bad stays what it was for as long as it is remembered, even when nobody has the name any more.
    let remembered =
        || at.net.domain(name.registrable()).filter(|_| !(judged.threats.is_empty() && judged.past.is_empty()));
    let Some(domain) = at.domain_of(name).or_else(remembered) else {
        return class_unknown("Nothing is known of the name.");
    };
    let hosts = at.hosts_of(name);
    let mut functions: Vec<String> = hosts.iter().flat_map(|h| functions(&at.net.hosts[*h])).collect();
    if at.mail_servers(domain).iter().any(|(_, server)| server != ".") && name.label() == "@" {
        functions.push("receives mail".to_owned());
    }
    functions.sort_unstable();
    functions.dedup();
    let threat = judged.threats.iter().find(|t| t.is_whole());
    Class {
        category: category(domain),
        purpose: threat.map_or_else(|| domain.about.clone(), |t| threat_purpose(at, t)),
        functions,
        tags: tags_of_domain(at, domain, judged),
        operator: operator(web, domain),
    }
}

fn operator(web: &Web, domain: &Domain) -> Value {
    if domain.holder.is_empty() {
        return Value::Null;
    }
    json!({"organisation": domain.holder, "country": web.country(&domain.country), "countryCode": domain.country})
}

fn tags_of_domain(at: &At<'_>, domain: &Domain, judged: &Judgement<'_>) -> Vec<String> {
    let mut tags: Vec<String> = vec![domain.sector.replace('_', "-")];
    let young = domain.created.until((jiff::Unit::Day, at.today())).is_ok_and(|age| age.get_days() < 30);
    tags.extend(young.then(|| "newly-registered".to_owned()));
    tags.extend(
        (judged.verdict == Verdict::Suspicious && !domain.role.is_bad() && !judged.threats.is_empty())
            .then(|| "compromised".to_owned()),
    );
    tags.extend(
        judged.threats.iter().filter(|t| !t.family.is_empty()).map(|t| t.family.to_lowercase().replace(' ', "-")),
    );
    tags.extend((domain.role == Role::Disposable).then(|| "throw-away-mail".to_owned()));
    tags.dedup();
    tags
}

fn class_of_host(web: &Web, at: &At<'_>, host: &Host, judged: &Judgement<'_>) -> Class {
    let home = at.net.home(host.address.into());
    let provider = home.map_or_else(String::new, |h| h.network.name.clone());
    let holder = at.net.domain(&host.domain).filter(|d| !d.holder.is_empty());
    let noise = judged.noise.filter(|(_, stage)| *stage != Stage::Past).map(|(n, _)| n);
    let controls = host.role == "control" && judged.verdict == Verdict::Malicious;
    let category = match (controls, noise, host.role.as_str()) {
        (true, _, _) => "Command and control",
        (_, Some(n), _) if n.is_research() => "Research scanner",
        (_, Some(_), _) => "Attack source",
        (_, _, "web" | "app" | "api" | "shared" | "edge" | "staging" | "lure" | "control") => "Web server",
        (_, _, "mail" | "relay") => "Mail server",
        (_, _, "dns") => "Name server",
        (_, _, "vpn" | "exit" | "proxy") => "VPN or proxy",
        (_, _, "database" | "queue" | "directory" | "search") => "Database or back end",
        (_, _, "git" | "build" | "monitor" | "files") => "Administration",
        (_, _, "camera" | "router" | "nas" | "printer" | "telephony" | "meter") => "Device",
        _ => "Access line",
    };
    let purpose = match noise {
        Some(n) => format!("It {}.", n.words()),
        None if controls => "Commands infected machines.".to_owned(),
        None => format!(
            "{} of {}.",
            role_words(&host.role),
            holder.map_or_else(|| format!("a customer of {provider}"), |d| d.holder.clone())
        ),
    };
    let mut tags: Vec<String> = home.map(|h| h.network.kind.clone()).into_iter().collect();
    tags.push(host.role.clone());
    tags.extend(noise.map(|n| n.kind.replace('_', "-")));
    let country = home.map_or_else(String::new, |h| h.network.country.clone());
    let provider = json!({"organisation": provider, "country": web.country(&country), "countryCode": country});
    Class {
        category,
        purpose,
        functions: functions(host),
        tags,
        operator: holder.map_or(provider, |d| operator(web, d)),
    }
}

fn role_words(role: &str) -> &'static str {
    match role {
        "web" | "app" | "shared" => "Web server",
        "api" => "Programming interface",
        "mail" | "relay" => "Mail server",
        "dns" => "Name server",
        "vpn" => "VPN gateway",
        "exit" => "VPN exit",
        "git" | "build" => "Development server",
        "monitor" => "Monitoring server",
        "files" => "File server",
        "staging" => "Test server",
        "edge" => "Delivery edge",
        "database" => "Database",
        "queue" => "Message broker",
        "directory" => "Directory server",
        "search" => "Search server",
        "telephony" => "Telephone system",
        "camera" => "Camera",
        "router" => "Router",
        "nas" => "Storage device",
        "printer" => "Printer",
        "meter" => "Meter gateway",
        "proxy" => "Proxy",
        "desktop" => "Desktop",
        _ => "Server",
    }
}

fn functions(host: &Host) -> Vec<String> {
    let mut found: Vec<String> = host
        .services
        .iter()
        .map(|s| match s.name() {
            "http" | "https" => "serves pages".to_owned(),
            "smtp" => "takes mail".to_owned(),
            "submission" => "sends mail of its users".to_owned(),
            "imaps" => "keeps mailboxes".to_owned(),
            "dns" => "answers DNS queries".to_owned(),
            "ssh" | "telnet" | "rdp" => "allows remote log-in".to_owned(),
            "ftp" | "smb" => "shares files".to_owned(),
            "unknown" => "offers a service that nobody knows".to_owned(),
            other => format!("offers {}", other.to_uppercase()),
        })
        .collect();
    found.sort_unstable();
    found.dedup();
    found
}
