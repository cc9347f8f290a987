//! Books in Polish: authors, editions, lists, and a reader's shelves. Things go between functions by id.
//!
//! Session table: `bookshelves` (key: number of the shelf; columns `bookshelf_id`, `name`, `created_on`, and `books`, each with
//! `book_id`, `category`, `rating`, `status`, `added_on`).

mod lists;
mod records;
mod shelves;

use minijinja::value::{Kwargs, Value as Dynamic};
use minijinja::{Environment, Error, State};

use self::records::Shop;
use super::wrong;
use crate::expression::value::{list, optional, record};
use crate::simulator::scope::context;
use crate::world::gazetteer::Gazetteer;
use crate::world::models::books::{Books, Sales};
use crate::world::models::titles::Match;

pub(super) fn register(env: &mut Environment<'static>) {
    env.add_function("find_book_author", find_book_author);
    env.add_function("near_book_authors", near_book_authors);
    env.add_function("book_author", book_author);
    env.add_function("find_book", find_book);
    env.add_function("near_books", near_books);
    env.add_function("book", book);
    env.add_function("book_edition_dates", book_edition_dates);
    env.add_function("book_is_of", book_is_of);
    env.add_function("find_book_genre", find_book_genre);
    env.add_function("near_book_genres", near_book_genres);
    lists::register(env);
    shelves::register(env);
}

/// The catalogue as a call sees it.
fn shop(state: &State<'_, '_>) -> Result<Shop, Error> {
    let context = context(state)?;
    let books = context.world.facts.model::<Books>();
    let gazetteer = context.world.facts.model::<Gazetteer>();
    let today = context.clock.today();
    Ok(Shop { sales: Sales::new(books, context.world.seed), gazetteer, today, seed: context.world.seed })
}

impl Shop {
    fn author(&self, id: &str) -> Result<usize, Error> {
        let found = self.books().authors.iter().position(|author| author.id == id);
        found.ok_or_else(|| wrong(format!("'{id}' is no author's id")))
    }

    fn book(&self, id: &str) -> Result<usize, Error> {
        self.books().by_number(id).ok_or_else(|| wrong(format!("'{id}' is no book's id")))
    }

    /// The place of a genre's code; nothing for `none`.
    fn genre(&self, code: Option<&str>) -> Result<Option<usize>, Error> {
        let place = |code: &str| self.books().genres.iter().position(|genre| genre.code == code);
        code.map(|code| place(code).ok_or_else(|| wrong(format!("'{code}' is no genre's code")))).transpose()
    }
}

/// `{id, names}`: the id of the author whom a text names, or `none`; and the names when there are several.
fn find_book_author(state: &State<'_, '_>, text: &str) -> Result<Dynamic, Error> {
    let shop = shop(state)?;
    let authors = &shop.books().authors;
    Ok(found(shop.books().find_author(text), |place| authors[place].id.clone(), |place| authors[place].name.clone()))
}

fn found(found: Match, id: impl Fn(usize) -> String, name: impl Fn(usize) -> String) -> Dynamic {
    let (one, several) = match found {
        Match::One(place) => (Some(id(place)), Vec::new()),
        Match::Several(places) => (None, places),
        Match::None => (None, Vec::new()),
    };
    record([("id", optional(one.map(Dynamic::from))), ("names", list(several, |place| Dynamic::from(name(place))))])
}

fn near_book_authors(state: &State<'_, '_>, text: &str) -> Result<Vec<String>, Error> {
    Ok(shop(state)?.books().near_authors(text))
}

/// What is known of an author.
fn book_author(state: &State<'_, '_>, id: &str) -> Result<Dynamic, Error> {
    let shop = shop(state)?;
    Ok(shop.author_record(shop.author(id)?))
}

/// `find_book(title, author=id)`: `{id, names}` of the book that a title, ISBN or id means; by any author when that is `none`.
fn find_book(state: &State<'_, '_>, text: &str, options: Kwargs) -> Result<Dynamic, Error> {
    let author: Option<String> = options.get("author")?;
    options.assert_all_used()?;
    let shop = shop(state)?;
    let author = author.map(|id| shop.author(&id)).transpose()?;
    let match_ = shop.books().find_book(author, text, shop.today);
    Ok(found(match_, |place| shop.books().books[place].id.clone(), |place| shop.id_and_title(place)))
}

/// `near_books(title, author=id)`: up to three titles that look like a text.
fn near_books(state: &State<'_, '_>, text: &str, options: Kwargs) -> Result<Vec<String>, Error> {
    let author: Option<String> = options.get("author")?;
    options.assert_all_used()?;
    let shop = shop(state)?;
    let author = author.map(|id| shop.author(&id)).transpose()?;
    Ok(shop.books().near_titles(text, author, shop.today))
}

/// `book(id, edition=date)`: everything about a book, with the edition of a day, or the one that is sold now.
fn book(state: &State<'_, '_>, id: &str, options: Kwargs) -> Result<Dynamic, Error> {
    let edition: Option<String> = options.get("edition")?;
    options.assert_all_used()?;
    let shop = shop(state)?;
    let place = shop.book(id)?;
    Ok(shop.whole(place, edition.as_deref(), shelves::holding(&*context(state)?, id)))
}

/// Days on which the editions of a book come out, each once, the first one first.
fn book_edition_dates(state: &State<'_, '_>, id: &str) -> Result<Vec<String>, Error> {
    let shop = shop(state)?;
    let place = shop.book(id)?;
    let mut dates: Vec<String> = shop.editions(place).map(|edition| edition.published.to_string()).collect();
    dates.sort_unstable();
    dates.dedup();
    Ok(dates)
}

/// Whether a book belongs to the genre of a code.
fn book_is_of(state: &State<'_, '_>, id: &str, genre: &str) -> Result<bool, Error> {
    let shop = shop(state)?;
    let genre = shop.genre(Some(genre))?;
    Ok(genre.is_some_and(|genre| shop.book(id).is_ok_and(|book| shop.books().is_of(book, genre))))
}

/// `{code, name, polish_name, category, category_name}` of the genre that a text names, or `none`.
fn find_book_genre(state: &State<'_, '_>, text: &str) -> Result<Dynamic, Error> {
    let shop = shop(state)?;
    Ok(optional(shop.books().find_genre(text).map(|place| shop.genre_record(place))))
}

fn near_book_genres(state: &State<'_, '_>, text: &str) -> Result<Vec<String>, Error> {
    Ok(shop(state)?.books().near_genres(text))
}
