//! The small markup of card texts and rules: Markdown for bold, italic, lists, headings and tables, `:name:` for an
//! icon, `[words]{name}` for words that look different. Turns text into blocks; knows no fonts and no sizes.

use pulldown_cmark::{Alignment, Event, HeadingLevel, Options, Parser, Tag, TagEnd};

use crate::model::{Align, Colour};

use super::dressing::dress;
pub use super::marks::{Marks, UnknownMark};
use super::quotes::Curling;
use super::signs::{Stars, as_seen};

/// What of Markdown is read beside its core.
pub const MARKDOWN: Options = Options::ENABLE_TABLES.union(Options::ENABLE_FOOTNOTES);
/// More stretches of style than this are no paragraph.
const MOST_SPANS: usize = 4_000;

/// A paragraph, heading, list item or table.
#[derive(Debug, Clone, PartialEq)]
pub enum Block {
    /// Running text.
    Text(TextBlock),
    /// Rows of cells; the first row is the heading.
    Table(Vec<Vec<TextBlock>>),
    /// A line across.
    Rule,
}

/// Running text of one kind.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct TextBlock {
    /// 0 for a paragraph, 1 to 6 for a heading.
    pub heading: u8,
    /// How deep in lists; 0 outside.
    pub depth: u8,
    /// What stands before a list item.
    pub marker: Option<String>,
    /// Whether it stands in a quotation, which is set apart as an example or an aside.
    pub quoted: bool,
    /// Where its lines stand, when the text says so itself.
    pub align: Option<Align>,
    /// The words.
    pub spans: Vec<Span>,
}

/// How the name of a sign is read.
#[must_use]
pub fn sign_told(name: &str) -> String {
    name.replace(['-', '_'], " ")
}

/// A stretch of text in one style, or an icon.
#[derive(Debug, Clone, PartialEq)]
pub enum Span {
    /// Words.
    Words {
        /// As they are printed.
        text: String,
        /// How they differ from the text around.
        look: WordLook,
    },
    /// The picture of a known name.
    Icon {
        /// The name.
        name: String,
        /// What it was asked to look like by name.
        dress: Option<Dress>,
    },
    /// A break inside a paragraph.
    Break,
}

impl Block {
    /// Its words, where an icon is its name.
    #[must_use]
    pub fn words(&self) -> String {
        match self {
            Self::Text(text) => text.words(),
            Self::Table(rows) => rows.iter().flatten().map(TextBlock::words).collect::<Vec<_>>().join(" "),
            Self::Rule => String::new(),
        }
    }
}

impl TextBlock {
    /// Its words, where an icon is its name.
    #[must_use]
    pub fn words(&self) -> String {
        let words = |span: &Span| match span {
            Span::Words { text, .. } => text.replace('\u{ad}', ""),
            Span::Icon { name, .. } => sign_told(name),
            Span::Break => " ".to_owned(),
        };
        self.spans.iter().map(words).collect()
    }
}

impl Span {
    /// Words that look like the text around.
    #[must_use]
    pub fn plain(text: &str) -> Self {
        Self::Words { text: text.to_owned(), look: WordLook::default() }
    }
}

/// How words differ from the text around.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct WordLook {
    /// Heavier.
    pub bold: bool,
    /// Slanted.
    pub italic: bool,
    /// What they were asked to look like by name.
    pub dress: Option<Dress>,
}

/// What words can be asked to look like.
#[derive(Debug, Clone, PartialEq)]
pub enum Dress {
    /// They have a colour of their own.
    Colour(Colour),
    /// They are set in another text style.
    Style(String),
}

/// Reads a text. Marks that name what is unknown are returned beside the blocks and stay as text.
#[must_use]
pub fn parse(text: &str, marks: Marks<'_>) -> (Vec<Block>, Vec<UnknownMark>) {
    let mut reader = RichReader::new(marks);
    let text = as_seen(text);
    let mut stars = Stars::default();
    for event in Parser::new_ext(&text, MARKDOWN).into_offset_iter() {
        reader.event(&stars.seen(&text, event));
    }
    reader.close();
    // `3.` or `+` alone is a list of nothing to Markdown and a number or a sign to everybody else.
    if reader.blocks.is_empty() && !text.trim().is_empty() {
        reader.words(text.trim());
        reader.close();
    }
    (reader.blocks, reader.unknown)
}

/// Reads Markdown, one event after the other.
pub struct RichReader<'i> {
    marks: Marks<'i>,
    blocks: Vec<Block>,
    unknown: Vec<UnknownMark>,
    curling: Curling,
    open: TextBlock,
    bold: usize,
    italic: usize,
    /// The same between angle brackets, up to the end of the paragraph.
    html_bold: bool,
    html_italic: bool,
    in_comment: bool,
    quotes: usize,
    /// Next number of each open list, or none for bullets.
    lists: Vec<Option<u64>>,
    marker: Option<String>,
    table: Option<Vec<Vec<TextBlock>>>,
    /// How the columns of the table stand.
    aligned: Vec<Alignment>,
    /// The names of the footnotes, in the order in which they get their numbers.
    notes: Vec<String>,
}

impl<'i> RichReader<'i> {
    /// A reader that knows these marks.
    #[must_use]
    pub fn new(marks: Marks<'i>) -> Self {
        Self {
            marks,
            blocks: Vec::new(),
            unknown: Vec::new(),
            curling: Curling::new(marks.quotes),
            open: TextBlock::default(),
            bold: 0,
            italic: 0,
            html_bold: false,
            html_italic: false,
            in_comment: false,
            quotes: 0,
            lists: Vec::new(),
            marker: None,
            table: None,
            aligned: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// The blocks that are finished, which are then no longer here.
    pub fn take(&mut self) -> Vec<Block> {
        std::mem::take(&mut self.blocks)
    }

    /// The same for marks that name what is not there.
    pub fn take_unknown(&mut self) -> Vec<UnknownMark> {
        std::mem::take(&mut self.unknown)
    }

    /// Finishes what is open.
    pub fn close(&mut self) {
        self.close_text();
    }

    /// Takes the next event.
    pub fn event(&mut self, event: &Event<'_>) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(*tag),
            Event::Text(text) => {
                let curled = self.curling.curled(text);
                self.words(&curled);
            }
            Event::Html(text) | Event::InlineHtml(text) => self.html(text),
            Event::Code(text) => {
                self.curling.pass('x');
                self.words(text);
            }
            Event::SoftBreak => {
                self.curling.pass(' ');
                self.words(" ");
            }
            Event::HardBreak => {
                self.curling.pass(' ');
                self.make_room();
                self.open.spans.push(Span::Break);
            }
            Event::FootnoteReference(name) => {
                self.curling.pass('x');
                self.note(name);
            }
            Event::Rule => self.blocks.push(Block::Rule),
            _ => {}
        }
    }

    /// What other tools write between angle brackets for bold, italic and a new line. Whatever else stands there is printed as it
    /// was written, but for comments.
    fn html(&mut self, text: &str) {
        if self.in_comment || text.trim_start().starts_with("<!--") {
            self.in_comment = !text.contains("-->");
            return;
        }
        match text.to_ascii_lowercase().replace([' ', '/'], "").as_str() {
            "<b>" | "<strong>" => self.html_bold = !text.contains('/'),
            "<i>" | "<em>" => self.html_italic = !text.contains('/'),
            "<br>" => {
                self.curling.pass(' ');
                self.make_room();
                self.open.spans.push(Span::Break);
            }
            tag if is_look_only(tag) => {}
            _ => {
                self.curling.pass('x');
                self.words(text);
            }
        }
    }

    /// The number of a footnote, in brackets.
    fn note(&mut self, name: &str) {
        let known = self.notes.iter().position(|note| note == name);
        let number = known.unwrap_or_else(|| {
            self.notes.push(name.to_owned());
            self.notes.len() - 1
        });
        self.words(&format!("[{}]", number + 1));
    }

    fn start(&mut self, tag: &Tag<'_>) {
        match tag {
            Tag::FootnoteDefinition(name) => {
                self.close_text();
                self.note(name);
                self.words(" ");
            }
            Tag::Strong => self.bold += 1,
            Tag::Emphasis => self.italic += 1,
            Tag::BlockQuote(_) => self.quotes += 1,
            Tag::Heading { level, .. } => {
                self.close_text();
                self.open.heading = heading(*level);
            }
            Tag::List(first) => {
                self.close_text();
                self.lists.push(*first);
            }
            Tag::Item => {
                let next = self.lists.last_mut();
                self.marker = Some(match next {
                    Some(Some(number)) => {
                        *number += 1;
                        format!("{}.", *number - 1)
                    }
                    _ => "•".to_owned(),
                });
            }
            Tag::Table(aligned) => {
                self.close_text();
                self.aligned.clone_from(aligned);
                self.table = Some(Vec::new());
            }
            Tag::TableHead | Tag::TableRow => {
                self.bold += usize::from(matches!(tag, Tag::TableHead));
                if let Some(rows) = &mut self.table {
                    rows.push(Vec::new());
                }
            }
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Strong | TagEnd::TableHead => self.bold -= 1,
            TagEnd::Emphasis => self.italic -= 1,
            TagEnd::BlockQuote(_) => self.quotes -= 1,
            TagEnd::Paragraph | TagEnd::Heading(_) => self.close_text(),
            TagEnd::Item => {
                self.close_text();
                // An item of nothing takes its marker along.
                self.marker = None;
            }
            TagEnd::List(_) => {
                self.lists.pop();
            }
            TagEnd::TableCell => {
                let cell = self.take_open();
                if let Some(row) = self.table.as_mut().and_then(|rows| rows.last_mut()) {
                    let align = match self.aligned.get(row.len()) {
                        Some(Alignment::Center) => Some(Align::Centre),
                        Some(Alignment::Right) => Some(Align::End),
                        Some(Alignment::Left) => Some(Align::Start),
                        Some(Alignment::None) | None => None,
                    };
                    row.push(TextBlock { align, ..cell });
                }
            }
            TagEnd::Table => self.blocks.extend(self.table.take().map(Block::Table)),
            _ => {}
        }
    }

    fn close_text(&mut self) {
        let mut block = self.take_open();
        if block.spans.is_empty() {
            return;
        }
        block.depth = u8::try_from(self.lists.len()).unwrap_or(u8::MAX);
        block.marker = self.marker.take();
        block.quoted = self.quotes > 0;
        self.blocks.push(Block::Text(block));
    }

    /// The text that is open, with its words as they are asked to look.
    fn take_open(&mut self) -> TextBlock {
        let mut block = std::mem::take(&mut self.open);
        (self.html_bold, self.html_italic) = (false, false);
        dress(&mut block.spans, self.marks, &mut self.unknown);
        self.curling = Curling::new(self.marks.quotes);
        block
    }

    /// Words with icons among them.
    fn words(&mut self, text: &str) {
        // Tabs and their like have no glyph and mean a gap.
        let plain = text.replace(char::is_control, " ");
        let mut rest = plain.as_str();
        while let Some((before, name, after)) = next_icon(rest) {
            if self.marks.icons.contains_key(name) {
                self.push(before);
                self.make_room();
                self.open.spans.push(Span::Icon { name: name.to_owned(), dress: None });
                rest = after;
                continue;
            }
            // A capital or an underscore is more often a manner of writing than an icon, unless one sounds like it.
            let plain = name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
            if plain || self.marks.icons.keys().any(|known| known.eq_ignore_ascii_case(name)) {
                self.unknown.push(UnknownMark::Icon(name.to_owned()));
            }
            // Its second colon may open another one.
            let (words, next) = rest.split_at(rest.len() - after.len() - 1);
            self.push(words);
            rest = next;
        }
        self.push(rest);
    }

    fn push(&mut self, words: &str) {
        let (bold, italic) = (self.bold > 0 || self.html_bold, self.italic > 0 || self.html_italic);
        let look = WordLook { bold, italic, dress: None };
        if words.is_empty() {
            return;
        }
        if let Some(Span::Words { text, look: before }) = self.open.spans.last_mut()
            && *before == look
        {
            text.push_str(words);
            return;
        }
        self.make_room();
        self.open.spans.push(Span::Words { text: words.to_owned(), look });
    }

    /// A paragraph of more stretches than any hand writes goes on as another one.
    fn make_room(&mut self) {
        if self.open.spans.len() >= MOST_SPANS && self.table.is_none() {
            self.close_text();
        }
    }
}

/// Whether a tag, without its slash and blanks, only says how words look or where they stand.
fn is_look_only(tag: &str) -> bool {
    const LOOKS: [&str; 9] = ["u", "small", "big", "span", "div", "p", "center", "font", "a"];
    let name = tag.trim_matches(['<', '>']);
    let end = name.find(|sign: char| !sign.is_ascii_alphabetic()).unwrap_or(name.len());
    // `<atitle="x">`, as blanks are gone: only what has a value goes on behind its name.
    let is_named = |look: &str| name == look || name.contains('=') && name.starts_with(look);
    end > 0 && LOOKS.iter().any(|look| is_named(look))
}

/// The text before, the name, and the text after the next `:name:`.
fn next_icon(text: &str) -> Option<(&str, &str, &str)> {
    let mut from = 0;
    while let Some(colon) = text[from..].find(':').map(|n| from + n) {
        let rest = &text[colon + 1..];
        let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '-' | '_')));
        if let Some(end) = end
            && rest[end..].starts_with(':')
            && rest.starts_with(|c: char| c.is_ascii_alphabetic())
        {
            return Some((&text[..colon], &rest[..end], &rest[end + 1..]));
        }
        from = colon + 1;
    }
    None
}

const fn heading(level: HeadingLevel) -> u8 {
    match level {
        HeadingLevel::H1 => 1,
        HeadingLevel::H2 => 2,
        HeadingLevel::H3 => 3,
        HeadingLevel::H4 => 4,
        HeadingLevel::H5 => 5,
        HeadingLevel::H6 => 6,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::model::Palette;

    #[test]
    fn bold_and_italic_may_stand_between_angle_brackets() {
        let (blocks, _) = read("a <B>b<i>c</i></b><br/>d <!-- e --> <x> </strong>\n\n<b>f\n\ng <3");
        let spans: Vec<(String, bool, bool)> = blocks
            .iter()
            .filter_map(|block| if let Block::Text(text) = block { Some(&text.spans) } else { None })
            .flatten()
            .map(|span| match span {
                Span::Words { text, look } => (text.clone(), look.bold, look.italic),
                _ => ("|".to_owned(), false, false),
            })
            .collect();
        let seen: Vec<(&str, bool, bool)> = spans.iter().map(|(text, b, i)| (text.as_str(), *b, *i)).collect();
        let plain = |text| (text, false, false);
        assert_eq!(
            seen,
            [
                plain("a "),
                ("b", true, false),
                ("c", true, true),
                plain("|"),
                plain("d  <x> "),
                ("f", true, false),
                plain("g <3"),
            ]
        );
    }

    impl TextBlock {
        fn plain(&self) -> String {
            let words = |span: &Span| match span {
                Span::Words { text, .. } => text.clone(),
                Span::Icon { name, .. } => name.clone(),
                Span::Break => " ".into(),
            };
            self.spans.iter().map(words).collect()
        }
    }

    fn read(text: &str) -> (Vec<Block>, Vec<UnknownMark>) {
        let icons = BTreeMap::from([("die-6".to_owned(), "die-6.svg".to_owned())]);
        let (palette, styles) = (Palette::default(), BTreeMap::new());
        parse(text, Marks { icons: &icons, palette: &palette, styles: &styles, quotes: None })
    }

    #[test]
    fn icons_stand_among_words() {
        let (blocks, unknown) = read("Roll :die-6: or *stop* at 3:30:15, not :dye:.");
        let words =
            |text: &str, italic| Span::Words { text: text.into(), look: WordLook { italic, ..WordLook::default() } };
        let Block::Text(block) = &blocks[0] else { panic!("{blocks:?}") };
        assert_eq!(
            block.spans,
            [
                words("Roll ", false),
                Span::Icon { name: "die-6".into(), dress: None },
                words(" or ", false),
                words("stop", true),
                words(" at 3:30:15, not :dye:.", false),
            ]
        );
        assert_eq!(unknown, [UnknownMark::Icon("dye".into())]);
    }

    #[test]
    fn stars_between_figures_are_stars() {
        for (typed, seen) in [
            ("3*4*5 and a*b*c", "3*4*5 and a*b*c"),
            ("2*3 and 4*5", "2*3 and 4*5"),
            ("gain [2](gold), see [there](https://example.org)", "gain [2](gold), see there"),
            ("un**believ**able *words*", "unbelievable words"),
            ("See[^a].\n\n[^a]: foot", "See[1]. [1] foot"),
        ] {
            let (blocks, _) = read(typed);
            assert_eq!(blocks.iter().map(Block::words).collect::<Vec<_>>().join(" "), seen, "{typed}");
        }
    }

    #[test]
    fn lists_are_numbered_and_nested() {
        let (blocks, _) = read("3. one\n4. two\n   - in\n");
        let seen: Vec<_> = blocks
            .iter()
            .map(|block| match block {
                Block::Text(text) => (text.depth, text.marker.clone().unwrap_or_default(), text.plain()),
                other => panic!("{other:?}"),
            })
            .collect();
        let expected = [(1, "3.", "one"), (1, "4.", "two"), (2, "•", "in")];
        assert_eq!(seen, expected.map(|(d, m, t)| (d, m.to_owned(), t.to_owned())));
    }

    #[test]
    fn a_table_keeps_its_cells() {
        let (blocks, _) = read("| die | result |\n|---|---|\n| 1 | *left* |\n");
        let Block::Table(rows) = &blocks[0] else { panic!("{blocks:?}") };
        assert_eq!(rows.iter().map(Vec::len).collect::<Vec<_>>(), [2, 2]);
        assert_eq!(rows[1][1].plain(), "left");
    }
}
