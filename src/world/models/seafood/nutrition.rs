//! What the flesh holds.

use super::Fish;
use super::words::flesh;

/// Grams of a serving: four ounces raw.
pub const SERVING: f64 = 113.0;

/// A nutrient.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nutrient {
    /// Name in answers.
    pub name: &'static str,
    /// `energy`, `macronutrient`, `fat`, `vitamin`, `mineral` or `contaminant`.
    pub group: &'static str,
    /// Unit of the amount.
    pub unit: &'static str,
    /// What a grown person needs in a day, in the same unit; none where nobody needs it.
    pub daily: Option<f64>,
}

/// All of them, in the order of an answer.
pub const NUTRIENTS: [Nutrient; 18] = [
    of("energy", "energy", "kcal", Some(2000.0)),
    of("protein", "macronutrient", "g", Some(50.0)),
    of("fat", "fat", "g", Some(70.0)),
    of("saturated_fat", "fat", "g", Some(20.0)),
    of("omega_3", "fat", "g", Some(0.25)),
    of("carbohydrate", "macronutrient", "g", Some(260.0)),
    of("cholesterol", "fat", "mg", None),
    of("vitamin_d", "vitamin", "µg", Some(15.0)),
    of("vitamin_b12", "vitamin", "µg", Some(4.0)),
    of("sodium", "mineral", "mg", Some(2000.0)),
    of("potassium", "mineral", "mg", Some(3500.0)),
    of("phosphorus", "mineral", "mg", Some(550.0)),
    of("magnesium", "mineral", "mg", Some(350.0)),
    of("calcium", "mineral", "mg", Some(950.0)),
    of("iron", "mineral", "mg", Some(11.0)),
    of("zinc", "mineral", "mg", Some(10.0)),
    of("selenium", "mineral", "µg", Some(70.0)),
    of("mercury", "contaminant", "µg", None),
];

const fn of(name: &'static str, group: &'static str, unit: &'static str, daily: Option<f64>) -> Nutrient {
    Nutrient { name, group, unit, daily }
}

/// Words that people use for a nutrient or a group.
const WORDS: [(&str, &str); 34] = [
    ("calories", "energy"),
    ("calorie", "energy"),
    ("kcal", "energy"),
    ("kilocalories", "energy"),
    ("proteins", "protein"),
    ("fats", "fat"),
    ("total fat", "fat"),
    ("lipids", "fat"),
    ("saturated", "saturated_fat"),
    ("saturates", "saturated_fat"),
    ("saturated fats", "saturated_fat"),
    ("omega 3", "omega_3"),
    ("omega3", "omega_3"),
    ("omega 3 fatty acids", "omega_3"),
    ("omega 3s", "omega_3"),
    ("fatty acids", "omega_3"),
    ("epa", "omega_3"),
    ("dha", "omega_3"),
    ("epa dha", "omega_3"),
    ("carbs", "carbohydrate"),
    ("carbohydrates", "carbohydrate"),
    ("vitamin d3", "vitamin_d"),
    ("d", "vitamin_d"),
    ("b12", "vitamin_b12"),
    ("cobalamin", "vitamin_b12"),
    ("salt", "sodium"),
    ("vitamins", "vitamin"),
    ("minerals", "mineral"),
    ("macros", "macronutrient"),
    ("macronutrients", "macronutrient"),
    ("contaminants", "contaminant"),
    ("heavy metals", "contaminant"),
    ("methylmercury", "mercury"),
    ("hg", "mercury"),
];

/// Places in [`NUTRIENTS`] that a text names: one nutrient, or all of a group; `all` for every one.
pub fn named(text: &str) -> Vec<usize> {
    let plain = text.trim().to_lowercase().replace(['-', '_', '+', '&'], " ");
    let plain = plain.split_whitespace().collect::<Vec<_>>().join(" ");
    let word = WORDS.iter().find(|(word, _)| *word == plain).map_or(plain.as_str(), |(_, name)| name);
    let word = word.replace(' ', "_");
    let exact: Vec<usize> = (0..NUTRIENTS.len()).filter(|at| NUTRIENTS[*at].name == word).collect();
    if !exact.is_empty() {
        return exact;
    }
    (0..NUTRIENTS.len()).filter(|at| ["all", NUTRIENTS[*at].group].contains(&word.as_str())).collect()
}

/// Words that name something, for suggestions.
pub fn known() -> impl Iterator<Item = &'static str> {
    NUTRIENTS.iter().flat_map(|n| [n.name, n.group])
}

impl Fish {
    /// How much of a nutrient 100 g of raw flesh hold.
    pub fn holds(&self, nutrient: usize) -> f64 {
        let [kcal, protein, fat, saturated, carbs, omega, d, b12, mercury] = self.nutrients;
        let [sodium, cholesterol, potassium, phosphorus, magnesium, calcium, iron, zinc, selenium] =
            flesh(&self.flesh).map_or([0.0; 9], |flesh| flesh.minerals);
        // Milligrams in a kilogram are tenths of a microgram in a gram.
        let all = [
            kcal,
            protein,
            fat,
            saturated,
            omega,
            carbs,
            cholesterol,
            d,
            b12,
            sodium,
            potassium,
            phosphorus,
            magnesium,
            calcium,
            iron,
            zinc,
            selenium,
            mercury * 100.0,
        ];
        all.get(nutrient).copied().unwrap_or_default()
    }

    /// `low`, `moderate` or `high`: up to 0.15, up to 0.46, and more mg of mercury in a kilogram.
    pub fn mercury_level(&self) -> &'static str {
        match self.nutrients[8] {
            m if m <= 0.15 => "low",
            m if m <= 0.46 => "moderate",
            _ => "high",
        }
    }
}
