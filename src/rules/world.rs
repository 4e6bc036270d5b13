//! What a script may look at: boards, rows of pieces, dice, options and seats, as tables that cannot be changed.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use mlua::{Lua, Table, Value as Luau};

use crate::diag::{meant_or_known, plural};
use crate::dice::{Die, DieFace};
use crate::ground::Ground;
use crate::model::{Board, Cell, Component, EdgeKind, Game, Kind, TablePlan, usable_name};
use crate::referee::{Choosable, Places, Seat, Team};

use super::fault::Misuse;

/// What the host knows of a game and a table.
#[derive(Debug, Clone)]
pub struct World {
    /// The names of the seats in turn order.
    pub players: Vec<String>,
    /// What was chosen for the table.
    pub options: BTreeMap<String, Choosable>,
    /// The headings of the printed rules.
    pub headings: Vec<String>,
    /// Where zones lie, as the game says.
    pub table: TablePlan,
    /// Who plays together, as the game says.
    pub teams: Vec<Team>,
    /// The boards, in the order of the game.
    pub(super) boards: Vec<PlayedBoard>,
    places: Arc<Places>,
    edges: BTreeSet<String>,
    pieces: Vec<(String, Vec<Row>)>,
    dice: BTreeMap<String, Die>,
    labels: BTreeMap<String, String>,
    /// What many of something are called, as the game says.
    plurals: BTreeMap<String, String>,
}

/// A board that is played on.
#[derive(Debug, Clone)]
pub struct PlayedBoard {
    /// Its component.
    pub id: String,
    /// As it is printed.
    pub board: Arc<Board>,
    /// The same in numbers.
    pub ground: Arc<Ground>,
}

/// A row of a component.
#[derive(Debug, Clone)]
struct Row {
    id: String,
    quantity: usize,
    columns: Vec<(String, String)>,
}

impl World {
    /// What a script may know of a game.
    #[must_use]
    pub fn new(game: &Game, players: Vec<String>, options: BTreeMap<String, Choosable>) -> Self {
        let board = |component: &Component| match &component.kind {
            Kind::Board(board) => Some(PlayedBoard {
                id: component.id.clone(),
                board: Arc::new((**board).clone()),
                ground: Arc::new(Ground::new(board)),
            }),
            _ => None,
        };
        let boards: Vec<PlayedBoard> = game.components.iter().filter_map(board).collect();
        let pieces: Vec<(String, Vec<Row>)> = game.components.iter().map(rows).collect();
        let team = |(name, seats): (&str, Vec<usize>)| Team {
            name: name.to_owned(),
            seats: seats.into_iter().map(|seat| Seat(seat - 1)).collect(),
        };
        let teams = game.play.teams.of(players.len()).into_iter().map(team).filter(|team| !team.seats.is_empty());
        Self {
            teams: teams.collect(),
            players,
            options,
            headings: game.play.headings.clone(),
            table: game.play.table.clone(),
            places: Arc::new(places(&boards)),
            edges: boards.iter().flat_map(|on| on.ground.edges().iter().map(|edge| edge.name.clone())).collect(),
            labels: labels(&pieces, &boards),
            boards,
            plurals: game.play.plurals.iter().cloned().collect(),
            pieces,
            dice: game.play.dice.iter().map(|(name, faces)| (name.clone(), custom(faces))).collect(),
        }
    }

    /// The names of all spaces of all boards.
    #[must_use]
    pub fn spaces(&self) -> &BTreeSet<String> {
        &self.places.spaces
    }

    /// What the places of all boards are called.
    #[must_use]
    pub const fn places(&self) -> &Arc<Places> {
        &self.places
    }

    /// The names of what is declared between two spaces of all boards.
    #[must_use]
    pub const fn edges(&self) -> &BTreeSet<String> {
        &self.edges
    }

    /// What something is called that has a name in the game's tables.
    #[must_use]
    pub fn label(&self, id: &str) -> String {
        self.labels.get(id).cloned().unwrap_or_else(|| id.to_owned())
    }

    /// The cards of a component, and how many there are of each.
    #[must_use]
    pub fn cards(&self, component: &str) -> Vec<(String, usize)> {
        let rows = self.pieces.iter().filter(|(id, _)| id == component).flat_map(|(_, rows)| rows);
        rows.map(|row| (row.id.clone(), row.quantity)).collect()
    }

    /// The cards of every component, by its name.
    #[must_use]
    pub fn decks(&self) -> BTreeMap<String, BTreeSet<String>> {
        let ids = |rows: &[Row]| rows.iter().map(|row| row.id.clone()).collect();
        self.pieces.iter().map(|(component, rows)| (component.clone(), ids(rows))).collect()
    }

    /// Whether there is a component of this name.
    #[must_use]
    pub fn has_component(&self, name: &str) -> bool {
        self.pieces.iter().any(|(id, _)| id == name)
    }

    /// The printed piece that a card is, `component/piece`: of its deck, or else of the first component that has it.
    #[must_use]
    pub fn printed(&self, card: &str, deck: Option<&str>) -> Option<String> {
        let has = |(_, rows): &&(String, Vec<Row>)| rows.iter().any(|row| row.id == card);
        let of_deck = self.pieces.iter().filter(|(id, _)| Some(id.as_str()) == deck).find(has);
        let (component, _) = of_deck.or_else(|| self.pieces.iter().find(has))?;
        Some(format!("{component}/{card}"))
    }

    /// All printed pieces, `component/piece`.
    #[must_use]
    pub fn all_printed(&self) -> Vec<String> {
        let rows = self.pieces.iter().flat_map(|(id, rows)| rows.iter().map(move |row| (id, row)));
        rows.map(|(component, row)| format!("{component}/{}", row.id)).collect()
    }

    /// The place of a piece among all that are printed.
    #[must_use]
    pub fn rank(&self, piece: &str) -> usize {
        let mut rows = self.pieces.iter().flat_map(|(_, rows)| rows);
        rows.position(|row| row.id == piece).unwrap_or(usize::MAX - 1)
    }

    /// The names of all pieces of all components.
    #[must_use]
    pub fn piece_names(&self) -> Vec<String> {
        self.pieces.iter().flat_map(|(_, rows)| rows).map(|row| row.id.clone()).collect()
    }

    /// How many there are of every piece, over all components.
    #[must_use]
    pub fn quantities(&self) -> BTreeMap<String, usize> {
        let mut quantities = BTreeMap::new();
        for row in self.pieces.iter().flat_map(|(_, rows)| rows) {
            *quantities.entry(row.id.clone()).or_default() += row.quantity;
        }
        quantities
    }

    /// What pieces are called besides their ids, by their ids.
    #[must_use]
    pub const fn called(&self) -> &BTreeMap<String, String> {
        &self.labels
    }

    /// What pieces are called besides their ids.
    pub fn labels(&self) -> impl Iterator<Item = &str> {
        self.labels.values().map(String::as_str)
    }

    /// A noun for one, and for many: as the script says it, `wolf/wolves`, as the game does, or with the usual ending.
    #[must_use]
    pub fn forms(&self, noun: &str) -> (String, String) {
        match noun.split_once('/') {
            Some((one, many)) => (one.to_owned(), many.to_owned()),
            None => (noun.to_owned(), self.plurals.get(noun).cloned().unwrap_or_else(|| plural(noun))),
        }
    }

    /// A die by its name.
    ///
    /// # Errors
    /// When there is none.
    pub fn die(&self, name: &str) -> mlua::Result<Die> {
        if let Some(die) = self.dice.get(name) {
            return Ok(die.clone());
        }
        if name == "coin" {
            return Ok(custom(&["heads".to_owned(), "tails".to_owned()]));
        }
        let unknown = || Misuse::hinted(format!("there is no die `{name}`"), meant_or_known(name, self.dice()));
        Die::numbered(name).ok_or_else(unknown)
    }

    /// The names of the dice: those of the game, and of numbered ones the most usual.
    pub fn dice(&self) -> impl Iterator<Item = &str> {
        self.dice.keys().map(String::as_str).chain(["coin", "d6"])
    }

    /// Gives it all to the script.
    ///
    /// # Errors
    /// When the engine has no room for it.
    pub fn offer(&self, lua: &Lua) -> mlua::Result<()> {
        let globals = lua.globals();
        let boards = lua.create_table()?;
        for PlayedBoard { id, board, ground } in &self.boards {
            boards.raw_set(id.as_str(), board_table(lua, board, ground)?)?;
        }
        if let Some(first) = self.boards.first() {
            globals.raw_set("board", boards.raw_get::<Table>(first.id.as_str())?)?;
        }
        globals.raw_set("boards", boards)?;
        let teams: mlua::Result<Vec<Table>> = self.teams.iter().map(|team| team_table(lua, team)).collect();
        globals.raw_set("teams", lua.create_sequence_from(teams?)?)?;
        let pieces = lua.create_table()?;
        for (id, rows) in &self.pieces {
            let rows: mlua::Result<Vec<Table>> = rows.iter().map(|row| row_table(lua, row)).collect();
            pieces.raw_set(id.as_str(), lua.create_sequence_from(rows?)?)?;
        }
        globals.raw_set("pieces", pieces)?;
        let options = lua.create_table()?;
        for (id, value) in &self.options {
            match value {
                Choosable::Flag(flag) => options.raw_set(id.as_str(), *flag)?,
                Choosable::Number(number) => options.raw_set(id.as_str(), *number)?,
                Choosable::Word(word) => options.raw_set(id.as_str(), word.as_str())?,
            }
        }
        globals.raw_set("options", options)
    }

    /// The faces of a die as a list.
    ///
    /// # Errors
    /// When there is no such die.
    pub fn faces(&self, lua: &Lua, name: &str) -> mlua::Result<Table> {
        let die = self.die(name)?;
        let face = |face: DieFace| match face.value {
            #[allow(clippy::cast_precision_loss, reason = "faces of dice are small")]
            Some(value) => Ok(Luau::Number(value as f64)),
            None => lua.create_string(&face.text).map(Luau::String),
        };
        let faces: mlua::Result<Vec<Luau>> = die.faces().map(face).collect();
        lua.create_sequence_from(faces?)
    }
}

/// The names of all spaces, and of the squares that are part of one with another name.
fn places(boards: &[PlayedBoard]) -> Places {
    let all = || boards.iter().flat_map(|on| on.board.spaces.iter().map(|space| (&on.board, space)));
    let spaces: BTreeSet<String> = all().map(|(_, space)| space.id.clone()).collect();
    let squares = all().flat_map(|(board, space)| space.cells.iter().map(|cell| (board.square_name(*cell), &space.id)));
    let parts =
        squares.filter(|(square, _)| !spaces.contains(square)).map(|(square, id)| (square, id.clone())).collect();
    Places { spaces, parts }
}

/// A die whose faces were listed; figures are numbers.
fn custom(faces: &[String]) -> Die {
    let face = |text: &String| DieFace { text: text.clone(), value: text.parse().ok() };
    Die::Custom(faces.iter().map(face).collect())
}

fn rows(component: &Component) -> (String, Vec<Row>) {
    let row = |piece: &crate::model::Piece| Row {
        id: piece.id.clone(),
        quantity: piece.quantity,
        columns: piece.fields.iter().map(|(name, field)| (name.clone(), field.text.clone())).collect(),
    };
    (component.id.clone(), component.pieces.iter().map(row).collect())
}

/// What places of maps are called, and pieces: what their column `name` or `title` says, and the number that stands on them beside it.
fn labels(pieces: &[(String, Vec<Row>)], boards: &[PlayedBoard]) -> BTreeMap<String, String> {
    let places = boards.iter().filter_map(|on| Some(on.board.spaces.iter().zip(&on.board.map()?.places))).flatten();
    let called = places.filter_map(|(space, place)| Some((space.id.clone(), place.label.as_ref()?.text.clone())));
    let mut labels: BTreeMap<String, String> = called.collect();
    for row in pieces.iter().flat_map(|(_, rows)| rows) {
        let said = |names: &[&str]| {
            let column = row
                .columns
                .iter()
                .find(|(heading, text)| names.contains(&usable_name(heading).as_str()) && !text.is_empty());
            column.map(|(_, text)| text)
        };
        if let Some(name) = said(&["name", "title"]) {
            let number = said(&["number"]).map(|number| format!(", {number}")).unwrap_or_default();
            labels.entry(row.id.clone()).or_insert_with(|| format!("{name}{number}"));
        }
    }
    labels
}

fn team_table(lua: &Lua, team: &Team) -> mlua::Result<Table> {
    let table = lua.create_table()?;
    table.raw_set("name", team.name.as_str())?;
    table.raw_set("seats", lua.create_sequence_from(team.seats.iter().map(|seat| seat.0 + 1))?)?;
    Ok(table)
}

fn row_table(lua: &Lua, row: &Row) -> mlua::Result<Table> {
    let table = lua.create_table()?;
    let set = |name: &str, text: &str| match text.parse::<i64>() {
        Ok(number) => table.raw_set(name, number),
        Err(_) => table.raw_set(name, text),
    };
    // The names made of headings come first: what is called so itself goes over them.
    for (name, text) in row.columns.iter().rev() {
        set(&usable_name(name), text)?;
    }
    for (name, text) in &row.columns {
        set(name, text)?;
    }
    table.raw_set("id", row.id.as_str())?;
    table.raw_set("qty", row.quantity)?;
    Ok(table)
}

fn board_table(lua: &Lua, board: &Board, ground: &Ground) -> mlua::Result<Table> {
    let table = lua.create_table()?;
    let ids: Vec<&str> = board.spaces.iter().map(|space| space.id.as_str()).collect();
    table.raw_set("spaces", lua.create_sequence_from(ids.iter().copied())?)?;
    let neighbours = lua.create_table()?;
    for (space, touching) in board.spaces.iter().zip(ground.neighbours()) {
        let touching = lua.create_sequence_from(touching.iter().map(|index| ids[*index]))?;
        neighbours.raw_set(space.id.as_str(), touching)?;
    }
    table.raw_set("neighbours", neighbours)?;
    let [terrain, enter, sight, tags, column, row, cells] = [(); 7].map(|()| lua.create_table());
    let (terrain, enter, sight, tags, column, row, cells) = (terrain?, enter?, sight?, tags?, column?, row?, cells?);
    for space in &board.spaces {
        let id = space.id.as_str();
        let ground = board.terrain(space);
        terrain.raw_set(id, ground.name.as_str())?;
        enter.raw_set(id, ground.enter)?;
        sight.raw_set(id, ground.sight)?;
        tags.raw_set(id, lua.create_table_from(ground.tags.iter().map(|tag| (tag.as_str(), true)))?)?;
        if let Some(first) = space.cells.first() {
            column.raw_set(id, first.column + 1)?;
            row.raw_set(id, first.row + 1)?;
        }
        let square = |cell: &Cell| lua.create_table_from([("column", cell.column + 1), ("row", cell.row + 1)]);
        let squares: mlua::Result<Vec<Table>> = space.cells.iter().map(square).collect();
        cells.raw_set(id, lua.create_sequence_from(squares?)?)?;
    }
    let parts = [
        ("terrain", terrain),
        ("enter", enter),
        ("sight", sight),
        ("tags", tags),
        ("column", column),
        ("row", row),
        ("cells", cells),
    ];
    for (name, part) in parts {
        table.raw_set(name, part)?;
    }
    edge_tables(lua, &table, board, ground)?;
    Ok(table)
}

/// What lies between squares: the names of all edges, what each is, and the spaces on both sides of it.
fn edge_tables(lua: &Lua, table: &Table, board: &Board, ground: &Ground) -> mlua::Result<()> {
    let names = ground.edges().iter().map(|edge| edge.name.as_str());
    table.raw_set("edges", lua.create_sequence_from(names)?)?;
    let kinds: mlua::Result<Vec<Table>> = board.edge_kinds.iter().map(|kind| edge_kind_table(lua, kind)).collect();
    let (kinds, edge, ends) = (kinds?, lua.create_table()?, lua.create_table()?);
    for declared in ground.edges() {
        edge.raw_set(declared.name.as_str(), &kinds[declared.kind])?;
        let spaces = declared.spaces.map(|space| board.spaces[space].id.as_str());
        ends.raw_set(declared.name.as_str(), lua.create_sequence_from(spaces)?)?;
    }
    table.raw_set("edge", edge)?;
    table.raw_set("ends", ends)
}

fn edge_kind_table(lua: &Lua, kind: &EdgeKind) -> mlua::Result<Table> {
    let table = lua.create_table()?;
    table.raw_set("kind", kind.name.as_str())?;
    table.raw_set("pass", kind.pass)?;
    table.raw_set("sight", kind.sight)?;
    table.raw_set("tags", lua.create_table_from(kind.tags.iter().map(|tag| (tag.as_str(), true)))?)?;
    Ok(table)
}
