//! Recorded music: artists, records, tracks, charts, words and mixes. Things go between functions by id.

mod records;

use std::sync::Arc;

use jiff::ToSpan;
use jiff::civil::Date;
use minijinja::value::{Kwargs, Value as Dynamic};
use minijinja::{Environment, Error, State};
use serde_json::Value;

use self::records::Shop;
use super::wrong;
use crate::expression::value::{list, optional, record};
use crate::simulator::scope::{Context, context};
use crate::world::gazetteer::Gazetteer;
use crate::world::models::music::{GENRES, Hit, Kind, MOODS, Music, Of, Plays, chart_day, genre, mood};
use crate::world::models::titles::Match;

/// The session's own playlists.
const PLAYLISTS: &str = "playlists";

pub(super) fn register(env: &mut Environment<'static>) {
    env.add_function("music_kind", music_kind);
    env.add_function("music_artist", music_artist);
    env.add_function("music_artist_rank", music_artist_rank);
    env.add_function("music_artist_albums", music_artist_albums);
    env.add_function("music_artist_songs", music_artist_songs);
    env.add_function("music_album", music_album);
    env.add_function("music_album_tracks", music_album_tracks);
    env.add_function("music_track", music_track);
    env.add_function("music_search", music_search);
    env.add_function("near_music_ids", near_music_ids);
    env.add_function("find_music_artist", find_music_artist);
    env.add_function("near_music_artists", near_music_artists);
    env.add_function("find_song", find_song);
    env.add_function("near_songs", near_songs);
    env.add_function("song_lyrics", song_lyrics);
    env.add_function("song_playlists", song_playlists);
    env.add_function("music_chart", music_chart);
    env.add_function("music_mix", music_mix);
    env.add_function("playlist_name", playlist_name);
    env.add_function("music_genre", |text: &str| optional(genre(text).map(Dynamic::from)));
    env.add_function("music_genres", || GENRES.to_vec());
    env.add_function("music_mood", |text: &str| optional(mood(text).map(Dynamic::from)));
    env.add_function("music_moods", || MOODS.to_vec());
}

/// The catalogue as a call sees it.
fn shop(state: &State<'_, '_>) -> Result<Shop, Error> {
    let context = context(state)?;
    let music = context.world.facts.model::<Music>();
    let gazetteer = context.world.facts.model::<Gazetteer>();
    Ok(Shop { plays: Plays::new(music, context.world.seed), gazetteer, today: context.clock.today() })
}

impl Shop {
    /// The place of what has an id that an earlier function gave.
    fn place(&self, id: &str, kind: Kind) -> Result<usize, Error> {
        let found = self.plays.music.by_id(id, Date::MAX).filter(|found| found.0 == kind);
        found.map(|(_, place)| place).ok_or_else(|| wrong(format!("'{id}' is no id of this kind")))
    }

    /// Places of the records that the day knows, in order of date.
    fn albums(&self, artist: usize) -> Vec<usize> {
        let music = &self.plays.music;
        let all = music.artists[artist].albums.clone();
        all.filter(|album| music.is_known(Kind::Album, *album, self.today)).collect()
    }

    /// Tracks that are out, most played first.
    fn songs(&self, artist: usize) -> Vec<usize> {
        let music = &self.plays.music;
        let all = music.artists[artist].tracks.clone();
        let mut out: Vec<usize> = all.filter(|track| music.tracks[*track].released <= self.today).collect();
        out.sort_by_cached_key(|track| (std::cmp::Reverse(self.plays.popularity(*track, self.today)), *track));
        out
    }
}

/// `artist`, `album`, `track`, or `none` for an id that nothing has today.
fn music_kind(state: &State<'_, '_>, id: &str) -> Result<Dynamic, Error> {
    let shop = shop(state)?;
    Ok(optional(shop.plays.music.by_id(id, shop.today).map(|(kind, _)| Dynamic::from(name_of(kind)))))
}

fn name_of(kind: Kind) -> &'static str {
    match kind {
        Kind::Artist => "artist",
        Kind::Album => "album",
        Kind::Track => "track",
    }
}

/// What is known of an artist, with how many records and tracks are out.
fn music_artist(state: &State<'_, '_>, id: &str) -> Result<Dynamic, Error> {
    let shop = shop(state)?;
    let place = shop.place(id, Kind::Artist)?;
    Ok(shop.artist(place, &shop.albums(place), shop.songs(place).len()))
}

/// Rank of an artist in the newest chart of all genres, or `none` outside its hundred.
fn music_artist_rank(state: &State<'_, '_>, id: &str) -> Result<Dynamic, Error> {
    let shop = shop(state)?;
    let place = shop.place(id, Kind::Artist)?;
    let rank = shop.plays.rank(Of::Artists, place, chart_day(shop.today));
    Ok(optional(rank.map(Dynamic::from)))
}

/// Records of an artist that are out or announced, oldest first.
fn music_artist_albums(state: &State<'_, '_>, id: &str) -> Result<Dynamic, Error> {
    let shop = shop(state)?;
    let albums = shop.albums(shop.place(id, Kind::Artist)?);
    Ok(list(albums, |album| shop.album_line(album)))
}

/// `music_artist_songs(id, most=5)`: the most played tracks of an artist that are out.
fn music_artist_songs(state: &State<'_, '_>, id: &str, options: Kwargs) -> Result<Dynamic, Error> {
    let most: usize = options.get("most")?;
    options.assert_all_used()?;
    let shop = shop(state)?;
    let songs = shop.songs(shop.place(id, Kind::Artist)?);
    Ok(list(songs.into_iter().take(most), |track| shop.track_line(track)))
}

fn music_album(state: &State<'_, '_>, id: &str) -> Result<Dynamic, Error> {
    let shop = shop(state)?;
    Ok(shop.album(shop.place(id, Kind::Album)?))
}

fn music_album_tracks(state: &State<'_, '_>, id: &str) -> Result<Dynamic, Error> {
    let shop = shop(state)?;
    let tracks = shop.plays.music.albums[shop.place(id, Kind::Album)?].tracks.clone();
    Ok(list(tracks, |track| shop.track_of_album(track)))
}

fn music_track(state: &State<'_, '_>, id: &str) -> Result<Dynamic, Error> {
    let shop = shop(state)?;
    Ok(shop.track(shop.place(id, Kind::Track)?))
}

/// `music_search(query, limit=10, offset=0)`: `{total, artists, albums, tracks, results}`. `type:artist`, `type:album` or
/// `type:track` among the words narrows it.
fn music_search(state: &State<'_, '_>, query: &str, page: Kwargs) -> Result<Dynamic, Error> {
    let (limit, offset): (usize, usize) = (page.get("limit")?, page.get("offset")?);
    page.assert_all_used()?;
    let shop = shop(state)?;
    let (words, only) = split_type(query);
    let mut hits = shop.plays.music.search(&words, shop.today);
    hits.retain(|hit| only.is_none_or(|kind| hit.kind == kind));
    let mut scored: Vec<(i64, Hit)> = hits.into_iter().map(|hit| (shop.popularity(hit.kind, hit.place), hit)).collect();
    // The most played first among equally good hits; the sort is stable, so ties stay in the order of the catalogue.
    scored.sort_by(|a, b| b.1.rank.cmp(&a.1.rank).then(b.0.cmp(&a.0)));
    let count = |kind: Kind| Dynamic::from(scored.iter().filter(|(_, hit)| hit.kind == kind).count());
    let results = scored.iter().skip(offset).take(limit);
    Ok(record([
        ("total", Dynamic::from(scored.len())),
        ("artists", count(Kind::Artist)),
        ("albums", count(Kind::Album)),
        ("tracks", count(Kind::Track)),
        ("results", list(results, |(popularity, hit)| shop.hit(*hit, *popularity))),
    ]))
}

/// The words of a query, and the kind it is narrowed to.
fn split_type(query: &str) -> (String, Option<Kind>) {
    let mut only = None;
    let mut words = Vec::new();
    for word in query.split_whitespace() {
        match &*word.to_lowercase() {
            "type:artist" => only = Some(Kind::Artist),
            "type:album" => only = Some(Kind::Album),
            "type:track" => only = Some(Kind::Track),
            _ => words.push(word),
        }
    }
    (words.join(" "), only)
}

/// `near_music_ids(text, 'artist')`: up to three ids with their names, of what a text may have meant.
fn near_music_ids(state: &State<'_, '_>, text: &str, kind: &str) -> Result<Vec<String>, Error> {
    let shop = shop(state)?;
    let music = &shop.plays.music;
    let hits = music.search(text, shop.today).into_iter().filter(|hit| name_of(hit.kind) == kind);
    Ok(hits.take(3).map(|hit| shop.id_and_name(hit.kind, hit.place)).collect())
}

/// `{id, names}`: the id of the artist that a name means, or `none`; and the names when there are several.
fn find_music_artist(state: &State<'_, '_>, name: &str) -> Result<Dynamic, Error> {
    let music = &shop(state)?.plays.music;
    Ok(found(music.find_artist(name), |place| (&music.artists[place].id, &music.artists[place].name)))
}

fn found<'a>(found: Match, of: impl Fn(usize) -> (&'a String, &'a String)) -> Dynamic {
    let (id, names) = match found {
        Match::One(place) => (Some(of(place).0.as_str()), Vec::new()),
        Match::Several(places) => (None, places.into_iter().map(|place| of(place).1.as_str()).collect()),
        Match::None => (None, Vec::new()),
    };
    record([("id", optional(id.map(Dynamic::from))), ("names", list(names, Dynamic::from))])
}

fn near_music_artists(state: &State<'_, '_>, name: &str) -> Result<Vec<String>, Error> {
    Ok(shop(state)?.plays.music.near_artists(name))
}

/// `{id, names}` of the track of an artist that a title means.
fn find_song(state: &State<'_, '_>, artist: &str, title: &str) -> Result<Dynamic, Error> {
    let shop = shop(state)?;
    let music = &shop.plays.music;
    let track = music.find_track(shop.place(artist, Kind::Artist)?, title, shop.today);
    Ok(found(track, |place| (&music.tracks[place].id, &music.tracks[place].title)))
}

fn near_songs(state: &State<'_, '_>, artist: &str, title: &str) -> Result<Vec<String>, Error> {
    let shop = shop(state)?;
    Ok(shop.plays.music.near_tracks(shop.place(artist, Kind::Artist)?, title, shop.today))
}

/// `{status, sections}` of a track: `available`, `instrumental` or `not_held`.
fn song_lyrics(state: &State<'_, '_>, track: &str) -> Result<Dynamic, Error> {
    let shop = shop(state)?;
    Ok(shop.lyrics(shop.place(track, Kind::Track)?))
}

/// Id and name of the session's playlists that hold a track.
fn song_playlists(state: &State<'_, '_>, track: &str) -> Result<Dynamic, Error> {
    let context = context(state)?;
    let holds = |row: &crate::world::Row| {
        let tracks = row.get("track_ids").and_then(Value::as_array);
        tracks.is_some_and(|tracks| tracks.iter().any(|id| id == track))
    };
    let rows = context.state().rows(PLAYLISTS).filter(|(_, row)| holds(row));
    Ok(list(rows, |(key, row)| {
        let name = row.get("name").and_then(Value::as_str).unwrap_or(key);
        record([("playlist_id", Dynamic::from(key)), ("name", Dynamic::from(name))])
    }))
}

/// `music_chart('songs', genre, limit=20)`: `{published, from, to, total, lines}`; the genre is a code or `none`.
fn music_chart(state: &State<'_, '_>, of: &str, genre: Option<&str>, options: Kwargs) -> Result<Dynamic, Error> {
    let limit: usize = options.get("limit")?;
    options.assert_all_used()?;
    let of = match of {
        "songs" => Of::Songs,
        "artists" => Of::Artists,
        "albums" => Of::Albums,
        other => return Err(wrong(format!("there is no chart of '{other}'"))),
    };
    let shop = shop(state)?;
    let chart = shop.plays.chart(of, genre, chart_day(shop.today));
    Ok(record([
        ("published", Dynamic::from(chart.published.to_string())),
        ("from", Dynamic::from(chart.published.saturating_sub(7.days()).to_string())),
        ("to", Dynamic::from(chart.published.saturating_sub(1.days()).to_string())),
        ("next", Dynamic::from(chart.published.saturating_add(7.days()).to_string())),
        ("total", Dynamic::from(chart.lines.len())),
        ("lines", list(chart.lines.iter().take(limit), |line| shop.chart_line(of, line))),
    ]))
}

/// `music_mix(genre, mood, limit=10)`: `{total, tracks}` that go together, each `{position, track}`;
/// genre is a code or `none`.
fn music_mix(state: &State<'_, '_>, genre: Option<&str>, mood: &str, options: Kwargs) -> Result<Dynamic, Error> {
    let limit: usize = options.get("limit")?;
    options.assert_all_used()?;
    let shop = shop(state)?;
    let mix = shop.plays.mix(genre, mood, shop.today);
    let at = |(position, track): (usize, usize)| {
        record([("position", Dynamic::from(position)), ("track", shop.track_line(track))])
    };
    Ok(record([
        ("total", Dynamic::from(mix.len())),
        ("tracks", list((1_usize..).zip(mix.into_iter().take(limit)), at)),
    ]))
}

/// A name that no playlist of the session has: the one given, or with a number after it.
fn playlist_name(state: &State<'_, '_>, base: &str) -> Result<String, Error> {
    let context: Arc<Context> = context(state)?;
    let taken: Vec<&str> = context.state().rows(PLAYLISTS).filter_map(|(_, row)| row.get("name")?.as_str()).collect();
    let numbered = (2..).map(|n| format!("{base} {n}"));
    let mut names = std::iter::once(base.to_owned()).chain(numbered);
    names.find(|name| !taken.contains(&name.as_str())).ok_or_else(|| wrong("no name is left"))
}
