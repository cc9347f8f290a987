//! Mail addresses, as texts; what comes back is a record with the names of the answers' fields.

use std::sync::Arc;

use minijinja::value::Value as Dynamic;
use minijinja::{Environment, Error, State};
use serde_json::{Value, json};

use super::internet::{Web, give};
use crate::world::models::mail::{Address, Check, Domain, Level, Mail, Mailbox, Post, Standing};

/// Seconds for the servers where nothing is said.
const TIMEOUT: u64 = 30;

pub(super) fn register(env: &mut Environment<'static>) {
    env.add_function("mail_fault", mail_fault);
    env.add_function("mail_check", mail_check);
    env.add_function("mail_disposable", mail_disposable);
    env.add_function("mail_correct", mail_correct);
}

/// The internet, and the lists of names.
struct Office {
    web: Web,
    lists: Arc<Mail>,
}

impl Office {
    fn of(state: &State<'_, '_>) -> Result<Self, Error> {
        let web = Web::of(state)?;
        let lists = web.facts().model::<Mail>();
        Ok(Self { web, lists })
    }

    fn post(&self) -> Post<'_> {
        Post { lists: &self.lists, at: self.web.at() }
    }
}

/// `none` for an address, else what is wrong with the text.
fn mail_fault(text: &str) -> Dynamic {
    give(&Address::parse(text).err().map_or(Value::Null, |fault| json!(fault.to_string())))
}

/// All that is known of an address.
fn mail_check(state: &State<'_, '_>, text: &str, timeout: u64) -> Result<Dynamic, Error> {
    let office = Office::of(state)?;
    let check = office.post().check(text, timeout);
    let address = check.address.as_ref().ok();
    let domain = check.domain.as_ref();
    Ok(give(&json!({
        "email": text,
        "normalized": address.map(Address::to_string),
        "status": check.status.name(),
        "score": check.score,
        "reasons": check.reasons(),
        "syntax": syntax(&check),
        "domain": domain.map(|d| domain_record(d, address)),
        "mailbox": {"status": check.mailbox.name(), "reply": check.mailbox.reply()},
        "is_disposable": domain.is_some_and(|d| d.disposable.is_some()),
        "is_free": domain.is_some_and(|d| d.free),
        "is_role": check.role.is_some(),
        "role": check.role,
        "suggestion": check.suggestion,
        "seconds": check.took as f64 / 10.0,
        "timed_out": check.mailbox == Mailbox::TimedOut,
    })))
}

fn syntax(check: &Check<'_>) -> Value {
    let of = |address: &Address| {
        let (base, tag) = address.base();
        json!({
            "valid": true, "fault": null, "detail": null, "local_part": address.local, "base": base, "tag": tag, "quoted": address.quoted,
            "needs_smtputf8": address.is_international(),
        })
    };
    match &check.address {
        Ok(address) => of(address),
        Err(fault) => json!({
            "valid": false, "fault": fault.code(), "detail": fault.to_string(), "local_part": null, "base": null, "tag": null,
            "quoted": false, "needs_smtputf8": false,
        }),
    }
}

fn domain_record(domain: &Domain<'_>, address: Option<&Address>) -> Value {
    json!({
        "name": domain.name,
        "unicode": address.map(Address::shown_domain),
        "status": domain.standing.name(),
        "organisation": domain.registered.map(|d| d.holder.as_str()).filter(|holder| !holder.is_empty()),
        "provider": domain.provider,
        "mail_servers": servers(domain),
    })
}

fn servers(domain: &Domain<'_>) -> Value {
    domain.servers.iter().map(|s| json!({"priority": s.priority, "name": s.name, "addresses": s.addresses})).collect()
}

/// Whether an address is a throw-away one. The text must be an address.
fn mail_disposable(state: &State<'_, '_>, text: &str, look: bool) -> Result<Dynamic, Error> {
    let office = Office::of(state)?;
    let check = office.post().check(text, TIMEOUT);
    let domain = check.domain.as_ref();
    let disposable = domain.and_then(|d| d.disposable.as_deref());
    let dead = look && domain.is_none_or(|d| !matches!(d.standing, Standing::Receives | Standing::Outside));
    let bad = domain.is_some_and(Domain::is_bad);
    let category = category(domain);
    let recommendation = match (disposable.is_some() || bad || dead, category) {
        (true, _) => "block",
        (_, "unknown" | "address_literal") => "review",
        _ => "allow",
    };
    Ok(give(&json!({
        "email": text,
        "domain": domain.map_or_else(|| check.address.as_ref().map(Address::shown_domain).unwrap_or_default(), |d| d.name.clone()),
        "is_disposable": disposable.is_some(),
        "category": category,
        "matched_domain": disposable,
        "provider": domain.and_then(|d| d.provider),
        "mx": (look && domain.is_some()).then(|| mx(domain)),
        "recommendation": recommendation,
        "reasons": reasons(domain, look),
    })))
}

fn category(domain: Option<&Domain<'_>>) -> &'static str {
    match domain {
        None => "address_literal",
        Some(d) if d.disposable.is_some() => "disposable",
        Some(d) if d.is_bad() => "deceptive",
        Some(d) if d.free => "free_provider",
        Some(d) if d.provider.is_some() => "provider",
        Some(d) if d.registered.is_some() => "organisation",
        Some(_) => "unknown",
    }
}

fn mx(domain: Option<&Domain<'_>>) -> Value {
    let Some(domain) = domain else { return Value::Null };
    let accepts = match domain.standing {
        Standing::Outside => Value::Null,
        standing => json!(standing == Standing::Receives),
    };
    json!({"status": domain.standing.name(), "accepts_mail": accepts, "servers": servers(domain)})
}

fn reasons(domain: Option<&Domain<'_>>, look: bool) -> Vec<String> {
    let Some(domain) = domain else { return vec!["It names a machine by its address and no domain.".to_owned()] };
    let mut reasons = vec![match (&domain.disposable, domain.provider) {
        (Some(name), _) => format!("{name} gives out throw-away mailboxes."),
        (None, _) if domain.is_bad() => "The domain was made to deceive or to harm.".to_owned(),
        (None, Some(provider)) => format!("The domain is one of {provider}, where people keep their mailboxes."),
        (None, None) => "The domain is on no list of throw-away mailboxes.".to_owned(),
    }];
    reasons.extend((look && domain.standing != Standing::Receives).then(|| domain.standing.words().to_owned()));
    reasons
}

/// The address that a mistyped one means, if it is another.
pub(super) fn corrected(state: &State<'_, '_>, text: &str) -> Result<Option<String>, Error> {
    let office = Office::of(state)?;
    Ok(office.post().correct(text, Level::Basic).changed_to())
}

/// What was meant by a text that may be no address.
fn mail_correct(state: &State<'_, '_>, text: &str, level: i64) -> Result<Dynamic, Error> {
    let office = Office::of(state)?;
    let post = office.post();
    let level = if level >= 2 { Level::Deep } else { Level::Basic };
    let found = post.correct(text, level);
    let state_of = |text: &str| {
        let check = post.check(text, TIMEOUT);
        json!({"status": check.status.name(), "score": check.score})
    };
    let fixes: Vec<Value> = found.fixes.iter().map(|(kind, words)| json!({"kind": kind, "what": words})).collect();
    Ok(give(&json!({
        "email": text,
        "corrected_email": found.text,
        "changed": found.changed_to().is_some(),
        "corrections": fixes,
        "confidence": found.confidence(),
        "alternatives": found.others,
        "before": state_of(text),
        "after": state_of(&found.text),
    })))
}
