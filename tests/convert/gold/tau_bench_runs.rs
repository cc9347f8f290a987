//! tau-bench: the relaxed verdict is its reward.

use std::collections::BTreeSet;

use serde_json::Value;
use usertoolbench::convert::gold::{Imported, tau_bench};
use usertoolbench::journal::Event;
use usertoolbench::referee::{FindingKind as K, VerdictKind as V};
use usertoolbench::suite::Gold;

use super::{again, changed, fixtures, records, referee, refused, renumber, suite, verdicts, without};

fn imported() -> Imported {
    tau_bench::import(&fixtures("tau-bench"), None).unwrap()
}

fn audit() -> Vec<Value> {
    let text = std::fs::read_to_string(fixtures("tau-bench").join("trajectories_airline_audit.jsonl")).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn recorded_runs_of_a_real_model_are_judged_as_the_project_rewarded_them() {
    let imported = imported();
    let verdicts = verdicts(&imported, "airline-gpt-4o");
    assert_eq!((verdicts.len(), imported.rewards.len()), (15, 15));
    for verdict in &verdicts {
        let reward = imported.rewards[&*verdict.session];
        assert_eq!(verdict.relaxed.pass, reward == 1.0, "{}: {:#?}", verdict.session, verdict.relaxed);
        assert_eq!(verdict.agent.as_deref(), Some("gpt-4o"));
    }
    // Reads on the way do no harm, and a question is no harm either: the exact verdict is another one.
    assert!(verdicts.iter().all(|verdict| !verdict.exact.pass));
}

#[test]
fn what_the_audit_works_out_again_differs_in_one_run_that_was_cut_off() {
    let verdicts = verdicts(&imported(), "airline-gpt-4o");
    let mut differ = Vec::new();
    for line in audit() {
        let session = format!("tau-airline-{}-{}-gpt-4o", line["task_id"], line["trial"]);
        let verdict = verdicts.iter().find(|verdict| *verdict.session == *session).unwrap();
        if verdict.relaxed.pass != (line["reward_recomputed_at_head"] == 1.0) {
            let why: BTreeSet<K> = verdict.findings.iter().filter(|f| f.fails(V::Relaxed)).map(|f| f.kind).collect();
            differ.push((session, why));
        }
    }
    // The project's limit of 30 steps came after the last write and before the closing words. The sum stands beside a
    // call only, where no user gets to read it; the project gave no reward either.
    let cut_off = ("tau-airline-2-1-gpt-4o".to_owned(), BTreeSet::from([K::DidNotSay, K::NoReply]));
    assert_eq!(differ, [cut_off]);
}

#[test]
fn the_gold_as_it_was_run_is_right_by_both_verdicts_but_for_calls_that_its_own_world_refuses() {
    let imported = imported();
    let verdicts = verdicts(&imported, "gold");
    assert_eq!(verdicts.len(), 83);
    let failed = |kind: V| verdicts.iter().filter(move |v| v.passes(kind) == Some(false)).map(|v| &*v.session);
    assert_eq!(failed(V::Relaxed).collect::<Vec<_>>(), [] as [&str; 0]);
    let refused = [2, 4, 12, 36, 38, 46, 54, 64, 68, 106].map(|n| format!("tau-retail-{n}-gold"));
    assert_eq!(failed(V::Exact).collect::<Vec<_>>(), refused);
    let told: Vec<String> = imported.lost.lines().filter(|line| line.contains("since it ends in an error")).collect();
    assert_eq!(told.len(), refused.len(), "each of them is told: {told:#?}");
}

/// Without a single write, or with one of another task, or with words unsaid, no gold run passes.
#[test]
fn a_gold_run_fails_when_a_write_is_left_out_or_added_or_when_nothing_is_said() {
    let imported = imported();
    let (referee, suite, all) = (referee(&imported), suite(&imported), records(&imported, "gold"));
    let needed = |session: &str, tool: &str| {
        let (_, dialogue) = suite.dialogue(session.strip_suffix("-gold").unwrap()).unwrap();
        let calls = dialogue.turns().next().unwrap().turn.gold.calls();
        calls.iter().any(|call| !call.optional && call.tool == tool)
    };
    let mut seen = (0, 0, 0);
    for verdict in referee.judge(all) {
        let session = &*verdict.session;
        let own: Vec<_> = all.iter().filter(|record| record.session == session).collect();
        for (at, record) in own.iter().enumerate() {
            let Event::Call(call) = &record.event else { continue };
            if call.status != 200 || !needed(session, &call.tool) {
                continue;
            }
            let mut left_out: Vec<_> =
                own.iter().enumerate().filter(|(i, _)| *i != at).map(|(_, r)| again(r)).collect();
            renumber(&mut left_out);
            assert!(!referee.judge(&left_out)[0].relaxed.pass, "{session} without {}", call.tool);
            let mut twice: Vec<_> =
                own.iter().flat_map(|r| (0..=usize::from(r.n == record.n)).map(|_| again(r))).collect();
            renumber(&mut twice);
            assert!(!referee.judge(&twice)[0].relaxed.pass, "{session} with {} twice", call.tool);
            seen.0 += 1;
        }
        let owned: Vec<_> = own.iter().map(|record| again(record)).collect();
        let silent = without(&owned, |event| matches!(event, Event::Reply(_)));
        let says = !suite.dialogues[&*verdict.persona].turns().next().unwrap().turn.says.is_empty();
        assert_eq!(referee.judge(&silent)[0].relaxed.pass, !says, "{session} in silence");
        let idle = without(&owned, |event| matches!(event, Event::Call(call) if !needed(session, &call.tool)));
        assert!(referee.judge(&idle)[0].relaxed.pass, "{session} without the calls that may be left out");
        seen.1 += usize::from(says);
        seen.2 += owned.len() - idle.len();
    }
    assert!(seen.0 > 90 && seen.1 > 15 && seen.2 > 200, "{seen:?}");
}

#[test]
fn a_task_without_gold_calls_is_talk_and_its_reads_do_no_harm() {
    let suite = suite(&imported());
    let idle = |id: &&String| suite.dialogues[*id].turns().all(|turn| turn.turn.gold == Gold::Chat);
    let ids: Vec<&String> = suite.dialogues.keys().filter(idle).collect();
    assert!(ids.contains(&&"tau-airline-18".to_owned()) && ids.contains(&&"tau-airline-24".to_owned()), "{ids:?}");
}

#[test]
fn a_file_of_another_kind_is_refused_with_file_line_and_pointer() {
    let import = |file: &str, change: &dyn Fn(&str) -> String| {
        let dir = changed("tau-bench", file, change);
        refused(tau_bench::import(dir.path(), None))
    };
    let tasks = import("tasks_airline.json", &|text| text.replacen("\"kwargs\"", "\"arguments\"", 1));
    assert_eq!(tasks, "tasks_airline.json: /0/actions/0: the member 'kwargs' is missing");
    let torn = import("tasks_retail.json", &|text| text[..text.len() / 2].to_owned());
    assert!(torn.starts_with("tasks_retail.json: line ") && torn.contains("is not JSON"), "{torn}");
    let unknown = import("tasks_airline.json", &|text| text.replacen("\"book_reservation\"", "\"book\"", 1));
    assert_eq!(unknown, "tasks_airline.json: /0/actions/0: there is no tool 'book' in tools_airline.json");
    let run =
        import("trajectories_airline_gpt-4o.jsonl", &|text| text.replacen("\"role\": \"user\"", "\"role\": 3", 1));
    assert!(
        run.starts_with("trajectories_airline_gpt-4o.jsonl: line 1: /traj/1/role: expected a text, found"),
        "{run}"
    );
    let other =
        import("trajectories_airline_gpt-4o.jsonl", &|text| text.replacen("\"task_id\": 6", "\"task_id\": 7", 1));
    assert!(other.ends_with("tasks_airline.json has no task 7"), "{other}");
    let replay =
        import("gold_replay_airline.jsonl", &|text| text.replacen("book_reservation", "cancel_reservation", 1));
    assert!(
        replay.contains("gold_replay_airline.jsonl has no step 0 of book_reservation with these arguments"),
        "{replay}"
    );
    let schema = import("tools_airline.json", &|text| text.replacen("\"object\"", "\"array\"", 1));
    assert!(schema.starts_with("tools_airline.json: /0: ") && schema.contains("not that of an object"), "{schema}");
    let empty = tempfile::tempdir().unwrap();
    assert!(refused(tau_bench::import(empty.path(), None)).contains("holds no tools_<domain>.json"));
    assert!(refused(tau_bench::import(&empty.path().join("gone"), None)).contains("cannot be read"));
}

#[test]
fn the_same_files_give_the_same_bytes() {
    let [one, two] = [imported(), imported()].map(|imported| {
        let lines = |records: &[_]| records.iter().map(|r| serde_json::to_string(r).unwrap()).collect::<Vec<_>>();
        let journals: Vec<_> = imported.journals.iter().map(|j| (j.name.clone(), lines(&j.records))).collect();
        (imported.specs, imported.suite, journals, imported.lost)
    });
    assert_eq!(one, two);
}

#[test]
fn newer_gold_changes_the_verdicts_on_the_tasks_that_it_corrects_and_on_no_others() {
    let newer = tau_bench::import(&fixtures("tau-bench"), Some(&fixtures("tau2-bench"))).unwrap();
    let (old, new) = (imported(), newer);
    let mut changes = Vec::new();
    for journal in ["gold", "airline-gpt-4o"] {
        let (before, after) = (verdicts(&old, journal), verdicts(&new, journal));
        for (before, after) in before.iter().zip(&after) {
            assert_eq!(before.session, after.session);
            if before.relaxed.pass != after.relaxed.pass {
                let why = after.relaxed.decisive.as_ref().map(|finding| (finding.kind, finding.tool.clone().unwrap()));
                changes.push((after.session.clone(), why));
            }
        }
    }
    // Its old gold sends a certificate that, as the maintainers found, the policy does not allow.
    let sent = Some((K::ExtraCall, "send_certificate".to_owned()));
    assert_eq!(changes, [("tau-airline-46-gold".into(), sent)]);
    let corrected = |id: &str| suite(&new).personas[id].origin.clone().unwrap().task;
    assert_eq!(corrected("tau-airline-46"), "airline 46, with the gold of task 2 of tau2-bench");
    assert_eq!(corrected("tau-retail-10"), "retail 10, with the gold of task 10 of tau2-bench");
    assert_eq!(corrected("tau-retail-50"), "retail 50, with the gold of task 50 of tau2-bench");
    let left_out = new.lost.lines().filter(|line| line.contains("the correction of")).count();
    assert_eq!(left_out, 11 - 3, "the other corrections are of tasks that the sample does not have");
    let empty = tempfile::tempdir().unwrap();
    let none = tau_bench::import(&fixtures("tau-bench"), Some(empty.path()));
    assert!(refused(none).contains("holds no gold_corrections_<domain>.json"));
}
