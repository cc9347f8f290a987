//! Answers shared between sessions: training repeats itself, and a pure read of one world at one time has one answer.

use std::sync::Arc;

use bytes::Bytes;
use quick_cache::Weighter;
use quick_cache::sync::Cache as Quick;
use serde_json::value::RawValue;

use super::call::{Incoming, Via};
use super::live::{Inner, Session};
use crate::call::Rendered;

/// Bytes of answers that are kept.
const CAPACITY: u64 = 32 << 20;

/// Answers that are expected to fit, for the sizes of tables.
const EXPECTED: usize = 20_000;

/// One answer with all that its record needs.
#[derive(Debug)]
pub struct Cached {
    /// Canonical arguments.
    pub arguments: Option<Box<RawValue>>,
    /// HTTP status.
    pub status: u16,
    /// JSON body.
    pub body: Bytes,
    /// The same in another media type.
    pub rendered: Option<Rendered>,
}

/// The answers, found by all that decides their bytes.
#[derive(Debug)]
pub struct Cache(Quick<Box<[u8]>, Arc<Cached>, Weight>);

#[derive(Clone, Copy, Debug)]
struct Weight;

impl Weighter<Box<[u8]>, Arc<Cached>> for Weight {
    fn weight(&self, key: &Box<[u8]>, cached: &Arc<Cached>) -> u64 {
        let rendered = cached.rendered.as_ref().map_or(0, |r| r.text.len());
        let arguments = cached.arguments.as_ref().map_or(0, |arguments| arguments.get().len());
        (key.len() + cached.body.len() + rendered + arguments + 200) as u64
    }
}

impl Default for Cache {
    fn default() -> Self {
        Self(Quick::with_weighter(EXPECTED, CAPACITY, Weight))
    }
}

impl Cache {
    /// An answer that is the same for all sessions, or for those with these rows.
    pub fn get(&self, key: &[u8], rows: u128) -> Option<Arc<Cached>> {
        self.0.get(key).or_else(|| self.0.get(with_rows(key, rows).as_slice()))
    }

    /// Keeps an answer for sessions with the same rows.
    pub fn keep_for_rows(&self, key: Vec<u8>, rows: u128, cached: Cached) {
        self.keep(with_rows(&key, rows), cached);
    }

    /// Keeps an answer for others.
    pub fn keep(&self, key: Vec<u8>, cached: Cached) {
        self.0.insert(key.into_boxed_slice(), Arc::new(cached));
    }
}

/// No request ends in these bytes by itself: JSON and queries hold no NUL.
fn with_rows(key: &[u8], rows: u128) -> Vec<u8> {
    [key, &[0], &rows.to_le_bytes()].concat()
}

/// All that decides the bytes of a pure read: seed, clock, zone, tool, and the request as it came. MCP wraps the
/// arguments in a message with an id, so that no two are the same; such calls are not looked up.
pub fn key(session: &Session, inner: &Inner, incoming: &Incoming<'_>) -> Option<Vec<u8>> {
    if incoming.via == Via::Mcp || matches!(incoming.arguments, Some(Err(_))) {
        return None;
    }
    let mut key = Vec::with_capacity(96 + incoming.raw.len());
    key.extend_from_slice(&session.world.seed.0.to_le_bytes());
    key.extend_from_slice(&inner.clock.now().as_nanosecond().to_le_bytes());
    let zone = inner.clock.zone_name();
    for part in [zone, incoming.tool.toolset.as_str(), incoming.tool.tool.as_str()] {
        key.extend_from_slice(part.as_bytes());
        key.push(0);
    }
    key.push(incoming.via as u8);
    key.extend_from_slice(incoming.raw);
    Some(key)
}
