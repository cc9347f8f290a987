//! Draws that cost nanoseconds and need no order: each is a lattice point of one seeded field.

use crate::world::seed::{Field, Seed};

/// What a draw is for; each purpose has values of its own.
#[derive(Debug, Clone, Copy)]
pub(super) enum What {
    Turn,
    Phase,
    Jitter,
    Size,
    Subject,
    Gap(usize),
    Outlet(usize),
    Author(usize),
    Minute(usize),
    Popularity(usize),
    Length(usize),
    Paywall(usize),
}

impl What {
    /// A number of its own for each purpose; a story has fewer than 64 gaps and pieces.
    fn code(self) -> i64 {
        match self {
            Self::Turn => 0,
            Self::Phase => 1,
            Self::Jitter => 2,
            Self::Size => 3,
            Self::Subject => 4,
            Self::Gap(n) => 64 + n as i64,
            Self::Outlet(n) => 128 + n as i64,
            Self::Author(n) => 192 + n as i64,
            Self::Minute(n) => 256 + n as i64,
            Self::Popularity(n) => 320 + n as i64,
            Self::Length(n) => 384 + n as i64,
            Self::Paywall(n) => 448 + n as i64,
        }
    }
}

/// The draws of one seed.
#[derive(Debug, Clone, Copy)]
pub(super) struct Dice(Field);

impl Dice {
    pub fn new(seed: Seed) -> Self {
        Self(seed.field(&["news"]))
    }

    /// A float in `[0, 1)`.
    pub fn unit(self, story: usize, ordinal: usize, cycle: i32, what: What) -> f64 {
        let telling = (ordinal as i64) << 32 | i64::from(cycle);
        (self.0.lattice(story as i64, telling, what.code()) + 1.0) * 0.5
    }

    /// An integer in `[0, n)`; 0 when `n` is 0.
    pub fn below(self, story: usize, ordinal: usize, cycle: i32, what: What, n: usize) -> usize {
        ((self.unit(story, ordinal, cycle, what) * n as f64) as usize).min(n.saturating_sub(1))
    }
}
