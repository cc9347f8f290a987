#!/usr/bin/env python3
"""Builds responses/world/airports.json: airports with an IATA and an ICAO code and scheduled flights.

Codes, names, towns, coordinates, elevations and time zones come from the package airportsdata (MIT), which airports are
large or medium and have scheduled flights from the package airports-py (MIT, after OurAirports, public domain). The
hubs, the fourth size, are a list of this file's. Where the table of cities has a place of the country within 25 km, its
time zone is the airport's: the package still has some that were changed since (Ciudad Juárez, Puerto Natales).

    python3 -m venv /tmp/airports && /tmp/airports/bin/pip install airportsdata==20260905 airports-py==3.1.0
    /tmp/airports/bin/python scripts/build_airports.py

The versions are pinned and nothing depends on the day or the machine, so the same bytes come out every time.
"""

import csv
import gzip
import importlib.metadata
import importlib.resources
import json
import math
import pathlib

VERSIONS = {"airportsdata": "20260905", "airports-py": "3.1.0"}
WORLD = pathlib.Path(__file__).resolve().parent.parent / "responses/world"

# The busiest airports of the world by passengers, roughly in that order, and the hubs of their continents.
HUBS = """
ATL DXB DFW HND LHR DEN IST ORD LAX CDG DEL JFK CAN ICN MAD SIN AMS LAS MCO MIA CLT FRA PVG SEA PHX EWR SFO BCN BKK DOH
IAH BOS FCO HKG MUC LGW MEX PEK PKX SZX KUL CTU TFU CKG KMG BOM MNL NRT KIX FUK CTS SYD MEL BNE AKL GRU BOG LIM SCL EZE
JNB CAI ADD NBO CMN LOS JED RUH AUH SHA HGH WUH XIY NKG TPE CGK SGN HAN BLR MSP DTW PHL LGA FLL BWI SLC DCA IAD SAN MDW
TPA BNA AUS YYZ YVR YUL ZRH VIE CPH ARN OSL HEL DUB MAN STN LIS ATH WAW PMI SVO DME SAW ORY BRU DUS MXP BER TLV
""".split()  # fmt: skip

SIZES = {"medium_airport": 2, "large_airport": 3}


def sizes():
    folder = importlib.resources.files("airports") / "data"
    rows = json.loads(gzip.decompress((folder / "airports.gz").read_bytes()))
    return {row["iata"]: SIZES[row["type"]] for row in rows if row["type"] in SIZES and row["scheduled_service"] == "TRUE"}


def distance_km(a, b):
    (north, east), (there_north, there_east) = ([math.radians(x) for x in point] for point in (a, b))
    sines = math.sin((there_north - north) / 2) ** 2
    sines += math.cos(north) * math.cos(there_north) * math.sin((there_east - east) / 2) ** 2
    return 2 * 6371 * math.asin(math.sqrt(sines))


def zone(towns, country, point, otherwise):
    """The time zone of the nearest place of the country within 25 km."""
    near = [(distance_km(point, there), zone) for there, zone in towns.get(country, []) if abs(there[0] - point[0]) < 0.3]
    nearest = min(near, default=(math.inf, otherwise))
    return nearest[1] if nearest[0] <= 25 else otherwise


def main():
    for package, version in VERSIONS.items():
        found = importlib.metadata.version(package)
        assert found == version, f"{package} {found} instead of {version}"
    countries = {row[0] for row in json.loads((WORLD / "countries.json").read_text(encoding="utf-8"))["rows"]}
    towns = {}
    for row in json.loads((WORLD / "cities.json").read_text(encoding="utf-8"))["rows"]:
        towns.setdefault(row[2], []).append(((row[4], row[5]), row[8]))
    size, rows = sizes(), []
    text = (importlib.resources.files("airportsdata") / "airports.csv").read_text(encoding="utf-8")
    for row in csv.DictReader(text.splitlines()):
        iata, icao = row["iata"], row["icao"]
        if not iata or not icao or iata not in size or row["country"] not in countries:
            continue
        place = [round(float(row["lat"]), 4), round(float(row["lon"]), 4), round(float(row["elevation"] or 0) * 0.3048)]
        kind = 4 if iata in HUBS else size[iata]
        name = " ".join(row["name"].split())
        rows.append([iata, icao, name, row["city"] or row["subd"] or name, row["country"], *place, zone(towns, row["country"], place[:2], row["tz"]), kind, HUBS.index(iata) + 1 if iata in HUBS else 0])
    rows.sort()
    assert not set(HUBS) - {row[0] for row in rows}, set(HUBS) - {row[0] for row in rows}
    head = {
        "table": "airports",
        "description": "Airports with an IATA and an ICAO code and scheduled flights: name, town, coordinates, elevation in"
        " metres, time zone, size (2 medium, 3 large, 4 hub) and rank among the hubs (0 for others).",
        "source": "airportsdata 20260905, time zones near towns from the table of cities; sizes after OurAirports, through airports-py 3.1.0",
        "licence": "MIT, CC-BY-4.0 (GeoNames, time zones)",
        "columns": ["iata", "icao", "name", "city", "country", "latitude", "longitude", "elevation", "timezone", "size",
            "rank"],
    }
    lines = ["    " + json.dumps(row, ensure_ascii=False, separators=(",", ":")) for row in rows]
    text = json.dumps(head, indent=2, ensure_ascii=False)[:-2] + ',\n  "rows": [\n' + ",\n".join(lines) + "\n  ]\n}\n"
    (WORLD / "airports.json").write_text(text, encoding="utf-8")
    print(f"airports: {len(rows)} rows, {len(text.encode())} bytes")


if __name__ == "__main__":
    main()
