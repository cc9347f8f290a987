//! What a browser gets that opens a link.

use super::At;
use super::domain::{Domain, Role};
use super::host::Cover;
use super::link::{Link, Place};
use super::name::{Coverage, Name};
use super::threat::{Stage, ThreatKind};
use super::zone;

/// Redirects that a visit follows, at most.
const LONGEST_CHAIN: usize = 6;

/// Pages that every site has.
const COMMON: [&str; 14] = [
    "/",
    "/about",
    "/contact",
    "/privacy",
    "/terms",
    "/help",
    "/news",
    "/jobs",
    "/login",
    "/search",
    "/robots.txt",
    "/sitemap.xml",
    "/favicon.ico",
    "/index.html",
];

/// Sections that hold pages of any name, by sector.
const SECTIONS: [(&str, &[&str]); 18] = [
    ("parcel", &["/track", "/parcel", "/labels", "/returns", "/lockers"]),
    ("transport", &["/track", "/routes", "/fleet"]),
    ("retail", &["/products", "/category", "/cart", "/checkout", "/orders", "/sale"]),
    ("marketplace", &["/item", "/category", "/seller", "/messages", "/pay"]),
    ("banking", &["/accounts", "/cards", "/mortgages", "/savings", "/security"]),
    ("finance", &["/accounts", "/rates", "/transfer", "/security"]),
    ("insurance", &["/claims", "/policies"]),
    ("crypto", &["/trade", "/assets", "/wallet"]),
    ("government", &["/permits", "/taxes", "/forms", "/decisions", "/services"]),
    ("education", &["/courses", "/library", "/research", "/people"]),
    ("travel", &["/book", "/trips", "/hotels", "/offers"]),
    ("streaming", &["/watch", "/title", "/listen"]),
    ("social", &["/u", "/p", "/groups"]),
    ("forum", &["/t", "/u", "/board"]),
    ("file_sharing", &["/d", "/f", "/s", "/share"]),
    ("software", &["/download", "/releases", "/packages", "/docs"]),
    ("security", &["/reports", "/blog", "/advisories"]),
    ("jobs", &["/vacancies", "/companies", "/apply"]),
];

/// Sections of everybody.
const OTHER_SECTIONS: [&str; 7] = ["/blog", "/docs", "/en", "/nl", "/press", "/events", "/articles"];

/// Why nothing came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The name is not in the DNS.
    HostNotFound,
    /// Nobody knows whether it would come: the host is not monitored.
    NotMonitored,
    /// Nothing answers at the address.
    NoAnswer,
    /// The machine does not serve pages there.
    ConnectionRefused,
    /// The certificate is past its end.
    CertificateExpired,
    /// The certificate is for another name.
    CertificateMismatch,
    /// The certificate is signed by the machine itself.
    CertificateSelfSigned,
}

/// What came.
#[derive(Debug, PartialEq)]
pub enum Fetched {
    /// Nothing.
    Failed(Failure),
    /// A way to another page.
    Moved(u16, Link),
    /// A page: HTTP status, title.
    Page(u16, String),
}

/// A visit with all its redirects.
#[derive(Debug)]
pub struct Visit {
    /// Pages that led on, with their status.
    pub redirects: Vec<(Link, u16)>,
    /// The last page.
    pub last: Link,
    /// What came there; never a redirect.
    pub outcome: Fetched,
}

impl Failure {
    /// A stable name.
    pub fn name(self) -> &'static str {
        match self {
            Self::HostNotFound => "host_not_found",
            Self::NotMonitored => "not_monitored",
            Self::NoAnswer => "no_answer",
            Self::ConnectionRefused => "connection_refused",
            Self::CertificateExpired => "certificate_expired",
            Self::CertificateMismatch => "certificate_mismatch",
            Self::CertificateSelfSigned => "certificate_self_signed",
        }
    }
}

impl At<'_> {
    /// Opens a link. `article` gives the title of a news article, for pages of outlets that this model does not know.
    pub fn visit(&self, link: &Link, article: &dyn Fn(&Link) -> Option<String>) -> Visit {
        let mut redirects = Vec::new();
        let mut last = link.clone();
        loop {
            match self.fetch(&last, article) {
                Fetched::Moved(status, next) if redirects.len() < LONGEST_CHAIN => {
                    redirects.push((last, status));
                    last = next;
                }
                outcome => return Visit { redirects, last, outcome },
            }
        }
    }

    fn fetch(&self, link: &Link, article: &dyn Fn(&Link) -> Option<String>) -> Fetched {
        let name = match &link.place {
            Place::Address(address) => return self.fetch_address(link, *address),
            Place::Name(name) => name,
        };
        if name.coverage() != Coverage::Modelled {
            return Fetched::Failed(Failure::NotMonitored);
        }
        let hosts = self.hosts_of(name);
        let Some(host) = hosts.first().map(|at| &self.net.hosts[*at]) else {
            return Fetched::Failed(Failure::HostNotFound);
        };
        let open = |port: u16| host.services.iter().any(|s| s.port == port && s.web_scheme().is_some());
        if link.scheme == "ftp" && host.services.iter().any(|s| s.port == link.port() && s.name() == "ftp") {
            return Fetched::Page(200, format!("Files of {name}"));
        }
        if !open(link.port()) {
            return Fetched::Failed(Failure::ConnectionRefused);
        }
        if link.scheme == "http" && link.port.is_none() && open(443) {
            return Fetched::Moved(301, Link { scheme: "https", ..link.clone() });
        }
        if link.scheme == "https"
            && let Some(failure) = self.certificate_fault(host, name)
        {
            return Fetched::Failed(failure);
        }
        self.page(link, name, article)
    }

    fn fetch_address(&self, link: &Link, address: std::net::IpAddr) -> Fetched {
        if super::address::scope(address) != super::address::Scope::Modelled {
            return Fetched::Failed(Failure::NotMonitored);
        }
        let Some(host) = self.host(address) else { return Fetched::Failed(Failure::NoAnswer) };
        let service = host.services.iter().find(|s| s.port == link.port() && s.web_scheme().is_some());
        match service {
            None => Fetched::Failed(Failure::ConnectionRefused),
            Some(s) if s.cover() == Cover::Tls => Fetched::Failed(Failure::CertificateMismatch),
            Some(_) if link.path == "/" => Fetched::Page(200, format!("{} at {address}", host.role)),
            Some(_) => Fetched::Page(404, "Not found".to_owned()),
        }
    }

    /// What a browser dislikes about the certificate for a name, if anything.
    fn certificate_fault(&self, host: &super::host::Host, name: &Name) -> Option<Failure> {
        let lines = host.certificates.iter().filter_map(|line| self.current_certificate(*line));
        let mut fitting = lines.filter(|c| c.line.is_for(name.as_str())).peekable();
        if fitting.peek().is_none() {
            return Some(Failure::CertificateMismatch);
        }
        let fault = |c: super::certificate::Issued<'_>| {
            if c.line.issuer == super::certificate::Issuer::Itself {
                Some(Failure::CertificateSelfSigned)
            } else {
                (c.not_after < self.now).then_some(Failure::CertificateExpired)
            }
        };
        let faults: Vec<Option<Failure>> = fitting.map(fault).collect();
        if faults.contains(&None) { None } else { faults.into_iter().flatten().next() }
    }

    fn page(&self, link: &Link, name: &Name, article: &dyn Fn(&Link) -> Option<String>) -> Fetched {
        if let Some(target) = self.leads_to(link) {
            return Fetched::Moved(302, target);
        }
        let Some(domain) = self.domain_of(name) else { return Fetched::Failed(Failure::HostNotFound) };
        let holder = if domain.holder.is_empty() { domain.name.as_str() } else { domain.holder.as_str() };
        let missing = || Fetched::Page(404, format!("Page not found – {holder}"));
        if let Some(title) = self.bad_page(domain, name, &link.path) {
            return Fetched::Page(200, title);
        }
        if domain.role.is_bad() || domain.role == Role::Parked {
            let title =
                if domain.role == Role::Parked { format!("{} is for sale", domain.name) } else { "Index".to_owned() };
            return if link.path == "/" { Fetched::Page(200, title) } else { missing() };
        }
        if domain.role == Role::Outlet && !COMMON.contains(&trimmed(&link.path)) {
            return article(link).map_or_else(missing, |title| Fetched::Page(200, format!("{title} – {holder}")));
        }
        if !site_has(domain, &link.path) {
            return missing();
        }
        Fetched::Page(200, title(holder, name.label(), &link.path))
    }

    /// A page that somebody put there for harm and that is still there.
    fn bad_page(&self, domain: &Domain, name: &Name, path: &str) -> Option<String> {
        let threat = self.listings(name, path).into_iter().find(|(_, stage)| *stage == Stage::Active)?.0;
        let known = threat.url.as_deref().and_then(|url| Link::parse(url).ok());
        // Where many brands are imitated under one name, every page but the front is a form.
        let form = known.is_none() && threat.kind == ThreatKind::SocialEngineering && path != "/";
        let below = |url: Link| path.starts_with(url.path.trim_end_matches('/'));
        let shown = form || !threat.is_whole() || known.is_some_and(below);
        let brand = self.net.domain(&threat.brand).map(|b| format!("{} – sign in", b.holder));
        let labelled = self.net.domain(&format!("{}.example", name.label())).map(|b| format!("{} – sign in", b.holder));
        shown.then(|| brand.or(labelled).unwrap_or_else(|| domain.about.trim_end_matches('.').to_owned()))
    }

    /// Whether a host name is in the DNS now.
    pub fn resolves(&self, name: &Name) -> bool {
        self.dns(name, zone::Kind::A).records.iter().any(|r| r.kind == zone::Kind::A)
    }
}

fn trimmed(path: &str) -> &str {
    match path.trim_end_matches('/') {
        "" => "/",
        path => path,
    }
}

fn site_has(domain: &Domain, path: &str) -> bool {
    let path = trimmed(path);
    let own = SECTIONS.iter().find(|(sector, _)| *sector == domain.sector).map_or(&[][..], |(_, sections)| *sections);
    let within =
        |section: &&str| path.strip_prefix(*section).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    COMMON.contains(&path) || own.iter().any(within) || OTHER_SECTIONS.iter().any(within)
}

/// `Track – Northwind Logistics`.
fn title(holder: &str, label: &str, path: &str) -> String {
    let section = path.trim_matches('/').split('/').next().unwrap_or_default();
    let words = if section.is_empty() { label } else { section };
    if matches!(words, "@" | "www" | "index.html") {
        return holder.to_owned();
    }
    let mut letters = words.trim_end_matches(".txt").trim_end_matches(".xml").chars();
    let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    format!("{first}{} – {holder}", letters.as_str().replace(['-', '_'], " "))
}
