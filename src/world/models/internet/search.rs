//! Looking for machines.

use std::net::IpAddr;

use super::At;
use super::address::{self, Block};
use super::host::Host;
use super::name::Name;
use super::network::Home;
use super::product::Wanted;

/// Which names or addresses are meant.
#[derive(Clone, Debug, PartialEq)]
pub enum Which {
    /// All.
    Any,
    /// A name and all below it.
    Under(Name),
    /// All below a name, without itself.
    Below(Name),
    /// Names of which a label holds this text.
    Holding(String),
    /// An address.
    Address(IpAddr),
    /// All addresses of a block.
    Block(Block),
}

/// Where the machines stand.
#[derive(Clone, Debug, PartialEq)]
pub enum Where {
    /// Anywhere.
    Anywhere,
    /// In these countries, by ISO 3166-1 alpha-2 code.
    Countries(Vec<String>),
    /// In a region of a country.
    Region(String, String),
    /// In the city with this GeoNames id.
    City(u32),
}

impl Which {
    /// Reads `lumenfjord.example`, `*.lumenfjord.example`, `mail`, `198.51.100.7` or `198.51.100.0/26`; none for what is
    /// nothing of these.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        if text.is_empty() || text == "*" {
            return Some(Self::Any);
        }
        if let Some(address) = address::parse(text) {
            return Some(Self::Address(address));
        }
        if text.contains('/') {
            return Block::parse(text).map(Self::Block);
        }
        if let Some(rest) = text.strip_prefix("*.") {
            return Name::parse(rest).map(Self::Below);
        }
        if text.contains('.') {
            return Name::parse(text).map(Self::Under);
        }
        let folded = text.trim_matches('*').to_lowercase();
        let label = !folded.is_empty() && folded.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_'));
        label.then_some(Self::Holding(folded))
    }

    fn fits(&self, host: &Host, names: &[String]) -> bool {
        let name = |test: &dyn Fn(&Name) -> bool| names.iter().filter_map(|n| Name::parse(n)).any(|n| test(&n));
        match self {
            Self::Any => true,
            Self::Under(wanted) => name(&|n| n.is_under(wanted.as_str())),
            Self::Below(wanted) => name(&|n| n != wanted && n.is_under(wanted.as_str())),
            Self::Holding(part) => names.iter().any(|n| n.split('.').any(|label| label.contains(part.as_str()))),
            Self::Address(address) => host.has(*address),
            Self::Block(block) => {
                block.holds(host.address.into()) || host.address6.is_some_and(|six| block.holds(six.into()))
            }
        }
    }
}

impl Where {
    fn fits(&self, home: &Home<'_>) -> bool {
        match self {
            Self::Anywhere => true,
            Self::Countries(codes) => codes.contains(&home.site.country),
            Self::Region(country, region) => home.site.country == *country && home.site.region == *region,
            Self::City(id) => home.site.city_id == *id,
        }
    }
}

impl<'a> At<'a> {
    /// Machines that fit, by address.
    pub fn search(&self, which: &Which, place: &Where, software: Option<&Wanted>) -> Vec<&'a Host> {
        let fits = |host: &&Host| {
            self.is_up(host)
                && (*place == Where::Anywhere
                    || self.net.home(host.address.into()).is_some_and(|home| place.fits(&home)))
                && software.is_none_or(|wanted| {
                    self.programs_of(host).any(|running| wanted.fits(running.product, running.version))
                })
                && (matches!(which, Which::Any) || which.fits(host, &self.host_names(host)))
        };
        self.net.hosts.iter().filter(fits).collect()
    }

    /// Names that lead to a machine now, its own name first.
    pub fn host_names(&self, host: &Host) -> Vec<String> {
        let today = self.today();
        let mut names: Vec<String> = Vec::new();
        for name in &host.names {
            let domain = &self.net.domains[name.domain];
            if name.since.is_some_and(|since| since > today) || !self.is_delegated(domain) {
                continue;
            }
            names.push(if name.label == "@" { domain.name.clone() } else { format!("{}.{}", name.label, domain.name) });
        }
        names.sort_by_key(|name| *name != host.name);
        names
    }

    fn programs_of(&self, host: &'a Host) -> impl Iterator<Item = super::posture::Running<'a>> {
        self.programs(host).map(|(_, running)| running)
    }
}
