//! What a cheating agent would try. Through its door it learns the user's words, the history and the tools, and nothing
//! of the profile, the gold, the verdicts or the operator.

use std::collections::{BTreeSet, VecDeque};

use serde_json::{Value, json};
use usertoolbench::assets::{Assets, Overlays};
use usertoolbench::suite::{Source, Suite};

use crate::support::{Connection, Response, Server, ask, exchange, fixture, fixture_suite};

/// A served fixture, and what no answer at its agent door may hold.
struct Vault {
    server: Server,
    /// Sessions at each turn, in order.
    sessions: Vec<String>,
    secrets: BTreeSet<String>,
}

impl Vault {
    fn open() -> Self {
        let server = Server::start(&["--suite", fixture_suite()]);
        let open = |turn: usize| {
            server.open(&json!({ "persona": fixture(), "turn": turn, "agent": "marked-agent" }))["id"].clone()
        };
        let sessions = (0..6).map(|turn| open(turn).as_str().unwrap().to_owned()).collect();
        let mut secrets = secrets();
        secrets.insert(format!(":{}", server.operator.port()));
        secrets.insert(server.journal().to_str().unwrap().to_owned());
        Self { server, sessions, secrets }
    }

    /// Fails when an answer, header or body, holds a secret. `but` are words that the asker knows anyway.
    #[track_caller]
    fn check(&self, asked: &str, answer: &Response, but: &[&str]) {
        let head: Vec<String> = answer.headers.iter().map(|(name, value)| format!("{name}: {value}")).collect();
        let whole = format!("{}\n{}", head.join("\n"), answer.text());
        for secret in self.secrets.iter().filter(|secret| !but.contains(&secret.as_str())) {
            assert!(!whole.contains(secret.as_str()), "{asked} gives away {secret:?}: {whole}");
        }
    }

    #[track_caller]
    fn get(&self, target: &str) -> Response {
        let answer = self.server.get(target);
        self.check(target, &answer, &[]);
        answer
    }
}

/// Texts of the persona and the gold that are in no history, no user's words and no tool.
fn secrets() -> BTreeSet<String> {
    let overlays = Overlays { suite: Some(fixture_suite().into()), ..Overlays::default() };
    let suite = Suite::load(&Assets::load(&overlays).unwrap().suite).unwrap();
    let (persona, dialogue) = suite.dialogue(fixture()).unwrap();
    let mut secrets = BTreeSet::new();
    texts(&serde_json::to_value(persona).unwrap(), &mut secrets);
    for turn in dialogue.turns() {
        secrets.extend([turn.topic.id.clone(), turn.topic.title.clone(), turn.turn.id.clone()]);
        for kind in [serde_json::to_value(turn.turn.subtype).unwrap(), serde_json::to_value(turn.turn.task).unwrap()] {
            secrets.insert(kind.as_str().unwrap().to_owned());
        }
        let derived = turn.turn.gold.calls().iter().flat_map(|call| &call.arguments);
        secrets.extend(derived.filter_map(|(_, argument)| match &argument.source {
            Source::Path { path, .. } => Some(path.clone()),
            _ => None,
        }));
    }
    secrets.extend(
        ["rosa", "Rosa", "marked-agent", "expected_", "decisive", "should_have_asked", "acted_on_unsupported"]
            .map(str::to_owned),
    );
    secrets.extend(["decisionSlots", "sameAs", "\"verdicts\"", "journal-000", "\"gold\""].map(str::to_owned));
    // Words that tools, clocks and answers use as well.
    let public =
        ["currency-exchange", "convertCurrency", "toCurrency", "SEK", "neutral", "chat", "opening", "Europe/Stockholm"];
    secrets.retain(|secret| !public.contains(&secret.as_str()));
    assert!(secrets.contains("reckons-in-kronor") && secrets.contains("t01.3"));
    secrets
}

fn texts(value: &Value, into: &mut BTreeSet<String>) {
    match value {
        Value::String(text) => drop(into.insert(text.clone())),
        Value::Array(items) => items.iter().for_each(|item| texts(item, into)),
        Value::Object(map) => map.values().for_each(|item| texts(item, into)),
        _ => {}
    }
}

/// What a cheat would ask for, with the session it holds.
fn targets(session: &str, other: &str) -> Vec<String> {
    let mut targets = Vec::new();
    let wanted = [
        "sessions",
        "sessions/{me}",
        "sessions/{me}/journal",
        "sessions/{me}/verdicts",
        "sessions/{me}/state",
        "sessions/{me}/fork",
        "sessions/{me}/diff?from={you}",
        "sessions/{me}/reset",
        "sessions/{me}/snapshots",
        "sessions/sandbox/journal",
        "personas",
        "health",
        "metrics",
        "events",
        "verdicts",
        "journal",
        "profile",
        "gold",
        "admin",
        "turn/gold",
        "turn/0",
        "turns",
        "suite",
        ".git/config",
        "etc/passwd",
        "sessions/{me}/events",
    ];
    for path in wanted {
        let path = path.replace("{me}", session).replace("{you}", other);
        let encoded = path.replace('/', "%2f");
        targets.extend(
            ["/", "//", "/./", "/../", "/%2e%2e/", "/s/", "/s/sandbox/", "/s/sandbox/../", "/S/"]
                .map(|p| format!("{p}{path}")),
        );
        targets.extend(["/", "/../", "/../../", "/%2e%2e/", "/..%2f", "/;/"].map(|p| format!("/s/{session}{p}{path}")));
        targets.push(format!("/{encoded}"));
        targets.push(format!("/s/{session}/{encoded}"));
        targets.push(format!("/{}/", path.to_uppercase()));
        targets.push(format!("/{path}?operator=1#x"));
        targets.push(format!("/%{:02x}{}", path.as_bytes()[0], &path[1..]));
    }
    targets
}

#[test]
fn no_path_method_or_spelling_leads_to_the_operator() {
    let vault = Vault::open();
    let server = &vault.server;
    let before = server.operate("GET", "/sessions", None).expect(200);
    let mut connection = Connection::open(server.agent);
    for target in targets(&vault.sessions[0], &vault.sessions[1]) {
        for method in ["GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "HEAD"] {
            let answer = connection.request(method, &target, &[], (method == "POST").then_some(&b"{}"[..])).unwrap();
            assert!((400..500).contains(&answer.status), "{method} {target}: {} {}", answer.status, answer.text());
            vault.check(&format!("{method} {target}"), &answer, &[]);
        }
    }
    let after = server.operate("GET", "/sessions", None).expect(200);
    let facts = |list: &Value| -> Vec<Value> {
        list.as_array().unwrap().iter().map(|s| json!([s["id"], s["status"], s["turn"], s["clock"]])).collect()
    };
    assert_eq!(facts(&after), facts(&before), "nothing was opened, closed or moved");
}

#[test]
fn targets_that_name_the_operator_are_not_followed() {
    let vault = Vault::open();
    let server = &vault.server;
    let (me, operator) = (&vault.sessions[0], server.operator);
    for path in ["/sessions".to_owned(), format!("/sessions/{me}/verdicts"), "/personas".to_owned()] {
        let host = |host: &str| format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
        let mut requests = vec![
            format!("GET http://{operator}{path} HTTP/1.1\r\nHost: {operator}\r\nConnection: close\r\n\r\n"),
            format!("GET http://{operator}{path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", server.agent),
            format!("GET http://localhost{path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"),
            format!("GET {path} HTTP/1.0\r\nHost: {operator}\r\n\r\n"),
            format!(
                "GET {path} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-Host: {operator}\r\nX-Original-URL: {path}\r\nX-Rewrite-URL: {path}\r\nForwarded: host={operator}\r\nConnection: close\r\n\r\n"
            ),
            format!(
                "CONNECT {operator} HTTP/1.1\r\nHost: {operator}\r\n\r\nGET {path} HTTP/1.1\r\nHost: {operator}\r\n\r\n"
            ),
            // A second request hidden in the body of the first.
            format!(
                "POST /tools HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET {path} HTTP/1.1\r\nHost: {operator}\r\n\r\n"
            ),
            format!(
                "GET /tools HTTP/1.1\r\nHost: localhost\r\nUpgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\nGET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n"
            ),
        ];
        requests.extend(["operator", "operator.localhost", "127.0.0.1:1", "[::1]", "0.0.0.0", ""].map(host));
        for request in requests {
            for answer in exchange(server.agent, request.as_bytes()) {
                let listing = request.starts_with("GET /tools") && answer.status == 200;
                assert!(
                    listing || (400..500).contains(&answer.status),
                    "{request}: {} {}",
                    answer.status,
                    answer.text()
                );
                vault.check(&request, &answer, &[&format!(":{}", operator.port())]);
            }
        }
    }
}

#[test]
fn hosts_that_are_not_this_machine_are_refused_at_both_doors() {
    let server = Server::start(&[]);
    for addr in [server.agent, server.operator] {
        for host in [
            "evil.example",
            "evil.example:80",
            "127.0.0.1.evil.example",
            "localhost.evil.example",
            "user@127.0.0.1",
            "",
            "a b",
        ] {
            ask(addr, "GET", "/", &[("Host", host)], None).expect_problem(403, "wrong_host");
        }
        for host in ["localhost", "LOCALHOST:9", "127.0.0.1", "[::1]:8080", &addr.to_string()] {
            ask(addr, "GET", "/", &[("Host", host)], None).expect(200);
        }
        for head in ["Host: localhost\r\nHost: evil.example\r\n", "Host: evil.example\r\nHost: localhost\r\n"] {
            let request = format!("GET / HTTP/1.1\r\n{head}Connection: close\r\n\r\n");
            assert!(
                exchange(addr, request.as_bytes()).iter().all(|answer| matches!(answer.status, 400 | 403)),
                "{head}"
            );
        }
        let unreadable = exchange(addr, b"GET / HTTP/1.1\r\nHost: \xe9vil\r\nConnection: close\r\n\r\n");
        assert!(unreadable.iter().all(|answer| matches!(answer.status, 400 | 403)));
        let absolute =
            exchange(addr, b"GET http://evil.example/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        assert!(absolute.iter().all(|answer| matches!(answer.status, 400 | 403)));
        ask(addr, "GET", "/", &[("Origin", "https://evil.example")], None).expect_problem(403, "wrong_origin");
    }
}

#[test]
fn names_of_other_sessions_cannot_be_had_or_guessed() {
    let vault = Vault::open();
    let other = &vault.sessions[1];
    let mut changed = other.clone().into_bytes();
    changed[25] = if changed[25] == b'0' { b'1' } else { b'0' };
    let changed = String::from_utf8(changed).unwrap();
    for guess in [
        &other[..25],
        &other.to_uppercase(),
        &changed,
        &format!("{other}%00"),
        &format!("{other}%20"),
        &format!(" {other}"),
        &format!("{other}0"),
        "*",
        "..",
        "%2a",
        "",
        "null",
        "0",
    ] {
        for answer in
            exchange(vault.server.agent, format!("GET /s/{guess}/turn HTTP/1.1\r\nHost: localhost\r\n\r\n").as_bytes())
        {
            assert!((400..500).contains(&answer.status), "{guess:?}: {}", answer.status);
            assert!(answer.status == 400 || answer.json().get("suggestions").is_none(), "{guess:?}");
        }
    }
    let ids: BTreeSet<&String> = vault.sessions.iter().collect();
    assert_eq!(ids.len(), 6);
    assert!(ids.iter().all(|id| id.len() == 26));
    for me in &vault.sessions {
        for page in ["turn", "tools", "openapi.json"] {
            let text = vault.get(&format!("/s/{me}/{page}")).text();
            assert!(vault.sessions.iter().all(|id| id == me || !text.contains(id.as_str())), "{page}");
        }
    }
}

#[test]
fn everything_that_can_be_reached_is_free_of_secrets() {
    let vault = Vault::open();
    let formats =
        ["openai", "openai-responses", "anthropic", "gemini", "mcp"].map(|format| format!("/tools?format={format}"));
    let mut queue: VecDeque<String> =
        ["/", "/openapi.json", "/turn", "/s/sandbox", "/nothing", "/no/thing"].map(str::to_owned).into();
    queue.extend(formats.iter().cloned());
    for session in &vault.sessions {
        queue.extend(["", "/turn", "/openapi.json", "/nothing"].map(|page| format!("/s/{session}{page}")));
        queue.extend(formats.iter().map(|page| format!("/s/{session}{page}")));
    }
    let mut seen = BTreeSet::new();
    while let Some(target) = queue.pop_front() {
        if !seen.insert(target.clone()) || seen.len() > 600 {
            continue;
        }
        let mut links = BTreeSet::new();
        for answer in [vault.get(&target), vault.server.post(&target, b"{}")] {
            vault.check(&target, &answer, &[]);
            assert!(answer.status < 500, "{target}");
            if let Ok(value) = serde_json::from_slice::<Value>(&answer.body) {
                texts(&value, &mut links);
            }
        }
        let agent = format!("http://{}", vault.server.agent);
        let links = links.iter().map(|link| link.strip_prefix(&agent).unwrap_or(link));
        queue.extend(
            links.filter(|link| link.starts_with('/') && !link.contains(char::is_whitespace)).map(str::to_owned),
        );
    }
    assert!(seen.len() > 60, "{}", seen.len());
}

#[test]
fn mcp_has_no_method_beyond_its_tools() {
    let vault = Vault::open();
    let url = format!("/s/{}/mcp", vault.sessions[2]);
    for method in [
        "initialize",
        "server/discover",
        "tools/list",
        "ping",
        "resources/list",
        "resources/read",
        "prompts/list",
        "logging/setLevel",
        "completion/complete",
        "sampling/createMessage",
        "roots/list",
        "sessions/list",
        "verdicts/list",
        "tasks/list",
        "rpc.discover",
    ] {
        let params = json!({ "uri": "file:///journal", "name": "verdicts", "protocolVersion": "2025-11-25" });
        let answer =
            vault.server.post_json(&url, &json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params }));
        vault.check(method, &answer, &[]);
        let known = ["initialize", "server/discover", "tools/list", "ping"].contains(&method);
        assert_eq!(answer.json().get("error").is_none(), known, "{method}");
    }
    for name in [
        "verdicts",
        "sessions",
        "",
        "../sessions",
        "currency-exchange",
        "currency-exchange.",
        ".convertCurrency",
        "journal.read",
    ] {
        let params = json!({ "name": name, "arguments": {} });
        let answer = vault
            .server
            .post_json(&url, &json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params }));
        vault.check(name, &answer, &[]);
        assert_eq!(answer.json()["error"]["code"], -32602, "{name}");
    }
}

/// The shape of an answer: status, names of headers, and names and types at every level but those of lists of tools.
fn shape(answer: &Response) -> String {
    let names: BTreeSet<&str> = answer.headers.iter().map(|(name, _)| name.as_str()).collect();
    format!("{} {names:?} {}", answer.status, types(&answer.json()))
}

fn types(value: &Value) -> String {
    match value {
        Value::Object(map) => {
            let fields = map.iter().map(|(name, value)| match name.as_str() {
                "tools" | "history" | "urls" | "messages" => name.clone(),
                _ => format!("{name}:{}", types(value)),
            });
            format!("{{{}}}", fields.collect::<Vec<_>>().join(","))
        }
        Value::Array(_) => "array".into(),
        Value::String(_) => "string".into(),
        Value::Number(_) => "number".into(),
        Value::Bool(_) => "bool".into(),
        Value::Null => "null".into(),
    }
}

#[test]
fn turns_of_every_kind_look_alike() {
    let vault = Vault::open();
    let kinds = ["calls", "chain", "ask", "chat", "preference", "last"];
    let each = |send: &dyn Fn(&str) -> Response| -> BTreeSet<String> {
        let answers = vault.sessions.iter().zip(kinds).map(|(id, kind)| {
            let answer = send(&format!("/s/{id}"));
            vault.check(kind, &answer, &[]);
            shape(&answer)
        });
        answers.collect()
    };
    let reply = |text: &'static str| {
        move |server: &Server, path: &str| server.post_json(&format!("{path}/reply"), &json!({ "text": text }))
    };
    let convert = json!({ "amount": 642.35, "fromCurrency": "CHF", "toCurrency": "SEK" });
    assert_eq!(each(&|path| vault.get(&format!("{path}/turn"))).len(), 1);
    let call = |path: &str| vault.server.post_json(&format!("{path}/currency-exchange/convertCurrency"), &convert);
    assert_eq!(each(&call).len(), 1);
    for question in ["Which colour?", "Could you repeat that?", "Why?"] {
        assert_eq!(each(&|path| reply(question)(&vault.server, path)).len(), 1, "{question}");
    }
    assert_eq!(each(&|path| vault.get(&format!("{path}/turn"))).len(), 1, "after questions");
    let statement = |path: &str| reply("So be it.")(&vault.server, path);
    assert_eq!(each(&statement).len(), 1);
}

#[test]
fn the_right_question_and_a_wrong_one_are_answered_alike_but_for_the_words() {
    let vault = Vault::open();
    let asked = |session: usize, text: &str| {
        let mut answer =
            vault.server.post_json(&format!("/s/{}/reply", vault.sessions[session]), &json!({ "text": text }));
        vault.check(text, &answer, &[]);
        let words = answer.json()["message"].as_str().unwrap().to_owned();
        answer.headers.retain(|(name, _)| name != "date" && name != "content-length");
        (words, answer.status, answer.headers.clone(), types(&answer.json()))
    };
    let wrong = asked(2, "What colour is it?");
    let right = asked(2, "How much is it?");
    let idle = asked(0, "How much is it?");
    assert_eq!(right.0, "It comes to 642.35 in their money.");
    assert_eq!((wrong.1, &wrong.2, &wrong.3), (right.1, &right.2, &right.3));
    assert_eq!(
        (&wrong.0, wrong.1, &wrong.2, &wrong.3),
        (&idle.0, idle.1, &idle.2, &idle.3),
        "where nothing is missing, too"
    );
}

#[test]
fn what_the_user_has_not_said_yet_is_nowhere() {
    let vault = Vault::open();
    let later =
        ["642.35", "per diem", "291.17", "Leeds", "That pays for reeds", "How much is the per diem?", "It comes to"];
    for (turn, until) in [(0, 0), (1, 0)] {
        let text = vault.get(&format!("/s/{}/turn", vault.sessions[turn])).text();
        assert!(later[until..].iter().all(|words| !text.contains(words)), "turn {turn}");
    }
    let asking = vault.get(&format!("/s/{}/turn", vault.sessions[2])).text();
    assert!(later.iter().filter(|words| **words != "per diem").all(|words| !asking.contains(words)), "{asking}");
    let own = vault.server.open(&json!({ "persona": fixture(), "turn": 2, "history": "own" }));
    let asking = vault.get(&format!("{}/turn", own["path"].as_str().unwrap())).text();
    assert!(!asking.contains("642.35"));
}

#[test]
fn lists_of_tools_show_what_a_vendor_knows_and_no_more() {
    let vault = Vault::open();
    let expected: [(&str, &[&str]); 4] = [
        ("openai", &["type", "function"]),
        ("openai-responses", &["type", "name", "description", "parameters", "strict"]),
        ("anthropic", &["name", "description", "input_schema"]),
        ("mcp", &["name", "title", "description", "inputSchema", "outputSchema", "annotations"]),
    ];
    for (format, keys) in expected {
        let list = vault.get(&format!("/s/{}/tools?format={format}", vault.sessions[2])).expect(200);
        for tool in list.as_array().unwrap() {
            assert_eq!(tool.as_object().unwrap().keys().collect::<Vec<_>>(), keys, "{format}");
        }
    }
}

#[test]
fn the_same_look_at_the_operator_finds_them_all() {
    let vault = Vault::open();
    let mut found = BTreeSet::new();
    for page in ["/sessions".to_owned(), format!("/sessions/{}/journal", vault.sessions[2]), "/personas".to_owned()] {
        let text = vault.server.operate("GET", &page, None).text();
        found.extend(vault.secrets.iter().filter(|secret| text.contains(secret.as_str())).cloned());
    }
    for secret in ["rosa", "t01.3", "marked-agent", "\"gold\""] {
        assert!(found.contains(secret), "{secret}: {found:?}");
    }
}

#[test]
fn the_profiles_of_the_real_suite_are_in_no_turn() {
    let suite = Suite::load(&Assets::embedded().suite).unwrap();
    let server = Server::start(&[]);
    for (id, persona) in &suite.personas {
        let mut hidden = BTreeSet::from([persona.summary.clone(), persona.communication.style.clone()]);
        hidden.extend(persona.preferences.iter().flat_map(|p| [p.id.clone(), p.sentence.clone()]));
        hidden.extend(persona.constraints.iter().cloned());
        texts(&serde_json::to_value(&persona.habits).unwrap(), &mut hidden);
        let turns: Vec<_> = suite.dialogues[id].turns().collect();
        hidden.extend(turns.iter().flat_map(|turn| [turn.turn.id.clone(), turn.topic.id.clone()]));
        for turn in turns.iter().step_by(1 + turns.len() / 20) {
            let opened = server.open(&json!({ "persona": id, "turn": turn.index }));
            let text = server.get(&format!("{}/turn", opened["path"].as_str().unwrap())).text();
            for words in hidden.iter().filter(|words| !words.is_empty()) {
                assert!(!text.contains(words.as_str()), "{id} {}: {words:?}", turn.turn.id);
            }
        }
    }
}
