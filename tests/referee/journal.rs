//! Journals as they come: interleaved, cut off, with records missing.

use std::fs::OpenOptions;
use std::io::Write;

use serde_json::{Value, json};
use usertoolbench::journal::{Durability, Record, Writer};
use usertoolbench::referee::{FindingKind as K, Judged, NoticeKind, Status, Third};

use crate::bench::{Bench, Play, deciding, gold};

fn three_turns() -> Bench {
    let turn = |id: &str| json!({"id": id, "gold": {"kind": "calls", "calls": [gold("a", "trains/liveTrain", json!({"train": id}))]}});
    Bench::of(["t1", "t2", "t3"].iter().map(|id| turn(id)).collect())
}

fn live<'b>(play: Play<'b>, train: &str) -> Play<'b> {
    play.call("trains/liveTrain", json!({"train": train}), json!({}))
}

fn kinds(judged: &Judged) -> Vec<NoticeKind> {
    judged.notices.iter().map(|notice| notice.kind).collect()
}

fn outcomes(judged: &Judged) -> Vec<(&str, &str, Status, bool)> {
    let outcome = |v: &'_ usertoolbench::referee::TurnVerdict| (v.status, v.exact.pass);
    let named = judged.verdicts.iter().map(|v| (&*v.session, &*v.turn, outcome(v)));
    named.map(|(session, turn, (status, pass))| (session, turn, status, pass)).collect()
}

#[test]
fn sessions_may_be_interleaved() {
    let bench = three_turns();
    let one = live(Play::new(&bench, "zz").start("t3"), "t3").end().close("finished").records;
    let other = live(Play::new(&bench, "aa").start("t3"), "wrong").end().close("finished").records;
    let mut records: Vec<Record> = Vec::new();
    for (a, b) in one.into_iter().zip(other) {
        records.extend([a, b]);
    }
    let judged = bench.judge(&records);
    let expected = [("zz", "t3", Status::Judged, true), ("aa", "t3", Status::Judged, false)];
    assert_eq!(outcomes(&judged), expected, "in the order in which they were opened");
    assert_eq!(judged.verdicts[0].third, Third::Last);
    assert_eq!(judged.notices, []);
}

#[test]
fn turns_that_a_session_never_came_to_are_not_run() {
    let bench = three_turns();
    let play = live(bench.play_from("t2"), "t2").end();
    let judged = bench.judge(&play.records);
    let expected = [("s1", "t2", Status::Judged, true), ("s1", "t3", Status::NotRun, false)];
    assert_eq!(outcomes(&judged), expected);
}

#[test]
fn a_turn_that_began_and_in_which_nothing_happened_was_not_run() {
    let bench = three_turns();
    let begun = || live(bench.play(), "t1").end().start("t2");
    let left = [begun(), begun().close("shutdown"), begun().close("deleted")];
    for play in left {
        let judged = bench.judge(&play.records);
        assert_eq!(outcomes(&judged)[0], ("s1", "t1", Status::Judged, true));
        assert_eq!(outcomes(&judged)[1], ("s1", "t2", Status::NotRun, false));
        assert!(judged.verdicts[1].findings.is_empty());
    }
    let mut torn = live(begun(), "t2").records;
    let last = torn.pop().unwrap();
    torn.push(Record { n: last.n + 1, ..live(begun(), "t2").end().records.pop().unwrap() });
    let judged = bench.judge(&torn);
    assert_eq!(outcomes(&judged)[1].2, Status::Infrastructure, "what was lost may have been all it did");
}

#[test]
fn a_session_that_was_opened_for_fewer_turns_misses_none() {
    let bench = three_turns();
    let judged = bench.judge(&live(bench.play(), "t1").end().close("finished").records);
    assert_eq!(outcomes(&judged), [("s1", "t1", Status::Judged, true)]);
}

#[test]
fn a_turn_that_was_cut_off_cannot_be_judged() {
    let bench = three_turns();
    for play in [live(bench.play(), "t1"), live(bench.play(), "t1").close("shutdown")] {
        let judged = bench.judge(&play.records);
        assert_eq!(outcomes(&judged)[0], ("s1", "t1", Status::Infrastructure, false));
        assert_eq!(deciding(&judged.verdicts[0]), [K::Infrastructure]);
    }
}

#[test]
fn an_agent_that_never_ends_its_turn_fails_it() {
    let bench = three_turns();
    let judged = bench.judge(&live(bench.play(), "t1").close("deleted").records);
    assert_eq!(outcomes(&judged)[0], ("s1", "t1", Status::Judged, false));
    assert_eq!(deciding(&judged.verdicts[0]), [K::NoReply]);
}

#[test]
fn missing_records_make_their_turn_untold_and_no_other() {
    let bench = three_turns();
    let mut records = live(live(bench.play(), "t1").end().start("t2"), "t2").end().close("finished").records;
    let lost = records.iter().position(|record| {
        format!("{:?}", record.event).contains("t2") && format!("{:?}", record.event).contains("Call")
    });
    records.remove(lost.unwrap());
    let judged = bench.judge(&records);
    assert_eq!(kinds(&judged), [NoticeKind::Gap]);
    let expected = [("s1", "t1", Status::Judged, true), ("s1", "t2", Status::Infrastructure, false)];
    assert_eq!(outcomes(&judged), expected);
}

#[test]
fn records_are_taken_in_the_order_of_their_numbers() {
    let bench = three_turns();
    let mut records = live(bench.play(), "t1").end().close("finished").records;
    records.swap(2, 3);
    let judged = bench.judge(&records);
    assert_eq!(kinds(&judged), [NoticeKind::OutOfOrder]);
    assert_eq!(outcomes(&judged), [("s1", "t1", Status::Judged, true)]);
}

#[test]
fn a_session_without_its_beginning_is_nobodys() {
    let bench = three_turns();
    let mut records = live(bench.play(), "t1").end().close("finished").records;
    records.remove(0);
    let judged = bench.judge(&records);
    assert_eq!((judged.verdicts.len(), kinds(&judged)), (0, vec![NoticeKind::NoOpening, NoticeKind::Gap]));
}

#[test]
fn another_suite_is_reported_and_what_fits_is_judged() {
    let bench = three_turns();
    let mut play = live(bench.play(), "t1").end();
    play = live(play.start("t9"), "t9").end().close("finished");
    let mut text: Vec<Value> = play.records.iter().map(|record| serde_json::to_value(record).unwrap()).collect();
    text[0]["event"]["opened"]["suite"] = json!("other");
    let records: Vec<Record> = text.iter().map(|value| serde_json::from_str(&value.to_string()).unwrap()).collect();
    let judged = bench.judge(&records);
    assert_eq!(kinds(&judged), [NoticeKind::OtherSuite, NoticeKind::UnknownTurn]);
    assert_eq!(outcomes(&judged), [("s1", "t1", Status::Judged, true)]);
}

#[test]
fn a_sandbox_is_not_judged_however_often_its_name_is_used() {
    let bench = three_turns();
    let opened = json!({"opened": {"utb": "0", "seed": 0, "history": "gold", "catalogue": "c"}});
    let sandbox = || -> Vec<Record> {
        let mut records = live(Play::new(&bench, "sandbox"), "x").records;
        let text = json!({"v": 1, "session": "sandbox", "n": 0, "wall": "", "clock": "", "event": opened});
        records[0] = serde_json::from_str(&text.to_string()).unwrap();
        records
    };
    let records: Vec<Record> = sandbox().into_iter().chain(sandbox()).collect();
    let judged = bench.judge(&records);
    assert_eq!((judged.verdicts.len(), judged.notices.len()), (0, 0));
}

#[test]
fn what_comes_after_the_end_is_noticed_once() {
    let bench = three_turns();
    let play = live(live(live(bench.play(), "t1").end().close("finished"), "t1"), "t1");
    let judged = bench.judge(&play.records);
    assert_eq!(kinds(&judged), [NoticeKind::AfterClose]);
    assert_eq!(outcomes(&judged), [("s1", "t1", Status::Judged, true)]);
}

/// A fork of `s1` after so many events, before anything happened in it.
fn fork_of<'b>(bench: &'b Bench, events: usize) -> Play<'b> {
    opened(bench, "s2", json!({"parent": {"session": "s1", "events": events}}))
}

/// A session that says more about its opening.
fn opened<'b>(bench: &'b Bench, session: &str, more: Value) -> Play<'b> {
    let mut play = Play::new(bench, session);
    let mut record = serde_json::to_value(&play.records[0]).unwrap();
    for (name, value) in more.as_object().unwrap() {
        record["event"]["opened"][name] = value.clone();
    }
    play.records[0] = serde_json::from_str(&record.to_string()).unwrap();
    play
}

#[test]
fn a_fork_goes_on_with_its_parents_turn() {
    let bench = three_turns();
    let parent = live(bench.play(), "t1");
    let fork = fork_of(&bench, parent.records.len()).within("t1").end().close("finished");
    let records: Vec<Record> = parent.records.into_iter().chain(fork.records).collect();
    let judged = bench.judge(&records);
    assert_eq!(outcomes(&judged).last(), Some(&("s2", "t1", Status::Judged, true)));
    assert_eq!(judged.notices, []);
}

#[test]
fn a_fork_may_leave_from_the_middle_of_a_finished_session() {
    let bench = three_turns();
    let parent = live(live(bench.play(), "t1"), "wrong").end().close("finished");
    let fork = fork_of(&bench, 3).within("t1").end().close("finished");
    let records: Vec<Record> = parent.records.into_iter().chain(fork.records).collect();
    let judged = bench.judge(&records);
    let expected = [("s1", "t1", Status::Judged, false), ("s2", "t1", Status::Judged, true)];
    assert_eq!(outcomes(&judged), expected, "the fork knows nothing of what came after it");
}

#[test]
fn a_fork_does_not_answer_for_what_its_parent_played() {
    let bench = three_turns();
    let parent = live(opened(&bench, "s1", json!({"start": 0, "end": 3})).start("t1"), "t1").end().start("t2");
    let events = parent.records.len();
    let more = json!({"start": 0, "end": 3, "parent": {"session": "s1", "events": events}});
    let fork = live(opened(&bench, "s2", more).within("t2"), "t2").end();
    let records: Vec<Record> = parent.records.into_iter().chain(fork.records).collect();
    let judged = bench.judge(&records);
    let of_fork: Vec<_> = outcomes(&judged).into_iter().filter(|(session, ..)| *session == "s2").collect();
    assert_eq!(of_fork, [("s2", "t2", Status::Judged, true), ("s2", "t3", Status::NotRun, false)]);
}

#[test]
fn of_a_turn_that_was_reset_the_last_attempt_counts() {
    let bench = three_turns();
    let reset = json!({"reset": {"to": "turn", "state": "", "turn": 0}});
    let again = |play: Play<'_>| {
        let records = live(play.event(reset.clone()).start("t1"), "t1").end().close("finished").records;
        bench.judge(&records)
    };
    for judged in [again(live(bench.play(), "wrong")), again(live(bench.play(), "wrong").end().close("finished"))] {
        assert_eq!(outcomes(&judged), [("s1", "t1", Status::Judged, true)]);
        assert_eq!(kinds(&judged), [NoticeKind::WentBack]);
    }
}

#[test]
fn a_repetition_under_the_same_key_is_no_second_call() {
    let bench = three_turns();
    let mut play = live(live(bench.play(), "t1"), "t1");
    let mut record = serde_json::to_value(&play.records[3]).unwrap();
    record["event"]["call"]["retry_of"] = json!(2);
    play.records[3] = serde_json::from_str(&record.to_string()).unwrap();
    let judged = bench.judge(&play.end().close("finished").records);
    assert_eq!(outcomes(&judged), [("s1", "t1", Status::Judged, true)]);
}

#[test]
fn a_session_answers_for_the_turns_it_was_opened_for() {
    let bench = three_turns();
    let play = live(opened(&bench, "s1", json!({"start": 0, "end": 2})).start("t1"), "t1").end().close("deleted");
    let expected = [("s1", "t1", Status::Judged, true), ("s1", "t2", Status::NotRun, false)];
    assert_eq!(outcomes(&bench.judge(&play.records)), expected);
    let nothing = opened(&bench, "s1", json!({"start": 1, "end": 3}));
    let expected = [("s1", "t2", Status::NotRun, false), ("s1", "t3", Status::NotRun, false)];
    assert_eq!(outcomes(&bench.judge(&nothing.records)), expected);
}

#[test]
fn a_torn_journal_is_judged_up_to_its_tear() {
    let bench = three_turns();
    let dir = tempfile::tempdir().unwrap();
    let (writer, _) = Writer::open(dir.path(), Durability::Os).unwrap();
    for record in &live(bench.play(), "t1").end().close("finished").records {
        writer.put(record);
    }
    writer.flush_all().unwrap();
    let mut file = OpenOptions::new().append(true).open(dir.path().join("journal-000001.jsonl")).unwrap();
    file.write_all(b"{\"v\":1,").unwrap();
    let judged = bench.referee.judge_journal(dir.path()).unwrap();
    assert!(judged.is_broken());
    assert_eq!(outcomes(&judged), [("s1", "t1", Status::Judged, true)]);
    assert!(bench.referee.judge_journal(&dir.path().join("nothing")).is_err());
}
