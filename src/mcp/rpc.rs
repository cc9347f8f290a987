//! JSON-RPC 2.0 as MCP uses it.

use serde_json::{Map, Value, json};

use crate::call::strict;

/// The stateless revision.
pub const MODERN: &str = "2026-07-28";

/// Revisions with `initialize`, newest first.
pub const LEGACY: [&str; 4] = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];

/// Key of a modern message's protocol version in `_meta`.
const VERSION_KEY: &str = "io.modelcontextprotocol/protocolVersion";

/// A request or notification.
#[derive(Clone, Debug, PartialEq)]
pub struct Message {
    /// None for a notification.
    pub id: Option<Value>,
    /// Method.
    pub method: String,
    /// Parameters.
    pub params: Map<String, Value>,
}

/// A JSON-RPC error and the HTTP status it travels with.
#[derive(Clone, Debug, PartialEq)]
pub struct RpcError {
    /// HTTP status.
    pub status: u16,
    /// JSON-RPC code.
    pub code: i32,
    /// For a person.
    pub message: String,
    /// For a program.
    pub data: Option<Value>,
}

impl RpcError {
    /// An error that travels with a status.
    pub fn new(status: u16, code: i32, message: impl Into<String>) -> Self {
        Self { status, code, message: message.into(), data: None }
    }

    /// The response object.
    pub fn response(&self, id: Option<&Value>) -> Value {
        let mut error = json!({ "code": self.code, "message": self.message });
        if let Some(data) = &self.data {
            error["data"] = data.clone();
        }
        json!({ "jsonrpc": "2.0", "id": id, "error": error })
    }
}

/// Reads one message.
///
/// # Errors
///
/// -32700: not JSON. -32600: not a message.
pub fn read(bytes: &[u8]) -> Result<Message, RpcError> {
    let value = strict::value(bytes).map_err(|e| RpcError::new(400, -32700, e))?;
    let invalid = |why: &str| RpcError::new(400, -32600, why);
    let Value::Object(mut map) = value else { return Err(invalid("expected one JSON-RPC message")) };
    if map.get("jsonrpc") != Some(&Value::from("2.0")) {
        return Err(invalid("\"jsonrpc\" is not \"2.0\""));
    }
    let Some(Value::String(method)) = map.remove("method") else { return Err(invalid("no method")) };
    let params = match map.remove("params") {
        None | Some(Value::Null) => Map::new(),
        Some(Value::Object(params)) => params,
        Some(_) => return Err(RpcError::new(400, -32602, "params is not an object")),
    };
    match map.remove("id") {
        id @ (None | Some(Value::String(_) | Value::Number(_))) => Ok(Message { id, method, params }),
        Some(_) => Err(invalid("an id is a string or a number")),
    }
}

impl Message {
    /// The protocol version in `_meta`, which only modern messages carry.
    pub fn version(&self) -> Option<&str> {
        self.params.get("_meta")?.get(VERSION_KEY)?.as_str()
    }
}
