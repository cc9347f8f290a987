//! Groceries: products and their prices, shops, recipes, and what a customer has and bought.
//!
//! Session tables: `grocery_users` by user id (`user_id`, `name`, `email`, `home` as a place, `card_number`, `member_since`, `points`),
//! `grocery_lists` by item id (`item_id`, `user_id`, `upc`, `quantity`, `added_on`), `grocery_purchases` by purchase id (`purchase_id`,
//! `user_id`, `purchased_at`, `store_id`, `currency`, `items` as a list of `{upc, quantity, price}`). A user with rows of their own in the
//! last two has no others; without any row of users there is one, `me`, who lives in the largest place of the session's time
//! zone.

mod customer;
mod records;

use std::sync::Arc;

use jiff::civil::{Date, date};
use minijinja::value::{Kwargs, Value as Dynamic};
use minijinja::{Environment, Error, State};

use super::wrong;
use crate::simulator::scope::{Context, context};
use crate::simulator::value::{list, optional, record};
use crate::world::gazetteer::Gazetteer;
use crate::world::models::grocery::{Diet, Grocery, Kind, Money, Postal, Recipe, Spot, Store};
use crate::world::models::maps::{Atlas, Maps};
use crate::world::models::rates::Rates;
use crate::world::sphere::distance_km;
use crate::world::{Place, zone};

/// Day of the exchange rate of prices, so that bread does not change its price with the dollar.
const PRICED: Date = date(2026, 1, 1);

/// Kilometres of a mile.
pub(super) const MILE: f64 = 1.609_344;

/// Kilometres that a shop may be from its town.
const TOWN_KM: f64 = 16.5;

/// How far the shop may be whose prices are told.
const REACH_KM: f64 = 40.0;

/// Shops and recipes that are told at most.
const STORES: usize = 20;
const RECIPES: usize = 15;

pub(super) fn register(env: &mut Environment<'static>) {
    env.add_function("grocery_shop", grocery_shop);
    env.add_function("grocery_products", grocery_products);
    env.add_function("near_upcs", near_upcs);
    env.add_function("known_upc", known_upc);
    env.add_function("postal_point", postal_point);
    env.add_function("store_type", |text: &str| Kind::named(text).map(Kind::name));
    env.add_function("store_types", || Kind::names().collect::<Vec<_>>());
    env.add_function("grocery_stores", grocery_stores);
    env.add_function("diet_name", |text: &str| Diet::named(text).is_some());
    env.add_function("diet_names", || Diet::names().collect::<Vec<_>>());
    env.add_function("find_recipes", find_recipes);
    customer::register(env);
}

/// What a call needs.
struct Counter {
    grocery: Arc<Grocery>,
    gazetteer: Arc<Gazetteer>,
    maps: Arc<Maps>,
    context: Arc<Context>,
}

impl Counter {
    fn of(state: &State<'_, '_>) -> Result<Self, Error> {
        let context = context(state)?;
        let facts = &context.world.facts;
        Ok(Self { grocery: facts.model(), gazetteer: facts.model(), maps: facts.model(), context: context.clone() })
    }

    fn atlas(&self) -> Atlas<'_> {
        self.maps.over(&self.gazetteer)
    }

    /// The money of a country, as prices are made from it.
    fn money(&self, country: &str) -> (String, Money) {
        let code = self.grocery.currency(country).unwrap_or("EUR");
        (code.to_owned(), self.money_of(code).unwrap_or(Money { rate: 1.0, decimals: 2 }))
    }

    /// The same for a currency by code.
    fn money_of(&self, code: &str) -> Option<Money> {
        let rates = self.context.world.facts.model::<Rates>();
        let (euro, own) = rates.find("EUR").zip(rates.find(code))?;
        let rate = rates.rate(self.context.world.seed, euro, own, PRICED).value;
        Some(Money { rate, decimals: own.minor_units.min(2) })
    }

    /// Shops within so many kilometres of a point, with metres, nearest first.
    fn around(&self, point: (f64, f64), km: f64, fits: impl Fn(&Store) -> bool) -> Vec<(i64, &Place, Store)> {
        let mut found = Vec::new();
        for place in self.gazetteer.within(point.0, point.1, km + TOWN_KM) {
            for store in
                self.grocery.stores(self.context.world.seed, &self.atlas(), place).iter().filter(|store| fits(store))
            {
                let metres = libm::round(distance_km(point, (store.latitude, store.longitude)) * 1000.0) as i64;
                if metres as f64 <= km * 1000.0 {
                    found.push((metres, place, store.clone()));
                }
            }
        }
        found.sort_by(|a, b| a.0.cmp(&b.0).then_with(|| a.2.id.cmp(&b.2.id)));
        found
    }

    /// The nearest shop of a place that sells groceries.
    fn shop_of(&self, place: &Place) -> Option<(Store, &Place)> {
        let point = (place.latitude, place.longitude);
        let found = self.around(point, REACH_KM, |store| store.kind.has_groceries());
        found.into_iter().next().map(|(_, place, store)| (store, place))
    }

    /// The shop of an id that a tool gave.
    fn shop(&self, id: &str) -> Result<(Store, &Place), Error> {
        let parsed = id.strip_prefix("GB").and_then(|rest| rest.split_once('-'));
        let found = parsed.and_then(|(place, number)| Some((place.parse().ok()?, number.parse::<usize>().ok()?)));
        let found = found.and_then(|(place, number)| {
            let place = self.gazetteer.by_id(place)?;
            let stores = self.grocery.stores(self.context.world.seed, &self.atlas(), place);
            Some((stores.get(number.checked_sub(1)?)?.clone(), place))
        });
        found.ok_or_else(|| wrong(format!("'{id}' is no shop")))
    }

    fn today(&self, place: &Place) -> Date {
        self.context.clock.local(&zone(&place.timezone)).date()
    }
}

/// `none` where no place is called so, else `{place, store_id}` of the shop with groceries that is nearest to a place's middle;
/// `store_id` is `none` where there is none within 40 km.
fn grocery_shop(state: &State<'_, '_>, text: &str) -> Result<Dynamic, Error> {
    let counter = Counter::of(state)?;
    Ok(optional(counter.gazetteer.find(text).map(|found| {
        let shop = counter.shop_of(found.place).map(|(store, _)| Dynamic::from(store.id));
        record([("place", Dynamic::from(found.place.name.as_str())), ("store_id", optional(shop))])
    })))
}

/// `{total, store, currency, products}`: products for any of the texts, the best of each text in turn; `upc=` leaves only that one;
/// `store=` is the shop whose prices and stock are told, or `none` for the price list in euros; at most `most=`.
fn grocery_products(state: &State<'_, '_>, texts: Vec<String>, options: Kwargs) -> Result<Dynamic, Error> {
    let (upc, store, most): (Option<String>, Option<String>, usize) =
        (options.get("upc")?, options.get("store")?, options.get("most")?);
    options.assert_all_used()?;
    let counter = Counter::of(state)?;
    let shop = store.map(|id| counter.shop(&id)).transpose()?;
    let found: Vec<_> = match upc {
        Some(upc) => counter.grocery.product(&upc).into_iter().collect(),
        None => in_turn(texts.iter().map(|text| counter.grocery.search(text)).collect()),
    };
    let (currency, money) = match &shop {
        Some((_, place)) => counter.money(&place.country),
        None => counter.money("NL"),
    };
    let rows = list(found.iter().take(most), |product| records::product(&counter, product, shop.as_ref(), money));
    Ok(record([
        ("total", Dynamic::from(found.len())),
        ("store", optional(shop.as_ref().map(|(store, place)| records::brief(&counter, store, place)))),
        ("currency", Dynamic::from(currency)),
        ("products", rows),
    ]))
}

/// The first of each list, then the second of each, and so on, nothing twice.
fn in_turn<T: PartialEq>(lists: Vec<Vec<&T>>) -> Vec<&T> {
    let mut joined: Vec<&T> = Vec::new();
    for turn in 0..lists.iter().map(Vec::len).max().unwrap_or(0) {
        for item in lists.iter().filter_map(|list| list.get(turn)) {
            if !joined.contains(item) {
                joined.push(item);
            }
        }
    }
    joined
}

/// Whether a product has this UPC.
fn known_upc(state: &State<'_, '_>, upc: &str) -> Result<bool, Error> {
    Ok(Counter::of(state)?.grocery.product(upc).is_some())
}

/// Up to three UPCs that look like a text.
fn near_upcs(state: &State<'_, '_>, upc: &str) -> Result<Vec<String>, Error> {
    let counter = Counter::of(state)?;
    Ok(crate::catalogue::nearest::few(upc, counter.grocery.products().iter().map(|product| product.upc.as_str())))
}

/// `{latitude, longitude, name}` of a postal code (named after the nearest place) or of a place's name, or `none`.
fn postal_point(state: &State<'_, '_>, text: &str) -> Result<Dynamic, Error> {
    let counter = Counter::of(state)?;
    let postal: &Postal = &counter.grocery.postal;
    let middle = |place: &Place| ((place.latitude, place.longitude), place.name.clone());
    let found = match postal.find(text) {
        Some(spot) => match spot {
            Spot::Point(north, east) => Some(((north, east), counter.gazetteer.nearest(north, east).name.clone())),
            Spot::Place(id) => counter.gazetteer.by_id(id).map(middle),
        },
        None => counter.gazetteer.find(text).map(|found| middle(found.place)),
    };
    Ok(optional(found.map(|((latitude, longitude), name)| {
        record([
            ("latitude", Dynamic::from(latitude)),
            ("longitude", Dynamic::from(longitude)),
            ("name", Dynamic::from(name)),
        ])
    })))
}

/// `{total, stores}` within so many miles of a point, of one kind or of all (`none`), the nearest 20, nearest first.
fn grocery_stores(
    state: &State<'_, '_>,
    latitude: f64,
    longitude: f64,
    miles: f64,
    kind: Option<String>,
) -> Result<Dynamic, Error> {
    let counter = Counter::of(state)?;
    let fits = |store: &Store| kind.as_deref().is_none_or(|kind| store.kind.name() == kind);
    let found = counter.around((latitude, longitude), miles * MILE, fits);
    let rows =
        list(found.iter().take(STORES), |(metres, place, store)| records::store(&counter, *metres, place, store));
    Ok(record([("total", Dynamic::from(found.len())), ("stores", rows)]))
}

/// `{total, recipes}` of a cuisine and a diet (`none` for all) that have all of the words; those with more of them in the title
/// first, then by title; the first 15.
fn find_recipes(
    state: &State<'_, '_>,
    cuisine: Option<String>,
    diet: Option<String>,
    words: Vec<String>,
) -> Result<Dynamic, Error> {
    let counter = Counter::of(state)?;
    let grocery = &counter.grocery;
    let fold = crate::catalogue::nearest::fold;
    let cuisine = cuisine.map(|text| fold(&text));
    let diet = diet.and_then(|text| Diet::named(&text));
    let fits = |recipe: &Recipe| {
        cuisine.as_ref().is_none_or(|cuisine| fold(&recipe.cuisine) == *cuisine)
            && diet.is_none_or(|diet| grocery.suits(recipe, diet))
    };
    let mut found: Vec<(usize, &Recipe)> = grocery.cookbook(&words);
    found.retain(|(_, recipe)| fits(recipe));
    found.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.title.cmp(&b.1.title)));
    let rows = list(found.iter().take(RECIPES), |(_, recipe)| records::recipe(grocery, recipe));
    Ok(record([("total", Dynamic::from(found.len())), ("recipes", rows)]))
}
