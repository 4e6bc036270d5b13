//! What a picture of a table and the lines beside it say, and how they are read. It knows what the game prints, and no state.

use serde_json::{Map, Value, json};
use tablewright::inside::model::{Game, Kind, Pose};
use tablewright::inside::referee::{ScenePiece, View};

/// What people see of a table.
pub struct Picture<'g> {
    game: &'g Game,
    players: Vec<String>,
    status: String,
    seats: Vec<String>,
    pub pieces: Vec<ScenePiece>,
}

impl<'g> Picture<'g> {
    pub fn new(game: &'g Game, view: &View) -> Self {
        Self {
            game,
            players: view.seats.iter().map(|seat| seat.name.clone()).collect(),
            status: view.status.clone(),
            seats: view.seats.iter().map(|seat| seat.text.clone()).collect(),
            pieces: view.pieces.clone(),
        }
    }

    pub fn status(&self) -> &str {
        &self.status
    }

    pub fn lines(&self) -> String {
        self.seats.join(" / ")
    }

    pub fn players(&self) -> &[String] {
        &self.players
    }

    /// The parts of the line about the game.
    pub fn parts(&self) -> Vec<&str> {
        self.status.split("; ").collect()
    }

    /// The parts of the line about a seat.
    pub fn seat(&self, seat: usize) -> Vec<&str> {
        self.seats[seat].split("; ").collect()
    }

    /// A field for each seat, from the parts of its line.
    pub fn each_seat(&self, read: impl Fn(&[&str]) -> Value) -> Value {
        let fields = self.players.iter().enumerate().map(|(seat, name)| (name.clone(), read(&self.seat(seat))));
        Value::Object(fields.collect::<Map<_, _>>())
    }

    /// Whose a piece is.
    pub fn owner(&self, piece: &ScenePiece) -> &str {
        &self.players[piece.seat.expect("somebody's").0]
    }

    /// A field for each space: what `read` finds in a piece that lies there.
    pub fn map(&self, read: impl Fn(&ScenePiece) -> Option<Value>) -> Value {
        let found = self.pieces.iter().filter_map(|piece| Some((piece.at.clone(), read(piece)?)));
        Value::Object(found.collect::<Map<_, _>>())
    }

    /// What is printed in a column of a piece.
    pub fn printed(&self, component: &str, id: &str, column: &str) -> Option<&'g str> {
        let part = self.game.components.iter().find(|part| part.id == component)?;
        let piece = part.pieces.iter().find(|piece| piece.id == id)?;
        piece.fields.iter().find(|(name, _)| name == column).map(|(_, field)| field.text.as_str())
    }

    /// The piece of a component in whose column this is printed.
    pub fn id(&self, component: &str, column: &str, text: &str) -> Option<&'g str> {
        let part = self.game.components.iter().find(|part| part.id == component)?;
        let is_it = |id: &str| self.printed(component, id, column) == Some(text);
        part.pieces.iter().find(|piece| is_it(&piece.id)).map(|piece| piece.id.as_str())
    }

    /// The ids for a list of names.
    pub fn ids(&self, component: &str, column: &str, names: &str) -> Vec<&'g str> {
        let id = |name: &str| self.id(component, column, name).unwrap_or_else(|| panic!("no {component}: {name}"));
        names.split(", ").map(id).collect()
    }

    /// How many cards or pieces a component has.
    pub fn how_many(&self, component: &str) -> usize {
        let part = self.game.components.iter().find(|part| part.id == component).expect("a component");
        part.pieces.iter().map(|piece| piece.quantity).sum()
    }

    /// What the ground of a space is called on the board.
    pub fn ground(&self, space: &str) -> &'g str {
        let boards = self.game.components.iter().filter_map(|part| match &part.kind {
            Kind::Board(board) => Some(board),
            _ => None,
        });
        let mut grounds = boards.filter_map(|board| {
            let found = board.spaces.iter().find(|found| found.id.as_str() == space)?;
            Some(board.terrains[found.terrain].name.as_str())
        });
        grounds.next().expect("a space")
    }
}

/// What a text says where a pattern has `{}`, if it is said so; `(s)` is an `s` or none.
pub fn told<'t>(text: &'t str, pattern: &str) -> Option<Vec<&'t str>> {
    if let Some(rest) = pattern.strip_prefix("{}") {
        let ends = (0..=text.len()).filter(|end| text.is_char_boundary(*end));
        let found = |end: usize| told(&text[end..], rest).map(|others| [vec![&text[..end]], others].concat());
        return ends.into_iter().find_map(found);
    }
    if let Some(rest) = pattern.strip_prefix("(s)") {
        return text.strip_prefix('s').and_then(|text| told(text, rest)).or_else(|| told(text, rest));
    }
    match (text.chars().next(), pattern.chars().next()) {
        (None, None) => Some(Vec::new()),
        (Some(a), Some(b)) if a == b => told(&text[a.len_utf8()..], &pattern[b.len_utf8()..]),
        _ => None,
    }
}

/// What the first of several parts says that is said so.
pub fn told_in<'t>(parts: &[&'t str], pattern: &str) -> Option<Vec<&'t str>> {
    parts.iter().find_map(|part| told(part, pattern))
}

/// A number in words of a picture.
pub fn number(text: &str) -> i64 {
    text.parse().unwrap_or_else(|_| panic!("no number: {text}"))
}

/// So many cards that nobody knows.
pub fn hidden(count: i64) -> Value {
    json!((0..count).map(|_| Value::Null).collect::<Vec<_>>())
}

pub fn is_face_down(piece: &ScenePiece) -> bool {
    piece.pose == Pose::FaceDown
}
