//! Samples of malware: those of the collection, and those that the session sent in.

use jiff::{Timestamp, ToSpan};
use minijinja::value::Value as Dynamic;
use minijinja::{Environment, Error, State};
use serde_json::{Value, json};

use super::sent::{SUBMISSIONS, Sent, progress, scanners_of, sent, verdict_of};
use super::{Web, give, time};
use crate::call::base64;
use crate::catalogue::nearest;
use crate::world::Row;
use crate::world::models::internet::At;
use crate::world::models::internet::malware::{Family, Hashes, SCANNERS, Sample, fits, tag};

pub(super) fn register(env: &mut Environment<'static>) {
    env.add_function("malware_query", malware_query);
    env.add_function("malware_sample", malware_sample);
    env.add_function("near_samples", near_samples);
}

/// A sample that a list may show.
enum Listed<'a> {
    /// Of the collection.
    Known(&'a Sample),
    /// Of the session.
    Own(Sent),
}

/// What a list is asked for; an empty text asks for nothing.
struct Query<'a> {
    filename: &'a str,
    md5: String,
    tag: String,
}

impl Query<'_> {
    fn wants(&self, filename: Option<&str>, md5: &str, tags: impl Fn() -> Vec<String>) -> bool {
        (self.filename.trim().is_empty() || filename.is_some_and(|name| fits(self.filename, name)))
            && (self.md5.is_empty() || self.md5 == md5)
            && (self.tag.is_empty() || tags().contains(&self.tag))
    }
}

/// `{total, returned, samples, similar_tags}`: newest first, at most `limit`.
fn malware_query(
    state: &State<'_, '_>,
    filename: &str,
    md5: &str,
    wanted: &str,
    limit: usize,
) -> Result<Dynamic, Error> {
    let web = Web::of(state)?;
    let at = web.at();
    let query = Query { filename, md5: md5.trim().to_lowercase(), tag: tag(wanted) };
    let known = at.samples().filter(|s| query.wants(Some(&s.filename), &s.hashes.md5, || at.tags(s)));
    let own = sent(&web, &at);
    let own = own
        .into_iter()
        .filter(|file| query.wants(file.text("filename").as_deref(), &file.hashes.md5, || file.texts("tags")));
    let mut found: Vec<(Timestamp, String, Listed<'_>)> =
        known.map(|s| (s.first_seen, s.id(), Listed::Known(s))).collect();
    found.extend(own.map(|file| (file.first().1, file.hashes.sample_id(), Listed::Own(file))));
    found.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
    let near = if found.is_empty() && !query.tag.is_empty() { near_tags(&at, &query.tag) } else { Vec::new() };
    let shown = found.iter().take(limit).map(|(_, _, listed)| match listed {
        Listed::Known(sample) => of_collection(&at, sample),
        Listed::Own(file) => of_session(&at, file),
    });
    Ok(give(&json!({
        "total": found.len(),
        "returned": found.len().min(limit),
        "samples": shown.collect::<Vec<_>>(),
        "similar_tags": near,
    })))
}

fn near_tags(at: &At<'_>, wanted: &str) -> Vec<String> {
    let mut tags: Vec<String> = at.samples().flat_map(|s| at.tags(s)).collect();
    tags.sort_unstable();
    tags.dedup();
    nearest::few(wanted, tags.iter().map(String::as_str))
}

fn of_collection(at: &At<'_>, sample: &Sample) -> Value {
    let family = at.family_of(sample);
    json!({
        "sample_id": sample.id(),
        "filename": sample.filename,
        "md5": sample.hashes.md5,
        "sha256": sample.hashes.sha256,
        "status": "analysed",
        "verdict": "malicious",
        "family": family.name,
        "kind": family.kind,
        "file_type": file_type(&sample.kind),
        "size_bytes": sample.size,
        "first_seen": time(sample.first_seen),
        "delivery_method": sample.delivery,
        "detections": at.detections(sample),
        "tags": at.tags(sample),
    })
}

fn of_session(at: &At<'_>, file: &Sent) -> Value {
    let (row, since) = file.first();
    let done = progress(at, since) == "analysed";
    let family = file.text("family").filter(|_| done).and_then(|name| at.net.malware.family(&name));
    json!({
        "sample_id": file.hashes.sample_id(),
        "filename": file.text("filename"),
        "md5": file.hashes.md5,
        "sha256": file.hashes.sha256,
        "status": progress(at, since),
        "verdict": verdict_of(at, file),
        "family": family.map(|f| f.name.as_str()),
        "kind": family.map(|f| f.kind.as_str()),
        "file_type": file.text("file_type").unwrap_or_else(|| "Data".to_owned()),
        "size_bytes": row.get("size_bytes").and_then(Value::as_u64).unwrap_or(0),
        "first_seen": time(since),
        "delivery_method": file.text("delivery_method").unwrap_or_else(|| "email".to_owned()),
        "detections": scanners_of(at, file),
        "tags": file.texts("tags"),
    })
}

/// Everything about a sample, by id or hash; `none` for one that is not known.
fn malware_sample(state: &State<'_, '_>, id: &str) -> Result<Dynamic, Error> {
    let web = Web::of(state)?;
    let at = web.at();
    if let Some(sample) = at.sample(id) {
        return Ok(give(&whole_of_collection(&web, &at, sample)));
    }
    let wanted = id.trim().to_lowercase();
    let is_it = |file: &Sent| {
        let hashes = &file.hashes;
        [&hashes.md5, &hashes.sha1, &hashes.sha256].iter().any(|h| **h == wanted)
            || hashes.sample_id().to_lowercase() == wanted
    };
    let found = sent(&web, &at).into_iter().find(is_it).map(|file| whole_of_session(&at, &file));
    Ok(give(&found.unwrap_or_default()))
}

/// Up to three ids that look like a text.
fn near_samples(state: &State<'_, '_>, text: &str) -> Result<Vec<String>, Error> {
    let web = Web::of(state)?;
    let at = web.at();
    let ids: Vec<String> = at.samples().map(Sample::id).collect();
    Ok(nearest::few(text, ids.iter().map(String::as_str)))
}

fn whole_of_collection(web: &Web, at: &At<'_>, sample: &Sample) -> Value {
    let family = at.family_of(sample);
    let positives = at.detections(sample);
    let submissions: Vec<Value> = web
        .context
        .state()
        .rows(SUBMISSIONS)
        .filter(|(_, row)| row.get("sha256").and_then(Value::as_str) == Some(&sample.hashes.sha256))
        .filter_map(|(id, row)| submission(id, row))
        .collect();
    json!({
        "sample_id": sample.id(),
        "status": "analysed",
        "verdict": "malicious",
        "hashes": hashes(&sample.hashes),
        "filename": sample.filename,
        "file_type": file_type(&sample.kind),
        "platform": sample.platform,
        "size_bytes": sample.size,
        "first_seen": time(sample.first_seen),
        "last_seen": time(at.last_seen(sample)),
        "family": described(family),
        "detection": detection(positives),
        "source": {"delivery_method": sample.delivery, "url": sample.url, "reported_by": reporter(at, sample)},
        "techniques": techniques(at, family),
        "network": network(at, family),
        "tags": at.tags(sample),
        "related_samples": at.samples().filter(|s| s.family == sample.family && s.serial != sample.serial).take(5).map(Sample::id).collect::<Vec<_>>(),
        "reports": reports(family, at),
        "stand_in_base64": base64::encode(&sample.stand_in()),
        "submissions": submissions,
        "note": "The collection keeps a harmless stand-in in place of the file; hashes are those of the stand-in, the size is the original's.",
    })
}

fn whole_of_session(at: &At<'_>, file: &Sent) -> Value {
    let (_, since) = file.first();
    let status = progress(at, since);
    let done = status == "analysed";
    let family = file.text("family").filter(|_| done).and_then(|name| at.net.malware.family(&name));
    let places = if done { file.texts("indicators") } else { Vec::new() };
    let (addresses, domains): (Vec<String>, Vec<String>) =
        places.into_iter().partition(|p| p.parse::<std::net::IpAddr>().is_ok());
    let last = file.submissions.last().map_or(since, |s| s.2);
    json!({
        "sample_id": file.hashes.sample_id(),
        "status": status,
        "verdict": verdict_of(at, file),
        "hashes": hashes(&file.hashes),
        "filename": file.text("filename"),
        "file_type": file.text("file_type").unwrap_or_else(|| "Data".to_owned()),
        "platform": null,
        "size_bytes": file.first().0.get("size_bytes").and_then(Value::as_u64).unwrap_or(0),
        "first_seen": time(since),
        "last_seen": time(last),
        "family": family.map(described),
        "detection": if done { detection(scanners_of(at, file)) } else { Value::Null },
        "source": {"delivery_method": file.text("delivery_method").unwrap_or_else(|| "email".to_owned()), "url": null, "reported_by": "own submission"},
        "techniques": family.map_or_else(Vec::new, |f| techniques(at, f)),
        "network": {"domains": domains, "addresses": addresses},
        "tags": file.texts("tags"),
        "related_samples": family.map_or_else(Vec::new, |f| at.samples().filter(|s| at.family_of(s).name == f.name).take(5).map(Sample::id).collect()),
        "reports": family.map_or_else(Vec::new, |f| reports(f, at)),
        "stand_in_base64": null,
        "submissions": file.submissions.iter().filter_map(|(id, row, _)| submission(id, row)).collect::<Vec<_>>(),
        "note": match status {
            "analysed" => "The analysis is finished.",
            _ => "The analysis is not finished; ask again in some minutes.",
        },
    })
}

fn hashes(hashes: &Hashes) -> Value {
    json!({"md5": hashes.md5, "sha1": hashes.sha1, "sha256": hashes.sha256})
}

fn described(family: &Family) -> Value {
    json!({
        "name": family.name, "kind": family.kind, "platforms": family.platforms, "about": family.about,
        "first_seen": family.first.strftime("%Y-%m").to_string(),
    })
}

fn detection(positives: u64) -> Value {
    let rate = (positives as f64 / SCANNERS as f64 * 1_000.0).round() / 1_000.0;
    json!({"positives": positives, "scanners": SCANNERS, "rate": rate})
}

fn techniques(at: &At<'_>, family: &Family) -> Vec<Value> {
    let known = family.techniques.iter().filter_map(|id| at.net.malware.technique(id));
    known.map(|t| json!({"id": t.id, "tactic": t.tactic, "name": t.name})).collect()
}

/// Control servers that exist by now.
fn network(at: &At<'_>, family: &Family) -> Value {
    let known = |domain: &&String| {
        at.net.domain(domain).is_some_and(|d| at.registration(d).is_some() || d.created <= at.today())
    };
    let domains: Vec<&String> = family.domains.iter().filter(known).collect();
    let address = |a: &&String| {
        let hosts = at.net.hosts.iter().filter(|h| h.address.to_string() == **a);
        hosts.flat_map(|h| &h.names).any(|n| domains.iter().any(|d| **d == at.net.domains[n.domain].name))
    };
    json!({"domains": domains, "addresses": family.addresses.iter().filter(address).collect::<Vec<_>>()})
}

fn reporter(at: &At<'_>, sample: &Sample) -> &'static str {
    const REPORTERS: [&str; 6] = [
        "Tallow Lane Research",
        "Watchtower Antivirus",
        "Sieve Security",
        "abuse desk of a provider",
        "a mail administrator",
        "honeypot",
    ];
    REPORTERS[at.roll(&["reporter", &sample.hashes.md5], REPORTERS.len() as u64) as usize]
}

/// What was written about a family: one report on most, some weeks after it was first seen.
fn reports(family: &Family, at: &At<'_>) -> Vec<Value> {
    let published = family.first.saturating_add((21 + at.roll(&["report", &family.name], 60) as i64).days());
    if published > at.today() {
        return Vec::new();
    }
    let slug = tag(&family.name);
    vec![json!({
        "title": format!("{}: what it does and how to find it", family.name),
        "publisher": "Tallow Lane Research",
        "published_on": published.to_string(),
        "url": format!("https://www.tallowlane.example/reports/{slug}"),
    })]
}

fn submission(id: &str, row: &Row) -> Option<Value> {
    let moment: Timestamp = row.get("submitted_at")?.as_str()?.parse().ok()?;
    let delivery = row.get("delivery_method").and_then(Value::as_str).unwrap_or("email");
    Some(json!({"submission_id": id, "submitted_at": time(moment), "delivery_method": delivery}))
}

/// Kind of a file in words.
pub(super) fn file_type(kind: &str) -> &'static str {
    match kind {
        "exe" => "Windows executable (PE32+)",
        "dll" => "Windows library (PE32+ DLL)",
        "scr" => "Windows screen saver (PE32)",
        "msi" => "Windows installer package",
        "lnk" => "Windows shortcut",
        "docm" => "Word document with macros",
        "xlsm" => "Excel workbook with macros",
        "one" => "OneNote notebook",
        "iso" => "Disk image",
        "js" => "JavaScript",
        "hta" => "HTML application",
        "elf" => "Linux executable (ELF)",
        "so" => "Linux shared library (ELF)",
        "ko" => "Linux kernel module (ELF)",
        "sh" => "Shell script",
        "py" => "Python script",
        "dmg" => "macOS disk image",
        "pkg" => "macOS installer package",
        "apk" => "Android package",
        "ipa" => "iOS package",
        "php" => "PHP script",
        "html" => "HTML page",
        "zip" => "ZIP archive",
        _ => "Data",
    }
}
