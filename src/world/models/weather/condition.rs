//! The word for the weather of an hour or a day.

use super::hour::Fall;

/// What the weather is called. The order is that of severity: the later wins when a day has several.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Condition {
    /// Up to one eighth of cloud.
    Clear,
    /// Up to three eighths.
    MostlyClear,
    /// Up to five eighths.
    PartlyCloudy,
    /// Up to seven eighths.
    MostlyCloudy,
    /// More than that.
    Overcast,
    /// Damp air, seen through for 1 to 5 km.
    Mist,
    /// Seen through for less than 1 km.
    Fog,
    /// Fine rain, at most 0.2 mm in the hour and 2.4 mm in the day.
    Drizzle,
    /// At most 2.5 mm of rain in the hour, 9.9 mm in the day.
    LightRain,
    /// At most 2.5 mm of snow and rain mixed, 2.4 mm in the day.
    LightSleet,
    /// At most 1 mm of snow, melted; 2.4 mm in the day.
    LightSnow,
    /// At most 7.6 mm of rain, 24.9 mm in the day.
    Rain,
    /// Snow and rain mixed, more than that.
    Sleet,
    /// At most 2.5 mm of snow, melted; 4.9 mm in the day.
    Snow,
    /// More rain than that.
    HeavyRain,
    /// More snow than that.
    HeavySnow,
    /// Thunder, with rain.
    Thunderstorm,
}

impl Condition {
    /// Every condition.
    pub const ALL: [Condition; 17] = [
        Condition::Clear,
        Condition::MostlyClear,
        Condition::PartlyCloudy,
        Condition::MostlyCloudy,
        Condition::Overcast,
        Condition::Mist,
        Condition::Fog,
        Condition::Drizzle,
        Condition::LightRain,
        Condition::LightSleet,
        Condition::LightSnow,
        Condition::Rain,
        Condition::Sleet,
        Condition::Snow,
        Condition::HeavyRain,
        Condition::HeavySnow,
        Condition::Thunderstorm,
    ];

    /// A code that never changes, e.g. `partly_cloudy`.
    pub fn code(self) -> &'static str {
        self.names().0
    }

    /// English for people, e.g. `Partly cloudy`.
    pub fn text(self) -> &'static str {
        self.names().1
    }

    /// The nearest code of WMO table 4677 (weather that is present), e.g. 61 for light rain.
    pub fn wmo(self) -> u8 {
        self.names().2
    }

    /// Whether something falls from the sky.
    pub fn is_wet(self) -> bool {
        self >= Condition::Drizzle
    }

    fn names(self) -> (&'static str, &'static str, u8) {
        match self {
            Condition::Clear => ("clear", "Clear", 0),
            Condition::MostlyClear => ("mostly_clear", "Mostly clear", 1),
            Condition::PartlyCloudy => ("partly_cloudy", "Partly cloudy", 2),
            Condition::MostlyCloudy => ("mostly_cloudy", "Mostly cloudy", 2),
            Condition::Overcast => ("overcast", "Overcast", 3),
            Condition::Mist => ("mist", "Mist", 10),
            Condition::Fog => ("fog", "Fog", 45),
            Condition::Drizzle => ("drizzle", "Drizzle", 51),
            Condition::LightRain => ("light_rain", "Light rain", 61),
            Condition::LightSleet => ("light_sleet", "Light sleet", 68),
            Condition::LightSnow => ("light_snow", "Light snow", 71),
            Condition::Rain => ("rain", "Rain", 63),
            Condition::Sleet => ("sleet", "Sleet", 69),
            Condition::Snow => ("snow", "Snow", 73),
            Condition::HeavyRain => ("heavy_rain", "Heavy rain", 65),
            Condition::HeavySnow => ("heavy_snow", "Heavy snow", 75),
            Condition::Thunderstorm => ("thunderstorm", "Thunderstorm", 95),
        }
    }

    /// The least word for so many mm (snow melted) within a day, however gently they fell: the steps are those of the Chinese
    /// standard GB/T 28592.
    pub(super) fn of_sum(fall: Fall, mm: f64) -> Condition {
        match fall {
            Fall::Rain if mm > 24.95 => Condition::HeavyRain,
            Fall::Rain if mm > 9.95 => Condition::Rain,
            Fall::Rain if mm > 2.45 => Condition::LightRain,
            Fall::Nothing | Fall::Rain => Condition::Drizzle,
            Fall::Sleet if mm > 2.45 => Condition::Sleet,
            Fall::Sleet => Condition::LightSleet,
            Fall::Snow if mm > 4.95 => Condition::HeavySnow,
            Fall::Snow if mm > 2.45 => Condition::Snow,
            Fall::Snow => Condition::LightSnow,
        }
    }

    /// The word for so much cloud in %.
    pub(super) fn of_cloud(cloud: i64) -> Condition {
        match cloud {
            ..=12 => Condition::Clear,
            13..=37 => Condition::MostlyClear,
            38..=62 => Condition::PartlyCloudy,
            63..=87 => Condition::MostlyCloudy,
            _ => Condition::Overcast,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_unique_and_follow_the_words() {
        for (i, one) in Condition::ALL.iter().enumerate() {
            assert_eq!(one.code(), one.text().to_lowercase().replace(' ', "_"));
            assert!(Condition::ALL[..i].iter().all(|other| other < one && other.code() != one.code()));
        }
    }
}
