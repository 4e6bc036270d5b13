//! What is done otherwise than whoever wrote the game may think, said in a note: nothing is wrong with it.

use crate::diag::{Diagnostic, Diagnostics};
use crate::geom::{Point, Rect};
use crate::layout::LaidComponent;
use crate::model::{Booklets, Component, MORE_FOR_BACKS, PrintLayout};
use crate::units::Length;

use super::booklet::{Room, pair_of, room};
use crate::impose::marks::MARK_ROOM;
use crate::impose::page::{Clip, Page};

/// Less is not worth a word.
const UNNOTICED: Length = Length::from_um(500);

/// Says how much bleed the backs of cards keep at the outer sides of a sheet, when more was asked for by name.
pub fn backs_of_cards(component: &Component, pages: &[Page], layout: &PrintLayout, found: &mut Diagnostics) {
    if let Some(kept) = pages.iter().filter_map(kept_at_the_edge).min() {
        backs(component, kept, layout, found);
    }
}

/// The same for tokens, whose backs run into the room for marks, where the next block begins.
pub fn backs_of_tokens(component: &Component, layout: &PrintLayout, found: &mut Diagnostics) {
    backs(component, component.bleed + MARK_ROOM, layout, found);
}

fn backs(component: &Component, kept: Length, layout: &PrintLayout, found: &mut Diagnostics) {
    let asked = component.back_bleed;
    // What nobody asked for by name is as much as there is room for.
    if asked > component.bleed + MORE_FOR_BACKS && kept + UNNOTICED < asked {
        let message = format!("the backs of `{}` keep {kept} of the {asked} of bleed they ask for", component.id);
        let hint = format!("there is no more room on {}: fewer pieces on a sheet leave more", layout.paper.title());
        found.push(Diagnostic::note(message).at(&component.place).hint(hint));
    }
}

/// How far backs run over the trim at the side of a page that has the least room for it.
fn kept_at_the_edge(page: &Page) -> Option<Length> {
    let sides = page.items.iter().filter_map(|item| {
        let (back, clip) = item.back.as_ref()?;
        let painted = if let Clip::Page(rect) = clip { *rect } else { item.trim.grown(back.bleed) };
        Some((item.trim, painted))
    });
    let both = |one: (Rect, Rect), other: (Rect, Rect)| (one.0.union(other.0), one.1.union(other.1));
    let (trim, painted) = sides.reduce(both)?;
    let Point { x, y } = Point::new(trim.left() - painted.left(), trim.top() - painted.top());
    Some(x.min(y).min(painted.right() - trim.right()).min(painted.bottom() - trim.bottom()))
}

/// Says that pages of about half a sheet could be folded and stapled, where they are printed one by one.
pub fn half_sheets(
    component: &Component,
    part: &LaidComponent,
    (layout, way): (&PrintLayout, Booklets),
    found: &mut Diagnostics,
) {
    let Some(first) = part.pieces.first() else { return };
    let covers = room(first.front.size, layout.paper) == Room::Sheet;
    if covers && way == Booklets::Single && layout.booklets.is_none() && part.pieces.len() > 1 {
        let paper = layout.paper.title();
        let pair = pair_of(first.front.size);
        let message = format!(
            "two pages of `{}` side by side take {pair}, more than {paper} has between its margins: each has a sheet of its own",
            component.id
        );
        let hint = "`--booklets saddle-stitch` lays two side by side, to fold and staple, without marks and small print; most \
                    printers leave some millimetres at the edges white";
        found.push(Diagnostic::note(message).at(&component.place).hint(hint));
    }
}
