#!/usr/bin/env python3
"""Builds responses/world/seafood.json and seafood_regions.json from the rows in scripts/seafood/.

The rows were typed from general knowledge: names, sizes, regions, methods and seasons of real species, what their flesh holds
(rounded, as food tables give it for raw flesh), and how their stocks were judged in 2025. The sentences are our own. A line is

    scientific | names, the usual one first | family | kind of flesh | category of the Red List | longest in cm | heaviest in kg |
    water | stocks | methods | season | per cent farmed | protein fat saturated carbohydrate, g | omega-3 g | vitamin D µg |
    vitamin B12 µg | mercury mg/kg | sentence

The category is left empty for species of `species.json`, which says it, and is `-` where it is not known. A stock is a region, a
letter and the direction of its numbers: h healthy, m fully fished, o overfished, d depleted, r recovering, u not known, f farmed,
w raised from young that are caught wild.
"""

import json
import pathlib

HERE = pathlib.Path(__file__).resolve().parent
WORLD = HERE.parent / "responses" / "world"
SOURCE = "Typed for this project from general knowledge in scripts/seafood/; figures are facts, sentences are our own."
# Species that other tables have as a food: the label and this table give one number.
KCAL = {
    "Salmo salar": "salmon",
    "Gadus morhua": "cod",
    "Penaeus vannamei": "prawn",
    "Mytilus edulis": "mussel",
    "Clupea harengus": "herring",
    "Oncorhynchus mykiss": "trout",
    "Magallana gigas": "oyster",
}


def lines(name):
    text = (HERE / "seafood" / name).read_text(encoding="utf-8")
    return [line.split("|") for line in text.splitlines() if line and not line.startswith("#")]


def number(text):
    value = float(text)
    return int(value) if value == int(value) else value


def labels():
    found = {}
    for name in ["grocery_foods", "foods"]:
        table = json.loads((WORLD / f"{name}.json").read_text(encoding="utf-8"))
        at = table["columns"].index("kcal")
        found.update({row[0]: row[at] for row in table["rows"]})
    return found


def fish(row, kcal):
    (scientific, names, family, flesh, red, length, weight, water, stocks, methods, season, farmed, macros, omega, d, b12, mercury, about) = row
    protein, fat, saturated, carbs = (number(n) for n in macros.split(" "))
    # Factors of food tables for fish and shellfish.
    energy = kcal.get(KCAL.get(scientific), round(4.2 * protein + 9 * fat + 4 * carbs))
    nutrients = [energy, protein, fat, saturated, carbs, number(omega), number(d), number(b12), number(mercury)]
    return [scientific, names.split("; "), family, flesh, red, number(length), number(weight), water, stocks.split(" "), methods, season, int(farmed), nutrients, about]


def region(row):
    code, name, others, countries, rules, strength = row
    return [code, name, others.split("; "), countries.split(" "), rules, int(strength)]


def write(table, description, columns, rows):
    head = {"table": table, "description": description, "source": SOURCE, "licence": "MIT OR Apache-2.0", "columns": columns}
    top = [f"  {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}," for key, value in head.items()]
    body = ",\n".join("    " + json.dumps(row, ensure_ascii=False) for row in rows)
    (WORLD / f"{table}.json").write_text("{\n" + "\n".join(top) + '\n  "rows": [\n' + body + "\n  ]\n}\n", encoding="utf-8")


def main():
    kcal = labels()
    write(
        "seafood",
        "Fish and shellfish that people eat: scientific name, names, family, kind of flesh, category of the Red List (empty: that of the table species; -: not known), longest (cm), heaviest (kg), water (M sea, I inland, A both, C breeds at sea and grows inland, T land), stocks (region, state, direction), letters of methods, months of the season, per cent farmed; per 100 g raw: kcal, protein, fat, saturated, carbohydrate in g, omega-3 in g, vitamin D and B12 in µg, mercury in mg/kg; a sentence. The letters are explained in scripts/build_seafood.py and src/world/models/seafood/words.rs.",
        ["scientific", "names", "family", "flesh", "red_list", "length_cm", "weight_kg", "water", "stocks", "methods", "season", "farmed", "nutrients", "about"],
        [fish(row, kcal) for row in lines("seafood.txt")],
    )
    write(
        "seafood_regions",
        "Waters where seafood comes from: code, name, other names and parts (a name may stand for several), countries (ISO 3166-1 alpha-2), who sets the rules, how well they are kept (0 to 3).",
        ["code", "name", "others", "countries", "rules", "strength"],
        [region(row) for row in lines("regions.txt")],
    )


main()
