//! The customer of the session.

use std::collections::BTreeMap;

use jiff::Timestamp;
use jiff::civil::{Date, date};
use minijinja::value::Value as Dynamic;
use minijinja::{Environment, Error, State};
use serde_json::Value;

use super::Counter;
use super::records::number;
use crate::simulator::functions::time::date as day_of;
use crate::simulator::value::{list, optional, record};
use crate::world::models::grocery::Purchase;
use crate::world::models::rates::decimal;
use crate::world::{Place, Row, zone};

/// Id of the customer of a session that names none.
const ME: &str = "me";

/// When that customer became one.
const SINCE: Date = date(2024, 8, 20);

/// Days that points stay.
const POINTS_DAYS: i64 = 365;

pub(super) fn register(env: &mut Environment<'static>) {
    env.add_function("grocery_user", grocery_user);
    env.add_function("grocery_user_ids", grocery_user_ids);
    env.add_function("grocery_list", grocery_list);
    env.add_function("grocery_purchases", grocery_purchases);
    env.add_function("grocery_points", grocery_points);
    env.add_function("grocery_spent", grocery_spent);
}

/// A customer.
struct Customer {
    id: String,
    row: Option<std::sync::Arc<Row>>,
    home: Place,
}

impl Customer {
    fn find(counter: &Counter, id: &str) -> Option<Self> {
        let state = counter.context.state();
        let mut rows = state.rows("grocery_users").peekable();
        let row = match (rows.peek().is_some(), id) {
            (false, ME) => None,
            (false, _) => return None,
            // `me` is the first of them.
            (true, _) => Some(rows.find(|(key, _)| *key == id || id == ME)?),
        };
        let (id, row) = row.map_or((ME.to_owned(), None), |(key, row)| (key.to_owned(), Some(row.clone())));
        let home = row.as_ref().and_then(|row| row.get("home")?.as_str().map(str::to_owned));
        let home = home.and_then(|home| counter.gazetteer.find(&home).map(|found| found.place.clone()));
        Some(Self { id, row, home: home.unwrap_or_else(|| largest(counter)) })
    }

    fn text(&self, column: &str) -> Option<String> {
        self.row.as_ref()?.get(column)?.as_str().map(str::to_owned)
    }

    /// The session's rows of a table that are theirs, with keys.
    fn rows(&self, counter: &Counter, table: &str) -> Vec<(String, std::sync::Arc<Row>)> {
        let own = |row: &Row| row.get("user_id").and_then(Value::as_str) == Some(&self.id);
        let rows = counter.context.state().rows(table).filter(|(_, row)| own(row));
        rows.map(|(key, row)| (key.to_owned(), row.clone())).collect()
    }

    /// Purchases from one local day to another, newest first.
    fn purchases(&self, counter: &Counter, from: Date, to: Date) -> Result<Vec<Bought>, Error> {
        let now = counter.context.clock.now();
        let rows = self.rows(counter, "grocery_purchases");
        let mut all: Vec<Bought> = match rows.is_empty() {
            true => self.of_world(counter, from, to),
            false => rows.iter().filter_map(|(key, row)| Bought::of_row(counter, self, key, row)).collect(),
        };
        all.retain(|bought| bought.at <= now && (from..=to).contains(&bought.date));
        all.sort_by(|a, b| b.at.cmp(&a.at).then_with(|| a.id.cmp(&b.id)));
        Ok(all)
    }

    fn of_world(&self, counter: &Counter, from: Date, to: Date) -> Vec<Bought> {
        let Some((store, place)) = counter.shop_of(&self.home) else { return Vec::new() };
        let (currency, money) = counter.money(&place.country);
        let purchases = counter.grocery.purchases(counter.context.world.seed, &store, money, from, to);
        purchases
            .into_iter()
            .map(|purchase| Bought::of_world(purchase, &store.id, (&currency, money.rate), place))
            .collect()
    }
}

/// The most populous place of the session's time zone.
fn largest(counter: &Counter) -> Place {
    let zone = counter.context.clock.zone_name();
    let there = counter.gazetteer.places().filter(|place| &*place.timezone == zone);
    let found = there.max_by_key(|place| (place.population, std::cmp::Reverse(place.id)));
    // A zone without any place, such as UTC, has the meridian of Greenwich.
    found.unwrap_or_else(|| counter.gazetteer.nearest(51.5, 0.0)).clone()
}

/// A purchase of any origin.
struct Bought {
    id: String,
    at: Timestamp,
    date: Date,
    zone: String,
    store: String,
    currency: String,
    items: Vec<(String, i64, f64)>,
    total: f64,
    /// Units of the currency for a euro.
    rate: f64,
}

impl Bought {
    fn of_world(purchase: Purchase<'_>, store: &str, (currency, rate): (&str, f64), place: &Place) -> Self {
        let (hour, minute) = purchase.time;
        let local = purchase.date.at(hour, minute, 0, 0).to_zoned_datetime(zone(&place.timezone));
        Self {
            id: purchase.id,
            at: local.map(|zoned| zoned.timestamp()).unwrap_or_default(),
            date: purchase.date,
            zone: place.timezone.to_string(),
            store: store.to_owned(),
            currency: currency.to_owned(),
            items: purchase.items.into_iter().map(|(p, count, price)| (p.upc.clone(), count.into(), price)).collect(),
            total: purchase.total,
            rate,
        }
    }

    fn of_row(counter: &Counter, customer: &Customer, key: &str, row: &Row) -> Option<Self> {
        let text = |column: &str| row.get(column).and_then(Value::as_str).map(str::to_owned);
        let at: Timestamp = text("purchased_at")?.parse().ok()?;
        let item = |item: &Value| {
            Some((item["upc"].as_str()?.to_owned(), item["quantity"].as_i64()?, item["price"].as_f64()?))
        };
        let items: Vec<(String, i64, f64)> = row.get("items")?.as_array()?.iter().filter_map(item).collect();
        let sums: Vec<f64> = items.iter().map(|(_, count, price)| decimal::product(*price, *count as f64, 3)).collect();
        let currency = text("currency").unwrap_or_else(|| "EUR".into());
        Some(Self {
            id: key.to_owned(),
            rate: counter.money_of(&currency).map_or(1.0, |money| money.rate),
            at,
            date: at.to_zoned_datetime(zone(&customer.home.timezone)).date(),
            zone: customer.home.timezone.to_string(),
            store: text("store_id").unwrap_or_default(),
            currency,
            items,
            total: decimal::sum(&sums),
        })
    }

    /// A point for each whole euro, or for what a euro is worth.
    fn points(&self) -> i64 {
        libm::floor(self.total / self.rate) as i64
    }

    fn record(&self, counter: &Counter) -> Dynamic {
        let at = self.at.to_zoned_datetime(zone(&self.zone)).strftime("%Y-%m-%dT%H:%M:%S%:z").to_string();
        let store = counter.shop(&self.store).ok().map(|(store, _)| store.name);
        record([
            ("purchase_id", Dynamic::from(self.id.as_str())),
            ("purchased_at", Dynamic::from(at)),
            ("store_id", Dynamic::from(self.store.as_str())),
            ("store_name", optional(store.map(Dynamic::from))),
            ("currency", Dynamic::from(self.currency.as_str())),
            ("items", list(&self.items, |(upc, count, price)| line(counter, upc, *count, *price))),
            ("total", number(self.total)),
            ("points", Dynamic::from(self.points())),
        ])
    }
}

fn line(counter: &Counter, upc: &str, count: i64, price: f64) -> Dynamic {
    record([
        ("upc", Dynamic::from(upc)),
        ("name", Dynamic::from(title(counter, upc))),
        ("quantity", Dynamic::from(count)),
        ("price", number(price)),
    ])
}

/// Brand and name of a product.
fn title(counter: &Counter, upc: &str) -> String {
    counter.grocery.product(upc).map_or_else(String::new, |product| format!("{} {}", product.brand, product.name))
}

/// `none`, or `{user_id, name, email, home, card_number, member_since}`.
fn grocery_user(state: &State<'_, '_>, id: &str) -> Result<Dynamic, Error> {
    let counter = Counter::of(state)?;
    let Some(customer) = Customer::find(&counter, id) else { return Ok(optional(None)) };
    let words = |text: Option<String>| optional(text.map(Dynamic::from));
    let card = customer.text("card_number").unwrap_or_else(|| {
        let mut stream = counter.context.world.seed.stream(&["grocery", "card"]);
        format!("6300 {:04} {:04}", stream.below(10_000), stream.below(10_000))
    });
    Ok(record([
        ("user_id", Dynamic::from(customer.id.as_str())),
        ("name", words(customer.text("name"))),
        ("email", words(customer.text("email"))),
        ("home", Dynamic::from(&*customer.home.name)),
        ("card_number", Dynamic::from(card)),
        ("member_since", Dynamic::from(customer.text("member_since").unwrap_or_else(|| SINCE.to_string()))),
    ]))
}

/// Ids of the customers there are.
fn grocery_user_ids(state: &State<'_, '_>) -> Result<Vec<String>, Error> {
    let counter = Counter::of(state)?;
    let ids: Vec<String> = counter.context.state().rows("grocery_users").map(|(key, _)| key.to_owned()).collect();
    Ok(if ids.is_empty() { vec![ME.to_owned()] } else { ids })
}

/// What a customer wants to buy: `{upc, name, quantity, added_on}`, the oldest first.
fn grocery_list(state: &State<'_, '_>, id: &str) -> Result<Dynamic, Error> {
    let counter = Counter::of(state)?;
    let Some(customer) = Customer::find(&counter, id) else { return Ok(list(Vec::<Dynamic>::new(), |item| item)) };
    let rows = customer.rows(&counter, "grocery_lists");
    let today = counter.today(&customer.home);
    let mut all: Vec<(String, String, i64)> = match rows.is_empty() {
        true => {
            let items = counter.grocery.list(counter.context.world.seed, today).into_iter();
            items.map(|(product, count, added)| (added.to_string(), product.upc.clone(), count.into())).collect()
        }
        false => {
            rows.iter().filter_map(|(_, row)| listed(row)).filter(|(added, ..)| *added <= today.to_string()).collect()
        }
    };
    all.sort();
    Ok(list(all, |(added, upc, count)| {
        record([
            ("upc", Dynamic::from(upc.as_str())),
            ("name", Dynamic::from(title(&counter, &upc))),
            ("quantity", Dynamic::from(count)),
            ("added_on", Dynamic::from(added)),
        ])
    }))
}

fn listed(row: &Row) -> Option<(String, String, i64)> {
    let text = |column: &str| row.get(column).and_then(Value::as_str).map(str::to_owned);
    Some((text("added_on")?, text("upc")?, row.get("quantity").and_then(Value::as_i64).unwrap_or(1)))
}

/// Purchases of a customer from one day to another, newest first.
fn grocery_purchases(state: &State<'_, '_>, id: &str, from: &str, to: &str) -> Result<Dynamic, Error> {
    let counter = Counter::of(state)?;
    let (from, to) = (day_of(from)?, day_of(to)?);
    let found = Customer::find(&counter, id).map(|customer| customer.purchases(&counter, from, to)).transpose()?;
    Ok(list(found.unwrap_or_default(), |bought| bought.record(&counter)))
}

/// `{currency, total}` of purchases as `grocery_purchases` gives them, by currency.
fn grocery_spent(purchases: Vec<Dynamic>) -> Result<Dynamic, Error> {
    let mut sums: BTreeMap<String, Vec<f64>> = BTreeMap::new();
    for purchase in &purchases {
        let (currency, total) = (purchase.get_attr("currency")?.to_string(), purchase.get_attr("total")?);
        sums.entry(currency).or_default().push(f64::try_from(total)?);
    }
    Ok(list(sums, |(currency, totals)| {
        record([("currency", Dynamic::from(currency)), ("total", number(decimal::sum(&totals)))])
    }))
}

/// `{points, tier, expiring, activity}`: points of a customer's purchases of the last 365 days with those that were seeded,
/// and those collected from one day to another, newest first.
fn grocery_points(state: &State<'_, '_>, id: &str, from: &str, to: &str) -> Result<Dynamic, Error> {
    let counter = Counter::of(state)?;
    let (from, to) = (day_of(from)?, day_of(to)?);
    let Some(customer) = Customer::find(&counter, id) else { return Ok(optional(None)) };
    let today = counter.today(&customer.home);
    let back = |days: i64| today.saturating_sub(jiff::Span::new().days(days));
    let year = customer.purchases(&counter, back(POINTS_DAYS - 1), today)?;
    let seeded = customer.row.as_ref().and_then(|row| row.get("points")?.as_i64()).unwrap_or(0);
    let points: i64 = year.iter().map(Bought::points).sum::<i64>() + seeded;
    let soon: i64 = year.iter().filter(|bought| bought.date <= back(POINTS_DAYS - 31)).map(Bought::points).sum();
    let tier = match points {
        3000.. => "black",
        1200.. => "silver",
        _ => "green",
    };
    let activity = customer.purchases(&counter, from, to)?;
    Ok(record([
        ("points", Dynamic::from(points)),
        ("tier", Dynamic::from(tier)),
        ("expiring", Dynamic::from(soon)),
        (
            "activity",
            list(activity, |bought| {
                record([
                    ("date", Dynamic::from(bought.date.to_string())),
                    ("purchase_id", Dynamic::from(bought.id.as_str())),
                    ("points", Dynamic::from(bought.points())),
                ])
            }),
        ),
    ]))
}
