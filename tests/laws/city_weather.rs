//! Weather, air and shows: what one tool says, no other contradicts, today or later.

use serde_json::{Value, json};

use crate::bench::Bench;

/// Cities in many time zones and climates, each by another way of naming it.
const CITIES: [&str; 12] = [
    "Utrecht",
    "Phoenix, Arizona",
    "Mumbai",
    "Yakutsk",
    "Auckland, New Zealand",
    "Honolulu",
    "La Paz, Bolivia",
    "Kathmandu",
    "Reykjavik",
    "Cairo, Egypt",
    "SAO PAULO",
    "München",
];

/// Clocks around the year; the last two are just before and after midnight in Utrecht.
const CLOCKS: [&str; 5] = [
    "2026-01-15T07:20:00+01:00",
    "2026-03-29T12:00:00+02:00",
    "2026-07-04T18:45:00+02:00",
    "2026-10-24T23:59:00+02:00",
    "2026-10-25T00:01:00+02:00",
];

fn bench(seed: u64, clock: &str) -> Bench {
    Bench::new(seed).at(clock, "Europe/Amsterdam")
}

fn number(value: &Value, field: &str) -> f64 {
    value[field].as_f64().unwrap_or_else(|| panic!("no number {field} in {value}"))
}

fn rows(body: &Value) -> &Vec<Value> {
    body["days"].as_array().unwrap()
}

fn code(bench: &mut Bench, tool: &str, arguments: Value) -> String {
    let outcome = bench.call(tool, arguments);
    outcome.body["code"].as_str().unwrap_or("ok").to_owned()
}

fn add(day: &str, days: i64) -> String {
    let day: jiff::civil::Date = day.parse().unwrap();
    day.saturating_add(jiff::SignedDuration::from_hours(24 * days)).to_string()
}

#[test]
fn what_was_forecast_is_what_history_tells() {
    for (seed, city) in (0..).zip(CITIES) {
        let mut now = bench(seed, "2026-02-20T09:00:00+01:00");
        let mut later = bench(seed, "2026-04-01T21:00:00+02:00");
        for (forecast, history) in
            [("getCityForecast", "getHistoricalCity"), ("getCityAQIForecast", "getHistoricalCityAQI")]
        {
            let told = now.ok(&format!("city-weather/{forecast}"), json!({"city": city, "endDate": "2026-03-06"}));
            let range = json!({"city": city, "startDate": told["startDate"], "endDate": told["endDate"]});
            let happened = later.ok(&format!("city-weather/{history}"), range);
            assert_eq!(told, happened, "{forecast} of {city}");
        }
    }
}

#[test]
fn the_present_lies_within_its_day() {
    for city in CITIES {
        for clock in CLOCKS {
            let mut bench = bench(3, clock);
            let now = bench.ok("city-weather/getRealtimeCity", json!({"city": city}));
            let date = &now["observedAt"].as_str().unwrap()[..10];
            let day =
                bench.ok("city-weather/getCityForecast", json!({"city": city, "startDate": date, "endDate": date}));
            let (hour, day) = (&now["current"], &rows(&day)[0]);
            let between = |field: &str, low: &str, high: &str| {
                let value = number(hour, field);
                assert!(
                    number(day, low) <= value && value <= number(day, high),
                    "{field} {value} of {city} at {clock}: {day}"
                );
            };
            between("temperature", "temperatureMin", "temperatureMax");
            between("apparentTemperature", "apparentMin", "apparentMax");
            assert!(number(hour, "windSpeed") <= number(day, "windSpeedMax"));
            assert!(number(hour, "windGust") <= number(day, "windGustMax"));
            assert!(number(hour, "precipitation") <= number(day, "precipitation"));
            assert!(number(hour, "visibility") >= number(day, "visibilityMin"));
            assert!(number(hour, "uvIndex") <= number(day, "uvIndexMax"));
        }
    }
}

#[test]
fn the_current_air_is_part_of_its_day() {
    for city in CITIES {
        for clock in CLOCKS {
            let mut bench = bench(4, clock);
            let now = bench.ok("city-weather/getRealtimeCityAQI", json!({"city": city}));
            let date = &now["observedAt"].as_str().unwrap()[..10];
            let day =
                bench.ok("city-weather/getCityAQIForecast", json!({"city": city, "startDate": date, "endDate": date}));
            let (hour, day) = (&now["current"], &rows(&day)[0]);
            assert!(number(hour, "no2") <= number(day, "no2") && number(hour, "so2") <= number(day, "so2"));
            assert!(number(hour, "pm2_5") <= number(hour, "pm10") && number(day, "pm2_5") <= number(day, "pm10"));
        }
    }
}

#[test]
fn both_times_of_an_observation_are_one_moment() {
    for city in CITIES {
        for clock in CLOCKS {
            let now = bench(0, clock).ok("city-weather/getRealtimeCity", json!({"city": city}));
            let instant = |field: &str| now[field].as_str().unwrap().parse::<jiff::Timestamp>().unwrap();
            let told = instant("observedAtUtc");
            assert_eq!(instant("observedAt"), told);
            let passed = clock.parse::<jiff::Timestamp>().unwrap().as_second() - told.as_second();
            assert!((0..3600).contains(&passed), "{passed} s have passed in {city}");
        }
    }
}

#[test]
fn numbers_of_a_day_are_in_order() {
    for city in CITIES {
        let body = bench(5, CLOCKS[2]).ok(
            "city-weather/getHistoricalCity",
            json!({"city": city, "startDate": "2026-01-20", "endDate": "2026-02-20"}),
        );
        for day in rows(&body) {
            let rising = |fields: &[&str]| {
                let values: Vec<f64> = fields.iter().map(|field| number(day, field)).collect();
                assert!(values.windows(2).all(|pair| pair[0] <= pair[1]), "{fields:?} {values:?} in {city}: {day}");
            };
            rising(&["temperatureMin", "temperatureMean", "temperatureMax"]);
            rising(&["windSpeedMean", "windSpeedMax", "windGustMax"]);
            rising(&["snow", "precipitation"]);
            let dry = number(day, "precipitation") == 0.0;
            assert_eq!(dry, number(day, "wetHours") == 0.0);
            let words = ["drizzle", "rain", "sleet", "snow", "thunder"];
            let wet = words.iter().any(|word| day["condition"].as_str().unwrap().contains(word));
            assert!(!(wet && dry), "{day}");
        }
    }
}

#[test]
fn the_category_belongs_to_the_index() {
    let ends = [
        ("Good", 0, 50),
        ("Moderate", 51, 100),
        ("Unhealthy for Sensitive Groups", 101, 150),
        ("Unhealthy", 151, 200),
        ("Very Unhealthy", 201, 300),
        ("Hazardous", 301, 5000),
    ];
    for city in ["Delhi", "Utrecht", "Beijing", "Reykjavik", "Los Angeles"] {
        let body = bench(6, CLOCKS[2]).ok(
            "city-weather/getHistoricalCityAQI",
            json!({"city": city, "startDate": "2025-11-01", "endDate": "2026-01-31"}),
        );
        for day in rows(&body) {
            let aqi = day["aqi"].as_i64().unwrap();
            let category = ends.iter().find(|(_, low, high)| (*low..=*high).contains(&aqi)).unwrap().0;
            assert_eq!(day["category"], category);
        }
    }
}

#[test]
fn a_range_has_a_row_for_each_of_its_days() {
    for (length, city) in (1..).step_by(8).zip(CITIES) {
        let (first, last) = ("2025-02-20", add("2025-02-20", length - 1));
        let range = json!({"city": city, "startDate": first, "endDate": last});
        for tool in ["getHistoricalCity", "getHistoricalCityAQI"] {
            let body = bench(7, CLOCKS[0]).ok(&format!("city-weather/{tool}"), range.clone());
            let dates: Vec<String> = rows(&body).iter().map(|d| d["date"].as_str().unwrap().to_owned()).collect();
            let expected: Vec<String> = (0..length).map(|n| add(first, n)).collect();
            assert_eq!(dates, expected);
        }
    }
}

#[test]
fn forecast_and_history_meet_at_local_midnight() {
    for city in CITIES {
        for clock in CLOCKS {
            let mut bench = bench(8, clock);
            let body = bench.ok("city-weather/getCityForecast", json!({"city": city}));
            let today = body["startDate"].as_str().unwrap().to_owned();
            assert_eq!(rows(&body).len(), 7);
            for (forecast, history) in
                [("getCityForecast", "getHistoricalCity"), ("getCityAQIForecast", "getHistoricalCityAQI")]
            {
                let mut ask = |tool: &str, first: &str, last: &str| {
                    code(
                        &mut bench,
                        &format!("city-weather/{tool}"),
                        json!({"city": city, "startDate": first, "endDate": last}),
                    )
                };
                let (yesterday, last) = (add(&today, -1), add(&today, 15));
                assert_eq!(ask(history, &yesterday, &yesterday), "ok");
                assert_eq!(ask(history, &yesterday, &today), "date_out_of_range");
                assert_eq!(ask(forecast, &today, &last), "ok");
                assert_eq!(ask(forecast, &yesterday, &today), "date_out_of_range");
                assert_eq!(ask(forecast, &last, &add(&last, 1)), "date_out_of_range");
                assert_eq!(ask(forecast, &last, &today), "reversed_range");
            }
        }
    }
}

#[test]
fn the_default_week_ends_with_the_forecast() {
    let mut bench = bench(9, "2026-03-02T09:00:00+01:00");
    let body = bench.ok("city-weather/getCityForecast", json!({"city": "Utrecht", "startDate": "2026-03-14"}));
    assert_eq!((&body["endDate"], rows(&body).len()), (&json!("2026-03-17"), 4));
}

#[test]
fn ranges_have_their_limits() {
    let mut bench = bench(0, "2026-03-02T09:00:00+01:00");
    let mut ask = |tool: &str, first: &str, last: &str| {
        code(
            &mut bench,
            &format!("city-weather/{tool}"),
            json!({"city": "Utrecht", "startDate": first, "endDate": last}),
        )
    };
    for tool in ["getHistoricalCity", "getHistoricalCityAQI"] {
        assert_eq!(ask(tool, "2015-01-01", "2015-04-02"), "ok");
        assert_eq!(ask(tool, "2015-01-01", "2015-04-03"), "range_too_long");
        assert_eq!(ask(tool, "2014-12-31", "2015-01-02"), "date_out_of_range");
    }
    assert_eq!(ask("getCityShow", "2026-03-01", "2026-03-31"), "ok");
    assert_eq!(ask("getCityShow", "2026-03-01", "2026-04-01"), "range_too_long");
    assert_eq!(ask("getCityShow", "2027-03-02", "2027-03-02"), "ok");
    assert_eq!(ask("getCityShow", "2027-03-03", "2027-03-03"), "date_out_of_range");
}

#[test]
fn the_format_changes_only_the_presentation() {
    let calls = [
        ("getRealtimeCity", json!({"city": "Osaka"}), 1),
        ("getRealtimeCityAQI", json!({"city": "Osaka"}), 1),
        ("getCityForecast", json!({"city": "Osaka"}), 7),
        ("getCityAQIForecast", json!({"city": "Osaka"}), 7),
        ("getHistoricalCity", json!({"city": "Osaka", "startDate": "2026-01-01", "endDate": "2026-01-31"}), 31),
        ("getHistoricalCityAQI", json!({"city": "Osaka", "startDate": "2026-01-01", "endDate": "2026-01-31"}), 31),
    ];
    for (tool, arguments, count) in calls {
        let tool = format!("city-weather/{tool}");
        let mut bench = Bench::new(1);
        let plain = bench.call(&tool, arguments.clone());
        assert!(plain.rendered.is_none());
        for format in ["json", "Csv", "XML"] {
            let mut arguments = arguments.clone();
            arguments["format"] = json!(format);
            let outcome = bench.call(&tool, arguments);
            assert_eq!(outcome.body, plain.body);
            match (format, outcome.rendered) {
                ("json", rendered) => assert!(rendered.is_none()),
                ("Csv", Some(rendered)) => assert_eq!(rendered.text.lines().count(), count + 1),
                (_, Some(rendered)) => assert!(rendered.text.starts_with("<?xml")),
                (_, None) => panic!("{tool} gives no {format}"),
            }
        }
    }
}

#[test]
fn a_name_and_its_spellings_are_one_place() {
    let mut bench = Bench::new(2);
    let plain = bench.ok("city-weather/getCityForecast", json!({"city": "Munich"}));
    for spelling in ["munich", "München", " Munich ", "Munich, Germany", "Munich, DE"] {
        let other = bench.ok("city-weather/getCityForecast", json!({"city": spelling}));
        assert_eq!((&other["city"], &other["days"]), (&plain["city"], &plain["days"]), "{spelling}");
    }
}

#[test]
fn the_other_places_of_a_name_can_be_asked_for() {
    let mut bench = Bench::new(2);
    let body = bench.ok("city-weather/getRealtimeCity", json!({"city": "Springfield"}));
    let others = body["otherMatches"].as_array().unwrap();
    assert!(others.len() > 2);
    for other in others {
        let found = bench.ok("city-weather/getRealtimeCity", json!({"city": other}));
        let name = format!(
            "{}, {}, {}",
            found["city"].as_str().unwrap(),
            found["region"].as_str().unwrap(),
            found["country"].as_str().unwrap()
        );
        assert_eq!(other, &json!(name));
    }
}

#[test]
fn an_answer_does_not_depend_on_what_was_asked_before() {
    let ask = |bench: &mut Bench| bench.ok("city-weather/getCityForecast", json!({"city": "Nairobi"}));
    let fresh = ask(&mut Bench::new(11));
    let mut used = Bench::new(11);
    for city in CITIES {
        used.ok("city-weather/getRealtimeCity", json!({"city": city}));
    }
    assert_eq!(ask(&mut used), fresh);
    assert_ne!(ask(&mut Bench::new(12))["days"], fresh["days"]);
}

fn shows(bench: &mut Bench, city: &str, first: &str, last: &str) -> Vec<Value> {
    let body = bench.ok("city-weather/getCityShow", json!({"city": city, "startDate": first, "endDate": last}));
    let shows = body["shows"].as_array().unwrap().clone();
    assert_eq!(shows.len() as u64, body["total"].as_u64().unwrap().min(100));
    shows
}

#[test]
fn every_listed_show_has_its_details() {
    for (seed, city) in (20..).zip(["Utrecht", "London, England", "Kathmandu", "Osaka", "Buenos Aires", "Lelystad"]) {
        let mut bench = Bench::new(seed);
        for show in shows(&mut bench, city, "2026-03-10", "2026-03-16") {
            let detail = bench.ok("city-weather/getShowDetail", json!({"activity_id": show["activity_id"]}));
            for (field, value) in show.as_object().unwrap() {
                assert_eq!(&detail[field], value, "{field} of {show}");
            }
            let on = detail["date"].as_str().unwrap();
            assert!(detail["runFrom"].as_str().unwrap() <= on && on <= detail["runTo"].as_str().unwrap());
        }
    }
}

#[test]
fn the_other_dates_of_a_run_know_each_other() {
    let mut bench = Bench::new(30);
    for show in shows(&mut bench, "Rotterdam", "2026-03-10", "2026-03-13") {
        let detail = bench.ok("city-weather/getShowDetail", json!({"activity_id": show["activity_id"]}));
        for other in detail["otherPerformances"].as_array().unwrap() {
            let back = bench.ok("city-weather/getShowDetail", json!({"activity_id": other["activity_id"]}));
            for field in ["title", "venue", "priceFrom", "runFrom", "runTo"] {
                assert_eq!(back[field], detail[field]);
            }
            assert_eq!((&back["date"], &back["availability"]), (&other["date"], &other["availability"]));
            let listed =
                shows(&mut bench, "Rotterdam", other["date"].as_str().unwrap(), other["date"].as_str().unwrap());
            assert!(listed.iter().any(|row| row["activity_id"] == other["activity_id"]));
        }
    }
}

#[test]
fn a_period_lists_what_its_days_list() {
    let mut bench = Bench::new(31);
    let week = shows(&mut bench, "Antwerp", "2026-05-01", "2026-05-07");
    let days = (0..7).map(|n| add("2026-05-01", n)).flat_map(|day| shows(&mut bench, "Antwerp", &day, &day));
    assert_eq!(week, days.collect::<Vec<_>>());
}

#[test]
fn tickets_do_not_come_back() {
    let order = ["available", "few_left", "sold_out", "past"];
    let mut early = bench(32, "2026-02-01T09:00:00+01:00");
    for show in shows(&mut early, "Amsterdam", "2026-03-01", "2026-03-07") {
        let mut before = (0, i64::MAX);
        for clock in [
            "2026-02-01T09:00:00+01:00",
            "2026-02-20T09:00:00+01:00",
            "2026-03-01T09:00:00+01:00",
            "2026-03-20T09:00:00+01:00",
        ] {
            let detail = bench(32, clock).ok("city-weather/getShowDetail", json!({"activity_id": show["activity_id"]}));
            let rank = order.iter().position(|word| detail["availability"] == *word).unwrap();
            let left = detail["seatsLeft"].as_i64().unwrap();
            assert!(rank >= before.0 && left <= before.1, "{detail}");
            assert_eq!(left == 0, rank >= 2);
            before = (rank, left);
        }
        assert_eq!(before, (3, 0));
    }
}

#[test]
fn ids_cannot_be_guessed() {
    let mut bench = Bench::new(33);
    let known = &shows(&mut bench, "Utrecht", "2026-03-13", "2026-03-13")[0]["activity_id"];
    let known = known.as_str().unwrap();
    let next_day = known.replace("20260313", "20260314");
    for id in
        [&next_day, &known[..known.len() - 1], "1", "shw-1-20260313-2-00", "Swan Pond", "shw-2745912-99999999-2-00"]
    {
        assert_eq!(
            code(&mut bench, "city-weather/getShowDetail", json!({"activity_id": id})),
            "unknown_activity",
            "{id}"
        );
    }
    let other_world = code(&mut Bench::new(34), "city-weather/getShowDetail", json!({"activity_id": known}));
    assert_eq!(other_world, "unknown_activity");
}
