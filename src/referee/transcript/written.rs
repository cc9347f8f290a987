use serde_json::{Map, Value};

use crate::catalogue::{Catalogue, arguments as read};
use crate::journal::format::CallRecord;

/// The arguments of a call that was not valid, as far as they can be read at all.
pub(super) fn arguments(call: &CallRecord, catalogue: &Catalogue) -> Map<String, Value> {
    let raw = call.raw.as_deref().unwrap_or_default();
    match (call.via.as_str(), serde_json::from_str(raw)) {
        ("get", _) => read::of_query(catalogue.find(&call.toolset, &call.tool), raw).unwrap_or_default(),
        ("mcp", Ok(Value::Object(message))) => of_message(message),
        (_, Ok(Value::Object(map))) => map,
        _ => Map::new(),
    }
}

/// The arguments as text: the body of a POST; what a query or a message of MCP says, as JSON.
pub(super) fn text(call: &CallRecord, catalogue: &Catalogue) -> String {
    match call.via.as_str() {
        "get" | "mcp" => Value::Object(arguments(call, catalogue)).to_string(),
        _ => call.raw.clone().unwrap_or_default(),
    }
}

/// MCP wraps the arguments into a JSON-RPC message.
fn of_message(mut message: Map<String, Value>) -> Map<String, Value> {
    match message.get_mut("params").and_then(|params| params.get_mut("arguments")).map(Value::take) {
        Some(Value::Object(arguments)) => arguments,
        _ => message,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::assets::Files;

    fn read(via: &str, raw: &str) -> Value {
        let call =
            json!({"toolset": "t", "tool": "x", "via": via, "raw": raw, "status": 422, "body": null, "micros": 0});
        let nothing = Catalogue::load(&Files::new()).unwrap();
        Value::Object(arguments(&serde_json::from_str(&call.to_string()).unwrap(), &nothing))
    }

    #[test]
    fn what_was_refused_is_read_as_it_came() {
        assert_eq!(read("post", r#"{"n": "2"}"#), json!({"n": "2"}));
        assert_eq!(read("get", "city=Den+Bosch&x=%C3%A9"), json!({"city": "Den Bosch", "x": "é"}));
        assert_eq!(read("mcp", r#"{"params": {"name": "x", "arguments": {"n": 1}}}"#), json!({"n": 1}));
        assert_eq!(read("post", "not json"), json!({}));
    }
}
