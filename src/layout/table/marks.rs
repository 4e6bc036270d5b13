//! How a piece and the words beside it are drawn on a board: a shadow and a rim around a face, plates with text. Where
//! they go is said elsewhere.

use crate::diag::{Diagnostic, Diagnostics};
use crate::geom::Affine;
use crate::layout::common::Common;
use crate::layout::face::{Face, GlyphRun, InkWish, Layer};
use crate::layout::pieces::label::{first_line, shape};
use crate::layout::studio::Studio;
use crate::layout::text::lines::Placed;
use crate::layout::text::typeset::Typesetter;
use crate::math;
use crate::model::{Colour, Style, svg_path};
use crate::units::Length;

use super::arrange::Frame;
use super::{Turn, fitted};

/// Narrow, so that much fits on a plate.
const FONT: &str = "Barlow Condensed";
/// Text on a plate, as a part of a square, and of the width of the board, as the whole of it is seen on a screen.
const TEXT: (f32, f32) = (0.16, 0.009);
/// It is no larger than this part of a square, so that there is room for a piece.
const LARGEST_TEXT: f32 = 0.27;
/// Capitals are about this high, as a part of the size.
const CAPITALS: f32 = 0.7;
/// What is around the text of a plate, as a part of its size: at its ends, above and below.
const AROUND: (f32, f32) = (0.42, 0.26);
/// The rim of a piece, in millimetres at its own size.
const RIM: f32 = 0.3;
/// A cross and two figures on their plate, as a part of the size of the text.
const NUMBER: f32 = 2.1;
/// No plate holds more letters.
const LONGEST: usize = 60;
/// The rim of a lit square and how far inside it is, and how thick lines are, as parts of a square.
const LIT_RIM: f32 = 0.05;
pub const LIT_INSET: f32 = 0.05;
const LINE: f32 = 0.06;
/// How far from the middle of a square an arrow begins, so that what lies there is seen.
const CLEAR: f32 = 0.36;
/// The dot at the beginning of a line and the head at its end, as parts of its thickness.
const DOT: f32 = 1.6;
const HEAD: f32 = 4.2;
const LIGHT: Colour = Colour { red: 0xFF, green: 0xD8, blue: 0x1F };
const DARK: Colour = Colour { red: 0x1C, green: 0x1C, blue: 0x1E };

/// What a plate says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Look {
    /// How many there are.
    Count,
    /// What somebody wrote beside a piece.
    Label,
}

/// What is lit.
#[derive(Debug, Clone)]
pub enum LitShape {
    /// A square.
    Square(Frame),
    /// Anything else, as the data of an SVG path.
    Path(String),
}

/// Draws pieces and plates on the board of one studio.
pub struct Marker<'s, 'a> {
    studio: &'s Studio<'a>,
    text: f32,
    cell: f32,
    board: [f32; 2],
}

impl<'s, 'a> Marker<'s, 'a> {
    /// For a board with squares of so many millimetres that is so many millimetres wide and high.
    pub fn new(studio: &'s Studio<'a>, cell: f32, board: [f32; 2]) -> Self {
        let text = (cell * TEXT.0).max(board[0] * TEXT.1).min(cell * LARGEST_TEXT);
        Self { studio, text, cell, board }
    }

    /// Spaces that are lit: a bright frame with dark edges, for those too who see no colours.
    pub fn lit(&self, shapes: &[LitShape], found: &mut Diagnostics) -> Option<Layer> {
        let (inset, thick) = (self.cell * LIT_INSET, self.cell * LIT_RIM);
        let shape = |shape: &LitShape| match shape {
            LitShape::Path(path) => format!("<path d=\"{path}\"/>"),
            LitShape::Square([x, y, w, h]) => {
                let (x, y, w, h) = (x + inset, y + inset, w - inset * 2.0, h - inset * 2.0);
                let round = inset * 2.0;
                format!("<rect x=\"{x:.3}\" y=\"{y:.3}\" width=\"{w:.3}\" height=\"{h:.3}\" rx=\"{round:.3}\"/>")
            }
        };
        let squares: String = shapes.iter().map(shape).collect();
        let drawn = |colour: Colour, width: f32| {
            format!("<g fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width:.3}\">{squares}</g>")
        };
        // What lies there keeps its colours; between dark edges what is bright is seen on any ground, and in black alone.
        let keep = InkWish::id("keep");
        let group = format!("<g id=\"{keep}\">{}{}</g>", drawn(DARK, thick * 1.8), drawn(LIGHT, thick));
        self.drawing("lit", self.board, &group, Affine::IDENTITY, found).filter(|_| !squares.is_empty())
    }

    /// Straight arrows that leave what they begin and end at to be seen, with a dot where they begin; those that begin where
    /// another one ends go on with it.
    pub fn lines(&self, lines: &[([f32; 2], [f32; 2])], found: &mut Diagnostics) -> Option<Layer> {
        let thick = self.cell * LINE;
        let arrows: Vec<Arrow> = lines
            .iter()
            .map(|(from, to)| Arrow {
                ends: [*from, *to],
                goes_on: lines.iter().any(|(_, end)| is_same(*end, *from) && !is_same(*from, *to)),
                is_gone_on: lines.iter().any(|(start, _)| is_same(*start, *to) && !is_same(*from, *to)),
                clear: self.cell * CLEAR,
            })
            .collect();
        let drawn = |more: f32, colour: Colour| {
            let arrows: String = arrows.iter().map(|arrow| arrow.drawn(thick, more)).collect();
            format!(
                "<g stroke=\"{colour}\" fill=\"{colour}\" stroke-linejoin=\"round\" stroke-linecap=\"round\">{arrows}</g>"
            )
        };
        // On dark ground the white around them is seen; with little ink they stay as they are.
        let keep = InkWish::id("keep");
        let both = format!("<g id=\"{keep}\">{}{}</g>", drawn(thick * 0.9, Colour::WHITE), drawn(0.0, DARK));
        self.drawing("lines", self.board, &both, Affine::IDENTITY, found).filter(|_| !lines.is_empty())
    }

    /// How wide a plate with two figures is.
    pub fn number(&self) -> f32 {
        self.text * NUMBER
    }

    /// How large the text on plates is.
    pub fn text(&self) -> f32 {
        self.text
    }

    /// A face with a rim, by itself: what is beyond its outline is seen through.
    pub fn alone(&self, face: &Common<Face>, found: &mut Diagnostics) -> Vec<Layer> {
        let rim = self.rim(face, Affine::IDENTITY, found);
        std::iter::once(Layer::Face { face: face.clone(), transform: Affine::IDENTITY }).chain(rim).collect()
    }

    /// The rim of a face.
    fn rim(&self, face: &Face, at: Affine, found: &mut Diagnostics) -> Option<Layer> {
        let inner = svg_path(&face.outline.path(face.size, Length::from_mm_f64(f64::from(RIM / 2.0))));
        let rim = format!(
            "<path d=\"{inner}\" fill=\"none\" stroke=\"#000000\" stroke-opacity=\"0.6\" stroke-width=\"{RIM}\"/>"
        );
        self.drawing("rim", [face.size.width.mm_f32(), face.size.height.mm_f32()], &rim, at, found)
    }

    /// A face in a rectangle, with its shadow and a rim, turned as it lies.
    pub fn piece(&self, face: &Common<Face>, rect: Frame, turn: Turn, found: &mut Diagnostics) -> Vec<Layer> {
        let at = fitted(face, rect, turn);
        let (w, h) = (face.size.width.mm_f32(), face.size.height.mm_f32());
        let outline = svg_path(&face.outline.path(face.size, Length::ZERO));
        let shadow = format!("<path d=\"{outline}\" fill=\"#000000\" fill-opacity=\"0.34\"/>");
        let fall = w.min(h) * math::hypotf(at.0[0], at.0[1]) * 0.035;
        let layers = [
            self.drawing("shadow", [w, h], &shadow, Affine::translate(fall * 0.6, fall).after(at), found),
            Some(Layer::Face { face: face.clone(), transform: at }),
            self.rim(face, at, found),
        ];
        layers.into_iter().flatten().collect()
    }

    /// A plate with text around a point, moved so that it stays in the room, and as short as the room is wide.
    pub fn plate(&self, text: &str, look: Look, [x, y]: [f32; 2], room: Frame, found: &mut Diagnostics) -> Vec<Layer> {
        let (ends, above) = (self.text * AROUND.0, self.text * AROUND.1);
        let ink = if look == Look::Count { Colour::WHITE } else { DARK };
        let words = lettering(self.studio, text, (self.text, ink), room[2] - ends * 2.0, found);
        let height = self.text * CAPITALS + above * 2.0;
        // A short number gets a round plate.
        let width = (words.width + ends * 2.0).max(height);
        let inside = |at: f32, size: f32, from: f32, room: f32| at.min(from + room - size).max(from);
        let left = inside(x - width / 2.0, width, room[0], room[2]);
        let top = inside(y - height / 2.0, height, room[1], room[3]);
        let (ground, line) = if look == Look::Count { (DARK, Colour::WHITE) } else { (Colour::WHITE, DARK) };
        let thick = self.text * 0.07;
        let (w, h) = (width - thick, height - thick);
        let pill = format!(
            "<rect x=\"{0:.3}\" y=\"{0:.3}\" width=\"{w:.3}\" height=\"{h:.3}\" rx=\"{1:.3}\" fill=\"{ground}\" \
             fill-opacity=\"0.92\" stroke=\"{line}\" stroke-width=\"{thick:.3}\"/>",
            thick / 2.0,
            h / if look == Look::Count { 2.0 } else { 4.0 }
        );
        let plate = self.drawing("plate", [width, height], &pill, Affine::translate(left, top), found);
        plate.into_iter().chain(words.centred(left + width / 2.0, top + height / 2.0)).collect()
    }

    /// Where something could lie and nothing does.
    pub fn empty(&self, [x, y, w, h]: Frame, found: &mut Diagnostics) -> Option<Layer> {
        let thick = w.min(h) * 0.02;
        let place = format!(
            "<rect x=\"{0:.3}\" y=\"{0:.3}\" width=\"{1:.3}\" height=\"{2:.3}\" rx=\"{3:.3}\" fill=\"none\" stroke=\"{DARK}\" \
             stroke-opacity=\"0.4\" stroke-width=\"{thick:.3}\" stroke-dasharray=\"{4:.3}\"/>",
            thick / 2.0,
            w - thick,
            h - thick,
            w.min(h) * 0.06,
            thick * 4.0,
        );
        self.drawing("empty", [w, h], &place, Affine::translate(x, y), found)
    }

    fn drawing(
        &self,
        name: &str,
        [w, h]: [f32; 2],
        drawing: &str,
        at: Affine,
        found: &mut Diagnostics,
    ) -> Option<Layer> {
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" viewBox=\"0 0 {w} {h}\">{drawing}</svg>"
        );
        let art = found.accept(self.studio.own_art(name, &svg).map_err(Diagnostic::error))?;
        Some(Layer::Art { art, transform: at, slots: Vec::new(), unit: 1.0, clip: None })
    }
}

/// Whether two points were made from the same numbers.
fn is_same(one: [f32; 2], other: [f32; 2]) -> bool {
    one.map(f32::to_bits) == other.map(f32::to_bits)
}

/// An arrow between two points.
struct Arrow {
    ends: [[f32; 2]; 2],
    /// Whether it goes on with another one, which has the dot.
    goes_on: bool,
    /// Whether another one goes on with it, which has the head.
    is_gone_on: bool,
    /// So far from the middle of a piece it begins and ends, where it is long enough.
    clear: f32,
}

impl Arrow {
    /// As SVG, `more` thicker all around; a dot where its ends are the same.
    fn drawn(&self, thick: f32, more: f32) -> String {
        let [[x, y], [to_x, to_y]] = self.ends;
        let radius = thick * DOT + more / 2.0;
        let dot = |x: f32, y: f32| format!("<circle cx=\"{x:.3}\" cy=\"{y:.3}\" r=\"{radius:.3}\" stroke=\"none\"/>");
        let length = math::hypotf(to_x - x, to_y - y);
        if length <= thick {
            return dot(x, y);
        }
        let (along, across) = ((to_x - x) / length, (to_y - y) / length);
        let is_long = length > self.clear * 2.0 + thick * HEAD;
        let kept = |continues: bool, part: f32| if continues || !is_long { 0.0 } else { self.clear * part };
        let at = |from: f32| (x + along * from, y + across * from);
        let (start, end) = (kept(self.goes_on, 1.0), length - kept(self.is_gone_on, 0.7));
        let (x, y) = at(start);
        let wide = thick + more;
        let line = |(to_x, to_y): (f32, f32)| {
            format!("<path d=\"M{x:.3} {y:.3}L{to_x:.3} {to_y:.3}\" stroke-width=\"{wide:.3}\"/>")
        };
        let begins = if self.goes_on { String::new() } else { dot(x, y) };
        if self.is_gone_on {
            return line(at(end)) + &begins;
        }
        let head = (thick * HEAD).min((end - start) * 0.6);
        let (tip, foot) = (at(end), at(end - head));
        let (side_x, side_y) = (across * head * 0.55, along * head * 0.55);
        let point = format!(
            "<path d=\"M{:.3} {:.3}L{:.3} {:.3}L{:.3} {:.3}Z\" stroke-width=\"{more:.3}\"/>",
            tip.0,
            tip.1,
            foot.0 - side_x,
            foot.1 + side_y,
            foot.0 + side_x,
            foot.1 - side_y,
        );
        line(foot) + &point + &begins
    }
}

/// A line of bold text.
pub struct Lettering {
    runs: Vec<GlyphRun>,
    width: f32,
    size: f32,
    baseline: f32,
}

impl Lettering {
    /// The line with the middle of its capitals at a point.
    pub fn centred(&self, x: f32, y: f32) -> impl Iterator<Item = Layer> {
        let (dx, dy) = (x - self.width / 2.0, y + self.size * CAPITALS / 2.0 - self.baseline);
        self.runs
            .iter()
            .map(move |run| Layer::Glyphs(GlyphRun { origin: (run.origin.0 + dx, run.origin.1 + dy), ..run.clone() }))
    }
}

/// A text at a size, cut at its end when it is wider than that.
pub fn lettering(
    studio: &Studio<'_>,
    text: &str,
    (size, colour): (f32, Colour),
    widest: f32,
    found: &mut Diagnostics,
) -> Lettering {
    let style = Style {
        font: FONT.into(),
        weight: 700,
        size: Length::from_mm_f64(f64::from(size)).max(Length::from_um(1)),
        colour,
        ..Style::default()
    };
    let mut typesetter = Typesetter::new(studio.context().fonts);
    let whole = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut kept: Vec<char> = whole.chars().take(LONGEST).collect();
    let mut cut = kept.len() < whole.chars().count();
    loop {
        let words = kept.iter().collect::<String>().trim_end().to_owned() + if cut { "…" } else { "" };
        let mut shaped = shape(&mut typesetter, &style, &words);
        let (line, width, baseline) = first_line(&typesetter, &mut shaped);
        if width <= widest || kept.is_empty() {
            for fault in typesetter.faults(&shaped) {
                found.push(Diagnostic::warning(format!("{fault} in `{whole}`")));
            }
            let run = |item| match item {
                Placed::Run(run) => Some(run),
                Placed::Icon { .. } | Placed::Fill { .. } => None,
            };
            return Lettering { runs: line.items.into_iter().filter_map(run).collect(), width, size, baseline };
        }
        kept.pop();
        cut = true;
    }
}
