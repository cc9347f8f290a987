//! Foods, what is in a mix of them, menus, and physical activity.
//!
//! Session tables: `nutrition_calculators` by id (`calculator_id`, `ingredients`, `serving_grams`, `grams`, `total`, `per_100g`,
//! `per_serving`, `allergens`, `created_at`), which are ingredients too; `physical_activities` by id (`log_id`, `activity`, `exercise`, `intensity`,
//! `duration`, `met`, `kcal`, `body_weight`, `date`, `tracked_at`); `fitness_profiles`, of which the row `me` may have a `weight_kg`.

use std::sync::Arc;

use minijinja::value::Value as Dynamic;
use minijinja::{Environment, Error, State};
use serde_json::Value;

use super::wrong;
use crate::simulator::scope::{Context, context};
use crate::simulator::value::{Record, from_object, list, optional, record};
use crate::world::models::activities::Activities;
use crate::world::models::exercises::{Exercises, Intensity, USUAL_KG};
use crate::world::models::foods::{Dish, Food, Foods, Nutrients, Restaurant};

/// What energy is told in, so that it can be pictured, and grams of a piece.
const PICTURES: [&str; 3] = ["banana", "wholemeal bread", "dark chocolate"];

/// Share of the energy of a meal from carbohydrates, fat and protein, and kilocalories in a gram of each.
const MEAL: [(&str, f64, f64); 3] = [("carbohydrates", 0.5, 4.0), ("fat", 0.3, 9.0), ("protein", 0.2, 4.0)];

pub(super) fn register(env: &mut Environment<'static>) {
    env.add_function("foods_found", foods_found);
    env.add_function("near_foods", near_foods);
    env.add_function("nutrition_calculators", nutrition_calculators);
    env.add_function("nutrition_mix", nutrition_mix);
    env.add_function("restaurant", restaurant);
    env.add_function("near_restaurants", near_restaurants);
    env.add_function("restaurant_menu", restaurant_menu);
    env.add_function("exercise_meant", exercise_meant);
    env.add_function("near_exercises", near_exercises);
    env.add_function("exercise_energy", exercise_energy);
    env.add_function("meal_of", meal_of);
    env.add_function("body_weight", body_weight);
}

fn model(state: &State<'_, '_>) -> Result<(Arc<Context>, Arc<Foods>), Error> {
    let context = context(state)?;
    let foods = context.world.facts.model::<Foods>();
    Ok((context, foods))
}

fn whole(value: f64) -> Dynamic {
    if value.fract() == 0.0 { Dynamic::from(value as i64) } else { Dynamic::from(value) }
}

fn tenth(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}

fn told(nutrients: &Nutrients) -> Dynamic {
    let rounded = nutrients.rounded();
    let fields = Nutrients::NAMES.into_iter().zip(rounded.0);
    Dynamic::from_object(Record(fields.map(|(name, part)| (name.into(), whole(part))).collect()))
}

fn words<'a>(items: impl IntoIterator<Item = &'a String>) -> Dynamic {
    list(items, |item| Dynamic::from(item.as_str()))
}

fn shares(nutrients: &Nutrients) -> Dynamic {
    optional(nutrients.shares().map(|[protein, fat, carbs, alcohol]| {
        record([
            ("protein", whole(protein)),
            ("fat", whole(fat)),
            ("carbohydrates", whole(carbs)),
            ("alcohol", whole(alcohol)),
        ])
    }))
}

fn describe(food: &Food) -> Dynamic {
    let piece =
        |grams: f64| record([("grams", whole(grams)), ("kcal", whole(tenth(food.nutrients.0[0] * grams / 100.0)))]);
    record([
        ("name", Dynamic::from(food.name.as_str())),
        ("other_names", words(&food.aliases)),
        ("category", Dynamic::from(food.category.as_str())),
        ("per_100g", told(&food.nutrients)),
        ("energy_shares", shares(&food.nutrients)),
        ("piece", optional(food.piece.map(piece))),
        ("allergens", words(&food.allergens)),
        ("upcs", words(&food.upcs)),
    ])
}

/// The foods for any of the texts, the best of each in turn, none twice.
fn foods_found(state: &State<'_, '_>, texts: Vec<String>) -> Result<Dynamic, Error> {
    let (_, foods) = model(state)?;
    let lists: Vec<Vec<&Food>> = texts.iter().map(|text| foods.search(text)).collect();
    let mut joined: Vec<&Food> = Vec::new();
    for turn in 0..lists.iter().map(Vec::len).max().unwrap_or(0) {
        for food in lists.iter().filter_map(|list| list.get(turn)) {
            if !joined.iter().any(|other| other.name == food.name) {
                joined.push(food);
            }
        }
    }
    Ok(list(joined, describe))
}

/// Up to three foods that look like a text.
fn near_foods(state: &State<'_, '_>, text: &str) -> Result<Vec<String>, Error> {
    Ok(model(state)?.1.near(text))
}

/// Rows of the session's calculators that are asked for by id.
fn nutrition_calculators(state: &State<'_, '_>, texts: Vec<String>) -> Result<Dynamic, Error> {
    let context = context(state)?;
    let mut ids: Vec<&str> = texts.iter().map(|text| text.trim()).collect();
    ids.dedup();
    Ok(list(ids.iter().filter_map(|id| context.state().row("nutrition_calculators", id)), |row| from_object(row)))
}

/// What goes into a mix.
struct Part {
    asked: String,
    name: String,
    grams: f64,
    per_100g: Nutrients,
    allergens: Vec<String>,
}

impl Part {
    /// A food, or a calculator of the session by its id.
    fn read(context: &Context, foods: &Foods, asked: &str, grams: f64) -> Option<Self> {
        let part = |name: &str, per_100g: Nutrients, allergens: &[String]| Self {
            asked: asked.to_owned(),
            name: name.to_owned(),
            grams,
            per_100g,
            allergens: allergens.to_vec(),
        };
        if let Some(row) = context.state().row("nutrition_calculators", asked.trim()) {
            let per = row.get("per_100g");
            let value = |name: &str| per.and_then(|per| per.get(name)).and_then(Value::as_f64).unwrap_or(0.0);
            let known = row.get("allergens").and_then(Value::as_array);
            let known: Vec<String> = known.into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect();
            return Some(part(asked.trim(), Nutrients(Nutrients::NAMES.map(value)), &known));
        }
        foods.meant(asked).map(|food| part(&food.name, food.nutrients, &food.allergens))
    }
}

/// `{unknown}` names the first ingredient that is no food; else `{ingredients, grams, total, per_100g, shares, allergens,
/// serving}`, with a serving of this size.
fn nutrition_mix(state: &State<'_, '_>, ingredients: Dynamic, size: f64) -> Result<Dynamic, Error> {
    let (context, foods) = model(state)?;
    let mut parts = Vec::new();
    for one in ingredients.try_iter()? {
        let (name, grams) = (one.get_attr("name")?, f64::try_from(one.get_attr("quantity")?)?);
        let name = name.as_str().unwrap_or_default();
        match Part::read(&context, &foods, name, grams) {
            Some(part) => parts.push(part),
            None => return Ok(record([("unknown", Dynamic::from(name))])),
        }
    }
    let (mut total, mut grams) = (Nutrients::default(), 0.0);
    let mut allergens: Vec<String> = parts.iter().flat_map(|part| part.allergens.clone()).collect();
    allergens.sort_unstable();
    allergens.dedup();
    for part in &parts {
        total.add(&part.per_100g, part.grams);
        grams += part.grams;
    }
    if grams <= 0.0 {
        return Err(wrong("a mix of nothing"));
    }
    let row = |part: &Part| {
        let mut own = Nutrients::default();
        own.add(&part.per_100g, part.grams);
        record([
            ("name", Dynamic::from(part.asked.as_str())),
            ("food", Dynamic::from(part.name.as_str())),
            ("quantity", whole(part.grams)),
            ("nutrients", told(&own)),
        ])
    };
    Ok(record([
        ("unknown", Dynamic::from(())),
        ("ingredients", list(&parts, row)),
        ("grams", whole(tenth(grams))),
        ("total", told(&total)),
        ("per_100g", told(&total.times(100.0 / grams))),
        ("shares", shares(&total)),
        ("allergens", words(&allergens)),
        ("serving", serving(&total, grams, size)),
    ]))
}

/// One serving of a mix: up to 1 the size is a share of the whole, above it is grams.
fn serving(total: &Nutrients, grams: f64, size: f64) -> Dynamic {
    let share = if size <= 1.0 { size } else { size / grams };
    record([
        ("grams", whole(tenth(grams * share))),
        ("share", whole((share * 10_000.0).round() / 10_000.0)),
        ("servings", whole((100.0 / share).round() / 100.0)),
        ("nutrients", told(&total.times(share))),
    ])
}

/// The restaurant of an id or name, or `none`.
fn restaurant(state: &State<'_, '_>, text: &str) -> Result<Dynamic, Error> {
    let (context, foods) = model(state)?;
    let gazetteer = context.world.facts.model::<crate::world::gazetteer::Gazetteer>();
    Ok(optional(foods.restaurant(text).map(|one| {
        let country = gazetteer.country(&one.country).map_or(one.country.as_str(), |country| country.name.as_str());
        record([
            ("id", Dynamic::from(one.id.as_str())),
            ("name", Dynamic::from(one.name.as_str())),
            ("kitchen", Dynamic::from(one.kitchen.as_str())),
            ("country", Dynamic::from(country)),
        ])
    })))
}

/// Ids of restaurants that look like a text, or of all.
fn near_restaurants(state: &State<'_, '_>, text: &str) -> Result<Vec<String>, Error> {
    Ok(model(state)?.1.near_restaurants(text))
}

/// The menu of a restaurant of this id.
fn restaurant_menu(state: &State<'_, '_>, id: &str) -> Result<Dynamic, Error> {
    let (_, foods) = model(state)?;
    let found: &Restaurant = foods.restaurant(id).ok_or_else(|| wrong(format!("'{id}' is no restaurant")))?;
    Ok(list(foods.menu(found), |dish| dish_record(&foods, found, dish)))
}

fn dish_record(foods: &Foods, restaurant: &Restaurant, dish: &Dish) -> Dynamic {
    let (sum, grams) = foods.in_dish(dish);
    let mut allergens: Vec<&String> = foods.made_of(dish).flat_map(|(food, _)| &food.allergens).collect();
    allergens.sort_unstable();
    allergens.dedup();
    record([
        ("item_id", Dynamic::from(format!("{}-{:02}", restaurant.id, dish.number))),
        ("name", Dynamic::from(dish.name.as_str())),
        ("section", Dynamic::from(dish.section.as_str())),
        ("price", whole(dish.euros)),
        ("allergens", words(allergens)),
        (
            "ingredients",
            list(foods.made_of(dish), |(food, grams)| {
                record([("name", Dynamic::from(food.name.as_str())), ("quantity", whole(grams))])
            }),
        ),
        ("grams", whole(grams)),
        ("nutrients", told(&sum)),
    ])
}

/// The name of the physical activity that a text means, also through the name of a thing to do, or `none`.
fn exercise_meant(state: &State<'_, '_>, text: &str) -> Result<Option<String>, Error> {
    let context = context(state)?;
    let facts = &context.world.facts;
    if let Some(found) = facts.model::<Activities>().named(text) {
        return Ok(found.exercise.clone());
    }
    Ok(facts.model::<Exercises>().find(text).map(|one| one.name.clone()))
}

/// Up to three physical activities that look like a text.
fn near_exercises(state: &State<'_, '_>, text: &str) -> Result<Vec<String>, Error> {
    Ok(context(state)?.world.facts.model::<Exercises>().near(text))
}

/// `{met, kcal}` of so many minutes for somebody of so many kilograms.
fn exercise_energy(
    state: &State<'_, '_>,
    name: &str,
    intensity: &str,
    kilograms: f64,
    minutes: f64,
) -> Result<Dynamic, Error> {
    let exercises = context(state)?.world.facts.model::<Exercises>();
    let found = exercises.find(name).zip(Intensity::named(intensity));
    let (one, intensity) = found.ok_or_else(|| wrong(format!("'{name}' is not done at '{intensity}'")))?;
    Ok(record([("met", whole(one.met(intensity))), ("kcal", whole(one.kcal(intensity, kilograms, minutes)))]))
}

/// What replaces so many kilocalories: grams of carbohydrates, fat and protein of a mixed meal, and amounts of three foods.
fn meal_of(state: &State<'_, '_>, kcal: f64) -> Result<Dynamic, Error> {
    let (_, foods) = model(state)?;
    let [carbs, fat, protein] = MEAL.map(|(name, share, each)| (name, whole(tenth(kcal * share / each))));
    let pictures = PICTURES.iter().filter_map(|name| foods.by_name(name));
    let row = |food: &Food| {
        let grams = (kcal / food.nutrients.0[0] * 100.0).round();
        record([
            ("food", Dynamic::from(food.name.as_str())),
            ("grams", whole(grams)),
            ("pieces", optional(food.piece.map(|piece| whole(tenth(grams / piece))))),
        ])
    };
    Ok(record([("kcal", whole(kcal)), carbs, fat, protein, ("foods", list(pictures, row))]))
}

/// What the session's user weighs, in kilograms.
fn body_weight(state: &State<'_, '_>) -> Result<Dynamic, Error> {
    let context = context(state)?;
    let row = context.state().row("fitness_profiles", "me");
    let known = row.and_then(|row| row.get("weight_kg")).and_then(Value::as_f64).filter(|weight| *weight > 0.0);
    Ok(whole(known.unwrap_or(USUAL_KG)))
}
