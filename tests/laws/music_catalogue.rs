//! Laws of `music-catalogue`: one catalogue, seen through four tools. It keeps no session tables.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::bench::{Bench, items, word};

fn ok(bench: &mut Bench, tool: &str, arguments: Value) -> Value {
    bench.ok(&format!("music-catalogue/{tool}"), arguments)
}

fn refused(bench: &mut Bench, tool: &str, arguments: Value) -> (u16, String, Value) {
    bench.refused(&format!("music-catalogue/{tool}"), arguments)
}

fn on(seed: u64, day: &str) -> Bench {
    Bench::new(seed).at(&format!("{day}T12:00:00Z"), "UTC")
}

/// Profiles of artists spread over the catalogue.
fn artists(bench: &mut Bench, step: usize) -> Vec<Value> {
    let ids = (1001..=1225).step_by(step).map(|n| format!("AR{n}"));
    ids.map(|id| ok(bench, "retrieveArtistInfo", json!({"artist_id": id, "include_aliases": true}))).collect()
}

#[test]
fn every_id_leads_where_it_says() {
    for seed in [1, 77] {
        let mut bench = Bench::new(seed);
        for query in ["salt", "blue", "the", "night", "mira holloway", "rain in", "夜", "type:album light"] {
            let found = ok(&mut bench, "searchMusic", json!({"query": query, "limit": 20}));
            for hit in items(&found["results"]) {
                let (tool, name, key) = match word(&hit["type"]) {
                    "artist" => ("retrieveArtistInfo", "name", "artist_id"),
                    "album" => ("getAlbumInfo", "title", "album_id"),
                    _ => ("getTrackDetails", "title", "track_id"),
                };
                let details = ok(&mut bench, tool, json!({key: hit["id"]}));
                assert_eq!((&details[name], &details["artist_id"]), (&hit["name"], &hit["artist_id"]), "{query}");
                assert_eq!(details["popularity"], hit["popularity"], "{query}");
                if hit["type"] != "artist" {
                    assert_eq!((&details["release_date"], &details["status"]), (&hit["release_date"], &hit["status"]));
                }
            }
        }
    }
}

#[test]
fn artist_record_and_track_tell_the_same() {
    let mut bench = Bench::new(3);
    for artist in artists(&mut bench, 9) {
        let mut out = 0;
        for line in items(&artist["albums"]) {
            let album = ok(&mut bench, "getAlbumInfo", json!({"album_id": line["album_id"]}));
            for field in ["title", "kind", "release_date", "status", "track_count"] {
                assert_eq!(album[field], line[field]);
            }
            assert_eq!((&album["artist"], &album["genres"]), (&artist["name"], &artist["genres"]));
            let tracks = items(&album["tracks"]);
            assert_eq!(album["track_count"], tracks.len());
            let sum: i64 = tracks.iter().map(|track| track["duration_seconds"].as_i64().unwrap()).sum();
            assert_eq!(album["duration_seconds"], sum);
            for (track, number) in tracks.iter().zip(1..) {
                assert_eq!(track["number"], number);
                out += usize::from(track["status"] == "released");
                assert!(word(&track["release_date"]) <= word(&album["release_date"]));
                let details = ok(&mut bench, "getTrackDetails", json!({"track_id": track["track_id"]}));
                for field in ["title", "number", "duration_seconds", "explicit", "release_date", "status", "popularity"]
                {
                    assert_eq!(details[field], track[field]);
                }
                assert_eq!(
                    (&details["album"], &details["recording_location"]),
                    (&album["title"], &album["recording_location"])
                );
                assert_eq!(details["artist"]["name"], artist["name"]);
                assert_eq!(details["single"], json!(details["release_date"] != album["release_date"]));
            }
        }
        assert_eq!(artist["track_count"], out);
        let top = items(&artist["top_tracks"]);
        assert!(top.is_sorted_by(|a, b| a["popularity"].as_i64() >= b["popularity"].as_i64()));
    }
}

#[test]
fn an_exact_name_comes_first_in_any_spelling() {
    let mut bench = Bench::new(5);
    for artist in artists(&mut bench, 4) {
        let names = std::iter::once(&artist["name"]).chain(items(&artist["aliases"]));
        for name in names {
            for spelling in [word(name).to_uppercase(), word(name).to_lowercase(), format!("  {} ", word(name))] {
                let found = ok(&mut bench, "searchMusic", json!({"query": spelling, "limit": 5}));
                let exact = items(&found["results"]).iter().take_while(|hit| hit["match"] == "exact");
                assert!(exact.into_iter().any(|hit| hit["id"] == artist["artist_id"]), "{spelling}");
            }
        }
        for album in items(&artist["albums"]) {
            let both = format!("{} {}", word(&album["title"]), word(&artist["name"]));
            let found = ok(&mut bench, "searchMusic", json!({"query": both, "limit": 10}));
            assert!(items(&found["results"]).iter().any(|hit| hit["id"] == album["album_id"]), "{both}");
        }
    }
}

#[test]
fn better_matches_come_before_worse_ones() {
    let order = ["exact", "name_and_artist", "prefix", "words", "similar", "by_artist"];
    let mut bench = Bench::new(8);
    for query in ["blue", "light", "salt radio", "la", "the long", "jonas"] {
        let found = ok(&mut bench, "searchMusic", json!({"query": query, "limit": 50}));
        let ranks: Vec<usize> =
            items(&found["results"]).iter().map(|hit| order.iter().position(|o| hit["match"] == *o).unwrap()).collect();
        assert!(ranks.is_sorted(), "{query}: {ranks:?}");
    }
}

#[test]
fn a_slip_of_the_keyboard_still_finds_the_artist() {
    let mut bench = Bench::new(2);
    let (mut tried, mut found) = (0, 0);
    for artist in artists(&mut bench, 3) {
        let name = word(&artist["name"]).to_owned();
        let letters: Vec<char> = name.chars().collect();
        if !name.is_ascii() || name.split(' ').any(|part| part.len() < 5) {
            continue;
        }
        tried += 1;
        let slipped: String = letters.iter().enumerate().filter(|(i, _)| *i != 2).map(|(_, c)| *c).collect();
        let answer = ok(&mut bench, "searchMusic", json!({"query": slipped, "limit": 5}));
        found += usize::from(items(&answer["results"]).iter().any(|hit| hit["id"] == artist["artist_id"]));
    }
    // A slip that makes the beginning of another word is taken for that word.
    assert!(tried > 20 && found * 10 >= tried * 9, "{found} of {tried}");
}

#[test]
fn pages_joined_are_the_whole_without_repeats() {
    let mut bench = Bench::new(4);
    for query in ["night", "a", "love", "de", "type:track rain", "Delphine Okafor-Reyes"] {
        let whole = ok(&mut bench, "searchMusic", json!({"query": query, "limit": 50}));
        let total = whole["total"].as_u64().unwrap();
        let sum: u64 = ["artists", "albums", "tracks"].iter().map(|kind| whole[kind].as_u64().unwrap()).sum();
        assert_eq!(sum, total);
        for limit in [7_u64, 20] {
            let (mut seen, mut offset) = (Vec::new(), 0);
            loop {
                let page = ok(&mut bench, "searchMusic", json!({"query": query, "limit": limit, "offset": offset}));
                assert_eq!(page["total"], total);
                seen.extend(items(&page["results"]).iter().map(|hit| word(&hit["id"]).to_owned()));
                match page["next_offset"].as_u64() {
                    Some(next) => offset = next,
                    None => break,
                }
            }
            assert_eq!(seen.len() as u64, total, "{query}");
            assert_eq!(seen.iter().collect::<BTreeSet<_>>().len() as u64, total, "{query}");
            assert!(items(&whole["results"]).iter().zip(&seen).all(|(hit, id)| word(&hit["id"]) == id));
        }
    }
}

#[test]
fn one_more_word_finds_no_more() {
    let mut bench = Bench::new(6);
    let mut ids = |query: String| -> BTreeSet<String> {
        let mut all = BTreeSet::new();
        for offset in (0..2000).step_by(50) {
            let page = ok(&mut bench, "searchMusic", json!({"query": query, "limit": 50, "offset": offset}));
            all.extend(items(&page["results"]).iter().map(|hit| word(&hit["id"]).to_owned()));
            if page["next_offset"].is_null() {
                break;
            }
        }
        all
    };
    for wide in ["night", "blue", "salt", "lo"] {
        let all = ids(wide.to_owned());
        for more in ["type:album", "radio", "bus", "mira", "moon", "x"] {
            assert!(ids(format!("{wide} {more}")).is_subset(&all), "{wide} {more}");
        }
    }
}

#[test]
fn a_record_is_unknown_then_announced_then_out() {
    let (artist, title) = ("Frida Halvorsrud", "Thaw");
    let find = |day: &str| {
        let mut bench = on(9, day);
        let found = ok(&mut bench, "searchMusic", json!({"query": format!("type:album {title} {artist}")}));
        let hit = items(&found["results"]).iter().find(|hit| hit["name"] == title).cloned();
        hit.map(|hit| ok(&mut bench, "getAlbumInfo", json!({"album_id": hit["id"]})))
    };
    assert!(find("2026-02-26").is_none());
    let announced = find("2026-02-27").expect("ten weeks ahead");
    assert_eq!(announced["status"], "announced");
    assert!(announced["popularity"].is_null());
    let single_out = find("2026-04-10").unwrap();
    let tracks = items(&single_out["tracks"]);
    assert_eq!((&tracks[0]["status"], &tracks[1]["status"]), (&json!("released"), &json!("announced")));
    assert!(!single_out["popularity"].is_null());
    let out = find("2026-05-08").expect("the day of release");
    assert_eq!(out["status"], "released");
    for field in ["album_id", "title", "release_date", "duration_seconds", "catalogue_number", "recording_location"] {
        assert_eq!(announced[field], out[field], "{field}");
    }
    let mut before = on(9, "2026-02-26");
    assert_eq!(refused(&mut before, "getAlbumInfo", json!({"album_id": out["album_id"]})).1, "unknown_album");
    let track = &items(&out["tracks"])[0]["track_id"];
    assert_eq!(refused(&mut before, "getTrackDetails", json!({"track_id": track})).1, "unknown_track");
}

#[test]
fn facts_are_the_same_in_every_world_and_plays_are_not() {
    let (mut a, mut b) = (Bench::new(1), Bench::new(2));
    let mut differ = 0;
    for artist in artists(&mut a, 15) {
        let other =
            ok(&mut b, "retrieveArtistInfo", json!({"artist_id": artist["artist_id"], "include_aliases": true}));
        for field in ["name", "aliases", "city", "genres", "albums", "biography", "track_count"] {
            assert_eq!(artist[field], other[field]);
        }
        differ += usize::from(artist["top_tracks"] != other["top_tracks"]);
    }
    assert!(differ > 5);
}

#[test]
fn an_isrc_names_one_recording() {
    let mut bench = Bench::new(1);
    let mut seen = BTreeSet::new();
    for id in ["TR1098401", "TR1224401", "TR1001101", "TR1044103"] {
        let track = ok(&mut bench, "getTrackDetails", json!({"track_id": id}));
        let isrc = word(&track["isrc"]).to_owned();
        let hyphens = format!("{}-{}-{}-{}", &isrc[..2], &isrc[2..5], &isrc[5..7], &isrc[7..]).to_lowercase();
        for query in [isrc.clone(), hyphens] {
            let found = ok(&mut bench, "searchMusic", json!({"query": query}));
            assert_eq!((found["total"].as_u64(), &found["results"][0]["id"]), (Some(1), &json!(id)));
        }
        assert!(seen.insert(isrc));
    }
}

#[test]
fn what_is_left_out_changes_nothing_else() {
    let mut bench = Bench::new(1);
    for (tool, arguments, flag, field) in [
        ("retrieveArtistInfo", json!({"artist_id": "AR1098"}), "include_aliases", "aliases"),
        ("getAlbumInfo", json!({"album_id": "AL10984"}), "include_tracks", "tracks"),
        ("getTrackDetails", json!({"track_id": "TR1098401"}), "include_artist", "artist"),
    ] {
        let ask = |value: bool| {
            let mut asked = arguments.clone();
            asked[flag] = json!(value);
            asked
        };
        let mut with = ok(&mut bench, tool, ask(true));
        let without = ok(&mut bench, tool, ask(false));
        assert!(with.as_object_mut().unwrap().remove(field).is_some());
        assert_eq!(with, without);
    }
}

#[test]
fn mistakes_have_their_codes_and_hints() {
    let mut bench = Bench::new(1);
    let (status, code, body) = refused(&mut bench, "retrieveArtistInfo", json!({"artist_id": "Mira Holloway"}));
    assert_eq!((status, code.as_str()), (404, "unknown_artist"));
    assert!(body["suggestions"].to_string().contains("AR1098 (Mira Holloway)"), "{body}");
    let (_, _, body) = refused(&mut bench, "getTrackDetails", json!({"track_id": "AL10984"}));
    assert!(word(&body["detail"]).contains("getAlbumInfo"), "{body}");
    for tool in [("retrieveArtistInfo", "artist_id"), ("getAlbumInfo", "album_id"), ("getTrackDetails", "track_id")] {
        for id in ["AR9999", "AL99999", "TR9999999", "🎵", "مرحبا", "'; --", "0"] {
            assert_eq!(refused(&mut bench, tool.0, json!({tool.1: id})).0, 404, "{id}");
        }
        assert_eq!(refused(&mut bench, tool.0, json!({tool.1: "x".repeat(100_000)})).0, 422);
    }
    for query in ["🎵🎵", "مرحبا يا عالم", "؟؟", "- / -", "zzzz qqqq"] {
        assert_eq!(ok(&mut bench, "searchMusic", json!({"query": query}))["total"], 0, "{query}");
    }
    assert_eq!(refused(&mut bench, "searchMusic", json!({"query": "x".repeat(100_000)})).0, 422);
}
