#!/usr/bin/env python3
"""Prints decks of cards with Tablewright and with typst, and measures both.

    python3 benches/decks.py --cards 54,500 --runs 5

A deck is N different poker cards: a title, a number, a picture, a line for the kind, about 40 words with bold, italic
and an icon, and a back that all share. Both tools get the same words, the same SVG pictures and the same fonts, and put
eight cards with 3 mm of bleed and cut marks in the same places on A4, each sheet followed by its backs.

typst (the PyPI wheel, installed into the work folder) is helped where that is honest: its copy of the words is already
typst markup, its document reads each picture once, and makes none of the page labels, rulers and the first page that
Tablewright makes. Both write tags for those who hear a page. What Python takes to start and to import typst is measured
too, and the last column leaves that time out.

Runs alternate, so that both tools meet the same weather on a busy machine. Ratios are medians over pairs of runs and
above 1 when Tablewright needs less. Only measures: the exit code says nothing about who won.
"""

import argparse
import csv
import hashlib
import json
import pathlib
import random
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import venv

from measure import measured

PROJECT = pathlib.Path(__file__).resolve().parent.parent
TYPST = "0.15.0"
FONTS = ["barlow-" + face for face in "regular bold italic bold-italic condensed-medium condensed-bold".split()]
WORDS = """acre barrel bramble bucket calf cart cattle clover cow creek dawn ditch dust ember fence field
flint frost gate ghost grain harvest hay herd hill hoof lantern ledger mill moon mud night oats orchard
paddock plough pond post prairie rake ranch river rope rust saddle scythe shed silo sky stable stall stone
storm straw thistle trail trough wagon wheel wind wolf wool yard yoke a and at before by each for from in into
no of on or the then through to until when with your draw keep lead lose move pay roll score sell shear spend
swap take tie trade turn""".split()
KINDS = ["Animal", "Tool", "Weather", "Visitor", "Land", "Event"]
MEASURES = [("wall", "wall s", 3), ("cpu", "CPU s", 3), ("peak", "peak MB", 1), ("size", "PDF kB", 0)]

PLANKS = "".join(f'<path d="M{x} 32V58" stroke="#7D261D" stroke-width="0.5"/>' for x in range(37, 72, 3))
FENCE = "".join(f'<path d="M{x} 66V57L{x + 1} 56L{x + 2} 57V66Z" fill="#EADFC4"/>' for x in range(2, 32, 6))
BARN = f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 107 68">
<path d="M0 0H107V68H0Z" fill="#A9C6CF"/><path d="M84 8a7 7 0 1 0 .01 0Z" fill="#E0AE45"/>
<path d="M8 16q4-7 10-2q7-5 10 3q6 1 3 5H7q-4-3 1-6Z" fill="#F4F1E6"/>
<path d="M0 44q26-14 52-3t55-6V68H0Z" fill="#8FA653"/><path d="M0 57q30-8 60-1t47-3V68H0Z" fill="#56703A"/>
<path d="M35 32L53.5 17L72 32V58H35Z" fill="#A8382A"/>{PLANKS}
<path d="M32 33.5L53.5 14L75 33.5L73 36L53.5 18.4L34 36Z" fill="#3B2A22"/><path d="M46 41H61V58H46Z" fill="#5C4130"/>
<path d="M46 41L61 58M61 41L46 58" stroke="#F4E8CB"/><path d="M46 41H61V58H46Z" fill="none" stroke="#F4E8CB"/>
<path d="M50 27h7v6h-7Z" fill="#E0AE45" stroke="#F4E8CB"/><path d="M53.5 27v6M50 30h7" stroke="#F4E8CB"/>
{FENCE}<path d="M0 59H34V61H0Z" fill="#EADFC4"/><path d="M82 58C80 46 84 44 83 36q3 8 3 22Z" fill="#5C4130"/>
<path d="M84 42c-9 1-12-8-5-11c0-8 13-8 13 0c7 3 3 12-8 11Z" fill="#3F5A2C"/><path d="M90 62q5-6 10 0Z" fill="#D9C08C"/>
</svg>
"""
STAR = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20">
<path fill="#A8382A" d="M10 1L13 7.4L19.6 8.2L14.8 12.8L16 19.4L10 16.2L4 19.4L5.2 12.8L.4 8.2L7 7.4Z"/></svg>
"""

GAME = """title: Deck of {count}
palette: {{barn: "#A8382A", paper: "#F4E8CB", straw: "#E0AE45", ink: "#2A1F1B"}}
styles:
  name: {{font: Barlow Condensed, weight: bold, size: 14pt, line: 1.2, colour: ink}}
  corner: {{extends: name, align: centre}}
  kind: {{font: Barlow Condensed, weight: medium, size: 8pt, line: 1.2, colour: barn}}
  text: {{font: Barlow, size: 8.5pt, line: 1.28, icon: 1, colour: ink}}
icons: {{star: art/star.svg}}
components:
  cards:
    kind: cards
    size: 63.5mm x 88.9mm
    bleed: 3mm
    data: cards.csv
    front: {{template: faces/card.svg}}
    back: {{template: faces/back.svg}}
"""
CARD = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63.5 88.9" data-fields="number title kind text">
  <rect x="-3" y="-3" width="69.5" height="94.9" fill="#A8382A"/>
  <rect x="3" y="3" width="57.5" height="82.9" rx="2.4" fill="#F4E8CB" stroke="#2A1F1B" stroke-width="0.5"/>
  <circle cx="9.6" cy="9" r="4.1" fill="#E0AE45"/>
  <rect data-text="{{ number }}" data-style="corner" data-valign="middle" x="4.6" y="5" width="10" height="8"/>
  <rect data-text="{{ title }}" data-style="name" data-valign="middle" x="15.5" y="5" width="43" height="8"/>
  <rect data-image="art/barn.svg" x="5" y="14.5" width="53.5" height="34"/>
  <rect x="5" y="14.5" width="53.5" height="34" fill="none" stroke="#2A1F1B" stroke-width="0.4"/>
  <rect data-text="{{ kind }}" data-style="kind" data-valign="middle" x="6" y="49.5" width="51.5" height="5"/>
  <rect data-text="{{ text }}" data-style="text" x="6" y="55.5" width="51.5" height="29"/>
</svg>
"""
BACK = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63.5 88.9">
  <rect x="-3" y="-3" width="69.5" height="94.9" fill="#A8382A"/>
  <rect x="5" y="5" width="53.5" height="78.9" rx="2.5" fill="none" stroke="#F4E8CB" stroke-width="0.6"/>
  <rect data-image="art/barn.svg" x="12" y="31.89" width="39.5" height="25.1"/>
</svg>
"""
# A line of typst is as high as its edges say: 0.96 em + 0.32 em is the line height 1.28 above.
DECK = """#let (barn, paper, straw, ink) = (rgb("#A8382A"), rgb("#F4E8CB"), rgb("#E0AE45"), rgb("#2A1F1B"))
#let (width, height, bleed, left, top) = (63.5mm, 88.9mm, 3mm, 12.5mm, 13.1mm)
#let (across, down) = (width + 2 * bleed, height + 2 * bleed)
#let at(x, y, body) = place(dx: x, dy: y, body)
// typst files Barlow Condensed under Barlow, narrow.
#let condensed(weight, size, fill, body) = text(stretch: 75%, weight: weight, size: size, fill: fill, body)
#let picture = image("art/barn.svg", width: 53.5mm, height: 34mm)
#let star = box(image("art/star.svg", height: 1em), baseline: 0.15em)

#let marks = {
  let line = line.with(stroke: 0.15mm + rgb("#262626"))
  for cut in range(4).map(n => left + n * across).map(x => (x, x + width)).flatten() {
    at(cut, 7.5mm, line(end: (0mm, 2.1mm)))
    at(cut, 200.4mm, line(end: (0mm, 1.1mm)))
  }
  for cut in range(2).map(n => top + n * down).map(y => (y, y + height)).flatten() {
    at(5mm, cut, line(end: (4mm, 0mm)))
    at(288mm, cut, line(end: (4mm, 0mm)))
  }
}
#let frame = {
  at(-bleed, -bleed, rect(width: across, height: down, fill: barn))
  at(3mm, 3mm, rect(width: 57.5mm, height: 82.9mm, radius: 2.4mm, fill: paper, stroke: 0.5mm + ink))
  at(5.5mm, 4.9mm, circle(radius: 4.1mm, fill: straw))
  at(5mm, 14.5mm, picture)
  at(5mm, 14.5mm, rect(width: 53.5mm, height: 34mm, stroke: 0.4mm + ink))
}
#let back = {
  at(-bleed, -bleed, rect(width: across, height: down, fill: barn))
  at(5mm, 5mm, rect(width: 53.5mm, height: 78.9mm, radius: 2.5mm, stroke: 0.6mm + paper))
  at(12mm, 31.89mm, image("art/barn.svg", width: 39.5mm, height: 25.1mm))
}
#let front(card) = {
  frame
  at(4.6mm, 5mm, box(width: 10mm, height: 8mm, align(center + horizon, condensed("bold", 14pt, ink, card.number))))
  at(15.5mm, 5mm, box(width: 43mm, height: 8mm, align(horizon, condensed("bold", 14pt, ink, card.title))))
  at(6mm, 49.5mm, box(width: 51.5mm, height: 5mm, align(horizon, condensed("medium", 8pt, barn, card.kind))))
  at(6mm, 55.5mm, block(width: 51.5mm, height: 29mm, eval(card.text, mode: "markup", scope: (star: star))))
}

#set page(width: 297mm, height: 210mm, margin: 0mm, background: marks)
#set text(font: "Barlow", size: 8.5pt, fill: ink, top-edge: 0.96em, bottom-edge: -0.32em)
#set par(leading: 0mm, spacing: 0mm)
#for sheet in csv("cards.csv", row-type: dictionary).chunks(8) {
  let places = range(sheet.len()).map(n => (left + calc.rem(n, 4) * across, top + calc.quo(n, 4) * down))
  page(for ((x, y), card) in places.zip(sheet) { at(x, y, front(card)) })
  page(pdf.artifact(for (x, y) in places { at(297mm - x - width, y, back) }))
}
"""

COMPILE = """import sys, typst
typst.compile(sys.argv[1], output=sys.argv[2], font_paths=[sys.argv[3]], ignore_system_fonts=True)"""
# The same, for the warnings that `typst.compile` keeps to itself.
WARNINGS = """import sys, typst
compiler = typst.Compiler(sys.argv[1], font_paths=[sys.argv[3]], ignore_system_fonts=True)
for warning in compiler.compile_with_warnings(output=sys.argv[2])[1]:
    print("  typst warns:", warning.message)"""


def new_card(number, chance):
    """A card, with its text as a list of words and their style."""
    words = [[chance.choice(WORDS), ""] for _ in range(chance.randint(37, 43))]
    for place, style in zip(chance.sample(range(len(words) - 1), 4), ("bold", "italic") * 2):
        words[place][1] = style
    words.insert(chance.randrange(5, len(words) - 1), ["star", "icon"])
    words[0][0], words[-1][0] = words[0][0].capitalize(), words[-1][0] + "."
    nouns = [chance.choice(WORDS[:60]) for _ in range(3)]
    kind = f"{chance.choice(KINDS)}, {nouns[2]}"
    return {"number": str(number), "title": " ".join(nouns[:2]).title(), "kind": kind, "words": words}


def write_rows(path, cards, markup):
    with open(path, "w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file)
        rows.writerow(["id", "number", "title", "kind", "text"])
        for card in cards:
            text = " ".join(markup.get(style, "{}").format(word) for word, style in card["words"])
            rows.writerow([f"card-{card['number']}", card["number"], card["title"], card["kind"], text])


def make_deck(folder, cards):
    """The same deck for both tools: a game folder and a typst document."""
    game, typ = folder / "components" / "deck", folder / "typst"
    write_rows(folder_of(game / "cards.csv"), cards, {"bold": "**{}**", "italic": "*{}*", "icon": ":{}:"})
    write_rows(folder_of(typ / "cards.csv"), cards, {"bold": "*{}*", "italic": "_{}_", "icon": "#{};"})
    files = {"game.yaml": GAME.format(count=len(cards)), "faces/card.svg": CARD, "faces/back.svg": BACK}
    art = {"art/barn.svg": BARN, "art/star.svg": STAR}
    for where, texts in ((game, {**files, **art}), (typ, {"deck.typ": DECK, **art})):
        for name, text in texts.items():
            folder_of(where / name).write_text(text)


def folder_of(path):
    """The path itself, once the folder it is in is there."""
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def install_typst(work):
    """The Python of a virtual environment that has typst, and a folder with the fonts."""
    python, fonts = work / "venv" / "bin" / "python", work / "fonts"
    if not python.exists():
        venv.create(work / "venv", with_pip=True)
    subprocess.run([python, "-m", "pip", "install", "--quiet", f"typst=={TYPST}"], check=True)
    for name in FONTS:
        shutil.copy(PROJECT / "templates" / "fonts" / f"{name}.ttf", folder_of(fonts / f"{name}.ttf"))
    return python, fonts


def output_of(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=True).stdout


def facts_of(pdf):
    content = pdf.read_bytes()
    return {"size": len(content) / 1000, "sha256": hashlib.sha256(content).hexdigest()}


def pages_of(pdf):
    return int(re.search(r"Pages: +(\d+)", output_of("pdfinfo", pdf))[1]) if shutil.which("pdfinfo") else None


def words_of_first_card(pdf, page):
    corner = {"x": 12.5, "y": 13.1, "W": 63.5, "H": 88.9}
    where = [word for key, mm in corner.items() for word in (f"-{key}", str(round(mm * 72 / 25.4)))]
    return sorted(output_of("pdftotext", "-f", str(page), "-l", str(page), *where, pdf, "-").split())


def check(card, ours, theirs):
    """Says what differs between the two files, as far as that shows without looking."""
    pages = pages_of(ours), pages_of(theirs)
    if None not in pages:
        verdict = "the same number of" if pages[0] - 1 == pages[1] else "DIFFERENT numbers of"
        print(f"  {'pages':8} {pages[0]:12} {pages[1]:13}   {verdict} pages with cards: ours has one before them")
    if shutil.which("pdftotext"):
        words = [word for word, style in card["words"] if style != "icon"]
        wanted = sorted([card["number"], *card["title"].split(), *card["kind"].split(), *words])
        for name, found in (("tablewright", words_of_first_card(ours, 2)), ("typst", words_of_first_card(theirs, 1))):
            verdict = "are all there" if found == wanted else f"ARE NOT THE SAME: {set(found) ^ set(wanted)}"
            print(f"  the {len(wanted)} words of the first card in the file of {name} {verdict}")
    return pages


def bench(count, work, tool, python, fonts, runs):
    folder = work / f"deck-{count}"
    chance = random.Random(count)
    cards = [new_card(number, chance) for number in range(1, count + 1)]
    make_deck(folder, cards)
    ours, theirs = folder / "out" / "deck" / "deck-a4.pdf", folder / "typst" / "deck.pdf"
    arguments = [folder / "typst" / "deck.typ", theirs, fonts]
    pair = [
        ([tool, "print", "deck", "--components", folder / "components", "--output", folder / "out"], ours),
        ([python, "-I", "-c", COMPILE, *arguments], theirs),
    ]
    start = [python, "-I", "-c", "import typst"]
    for command in (pair[0][0], pair[1][0], start):
        measured(command)
    took, starts = [], []
    for _ in range(runs):
        took.append([{**measured(command), **facts_of(pdf)} for command, pdf in pair])
        starts.append(measured(start))
    idle = {key: statistics.median(run[key] for run in starts) for key in starts[0]}

    print(f"\n{count} cards, {runs} pairs of runs")
    print(f"  {'':8} {'tablewright':>12} {'typst ' + TYPST:>13} {'ratio':>7} {'without Python':>15}")
    ratios = {}
    for key, name, digits in MEASURES:
        middle = [statistics.median(both[side][key] for both in took) for side in (0, 1)]
        ratios[key] = statistics.median(b[key] / a[key] for a, b in took)
        line = f"  {name:8} {middle[0]:12.{digits}f} {middle[1]:13.{digits}f} {ratios[key]:7.2f}"
        if key in ("wall", "cpu"):
            ratios[f"{key} without Python"] = statistics.median((b[key] - idle[key]) / a[key] for a, b in took)
            line += f" {ratios[f'{key} without Python']:15.2f}"
        print(line)
    pages = check(cards[0], ours, theirs)
    different = len({run[0]["sha256"] for run in took})
    print(f"  {runs} runs of tablewright gave {'the same bytes' if different == 1 else f'{different} DIFFERENT files'}")
    print(output_of(python, "-I", "-c", WARNINGS, *arguments), end="")
    return {"cards": count, "pairs": took, "python": idle, "ratios": ratios, "pages": pages}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cards", default="54,500", help="deck sizes (default: 54,500)")
    parser.add_argument("--runs", type=int, default=5, help="pairs of runs (default: 5)")
    parser.add_argument("--tool", type=pathlib.Path, default=PROJECT / "target" / "release" / "tablewright")
    parser.add_argument("--work", type=pathlib.Path, help="a folder to keep everything in; temporary without it")
    parser.add_argument("--json", type=pathlib.Path, help="a file for every single measurement")
    given = parser.parse_args()
    if not given.tool.exists():
        sys.exit(f"there is no {given.tool}: `cargo build --release` makes it")
    with tempfile.TemporaryDirectory() as temporary:
        work = (given.work or pathlib.Path(temporary)).resolve()
        # A copy, in case the tool is built anew meanwhile.
        tool = shutil.copy2(given.tool, folder_of(work / "tablewright"))
        python, fonts = install_typst(work)
        decks = [bench(int(count), work, tool, python, fonts, given.runs) for count in given.cards.split(",")]
    if given.json:
        given.json.write_text(json.dumps({"typst": TYPST, "decks": decks}, indent=1) + "\n")


if __name__ == "__main__":
    main()
