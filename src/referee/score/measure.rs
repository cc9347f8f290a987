use serde::Serialize;

use crate::referee::stats::bootstrap::{self, Share};
use crate::referee::stats::{Interval, rounded, wilson};
use crate::referee::verdict::Status;

/// A figure of one agent: always a numerator over a denominator, with what could not be judged counted in both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Measure {
    /// Numerator over denominator, to a millionth; nothing where the denominator is zero.
    pub value: Option<f64>,
    /// What stands above.
    pub numerator: f64,
    /// What stands below.
    pub denominator: f64,
    /// Lower end of the 95 % interval.
    pub low: Option<f64>,
    /// Upper end of the 95 % interval.
    pub high: Option<f64>,
    /// How much of the denominator belongs to turns that were not run.
    #[serde(skip_serializing_if = "is_zero")]
    pub not_run: f64,
    /// How much of the denominator belongs to turns that could not be judged.
    #[serde(skip_serializing_if = "is_zero")]
    pub infrastructure: f64,
}

/// What turns add to a figure.
#[derive(Clone, Debug, Default)]
pub(super) struct Tallied {
    shares: Vec<Share>,
    not_run: f64,
    infrastructure: f64,
}

impl Tallied {
    /// What one turn adds, above and below.
    pub fn add(&mut self, status: Status, above: f64, below: f64) {
        if below == 0.0 && above == 0.0 {
            return;
        }
        self.shares.push(Share { above, below });
        match status {
            Status::Judged => {}
            Status::NotRun => self.not_run += below,
            Status::Infrastructure => self.infrastructure += below,
        }
    }

    /// One more of which one passed, or not.
    pub fn count(&mut self, status: Status, passed: bool) {
        self.add(status, f64::from(u8::from(passed)), 1.0);
    }

    /// As a rate, whose parts are counts and no more above than below: Wilson's interval.
    pub fn rate(&self) -> Measure {
        let (above, below) = self.sums();
        Measure { ..self.measure(wilson::interval(above as usize, below as usize)) }
    }

    /// As a ratio of any two sums: an interval by resampling turns.
    pub fn ratio(&self) -> Measure {
        self.measure(bootstrap::ratio(&self.shares))
    }

    fn sums(&self) -> (f64, f64) {
        self.shares.iter().fold((0.0, 0.0), |(above, below), share| (above + share.above, below + share.below))
    }

    fn measure(&self, interval: Option<Interval>) -> Measure {
        let (numerator, denominator) = self.sums();
        Measure {
            value: (denominator > 0.0).then(|| rounded(numerator / denominator)),
            numerator: rounded(numerator),
            denominator,
            low: interval.map(|i| rounded(i.low)),
            high: interval.map(|i| rounded(i.high)),
            not_run: self.not_run,
            infrastructure: self.infrastructure,
        }
    }
}

impl Measure {
    /// The plain mean of rates; nothing where one of them is of nothing. It stands over their number.
    pub fn mean_of(rates: &[Self]) -> Self {
        let counts: Vec<(usize, usize)> =
            rates.iter().map(|r| (r.numerator as usize, r.denominator as usize)).collect();
        let interval = bootstrap::mean_of_rates(&counts);
        let sum: Option<f64> = rates.iter().map(|r| (r.denominator > 0.0).then(|| r.numerator / r.denominator)).sum();
        let n = rates.len() as f64;
        Self {
            value: sum.map(|sum| rounded(sum / n)),
            numerator: rounded(sum.unwrap_or_default()),
            denominator: n,
            low: interval.map(|i| rounded(i.low)),
            high: interval.map(|i| rounded(i.high)),
            ..Self::default()
        }
    }

    /// The value at a share of these, in order, over how many there are; without an interval.
    pub fn quantile(mut values: Vec<u64>, share: f64) -> Self {
        values.sort_unstable();
        let at = values.len().checked_sub(1).map(|last| (last as f64 * share).round() as usize);
        let value = at.map(|at| values[at] as f64);
        Self { value, numerator: value.unwrap_or_default(), denominator: values.len() as f64, ..Self::default() }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands out references")]
fn is_zero(number: &f64) -> bool {
    *number == 0.0
}
