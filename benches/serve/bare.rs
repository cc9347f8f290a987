//! The reference: a hyper 1 handler that parses, validates and serialises, and nothing else, on tokio's multi-threaded
//! runtime as most would write it.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::Arc;

use bytes::Bytes;
use http_body_util::{BodyExt, Full};
use hyper::body::Incoming;
use hyper::header::{CONTENT_TYPE, HeaderValue};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, Response};
use hyper_util::rt::TokioIo;
use serde_json::{Value, json};
use usertoolbench::assets::Assets;
use usertoolbench::call::Call;
use usertoolbench::catalogue::{Catalogue, Tool};
use usertoolbench::simulator::Simulator;
use usertoolbench::world::{Clock, Facts, State, World};

/// Serves on a free port, and writes it to the file named by the last argument. `--threads N` before it sets how many
/// workers there are.
pub fn run() {
    let mut builder = tokio::runtime::Builder::new_multi_thread();
    let mut threads = std::env::args().skip_while(|arg| arg != "--threads").skip(1);
    if let Some(threads) = threads.next() {
        builder.worker_threads(threads.parse().unwrap());
    }
    let runtime = builder.enable_all().build().unwrap();
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let ready = std::env::args().next_back().unwrap();
        let addr = listener.local_addr().unwrap();
        let unfinished = format!("{ready}.tmp");
        std::fs::write(&unfinished, json!({ "agent": addr.to_string() }).to_string()).unwrap();
        std::fs::rename(unfinished, ready).unwrap();
        let tools: &'static Tools = Box::leak(Box::new(tools()));
        loop {
            let (stream, _) = listener.accept().await.unwrap();
            let _ = stream.set_nodelay(true);
            let service = service_fn(move |request| answer(request, tools));
            tokio::spawn(http1::Builder::new().serve_connection(TokioIo::new(stream), service));
        }
    });
}

/// Validator and a ready answer by path.
type Tools = BTreeMap<String, (jsonschema::Validator, Value)>;

/// What each reading tool answers to its first example: the bare handler serialises the same bodies that `utb` does.
fn tools() -> Tools {
    let assets = Assets::embedded();
    let catalogue = Arc::new(Catalogue::load(&assets.specs).unwrap());
    let simulator = Simulator::load(catalogue.clone(), &assets.responses).unwrap();
    let world = Arc::new(World::new(0, Arc::new(Facts::load(&assets.responses).unwrap())));
    let reading = catalogue.tools().filter(|tool| !tool.writes());
    let ready = |tool: &Tool| {
        let call = Call { tool: tool.name.clone(), arguments: tool.spec.examples.accepted[0].arguments.clone() };
        let body = simulator.respond(&world, &Clock::sandbox(), &State::default(), call).outcome.body;
        let validator = jsonschema::validator_for(&tool.spec.input_schema).unwrap();
        (format!("/{}/{}", tool.name.toolset, tool.name.tool), (validator, body))
    };
    reading.map(ready).collect()
}

async fn answer(request: Request<Incoming>, tools: &Tools) -> Result<Response<Full<Bytes>>, Infallible> {
    let (head, body) = request.into_parts();
    let (validator, answer) = &tools[head.uri.path()];
    let body = body.collect().await.unwrap().to_bytes();
    let arguments: Value = serde_json::from_slice(&body).unwrap_or(Value::Null);
    assert!(validator.is_valid(&arguments));
    let mut response = Response::new(Full::new(Bytes::from(serde_json::to_vec(answer).unwrap())));
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    Ok(response)
}
