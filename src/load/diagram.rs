//! The tables that are drawn in the text of a booklet: blocks of YAML that say what stands where on a board. Every name in
//! them is looked up here, so that a mistake is told where it was made; drawing them is not known here.

use std::ops::Range;
use std::sync::Arc;

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

use crate::diag::{Diagnostic, Diagnostics, Place, SourceText, meant_or_known};
use crate::model::{
    Assets, Board, Component, Diagram, FieldText, FigureWidth, Kind, PlacedPiece, Pointers, Pose, SpaceId,
};

use super::fields::{Fields, entries_of, text_of, texts_of};
use super::read_text;
use super::yaml::{Node, Value, parse_within};

/// No rules show more tables.
const MOST_DIAGRAMS: usize = 100;
/// More of one piece on one space are not drawn by anybody.
const MOST_COUNTED: usize = 1_000;
/// Fields that hold the name of a piece, the best first.
const NAMES: [&str; 2] = ["title", "name"];

/// Reads the tables in all booklets, once all that can stand on a board is there.
pub fn read_diagrams(components: &mut [Component], assets: &dyn Assets, found: &mut Diagnostics) {
    for index in 0..components.len() {
        let Kind::Booklet { text, .. } = &components[index].kind else { continue };
        // One that cannot be read was told of with its component.
        let Ok(source) = read_text(assets, text) else { continue };
        let read = diagrams_of(&source, components, found);
        if let Kind::Booklet { diagrams, .. } = &mut components[index].kind {
            *diagrams = read;
        }
    }
}

fn diagrams_of(source: &Arc<SourceText>, components: &[Component], found: &mut Diagnostics) -> Vec<Diagram> {
    let blocks = blocks(&source.text);
    if let Some(block) = blocks.get(MOST_DIAGRAMS) {
        let message = format!("a booklet shows at most {MOST_DIAGRAMS} tables, and here begins another one");
        found.push(Diagnostic::error(message).at(&Place::new(source, block.at, block.fence_end)));
    }
    let read = |block: &BoardBlock| read_diagram(source, block, components, found);
    blocks.iter().take(MOST_DIAGRAMS).filter_map(read).collect()
}

/// A fenced block that says what a board looks like.
struct BoardBlock {
    /// Where its fence begins, and where that line ends.
    at: usize,
    fence_end: usize,
    /// What stands between its fences, without what a list or a quotation puts before its lines.
    lines: Vec<Range<usize>>,
}

/// All such blocks of a text.
fn blocks(text: &str) -> Vec<BoardBlock> {
    let mut blocks = Vec::new();
    let mut open: Option<BoardBlock> = None;
    for (event, range) in Parser::new_ext(text, Options::ENABLE_TABLES).into_offset_iter() {
        match event {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) if Diagram::is_block(&info) => {
                let fence_end = text[range.start..].find('\n').map_or(range.end, |length| range.start + length);
                open = Some(BoardBlock { at: range.start, fence_end, lines: Vec::new() });
            }
            Event::Text(_) => {
                if let Some(open) = &mut open {
                    open.lines.push(range);
                }
            }
            Event::End(TagEnd::CodeBlock) => blocks.extend(open.take()),
            _ => {}
        }
    }
    blocks
}

fn read_diagram(
    source: &Arc<SourceText>,
    block: &BoardBlock,
    components: &[Component],
    found: &mut Diagnostics,
) -> Option<Diagram> {
    let place = Place::new(source, block.at, block.fence_end);
    let node = found.accept(parse_within(source, &block.lines))?;
    if matches!(node.value, Value::Nothing) {
        let hint = "say what stands where: `pieces: {A1: ghost}`, or at least `board: ...`";
        found.push(Diagnostic::error("this table shows nothing").at(&place).hint(hint));
        return None;
    }
    let mut fields = Fields::open(&node, "a table", found)?;
    let named = fields.text("board");
    let (pieces, lines) = (fields.node("pieces"), fields.node("lines"));
    let (lit, crop) = (fields.texts("lit"), fields.node("crop"));
    let (caption, width) = (fields.text("caption"), fields.text("width"));
    fields.finish();
    let width = width.and_then(|width| found.accept(FigureWidth::parse(&width.text).map_err(|no| no.at(&width.place))));
    let (number, board) = the_board(named.as_ref(), &place, components, found)?;
    let table = Table { board, name: &components[number].id, components };
    let lit = lit.iter().filter_map(|space| table.space(space, found)).collect();
    let lines = lines.map(|node| table.lines(node, found)).unwrap_or_default();
    let placed = pieces.map(|node| table.pieces(node, found)).unwrap_or_default();
    let crop = crop.map(|node| table.crop(node, found)).unwrap_or_default();
    let pointers = Pointers { lit, lines };
    let caption = caption.filter(|caption| !caption.text.trim().is_empty());
    Some(Diagram { at: block.at, board: number, placed, pointers, crop, caption, width, place })
}

/// The board that is named, or the only one.
fn the_board<'c>(
    named: Option<&FieldText>,
    block: &Place,
    components: &'c [Component],
    found: &mut Diagnostics,
) -> Option<(usize, &'c Board)> {
    let boards: Vec<(usize, &str, &Board)> = components
        .iter()
        .enumerate()
        .filter_map(|(number, part)| match &part.kind {
            Kind::Board(board) => Some((number, part.id.as_str(), &**board)),
            _ => None,
        })
        .collect();
    let ids = || boards.iter().map(|(_, id, _)| *id);
    let Some(named) = named else {
        if let [(number, _, board)] = boards[..] {
            return Some((number, board));
        }
        let problem = match ids().next() {
            None => Diagnostic::error("there is no board in this game to show"),
            Some(first) => Diagnostic::error("this game has several boards, and the table does not say which it shows")
                .hint(format!("name it, as in `board: {first}`")),
        };
        found.push(problem.at(block));
        return None;
    };
    let known = boards.iter().find(|(_, id, _)| *id == named.text);
    if known.is_none() {
        let hint = meant_or_known(&named.text, ids());
        found.push(Diagnostic::error(format!("there is no board `{}`", named.text)).at(&named.place).maybe_hint(hint));
    }
    known.map(|(number, _, board)| (*number, *board))
}

/// What the names in a block are looked up in.
struct Table<'c> {
    board: &'c Board,
    name: &'c str,
    components: &'c [Component],
}

impl Table<'_> {
    /// The id of a space by its name, by what is printed on it, or by a square that is a part of it.
    fn space(&self, written: &FieldText, found: &mut Diagnostics) -> Option<SpaceId> {
        let known = self.known_space(&written.text);
        if known.is_none() {
            found.push(self.no_space(written));
        }
        known
    }

    fn known_space(&self, name: &str) -> Option<SpaceId> {
        let spaces = &self.board.spaces;
        let labels = self.board.map().map(|map| map.places.as_slice()).unwrap_or_default();
        let label = |number: usize| labels.get(number).and_then(|place| place.label.as_ref());
        let same = |other: &str| other.eq_ignore_ascii_case(name);
        spaces
            .iter()
            .position(|space| space.id == name)
            .or_else(|| spaces.iter().position(|space| same(&space.id)))
            .or_else(|| (0..spaces.len()).find(|number| label(*number).is_some_and(|label| same(&label.text))))
            .or_else(|| {
                spaces.iter().position(|space| space.cells.iter().any(|cell| same(&self.board.square_name(*cell))))
            })
            .map(|number| spaces[number].id.clone())
    }

    fn no_space(&self, written: &FieldText) -> Diagnostic {
        let hint = meant_or_known(&written.text, self.board.spaces.iter().map(|space| space.id.as_str()));
        let message = format!("there is no space `{}` on `{}`", written.text, self.name);
        Diagnostic::error(message).at(&written.place).maybe_hint(hint)
    }

    /// A space, or what lies between two.
    fn spot(&self, written: &FieldText, found: &mut Diagnostics) -> Option<String> {
        if let Some(space) = self.known_space(&written.text) {
            return Some(space);
        }
        let declared = if written.text.contains('-') { self.board.declared() } else { Vec::new() };
        let edge = declared.into_iter().map(|edge| edge.name).find(|name| name.eq_ignore_ascii_case(&written.text));
        if edge.is_none() {
            found.push(self.no_space(written));
        }
        edge
    }

    /// Pairs of spaces.
    fn lines(&self, node: &Node, found: &mut Diagnostics) -> Vec<(SpaceId, SpaceId)> {
        let wrong = |place: &Place| {
            Diagnostic::error("`lines` is a list of pairs of spaces").at(place).hint("write `lines: [[A1, C2]]`")
        };
        let Value::List(pairs) = &node.value else {
            found.push(wrong(&node.place));
            return Vec::new();
        };
        let mut lines = Vec::new();
        for pair in pairs {
            match &texts_of(pair, "lines", found)[..] {
                [from, to] => {
                    if let (Some(from), Some(to)) = (self.space(from, found), self.space(to, found)) {
                        lines.push((from, to));
                    }
                }
                _ => found.push(wrong(&pair.place)),
            }
        }
        lines
    }

    /// The spaces around which the board is cut: `A1..C4`, or a list.
    fn crop(&self, node: &Node, found: &mut Diagnostics) -> Vec<SpaceId> {
        let mut named = texts_of(node, "crop", found);
        if let [FieldText { text, place }] = &named[..]
            && self.known_space(text).is_none()
            && let Some((from, to)) = text.split_once("..")
        {
            let end = |text: &str| FieldText { text: text.trim().to_owned(), place: place.clone() };
            named = vec![end(from), end(to)];
        }
        named.iter().filter_map(|space| self.space(space, found)).collect()
    }

    /// What stands on each space.
    fn pieces(&self, node: &Node, found: &mut Diagnostics) -> Vec<PlacedPiece> {
        let mut placed = Vec::new();
        for (key, node) in entries_of(node, "pieces", found) {
            let written = FieldText { text: key.name.clone(), place: key.place.clone() };
            let Some(at) = self.spot(&written, found) else { continue };
            let here = match &node.value {
                Value::List(items) => items.iter().collect(),
                _ => vec![node],
            };
            placed.extend(here.into_iter().filter_map(|node| self.piece(&at, node, found)));
        }
        placed
    }

    /// A piece by its name alone, or with how many there are and how they lie.
    fn piece(&self, at: &str, node: &Node, found: &mut Diagnostics) -> Option<PlacedPiece> {
        let one = PlacedPiece { at: at.to_owned(), count: 1, ..PlacedPiece::default() };
        if !matches!(node.value, Value::Map(_)) {
            let written = text_of(node, "pieces", found)?;
            return Some(PlacedPiece { piece: Some(self.drawn(&written, found)?), name: written.text, ..one });
        }
        let mut fields = Fields::open(node, "a piece", found)?;
        let (draw, name) = (fields.text("draw"), fields.text("name"));
        let count = fields.text("count");
        let label = fields.text("label").map(|label| label.text);
        let pose = fields.choice("pose", &Pose::ALL.map(|pose| (pose.word(), pose))).unwrap_or_default();
        fields.finish();
        let count = count.map_or(Some(1), |count| counted(&count, found))?;
        let piece = match &draw {
            Some(draw) => Some(self.drawn(draw, found)?),
            None => None,
        };
        let name = name.or(draw).map(|name| name.text);
        if name.is_none() {
            let hint = "say which printed piece it is with `draw`, or what people call it with `name`";
            found.push(Diagnostic::error("a piece needs `draw` or `name`").at(&node.place).hint(hint));
        }
        Some(PlacedPiece { piece, count, label, pose, name: name?, ..one })
    }

    /// A printed piece by its name in the game file, by its own, or by what is printed on it, as `component/piece`, or as a
    /// component alone.
    fn drawn(&self, written: &FieldText, found: &mut Diagnostics) -> Option<String> {
        let name = written.text.as_str();
        let (component, piece) = name.split_once('/').map_or((name, None), |(part, piece)| (part, Some(piece)));
        let same = |other: &str| other.eq_ignore_ascii_case(component);
        let whole = self.components.iter().find(|part| part.id == component || same(&part.id) || same(&part.title));
        let meant = match (whole, piece) {
            (Some(part), Some(piece)) => piece_of(part, piece, written, found)?,
            (Some(part), None) => (part, None),
            (None, None) => {
                let (part, id) = self.piece_named(written, found)?;
                (part, Some(id))
            }
            (None, Some(_)) => {
                let hint = meant_or_known(component, self.components.iter().map(|part| part.id.as_str()));
                let message = format!("there is no component `{component}`");
                found.push(Diagnostic::error(message).at(&written.place).maybe_hint(hint));
                return None;
            }
        };
        let (part, piece) = meant;
        if matches!(part.kind, Kind::Booklet { .. }) || part.pieces.is_empty() {
            let message = format!("`{}` has no pieces that could stand on a board", part.id);
            found.push(Diagnostic::error(message).at(&written.place));
            return None;
        }
        Some(piece.map_or_else(|| part.id.clone(), |piece| format!("{}/{piece}", part.id)))
    }

    /// The only piece of a name, in whatever component it is.
    fn piece_named(&self, written: &FieldText, found: &mut Diagnostics) -> Option<(&Component, String)> {
        let name = written.text.as_str();
        let mut all = self.components.iter().flat_map(|part| part.pieces.iter().map(move |piece| (part, piece)));
        let named: Vec<(&Component, String)> = all
            .by_ref()
            .filter(|(_, piece)| {
                piece.id.eq_ignore_ascii_case(name) || names_of(piece).any(|own| own.eq_ignore_ascii_case(name))
            })
            .map(|(part, piece)| (part, piece.id.clone()))
            .take(2)
            .collect();
        match &named[..] {
            [(part, id)] => return Some((part, id.clone())),
            [(one, first), (other, second), ..] => {
                let hint = format!("write `{}/{first}` or `{}/{second}`", one.id, other.id);
                let message = format!("several pieces are called `{name}`");
                found.push(Diagnostic::error(message).at(&written.place).hint(hint));
            }
            [] => {
                let ids = self.components.iter().flat_map(|part| {
                    let pieces = part.pieces.iter().map(|piece| piece.id.as_str());
                    std::iter::once(part.id.as_str()).chain(pieces)
                });
                let message = format!("there is no piece and no component `{name}`");
                found.push(Diagnostic::error(message).at(&written.place).maybe_hint(meant_or_known(name, ids)));
            }
        }
        None
    }
}

/// A piece of a component by its id, or by what is printed on it.
fn piece_of<'c>(
    part: &'c Component,
    name: &str,
    written: &FieldText,
    found: &mut Diagnostics,
) -> Option<(&'c Component, Option<String>)> {
    let piece = part.pieces.iter().find(|piece| piece.id == name);
    let piece = piece.or_else(|| part.pieces.iter().find(|piece| names_of(piece).any(|own| own == name)));
    if piece.is_none() {
        let hint = meant_or_known(name, part.pieces.iter().map(|known| known.id.as_str()));
        let message = format!("there is no piece `{name}` in `{}`", part.id);
        found.push(Diagnostic::error(message).at(&written.place).maybe_hint(hint));
    }
    piece.map(|piece| (part, Some(piece.id.clone())))
}

/// What is printed on a piece as its name.
fn names_of(piece: &crate::model::Piece) -> impl Iterator<Item = &str> {
    piece.fields.iter().filter(|(name, _)| NAMES.contains(&name.as_str())).map(|(_, text)| text.text.as_str())
}

fn counted(written: &FieldText, found: &mut Diagnostics) -> Option<usize> {
    let count = written.text.parse().ok().filter(|count| (1..=MOST_COUNTED).contains(count));
    if count.is_none() {
        let message = format!("`count` must be a whole number from 1 to {MOST_COUNTED}, not `{}`", written.text);
        found.push(Diagnostic::error(message).at(&written.place));
    }
    count
}
