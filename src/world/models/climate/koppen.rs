//! The class of a climate by Köppen and Geiger, with the rules of Peel, Finlayson and McMahon (2007).

/// A class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Koppen {
    /// Two or three letters, e.g. `Cfb`.
    pub code: String,
    /// In words, e.g. `temperate, without a dry season, warm summer`.
    pub name: String,
}

/// The class of twelve months, January first: mean temperatures in °C and precipitation in mm.
pub fn classify(temperature: &[f64; 12], rain: &[f64; 12], southern: bool) -> Koppen {
    let year = Year::of(temperature, rain, southern);
    let (code, name) = match year {
        y if y.hottest < 10.0 => y.polar(),
        y if y.rain < 10.0 * y.threshold => y.dry(),
        y if y.coldest >= 18.0 => y.tropical(),
        y => y.seasonal(),
    };
    Koppen { code, name: name.join(", ") }
}

type Class = (String, Vec<&'static str>);

/// What the rules look at.
struct Year {
    mean: f64,
    hottest: f64,
    coldest: f64,
    /// Months of 10 °C and more.
    warm: usize,
    rain: f64,
    driest: f64,
    /// Driest and wettest month of the warm and of the cold half-year.
    summer: (f64, f64),
    winter: (f64, f64),
    /// Tenths of this in mm, and a year is dry.
    threshold: f64,
}

impl Year {
    fn of(temperature: &[f64; 12], rain: &[f64; 12], southern: bool) -> Year {
        let total: f64 = rain.iter().sum();
        let mean = temperature.iter().sum::<f64>() / 12.0;
        let is_summer = |month: usize| (3..9).contains(&month) != southern;
        let half =
            |summer: bool| -> Vec<f64> { (0..12).filter(|m| is_summer(*m) == summer).map(|m| rain[m]).collect() };
        let (warm_half, cold_half) = (half(true), half(false));
        let share = warm_half.iter().sum::<f64>() / total.max(0.1);
        let threshold = match share {
            s if s >= 0.7 => 2.0 * mean + 28.0,
            s if s <= 0.3 => 2.0 * mean,
            _ => 2.0 * mean + 14.0,
        };
        Year {
            mean,
            hottest: most(temperature),
            coldest: least(temperature),
            warm: temperature.iter().filter(|t| **t >= 10.0).count(),
            rain: total,
            driest: least(rain),
            summer: (least(&warm_half), most(&warm_half)),
            winter: (least(&cold_half), most(&cold_half)),
            threshold,
        }
    }

    fn polar(&self) -> Class {
        match self.hottest > 0.0 {
            true => ("ET".into(), vec!["polar", "tundra"]),
            false => ("EF".into(), vec!["polar", "ice cap"]),
        }
    }

    fn dry(&self) -> Class {
        let (second, kind) = if self.rain < 5.0 * self.threshold { ('W', "desert") } else { ('S', "steppe") };
        let (third, heat) = if self.mean >= 18.0 { ('h', "hot") } else { ('k', "cold") };
        (format!("B{second}{third}"), vec!["dry", kind, heat])
    }

    fn tropical(&self) -> Class {
        match self.driest {
            d if d >= 60.0 => ("Af".into(), vec!["tropical", "rainforest"]),
            d if d >= 100.0 - self.rain / 25.0 => ("Am".into(), vec!["tropical", "monsoon"]),
            _ => ("Aw".into(), vec!["tropical", "savannah"]),
        }
    }

    fn seasonal(&self) -> Class {
        let (first, kind) = if self.coldest > 0.0 { ('C', "temperate") } else { ('D', "cold") };
        let dry_summer = self.summer.0 < 40.0 && self.summer.0 < self.winter.1 / 3.0;
        let dry_winter = self.winter.0 < self.summer.1 / 10.0;
        let (second, season) = match (dry_summer, dry_winter) {
            (true, _) => ('s', "dry summer"),
            (_, true) => ('w', "dry winter"),
            _ => ('f', "without a dry season"),
        };
        let (third, heat) = match self.hottest {
            h if h >= 22.0 => ('a', "hot summer"),
            _ if self.warm >= 4 => ('b', "warm summer"),
            _ if first == 'D' && self.coldest < -38.0 => ('d', "very cold winter"),
            _ => ('c', "cold summer"),
        };
        (format!("{first}{second}{third}"), vec![kind, season, heat])
    }
}

fn least(values: &[f64]) -> f64 {
    values.iter().copied().fold(f64::INFINITY, f64::min)
}

fn most(values: &[f64]) -> f64 {
    values.iter().copied().fold(f64::NEG_INFINITY, f64::max)
}
