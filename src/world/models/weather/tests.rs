//! Laws of the series, and the climates it must come to.

use jiff::civil::{Date, date};

use super::{Condition, Day, Fall, Hour, Local, Sky};
use crate::world::{Place, Seed};

fn place(name: &str, latitude: f64, longitude: f64, elevation: i32, timezone: &str) -> Place {
    Place {
        id: 1,
        name: name.to_owned(),
        country: String::new(),
        region: String::new(),
        latitude,
        longitude,
        elevation,
        population: 500_000,
        timezone: timezone.to_owned(),
    }
}

fn local(name: &str, latitude: f64, longitude: f64, elevation: i32, timezone: &str) -> Local {
    Local::new(&Sky::new(Seed(42)), &place(name, latitude, longitude, elevation, timezone))
}

fn amsterdam() -> Local {
    local("Amsterdam", 52.374, 4.89, 13, "Europe/Amsterdam")
}

/// Places of every kind of weather.
fn corners() -> Vec<Local> {
    vec![
        amsterdam(),
        local("Phoenix", 33.448, -112.074, 331, "America/Phoenix"),
        local("Mumbai", 19.073, 72.883, 14, "Asia/Kolkata"),
        local("Yakutsk", 62.034, 129.733, 98, "Asia/Yakutsk"),
        local("Wellington", -41.287, 174.776, 31, "Pacific/Auckland"),
        local("La Paz", -16.5, -68.15, 3640, "America/La_Paz"),
        local("Longyearbyen", 78.22, 15.65, 10, "Arctic/Longyearbyen"),
        local("Quito", -0.23, -78.52, 2850, "America/Guayaquil"),
    ]
}

/// The days of a month.
fn month(local: &Local, year: i16, month: i8) -> Vec<Day> {
    let first = date(year, month, 1);
    (0..i64::from(first.days_in_month())).map(|d| local.day(plus(first, d))).collect()
}

fn plus(day: Date, days: i64) -> Date {
    day.saturating_add(jiff::SignedDuration::from_hours(24 * days))
}

/// Mean temperature of a month over eight years, from every third hour.
fn monthly_mean(local: &Local, month: i8) -> f64 {
    let hours: Vec<f64> = (2017..2025)
        .flat_map(|year| {
            let first = local.hours_of(date(year, month, 1)).start;
            (first..first + 30 * 24).step_by(3).map(|h| local.hour(h).temperature)
        })
        .collect();
    hours.iter().sum::<f64>() / hours.len() as f64
}

fn monthly_rain(local: &Local, at: i8) -> f64 {
    let sum: f64 = (2017..2025).flat_map(|year| month(local, year, at)).map(|d| d.precipitation).sum();
    sum / 8.0
}

/// Name, latitude, longitude, elevation, means of January and July in °C. From Utrecht on they are in no table of stations.
const CLIMATES: [(&str, f64, f64, i32, f64, f64); 44] = [
    ("Amsterdam", 52.374, 4.89, 13, 4.0, 18.0),
    ("Moscow", 55.752, 37.616, 144, -7.0, 19.0),
    ("Singapore", 1.29, 103.85, 23, 27.0, 28.0),
    ("Phoenix", 33.448, -112.074, 331, 13.0, 35.0),
    ("Nairobi", -1.283, 36.817, 1684, 19.0, 17.0),
    ("Reykjavik", 64.135, -21.895, 37, 0.0, 12.0),
    ("Sydney", -33.868, 151.207, 58, 23.0, 13.0),
    ("Yakutsk", 62.034, 129.733, 98, -37.0, 19.0),
    ("Dubai", 25.077, 55.309, 24, 19.0, 36.0),
    ("La Paz", -16.5, -68.15, 3640, 10.0, 6.0),
    ("New York", 40.714, -74.006, 57, 1.0, 25.0),
    ("Chicago", 41.85, -87.65, 180, -4.0, 24.0),
    ("Los Angeles", 34.052, -118.244, 96, 14.0, 23.0),
    ("Mexico City", 19.428, -99.128, 2240, 14.0, 17.0),
    ("São Paulo", -23.547, -46.636, 769, 22.0, 16.0),
    ("Buenos Aires", -34.613, -58.377, 31, 25.0, 11.0),
    ("Cape Town", -33.926, 18.423, 25, 21.0, 13.0),
    ("Cairo", 30.063, 31.25, 23, 14.0, 29.0),
    ("Delhi", 28.652, 77.231, 227, 14.0, 31.0),
    ("Beijing", 39.907, 116.397, 49, -3.0, 27.0),
    ("Tokyo", 35.69, 139.692, 44, 5.0, 26.0),
    ("Anchorage", 61.218, -149.9, 31, -8.0, 15.0),
    ("Utrecht", 52.091, 5.122, 13, 3.5, 18.0),
    ("Eindhoven", 51.441, 5.478, 21, 3.5, 18.5),
    ("Liverpool", 53.41, -2.978, 19, 5.0, 17.0),
    ("Nantes", 47.218, -1.553, 11, 6.5, 19.5),
    ("Stuttgart", 48.782, 9.177, 252, 2.0, 20.0),
    ("Graz", 47.067, 15.45, 363, 0.0, 20.5),
    ("Jönköping", 57.781, 14.156, 104, -2.0, 16.5),
    ("Turku", 60.451, 22.267, 22, -4.0, 18.0),
    ("Granada", 37.188, -3.607, 689, 7.0, 26.0),
    ("Bern", 46.948, 7.447, 540, 0.5, 19.0),
    ("Ostrava", 49.835, 18.293, 227, -1.0, 19.5),
    ("San Jose", 37.339, -121.895, 23, 10.5, 21.5),
    ("Santa Fe", 35.687, -105.938, 2132, 0.0, 21.5),
    ("Baltimore", 39.29, -76.612, 35, 1.5, 26.0),
    ("Madison", 43.073, -89.401, 265, -7.0, 22.0),
    ("Mobile", 30.694, -88.043, 3, 11.0, 28.0),
    ("Kyoto", 35.021, 135.754, 57, 5.0, 27.5),
    ("Xiamen", 24.48, 118.082, 15, 13.0, 28.5),
    ("Chandigarh", 30.737, 76.787, 347, 13.0, 30.0),
    ("João Pessoa", -7.115, -34.863, 5, 27.0, 24.5),
    ("Geelong", -38.147, 144.361, 18, 19.5, 10.0),
    ("Hamilton", -37.783, 175.283, 40, 18.5, 9.0),
];

#[test]
fn monthly_means_are_within_five_degrees_of_the_climate() {
    for (name, latitude, longitude, elevation, january, july) in CLIMATES {
        let here = local(name, latitude, longitude, elevation, "UTC");
        for (month, expected) in [(1, january), (7, july)] {
            let found = monthly_mean(&here, month);
            assert!((found - expected).abs() < 5.0, "{name}, month {month}: {found:.1} °C for {expected}");
        }
    }
}

#[test]
fn monsoons_pour_and_deserts_do_not() {
    let mumbai = local("Mumbai", 19.073, 72.883, 14, "Asia/Kolkata");
    let cairo = local("Cairo", 30.063, 31.25, 23, "Africa/Cairo");
    assert!(monthly_rain(&mumbai, 7) > 350.0);
    assert!(monthly_rain(&mumbai, 1) < 20.0);
    assert!(monthly_rain(&cairo, 7) < 3.0);
    let wet = monthly_rain(&amsterdam(), 11);
    assert!((40.0..130.0).contains(&wet), "{wet} mm");
}

#[test]
fn a_day_is_made_of_its_hours() {
    for here in corners() {
        for first in [date(2026, 1, 10), date(2026, 7, 10)] {
            for day in (0..5).map(|d| here.day(plus(first, d))) {
                let hours: Vec<Hour> = here.hours_of(day.date).map(|h| here.hour(h)).collect();
                assert!(hours.iter().all(|h| day.low <= h.temperature && h.temperature <= day.high));
                assert!(
                    hours.iter().any(|h| h.temperature == day.low) && hours.iter().any(|h| h.temperature == day.high)
                );
                let mean = hours.iter().map(|h| h.temperature).sum::<f64>() / hours.len() as f64;
                assert!((mean - day.mean).abs() <= 0.0501 && day.low <= day.mean && day.mean <= day.high);
                let sum: f64 = hours.iter().map(|h| h.precipitation).sum();
                assert!((sum - day.precipitation).abs() < 1e-6 && day.snow <= day.precipitation);
                assert!(day.wind_gust >= day.wind_max && day.wind_max >= day.wind_mean);
                assert_eq!(day.precipitation == 0.0, day.wet_hours == 0);
            }
        }
    }
}

#[test]
fn days_of_a_clock_change_have_23_and_25_hours() {
    let here = amsterdam();
    assert_eq!(here.day(date(2026, 3, 29)).hours, 23);
    assert_eq!(here.day(date(2026, 10, 25)).hours, 25);
    assert_eq!(here.day(date(2026, 6, 1)).hours, 24);
    assert_eq!(local("Kathmandu", 27.72, 85.32, 1350, "Asia/Kathmandu").day(date(2026, 6, 1)).hours, 24);
}

#[test]
fn days_follow_each_other_without_a_gap() {
    let here = local("Kolkata", 22.57, 88.36, 10, "Asia/Kolkata");
    for d in 0..400 {
        let day = plus(date(2025, 3, 1), d);
        assert_eq!(here.hours_of(day).end, here.hours_of(plus(day, 1)).start);
    }
}

#[test]
fn the_numbers_of_an_hour_agree() {
    for here in corners() {
        for unix_hour in (490_000..499_000).step_by(7) {
            let h = here.hour(unix_hour);
            assert!(h.dew_point <= h.temperature && h.wind_gust >= h.wind_speed, "{h:?}");
            assert!((1..=100).contains(&h.humidity) && (0..=100).contains(&h.cloud), "{h:?}");
            assert!((0..360).contains(&h.wind_direction) && (0.0..=40.0).contains(&h.visibility), "{h:?}");
            assert!((930.0..1070.0).contains(&h.pressure) && (0.0..=20.0).contains(&h.uv_index), "{h:?}");
            assert_eq!(h.fall == Fall::Nothing, h.precipitation == 0.0, "{h:?}");
        }
    }
}

#[test]
fn the_word_of_an_hour_agrees_with_its_numbers() {
    for here in corners() {
        for unix_hour in (480_000..498_000).step_by(5) {
            let h = here.hour(unix_hour);
            assert_eq!(h.condition.is_wet(), h.precipitation > 0.0, "{h:?}");
            assert!(!h.condition.is_wet() || h.cloud >= 60, "{h:?}");
            let snow = matches!(h.condition, Condition::LightSnow | Condition::Snow | Condition::HeavySnow);
            assert_eq!(snow, h.fall == Fall::Snow, "{h:?}");
            assert!(!snow || h.temperature <= 0.5, "{h:?}");
            if h.precipitation == 0.0 {
                assert_eq!(h.condition == Condition::Fog, h.visibility < 1.0, "{h:?}");
            }
            match h.condition {
                Condition::Clear => assert!(h.cloud <= 12, "{h:?}"),
                Condition::Overcast => assert!(h.cloud >= 88, "{h:?}"),
                _ => {}
            }
        }
    }
}

#[test]
fn the_word_of_a_day_agrees_with_its_sum() {
    for here in corners() {
        for day in (1..=12).flat_map(|m| month(&here, 2026, m)) {
            assert!(!day.condition.is_wet() || day.precipitation > 0.0, "{day:?}");
            assert!(day.condition.is_wet() || day.precipitation < 0.5, "{day:?}");
            assert!(day.condition != Condition::Clear || day.cloud <= 13, "{day:?}");
            // Snow is what fell as snow or sleet; each part has its say, and the worse word stands.
            let rain = day.precipitation - day.snow;
            assert!(rain < 25.0 || day.condition >= Condition::HeavyRain, "{day:?}");
            assert!(rain < 10.0 || day.condition >= Condition::Rain, "{day:?}");
            assert!(rain < 2.5 || day.condition >= Condition::LightRain, "{day:?}");
            assert!(day.snow < 5.0 || day.condition >= Condition::Sleet, "{day:?}");
            // A little snow does not make a wet day white.
            let white = matches!(day.condition, Condition::LightSnow | Condition::Snow | Condition::HeavySnow);
            assert!(!white || day.snow > 2.4 || 3.1 * day.snow >= day.precipitation, "{day:?}");
        }
    }
}

#[test]
fn one_hour_has_one_word() {
    for here in corners() {
        for hour in (480_000..498_000).step_by(5).map(|h| here.hour(h)) {
            assert_eq!(Day::of(date(2026, 1, 1), &[hour]).condition, hour.condition, "{hour:?}");
        }
    }
}

#[test]
fn temperature_never_jumps() {
    for here in corners() {
        let hours: Vec<f64> = (486_000..494_760).map(|h| here.hour(h).temperature).collect();
        for (i, pair) in hours.windows(2).enumerate() {
            assert!((pair[1] - pair[0]).abs() < 6.0, "{pair:?} at {}", 486_000 + i);
        }
    }
}

#[test]
fn neighbours_share_their_weather() {
    let (here, there) = (amsterdam(), local("Utrecht", 52.091, 5.122, 13, "Europe/Amsterdam"));
    for d in 0..120 {
        let day = plus(date(2026, 1, 1), d);
        let (a, b) = (here.day(day), there.day(day));
        assert!((a.mean - b.mean).abs() < 2.5, "{a:?} {b:?}");
        assert!((a.pressure - b.pressure).abs() < 4.0);
    }
}

/// How alike the anomalies of days so far apart are, from -1 to 1.
fn likeness(means: &[f64], lag: usize) -> f64 {
    let mean = means.iter().sum::<f64>() / means.len() as f64;
    let square: f64 = means.iter().map(|m| (m - mean) * (m - mean)).sum();
    let product: f64 = means.iter().zip(&means[lag..]).map(|(a, b)| (a - mean) * (b - mean)).sum();
    product / square
}

#[test]
fn weather_lasts_for_days_but_not_for_weeks() {
    let here = amsterdam();
    let winters = (2015..2030).flat_map(|year| month(&here, year, 1)).map(|d| d.mean).collect::<Vec<_>>();
    let (next, after) = (likeness(&winters, 1), likeness(&winters, 7));
    assert!((0.55..0.95).contains(&next), "next day {next:.2}");
    assert!(after < 0.5, "a week later {after:.2}");
}

#[test]
fn another_seed_is_another_world() {
    let place = place("Amsterdam", 52.374, 4.89, 13, "Europe/Amsterdam");
    let one = super::day(Seed(1), &place, date(2026, 3, 2));
    let other = super::day(Seed(2), &place, date(2026, 3, 2));
    assert_ne!(one, other);
    assert_eq!(one, super::day(Seed(1), &place, date(2026, 3, 2)));
}

#[test]
fn the_series_gives_the_values_it_always_gave() {
    let noon = amsterdam().hour(492_371);
    let seen = (noon.temperature, noon.pressure, noon.wind_direction, noon.cloud, noon.condition.code());
    assert_eq!(seen, (0.5, 1000.6, 149, 100, "overcast"));
    let day = amsterdam().day(date(2024, 8, 15));
    assert_eq!((day.low, day.high, day.precipitation, day.humidity), (14.0, 23.0, 0.0, 71));
}
