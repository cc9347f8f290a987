//! What the world's own customer bought.

use jiff::ToSpan;
use jiff::civil::{Date, date};

use super::price::week_of;
use super::{Grocery, Money, Product, Store};
use crate::world::models::rates::decimal;
use crate::world::seed::Seed;

/// The first week with purchases begins on this Sunday.
pub const FIRST_DAY: Date = date(2024, 9, 1);

/// A visit to a shop.
#[derive(Clone, Debug)]
pub struct Purchase<'a> {
    /// `P` with the date, e.g. `P-20260228`.
    pub id: String,
    /// The day.
    pub date: Date,
    /// Hour and minute at the till.
    pub time: (i8, i8),
    /// What was bought, how often, and for how much each.
    pub items: Vec<(&'a Product, u32, f64)>,
    /// What was paid.
    pub total: f64,
}

impl Grocery {
    /// The purchases of a customer of a shop from one day to another, oldest first: on Saturday for the week, and on some
    /// Wednesdays for what ran out.
    pub fn purchases(&self, seed: Seed, store: &Store, money: Money, from: Date, to: Date) -> Vec<Purchase<'_>> {
        let first = week_of(from).max(FIRST_DAY);
        let weeks = first.series(7.days()).take_while(|week| *week <= to);
        let all = weeks.flat_map(|week| self.week(seed, store, money, week));
        all.filter(|purchase| (from..=to).contains(&purchase.date)).collect()
    }

    /// What is on the list for the Saturday of the week of a day: products, how many, and since when.
    pub fn list(&self, seed: Seed, day: Date) -> Vec<(&Product, u32, Date)> {
        let week = week_of(day);
        if week < FIRST_DAY || day == week.saturating_add(6.days()) {
            return Vec::new();
        }
        let mut stream = seed.stream(&["grocery", "list", &week.to_string()]);
        let basket = self.basket(seed, week, 3, 9);
        let since = basket.into_iter().map(|(product, count)| {
            let later = stream.below(6).min(stream.below(6)) as i64;
            (product, count, week.saturating_add(later.days()))
        });
        since.filter(|(_, _, added)| *added <= day).collect()
    }

    fn week(&self, seed: Seed, store: &Store, money: Money, week: Date) -> Vec<Purchase<'_>> {
        let mut stream = seed.stream(&["grocery", "week", &week.to_string()]);
        let mut visits = vec![(week.saturating_add(6.days()), self.basket(seed, week, 3, 14), stream.within(10, 17))];
        if stream.chance(0.6) {
            visits.insert(0, (week.saturating_add(3.days()), self.basket(seed, week, 7, 5), stream.within(17, 19)));
        }
        visits
            .into_iter()
            .map(|(date, basket, hour)| {
                let minute = stream.within(0, 59) as i8;
                let items: Vec<(&Product, u32, f64)> = basket
                    .into_iter()
                    .map(|(product, count)| (product, count, product.offer(seed, date, store.level, money).price()))
                    .collect();
                let sums: Vec<f64> =
                    items.iter().map(|(_, n, price)| decimal::product(*price, f64::from(*n), 3)).collect();
                Purchase {
                    id: format!("P-{}", date.strftime("%Y%m%d")),
                    date,
                    time: (hour as i8, minute),
                    items,
                    total: decimal::sum(&sums),
                }
            })
            .collect()
    }

    /// Things for a household: one of most shelves, no product twice.
    fn basket(&self, seed: Seed, week: Date, day: i64, most: usize) -> Vec<(&Product, u32)> {
        let mut stream = seed.stream(&["grocery", "basket", &week.to_string(), &day.to_string()]);
        let mut all: Vec<&Product> = self.products().iter().collect();
        stream.shuffle(&mut all);
        let mut shelves: Vec<(&str, usize)> = Vec::new();
        let mut basket = Vec::new();
        for product in all {
            let shelf = self.food(product).category.as_str();
            let allowed = if matches!(shelf, "fruit" | "vegetables" | "dairy and eggs") { 3 } else { 1 };
            let at = shelves.iter().position(|(name, _)| *name == shelf).unwrap_or_else(|| {
                shelves.push((shelf, 0));
                shelves.len() - 1
            });
            if shelves[at].1 < allowed && basket.len() < most {
                shelves[at].1 += 1;
                basket.push((product, 1 + u32::from(stream.chance(0.25))));
            }
        }
        basket
    }
}
