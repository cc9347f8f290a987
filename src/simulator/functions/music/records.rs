//! What the music functions answer, as records.

use std::sync::Arc;

use jiff::civil::Date;
use minijinja::value::Value as Dynamic;

use crate::expression::value::{list, optional, record};
use crate::world::gazetteer::Gazetteer;
use crate::world::models::music::{Hit, Kind, Line, Of, Plays};
use crate::world::models::titles::Rank;

/// The catalogue as a day of one world sees it.
pub(super) struct Shop {
    pub plays: Plays,
    pub gazetteer: Arc<Gazetteer>,
    pub today: Date,
}

impl Shop {
    pub fn popularity(&self, kind: Kind, place: usize) -> i64 {
        match kind {
            Kind::Artist => self.plays.artist_popularity(place, self.today),
            Kind::Album => self.plays.album_popularity(place, self.today),
            Kind::Track => self.plays.popularity(place, self.today),
        }
    }

    pub fn id_and_name(&self, kind: Kind, place: usize) -> String {
        let music = &self.plays.music;
        let (id, name) = match kind {
            Kind::Artist => (&music.artists[place].id, &music.artists[place].name),
            Kind::Album => (&music.albums[place].id, &music.albums[place].title),
            Kind::Track => (&music.tracks[place].id, &music.tracks[place].title),
        };
        format!("{id} ({name})")
    }

    pub fn artist(&self, place: usize, albums: &[usize], songs: usize) -> Dynamic {
        let artist = &self.plays.music.artists[place];
        let out = albums.iter().filter(|album| self.plays.music.albums[**album].released <= self.today);
        record([
            ("artist_id", text(&artist.id)),
            ("name", text(&artist.name)),
            ("aliases", list(&artist.aliases, |alias| text(alias))),
            ("kind", text(&artist.kind)),
            ("country", text(&artist.country)),
            ("country_name", text(self.country(&artist.country))),
            ("city", text(&artist.city)),
            ("active_from", Dynamic::from(artist.active_from)),
            ("active_to", optional(artist.active_to.map(Dynamic::from))),
            ("genres", list(&artist.genres, |genre| text(genre))),
            ("language", self.language(place)),
            ("label", text(&artist.label)),
            ("summary", text(&artist.bio)),
            ("biography", Dynamic::from(self.biography(place, albums))),
            ("popularity", Dynamic::from(self.plays.artist_popularity(place, self.today))),
            ("album_count", Dynamic::from(out.count())),
            ("track_count", Dynamic::from(songs)),
        ])
    }

    /// What the table says, where and when, and the records in a sentence.
    fn biography(&self, place: usize, albums: &[usize]) -> String {
        let music = &self.plays.music;
        let artist = &music.artists[place];
        let home = format!("{}, {}", artist.city, self.country(&artist.country));
        let years = match artist.active_to {
            Some(last) => format!("active from {} to {last}", artist.active_from),
            None => format!("active since {}", artist.active_from),
        };
        let (out, coming): (Vec<usize>, Vec<usize>) =
            albums.iter().partition(|album| music.albums[**album].released <= self.today);
        let mut told = format!("{} Based in {home}; {years}.", artist.bio);
        if let Some(album) = out.last().map(|album| &music.albums[*album]) {
            let count = match out.len() {
                1 => "One release".to_owned(),
                n => format!("{n} releases"),
            };
            told += &format!(" {count} so far, the newest of them {} ({}).", album.title, album.released.year());
        }
        for album in coming.iter().map(|album| &music.albums[*album]) {
            told += &format!(" {} is announced for {}.", album.title, album.released);
        }
        told
    }

    pub fn album_line(&self, place: usize) -> Dynamic {
        let album = &self.plays.music.albums[place];
        record([
            ("album_id", text(&album.id)),
            ("title", text(&album.title)),
            ("kind", text(&album.kind)),
            ("release_date", date(album.released)),
            ("status", self.status(album.released)),
            ("track_count", Dynamic::from(album.tracks.len())),
        ])
    }

    pub fn album(&self, place: usize) -> Dynamic {
        let music = &self.plays.music;
        let album = &music.albums[place];
        let artist = &music.artists[album.artist];
        let seconds: i64 = music.tracks[album.tracks.clone()].iter().map(|track| track.seconds).sum();
        record([
            ("album_id", text(&album.id)),
            ("title", text(&album.title)),
            ("artist_id", text(&artist.id)),
            ("artist", text(&artist.name)),
            ("kind", text(&album.kind)),
            ("release_date", date(album.released)),
            ("status", self.status(album.released)),
            ("label", text(&artist.label)),
            ("catalogue_number", text(&album.catalogue_number)),
            ("copyright", Dynamic::from(format!("℗ {} {}", album.released.year(), artist.label))),
            ("genres", list(&artist.genres, |genre| text(genre))),
            ("duration_seconds", Dynamic::from(seconds)),
            ("track_count", Dynamic::from(album.tracks.len())),
            ("cover_url", Dynamic::from(format!("https://covers.example/{}.jpg", album.id.to_lowercase()))),
            ("recording_location", self.location(place)),
            ("popularity", popularity(self.plays.album_popularity(place, self.today))),
        ])
    }

    /// The studio, or the town of an artist who recorded at home or on stage.
    fn location(&self, album: usize) -> Dynamic {
        let music = &self.plays.music;
        let artist = &music.artists[music.albums[album].artist];
        let (studio, city, country) = match &music.albums[album].studio {
            Some((studio, city, country)) => (Some(studio), city, country),
            None => (None, &artist.city, &artist.country),
        };
        record([("studio", optional(studio.map(|name| text(name)))), ("city", text(city)), ("country", text(country))])
    }

    pub fn track_of_album(&self, place: usize) -> Dynamic {
        let track = &self.plays.music.tracks[place];
        record([
            ("number", Dynamic::from(track.number)),
            ("track_id", text(&track.id)),
            ("title", text(&track.title)),
            ("duration_seconds", Dynamic::from(track.seconds)),
            ("explicit", Dynamic::from(track.explicit)),
            ("release_date", date(track.released)),
            ("status", self.status(track.released)),
            ("popularity", popularity(self.plays.popularity(place, self.today))),
        ])
    }

    /// A track among those of other artists and records.
    pub fn track_line(&self, place: usize) -> Dynamic {
        let music = &self.plays.music;
        let track = &music.tracks[place];
        let (artist, album) = (&music.artists[track.artist], &music.albums[track.album]);
        record([
            ("track_id", text(&track.id)),
            ("title", text(&track.title)),
            ("artist_id", text(&artist.id)),
            ("artist", text(&artist.name)),
            ("album_id", text(&album.id)),
            ("album", text(&album.title)),
            ("release_date", date(track.released)),
            ("duration_seconds", Dynamic::from(track.seconds)),
            ("language", self.language(track.artist)),
            ("explicit", Dynamic::from(track.explicit)),
            ("genres", list(&artist.genres, |genre| text(genre))),
            ("moods", list(&track.moods, |mood| text(mood))),
            ("popularity", popularity(self.plays.popularity(place, self.today))),
        ])
    }

    pub fn track(&self, place: usize) -> Dynamic {
        let music = &self.plays.music;
        let track = &music.tracks[place];
        let (artist, album) = (&music.artists[track.artist], &music.albums[track.album]);
        record([
            ("track_id", text(&track.id)),
            ("title", text(&track.title)),
            ("isrc", text(&track.isrc)),
            ("artist_id", text(&artist.id)),
            ("artist", text(&artist.name)),
            ("artist_kind", text(&artist.kind)),
            ("artist_country", text(&artist.country)),
            ("album_id", text(&album.id)),
            ("album", text(&album.title)),
            ("number", Dynamic::from(track.number)),
            ("duration_seconds", Dynamic::from(track.seconds)),
            ("duration", Dynamic::from(format!("{}:{:02}", track.seconds / 60, track.seconds % 60))),
            ("release_date", date(track.released)),
            ("status", self.status(track.released)),
            ("single", Dynamic::from(track.single)),
            ("language", self.language(track.artist)),
            ("explicit", Dynamic::from(track.explicit)),
            ("genres", list(&artist.genres, |genre| text(genre))),
            ("moods", list(&track.moods, |mood| text(mood))),
            ("label", text(&artist.label)),
            ("recording_location", self.location(track.album)),
            ("has_lyrics", Dynamic::from(track.lyrics.is_some() && track.released <= self.today)),
            ("popularity", popularity(self.plays.popularity(place, self.today))),
        ])
    }

    pub fn lyrics(&self, place: usize) -> Dynamic {
        let music = &self.plays.music;
        let track = &music.tracks[place];
        let part = |name: &'static str, lines: &Vec<String>| {
            record([("part", Dynamic::from(name)), ("lines", list(lines, |line| text(line)))])
        };
        let (status, sections) = match music.lyrics(track) {
            Some(words) => ("available", vec![part("verse", &words.verse), part("chorus", &words.chorus)]),
            None if music.artists[track.artist].language.is_none() => ("instrumental", Vec::new()),
            None => ("not_held", Vec::new()),
        };
        record([("status", Dynamic::from(status)), ("sections", Dynamic::from(sections))])
    }

    pub fn hit(&self, hit: Hit, found: i64) -> Dynamic {
        let music = &self.plays.music;
        let (artist, album, track) = match hit.kind {
            Kind::Artist => (hit.place, None, None),
            Kind::Album => (music.albums[hit.place].artist, Some(hit.place), None),
            Kind::Track => (music.tracks[hit.place].artist, Some(music.tracks[hit.place].album), Some(hit.place)),
        };
        let (artist, album, track) =
            (&music.artists[artist], album.map(|a| &music.albums[a]), track.map(|t| &music.tracks[t]));
        let (kind, id, name, released) = match (album, track) {
            (_, Some(track)) => ("track", &track.id, &track.title, Some(track.released)),
            (Some(album), None) => ("album", &album.id, &album.title, Some(album.released)),
            (None, None) => ("artist", &artist.id, &artist.name, None),
        };
        record([
            ("type", Dynamic::from(kind)),
            ("id", text(id)),
            ("name", text(name)),
            ("artist_id", text(&artist.id)),
            ("artist", text(&artist.name)),
            ("album_id", optional(album.map(|album| text(&album.id)))),
            ("album", optional(album.map(|album| text(&album.title)))),
            ("release_date", optional(released.map(date))),
            ("status", optional(released.map(|day| self.status(day)))),
            ("match", Dynamic::from(reason(hit.rank))),
            ("popularity", popularity(found)),
        ])
    }

    pub fn chart_line(&self, of: Of, line: &Line) -> Dynamic {
        let music = &self.plays.music;
        let place = line.place;
        let (id, name, artist) = match of {
            Of::Songs => (&music.tracks[place].id, &music.tracks[place].title, music.tracks[place].artist),
            Of::Artists => (&music.artists[place].id, &music.artists[place].name, place),
            Of::Albums => (&music.albums[place].id, &music.albums[place].title, music.albums[place].artist),
        };
        let artist = &music.artists[artist];
        let change = line.previous.map(|before| before as i64 - line.rank as i64);
        let movement = match change {
            None => "new",
            Some(0) => "same",
            Some(up) if up > 0 => "up",
            Some(_) => "down",
        };
        record([
            ("rank", Dynamic::from(line.rank)),
            ("previous_rank", optional(line.previous.map(Dynamic::from))),
            ("movement", Dynamic::from(movement)),
            ("change", optional(change.map(Dynamic::from))),
            ("id", text(id)),
            ("name", text(name)),
            ("artist_id", text(&artist.id)),
            ("artist", text(&artist.name)),
            ("genres", list(&artist.genres, |genre| text(genre))),
            ("plays", Dynamic::from(line.plays)),
        ])
    }

    fn language(&self, artist: usize) -> Dynamic {
        optional(self.plays.music.artists[artist].language.as_deref().map(Dynamic::from))
    }

    fn country<'a>(&'a self, code: &'a str) -> &'a str {
        self.gazetteer.country(code).map_or(code, |country| &country.name)
    }

    fn status(&self, released: Date) -> Dynamic {
        Dynamic::from(if released <= self.today { "released" } else { "announced" })
    }
}

fn reason(rank: Rank) -> &'static str {
    match rank {
        Rank::Exact => "exact",
        Rank::Both => "name_and_artist",
        Rank::Prefix => "prefix",
        Rank::Words | Rank::Parts | Rank::Mixed | Rank::Far => "words",
        Rank::Near => "by_artist",
        Rank::Typo | Rank::NearTypo => "similar",
    }
}

/// Nothing for what is not out yet.
fn popularity(scale: i64) -> Dynamic {
    optional((scale > 0).then(|| Dynamic::from(scale)))
}

fn date(day: Date) -> Dynamic {
    Dynamic::from(day.to_string())
}

fn text(text: &str) -> Dynamic {
    Dynamic::from(text)
}
