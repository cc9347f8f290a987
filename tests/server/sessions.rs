//! Sessions through both doors: opening, turns, replies, histories, ends.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use usertoolbench::journal::Event;

use crate::support::{Response, Server, fixture, fixture_suite, tools, validator};

/// A server with the suite of [`fixture`], and a session that is played.
struct Play<'a> {
    server: &'a Server,
    id: String,
    path: String,
}

impl<'a> Play<'a> {
    #[track_caller]
    fn open(server: &'a Server, mut request: Value) -> Self {
        request["persona"] = json!(fixture());
        let opened = server.open(&request);
        fits("session", &opened);
        let text = |name: &str| opened[name].as_str().unwrap().to_owned();
        assert_eq!(text("url"), format!("http://{}{}", server.agent, text("path")));
        Self { server, id: text("id"), path: text("path") }
    }

    /// What the agent sees of the turn.
    #[track_caller]
    fn turn(&self) -> Value {
        let turn = self.server.get(&format!("{}/turn", self.path)).expect(200);
        fits("turn", &turn);
        turn
    }

    fn answer(&self, body: &Value) -> Response {
        self.server.post_json(&format!("{}/reply", self.path), body)
    }

    /// Speaks, and gives what came of it.
    #[track_caller]
    fn say(&self, text: &str) -> Value {
        let answer = self.answer(&json!({ "text": text })).expect(200);
        fits("reply", &answer);
        answer
    }

    fn call(&self, tool: &str, arguments: &Value) -> Response {
        self.server.post_json(&format!("{}/{tool}", self.path), arguments)
    }

    fn convert(&self, amount: f64) -> Response {
        let arguments = json!({ "amount": amount, "fromCurrency": "CHF", "toCurrency": "SEK" });
        self.call("currency-exchange/convertCurrency", &arguments)
    }

    #[track_caller]
    fn described(&self) -> Value {
        let described = self.server.operate("GET", &format!("/sessions/{}", self.id), None).expect(200);
        fits("session", &described);
        described
    }
}

/// Whether an answer fits the schema that is documented for it.
#[track_caller]
fn fits(schema: &str, answer: &Value) {
    let path = format!("{}/docs/schemas/{schema}.schema.json", env!("CARGO_MANIFEST_DIR"));
    let schema: Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
    let faults: Vec<String> =
        validator(&schema).iter_errors(answer).map(|e| format!("{}: {e}", e.instance_path())).collect();
    assert!(faults.is_empty(), "{path}: {faults:?} in {answer}");
}

fn server() -> Server {
    Server::start(&["--suite", fixture_suite()])
}

#[test]
fn a_session_opens_with_every_field_and_says_what_it_is() {
    let server = server();
    let plain = Play::open(&server, json!({}));
    let described = plain.described();
    for (name, expected) in [
        ("persona", json!(fixture())),
        ("agent", json!(null)),
        ("seed", json!(0)),
        ("history", json!("gold")),
        ("turn", json!(0)),
        ("turn_id", json!("t01.1")),
        ("start", json!(0)),
        ("end", json!(6)),
        ("status", json!("playing")),
        ("clock", json!("2026-03-02T10:12:00+01:00")),
    ] {
        assert_eq!(described[name], expected, "{name}");
    }
    let full = json!({ "turn": "t01.3", "turns": 2, "seed": 9, "history": "own", "agent": "probe" });
    let described = Play::open(&server, full).described();
    for (name, expected) in [
        ("agent", json!("probe")),
        ("seed", json!(9)),
        ("history", json!("own")),
        ("turn", json!(2)),
        ("turn_id", json!("t01.3")),
        ("start", json!(2)),
        ("end", json!(4)),
    ] {
        assert_eq!(described[name], expected, "{name}");
    }
    let nulls = json!({ "turn": null, "turns": null, "seed": null, "agent": null });
    assert_eq!(Play::open(&server, nulls).described()["end"], 6);
    assert_eq!(Play::open(&server, json!({ "turn": 5, "turns": 100 })).described()["end"], 6);
    let listed = server.operate("GET", "/sessions", None).expect(200);
    assert_eq!(listed.as_array().unwrap().len(), 5, "four and the sandbox: {listed}");
    let personas = server.operate("GET", "/personas", None).expect(200);
    let row = json!({ "persona": fixture(), "topics": 2, "turns": 6 });
    assert!(personas.as_array().unwrap().contains(&row), "{personas}");
}

#[test]
fn every_wrong_field_is_refused_with_what_was_expected() {
    let server = server();
    let open = |body: &Value| server.operate("POST", "/sessions", Some(body));
    let persona = fixture();
    for (field, values) in [
        ("persona", vec![json!(1), json!(null), json!([persona])]),
        ("turn", vec![json!(-1), json!(1.5), json!(true), json!({}), json!([0])]),
        ("turns", vec![json!(-1), json!("two"), json!(0), json!(0.5)]),
        ("seed", vec![json!(-1), json!("7"), json!(1.5)]),
        ("history", vec![json!("Gold"), json!(""), json!(1)]),
        ("agent", vec![json!(3), json!({})]),
        ("color", vec![json!("red")]),
    ] {
        for value in values {
            let mut body = json!({ "persona": persona });
            body[field] = value.clone();
            let problem = open(&body).expect_problem(422, "invalid_request");
            let detail = problem["detail"].as_str().unwrap();
            assert!(detail.contains("expected"), "{field} {value}: {detail}");
            assert!(!detail.contains("untagged") && !detail.contains("enum"), "{field} {value}: {detail}");
        }
    }
    open(&json!({})).expect_problem(422, "invalid_request");
    for bad in [
        &b"{"[..],
        b"[]",
        b"\xff",
        b"{\"persona\":\"a\",\"persona\":\"b\"}",
        b"{\"seed\":9007199254740993,\"persona\":\"x\"}",
    ] {
        crate::support::ask(server.operator, "POST", "/sessions", &[], Some(bad)).expect_problem(400, "bad_json");
    }
    let unknown = open(&json!({ "persona": "rosa-lindquist" })).expect_problem(404, "unknown_persona");
    assert!(unknown["suggestions"].as_array().unwrap().contains(&json!(persona)), "{unknown}");
    for turn in [json!(6), json!(9007199254740991u64), json!("t09.1"), json!("")] {
        open(&json!({ "persona": persona, "turn": turn })).expect_problem(404, "unknown_turn");
    }
    let listed = server.operate("GET", "/sessions", None).expect(200);
    assert_eq!(listed.as_array().unwrap().len(), 1, "nothing was opened");
}

#[test]
fn a_dialogue_is_played_from_its_first_turn_to_its_last() {
    let mut server = server();
    let id;
    {
        let play = Play::open(&server, json!({}));
        id = play.id.clone();
        let first = play.turn();
        assert_eq!((&first["turn"], &first["last"], &first["history"]), (&json!(0), &json!(false), &json!([])));
        assert!(first["message"].as_str().unwrap().contains("1,873.55 francs"));
        assert_eq!(first["messages"], json!([{ "role": "user", "content": first["message"] }]));
        assert_eq!(first["now"], "2026-03-02T10:12:00+01:00");
        let offered: Vec<&str> =
            first["tools"].as_array().unwrap().iter().map(|t| t["function"]["name"].as_str().unwrap()).collect();
        let urls = first["urls"].as_object().unwrap();
        assert_eq!(offered, urls.keys().collect::<Vec<_>>());
        assert_eq!(urls["convertCurrency"], format!("{}/currency-exchange/convertCurrency", play.path));
        assert_eq!(play.convert(1873.55).expect(200)["toCurrency"], "SEK");
        assert_eq!(play.turn()["history"], json!([]), "calls of this turn are the agent's to remember");
        for _ in 1..6 {
            assert_eq!(play.say("Here you are."), json!({ "status": "turn_over", "finished": false }));
        }
        let last = play.turn();
        assert_eq!((&last["turn"], &last["last"]), (&json!(5), &json!(true)));
        assert_eq!(last["now"], "2026-04-09T17:42:00+02:00", "the clock follows the dialogue");
        assert_eq!(play.say("That is all of them."), json!({ "status": "turn_over", "finished": true }));
        assert_eq!(play.turn(), json!({ "session": play.id, "status": "finished" }));
        assert_eq!(play.described()["status"], "finished");
        play.convert(1.0).expect_problem(409, "session_finished");
        play.answer(&json!({ "text": "Hello?" })).expect_problem(409, "no_turn");
    }
    server.stop();
    let kinds: Vec<&str> = server.records().iter().filter(|r| r.session == id).map(|r| kind(&r.event)).collect();
    let mut expected = vec!["opened", "turn", "call"];
    expected.extend(["reply", "ended", "turn"].repeat(5));
    expected.extend(["reply", "ended", "closed", "call"]);
    assert_eq!(kinds, expected);
}

fn kind(event: &Event) -> &'static str {
    match event {
        Event::Opened(_) => "opened",
        Event::TurnStarted(_) => "turn",
        Event::Call(_) => "call",
        Event::Reply(_) => "reply",
        Event::TurnEnded(_) => "ended",
        Event::Closed(_) => "closed",
        _ => "other",
    }
}

#[test]
fn a_question_about_what_is_missing_gets_the_scripted_reply() {
    let server = server();
    let play = Play::open(&server, json!({ "turn": "t01.3" }));
    let wrong = play.say("Which colour do you like?");
    assert_eq!(wrong["status"], "user_replied");
    assert!(!wrong["message"].as_str().unwrap().contains("642.35"));
    let right = play.say("How much is it?");
    assert_eq!(right, json!({ "status": "user_replied", "message": "It comes to 642.35 in their money." }));
    let again = play.say("Sorry, what amount was that?");
    assert_eq!(again["message"], "As I said: It comes to 642.35 in their money.");
    let turn = play.turn();
    assert_eq!(turn["message"], again["message"]);
    let roles: Vec<&str> = turn["messages"].as_array().unwrap().iter().map(|m| m["role"].as_str().unwrap()).collect();
    assert_eq!(roles, ["user", "assistant", "user", "assistant", "user", "assistant", "user"]);
    assert_eq!(turn["messages"][3]["content"], "How much is it?");
    assert_eq!(play.say("And once more: how much?")["status"], "turn_over", "patience has an end");
    assert_eq!(play.turn()["turn"], 3);
}

#[test]
fn an_agent_may_say_itself_what_its_words_are() {
    let mut server = server();
    let id = {
        let play = Play::open(&server, json!({ "turn": "t01.3" }));
        let asked = play.answer(&json!({ "text": "The amount, please", "kind": "question" })).expect(200);
        assert_eq!(asked["message"], "It comes to 642.35 in their money.");
        let told = play.answer(&json!({ "text": "Shall I? I did.", "kind": "statement" })).expect(200);
        assert_eq!(told["status"], "turn_over");
        for body in [
            json!({ "text": "a", "kind": "order" }),
            json!({}),
            json!({ "text": 1 }),
            json!({ "text": "a", "b": 1 }),
            json!({ "text": "a", "kind": 1 }),
        ] {
            let problem = play.answer(&body).expect_problem(422, "invalid_reply");
            assert!(problem["detail"].as_str().unwrap().contains("expected"), "{problem}");
        }
        for body in [&b"{"[..], b"", b"\xff", b"{\"text\":\"\\u0000\"}", b"[]"] {
            let answer = server.post(&format!("{}/reply", play.path), body);
            assert!((400..500).contains(&answer.status), "{body:?}");
        }
        assert_eq!(play.turn()["turn"], 3, "a refused reply ends nothing");
        assert_eq!(play.say("")["status"], "turn_over", "silence is a statement");
        play.id
    };
    server.stop();
    let replies = server.records().into_iter().filter(|r| r.session == id);
    let declared: Vec<bool> =
        replies.filter_map(|r| if let Event::Reply(reply) = r.event { Some(reply.declared) } else { None }).collect();
    assert_eq!(declared, [true, true, false]);
}

#[test]
fn a_session_that_starts_later_has_the_gold_history_before_it() {
    let server = server();
    let play = Play::open(&server, json!({ "turn": 4 }));
    let turn = play.turn();
    let history = turn["history"].as_array().unwrap();
    let said: Vec<&str> =
        history.iter().filter(|m| m["role"] == "user").map(|m| m["content"].as_str().unwrap()).collect();
    assert_eq!(said.len(), 5, "four turns, one with a question: {said:?}");
    assert_eq!(said[3], "It comes to 642.35 in their money.");
    let mut open = BTreeSet::new();
    for message in history {
        for call in message["tool_calls"].as_array().into_iter().flatten() {
            serde_json::from_str::<Value>(call["function"]["arguments"].as_str().unwrap()).unwrap();
            assert!(open.insert(call["id"].as_str().unwrap()), "ids are unique");
        }
        if message["role"] == "tool" {
            assert!(open.contains(message["tool_call_id"].as_str().unwrap()), "an answer follows its call");
        }
    }
    assert_eq!(open.len(), 4);
    // What was played before does not matter: the history is the gold's.
    let other = Play::open(&server, json!({}));
    for words in ["a", "b", "c", "d"] {
        other.convert(1.0).expect(200);
        other.say(words);
    }
    assert_eq!(other.turn()["history"], turn["history"]);
    let by_id = Play::open(&server, json!({ "turn": "t02.1" }));
    assert_eq!(by_id.turn()["history"], turn["history"]);
}

#[test]
fn with_its_own_history_an_agent_sees_what_it_did_itself() {
    let server = server();
    let play = Play::open(&server, json!({ "history": "own", "turn": 1 }));
    let before = play.turn()["history"].as_array().unwrap().clone();
    assert_eq!(before.len(), 4, "the turn before the first is the gold's");
    let converted = play.convert(5.0).expect(200);
    play.call("currency-exchange/convertCurrency", &json!({ "amount": -1 })).expect_problem(422, "invalid_arguments");
    play.say("Which month?");
    play.say("It was five francs.");
    let history = play.turn()["history"].as_array().unwrap().clone();
    assert_eq!(history[..4], before[..]);
    let added = &history[4..];
    let roles: Vec<&str> = added.iter().map(|m| m["role"].as_str().unwrap()).collect();
    assert_eq!(roles, ["user", "assistant", "tool", "assistant", "tool", "assistant", "user", "assistant"]);
    let arguments: Value =
        serde_json::from_str(added[1]["tool_calls"][0]["function"]["arguments"].as_str().unwrap()).unwrap();
    assert_eq!(arguments, json!({ "amount": 5, "fromCurrency": "CHF", "toCurrency": "SEK" }));
    let answer: Value = serde_json::from_str(added[2]["content"].as_str().unwrap()).unwrap();
    assert_eq!(answer, converted);
    assert_eq!(added[1]["tool_calls"][0]["id"], added[2]["tool_call_id"]);
    assert_eq!(added[7]["content"], "It was five francs.");
}

#[test]
fn tools_that_are_not_on_offer_are_refused_by_name() {
    let mut server = server();
    let (id, others) = {
        let play = Play::open(&server, json!({}));
        let others: Vec<_> = tools().filter(|tool| tool.name.toolset != "currency-exchange").take(3).collect();
        for tool in &others {
            let path = format!("{}/{}", tool.name.toolset, tool.name.tool);
            let problem = play.call(&path, &json!({})).expect_problem(404, "tool_not_offered");
            assert_eq!(problem["suggestions"], json!(["currency-exchange"]));
        }
        let listed = server.get(&format!("{}/tools?format=mcp", play.path)).expect(200);
        assert_eq!(listed.as_array().unwrap().len(), tools().filter(|t| t.name.toolset == "currency-exchange").count());
        let openapi = server.get(&format!("{}/openapi.json", play.path)).expect(200);
        assert!(openapi["paths"].as_object().unwrap().keys().all(|path| path.starts_with("/currency-exchange/")));
        (play.id, others.len())
    };
    server.stop();
    assert_eq!(server.calls(&id).iter().filter(|call| call.status == 404).count(), others);
}

#[test]
fn a_deleted_session_is_gone_and_its_journal_closed() {
    let mut server = server();
    let id = {
        let play = Play::open(&server, json!({}));
        let path = format!("/sessions/{}", play.id);
        assert_eq!(server.operate("DELETE", &path, None).expect(200), json!({ "id": play.id, "status": "closed" }));
        for path in [path.clone(), format!("{path}/journal"), format!("{path}/verdicts")] {
            server.operate("GET", &path, None).expect_problem(404, "unknown_session");
        }
        server.operate("DELETE", &path, None).expect_problem(404, "unknown_session");
        play.convert(1.0).expect_problem(404, "unknown_session");
        server.get(&format!("{}/turn", play.path)).expect_problem(404, "unknown_session");
        play.id
    };
    server.operate("DELETE", "/sessions/sandbox", None).expect_problem(403, "sandbox_stays");
    server.stop();
    let records = server.records();
    let last = records.iter().rfind(|record| record.session == id).unwrap();
    assert!(matches!(&last.event, Event::Closed(closed) if closed.reason == "deleted"));
}

#[test]
fn many_sessions_do_not_disturb_each_other() {
    let mut server = server();
    let alone: Vec<Value> = {
        let play = Play::open(&server, json!({}));
        played(&play, 0)
    };
    let ids: Vec<String> = std::thread::scope(|scope| {
        let server = &server;
        let alone = &alone;
        let run = move |thread: usize| {
            let plays: Vec<Play<'_>> = (0..5).map(|_| Play::open(server, json!({}))).collect();
            let seen: Vec<Vec<Value>> = plays.iter().map(|play| played(play, thread)).collect();
            assert!(seen.iter().all(|seen| seen == alone));
            plays.into_iter().map(|play| play.id).collect::<Vec<_>>()
        };
        let threads: Vec<_> = (0..6).map(|thread| scope.spawn(move || run(thread))).collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    });
    assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), 30);
    server.stop();
    for id in &ids {
        let events: Vec<u64> = server.records().iter().filter(|r| r.session == *id).map(|r| r.n).collect();
        assert_eq!(events, (0..events.len() as u64).collect::<Vec<_>>(), "numbered without gaps");
    }
}

/// Two turns of a session, with what does not name the session of all that was answered.
fn played(play: &Play<'_>, salt: usize) -> Vec<Value> {
    let mut seen = Vec::new();
    for turn in 0..2 {
        let view = play.turn();
        seen.push(json!([view["turn"], view["now"], view["messages"], view["history"], view["tools"]]));
        for amount in 1..4 {
            seen.push(play.convert(f64::from(amount + turn)).expect(200));
        }
        seen.push(play.say(&format!("Done, says {salt}.")));
    }
    seen
}

#[test]
fn the_journal_of_a_session_is_its_own_and_reads_while_others_write() {
    let server = server();
    let play = Play::open(&server, json!({}));
    let stop = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        let busy = || {
            while !stop.load(std::sync::atomic::Ordering::Relaxed) {
                server.post("/currency-exchange/getAllExchangeRates", br#"{"baseCurrency":"EUR"}"#).expect(200);
            }
        };
        let threads: Vec<_> = (0..2).map(|_| scope.spawn(busy)).collect();
        for made in 1..=12 {
            play.convert(f64::from(made)).expect(200);
            let lines = server.operate("GET", &format!("/sessions/{}/journal", play.id), None).expect(200);
            let lines = lines.as_array().unwrap();
            assert_eq!(lines.len(), 2 + made as usize);
            assert!(lines.iter().all(|line| line["session"] == play.id));
            server.operate("GET", &format!("/sessions/{}/verdicts", play.id), None).expect(200);
        }
        stop.store(true, std::sync::atomic::Ordering::Relaxed);
        threads.into_iter().for_each(|thread| thread.join().unwrap());
    });
}

#[test]
fn a_long_journal_is_sent_piece_by_piece_and_is_whole() {
    let mut server = Server::start(&[]);
    for _ in 0..40 {
        server.get("/currency-exchange/getSupportedCurrencies").expect(200);
    }
    let answer = server.operate("GET", "/sessions/sandbox/journal", None);
    assert!(answer.text().len() > 200_000, "{} bytes", answer.text().len());
    let sent = answer.expect(200);
    let written: Vec<Value> = server.stop().iter().map(|record| serde_json::to_value(record).unwrap()).collect();
    assert_eq!(sent.as_array().unwrap()[..], written[..41], "all but the end of the server");
}
