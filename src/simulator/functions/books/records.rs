//! What the book functions answer, as records.

use std::sync::Arc;

use jiff::civil::Date;
use minijinja::value::Value as Dynamic;

use crate::expression::value::{list, optional, record};
use crate::world::Seed;
use crate::world::gazetteer::Gazetteer;
use crate::world::models::books::{ANNOUNCED, Book, Books, Edition, Format, Sales, contents, sales_day};

/// The catalogue as a day of one world sees it.
pub(super) struct Shop {
    pub sales: Sales,
    pub gazetteer: Arc<Gazetteer>,
    pub today: Date,
    pub seed: Seed,
}

impl Shop {
    pub fn books(&self) -> &Books {
        &self.sales.books
    }

    pub fn id_and_title(&self, place: usize) -> String {
        let book = &self.books().books[place];
        format!("{} ({}, {})", book.id, book.title, self.books().authors[book.author].name)
    }

    /// The editions of a book that the day knows.
    pub fn editions(&self, place: usize) -> impl Iterator<Item = &Edition> {
        let last = self.today.saturating_add(jiff::Span::new().days(ANNOUNCED));
        self.books().books[place].editions.iter().filter(move |edition| edition.published <= last)
    }

    /// The edition that a shop would hand over: the newest printed one that is in print, else the first of all.
    fn current(&self, place: usize) -> Option<&Edition> {
        let printed = |edition: &&Edition| {
            matches!(edition.format, Format::Hardcover | Format::Paperback) && edition.in_print(self.today)
        };
        self.editions(place).filter(printed).last().or_else(|| self.editions(place).next())
    }

    fn status(&self, published: Date) -> Dynamic {
        Dynamic::from(if published <= self.today { "published" } else { "announced" })
    }

    fn country(&self, code: &str) -> String {
        self.gazetteer.country(code).map_or_else(|| code.to_owned(), |country| country.name.clone())
    }

    /// What stands in a list.
    pub fn brief(&self, place: usize) -> Dynamic {
        let book = &self.books().books[place];
        let author = &self.books().authors[book.author];
        let current = self.current(place);
        let price = current.filter(|edition| edition.in_print(self.today)).map(|edition| money(edition.price));
        record([
            ("book_id", text(&book.id)),
            ("isbn", optional(current.map(|edition| text(&edition.isbn)))),
            ("title", text(&book.title)),
            ("english_title", text(&book.english)),
            ("author", text(&author.name)),
            ("author_id", text(&author.id)),
            ("category", text(&self.books().genres[book.category].name)),
            ("subcategory", text(&self.books().genres[book.genre].name)),
            ("published", Dynamic::from(book.published.to_string())),
            ("status", self.status(book.published)),
            ("pages", Dynamic::from(book.pages)),
            ("rating", self.rating(place)),
            ("ratings_count", Dynamic::from(self.sales.ratings(place, self.today))),
            ("price", optional(price)),
        ])
    }

    fn rating(&self, place: usize) -> Dynamic {
        optional(self.sales.stars(place, self.today).map(|stars| Dynamic::from(stars as f64 / 100.0)))
    }

    /// Everything about a book, with the edition of a date, or the one that is sold now.
    pub fn whole(&self, place: usize, edition: Option<&str>, shelves: Vec<Dynamic>) -> Dynamic {
        let book = &self.books().books[place];
        let author = &self.books().authors[book.author];
        let publisher = &self.books().publishers[book.publisher];
        let dated = edition.and_then(|date| self.editions(place).find(|edition| edition.published.to_string() == date));
        let rank = self.sales.list(None, sales_day(self.today)).into_iter().find(|line| line.book == place);
        record([
            ("book_id", text(&book.id)),
            ("title", text(&book.title)),
            ("original_title", optional(book.original.as_deref().map(Dynamic::from))),
            ("english_title", text(&book.english)),
            ("author", self.author_record(book.author)),
            ("translator", optional(author.translator.as_deref().map(Dynamic::from))),
            ("language", Dynamic::from("pl")),
            ("original_language", text(&author.language)),
            ("category", text(&self.books().genres[book.category].name)),
            ("subcategory", text(&self.books().genres[book.genre].name)),
            ("series", optional(book.series.as_ref().map(|series| self.series(series)))),
            ("setting", optional(book.place.as_deref().map(|place| self.setting(place, book)))),
            ("publisher", record([("name", text(&publisher.name)), ("town", text(&publisher.town))])),
            ("published", Dynamic::from(book.published.to_string())),
            ("status", self.status(book.published)),
            ("description", text(&book.blurb)),
            ("introduction", Dynamic::from(self.introduction(book))),
            (
                "table_of_contents",
                list(contents(self.books(), book), |chapter| {
                    record([
                        ("number", Dynamic::from(chapter.number)),
                        ("title", Dynamic::from(chapter.title)),
                        ("page", Dynamic::from(chapter.page)),
                    ])
                }),
            ),
            ("edition", optional(dated.or_else(|| self.current(place)).map(|edition| self.edition(edition)))),
            ("editions", list(self.editions(place), |edition| self.edition(edition))),
            ("rating", self.rating(place)),
            ("ratings_count", Dynamic::from(self.sales.ratings(place, self.today))),
            ("bestseller_rank", optional(rank.map(|line| Dynamic::from(line.rank)))),
            ("on_shelves", Dynamic::from(shelves)),
        ])
    }

    /// A paragraph that leads into a book: what it is, whose, and where it stands among others.
    fn introduction(&self, book: &Book) -> String {
        let author = &self.books().authors[book.author];
        let mut told = vec![book.blurb.clone()];
        if let Some((series, number)) = &book.series {
            told.push(format!("Volume {number} of the series {series}."));
        }
        told.push(match (&author.translator, author.language.as_str()) {
            (Some(translator), language) => {
                let original = book.original.as_deref().unwrap_or_default();
                format!("{translator} translated it into Polish; the original ({language}) is called {original}.")
            }
            _ => format!("Written in Polish; an English title is {}.", book.english),
        });
        told.push(format!("About the author: {}", author.about));
        told.join(" ")
    }

    fn series(&self, (name, number): &(String, i64)) -> Dynamic {
        let volumes = self
            .books()
            .known(self.today)
            .filter(|place| self.books().books[*place].series.as_ref().is_some_and(|(other, _)| other == name));
        record([("name", text(name)), ("number", Dynamic::from(*number)), ("volumes", Dynamic::from(volumes.count()))])
    }

    fn setting(&self, place: &str, book: &Book) -> Dynamic {
        let code = book.country.as_deref().unwrap_or_default();
        record([
            ("place", Dynamic::from(place)),
            ("country_code", Dynamic::from(code)),
            ("country", Dynamic::from(self.country(code))),
        ])
    }

    fn edition(&self, edition: &Edition) -> Dynamic {
        let in_print = edition.in_print(self.today);
        record([
            ("isbn", text(&edition.isbn)),
            ("format", Dynamic::from(edition.format.code())),
            ("published", Dynamic::from(edition.published.to_string())),
            ("status", self.status(edition.published)),
            ("pages", optional(edition.pages.map(Dynamic::from))),
            ("minutes", optional(edition.minutes.map(Dynamic::from))),
            ("in_print", Dynamic::from(in_print)),
            ("price", optional(in_print.then(|| money(edition.price)))),
        ])
    }

    /// What is known of an author.
    pub fn author_record(&self, place: usize) -> Dynamic {
        let author = &self.books().authors[place];
        record([
            ("author_id", text(&author.id)),
            ("name", text(&author.name)),
            ("other_names", list(&author.aliases, |name| text(name))),
            ("born", Dynamic::from(author.born)),
            // Nobody knows of a death before its year.
            ("died", optional(author.died.filter(|year| *year <= self.today.year()).map(Dynamic::from))),
            ("town", text(&author.town)),
            ("country_code", text(&author.country)),
            ("country", Dynamic::from(self.country(&author.country))),
            ("writes_in", text(&author.language)),
            ("about", text(&author.about)),
        ])
    }

    pub fn genre_record(&self, place: usize) -> Dynamic {
        let genre = &self.books().genres[place];
        let category = self.books().genres.iter().find(|other| other.code == genre.category()).unwrap_or(genre);
        record([
            ("code", text(&genre.code)),
            ("name", text(&genre.name)),
            ("polish_name", text(&genre.polish)),
            ("category", text(&category.name)),
        ])
    }
}

/// `{amount, currency}` of hundredths of a złoty.
fn money(price: i64) -> Dynamic {
    record([("amount", Dynamic::from(price as f64 / 100.0)), ("currency", Dynamic::from("PLN"))])
}

pub(super) fn text(text: &str) -> Dynamic {
    Dynamic::from(text)
}
