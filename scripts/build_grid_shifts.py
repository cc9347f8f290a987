#!/usr/bin/env python3
"""Builds responses/world/grid_shifts.json: how far OSGB36 lies from ETRS89, every 10 km of the British National Grid.

The shifts are those of Ordnance Survey's transformation OSTN15 (two-clause BSD licence), which the crate ostn15_phf packs
every kilometre. A tenth of its points in each direction keeps them to 0.4 m at worst and 0.023 m on average within the
area for which OSTN15 is meant; both are printed.

Run `python3 scripts/build_grid_shifts.py`; it needs cargo. `--file FILE` reads OSTN15_OSGM15_DataFile.txt.xz from FILE
instead. The same bytes come out every time.
"""

import argparse
import csv
import io
import json
import lzma
import pathlib
import subprocess
import tempfile

CRATE = ("ostn15_phf", "1.3.0")
COLUMNS, ROWS, STEP = 701, 1251, 10
OUTPUT = pathlib.Path(__file__).resolve().parent.parent / "responses/world/grid_shifts.json"


def fetched():
    """The packed data file out of the crate."""
    with tempfile.TemporaryDirectory() as folder:
        run = lambda *args: subprocess.run(args, cwd=folder, check=True, capture_output=True, text=True).stdout
        run("cargo", "init", "--name", "fetch", ".")
        run("cargo", "add", f"{CRATE[0]}@={CRATE[1]}")
        metadata = json.loads(run("cargo", "metadata", "--format-version", "1"))
        crate = next(package for package in metadata["packages"] if package["name"] == CRATE[0])
        return (pathlib.Path(crate["manifest_path"]).parent / "OSTN15_OSGM15_DataFile.txt.xz").read_bytes()


def read(packed):
    """Shifts in millimetres by (northing, easting) in km, and whether OSTN15 is meant for that point."""
    shifts, meant = {}, set()
    for row in csv.DictReader(io.StringIO(lzma.decompress(packed).decode("ascii"))):
        at = (int(row["ETRS89_Northing"]) // 1000, int(row["ETRS89_Easting"]) // 1000)
        shifts[at] = tuple(round(float(row[f"ETRS89_OSGB36_{axis}Shift"]) * 1000) for axis in "EN")
        # Height datums 15 and 16 mark what lies outside the transformation's boundary.
        if int(row["Height_Datum_Flag"]) < 15:
            meant.add(at)
    return shifts, meant


def check(shifts, meant):
    """Says how far the thinned grid is off."""
    worst, total = 0.0, 0.0
    for n, e in meant:
        j, i = n // STEP * STEP, e // STEP * STEP
        u, v = (e - i) / STEP, (n - j) / STEP
        off = 0.0
        for axis in (0, 1):
            corner = lambda dj, di: shifts[min(j + dj, ROWS - 1), min(i + di, COLUMNS - 1)][axis]
            low = corner(0, 0) * (1 - u) + corner(0, STEP) * u
            high = corner(STEP, 0) * (1 - u) + corner(STEP, STEP) * u
            off += (low * (1 - v) + high * v - shifts[n, e][axis]) ** 2
        worst, total = max(worst, off**0.5), total + off**0.5
    print(f"off by {worst / 1000:.3f} m at worst, {total / len(meant) / 1000:.3f} m on average")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--file", type=pathlib.Path)
    given = parser.parse_args().file
    shifts, meant = read(given.read_bytes() if given else fetched())
    check(shifts, meant)
    head = {
        "table": "grid_shifts",
        "description": "What is added to ETRS89 eastings and northings (metres on the National Grid's projection of the"
        " ellipsoid GRS 80) to give OSGB36 ones: a row for every 10 km of northing, in it a value for every 10 km of"
        " easting from 0 to 700 km, in centimetres.",
        "source": f"Ordnance Survey OSTN15, through the crate {' '.join(CRATE)}, every tenth point",
        "licence": "BSD-2-Clause, Copyright (c) 2016, Ordnance Survey and the Ministry of Defence (MOD)",
        "columns": ["northing", "east", "north"],
    }
    lines = []
    for n in range(0, ROWS, STEP):
        axes = [[round(shifts[n, e][axis] / 10) for e in range(0, COLUMNS, STEP)] for axis in (0, 1)]
        lines.append("    " + json.dumps([n * 1000, *axes], separators=(",", ":")))
    text = json.dumps(head, indent=2, ensure_ascii=False)[:-2] + ',\n  "rows": [\n' + ",\n".join(lines) + "\n  ]\n}\n"
    OUTPUT.write_text(text, encoding="utf-8")
    print(f"{OUTPUT.name}: {len(lines)} rows, {len(text)} bytes")


if __name__ == "__main__":
    main()
