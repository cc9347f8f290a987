use jiff::civil::{Date, date};

use super::rules::{easter, orthodox_easter};
use super::*;
use crate::assets::Assets;
use crate::world::Facts;

fn holidays() -> std::sync::Arc<Holidays> {
    Facts::load(&Assets::embedded().responses).unwrap().model()
}

#[test]
fn easter_falls_where_the_almanacs_say() {
    let western = [(2020, 4, 12), (2024, 3, 31), (2025, 4, 20), (2026, 4, 5), (2027, 3, 28), (2030, 4, 21)];
    let orthodox = [(2020, 4, 19), (2024, 5, 5), (2025, 4, 20), (2026, 4, 12), (2027, 5, 2), (2030, 4, 28)];
    for (y, m, d) in western {
        assert_eq!(easter(y), date(y, m, d));
    }
    for (y, m, d) in orthodox {
        assert_eq!(orthodox_easter(y), date(y, m, d));
    }
}

#[test]
fn known_days_are_where_they_are() {
    let model = holidays();
    for (country, day, name) in [
        ("NL", "2025-04-26", "King's Day"),
        ("NL", "2026-04-27", "King's Day"),
        ("US", "2026-11-26", "Thanksgiving Day"),
        ("US", "2026-07-03", "Independence Day"),
        ("DE", "2026-10-03", "German Unity Day"),
        ("GR", "2026-04-13", "Easter Monday"),
        ("JP", "2026-09-22", "National Holiday"),
        ("CN", "2026-02-17", "Chinese New Year (Spring Festival)"),
    ] {
        let day: Date = day.parse().unwrap();
        let found = model.on(country, day);
        assert!(found.iter().any(|h| h.is_national() && h.kept.name == name), "{country} {day}: {found:?}");
    }
}

#[test]
fn every_country_has_days_within_the_years() {
    let model = holidays();
    for (code, calendar) in &model.calendars {
        for kept in &calendar.kept {
            assert!(!kept.days.is_empty(), "{code} {}", kept.name);
            assert!(
                kept.days.iter().all(|day| (FIRST_YEAR..=LAST_YEAR).contains(&day.date.year())),
                "{code} {}",
                kept.name
            );
            assert!(kept.days.is_sorted_by_key(|day| day.date));
            let known = |region: &String| calendar.regions.contains_key(region);
            assert!(kept.regions.iter().all(known), "{code} {}", kept.name);
        }
    }
    assert_eq!(model.calendars.len(), 250);
}

#[test]
fn a_year_of_a_calendar_is_never_empty() {
    let model = holidays();
    for (code, calendar) in &model.calendars {
        let (first, last) = model.span(code);
        for year in first..=last {
            assert!(calendar.kept.is_empty() || !model.of_year(code, year).is_empty(), "{code} {year}");
        }
    }
    let spans = ["LK", "GW", "NL", "IO"].map(|code| model.span(code));
    assert_eq!(spans, [(2020, 2026), (2023, 2030), (2020, 2030), (2020, 2030)]);
}

#[test]
fn words_of_people_find_the_holiday() {
    let model = holidays();
    for (country, text, name) in [
        ("NL", "koningsdag", "King's Day"),
        ("NL", "Whit Monday", "Pentecost Monday"),
        ("NL", "Easter", "Easter Sunday"),
        ("NL", "Christmas", "Christmas Day"),
        ("US", "4th of July", "Independence Day"),
        ("US", "thanksgiving", "Thanksgiving Day"),
        ("DE", "Tag der Deutschen Einheit", "German Unity Day"),
        ("FR", "Bastille Day", "National Day"),
        ("NZ", "labor day", "Labour Day"),
        ("VC", "Shrove Tuesday", "Carnival Tuesday"),
        ("SG", "Lunar New Year", "Chinese New Year"),
        ("JP", "こどもの日", "Children's Day"),
    ] {
        let found = model.find(country, text);
        assert!(!found.is_empty() && found.iter().all(|kept| kept.name == name), "{country} {text}: {found:?}");
    }
    assert!(model.find("NL", "Day").is_empty() && model.find("NL", "Blursday").is_empty());
}

#[test]
fn rules_are_told_in_words() {
    let words = |rule: &str| Rule::parse(rule).unwrap().words();
    assert_eq!(words("12-25"), "25 December every year");
    assert_eq!(words("E-2"), "2 days before Easter Sunday of the western churches");
    assert_eq!(words("11-thu4"), "the fourth Thursday of November");
    assert_eq!(words("05-mon-1"), "the last Monday of May");
}
