//! The methods of a tools-only server. The session is in the URL, since MCP no longer has any.

use std::sync::Arc;

use hyper::body::Incoming as Body;
use hyper::{Method, Request};
use serde_json::{Value, json};

use super::rpc::{LEGACY, MODERN, Message, RpcError, read};
use crate::call::{Problem, ToolName};
use crate::catalogue::export::Format;
use crate::catalogue::{Tool, arguments, nearest};
use crate::http::message::{self, Reply};
use crate::http::settle;
use crate::session::{Engine, Incoming, Session, Via};

/// How long a client may keep a tool list, in milliseconds: none changes within a turn, but a turn may end any time.
const TTL: u64 = 0;

/// Answers one request.
///
/// # Errors
///
/// Only the problems of the HTTP layer; MCP's own errors are JSON-RPC answers.
pub async fn answer(
    request: &mut Request<Body>,
    engine: &Arc<Engine>,
    session: &Arc<Session>,
) -> Result<Reply, Problem> {
    if *request.method() != Method::POST {
        return Ok(message::wrong_method(request.method(), "POST"));
    }
    let declared = Headers::of(request.headers());
    let bytes = message::body(request.body_mut()).await?;
    let received = match read(&bytes) {
        Ok(received) => received,
        Err(e) => return Ok(message::json(e.status, &e.response(None))),
    };
    let Some(id) = received.id.clone() else {
        return Ok(message::with_type(202, "application/json", bytes::Bytes::new()));
    };
    let result = match declared.check(&received) {
        Ok(()) => dispatch(&received, &bytes, engine, session).await?,
        Err(e) => Err(e),
    };
    Ok(match result {
        Ok(result) => message::json(200, &json!({ "jsonrpc": "2.0", "id": id, "result": result })),
        Err(e) => message::json(e.status, &e.response(Some(&id))),
    })
}

async fn dispatch(
    received: &Message,
    raw: &[u8],
    engine: &Arc<Engine>,
    session: &Arc<Session>,
) -> Result<Result<Value, RpcError>, Problem> {
    let modern = received.version().is_some();
    Ok(match received.method.as_str() {
        "initialize" if !modern => Ok(initialize(received)),
        "ping" if !modern => Ok(json!({})),
        "server/discover" => Ok(complete(discover(), modern, true)),
        "tools/list" => {
            let tools = engine.tools(session, Format::Mcp);
            Ok(complete(json!({ "tools": tools }), modern, true))
        }
        "tools/call" => call(received, raw, engine, session).await?.map(|result| complete(result, modern, false)),
        other => {
            let status = if modern { 404 } else { 200 };
            Err(RpcError::new(status, -32601, format!("there is no method '{other}'")))
        }
    })
}

async fn call(
    received: &Message,
    raw: &[u8],
    engine: &Arc<Engine>,
    session: &Arc<Session>,
) -> Result<Result<Value, RpcError>, Problem> {
    let Some(name) = received.params.get("name").and_then(Value::as_str) else {
        return Ok(Err(RpcError::new(200, -32602, "params has no name")));
    };
    let found = find(engine, session, name);
    let arguments = arguments::of_member(received.params.get("arguments"));
    // A call that MCP wants answered by a protocol error is a call all the same, and is journalled as one.
    let fault = match (&found, &arguments) {
        (Err(_), _) => Some(format!("no tool on offer is called '{name}'")),
        (Ok(_), Err(problem)) => Some(problem.detail.clone()),
        (Ok(_), Ok(_)) => None,
    };
    let tool = found.unwrap_or_else(|meant| meant);
    let trace = received.params.get("_meta").and_then(|meta| meta.get("traceparent")).and_then(Value::as_str);
    let incoming = Incoming { tool, raw, arguments: Some(arguments), via: Via::Mcp, key: None, trace };
    let answer = engine.call(session, incoming);
    settle(engine, answer.ticket).await?;
    let body: Value = serde_json::from_slice(&answer.body).unwrap_or(Value::Null);
    if let (Some(fault), true) = (fault, answer.status != 200) {
        return Ok(Err(RpcError { data: Some(body), ..RpcError::new(200, -32602, fault) }));
    }
    let text =
        answer.rendered.map_or_else(|| String::from_utf8_lossy(&answer.body).into_owned(), |rendered| rendered.text);
    let content = json!([{ "type": "text", "text": text }]);
    Ok(Ok(match answer.status {
        200 => json!({ "content": content, "structuredContent": body, "isError": false }),
        _ => json!({ "content": content, "isError": true }),
    }))
}

/// A tool on offer, by its bare name, or as `tool_set__tool` or `tool_set.tool`, as a name that stands in two sets on offer must
/// be.
/// Else what the client may have had in mind.
fn find(engine: &Engine, session: &Session, name: &str) -> Result<ToolName, ToolName> {
    let inner = session.lock();
    let tools: Vec<&Tool> = engine.offered(session, &inner).flat_map(|set| &set.tools).collect();
    let mut found = tools.iter().filter(|tool| tool.spec.name == name);
    if let (Some(tool), None) = (found.next(), found.next()) {
        return Ok(tool.name.clone());
    }
    if let Some((toolset, tool)) = name.split_once("__").or_else(|| name.split_once('.')) {
        let meant = ToolName::new(toolset, tool);
        return if tools.iter().any(|tool| tool.name == meant) { Ok(meant) } else { Err(meant) };
    }
    let near = nearest::few(name, tools.iter().map(|tool| tool.spec.name.as_str()));
    let near = tools.iter().find(|tool| near.first() == Some(&tool.spec.name)).or(tools.first());
    Err(ToolName::new(near.map_or("", |tool| tool.name.toolset.as_str()), name))
}

fn initialize(received: &Message) -> Value {
    let wanted = received.params.get("protocolVersion").and_then(Value::as_str).unwrap_or_default();
    let version = LEGACY.iter().find(|version| **version == wanted).unwrap_or(&LEGACY[0]);
    json!({ "protocolVersion": version, "capabilities": { "tools": {} }, "serverInfo": server() })
}

fn discover() -> Value {
    let versions: Vec<&str> = std::iter::once(MODERN).chain(LEGACY).collect();
    json!({ "supportedVersions": versions, "capabilities": { "tools": {} }, "serverInfo": server() })
}

fn server() -> Value {
    json!({ "name": "usertoolbench", "title": "UserToolBench", "version": env!("CARGO_PKG_VERSION") })
}

/// What the modern revision adds to every result, and to lists.
fn complete(mut result: Value, modern: bool, list: bool) -> Value {
    if modern {
        result["resultType"] = json!("complete");
        result["_meta"] = json!({ "io.modelcontextprotocol/serverInfo": server() });
        if list {
            result["ttlMs"] = json!(TTL);
            result["cacheScope"] = json!("private");
        }
    }
    result
}

/// The headers that a modern message repeats.
struct Headers {
    version: Option<String>,
    method: Option<String>,
    name: Option<String>,
}

impl Headers {
    fn of(headers: &hyper::HeaderMap) -> Self {
        let text = |name: &str| headers.get(name).and_then(|v| v.to_str().ok()).map(str::to_owned);
        Self { version: text("mcp-protocol-version"), method: text("mcp-method"), name: text("mcp-name") }
    }

    /// Intermediaries route by the headers, so a modern message whose body says otherwise is refused.
    fn check(&self, received: &Message) -> Result<(), RpcError> {
        let Some(version) = received.version() else {
            return match self.version.as_deref() {
                None => Ok(()),
                Some(version) if LEGACY.contains(&version) => Ok(()),
                Some(MODERN) => Err(RpcError::new(400, -32020, "the header names a version that _meta does not")),
                Some(other) => Err(unsupported(other)),
            };
        };
        if version != MODERN {
            return Err(unsupported(version));
        }
        let name = (received.method == "tools/call").then(|| received.params.get("name").and_then(Value::as_str));
        let pairs = [
            ("MCP-Protocol-Version", self.version.as_deref(), Some(version)),
            ("Mcp-Method", self.method.as_deref(), Some(received.method.as_str())),
            ("Mcp-Name", self.name.as_deref(), name.flatten()),
        ];
        let differs =
            |header: Option<&str>, body: &str| header.is_none_or(|header| header != body && !encodes(header, body));
        match pairs.iter().find(|(_, header, body)| body.is_some_and(|body| differs(*header, body))) {
            Some((header, ..)) => Err(RpcError::new(400, -32020, format!("the header {header} differs from the body"))),
            None => Ok(()),
        }
    }
}

/// Whether a header is the base 64 of a text, in the form that MCP uses for what a header could not hold.
fn encodes(header: &str, text: &str) -> bool {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let Some(given) = header.strip_prefix("=?base64?").and_then(|rest| rest.strip_suffix("?=")) else { return false };
    let digits = text.as_bytes().chunks(3).flat_map(|chunk| {
        let bits = chunk.iter().fold(0u32, |bits, byte| bits << 8 | u32::from(*byte)) << (8 * (3 - chunk.len()));
        let digit = move |i: usize| if i > chunk.len() { b'=' } else { DIGITS[(bits >> (18 - 6 * i)) as usize % 64] };
        (0..4).map(digit)
    });
    given.bytes().eq(digits)
}

fn unsupported(version: &str) -> RpcError {
    let mut e = RpcError::new(400, -32022, format!("the version '{version}' is not supported"));
    let versions: Vec<&str> = std::iter::once(MODERN).chain(LEGACY).collect();
    e.data = Some(json!({ "supported": versions, "requested": version }));
    e
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encoded_headers_are_known_by_their_text() {
        for (text, encoded) in [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("é☃", "w6nimIM=")] {
            assert!(encodes(&format!("=?base64?{encoded}?="), text), "{text}");
            assert!(!encodes(encoded, text), "{text}");
        }
        assert!(!encodes("=?base64?Zm9v?=", "fop"));
    }
}
