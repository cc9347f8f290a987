"""Puts the parts together and writes the tables."""

from . import network, samples, threats, zones
from .common import by_address, lines, write

def write_all():
    providers, by_asn = network.providers()
    world = zones.World(providers, by_asn)
    zones.build(world)
    bad, families, noise, links = threats.build(world)
    files = samples.build(families, bad)
    write_networks(providers)
    write_domains(world)
    write_hosts(world)
    write_certificates(world)
    write_products()
    write_threats(bad, noise, links)
    write_malware(families, files)


def write_networks(providers):
    rows = []
    for p in providers:
        sites = []
        for site in p.sites:
            c = site.city
            sites.append([c["id"], c["name"], c["region"], c["country"], c["latitude"], c["longitude"],
                          [str(block[0]) for block in site.blocks], f"{site.six}/48"])
        rows.append([p.asn, p.name, p.domain, p.kind, p.country, p.about, sites])
    write("net_networks", "Providers: number of the network (RFC 5398), name, domain, kind, country, what it is, and its sites: GeoNames id, city, "
          "region, country, latitude, longitude, IPv4 blocks, IPv6 block.",
          ["asn", "name", "domain", "kind", "country", "about", "sites"], rows,
          "Providers and blocks invented for this project by scripts/build_internet.py; cities from the table of cities (GeoNames).",
          "MIT OR Apache-2.0; places CC-BY-4.0 (GeoNames)")


def write_domains(world):
    rows = [[d.name, d.holder, d.sector, d.country, d.city, d.about, d.role, d.care, f"{d.registrar}.example", d.created, d.ends,
             d.dns, d.mail] for d in sorted(world.domains.values(), key=lambda d: d.name)]
    write("net_domains", "Registered domains: name, holder (empty where hidden), sector, country and city of the holder, what it is, role, how well it is "
          "looked after (0 to 3), registrar, first day, day of the take-down, who runs its name servers and its mail.",
          ["domain", "holder", "sector", "country", "city", "about", "role", "care", "registrar", "created", "ends", "dns", "mail"], rows)
    since = {host.address: host.since for host in world.hosts}
    zones = [[d.name, [dated(d, record, since) for record in d.records]] for d in sorted(world.domains.values(), key=lambda d: d.name)]
    write("net_zones", "Zones: domain, and its records of names: label, type, value, first day where that is not the domain's.", ["domain", "records"], zones)


def dated(domain, record, since):
    """A name of a machine that came after the domain is not older than the machine."""
    words = record.split()
    first = since.get(words[2], "")
    return f"{record} {first}" if len(words) == 3 and first > domain.created else record


def write_hosts(world):
    columns = ["address", "address6", "name", "role", "domain", "care", "system", "since", "services", "certificates"]
    fields = ("IPv4 address, the rest of the IPv6 address behind 2001:db8: (or nothing), name for the address, role, domain of the holder, how well it is "
              "looked after (0 to 3), operating system, first day, services (port, programs), and rows of net_certificates that it shows.")
    rows = []
    for h in sorted(world.hosts, key=lambda h: by_address(h.address)):
        services = [f"{port} {product}".strip() for port, _, product, _ in h.services]
        rows.append([h.address, h.six.removeprefix("2001:db8:") if h.dual else "", h.name, h.role, h.domain, h.care, h.system, h.since, services,
                     sorted(set(h.certificates))])
    write("net_hosts", f"Machines of the holders of domains: {fields}", columns, [row for row in rows if row[4]])
    write("net_devices", f"Machines without a domain of their own, at homes, in offices, with resellers: {fields}", columns, [row for row in rows if not row[4]])


def write_certificates(world):
    write("net_certificates", "Certificates, each a line that is renewed: name, other names, issuer (`self` for self-signed), domain of the holder, first day.",
          ["name", "others", "issuer", "owner", "since"], world.certificates.rows)


def write_products():
    rows = [[key, name, [a for a in also.split(",") if a], versions.split()] for key, name, _, also, versions in lines("products.psv")]
    write("net_products", "Programs that serve: key, name, other names, versions from old to new.", ["key", "name", "aliases", "versions"], rows,
          "Names and versions of open-source programs, public facts typed for this project.")
    rows = [[i, p, affected.split(","), float(score), day, text]
            for i, p, affected, score, day, text in lines("vulnerabilities.psv")]
    write("net_vulnerabilities", "Well-known vulnerabilities of those programs: CVE id, program, affected versions (`from..before` or `=version`), CVSS base score, "
          "day of publication, what it is.", ["id", "product", "affected", "score", "published", "summary"], rows,
          "Public facts of the CVE list (https://www.cve.org), put into own words; scores as published by NVD or the vendor, ranges simplified to upstream versions.")


def write_threats(bad, noise, links):
    rows = [[t.expression, t.kind, t.platforms, t.brand, t.family, t.sample or None, t.first, t.until, t.note] for t in sorted(bad, key=lambda t: t.expression)]
    write("net_threats", "Listed expressions (host and path, everything below is meant): threat type, platforms, domain that is imitated, malware family, sample that is given "
          "out, first day, day of the take-down, an address or a remark.",
          ["expression", "threat", "platforms", "brand", "family", "sample", "first", "until", "note"], rows)
    write("net_noise", "Addresses that others complain about: address, what for, first day, last day.", ["address", "kind", "first", "until"],
          sorted(noise, key=lambda row: by_address(row[0])))
    write("net_links", "Short links: host, code, where it leads, first day.", ["host", "code", "target", "since"], links)


def write_malware(families, files):
    write("net_families", "Families of malware: name, kind, platforms, month in which it was first seen, techniques, what it is, domains and addresses of its control servers.",
          ["name", "kind", "platforms", "first", "techniques", "about", "domains", "addresses"],
          [[f.name, f.kind, f.platforms, f.first, f.techniques, f.about, f.domains, f.addresses] for f in families])
    write("net_samples", "Samples: serial number, family, file name, kind of file, platform, size of the original in bytes, first seen (UTC), how it came, address that gave it out.",
          ["serial", "family", "filename", "kind", "platform", "size", "first_seen", "delivery", "url"], files)
    write("net_techniques", "Techniques of attack by their ATT&CK id: tactic, name.", ["id", "tactic", "name"], list(lines("techniques.psv")),
          "MITRE ATT&CK (https://attack.mitre.org), (c) The MITRE Corporation, reproduced and distributed with the permission of The MITRE Corporation; ids and names, typed for this project.",
          "LicenseRef-MITRE-ATTACK")
