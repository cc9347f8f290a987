//! Rows of the tables `responses/world/net_*.json`, as they stand there.

use jiff::civil::Date;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::world::facts::read_table;

/// A provider with its sites.
#[derive(Debug, Deserialize)]
pub(super) struct NetworkRow {
    pub asn: u32,
    pub name: String,
    pub domain: String,
    pub kind: String,
    pub country: String,
    pub about: String,
    pub sites: Vec<SiteRow>,
}

/// A site: where it is, and its blocks.
#[derive(Debug, Deserialize)]
pub(super) struct SiteRow {
    pub city_id: u32,
    pub city: String,
    pub region: String,
    pub country: String,
    pub latitude: f64,
    pub longitude: f64,
    pub blocks: Vec<String>,
    pub block6: String,
}

/// A registered domain.
#[derive(Debug, Deserialize)]
pub(super) struct DomainRow {
    pub domain: String,
    pub holder: String,
    pub sector: String,
    pub country: String,
    pub city: String,
    pub about: String,
    pub role: String,
    pub care: u8,
    pub registrar: String,
    pub created: String,
    pub ends: Option<String>,
    pub dns: String,
    pub mail: String,
}

/// The records of a zone.
#[derive(Debug, Deserialize)]
pub(super) struct ZoneRow {
    pub domain: String,
    pub records: Vec<String>,
}

/// A machine.
#[derive(Debug, Deserialize)]
pub(super) struct HostRow {
    pub address: String,
    pub address6: String,
    pub name: String,
    pub role: String,
    pub domain: String,
    pub care: u8,
    pub system: String,
    pub since: String,
    pub services: Vec<String>,
    pub certificates: Vec<usize>,
}

/// A certificate that is renewed again and again.
#[derive(Debug, Deserialize)]
pub(super) struct CertificateRow {
    pub name: String,
    pub others: Vec<String>,
    pub issuer: String,
    pub owner: String,
    pub since: String,
}

/// A program that serves.
#[derive(Debug, Deserialize)]
pub(super) struct ProductRow {
    pub key: String,
    pub name: String,
    pub aliases: Vec<String>,
    pub versions: Vec<String>,
}

/// A well-known vulnerability.
#[derive(Debug, Deserialize)]
pub(super) struct VulnerabilityRow {
    pub id: String,
    pub product: String,
    pub affected: Vec<String>,
    pub score: f64,
    pub published: String,
    pub summary: String,
}

/// A listed expression.
#[derive(Debug, Deserialize)]
pub(super) struct ThreatRow {
    pub expression: String,
    pub threat: String,
    pub platforms: Vec<String>,
    pub brand: String,
    pub family: String,
    pub sample: Option<u32>,
    pub first: String,
    pub until: Option<String>,
    pub note: String,
}

/// An address that others complain about.
#[derive(Debug, Deserialize)]
pub(super) struct NoiseRow {
    pub address: String,
    pub kind: String,
    pub first: String,
    pub until: Option<String>,
}

/// A short link.
#[derive(Debug, Deserialize)]
pub(super) struct LinkRow {
    pub host: String,
    pub code: String,
    pub target: String,
    pub since: String,
}

/// A family of malware.
#[derive(Debug, Deserialize)]
pub(super) struct FamilyRow {
    pub name: String,
    pub kind: String,
    pub platforms: Vec<String>,
    pub first: String,
    pub techniques: Vec<String>,
    pub about: String,
    pub domains: Vec<String>,
    pub addresses: Vec<String>,
}

/// A sample of malware.
#[derive(Debug, Deserialize)]
pub(super) struct SampleRow {
    pub serial: u32,
    pub family: String,
    pub filename: String,
    pub kind: String,
    pub platform: String,
    pub size: u64,
    pub first_seen: String,
    pub delivery: String,
    pub url: String,
}

/// A technique of attack.
#[derive(Debug, Deserialize)]
pub(super) struct TechniqueRow {
    pub id: String,
    pub tactic: String,
    pub name: String,
}

/// The bytes of all tables, by name.
pub(super) struct Source<'a>(pub &'a [(&'a str, &'a [u8])]);

impl Source<'_> {
    /// The rows of a table.
    pub fn rows<R: DeserializeOwned>(&self, name: &str) -> Result<Vec<R>, String> {
        let found = self.0.iter().find(|(table, _)| *table == name);
        let (_, bytes) = found.ok_or_else(|| format!("the table {name} is missing"))?;
        read_table(name, bytes)
    }
}

/// A date of a table.
pub(super) fn date(table: &str, text: &str) -> Result<Date, String> {
    text.parse().map_err(|e| format!("{table}: '{text}' is no date: {e}"))
}

/// A date that may be missing.
pub(super) fn optional_date(table: &str, text: Option<&String>) -> Result<Option<Date>, String> {
    text.map(|text| date(table, text)).transpose()
}
