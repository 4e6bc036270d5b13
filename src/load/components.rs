//! The components of a game file: what kind each is, how large, and what its pieces are.

use crate::diag::{Diagnostic, Diagnostics, Place, count_of, meant_or_known};
use crate::geom::Size;
use crate::model::{
    Allowance, Assets, Component, FieldText, Kind, MORE_FOR_BACKS, Outline, Palette, Piece, SIZES, Skin, named_size,
};
use crate::units::Length;

use super::data::{DataFile, read_data};
use super::expand;
use super::fields::{Fields, named_texts};
use super::kinds::{Around, Defaults, KIND_WORDS, KindWord, Special, is_box, read_kind};
use super::lint::read_allowances;
use super::rows::{RowPieces, read_pieces};
use super::size::{is_sensible, size_in_figures, too_large};
use super::yaml::{Key, Node, Value};

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

/// What components are read with.
#[derive(Clone, Copy)]
pub struct Surroundings<'a> {
    /// The colours of the game.
    pub palette: &'a Palette,
    /// Its files.
    pub assets: &'a dyn Assets,
}

/// Reads all components.
pub fn read_components(entries: &[(Key, Node)], with: Surroundings<'_>, found: &mut Diagnostics) -> Vec<Component> {
    let entries = expand::carry_out_extends(entries, found);
    for (number, (key, _)) in entries.iter().enumerate() {
        let same = |(other, _): &&(Key, Node)| other.name.to_lowercase() == key.name.to_lowercase();
        if let Some((other, _)) = entries[..number].iter().find(same) {
            let message = format!("`{}` and `{}` differ only in capitals", other.name, key.name);
            found.push(Diagnostic::error(message).at(&key.place));
        }
    }
    let names: Vec<(&str, bool)> = entries.iter().map(|(key, node)| (key.name.as_str(), is_box(node))).collect();
    let mut read: Vec<Option<Component>> = entries.iter().map(|_| None).collect();
    // A box is as large as its deck, so decks are read first.
    for boxes in [false, true] {
        for (number, (key, node)) in entries.iter().enumerate().filter(|(_, (_, node))| is_box(node) == boxes) {
            let component = read_component((key, node), (&names, &read), with, found);
            read[number] = component;
        }
    }
    read.into_iter().flatten().collect()
}

fn read_component(
    (key, node): (&Key, &Node),
    (names, read_so_far): (&[(&str, bool)], &[Option<Component>]),
    with: Surroundings<'_>,
    found: &mut Diagnostics,
) -> Option<Component> {
    let what = format!("the component `{}`", key.name);
    let mut fields = Fields::open(node, &what, found)?;
    fields.required_text("kind", &what);
    let word = fields.choice("kind", KIND_WORDS)?;
    let defaults = word.defaults();
    let special = Special::read(word, &mut fields, &what);
    let shape = if word.has_shape() { fields.choice("shape", SHAPE_WORDS) } else { None };
    check_name(key, fields.found());
    let punchboard = if word.has_shape() { fields.text("punchboard").map(|field| field.text) } else { None };
    let size = if word.is_measured() { None } else { read_size(&mut fields, &defaults, &what) };
    let corner = if word.is_folded() { None } else { fields.distance("corner") }.unwrap_or(defaults.corner);
    let said = Said::of(&fields, key);
    let read = Reading::of(&mut fields, key, word, &defaults);
    fields.finish();

    // Rows and the front are read whatever else is wrong, so that all of it is told at once.
    let mut of_rows = Diagnostics::new();
    let is_die = word == KindWord::Die;
    let rows = if is_die {
        read.faces(&key.name, with.assets, &mut of_rows)
    } else {
        read.pieces(&key.name, node, with.assets, &mut of_rows)
    };
    let (faces, pieces) =
        if is_die { (rows.pieces, read.single(&key.name, node, &mut of_rows)) } else { (Vec::new(), rows.pieces) };
    let sound = !of_rows.has_errors();
    found.extend(of_rows);
    let decks: Vec<&Component> = read_so_far.iter().flatten().collect();
    let faces = sound.then_some(faces);
    let around = Around { key, size, faces, decks: &decks, names, palette: with.palette, assets: with.assets };
    let kind = read_kind(special, around, found);
    let front = missing_front(read.front, &what, node, found);
    let kind = kind?;
    if size.is_none() && !word.is_measured() {
        return None;
    }
    let mut component = Component {
        id: key.name.clone(),
        note: note(&kind, read.note),
        kind,
        size: size.unwrap_or_default(),
        outline: outline(shape.unwrap_or(Shape::Rect), corner),
        pieces,
        punchboard,
        uncounted: rows.uncounted,
        title: read.title,
        bleed: read.bleed,
        back_bleed: read.back_bleed,
        safe: read.safe,
        stock: read.stock,
        front: front?,
        back: read.back,
        allow: read.allow,
        place: key.place.clone(),
    };
    component.size = printed_size(&component);
    if !check_size(&component, corner, &said, found) {
        return None;
    }
    if sound {
        check_total(&component, read.total, found);
    }
    // Without rows nothing is known of its columns, and all that names one would be told as wrong.
    (sound || !component.pieces.is_empty()).then_some(component)
}

/// Where an entry says what may be too large for its piece; its name, where it does not.
struct Said {
    size: Place,
    safe: Place,
    corner: Place,
}

impl Said {
    fn of(fields: &Fields, key: &Key) -> Self {
        let place = |keys: &[&'static str]| {
            keys.iter().find_map(|word| fields.place_of(word)).unwrap_or_else(|| key.place.clone())
        };
        Self { size: place(&["size", "edge"]), safe: place(&["safe"]), corner: place(&["corner"]) }
    }
}

/// What to do with a piece: what its entry says, or for one that is folded how that is done.
fn note(kind: &Kind, said: String) -> String {
    let own = match kind {
        Kind::Tuckbox(tuckbox) => tuckbox.contents(),
        Kind::Standee(_) if said.is_empty() => "fold, glue, bend the tabs out".to_owned(),
        Kind::Die(_) if said.is_empty() => "score, fold, glue the tabs inside".to_owned(),
        _ => return said,
    };
    if said.is_empty() { own } else { format!("{own}; {said}") }
}

/// Whether a piece can be made at all, and what its entry says of its edge as well.
fn check_size(component: &Component, corner: Length, said: &Said, found: &mut Diagnostics) -> bool {
    let size = component.size;
    if !is_sensible(size) {
        found.push(too_large(size).at(&said.size).maybe_hint(component.arithmetic()));
        return false;
    }
    let drawn: Vec<Size> = match component.net() {
        Some(net) => net.panels.iter().map(|panel| panel.size).collect(),
        None => vec![size],
    };
    for (word, length, place) in [("safe", component.safe, &said.safe), ("corner", corner, &said.corner)] {
        if let Some(size) = drawn.iter().find(|size| length * 2 > size.width.min(size.height)) {
            let message = format!("`{word}` is {length}, more than half of a piece of {size}");
            found.push(Diagnostic::error(message).at(place));
            return false;
        }
    }
    true
}

/// What an entry said, before its files are read.
struct Reading<'n> {
    title: String,
    bleed: Length,
    back_bleed: Length,
    safe: Length,
    stock: String,
    note: String,
    allow: Vec<Allowance>,
    front: Option<Skin>,
    back: Option<Skin>,
    rows: Option<&'n Node>,
    files: Vec<DataFile>,
    quantity: Option<FieldText>,
    total: Option<FieldText>,
}

impl<'n> Reading<'n> {
    fn of(fields: &mut Fields<'n, '_>, key: &Key, word: KindWord, defaults: &Defaults) -> Self {
        let bleed = fields.distance("bleed").unwrap_or(defaults.bleed);
        // What is folded has no other side of the sheet.
        let back_bleed = if word.is_folded() { Some(bleed) } else { fields.distance("back bleed") };
        Self {
            title: fields.text("title").map_or_else(|| title_of(&key.name), |field| field.text),
            bleed,
            back_bleed: back_bleed.unwrap_or_else(|| more_for_backs(bleed)),
            safe: fields.distance("safe").unwrap_or(defaults.safe),
            stock: fields.text("stock").map_or_else(|| defaults.stock.to_owned(), |field| field.text),
            note: fields.text_or_empty("note"),
            front: read_skin(fields, "front"),
            allow: read_allowances(fields.named("allow"), fields.found()),
            back: if word.has_back() { read_skin(fields, "back") } else { None },
            rows: if word.has_rows() { fields.node("rows") } else { None },
            files: if word.has_rows() { read_data(fields) } else { Vec::new() },
            quantity: if word.is_counted() { fields.text("qty") } else { None },
            total: if word.is_counted() { fields.text("total") } else { None },
        }
    }

    /// The one piece of a component without rows.
    fn single(&self, id: &str, node: &Node, found: &mut Diagnostics) -> Vec<Piece> {
        let quantity = self.quantity.as_ref().map_or(1, |field| super::number::quantity(field, found));
        vec![Piece { id: id.to_owned(), quantity, fields: Vec::new(), place: node.place.clone() }]
    }

    /// The rows of a die, which are its faces.
    fn faces(&self, id: &str, assets: &dyn Assets, found: &mut Diagnostics) -> RowPieces {
        if self.rows.is_none() && self.files.is_empty() {
            RowPieces::default()
        } else {
            read_pieces(id, self.rows, &self.files, assets, found)
        }
    }

    fn pieces(&self, id: &str, node: &Node, assets: &dyn Assets, found: &mut Diagnostics) -> RowPieces {
        if self.rows.is_none() && self.files.is_empty() {
            return RowPieces { pieces: self.single(id, node, found), uncounted: None };
        }
        if let Some(field) = &self.quantity {
            let message = "`qty` of a component with rows belongs to the rows";
            found.push(Diagnostic::error(message).at(&field.place));
        }
        let rows = read_pieces(id, self.rows, &self.files, assets, found);
        if rows.pieces.is_empty() && !found.has_errors() {
            found.push(Diagnostic::error(format!("`{id}` is empty: it has no pieces")).at(&node.place));
        } else if rows.pieces.iter().all(|piece| piece.quantity == 0) && !found.has_errors() {
            let message = format!("nothing of `{id}` is printed: every `qty` is 0");
            found.push(Diagnostic::warning(message).at(&node.place));
        }
        rows
    }
}

/// Backs drift when the sheet is turned over; what was asked to have no bleed gets none.
fn more_for_backs(bleed: Length) -> Length {
    if bleed == Length::ZERO { bleed } else { bleed + MORE_FOR_BACKS }
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
        let message = format!("`{id}` has {}, and `total` says {}", count_of(total, "piece"), field.text);
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

/// The room a piece takes on paper, where that is not the size it is given.
fn printed_size(component: &Component) -> Size {
    if let Kind::Board(board) = &component.kind {
        return board.size();
    }
    component.net().map_or(component.size, |net| net.size)
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
        let hint = meant_or_known(&field.text, SIZES.iter().map(|(name, _)| *name));
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

/// A template and its fields: `{template: name, field: text, ..}` or just the name.
pub fn read_skin(fields: &mut Fields, key: &'static str) -> Option<Skin> {
    let node = fields.node(key)?;
    if let Value::Text(name) = &node.value {
        let template = FieldText { text: name.clone(), place: node.place.clone() };
        return Some(Skin { template, fields: Vec::new() });
    }
    let mut inner = Fields::open(node, &format!("`{key}`"), fields.found())?;
    let template = inner.required_text("template", &format!("`{key}`"))?;
    let rest = inner.rest();
    Some(Skin { template, fields: named_texts(rest, fields.found()) })
}
