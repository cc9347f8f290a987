//! Machines and what they serve.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use jiff::civil::Date;

use super::product::Product;
use super::rows::{HostRow, date};

/// A machine.
#[derive(Debug)]
pub struct Host {
    /// Its IPv4 address.
    pub address: Ipv4Addr,
    /// Its IPv6 address, where it has one.
    pub address6: Option<Ipv6Addr>,
    /// The name that stands for the address.
    pub name: String,
    /// What it is for: `web`, `mail`, `dns`, `camera`, `control`…
    pub role: String,
    /// Domain of whoever runs it; empty for devices on a line and rented machines.
    pub domain: String,
    /// How well it is looked after, 0 to 3.
    pub care: u8,
    /// Operating system.
    pub system: String,
    /// First day.
    pub since: Date,
    /// What it serves, by port.
    pub services: Vec<Service>,
    /// Certificates that it shows, as indices.
    pub certificates: Vec<usize>,
    /// Every name that leads to it: domain, label, first day.
    pub names: Vec<HostName>,
}

/// A name that leads to a machine.
#[derive(Debug)]
pub struct HostName {
    /// Index of the domain.
    pub domain: usize,
    /// Label under it; `@` for the domain itself.
    pub label: String,
    /// First day, where that is not the domain's.
    pub since: Option<Date>,
}

/// An open port and the programs behind it.
#[derive(Debug)]
pub struct Service {
    /// TCP port.
    pub port: u16,
    /// Index of the program that answers; none where nobody knows.
    pub product: Option<usize>,
    /// Index of the web application on top, if any.
    pub application: Option<usize>,
}

/// How a service is encrypted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cover {
    /// Not at all.
    None,
    /// From the first byte.
    Tls,
    /// After the client asks for it.
    StartTls,
}

/// Port, service, and how it is encrypted.
const PORTS: [(u16, &str, Cover); 33] = [
    (21, "ftp", Cover::StartTls),
    (22, "ssh", Cover::None),
    (23, "telnet", Cover::None),
    (25, "smtp", Cover::StartTls),
    (53, "dns", Cover::None),
    (80, "http", Cover::None),
    (389, "ldap", Cover::StartTls),
    (443, "https", Cover::Tls),
    (445, "smb", Cover::None),
    (554, "rtsp", Cover::None),
    (587, "submission", Cover::StartTls),
    (631, "ipp", Cover::None),
    (636, "ldaps", Cover::Tls),
    (993, "imaps", Cover::Tls),
    (1194, "openvpn", Cover::None),
    (1883, "mqtt", Cover::None),
    (3128, "http-proxy", Cover::None),
    (3306, "mysql", Cover::None),
    (3389, "rdp", Cover::None),
    (4444, "unknown", Cover::None),
    (5060, "sip", Cover::None),
    (5432, "postgresql", Cover::None),
    (5672, "amqp", Cover::None),
    (5984, "http", Cover::None),
    (6379, "redis", Cover::None),
    (8080, "http", Cover::None),
    (8883, "mqtts", Cover::Tls),
    (8983, "http", Cover::None),
    (9200, "http", Cover::None),
    (10000, "http", Cover::None),
    (11211, "memcached", Cover::None),
    (27017, "mongodb", Cover::None),
    (61616, "openwire", Cover::None),
];

/// Names of services by other words for them.
const PROTOCOLS: [(&str, &str); 14] = [
    ("ssl", "tls"),
    ("starttls", "tls"),
    ("web", "https"),
    ("ftps", "ftp"),
    ("smtps", "submission"),
    ("esmtp", "smtp"),
    ("imap", "imaps"),
    ("sftp", "ssh"),
    ("cifs", "smb"),
    ("postgres", "postgresql"),
    ("mariadb", "mysql"),
    ("rdesktop", "rdp"),
    ("vpn", "openvpn"),
    ("cups", "ipp"),
];

impl Service {
    /// Name of the service, e.g. `https`.
    pub fn name(&self) -> &'static str {
        PORTS.iter().find(|p| p.0 == self.port).map_or("unknown", |p| p.1)
    }

    /// How it is encrypted.
    pub fn cover(&self) -> Cover {
        PORTS.iter().find(|p| p.0 == self.port).map_or(Cover::None, |p| p.2)
    }

    /// The address without its path that a browser would show, for services it can speak.
    pub fn web_scheme(&self) -> Option<&'static str> {
        match self.name() {
            "https" => Some("https"),
            "http" => Some("http"),
            _ => None,
        }
    }
}

/// The service that a text means; `tls` stands for all that are encrypted. None for a word that is no protocol.
pub fn protocol(text: &str) -> Option<&'static str> {
    let folded: String = text.trim().to_lowercase().chars().filter(|c| c.is_alphanumeric() || *c == '-').collect();
    let wanted = PROTOCOLS.iter().find(|(other, _)| *other == folded).map_or(folded.as_str(), |(_, name)| name);
    if matches!(wanted, "tls") {
        return Some("tls");
    }
    PORTS.iter().map(|p| p.1).find(|name| *name == wanted && *name != "unknown")
}

/// All protocols that can be asked for, in alphabetical order.
pub fn protocols() -> Vec<&'static str> {
    let mut names: Vec<&str> = PORTS.iter().map(|p| p.1).filter(|name| *name != "unknown").chain(["tls"]).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// Ports that a scan looks at when none are named.
pub fn common_ports() -> impl Iterator<Item = u16> {
    const OTHERS: [u16; 17] = [20, 69, 88, 110, 111, 135, 139, 143, 161, 465, 995, 1433, 1521, 2049, 5900, 8000, 8443];
    PORTS.iter().map(|p| p.0).chain(OTHERS)
}

impl Host {
    pub(super) fn new(table: &str, row: HostRow, products: &[Product]) -> Result<Self, String> {
        let wrong = |what: &str| format!("{table}: {}: '{what}' cannot be read", row.address);
        let address = row.address.parse().map_err(|_| wrong(&row.address))?;
        let address6 = match row.address6.as_str() {
            "" => None,
            rest => Some(format!("2001:db8:{rest}").parse().map_err(|_| wrong(rest))?),
        };
        let service = |text: &String| service(text, products).ok_or_else(|| wrong(text));
        let mut services = row.services.iter().map(service).collect::<Result<Vec<_>, _>>()?;
        services.sort_by_key(|s| s.port);
        Ok(Self {
            address,
            address6,
            name: row.name,
            role: row.role,
            domain: row.domain,
            care: row.care,
            system: row.system,
            since: date(table, &row.since)?,
            services,
            certificates: row.certificates,
            names: Vec::new(),
        })
    }

    /// Whether it answers to this address.
    pub fn has(&self, address: IpAddr) -> bool {
        match address {
            IpAddr::V4(four) => self.address == four,
            IpAddr::V6(six) => self.address6 == Some(six),
        }
    }

    /// Whether it stands at a line or in a rented rack without anybody's name on it.
    pub fn is_device(&self) -> bool {
        self.domain.is_empty()
    }

    /// Whether any of its services can be encrypted.
    pub fn speaks_tls(&self) -> bool {
        self.services.iter().any(|s| s.cover() != Cover::None)
    }
}

/// Reads `443 nginx,wordpress`.
fn service(text: &str, products: &[Product]) -> Option<Service> {
    let mut words = text.split(' ');
    let port: u16 = words.next()?.parse().ok()?;
    PORTS.iter().find(|p| p.0 == port)?;
    let index = |key: &str| products.iter().position(|p| p.key == key);
    let mut keys = words.next().into_iter().flat_map(|keys| keys.split(','));
    let (product, application) = (keys.next(), keys.next());
    Some(Service {
        port,
        product: product.map(|key| index(key).ok_or(())).transpose().ok()?,
        application: application.map(|key| index(key).ok_or(())).transpose().ok()?,
    })
}
