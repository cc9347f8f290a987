//! Providers, their sites, and who an address belongs to.

use std::net::IpAddr;

use super::address::Block;
use super::rows::{NetworkRow, SiteRow};

/// A provider with a number of its own.
#[derive(Debug)]
pub struct Network {
    /// Number of the autonomous system.
    pub asn: u32,
    /// Name of the provider.
    pub name: String,
    /// Its domain.
    pub domain: String,
    /// `isp`, `mobile`, `hosting`, `cloud`, `cdn`, `dns`, `mail`, `vpn`, `education` or `bulletproof`.
    pub kind: String,
    /// ISO 3166-1 alpha-2 code of the country in which it is registered.
    pub country: String,
    /// What it is, in a sentence.
    pub about: String,
    /// Where it has machines.
    pub sites: Vec<Site>,
}

/// A place where a provider has machines.
#[derive(Debug)]
pub struct Site {
    /// GeoNames id of the city.
    pub city_id: u32,
    /// Name of the city.
    pub city: String,
    /// Region of the city; may be empty.
    pub region: String,
    /// ISO 3166-1 alpha-2 code.
    pub country: String,
    /// Degrees north.
    pub latitude: f64,
    /// Degrees east.
    pub longitude: f64,
    /// Blocks of addresses.
    pub blocks: Vec<Block>,
}

/// Where an address belongs.
#[derive(Clone, Copy, Debug)]
pub struct Home<'a> {
    /// The provider.
    pub network: &'a Network,
    /// The site.
    pub site: &'a Site,
    /// The block.
    pub block: Block,
}

impl Network {
    pub(super) fn new(row: NetworkRow) -> Result<Self, String> {
        let sites = row.sites.into_iter().map(site).collect::<Result<_, _>>()?;
        let NetworkRow { asn, name, domain, kind, country, about, .. } = row;
        Ok(Self { asn, name, domain, kind, country, about, sites })
    }
}

fn site(row: SiteRow) -> Result<Site, String> {
    let read = |text: &String| Block::parse(text).ok_or_else(|| format!("net_networks: '{text}' is no block"));
    let blocks = row.blocks.iter().chain([&row.block6]).map(read).collect::<Result<_, _>>()?;
    let SiteRow { city_id, city, region, country, latitude, longitude, .. } = row;
    Ok(Site { city_id, city, region, country, latitude, longitude, blocks })
}

/// The provider, site and block of an address.
pub(super) fn home(networks: &[Network], address: IpAddr) -> Option<Home<'_>> {
    let sites = networks.iter().flat_map(|network| network.sites.iter().map(move |site| (network, site)));
    let blocks =
        sites.flat_map(|(network, site)| site.blocks.iter().map(move |block| Home { network, site, block: *block }));
    blocks.into_iter().find(|home| home.block.holds(address))
}
