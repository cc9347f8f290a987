//! The height of the clouds, and the flight rules that follow.

use crate::world::models::weather::Hour;

/// Rules under which one flies, after the United States' categories.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rules {
    /// Ceiling above 3,000 ft and visibility above 5 miles.
    Vfr,
    /// Down to 1,000 ft or 3 miles.
    Mvfr,
    /// Down to 500 ft or 1 mile.
    Ifr,
    /// Lower.
    Lifr,
}

impl Rules {
    /// E.g. `MVFR`.
    pub fn code(self) -> &'static str {
        ["VFR", "MVFR", "IFR", "LIFR"][self as usize]
    }
}

/// Metres of a statute mile.
pub(super) const MILE: f64 = 1609.344;

/// Layers of cloud: FEW, SCT, BKN or OVC, and feet above the ground of their base in whole hundreds.
pub fn layers(hour: &Hour) -> Vec<(&'static str, i64)> {
    let base = base(hour);
    let amount = match hour.cloud {
        ..=5 => return Vec::new(),
        6..=30 => "FEW",
        31..=55 => "SCT",
        56..=87 => "BKN",
        _ => "OVC",
    };
    // A thick sky has a broken layer below the closed one.
    match (amount, hour.precipitation > 0.0) {
        ("OVC", true) => vec![("BKN", base), ("OVC", base + 1_000.max(base / 2 / 100 * 100))],
        _ => vec![(amount, base)],
    }
}

/// Feet of the lowest layer that covers more than half of the sky; none without one.
pub fn ceiling(hour: &Hour) -> Option<i64> {
    layers(hour).into_iter().find(|(amount, _)| matches!(*amount, "BKN" | "OVC")).map(|(_, base)| base)
}

/// Under which rules one flies.
pub fn flight_rules(hour: &Hour) -> Rules {
    let miles = hour.visibility * 1000.0 / MILE;
    let by_sight = match miles {
        m if m < 1.0 => Rules::Lifr,
        m if m < 3.0 => Rules::Ifr,
        m if m <= 5.0 => Rules::Mvfr,
        _ => Rules::Vfr,
    };
    let by_ceiling = match ceiling(hour) {
        Some(feet) if feet < 500 => Rules::Lifr,
        Some(feet) if feet < 1_000 => Rules::Ifr,
        Some(feet) if feet <= 3_000 => Rules::Mvfr,
        _ => Rules::Vfr,
    };
    by_sight.max(by_ceiling)
}

/// Feet above the ground where rising air condenses: 400 ft a degree between temperature and dew point. High thin cloud
/// keeps its distance when the air is dry; fog lies on the ground.
fn base(hour: &Hour) -> i64 {
    let spread = hour.temperature - hour.dew_point;
    let condensed = 400.0 * spread + 300.0;
    let feet = match hour.visibility {
        v if v < 1.0 => 200.0,
        _ => condensed.clamp(400.0, 12_000.0),
    };
    (feet / 100.0).round() as i64 * 100
}
