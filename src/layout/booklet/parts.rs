//! What stands in the text of a booklet, in its order: passages of text, figures, and the place of the contents list. Reads
//! Markdown; opens no files and draws nothing.

use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, CowStr, Event, LinkType, Options, Parser, Tag, TagEnd};

use crate::layout::text::rich::{Block, MARKDOWN, Marks, RichReader, TextBlock, UnknownMark};
use crate::model::Diagram;

use super::foreign::{HtmlPicture, html_picture, is_in_braces, is_page_break, width_in_braces};

/// What of Markdown booklets know besides: what notebooks and wikis write, and has no look of its own on paper.
const BESIDES: Options = Options::ENABLE_TASKLISTS
    .union(Options::ENABLE_HEADING_ATTRIBUTES)
    .union(Options::ENABLE_GFM)
    .union(Options::ENABLE_WIKILINKS);
/// A line of its own with this is where the contents are listed.
const CONTENTS: &str = "[contents]";
/// A line of its own with this begins a page.
const PAGE: &str = "[page]";
/// Footnotes stand at the end of the part that a heading of this level or a higher one begins.
const CHAPTER: u8 = 2;
/// Steps in steps in steps are kept together no further.
const DEEPEST_STEP: usize = 3;

/// The text of a booklet as what stands in it.
#[derive(Debug, Default)]
pub struct BookletText {
    /// In their order.
    pub parts: Vec<BookletPart>,
    /// Marks that name what is not there.
    pub unknown: Vec<UnknownMark>,
    /// Where pictures stand among words.
    pub misplaced: Vec<Range<usize>>,
}

/// One thing in a booklet.
#[derive(Debug)]
pub enum BookletPart {
    /// A paragraph, heading, entry of a list or table.
    Text(Passage),
    /// A picture from a file.
    Picture(PictureMark),
    /// A table that is drawn, by where its block begins.
    Table(usize),
    /// Where the contents are listed.
    Contents(Range<usize>),
    /// Where the next page begins.
    PageBreak,
}

/// A block of text.
#[derive(Debug)]
pub struct Passage {
    /// What it says.
    pub block: Block,
    /// Where it begins in the file.
    pub at: usize,
    /// The steps of numbered lists that it belongs to, the outermost first, each by a number of its own.
    pub steps: Vec<usize>,
}

/// A picture on a line of its own.
#[derive(Debug)]
pub struct PictureMark {
    /// Its path in the game folder.
    pub path: String,
    /// What is written below.
    pub caption: TextBlock,
    /// What stands in quotes behind the path: how wide it is.
    pub width: Option<String>,
    /// Where it stands.
    pub at: Range<usize>,
}

/// Reads the text of a booklet.
#[must_use]
pub fn read_booklet(text: &str, marks: Marks<'_>) -> BookletText {
    let begin = front_matter(text);
    let events = Parser::new_ext(text, MARKDOWN.union(BESIDES)).into_offset_iter();
    let events = events.filter(|(_, range)| range.start >= begin).collect();
    let (events, mut notes) = apart(events);
    let mut reader = PartReader {
        text,
        marks,
        words: RichReader::new(marks),
        read: BookletText::default(),
        open_steps: Vec::new(),
        steps: 0,
        lists: Vec::new(),
        due: Vec::new(),
    };
    let mut rest = &events[..];
    while let Some(((event, range), after)) = rest.split_first() {
        match event {
            Event::FootnoteReference(name) if !reader.due.contains(name) => reader.due.push(name.clone()),
            Event::Start(Tag::Heading { level, .. }) if *level as u8 <= CHAPTER => reader.end_chapter(&mut notes),
            Event::Start(Tag::Paragraph | Tag::HtmlBlock) if reader.is_page_break(range) => {
                reader.end_chapter(&mut notes);
            }
            _ => {}
        }
        let taken = reader.figure(rest);
        if taken > 0 {
            rest = &rest[taken..];
            continue;
        }
        reader.event(event, range);
        rest = after;
    }
    reader.words.close();
    reader.take_blocks(text.len());
    // What nobody refers to is printed as well.
    let rest: Vec<CowStr<'_>> = notes.iter().map(|(name, _)| name.clone()).collect();
    reader.due.extend(rest);
    reader.end_chapter(&mut notes);
    reader.read.unknown.extend(reader.words.take_unknown());
    reader.read
}

/// Where the text begins behind what programs write above it for themselves: fields between two lines of dashes.
fn front_matter(text: &str) -> usize {
    const DASHES: &str = "---";
    let mut at = 0;
    for (number, line) in text.split_inclusive('\n').enumerate() {
        let is_dashes = line.trim_end() == DASHES;
        at += line.len();
        match number {
            0 if !is_dashes => return 0,
            0 => {}
            _ if is_dashes => return at,
            // A field, what belongs to the one before, or nothing.
            _ if line.trim().is_empty() || line.starts_with([' ', '-', '#']) => {}
            _ if line.split_once(':').is_some_and(|(name, _)| !name.contains(char::is_whitespace)) => {}
            _ => return 0,
        }
    }
    0
}

/// What Markdown says, with its place.
type Placed<'t> = (Event<'t>, Range<usize>);
/// Footnotes by their names.
type Notes<'t> = Vec<(CowStr<'t>, Vec<Placed<'t>>)>;

/// A text without its footnotes, and these.
fn apart(events: Vec<Placed<'_>>) -> (Vec<Placed<'_>>, Notes<'_>) {
    let (mut running, mut notes): (Vec<_>, Notes<'_>) = (Vec::new(), Vec::new());
    let mut is_note = false;
    for (event, range) in events {
        if let Event::Start(Tag::FootnoteDefinition(name)) = &event {
            is_note = true;
            notes.push((name.clone(), Vec::new()));
        }
        let ends = matches!(event, Event::End(TagEnd::FootnoteDefinition));
        match notes.last_mut().filter(|_| is_note) {
            Some((_, note)) => note.push((event, range)),
            None => running.push((event, range)),
        }
        is_note &= !ends;
    }
    (running, notes)
}

/// How many of these events there are up to the first end of this kind.
fn up_to(events: &[Placed<'_>], end: TagEnd) -> usize {
    let at = events.iter().position(|(event, _)| *event == Event::End(end));
    at.map_or(events.len(), |at| at + 1)
}

struct PartReader<'t> {
    text: &'t str,
    marks: Marks<'t>,
    words: RichReader<'t>,
    read: BookletText,
    /// For each open entry of a list the number of its step, if it is one.
    open_steps: Vec<Option<usize>>,
    steps: usize,
    /// Whether each open list is numbered.
    lists: Vec<bool>,
    /// The footnotes that this chapter refers to.
    due: Vec<CowStr<'t>>,
}

impl<'t> PartReader<'t> {
    /// Takes a figure or the place of the contents, if these events begin with one, and says how many belong to it.
    fn figure(&mut self, events: &[(Event<'t>, Range<usize>)]) -> usize {
        let Some((first, range)) = events.first() else { return 0 };
        let (part, taken) = match first {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) if Diagram::is_block(info) => {
                (BookletPart::Table(range.start), up_to(events, TagEnd::CodeBlock))
            }
            Event::Start(Tag::Paragraph) if self.is_alone(range, CONTENTS) => {
                (BookletPart::Contents(range.clone()), up_to(events, TagEnd::Paragraph))
            }
            Event::Start(Tag::Paragraph) if self.is_page_break(range) => {
                (BookletPart::PageBreak, up_to(events, TagEnd::Paragraph))
            }
            Event::Start(Tag::HtmlBlock) if self.is_page_break(range) => {
                (BookletPart::PageBreak, up_to(events, TagEnd::HtmlBlock))
            }
            Event::Start(tag @ (Tag::HtmlBlock | Tag::Paragraph)) if self.html_picture(range).is_some() => {
                let Some(picture) = self.html_picture(range) else { return 0 };
                (BookletPart::Picture(picture), up_to(events, tag.to_end()))
            }
            Event::Start(Tag::Paragraph) => match self.picture(events) {
                Some((picture, taken)) => (BookletPart::Picture(picture), taken),
                None => return 0,
            },
            _ => return 0,
        };
        self.words.close();
        self.take_blocks(range.start);
        self.read.parts.push(part);
        taken
    }

    /// A paragraph that is a picture and nothing else.
    fn picture(&mut self, events: &[(Event<'t>, Range<usize>)]) -> Option<(PictureMark, usize)> {
        let (Event::Start(Tag::Image { dest_url, title, link_type, .. }), at) = events.get(1)? else { return None };
        let end = events.iter().position(|(event, _)| matches!(event, Event::End(TagEnd::Image)))?;
        // What other programs write behind it: `{width=50%}`.
        let behind = match events.get(end + 1)? {
            (Event::Text(text), _) if is_in_braces(text) => Some(text),
            (Event::Text(_), _) => return None,
            _ => None,
        };
        let last = end + 1 + usize::from(behind.is_some());
        if !matches!(events.get(last)?, (Event::End(TagEnd::Paragraph), _)) {
            return None;
        }
        let mut caption = RichReader::new(self.marks);
        for (event, _) in &events[2..end] {
            caption.event(event);
        }
        caption.close();
        self.read.unknown.extend(caption.take_unknown());
        let words =
            caption.take().into_iter().find_map(|block| if let Block::Text(text) = block { Some(text) } else { None });
        let width =
            Some(title.to_string()).filter(|title| !title.trim().is_empty()).or_else(|| width_in_braces(behind?));
        // Where nothing is said of it, a wiki repeats the path.
        let is_wiki = matches!(link_type, LinkType::WikiLink { .. });
        let (path, caption) = (dest_url.to_string(), words.filter(|_| !is_wiki).unwrap_or_default());
        Some((PictureMark { path, caption, width, at: at.clone() }, last + 1))
    }

    /// A block that is a picture as HTML has it, and nothing else.
    fn html_picture(&self, range: &Range<usize>) -> Option<PictureMark> {
        let HtmlPicture { path, words, width } = html_picture(self.text.get(range.clone())?)?;
        let mut caption = RichReader::new(self.marks);
        caption.event(&Event::Text(words.into()));
        caption.close();
        let words =
            caption.take().into_iter().find_map(|block| if let Block::Text(text) = block { Some(text) } else { None });
        Some(PictureMark { path, caption: words.unwrap_or_default(), width, at: range.clone() })
    }

    /// Whether a block is nothing but the beginning of a page, in our words or those of other programs.
    fn is_page_break(&self, range: &Range<usize>) -> bool {
        self.is_alone(range, PAGE) || self.text.get(range.clone()).is_some_and(is_page_break)
    }

    /// Whether a paragraph is this mark and nothing else.
    fn is_alone(&self, range: &Range<usize>, mark: &str) -> bool {
        self.text.get(range.clone()).is_some_and(|own| own.trim() == mark)
    }

    /// Sets the footnotes of the chapter that ends here.
    fn end_chapter(&mut self, notes: &mut Notes<'t>) {
        for name in std::mem::take(&mut self.due) {
            let found = notes.iter().position(|(known, _)| *known == name);
            let Some((_, note)) = found.map(|at| notes.remove(at)) else { continue };
            for (event, range) in &note {
                self.event(event, range);
            }
            self.words.close();
            self.take_blocks(note.first().map_or(0, |(_, range)| range.start));
        }
    }

    fn event(&mut self, event: &Event<'t>, range: &Range<usize>) {
        match event {
            Event::Start(Tag::Image { .. }) => self.read.misplaced.push(range.clone()),
            Event::Start(Tag::List(first)) => self.lists.push(first.is_some()),
            Event::End(TagEnd::List(_)) => {
                self.lists.pop();
            }
            _ => {}
        }
        self.words.event(event);
        self.take_blocks(range.start);
        match event {
            Event::Start(Tag::Item) => {
                let is_step = self.lists.last().copied().unwrap_or(false);
                self.steps += usize::from(is_step);
                self.open_steps.push(is_step.then_some(self.steps));
            }
            Event::End(TagEnd::Item) => {
                self.open_steps.pop();
            }
            _ => {}
        }
    }

    /// Takes what the reader of words has finished.
    fn take_blocks(&mut self, at: usize) {
        for block in self.words.take() {
            let steps = self.open_steps.iter().flatten().copied().take(DEEPEST_STEP).collect();
            self.read.parts.push(BookletPart::Text(Passage { block, at, steps }));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    use crate::layout::text::rich::Span;
    use crate::model::Palette;

    fn read(text: &str) -> BookletText {
        let (icons, palette, styles) = (BTreeMap::new(), Palette::default(), BTreeMap::new());
        read_booklet(text, Marks { icons: &icons, palette: &palette, styles: &styles, quotes: None })
    }

    fn told(text: &str) -> Vec<String> {
        let part = |part: &BookletPart| match part {
            BookletPart::Text(Passage { block: Block::Text(text), steps, .. }) => {
                let words: String = text
                    .spans
                    .iter()
                    .map(|span| if let Span::Words { text, .. } = span { text.as_str() } else { "" })
                    .collect();
                format!("{words} {steps:?}")
            }
            BookletPart::Text(other) => format!("{:?}", other.block),
            BookletPart::Picture(picture) => format!("picture {} {:?}", picture.path, picture.width),
            BookletPart::Table(at) => format!("table at {at}"),
            BookletPart::Contents(at) => format!("contents at {}", at.start),
            BookletPart::PageBreak => "a new page".to_owned(),
        };
        read(text).parts.iter().map(part).collect()
    }

    #[test]
    fn what_programs_write_above_is_no_text() {
        assert_eq!(told("---\ntitle: Rules\ntags:\n  - a\n---\nHello\n"), told("Hello\n"));
        assert_eq!(told("---\nA line: of text\n---\n").len(), told("***\n## A line: of text\n").len());
        assert_eq!(told("---\nopen: yes\n"), told("***\nopen: yes\n"));
    }

    #[test]
    fn figures_stand_between_passages() {
        let text = "Before.\n\n![A *ghost*](art/a.svg \"40mm\")\n\n[contents]\n\n```board\npieces: {}\n```\nAfter.\n";
        assert_eq!(
            told(text),
            ["Before. []", "picture art/a.svg Some(\"40mm\")", "contents at 41", "table at 53", "After. []"]
        );
    }

    #[test]
    fn what_other_programs_write_for_pictures_and_pages_means_the_same() {
        assert_eq!(
            told("![[my photo.jpg]]\n\n<img src=\"a.png\" alt=\"x\">\n\n![](b.svg){width=30%}\n\n\\pagebreak\n\nTwo\n"),
            ["picture my photo.jpg None", "picture a.png None", "picture b.svg Some(\"30%\")", "a new page", "Two []"]
        );
        assert_eq!(told("## End {#end}\n\n- [ ] one\n\n> [!NOTE]\n> two\n"), ["End []", "one []", "two []"]);
    }

    #[test]
    fn footnotes_stand_at_the_end_of_their_chapter() {
        let text =
            "# One\n\nA[^b] and B[^a].\n\n### In it\n\n# Two\n\nC[^b]\n\n[^a]: first\n\n[^b]: second\n\n[^c]: lost\n";
        assert_eq!(
            told(text),
            [
                "One []",
                "A[1] and B[2]. []",
                "In it []",
                "[1] second []",
                "[2] first []",
                "Two []",
                "C[1] []",
                "[3] lost []"
            ]
        );
    }

    #[test]
    fn a_page_begins_where_the_text_says_so() {
        assert_eq!(told("One\n\n[page]\n\nTwo [page]\n"), ["One []", "a new page", "Two [page] []"]);
    }

    #[test]
    fn steps_hold_all_that_is_in_them() {
        let text = "1. One\n   - in\n\n   ![](a.svg)\n\n   more\n2. Two\n\n- dot\n";
        assert_eq!(told(text), ["One [1]", "in [1]", "picture a.svg None", "more [1]", "Two [2]", "dot []"]);
    }

    #[test]
    fn a_picture_among_words_is_misplaced() {
        let read = read("See ![x](a.svg) here.\n");
        assert_eq!((read.misplaced.len(), read.misplaced[0].clone()), (1, 4..15));
    }
}
