//! One row of the currency table, and the checks it has to pass.

use jiff::civil::Date;
use serde::Deserialize;

/// State money or crypto asset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Money of ISO 4217.
    Fiat,
    /// A crypto asset.
    Crypto,
}

impl Kind {
    /// As the tools write it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Fiat => "fiat",
            Self::Crypto => "crypto",
        }
    }
}

/// How far and how fast a price moves; the numbers are in `price`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Volatility {
    /// The US dollar, in which everything else is priced.
    None,
    /// Follows its peg.
    Pegged,
    /// Held nearly still by a central bank.
    Managed,
    /// Calm.
    Low,
    /// Freely traded, deep market.
    Major,
    /// Freely traded, thin market.
    Emerging,
    /// Swings by a quarter in a few years.
    High,
    /// The large crypto assets.
    Crypto,
    /// All other crypto assets.
    Alt,
}

/// A row as it stands in `currencies.json`; the order of the fields is that of the columns.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Row {
    code: String,
    kind: Kind,
    numeric: Option<String>,
    name: String,
    symbol: String,
    minor_units: u8,
    countries: Vec<String>,
    aliases: Vec<String>,
    anchor: f64,
    yearly_drift: f64,
    volatility: Volatility,
    pub(super) pegged_to: Option<String>,
    parity: Option<f64>,
    band: Option<f64>,
    first_day: Option<String>,
    replaces: Vec<String>,
}

/// What ties one currency to another.
#[derive(Clone, Debug, PartialEq)]
pub struct Peg {
    /// Code of the other currency.
    pub to: String,
    /// Units of this currency for one of the other.
    pub parity: f64,
    /// Half-width of the band around the parity, as a fraction of it.
    pub band: f64,
}

/// A currency or crypto asset.
#[derive(Clone, Debug, PartialEq)]
pub struct Currency {
    /// ISO 4217 code or ticker, e.g. `EUR`, `BTC`.
    pub code: String,
    /// State money or crypto asset.
    pub kind: Kind,
    /// ISO 4217 number, e.g. `978`; none for crypto assets.
    pub numeric: Option<String>,
    /// English name, e.g. `Swiss Franc`.
    pub name: String,
    /// English sign, e.g. `€` or `CA$`; the code where there is none.
    pub symbol: String,
    /// Decimals of an amount, e.g. 2 for cents.
    pub minor_units: u8,
    /// ISO 3166-1 alpha-2 codes of the countries where it is legal tender.
    pub countries: Vec<String>,
    /// Other things people call it, lower case, without accents.
    pub aliases: Vec<String>,
    /// Around early 2026: units per US dollar (fiat) or US dollars for one (crypto).
    pub anchor: f64,
    /// Log change of the anchor a year before 2026.
    pub yearly_drift: f64,
    /// How it moves.
    pub volatility: Volatility,
    /// What it is tied to, if anything.
    pub peg: Option<Peg>,
    /// First day with a rate.
    pub first_day: Date,
    /// Codes and names of former money whose place it took.
    pub replaces: Vec<String>,
}

impl Currency {
    /// Whether it is a crypto asset.
    pub fn is_crypto(&self) -> bool {
        self.kind == Kind::Crypto
    }

    /// The US dollars that one unit costs around early 2026.
    pub fn anchor_usd(&self) -> f64 {
        match self.kind {
            Kind::Fiat => 1.0 / self.anchor,
            Kind::Crypto => self.anchor,
        }
    }
}

impl TryFrom<Row> for Currency {
    type Error = String;

    fn try_from(row: Row) -> Result<Self, String> {
        let peg = peg(&row)?;
        if !(row.anchor.is_finite() && row.anchor > 0.0) {
            return Err(format!("{}: the anchor {} is not a price", row.code, row.anchor));
        }
        if row.minor_units > 8 {
            return Err(format!("{}: {} minor units are more than 8", row.code, row.minor_units));
        }
        let first_day = match &row.first_day {
            None => super::FIRST_DAY,
            Some(day) => day.parse().map_err(|e| format!("{}: first_day: {e}", row.code))?,
        };
        Ok(Self {
            peg,
            code: row.code,
            kind: row.kind,
            numeric: row.numeric,
            name: row.name,
            symbol: row.symbol,
            minor_units: row.minor_units,
            countries: row.countries,
            aliases: row.aliases,
            anchor: row.anchor,
            yearly_drift: row.yearly_drift,
            volatility: row.volatility,
            first_day,
            replaces: row.replaces,
        })
    }
}

/// The three peg columns belong together, and to the class `pegged`.
fn peg(row: &Row) -> Result<Option<Peg>, String> {
    match (&row.pegged_to, row.parity, row.band) {
        (None, None, None) if row.volatility != Volatility::Pegged => Ok(None),
        (Some(to), Some(parity), Some(band)) if row.volatility == Volatility::Pegged => {
            let sound = parity > 0.0 && (0.0..0.5).contains(&band);
            let peg = Peg { to: to.clone(), parity, band };
            sound.then_some(Some(peg)).ok_or_else(|| format!("{}: parity or band is out of bounds", row.code))
        }
        _ => Err(format!("{}: pegged_to, parity, band and the class 'pegged' go together", row.code)),
    }
}
