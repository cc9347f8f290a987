//! The tables of `responses/world/`, and the models built from them.

use std::any::{Any, TypeId};
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock, RwLock};

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::assets::{FileError, Files};

/// A table file, with rows of any shape that can be read from an array.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableFile<R> {
    /// Name; the file is called after it.
    pub table: String,
    /// What the rows are.
    pub description: String,
    /// Where they come from.
    pub source: String,
    /// Under which terms.
    pub licence: String,
    /// What the values of a row mean, in order.
    pub columns: Vec<String>,
    /// The rows.
    pub rows: Vec<R>,
}

/// Something worked out from tables once and used by every call: an index, a network, a calendar.
pub trait Model: Sized + Send + Sync + 'static {
    /// The tables it is built from.
    const TABLES: &'static [&'static str];

    /// Builds it from the bytes of those table files, in that order.
    ///
    /// # Errors
    ///
    /// What is wrong with which table.
    fn build(tables: &[&[u8]]) -> Result<Self, String>;
}

/// All tables. They are parsed when first needed, since a start must not wait for tables that no one asks for.
#[derive(Debug)]
pub struct Facts {
    tables: BTreeMap<String, Table>,
    models: RwLock<BTreeMap<TypeId, Arc<dyn Any + Send + Sync>>>,
}

#[derive(Debug)]
struct Table {
    origin: String,
    bytes: std::borrow::Cow<'static, [u8]>,
    rows: OnceLock<Result<Arc<[Value]>, String>>,
}

impl Facts {
    /// Takes the tables out of the response files. Tables of the user's are read at once.
    ///
    /// # Errors
    ///
    /// A table of the user's that is wrong.
    pub fn load(responses: &Files) -> Result<Self, FileError> {
        let mut tables = BTreeMap::new();
        let mut overlaid = Vec::new();
        for (path, file) in responses {
            let Some(name) = path.strip_prefix("world/").and_then(|p| p.strip_suffix(".json")) else { continue };
            let table = Table { origin: file.origin.clone(), bytes: file.bytes.clone(), rows: OnceLock::new() };
            tables.insert(name.to_owned(), table);
            if file.overlaid {
                overlaid.push(name.to_owned());
            }
        }
        let facts = Self { tables, models: RwLock::default() };
        for name in &overlaid {
            facts.rows(name).map_err(|e| FileError::new(&facts.tables[name].origin, "", e))?;
        }
        Ok(facts)
    }

    /// Rows of a table as objects.
    ///
    /// # Errors
    ///
    /// There is no such table, or it is wrong.
    pub fn rows(&self, name: &str) -> Result<Arc<[Value]>, String> {
        let table = self.tables.get(name).ok_or_else(|| format!("there is no world table '{name}'"))?;
        table.rows.get_or_init(|| read_rows(name, &table.bytes)).clone()
    }

    /// A model, built when it is first asked for.
    ///
    /// # Panics
    ///
    /// When its tables are wrong: the tests rule that out for ours, but rows of the user's that can be read as a table
    /// may still be rows that the model cannot use.
    pub fn model<M: Model>(&self) -> Arc<M> {
        self.try_model().unwrap_or_else(|e| panic!("a world table is broken: {e}"))
    }

    /// A model, or what is wrong with its tables.
    ///
    /// # Errors
    ///
    /// A table is missing or wrong.
    pub fn try_model<M: Model>(&self) -> Result<Arc<M>, String> {
        let id = TypeId::of::<M>();
        let read = self.models.read().unwrap_or_else(std::sync::PoisonError::into_inner);
        let known = read.get(&id).cloned();
        drop(read);
        if let Some(model) = known.and_then(|m| m.downcast::<M>().ok()) {
            return Ok(model);
        }
        let mut tables = Vec::new();
        for name in M::TABLES {
            let table = self.tables.get(*name).ok_or_else(|| format!("there is no world table '{name}'"))?;
            tables.push(&*table.bytes);
        }
        let model = Arc::new(M::build(&tables)?);
        // Two threads may have built it at the same time; both are equal, so either may stay.
        let mut write = self.models.write().unwrap_or_else(std::sync::PoisonError::into_inner);
        write.insert(id, model.clone());
        Ok(model)
    }
}

/// Reads a table file into typed rows.
///
/// # Errors
///
/// Line, column and what was expected.
pub fn read_table<R: DeserializeOwned>(name: &str, bytes: &[u8]) -> Result<Vec<R>, String> {
    let file: TableFile<R> =
        serde_json::from_slice(bytes).map_err(|e| format!("{name}: line {} column {}: {e}", e.line(), e.column()))?;
    match file.table == name {
        true => Ok(file.rows),
        false => Err(format!("{name}: /table is '{}'", file.table)),
    }
}

fn read_rows(name: &str, bytes: &[u8]) -> Result<Arc<[Value]>, String> {
    let file: TableFile<Vec<Value>> =
        serde_json::from_slice(bytes).map_err(|e| format!("{name}: line {} column {}: {e}", e.line(), e.column()))?;
    let object = |(i, row): (usize, Vec<Value>)| {
        if row.len() != file.columns.len() {
            return Err(format!("{name}: /rows/{i}: {} values for {} columns", row.len(), file.columns.len()));
        }
        Ok(Value::Object(file.columns.iter().cloned().zip(row).collect::<Map<_, _>>()))
    };
    file.rows.into_iter().enumerate().map(object).collect()
}
