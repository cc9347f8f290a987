//! RFC 8785: the one spelling of a JSON value, so that equal values have equal bytes.

use std::cmp::Ordering;

use serde_json::{Map, Number, Value};

use super::strict::MAX_INTEGER;

/// The canonical bytes of a value.
pub fn bytes(value: &Value) -> Vec<u8> {
    let mut out = Vec::with_capacity(128);
    write(value, &mut out);
    out
}

/// The canonical bytes of an object.
pub fn object(map: &Map<String, Value>) -> Vec<u8> {
    let mut out = Vec::with_capacity(128);
    write_object(map, &mut out);
    out
}

/// Appends the canonical bytes of a value.
pub fn write(value: &Value, out: &mut Vec<u8>) {
    match value {
        Value::Null => out.extend_from_slice(b"null"),
        Value::Bool(true) => out.extend_from_slice(b"true"),
        Value::Bool(false) => out.extend_from_slice(b"false"),
        Value::Number(n) => write_number(n, out),
        Value::String(s) => write_string(s, out),
        Value::Array(items) => write_array(items, out),
        Value::Object(map) => write_object(map, out),
    }
}

fn write_array(items: &[Value], out: &mut Vec<u8>) {
    out.push(b'[');
    for (i, item) in items.iter().enumerate() {
        if i > 0 {
            out.push(b',');
        }
        write(item, out);
    }
    out.push(b']');
}

fn write_object(map: &Map<String, Value>, out: &mut Vec<u8>) {
    let mut entries: Vec<(&String, &Value)> = map.iter().collect();
    entries.sort_unstable_by(|a, b| utf16_order(a.0, b.0));
    out.push(b'{');
    for (i, (key, value)) in entries.into_iter().enumerate() {
        if i > 0 {
            out.push(b',');
        }
        write_string(key, out);
        out.push(b':');
        write(value, out);
    }
    out.push(b'}');
}

/// Section 3.2.3 sorts by UTF-16 code units, which differs from the order of bytes only beyond ASCII.
fn utf16_order(a: &str, b: &str) -> Ordering {
    match a.is_ascii() && b.is_ascii() {
        true => a.cmp(b),
        false => a.encode_utf16().cmp(b.encode_utf16()),
    }
}

/// Section 3.2.2.3 writes numbers as ECMAScript does. Integers up to 2^53 are their own digits; beyond that the
/// nearest double is written, which is why [`super::strict`] refuses them.
fn write_number(n: &Number, out: &mut Vec<u8>) {
    const EXACT: u64 = 1 << 53;
    match (n.as_u64(), n.as_i64()) {
        (Some(u), _) if u <= EXACT => out.extend_from_slice(itoa(u).as_bytes()),
        (None, Some(i)) if i.unsigned_abs() <= EXACT => {
            out.push(b'-');
            out.extend_from_slice(itoa(i.unsigned_abs()).as_bytes());
        }
        _ => {
            let float = n.as_f64().unwrap_or(0.0);
            out.extend_from_slice(ryu_js::Buffer::new().format_finite(float).as_bytes());
        }
    }
}

fn itoa(n: u64) -> String {
    n.to_string()
}

/// Turns whole numbers that are written as `2.0` or `2e0` into integers, `-0` into 0: values with the same canonical
/// bytes must be the same value to a tool, which may write them into its answer.
pub fn plain_numbers(value: &mut Value) {
    match value {
        Value::Number(n) if n.is_f64() => {
            let float = n.as_f64().unwrap_or(0.0);
            if float.fract() == 0.0 && float.abs() <= MAX_INTEGER as f64 {
                *value = Value::from(float as i64);
            }
        }
        Value::Array(items) => items.iter_mut().for_each(plain_numbers),
        Value::Object(map) => map.values_mut().for_each(plain_numbers),
        _ => {}
    }
}

/// serde_json escapes exactly as section 3.2.2.2 wants: the short forms, and lower-case `\u00xx` for other controls.
fn write_string(s: &str, out: &mut Vec<u8>) {
    serde_json::to_writer(out, s).expect("writing a string to memory cannot fail");
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn json() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            (-(1i64 << 53) + 1..(1i64 << 53)).prop_map(Value::from),
            any::<f64>().prop_filter("finite", |f| f.is_finite()).prop_map(Value::from),
            ".{0,12}".prop_map(Value::from),
        ];
        leaf.prop_recursive(4, 40, 6, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
                prop::collection::vec((".{0,6}", inner), 0..6)
                    .prop_map(|pairs| Value::Object(pairs.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn agrees_with_an_independent_implementation(value in json()) {
            let expected = serde_json_canonicalizer::to_vec(&value).unwrap();
            prop_assert_eq!(String::from_utf8(bytes(&value)).unwrap(), String::from_utf8(expected).unwrap());
        }

        #[test]
        fn plain_numbers_have_the_same_canonical_bytes(value in json()) {
            let mut plain = value.clone();
            plain_numbers(&mut plain);
            prop_assert_eq!(bytes(&plain), bytes(&value));
        }
    }

    #[test]
    fn numbers_that_are_equal_become_one_value() {
        let mut spellings: Value =
            serde_json::from_str("[[0, -0, 0.0, -0.0, 0e5], [250, 250.0, 2.5e2, 25e+1]]").unwrap();
        plain_numbers(&mut spellings);
        assert_eq!(spellings.to_string(), "[[0,0,0,0,0],[250,250,250,250]]");
    }

    #[test]
    fn key_order_does_not_show() {
        let a: Value = serde_json::from_str(r#"{"b":1,"a":{"d":2.0,"c":[]}}"#).unwrap();
        let b: Value = serde_json::from_str(r#"{"a":{"c":[],"d":2},"b":1.0}"#).unwrap();
        assert_eq!(bytes(&a), bytes(&b));
        assert_eq!(bytes(&a), br#"{"a":{"c":[],"d":2},"b":1}"#);
    }
}
