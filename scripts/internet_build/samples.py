"""Samples of malware: files that were seen, with the place that gave them out."""

from datetime import date

from .common import day, later, number, pick, unit
from .threats import LAST, PLATFORM
from . import words

DELIVERY = {
    "exe": "web_download web_download email_attachment usb", "docm": "email_attachment", "xlsm": "email_attachment", "one": "email_attachment",
    "iso": "email_link email_attachment", "lnk": "email_attachment usb", "js": "email_attachment drive_by", "hta": "email_link drive_by",
    "elf": "exploit exploit brute_force", "sh": "exploit brute_force", "py": "supply_chain", "dmg": "web_download", "pkg": "web_download",
    "apk": "web_download sms_link app_store", "ipa": "sms_link", "php": "exploit", "html": "email_link email_attachment", "zip": "web_download email_link",
    "dll": "dropped_by_other_malware", "so": "exploit", "ko": "exploit", "msi": "web_download", "scr": "email_attachment",
}


def months(first, count):
    start = date.fromisoformat(f"{first}-01")
    month = start.month - 1 + count
    return date(start.year + month // 12, month % 12 + 1, 1).isoformat()


def size(kind, *parts):
    low, high = {"exe": (90, 6000), "dll": (40, 2200), "msi": (800, 9000), "iso": (300, 9000), "dmg": (900, 40000), "pkg": (500, 20000), "apk": (900, 24000),
                 "ipa": (900, 18000), "elf": (30, 3000), "ko": (8, 90), "so": (9, 200), "zip": (20, 4000), "scr": (80, 2500)}.get(kind, (1, 180))
    return int(1024 * (low + (high - low) * unit("size", *parts) ** 3)) + number("odd", *parts) % 1000


def build(families, threats):
    """Rows of samples, oldest first; threats get the sample that they give out."""
    drafts = []
    for family in families:
        count = 3 + number("count", family.name) % 4
        for turn in range(count):
            platform = pick(family.platforms, "platform", family.name, turn)
            carriers = words.CARRIERS[platform].split()
            if family.kind == "phishing kit":
                carriers = ["zip", "html", "php"]
            if family.kind == "skimmer":
                carriers = ["js"]
            if family.kind == "rootkit" and platform == "Linux":
                carriers = ["ko", "so", "elf"]
            kind = pick(carriers, "carrier", family.name, turn)
            pattern = pick(words.FILES[kind], "pattern", family.name, turn)
            filename = pattern.format(n=1 + number("n", family.name, turn) % 98765, w=pick(words.WORDS, "w", family.name, turn))
            kind = "iso" if filename.endswith(".img") else kind
            start = f"{family.first}-03"
            seen = day(start, later(start, 20), family.name) if turn == 0 else day(start, min(LAST, months(family.first, 34)), family.name, turn)
            drafts.append((seen, family, platform, kind, filename, turn))
    drafts.sort(key=lambda d: (d[0], d[1].name, d[5]))
    rows, names = [], set()
    for serial, (seen, family, platform, kind, filename, turn) in enumerate(drafts, 1):
        second = number("time", family.name, turn) % 86400
        time = f"{seen}T{second // 3600:02}:{second // 60 % 60:02}:{second % 60:02}Z"
        delivery = pick(DELIVERY[kind].split(), "delivery", family.name, turn)
        rows.append([serial, family.name, filename, kind, platform, size(kind, family.name, turn), time, delivery, ""])
    give_out(rows, families, threats)
    return rows


def give_out(rows, families, threats):
    """Which address gave out which sample: one that ran on the threat's platform and was seen at about that time."""
    for threat in threats:
        if threat.kind == "SOCIAL_ENGINEERING" or threat.family or not threat.note.startswith("https://"):
            continue
        platforms = {p for p, q in PLATFORM.items() if q in threat.platforms and not (q == "ANY" and p != "Web")}
        fitting = [row for row in rows if row[4] in platforms and not row[8] and row[7] in ("web_download", "drive_by", "email_link", "supply_chain", "app_store", "sms_link", "exploit")]
        kinds = {"UNWANTED_SOFTWARE": ("adware", "proxyware", "clipper", "miner")}.get(threat.kind)
        if kinds:
            by_kind = {family.name for family in families if family.kind in kinds}
            fitting = [row for row in fitting if row[1] in by_kind] or [row for row in rows if row[4] in platforms and row[1] in by_kind and not row[8]]
        if not fitting:
            continue
        row = min(fitting, key=lambda row: (abs((date.fromisoformat(row[6][:10]) - date.fromisoformat(threat.first)).days), row[0]))
        threat.sample, threat.family = row[0], row[1]
        row[8] = threat.note if not threat.note.endswith("/") else threat.note + row[2].replace(" ", "%20")
