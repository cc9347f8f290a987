//! Files that the session sent in.

use std::sync::Arc;

use jiff::{Timestamp, ToSpan};
use serde_json::Value;

use super::Web;
use crate::world::Row;
use crate::world::models::internet::At;
use crate::world::models::internet::malware::{Hashes, SCANNERS};

/// The session's submissions.
pub(super) const SUBMISSIONS: &str = "malware_submissions";

/// Minutes in the queue, and minutes until the analysis is done.
const QUEUE: i64 = 2;
pub(super) const DONE: i64 = 15;

/// A file of the session: every submission of the same bytes is the same sample.
pub(super) struct Sent {
    pub hashes: Hashes,
    pub submissions: Vec<(String, Arc<Row>, Timestamp)>,
}

impl Sent {
    pub fn first(&self) -> (&Row, Timestamp) {
        let (_, row, moment) = &self.submissions[0];
        (row, *moment)
    }

    pub fn text(&self, column: &str) -> Option<String> {
        self.first().0.get(column).and_then(Value::as_str).filter(|t| !t.is_empty()).map(str::to_owned)
    }

    pub fn texts(&self, column: &str) -> Vec<String> {
        let lists =
            self.submissions.iter().filter_map(|(_, row, _)| row.get(column).and_then(Value::as_array)).flatten();
        let mut all: Vec<String> = lists.filter_map(|t| t.as_str().map(str::to_owned)).collect();
        all.sort_unstable();
        all.dedup();
        all
    }
}

/// Files of the session that are not in the collection, oldest first.
pub(super) fn sent(web: &Web, at: &At<'_>) -> Vec<Sent> {
    let mut found: Vec<Sent> = Vec::new();
    for (id, row) in web.context.state().rows(SUBMISSIONS) {
        let text = |column: &str| row.get(column).and_then(Value::as_str).map(str::to_lowercase);
        let (Some(md5), Some(sha256)) = (text("md5"), text("sha256").filter(|t| t.len() == 64)) else { continue };
        let Some(moment) = row.get("submitted_at").and_then(Value::as_str).and_then(|t| t.parse().ok()) else {
            continue;
        };
        if at.sample(&sha256).is_some() {
            continue;
        }
        let submission = (id.to_owned(), row.clone(), moment);
        match found.iter_mut().find(|s| s.hashes.sha256 == sha256) {
            Some(known) => known.submissions.push(submission),
            None => found.push(Sent {
                hashes: Hashes { md5, sha1: text("sha1").unwrap_or_default(), sha256 },
                submissions: vec![submission],
            }),
        }
    }
    for file in &mut found {
        file.submissions.sort_by(|a, b| (a.2, &a.0).cmp(&(b.2, &b.0)));
    }
    found
}

/// `queued`, `analysing` or `analysed`.
pub(super) fn progress(at: &At<'_>, since: Timestamp) -> &'static str {
    if at.now < since + QUEUE.minutes() {
        "queued"
    } else if at.now < since + DONE.minutes() {
        "analysing"
    } else {
        "analysed"
    }
}

/// The verdict of a file of the session: nothing before it is analysed.
pub(super) fn verdict_of(at: &At<'_>, file: &Sent) -> &'static str {
    if progress(at, file.first().1) != "analysed" {
        return "pending";
    }
    match file.text("finding").as_deref() {
        Some("malicious") => "malicious",
        Some("suspicious") => "suspicious",
        Some("test_file") => "test_file",
        _ => "no_threat_found",
    }
}

pub(super) fn scanners_of(at: &At<'_>, file: &Sent) -> u64 {
    let roll = |low: u64, high: u64| low + at.roll(&["scan", &file.hashes.sha256], high - low + 1);
    match verdict_of(at, file) {
        "malicious" => roll(18, 45),
        "suspicious" => roll(2, 7),
        "test_file" => SCANNERS - 1,
        _ => 0,
    }
}
