use std::sync::Arc;

use jiff::civil::{Date, date};

use super::*;
use crate::assets::Assets;
use crate::world::models::titles::Match;
use crate::world::{Facts, Seed};

const TODAY: Date = date(2026, 3, 2);

fn books() -> Arc<Books> {
    Facts::load(&Assets::embedded().responses).unwrap().model::<Books>()
}

#[test]
fn isbns_have_the_right_check_digit_and_are_given_once() {
    let books = books();
    let mut seen = std::collections::BTreeSet::new();
    for book in &books.books {
        for edition in &book.editions {
            let digits: Vec<u32> = edition.isbn.chars().filter_map(|c| c.to_digit(10)).collect();
            assert_eq!(digits.len(), 13);
            let sum: u32 = digits.iter().zip([1, 3].into_iter().cycle()).map(|(digit, weight)| digit * weight).sum();
            assert_eq!(sum % 10, 0, "{}", edition.isbn);
            assert!(seen.insert(&edition.isbn), "{}", edition.isbn);
            assert!(edition.published >= book.published && edition.price > 0);
            assert_eq!(edition.pages.is_some(), edition.minutes.is_none());
        }
    }
}

#[test]
fn authors_are_found_as_people_write_them() {
    let books = books();
    let name = |text: &str| match books.find_author(text) {
        Match::One(place) => books.authors[place].name.clone(),
        other => format!("{other:?}"),
    };
    for text in ["Leokadia Strzyga", "strzyga", "Strzyga, Leokadia", "LEOKADIA STRZYGA", "Leokadia Strzyge", "AU1021"] {
        assert_eq!(name(text), "Leokadia Strzyga", "{text}");
    }
    assert_eq!(name("Mal Lunde"), "Malwina Kwiatek-Lunde");
    assert_eq!(name("ren kagawa ito"), "Ren Kagawa-Ito");
    assert_eq!(books.find_author("Nobody At All"), Match::None);
}

#[test]
fn a_book_is_found_by_any_of_its_titles_and_numbers() {
    let books = books();
    for (place, book) in books.books.iter().enumerate().filter(|(place, _)| books.is_known(*place, TODAY)) {
        let isbn = &book.editions[0].isbn;
        let titles = [&book.title, &book.english].into_iter().chain(&book.original);
        for text in titles.chain([&book.id, isbn, &isbn.replace('-', "")]) {
            assert_eq!(books.find_book(Some(book.author), text, TODAY), Match::One(place), "{text}");
        }
        assert!(books.search(&book.title, TODAY).iter().any(|(found, _)| *found == place), "{}", book.title);
    }
}

#[test]
fn a_table_of_contents_runs_through_the_book() {
    let books = books();
    for book in &books.books {
        let chapters = contents(&books, book);
        assert!(chapters.is_sorted_by(|a, b| a.page < b.page), "{}: {chapters:?}", book.title);
        assert!(chapters.last().is_none_or(|last| last.page < book.pages), "{}", book.title);
        assert_eq!(
            chapters.is_empty(),
            book.pages < 60 && !books.genres[book.genre].code.starts_with("poetry"),
            "{}",
            book.title
        );
    }
}

#[test]
fn ratings_grow_and_sales_begin_with_publication() {
    let sales = Sales::new(books(), Seed(7));
    for place in 0..sales.books.books.len() {
        let published = sales.books.books[place].published;
        let counts: Vec<i64> = (-40..400)
            .step_by(20)
            .map(|days| sales.ratings(place, published.saturating_add(jiff::Span::new().days(days))))
            .collect();
        assert!(counts.is_sorted() && counts[0] == 0 && counts[10] > 0, "{counts:?}");
        let monday = sales_day(published);
        assert_eq!(sales.copies(place, monday), 0);
        assert!(sales.copies(place, monday.saturating_add(jiff::Span::new().days(7))) > 0);
    }
}

#[test]
fn genres_are_found_in_two_languages() {
    let books = books();
    let code = |text: &str| books.find_genre(text).map_or("-", |place| books.genres[place].code.as_str());
    for (text, wanted) in [
        ("Crime and thrillers", "crime"),
        ("kryminał", "crime"),
        ("Crime > Noir", "crime.noir"),
        ("science fiction", "sci-fi"),
        ("SF", "sci-fi"),
        ("fantasy", "fantasy"),
        ("reportaz", "reportage"),
        ("Thriler", "crime.thriller"),
        ("gardening", "-"),
        ("", "-"),
    ] {
        assert_eq!(code(text), wanted, "{text}");
    }
}

#[test]
fn the_shelf_does_what_is_wished_and_no_more() {
    let wish = |book: &str, rating| Wish { book: book.into(), rating, ..Wish::default() };
    let (shelf, changes) = Entry::place(&[], &[wish("A", None), wish("B", Some(4))], "2026-03-02");
    assert_eq!(changes.iter().map(|change| change.kind).collect::<Vec<_>>(), [Kind::Added, Kind::Added]);
    assert_eq!((shelf[0].rating, shelf[1].rating, shelf[1].status.as_str()), (None, Some(4), "to-read"));
    let (same, changes) = Entry::place(&shelf, &[wish("B", Some(4))], "2026-04-01");
    assert_eq!((&same, changes[0].kind), (&shelf, Kind::Unchanged));
    let row = serde_json::json!({"books": shelf.iter().map(Entry::write).collect::<Vec<_>>()});
    assert_eq!(Entry::read(row.as_object().unwrap()), shelf);
    let (left, changes) = Entry::take(&shelf, &["A".into()]);
    assert_eq!((left.len(), changes.len(), changes[0].kind), (1, 1, Kind::Removed));
}
