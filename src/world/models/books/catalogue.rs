//! The catalogue: authors, books, genres.

use std::collections::BTreeMap;

use jiff::ToSpan;
use jiff::civil::Date;

use super::edition::{Edition, editions};
use super::tables::{AuthorRow, BookRow};
pub use super::tables::{Genre, Publisher};
use crate::world::facts::{Model, read_table};
use crate::world::models::titles::{Entry, Index, Match, Names, Rank, key};

/// Days before publication from which a book or an edition is known.
pub const ANNOUNCED: i64 = 90;

/// Longer texts name nothing.
const LONGEST: usize = 200;

/// Someone who writes.
#[derive(Debug)]
pub struct Author {
    /// E.g. `AU1001`.
    pub id: String,
    /// Name on the books.
    pub name: String,
    /// Other names.
    pub aliases: Vec<String>,
    /// Year of birth.
    pub born: i16,
    /// Year of death.
    pub died: Option<i16>,
    /// Home town.
    pub town: String,
    /// Its country, ISO 3166-1 alpha-2.
    pub country: String,
    /// The language they write in, ISO 639-1.
    pub language: String,
    /// Who puts them into Polish.
    pub translator: Option<String>,
    /// A sentence.
    pub about: String,
    /// Places of the books, in the order of the catalogue.
    pub books: Vec<usize>,
}

/// A book.
#[derive(Debug)]
pub struct Book {
    /// E.g. `BK10001`.
    pub id: String,
    /// Place of its author.
    pub author: usize,
    /// Polish title.
    pub title: String,
    /// Title in the language it was written in, when that is not Polish.
    pub original: Option<String>,
    /// English title.
    pub english: String,
    /// When it first came out in Polish.
    pub published: Date,
    /// Place of its subcategory.
    pub genre: usize,
    /// Place of its category.
    pub category: usize,
    /// Pages of the first edition.
    pub pages: i64,
    /// 1 to 100: how many people read it.
    pub fame: i32,
    /// The town or country where it is set.
    pub place: Option<String>,
    /// The country of that, ISO 3166-1 alpha-2.
    pub country: Option<String>,
    /// Series, and the number in it.
    pub series: Option<(String, i64)>,
    /// Place of its publisher.
    pub publisher: usize,
    /// A sentence.
    pub blurb: String,
    /// Its editions, the first one first; never none.
    pub editions: Vec<Edition>,
}

/// The whole catalogue.
#[derive(Debug)]
pub struct Books {
    /// All authors, by id.
    pub authors: Vec<Author>,
    /// All books, by id.
    pub books: Vec<Book>,
    /// Categories, each followed by its subcategories.
    pub genres: Vec<Genre>,
    /// Publishers, in the order of their numbers.
    pub publishers: Vec<Publisher>,
    author_names: Names,
    titles: Names,
    genre_names: Names,
    genre_keys: BTreeMap<String, usize>,
    isbns: BTreeMap<String, usize>,
    index: Index,
}

impl Model for Books {
    const TABLES: &'static [&'static str] = &["book_authors", "books", "book_genres", "book_publishers"];

    fn build(tables: &[&[u8]]) -> Result<Self, String> {
        let [authors, books, genres, publishers] = tables else {
            return Err("books are built from four tables".into());
        };
        let authors: Vec<AuthorRow> = read_table("book_authors", authors)?;
        let rows: Vec<BookRow> = read_table("books", books)?;
        let mut all = Self {
            authors: authors.into_iter().map(author).collect(),
            books: Vec::new(),
            genres: read_table("book_genres", genres)?,
            publishers: read_table("book_publishers", publishers)?,
            author_names: Names::default(),
            titles: Names::default(),
            genre_names: Names::default(),
            genre_keys: BTreeMap::new(),
            isbns: BTreeMap::new(),
            index: Index::new([]),
        };
        for row in rows {
            let id = row.id.clone();
            all.add(row).ok_or_else(|| format!("books: {id}: author, genre, publisher or date is none"))?;
        }
        all.name_everything();
        Ok(all)
    }
}

impl Books {
    fn add(&mut self, row: BookRow) -> Option<()> {
        let author = self.authors.iter().position(|author| author.id == row.author)?;
        let genre = self.genres.iter().position(|genre| genre.code == row.genre && !genre.is_category())?;
        let category = self.genres.iter().position(|other| other.code == self.genres[genre].category())?;
        self.publishers.get(row.publisher)?;
        let place = self.books.len();
        let mut book = Book {
            id: row.id,
            author,
            title: row.title,
            original: row.original,
            english: row.english,
            published: row.published.parse().ok()?,
            genre,
            category,
            pages: row.pages,
            fame: row.fame,
            place: row.place,
            country: row.country,
            series: row.series.zip(row.number),
            publisher: row.publisher,
            blurb: row.blurb,
            editions: Vec::new(),
        };
        book.editions = editions(&book, place, &self.genres[genre].code);
        self.isbns.extend(book.editions.iter().map(|edition| (edition.isbn.replace('-', ""), place)));
        self.authors[author].books.push(place);
        self.books.push(book);
        Some(())
    }

    fn name_everything(&mut self) {
        for (place, author) in self.authors.iter().enumerate() {
            self.author_names.add(&author.name, place, true);
            let (first, last) = author.name.rsplit_once(' ').unwrap_or(("", &author.name));
            // Of a double name people often know one half.
            for last in std::iter::once(last).chain(last.split('-')) {
                for name in [last.to_owned(), format!("{first} {last}"), format!("{last} {first}")] {
                    self.author_names.add(&name, place, false);
                }
            }
            for name in std::iter::once(&author.id).chain(&author.aliases) {
                self.author_names.add(name, place, false);
            }
        }
        for (place, book) in self.books.iter().enumerate() {
            for (name, suggest) in [(&book.title, true), (&book.english, true)] {
                self.titles.add(name, place, suggest);
            }
            book.original.iter().for_each(|name| self.titles.add(name, place, false));
        }
        // Its own names come before what else people call a genre, and a category before its parts.
        for names in [Genre::own_names, Genre::other_names] {
            for (place, genre) in self.genres.iter().enumerate() {
                for name in names(genre) {
                    self.genre_keys.entry(key(name)).or_insert(place);
                    self.genre_names.add(name, place, name == genre.name);
                }
            }
        }
        self.index = Index::new(self.books.iter().map(|book| self.entry(book)));
    }

    fn entry<'a>(&'a self, book: &'a Book) -> Entry<'a> {
        let author = &self.authors[book.author];
        let own = [&*book.title, &book.english].into_iter().chain(book.original.as_deref()).collect();
        let people = std::iter::once(&*author.name).chain(author.aliases.iter().map(|alias| &**alias));
        let near =
            people.chain(book.series.as_ref().map(|(name, _)| &**name)).chain(author.translator.as_deref()).collect();
        let genres = [book.category, book.genre].into_iter().flat_map(|place| {
            let genre = &self.genres[place];
            [&*genre.name, &genre.polish]
        });
        let publisher = &*self.publishers[book.publisher].name;
        let far = [&*book.blurb, publisher].into_iter().chain(book.place.as_deref()).chain(genres).collect();
        Entry { own, near, far }
    }

    /// Whether a day knows of a book.
    pub fn is_known(&self, book: usize, today: Date) -> bool {
        self.books[book].published <= today.saturating_add(ANNOUNCED.days())
    }

    /// Places of the books that a day knows, in the order of the catalogue.
    pub fn known(&self, today: Date) -> impl Iterator<Item = usize> {
        (0..self.books.len()).filter(move |place| self.is_known(*place, today))
    }

    /// The author whom a text names: full name, surname, surname first, pen name or id.
    pub fn find_author(&self, text: &str) -> Match {
        self.author_names.find(&text.replace(',', " "))
    }

    /// The author of this very name, in any of its forms.
    pub fn author_called(&self, text: &str) -> Match {
        self.author_names.called(&text.replace(',', " "))
    }

    /// Up to three names of authors that look like a text.
    pub fn near_authors(&self, text: &str) -> Vec<String> {
        self.author_names.near(text)
    }

    /// The book that a day knows by this title (Polish, original or English), ISBN or id; of one author, where one is given.
    pub fn find_book(&self, author: Option<usize>, text: &str, today: Date) -> Match {
        let fits =
            |place: &usize| self.is_known(*place, today) && author.is_none_or(|a| self.books[*place].author == a);
        if let Some(place) = self.by_number(text) {
            return if fits(&place) { Match::One(place) } else { Match::None };
        }
        let found = match author {
            Some(author) => self.titles_of(author).find(text),
            None => self.titles.find(text),
        };
        let mut places: Vec<usize> = match found {
            Match::One(place) => vec![place],
            Match::Several(places) => places,
            Match::None => Vec::new(),
        };
        places.retain(fits);
        match places[..] {
            [] => Match::None,
            [one] => Match::One(one),
            _ => Match::Several(places),
        }
    }

    /// The book of this very title, ISBN or id.
    pub fn book_called(&self, text: &str) -> Match {
        self.by_number(text).map_or_else(|| self.titles.called(text), Match::One)
    }

    fn titles_of(&self, author: usize) -> Names {
        let mut names = Names::default();
        for place in &self.authors[author].books {
            let book = &self.books[*place];
            [&book.title, &book.english]
                .into_iter()
                .chain(&book.original)
                .for_each(|name| names.add(name, *place, false));
        }
        names
    }

    /// The book with an id or an ISBN, with or without hyphens.
    pub fn by_number(&self, text: &str) -> Option<usize> {
        let plain = text.trim().replace(['-', ' '], "").to_uppercase();
        let id = self.books.binary_search_by(|book| book.id.as_str().cmp(&plain)).ok();
        id.or_else(|| self.isbns.get(&plain).copied())
    }

    /// Up to three titles that look like a text, of those that a day knows.
    pub fn near_titles(&self, text: &str, author: Option<usize>, today: Date) -> Vec<String> {
        let shown = self.known(today).filter(|place| author.is_none_or(|author| self.books[*place].author == author));
        let titles = shown.flat_map(|place| [&*self.books[place].title, &self.books[place].english]);
        if text.len() > LONGEST { Vec::new() } else { crate::catalogue::nearest::few(text, titles) }
    }

    /// The category or subcategory that a text names, in English or Polish.
    pub fn find_genre(&self, text: &str) -> Option<usize> {
        self.genre_called(text).or_else(|| self.genre_names.find(text).one())
    }

    /// The category or subcategory of this very name.
    pub fn genre_called(&self, text: &str) -> Option<usize> {
        // `Crime > Noir` is the part of the category.
        let text = text.rsplit('>').next().unwrap_or(text);
        self.genre_keys.get(&key(text)).copied()
    }

    /// Up to three names of genres that look like a text.
    pub fn near_genres(&self, text: &str) -> Vec<String> {
        self.genre_names.near(text)
    }

    /// Whether a book belongs to a category or subcategory.
    pub fn is_of(&self, book: usize, genre: usize) -> bool {
        self.books[book].genre == genre || self.books[book].category == genre
    }

    /// What a query finds on a day, and why, best first. An ISBN or an id finds what has it.
    pub fn search(&self, query: &str, today: Date) -> Vec<(usize, Rank)> {
        if let Some(place) = self.by_number(query).filter(|place| self.is_known(*place, today)) {
            return vec![(place, Rank::Exact)];
        }
        let hits = self.index.search(query).into_iter().map(|(entry, rank)| (entry as usize, rank));
        hits.filter(|(place, _)| self.is_known(*place, today)).collect()
    }
}

fn author(row: AuthorRow) -> Author {
    Author {
        id: row.id,
        name: row.name,
        aliases: row.aliases,
        born: row.born,
        died: row.died,
        town: row.town,
        country: row.country,
        language: row.language,
        translator: row.translator,
        about: row.about,
        books: Vec::new(),
    }
}
