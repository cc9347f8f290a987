//! What is thought of an address, a domain or a page. Every tool asks here, so that all of them say the same.

use std::net::IpAddr;

use jiff::Unit;
use jiff::civil::Date;

use super::address::{self, Scope};
use super::domain::{Domain, Role};
use super::host::Host;
use super::link::{Link, Place};
use super::name::{Coverage, Name};
use super::threat::{Noise, Stage, Threat};
use super::{At, zone};

/// Short links that are followed, at most.
const LONGEST_CHAIN: usize = 4;

/// Days for which a name that nobody knows is young.
const YOUNG: i64 = 30;

/// Sites that are named one by one where an address hosts several.
const NAMED: usize = 3;

/// What is thought of something, from good to bad; unknown is no judgement at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// Nothing is known.
    Unknown,
    /// Nothing speaks against it.
    Clean,
    /// Something speaks against it, but nothing is listed.
    Suspicious,
    /// It is listed.
    Malicious,
}

/// Something that can be judged.
#[derive(Clone, Debug, PartialEq)]
pub enum Entity {
    /// An address.
    Address(IpAddr),
    /// A host name.
    Domain(Name),
    /// A page.
    Url(Link),
}

/// A judgement and what it rests on.
#[derive(Debug)]
pub struct Judgement<'a> {
    /// What is thought.
    pub verdict: Verdict,
    /// Threats that are listed now.
    pub threats: Vec<&'a Threat>,
    /// Threats that were listed once.
    pub past: Vec<&'a Threat>,
    /// What others complain about with the address.
    pub noise: Option<(&'a Noise, Stage)>,
    /// Why, in sentences, the weightiest first.
    pub reasons: Vec<String>,
}

impl Verdict {
    /// `unknown`, `clean`, `suspicious`, `malicious`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Unknown => "unknown",
            Self::Clean => "clean",
            Self::Suspicious => "suspicious",
            Self::Malicious => "malicious",
        }
    }
}

impl Entity {
    /// Reads an address, a host name or a link; none for what is neither. Brackets around dots (`[.]`), as people write
    /// bad names, are understood.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim().replace("[.]", ".").replace("(.)", ".");
        if let Some(address) = address::parse(&text) {
            return Some(Self::Address(address));
        }
        if let Some(name) = Name::parse(&text) {
            return Some(Self::Domain(name));
        }
        let looks_like_a_link = text.contains("://") || text.contains('/') || text.contains(':');
        looks_like_a_link.then(|| Link::parse(&text).ok().map(Self::Url)).flatten()
    }

    /// `IP`, `Domain` or `URL`.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Address(_) => "IP",
            Self::Domain(_) => "Domain",
            Self::Url(_) => "URL",
        }
    }

    /// In one spelling.
    pub fn text(&self) -> String {
        match self {
            Self::Address(address) => address.to_string(),
            Self::Domain(name) => name.to_string(),
            Self::Url(link) => link.to_string(),
        }
    }
}

impl<'a> Judgement<'a> {
    fn unknown(reason: &str) -> Self {
        Self { verdict: Verdict::Unknown, threats: vec![], past: vec![], noise: None, reasons: vec![reason.to_owned()] }
    }

    /// Makes it at least as bad, for a reason.
    fn worsen(&mut self, verdict: Verdict, reason: String) {
        self.verdict = self.verdict.max(verdict);
        self.reasons.push(reason);
    }

    /// Names each threat once.
    fn once(&mut self) {
        let mut seen: Vec<*const Threat> = Vec::new();
        self.threats.retain(|threat| {
            let new = !seen.contains(&std::ptr::from_ref(*threat));
            seen.push(std::ptr::from_ref(*threat));
            new
        });
    }

    /// Takes over what speaks against something that it rests on.
    fn absorb(&mut self, other: Judgement<'a>, says: impl Fn(&str) -> String) {
        if other.verdict >= Verdict::Suspicious {
            self.verdict = self.verdict.max(other.verdict);
            self.threats.extend(other.threats);
            self.past.extend(other.past);
            self.reasons.extend(other.reasons.iter().map(|reason| says(reason)));
        }
    }
}

impl<'a> At<'a> {
    /// What is thought of something.
    pub fn judge(&self, entity: &Entity) -> Judgement<'a> {
        match entity {
            Entity::Address(address) => self.judge_address(*address),
            Entity::Domain(name) => self.judge_name(name),
            Entity::Url(link) => self.judge_link(link, 0),
        }
    }

    /// What is thought of a page: what is listed for it, what is thought of its host, and of where it leads if it is a
    /// short link.
    fn judge_link(&self, link: &Link, depth: usize) -> Judgement<'a> {
        let mut judged = match &link.place {
            Place::Address(address) => self.judge_address(*address),
            Place::Name(name) => {
                let mut judged = self.judge_name(name);
                if judged.verdict != Verdict::Unknown || !judged.past.is_empty() {
                    self.listed(name, &link.path, &mut judged);
                }
                judged
            }
        };
        if let Some(target) = self.leads_to(link).filter(|_| depth < LONGEST_CHAIN) {
            let then = self.judge_link(&target, depth + 1);
            judged.absorb(then, |reason| format!("It leads to {target}. {reason}"));
        }
        // A machine that guesses passwords is bad, but its pages are on no list.
        if judged.threats.is_empty() {
            judged.verdict = judged.verdict.min(Verdict::Suspicious);
        }
        judged.once();
        judged
    }

    /// Adds what is listed for a part of a host.
    fn listed(&self, name: &Name, path: &str, judged: &mut Judgement<'a>) {
        for (threat, stage) in self.listings(name, path).into_iter().filter(|(t, _)| !t.is_whole()) {
            if stage == Stage::Past {
                judged.past.push(threat);
                continue;
            }
            judged.threats.push(threat);
            judged.verdict = Verdict::Malicious;
            let since = threat.first;
            judged.reasons.insert(0, format!("The page is listed for {} since {since}.", threat.kind.words()));
        }
    }

    fn judge_name(&self, name: &Name) -> Judgement<'a> {
        match name.coverage() {
            Coverage::Outside => return Judgement::unknown("The name is not monitored: only .example and .test are."),
            Coverage::Reserved => return Judgement::unknown("The name is reserved for documentation or private use."),
            Coverage::Modelled => {}
        }
        let mut judged = Judgement::unknown("No such domain is registered.");
        let Some(domain) = self.net.domain(name.registrable()) else { return judged };
        self.whole_domain(name, domain, &mut judged);
        if self.registration(domain).is_none() {
            return judged;
        }
        if judged.verdict == Verdict::Unknown {
            judged.verdict = Verdict::Clean;
            judged.reasons.clear();
        }
        if self.dns(name, zone::Kind::Txt).status != zone::Status::Found && judged.verdict == Verdict::Clean {
            return Judgement::unknown("The domain is registered, but there is no such name in it.");
        }
        self.circumstances(name, domain, &mut judged);
        if judged.reasons.is_empty() {
            judged.reasons.push(self.nothing_against(domain));
        }
        judged
    }

    /// Threats that mean the domain as a whole.
    fn whole_domain(&self, name: &Name, domain: &'a Domain, judged: &mut Judgement<'a>) {
        let today = self.today();
        for threat in self.net.threats.of_domain(&domain.name).filter(|t| t.is_whole() && t.means(name, "/")) {
            match threat.stage(today) {
                None => {}
                Some(Stage::Past) => {
                    judged.past.push(threat);
                    judged.reasons.clear();
                    let when = threat.until.unwrap_or(today);
                    judged.worsen(
                        Verdict::Suspicious,
                        format!("It was listed for {} until it was taken down on {when}.", threat.kind.words()),
                    );
                }
                Some(_) => {
                    judged.threats.push(threat);
                    judged.reasons.clear();
                    let brand =
                        self.net.domain(&threat.brand).map_or(String::new(), |b| format!(" It imitates {}.", b.holder));
                    let reason = format!("Listed for {} since {}.{brand}", threat.kind.words(), threat.first);
                    judged.worsen(Verdict::Malicious, reason);
                }
            }
        }
    }

    /// What speaks against a domain that is not listed as a whole.
    fn circumstances(&self, name: &Name, domain: &'a Domain, judged: &mut Judgement<'a>) {
        if judged.verdict == Verdict::Malicious {
            return;
        }
        let today = self.today();
        for threat in self.net.threats.of_domain(&domain.name).filter(|t| !t.is_whole()) {
            match threat.stage(today) {
                Some(Stage::Past) => judged.past.push(threat),
                Some(_) => {
                    judged.threats.push(threat);
                    let reason =
                        format!("A page of the site is listed for {}: {}.", threat.kind.words(), threat.expression());
                    judged.worsen(Verdict::Suspicious, reason);
                }
                None => {}
            }
        }
        if domain.role.is_bad() || domain.role == Role::Disposable {
            let age = age_in_days(domain.created, today);
            if age < YOUNG {
                judged.worsen(Verdict::Suspicious, format!("It was registered {age} days ago."));
            }
        }
        self.behind(name, judged);
    }

    /// A line's own name is as good as its address; a provider that lets everything pass is no recommendation.
    fn behind(&self, name: &Name, judged: &mut Judgement<'a>) {
        for at in self.hosts_of(name) {
            let host = &self.net.hosts[at];
            if host.name == name.as_str() && host.is_device() {
                let address = host.address;
                let theirs = self.judge_address(address.into());
                judged.absorb(theirs, |reason| format!("Its address is {address}. {reason}"));
            } else if self.net.home(host.address.into()).is_some_and(|home| home.network.kind == "bulletproof") {
                judged.worsen(
                    Verdict::Suspicious,
                    "It stands with a provider that does not answer complaints.".to_owned(),
                );
            }
        }
    }

    fn judge_address(&self, address: IpAddr) -> Judgement<'a> {
        match address::scope(address) {
            Scope::Outside => {
                return Judgement::unknown(
                    "The address is not monitored: only documentation and benchmark ranges are.",
                );
            }
            Scope::Local => {
                return Judgement::unknown("The address is private or reserved and cannot be seen from outside.");
            }
            Scope::Modelled => {}
        }
        let Some(host) = self.host(address) else { return Judgement::unknown("Nothing was ever seen at the address.") };
        let mut judged =
            Judgement { verdict: Verdict::Clean, threats: vec![], past: vec![], noise: None, reasons: vec![] };
        self.complaints(address, &mut judged);
        self.sites_on(host, &mut judged);
        let home = self.net.home(address);
        if let Some(home) = home.filter(|home| home.network.kind == "bulletproof") {
            judged.worsen(Verdict::Suspicious, format!("{} does not answer complaints.", home.network.name));
        }
        if judged.reasons.is_empty() {
            judged.reasons.push("Nothing speaks against it.".to_owned());
        }
        judged
    }

    fn complaints(&self, address: IpAddr, judged: &mut Judgement<'a>) {
        let Some((noise, stage)) = self.noise(address) else { return };
        judged.noise = Some((noise, stage));
        let reason = format!("It {}; first reported on {}.", noise.words(), noise.first);
        match stage {
            _ if noise.is_research() => judged.reasons.push(reason),
            Stage::Past => {}
            _ if noise.is_attack() => judged.worsen(Verdict::Malicious, reason),
            _ => judged.worsen(Verdict::Suspicious, reason),
        }
    }

    /// An address with nothing but bad sites is bad; one bad site among others makes it suspicious.
    fn sites_on(&self, host: &'a Host, judged: &mut Judgement<'a>) {
        let today = self.today();
        let (mut bad, mut good): (Vec<&'a Threat>, usize) = (Vec::new(), 0);
        let mut domains: Vec<usize> = host.names.iter().map(|n| n.domain).collect();
        domains.dedup();
        for domain in domains.into_iter().map(|at| &self.net.domains[at]) {
            let listed = self.net.threats.of_domain(&domain.name).filter(|t| t.is_whole());
            let now: Vec<_> = listed.filter(|t| t.stage(today).is_some_and(|s| s == Stage::Active)).collect();
            let own_line = domain.role == Role::Provider && host.is_device();
            good += usize::from(now.is_empty() && !own_line && !domain.role.is_bad() && self.is_delegated(domain));
            bad.extend(now);
        }
        if let Some(first) = bad.first() {
            let verdict = if good == 0 { Verdict::Malicious } else { Verdict::Suspicious };
            let alike = bad.iter().filter(|threat| threat.kind == first.kind);
            let mut sites: Vec<&str> = alike.map(|threat| &*threat.host).collect();
            sites.dedup();
            let count =
                if sites.len() == 1 { "a site that is".into() } else { format!("{} sites that are", sites.len()) };
            let more = if sites.len() > NAMED { " and others" } else { "" };
            let (kind, named) = (first.kind.words(), sites[..sites.len().min(NAMED)].join(", "));
            judged.worsen(verdict, format!("It hosts {count} listed for {kind}: {named}{more}."));
            judged.threats.extend(bad);
        }
    }

    fn nothing_against(&self, domain: &Domain) -> String {
        match domain.role {
            Role::Parked => "The name is for sale; nothing speaks against it.".to_owned(),
            Role::Disposable => "It gives out throw-away mailboxes; nothing else speaks against it.".to_owned(),
            _ => format!("Registered since {} and never listed.", domain.created),
        }
    }

    /// From 0 (bad) to 100 (good), the same in every tool; none where nothing is known.
    pub fn score(&self, entity: &Entity, judged: &Judgement<'_>) -> Option<u8> {
        let text = match entity {
            Entity::Url(link) => link.host(),
            other => other.text(),
        };
        let draw =
            |low: u64, high: u64| (low + self.roll(&["score", judged.verdict.name(), &text], high - low + 1)) as u8;
        let care = self.care(entity);
        Some(match judged.verdict {
            Verdict::Unknown => return None,
            Verdict::Malicious => draw(1, 18),
            Verdict::Suspicious => draw(24, 48),
            Verdict::Clean => draw([62, 74, 85, 92][care], [79, 88, 95, 99][care]),
        })
    }

    fn care(&self, entity: &Entity) -> usize {
        let of_name = |name: &Name| self.domain_of(name).map_or(0, |d| d.care);
        let care = match entity {
            Entity::Address(address) => self.host(*address).map_or(0, |h| h.care),
            Entity::Domain(name) => of_name(name),
            Entity::Url(link) => match &link.place {
                Place::Name(name) => of_name(name),
                Place::Address(address) => self.host(*address).map_or(0, |h| h.care),
            },
        };
        usize::from(care.min(3))
    }
}

fn age_in_days(created: Date, today: Date) -> i64 {
    created.until((Unit::Day, today)).map_or(0, |span| i64::from(span.get_days()))
}
