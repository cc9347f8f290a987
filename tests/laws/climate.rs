//! Laws of `climate`: averages are those of the days that the same tools tell. No tool writes, so there are no rows.

use serde_json::{Value, json};

use crate::bench::{Bench, items, word};

const SET: &str = "climate";

const PLACES: [&str; 6] = ["Nairobi", "Seville", "Kathmandu", "60.17,24.94", "Wellington", "Chengdu"];

fn ok(bench: &mut Bench, tool: &str, arguments: Value) -> Value {
    bench.ok(&format!("{SET}/{tool}"), arguments)
}

fn code(bench: &mut Bench, tool: &str, arguments: Value) -> String {
    let outcome = bench.call(&format!("{SET}/{tool}"), arguments);
    assert!(outcome.status < 500, "{}", outcome.body);
    outcome.body["code"].as_str().unwrap_or("ok").to_owned()
}

fn number(value: &Value, field: &str) -> f64 {
    value[field].as_f64().unwrap_or_else(|| panic!("no number {field} in {value}"))
}

fn add(day: &str, days: i64) -> String {
    let day: jiff::civil::Date = day.parse().unwrap();
    day.saturating_add(jiff::SignedDuration::from_hours(24 * days)).to_string()
}

#[test]
fn the_months_of_a_year_are_the_averages_of_its_days() {
    for (seed, place, month) in [(1, "Seville", 2), (2, "Wellington", 7), (3, "Kathmandu", 12)] {
        let mut bench = Bench::new(seed);
        let told = ok(&mut bench, "getClimatePatterns", json!({"region": place, "start_year": 2024, "end_year": 2024}));
        let station = &told["stations"][0];
        let row = &told["months"][month - 1];
        let first = format!("2024-{month:02}-01");
        let days: Vec<Value> = (0..31)
            .map(|n| add(&first, n))
            .filter(|date| date[..7] == first[..7])
            .map(|date| {
                let asked = json!({"location": place, "date": date, "timezone": station["timezone"]});
                ok(&mut bench, "getHistoricalWeather", asked)
            })
            .collect();
        let sum = |field: &str| days.iter().map(|d| number(&d["day"], field)).sum::<f64>();
        let count = days.len() as f64;
        let near = |field: &str, expected: f64| {
            assert!((number(row, field) - expected).abs() < 0.0501, "{field} of {place}: {expected} in {row}");
        };
        near("meanTemperature", sum("temperatureMean") / count);
        near("meanHigh", sum("temperatureMax") / count);
        near("meanLow", sum("temperatureMin") / count);
        near("precipitation", sum("precipitation"));
        near("snow", sum("snow"));
        near("windSpeed", sum("windSpeedMean") / count);
        near("sunshineHours", days.iter().map(|d| number(d, "sunshineHours")).sum());
        near("wetDays", days.iter().filter(|d| number(&d["day"], "precipitation") >= 1.0).count() as f64);
        near("frostDays", days.iter().filter(|d| number(&d["day"], "temperatureMin") < 0.0).count() as f64);
        let high = days.iter().map(|d| number(&d["day"], "temperatureMax")).fold(f64::NEG_INFINITY, f64::max);
        assert_eq!(number(row, "highest"), high);
    }
}

#[test]
fn several_years_are_the_mean_of_each() {
    let mut bench = Bench::new(4);
    let ask = |bench: &mut Bench, from: i64, to: i64| {
        ok(bench, "getClimatePatterns", json!({"region": "Utrecht", "start_year": from, "end_year": to}))
    };
    let whole = ask(&mut bench, 2022, 2024);
    let each: Vec<Value> = (2022..=2024).map(|year| ask(&mut bench, year, year)).collect();
    for month in 0..12 {
        for field in ["precipitation", "wetDays", "sunshineHours", "frostDays"] {
            let mean = each.iter().map(|one| number(&one["months"][month], field)).sum::<f64>() / 3.0;
            assert!((number(&whole["months"][month], field) - mean).abs() < 0.11, "{field} of month {month}");
        }
        let highest = each.iter().map(|one| number(&one["months"][month], "highest")).fold(f64::MIN, f64::max);
        assert_eq!(number(&whole["months"][month], "highest"), highest);
    }
    let years: Vec<Value> = each.iter().map(|one| one["years"][0].clone()).collect();
    assert_eq!(items(&whole["years"]), years);
}

#[test]
fn a_month_is_ordered_and_within_bounds() {
    for (seed, region) in (5..).zip(["Sahel", "Finland", "Bavaria", "Singapore"]) {
        let asked = json!({"region": region, "start_year": 2025, "end_year": 2025});
        let told = ok(&mut Bench::new(seed), "getClimatePatterns", asked);
        for row in items(&told["months"]) {
            let order = ["lowest", "meanLow", "meanTemperature", "meanHigh", "highest"].map(|f| number(row, f));
            assert!(order.is_sorted(), "{row}");
            assert!(number(row, "snow") <= number(row, "precipitation") && number(row, "wetDays") <= 31.0);
            assert!(number(row, "sunshineHours") <= 31.0 * 24.0);
        }
        let sum: f64 = items(&told["months"]).iter().map(|row| number(row, "precipitation")).sum();
        assert!((number(&told["annual"], "precipitation") - sum).abs() < 0.06);
        assert!(told["climateClass"]["code"].is_string());
    }
}

#[test]
fn the_period_left_out_is_the_five_years_before() {
    let told = ok(&mut Bench::new(6), "getClimatePatterns", json!({"region": "Utrecht"}));
    assert_eq!(
        (&told["startYear"], &told["endYear"], &told["lastMonth"]),
        (&json!(2021), &json!(2025), &json!("2025-12"))
    );
    assert_eq!(items(&told["years"]).len(), 5);
}

#[test]
fn the_running_year_counts_with_the_months_that_are_over() {
    let mut bench = Bench::new(7).at("2026-05-15T12:00:00+02:00", "Europe/Amsterdam");
    let now = ok(&mut bench, "getClimatePatterns", json!({"region": "Utrecht", "start_year": 2026}));
    assert_eq!((&now["endYear"], &now["lastMonth"]), (&json!(2026), &json!("2026-04")));
    assert_eq!(items(&now["months"]).len(), 4);
    assert!(now["annual"].is_null() && items(&now["years"]).is_empty());
    let mut later = Bench::new(7).at("2027-01-10T12:00:00+01:00", "Europe/Amsterdam");
    let asked = json!({"region": "Utrecht", "start_year": 2026, "end_year": 2026});
    let whole = ok(&mut later, "getClimatePatterns", asked);
    assert_eq!(&items(&whole["months"])[..4], items(&now["months"]));
}

#[test]
fn the_years_have_their_ends() {
    let mut bench = Bench::new(8);
    let mut ask = |from: i64, to: i64| {
        code(&mut bench, "getClimatePatterns", json!({"region": "Utrecht", "start_year": from, "end_year": to}))
    };
    assert_eq!(ask(2015, 2015), "ok");
    assert_eq!(ask(2015, 2025), "range_too_long");
    assert_eq!(ask(2026, 2026), "ok");
    assert_eq!(ask(2014, 2015), "year_out_of_range");
    assert_eq!(ask(2026, 2027), "year_out_of_range");
    assert_eq!(ask(2025, 2024), "reversed_range");
    let mut january = Bench::new(8).at("2026-01-20T12:00:00+01:00", "Europe/Amsterdam");
    let asked = json!({"region": "Utrecht", "start_year": 2026, "end_year": 2026});
    assert_eq!(code(&mut january, "getClimatePatterns", asked), "year_out_of_range");
}

#[test]
fn a_unit_changes_how_temperatures_are_written() {
    for place in PLACES {
        let mut bench = Bench::new(9);
        let [c, f] =
            ["C", "F"].map(|units| ok(&mut bench, "getCurrentWeather", json!({"location": place, "units": units})));
        for (field, value) in c["current"].as_object().unwrap() {
            match field.as_str() {
                "temperature" | "apparentTemperature" | "dewPoint" => {
                    let expected = value.as_f64().unwrap() * 1.8 + 32.0;
                    assert!((number(&f["current"], field) - expected).abs() < 0.0501, "{field} of {place}");
                }
                _ => assert_eq!(value, &f["current"][field], "{field} of {place}"),
            }
        }
    }
}

#[test]
fn a_day_is_made_of_its_hours_in_any_zone() {
    for (seed, place) in (10..).zip(PLACES) {
        for zone in ["UTC", "Asia/Kathmandu", "America/New_York", "+02:00", "UTC-9"] {
            let asked = json!({"location": place, "date": "2025-11-02", "timezone": zone});
            let told = ok(&mut Bench::new(seed), "getHistoricalWeather", asked);
            let (day, hours) = (&told["day"], items(&told["hours"]));
            assert_eq!(hours.len(), if zone.starts_with("America") { 25 } else { 24 });
            let all = |field: &str| hours.iter().map(|h| number(h, field)).collect::<Vec<_>>();
            let temperatures = all("temperature");
            assert_eq!(number(day, "temperatureMin"), temperatures.iter().copied().fold(f64::MAX, f64::min));
            assert_eq!(number(day, "temperatureMax"), temperatures.iter().copied().fold(f64::MIN, f64::max));
            assert!((number(day, "precipitation") - all("precipitation").iter().sum::<f64>()).abs() < 0.051);
            assert!(hours.iter().all(|h| word(&h["at"]).starts_with("2025-11-02T")));
        }
    }
}

#[test]
fn a_day_by_the_clock_of_the_place_is_that_of_the_other_tools() {
    for (seed, city) in (20..).zip(["Nairobi", "Seville", "Wellington"]) {
        let mut bench = Bench::new(seed);
        let other = bench.ok(
            "city-weather/getHistoricalCity",
            json!({"city": city, "startDate": "2026-02-10", "endDate": "2026-02-12"}),
        );
        for day in items(&other["days"]) {
            let asked = json!({"location": city, "date": day["date"], "timezone": other["timezone"]});
            assert_eq!(ok(&mut bench, "getHistoricalWeather", asked)["day"], *day, "{city}");
        }
        let now = ok(&mut bench, "getCurrentWeather", json!({"location": city, "units": "C"}));
        let there = bench.ok("city-weather/getRealtimeCity", json!({"city": city}));
        assert_eq!(now["current"], there["current"]);
        let air = ok(&mut bench, "getAirQuality", json!({"city": city}));
        let index = bench.ok("city-weather/getRealtimeCityAQI", json!({"city": city}));
        assert_eq!(air["current"], index["current"]);
        let days = bench.ok("city-weather/getCityAQIForecast", json!({"city": city}));
        assert_eq!(items(&air["outlook"]), &items(&days["days"])[..4]);
    }
}

#[test]
fn what_was_forecast_is_what_history_tells() {
    for (seed, place) in (30..).zip(PLACES) {
        let told = ok(&mut Bench::new(seed), "getWeatherForecast", json!({"location": place, "days": 5}));
        let mut later = Bench::new(seed).at("2026-04-01T12:00:00+02:00", "Europe/Amsterdam");
        for day in items(&told["days"]) {
            let asked = json!({"location": place, "date": day["date"], "timezone": told["location"]["timezone"]});
            assert_eq!(ok(&mut later, "getHistoricalWeather", asked)["day"], *day, "{place}");
        }
    }
}

#[test]
fn a_country_is_told_by_its_main_city() {
    let mut bench = Bench::new(40);
    for (country, city) in [("Norway", "Oslo"), ("Kenya", "Nairobi"), ("Bavaria", "Munich")] {
        let told = ok(&mut bench, "getCurrentWeather", json!({"location": country, "units": "C"}));
        assert_eq!((&told["location"]["standsFor"], &told["location"]["name"]), (&json!(country), &json!(city)));
        let there = ok(&mut bench, "getCurrentWeather", json!({"location": city, "units": "C"}));
        assert_eq!(told["current"], there["current"]);
    }
}

#[test]
fn a_country_parts_namesakes() {
    let mut bench = Bench::new(41);
    let plain = ok(&mut bench, "getAirQuality", json!({"city": "London"}));
    let canada = ok(&mut bench, "getAirQuality", json!({"city": "london", "country": "ca"}));
    assert_eq!((&plain["countryCode"], &canada["countryCode"]), (&json!("GB"), &json!("CA")));
    assert_eq!(code(&mut bench, "getAirQuality", json!({"city": "London", "country": "Ruritania"})), "unknown_country");
    assert_eq!(code(&mut bench, "getAirQuality", json!({"city": "Chengdu", "country": "NL"})), "unknown_place");
}

#[test]
fn past_days_end_yesterday_in_the_zone() {
    // 1 March 23:30 in UTC, 2 March in Amsterdam, and still noon of 1 March in Hawaii.
    let mut bench = Bench::new(42).at("2026-03-02T00:30:00+01:00", "Europe/Amsterdam");
    for (zone, last) in [("UTC", "2026-02-28"), ("Europe/Amsterdam", "2026-03-01"), ("Pacific/Honolulu", "2026-02-28")]
    {
        let mut ask = |date: &str| {
            code(&mut bench, "getHistoricalWeather", json!({"location": "Oslo", "date": date, "timezone": zone}))
        };
        assert_eq!((ask(last), ask(&add(last, 1))), ("ok".into(), "date_out_of_range".into()), "{zone}");
        assert_eq!((ask("2015-01-01"), ask("2014-12-31")), ("ok".into(), "date_out_of_range".into()));
    }
}

#[test]
fn strange_words_are_met_with_a_clean_refusal() {
    let mut bench = Bench::new(43);
    for text in ["🌋", "y".repeat(90).as_str(), "مكان", "  ", "95,200"] {
        assert_eq!(code(&mut bench, "getCurrentWeather", json!({"location": text, "units": "C"})), "unknown_place");
        assert_eq!(code(&mut bench, "getClimatePatterns", json!({"region": text})), "unknown_region");
        assert_eq!(code(&mut bench, "getAirQuality", json!({"city": text})), "unknown_place");
    }
}
