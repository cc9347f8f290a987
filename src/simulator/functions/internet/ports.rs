//! Open ports.

use minijinja::value::Value as Dynamic;
use minijinja::{Environment, Error, State};
use serde_json::{Value, json};

use super::{Web, give, time};
use crate::simulator::functions::wrong;
use crate::world::models::internet::address::{self, Scope};
use crate::world::models::internet::host::{Cover, Host, Service, common_ports};
use crate::world::models::internet::{At, posture::Running};

pub(super) fn register(env: &mut Environment<'static>) {
    env.add_function("net_port_range", net_port_range);
    env.add_function("net_scan", net_scan);
}

/// Ranges of ports, sorted and joined.
#[derive(Debug, PartialEq)]
struct Ports(Vec<(u16, u16)>);

impl Ports {
    /// Reads `80,443,1000-2000`, `all`, or `common`.
    fn parse(text: &str) -> Result<Self, String> {
        let lower = text.trim().to_lowercase();
        match lower.as_str() {
            "all" | "*" | "full" => return Ok(Self(vec![(1, u16::MAX)])),
            "common" | "default" => return Ok(Self::common()),
            _ => {}
        }
        let ranges =
            lower.split([',', ';']).filter(|part| !part.trim().is_empty()).map(part).collect::<Result<Vec<_>, _>>()?;
        if ranges.is_empty() { Err("no port is named".into()) } else { Ok(Self::joined(ranges)) }
    }

    fn common() -> Self {
        Self::joined(common_ports().map(|port| (port, port)).collect())
    }

    fn joined(mut ranges: Vec<(u16, u16)>) -> Self {
        ranges.sort_unstable();
        let mut joined: Vec<(u16, u16)> = Vec::new();
        for (low, high) in ranges {
            match joined.last_mut() {
                Some(last) if u32::from(low) <= u32::from(last.1) + 1 => last.1 = last.1.max(high),
                _ => joined.push((low, high)),
            }
        }
        Self(joined)
    }

    fn holds(&self, port: u16) -> bool {
        self.0.iter().any(|(low, high)| (*low..=*high).contains(&port))
    }

    fn count(&self) -> usize {
        self.0.iter().map(|(low, high)| usize::from(high - low) + 1).sum()
    }

    fn text(&self) -> String {
        let part = |(low, high): &(u16, u16)| if low == high { low.to_string() } else { format!("{low}-{high}") };
        self.0.iter().map(part).collect::<Vec<_>>().join(",")
    }
}

fn part(text: &str) -> Result<(u16, u16), String> {
    let shown = || text.trim().chars().take(40).collect::<String>();
    let number = |t: &str| {
        t.trim()
            .parse::<u16>()
            .ok()
            .filter(|p| *p > 0)
            .ok_or_else(|| format!("'{}' is not a port from 1 to 65535", shown()))
    };
    let (low, high) = match text.split_once(['-', '–']) {
        Some((low, high)) => (number(low)?, number(high)?),
        None => (number(text)?, number(text)?),
    };
    if low > high { Err(format!("'{}' runs backwards", shown())) } else { Ok((low, high)) }
}

/// `{error, text}`: what is wrong with a range, or the range in one spelling.
fn net_port_range(text: &str) -> Dynamic {
    give(&match Ports::parse(text) {
        Ok(ports) => json!({"error": null, "text": ports.text()}),
        Err(error) => json!({"error": error, "text": null}),
    })
}

/// What a scan of an address finds on a range of ports.
fn net_scan(state: &State<'_, '_>, text: &str, range: &str) -> Result<Dynamic, Error> {
    let web = Web::of(state)?;
    let at = web.at();
    let address =
        address::parse(text).ok_or_else(|| wrong(format!("'{text}' is no address; net_address checks them")))?;
    let ports = Ports::parse(range).map_err(wrong)?;
    let host = at.host(address);
    let (status, note) = match (address::scope(address), host) {
        (Scope::Local, _) => (
            "not_scanned",
            "The address is private or reserved: it cannot be reached from the internet, where the scan runs.",
        ),
        (Scope::Outside, _) => ("not_scanned", "Only addresses of the documentation and benchmark ranges are scanned."),
        (_, None) => ("no_response", "Nothing answered at the address."),
        (_, Some(_)) => ("up", "The address answered."),
    };
    let open: Vec<&Service> =
        host.map_or_else(Vec::new, |h| h.services.iter().filter(|s| ports.holds(s.port)).collect());
    // Careful hosts drop what they do not serve; others say no.
    let shut = if host.is_some() { ports.count() - open.len() } else { 0 };
    let filters = host.is_some_and(|h| h.care >= 2);
    Ok(give(&json!({
        "ip": address.to_string(),
        "hostnames": host.map_or_else(Vec::new, |h| at.host_names(h)),
        "status": status,
        "note": note,
        "port_range": ports.text(),
        "scanned_ports": if status == "not_scanned" { 0 } else { ports.count() },
        "open_ports": host.map_or_else(Vec::new, |h| open.iter().map(|s| opened(&at, h, s)).collect()),
        "closed_ports": if filters { 0 } else { shut },
        "filtered_ports": if filters { shut } else if status == "no_response" { ports.count() } else { 0 },
        "scanned_at": time(at.now),
    })))
}

fn opened(at: &At<'_>, host: &Host, service: &Service) -> Value {
    let program = at.program(host, service);
    json!({
        "port": service.port,
        "protocol": "tcp",
        "service": service.name(),
        "product": program.map(|p| p.product.name.as_str()),
        "version": program.map(|p| p.version),
        "encryption": match service.cover() {
            Cover::None => "none",
            Cover::Tls => "tls",
            Cover::StartTls => "starttls",
        },
        "banner": banner(host, service, program),
    })
}

/// What the service says first, or in its header.
fn banner(host: &Host, service: &Service, program: Option<Running<'_>>) -> Option<String> {
    let running = program?;
    let (key, version) = (running.product.key.as_str(), running.version);
    Some(match (service.name(), key) {
        ("ssh", "openssh") => format!("SSH-2.0-OpenSSH_{version}"),
        ("ssh", _) => format!("SSH-2.0-dropbear_{version}"),
        ("http" | "https", "apache") => format!("Server: Apache/{version}"),
        ("http" | "https", _) => format!("Server: {}/{version}", running.product.name),
        ("smtp" | "submission", "exim") => format!("220 {} ESMTP Exim {version}", host.name),
        ("smtp" | "submission", _) => format!("220 {} ESMTP Postfix", host.name),
        ("ftp", "vsftpd") => format!("220 (vsFTPd {version})"),
        ("ftp", _) => format!("220 {} {version} Server ready.", running.product.name),
        ("imaps", _) => "* OK [CAPABILITY IMAP4rev1 SASL-IR LOGIN-REFERRALS AUTH=PLAIN] Dovecot ready.".to_owned(),
        ("mysql", _) => format!("{version}-MariaDB"),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_joined_and_counted() {
        let ports = Ports::parse(" 443, 80 ,1000-2000,1500-2100,81").unwrap();
        assert_eq!((ports.text().as_str(), ports.count()), ("80-81,443,1000-2100", 3 + 1_101));
        assert_eq!(Ports::parse("all").unwrap().count(), 65_535);
        for text in ["", ",", "0", "70000", "90-80", "http", "1-2-3"] {
            assert!(Ports::parse(text).is_err(), "{text}");
        }
    }
}
