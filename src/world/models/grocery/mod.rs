//! A chain of grocery shops: what it sells and for how much, where its shops are, what one can cook, and what a customer
//! bought.
//!
//! `table` reads foods, products and recipes → `search` ranks products → `price` is what a product costs in a week →
//! `store` makes the shops of a town → `postal` knows where a postal code is → `recipe` works out diets, allergens and
//! nutrients → `history` is what the world's own customer bought.

mod history;
mod postal;
mod price;
mod recipe;
mod search;
mod store;
mod table;
#[cfg(test)]
mod tests;

use std::sync::Arc;

pub use history::{FIRST_DAY, Purchase};
pub use postal::{Postal, Spot};
pub use price::{Money, Offer};
pub use recipe::{Diet, Nutrition};
pub use store::{Kind, Store};
pub use table::{Food, Ingredient, Product, Recipe, Size};

use self::search::{Entry, Label};
pub(super) use self::search::{found, words};
use crate::world::facts::Model;
use crate::world::memo::Memo;
use crate::world::models::lands::Lands;
use crate::world::seed::Seed;

/// Towns that are remembered.
const REMEMBERED: usize = 128;

/// Everything that is the same in every world, and towns that were asked for lately.
#[derive(Debug)]
pub struct Grocery {
    foods: Vec<Food>,
    products: Vec<Product>,
    recipes: Vec<Recipe>,
    /// Words of the products and of the recipes, in their order.
    labels: Vec<Label>,
    entries: Vec<Entry>,
    /// Where postal codes are.
    pub postal: Postal,
    /// Currency of each country, by code.
    lands: Lands,
    towns: Memo<(Seed, u32), Arc<[Store]>>,
}

impl Model for Grocery {
    const TABLES: &'static [&'static str] =
        &["grocery_foods", "grocery_products", "recipes", "us_zips", "postal_areas", "countries"];

    fn build(tables: &[&[u8]]) -> Result<Self, String> {
        let [foods, products, recipes, zips, areas, countries] = tables else {
            return Err(format!("six tables are needed, not {}", tables.len()));
        };
        let foods = table::foods(foods)?;
        let products = table::products(products, &foods)?;
        let recipes = table::recipes(recipes, &foods)?;
        Ok(Self {
            labels: products.iter().map(|product| Label::of(product, &foods[product.food])).collect(),
            entries: recipes.iter().map(|recipe| Entry::of(recipe, &foods)).collect(),
            products,
            recipes,
            postal: Postal::from_tables(zips, areas)?,
            lands: Lands::read(countries)?,
            towns: Memo::new(REMEMBERED),
            foods,
        })
    }
}

impl Grocery {
    /// All products, by UPC.
    pub fn products(&self) -> &[Product] {
        &self.products
    }

    /// The product with this UPC.
    pub fn product(&self, upc: &str) -> Option<&Product> {
        self.products.binary_search_by(|product| product.upc.as_str().cmp(upc)).ok().map(|at| &self.products[at])
    }

    /// What a product is made of.
    pub fn food(&self, product: &Product) -> &Food {
        &self.foods[product.food]
    }

    /// All recipes, by id.
    pub fn recipes(&self) -> &[Recipe] {
        &self.recipes
    }

    /// What an ingredient is.
    pub fn ingredient(&self, ingredient: &Ingredient) -> &Food {
        &self.foods[ingredient.food]
    }

    /// The product of an ingredient that costs the least for a kilogram or litre, or for a piece.
    pub fn cheapest(&self, ingredient: &Ingredient) -> Option<&Product> {
        let fitting = self.products.iter().filter(|product| product.food == ingredient.food);
        fitting.min_by(|a, b| a.unit_price().total_cmp(&b.unit_price()).then_with(|| a.upc.cmp(&b.upc)))
    }
}
