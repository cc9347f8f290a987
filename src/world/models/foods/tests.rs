//! Properties of foods and menus.

use super::*;

fn foods() -> Foods {
    let read = |name: &str| {
        std::fs::read(format!("{}/responses/world/{name}.json", env!("CARGO_MANIFEST_DIR"))).expect("a table")
    };
    let tables: Vec<Vec<u8>> = Foods::TABLES.iter().map(|name| read(name)).collect();
    Foods::build(&tables.iter().map(Vec::as_slice).collect::<Vec<_>>()).expect("the tables are sound")
}

#[test]
fn energy_is_that_of_the_parts() {
    let foods = foods();
    assert!(foods.all().len() > 400);
    for food in foods.all() {
        let [kcal, protein, fat, saturated, carbs, sugars, fibre, salt, alcohol] = food.nutrients.0;
        // Carbohydrates do not hold the fibre, as labels in Europe have it, in both tables.
        let sum = 4.0 * (protein + carbs) + 9.0 * fat + 2.0 * fibre + 7.0 * alcohol;
        let vinegar = food.name.ends_with("vinegar");
        assert!(vinegar || (sum - kcal).abs() <= 12.0 + 0.1 * kcal, "{}: {kcal}, of its parts {sum}", food.name);
        assert!(saturated <= fat + 1e-9 && sugars <= carbs + 1e-9, "{}", food.name);
        assert!(protein + fat + carbs + salt + alcohol <= 101.0 + fibre, "{}", food.name);
    }
}

/// Fish that is sold as it was caught has the nutrients that the fish guide gives; what is tinned, smoked or cooked has
/// its own.
#[test]
fn raw_fish_is_that_of_the_fish_guide() {
    type Row = Vec<serde_json::Value>;
    let bytes = std::fs::read(format!("{}/responses/world/seafood.json", env!("CARGO_MANIFEST_DIR"))).expect("a table");
    let rows: Vec<Row> = crate::world::facts::read_table("seafood", &bytes).expect("the table is sound");
    let guide = |name: &str| {
        let names = |row: &&Row| row[1].as_array().is_some_and(|names| names.iter().any(|other| *other == *name));
        rows.iter().find(names).map(|row| row[12].as_array().expect("nutrients are a list"))
    };
    let foods = foods();
    let mut met = 0;
    for food in foods.all() {
        let preserved = ["tuna", "mackerel", "anchovy"].contains(&food.name.as_str());
        let Some(guide) = guide(&food.name).filter(|_| !preserved) else { continue };
        let of_food = &food.nutrients.0[..5];
        let of_guide: Vec<f64> = guide[..5].iter().filter_map(serde_json::Value::as_f64).collect();
        assert_eq!(of_food, of_guide, "{}", food.name);
        met += 1;
    }
    assert!(met > 12, "{met} fish");
}

#[test]
fn every_name_means_its_food() {
    let foods = foods();
    for food in foods.all() {
        for name in std::iter::once(&food.name).chain(&food.aliases) {
            assert_eq!(foods.meant(name).map(|found| &found.name), Some(&food.name), "{name}");
            assert!(foods.search(name).iter().take(3).any(|found| found.name == food.name), "{name}");
        }
    }
    for (text, name) in [
        ("chopped red onion", "red onion"),
        ("Yogurt", "yoghurt"),
        ("grilled chicken breast", "grilled chicken breast"),
        ("two ripe bananas", "banana"),
        ("rice", "white rice, cooked"),
        ("Greek yogurt", "greek yoghurt"),
        ("ground beef", "minced beef"),
        ("cookies", "biscuit"),
        ("EGGS", "egg"),
    ] {
        assert_eq!(foods.meant(text).map(|found| found.name.as_str()), Some(name), "{text}");
    }
    assert!(
        foods.meant("moon dust").is_none() && foods.meant("🍕").is_none() && foods.meant(&"egg ".repeat(99)).is_none()
    );
}

#[test]
fn a_dish_is_a_meal() {
    let foods = foods();
    for restaurant in foods.restaurants() {
        assert!(foods.menu(restaurant).count() >= 10, "{}", restaurant.id);
        assert_eq!(foods.restaurant(&restaurant.name.to_uppercase()).map(|one| &one.id), Some(&restaurant.id));
        for (dish, number) in foods.menu(restaurant).zip(1..) {
            let (sum, grams) = foods.in_dish(dish);
            assert!(dish.number == number && (50.0..700.0).contains(&grams), "{}: {grams} g", dish.name);
            assert!((2.0..1500.0).contains(&sum.0[0]), "{}: {} kcal", dish.name, sum.0[0]);
            assert!((1.0..40.0).contains(&dish.euros));
        }
    }
}
