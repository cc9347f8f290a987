use jiff::civil::date;

use super::*;
use crate::assets::Assets;
use crate::world::{Facts, Seed};

fn facilities() -> std::sync::Arc<Facilities> {
    Facts::load(&Assets::embedded().responses).unwrap().model()
}

#[test]
fn chemicals_are_known_by_name_and_number() {
    let model = facilities();
    for text in ["Benzene", "benzene", "71-43-2", "71432"] {
        assert_eq!(model.chemical(text).unwrap().name, "Benzene");
    }
    assert_eq!(model.chemical("methylene chloride").unwrap().cas, "75-09-2");
    assert_eq!(model.near_chemicals("benzin")[0], "Benzene");
}

#[test]
fn registry_numbers_check() {
    for chemical in &facilities().chemicals {
        let digits: Vec<u32> = chemical.cas.chars().filter_map(|c| c.to_digit(10)).collect();
        let (check, rest) = digits.split_last().unwrap();
        let sum: u32 = rest.iter().rev().zip(1..).map(|(digit, place)| digit * place).sum();
        assert_eq!(sum % 10, *check, "{}", chemical.cas);
    }
}

#[test]
fn every_way_is_some_pounds() {
    let model = facilities();
    for plant in model.all().step_by(7) {
        for release in model.releases(Seed(3), plant, 2023) {
            let ways = [release.fugitive_air, release.stack_air, release.water, release.land, release.off_site];
            assert!(ways.iter().all(|pounds| *pounds >= 0) && release.total() > 0, "{release:?}");
        }
    }
}

#[test]
fn a_violation_is_dealt_with_after_it_is_found() {
    let model = facilities();
    let mut found = 0;
    for plant in model.all().step_by(5) {
        let inspections = plant.inspections(Seed(4), date(2015, 1, 1), date(2025, 12, 31));
        assert!(inspections.is_sorted_by_key(|inspection| inspection.date));
        for inspection in &inspections {
            if let Some(violation) = &inspection.violation {
                assert!(inspection.date < violation.action_date && violation.action_date < violation.resolved);
                found += 1;
            }
        }
    }
    assert!(found > 200, "{found}");
}
