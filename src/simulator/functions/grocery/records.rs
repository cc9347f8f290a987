//! What the functions give, as values for expressions.

use jiff::civil::Weekday;
use minijinja::value::Value as Dynamic;

use super::{Counter, MILE};
use crate::simulator::value::{list, optional, record};
use crate::world::models::grocery::{Grocery, Money, Product, Recipe, Store};
use crate::world::models::rates::decimal;
use crate::world::{Place, zone};

/// A number as people write it: without `.0` where it is whole.
pub(super) fn number(value: f64) -> Dynamic {
    if value.fract() == 0.0 { Dynamic::from(value as i64) } else { Dynamic::from(value) }
}

fn rounded(value: f64, places: u8) -> Dynamic {
    number(decimal::places(value, places))
}

fn words(items: &[String]) -> Dynamic {
    list(items, |item| Dynamic::from(item.as_str()))
}

/// Shelf number of a category.
fn aisle(category: &str) -> usize {
    const AISLES: [&str; 24] = [
        "fruit",
        "vegetables",
        "herbs and spices",
        "bakery",
        "chilled",
        "dairy and eggs",
        "cheese",
        "meat",
        "meat alternatives",
        "fish",
        "pasta and rice",
        "pantry",
        "sauces",
        "oils and vinegars",
        "baking",
        "breakfast",
        "spreads",
        "nuts and seeds",
        "sweets and snacks",
        "drinks",
        "frozen",
        "household",
        "care",
        "season",
    ];
    AISLES.iter().position(|name| *name == category).map_or(AISLES.len(), |at| at + 1)
}

pub(super) fn product(counter: &Counter, product: &Product, shop: Option<&(Store, &Place)>, money: Money) -> Dynamic {
    let food = counter.grocery.food(product);
    let seed = counter.context.world.seed;
    let day = shop.map_or_else(|| counter.context.clock.today(), |(_, place)| counter.today(place));
    let offer = product.offer(seed, day, shop.map_or(1.0, |(store, _)| store.level), money);
    let (amount, unit) = product.size.amount();
    let stock = shop.map(|(store, _)| Dynamic::from(product.in_stock(seed, day, store.key())));
    let nutrients = record([
        ("kcal", number(food.kcal)),
        ("protein", number(food.protein)),
        ("fat", number(food.fat)),
        ("saturated_fat", number(food.saturated)),
        ("carbohydrates", number(food.carbs)),
        ("sugars", number(food.sugars)),
        ("fiber", number(food.fibre)),
        ("salt", number(food.salt)),
    ]);
    record([
        ("upc", Dynamic::from(product.upc.as_str())),
        ("name", Dynamic::from(product.name.as_str())),
        ("brand", Dynamic::from(product.brand.as_str())),
        ("category", Dynamic::from(food.category.as_str())),
        ("size", Dynamic::from(product.label.as_str())),
        ("price", number(offer.price())),
        ("regular_price", number(offer.regular)),
        ("on_promotion", Dynamic::from(offer.promotion.is_some())),
        ("unit_price", rounded(offer.price() / amount, 2)),
        ("unit", Dynamic::from(unit)),
        ("in_stock", optional(stock)),
        ("aisle", optional(shop.map(|_| Dynamic::from(aisle(&food.category))))),
        ("allergens", words(&food.allergens)),
        ("nutrients", optional((food.kind != 'N').then_some(nutrients))),
    ])
}

/// Street and number of a shop.
fn address(counter: &Counter, store: &Store) -> String {
    counter.atlas().line_at((store.latitude, store.longitude)).unwrap_or_default()
}

/// A shop in few words.
pub(super) fn brief(counter: &Counter, store: &Store, place: &Place) -> Dynamic {
    record([
        ("store_id", Dynamic::from(store.id.as_str())),
        ("name", Dynamic::from(store.name.as_str())),
        ("address", Dynamic::from(address(counter, store))),
        ("city", Dynamic::from(place.name.as_str())),
    ])
}

pub(super) fn store(counter: &Counter, metres: i64, place: &Place, store: &Store) -> Dynamic {
    let local = counter.context.clock.local(&zone(&place.timezone));
    let minute = i64::from(local.hour()) * 60 + i64::from(local.minute());
    let today = store.week[local.weekday().to_monday_zero_offset() as usize];
    let clock = |minute: i64| Dynamic::from(format!("{:02}:{:02}", minute / 60, minute % 60));
    let day = |(at, hours): (usize, &Option<(i64, i64)>)| {
        let name = Weekday::from_monday_zero_offset(at as i8).map(|day| format!("{day:?}")).unwrap_or_default();
        record([
            ("day", Dynamic::from(name)),
            ("opens", optional(hours.map(|(opens, _)| clock(opens)))),
            ("closes", optional(hours.map(|(_, closes)| clock(closes)))),
        ])
    };
    let country = counter.gazetteer.country(&place.country).map_or("", |country| country.name.as_str());
    record([
        ("store_id", Dynamic::from(store.id.as_str())),
        ("name", Dynamic::from(store.name.as_str())),
        ("type", Dynamic::from(store.kind.name())),
        ("address", Dynamic::from(address(counter, store))),
        ("city", Dynamic::from(place.name.as_str())),
        ("region", Dynamic::from(place.region.as_str())),
        ("country", Dynamic::from(country)),
        ("latitude", Dynamic::from(store.latitude)),
        ("longitude", Dynamic::from(store.longitude)),
        ("distance_miles", rounded(metres as f64 / 1000.0 / MILE, 2)),
        ("open_now", Dynamic::from(today.is_some_and(|(opens, closes)| (opens..closes).contains(&minute)))),
        ("hours", list(store.week.iter().enumerate(), day)),
        ("departments", list(store.kind.departments(), |name| Dynamic::from(*name))),
    ])
}

pub(super) fn recipe(grocery: &Grocery, recipe: &Recipe) -> Dynamic {
    let ingredient = |item: &crate::world::models::grocery::Ingredient| {
        let product = grocery.cheapest(item);
        record([
            ("text", Dynamic::from(grocery.written(item))),
            ("food", Dynamic::from(grocery.ingredient(item).name.as_str())),
            ("grams", rounded(grocery.grams(item), 1)),
            ("upc", optional(product.map(|product| Dynamic::from(product.upc.as_str())))),
        ])
    };
    let has = grocery.nutrition(recipe);
    record([
        ("recipe_id", Dynamic::from(recipe.id)),
        ("title", Dynamic::from(recipe.title.as_str())),
        ("cuisine", Dynamic::from(recipe.cuisine.as_str())),
        ("course", Dynamic::from(recipe.course.as_str())),
        ("servings", Dynamic::from(recipe.servings)),
        ("minutes", Dynamic::from(recipe.minutes)),
        ("diets", list(grocery.diets(recipe), Dynamic::from)),
        ("allergens", list(grocery.allergens(recipe), Dynamic::from)),
        ("ingredients", list(&recipe.ingredients, ingredient)),
        ("steps", words(&recipe.steps)),
        (
            "per_serving",
            record([
                ("kcal", rounded(has.kcal, 0)),
                ("protein", rounded(has.protein, 1)),
                ("fat", rounded(has.fat, 1)),
                ("carbohydrates", rounded(has.carbs, 1)),
                ("fiber", rounded(has.fibre, 1)),
                ("salt", rounded(has.salt, 1)),
            ]),
        ),
    ])
}
