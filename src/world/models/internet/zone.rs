//! The domain name system.

use jiff::Timestamp;
use jiff::civil::Date;

use super::At;
use super::domain::{Domain, Target};
use super::name::{Coverage, Name};

/// Names that one answer follows, at most.
const LONGEST_CHAIN: usize = 8;

/// Kinds of records that can be asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// IPv4 addresses.
    A,
    /// Mail servers.
    Mx,
    /// Texts: who may send mail, and proofs of ownership.
    Txt,
    /// Another name.
    Cname,
    /// Name servers.
    Ns,
}

/// A record as it is answered.
#[derive(Clone, Debug, PartialEq)]
pub struct Answered {
    /// Whose record it is.
    pub name: String,
    /// Its kind.
    pub kind: Kind,
    /// Address, name or text.
    pub value: String,
    /// For MX: smaller is tried first.
    pub priority: Option<u16>,
    /// Seconds for which it may be kept.
    pub ttl: u32,
}

/// How an answer came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// The name exists; it may still have no record of the kind.
    Found,
    /// There is no such name.
    NoName,
    /// Nothing is known of names of its kind.
    Refused,
}

/// An answer.
#[derive(Debug)]
pub struct Answer {
    /// How it came out.
    pub status: Status,
    /// The records, aliases first.
    pub records: Vec<Answered>,
    /// The domain in whose zone the name lies, where there is one.
    pub zone: Option<String>,
}

impl Kind {
    /// `A`, `MX`, `TXT`, `CNAME`, `NS`.
    pub fn name(self) -> &'static str {
        match self {
            Self::A => "A",
            Self::Mx => "MX",
            Self::Txt => "TXT",
            Self::Cname => "CNAME",
            Self::Ns => "NS",
        }
    }

    /// The kind of that name.
    pub fn named(name: &str) -> Option<Self> {
        [Self::A, Self::Mx, Self::Txt, Self::Cname, Self::Ns].into_iter().find(|kind| kind.name() == name)
    }
}

/// What a name leads to at a moment.
#[derive(Debug, PartialEq)]
pub(super) enum Leads<'a> {
    Hosts(Vec<usize>),
    Name(&'a str),
}

impl<'a> At<'a> {
    /// What the DNS says of a name.
    pub fn dns(&self, name: &Name, kind: Kind) -> Answer {
        if name.coverage() == Coverage::Outside || name.coverage() == Coverage::Reserved {
            return Answer { status: Status::Refused, records: Vec::new(), zone: None };
        }
        let mut answer = Answer { status: Status::NoName, records: Vec::new(), zone: None };
        let mut name = name.clone();
        for turn in 0..LONGEST_CHAIN {
            let Some(domain) = self.net.domain(name.registrable()).filter(|d| self.is_delegated(d)) else {
                return answer;
            };
            if turn == 0 {
                answer.zone = Some(domain.name.clone());
            }
            if !self.name_exists(domain, name.label()) {
                return answer;
            }
            answer.status = Status::Found;
            match self.leads(domain, name.label()) {
                Some(Leads::Name(target)) => {
                    answer.records.push(self.record(&name, Kind::Cname, target.to_owned(), None));
                    match Name::parse(target) {
                        Some(next) if kind != Kind::Cname => name = next,
                        _ => return answer,
                    }
                }
                found => {
                    answer.records.extend(self.own_records(domain, &name, kind, found));
                    return answer;
                }
            }
        }
        answer
    }

    /// Machines behind a name, as indices; empty where there are none.
    pub fn hosts_of(&self, name: &Name) -> Vec<usize> {
        let mut name = name.clone();
        for _ in 0..LONGEST_CHAIN {
            let Some(domain) = self.net.domain(name.registrable()).filter(|d| self.is_delegated(d)) else { break };
            match self.leads(domain, name.label()) {
                Some(Leads::Hosts(hosts)) => return hosts,
                Some(Leads::Name(target)) => match Name::parse(target) {
                    Some(next) => name = next,
                    None => break,
                },
                None => break,
            }
        }
        Vec::new()
    }

    /// Labels of a zone that lead somewhere at the moment, each once, in the order of the zone; those that come and go are
    /// not among them.
    pub fn labels(&self, domain: &'a Domain) -> Vec<(&'a str, Date)> {
        let mut found: Vec<(&str, Date)> = Vec::new();
        for record in &domain.records {
            let since = record.since.unwrap_or(domain.created).max(domain.created);
            if since <= self.today() && found.iter().all(|(label, _)| *label != record.label) {
                found.push((&record.label, since));
            }
        }
        found
    }

    /// When a label came into the zone: with the domain, or with the sweep at the first moment of its day.
    pub fn appeared(&self, domain: &Domain, label: &str) -> Option<Timestamp> {
        let day = self.labels(domain).into_iter().find(|(l, _)| *l == label)?.1;
        let with_domain = self.registration(domain).filter(|_| day == domain.created).map(|entry| entry.created);
        Some(with_domain.unwrap_or_else(|| super::domain::midnight(day)))
    }

    pub(super) fn leads(&self, domain: &'a Domain, label: &str) -> Option<Leads<'a>> {
        let mut hosts = Vec::new();
        let today = self.today();
        for record in domain.records.iter().filter(|r| r.label == label && r.since.is_none_or(|since| since <= today)) {
            match &record.target {
                Target::Name(target) => return Some(Leads::Name(target)),
                Target::Host(at) => hosts.push(*at),
            }
        }
        if hosts.is_empty() {
            hosts.extend(self.temporary_host(domain, label));
        }
        (!hosts.is_empty()).then_some(Leads::Hosts(hosts))
    }

    /// Whether a label has records, or stands above one that has.
    fn name_exists(&self, domain: &Domain, label: &str) -> bool {
        let today = self.today();
        let begun = domain.records.iter().filter(|r| r.since.is_none_or(|since| since <= today));
        let here = |l: &str| l == label || l.strip_suffix(label).is_some_and(|rest| rest.ends_with('.'));
        label == "@"
            || begun.map(|r| r.label.as_str()).any(here)
            || self.texts(domain, label).is_some()
            || self.temporary_host(domain, label).is_some()
    }

    fn own_records(&self, domain: &Domain, name: &Name, kind: Kind, found: Option<Leads<'_>>) -> Vec<Answered> {
        let of = |value: String, priority| self.record(name, kind, value, priority);
        let apex = name.label() == "@";
        match kind {
            Kind::A => match found {
                Some(Leads::Hosts(hosts)) => {
                    hosts.iter().map(|at| of(self.net.hosts[*at].address.to_string(), None)).collect()
                }
                _ => Vec::new(),
            },
            Kind::Ns if apex => self.name_servers(domain).into_iter().map(|server| of(server, None)).collect(),
            Kind::Mx if apex => {
                self.mail_servers(domain).into_iter().map(|(priority, server)| of(server, Some(priority))).collect()
            }
            Kind::Txt => self.texts(domain, name.label()).into_iter().flatten().map(|text| of(text, None)).collect(),
            Kind::Ns | Kind::Mx | Kind::Cname => Vec::new(),
        }
    }

    /// The name servers of a domain, both of them.
    pub fn name_servers(&self, domain: &Domain) -> Vec<String> {
        let owner = if domain.dns == "self" { &domain.name } else { &domain.dns };
        vec![format!("ns1.{owner}"), format!("ns2.{owner}")]
    }

    /// Mail servers with their priority. A domain that takes no mail and says so has the empty name `.` (RFC 7505).
    pub fn mail_servers(&self, domain: &Domain) -> Vec<(u16, String)> {
        let has = |domain: &Domain, label: &str| domain.records.iter().any(|r| r.label == label);
        match domain.mail.as_str() {
            "none" => Vec::new(),
            "null" => vec![(0, ".".to_owned())],
            "own" => vec![(10, format!("mx.{}", domain.name))],
            other => {
                let Some(owner) = self.net.domain(if other == "self" { &domain.name } else { other }) else {
                    return Vec::new();
                };
                let servers = [(10, "mx1"), (20, "mx2")].into_iter().filter(|(_, label)| has(owner, label));
                servers.map(|(priority, label)| (priority, format!("{label}.{}", owner.name))).collect()
            }
        }
    }

    /// TXT records of a label; none where it has no such records.
    fn texts(&self, domain: &Domain, label: &str) -> Option<Vec<String>> {
        match label {
            "@" => Some(self.apex_texts(domain)),
            "_dmarc" if !matches!(domain.mail.as_str(), "none") => Some(vec![self.dmarc(domain)]),
            "mail._domainkey" if !matches!(domain.mail.as_str(), "none" | "null") => {
                let key = self.letters(&["dkim", &domain.name], 64);
                Some(vec![format!("v=DKIM1; k=ed25519; p={key}")])
            }
            _ => None,
        }
    }

    fn apex_texts(&self, domain: &Domain) -> Vec<String> {
        let sender = match domain.mail.as_str() {
            "none" | "null" => "v=spf1 -all".to_owned(),
            "self" | "own" => "v=spf1 mx -all".to_owned(),
            other => format!("v=spf1 mx include:{other} {}", if domain.care > 0 { "-all" } else { "~all" }),
        };
        let mut texts = vec![sender];
        if domain.care > 0 && domain.role != super::Role::Provider {
            texts.push(format!("site-verification={}", self.letters(&["verification", &domain.name], 32)));
        }
        texts
    }

    fn dmarc(&self, domain: &Domain) -> String {
        let policy = ["none", "none", "quarantine", "reject"][usize::from(domain.care.min(3))];
        match domain.mail.as_str() {
            "null" => "v=DMARC1; p=reject".to_owned(),
            _ => format!("v=DMARC1; p={policy}; rua=mailto:dmarc@{}", domain.name),
        }
    }

    fn record(&self, name: &Name, kind: Kind, value: String, priority: Option<u16>) -> Answered {
        const LIVES: [u32; 4] = [300, 3_600, 3_600, 14_400];
        let ttl = match kind {
            Kind::Ns => 86_400,
            _ => LIVES[self.roll(&["ttl", name.as_str(), kind.name()], LIVES.len() as u64) as usize],
        };
        Answered { name: name.to_string(), kind, value, priority, ttl }
    }
}
