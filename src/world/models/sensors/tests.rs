use super::*;
use crate::assets::Assets;
use crate::world::gazetteer::Gazetteer;
use crate::world::models::{air, weather};
use crate::world::{Facts, Place, Seed, World};

fn place(name: &str) -> Place {
    let facts = Facts::load(&Assets::embedded().responses).unwrap();
    facts.model::<Gazetteer>().find(name).unwrap().place.clone()
}

fn world(seed: Seed) -> World {
    World::new(seed.0, std::sync::Arc::new(Facts::load(&Assets::embedded().responses).unwrap()))
}

/// Monday 2 March 2026, 08:00 in UTC.
const MORNING: i64 = 492_272;

#[test]
fn references_show_the_models_and_others_are_near() {
    let (seed, place) = (Seed(5), place("Manchester"));
    let readings = Readings::new(&world(seed), &place);
    let truth = weather::hour(seed, &place, MORNING);
    let index = air::Air::new(seed, &place).hour(MORNING).aqi().value as f64;
    for (kind, expected, far) in [
        (Kind::Temperature, truth.temperature, 1.6),
        (Kind::Humidity, truth.humidity as f64, 7.0),
        (Kind::AirQuality, index, 45.0),
    ] {
        for sensor in sensors(seed, &place, kind) {
            let Some(value) = readings.value(&sensor, MORNING) else { continue };
            assert!((value - expected).abs() <= if sensor.is_reference() { 0.0 } else { far }, "{sensor:?} {value}");
        }
    }
}

#[test]
fn streets_are_busier_by_day() {
    let (seed, place) = (Seed(6), place("Leeds"));
    let readings = Readings::new(&world(seed), &place);
    for kind in [Kind::Traffic, Kind::Noise] {
        let sensor = &sensors(seed, &place, kind)[0];
        let [night, day] = [MORNING - 5, MORNING].map(|hour| readings.value(sensor, hour).unwrap());
        assert!(day > night + if kind == Kind::Noise { 5.0 } else { 50.0 }, "{kind:?}: {night} and {day}");
    }
}

#[test]
fn a_sensor_is_seldom_silent_and_a_reference_never() {
    let (seed, place) = (Seed(7), place("London, England"));
    let readings = Readings::new(&world(seed), &place);
    for sensor in sensors(seed, &place, Kind::Temperature) {
        let silent = (0..2000).filter(|n| readings.value(&sensor, MORNING + n).is_none()).count();
        assert!(silent < 160 && (!sensor.is_reference() || silent == 0), "{sensor:?}: {silent}");
    }
}
