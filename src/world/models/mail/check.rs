//! All that is known of an address as one verdict.

use super::address::Host;
use super::{Address, Domain, Fault, Level, Mailbox, Post, Standing};

/// What somebody who wants to write should think.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Mail arrives.
    Valid,
    /// Mail may arrive, but nobody lasting may read it.
    Risky,
    /// It cannot be told.
    Unknown,
    /// Mail does not arrive.
    Invalid,
}

/// A checked text.
#[derive(Debug)]
pub struct Check<'a> {
    /// The address, or why it is none.
    pub address: Result<Address, Fault>,
    /// Its domain; none without an address, and for an address in brackets.
    pub domain: Option<Domain<'a>>,
    /// What the server said.
    pub mailbox: Mailbox,
    /// What to think of it.
    pub status: Status,
    /// The same from 0 to 100.
    pub score: u8,
    /// Whose the local part is, when it stands for a task.
    pub role: Option<&'a str>,
    /// What was probably meant, when that is a better address.
    pub suggestion: Option<String>,
    /// Tenths of seconds that it took.
    pub took: u64,
}

impl Status {
    /// Name in answers.
    pub fn name(self) -> &'static str {
        match self {
            Self::Valid => "valid",
            Self::Risky => "risky",
            Self::Unknown => "unknown",
            Self::Invalid => "invalid",
        }
    }
}

/// Score of a name that is probably mistyped.
const MISTYPED: u8 = 20;

impl<'a> Post<'a> {
    /// Checks a text, with so many seconds for the servers to answer.
    pub fn check(&self, text: &str, timeout: u64) -> Check<'a> {
        let mut check = self.look(text, timeout);
        check.suggestion = self.correct(text, Level::Basic).changed_to();
        if check.suggestion.is_some() && check.status == Status::Unknown {
            check.score = check.score.min(MISTYPED);
        }
        check
    }

    /// The same without a thought of what else was meant.
    pub(super) fn look(&self, text: &str, timeout: u64) -> Check<'a> {
        match Address::parse(text) {
            Ok(address) => self.look_at(address, timeout),
            Err(fault) => Check {
                address: Err(fault),
                domain: None,
                mailbox: Mailbox::NotAsked,
                status: Status::Invalid,
                score: 0,
                role: None,
                suggestion: None,
                took: 0,
            },
        }
    }

    fn look_at(&self, address: Address, timeout: u64) -> Check<'a> {
        let domain = match &address.host {
            Host::Domain(name) => Some(self.domain(name)),
            Host::Literal(_) => None,
        };
        let said = domain.as_ref().map_or(Mailbox::NotAsked, |domain| self.mailbox(&address, domain));
        let wait = domain.as_ref().filter(|_| said != Mailbox::NotAsked).map_or(1, |domain| self.wait(&domain.name));
        let late = wait > timeout * 10;
        let mailbox = if late { Mailbox::TimedOut } else { said };
        let role = self.lists.role(address.base().0).filter(|_| !address.quoted);
        let (status, score) = verdict(domain.as_ref(), mailbox, role.is_some());
        let took = wait.min(timeout * 10);
        Check { address: Ok(address), domain, mailbox, status, score, role, suggestion: None, took }
    }
}

fn verdict(domain: Option<&Domain<'_>>, mailbox: Mailbox, role: bool) -> (Status, u8) {
    let Some(domain) = domain else { return (Status::Risky, 30) };
    match (domain.standing, mailbox) {
        (Standing::NoSuchName | Standing::NoSuchEnding | Standing::Suspended | Standing::Reserved, _) => {
            (Status::Invalid, 5)
        }
        (Standing::Refuses | Standing::NoServer, _) => (Status::Invalid, 6),
        (_, Mailbox::Refused | Mailbox::NotInternational) => (Status::Invalid, 10),
        _ if domain.is_bad() => (Status::Risky, 15),
        _ if domain.disposable.is_some() => (Status::Risky, 25),
        (Standing::Outside, _) => (Status::Unknown, if domain.provider.is_some() { 70 } else { 50 }),
        (_, Mailbox::TimedOut | Mailbox::NotAsked) => (Status::Unknown, 50),
        (_, Mailbox::AcceptsAll) => (Status::Risky, 60),
        (_, Mailbox::Accepted) => (Status::Valid, if role { 85 } else { 95 }),
    }
}

impl Check<'_> {
    /// Why, the weightiest first, in sentences.
    pub fn reasons(&self) -> Vec<String> {
        let mut reasons = Vec::new();
        match (&self.address, &self.domain) {
            (Err(fault), _) => reasons.push(format!("This is no mail address: {fault}.")),
            (Ok(_), None) => {
                reasons.push("It names a machine by its address; hardly any server takes such mail.".to_owned())
            }
            (Ok(address), Some(domain)) => self.domain_reasons(address, domain, &mut reasons),
        }
        reasons.extend(self.suggestion.iter().map(|better| format!("Probably {better} was meant.")));
        reasons
    }

    fn domain_reasons(&self, address: &Address, domain: &Domain<'_>, reasons: &mut Vec<String>) {
        if domain.standing != Standing::Receives {
            reasons.push(domain.standing.words().to_owned());
        }
        reasons.extend(domain.is_bad().then(|| "The domain was made to deceive or to harm.".to_owned()));
        if let Some(name) = &domain.disposable {
            reasons.push(format!("{name} gives out throw-away mailboxes."));
        }
        let said = match self.mailbox {
            Mailbox::Accepted => Some("The server knows the mailbox."),
            Mailbox::AcceptsAll => Some("The server takes mail for any name, so the mailbox may not exist."),
            Mailbox::Refused => Some("The server does not know the mailbox."),
            Mailbox::NotInternational => Some("The server cannot take letters beyond ASCII before the @."),
            Mailbox::TimedOut => Some("The server did not answer in time."),
            Mailbox::NotAsked => None,
        };
        reasons.extend(said.map(str::to_owned));
        if let Some(provider) = domain.provider.filter(|_| domain.standing == Standing::Outside) {
            reasons.push(format!("The domain is one of {provider}."));
        }
        if let Some(about) = self.role {
            reasons.push(format!("{} stands for a task ({about}) and not for a person.", address.base().0));
        }
    }
}
