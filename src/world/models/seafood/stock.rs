//! Assessments and ratings of stocks.

use jiff::civil::Date;

use super::words::{State, method};
use super::{Fish, Region, Stock};
use crate::world::models::species::Status;
use crate::world::seed::Seed;

/// The year in which the table's states were found.
const BASE_YEAR: i16 = 2025;

/// Month from which the assessment of the year before is out.
const OUT_IN: i8 = 7;

/// Points from which a choice is the best, and a good one.
const BEST: i32 = 70;
const GOOD: i32 = 45;

/// What an assessment found.
#[derive(Clone, Debug, PartialEq)]
pub struct Assessment {
    /// The last year whose data it used.
    pub year: i16,
    /// Biomass as a share of what gives the largest lasting catch; none where nobody knows, or for farms.
    pub biomass: Option<f64>,
    /// Fishing as a share of what gives the largest lasting catch.
    pub fishing: Option<f64>,
}

/// A rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rating {
    /// Eat it.
    BestChoice,
    /// Eat it now and then.
    GoodAlternative,
    /// Leave it.
    Avoid,
}

impl Rating {
    /// The rating of so many points.
    pub fn of(points: i32) -> Self {
        match points {
            BEST.. => Self::BestChoice,
            GOOD.. => Self::GoodAlternative,
            _ => Self::Avoid,
        }
    }

    /// Name in answers.
    pub fn name(self) -> &'static str {
        match self {
            Self::BestChoice => "best_choice",
            Self::GoodAlternative => "good_alternative",
            Self::Avoid => "avoid",
        }
    }
}

/// Where biomass and fishing may lie in a state.
fn bounds(state: State) -> Option<[(f64, f64); 2]> {
    match state {
        State::Healthy => Some([(1.1, 2.2), (0.3, 0.9)]),
        State::FullyFished => Some([(0.8, 1.2), (0.8, 1.05)]),
        State::Overfished => Some([(0.4, 0.79), (1.06, 1.9)]),
        State::Depleted => Some([(0.05, 0.39), (0.3, 1.6)]),
        State::Recovering => Some([(0.5, 1.0), (0.3, 0.8)]),
        State::Unknown | State::Farmed | State::FarmedFromWild => None,
    }
}

/// The newest assessment of a stock that is out on a day.
pub fn assessment(seed: Seed, fish: &Fish, stock: &Stock<'_>, today: Date) -> Assessment {
    let year = today.year() - if today.month() >= OUT_IN { 1 } else { 2 };
    let found = bounds(stock.state).map(|bounds| {
        let name = |what| ["seafood", &fish.scientific, stock.region, what].map(str::to_owned);
        bounds
            .map(|(low, high)| (low, high))
            .into_iter()
            .zip(["biomass", "fishing"])
            .map(|((low, high), what)| {
                let name = name(what);
                let parts: Vec<&str> = name.iter().map(String::as_str).collect();
                let start = seed.stream(&parts).between(low + (high - low) * 0.25, high - (high - low) * 0.25);
                let drift = match (stock.trend, what) {
                    ("increasing", "biomass") => 0.03,
                    ("decreasing", "biomass") => -0.03,
                    _ => 0.0,
                };
                let value = start * (1.0 + drift * f64::from(year - BASE_YEAR));
                (value.clamp(low, high) * 100.0).round() / 100.0
            })
            .collect::<Vec<f64>>()
    });
    Assessment { year, biomass: found.as_ref().map(|f| f[0]), fishing: found.as_ref().map(|f| f[1]) }
}

/// Points of a stock, 0 to 100: its state and direction, the usual method, how well rules are kept, and how threatened the
/// species is.
pub fn points(fish: &Fish, stock: &Stock<'_>, region: &Region, category: Option<Status>) -> i32 {
    let state = match (stock.state, fish.flesh.as_str()) {
        (State::Healthy, _) => 78,
        (State::FullyFished, _) => 66,
        (State::Recovering, _) => 58,
        (State::Unknown, _) => 48,
        (State::Overfished, _) => 34,
        (State::Depleted, _) => 14,
        (State::Farmed, "bivalve" | "oyster" | "echino") => 88,
        (State::Farmed, "fresh") => 70,
        (State::Farmed, _) => 58,
        (State::FarmedFromWild, _) => 26,
    };
    let direction = match stock.trend {
        "increasing" => 4,
        "decreasing" => -4,
        _ => 0,
    };
    let wild = !stock.state.is_farmed();
    let how = fish.methods.chars().find(|letter| (*letter == 'F') != wild).and_then(method).map_or(0, |m| m.points);
    let rules = 4 * (i32::from(region.strength) - 2);
    let threat = match category.filter(|_| wild) {
        Some(Status::CriticallyEndangered) => -40,
        Some(Status::Endangered) => -25,
        Some(Status::Vulnerable) => -6,
        Some(Status::NearThreatened) => -3,
        _ => 0,
    };
    (state + direction + how + rules + threat).clamp(0, 100)
}
