//! What is printed, as words: the sections of a table's rules and what stands on its pieces, from the table's own copy of the
//! game. Lays nothing out.

use std::{fmt, iter};

use crate::layout::{Block, BookletPart, Marks, Span, TextBlock, read_booklet, read_markup, sign_told};
use crate::load::DiskAssets;
use crate::model::{Assets as _, Component, Diagram, Game, Kind, Piece};

use super::Session;

/// A section of the rules, without those below it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Section {
    /// Its heading; none for what stands before the first.
    pub heading: String,
    /// How deep it is: 1 for the largest headings.
    pub level: u8,
    /// Its paragraphs.
    pub paragraphs: Vec<Paragraph>,
}

/// A part of a section.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Paragraph {
    /// Running text, perhaps behind a marker such as `1.`
    Text {
        /// What stands before it.
        marker: Option<String>,
        /// How deep it is in lists.
        depth: u8,
        /// The words.
        text: Words,
    },
    /// Rows of cells, the first with the names of the columns.
    Table(Vec<Vec<Words>>),
    /// A figure, by its place among all of the booklets, with what stands below it; where nothing does, with nothing.
    Figure(usize, Words),
}

/// A line of a text with the signs that are drawn in it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Words(pub Vec<Word>);

/// A piece of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Word {
    /// What is read.
    Text(String),
    /// A sign, by the name that the game gives it.
    Sign(String),
}

impl Words {
    /// Whether there is nothing to read.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The names of the signs in it.
    pub fn signs(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter_map(|word| if let Word::Sign(name) = word { Some(name.as_str()) } else { None })
    }
}

impl Paragraph {
    /// All that stands in it.
    #[must_use]
    pub fn words(&self) -> Vec<&Words> {
        match self {
            Self::Text { text, .. } | Self::Figure(_, text) => vec![text],
            Self::Table(rows) => rows.iter().flatten().collect(),
        }
    }
}

impl fmt::Display for Words {
    /// As a terminal shows it: a sign is its name.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for word in &self.0 {
            match word {
                Word::Text(text) => f.write_str(text)?,
                Word::Sign(name) => write!(f, "[{}]", sign_told(name))?,
            }
        }
        Ok(())
    }
}

/// What stands on a card, a tool or any other piece that is printed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PieceText {
    /// What the referee calls it.
    pub id: String,
    /// Its name, as it is printed.
    pub name: String,
    /// Which component it belongs to, as people call it.
    pub component: String,
    /// Its texts: sentences alone, and short values with what they are.
    pub lines: Vec<String>,
}

/// Fields that hold the name of a piece, the best first.
const NAMES: [&str; 2] = ["title", "name"];
/// Endings of files, which are no words.
const FILES: [&str; 5] = [".svg", ".png", ".jpg", ".jpeg", ".webp"];

impl Session {
    /// The sections of all booklets, in their order. One that cannot be read has none.
    #[must_use]
    pub fn rules_text(&self) -> Vec<Section> {
        let copy = DiskAssets::new(self.folder.game());
        let text = |kind: &'_ Kind| match kind {
            Kind::Booklet { text, diagrams } => {
                let text = String::from_utf8_lossy(&copy.read(text).ok()?).into_owned();
                Some((text.strip_prefix('\u{feff}').unwrap_or(&text).to_owned(), diagrams.clone()))
            }
            _ => None,
        };
        let texts = self.game.components.iter().filter_map(|component| text(&component.kind));
        let mut figures = 0;
        texts.flat_map(|(text, diagrams)| sections(&text, &diagrams, &self.game, &mut figures)).collect()
    }

    /// What stands on every printed piece that has a name or a text.
    #[must_use]
    pub fn piece_texts(&self) -> Vec<PieceText> {
        let of = |game: &Game| {
            let pieces = game
                .components
                .iter()
                .flat_map(|component| component.pieces.iter().zip(iter::repeat((component, on_all(component)))));
            pieces.filter_map(|(piece, (component, on_all))| piece_text(game, component, piece, &on_all)).collect()
        };
        of(&self.game)
    }
}

/// The sections of a text.
fn sections(markdown: &str, diagrams: &[Diagram], game: &Game, figures: &mut usize) -> Vec<Section> {
    let mut sections = vec![Section::default()];
    for part in read_booklet(markdown, Marks::as_typed(game)).parts {
        let block = match part {
            BookletPart::Text(passage) => passage.block,
            BookletPart::Picture(picture) => {
                put_figure(&mut sections, figures, words(&picture.caption));
                continue;
            }
            BookletPart::Table(at) => {
                let diagram = diagrams.iter().find(|diagram| diagram.at == at);
                let caption = diagram.and_then(|diagram| diagram.caption.as_ref());
                let block =
                    caption.and_then(|caption| read_markup(&caption.text, Marks::as_typed(game)).0.into_iter().next());
                let caption = if let Some(Block::Text(text)) = &block { words(text) } else { Words::default() };
                put_figure(&mut sections, figures, caption);
                continue;
            }
            // The list of headings and where pages begin is for paper.
            BookletPart::Contents(_) | BookletPart::PageBreak => continue,
        };
        let paragraph = match block {
            Block::Text(text) if text.heading > 0 => {
                sections.push(Section {
                    heading: words(&text).to_string(),
                    level: text.heading,
                    paragraphs: Vec::new(),
                });
                continue;
            }
            Block::Text(text) => Paragraph::Text { marker: text.marker.clone(), depth: text.depth, text: words(&text) },
            Block::Table(rows) => Paragraph::Table(rows.iter().map(|row| row.iter().map(words).collect()).collect()),
            Block::Rule => continue,
        };
        if let Some(section) = sections.last_mut() {
            section.paragraphs.push(paragraph);
        }
    }
    sections.retain(|section| !section.heading.is_empty() || !section.paragraphs.is_empty());
    sections
}

/// A figure where it stands, with what is written below.
fn put_figure(sections: &mut [Section], figures: &mut usize, caption: Words) {
    if let Some(section) = sections.last_mut() {
        section.paragraphs.push(Paragraph::Figure(*figures, caption));
    }
    *figures += 1;
}

/// The words of a text, however they are set.
fn words(block: &TextBlock) -> Words {
    let mut words = Vec::new();
    for span in &block.spans {
        let more = match span {
            Span::Words { text, .. } => text.as_str(),
            Span::Break => " ",
            Span::Icon { name, .. } => {
                words.push(Word::Sign(name.clone()));
                continue;
            }
        };
        match words.last_mut() {
            Some(Word::Text(text)) => text.push_str(more),
            _ => words.push(Word::Text(more.to_owned())),
        }
    }
    Words(words)
}

/// What stands on a piece; none if that is nothing.
fn piece_text(game: &Game, component: &Component, piece: &Piece, on_all: &[(String, String)]) -> Option<PieceText> {
    let plain = |text: &str| {
        let (blocks, _) = read_markup(text, Marks::as_typed(game));
        let words: Vec<String> = blocks
            .iter()
            .filter_map(|block| if let Block::Text(text) = block { Some(words(text).to_string()) } else { None })
            .collect();
        words.join(" ")
    };
    let fields: Vec<(&str, String)> = piece
        .fields
        .iter()
        .map(|(name, text)| (name.as_str(), plain(&text.text)))
        .filter(|(field, text)| !text.is_empty() && !on_all.iter().any(|(known, same)| known == field && same == text))
        .collect();
    let name = NAMES.iter().find_map(|wanted| fields.iter().find(|(name, _)| name == wanted));
    let lines = lines(
        fields
            .iter()
            .filter(|(field, text)| name.is_none_or(|(known, _)| field != known) && is_for_people(game, field, text)),
    );
    let has_words = name.is_some() || lines.iter().any(|line| line.contains(' '));
    has_words.then(|| PieceText {
        id: piece.id.clone(),
        name: name.map_or_else(|| piece.id.clone(), |(_, text)| text.clone()),
        component: component.title.clone(),
        lines,
    })
}

/// The short values that stand on every piece of a component: they belong to the drawing, and tell nothing of one of them.
fn on_all(component: &Component) -> Vec<(String, String)> {
    let Some((first, others @ [_, ..])) = component.pieces.split_first() else { return Vec::new() };
    let values = first.fields.iter().map(|(field, text)| (field, &text.text));
    let is_on_others = |value: &(&String, &String)| {
        others.iter().all(|piece| piece.fields.iter().any(|(field, text)| (field, &text.text) == *value))
    };
    let short = values.filter(|(_, text)| !text.contains(' ')).filter(is_on_others);
    short.map(|(field, text)| (field.clone(), text.clone())).collect()
}

/// Sentences alone, and short values that stand together on one line.
fn lines<'f>(fields: impl Iterator<Item = &'f (&'f str, String)>) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut is_open = false;
    for (field, text) in fields {
        let is_short = !text.contains(' ');
        let told = if is_short { format!("{field}: {text}") } else { text.clone() };
        match lines.last_mut() {
            Some(line) if is_open && is_short => *line = format!("{line}, {told}"),
            _ => lines.push(told),
        }
        is_open = is_short;
    }
    lines
}

/// Whether a text is the outline of a drawing, as SVG writes it.
fn is_outline(text: &str) -> bool {
    let is_part = |letter: char| letter.is_ascii_digit() || "MLHVCSQTAZmlhvcsqtaz.,- ".contains(letter);
    let rest = text.strip_prefix(['M', 'm']).unwrap_or_default().trim_start();
    rest.starts_with(|letter: char| letter.is_ascii_digit() || letter == '-') && rest.chars().all(is_part)
}

/// Whether a value is to be read: not a file, nor a colour or an icon, which are there to be seen.
fn is_for_people(game: &Game, field: &str, text: &str) -> bool {
    let lower = text.to_lowercase();
    let is_drawn = field == "art" || FILES.iter().any(|ending| lower.ends_with(ending)) || is_outline(text);
    !is_drawn && game.palette.get(text).is_none() && !game.icons.contains_key(text)
}
