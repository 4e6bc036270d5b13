//! The board as text: column names above, row names at the left, and below it what its signs mean. A board that is wider
//! than the screen is drawn with narrow squares, and when that is not enough in blocks, one below the other.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, IsTerminal as _};
use std::ops::Range;

use crate::model::{Adjacency, Board, Cell, Pointers, Side, SpaceId};

use super::canvas::{cut, width_of};
use super::legend::{Sign, UNDERLINED, legend};
use super::marks::{PieceMark, printable};
use super::notes::Note;
use super::squares::{Block, LEGAL_HERE, Squares};
use super::strokes::{Stroke, stroke_on};

/// Rows are at most so high where there is much room.
const HIGHEST: usize = 3;
/// Narrower ones hold hardly anything.
const NARROWEST: usize = 3;
/// How wide squares are in the narrow form, and in the narrowest.
const NARROW: usize = 2;
const SLIM: usize = 1;
/// No more columns for the names of rows.
const LONGEST_NAME: usize = 8;
/// More kinds of ground than this are not listed one by one.
const FEW_KINDS: usize = 3;

/// What it is drawn on.
#[derive(Debug, Clone, Copy)]
pub struct Screen {
    /// Columns of characters.
    pub width: usize,
    /// Lines, where a drawing should not have more if it can be helped.
    pub height: Option<usize>,
    /// Only characters that every terminal and every printer has.
    pub plain: bool,
    /// Whether marks have their colours.
    pub colour: bool,
}

/// Longer lines of text are hard to follow.
const WIDEST_TEXT: usize = 100;

impl Screen {
    /// For text without a board: as wide as the terminal, as far as lines can still be read.
    #[must_use]
    pub fn of_text() -> Self {
        let usual = Self::default();
        let columns = io::stdout().is_terminal().then(|| ratatui::crossterm::terminal::size().ok()).flatten();
        let width =
            columns.map_or(usual.width, |(columns, _)| usize::from(columns).clamp(usual.width / 2, WIDEST_TEXT));
        Self { width, ..usual }
    }
}

impl Default for Screen {
    fn default() -> Self {
        Self { width: 80, height: None, plain: false, colour: false }
    }
}

/// A board as text.
pub struct DrawnBoard {
    /// The drawing, line by line; the first has the names of columns.
    pub drawing: Vec<String>,
    /// What its signs mean.
    pub signs: Vec<Sign>,
    /// What it has no room for.
    pub notes: Vec<Note>,
    /// How it is drawn.
    pub form: Form,
    /// In which line below the first each space begins, where that is known.
    pub line_of: BTreeMap<SpaceId, usize>,
}

impl DrawnBoard {
    /// All of it, the words in lines of at most so many columns.
    pub fn text(&self, width: usize) -> String {
        let lines = |lines: &[String]| lines.iter().flat_map(|line| [line.as_str(), "\n"]).collect::<String>();
        let notes: Vec<String> = self.notes.iter().flat_map(|note| note.lines(width)).collect();
        lines(&self.drawing) + &legend(&self.signs, width) + &lines(&notes)
    }
}

/// The board with marks on its spaces, and with what is pointed out on it, as one text.
#[cfg(feature = "inside")]
#[must_use]
pub fn pointed_board(
    board: &Board,
    marks: &BTreeMap<SpaceId, Vec<PieceMark>>,
    pointers: &Pointers,
    screen: Screen,
) -> String {
    drawn_board(board, marks, (pointers, &BTreeSet::new()), (screen, Form::default())).text(screen.width)
}

/// The board with marks on its spaces, with what is pointed out on it, and with the places that can be answered; in a form,
/// or with fewer lines between rows.
pub fn drawn_board(
    board: &Board,
    marks: &BTreeMap<SpaceId, Vec<PieceMark>>,
    (pointers, legal): (&Pointers, &BTreeSet<SpaceId>),
    (screen, form): (Screen, Form),
) -> DrawnBoard {
    let (names, head) = row_names(board, screen.plain);
    let mut plan = plan(board, head, screen, form);
    let (mut squares, mut blocks) = blocks(board, marks, (pointers, legal), screen, &plan);
    for between in [BetweenRows::Needed, BetweenRows::Walls] {
        // The names of columns are a line too.
        let lines: usize = blocks.iter().map(|block| block.lines(false).len() + 1).sum();
        if plan.form.between < between && screen.height.is_some_and(|height| lines > height) {
            plan.form.between = between;
            (squares, blocks) = self::blocks(board, marks, (pointers, legal), screen, &plan);
        }
    }
    let (mut drawing, mut line_of) = (Vec::new(), BTreeMap::new());
    for (number, (block, columns)) in blocks.iter().zip(&plan.parts).enumerate() {
        if columns.start > 0 {
            drawing.push(String::new());
        }
        drawing.push(column_names(board, columns.clone(), (head, plan.cell_width), screen.plain));
        // The names of columns above the first part stand apart.
        line_of.extend(squares.tops(number, block).into_iter().map(|(space, top)| (space, drawing.len() + top - 1)));
        drawing.extend(with_row_names(block, &names, head, screen.colour));
    }
    let hidden = hidden(&blocks);
    let mut signs = signs(board, &squares, screen);
    if screen.height.is_some() && blocks.iter().any(|block| !block.short().is_empty()) {
        signs.push(Sign { sign: "+".to_owned(), meaning: "and more".to_owned() });
    }
    let others = [lines_told(pointers), links(board), elsewhere(board, marks)];
    let notes = hidden.into_iter().chain(others.into_iter().flatten().map(Note::from)).collect();
    let drawing = drawing.into_iter().map(|line| line.trim_end().to_owned()).collect();
    DrawnBoard { drawing, signs, notes, form: plan.form, line_of }
}

/// The parts of a board, drawn.
fn blocks<'b>(
    board: &'b Board,
    marks: &BTreeMap<SpaceId, Vec<PieceMark>>,
    (pointers, legal): (&Pointers, &BTreeSet<SpaceId>),
    screen: Screen,
    plan: &BoardLayout,
) -> (Squares<'b>, Vec<Block>) {
    let squares = Squares::new(board, marks, screen.plain, plan).lit(&pointers.lit).legal(legal);
    let blocks = plan.parts.iter().enumerate().map(|(number, part)| squares.block(number, part.clone())).collect();
    (squares, blocks)
}

/// The names of rows, and how many columns they take.
fn row_names(board: &Board, plain: bool) -> (Vec<String>, usize) {
    let names: Vec<String> = board.rows.iter().map(|name| cut(&printable(name), LONGEST_NAME, plain)).collect();
    let head = names.iter().map(|name| width_of(name)).max().unwrap_or(0) + 1;
    (names, head)
}

/// How many columns a board takes in its narrow form.
pub fn least_columns(board: &Board) -> usize {
    row_names(board, false).1 + board.columns.len() * (NARROW + 1) + 1
}

/// How many columns a board takes in its narrowest form.
pub fn slim_columns(board: &Board) -> usize {
    row_names(board, false).1 + board.columns.len() * (SLIM + 1) + 1
}

/// How many of so many columns a board takes in a form.
pub fn columns_taken(board: &Board, columns: usize, form: Form) -> usize {
    let head = row_names(board, false).1;
    let layout = plan(board, head, Screen { width: columns, ..Screen::default() }, form);
    head + layout.parts.first().map_or(0, Range::len) * (layout.cell_width + 1) + 1
}

/// How wide the squares of a board are on a screen.
pub fn cell_width(board: &Board, screen: Screen, form: Form) -> usize {
    plan(board, row_names(board, screen.plain).1, screen, form).cell_width
}

/// How many lines a board takes at least on which nothing lies, with the names of columns.
pub fn least_lines(board: &Board) -> usize {
    let form = Form { between: BetweenRows::Walls, ..Form::default() };
    let layout = BoardLayout { parts: std::iter::once(0..board.columns.len()).collect(), cell_width: NARROW, form };
    let squares = Squares::new(board, &BTreeMap::new(), false, &layout);
    squares.block(0, 0..board.columns.len()).lines(false).len() + 1
}

/// How many lines a row can have where the whole board has so many.
pub fn most_row_lines(board: &Board, lines: usize) -> usize {
    // The names of columns, and the line below the last row.
    let high = |each: &usize| board.rows.len() * (each + 1) + 2 <= lines;
    (1..=HIGHEST).rev().find(high).unwrap_or(1)
}

/// How a board is drawn on a screen.
pub(super) struct BoardLayout {
    /// Which columns are drawn side by side.
    pub parts: Vec<Range<usize>>,
    /// How wide a square is.
    pub cell_width: usize,
    /// The rest of its form.
    pub form: Form,
}

/// The form of a board, besides how wide it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Form {
    /// Which lines there are between rows.
    pub between: BetweenRows,
    /// How many lines a row has at least, where there are all lines between rows.
    pub row_lines: usize,
}

impl Default for Form {
    fn default() -> Self {
        Self { between: BetweenRows::All, row_lines: 1 }
    }
}

impl Form {
    /// Squares are at most so wide, so that they look like squares.
    const fn widest(self) -> usize {
        4 * (self.row_lines + 1) - 1
    }
}

/// Which lines are drawn between the rows of a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum BetweenRows {
    /// All.
    #[default]
    All,
    /// Where something lies, or two spaces could not be told apart without.
    Needed,
    /// Only where something lies.
    Walls,
}

/// Narrow squares are tried before a board is taken apart; where it would be too high, lines between rows are left out.
fn plan(board: &Board, head: usize, screen: Screen, form: Form) -> BoardLayout {
    let (columns, width) = (board.columns.len(), screen.width.saturating_sub(head));
    let (parts, cell_width) = parts(columns, width, form.widest());
    // The narrowest squares are for screens that stay: elsewhere a board goes on below.
    let widths: &[usize] = if screen.height.is_some() { &[NARROW, SLIM] } else { &[NARROW] };
    let low = widths.iter().copied().find(|cell_width| columns * (cell_width + 1) < width);
    if let Some(cell_width) = low.filter(|_| parts.len() > 1) {
        let parts = std::iter::once(0..columns).collect();
        let between = form.between.max(BetweenRows::Needed);
        return BoardLayout { parts, cell_width, form: Form { between, ..form } };
    }
    BoardLayout { parts, cell_width, form }
}

/// Which columns are drawn side by side, and how wide a square is.
fn parts(columns: usize, width: usize, widest: usize) -> (Vec<Range<usize>>, usize) {
    let fits = |count: usize| (width.saturating_sub(1) / count.max(1)).saturating_sub(1);
    let parts =
        (1..=columns.max(1)).find(|parts| fits(columns.div_ceil(*parts)) >= NARROWEST).unwrap_or(columns.max(1));
    let each = columns.div_ceil(parts);
    let cell_width = fits(each).clamp(NARROWEST, widest);
    ((0..parts).map(|n| n * each..((n + 1) * each).min(columns)).filter(|part| !part.is_empty()).collect(), cell_width)
}

fn column_names(board: &Board, columns: Range<usize>, (head, cell_width): (usize, usize), plain: bool) -> String {
    let mut line = " ".repeat(head);
    for name in &board.columns[columns] {
        let name = cut(&printable(name), cell_width, plain);
        let free = cell_width - width_of(&name).min(cell_width);
        let (before, behind) = (" ".repeat(free / 2 + 1), " ".repeat(free - free / 2));
        line.extend([before, name, behind]);
    }
    line
}

/// Every row has its name beside its middle line.
fn with_row_names(block: &Block, names: &[String], head: usize, colour: bool) -> Vec<String> {
    let named: BTreeMap<usize, &String> = block.middles().zip(names).collect();
    let line = |(at, line): (usize, String)| {
        let name = named.get(&at).map_or("", |name| name.as_str());
        format!("{}{name} {line}", " ".repeat(head.saturating_sub(width_of(name) + 1)))
    };
    block.lines(colour).into_iter().enumerate().map(line).collect()
}

/// What lines, shades and marks of places mean, as far as they are on this board.
fn signs(board: &Board, squares: &Squares<'_>, screen: Screen) -> Vec<Sign> {
    let mut signs = line_signs(board, squares, screen.plain);
    let mut sign = |sign: String, meaning: &str| signs.push(Sign { sign, meaning: meaning.to_owned() });
    let shut: BTreeSet<&str> =
        board.spaces.iter().map(|space| board.terrain(space)).filter(|t| !t.enter).map(|t| t.name.as_str()).collect();
    if !shut.is_empty() {
        let names = if shut.len() > FEW_KINDS {
            "no way in".to_owned()
        } else {
            shut.into_iter().collect::<Vec<_>>().join(", ")
        };
        sign(squares.shade().to_string().repeat(3), &names);
    }
    if squares.has_lit() {
        sign(squares.light().to_string().repeat(3), "lit");
    }
    let marks: BTreeMap<&str, &str> = board
        .spaces
        .iter()
        .map(|space| board.terrain(space))
        .filter_map(|t| Some((t.mark.as_deref()?, &*t.name)))
        .collect();
    for (mark, name) in marks {
        sign(printable(mark), &printable(name));
    }
    match squares.legal_shown() {
        (true, false) => sign(LEGAL_HERE.to_string(), "can be answered"),
        (true, true) => sign(LEGAL_HERE.to_string(), "or underlined: can be answered"),
        (false, true) => sign(UNDERLINED.to_owned(), "can be answered"),
        (false, false) => {}
    }
    signs
}

/// What the lines between squares mean.
fn line_signs(board: &Board, squares: &Squares<'_>, plain: bool) -> Vec<Sign> {
    let mut kinds: BTreeMap<Stroke, BTreeSet<&str>> = BTreeMap::new();
    for (side, kind) in &board.edges {
        let stroke = stroke_on(board, *side, |cell| squares.owner(cell));
        kinds.entry(stroke).or_default().insert(&board.edge_kinds[*kind].name);
    }
    let sample = |stroke: Stroke| match stroke {
        Stroke::Open | Stroke::Light => None,
        // In narrow squares nothing stands between the corners of a door.
        Stroke::Door if squares.doors_are_gaps() => Some(if plain { "+  +" } else { "┿  ┿" }.to_owned()),
        Stroke::Door if plain => Some("# #".to_owned()),
        _ => Some(stroke.level(plain).iter().collect::<String>()),
    };
    let told = |(stroke, names): (Stroke, BTreeSet<&str>)| {
        Some(Sign { sign: sample(stroke)?, meaning: names.into_iter().collect::<Vec<_>>().join(", ") })
    };
    kinds.into_iter().filter_map(told).collect()
}

/// What the drawing has no room for.
fn hidden(blocks: &[Block]) -> Vec<Note> {
    let all = |head: &str, of: fn(&Block) -> &[String]| {
        // An edge between two blocks is in both.
        let mut known = BTreeSet::new();
        let told = blocks.iter().flat_map(of).filter(|text| known.insert(text.as_str()));
        Note::list(head, told.map(|text| printable(text)).collect())
    };
    [all("in full", Block::short), all("lit too", Block::dark)].into_iter().flatten().collect()
}

/// Lines that are pointed out: across characters they would not be straight.
pub(super) fn lines_told(pointers: &Pointers) -> Option<String> {
    let lines: Vec<String> = pointers.lines.iter().map(|(from, to)| format!("{from} to {to}")).collect();
    (!lines.is_empty()).then(|| printable(&format!("lines: {}", lines.join(", "))))
}

/// What touches beyond the squares that lie side by side.
fn links(board: &Board) -> Option<String> {
    let links: Vec<String> = board.extra_links.iter().map(|(a, b)| format!("{a} to {b}")).collect();
    match (links.is_empty(), board.adjacency) {
        (true, Adjacency::Listed) => Some("no space touches another".to_owned()),
        (true, _) => None,
        (false, Adjacency::Listed) => Some(format!("only these touch: {}", links.join(", "))),
        (false, _) => Some(format!("these touch as well: {}", links.join(", "))),
    }
}

/// Marks on places that the board does not have.
fn elsewhere(board: &Board, marks: &BTreeMap<SpaceId, Vec<PieceMark>>) -> Option<String> {
    let words = |marks: &[PieceMark]| {
        marks.iter().filter(|mark| mark.count > 0).map(|mark| mark.word().text).collect::<Vec<_>>().join(" ")
    };
    let others = marks.iter().filter(|(at, _)| !board.has_place(at)).map(|(at, marks)| (at, words(marks)));
    let told: Vec<String> =
        others.filter(|(_, words)| !words.is_empty()).map(|(at, words)| format!("{} {words}", printable(at))).collect();
    (!told.is_empty()).then(|| format!("elsewhere: {}", told.join(", ")))
}

/// The side to the left of a square, or above it.
pub(super) const fn side(upright: bool, cell: Cell) -> Side {
    Side { upright, column: cell.column, row: cell.row }
}
