//! A page as a drawing for a cutting machine, in its real size: cut lines, fold lines and registration marks, each on
//! its layer, as SVG with curves or as DXF with corners only. Nothing of what is printed.

use std::fmt::Write as _;

use kurbo::{PathEl, flatten};

use crate::impose::{Mark, MarkKind, Page, REGISTRATION_LINE};
use crate::math;
use crate::model::{PathStep, svg_path};
use crate::units::Length;

/// How far a curve may be from its corners, in millimetres: far less than a blade is wide.
const CLOSE: f64 = 0.02;
/// The thickness lines are shown in; machines go by their middle.
const SHOWN: Length = Length::from_um(100);

/// What a file shows on a layer: its name, the colour in SVG and the number of that colour in DXF.
struct Layer {
    name: &'static str,
    colour: &'static str,
    number: i32,
}

const CUT: Layer = Layer { name: "cut", colour: "#ff0000", number: 1 };
const FOLD: Layer = Layer { name: "fold", colour: "#0000ff", number: 5 };
const REGISTRATION: Layer = Layer { name: "registration", colour: "#000000", number: 7 };

fn folds(page: &Page) -> impl Iterator<Item = &Mark> {
    // Where the next tile lies is neither cut nor folded.
    page.marks.iter().filter(|mark| mark.kind.is_fold())
}

fn registration(page: &Page) -> impl Iterator<Item = &Mark> {
    page.marks.iter().filter(|mark| mark.kind == MarkKind::Registration)
}

/// The page as SVG, a unit to the millimetre.
#[must_use]
pub fn cut_svg(page: &Page) -> String {
    let (width, height) = (page.sheet.size.width.mm(), page.sheet.size.height.mm());
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:inkscape=\"http://www.inkscape.org/namespaces/inkscape\" \
         width=\"{width}mm\" height=\"{height}mm\" viewBox=\"0 0 {width} {height}\">\n"
    );
    let cuts: Vec<String> = page.cut_lines().iter().map(|path| svg_path(path)).collect();
    svg_layer(&CUT, SHOWN, &cuts, &mut out);
    svg_layer(&FOLD, SHOWN, &folds(page).map(svg_line).collect::<Vec<_>>(), &mut out);
    svg_layer(&REGISTRATION, REGISTRATION_LINE, &registration(page).map(svg_line).collect::<Vec<_>>(), &mut out);
    out.push_str("</svg>\n");
    out
}

fn svg_line(mark: &Mark) -> String {
    format!("M{} {}L{} {}", mark.from.x.mm(), mark.from.y.mm(), mark.to.x.mm(), mark.to.y.mm())
}

fn svg_layer(layer: &Layer, line: Length, paths: &[String], out: &mut String) {
    let (name, colour, width) = (layer.name, layer.colour, line.mm());
    // Writing to a string cannot fail.
    let _ = writeln!(
        out,
        "<g id=\"{name}\" inkscape:groupmode=\"layer\" inkscape:label=\"{name}\" fill=\"none\" stroke=\"{colour}\" \
         stroke-width=\"{width}\">"
    );
    for path in paths {
        let _ = writeln!(out, "<path d=\"{path}\"/>");
    }
    out.push_str("</g>\n");
}

/// The page as DXF in the form that every program reads (R12), in millimetres with y upwards.
#[must_use]
pub fn cut_dxf(page: &Page) -> String {
    let mut dxf = Dxf { out: String::new(), height: page.sheet.size.height.mm() };
    dxf.head(page.sheet.size.width.mm());
    dxf.group(0, "SECTION").group(2, "ENTITIES");
    for path in page.cut_lines() {
        dxf.closed(&CUT, &corners(&path));
    }
    folds(page).for_each(|mark| dxf.line(&FOLD, mark));
    registration(page).for_each(|mark| dxf.line(&REGISTRATION, mark));
    dxf.group(0, "ENDSEC").group(0, "EOF");
    dxf.out
}

/// The corners of a closed path, its curves made of straight lines.
fn corners(path: &[PathStep]) -> Vec<(f64, f64)> {
    let at = |x: f32, y: f32| kurbo::Point::new(f64::from(x), f64::from(y));
    let element = |step: &PathStep| match *step {
        PathStep::Move(x, y) => PathEl::MoveTo(at(x, y)),
        PathStep::Line(x, y) => PathEl::LineTo(at(x, y)),
        PathStep::Cubic([a, b, c, d, x, y]) => PathEl::CurveTo(at(a, b), at(c, d), at(x, y)),
        PathStep::Close => PathEl::ClosePath,
    };
    let mut corners = Vec::new();
    flatten(path.iter().map(element), CLOSE, |element| {
        if let PathEl::MoveTo(point) | PathEl::LineTo(point) = element {
            corners.push((point.x, point.y));
        }
    });
    // The line is closed anyway: a last corner on the first one would be a line of no length.
    let same = |a: (f64, f64), b: (f64, f64)| math::hypot(a.0 - b.0, a.1 - b.1) < CLOSE / 2.0;
    corners.dedup_by(|a, b| same(*a, *b));
    if corners.len() > 1 && same(corners[0], corners[corners.len() - 1]) {
        corners.pop();
    }
    corners
}

/// A DXF file under construction: pairs of lines, a code and a value.
struct Dxf {
    out: String,
    height: f64,
}

impl Dxf {
    fn group(&mut self, code: i32, value: impl std::fmt::Display) -> &mut Self {
        let _ = writeln!(self.out, "{code}\n{value}");
        self
    }

    /// A point of the page; the three codes of a point are ten apart.
    fn point(&mut self, code: i32, (x, y): (f64, f64)) -> &mut Self {
        let up = self.height - y;
        self.group(code, format!("{x:.4}")).group(code + 10, format!("{up:.4}")).group(code + 20, "0.0")
    }

    /// The version, the unit, the size of the sheet, and the layers.
    fn head(&mut self, width: f64) {
        let height = self.height;
        self.group(0, "SECTION").group(2, "HEADER").group(9, "$ACADVER").group(1, "AC1009");
        // Four is the millimetre.
        self.group(9, "$INSUNITS").group(70, 4);
        self.group(9, "$EXTMIN").point(10, (0.0, height)).group(9, "$EXTMAX").point(10, (width, 0.0));
        self.group(0, "ENDSEC").group(0, "SECTION").group(2, "TABLES");
        self.group(0, "TABLE").group(2, "LTYPE").group(70, 1).group(0, "LTYPE").group(2, "CONTINUOUS").group(70, 0);
        self.group(3, "Solid line").group(72, 65).group(73, 0).group(40, "0.0").group(0, "ENDTAB");
        self.group(0, "TABLE").group(2, "LAYER").group(70, 3);
        for layer in [CUT, FOLD, REGISTRATION] {
            self.group(0, "LAYER").group(2, layer.name).group(70, 0).group(62, layer.number).group(6, "CONTINUOUS");
        }
        self.group(0, "ENDTAB").group(0, "ENDSEC");
    }

    fn closed(&mut self, layer: &Layer, corners: &[(f64, f64)]) {
        let corner = (0.0, self.height);
        self.group(0, "POLYLINE").group(8, layer.name).group(66, 1).point(10, corner).group(70, 1);
        for &corner in corners {
            self.group(0, "VERTEX").group(8, layer.name).point(10, corner);
        }
        self.group(0, "SEQEND").group(8, layer.name);
    }

    fn line(&mut self, layer: &Layer, mark: &Mark) {
        let [from, to] = [mark.from, mark.to].map(|point| (point.x.mm(), point.y.mm()));
        self.group(0, "LINE").group(8, layer.name).point(10, from).point(11, to);
    }
}
