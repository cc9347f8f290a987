//! Output and work of the sectors of an economy, by quarter.

use jiff::ToSpan;
use jiff::civil::{Date, date};

use super::nation::{FIRST_YEAR, LAST_YEAR, Nation, at, line, part};

/// A part of the economy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sector {
    /// Farming, forestry and fishing.
    Agriculture,
    /// Mining, manufacturing, energy and building.
    Industry,
    /// Everything else that is for sale, and government.
    Services,
    /// All three.
    All,
}

impl Sector {
    /// The three that make up the whole.
    const PARTS: [Sector; 3] = [Sector::Agriculture, Sector::Industry, Sector::Services];

    /// A code that never changes.
    pub fn code(self) -> &'static str {
        match self {
            Sector::Agriculture => "agriculture",
            Sector::Industry => "industry",
            Sector::Services => "services",
            Sector::All => "all",
        }
    }

    /// What of a year's output is made in each quarter, in the north.
    fn seasons(self) -> [f64; 4] {
        match self {
            Sector::Agriculture => [0.17, 0.25, 0.33, 0.25],
            Sector::Industry => [0.244, 0.251, 0.249, 0.256],
            _ => [0.243, 0.249, 0.251, 0.257],
        }
    }

    /// How many more work in each quarter than over the year, as a share.
    fn hands(self) -> [f64; 4] {
        match self {
            Sector::Agriculture => [-0.03, 0.01, 0.04, -0.02],
            Sector::Industry => [-0.01, 0.004, 0.01, -0.004],
            _ => [-0.004, 0.001, 0.004, -0.001],
        }
    }
}

/// A quarter of a year.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quarter {
    /// Its year.
    pub year: i64,
    /// 1 to 4.
    pub number: i64,
    /// Its first day.
    pub first: Date,
    /// Its last day.
    pub last: Date,
    /// Output in millions of current US dollars.
    pub output: i64,
    /// Output of the same quarter a year before.
    pub output_before: Option<i64>,
    /// Output of the whole economy in the quarter.
    pub economy: i64,
    /// People at work.
    pub workers: i64,
    /// People at work in the whole economy.
    pub all_workers: i64,
}

impl Nation {
    /// The quarters of a sector that end from one date to another.
    pub fn quarters(&self, sector: Sector, from: Date, to: Date) -> Vec<Quarter> {
        let all =
            (FIRST_YEAR + 1..=LAST_YEAR).flat_map(|year| (1..=4).filter_map(move |q| self.quarter(sector, year, q)));
        all.filter(|quarter| from <= quarter.last && quarter.last <= to).collect()
    }

    fn quarter(&self, sector: Sector, year: i64, number: i64) -> Option<Quarter> {
        let first = date(year as i16, (number * 3 - 2) as i8, 1);
        let last = first.checked_add(3.months()).and_then(|next| next.checked_sub(1.day())).ok()?;
        Some(Quarter {
            year,
            number,
            first,
            last,
            output: self.output(sector, year, number)?,
            output_before: self.output(sector, year - 1, number),
            economy: self.output(Sector::All, year, number)?,
            workers: self.workers(sector, year, number)?,
            all_workers: self.workers(Sector::All, year, number)?,
        })
    }

    /// Output of a sector in a quarter; the sectors sum to the whole and the quarters to the year.
    fn output(&self, sector: Sector, year: i64, number: i64) -> Option<i64> {
        if sector == Sector::All {
            return Sector::PARTS.iter().map(|part| self.output(*part, year, number)).sum();
        }
        let whole = self.of_year(sector, year)?;
        let seasons = self.turned(sector.seasons());
        let of = |q: usize| part(whole, seasons[q]);
        Some(if number == 4 { whole - of(0) - of(1) - of(2) } else { of((number - 1) as usize) })
    }

    /// Output of a sector in a year; services take what rounding leaves.
    fn of_year(&self, sector: Sector, year: i64) -> Option<i64> {
        let (gdp, shares) = (self.gdp(year)?, between(self.about.output?, year));
        let of = |index: usize| part(gdp, shares[index] / 100.0);
        Some(match sector {
            Sector::Agriculture => of(0),
            Sector::Industry => of(1),
            Sector::Services => gdp - of(0) - of(1),
            Sector::All => gdp,
        })
    }

    fn workers(&self, sector: Sector, year: i64, number: i64) -> Option<i64> {
        if sector == Sector::All {
            return Sector::PARTS.iter().map(|part| self.workers(*part, year, number)).sum();
        }
        let people = at(Some(&self.years.population), year)? as f64;
        let force = people * line(&self.about.labour_force, year)? / 100.0;
        let employed = force * (1.0 - self.unemployment(year).unwrap_or(6.0) / 100.0);
        let shares = between(self.about.employment?, year);
        let share = shares[Sector::PARTS.iter().position(|part| *part == sector)?];
        let season = self.turned(sector.hands())[(number - 1) as usize];
        Some((employed * share / 100.0 * (1.0 + season)).round() as i64)
    }

    /// Seasons of the north, or turned round for the south.
    fn turned(&self, seasons: [f64; 4]) -> [f64; 4] {
        /// Where most of the country lies south of the equator.
        const SOUTH: [&str; 34] = [
            "AO", "AR", "AU", "BI", "BO", "BR", "BW", "CL", "CD", "FJ", "ID", "KM", "LS", "MG", "MU", "MW", "MZ", "NA",
            "NZ", "PE", "PG", "PY", "RW", "SB", "SC", "SZ", "TL", "TZ", "UY", "VU", "WS", "ZA", "ZM", "ZW",
        ];
        let [a, b, c, d] = seasons;
        if SOUTH.contains(&self.code.as_str()) { [c, d, a, b] } else { seasons }
    }
}

/// Shares of 2014 and 2024, linear between and level outside.
fn between([early, late]: [[f64; 3]; 2], year: i64) -> [f64; 3] {
    let into = ((year - 2014) as f64 / 10.0).clamp(0.0, 1.0);
    std::array::from_fn(|i| early[i] + (late[i] - early[i]) * into)
}
