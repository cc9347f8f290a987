//! Registered domains, and what a registry says of them.

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};

use super::At;
use super::rows::{DomainRow, date, optional_date};

/// A name that somebody registered.
#[derive(Debug)]
pub struct Domain {
    /// The name.
    pub name: String,
    /// Whose it is; empty where that is hidden.
    pub holder: String,
    /// Trade of the holder, e.g. `banking`.
    pub sector: String,
    /// ISO 3166-1 alpha-2 code of the holder's country.
    pub country: String,
    /// City of the holder; may be empty.
    pub city: String,
    /// What it is, in a sentence.
    pub about: String,
    /// What stands behind it.
    pub role: Role,
    /// How well it is looked after, 0 to 3.
    pub care: u8,
    /// Domain of the registrar.
    pub registrar: String,
    /// First day.
    pub created: Date,
    /// Day of the take-down, for bad names.
    pub ends: Option<Date>,
    /// Who runs its name servers: `self` or a domain.
    pub dns: String,
    /// Who takes its mail: `self`, `own` (one machine called mx), a domain, `none`, or `null` (it says that it takes none).
    pub mail: String,
    /// The zone, in the order in which it was written.
    pub records: Vec<Record>,
}

/// What stands behind a domain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A provider of network or hosting.
    Provider,
    /// A company, institution or service.
    Organisation,
    /// A news outlet.
    Outlet,
    /// A small site of a person, club or shop.
    Small,
    /// Throw-away mailboxes.
    Disposable,
    /// Nothing; the name is for sale.
    Parked,
    /// Imitated log-in pages.
    Phishing,
    /// Gives out malware.
    Malware,
    /// Commands malware.
    Control,
    /// Gives out unwanted software.
    Unwanted,
    /// Gives out harmful apps for phones.
    HarmfulApp,
}

/// A record of a zone.
#[derive(Debug)]
pub struct Record {
    /// Label; `@` for the domain itself.
    pub label: String,
    /// Where it leads.
    pub target: Target,
    /// First day, where that is not the domain's.
    pub since: Option<Date>,
}

/// Where a name leads.
#[derive(Debug, PartialEq)]
pub enum Target {
    /// To a machine, by index.
    Host(usize),
    /// To another name.
    Name(String),
}

/// What a registry says of a domain.
#[derive(Debug)]
pub struct Registration {
    /// When it was registered.
    pub created: Timestamp,
    /// When its entry last changed; after `created`, not after now.
    pub updated: Timestamp,
    /// Until when it is paid; after now.
    pub expires: Timestamp,
    /// Whether it was taken out of the DNS.
    pub suspended: bool,
}

impl Role {
    fn named(name: &str) -> Result<Self, String> {
        Ok(match name {
            "provider" => Self::Provider,
            "organisation" => Self::Organisation,
            "outlet" => Self::Outlet,
            "small" => Self::Small,
            "disposable" => Self::Disposable,
            "parked" => Self::Parked,
            "phishing" => Self::Phishing,
            "malware" => Self::Malware,
            "control" => Self::Control,
            "unwanted" => Self::Unwanted,
            "harmful_app" => Self::HarmfulApp,
            other => return Err(format!("net_domains: '{other}' is no role")),
        })
    }

    /// Whether the domain was made for harm.
    pub fn is_bad(self) -> bool {
        matches!(self, Self::Phishing | Self::Malware | Self::Control | Self::Unwanted | Self::HarmfulApp)
    }
}

impl Domain {
    pub(super) fn new(row: DomainRow) -> Result<Self, String> {
        Ok(Self {
            role: Role::named(&row.role)?,
            created: date("net_domains", &row.created)?,
            ends: optional_date("net_domains", row.ends.as_ref())?,
            name: row.domain,
            holder: row.holder,
            sector: row.sector,
            country: row.country,
            city: row.city,
            about: row.about,
            care: row.care,
            registrar: row.registrar,
            dns: row.dns,
            mail: row.mail,
            records: Vec::new(),
        })
    }
}

impl At<'_> {
    /// What the registry says of a domain at this moment; none before it was registered, and after a bad one lapsed.
    pub fn registration(&self, domain: &Domain) -> Option<Registration> {
        let created = self.moment(domain.created, &["created", &domain.name], 6, 20);
        let known_from = created + (120 + self.roll(&["first change", &domain.name], 600) as i64).seconds();
        if self.now < known_from {
            return None;
        }
        let years = self.paid_years(domain, created);
        let expires = plus_years(created, years);
        if expires <= self.now {
            return None;
        }
        let updated = if years > 1 { self.renewal(domain, created, years - 1) } else { known_from };
        Some(Registration {
            created,
            updated,
            expires,
            suspended: domain.ends.is_some_and(|ends| ends <= self.today()),
        })
    }

    /// Whether the domain is in the DNS.
    pub fn is_delegated(&self, domain: &Domain) -> bool {
        self.registration(domain).is_some_and(|r| !r.suspended)
    }

    /// Years that have been paid for: one at first, one more at each renewal, which comes before the anniversary. Nobody
    /// pays for a name that was taken down.
    fn paid_years(&self, domain: &Domain, created: Timestamp) -> i64 {
        let last = domain.ends.map_or(self.now, |ends| self.now.min(midnight(ends)));
        // Whole years are never longer than this, so these renewals lie behind; one or two more are tried.
        let behind = (last.as_second() - created.as_second()).max(0) / (366 * 86_400);
        let more = (behind + 1..).take_while(|n| self.renewal(domain, created, *n) <= last).count();
        behind + more as i64 + 1
    }

    /// When year `n` + 1 was paid: up to six weeks before year `n` ends.
    fn renewal(&self, domain: &Domain, created: Timestamp, n: i64) -> Timestamp {
        let early = 2 + self.roll(&["renewal", &domain.name], 40) as i64;
        let hour = self.roll(&["renewal hour", &domain.name, &n.to_string()], 86_400) as i64;
        plus_years(created, n) - (early * 86_400 + hour).seconds()
    }
}

/// The same moment some years later; 29 February becomes 28 February.
fn plus_years(moment: Timestamp, years: i64) -> Timestamp {
    let local = moment.to_zoned_datetime(TimeZone::UTC);
    local.checked_add(years.years()).map_or(moment, |z| z.timestamp())
}

/// The first moment of a day in UTC.
pub(super) fn midnight(day: Date) -> Timestamp {
    day.to_zoned_datetime(TimeZone::UTC).map_or(Timestamp::UNIX_EPOCH, |z| z.timestamp())
}
