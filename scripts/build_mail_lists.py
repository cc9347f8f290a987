#!/usr/bin/env python3
"""Builds responses/world/mail_providers.json, mail_roles.json and mail_lists.json: what is known of mail domains by their names.

Providers and role names are typed in scripts/mail/. Throw-away domains and top-level domains come from two packages of PyPI:

    disposable-email-domains 0.0.293   (MIT; the list itself is CC0)
    validators 0.36.0                  (MIT; holds IANA's list of top-level domains)

Run `python3 scripts/build_mail_lists.py`; it needs pip. `--packages DIR` reads the two wheels from DIR instead. The versions are
pinned, nothing depends on the day or the machine, so the same bytes come out every time.
"""

import argparse
import ast
import collections
import json
import pathlib
import subprocess
import tempfile
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
WORLD = HERE.parent / "responses" / "world"
PACKAGES = [("disposable_email_domains", "0.0.293"), ("validators", "0.36.0")]
OWN = "MIT OR Apache-2.0"
# Domains that collect the mail of people who slip. What these meant is the provider, so they are not told to be throw-away.
STRAYS = {"gmial.com", "hotmai.com", "hotmial.com"}


def wheel(folder, name, version, member):
    (path,) = pathlib.Path(folder).glob(f"{name}-{version}-*.whl")
    with zipfile.ZipFile(path) as archive:
        return archive.read(member).decode()


def typed(file):
    lines = (HERE / "mail" / file).read_text(encoding="utf-8").splitlines()
    return [line.split("|") for line in lines if line and not line.startswith("#")]


def write(table, description, source, licence, columns, rows):
    head = {"table": table, "description": description, "source": source, "licence": licence, "columns": columns}
    lines = [f"  {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}," for key, value in head.items()]
    body = ",\n".join("    " + json.dumps(row, ensure_ascii=False) for row in rows)
    (WORLD / f"{table}.json").write_text("{\n" + "\n".join(lines) + '\n  "rows": [\n' + body + "\n  ]\n}\n", encoding="utf-8")


def by_initial(name, items):
    """One row for each initial, since a row for each name would double the file."""
    groups = collections.defaultdict(list)
    for item in sorted(items):
        groups[item[0]].append(item)
    return [[name, initial, " ".join(group)] for initial, group in sorted(groups.items())]


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--packages", type=pathlib.Path)
    folder = options.parse_args().packages
    scratch = tempfile.TemporaryDirectory()
    if folder is None:
        folder = scratch.name
        wanted = [f"{name}=={version}" for name, version in PACKAGES]
        subprocess.run(["pip", "download", "--quiet", "--no-deps", "--only-binary=:all:", "--dest", folder, *wanted], check=True)
    providers = typed("providers.psv")
    module = ast.parse(wheel(folder, *PACKAGES[0], "disposable_email_domains/__init__.py"))
    lists = {node.targets[0].id: ast.literal_eval(node.value) for node in module.body if isinstance(node, ast.Assign) and isinstance(node.value, ast.Set)}
    known = {row[0] for row in providers} | set(lists.get("allowlist", ()))
    # Hosts of dynamic name services are many and short-lived; domains that somebody registered are what matters.
    plain = lambda name: name.count(".") == 1 or name.count(".") == 2 and len(name.rsplit(".", 1)[1]) == 2
    disposable = {name for name in lists["blocklist"] if name.isascii() and plain(name) and name not in known | STRAYS}
    tops = wheel(folder, *PACKAGES[1], "validators/_tld.txt").splitlines()
    tops = {line.strip().lower() for line in tops if line.strip() and not line.startswith("#")}
    write("mail_providers", "Mail providers of the real internet, by the domain of their addresses, the most used first: domain, provider, kind (free, isp, paid).", "Typed for this project in scripts/mail/providers.psv; names are facts.", OWN, ["domain", "provider", "kind"], providers)
    write("mail_roles", "Local parts that stand for a task and not for a person: name, whose it is.", "Typed for this project in scripts/mail/roles.psv, after RFC 2142 and common use.", OWN, ["name", "about"], typed("roles.psv"))
    write("mail_lists", "Names of the real internet: throw-away mail domains (disposable) and top-level domains (top), by initial, separated by spaces.", "disposable-email-domains 0.0.293, and IANA's list of top-level domains through validators 0.36.0", "MIT (both packages; the list of throw-away domains is CC0-1.0)", ["list", "initial", "names"], by_initial("disposable", disposable) + by_initial("top", tops))


main()
