#!/usr/bin/env python3
"""Prints decks of photographs with Tablewright, protograf and typst, from the very same files, and tells what each takes.

    cargo build --release
    python3 benches/photographs.py --cards 54,162

Every card is a poker card with a photograph of 825 x 1125 pixels over all of it and its bleed, and a line of text. The
photographs are made here, each another: soft clouds of colour, edges, and the grain of a sensor, so that a JPEG of them is as
large as one of a camera. protograf and typst come from PyPI into a virtual environment; protograf needs Python 3.11. It gets
its own images folder and the same grid of 3 x 3 cards.
"""

import argparse
import pathlib
import statistics
import subprocess
import sys
import tempfile
import venv

from measure import measured

PROJECT = pathlib.Path(__file__).resolve().parent.parent
PEERS = ["protograf==0.5.2", "typst==0.15.0", "pillow", "numpy"]

GAME = """title: Photographs
version: "1"
components:
  deck: {kind: cards, data: cards.csv, front: {template: card.svg}}
"""
CARD = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {{ face.width }} {{ face.height }}">
<rect data-image="{{ photo }}" data-fit="cover" x="-3" y="-3" width="{{ face.width + 6 }}" height="{{ face.height + 6 }}"/>
<rect data-text="{{ title }}" data-colour="white" x="6" y="76" width="51" height="8"/></svg>
"""
TYPST = """#set page(paper: "a4", margin: (x: 7.4mm, y: 6.4mm))
#set text(size: 9pt, fill: white)
#let card(row) = box(width: 63.5mm, height: 88.9mm, clip: true)[
  #place(dx: -3mm, dy: -3mm, image(row.at(2), width: 69.5mm, height: 94.9mm, fit: "cover"))
  #place(dx: 6mm, dy: 78mm)[#row.at(1)]]
#grid(columns: 3, gutter: 0mm, ..csv("cards.csv").slice(1).map(card))
"""
PROTOGRAF = """from protograf import *
Create(filename="deck.pdf", paper="A4", margin=0.63)
Data(filename="cards.csv")
Deck(cards={count}, width=6.35, height=8.89, grid_marks=0)
Card("*", image(T("{{{{ photo }}}}"), x=0, y=0, width=6.35, height=8.89),
     text(text=T("{{{{ title }}}}"), x=3, y=8, stroke="white"))
Save()
"""
COMPILE = "import sys, typst\ntypst.compile(sys.argv[1], output=sys.argv[2])"
PHOTOGRAPH = '''import sys, numpy
from PIL import Image
kind, folder, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
W, H = 825, 1125
y, x = numpy.mgrid[0:H, 0:W].astype("float32")
for n in range(count):
    luck = numpy.random.default_rng(n)
    def clouds(step):
        small = luck.integers(0, 256, (H // step + 2, W // step + 2, 3), dtype="uint8")
        return numpy.asarray(Image.fromarray(small).resize((W, H), Image.BICUBIC), dtype="float32")
    picture = clouds(220) * 0.6 + clouds(60) * 0.3 + clouds(14) * 0.1
    for _ in range(12):
        cx, cy, r = luck.uniform(0, W), luck.uniform(0, H), luck.uniform(30, 220)
        inside = ((x - cx) ** 2 + (y - cy) ** 2 < r * r)[..., None]
        picture = numpy.where(inside, picture * 0.7 + luck.uniform(0, 255, 3) * 0.3, picture)
    picture += luck.normal(0, 6.5, (H, W, 1)) + luck.normal(0, 1.5, (H, W, 3))
    image = Image.fromarray(picture.clip(0, 255).astype("uint8"))
    path = f"{folder}/{n:03}.{kind}"
    image.save(path, quality=88) if kind == "jpg" else image.save(path)
'''


def made(work, python, kind, count):
    """The folder of a deck for all three tools."""
    folder = work / f"{kind}-{count}"
    photos = folder / "game" / "photos"
    photos.mkdir(parents=True)
    subprocess.run([python, "-c", PHOTOGRAPH, kind, photos, str(count)], check=True)
    rows = "".join(f"card-{n},Photograph {n},photos/{n:03}.{kind}\n" for n in range(count))
    for name in ("game", "typst", "protograf"):
        (folder / name).mkdir(exist_ok=True)
        (folder / name / "cards.csv").write_text("id,title,photo\n" + rows)
        if name != "game":
            (folder / name / "photos").symlink_to(photos)
    (folder / "game" / "game.yaml").write_text(GAME)
    (folder / "game" / "card.svg").write_text(CARD)
    (folder / "typst" / "deck.typ").write_text(TYPST)
    (folder / "protograf" / "deck.py").write_text(PROTOGRAF.format(count=count))
    return folder


def size(path):
    return sum(file.stat().st_size for file in path.iterdir()) / 1e6 if path.is_dir() else path.stat().st_size / 1e6


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cards", default="54,162", help="deck sizes (default: 54,162)")
    parser.add_argument("--kinds", default="jpg,png", help="forms of the photographs (default: jpg,png)")
    parser.add_argument("--runs", type=int, default=3, help="runs of each tool, in turn (default: 3)")
    parser.add_argument("--tool", type=pathlib.Path, default=PROJECT / "target/release/tablewright")
    parser.add_argument("--python", type=pathlib.Path, help="a Python that has the other tools; installed without it")
    given = parser.parse_args()
    tool = given.tool.resolve()
    with tempfile.TemporaryDirectory() as temporary:
        work = pathlib.Path(temporary)
        python = given.python
        if not python:
            venv.create(work / "venv", with_pip=True)
            python = work / "venv/bin/python"
            subprocess.run([python, "-m", "pip", "install", "--quiet", *PEERS], check=True)
        print("| photographs | files | | wall | processor | memory | PDF |\n|---|---|---|---|---|---|---|")
        for kind in given.kinds.split(","):
            for count in map(int, given.cards.split(",")):
                bench(made(work, python, kind, count), kind, count, (tool, python, given.runs))


def bench(folder, kind, count, tools):
    tool, python, runs = tools
    inside = f"import os, runpy; os.chdir({str(folder / 'protograf')!r}); runpy.run_path('deck.py')"
    ours = [tool, "print", folder / "game", "--output", folder / "out"]
    commands = {
        "Tablewright": (ours, folder / "out/game/game-a4.pdf"),
        "the same, 300 dpi": ([*ours[:-1], folder / "fewer", "--image-dpi", "300"], folder / "fewer/game/game-a4.pdf"),
        "protograf": ([python, "-c", inside], folder / "protograf/deck.pdf"),
        "typst": ([python, "-c", COMPILE, folder / "typst/deck.typ", folder / "typst/deck.pdf"], folder / "typst/deck.pdf"),
    }
    took = {name: [] for name in commands}
    for _ in range(runs):
        for name, (command, _) in commands.items():
            took[name].append(measured(command))
    files = size(folder / "game/photos")
    for name, (_, pdf) in commands.items():
        wall, cpu, peak = (statistics.median(run[key] for run in took[name]) for key in ("wall", "cpu", "peak"))
        what = f"{count} {kind.upper()}"
        print(f"| {what} | {files:.1f} MB | {name} | {wall:.2f} s | {cpu:.2f} s | {peak:.0f} MB | {size(pdf):.1f} MB |")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
