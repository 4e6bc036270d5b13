//! A whole screen: what a `View` holds, as text. Nothing in it depends on the game but words.

use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::app::table::placed;
use crate::model::{Board, PlacedPiece, SpaceId};
use crate::referee::{ScenePiece, Seat, View};

use super::board::{Screen, lines_told, pointed_board};
use super::lines::{in_columns, set_in};
use super::marks::{Hue, PieceMark, printable};
use super::question::{Numbers, question};
use super::story::news;
use super::words::spoken_board;

/// Everything a screen is made of besides the view.
#[derive(Debug, Clone)]
pub struct Stage {
    /// What the game is called.
    pub title: String,
    /// What the table is called.
    pub table: String,
    /// The boards, in the order of the game.
    pub boards: Vec<Board>,
    /// What it is drawn on.
    pub screen: Screen,
    /// The folder that pictures are written to.
    pub pictures: PathBuf,
}

/// The colours of the seats. They say nothing that the letters do not say.
const HUES: [Hue; 6] = [Hue::Red, Hue::Blue, Hue::Green, Hue::Yellow, Hue::Magenta, Hue::Cyan];

impl Stage {
    /// The whole table, with what came after an entry: at most so many lines.
    #[must_use]
    pub fn whole(&self, view: &View, since: u64, most: usize) -> String {
        let news = news(&view.log, since, most, self.screen.width);
        let board = self.wrapped(&self.board(view));
        let parts = [self.title(view), board, self.seats(view), news, self.asked(view, Numbers::None)];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n")
    }

    /// Which table it is, and the game as it stands.
    pub(super) fn title(&self, view: &View) -> String {
        let apart = if self.screen.plain { " - " } else { " · " };
        let number = if view.number == 0 {
            "nothing has happened yet".to_owned()
        } else {
            format!("after entry {}", view.number)
        };
        let head = [&self.title, &format!("table {}", self.table), &number].map(|part| printable(part)).join(apart);
        set_in("", &head, self.screen.width) + &self.status(view)
    }

    /// The game as it stands.
    pub(super) fn status(&self, view: &View) -> String {
        if view.status.is_empty() { String::new() } else { set_in("", &printable(&view.status), self.screen.width) }
    }

    /// The boards with pieces on them: drawn, or in sentences.
    pub(super) fn board(&self, view: &View) -> String {
        let one = |(number, board): (usize, &Board)| {
            if self.screen.plain { self.spoken(view, number, board) } else { self.drawn(view, number, board) }
        };
        self.boards.iter().enumerate().map(one).collect::<Vec<_>>().join("\n")
    }

    /// Sentences in lines that fit; a drawing is as wide as it is.
    pub(super) fn wrapped(&self, board: &str) -> String {
        if !self.screen.plain {
            return board.to_owned();
        }
        board.lines().map(|line| set_in("", line, self.screen.width)).collect()
    }

    fn drawn(&self, view: &View, number: usize, board: &Board) -> String {
        let mut marks: BTreeMap<SpaceId, Vec<PieceMark>> = BTreeMap::new();
        for piece in self.on(view, number, board) {
            let text = if piece.mark.is_empty() { piece.name.chars().take(1).collect() } else { piece.mark.clone() };
            let colour = piece.seat.map(|seat| HUES[seat.0 % HUES.len()]);
            marks.entry(piece.at.clone()).or_default().push(PieceMark { text, count: piece.count, colour });
        }
        pointed_board(board, &marks, &view.pointers.on(board), self.screen)
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

    /// What there is to say about every seat.
    pub(super) fn seats(&self, view: &View) -> String {
        let told = view.seats.iter().filter(|seat| !seat.text.is_empty());
        let rows: Vec<(String, String)> =
            told.map(|seat| (printable(&seat.name) + ":", printable(&seat.text))).collect();
        if self.screen.plain {
            return rows.iter().map(|(name, text)| set_in("", &format!("{name} {text}"), self.screen.width)).collect();
        }
        in_columns(&rows, 0, self.screen.width)
    }

    /// The question that waits, or that nothing is asked any more.
    pub(super) fn asked(&self, view: &View, numbers: Numbers) -> String {
        match (&view.request, view.asked) {
            _ if view.over => "The game is over.\n".to_owned(),
            (Some(request), _) => self.bold_first_line(&question(view, request, numbers, self.screen.width)),
            (None, who) => {
                let who = who.map_or("somebody", |seat: Seat| view.name(seat));
                match numbers {
                    Numbers::None => format!("{who} is asked in secret.\n"),
                    Numbers::Typed => format!("For {who}'s eyes only: press Enter when the others look away.\n"),
                }
            }
        }
    }

    fn bold_first_line(&self, text: &str) -> String {
        match text.split_once('\n') {
            Some((first, rest)) if self.screen.colour => format!("\u{1b}[1m{first}\u{1b}[0m\n{rest}"),
            _ => text.to_owned(),
        }
    }
}
