//! What is in food.

/// Kilocalories, then grams of protein, fat, saturated fat, carbohydrates, sugars, fibre, salt and alcohol.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Nutrients(pub [f64; 9]);

impl Nutrients {
    /// Their names, in their order.
    pub const NAMES: [&'static str; 9] =
        ["kcal", "protein", "fat", "saturated_fat", "carbohydrates", "sugars", "fiber", "salt", "alcohol"];

    /// Adds so many grams of something of which this is in 100.
    pub fn add(&mut self, of: &Self, grams: f64) {
        for (sum, part) in self.0.iter_mut().zip(of.0) {
            *sum += part * grams / 100.0;
        }
    }

    /// So many times as much.
    pub fn times(&self, factor: f64) -> Self {
        Self(self.0.map(|part| part * factor))
    }

    /// As it is told: kilocalories to one decimal, grams to two.
    pub fn rounded(&self) -> Self {
        let mut all = self.0.map(|part| (part * 100.0).round() / 100.0);
        all[0] = (self.0[0] * 10.0).round() / 10.0;
        Self(all)
    }

    /// Shares of the energy in percent that come from protein, fat, carbohydrates and alcohol, to one decimal; nothing where
    /// there is none.
    pub fn shares(&self) -> Option<[f64; 4]> {
        let [_, protein, fat, _, carbs, _, _, _, alcohol] = self.0;
        let parts = [4.0 * protein, 9.0 * fat, 4.0 * carbs, 7.0 * alcohol];
        let whole: f64 = parts.iter().sum();
        (whole > 0.0).then(|| parts.map(|part| (part / whole * 1000.0).round() / 10.0))
    }
}
