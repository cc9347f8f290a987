//! The rows of the tables, and the checks they have to pass.

use serde::Deserialize;

use crate::world::facts::read_table;

/// What groceries are made of; a row of `grocery_foods.json`. Numbers are for 100 g or ml.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Food {
    /// Name, e.g. `red onion`.
    pub name: String,
    /// Shelf, e.g. `vegetables`.
    pub category: String,
    /// Kilocalories.
    pub kcal: f64,
    /// Grams of protein.
    pub protein: f64,
    /// Grams of fat.
    pub fat: f64,
    /// Of which saturated.
    pub saturated: f64,
    /// Grams of carbohydrates.
    pub carbs: f64,
    /// Of which sugars.
    pub sugars: f64,
    /// Grams of fibre.
    pub fibre: f64,
    /// Grams of salt.
    pub salt: f64,
    /// What some people must not eat, e.g. `milk`.
    pub allergens: Vec<String>,
    /// `P` of plants, `H` honey, `D` with dairy, `E` with egg, `F` with fish or seafood, `M` with meat, `N` no food.
    pub kind: char,
    /// Grams of a piece, where pieces are counted.
    pub piece: Option<f64>,
}

/// How much is in a package.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Size {
    /// Kilograms.
    Weight(f64),
    /// Litres.
    Volume(f64),
    /// Pieces.
    Count(f64),
}

impl Size {
    /// Reads `400 g`, `1.5 l`, `2 x 100 g` or `8 pieces`.
    fn parse(text: &str) -> Option<Self> {
        let (times, rest) = text.split_once(" x ").map_or((1.0, text), |(n, rest)| (n.parse().unwrap_or(0.0), rest));
        let (number, unit) = rest.split_once(' ')?;
        let amount = times * number.parse::<f64>().ok()?;
        Some(match unit {
            "g" => Self::Weight(amount / 1000.0),
            "kg" => Self::Weight(amount),
            "ml" => Self::Volume(amount / 1000.0),
            "l" => Self::Volume(amount),
            "piece" | "pieces" => Self::Count(amount),
            _ => return None,
        })
    }

    /// How much, and of what: `kg`, `l` or `piece`.
    pub fn amount(self) -> (f64, &'static str) {
        match self {
            Self::Weight(kilograms) => (kilograms, "kg"),
            Self::Volume(litres) => (litres, "l"),
            Self::Count(pieces) => (pieces, "piece"),
        }
    }
}

/// A row as it stands in `grocery_products.json`; the order of the fields is that of the columns.
#[derive(Deserialize)]
struct ProductRow {
    upc: String,
    food: String,
    brand: String,
    name: String,
    size: String,
    price: f64,
}

/// Something on a shelf.
#[derive(Clone, Debug, PartialEq)]
pub struct Product {
    /// Twelve digits, the last of which checks the others.
    pub upc: String,
    /// Index of the food.
    pub food: usize,
    /// Brand.
    pub brand: String,
    /// Name without the brand.
    pub name: String,
    /// Size as written on it.
    pub label: String,
    /// Size.
    pub size: Size,
    /// Euros of 2026.
    pub euros: f64,
}

impl Product {
    /// Euros for a kilogram, litre or piece.
    pub fn unit_price(&self) -> f64 {
        self.euros / self.size.amount().0
    }
}

/// Part of a recipe.
#[derive(Clone, Debug, PartialEq)]
pub struct Ingredient {
    /// Index of the food.
    pub food: usize,
    /// How much.
    pub amount: f64,
    /// `g`, `ml`, `p` pieces, `T` tablespoons or `t` teaspoons.
    pub unit: String,
}

/// A row as it stands in `recipes.json`; the order of the fields is that of the columns.
#[derive(Deserialize)]
struct RecipeRow {
    id: u32,
    title: String,
    cuisine: String,
    course: String,
    servings: u32,
    minutes: u32,
    ingredients: Vec<(String, f64, String)>,
    steps: Vec<String>,
}

/// Something to cook.
#[derive(Clone, Debug, PartialEq)]
pub struct Recipe {
    /// Number.
    pub id: u32,
    /// Title.
    pub title: String,
    /// Where it comes from, e.g. `Italian`.
    pub cuisine: String,
    /// `main`, `soup`, `salad`, `side`, `starter`, `snack`, `breakfast`, `dessert` or `baking`.
    pub course: String,
    /// People it feeds.
    pub servings: u32,
    /// Minutes from start to table.
    pub minutes: u32,
    /// What goes in, in order of use.
    pub ingredients: Vec<Ingredient>,
    /// What to do.
    pub steps: Vec<String>,
}

pub(super) fn foods(bytes: &[u8]) -> Result<Vec<Food>, String> {
    let foods: Vec<Food> = read_table("grocery_foods", bytes)?;
    let odd = |food: &&Food| {
        let parts = food.protein + food.fat + food.carbs + food.salt;
        food.saturated > food.fat || food.sugars > food.carbs || parts > 100.5 || !"PHDEFMN".contains(food.kind)
    };
    match foods.iter().find(odd) {
        Some(food) => Err(format!("grocery_foods: {}: the numbers do not fit together", food.name)),
        None => Ok(foods),
    }
}

fn food_named(foods: &[Food], name: &str) -> Result<usize, String> {
    foods.iter().position(|food| food.name == name).ok_or_else(|| format!("'{name}' is not in grocery_foods"))
}

pub(super) fn products(bytes: &[u8], foods: &[Food]) -> Result<Vec<Product>, String> {
    let rows: Vec<ProductRow> = read_table("grocery_products", bytes)?;
    let product = |row: ProductRow| {
        let food = food_named(foods, &row.food)?;
        let size = Size::parse(&row.size).ok_or_else(|| format!("grocery_products: {}: odd size", row.upc))?;
        if !check_digit(&row.upc) {
            return Err(format!("grocery_products: {}: the last digit does not check", row.upc));
        }
        let ProductRow { upc, brand, name, size: label, price: euros, .. } = row;
        Ok(Product { upc, food, brand, name, label, size, euros })
    };
    let products = rows.into_iter().map(product).collect::<Result<Vec<_>, String>>()?;
    match products.windows(2).find(|pair| pair[0].upc >= pair[1].upc) {
        Some(pair) => Err(format!("grocery_products: {} comes after {}", pair[1].upc, pair[0].upc)),
        None => Ok(products),
    }
}

/// Whether the last of twelve digits is that of the eleven before it (GS1).
fn check_digit(upc: &str) -> bool {
    let digits: Vec<u32> = upc.chars().filter_map(|c| c.to_digit(10)).collect();
    let sum: u32 = digits.iter().enumerate().map(|(at, digit)| if at % 2 == 0 { 3 * digit } else { *digit }).sum();
    digits.len() == 12 && upc.len() == 12 && sum.is_multiple_of(10)
}

pub(super) fn recipes(bytes: &[u8], foods: &[Food]) -> Result<Vec<Recipe>, String> {
    let rows: Vec<RecipeRow> = read_table("recipes", bytes)?;
    let ingredient = |(food, amount, unit): (String, f64, String)| {
        let food = food_named(foods, &food)?;
        let known = matches!(unit.as_str(), "g" | "ml" | "T" | "t") || (unit == "p" && foods[food].piece.is_some());
        match known && amount > 0.0 && foods[food].kind != 'N' {
            true => Ok(Ingredient { food, amount, unit }),
            false => Err(format!("recipes: {amount} {unit} of {}", foods[food].name)),
        }
    };
    rows.into_iter()
        .map(|row| {
            let ingredients = row.ingredients.into_iter().map(ingredient).collect::<Result<Vec<_>, String>>()?;
            let RecipeRow { id, title, cuisine, course, servings, minutes, steps, .. } = row;
            Ok(Recipe { id, title, cuisine, course, servings, minutes, ingredients, steps })
        })
        .collect()
}
