use std::sync::{Arc, LazyLock};

use jiff::civil::Date;
use jiff::tz::{TimeZone, TimeZoneDatabase};
use jiff::{Timestamp, ZonedDateTime};

/// The database that comes with the binary: the machine's own may be older, newer or absent.
static ZONES: LazyLock<TimeZoneDatabase> = LazyLock::new(TimeZoneDatabase::bundled);

/// An IANA time zone from the bundled database; UTC for a name that is not in it.
pub fn zone(name: &str) -> TimeZone {
    ZONES.get(name).unwrap_or(TimeZone::UTC)
}

/// What time it is for one session: an instant, and the zone in which its user lives.
#[derive(Clone, Debug, PartialEq)]
pub struct Clock {
    now: Timestamp,
    zone: TimeZone,
    /// Worked out once: every record of the journal and many answers ask for it.
    text: Arc<str>,
    today: Date,
}

impl Clock {
    /// A clock that stands at an instant.
    pub fn new(now: Timestamp, zone_name: &str) -> Self {
        let zone = zone(zone_name);
        let local = now.to_zoned_datetime(zone.clone());
        let text = local.strftime("%Y-%m-%dT%H:%M:%S%:z").to_string().into();
        let today = local.date();
        Self { now, zone, text, today }
    }

    /// A clock that stands at an RFC 3339 time.
    ///
    /// # Errors
    ///
    /// The text is no RFC 3339 time.
    pub fn parse(text: &str, zone_name: &str) -> Result<Self, String> {
        let now: Timestamp = text.parse().map_err(|e| format!("'{text}' is not an RFC 3339 time: {e}"))?;
        Ok(Self::new(now, zone_name))
    }

    /// The instant.
    pub fn now(&self) -> Timestamp {
        self.now
    }

    /// Name of the user's time zone.
    pub fn zone_name(&self) -> &str {
        self.zone.iana_name().unwrap_or("UTC")
    }

    /// The instant as the user would write it, to the second, with the offset.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The user's local date.
    pub fn today(&self) -> Date {
        self.today
    }

    /// The wall clock in a time zone.
    pub fn local(&self, zone: &TimeZone) -> ZonedDateTime {
        self.now.to_zoned_datetime(zone.clone())
    }
}

/// Where the clock of a session without a persona stands: a Monday morning in spring, in the middle of all tables.
pub const SANDBOX_TIME: &str = "2026-03-02T09:00:00+01:00";

/// Where the user of a session without a persona lives.
pub const SANDBOX_ZONE: &str = "Europe/Amsterdam";

impl Clock {
    /// The clock of a session without a persona.
    pub fn sandbox() -> Self {
        Self::parse(SANDBOX_TIME, SANDBOX_ZONE).expect("the constant is a time")
    }
}
