//! An invented internet: providers and their networks, domains and zones, machines and what they serve, certificates, and
//! what is bad about some of them.
//!
//! It lives in reserved space only: names under `.example` and `.test`, addresses for documentation and benchmarks,
//! numbers of networks for documentation. Names, addresses, hashes and days are those of the tables and the same in every
//! world, so that a person may name them; versions, care, scores and times of day follow from the seed. What is dated
//! after the clock has not happened yet.
//!
//! `rows` reads the tables → [`Internet`] holds and indexes them → [`At`] is the internet at a moment in one world, and
//! answers: [`zone`] (DNS), [`domain`] (registry), [`certificate`], [`host`], [`posture`] (versions and faults), [`page`]
//! (what a browser gets), [`threat`] (lists), [`verdict`] (what is thought of it), [`malware`], [`search`].

pub mod address;
pub mod category;
pub mod certificate;
pub mod domain;
pub mod host;
pub mod link;
pub mod malware;
pub mod name;
pub mod network;
pub mod page;
pub mod policy;
pub mod posture;
pub mod product;
mod rows;
pub mod search;
pub mod temporary;
#[cfg(test)]
mod tests;
pub mod threat;
pub mod verdict;
pub mod zone;

use std::net::IpAddr;

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};

use self::certificate::Certificate;
use self::domain::{Domain, Record, Target};
pub use self::domain::{Registration, Role};
use self::host::{Host, HostName};
use self::malware::Malware;
pub use self::name::{Coverage, Name};
use self::network::{Home, Network};
use self::product::{Product, Vulnerability};
use self::rows::{CertificateRow, DomainRow, HostRow, NetworkRow, ProductRow, Source, VulnerabilityRow, ZoneRow, date};
use self::threat::Threats;
use crate::world::Seed;
use crate::world::facts::Model;

/// Everything about the internet that is the same in every world.
#[derive(Debug)]
pub struct Internet {
    /// Providers.
    pub networks: Vec<Network>,
    /// Domains, by name.
    pub domains: Vec<Domain>,
    /// Machines, by IPv4 address.
    pub hosts: Vec<Host>,
    /// IPv6 address → machine.
    six: Vec<(u128, usize)>,
    /// Certificates.
    pub certificates: Vec<Certificate>,
    /// Programs.
    pub products: Vec<Product>,
    /// What is listed as bad.
    pub threats: Threats,
    /// Malware.
    pub malware: Malware,
}

/// The internet at a moment in one world.
#[derive(Clone, Copy, Debug)]
pub struct At<'a> {
    /// What does not change.
    pub net: &'a Internet,
    /// The moment.
    pub now: Timestamp,
    key: u64,
}

impl Model for Internet {
    const TABLES: &'static [&'static str] = &[
        "net_networks",
        "net_domains",
        "net_zones",
        "net_hosts",
        "net_devices",
        "net_certificates",
        "net_products",
        "net_vulnerabilities",
        "net_threats",
        "net_noise",
        "net_links",
        "net_families",
        "net_samples",
        "net_techniques",
    ];

    fn build(tables: &[&[u8]]) -> Result<Self, String> {
        let named: Vec<(&str, &[u8])> = Self::TABLES.iter().copied().zip(tables.iter().copied()).collect();
        let source = Source(&named);
        let networks =
            source.rows::<NetworkRow>("net_networks")?.into_iter().map(Network::new).collect::<Result<_, _>>()?;
        let products = products(&source)?;
        let mut hosts = Vec::new();
        for table in ["net_hosts", "net_devices"] {
            for row in source.rows::<HostRow>(table)? {
                hosts.push(Host::new(table, row, &products)?);
            }
        }
        hosts.sort_by_key(|host: &Host| host.address);
        let mut six: Vec<(u128, usize)> =
            hosts.iter().enumerate().filter_map(|(i, h)| Some((h.address6?.into(), i))).collect();
        six.sort_unstable();
        let domains = domains(&source, &mut hosts)?;
        let mut certificates = source
            .rows::<CertificateRow>("net_certificates")?
            .into_iter()
            .map(Certificate::new)
            .collect::<Result<Vec<_>, _>>()?;
        for (at, host) in hosts.iter().enumerate() {
            for line in &host.certificates {
                let line =
                    certificates.get_mut(*line).ok_or_else(|| format!("net_hosts: there is no certificate {line}"))?;
                line.hosts.push(at);
            }
        }
        let (threats, malware) = (Threats::read(&source)?, Malware::read(&source)?);
        Ok(Self { networks, domains, hosts, six, certificates, products, threats, malware })
    }
}

fn products(source: &Source<'_>) -> Result<Vec<Product>, String> {
    let mut products: Vec<Product> = source.rows::<ProductRow>("net_products")?.into_iter().map(Product::new).collect();
    for row in source.rows::<VulnerabilityRow>("net_vulnerabilities")? {
        let product = products.iter_mut().find(|p| p.key == row.product);
        let product = product.ok_or_else(|| format!("net_vulnerabilities: there is no product {}", row.product))?;
        product.vulnerabilities.push(Vulnerability::new(row)?);
    }
    for product in &mut products {
        product.vulnerabilities.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| a.id.cmp(&b.id)));
    }
    Ok(products)
}

/// Domains with their zones; machines learn which names lead to them.
fn domains(source: &Source<'_>, hosts: &mut [Host]) -> Result<Vec<Domain>, String> {
    let mut domains =
        source.rows::<DomainRow>("net_domains")?.into_iter().map(Domain::new).collect::<Result<Vec<_>, _>>()?;
    domains.sort_by(|a, b| a.name.cmp(&b.name));
    for zone in source.rows::<ZoneRow>("net_zones")? {
        let at = domains.binary_search_by(|d| d.name.as_str().cmp(&zone.domain));
        let at = at.map_err(|_| format!("net_zones: there is no domain {}", zone.domain))?;
        for text in &zone.records {
            let record =
                record(text, hosts).ok_or_else(|| format!("net_zones: {}: '{text}' cannot be read", zone.domain))?;
            if let Target::Host(host) = record.target {
                hosts[host].names.push(HostName { domain: at, label: record.label.clone(), since: record.since });
            }
            domains[at].records.push(record);
        }
    }
    Ok(domains)
}

/// Reads `www A 192.0.2.9 2026-01-02`.
fn record(text: &str, hosts: &[Host]) -> Option<Record> {
    let mut words = text.split(' ');
    let (label, kind, value) = (words.next()?, words.next()?, words.next()?);
    let since = words.next().map(|day| date("net_zones", day)).transpose().ok()?;
    let target = match kind {
        "A" => Target::Host(hosts.binary_search_by_key(&value.parse().ok()?, |h| h.address).ok()?),
        "CNAME" => Target::Name(value.to_owned()),
        _ => return None,
    };
    Some(Record { label: label.to_owned(), target, since })
}

impl Internet {
    /// This internet in the world of a seed at a moment.
    pub fn at(&self, seed: Seed, now: Timestamp) -> At<'_> {
        At { net: self, now, key: seed.stream(&["internet"]).bits() }
    }

    /// The domain with exactly this name, whether or not it is registered yet.
    pub fn domain(&self, name: &str) -> Option<&Domain> {
        self.domains.binary_search_by(|d| d.name.as_str().cmp(name)).ok().map(|at| &self.domains[at])
    }

    /// The machine with an address, as index.
    pub fn host_index(&self, address: IpAddr) -> Option<usize> {
        match address {
            IpAddr::V4(four) => self.hosts.binary_search_by_key(&four, |h| h.address).ok(),
            IpAddr::V6(six) => {
                let six = u128::from(six);
                self.six.binary_search_by_key(&six, |(a, _)| *a).ok().map(|at| self.six[at].1)
            }
        }
    }

    /// Provider, site and block of an address.
    pub fn home(&self, address: IpAddr) -> Option<Home<'_>> {
        network::home(&self.networks, address)
    }
}

impl<'a> At<'a> {
    /// The same world at another moment.
    pub fn when(&self, now: Timestamp) -> Self {
        Self { now, ..*self }
    }

    /// The day it is, in UTC, in which all days of this model are counted.
    pub fn today(&self) -> Date {
        self.now.to_zoned_datetime(TimeZone::UTC).date()
    }

    /// The day some days ago.
    pub fn days_ago(&self, days: i32) -> Date {
        self.today().checked_sub(i64::from(days).days()).unwrap_or(Date::MIN)
    }

    /// The registered domain in which a name lies, if it is registered now.
    pub fn domain_of(&self, name: &Name) -> Option<&'a Domain> {
        self.net.domain(name.registrable()).filter(|d| self.registration(d).is_some())
    }

    /// The machine with an address, if it is there already.
    pub fn host(&self, address: IpAddr) -> Option<&'a Host> {
        let host = &self.net.hosts[self.net.host_index(address)?];
        self.is_up(host).then_some(host)
    }

    /// Whether a machine is there already.
    pub fn is_up(&self, host: &Host) -> bool {
        host.since <= self.today()
    }

    /// When the daily look at a machine last came by: not after now.
    pub fn last_look(&self, host: &Host) -> Timestamp {
        let second = (self.roll(&["look", &host.name], 86_400) as i64).seconds();
        let today = domain::midnight(self.today()) + second;
        let look = if today <= self.now { today } else { today - 24.hours() };
        look.max(domain::midnight(host.since))
    }

    /// A number below `n` for the thing with this name, the same whenever it is asked for in this world.
    pub fn roll(&self, name: &[&str], n: u64) -> u64 {
        ((u128::from(self.hash(name)) * u128::from(n)) >> 64) as u64
    }

    /// A number in `[0, 1)`.
    pub fn unit(&self, name: &[&str]) -> f64 {
        (self.hash(name) >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Letters and digits that mean nothing.
    pub fn letters(&self, name: &[&str], count: usize) -> String {
        const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
        let mut bits = self.hash(name);
        let mut text = String::with_capacity(count);
        for _ in 0..count {
            bits = scramble(bits);
            text.push(char::from(LETTERS[(bits >> 58) as usize]));
        }
        text
    }

    /// A moment of a day between two hours, UTC.
    fn moment(&self, day: Date, name: &[&str], from: u64, to: u64) -> Timestamp {
        let second = from * 3_600 + self.roll(name, (to - from) * 3_600);
        domain::midnight(day) + (second as i64).seconds()
    }

    /// FNV-1a over the parts, scrambled: a stream of its own for each would be too slow for a search over all machines.
    fn hash(&self, name: &[&str]) -> u64 {
        let mut hash = 0xCBF2_9CE4_8422_2325 ^ self.key;
        for part in name {
            for byte in part.bytes().chain([0xFF]) {
                hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
            }
        }
        scramble(hash)
    }
}

/// SplitMix64.
fn scramble(bits: u64) -> u64 {
    let mut h = bits.wrapping_add(0x9E37_79B9_7F4A_7C15);
    h = (h ^ (h >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    h = (h ^ (h >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    h ^ (h >> 31)
}
