//! Foods with what is in them, and the menus of restaurants that cook with them.
//!
//! The foods of the grocery shop and those of a table of their own are one list, so a tomato has the same nutrients on the shelf,
//! in a salad and in a sum. `search` finds them by words → `menu` has restaurants and dishes → `nutrients` adds up.

mod menu;
mod nutrients;
mod search;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use serde::Deserialize;
use serde::de::IgnoredAny;

pub use menu::{Dish, Restaurant};
pub use nutrients::Nutrients;

use crate::world::facts::{Model, read_table};
use crate::world::models::grocery;

/// A food.
#[derive(Debug)]
pub struct Food {
    /// Name, e.g. `red onion`.
    pub name: String,
    /// Other names.
    pub aliases: Vec<String>,
    /// Kind of food, e.g. `vegetables`.
    pub category: String,
    /// What is in 100 g (or ml).
    pub nutrients: Nutrients,
    /// What some people must not eat, e.g. `milk`.
    pub allergens: Vec<String>,
    /// Grams of a piece, where pieces are counted.
    pub piece: Option<f64>,
    /// Products of the grocery shop that are made of it, by UPC.
    pub upcs: Vec<String>,
    /// Words of its names, each name by itself.
    names: Vec<Vec<String>>,
    /// Words of its names and its category.
    words: Vec<String>,
}

/// A row of `foods.json`.
#[derive(Deserialize)]
struct Row(
    String,
    Vec<String>,
    String,
    f64,
    f64,
    f64,
    f64,
    f64,
    f64,
    f64,
    f64,
    Vec<String>,
    IgnoredAny,
    Option<f64>,
    f64,
);

/// Every food, by name, and every menu.
#[derive(Debug)]
pub struct Foods {
    all: Vec<Food>,
    restaurants: Vec<Restaurant>,
    dishes: Vec<Dish>,
}

/// Grams of alcohol in 100 ml of what the grocery shop sells, which has no column for it.
const ALCOHOL: [(&str, f64); 2] = [("red wine", 10.6), ("white wine", 10.3)];

impl Model for Foods {
    const TABLES: &'static [&'static str] =
        &["grocery_foods", "foods", "food_names", "grocery_products", "restaurants", "dishes"];

    fn build(tables: &[&[u8]]) -> Result<Self, String> {
        let [sold, others, names, products, restaurants, dishes] = tables else {
            return Err(format!("six tables are needed, not {}", tables.len()));
        };
        let mut upcs: BTreeMap<String, Vec<String>> = BTreeMap::new();
        type Product = (String, String, IgnoredAny, IgnoredAny, IgnoredAny, IgnoredAny);
        for (upc, food, ..) in read_table::<Product>("grocery_products", products)? {
            upcs.entry(food).or_default().push(upc);
        }
        let mut names: BTreeMap<String, Vec<String>> =
            read_table::<(String, Vec<String>)>("food_names", names)?.into_iter().collect();
        let sold: Vec<grocery::Food> = read_table("grocery_foods", sold)?;
        let others: Vec<Row> = read_table("foods", others)?;
        let eaten = sold.into_iter().filter(|food| food.kind != 'N');
        let mut all: Vec<Food> = eaten
            .map(|food| {
                let names = names.remove(&food.name).unwrap_or_default();
                Food::sold(food, names)
            })
            .collect();
        all.extend(others.into_iter().map(Food::read));
        for food in &mut all {
            food.upcs = upcs.remove(&food.name).unwrap_or_default();
        }
        all.sort_by(|a, b| a.name.cmp(&b.name));
        if let Some(pair) = all.windows(2).find(|pair| pair[0].name == pair[1].name) {
            return Err(format!("foods: '{}' is there twice", pair[0].name));
        }
        let restaurants = read_table("restaurants", restaurants)?;
        let dishes = menu::dishes(dishes, &all, &restaurants)?;
        Ok(Self { all, restaurants, dishes })
    }
}

impl Food {
    fn sold(food: grocery::Food, names: Vec<String>) -> Self {
        let alcohol = ALCOHOL.iter().find(|(name, _)| *name == food.name).map_or(0.0, |(_, grams)| *grams);
        let parts = [
            food.kcal,
            food.protein,
            food.fat,
            food.saturated,
            food.carbs,
            food.sugars,
            food.fibre,
            food.salt,
            alcohol,
        ];
        Self::new(food.name, names, food.category, parts, food.allergens, food.piece)
    }

    fn read(row: Row) -> Self {
        let Row(name, aliases, category, kcal, protein, fat, saturated, carbs, sugars, fibre, salt, ..) = row;
        let Row(.., allergens, _, piece, alcohol) = row;
        let parts = [kcal, protein, fat, saturated, carbs, sugars, fibre, salt, alcohol];
        Self::new(name, aliases, category, parts, allergens, piece)
    }

    fn new(
        name: String,
        aliases: Vec<String>,
        category: String,
        parts: [f64; 9],
        allergens: Vec<String>,
        piece: Option<f64>,
    ) -> Self {
        let names: Vec<Vec<String>> = std::iter::once(&name).chain(&aliases).map(|text| grocery::words(text)).collect();
        let words = names.iter().flatten().cloned().chain(grocery::words(&category)).collect();
        let nutrients = Nutrients(parts);
        Self { name, aliases, category, nutrients, allergens, piece, upcs: Vec::new(), names, words }
    }
}

impl Foods {
    /// Every food, by name.
    pub fn all(&self) -> &[Food] {
        &self.all
    }

    /// The food of exactly this name.
    pub fn by_name(&self, name: &str) -> Option<&Food> {
        self.all.binary_search_by(|food| food.name.as_str().cmp(name)).ok().map(|at| &self.all[at])
    }

    /// Every restaurant, in the order of the table.
    pub fn restaurants(&self) -> &[Restaurant] {
        &self.restaurants
    }

    /// The dishes of a restaurant, in the order of its menu.
    pub fn menu<'a>(&'a self, restaurant: &'a Restaurant) -> impl Iterator<Item = &'a Dish> {
        self.dishes.iter().filter(|dish| self.restaurants[dish.restaurant].id == restaurant.id)
    }
}
