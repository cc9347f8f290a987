//! The invented internet. Names, links and addresses go between functions as the texts that were given; what comes back is a
//! record with the names of the answers' fields.

mod activity;
mod class;
mod domains;
mod file;
mod history;
mod hosts;
mod links;
mod ports;
mod records;
mod reports;
mod reputation;
mod safety;
mod samples;
mod sent;

use std::sync::Arc;

use jiff::Timestamp;
use minijinja::value::Value as Dynamic;
use minijinja::{Environment, Error, State};
use serde_json::{Value, json};

use crate::expression::value::from_json;
use crate::simulator::scope::{Context, context};
use crate::world::models::internet::address::{self, Scope};
use crate::world::models::internet::link::{Link, Place};
use crate::world::models::internet::{At, Internet, Name};

pub(super) fn register(env: &mut Environment<'static>) {
    env.add_function("net_name", net_name);
    env.add_function("net_link", net_link);
    env.add_function("net_address", net_address);
    links::register(env);
    domains::register(env);
    ports::register(env);
    activity::register(env);
    hosts::register(env);
    safety::register(env);
    reputation::register(env);
    reports::register(env);
    samples::register(env);
    file::register(env);
}

/// What a call needs: the model, and the moment and world in which it looks at it.
pub(in crate::simulator::functions) struct Web {
    net: Arc<Internet>,
    context: Arc<Context>,
}

impl Web {
    pub(in crate::simulator::functions) fn of(state: &State<'_, '_>) -> Result<Self, Error> {
        let context = context(state)?;
        Ok(Self { net: context.world.facts.model::<Internet>(), context })
    }

    /// The tables of the world.
    pub(in crate::simulator::functions) fn facts(&self) -> &crate::world::facts::Facts {
        &self.context.world.facts
    }

    pub(in crate::simulator::functions) fn at(&self) -> At<'_> {
        self.at_moment(self.context.clock.now())
    }

    pub(super) fn at_moment(&self, now: Timestamp) -> At<'_> {
        self.net.at(self.context.world.seed, now)
    }
}

/// A value for the program.
pub(in crate::simulator::functions) fn give(value: &Value) -> Dynamic {
    from_json(value)
}

/// RFC 3339 in UTC, to the second.
pub(super) fn time(moment: Timestamp) -> String {
    Timestamp::from_second(moment.as_second()).unwrap_or(moment).to_string()
}

/// `none` for what is no host name, else `{name, domain}`: the name in one spelling and the domain in which it lies.
fn net_name(text: &str) -> Dynamic {
    let found = Name::parse(text).map(|name| json!({"name": name.as_str(), "domain": name.registrable()}));
    give(&found.unwrap_or_default())
}

/// `{url, host, scheme, error}`: a link in one spelling, or what is wrong with it.
fn net_link(text: &str) -> Dynamic {
    give(&match Link::parse(text) {
        Ok(link) => json!({"url": link.to_string(), "host": link.host(), "scheme": link.scheme, "error": null}),
        Err(error) => json!({"url": null, "host": null, "scheme": null, "error": error.to_string()}),
    })
}

/// `none` for what is no address, else `{address, scope, suggestions}`; suggestions are addresses of a host name that was
/// given instead.
fn net_address(state: &State<'_, '_>, text: &str) -> Result<Dynamic, Error> {
    let web = Web::of(state)?;
    let found = address::parse(text)
        .map(|a| json!({"address": a.to_string(), "scope": scope(address::scope(a)), "suggestions": []}));
    let named = || {
        let link = Link::parse(text).ok()?;
        let Place::Name(name) = &link.place else { return Some(vec![link.host()]) };
        let hosts = web.at().hosts_of(name);
        Some(hosts.iter().map(|at| web.net.hosts[*at].address.to_string()).collect::<Vec<_>>())
    };
    let missing = || json!({"address": null, "scope": null, "suggestions": named().unwrap_or_default()});
    Ok(give(&found.unwrap_or_else(missing)))
}

fn scope(scope: Scope) -> &'static str {
    match scope {
        Scope::Modelled => "monitored",
        Scope::Local => "local",
        Scope::Outside => "outside",
    }
}
