//! Where a postal code is.

use serde::Deserialize;

use crate::world::facts::read_table;
use crate::world::seed::Seed;

/// Characters of one code in a row of `us_zips`.
const CELL: usize = 6;

/// Codes of a degree.
const STEP: f64 = 50.0;

/// A row of `us_zips.json`: the first three digits, the corner of their area, and the codes.
#[derive(Debug, Deserialize)]
struct Area {
    prefix: String,
    south: f64,
    west: f64,
    codes: String,
}

impl Area {
    /// The centre of the code of a cell.
    fn point(&self, cell: &[u8]) -> (f64, f64) {
        let pair = |high: u8, low: u8| f64::from(digit(high) * 36 + digit(low)) / STEP;
        (self.south + pair(cell[2], cell[3]), self.west + pair(cell[4], cell[5]))
    }
}

/// Postal codes: those of the United States one by one, those of some other countries by their first characters.
#[derive(Debug)]
pub struct Postal {
    zips: Vec<Area>,
    /// Country, first characters, GeoNames id of the place.
    areas: Vec<(String, String, u32)>,
}

/// Where a code leads.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Spot {
    /// A point in degrees north and east.
    Point(f64, f64),
    /// The middle of a place of the gazetteer.
    Place(u32),
}

impl Postal {
    pub(super) fn from_tables(zips: &[u8], areas: &[u8]) -> Result<Self, String> {
        let zips: Vec<Area> = read_table("us_zips", zips)?;
        match zips.iter().find(|area| !area.codes.len().is_multiple_of(CELL) || !area.codes.is_ascii()) {
            Some(area) => Err(format!("us_zips: {}: codes are not of {CELL} characters each", area.prefix)),
            None => Ok(Self { zips, areas: read_table("postal_areas", areas)? }),
        }
    }

    /// Where a postal code is: `10001` or `10001-1234` in the United States; `3511 AB` or four digits in the Netherlands; codes of
    /// Great Britain and Canada as they are written; codes of Belgium, France, Germany, Italy and Spain after the country
    /// (`DE-50667`, `FR 75001`), as those of any of these countries may be.
    pub fn find(&self, text: &str) -> Option<Spot> {
        let code = text.trim().to_ascii_uppercase();
        if code.len() > 20 || !code.is_ascii() {
            return None;
        }
        if let Some((country, rest)) = code.split_once(['-', ' ']).filter(|(country, _)| self.is_country(country)) {
            return if country == "US" { self.zip(rest) } else { self.area(country, &squeeze(rest)) };
        }
        let shape: String = squeeze(&code).chars().map(|c| if c.is_ascii_digit() { '9' } else { 'A' }).collect();
        let plain = squeeze(&code);
        match shape.as_str() {
            "99999" | "999999999" => self.zip(&plain[..5]),
            "9999" | "9999AA" => self.area("NL", &plain),
            "A9A9A9" => self.area("CA", &plain),
            "A99AA" | "A999AA" | "AA99AA" | "AA999AA" | "A9A9AA" | "AA9A9AA" => self.area("GB", &plain),
            _ => None,
        }
    }

    /// A code of a point in a town: the nearest one in the United States; in the countries of the other table one that begins as
    /// codes of the town do, the same for all houses of a neighbourhood. Nothing where codes are not known.
    pub fn code(&self, country: &str, place: u32, point: (f64, f64)) -> Option<String> {
        if country == "US" {
            return self.nearest_zip(point);
        }
        let mut areas =
            self.areas.iter().filter(|(of, _, town)| of == country && *town == place).map(|(_, p, _)| p.as_str());
        let count = areas.clone().count();
        // A hundredth of a degree is a neighbourhood.
        let cell = |degrees: f64| libm::floor(degrees * 100.0) as i64;
        let mut dice = Seed(0).stream(&["postal", country, &cell(point.0).to_string(), &cell(point.1).to_string()]);
        let prefix = areas.nth(dice.below(count))?;
        let mut code = prefix.to_owned();
        for shape in rest_of(country, prefix)?.chars() {
            code.push(match shape {
                '9' => char::from(b'0' + dice.below(10) as u8),
                'A' => char::from(*dice.pick(b"ABDEGHJLNPRSTWXZ").unwrap_or(&b'A')),
                other => other,
            });
        }
        Some(code)
    }

    fn nearest_zip(&self, (latitude, longitude): (f64, f64)) -> Option<String> {
        let squeeze = libm::cos(latitude.to_radians());
        let mut best: Option<(f64, &Area, &[u8])> = None;
        // Codes lie north and east of the corner of their area.
        let near = self.zips.iter().filter(|area| area.south <= latitude + 1.0 && area.west <= longitude + 1.0);
        for area in near {
            for cell in area.codes.as_bytes().chunks_exact(CELL) {
                let (north, east) = area.point(cell);
                let (up, right) = (north - latitude, (east - longitude) * squeeze);
                let far = up * up + right * right;
                if best.is_none_or(|(least, ..)| far < least) {
                    best = Some((far, area, cell));
                }
            }
        }
        let (far, area, cell) = best?;
        // More than a degree away is another country's ground.
        (far < 1.0).then(|| format!("{}{}{}", area.prefix, char::from(cell[0]), char::from(cell[1])))
    }

    fn is_country(&self, code: &str) -> bool {
        code == "US" || (code.len() == 2 && self.areas.iter().any(|(country, ..)| country == code))
    }

    fn zip(&self, code: &str) -> Option<Spot> {
        let code = code.get(..5)?;
        let at = self.zips.binary_search_by(|area| area.prefix.as_str().cmp(&code[..3])).ok()?;
        let area = &self.zips[at];
        let cells = area.codes.as_bytes().chunks_exact(CELL);
        let cell = cells.into_iter().find(|cell| cell[..2] == code.as_bytes()[3..])?;
        let two = |degrees: f64| libm::round(degrees * 100.0) / 100.0;
        let (north, east) = area.point(cell);
        Some(Spot::Point(two(north), two(east)))
    }

    /// The longest of the known beginnings decides; letters of a British code end where its digits begin.
    fn area(&self, country: &str, code: &str) -> Option<Spot> {
        let begins = |prefix: &str| match country {
            "GB" => code.strip_prefix(prefix).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit())),
            _ => code.starts_with(prefix),
        };
        let fitting = self.areas.iter().filter(|(of, prefix, _)| of == country && begins(prefix));
        fitting.max_by_key(|(_, prefix, _)| prefix.len()).map(|(.., place)| Spot::Place(*place))
    }
}

/// What follows the first characters of a code: 9 for a digit, A for a letter.
fn rest_of(country: &str, prefix: &str) -> Option<&'static str> {
    Some(match (country, prefix.len()) {
        ("NL", _) => "99 AA",
        ("BE", _) => "99",
        ("DE" | "ES" | "FR" | "IT", _) => "999",
        ("CA", 1) => "9A 9A9",
        ("CA", _) => "A 9A9",
        ("GB", _) => "9 9AA",
        _ => return None,
    })
}

fn squeeze(text: &str) -> String {
    text.chars().filter(|c| c.is_ascii_alphanumeric()).collect()
}

fn digit(c: u8) -> u32 {
    char::from(c).to_digit(36).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn postal() -> Postal {
        let read = |name: &str| {
            std::fs::read(format!("{}/responses/world/{name}.json", env!("CARGO_MANIFEST_DIR"))).expect("a table")
        };
        Postal::from_tables(&read("us_zips"), &read("postal_areas")).expect("the tables are sound")
    }

    #[test]
    fn codes_are_found_as_people_write_them() {
        let postal = postal();
        for (code, (north, east)) in
            [("10001", (40.75, -74.0)), ("94103-1234", (37.77, -122.41)), ("US 60601", (41.89, -87.62))]
        {
            let Some(Spot::Point(found_north, found_east)) = postal.find(code) else { panic!("{code}") };
            assert!(
                (found_north - north).abs() < 0.03 && (found_east - east).abs() < 0.03,
                "{found_north} {found_east}"
            );
        }
        let utrecht = postal.find("3511 AB");
        assert!(utrecht.is_some() && utrecht == postal.find("3511ab") && utrecht == postal.find("NL-3511"));
        assert!(postal.find("M1 1AE").is_some() && postal.find("M1 1AE") != postal.find("M5V 2T6"));
        assert!(postal.find("DE-50667").is_some() && postal.find("FR 75001").is_some());
        for none in ["00000", "hello", "", "1", "🍎", "ZZ9 9ZZ", "99999999999999999999999999"] {
            assert_eq!(postal.find(none), None, "{none}");
        }
    }
}
