//! A place on the map, as every model sees it.

/// One populated place of the gazetteer.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    /// GeoNames id.
    pub id: u32,
    /// English name, e.g. `Utrecht`.
    pub name: String,
    /// ISO 3166-1 alpha-2 code, e.g. `NL`.
    pub country: String,
    /// First-level region, e.g. `Utrecht` or `Illinois`; may be empty.
    pub region: String,
    /// Degrees north, WGS 84.
    pub latitude: f64,
    /// Degrees east, WGS 84.
    pub longitude: f64,
    /// Metres above the sea.
    pub elevation: i32,
    /// Inhabitants.
    pub population: u32,
    /// IANA time zone, e.g. `Europe/Amsterdam`.
    pub timezone: String,
}
