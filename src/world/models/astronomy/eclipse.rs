//! Eclipses, from where sun and moon stand: no table.

use jiff::Timestamp;

use super::day::{minute, tenth};
use super::horizon::{Observer, Track};
use super::phase::nearest;
use super::planets::length;
use super::{moon, sun};

const EARTH_KM: f64 = 6_378.14;
/// The air makes the Earth's shadow so much larger.
const SHADOW: f64 = 1.02;

/// Which body is darkened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EclipseKind {
    /// Total: seen from somewhere the sun is covered whole.
    SolarTotal,
    /// A ring stays.
    SolarAnnular,
    /// Only part of it is covered, from wherever.
    SolarPartial,
    /// The moon goes wholly into the core of the shadow.
    LunarTotal,
    /// Part of it does.
    LunarPartial,
    /// It only touches the rim of the shadow.
    LunarPenumbral,
}

impl EclipseKind {
    /// E.g. `solar_total`.
    pub fn code(self) -> &'static str {
        ["solar_total", "solar_annular", "solar_partial", "lunar_total", "lunar_partial", "lunar_penumbral"]
            [self as usize]
    }

    /// Whether it is the sun that is darkened.
    pub fn is_solar(self) -> bool {
        self as usize <= EclipseKind::SolarPartial as usize
    }
}

/// An eclipse.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Eclipse {
    /// What it is at best.
    pub kind: EclipseKind,
    /// When the axis of the shadow comes nearest.
    pub greatest: Timestamp,
}

/// How an eclipse looks from a place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Look {
    /// When most of it is seen.
    pub best: Timestamp,
    /// The share of the sun's diameter that is covered, or of the moon's that is in the core of the shadow, in %, to 0.1.
    pub covered: f64,
    /// How high the body then stands in degrees, to 0.1.
    pub height: f64,
}

/// The eclipse whose greatest moment lies between two times less than two weeks apart.
pub fn eclipse_between(from: Timestamp, to: Timestamp) -> Option<Eclipse> {
    let (from, to) = (from.as_second() as f64, to.as_second() as f64);
    [0, 2].into_iter().find_map(|quarter| {
        let near = nearest((from + to) / 2.0, quarter);
        // The axis comes nearest within minutes of the phase.
        if near < from - 7_200.0 || near > to + 7_200.0 {
            return None;
        }
        let greatest = lowest(|unix| geometry(unix, quarter == 0).off, near - 7_200.0, near + 7_200.0);
        let kind = geometry(greatest, quarter == 0).kind(quarter == 0)?;
        (from..to).contains(&greatest).then(|| Eclipse { kind, greatest: minute(greatest) })
    })
}

/// How far the axis of a shadow passes, and how wide its core and rim are there, in kilometres.
struct Geometry {
    off: f64,
    core: f64,
    rim: f64,
}

/// Of the moon's shadow at the Earth, or of the Earth's at the moon.
fn geometry(unix: f64, solar: bool) -> Geometry {
    let (moon, sun) = (moon::vector(unix), sun::vector(unix));
    let axis: [f64; 3] = std::array::from_fn(|i| if solar { moon[i] - sun[i] } else { -sun[i] });
    let far = length(axis);
    let along = dot(moon, axis).abs() / far;
    let off = (dot(moon, moon) - along * along).max(0.0).sqrt();
    let (radius, scale) = if solar { (moon::RADIUS_KM, 1.0) } else { (EARTH_KM, SHADOW) };
    Geometry {
        off,
        core: scale * (radius - along * (sun::RADIUS_KM - radius) / far),
        rim: scale * (radius + along * (sun::RADIUS_KM + radius) / far),
    }
}

impl Geometry {
    fn kind(&self, solar: bool) -> Option<EclipseKind> {
        let radius = if solar { EARTH_KM } else { moon::RADIUS_KM };
        if self.off > radius + self.rim {
            return None;
        }
        // For the sun the axis itself must meet the Earth; where it meets, the ground is nearer to the moon than the
        // middle by up to the Earth's radius, which lengthens the core by one part in two hundred.
        let nearer = EARTH_KM * (1.0 - (self.off / EARTH_KM) * (self.off / EARTH_KM)).max(0.0).sqrt();
        let at_ground = self.core + nearer * 0.004_64;
        Some(match solar {
            true if self.off < 0.997 * EARTH_KM && at_ground > 0.0 => EclipseKind::SolarTotal,
            true if self.off < 0.997 * EARTH_KM => EclipseKind::SolarAnnular,
            true => EclipseKind::SolarPartial,
            false if self.off < self.core - radius => EclipseKind::LunarTotal,
            false if self.off < self.core + radius => EclipseKind::LunarPartial,
            false => EclipseKind::LunarPenumbral,
        })
    }
}

impl Eclipse {
    /// How it looks from a place in degrees, while the body stands above the horizon; none where nothing is seen.
    pub fn look(&self, latitude: f64, longitude: f64) -> Option<Look> {
        const HALF: i32 = 200;
        let middle = self.greatest.as_second() as f64;
        let (from, to) = (middle - 60.0 * f64::from(HALF), middle + 60.0 * f64::from(HALF));
        let observer = Observer::new(latitude, longitude, middle);
        let (moons, suns) = (Track::new(moon::vector, from, to), Track::new(sun::vector, from, to));
        let solar = self.kind.is_solar();
        let mut best: Option<(f64, f64, f64)> = None;
        for step in -HALF / 2..=HALF / 2 {
            let unix = middle + 120.0 * f64::from(step);
            let (moon, sun) = (moons.at(unix), suns.at(unix));
            let seen = observer.towards(if solar { sun } else { moon }, unix);
            let height = observer.height(seen, unix);
            let (covered, dimmed) = match solar {
                true => {
                    let covered = covered(seen, observer.towards(moon, unix));
                    (covered, covered > 0.0)
                }
                false => {
                    let Geometry { off, core, rim } = geometry(unix, false);
                    let share = |width: f64| (width + moon::RADIUS_KM - off) / (2.0 * moon::RADIUS_KM);
                    (share(core).clamp(0.0, 1.0), share(rim) > 0.0)
                }
            };
            let better =
                best.is_none_or(|(_, known, off)| covered > known || (covered == known && (unix - middle).abs() < off));
            if height > -0.8 && dimmed && better {
                best = Some((unix, covered, (unix - middle).abs()));
            }
        }
        let (mut unix, mut most, _) = best?;
        if solar {
            // Totality may last less than the two minutes between two looks.
            let bare =
                |unix: f64| -covered(observer.towards(suns.at(unix), unix), observer.towards(moons.at(unix), unix));
            let finer = lowest(bare, unix - 120.0, unix + 120.0);
            if -bare(finer) > most {
                (unix, most) = (finer, -bare(finer));
            }
        }
        let seen = observer.towards(if solar { suns.at(unix) } else { moons.at(unix) }, unix);
        let height = tenth(observer.height(seen, unix));
        Some(Look { best: minute(unix), covered: tenth(100.0 * most), height })
    }
}

/// The share of the sun's diameter that the moon covers.
fn covered(sun: [f64; 3], moon: [f64; 3]) -> f64 {
    let (far, near) = (length(sun), length(moon));
    let apart = libm::acos((dot(sun, moon) / (far * near)).clamp(-1.0, 1.0));
    let (large, small) = (libm::asin(sun::RADIUS_KM / far), libm::asin(moon::RADIUS_KM / near));
    ((large + small - apart) / (2.0 * large)).clamp(0.0, (small / large).min(1.0))
}

/// Where a function with one valley is lowest, to a second.
fn lowest(of: impl Fn(f64) -> f64, mut low: f64, mut high: f64) -> f64 {
    while high - low > 1.0 {
        let (a, b) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
        if of(a) < of(b) {
            high = b;
        } else {
            low = a;
        }
    }
    (low + high) / 2.0
}

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}
