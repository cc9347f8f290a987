#!/usr/bin/env python3
"""How fast `utb serve` answers a tool call, beside what one would use instead, measured by `wrk`.

    python3 benches/compare.py
    python3 benches/compare.py --seconds 10 --rounds 5 --connections 1,64,256
    python3 benches/compare.py --only utb,bare --json

Four servers are started and answer the same POST in turns, round by round, each round in another order:

- utb: `utb serve` with its defaults: validates, simulates, journals every call before it is answered
- bare: a hyper handler that parses, validates and serialises a ready answer (benches/serve/bare.rs)
- fastapi: uvicorn with uvloop, pydantic models, an answer from a dict (benches/compare/app.py)
- prism: `prism mock` on the OpenAPI document that utb gives of the tool set

`utb-1`, `bare-1` are the first two with one worker, since uvicorn and prism have one process.

Needs cargo, wrk, python3 with venv, npm; what it installs goes to compare/ below cargo's target directory. CPU time is
that of the server and its children, and needs Linux; it says more than requests a second where other things run.
"""

import argparse
import json
import os
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HERE = ROOT / "benches" / "compare"
PATH = "/currency-exchange/convertCurrency"
BODY = json.dumps({"amount": 250, "fromCurrency": "USD", "toCurrency": "EUR"})
FIELDS = {"amount", "fromCurrency", "toCurrency", "rate", "convertedAmount", "date"}
ALL = ["utb", "bare", "utb-1", "bare-1", "fastapi", "prism"]
WARM_UP = 1


def main():
    options = arguments()
    missing = [tool for tool in needed(options.only) if not shutil.which(tool)]
    if missing:
        sys.exit(f"not found: {', '.join(missing)}. Install them, or leave servers out with --only.")
    home = target() / "compare"
    home.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=home) as scratch:
        servers = {}
        try:
            start(options.only, home, Path(scratch), servers)
            for server in servers.values():
                server.check()
            report(measured(servers, options), options)
        finally:
            for server in servers.values():
                server.stop()


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    numbers = lambda text: [int(number) for number in text.split(",")]
    parser.add_argument("--seconds", type=int, default=3, help="length of one measurement (default 3)")
    parser.add_argument("--rounds", type=int, default=3, help="measurements of each (default 3)")
    parser.add_argument("--connections", type=numbers, default=[1, 64], help="how many at once (default 1,64)")
    parser.add_argument("--only", type=lambda text: text.split(","), default=ALL, help=f"of {','.join(ALL)}")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    options = parser.parse_args()
    unknown = [name for name in options.only if name not in ALL]
    if unknown:
        parser.error(f"--only: there is no {', '.join(unknown)}; there are {', '.join(ALL)}")
    return options


def needed(only):
    return ["cargo", "wrk"] + ["npm"] * ("prism" in only)


def say(text):
    print(text, file=sys.stderr, flush=True)


def run(*command, **more):
    return subprocess.run([str(part) for part in command], check=True, cwd=ROOT, text=True, **more).stdout


def target():
    found = run("cargo", "metadata", "--no-deps", "--format-version", "1", stdout=subprocess.PIPE)
    return Path(json.loads(found)["target_directory"])


def built(*command):
    """Builds, and gives the path of the executable."""
    say(f"== {' '.join(command)}")
    out = run(*command, "--message-format=json", stdout=subprocess.PIPE)
    found = [json.loads(line).get("executable") for line in out.splitlines() if line.startswith("{")]
    return [path for path in found if path][-1]


class Server:
    """A server process in a group of its own, so that its children end with it."""

    def __init__(self, name, command, port=None, ready=None, cwd=None):
        self.name, self.log = name, tempfile.TemporaryFile()
        command = [str(part) for part in command]
        self.process = subprocess.Popen(command, stdout=self.log, stderr=self.log, start_new_session=True, cwd=cwd)
        self.addr = f"127.0.0.1:{port}" if port else self.announced(ready)

    def announced(self, ready):
        self.wait(ready.exists)
        return json.loads(ready.read_text())["agent"].removeprefix("http://")

    def wait(self, there):
        end = time.monotonic() + 120
        while not there():
            if self.process.poll() is not None or time.monotonic() > end:
                self.log.seek(0)
                sys.exit(f"{self.name} does not come up:\n{self.log.read().decode(errors='replace')}")
            time.sleep(0.05)

    def check(self):
        """Fails unless it answers the call, and as a tool does."""
        self.wait(lambda: self.post() is not None)
        fields = set(self.post())
        if fields != FIELDS:
            sys.exit(f"{self.name} answers {sorted(fields)} instead of {sorted(FIELDS)}")

    def post(self):
        headers = {"Content-Type": "application/json"}
        request = urllib.request.Request(f"http://{self.addr}{PATH}", BODY.encode(), headers)
        try:
            with urllib.request.urlopen(request) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as e:
            sys.exit(f"{self.name} answers {e.code}: {e.read().decode()}")
        except OSError:
            return None

    def stop(self):
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGTERM)
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                os.killpg(self.process.pid, signal.SIGKILL)

    def cpu(self):
        """CPU seconds of it and its children so far; none where the system does not say."""
        stats = {}
        for path in Path("/proc").glob("[0-9]*/stat"):
            try:
                fields = path.read_text().rsplit(") ", 1)[1].split()
            except OSError:
                continue
            stats[int(path.parent.name)] = (int(fields[1]), int(fields[11]) + int(fields[12]))
        family, ticks = {self.process.pid}, 0
        for pid, (parent, used) in sorted(stats.items()):
            if pid in family or parent in family:
                family.add(pid)
                ticks += used
        return ticks / os.sysconf("SC_CLK_TCK") if stats else None


def start(only, home, scratch, servers):
    for name in only:
        kind, _, single = name.partition("-")
        begin = {"utb": utb, "bare": bare, "fastapi": fastapi, "prism": prism}[kind]
        servers[name] = begin(name, bool(single), home, scratch)


def utb(name, single, _home, scratch):
    ready = scratch / f"{name}.json"
    command = [built("cargo", "build", "--release", "--bin", "utb"), "serve", "--journal", scratch / f"{name}-journal"]
    command += ["--agent-addr", "127.0.0.1:0", "--operator-addr", "127.0.0.1:0", "--ready-file", ready]
    return Server(name, command + ["--threads", "1"] * single, ready=ready)


def bare(name, single, _home, scratch):
    ready = scratch / f"{name}.json"
    command = [built("cargo", "bench", "--bench", "serve", "--no-run"), "--bare"]
    return Server(name, command + ["--threads", "1"] * single + [ready], ready=ready)


def fastapi(name, _single, home, _scratch):
    venv, wanted = home / "venv", HERE / "requirements.txt"
    if not up_to_date(venv / "installed", wanted):
        say("== installing FastAPI and uvicorn")
        run(sys.executable, "-m", "venv", venv)
        run(venv / "bin" / "pip", "install", "-q", "-r", wanted, stdout=sys.stderr)
        shutil.copy(wanted, venv / "installed")
    port = free_port()
    options = ["--host", "127.0.0.1", "--port", port, "--no-access-log", "--log-level", "warning"]
    return Server(name, [venv / "bin" / "uvicorn", "app:app", *options], port=port, cwd=HERE)


def prism(name, _single, home, scratch):
    npm, wanted = home / "npm", HERE / "package.json"
    if not up_to_date(npm / "installed", wanted):
        say("== installing Prism")
        npm.mkdir(exist_ok=True)
        shutil.copy(wanted, npm / "package.json")
        run("npm", "install", "--prefix", npm, "--no-audit", "--no-fund", "--silent", stdout=sys.stderr)
        shutil.copy(wanted, npm / "installed")
    spec, port = scratch / "openapi.json", free_port()
    spec.write_text(json.dumps(openapi(scratch)))
    # Its own log of every request would be most of its work.
    options = ["--host", "127.0.0.1", "--port", port, "--verboseLevel", "silent"]
    return Server(name, [npm / "node_modules" / ".bin" / "prism", "mock", spec, *options], port=port)


def openapi(scratch):
    """What utb says of the tool set."""
    server = utb("openapi", True, None, scratch)
    try:
        with urllib.request.urlopen(f"http://{server.addr}/openapi.json") as answer:
            whole = json.load(answer)
    finally:
        server.stop()
    toolset = PATH.rsplit("/", 1)[0] + "/"
    whole["paths"] = {path: item for path, item in whole["paths"].items() if path.startswith(toolset)}
    return whole


def up_to_date(installed, wanted):
    return installed.exists() and installed.read_text() == wanted.read_text()


def free_port():
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return sock.getsockname()[1]


def measured(servers, options):
    """name, connections -> what each round gave."""
    rounds = {}
    names = list(servers)
    for number in range(options.rounds):
        # Which goes first changes, so that a machine that warms up or tires favours none.
        turn = number % len(names)
        for connections in options.connections:
            for name in names[turn:] + names[:turn]:
                say(f"== round {number + 1} of {options.rounds}: {name}, {connections} connections")
                wrk(servers[name], connections, WARM_UP)
                rounds.setdefault((name, connections), []).append(wrk(servers[name], connections, options.seconds))
    return rounds


def wrk(server, connections, seconds):
    command = ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "-s", HERE / "post.lua"]
    before = server.cpu()
    out = run(*command, f"http://{server.addr}{PATH}", "--", BODY, stdout=subprocess.PIPE)
    after = server.cpu()
    found = json.loads(out.strip().splitlines()[-1])
    if found["wrong"] or not found["requests"]:
        sys.exit(f"{server.name}: {found['wrong']} of {found['requests']} requests went wrong")
    cpu = None if before is None else (after - before) * 1e6 / found["requests"]
    rps = found["requests"] * 1e6 / found["micros"]
    return {"rps": rps, "p50_us": found["p50"], "p99_us": found["p99"], "cpu_us": cpu}


def report(rounds, options):
    rows = [row(name, connections, each) for (name, connections), each in rounds.items()]
    if options.json:
        print(json.dumps(rows, indent=2))
        return
    ours = {row["connections"]: row for row in rows if row["server"] == "utb"}
    line = "{:<8}{:>12}{:>12}{:>9}{:>9}{:>9}{:>10}{:>10}"
    print(line.format("", "connections", "requests/s", "p50 µs", "p99 µs", "CPU µs", "utb is", "in CPU"))
    for found in sorted(rows, key=lambda row: (row["connections"], ALL.index(row["server"]))):
        utb_ = ours.get(found["connections"], {})
        figures = [f"{found[field]:.0f}" for field in ("rps", "p50_us", "p99_us")]
        figures.append("" if found["cpu_us"] is None else f"{found['cpu_us']:.1f}")
        ratios = [over(utb_.get("rps"), found["rps"]), over(found["cpu_us"], utb_.get("cpu_us"))]
        print(line.format(found["server"], found["connections"], *figures, *ratios))


def row(name, connections, each):
    median = lambda field: None if each[0][field] is None else statistics.median(round_[field] for round_ in each)
    return {"server": name, "connections": connections} | {field: median(field) for field in each[0]}


def over(a, b):
    return f"{a / b:.2f} ×" if a and b else ""


if __name__ == "__main__":
    main()
