//! The people of a country in a year.

use super::nation::{Basis, Nation, Point, at, line, part, rounded};

/// The people of a country in the middle of a year.
#[derive(Clone, Debug, PartialEq)]
pub struct People {
    /// How many.
    pub total: i64,
    /// Where the number comes from.
    pub basis: Basis,
    /// Against the year before, in % to 0.01; none in the first year.
    pub growth: Option<f64>,
    /// Men and boys, where known; the others are women and girls.
    pub male: Option<i64>,
    /// Living in towns, where known; the others live in the country.
    pub urban: Option<i64>,
    /// Under 15, 15 to 64, 65 and over, where known.
    pub ages: Option<[Group; 3]>,
    /// Live births a year in 1,000 people.
    pub births: Option<f64>,
    /// Deaths a year in 1,000 people.
    pub deaths: Option<f64>,
    /// Those who came less those who left, a year in 1,000 people: what growth leaves after births and deaths.
    pub migration: Option<f64>,
}

/// An age group.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Group {
    /// How many.
    pub people: i64,
    /// In % of all, to 0.1; the three sum to 100.
    pub share: f64,
}

impl Nation {
    /// The people in a year, while `running` is the year of the clock; none outside 2012 to 2030.
    pub fn people(&self, year: i64, running: i64) -> Option<People> {
        let total = at(Some(&self.years.population), year)?;
        let before = at(Some(&self.years.population), year - 1);
        let growth = before.map(|before| rounded((total - before) as f64 * 100.0 / before as f64, 2));
        let rate = |points: &[Point]| line(points, year).map(|value| rounded(value, 1));
        let (births, deaths) = (rate(&self.about.births), rate(&self.about.deaths));
        let rest = |growth: f64| Some(rounded(growth * 10.0 - births? + deaths?, 1));
        Some(People {
            total,
            basis: Basis::of(year, &self.about.counted, running),
            growth,
            male: self.about.male.map(|share| part(total, share / 100.0)),
            urban: line(&self.about.urban, year).map(|share| part(total, share / 100.0)),
            ages: self.ages(total, year),
            births,
            deaths,
            migration: growth.and_then(rest),
        })
    }

    fn ages(&self, total: i64, year: i64) -> Option<[Group; 3]> {
        let points = |of: fn(&(i64, f64, f64)) -> f64| -> Vec<Point> {
            self.about.ages.iter().map(|row| Point(row.0, of(row))).collect()
        };
        let young = rounded(line(&points(|row| row.1), year)?, 1);
        let old = rounded(line(&points(|row| row.2), year)?, 1);
        let (first, last) = (part(total, young / 100.0), part(total, old / 100.0));
        let group = |people, share| Group { people, share };
        let middle = group(total - first - last, rounded(100.0 - young - old, 1));
        Some([group(first, young), middle, group(last, old)])
    }
}
