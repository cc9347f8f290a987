//! What the tables say of a country.

use serde::Deserialize;

/// First year of the series.
pub const FIRST_YEAR: i64 = 2012;

/// Last year of the series.
pub const LAST_YEAR: i64 = 2030;

/// A value of a year.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
pub struct Point(pub i64, pub f64);

/// Where a figure comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Basis {
    /// The Factbook gives it for this year.
    Reported,
    /// Interpolated between years that are reported, or carried on from them.
    Estimate,
    /// The year is not over.
    Projection,
}

impl Basis {
    /// A code that never changes.
    pub fn code(self) -> &'static str {
        match self {
            Basis::Reported => "reported",
            Basis::Estimate => "estimate",
            Basis::Projection => "projection",
        }
    }

    /// The basis of a year: reported, or else by whether it is over at a year that runs.
    pub(super) fn of(year: i64, reported: &[i64], running: i64) -> Basis {
        match year {
            y if y > running => Basis::Projection,
            y if reported.contains(&y) => Basis::Reported,
            y if y == running => Basis::Projection,
            _ => Basis::Estimate,
        }
    }
}

/// A row of the table `nations`; what its columns hold is said there.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Row {
    pub country: String,
    pub counted: Vec<i64>,
    pub male: Option<f64>,
    pub urban: Vec<Point>,
    pub ages: Vec<(i64, f64, f64)>,
    pub births: Vec<Point>,
    pub deaths: Vec<Point>,
    pub indicators: Vec<(String, Vec<Point>)>,
    pub valued: Vec<i64>,
    pub output: Option<[[f64; 3]; 2]>,
    pub employment: Option<[[f64; 3]; 2]>,
    pub labour_force: Vec<Point>,
    pub trade: (Option<f64>, Option<f64>),
    pub crops: Vec<String>,
    pub industries: Vec<String>,
    pub exports: Vec<String>,
    pub budgeted: Vec<i64>,
    pub owing: Vec<i64>,
    pub budget: [Option<f64>; 4],
    pub fiscal_year: String,
}

/// A row of the table `nation_years`.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Series {
    pub country: String,
    pub population: Vec<i64>,
    pub gdp: Option<Vec<i64>>,
    pub growth: Option<Vec<f64>>,
    pub inflation: Option<Vec<f64>>,
    pub unemployment: Option<Vec<f64>>,
    pub revenue: Option<Vec<f64>>,
    pub expenditure: Option<Vec<f64>>,
    pub debt: Option<Vec<f64>>,
}

/// A country.
#[derive(Clone, Debug)]
pub struct Nation {
    /// Alpha-2 code.
    pub code: String,
    pub(super) about: Row,
    pub(super) years: Series,
}

impl Nation {
    pub(super) fn new(about: Row, years: Series) -> Result<Self, String> {
        let length = (LAST_YEAR - FIRST_YEAR + 1) as usize;
        let floats =
            [&years.growth, &years.inflation, &years.unemployment, &years.revenue, &years.expenditure, &years.debt];
        let whole = years.population.len() == length
            && years.gdp.as_ref().is_none_or(|gdp| gdp.len() == length)
            && floats.iter().all(|series| series.as_ref().is_none_or(|values| values.len() == length));
        match whole && about.country == years.country {
            true => Ok(Self { code: about.country.clone(), about, years }),
            false => Err(format!("nation_years: the row of {} does not fit that of {}", years.country, about.country)),
        }
    }

    /// Whether there are figures of output and work.
    pub fn has_economy(&self) -> bool {
        self.years.gdp.is_some() && self.about.output.is_some() && !self.about.labour_force.is_empty()
    }

    /// Whether there are figures of a budget.
    pub fn has_finance(&self) -> bool {
        self.years.gdp.is_some() && self.years.revenue.is_some()
    }

    /// Farm products, by weight.
    pub fn crops(&self) -> &[String] {
        &self.about.crops
    }

    /// Main industries.
    pub fn industries(&self) -> &[String] {
        &self.about.industries
    }

    /// Main goods that are exported, by value.
    pub fn exports(&self) -> &[String] {
        &self.about.exports
    }

    /// When the fiscal year runs, e.g. `calendar year`; empty where it is not known.
    pub fn fiscal_year(&self) -> &str {
        &self.about.fiscal_year
    }

    /// GDP in millions of current US dollars.
    pub fn gdp(&self, year: i64) -> Option<i64> {
        at(self.years.gdp.as_deref(), year)
    }

    /// Where the GDP of a year comes from, while `running` is the year of the clock.
    pub fn output_basis(&self, year: i64, running: i64) -> Basis {
        Basis::of(year, &self.about.valued, running)
    }

    /// Exports and imports of goods and services in millions of current US dollars.
    pub fn trade(&self, year: i64) -> [Option<i64>; 2] {
        let of = |share: Option<f64>| Some(part(self.gdp(year)?, share? / 100.0));
        [of(self.about.trade.0), of(self.about.trade.1)]
    }

    /// Real growth of GDP in %.
    pub fn growth(&self, year: i64) -> Option<f64> {
        at(self.years.growth.as_deref(), year)
    }

    /// Rise of consumer prices in %.
    pub fn inflation(&self, year: i64) -> Option<f64> {
        at(self.years.inflation.as_deref(), year)
    }

    /// Unemployed people in % of the labour force.
    pub fn unemployment(&self, year: i64) -> Option<f64> {
        at(self.years.unemployment.as_deref(), year)
    }

    /// The value of each indicator that is reported for the year nearest to one, with that year and its name.
    pub fn indicators(&self, year: i64) -> impl Iterator<Item = (&str, Point)> {
        let nearest = move |points: &Vec<Point>| points.iter().copied().min_by_key(|p| ((p.0 - year).abs(), -p.0));
        self.about.indicators.iter().filter_map(move |(name, points)| Some((name.as_str(), nearest(points)?)))
    }
}

/// The value of a year in a series.
pub(super) fn at<T: Copy>(series: Option<&[T]>, year: i64) -> Option<T> {
    let index = usize::try_from(year - FIRST_YEAR).ok()?;
    series?.get(index).copied()
}

/// Linear between points, level outside; none without points.
pub(super) fn line(points: &[Point], year: i64) -> Option<f64> {
    let (first, last) = (points.first()?, points.last()?);
    if year <= first.0 {
        return Some(first.1);
    }
    let pair = points.windows(2).find(|pair| year <= pair[1].0);
    let between = |pair: &[Point]| {
        pair[0].1 + (pair[1].1 - pair[0].1) * (year - pair[0].0) as f64 / (pair[1].0 - pair[0].0) as f64
    };
    Some(pair.map_or(last.1, between))
}

/// A part of a whole, rounded to a whole number.
pub(super) fn part(whole: i64, share: f64) -> i64 {
    (whole as f64 * share).round() as i64
}

/// To so many decimals.
pub(super) fn rounded(value: f64, decimals: i32) -> f64 {
    let steps = f64::from(10_i32.pow(decimals.unsigned_abs()));
    (value * steps).round() / steps + 0.0
}
