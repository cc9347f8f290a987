//! One hour of weather.

use core::f64::consts::TAU;

use super::condition::Condition;
use super::local::{Local, Moment, eased};
use super::moisture::{apparent, saturation};
use super::tenth;
use super::wind::Wind;

/// What falls from the sky.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fall {
    /// Nothing.
    Nothing,
    /// Rain.
    Rain,
    /// Rain and snow at once.
    Sleet,
    /// Snow.
    Snow,
}

impl Fall {
    /// A code that never changes, e.g. `snow`.
    pub fn code(self) -> &'static str {
        match self {
            Fall::Nothing => "none",
            Fall::Rain => "rain",
            Fall::Sleet => "sleet",
            Fall::Snow => "snow",
        }
    }
}

/// The weather of one hour. All numbers are rounded as they stand here; the words agree with the rounded numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hour {
    /// Whole hours since 1970-01-01T00:00Z.
    pub unix_hour: i64,
    /// °C two metres above the ground, to 0.1.
    pub temperature: f64,
    /// How it feels in °C, to 0.1: Steadman's apparent temperature in shade.
    pub apparent: f64,
    /// °C, to 0.1; never above the temperature.
    pub dew_point: f64,
    /// Relative humidity in whole %.
    pub humidity: i64,
    /// hPa at sea level, to 0.1.
    pub pressure: f64,
    /// Mean wind in m/s, to 0.1.
    pub wind_speed: f64,
    /// Strongest gust in m/s, to 0.1; never below the mean wind.
    pub wind_gust: f64,
    /// Where the wind comes from in whole degrees, 0 to 359.
    pub wind_direction: i64,
    /// Share of the sky in whole %.
    pub cloud: i64,
    /// mm in this hour (snow melted), to 0.1.
    pub precipitation: f64,
    /// What falls; nothing exactly when `precipitation` is 0.
    pub fall: Fall,
    /// How far one sees in km, to 0.1, at most 40.
    pub visibility: f64,
    /// Ultraviolet index, to 0.1; 0 at night.
    pub uv_index: f64,
    /// The word for it.
    pub condition: Condition,
}

impl Local {
    /// The weather of the hour that begins so many whole hours after 1970-01-01T00:00Z.
    pub fn hour(&self, unix_hour: i64) -> Hour {
        let moment = self.moment(unix_hour);
        let rise = Rise::of(&moment);
        let fallen = tenth(rise.rain(&moment));
        let temperature = self.temperature(&moment, &rise, fallen);
        let dew_point = temperature - self.spread(&moment, &rise, temperature, fallen);
        let vapour = saturation(dew_point);
        let wind = self.wind(&moment);
        let sight = Sight {
            temperature: tenth(temperature),
            humidity: (100.0 * vapour / saturation(temperature)).min(100.0),
            wind: tenth(wind.speed()),
            cloud: (rise.cloud(&moment, fallen) * 100.0).round() as i64,
            fallen,
            thunder: fallen >= 2.0 && moment.showery > 0.4 && moment.aloft.shower > 0.7,
        };
        Hour {
            unix_hour,
            temperature: sight.temperature,
            apparent: tenth(apparent(temperature, vapour, wind.speed())),
            dew_point: tenth(dew_point).min(sight.temperature),
            humidity: sight.humidity.round() as i64,
            pressure: tenth(self.pressure(&moment)),
            wind_speed: sight.wind,
            wind_gust: tenth(gust(&moment, wind.speed(), sight.thunder)).max(sight.wind),
            wind_direction: wind.from(),
            cloud: sight.cloud,
            precipitation: fallen,
            fall: sight.fall(),
            visibility: sight.visibility(),
            uv_index: self.uv_index(&moment, sight.cloud),
            condition: sight.condition(),
        }
    }

    fn temperature(&self, moment: &Moment, rise: &Rise, fallen: f64) -> f64 {
        let clear = moment.cloudiness - rise.cover;
        // A clear sky warms a summer and cools a winter.
        let radiation = clear * 5.0 * (moment.sun.noon() - 0.45);
        let swing = moment.swing * (1.0 + 0.6 * clear) * daily_course(moment.solar_time);
        let cooled = (0.5 * fallen).min(2.5) * moment.showery;
        self.air(moment) + radiation + swing - cooled + 0.3 * moment.aloft.cloud
    }

    /// The temperature of the air mass in °C, day and night apart.
    fn air(&self, moment: &Moment) -> f64 {
        let usual = 0.5 + 0.035 * self.latitude.abs() + 0.05 * self.range();
        moment.usual.temperature + usual * (1.0 + 0.25 * moment.usual.winter) * moment.aloft.warmth
    }

    /// How far the dew point lies below the temperature in °C; a bend keeps it above 0, rain brings it near.
    fn spread(&self, moment: &Moment, rise: &Rise, temperature: f64, fallen: f64) -> f64 {
        let dry = temperature - self.usual_dew_point(moment, self.air(moment), rise.cover);
        let bent = (dry + (dry * dry + 0.6).sqrt()) / 2.0;
        bent * (0.3 + 0.7 / (1.0 + 2.0 * fallen))
    }

    /// hPa of pressure that a low of unit depth takes away.
    fn depth(&self, moment: &Moment) -> f64 {
        (1.2 + 8.8 * eased(self.latitude.abs() / 58.0)) * (1.0 + 0.2 * moment.usual.winter)
    }

    fn pressure(&self, moment: &Moment) -> f64 {
        let continent = (self.range() - 15.0).max(0.0) * 0.28 * moment.usual.winter;
        // The tide of the air: highest at 10 and 22 o'clock, felt in the tropics.
        let tide = 1.2 * self.latitude_cos * self.latitude_cos * libm::cos((moment.solar_time - 10.0) / 12.0 * TAU);
        belt(self.latitude) + continent + tide - self.depth(moment) * moment.aloft.low
    }

    fn wind(&self, moment: &Moment) -> Wind {
        let depth = self.depth(moment);
        let [east, north] = moment.aloft.slope;
        // Land with great swings of the year lies far from the sea, and its ground brakes the wind.
        let smooth = 0.30 + 0.30 * (1.0 - self.range() / 30.0).max(0.0);
        let weather =
            Wind::from_gradient([-depth * east, -depth * north], self.latitude_sin, self.latitude_cos, smooth);
        let breeze = Wind { east: 0.5 * moment.aloft.shower, north: 0.5 * moment.aloft.cloud };
        let mixed = 0.65 + 0.6 * moment.sun.height(moment.solar_time - 1.5).max(0.0);
        let sum = weather.plus(self.prevailing).plus(breeze);
        Wind { east: sum.east * mixed, north: sum.north * mixed }
    }

    /// Clear-sky index by the power law of Madronich (2007), weakened by cloud after Kasten and Czeplak (1980).
    fn uv_index(&self, moment: &Moment, cloud: i64) -> f64 {
        let height = moment.sun.height(moment.solar_time);
        if height <= 0.0 {
            return 0.0;
        }
        let cloud = cloud as f64 / 100.0;
        let clear = 12.5 * libm::pow(height, 2.42) * (1.0 + 0.08 * self.height.max(0.0));
        tenth(clear * (1.0 - 0.7 * cloud * cloud * cloud))
    }
}

/// Air that rises makes cloud, and more of it rain: both as ranks in `[0, 1]` among all hours.
struct Rise {
    /// Rank of the hour by how much rain hangs in it.
    wet: f64,
    /// Rank by cloud, patches included.
    cloudy: f64,
    /// Cloud of the weather system without patches, as a share of the sky.
    cover: f64,
}

impl Rise {
    fn of(moment: &Moment) -> Rise {
        let blend = |frontal: f64, showery: f64| frontal + (showery - frontal) * moment.showery;
        let aloft = &moment.aloft;
        let (low, front, shower) = (blend(0.55, 0.25), blend(0.65, 0.55), blend(0.6, 0.7));
        // Showers grow in the heat of the day.
        let noon = 0.45 * moment.showery;
        let heat = noon * libm::cos((moment.solar_time - 16.5) / 24.0 * TAU);
        let system = low * aloft.low + front * aloft.front;
        let square = low * low + front * front;
        let wet = (system + shower * aloft.shower + heat) / (square + shower * shower + noon * noon / 2.0).sqrt();
        let cloudy = (system + 0.45 * aloft.cloud + 0.5 * heat) / (square + 0.2025 + noon * noon / 8.0).sqrt();
        let cover = share(rank(system / square.sqrt()), moment.cloudiness);
        Rise { wet: rank(wet), cloudy: rank(cloudy), cover }
    }

    /// mm in the hour, unrounded: the wettest hours of the season get its rain, the wettest of them most.
    fn rain(&self, moment: &Moment) -> f64 {
        const HOURS_A_MONTH: f64 = 730.0;
        let often = wet_share(moment);
        let into = (self.wet - (1.0 - often)) / often;
        if into <= 0.0 {
            return 0.0;
        }
        let mean = moment.usual.rain / (HOURS_A_MONTH * often);
        let steady = 3.0 * into * into;
        let bursts = 5.0 * into * into * into * into;
        mean * (steady + (bursts - steady) * moment.showery)
    }

    /// Share of the sky; rain needs a cloud to fall from.
    fn cloud(&self, moment: &Moment, fallen: f64) -> f64 {
        let needed = if fallen > 0.0 { 0.65 + 0.25 * (fallen / (fallen + 1.0)) } else { 0.0 };
        share(self.cloudy, moment.cloudiness).max(needed)
    }
}

/// The share of hours in which it rains: grows with the rain of the month, and is greater where it is cool.
fn wet_share(moment: &Moment) -> f64 {
    let cool = 1.25 - 0.55 * moment.showery;
    (0.36 * cool * moment.usual.rain / (moment.usual.rain + 180.0)).max(1e-6)
}

/// Cloud as a share of the sky, mostly much or little of it, with a given mean.
fn share(rank: f64, mean: f64) -> f64 {
    (0.5 + 1.5 * (rank - (1.0 - mean))).clamp(0.0, 1.0)
}

/// The share of a normal distribution below a value (Page's approximation, good to 0.0002).
fn rank(value: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-1.597_6 * value - 0.070_565 * value * value * value))
}

/// The course of a day's temperature from -0.5 before sunrise to 0.5 in the afternoon, mean 0.
fn daily_course(solar_time: f64) -> f64 {
    let turn = TAU / 24.0;
    0.455 * libm::cos((solar_time - 15.0) * turn) + 0.09 * libm::cos((solar_time - 14.0) * 2.0 * turn)
}

/// Mean pressure at sea level by latitude in hPa.
fn belt(latitude: f64) -> f64 {
    const NORTH: [f64; 10] = [1010.5, 1011.0, 1013.0, 1016.5, 1017.5, 1015.5, 1011.0, 1010.0, 1013.0, 1014.0];
    const SOUTH: [f64; 10] = [1010.5, 1011.5, 1015.0, 1017.5, 1015.0, 1005.0, 990.0, 985.0, 988.0, 990.0];
    let table = if latitude < 0.0 { &SOUTH } else { &NORTH };
    let tens = (latitude.abs() / 10.0).min(8.999);
    let (at, into) = (tens.floor() as usize, tens - tens.floor());
    table[at] + (table[at + 1] - table[at]) * into
}

fn gust(moment: &Moment, speed: f64, thunder: bool) -> f64 {
    let rough = 1.45 + 0.12 * moment.aloft.cloud.clamp(-2.0, 2.0);
    speed * rough + if thunder { 3.0 + 1.5 * moment.aloft.shower.clamp(0.0, 3.0) } else { 0.0 }
}

/// What an observer notes, in rounded numbers, from which the words follow.
struct Sight {
    temperature: f64,
    humidity: f64,
    wind: f64,
    cloud: i64,
    fallen: f64,
    thunder: bool,
}

impl Sight {
    fn fall(&self) -> Fall {
        match self.temperature {
            _ if self.fallen == 0.0 => Fall::Nothing,
            t if t <= 0.5 => Fall::Snow,
            t if t <= 1.8 => Fall::Sleet,
            _ => Fall::Rain,
        }
    }

    /// km, to 0.1: damp air is dim, fog needs a calm, snow hides more than rain.
    fn visibility(&self) -> f64 {
        let full = self.humidity / 100.0;
        let dry = 1.0 - full * full * full * full * full * full * full * full;
        let damp = (43.0 * dry - 3.0 + 1.5 * (self.wind - 2.0).max(0.0)).clamp(0.1, 40.0);
        let through = match self.fall() {
            Fall::Nothing => 40.0,
            Fall::Rain => 18.0 / (1.0 + self.fallen),
            Fall::Sleet => 9.0 / (1.0 + self.fallen),
            Fall::Snow => 6.0 / (1.0 + 2.5 * self.fallen),
        };
        // What falls clears the fog, so only snow brings less than a kilometre.
        let least = if self.fallen > 0.0 { 1.2 } else { 0.1 };
        tenth(if self.fall() == Fall::Snow { through.min(damp.max(1.2)) } else { through.min(damp).max(least) })
    }

    fn condition(&self) -> Condition {
        let mm = self.fallen;
        match self.fall() {
            Fall::Nothing => self.dry(),
            _ if self.thunder => Condition::Thunderstorm,
            Fall::Rain if mm <= 0.2 => Condition::Drizzle,
            Fall::Rain if mm <= 2.5 => Condition::LightRain,
            Fall::Rain if mm <= 7.6 => Condition::Rain,
            Fall::Rain => Condition::HeavyRain,
            Fall::Sleet if mm <= 2.5 => Condition::LightSleet,
            Fall::Sleet => Condition::Sleet,
            Fall::Snow if mm <= 1.0 => Condition::LightSnow,
            Fall::Snow if mm <= 2.5 => Condition::Snow,
            Fall::Snow => Condition::HeavySnow,
        }
    }

    fn dry(&self) -> Condition {
        match self.visibility() {
            v if v < 1.0 => Condition::Fog,
            v if v < 5.0 => Condition::Mist,
            _ => Condition::of_cloud(self.cloud),
        }
    }
}
