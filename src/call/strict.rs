//! JSON read without forgiving anything: what could be understood in two ways is refused, with the place.
//!
//! Beyond RFC 8259 this refuses repeated keys, numbers beyond ±(2^53 − 1) (RFC 8785 would round integers there, and
//! `1e20` is one), NUL characters and nesting deeper than [`MAX_DEPTH`].

use std::fmt;

use serde::Deserializer;
use serde::de::{DeserializeSeed, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

/// Levels of arrays and objects that are followed.
pub const MAX_DEPTH: usize = 32;

/// The largest integer that every JSON reader agrees on.
pub const MAX_INTEGER: u64 = (1 << 53) - 1;

/// Reads one JSON value.
///
/// # Errors
///
/// A sentence that says what is wrong and where.
pub fn value(bytes: &[u8]) -> Result<Value, String> {
    let text = std::str::from_utf8(bytes).map_err(|e| format!("not UTF-8 at byte {}", e.valid_up_to()))?;
    let mut reader = serde_json::Deserializer::from_str(text);
    let value = Strict { depth: 0 }.deserialize(&mut reader).map_err(|e| e.to_string())?;
    reader.end().map_err(|e| e.to_string())?;
    Ok(value)
}

/// Reads one JSON object; nothing at all counts as the empty object.
///
/// # Errors
///
/// A sentence that says what is wrong and where.
pub fn object(bytes: &[u8]) -> Result<Map<String, Value>, String> {
    if bytes.iter().all(u8::is_ascii_whitespace) {
        return Ok(Map::new());
    }
    match value(bytes)? {
        Value::Object(map) => Ok(map),
        other => Err(format!("expected an object, found {}", kind(&other))),
    }
}

/// The JSON type of a value, with its article.
pub fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}

#[derive(Clone, Copy)]
struct Strict {
    depth: usize,
}

impl Strict {
    fn deeper<E: Error>(self) -> Result<Self, E> {
        if self.depth == MAX_DEPTH {
            return Err(E::custom(format_args!("nested deeper than {MAX_DEPTH} levels")));
        }
        Ok(Self { depth: self.depth + 1 })
    }
}

fn text<E: Error>(s: &str) -> Result<(), E> {
    match s.contains('\0') {
        true => Err(E::custom("a NUL character in a string")),
        false => Ok(()),
    }
}

fn integer<E: Error>(n: u64) -> Result<(), E> {
    match n > MAX_INTEGER {
        true => Err(beyond()),
        false => Ok(()),
    }
}

fn beyond<E: Error>() -> E {
    E::custom(format_args!("a number beyond {MAX_INTEGER}, where integers are no longer exact"))
}

impl<'de> DeserializeSeed<'de> for Strict {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Strict {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E: Error>(self, b: bool) -> Result<Value, E> {
        Ok(Value::Bool(b))
    }

    fn visit_i64<E: Error>(self, n: i64) -> Result<Value, E> {
        integer(n.unsigned_abs())?;
        Ok(Value::Number(n.into()))
    }

    fn visit_u64<E: Error>(self, n: u64) -> Result<Value, E> {
        integer(n)?;
        Ok(Value::Number(n.into()))
    }

    fn visit_f64<E: Error>(self, n: f64) -> Result<Value, E> {
        // Integers of more than 64 bits arrive here too.
        if n.abs() > MAX_INTEGER as f64 {
            return Err(beyond());
        }
        let number = Number::from_f64(n).ok_or_else(beyond)?;
        Ok(Value::Number(number))
    }

    fn visit_str<E: Error>(self, s: &str) -> Result<Value, E> {
        text(s)?;
        Ok(Value::String(s.to_owned()))
    }

    fn visit_string<E: Error>(self, s: String) -> Result<Value, E> {
        text(&s)?;
        Ok(Value::String(s))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Value, A::Error> {
        let inner = self.deeper()?;
        let mut items = Vec::new();
        while let Some(item) = seq.next_element_seed(inner)? {
            items.push(item);
        }
        Ok(Value::Array(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Value, A::Error> {
        let inner = self.deeper()?;
        let mut map = Map::new();
        while let Some(key) = access.next_key::<String>()? {
            text(&key)?;
            let value = access.next_value_seed(inner)?;
            if map.contains_key(&key) {
                return Err(A::Error::custom(format_args!("the key \"{key}\" stands twice")));
            }
            map.insert(key, value);
        }
        Ok(Value::Object(map))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_can_be_read_in_two_ways_is_refused() {
        let deep = "[".repeat(MAX_DEPTH + 1) + &"]".repeat(MAX_DEPTH + 1);
        let very_deep = "[".repeat(100_000);
        for bad in [
            &br#"{"a":1,"a":2}"#[..],
            br#"{"a":9007199254740993}"#,
            br#"{"a":-9007199254740993}"#,
            br#"{"a":1e400}"#,
            br#"{"a":1e300}"#,
            br#"{"a":18446744073709551616}"#,
            br#"{"a":9007199254740993.0}"#,
            br#"{"a":"\u0000"}"#,
            br#"{"\u0000":1}"#,
            br#"{"a":"\ud800"}"#,
            b"{\"a\":\"\xff\"}",
            b"{\"a\":\"\0\"}",
            b"{\"a\":1}{}",
            b"{\"a\":NaN}",
            b"{'a':1}",
            deep.as_bytes(),
            very_deep.as_bytes(),
        ] {
            assert!(value(bad).is_err(), "{}", String::from_utf8_lossy(&bad[..bad.len().min(40)]));
        }
    }

    #[test]
    fn ordinary_json_is_read_as_serde_json_reads_it() {
        let text = r#"{"a":[1,-2,3.5,1e3,true,null,"é\n😀"],"b":{"c":{}},"d":9007199254740991}"#;
        let expected: Value = serde_json::from_str(text).unwrap();
        assert_eq!(value(text.as_bytes()), Ok(expected));
    }

    #[test]
    fn arguments_are_an_object_or_nothing() {
        assert_eq!(object(b"  "), Ok(Map::new()));
        assert_eq!(object(b"[1]"), Err("expected an object, found an array".to_owned()));
    }
}
