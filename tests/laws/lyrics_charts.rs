//! Laws of `lyrics-charts`: words, biographies, charts and playlists of the music that `music-catalogue` knows by id.
//!
//! Session table `playlists`, by playlist_id: playlist_id, name, genre (code or `all`), mood (code), track_ids (list of
//! ids), created_at (RFC 3339).

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::bench::{Bench, items, word};

fn ok(bench: &mut Bench, tool: &str, arguments: Value) -> Value {
    bench.ok(&format!("lyrics-charts/{tool}"), arguments)
}

fn refused(bench: &mut Bench, tool: &str, arguments: Value) -> (u16, String, Value) {
    bench.refused(&format!("lyrics-charts/{tool}"), arguments)
}

fn on(seed: u64, day: &str) -> Bench {
    Bench::new(seed).at(&format!("{day}T12:00:00Z"), "UTC")
}

const CHARTS: [(&str, &str); 7] = [
    ("song", "all"),
    ("artist", "all"),
    ("album", "all"),
    ("song", "jazz"),
    ("album", "hip-hop"),
    ("artist", "pop"),
    ("song", "fado"),
];

#[test]
fn ranks_have_no_gaps_and_last_weeks_ranks_are_those_of_last_week() {
    for seed in [1, 1234] {
        for day in ["2026-03-02", "2025-09-15", "2027-01-08"] {
            let mut now = on(seed, day);
            let week_before =
                jiff::civil::Date::strptime("%Y-%m-%d", day).unwrap().saturating_sub(jiff::Span::new().days(7));
            let mut then = on(seed, &week_before.to_string());
            for (kind, genre) in CHARTS {
                let asked = json!({"type": kind, "genre": genre, "limit": 100});
                let (this, last) = (ok(&mut now, "getRankings", asked.clone()), ok(&mut then, "getRankings", asked));
                assert_eq!(this["week_from"], last["published"]);
                let entries = items(&this["entries"]);
                assert_eq!(this["total"], entries.len());
                for (entry, rank) in entries.iter().zip(1..) {
                    assert_eq!(entry["rank"], rank);
                    let before = items(&last["entries"]).iter().find(|other| other["id"] == entry["id"]);
                    let before = before.map_or(Value::Null, |other| other["rank"].clone());
                    assert_eq!(entry["previous_rank"], before, "{} in {kind} {genre}", entry["name"]);
                    match before.as_i64() {
                        None => assert!(entry["movement"] == "new" && entry["change"].is_null()),
                        Some(before) => assert_eq!(entry["change"], before - rank),
                    }
                }
                assert!(entries.is_sorted_by(|a, b| a["plays"].as_i64() >= b["plays"].as_i64()));
            }
        }
    }
}

#[test]
fn a_chart_of_a_genre_is_that_of_all_without_the_others() {
    let mut bench = Bench::new(7);
    let all = ok(&mut bench, "getRankings", json!({"type": "song", "limit": 100}));
    for genre in ["pop", "soul", "rock"] {
        let own = ok(&mut bench, "getRankings", json!({"type": "song", "genre": genre, "limit": 100}));
        assert!(items(&own["entries"]).iter().all(|e| items(&e["genres"]).iter().any(|g| g == genre)));
        let fits = |e: &&Value| items(&e["genres"]).iter().any(|g| g == genre);
        let row = |e: &Value| (e["id"].clone(), e["plays"].clone());
        let filtered: Vec<_> = items(&all["entries"]).iter().filter(fits).map(row).collect();
        let first: Vec<_> = items(&own["entries"]).iter().take(filtered.len()).map(row).collect();
        assert_eq!(filtered, first, "{genre}");
    }
}

#[test]
fn a_limit_shows_the_first_places_and_other_names_mean_the_same() {
    let mut bench = Bench::new(2);
    for (kind, genre) in CHARTS {
        let long = ok(&mut bench, "getRankings", json!({"type": kind, "genre": genre, "limit": 100}));
        for limit in [1, 7, 20] {
            let short = ok(&mut bench, "getRankings", json!({"type": kind, "genre": genre, "limit": limit}));
            assert!(items(&long["entries"]).starts_with(items(&short["entries"])));
            assert_eq!(items(&short["entries"]).len() as u64, long["total"].as_u64().unwrap().min(limit));
        }
    }
    for (a, b) in [("hip-hop", "Rap"), ("soul", "R&B"), ("k-pop", "KPOP"), ("all", " ALL ")] {
        let ask = |genre: &str| json!({"type": "Tracks", "genre": genre});
        assert_eq!(ok(&mut bench, "getRankings", ask(a)), ok(&mut bench, "getRankings", ask(b)));
    }
    assert_eq!(
        ok(&mut bench, "getRankings", json!({"type": "song"})),
        ok(&mut bench, "getRankings", json!({"type": "Singles", "genre": "all", "limit": 20}))
    );
}

#[test]
fn a_chart_stands_from_friday_to_thursday_and_knows_no_future() {
    let chart = |day: &str| ok(&mut on(3, day), "getRankings", json!({"type": "song", "limit": 100}));
    let friday = chart("2026-02-27");
    assert_eq!(friday["published"], "2026-02-27");
    for day in ["2026-02-28", "2026-03-02", "2026-03-05"] {
        assert_eq!(chart(day), friday);
    }
    assert_ne!(chart("2026-03-06"), friday);
    let mut bench = on(3, "2026-03-05");
    for entry in items(&friday["entries"]) {
        let track = bench.ok("music-catalogue/getTrackDetails", json!({"track_id": entry["id"]}));
        assert!(word(&track["release_date"]) < word(&friday["published"]));
        assert_eq!((&track["title"], &track["artist"]["name"]), (&entry["name"], &entry["artist"]));
    }
}

#[test]
fn an_artist_is_the_same_in_both_services() {
    let mut bench = Bench::new(11);
    for number in (1001..=1225).step_by(5) {
        let id = format!("AR{number}");
        let there = bench.ok("music-catalogue/retrieveArtistInfo", json!({"artist_id": id, "include_aliases": true}));
        let here = ok(&mut bench, "getArtistInfo", json!({"artist": there["name"], "includeAlbums": true}));
        for field in [
            "artist_id",
            "name",
            "aliases",
            "kind",
            "country",
            "city",
            "active_from",
            "active_to",
            "genres",
            "label",
            "biography",
            "popularity",
            "album_count",
            "albums",
        ] {
            assert_eq!(here[field], there[field], "{field} of {id}");
        }
        let songs: Vec<_> = items(&here["popular_songs"]).iter().map(|song| &song["track_id"]).collect();
        let tops: Vec<_> = items(&there["top_tracks"]).iter().map(|song| &song["track_id"]).collect();
        assert_eq!(songs, tops);
        let mut bare = here.clone();
        bare.as_object_mut().unwrap().remove("albums");
        for alias in std::iter::once(&there["name"]).chain(items(&there["aliases"])) {
            let asked = json!({"artist": word(alias).to_uppercase()});
            assert_eq!(ok(&mut bench, "getArtistInfo", asked), bare);
        }
    }
}

#[test]
fn the_artist_chart_and_the_profile_agree() {
    let mut bench = Bench::new(4);
    let chart = ok(&mut bench, "getRankings", json!({"type": "artist", "limit": 100}));
    for entry in items(&chart["entries"]).iter().step_by(9) {
        let artist = ok(&mut bench, "getArtistInfo", json!({"artist": entry["name"]}));
        assert_eq!(artist["chart_position"], entry["rank"]);
    }
}

#[test]
fn words_are_those_of_the_recording() {
    let mut bench = Bench::new(1);
    let (mut held, mut missing) = (0, 0);
    for number in (1001..=1225).step_by(7) {
        let artist = bench.ok("music-catalogue/retrieveArtistInfo", json!({"artist_id": format!("AR{number}")}));
        let album = artist["albums"][0]["album_id"].clone();
        let album = bench.ok("music-catalogue/getAlbumInfo", json!({"album_id": album}));
        for line in items(&album["tracks"]) {
            let track = bench.ok("music-catalogue/getTrackDetails", json!({"track_id": line["track_id"]}));
            let song = ok(&mut bench, "searchLyrics", json!({"artist": artist["name"], "title": track["title"]}));
            for field in ["track_id", "title", "album", "release_date", "duration_seconds", "language", "explicit"] {
                assert_eq!(song[field], track[field]);
            }
            let available = song["lyrics_status"] == "available";
            assert_eq!(track["has_lyrics"], available);
            assert_eq!(items(&song["sections"]).is_empty(), !available);
            assert_eq!(song["lyrics_status"] == "instrumental", track["language"].is_null());
            held += usize::from(available);
            missing += usize::from(!available);
        }
    }
    assert!(held > 5 && missing > 50, "{held} {missing}");
}

#[test]
fn a_playlist_holds_what_was_asked_for() {
    let mut bench = Bench::new(6);
    for (genre, mood) in
        [("pop", "happy"), ("jazz", "calm"), ("hip-hop", "energetic"), ("all", "sad"), ("country", "romantic")]
    {
        let made = ok(&mut bench, "createPlaylist", json!({"genre": genre, "mood": mood, "limit": 25}));
        let tracks = items(&made["tracks"]);
        assert_eq!(made["track_count"], tracks.len());
        assert_eq!(made["track_count"].as_u64().unwrap(), made["available"].as_u64().unwrap().min(25));
        let mut seen = BTreeSet::new();
        for (track, position) in tracks.iter().zip(1..) {
            assert_eq!(track["position"], position);
            assert!(seen.insert(word(&track["track_id"])), "a song stands twice");
            let details = bench.ok("music-catalogue/getTrackDetails", json!({"track_id": track["track_id"]}));
            assert_eq!(details["status"], "released");
            assert!(items(&details["moods"]).iter().any(|m| m == mood));
            assert!(genre == "all" || items(&details["genres"]).iter().any(|g| g == genre));
            for field in ["title", "album", "duration_seconds", "popularity", "moods"] {
                assert_eq!(details[field], track[field]);
            }
        }
        let longer = ok(&mut bench, "createPlaylist", json!({"genre": genre, "mood": mood, "limit": 60}));
        assert!(items(&longer["tracks"]).starts_with(tracks));
        assert_ne!(longer["name"], made["name"]);
    }
}

#[test]
fn a_saved_playlist_shows_at_its_songs_and_the_same_call_makes_another() {
    let mut bench = Bench::new(6);
    let asked = json!({"genre": "indie", "mood": "dreamy", "limit": 3});
    let first = ok(&mut bench, "createPlaylist", asked.clone());
    let second = ok(&mut bench, "createPlaylist", asked);
    assert_eq!((&first["name"], &second["name"]), (&json!("Dreamy indie"), &json!("Dreamy indie 2")));
    assert_ne!(first["playlist_id"], second["playlist_id"]);
    assert_eq!(first["tracks"], second["tracks"]);
    assert_eq!((&first["playlists_in_account"], &second["playlists_in_account"]), (&json!(1), &json!(2)));
    let song = &first["tracks"][0];
    let words = ok(&mut bench, "searchLyrics", json!({"artist": song["artist"], "title": song["title"]}));
    let listed: BTreeSet<&str> = items(&words["playlists"]).iter().map(|p| word(&p["playlist_id"])).collect();
    assert_eq!(listed, [word(&first["playlist_id"]), word(&second["playlist_id"])].into());
    let other = ok(&mut bench, "searchLyrics", json!({"artist": "Duarte Falcoeira", "title": "Serenata da Sé"}));
    assert!(items(&other["playlists"]).is_empty());
}

#[test]
fn rows_that_were_there_before_count() {
    let mut bench = Bench::new(6);
    for n in 0..99 {
        let row = json!({"playlist_id": format!("PL{n:010}"), "name": if n == 0 { "Calm jazz" } else { "Old" }, "track_ids": ["TR1224401"]});
        bench.state.insert("playlists", &format!("PL{n:010}"), row.as_object().unwrap().clone()).unwrap();
    }
    let words = ok(&mut bench, "searchLyrics", json!({"artist": "The Quiet Arcade", "title": "Paper Lanterns"}));
    assert_eq!(items(&words["playlists"]).len(), 99);
    let made = ok(&mut bench, "createPlaylist", json!({"genre": "jazz", "mood": "calm"}));
    assert_eq!((&made["name"], &made["playlists_in_account"]), (&json!("Calm jazz 2"), &json!(100)));
    assert_eq!(refused(&mut bench, "createPlaylist", json!({})).1, "playlist_limit");
}

#[test]
fn mistakes_have_their_codes_and_hints() {
    let mut bench = Bench::new(1);
    let (status, code, body) = refused(&mut bench, "getArtistInfo", json!({"artist": "Glas Harboor Band"}));
    assert_eq!((status, code.as_str()), (404, "unknown_artist"));
    assert!(body["suggestions"].to_string().contains("Glass Harbour"), "{body}");
    let (_, code, body) =
        refused(&mut bench, "searchLyrics", json!({"artist": "Glass Harbour", "title": "The Weather Outside"}));
    assert_eq!(code, "unknown_song");
    assert!(body["suggestions"].to_string().contains("The Weather Inside"), "{body}");
    let (status, _, body) = refused(&mut bench, "createPlaylist", json!({"genre": "flamenco", "mood": "party"}));
    assert_eq!(status, 404);
    let moods = items(&body["suggestions"]).to_vec();
    assert!(!moods.is_empty());
    for mood in moods {
        ok(&mut bench, "createPlaylist", json!({"genre": "flamenco", "mood": mood}));
    }
    for text in ["🎵", "مرحبا", "' OR 1=1", "%00"] {
        assert_eq!(refused(&mut bench, "getArtistInfo", json!({"artist": text})).0, 404);
        assert_eq!(refused(&mut bench, "getRankings", json!({"type": "song", "genre": text})).0, 422);
        assert_eq!(refused(&mut bench, "createPlaylist", json!({"mood": text})).0, 422);
    }
    let long = "x".repeat(100_000);
    for (tool, arguments) in [
        ("searchLyrics", json!({"artist": long, "title": "a"})),
        ("getArtistInfo", json!({"artist": long})),
        ("getRankings", json!({"type": long})),
        ("createPlaylist", json!({"genre": long})),
    ] {
        assert_eq!(refused(&mut bench, tool, arguments).0, 422);
    }
}
