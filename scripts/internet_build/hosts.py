"""Machines, what they serve, and the certificates they show."""

from .common import chance, number, pick

# Services of a machine by what it is for: port, service, products to choose from, whether it speaks TLS.
PLAIN, TLS, STARTTLS = "", "tls", "starttls"
WEB = ["nginx", "nginx", "nginx", "apache", "apache", "caddy", "haproxy", "lighttpd"]
ROLES = {
    "web": [(80, "http", "web", PLAIN), (443, "https", "web", TLS)],
    "app": [(443, "https", "web", TLS)],
    "api": [(443, "https", ["traefik", "haproxy", "nginx", "tomcat", "jetty"], TLS)],
    "mail": [(25, "smtp", ["postfix", "postfix", "exim"], STARTTLS), (587, "submission", "smtp", STARTTLS),
             (993, "imaps", ["dovecot"], TLS), (443, "https", ["apache,roundcube", "nginx,roundcube"], TLS)],
    "relay": [(25, "smtp", ["postfix", "exim"], STARTTLS)],
    "dns": [(53, "dns", ["bind", "bind", "knot", "powerdns"], PLAIN)],
    "vpn": [(1194, "openvpn", ["openvpn"], PLAIN), (443, "https", ["nginx"], TLS)],
    "git": [(22, "ssh", ["openssh"], PLAIN), (443, "https", ["nginx,gitlab", "nginx,gitlab", "nginx,jenkins"], TLS)],
    "build": [(8080, "http", ["jenkins", "tomcat"], PLAIN), (22, "ssh", ["openssh"], PLAIN)],
    "monitor": [(443, "https", ["nginx,grafana", "apache,zabbix", "nginx,grafana"], TLS)],
    "search": [(8983, "http", ["solr"], PLAIN)],
    "files": [(21, "ftp", ["vsftpd", "proftpd", "pureftpd"], STARTTLS), (22, "ssh", ["openssh"], PLAIN)],
    "staging": [(80, "http", "web", PLAIN), (443, "https", "web", TLS), (22, "ssh", ["openssh"], PLAIN)],
    "shared": [(80, "http", ["apache", "nginx"], PLAIN), (443, "https", ["apache", "nginx"], TLS),
               (21, "ftp", ["pureftpd", "proftpd"], STARTTLS), (22, "ssh", ["openssh"], PLAIN)],
    "edge": [(80, "http", ["nginx", "haproxy"], PLAIN), (443, "https", ["nginx", "haproxy"], TLS)],
    "database": [],
    "queue": [(5672, "amqp", ["rabbitmq"], PLAIN), (61616, "openwire", ["activemq"], PLAIN)],
    "directory": [(389, "ldap", ["openldap"], STARTTLS), (636, "ldaps", ["openldap"], TLS)],
    "telephony": [(5060, "sip", ["asterisk"], PLAIN), (80, "http", ["lighttpd"], PLAIN)],
    "meter": [(1883, "mqtt", ["mosquitto"], PLAIN), (8883, "mqtts", ["mosquitto"], TLS)],
    "camera": [(80, "http", ["goahead"], PLAIN), (554, "rtsp", [], PLAIN)],
    "router": [(23, "telnet", ["busybox"], PLAIN), (53, "dns", ["dnsmasq"], PLAIN), (80, "http", ["goahead", "lighttpd"], PLAIN),
               (22, "ssh", ["dropbear"], PLAIN)],
    "nas": [(445, "smb", ["samba"], PLAIN), (443, "https", ["nginx", "lighttpd"], TLS), (22, "ssh", ["openssh", "dropbear"], PLAIN)],
    "printer": [(631, "ipp", ["cups"], PLAIN), (80, "http", ["goahead"], PLAIN)],
    "desktop": [(3389, "rdp", ["xrdp"], PLAIN), (22, "ssh", ["openssh"], PLAIN)],
    "homelab": [(443, "https", ["caddy", "traefik", "nginx"], TLS), (22, "ssh", ["openssh"], PLAIN),
                (10000, "http", ["webmin"], PLAIN)],
    "proxy": [(3128, "http-proxy", ["squid"], PLAIN), (22, "ssh", ["openssh"], PLAIN)],
    "exit": [(1194, "openvpn", ["openvpn"], PLAIN)],
    "scanner": [(80, "http", ["nginx"], PLAIN)],
    "bot": [(22, "ssh", ["openssh", "dropbear"], PLAIN)],
    "control": [(443, "https", ["nginx"], TLS), (22, "ssh", ["openssh"], PLAIN), (4444, "unknown", [], PLAIN)],
    "lure": [(80, "http", ["apache", "nginx"], PLAIN), (443, "https", ["apache", "nginx"], TLS), (22, "ssh", ["openssh"], PLAIN)],
}
DATABASES = [
    (5432, "postgresql", ["postgresql"], PLAIN), (3306, "mysql", ["mariadb"], PLAIN), (6379, "redis", ["redis"], PLAIN),
    (27017, "mongodb", ["mongodb"], PLAIN), (9200, "http", ["elasticsearch"], PLAIN), (11211, "memcached", ["memcached"], PLAIN),
    (5984, "http", ["couchdb"], PLAIN),
]
SYSTEMS = {
    "camera": ["Linux 3.10 (embedded)"], "router": ["Linux 2.6 (embedded)", "Linux 3.10 (embedded)", "Linux 4.14 (embedded)"],
    "nas": ["Linux 4.14 (embedded)"], "printer": ["Linux 2.6 (embedded)"], "telephony": ["Debian 11", "CentOS 7"],
    "desktop": ["Ubuntu 22.04", "Ubuntu 20.04"],
}
SERVERS = ["Ubuntu 22.04", "Ubuntu 20.04", "Debian 12", "Debian 11", "Debian 10", "Rocky Linux 9", "AlmaLinux 8", "CentOS 7",
           "FreeBSD 13", "Alpine Linux 3.18", "Ubuntu 24.04"]


class Host:
    """One machine."""

    def __init__(self, site, role, name, domain, care, since, app=""):
        self.address, self.six = site.address()
        self.site, self.role, self.name, self.domain, self.care, self.since = site, role, name, domain, care, since
        self.system = pick(SYSTEMS.get(role, SERVERS), "system", name, self.address)
        self.dual = role not in ("bot", "camera", "router", "printer", "lure", "control") and chance(0.4, "dual", self.address)
        self.certificates, self.services = [], self._services(app)

    def _services(self, app):
        made = []
        kinds = ROLES[self.role]
        if self.role == "database":
            kinds = [pick(DATABASES, "database", self.address), (22, "ssh", ["openssh"], PLAIN)]
        web = pick(WEB, "web", self.address)
        chosen = {}
        for port, service, products, mode in kinds:
            products = [web] if products == "web" else products
            # Careful hosts keep the shell and the printer behind a wall.
            optional = service in ("ssh", "openwire", "ldap", "telnet") or port in (8080, 10000)
            if optional and len(kinds) > 1 and not chance((0.85, 0.55, 0.3, 0.1)[self.care], "open", self.address, port):
                continue
            product = chosen.get(products, "") if isinstance(products, str) else pick(products, "product", self.address, service) if products else ""
            chosen.setdefault(service, product)
            if app and product in ("apache", "nginx", "caddy", "lighttpd") and service in ("http", "https"):
                product = f"{product},{app}"
            made.append([port, service, product, mode])
        return made

    def speaks_tls(self):
        return any(mode for _, _, _, mode in self.services)


class Certificates:
    """All certificates, each a line that is renewed."""

    def __init__(self):
        self.rows, self.at = [], {}

    def issue(self, name, others, issuer, owner, since):
        """The certificate of this name; renewed for ever, so it has no dates of its own but the first."""
        if name not in self.at:
            self.at[name] = len(self.rows)
            self.rows.append([name, others, issuer, owner, since])
        return self.at[name]


def issuer(domain, care):
    """Who signs for a domain."""
    turn = number("issuer", domain) % 10
    if care >= 3:
        return ("certwright", "notarium", "openstamp")[turn % 3]
    if care == 0 and turn < 1:
        return "self"
    return "openstamp" if turn < 8 else "certwright"
