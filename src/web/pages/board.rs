//! The board as a drawing of pictures: the printed board, what stands on it, what is lit, and over all of it what can be tapped.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use maud::{Markup, html};

use crate::app::table::{Picture, ScreenBoard};
use crate::layout::{Lettered, PlannedPiece, PlannedSpace};
use crate::referee::{Request, View};

use super::{art, mm};

/// A plate is so high, and each of its letters so wide, as parts of the size of its text.
const PLATE: f32 = 1.35;
const LETTER: f32 = 0.54;
/// Spaces this wide or narrower, as a part of the board, are too small for a thumb on a phone.
const SMALL: f32 = 0.16;

/// What people can do with spaces.
#[derive(Debug, Clone, Default)]
pub struct Taps {
    /// Those that can be answered.
    pub legal: BTreeSet<String>,
    /// Those of which it can be said why not.
    pub refused: BTreeSet<String>,
    /// Whether tapping does anything.
    pub live: bool,
    /// Whether any space can be tapped, to be set right.
    pub all: bool,
}

impl Taps {
    /// What a question says of spaces.
    pub fn of(request: Option<&Request>, boards: &[Arc<ScreenBoard>], live: bool) -> Self {
        let spaces = boards.iter().flat_map(|board| &board.plan.spaces);
        let known: BTreeSet<&str> = spaces.map(|space| space.id.as_str()).collect();
        let on = |ids: &mut dyn Iterator<Item = &String>| -> BTreeSet<String> {
            ids.filter(|id| known.contains(id.as_str())).cloned().collect()
        };
        let Some(request) = request else { return Self::default() };
        let legal = on(&mut request.kind.options().iter().map(|choice| &choice.id));
        let refused = on(&mut request.refused.iter().map(|refused| &refused.id));
        Self { legal, refused, live, all: false }
    }
}

/// A board with what stands on it.
pub fn board(board: &ScreenBoard, view: &View, taps: &Taps) -> Markup {
    let [w, h] = board.plan.size;
    let is_small = board.plan.cell < w * SMALL;
    let title = if board.title.is_empty() { "The board" } else { &board.title };
    let standing = standing(view);
    html! {
        div.board-frame.small[is_small] {
            svg.board viewBox={ "0 0 " (mm(w)) " " (mm(h)) } data-cell=(mm(board.plan.cell)) data-width=(mm(w))
                role="group" aria-label=(title) {
                image href=(art(&board.bare.name)) width=(mm(w)) height=(mm(h)) {}
                g.lit {
                    @for space in &board.plan.spaces {
                        @if taps.legal.contains(&space.id) { path.legal d=(space.path) {} }
                        @else if board.plan.lit.contains(&space.id) { path.pointed d=(space.path) {} }
                    }
                }
                g.pieces {
                    @for (planned, picture) in board.plan.pieces.iter().zip(&board.pieces) { (piece(planned, picture)) }
                }
                g.lines {
                    @for [[x, y], [to_x, to_y]] in &board.plan.lines {
                        line x1=(mm(*x)) y1=(mm(*y)) x2=(mm(*to_x)) y2=(mm(*to_y)) {}
                    }
                }
                g.plates aria-hidden="true" { @for lettered in &board.plan.plates { (plate(lettered, board.plan.text)) } }
                g.taps {
                    @for (n, space) in board.plan.spaces.iter().enumerate() { (tap(space, taps, standing.get(space.id.as_str()), n == 0)) }
                }
            }
        }
    }
}

/// What stands where, in words.
fn standing(view: &View) -> BTreeMap<&str, String> {
    let mut standing: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for piece in view.pieces.iter().filter(|piece| piece.count > 0) {
        let label = piece.label.as_ref().map(|label| format!(" {label}")).unwrap_or_default();
        let count = if piece.count == 1 { String::new() } else { format!("{} ", piece.count) };
        standing.entry(&piece.at).or_default().push(format!("{count}{}{label}", piece.name));
    }
    standing.into_iter().map(|(at, all)| (at, all.join(", "))).collect()
}

/// A piece; what moves is found by how it looks and where it was.
fn piece(planned: &PlannedPiece, picture: &Picture) -> Markup {
    let [x, y, w, h] = planned.rect;
    let (cx, cy) = (x + w / 2.0, y + h / 2.0);
    let turn = Some(planned.turn.degrees()).filter(|degrees| *degrees > 0.0);
    let turn = turn.map(|degrees| format!("rotate({degrees} {cx:.2} {cy:.2})"));
    let [w, h] = planned.size();
    html! {
        g.piece data-face=(picture.name) data-at=(planned.at) data-x=(mm(cx)) data-y=(mm(cy)) {
            image href=(art(&picture.name)) x=(mm(cx - w / 2.0)) y=(mm(cy - h / 2.0)) width=(mm(w)) height=(mm(h))
                transform=[turn] {}
        }
    }
}

fn plate(plate: &Lettered, text: f32) -> Markup {
    let height = text * PLATE;
    let letters = plate.text.chars().count() as f32;
    let [left, top, w, h] = plate.room;
    let width = (letters * text * LETTER + text * 0.7).max(height).min(w.max(height));
    let inside = |at: f32, size: f32, from: f32, room: f32| (at - size / 2.0).min(from + room - size).max(from);
    let (x, y) = (inside(plate.at[0], width, left, w), inside(plate.at[1], height, top, h));
    let round = if plate.is_count { height / 2.0 } else { height / 4.0 };
    // What is wider than its plate is pressed together.
    let is_wide = letters * text * LETTER > width - text * 0.3;
    let pressed = is_wide.then(|| format!("{:.2}", width - text * 0.4));
    html! {
        g.plate.count[plate.is_count] {
            rect x=(mm(x)) y=(mm(y)) width=(mm(width)) height=(mm(height)) rx=(mm(round)) {}
            text x=(mm(x + width / 2.0)) y=(mm(y + height * 0.74)) font-size=(mm(text)) textLength=[pressed]
                lengthAdjust="spacingAndGlyphs" { (plate.text) }
        }
    }
}

/// What is tapped; it is told to who does not see it by what it is called and what stands there.
/// Where every space can be tapped, Tab stops at the first, and arrows go on from there.
fn tap(space: &PlannedSpace, taps: &Taps, standing: Option<&String>, is_first: bool) -> Markup {
    let is_legal = taps.legal.contains(&space.id);
    let is_live = taps.live && (is_legal || taps.refused.contains(&space.id)) || taps.all;
    let told = standing.map_or_else(|| space.id.clone(), |standing| format!("{}: {standing}", space.id));
    if !is_live {
        let (role, label) = (standing.map(|_| "img"), standing.map(|_| &told));
        return html! { path.space d=(space.path) role=[role] aria-label=[label] { title { (told) } } };
    }
    let told = if taps.live && !is_legal { format!("{told} (why not?)") } else { told };
    let is_stop = is_legal || taps.all && is_first;
    html! {
        path.space.can[is_legal || taps.all].cannot[!is_legal && !taps.all] d=(space.path) data-space=(space.id)
            role="button" tabindex=(if is_stop { "0" } else { "-1" }) aria-label=(told) { title { (told) } }
    }
}
