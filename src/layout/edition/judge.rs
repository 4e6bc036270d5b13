//! Decides what becomes of every shape in an edition: whatever stood out from its ground still does, but no surface is
//! filled. Draws nothing.

use std::collections::HashMap;

use crate::layout::face::InkWish;
use crate::model::{Colour, Ink, Pattern};

use super::canvas::PAPER as NOTHING;
use super::shapes::{Shape, ShapePart};
use super::tone::{PAPER, Tone, as_line, paler};

/// A surface has at least this much that is broad, in square millimetres; a black one, more.
const LEAST_SURFACE: f32 = 1.0;
const LEAST_BLACK: f32 = 2.5;
/// In black ink, shading smaller than this is left as it is, and narrower is a line.
const LEAST_SHADE: f32 = 0.15;
const LEAST_SHADE_WIDTH: f32 = 0.25;
/// Light lines on dark floods are lighter than this.
const WHITISH: f32 = 72.0;
/// Lines fainter than this are left out where there is only black ink.
const FAINT: f32 = 0.3;
/// What stood out this much from its ground is drawn at full strength, and what stood out less is paler.
const CLEAR: f32 = 36.0;
/// Light on dark is lighter by this much.
const LIGHTER: f32 = 15.0;
/// Light on light is seen when it is darker by this much.
const DARKER: f32 = 10.0;
/// A smaller part of the border than this says nothing about the ground.
const WORTH_LOOKING: f32 = 0.15;
/// A border shorter than this needs no line of its own, in millimetres.
const SHORT: f32 = 0.8;

/// What becomes of a shape.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Verdict {
    /// It is left out.
    Gone,
    /// It stays, in this colour.
    Kept(Colour),
    /// It becomes white, with a line around it and the pattern of its colour.
    Surface {
        /// The colour of the line around it.
        outline: Option<Colour>,
        /// The pattern, and its colour.
        pattern: Option<(Pattern, Colour)>,
    },
}

impl Verdict {
    /// Whether nothing of it is seen on paper.
    #[must_use]
    pub fn is_blank(self) -> bool {
        matches!(self, Self::Gone | Self::Kept(Colour::WHITE) | Self::Surface { outline: None, pattern: None })
    }
}

/// What decides.
pub struct Rules<'a> {
    /// The edition.
    pub ink: Ink,
    /// The patterns by colour.
    pub roles: &'a HashMap<Colour, Pattern>,
    /// What the drawing lies on.
    pub below: Colour,
    /// Colours that differ by more than this stand out from each other.
    pub noticed: f32,
    /// Whether the piece is cut along all of the drawing's frame.
    pub is_cut_around: bool,
}

impl Rules<'_> {
    /// A verdict for every shape, in order.
    #[must_use]
    pub fn judge(&self, shapes: &[Shape]) -> Vec<Verdict> {
        let mut after: Vec<Colour> = Vec::with_capacity(shapes.len());
        let mut verdicts = Vec::with_capacity(shapes.len());
        for shape in shapes {
            let verdict = self.verdict(shape, &self.ground(shape, shapes, &after));
            after.push(match verdict {
                Verdict::Kept(colour) => colour,
                Verdict::Gone | Verdict::Surface { .. } => Colour::WHITE,
            });
            verdicts.push(verdict);
        }
        verdicts
    }

    fn verdict(&self, shape: &Shape, ground: &Ground) -> Verdict {
        match shape.wish {
            Some(InkWish::Drop) => return Verdict::Gone,
            Some(InkWish::Keep) => return Verdict::Kept(self.as_asked(shape.colour)),
            // The line around a shape that becomes an outline is that outline.
            Some(InkWish::Outline) if shape.part == ShapePart::Stroke && !self.is_surface(shape) => {
                return Verdict::Kept(self.line(shape.colour));
            }
            Some(InkWish::Outline) | None => {}
        }
        let pattern = self.roles.get(&shape.colour).map(|pattern| (*pattern, self.line(shape.colour)));
        if shape.is_wash() {
            return self.wash(shape, pattern);
        }
        if shape.wish.is_none() && !self.is_surface(shape) {
            return Verdict::Kept(self.kept(shape, ground));
        }
        let seen = ground.noticed > SHORT.max(ground.length * 0.04);
        let outline =
            (seen && !(shape.is_ground && self.is_cut_around)).then(|| self.line(ground.darker_of(shape.colour)));
        Verdict::Surface { outline, pattern }
    }

    fn ground(&self, shape: &Shape, shapes: &[Shape], after: &[Colour]) -> Ground {
        let own = Tone::of(shape.colour);
        let (mut length, mut noticed, mut dark) = (0.0, 0.0, 0.0);
        let (mut longest, mut colour, mut contrast) = (0.0, None, None::<f32>);
        let all: f32 = shape.borders.values().sum();
        for (number, border) in &shape.borders {
            let below = (*number != NOTHING).then(|| *number as usize - 1);
            let was = below.map_or(self.below, |below| shapes[below].colour);
            let is = below.map_or(Colour::WHITE, |below| after[below]);
            let differs = own.contrast(Tone::of(was));
            length += border;
            if *border > all * WORTH_LOOKING {
                contrast = Some(contrast.unwrap_or(0.0).max(differs));
            }
            noticed += if differs > self.noticed { *border } else { 0.0 };
            dark += if Tone::of(is).lightness() < 50.0 { *border } else { 0.0 };
            if *border > longest {
                (longest, colour) = (*border, (below.is_some() || was != Colour::WHITE).then_some(was));
            }
        }
        Ground { length, noticed, colour, contrast, is_dark: dark > length * 0.5 }
    }

    /// What only tints is shading, and shading is left out; but a tint of a colour with a pattern means that colour.
    fn wash(&self, shape: &Shape, pattern: Option<(Pattern, Colour)>) -> Verdict {
        match (shape.part, self.ink) {
            (ShapePart::Fill, _) if pattern.is_some() => Verdict::Surface { outline: None, pattern },
            (ShapePart::Stroke, Ink::Mono) if shape.opacity >= FAINT => Verdict::Kept(Colour::BLACK),
            (ShapePart::Stroke, Ink::Full | Ink::Low) => Verdict::Kept(shape.colour),
            _ => Verdict::Gone,
        }
    }

    /// A colour as the drawing has it, as far as there is ink for it.
    fn as_asked(&self, colour: Colour) -> Colour {
        match self.ink {
            Ink::Mono if Tone::of(colour).lightness() < WHITISH => Colour::BLACK,
            Ink::Mono => Colour::WHITE,
            Ink::Full | Ink::Low => colour,
        }
    }

    fn is_surface(&self, shape: &Shape) -> bool {
        if shape.is_thin() {
            return false;
        }
        if shape.broad >= if shape.is_linelike() { LEAST_BLACK } else { LEAST_SURFACE } {
            return true;
        }
        // Grey shading would have to be black or white; white inside a line keeps its shape.
        let border = shape.borders.values().sum::<f32>() + shape.covered;
        let is_grey = Tone::of(shape.colour).lightness() < PAPER;
        let is_shading = self.ink == Ink::Mono && !shape.is_linelike() && is_grey;
        is_shading && shape.seen > LEAST_SHADE && shape.seen * 2.0 > border * LEAST_SHADE_WIDTH
    }

    fn line(&self, colour: Colour) -> Colour {
        if self.ink == Ink::Mono { Colour::BLACK } else { as_line(colour) }
    }

    /// The colour of a line or a small shape on what has become of its ground: what was faint stays faint.
    fn kept(&self, shape: &Shape, ground: &Ground) -> Colour {
        let own = Tone::of(shape.colour);
        if ground.is_dark {
            return match self.ink {
                Ink::Mono if own.lightness() > ground.lightness() + LIGHTER => Colour::WHITE,
                // The ground was light, too, and turned black to be seen.
                Ink::Mono if own.lightness() > PAPER && ground.lightness() > PAPER => Colour::WHITE,
                Ink::Mono => Colour::BLACK,
                _ if own.lightness() > PAPER => Colour::WHITE,
                _ => shape.colour,
            };
        }
        let is_light = own.lightness() > WHITISH;
        let dark = ground.darker_of(shape.colour);
        if ground.contrast.is_none() && own.lightness() > PAPER {
            return Colour::WHITE;
        }
        let faint = ground.contrast.map_or(0.0, |contrast| 1.0 - contrast / CLEAR);
        match self.ink {
            // Light and no darker than its ground, it was seen by its hue alone.
            Ink::Mono if is_light && own.lightness() > ground.lightness() - DARKER && dark == shape.colour => {
                Colour::WHITE
            }
            Ink::Mono if faint > 0.5 => Colour::WHITE,
            Ink::Mono => Colour::BLACK,
            _ => paler(as_line(dark), faint),
        }
    }
}

/// What a shape lies on: what that was, and what has become of it.
struct Ground {
    /// How long the borders to it are, and how much of them anybody notices, in millimetres.
    length: f32,
    noticed: f32,
    /// The colour it had along most of the border.
    colour: Option<Colour>,
    /// How much the shape stood out from what it bordered, where it did most; none if it borders nothing below it.
    contrast: Option<f32>,
    /// Whether most of it is dark now.
    is_dark: bool,
}

impl Ground {
    /// Light on a flood that is gone takes the colour of the flood, anything else has its own.
    fn darker_of(&self, own: Colour) -> Colour {
        let is_light = Tone::of(own).lightness() > WHITISH.max(self.lightness() + LIGHTER);
        self.colour.filter(|_| is_light).unwrap_or(own)
    }

    fn lightness(&self) -> f32 {
        self.colour.map_or(100.0, |colour| Tone::of(colour).lightness())
    }
}
