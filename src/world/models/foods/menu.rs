//! Restaurants and what they cook.

use serde::Deserialize;

use super::{Food, Foods, Nutrients};
use crate::catalogue::nearest;
use crate::world::facts::read_table;

/// A chain of restaurants; a row of `restaurants.json`.
#[derive(Debug, Deserialize)]
pub struct Restaurant {
    /// Id, e.g. `copper-pan`.
    pub id: String,
    /// Name.
    pub name: String,
    /// What it cooks.
    pub kitchen: String,
    /// Alpha-2 code of the country that it comes from.
    pub country: String,
}

/// Something on a menu.
#[derive(Debug)]
pub struct Dish {
    /// Place of the restaurant.
    pub(super) restaurant: usize,
    /// Number on the menu.
    pub number: u32,
    /// Name.
    pub name: String,
    /// Section of the menu.
    pub section: String,
    /// Price.
    pub euros: f64,
    /// Places of foods, and grams.
    pub(super) ingredients: Vec<(usize, f64)>,
}

type Row = (String, u32, String, String, f64, Vec<(String, f64)>);

/// Reads the dishes.
pub(super) fn dishes(bytes: &[u8], foods: &[Food], restaurants: &[Restaurant]) -> Result<Vec<Dish>, String> {
    let rows: Vec<Row> = read_table("dishes", bytes)?;
    let read = |(id, number, name, section, euros, ingredients): Row| {
        let restaurant = restaurants.iter().position(|one| one.id == id);
        let restaurant = restaurant.ok_or_else(|| format!("dishes: '{id}' is no restaurant"))?;
        let food = |(food, grams): (String, f64)| {
            let at = foods.binary_search_by(|one| one.name.cmp(&food));
            at.map(|at| (at, grams)).map_err(|_| format!("dishes: '{food}' of '{name}' is no food"))
        };
        let ingredients = ingredients.into_iter().map(food).collect::<Result<Vec<_>, _>>()?;
        Ok(Dish { restaurant, number, section, euros, ingredients, name })
    };
    rows.into_iter().map(read).collect()
}

impl Foods {
    /// The restaurant of an id or name.
    pub fn restaurant(&self, text: &str) -> Option<&Restaurant> {
        let wanted = nearest::fold(text);
        let is = |one: &&Restaurant| {
            let name = nearest::fold(&one.name);
            nearest::fold(&one.id) == wanted || name == wanted || name.strip_prefix("the") == Some(&wanted)
        };
        self.restaurants.iter().find(is)
    }

    /// Ids of the restaurants that look like a text, or of all.
    pub fn near_restaurants(&self, text: &str) -> Vec<String> {
        let names = self.restaurants.iter().map(|one| one.name.as_str());
        let mut found = nearest::few(text, self.restaurants.iter().map(|one| one.id.as_str()).chain(names));
        for name in &mut found {
            if let Some(one) = self.restaurants.iter().find(|one| one.name == *name) {
                name.clone_from(&one.id);
            }
        }
        found.dedup();
        match found.is_empty() {
            true => self.restaurants.iter().map(|one| one.id.clone()).collect(),
            false => found,
        }
    }

    /// What a dish is made of: foods and grams.
    pub fn made_of(&self, dish: &Dish) -> impl Iterator<Item = (&Food, f64)> {
        dish.ingredients.iter().map(|(at, grams)| (&self.all[*at], *grams))
    }

    /// What is in a dish, and how many grams it has.
    pub fn in_dish(&self, dish: &Dish) -> (Nutrients, f64) {
        let mut sum = Nutrients::default();
        self.made_of(dish).for_each(|(food, grams)| sum.add(&food.nutrients, grams));
        (sum, dish.ingredients.iter().map(|(_, grams)| grams).sum())
    }
}
