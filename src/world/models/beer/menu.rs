//! Beers for someone.

use super::{Beer, Beers, Ratings};
use crate::world::seed::Seed;

/// Percentage points by which a beer may differ from the strength that was asked for.
pub const WITHIN: f64 = 1.0;

/// What someone likes.
#[derive(Clone, Debug, Default)]
pub struct Taste {
    /// Percent by volume.
    pub abv: Option<f64>,
    /// Flavours as beers have them.
    pub flavours: Vec<String>,
    /// Indices of favourite styles.
    pub styles: Vec<usize>,
}

impl Taste {
    fn fits(&self, beer: &Beer) -> bool {
        // Strengths have one decimal, so a difference of exactly one point counts as within.
        let strong = self.abv.is_none_or(|abv| (beer.abv - abv).abs() <= WITHIN + 1e-9);
        strong && (self.flavours.is_empty() || self.shared(beer) > 0)
    }

    /// How many of the wanted flavours a beer has.
    pub fn shared(&self, beer: &Beer) -> usize {
        beer.flavours.iter().filter(|flavour| self.flavours.contains(flavour)).count()
    }
}

impl Beers {
    /// Up to `most` beers for someone: those with more of the wanted flavours first, then favourite styles, then those nearer to
    /// the wanted strength, then the better rated. Without flavours no style comes twice before every fitting style came
    /// once, so that a menu without wishes is a tour.
    pub fn menu(&self, seed: Seed, user: i64, taste: &Taste, most: usize) -> Vec<&Beer> {
        let whim = seed.field(&["beer", "whim", &user.to_string()]);
        let tenths = |beer: &Beer| taste.abv.map_or(0, |abv| libm::round((beer.abv - abv).abs() * 10.0) as i64);
        let score = |beer: &Beer| {
            let rating = Ratings::of(seed, beer).average + 0.35 * whim.lattice(beer.id, 0, 0);
            let favourite = taste.styles.contains(&beer.style);
            (
                std::cmp::Reverse(taste.shared(beer)),
                !favourite,
                tenths(beer),
                -libm::round(rating * 1000.0) as i64,
                beer.id,
            )
        };
        let mut fitting: Vec<(_, &Beer)> =
            self.beers.iter().filter(|beer| taste.fits(beer)).map(|beer| (score(beer), beer)).collect();
        fitting.sort_by_key(|a| a.0);
        fitting.sort_by_key(|(score, _)| *score);
        let ranked: Vec<&Beer> = fitting.into_iter().map(|(_, beer)| beer).collect();
        if !taste.flavours.is_empty() {
            return ranked.into_iter().take(most).collect();
        }
        let mut seen = vec![0_usize; self.styles.len()];
        let mut turns: Vec<(usize, &Beer)> = Vec::new();
        for beer in ranked {
            turns.push((seen[beer.style], beer));
            seen[beer.style] += 1;
        }
        // Stable, so within a turn the ranking stays.
        turns.sort_by_key(|(turn, _)| *turn);
        turns.into_iter().map(|(_, beer)| beer).take(most).collect()
    }
}
