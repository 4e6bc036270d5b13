//! A booklet: a long text that flows through the columns of as many pages as it takes, headings kept with what they
//! head.

use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;

use crate::diag::{Diagnostic, Diagnostics, Place, SourceText};
use crate::model::{Component, FieldText, Piece, Style};

use super::draft::{CommonScales, Draft, Filling};
use super::slots::{named_style, report_icons, stack};
use crate::layout::common::Common;
use crate::layout::face::Face;
use crate::layout::laid::LaidPiece;
use crate::layout::studio::Studio;
use crate::layout::template::side::SideTemplate;
use crate::layout::template::slot::SlotKind;
use crate::layout::text::lines::{TextLine, stacked_height};
use crate::layout::text::rich;
use crate::layout::text::typeset::{TextLook, Typesetter};

/// A booklet of more pages than this is a mistake in its template.
const MOST_PAGES: usize = 400;
/// A text longer than this is a book.
const LONGEST_TEXT: usize = 400_000;
/// No booklet has more paragraphs, headings and entries of lists.
const MOST_BLOCKS: usize = 20_000;
/// The number of the page, for the template.
const PAGE: &str = "page";
/// How many pages there are, for the template.
const PAGES: &str = "pages";

/// The lines of a text that have not found a column yet.
pub struct Flow {
    lines: VecDeque<TextLine>,
}

impl Flow {
    /// All lines still to come.
    #[must_use]
    pub fn new(lines: Vec<TextLine>) -> Self {
        Self { lines: lines.into() }
    }

    /// Whether every line has found its column.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.lines.is_empty()
    }

    /// The next lines, as many as a column of this height takes; at least one.
    pub fn take(&mut self, height: f32) -> Vec<TextLine> {
        let mut column: Vec<TextLine> = Vec::new();
        while let Some(line) = self.lines.pop_front() {
            column.push(line);
            if column.len() > 1 && stacked_height(&column) > height {
                self.lines.extend(column.pop());
                self.lines.rotate_right(1);
                self.give_back_kept(&mut column);
                break;
            }
        }
        column
    }

    /// Lines that must not be last go to the next column, unless nothing would stay.
    fn give_back_kept(&mut self, column: &mut Vec<TextLine>) {
        let stay = column.iter().rposition(|line| !line.keep_with_next).map_or(0, |last| last + 1);
        if stay > 0 {
            for line in column.split_off(stay).into_iter().rev() {
                self.lines.push_front(line);
            }
        }
    }
}

impl Studio<'_> {
    /// The pages of a booklet.
    pub fn booklet(
        &self,
        (component, index): (&Component, usize),
        text: &str,
        found: &mut Diagnostics,
    ) -> Vec<LaidPiece> {
        let row: BTreeSet<&str> = [PAGE, PAGES].into();
        let Some(side) = self.side((component, index), ("front", &component.front), row, found) else {
            return Vec::new();
        };
        // Whether it can be read was checked when the game was loaded.
        let Ok(bytes) = self.assets().read(text) else { return Vec::new() };
        if bytes.len() > LONGEST_TEXT {
            let message =
                format!("`{text}` has {} kB, and a booklet takes {} kB", bytes.len() / 1_000, LONGEST_TEXT / 1_000);
            found.push(Diagnostic::error(message).at(&component.place));
            return Vec::new();
        }
        let written = String::from_utf8_lossy(&bytes);
        let written = written.strip_prefix('\u{feff}').unwrap_or(&written).to_owned();
        let source = Arc::new(SourceText { path: self.assets().shown(text), text: written });
        // The first pass learns how many pages there are, the next prints the number.
        let mut pages = 0;
        loop {
            let mut own = Diagnostics::new();
            let laid = self.booklet_pages(&side, &source, pages, &mut own);
            if laid.len() == pages || pages > 0 || own.has_errors() {
                found.extend(side.told(own));
                return laid;
            }
            pages = laid.len();
        }
    }

    fn booklet_pages(
        &self,
        side: &SideTemplate<'_>,
        source: &Arc<SourceText>,
        pages: usize,
        found: &mut Diagnostics,
    ) -> Vec<LaidPiece> {
        let mut typesetter = Typesetter::new(self.context().fonts);
        let mut laid: Vec<LaidPiece> = Vec::new();
        let mut flow: Option<Flow> = None;
        while flow.as_ref().is_none_or(|flow| !flow.is_done()) {
            let piece = page_piece(side.component, laid.len() + 1, pages);
            let Some(face) = self.booklet_page(side, &piece, (source, &mut flow), &mut typesetter, found) else {
                return laid;
            };
            laid.push(LaidPiece { id: piece.id, quantity: 1, front: Common::new(face), back: None });
            if flow.is_none() {
                let message = format!("the template `{}` has no `data-flow` for the text", side.template.name);
                found.push(Diagnostic::error(message).at(&side.template.place));
                return laid;
            }
            if laid.len() >= MOST_PAGES {
                let message = format!("`{}` runs to more than {MOST_PAGES} pages", side.component.id);
                found.push(Diagnostic::error(message).at(&side.template.place).hint("enlarge the `data-flow` box"));
                return laid;
            }
        }
        laid
    }

    fn booklet_page(
        &self,
        side: &SideTemplate<'_>,
        piece: &Piece,
        (source, flow): (&Arc<SourceText>, &mut Option<Flow>),
        typesetter: &mut Typesetter<'_>,
        found: &mut Diagnostics,
    ) -> Option<Face> {
        let scope = self.scope(side, piece, found);
        let bound = side.bind(&scope, found)?;
        let art = self.art_layer(side, &bound, found)?;
        let mut slots = Vec::new();
        for slot in &bound.slots {
            let SlotKind::Flow(look) = &slot.kind else {
                slots.push(self.fill(side.component, slot, bound.unit, typesetter, found));
                continue;
            };
            let [x, y, width, height] = slot.rect_mm(bound.unit);
            if flow.is_none() {
                let style = named_style(self.context(), look.style.as_ref(), &slot.place, found)?;
                *flow = Some(Flow::new(self.flowing_lines(source, style, width, typesetter, found)));
            }
            let lines = flow.as_mut().map(|flow| flow.take(height)).unwrap_or_default();
            slots.push(Filling::Layers(stack(self.context(), &lines, [x, y], found)));
        }
        let draft = Draft::new(side, piece, (art, bound.folds), slots);
        Some(draft.finish(self.context(), typesetter, &CommonScales::new(), found))
    }

    /// The lines of a booklet at the width of its first column.
    fn flowing_lines(
        &self,
        source: &Arc<SourceText>,
        style: &Style,
        width: f32,
        typesetter: &mut Typesetter<'_>,
        found: &mut Diagnostics,
    ) -> Vec<TextLine> {
        let context = self.context();
        let styles = &context.game.styles;
        let (mut blocks, unknown) = rich::parse(&source.text, &context.game.icons);
        if blocks.len() > MOST_BLOCKS {
            let message = format!("the text has more than {MOST_BLOCKS} paragraphs, headings and entries of lists");
            found.push(Diagnostic::error(message).at(&Place::file(source)));
            blocks.clear();
        }
        for name in &unknown {
            report_icons(context, std::slice::from_ref(name), &place_of(source, &format!(":{name}:")), found);
        }
        let mut shaped = typesetter.shape(&blocks, TextLook { style, styles });
        let lines = typesetter.lines(&mut shaped, width, 1.0);
        let too_wide = shaped.too_wide(width, 1.0);
        if too_wide > 0.0 {
            let message = format!("a word or table is {too_wide:.1} mm too wide for the column of {width:.1} mm");
            found.push(Diagnostic::error(message).at(&Place::file(source)));
        }
        for fault in typesetter.faults(&shaped) {
            let place = place_of(source, fault.character.encode_utf8(&mut [0; 4]));
            found.push(fault.diagnostic().at(&place));
        }
        lines
    }
}

/// Where a text first stands in a file.
fn place_of(source: &Arc<SourceText>, text: &str) -> Place {
    let at = source.text.find(text).unwrap_or(0);
    Place::new(source, at, at + text.len())
}

fn page_piece(component: &Component, page: usize, pages: usize) -> Piece {
    let field = |number: usize| FieldText { text: number.to_string(), place: component.place.clone() };
    Piece {
        id: format!("page-{page}"),
        quantity: 1,
        fields: vec![(PAGE.to_owned(), field(page)), (PAGES.to_owned(), field(pages))],
        place: component.place.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(height: f32, keep_with_next: bool) -> TextLine {
        TextLine { height, keep_with_next, ..TextLine::default() }
    }

    fn columns(lines: Vec<TextLine>, height: f32) -> Vec<usize> {
        let mut flow = Flow::new(lines);
        let mut columns = Vec::new();
        while !flow.is_done() {
            columns.push(flow.take(height).len());
        }
        columns
    }

    #[test]
    fn a_heading_goes_with_its_text() {
        let lines = vec![line(4.0, false), line(4.0, false), line(2.0, true), line(4.0, false)];
        assert_eq!(columns(lines, 10.0), [2, 2]);
    }

    #[test]
    fn a_line_taller_than_the_column_still_gets_one() {
        assert_eq!(columns(vec![line(40.0, false), line(40.0, true)], 10.0), [1, 1]);
    }
}
