//! Editions of a book.

use jiff::ToSpan;
use jiff::civil::{Date, date};

use super::catalogue::Book;
use crate::world::Seed;

/// Editions are the same in every world.
const FIXED: Seed = Seed(0);

/// How many editions a book may have.
const MOST: usize = 4;

/// Years for which printed books stay in print.
const IN_PRINT: i16 = 16;

/// What is sold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Bound in boards.
    Hardcover,
    /// Bound in paper.
    Paperback,
    /// A file to read.
    Ebook,
    /// A file to listen to.
    Audiobook,
}

impl Format {
    /// A code that never changes.
    pub fn code(self) -> &'static str {
        match self {
            Self::Hardcover => "hardcover",
            Self::Paperback => "paperback",
            Self::Ebook => "ebook",
            Self::Audiobook => "audiobook",
        }
    }
}

/// One edition.
#[derive(Clone, Debug, PartialEq)]
pub struct Edition {
    /// Thirteen digits with hyphens, in a range that no agency gives out.
    pub isbn: String,
    /// What it is.
    pub format: Format,
    /// Its day of publication.
    pub published: Date,
    /// Pages; for an audiobook nothing.
    pub pages: Option<i64>,
    /// Minutes; for an audiobook only.
    pub minutes: Option<i64>,
    /// Złoty in hundredths.
    pub price: i64,
}

impl Edition {
    /// Whether it can be bought on a day.
    pub fn in_print(&self, today: Date) -> bool {
        let printed = matches!(self.format, Format::Hardcover | Format::Paperback);
        !printed || self.published.year() > today.year() - IN_PRINT
    }
}

/// The editions of a book at a place of the catalogue: the first, a paperback of old ones that are still read, files of newer ones.
pub(super) fn editions(book: &Book, place: usize, genre: &str) -> Vec<Edition> {
    let drawn = ["children.picture-books", "comics.graphic-novel", "comics.comic-series"].contains(&genre);
    let bound = drawn || genre.starts_with("food") || book.fame >= 78;
    let year = book.published.year();
    let first = if bound { Format::Hardcover } else { Format::Paperback };
    let mut made = vec![(first, book.published)];
    if year <= 2013 && book.fame >= 55 {
        made.push((Format::Paperback, reissue(book)));
    }
    if year >= 2010 && !drawn {
        made.push((Format::Ebook, book.published));
    }
    if year >= 2005 && book.fame >= 70 && !drawn && !genre.starts_with("food") {
        made.push((Format::Audiobook, book.published.saturating_add(120.days())));
    }
    let edition = |(number, (format, published)): (usize, (Format, Date))| Edition {
        isbn: isbn(book.publisher, place * MOST + number),
        format,
        published,
        pages: (format != Format::Audiobook).then_some(book.pages),
        minutes: (format == Format::Audiobook).then_some(book.pages * 21 / 10),
        price: price(format, book.pages, drawn),
    };
    made.into_iter().enumerate().map(edition).collect()
}

/// A day between six years after the first edition and 2024.
fn reissue(book: &Book) -> Date {
    let mut stream = FIXED.stream(&["books", "reissue", &book.id]);
    let earliest = i64::from((book.published.year() + 6).max(2012));
    let year = stream.within(earliest, 2024.max(earliest));
    let days = stream.within(10, 340);
    date(i16::try_from(year).unwrap_or(2024), 1, 1).saturating_add(days.days())
}

fn price(format: Format, pages: i64, drawn: bool) -> i64 {
    // Colour costs more than text.
    let paper = if drawn { 2600 + pages * 14 } else { 2200 + pages * 6 };
    let part = match format {
        Format::Hardcover => 125,
        Format::Paperback => 100,
        Format::Ebook => 72,
        Format::Audiobook => 94,
    };
    paper * part / 10_000 * 100 + 90
}

/// `979-983-PP-NNNN-C`: the group 979-9 is given to no country. C is the check digit.
fn isbn(publisher: usize, number: usize) -> String {
    let digits = format!("979983{:02}{number:04}", publisher % 100);
    let weight = |(at, digit): (usize, char)| digit.to_digit(10).unwrap_or(0) * if at % 2 == 0 { 1 } else { 3 };
    let check = (10 - digits.chars().enumerate().map(weight).sum::<u32>() % 10) % 10;
    format!("979-983-{}-{}-{check}", &digits[6..8], &digits[8..])
}
