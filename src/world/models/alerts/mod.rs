//! Weather warnings: read off the same days and hours that every weather tool tells, so that no forecast contradicts them.
//!
//! A warning is about one place and one local day. It is given out at six in the morning two days before and stands until
//! its last hour is over.

mod aviation;
mod kind;
mod region;

use jiff::civil::{Date, time};
use jiff::{Timestamp, ToSpan};

pub use aviation::{Product, bulletin, find_aviation_area};
pub use kind::{Kind, Level, Warning};
pub use region::{Region, RegionKind, find_region};

pub(super) use super::weather::tenth;
use super::weather::{Hour, Local, Sky};
use crate::world::{Place, Seed, zone};

/// Days ahead for which warnings are given out.
pub const AHEAD: i64 = 2;

/// A warning for a place.
#[derive(Clone, Debug, PartialEq)]
pub struct Alert {
    /// GeoNames id of the place.
    pub place: u32,
    /// The local day.
    pub date: Date,
    /// What is warned of, how gravely, and the value that decides.
    pub warning: Warning,
    /// When it was given out.
    pub issued: Timestamp,
    /// The beginning of the first hour concerned.
    pub onset: Timestamp,
    /// The end of the last.
    pub ends: Timestamp,
}

/// The warnings that stand for a place at an instant: by day, gravest first, then in the order of kinds.
pub fn alerts(seed: Seed, place: &Place, now: Timestamp) -> Vec<Alert> {
    let zone = zone(&place.timezone);
    let today = now.to_zoned_datetime(zone.clone()).date();
    let local = Local::new(&Sky::new(seed), place);
    let mut found = Vec::new();
    for ahead in 0..=AHEAD {
        let Ok(date) = today.checked_add(ahead.days()) else { continue };
        let issued =
            date.checked_sub(AHEAD.days()).ok().and_then(|d| zone.to_timestamp(d.to_datetime(time(6, 0, 0, 0))).ok());
        if let Some(issued) = issued.filter(|issued| *issued <= now) {
            found.extend(of_day(&local, place, date, issued).into_iter().filter(|alert| alert.ends > now));
        }
    }
    found
}

fn of_day(local: &Local, place: &Place, date: Date, issued: Timestamp) -> Vec<Alert> {
    let day = local.day(date);
    if !Kind::ALL.into_iter().any(|kind| kind.may_be(place, &day)) {
        return Vec::new();
    }
    let hours: Vec<Hour> = local.hours_of(date).map(|h| local.hour(h)).collect();
    let mut found: Vec<Alert> = Kind::ALL
        .into_iter()
        .filter_map(|kind| {
            let warning = kind.warning(place, &day, &hours)?;
            let mut concerned = hours.iter().filter(|h| kind.concerns(h)).map(|h| h.unix_hour);
            let first = concerned.next()?;
            let last = concerned.next_back().unwrap_or(first);
            let at = |hour: i64| Timestamp::from_second(hour * 3600).ok();
            let (onset, ends) = (at(first)?, at(last + 1)?);
            Some(Alert { place: place.id, date, warning, issued, onset, ends })
        })
        .collect();
    found.sort_by_key(|alert| std::cmp::Reverse(alert.warning.level));
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(latitude: f64, longitude: f64, timezone: &str) -> Place {
        let timezone = timezone.to_owned();
        Place { id: 7, timezone, ..crate::world::open_point(latitude, longitude) }
    }

    #[test]
    fn a_warning_stands_as_long_as_it_is_ahead_or_on() {
        let phoenix = place(33.448, -112.074, "America/Phoenix");
        let mut seen = 0;
        for hour in (0..24 * 20).step_by(5) {
            let now = Timestamp::from_second(1_783_000_000 + hour * 3600).unwrap();
            for alert in alerts(Seed(3), &phoenix, now) {
                assert!(alert.issued <= now && now < alert.ends && alert.onset < alert.ends);
                seen += 1;
            }
        }
        assert!(seen > 50, "{seen} warnings in a desert's July");
    }

    #[test]
    fn what_is_warned_of_comes() {
        let mumbai = place(19.073, 72.883, "Asia/Kolkata");
        let now = Timestamp::from_second(1_784_500_000).unwrap();
        let later = now.checked_add(30.hours()).unwrap();
        let (early, late) = (alerts(Seed(5), &mumbai, now), alerts(Seed(5), &mumbai, later));
        for alert in early.iter().filter(|alert| alert.ends > later) {
            assert!(late.contains(alert), "{alert:?} has gone");
        }
        let local = Local::new(&Sky::new(Seed(5)), &mumbai);
        for alert in late.iter().filter(|alert| alert.warning.kind == Kind::Rainstorm) {
            let day = local.day(alert.date);
            assert_eq!(alert.warning.value, tenth(day.precipitation - day.snow));
        }
    }
}
