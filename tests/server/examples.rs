//! What the specs promise, kept by the running server: every example, by every way in, in any order.

use std::collections::{BTreeMap, BTreeSet};

use jsonschema::Validator;
use serde_json::{Value, json};
use usertoolbench::call::ToolName;
use usertoolbench::catalogue::Tool;

use crate::support::{Chance, Example, Response, Server, ask, call_of, everyone, examples, replays, tools, validator};

/// A server with the suite whose sessions offer everything.
fn server(args: &[&str]) -> (Server, tempfile::TempDir) {
    let dir = tempfile::tempdir().unwrap();
    let suite = everyone(dir.path());
    let args = [args, &["--suite", suite.to_str().unwrap()]].concat();
    (Server::start(&args), dir)
}

/// The URL path of a session of its own.
fn fresh(server: &Server, seed: Option<u64>) -> String {
    let opened = server.open(&json!({ "persona": "everyone", "seed": seed }));
    opened["path"].as_str().unwrap().to_owned()
}

/// Makes the call of an example: where it writes, in a session of its own.
fn make(server: &Server, reads: &str, seed: Option<u64>, example: &Example) -> Response {
    let session = if example.tool.writes() { fresh(server, seed) } else { reads.to_owned() };
    server.post(&format!("{session}/{}", example.path()), &example.body())
}

#[test]
fn accepted_examples_answer_200_fit_their_output_schema_and_replay() {
    let (mut server, dir) = server(&[]);
    let reads = fresh(&server, None);
    let mut made = 0;
    for example in examples().iter().filter(|e| e.reason.is_none()) {
        let answer = make(&server, &reads, None, example);
        assert_eq!(answer.status, 200, "{} ({}): {}", example.path(), example.note, answer.text());
        assert!(!answer.body.is_empty() && answer.header("content-type").is_some(), "{}", example.path());
        made += 1;
    }
    let outputs: BTreeMap<String, Validator> = tools()
        .map(|tool| (format!("{}/{}", tool.name.toolset, tool.name.tool), validator(&tool.spec.output_schema)))
        .collect();
    server.stop();
    let records = server.records().into_iter();
    let calls: Vec<_> = records.filter_map(|r| call_of(r.event)).collect();
    assert_eq!(calls.len(), made);
    for call in calls {
        let body: Value = serde_json::from_str(call.body.get()).unwrap();
        let path = format!("{}/{}", call.toolset, call.tool);
        let fault = outputs[&path].iter_errors(&body).next().map(|e| e.to_string());
        assert_eq!(fault, None, "{path} {:?}", call.raw);
    }
    replays(server.journal(), &["--suite", dir.path().join("suite").to_str().unwrap()]);
}

#[test]
fn refused_examples_are_refused_for_their_reason() {
    let (server, _dir) = server(&[]);
    let reads = fresh(&server, None);
    for example in examples() {
        let Some(reason) = &example.reason else { continue };
        let answer = make(&server, &reads, None, &example);
        let place = format!("{} ({})", example.path(), example.note);
        assert!((400..500).contains(&answer.status), "{place}: {}", answer.status);
        assert_eq!(answer.header("content-type"), Some("application/problem+json"), "{place}");
        let problem = answer.json();
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let errors = problem["errors"].as_array().into_iter().flatten();
        let mut faults = errors.map(|e| format!("{} {}", text(&e["pointer"]), text(&e["keyword"])));
        assert!(
            text(&problem["code"]) == *reason || faults.any(|f| f == *reason),
            "{place}: wanted {reason}: {problem}"
        );
    }
}

/// The answers to all examples, made in a shuffled order.
fn answers(server: &Server, seed: Option<u64>, order: u64) -> BTreeMap<(String, String), (u16, Vec<u8>)> {
    let mut all = examples();
    Chance::new(order).shuffle(&mut all);
    let reads = fresh(server, seed);
    let made = all.iter().map(|example| {
        let answer = make(server, &reads, seed, example);
        ((example.path(), example.note.clone()), (answer.status, answer.body))
    });
    made.collect()
}

#[test]
fn one_seed_gives_one_set_of_bytes_in_any_order_and_another_seed_another() {
    let ((one, _a), (two, _b)) = (server(&["--seed", "5"]), server(&["--seed", "77", "--threads", "1"]));
    let expected = answers(&one, None, 1);
    assert_eq!(expected, answers(&two, Some(5), 2));
    assert_ne!(expected, answers(&two, None, 4), "another seed is another world");
    let (later, _c) = server(&["--seed", "5"]);
    let run = |order| answers(&later, None, order);
    let simultaneous: Vec<_> = std::thread::scope(|scope| {
        let threads: Vec<_> = (5..7).map(|order| scope.spawn(move || run(order))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert!(simultaneous.iter().all(|answers| *answers == expected), "sessions at the same time");
}

#[test]
fn the_spelling_of_the_arguments_does_not_show_in_the_answer() {
    let (server, _dir) = server(&[]);
    let mut chance = Chance::new(11);
    let reads = fresh(&server, None);
    for example in examples() {
        let expected = make(&server, &reads, None, &example);
        let session = if example.tool.writes() { fresh(&server, None) } else { reads.clone() };
        let body = respelled(&Value::Object(example.arguments.clone()), &mut chance);
        let answer = server.post(&format!("{session}/{}", example.path()), body.as_bytes());
        assert_eq!((answer.status, answer.text()), (expected.status, expected.text()), "{} {body}", example.path());
    }
    let convert = |amount: &str| {
        let body = format!(r#"{{"amount":{amount},"fromCurrency":"EUR","toCurrency":"SEK"}}"#);
        let answer = server.post("/currency-exchange/convertCurrency", body.as_bytes());
        answer.expect(200);
        answer.text()
    };
    for (plain, others) in [("0", ["-0", "0.0", "-0.0", "0e5"]), ("250", ["250.0", "2.5e2", "250.000", "25e+1"])] {
        for other in others {
            assert_eq!(convert(other), convert(plain), "{other}");
        }
    }
}

/// The same JSON, written otherwise: keys in another order, space between tokens, characters escaped, numbers with
/// an exponent.
fn respelled(value: &Value, chance: &mut Chance) -> String {
    match value {
        Value::Object(map) => {
            let mut entries: Vec<_> = map.iter().collect();
            chance.shuffle(&mut entries);
            let write = |(key, value): (&String, &Value)| {
                format!("{} :\n {}", respelled(&Value::from(key.as_str()), chance), respelled(value, chance))
            };
            format!(" {{ {} }} ", entries.into_iter().map(write).collect::<Vec<_>>().join(" , "))
        }
        Value::Array(items) => {
            format!("[ {} ]", items.iter().map(|item| respelled(item, chance)).collect::<Vec<_>>().join("\t,"))
        }
        Value::String(text) => {
            let escape = |unit: u16| format!("\\u{unit:04X}");
            format!("\"{}\"", text.encode_utf16().map(escape).collect::<String>())
        }
        Value::Number(n) => match n.as_f64() {
            Some(float) if float.fract() == 0.0 => {
                format!("{n}{}", [".0", "e0", "E+0", ".00e-0"][chance.below(4)]).replace(".0.0", ".0")
            }
            _ if n.to_string().contains('e') => n.to_string().to_uppercase(),
            _ => format!("{n}e0"),
        },
        other => other.to_string(),
    }
}

#[test]
fn a_query_and_mcp_give_the_same_answer_as_a_body() {
    let (server, _dir) = server(&[]);
    let reads = fresh(&server, None);
    for example in examples().into_iter().filter(|e| !e.tool.writes()) {
        let posted = make(&server, &reads, None, &example);
        if let Some(query) = query(&example) {
            let got = server.get(&format!("{reads}/{}?{query}", example.path()));
            assert_eq!((got.status, got.text()), (posted.status, posted.text()), "{} ?{query}", example.path());
            assert_eq!(got.header("content-type"), posted.header("content-type"));
        }
        let between = if example.tool.properties().count() % 2 == 0 { "." } else { "__" };
        let name = format!("{}{between}{}", example.tool.name.toolset, example.tool.name.tool);
        let params = json!({ "name": name, "arguments": example.arguments });
        let request = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params });
        let result = server.post_json(&format!("{reads}/mcp"), &request).expect(200)["result"].clone();
        assert_eq!(result["content"][0]["text"], posted.text(), "{}", example.path());
        assert_eq!(result["isError"], posted.status != 200, "{}", example.path());
    }
}

/// Arguments as a query, where every value has the type that a query would be read as.
fn query(example: &Example) -> Option<String> {
    let mut pairs = Vec::new();
    for (name, value) in &example.arguments {
        let kind =
            example.tool.property(name).map_or("string", |property| property["type"].as_str().unwrap_or_default());
        match (kind, value) {
            ("string", Value::String(text)) => pairs.push((name, text.clone())),
            ("number" | "integer", Value::Number(n)) => pairs.push((name, n.to_string())),
            ("boolean", Value::Bool(b)) => pairs.push((name, b.to_string())),
            ("array", Value::Array(items)) if !items.is_empty() && items.iter().all(Value::is_string) => {
                pairs.extend(items.iter().map(|item| (name, item.as_str().unwrap().to_owned())));
            }
            _ => return None,
        }
    }
    Some(form_urlencoded::Serializer::new(String::new()).extend_pairs(pairs).finish())
}

#[test]
fn a_null_for_an_optional_argument_is_as_good_as_none() {
    let (server, _dir) = server(&[]);
    let reads = fresh(&server, None);
    for example in examples().into_iter().filter(|e| e.reason.is_none()) {
        let expected = make(&server, &reads, None, &example);
        let mut strict = example.clone();
        for name in example.tool.properties() {
            strict.arguments.entry(name).or_insert(Value::Null);
        }
        let answer = make(&server, &reads, None, &strict);
        assert_eq!((answer.status, answer.text()), (expected.status, expected.text()), "{}", example.path());
    }
}

#[test]
fn very_long_text_in_any_argument_is_answered() {
    let (server, _dir) = server(&[]);
    let reads = fresh(&server, None);
    let long = "Łódź ".repeat(30_000);
    for tool in tools() {
        let Some(accepted) = tool.spec.examples.accepted.last() else { continue };
        for name in tool.properties() {
            let mut arguments = accepted.arguments.clone();
            arguments.insert(name.to_owned(), Value::from(long.as_str()));
            let example = Example { tool, note: name.to_owned(), arguments, reason: None };
            let answer = make(&server, &reads, None, &example);
            assert!(answer.status < 500, "{} {name}: {}", example.path(), answer.status);
        }
    }
}

#[test]
fn every_listing_shows_the_same_tools() {
    let (server, _dir) = server(&[]);
    let all: Vec<&str> = tools().map(|tool| tool.spec.name.as_str()).collect();
    let listed_as = |tool: &Tool| match all.iter().filter(|name| **name == tool.spec.name).count() {
        1 => tool.spec.name.clone(),
        _ => format!("{}__{}", tool.name.toolset, tool.name.tool),
    };
    let names: Vec<String> = tools().map(listed_as).collect();
    let listed = |format: &str| ask(server.agent, "GET", &format!("/tools?format={format}"), &[], None).expect(200);
    let of = |list: &Value, at: &str| -> Vec<String> {
        list.as_array().unwrap().iter().map(|tool| tool.pointer(at).unwrap().as_str().unwrap().to_owned()).collect()
    };
    let gemini = listed("gemini")[0]["functionDeclarations"].clone();
    for (list, at) in [
        (listed("openai"), "/function/name"),
        (listed("openai-responses"), "/name"),
        (listed("anthropic"), "/name"),
        (listed("mcp"), "/name"),
        (gemini, "/name"),
    ] {
        let found = of(&list, at);
        assert!(names.iter().all(|name| found.contains(name)), "{found:?}");
        assert_eq!(found.iter().collect::<BTreeSet<_>>().len(), found.len(), "names are unique");
        assert!(found.iter().all(|name| ToolName::is_legal(name)), "{found:?}");
    }
    let openapi = server.get("/openapi.json").expect(200);
    for tool in tools() {
        let operation = &openapi["paths"][format!("/{}/{}", tool.name.toolset, tool.name.tool)]["post"];
        assert!(operation["operationId"].is_string(), "{}", tool.name);
        assert_eq!(operation["requestBody"]["content"]["application/json"]["schema"], *tool.spec.input_schema);
    }
}
