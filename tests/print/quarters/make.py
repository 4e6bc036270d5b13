#!/usr/bin/env python3
"""Makes the pictures in this folder: 32 x 24 pixels with a red, a green, a blue and a white quarter, in every form of file
that a designer may have. Needs Pillow 11.3 or later.

    python3 tests/print/quarters/make.py
"""

import pathlib
import struct

from PIL import Image

HERE = pathlib.Path(__file__).resolve().parent
SIZE = (32, 24)
RED, GREEN, BLUE, WHITE = (255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 255)


def quarters(mode, colours, size=SIZE):
    picture = Image.new(mode, size)
    width, height = size[0] // 2, size[1] // 2
    for number, colour in enumerate(colours):
        x, y = number % 2 * width, number // 2 * height
        picture.paste(colour, (x, y, x + width, y + height))
    return picture


def segments(jpeg):
    """The marker and the bytes of each segment up to the scan, and the rest."""
    at, found = 2, []
    while jpeg[at + 1] != 0xDA:
        length = struct.unpack(">H", jpeg[at + 2 : at + 4])[0]
        found.append((jpeg[at + 1], jpeg[at : at + 2 + length]))
        at += 2 + length
    return found, jpeg[at:]


def split(red, green, blue):
    """Brightness and differences as JPEG has them."""
    return (
        round(0.299 * red + 0.587 * green + 0.114 * blue),
        round(128 - 0.168736 * red - 0.331264 * green + 0.5 * blue),
        round(128 + 0.5 * red - 0.418688 * green - 0.081312 * blue),
    )


def main():
    rgb = quarters("RGB", (RED, GREEN, BLUE, WHITE))
    whole = {"quality": 95, "subsampling": 0}
    rgb.save(HERE / "usual.jpg", **whole)
    rgb.save(HERE / "progressive.jpg", progressive=True, **whole)
    rgb.save(HERE / "plain-rgb.jpg", keep_rgb=True, **whole)
    quarters("L", (20, 90, 160, 255)).save(HERE / "grey.jpg", **whole)
    # Pillow writes inks as the programs of Adobe do, inverted and with their marker.
    inks = [tuple(255 - value for value in colour) + (0,) for colour in (RED, GREEN, BLUE, WHITE)]
    quarters("CMYK", inks).save(HERE / "cmyk.jpg", **whole)
    # The same with three of the inks as brightness and differences, which the marker says. Those programs make them of what
    # is left of white under each inverted ink, which is the ink.
    parts = [tuple(255 - value for value in split(*ink[:3])) + (0,) for ink in inks]
    quarters("CMYK", parts).save(HERE / "ycck.jpg", **whole)
    head, rest = segments((HERE / "ycck.jpg").read_bytes())
    head = [(marker, data[:-1] + b"\x02" if marker == 0xEE else data) for marker, data in head]
    (HERE / "ycck.jpg").write_bytes(b"\xff\xd8" + b"".join(data for _, data in head) + rest)
    # Inks as they are, without a marker.
    quarters("CMYK", [tuple(255 - value for value in ink) for ink in inks]).save(HERE / "bare-cmyk.jpg", **whole)
    head, rest = segments((HERE / "bare-cmyk.jpg").read_bytes())
    bare = b"".join(data for marker, data in head if marker != 0xEE)
    (HERE / "bare-cmyk.jpg").write_bytes(b"\xff\xd8" + bare + rest)
    rgb.save(HERE / "lossy.webp", quality=95)
    rgb.save(HERE / "lossless.webp", lossless=True)
    seen = quarters("RGBA", (RED + (255,), GREEN + (255,), BLUE + (255,), WHITE + (0,)))
    seen.save(HERE / "see-through.webp", lossless=True)
    rgb.save(HERE / "usual.png")
    seen.save(HERE / "see-through.png")
    listed = rgb.quantize(4)
    listed.save(HERE / "listed.png")
    listed.save(HERE / "listed-see-through.png", transparency=listed.getpixel((SIZE[0] - 1, SIZE[1] - 1)))
    rgb.save(HERE / "one-colour-unseen.png", transparency=WHITE)
    rgb.save(HERE / "other.avif")
    rgb.save(HERE / "other.gif")


if __name__ == "__main__":
    main()
