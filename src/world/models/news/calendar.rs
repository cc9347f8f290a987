//! On which day each story is told.
//!
//! Time since [`FIRST_DAY`] is cut into cycles of half a year, each of thirteen blocks of two weeks. Every telling (a story
//! and one of its subjects) has its place in the cycle once and for all, so it comes back after half a year give or take
//! a block, which is never sooner than [`REST`] days. Within a block the tellings are put in order anew in each cycle and
//! dealt out to the fourteen days, fewer to weekends. So a day, a block or a range can be worked out by itself.

use jiff::ToSpan;
use jiff::civil::{Date, date};

use super::dice::{Dice, What};
use super::stories::{MAX_LAG, Story};

/// The first day of the archive, a Monday.
pub const FIRST_DAY: Date = date(2024, 1, 1);

/// The last day for which there is news.
pub const LAST_DAY: Date = date(2030, 12, 31);

/// A telling of a story does not come back sooner, days.
pub const REST: i32 = 150;

const BLOCK_DAYS: i32 = 14;
const BLOCKS: i32 = 13;
/// Positions within a cycle are counted in thousandths of a day.
const DAY: i64 = 1_000;
const BLOCK: i64 = DAY * BLOCK_DAYS as i64;
const CYCLE: i64 = BLOCK * BLOCKS as i64;
/// A day has at least so many originals, if the tables hold enough.
const FEWEST: usize = 12;

/// Where in its half-year a story that has subjects begins, of the seed's own.
fn phase(dice: Dice, story: usize) -> i64 {
    dice.below(story, 0, 0, What::Phase, CYCLE as usize) as i64
}

/// Which of all tellings of a story this is, in the order of days, where it has so many in each half-year.
pub(super) fn turn(dice: Dice, telling: Telling, count: usize) -> usize {
    // Those that would fall behind the end of the half-year stand at its beginning.
    let wraps = phase(dice, telling.story) + telling.ordinal as i64 * (CYCLE / count as i64) >= CYCLE;
    let cycle = if wraps { telling.cycle } else { telling.cycle + 1 };
    telling.ordinal + cycle as usize * count
}

/// Days since [`FIRST_DAY`].
pub(super) fn day_number(day: Date) -> i32 {
    // Both are civil dates within jiff's range, for which a difference in days always exists.
    FIRST_DAY.until(day).map_or(0, |span| span.get_days())
}

/// The date of a day number, or nothing outside the calendar.
pub(super) fn date_of(day: i32) -> Option<Date> {
    FIRST_DAY.checked_add(day.days()).ok().filter(|d| (FIRST_DAY..=LAST_DAY).contains(d))
}

/// One telling of a story.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Telling {
    /// Day of the original, since [`FIRST_DAY`].
    pub day: i32,
    pub story: usize,
    /// Which of the story's tellings within the cycle.
    pub ordinal: usize,
    /// Half-years since [`FIRST_DAY`].
    pub cycle: i32,
}

/// Where every telling has its place in the cycle, for one seed.
#[derive(Debug)]
pub(super) struct Plan<'a> {
    stories: &'a [Story],
    dice: Dice,
    blocks: [Vec<Place>; BLOCKS as usize],
    /// The same for the stories of a beat, which have days of their own: a beat that grows moves no other story.
    beats: [Vec<Place>; BLOCKS as usize],
}

/// A telling's place within its block.
#[derive(Debug, Clone, Copy)]
struct Place {
    story: u32,
    ordinal: u32,
    /// Start of the stretch within the block in which it falls, and its length.
    start: i32,
    stretch: i32,
}

impl<'a> Plan<'a> {
    /// Gives every telling its place.
    pub fn new(stories: &'a [Story], dice: Dice) -> Self {
        let blocks = std::array::from_fn(|_| Vec::with_capacity(256));
        let mut plan = Self { stories, dice, blocks, beats: std::array::from_fn(|_| Vec::new()) };
        let once = stories.iter().filter(|s| s.pinned.is_none() && s.subject.is_none()).count().max(1);
        let turn = dice.below(0, 0, 0, What::Turn, once);
        let stride = stride(dice, once);
        let mut seen = 0;
        for (number, story) in stories.iter().enumerate().filter(|(_, s)| s.pinned.is_none()) {
            match story.subject {
                // Spread evenly over the cycle, in an order of the seed's own.
                None => {
                    let place = (turn + seen * stride) % once;
                    seen += 1;
                    let block = (place as i64 * CYCLE + CYCLE / 2) / once as i64 / BLOCK;
                    plan.put(number, 0, block * BLOCK, BLOCK);
                }
                Some((_, count)) => {
                    let phase = phase(dice, number);
                    let spacing = CYCLE / count as i64;
                    for ordinal in 0..count {
                        let position = (phase + ordinal as i64 * spacing) % CYCLE;
                        plan.put(number, ordinal, position, spacing.min(BLOCK) * 3 / 10);
                    }
                }
            }
        }
        plan
    }

    fn put(&mut self, story: usize, ordinal: usize, position: i64, stretch: i64) {
        let start = (position % BLOCK) as i32;
        let place = Place { story: story as u32, ordinal: ordinal as u32, start, stretch: stretch as i32 };
        let blocks = if self.stories[story].beat { &mut self.beats } else { &mut self.blocks };
        blocks[(position / BLOCK) as usize].push(place);
    }

    /// Calls back with every telling whose original or a follow-up of it may fall into these days (both included).
    pub fn tellings(&self, from: i32, to: i32, mut each: impl FnMut(Telling)) {
        let (from, to) = ((from - MAX_LAG).max(0), to.min(day_number(LAST_DAY)));
        if from > to {
            return;
        }
        for block in from / BLOCK_DAYS..=to / BLOCK_DAYS {
            self.deal(block, |telling| {
                if (from..=to).contains(&telling.day) {
                    each(telling);
                }
            });
        }
        let pinned = self.stories.iter().enumerate().filter_map(|(i, s)| Some((i, s.pinned?)));
        for (story, day) in pinned.filter(|(_, day)| (from..=to).contains(day)) {
            each(Telling { day, story, ordinal: 0, cycle: 0 });
        }
    }

    /// Deals the tellings of a block (counted from [`FIRST_DAY`]) out to its days.
    fn deal(&self, block: i32, mut each: impl FnMut(Telling)) {
        for blocks in [&self.blocks, &self.beats] {
            self.deal_places(&blocks[(block % BLOCKS) as usize], block, &mut each);
        }
    }

    fn deal_places(&self, places: &[Place], block: i32, each: &mut impl FnMut(Telling)) {
        let cycle = block / BLOCKS;
        let key = |place: &Place| {
            let jitter = self.dice.unit(place.story as usize, place.ordinal as usize, cycle, What::Jitter);
            let position = place.start + (jitter * f64::from(place.stretch)) as i32;
            // Position, story and ordinal in one number, which sorts in the order of the three.
            (position as u64) << 40 | u64::from(place.story) << 16 | u64::from(place.ordinal)
        };
        let mut order: Vec<u64> = places.iter().map(key).collect();
        order.sort_unstable();
        let mut rest = order.into_iter();
        for (day, size) in (block * BLOCK_DAYS..).zip(sizes(places.len(), self.dice, block)) {
            for key in rest.by_ref().take(size) {
                let (story, ordinal) = ((key >> 16 & 0xFF_FFFF) as usize, (key & 0xFFFF) as usize);
                each(Telling { day, story, ordinal, cycle });
            }
        }
    }
}

/// A step that visits all of `n` places, of the seed's own.
fn stride(dice: Dice, n: usize) -> usize {
    let wish = n / 3 + dice.below(1, 0, 0, What::Turn, n / 3 + 1);
    (wish.max(1)..).find(|s| gcd(*s, n) == 1).unwrap_or(1)
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// How many of `n` tellings each day of a block gets: a floor, and the rest mostly to working days.
fn sizes(n: usize, dice: Dice, block: i32) -> [usize; BLOCK_DAYS as usize] {
    let floor = FEWEST.min(n / BLOCK_DAYS as usize);
    let mut sizes = [floor; BLOCK_DAYS as usize];
    let extra = n - floor * sizes.len();
    let weights: [f64; BLOCK_DAYS as usize] = std::array::from_fn(|day| {
        let weekday = if day % 7 < 5 { 1.0 } else { 0.25 };
        weekday * (0.75 + 0.5 * dice.unit(day, 0, block, What::Size))
    });
    let total: f64 = weights.iter().sum();
    let (mut sum, mut given) = (0.0, 0);
    for (size, weight) in sizes.iter_mut().zip(weights) {
        sum += weight;
        let due = (extra as f64 * sum / total).round() as usize;
        *size += due - given;
        given = due;
    }
    // The last sum may miss the total by a rounding.
    sizes[0] += extra - given;
    sizes
}
