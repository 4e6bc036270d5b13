//! The first page: what is in the kit, what to print it on, how to cut it, and who made the game.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use crate::diag::Diagnostics;
use crate::geom::{Affine, Size};
use crate::model::{FieldText, PathStep, Style, svg_path};
use crate::units::Length;

use super::slots::{layer_of, stack};
use crate::layout::common::Common;
use crate::layout::face::{Art, Face, Layer};
use crate::layout::studio::Studio;
use crate::layout::text::lines::{Placed, stacked_height};
use crate::layout::text::rich::{self, Marks};
use crate::layout::text::typeset::{TextLook, Typesetter};

/// The style of a line in the list.
const LIST: &str = "kit-list";
/// Room between two columns of the list, and between picture and words, in millimetres.
const GUTTER: f32 = 5.0;
/// No row of the list is lower, in millimetres.
const LOWEST_ROW: f32 = 5.0;
/// A picture in the list is at most so wide for its height.
const WIDEST: f32 = 1.5;
/// Between two pictures of a row, in widths of one.
const BETWEEN: f32 = 0.06;
/// Several pictures are at least this part as large as one alone would be.
const LEAST_OF_ONE: f32 = 0.5;

/// One line of the list: a component of the kit.
#[derive(Debug, Clone)]
pub struct KitLine {
    /// What it is called.
    pub title: String,
    /// How many there are.
    pub quantity: usize,
    /// How large it is, what to print it on and what to do with it.
    pub details: Vec<String>,
    /// The pages it is on, in words; empty when it is not printed this time.
    pub pages: String,
    /// Pictures of it, one for each different look, the most telling first.
    pub faces: Vec<Common<Face>>,
}

/// Between the first page and the small print at its foot.
const ABOVE_FOOT: Length = Length::from_um(1_500);

/// Lays out the first page for paper that leaves `size` to print on.
pub fn lay_out_contents(
    studio: &Studio<'_>,
    size: Size,
    kit: &[KitLine],
    texts: &[(&str, String)],
    found: &mut Diagnostics,
) -> Option<Face> {
    let game = studio.game();
    let size = Size::new(size.width, size.height - ABOVE_FOOT);
    let field = |name: &str, text: String, key: &str| {
        let place = game.place(key).unwrap_or(&game.contents.template.place).clone();
        (name.to_owned(), FieldText { text, place })
    };
    let mut fields = vec![field("credits", credits(studio), "credits"), field("needed", needed(studio), "also needed")];
    fields.extend(texts.iter().map(|(name, text)| field(name, text.clone(), name)));
    let (mut face, open) = studio.single(&game.contents, size, fields, found)?;
    for slot in open {
        face.layers.extend(kit_layers(studio, slot.rect, kit, found));
    }
    Some(match studio.edition() {
        Some(mut edition) => edition.face(&face, false, found),
        None => face,
    })
}

fn credits(studio: &Studio<'_>) -> String {
    let mut text = String::new();
    for credit in &studio.game().credits {
        let _ = writeln!(text, "**{}** {}\n", credit.role, credit.names);
    }
    text
}

fn needed(studio: &Studio<'_>) -> String {
    studio.game().also_needed.join(" · ")
}

/// The list in as many columns as make its rows low enough; what does not fit any more is counted in its last row.
fn kit_layers(
    studio: &Studio<'_>,
    [x, y, width, height]: [f32; 4],
    kit: &[KitLine],
    found: &mut Diagnostics,
) -> Vec<Layer> {
    let columns = match kit.len() {
        0..=5 => 1,
        6..=24 => 2,
        _ => 3,
    };
    let most_rows = (1..=kit.len()).take_while(|rows| *rows as f32 * LOWEST_ROW <= height).count().max(1);
    let rows = kit.len().div_ceil(columns).clamp(1, most_rows);
    let room = rows * columns;
    let listed = if kit.len() > room { room - 1 } else { kit.len() };
    let (column_width, row_height) = ((width + GUTTER) / columns as f32 - GUTTER, (height / rows as f32).min(24.0));
    let style = studio.game().styles.get(LIST).cloned().unwrap_or_default();
    let place = |number: usize| {
        let left = x + (number / rows) as f32 * (column_width + GUTTER);
        [left, y + (number % rows) as f32 * row_height, column_width, row_height]
    };
    let mut layers = Vec::new();
    for (number, line) in kit[..listed].iter().enumerate() {
        layers.extend(line_layers(studio, &style, place(number), line, found));
    }
    if listed < kit.len() {
        let [left, top, width, height] = place(listed);
        let more = format!("and {} more, each named on its own page", kit.len() - listed);
        let indent = text_indent(height);
        layers.extend(words(studio, &style, [left + indent, top, width - indent, height], &[more], found));
    }
    layers
}

/// How far the words of a row stand from its picture's left edge.
fn text_indent(row_height: f32) -> f32 {
    row_height * WIDEST + GUTTER * 0.6
}

/// The first of the texts that fits the box, as large as it can be; if none does, what fits of the last.
fn words(
    studio: &Studio<'_>,
    style: &Style,
    [left, top, width, height]: [f32; 4],
    texts: &[String],
    found: &mut Diagnostics,
) -> Vec<Layer> {
    let mut typesetter = Typesetter::new(studio.context().fonts);
    let (mut lines, mut faults) = (Vec::new(), BTreeSet::new());
    'fit: for text in texts {
        let (blocks, _) = rich::parse(text, Marks::of(studio.game()));
        let mut shaped = typesetter.shape(&blocks, TextLook::of(studio.game(), style));
        for scale in [1.0, 0.9, 0.8, 0.7] {
            lines = typesetter.lines(&mut shaped, width, scale);
            faults = typesetter.faults(&shaped);
            if stacked_height(&lines) <= height {
                break 'fit;
            }
        }
    }
    for fault in faults {
        found.push(fault.diagnostic());
    }
    while lines.len() > 1 && stacked_height(&lines) > height {
        lines.pop();
    }
    let top = top + (height - stacked_height(&lines)) / 2.0;
    stack(studio.context(), &lines, [left, top], found)
}

fn line_layers(
    studio: &Studio<'_>,
    style: &Style,
    [x, y, width, height]: [f32; 4],
    line: &KitLine,
    found: &mut Diagnostics,
) -> Vec<Layer> {
    let picture = [x, y + height * 0.06, height * WIDEST, height * 0.88];
    let mut layers = fan(studio, &line.faces, picture);
    let pages = if line.pages.is_empty() { "not in this print" } else { &line.pages };
    let details: Vec<&str> = line.details.iter().map(String::as_str).filter(|d| !d.is_empty()).collect();
    let short = format!("**{} × {}** · {pages}", line.quantity, line.title.trim());
    let full = format!("{short}\\\n{}", details.join(" · "));
    let indent = text_indent(height);
    layers.extend(words(studio, style, [x + indent, y, width - indent, height * 0.96], &[full, short], found));
    let rule = Placed::Fill { rect: [x, y + height - 0.1, width, 0.12], colour: style.colour };
    layers.extend(layer_of(studio.context(), rule, found));
    layers
}

/// Up to three faces side by side at one scale, so that each is seen whole; fewer where they would be too small.
fn fan(studio: &Studio<'_>, faces: &[Common<Face>], [x, y, width, height]: [f32; 4]) -> Vec<Layer> {
    let Some(first) = faces.first() else { return Vec::new() };
    let (w, h) = (first.size.width.mm_f32(), first.size.height.mm_f32());
    let spread = |count: usize| count as f32 + BETWEEN * (count - 1) as f32;
    let scale = |count: usize| (width / (w * spread(count))).min(height / h).min(1.0);
    let most = faces.len().min(3);
    let count = (1..=most).rev().find(|count| scale(*count) >= scale(1) * LEAST_OF_ONE).unwrap_or(1);
    let scale = scale(count);
    let left = x + (width - w * spread(count) * scale) / 2.0;
    let top = y + (height - h * scale) / 2.0;
    // A net ends where it is cut, and with little ink nothing else shows where a piece does.
    let has_edge = |face: &Face| face.cut.is_some() || studio.edition().is_some();
    let layers = |(number, face): (usize, &Common<Face>)| {
        let transform = Affine([scale, 0.0, 0.0, scale, left + w * (1.0 + BETWEEN) * scale * number as f32, top]);
        let edge = if has_edge(face) { edge_of(studio, face, &face.edge(), scale) } else { None };
        let edge = edge.map(|art| Layer::Art { art, transform, slots: Vec::new(), unit: 1.0, clip: None });
        std::iter::once(Layer::Face { face: Common::clone(face), transform }).chain(edge)
    };
    faces.iter().take(count).enumerate().flat_map(layers).collect()
}

/// The line along which a piece is cut, as a drawing as large as the piece.
fn edge_of(studio: &Studio<'_>, face: &Face, cut: &[PathStep], scale: f32) -> Option<Common<Art>> {
    let (width, height) = (face.size.width.mm_f32(), face.size.height.mm_f32());
    let svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\"><path d=\"{}\" fill=\"none\" \
         stroke=\"#262626\" stroke-width=\"{}\"/></svg>",
        svg_path(cut),
        EDGE / scale
    );
    studio.own_art("edge", &svg).ok()
}

/// How thick the edge of a net is in a small picture, in millimetres.
const EDGE: f32 = 0.15;
