//! Products by what people write.

use super::{Food, Grocery, Product, Recipe};
use crate::catalogue::nearest;

/// A text as words without plural, accents and punctuation.
pub(in crate::world::models) fn words(text: &str) -> Vec<String> {
    let parts = text.split(|c: char| !c.is_alphanumeric() && c != '\'').map(nearest::fold);
    parts.filter(|word| !word.is_empty()).map(|word| stem(&word)).collect()
}

/// Without the ending of a plural: `tomatoes` and `tomato` are one word.
fn stem(word: &str) -> String {
    let shorter = |ending: &str, kept: usize| word.strip_suffix(ending).filter(|stem| stem.len() >= kept);
    if let Some(stem) = shorter("ies", 3) {
        return format!("{stem}y");
    }
    for ending in ["oes", "ches", "shes"] {
        if let Some(stem) = shorter(ending, 2) {
            return format!("{stem}{}", &ending[..ending.len() - 2]);
        }
    }
    match shorter("s", 3).filter(|stem| !stem.ends_with('s')) {
        Some(stem) => stem.to_owned(),
        None => word.to_owned(),
    }
}

/// How well words found in a text are placed: each word as a word counts more than as a beginning.
pub(in crate::world::models) fn found(wanted: &[String], text: &[String]) -> Option<usize> {
    let place = |word: &String| {
        if text.contains(word) {
            return Some(2);
        }
        text.iter().any(|other| word.len() >= 3 && other.starts_with(word.as_str())).then_some(1)
    };
    wanted.iter().map(place).sum()
}

/// Words of a product, told apart by where they stand.
#[derive(Debug)]
pub(super) struct Label {
    name: Vec<String>,
    food: Vec<String>,
    all: Vec<String>,
}

impl Label {
    pub(super) fn of(product: &Product, food: &Food) -> Self {
        let (name, of) = (words(&product.name), words(&food.name));
        let all = [&name[..], &of, &words(&product.brand), &words(&food.category)].concat();
        Self { name, food: of, all }
    }

    fn score(&self, wanted: &[String]) -> Option<usize> {
        let whole = found(wanted, &self.all)?;
        let exact = if self.food == wanted { 60 } else { 0 };
        let named = found(wanted, &self.name).map_or(0, |placed| 30 + placed);
        let made = found(wanted, &self.food).map_or(0, |placed| 20 + placed);
        Some(whole + exact + named + made)
    }
}

/// Words of a recipe.
#[derive(Debug)]
pub(super) struct Entry {
    title: Vec<String>,
    all: Vec<String>,
}

impl Entry {
    pub(super) fn of(recipe: &Recipe, foods: &[Food]) -> Self {
        let title = words(&recipe.title);
        let mut all = [&title[..], &words(&recipe.course), &words(&recipe.cuisine)].concat();
        all.extend(recipe.ingredients.iter().flat_map(|ingredient| words(&foods[ingredient.food].name)));
        Self { title, all }
    }
}

impl Grocery {
    /// The products that have all words of a text in brand, name, food or category, best first: what is called so, then what is
    /// made of it, then what stands on that shelf; ties by price.
    pub fn search(&self, text: &str) -> Vec<&Product> {
        let wanted = words(text);
        if wanted.is_empty() {
            return Vec::new();
        }
        let labelled = self.products.iter().zip(&self.labels);
        let mut hits: Vec<(usize, &Product)> =
            labelled.filter_map(|(product, label)| Some((label.score(&wanted)?, product))).collect();
        let price = |product: &Product| libm::round(product.euros * 100.0) as i64;
        hits.sort_by(|a, b| b.0.cmp(&a.0).then(price(a.1).cmp(&price(b.1))).then_with(|| a.1.upc.cmp(&b.1.upc)));
        hits.into_iter().map(|(_, product)| product).collect()
    }

    /// The recipes that have all words of all texts in title, course, cuisine or ingredients, with how many of the texts stand
    /// in the title, by id.
    pub fn cookbook(&self, texts: &[String]) -> Vec<(usize, &Recipe)> {
        let texts: Vec<Vec<String>> = texts.iter().map(|text| words(text)).collect();
        let hits = |(recipe, entry): (_, &Entry)| {
            texts.iter().all(|text| found(text, &entry.all).is_some()).then(|| {
                let titled = texts.iter().filter(|text| found(text, &entry.title).is_some()).count();
                (titled, recipe)
            })
        };
        self.recipes.iter().zip(&self.entries).filter_map(hits).collect()
    }
}
