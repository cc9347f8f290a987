//! Laws of `books`: one catalogue behind every list, and shelves that do what they are told.
//!
//! Table: `bookshelves` (key: number of the shelf as text; columns bookshelf_id, name, created_on, books: a list of book_id, category,
//! rating, status `to-read`, `reading` or `finished`, added_on). Of an account only name and the books' ids are needed.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use serde_json::{Value, json};

use crate::bench::{Bench, items, word};

fn ok(bench: &mut Bench, tool: &str, arguments: Value) -> Value {
    bench.ok(&format!("books/{tool}"), arguments)
}

fn refused(bench: &mut Bench, tool: &str, arguments: Value) -> (u16, String) {
    let (status, code, _) = bench.refused(&format!("books/{tool}"), arguments);
    (status, code)
}

fn ids(books: &Value) -> Vec<String> {
    items(books).iter().map(|book| word(&book["book_id"]).to_owned()).collect()
}

/// A session of a seed on a day of some years around the sandbox's.
fn on(seed: u64, days: i64) -> Bench {
    let noon: jiff::Timestamp = "2026-03-02T12:00:00Z".parse().unwrap();
    Bench::new(seed).at(&(noon + jiff::Span::new().hours(24 * days)).to_string(), "UTC")
}

fn categories(bench: &mut Bench) -> Value {
    ok(bench, "getBookCategories", json!({"include_subcategories": true}))
}

/// All books that the day knows.
fn everything(bench: &mut Bench) -> Vec<Value> {
    let all = categories(bench);
    let of =
        |bench: &mut Bench, genre: &Value| ok(bench, "getBookByCat", json!({"genre": genre["code"]}))["books"].clone();
    items(&all["categories"]).iter().flat_map(|category| items(&of(bench, category)).to_vec()).collect()
}

/// A genre by one of its names, whichever.
fn genre() -> impl Strategy<Value = String> {
    const NAMES: [&str; 15] = [
        "crime",
        "Crime and thrillers",
        "kryminał",
        "crime.noir",
        "Poezja",
        "sci-fi",
        "Children's books",
        "food.baking",
        "romans",
        "history",
        "komiks",
        "horror.ghost-stories",
        "Young adult",
        "science.nature",
        "drama",
    ];
    prop::sample::select(&NAMES[..]).prop_map(str::to_owned)
}

fn words() -> impl Strategy<Value = String> {
    const WORDS: [&str; 16] = [
        "dragon",
        "inspector wrona",
        "flood",
        "kraków",
        "the",
        "dom",
        "strzyga",
        "zima",
        "last",
        "noir",
        "bread",
        "miss pargeter",
        "smk",
        "xyzzy",
        "ka",
        "river water",
    ];
    prop::sample::select(&WORDS[..]).prop_map(str::to_owned)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn pages_of_a_search_join_to_the_whole(seed: u64, days in -3000..300_i64, query in words(), limit in 1..9_u64) {
        let mut bench = on(seed, days);
        let whole = ok(&mut bench, "searchBooks", json!({"query": query, "limit": 50}));
        let mut joined = Vec::new();
        let pages = whole["total"].as_u64().unwrap().div_ceil(limit);
        for page in 1..=pages {
            let part = ok(&mut bench, "searchBooks", json!({"query": query, "limit": limit, "page": page}));
            prop_assert_eq!(&part["pages"], pages);
            prop_assert_eq!(&part["total"], &whole["total"]);
            joined.extend(items(&part["books"]).to_vec());
        }
        let beyond = ok(&mut bench, "searchBooks", json!({"query": query, "limit": limit, "page": pages + 1}));
        prop_assert!(items(&beyond["books"]).is_empty());
        prop_assert!(joined.starts_with(items(&whole["books"])));
        prop_assert_eq!(joined.len() as u64, whole["total"].as_u64().unwrap());
        prop_assert_eq!(ids(&json!(joined)).into_iter().collect::<BTreeSet<_>>().len(), joined.len());
    }

    #[test]
    fn years_split_a_list_and_genres_nest(seed: u64, days in -3000..300_i64, genre in genre()) {
        let mut bench = on(seed, days);
        let whole = ok(&mut bench, "getBookByCat", json!({"genre": genre}));
        let year = |book: &Value| word(&book["published"])[..4].to_owned();
        prop_assert!(items(&whole["books"]).is_sorted_by(|a, b| word(&a["published"]) >= word(&b["published"])));
        let years: BTreeSet<String> = items(&whole["books"]).iter().map(year).collect();
        let mut split = Vec::new();
        for year in years.iter().rev() {
            let part = ok(&mut bench, "getBookByCat", json!({"genre": genre, "published_date": [year]}));
            split.extend(items(&part["books"]).to_vec());
        }
        prop_assert_eq!(&split, items(&whole["books"]));
        let two: Vec<&String> = years.iter().take(2).collect();
        let both = ok(&mut bench, "getBookByCat", json!({"genre": genre, "published_date": two}));
        prop_assert_eq!(items(&both["books"]).iter().map(year).collect::<BTreeSet<_>>().len(), two.len());
        let category = ok(&mut bench, "getBookByCat", json!({"genre": whole["genre"]["category"]}));
        let outer: BTreeSet<String> = ids(&category["books"]).into_iter().collect();
        prop_assert!(ids(&whole["books"]).iter().all(|id| outer.contains(id)));
    }

    #[test]
    fn lists_rank_without_gaps_and_a_limit_only_cuts(seed: u64, days in -2000..200_i64, list in prop::sample::select(&["top", "featured", "related"][..]), genre in prop::option::of(genre()), limit in 1..30_usize) {
        let mut bench = on(seed, days);
        let mut arguments = json!({"listType": list, "limit": 100});
        if let Some(genre) = &genre {
            arguments["genre"] = json!(genre);
        }
        let whole = ok(&mut bench, "listBooks", arguments.clone());
        arguments["limit"] = json!(limit);
        let part = ok(&mut bench, "listBooks", arguments);
        let shown = items(&whole["books"]);
        prop_assert!(shown.starts_with(items(&part["books"])) && items(&part["books"]).len() == shown.len().min(limit));
        prop_assert_eq!(&part["total"], &whole["total"]);
        for (line, rank) in shown.iter().zip(1..) {
            prop_assert_eq!(&line["rank"], rank);
            prop_assert_eq!(line["copies_sold"].is_null(), list != "top");
        }
        if list == "top" {
            prop_assert!(shown.is_sorted_by(|a, b| a["copies_sold"].as_i64() >= b["copies_sold"].as_i64()));
            let mut earlier = on(seed, days - 7);
            let before = ok(&mut earlier, "listBooks", json!({"listType": "top", "limit": 100, "genre": genre.clone().unwrap_or_default()}));
            let ranks: BTreeMap<&str, &Value> = items(&before["books"]).iter().map(|line| (word(&line["book"]["book_id"]), &line["rank"])).collect();
            for line in shown {
                let previous = ranks.get(word(&line["book"]["book_id"])).copied().unwrap_or(&Value::Null);
                prop_assert_eq!(&line["previous_rank"], previous, "the rank before is what was told then");
            }
        }
        if let Some(genre) = genre {
            let of_genre: BTreeSet<String> = ids(&ok(&mut bench, "getBookByCat", json!({"genre": genre}))["books"]).into_iter().collect();
            prop_assert!(shown.iter().all(|line| of_genre.contains(word(&line["book"]["book_id"]))));
        }
    }

    #[test]
    fn shelves_follow_every_step(seed: u64, steps in prop::collection::vec((0..5_u8, 0..3_usize, 0..12_usize, 1..=5_i64), 1..14)) {
        let mut bench = on(seed, 0);
        let books: Vec<Value> = everything(&mut bench).into_iter().filter(|book| book["status"] == "published").step_by(37).take(12).collect();
        // What a careful person would note down: shelf → book → stars.
        let mut noted: BTreeMap<usize, BTreeMap<String, Option<i64>>> = BTreeMap::new();
        for (step, shelf, book, stars) in steps {
            let (id, number) = (word(&books[book]["book_id"]).to_owned(), shelf as i64 + 1);
            let arguments = match step {
                0 => json!({"action": "create", "bookshelfId": number, "bookshelfName": format!("Shelf {shelf}")}),
                1 => json!({"action": "update", "bookshelfId": number, "bookInfo": [{"name": books[book]["title"]}]}),
                2 => json!({"action": "update", "bookshelfId": number, "bookInfo": [{"name": books[book]["isbn"], "rating": stars}]}),
                3 => json!({"action": "delete", "bookshelfId": number, "bookInfo": [{"name": id}]}),
                _ => json!({"action": "delete", "bookshelfId": number}),
            };
            let before = bench.state.digest();
            let outcome = bench.call("books/manageBookshelf", arguments.clone());
            let there = noted.get(&shelf).cloned();
            let fits = match (step, &there) {
                (0, known) => known.is_none(),
                (_, None) => false,
                (1, Some(on)) => !on.contains_key(&id),
                (3, Some(on)) => on.contains_key(&id),
                _ => true,
            };
            prop_assert_eq!(outcome.is_ok(), fits, "{}: {}", arguments, outcome.body);
            if !fits {
                prop_assert_eq!(bench.state.digest(), before);
                continue;
            }
            match step {
                0 => { noted.insert(shelf, BTreeMap::new()); }
                1 => { noted.get_mut(&shelf).unwrap().insert(id, None); }
                2 => { noted.get_mut(&shelf).unwrap().insert(id, Some(stars)); }
                3 => { noted.get_mut(&shelf).unwrap().remove(&id); }
                _ => { noted.remove(&shelf); }
            }
            let counted: Vec<(i64, usize)> = noted.iter().map(|(shelf, on)| (*shelf as i64 + 1, on.len())).collect();
            let told: Vec<(i64, usize)> = items(&outcome.body["shelves"]).iter().map(|s| (s["bookshelf_id"].as_i64().unwrap(), s["book_count"].as_u64().unwrap() as usize)).collect();
            prop_assert_eq!(told, counted);
        }
        for (shelf, on) in &noted {
            let shown = ok(&mut bench, "manageBookshelf", json!({"action": "update", "bookshelfId": *shelf as i64 + 1}));
            prop_assert!(items(&shown["changes"]).is_empty());
            let told: BTreeMap<String, Option<i64>> = items(&shown["bookshelf"]["books"]).iter().map(|b| (word(&b["book_id"]).to_owned(), b["rating"].as_i64())).collect();
            prop_assert_eq!(&told, on);
        }
        for book in &books {
            let whole = ok(&mut bench, "getBookCatalog", json!({"author": "", "title": book["book_id"]}));
            let told: Vec<i64> = items(&whole["on_shelves"]).iter().map(|s| s["bookshelf_id"].as_i64().unwrap()).collect();
            let holding: Vec<i64> = noted.iter().filter(|(_, on)| on.contains_key(word(&book["book_id"]))).map(|(shelf, _)| *shelf as i64 + 1).collect();
            prop_assert_eq!(told, holding, "the catalogue shows at once what stands on the shelves");
        }
    }

    #[test]
    fn nothing_that_is_typed_breaks_a_tool(seed: u64, text in "\\PC{1,60}") {
        let mut bench = Bench::new(seed);
        for (tool, arguments) in [
            ("getBookCatalog", json!({"author": text, "title": text, "genre": text})),
            ("getBookCatalog", json!({"author": "", "title": text})),
            ("getBookByCat", json!({"genre": text})),
            ("getBookByAuthor", json!({"author": text})),
            ("searchBooks", json!({"query": text})),
            ("listBooks", json!({"listType": "top", "genre": text})),
            ("manageBookshelf", json!({"action": "create", "bookshelfName": text, "bookInfo": [{"name": text, "category": text}]})),
        ] {
            let outcome = bench.call(&format!("books/{tool}"), arguments.clone());
            prop_assert!(outcome.status < 500, "{} {}: {}", tool, arguments, outcome.body);
        }
    }
}

#[test]
fn counts_of_categories_are_the_lengths_of_their_lists() {
    for days in [-9000, -2000, 0, 250] {
        let mut bench = on(3, days);
        let all = categories(&mut bench);
        let mut sum = 0;
        for category in items(&all["categories"]) {
            let mut parts = 0;
            for part in items(&category["subcategories"]) {
                let list = ok(&mut bench, "getBookByCat", json!({"genre": part["name"]}));
                assert_eq!((&list["total"], &list["genre"]["code"]), (&part["book_count"], &part["code"]));
                assert_eq!(items(&list["books"]).len() as u64, list["total"].as_u64().unwrap());
                parts += part["book_count"].as_u64().unwrap();
            }
            assert_eq!(category["book_count"], parts);
            assert_eq!(ok(&mut bench, "getBookByCat", json!({"genre": category["polish_name"]}))["total"], parts);
            sum += parts;
        }
        assert_eq!(all["total_books"], sum);
        let mut plain = ok(&mut bench, "getBookCategories", json!({}));
        for (category, full) in plain["categories"].as_array_mut().unwrap().iter_mut().zip(items(&all["categories"])) {
            category["subcategories"] = full["subcategories"].clone();
        }
        assert_eq!(plain, all);
    }
}

#[test]
fn every_view_tells_the_same_of_a_book() {
    let mut bench = on(4, 0);
    let all = everything(&mut bench);
    assert!(all.len() >= 500, "{} books", all.len());
    let mut by_author: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for book in &all {
        by_author.entry(word(&book["author_id"]).to_owned()).or_default().push(book.clone());
    }
    assert!(by_author.len() >= 150, "{} authors", by_author.len());
    for (author, mut books) in by_author {
        let list = ok(&mut bench, "getBookByAuthor", json!({"author": author}));
        let by_id = |books: &mut Vec<Value>| books.sort_by(|a, b| word(&a["book_id"]).cmp(word(&b["book_id"])));
        let mut told = items(&list["books"]).to_vec();
        by_id(&mut books);
        by_id(&mut told);
        assert_eq!(told, books);
        assert_eq!(ok(&mut bench, "getBookByAuthor", json!({"author": list["author"]["name"]})), list);
    }
    for book in all.iter().step_by(5) {
        for title in [&book["title"], &book["english_title"], &book["isbn"]] {
            let whole = ok(
                &mut bench,
                "getBookCatalog",
                json!({"author": book["author"], "title": title, "genre": book["subcategory"]}),
            );
            for field in [
                "book_id",
                "title",
                "english_title",
                "category",
                "subcategory",
                "published",
                "status",
                "rating",
                "ratings_count",
            ] {
                assert_eq!(whole[field], book[field], "{field} of {title}");
            }
            assert_eq!((&whole["edition"]["isbn"], &whole["edition"]["price"]), (&book["isbn"], &book["price"]));
            assert_eq!(whole["author"]["author_id"], book["author_id"]);
        }
        let found = ok(&mut bench, "searchBooks", json!({"query": book["title"], "limit": 50}));
        assert_eq!(found["books"][0], *book, "a title finds its book first");
        assert_eq!(
            ids(&ok(&mut bench, "searchBooks", json!({"query": book["isbn"]}))["books"]),
            [word(&book["book_id"])]
        );
    }
}

#[test]
fn each_edition_is_shown_on_its_day() {
    let mut bench = on(5, 0);
    for book in everything(&mut bench).iter().step_by(9) {
        let asked = json!({"author": "", "title": book["book_id"]});
        let whole = ok(&mut bench, "getBookCatalog", asked.clone());
        assert!(items(&whole["editions"]).contains(&whole["edition"]));
        for edition in items(&whole["editions"]) {
            let mut dated = asked.clone();
            dated["published_date"] = edition["published"].clone();
            assert_eq!(ok(&mut bench, "getBookCatalog", dated)["edition"]["published"], edition["published"]);
            assert_eq!(edition["in_print"] == false, edition["price"].is_null());
        }
        let mut wrong = asked;
        wrong["published_date"] = json!("1900-01-01");
        assert_eq!(refused(&mut bench, "getBookCatalog", wrong), (404, "unknown_edition".to_owned()));
    }
}

#[test]
fn nothing_is_told_before_its_time() {
    for days in [-12_000, -3000, -100, 0, 120] {
        let mut bench = on(6, days);
        let now: jiff::civil::Date = jiff::civil::date(2026, 3, 2).saturating_add(jiff::Span::new().days(days));
        for book in everything(&mut bench) {
            let published: jiff::civil::Date = word(&book["published"]).parse().unwrap();
            assert!(published <= now.saturating_add(jiff::Span::new().days(90)));
            assert_eq!(book["status"] == "announced", published > now);
            assert_eq!(book["rating"].is_null(), book["ratings_count"] == 0);
            if published > now {
                assert_eq!(book["ratings_count"], 0);
            }
        }
        let top = ok(&mut bench, "listBooks", json!({"listType": "top", "limit": 100}));
        assert!(
            items(&top["books"])
                .iter()
                .all(|line| line["book"]["status"] == "published"
                    && word(&line["book"]["published"]) <= word(&top["to"]))
        );
    }
}

#[test]
fn what_is_related_plays_in_poland() {
    let mut bench = on(7, 0);
    let related = ok(&mut bench, "listBooks", json!({"listType": "related", "limit": 100}));
    for line in items(&related["books"]).iter().step_by(4) {
        let whole = ok(&mut bench, "getBookCatalog", json!({"author": "", "title": line["book"]["book_id"]}));
        let place = &whole["setting"];
        let here = place["country_code"] == "PL" && word(&line["reason"]).contains(word(&place["place"]));
        assert!(here || (place.is_null() && word(&line["reason"]).contains("Pol")), "{} {}", line["reason"], place);
    }
}

#[test]
fn guards_of_the_shelves_have_their_codes() {
    let mut bench = on(8, 0);
    let made = ok(
        &mut bench,
        "manageBookshelf",
        json!({"action": "create", "bookshelfName": " Holiday ", "bookInfo": [{"name": "The Stairwell", "rating": 4}]}),
    );
    let id = made["bookshelf"]["bookshelf_id"].clone();
    assert_eq!(made["bookshelf"]["name"], "Holiday");
    let other = ok(&mut bench, "manageBookshelf", json!({"action": "create", "bookshelfName": "Winter"}))["bookshelf"]
        ["bookshelf_id"]
        .clone();
    for (arguments, status, code) in [
        (json!({"action": "create", "bookshelfName": "HOLIDAY"}), 409, "shelf_exists"),
        (json!({"action": "create", "bookshelfName": "New", "bookshelfId": id}), 409, "shelf_exists"),
        (json!({"action": "update", "bookshelfId": other, "bookshelfName": "holiday"}), 409, "shelf_exists"),
        (
            json!({"action": "update", "bookshelfId": id, "bookInfo": [{"name": "Klatka schodowa"}]}),
            409,
            "already_on_shelf",
        ),
        (
            json!({"action": "update", "bookshelfId": id, "bookInfo": [{"name": "Harbour Silence"}, {"name": "No Such Book At All"}]}),
            404,
            "unknown_book",
        ),
        (json!({"action": "update", "bookshelfId": id, "bookInfo": [{"rating": 3}]}), 422, "unnamed_book"),
        (
            json!({"action": "update", "bookshelfId": id, "bookInfo": [{"name": "Ścieg ręczny", "readingStatus": "finished"}]}),
            409,
            "not_published",
        ),
        (
            json!({"action": "update", "bookshelfId": id, "bookInfo": [{"name": "Dust"}, {"name": "Pył"}]}),
            409,
            "repeated_book",
        ),
        (
            json!({"action": "delete", "bookshelfId": other, "bookInfo": [{"name": "The Stairwell"}]}),
            404,
            "not_on_shelf",
        ),
        (json!({"action": "delete", "bookshelfId": id, "bookshelfName": "Winter"}), 409, "other_name"),
        (json!({"action": "delete", "bookshelfName": "Winter"}), 422, "shelf_needed"),
        (json!({"action": "update", "bookshelfId": 3, "bookInfo": [{"name": "Dust"}]}), 404, "unknown_shelf"),
    ] {
        assert_eq!(refused(&mut bench, "manageBookshelf", arguments.clone()), (status, code.to_owned()), "{arguments}");
    }
    let moved = json!([{"name": "The Stairwell"}]);
    ok(&mut bench, "manageBookshelf", json!({"action": "update", "bookshelfId": other, "bookInfo": moved}));
    ok(&mut bench, "manageBookshelf", json!({"action": "delete", "bookshelfId": id, "bookInfo": moved}));
    assert_eq!(
        refused(&mut bench, "manageBookshelf", json!({"action": "delete", "bookshelfId": id, "bookInfo": moved})),
        (404, "not_on_shelf".to_owned())
    );
    let renamed =
        ok(&mut bench, "manageBookshelf", json!({"action": "update", "bookshelfId": other, "bookshelfName": "Moved"}));
    assert_eq!((&renamed["bookshelf"]["name"], &renamed["bookshelf"]["book_count"]), (&json!("Moved"), &json!(1)));
    let gone = ok(&mut bench, "manageBookshelf", json!({"action": "delete", "bookshelfId": other}));
    assert!(gone["bookshelf"].is_null() && items(&gone["changes"]).len() == 2);
    assert_eq!(
        refused(&mut bench, "manageBookshelf", json!({"action": "delete", "bookshelfId": other})),
        (404, "unknown_shelf".to_owned())
    );
}

#[test]
fn there_is_room_for_thirty_shelves_and_three_hundred_books() {
    let mut bench = on(9, 0);
    let all = everything(&mut bench);
    let mut chunks = all.chunks(50);
    ok(&mut bench, "manageBookshelf", json!({"action": "create", "bookshelfId": 1, "bookshelfName": "All"}));
    let put = |bench: &mut Bench, chunk: &[Value]| {
        let infos: Vec<Value> = chunk.iter().map(|book| json!({"name": book["book_id"]})).collect();
        bench.call("books/manageBookshelf", json!({"action": "update", "bookshelfId": 1, "bookInfo": infos}))
    };
    for chunk in chunks.by_ref().take(6) {
        assert!(put(&mut bench, chunk).is_ok());
    }
    assert_eq!(put(&mut bench, chunks.next().unwrap()).body["code"], "shelf_full");
    for n in 2..=30 {
        ok(&mut bench, "manageBookshelf", json!({"action": "create", "bookshelfName": format!("Shelf {n}")}));
    }
    assert_eq!(
        refused(&mut bench, "manageBookshelf", json!({"action": "create", "bookshelfName": "One more"})),
        (409, "too_many_shelves".to_owned())
    );
}

#[test]
fn shelves_of_an_account_need_no_more_than_names() {
    let mut bench = on(10, 0);
    let row = json!({"name": "Beach", "books": [{"book_id": "BK10059"}, {"book_id": "BK10001", "rating": 9, "status": "burnt"}]});
    bench.state.insert("bookshelves", "12", row.as_object().unwrap().clone()).unwrap();
    let shown = ok(
        &mut bench,
        "manageBookshelf",
        json!({"action": "update", "bookshelfId": 12, "bookInfo": [{"name": "Harbour Silence", "readingStatus": "reading"}]}),
    );
    let books = items(&shown["bookshelf"]["books"]);
    assert_eq!(
        (&books[0]["reading_status"], &books[1]["rating"], &books[1]["reading_status"]),
        (&json!("reading"), &Value::Null, &json!("to-read"))
    );
}

#[test]
fn new_shelves_may_come_in_either_order() {
    let calls =
        [json!({"action": "create", "bookshelfName": "One"}), json!({"action": "create", "bookshelfName": "Two"})];
    let run = |order: [usize; 2]| {
        let mut bench = on(11, 0);
        let mut made: Vec<(usize, Value)> = order
            .iter()
            .map(|i| (*i, ok(&mut bench, "manageBookshelf", calls[*i].clone())["bookshelf"].clone()))
            .collect();
        made.sort_by_key(|(i, _)| *i);
        (made, bench.state.digest())
    };
    assert_eq!(run([0, 1]), run([1, 0]));
}
