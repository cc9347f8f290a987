//! Seafood. Fish go between functions by scientific name, waters by code.

use std::sync::Arc;

use jiff::civil::Date;
use minijinja::value::Value as Dynamic;
use minijinja::{Environment, Error, State};
use serde_json::{Value, json};

use super::internet::give;
use super::wrong;
use crate::catalogue::nearest;
use crate::simulator::scope::{Context, context};
use crate::world::gazetteer::Gazetteer;
use crate::world::models::seafood::nutrition::{NUTRIENTS, SERVING, known, named};
use crate::world::models::seafood::stock::{Rating, assessment, points};
use crate::world::models::seafood::words::{flesh, method, water};
use crate::world::models::seafood::{Fish, Seafood, Stock};
use crate::world::models::species::{RedList, Species, Status};
use crate::world::models::titles::{Match, key};

/// Where the pictures are: a university of marine science.
const PICTURES: &str = "https://www.westhavenuniversity.example/library/seafood";

pub(super) fn register(env: &mut Environment<'static>) {
    env.add_function("find_fish", find_fish);
    env.add_function("near_fish", near_fish);
    env.add_function("fish_among", fish_among);
    env.add_function("fish_basics", fish_basics);
    env.add_function("fish_nutrients", fish_nutrients);
    env.add_function("near_nutrients", |text: &str| nearest::few(text, known()));
    env.add_function("fish_waters", fish_waters);
    env.add_function("near_waters", near_waters);
    env.add_function("fish_stocks", fish_stocks);
}

/// What a call needs.
struct Counter {
    seafood: Arc<Seafood>,
    list: Arc<RedList>,
    context: Arc<Context>,
}

impl Counter {
    fn of(state: &State<'_, '_>) -> Result<Self, Error> {
        let context = context(state)?;
        let facts = &context.world.facts;
        Ok(Self { seafood: facts.model::<Seafood>(), list: facts.model::<RedList>(), context })
    }

    fn fish(&self, scientific: &str) -> Result<&Fish, Error> {
        let place = self.seafood.of_species(scientific);
        place
            .map(|place| &self.seafood.fish[place])
            .ok_or_else(|| wrong(format!("'{scientific}' is no fish; find_fish gives them")))
    }

    fn listed(&self, fish: &Fish) -> Option<&Species> {
        self.list.species.iter().find(|species| species.scientific == fish.scientific)
    }

    /// Fish that have a word in one of their names in other languages, `Lachs` in `Atlantischer Lachs`: the first, and the rest.
    fn foreign_word(&self, text: &str) -> Option<(usize, Vec<usize>)> {
        let wanted = key(text);
        let has = |fish: &Fish| {
            let names = self.listed(fish).into_iter().flat_map(|species| &species.other_names);
            names.into_iter().any(|(_, name)| key(name).split(' ').any(|word| word == wanted))
        };
        let mut found = (0..self.seafood.fish.len()).filter(|place| has(&self.seafood.fish[*place]));
        found.next().filter(|_| wanted.chars().count() > 2).map(|first| (first, found.collect()))
    }

    fn category(&self, fish: &Fish) -> Option<Status> {
        self.listed(fish).map(|species| species.status).or_else(|| fish.own_category())
    }

    fn today(&self) -> Date {
        self.context.clock.today()
    }

    /// `{code, name, year, threatened}`, or null where the category is not known.
    fn red_list(&self, fish: &Fish) -> Value {
        let Some(category) = self.category(fish) else { return Value::Null };
        let year = self.listed(fish).and_then(|species| species.year);
        json!({"category": category.code(), "name": category.name(), "assessed_in": year, "threatened": category.is_threatened()})
    }
}

/// `{scientific, name, others}` for a name in English, Latin or, where it is known, German, French, Spanish or Dutch; `none`
/// for what names no fish.
fn find_fish(state: &State<'_, '_>, text: &str) -> Result<Dynamic, Error> {
    let counter = Counter::of(state)?;
    let foreign = || match counter.list.find(text) {
        Match::One(at) => counter.seafood.of_species(&counter.list.species[at].scientific),
        Match::Several(places) => {
            places.iter().find_map(|at| counter.seafood.of_species(&counter.list.species[*at].scientific))
        }
        Match::None => None,
    };
    let found =
        counter.seafood.find(text).or_else(|| Some((foreign()?, Vec::new()))).or_else(|| counter.foreign_word(text));
    let Some((place, others)) = found else { return Ok(Dynamic::from(())) };
    let fish = &counter.seafood.fish[place];
    let others: Vec<&str> = others.iter().map(|place| counter.seafood.fish[*place].name()).collect();
    Ok(give(&json!({"scientific": fish.scientific, "name": fish.name(), "others": others})))
}

fn near_fish(state: &State<'_, '_>, text: &str) -> Result<Vec<String>, Error> {
    Ok(Counter::of(state)?.seafood.near(text))
}

/// Usual names of the fish that are named exactly by some of the texts, each once.
fn fish_among(state: &State<'_, '_>, texts: Vec<String>) -> Result<Vec<String>, Error> {
    let seafood = Counter::of(state)?.seafood;
    let mut found: Vec<String> = Vec::new();
    for place in texts.iter().filter_map(|text| seafood.named(text)) {
        let name = seafood.fish[place].name().to_owned();
        if !found.contains(&name) {
            found.push(name);
        }
    }
    Ok(found)
}

/// What a fish is.
fn fish_basics(state: &State<'_, '_>, scientific: &str, pictures: bool) -> Result<Dynamic, Error> {
    let counter = Counter::of(state)?;
    let fish = counter.fish(scientific)?;
    let methods: Vec<Value> =
        fish.methods.chars().filter_map(method).map(|m| json!({"name": m.name, "impact": m.impact})).collect();
    let waters: Vec<Value> = fish
        .stocks()
        .filter_map(|stock| Some((counter.seafood.region(stock.region)?, stock)))
        .map(|(region, stock)| json!({"code": region.code, "name": region.name, "farmed": stock.state.is_farmed()}))
        .collect();
    let foreign: Vec<Value> = counter
        .listed(fish)
        .map(|species| species.other_names.iter().map(|(code, name)| json!({"language": code, "name": name})).collect())
        .unwrap_or_default();
    let months = fish.months();
    let pictures = pictures.then(|| pictures_of(fish));
    Ok(give(&json!({
        "name": fish.name(), "scientific_name": fish.scientific, "other_names": fish.names[1..], "foreign_names": foreign,
        "family": fish.family, "kind": flesh(&fish.flesh).map_or("finfish", |f| f.kind), "water": water(&fish.water),
        "max_length_cm": fish.length_cm, "max_weight_kg": fish.weight_kg, "waters": waters, "methods": methods,
        "farmed_percent": fish.farmed, "season_months": months, "in_season": months.contains(&counter.today().month()),
        "red_list": counter.red_list(fish), "description": fish.about, "images": pictures,
    })))
}

fn pictures_of(fish: &Fish) -> Vec<Value> {
    let slug = fish.scientific.to_lowercase().replace(' ', "-");
    let view = |(view, what): (&str, &str)| json!({"url": format!("{PICTURES}/{slug}-{view}.jpg"), "caption": format!("{} ({}), {what}", fish.name(), fish.scientific)});
    [("whole", "the whole animal"), ("market", "as it is sold")].map(view).to_vec()
}

/// What a fish holds: all that is wanted, or the first text that names no nutrient.
fn fish_nutrients(state: &State<'_, '_>, scientific: &str, wanted: Vec<String>) -> Result<Dynamic, Error> {
    let counter = Counter::of(state)?;
    let fish = counter.fish(scientific)?;
    if let Some(bad) = wanted.iter().find(|text| named(text).is_empty()) {
        return Ok(give(&json!({"unknown": bad})));
    }
    let mut places: Vec<usize> = wanted.iter().flat_map(|text| named(text)).collect();
    if wanted.is_empty() {
        places = (0..NUTRIENTS.len()).collect();
    }
    places.sort_unstable();
    places.dedup();
    let amounts: Vec<Value> = places.iter().map(|at| amount(fish, *at)).collect();
    let kind = flesh(&fish.flesh);
    Ok(give(&json!({
        "unknown": null, "nutrients": amounts, "serving_grams": SERVING, "allergen": kind.map(|k| k.allergen).filter(|a| *a != "none"),
        "mercury_level": fish.mercury_level(), "advice": advice(fish), "benefits": benefits(fish),
    })))
}

fn amount(fish: &Fish, at: usize) -> Value {
    let nutrient = NUTRIENTS[at];
    let per_100_g = fish.holds(at);
    let serving = rounded(per_100_g * SERVING / 100.0);
    let percent = nutrient.daily.map(|daily| (serving / daily * 100.0).round());
    json!({
        "name": nutrient.name, "group": nutrient.group, "unit": nutrient.unit, "per_100_g": rounded(per_100_g), "per_serving": serving,
        "daily_percent": percent,
    })
}

fn rounded(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}

fn advice(fish: &Fish) -> &'static str {
    match fish.mercury_level() {
        "low" => "Two to three servings a week are fine for everybody, children and pregnant women included.",
        "moderate" => "One serving a week for children and pregnant women.",
        _ => {
            "Not for children, and not for women who are or want to be pregnant, or nurse; once a week at most for others."
        }
    }
}

fn benefits(fish: &Fish) -> Vec<&'static str> {
    let [kcal, protein, fat, _, _, omega, d, b12, _] = fish.nutrients;
    let minerals = flesh(&fish.flesh).map_or([0.0; 9], |flesh| flesh.minerals);
    let all = [
        (omega >= 1.0, "Rich in omega-3 fatty acids, which are good for heart and brain: one serving covers days."),
        (
            protein >= 12.0 && protein * 4.0 >= 0.2 * kcal,
            "A good source of complete protein, which muscles are made of.",
        ),
        (fat <= 2.0, "Very lean."),
        (d >= 4.5, "Rich in vitamin D, which bones need."),
        (b12 >= 1.2, "Rich in vitamin B12, which blood and nerves need."),
        (minerals[8] >= 21.0, "Rich in selenium, which the thyroid needs."),
        (minerals[6] >= 3.3, "Rich in iron, which carries oxygen."),
        (minerals[7] >= 3.0, "Rich in zinc, which helps wounds to heal."),
    ];
    all.into_iter().filter(|(is, _)| *is).map(|(_, words)| words).collect()
}

/// `{name, codes}` of the waters that a text names, by name, part, ocean, continent or country; `none` for none.
fn fish_waters(state: &State<'_, '_>, text: &str) -> Result<Dynamic, Error> {
    let counter = Counter::of(state)?;
    let gazetteer = counter.context.world.facts.model::<Gazetteer>();
    let regions = &counter.seafood.regions;
    let named = || {
        let places = counter.seafood.waters(text)?;
        let name = if let [one] = places[..] { regions[one].name.clone() } else { text.trim().to_owned() };
        Some((name, places))
    };
    let country = || {
        let country = gazetteer.country(text).filter(|_| text.len() <= 100)?;
        Some((country.name.clone(), counter.seafood.waters_of(&country.iso2)))
    };
    let Some((name, places)) = named().or_else(country) else { return Ok(Dynamic::from(())) };
    let codes: Vec<&str> = places.iter().map(|place| regions[*place].code.as_str()).collect();
    Ok(give(&json!({"name": name, "codes": codes})))
}

fn near_waters(state: &State<'_, '_>, text: &str) -> Result<Vec<String>, Error> {
    Ok(Counter::of(state)?.seafood.near_waters(text))
}

/// The stocks of a fish in some waters, the best rated first; only the best choices where those are wanted.
fn fish_stocks(state: &State<'_, '_>, scientific: &str, codes: Vec<String>, best: bool) -> Result<Dynamic, Error> {
    let counter = Counter::of(state)?;
    let fish = counter.fish(scientific)?;
    let mut found: Vec<(i32, Value)> = fish
        .stocks()
        .filter(|stock| codes.iter().any(|code| code == stock.region))
        .filter_map(|stock| stock_record(&counter, fish, &stock))
        .filter(|(points, _)| !best || Rating::of(*points) == Rating::BestChoice)
        .collect();
    found.sort_by_key(|(points, _)| std::cmp::Reverse(*points));
    let mean = found.iter().map(|(points, _)| points).sum::<i32>() / (found.len() as i32).max(1);
    let overall = (!found.is_empty()).then(|| Rating::of(mean).name());
    let listed = counter.listed(fish);
    Ok(give(&json!({
        "red_list": counter.red_list(fish),
        "world_trend": listed.map(|species| species.trend.as_str()),
        "overall_rating": overall,
        "stocks": found.into_iter().map(|(_, record)| record).collect::<Vec<_>>(),
        "known_waters": fish.stocks().filter_map(|s| counter.seafood.region(s.region)).map(|r| r.name.as_str()).collect::<Vec<_>>(),
    })))
}

fn stock_record(counter: &Counter, fish: &Fish, stock: &Stock<'_>) -> Option<(i32, Value)> {
    let region = counter.seafood.region(stock.region)?;
    let points = points(fish, stock, region, counter.category(fish));
    let found = assessment(counter.context.world.seed, fish, stock, counter.today());
    let wild = !stock.state.is_farmed();
    let methods: Vec<&str> =
        fish.methods.chars().filter(|letter| (*letter == 'F') != wild).filter_map(method).map(|m| m.name).collect();
    let record = json!({
        "region_code": region.code, "region": region.name, "production": if wild { "wild" } else { "farmed" },
        "status": stock.state.name(), "trend": stock.trend, "assessment_year": found.biomass.map(|_| found.year),
        "biomass_ratio": found.biomass, "fishing_ratio": found.fishing, "methods": methods, "management": region.rules,
        "sustainability_score": points, "rating": Rating::of(points).name(),
    });
    Some((points, record))
}
