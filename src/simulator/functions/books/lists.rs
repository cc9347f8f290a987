//! Lists of books: by genre and author, of a search, of bestsellers, of the editors, of what is about Poland.

use jiff::ToSpan;
use minijinja::value::{Kwargs, Value as Dynamic};
use minijinja::{Environment, Error, State};

use super::records::{Shop, text};
use super::shop;
use crate::expression::value::{list, optional, record};
use crate::world::models::books::{Reason, sales_day};

/// Categories in which a place is what a book is about; in the others it is where it plays.
const ABOUT: [&str; 6] = ["essays", "history", "biography", "reportage", "science", "poetry"];

pub(super) fn register(env: &mut Environment<'static>) {
    env.add_function("books_of", books_of);
    env.add_function("search_books", search_books);
    env.add_function("book_genres", book_genres);
    env.add_function("book_bestsellers", book_bestsellers);
    env.add_function("featured_books", featured_books);
    env.add_function("books_about_poland", books_about_poland);
}

/// `books_of(genre=code, author=id, years=['2019'])`: what the day knows, newest first; `none` and an empty list narrow nothing.
fn books_of(state: &State<'_, '_>, options: Kwargs) -> Result<Dynamic, Error> {
    let (genre, author): (Option<String>, Option<String>) = (options.get("genre")?, options.get("author")?);
    let years: Option<Vec<String>> = options.get("years")?;
    options.assert_all_used()?;
    let shop = shop(state)?;
    let genre = shop.genre(genre.as_deref())?;
    let author = author.map(|id| shop.author(&id)).transpose()?;
    let years = years.unwrap_or_default();
    let fits = |place: &usize| {
        let book = &shop.books().books[*place];
        let year = format!("{:04}", book.published.year());
        genre.is_none_or(|genre| shop.books().is_of(*place, genre))
            && author.is_none_or(|author| book.author == author)
            && (years.is_empty() || years.contains(&year))
    };
    let mut places: Vec<usize> = shop.books().known(shop.today).filter(fits).collect();
    places.sort_by_key(|place| (std::cmp::Reverse(shop.books().books[*place].published), *place));
    Ok(list(places, |place| shop.brief(place)))
}

/// `search_books(query, limit=10, page=1)`: `{total, books}`.
fn search_books(state: &State<'_, '_>, query: &str, options: Kwargs) -> Result<Dynamic, Error> {
    let (limit, page): (usize, usize) = (options.get("limit")?, options.get("page")?);
    options.assert_all_used()?;
    let shop = shop(state)?;
    let monday = sales_day(shop.today);
    let mut hits: Vec<_> = shop
        .books()
        .search(query, shop.today)
        .into_iter()
        .map(|(place, rank)| (shop.sales.copies(place, monday), place, rank))
        .collect();
    // What sells best first among equally good hits; the sort is stable, so ties stay in the order of the catalogue.
    hits.sort_by(|a, b| b.2.cmp(&a.2).then(b.0.cmp(&a.0)));
    let shown = hits.iter().skip(limit.saturating_mul(page.saturating_sub(1))).take(limit);
    Ok(record([("total", Dynamic::from(hits.len())), ("books", list(shown, |(_, place, _)| shop.brief(*place)))]))
}

/// All categories with how many books they have, each with its subcategories.
fn book_genres(state: &State<'_, '_>) -> Result<Dynamic, Error> {
    let shop = shop(state)?;
    let genres = &shop.books().genres;
    let known: Vec<usize> = shop.books().known(shop.today).collect();
    let count = |genre: usize| known.iter().filter(|book| shop.books().is_of(**book, genre)).count();
    let row = |place: usize, parts: Dynamic| {
        record([
            ("code", text(&genres[place].code)),
            ("name", text(&genres[place].name)),
            ("polish_name", text(&genres[place].polish)),
            ("book_count", Dynamic::from(count(place))),
            ("parts", parts),
        ])
    };
    let parts_of = |place: usize| {
        let part = |other: &usize| !genres[*other].is_category() && genres[*other].category() == genres[place].code;
        list((0..genres.len()).filter(part), |other| row(other, Dynamic::from(())))
    };
    Ok(list((0..genres.len()).filter(|place| genres[*place].is_category()), |place| row(place, parts_of(place))))
}

/// What options have in common: a genre's code or `none`, and how many at most.
fn narrowed(shop: &Shop, options: &Kwargs) -> Result<(Option<usize>, usize), Error> {
    let (genre, limit): (Option<String>, usize) = (options.get("genre")?, options.get("limit")?);
    options.assert_all_used()?;
    Ok((shop.genre(genre.as_deref())?, limit))
}

fn shown(from: String, to: String, total: usize, books: Dynamic) -> Dynamic {
    record([
        ("from", Dynamic::from(from)),
        ("to", Dynamic::from(to)),
        ("total", Dynamic::from(total)),
        ("books", books),
    ])
}

fn line(
    shop: &Shop,
    place: usize,
    rank: usize,
    previous: Option<usize>,
    copies: Option<i64>,
    reason: String,
) -> Dynamic {
    record([
        ("rank", Dynamic::from(rank)),
        ("previous_rank", optional(previous.map(Dynamic::from))),
        ("copies_sold", optional(copies.map(Dynamic::from))),
        ("reason", Dynamic::from(reason)),
        ("book", shop.brief(place)),
    ])
}

/// `book_bestsellers(genre=code, limit=10)`: `{from, to, total, books}` of the newest list.
fn book_bestsellers(state: &State<'_, '_>, options: Kwargs) -> Result<Dynamic, Error> {
    let shop = shop(state)?;
    let (genre, limit) = narrowed(&shop, &options)?;
    let monday = sales_day(shop.today);
    let lines = shop.sales.list(genre, monday);
    let books = list(lines.iter().take(limit), |sold| {
        let reason = format!("{} copies sold in the week", sold.copies);
        line(&shop, sold.book, sold.rank, sold.previous, Some(sold.copies), reason)
    });
    let (from, to) = (monday.saturating_sub(7.days()), monday.saturating_sub(1.days()));
    Ok(shown(from.to_string(), to.to_string(), lines.len(), books))
}

/// `featured_books(genre=code, limit=10)`: `{from, to, total, books}` of the editors for the month.
fn featured_books(state: &State<'_, '_>, options: Kwargs) -> Result<Dynamic, Error> {
    let shop = shop(state)?;
    let (genre, limit) = narrowed(&shop, &options)?;
    let all = shop.books().featured(shop.seed, shop.today, genre);
    let books = list((1..).zip(all.iter().take(limit)), |(rank, featured)| {
        let category = &shop.books().genres[shop.books().books[featured.book].category].name;
        let reason = match featured.reason {
            Reason::New => "New this season".to_owned(),
            Reason::Anniversary(years) => format!("First published {years} years ago this month"),
            Reason::Choice => format!("The editors' choice in {category}"),
        };
        line(&shop, featured.book, rank, None, None, reason)
    });
    let (from, to) = (shop.today.first_of_month(), shop.today.last_of_month());
    Ok(shown(from.to_string(), to.to_string(), all.len(), books))
}

/// `books_about_poland(genre=code, limit=10)`: `{from, to, total, books}` of what is set in Poland or about it, those that sell
/// best first.
fn books_about_poland(state: &State<'_, '_>, options: Kwargs) -> Result<Dynamic, Error> {
    let shop = shop(state)?;
    let (genre, limit) = narrowed(&shop, &options)?;
    let monday = sales_day(shop.today);
    let fits = |place: usize| genre.is_none_or(|genre| shop.books().is_of(place, genre));
    let about = shop.books().known(shop.today).filter(|place| fits(*place));
    let mut all: Vec<(i64, usize, String)> =
        about.filter_map(|place| Some((shop.sales.copies(place, monday), place, tie(&shop, place)?))).collect();
    all.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
    let books = list((1..).zip(all.iter().take(limit)), |(rank, (_, place, reason))| {
        line(&shop, *place, rank, None, None, reason.clone())
    });
    Ok(shown(shop.today.to_string(), shop.today.to_string(), all.len(), books))
}

/// What a book has to do with Poland.
fn tie(shop: &Shop, place: usize) -> Option<String> {
    let book = &shop.books().books[place];
    let category = shop.books().genres[book.category].code.as_str();
    match (book.country.as_deref(), book.place.as_deref(), shop.books().genres[book.genre].code.as_str()) {
        (Some("PL"), Some(town), _) if category == "food" => Some(format!("Comes from {town} in Poland")),
        (Some("PL"), Some(town), _) if ABOUT.contains(&category) => Some(format!("About {town} in Poland")),
        (Some("PL"), Some(town), _) => Some(format!("Set in {town} in Poland")),
        (None, _, "history.polish-history") => Some("About the history of Poland".to_owned()),
        (None, _, "food.polish-cuisine") => Some("About Polish cooking".to_owned()),
        _ => None,
    }
}
