//! Reading the tables of cities and countries.

use serde::Deserialize;

use super::country::{Country, Region};
use crate::world::place::Place;

/// A place with what else it is called.
pub(super) struct Entry<'a> {
    pub(super) place: Place,
    pub(super) aliases: Vec<&'a str>,
}

/// The places of `responses/world/cities.json`, sorted by id.
///
/// # Errors
///
/// A sentence that says what is wrong with the table.
pub(super) fn read_cities(json: &[u8]) -> Result<Vec<Entry<'_>>, String> {
    let table: Table<'_, CityRow<'_>> = read("cities", json, CityRow::COLUMNS)?;
    if table.rows.is_empty() {
        return Err("cities: a world without places".to_string());
    }
    let entries: Vec<Entry<'_>> = table.rows.into_iter().map(CityRow::into_entry).collect();
    match entries.windows(2).find(|pair| pair[0].place.id >= pair[1].place.id) {
        Some(pair) => Err(format!("cities: place {} comes after {}", pair[1].place.id, pair[0].place.id)),
        None => Ok(entries),
    }
}

/// The countries of `responses/world/countries.json`, sorted by code.
///
/// # Errors
///
/// A sentence that says what is wrong with the table.
pub fn read_countries(json: &[u8]) -> Result<Vec<Country>, String> {
    let table: Table<'_, CountryRow<'_>> = read("countries", json, CountryRow::COLUMNS)?;
    let countries: Vec<Country> = table.rows.into_iter().map(CountryRow::into_country).collect();
    match countries.windows(2).find(|pair| pair[0].iso2 >= pair[1].iso2) {
        Some(pair) => Err(format!("countries: {} comes after {}", pair[1].iso2, pair[0].iso2)),
        None => Ok(countries),
    }
}

fn read<'a, R: Deserialize<'a>>(name: &str, json: &'a [u8], columns: &[&str]) -> Result<Table<'a, R>, String> {
    let table: Table<'a, R> = serde_json::from_slice(json).map_err(|e| format!("{name}: {e}"))?;
    if table.columns != columns {
        return Err(format!("{name}: columns are {:?}, expected {columns:?}", table.columns));
    }
    Ok(table)
}

/// A table file; its words on source and licence are for readers only.
#[derive(Deserialize)]
struct Table<'a, R> {
    #[serde(borrow)]
    columns: Vec<&'a str>,
    rows: Vec<R>,
}

/// One row of the table of cities, in the order of its columns. Text is borrowed from the file, so the file has it without
/// escapes; names have neither quotes nor control characters.
#[derive(Deserialize)]
struct CityRow<'a> {
    id: u32,
    name: &'a str,
    country: &'a str,
    region: &'a str,
    latitude: f64,
    longitude: f64,
    elevation: i32,
    population: u32,
    timezone: &'a str,
    #[serde(borrow)]
    aliases: Vec<&'a str>,
}

impl<'a> CityRow<'a> {
    const COLUMNS: &'static [&'static str] =
        &["id", "name", "country", "region", "latitude", "longitude", "elevation", "population", "timezone", "aliases"];

    fn into_entry(self) -> Entry<'a> {
        let place = Place {
            id: self.id,
            name: self.name.to_string(),
            country: self.country.to_string(),
            region: self.region.to_string(),
            latitude: self.latitude,
            longitude: self.longitude,
            elevation: self.elevation,
            population: self.population,
            timezone: self.timezone.to_string(),
        };
        Entry { place, aliases: self.aliases }
    }
}

/// One row of the table of countries, in the order of its columns.
#[derive(Deserialize)]
struct CountryRow<'a> {
    iso2: &'a str,
    iso3: &'a str,
    name: String,
    official: String,
    capital: String,
    continent: &'a str,
    currency: &'a str,
    languages: Vec<String>,
    population: u32,
    area: f64,
    phone: &'a str,
    aliases: Vec<String>,
    /// Each a list that starts with the region's name.
    regions: Vec<Vec<String>>,
}

impl CountryRow<'_> {
    const COLUMNS: &'static [&'static str] = &[
        "iso2",
        "iso3",
        "name",
        "official",
        "capital",
        "continent",
        "currency",
        "languages",
        "population",
        "area",
        "phone",
        "aliases",
        "regions",
    ];

    fn into_country(self) -> Country {
        Country {
            iso2: self.iso2.to_string(),
            iso3: self.iso3.to_string(),
            name: self.name,
            official: self.official,
            capital: self.capital,
            continent: self.continent.to_string(),
            currency: self.currency.to_string(),
            languages: self.languages,
            population: self.population,
            area: self.area,
            phone: self.phone.to_string(),
            aliases: self.aliases,
            regions: self.regions.into_iter().filter_map(region).collect(),
        }
    }
}

fn region(mut names: Vec<String>) -> Option<Region> {
    if names.is_empty() {
        return None;
    }
    let name = names.remove(0);
    Some(Region { name, aliases: names })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_with_other_columns_is_refused() {
        let error = read_cities(br#"{"columns": ["id"], "rows": []}"#).err();
        assert!(error.is_some_and(|e| e.contains("columns")));
    }

    #[test]
    fn a_broken_file_is_refused_with_the_line() {
        let error = read_countries(b"{\n\"columns\": [,").err();
        assert!(error.is_some_and(|e| e.contains("line 2")));
    }

    #[test]
    fn rows_out_of_order_are_refused() {
        let row = |id: u32| format!(r#"[{id}, "A", "NL", "", 1.0, 2.0, 3, 4, "Europe/Amsterdam", []]"#);
        let columns = serde_json::to_string(CityRow::COLUMNS).unwrap();
        let json = format!(r#"{{"columns": {columns}, "rows": [{}, {}]}}"#, row(2), row(1));
        assert_eq!(read_cities(json.as_bytes()).err().as_deref(), Some("cities: place 1 comes after 2"));
    }
}
