//! A whole screen: what a `View` holds, as text. Nothing in it depends on the game but words.

use std::collections::{BTreeMap, BTreeSet};

use crate::app::table::placed;
use crate::diag::{all_of, count_of};
use crate::model::{Board, Cell, Game, Kind, PlacedPiece, Space, SpaceId};
use crate::referee::{Fit, LogLine, ScenePiece, Seat, Typed, View, words_apart};

use super::board::{
    DrawnBoard, Form, Screen, cell_width, columns_taken, drawn_board, least_columns, least_lines, lines_told,
    most_row_lines, slim_columns,
};
use super::forms::{columns_of, other_board, other_columns};
use super::hues::hues;
use super::in_words::in_words;
use super::legend::{Sign, legend};
use super::letters::{letters, mark_of};
use super::lines::{in_columns, set_in};
use super::marks::{BOLD, Hue, PieceMark, StandsOut, USUAL, printable};
use super::notes::Note;
use super::places::TextBoard;
use super::question::{Numbers, question};
use super::story::{log_line, news};
use super::words::spoken_board;
use super::zones::{zones_told, zones_with};

/// So many lines of what only one seat knows are told at most.
const PRIVATE_NEWS: usize = 10;

/// What stands before what lies in the middle of the table.
const TABLE: &str = "on the table";

/// Everything a screen is made of besides the view.
#[derive(Debug, Clone)]
pub struct Stage {
    /// What the game is called.
    title: String,
    /// What the table is called.
    table: String,
    /// The boards, in the order of the game.
    boards: Vec<Board>,
    /// The colours of printed pieces.
    hues: BTreeMap<String, Hue>,
    /// How many lines a single board of squares takes at least.
    least_lines: usize,
}

/// Which places of a board stand out.
#[derive(Debug, Clone, Default)]
pub(super) struct PlacesStandingOut {
    /// Something has just changed there.
    pub changed: BTreeSet<SpaceId>,
    /// They can be answered.
    pub legal: BTreeSet<SpaceId>,
    /// The question is about what stands there.
    pub acting: BTreeSet<SpaceId>,
}

/// Boards in parts.
#[derive(Debug, Clone, Default)]
pub(super) struct BoardParts {
    /// The names of columns; with several boards they are in the drawing.
    pub head: Vec<String>,
    /// The drawing.
    pub rows: Vec<String>,
    /// What letters and signs mean, those of pieces first.
    pub signs: Vec<Sign>,
    /// What the drawing has no room for.
    pub notes: Vec<Note>,
    /// How it is drawn.
    pub form: Form,
    /// In which line of the drawing each place begins, where that is known.
    pub line_of: BTreeMap<SpaceId, usize>,
}

impl PlacesStandingOut {
    fn of(&self, at: &SpaceId) -> StandsOut {
        StandsOut {
            is_new: self.changed.contains(at),
            is_legal: self.legal.contains(at),
            is_acting: self.acting.contains(at),
        }
    }
}

/// The colours of seats whose pieces have none of their own. They say nothing that the letters do not say.
const HUES: [Hue; 6] = [Hue::Red, Hue::Blue, Hue::Green, Hue::Yellow, Hue::Magenta, Hue::Cyan];

impl Stage {
    /// The stage of a game for one of its tables.
    #[must_use]
    pub fn new(game: &Game, table: String) -> Self {
        let board = |kind: &Kind| if let Kind::Board(board) = kind { Some(Board::clone(board)) } else { None };
        let boards: Vec<Board> = game.components.iter().filter_map(|component| board(&component.kind)).collect();
        let least_lines = if let [board] = &boards[..] { least_lines(board) } else { 0 };
        Self { title: game.title.clone(), table, boards, hues: hues(game), least_lines }
    }

    /// What the game and the table are called.
    pub(super) fn names(&self) -> [String; 2] {
        [self.title.clone(), format!("table {}", self.table)]
    }

    /// The colour of a piece: as it is printed, or that of its seat.
    fn hue_of(&self, piece: &ScenePiece) -> Option<Hue> {
        let drawn = piece.draw.as_ref().and_then(|draw| self.hues.get(draw)).copied();
        drawn.or_else(|| piece.seat.map(|seat| HUES[seat.0 % HUES.len()]))
    }

    /// The colour of a seat: the one that all its pieces have which have any.
    pub(super) fn hue_of_seat(&self, view: &View, seat: Seat) -> Option<Hue> {
        let own = view.pieces.iter().filter(|piece| piece.seat == Some(seat) && piece.count > 0);
        let mut hues = own.filter_map(|piece| self.hue_of(piece));
        let first = hues.next()?;
        hues.all(|hue| hue == first).then_some(first)
    }

    /// The whole table, with what came after an entry: at most so many lines.
    #[must_use]
    pub fn whole(&self, view: &View, since: u64, most: usize, screen: Screen) -> String {
        let news = news(&view.log, since, most, screen.width);
        let board = wrapped(&self.board(view, &PlacesStandingOut::default(), screen), screen);
        let asked = asked(view, Numbers::None, screen);
        let parts = [self.title(view, screen), board, seats(view, screen), news, asked];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n")
    }

    /// Which table it is, and the game as it stands.
    pub(super) fn title(&self, view: &View, screen: Screen) -> String {
        let apart = if screen.plain { " - " } else { " · " };
        let number = if view.number == 0 {
            "nothing has happened yet".to_owned()
        } else {
            format!("after entry {}", view.number)
        };
        let [title, table] = self.names();
        let head = [title, table, number].map(|part| printable(&part)).join(apart);
        set_in("", &head, screen.width) + &status(view, screen)
    }

    /// What only one seat may see: what is said of it, what lies on the board, what happened, and what it is asked.
    pub(super) fn only_for(&self, seat: Seat, own: &View, public: &View, width: usize) -> String {
        let mut told = String::new();
        let known = seats_told(public);
        for (name, text) in seats_told(own).iter().filter(|row| !known.contains(row)) {
            told.push_str(&set_in("", &format!("{name} {text}"), width));
        }
        for (number, board) in self.boards.iter().enumerate() {
            let known = self.spoken(public, number, board);
            let known: BTreeSet<&str> = known.lines().collect();
            let own = self.spoken(own, number, board);
            told.extend(own.lines().filter(|line| !known.contains(line)).map(|line| set_in("", line, width)));
        }
        let log: Vec<&LogLine> = own.log.iter().filter(|line| !public.log.contains(line)).collect();
        let recent = log[log.len().saturating_sub(PRIVATE_NEWS)..].iter();
        told.extend(recent.map(|line| log_line(line, width)));
        if let Some(request) = own.request.as_ref().filter(|_| public.request.is_none()) {
            told.push_str(&question(own, request, Numbers::None, Screen { width, ..Screen::default() }));
        }
        if told.is_empty() {
            told
        } else {
            set_in("", &format!("Only {} may see this:", own.name(seat)), width) + &told
        }
    }

    /// The boards with pieces on them, drawn or in sentences. Some places stand out.
    pub(super) fn board(&self, view: &View, standing_out: &PlacesStandingOut, screen: Screen) -> String {
        let one = |(number, board): (usize, &Board)| {
            if screen.plain {
                self.spoken(view, number, board)
            } else {
                self.drawn(view, (number, board), standing_out, (screen, Form::default())).text(screen.width)
            }
        };
        let mut boards = self.boards.iter().enumerate().map(one).collect::<Vec<_>>().join("\n");
        if !screen.plain {
            boards.push_str(&legend(&letters(&view.pieces), screen.width));
        }
        boards
    }

    /// What lies on the place with this name, or else where the pieces lie that are called so; none if there is neither.
    pub(super) fn lying(&self, view: &View, name: &str, width: usize) -> Option<String> {
        self.lying_of(view, name, None, width)
    }

    /// The same of the pieces of one seat.
    pub(super) fn lying_of(&self, view: &View, name: &str, of: Option<Seat>, width: usize) -> Option<String> {
        let typed = Typed::new(name);
        let counted = |piece: &ScenePiece| {
            let name = if piece.name.trim().is_empty() { "piece" } else { piece.name.trim() };
            if piece.count == 1 { name.to_owned() } else { count_of(piece.count, name) }
        };
        let there = view.pieces.iter().filter(|piece| piece.count > 0 && (of.is_none() || piece.seat == of));
        if let Some(place) = self.place_called(name) {
            let here: Vec<String> = there.filter(|piece| piece.at == place).map(counted).collect();
            let told = if here.is_empty() { "nothing lies there".to_owned() } else { here.join(", ") };
            let called = self.ground_of(place).map(|ground| format!(" ({ground})")).unwrap_or_default();
            return Some(set_in("", &printable(&format!("{place}{called}: {told}")), width));
        }
        let names = |piece: &'_ ScenePiece| [piece.name.trim().to_owned(), piece.label.clone().unwrap_or_default()];
        let is_meant = |piece: &&ScenePiece| {
            let names = names(piece);
            let names: Vec<&str> = names.iter().map(String::as_str).filter(|name| !name.is_empty()).collect();
            let enough = if name.ends_with('s') { Fit::Begun } else { Fit::Words };
            typed.fit(&names).is_some_and(|fit| fit <= enough)
        };
        let called = there.filter(is_meant);
        let mut told: Vec<String> = called.map(|piece| format!("{} on {}", counted(piece), piece.at)).collect();
        told.extend(zones_with(view, |thing| typed.fit(&[thing]).is_some_and(|fit| fit <= Fit::Words)));
        (!told.is_empty()).then(|| set_in("", &printable(&told.join(", ")), width))
    }

    /// The place with this name, or the only one with a ground that is called so.
    pub(super) fn place_called(&self, name: &str) -> Option<&str> {
        let typed = Typed::new(&words_apart(name).join(" "));
        let is_it = |name: &str| typed.fit(&[name]) == Some(Fit::Whole);
        let spaces = || self.boards.iter().flat_map(|board| board.spaces.iter().map(move |space| (board, space)));
        let mut with_ground = spaces().filter(|(board, space)| is_it(&board.terrain(space).name));
        let found = spaces().find(|(_, space)| is_it(&space.id));
        // `building 4` is what is called 4 and is a building.
        let kind_and_name = name.trim().rsplit_once(' ');
        let is_of_kind = |board: &Board, space: &Space, kind: &str| {
            const KINDS: [&str; 6] = ["building", "house", "square", "space", "field", "hex"];
            let is_one = KINDS.iter().any(|known| known.eq_ignore_ascii_case(kind.trim_start_matches("the ").trim()));
            is_one || Typed::new(kind).fit(&[&board.terrain(space).name]).is_some()
        };
        let by_kind = kind_and_name.and_then(|(kind, id)| {
            spaces().find(|(board, space)| space.id.eq_ignore_ascii_case(id) && is_of_kind(board, space, kind))
        });
        let found = found.or(by_kind).or_else(|| with_ground.next().filter(|_| with_ground.next().is_none()));
        found.map(|(_, space)| space.id.as_str())
    }

    /// What a place is, where it is the only one of its kind.
    fn ground_of(&self, place: &str) -> Option<&str> {
        self.boards.iter().find_map(|board| {
            let space = board.space(place)?;
            let ground = board.terrain(space);
            let alike = board.spaces.iter().filter(|other| board.terrain(other).name == ground.name).count();
            (alike == 1).then_some(ground.name.as_str())
        })
    }

    /// How many columns the widest board takes at least, if it is not to be taken apart.
    pub(super) fn least_columns(&self) -> usize {
        self.boards
            .iter()
            .map(|board| columns_of(board).map_or_else(|| least_columns(board), |(least, _)| least))
            .max()
            .unwrap_or(0)
    }

    /// How many of so many columns the widest board takes in a form.
    pub(super) fn columns_taken(&self, columns: usize, form: Form) -> usize {
        let taken =
            |board: &Board| other_columns(board, columns).unwrap_or_else(|| columns_taken(board, columns, form));
        self.boards.iter().map(taken).max().unwrap_or(0).min(columns)
    }

    /// How many columns a single board of squares takes in its narrowest form, and how many lines at least.
    pub(super) fn slim(&self) -> Option<(usize, usize)> {
        let [board] = &self.boards[..] else { return None };
        (columns_of(board).is_none() && self.least_lines > 0).then(|| (slim_columns(board), self.least_lines))
    }

    /// How many rows or columns away from the nearest of some places all others on the same board are.
    pub(super) fn distances(&self, from: &BTreeSet<SpaceId>) -> BTreeMap<SpaceId, usize> {
        let mut distances = BTreeMap::new();
        for board in &self.boards {
            let near: Vec<&Cell> =
                board.spaces.iter().filter(|space| from.contains(&space.id)).flat_map(|space| &space.cells).collect();
            let away = |cell: &Cell| {
                let steps = |near: &&&Cell| cell.column.abs_diff(near.column).max(cell.row.abs_diff(near.row));
                near.iter().map(|near| steps(&near)).min()
            };
            let nearest = |space: &Space| space.cells.iter().filter_map(away).min();
            distances.extend(board.spaces.iter().filter_map(|space| Some((space.id.clone(), nearest(space)?))));
        }
        distances
    }

    /// Whether there is such a place on any of the boards.
    pub(super) fn has_place(&self, at: &str) -> bool {
        self.boards.iter().any(|board| board.has_place(at))
    }

    /// The form that makes use of so many lines: for a single board.
    pub(super) fn roomy_form(&self, lines: usize) -> Form {
        let row_lines = if let [board] = &self.boards[..] { most_row_lines(board, lines) } else { 1 };
        Form { row_lines, ..Form::default() }
    }

    /// The drawing of all boards below each other in its parts, in a form, or with fewer lines between rows.
    pub(super) fn board_parts(
        &self,
        view: &View,
        standing_out: &PlacesStandingOut,
        (screen, form): (Screen, Form),
    ) -> BoardParts {
        let shown = self.boards.iter().enumerate().flat_map(|board| self.shown_on(view, board, (screen, form)));
        let mut parts = BoardParts { signs: letters(&shown.collect::<Vec<_>>()), form, ..BoardParts::default() };
        for board in self.boards.iter().enumerate() {
            let mut drawn = self.drawn(view, board, standing_out, (screen, form));
            let before = parts.rows.len() + usize::from(self.boards.len() > 1);
            parts.line_of.extend(drawn.line_of.into_iter().map(|(space, line)| (space, before + line)));
            if self.boards.len() == 1 {
                parts.head = drawn.drawing.drain(..1.min(drawn.drawing.len())).collect();
            }
            parts.rows.append(&mut drawn.drawing);
            parts.signs.append(&mut drawn.signs);
            parts.notes.append(&mut drawn.notes);
            parts.form.between = parts.form.between.max(drawn.form.between);
        }
        parts
    }

    /// One of the boards, drawn.
    pub(super) fn drawn(
        &self,
        view: &View,
        (number, board): (usize, &Board),
        standing_out: &PlacesStandingOut,
        screen: (Screen, Form),
    ) -> DrawnBoard {
        let mut marks: BTreeMap<SpaceId, Vec<PieceMark>> = BTreeMap::new();
        let mut pieces = self.shown_on(view, (number, board), screen);
        // Where few have room, the one that is asked about comes first, and then what is anybody's.
        pieces.sort_by_key(|piece| (!standing_out.of(&piece.at).is_acting, piece.seat.is_none()));
        for piece in &pieces {
            let colour = self.hue_of(piece);
            let mark =
                PieceMark { text: mark_of(piece), count: piece.count, colour, stands_out: standing_out.of(&piece.at) };
            marks.entry(piece.at.clone()).or_default().push(mark);
        }
        let pointed = view.pointers.on(board);
        match other_board(board, &marks, (&pointed, &standing_out.legal), screen.0) {
            Some(TextBoard { drawing, notes }) => {
                let notes = notes.into_iter().map(Note::from).collect();
                DrawnBoard { drawing, notes, signs: Vec::new(), form: screen.1, line_of: BTreeMap::new() }
            }
            None => drawn_board(board, &marks, (&pointed, &standing_out.legal), screen),
        }
    }

    /// The pieces on a board as they are shown there: by their names where there is room on a screen that stays.
    fn shown_on(
        &self,
        view: &View,
        (number, board): (usize, &Board),
        (screen, form): (Screen, Form),
    ) -> Vec<ScenePiece> {
        let pieces: Vec<ScenePiece> = self.on(view, number, board).into_iter().cloned().collect();
        if screen.height.is_none() || columns_of(board).is_some() {
            return pieces;
        }
        in_words(board, pieces, (cell_width(board, screen, form), form.row_lines))
    }

    /// The pieces on a board. What is on none of several boards is on the first.
    fn on<'v>(&self, view: &'v View, number: usize, board: &Board) -> Vec<&'v ScenePiece> {
        let is_elsewhere = |piece: &ScenePiece| !self.boards.iter().any(|board| board.has_place(&piece.at));
        let here = |piece: &&ScenePiece| board.has_place(&piece.at) || (number == 0 && is_elsewhere(piece));
        view.pieces.iter().filter(here).collect()
    }

    /// A line for each space; how wide it is does not matter yet.
    fn spoken(&self, view: &View, number: usize, board: &Board) -> String {
        // As pictures and sentences want them.
        let placed: Vec<PlacedPiece> = self.on(view, number, board).into_iter().map(placed).collect();
        let mut lines = spoken_board(board, &placed);
        if lines.is_empty() {
            lines.push("nothing is on the board".to_owned());
        }
        let pointers = view.pointers.on(board);
        if !pointers.lit.is_empty() {
            lines.push(printable(&format!("lit: {}", pointers.lit.join(", "))));
        }
        lines.extend(lines_told(&pointers));
        lines.join("\n") + "\n"
    }
}

/// What there is to say about every seat.
pub(super) fn seats(view: &View, screen: Screen) -> String {
    seats_in_lines(&seats_told(view), screen)
}

/// What lies in the middle of the table, and the name of every seat with what there is to say about it and what lies there.
pub(super) fn seats_told(view: &View) -> Vec<(String, String)> {
    let middle = (TABLE.to_owned(), zones_told(view, None));
    let seats = view.seats.iter().enumerate().map(|(number, seat)| {
        let told = [seat.text.clone(), zones_told(view, Some(number))];
        let told: Vec<String> = told.into_iter().filter(|text| !text.is_empty()).collect();
        (seat.name.clone(), told.join("; "))
    });
    let told = std::iter::once(middle).chain(seats).filter(|(_, text)| !text.is_empty());
    told.map(|(name, text)| (printable(&name) + ":", printable(&text))).collect()
}

/// Names with what there is to say about each, in lines that fit.
pub(super) fn seats_in_lines(rows: &[(String, String)], screen: Screen) -> String {
    if screen.plain {
        return rows.iter().map(|(name, text)| set_in("", &format!("{name} {text}"), screen.width)).collect();
    }
    in_columns(rows, 0, screen.width)
}

/// The question that waits, or that nothing is asked any more.
pub(super) fn asked(view: &View, numbers: Numbers, screen: Screen) -> String {
    match (&view.request, view.asked) {
        _ if view.over => "The game is over.\n".to_owned(),
        (Some(request), _) => {
            let text = bold_first_line(&question(view, request, numbers, screen), screen);
            text + &beside(view, numbers, screen)
        }
        (None, None) => "Nothing can be answered as long as the rules have a fault.\n".to_owned(),
        (None, Some(_)) if view.missing().count() > 1 => {
            let names = all_of(view.missing().map(|waiting| view.name(waiting.seat).to_owned()));
            let how = match numbers {
                Numbers::None => String::new(),
                Numbers::Typed => " Type a name, when the others look away.".to_owned(),
            };
            set_in("", &printable(&format!("Asked at once, each in secret: {names}.{how}")), screen.width)
        }
        (None, Some(seat)) => {
            let who = view.name(seat);
            let aloud = view.missing().find_map(|waiting| waiting.aloud.as_deref());
            let aloud = aloud.map_or_else(String::new, |aloud| format!("{} ", printable(aloud)));
            let text = match numbers {
                Numbers::None => format!("{aloud}{who} is asked in secret."),
                Numbers::Typed => format!("{aloud}For {who}'s eyes only: type `look` when the others look away."),
            };
            set_in("", &text, screen.width)
        }
    }
}

/// Who else is asked at the same time.
fn beside(view: &View, numbers: Numbers, screen: Screen) -> String {
    let others = view.missing().filter(|waiting| Some(waiting.seat) != view.asked);
    let others: Vec<String> = others.map(|waiting| view.name(waiting.seat).to_owned()).collect();
    let Some(first) = others.first() else { return String::new() };
    let is_secret = view.request.as_ref().is_some_and(|request| request.secret);
    let how = match numbers {
        Numbers::Typed if !is_secret => format!(" (`{first}` shows what, `{first}: ..` answers it)"),
        _ => String::new(),
    };
    set_in("", &printable(&format!("Asked at the same time: {}{how}.", all_of(others.clone()))), screen.width)
}

/// The game as it stands.
pub(super) fn status(view: &View, screen: Screen) -> String {
    if view.status.is_empty() { String::new() } else { set_in("", &printable(&view.status), screen.width) }
}

/// Sentences in lines that fit; a drawing is as wide as it is.
pub(super) fn wrapped(board: &str, screen: Screen) -> String {
    if !screen.plain {
        return board.to_owned();
    }
    board.lines().map(|line| set_in("", line, screen.width)).collect()
}

fn bold_first_line(text: &str, screen: Screen) -> String {
    match text.split_once('\n') {
        Some((first, rest)) if screen.colour => format!("{BOLD}{first}{USUAL}\n{rest}"),
        _ => text.to_owned(),
    }
}
