#!/usr/bin/env python3
"""Builds responses/world/books.json, book_authors.json, book_genres.json and book_publishers.json from the lines in scripts/books/.

Run `python3 scripts/build_books.py`. It reads nothing else but the table of countries, and what it adds (a day of the year, a
publisher, a translator) follows from names, so the same bytes come out every time.
"""

import datetime
import hashlib
import json
import pathlib
import re

HERE = pathlib.Path(__file__).resolve().parent
RAW, WORLD = HERE / "books", HERE.parent / "responses" / "world"
FILES = ["literary", "crime", "genre", "young", "rest", "abroad", "more", "later"]
HEAD = {"source": "Invented for this project.", "licence": "MIT OR Apache-2.0"}


def lines(path):
    return [line for line in (RAW / path).read_text("utf-8").splitlines() if line]


def parts(text):
    return [part.strip() for part in text.split(";") if part.strip()]


def choose(items, *words):
    """One of the items, the same for the same words."""
    return items[int.from_bytes(hashlib.sha256("|".join(words).encode()).digest()[:4], "big") % len(items)]


def read():
    """Authors with their books, in the order of the files."""
    authors = {}
    for line in (line for name in FILES for line in lines(f"{name}.txt")):
        if line.startswith("@+"):
            author = authors[line[2:]]
        elif line.startswith("@"):
            name, *rest = line[1:].split("|")
            assert name not in authors, name
            author = authors[name] = {"name": name, "row": rest, "books": []}
        else:
            author["books"].append(line.split("|"))
    return list(authors.values())


def countries():
    table = json.loads((WORLD / "countries.json").read_text("utf-8"))
    return {row[table["columns"].index("iso2")] for row in table["rows"]}


def publisher(publishers, author, category):
    """One of the houses that do such books: the same for an author and a category."""
    fitting = [place for place, house in enumerate(publishers) if category in house[2]]
    return choose(fitting, author, category)


def published(title, year):
    """A working day of the year: books come out from Tuesday to Thursday."""
    day = datetime.date(year, 1, 8) + datetime.timedelta(days=choose(range(340), title, "day"))
    while day.weekday() not in (1, 2, 3):
        day += datetime.timedelta(days=1)
    return day.isoformat()


def setting(text, known):
    if text == "-":
        return None, None
    place, _, country = text.partition("/")
    country = country or "PL"
    assert country in known, f"{place}: no country {country}"
    return place, country


def series(text):
    match = re.fullmatch(r"(.+) (\d+)", text)
    return (match[1], int(match[2])) if match else (None, None)


def rows(authors, genres, publishers, translators, known):
    author_rows, book_rows = [], []
    for number, author in enumerate(authors):
        born, died, town, country, language, aliases, about = author["row"]
        key = f"AU{1001 + number}"
        foreign = None if language == "pl" else choose(translators[language], author["name"])
        author_rows.append([key, author["name"], parts(aliases), int(born), int(died) if died else None, town, country, language, foreign, about])
        for title, english, year, genre, pages, fame, where, part_of, blurb in author["books"]:
            assert genre in genres and int(year) >= int(born) + 17 and 1 <= int(fame) <= 100, title
            title, _, original = title.partition("=")
            assert bool(original) == (language != "pl"), title
            place, land = setting(where, known)
            house = publisher(publishers, author["name"], genre.split(".")[0])
            book_rows.append([key, title, original or None, english, published(title, int(year)), genre, int(pages), int(fame), place, land, *series(part_of), house, blurb])
    return author_rows, book_rows


def numbered(authors, book_rows):
    """Books get ids in the order in which their lines stand in the files."""
    order = {}
    for line in (line for name in FILES for line in lines(f"{name}.txt") if not line.startswith("@")):
        order[line.split("|")[1]] = f"BK{10001 + len(order)}"
    found = sorted([[order[row[3]], *row] for row in book_rows])
    assert len({row[0] for row in found}) == len(book_rows) and len({row[2] for row in found}) == len(found)
    return found


def write(table, description, columns, rows):
    head = {"table": table, "description": description, **HEAD, "columns": columns}
    body = ",\n".join("    " + json.dumps(row, ensure_ascii=False) for row in rows)
    text = json.dumps(head, ensure_ascii=False, indent=2)[:-2] + ',\n  "rows": [\n' + body + "\n  ]\n}\n"
    (WORLD / f"{table}.json").write_text(text, "utf-8")


def main():
    authors = read()
    genres = [line.split("|") for line in lines("lists/genres.txt")]
    chapters = {name: parts(titles) for name, titles in (line.split(":", 1) for line in lines("lists/chapters.txt"))}
    publishers = [[name, town, fields.split()] for name, town, fields in (line.split("|") for line in lines("lists/publishers.txt"))]
    translators = {code: parts(names) for code, names in (line.split("|") for line in lines("lists/translators.txt"))}
    known = countries()
    author_rows, book_rows = rows(authors, {row[0] for row in genres}, publishers, translators, known)
    assert {row[6] for row in author_rows} <= known
    write(
        "book_authors",
        "Authors of books: id, name, other names, years of birth and death, home town and its country, ISO 639-1 code of the language "
        "they write in, translator into Polish, a sentence.",
        ["id", "name", "aliases", "born", "died", "town", "country", "language", "translator", "about"],
        author_rows,
    )
    write(
        "books",
        "Books in Polish: id, author, Polish title, original title of a translation, English title, first published in Polish, genre, pages, fame "
        "(1 to 100, how many people read it), place and country where it is set or which it is about, series and number in it, publisher (place "
        "in book_publishers), a sentence.",
        ["id", "author", "title", "original", "english", "published", "genre", "pages", "fame", "place", "country", "series", "number", "publisher", "blurb"],
        numbered(authors, book_rows),
    )
    write(
        "book_genres",
        "Categories of books and, with a point in their code, their subcategories: code, English name, Polish name, other names, and for a "
        "category titles that chapters of such books have.",
        ["code", "name", "polish", "aliases", "chapters"],
        [[code, name, polish, parts(aliases), chapters.get(code, [])] for code, name, polish, aliases in genres],
    )
    write("book_publishers", "Publishers of books in Polish: name and town.", ["name", "town"], [[name, town] for name, town, _ in publishers])


if __name__ == "__main__":
    main()
