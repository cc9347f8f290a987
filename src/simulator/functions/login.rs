//! Logging in. What a session has of its own (`login_accounts`, `login_devices`, `login_apps`) comes before what every world
//! has; what happened is in `login_events` and `login_screens`.

mod activity;

use std::sync::Arc;

use jiff::{Timestamp, ToSpan};
use minijinja::value::Value as Dynamic;
use minijinja::{Environment, Error, State};
use serde_json::Value;

use super::wrong;
use crate::catalogue::nearest;
use crate::simulator::scope::{Context, context};
use crate::simulator::value::{optional, record};
use crate::world::models::login::{Account, App, Attempt, Colour, Device, Lock, Login, Method, fits, masked};
use crate::world::{Row, zone};

/// Hours for which someone stays logged in.
const SESSION_HOURS: i64 = 8;

/// Minutes for which a code can be used.
const CODE_MINUTES: i64 = 5;

/// Links and codes that one account gets within an hour.
const PER_HOUR: usize = 5;

pub(super) fn register(env: &mut Environment<'static>) {
    env.add_function("login_device", login_device);
    env.add_function("near_login_devices", near_login_devices);
    env.add_function("login_lock", login_lock);
    env.add_function("login_matches", login_matches);
    env.add_function("login_account", login_account);
    env.add_function("login_account_of", login_account_of);
    env.add_function("login_meant", login_meant);
    env.add_function("near_login_accounts", near_login_accounts);
    env.add_function("login_app", login_app);
    env.add_function("near_login_apps", near_login_apps);
    env.add_function("login_method", login_method);
    env.add_function("login_sent", login_sent);
    env.add_function("login_screen", login_screen);
    env.add_function("login_colour", login_colour);
    env.add_function("login_activity", activity::login_activity);
    env.add_function("minutes_from_now", minutes_from_now);
}

/// What a call needs.
struct Door {
    login: Arc<Login>,
    context: Arc<Context>,
}

impl Door {
    fn of(state: &State<'_, '_>) -> Result<Self, Error> {
        let context = context(state)?;
        Ok(Self { login: context.world.facts.model::<Login>(), context })
    }

    fn now(&self) -> Timestamp {
        self.context.clock.now()
    }

    fn device(&self, id: &str) -> Option<Device> {
        let own = self.own("login_devices", id).map(|row| Device {
            id: text(&row, "device_id").unwrap_or_else(|| id.to_owned()),
            user: text(&row, "user_id").unwrap_or_default(),
            model: text(&row, "model").unwrap_or_else(|| "Device".to_owned()),
            kind: text(&row, "kind").unwrap_or_else(|| "fingerprint".to_owned()),
            sample: text(&row, "sample").unwrap_or_default(),
            status: text(&row, "status").unwrap_or_else(|| "active".to_owned()),
        });
        own.or_else(|| self.login.device(id.trim()).cloned())
    }

    fn account(&self, user: &str) -> Option<Account> {
        self.own("login_accounts", user)
            .map(|row| account(user, &row))
            .or_else(|| self.login.account(user.trim()).cloned())
    }

    fn account_of(&self, email: &str) -> Option<Account> {
        let wanted = email.trim().to_lowercase();
        let of = |row: &Row| text(row, "email").is_some_and(|known| known.to_lowercase() == wanted);
        let mut own = self.context.state().rows("login_accounts").filter(|(_, row)| of(row));
        own.next().map(|(key, row)| account(key, row)).or_else(|| self.login.account_of(&wanted).cloned())
    }

    /// The application of an id, or a nameless one that only an account of the session knows.
    fn app(&self, id: &str) -> Option<App> {
        let id = id.trim();
        if let Some(row) = self.own("login_apps", id) {
            let or = |column: &str| text(&row, column).unwrap_or_default();
            return Some(App {
                id: text(&row, "app_id").unwrap_or_else(|| id.to_owned()),
                name: text(&row, "name").unwrap_or_else(|| id.to_owned()),
                about: or("about"),
                domain: or("domain"),
            });
        }
        let unnamed = || {
            let known = |row: &Row| text(row, "app_id").filter(|app| app.eq_ignore_ascii_case(id));
            let named = self.context.state().rows("login_accounts").find_map(|(_, row)| known(row))?;
            Some(App { name: named.clone(), id: named, about: String::new(), domain: String::new() })
        };
        self.login.app(id).cloned().or_else(unnamed)
    }

    /// A row of the session, whatever the case of its key.
    fn own(&self, table: &str, key: &str) -> Option<Row> {
        let mut rows = self.context.state().rows(table);
        rows.find(|(known, _)| known.eq_ignore_ascii_case(key.trim())).map(|(_, row)| (**row).clone())
    }

    fn keys(&self, table: &str) -> Vec<String> {
        self.context.state().rows(table).map(|(key, _)| key.to_owned()).collect()
    }

    /// What happened until now.
    fn events(&self) -> Vec<Happened> {
        let now = self.now();
        let read = |(key, row): (&str, &Arc<Row>)| Happened::read(key, row).filter(|event| event.at <= now);
        self.context.state().rows("login_events").filter_map(read).collect()
    }

    fn local(&self, at: Timestamp) -> String {
        let zoned = at.to_zoned_datetime(zone(self.context.clock.zone_name()));
        zoned.strftime("%Y-%m-%dT%H:%M:%S%:z").to_string()
    }
}

/// A row of `login_events`.
struct Happened {
    id: String,
    at: Timestamp,
    number: i64,
    app: String,
    user: Option<String>,
    device: Option<String>,
    kind: String,
    result: String,
    method: Option<String>,
    sent_to: Option<String>,
    expires: Option<Timestamp>,
}

impl Happened {
    /// A row that has no time cannot have happened.
    fn read(key: &str, row: &Row) -> Option<Self> {
        let or = |column: &str| text(row, column).unwrap_or_default();
        Some(Self {
            id: key.to_owned(),
            at: text(row, "at")?.parse().ok()?,
            number: row.get("attempt").and_then(Value::as_i64).unwrap_or(0),
            app: or("app_id"),
            user: text(row, "user_id"),
            device: text(row, "device_id"),
            kind: or("kind"),
            result: or("result"),
            method: text(row, "method"),
            sent_to: text(row, "sent_to"),
            expires: text(row, "expires_at").and_then(|at| at.parse().ok()),
        })
    }

    /// `succeeded`, `failed`, and for links `pending` or `expired`.
    fn outcome(&self, now: Timestamp) -> &str {
        match (self.kind.as_str(), self.expires) {
            ("email_link", Some(expires)) if self.result == "pending" && expires <= now => "expired",
            _ => &self.result,
        }
    }

    /// Metrics in which it counts.
    fn counts(&self, now: Timestamp) -> Vec<&'static str> {
        match (self.kind.as_str(), self.outcome(now)) {
            ("two_factor_code", _) => Vec::new(),
            (_, "succeeded") => vec!["loginAttempts", "successfulLogins"],
            (_, "failed" | "expired") => vec!["loginAttempts", "failedLogins"],
            _ => vec!["loginAttempts"],
        }
    }
}

fn text(row: &Row, column: &str) -> Option<String> {
    row.get(column).and_then(Value::as_str).map(str::to_owned)
}

fn account(key: &str, row: &Row) -> Account {
    Account {
        user: text(row, "user_id").unwrap_or_else(|| key.to_owned()),
        name: text(row, "name").unwrap_or_default(),
        email: text(row, "email").unwrap_or_default(),
        phone: text(row, "phone"),
        app: text(row, "app_id").unwrap_or_else(|| "kaartenbak".to_owned()),
        status: text(row, "status").unwrap_or_else(|| "active".to_owned()),
    }
}

/// `{device_id, user_id, model, kind, active}` of a device, or `none`.
fn login_device(state: &State<'_, '_>, id: &str) -> Result<Dynamic, Error> {
    let device = Door::of(state)?.device(id);
    Ok(optional(device.map(|device| {
        record([
            ("device_id", Dynamic::from(device.id)),
            ("user_id", Dynamic::from(device.user)),
            ("model", Dynamic::from(device.model)),
            ("kind", Dynamic::from(device.kind)),
            ("active", Dynamic::from(device.status == "active")),
        ])
    })))
}

/// Up to three ids of devices that look like a text: the session's own, or the demonstration's.
fn near_login_devices(state: &State<'_, '_>, id: &str) -> Result<Vec<String>, Error> {
    let mut known = Door::of(state)?.keys("login_devices");
    known.extend(["DEV-DEMO-1".to_owned(), "DEV-DEMO-2".to_owned()]);
    Ok(nearest::few(id, known.iter().map(String::as_str)))
}

/// `{failures, left, until, attempts}` of a device: failures in a row, how many more it may have, until when it is locked
/// (`none` when it is not), and attempts ever.
fn login_lock(state: &State<'_, '_>, device: &str) -> Result<Dynamic, Error> {
    let door = Door::of(state)?;
    let attempts = attempts(&door, device);
    let count = attempts.len();
    Ok(lock_record(&door, Lock::after(attempts, door.now()), count))
}

fn attempts(door: &Door, device: &str) -> Vec<Attempt> {
    let on = |event: &Happened| event.kind == "biometric" && event.device.as_deref() == Some(device);
    let attempt =
        |event: Happened| Attempt { at: event.at, number: event.number, succeeded: event.result == "succeeded" };
    door.events().into_iter().filter(on).map(attempt).collect()
}

fn lock_record(door: &Door, lock: Lock, count: usize) -> Dynamic {
    record([
        ("failures", Dynamic::from(lock.failures)),
        ("left", Dynamic::from(lock.left())),
        ("until", optional(lock.until.map(|until| Dynamic::from(door.local(until))))),
        ("attempts", Dynamic::from(count)),
    ])
}

/// `{succeeded, left, until, attempt}`: whether a sample is the one that was enrolled, and what the device's lock is then.
fn login_matches(state: &State<'_, '_>, device: &str, sample: &str) -> Result<Dynamic, Error> {
    let door = Door::of(state)?;
    let known = door.device(device).ok_or_else(|| wrong(format!("'{device}' is no device; login_device says so")))?;
    let before = attempts(&door, &known.id);
    let number = before.len() as i64 + 1;
    let succeeded = !known.sample.is_empty() && known.sample == sample.trim();
    let lock = Lock::after(before, door.now()).and(Attempt { at: door.now(), number, succeeded });
    Ok(record([
        ("succeeded", Dynamic::from(succeeded)),
        ("left", Dynamic::from(lock.left())),
        ("until", optional(lock.until.map(|until| Dynamic::from(door.local(until))))),
        ("attempt", Dynamic::from(number)),
        ("session_until", Dynamic::from(door.local(door.now() + SESSION_HOURS.hours()))),
    ]))
}

/// `{user_id, name, email, app_id, active, phone_known}` of an account id, or `none`.
fn login_account(state: &State<'_, '_>, user: &str) -> Result<Dynamic, Error> {
    Ok(optional(Door::of(state)?.account(user).map(account_record)))
}

/// The same of an address.
fn login_account_of(state: &State<'_, '_>, email: &str) -> Result<Dynamic, Error> {
    Ok(optional(Door::of(state)?.account_of(email).map(account_record)))
}

/// Addresses of accounts that a mistyped one may mean: the session's own that look like it, and the one it becomes when its
/// domain is put right. Addresses of others that merely look alike are nobody's business.
fn login_meant(state: &State<'_, '_>, email: &str) -> Result<Vec<String>, Error> {
    let door = Door::of(state)?;
    let own: Vec<String> =
        door.context.state().rows("login_accounts").filter_map(|(_, row)| text(row, "email")).collect();
    let mut meant = nearest::few(email, own.iter().map(String::as_str));
    let corrected = super::mail::corrected(state, email)?.and_then(|better| door.account_of(&better));
    meant.extend(corrected.map(|account| account.email).filter(|email| !meant.contains(email)));
    Ok(meant)
}

fn account_record(account: Account) -> Dynamic {
    record([
        ("active", Dynamic::from(account.status == "active")),
        ("phone_known", Dynamic::from(account.phone.is_some())),
        ("user_id", Dynamic::from(account.user)),
        ("name", Dynamic::from(account.name)),
        ("email", Dynamic::from(account.email)),
        ("app_id", Dynamic::from(account.app)),
    ])
}

/// Up to three ids of accounts that look like a text: the session's own, or the demonstration's.
fn near_login_accounts(state: &State<'_, '_>, user: &str) -> Result<Vec<String>, Error> {
    let mut known = Door::of(state)?.keys("login_accounts");
    known.push("U-DEMO".to_owned());
    Ok(nearest::few(user, known.iter().map(String::as_str)))
}

/// `{app_id, name, about, domain}` of an application, or `none`.
fn login_app(state: &State<'_, '_>, id: &str) -> Result<Dynamic, Error> {
    Ok(optional(Door::of(state)?.app(id).map(|app| {
        record([
            ("app_id", Dynamic::from(app.id)),
            ("name", Dynamic::from(app.name)),
            ("about", Dynamic::from(app.about)),
            ("domain", Dynamic::from(app.domain)),
        ])
    })))
}

/// Up to three ids of applications whose id or name looks like a text.
fn near_login_apps(state: &State<'_, '_>, id: &str) -> Result<Vec<String>, Error> {
    let door = Door::of(state)?;
    let mut known = door.keys("login_apps");
    known.extend(door.login.apps.iter().map(|app| app.id.clone()));
    let near = nearest::few(id, known.iter().map(String::as_str));
    if !near.is_empty() {
        return Ok(near);
    }
    let named = nearest::few(id, door.login.apps.iter().map(|app| app.name.as_str()));
    let of = |name: &String| door.login.apps.iter().find(|app| app.name == *name).map(|app| app.id.clone());
    Ok(named.iter().filter_map(of).collect())
}

/// `none` when a text is no way to send codes, else `{method, known, masked}`: whether the account of an id has this
/// address for it, and what may be shown of the address.
fn login_method(state: &State<'_, '_>, method: &str, user: &str, address: &str) -> Result<Dynamic, Error> {
    let door = Door::of(state)?;
    let Some(method) = Method::named(method) else { return Ok(Dynamic::from(())) };
    let account = door.account(user).ok_or_else(|| wrong(format!("'{user}' is no account; login_account says so")))?;
    Ok(record([
        ("method", Dynamic::from(method.code())),
        ("known", Dynamic::from(fits(method, &account, address))),
        ("possible", Dynamic::from(method.address(&account).is_some())),
        ("masked", optional(method.address(&account).map(|known| Dynamic::from(masked(known))))),
    ]))
}

/// `{count, left, newest, attempt, code_until}` of the links (`email_link`) or codes (`two_factor_code`) that an account
/// got within the last hour; `newest` is the id of the newest one that can still be used, or `none`.
fn login_sent(state: &State<'_, '_>, user: &str, kind: &str) -> Result<Dynamic, Error> {
    let door = Door::of(state)?;
    let (now, of_user) = (door.now(), |event: &Happened| event.kind == kind && event.user.as_deref() == Some(user));
    let mut sent: Vec<Happened> = door.events().into_iter().filter(of_user).collect();
    sent.sort_by_key(|a| (a.at, a.number));
    let hour_ago = now - 1.hour();
    let count = sent.iter().filter(|event| event.at > hour_ago).count();
    let usable = sent.last().filter(|event| event.expires.is_some_and(|expires| expires > now));
    Ok(record([
        ("count", Dynamic::from(count)),
        ("left", Dynamic::from(PER_HOUR.saturating_sub(count))),
        ("newest", optional(usable.map(|event| Dynamic::from(event.id.as_str())))),
        ("attempt", Dynamic::from(sent.len() + 1)),
        ("code_until", Dynamic::from(door.local(now + CODE_MINUTES.minutes()))),
    ]))
}

/// `{version, primaryColor, fontFamily, changed_at}` of an application's log-in screen as it is now; version 0 has never
/// been changed.
fn login_screen(state: &State<'_, '_>, app: &str) -> Result<Dynamic, Error> {
    let door = Door::of(state)?;
    let of_app = |row: &Row| text(row, "app_id").as_deref() == Some(app);
    let version = |row: &Row| row.get("version").and_then(Value::as_i64).unwrap_or(0);
    let rows = door.context.state().rows("login_screens").filter(|(_, row)| of_app(row));
    let newest = rows.max_by_key(|(_, row)| version(row)).map(|(_, row)| row.clone());
    let or = |column: &str, other: &str| newest.as_ref().and_then(|row| text(row, column)).unwrap_or(other.to_owned());
    let changed = newest.as_ref().and_then(|row| text(row, "changed_at")).and_then(|at| at.parse::<Timestamp>().ok());
    Ok(record([
        ("version", Dynamic::from(newest.as_ref().map_or(0, |row| version(row)))),
        ("primaryColor", Dynamic::from(or("primaryColor", "#3498db"))),
        ("fontFamily", Dynamic::from(or("fontFamily", "System"))),
        ("changed_at", optional(changed.map(|at| Dynamic::from(door.local(at))))),
    ]))
}

/// `none` when a text is no colour, else `{hex, text, contrast}`: black or white, whichever is easier to read on it.
fn login_colour(text: &str) -> Dynamic {
    optional(Colour::parse(text).map(|colour| {
        let (words, contrast) = colour.text();
        let contrast = if contrast.fract() == 0.0 { Dynamic::from(contrast as i64) } else { Dynamic::from(contrast) };
        record([("hex", Dynamic::from(colour.hex())), ("text", Dynamic::from(words)), ("contrast", contrast)])
    }))
}

/// The moment in so many minutes, as the user writes it.
fn minutes_from_now(state: &State<'_, '_>, minutes: i64) -> Result<String, Error> {
    let door = Door::of(state)?;
    let later = door.now().checked_add(minutes.minutes()).map_err(|e| wrong(e.to_string()))?;
    Ok(door.local(later))
}
