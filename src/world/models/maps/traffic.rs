//! How busy the roads of a town are in an hour.

use super::lattice::Piece;
use super::town::Class;
use crate::world::models::sensors::Readings;
use crate::world::models::weather::{Local, Sky};
use crate::world::seed::Field;
use crate::world::{Place, World};

/// The least share of their free speed that cars keep.
const LEAST: f64 = 0.35;

/// The traffic of a town in an hour: what its traffic sensors count, and what weather does to it.
#[derive(Clone, Copy, Debug)]
pub struct Traffic {
    /// Vehicles an hour on a street as busy as most with a sensor.
    flow: f64,
    /// How busy streets are against their mean.
    bustle: f64,
    /// Share of the speed of a dry, clear hour.
    weather: f64,
    streets: Field,
    hour: i64,
}

/// A word for how much slower traffic is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// At least 85 % of the free speed.
    Free,
    /// At least 70 %.
    Moderate,
    /// At least 50 %.
    Heavy,
    /// Less.
    Congested,
}

impl Level {
    /// The level of a share of the free speed.
    pub fn of(share: f64) -> Self {
        match share {
            x if x >= 0.85 => Self::Free,
            x if x >= 0.7 => Self::Moderate,
            x if x >= 0.5 => Self::Heavy,
            _ => Self::Congested,
        }
    }

    /// As the tools write it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Free => "free",
            Self::Moderate => "moderate",
            Self::Heavy => "heavy",
            Self::Congested => "congested",
        }
    }
}

impl Traffic {
    /// The traffic of a town in an hour since 1970.
    pub fn of(world: &World, place: &Place, hour: i64) -> Self {
        let seed = world.seed;
        let (readings, sky) = (Readings::new(world, place), Local::new(&Sky::new(seed), place).hour(hour));
        let wet = 1.0 - 0.03 * sky.precipitation.clamp(0.0, 5.0);
        let snow = if sky.precipitation > 0.0 && sky.temperature <= 0.5 { 0.85 } else { 1.0 };
        let fog = if sky.visibility < 1.0 { 0.85 } else { 1.0 };
        Self {
            flow: readings.flow(hour),
            bustle: readings.bustle(hour),
            weather: wet * snow * fog,
            streets: seed.field(&["maps", "traffic"]),
            hour,
        }
    }

    /// The share of the free speed that cars get along at on a piece of a street.
    pub fn factor(&self, piece: Piece, class: Class) -> f64 {
        self.slowed(class, 0.85 + 0.3 * self.dice(piece))
    }

    fn slowed(&self, class: Class, own: f64) -> f64 {
        // Streets are busy beyond four fifths of their mean; small ones and roads outside are less so.
        let over = (self.bustle * own - 0.8).max(0.0);
        let weight = match class {
            Class::Main => 0.75,
            Class::Street => 0.3,
            Class::Road => 0.2,
            Class::Track => 0.0,
        };
        (self.weather / (1.0 + weight * over)).max(LEAST)
    }

    /// How much longer than on a free road one takes along main streets as busy as most, from 0 on.
    pub fn lost(&self) -> f64 {
        1.0 / self.slowed(Class::Main, 1.0) - 1.0
    }

    /// Vehicles an hour on a piece of a street.
    pub fn flow(&self, piece: Piece, class: Class) -> f64 {
        let own = 0.85 + 0.3 * self.dice(piece);
        let share = match class {
            Class::Main => 1.0,
            Class::Street => 0.25,
            Class::Road => 0.5,
            Class::Track => 0.0,
        };
        libm::round(self.flow * own * share)
    }

    /// A number in `[0, 1)` that belongs to a piece in this hour.
    fn dice(&self, piece: Piece) -> f64 {
        let key = i64::from(piece.part) * 2 + piece.axis as i64;
        (self.streets.lattice(i64::from(piece.line), key, self.hour) + 1.0) / 2.0
    }
}
