//! What is listed as bad, from when until when.

use jiff::ToSpan;
use jiff::civil::Date;

use super::link::{Link, Place};
use super::name::Name;
use super::rows::{LinkRow, NoiseRow, Source, ThreatRow, date, optional_date};
use super::{At, address};

/// Days for which something stays listed after it was taken down.
pub const LINGERS: i64 = 60;

/// Kinds of threats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ThreatKind {
    /// Gives out or commands malware.
    Malware,
    /// Tricks people, by an imitated log-in above all.
    SocialEngineering,
    /// Gives out software that nobody wants when they know it.
    UnwantedSoftware,
    /// Gives out apps that harm phones or their owners.
    HarmfulApp,
}

/// A listed host with everything below, or a part of one.
#[derive(Debug)]
pub struct Threat {
    /// The host.
    pub host: String,
    /// `/` for the whole host and all under it, else the path that is meant with all below.
    pub path: String,
    /// What it does.
    pub kind: ThreatKind,
    /// `ANY` or some of `WINDOWS`, `LINUX`, `OSX`, `ANDROID`, `IOS`.
    pub platforms: Vec<String>,
    /// Domain that is imitated; may be empty.
    pub brand: String,
    /// Family of malware; may be empty.
    pub family: String,
    /// Serial number of the sample that is given out.
    pub sample: Option<u32>,
    /// First day on the list.
    pub first: Date,
    /// Day of the take-down.
    pub until: Option<Date>,
    /// A page of it that is known.
    pub url: Option<String>,
}

/// Where a threat stands on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// It works.
    Active,
    /// It was taken down lately and is still on the list.
    Offline,
    /// It is on the list no more.
    Past,
}

/// An address that others complain about.
#[derive(Debug)]
pub struct Noise {
    /// What it does.
    pub kind: String,
    /// First day.
    pub first: Date,
    /// Last day.
    pub until: Option<Date>,
}

/// A short link.
#[derive(Debug)]
pub struct ShortLink {
    /// Host of the shortener.
    pub host: String,
    /// Path without the slash.
    pub code: String,
    /// Where it leads.
    pub target: String,
    /// First day.
    pub since: Date,
}

/// All of it.
#[derive(Debug)]
pub struct Threats {
    /// Sorted by host and path.
    pub all: Vec<Threat>,
    /// Sorted by address.
    noise: Vec<(std::net::Ipv4Addr, Noise)>,
    /// Sorted by host and code.
    links: Vec<ShortLink>,
}

impl ThreatKind {
    /// All kinds.
    pub const ALL: [Self; 4] = [Self::Malware, Self::SocialEngineering, Self::UnwantedSoftware, Self::HarmfulApp];

    /// Name in capitals, as the checks call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Malware => "MALWARE",
            Self::SocialEngineering => "SOCIAL_ENGINEERING",
            Self::UnwantedSoftware => "UNWANTED_SOFTWARE",
            Self::HarmfulApp => "POTENTIALLY_HARMFUL_APPLICATION",
        }
    }

    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Malware => "malware",
            Self::SocialEngineering => "phishing",
            Self::UnwantedSoftware => "unwanted software",
            Self::HarmfulApp => "a harmful app",
        }
    }
}

impl Threats {
    pub(super) fn read(source: &Source<'_>) -> Result<Self, String> {
        let mut all =
            source.rows::<ThreatRow>("net_threats")?.into_iter().map(threat).collect::<Result<Vec<_>, _>>()?;
        all.sort_by(|a, b| (&a.host, &a.path).cmp(&(&b.host, &b.path)));
        let mut noise = source.rows::<NoiseRow>("net_noise")?.into_iter().map(noisy).collect::<Result<Vec<_>, _>>()?;
        noise.sort_by_key(|(address, _)| *address);
        let mut links = source.rows::<LinkRow>("net_links")?.into_iter().map(short).collect::<Result<Vec<_>, _>>()?;
        links.sort_by(|a, b| (&a.host, &a.code).cmp(&(&b.host, &b.code)));
        Ok(Self { all, noise, links })
    }

    /// Everything that is or will be listed under a registered domain.
    pub fn of_domain<'a>(&'a self, domain: &'a str) -> impl Iterator<Item = &'a Threat> {
        let from = self.all.partition_point(|t| t.host.as_str() < domain);
        self.all[from..].iter().take_while(move |t| t.host == domain)
    }

    /// What others complain about with an address.
    pub fn noise(&self, address: std::net::Ipv4Addr) -> Option<&Noise> {
        self.noise.binary_search_by_key(&address, |(a, _)| *a).ok().map(|at| &self.noise[at].1)
    }

    /// The short link of a host and code.
    pub fn short_link(&self, host: &str, code: &str) -> Option<&ShortLink> {
        let at = self.links.binary_search_by(|l| (l.host.as_str(), l.code.as_str()).cmp(&(host, code))).ok()?;
        Some(&self.links[at])
    }

    /// All short links.
    pub fn short_links(&self) -> &[ShortLink] {
        &self.links
    }
}

impl Threat {
    /// Whether it means the whole host and all under it.
    pub fn is_whole(&self) -> bool {
        self.path == "/"
    }

    /// Host and path as one text.
    pub fn expression(&self) -> String {
        format!("{}{}", self.host, self.path)
    }

    /// Where it stands on a day; none before it was listed.
    pub fn stage(&self, today: Date) -> Option<Stage> {
        stage(self.first, self.until, today)
    }

    /// Whether it means this host and path.
    pub fn means(&self, host: &Name, path: &str) -> bool {
        if self.is_whole() {
            return host.is_under(&self.host);
        }
        let same_host = host.as_str() == self.host || host.as_str().strip_prefix("www.") == Some(&self.host);
        let below = path.strip_prefix(self.path.as_str());
        same_host && below.is_some_and(|rest| rest.is_empty() || self.path.ends_with('/') || rest.starts_with('/'))
    }
}

impl Noise {
    /// Where it stands on a day.
    pub fn stage(&self, today: Date) -> Option<Stage> {
        stage(self.first, self.until, today)
    }

    /// In words.
    pub fn words(&self) -> &'static str {
        match self.kind.as_str() {
            "ssh_brute_force" => "guesses passwords of SSH servers",
            "spam_source" => "sends unsolicited mail",
            "web_scanner" => "probes websites for weak spots",
            "proxy_exit" => "is an exit of a network of rented-out home computers",
            "telnet_worm" => "spreads a worm over Telnet",
            _ => "scans the internet for research and says so",
        }
    }

    /// Whether it does harm, and not only noise.
    pub fn is_attack(&self) -> bool {
        matches!(self.kind.as_str(), "ssh_brute_force" | "spam_source" | "telnet_worm")
    }

    /// Whether it is known to be harmless.
    pub fn is_research(&self) -> bool {
        self.kind == "research_scanner"
    }
}

fn stage(first: Date, until: Option<Date>, today: Date) -> Option<Stage> {
    if today < first {
        return None;
    }
    Some(match until {
        Some(until) if today >= until.saturating_add(LINGERS.days()) => Stage::Past,
        Some(until) if today >= until => Stage::Offline,
        _ => Stage::Active,
    })
}

impl<'a> At<'a> {
    /// Listed threats that mean a page, with their stage, the working ones first.
    pub fn listings(&self, name: &Name, path: &str) -> Vec<(&'a Threat, Stage)> {
        let today = self.today();
        let fitting = self.net.threats.of_domain(self.net.domain(name.registrable()).map_or("", |d| d.name.as_str()));
        let mut found: Vec<_> =
            fitting.filter(|t| t.means(name, path)).filter_map(|t| Some((t, t.stage(today)?))).collect();
        found.sort_by_key(|(_, stage)| *stage as u8);
        found
    }

    /// Where a short link leads, if the link is one that works.
    pub fn leads_to(&self, link: &Link) -> Option<Link> {
        let Place::Name(name) = &link.place else { return None };
        let short = self.net.threats.short_link(name.as_str(), link.path.trim_matches('/'))?;
        (short.since <= self.today()).then(|| Link::parse(&short.target).ok()).flatten()
    }

    /// What others complain about with an address, with its stage.
    pub fn noise(&self, address: std::net::IpAddr) -> Option<(&'a Noise, Stage)> {
        let host = &self.net.hosts[self.net.host_index(address)?];
        let noise = self.net.threats.noise(host.address)?;
        debug_assert_eq!(address::scope(address), address::Scope::Modelled);
        Some((noise, noise.stage(self.today())?))
    }
}

fn threat(row: ThreatRow) -> Result<Threat, String> {
    let (host, path) = row.expression.split_at(row.expression.find('/').unwrap_or(row.expression.len()));
    let kind = ThreatKind::ALL.into_iter().find(|kind| kind.name() == row.threat);
    Ok(Threat {
        host: host.to_owned(),
        path: path.to_owned(),
        kind: kind.ok_or_else(|| format!("net_threats: '{}' is no threat", row.threat))?,
        first: date("net_threats", &row.first)?,
        until: optional_date("net_threats", row.until.as_ref())?,
        url: Some(row.note).filter(|note| note.starts_with("https://")),
        platforms: row.platforms,
        brand: row.brand,
        family: row.family,
        sample: row.sample,
    })
}

fn noisy(row: NoiseRow) -> Result<(std::net::Ipv4Addr, Noise), String> {
    let address = row.address.parse().map_err(|_| format!("net_noise: '{}' is no address", row.address))?;
    let (first, until) = (date("net_noise", &row.first)?, optional_date("net_noise", row.until.as_ref())?);
    Ok((address, Noise { kind: row.kind, first, until }))
}

fn short(row: LinkRow) -> Result<ShortLink, String> {
    Ok(ShortLink { since: date("net_links", &row.since)?, host: row.host, code: row.code, target: row.target })
}
