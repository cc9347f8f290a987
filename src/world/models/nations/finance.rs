//! The public purse of a year.

use super::nation::{Basis, Nation, at, part};

/// Public finance of a fiscal year; all amounts in millions of current US dollars.
#[derive(Clone, Debug, PartialEq)]
pub struct Finance {
    /// GDP of the year.
    pub gdp: i64,
    /// What was taken in.
    pub revenue: i64,
    /// What was spent.
    pub expenditure: i64,
    /// Where both come from.
    pub basis: Basis,
    /// Debt at the end of the year, where known.
    pub debt: Option<Debt>,
    /// Revenue by source; sums to `revenue`.
    pub sources: [(&'static str, i64); 3],
    /// Expenditure by purpose; sums to `expenditure`.
    pub purposes: [(&'static str, i64); 10],
}

/// What is owed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Debt {
    /// At the end of the year before.
    pub before: i64,
    /// At the end of the year.
    pub end: i64,
    /// What made the debt grow beside the deficit: exchange rates, revaluations, loans passed on. `end` is `before` less the
    /// balance plus this.
    pub adjustment: i64,
    /// Where the debt comes from.
    pub basis: Basis,
}

impl Finance {
    /// Revenue less expenditure.
    pub fn balance(&self) -> i64 {
        self.revenue - self.expenditure
    }
}

impl Nation {
    /// The finance of a fiscal year, while `running` is the year of the clock; none outside 2013 to 2030, or where nothing is
    /// known.
    pub fn finance(&self, year: i64, running: i64) -> Option<Finance> {
        let gdp = self.gdp(year)?;
        let before = self.gdp(year - 1)?;
        let amount = |series: &Option<Vec<f64>>| Some(part(gdp, at(series.as_deref(), year)? / 100.0));
        let (revenue, expenditure) = (amount(&self.years.revenue)?, amount(&self.years.expenditure)?);
        let owed = |year: i64, gdp: i64| Some(part(gdp, at(self.years.debt.as_deref(), year)? / 100.0));
        let debt = owed(year - 1, before).zip(owed(year, gdp)).map(|(before, end)| Debt {
            before,
            end,
            adjustment: end - before + revenue - expenditure,
            basis: Basis::of(year, &self.about.owing, running),
        });
        Some(Finance {
            gdp,
            revenue,
            expenditure,
            basis: Basis::of(year, &self.about.budgeted, running),
            debt,
            sources: self.sources(gdp, revenue),
            purposes: self.purposes(gdp, expenditure, debt.map_or(0, |debt| debt.before)),
        })
    }

    fn sources(&self, gdp: i64, revenue: i64) -> [(&'static str, i64); 3] {
        let taxes = self.about.budget[0].map_or(part(revenue, 0.68), |share| part(gdp, share / 100.0));
        let taxes = taxes.min(part(revenue, 0.9));
        let rich = gdp as f64 * 1e6 / self.years.population[0].max(1) as f64 > 20_000.0;
        let social = part(revenue - taxes, if rich { 0.68 } else { 0.3 });
        [("taxes", taxes), ("socialContributions", social), ("otherRevenue", revenue - taxes - social)]
    }

    /// Health, education and defence as reported, interest on what is owed, and a usual split of the rest.
    fn purposes(&self, gdp: i64, expenditure: i64, owed: i64) -> [(&'static str, i64); 10] {
        let [_, health, education, defence] = self.about.budget;
        let of_budget = |share: Option<f64>, usual: f64| expenditure as f64 * share.unwrap_or(usual) / 100.0;
        let mut known = [
            of_budget(health, 10.0),
            of_budget(education, 12.0),
            gdp as f64 * defence.unwrap_or(1.5) / 100.0,
            owed as f64 * 0.028,
        ];
        let sum: f64 = known.iter().sum();
        let most = expenditure as f64 * 0.75;
        if sum > most {
            known = known.map(|amount| amount * most / sum);
        }
        let [health, education, defence, interest] = known.map(|amount| amount.round() as i64);
        let rest = expenditure - health - education - defence - interest;
        let [social, economy, order, housing, culture] = [0.46, 0.19, 0.09, 0.05, 0.04].map(|share| part(rest, share));
        [
            ("health", health),
            ("education", education),
            ("defence", defence),
            ("interest", interest),
            ("socialProtection", social),
            ("economicAffairs", economy),
            ("publicOrder", order),
            ("housingAndEnvironment", housing),
            ("cultureAndRecreation", culture),
            ("generalServices", rest - social - economy - order - housing - culture),
        ]
    }
}
