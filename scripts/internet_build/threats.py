"""What is bad on this internet: lures, control servers, hijacked pages, noisy machines."""

from .common import chance, day, later, lines, number, pick, some, unit
from . import words
from .zones import registration

SHADY = [65538, 65538, 65539, 65539, 65539, 65536, 65548, 64503]
GENERIC = ["account-check", "secure-confirm", "id-verify-portal", "client-session-web", "paymentgate-desk", "mailbox-upgrade-desk"]
BRANDS = ("banking finance crypto parcel webmail streaming government marketplace social retail file_sharing utility telecoms "
          "saas gaming travel tickets education jobs").split()
LAST = "2027-06-30"


class Threat:
    """A listed expression: a host with everything below, or a host and a path."""

    def __init__(self, expression, kind, platforms, first, until, brand="", family="", note=""):
        self.expression, self.kind, self.platforms, self.first, self.until = expression, kind, platforms, first, until
        self.brand, self.family, self.note, self.sample = brand, family, note, ""

    @property
    def key(self):
        return self.expression


def window(*parts):
    """When it began, and when it was taken down: most began before 2025 and are still there."""
    draw = unit("window", *parts)
    if draw < 0.5:
        return day("2023-02-01", "2024-12-15", *parts), None
    if draw < 0.62:
        first = day("2023-06-01", "2024-10-01", *parts)
        return first, later(first, 60 + number("end", *parts) % 240)
    first = day("2025-01-10", LAST, *parts)
    return first, later(first, 90 + number("end", *parts) % 500) if draw < 0.8 else None


def build(world):
    threats = []
    phishing(world, threats)
    deceptive(world, threats)
    families = control(world, threats)
    hijacked(world, threats)
    parked(world)
    noise = noisy(world)
    links = short_links(world, threats)
    return threats, families, noise, links


def shady(world, domain, role, machine=True):
    """Registers a bad name and gives it a machine, or a place on one that is bad already."""
    registration(domain, pick(["cheapname-harbour", "cheapname-harbour", "namequay"], "registrar3", domain.name))
    provider = world.by_asn[pick(SHADY, "shady", domain.name)]
    domain.dns, domain.mail = provider.domain if provider.kind == "bulletproof" else "cheapname-harbour.example", "none"
    key = (provider.asn, role)
    host, used = world.shared.get(key, (None, 99))
    if used >= (3 if role == "control" else 4):
        site = provider.sites[number("site", domain.name) % len(provider.sites)]
        host, used = world.host(site, role, None, ""), 0
        owner = world.domains[provider.domain]
        host.name = owner.full(f"srv{len([h for h in world.hosts if h.site.provider is provider and h.role == role]) + (500 if role == 'control' else 100)}")
        owner.point(host.name.removesuffix(f".{owner.name}"), host)
        host.care, host.since = 0, domain.created
    world.shared[key] = (host, used + 1)
    host.since = min(host.since, domain.created)
    domain.point("@", host)
    if chance(0.85, "cert", domain.name):
        host.certificates.append(world.certificates.issue(domain.name, [f"www.{domain.name}"], "openstamp", domain.name, domain.created))
        domain.add("www", "CNAME", domain.name)
    return host


def bad_domain(world, name, role, note, first, until, country=None):
    created = later(first, -(1 + number("early", name) % 9))
    country = country or pick(["PA", "SC", "BZ", "RO", "US", "NL", "VN", "BG"], "country", name)
    domain = world.domain(name, "", role, country, "", note, role, 0, created)
    domain.ends = until
    return domain


def slip(brand, turn):
    """The brand as a hurried finger writes it."""
    at = 1 + number("slip", brand, turn) % (len(brand) - 2)
    swaps = [("m", "rn"), ("l", "1"), ("o", "0"), ("w", "vv"), ("i", "l")]
    fitting = [(a, b) for a, b in swaps if a in brand]
    way = turn % 4
    if way == 0 and fitting:
        a, b = fitting[number("swap", brand) % len(fitting)]
        return brand.replace(a, b, 1)
    if way == 1:
        return brand[:at] + brand[at] + brand[at:]
    if way == 2:
        return brand[:at] + brand[at + 1:]
    return brand[:at] + brand[at + 1] + brand[at] + brand[at + 2:]


def phishing(world, threats):
    generic = {}
    for name in GENERIC:
        domain = bad_domain(world, f"{name}.example", "phishing", "Log-in forms of many brands, one under each label.", "2024-02-01", None)
        generic[name] = (domain, shady(world, domain, "lure"))
        threats.append(Threat(f"{domain.name}/", "SOCIAL_ENGINEERING", ["ANY"], "2024-02-01", None, note="Collects log-ins of several brands."))
    brands = [d for d in world.domains.values() if d.sector in BRANDS and d.role == "organisation" and d.name.endswith(".example")]
    for brand in brands:
        stem = brand.name.removesuffix(".example")
        patterns = words.LURES[brand.sector].split() + words.LOCAL_LURES.get(brand.country, "").split()
        count = 1 + (brand.care >= 1 and chance(0.5, "more", stem)) + (brand.care >= 2)
        if not chance(0.8, "lured", stem):
            continue
        for turn, pattern in enumerate(some(patterns, count, "lure", stem)):
            typo = slip(stem, number("way", stem) % 4)
            name = f"{pattern.format(b=stem, t=typo)}.example"
            if name in world.domains or name == brand.name:
                continue
            first, until = window("phish", name)
            domain = bad_domain(world, name, "phishing", f"Imitates {brand.holder}.", first, until)
            shady(world, domain, "lure")
            path = pick(words.PHISH_PATHS, "path", name)
            threats.append(Threat(f"{name}/", "SOCIAL_ENGINEERING", ["ANY"], first, until, brand.name, note=f"https://{name}{path}"))
        if chance(0.35, "generic", stem):
            domain, host = generic[pick(GENERIC, "generic", stem)]
            domain.point(stem, host)


def deceptive(world, threats):
    kinds = {"M": ("MALWARE", "malware"), "U": ("UNWANTED_SOFTWARE", "unwanted"), "P": ("POTENTIALLY_HARMFUL_APPLICATION", "harmful_app")}
    for sub, letter, note in lines("deceptive.psv"):
        kind, role = kinds[letter]
        name = f"{sub}.example"
        first, until = window("deceptive", name)
        domain = bad_domain(world, name, role, note, first, until)
        shady(world, domain, "lure")
        platforms = ["ANDROID"] if letter == "P" else ["OSX"] if "mac" in sub else ["WINDOWS"] if chance(0.75, "win", sub) else ["WINDOWS", "OSX"]
        if any(word in sub for word in ("devtools", "opensource", "captcha")):
            platforms = ["WINDOWS", "LINUX", "OSX"]
        suffix = {"M": "/download/", "U": "/get/", "P": "/apk/"}[letter]
        threats.append(Threat(f"{name}/", kind, platforms, first, until, note=f"https://{name}{suffix}"))


PLATFORM = {"Windows": "WINDOWS", "Linux": "LINUX", "macOS": "OSX", "Android": "ANDROID", "iOS": "IOS", "Web": "ANY"}


class Family:
    """A family of malware with its control servers."""

    def __init__(self, fields):
        self.name, self.kind, platforms, self.first, techniques, self.about = fields
        self.platforms, self.techniques = platforms.split(), techniques.split()
        self.domains, self.addresses = [], []


def nonsense(*parts):
    letters = "bcdfghjklmnpqrstvwxz23456789aeiou"
    size = 8 + number("size", *parts) % 6
    return "".join(letters[number("letter", at, *parts) % (24 if at == 0 else len(letters))] for at in range(size)).replace("2", "q", 0)


def control(world, threats):
    families = [Family(fields) for fields in lines("families.psv")]
    for family in families:
        silent = family.kind in ("adware", "phishing kit")
        for turn in range(0 if silent else 1 + chance(0.4, "c2", family.name) + chance(0.15, "c3", family.name)):
            for attempt in range(9):
                if chance(0.45, "dga", family.name, turn):
                    name = f"{nonsense(family.name, turn, attempt)}.example"
                else:
                    name = pick(words.C2_FIRST, "a", family.name, turn, attempt) + pick(words.C2_SECOND, "b", family.name, turn, attempt)
                    name += pick(words.C2_TAIL, "c", family.name, turn, attempt) + ".example"
                if name not in world.domains:
                    break
            start = f"{family.first}-01"
            first = day(start, min(LAST, later(start, 500)), "c2", name) if turn else day(start, later(start, 25), "c2", name)
            until = later(first, 400 + number("end", name) % 900) if chance(0.3, "ends", name) else None
            domain = bad_domain(world, name, "control", f"Control server of {family.name}.", first, until)
            host = shady(world, domain, "control")
            platforms = sorted({PLATFORM[p] for p in family.platforms})
            threats.append(Threat(f"{name}/", "MALWARE", platforms, first, until, family=family.name, note="Control server."))
            family.domains.append(name)
            if host.address not in family.addresses:
                family.addresses.append(host.address)
    return families


def hijacked(world, threats):
    """Pages that others put on honest sites."""
    honest = [d for d in world.domains.values() if d.role == "small" or d.role == "organisation" and d.care == 0 and not d.name.endswith(".test")]
    for domain in some(honest, 52, "hijacked"):
        path = pick(words.HIDDEN, "hidden", domain.name).format(n=1000 + number("n", domain.name) % 9000)
        first, until = window("hijacked", domain.name)
        social = "login" in path or "dhl" in path or "scan" in path or "pay" in path
        path = path.replace("dhl", "parcel")
        kind = "SOCIAL_ENGINEERING" if social else "MALWARE"
        platforms = ["ANY"] if social or path.endswith((".js",)) else ["WINDOWS"]
        threats.append(Threat(f"{domain.name}{path}", kind, platforms, first, until, note=f"https://{domain.name}{path}"))


def parked(world):
    """Names that are for sale."""
    for first in ("blue", "silver", "quick", "north", "happy", "urban", "royal", "fresh", "smart", "lucky"):
        for second in ("lantern", "harvest", "studio", "bridge"):
            if chance(0.7, "parked", first, second):
                name = f"{first}{second}.example"
                domain = world.domain(name, "", "parked", "US", "", "Parked; the name is for sale.", "parked", 0, day("2008-01-01", "2024-12-31", "parked", name))
                registration(domain, "namequay")
                host = pool(world, world.by_asn[64503], "parking", 40)
                domain.dns, domain.mail = "namequay.example", "null"
                domain.point("@", host)


def pool(world, provider, kind, most):
    host, used = world.shared.get((provider.asn, kind), (None, most))
    if used >= most:
        owner = world.domains[provider.domain]
        host, used = world.host(provider.sites[0], "edge", owner, owner.full("parking"), world.own_certificate(owner, ["*", "@"])), 0
        owner.point("parking", host)
    world.shared[provider.asn, kind] = (host, used + 1)
    return host


NOISE = [("ssh_brute_force", 4), ("spam_source", 3), ("web_scanner", 3), ("proxy_exit", 2), ("telnet_worm", 2)]


def noisy(world):
    """Machines that others complain about: address, what for, since when, until when, family."""
    found = []
    kinds = [kind for kind, weight in NOISE for _ in range(weight)]
    for provider in world.providers:
        if provider.kind not in ("isp", "mobile", "bulletproof"):
            continue
        owner = world.domains[provider.domain]
        for at, site in enumerate(provider.sites):
            for n in range(3):
                host = world.host(site, "bot", None, "")
                line = f"{host.address.replace('.', '-')}.dyn"
                host.name = owner.full(line)
                owner.point(line, host)
                host.since, host.care = "2021-01-01", 0
                kind = pick(kinds, "noise", host.address)
                first, until = window("noise", host.address)
                found.append([host.address, kind, first, until])
    research = world.domains["ridgelinecensus.example"]
    for n in range(6):
        provider = world.by_asn[64503 if n % 2 else 65545]
        host = world.host(provider.sites[n % len(provider.sites)], "scanner", research, research.full(f"scan-{n + 1}"))
        host.since = "2019-06-01"
        research.point(f"scan-{n + 1}", host)
        found.append([host.address, "research_scanner", "2019-06-01", None])
    return found


ALPHABET = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789"


def short_links(world, threats):
    """Links of the shorteners: host, code, where it leads, since when."""
    shorteners = ["sniplane.example", "kortom.example", "tinyferry.example", "qlnk.example"]
    good = [d for d in world.domains.values() if d.role == "organisation" and d.care and d.sector != "shortener"]
    targets = [(f"https://www.{d.name}/{pick(['', 'about', 'contact', 'news', 'jobs'], 'page', d.name)}", day("2022-01-01", LAST, "link", d.name), d.name)
               for d in some(good, 70, "links")]
    bad = [t for t in threats if t.note.startswith("https://")]
    targets += [(t.note, later(t.first, number("link", t.note) % 5), t.note) for t in some(bad, 45, "badlinks")]
    rows = []
    for target, since, key in targets:
        code = "".join(ALPHABET[number("code", at, key) % len(ALPHABET)] for at in range(5 + number("size", key) % 3))
        host = pick(["qlnk.example", "tinyferry.example", "sniplane.example"] if "www." not in target else shorteners, "shortener", key)
        rows.append([host, code, target, since])
    return sorted(rows)
