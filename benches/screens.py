#!/usr/bin/env python3
"""Measures a table on screens: from an answer to all who look at it, next to what making it durable takes; and memory.

    python3 benches/screens.py --binary target/release/tablewright
    python3 benches/screens.py --game salt-roads --phones 8 --spectators 50 --answers 300
    python3 benches/screens.py --many 10000

Phones and spectators are connections that read events, as browsers do, all from this one process, which shares the processors
with the server. Every answer is a random legal one, read from the page of who is asked; the next one comes when all have seen
the last. `acknowledged` is when whoever answered is told, which is after the answer is on the disk; `all screens` is when the
last of them has its news whole. `durable` is measured by itself: a line as long as an entry, appended and flushed in the same
folder. `--many` gives so many answers one after another at a table of `benches/long`, and looks at the memory meanwhile.
"""

import argparse
import html
import http.client
import os
import pathlib
import random
import re
import selectors
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.parse

PROJECT = pathlib.Path(__file__).resolve().parent.parent
NAMES = ["Ann", "Bob", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal"]
STILL = 0.03


class Server:
    """A table that is served from a folder."""

    def __init__(self, binary, folder, port):
        self.port, self.folder = port, folder
        command = [binary, "referee", "serve", "--table", "bench", "--port", str(port)]
        self.process = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True)
        for line in self.process.stdout:
            if found := re.match(r"Host: .*/enter/(\w+)", line):
                self.host = found[1]
                break
        else:
            sys.exit("the server did not start")
        self.line = http.client.HTTPConnection("127.0.0.1", port)

    def heads(self):
        at = f"localhost:{self.port}"
        return {"Host": at, "Origin": f"http://{at}", "Accept": "application/json", "Cookie": f"tablewright-{self.port}={self.host}"}

    def get(self, address):
        self.line.request("GET", address, headers=self.heads())
        return self.line.getresponse().read().decode()

    def post(self, address, fields):
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        self.line.request("POST", address, urllib.parse.urlencode(fields), {**self.heads(), **kind})
        reply = self.line.getresponse()
        return reply.status, reply.read().decode()

    def memory(self):
        text = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", text)[1]) / 1024

    def end(self):
        self.process.kill()
        self.process.wait()


class Screens:
    """Many who look at a table."""

    def __init__(self, server, addresses):
        self.events = selectors.DefaultSelector()
        self.sent, self.version = 0, {}
        self.parts = {}
        for number, address in enumerate(addresses):
            one = socket.create_connection(("127.0.0.1", server.port))
            lines = [f"GET {address} HTTP/1.0", *(f"{name}: {value}" for name, value in server.heads().items()), "", ""]
            one.sendall("\r\n".join(lines).encode())
            self.events.register(one, selectors.EVENT_READ, number)
            self.version[number], self.parts[number] = 0, b""

    def wait(self, above, limit=10.0):
        """Until all have something newer; when that was."""
        until = time.perf_counter() + limit
        while min(self.version.values()) <= above:
            if time.perf_counter() > until:
                sys.exit(f"{sum(version <= above for version in self.version.values())} screens have seen nothing")
            for key, _ in self.events.select(0.5):
                data = key.fileobj.recv(1 << 18)
                if not data:
                    sys.exit("a screen was cut off")
                self.sent += len(data)
                text = self.parts[key.data] + data
                *whole, rest = text.split(b"\n\n")
                self.parts[key.data] = rest
                for event in whole:
                    if found := re.search(rb"^id: (\d+)", event, re.MULTILINE):
                        self.version[key.data] = int(found[1])
        return time.perf_counter()


def legal(page, chance):
    """A random legal answer of a page; none where nothing is asked."""
    form = re.search(r"<form class=\"answers\".*?</form>", page, re.DOTALL)
    if not form:
        return None
    text = form[0]
    number = re.search(r'name="number" value="(\d+)"', text)[1]
    several = re.search(r'data-several="" data-least="(\d+)" data-most="(\d+)"', text)
    if several:
        taken = re.findall(r'data-take="([^"]*)" data-choice="[^"]*" data-most="(\d+)"', text)
        pool = [name for name, most in taken for _ in range(int(most))]
        chance.shuffle(pool)
        return number, html.unescape(" ".join(pool[: int(several[1])]) or "none")
    if "data-number" in text:
        least, most = map(int, re.search(r"A number from (-?\d+) to (-?\d+)", text).groups())
        return number, str(chance.randint(least, most))
    values = [value for value in re.findall(r'type="submit" name="answer" value="([^"]*)"', text) if value]
    return number, html.unescape(chance.choice(values))


def quantiles(times):
    times = sorted(times)
    return statistics.median(times) * 1000, times[min(len(times) - 1, int(len(times) * 0.99))] * 1000


def durable(folder, count):
    """What it takes to append a line and have it on the disk."""
    times = []
    with open(pathlib.Path(folder) / "line", "ab", buffering=0) as file:
        for _ in range(count):
            start = time.perf_counter()
            file.write(b"x" * 300 + b"\n")
            os.fdatasync(file.fileno())
            times.append(time.perf_counter() - start)
            time.sleep(STILL)
    return times


def told(name, times):
    middle, late = quantiles(times)
    print(f"{name:<14} median {middle:7.1f} ms   99th percentile {late:7.1f} ms   of {len(times)}")


def new_table(binary, folder, game, components, seats, *more):
    command = [binary, "referee", "new", game, "--players", ",".join(NAMES[:seats]), "--dice", "app", "--table", "bench",
               "--components", components, "--seed", "7", *more]
    done = subprocess.run([str(word) for word in command], cwd=folder, capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stderr)


def latency(arguments, folder):
    seats = min(arguments.seats, 8)
    new_table(arguments.binary, folder, arguments.game, arguments.components, seats)
    server, chance = Server(arguments.binary, folder, arguments.port), random.Random(1)
    for seat in range(seats):
        server.post("/join", {"seat": seat})
    phones = [f"/live/seat/{n % seats}" for n in range(arguments.phones)]
    others = [("/live/table", "/live/watch")[n % 2] for n in range(arguments.spectators)]
    screens = Screens(server, phones + others)
    screens.wait(0)
    before, first = server.memory(), screens.sent
    acknowledged, seen, asked = [], [], 0
    while len(seen) < arguments.answers:
        for seat in [asked, *range(seats)]:
            answer = legal(server.get(f"/seat/{seat}"), chance)
            if answer:
                break
        else:
            server.post("/undo", {"to": 12, "seen": "yes"})
            screens.wait(max(screens.version.values()) - 1)
            continue
        asked = seat
        time.sleep(STILL)
        newest = max(screens.version.values())
        start = time.perf_counter()
        status, text = server.post("/answer", {"seat": seat, "number": answer[0], "answer": answer[1]})
        if status != 200:
            sys.exit(f"{answer}: {text}")
        acknowledged.append(time.perf_counter() - start)
        seen.append(screens.wait(newest) - start)
    each = (screens.sent - first) / len(seen) / 1024
    print(f"{arguments.game}: {seats} seats, {arguments.phones} phones, {arguments.spectators} spectators")
    told("all screens", seen)
    told("acknowledged", acknowledged)
    told("durable", durable(folder, len(seen)))
    print(f"memory {before:.1f} MB before, {server.memory():.1f} MB after; {each:.0f} kB sent for each answer")
    server.end()


def many(arguments, folder):
    new_table(arguments.binary, folder, "long", PROJECT / "benches", 2, "--option", f"questions={arguments.many + 100}")
    server, chance = Server(arguments.binary, folder, arguments.port), random.Random(1)
    for seat in range(2):
        server.post("/join", {"seat": seat})
    screens = Screens(server, ["/live/seat/0", "/live/seat/1", "/live/table", "/live/watch"])
    screens.wait(0)
    start = last = time.perf_counter()
    for number in range(arguments.many + 1):
        if number % (arguments.many // 10) == 0:
            now = time.perf_counter()
            print(f"{number:>6} answers, {now - start:6.1f} s, {server.memory():6.1f} MB, the last tenth {now - last:5.1f} s", flush=True)
            last = now
        page = server.get(f"/seat/{number % 2}")
        answer = legal(page, chance)
        given = {"seat": number % 2, "number": answer[0], "answer": answer[1]}
        status, text = server.post("/answer", given)
        while status == 429:
            # Faster than a table lets one device be.
            time.sleep(0.05)
            status, text = server.post("/answer", given)
        if status != 200:
            sys.exit(f"{answer}: {text}")
        screens.wait(max(screens.version.values()) - 1)
    server.end()


def main():
    read = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    read.add_argument("--binary", default=PROJECT / "target/release/tablewright", type=lambda text: pathlib.Path(text).resolve())
    read.add_argument("--game", default="boffing-zombies")
    read.add_argument("--components", default=PROJECT / "components")
    read.add_argument("--seats", type=int, default=6)
    read.add_argument("--phones", type=int, default=8)
    read.add_argument("--spectators", type=int, default=50)
    read.add_argument("--answers", type=int, default=300)
    read.add_argument("--many", type=int, default=0)
    read.add_argument("--port", type=int, default=18900)
    arguments = read.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        many(arguments, folder) if arguments.many else latency(arguments, folder)


if __name__ == "__main__":
    main()
