//! Where the planets are, to some minutes of arc: Kepler orbits of E. M. Standish (JPL, "Keplerian elements for approximate
//! positions of the major planets", valid from 1800 to 2050 and little worse soon after).

use super::moment::{Axis, centuries, full_turn};

/// A planet that can be looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Planet {
    /// Innermost.
    Mercury,
    /// Brightest.
    Venus,
    /// Red.
    Mars,
    /// Largest.
    Jupiter,
    /// Ringed.
    Saturn,
    /// Just visible to the naked eye.
    Uranus,
    /// For telescopes.
    Neptune,
}

/// Semi-major axis (au), eccentricity, inclination, mean longitude, longitude of perihelion and of the node (degrees) in
/// 2000, then what they change in a century.
type Orbit = ([f64; 6], [f64; 6]);

const EARTH: Orbit = (
    [1.000_002_61, 0.016_711_23, -0.000_015_31, 100.464_571_66, 102.937_681_93, 0.0],
    [0.000_005_62, -0.000_043_92, -0.012_946_68, 35_999.372_449_81, 0.323_273_64, 0.0],
);

const ORBITS: [Orbit; 7] = [
    (
        [0.387_099_27, 0.205_635_93, 7.004_979_02, 252.250_323_50, 77.457_796_28, 48.330_765_93],
        [0.000_000_37, 0.000_019_06, -0.005_947_49, 149_472.674_111_75, 0.160_476_89, -0.125_340_81],
    ),
    (
        [0.723_335_66, 0.006_776_72, 3.394_676_05, 181.979_099_50, 131.602_467_18, 76.679_842_55],
        [0.000_003_90, -0.000_041_07, -0.000_788_90, 58_517.815_387_29, 0.002_683_29, -0.277_694_18],
    ),
    (
        [1.523_710_34, 0.093_394_10, 1.849_691_42, -4.553_432_05, -23.943_629_59, 49.559_538_91],
        [0.000_018_47, 0.000_078_82, -0.008_131_31, 19_140.302_684_99, 0.444_410_88, -0.292_573_43],
    ),
    (
        [5.202_887_00, 0.048_386_24, 1.304_396_95, 34.396_440_51, 14.728_479_83, 100.473_909_09],
        [-0.000_116_07, -0.000_132_53, -0.001_837_14, 3_034.746_127_75, 0.212_526_68, 0.204_691_06],
    ),
    (
        [9.536_675_94, 0.053_861_79, 2.485_991_87, 49.954_244_23, 92.598_878_31, 113.662_424_48],
        [-0.001_250_60, -0.000_509_91, 0.001_936_09, 1_222.493_622_01, -0.418_972_16, -0.288_677_94],
    ),
    (
        [19.189_164_64, 0.047_257_44, 0.772_637_83, 313.238_104_51, 170.954_276_30, 74.016_925_03],
        [-0.001_961_76, -0.000_043_97, -0.002_429_39, 428.482_027_85, 0.408_052_81, 0.042_405_89],
    ),
    (
        [30.069_922_76, 0.008_590_48, 1.770_043_47, -55.120_029_69, 44.964_762_27, 131.784_225_74],
        [0.000_262_91, 0.000_051_05, 0.000_353_72, 218.459_453_25, -0.322_414_64, -0.005_086_64],
    ),
];

/// A planet as it is seen from the Earth's middle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sight {
    /// Ecliptic longitude of date in degrees.
    pub longitude: f64,
    /// Distance from the Earth in astronomical units.
    pub distance: f64,
    /// Apparent magnitude.
    pub magnitude: f64,
    /// Share of the disc that is lit, from 0 to 1.
    pub lit: f64,
    /// Degrees between it and the sun.
    pub elongation: f64,
}

impl Planet {
    /// All of them, outward.
    pub const ALL: [Planet; 7] = [
        Planet::Mercury,
        Planet::Venus,
        Planet::Mars,
        Planet::Jupiter,
        Planet::Saturn,
        Planet::Uranus,
        Planet::Neptune,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        ["Mercury", "Venus", "Mars", "Jupiter", "Saturn", "Uranus", "Neptune"][self as usize]
    }

    /// Along the equator of date, in astronomical units.
    pub(super) fn vector(self, unix: f64) -> [f64; 3] {
        let t = centuries(unix);
        let (longitude, latitude, distance) = of_date(self.seen(t), t);
        let axis = Axis::at(t);
        axis.equatorial(longitude + axis.nutation, latitude, distance)
    }

    /// From the Earth along the ecliptic of 2000; light is given its time.
    fn seen(self, t: f64) -> [f64; 3] {
        let here = around_sun(&EARTH, t);
        let orbit = &ORBITS[self as usize];
        let first = minus(around_sun(orbit, t), here);
        // Light takes 499 seconds for an astronomical unit.
        minus(around_sun(orbit, t - length(first) * 499.0 / 86_400.0 / 36_525.0), here)
    }

    /// How it looks.
    pub fn sight(self, unix: f64) -> Sight {
        let t = centuries(unix);
        let seen = self.seen(t);
        let here = around_sun(&EARTH, t);
        let there = [here[0] + seen[0], here[1] + seen[1], here[2] + seen[2]];
        let (from_earth, from_sun, base) = (length(seen), length(there), length(here));
        let angle = |a: f64, b: f64, opposite: f64| {
            libm::acos(((a * a + b * b - opposite * opposite) / (2.0 * a * b)).clamp(-1.0, 1.0))
        };
        let phase = angle(from_earth, from_sun, base);
        let (longitude, _, _) = of_date(seen, t);
        Sight {
            longitude: full_turn(longitude.to_degrees()),
            distance: from_earth,
            magnitude: self.magnitude(from_sun * from_earth, phase.to_degrees()),
            lit: (1.0 + libm::cos(phase)) / 2.0,
            elongation: angle(from_earth, base, from_sun).to_degrees(),
        }
    }

    /// Meeus, chapter 41, without Saturn's ring.
    fn magnitude(self, distances: f64, phase: f64) -> f64 {
        let far = 5.0 * libm::log10(distances);
        let (p, p2) = (phase, phase * phase);
        far + match self {
            Planet::Mercury => -0.42 + 0.038_0 * p - 0.000_273 * p2 + 0.000_002 * p2 * p,
            Planet::Venus => -4.40 + 0.000_9 * p + 0.000_239 * p2 - 0.000_000_65 * p2 * p,
            Planet::Mars => -1.52 + 0.016 * p,
            Planet::Jupiter => -9.40 + 0.005 * p,
            Planet::Saturn => -8.88 + 0.044 * p,
            Planet::Uranus => -7.19,
            Planet::Neptune => -6.87,
        }
    }
}

/// From the sun along the ecliptic of 2000, in astronomical units.
fn around_sun(orbit: &Orbit, t: f64) -> [f64; 3] {
    let [axis, e, tilt, mean, perihelion, node] = std::array::from_fn(|i| orbit.0[i] + orbit.1[i] * t);
    let anomaly = full_turn(mean - perihelion).to_radians();
    let mut eccentric = anomaly + e * libm::sin(anomaly);
    for _ in 0..6 {
        eccentric -= (eccentric - e * libm::sin(eccentric) - anomaly) / (1.0 - e * libm::cos(eccentric));
    }
    let x = axis * (libm::cos(eccentric) - e);
    let y = axis * (1.0 - e * e).sqrt() * libm::sin(eccentric);
    let turn = |degrees: f64| (libm::sin(degrees.to_radians()), libm::cos(degrees.to_radians()));
    let ((sw, cw), (sn, cn), (si, ci)) = (turn(perihelion - node), turn(node), turn(tilt));
    [
        (cw * cn - sw * sn * ci) * x + (-sw * cn - cw * sn * ci) * y,
        (cw * sn + sw * cn * ci) * x + (-sw * sn + cw * cn * ci) * y,
        sw * si * x + cw * si * y,
    ]
}

/// Longitude and latitude of date in radians, and distance.
fn of_date(vector: [f64; 3], t: f64) -> (f64, f64, f64) {
    let distance = length(vector);
    let precession = (1.396_971 * t + 0.000_308_6 * t * t).to_radians();
    (libm::atan2(vector[1], vector[0]) + precession, libm::asin(vector[2] / distance), distance)
}

fn minus(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

pub(super) fn length(v: [f64; 3]) -> f64 {
    (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]).sqrt()
}

/// The constellation that the ecliptic crosses at a longitude of date, by the borders of the International Astronomical
/// Union as they were in 2000.
pub fn constellation(longitude: f64, unix: f64) -> &'static str {
    const BORDERS: [(f64, &str); 13] = [
        (28.69, "Aries"),
        (53.42, "Taurus"),
        (90.14, "Gemini"),
        (117.99, "Cancer"),
        (138.04, "Leo"),
        (173.85, "Virgo"),
        (217.81, "Libra"),
        (241.05, "Scorpius"),
        (247.64, "Ophiuchus"),
        (266.24, "Sagittarius"),
        (299.66, "Capricornus"),
        (327.49, "Aquarius"),
        (351.65, "Pisces"),
    ];
    let longitude = full_turn(longitude - 1.396_971 * centuries(unix));
    BORDERS.iter().rev().find(|(from, _)| longitude >= *from).map_or("Pisces", |(_, name)| name)
}
