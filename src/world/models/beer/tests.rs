//! Properties of beers and venues.

use super::*;
use crate::world::gazetteer::Gazetteer;
use crate::world::models::maps::Maps;
use crate::world::seed::Seed;
use crate::world::sphere::distance_km;

fn read(name: &str) -> Vec<u8> {
    std::fs::read(format!("{}/responses/world/{name}.json", env!("CARGO_MANIFEST_DIR"))).expect("a table")
}

fn maps() -> Maps {
    let tables = Maps::TABLES.iter().map(|name| read(name)).collect::<Vec<_>>();
    Maps::build(&tables.iter().map(Vec::as_slice).collect::<Vec<_>>()).expect("the tables are sound")
}

fn beers() -> Beers {
    let tables = Beers::TABLES.iter().map(|name| read(name)).collect::<Vec<_>>();
    let bytes: Vec<&[u8]> = tables.iter().map(Vec::as_slice).collect();
    Beers::build(&bytes).expect("the tables are sound")
}

#[test]
fn there_is_much_to_choose_from_and_every_style_is_brewed() {
    let beers = beers();
    assert!(beers.all().len() >= 250 && beers.breweries.len() >= 80);
    for at in 0..beers.styles.len() {
        assert!(beers.all().iter().any(|beer| beer.style == at), "nobody brews {}", beers.styles[at].name);
    }
}

#[test]
fn ratings_average_what_was_given_and_are_not_all_alike() {
    let beers = beers();
    for seed in (0..4).map(Seed) {
        let all: Vec<Ratings> = beers.all().iter().map(|beer| Ratings::of(seed, beer)).collect();
        assert!(all.iter().all(|r| (2.2..4.9).contains(&r.average) && r.count >= 10));
        let (low, high) = all.iter().fold((5.0_f64, 0.0_f64), |(l, h), r| (l.min(r.average), h.max(r.average)));
        assert!(high - low > 0.8, "{low} to {high}");
    }
}

#[test]
fn venues_of_a_town_have_names_of_their_own_and_lie_in_it() {
    let beers = beers();
    let world = Gazetteer::from_tables(&read("cities"), &read("countries")).expect("sound");
    let maps = maps();
    for place in world.places().step_by(97) {
        let venues = beers.venues(Seed(3), &maps.over(&world), place);
        assert_eq!(venues.len(), beers.venue_count(place), "{}", place.name);
        let mut names: Vec<&str> = venues.iter().map(|venue| venue.name.as_str()).collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert!(names.len() * 10 >= count * 9, "{} of {count} names in {}", names.len(), place.name);
        for venue in venues.iter() {
            let off = distance_km((place.latitude, place.longitude), (venue.latitude, venue.longitude));
            assert!(off <= Beers::spread_km(place) + 0.5);
            assert!(venue.taps.len() >= 5 && !venue.name.contains('{'));
            assert!(venue.week.iter().flatten().count() >= 6);
        }
    }
}

#[test]
fn words_for_types_and_flavours_are_understood() {
    let beers = beers();
    let names = |word: &str| beers.types(word).iter().map(|at| beers.styles[*at].name.clone()).collect::<Vec<_>>();
    assert_eq!(names("pils"), ["Pilsner"]);
    assert_eq!(names("Weissbier"), ["Hefeweizen"]);
    assert_eq!(names("stout"), ["Stout", "Milk stout", "Oatmeal stout", "Imperial stout"]);
    assert_eq!(names("IPA").len(), 5);
    assert!(names("sours").contains(&"Gose".to_owned()));
    assert_eq!(names("craft beer").len(), beers.styles.len());
    assert!(names("wine").is_empty() && names("cola").is_empty() && names("").is_empty());
    assert_eq!(beers.flavour("Citrusy"), Some("citrus"));
    assert_eq!(beers.flavour("petrol"), None);
}
