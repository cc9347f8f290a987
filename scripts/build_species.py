#!/usr/bin/env python3
"""Builds responses/world/species.json, species_taxa.json and species_regions.json from the hand-written lines in scripts/species/.

Run `python3 scripts/build_species.py`. It reads nothing else but responses/world/countries.json, so the same bytes come out every
time; a code, a family or a letter that nothing explains stops it.
"""

import json
import pathlib
import re

HERE = pathlib.Path(__file__).resolve().parent
RAW, WORLD = HERE / "species", HERE.parent / "responses" / "world"
FILES = ["mammals", "birds", "herps", "fish", "invertebrates", "plants"]
LANGUAGES = ["de", "fr", "es", "nl"]
STATUSES = ["EX", "EW", "CR", "EN", "VU", "NT", "LC", "DD", "NE"]
TRENDS = {"+": "increasing", "-": "decreasing", "=": "stable", "?": "unknown", "": "unknown"}
SOURCE = "Typed for this project from general knowledge; categories and their years are facts of the IUCN Red List, see scripts/species/README.md"
LICENCE = "MIT OR Apache-2.0"


def lines(name):
    return [line for line in (RAW / f"{name}.txt").read_text("utf-8").splitlines() if line]


def parts(text, separator=";"):
    return [part.strip() for part in text.split(separator) if part.strip()]


def countries():
    table = json.loads((WORLD / "countries.json").read_text("utf-8"))
    at = table["columns"].index
    return {row[at("iso2")]: row[at("continent")] for row in table["rows"]}


def taxa():
    """Rows [rank, name, parents, common names], and the families with their orders."""
    rows = []
    for line in lines("taxa"):
        rank, name, parent, common, *families = line.split("|")
        rows.append([rank, name, parent.split(), parts(common)])
        for family in parts(families[0]) if families else []:
            word, _, names = family.partition(" ")
            rows.append(["family", word, [name], split_names(names)])
    return rows


def split_names(names):
    return parts(names, ",")


def codes(text, known, ranges):
    found = []
    for word in text.split():
        for code in ranges[word[1:]] if word.startswith("@") else [word]:
            if code not in known:
                raise SystemExit(f"there is no country '{code}'")
            if code not in found:
                found.append(code)
    return " ".join(sorted(found))


def number(text):
    """[least, most], or nothing where nobody knows."""
    if not text:
        return None
    least, _, most = text.partition("-")
    return [int(least), int(most or least)]


def species(known, families, synonyms):
    ranges = {name: where.split() for name, where in (line.split("|") for line in lines("ranges"))}
    rows = []
    for line in (line for name in FILES for line in lines(name)):
        fields = [field.strip() for field in line.split("|")]
        name, family, english, others, status, year, trend, population, where, habitats, threats, actions, cites, text = fields
        assert re.fullmatch(r"[A-Z][a-z]+ [a-z]+", name), name
        assert family in families and status in STATUSES and text.endswith((".", "!")), name
        assert set(habitats) <= set("FSBGWRCDOPKIAT") and set(threats) <= set("hfladmicpwreuxtbyz"), name
        assert set(actions) <= set("PLBRMIEHFV") and cites in ("", "I", "II", "III"), name
        names = [[code, local] for code, local in zip(LANGUAGES, parts(others))]
        rows.append([
            name, synonyms.get(name, []), family, parts(english), names, status, int(year) if year else None, TRENDS[trend],
            number(population), codes(where, known, ranges), habitats, threats, actions, cites, text,
        ])
    rows.sort(key=lambda row: row[0])
    assert len({row[0] for row in rows}) == len(rows)
    return rows


def regions(known):
    rows = []
    for line in lines("regions"):
        name, where, others = line.split("|")
        found = set()
        for word in re.findall(r"~(?:North |South )?\w+|\S+", where):
            found |= {code for code, continent in known.items() if continent == word[1:]} if word.startswith("~") else {word}
        assert found <= set(known), (name, found - set(known))
        rows.append([name, parts(others), " ".join(sorted(found))])
    return rows


def write(table, description, columns, rows):
    head = {"table": table, "description": description, "source": SOURCE, "licence": LICENCE, "columns": columns}
    body = ",\n".join("    " + json.dumps(row, ensure_ascii=False) for row in rows)
    text = json.dumps(head, ensure_ascii=False, indent=2)[:-2] + ',\n  "rows": [\n' + body + "\n  ]\n}\n"
    (WORLD / f"{table}.json").write_text(text, "utf-8")


def main():
    known, taxon_rows = countries(), taxa()
    names = {row[1] for row in taxon_rows}
    families = {row[1] for row in taxon_rows if row[0] == "family"}
    synonyms = {name: parts(others) for name, others in (line.split("|") for line in lines("synonyms"))}
    rows = species(known, families, synonyms)
    genera = {row[0].split()[0] for row in rows}
    for rank, name, above, _ in taxon_rows:
        assert set(above) <= names | genera, (rank, name, above)
    unused = families - {row[2] for row in rows}
    assert not unused, unused
    write(
        "species",
        "Species of animals and plants with their category on the IUCN Red List (EX, EW, CR, EN, VU, NT, LC, DD; NE: not evaluated) and the year "
        "it dates from; scientific name, synonyms, family, English names (the usual one first), names in other languages, trend, mature individuals "
        "[least, most], countries where it lives or lived (ISO 3166-1 alpha-2), letters of habitats, threats and actions, appendix of CITES, a "
        "sentence. The letters are explained in src/world/models/species/words.rs.",
        ["scientific", "synonyms", "family", "names", "other_names", "status", "year", "trend", "population", "countries", "habitats", "threats",
         "actions", "cites", "about"],
        rows,
    )
    write(
        "species_taxa",
        "Taxa above species, and groups that people ask for: rank, scientific name or name of the group, what it belongs to (for a group: what "
        "belongs to it), English names.",
        ["rank", "name", "within", "names"],
        taxon_rows,
    )
    write("species_regions", "Parts of the world for species: name, other names, countries (ISO 3166-1 alpha-2).", ["name", "names", "countries"], regions(known))


if __name__ == "__main__":
    main()
