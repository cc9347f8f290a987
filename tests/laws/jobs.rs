//! Laws of `jobs`: one market of vacancies, seen through two searches, two detail tools and what a session writes.
//!
//! Tables: `job_applications` (key application_id: application_id, job_id, name, email, resume or `None`, applied_at as
//! RFC 3339; optional outcome `offer`, `rejected` or `closed` fixes how it ends) and `saved_job_searches` (key search_id:
//! search_id, keywords, location as its full name, email, matches, saved_at).

use std::collections::BTreeSet;

use proptest::prelude::*;
use serde_json::{Value, json};

use crate::bench::{Bench, items, word};

const SET: &str = "jobs";

const TRADES: [&str; 16] = [
    "nurse",
    "software engineer",
    "baker",
    "teacher",
    "accountant",
    "driver",
    "electrician",
    "sales",
    "designer",
    "data",
    "jobs",
    "remote",
    "manager",
    "part-time",
    "welder or plumber",
    "Kubernetes",
];

const PLACES: [&str; 14] = [
    "Rotterdam",
    "London",
    "Germany",
    "Netherlands",
    "Bavaria",
    "Europe",
    "Remote",
    "Chicago",
    "Canada",
    "Texas",
    "India",
    "Remote, Spain",
    "EU",
    "Utrecht",
];

fn ok(bench: &mut Bench, tool: &str, arguments: Value) -> Value {
    bench.ok(&format!("{SET}/{tool}"), arguments)
}

fn refused(bench: &mut Bench, tool: &str, arguments: Value) -> (u16, String) {
    let (status, code, _) = bench.refused(&format!("{SET}/{tool}"), arguments);
    (status, code)
}

fn ids(found: &Value) -> Vec<String> {
    items(&found["jobs"]).iter().map(|job| word(&job["job_id"]).to_owned()).collect()
}

fn on(seed: u64, day: &str) -> Bench {
    Bench::new(seed).at(&format!("{day}T09:00:00Z"), "UTC")
}

fn day() -> impl Strategy<Value = String> {
    (2025..=2027, 1..=12, 1..=28).prop_map(|(year, month, day)| format!("{year}-{month:02}-{day:02}"))
}

fn person(name: &str) -> Value {
    json!({"name": name, "email": format!("{}@people.example", name.to_lowercase().replace(' ', "."))})
}

/// Whether the text of a vacancy, as its details show it, holds a word or a word that begins so.
fn shows(details: &Value, wanted: &str) -> bool {
    details.to_string().to_lowercase().contains(wanted)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(7))]

    #[test]
    fn a_row_says_what_the_details_say(seed: u64, day in day(), trade in prop::sample::select(&TRADES[..]), place in prop::sample::select(&PLACES[..])) {
        let mut bench = on(seed, &day);
        let found = ok(&mut bench, "searchJobs", json!({"keywords": trade, "location": place}));
        for row in items(&found["jobs"]).iter().take(6) {
            let details = ok(&mut bench, "getJobDetails", json!({"job_id": row["job_id"]}));
            for (field, value) in row.as_object().unwrap().iter().filter(|(field, _)| *field != "distance_miles") {
                prop_assert_eq!(&details[field], value, "{}", field);
            }
            prop_assert_eq!(&details["status"], "open");
            prop_assert!(word(&row["posted_on"]) <= day.as_str() && day.as_str() <= word(&row["closes_on"]));
            let company = ok(&mut bench, "getCompanyProfile", json!({"company_id": row["company_id"]}));
            prop_assert_eq!((&company["name"], &company["industry"]), (&row["company"], &details["industry"]));
            prop_assert!(items(&company["offices"]).iter().any(|office| office["city"] == row["city"]));
            prop_assert!(company["open_jobs"].as_u64() >= Some(1));
        }
    }

    #[test]
    fn narrower_searches_find_less(seed: u64, day in day(), trade in prop::sample::select(&TRADES[..])) {
        let mut bench = on(seed, &day);
        let mut total = |arguments: Value| ok(&mut bench, "searchJobs", arguments)["total"].as_u64().unwrap();
        let all = total(json!({"keywords": trade}));
        let senior = total(json!({"keywords": format!("{trade} senior")}));
        prop_assert!(senior <= all || trade.contains(" or "));
        let europe = total(json!({"keywords": trade, "location": "Europe"}));
        let germany = total(json!({"keywords": trade, "location": "Germany"}));
        prop_assert!(germany <= europe && europe <= all);
        let near: Vec<u64> = [0, 10, 25, 60, 200, 500].map(|radius| total(json!({"keywords": trade, "location": "Cologne", "radius": radius}))).to_vec();
        prop_assert!(near.is_sorted(), "{:?}", near);
        let kinds = ["full-time", "part-time", "contract", "temporary", "internship"];
        let parts: u64 = kinds.map(|kind| total(json!({"keywords": trade, "job_type": kind}))).iter().sum();
        prop_assert_eq!(parts, all, "each job is of one kind");
        let pay: Vec<u64> = ["60000-60000", "50000-70000", "30000-90000", "0-", "Unlimited"].map(|range| total(json!({"keywords": trade, "salary_range": range}))).to_vec();
        prop_assert!(pay.is_sorted() && pay[3] == all && pay[4] == all, "{:?}", pay);
        let (below, above) = (total(json!({"keywords": trade, "salary_range": "up to 55000"})), total(json!({"keywords": trade, "salary_range": "55000+"})));
        prop_assert!(below + above >= all);
    }

    #[test]
    fn pages_joined_are_the_whole_and_no_more_than_the_world_search_finds(seed: u64, day in day(), place in prop::sample::select(&["Germany", "Netherlands", "London", "Remote", "Bavaria", "Remote, Spain"][..]), title in prop::sample::select(&["", "engineer", "manager", "nurse"][..])) {
        let mut bench = on(seed, &day);
        let mut joined = Vec::new();
        let (mut total, mut beyond) = (0, 0);
        for page in 1..=5 {
            let found = ok(&mut bench, "searchJobsInEuropeAndRemote", json!({"location": place, "title": title, "page": page}));
            (total, beyond) = (found["total"].as_u64().unwrap(), found["beyond"].as_u64().unwrap());
            prop_assert_eq!(ids(&found).is_empty(), page > found["pages"].as_i64().unwrap());
            joined.extend(items(&found["jobs"]).to_vec());
        }
        let unique: BTreeSet<&str> = joined.iter().map(|job| word(&job["job_id"])).collect();
        prop_assert_eq!(unique.len(), joined.len(), "no job stands on two pages");
        prop_assert_eq!(joined.len() as u64 + beyond, total);
        if place == "Remote" || !place.starts_with("Remote") {
            let everything = ok(&mut bench, "searchJobs", json!({"keywords": format!("jobs {title}"), "location": place}));
            prop_assert!(everything["total"].as_u64().unwrap() >= total);
            if everything["more"] == 0 {
                for job in &joined {
                    prop_assert!(items(&everything["jobs"]).contains(job), "{} is no job of the world", job["job_id"]);
                }
            }
        }
        for job in &joined {
            prop_assert!(place.starts_with("Remote") == (job["workplace"] == "remote") || !place.starts_with("Remote"));
        }
    }

    #[test]
    fn places_hold_what_lies_there(seed: u64, day in day()) {
        let mut bench = on(seed, &day);
        for (place, field, value) in [("Ireland", "country_code", "IE"), ("NL", "country_code", "NL"), ("Remote", "workplace", "remote")] {
            let found = ok(&mut bench, "searchJobs", json!({"keywords": "jobs", "location": place}));
            prop_assert!(items(&found["jobs"]).iter().all(|job| job[field] == value), "{}", place);
        }
        let found = ok(&mut bench, "searchJobs", json!({"keywords": "jobs", "location": "Rotterdam", "radius": 40}));
        for job in items(&found["jobs"]) {
            let miles = job["distance_miles"].as_f64().unwrap();
            prop_assert!(miles <= 40.0 && (miles == 0.0) == (job["city"] == "Rotterdam"));
        }
        let found = ok(&mut bench, "searchJobs", json!({"keywords": "jobs", "location": "Remote, Germany"}));
        for job in items(&found["jobs"]) {
            let from = word(&job["remote_from"]);
            prop_assert!(from == "Anywhere" || from == "Germany" || from == "Europe", "{}", from);
        }
    }

    #[test]
    fn a_vacancy_never_changes_and_is_there_from_its_first_day(seed: u64, day in day()) {
        let found = ok(&mut on(seed, &day), "searchJobs", json!({"keywords": "jobs"}));
        for job in items(&found["jobs"]).iter().take(4) {
            let id = json!({"job_id": job["job_id"]});
            let (posted, closes) = (word(&job["posted_on"]), word(&job["closes_on"]));
            let at = |day: &str, time: &str| Bench::new(seed).at(&format!("{day}T{time}Z"), "UTC");
            let first = ok(&mut at(posted, "00:00:00"), "getJobDetails", id.clone());
            let last = ok(&mut at(closes, "23:59:59"), "getJobDetails", id.clone());
            let later = ok(&mut at("2028-06-01", "00:00:00"), "getJobDetails", id.clone());
            prop_assert_eq!((&first["status"], &last["status"], &later["status"]), (&json!("open"), &json!("open"), &json!("closed")));
            for field in ["title", "salary", "summary", "responsibilities", "company_id", "closes_on"] {
                prop_assert!(first[field] == last[field] && last[field] == later[field], "{}", field);
            }
            prop_assert!(first["applicants"].as_u64() <= last["applicants"].as_u64());
            prop_assert_eq!(&first["applicants"], 0);
            let before: jiff::civil::Date = posted.parse().unwrap();
            let mut early = at(&before.yesterday().unwrap().to_string(), "23:59:59");
            prop_assert_eq!(refused(&mut early, "getJobDetails", id.clone()), (404, "unknown_job".to_owned()));
            let apply = json!({"job_id": job["job_id"], "applicant_info": person("Late Comer")});
            prop_assert_eq!(refused(&mut at("2028-06-01", "00:00:00"), "applyForJob", apply), (409, "posting_closed".to_owned()));
        }
    }

    #[test]
    fn an_application_is_followed_to_its_end(seed: u64, day in day(), pick in 0..40_usize) {
        let mut bench = on(seed, &day);
        let found = ok(&mut bench, "searchJobs", json!({"keywords": "jobs"}));
        let job = &items(&found["jobs"])[pick];
        let before = ok(&mut bench, "getJobDetails", json!({"job_id": job["job_id"]}));
        let call = json!({"job_id": job["job_id"], "applicant_info": person("Noor Visser")});
        let sent = ok(&mut bench, "applyForJob", call.clone());
        prop_assert_eq!((&sent["title"], &sent["resume"]), (&job["title"], &json!("None")));
        let after = ok(&mut bench, "getJobDetails", json!({"job_id": job["job_id"]}));
        prop_assert_eq!(after["applicants"].as_u64().unwrap(), before["applicants"].as_u64().unwrap() + 1);
        let mut shouted = call.clone();
        shouted["applicant_info"]["email"] = json!("NOOR.VISSER@people.example");
        shouted["job_id"] = json!(word(&job["job_id"]).to_lowercase());
        prop_assert_eq!(refused(&mut bench, "applyForJob", shouted), (409, "already_applied".to_owned()));
        let track = json!({"application_id": sent["application_id"]});
        let mut told = ok(&mut bench, "trackJobApplication", track.clone());
        prop_assert_eq!(&told["status"], "submitted");
        let start: jiff::civil::Date = day.parse().unwrap();
        for days in [1, 5, 10, 20, 40, 90, 200] {
            let then = start.checked_add(jiff::Span::new().days(days)).unwrap();
            bench = bench.at(&format!("{then}T18:00:00Z"), "UTC");
            let now = ok(&mut bench, "trackJobApplication", track.clone());
            let (events, earlier) = (items(&now["events"]), items(&told["events"]));
            prop_assert_eq!(&events[..earlier.len()], earlier, "the past stays");
            prop_assert_eq!(&events[events.len() - 1]["status"], &now["status"]);
            prop_assert!(events.iter().map(|event| word(&event["at"])).is_sorted());
            told = now;
        }
        prop_assert!(["offer", "rejected", "closed"].contains(&word(&told["status"])), "{}", told["status"]);
    }

    #[test]
    fn a_saved_search_counts_what_the_search_finds(seed: u64, day in day(), trade in prop::sample::select(&TRADES[..]), place in prop::sample::select(&PLACES[..])) {
        let mut bench = on(seed, &day);
        let saved = ok(&mut bench, "saveSearchAndNotify", json!({"search_criteria": {"keywords": trade, "location": place}, "email": "a@people.example"}));
        let found = ok(&mut bench, "searchJobs", json!({"keywords": trade, "location": place}));
        prop_assert_eq!(&saved["matches_now"], &found["total"]);
        let shown: Vec<&Value> = items(&saved["examples"]).iter().map(|job| &job["job_id"]).collect();
        let best: Vec<&Value> = items(&found["jobs"]).iter().take(5).map(|job| &job["job_id"]).collect();
        prop_assert_eq!(shown, best);
        let again = json!({"search_criteria": {"keywords": trade.to_uppercase(), "location": place}, "email": "A@people.example"});
        prop_assert_eq!(refused(&mut bench, "saveSearchAndNotify", again), (409, "already_saved".to_owned()));
        ok(&mut bench, "saveSearchAndNotify", json!({"search_criteria": {"keywords": trade, "location": place}, "email": "b@people.example"}));
        prop_assert_eq!(bench.state.rows("saved_job_searches").count(), 2);
    }

    #[test]
    fn nothing_that_is_typed_breaks_a_search(seed: u64, text in "\\PC{1,60}") {
        let mut bench = Bench::new(seed);
        for (tool, arguments) in [
            ("searchJobs", json!({"keywords": text})),
            ("searchJobs", json!({"keywords": "cook", "location": text})),
            ("searchJobs", json!({"keywords": "cook", "salary_range": text})),
            ("searchJobs", json!({"keywords": "cook", "job_type": text})),
            ("searchJobsInEuropeAndRemote", json!({"location": "Europe", "title": text, "keywords": [text]})),
            ("getJobDetails", json!({"job_id": text})),
            ("getCompanyProfile", json!({"company_id": text})),
            ("trackJobApplication", json!({"application_id": text})),
        ] {
            let outcome = bench.call(&format!("{SET}/{tool}"), arguments.clone());
            prop_assert!(outcome.status < 500, "{} {}: {}", tool, arguments, outcome.body);
        }
    }
}

#[test]
fn what_is_found_holds_the_word() {
    for seed in 0..3 {
        let mut bench = Bench::new(seed);
        for trade in ["nurse", "kubernetes", "forklift", "sourdough", "teacher", "solar", "baker"] {
            let found = ok(&mut bench, "searchJobs", json!({"keywords": trade}));
            assert!(found["total"].as_u64().unwrap() > 0, "{trade}");
            for id in ids(&found).iter().take(40) {
                let details = ok(&mut bench, "getJobDetails", json!({"job_id": id}));
                assert!(shows(&details, &trade[..4]), "{trade} is not in {details}");
            }
        }
    }
}

#[test]
fn better_fits_come_first_and_then_newer_ones() {
    let mut bench = Bench::new(4);
    let found = ok(&mut bench, "searchJobs", json!({"keywords": "baker"}));
    let titled: Vec<bool> =
        items(&found["jobs"]).iter().map(|job| word(&job["title"]).to_lowercase().contains("baker")).collect();
    assert!(titled.is_sorted_by(|a, b| a >= b) && titled[0], "{titled:?}");
    let all = ok(&mut bench, "searchJobs", json!({"keywords": "jobs"}));
    assert!(items(&all["jobs"]).is_sorted_by(|a, b| word(&a["posted_on"]) >= word(&b["posted_on"])));
    assert_eq!(items(&all["jobs"]).len() as u64 + all["more"].as_u64().unwrap(), all["total"].as_u64().unwrap());
}

#[test]
fn pay_in_other_money_is_compared_at_the_rate_of_the_day() {
    let mut bench = Bench::new(2);
    let asked = json!({"keywords": "engineer", "location": "Europe", "salary_range": "USD 70000-90000"});
    let found = ok(&mut bench, "searchJobs", asked);
    assert!(found["total"].as_u64().unwrap() > 3);
    for job in items(&found["jobs"]) {
        let of = |bench: &mut Bench, amount: &Value| {
            let asked = json!({"amount": amount, "fromCurrency": job["salary"]["currency"], "toCurrency": "USD"});
            bench.ok("currency-exchange/convertCurrency", asked)["convertedAmount"].as_f64().unwrap()
        };
        let (low, high) =
            (of(&mut bench, &job["salary"]["yearly_minimum"]), of(&mut bench, &job["salary"]["yearly_maximum"]));
        assert!(low <= 90_001.0 && high >= 69_999.0, "{low} to {high}");
    }
}

#[test]
fn money_without_a_name_is_that_of_the_place() {
    let mut bench = Bench::new(2);
    for (place, range, currency) in [
        ("Japan", "4000000-6000000", "JPY"),
        ("London", "40k+", "GBP"),
        ("Anywhere", "40k+", "USD"),
        ("Canada", "$50k-$90k", "CAD"),
        ("Germany", "$50k-$90k", "USD"),
        ("Germany", "CHF 50000-90000", "CHF"),
    ] {
        let found = ok(&mut bench, "searchJobs", json!({"keywords": "jobs", "location": place, "salary_range": range}));
        assert_eq!(found["salary"]["currency"], currency, "{place} {range}");
    }
}

#[test]
fn applications_of_different_people_and_jobs_may_come_in_either_order() {
    let mut start = Bench::new(8);
    let jobs = ids(&ok(&mut start, "searchJobs", json!({"keywords": "jobs"})));
    let calls = [
        json!({"job_id": jobs[0], "applicant_info": person("Ada One")}),
        json!({"job_id": jobs[0], "applicant_info": person("Ben Two")}),
        json!({"job_id": jobs[1], "applicant_info": person("Ada One")}),
    ];
    let run = |order: [usize; 3]| {
        let mut bench = start.clone();
        for i in order {
            ok(&mut bench, "applyForJob", calls[i].clone());
        }
        bench.state.digest()
    };
    assert_eq!(run([0, 1, 2]), run([2, 1, 0]));
    assert_eq!(run([0, 1, 2]), run([1, 2, 0]));
}

#[test]
fn what_is_missing_or_unknown_is_refused_by_name() {
    let mut bench = Bench::new(1);
    let job = ids(&ok(&mut bench, "searchJobs", json!({"keywords": "jobs"})))[0].clone();
    for (tool, arguments, status, code) in [
        ("applyForJob", json!({"job_id": job, "applicant_info": {}}), 422, "incomplete_applicant"),
        (
            "applyForJob",
            json!({"job_id": job, "applicant_info": {"name": " ", "email": "a@b.example"}}),
            422,
            "incomplete_applicant",
        ),
        ("applyForJob", json!({"job_id": "J-00000", "applicant_info": person("Ada One")}), 404, "unknown_job"),
        (
            "saveSearchAndNotify",
            json!({"search_criteria": {"keywords": " "}, "email": "a@b.example"}),
            422,
            "empty_criteria",
        ),
        ("trackJobApplication", json!({"application_id": "APP-SAMPLE-2023-12"}), 404, "unknown_application"),
        ("trackJobApplication", json!({"application_id": "APP-SAMPLE-2026-13"}), 404, "unknown_application"),
        ("searchJobsInEuropeAndRemote", json!({"location": "Japan"}), 404, "outside_europe"),
        ("searchJobsInEuropeAndRemote", json!({"location": "Anywhere"}), 404, "outside_europe"),
    ] {
        assert_eq!(refused(&mut bench, tool, arguments.clone()), (status, code.to_owned()), "{tool} {arguments}");
    }
}

#[test]
fn examples_of_vacancies_hold_in_every_world() {
    for seed in 0..40 {
        let mut bench = Bench::new(seed);
        for (id, status) in [("J-0XJF1", "open"), ("J-0D0JY", "open"), ("J-6YZBK", "closed")] {
            assert_eq!(ok(&mut bench, "getJobDetails", json!({"job_id": id}))["status"], status, "{id} {seed}");
        }
        ok(&mut bench, "trackJobApplication", json!({"application_id": "APP-SAMPLE-2026-02"}));
    }
}
