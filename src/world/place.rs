//! A place on the map, as every model sees it.

use std::sync::Arc;

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

impl Place {
    /// All that a model may look at, as a key.
    pub fn key(&self) -> Arc<PlaceKey> {
        Arc::new(PlaceKey {
            position: (self.latitude.to_bits(), self.longitude.to_bits(), self.elevation),
            population: self.population,
            country: self.country.clone(),
            region: self.region.clone(),
            timezone: self.timezone.clone(),
        })
    }
}

/// Tells places apart whose weather or air may differ; names have no say in that.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PlaceKey {
    position: (u64, u64, i32),
    population: u32,
    country: String,
    region: String,
    timezone: String,
}
