//! Tables of contents.

use super::catalogue::{Book, Books};
use crate::world::Seed;

/// Contents are the same in every world.
const FIXED: Seed = Seed(0);

/// Pages of a chapter, about.
const PAGES: i64 = 22;

/// One line of a table of contents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chapter<'a> {
    /// From 1.
    pub number: usize,
    /// Title, in English.
    pub title: &'a str,
    /// The page on which it begins.
    pub page: i64,
}

/// The chapters of a book in order; none for thin books, such as picture books.
pub fn contents<'a>(books: &'a Books, book: &Book) -> Vec<Chapter<'a>> {
    let titles = &books.genres[book.category].chapters;
    if book.pages < 60 && books.genres[book.category].code != "poetry" {
        return Vec::new();
    }
    let count = usize::try_from((book.pages / PAGES).clamp(5, 18)).unwrap_or(5).min(titles.len());
    let mut stream = FIXED.stream(&["books", "contents", &book.id]);
    let mut order: Vec<usize> = (0..titles.len()).collect();
    stream.shuffle(&mut order);
    order.truncate(count);
    // The lists run from a beginning to an end; only poems stand in any order.
    if books.genres[book.category].code != "poetry" {
        order.sort_unstable();
    }
    let (first, room) = (7, book.pages - 12);
    let step = |number: usize| first + room * number as i64 / count as i64;
    let chapter = |(number, title): (usize, usize)| {
        let slack = (room / count as i64 / 3).max(1);
        let page = if number == 0 { first } else { step(number) + stream.within(0, slack) };
        Chapter { number: number + 1, title: &titles[title], page }
    };
    order.into_iter().enumerate().map(chapter).collect()
}
