//! The gazetteer on the real tables.

use std::sync::LazyLock;

use jiff::tz::TimeZoneDatabase;

use super::{Gazetteer, fold};
use crate::world::place::Place;

static CITIES: &[u8] = include_bytes!("../../../responses/world/cities.json");
static COUNTRIES: &[u8] = include_bytes!("../../../responses/world/countries.json");
static WORLD: LazyLock<Gazetteer> = LazyLock::new(|| Gazetteer::from_tables(CITIES, COUNTRIES).unwrap());

fn found(text: &str) -> Option<&'static Place> {
    WORLD.find(text).map(|found| found.place)
}

/// `Name, region, country code` of what is found.
fn line(text: &str) -> String {
    found(text).map_or_else(|| "nothing".to_string(), |p| format!("{}, {}, {}", p.name, p.region, p.country))
}

fn full_name(place: &Place) -> String {
    let country = WORLD.country(&place.country).unwrap();
    [&place.name, &place.region, &country.name]
        .into_iter()
        .filter(|p| !p.is_empty())
        .cloned()
        .collect::<Vec<_>>()
        .join(", ")
}

#[test]
fn names_are_found_in_any_spelling_and_language() {
    for (text, place) in [
        ("Springfield", "Springfield, Missouri, US"),
        ("Springfield, Illinois", "Springfield, Illinois, US"),
        ("Springfield, IL", "Springfield, Illinois, US"),
        ("springfield il", "Springfield, Illinois, US"),
        ("Springfield, US", "Springfield, Missouri, US"),
        ("Paris", "Paris, Île-de-France, FR"),
        ("Paris, Texas, USA", "Paris, Texas, US"),
        ("paris tx", "Paris, Texas, US"),
        ("Den Haag", "The Hague, South Holland, NL"),
        ("The Hague", "The Hague, South Holland, NL"),
        ("'s-Gravenhage", "The Hague, South Holland, NL"),
        ("NYC", "New York City, New York, US"),
        ("New York, NY", "New York City, New York, US"),
        ("LA", "Los Angeles, California, US"),
        ("Washington, D.C.", "Washington, District of Columbia, US"),
        ("北京", "Beijing, Beijing, CN"),
        ("東京", "Tokyo, Tokyo, JP"),
        ("Москва", "Moscow, Moscow, RU"),
        ("القاهرة", "Cairo, Cairo, EG"),
        ("münchen", "Munich, Bavaria, DE"),
        ("munchen", "Munich, Bavaria, DE"),
        ("Muenchen", "Munich, Bavaria, DE"),
        ("Köln", "Cologne, North Rhine-Westphalia, DE"),
        ("Sevilla", "Seville, Andalusia, ES"),
        ("Wien", "Vienna, Vienna, AT"),
        ("kiev", "Kyiv, Kyiv City, UA"),
        ("Bombay", "Mumbai, Maharashtra, IN"),
        ("Haarlem, Noord-Holland, Nederland", "Haarlem, North Holland, NL"),
        ("Utrecht (NL)", "Utrecht, Utrecht, NL"),
        ("St Louis", "St. Louis, Missouri, US"),
        ("Athens, Georgia", "Athens, Georgia, US"),
        ("Tbilisi, Georgia", "Tbilisi, Tbilisi, GE"),
        ("London, CA", "London, Ontario, CA"),
        ("San Jose Costa Rica", "San José, San José, CR"),
        ("Victoria", "Victoria, British Columbia, CA"),
        ("Medina", "Medina, Medina Region, SA"),
        ("Makkah", "Mecca, Mecca Region, SA"),
        ("Canton", "Guangzhou, Guangdong, CN"),
        ("Odessa", "Odesa, Odesa, UA"),
        ("Odessa, Ukraine", "Odesa, Odesa, UA"),
        ("Halle (Saale), Germany", "Halle (Saale), Saxony-Anhalt, DE"),
        ("Medina, Ohio", "Medina, Ohio, US"),
        ("51.5,-0.12", "London, England, GB"),
        ("52.09, 5.12", "Utrecht, Utrecht, NL"),
    ] {
        assert_eq!(line(text), place, "for {text}");
    }
}

#[test]
fn what_is_nowhere_is_not_found() {
    for text in
        ["", " ", ",", "Atlantis", "Springfield, Narnia", "Edinburgh, England", "Paris, Japan", "0,-150", "-89,0"]
    {
        assert_eq!(line(text), "nothing", "for {text:?}");
    }
}

#[test]
fn a_text_without_end_is_no_place() {
    let text = "San ".repeat(1_000_000);
    assert_eq!(line(&text), "nothing");
    assert_eq!(WORLD.near(&text), Vec::<String>::new());
}

#[test]
fn others_are_the_namesakes_from_the_most_populous() {
    let found = WORLD.find("Springfield").unwrap();
    assert!(found.others.len() >= 7, "{} others", found.others.len());
    assert!(found.others.is_sorted_by_key(|p| (std::cmp::Reverse(p.population), p.id)));
    assert!(found.others.iter().all(|p| p.id != found.place.id));
    assert!(WORLD.find("Springfield, Illinois").unwrap().others.is_empty());
    assert!(WORLD.find("51.5,-0.12").unwrap().others.is_empty());
}

#[test]
fn often_confused_names_stand_for_places_in_several_countries() {
    for name in [
        "Cambridge",
        "Paris",
        "Birmingham",
        "Alexandria",
        "San José",
        "Victoria",
        "Portland",
        "Richmond",
        "Valencia",
        "Tripoli",
        "Hyderabad",
        "Santiago",
        "London",
        "Athens",
    ] {
        let found = WORLD.find(name).unwrap();
        assert!(found.others.iter().any(|p| p.country != found.place.country), "{name} is in one country only");
    }
}

#[test]
fn every_place_finds_itself_by_its_full_name() {
    let lost = |place: &&Place| found(&full_name(place)).map(|p| p.id) != Some(place.id);
    let lost: Vec<_> =
        WORLD.places().filter(lost).map(|p| format!("{} finds {}", full_name(p), line(&full_name(p)))).collect();
    assert_eq!(lost, Vec::<String>::new());
}

#[test]
fn every_place_is_the_nearest_to_itself_and_known_by_its_id() {
    for place in WORLD.places().step_by(7) {
        let near = WORLD.nearest(place.latitude, place.longitude);
        assert_eq!((near.latitude, near.longitude), (place.latitude, place.longitude), "{}", place.name);
        assert_eq!(WORLD.by_id(place.id), Some(place));
    }
    assert_eq!(WORLD.by_id(0), None);
}

#[test]
fn every_capital_is_a_place_of_its_country() {
    let seats =
        WORLD.countries().filter(|c| !c.capital.is_empty()).map(|c| (&c.iso2, format!("{}, {}", c.capital, c.name)));
    let lost: Vec<_> = seats.filter(|(code, name)| found(name).map(|p| &p.country) != Some(code)).collect();
    assert_eq!(lost, []);
}

#[test]
fn one_wrong_letter_still_suggests_the_right_name() {
    let places: Vec<&Place> = WORLD.places().collect();
    for (i, place) in places.iter().filter(|p| p.name.len() > 2).step_by(places.len() / 300).enumerate() {
        let typo = with_typo(&place.name, i);
        let right = format!("{}, ", place.name);
        let suggestions = WORLD.near(&typo);
        let country = &WORLD.country(&place.country).unwrap().name;
        let qualified = WORLD.near(&format!("{typo}, {country}"));
        assert!(suggestions.len() <= 3);
        let hit = suggestions.iter().chain(&qualified).any(|s| s.starts_with(&right));
        assert!(hit || found(&typo).is_some(), "{typo} for {}: {suggestions:?} {qualified:?}", place.name);
    }
}

/// Doubles, drops, swaps or replaces one letter.
fn with_typo(name: &str, i: usize) -> String {
    let mut letters: Vec<char> = name.chars().collect();
    let at = 1 + i % (letters.len().max(3) - 2);
    match i % 4 {
        0 => letters.insert(at, letters[at]),
        1 if letters.len() > 3 => _ = letters.remove(at),
        2 => letters.swap(at - 1, at),
        _ => letters[at] = if letters[at] == 'e' { 'a' } else { 'e' },
    }
    letters.into_iter().collect()
}

#[test]
fn suggestions_can_be_looked_up_as_they_are() {
    for text in ["Amsterdm", "Sprngfield", "Springfeild, Illinois", "Munchenn", "Lundon", "Pariss, Texas", "Rotterdm"] {
        let suggestions = WORLD.near(text);
        assert!(!suggestions.is_empty(), "{text}");
        for suggestion in suggestions {
            let name = suggestion.split(',').next().unwrap();
            assert_eq!(found(&suggestion).map(|p| p.name.as_str()), Some(name));
        }
    }
    assert_eq!(WORLD.near("Amsterdm")[0], "Amsterdam, Netherlands");
    assert_eq!(WORLD.near("Pariss, Texas")[0], "Paris, United States");
    assert_eq!(WORLD.near("Springfeild, Illinois")[0], "Springfield, Illinois, United States");
    assert_eq!(WORLD.near("Paris, Japan")[0], "Paris, France");
    assert_eq!(WORLD.near("qqqqqqqqqqqq"), Vec::<String>::new());
    assert_eq!(WORLD.near(""), Vec::<String>::new());
}

#[test]
fn countries_are_found_by_code_name_and_other_name() {
    for (text, code) in [
        ("nl", "NL"),
        ("NLD", "NL"),
        ("Netherlands", "NL"),
        ("the netherlands", "NL"),
        ("the-united-states", "US"),
        ("Holland", "NL"),
        ("Nederland", "NL"),
        ("USA", "US"),
        ("U.S.A.", "US"),
        ("United States of America", "US"),
        ("America", "US"),
        ("UK", "GB"),
        ("England", "GB"),
        ("Deutschland", "DE"),
        ("Côte d'Ivoire", "CI"),
        ("cote divoire", "CI"),
        ("Türkiye", "TR"),
        ("Turkey", "TR"),
        ("South Korea", "KR"),
        ("中国", "CN"),
        ("Россия", "RU"),
        ("Georgia", "GE"),
        ("Czech Republic", "CZ"),
        ("UAE", "AE"),
        ("Republic of Ireland", "IE"),
        ("Congo", "CG"),
        ("DRC", "CD"),
        ("Democratic Republic of Congo", "CD"),
        ("Congo, Dem. Rep.", "CD"),
        ("Congo, Rep.", "CG"),
        ("Congo (Kinshasa)", "CD"),
        ("Korea, Republic of", "KR"),
        ("Korea (Democratic People's Republic of)", "KP"),
        ("Tanzania, United Republic of", "TZ"),
        ("Bolivia (Plurinational State of)", "BO"),
        ("Micronesia, Fed. Sts.", "FM"),
        ("Iran (Islamic Republic of)", "IR"),
        ("Egypt, Arab Rep.", "EG"),
        ("Bahamas, The", "BS"),
        ("Falkland Islands (Malvinas)", "FK"),
        ("St. Vincent", "VC"),
        ("St Kitts & Nevis", "KN"),
        ("Macau", "MO"),
        ("Republic of China", "TW"),
        ("España", "ES"),
        ("日本", "JP"),
    ] {
        assert_eq!(WORLD.country(text).map(|c| c.iso2.as_str()), Some(code), "for {text}");
    }
    assert_eq!(WORLD.country("Narnia"), None);
    assert_eq!(WORLD.country(""), None);
}

#[test]
fn every_place_has_a_time_zone_that_exists() {
    let zones = TimeZoneDatabase::bundled();
    for place in WORLD.places() {
        assert!(zones.get(&place.timezone).is_ok(), "{}: {}", place.name, place.timezone);
    }
}

#[test]
fn every_place_lies_on_the_globe() {
    for p in WORLD.places() {
        assert!((-90.0..=90.0).contains(&p.latitude) && (-180.0..=180.0).contains(&p.longitude), "{}", p.name);
        assert!((-430..=5200).contains(&p.elevation), "{} is {} m high", p.name, p.elevation);
    }
}

#[test]
fn every_place_is_in_a_region_of_its_country() {
    for place in WORLD.places().filter(|p| !p.region.is_empty()) {
        let country = WORLD.country(&place.country).unwrap();
        assert_eq!(country.iso2, place.country);
        assert!(country.regions.iter().any(|r| r.name == place.region), "{}, {}", place.name, place.region);
    }
}

#[test]
fn the_tables_hold_clean_text_and_enough_of_it() {
    for table in [CITIES, COUNTRIES] {
        let text = std::str::from_utf8(table).unwrap();
        assert!(!text.chars().any(|c| c.is_control() && c != '\n'));
        assert!(!text.contains('\u{FFFD}') && !text.contains("\\u"));
    }
    assert!(CITIES.len() <= 1_600_000);
    assert!((5_000..=7_000).contains(&WORLD.places().count()));
    assert!(WORLD.places().all(|p| !fold(&p.name).is_empty() && p.name.trim() == p.name));
    let dutch = WORLD.places().filter(|p| p.country == "NL" && p.population >= 8_000).count();
    assert!(dutch >= 300, "{dutch} Dutch places");
}
