//! The statistics behind figures and comparisons. Few lines each, of `libm` and not of the system's mathematics, so that a
//! report has the same bytes everywhere; tested against published values.
//!
//! - [`wilson`]: interval of a rate
//! - [`bootstrap`]: interval of a mean, by seeded resampling
//! - [`trials`]: pass@k and pass^k, unbiased
//! - [`paired`]: two runs over the same turns

pub mod bootstrap;
pub mod paired;
pub mod trials;
pub mod wilson;

/// The 97.5 % point of the normal distribution: two-sided intervals and tests at 5 %.
pub const Z_975: f64 = 1.959_963_984_540_054;

/// The 80 % point of the normal distribution: a power of 0.8.
pub const Z_80: f64 = 0.841_621_233_572_914_3;

/// Lower and upper end of a 95 % interval.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Interval {
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

/// A number as a report prints it: a millionth is enough, and the last bits are noise.
pub fn rounded(number: f64) -> f64 {
    (number * 1e6).round() / 1e6
}
