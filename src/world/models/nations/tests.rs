use jiff::civil::date;

use super::*;
use crate::assets::Assets;
use crate::world::Facts;

fn nations() -> std::sync::Arc<Nations> {
    Facts::load(&Assets::embedded().responses).unwrap().model()
}

#[test]
fn reported_years_are_the_reported_figures() {
    let nations = nations();
    let people = nations.get("NL").unwrap().people(2025, 2026).unwrap();
    assert_eq!((people.total, people.basis), (17_833_885, Basis::Reported));
    assert_eq!(nations.get("NL").unwrap().gdp(2024), Some(1_228_000));
    assert_eq!(nations.get("US").unwrap().people(2025, 2026).unwrap().total, 338_016_259);
}

#[test]
fn sectors_and_quarters_add_up_in_every_country() {
    let all = (date(2013, 1, 1), date(2030, 12, 31));
    for nation in nations().0.values().filter(|nation| nation.has_economy()) {
        let parts = [Sector::Agriculture, Sector::Industry, Sector::Services].map(|s| nation.quarters(s, all.0, all.1));
        for (i, whole) in nation.quarters(Sector::All, all.0, all.1).iter().enumerate() {
            assert_eq!(parts.iter().map(|p| p[i].output).sum::<i64>(), whole.output, "{}", nation.code);
            assert_eq!(parts.iter().map(|p| p[i].workers).sum::<i64>(), whole.workers, "{}", nation.code);
            assert!(parts.iter().all(|p| p[i].output >= 0 && p[i].workers >= 0), "{}", nation.code);
        }
        for year in 2013..=2030 {
            let quarters = nation.quarters(Sector::All, date(year, 1, 1), date(year, 12, 31));
            let sum: i64 = quarters.iter().map(|quarter| quarter.output).sum();
            assert_eq!(Some(sum), nation.gdp(i64::from(year)), "{}", nation.code);
        }
    }
}

#[test]
fn budgets_and_debts_add_up_in_every_country() {
    for nation in nations().0.values().filter(|nation| nation.has_finance()) {
        for year in 2013..=2030 {
            let finance = nation.finance(year, 2026).unwrap();
            assert_eq!(finance.sources.iter().map(|(_, amount)| amount).sum::<i64>(), finance.revenue);
            assert_eq!(finance.purposes.iter().map(|(_, amount)| amount).sum::<i64>(), finance.expenditure);
            let all = finance.sources.iter().chain(&finance.purposes);
            assert!(all.clone().all(|(_, amount)| *amount >= 0), "{} {year} {finance:?}", nation.code);
            if let Some(debt) = finance.debt {
                assert_eq!(debt.end, debt.before - finance.balance() + debt.adjustment);
                let next = nation.finance(year + 1, 2026).and_then(|next| next.debt);
                assert!(next.is_none_or(|next| next.before == debt.end));
            }
        }
    }
}

#[test]
fn people_add_up_in_every_country() {
    for nation in nations().0.values() {
        for year in FIRST_YEAR..=LAST_YEAR {
            let people = nation.people(year, 2026).unwrap();
            if let Some(ages) = people.ages {
                assert_eq!(ages.iter().map(|group| group.people).sum::<i64>(), people.total);
                assert!((ages.iter().map(|group| group.share).sum::<f64>() - 100.0).abs() < 1e-9);
                assert!(ages.iter().all(|group| group.people >= 0), "{} {year}", nation.code);
            }
            assert!(people.urban.is_none_or(|urban| (0..=people.total).contains(&urban)));
        }
    }
}
