//! Bright stars and meteor showers.

use super::moment::centuries;

/// A bright star.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Star {
    /// Its own name.
    pub name: &'static str,
    /// Where it stands.
    pub constellation: &'static str,
    /// Right ascension in hours and declination in degrees, both of 2000.
    right_ascension: f64,
    declination: f64,
    /// Apparent magnitude.
    pub magnitude: f64,
}

const fn star(
    name: &'static str,
    constellation: &'static str,
    right_ascension: f64,
    declination: f64,
    magnitude: f64,
) -> Star {
    Star { name, constellation, right_ascension, declination, magnitude }
}

/// Those brighter than magnitude 2.4 that people know by name, the brightest first.
pub const STARS: [Star; 45] = [
    star("Sirius", "Canis Major", 6.7525, -16.7161, -1.46),
    star("Canopus", "Carina", 6.3992, -52.6957, -0.74),
    star("Alpha Centauri", "Centaurus", 14.66, -60.8339, -0.27),
    star("Arcturus", "Boötes", 14.261, 19.1824, -0.05),
    star("Vega", "Lyra", 18.6156, 38.7837, 0.03),
    star("Capella", "Auriga", 5.2782, 45.998, 0.08),
    star("Rigel", "Orion", 5.2423, -8.2016, 0.13),
    star("Procyon", "Canis Minor", 7.655, 5.225, 0.34),
    star("Achernar", "Eridanus", 1.6286, -57.2368, 0.46),
    star("Betelgeuse", "Orion", 5.9195, 7.4071, 0.5),
    star("Hadar", "Centaurus", 14.0637, -60.373, 0.61),
    star("Altair", "Aquila", 19.8464, 8.8683, 0.76),
    star("Acrux", "Crux", 12.4433, -63.0991, 0.76),
    star("Aldebaran", "Taurus", 4.5987, 16.5093, 0.86),
    star("Antares", "Scorpius", 16.4901, -26.432, 0.96),
    star("Spica", "Virgo", 13.4199, -11.1613, 0.97),
    star("Pollux", "Gemini", 7.7553, 28.0262, 1.14),
    star("Fomalhaut", "Piscis Austrinus", 22.9608, -29.6222, 1.16),
    star("Deneb", "Cygnus", 20.6905, 45.2803, 1.25),
    star("Mimosa", "Crux", 12.7953, -59.6888, 1.25),
    star("Regulus", "Leo", 10.1395, 11.9672, 1.35),
    star("Adhara", "Canis Major", 6.9771, -28.9721, 1.5),
    star("Castor", "Gemini", 7.5767, 31.8883, 1.58),
    star("Gacrux", "Crux", 12.5194, -57.1132, 1.63),
    star("Shaula", "Scorpius", 17.5601, -37.1038, 1.63),
    star("Bellatrix", "Orion", 5.4189, 6.3497, 1.64),
    star("Elnath", "Taurus", 5.4382, 28.6075, 1.65),
    star("Miaplacidus", "Carina", 9.22, -69.7172, 1.68),
    star("Alnilam", "Orion", 5.6036, -1.2019, 1.69),
    star("Alnair", "Grus", 22.1372, -46.961, 1.74),
    star("Alioth", "Ursa Major", 12.9005, 55.9598, 1.77),
    star("Dubhe", "Ursa Major", 11.0621, 61.751, 1.79),
    star("Mirfak", "Perseus", 3.4054, 49.8612, 1.8),
    star("Kaus Australis", "Sagittarius", 18.4029, -34.3846, 1.85),
    star("Alkaid", "Ursa Major", 13.7923, 49.3133, 1.86),
    star("Polaris", "Ursa Minor", 2.5303, 89.2641, 1.98),
    star("Alphard", "Hydra", 9.4598, -8.6586, 2.0),
    star("Hamal", "Aries", 2.1196, 23.4624, 2.0),
    star("Mirach", "Andromeda", 1.1622, 35.6206, 2.05),
    star("Alpheratz", "Andromeda", 0.1398, 29.0904, 2.06),
    star("Rasalhague", "Ophiuchus", 17.5822, 12.56, 2.07),
    star("Algol", "Perseus", 3.1361, 40.9556, 2.12),
    star("Denebola", "Leo", 11.8177, 14.5721, 2.14),
    star("Schedar", "Cassiopeia", 0.6751, 56.5373, 2.24),
    star("Enif", "Pegasus", 21.7364, 9.875, 2.38),
];

/// Clusters, nebulae and galaxies that small telescopes show well, by their common names.
pub const DEEP_SKY: [Star; 18] = [
    star("Andromeda Galaxy (M31)", "Andromeda", 0.712, 41.27, 3.4),
    star("Triangulum Galaxy (M33)", "Triangulum", 1.564, 30.66, 5.7),
    star("Double Cluster (NGC 869)", "Perseus", 2.33, 57.13, 4.3),
    star("Pleiades (M45)", "Taurus", 3.79, 24.12, 1.6),
    star("Crab Nebula (M1)", "Taurus", 5.575, 22.02, 8.4),
    star("Orion Nebula (M42)", "Orion", 5.588, -5.39, 4.0),
    star("Rosette Nebula (NGC 2237)", "Monoceros", 6.53, 4.95, 9.0),
    star("Beehive Cluster (M44)", "Cancer", 8.673, 19.67, 3.7),
    star("Carina Nebula (NGC 3372)", "Carina", 10.75, -59.87, 1.0),
    star("Bode's Galaxy (M81)", "Ursa Major", 9.926, 69.07, 6.9),
    star("Sombrero Galaxy (M104)", "Virgo", 12.666, -11.62, 8.0),
    star("Omega Centauri (NGC 5139)", "Centaurus", 13.446, -47.48, 3.9),
    star("Whirlpool Galaxy (M51)", "Canes Venatici", 13.498, 47.2, 8.4),
    star("Hercules Cluster (M13)", "Hercules", 16.695, 36.46, 5.8),
    star("Lagoon Nebula (M8)", "Sagittarius", 18.06, -24.38, 6.0),
    star("Ring Nebula (M57)", "Lyra", 18.893, 33.03, 8.8),
    star("Dumbbell Nebula (M27)", "Vulpecula", 19.994, 22.72, 7.5),
    star("Large Magellanic Cloud", "Dorado", 5.393, -69.76, 0.9),
];

impl Star {
    /// The direction along the equator of date.
    pub(super) fn vector(&self, unix: f64) -> [f64; 3] {
        fixed(self.right_ascension, self.declination, unix)
    }
}

/// A point of the sky of 2000 (hours, degrees) in the direction of date, turned back by precession.
fn fixed(right_ascension: f64, declination: f64, unix: f64) -> [f64; 3] {
    let (ra, dec) = ((right_ascension * 15.0).to_radians(), declination.to_radians());
    let flat = libm::cos(dec);
    let [x, y, z] = [flat * libm::cos(ra), flat * libm::sin(ra), libm::sin(dec)];
    let t = centuries(unix);
    // Meeus, chapter 21: three turns.
    let [zeta, turn, theta] =
        [2_306.218_1 * t + 0.301_88 * t * t, 2_306.218_1 * t + 1.094_68 * t * t, 2_004.310_9 * t - 0.426_65 * t * t]
            .map(super::moment::seconds);
    let about_pole =
        |x: f64, y: f64, by: f64| (x * libm::cos(by) - y * libm::sin(by), x * libm::sin(by) + y * libm::cos(by));
    let (x, y) = about_pole(x, y, zeta);
    let (x, z) = (x * libm::cos(theta) - z * libm::sin(theta), x * libm::sin(theta) + z * libm::cos(theta));
    let (x, y) = about_pole(x, y, turn);
    [x, y, z]
}

/// A meteor shower that comes every year.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shower {
    /// Its name.
    pub name: &'static str,
    /// Month and day of its first, best and last night.
    pub first: (i8, i8),
    /// The best night.
    pub peak: (i8, i8),
    /// The last.
    pub last: (i8, i8),
    /// Meteors an hour at best, with the radiant overhead under a dark sky.
    pub rate: i64,
    /// Where they seem to come from.
    pub radiant: &'static str,
    right_ascension: f64,
    declination: f64,
}

/// The great showers of the year (International Meteor Organization).
pub const SHOWERS: [Shower; 10] = [
    shower("Quadrantids", [(12, 28), (1, 3), (1, 12)], 110, "Boötes", 15.33, 49.7),
    shower("Lyrids", [(4, 14), (4, 22), (4, 30)], 18, "Lyra", 18.07, 34.0),
    shower("Eta Aquariids", [(4, 19), (5, 6), (5, 28)], 50, "Aquarius", 22.53, -1.0),
    shower("Southern Delta Aquariids", [(7, 12), (7, 30), (8, 23)], 25, "Aquarius", 22.67, -16.0),
    shower("Perseids", [(7, 17), (8, 12), (8, 24)], 100, "Perseus", 3.2, 58.0),
    shower("Draconids", [(10, 6), (10, 8), (10, 10)], 10, "Draco", 17.47, 54.0),
    shower("Orionids", [(10, 2), (10, 21), (11, 7)], 20, "Orion", 6.33, 16.0),
    shower("Leonids", [(11, 6), (11, 17), (11, 30)], 15, "Leo", 10.13, 22.0),
    shower("Geminids", [(12, 4), (12, 14), (12, 20)], 150, "Gemini", 7.47, 33.0),
    shower("Ursids", [(12, 17), (12, 22), (12, 26)], 10, "Ursa Minor", 14.47, 76.0),
];

const fn shower(
    name: &'static str,
    nights: [(i8, i8); 3],
    rate: i64,
    radiant: &'static str,
    right_ascension: f64,
    declination: f64,
) -> Shower {
    Shower { name, first: nights[0], peak: nights[1], last: nights[2], rate, radiant, right_ascension, declination }
}

impl Shower {
    /// Whether it is active on a day of the year.
    pub fn is_active(&self, month: i8, day: i8) -> bool {
        let today = (month, day);
        match self.first <= self.last {
            true => self.first <= today && today <= self.last,
            false => today >= self.first || today <= self.last,
        }
    }

    /// The direction of its radiant along the equator of date.
    pub(super) fn vector(&self, unix: f64) -> [f64; 3] {
        fixed(self.right_ascension, self.declination, unix)
    }
}
