//! The components of a game file: what kind each is, how large, and what its pieces are.

use crate::diag::{Diagnostic, Diagnostics, did_you_mean};
use crate::geom::Size;
use crate::model::{Allowance, Assets, Board, Component, FieldText, Kind, Outline, Piece, SIZES, Skin, named_size};
use crate::units::Length;

use super::board::read_board;
use super::fields::{Fields, parse_length, text_of};
use super::lint::read_allowances;
use super::rows::read_pieces;
use super::yaml::{self, Key, Node, Value};
use super::{expand, folder_file};

/// The kinds of component, before anything else of them is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum KindWord {
    Cards,
    Tokens,
    Mat,
    Reference,
    Board,
    Booklet,
}

const KIND_WORDS: &[(&str, KindWord)] = &[
    ("cards", KindWord::Cards),
    ("tokens", KindWord::Tokens),
    ("mat", KindWord::Mat),
    ("reference", KindWord::Reference),
    ("board", KindWord::Board),
    ("booklet", KindWord::Booklet),
];

/// The shapes a token can have, before its size is known.
const SHAPE_WORDS: &[(&str, Shape)] = &[
    ("square", Shape::Rect),
    ("rectangle", Shape::Rect),
    ("round", Shape::Round),
    ("hex", Shape::Hex),
    ("triangle", Shape::Triangle),
    ("diamond", Shape::Diamond),
];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shape {
    Rect,
    Round,
    Hex,
    Triangle,
    Diamond,
}

/// What a kind has when its entry does not say.
struct Defaults {
    size: Option<Size>,
    bleed: Length,
    safe: Length,
    corner: Length,
    stock: &'static str,
}

impl KindWord {
    fn defaults(self) -> Defaults {
        let mm = Length::from_mm;
        let card = |size, stock| Defaults { size, bleed: mm(3), safe: mm(3), corner: mm(3), stock };
        match self {
            Self::Cards => card(named_size("poker"), "card, 250 to 300 gsm"),
            Self::Reference => card(named_size("tarot"), "card or heavy paper"),
            Self::Mat => Defaults { corner: Length::ZERO, ..card(None, "heavy paper, 160 to 200 gsm") },
            Self::Board => Defaults { corner: Length::ZERO, ..card(None, "paper glued to thick card") },
            Self::Tokens => Defaults {
                size: None,
                bleed: Length::from_um(1_500),
                safe: Length::from_mm(1),
                corner: Length::ZERO,
                stock: "paper glued to thick card",
            },
            Self::Booklet => Defaults {
                size: Some(BOOKLET_PAGE),
                bleed: Length::ZERO,
                safe: mm(8),
                corner: Length::ZERO,
                stock: "plain paper",
            },
        }
    }
}

/// Two of these side by side fit on a sheet of A4 and of Letter on its side.
const BOOKLET_PAGE: Size = Size::new(Length::from_mm(133), Length::from_mm(190));

/// Reads all components.
pub fn read_components(entries: &[(Key, Node)], assets: &dyn Assets, found: &mut Diagnostics) -> Vec<Component> {
    let entries = expand::carry_out_extends(entries, found);
    for (number, (key, _)) in entries.iter().enumerate() {
        let same = |(other, _): &&(Key, Node)| other.name.to_lowercase() == key.name.to_lowercase();
        if let Some((other, _)) = entries[..number].iter().find(same) {
            let message = format!("`{}` and `{}` differ only in capitals", other.name, key.name);
            found.push(Diagnostic::error(message).at(&key.place));
        }
    }
    entries.iter().filter_map(|(key, node)| read_component(key, node, assets, found)).collect()
}

fn read_component(key: &Key, node: &Node, assets: &dyn Assets, found: &mut Diagnostics) -> Option<Component> {
    let what = format!("the component `{}`", key.name);
    let mut fields = Fields::open(node, &what, found)?;
    fields.required_text("kind", &what);
    let word = fields.node("kind").and_then(|_| fields.choice("kind", KIND_WORDS))?;
    let defaults = word.defaults();
    let board = (word == KindWord::Board).then(|| fields.required_text("board", &what)).flatten();
    let text = (word == KindWord::Booklet).then(|| fields.required_text("text", &what)).flatten();
    let shape = if word == KindWord::Tokens { fields.choice("shape", SHAPE_WORDS) } else { None };
    check_name(key, fields.found());
    let size = if word == KindWord::Board { None } else { read_size(&mut fields, &defaults, &what) };
    let corner = fields.distance("corner").unwrap_or(defaults.corner);
    let read = Reading {
        title: fields.text("title").map_or_else(|| title_of(&key.name), |field| field.text),
        bleed: fields.distance("bleed").unwrap_or(defaults.bleed),
        safe: fields.distance("safe").unwrap_or(defaults.safe),
        stock: fields.text("stock").map_or_else(|| defaults.stock.to_owned(), |field| field.text),
        note: fields.text_or_empty("note"),
        front: read_skin(&mut fields, "front"),
        allow: read_allowances(fields.named("allow"), fields.found()),
        // A booklet is one text: it has neither rows nor a number nor a back.
        back: if word == KindWord::Booklet { None } else { read_skin(&mut fields, "back") },
        rows: if word == KindWord::Booklet { None } else { fields.node("rows") },
        files: if word == KindWord::Booklet { Vec::new() } else { fields.texts("data") },
        quantity: if word == KindWord::Booklet { None } else { fields.text("qty") },
        total: if word == KindWord::Booklet { None } else { fields.text("total") },
    };
    fields.finish();

    // Rows and the front are read whatever else is wrong, so that all of it is told at once.
    let kind = read_kind(word, board, text, assets, found);
    let pieces = read.pieces(&key.name, node, assets, found);
    let front = missing_front(read.front, &what, node, found);
    let kind = kind?;
    let size = board_size(&kind).or(size)?;
    if !is_sensible(size) {
        found.push(too_large(size).at(&key.place));
        return None;
    }
    for (word, length) in [("safe", read.safe), ("corner", corner)] {
        if length * 2 > size.width.min(size.height) {
            let message = format!("`{word}` is {length}, more than half of a piece of {size}");
            found.push(Diagnostic::error(message).at(&key.place));
            return None;
        }
    }
    let component = Component {
        id: key.name.clone(),
        kind,
        size,
        outline: outline(shape.unwrap_or(Shape::Rect), corner),
        pieces,
        title: read.title,
        bleed: read.bleed,
        safe: read.safe,
        stock: read.stock,
        note: read.note,
        front: front?,
        back: read.back,
        allow: read.allow,
        place: key.place.clone(),
    };
    check_total(&component, read.total, found);
    Some(component)
}

/// What an entry said, before its files are read.
struct Reading<'n> {
    title: String,
    bleed: Length,
    safe: Length,
    stock: String,
    note: String,
    allow: Vec<Allowance>,
    front: Option<Skin>,
    back: Option<Skin>,
    rows: Option<&'n Node>,
    files: Vec<FieldText>,
    quantity: Option<FieldText>,
    total: Option<FieldText>,
}

impl Reading<'_> {
    fn pieces(&self, id: &str, node: &Node, assets: &dyn Assets, found: &mut Diagnostics) -> Vec<Piece> {
        if self.rows.is_none() && self.files.is_empty() {
            let quantity = self.quantity.as_ref().map_or(1, |field| super::number::quantity(field, found));
            return vec![Piece { id: id.to_owned(), quantity, fields: Vec::new(), place: node.place.clone() }];
        }
        if let Some(field) = &self.quantity {
            let message = "`qty` of a component with rows belongs to the rows";
            found.push(Diagnostic::error(message).at(&field.place));
        }
        let pieces = read_pieces(id, self.rows, &self.files, assets, found);
        if pieces.iter().all(|piece| piece.quantity == 0) && !found.has_errors() {
            found.push(Diagnostic::error(format!("`{id}` is empty: it has no pieces")).at(&node.place));
        }
        pieces
    }
}

/// Faces become files of this name, so it may hold nothing that means something in a path.
fn check_name(key: &Key, found: &mut Diagnostics) {
    let plain = key.name.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_'));
    if !plain || key.name.is_empty() {
        let message = format!("`{}` cannot name a component", key.name);
        found.push(Diagnostic::error(message).at(&key.place).hint("use letters, digits, `-` and `_`"));
    }
}

fn title_of(id: &str) -> String {
    let spaced = id.replace(['-', '_'], " ");
    let mut letters = spaced.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn missing_front(front: Option<Skin>, what: &str, node: &Node, found: &mut Diagnostics) -> Option<Skin> {
    if front.is_none() {
        found.push(
            Diagnostic::error(format!("{what} needs `front`"))
                .at(&node.place)
                .hint("name a template: `front: {template: card-classic, title: \"{{ name }}\"}`"),
        );
    }
    front
}

fn check_total(component: &Component, declared: Option<FieldText>, found: &mut Diagnostics) {
    let Some(field) = declared else { return };
    let (id, total) = (&component.id, component.total());
    if field.text.parse() != Ok(total) {
        let message = format!("`{id}` has {total} pieces, and `total` says {}", field.text);
        found.push(Diagnostic::error(message).at(&field.place));
    }
}

fn outline(shape: Shape, corner: Length) -> Outline {
    match shape {
        Shape::Rect => Outline::Rect { corner },
        Shape::Round => Outline::Round,
        Shape::Hex => Outline::Hex,
        Shape::Triangle => Outline::Triangle,
        Shape::Diamond => Outline::Diamond,
    }
}

fn board_size(kind: &Kind) -> Option<Size> {
    let Kind::Board(board) = kind else { return None };
    let along = |count: usize| board.cell * i64::try_from(count).unwrap_or(0) + board.frame * 2;
    Some(Size::new(along(board.columns.len()), along(board.rows.len())))
}

fn read_kind(
    word: KindWord,
    board: Option<FieldText>,
    text: Option<FieldText>,
    assets: &dyn Assets,
    found: &mut Diagnostics,
) -> Option<Kind> {
    Some(match word {
        KindWord::Cards => Kind::Cards,
        KindWord::Tokens => Kind::Tokens,
        KindWord::Mat => Kind::Mat,
        KindWord::Reference => Kind::Reference,
        KindWord::Board => Kind::Board(Box::new(read_board_file(&board?, assets, found)?)),
        KindWord::Booklet => {
            let field = text?;
            folder_file(assets, &field, found)?;
            Kind::Booklet { text: field.text }
        }
    })
}

fn read_board_file(file: &FieldText, assets: &dyn Assets, found: &mut Diagnostics) -> Option<Board> {
    let source = folder_file(assets, file, found)?;
    match yaml::parse(&source) {
        Ok(node) => read_board(&node, found),
        Err(diagnostic) => {
            found.push(diagnostic);
            None
        }
    }
}

/// `size: poker`, `size: 63.5mm x 88.9mm`, or one length for a square.
fn read_size(fields: &mut Fields, defaults: &Defaults, what: &str) -> Option<Size> {
    let Some(field) = fields.text("size") else {
        if defaults.size.is_none() {
            let message = format!("{what} needs `size`");
            let place = fields.place().clone();
            fields
                .found()
                .push(Diagnostic::error(message).at(&place).hint("a name such as `poker`, or `63.5mm x 88.9mm`"));
        }
        return defaults.size;
    };
    if let Some(size) = named_size(field.text.trim()) {
        return Some(size);
    }
    if !field.text.contains(|c: char| c.is_ascii_digit()) {
        let hint = did_you_mean(&field.text, SIZES.iter().map(|(name, _)| *name));
        let message = format!("there is no size `{}`", field.text);
        fields.found().push(Diagnostic::error(message).at(&field.place).maybe_hint(hint));
        return None;
    }
    let size = size_in_figures(&field, fields.found())?;
    if !is_sensible(size) {
        fields.found().push(too_large(size).at(&field.place));
        return None;
    }
    Some(size)
}

fn is_sensible(size: Size) -> bool {
    let sensible = Length::from_mm(2)..=Length::from_mm(1_500);
    sensible.contains(&size.width) && sensible.contains(&size.height)
}

fn too_large(size: Size) -> Diagnostic {
    Diagnostic::error(format!("a piece of {size} cannot be printed and cut at home"))
        .hint("sides are 2 mm to 1500 mm long")
}

fn size_in_figures(field: &FieldText, found: &mut Diagnostics) -> Option<Size> {
    let part = |text: &str| FieldText { text: text.trim().to_owned(), place: field.place.clone() };
    let (width, height) = match field.text.split_once(['x', '×']) {
        Some((width, height)) => (part(width), part(height)),
        None => (part(&field.text), part(&field.text)),
    };
    let (width, height) = (parse_length(&width, found), parse_length(&height, found));
    Some(Size::new(width?, height?))
}

/// A template and its fields: `{template: name, field: text, ..}` or just the name.
pub fn read_skin(fields: &mut Fields, key: &'static str) -> Option<Skin> {
    let node = fields.node(key)?;
    if let Value::Text(name) = &node.value {
        let template = FieldText { text: name.clone(), place: node.place.clone() };
        return Some(Skin { template, fields: Vec::new() });
    }
    let mut inner = Fields::open(node, &format!("`{key}`"), fields.found())?;
    let template = inner.required_text("template", &format!("`{key}`"))?;
    let rest: Vec<(Key, Node)> = inner.rest().into_iter().cloned().collect();
    let found = fields.found();
    let field = |(key, node): &(Key, Node)| Some((key.name.clone(), text_of(node, &key.name, found)?));
    let filled = rest.iter().map(field).collect::<Vec<_>>();
    Some(Skin { template, fields: filled.into_iter().flatten().collect() })
}
