//! Pages for print shops: one side of one piece on each, as large as the piece with its bleed, and nothing else.

use crate::geom::Point;
use crate::layout::LaidComponent;
use crate::layout::common::Common;
use crate::layout::face::Face;
use crate::model::{Component, Paper, PrintLayout, Sheet};
use crate::units::Length;

use super::kit::{Kit, Section};
use super::page::{Item, Page};

/// Every copy of every piece of a component, each front with its back behind it.
#[must_use]
pub fn single_pages(component: &Component, part: &LaidComponent) -> Kit {
    let sides = part.pieces.iter().flat_map(|piece| {
        let both: Vec<Page> = std::iter::once(&piece.front).chain(&piece.back).map(page).collect();
        std::iter::repeat_n(both, piece.quantity).flatten()
    });
    let section = Section::new(&component.title, vec![part.component], sides.collect());
    Kit { layout: PrintLayout::on(Paper::A4), sections: vec![section] }
}

fn page(face: &Common<Face>) -> Page {
    let sheet = Sheet { size: face.size.grown(face.bleed), margin: Length::ZERO };
    let mut page = Page::new(sheet);
    page.items.push(Item::upright(face, Point::new(face.bleed, face.bleed)));
    page
}
