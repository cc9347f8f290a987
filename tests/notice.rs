//! What comes from others is named: every world table says its source and licence, and NOTICE lists it.

use std::collections::BTreeSet;

use usertoolbench::assets::Assets;
use usertoolbench::world::facts::TableFile;

const NOTICE: &str = include_str!("../NOTICE");

#[test]
fn notice_lists_the_world_tables_and_no_others() {
    let names = |list: String| list.split(", ").map(str::to_owned).collect::<Vec<_>>();
    let listed: BTreeSet<String> = lists().flat_map(names).collect();
    let existing: BTreeSet<String> = tables().into_iter().map(|table| table.table).collect();
    assert_eq!(listed, existing, "left: lines 'Tables: …' of NOTICE; right: responses/world/");
}

#[test]
fn every_table_names_its_source_and_licence() {
    for table in tables() {
        assert!(table.source.len() > 10, "{}: '{}' is no source", table.table, table.source);
        assert!(table.licence.len() > 2, "{}: '{}' is no licence", table.table, table.licence);
    }
}

/// What stands behind `Tables:`, on one line or several.
fn lists() -> impl Iterator<Item = String> {
    let ends = |text: &str| text.find(".\n").map(|end| text[..end].split_whitespace().collect::<Vec<_>>().join(" "));
    NOTICE.split("Tables: ").skip(1).filter_map(ends)
}

fn tables() -> Vec<TableFile<serde_json::Value>> {
    let files = Assets::embedded().responses;
    let world = files.into_iter().filter(|(path, _)| path.starts_with("world/"));
    let read = |(path, file): (String, usertoolbench::assets::File)| {
        serde_json::from_slice(&file.bytes).unwrap_or_else(|e| panic!("{path}: {e}"))
    };
    world.map(read).collect()
}
