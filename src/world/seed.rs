//! Seeded values whose bytes never change: named streams and smooth noise fields.
//!
//! `rand` may change the values its distributions give in any minor release, so only the raw `u64`s of
//! [`ChaCha8Rng`] are used here and the mapping to ranges, floats and choices is our own, pinned by tests.

use std::sync::LazyLock;

use quick_cache::sync::Cache;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use sha2::{Digest, Sha256};

/// The number that decides every made-up fact of a world.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Seed(pub u64);

impl Seed {
    /// A generator of its own for the thing with this name, e.g. `["train", "2123", "2026-03-02"]`.
    ///
    /// Streams are keyed by name and never shared, so asking for one thing cannot change another.
    pub fn stream(self, name: &[&str]) -> Stream {
        Stream(ChaCha8Rng::from_seed(self.digest(name)))
    }

    /// A noise field of its own for the quantity with this name, e.g. `["weather", "temperature"]`.
    pub fn field(self, name: &[&str]) -> Field {
        let full = self.full_name(name);
        if let Some(key) = KEYS.get(full.as_slice()) {
            return Field { key };
        }
        let key = self.stream(name).bits();
        KEYS.insert(full.into(), key);
        Field { key }
    }

    /// Seed and name in one, each part with its length, so that no two names are one.
    fn full_name(self, name: &[&str]) -> Vec<u8> {
        let mut full = Vec::with_capacity(64);
        full.extend_from_slice(&self.0.to_le_bytes());
        for part in name {
            full.extend_from_slice(&(part.len() as u64).to_le_bytes());
            full.extend_from_slice(part.as_bytes());
        }
        full
    }

    fn digest(self, name: &[&str]) -> [u8; 32] {
        Sha256::digest(self.full_name(name)).into()
    }
}

/// Keys of fields that were asked for lately. There are few names, each asked for by thousands of calls, and a key costs
/// a hash and a cipher's set-up.
static KEYS: LazyLock<Cache<Box<[u8]>, u64>> = LazyLock::new(|| Cache::new(16_384));

/// A stream of seeded values for one named thing.
pub struct Stream(ChaCha8Rng);

impl Stream {
    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A float in `[0, 1)` with 53 random bits.
    pub fn unit(&mut self) -> f64 {
        unit(self.bits())
    }

    /// A float in `[low, high)`.
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    /// An integer in `[0, n)`, or 0 when `n` is 0. The bias of the multiplication is below 2^-32 for `n` < 2^32.
    pub fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.bits()) * n as u128) >> 64) as usize
    }

    /// An integer in `[low, high]`.
    pub fn within(&mut self, low: i64, high: i64) -> i64 {
        low + self.below((high - low + 1).max(1) as usize) as i64
    }

    /// Whether an event of this probability happens.
    pub fn chance(&mut self, probability: f64) -> bool {
        self.unit() < probability
    }

    /// One of the items, or nothing when there are none.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get(self.below(items.len()))
    }

    /// Puts the items into a seeded order (Fisher–Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }

    /// A value of roughly normal shape, mean 0 and deviation 1: the sum of twelve uniforms (Irwin–Hall).
    pub fn bell(&mut self) -> f64 {
        (0..12).map(|_| self.unit()).sum::<f64>() - 6.0
    }
}

/// Smooth noise over one to three dimensions; equal at equal places, whatever was asked before.
///
/// Lattice values come from one keyed 64-bit mixer (SplitMix64) instead of a generator each, because a week of hourly
/// weather needs thousands of them.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    key: u64,
}

impl Field {
    /// The value in `[-1, 1)` at a lattice point.
    pub fn lattice(self, x: i64, y: i64, z: i64) -> f64 {
        let mut h = self.key;
        for coordinate in [x, y, z] {
            h = mix(h ^ (coordinate as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15));
        }
        unit(h) * 2.0 - 1.0
    }

    /// Smooth noise in `[-1, 1]` along one axis, with features one unit wide.
    pub fn line(self, t: f64) -> f64 {
        let (i, f) = split(t);
        lerp(self.lattice(i, 0, 0), self.lattice(i + 1, 0, 0), f)
    }

    /// Smooth noise in `[-1, 1]` over a place and a time, with features one unit wide.
    pub fn space(self, x: f64, y: f64, t: f64) -> f64 {
        let ((i, u), (j, v), (k, w)) = (split(x), split(y), split(t));
        let row = |j, k| lerp(self.lattice(i, j, k), self.lattice(i + 1, j, k), u);
        let plane = |k| lerp(row(j, k), row(j + 1, k), v);
        lerp(plane(k), plane(k + 1), w)
    }
}

/// The cell and the eased position within it, so that neighbouring cells meet without a kink.
fn split(x: f64) -> (i64, f64) {
    let floor = x.floor();
    let f = x - floor;
    (floor as i64, f * f * (3.0 - 2.0 * f))
}

fn lerp(a: f64, b: f64, f: f64) -> f64 {
    a + (b - a) * f
}

/// SplitMix64's finaliser (Steele, Lea, Flood 2014).
fn mix(mut h: u64) -> u64 {
    h = h.wrapping_add(0x9E37_79B9_7F4A_7C15);
    h = (h ^ (h >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    h = (h ^ (h >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    h ^ (h >> 31)
}

fn unit(bits: u64) -> f64 {
    (bits >> 11) as f64 / (1u64 << 53) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_give_the_values_they_always_gave() {
        let mut s = Seed(42).stream(&["golden"]);
        let drawn: Vec<u64> = (0..3).map(|_| s.bits()).collect();
        assert_eq!(drawn, GOLDEN);
    }

    #[test]
    fn names_are_not_concatenated() {
        let a = Seed(1).stream(&["ab", "c"]).bits();
        let b = Seed(1).stream(&["a", "bc"]).bits();
        assert_ne!(a, b);
    }

    #[test]
    fn noise_is_continuous_across_cells() {
        let field = Seed(7).field(&["t"]);
        for cell in -5..5 {
            let edge = f64::from(cell);
            let gap = field.space(edge - 1e-9, 0.3, 0.7) - field.space(edge + 1e-9, 0.3, 0.7);
            assert!(gap.abs() < 1e-6, "a step of {gap} at {edge}");
        }
    }

    #[test]
    fn below_stays_below() {
        let mut s = Seed(3).stream(&["below"]);
        assert!((0..1000).all(|_| s.below(7) < 7));
        assert_eq!(s.below(0), 0);
    }

    const GOLDEN: [u64; 3] = [12_194_185_130_137_003_864, 8_425_321_674_849_030_235, 17_783_518_025_610_190_752];
}
