#!/usr/bin/env python3
"""Prints kits in every mode, and more and more tokens and cards, and measures time and peak memory.

    python3 benches/sheets.py --runs 5

The modes are all papers with all ways to print backs, of a kit that comes with the project. The growth is that of 1,250
to 10,000 tokens (squares, hexes and rounds, with backs) and of 250 to 2,000 different cards: cost must grow no faster than
pages, so the last column, the time a page takes against that of the smallest, should stay near 1. Medians of runs that
alternate. Only measures: the exit code says nothing about how fast it was.
"""

import argparse
import pathlib
import statistics
import subprocess
import tempfile

from measure import measured

PROJECT = pathlib.Path(__file__).resolve().parent.parent
PAPERS = ["a4", "letter", "both", "a3", "tabloid", "legal", "a5"]
BACKS = ["none", "separate", "duplex-long", "duplex-short", "gutterfold"]
TOKENS = """title: Tokens
version: "1"
components:
  squares: {{kind: tokens, size: 15mm, qty: {third}, front: {{template: token, text: A}}, back: {{template: token, text: B}}}}
  hexes: {{kind: tokens, shape: hex, size: 18mm x 20.8mm, qty: {third}, front: {{template: token, text: A}}, back: {{template: token, text: B}}}}
  rounds: {{kind: tokens, shape: round, size: 16mm, qty: {third}, front: {{template: token, text: A}}, back: {{template: token, text: B}}}}
"""
CARDS = """title: Cards
version: "1"
components:
  deck:
    kind: cards
    data: deck.csv
    front: {{template: card-classic, text: "{{{{ text }}}}"}}
    back: {{template: card-back, title: Back}}
"""


def command(tool, game, components, output, *flags):
    return [tool, "print", game, "--components", components, "--output", output, *flags]


def pages_of(pdf):
    told = subprocess.run(["pdfinfo", pdf], stdout=subprocess.PIPE, text=True, check=True).stdout
    return next(int(line.split()[1]) for line in told.splitlines() if line.startswith("Pages"))


def median(runs, key):
    return statistics.median(run[key] for run in runs)


def modes(tool, game, folder, runs):
    ways = [(paper, backs) for paper in PAPERS for backs in BACKS]
    took = {way: [] for way in ways}
    for _ in range(runs):
        for paper, backs in ways:
            flags = ["--paper", paper, "--backs", backs]
            took[paper, backs].append(measured(command(tool, game, PROJECT / "components", folder, *flags)))
    print(f"\n{game}, {len(ways)} ways, medians of {runs} runs: seconds (peak MB)")
    print(f"{'':10}" + "".join(f"{backs:>16}" for backs in BACKS))
    for paper in PAPERS:
        cells = (f"{median(took[paper, backs], 'wall'):.3f} ({median(took[paper, backs], 'peak'):.0f})" for backs in BACKS)
        print(f"{paper:10}" + "".join(f"{cell:>16}" for cell in cells))
    total = sum(median(took[way], "wall") for way in ways)
    print(f"all together {total:.1f} s")


def growth(tool, name, sizes, write, folder, runs):
    games = {}
    for size in sizes:
        game = f"{name}-{size}"
        (folder / game).mkdir()
        write(folder / game, size)
        games[size] = game
    took = {size: [] for size in sizes}
    for _ in range(runs):
        for size in sizes:
            took[size].append(measured(command(tool, games[size], folder, folder / "output")))
    print(f"\n{name}, medians of {runs} runs")
    print(f"{'':>8} {'pages':>6} {'wall s':>8} {'CPU s':>8} {'peak MB':>8} {'ms a page':>10} {'ratio':>6}")
    first = None
    for size in sizes:
        pages = pages_of(folder / "output" / games[size] / f"{games[size]}-a4.pdf")
        wall, cpu, peak = (median(took[size], key) for key in ("wall", "cpu", "peak"))
        first = first or cpu / pages
        print(f"{size:>8} {pages:>6} {wall:>8.3f} {cpu:>8.3f} {peak:>8.1f} {cpu / pages * 1000:>10.2f} {cpu / pages / first:>6.2f}")


def write_tokens(folder, count):
    (folder / "game.yaml").write_text(TOKENS.format(third=count // 3))


def write_cards(folder, count):
    (folder / "game.yaml").write_text(CARDS.format())
    rows = (f"card-{n},Card {n},\"Some **words** for number {n}, and a few more to fill two lines or three.\"" for n in range(count))
    (folder / "deck.csv").write_text("id,title,text\n" + "\n".join(rows) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--tool", type=pathlib.Path, default=PROJECT / "target/release/tablewright")
    parser.add_argument("--game", default="zombie-rancher")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        modes(chosen.tool, chosen.game, folder, chosen.runs)
        growth(chosen.tool, "tokens", [1250, 2500, 5000, 10000], write_tokens, folder, chosen.runs)
        growth(chosen.tool, "cards", [250, 500, 1000, 2000], write_cards, folder, chosen.runs)


if __name__ == "__main__":
    main()
