//! How long the sun shines.

use super::hour::Hour;
use super::local::Local;
use super::tenth;

impl Local {
    /// Hours of sunshine in some hours, to 0.1: of each hour with the sun up, the share of the sky without cloud; an hour in
    /// which it rises or sets counts half.
    pub fn sunshine(&self, hours: &[Hour]) -> f64 {
        let up = |unix_hour| if self.sun_height(unix_hour) > 0.0 { 0.5 } else { 0.0 };
        let shines = |hour: &Hour| {
            let day = up(hour.unix_hour) + up(hour.unix_hour + 1);
            day * (100 - hour.cloud) as f64 / 100.0
        };
        tenth(hours.iter().map(shines).sum())
    }
}
