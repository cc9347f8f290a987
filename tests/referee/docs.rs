//! Pages that are made from the code.

use std::collections::BTreeSet;
use std::path::Path;

use usertoolbench::referee::{Figure, FindingKind, findings_page, scores_page};

#[test]
fn the_page_of_findings_is_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/findings.md");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, findings_page()).unwrap();
    }
    let page = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(page, findings_page(), "run UPDATE_DOCS=1 cargo test --test referee");
}

#[test]
fn ids_are_unique_and_survive_json() {
    let ids: BTreeSet<&str> = FindingKind::ALL.iter().map(|kind| kind.id()).collect();
    assert_eq!(ids.len(), FindingKind::ALL.len());
    for kind in FindingKind::ALL {
        let text = serde_json::to_string(kind).unwrap();
        assert_eq!(serde_json::from_str::<FindingKind>(&text).unwrap(), *kind);
    }
}

#[test]
fn the_page_of_scores_is_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/scores.md");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, scores_page()).unwrap();
    }
    let page = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(page, scores_page(), "run UPDATE_DOCS=1 cargo test --test referee");
    let ids: BTreeSet<&str> = Figure::ALL.iter().map(|figure| figure.id()).collect();
    assert_eq!(ids.len(), Figure::ALL.len(), "ids are unique");
}
