//! One row of the asset table, and the checks it has to pass.

use jiff::civil::Date;
use serde::Deserialize;

use crate::world::facts::read_table;
use crate::world::models::rates::{Currency, FIRST_DAY, Kind, Peg, Rates, Volatility};

/// Decimals of an amount of any asset.
pub const ASSET_DECIMALS: u8 = 8;

/// Trades of a usual day are counted in so many steps at least, so that the smallest step is worth little.
const STEPS_A_DAY: f64 = 1e6;

/// A row as it stands in `crypto_assets.json`; the order of the fields is that of the columns.
#[derive(Debug, Deserialize)]
struct Row {
    code: String,
    name: Option<String>,
    aliases: Vec<String>,
    anchor: Option<f64>,
    yearly_drift: Option<f64>,
    volatility: Option<Volatility>,
    pegged_to: Option<String>,
    parity: Option<f64>,
    band: Option<f64>,
    first_day: Option<String>,
    turnover: f64,
}

/// A crypto asset that is traded.
#[derive(Clone, Debug, PartialEq)]
pub struct Asset {
    /// Code, name, other names, first day, and what its price hangs on.
    pub currency: Currency,
    /// Units traded on a usual day.
    pub usual_volume: f64,
    /// Power of ten below which trades are not counted: volumes are whole multiples of ten to this power.
    pub volume_exponent: i32,
}

impl Asset {
    /// Ticker, e.g. `BTC`.
    pub fn code(&self) -> &str {
        &self.currency.code
    }

    /// The first day with a price.
    pub fn first_day(&self) -> Date {
        self.currency.first_day
    }
}

/// Reads the table; assets come out by code.
pub(super) fn read(bytes: &[u8], rates: &Rates) -> Result<Vec<Asset>, String> {
    let rows: Vec<Row> = read_table("crypto_assets", bytes)?;
    let assets = rows.into_iter().map(|row| asset(row, rates)).collect::<Result<Vec<_>, _>>()?;
    match assets.windows(2).find(|pair| pair[0].code() >= pair[1].code()) {
        Some(pair) => Err(format!("crypto_assets: {} comes after {}", pair[1].code(), pair[0].code())),
        None => Ok(assets),
    }
}

fn asset(row: Row, rates: &Rates) -> Result<Asset, String> {
    let turnover = row.turnover * 1e6;
    let currency = match row.name {
        None => listed(&row, rates)?,
        Some(_) => own(row, rates)?,
    };
    let usual_volume = turnover / currency.anchor_usd();
    if !(usual_volume.is_finite() && usual_volume > 0.0) {
        return Err(format!("{}: the turnover is not an amount", currency.code));
    }
    let volume_exponent = libm::floor(libm::log10(usual_volume / STEPS_A_DAY)) as i32;
    Ok(Asset { volume_exponent: volume_exponent.max(-i32::from(ASSET_DECIMALS)), usual_volume, currency })
}

/// The currency table prices it.
fn listed(row: &Row, rates: &Rates) -> Result<Currency, String> {
    let found = rates.find(&row.code).filter(|currency| currency.is_crypto() && currency.code == row.code);
    found.cloned().ok_or_else(|| format!("{}: has no name, and no crypto asset of currencies is called so", row.code))
}

fn own(row: Row, rates: &Rates) -> Result<Currency, String> {
    if rates.find(&row.code).is_some() {
        return Err(format!("{}: currencies prices it already", row.code));
    }
    let missing = |column: &str| format!("{}: {column} is missing", row.code);
    let peg = match (row.pegged_to, row.parity, row.band) {
        (Some(to), Some(parity), Some(band)) if rates.find(&to).is_some() => Some(Peg { to, parity, band }),
        (None, None, None) => None,
        _ => return Err(format!("{}: pegged_to, parity and band go together and lead to a currency", row.code)),
    };
    let first_day = match &row.first_day {
        None => FIRST_DAY,
        Some(day) => day.parse().map_err(|e| format!("{}: first_day: {e}", row.code))?,
    };
    Ok(Currency {
        kind: Kind::Crypto,
        numeric: None,
        name: row.name.ok_or_else(|| missing("name"))?,
        symbol: row.code.clone(),
        minor_units: ASSET_DECIMALS,
        countries: Vec::new(),
        aliases: row.aliases,
        anchor: row.anchor.filter(|a| *a > 0.0).ok_or_else(|| missing("anchor"))?,
        yearly_drift: row.yearly_drift.ok_or_else(|| missing("yearly_drift"))?,
        volatility: row.volatility.ok_or_else(|| missing("volatility"))?,
        peg,
        first_day,
        replaces: Vec::new(),
        code: row.code,
    })
}
