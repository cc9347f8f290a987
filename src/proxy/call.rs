//! Exchanges that are calls of tools.

use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::exchange::problem;
use crate::call::{Rendered, ToolName};
use crate::http::message;
use crate::journal::format::{BodyRecord, ExchangeFault, ExchangeRecord};
use crate::session::{Answered, Via};

/// The tool that a request is for.
#[derive(Clone, Debug)]
pub struct Aim {
    /// Tool.
    pub tool: ToolName,
    /// How it is called.
    pub via: Via,
    /// Whether the call counts whatever comes of it, because someone judges it; else only one that was answered in JSON
    /// is a call.
    pub judged: bool,
}

/// The tool that a path looks like: its last two segments, behind a session's prefix.
pub fn tool_of(path: &str) -> Option<ToolName> {
    let segments = message::segments(path).ok()?;
    let parts: Vec<&str> = segments.iter().map(String::as_str).collect();
    let rest = match parts.as_slice() {
        ["s", _, rest @ ..] => rest,
        rest => rest,
    };
    let [.., toolset, tool] = rest else { return None };
    let is_slug = toolset.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c));
    (is_slug && ToolName::is_legal(tool)).then(|| ToolName::new(*toolset, *tool))
}

/// What a call was answered, out of its exchange and the answer without its codings; nothing where it does not count as a
/// call.
pub fn answered(exchange: &ExchangeRecord, plain: Option<&[u8]>, judged: bool) -> Option<Answered> {
    let (text, micros) = (plain.and_then(|plain| std::str::from_utf8(plain).ok()), exchange.micros);
    match (exchange.fault, exchange.status) {
        (None, Some(status)) => match json_of(exchange, text) {
            Some(body) => Some(Answered { status, body, rendered: None, micros }),
            None if judged => {
                let text = text.map_or_else(|| kept_of(&exchange.response), str::to_owned);
                let media_type = media_type(exchange).unwrap_or("application/octet-stream").to_owned();
                let rendered = Rendered { media_type: media_type.into(), text: text.clone() };
                Some(Answered { status, body: raw(&Value::from(text)), rendered: Some(rendered), micros })
            }
            None => None,
        },
        (fault, _) if judged => {
            let problem = problem(fault.unwrap_or(ExchangeFault::BrokeOff), None);
            Some(Answered { status: problem.status, body: raw(&json!(problem)), rendered: None, micros })
        }
        _ => None,
    }
}

/// The answer as JSON, where it says that it is JSON and is.
fn json_of(exchange: &ExchangeRecord, text: Option<&str>) -> Option<Box<RawValue>> {
    let says_so = media_type(exchange).is_none_or(|name| name.to_ascii_lowercase().ends_with("json"));
    RawValue::from_string(one_line(text.filter(|_| says_so)?)).ok()
}

fn media_type(exchange: &ExchangeRecord) -> Option<&str> {
    let value = exchange.response_headers.get("content-type")?;
    value.split(';').next().map(str::trim)
}

/// What there is of an answer that cannot be read.
fn kept_of(body: &BodyRecord) -> String {
    body.text.clone().or_else(|| body.hex.clone()).unwrap_or_default()
}

fn raw(value: &Value) -> Box<RawValue> {
    RawValue::from_string(value.to_string()).expect("a JSON value is JSON")
}

/// JSON without its line breaks, which a journal of one line a record cannot hold; all else stays as it is written.
fn one_line(json: &str) -> String {
    if !json.contains(['\n', '\r']) {
        return json.to_owned();
    }
    let (mut quoted, mut escaped) = (false, false);
    let mut keep = |c: char| {
        let inside = quoted;
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = quoted,
            '"' => quoted = !quoted,
            _ => {}
        }
        inside || !c.is_ascii_whitespace()
    };
    json.chars().filter(|c| keep(*c)).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn tools_are_told_from_other_paths() {
        let tool = |path: &str| tool_of(path).map(|tool| tool.to_string());
        for (path, name) in [
            ("/city-weather/getCityForecast", "city-weather/getCityForecast"),
            ("/s/0abc/city-weather/getCityForecast", "city-weather/getCityForecast"),
            ("/api/v1/orders/create", "orders/create"),
        ] {
            assert_eq!(tool(path).as_deref(), Some(name), "{path}");
        }
        for path in ["/", "/health", "/s/0abc/reply", "/s/0abc/mcp", "/orders/42", "/or%20ders/create", "/x/%ff"] {
            assert_eq!(tool(path), None, "{path}");
        }
    }

    #[test]
    fn json_keeps_its_spelling_on_one_line() {
        assert_eq!(one_line("{ \"a\": 1.0 }"), "{ \"a\": 1.0 }");
        assert_eq!(one_line("{\n  \"a b\": [1.0,\r\n \"x \\\" \\\\\"]\n}\n"), r#"{"a b":[1.0,"x \" \\"]}"#);
    }

    fn exchange(media_type: Option<&str>, text: &str, fault: Option<ExchangeFault>) -> ExchangeRecord {
        let header = |value: &str| ("content-type".to_owned(), value.to_owned());
        ExchangeRecord {
            status: Some(200),
            response_headers: media_type.map(header).into_iter().collect::<BTreeMap<_, _>>(),
            response: BodyRecord { text: Some(text.to_owned()), ..BodyRecord::default() },
            fault,
            ..ExchangeRecord::default()
        }
    }

    #[test]
    fn only_what_says_that_it_is_json_and_is_makes_a_call() {
        let body = |media_type, text: &str| {
            answered(&exchange(media_type, text, None), Some(text.as_bytes()), false).map(|a| a.body.to_string())
        };
        assert_eq!(body(Some("application/json; charset=utf-8"), "[1]").as_deref(), Some("[1]"));
        assert_eq!(body(None, "[1]").as_deref(), Some("[1]"));
        assert_eq!(body(Some("text/csv"), "1"), None);
        assert_eq!(body(Some("application/json"), "<html>"), None);
        let broken = exchange(None, "[1]", Some(ExchangeFault::BrokeOff));
        assert!(answered(&broken, Some(b"[1]"), false).is_none());
    }

    #[test]
    fn who_judges_hears_of_every_call() {
        let csv = answered(&exchange(Some("text/csv"), "a,b\n1,2\n", None), Some(b"a,b\n1,2\n"), true).unwrap();
        assert_eq!(csv.body.get(), r#""a,b\n1,2\n""#);
        assert_eq!(csv.rendered.map(|r| r.media_type).as_deref(), Some("text/csv"));
        let hung = answered(&exchange(None, "", Some(ExchangeFault::Timeout)), None, true).unwrap();
        assert_eq!((hung.status, hung.body.get().contains("upstream_timeout")), (504, true));
    }
}
