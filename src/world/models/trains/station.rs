//! Stations and their names.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::Railway;
use crate::catalogue::nearest;

/// One station, as the table has it.
#[derive(Clone, Debug, Deserialize, PartialEq)]
pub struct Station {
    /// Short code in lower case, e.g. `ut`.
    pub code: String,
    /// Name, e.g. `Utrecht Centraal`.
    pub name: String,
    /// Town.
    pub city: String,
    /// Province.
    pub province: String,
    /// Degrees north, WGS 84.
    pub latitude: f64,
    /// Degrees east, WGS 84.
    pub longitude: f64,
    /// Other names people use.
    pub aliases: Vec<String>,
    /// How large it is.
    pub size: Size,
    /// Platform numbers, e.g. `5a`.
    pub platforms: Vec<String>,
    /// Kinds of facilities, e.g. `luggage_lockers`; see [`super::facility`].
    pub facilities: Vec<String>,
    /// Number of lifts.
    pub lifts: u8,
    /// Whether ramps lead to the platforms.
    pub ramps: bool,
    /// Whether ribbed paving leads from the entrance to the platforms.
    pub tactile_guidance: bool,
    /// Whether staff help travellers into the train on request.
    pub assistance: bool,
    /// From which platforms one reaches the street without steps.
    pub step_free: StepFree,
}

/// How large a station is.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum Size {
    /// One of the nodes of the network, staffed all day.
    Hub,
    /// Intercity trains stop here.
    Intercity,
    /// Only stopping trains, with few exceptions.
    Local,
}

/// From which platforms one reaches the street without steps.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum StepFree {
    /// From every platform.
    All,
    /// Not from every platform.
    Some,
}

impl Size {
    /// `hub`, `intercity` or `local`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Hub => "hub",
            Self::Intercity => "intercity",
            Self::Local => "local",
        }
    }
}

impl Station {
    /// Minutes that a change of trains takes at least.
    pub fn change_minutes(&self) -> i32 {
        match self.size {
            Size::Hub => 5,
            Size::Intercity => 4,
            Size::Local => 3,
        }
    }

    /// Code, name and aliases.
    fn names(&self) -> impl Iterator<Item = &str> {
        [self.code.as_str(), self.name.as_str()].into_iter().chain(self.aliases.iter().map(String::as_str))
    }
}

/// Folded code, name or alias → station.
pub(super) fn index(stations: &[Station]) -> Result<BTreeMap<String, usize>, String> {
    let mut names = BTreeMap::new();
    for (i, station) in stations.iter().enumerate() {
        for name in station.names() {
            match names.insert(nearest::fold(name), i) {
                Some(other) if other != i => {
                    return Err(format!(
                        "stations: '{}' and '{}' are both called '{name}'",
                        stations[other].code, station.code
                    ));
                }
                _ => {}
            }
        }
    }
    Ok(names)
}

impl Railway {
    /// The station with this code, name or alias; case, accents, spaces and punctuation do not matter, nor does the word
    /// "station" before or after the name.
    pub fn find_station(&self, text: &str) -> Option<&Station> {
        self.station_index(text).map(|i| &self.stations[i])
    }

    /// Names of up to three stations that look like the text, nearest first.
    pub fn near_stations(&self, text: &str) -> Vec<String> {
        let names =
            self.stations.iter().flat_map(|s| s.names().map(move |name| (name, s)).filter(|(name, s)| *name != s.code));
        let mut owners: BTreeMap<&str, &str> = BTreeMap::new();
        for (name, station) in names {
            owners.insert(name, &station.name);
        }
        let mut found: Vec<String> = Vec::new();
        for name in nearest::few(text, owners.keys().copied()) {
            let station = owners[name.as_str()].to_owned();
            if !found.contains(&station) {
                found.push(station);
            }
        }
        found
    }

    pub(super) fn station_index(&self, text: &str) -> Option<usize> {
        let folded = nearest::fold(text);
        let found = |name: &str| self.names.get(name).copied();
        let bare = || folded.strip_prefix("station").or_else(|| folded.strip_suffix("station"));
        found(&folded).or_else(|| found(bare()?))
    }

    /// Lines that call at a station, by series.
    pub fn lines_at(&self, station: &Station) -> Vec<&super::Line> {
        let Some(at) = self.station_index(&station.code) else {
            return Vec::new();
        };
        self.passing[at].iter().filter(|p| p.direction == 0).map(|p| &self.lines[p.line]).collect()
    }
}
