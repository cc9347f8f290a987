//! Normals at a point of the year.

use core::f64::consts::TAU;

use super::normals::Normals;

/// Days from one spring to the next.
const YEAR: f64 = 365.2425;

/// How far the year has come: 0 in the middle of January, a quarter more in the middle of April.
#[derive(Clone, Copy)]
pub(super) struct Season {
    /// In `[0, 1)`.
    pub turn: f64,
    pub cos: f64,
    pub sin: f64,
}

impl Season {
    /// The season at so many days since 1970-01-01T00:00Z.
    pub fn at(days: f64) -> Season {
        let turns = (days - 14.5) / YEAR;
        let turn = turns - turns.floor();
        Season { turn, cos: libm::cos(TAU * turn), sin: libm::sin(TAU * turn) }
    }
}

/// A yearly course as its mean, a wave a year and a standing half-yearly one; four values fix it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Course {
    mean: f64,
    cos: f64,
    sin: f64,
    half: f64,
}

impl Course {
    /// The course through January, April, July and October.
    pub fn through([january, april, july, october]: [f64; 4]) -> Course {
        Course {
            mean: (january + april + july + october) / 4.0,
            cos: (january - july) / 2.0,
            sin: (april - october) / 2.0,
            half: (january + july - april - october) / 4.0,
        }
    }

    /// The value in a season.
    pub fn value(&self, season: Season) -> f64 {
        let half = 2.0 * season.cos * season.cos - 1.0;
        self.mean + self.cos * season.cos + self.sin * season.sin + self.half * half
    }

    /// The mean of the year.
    pub fn mean(&self) -> f64 {
        self.mean
    }

    /// From the coldest to the warmest quarter.
    pub fn range(&self) -> f64 {
        2.0 * (self.cos * self.cos + self.sin * self.sin).sqrt()
    }
}

/// Rain in mm a month: level within a season, with a month's slope from one to the next, for monsoons break at once.
pub(super) fn rain(normals: &Normals, season: Season) -> f64 {
    // Seasons are quarters from December on; mid-January is the middle of the first.
    let quarter = season.turn * 4.0 + 0.5;
    let into = quarter - quarter.floor();
    let this = quarter.floor() as usize % 4;
    const SLOPE: f64 = 1.0 / 6.0;
    let (other, share) = match into {
        i if i < SLOPE => ((this + 3) % 4, 0.5 - i / SLOPE / 2.0),
        i if i > 1.0 - SLOPE => ((this + 1) % 4, 0.5 - (1.0 - i) / SLOPE / 2.0),
        _ => (this, 0.0),
    };
    normals.rain[this] + (normals.rain[other] - normals.rain[this]) * share
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_course_runs_through_its_four_values() {
        let course = Course::through([1.0, 9.0, 20.0, 11.0]);
        for (quarter, expected) in [1.0, 9.0, 20.0, 11.0].into_iter().enumerate() {
            let found = course.value(Season::at(14.5 + YEAR / 4.0 * quarter as f64));
            assert!((found - expected).abs() < 1e-9, "{found} in quarter {quarter}");
        }
    }

    #[test]
    fn rain_has_no_steps_and_keeps_its_yearly_sum() {
        let normals = Normals { rain: [2.0, 5.0, 650.0, 140.0], ..Normals::default() };
        let course: Vec<f64> = (0..3652).map(|d| rain(&normals, Season::at(f64::from(d) / 10.0))).collect();
        for pair in course.windows(2) {
            assert!((pair[1] - pair[0]).abs() < 5.0, "{pair:?}");
        }
        let mean = course.iter().sum::<f64>() / course.len() as f64;
        assert!((mean - 199.25).abs() < 2.0, "{mean}");
    }
}
