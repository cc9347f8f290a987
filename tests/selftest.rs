//! `utb referee selftest` as a library: the referee passes it, and one whose comparison is broken does not.

#![expect(clippy::unwrap_used, reason = "a test that fails says so by panicking")]

use std::sync::Arc;

use usertoolbench::assets::Assets;
use usertoolbench::catalogue::Catalogue;
use usertoolbench::referee::{Referee, Rehearsed, Resolver};
use usertoolbench::replay::Stage;
use usertoolbench::selftest::{Plan, Report, run, with_meanings};
use usertoolbench::simulator::Simulator;
use usertoolbench::suite::Suite;
use usertoolbench::world::Facts;

const CATALOGUE: &str = "the built-in files";

/// What comes of it with a referee that resolves spellings like this.
fn selftest(resolver: Option<Arc<dyn Resolver + Send + Sync>>, examples: bool) -> Report {
    let assets = with_meanings(Assets::embedded());
    let catalogue = Arc::new(Catalogue::load(&assets.specs).unwrap());
    let simulator = Arc::new(Simulator::load(catalogue.clone(), &assets.responses).unwrap());
    let facts = Arc::new(Facts::load(&assets.responses).unwrap());
    let suite = Arc::new(Suite::load(&assets.suite).unwrap());
    let world = facts.clone();
    let honest = Arc::new(move |kind: &str, a: &str, b: &str| world.same(kind, a, b));
    let resolver = resolver.unwrap_or(honest);
    let parts = |suite: Arc<Suite>| {
        let stage = Stage::new(simulator.clone(), facts.clone(), suite.clone());
        let rehearsed =
            Rehearsed::new(Arc::new(Stage::new(simulator.clone(), facts.clone(), suite.clone())), CATALOGUE.into());
        let referee = Referee::new(suite, catalogue.clone(), resolver.clone()).rehearsing(Arc::new(rehearsed));
        (stage, referee)
    };
    run(&Plan {
        parts: &parts,
        catalogue: CATALOGUE.into(),
        suite,
        examples,
        seed: 0,
        threads: 2,
        progress: &|_, _| {},
    })
    .unwrap()
}

fn assert_clean(report: &Report) {
    let shown: Vec<_> = report.exceptions.iter().take(20).collect();
    assert!(report.is_clean(), "{} exceptions, the first of them: {shown:#?}", report.exceptions.len());
}

#[test]
fn what_matters_is_caught_and_what_does_not_is_forgiven_on_the_suite() {
    let report = selftest(None, false);
    assert_clean(&report);
    assert!(report.cases > 500, "{} cases", report.cases);
}

/// Twenty thousand cases take minutes without optimisation.
#[test]
#[cfg_attr(debug_assertions, ignore = "takes minutes in a debug build")]
fn what_matters_is_caught_and_what_does_not_is_forgiven_on_every_tool() {
    let report = selftest(None, true);
    assert_clean(&report);
    for kind in usertoolbench::selftest::Kind::ALL {
        let row = report.rows["exact"].get(kind.id());
        assert!(row.is_some_and(|row| row.matter + row.harmless > 0), "{} was never tried", kind.id());
    }
}

#[test]
fn a_referee_that_takes_all_names_for_one_is_found_out() {
    let report = selftest(Some(Arc::new(|_: &str, _: &str, _: &str| true)), false);
    assert!(report.exceptions.iter().any(|exception| exception.expected == "fail" && exception.kind == "perturb_name"));
}

#[test]
fn a_referee_that_knows_no_names_is_found_out() {
    let report = selftest(Some(Arc::new(|_: &str, a: &str, b: &str| a == b)), false);
    assert!(report.exceptions.iter().any(|exception| exception.expected == "pass" && exception.kind == "respell"));
}
