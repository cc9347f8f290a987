//! The Air Quality Index of the US EPA: 40 CFR Part 58, Appendix G, with the breakpoints in force since 6 May 2024
//! (89 FR 16202; Technical Assistance Document EPA-454/B-24-002).

/// A pollutant of the index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Pollutant {
    /// Particles up to 2.5 µm.
    Pm25,
    /// Particles up to 10 µm.
    Pm10,
    /// Ozone.
    O3,
    /// Nitrogen dioxide.
    No2,
    /// Sulphur dioxide.
    So2,
    /// Carbon monoxide.
    Co,
}

impl Pollutant {
    /// Every pollutant; on equal index the earlier one is called dominant.
    pub const ALL: [Pollutant; 6] =
        [Pollutant::Pm25, Pollutant::Pm10, Pollutant::O3, Pollutant::No2, Pollutant::So2, Pollutant::Co];

    /// A code that never changes, e.g. `pm2_5`.
    pub fn code(self) -> &'static str {
        match self {
            Pollutant::Pm25 => "pm2_5",
            Pollutant::Pm10 => "pm10",
            Pollutant::O3 => "o3",
            Pollutant::No2 => "no2",
            Pollutant::So2 => "so2",
            Pollutant::Co => "co",
        }
    }

    /// The index of a concentration: µg/m³, for CO mg/m³, averaged over the time the index is defined on.
    pub fn index(self, concentration: f64) -> i64 {
        let (scale, decimals) = self.unit();
        let steps = decimals_of(decimals);
        // The rule says to truncate; a hair is added so that 9.0 is not read as 8.999….
        let value = (concentration * scale * steps + 1e-6).floor() / steps;
        on_scale(self.breakpoints(), value)
    }

    /// Factor from our unit to that of the breakpoints (µg/m³, ppm or ppb at 25 °C and 1 atm), and its decimals.
    fn unit(self) -> (f64, u32) {
        /// Litres a mole at 25 °C and 1 atm.
        const MOLE: f64 = 24.45;
        match self {
            Pollutant::Pm25 => (1.0, 1),
            Pollutant::Pm10 => (1.0, 0),
            Pollutant::O3 => (MOLE / 48.00 / 1000.0, 3),
            Pollutant::No2 => (MOLE / 46.01, 0),
            Pollutant::So2 => (MOLE / 64.07, 0),
            Pollutant::Co => (MOLE / 28.01, 1),
        }
    }

    /// Lower and upper bound of each of the six bands, in µg/m³, ppm (O3, CO) or ppb (NO2, SO2).
    ///
    /// Ozone's eight-hour bands end at 0.200 ppm; its last band is the one-hour one and out of reach here.
    fn breakpoints(self) -> &'static [(f64, f64); 6] {
        match self {
            Pollutant::Pm25 => &[(0.0, 9.0), (9.1, 35.4), (35.5, 55.4), (55.5, 125.4), (125.5, 225.4), (225.5, 325.4)],
            Pollutant::Pm10 => {
                &[(0.0, 54.0), (55.0, 154.0), (155.0, 254.0), (255.0, 354.0), (355.0, 424.0), (425.0, 604.0)]
            }
            Pollutant::O3 => {
                &[(0.0, 0.054), (0.055, 0.070), (0.071, 0.085), (0.086, 0.105), (0.106, 0.200), (0.201, 0.604)]
            }
            Pollutant::No2 => {
                &[(0.0, 53.0), (54.0, 100.0), (101.0, 360.0), (361.0, 649.0), (650.0, 1249.0), (1250.0, 2049.0)]
            }
            Pollutant::So2 => {
                &[(0.0, 35.0), (36.0, 75.0), (76.0, 185.0), (186.0, 304.0), (305.0, 604.0), (605.0, 1004.0)]
            }
            Pollutant::Co => &[(0.0, 4.4), (4.5, 9.4), (9.5, 12.4), (12.5, 15.4), (15.5, 30.4), (30.5, 50.4)],
        }
    }
}

fn decimals_of(decimals: u32) -> f64 {
    f64::from(10_u32.pow(decimals))
}

/// Index bounds of the six bands.
const BANDS: [(f64, f64); 6] =
    [(0.0, 50.0), (51.0, 100.0), (101.0, 150.0), (151.0, 200.0), (201.0, 300.0), (301.0, 500.0)];

/// Linear within a band; beyond the last one the index goes on with the same slope.
fn on_scale(breakpoints: &[(f64, f64); 6], value: f64) -> i64 {
    let band = breakpoints.iter().position(|&(_, high)| value <= high).unwrap_or(5);
    let (low, high) = breakpoints[band];
    let (from, to) = BANDS[band];
    ((to - from) / (high - low) * (value - low) + from).round() as i64
}

/// A range of the index with its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Category {
    /// 0 to 50.
    Good,
    /// 51 to 100.
    Moderate,
    /// 101 to 150.
    UnhealthyForSensitiveGroups,
    /// 151 to 200.
    Unhealthy,
    /// 201 to 300.
    VeryUnhealthy,
    /// 301 and more.
    Hazardous,
}

impl Category {
    /// The category of an index.
    pub fn of(index: i64) -> Category {
        match index {
            ..=50 => Category::Good,
            51..=100 => Category::Moderate,
            101..=150 => Category::UnhealthyForSensitiveGroups,
            151..=200 => Category::Unhealthy,
            201..=300 => Category::VeryUnhealthy,
            _ => Category::Hazardous,
        }
    }

    /// The EPA's name, e.g. `Unhealthy for Sensitive Groups`.
    pub fn text(self) -> &'static str {
        match self {
            Category::Good => "Good",
            Category::Moderate => "Moderate",
            Category::UnhealthyForSensitiveGroups => "Unhealthy for Sensitive Groups",
            Category::Unhealthy => "Unhealthy",
            Category::VeryUnhealthy => "Very Unhealthy",
            Category::Hazardous => "Hazardous",
        }
    }

    /// What it means for people, in a sentence.
    pub fn advice(self) -> &'static str {
        match self {
            Category::Good => "Air pollution poses little or no risk; enjoy the outdoors.",
            Category::Moderate => {
                "Fine for most; people who are unusually sensitive should shorten long, hard exertion outdoors."
            }
            Category::UnhealthyForSensitiveGroups => {
                "Children, older people and people with heart or lung disease should do less outdoors and take breaks."
            }
            Category::Unhealthy => {
                "Everyone should cut down on long or hard exertion outdoors; sensitive groups avoid it."
            }
            Category::VeryUnhealthy => "Everyone should avoid exertion outdoors; sensitive groups stay indoors.",
            Category::Hazardous => "Everyone should stay indoors, keep windows closed and avoid all exertion.",
        }
    }
}

/// The index of some air: that of its worst pollutant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Aqi {
    /// 0 to 500, above that off the scale.
    pub value: i64,
    /// The pollutant it comes from.
    pub dominant: Pollutant,
}

impl Aqi {
    /// The index of concentrations in the order of [`Pollutant::ALL`].
    pub fn of(concentrations: [f64; 6]) -> Aqi {
        let all = Pollutant::ALL.into_iter().zip(concentrations);
        let each = all.map(|(dominant, concentration)| Aqi { value: dominant.index(concentration), dominant });
        let first = Aqi { value: -1, dominant: Pollutant::Pm25 };
        each.fold(first, |worst, one| if one.value > worst.value { one } else { worst })
    }

    /// Its category.
    pub fn category(self) -> Category {
        Category::of(self.value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ends_of_the_bands_have_the_published_index() {
        let ends = [(0.0, 0), (9.0, 50), (9.1, 51), (35.4, 100), (35.5, 101), (55.4, 150), (125.4, 200), (225.4, 300)];
        for (concentration, index) in ends {
            assert_eq!(Pollutant::Pm25.index(concentration), index, "{concentration} µg/m³");
        }
        assert_eq!(Pollutant::Pm25.index(325.4), 500);
        assert!(Pollutant::Pm25.index(400.0) > 500);
    }

    #[test]
    fn concentrations_are_truncated_not_rounded() {
        assert_eq!(Pollutant::Pm25.index(9.09), 50);
        assert_eq!(Pollutant::Pm10.index(54.99), 50);
        assert_eq!(Pollutant::Pm10.index(55.0), 51);
    }

    #[test]
    fn gases_are_converted_to_parts() {
        // 0.078 ppm of ozone is 153.1 µg/m³; the band from 0.071 to 0.085 runs from 101 to 150.
        assert_eq!(Pollutant::O3.index(153.2), 126);
        // 53 ppb of NO2 are 99.7 µg/m³.
        assert_eq!(Pollutant::No2.index(99.8), 50);
        assert_eq!(Pollutant::Co.index(5.1), 50);
    }

    #[test]
    fn the_index_never_falls_with_the_concentration() {
        for pollutant in Pollutant::ALL {
            let indices: Vec<i64> = (0..6000).map(|c| pollutant.index(f64::from(c) / 10.0)).collect();
            assert!(indices.windows(2).all(|pair| pair[0] <= pair[1]), "{pollutant:?}");
        }
    }

    #[test]
    fn the_worst_pollutant_decides() {
        let aqi = Aqi::of([5.0, 30.0, 153.2, 20.0, 5.0, 0.3]);
        assert_eq!(
            (aqi.value, aqi.dominant, aqi.category()),
            (126, Pollutant::O3, Category::UnhealthyForSensitiveGroups)
        );
    }
}
