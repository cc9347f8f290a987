#!/usr/bin/env python3
"""Builds the tables of the invented internet: responses/world/net_*.json.

Names, products and faults are typed by hand in scripts/internet/; hosts, zones, lures and samples follow from them by
rule and by hash, so that the same lists give the same bytes. Companies and outlets of the news get their place on the
network too; cities come from the table of cities. Addresses are those that RFC 5737, RFC 2544 and RFC 3849 set aside,
numbers of networks those of RFC 5398, names those of RFC 2606 (.example and .test).

    python3 scripts/build_internet.py
"""

from internet_build import tables

if __name__ == "__main__":
    tables.write_all()
