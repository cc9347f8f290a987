use std::sync::Arc;

use rpds::RedBlackTreeMapSync;
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

use crate::call::{Effect, canonical, hex};

/// One row of a state table: column → value.
pub type Row = Map<String, Value>;

type Table = RedBlackTreeMapSync<Arc<str>, Arc<Row>>;

/// What one session changed: tables of rows. A clone is a fork: it shares everything until one of the two is written.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct State {
    tables: RedBlackTreeMapSync<Arc<str>, Table>,
    repeats: RedBlackTreeMapSync<[u8; 16], u32>,
    /// XOR over the hashes of all rows, kept up to date with each change.
    fingerprint: u128,
}

/// Why a row could not be changed; the response program should have failed before it came to this.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StateError {
    /// An insert under a key that is taken.
    #[error("the table '{0}' has a row '{1}' already")]
    Taken(String, String),
    /// An update or delete of a row that is not there.
    #[error("the table '{0}' has no row '{1}'")]
    Missing(String, String),
}

impl State {
    /// The rows of a table in the order of their keys.
    pub fn rows(&self, table: &str) -> impl Iterator<Item = (&str, &Arc<Row>)> {
        self.tables.get(table).into_iter().flat_map(Table::iter).map(|(key, row)| (&**key, row))
    }

    /// One row.
    pub fn row(&self, table: &str, key: &str) -> Option<&Arc<Row>> {
        self.tables.get(table)?.get(key)
    }

    /// Names of the tables that have rows.
    pub fn tables(&self) -> impl Iterator<Item = &str> {
        self.tables.iter().filter(|(_, rows)| !rows.is_empty()).map(|(name, _)| &**name)
    }

    /// Adds a row.
    ///
    /// # Errors
    ///
    /// The key is taken.
    pub fn insert(&mut self, table: &str, key: &str, row: Row) -> Result<Effect, StateError> {
        if self.row(table, key).is_some() {
            return Err(StateError::Taken(table.into(), key.into()));
        }
        self.put(table, key, row.clone());
        Ok(Effect { table: table.into(), key: key.into(), before: None, after: Some(row) })
    }

    /// Changes columns of a row.
    ///
    /// # Errors
    ///
    /// There is no such row.
    pub fn update(&mut self, table: &str, key: &str, set: Row) -> Result<Effect, StateError> {
        let before = self.existing(table, key)?;
        let mut after = before.clone();
        after.extend(set);
        self.put(table, key, after.clone());
        Ok(Effect { table: table.into(), key: key.into(), before: Some(before), after: Some(after) })
    }

    /// Removes a row.
    ///
    /// # Errors
    ///
    /// There is no such row.
    pub fn delete(&mut self, table: &str, key: &str) -> Result<Effect, StateError> {
        let before = self.existing(table, key)?;
        self.remove(table, key);
        Ok(Effect { table: table.into(), key: key.into(), before: Some(before), after: None })
    }

    /// Makes a change that was made before, as a journal tells it.
    pub fn redo(&mut self, effect: &Effect) {
        match &effect.after {
            Some(row) => self.put(&effect.table, &effect.key, row.clone()),
            None => self.remove(&effect.table, &effect.key),
        }
    }

    /// How often this very call was made before, by the digest of tool and arguments.
    pub fn repeats(&self, call: &[u8; 16]) -> u32 {
        self.repeats.get(call).copied().unwrap_or(0)
    }

    /// Counts a call that changed something.
    pub fn count(&mut self, call: [u8; 16]) {
        let n = self.repeats(&call) + 1;
        self.repeats.insert_mut(call, n);
    }

    /// How often each call was made, by digest.
    pub fn counts(&self) -> impl Iterator<Item = (&[u8; 16], u32)> {
        self.repeats.iter().map(|(call, n)| (call, *n))
    }

    /// 128 bits that are equal for equal rows, however they came to be; costs nothing to ask for.
    pub fn fingerprint(&self) -> u128 {
        self.fingerprint
    }

    /// SHA-256 over all rows in canonical form, in hex: equal for equal rows, however they came to be.
    pub fn digest(&self) -> String {
        let mut hash = Sha256::new();
        for table in self.tables() {
            for (key, row) in self.rows(table) {
                for part in [table.as_bytes(), key.as_bytes(), &canonical::object(row)] {
                    hash.update((part.len() as u64).to_le_bytes());
                    hash.update(part);
                }
            }
        }
        hex(&hash.finalize())
    }

    fn existing(&self, table: &str, key: &str) -> Result<Row, StateError> {
        let row = self.row(table, key).ok_or_else(|| StateError::Missing(table.into(), key.into()))?;
        Ok((**row).clone())
    }

    fn remove(&mut self, table: &str, key: &str) {
        if let Some(rows) = self.tables.get(table) {
            if let Some(old) = rows.get(key) {
                self.fingerprint ^= hash_of(table, key, old);
            }
            let rows = rows.remove(key);
            self.tables.insert_mut(table.into(), rows);
        }
    }

    fn put(&mut self, table: &str, key: &str, row: Row) {
        let rows = self.tables.get(table).cloned().unwrap_or_default();
        if let Some(old) = rows.get(key) {
            self.fingerprint ^= hash_of(table, key, old);
        }
        self.fingerprint ^= hash_of(table, key, &row);
        self.tables.insert_mut(table.into(), rows.insert(key.into(), Arc::new(row)));
    }
}

/// The first half of the SHA-256 of one row, its table and key.
fn hash_of(table: &str, key: &str, row: &Row) -> u128 {
    let mut hash = Sha256::new();
    for part in [table.as_bytes(), key.as_bytes(), &canonical::object(row)] {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    }
    let whole: [u8; 32] = hash.finalize().into();
    u128::from_le_bytes(std::array::from_fn(|i| whole[i]))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn row(value: Value) -> Row {
        value.as_object().unwrap().clone()
    }

    #[test]
    fn a_fork_does_not_see_what_the_other_writes() {
        let mut a = State::default();
        a.insert("t", "1", row(json!({"x": 1}))).unwrap();
        let mut b = a.clone();
        b.update("t", "1", row(json!({"x": 2}))).unwrap();
        a.insert("t", "2", row(json!({"x": 3}))).unwrap();
        assert_eq!(a.row("t", "1").unwrap()["x"], 1);
        assert_eq!(b.row("t", "1").unwrap()["x"], 2);
        assert!(b.row("t", "2").is_none());
    }

    #[test]
    fn the_digest_forgets_how_rows_came_to_be() {
        let (mut a, mut b) = (State::default(), State::default());
        a.insert("t", "1", row(json!({"x": 1, "y": 2}))).unwrap();
        b.insert("u", "9", row(json!({}))).unwrap();
        b.insert("t", "1", row(json!({"y": 2, "x": 0}))).unwrap();
        b.update("t", "1", row(json!({"x": 1}))).unwrap();
        b.delete("u", "9").unwrap();
        assert_eq!(a.digest(), b.digest());
        assert_eq!(a.fingerprint(), b.fingerprint());
        assert_ne!(a.fingerprint(), State::default().fingerprint());
        assert_ne!(a.digest(), State::default().digest());
    }

    #[test]
    fn changing_what_is_not_there_is_refused() {
        let mut s = State::default();
        assert_eq!(s.delete("t", "1"), Err(StateError::Missing("t".into(), "1".into())));
        s.insert("t", "1", Row::new()).unwrap();
        assert_eq!(s.insert("t", "1", Row::new()), Err(StateError::Taken("t".into(), "1".into())));
    }
}
