//! What is bought and liked.

use std::collections::BTreeMap;
use std::sync::Arc;

use jiff::ToSpan;
use jiff::civil::{Date, date};

use super::catalogue::Books;
use crate::world::seed::{Field, Seed};

/// Weeks are counted from this Monday.
const FIRST_MONDAY: Date = date(1970, 1, 5);

/// Places of a list of bestsellers.
const LENGTH: usize = 100;

/// The Monday on which the newest list of a day came out: that day or one of the six before. It counts the seven days before.
pub fn sales_day(today: Date) -> Date {
    today.saturating_sub(days_since(FIRST_MONDAY, today).rem_euclid(7).days())
}

fn days_since(from: Date, to: Date) -> i64 {
    from.duration_until(to).as_hours() / 24
}

/// One line of a list of bestsellers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// Place of the book in the catalogue.
    pub book: usize,
    /// From 1.
    pub rank: usize,
    /// In the list of the week before; nothing when it was not in it.
    pub previous: Option<usize>,
    /// Copies sold in the week.
    pub copies: i64,
}

/// The catalogue as one seed's world reads it.
#[derive(Clone, Debug)]
pub struct Sales {
    /// What is read.
    pub books: Arc<Books>,
    standing: Field,
    tide: Field,
    taste: Field,
}

impl Sales {
    /// The readers of a seed.
    pub fn new(books: Arc<Books>, seed: Seed) -> Self {
        let field = |name: &str| seed.field(&["books", name]);
        Self { books, standing: field("standing"), tide: field("tide"), taste: field("taste") }
    }

    /// Copies sold in the seven days before a Monday; 0 before the book is out, fewer when it came out within them.
    pub fn copies(&self, book: usize, monday: Date) -> i64 {
        let age = days_since(self.books.books[book].published, monday);
        if age <= 0 {
            return 0;
        }
        let (own, weeks) = (book as i64, days_since(FIRST_MONDAY, monday) / 7);
        let at = weeks.div_euclid(8);
        let part = weeks.rem_euclid(8) as f64 / 8.0;
        let tide = self.tide.lattice(own, at, 0) * (1.0 - part) + self.tide.lattice(own, at + 1, 0) * part;
        let noise = 0.25 * self.standing.lattice(own, 0, 0) + 0.16 * tide + 0.03 * self.tide.lattice(own, weeks, 1);
        let tenfold = 0.7 + 0.022 * f64::from(self.books.books[book].fame) + noise;
        let fresh = 1.0 + 14.0 / (1.0 + age as f64 / 40.0);
        (libm::exp(tenfold * std::f64::consts::LN_10) * fresh * age.min(7) as f64 / 7.0).round() as i64
    }

    /// The hundred that sold best in the week before a Monday, of a genre or of all; ties in the order of the catalogue.
    pub fn list(&self, genre: Option<usize>, monday: Date) -> Vec<Line> {
        let before: BTreeMap<usize, usize> = self
            .ranked(genre, monday.saturating_sub(7.days()))
            .into_iter()
            .zip(1..)
            .map(|((book, _), rank)| (book, rank))
            .collect();
        let line = |((book, copies), rank)| Line { book, rank, previous: before.get(&book).copied(), copies };
        self.ranked(genre, monday).into_iter().zip(1..).map(line).collect()
    }

    fn ranked(&self, genre: Option<usize>, monday: Date) -> Vec<(usize, i64)> {
        let all = (0..self.books.books.len()).filter(|book| genre.is_none_or(|genre| self.books.is_of(*book, genre)));
        let mut sold: Vec<(usize, i64)> =
            all.map(|book| (book, self.copies(book, monday))).filter(|(_, n)| *n > 0).collect();
        sold.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
        sold.truncate(LENGTH);
        sold
    }

    /// How many readers have rated a book on a day; it never falls.
    pub fn ratings(&self, book: usize, today: Date) -> i64 {
        let days = days_since(self.books.books[book].published, today);
        let years = days as f64 / 365.25;
        let fame = f64::from(self.books.books[book].fame);
        let tenfold = 1.2 + 0.028 * fame + 0.15 * self.standing.lattice(book as i64, 0, 0);
        let share = 1.0 - libm::exp(-years / 3.0);
        if days < 0 { 0 } else { (libm::exp(tenfold * std::f64::consts::LN_10) * share).floor() as i64 }
    }

    /// The average of the ratings in hundredths of a star; nothing before there are any.
    pub fn stars(&self, book: usize, today: Date) -> Option<i64> {
        let fame = f64::from(self.books.books[book].fame);
        let stars = 3.1 + 0.01 * fame + 0.45 * self.taste.lattice(book as i64, 0, 0);
        (self.ratings(book, today) > 0).then(|| (stars.clamp(2.6, 4.8) * 100.0).round() as i64)
    }
}
