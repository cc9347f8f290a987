//! A reader's shelves.

use minijinja::value::Value as Dynamic;
use minijinja::{Environment, Error, State};
use serde_json::Value;

use super::records::{Shop, text};
use super::shop;
use crate::expression::value::{list, optional, record, to_json};
use crate::simulator::functions::wrong;
use crate::simulator::scope::{Context, context};
use crate::world::Row;
use crate::world::models::books::{Change, Entry, Wish};
use crate::world::models::titles::Match;

/// The session's table.
const TABLE: &str = "bookshelves";

/// Books on one shelf at most.
const ROOM: usize = 300;

pub(super) fn register(env: &mut Environment<'static>) {
    env.add_function("bookshelf", bookshelf);
    env.add_function("bookshelves", bookshelves);
    env.add_function("bookshelf_named", bookshelf_named);
    env.add_function("bookshelf_plan", bookshelf_plan);
    env.add_function("new_bookshelf_id", new_bookshelf_id);
}

fn name(row: &Row) -> String {
    row.get("name").and_then(Value::as_str).unwrap_or_default().to_owned()
}

/// Shelves in the order of their numbers.
fn shelves(context: &Context) -> Vec<(i64, Row)> {
    let rows = context.state().rows(TABLE).filter_map(|(key, row)| Some((key.parse().ok()?, (**row).clone())));
    let mut rows: Vec<(i64, Row)> = rows.collect();
    rows.sort_by_key(|(id, _)| *id);
    rows
}

/// The shelves that hold a book, with what stands there about it.
pub(super) fn holding(context: &Context, book: &str) -> Vec<Dynamic> {
    let holds = |(id, row): (i64, Row)| {
        let entry = Entry::read(&row).into_iter().find(|entry| entry.book == book)?;
        Some(record([
            ("bookshelf_id", Dynamic::from(id)),
            ("name", Dynamic::from(name(&row))),
            ("reading_status", Dynamic::from(entry.status)),
            ("rating", optional(entry.rating.map(Dynamic::from))),
        ]))
    };
    shelves(context).into_iter().filter_map(holds).collect()
}

/// `{bookshelf_id, name, created_on, book_count, books}` of a shelf, or `none`.
fn bookshelf(state: &State<'_, '_>, id: i64) -> Result<Dynamic, Error> {
    let (context, shop) = (context(state)?, shop(state)?);
    let row = context.state().row(TABLE, &id.to_string());
    Ok(optional(row.map(|row| {
        let books = Entry::read(row);
        let created = row.get("created_on").and_then(Value::as_str);
        record([
            ("bookshelf_id", Dynamic::from(id)),
            ("name", Dynamic::from(name(row))),
            ("created_on", optional(created.map(Dynamic::from))),
            ("book_count", Dynamic::from(books.len())),
            ("books", list(&books, |entry| shown(&shop, entry))),
        ])
    })))
}

fn shown(shop: &Shop, entry: &Entry) -> Dynamic {
    let Some(place) = shop.books().by_number(&entry.book) else { return Dynamic::from(()) };
    let book = &shop.books().books[place];
    let category = entry.category.as_deref().unwrap_or(&shop.books().genres[book.category].name);
    let added = Some(&*entry.added).filter(|day| !day.is_empty());
    record([
        ("book_id", text(&book.id)),
        ("title", text(&book.title)),
        ("english_title", text(&book.english)),
        ("author", text(&shop.books().authors[book.author].name)),
        ("category", text(category)),
        ("rating", optional(entry.rating.map(Dynamic::from))),
        ("reading_status", text(&entry.status)),
        ("added_on", optional(added.map(Dynamic::from))),
    ])
}

/// `{bookshelf_id, name, book_count}` of all shelves.
fn bookshelves(state: &State<'_, '_>) -> Result<Dynamic, Error> {
    Ok(list(shelves(&*context(state)?), |(id, row)| {
        record([
            ("bookshelf_id", Dynamic::from(id)),
            ("name", Dynamic::from(name(&row))),
            ("book_count", Dynamic::from(Entry::read(&row).len())),
        ])
    }))
}

/// The number of the shelf with a name, in any case, or `none`.
fn bookshelf_named(state: &State<'_, '_>, wanted: &str) -> Result<Dynamic, Error> {
    let wanted = wanted.trim().to_lowercase();
    let found = shelves(&*context(state)?).into_iter().find(|(_, row)| name(row).to_lowercase() == wanted);
    Ok(optional(found.map(|(id, _)| Dynamic::from(id))))
}

/// A number of six digits for a new shelf: from the call, so that two calls in either order give the same ones, unless taken.
fn new_bookshelf_id(state: &State<'_, '_>) -> Result<i64, Error> {
    let context = context(state)?;
    let identity = context.identity.ok_or_else(|| wrong("only a tool that writes makes ids"))?;
    let drawn = u64::from_le_bytes(std::array::from_fn(|i| identity[i])) % 900_000;
    let free = (0..900_000).map(|n| 100_000 + (drawn + n) % 900_000);
    let mut free = free.filter(|id| context.state().row(TABLE, &id.to_string()).is_none());
    free.next().and_then(|id| i64::try_from(id).ok()).ok_or_else(|| wrong("no number is left for a shelf"))
}

/// Why a plan cannot be carried out: an error's code, its words, and what may have been meant.
struct Problem(&'static str, String, Vec<String>);

/// `bookshelf_plan(action, id, infos)`: `{problem, detail, suggestions, books, changes}`: what stands on the shelf afterwards, or why
/// it cannot be. The action is `create`, `update` or `delete`; `id` is `none` for a new shelf.
fn bookshelf_plan(state: &State<'_, '_>, action: &str, id: Option<i64>, infos: Dynamic) -> Result<Dynamic, Error> {
    let (context, shop) = (context(state)?, shop(state)?);
    let row = id.and_then(|id| context.state().row(TABLE, &id.to_string()).cloned());
    let shelf = row.map(|row| Entry::read(&row)).unwrap_or_default();
    let infos = to_json(&infos).map_err(wrong)?;
    let infos = infos.as_array().map(Vec::as_slice).unwrap_or_default();
    Ok(match plan(&shop, action, &shelf, infos) {
        Ok((after, changes)) => record([
            ("problem", Dynamic::from(())),
            ("detail", Dynamic::from(())),
            ("suggestions", Dynamic::from(Vec::<String>::new())),
            ("books", list(&after, |entry| crate::expression::value::from_json(&entry.write()))),
            ("changes", list(&changes, |change| changed(&shop, change))),
        ]),
        Err(Problem(code, detail, suggestions)) => record([
            ("problem", Dynamic::from(code)),
            ("detail", Dynamic::from(detail)),
            ("suggestions", Dynamic::from(suggestions)),
            ("books", Dynamic::from(Vec::<String>::new())),
            ("changes", Dynamic::from(Vec::<String>::new())),
        ]),
    })
}

fn changed(shop: &Shop, change: &Change) -> Dynamic {
    let title = shop.books().by_number(&change.book).map(|place| text(&shop.books().books[place].title));
    record([("change", text(change.kind.code())), ("book_id", text(&change.book)), ("title", optional(title))])
}

fn plan(shop: &Shop, action: &str, shelf: &[Entry], infos: &[Value]) -> Result<(Vec<Entry>, Vec<Change>), Problem> {
    let wishes: Vec<Wish> =
        infos.iter().enumerate().map(|(at, info)| wish(shop, at, info)).collect::<Result<_, _>>()?;
    for (at, wish) in wishes.iter().enumerate() {
        if wishes[..at].iter().any(|other| other.book == wish.book) {
            return Err(Problem(
                "repeated_book",
                format!("bookInfo/{at}: {} stands in the list twice.", wish.book),
                Vec::new(),
            ));
        }
        let there = shelf.iter().any(|entry| entry.book == wish.book);
        let asks = wish.category.is_some() || wish.rating.is_some() || wish.status.is_some();
        match action {
            "delete" if !there => {
                let titles =
                    shelf.iter().filter_map(|entry| Some(shop.id_and_title(shop.books().by_number(&entry.book)?)));
                let detail = format!("bookInfo/{at}: {} is not on this shelf.", wish.book);
                return Err(Problem("not_on_shelf", detail, titles.take(3).collect()));
            }
            "update" if there && !asks => {
                let detail = format!(
                    "bookInfo/{at}: {} is on this shelf already; give a category, rating or readingStatus to change.",
                    wish.book
                );
                return Err(Problem("already_on_shelf", detail, Vec::new()));
            }
            "delete" => {}
            _ => read_in_future(shop, at, wish)?,
        }
    }
    if action == "delete" {
        let books: Vec<String> = wishes.into_iter().map(|wish| wish.book).collect();
        return Ok(Entry::take(shelf, &books));
    }
    let (after, changes) = Entry::place(shelf, &wishes, &shop.today.to_string());
    match after.len() <= ROOM {
        true => Ok((after, changes)),
        false => Err(Problem(
            "shelf_full",
            format!("A shelf holds {ROOM} books; this one would hold {}.", after.len()),
            Vec::new(),
        )),
    }
}

/// The wish that one element of `bookInfo` states.
fn wish(shop: &Shop, at: usize, info: &Value) -> Result<Wish, Problem> {
    let word = |key: &str| info.get(key).and_then(Value::as_str).map(str::trim).filter(|text| !text.is_empty());
    let Some(asked) = word("name") else {
        let detail = format!("bookInfo/{at}: name is missing; give a title, an ISBN or a book_id.");
        return Err(Problem("unnamed_book", detail, Vec::new()));
    };
    let place = match shop.books().find_book(None, asked, shop.today) {
        Match::One(place) => place,
        Match::Several(places) => {
            let detail = format!("bookInfo/{at}: '{asked}' may be one of {} books. Give the book_id.", places.len());
            return Err(Problem(
                "ambiguous_book",
                detail,
                places.into_iter().map(|place| shop.id_and_title(place)).collect(),
            ));
        }
        Match::None => {
            let short: String = asked.chars().take(80).collect();
            let detail = format!("bookInfo/{at}: the catalogue has no book '{short}'. searchBooks finds titles.");
            return Err(Problem("unknown_book", detail, shop.books().near_titles(asked, None, shop.today)));
        }
    };
    Ok(Wish {
        book: shop.books().books[place].id.clone(),
        category: word("category").map(|label| match shop.books().find_genre(label) {
            Some(genre) => shop.books().genres[genre].name.clone(),
            None => label.to_owned(),
        }),
        rating: info.get("rating").and_then(Value::as_i64),
        status: word("readingStatus").map(str::to_owned),
    })
}

/// A book that is not out yet can only be waited for.
fn read_in_future(shop: &Shop, at: usize, wish: &Wish) -> Result<(), Problem> {
    let book = shop.books().by_number(&wish.book).map(|place| &shop.books().books[place]);
    let read = wish.rating.is_some() || wish.status.as_deref().is_some_and(|status| status != "to-read");
    match book.filter(|book| read && book.published > shop.today) {
        Some(book) => {
            let detail = format!(
                "bookInfo/{at}: {} comes out on {}; until then it can only be to-read.",
                wish.book, book.published
            );
            Err(Problem("not_published", detail, Vec::new()))
        }
        None => Ok(()),
    }
}
