//! Laws of `weather-holidays`: one series of hours behind four weather tools, and one calendar behind four holiday tools.
//! No tool writes, so there are no rows.

use serde_json::{Value, json};

use crate::bench::{Bench, items, word};

const SET: &str = "weather-holidays";

/// Places of many climates and offsets, two of them in coordinates, the last on the open sea.
const PLACES: [&str; 9] = [
    "Ghent",
    "Kathmandu",
    "Honolulu",
    "Auckland, New Zealand",
    "Yakutsk",
    "Quito",
    "Adelaide",
    "39.74,-104.98",
    "-40.5,-120.25",
];

const CLOCKS: [&str; 4] = [
    "2026-01-15T07:20:00+01:00",
    "2026-03-29T12:00:00+02:00",
    "2026-07-04T23:45:00+02:00",
    "2026-10-25T02:30:00+01:00",
];

/// Countries with calendars of all kinds.
const COUNTRIES: [&str; 14] = ["NL", "DE", "US", "GB", "IN", "CN", "SA", "IL", "BR", "ZA", "JP", "ET", "AU", "RU"];

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

fn at(seed: u64, clock: &str) -> Bench {
    Bench::new(seed).at(clock, "Europe/Amsterdam")
}

#[test]
fn the_parts_of_a_past_day_make_up_the_day() {
    for (seed, place) in (0..).zip(PLACES) {
        let mut bench = at(seed, CLOCKS[seed as usize % CLOCKS.len()]);
        let today = ok(&mut bench, "getForecast", json!({"location": place, "days": 1}))["startDate"].clone();
        for (interval, least) in [("1h", 23), ("3h", 8), ("6h", 4), ("12h", 2), ("24h", 1)] {
            for back in [1, 2, 17, 30] {
                let date = add(word(&today), -back);
                let told = ok(
                    &mut bench,
                    "getHistoricalWeather",
                    json!({"location": place, "date": date, "time_interval": interval}),
                );
                let (day, parts) = (&told["day"], items(&told["intervals"]));
                assert!(parts.len() >= least && parts.len() <= least + 2, "{} parts of {interval}", parts.len());
                let low = parts.iter().map(|p| number(p, "temperatureMin")).fold(f64::INFINITY, f64::min);
                let high = parts.iter().map(|p| number(p, "temperatureMax")).fold(f64::NEG_INFINITY, f64::max);
                let rain: f64 = parts.iter().map(|p| number(p, "precipitation")).sum();
                assert_eq!((low, high), (number(day, "temperatureMin"), number(day, "temperatureMax")));
                assert!((rain - number(day, "precipitation")).abs() < 0.051, "{rain} of {day}");
                assert!(parts.iter().all(|p| p["start"].as_str() < p["end"].as_str()));
            }
        }
    }
}

#[test]
fn a_forecast_is_what_history_tells_later_also_in_city_weather() {
    for (seed, place) in (10..).zip(PLACES) {
        let told =
            ok(&mut at(seed, "2026-02-20T09:00:00+01:00"), "getForecast", json!({"location": place, "days": 16}));
        assert_eq!(items(&told["days"]).len(), 16);
        let mut later = at(seed, "2026-03-09T21:00:00+01:00");
        for day in items(&told["days"]) {
            let asked = json!({"location": place, "date": day["date"]});
            let past = ok(&mut later, "getHistoricalWeather", asked);
            assert_eq!(&past["day"], day, "{place}");
        }
        if place.contains(char::is_alphabetic) {
            let range = json!({"city": place, "startDate": told["startDate"], "endDate": told["endDate"]});
            let other = later.ok("city-weather/getHistoricalCity", range);
            assert_eq!(other["days"], told["days"], "{place}");
        }
    }
}

#[test]
fn fewer_days_are_the_first_of_more_days() {
    let mut bench = at(3, CLOCKS[1]);
    let all = ok(&mut bench, "getForecast", json!({"location": "Quito", "days": 16}));
    for days in 1..16 {
        let some = ok(&mut bench, "getForecast", json!({"location": "Quito", "days": days}));
        assert_eq!(items(&some["days"]), &items(&all["days"])[..days]);
    }
}

#[test]
fn the_hour_is_the_same_in_every_tool_and_lies_within_its_day() {
    for place in PLACES {
        for clock in CLOCKS {
            let mut bench = at(4, clock);
            let now = ok(&mut bench, "getCurrentWeather", json!({"location": place}));
            let everything = json!([
                "sun",
                "pressure",
                "forecast",
                "air quality",
                "uv",
                "wind",
                "humidity",
                "visibility",
                "rain",
                "cloud",
                "hourly",
                "moon"
            ]);
            let details =
                ok(&mut bench, "getLocationWeatherDetails", json!({"location": place, "include": everything}));
            let hour = &now["current"];
            for (ours, theirs) in [
                (&hour["temperature"], &details["temperature"]),
                (&hour["condition"], &details["condition"]),
                (&hour["pressure"], &details["pressure"]["seaLevel"]),
                (&hour["uvIndex"], &details["uv"]["index"]),
                (&hour["windGust"], &details["wind"]["gust"]),
                (&hour["dewPoint"], &details["humidity"]["dewPoint"]),
                (&hour["precipitation"], &details["precipitation"]["thisHour"]),
                (&hour["cloudCover"], &details["cloud"]["cover"]),
                (&hour["temperature"], &details["hourly"][0]["temperature"]),
                (&now["observedAt"], &details["hourly"][0]["at"]),
            ] {
                assert_eq!(ours, theirs, "{place} at {clock}");
            }
            assert_eq!(items(&details["included"]).len(), 12);
            let days = ok(&mut bench, "getForecast", json!({"location": place, "days": 3}));
            assert_eq!(details["forecast"], days["days"]);
            let on = json!({"location": place, "date": days["startDate"]});
            let sky = bench.ok("sky-geolocation/getAstronomyData", on);
            for field in ["sunrise", "sunset", "dayLengthMinutes"] {
                assert_eq!(details["sun"][field], sky["sun"][field], "{place} at {clock}");
            }
            for field in ["phase", "illumination"] {
                assert_eq!(details["moon"][field], sky["moon"][field], "{place} at {clock}");
            }
            let today = &days["days"][0];
            assert!(number(today, "temperatureMin") <= number(hour, "temperature"));
            assert!(number(hour, "temperature") <= number(today, "temperatureMax"));
            if place.contains(char::is_alphabetic) {
                let city = bench.ok("city-weather/getRealtimeCity", json!({"city": place}));
                assert_eq!(city["current"]["temperature"], hour["temperature"]);
                let air = bench.ok("city-weather/getRealtimeCityAQI", json!({"city": place}));
                assert_eq!(air["current"], details["airQuality"]);
            }
        }
    }
}

#[test]
fn a_language_changes_words_and_no_numbers() {
    let numbers = |value: &Value| {
        let mut plain = value.clone();
        plain["language"] = Value::Null;
        for (part, field) in
            [("current", "windCompass"), ("current", "conditionText"), ("location", "name"), ("location", "country")]
        {
            plain[part][field] = Value::Null;
        }
        plain
    };
    for place in ["Lisbon", "Moscow", "Delhi", "0.5,-30.5"] {
        let mut bench = at(6, CLOCKS[0]);
        let english = ok(&mut bench, "getCurrentWeather", json!({"location": place}));
        let mut texts = vec![word(&english["current"]["conditionText"]).to_owned()];
        for language in ["es", "fr", "de", "zh", "ar", "German", "pt-BR", "EN"] {
            let other = ok(&mut bench, "getCurrentWeather", json!({"location": place, "language": language}));
            assert_eq!(numbers(&other), numbers(&english), "{language}");
            texts.push(word(&other["current"]["conditionText"]).to_owned());
        }
        assert!(texts[0] != texts[1] && texts[1] != texts[2] && texts[3] != texts[4] && texts[3] == texts[6]);
        assert_eq!(texts[0], texts[8]);
    }
}

#[test]
fn what_is_not_asked_for_is_left_out() {
    let mut bench = Bench::new(1);
    let plain = ok(&mut bench, "getLocationWeatherDetails", json!({"location": "Oslo"}));
    for (detail, field) in
        [("wind speed", "wind"), ("Air Quality", "airQuality"), ("sunset", "sun"), ("moon phase", "moon")]
    {
        let more =
            ok(&mut bench, "getLocationWeatherDetails", json!({"location": "Oslo", "include": [detail, detail]}));
        let (a, b) = (more.as_object().unwrap(), plain.as_object().unwrap());
        assert!(a.contains_key(field) && !b.contains_key(field) && a.len() == b.len() + 1, "{detail}");
    }
}

#[test]
fn past_days_end_where_today_begins() {
    for place in PLACES {
        for clock in CLOCKS {
            let mut bench = at(7, clock);
            let today = ok(&mut bench, "getForecast", json!({"location": place, "days": 1}))["startDate"].clone();
            let mut ask = |days: i64| {
                code(&mut bench, "getHistoricalWeather", json!({"location": place, "date": add(word(&today), days)}))
            };
            assert_eq!(ask(-1), "ok");
            assert_eq!(ask(-30), "ok");
            assert_eq!(ask(0), "date_out_of_range");
            assert_eq!(ask(-31), "date_out_of_range");
        }
    }
}

#[test]
fn a_year_of_holidays_is_what_each_of_its_dates_says() {
    let mut bench = Bench::new(0);
    for (country, year) in [("DE", 2020), ("GB", 2022), ("CN", 2025), ("SA", 2026), ("US", 2030)] {
        let list = ok(&mut bench, "getHolidaysByCountryAndYear", json!({"country": country, "year": year}));
        let rows = items(&list["holidays"]);
        assert!(rows.is_sorted_by_key(|row| word(&row["date"])));
        let mut off = 0;
        for n in 0..366 {
            let date = add(&format!("{year}-01-01"), n);
            if !date.starts_with(&year.to_string()) {
                continue;
            }
            let day = ok(&mut bench, "isDateHoliday", json!({"country": country, "date": date}));
            let same: Vec<&Value> = rows.iter().filter(|row| row["date"] == date.as_str()).collect();
            assert_eq!(items(&day["holidays"]).iter().collect::<Vec<_>>(), same, "{country} {date}");
            assert_eq!(day["isHoliday"], json!(same.iter().any(|row| row["nationwide"] == true)));
            let regional = |row: &&&Value| row["type"] == "public" && row["nationwide"] == false;
            assert_eq!(day["isRegionalHoliday"], json!(same.iter().any(|row| regional(&row))));
            off += i64::from(day["isHoliday"] == true);
        }
        assert_eq!(list["publicHolidays"], json!(off), "{country} {year}");
    }
}

#[test]
fn only_public_holidays_without_regions_are_nationwide() {
    let mut bench = Bench::new(0);
    for country in COUNTRIES {
        for year in [2024, 2026] {
            let list = ok(&mut bench, "getHolidaysByCountryAndYear", json!({"country": country, "year": year}));
            for row in items(&list["holidays"]) {
                let whole = row["type"] == "public" && items(&row["regions"]).is_empty();
                assert_eq!(row["nationwide"], json!(whole), "{row}");
            }
        }
    }
}

#[test]
fn a_calendar_that_is_not_set_yet_is_refused_and_not_empty() {
    let mut bench = Bench::new(0);
    let mut refused = |tool: &str, arguments: Value| code(&mut bench, tool, arguments);
    for (country, year) in [("LK", 2027), ("Guinea-Bissau", 2022)] {
        let of_year = json!({"country": country, "year": year});
        assert_eq!(refused("getHolidaysByCountryAndYear", of_year.clone()), "year_out_of_range");
        let named = json!({"country": country, "year": year, "holiday_name": "Christmas Day"});
        assert_eq!(refused("getHolidayInformation", named), "year_out_of_range");
        let several = json!({"countries": ["NL", country], "years": [2025, year]});
        assert_eq!(refused("getHolidaysByCountriesAndYears", several), "year_out_of_range");
        let day = json!({"country": country, "date": format!("{year}-12-25")});
        assert_eq!(refused("isDateHoliday", day), "date_out_of_range");
    }
}

#[test]
fn several_calendars_are_the_single_ones() {
    let mut bench = Bench::new(0);
    let many = ok(
        &mut bench,
        "getHolidaysByCountriesAndYears",
        json!({"countries": ["US", "Netherlands", "nld", "DE"], "years": [2027, 2025, 2027]}),
    );
    let calendars = items(&many["calendars"]);
    let keys: Vec<(&str, i64)> =
        calendars.iter().map(|c| (word(&c["countryCode"]), c["year"].as_i64().unwrap())).collect();
    assert_eq!(keys, [("DE", 2025), ("DE", 2027), ("NL", 2025), ("NL", 2027), ("US", 2025), ("US", 2027)]);
    for calendar in calendars {
        let asked = json!({"country": calendar["countryCode"], "year": calendar["year"]});
        let one = ok(&mut bench, "getHolidaysByCountryAndYear", asked);
        assert_eq!((&calendar["holidays"], &calendar["publicHolidays"]), (&one["holidays"], &one["publicHolidays"]));
    }
    let turned = ok(
        &mut bench,
        "getHolidaysByCountriesAndYears",
        json!({"countries": ["DE", "US", "NL"], "years": [2025, 2027]}),
    );
    assert_eq!(turned, many, "order and repeats mean nothing");
    for date in items(&many["shared"]) {
        for country in ["US", "NL", "DE"] {
            let day = ok(&mut bench, "isDateHoliday", json!({"country": country, "date": date}));
            assert_eq!(day["isHoliday"], true, "{country} {date}");
        }
    }
    assert!(items(&many["shared"]).contains(&json!("2025-12-25")));
}

#[test]
fn every_holiday_of_a_list_can_be_asked_about() {
    let mut bench = Bench::new(0);
    for country in COUNTRIES {
        let list = ok(&mut bench, "getHolidaysByCountryAndYear", json!({"country": country, "year": 2026}));
        for row in items(&list["holidays"]) {
            for name in [&row["name"], &row["localName"]] {
                let asked = json!({"country": country, "year": 2026, "holiday_name": name});
                let about = ok(&mut bench, "getHolidayInformation", asked);
                let days = items(&about["days"]);
                if about["name"] == row["name"] {
                    assert!(days.contains(row), "{country} {name}");
                }
            }
        }
    }
}

#[test]
fn the_next_holiday_is_the_next_one() {
    let mut bench = Bench::new(0);
    for country in COUNTRIES {
        let mut date = "2025-12-20".to_owned();
        for _ in 0..6 {
            let day = ok(&mut bench, "isDateHoliday", json!({"country": country, "date": date}));
            let next = word(&day["nextHoliday"]["date"]).to_owned();
            assert!(next > date);
            let mut between = add(&date, 1);
            while between <= next {
                let other = ok(&mut bench, "isDateHoliday", json!({"country": country, "date": between}));
                assert_eq!(other["isHoliday"], json!(between == next), "{country} {between}");
                between = add(&between, 1);
            }
            date = next;
        }
    }
}

#[test]
fn a_country_is_known_by_code_and_name_in_any_case() {
    let mut bench = Bench::new(0);
    let plain = ok(&mut bench, "getHolidaysByCountryAndYear", json!({"country": "NL", "year": 2026}));
    for spelling in ["nl", "NLD", "netherlands", "The Netherlands", "Holland", "Nederland"] {
        let other = ok(&mut bench, "getHolidaysByCountryAndYear", json!({"country": spelling, "year": 2026}));
        assert_eq!(other, plain, "{spelling}");
    }
    let outcome = bench.call("weather-holidays/isDateHoliday", json!({"country": "Nethrlands", "date": "2026-01-01"}));
    assert_eq!((outcome.status, &outcome.body["suggestions"][0]), (404, &json!("Netherlands")));
}

#[test]
fn holidays_do_not_depend_on_seed_or_clock() {
    let ask = |mut bench: Bench| ok(&mut bench, "getHolidaysByCountryAndYear", json!({"country": "IN", "year": 2027}));
    assert_eq!(ask(Bench::new(1)), ask(at(2, CLOCKS[3])));
}

#[test]
fn the_language_of_a_list_changes_only_names() {
    let mut bench = Bench::new(0);
    let plain = |list: &Value| -> Vec<Value> {
        let strip = |row: &Value| {
            let mut row = row.clone();
            row["name"] = Value::Null;
            row["nameLanguage"] = Value::Null;
            row
        };
        items(&list["holidays"]).iter().map(strip).collect()
    };
    let english = ok(&mut bench, "getHolidaysByCountryAndYear", json!({"country": "BE", "year": 2026}));
    for (language, name) in
        [("nl", "Nieuwjaar"), ("fr", "Jour de l'an"), ("German", "Neujahr"), ("ja", "New Year's Day")]
    {
        let list =
            ok(&mut bench, "getHolidaysByCountryAndYear", json!({"country": "BE", "year": 2026, "language": language}));
        assert_eq!(plain(&list), plain(&english), "{language}");
        assert_eq!(list["holidays"][0]["name"], name, "{language}");
    }
    let local = ok(&mut bench, "getHolidaysByCountryAndYear", json!({"country": "HU", "year": 2026, "language": "hu"}));
    assert!(items(&local["holidays"]).iter().all(|row| row["name"] == row["localName"]));
    let refused = json!({"country": "BE", "year": 2026, "language": "hu"});
    assert_eq!(code(&mut bench, "getHolidaysByCountryAndYear", refused), "unknown_language");
}

#[test]
fn strange_words_are_met_with_a_clean_refusal() {
    let mut bench = Bench::new(0);
    for text in ["🎉🎉", "x".repeat(99).as_str(), "خطأ", "'; DROP", "  ", "%00", "{{ 1 }}"] {
        assert_eq!(code(&mut bench, "getCurrentWeather", json!({"location": text})), "unknown_place", "{text}");
        let asked = json!({"country": text, "date": "2026-01-01"});
        assert_eq!(code(&mut bench, "isDateHoliday", asked), "unknown_country", "{text}");
        let asked = json!({"country": "NL", "year": 2026, "holiday_name": text});
        assert_eq!(code(&mut bench, "getHolidayInformation", asked), "unknown_holiday", "{text}");
    }
    let long = "a".repeat(100_000);
    assert_eq!(code(&mut bench, "getCurrentWeather", json!({"location": long})), "invalid_arguments");
    assert_eq!(code(&mut bench, "isDateHoliday", json!({"country": long, "date": "2026-01-01"})), "invalid_arguments");
}
