//! Papers and signatures. Documents go between functions by id, people by address.
//!
//! Session tables: `sign_documents` (papers that came with the session), `sign_templates`, `sign_actions`, `sign_reminders`
//! and `sign_brandings`; what stands in their columns is at the top of `tests/laws/document_signing.rs`.

mod records;

use std::sync::Arc;

use jiff::Timestamp;
use minijinja::value::Value as Dynamic;
use minijinja::{Environment, Error, State};
use serde_json::Value;

use super::wrong;
use crate::catalogue::nearest;
use crate::simulator::scope::{Context, context};
use crate::simulator::value::{list, optional, record};
use crate::world::models::signing::{Act, Acts, Branding, Deed, History, Nudge, Origin, Paper, Signatures};
use crate::world::{Row, zone};

/// Days back to which papers of the world may still wait for somebody: a draft may lie a month, a round takes another.
const OPEN_DAYS: i64 = 75;

pub(super) fn register(env: &mut Environment<'static>) {
    env.add_function("sign_document", sign_document);
    env.add_function("sign_document_at", sign_document_at);
    env.add_function("near_sign_documents", near_sign_documents);
    env.add_function("near_sign_paths", near_sign_paths);
    env.add_function("sign_branding", sign_branding);
    env.add_function("near_sign_brandings", near_sign_brandings);
    env.add_function("sign_template", sign_template);
    env.add_function("sign_waiting", sign_waiting);
    env.add_function("sign_reminded", sign_reminded);
    env.add_function("sign_action", sign_action);
    env.add_function("sign_name", |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" "));
    env.add_function("sign_slug", |text: &str| slug(text));
    env.add_function("sign_twice", sign_twice);
}

/// What a call needs.
struct Office {
    signatures: Arc<Signatures>,
    context: Arc<Context>,
}

impl Office {
    fn of(state: &State<'_, '_>) -> Result<Self, Error> {
        let context = context(state)?;
        Ok(Self { signatures: context.world.facts.model::<Signatures>(), context })
    }

    fn now(&self) -> Timestamp {
        self.context.clock.now()
    }

    fn history(&self, paper: &Paper) -> History {
        let acts = Acts { acts: self.acts(&paper.id), nudges: self.nudges() };
        History::of(self.context.world.seed, paper, &acts, self.now())
    }

    /// Papers of the session: those that came with it and those made from templates.
    fn own(&self) -> Vec<Paper> {
        let now = self.now();
        let state = self.context.state();
        let came = state.rows("sign_documents").filter_map(|(key, row)| self.came(key, row));
        let made = state.rows("sign_templates").filter_map(|(_, row)| made(row));
        came.chain(made).filter(|paper| paper.created <= now).collect()
    }

    fn paper(&self, id: &str) -> Option<Paper> {
        let wanted = id.trim();
        let own = self.own().into_iter().find(|paper| paper.id.eq_ignore_ascii_case(wanted));
        own.or_else(|| self.signatures.paper(wanted, self.now()))
    }

    fn acts(&self, document: &str) -> Vec<Act> {
        let rows = self.context.state().rows("sign_actions");
        let of = |row: &Row| text(row, "document_id").as_deref() == Some(document);
        rows.filter(|(_, row)| of(row)).filter_map(|(_, row)| act(row)).collect()
    }

    fn nudges(&self) -> Vec<Nudge> {
        let read = |(key, row): (&str, &Arc<Row>)| {
            Some(Nudge { id: key.to_owned(), email: text(row, "email")?, at: moment(row, "sent_at")? })
        };
        self.context.state().rows("sign_reminders").filter_map(read).collect()
    }

    fn came(&self, key: &str, row: &Row) -> Option<Paper> {
        let or = |column: &str, other: &str| text(row, column).unwrap_or_else(|| other.to_owned());
        let title = or("title", key);
        let path = text(row, "path").unwrap_or_else(|| format!("/documents/{}.pdf", slug(&title)));
        let fields = match row.get("fields") {
            Some(Value::Object(map)) => map.iter().map(|(k, v)| (k.clone(), v.as_str().map(str::to_owned))).collect(),
            Some(Value::Array(names)) => {
                names.iter().filter_map(Value::as_str).map(|name| (name.to_owned(), None)).collect()
            }
            _ => Vec::new(),
        };
        Some(Paper {
            id: or("document_id", key),
            kind: or("kind", "document"),
            owner: or("owner", ""),
            signers: texts(row, "signers"),
            in_order: row.get("in_order").and_then(Value::as_bool).unwrap_or(true),
            created: moment(row, "created_at").unwrap_or(Timestamp::UNIX_EPOCH),
            sent: moment(row, "sent_at"),
            branding: text(row, "branding_id"),
            origin: Origin::Account,
            title,
            path,
            fields,
        })
    }

    fn branding(&self, id: &str) -> Option<Branding> {
        let own = self.context.state().rows("sign_brandings").find(|(key, _)| key.eq_ignore_ascii_case(id.trim()));
        let own = own.map(|(key, row)| {
            let or = |column: &str, other: &str| text(row, column).unwrap_or_else(|| other.to_owned());
            Branding {
                id: key.to_owned(),
                name: or("name", key),
                colour: or("color", "#000000"),
                typeface: or("typeface", "System"),
                tagline: or("tagline", ""),
            }
        });
        own.or_else(|| self.signatures.branding(id).cloned())
    }

    fn local(&self, at: Timestamp) -> String {
        let zoned = at.to_zoned_datetime(zone(self.context.clock.zone_name()));
        zoned.strftime("%Y-%m-%dT%H:%M:%S%:z").to_string()
    }

    /// Papers that may be out for signature now; only those that somebody may be asked to sign, when an address is given.
    fn open(&self, signer: Option<&str>) -> Vec<Paper> {
        let mut papers = self.signatures.papers(self.now(), OPEN_DAYS, signer);
        // A session may restart a paper however old it is.
        let touched = self.context.state().rows("sign_actions").filter_map(|(_, row)| text(row, "document_id"));
        let old = touched.filter_map(|id| self.signatures.paper(&id, self.now()));
        papers.extend(old);
        papers.extend(self.own());
        papers.sort_by(|a, b| a.id.cmp(&b.id));
        papers.dedup_by(|a, b| a.id == b.id);
        papers
    }
}

/// A document made from a template of the session.
fn made(row: &Row) -> Option<Paper> {
    Some(Paper {
        id: text(row, "document_id")?,
        title: text(row, "name")?,
        kind: "document".to_owned(),
        path: text(row, "path")?,
        owner: String::new(),
        fields: texts(row, "sections").into_iter().map(|section| (section, None)).collect(),
        signers: Vec::new(),
        in_order: true,
        created: moment(row, "created_at")?,
        sent: None,
        branding: None,
        origin: Origin::Template,
    })
}

fn act(row: &Row) -> Option<Act> {
    let deed = match text(row, "action")?.as_str() {
        "start" => Deed::Start(texts(row, "signers")),
        "restart" => Deed::Restart(texts(row, "signers")),
        "stop" => Deed::Stop,
        "undo" => Deed::Undo,
        "fill" => Deed::Fill(text(row, "field")?, text(row, "value")?),
        "brand" => Deed::Brand(text(row, "branding_id")?),
        _ => return None,
    };
    let number = row.get("number").and_then(Value::as_i64).unwrap_or(0);
    Some(Act { at: moment(row, "at")?, number, deed })
}

fn text(row: &Row, column: &str) -> Option<String> {
    row.get(column).and_then(Value::as_str).map(str::to_owned)
}

fn texts(row: &Row, column: &str) -> Vec<String> {
    let items = row.get(column).and_then(Value::as_array).into_iter().flatten();
    items.filter_map(Value::as_str).map(str::to_owned).collect()
}

fn moment(row: &Row, column: &str) -> Option<Timestamp> {
    text(row, column)?.parse().ok()
}

/// Letters and digits of a title with hyphens between the words.
fn slug(text: &str) -> String {
    let mut slug = String::new();
    for c in text.chars().flat_map(char::to_lowercase) {
        if c.is_alphanumeric() {
            slug.push(c);
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
    }
    slug.trim_end_matches('-').to_owned()
}

/// Everything about the document of an id, or `none`.
fn sign_document(state: &State<'_, '_>, id: &str) -> Result<Dynamic, Error> {
    let office = Office::of(state)?;
    Ok(optional(office.paper(id).map(|paper| records::document(&office, &paper))))
}

/// Everything about the document at a path, or `none`; case and the slash at its beginning do not matter.
fn sign_document_at(state: &State<'_, '_>, path: &str) -> Result<Dynamic, Error> {
    let office = Office::of(state)?;
    let plain = |path: &str| path.trim().trim_start_matches('/').to_lowercase();
    let wanted = plain(path);
    let found = office.own().into_iter().find(|paper| plain(&paper.path) == wanted).or_else(|| {
        // The path of a paper begins with its quarter, so only the papers of that one are looked at.
        let quarter = wanted.split('/').next()?.to_uppercase();
        let ids = (1..=99).map(|n| format!("DOC-{quarter}-{n:02}"));
        let mut papers = ids.map_while(|id| office.signatures.slot(&id));
        papers.find(|paper| plain(&paper.path) == wanted && paper.created <= office.now())
    });
    Ok(optional(found.map(|paper| records::document(&office, &paper))))
}

/// Up to three ids of documents that look like a text.
fn near_sign_documents(state: &State<'_, '_>, id: &str) -> Result<Vec<String>, Error> {
    let known: Vec<String> = Office::of(state)?.open(None).into_iter().map(|paper| paper.id).collect();
    Ok(nearest::few(id, known.iter().map(String::as_str)))
}

/// Up to three paths of documents that look like a text.
fn near_sign_paths(state: &State<'_, '_>, path: &str) -> Result<Vec<String>, Error> {
    let known: Vec<String> = Office::of(state)?.open(None).into_iter().map(|paper| paper.path).collect();
    Ok(nearest::few(path, known.iter().map(String::as_str)))
}

/// `{branding_id, name, color, typeface, tagline}` of a look, or `none`.
fn sign_branding(state: &State<'_, '_>, id: &str) -> Result<Dynamic, Error> {
    Ok(optional(Office::of(state)?.branding(id).map(|look| records::branding(&look))))
}

/// Up to three ids of looks that look like a text.
fn near_sign_brandings(state: &State<'_, '_>, id: &str) -> Result<Vec<String>, Error> {
    let office = Office::of(state)?;
    let own = office.context.state().rows("sign_brandings").map(|(key, _)| key.to_owned());
    let known: Vec<String> = own.chain(office.signatures.brandings.iter().map(|look| look.id.clone())).collect();
    Ok(nearest::few(id, known.iter().map(String::as_str)))
}

/// The name of a template that is called so, in any case, or `none`.
fn sign_template(state: &State<'_, '_>, name: &str) -> Result<Dynamic, Error> {
    let office = Office::of(state)?;
    let wanted = name.trim().to_lowercase();
    let own = office.context.state().rows("sign_templates").filter_map(|(_, row)| text(row, "name"));
    let own: Vec<String> = own.filter(|known| known.to_lowercase() == wanted).collect();
    let known = own.into_iter().next().or_else(|| office.signatures.template(name).map(|t| t.name.clone()));
    Ok(optional(known.map(Dynamic::from)))
}

/// `{email, known, documents}`: the address as papers spell it, whether anybody of it signs anything, and the documents that
/// wait for them now.
fn sign_waiting(state: &State<'_, '_>, email: &str) -> Result<Dynamic, Error> {
    let office = Office::of(state)?;
    let wanted = email.trim().to_lowercase();
    let (mut spelt, mut waiting) = (office.signatures.person(&wanted).map(|person| person.email.clone()), Vec::new());
    for paper in office.open(Some(&wanted)) {
        let history = office.history(&paper);
        let theirs = history.signings.iter().find(|signing| signing.email.to_lowercase() == wanted);
        spelt = spelt.or_else(|| theirs.map(|signing| signing.email.clone()));
        let asked = history.waiting().find(|signing| signing.email.to_lowercase() == wanted).and_then(|s| s.asked);
        if let (Some(asked), Some(expires)) = (asked, history.expires) {
            waiting.push((paper, asked, expires));
        }
    }
    Ok(record([
        ("known", Dynamic::from(spelt.is_some())),
        ("email", Dynamic::from(spelt.unwrap_or_else(|| email.trim().to_owned()))),
        (
            "documents",
            list(waiting, |(paper, asked, expires)| {
                record([
                    ("document_id", Dynamic::from(paper.id)),
                    ("title", Dynamic::from(paper.title)),
                    ("waiting_since", Dynamic::from(office.local(asked))),
                    ("expires_at", Dynamic::from(office.local(expires))),
                ])
            }),
        ),
    ]))
}

/// When somebody was reminded on the user's date of today, or `none`.
fn sign_reminded(state: &State<'_, '_>, email: &str) -> Result<Dynamic, Error> {
    let office = Office::of(state)?;
    let (wanted, home) = (email.trim().to_lowercase(), zone(office.context.clock.zone_name()));
    let today = office.context.clock.today();
    let of = |nudge: &Nudge| {
        nudge.email.to_lowercase() == wanted && nudge.at.to_zoned_datetime(home.clone()).date() == today
    };
    Ok(optional(office.nudges().iter().find(|n| of(n)).map(|nudge| Dynamic::from(office.local(nudge.at)))))
}

/// What is to be done with a workflow: `start`, `stop`, `restart`, `undo`, or `none`.
fn sign_action(text: &str) -> Dynamic {
    let plain: String = text.chars().filter(|c| c.is_alphabetic()).flat_map(char::to_lowercase).collect();
    optional(match plain.as_str() {
        "start" | "begin" | "send" | "launch" => Some(Dynamic::from("start")),
        "stop" | "cancel" | "void" | "halt" | "recall" => Some(Dynamic::from("stop")),
        "restart" | "resume" | "resend" | "reopen" => Some(Dynamic::from("restart")),
        "undo" | "revert" => Some(Dynamic::from("undo")),
        _ => None,
    })
}

/// The first text of a list that stands there twice, whatever its case, or `none`.
fn sign_twice(texts: Dynamic) -> Result<Dynamic, Error> {
    let mut seen: Vec<String> = Vec::new();
    for text in texts.try_iter()? {
        let text = text.as_str().ok_or_else(|| wrong("a list of texts is needed"))?;
        let plain = text.trim().to_lowercase();
        if seen.contains(&plain) {
            return Ok(Dynamic::from(text));
        }
        seen.push(plain);
    }
    Ok(Dynamic::from(()))
}
