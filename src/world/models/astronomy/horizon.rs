//! Bodies above the horizon of one place: when they rise, cross the meridian and set.

use super::moment::{half_turn, sidereal};
use super::planets::length;

/// Radians that the Earth turns in a second.
const SPIN: f64 = 7.292_115_855e-5;

/// Seconds between two looks at the horizon; a body that is above or below for less may be missed.
const STEP: f64 = 900.0;

/// Kilometres from the Earth's middle to the equator and how much less it is to the poles.
const EQUATOR_KM: f64 = 6_378.14;
const FLATTENING: f64 = 1.0 / 298.257;

/// Where a body goes over some days: known every six hours, in between by cubic curves (good to a second of arc for the
/// moon, which needs it most).
#[derive(Clone, Debug)]
pub(super) struct Track {
    start: f64,
    points: Vec<[f64; 3]>,
}

impl Track {
    const EVERY: f64 = 21_600.0;

    /// The track of a body between two times; `of` gives its vector along the equator of date.
    pub fn new(of: impl Fn(f64) -> [f64; 3], from: f64, to: f64) -> Track {
        let start = from - Self::EVERY;
        let count = ((to - from) / Self::EVERY).ceil() as usize + 3;
        Track { start, points: (0..count).map(|i| of(start + i as f64 * Self::EVERY)).collect() }
    }

    /// Lagrange's curve through the four points around a time.
    pub fn at(&self, unix: f64) -> [f64; 3] {
        let x = (unix - self.start) / Self::EVERY;
        let i = (x.floor().max(1.0) as usize).min(self.points.len() - 3);
        let p = x - i as f64;
        let weights = [
            -p * (p - 1.0) * (p - 2.0) / 6.0,
            (p + 1.0) * (p - 1.0) * (p - 2.0) / 2.0,
            -(p + 1.0) * p * (p - 2.0) / 2.0,
            (p + 1.0) * p * (p - 1.0) / 6.0,
        ];
        std::array::from_fn(|axis| (0..4).map(|k| weights[k] * self.points[i + k - 1][axis]).sum())
    }
}

/// Someone who looks at the sky around a time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Observer {
    sin: f64,
    cos: f64,
    /// Kilometres from the Earth's axis and above the plane of its equator.
    out: f64,
    up: f64,
    /// Local sidereal time at a moment.
    turned: f64,
    at: f64,
}

impl Observer {
    /// At a place in degrees, around a time; two days away it is off by a hundredth of a second of time.
    pub fn new(latitude: f64, longitude: f64, unix: f64) -> Observer {
        let radians = latitude.to_radians();
        let (sin, cos) = (libm::sin(radians), libm::cos(radians));
        let polar = (1.0 - FLATTENING) * (1.0 - FLATTENING);
        let radius = EQUATOR_KM / (cos * cos + polar * sin * sin).sqrt();
        let turned = sidereal(unix) + longitude.to_radians();
        Observer { sin, cos, out: radius * cos, up: radius * polar * sin, turned, at: unix }
    }

    fn turned(&self, unix: f64) -> f64 {
        self.turned + (unix - self.at) * SPIN
    }

    /// Degrees above the horizon of a body so far away that the place does not matter.
    pub fn height(&self, vector: [f64; 3], unix: f64) -> f64 {
        let turned = self.turned(unix);
        let along = vector[0] * libm::cos(turned) + vector[1] * libm::sin(turned);
        let sine = (self.cos * along + self.sin * vector[2]) / length(vector);
        libm::asin(sine.clamp(-1.0, 1.0)).to_degrees()
    }

    /// The vector from the place to a body whose vector from the Earth's middle is given in kilometres.
    pub fn towards(&self, vector: [f64; 3], unix: f64) -> [f64; 3] {
        let turned = self.turned(unix);
        [vector[0] - self.out * libm::cos(turned), vector[1] - self.out * libm::sin(turned), vector[2] - self.up]
    }

    /// Radians that a body has turned past the meridian, in `[-π, π)`.
    pub fn past_meridian(&self, vector: [f64; 3], unix: f64) -> f64 {
        half_turn(self.turned(unix) - libm::atan2(vector[1], vector[0]))
    }

    /// The time nearest to another at which a body has turned so many radians past the meridian.
    pub fn turned_to(&self, path: &impl Fn(f64) -> [f64; 3], near: f64, angle: f64) -> f64 {
        let mut unix = near;
        for _ in 0..6 {
            let step = self.seconds_until(path(unix), unix, angle);
            unix += step;
            if step.abs() < 0.1 {
                break;
            }
        }
        unix
    }

    /// Seconds until a body that stands still among the stars has turned so far, at most half a day before or after.
    pub fn seconds_until(&self, vector: [f64; 3], unix: f64, angle: f64) -> f64 {
        half_turn(angle - self.past_meridian(vector, unix)) / SPIN
    }

    /// Radians between the meridian and where a body passes a height in degrees; none when it never does.
    pub fn hour_angle(&self, vector: [f64; 3], height: f64) -> Option<f64> {
        let up = vector[2] / length(vector);
        let cosine = (libm::sin(height.to_radians()) - self.sin * up) / (self.cos * (1.0 - up * up).sqrt());
        (cosine.abs() <= 1.0).then(|| libm::acos(cosine))
    }
}

/// A time at which something passes a level, and whether it rises.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Crossing {
    pub unix: f64,
    pub rising: bool,
}

/// When a height passes zero between two times, in order.
pub(super) fn crossings(height: impl Fn(f64) -> f64, from: f64, to: f64) -> Vec<Crossing> {
    let mut found = Vec::new();
    let (mut before, mut was) = (from, height(from));
    while before < to {
        let after = (before + STEP).min(to);
        let is = height(after);
        if (was < 0.0) != (is < 0.0) {
            found.push(Crossing { unix: narrowed(&height, before, after, was), rising: was < 0.0 });
        }
        (before, was) = (after, is);
    }
    found
}

/// Halves the interval until it is shorter than half a second.
fn narrowed(height: &impl Fn(f64) -> f64, mut low: f64, mut high: f64, at_low: f64) -> f64 {
    while high - low > 0.5 {
        let middle = (low + high) / 2.0;
        if (height(middle) < 0.0) == (at_low < 0.0) {
            low = middle;
        } else {
            high = middle;
        }
    }
    (low + high) / 2.0
}
