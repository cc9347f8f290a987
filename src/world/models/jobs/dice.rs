//! Made-up values of vacancies.

use super::posting::Posting;
use crate::world::seed::{Field, Seed};

/// From `[-1, 1)` to `[0, 1)`.
pub(super) fn unit(noise: f64) -> f64 {
    f64::midpoint(noise, 1.0)
}

/// Made-up values of one vacancy. A keyed mixer and not a generator: a search looks at hundreds of vacancies.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dice {
    pub field: Field,
    pub desk: i64,
    pub stretch: i64,
}

/// What a value is for; the numbers never change.
#[derive(Clone, Copy)]
pub(super) enum What {
    Posted = 0,
    Open = 1,
    Role = 2,
    Contract = 3,
    Level = 4,
    Office = 5,
    Workplace = 6,
    Reach = 7,
    Hours = 8,
    Months = 9,
    PayMiddle = 10,
    PayWidth = 11,
    Summary = 12,
    Applicants = 13,
    Own = 14,
    /// And as many more as there are parts to choose.
    Skills = 100,
    Duties = 200,
    Requirements = 300,
    Extras = 400,
    Phrases = 500,
}

impl Dice {
    /// Values that are the same in every world.
    pub fn of_slot(posting: &Posting) -> Dice {
        let slot = posting.slot;
        Dice { field: Seed(0).field(&["jobs", "steps"]), desk: i64::from(slot.desk), stretch: i64::from(slot.stretch) }
    }

    pub fn roll(self, what: What) -> f64 {
        self.part(what, 0)
    }

    pub fn part(self, what: What, part: usize) -> f64 {
        unit(self.field.lattice(self.desk, self.stretch, what as i64 + part as i64))
    }

    pub fn below(self, what: What, n: usize) -> usize {
        (self.roll(what) * n as f64) as usize
    }

    /// Which `take` of `of` things, as bits.
    pub fn some(self, what: What, take: usize, of: usize) -> u32 {
        let mut order: Vec<(f64, usize)> = (0..of).map(|i| (self.part(what, i), i)).collect();
        order.sort_by(|a, b| a.0.total_cmp(&b.0));
        order.into_iter().take(take).fold(0, |bits, (_, i)| bits | 1 << i)
    }
}
