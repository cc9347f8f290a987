//! What the signing functions answer, as records.

use jiff::Timestamp;
use minijinja::value::Value as Dynamic;

use super::Office;
use crate::simulator::value::{list, optional, record};
use crate::world::models::signing::{Branding, Entry, Origin, Paper, Signing, Undo};

/// A document as it stands.
pub(super) fn document(office: &Office, paper: &Paper) -> Dynamic {
    let history = office.history(paper);
    let time = |at: Option<Timestamp>| optional(at.map(|at| Dynamic::from(office.local(at))));
    let filled = history.fields.iter().filter(|(_, value)| value.is_some()).count();
    let look = history.branding.as_deref().and_then(|id| office.branding(id));
    record([
        ("document_id", text(&paper.id)),
        ("title", text(&paper.title)),
        ("kind", text(&paper.kind)),
        ("path", text(&paper.path)),
        ("from_template", Dynamic::from(paper.origin == Origin::Template)),
        ("owner", optional(Some(&paper.owner).filter(|owner| !owner.is_empty()).map(|owner| person(office, owner)))),
        ("status", text(history.status.code())),
        ("signing_order", text(if paper.in_order { "sequential" } else { "parallel" })),
        ("created_at", time(Some(paper.created))),
        ("sent_at", time(history.started)),
        ("expires_at", time(history.expires)),
        ("ended_at", time(history.ended)),
        ("rounds", Dynamic::from(history.rounds)),
        ("signers", list(history.signings.iter().enumerate(), |(i, signing)| signer(office, i + 1, signing))),
        ("planned", list(&history.signings, |signing| text(&signing.email))),
        ("signed", Dynamic::from(history.signings.iter().filter(|s| s.signed.is_some()).count())),
        ("waiting_for", list(history.waiting(), |signing| text(&signing.email))),
        (
            "fields",
            list(&history.fields, |(name, value)| {
                record([("name", text(name)), ("value", optional(value.as_deref().map(text)))])
            }),
        ),
        ("field_names", list(&history.fields, |(name, _)| text(name))),
        ("filled", Dynamic::from(filled)),
        ("branding", optional(look.as_ref().map(branding))),
        ("history", list(&history.entries, |entry| line(office, entry))),
        ("reminders", Dynamic::from(history.entries.iter().filter(|entry| entry.what == "reminded").count())),
        ("actions", list(actions(&history), text)),
        ("undo", text(["possible", "nothing", "too_late"][history.undo as usize])),
        ("acts", Dynamic::from(office.acts(&paper.id).len())),
    ])
}

/// What may be done with the workflow now.
fn actions(history: &crate::world::models::signing::History) -> Vec<&'static str> {
    let undo = (history.undo == Undo::Possible).then_some("undo");
    history.status.actions().iter().copied().chain(undo).collect()
}

fn person(office: &Office, email: &str) -> Dynamic {
    let name = office.signatures.person(email).map(|person| text(&person.name));
    record([("name", optional(name)), ("email", text(email))])
}

fn signer(office: &Office, order: usize, signing: &Signing) -> Dynamic {
    let time = |at: Option<Timestamp>| optional(at.map(|at| Dynamic::from(office.local(at))));
    let status = match signing {
        Signing { signed: Some(_), .. } => "signed",
        Signing { declined: Some(_), .. } => "declined",
        Signing { viewed: Some(_), .. } => "viewed",
        Signing { asked: Some(_), .. } => "asked",
        _ => "not_asked",
    };
    let name = office.signatures.person(&signing.email).map(|person| text(&person.name));
    record([
        ("order", Dynamic::from(order)),
        ("name", optional(name)),
        ("email", text(&signing.email)),
        ("status", text(status)),
        ("asked_at", time(signing.asked)),
        ("viewed_at", time(signing.viewed)),
        ("signed_at", time(signing.signed)),
        ("declined_at", time(signing.declined)),
    ])
}

/// A look.
pub(super) fn branding(look: &Branding) -> Dynamic {
    record([
        ("branding_id", text(&look.id)),
        ("name", text(&look.name)),
        ("color", text(&look.colour)),
        ("typeface", text(&look.typeface)),
        ("tagline", text(&look.tagline)),
    ])
}

fn line(office: &Office, entry: &Entry) -> Dynamic {
    record([
        ("at", Dynamic::from(office.local(entry.at))),
        ("event", text(entry.what)),
        ("who", optional(entry.who.as_deref().map(text))),
        ("note", optional(entry.note.as_deref().map(text))),
    ])
}

fn text(text: &str) -> Dynamic {
    Dynamic::from(text)
}
