use std::fmt;
use std::ops::Deref;
use std::sync::OnceLock;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;

/// A part of a file that is read when it is first needed, and kept as text until then.
///
/// Nearly all of a spec file is schemas and examples, and a server needs those of the few tools that it is asked for.
#[derive(Clone)]
pub struct Later<T> {
    text: Box<RawValue>,
    read: OnceLock<T>,
}

impl<T: DeserializeOwned> Later<T> {
    /// Reads it now.
    ///
    /// # Errors
    ///
    /// The text is JSON, but not a `T`. [`super::Catalogue::load`] refuses such files where they are the user's own, and
    /// the tests where they are ours.
    pub fn check(&self) -> Result<(), serde_json::Error> {
        if self.read.get().is_none() {
            let read = serde_json::from_str(self.text.get())?;
            // Another thread may have been quicker; both have read the same.
            drop(self.read.set(read));
        }
        Ok(())
    }
}

impl<T: DeserializeOwned> Deref for Later<T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.check().unwrap_or_else(|e| panic!("a file that was not checked holds {}: {e}", self.text));
        self.read.get().expect("it was just read")
    }
}

impl<'de, T> Deserialize<'de> for Later<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self { text: Box::deserialize(deserializer)?, read: OnceLock::new() })
    }
}

impl<T: DeserializeOwned + Serialize> Serialize for Later<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (**self).serialize(serializer)
    }
}

impl<T> fmt::Debug for Later<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text.get())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn it_reads_and_writes_as_what_it_holds() {
        let later: Later<Value> = serde_json::from_str("{\"b\": [1,  2.0], \"a\": null}").unwrap();
        assert_eq!(*later, json!({"b": [1, 2.0], "a": null}));
        assert_eq!(serde_json::to_string(&later).unwrap(), "{\"b\":[1,2.0],\"a\":null}");
        let from_value: Later<Value> = serde_json::from_value(json!({"x": 1})).unwrap();
        assert_eq!(from_value["x"], 1);
    }

    #[test]
    fn what_is_not_json_is_refused_at_once_and_what_is_no_t_when_checked() {
        assert!(serde_json::from_str::<Later<u8>>("[1").is_err());
        assert!(serde_json::from_str::<Later<u8>>("[1]").unwrap().check().is_err());
    }
}
