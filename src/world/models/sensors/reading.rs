//! What sensors show.

use std::sync::Arc;

use jiff::Timestamp;
use jiff::civil::{Date, Weekday};
use jiff::tz::TimeZone;

use super::sensor::{Kind, Sensor};
use crate::world::models::air::{Air, AirDay, AirHour};
use crate::world::models::holidays::Holidays;
use crate::world::models::weather::{Local, Sky, tenth};
use crate::world::seed::Field;
use crate::world::{Place, World, zone};

/// Everything that the sensors of one city need, worked out once.
#[derive(Clone, Debug)]
pub struct Readings {
    weather: Local,
    air: Air,
    noise: Field,
    outages: Field,
    zone: TimeZone,
    holidays: Arc<Holidays>,
    country: String,
    place: i64,
    size: f64,
}

impl Readings {
    /// The sensors of a city in a world.
    pub fn new(world: &World, place: &Place) -> Self {
        let seed = world.seed;
        Self {
            weather: Local::new(&Sky::new(seed), place),
            air: Air::new(seed, place),
            noise: seed.field(&["sensors", "noise"]),
            outages: seed.field(&["sensors", "outages"]),
            zone: zone(&place.timezone),
            holidays: world.facts.model(),
            country: place.country.clone(),
            place: i64::from(place.id),
            size: libm::pow(f64::from(place.population.max(5_000)) / 1e5, 0.3).clamp(0.4, 2.5),
        }
    }

    /// What a sensor shows for an hour; nothing while it is out of order, which a reference never is.
    pub fn value(&self, sensor: &Sensor, unix_hour: i64) -> Option<f64> {
        if self.is_out(sensor, unix_hour) {
            return None;
        }
        let reference = sensor.is_reference();
        let jitter = if reference { 0.0 } else { self.jitter(sensor, unix_hour) };
        Some(match sensor.kind {
            Kind::Temperature => tenth(self.weather.hour(unix_hour).temperature + sensor.bias + 0.3 * jitter),
            Kind::Humidity => {
                let humidity = self.weather.hour(unix_hour).humidity as f64;
                (humidity + sensor.bias + 1.5 * jitter).round().clamp(5.0, 100.0)
            }
            Kind::AirQuality => self.air_hour(sensor, unix_hour).aqi().value as f64,
            Kind::Traffic => self.traffic(sensor, unix_hour, jitter),
            Kind::Noise => self.sound(sensor, unix_hour, jitter),
        })
    }

    /// The air at an air sensor in an hour: that of the city times what its street makes of it.
    pub fn air_hour(&self, sensor: &Sensor, unix_hour: i64) -> AirHour {
        let city = self.air.hour(unix_hour);
        let Some(f) = self.factor(sensor, unix_hour) else { return city };
        let pm25 = tenth(city.pm25 * f);
        AirHour {
            pm25,
            pm10: tenth(city.pm10 * f).max(pm25),
            o3: tenth(city.o3 / f.sqrt()),
            no2: tenth(city.no2 * f),
            so2: tenth(city.so2 * f),
            co: (city.co * f * 100.0).round() / 100.0,
            ..city
        }
    }

    /// The air at an air sensor on a local day.
    pub fn air_day(&self, sensor: &Sensor, date: Date) -> AirDay {
        let city = self.air.day(date);
        let Some(f) = self.factor(sensor, 0) else { return city };
        let pm25 = tenth(city.pm25 * f);
        AirDay {
            pm25,
            pm10: tenth(city.pm10 * f).max(pm25),
            o3: tenth(city.o3 / f.sqrt()),
            no2: tenth(city.no2 * f),
            so2: tenth(city.so2 * f),
            co: (city.co * f * 100.0).round() / 100.0,
            ..city
        }
    }

    /// How much dirtier it is at a sensor; nothing at the reference. Hour 0 stands for all hours.
    fn factor(&self, sensor: &Sensor, unix_hour: i64) -> Option<f64> {
        let wobble = if unix_hour == 0 { 0.0 } else { 0.06 * self.jitter(sensor, unix_hour) };
        (!sensor.is_reference()).then_some((1.0 + sensor.bias) * (1.0 + wobble))
    }

    fn jitter(&self, sensor: &Sensor, unix_hour: i64) -> f64 {
        self.noise.lattice(self.place * 100 + sensor.number, sensor.kind as i64, unix_hour)
    }

    /// One quarter of a day in sixty, a sensor is silent.
    fn is_out(&self, sensor: &Sensor, unix_hour: i64) -> bool {
        let dice = self.outages.lattice(self.place * 100 + sensor.number, sensor.kind as i64, unix_hour.div_euclid(6));
        !sensor.is_reference() && sensor.number > 1 && dice > 1.0 - 2.0 / 60.0
    }

    /// Vehicles an hour: two peaks on working days, one broad one at weekends and on holidays.
    fn traffic(&self, sensor: &Sensor, unix_hour: i64, jitter: f64) -> f64 {
        (self.flow(unix_hour) * (1.0 + sensor.bias) * (1.0 + 0.12 * jitter)).round().max(0.0)
    }

    /// Vehicles an hour on a street that is as busy as most with a sensor.
    pub fn flow(&self, unix_hour: i64) -> f64 {
        620.0 * self.size * self.bustle(unix_hour)
    }

    /// dB(A): twice the bustle is three decibels more.
    fn sound(&self, sensor: &Sensor, unix_hour: i64, jitter: f64) -> f64 {
        tenth(62.0 + sensor.bias + 10.0 * libm::log10(self.bustle(unix_hour)) + 1.2 * jitter)
    }

    /// The hours of a local day.
    pub fn hours_of(&self, date: Date) -> std::ops::Range<i64> {
        self.weather.hours_of(date)
    }

    /// The day of the week from 1 for Monday; public holidays of the whole country are Sundays, as for buses and trams.
    fn kind_of_day(&self, date: Date) -> i8 {
        let off = || self.holidays.on(&self.country, date).iter().any(|holiday| holiday.is_national());
        match date.weekday() {
            Weekday::Sunday => 7,
            _ if off() => 7,
            weekday => weekday.to_monday_one_offset(),
        }
    }

    /// How busy a street is against its mean, by the clock of the city.
    pub fn bustle(&self, unix_hour: i64) -> f64 {
        // Hours beyond the years that can be written are as busy as midnight of a Thursday.
        let instant = Timestamp::from_second(unix_hour * 3600).unwrap_or(Timestamp::UNIX_EPOCH);
        let local = self.zone.to_datetime(instant);
        let hour = f64::from(local.hour()) + f64::from(local.minute()) / 60.0;
        let peak = |at: f64, width: f64| {
            let off = (hour - at) / width;
            libm::exp(-off * off)
        };
        match self.kind_of_day(local.date()) {
            6 => 0.14 + 1.3 * peak(14.5, 4.8),
            7 => 0.12 + 1.0 * peak(15.0, 5.0),
            _ => 0.10 + 1.4 * peak(8.2, 1.6) + 0.95 * peak(13.0, 3.6) + 1.5 * peak(17.4, 2.0) + 0.3 * peak(21.0, 2.5),
        }
    }
}
