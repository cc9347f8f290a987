//! Laws of `urban-environment`: sensors, stations and charts show one series, plants keep their figures, keys open what they should.
//!
//! Rows of `city_integrations`, by `integration_id`: `integration_id`, `status` (`active`), `city_id` (GeoNames), `city`, `country`,
//! `app_name`, `app_version` (or null), `data_types` (of `traffic`, `air_quality`, `weather`), `api_key`, `created_at`.
//! Rows of `city_api_keys` may come with an account, by key: `api_key`, `status` (`active` or `revoked`), `city` (name, or null for
//! every city), `data_types` (a list, or null for all).

use serde_json::{Value, json};

use crate::bench::{Bench, items, word};

const SET: &str = "urban-environment";

const CITIES: [&str; 5] = ["Manchester", "Leeds", "London, England", "Denver", "Kathmandu"];

const CLOCKS: [&str; 3] = ["2026-01-15T07:20:00+01:00", "2026-03-29T12:00:00+02:00", "2026-10-25T02:30:00+01:00"];

fn ok(bench: &mut Bench, tool: &str, arguments: Value) -> Value {
    bench.ok(&format!("{SET}/{tool}"), arguments)
}

fn refused(bench: &mut Bench, tool: &str, arguments: Value) -> (u16, String) {
    let (status, code, _) = bench.refused(&format!("{SET}/{tool}"), arguments);
    (status, code)
}

fn code(bench: &mut Bench, tool: &str, arguments: Value) -> String {
    let outcome = bench.call(&format!("{SET}/{tool}"), arguments);
    assert!(outcome.status < 500, "{}", outcome.body);
    outcome.body["code"].as_str().unwrap_or("ok").to_owned()
}

fn int(value: &Value) -> i64 {
    value.as_i64().unwrap_or_else(|| panic!("no whole number: {value}"))
}

fn at(seed: u64, clock: &str) -> Bench {
    Bench::new(seed).at(clock, "Europe/Amsterdam")
}

fn add(day: &str, days: i64) -> String {
    let day: jiff::civil::Date = day.parse().unwrap();
    day.saturating_add(jiff::SignedDuration::from_hours(24 * days)).to_string()
}

#[test]
fn the_value_now_is_the_newest_of_the_series() {
    for (seed, city) in (0..).zip(CITIES) {
        for clock in CLOCKS {
            let mut bench = at(seed, clock);
            let now = ok(&mut bench, "getRealTimeSensorData", json!({"city": city}));
            let today = &word(&now["observedAt"])[..10];
            let asked = json!({"city": city, "startDate": today, "endDate": today});
            let series = ok(&mut bench, "getHistoricalSensorData", asked);
            assert_eq!(items(&series["times"]).last().unwrap(), &now["observedAt"], "{city} at {clock}");
            assert_eq!(items(&now["sensors"]).len(), items(&series["sensors"]).len());
            for (one, other) in items(&now["sensors"]).iter().zip(items(&series["sensors"])) {
                assert_eq!((&one["sensorId"], &one["site"]), (&other["sensorId"], &other["site"]));
                assert_eq!(&one["value"], items(&other["values"]).last().unwrap(), "{one}");
                assert_eq!(one["value"].is_null(), one["status"] == "offline");
            }
        }
    }
}

#[test]
fn references_agree_with_weather_and_air_of_the_city() {
    for (seed, city) in (10..).zip(CITIES) {
        let mut bench = at(seed, CLOCKS[1]);
        let now = ok(&mut bench, "getRealTimeSensorData", json!({"city": city}));
        let weather = bench.ok("city-weather/getRealtimeCity", json!({"city": city}));
        let air = bench.ok("city-weather/getRealtimeCityAQI", json!({"city": city}));
        let reference = |kind: &str| {
            let mut all = items(&now["sensors"]).iter().filter(|s| s["type"] == kind && s["reference"] == true);
            all.next().unwrap()["value"].clone()
        };
        assert_eq!(reference("temperature"), weather["current"]["temperature"], "{city}");
        assert_eq!(reference("humidity"), weather["current"]["humidity"], "{city}");
        assert_eq!(reference("air_quality"), air["current"]["aqi"], "{city}");
        let stations = ok(&mut bench, "getAirQualityData", json!({"location": city, "includeSubstances": true}));
        for field in ["aqi", "category", "dominantPollutant", "advice"] {
            assert_eq!(stations["overall"][field], air["current"][field], "{city} {field}");
        }
        for field in ["pm2_5", "pm10", "o3", "no2", "so2", "co"] {
            assert_eq!(stations["overall"]["substances"][field], air["current"][field], "{city} {field}");
        }
        let sensors = items(&now["sensors"]).iter().filter(|s| s["type"] == "air_quality");
        for (station, sensor) in items(&stations["stations"]).iter().zip(sensors) {
            assert_eq!((&station["stationId"], &station["aqi"]), (&sensor["sensorId"], &sensor["value"]));
            assert_eq!((&station["latitude"], &station["status"]), (&sensor["latitude"], &sensor["status"]));
        }
        let past = ok(&mut bench, "getAirQualityData", json!({"location": city, "date": "2026-03-20"}));
        let day = json!({"city": city, "startDate": "2026-03-20", "endDate": "2026-03-20"});
        let day = bench.ok("city-weather/getHistoricalCityAQI", day);
        assert_eq!(past["overall"]["aqi"], day["days"][0]["aqi"]);
        assert!(past["observedAt"].is_null() && past["overall"].get("substances").is_none());
    }
}

#[test]
fn a_site_lies_where_its_name_says_and_only_there() {
    for (seed, city) in (0..).zip(CITIES) {
        let mut bench = at(seed, CLOCKS[0]);
        let mut sites: Vec<(String, f64, f64)> = Vec::new();
        let mut see = |rows: &Value| {
            for row in rows.as_array().unwrap() {
                let place = |field: &str| row[field].as_f64().unwrap();
                let site = row["site"].as_str().or(row["name"].as_str()).unwrap().to_owned();
                sites.push((site, place("latitude"), place("longitude")));
            }
        };
        see(&ok(&mut bench, "getRealTimeSensorData", json!({"city": city}))["sensors"]);
        see(&ok(&mut bench, "getAirQualityData", json!({"location": city}))["stations"]);
        for data in ["traffic", "weather", "air_quality"] {
            let call = json!({"apiKey": "DEMO-KEY", "city": city, "dataType": data});
            see(&ok(&mut bench, "accessCityDataFromAnywhere", call)["readings"]);
        }
        for (site, latitude, longitude) in &sites {
            let same = sites.iter().filter(|other| other.0 == *site);
            assert!(same.clone().all(|other| (other.1, other.2) == (*latitude, *longitude)), "{site} in {city}");
        }
        let middle = sites.iter().find(|one| one.0 == "Observatory").unwrap().1;
        assert!(sites.iter().filter(|one| one.0.contains("North")).all(|one| one.1 > middle), "{city}");
    }
}

#[test]
fn a_kind_and_a_limit_give_a_part_of_all() {
    let mut bench = Bench::new(20);
    let all = ok(&mut bench, "getRealTimeSensorData", json!({"city": "Leeds"}));
    let rows = items(&all["sensors"]);
    assert_eq!(int(&all["total"]), rows.len() as i64);
    for kind in ["temperature", "humidity", "air_quality"] {
        let some = ok(&mut bench, "getRealTimeSensorData", json!({"city": "Leeds", "sensorType": kind}));
        let same: Vec<Value> = rows.iter().filter(|row| row["type"] == kind).cloned().collect();
        assert_eq!(items(&some["sensors"]), same);
    }
    for limit in 1..rows.len() {
        let some = ok(&mut bench, "getRealTimeSensorData", json!({"city": "Leeds", "limit": limit}));
        assert_eq!((items(&some["sensors"]), &some["total"]), (&rows[..limit], &all["total"]));
    }
}

#[test]
fn days_that_join_are_the_whole_period() {
    for (seed, city) in (30..).zip(CITIES) {
        let mut bench = Bench::new(seed);
        let mut ask = |from: &str, to: &str| {
            ok(
                &mut bench,
                "getHistoricalSensorData",
                json!({"city": city, "sensorType": "air_quality", "startDate": from, "endDate": to}),
            )
        };
        let whole = ask("2025-10-24", "2025-10-28");
        let parts = [ask("2025-10-24", "2025-10-25"), ask("2025-10-26", "2025-10-28")];
        let joined =
            |pointer: &str| parts.iter().flat_map(|p| items(p.pointer(pointer).unwrap()).to_vec()).collect::<Vec<_>>();
        assert_eq!(items(&whole["times"]), joined("/times"));
        for i in 0..items(&whole["sensors"]).len() {
            assert_eq!(items(&whole["sensors"][i]["values"]), joined(&format!("/sensors/{i}/values")));
        }
    }
}

#[test]
fn what_was_shown_stays_what_it_was() {
    let asked = json!({"city": "Leeds", "startDate": "2026-02-28", "endDate": "2026-03-01"});
    let early = ok(&mut at(40, "2026-03-02T09:00:00+01:00"), "getHistoricalSensorData", asked.clone());
    let late = ok(&mut at(40, "2027-05-02T09:00:00+02:00"), "getHistoricalSensorData", asked);
    assert_eq!(early, late);
}

#[test]
fn a_chart_draws_the_values_of_the_sensors() {
    for (seed, city) in (50..).zip(CITIES) {
        let mut bench = Bench::new(seed);
        let range = json!({"start": "2026-02-27 06:00:00", "end": "2026-03-01 17:59:59"});
        let asked = json!({"city": city, "dataTypes": ["weather", "traffic", "air_quality"], "timeRange": range});
        let told = ok(&mut bench, "getCityDataVisualization", asked);
        let series = ok(
            &mut bench,
            "getHistoricalSensorData",
            json!({"city": city, "startDate": "2026-02-27", "endDate": "2026-03-01"}),
        );
        let kinds: Vec<&str> = items(&told["charts"]).iter().map(|chart| word(&chart["dataType"])).collect();
        assert_eq!(kinds, ["traffic", "air_quality", "weather", "weather"]);
        for chart in items(&told["charts"]) {
            let times = items(&chart["xAxis"]["times"]);
            let first = items(&series["times"]).iter().position(|time| *time == times[0]).unwrap();
            assert_eq!(&items(&series["times"])[first..first + times.len()], times);
            assert!((59..=60).contains(&times.len()), "{} hours", times.len());
            for line in items(&chart["series"]) {
                let mut same = items(&series["sensors"]).iter().filter(|s| s["sensorId"] == line["sensorId"]);
                let same = same.next().expect("a sensor");
                assert_eq!(items(&line["values"]), &items(&same["values"])[first..first + times.len()]);
                assert_eq!(same["unit"], chart["yAxis"]["unit"]);
                let known: Vec<f64> = items(&line["values"]).iter().filter_map(Value::as_f64).collect();
                let most = known.iter().copied().fold(f64::MIN, f64::max);
                assert_eq!(line["maximum"].as_f64(), Some(most));
            }
        }
    }
}

#[test]
fn the_chart_left_to_itself_is_of_the_last_day() {
    for clock in CLOCKS {
        let mut bench = at(60, clock);
        let told = ok(&mut bench, "getCityDataVisualization", json!({"city": "Leeds", "dataTypes": ["traffic"]}));
        let now = ok(&mut bench, "getRealTimeSensorData", json!({"city": "Leeds"}));
        let times = items(&told["charts"][0]["xAxis"]["times"]);
        assert_eq!(times.last().unwrap(), &now["observedAt"]);
        assert!((23..=26).contains(&times.len()));
    }
}

#[test]
fn a_public_holiday_has_no_rush_hour() {
    let mut bench = at(9, "2026-05-05T12:00:00+02:00");
    let mut at_eight = |city: &str, day: &str| {
        let range = json!({"start": format!("{day} 08:00:00"), "end": format!("{day} 08:00:00")});
        let chart = json!({"city": city, "dataTypes": ["traffic"], "timeRange": range});
        let body = ok(&mut bench, "getCityDataVisualization", chart);
        let series = body["charts"][0]["series"].as_array().unwrap();
        series.iter().find_map(|one| one["values"][0].as_f64()).unwrap()
    };
    for (city, holiday, workday) in [
        ("Utrecht", "2026-04-27", "2026-04-20"),
        ("Utrecht", "2025-12-25", "2025-12-18"),
        ("Chicago", "2025-11-27", "2025-11-20"),
    ] {
        assert!(at_eight(city, holiday) < 0.4 * at_eight(city, workday), "{city} on {holiday}");
    }
}

#[test]
fn ranges_have_their_limits() {
    let mut bench = Bench::new(61);
    let mut days = |from: &str, to: &str| {
        code(
            &mut bench,
            "getHistoricalSensorData",
            json!({"city": "Leeds", "sensorType": "humidity", "startDate": from, "endDate": to}),
        )
    };
    assert_eq!(days("2015-01-01", "2015-01-31"), "ok");
    assert_eq!(days("2015-01-01", "2015-02-01"), "range_too_long");
    assert_eq!(days("2014-12-31", "2015-01-02"), "date_out_of_range");
    assert_eq!(days("2026-03-02", "2026-03-02"), "ok");
    assert_eq!(days("2026-03-02", "2026-03-03"), "date_out_of_range");
    assert_eq!(days("2026-03-02", "2026-03-01"), "reversed_range");
    let mut chart = |start: &str, end: &str| {
        let asked = json!({"city": "Leeds", "dataTypes": ["traffic"], "timeRange": {"start": start, "end": end}});
        code(&mut bench, "getCityDataVisualization", asked)
    };
    assert_eq!(chart("2026-02-20 10:00:00", "2026-02-27 10:00:00"), "ok");
    assert_eq!(chart("2026-02-20 10:00:00", "2026-02-27 10:00:01"), "range_too_long");
    assert_eq!(chart("2026-02-20 10:00:00", "2026-02-20 09:59:59"), "reversed_range");
    assert_eq!(chart("2026-03-02 00:00:00", "2026-03-02 09:30:00"), "date_out_of_range");
    assert_eq!(chart("2026-02-30 10:00:00", "2026-03-01 10:00:00"), "bad_time");
    assert_eq!(chart("2026-02-20 25:00:00", "2026-02-21 10:00:00"), "bad_time");
}

#[test]
fn ways_add_up_to_chemicals_plants_and_the_whole() {
    for seed in [70, 71] {
        let mut bench = Bench::new(seed);
        for asked in [
            json!({"year": 2023, "zipCode": "77015"}),
            json!({"year": 2024, "chemicals": ["Mercury"]}),
            json!({"year": 2012, "chemicals": ["Styrene", "100-42-5", "styrene"]}),
            json!({"year": 2019, "zipCode": "99999"}),
        ] {
            let told = ok(&mut bench, "getToxicReleaseInventory", asked);
            let plants = items(&told["facilities"]);
            assert_eq!(int(&told["total"]), plants.len() as i64);
            assert!(plants.is_sorted_by_key(|plant| -int(&plant["pounds"])));
            let mut sum = 0;
            for plant in plants {
                let mut pounds = 0;
                for release in items(&plant["releases"]) {
                    let ways = ["fugitiveAir", "stackAir", "water", "land", "offSite"].map(|way| int(&release[way]));
                    assert_eq!(ways.iter().sum::<i64>(), int(&release["total"]));
                    pounds += int(&release["total"]);
                }
                assert_eq!(pounds, int(&plant["pounds"]));
                sum += pounds;
            }
            assert_eq!(sum, int(&told["totalPounds"]));
        }
    }
}

#[test]
fn narrower_questions_give_parts_of_wider_ones() {
    let mut bench = Bench::new(72);
    for zip in ["77015", "48217", "90023"] {
        let wide = ok(&mut bench, "getToxicReleaseInventory", json!({"year": 2022, "zipCode": zip}));
        for plant in items(&wide["facilities"]) {
            assert_eq!(plant["zipCode"], zip);
            for release in items(&plant["releases"]) {
                for spelling in [&release["chemical"], &release["casNumber"]] {
                    let asked = json!({"year": 2022, "zipCode": zip, "chemicals": [spelling]});
                    let narrow = ok(&mut bench, "getToxicReleaseInventory", asked);
                    let same = items(&narrow["facilities"]).iter().find(|p| p["facilityId"] == plant["facilityId"]);
                    assert_eq!(items(&same.unwrap()["releases"]), std::slice::from_ref(release));
                }
            }
        }
        let longer =
            ok(&mut bench, "getToxicReleaseInventory", json!({"year": 2022, "zipCode": format!("{zip}-1234")}));
        assert_eq!(longer["facilities"], wide["facilities"]);
    }
}

#[test]
fn a_year_is_published_on_the_first_of_july() {
    let ask = |clock: &str, year: i64| {
        code(&mut at(73, clock), "getToxicReleaseInventory", json!({"year": year, "zipCode": "77015"}))
    };
    assert_eq!(ask("2026-06-30T12:00:00+02:00", 2024), "ok");
    assert_eq!(ask("2026-06-30T12:00:00+02:00", 2025), "year_out_of_range");
    assert_eq!(ask("2026-07-01T12:00:00+02:00", 2025), "ok");
    assert_eq!(ask("2026-07-01T12:00:00+02:00", 2009), "year_out_of_range");
}

/// Plants of the largest releases.
fn plants(bench: &mut Bench, count: usize) -> Vec<Value> {
    let all = ok(bench, "getToxicReleaseInventory", json!({"year": 2023}));
    assert!(int(&all["total"]) > 100 && items(&all["facilities"]).len() == 100);
    items(&all["facilities"])[..count].to_vec()
}

#[test]
fn every_plant_of_the_inventory_has_its_history() {
    let mut bench = Bench::new(80);
    for plant in plants(&mut bench, 40) {
        let id = word(&plant["facilityId"]).to_lowercase();
        let told = ok(&mut bench, "getComplianceHistory", json!({"facilityId": id}));
        assert_eq!((&told["startDate"], &told["endDate"]), (&json!("2025-03-02"), &json!("2026-03-02")));
        for (field, value) in told["facility"].as_object().unwrap() {
            assert_eq!(&plant[field], value, "{field}");
        }
    }
}

#[test]
fn open_and_settled_violations_are_all_that_were_found() {
    let mut bench = Bench::new(81);
    let mut found = 0;
    for plant in plants(&mut bench, 30) {
        let mut ask = |status: &str, from: &str, to: &str| {
            let asked = json!({"facilityId": plant["facilityId"], "complianceStatus": status, "timeFrame": {"startDate": from, "endDate": to}});
            ok(&mut bench, "getComplianceHistory", asked)
        };
        let [open, settled] = ["active", "inactive"].map(|status| ask(status, "2019-01-01", "2026-03-02"));
        assert_eq!(open["inspections"], settled["inspections"]);
        let mut listed: Vec<&str> = [&open, &settled]
            .iter()
            .flat_map(|told| items(&told["violations"]))
            .map(|v| word(&v["violationId"]))
            .collect();
        let mut expected: Vec<&str> =
            items(&open["inspections"]).iter().filter_map(|i| i["violationId"].as_str()).collect();
        listed.sort_unstable();
        expected.sort_unstable();
        assert_eq!(listed, expected);
        for violation in items(&settled["violations"]) {
            assert!(violation["resolved"].as_str() <= Some("2026-03-02") && violation["action"]["penalty"].is_number());
        }
        assert!(items(&open["violations"]).iter().all(|v| v["resolved"].is_null()));
        let sum: i64 = items(&settled["violations"]).iter().map(|v| int(&v["action"]["penalty"])).sum();
        assert_eq!(int(&settled["totals"]["penalties"]), sum);
        let parts = [ask("inactive", "2023-01-01", "2026-03-02"), ask("inactive", "2019-01-01", "2022-12-31")];
        for list in ["inspections", "violations"] {
            let joined: Vec<Value> = parts.iter().flat_map(|part| items(&part[list]).to_vec()).collect();
            assert_eq!(items(&settled[list]), joined);
        }
        found += listed.len();
    }
    assert!(found > 30, "{found}");
}

#[test]
fn a_violation_is_settled_in_time_and_does_not_change_before() {
    let early = plants(&mut Bench::new(82), 30);
    let (mut open, mut later_settled) = (0, 0);
    for plant in early {
        let frame = json!({"startDate": "2024-06-01", "endDate": "2026-03-02"});
        let asked =
            |status: &str| json!({"facilityId": plant["facilityId"], "complianceStatus": status, "timeFrame": frame});
        let then = ok(&mut Bench::new(82), "getComplianceHistory", asked("active"));
        let mut later = at(82, "2027-12-20T12:00:00+01:00");
        let settled = ok(&mut later, "getComplianceHistory", asked("inactive"));
        for violation in items(&then["violations"]) {
            open += 1;
            let same = items(&settled["violations"]).iter().find(|v| v["violationId"] == violation["violationId"]);
            let Some(same) = same else { continue };
            later_settled += 1;
            assert!(word(&same["resolved"]) > "2026-03-02");
            for field in ["found", "description", "severity", "program"] {
                assert_eq!(same[field], violation[field]);
            }
            assert!(violation["action"].is_null() || violation["action"] == same["action"]);
        }
    }
    assert!(open > 3 && later_settled > 1, "{open} open, {later_settled} settled later");
}

#[test]
fn an_app_is_integrated_once_and_its_key_opens_its_city() {
    let mut bench = Bench::new(90);
    let made = ok(
        &mut bench,
        "integrateCityDataWithApps",
        json!({"city": "Manchester", "appDetails": {"appName": "Commute Board", "appVersion": "2.1.0"}, "dataTypes": ["traffic", "weather"]}),
    );
    let key = &made["apiKey"];
    let opened = ok(
        &mut bench,
        "accessCityDataFromAnywhere",
        json!({"city": "manchester", "dataType": "traffic", "apiKey": key}),
    );
    assert_eq!(
        (&opened["access"]["plan"], &opened["access"]["integrationId"]),
        (&json!("integration"), &made["integrationId"])
    );
    let now = ok(&mut bench, "getRealTimeSensorData", json!({"city": "Manchester"}));
    let traffic: Vec<Value> = items(&now["sensors"]).iter().filter(|s| s["type"] == "traffic").cloned().collect();
    assert_eq!(items(&opened["readings"]), traffic);
    for (sensor, history) in traffic.iter().zip(items(&opened["history"]["sensors"])) {
        assert_eq!(
            (&sensor["sensorId"], Some(&sensor["value"])),
            (&history["sensorId"], items(&history["values"]).last())
        );
    }
    let asked = |city: &str, kind: &str| json!({"city": city, "dataType": kind, "apiKey": key});
    assert_eq!(
        refused(&mut bench, "accessCityDataFromAnywhere", asked("Leeds", "traffic")),
        (403, "not_in_integration".into())
    );
    assert_eq!(
        refused(&mut bench, "accessCityDataFromAnywhere", asked("Manchester", "air_quality")),
        (403, "not_in_integration".into())
    );
    ok(&mut bench, "accessCityDataFromAnywhere", asked("Manchester", "weather"));
    for name in ["Commute Board", " commute  BOARD "] {
        let again = json!({"city": "Manchester", "appDetails": {"appName": name}});
        assert_eq!(refused(&mut bench, "integrateCityDataWithApps", again), (409, "already_integrated".into()));
    }
    let elsewhere = json!({"city": "Leeds", "appDetails": {"appName": "Commute Board"}});
    let other = ok(&mut bench, "integrateCityDataWithApps", elsewhere);
    assert_ne!(&other["apiKey"], key);
    assert_eq!(other["dataTypes"], json!(["traffic", "air_quality", "weather"]));
    assert_eq!(bench.state.rows("city_integrations").count(), 2);
}

#[test]
fn only_known_keys_open_data() {
    let mut bench = Bench::new(91);
    let ask = |key: &str| json!({"city": "London", "dataType": "weather", "apiKey": key});
    for key in ["demo-key", "cdk_0123456789", "🔑", "x"] {
        assert_eq!(refused(&mut bench, "accessCityDataFromAnywhere", ask(key)), (401, "invalid_api_key".into()));
    }
    let demo = ok(&mut bench, "accessCityDataFromAnywhere", ask("DEMO-KEY"));
    assert!(demo["history"].is_null() && demo["access"]["plan"] == "demo" && !items(&demo["readings"]).is_empty());
    let row = |status: &str| {
        json!({"api_key": status, "status": status, "city": null, "data_types": ["weather"]})
            .as_object()
            .unwrap()
            .clone()
    };
    bench.state.insert("city_api_keys", "active", row("active")).unwrap();
    bench.state.insert("city_api_keys", "revoked", row("revoked")).unwrap();
    assert_eq!(ok(&mut bench, "accessCityDataFromAnywhere", ask("active"))["access"]["plan"], "account");
    assert_eq!(refused(&mut bench, "accessCityDataFromAnywhere", ask("revoked")).0, 401);
    let traffic = json!({"city": "London", "dataType": "traffic", "apiKey": "active"});
    assert_eq!(refused(&mut bench, "accessCityDataFromAnywhere", traffic).0, 403);
}

#[test]
fn twenty_integrations_are_enough() {
    let mut bench = Bench::new(92);
    for n in 0..20 {
        let made = json!({"city": "Leeds", "appDetails": {"appName": format!("App {n}")}, "dataTypes": ["all"]});
        ok(&mut bench, "integrateCityDataWithApps", made);
    }
    let one_more = json!({"city": "Leeds", "appDetails": {"appName": "App 20"}});
    assert_eq!(refused(&mut bench, "integrateCityDataWithApps", one_more), (409, "too_many_integrations".into()));
    for nameless in [json!({}), json!({"appVersion": "1"}), json!({"appName": "   "})] {
        let asked = json!({"city": "Leeds", "appDetails": nameless});
        assert_eq!(refused(&mut bench, "integrateCityDataWithApps", asked), (422, "missing_app_name".into()));
    }
}

#[test]
fn strange_words_are_met_with_a_clean_refusal() {
    let mut bench = Bench::new(93);
    for text in ["🏭🏭", "q".repeat(39).as_str(), "مصنع", "  ", "00000NOBDY1"] {
        assert_eq!(code(&mut bench, "getComplianceHistory", json!({"facilityId": text})), "unknown_facility");
        assert_eq!(code(&mut bench, "getRealTimeSensorData", json!({"city": text})), "unknown_place");
        assert_eq!(
            code(&mut bench, "getToxicReleaseInventory", json!({"year": 2023, "chemicals": [text]})),
            "unknown_chemical"
        );
    }
    assert_eq!(add("2026-02-28", 1), "2026-03-01");
}
