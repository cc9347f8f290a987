//! Phases of the moon.

use core::f64::consts::{FRAC_PI_2, TAU};

use super::moment::{centuries, half_turn};
use super::{moon, sun};

/// Mean seconds from one new moon to the next.
pub const MONTH: f64 = 29.530_588_9 * 86_400.0;

/// What the moon is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Phase {
    /// On the date on which it passes between Earth and sun.
    New,
    /// A growing sickle.
    WaxingCrescent,
    /// On the date on which half is lit, growing.
    FirstQuarter,
    /// More than half, growing.
    WaxingGibbous,
    /// On the date on which it stands opposite the sun.
    Full,
    /// More than half, shrinking.
    WaningGibbous,
    /// On the date on which half is lit, shrinking.
    LastQuarter,
    /// A shrinking sickle.
    WaningCrescent,
}

impl Phase {
    /// All, from new moon on.
    pub const ALL: [Phase; 8] = [
        Phase::New,
        Phase::WaxingCrescent,
        Phase::FirstQuarter,
        Phase::WaxingGibbous,
        Phase::Full,
        Phase::WaningGibbous,
        Phase::LastQuarter,
        Phase::WaningCrescent,
    ];

    /// E.g. `waxing_crescent`.
    pub fn code(self) -> &'static str {
        [
            "new_moon",
            "waxing_crescent",
            "first_quarter",
            "waxing_gibbous",
            "full_moon",
            "waning_gibbous",
            "last_quarter",
            "waning_crescent",
        ][self as usize]
    }
}

/// Radians by which the moon is east of the sun along the ecliptic, in `[-π, π)`.
pub(super) fn elongation(unix: f64) -> f64 {
    let t = centuries(unix);
    half_turn(moon::ecliptic(t).0 - sun::ecliptic(t).0)
}

/// The share of the disc that is lit (Meeus, chapter 48).
pub(super) fn lit(unix: f64) -> f64 {
    let t = centuries(unix);
    let ((sun_longitude, away), (longitude, latitude, distance)) = (sun::ecliptic(t), moon::ecliptic(t));
    let apart = libm::acos((libm::cos(latitude) * libm::cos(longitude - sun_longitude)).clamp(-1.0, 1.0));
    let away = away * sun::UNIT_KM;
    let angle = libm::atan2(away * libm::sin(apart), distance - away * libm::cos(apart));
    (1.0 + libm::cos(angle)) / 2.0
}

/// The time nearest to another at which the moon is so many quarters past new.
pub(super) fn nearest(unix: f64, quarter: i64) -> f64 {
    let mut found = unix;
    for _ in 0..6 {
        let step = half_turn(elongation(found) - quarter as f64 * FRAC_PI_2) / TAU * MONTH;
        found -= step;
        if step.abs() < 2.0 {
            break;
        }
    }
    found
}

/// The first time after another at which the moon is so many quarters past new.
pub fn next(unix: f64, quarter: i64) -> f64 {
    let near = nearest(unix, quarter);
    if near > unix { near } else { nearest(near + MONTH, quarter) }
}

/// Days since the last new moon.
pub(super) fn age(unix: f64) -> f64 {
    let near = nearest(unix, 0);
    let last = if near <= unix { near } else { nearest(near - MONTH, 0) };
    (unix - last) / 86_400.0
}

/// The phase of a date between two midnights: a quarter that is reached between them gives its name.
pub(super) fn phase_of_day(begin: f64, end: f64) -> Phase {
    let quarters = |unix: f64| elongation(unix).rem_euclid(TAU) / FRAC_PI_2;
    let (from, to) = (quarters(begin), quarters(end));
    let (before, after) = (from.floor() as usize % 4, to.floor() as usize % 4);
    Phase::ALL[if before == after { 2 * before + 1 } else { 2 * after }]
}
