//! Laws of the air, and levels it must come to.

use jiff::civil::date;

use super::{Air, AirDay, AirHour, Category, Pollutant};
use crate::world::{Place, Seed};

fn air(name: &str, country: &str, region: &str, (latitude, longitude): (f64, f64), population: u32) -> Air {
    let place = Place {
        id: 1,
        name: name.to_owned(),
        country: country.to_owned(),
        region: region.to_owned(),
        latitude,
        longitude,
        elevation: 50,
        population,
        timezone: "UTC".to_owned(),
    };
    Air::new(Seed(42), &place)
}

fn delhi() -> Air {
    air("Delhi", "IN", "Delhi", (28.652, 77.231), 11_000_000)
}

fn reykjavik() -> Air {
    air("Reykjavik", "IS", "Capital Region", (64.135, -21.895), 118_000)
}

fn amsterdam() -> Air {
    air("Amsterdam", "NL", "North Holland", (52.374, 4.89), 741_000)
}

/// Every third day of a year.
fn year(air: &Air) -> Vec<AirDay> {
    (0..122).map(|d| air.day(date(2025, 1, 1).saturating_add(jiff::SignedDuration::from_hours(72 * d)))).collect()
}

fn mean(days: &[AirDay], of: fn(&AirDay) -> f64) -> f64 {
    days.iter().map(of).sum::<f64>() / days.len() as f64
}

#[test]
fn yearly_particles_are_near_what_is_measured() {
    let expected = [
        (delhi(), 60.0, 140.0),
        (reykjavik(), 2.0, 7.0),
        (amsterdam(), 5.0, 15.0),
        (air("Beijing", "CN", "Beijing", (39.907, 116.397), 18_960_000), 20.0, 55.0),
        (air("Los Angeles", "US", "California", (34.052, -118.244), 3_970_000), 7.0, 20.0),
        (air("Dubai", "AE", "Dubai", (25.077, 55.309), 3_790_000), 30.0, 75.0),
        (air("Sydney", "AU", "New South Wales", (-33.868, 151.207), 4_600_000), 3.0, 9.0),
        (air("Singapore", "SG", "", (1.29, 103.85), 5_600_000), 8.0, 22.0),
    ];
    for (i, (air, low, high)) in expected.iter().enumerate() {
        let found = mean(&year(air), |d| d.pm25);
        assert!((*low..*high).contains(&found), "town {i}: {found:.1} µg/m³");
    }
}

#[test]
fn delhi_is_bad_and_reykjavik_is_good() {
    let share = |air: &Air, of: fn(Category) -> bool| {
        let days = year(air);
        days.iter().filter(|d| of(d.aqi().category())).count() as f64 / days.len() as f64
    };
    assert!(share(&delhi(), |c| c >= Category::UnhealthyForSensitiveGroups) > 0.6);
    assert!(share(&reykjavik(), |c| c == Category::Good) > 0.8);
    assert!(share(&amsterdam(), |c| c <= Category::Moderate) > 0.9);
}

#[test]
fn gases_stay_in_the_range_of_towns() {
    for air in [delhi(), reykjavik(), amsterdam()] {
        let days = year(&air);
        assert!((20.0..150.0).contains(&mean(&days, |d| d.o3)), "O3 {}", mean(&days, |d| d.o3));
        assert!((3.0..140.0).contains(&mean(&days, |d| d.no2)), "NO2 {}", mean(&days, |d| d.no2));
        assert!((0.5..60.0).contains(&mean(&days, |d| d.so2)), "SO2 {}", mean(&days, |d| d.so2));
        assert!((0.15..4.0).contains(&mean(&days, |d| d.co)), "CO {}", mean(&days, |d| d.co));
    }
}

#[test]
fn ozone_is_a_thing_of_summer_and_soot_of_winter() {
    let air = amsterdam();
    let month = |m: i8| (1..=28).map(|d| air.day(date(2025, m, d))).collect::<Vec<_>>();
    assert!(mean(&month(7), |d| d.o3) > mean(&month(12), |d| d.o3) + 15.0);
    assert!(mean(&month(1), |d| d.no2) > mean(&month(7), |d| d.no2));
}

#[test]
fn a_day_holds_the_averages_of_its_hours() {
    let air = amsterdam();
    let day = air.day(date(2026, 3, 2));
    let hours: Vec<AirHour> = air.weather.hours_of(day.date).map(|h| air.hour(h)).collect();
    let mean = hours.iter().map(|h| h.pm25).sum::<f64>() / 24.0;
    assert!((mean - day.pm25).abs() <= 0.0501);
    assert!(hours.iter().all(|h| h.no2 <= day.no2 && h.so2 <= day.so2));
    assert!(day.o3 <= hours.iter().map(|h| h.o3).fold(0.0, f64::max));
}

#[test]
fn the_index_can_be_worked_out_again_from_the_published_values() {
    for day in year(&delhi()) {
        let again = Pollutant::ALL.into_iter().zip([day.pm25, day.pm10, day.o3, day.no2, day.so2, day.co]);
        let worst = again.map(|(pollutant, value)| pollutant.index(value)).max();
        assert_eq!(worst, Some(day.aqi().value));
    }
}

#[test]
fn fine_particles_are_part_of_the_coarse() {
    for air in [delhi(), reykjavik(), amsterdam()] {
        for h in (490_000..492_000).step_by(3) {
            let hour = air.hour(h);
            assert!(0.0 < hour.pm25 && hour.pm25 <= hour.pm10, "{hour:?}");
            assert!(hour.o3 > 0.0 && hour.no2 > 0.0 && hour.so2 > 0.0 && hour.co > 0.0, "{hour:?}");
        }
    }
}

#[test]
fn the_series_gives_the_values_it_always_gave() {
    let day = amsterdam().day(date(2026, 3, 2));
    assert_eq!((day.pm25, day.o3, day.no2, day.aqi().value), (8.7, 64.0, 24.8, 48));
}
