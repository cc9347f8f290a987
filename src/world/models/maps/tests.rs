//! Properties of streets and routes.

use super::*;
use crate::assets::Assets;
use crate::world::Facts;
use crate::world::sphere::distance_km;

fn facts() -> Facts {
    Facts::load(&Assets::embedded().responses).unwrap()
}

const TOWNS: [&str; 12] = [
    "Utrecht",
    "Ottawa",
    "Tokyo",
    "Quito",
    "Sydney",
    "Reykjavik",
    "Suva",
    "Tromso",
    "New York",
    "Bordeaux",
    "Nairobi",
    "Bergen",
];

#[test]
fn every_house_is_the_nearest_to_itself() {
    let facts = facts();
    let (maps, gazetteer) = (facts.model::<Maps>(), facts.model::<Gazetteer>());
    let atlas = maps.over(&gazetteer);
    for town in TOWNS {
        let Some(found) = gazetteer.find(town) else { panic!("{town} is a place") };
        for key in 0..60 {
            let house = atlas.some_address(found.place, &[&key.to_string()]).unwrap();
            let again = atlas.address_at(house.lot.point, 50.0).unwrap();
            assert_eq!((&again.line, again.town.id, again.metres), (&house.line, house.town.id, 0.0), "{town}");
        }
    }
}

#[test]
fn no_two_streets_of_a_town_share_a_name() {
    let facts = facts();
    let (maps, gazetteer) = (facts.model::<Maps>(), facts.model::<Gazetteer>());
    let atlas = maps.over(&gazetteer);
    for town in TOWNS {
        let place = gazetteer.find(town).unwrap().place;
        let streets = atlas.streets(place);
        assert!(streets.all().len() > 40, "{town}: {}", streets.all().len());
        for (piece, name) in streets.all() {
            assert_eq!(streets.named(&fold(name)).unwrap().0, *piece, "{town}: {name}");
        }
    }
}

#[test]
fn streets_join_at_corners_all_over_the_earth() {
    for (latitude, longitude) in
        [(0.0, 0.0), (45.0, 7.0), (44.9995, 179.999), (-69.3, -180.0), (80.4, 15.0), (52.09, 5.12)]
    {
        let corner = Corner::near(latitude, longitude);
        for next in corner.neighbours().into_iter().flatten() {
            assert!(next.neighbours().contains(&Some(corner)), "{corner:?} {next:?}");
            let piece = Piece::between(corner, next);
            assert_eq!(piece, Piece::between(next, corner));
            let block = piece.block_of(corner, next);
            let ends = [piece.corner(block), piece.corner(block + 1)];
            assert!(
                ends.contains(&Some(corner)) && ends.contains(&Some(next)),
                "{corner:?} {next:?} {piece:?} {block}"
            );
            let metres = distance_km(corner.point(), next.point()) * 1000.0;
            assert!((60.0..320.0).contains(&metres), "{corner:?} {next:?} {metres}");
        }
    }
}
