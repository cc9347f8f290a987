//! Bodies: of what media type they are, and JSON on one line.

use serde::de::IgnoredAny;
use serde_json::value::RawValue;

/// Media type of JSON.
pub(super) const JSON: &str = "application/json";

/// Media type of the problem object that a refusal is.
pub(super) const PROBLEM: &str = "application/problem+json";

/// Media type of text of unknown kind.
const TEXT: &str = "text/plain; charset=utf-8";

/// Media type of bytes that are no text.
pub(super) const BYTES: &str = "application/octet-stream";

/// Media type under which a request body must have come; the journal does not keep the header.
pub(super) fn of_request(raw: &str) -> &'static str {
    match raw.trim().is_empty() || serde_json::from_str::<IgnoredAny>(raw).is_ok() {
        true => JSON,
        false => TEXT,
    }
}

/// Media type of a JSON answer.
pub(super) fn of_answer(status: u16) -> &'static str {
    if status == 200 { JSON } else { PROBLEM }
}

/// What a recorder says about the kind of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Json,
    Other,
    /// The recorder did not know.
    Unknown,
}

/// The kind of a media type: `application/json`, anything that ends in `+json`, and the older `text/json` are JSON.
pub(super) fn kind(media_type: &str) -> Kind {
    let essence = media_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    match essence.as_str() {
        "" | "x-unknown" | "application/x-unknown" => Kind::Unknown,
        "application/json" | "text/json" => Kind::Json,
        other if other.ends_with("+json") => Kind::Json,
        _ => Kind::Other,
    }
}

/// JSON text as one line: white space between tokens goes, everything else stays to the byte. None where it is no JSON.
pub(super) fn one_line(text: &str) -> Option<Box<RawValue>> {
    serde_json::from_str::<IgnoredAny>(text).ok()?;
    let (mut line, mut inside, mut escaped) = (String::with_capacity(text.len()), false, false);
    for c in text.chars() {
        match c {
            ' ' | '\t' | '\n' | '\r' if !inside => continue,
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => inside = !inside,
            _ => {}
        }
        line.push(c);
    }
    RawValue::from_string(line).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_on_one_line_keeps_every_spelling() {
        let pretty = "{\n  \"a b\": [1.00, 1e5, 12345678901234567890123],\r\n\t\"q\\\" \\\\\": \"é \\u00e9\"\n}\n";
        let line = one_line(pretty).unwrap();
        assert_eq!(line.get(), "{\"a b\":[1.00,1e5,12345678901234567890123],\"q\\\" \\\\\":\"é \\u00e9\"}");
        assert!(one_line(")]}'\n{}").is_none());
        assert!(one_line("").is_none());
    }

    #[test]
    fn media_types_are_told_apart() {
        assert_eq!(kind("Application/JSON; charset=utf-8"), Kind::Json);
        assert_eq!(kind(PROBLEM), Kind::Json);
        assert_eq!(kind("text/csv"), Kind::Other);
        assert_eq!(kind("x-unknown"), Kind::Unknown);
        assert_eq!((of_request("{\"a\":1}"), of_request(""), of_request("a=1")), (JSON, JSON, TEXT));
    }
}
