#!/usr/bin/env python3
"""Builds responses/world/country_names.json and place_names.json: what countries and well-known places are called in
fourteen languages besides English.

Countries and the places after which time zones are named come from the Unicode CLDR, through babel. Other large places take
the spelling of their language from the aliases of responses/world/cities.json, where the script gives the language away
(Chinese characters, kana, hangul, Devanagari, Arabic, Russian); in languages with Latin letters they keep their English name.

    python3 -m venv /tmp/names && /tmp/names/bin/pip install babel==2.19.0
    /tmp/names/bin/python scripts/build_place_names.py

The version is pinned and nothing depends on the day or the machine, so the same bytes come out every time.
"""

import json
import pathlib
import re
import unicodedata

from babel import Locale, __version__

VERSION = "2.19.0"
LANGUAGES = "en zh es fr de ar nl it pt ru ja ko hi tr pl".split()
WORLD = pathlib.Path(__file__).resolve().parent.parent / "responses/world"
# Places beyond those of the CLDR, largest first.
LARGEST = 1800

# Places that are no time zone's namesake and whose names differ in languages with Latin letters; also slips of the aliases.
EXTRA = {
    ("Beijing", "CN"): "es Pekín|fr Pékin|de Peking|nl Peking|it Pechino|pt Pequim|ja 北京|ko 베이징|hi बीजिंग|tr Pekin|pl Pekin",
    ("Guangzhou", "CN"): "fr Canton|de Kanton|pt Cantão|es Cantón|it Canton|pl Kanton|ja 広州|ko 광저우",
    ("Munich", "DE"): "es Múnich|de München|nl München|it Monaco di Baviera|pt Munique|ar ميونخ|ko 뮌헨|hi म्यूनिख|tr Münih|pl Monachium",
    ("Cologne", "DE"): "es Colonia|de Köln|nl Keulen|it Colonia|pt Colônia|ar كولونيا|ko 쾰른|tr Köln|pl Kolonia",
    ("Hamburg", "DE"): "es Hamburgo|fr Hambourg|it Amburgo|pt Hamburgo|ar هامبورغ|ko 함부르크",
    ("Frankfurt am Main", "DE"): "es Fráncfort del Meno|fr Francfort-sur-le-Main|it Francoforte sul Meno|pt Frankfurt|ko 프랑크푸르트",
    ("Nuremberg", "DE"): "es Núremberg|de Nürnberg|nl Neurenberg|it Norimberga|pt Nuremberga|pl Norymberga",
    ("Hannover", "DE"): "fr Hanovre|pl Hanower",
    ("Dresden", "DE"): "es Dresde|fr Dresde|it Dresda|pl Drezno",
    ("Milan", "IT"): "zh 米兰|es Milán|de Mailand|nl Milaan|it Milano|pt Milão|ko 밀라노|tr Milano|pl Mediolan",
    ("Florence", "IT"): "zh 佛罗伦萨|es Florencia|de Florenz|it Firenze|pt Florença|ru Флоренция|ko 피렌체|tr Floransa|pl Florencja",
    ("Venice", "IT"): "zh 威尼斯|es Venecia|fr Venise|de Venedig|nl Venetië|it Venezia|pt Veneza|ru Венеция|ko 베네치아|tr Venedik|pl Wenecja",
    ("Naples", "IT"): "zh 那不勒斯|es Nápoles|de Neapel|nl Napels|it Napoli|pt Nápoles|ko 나폴리|tr Napoli|pl Neapol",
    ("Turin", "IT"): "zh 都灵|es Turín|nl Turijn|it Torino|pt Turim|tr Torino|pl Turyn",
    ("Genoa", "IT"): "zh 热那亚|es Génova|fr Gênes|de Genua|nl Genua|it Genova|pt Gênova|pl Genua",
    ("The Hague", "NL"): "zh 海牙|es La Haya|fr La Haye|de Den Haag|ar لاهاي|nl Den Haag|it L'Aia|pt Haia|ru Гаага|ja ハーグ|ko 헤이그|tr Lahey|pl Haga",
    ("Rotterdam", "NL"): "es Róterdam|ar روتردام|ru Роттердам|ko 로테르담|pt Roterdã",
    ("Utrecht", "NL"): "zh 乌得勒支|ar أوترخت|ru Утрехт|ja ユトレヒト|ko 위트레흐트",
    ("Antwerp", "BE"): "zh 安特卫普|es Amberes|fr Anvers|de Antwerpen|nl Antwerpen|it Anversa|pt Antuérpia|ru Антверпен|pl Antwerpia",
    ("Ghent", "BE"): "es Gante|fr Gand|de Gent|nl Gent|it Gand|pt Gante|pl Gandawa",
    ("Bruges", "BE"): "es Brujas|de Brügge|nl Brugge|pl Brugia",
    ("Geneva", "CH"): "zh 日内瓦|es Ginebra|fr Genève|de Genf|ar جنيف|nl Genève|it Ginevra|pt Genebra|ru Женева|ja ジュネーヴ|ko 제네바|tr Cenevre|pl Genewa",
    ("Basel", "CH"): "es Basilea|fr Bâle|nl Bazel|it Basilea|pt Basileia|pl Bazylea",
    ("Barcelona", "ES"): "zh 巴塞罗那|fr Barcelone|it Barcellona|ko 바르셀로나|tr Barselona",
    ("Seville", "ES"): "es Sevilla|fr Séville|it Siviglia|pt Sevilha|pl Sewilla",
    ("Edinburgh", "GB"): "zh 爱丁堡|es Edimburgo|fr Édimbourg|it Edimburgo|pt Edimburgo|ko 에든버러|pl Edynburg",
    ("Marseille", "FR"): "es Marsella|it Marsiglia|pt Marselha|pl Marsylia",
    ("Nice", "FR"): "es Niza|de Nizza|it Nizza|pl Nicea",
    ("Strasbourg", "FR"): "es Estrasburgo|de Straßburg|nl Straatsburg|it Strasburgo|pt Estrasburgo|pl Strasburg",
    ("Lille", "FR"): "nl Rijsel",
    ("Kraków", "PL"): "zh 克拉科夫|es Cracovia|fr Cracovie|de Krakau|nl Krakau|it Cracovia|pt Cracóvia|ru Краков",
    ("Gothenburg", "SE"): "es Gotemburgo|fr Göteborg|de Göteborg|nl Göteborg|it Göteborg|pt Gotemburgo|pl Göteborg",
    ("Saint Petersburg", "RU"): "zh 圣彼得堡|es San Petersburgo|fr Saint-Pétersbourg|de Sankt Petersburg|nl Sint-Petersburg|it San Pietroburgo|pt São Petersburgo|ru Санкт-Петербург|ko 상트페테르부르크",
    ("Washington", "US"): "zh 华盛顿|ko 워싱턴|tr Washington|pl Waszyngton",
    ("San Francisco", "US"): "zh 旧金山|ko 샌프란시스코|pt São Francisco",
    ("Alexandria", "EG"): "zh 亚历山大|es Alejandría|fr Alexandrie|nl Alexandrië|it Alessandria d'Egitto|pt Alexandria|tr İskenderiye|pl Aleksandria",
    ("Mumbai", "IN"): "zh 孟买|es Bombay|fr Bombay|ko 뭄바이|hi मुंबई|pl Mumbaj",
    ("Osaka", "JP"): "ko 오사카|hi ओसाका",
    ("Kyoto", "JP"): "zh 京都|es Kioto|ja 京都|ko 교토|pt Quioto|pl Kioto|nl Kyoto",
    ("Cape Town", "ZA"): "zh 开普敦|es Ciudad del Cabo|fr Le Cap|de Kapstadt|nl Kaapstad|it Città del Capo|pt Cidade do Cabo|ko 케이프타운|pl Kapsztad",
}

HAN = r"[\u4e00-\u9fff·]+"
SCRIPTS = {
    "ar": re.compile(r"[\u0621-\u063a\u0641-\u064a ]+"),
    "ko": re.compile(r"[\uac00-\ud7a3 ]+"),
    "hi": re.compile(r"[\u0900-\u097f ]+"),
    "ja": re.compile(r"[\u3040-\u30ff・]+"),
    "ru": re.compile(r"[А-Яа-яЁё -]+"),
    "zh": re.compile(HAN),
}


def locales():
    assert __version__ == VERSION, f"babel {__version__} instead of {VERSION}"
    return {language: Locale(language) for language in LANGUAGES}


def read(table):
    file = json.loads((WORLD / f"{table}.json").read_text(encoding="utf-8"))
    return [dict(zip(file["columns"], row)) for row in file["rows"]]


def write(table, description, source, licence, columns, rows):
    head = {"table": table, "description": description, "source": source, "licence": licence, "columns": columns}
    lines = ["    " + json.dumps(row, ensure_ascii=False, separators=(",", ":")) for row in rows]
    text = json.dumps(head, indent=2, ensure_ascii=False)[:-2] + ',\n  "rows": [\n' + ",\n".join(lines) + "\n  ]\n}\n"
    (WORLD / f"{table}.json").write_text(text, encoding="utf-8")
    print(f"{table}: {len(rows)} rows, {len(text.encode())} bytes")


def fold(name):
    plain = unicodedata.normalize("NFD", name.replace("’", "'"))
    return "".join(c for c in plain if not unicodedata.combining(c)).lower()


def simplified(name):
    try:
        name.encode("gb2312")
        return True
    except UnicodeEncodeError:
        return name.count("·") > 0 and simplified(name.replace("·", ""))


def of_script(language, city):
    """The first alias that is written in the language's script; none when it could be another language's."""
    fitting = [a for a in city["aliases"] if SCRIPTS[language].fullmatch(a)]
    if language == "zh":
        fitting = [a for a in fitting if simplified(a)]
        if city["country"] == "JP":
            fitting = []
    if language == "ja" and city["country"] == "JP":
        fitting = [a for a in city["aliases"] if re.fullmatch(r"[\u3040-\u30ff\u4e00-\u9fff]+", a)]
    return fitting[0] if fitting else None


def exemplars(babel):
    """Folded English name and time zone → language → name."""
    found = {}
    for zone, fields in sorted(babel["en"].time_zones.items()):
        for_all = {}
        for language in LANGUAGES:
            city = babel[language].time_zones.get(zone, {}).get("city")
            if city:
                for_all[language] = city
        english = fields.get("city") or zone.rsplit("/", 1)[1].replace("_", " ")
        found[fold(english), zone] = for_all
    # A zone whose English name is what its id says has no entry of its own in English.
    for zone in sorted(babel["ru"].time_zones):
        english = babel["en"].time_zones.get(zone, {}).get("city") or zone.rsplit("/", 1)[-1].replace("_", " ")
        names = {l: babel[l].time_zones.get(zone, {}).get("city") for l in LANGUAGES}
        found[fold(english), zone] = {l: n for l, n in names.items() if n}
    return found


def main():
    babel = locales()
    countries = []
    for country in read("countries"):
        names = [babel[language].territories.get(country["iso2"]) or country["name"] for language in LANGUAGES]
        countries.append([country["iso2"], country["name"], *names[1:]])
    cldr = f"Unicode CLDR through babel {VERSION}"
    write(
        "country_names",
        "What countries are called in fifteen languages; the English name is that of the table of countries.",
        cldr, "Unicode-3.0", ["iso2", *LANGUAGES], countries,
    )  # fmt: skip
    known, cities = exemplars(babel), read("cities")
    largest = {c["id"] for c in sorted(cities, key=lambda c: (-c["population"], c["id"]))[:LARGEST]}
    places, used = [], set()
    for city in cities:
        names = {}
        for name in [city["name"], *city["aliases"]]:
            names |= {} if names else known.get((fold(name), city["timezone"]), {})
        for language in SCRIPTS:
            if language not in names and (names or city["id"] in largest):
                alias = of_script(language, city)
                if alias:
                    names[language] = alias
        if city["country"] in {"JP", "CN", "TW"} and "ja" in names and "zh" not in names and re.fullmatch(HAN, names["ja"]):
            if simplified(names["ja"]):
                names["zh"] = names["ja"]
        by_hand = EXTRA.get((city["name"], city["country"]), "")
        # Namesakes far smaller than the city that is meant keep their own names.
        if by_hand and city["population"] > 45_000:
            names |= dict(entry.split(" ", 1) for entry in by_hand.split("|"))
            used.add((city["name"], city["country"]))
        names = {l: names[l] for l in LANGUAGES[1:] if l in names and names[l] != city["name"]}
        if names:
            places.append([city["id"], names])
    write(
        "place_names",
        "What places are called in other languages, where it is known and differs from the name in the table of cities.",
        f"{cldr}; GeoNames, the aliases of the table of cities", "Unicode-3.0, CC-BY-4.0 (GeoNames)", ["id", "names"], places,
    )  # fmt: skip
    assert not set(EXTRA) - used, set(EXTRA) - used
    counts = {l: sum(l in row[1] for row in places) for l in LANGUAGES[1:]}
    print(counts)


if __name__ == "__main__":
    main()
