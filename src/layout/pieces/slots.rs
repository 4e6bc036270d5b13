//! What goes into the slots of a bound template: text in its style, pictures in their boxes.

use std::str::FromStr as _;

use crate::diag::{Diagnostic, Diagnostics, Place, meant_or_known};
use crate::model::{Align, Colour, CssColour, FieldText, Fit, Game, LONGEST_SIDE, Palette, Style, TRACKING};
use crate::units::{Length, mm_per_point};

use crate::layout::box_fit::BoxFit;
use crate::layout::face::{Layer, Role};
use crate::layout::picture::Pictures;
use crate::layout::template::slot::{DrawingSlot, ImageSlot, TextSlot};
use crate::layout::text::families::listed;
use crate::layout::text::fit::{Overflow, largest_scale};
use crate::layout::text::fonts::{FONT_FILES, Fonts};
use crate::layout::text::lines::{Placed, TextLine, stacked_height};
use crate::layout::text::rich::{self, Marks, UnknownMark};
use crate::layout::text::typeset::{Shaped, TextLook, Typesetter};

/// No box holds a longer text.
const LONGEST_TEXT: usize = 50_000;
/// The style of text whose template names none.
pub const PLAIN: &str = "body";

/// What filling slots needs of everything around.
#[derive(Clone, Copy)]
pub struct SlotContext<'a> {
    /// The game: its styles, icons and palette.
    pub game: &'a Game,
    /// Its fonts.
    pub fonts: &'a Fonts,
    /// Its pictures.
    pub pictures: &'a Pictures<'a>,
}

/// A text slot that has been shaped and measured, and only waits for its scale.
pub struct TextDraft {
    /// Which slot of the template it is for, by the slot's place there.
    pub slot: usize,
    shaped: Shaped,
    /// Left, top, width, height in millimetres.
    rect: [f32; 4],
    valign: Align,
    /// The largest scale at which it fits its box.
    pub scale: f32,
    /// Whether all texts of the deck in this slot take the smallest scale among them.
    pub together: bool,
}

/// Reads, shapes and measures the text of a slot; `unit` is template units to the millimetre.
pub fn draft_text(
    context: SlotContext<'_>,
    typesetter: &mut Typesetter<'_>,
    slot: &DrawingSlot,
    text: &TextSlot,
    unit: f32,
    found: &mut Diagnostics,
) -> Option<TextDraft> {
    let style = slot_style(context, text, unit, &slot.place, found)?;
    let rect = slot.rect_mm(unit);
    let FieldText { text: words, place } = &text.text;
    if words.len() > LONGEST_TEXT {
        let message = format!("a text of {} letters fits no box", words.len());
        found.push(Diagnostic::error(message).at(place));
        return None;
    }
    let (blocks, unknown) = rich::parse(words, Marks::of(context.game));
    report_marks(context, &unknown, place, found);
    let look = TextLook::of(context.game, &style);
    let mut shaped = typesetter.shape(&blocks, look);
    let (scale, together) = fitted(typesetter, &mut shaped, &style, rect, place, found);
    report_faults(typesetter, &shaped, place, found);
    let valign = text.valign.as_ref().map_or(Align::Start, |word| upright(word, found));
    Some(TextDraft { slot: slot.place.offset(), shaped, rect, valign, scale, together })
}

/// Where a text stands from top to bottom.
fn upright(word: &FieldText, found: &mut Diagnostics) -> Align {
    match word.text.as_str() {
        "top" => Align::Start,
        "middle" | "centre" | "center" => Align::Centre,
        "bottom" => Align::End,
        other => {
            let hint = meant_or_known(other, ["top", "middle", "bottom"]);
            let message = format!("`data-valign` cannot be `{other}`");
            found.push(Diagnostic::error(message).at(&word.place).maybe_hint(hint));
            Align::Start
        }
    }
}

fn fitted(
    typesetter: &Typesetter<'_>,
    shaped: &mut Shaped,
    style: &Style,
    [.., width, height]: [f32; 4],
    place: &Place,
    found: &mut Diagnostics,
) -> (f32, bool) {
    let (floor, together) = match style.fit {
        Fit::Exact => (style.size, false),
        Fit::Shrink(floor) => (floor, false),
        Fit::Together(floor) => (floor, true),
    };
    let least = (floor.mm_f32() / style.size.mm_f32()).min(1.0);
    match largest_scale(typesetter, shaped, [width, height], least) {
        Ok(scale) => (scale, together),
        Err(overflow) => {
            let word = shaped.word_too_wide(width, least).filter(|_| overflow.height <= 0.0);
            found.push(too_large((overflow, word), [width, height], floor, style).at(place));
            (least, together)
        }
    }
}

fn too_large(
    (overflow, word): (Overflow, Option<String>),
    [width, height]: [f32; 2],
    floor: Length,
    style: &Style,
) -> Diagnostic {
    let points = |length: Length| format!("{:.1} pt", length.mm_f32() / mm_per_point());
    let by = if overflow.height > 0.0 {
        format!("{:.1} mm too tall", overflow.height)
    } else {
        format!("{:.1} mm too wide", overflow.width)
    };
    let at =
        if floor < style.size { format!("even at {}", points(floor)) } else { format!("at {}", points(style.size)) };
    let which = word.map_or_else(String::new, |word| format!(": `{word}` has no room in a line"));
    Diagnostic::error(format!("the text is {by} for its box of {width:.1} x {height:.1} mm, {at}{which}"))
        .hint("shorten the text, enlarge the box, or let it `shrink` further")
}

/// A word about every icon and every look of words that is not there.
pub fn report_marks(context: SlotContext<'_>, unknown: &[UnknownMark], place: &Place, found: &mut Diagnostics) {
    for mark in unknown {
        let place = place.showing(&mark.written());
        found.push(unknown_mark(context.game, mark).at(&place));
    }
}

fn unknown_mark(game: &Game, mark: &UnknownMark) -> Diagnostic {
    match mark {
        UnknownMark::Icon(name) => {
            let hint = meant_or_known(name, game.icons.keys().map(String::as_str));
            Diagnostic::error(format!("there is no icon `{name}`")).maybe_hint(hint)
        }
        UnknownMark::Look(name) => {
            let known = game.palette.names().chain(game.styles.keys().map(String::as_str));
            let hint = meant_or_known(name, known);
            Diagnostic::error(format!("there is no colour and no text style `{name}` for these words")).maybe_hint(hint)
        }
    }
}

/// A word about every character that does not print as it should.
pub fn report_faults(typesetter: &mut Typesetter<'_>, shaped: &Shaped, place: &Place, found: &mut Diagnostics) {
    for fault in typesetter.faults(shaped) {
        let place = place.showing(fault.character.encode_utf8(&mut [0; 4]));
        found.push(fault.diagnostic().at(&place));
    }
}

/// The style of a name, or the plain one; `place` is the slot's, for a plain style that is not there.
pub fn named_style<'g>(
    context: SlotContext<'g>,
    named: Option<&FieldText>,
    place: &Place,
    found: &mut Diagnostics,
) -> Option<&'g Style> {
    let (name, place) = named.map_or((PLAIN, place), |named| (named.text.as_str(), &named.place));
    let style = context.game.styles.get(name);
    if style.is_none() {
        let hint = meant_or_known(name, context.game.styles.keys().map(String::as_str));
        found.push(Diagnostic::error(format!("there is no text style `{name}`")).at(place).maybe_hint(hint));
    }
    style
}

/// The style a slot asks for, with the properties the template sets itself.
fn slot_style(
    context: SlotContext<'_>,
    text: &TextSlot,
    unit: f32,
    place: &Place,
    found: &mut Diagnostics,
) -> Option<Style> {
    let mut style = named_style(context, text.style.as_ref(), place, found)?.clone();
    // Others are parts of the size, wherever it is said.
    let (sizes, others): (Vec<_>, Vec<_>) = text.own.iter().enumerate().partition(|(_, (word, _))| *word == "size");
    // What an element further inside says holds, but for a size that is a part of the one around.
    let holds =
        |(at, (word, _)): &(usize, &(&str, FieldText))| text.own[at + 1..].iter().all(|(later, _)| later != word);
    for (_, (word, value)) in sizes.into_iter().chain(others.into_iter().filter(holds)) {
        if let Err(diagnostic) = set_property(&mut style, word, &value.text, unit, &context.game.palette) {
            found.push(diagnostic.at(&value.place));
        }
    }
    if context.fonts.has_family(&style.font) {
        let says = |property: &str| text.own.iter().any(|(word, _)| *word == property);
        if let Some((weight, is_slanted)) = context.fonts.cut_named(&style.font).filter(|_| says("font")) {
            style.weight = if says("weight") { style.weight } else { weight };
            style.italic = if says("italic") { style.italic } else { is_slanted };
        }
        return Some(style);
    }
    // A font that a style names was looked for with the style.
    if let Some((_, font)) = text.own.iter().rev().find(|(word, _)| *word == "font") {
        let first = listed(&font.text).next().unwrap_or_default();
        let hint = meant_or_known(first, context.fonts.families());
        let message = format!("there is no font `{}`", font.text);
        let told = Diagnostic::error(message).at(&font.place).maybe_hint(hint);
        found.push(told.hint(FONT_FILES).once());
    }
    None
}

fn set_property(style: &mut Style, word: &str, value: &str, unit: f32, palette: &Palette) -> Result<(), Diagnostic> {
    let wrong = |what: &str| Diagnostic::error(format!("`{value}` is not {what}"));
    match word {
        "font" => value.clone_into(&mut style.font),
        "size" => {
            style.size = font_size(value, style.size, unit)?;
            if style.size <= Length::ZERO || style.size > LONGEST_SIDE {
                return Err(wrong("a font size"));
            }
        }
        "shrink" => style.fit = with_floor(style.fit, drawn_length(value, unit)?),
        "together" => {
            let floor = match style.fit {
                Fit::Exact => style.size,
                Fit::Shrink(floor) | Fit::Together(floor) => floor,
            };
            style.fit = if value == "true" { Fit::Together(floor) } else { Fit::Shrink(floor) };
        }
        "weight" => {
            style.weight = match value {
                "normal" | "regular" => 400,
                "bold" | "bolder" => 700,
                "lighter" => 300,
                _ => value.parse().map_err(|_| wrong("a font weight"))?,
            }
        }
        "italic" => style.italic = value == "true",
        "tracking" => {
            style.tracking = match value.strip_suffix("em") {
                _ if value == "normal" => 0.0,
                Some(number) => number.trim().parse().map_err(|_| wrong("a distance of letters"))?,
                None => drawn_length(value, unit)?.mm_f32() / style.size.mm_f32(),
            };
            if !TRACKING.contains(&style.tracking) {
                return Err(wrong("a distance of letters"));
            }
        }
        "colour" => {
            let hint = || meant_or_known(value, palette.names());
            let colour = palette.resolve(value).or_else(|| svg_colour(value));
            style.colour = colour.ok_or_else(|| wrong("a colour of this game").maybe_hint(hint()))?;
        }
        "align" => {
            style.align = match value {
                "left" => Align::Start,
                "centre" | "center" => Align::Centre,
                "right" => Align::End,
                "justify" => Align::Justify,
                _ => return Err(wrong("a way to align text").hint("`left`, `centre`, `right` or `justify`")),
            }
        }
        _ => {}
    }
    Ok(())
}

/// A colour as drawing programs write it: `red`, `rgb(168, 56, 42)`.
fn svg_colour(value: &str) -> Option<Colour> {
    if let Ok(figures) = value.parse::<CssColour>() {
        return Some(figures.colour);
    }
    let colour = svgtypes::Color::from_str(value).ok()?;
    Some(Colour { red: colour.red, green: colour.green, blue: colour.blue })
}

fn with_floor(fit: Fit, floor: Length) -> Fit {
    match fit {
        Fit::Together(_) => Fit::Together(floor),
        Fit::Exact | Fit::Shrink(_) => Fit::Shrink(floor),
    }
}

/// A font size as SVG writes them: a length, a part of the size around, or a word.
fn font_size(value: &str, around: Length, unit: f32) -> Result<Length, Diagnostic> {
    /// What browsers make of words, in units of the drawing.
    const WORDS: &[(&str, f32)] = &[
        ("xx-small", 9.0),
        ("x-small", 10.0),
        ("small", 13.0),
        ("medium", 16.0),
        ("large", 18.0),
        ("x-large", 24.0),
        ("xx-large", 32.0),
    ];
    const STEP: f32 = 1.2;
    let units = |units: f32| Length::from_mm_f64(f64::from(units / unit));
    let part = |of: f32| Length::from_mm_f64(f64::from(around.mm_f32() * of));
    let number = |ending: &str| value.strip_suffix(ending)?.trim().parse::<f32>().ok().filter(|n| n.is_finite());
    if let Some((_, size)) = WORDS.iter().find(|(word, _)| *word == value) {
        return Ok(units(*size));
    }
    Ok(match (value, number("rem"), number("em"), number("%")) {
        ("smaller", ..) => part(1.0 / STEP),
        ("larger", ..) => part(STEP),
        (_, Some(rem), ..) => units(rem * 16.0),
        (_, _, Some(em), _) => part(em),
        (_, _, _, Some(percent)) => part(percent / 100.0),
        _ => return drawn_length(value, unit),
    })
}

/// A length with a unit, or a number in template units.
fn drawn_length(value: &str, unit: f32) -> Result<Length, Diagnostic> {
    if let Ok(number) = value.trim_end_matches("px").parse::<f32>()
        && number.is_finite()
    {
        return Ok(Length::from_mm_f64(f64::from(number / unit)));
    }
    value.parse::<Length>().map_err(|error| Diagnostic::error(error.to_string()).hint(error.hint()))
}

impl TextDraft {
    /// The layers of the text at a scale, in millimetres of the template.
    pub fn place(
        &mut self,
        context: SlotContext<'_>,
        typesetter: &Typesetter<'_>,
        scale: f32,
        found: &mut Diagnostics,
    ) -> Vec<Layer> {
        let [left, top, width, height] = self.rect;
        let lines = typesetter.lines(&mut self.shaped, width, scale);
        let free = height - stacked_height(&lines);
        let offset = match self.valign {
            Align::Start | Align::Justify => 0.0,
            Align::Centre => free / 2.0,
            Align::End => free,
        };
        stack(context, &lines, [left, top + offset], found)
    }
}

/// Lines one below the other.
pub fn stack(
    context: SlotContext<'_>,
    lines: &[TextLine],
    [left, top]: [f32; 2],
    found: &mut Diagnostics,
) -> Vec<Layer> {
    let mut layers = Vec::new();
    let mut y = top;
    for (number, line) in lines.iter().enumerate() {
        y += if number == 0 { 0.0 } else { line.gap };
        for item in &line.items {
            layers.extend(layer_of(context, item.clone().moved(left, y), found));
        }
        y += line.height;
    }
    layers
}

/// One placed thing as a layer.
pub fn layer_of(context: SlotContext<'_>, item: Placed, found: &mut Diagnostics) -> Option<Layer> {
    match item {
        Placed::Run(run) => Some(Layer::Glyphs(run)),
        Placed::Fill { rect, colour } => Some(Layer::Fill { rect, colour }),
        Placed::Icon { name, rect, colour } => {
            let path = context.game.icons.get(&name)?;
            match context.pictures.icon(path, colour, found) {
                Ok(picture) => {
                    let said = Role::Sign(rich::sign_told(&name));
                    Some(Layer::Spoken { role: said, layers: vec![picture.within(rect, BoxFit::CONTAIN)] })
                }
                Err(problems) => {
                    let place = context.game.place(&format!("icons.{name}"));
                    for problem in problems {
                        let problem = if let Some(place) = place { problem.or_at(place) } else { problem };
                        found.push(problem.once());
                    }
                    None
                }
            }
        }
    }
}

/// One line of text on its baseline.
pub fn line_layers(
    context: SlotContext<'_>,
    typesetter: &mut Typesetter<'_>,
    slot: &DrawingSlot,
    text: &TextSlot,
    unit: f32,
    found: &mut Diagnostics,
) -> Vec<Layer> {
    let Some(style) = slot_style(context, text, unit, &slot.place, found) else { return Vec::new() };
    let FieldText { text: words, place } = &text.text;
    let (blocks, unknown) = rich::parse(words, Marks::of(context.game));
    report_marks(context, &unknown, place, found);
    let align = style.align;
    let style = Style { align: Align::Start, ..style };
    let mut shaped = typesetter.shape(&blocks, TextLook::of(context.game, &style));
    let lines = typesetter.lines(&mut shaped, f32::from(u16::MAX), 1.0);
    report_faults(typesetter, &shaped, place, found);
    let [x, y, ..] = slot.rect_mm(unit);
    let Some(line) = lines.first() else { return Vec::new() };
    let (width, baseline) = extent(line);
    let left = match align {
        Align::Start | Align::Justify => x,
        Align::Centre => x - width / 2.0,
        Align::End => x - width,
    };
    let moved = line.items.iter().map(|item| item.clone().moved(left, y - baseline));
    moved.filter_map(|item| layer_of(context, item, found)).collect()
}

/// How wide a line is, and how far its baseline is below its top.
#[must_use]
pub fn extent(line: &TextLine) -> (f32, f32) {
    let mut right = 0.0_f32;
    let mut baseline = line.height * 0.8;
    for item in &line.items {
        match item {
            Placed::Run(run) => {
                baseline = run.origin.1;
                right = right.max(run.origin.0 + run.advance);
            }
            Placed::Icon { rect, .. } | Placed::Fill { rect, .. } => right = right.max(rect[0] + rect[2]),
        }
    }
    (right, baseline)
}

/// A colour by its name in the game; a word when there is none.
pub fn named_colour(context: SlotContext<'_>, name: &str, place: &Place, found: &mut Diagnostics) -> Option<Colour> {
    let colour = context.game.palette.resolve(name);
    if colour.is_none() {
        let hint = meant_or_known(name, context.game.palette.names());
        let message = format!("`{name}` is not a colour of this game");
        found.push(Diagnostic::error(message).at(place).maybe_hint(hint));
    }
    colour
}

/// A picture in its box.
pub fn image_layer(
    context: SlotContext<'_>,
    slot: &DrawingSlot,
    image: &ImageSlot,
    unit: f32,
    found: &mut Diagnostics,
) -> Option<Layer> {
    let tint = image.tint.as_ref().and_then(|name| named_colour(context, &name.text, &name.place, found));
    let tint = tint.map(|colour| colour.to_string());
    match context.pictures.get(context.pictures.path_of(image), tint.as_deref(), found) {
        Ok(picture) => Some(picture.within(slot.rect_mm(unit), image.fit)),
        Err(problems) => {
            for problem in problems {
                found.push(problem.or_at(&image.path.place));
            }
            None
        }
    }
}
