#!/usr/bin/env python3
"""Builds responses/world/holidays.json, holidays_other.json, holiday_calendars.json and holiday_names.json.

All of it comes from the package `holidays` (MIT, https://pypi.org/project/holidays/): the dates of 2020 to 2030, English and
local names, the kind of day, the parts of the country that keep it, and from its translations how the commonest names are
said in other languages. Run

    python3 -m venv /tmp/holidays && /tmp/holidays/bin/pip install holidays==0.109
    /tmp/holidays/bin/python scripts/build_holidays.py

The version is pinned and nothing depends on the day or the machine, so the same bytes come out every time.
"""

import collections
import datetime
import gettext
import json
import pathlib
import re
import sys

import holidays
from dateutil.easter import EASTER_ORTHODOX, EASTER_WESTERN, easter

VERSION = "0.109"
YEARS = range(2020, 2031)
WORLD = pathlib.Path(__file__).resolve().parent.parent / "responses" / "world"
SOURCE = f"PyPI package holidays {VERSION}"
LICENCE = "MIT"

# The package's categories that say something to everyone, and what we call them.
TYPES = {
    "public": "public",
    "bank": "bank",
    "government": "government",
    "optional": "optional",
    "half_day": "half_day",
    "unofficial": "observance",
    "workday": "observance",
}
# Marks in place of the package's words "(observed)" and "(estimated)", so that a name can be looked up without them.
MARKS = {
    "observed_label": "%s (†)",
    "observed_label_before": "%s (†)",
    "estimated_label": "%s (≈)",
    "observed_estimated_label": "%s (†≈)",
}
MARKED = re.compile(r" \((†|≈|†≈)\)$")
# Names that the package puts together out of two, which its translations do not know as one.
COMPOSED = {
    "설날 전날": "The day preceding Korean New Year",
    "설날 다음날": "The second day of Korean New Year",
    "추석 전날": "The day preceding Chuseok",
    "추석 다음날": "The second day of Chuseok",
}
# Days off that were decreed once for an event that nobody foresaw: a calendar of the time before would not have them.
UNFORESEEN = re.compile(r"funeral|mourning|death|visit|world cup|victory against|canonization|afcon", re.IGNORECASE)
SURPRISES_FROM = datetime.date(2025, 1, 1)
EXCHANGED = "Day off in exchange for a working day"
# Languages of holiday_names.json, and the package's catalogues that speak them, best first.
LANGUAGES = {
    "ar": ["ar", "ar_EG", "ar_QA", "ar_SD"],
    "de": ["de"],
    "es": ["es"],
    "fr": ["fr"],
    "it": ["it"],
    "nl": ["nl"],
    "pt": ["pt_BR", "pt_PT", "pt"],
    "zh": ["zh_CN"],
}


def clean(text):
    """One language's name without stray spaces and without what stands in for a label."""
    return re.sub(r"\s+", " ", MARKED.sub("", text)).strip()


class Country:
    """The calendar of one country in the package."""

    def __init__(self, code):
        self.code = code
        self.kind = type(holidays.country_holidays(code))
        for label, mark in MARKS.items():
            if hasattr(self.kind, label):
                setattr(self.kind, label, mark)
        english = "en_US" if "en_US" in self.kind.supported_languages else None
        self.english = holidays.country_holidays(code, language=english)

    def days(self, category="public", region=None):
        """(date, local name, flags) of every day of a category."""
        found = set()
        calendar = holidays.country_holidays(
            self.code, subdiv=region, years=YEARS, language=self.kind.default_language, categories=(category,)
        )
        for day, names in calendar.items():
            for name in names.split("; "):
                mark = MARKED.search(name)
                flags = ("o" if mark and "†" in mark[1] else "") + ("e" if mark and "≈" in mark[1] else "")
                found.add((day, clean(name), flags))
        return found

    def name(self, local):
        """English and local name, and a flag for a day that is only exchanged with a working day."""
        english = self.english.tr(local)
        label = getattr(self.english, "substituted_label", None)
        if label and re.fullmatch(re.escape(label).replace("%s", ".+"), local):
            return EXCHANGED, re.sub(r"\s*[(（].*[)）]$", "", local), "s"
        return clean(COMPOSED.get(local, english)), local, ""


def rows_of(code):
    country = Country(code)
    seen, rows = set(), collections.defaultdict(dict)
    for category in [c for c in TYPES if c in country.kind.supported_categories]:
        for day, local, flags in sorted(country.days(category)):
            if (day, local) not in seen:
                seen.add((day, local))
                english, local, exchanged = country.name(local)
                rows[TYPES[category], english, local, ""][day] = flags + exchanged
    everywhere = {(day, local) for day, local, _ in country.days()}
    regional = collections.defaultdict(lambda: (set(), ""))
    for region in country.kind.subdivisions:
        for day, local, flags in country.days(region=region):
            if (day, local) not in everywhere:
                regions, _ = regional[day, local]
                regional[day, local] = (regions | {region}, flags)
    for (day, local), (regions, flags) in sorted(regional.items()):
        english, local, exchanged = country.name(local)
        rows["public", english, local, ",".join(sorted(regions))][day] = flags + exchanged
    return country, rows


def nth_weekday(year, month, weekday, n):
    """The n-th weekday of a month, the last one for -1."""
    days = [datetime.date(year, month, 1) + datetime.timedelta(i) for i in range(31)]
    same = [day for day in days if day.month == month and day.weekday() == weekday]
    return same[n - 1 if n > 0 else n]


def rules(day):
    """Rules that give this day, each with the days it gives: `12-25`, `E+1`, `O-2`, `11-thu4`, `05-mon-1`."""
    if (day.month, day.day) != (2, 29):
        yield day.strftime("%m-%d"), [datetime.date(year, day.month, day.day) for year in YEARS]
    for letter, way in (("E", EASTER_WESTERN), ("O", EASTER_ORTHODOX)):
        offset = day - easter(day.year, way)
        if abs(offset.days) < 70:
            yield f"{letter}{offset.days:+d}", [easter(year, way) + offset for year in YEARS]
    for n in ((day.day + 6) // 7, -1):
        if n < 5:
            same = [nth_weekday(year, day.month, day.weekday(), n) for year in YEARS]
            yield day.strftime("%m-%a").lower() + str(n), same


def rule_of(day, days):
    """The first rule that gives this day and a plain day in each of the years."""
    fits = lambda same: day in same and all(days.get(other) == "" for other in same)
    return next(((rule, same) for rule, same in rules(day) if fits(same)), None)


def encode(days):
    """Rules first, then single days `YYMMDD` with flags: o observed on another day, e estimated, s exchanged."""
    days, words = dict(days), []
    for day in sorted(days):
        if day.year != YEARS[0] or day not in days or days[day]:
            continue
        if found := rule_of(day, days):
            words.append(found[0])
            for other in found[1]:
                days.pop(other, None)
    return " ".join(words + [day.strftime("%y%m%d") + days[day] for day in sorted(days)])


def calendar_of(country, used):
    """Country, ISO 639-1 code of the local names, and the parts of it with days of their own."""
    names = {}
    for name, code in sorted(country.kind.subdivisions_aliases.items() if hasattr(country.kind, "subdivisions_aliases") else []):
        # Of several aliases the longest is the plain name; the others are older or shorter ones.
        if code in used and len(name) > len(names.get(code, "")):
            names[code] = name
    language = (country.kind.default_language or "en").split("_")[0]
    return [country.code, language, [[code, names.get(code, code)] for code in sorted(used)]]


def translations(english_names):
    """English name → {language: name}, the commonest translation over the countries of the package."""
    locale = pathlib.Path(holidays.__file__).parent / "locale"
    votes = collections.defaultdict(lambda: collections.defaultdict(collections.Counter))
    catalogue = lambda language, code: (locale / language / "LC_MESSAGES" / f"{code}.mo")
    read = lambda path: {k: v for k, v in gettext.GNUTranslations(path.open("rb"))._catalog.items() if k and isinstance(v, str)}
    for path in sorted(locale.glob("en_US/LC_MESSAGES/*.mo")):
        english = read(path)
        for language, folders in LANGUAGES.items():
            for folder in folders:
                other = catalogue(folder, path.stem)
                if other.exists():
                    other = read(other)
                    for key, name in english.items():
                        # An empty translation means that the key itself is the name.
                        said = other.get(key) or key
                        if "%s" not in key and name in english_names and said != name:
                            votes[name][language][said] += 1
                    break
    best = lambda counter: min(counter.items(), key=lambda item: (-item[1], item[0]))[0]
    return {name: {language: best(said) for language, said in sorted(by.items())} for name, by in votes.items()}


def write(table, description, columns, rows):
    about = {"table": table, "description": description, "source": SOURCE, "licence": LICENCE, "columns": columns}
    head = json.dumps(about, ensure_ascii=False, indent=2)[:-2]
    line = lambda row: "    " + json.dumps(row, ensure_ascii=False, separators=(",", ":"))
    text = head + ',\n  "rows": [\n' + ",\n".join(map(line, rows)) + "\n  ]\n}\n"
    (WORLD / f"{table}.json").write_text(text, encoding="utf-8")
    print(table, len(rows), "rows", len(text.encode()), "bytes")


def main():
    if holidays.__version__ != VERSION:
        sys.exit(f"holidays {VERSION} is needed, not {holidays.__version__}")
    countries = [row[0] for row in json.loads((WORLD / "countries.json").read_text(encoding="utf-8"))["rows"]]
    rows, calendars, names = [], [], set()
    for code in countries:
        country, calendar = rows_of(code)
        order = lambda item: (min(item[1]), item[0])
        for (kind, english, local, where), days in sorted(calendar.items(), key=order):
            if len(days) == 1 and min(days) >= SURPRISES_FROM and UNFORESEEN.search(english):
                continue
            rows.append([code, english, "" if local == english else local, kind, where, encode(days)])
            names.add(english)
        used = {region for _, _, _, where in calendar for region in where.split(",") if region}
        calendars.append(calendar_of(country, used))
    said = translations(names)
    form = (
        "local is empty when it is the English name. days: rules that hold in every year (`12-25`; `E+1` and `O-2`: days from "
        "western and orthodox Easter; `11-thu4` and `05-mon-1`: the fourth Thursday, the last Monday), then single days YYMMDD "
        "with flags: o the day off for a holiday that falls on another day, e estimated, s exchanged with a working day."
    )
    common = [row[:3] + row[5:] for row in rows if row[3] == "public" and not row[4]]
    description = f"Public holidays of whole countries, 2020 to 2030. {form}"
    write("holidays", description, ["country", "name", "local", "days"], common)
    other = [row for row in rows if row[3] != "public" or row[4]]
    write(
        "holidays_other",
        "Public holidays of parts of countries, and days that are kept without being public holidays, 2020 to 2030. type: "
        "public, bank, government, optional, half_day, observance. regions: codes of the parts that keep it, empty when the "
        f"whole country does. {form}",
        ["country", "name", "local", "type", "regions", "days"],
        other,
    )
    write(
        "holiday_calendars",
        "The language of the local names of each country's holidays, and the parts of it with holidays of their own.",
        ["country", "language", "regions"],
        calendars,
    )
    languages = list(LANGUAGES)
    write(
        "holiday_names",
        "How the names of holidays are said in other languages; empty where it is not known.",
        ["name", *languages],
        [[name, *(said[name].get(language, "") for language in languages)] for name in sorted(said)],
    )


if __name__ == "__main__":
    main()
