//! Versions, encryption, and what is wrong with a machine, in one world.

use std::cmp::Ordering;

use jiff::civil::Date;

use super::At;
use super::certificate::{Issued, Issuer};
use super::host::{Cover, Host, Service};
use super::product::{Product, severity};

/// Days before its end from which a certificate is about to end.
const SOON: i64 = 14;

/// What is wrong with something.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// CVE id, or a name of ours in lower case.
    pub id: String,
    /// `software`, `protocol`, `configuration` or `certificate`.
    pub kind: &'static str,
    /// What it is, in a sentence.
    pub summary: String,
    /// CVSS base score, or our own on the same scale.
    pub score: f64,
    /// Port, where it belongs to one.
    pub port: Option<u16>,
    /// Program and version, where it belongs to one.
    pub software: Option<String>,
    /// When it was published, for CVE ids.
    pub published: Option<Date>,
    /// What to do.
    pub remedy: &'static str,
}

/// A program in a version.
#[derive(Clone, Copy, Debug)]
pub struct Running<'a> {
    /// The program.
    pub product: &'a Product,
    /// Its version.
    pub version: &'a str,
}

/// How a service encrypts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Profile {
    /// TLS 1.2 and 1.3.
    Modern,
    /// TLS 1.2 only.
    Plain,
    /// TLS 1.0 to 1.2.
    Legacy,
    /// SSL 3.0 and TLS 1.0, with ciphers of their time.
    Old,
}

impl Finding {
    /// `critical`, `high`, `medium` or `low`.
    pub fn severity(&self) -> &'static str {
        severity(self.score)
    }
}

impl Profile {
    /// Versions that it speaks, old to new.
    pub fn versions(self) -> &'static [&'static str] {
        match self {
            Self::Modern => &["TLS 1.2", "TLS 1.3"],
            Self::Plain => &["TLS 1.2"],
            Self::Legacy => &["TLS 1.0", "TLS 1.1", "TLS 1.2"],
            Self::Old => &["SSL 3.0", "TLS 1.0"],
        }
    }
}

impl<'a> At<'a> {
    /// The program that answers at a service.
    pub fn program(&self, host: &Host, service: &Service) -> Option<Running<'a>> {
        Some(self.running(host, service.product?))
    }

    /// The web application at a service.
    pub fn application(&self, host: &Host, service: &Service) -> Option<Running<'a>> {
        Some(self.running(host, service.application?))
    }

    /// Every program of a machine with its port.
    pub fn programs(&self, host: &'a Host) -> impl Iterator<Item = (u16, Running<'a>)> {
        let at = *self;
        host.services.iter().flat_map(move |service| {
            let both = [at.program(host, service), at.application(host, service)];
            both.into_iter().flatten().map(move |running| (service.port, running))
        })
    }

    /// A program has one version on a machine; those who look after it have new ones.
    fn running(&self, host: &Host, product: usize) -> Running<'a> {
        let product = &self.net.products[product];
        let draw = self.unit(&["version", &host.name, &product.key]);
        let skewed = libm::pow(draw, [1.0, 0.55, 0.36, 0.22][usize::from(host.care.min(3))]);
        let at = (skewed * product.versions.len() as f64) as usize;
        Running { product, version: &product.versions[at.min(product.versions.len() - 1)] }
    }

    /// How an encrypted service encrypts.
    pub fn profile(&self, host: &Host) -> Profile {
        let (old, legacy, plain) =
            [(90, 380, 620), (25, 160, 420), (0, 45, 250), (0, 0, 80)][usize::from(host.care.min(3))];
        match self.roll(&["tls", &host.name], 1_000) {
            n if n < old => Profile::Old,
            n if n < legacy => Profile::Legacy,
            n if n < plain => Profile::Plain,
            _ => Profile::Modern,
        }
    }

    /// What is wrong with a machine, worst first.
    pub fn findings(&self, host: &Host) -> Vec<Finding> {
        let mut found: Vec<Finding> = host.services.iter().flat_map(|s| self.service_findings(host, s)).collect();
        found.extend(
            host.certificates
                .iter()
                .filter_map(|line| self.current_certificate(*line))
                .flat_map(|c| self.certificate_findings(&c)),
        );
        by_weight(found)
    }

    /// What is wrong with one service.
    pub fn service_findings(&self, host: &Host, service: &Service) -> Vec<Finding> {
        let mut found = Vec::new();
        for running in [self.program(host, service), self.application(host, service)].into_iter().flatten() {
            found.extend(self.software_findings(running, service.port));
        }
        if service.cover() != Cover::None {
            found.extend(protocol_findings(self.profile(host), service.port));
        }
        found.extend(self.open_door(host, service));
        let today = self.today();
        found.retain(|finding| finding.published.is_none_or(|published| published <= today));
        by_weight(found)
    }

    fn software_findings(&self, running: Running<'a>, port: u16) -> impl Iterator<Item = Finding> {
        let Running { product, version } = running;
        product.faults(version, self.today()).map(move |fault| Finding {
            id: fault.id.clone(),
            kind: "software",
            summary: fault.summary.clone(),
            score: fault.score,
            port: Some(port),
            software: Some(format!("{} {version}", product.name)),
            published: Some(fault.published),
            remedy: "Update to a version that is not affected.",
        })
    }

    /// Services that should not be open to all.
    fn open_door(&self, host: &Host, service: &Service) -> Option<Finding> {
        let port = service.port;
        let own = |id: &str, summary: &str, score: f64, remedy: &'static str| {
            let (id, summary) = (id.to_owned(), summary.to_owned());
            Some(Finding {
                id,
                kind: "configuration",
                summary,
                score,
                port: Some(port),
                software: None,
                published: None,
                remedy,
            })
        };
        let careless = self.roll(&["password", &host.name], 100) < [45, 20, 5, 0][usize::from(host.care.min(3))];
        match (service.name(), port) {
            ("telnet", _) => {
                own("telnet-open", "Telnet carries passwords in the clear.", 7.5, "Turn Telnet off; use SSH.")
            }
            ("ftp", _) => {
                own("ftp-cleartext", "FTP accepts log-ins without encryption.", 5.3, "Require TLS, or use SFTP.")
            }
            ("redis" | "mongodb" | "memcached", _) | ("http", 9200 | 5984) if careless => own(
                "database-without-password",
                "The database answers anybody, without a password.",
                9.1,
                "Require a password and close the port to the outside.",
            ),
            ("redis" | "mongodb" | "memcached" | "mysql" | "postgresql", _) | ("http", 9200 | 5984) => own(
                "database-exposed",
                "The database can be reached from everywhere.",
                5.3,
                "Close the port to the outside.",
            ),
            ("rdp", _) => own(
                "remote-desktop-exposed",
                "The remote desktop can be reached from everywhere.",
                6.5,
                "Put it behind a VPN.",
            ),
            ("smb", _) => own(
                "file-sharing-exposed",
                "File sharing can be reached from everywhere.",
                6.5,
                "Close port 445 to the outside.",
            ),
            ("mqtt", _) if careless => {
                own("mqtt-without-password", "The broker takes anybody's messages.", 7.3, "Require a log-in and TLS.")
            }
            ("http-proxy", _) if careless => {
                own("open-proxy", "The proxy serves everybody.", 7.2, "Allow own networks only.")
            }
            _ => None,
        }
    }

    /// What is wrong with a certificate.
    pub fn certificate_findings(&self, issued: &Issued<'_>) -> Vec<Finding> {
        let own = |id: &str, summary: String, score: f64, remedy: &'static str| Finding {
            id: id.to_owned(),
            kind: "certificate",
            summary,
            score,
            port: None,
            software: None,
            published: None,
            remedy,
        };
        let left = issued.not_after.as_second() - self.now.as_second();
        let mut found = Vec::new();
        if left <= 0 {
            let when = issued.not_after.strftime("%Y-%m-%d");
            found.push(own("certificate-expired", format!("The certificate ended on {when}."), 6.5, "Renew it."));
        } else if left < SOON * 86_400 {
            found.push(own(
                "certificate-ends-soon",
                format!("The certificate ends in {} days.", left / 86_400),
                3.1,
                "Renew it.",
            ));
        }
        if issued.line.issuer == Issuer::Itself {
            found.push(own(
                "certificate-self-signed",
                "No authority vouches for the certificate.".into(),
                4.8,
                "Use one of an authority.",
            ));
        }
        if issued.key == "RSA 1024" {
            found.push(own(
                "certificate-weak-key",
                "The key has 1,024 bits only.".into(),
                7.4,
                "Use RSA 2048 or EC P-256.",
            ));
        }
        if issued.signature.starts_with("sha1") {
            found.push(own("certificate-sha1", "The signature rests on SHA-1.".into(), 5.9, "Sign with SHA-256."));
        }
        found
    }
}

/// Id, score, what is wrong, what to do, and when it was made public (year, month, day).
type Known = (&'static str, f64, &'static str, &'static str, (i16, i8, i8));

/// What is known of old versions of TLS; the facts are those of the CVE list.
fn protocol_findings(profile: Profile, port: u16) -> Vec<Finding> {
    const LEGACY: [Known; 1] = [(
        "CVE-2011-3389",
        5.9,
        "TLS 1.0 is offered; its block ciphers let a listener guess pieces of the traffic (BEAST).",
        "Turn TLS 1.0 and 1.1 off.",
        (2011, 9, 6),
    )];
    const OLD: [Known; 3] = [
        (
            "CVE-2014-3566",
            3.4,
            "SSL 3.0 is offered; its padding lets a listener decrypt pieces of the traffic (POODLE).",
            "Turn SSL 3.0 off.",
            (2014, 10, 15),
        ),
        (
            "CVE-2016-2183",
            7.5,
            "Triple DES is offered; long sessions reveal their contents (Sweet32).",
            "Turn Triple DES off.",
            (2016, 9, 1),
        ),
        (
            "CVE-2015-2808",
            5.9,
            "RC4 is offered; its first bytes reveal parts of the plain text (Bar Mitzvah).",
            "Turn RC4 off.",
            (2015, 4, 1),
        ),
    ];
    let rows: Vec<_> = match profile {
        Profile::Modern | Profile::Plain => Vec::new(),
        Profile::Legacy => LEGACY.to_vec(),
        Profile::Old => LEGACY.iter().chain(&OLD).copied().collect(),
    };
    rows.into_iter()
        .map(|(id, score, summary, remedy, (year, month, day))| Finding {
            id: id.to_owned(),
            kind: "protocol",
            summary: summary.to_owned(),
            score,
            port: Some(port),
            software: None,
            published: Some(Date::constant(year, month, day)),
            remedy,
        })
        .collect()
}

/// Worst first, then by id and port; each once.
fn by_weight(mut found: Vec<Finding>) -> Vec<Finding> {
    found.sort_by(|a, b| match b.score.total_cmp(&a.score) {
        Ordering::Equal => (&a.id, a.port).cmp(&(&b.id, b.port)),
        other => other,
    });
    found.dedup();
    found
}
