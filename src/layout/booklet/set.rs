//! The text of a booklet set for columns of one width: every passage shaped and broken, figures laid in between, what
//! belongs together marked, and the contents list numbered once it is known what is on which page.

use std::ops::Range;
use std::sync::Arc;

use crate::diag::{Diagnostic, Diagnostics, Place, SourceText};
use crate::layout::face::Role;
use crate::layout::pieces::slots::{SlotContext, report_marks};
use crate::layout::text::lines::TextLine;
use crate::layout::text::rich::{Block, Span, TextBlock};
use crate::layout::text::typeset::{TextLook, Typesetter};
use crate::model::Style;

use super::contents::{self, Entry};
use super::figure::{AROUND_FIGURE, Figure};
use super::flow::{FlowLine, StepHeights};
use super::parts::{BookletPart, BookletText, Passage};

/// The style of what is written below figures.
const CAPTION: &str = "caption";
/// The style of the contents list.
const CONTENTS: &str = "contents";

/// What a text is set with.
#[derive(Clone, Copy)]
pub struct Setting<'a> {
    /// The game, its fonts and pictures.
    pub context: SlotContext<'a>,
    /// The file.
    pub source: &'a Arc<SourceText>,
    /// The style of running text.
    pub style: &'a Style,
    /// The width of all columns.
    pub width: f32,
}

/// A text whose lines wait for their columns.
#[derive(Debug, Default)]
pub struct SetText {
    /// All lines.
    pub lines: Vec<FlowLine>,
    /// How high its steps are.
    pub steps: StepHeights,
    /// How many headings it has.
    pub headings: usize,
    /// The lines of the contents list, and what is listed.
    contents: Option<(Range<usize>, Vec<Entry>)>,
}

impl SetText {
    /// Writes the pages of all headings into the contents list.
    pub fn number(&mut self, typesetter: &mut Typesetter<'_>, setting: Setting<'_>, pages: &[usize]) {
        if let Some((range, entries)) = &self.contents {
            let lines = contents::lines(typesetter, entries, (setting.look(CONTENTS), setting.width), pages);
            // Its length does not depend on the numbers; what is around the list stays.
            for (old, new) in self.lines[range.clone()].iter_mut().zip(lines) {
                old.text.items = new.text.items;
            }
        }
    }
}

impl<'a> Setting<'a> {
    fn look(&self, special: &str) -> TextLook<'a> {
        let game = self.context.game;
        TextLook::of(game, game.styles.get(special).unwrap_or(self.style))
    }

    /// Sets a text with its figures.
    pub fn set(
        self,
        text: &BookletText,
        figures: &[Option<Figure>],
        typesetter: &mut Typesetter<'_>,
        found: &mut Diagnostics,
    ) -> SetText {
        for mark in &text.unknown {
            let place = place_of(self.source, 0, &mark.written());
            report_marks(self.context, std::slice::from_ref(mark), &place, found);
        }
        let mut press = Press {
            setting: self,
            typesetter,
            found,
            set: SetText::default(),
            headings: Vec::new(),
            list: None,
            passages: 0,
            starts_page: false,
        };
        let mut figures = figures.iter();
        for (number, part) in text.parts.iter().enumerate() {
            match part {
                BookletPart::Text(passage) => press.passage(passage, text.parts.get(number + 1)),
                BookletPart::Picture(_) | BookletPart::Table(_) => {
                    if let Some(Some(figure)) = figures.next() {
                        press.figure(figure);
                    }
                }
                BookletPart::Contents(range) => press.open_list(range),
                BookletPart::PageBreak => press.starts_page = true,
            }
        }
        press.finish()
    }
}

struct Press<'a, 'p, 'f> {
    setting: Setting<'a>,
    typesetter: &'p mut Typesetter<'f>,
    found: &'p mut Diagnostics,
    set: SetText,
    /// The level and the words of every heading.
    headings: Vec<(u8, TextBlock)>,
    /// How many passages there are so far.
    passages: usize,
    /// Whether the next line begins a page.
    starts_page: bool,
    /// The place of the contents list.
    list: Option<ListPlace>,
}

/// Where the contents are listed.
struct ListPlace {
    /// The line below.
    before: usize,
    /// The first heading that is listed.
    from: usize,
    /// Whether a page begins with the list.
    starts_page: bool,
    /// Where it is written.
    place: Place,
}

impl Press<'_, '_, '_> {
    fn push(&mut self, mut line: FlowLine) {
        // Text keeps as clear of a figure above it as the figure does of what is above that.
        if self.set.lines.last().is_some_and(|before| before.drawing.is_some()) {
            line.text.gap = line.text.gap.max(AROUND_FIGURE);
        }
        line.starts_page = std::mem::take(&mut self.starts_page);
        self.set.lines.push(line);
    }

    fn passage(&mut self, passage: &Passage, next: Option<&BookletPart>) {
        let lines = self.lines_of(passage);
        let spoken = Some((self.passages, role_of(&passage.block)));
        self.passages += 1;
        let heading = self.heading(&passage.block);
        let leads_on = leads_to(&passage.block, next);
        let count = lines.len();
        let head = table_head(&passage.block, &lines);
        for (number, mut text) in lines.into_iter().enumerate() {
            text.keep_with_next |= leads_on && number + 1 == count;
            let heading = heading.filter(|_| number == 0);
            let table_head = head.clone().filter(|_| number > 0);
            let (passage, steps) = (spoken.clone(), passage.steps.clone());
            self.push(FlowLine { steps, heading, passage, table_head, ..FlowLine::of(text) });
        }
    }

    /// Counts a heading.
    fn heading(&mut self, block: &Block) -> Option<usize> {
        let Block::Text(text) = block else { return None };
        if text.heading == 0 {
            return None;
        }
        self.headings.push((text.heading, text.clone()));
        Some(self.headings.len() - 1)
    }

    /// The lines of a passage; what cannot be printed of it is told.
    fn lines_of(&mut self, passage: &Passage) -> Vec<TextLine> {
        let Setting { context, source, style, width, .. } = self.setting;
        let look = TextLook::of(context.game, style);
        let mut shaped = self.typesetter.shape(std::slice::from_ref(&passage.block), look);
        let lines = self.typesetter.lines(&mut shaped, width, 1.0);
        let too_wide = shaped.too_wide(width, 1.0);
        if too_wide > 0.0 {
            let what = shaped.word_too_wide(width, 1.0).map_or("a table".to_owned(), |word| format!("`{word}`"));
            let message = format!("{what} is {too_wide:.1} mm too wide for the column of {width:.1} mm");
            let line = source.text.get(passage.at..).and_then(|rest| rest.lines().next()).map_or(0, str::len);
            self.found.push(Diagnostic::error(message).at(&Place::new(source, passage.at, passage.at + line)));
        }
        for fault in self.typesetter.faults(&shaped) {
            let place = place_of(source, passage.at, fault.character.encode_utf8(&mut [0; 4]));
            self.found.push(fault.diagnostic().at(&place));
        }
        lines
    }

    fn figure(&mut self, figure: &Figure) {
        let Setting { width, source, .. } = self.setting;
        let look = self.setting.look(CAPTION);
        let mut shaped = self.typesetter.shape(&figure.caption, look);
        let caption = self.typesetter.lines(&mut shaped, width, 1.0);
        for fault in self.typesetter.faults(&shaped) {
            let place = place_of(source, 0, fault.character.encode_utf8(&mut [0; 4]));
            self.found.push(fault.diagnostic().at(&place));
        }
        let shown = figure.caption.iter().map(Block::words).collect::<Vec<_>>().join(" ");
        let passage = Some((self.passages, Role::Figure(shown)));
        self.passages += 1;
        self.push(FlowLine { passage, ..figure.line(width, caption) });
    }

    fn open_list(&mut self, range: &Range<usize>) {
        let place = Place::new(self.setting.source, range.start, range.end);
        if self.list.is_some() {
            let message = "the contents are listed once, and here is a second list";
            self.found.push(Diagnostic::error(message).at(&place));
            return;
        }
        let starts_page = std::mem::take(&mut self.starts_page);
        self.list = Some(ListPlace { before: self.set.lines.len(), from: self.headings.len(), starts_page, place });
    }

    fn finish(mut self) -> SetText {
        self.set.headings = self.headings.len();
        if let Some(ListPlace { before, from, starts_page, place }) = self.list.take() {
            let entries = contents::listed(&self.headings, from);
            if entries.is_empty() {
                let hint = "write headings below it, as in `# Setting up`";
                self.found.push(Diagnostic::error("there is no heading to list").at(&place).hint(hint));
            }
            let look = self.setting.look(CONTENTS);
            let mut lines = contents::lines(self.typesetter, &entries, (look, self.setting.width), &[]);
            if let Some(first) = lines.first_mut() {
                first.starts_page = starts_page;
                first.text.gap = look.style.size.mm_f32() * look.style.paragraph;
            }
            for (line, number) in lines.iter_mut().zip(self.passages..) {
                line.passage = Some((number, Role::Paragraph));
            }
            self.set.contents = Some((before..before + lines.len(), entries));
            self.set.lines.splice(before..before, lines);
        }
        self.set.steps = StepHeights::of(&self.set.lines);
        self.set
    }
}

/// What a block is to somebody who hears it.
fn role_of(block: &Block) -> Role {
    match block {
        Block::Text(text) if text.heading > 0 => Role::Heading(text.heading),
        Block::Text(_) | Block::Table(_) | Block::Rule => Role::Paragraph,
    }
}

/// The first line of a table, when there are words in its headings.
fn table_head(block: &Block, lines: &[TextLine]) -> Option<Arc<TextLine>> {
    let Block::Table(rows) = block else { return None };
    let has_words = rows.first()?.iter().any(|cell| !cell.spans.is_empty());
    lines.first().filter(|_| has_words).map(|line| Arc::new(line.clone()))
}

/// Whether a block leads to what follows it: a text to its list, and one that ends in a colon to its figure.
fn leads_to(block: &Block, next: Option<&BookletPart>) -> bool {
    let Block::Text(text) = block else { return false };
    match next {
        Some(BookletPart::Text(Passage { block: Block::Text(next), .. })) => {
            next.marker.is_some() && next.depth > text.depth
        }
        Some(
            BookletPart::Text(Passage { block: Block::Table(_), .. }) | BookletPart::Picture(_) | BookletPart::Table(_),
        ) => ends_in_colon(text),
        _ => false,
    }
}

fn ends_in_colon(text: &TextBlock) -> bool {
    matches!(text.spans.last(), Some(Span::Words { text, .. }) if text.trim_end().ends_with(':'))
}

/// Where a text next stands in a file, from a place on.
fn place_of(source: &Arc<SourceText>, from: usize, text: &str) -> Place {
    let next = source.text.get(from..).and_then(|rest| rest.find(text)).map(|at| from + at);
    let at = next.or_else(|| source.text.find(text)).unwrap_or(from);
    Place::new(source, at, at + text.len())
}
