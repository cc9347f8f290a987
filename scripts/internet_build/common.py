"""Reading the lists, and choices that follow from names."""

import hashlib
import ipaddress
import json
import pathlib
import unicodedata
from datetime import date, timedelta

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
LISTS = ROOT / "scripts/internet"
WORLD = ROOT / "responses/world"


def lines(name):
    """Fields of the lines of a list that are no comments."""
    for line in (LISTS / name).read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            yield line.split("|")


def table(name):
    """Rows of a world table as dicts."""
    file = json.loads((WORLD / f"{name}.json").read_text(encoding="utf-8"))
    return [dict(zip(file["columns"], row)) for row in file["rows"]]


def number(*parts):
    """A number that follows from the parts."""
    # The text of an object would hold its place in memory, and be another one each time.
    assert all(isinstance(part, (str, int)) for part in parts), parts
    text = "\x1f".join(str(part) for part in parts)
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


def unit(*parts):
    """The same between 0 and 1."""
    return number(*parts) / 2**64


def chance(probability, *parts):
    return unit(*parts) < probability


def pick(items, *parts):
    return items[number(*parts) % len(items)]


def some(items, count, *parts):
    """`count` of the items, in the order in which they stand."""
    key = lambda item: getattr(item, "key", item)
    ranked = sorted(items, key=lambda item: number(*parts, key(item)))[:count]
    chosen = {key(item) for item in ranked}
    return [item for item in items if key(item) in chosen]


def day(first, last, *parts):
    """A date from the first to the last, both as YYYY-MM-DD."""
    start, end = date.fromisoformat(first), date.fromisoformat(last)
    return (start + timedelta(days=int(unit(*parts) * ((end - start).days + 1)))).isoformat()


def later(start, days):
    return (date.fromisoformat(start) + timedelta(days=days)).isoformat()


def label(name):
    """A name as a label: lower case ASCII letters and digits."""
    name = name.replace("&", "and").replace("ø", "o").replace("Ø", "O").replace("ł", "l").replace("æ", "ae")
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    return "".join(c for c in plain.lower() if c.isalnum())


def by_address(address):
    return int(ipaddress.ip_address(address))


def write(name, description, columns, rows, source=None, licence="MIT OR Apache-2.0"):
    head = {
        "table": name,
        "description": description,
        "source": source or "Invented for this project by scripts/build_internet.py from the lists in scripts/internet/; "
        "cities, reserved addresses and products are real, the rest is not.",
        "licence": licence,
        "columns": columns,
    }
    text = json.dumps(head, ensure_ascii=False, indent=2)[:-2]
    body = ",\n".join("    " + json.dumps(row, ensure_ascii=False) for row in rows)
    (WORLD / f"{name}.json").write_text(f'{text},\n  "rows": [\n{body}\n  ]\n}}\n', encoding="utf-8")
    print(f"{name}: {len(rows)} rows, {len(text) + len(body)} bytes")
