//! The kinds of component: what each has when its entry does not say, and the keys that only it has.

use crate::diag::{Diagnostic, Diagnostics, Place, meant_or_known};
use crate::geom::Size;
use crate::model::{
    Assets, Board, Component, FieldText, FoldedDie, Kind, Palette, Piece, Skin, Solid, Standee, Tuckbox, named_size,
};
use crate::units::Length;

use super::board::read_board;
use super::components::read_skin;
use super::fields::Fields;
use super::folder_file;
use super::yaml::{self, Key, Node, Value};

/// The kinds of component, before anything else of them is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KindWord {
    Cards,
    Tokens,
    Tiles,
    Stickers,
    Mat,
    Reference,
    Money,
    ScorePad,
    Track,
    Standee,
    Die,
    Tuckbox,
    Board,
    Booklet,
}

pub const KIND_WORDS: &[(&str, KindWord)] = &[
    ("cards", KindWord::Cards),
    ("tokens", KindWord::Tokens),
    ("tiles", KindWord::Tiles),
    ("stickers", KindWord::Stickers),
    ("mat", KindWord::Mat),
    ("reference", KindWord::Reference),
    ("money", KindWord::Money),
    ("score-pad", KindWord::ScorePad),
    ("track", KindWord::Track),
    ("standee", KindWord::Standee),
    ("die", KindWord::Die),
    (TUCKBOX, KindWord::Tuckbox),
    ("board", KindWord::Board),
    ("booklet", KindWord::Booklet),
];

const TUCKBOX: &str = "tuckbox";

/// Two of these side by side fit on a sheet of A4 and of Letter on its side.
const BOOKLET_PAGE: Size = Size::new(Length::from_mm(133), Length::from_mm(190));
/// The side of a sticker for a die of the usual size.
const STICKER: Size = Size::new(Length::from_mm(12), Length::from_mm(12));
/// How far a standee's foot reaches under it.
const TAB: Length = Length::from_mm(10);
/// The edge of a die that can still be folded without tweezers.
const DIE_EDGE: Length = Length::from_mm(20);
/// A playing card of 300 gsm.
const CARD_THICKNESS: Length = Length::from_um(300);
/// Two layers of a penny sleeve.
const SLEEVE_THICKNESS: Length = Length::from_um(200);

/// What a kind has when its entry does not say.
pub struct Defaults {
    /// Trim size.
    pub size: Option<Size>,
    /// How far art runs over the cut.
    pub bleed: Length,
    /// How far inside the cut text stays.
    pub safe: Length,
    /// Radius of the corners.
    pub corner: Length,
    /// What to print it on.
    pub stock: &'static str,
}

impl KindWord {
    /// Whether its entry may name a shape.
    pub const fn has_shape(self) -> bool {
        matches!(self, Self::Tokens | Self::Tiles | Self::Stickers)
    }

    /// Whether it is cut out as a net and folded.
    pub const fn is_folded(self) -> bool {
        matches!(self, Self::Standee | Self::Die | Self::Tuckbox)
    }

    /// Whether it can have another side.
    pub const fn has_back(self) -> bool {
        !matches!(self, Self::Booklet | Self::Die)
    }

    /// Whether it can have rows.
    pub const fn has_rows(self) -> bool {
        !matches!(self, Self::Booklet | Self::Tuckbox)
    }

    /// Whether there can be several of it.
    pub const fn is_counted(self) -> bool {
        !matches!(self, Self::Booklet)
    }

    /// Whether its size follows from other keys.
    pub const fn is_measured(self) -> bool {
        matches!(self, Self::Board | Self::Die | Self::Tuckbox)
    }

    /// What it has when its entry does not say.
    pub fn defaults(self) -> Defaults {
        let mm = Length::from_mm;
        let card = |size, stock| Defaults { size, bleed: mm(3), safe: mm(3), corner: mm(3), stock };
        let flat = |size, bleed, safe, stock| Defaults { size, bleed, safe, corner: Length::ZERO, stock };
        match self {
            Self::Cards => card(named_size("poker"), "card, 200 to 300 gsm"),
            Self::Reference => card(named_size("tarot"), "card, 200 to 300 gsm"),
            Self::Mat => flat(None, mm(3), mm(3), "card, 200 to 300 gsm"),
            Self::Track | Self::Board => flat(None, mm(3), mm(3), "paper glued to thick card"),
            Self::Money => flat(named_size("money").map(Size::turned), mm(3), mm(3), "plain paper"),
            Self::ScorePad => flat(named_size("a6"), Length::ZERO, mm(5), "plain paper"),
            Self::Tokens => flat(None, Length::from_um(1_500), mm(1), "paper glued to thick card"),
            Self::Tiles => flat(None, mm(2), mm(2), "paper glued to thick card"),
            Self::Stickers => flat(Some(STICKER), mm(1), mm(1), "label paper"),
            Self::Standee => flat(None, mm(2), mm(2), "card, 200 to 300 gsm"),
            Self::Die => flat(None, mm(2), mm(1), "card, 160 to 250 gsm"),
            Self::Tuckbox => flat(None, mm(2), mm(4), "card, 200 to 300 gsm"),
            Self::Booklet => flat(Some(BOOKLET_PAGE), Length::ZERO, mm(8), "plain paper"),
        }
    }
}

/// Whether an entry is a box for another component, which has to be read first.
pub fn is_box(node: &Node) -> bool {
    let Value::Map(entries) = &node.value else { return false };
    let is_box =
        |(key, node): &(Key, Node)| key.name == "kind" && matches!(&node.value, Value::Text(word) if word == TUCKBOX);
    entries.iter().any(is_box)
}

/// What only one kind has, as it was written.
pub enum Special {
    /// Nothing.
    None(Kind),
    /// The file of a board.
    Board(Option<FieldText>),
    /// The text of a booklet.
    Booklet(Option<FieldText>),
    /// The tab of a standee.
    Standee(Length),
    /// The solid of a die and where it says so, and its edge.
    Die(Option<(Solid, Place)>, Option<Length>),
    /// The deck of a box.
    Tuckbox(BoxWords),
}

/// What a box says about its deck.
pub struct BoxWords {
    deck: Option<FieldText>,
    thickness: Option<Length>,
    sleeve: Option<Length>,
    side: Option<Skin>,
}

impl Special {
    /// Takes the keys that only this kind has.
    pub fn read(word: KindWord, fields: &mut Fields, what: &str) -> Self {
        match word {
            KindWord::Cards => Self::None(Kind::Cards),
            KindWord::Tokens => Self::None(Kind::Tokens),
            KindWord::Tiles => Self::None(Kind::Tiles),
            KindWord::Stickers => Self::None(Kind::Stickers),
            KindWord::Mat => Self::None(Kind::Mat),
            KindWord::Reference => Self::None(Kind::Reference),
            KindWord::Money => Self::None(Kind::Money),
            KindWord::ScorePad => Self::None(Kind::ScorePad),
            KindWord::Track => Self::None(Kind::Track),
            KindWord::Board => Self::Board(fields.required_text("board", what)),
            KindWord::Booklet => Self::Booklet(fields.required_text("text", what)),
            KindWord::Standee => Self::Standee(fields.positive("tab").unwrap_or(TAB)),
            KindWord::Die => Self::Die(read_solid(fields, what), read_edge(fields)),
            KindWord::Tuckbox => Self::Tuckbox(BoxWords {
                deck: fields.required_text("for", what),
                thickness: thickness(fields),
                sleeve: sleeve(fields),
                side: read_skin(fields, "side"),
            }),
        }
    }
}

fn read_solid(fields: &mut Fields, what: &str) -> Option<(Solid, Place)> {
    let field = fields.required_text("sides", what)?;
    let solid = Solid::ALL.iter().find(|(sides, _)| field.text.parse() == Ok(*sides));
    if solid.is_none() {
        let message = format!("a die to fold cannot have `{}` sides", field.text);
        fields.found().push(Diagnostic::error(message).at(&field.place).hint("`sides` is 4, 6, 8, 10, 12 or 20"));
    }
    solid.map(|(_, solid)| (*solid, field.place))
}

fn read_edge(fields: &mut Fields) -> Option<Length> {
    let Some(node) = fields.node("edge") else { return Some(DIE_EDGE) };
    let edge = fields.length("edge")?;
    let foldable = Length::from_mm(5)..=Length::from_mm(300);
    if !foldable.contains(&edge) {
        let message = format!("a die with edges of {edge} cannot be folded");
        fields.found().push(Diagnostic::error(message).at(&node.place).hint("`edge` is 5 mm to 300 mm"));
        return None;
    }
    Some(edge)
}

/// How thick one card is.
fn thickness(fields: &mut Fields) -> Option<Length> {
    let key = "stock thickness";
    if fields.node(key).is_none() {
        return Some(CARD_THICKNESS);
    }
    fields.positive(key)
}

/// What a sleeve adds to the thickness of a card: a length, or `true` for a usual one.
fn sleeve(fields: &mut Fields) -> Option<Length> {
    let field = fields.text("sleeved")?;
    match field.text.as_str() {
        "true" => Some(SLEEVE_THICKNESS),
        "false" => None,
        _ => fields.distance("sleeved").filter(|length| *length > Length::ZERO),
    }
}

/// What a kind needs of everything around to be complete.
pub struct Around<'a> {
    /// The component's name and place.
    pub key: &'a Key,
    /// Its trim size, if it has one of its own.
    pub size: Option<Size>,
    /// The rows of a die; nothing when they are wrong.
    pub faces: Option<Vec<Piece>>,
    /// The components a box can be for.
    pub decks: &'a [&'a Component],
    /// The names of all components, and whether they are boxes themselves.
    pub names: &'a [(&'a str, bool)],
    /// The colours of the game.
    pub palette: &'a Palette,
    /// The files.
    pub assets: &'a dyn Assets,
}

/// The kind of a component with all it needs.
pub fn read_kind(special: Special, around: Around<'_>, found: &mut Diagnostics) -> Option<Kind> {
    Some(match special {
        Special::None(kind) => kind,
        Special::Board(file) => Kind::Board(Box::new(read_board_file(&file?, &around, found)?)),
        Special::Booklet(file) => {
            let field = file?;
            folder_file(around.assets, &field, found)?;
            // What is drawn in it can be any board of the game, and is read once all of them are there.
            Kind::Booklet { text: field.text, diagrams: Vec::new() }
        }
        Special::Standee(tab) => Kind::Standee(Standee { figure: around.size?, tab }),
        Special::Die(solid, edge) => Kind::Die(read_die(solid?, edge?, around, found)?),
        Special::Tuckbox(words) => Kind::Tuckbox(Box::new(read_box(words, &around, found)?)),
    })
}

fn read_board_file(file: &FieldText, around: &Around<'_>, found: &mut Diagnostics) -> Option<Board> {
    let source = folder_file(around.assets, file, found)?;
    let node = found.accept(yaml::parse(&source))?;
    read_board(&node, around.palette, found)
}

/// A die whose rows are its faces; without rows they are numbered.
fn read_die(
    (solid, place): (Solid, Place),
    edge: Length,
    around: Around<'_>,
    found: &mut Diagnostics,
) -> Option<FoldedDie> {
    let sides = solid.sides();
    let own = around.faces?;
    if own.is_empty() {
        let faces = (1..=sides).map(|number| numbered_face(number, sides, around.key)).collect();
        return Some(FoldedDie { solid, edge, faces });
    }
    let total: usize = own.iter().map(|face| face.quantity).sum();
    if total != sides {
        let name = &around.key.name;
        let message = format!("a die of {sides} sides needs {sides} faces, and the rows of `{name}` make {total}");
        let hint = "a row is a face, in the order of the numbers; `qty` puts one on several faces";
        found.push(Diagnostic::error(message).at(&place).hint(hint));
        return None;
    }
    let copies = |face: Piece| {
        let quantity = face.quantity;
        std::iter::repeat_n(Piece { quantity: 1, ..face }, quantity)
    };
    Some(FoldedDie { solid, edge, faces: own.into_iter().flat_map(copies).collect() })
}

/// A face with its number; where both are there, 6 and 9 are told apart.
fn numbered_face(number: usize, sides: usize, key: &Key) -> Piece {
    let field = |text: String| FieldText { text, place: key.place.clone() };
    let underlined = sides >= 9 && matches!(number, 6 | 9);
    Piece {
        id: number.to_string(),
        quantity: 1,
        fields: vec![
            ("text".to_owned(), field(number.to_string())),
            ("underline".to_owned(), field(if underlined { "true".to_owned() } else { String::new() })),
        ],
        place: key.place.clone(),
    }
}

/// A box for the decks it names, which lie in it one before the other.
fn read_box(words: BoxWords, around: &Around<'_>, found: &mut Diagnostics) -> Option<Tuckbox> {
    let field = words.deck?;
    let names = field.text.split(',').map(str::trim);
    let decks: Vec<Option<&Component>> = names.map(|name| read_deck(name, &field.place, around, found)).collect();
    let decks: Vec<&Component> = decks.into_iter().collect::<Option<_>>()?;
    let first = decks.first()?;
    if let Some(other) = decks.iter().find(|deck| deck.size != first.size) {
        let message = format!("`{}` and `{}` are not of one size, and do not fit into one box", first.id, other.id);
        found.push(Diagnostic::error(message).at(&field.place));
        return None;
    }
    let cards = decks.iter().map(|deck| deck.total()).sum();
    let tuckbox = Tuckbox::new(cards, first.size, words.thickness?, words.sleeve);
    Some(Tuckbox { side: words.side, ..tuckbox })
}

/// A deck that goes into a box.
fn read_deck<'a>(name: &str, place: &Place, around: &Around<'a>, found: &mut Diagnostics) -> Option<&'a Component> {
    let no_deck = |name: &str, kind: &str| {
        Diagnostic::error(format!("`{name}` is a {kind}, and a box is for a deck of cards")).at(place)
    };
    let Some(deck) = around.decks.iter().find(|deck| deck.id == name) else {
        match around.names.iter().find(|(known, _)| *known == name) {
            Some((name, true)) => found.push(no_deck(name, TUCKBOX)),
            // A deck that is there and could not be read has been told of already.
            Some(_) => {}
            None => {
                let hint = meant_or_known(name, around.decks.iter().map(|deck| deck.id.as_str()));
                let message = format!("there is no component `{name}` for this box");
                found.push(Diagnostic::error(message).at(place).maybe_hint(hint));
            }
        }
        return None;
    };
    if matches!(deck.kind, Kind::Board(_) | Kind::Booklet { .. } | Kind::Standee(_) | Kind::Die(_) | Kind::Tuckbox(_)) {
        found.push(no_deck(&deck.id, deck.kind.name()));
        return None;
    }
    if deck.total() == 0 {
        let message = format!("`{}` has no pieces to put into a box", deck.id);
        found.push(Diagnostic::error(message).at(place));
        return None;
    }
    Some(deck)
}
