//! Where mail for a domain goes.

use super::Post;
use crate::world::models::internet::domain::Domain as Registered;
use crate::world::models::internet::zone::{Kind, Status};
use crate::world::models::internet::{Coverage, Name, Role};

/// Where a domain of a mail address stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Servers take its mail.
    Receives,
    /// It is there, but no server takes its mail.
    NoServer,
    /// It says itself that it takes no mail (RFC 7505).
    Refuses,
    /// It was taken out of the DNS.
    Suspended,
    /// Nobody has registered it, or there is no such name in it.
    NoSuchName,
    /// Set aside for documentation or private use.
    Reserved,
    /// A name of the real internet, of which only lists are known.
    Outside,
    /// Its ending is no top-level domain.
    NoSuchEnding,
}

/// A server that takes mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Server {
    /// Smaller is tried first; none for the domain's own address (RFC 5321, 5.1).
    pub priority: Option<u16>,
    /// Its name.
    pub name: String,
    /// Its IPv4 addresses.
    pub addresses: Vec<String>,
}

/// A domain and what is known of it.
#[derive(Debug)]
pub struct Domain<'a> {
    /// In lower case, as it goes over the wire.
    pub name: String,
    /// Where it stands.
    pub standing: Standing,
    /// Who takes its mail, first choice first.
    pub servers: Vec<Server>,
    /// The registered domain, in the invented internet.
    pub registered: Option<&'a Registered>,
    /// Throw-away domain that it is or lies under.
    pub disposable: Option<String>,
    /// What the provider is called, for mailboxes that are given to anybody.
    pub provider: Option<&'a str>,
    /// Whether mailboxes there cost nothing.
    pub free: bool,
}

impl Standing {
    /// Name in answers.
    pub fn name(self) -> &'static str {
        match self {
            Self::Receives => "receives_mail",
            Self::NoServer => "no_mail_server",
            Self::Refuses => "refuses_mail",
            Self::Suspended => "suspended",
            Self::NoSuchName => "no_such_domain",
            Self::Reserved => "reserved",
            Self::Outside => "not_covered",
            Self::NoSuchEnding => "no_such_ending",
        }
    }

    /// In a sentence.
    pub fn words(self) -> &'static str {
        match self {
            Self::Receives => "The domain has servers that take mail.",
            Self::NoServer => "The domain is there, but no server takes its mail.",
            Self::Refuses => "The domain says that it takes no mail.",
            Self::Suspended => "The domain was taken out of the DNS.",
            Self::NoSuchName => "There is no such domain.",
            Self::Reserved => "The domain is reserved for documentation or private use; no mail arrives there.",
            Self::Outside => {
                "The domain lies in the real internet, where nothing is looked up; only lists of names are known."
            }
            Self::NoSuchEnding => "The domain's ending is no top-level domain.",
        }
    }
}

impl Domain<'_> {
    /// Whether the domain was made for harm.
    pub fn is_bad(&self) -> bool {
        self.registered.is_some_and(|d| d.role.is_bad())
    }

    /// Whether the name is that of somebody, so that it is no slip of the pen.
    pub fn is_known(&self) -> bool {
        self.registered.is_some()
            || self.provider.is_some()
            || self.disposable.is_some()
            || self.standing == Standing::Reserved
    }
}

impl<'a> Post<'a> {
    /// What is known of a domain.
    pub fn domain(&self, name: &str) -> Domain<'a> {
        let none = || Domain {
            name: name.to_owned(),
            standing: Standing::NoSuchName,
            servers: Vec::new(),
            registered: None,
            disposable: None,
            provider: None,
            free: false,
        };
        let Some(host) = Name::parse(name) else { return none() };
        match host.coverage() {
            Coverage::Modelled => self.modelled(&host, none()),
            Coverage::Reserved => Domain { standing: Standing::Reserved, ..none() },
            Coverage::Outside if !self.lists.has_ending(name) => Domain { standing: Standing::NoSuchEnding, ..none() },
            Coverage::Outside => {
                let provider = self.lists.provider(name);
                Domain {
                    standing: Standing::Outside,
                    disposable: self.lists.disposable(name).map(str::to_owned),
                    provider: provider.map(|p| p.name.as_str()),
                    free: provider.is_some_and(|p| p.kind == "free"),
                    ..none()
                }
            }
        }
    }

    fn modelled(&self, host: &Name, none: Domain<'a>) -> Domain<'a> {
        let Some(domain) = self.at.domain_of(host) else { return none };
        let webmail = domain.sector == "webmail" && host.label() == "@";
        let (standing, servers) = self.servers(host, domain);
        Domain {
            standing,
            servers,
            registered: Some(domain),
            disposable: (domain.role == Role::Disposable).then(|| domain.name.clone()),
            provider: webmail.then_some(domain.holder.as_str()),
            free: webmail,
            ..none
        }
    }

    fn servers(&self, host: &Name, domain: &Registered) -> (Standing, Vec<Server>) {
        if !self.at.is_delegated(domain) {
            return (Standing::Suspended, Vec::new());
        }
        let answer = self.at.dns(host, Kind::Mx);
        if answer.status != Status::Found {
            return (Standing::NoSuchName, Vec::new());
        }
        let mut listed: Vec<_> = answer.records.iter().filter(|r| r.kind == Kind::Mx).collect();
        listed.sort_by_key(|r| r.priority);
        if listed.iter().any(|r| r.value == ".") {
            return (Standing::Refuses, Vec::new());
        }
        let servers: Vec<Server> = listed
            .iter()
            .map(|r| Server { priority: r.priority, name: r.value.clone(), addresses: self.addresses(&r.value) })
            .collect();
        if servers.iter().any(|s| !s.addresses.is_empty()) {
            return (Standing::Receives, servers);
        }
        // Without an MX record mail goes to the address of the domain itself, if something listens there.
        let listens = servers.is_empty()
            && self.at.hosts_of(host).iter().any(|h| self.at.net.hosts[*h].services.iter().any(|s| s.port == 25));
        match listens {
            true => (
                Standing::Receives,
                vec![Server { priority: None, name: host.to_string(), addresses: self.addresses(host.as_str()) }],
            ),
            false => (Standing::NoServer, servers),
        }
    }

    fn addresses(&self, name: &str) -> Vec<String> {
        let answer = Name::parse(name).map(|name| self.at.dns(&name, Kind::A));
        answer.into_iter().flat_map(|a| a.records).filter(|r| r.kind == Kind::A).map(|r| r.value).collect()
    }
}
