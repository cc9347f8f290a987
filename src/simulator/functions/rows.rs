//! Rows of world tables and of the session's own tables, and ids for new ones.

use minijinja::value::Value as Dynamic;
use minijinja::{Environment, Error, State};

use super::wrong;
use crate::simulator::scope::context;
use crate::simulator::value::{self, optional};

pub(super) fn register(env: &mut Environment<'static>) {
    env.add_function("facts", facts);
    env.add_function("rows", rows);
    env.add_function("row", row);
    env.add_function("new_id", new_id);
}

fn facts(state: &State<'_, '_>, table: &str) -> Result<Dynamic, Error> {
    let rows = context(state)?.world.facts.rows(table).map_err(wrong)?;
    Ok(value::list(rows.iter(), value::from_json))
}

fn rows(state: &State<'_, '_>, table: &str) -> Result<Dynamic, Error> {
    let context = context(state)?;
    Ok(value::list(context.state().rows(table), |(_, row)| value::from_object(row)))
}

fn row(state: &State<'_, '_>, table: &str, key: &str) -> Result<Dynamic, Error> {
    let context = context(state)?;
    Ok(optional(context.state().row(table, key).map(|row| value::from_object(row))))
}

/// `<prefix>` and ten characters that people do not mix up (Crockford's base 32).
fn new_id(state: &State<'_, '_>, prefix: &str) -> Result<String, Error> {
    const DIGITS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    let identity = context(state)?.identity.ok_or_else(|| wrong("only a tool that writes makes ids"))?;
    let mut bits = u64::from_le_bytes(std::array::from_fn(|i| identity[i]));
    let mut id = prefix.to_owned();
    for _ in 0..10 {
        id.push(char::from(DIGITS[(bits % 32) as usize]));
        bits /= 32;
    }
    Ok(id)
}
