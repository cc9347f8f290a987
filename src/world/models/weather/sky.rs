//! Lows, fronts and showers: smooth noise over the map that drifts eastward.
//!
//! The map is Mercator's, on which features keep their shape and shrink in kilometres towards the poles. It is cut at 180°
//! of longitude; the weather on the two sides of the date line is unrelated.

use crate::world::Seed;
use crate::world::seed::Field;

/// The deviation of [`Field::space`]: uniform corners (1/3) eased over three axes (26/35 each).
const SPACE_DEVIATION: f64 = 0.369_5;

/// One noise field with the size, drift and life of its features.
#[derive(Clone, Copy, Debug)]
struct Layer {
    field: Field,
    /// Width of a feature in degrees at the equator.
    width: f64,
    /// Degrees eastward a day.
    drift: f64,
    /// Days until a feature has turned into another.
    life: f64,
}

impl Layer {
    fn new(seed: Seed, name: &str, width: f64, drift: f64, life: f64) -> Layer {
        Layer { field: seed.field(&["weather", name]), width, drift, life }
    }

    /// Noise of mean 0 and deviation 1 at a point of the map (degrees) and a time (days).
    fn value(&self, x: f64, y: f64, days: f64) -> f64 {
        let along = (x - self.drift * days) / self.width;
        self.field.space(along, y / self.width, days / self.life) / SPACE_DEVIATION
    }
}

/// The sky of one seed over the whole Earth: make it once, ask it often.
#[derive(Clone, Copy, Debug)]
pub struct Sky {
    pub(super) seed: Seed,
    lows: Layer,
    troughs: Layer,
    warmth: Layer,
    spells: Layer,
    fronts: Layer,
    clouds: Layer,
    showers: Layer,
}

/// What the sky does above a point at a time; all but the slopes have mean 0 and deviation 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct Aloft {
    /// Depth of the low overhead.
    pub low: f64,
    /// How much deeper it is a degree further east and north.
    pub slope: [f64; 2],
    /// Warm or cold air.
    pub warmth: f64,
    /// Moist air rising.
    pub front: f64,
    /// Patches of cloud.
    pub cloud: f64,
    /// Single showers.
    pub shower: f64,
}

impl Sky {
    /// The sky of a seed.
    pub fn new(seed: Seed) -> Sky {
        Sky {
            seed,
            lows: Layer::new(seed, "lows", 22.0, 7.0, 5.0),
            troughs: Layer::new(seed, "troughs", 9.0, 9.0, 2.5),
            warmth: Layer::new(seed, "warmth", 20.0, 6.0, 4.0),
            spells: Layer::new(seed, "spells", 45.0, 0.0, 40.0),
            fronts: Layer::new(seed, "fronts", 9.0, 8.0, 1.5),
            clouds: Layer::new(seed, "clouds", 4.0, 7.0, 0.5),
            showers: Layer::new(seed, "showers", 1.2, 6.0, 0.125),
        }
    }

    /// The sky above a point of the map (see [`map`]) at so many days since 1970-01-01T00:00Z.
    pub(super) fn above(&self, x: f64, y: f64, days: f64) -> Aloft {
        const STEP: f64 = 1.5;
        let low = self.lows.value(x, y, days);
        let east = (self.lows.value(x + STEP, y, days) - low) / STEP;
        let north = (self.lows.value(x, y + STEP, days) - low) / STEP;
        // Poleward air ahead of a low is warm, the air behind it is cold, in both hemispheres.
        let ahead = (-east * 9.0).clamp(-2.5, 2.5);
        let warmth = 0.75 * self.warmth.value(x, y, days) + 0.40 * self.spells.value(x, y, days) + 0.45 * ahead;
        Aloft {
            low: 0.88 * low + 0.47 * self.troughs.value(x, y, days),
            slope: [east, north],
            // Records are broken by little.
            warmth: 1.1 * warmth / (1.0 + warmth * warmth / 10.0).sqrt(),
            front: self.fronts.value(x, y, days),
            cloud: self.clouds.value(x, y, days),
            shower: self.showers.value(x, y, days),
        }
    }
}

/// Mercator's map in degrees: east and north.
pub(super) fn map(latitude: f64, longitude: f64) -> (f64, f64) {
    let radians = latitude.clamp(-82.0, 82.0).to_radians();
    let (sin, north) = (libm::sin(radians), 0.5_f64);
    (longitude, (north * libm::log((1.0 + sin) / (1.0 - sin))).to_degrees())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples(pick: impl Fn(Aloft) -> f64) -> Vec<f64> {
        let sky = Sky::new(Seed(11));
        (0..4000)
            .map(|i| {
                let i = f64::from(i);
                pick(sky.above(i * 31.7 % 360.0 - 180.0, i * 17.3 % 140.0 - 70.0, 16_800.0 + i * 1.37))
            })
            .collect()
    }

    #[test]
    fn noise_has_mean_zero_and_deviation_one() {
        let parts: [fn(Aloft) -> f64; 5] = [|a| a.low, |a| a.warmth, |a| a.front, |a| a.cloud, |a| a.shower];
        for (i, part) in parts.into_iter().enumerate() {
            let values = samples(part);
            let mean = values.iter().sum::<f64>() / values.len() as f64;
            let square = values.iter().map(|v| (v - mean) * (v - mean)).sum::<f64>() / values.len() as f64;
            assert!(mean.abs() < 0.1, "part {i} has mean {mean}");
            assert!((square.sqrt() - 1.0).abs() < 0.15, "part {i} has deviation {}", square.sqrt());
        }
    }

    #[test]
    fn the_map_keeps_the_equator_and_stretches_the_north() {
        assert!(map(0.0, 12.0).1.abs() < 1e-9);
        assert!((map(60.0, 0.0).1 - 75.456).abs() < 0.01);
    }
}
