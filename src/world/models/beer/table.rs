//! The rows of the tables, and the checks they have to pass.

use serde::Deserialize;

use crate::world::facts::read_table;

/// A style of beer; a row of `beer_styles.json`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Style {
    /// Name, e.g. `Pale ale`.
    pub name: String,
    /// `ale`, `belgian`, `dark`, `ipa`, `lager`, `low`, `sour` or `wheat`.
    pub family: String,
    /// Percent by volume, lowest and highest.
    pub abv: f64,
    /// See `abv`.
    pub abv_high: f64,
    /// Bitterness in IBU, lowest and highest.
    pub ibu: u32,
    /// See `ibu`.
    pub ibu_high: u32,
    /// Other names, lower case.
    pub aliases: Vec<String>,
}

/// Who brews; a row of `breweries.json`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Brewery {
    /// Number.
    pub id: u32,
    /// Name.
    pub name: String,
    /// City.
    pub city: String,
    /// ISO 3166-1 alpha-2 code.
    pub country: String,
    /// Year of the first brew.
    pub founded: u32,
}

/// A row as it stands in `beers.json`; the order of the fields is that of the columns.
#[derive(Deserialize)]
struct Row {
    id: i64,
    name: String,
    brewery: u32,
    style: String,
    abv: f64,
    ibu: u32,
    flavours: Vec<String>,
    about: String,
}

/// A beer.
#[derive(Clone, Debug, PartialEq)]
pub struct Beer {
    /// Number.
    pub id: i64,
    /// Name.
    pub name: String,
    /// Index of the brewery.
    pub brewery: usize,
    /// Index of the style.
    pub style: usize,
    /// Percent by volume.
    pub abv: f64,
    /// Bitterness in IBU.
    pub ibu: u32,
    /// What it tastes of.
    pub flavours: Vec<String>,
    /// A line about it.
    pub about: String,
}

pub(super) fn beers(bytes: &[u8], styles: &[Style], breweries: &[Brewery]) -> Result<Vec<Beer>, String> {
    let rows: Vec<Row> = read_table("beers", bytes)?;
    let beers = rows.into_iter().map(|row| beer(row, styles, breweries)).collect::<Result<Vec<_>, String>>()?;
    match beers.windows(2).find(|pair| pair[0].id >= pair[1].id) {
        Some(pair) => Err(format!("beers: {} comes after {}", pair[1].id, pair[0].id)),
        None => Ok(beers),
    }
}

fn beer(row: Row, styles: &[Style], breweries: &[Brewery]) -> Result<Beer, String> {
    let style = styles.iter().position(|style| style.name == row.style);
    let brewery = breweries.iter().position(|brewery| brewery.id == row.brewery);
    let (Some(style), Some(brewery)) = (style, brewery) else {
        return Err(format!("beers: {}: its style or brewery is not known", row.name));
    };
    let range = &styles[style];
    let fits = (range.abv..=range.abv_high).contains(&row.abv) && (range.ibu..=range.ibu_high).contains(&row.ibu);
    if !fits || row.flavours.is_empty() {
        return Err(format!("beers: {}: strength or bitterness is not that of a {}", row.name, row.style));
    }
    let Row { id, name, abv, ibu, flavours, about, .. } = row;
    Ok(Beer { id, name, brewery, style, abv, ibu, flavours, about })
}
