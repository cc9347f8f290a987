//! Python's `json.dumps(value, ensure_ascii=False)`.

use std::fmt::Write;

use super::Py;
use super::number::repr;

/// The text, with `", "` and `": "` between the parts and every character that may stand as it is.
pub fn dumps(value: &Py) -> String {
    let mut out = String::new();
    write(value, &mut out);
    out
}

fn write(value: &Py, out: &mut String) {
    match value {
        Py::Null => out.push_str("null"),
        Py::Bool(true) => out.push_str("true"),
        Py::Bool(false) => out.push_str("false"),
        Py::Int(n) => out.push_str(&n.to_string()),
        Py::Float(n) => out.push_str(&repr(*n)),
        Py::Str(text) => write_str(text, out),
        Py::List(items) => {
            out.push('[');
            for (i, item) in items.iter().enumerate() {
                separate(i, out);
                write(item, out);
            }
            out.push(']');
        }
        Py::Dict(entries) => {
            out.push('{');
            for (i, (key, item)) in entries.iter().enumerate() {
                separate(i, out);
                write_str(key, out);
                out.push_str(": ");
                write(item, out);
            }
            out.push('}');
        }
    }
}

fn separate(i: usize, out: &mut String) {
    if i > 0 {
        out.push_str(", ");
    }
}

fn write_str(text: &str, out: &mut String) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            c if c < ' ' => {
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
}
