//! Properties of shops, products and recipes.

use super::*;
use crate::world::gazetteer::Gazetteer;
use crate::world::models::maps::Maps;

fn read(name: &str) -> Vec<u8> {
    std::fs::read(format!("{}/responses/world/{name}.json", env!("CARGO_MANIFEST_DIR"))).expect("a table")
}

fn maps() -> Maps {
    let tables = Maps::TABLES.iter().map(|name| read(name)).collect::<Vec<_>>();
    Maps::build(&tables.iter().map(Vec::as_slice).collect::<Vec<_>>()).expect("the tables are sound")
}

fn grocery() -> Grocery {
    let tables = Grocery::TABLES.iter().map(|name| read(name)).collect::<Vec<_>>();
    let bytes: Vec<&[u8]> = tables.iter().map(Vec::as_slice).collect();
    Grocery::build(&bytes).expect("the tables are sound")
}

const EURO: Money = Money { rate: 1.0, decimals: 2 };

#[test]
fn shelves_and_cookbook_are_full() {
    let grocery = grocery();
    assert!(grocery.products().len() >= 350 && grocery.recipes().len() >= 120);
    for recipe in grocery.recipes() {
        for ingredient in &recipe.ingredients {
            assert!(grocery.cheapest(ingredient).is_some(), "{}", grocery.written(ingredient));
        }
        let kcal = grocery.nutrition(recipe).kcal;
        assert!((15.0..1400.0).contains(&kcal), "{}: {kcal} kcal", recipe.title);
        let salt = grocery.nutrition(recipe).salt;
        assert!(salt < 9.0, "{}: {salt} g of salt", recipe.title);
    }
    let of = |diet| grocery.recipes().iter().filter(|recipe| grocery.suits(recipe, diet)).count();
    assert!(of(Diet::Vegan) >= 25 && of(Diet::Vegetarian) >= 60 && of(Diet::GlutenFree) >= 30);
}

#[test]
fn energy_is_about_that_of_its_parts() {
    for food in &grocery().foods {
        // Carbohydrates do not hold the fibre.
        let parts = 4.0 * (food.protein + food.carbs) + 9.0 * food.fat + 2.0 * food.fibre;
        let drink = food.name.ends_with("wine") || food.name.ends_with("vinegar") || food.kind == 'N';
        let fits = (parts - food.kcal).abs() <= 12.0 + 0.1 * food.kcal;
        assert!(drink || fits, "{}: {} kcal, its parts {parts}", food.name, food.kcal);
    }
}

#[test]
fn words_find_what_is_called_so_first() {
    let grocery = grocery();
    for (text, first) in
        [("tomatoes", "tomato"), ("Milk", "milk"), ("smoked salmon", "smoked salmon"), ("spaghetti", "spaghetti")]
    {
        let found = grocery.search(text);
        assert_eq!(grocery.food(found[0]).name, first, "{text}");
    }
    assert!(grocery.search("unicorn").is_empty() && grocery.search("").is_empty());
    assert!(grocery.search("barrow basics").len() > 40);
}

#[test]
fn shops_lie_in_their_towns_and_have_names_of_their_own() {
    let grocery = grocery();
    let world = Gazetteer::from_tables(&read("cities"), &read("countries")).expect("sound");
    let maps = maps();
    for place in world.places().step_by(101) {
        let stores = grocery.stores(Seed(4), &maps.over(&world), place);
        let mut names: Vec<&str> = stores.iter().map(|store| store.name.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), stores.len(), "{}", place.name);
        for store in stores.iter() {
            let off =
                crate::world::sphere::distance_km((place.latitude, place.longitude), (store.latitude, store.longitude));
            assert!(off <= store::FARTHEST_KM + 1.0, "{off}");
        }
    }
}

#[test]
fn what_was_bought_costs_what_it_cost() {
    let grocery = grocery();
    let world = Gazetteer::from_tables(&read("cities"), &read("countries")).expect("sound");
    let place = world.find("Utrecht").expect("a place").place;
    let store = &grocery.stores(Seed(1), &maps().over(&world), place)[0];
    let days = |from: i8, to: i8| (jiff::civil::date(2026, 2, from), jiff::civil::date(2026, 2, to));
    let (from, to) = days(1, 28);
    let all = grocery.purchases(Seed(1), store, EURO, from, to);
    assert!((4..=8).contains(&all.len()));
    for purchase in &all {
        let sum: f64 = purchase.items.iter().map(|(_, count, price)| f64::from(*count) * price).sum();
        assert!((sum - purchase.total).abs() < 1e-6);
        for (product, _, price) in &purchase.items {
            assert_eq!(*price, product.offer(Seed(1), purchase.date, store.level, EURO).price());
        }
    }
    let (from, to) = days(10, 19);
    let part = grocery.purchases(Seed(1), store, EURO, from, to).len();
    assert_eq!(part, all.iter().filter(|purchase| (from..=to).contains(&purchase.date)).count());
}
