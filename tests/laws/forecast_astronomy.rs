//! Laws of `forecast-astronomy`: forecasts come true, hours make their day, the sky is one, pictures show what was there.
//!
//! The tools read no session tables.

use serde_json::{Value, json};

use crate::bench::Bench;

const SET: &str = "forecast-astronomy";

const POINTS: [&str; 9] = [
    "52.09,5.12",
    "35.20,-111.65",
    "19.07,72.88",
    "62.03,129.73",
    "-33.87,151.21",
    "64.14,-21.90",
    "-16.50,-68.15",
    "27.72,85.32",
    "0,-30",
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

fn rows(value: &Value) -> &[Value] {
    value.as_array().unwrap()
}

fn add(day: &str, days: i64) -> String {
    let day: jiff::civil::Date = day.parse().unwrap();
    day.saturating_add(jiff::SignedDuration::from_hours(24 * days)).to_string()
}

#[test]
fn what_was_forecast_is_what_happened() {
    for (seed, location) in (0..).zip(POINTS) {
        let forecast =
            ok(&mut at(seed, "2026-02-20T09:00:00Z"), "getForecastData", json!({"location": location, "days": 16}));
        let mut later = at(seed, "2026-04-01T09:00:00Z");
        assert_eq!(rows(&forecast["days"]).len(), 16);
        for day in rows(&forecast["days"]).iter().step_by(3) {
            let past = ok(&mut later, "retrieveHistoricalWeather", json!({"location": location, "date": day["date"]}));
            assert_eq!(&past["day"], day, "{location}");
        }
    }
}

#[test]
fn the_hours_make_the_day() {
    for (seed, location) in (0..).zip(POINTS) {
        for clock in ["2026-03-28T09:00:00Z", "2026-10-24T09:00:00Z", "2026-07-01T20:00:00Z"] {
            let mut bench = at(seed, clock);
            let bare = ok(&mut bench, "getForecastData", json!({"location": location, "days": 3}));
            let mut full =
                ok(&mut bench, "getForecastData", json!({"location": location, "days": 3, "includeDetails": true}));
            for day in full["days"].as_array_mut().unwrap() {
                let hours = day.as_object_mut().unwrap().remove("hours").unwrap();
                let all = |field: &str| rows(&hours).iter().map(|hour| number(&hour[field])).collect::<Vec<_>>();
                let (low, high) = (number(&day["temperatureMin"]), number(&day["temperatureMax"]));
                let temperatures = all("temperature");
                assert!(temperatures.iter().all(|t| (low..=high).contains(t)));
                assert!(temperatures.contains(&low) && temperatures.contains(&high));
                assert!((all("precipitation").iter().sum::<f64>() - number(&day["precipitation"])).abs() < 0.051);
                assert!(all("windGust").contains(&number(&day["windGustMax"])));
                assert!(all("visibility").contains(&number(&day["visibilityMin"])));
                assert!((23..=25).contains(&rows(&hours).len()));
                let date = day["date"].as_str().unwrap();
                assert!(rows(&hours).iter().all(|hour| hour["at"].as_str().unwrap().starts_with(date)));
            }
            assert_eq!(full, bare);
        }
    }
}

#[test]
fn the_present_hour_is_one_of_the_day() {
    for (seed, location) in (0..).zip(POINTS) {
        let mut bench = at(seed, "2026-05-05T13:40:00Z");
        let now = bench.ok("airport-weather/getRealtimeWeather", json!({"location": location, "lang": "en"}));
        let today = ok(&mut bench, "getForecastData", json!({"location": location, "days": 1, "includeDetails": true}));
        let hours = &today["days"][0]["hours"];
        let same = rows(hours).iter().find(|hour| hour["at"] == now["observedAt"]);
        let same = same.unwrap_or_else(|| panic!("{} is no hour of {hours}", now["observedAt"]));
        for field in ["temperature", "windSpeed", "cloudCover", "condition", "precipitation"] {
            assert_eq!(same[field], now["current"][field]);
        }
    }
}

#[test]
fn fewer_days_are_the_first_of_more() {
    let mut bench = Bench::new(4);
    let all = ok(&mut bench, "getForecastData", json!({"location": POINTS[0], "days": 16}));
    for days in [1, 2, 5, 9] {
        let some = ok(&mut bench, "getForecastData", json!({"location": POINTS[0], "days": days}));
        assert_eq!(rows(&some["days"]), &rows(&all["days"])[..days]);
    }
    let default = ok(&mut bench, "getForecastData", json!({"location": POINTS[0]}));
    assert_eq!(rows(&default["days"]).len(), 5);
}

#[test]
fn history_ends_where_the_forecast_begins() {
    for location in POINTS {
        for clock in ["2026-01-15T06:20:00Z", "2026-07-04T23:45:00Z"] {
            let mut bench = at(1, clock);
            let forecast = ok(&mut bench, "getForecastData", json!({"location": location, "days": 1}));
            let today = forecast["days"][0]["date"].as_str().unwrap().to_owned();
            let mut ask = |date: &str| {
                code(&mut bench, "retrieveHistoricalWeather", json!({"location": location, "date": date})).1
            };
            assert_eq!(ask(&add(&today, -1)), "ok");
            assert_eq!(ask(&today), "date_out_of_range");
            assert_eq!((ask("2015-01-01"), ask("2014-12-31")), ("ok".into(), "date_out_of_range".into()));
        }
    }
}

#[test]
fn the_unit_turns_temperatures_and_nothing_else() {
    let mut bench = Bench::new(5);
    for location in POINTS {
        let mut ask = |unit: &str| {
            ok(
                &mut bench,
                "retrieveHistoricalWeather",
                json!({"location": location, "date": "2026-01-20", "unit": unit}),
            )
        };
        let (cool, warm) = (ask("C"), ask("F"));
        assert_eq!(ask("fahrenheit"), warm);
        for (field, value) in cool["day"].as_object().unwrap() {
            match field.starts_with("temperature") || field.starts_with("apparent") {
                true => assert!((number(&warm["day"][field]) - number(value) * 1.8 - 32.0).abs() < 0.0501),
                false => assert_eq!(&warm["day"][field], value, "{field}"),
            }
        }
    }
}

#[test]
fn a_kind_of_object_is_part_of_the_whole_sky() {
    let mut bench = Bench::new(0);
    for (location, date) in
        [("52.09,5.12", "2026-03-03"), ("-33.87,151.21", "2026-08-12"), ("78.22,15.65", "2026-12-14")]
    {
        let mut ask = |kind: &str| {
            ok(&mut bench, "retrieveAstronomicalInfo", json!({"location": location, "date": date, "objectType": kind}))
        };
        let all = ask("all");
        for (kind, part) in [
            ("sun", "sun"),
            ("Moon", "moon"),
            ("planets", "planets"),
            ("meteor shower", "meteorShowers"),
            ("eclipse", "eclipses"),
        ] {
            let some = ask(kind);
            assert_eq!(some[part], all[part], "{kind}");
            let parts = ["sun", "moon", "planets", "stars", "meteorShowers", "eclipses"];
            assert_eq!(parts.iter().filter(|p| some.get(**p).is_some()).count(), 1, "{kind}");
        }
        let stars = ask("star");
        assert!(rows(&all["stars"]).iter().all(|star| rows(&stars["stars"]).contains(star)));
        for planet in rows(&all["planets"]) {
            let one = ask(planet["name"].as_str().unwrap());
            assert_eq!(rows(&one["planets"]), std::slice::from_ref(planet));
        }
        for star in rows(&stars["stars"]) {
            let best = star["bestAltitude"].as_f64();
            assert_eq!(best.is_some(), star["bestTime"].is_string());
            assert!(best.is_none_or(|height| (0.0..=90.0).contains(&height)));
            assert!(star["nakedEyeTonight"] == false || best.unwrap() >= 8.0);
        }
    }
    assert_eq!(
        code(
            &mut bench,
            "retrieveAstronomicalInfo",
            json!({"location": "0,0", "date": "2026-01-01", "objectType": "ufo"})
        ),
        (422, "unknown_object_type".into())
    );
}

#[test]
fn each_month_of_the_moon_has_its_phases_in_order() {
    let order = [
        "new_moon",
        "waxing_crescent",
        "first_quarter",
        "waxing_gibbous",
        "full_moon",
        "waning_gibbous",
        "last_quarter",
        "waning_crescent",
    ];
    let mut bench = Bench::new(0);
    let (mut before, mut news) = (None, Vec::new());
    for day in 0..120 {
        let date = add("2026-01-01", day);
        let body = ok(
            &mut bench,
            "retrieveAstronomicalInfo",
            json!({"location": "52.09,5.12", "date": date, "objectType": "moon"}),
        );
        let moon = &body["moon"];
        let phase = order.iter().position(|name| moon["phase"] == *name).unwrap();
        assert!(before.is_none_or(|known| phase == known || phase == (known + 1) % 8), "{date}: {moon}");
        before = Some(phase);
        let lit = number(&moon["illumination"]);
        match phase {
            0 => news.push(day),
            1 | 7 => assert!(lit < 53.0, "{moon}"),
            3 | 5 => assert!(lit > 47.0, "{moon}"),
            _ => {}
        }
        assert!(phase != 0 || lit < 1.5, "{moon}");
        assert!(phase != 4 || lit > 98.5, "{moon}");
        // A principal phase is the first of the next ones on its own date.
        if phase % 2 == 0 {
            assert!(
                moon["nextPhases"][0]["phase"] == moon["phase"]
                    && moon["nextPhases"][0]["at"].as_str().unwrap().starts_with(&date)
            );
        }
    }
    assert!(news.windows(2).all(|pair| (29..=30).contains(&(pair[1] - pair[0]))), "{news:?}");
}

#[test]
fn eclipses_fall_on_their_dates_and_others_have_none() {
    let mut bench = Bench::new(0);
    let mut ask = |location: &str, date: &str| {
        ok(&mut bench, "retrieveAstronomicalInfo", json!({"location": location, "date": date, "objectType": "eclipse"}))
            ["eclipses"]
            .clone()
    };
    for (date, kind) in [
        ("2026-02-17", "solar_annular"),
        ("2026-03-03", "lunar_total"),
        ("2026-08-12", "solar_total"),
        ("2026-08-28", "lunar_partial"),
    ] {
        assert_eq!(ask("52.09,5.12", date)[0]["kind"], kind);
    }
    assert_eq!(rows(&ask("52.09,5.12", "2026-03-04")).len(), 0);
    let (burgos, tokyo) = (ask("42.34,-3.70", "2026-08-12"), ask("35.68,139.77", "2026-08-13"));
    assert_eq!((&burgos[0]["coveredPercent"], &burgos[0]["visibleHere"]), (&json!(100.0), &json!(true)));
    assert!(tokyo.as_array().unwrap().iter().all(|e| e["visibleHere"] == false && e["bestTime"].is_null()));
}

fn media(bench: &mut Bench, kind: &str, category: &str, date: &str) -> Vec<Value> {
    let body = ok(bench, "retrieveMediaData", json!({"mediaType": kind, "category": category, "date": date}));
    assert_eq!(rows(&body["media"]).len() as u64, body["total"].as_u64().unwrap());
    rows(&body["media"]).to_vec()
}

#[test]
fn pictures_of_a_subject_are_part_of_all_pictures() {
    for (seed, date) in (0..).zip(["2026-03-01", "2025-12-14", "2025-08-12", "2025-09-07"]) {
        let mut bench = Bench::new(seed);
        for kind in ["image", "video"] {
            let all = media(&mut bench, kind, "all", date);
            let mut parts = 0;
            for category in [
                "aurora",
                "moon",
                "planet",
                "constellation",
                "milky-way",
                "meteor",
                "eclipse",
                "deep-sky",
                "sunset",
                "lightning",
            ] {
                let some = media(&mut bench, kind, category, date);
                let expected: Vec<&Value> = all.iter().filter(|row| row["category"] == category).collect();
                assert_eq!(some.iter().collect::<Vec<_>>(), expected);
                parts += some.len();
            }
            assert!(parts == all.len() && (kind == "video" || parts > 3), "{parts} of {}", all.len());
            let mut addresses: Vec<&str> = all.iter().map(|row| row["url"].as_str().unwrap()).collect();
            addresses.sort_unstable();
            addresses.dedup();
            assert_eq!(addresses.len(), all.len());
            assert!(
                all.iter()
                    .all(|row| row["mediaType"] == kind && row["capturedAt"].as_str().unwrap()[..10] <= *add(date, 1))
            );
        }
    }
}

#[test]
fn pictures_show_what_was_there() {
    for (seed, date) in
        (0..).zip(["2026-03-01", "2026-02-17", "2025-12-14", "2025-09-07", "2025-08-12", "2025-03-14", "2026-01-03"])
    {
        let mut bench = Bench::new(seed);
        for row in media(&mut bench, "image", "all", date).into_iter().chain(media(&mut bench, "video", "all", date)) {
            let location = format!("{},{}", row["latitude"], row["longitude"]);
            let kind =
                row["category"].as_str().filter(|kind| ["moon", "eclipse", "meteor"].contains(kind)).unwrap_or("sun");
            let sky = json!({"location": location, "date": date, "objectType": kind});
            let sky = ok(&mut bench, "retrieveAstronomicalInfo", sky);
            let title = row["title"].as_str().unwrap();
            match row["category"].as_str().unwrap() {
                "moon" => {
                    let phase = sky["moon"]["phaseText"].as_str().unwrap();
                    assert!(title.starts_with(phase), "{title}, but {phase}");
                }
                "eclipse" => {
                    let eclipse = &sky["eclipses"][0];
                    assert_eq!(
                        (&eclipse["visibleHere"], &eclipse["bestTime"]),
                        (&json!(true), &row["capturedAt"]),
                        "{row}"
                    );
                }
                "meteor" => {
                    let active =
                        rows(&sky["meteorShowers"]).iter().any(|s| title.starts_with(s["name"].as_str().unwrap()));
                    assert!(active, "{title} on {date}");
                }
                "aurora" => assert!(number(&row["latitude"]).abs() > 45.0),
                "sunset" => assert_eq!(row["capturedAt"], sky["sun"]["sunset"]),
                _ => {}
            }
            let place = format!("{}, {}", row["place"].as_str().unwrap(), row["country"].as_str().unwrap());
            let day =
                bench.ok("city-weather/getHistoricalCity", json!({"city": place, "startDate": date, "endDate": date}));
            assert!(rows(&day["days"]).len() == 1);
        }
    }
}

#[test]
fn what_is_not_taken_yet_is_not_there_and_stays_once_it_is() {
    let count = |clock: &str| media(&mut at(6, clock), "image", "all", "2026-03-02");
    let (morning, evening, later) =
        (count("2026-03-02T06:00:00Z"), count("2026-03-02T20:00:00Z"), count("2026-04-02T20:00:00Z"));
    let now: jiff::Timestamp = "2026-03-02T20:00:00Z".parse().unwrap();
    assert!(evening.iter().all(|row| row["capturedAt"].as_str().unwrap().parse::<jiff::Timestamp>().unwrap() <= now));
    assert!(morning.iter().all(|row| evening.contains(row)) && evening.iter().all(|row| later.contains(row)));
    assert!(morning.len() < later.len());
    let tomorrow = json!({"mediaType": "image", "date": "2026-03-03"});
    assert_eq!(code(&mut Bench::new(6), "retrieveMediaData", tomorrow), (422, "date_out_of_range".into()));
    let nonsense = json!({"mediaType": "image", "category": "🐈"});
    assert_eq!(code(&mut Bench::new(6), "retrieveMediaData", nonsense), (422, "unknown_category".into()));
}
