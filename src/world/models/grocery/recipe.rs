//! What a recipe is good for: diets, allergens, nutrients.

use super::{Grocery, Ingredient, Recipe};
use crate::catalogue::nearest;

/// Grams of a tablespoon and of a teaspoon.
const SPOONS: (f64, f64) = (14.0, 3.0);

/// Grams of a teaspoon of salt, which is heavier than most.
const SALT_SPOON: f64 = 5.0;

/// A way of eating.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Diet {
    /// No meat, no fish.
    Vegetarian,
    /// Nothing of animals.
    Vegan,
    /// No meat.
    Pescatarian,
    /// No gluten.
    GlutenFree,
    /// No milk.
    DairyFree,
    /// No egg.
    EggFree,
    /// No nuts and no peanuts.
    NutFree,
    /// 25 g of protein a serving or more.
    HighProtein,
    /// 450 kcal a serving or less.
    LowCalorie,
}

/// All of them, with other words for each.
const DIETS: [(Diet, &str, &[&str]); 9] = [
    (Diet::Vegetarian, "vegetarian", &["veggie", "meatfree", "meatless"]),
    (Diet::Vegan, "vegan", &["plantbased"]),
    (Diet::Pescatarian, "pescatarian", &["pescetarian"]),
    (Diet::GlutenFree, "gluten-free", &["coeliac", "celiac", "nogluten"]),
    (Diet::DairyFree, "dairy-free", &["lactosefree", "milkfree", "nodairy"]),
    (Diet::EggFree, "egg-free", &["noegg", "noeggs"]),
    (Diet::NutFree, "nut-free", &["nonuts", "peanutfree"]),
    (Diet::HighProtein, "high-protein", &["protein", "proteinrich"]),
    (Diet::LowCalorie, "low-calorie", &["light", "lowcal", "lowcalories"]),
];

impl Diet {
    /// The diet that a text means; case, spaces and hyphens do not matter.
    pub fn named(text: &str) -> Option<Self> {
        let wanted = nearest::fold(text);
        let means = |name: &str, others: &[&str]| nearest::fold(name) == wanted || others.contains(&wanted.as_str());
        DIETS.iter().find(|(_, name, others)| means(name, others)).map(|(diet, ..)| *diet)
    }

    /// Names of all.
    pub fn names() -> impl Iterator<Item = &'static str> {
        DIETS.iter().map(|(_, name, _)| *name)
    }
}

/// What a serving has.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Nutrition {
    /// Kilocalories.
    pub kcal: f64,
    /// Grams of protein.
    pub protein: f64,
    /// Grams of fat.
    pub fat: f64,
    /// Grams of carbohydrates.
    pub carbs: f64,
    /// Grams of fibre.
    pub fibre: f64,
    /// Grams of salt.
    pub salt: f64,
}

impl Grocery {
    /// Grams of an ingredient; a millilitre counts as a gram.
    pub fn grams(&self, ingredient: &Ingredient) -> f64 {
        let food = self.ingredient(ingredient);
        let each = match ingredient.unit.as_str() {
            "p" => food.piece.unwrap_or(0.0),
            "T" => SPOONS.0,
            "t" if food.name == "salt" => SALT_SPOON,
            "t" => SPOONS.1,
            _ => 1.0,
        };
        ingredient.amount * each
    }

    /// What one serving has.
    pub fn nutrition(&self, recipe: &Recipe) -> Nutrition {
        let servings = f64::from(recipe.servings.max(1));
        let mut sum = Nutrition::default();
        for ingredient in &recipe.ingredients {
            let (food, part) = (self.ingredient(ingredient), self.grams(ingredient) / 100.0 / servings);
            sum.kcal += food.kcal * part;
            sum.protein += food.protein * part;
            sum.fat += food.fat * part;
            sum.carbs += food.carbs * part;
            sum.fibre += food.fibre * part;
            sum.salt += food.salt * part;
        }
        sum
    }

    /// Allergens of the ingredients, by alphabet.
    pub fn allergens(&self, recipe: &Recipe) -> Vec<&str> {
        let all = recipe.ingredients.iter().flat_map(|ingredient| &self.ingredient(ingredient).allergens);
        let mut all: Vec<&str> = all.map(String::as_str).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Whether a recipe suits a diet.
    pub fn suits(&self, recipe: &Recipe, diet: Diet) -> bool {
        let kinds =
            |bad: &str| !recipe.ingredients.iter().any(|ingredient| bad.contains(self.ingredient(ingredient).kind));
        let free = |allergen: &str| !self.allergens(recipe).contains(&allergen);
        match diet {
            Diet::Vegetarian => kinds("MF"),
            Diet::Vegan => kinds("HDEMF"),
            Diet::Pescatarian => kinds("M"),
            Diet::GlutenFree => free("gluten"),
            Diet::DairyFree => free("milk"),
            Diet::EggFree => free("egg"),
            Diet::NutFree => free("nuts") && free("peanuts"),
            Diet::HighProtein => self.nutrition(recipe).protein >= 25.0,
            Diet::LowCalorie => self.nutrition(recipe).kcal <= 450.0,
        }
    }

    /// Names of the diets that a recipe suits.
    pub fn diets(&self, recipe: &Recipe) -> Vec<&'static str> {
        DIETS.iter().filter(|(diet, ..)| self.suits(recipe, *diet)).map(|(_, name, _)| *name).collect()
    }

    /// An ingredient as a cook would write it: `400 g spaghetti`, `2 onions`, `3 tbsp olive oil`.
    pub fn written(&self, ingredient: &Ingredient) -> String {
        let name = &self.ingredient(ingredient).name;
        let amount = fraction(ingredient.amount);
        match ingredient.unit.as_str() {
            "p" => format!("{amount} {}", pieces(name, ingredient.amount > 1.0)),
            "T" => format!("{amount} tbsp {name}"),
            "t" => format!("{amount} tsp {name}"),
            unit if COUNTED.iter().any(|word| name.ends_with(word)) => format!("{amount} {unit} {}", plural(name)),
            unit => format!("{amount} {unit} {name}"),
        }
    }
}

/// Ends of names of things of which even grams are many.
const COUNTED: [&str; 22] = [
    "pea", "lentil", "bean", "prawn", "mussel", "mushroom", "tomato", "potato", "berry", "raisin", "date", "almond",
    "walnut", "peanut", "cashew", "nut", "olive", "noodle", "sausage", "seed", "sprout", "grape",
];

/// Parts in which some things are counted.
const PARTS: [(&str, &str, &str); 9] = [
    ("garlic", "clove", "cloves"),
    ("celery", "stalk", "stalks"),
    ("ginger", "piece", "pieces"),
    ("nori", "sheet", "sheets"),
    ("vegetable stock", "cube", "cubes"),
    ("chicken stock", "cube", "cubes"),
    ("bok choy", "head", "heads"),
    ("broccoli", "head", "heads"),
    ("cauliflower", "head", "heads"),
];

fn pieces(name: &str, many: bool) -> String {
    match (PARTS.iter().find(|(of, ..)| *of == name), many) {
        (Some((_, _, parts)), true) => format!("{parts} of {name}"),
        (Some((_, part, _)), false) => format!("{part} of {name}"),
        (None, true) => plural(name),
        (None, false) => name.to_owned(),
    }
}

fn fraction(amount: f64) -> String {
    const FRACTIONS: [(f64, &str); 3] = [(0.2, "⅕"), (0.3, "⅓"), (0.5, "½")];
    let known = FRACTIONS.iter().find(|(value, _)| *value == amount);
    known.map_or_else(|| amount.to_string(), |(_, sign)| (*sign).to_owned())
}

fn plural(name: &str) -> String {
    match name {
        "bay leaf" => "bay leaves".into(),
        other if ["to", "ch", "sh"].iter().any(|end| other.ends_with(end)) => format!("{other}es"),
        "mixed berries" => name.into(),
        other if other.ends_with("berry") || other.ends_with("anchovy") => format!("{}ies", &other[..other.len() - 1]),
        other => format!("{other}s"),
    }
}
