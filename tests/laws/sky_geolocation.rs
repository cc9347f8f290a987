//! Laws of `sky-geolocation`: one weather and one sky by name and by coordinates, in every language.
//!
//! The tools read no session tables.

use proptest::prelude::*;
use serde_json::{Value, json};

use crate::bench::Bench;

const SET: &str = "sky-geolocation";

const LANGUAGES: [&str; 15] =
    ["en", "zh", "es", "fr", "de", "ar", "nl", "it", "pt", "ru", "ja", "ko", "hi", "tr", "pl"];

/// A name, and coordinates near it.
const TOWNS: [(&str, &str); 10] = [
    ("Utrecht", "52.09,5.12"),
    ("Beijing", "39.9042,116.4074"),
    ("北京", "39.9042,116.4074"),
    ("Phoenix, Arizona", "33.45,-112.07"),
    ("القاهرة", "30.06,31.25"),
    ("München", "48.14,11.58"),
    ("Yakutsk", "62.03,129.73"),
    ("Auckland, New Zealand", "-36.85,174.76"),
    ("La Paz, Bolivia", "-16.50,-68.15"),
    ("Kathmandu", "27.70,85.32"),
];

fn ok(bench: &mut Bench, tool: &str, arguments: Value) -> Value {
    bench.ok(&format!("{SET}/{tool}"), arguments)
}

fn code(bench: &mut Bench, tool: &str, arguments: Value) -> (u16, String) {
    let outcome = bench.call(&format!("{SET}/{tool}"), arguments);
    (outcome.status, outcome.body["code"].as_str().unwrap_or("ok").to_owned())
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap()
}

fn rows(value: &Value) -> &[Value] {
    value.as_array().unwrap()
}

#[test]
fn a_name_and_its_coordinates_have_the_weather_of_the_city() {
    for (seed, (name, point)) in (0..).zip(TOWNS) {
        let mut bench = Bench::new(seed).at("2026-06-11T15:10:00Z", "Europe/Amsterdam");
        let city = bench.ok("city-weather/getRealtimeCity", json!({"city": name}));
        for location in [name, point] {
            let here = ok(&mut bench, "getRealTimeWeather", json!({"location": location, "language": "en"}));
            assert_eq!((&here["place"]["name"], &here["current"]), (&city["city"], &city["current"]), "{location}");
            let past = ok(&mut bench, "getHistoricalWeather", json!({"location": location, "date": "2026-05-03"}));
            let days = bench.ok(
                "city-weather/getHistoricalCity",
                json!({"city": name, "startDate": "2026-05-03", "endDate": "2026-05-03"}),
            );
            assert_eq!(past["day"], days["days"][0], "{location}");
        }
    }
}

#[test]
fn a_language_changes_words_and_no_values() {
    for (seed, (name, _)) in (0..).zip(TOWNS) {
        let mut bench = Bench::new(seed);
        let plain = ok(&mut bench, "getRealTimeWeather", json!({"location": name, "language": "en"}));
        for language in LANGUAGES {
            let other = ok(&mut bench, "getRealTimeWeather", json!({"location": name, "language": language}));
            assert_eq!(other["language"], language);
            for (field, value) in plain["current"].as_object().unwrap() {
                match field.as_str() {
                    "conditionText" => assert!(language == "en" || &other["current"][field] != value, "{language}"),
                    "windCompass" => assert!(other["current"][field].is_string()),
                    _ => assert_eq!(&other["current"][field], value, "{field} in {language}"),
                }
            }
            for field in ["latitude", "longitude", "timezone", "region"] {
                assert_eq!(other["place"][field], plain["place"][field]);
            }
        }
        for (spelling, same) in [("Spanish", "es"), ("español", "es"), ("zh-CN", "zh"), ("DE", "de"), ("العربية", "ar")]
        {
            let [a, b] = [spelling, same]
                .map(|language| ok(&mut bench, "getRealTimeWeather", json!({"location": name, "language": language})));
            assert_eq!(a, b, "{spelling}");
        }
    }
    let default = ok(&mut Bench::new(0), "getRealTimeWeather", json!({"location": "Beijing"}));
    assert_eq!((&default["language"], &default["place"]["name"]), (&json!("zh"), &json!("北京")));
}

#[test]
fn languages_and_places_that_are_not_known_are_refused() {
    let mut bench = Bench::new(0);
    for language in ["Klingon", "xx", "🦀", "la"] {
        let refused = code(&mut bench, "getRealTimeWeather", json!({"location": "Utrecht", "language": language}));
        assert_eq!(refused, (422, "unsupported_language".into()), "{language}");
    }
    for location in ["Nowhereville upon Void", "🌪🌪", "95,200,1"] {
        for tool in ["getRealTimeWeather", "getHistoricalWeather", "getAstronomyData"] {
            let mut arguments = json!({"location": location});
            if tool != "getRealTimeWeather" {
                arguments["date"] = json!("2026-02-01");
            }
            assert_eq!(code(&mut bench, tool, arguments), (404, "unknown_place".into()), "{location}");
        }
    }
    assert_eq!(code(&mut bench, "getRealTimeWeather", json!({"location": "a".repeat(100_000)})).0, 422);
}

#[test]
fn the_hours_of_a_past_day_make_the_day() {
    for (seed, (name, _)) in (0..).zip(TOWNS) {
        let mut bench = Bench::new(seed);
        for date in ["2025-03-30", "2025-10-26", "2026-01-15", "2025-07-20"] {
            let bare = ok(&mut bench, "getHistoricalWeather", json!({"location": name, "date": date}));
            let mut full =
                ok(&mut bench, "getHistoricalWeather", json!({"location": name, "date": date, "hourly": true}));
            let hours = full.as_object_mut().unwrap().remove("hours").unwrap();
            assert_eq!(full, bare);
            let day = &bare["day"];
            let temperatures: Vec<f64> = rows(&hours).iter().map(|hour| number(&hour["temperature"])).collect();
            let (low, high) = (number(&day["temperatureMin"]), number(&day["temperatureMax"]));
            assert!(
                temperatures.iter().all(|t| (low..=high).contains(t))
                    && temperatures.contains(&low)
                    && temperatures.contains(&high)
            );
            let rain: f64 = rows(&hours).iter().map(|hour| number(&hour["precipitation"])).sum();
            assert!((rain - number(&day["precipitation"])).abs() < 0.051);
            let uv = rows(&hours).iter().map(|hour| number(&hour["uvIndex"])).fold(0.0, f64::max);
            assert_eq!(uv, number(&day["uvIndexMax"]));
        }
    }
}

#[test]
fn the_sun_is_the_same_in_every_tool() {
    let mut bench = Bench::new(0);
    for (_, point) in TOWNS {
        for date in ["2026-03-02", "2026-06-21", "2026-12-21"] {
            let here = ok(&mut bench, "getAstronomyData", json!({"location": point, "date": date}));
            let sun = bench
                .ok("airport-weather/getSunriseSunset", json!({"location": point, "date": date, "timezone": "LOCAL"}));
            let sky = bench.ok("forecast-astronomy/retrieveAstronomicalInfo", json!({"location": point, "date": date}));
            assert_eq!((&here["sun"], &here["moon"]), (&sky["sun"], &sky["moon"]));
            for (field, value) in here["sun"].as_object().unwrap() {
                assert_eq!(&sun[field], value, "{field}");
            }
        }
    }
}

#[test]
fn the_sun_shines_only_by_day() {
    // The weather's ultraviolet and the almanac's sunrise come from two suns; they must not contradict each other.
    for (seed, (_, point)) in (0..).zip(TOWNS) {
        let mut bench = Bench::new(seed);
        for date in ["2025-06-21", "2025-12-21", "2026-02-10"] {
            let sky = ok(&mut bench, "getAstronomyData", json!({"location": point, "date": date}));
            let past = ok(&mut bench, "getHistoricalWeather", json!({"location": point, "date": date, "hourly": true}));
            let instant = |value: &Value| value.as_str().unwrap().parse::<jiff::Timestamp>().unwrap().as_second();
            let (rise, set) = (instant(&sky["sun"]["sunrise"]), instant(&sky["sun"]["sunset"]));
            for hour in rows(&past["hours"]) {
                let begin = instant(&hour["at"]);
                if begin + 3600 < rise || begin > set {
                    assert_eq!(number(&hour["uvIndex"]), 0.0, "{hour} {}", sky["sun"]);
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn coordinates_name_the_place_whose_weather_they_have(latitude in -60.0..75.0_f64, longitude in -180.0..180.0_f64) {
        let mut bench = Bench::new(0);
        let here = ok(&mut bench, "getGeolocationData", json!({"latitude": latitude, "longitude": longitude}));
        let point = format!("{latitude},{longitude}");
        let weather = ok(&mut bench, "getRealTimeWeather", json!({"location": point, "language": "en"}));
        prop_assert_eq!(&here["timezone"], &weather["place"]["timezone"]);
        match here["place"].is_null() {
            true => prop_assert!(here["country"].is_null() && weather["place"]["country"] == ""),
            false => {
                prop_assert!(number(&here["place"]["distanceKm"]) <= 100.0);
                prop_assert_eq!(&here["place"]["name"], &weather["place"]["name"]);
                prop_assert_eq!(&here["country"]["name"], &weather["place"]["country"]);
                prop_assert_eq!(&here["place"]["distanceKm"], &weather["place"]["distanceKm"]);
            }
        }
        let now: jiff::Timestamp = here["localTime"].as_str().unwrap().parse().unwrap();
        prop_assert_eq!(now, "2026-03-02T08:00:00Z".parse::<jiff::Timestamp>().unwrap());
    }
}

#[test]
fn a_place_is_found_again_at_its_own_coordinates() {
    let mut bench = Bench::new(0);
    for (name, _) in TOWNS {
        let weather = ok(&mut bench, "getRealTimeWeather", json!({"location": name, "language": "en"}));
        let place = &weather["place"];
        let asked = json!({"latitude": place["latitude"], "longitude": place["longitude"]});
        let here = ok(&mut bench, "getGeolocationData", asked.clone());
        assert_eq!((&here["place"]["name"], &here["place"]["distanceKm"]), (&place["name"], &json!(0.0)), "{name}");
        for language in LANGUAGES {
            let mut asked = asked.clone();
            asked["language"] = json!(language);
            let other = ok(&mut bench, "getGeolocationData", asked);
            assert_eq!(other["place"]["englishName"], here["place"]["name"]);
            for field in ["iso2", "iso3", "capital", "currency", "languages", "phonePrefix"] {
                assert_eq!(other["country"][field], here["country"][field]);
            }
        }
    }
}
