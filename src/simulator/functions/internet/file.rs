//! Files that are sent in, and what looking at them comes to.

use jiff::ToSpan;
use minijinja::value::Value as Dynamic;
use minijinja::{Environment, Error, State};
use serde_json::json;

use super::samples::file_type;
use super::sent::{DONE, progress, sent, verdict_of};
use super::{Web, give, time};
use crate::call::base64;
use crate::world::models::internet::malware::{Hashes, tag};
use crate::world::models::internet::verdict::{Entity, Verdict};
use crate::world::models::internet::{At, Name};

/// SHA-256 of the file that every scanner knows and that does no harm (EICAR).
const TEST_FILE: &str = "275a021bbfb6489e54d471899f7db9d1663fc695ec2fe2a2c4538aabf651fd0f";

/// Host names and addresses in a file that are looked up, at most.
const MOST_PLACES: usize = 200;

pub(super) fn register(env: &mut Environment<'static>) {
    env.add_function("malware_file", malware_file);
    env.add_function("malware_tags", malware_tags);
}

/// Tags in one spelling, each once, in alphabetical order.
fn malware_tags(tags: Dynamic) -> Result<Vec<String>, Error> {
    let mut found: Vec<String> =
        tags.try_iter()?.filter_map(|t| t.as_str().map(tag)).filter(|t| !t.is_empty()).collect();
    found.sort_unstable();
    found.dedup();
    Ok(found)
}

/// What a file in Base64 is: `{error}` (`not_base64` or `empty_file`), or hashes, kind, whether it is known, and what an
/// analysis will come to.
fn malware_file(state: &State<'_, '_>, text: &str) -> Result<Dynamic, Error> {
    let web = Web::of(state)?;
    let at = web.at();
    // Browsers give a file as `data:application/…;base64,…`.
    let digits = text
        .trim()
        .strip_prefix("data:")
        .and_then(|rest| rest.split_once(";base64,"))
        .map_or(text.trim(), |(_, digits)| digits);
    let digits = digits.replace('-', "+").replace('_', "/");
    let Some(bytes) = base64::decode(&digits) else { return Ok(give(&json!({"error": "not_base64"}))) };
    if bytes.is_empty() {
        return Ok(give(&json!({"error": "empty_file"})));
    }
    let hashes = Hashes::of(&bytes);
    let known = at.sample(&hashes.sha256);
    let before = sent(&web, &at).into_iter().find(|file| file.hashes == hashes);
    let analysis = analyse(&at, &bytes, &hashes);
    let (status, verdict) = match (known, &before) {
        (Some(_), _) => ("analysed", "malicious"),
        (_, Some(file)) => (progress(&at, file.first().1), verdict_of(&at, file)),
        _ => ("queued", "pending"),
    };
    let since = before.as_ref().map_or(at.now, |file| file.first().1);
    Ok(give(&json!({
        "error": null,
        "sample_id": hashes.sample_id(),
        "md5": hashes.md5, "sha1": hashes.sha1, "sha256": hashes.sha256,
        "size_bytes": known.map_or(bytes.len() as u64, |s| s.size),
        "file_type": known.map_or(analysis.file_type, |s| file_type(&s.kind)),
        "filename": known.map(|s| s.filename.as_str()),
        "already_known": known.is_some() || before.is_some(),
        "status": status,
        "verdict": verdict,
        "known_family": known.map(|s| at.family_of(s).name.as_str()),
        "ready_at": time(if known.is_some() { at.now } else { since + DONE.minutes() }),
        "finding": analysis.finding,
        "family": analysis.family,
        "indicators": analysis.indicators,
    })))
}

/// What an analysis comes to.
struct Analysis {
    file_type: &'static str,
    finding: &'static str,
    family: Option<String>,
    indicators: Vec<String>,
}

/// Looks at what a file begins with, at bad names and addresses in it, and at commands that honest files do not need.
fn analyse(at: &At<'_>, bytes: &[u8], hashes: &Hashes) -> Analysis {
    let text = String::from_utf8_lossy(bytes).to_lowercase();
    let mut bad: Vec<String> = Vec::new();
    for place in places(&text) {
        let verdict = at.judge(&place).verdict;
        let text = place.text();
        if verdict == Verdict::Malicious && !bad.contains(&text) {
            bad.push(text);
        }
    }
    let family = bad.iter().find_map(|place| at.families_at(place).next()).map(|f| f.name.clone());
    let tricks = [
        "powershell -enc",
        "powershell.exe -enc",
        "curl -s http",
        "| sh",
        "| bash",
        "frombase64string",
        "wscript.shell",
        "vssadmin delete shadows",
        "eval(atob(",
    ];
    let finding = if hashes.sha256 == TEST_FILE {
        "test_file"
    } else if !bad.is_empty() {
        "malicious"
    } else if tricks.iter().any(|trick| text.contains(trick)) {
        "suspicious"
    } else {
        "no_threat_found"
    };
    Analysis { file_type: kind_of(bytes, &text), finding, family, indicators: bad }
}

/// Names and addresses of this internet in a text.
fn places(text: &str) -> impl Iterator<Item = Entity> + '_ {
    let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_')));
    let place = |word: &str| {
        let word = word.trim_matches('.');
        let name = word.ends_with(".example") || word.ends_with(".test");
        if name { Name::parse(word).map(Entity::Domain) } else { word.parse().ok().map(Entity::Address) }
    };
    words.filter(|w| w.contains('.')).filter_map(place).take(MOST_PLACES)
}

/// Kind of a file by its first bytes.
fn kind_of(bytes: &[u8], text: &str) -> &'static str {
    const MAGIC: [(&[u8], &str); 14] = [
        (b"MZ", "Windows executable (PE32+)"),
        (b"\x7fELF", "Linux executable (ELF)"),
        (b"\xcf\xfa\xed\xfe", "macOS executable (Mach-O)"),
        (b"\xca\xfe\xba\xbe", "macOS executable (Mach-O)"),
        (b"%PDF", "PDF document"),
        (b"PK\x03\x04", "ZIP archive"),
        (b"\xd0\xcf\x11\xe0", "Office document (OLE)"),
        (b"{\\rtf", "RTF document"),
        (b"\x1f\x8b", "gzip archive"),
        (b"7z\xbc\xaf", "7-Zip archive"),
        (b"Rar!", "RAR archive"),
        (b"L\x00\x00\x00", "Windows shortcut"),
        (b"\x89PNG", "PNG image"),
        (b"\xff\xd8\xff", "JPEG image"),
    ];
    if let Some((_, kind)) = MAGIC.iter().find(|(magic, _)| bytes.starts_with(magic)) {
        return kind;
    }
    match text.trim_start() {
        t if t.starts_with("#!") && t.lines().next().is_some_and(|l| l.contains("python")) => "Python script",
        t if t.starts_with("#!") => "Shell script",
        t if t.starts_with("<?php") => "PHP script",
        t if t.starts_with("<!doctype html") || t.starts_with("<html") => "HTML page",
        t if t.contains("powershell") => "PowerShell script",
        t if t.contains("function(") || t.contains("wscript") => "JavaScript",
        _ if std::str::from_utf8(bytes).is_ok() => "Text",
        _ => "Data",
    }
}
