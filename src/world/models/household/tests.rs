//! Properties of the household's months.

use super::*;

fn household() -> Household {
    let read = |name: &str| {
        std::fs::read(format!("{}/responses/world/{name}.json", env!("CARGO_MANIFEST_DIR"))).expect("a table")
    };
    Household::from_tables(&read("budget_categories"), &read("budget_payees")).expect("the tables are sound")
}

const EURO: Scale = Scale { units: 1.0, decimals: 2 };

fn months() -> impl Iterator<Item = Date> {
    use jiff::ToSpan;
    FIRST_DAY.series(1.month()).take(36)
}

#[test]
fn nobody_grows_very_rich_or_poor() {
    let household = household();
    for seed in (0..12).map(Seed) {
        let mut balances = ACCOUNTS.map(|account| account.opening * 100);
        for month in months() {
            for entry in &household.month(seed, EURO, month).entries {
                balances[entry.account] += entry.amount;
            }
            assert!((-100_000..3_000_000).contains(&balances[0]), "{balances:?} after {month} of {}", seed.0);
            assert!(balances[2] <= 0);
        }
    }
}

#[test]
fn a_month_has_salary_rent_and_some_sixty_more() {
    let household = household();
    for month in months() {
        let entries = &household.month(Seed(5), EURO, month).entries;
        let of = |name: &str| entries.iter().filter(|e| e.category.as_deref() == Some(name)).count();
        assert!(of("Income") >= 1 && of("Rent") == 1 && of("Groceries") >= 8);
        assert!((45..130).contains(&entries.len()), "{} in {month}", entries.len());
        assert!(entries.iter().all(|e| e.date.first_of_month() == month));
        let transfers: i64 = entries.iter().filter(|e| e.category.is_none()).map(|e| e.amount).sum();
        assert_eq!(transfers, 0);
        let mut ids: Vec<&str> = entries.iter().map(|e| e.id.as_str()).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), entries.len());
    }
}
