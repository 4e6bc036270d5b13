//! The pages of a booklet: its template is filled for one page after the other, and the text goes through the columns of
//! each until none is left.

use std::borrow::Cow;
use std::sync::Arc;

use crate::diag::{Diagnostic, Diagnostics, Place, SourceText};
use crate::expressions::Columns;
use crate::layout::common::Common;
use crate::layout::face::{Face, Layer, PAGE_OF_BOOKLET, Role};
use crate::layout::laid::LaidPiece;
use crate::layout::pieces::draft::{CommonScales, Draft, Filling};
use crate::layout::pieces::slots::{SlotContext, named_style, stack};
use crate::layout::studio::Studio;
use crate::layout::template::bind::Bound;
use crate::layout::template::side::SideTemplate;
use crate::layout::template::slot::{DrawingSlot, SlotKind};
use crate::layout::text::rich::Marks;
use crate::layout::text::typeset::Typesetter;
use crate::model::{Component, Diagram, FieldText, Piece};

use super::figure::{figures, misplaced};
use super::flow::{FlowLine, column_end};
use super::parts::read_booklet;
use super::set::{SetText, Setting};

/// A booklet of more pages than this is a mistake in its template.
const MOST_PAGES: usize = 400;
/// A text longer than this is a book.
const LONGEST_TEXT: usize = 400_000;
/// No booklet has more paragraphs, headings and entries of lists.
const MOST_BLOCKS: usize = 20_000;
/// By this page the text has begun.
const COVER_PAGES: usize = 4;
/// Numbers of pages that depend on numbers of pages come to rest, or never do.
const MOST_PASSES: usize = 4;
/// Columns whose widths differ by no more than this, in millimetres, are equally wide.
const ALIKE: f32 = 0.05;
/// The number of the page, for the template.
const PAGE: &str = "page";
/// How many pages there are, for the template.
const PAGES: &str = "pages";

/// The columns of a page that is bound.
struct BoundPage {
    piece: Piece,
    bound: Bound,
    art: Layer,
}

/// How far a text has come.
#[derive(Debug, Default)]
struct Progress {
    /// The next line.
    next: usize,
    /// The page of every heading so far.
    headings: Vec<usize>,
    /// The last page on which there is any text.
    filled: usize,
}

impl Studio<'_> {
    /// The pages of a booklet.
    pub fn booklet(
        &self,
        (component, index): (&Component, usize),
        (text, diagrams): (&str, &[Diagram]),
        found: &mut Diagnostics,
    ) -> Vec<LaidPiece> {
        let row = Columns::named([PAGE, PAGES]);
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
        let source = Arc::new(SourceText::new(self.assets().shown(text), written));
        let mut own = Diagnostics::new();
        let laid = self.booklet_of(&side, &source, diagrams, &mut own);
        found.extend(side.told(own));
        laid
    }

    fn booklet_of(
        &self,
        side: &SideTemplate<'_>,
        source: &Arc<SourceText>,
        diagrams: &[Diagram],
        found: &mut Diagnostics,
    ) -> Vec<LaidPiece> {
        let mut read = read_booklet(&source.text, Marks::of(self.game()));
        if read.parts.len() > MOST_BLOCKS {
            let message = format!("the text has more than {MOST_BLOCKS} paragraphs, headings and entries of lists");
            found.push(Diagnostic::error(message).at(&Place::file(source)));
            read.parts.clear();
        }
        misplaced(source, &read, found);
        let mut typesetter = Typesetter::new(self.context().fonts);
        let Some(setting) = self.setting(side, source, found) else { return Vec::new() };
        let figures = figures(self, side.component, (source, &read, diagrams), found);
        let mut set = setting.set(&read, &figures, &mut typesetter, found);
        // Each pass learns how many pages there are and what is on which; the next prints it.
        let (mut pages, mut headings) = (0, vec![0; set.headings]);
        let mut passes = 0;
        loop {
            passes += 1;
            set.number(&mut typesetter, setting, &headings);
            let mut own = Diagnostics::new();
            let (laid, on_pages) = self.booklet_pages(side, (&set, setting), pages, &mut typesetter, &mut own);
            if (laid.len(), &on_pages) == (pages, &headings) || passes == MOST_PASSES || own.has_errors() {
                found.extend(own);
                return laid;
            }
            (pages, headings) = (laid.len(), on_pages);
        }
    }

    /// The style of the text and the width of its columns, as the first of them says.
    fn setting<'a>(
        &'a self,
        side: &SideTemplate<'_>,
        source: &'a Arc<SourceText>,
        found: &mut Diagnostics,
    ) -> Option<Setting<'a>> {
        for number in 1..=COVER_PAGES {
            // Whatever is wrong with a page is told when it is laid out.
            let Some(page) = self.bound_page(side, number, COVER_PAGES, &mut Diagnostics::new()) else {
                self.bound_page(side, number, COVER_PAGES, found);
                return None;
            };
            let Some(first) = columns(&page.bound).next() else { continue };
            let SlotKind::Flow(look) = &first.kind else { continue };
            let style = named_style(self.context(), look.style.as_ref(), &first.place, found)?;
            let [_, _, width, _] = first.rect_mm(page.bound.unit);
            return Some(Setting { context: self.context(), source, style, width });
        }
        let message = format!("the template `{}` has no `data-flow` for the text", side.template.name);
        found.push(Diagnostic::error(message).at(&side.template.place));
        None
    }

    fn booklet_pages(
        &self,
        side: &SideTemplate<'_>,
        (set, setting): (&SetText, Setting<'_>),
        pages: usize,
        typesetter: &mut Typesetter<'_>,
        found: &mut Diagnostics,
    ) -> (Vec<LaidPiece>, Vec<usize>) {
        let mut laid: Vec<LaidPiece> = Vec::new();
        let mut progress = Progress::default();
        while laid.is_empty() || progress.next < set.lines.len() {
            let number = laid.len() + 1;
            let Some(page) = self.bound_page(side, number, pages, found) else { break };
            let id = page.piece.id.clone();
            let face = self.booklet_page(side, page, (set, setting), (&mut progress, number), typesetter, found);
            laid.push(LaidPiece { id, quantity: 1, front: Common::new(face), back: None });
            if laid.len() >= MOST_PAGES {
                let message = format!("`{}` runs to more than {MOST_PAGES} pages", side.component.id);
                found.push(Diagnostic::error(message).at(&side.template.place).hint("enlarge the `data-flow` box"));
                break;
            }
        }
        (laid, progress.headings)
    }

    fn bound_page(
        &self,
        side: &SideTemplate<'_>,
        number: usize,
        pages: usize,
        found: &mut Diagnostics,
    ) -> Option<BoundPage> {
        let piece = page_piece(side.component, number, pages);
        let scope = self.scope(side, &piece, found);
        let bound = side.bind(&scope, found)?;
        let art = self.art_layer(side, &bound, found)?;
        Some(BoundPage { piece, bound, art })
    }

    fn booklet_page(
        &self,
        side: &SideTemplate<'_>,
        BoundPage { piece, bound, art }: BoundPage,
        (set, setting): (&SetText, Setting<'_>),
        (progress, number): (&mut Progress, usize),
        typesetter: &mut Typesetter<'_>,
        found: &mut Diagnostics,
    ) -> Face {
        let mut slots = Vec::new();
        for slot in &bound.slots {
            if !matches!(slot.kind, SlotKind::Flow(_)) {
                slots.push(self.fill(side.component, slot, bound.unit, typesetter, found));
                continue;
            }
            let [x, y, width, height] = slot.rect_mm(bound.unit);
            check_width(slot, width, setting.width, found);
            let lines = progress.take(set, height, number);
            slots.push(Filling::Layers(column(self.context(), &lines, [x, y, height], found)));
        }
        let draft = Draft::new(side, &piece, (art, bound.lines), slots);
        draft.finish(self.context(), typesetter, &CommonScales::new(), found)
    }
}

impl Progress {
    /// The lines of the next column, which is on this page. A table that goes on there has its headings once more.
    fn take<'s>(&mut self, set: &'s SetText, height: f32, page: usize) -> Cow<'s, [FlowLine]> {
        let Some(first) = set.lines.get(self.next) else { return Cow::default() };
        if first.starts_page && self.filled == page {
            return Cow::default();
        }
        self.filled = page;
        let from = self.next;
        let head = first.repeated_head(height);
        let room = height - head.as_ref().map_or(0.0, FlowLine::height);
        self.next = column_end(&set.lines, from, room, &set.steps);
        let lines = &set.lines[from..self.next];
        self.headings.extend(lines.iter().filter(|line| line.heading.is_some()).map(|_| page));
        match head {
            Some(head) => std::iter::once(head).chain(lines.iter().cloned()).collect(),
            None => Cow::Borrowed(lines),
        }
    }
}

/// The columns of a page in the order in which they are filled.
fn columns(bound: &Bound) -> impl Iterator<Item = &DrawingSlot> {
    bound.slots.iter().filter(|slot| matches!(slot.kind, SlotKind::Flow(_)))
}

/// All columns are as wide as the one that the text is broken for.
fn check_width(slot: &DrawingSlot, width: f32, first: f32, found: &mut Diagnostics) {
    if (width - first).abs() > ALIKE {
        let message = format!("this column is {width:.1} mm wide, and the first one of the booklet {first:.1} mm");
        let hint = "the text is broken for one width: give all `data-flow` boxes the same";
        found.push(Diagnostic::error(message).at(&slot.place).hint(hint).once());
    }
}

/// Lines one below the other, with their figures; one that is taller than the column is made smaller.
fn column(
    context: SlotContext<'_>,
    lines: &[FlowLine],
    [left, top, height]: [f32; 3],
    found: &mut Diagnostics,
) -> Vec<Layer> {
    let mut layers = Vec::new();
    let mut y = top;
    for (number, line) in lines.iter().enumerate() {
        let mut own = Vec::new();
        let smaller = (line.drawing.is_some() && line.height() > height).then(|| line.clone().fitted(height));
        let line = smaller.as_ref().unwrap_or(line);
        y += if number == 0 { 0.0 } else { line.gap() };
        own.extend(line.picture([left, y]));
        own.extend(stack(context, std::slice::from_ref(&line.text), [left, y], found));
        let caption = stack(context, &line.caption, [left, y + line.caption_top()], found);
        let is_same = number > 0 && line.passage.is_some() && lines[number - 1].passage == line.passage;
        match (&line.passage, layers.last_mut()) {
            (_, Some(Layer::Spoken { layers, .. })) if is_same => layers.extend(own),
            (Some((_, role)), _) => layers.push(Layer::Spoken { role: role.clone(), layers: own }),
            (None, _) => layers.extend(own),
        }
        if !caption.is_empty() {
            layers.push(Layer::Spoken { role: Role::Paragraph, layers: caption });
        }
        y += line.height();
    }
    layers
}

fn page_piece(component: &Component, page: usize, pages: usize) -> Piece {
    let field = |number: usize| FieldText { text: number.to_string(), place: component.place.clone() };
    Piece {
        id: format!("{PAGE_OF_BOOKLET}{page}"),
        quantity: 1,
        fields: vec![(PAGE.to_owned(), field(page)), (PAGES.to_owned(), field(pages))],
        place: component.place.clone(),
    }
}
