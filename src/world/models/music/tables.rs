//! Rows of the music tables, as they are on disk.

use serde::Deserialize;

#[derive(Debug, Deserialize)]
pub(super) struct ArtistRow {
    pub id: String,
    pub name: String,
    pub aliases: Vec<String>,
    pub kind: String,
    pub country: String,
    pub city: String,
    pub active_from: i16,
    pub active_to: Option<i16>,
    pub genres: Vec<String>,
    pub language: Option<String>,
    pub fame: u32,
    pub label: String,
    pub bio: String,
}

#[derive(Debug, Deserialize)]
pub(super) struct AlbumRow {
    pub id: String,
    pub artist: String,
    pub title: String,
    pub kind: String,
    pub released: String,
    pub catalogue_number: String,
    pub studio: Option<(String, String, String)>,
    pub tracks: Vec<TrackRow>,
}

#[derive(Debug, Deserialize)]
pub(super) struct TrackRow {
    pub title: String,
    pub seconds: i64,
    /// A letter each.
    pub moods: String,
    pub single: Option<String>,
    pub explicit: bool,
}

#[derive(Debug, Deserialize)]
pub(super) struct LyricsRow {
    pub track: String,
    pub verse: Vec<String>,
    pub chorus: Vec<String>,
}
