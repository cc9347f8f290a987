//! The reference: a hyper 1 handler that parses, validates and serialises, and nothing else, on tokio's multi-threaded
//! runtime as most would write it.

use std::convert::Infallible;

use bytes::Bytes;
use http_body_util::{BodyExt, Full};
use hyper::body::Incoming;
use hyper::header::{CONTENT_TYPE, HeaderValue};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, Response};
use hyper_util::rt::TokioIo;
use serde_json::{Value, json};

/// Serves on a free port, and writes it to the file named by the last argument.
pub fn run() {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let ready = std::env::args().next_back().unwrap();
        let addr = listener.local_addr().unwrap();
        let unfinished = format!("{ready}.tmp");
        std::fs::write(&unfinished, json!({ "agent": addr.to_string() }).to_string()).unwrap();
        std::fs::rename(unfinished, ready).unwrap();
        let assets = usertoolbench::assets::Assets::embedded();
        let catalogue = usertoolbench::catalogue::Catalogue::load(&assets.specs).unwrap();
        let tool = catalogue.find("currency-exchange", "convertCurrency").unwrap();
        let validator: &'static jsonschema::Validator =
            Box::leak(Box::new(jsonschema::validator_for(&tool.spec.input_schema).unwrap()));
        loop {
            let (stream, _) = listener.accept().await.unwrap();
            let _ = stream.set_nodelay(true);
            let service = service_fn(move |request| answer(request, validator));
            tokio::spawn(http1::Builder::new().serve_connection(TokioIo::new(stream), service));
        }
    });
}

async fn answer(
    request: Request<Incoming>,
    validator: &jsonschema::Validator,
) -> Result<Response<Full<Bytes>>, Infallible> {
    let body = request.into_body().collect().await.unwrap().to_bytes();
    let arguments: Value = serde_json::from_slice(&body).unwrap_or(Value::Null);
    let valid = validator.is_valid(&arguments);
    let amount = arguments["amount"].as_f64().unwrap_or(0.0);
    let answer = json!({
        "amount": arguments["amount"], "fromCurrency": arguments["fromCurrency"], "toCurrency": arguments["toCurrency"],
        "rate": 0.877853, "convertedAmount": amount * 0.877853, "date": "2026-03-02", "valid": valid,
    });
    let mut response = Response::new(Full::new(Bytes::from(serde_json::to_vec(&answer).unwrap())));
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    Ok(response)
}
