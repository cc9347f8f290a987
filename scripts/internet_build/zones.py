"""Domains: who has them, what is in their zones, on which machines."""

from . import words
from .common import chance, day, label, later, lines, number, pick, some, table, unit
from .hosts import Certificates, Host, issuer
from .network import ACCESS, HOSTING

CARE = {"S": 0, "M": 1, "L": 2, "": 0}
CAREFUL = {"banking", "security", "government", "crypto", "cdn", "dns", "webmail"}
NEWS_SECTORS = {
    "fashion": "retail", "hospitality": "travel", "hotels": "travel", "mobility": "transport", "aviation": "travel",
    "pharma": "health", "medtech": "health", "space": "technology", "agriculture": "food", "film": "arts", "media": "news",
    "environment": "education", "materials": "education", "ecology": "education", "research": "education",
    "consumer": "ngo", "politics": "ngo",
}
REGISTRARS = ["namequay", "graticule-dns", "bentwood", "kadehost", "domeinkade", "schildnamen", "plinthsites"]
LOCAL_REGISTRARS = {"NL": "domeinkade", "BE": "domeinkade", "DE": "schildnamen", "AT": "schildnamen", "FR": "bentwood"}
APPS = {"blog": "wordpress", "news": "wordpress", "ngo": "drupal", "government": "drupal", "education": "drupal",
        "sports": "joomla", "arts": "wordpress", "food": "wordpress", "retail": "wordpress", "travel": "wordpress"}


class Domain:
    """A registered name with its zone."""

    def __init__(self, name, holder, sector, country, city, about, role, care, created):
        self.name, self.holder, self.sector, self.country, self.city, self.about = name, holder, sector, country, city, about
        self.role, self.care, self.created, self.ends = role, care, created, None
        self.registrar = self.dns = self.mail = ""
        self.records = []

    @property
    def key(self):
        return self.name

    def add(self, name, kind, value, since=None):
        self.records.append(" ".join(filter(None, (name, kind, value, since))))

    def point(self, name, host, since=None):
        self.add(name, "A", host.address, since)

    def full(self, name):
        return self.name if name == "@" else f"{name}.{self.name}"


class World:
    """Everything that is being built."""

    def __init__(self, providers, by_asn):
        self.providers, self.by_asn = providers, by_asn
        self.domains, self.hosts, self.certificates = {}, [], Certificates()
        self.shared = {}

    def domain(self, *fields):
        made = Domain(*fields)
        assert made.name not in self.domains, f"{made.name} is there twice"
        self.domains[made.name] = made
        return made

    def host(self, site, role, domain, name, certificate=None, app=""):
        host = Host(site, role, name, domain.name if domain else "", domain.care if domain else 0,
                    domain.created if domain else "2019-01-01", app)
        if certificate is not None and host.speaks_tls():
            host.certificates.append(certificate)
        self.hosts.append(host)
        return host

    def own_certificate(self, domain, names):
        full = [domain.full(name) for name in names]
        return self.certificates.issue(full[0], full[1:], issuer(domain.name, domain.care), domain.name, domain.created)

    def hosting(self, country, turn):
        return self.by_asn[pick(HOSTING.get(country, HOSTING["*"]), "hosting", country, turn)]

    def access(self, country, turn):
        return self.by_asn[ACCESS.get(country) or pick(sorted(set(ACCESS.values())), "access", country, turn)]


def build(world):
    for provider in world.providers:
        add_provider(world, provider)
    for name, sub, sector, country, city, size, about in lines("organisations.psv"):
        domain = sub if "." in sub else f"{sub}.example"
        add_organisation(world, domain, name, sector, country, city, size, about)
    for row in table("news_sources"):
        add_organisation(world, row["domain"], row["name"], "news", row["country"], "", "M", row["character"], "outlet")
    for row in table("news_companies"):
        if row["kind"] != "person":
            sector = NEWS_SECTORS.get(row["sector"], row["sector"])
            if row["kind"] in ("union", "hospital"):
                sector = {"union": "ngo", "hospital": "health"}[row["kind"]]
            size = pick(["L", "M", "M", "M"], "size", row["name"])
            name = f"{label(row['name'])}.example"
            add_organisation(world, name, row["name"], sector, row["country"], row["city"], size, row["about"])
    for sub, name, category, country, city, about in lines("small_sites.psv"):
        add_small(world, f"{sub}.example", name, category, country, city, about)
    for (sub,) in lines("disposable.txt"):
        add_disposable(world, f"{sub}.example")
    add_devices(world)
    outside(world)


def outside(world):
    """A machine of somebody else that serves a name shows a certificate for it."""
    by_address = {host.address: host for host in world.hosts}
    for domain in world.domains.values():
        for record in domain.records:
            name, kind, value = record.split()[:3]
            if kind != "CNAME" or value.endswith(domain.name):
                continue
            sub, owner = ("@", value) if value in world.domains else value.split(".", 1)
            found = [r.split()[2] for r in world.domains[owner].records if r.split()[:2] == [sub, "A"]]
            wild = f"*.{domain.name}"
            at = world.certificates.at.get(wild, world.certificates.at.get(domain.name) if name == "www" else None)
            if at is None:
                at = world.certificates.issue(domain.full(name), [], "openstamp", domain.name, domain.created)
            for address in found:
                by_address[address].certificates.append(at)


def registration(domain, registrar=None):
    local = LOCAL_REGISTRARS.get(domain.country)
    turn = number("registrar", domain.name)
    domain.registrar = registrar or (local if local and turn % 3 else REGISTRARS[turn % len(REGISTRARS)])


def add_provider(world, provider):
    care = 0 if provider.kind == "bulletproof" else 3 if provider.kind in ("cdn", "dns", "mail", "cloud") else 2
    created = day("2003-01-01", "2014-12-31", "created", provider.domain)
    if provider.kind == "bulletproof":
        created = day("2017-01-01", "2019-12-31", "created", provider.domain)
    city = provider.sites[0].city["name"]
    domain = world.domain(provider.domain, provider.name, provider.kind, provider.country, city, provider.about, "provider",
                          care, created)
    registration(domain, "graticule-dns" if care > 1 else "namequay")
    domain.dns, domain.mail = "self", "self"
    wild = world.own_certificate(domain, ["*", "@"])
    sites = provider.sites
    www = world.host(sites[0], "web", domain, domain.full("www"), wild)
    domain.point("@", www)
    domain.add("www", "CNAME", domain.name)
    for n in (1, 2):
        site = sites[(n - 1) % len(sites)]
        domain.point(f"ns{n}", world.host(site, "dns", domain, domain.full(f"ns{n}")))
        domain.point(f"mx{n}", world.host(site, "mail" if n == 1 else "relay", domain, domain.full(f"mx{n}"), wild))
    domain.point("my", world.host(sites[0], "app", domain, domain.full("my"), wild))
    domain.point("lg", world.host(sites[-1], "app", domain, domain.full("lg"), wild))
    if provider.kind == "cdn":
        for at, site in enumerate(sites):
            for n in (1, 2, 3):
                name = f"edge{at * 3 + n}"
                domain.point(name, world.host(site, "edge", domain, domain.full(name), wild))
    if provider.kind == "vpn":
        for at, site in enumerate(sites):
            for n in (1, 2, 3, 4):
                name = f"exit-{site.city['country'].lower()}{n}"
                domain.point(name, world.host(site, "exit", domain, domain.full(name)))


def add_organisation(world, name, holder, sector, country, city, size, about, role="organisation"):
    care = min(3, CARE[size] + (1 if sector in CAREFUL else 0))
    created = day("2001-01-01", "2019-06-30", "created", name)
    domain = world.domain(name, holder, sector, country, city, about, role, care, created)
    registration(domain)
    if size == "S":
        return on_shared_host(world, domain)
    hosting = world.hosting(country, name)
    if sector == "education" and country in ("GB", "NL", "IE", "DE", "FR", "BE"):
        hosting = world.by_asn[65542]
    domain.dns = "self" if sector in ("registrar", "dns") or size == "L" and chance(0.5, "dns", name) else "graticule-dns" if chance(0.5, "dns2", name) else hosting.domain
    domain.dns = domain.dns if "." in domain.dns or domain.dns == "self" else f"{domain.dns}.example"
    wild = size == "L" or chance(0.35, "wild", name)
    shared = world.own_certificate(domain, ["*", "@"]) if wild else None
    certificate = lambda *names: shared if shared is not None else world.own_certificate(domain, names)
    site = hosting.site(country, number("site", name))
    front(world, domain, size, site, certificate)
    mail(world, domain, size, site, certificate)
    labels(world, domain, size, site, certificate)
    office(world, domain, size, certificate)


def front(world, domain, size, site, certificate):
    """Where www points: own machines, or an edge of a delivery network."""
    app = APPS.get(domain.sector, "") if chance(0.5, "app", domain.name) else ""
    for n in range(2 if size == "L" else 1):
        host = world.host(site, "web", domain, domain.full(f"web{n + 1}"), certificate("@", "www"), app)
        domain.point("@", host)
        domain.point(f"web{n + 1}", host)
    if size == "L" and chance(0.6, "edge", domain.name):
        american = domain.country in ("CL", "AR", "PE", "CO", "MX", "BR")
        cdn = world.by_asn[65547 if american else 64499]
        edge = f"edge{number('edge', domain.name) % (3 * len(cdn.sites)) + 1}.{cdn.domain}"
        domain.add("www", "CNAME", edge)
    else:
        domain.add("www", "CNAME", domain.name)
    if domain.dns == "self":
        for n in (1, 2):
            domain.point(f"ns{n}", world.host(site, "dns", domain, domain.full(f"ns{n}")))


def mail(world, domain, size, site, certificate):
    own = domain.sector == "webmail" or chance(0.55 if size == "L" else 0.25, "mail", domain.name)
    domain.mail = "self" if own else pick(["postern.example", "postern.example", site.provider.domain], "mailhost", domain.name)
    if own:
        for n in range(2 if size == "L" or domain.sector == "webmail" else 1):
            name = f"mx{n + 1}"
            role = "mail" if n == 0 else "relay"
            domain.point(name, world.host(site, role, domain, domain.full(name), certificate(name)))


def labels(world, domain, size, site, certificate):
    """Names of the trade and of the country, spread over a few machines."""
    trade = words.LABELS.get(domain.sector, "").split()
    local = words.LOCAL.get(domain.country, "").split()
    common = [name for name in words.LABELS["all"].split() if name not in ("vpn", "staging", "dev", "git", "monitor", "ftp")]
    wanted = some(trade, 5 if size == "L" else 3, domain.name, "trade") + some(local, 2 if size == "L" else 1, domain.name, "local")
    wanted += some(common, 6 if size == "L" else 3, domain.name, "common")
    wanted = [name for name in dict.fromkeys(wanted) if name not in ("www",) and not any(r.split()[0] == name for r in domain.records)]
    machines = []
    for n in range(3 if size == "L" else 1):
        role = ("app", "api", "web")[n]
        machines.append(world.host(site, role, domain, domain.full(f"app{n + 1}"), certificate(*(wanted[n::3 if size == "L" else 1] or ["app"]))))
    for at, name in enumerate(wanted):
        since = None
        if chance(0.3, "since", domain.name, name):
            since = day("2024-06-01", "2027-06-30", "since", domain.name, name)
        if name in ("status", "cdn", "static", "help") and chance(0.5, "outside", domain.name, name):
            target = pick(["plinthsites.example", "quaycdn.example", "helpdeskheron.example"], "outside", domain.name, name)
            if target != domain.name:
                domain.add(name, "CNAME", {"quaycdn.example": "edge1.quaycdn.example"}.get(target, target), since)
                continue
        domain.point(name, machines[at % len(machines)], since)
    staging = machines[-1]
    if chance(0.8 if size == "L" else 0.35, "staging", domain.name):
        staging = world.host(site, "staging", domain, domain.full("staging"), certificate("staging", "dev"))
    domain.point("staging", staging)
    domain.point("dev", staging)


def office(world, domain, size, certificate):
    """What stands in the office, or was forgotten there."""
    access = world.access(domain.country, domain.name)
    site = access.site(domain.country, number("office", domain.name))
    choices = [("vpn", "vpn", 0.8), ("git", "git", 0.3), ("monitor", "monitor", 0.3), ("ftp", "files", 0.3), ("build", "build", 0.2),
               ("db1", "database", 0.15), ("mq", "queue", 0.08), ("ldap", "directory", 0.1), ("search1", "search", 0.08),
               ("pbx", "telephony", 0.1), ("meters", "meter", 0.6 if domain.sector in ("energy", "utility") else 0.0)]
    for name, role, likely in choices:
        if chance(likely * (1.1 if size == "L" else 0.45), "office", domain.name, name):
            where = site if role in ("vpn", "telephony", "meter") else world.hosting(domain.country, domain.name).site(domain.country)
            domain.point(name, world.host(where, role, domain, domain.full(name), certificate(name)))


def on_shared_host(world, domain, provider=None):
    """A small site among others on one machine, with its provider's name servers and mail."""
    provider = provider or world.hosting(domain.country, domain.name)
    if provider.kind == "cloud":
        provider = world.by_asn[pick([65536, 64497, 64503], "cheap", domain.name)]
    machine = world.shared.get(provider.asn, (None, 99))
    if machine[1] >= 9:
        owner = world.domains[provider.domain]
        turn = sum(1 for host in world.hosts if host.role == "shared" and host.site.provider is provider)
        site = provider.sites[turn % len(provider.sites)]
        host = world.host(site, "shared", owner, f"web{turn + 11}.{provider.domain}", world.own_certificate(owner, ["*", "@"]))
        host.care = 1
        owner.point(f"web{turn + 11}", host)
        machine = (host, 0)
    host, used = machine
    world.shared[provider.asn] = (host, used + 1)
    host.certificates.append(world.own_certificate(domain, ["@", "www"]))
    domain.dns, domain.mail = provider.domain, provider.domain if chance(0.75, "mail", domain.name) else "none"
    domain.point("@", host)
    domain.add("www", "CNAME", domain.name)
    return domain


def add_small(world, name, holder, category, country, city, about):
    created = day("2006-01-01", "2023-12-31", "created", name)
    domain = world.domain(name, holder, category, country, city, about, "small", 0, created)
    registration(domain)
    on_shared_host(world, domain)


def add_disposable(world, name):
    created = day("2015-01-01", "2025-09-30", "created", name)
    domain = world.domain(name, "", "disposable_mail", pick(["PA", "US", "NL", "SC", "DE", "SG"], "country", name), "",
                          "Mailboxes for a few minutes, without registration.", "disposable", 0, created)
    registration(domain, pick(["namequay", "cheapname-harbour"], "registrar2", name))
    provider = world.by_asn[pick([65536, 64503, 65548, 64497], "disposable", name)]
    on_shared_host(world, domain, provider)
    host = pool(world, provider, "mailpool", 12)
    domain.mail = "own"
    domain.point("mx", host)


def pool(world, provider, kind, most):
    """A machine that up to `most` names share."""
    host, used = world.shared.get((provider.asn, kind), (None, most))
    if used >= most:
        turn = sum(1 for h in world.hosts if h.site.provider is provider and h.role == "relay")
        owner = world.domains[provider.domain]
        site = provider.sites[turn % len(provider.sites)]
        host, used = world.host(site, "relay", owner, f"mta{turn + 1}.{provider.domain}", world.own_certificate(owner, ["*", "@"])), 0
        owner.point(f"mta{turn + 1}", host)
    world.shared[provider.asn, kind] = (host, used + 1)
    return host


def add_devices(world):
    """Machines at homes and in cupboards, with no name of their own but the line's."""
    kinds = ["camera", "router", "router", "nas", "printer", "desktop", "homelab", "telephony", "proxy", "database"]
    for provider in world.providers:
        if provider.kind not in ("isp", "mobile"):
            continue
        owner = world.domains[provider.domain]
        for at, site in enumerate(provider.sites):
            for n in range(5):
                role = pick(kinds, "device", provider.asn, at, n)
                host = world.host(site, role, None, "")
                host.care = 0
                host.since = day("2018-01-01", "2025-12-31", "device", host.address)
                line = f"{host.address.replace('.', '-')}.dyn"
                host.name = owner.full(line)
                owner.point(line, host)
                if host.speaks_tls():
                    name = f"{role}-{number('serial', host.address) % 10**6:06}.local"
                    host.certificates.append(world.certificates.issue(name, [], "self", "", host.since))
