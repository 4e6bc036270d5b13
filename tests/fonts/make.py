"""Makes the fonts the tests print with, out of a few letters of Barlow (SIL Open Font License, see
templates/fonts/LICENSE-barlow.txt): `python3 tests/fonts/make.py`, with fontTools."""

import math
from io import BytesIO
from pathlib import Path

from fontTools.colorLib.builder import buildCOLR, buildCPAL
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTCollection, TTFont, newTable
from fontTools.ttLib.tables._c_m_a_p import CmapSubtable
from fontTools.ttLib.tables._f_v_a_r import Axis
from fontTools.ttLib.tables._g_l_y_f import Glyph, GlyphComponent
from fontTools.ttLib.tables.TupleVariation import TupleVariation

HERE = Path(__file__).parent
SHARED = HERE.parent.parent / "templates" / "fonts"


def letters(name, text, family):
    """A few letters of a font under another name."""
    font = TTFont(SHARED / name)
    options = Options(layout_features=[], hinting=False, name_IDs=[1, 2, 4, 6], notdef_outline=True, glyph_names=True)
    subsetter = Subsetter(options)
    subsetter.populate(text=text)
    subsetter.subset(font)
    for number, word in ((1, family), (2, "Regular"), (4, family), (6, family.replace(" ", ""))):
        font["name"].setName(word, number, 3, 1, 0x409)
        font["name"].removeNames(number, 1)
    return font


def points(font, glyph):
    coordinates, _ = font["glyf"]._getCoordinatesAndControls(glyph, font["hmtx"].metrics)
    return list(coordinates)


def axis(font, tag, low, default, high):
    added = Axis()
    added.axisTag, added.minValue, added.defaultValue, added.maxValue = tag, low, default, high
    added.axisNameID = font["name"].addName(tag)
    return added


def variable():
    """From regular to bold along `wght`, and leaning along `slnt`."""
    # Letters that have the same points in both.
    text = "Oow0 "
    font, bold = (letters(f"barlow-{name}.ttf", text, "Test Variable") for name in ("regular", "bold"))
    font["fvar"] = newTable("fvar")
    font["fvar"].axes = [axis(font, "wght", 400, 400, 700), axis(font, "slnt", -14, 0, 0)]
    font["gvar"] = newTable("gvar")
    font["gvar"].version, font["gvar"].reserved, font["gvar"].variations = 1, 0, {}
    lean = math.tan(math.radians(14))
    for glyph in font.getGlyphOrder()[1:]:
        thin, thick = points(font, glyph), points(bold, glyph)
        assert len(thin) == len(thick), glyph
        heavier = [(round(b[0] - a[0]), round(b[1] - a[1])) for a, b in zip(thin, thick)]
        leaning = [(round(y * lean), 0) for _, y in thin[:-4]] + [(0, 0)] * 4
        font["gvar"].variations[glyph] = [
            TupleVariation({"wght": (0, 1, 1)}, heavier),
            TupleVariation({"slnt": (-1, -1, 0)}, leaning),
        ]
    return font


def coloured():
    """`A` only in layers of colour, `B` in layers and as an outline, `C` only as a drawing, `D` broken, `E` plain; a smile
    is `A`, and the sign for the sun is `E`."""
    font = letters("barlow-bold.ttf", "ABCDEo ", "Test Colours")
    for table in font["cmap"].tables:
        table.cmap[0x65E5] = "E"
    smiles = CmapSubtable.newSubtable(12)
    smiles.platformID, smiles.platEncID, smiles.language = 3, 10, 0
    smiles.cmap = {**font.getBestCmap(), 0x1F600: "A"}
    font["cmap"].tables.append(smiles)
    glyphs = font["glyf"]
    font["COLR"] = buildCOLR({"A": [("E", 0), ("o", 1)], "B": [("o", 0)]})
    font["CPAL"] = buildCPAL([[(1, 0, 0, 1), (0, 0, 1, 1)]])
    glyphs["A"] = glyphs["C"] = Glyph()
    number = font.getGlyphID("C")
    font["SVG "] = newTable("SVG ")
    drawing = f'<svg xmlns="http://www.w3.org/2000/svg"><path id="glyph{number}" fill="red" d="M0 0h500v-500z"/></svg>'
    font["SVG "].docList = [(drawing, number, number)]
    part = GlyphComponent()
    part.glyphName, part.x, part.y, part.flags = "D", 0, 0, 4
    broken = Glyph()
    broken.numberOfContours, broken.components = -1, [part]
    broken.xMin = broken.yMin = broken.xMax = broken.yMax = 0
    broken.recalcBounds = lambda *_, **__: None
    glyphs["D"] = broken
    return font


def nested():
    """Each of `A` to `K` is put together of twelve of the next, and `L` is plain."""
    names = "ABCDEFGHIJKL"
    font = letters("barlow-regular.ttf", names + " ", "Test Nested")
    for name, inner in zip(names, names[1:]):
        glyph = Glyph()
        glyph.numberOfContours, glyph.components = -1, []
        for _ in range(12):
            part = GlyphComponent()
            part.glyphName, part.x, part.y, part.flags = inner, 0, 0, 4
            glyph.components.append(part)
        glyph.xMin = glyph.yMin = glyph.xMax = glyph.yMax = 0
        glyph.recalcBounds = lambda *_, **__: None
        font["glyf"][name] = glyph
    font["maxp"].recalc = lambda *_: None
    return font


def of_a_cut(family, is_apart):
    """The variable font under the name of the cut that it begins with; its family stands apart, or only in that name."""
    font = variable()
    for number, word in ((1, f"{family} Thin"), (4, f"{family} Thin"), (6, f"{family.replace(' ', '')}-Thin")):
        font["name"].setName(word, number, 3, 1, 0x409)
    if is_apart:
        for number, word in ((16, family), (17, "Thin")):
            font["name"].setName(word, number, 3, 1, 0x409)
    return font


def save(font, name):
    font.recalcBBoxes = False
    font["head"].created = font["head"].modified = 0
    font.recalcTimestamp = False
    font.save(HERE / name)


save(variable(), "variable.ttf")
save(coloured(), "colours.ttf")
save(nested(), "nested.ttf")
save(of_a_cut("Test Apart", True), "apart.ttf")
save(of_a_cut("Test Joined", False), "joined.ttf")


def collection():
    """Two fonts in one file."""
    both = TTCollection()
    both.fonts = [letters("barlow-regular.ttf", "AO ", "Test First"), letters("barlow-bold.ttf", "AO ", "Test Second")]
    for font in both.fonts:
        font["head"].created = font["head"].modified = 0
        font.recalcTimestamp = False
    both.save(HERE / "both.ttc")


collection()
for flavor in ("woff", "woff2"):
    packed = TTFont(HERE / "variable.ttf", recalcBBoxes=False, recalcTimestamp=False)
    packed.flavor = flavor
    packed.save(HERE / f"variable.{flavor}")
