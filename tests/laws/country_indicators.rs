//! Laws of `country-indicators`: what adds up must add up. No tool writes, so there are no rows.

use serde_json::{Value, json};

use crate::bench::{Bench, items};

const SET: &str = "country-indicators";

const COUNTRIES: [&str; 12] = ["NL", "US", "KE", "JP", "VN", "BR", "UA", "IS", "NG", "IN", "PS", "LU"];

fn ok(bench: &mut Bench, tool: &str, arguments: Value) -> Value {
    bench.ok(&format!("{SET}/{tool}"), arguments)
}

fn code(bench: &mut Bench, tool: &str, arguments: Value) -> String {
    let outcome = bench.call(&format!("{SET}/{tool}"), arguments);
    assert!(outcome.status < 500, "{}", outcome.body);
    outcome.body["code"].as_str().unwrap_or("ok").to_owned()
}

fn int(value: &Value) -> i64 {
    value.as_i64().unwrap_or_else(|| panic!("no whole number: {value}"))
}

fn float(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("no number: {value}"))
}

#[test]
fn people_add_up_and_grow_as_they_say() {
    let mut bench = Bench::new(1);
    for country in COUNTRIES {
        let mut before = None;
        for year in 2012..=2030 {
            let p = ok(&mut bench, "getPopulationData", json!({"country": country, "year": year}));
            let total = int(&p["population"]);
            assert_eq!(int(&p["sex"]["male"]) + int(&p["sex"]["female"]), total);
            assert_eq!(int(&p["residence"]["urban"]) + int(&p["residence"]["rural"]), total);
            let groups = items(&p["ages"]);
            assert_eq!(groups.iter().map(|g| int(&g["people"])).sum::<i64>(), total);
            assert!((groups.iter().map(|g| float(&g["percent"])).sum::<f64>() - 100.0).abs() < 1e-6);
            let dense = total as f64 / float(&p["areaKm2"]);
            assert!((float(&p["densityPerKm2"]) - dense).abs() < 0.051);
            if let Some(last) = before {
                let growth = (total - last) as f64 * 100.0 / last as f64;
                assert!((float(&p["growthPercent"]) - growth).abs() < 0.0051);
                let flow = float(&p["birthsPer1000"]) - float(&p["deathsPer1000"]) + float(&p["netMigrationPer1000"]);
                assert!((flow / 10.0 - growth).abs() < 0.02, "{country} {year}: {flow} and {growth}");
            }
            before = Some(total);
        }
    }
}

#[test]
fn indicators_come_when_they_are_asked_for() {
    let mut bench = Bench::new(1);
    let with = ok(&mut bench, "getPopulationData", json!({"country": "Chile", "year": 2024}));
    let without =
        ok(&mut bench, "getPopulationData", json!({"country": "Chile", "year": 2024, "includeIndicators": false}));
    assert!(items(&with["indicators"]).len() > 8 && without.get("indicators").is_none());
    let mut stripped = with.clone();
    stripped.as_object_mut().unwrap().remove("indicators");
    assert_eq!(stripped, without);
}

#[test]
fn sectors_and_quarters_add_up() {
    let mut bench = Bench::new(1);
    for country in COUNTRIES.into_iter().filter(|c| *c != "PS") {
        let mut ask = |sector: &str| {
            let asked = json!({"country": country, "sector": sector, "startDate": "2019-01-01", "endDate": "2025-12-31",
                "metrics": ["GDP", "employment", "share", "employment share", "growth"]});
            ok(&mut bench, "getEconomicActivityInfo", asked)
        };
        let parts = ["agriculture", "industry", "services"].map(&mut ask);
        let all = ask("all");
        for (i, quarter) in items(&all["quarters"]).iter().enumerate() {
            for field in ["gdp", "employment"] {
                let sum: i64 = parts.iter().map(|p| int(&p["quarters"][i][field])).sum();
                assert_eq!(sum, int(&quarter[field]), "{country} {field}");
            }
            for field in ["share", "employmentShare"] {
                let sum: f64 = parts.iter().map(|p| float(&p["quarters"][i][field])).sum();
                assert!((sum - 100.0).abs() < 0.02 && float(&quarter[field]) == 100.0, "{country} {field}");
            }
            if i >= 4 {
                let before = int(&all["quarters"][i - 4]["gdp"]) as f64;
                let growth = (int(&quarter["gdp"]) as f64 / before - 1.0) * 100.0;
                assert!((float(&quarter["growth"]) - growth).abs() < 0.0051);
            }
        }
        for year in items(&all["economy"]) {
            let label = year["year"].to_string();
            let of_year = items(&all["quarters"]).iter().filter(|q| q["period"].as_str().unwrap().starts_with(&label));
            assert_eq!(of_year.map(|q| int(&q["gdp"])).sum::<i64>(), int(&year["gdp"]));
            let people = ok(&mut bench, "getPopulationData", json!({"country": country, "year": year["year"]}));
            assert_eq!(people["population"], year["population"]);
            let heads = float(&year["population"]);
            let gap = float(&year["gdpPerCapita"]) * heads - float(&year["gdp"]) * 1e6;
            assert!(gap.abs() <= heads * 0.5 + 1.0, "{country}: GDP a head times heads is GDP");
            let budget =
                ok(&mut bench, "getPublicFinanceInfo", json!({"country": country, "fiscalYear": year["year"]}));
            assert_eq!(budget["gdp"], year["gdp"]);
        }
    }
}

#[test]
fn periods_that_join_give_each_quarter_once() {
    let mut bench = Bench::new(1);
    let mut ask = |from: &str, to: &str| {
        let asked = json!({"country": "DE", "sector": "Industry", "startDate": from, "endDate": to});
        items(&ok(&mut bench, "getEconomicActivityInfo", asked)["quarters"]).to_vec()
    };
    let whole = ask("2020-02-10", "2026-08-31");
    for cut in ["2020-03-31", "2022-06-15", "2025-12-31", "2026-01-01"] {
        let day: jiff::civil::Date = cut.parse().unwrap();
        let next = day.tomorrow().unwrap().to_string();
        let joined = [ask("2020-02-10", cut), ask(&next, "2026-08-31")].concat();
        assert_eq!(joined, whole, "cut after {cut}");
    }
    assert!(ask("2024-04-01", "2024-06-29").is_empty());
}

#[test]
fn a_metric_is_there_when_it_is_asked_for() {
    let mut bench = Bench::new(1);
    let asked = |metrics: Value| json!({"country": "DE", "sector": "all", "startDate": "2024-01-01", "endDate": "2024-12-31", "metrics": metrics});
    let plain = ok(
        &mut bench,
        "getEconomicActivityInfo",
        json!({"country": "DE", "sector": "all", "startDate": "2024-01-01", "endDate": "2024-12-31"}),
    );
    assert_eq!(plain, ok(&mut bench, "getEconomicActivityInfo", asked(json!(["employment", "GDP"]))));
    let one = ok(&mut bench, "getEconomicActivityInfo", asked(json!(["inflation rate"])));
    assert!(one["quarters"][0].get("gdp").is_none() && one["economy"][0]["inflation"].is_number());
    assert!(plain["economy"][0].get("inflation").is_none() && plain["quarters"][0]["gdp"].is_number());
}

#[test]
fn quarters_that_are_not_over_are_projections() {
    let mut bench = Bench::new(1).at("2026-05-15T09:00:00+02:00", "Europe/Amsterdam");
    let asked = json!({"country": "FR", "sector": "services", "startDate": "2025-07-01", "endDate": "2027-12-31"});
    for quarter in items(&ok(&mut bench, "getEconomicActivityInfo", asked)["quarters"]) {
        let over = quarter["endDate"].as_str().unwrap() <= "2026-05-15";
        assert_eq!(quarter["basis"] == "projection", !over, "{quarter}");
    }
}

#[test]
fn budgets_balance_and_debts_follow_deficits() {
    let mut bench = Bench::new(1);
    for country in COUNTRIES {
        let mut owed = None;
        for year in 2013..=2030 {
            let asked = json!({"country": country, "fiscalYear": year, "detailLevel": "Detailed"});
            let f = ok(&mut bench, "getPublicFinanceInfo", asked);
            assert_eq!(int(&f["revenue"]) - int(&f["expenditure"]), int(&f["balance"]));
            for (parts, whole) in [("revenueBySource", "revenue"), ("expenditureByPurpose", "expenditure")] {
                let sum: i64 = items(&f[parts]).iter().map(|part| int(&part["amount"])).sum();
                assert_eq!(sum, int(&f[whole]), "{country} {year} {parts}");
            }
            if let Some(debt) = f["debt"].as_object() {
                let end = int(&debt["startOfYear"]) - int(&f["balance"]) + int(&debt["otherChanges"]);
                assert_eq!(end, int(&debt["endOfYear"]));
                assert!(owed.is_none_or(|owed| owed == int(&debt["startOfYear"])), "{country} {year}");
                owed = Some(end);
            }
            for earlier in items(&f["earlierYears"]) {
                let one = json!({"country": country, "fiscalYear": earlier["year"]});
                let one = ok(&mut bench, "getPublicFinanceInfo", one);
                for (field, value) in earlier.as_object().unwrap() {
                    assert_eq!(&one[field], value, "{country} {field}");
                }
            }
        }
    }
}

#[test]
fn figures_do_not_depend_on_the_seed() {
    let ask = |seed| ok(&mut Bench::new(seed), "getPublicFinanceInfo", json!({"country": "IT", "fiscalYear": 2024}));
    assert_eq!(ask(1), ask(99));
}

#[test]
fn the_climate_of_a_country_is_that_of_the_climate_tools() {
    for (seed, country) in [(2, "Spain"), (3, "New Zealand")] {
        let mut bench = Bench::new(seed);
        let ours =
            ok(&mut bench, "getClimatePatterns", json!({"country": country, "start_date": 2024, "end_date": 2024}));
        let asked = json!({"region": country, "start_year": 2024, "end_year": 2024});
        let theirs = bench.ok("climate/getClimatePatterns", asked);
        for field in ["stations", "annual", "climateClass"] {
            assert_eq!(ours[field], theirs[field], "{field}");
        }
        assert_eq!(ours["averages"], theirs["months"]);
        for (row, other) in items(&ours["months"]).iter().zip(items(&theirs["months"])) {
            for (field, value) in row.as_object().unwrap().iter().filter(|(field, _)| *field != "month") {
                assert_eq!(&other[field], value, "{field}");
            }
        }
    }
}

#[test]
fn months_that_join_are_the_whole_period() {
    let mut bench = Bench::new(4);
    let mut ask = |from: i64, to: i64| {
        let asked = json!({"country": "FI", "start_date": from, "end_date": to});
        items(&ok(&mut bench, "getClimatePatterns", asked)["months"]).to_vec()
    };
    let whole = ask(202406, 202508);
    assert_eq!(whole.len(), 15);
    assert_eq!([ask(202406, 20241231), ask(202501, 202508)].concat(), whole);
    assert_eq!(ask(2025, 2025), ask(20250101, 20251203));
    assert_eq!(ask(2026, 2026).len(), 2, "the running year ends with the last month that is over");
}

#[test]
fn the_months_have_their_ends() {
    let mut bench = Bench::new(5);
    let mut ask = |from: i64, to: i64| {
        code(&mut bench, "getClimatePatterns", json!({"country": "LU", "start_date": from, "end_date": to}))
    };
    assert_eq!(ask(2015, 2015), "ok");
    assert_eq!(ask(202602, 202602), "ok");
    assert_eq!(ask(202603, 202603), "date_out_of_range");
    assert_eq!(ask(2014, 2015), "date_out_of_range");
    assert_eq!(ask(2025, 202412), "reversed_range");
    assert_eq!(ask(201501, 202501), "range_too_long");
    assert_eq!(ask(202413, 2025), "bad_date");
    assert_eq!(ask(7, 2025), "bad_date");
}

#[test]
fn what_is_not_known_is_refused_cleanly() {
    let mut bench = Bench::new(6);
    for text in ["🗺🗺", "z".repeat(99).as_str(), "Atlantis", "  "] {
        assert_eq!(code(&mut bench, "getPopulationData", json!({"country": text, "year": 2020})), "unknown_country");
    }
    assert_eq!(code(&mut bench, "getPopulationData", json!({"country": "RE", "year": 2020})), "no_figures");
    assert_eq!(code(&mut bench, "getPublicFinanceInfo", json!({"country": "VA", "fiscalYear": 2020})), "no_figures");
    for year in [2011, 2031] {
        assert_eq!(code(&mut bench, "getPopulationData", json!({"country": "NL", "year": year})), "year_out_of_range");
    }
}

#[test]
fn every_country_can_be_asked_for_everything() {
    let mut bench = Bench::new(7);
    let codes = [
        "AF", "AD", "AQ", "BV", "CN", "CU", "ER", "GL", "HK", "KP", "MC", "NR", "PN", "SJ", "SS", "SY", "TW", "VA",
        "XK",
    ];
    for country in codes {
        for (tool, arguments) in [
            ("getPopulationData", json!({"country": country, "year": 2023})),
            ("getPublicFinanceInfo", json!({"country": country, "fiscalYear": 2023, "detailLevel": "detailed"})),
            (
                "getEconomicActivityInfo",
                json!({"country": country, "sector": "all", "startDate": "2023-01-01", "endDate": "2023-12-31", "metrics": ["GDP", "growth", "productivity", "exports", "imports", "inflation", "unemployment"]}),
            ),
        ] {
            let found = code(&mut bench, tool, arguments);
            assert!(["ok", "no_figures"].contains(&found.as_str()), "{country} {tool} {found}");
        }
    }
}
