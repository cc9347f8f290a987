//! A state written out for the journal, and read back.

use crate::call::{Effect, hex, unhex};
use crate::journal::format::StateRows;
use crate::world::State;

/// All rows and counts of a state.
pub fn written(state: &State) -> StateRows {
    let rows = |table: &str| state.rows(table).map(|(key, row)| (key.to_owned(), (**row).clone())).collect();
    StateRows {
        tables: state.tables().map(|table| (table.to_owned(), rows(table))).collect(),
        repeats: state.counts().map(|(call, n)| (hex(call), n)).collect(),
    }
}

/// The state that was written out.
pub fn read(rows: &StateRows) -> State {
    let mut state = State::default();
    for (table, rows) in &rows.tables {
        for (key, row) in rows {
            state.redo(&Effect { table: table.clone(), key: key.clone(), before: None, after: Some(row.clone()) });
        }
    }
    for (call, n) in &rows.repeats {
        if let Some(Ok(call)) = unhex(call).map(<[u8; 16]>::try_from) {
            (0..*n).for_each(|_| state.count(call));
        }
    }
    state
}
