//! Artists, albums and tracks by id and by name.

use std::collections::BTreeMap;
use std::ops::Range;

use jiff::ToSpan;
use jiff::civil::Date;

use super::tables::{AlbumRow, ArtistRow, LyricsRow, TrackRow};
use super::terms::{GENRES, MOOD_LETTERS, MOODS};
use crate::world::facts::{Model, read_table};
use crate::world::models::titles::{Entry, Index, Match, Names, Rank};

/// Days before its release on which a record is announced.
pub const ANNOUNCED: i64 = 70;

/// A musician, band or ensemble.
#[derive(Debug)]
pub struct Artist {
    /// E.g. `AR1042`.
    pub id: String,
    /// As it is written on the records.
    pub name: String,
    /// Other names and spellings.
    pub aliases: Vec<String>,
    /// `solo`, `duo`, `band`, `ensemble` or `choir`.
    pub kind: String,
    /// ISO 3166-1 alpha-2 code.
    pub country: String,
    /// Home town.
    pub city: String,
    /// First year.
    pub active_from: i16,
    /// Last year; nothing while active.
    pub active_to: Option<i16>,
    /// Codes, the main one first.
    pub genres: Vec<String>,
    /// ISO 639-1 code of what is sung; nothing for instrumental music.
    pub language: Option<String>,
    /// How many people listen, 1 to 100.
    pub fame: u32,
    /// Who publishes the records.
    pub label: String,
    /// A sentence for people.
    pub bio: String,
    /// Places of the records, by date.
    pub albums: Range<usize>,
    /// Places of all tracks.
    pub tracks: Range<usize>,
}

/// A record.
#[derive(Debug)]
pub struct Album {
    /// E.g. `AL10421`.
    pub id: String,
    /// Place of its artist.
    pub artist: usize,
    /// Title.
    pub title: String,
    /// `album`, `ep`, `live` or `single`.
    pub kind: String,
    /// Day of release.
    pub released: Date,
    /// The label's number for it.
    pub catalogue_number: String,
    /// Name, city and country of the studio; nothing for what was recorded at home or on stage.
    pub studio: Option<(String, String, String)>,
    /// Places of its tracks.
    pub tracks: Range<usize>,
}

/// A recording.
#[derive(Debug)]
pub struct Track {
    /// E.g. `TR1042103`.
    pub id: String,
    /// Place of its artist.
    pub artist: usize,
    /// Place of its record.
    pub album: usize,
    /// Number on the record, from 1.
    pub number: usize,
    /// Title.
    pub title: String,
    /// Length.
    pub seconds: i64,
    /// Codes, the main one first.
    pub moods: Vec<&'static str>,
    /// Day of release: that of the record, or an earlier one for a single.
    pub released: Date,
    /// Whether it came out ahead of the record.
    pub single: bool,
    /// Whether the words are not for children.
    pub explicit: bool,
    /// Twelve characters in the private registrant `ZZUTB`.
    pub isrc: String,
    /// Place of its words, when they are kept.
    pub lyrics: Option<usize>,
}

/// Words of a song, by line.
#[derive(Debug)]
pub struct Lyrics {
    /// A verse.
    pub verse: Vec<String>,
    /// The chorus.
    pub chorus: Vec<String>,
}

/// Something of the catalogue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// An artist.
    Artist,
    /// A record.
    Album,
    /// A track.
    Track,
}

/// One thing that a search found: what it is, its place, and why it was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hit {
    /// What it is.
    pub kind: Kind,
    /// Its place among those of its kind.
    pub place: usize,
    /// Why.
    pub rank: Rank,
}

/// The whole catalogue.
#[derive(Debug)]
pub struct Music {
    /// All artists, by id.
    pub artists: Vec<Artist>,
    /// All records, by artist and date.
    pub albums: Vec<Album>,
    /// All tracks, by record and number.
    pub tracks: Vec<Track>,
    lyrics: Vec<Lyrics>,
    ids: BTreeMap<String, (Kind, usize)>,
    isrcs: BTreeMap<String, usize>,
    names: Names,
    index: Index,
}

impl Model for Music {
    const TABLES: &'static [&'static str] = &["music_artists", "music_albums", "music_lyrics"];

    fn build(tables: &[&[u8]]) -> Result<Self, String> {
        let [artists, albums, lyrics] = tables else { return Err("music is built from three tables".into()) };
        let artists: Vec<ArtistRow> = read_table("music_artists", artists)?;
        let albums: Vec<AlbumRow> = read_table("music_albums", albums)?;
        let lyrics: Vec<LyricsRow> = read_table("music_lyrics", lyrics)?;
        let mut music = Self::of(artists.into_iter().map(artist).collect::<Result<_, _>>()?, albums)?;
        for row in lyrics {
            music.add_lyrics(row)?;
        }
        Ok(music)
    }
}

impl Music {
    fn of(artists: Vec<Artist>, rows: Vec<AlbumRow>) -> Result<Self, String> {
        let mut music = Self {
            artists,
            albums: Vec::new(),
            tracks: Vec::new(),
            lyrics: Vec::new(),
            ids: BTreeMap::new(),
            isrcs: BTreeMap::new(),
            names: Names::default(),
            index: Index::new([]),
        };
        for place in 0..music.artists.len() {
            music.add_id(&music.artists[place].id.clone(), Kind::Artist, place)?;
            let artist = &music.artists[place];
            music.names.add(&artist.name, place, true);
            artist.aliases.iter().for_each(|alias| music.names.add(alias, place, false));
        }
        for row in rows {
            music.add_album(row)?;
        }
        music.index = Index::new(music.entries());
        Ok(music)
    }

    fn add_id(&mut self, id: &str, kind: Kind, place: usize) -> Result<(), String> {
        match self.ids.insert(id.to_owned(), (kind, place)) {
            Some(_) => Err(format!("music: the id '{id}' stands twice")),
            None => Ok(()),
        }
    }

    fn add_album(&mut self, row: AlbumRow) -> Result<(), String> {
        let wrong = |what: &str| format!("music_albums: {}: {what}", row.id);
        let Some((Kind::Artist, artist)) = self.ids.get(&row.artist).copied() else {
            return Err(wrong("no such artist"));
        };
        let place = self.albums.len();
        let released: Date = row.released.parse().map_err(|_| wrong("released is no date"))?;
        let first = self.tracks.len();
        for (number, track) in (1..).zip(row.tracks) {
            let digits = row.id.trim_start_matches("AL");
            let id = format!("TR{digits}{number:02}");
            let place_of_track = self.tracks.len();
            let track = Track { id, artist, album: place, number, ..read_track(track, released, place_of_track)? };
            self.add_id(&track.id, Kind::Track, place_of_track)?;
            self.isrcs.insert(track.isrc.clone(), place_of_track);
            self.tracks.push(track);
        }
        let tracks = first..self.tracks.len();
        let artist_row = &mut self.artists[artist];
        if artist_row.albums.is_empty() {
            (artist_row.albums, artist_row.tracks) = (place..place, first..first);
        }
        if artist_row.albums.end != place {
            return Err(format!("music_albums: {}: records of an artist stand together", row.id));
        }
        (artist_row.albums.end, artist_row.tracks.end) = (place + 1, tracks.end);
        self.add_id(&row.id, Kind::Album, place)?;
        let AlbumRow { id, title, kind, catalogue_number, studio, .. } = row;
        self.albums.push(Album { id, artist, title, kind, released, catalogue_number, studio, tracks });
        Ok(())
    }

    fn add_lyrics(&mut self, row: LyricsRow) -> Result<(), String> {
        let Some((Kind::Track, place)) = self.ids.get(&row.track).copied() else {
            return Err(format!("music_lyrics: there is no track '{}'", row.track));
        };
        self.tracks[place].lyrics = Some(self.lyrics.len());
        self.lyrics.push(Lyrics { verse: row.verse, chorus: row.chorus });
        Ok(())
    }

    /// What is indexed: artists, then records, then tracks.
    fn entries(&self) -> Vec<Entry<'_>> {
        let near = |artist: usize| {
            let artist = &self.artists[artist];
            std::iter::once(artist.name.as_str()).chain(artist.aliases.iter().map(String::as_str)).collect()
        };
        let artists = (0..self.artists.len()).map(|place| Entry { own: near(place), ..Entry::default() });
        let albums = self.albums.iter().map(|a| Entry { own: vec![&a.title], near: near(a.artist), far: Vec::new() });
        let tracks = self.tracks.iter().map(|t| Entry { own: vec![&t.title], near: near(t.artist), far: Vec::new() });
        artists.chain(albums).chain(tracks).collect()
    }

    /// What has this id, in any case, on a day.
    pub fn by_id(&self, id: &str, today: Date) -> Option<(Kind, usize)> {
        let found = self.ids.get(&id.trim().to_uppercase()).copied();
        found.filter(|(kind, place)| self.is_known(*kind, *place, today))
    }

    /// The artist with this name or alias.
    pub fn find_artist(&self, name: &str) -> Match {
        self.names.find(name)
    }

    /// The artist of this very name, in any case and with or without accents.
    pub fn artist_called(&self, name: &str) -> Match {
        self.names.called(name)
    }

    /// Up to three names of artists that look like a text.
    pub fn near_artists(&self, name: &str) -> Vec<String> {
        self.names.near(name)
    }

    /// The track of an artist with this title that is known on a day.
    pub fn find_track(&self, artist: usize, title: &str, today: Date) -> Match {
        self.titles(artist, today).find(title)
    }

    /// Up to three titles of an artist that look like a text.
    pub fn near_tracks(&self, artist: usize, title: &str, today: Date) -> Vec<String> {
        self.titles(artist, today).near(title)
    }

    fn titles(&self, artist: usize, today: Date) -> Names {
        let mut names = Names::default();
        for place in self.artists[artist].tracks.clone().filter(|t| self.is_known(Kind::Track, *t, today)) {
            names.add(&self.tracks[place].title, place, true);
        }
        names
    }

    /// Words of a track, when they are kept.
    pub fn lyrics(&self, track: &Track) -> Option<&Lyrics> {
        self.lyrics.get(track.lyrics?)
    }

    /// Whether a day knows of something: artists always, records from their announcement on.
    pub fn is_known(&self, kind: Kind, place: usize, today: Date) -> bool {
        match kind {
            Kind::Artist => true,
            Kind::Album => self.albums[place].announced() <= today,
            Kind::Track => self.albums[self.tracks[place].album].announced() <= today,
        }
    }

    /// What a query finds on a day, best first. An ISRC (with or without hyphens) or an id finds what has it.
    pub fn search(&self, query: &str, today: Date) -> Vec<Hit> {
        let exact = |(kind, place): (Kind, usize)| vec![Hit { kind, place, rank: Rank::Exact }];
        let isrc = self.isrcs.get(&query.replace(['-', ' '], "").to_uppercase());
        if let Some(track) = isrc.filter(|track| self.is_known(Kind::Track, **track, today)) {
            return exact((Kind::Track, *track));
        }
        if let Some(found) = self.by_id(query, today) {
            return exact(found);
        }
        let hits = self.index.search(query).into_iter().map(|(entry, rank)| {
            let (kind, place) = self.at(entry as usize);
            Hit { kind, place, rank }
        });
        hits.filter(|hit| self.is_known(hit.kind, hit.place, today)).collect()
    }

    fn at(&self, entry: usize) -> (Kind, usize) {
        let (artists, albums) = (self.artists.len(), self.albums.len());
        match entry {
            n if n < artists => (Kind::Artist, n),
            n if n < artists + albums => (Kind::Album, n - artists),
            n => (Kind::Track, n - artists - albums),
        }
    }
}

impl Album {
    /// The day from which it is known.
    pub fn announced(&self) -> Date {
        self.released.saturating_sub(ANNOUNCED.days())
    }
}

fn artist(row: ArtistRow) -> Result<Artist, String> {
    if let Some(genre) = row.genres.iter().find(|genre| !GENRES.contains(&genre.as_str())) {
        return Err(format!("music_artists: {}: there is no genre '{genre}'", row.name));
    }
    Ok(Artist {
        id: row.id,
        name: row.name,
        aliases: row.aliases,
        kind: row.kind,
        country: row.country,
        city: row.city,
        active_from: row.active_from,
        active_to: row.active_to,
        genres: row.genres,
        language: row.language,
        fame: row.fame,
        label: row.label,
        bio: row.bio,
        albums: 0..0,
        tracks: 0..0,
    })
}

/// A track without its places.
fn read_track(row: TrackRow, album: Date, place: usize) -> Result<Track, String> {
    let mood = |letter: char| MOOD_LETTERS.iter().position(|l| *l == letter).map(|i| MOODS[i]);
    let moods: Option<Vec<&str>> = row.moods.chars().map(mood).collect();
    let released = row.single.as_deref().map(str::parse).transpose();
    let (Some(moods), Ok(single)) = (moods, released) else {
        return Err(format!("music_albums: the track '{}' has a mood or a date that is none", row.title));
    };
    let released: Date = single.unwrap_or(album);
    Ok(Track {
        id: String::new(),
        artist: 0,
        album: 0,
        number: 0,
        title: row.title,
        seconds: row.seconds,
        moods,
        released,
        single: row.single.is_some(),
        explicit: row.explicit,
        isrc: format!("ZZUTB{:02}{place:05}", released.year().rem_euclid(100)),
        lyrics: None,
    })
}
