//! What the editors show.

use jiff::civil::Date;

use super::catalogue::Books;
use crate::world::Seed;

/// Books of a category that are shown in a month.
const EACH: usize = 4;

/// Days for which a book counts as new.
const NEW: i64 = 200;

/// Why a book is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It came out this many days ago, or will; not more than 200.
    New,
    /// It came out this many years ago in this month; a multiple of five.
    Anniversary(i16),
    /// The editors like it.
    Choice,
}

/// One book that is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Featured {
    /// Place of the book.
    pub book: usize,
    /// Why.
    pub reason: Reason,
}

impl Books {
    /// What is shown in the month of a day: four books of each category, the first ones of all before the second ones; of
    /// these only what belongs to a genre, where one is given.
    pub fn featured(&self, seed: Seed, today: Date, genre: Option<usize>) -> Vec<Featured> {
        let month = format!("{:04}-{:02}", today.year(), today.month());
        let mut stream = seed.stream(&["books", "featured", &month]);
        let mut columns: Vec<Vec<Featured>> = Vec::new();
        for category in (0..self.genres.len()).filter(|place| self.genres[*place].is_category()) {
            // Known on the first of the month, so that the choice lasts for all of it.
            let mut fitting: Vec<usize> =
                self.known(today.first_of_month()).filter(|b| self.is_of(*b, category)).collect();
            stream.shuffle(&mut fitting);
            let mut shown: Vec<Featured> = fitting
                .into_iter()
                .map(|book| Featured { book, reason: self.reason(book, today.first_of_month()) })
                .collect();
            shown.sort_by_key(|shown| match shown.reason {
                Reason::New => 0,
                Reason::Anniversary(_) => 1,
                Reason::Choice => 2,
            });
            // At most two of them for being new, so that older books are seen too.
            let news = shown.iter().filter(|shown| shown.reason == Reason::New).count();
            shown.drain(2.min(news)..news);
            shown.truncate(EACH);
            columns.push(shown);
        }
        stream.shuffle(&mut columns);
        let all = (0..EACH).flat_map(|row| columns.iter().filter_map(move |column| column.get(row).copied()));
        all.filter(|shown| genre.is_none_or(|genre| self.is_of(shown.book, genre))).collect()
    }

    fn reason(&self, book: usize, first: Date) -> Reason {
        let published = self.books[book].published;
        let years = first.year() - published.year();
        match published.duration_until(first).as_hours() / 24 {
            days if days <= NEW => Reason::New,
            _ if published.month() == first.month() && years % 5 == 0 => Reason::Anniversary(years),
            _ => Reason::Choice,
        }
    }
}
