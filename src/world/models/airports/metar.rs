//! The routine report of an airport's weather, METAR.

use jiff::Timestamp;

use super::Airport;
use super::ceiling::{MILE, layers};
use crate::world::models::weather::{Condition, Fall, Hour};

/// Knots of a metre a second.
pub(super) const KNOT: f64 = 1.943_844;

/// The report of an hour, e.g. `METAR EHAM 020700Z 24012KT 9999 -RA BKN014 OVC024 07/05 Q1008`.
pub fn metar(airport: &Airport, hour: &Hour) -> String {
    let parts = [
        "METAR".to_owned(),
        airport.icao.clone(),
        stamp(hour.unix_hour, "%d%H%MZ"),
        wind(airport, hour),
        sight_and_sky(airport, hour, false),
        format!("{}/{}", degrees(hour.temperature), degrees(hour.dew_point)),
        pressure(airport, hour),
    ];
    parts.join(" ")
}

/// An hour in UTC.
pub(super) fn stamp(unix_hour: i64, format: &str) -> String {
    let instant = Timestamp::from_second(unix_hour * 3600).unwrap_or(Timestamp::UNIX_EPOCH);
    instant.to_zoned_datetime(jiff::tz::TimeZone::UTC).strftime(format).to_string()
}

/// `24012G25KT`, `00000KT`, `VRB02KT`, `24006MPS`.
pub(super) fn wind(airport: &Airport, hour: &Hour) -> String {
    let (scale, unit, gusty) = if airport.counts_metres() { (1.0, "MPS", 5) } else { (KNOT, "KT", 10) };
    let (speed, gust) = ((hour.wind_speed * scale).round() as i64, (hour.wind_gust * scale).round() as i64);
    if speed == 0 {
        return format!("00000{unit}");
    }
    let tens = (hour.wind_direction + 5) / 10 * 10;
    let from = match speed {
        1..=2 if gusty == 10 => "VRB".to_owned(),
        _ => format!("{:03}", if tens == 0 { 360 } else { tens }),
    };
    let gusts = if gust - speed >= gusty { format!("G{gust:02}") } else { String::new() };
    format!("{from}{speed:02}{gusts}{unit}")
}

/// Visibility, present weather and clouds; `CAVOK` where the rest of the world says that all is fine. American forecasts
/// do not look farther than six miles.
pub(super) fn sight_and_sky(airport: &Airport, hour: &Hour, ahead: bool) -> String {
    let weather = weather(hour.condition, hour);
    let layers = layers(hour);
    let high = layers.iter().all(|(_, base)| *base >= 5_000);
    if !airport.is_american() && hour.visibility >= 10.0 && weather.is_none() && high {
        return "CAVOK".to_owned();
    }
    let cumulonimbus = if hour.condition == Condition::Thunderstorm { "CB" } else { "" };
    let sky = match layers.is_empty() {
        true if airport.is_american() => "CLR".to_owned(),
        true => "NSC".to_owned(),
        false => {
            let each = layers.iter().enumerate();
            let each = each.map(|(i, (amount, base))| {
                format!("{amount}{:03}{}", base / 100, if i == 0 { cumulonimbus } else { "" })
            });
            each.collect::<Vec<_>>().join(" ")
        }
    };
    let visibility = match airport.is_american() {
        true if ahead && hour.visibility * 1000.0 > 6.0 * MILE => "P6SM".to_owned(),
        true => miles(hour.visibility),
        false => metres(hour.visibility),
    };
    [Some(visibility), weather.map(str::to_owned), Some(sky)].into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// `0350`, `4500`, `9999`: rounded down as the rules say.
fn metres(km: f64) -> String {
    let metres = (km * 1000.0).round() as i64;
    let step = match metres {
        ..800 => 50,
        800..5_000 => 100,
        5_000..10_000 => 1_000,
        _ => return "9999".to_owned(),
    };
    format!("{:04}", metres / step * step)
}

/// `1/4SM`, `2 1/2SM`, `10SM`: quarters up to three miles, rounded down.
fn miles(km: f64) -> String {
    let quarters = (km * 1000.0 / MILE * 4.0).floor() as i64;
    match (quarters / 4, quarters % 4) {
        (_, _) if quarters == 0 => "M1/4SM".to_owned(),
        (whole @ 10.., _) => format!("{}SM", whole.min(10)),
        (whole @ 3.., _) => format!("{whole}SM"),
        (0, part) => format!("{}SM", fraction(part)),
        (whole, 0) => format!("{whole}SM"),
        (whole, part) => format!("{whole} {}SM", fraction(part)),
    }
}

fn fraction(quarters: i64) -> &'static str {
    ["", "1/4", "1/2", "3/4"][quarters as usize]
}

/// The group of the present weather; none when there is nothing to tell.
fn weather(condition: Condition, hour: &Hour) -> Option<&'static str> {
    Some(match condition {
        Condition::Mist => "BR",
        Condition::Fog => "FG",
        Condition::Drizzle => "-DZ",
        Condition::LightRain if hour.temperature > 12.0 => "-SHRA",
        Condition::LightRain => "-RA",
        Condition::Rain => "RA",
        Condition::HeavyRain => "+RA",
        Condition::LightSleet => "-RASN",
        Condition::Sleet => "RASN",
        Condition::LightSnow => "-SN",
        Condition::Snow => "SN",
        Condition::HeavySnow => "+SN",
        Condition::Thunderstorm => match hour.fall {
            Fall::Snow => "TSSN",
            _ if hour.precipitation > 7.6 => "+TSRA",
            _ => "TSRA",
        },
        _ => return None,
    })
}

/// `07`, `M03`: whole degrees, halves to the warmer, a negative zero as `M00`.
fn degrees(celsius: f64) -> String {
    let whole = (celsius + 0.5).floor() as i64;
    match celsius < 0.0 {
        true => format!("M{:02}", whole.abs()),
        false => format!("{whole:02}"),
    }
}

fn pressure(airport: &Airport, hour: &Hour) -> String {
    match airport.is_american() {
        true => format!("A{:04}", (hour.pressure * 2.953).round() as i64),
        false => format!("Q{:04}", hour.pressure.floor() as i64),
    }
}
