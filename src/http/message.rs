//! From hyper's requests to ours, and back.

use std::time::Duration;

use bytes::{Bytes, BytesMut};
use http_body_util::{BodyExt, Full};
use hyper::body::{Body, Incoming};
use hyper::header::{self, HeaderValue};
use hyper::{Method, Response, StatusCode};
use serde_json::Value;

use crate::call::Problem;

/// Largest body that is read, in bytes.
pub const MAX_BODY: usize = 1 << 20;

/// Time in which a body must have come.
const BODY_TIMEOUT: Duration = Duration::from_secs(10);

/// What doors answer.
pub type Reply = Response<Full<Bytes>>;

/// Most of an unwanted body that is read and thrown away, in bytes.
const MAX_DISCARDED: usize = 16 << 20;

/// Time in which an unwanted body must have come.
const DISCARD_TIMEOUT: Duration = Duration::from_secs(5);

/// Reads a body. What is too large is left where it is: see [`discard`].
///
/// # Errors
///
/// 413: it is too large. 408: it did not come in time. 400: it broke off.
pub async fn body(incoming: &mut Incoming) -> Result<Bytes, Problem> {
    tokio::time::timeout(BODY_TIMEOUT, collect(incoming)).await.unwrap_or_else(|_| {
        let detail = format!("The body did not come within {} s.", BODY_TIMEOUT.as_secs());
        Err(Problem::new(408, "body_too_slow", detail))
    })
}

async fn collect(incoming: &mut Incoming) -> Result<Bytes, Problem> {
    let too_large = || Problem::new(413, "body_too_large", format!("The body is larger than {MAX_BODY} bytes."));
    if incoming.size_hint().lower() > MAX_BODY as u64 {
        return Err(too_large());
    }
    let mut whole = BytesMut::new();
    while let Some(frame) = incoming.frame().await {
        let frame = frame.map_err(|e| Problem::new(400, "body_broke_off", format!("The body broke off: {e}.")))?;
        let Ok(data) = frame.into_data() else { continue };
        if whole.len() + data.len() > MAX_BODY {
            return Err(too_large());
        }
        if whole.is_empty() && incoming.is_end_stream() {
            return Ok(data);
        }
        whole.extend_from_slice(&data);
    }
    Ok(whole.freeze())
}

/// Reads the rest of a body and throws it away, within bounds. A connection that is closed on a client that still
/// sends is reset, and the client may then never see the answer that was sent before.
pub async fn discard(mut incoming: Incoming) {
    let rest = async {
        let mut bytes = 0;
        while let Some(Ok(frame)) = incoming.frame().await {
            bytes += frame.data_ref().map_or(0, Bytes::len);
            if bytes > MAX_DISCARDED {
                return;
            }
        }
    };
    let _ = tokio::time::timeout(DISCARD_TIMEOUT, rest).await;
}

/// A JSON answer.
pub fn json(status: u16, value: &Value) -> Reply {
    let bytes = serde_json::to_vec(value).expect("a JSON value is JSON");
    with_type(status, "application/json", bytes.into())
}

/// An answer in any media type.
pub fn with_type(status: u16, media_type: &str, bytes: Bytes) -> Reply {
    let mut reply = Response::new(Full::new(bytes));
    *reply.status_mut() = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    // A media type out of a recording may hold anything; what is no header value is sent without a type.
    if let Ok(media_type) = HeaderValue::from_str(media_type) {
        reply.headers_mut().insert(header::CONTENT_TYPE, media_type);
    }
    reply
}

/// A problem as RFC 9457 wants it.
pub fn problem(problem: &Problem) -> Reply {
    let bytes = serde_json::to_vec(problem).expect("a problem is JSON");
    let mut reply = with_type(problem.status, "application/problem+json", bytes.into());
    if problem.status == 503 || problem.status == 429 {
        reply.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
    }
    reply
}

/// 405 with what would do.
pub fn wrong_method(method: &Method, allowed: &'static str) -> Reply {
    let detail = format!("{method} does not work here; use {allowed}.");
    let mut reply = problem(&Problem::new(405, "wrong_method", detail));
    reply.headers_mut().insert(header::ALLOW, HeaderValue::from_static(allowed));
    reply
}

/// 404 for a path that leads nowhere.
pub fn no_such_path(path: &str, hint: &str) -> Reply {
    problem(&Problem::new(404, "unknown_path", format!("There is nothing at '{path}'. {hint}")))
}

/// The segments of a path with percent signs decoded.
///
/// # Errors
///
/// 400: what is decoded is not UTF-8.
pub fn segments(path: &str) -> Result<Vec<String>, Problem> {
    let decode = |segment: &str| {
        let decoded = percent_encoding::percent_decode_str(segment).decode_utf8();
        decoded.map(|text| text.into_owned()).map_err(|_| Problem::new(400, "bad_path", "The path is not UTF-8."))
    };
    path.split('/').filter(|segment| !segment.is_empty()).map(decode).collect()
}
