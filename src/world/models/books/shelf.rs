//! A reader's shelf.

use serde_json::{Map, Value, json};

/// How far the reader is; the first is where a book begins.
pub const STATUSES: [&str; 3] = ["to-read", "reading", "finished"];

/// A book on a shelf.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Id of the book.
    pub book: String,
    /// The reader's own label, or nothing for the category of the catalogue.
    pub category: Option<String>,
    /// 1 to 5, or nothing.
    pub rating: Option<i64>,
    /// One of [`STATUSES`].
    pub status: String,
    /// The day on which it came to the shelf, `YYYY-MM-DD`; empty when nobody knows.
    pub added: String,
}

/// What a reader wants for one book; what is nothing stays as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wish {
    /// Id of the book.
    pub book: String,
    /// A label.
    pub category: Option<String>,
    /// A rating.
    pub rating: Option<i64>,
    /// A status.
    pub status: Option<String>,
}

/// What became of a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// It came to the shelf.
    Added,
    /// Something about it changed.
    Updated,
    /// It is as wished already.
    Unchanged,
    /// It left the shelf.
    Removed,
}

impl Kind {
    /// A code that never changes.
    pub fn code(self) -> &'static str {
        match self {
            Self::Added => "added",
            Self::Updated => "updated",
            Self::Unchanged => "unchanged",
            Self::Removed => "removed",
        }
    }
}

/// A book and what became of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Id of the book.
    pub book: String,
    /// What became of it.
    pub kind: Kind,
}

impl Entry {
    /// Reads the books of a shelf's row; what is no book is passed over.
    pub fn read(row: &Map<String, Value>) -> Vec<Self> {
        let books = row.get("books").and_then(Value::as_array).into_iter().flatten();
        let text = |value: &Value, column: &str| value.get(column).and_then(Value::as_str).map(str::to_owned);
        let entry = |value: &Value| {
            let status = text(value, "status").filter(|status| STATUSES.contains(&status.as_str()));
            Some(Self {
                book: text(value, "book_id")?,
                category: text(value, "category"),
                rating: value.get("rating").and_then(Value::as_i64).filter(|stars| (1..=5).contains(stars)),
                status: status.unwrap_or_else(|| STATUSES[0].to_owned()),
                added: text(value, "added_on").unwrap_or_default(),
            })
        };
        books.filter_map(entry).collect()
    }

    /// What stands in a row for it.
    pub fn write(&self) -> Value {
        json!({"book_id": self.book, "category": self.category, "rating": self.rating, "status": self.status, "added_on": self.added})
    }

    /// Puts wishes on a shelf: a book that is not there comes to its end, one that is there changes.
    pub fn place(shelf: &[Self], wishes: &[Wish], today: &str) -> (Vec<Self>, Vec<Change>) {
        let (mut shelf, mut changes) = (shelf.to_vec(), Vec::new());
        for wish in wishes {
            let kind = match shelf.iter_mut().find(|entry| entry.book == wish.book) {
                Some(entry) => entry.follow(wish),
                None => {
                    let mut entry = Self {
                        book: wish.book.clone(),
                        category: None,
                        rating: None,
                        status: STATUSES[0].to_owned(),
                        added: today.to_owned(),
                    };
                    entry.follow(wish);
                    shelf.push(entry);
                    Kind::Added
                }
            };
            changes.push(Change { book: wish.book.clone(), kind });
        }
        (shelf, changes)
    }

    /// Takes books off a shelf.
    pub fn take(shelf: &[Self], books: &[String]) -> (Vec<Self>, Vec<Change>) {
        let gone = |entry: &&Self| books.contains(&entry.book);
        let changes =
            shelf.iter().filter(gone).map(|entry| Change { book: entry.book.clone(), kind: Kind::Removed }).collect();
        (shelf.iter().filter(|entry| !gone(entry)).cloned().collect(), changes)
    }

    fn follow(&mut self, wish: &Wish) -> Kind {
        let before = self.clone();
        self.category = wish.category.clone().or_else(|| self.category.take());
        self.rating = wish.rating.or(self.rating);
        self.status = wish.status.clone().unwrap_or_else(|| std::mem::take(&mut self.status));
        if *self == before { Kind::Unchanged } else { Kind::Updated }
    }
}
