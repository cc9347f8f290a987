//! The laws of the railway, held over the real tables.

mod booking;
mod journeys;
mod live;
mod network;

use jiff::civil::{Date, DateTime, date};

use super::*;

const MONDAY: Date = date(2026, 3, 2);

fn railway() -> Railway {
    let table =
        |name: &str| std::fs::read(format!("{}/responses/world/{name}.json", env!("CARGO_MANIFEST_DIR"))).unwrap();
    Railway::from_tables(&table("stations"), &table("train_lines")).unwrap()
}

fn morning() -> DateTime {
    MONDAY.at(8, 40, 0, 0)
}

/// Every train number there is.
fn numbers(railway: &Railway) -> Vec<u32> {
    railway.lines().iter().flat_map(|l| l.series..l.series + 100).filter(|n| railway.knows(*n)).collect()
}
