use std::sync::Arc;

use super::*;
use crate::assets::Assets;
use crate::world::gazetteer::Gazetteer;
use crate::world::models::weather;
use crate::world::{Facts, Seed};

fn facts() -> (Arc<Climate>, Arc<Gazetteer>) {
    let facts = Facts::load(&Assets::embedded().responses).unwrap();
    (facts.model(), facts.model())
}

#[test]
fn every_part_of_the_world_has_its_places() {
    let (climate, gazetteer) = facts();
    for name in climate.parts() {
        let area = climate.find(&gazetteer, name).unwrap();
        assert!(area.kind == AreaKind::Part && (3..=4).contains(&area.stations.len()), "{area:?}");
    }
}

#[test]
fn texts_mean_the_area_that_people_mean() {
    let (climate, gazetteer) = facts();
    for (text, name, kind) in [
        ("North China", "North China", AreaKind::Part),
        ("netherlands", "Netherlands", AreaKind::Country),
        ("Bavaria", "Bavaria", AreaKind::Region),
        ("Georgia", "Georgia", AreaKind::Country),
        ("Georgia, USA", "Georgia", AreaKind::Region),
        ("Scotland", "Scotland", AreaKind::Region),
        ("Luxembourg", "Luxembourg", AreaKind::Country),
        ("Great Britain", "United Kingdom", AreaKind::Country),
        ("Rotterdam", "Rotterdam", AreaKind::City),
    ] {
        let area = climate.find(&gazetteer, text).unwrap();
        assert_eq!((area.name.as_str(), area.kind), (name, kind), "{text}");
    }
    assert!(climate.find(&gazetteer, "Atlantis Minor").is_none());
}

#[test]
fn a_month_is_the_sum_of_its_days() {
    let (_, gazetteer) = facts();
    let place = gazetteer.find("Utrecht").unwrap().place;
    let months = year(Seed(5), place, 2024);
    let february: Vec<_> = (1..=29).map(|d| weather::day(Seed(5), place, jiff::civil::date(2024, 2, d))).collect();
    let sum: f64 = february.iter().map(|day| day.high).sum();
    assert_eq!(months[1].days, 29);
    assert!((months[1].high - sum).abs() < 1e-9);
    assert_eq!(months[1].wet_days as usize, february.iter().filter(|day| day.precipitation >= 1.0).count());
    assert_eq!(year(Seed(5), place, 2024), months, "what is remembered is what was worked out");
}

#[test]
fn known_climates_have_their_class() {
    let amsterdam = [3.4, 3.5, 6.1, 9.1, 12.9, 15.4, 17.6, 17.5, 14.7, 11.0, 7.1, 4.0];
    let rain = [67., 48., 60., 42., 59., 65., 81., 101., 85., 85., 80., 82.];
    assert_eq!(classify(&amsterdam, &rain, false).code, "Cfb");
    let cairo = [14., 15., 18., 21., 25., 28., 28., 28., 27., 24., 19., 15.];
    assert_eq!(classify(&cairo, &[5., 4., 4., 1., 1., 0., 0., 0., 0., 1., 4., 6.], false).code, "BWh");
    assert_eq!(classify(&[27.0; 12], &[200.0; 12], false).name, "tropical, rainforest");
    let yakutsk = [-39., -34., -20., -4., 8., 16., 19., 15., 6., -8., -28., -38.];
    assert_eq!(classify(&yakutsk, &[9., 8., 7., 8., 20., 35., 39., 37., 30., 18., 16., 11.], false).code, "Dfd");
}
