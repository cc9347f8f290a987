use std::sync::{Arc, OnceLock};

use jiff::civil::{Date, date};

use super::*;
use crate::world::facts::Model;
use crate::world::models::titles::{Match, Rank};
use crate::world::seed::Seed;

const TODAY: Date = date(2026, 3, 2);

fn music() -> Arc<Music> {
    static MUSIC: OnceLock<Arc<Music>> = OnceLock::new();
    let read = |name: &str| std::fs::read(format!("responses/world/{name}.json")).unwrap();
    MUSIC
        .get_or_init(|| {
            let tables: Vec<Vec<u8>> = Music::TABLES.iter().map(|name| read(name)).collect();
            let tables: Vec<&[u8]> = tables.iter().map(Vec::as_slice).collect();
            Arc::new(Music::build(&tables).unwrap())
        })
        .clone()
}

fn plays(seed: u64) -> Plays {
    Plays::new(music(), Seed(seed))
}

#[test]
fn the_catalogue_is_as_large_as_it_says() {
    let music = music();
    assert!(music.artists.len() >= 220 && music.albums.len() >= 650 && music.tracks.len() >= 4_000);
    assert!(music.tracks.iter().filter(|track| music.lyrics(track).is_some()).count() >= 250);
    for artist in &music.artists {
        assert!(!artist.albums.is_empty(), "{}", artist.name);
        assert!(music.albums[artist.albums.clone()].is_sorted_by_key(|album| album.released), "{}", artist.name);
    }
}

#[test]
fn a_song_has_one_title_within_its_artist() {
    let music = music();
    for (place, artist) in music.artists.iter().enumerate() {
        for track in &music.tracks[artist.tracks.clone()] {
            let found = music.find_track(place, &track.title, date(2030, 1, 1));
            assert!(
                matches!(found, Match::One(t) if music.tracks[t].id == track.id),
                "{} {}",
                artist.name,
                track.title
            );
        }
    }
}

#[test]
fn every_artist_is_found_by_name_and_alias() {
    let music = music();
    for (place, artist) in music.artists.iter().enumerate() {
        for name in std::iter::once(&artist.name).chain(&artist.aliases) {
            assert_eq!(music.find_artist(&name.to_uppercase()), Match::One(place), "{name}");
            let first = music.search(name, TODAY)[0];
            assert_eq!(first.rank, Rank::Exact, "{name}");
        }
    }
}

#[test]
fn charts_follow_one_another() {
    let plays = plays(5);
    for (of, genre) in [(Of::Songs, None), (Of::Artists, None), (Of::Albums, Some("pop")), (Of::Songs, Some("jazz"))] {
        let this = plays.chart(of, genre, date(2026, 2, 27));
        let last = plays.chart(of, genre, date(2026, 2, 20));
        assert!(this.lines.len() > 20);
        for (line, rank) in this.lines.iter().zip(1..) {
            assert_eq!(line.rank, rank);
            let before = last.lines.iter().find(|other| other.place == line.place).map(|other| other.rank);
            assert_eq!(line.previous, before);
        }
        assert!(this.lines.is_sorted_by(|a, b| a.plays >= b.plays));
    }
}

#[test]
fn charts_move_but_not_wildly() {
    let plays = plays(1);
    let chart = plays.chart(Of::Songs, None, date(2026, 2, 27));
    let stayed = chart.lines.iter().filter(|line| line.previous.is_some()).count();
    let moved = chart.lines.iter().filter(|line| line.previous.is_some_and(|p| p != line.rank)).count();
    assert!((80..100).contains(&stayed), "{stayed} of 100 stayed");
    assert!(moved > 40, "{moved} of 100 moved");
}

#[test]
fn the_newest_chart_is_of_a_friday() {
    assert_eq!(chart_day(date(2026, 3, 2)), date(2026, 2, 27));
    assert_eq!(chart_day(date(2026, 2, 27)), date(2026, 2, 27));
    assert_eq!(chart_day(date(2026, 2, 26)), date(2026, 2, 20));
}

#[test]
fn a_mix_gives_everybody_a_turn() {
    let plays = plays(3);
    for mood in MOODS {
        let mix = plays.mix(Some("pop"), mood, TODAY);
        let music = music();
        assert!(mix.iter().all(|place| music.tracks[*place].released <= TODAY));
        let first: Vec<usize> = mix.iter().take(10).map(|place| music.tracks[*place].artist).collect();
        let most = first.iter().map(|a| first.iter().filter(|b| a == *b).count()).max().unwrap_or(0);
        assert!(most <= 2 || mix.len() < 20, "{mood}: {most} of one artist");
    }
    assert!(plays.mix(Some("pop"), "happy", TODAY).len() > 100);
}

#[test]
fn names_of_genres_and_moods_are_of_one_thing_each() {
    assert_eq!(
        [genre("R&B"), genre("Hip Hop"), genre("K-POP"), genre("polka")],
        [Some("soul"), Some("hip-hop"), Some("k-pop"), None]
    );
    assert_eq!([mood("Chill"), mood("workout"), mood("feel-good")], [Some("calm"), Some("energetic"), Some("happy")]);
}
