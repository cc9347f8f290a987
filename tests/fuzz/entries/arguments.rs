//! A JSON object, or a query, as the arguments of every tool.

use std::sync::{Arc, LazyLock};

use serde_json::Value;
use usertoolbench::assets::Assets;
use usertoolbench::call::{canonical, strict};
use usertoolbench::catalogue::{Catalogue, arguments};

use super::Entry;

pub const ENTRY: Entry = Entry { name: "arguments", seeds, run };

pub static CATALOGUE: LazyLock<Arc<Catalogue>> =
    LazyLock::new(|| Arc::new(Catalogue::load(&Assets::embedded().specs).unwrap()));

fn seeds() -> Vec<Vec<u8>> {
    let mut seeds = super::texts(&[
        r#"{"a":[1,-2,true,null,{"b":"\u00e9\n"}],"c":{"d":{"e":[]}}}"#,
        r#"{"keywords":"émigré 北京 😀","limit":10}"#,
        "fromCurrency=USD&toCurrency=EUR&amount=12.5&date=2026-03-02&a=1&a=%C3%A9",
    ]);
    for tool in CATALOGUE.tools() {
        let examples = &tool.spec.examples;
        let accepted = examples.accepted.iter().map(|example| &example.arguments);
        let refused = examples.refused.iter().map(|example| &example.arguments);
        seeds
            .extend(accepted.chain(refused).map(|arguments| Value::Object(arguments.clone()).to_string().into_bytes()));
    }
    seeds
}

fn run(input: &[u8]) {
    if let Ok(value) = strict::value(input) {
        let bytes = canonical::bytes(&value);
        let again = strict::value(&bytes).unwrap();
        assert_eq!(canonical::bytes(&again), bytes, "the canonical form is its own");
    }
    let body = arguments::of_body(input).ok();
    let query = std::str::from_utf8(input).ok();
    for tool in CATALOGUE.tools() {
        let from_query = query.and_then(|query| arguments::of_query(Some(tool), query).ok());
        for given in [&body, &from_query].into_iter().flatten() {
            match arguments::prepare(tool, given.clone()) {
                Ok(prepared) => {
                    let again = arguments::prepare(tool, prepared.clone());
                    assert_eq!(again.as_ref(), Ok(&prepared), "{}: what was prepared is prepared", tool.name);
                }
                Err(problem) => assert_eq!(problem.status, 422, "{}: {problem:?}", tool.name),
            }
        }
    }
}
