//! Exchanges that passed through a proxy, in the words of the conventions for HTTP.

use super::shape::Attribute;
use crate::journal::format::ExchangeRecord;

/// Methods that may stand in a span's name; any other could be anything.
const METHODS: [&str; 9] = ["CONNECT", "DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT", "TRACE"];

/// Name of the span of an exchange: its method, since the journal knows of no routes.
pub(super) fn name(exchange: &ExchangeRecord) -> String {
    known(exchange).unwrap_or("HTTP").to_owned()
}

fn known(exchange: &ExchangeRecord) -> Option<&'static str> {
    METHODS.into_iter().find(|method| *method == exchange.method)
}

/// What went wrong, where something did: a word of ours, or the status of a server that failed.
pub(super) fn error(exchange: &ExchangeRecord) -> Option<String> {
    let failed = exchange.status.filter(|status| *status >= 500).map(|status| status.to_string());
    exchange.fault.map(|fault| fault.word().to_owned()).or(failed)
}

/// Method, path, sizes and times; the query only with content, since it may say more than a telemetry store should know.
pub(super) fn of_exchange(exchange: &ExchangeRecord, with_content: bool) -> Vec<Attribute> {
    let mut attributes = match known(exchange) {
        Some(method) => vec![Attribute::text("http.request.method", method)],
        None => vec![
            Attribute::text("http.request.method", "_OTHER"),
            Attribute::text("http.request.method_original", exchange.method.clone()),
        ],
    };
    attributes.extend([
        Attribute::text("url.scheme", "http"),
        Attribute::text("url.path", exchange.path.clone()),
        Attribute::integer("http.request.body.size", exchange.request.bytes),
        Attribute::integer("http.response.body.size", exchange.response.bytes),
    ]);
    let query = exchange.query.clone().filter(|_| with_content);
    attributes.extend(query.map(|query| Attribute::text("url.query", query)));
    let agent = exchange.request_headers.get("user-agent").cloned();
    attributes.extend(agent.map(|agent| Attribute::text("user_agent.original", agent)));
    attributes.extend(exchange.first_byte_micros.map(|micros| Attribute::integer("utb.first_byte_micros", micros)));
    attributes.extend(exchange.fault.map(|fault| Attribute::text("utb.fault", fault.word())));
    attributes
}
