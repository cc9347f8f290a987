//! Laws of `airport-weather`: the weather of points, warnings and airports is that of every other tool.
//!
//! The tools read no session tables.

use proptest::prelude::*;
use serde_json::{Value, json};

use crate::bench::Bench;

const SET: &str = "airport-weather";

/// Towns of many climates by name and coordinates.
const TOWNS: [(&str, &str); 14] = [
    ("Utrecht", "52.09,5.12"),
    ("Phoenix, Arizona", "33.45,-112.07"),
    ("Mumbai", "19.07,72.88"),
    ("Hong Kong", "22.28,114.18"),
    ("Yakutsk", "62.03,129.73"),
    ("Reykjavik", "64.14,-21.90"),
    ("Cairo, Egypt", "30.06,31.25"),
    ("Chicago", "41.85,-87.65"),
    ("Sapporo", "43.07,141.35"),
    ("Miami", "25.77,-80.19"),
    ("Nairobi", "-1.28,36.82"),
    ("Wellington, New Zealand", "-41.29,174.78"),
    ("Delhi", "28.65,77.23"),
    ("Manila", "14.60,120.98"),
];

fn ok(bench: &mut Bench, tool: &str, arguments: Value) -> Value {
    bench.ok(&format!("{SET}/{tool}"), arguments)
}

fn code(bench: &mut Bench, tool: &str, arguments: Value) -> (u16, String) {
    let outcome = bench.call(&format!("{SET}/{tool}"), arguments);
    (outcome.status, outcome.body["code"].as_str().unwrap_or("ok").to_owned())
}

fn at(seed: u64, clock: &str) -> Bench {
    Bench::new(seed).at(clock, "Europe/Amsterdam")
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap()
}

fn instant(value: &Value) -> jiff::Timestamp {
    value.as_str().unwrap().parse().unwrap()
}

fn rows(value: &Value) -> &[Value] {
    value.as_array().unwrap()
}

/// Clocks around the year, at different hours.
fn clocks() -> impl Iterator<Item = String> {
    (1..=12).map(|month| format!("2026-{month:02}-{:02}T{:02}:20:00Z", 2 * month, 2 * month - 1))
}

#[test]
fn a_point_has_the_weather_of_its_town() {
    for (seed, (name, point)) in (0..).zip(TOWNS) {
        for clock in clocks().take(6) {
            let mut bench = at(seed, &clock);
            let town = bench.ok("city-weather/getRealtimeCity", json!({"city": name}));
            let here = ok(&mut bench, "getRealtimeWeather", json!({"location": point, "lang": "en"}));
            assert_eq!(here["observedAt"], town["observedAt"]);
            for (field, value) in town["current"].as_object().unwrap() {
                assert_eq!(&here["current"][field], value, "{field} of {name}");
            }
        }
    }
}

#[test]
fn unit_and_language_change_the_presentation_only() {
    for (seed, (_, point)) in (20..).zip(TOWNS) {
        let mut bench = Bench::new(seed);
        let mut ask = |unit: &str, lang: &str| {
            ok(&mut bench, "getRealtimeWeather", json!({"location": point, "unit": unit, "lang": lang}))
        };
        let (plain, warm, chinese) = (ask("C", "en"), ask("F", "en"), ask("C", "zh"));
        for (field, value) in plain["current"].as_object().unwrap() {
            match field.as_str() {
                "temperature" | "apparentTemperature" | "dewPoint" => {
                    let expected = number(value) * 1.8 + 32.0;
                    assert!((number(&warm["current"][field]) - expected).abs() < 0.0501, "{field}");
                    assert_eq!(&chinese["current"][field], value);
                }
                "conditionText" | "windCompass" => assert_ne!(&chinese["current"][field], value),
                _ => assert!(&warm["current"][field] == value && &chinese["current"][field] == value, "{field}"),
            }
        }
    }
}

#[test]
fn an_airport_has_the_weather_of_its_coordinates() {
    for (seed, airport) in (0..).zip(["JFK", "AMS", "LPB", "SIN", "KEF", "DXB", "CPT", "GRQ", "HNL"]) {
        for clock in clocks().take(4) {
            let mut bench = at(seed, &clock);
            let report = ok(&mut bench, "getAirportWeather", json!({"airportCode": airport}));
            let point = format!("{},{}", report["airport"]["latitude"], report["airport"]["longitude"]);
            let here = ok(&mut bench, "getRealtimeWeather", json!({"location": point, "lang": "en"}));
            for (field, value) in report["current"].as_object().unwrap() {
                assert_eq!(&here["current"][field], value, "{field} of {airport}");
            }
        }
    }
}

/// What the levels of the description say of a day as `getCityForecast` tells it: type, and the lowest level's condition.
fn called_for(day: &Value) -> Vec<(&'static str, bool)> {
    let of = |field: &str| number(&day[field]);
    let rain = ((of("precipitation") - of("snow")) * 10.0).round() / 10.0;
    vec![
        ("highTemperature", of("temperatureMax") >= 35.0),
        ("cold", of("temperatureMin") <= -15.0),
        ("wind", of("windGustMax") >= 13.9),
        ("rainstorm", rain >= 30.0),
        ("snow", of("snow") >= 5.0),
        ("thunderstorm", day["condition"] == "thunderstorm"),
        ("fog", of("visibilityMin") < 0.5),
    ]
}

#[test]
fn warnings_and_forecast_agree_both_ways() {
    let mut seen = std::collections::BTreeSet::new();
    for (seed, (name, point)) in (0..).zip(TOWNS) {
        for clock in clocks() {
            let mut bench = at(seed, &clock);
            let forecast = bench.ok("city-weather/getCityForecast", json!({"city": name}));
            let warnings = ok(&mut bench, "getWeatherAlerts", json!({"region": point}));
            // Today may be partly over, and the day after tomorrow not warned of yet; tomorrow is whole.
            let tomorrow = &rows(&forecast["days"])[1];
            for (kind, expected) in called_for(tomorrow) {
                let of_kind = |row: &&Value| row["type"] == kind && row["date"] == tomorrow["date"];
                let found = rows(&warnings["alerts"]).iter().find(of_kind);
                assert_eq!(found.is_some(), expected, "{kind} in {name} at {clock}: {tomorrow} {warnings}");
                if let Some(found) = found {
                    seen.insert(kind);
                    let measure = found["measure"].as_str().unwrap();
                    if let Some(value) = tomorrow.get(measure) {
                        assert_eq!(&found["value"], value, "{kind}");
                    }
                }
            }
        }
    }
    assert!(seen.len() >= 6, "only {seen:?} ever happened");
}

#[test]
fn warnings_come_in_time_and_stay_until_they_are_over() {
    let mut seen = 0;
    for (seed, (_, point)) in (0..).zip(TOWNS) {
        let mut bench = at(seed, "2026-07-10T10:00:00Z");
        let mut before = ok(&mut bench, "getWeatherAlerts", json!({"region": point}));
        for hour in 11..20 {
            let now: jiff::Timestamp = format!("2026-07-10T{hour}:00:00Z").parse().unwrap();
            let after = ok(&mut at(seed, &now.to_string()), "getWeatherAlerts", json!({"region": point}));
            for alert in rows(&after["alerts"]) {
                assert!(instant(&alert["issuedAt"]) <= now && now < instant(&alert["ends"]));
                assert!(instant(&alert["onset"]) < instant(&alert["ends"]));
                assert_eq!(alert["status"] == "active", instant(&alert["onset"]) <= now);
            }
            for alert in rows(&before["alerts"]).iter().filter(|alert| instant(&alert["ends"]) > now) {
                assert!(rows(&after["alerts"]).iter().any(|other| other["id"] == alert["id"]), "{alert} has gone");
                seen += 1;
            }
            before = after;
        }
    }
    assert!(seen > 20, "{seen}");
}

#[test]
fn a_kind_of_warning_is_part_of_all_warnings() {
    for region in ["Guangdong", "US-TX", "Philippines", "Japan", "Phoenix", "India"] {
        let mut bench = at(8, "2026-07-20T06:00:00Z");
        let all = ok(&mut bench, "getWeatherAlerts", json!({"region": region}));
        assert_eq!(rows(&all["alerts"]).len() as u64, all["total"].as_u64().unwrap());
        for kind in ["typhoon", "rainstorm", "highTemperature"] {
            let some = ok(&mut bench, "getWeatherAlerts", json!({"region": region, "alertType": kind}));
            let expected: Vec<&Value> = rows(&all["alerts"]).iter().filter(|row| row["type"] == kind).collect();
            assert_eq!(rows(&some["alerts"]).iter().collect::<Vec<_>>(), expected, "{kind} in {region}");
        }
        let order = ["red", "orange", "yellow", "blue"];
        let ranks = rows(&all["alerts"]).iter().map(|row| order.iter().position(|level| row["level"] == *level));
        assert!(ranks.is_sorted());
    }
}

#[test]
fn a_typhoon_comes_some_day() {
    let typhoons = |seed| {
        (0..20)
            .map(|day| {
                let clock = format!("2026-08-{:02}T04:00:00Z", 1 + day);
                let body = ok(
                    &mut at(seed, &clock),
                    "getWeatherAlerts",
                    json!({"region": "Philippines", "alertType": "typhoon"}),
                );
                body["total"].as_u64().unwrap()
            })
            .sum::<u64>()
    };
    assert!((0..5).map(typhoons).sum::<u64>() > 0);
}

#[test]
fn a_name_of_an_area_is_the_area_of_the_climate_tools() {
    let mut bench = Bench::new(2);
    let names = [
        "UK",
        "KSA",
        "Zaire",
        "Formosa",
        "Punjab",
        "Córdoba",
        "AK",
        "DC",
        "CT",
        "BC",
        "Scotland",
        "England",
        "Luxemburg",
        "Georgia",
        "Utrecht",
        "Bavaria",
        "Centre",
        "Mexico",
        "TX",
        "Holland",
        "Équateur",
    ];
    for name in names {
        let warned = ok(&mut bench, "getWeatherAlerts", json!({"region": name}));
        let asked = json!({"region": name, "start_year": 2025, "end_year": 2025});
        let told = bench.ok("climate/getClimatePatterns", asked);
        let here = (&warned["region"]["name"], &warned["region"]["kind"], &warned["region"]["country"]);
        assert_eq!(here, (&told["region"], &told["kind"], &told["country"]), "{name}");
    }
}

#[test]
fn regions_go_by_code_and_name() {
    let mut bench = Bench::new(2);
    for (spellings, name) in [
        (vec!["US-CA", "California", "California, US", "california, United States"], "California"),
        (vec!["NL", "Netherlands", "Holland", "NLD"], "Netherlands"),
        (vec!["TX", "Texas"], "Texas"),
        (vec!["Guangdong", "广东", "广东省", "CN-GD"], "Guangdong"),
    ] {
        let all: Vec<Value> =
            spellings.iter().map(|text| ok(&mut bench, "getWeatherAlerts", json!({"region": text}))).collect();
        for (text, body) in spellings.iter().zip(&all) {
            assert_eq!(body["region"]["name"], name, "{text}");
            assert_eq!(body["alerts"], all[0]["alerts"], "{text}");
        }
    }
    assert_eq!(ok(&mut bench, "getWeatherAlerts", json!({"region": "CA"}))["region"]["name"], "Canada");
    assert_eq!(
        code(&mut bench, "getWeatherAlerts", json!({"region": "Atlantis Prime"})),
        (404, "unknown_region".into())
    );
}

#[test]
fn air_is_that_of_the_city_and_forecasts_come_true() {
    for (seed, (name, point)) in (0..).zip(TOWNS) {
        let mut bench = at(seed, "2026-02-20T09:00:00Z");
        let city = bench.ok("city-weather/getCityAQIForecast", json!({"city": name}));
        for day in rows(&city["days"]) {
            let air = ok(&mut bench, "getAirQuality", json!({"location": point, "date": day["date"]}));
            let later = ok(
                &mut at(seed, "2026-05-01T09:00:00Z"),
                "getAirQuality",
                json!({"location": point, "date": day["date"]}),
            );
            assert_eq!(air["day"], later["day"]);
            for (field, value) in air["day"].as_object().unwrap() {
                assert_eq!(&day[field], value, "{field} of {name}");
            }
        }
        let today = ok(&mut bench, "getAirQuality", json!({"location": point}));
        let now = bench.ok("city-weather/getRealtimeCityAQI", json!({"city": name}));
        assert_eq!((&today["date"], &today["current"]), (&city["startDate"], &now["current"]));
        let tomorrow = &rows(&city["days"])[1]["date"];
        let tomorrow = ok(&mut bench, "getAirQuality", json!({"location": point, "date": tomorrow}));
        assert!(tomorrow.get("current").is_none());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn the_sun_rises_before_noon_and_sets_after(latitude in -59.0..59.0_f64, longitude in -180.0..180.0_f64, day in 0..1000_i64) {
        let date = jiff::civil::date(2025, 1, 1).saturating_add(jiff::SignedDuration::from_hours(24 * day)).to_string();
        let location = format!("{latitude:.3},{longitude:.3}");
        let mut bench = Bench::new(0);
        let [utc, local] = ["UTC", "LOCAL"].map(|zone| ok(&mut bench, "getSunriseSunset", json!({"location": location, "date": date, "timezone": zone})));
        prop_assert_eq!(&utc["dayType"], "normal");
        let order = ["civilDawn", "sunrise", "solarNoon", "sunset", "civilDusk"].map(|field| instant(&utc[field]));
        prop_assert!(order.is_sorted() && order[1] < order[2] && order[2] < order[3]);
        let minutes = (order[3].as_second() - order[1].as_second()) / 60;
        prop_assert!((minutes - utc["dayLengthMinutes"].as_i64().unwrap()).abs() <= 1);
        for field in ["sunrise", "solarNoon", "sunset", "civilDawn", "nauticalDusk", "astronomicalDusk"] {
            match utc[field].is_null() {
                true => prop_assert!(local[field].is_null()),
                false => prop_assert_eq!(instant(&utc[field]), instant(&local[field])),
            }
        }
        prop_assert!(local["solarNoon"].as_str().unwrap().starts_with(&date), "{}", local);
    }
}

#[test]
fn an_airport_and_its_point_go_by_one_clock() {
    let mut bench = at(5, "2026-07-02T12:00:00+02:00");
    // By a town, whose clock was changed lately; by a border; and far from all towns.
    for code in ["CJS", "NLD", "PNT", "UUS", "KRL", "DTW", "BSL", "YPY", "NRA", "BCI", "TMX", "RAH", "BKQ"] {
        let report = ok(&mut bench, "getAirportWeather", json!({"airportCode": code}));
        let airport = &report["airport"];
        let point = json!({"latitude": airport["latitude"], "longitude": airport["longitude"]});
        let there = bench.ok("sky-geolocation/getGeolocationData", point);
        let offset = |time: &Value| time.as_str().unwrap()[19..].to_owned();
        assert_eq!(offset(&report["observedAt"]), offset(&there["localTime"]), "{code}: {there}");
    }
}

#[test]
fn polar_days_and_nights_are_said_to_be_so() {
    let mut bench = Bench::new(0);
    for (location, date, kind, minutes) in [
        ("69.65,18.96", "2026-06-21", "polar_day", 1440),
        ("69.65,18.96", "2026-12-21", "polar_night", 0),
        ("-77.85,166.67", "2026-06-21", "polar_night", 0),
        ("90,0", "2026-06-21", "polar_day", 1440),
        ("-90,0", "2025-12-21", "polar_day", 1440),
    ] {
        let body = ok(&mut bench, "getSunriseSunset", json!({"location": location, "date": date}));
        assert_eq!((&body["dayType"], &body["dayLengthMinutes"]), (&json!(kind), &json!(minutes)), "{location} {date}");
        assert!(body["sunrise"].is_null() && body["sunset"].is_null());
    }
}

#[test]
fn what_is_no_point_is_refused_with_a_hint() {
    let mut bench = Bench::new(0);
    for location in ["Utrecht", "95,5", "5,200", "nan,1", "1,2,3", "🦀", "اوترخت", ","] {
        assert_eq!(
            code(&mut bench, "getRealtimeWeather", json!({"location": location})),
            (422, "not_coordinates".into()),
            "{location}"
        );
    }
    assert_eq!(code(&mut bench, "getRealtimeWeather", json!({"location": "1".repeat(100_000)})).0, 422);
    let hint = bench.call(&format!("{SET}/getRealtimeWeather"), json!({"location": "Utrecht"}));
    let point = &hint.body["suggestions"][0];
    let found = ok(&mut bench, "getRealtimeWeather", json!({"location": point, "lang": "en"}));
    assert_eq!(found["place"]["name"], "Utrecht");
    for same in ["52.09, 5.12", "(52.09,5.12)", " 52.09 5.12 ", "52.09° N, 5.12° E"] {
        let body = ok(&mut bench, "getRealtimeWeather", json!({"location": same, "lang": "en"}));
        assert_eq!(body["current"], found["current"], "{same}");
    }
}

#[test]
fn the_open_sea_has_weather_and_air_too() {
    let mut bench = Bench::new(0);
    for location in ["0,-30", "-60,-120", "89.9,10", "30,-40", "-90,0"] {
        let body = ok(&mut bench, "getRealtimeWeather", json!({"location": location, "lang": "en"}));
        assert_eq!((&body["place"]["country"], &body["place"]["distanceKm"]), (&json!(""), &json!(0.0)), "{location}");
        ok(&mut bench, "getAirQuality", json!({"location": location}));
        ok(&mut bench, "getWeatherAlerts", json!({"region": location}));
    }
}
