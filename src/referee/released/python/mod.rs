//! Values as the original has them: Python's, read from JSON by Python's rules and written the way Python writes them.
//!
//! serde_json's values will not do: they know no whole number beyond 64 bits, take `-0` for a fraction and refuse `NaN`,
//! and each of these decides verdicts of the original.

mod number;
mod read;
mod text;
mod write;

pub use number::repr as float_repr;
pub use read::{Unreadable, read};
pub use text::{repr, squeezed, words};
pub use write::dumps;

use num_bigint::BigInt;

/// A value of Python's `json` module.
#[derive(Clone, Debug, PartialEq)]
pub enum Py {
    /// `None`
    Null,
    /// `True` or `False`
    Bool(bool),
    /// A whole number of any size
    Int(BigInt),
    /// A number with a point or an exponent, also `NaN` and the infinities
    Float(f64),
    /// Text; a lone surrogate stands as the character [`read()`] puts in its place
    Str(String),
    /// A list
    List(Vec<Py>),
    /// A dict, in the order in which its keys first came
    Dict(Vec<(String, Py)>),
}

impl Py {
    /// The name of its type, as Python's error messages have it.
    pub fn type_name(&self) -> &'static str {
        match self {
            Self::Null => "NoneType",
            Self::Bool(_) => "bool",
            Self::Int(_) => "int",
            Self::Float(_) => "float",
            Self::Str(_) => "str",
            Self::List(_) => "list",
            Self::Dict(_) => "dict",
        }
    }

    /// The value of a key; nothing for a value that is no dict.
    pub fn get(&self, key: &str) -> Option<&Py> {
        match self {
            Self::Dict(entries) => entries.iter().find(|(name, _)| name == key).map(|(_, value)| value),
            _ => None,
        }
    }

    /// The text, if it is text.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Self::Str(text) => Some(text),
            _ => None,
        }
    }

    /// The items, if it is a list.
    pub fn as_list(&self) -> Option<&[Py]> {
        match self {
            Self::List(items) => Some(items),
            _ => None,
        }
    }

    /// The number, if it is a whole one that is no smaller than 0 and fits.
    pub fn as_index(&self) -> Option<usize> {
        match self {
            Self::Int(n) => usize::try_from(n).ok(),
            _ => None,
        }
    }

    /// Whether Python can use it as the key of a dict.
    pub fn is_hashable(&self) -> bool {
        !matches!(self, Self::List(_) | Self::Dict(_))
    }

    /// Python's `==`: `1`, `1.0` and `True` are equal, and so are dicts in any order.
    pub fn equals(&self, other: &Py) -> bool {
        match (self, other) {
            (Self::Null, Self::Null) => true,
            (Self::Str(a), Self::Str(b)) => a == b,
            (Self::List(a), Self::List(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.equals(b)),
            (Self::Dict(a), Self::Dict(b)) => {
                a.len() == b.len() && a.iter().all(|(key, a)| other.get(key).is_some_and(|b| a.equals(b)))
            }
            _ => self.number().zip(other.number()).is_some_and(|(a, b)| a.equals(&b)),
        }
    }

    fn number(&self) -> Option<number::Number<'_>> {
        match self {
            Self::Bool(flag) => Some(number::Number::Small(i64::from(*flag))),
            Self::Int(n) => Some(number::Number::Whole(n)),
            Self::Float(n) => Some(number::Number::Real(*n)),
            _ => None,
        }
    }

    /// A whole number.
    pub fn int(n: usize) -> Self {
        Self::Int(BigInt::from(n))
    }

    /// Text.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Str(text.into())
    }

    /// A dict with these entries.
    pub fn dict<const N: usize>(entries: [(&str, Py); N]) -> Self {
        Self::Dict(entries.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
    }

    /// The same value for a Rust program to print; what JSON has no word for becomes text.
    pub fn to_json(&self) -> serde_json::Value {
        use serde_json::{Number, Value};
        match self {
            Self::Null => Value::Null,
            Self::Bool(flag) => Value::Bool(*flag),
            Self::Int(n) => match (u64::try_from(n), i64::try_from(n)) {
                (Ok(n), _) => Value::from(n),
                (_, Ok(n)) => Value::from(n),
                _ => Value::String(n.to_string()),
            },
            Self::Float(n) => Number::from_f64(*n).map_or_else(|| Value::String(float_repr(*n)), Value::Number),
            Self::Str(text) => Value::String(text.clone()),
            Self::List(items) => items.iter().map(Self::to_json).collect(),
            Self::Dict(entries) => {
                Value::Object(entries.iter().map(|(key, value)| (key.clone(), value.to_json())).collect())
            }
        }
    }

    /// The value that a Rust program read from JSON.
    pub fn from_json(value: &serde_json::Value) -> Self {
        use serde_json::Value;
        match value {
            Value::Null => Self::Null,
            Value::Bool(flag) => Self::Bool(*flag),
            Value::Number(n) => match (n.as_i64(), n.as_u64(), n.as_f64()) {
                (Some(n), _, _) => Self::Int(n.into()),
                (_, Some(n), _) => Self::Int(n.into()),
                (_, _, n) => Self::Float(n.unwrap_or(f64::NAN)),
            },
            Value::String(text) => Self::Str(text.clone()),
            Value::Array(items) => Self::List(items.iter().map(Self::from_json).collect()),
            Value::Object(map) => {
                Self::Dict(map.iter().map(|(key, value)| (key.clone(), Self::from_json(value))).collect())
            }
        }
    }
}
