use std::collections::BTreeMap;

use hyper::HeaderMap;
use hyper::header::{self, HeaderName, HeaderValue};

/// Headers that are about one connection and not about the message (RFC 9110, section 7.6.1).
const HOP_BY_HOP: [&str; 9] = [
    "connection",
    "keep-alive",
    "proxy-authenticate",
    "proxy-authorization",
    "proxy-connection",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
];

/// Headers of a request that are journalled. What may be a secret is none of them.
pub const OF_REQUEST: [&str; 8] = [
    "accept",
    "accept-encoding",
    "content-encoding",
    "content-type",
    "idempotency-key",
    "mcp-protocol-version",
    "traceparent",
    "user-agent",
];

/// Headers of an answer that are journalled.
pub const OF_RESPONSE: [&str; 7] =
    ["allow", "content-encoding", "content-length", "content-type", "location", "retry-after", "server"];

/// Takes out what is about the connection that a message came over.
pub fn pass_on(headers: &mut HeaderMap) {
    // Where both stand, the length is wrong (RFC 9112, section 6.3), and who believes it reads another message.
    if headers.contains_key(header::TRANSFER_ENCODING) {
        headers.remove(header::CONTENT_LENGTH);
    }
    let listed: Vec<HeaderName> = headers.get_all(header::CONNECTION).iter().flat_map(names).collect();
    for name in listed {
        headers.remove(name);
    }
    for name in HOP_BY_HOP {
        headers.remove(name);
    }
}

/// The headers of these names, as they are journalled; one that stands several times is joined by commas.
pub fn of_interest(headers: &HeaderMap, names: &[&str]) -> BTreeMap<String, String> {
    let joined = |name: &str| {
        let values: Vec<_> = headers.get_all(name).iter().map(|v| String::from_utf8_lossy(v.as_bytes())).collect();
        (!values.is_empty()).then(|| (name.to_owned(), values.join(", ")))
    };
    names.iter().filter_map(|name| joined(name)).collect()
}

fn names(value: &HeaderValue) -> Vec<HeaderName> {
    let text = value.to_str().unwrap_or_default();
    text.split(',').filter_map(|name| HeaderName::from_bytes(name.trim().as_bytes()).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_about_the_connection_stays_behind() {
        let mut headers = HeaderMap::new();
        for (name, value) in [
            ("connection", "close, X-Private"),
            ("x-private", "1"),
            ("transfer-encoding", "chunked"),
            ("te", "trailers"),
            ("content-type", "application/json"),
            ("x-other", "2"),
        ] {
            headers.append(name, HeaderValue::from_static(value));
        }
        pass_on(&mut headers);
        let left: Vec<&str> = headers.keys().map(HeaderName::as_str).collect();
        assert_eq!(left, ["content-type", "x-other"]);
    }

    #[test]
    fn a_length_beside_chunks_stays_behind() {
        let mut headers = HeaderMap::new();
        headers.append("content-length", HeaderValue::from_static("3"));
        pass_on(&mut headers);
        assert_eq!(headers["content-length"], "3");
        headers.append("transfer-encoding", HeaderValue::from_static("chunked"));
        pass_on(&mut headers);
        assert!(headers.is_empty());
    }

    #[test]
    fn secrets_are_not_journalled() {
        let mut headers = HeaderMap::new();
        for name in ["authorization", "cookie", "x-api-key", "accept"] {
            headers.append(name, HeaderValue::from_static("x"));
        }
        headers.append("accept", HeaderValue::from_static("y"));
        let kept = of_interest(&headers, &OF_REQUEST);
        assert_eq!(kept, BTreeMap::from([("accept".to_owned(), "x, y".to_owned())]));
    }
}
