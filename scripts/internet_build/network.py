"""Providers, their sites and the addresses they give out."""

import ipaddress

from .common import lines, table

# Who holds a /27 of the three well-known documentation networks, in order of address.
SMALL = {
    "192.0.2.0/24": [64497, 64497, 64496, 64511, 64510, 65536, 64498, 64498],
    "198.51.100.0/24": [64503, 64503, 65545, 65545, 64499, 64499, 64502, 65547],
    "203.0.113.0/24": [64501, 64504, 64505, 65538, 65539, 65541, 64508, 64509],
}
WIDE = ipaddress.ip_network("198.18.0.0/15")
# Who hosts, and who gives access, by country; `*` is everywhere else.
HOSTING = {
    "NL": [64497, 64498], "BE": [64497, 65536], "LU": [64497, 65536], "FR": [65536, 64498], "DE": [64498, 64497, 65548],
    "AT": [64498, 65548], "CH": [64498, 65536], "GB": [64498, 64497], "IE": [64498], "PL": [65548], "CZ": [65548],
    "SK": [65548], "RO": [65548], "NO": [65550], "SE": [65550], "DK": [65550], "FI": [65550], "IS": [65550], "EE": [65550],
    "LT": [65550, 65548], "US": [64503, 65545], "CA": [65545, 64498], "MX": [65545], "CL": [65545], "BR": [65545],
    "AR": [65545], "PE": [65545], "CO": [65545], "PA": [65545], "JM": [65545], "IN": [65541], "LK": [65541], "BD": [65541],
    "CN": [64508], "HK": [64508], "TW": [64508, 64504], "JP": [64504, 64508], "KR": [64504], "SG": [64504],
    "MY": [64504], "TH": [64504], "ID": [64504], "PH": [64504], "VN": [64504], "AU": [64504], "NZ": [64504],
    "ES": [65536, 64498], "PT": [65536], "IT": [65536], "MT": [65536], "GI": [65536], "GR": [65548, 65536],
    "*": [64498],
}
ACCESS = {
    "NL": 64496, "DE": 64501, "AT": 64501, "SE": 64500, "NO": 64500, "FI": 64500, "DK": 64500, "US": 64502, "JP": 64505,
    "ZA": 64506, "NA": 64506, "ZW": 64506, "AR": 64507, "BR": 64507, "AU": 64509, "NZ": 64509, "NG": 65537, "KE": 65537,
    "TZ": 65537, "IN": 65540, "LK": 65540, "AE": 65543, "SA": 65543, "EG": 65543, "IL": 65543, "KR": 65546, "TW": 65546,
    "TR": 65551, "GR": 65551, "FR": 65544, "BE": 64496, "GB": 64496,
}


class Site:
    """A place where a provider has machines, with the addresses that are left."""

    def __init__(self, provider, at, city):
        self.provider, self.at, self.city = provider, at, city
        self.blocks, self.given = [], 0
        self.six = f"2001:db8:{(provider.at + 1) * 256 + at:x}::"

    def address(self):
        """The next free address; wide blocks leave a gap now and then."""
        for block in self.blocks:
            if block[1] < block[0].num_addresses - 1:
                address = block[0].network_address + block[1]
                block[1] += 1 if block[0].prefixlen >= 27 else 1 + (block[1] * 7 + self.at) % 3
                self.given += 1
                return str(address), f"{self.six}{self.given:x}"
        raise SystemExit(f"{self.provider.name}: no address is left at {self.city['name']}")


class Provider:
    """A network with a number."""

    def __init__(self, at, fields):
        self.at = at
        self.asn, self.name, self.domain, self.kind, self.country, sites, self.about = fields
        self.asn, self.domain = int(self.asn), f"{self.domain}.example"
        self.wanted = [site.rsplit(":", 1) for site in sites.split(",")]
        self.sites = []

    def site(self, country, turn=0):
        """Its site in the country, or else one of the others."""
        here = [site for site in self.sites if site.city["country"] == country]
        return (here or self.sites)[turn % len(here or self.sites)]


def cities():
    """Cities by name and country; the most populous of a name."""
    found = {}
    for city in sorted(table("cities"), key=lambda c: c["population"]):
        found[city["name"], city["country"]] = city
        for alias in city["aliases"]:
            found.setdefault((alias, city["country"]), city)
    return found


def providers():
    known = cities()
    made = [Provider(at, fields) for at, fields in enumerate(lines("providers.psv"))]
    wide = list(WIDE.subnets(new_prefix=20))
    for provider in made:
        halls = list(wide[provider.at].subnets(new_prefix=23))
        for at, (city, country) in enumerate(provider.wanted):
            site = Site(provider, at, known[city, country])
            site.blocks.append([halls[at], 1])
            provider.sites.append(site)
    number = {provider.asn: provider for provider in made}
    for network, holders in SMALL.items():
        blocks = ipaddress.ip_network(network).subnets(new_prefix=27)
        for asn, block in zip(holders, blocks):
            number[asn].sites[0].blocks.insert(-1, [block, 1])
    return made, number
