#!/usr/bin/env python3
"""Prints one card with one PNG on it, for PNGs of every kind, and tells how much larger than the file the PDF grows by it.

    python3 benches/pictures.py

The pictures are made with Pillow and have 750 x 1050 pixels: clouds of colour with a little noise that stand for a photo
or a painting, and flat discs with outlines that stand for a drawing. What a PDF grows by is its size less that of the same
card with a picture of one pixel.
"""

import argparse
import pathlib
import random
import subprocess
import tempfile

from PIL import Image, ImageDraw, ImageFilter

PROJECT = pathlib.Path(__file__).resolve().parent.parent
SIZE = (750, 1050)
INKS = [(140, 47, 57), (30, 60, 90), (220, 180, 60), (20, 20, 20), (90, 140, 80)]
GAME = """title: Picture
version: "1"
components:
  deck: {kind: cards, front: {template: card.svg}}
"""
CARD = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63.5 88.9">
<rect data-image="art.png" width="63.5" height="88.9"/></svg>
"""


def clouds(luck, scale):
    width, height = (max(2, side // scale) for side in SIZE)
    small = Image.frombytes("RGB", (width, height), luck.randbytes(width * height * 3))
    return small.resize(SIZE, Image.BICUBIC)


def painting(luck):
    large = Image.blend(clouds(luck, 150), clouds(luck, 40), 0.4)
    return Image.blend(Image.blend(large, clouds(luck, 9), 0.15), clouds(luck, 1), 0.02)


def drawing(luck):
    picture = Image.new("RGB", SIZE, "#f4ecd8")
    pen = ImageDraw.Draw(picture)
    for _ in range(60):
        x, y, r = luck.randrange(SIZE[0]), luck.randrange(SIZE[1]), luck.randrange(20, 160)
        pen.ellipse((x - r, y - r, x + r, y + r), fill=luck.choice(INKS), outline=(0, 0, 0), width=4)
    return picture


def see_through(picture):
    mask = Image.new("L", SIZE, 0)
    ImageDraw.Draw(mask).ellipse((60, 60, SIZE[0] - 60, SIZE[1] - 60), fill=255)
    seen = picture.copy()
    seen.putalpha(mask.filter(ImageFilter.GaussianBlur(12)))
    return seen


def pictures():
    luck = random.Random(3)
    painted, drawn = painting(luck), drawing(luck)
    return {
        "painting, RGB": painted,
        "painting, RGB with alpha": see_through(painted),
        "painting, grey": painted.convert("L"),
        "painting, grey with alpha": see_through(painted.convert("L")),
        "drawing, RGB": drawn,
        "drawing, RGB with alpha": see_through(drawn),
        "drawing, palette of 16": drawn.quantize(16),
        "drawing, palette of 64 with alpha": see_through(drawn).quantize(64),
    }


def printed(tool, folder):
    subprocess.run([tool, "print", folder, "--output", folder / "out"], stdout=subprocess.DEVNULL, check=True)
    return (folder / "out" / folder.name / f"{folder.name}-a4.pdf").stat().st_size


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--tool", default=PROJECT / "target/release/tablewright", help="the binary to measure")
    tool = parser.parse_args().tool
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "game.yaml").write_text(GAME)
        (folder / "card.svg").write_text(CARD)
        file = folder / "art.png"
        Image.new("RGB", (1, 1)).save(file)
        bare = printed(tool, folder)
        print("| picture | PNG | in the PDF | |\n|---|---|---|---|")
        for name, picture in pictures().items():
            picture.save(file)
            size, grown = file.stat().st_size, printed(tool, folder) - bare
            print(f"| {name} | {size / 1000:.0f} kB | {grown / 1000:.0f} kB | {grown / size - 1:+.1%} |")


if __name__ == "__main__":
    main()
