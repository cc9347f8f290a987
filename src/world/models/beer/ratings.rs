//! What drinkers think of a beer.

use super::table::Beer;
use crate::world::models::rates::decimal;
use crate::world::seed::Seed;

/// Stars given to a beer.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    /// How many gave one, two, three, four and five stars.
    pub stars: [u32; 5],
    /// How many there are.
    pub count: u32,
    /// Mean of the stars, two decimals.
    pub average: f64,
}

impl Ratings {
    /// The ratings of a beer in the world of a seed.
    pub fn of(seed: Seed, beer: &Beer) -> Self {
        let mut stream = seed.stream(&["beer", "ratings", &beer.id.to_string()]);
        // Rare beers are strong ones, and those who find them like them better.
        let quality = 0.3 * stream.bell() + (beer.abv - 5.5) * 0.05;
        let crowd = libm::exp(stream.between(3.6, 8.2) - (beer.abv - 5.0).max(0.0) * 0.12);
        let weights: [f64; 5] = std::array::from_fn(|star| {
            let off = star as f64 - (2.75 + quality);
            libm::exp(-0.75 * off * off) * stream.between(0.85, 1.15)
        });
        let sum: f64 = weights.iter().sum();
        let stars = weights.map(|weight| libm::round(crowd * weight / sum) as u32);
        let count: u32 = stars.iter().sum();
        let points: u32 = (1..).zip(stars).map(|(star, times)| star * times).sum();
        let average = decimal::places(f64::from(points) / f64::from(count.max(1)), 2);
        Self { stars, count, average }
    }
}
