//! A conversation in lines that scroll by: for terminals, files and other programs. Only what is new of a table is shown again.

use std::collections::BTreeSet;
use std::io::{self, Write};

use crate::diag::visible;
use crate::referee::{ScenePiece, View};

use super::board::Screen;
use super::changed::changed_places;
use super::face::{Ask, Face, Next, Page};
use super::question::Numbers;
use super::screen::{PlacesStandingOut, asked, seats, status, wrapped};
use super::shown::shown;
use super::story::news;
use super::tally::score_text;
use super::typed_lines::Lines;

/// How many lines of what happened are shown at most.
pub(super) const NEWS: usize = 12;
/// What is said before the first question.
const ENTER: &str = "An empty line only shows this again; `help` tells what else can be typed.\n";
/// So many blank lines push everything from a screen that cannot be wiped.
const BLANK_LINES: usize = 24;
/// Wipes the screen and what was scrolled away.
const WIPE: &str = "\u{1b}[2J\u{1b}[3J\u{1b}[H";

/// Lines that scroll by.
pub struct Scrolling<'a> {
    lines: &'a mut dyn Lines,
    out: &'a mut dyn Write,
    screen: Screen,
    /// Whether the screen can be wiped; otherwise lines are left blank.
    wipes: bool,
    /// Whether anything was shown yet.
    has_begun: bool,
    shown: Shown,
}

/// What was shown last.
#[derive(Debug, Default)]
struct Shown {
    status: String,
    seats: String,
    board: String,
    asked: String,
    pieces: Option<Vec<ScenePiece>>,
}

impl<'a> Scrolling<'a> {
    /// A screen on which nothing was shown yet.
    pub fn new(lines: &'a mut dyn Lines, out: &'a mut dyn Write, screen: Screen, wipes: bool) -> Self {
        Self { lines, out, screen, wipes, has_begun: false, shown: Shown::default() }
    }

    /// The board, the status and the seats, as far as they are not on the screen already.
    fn changes(&mut self, page: &Page<'_>) -> String {
        let (view, stage, screen) = (page.view, page.stage, self.screen);
        let (status, seats) = (status(view, screen), seats(view, screen));
        let changed = self.changed(view);
        let board = stage.board(view, &changed, screen);
        let mut parts = Vec::new();
        if board != self.shown.board {
            let told = if screen.plain { moved(&self.shown.board, &board) } else { board.clone() };
            parts.push(wrapped(&told, screen));
        }
        // The title says the status too.
        let is_whole = matches!(page.next, Next::Whole | Next::All);
        if !is_whole && status != self.shown.status {
            parts.push(status.clone());
        }
        if seats != self.shown.seats {
            parts.push(seats.clone());
        }
        let asked = std::mem::take(&mut self.shown.asked);
        self.shown = Shown { status, seats, board, asked, pieces: Some(view.pieces.clone()) };
        // A drawing needs some air, sentences do not.
        parts.join(if is_whole || !screen.plain { "\n" } else { "" })
    }

    /// Where something else lies than when the board was shown last.
    fn changed(&self, view: &View) -> PlacesStandingOut {
        let changed = self.shown.pieces.as_ref().map(|before| changed_places(before, &view.pieces)).unwrap_or_default();
        PlacesStandingOut { changed, ..PlacesStandingOut::default() }
    }

    /// The score, once the game is over.
    fn result(&self, view: &View) -> String {
        view.score.as_ref().map(|score| score_text(view, score, self.screen.width)).unwrap_or_default()
    }
}

impl Face for Scrolling<'_> {
    fn screen(&self) -> Screen {
        self.screen
    }

    fn show(&mut self, page: &Page<'_>) -> io::Result<()> {
        let (view, screen) = (page.view, self.screen);
        match page.next {
            Next::Whole | Next::All => self.shown = Shown::default(),
            Next::Changes | Next::News => {}
            Next::Question => {
                let asked = first_line(&asked(view, Numbers::Typed, screen));
                return self.say(&format!("\n{asked}"));
            }
            Next::Nothing | Next::End => return Ok(()),
        }
        let asked = asked(view, Numbers::Typed, screen);
        let is_known = page.next == Next::News && asked == self.shown.asked;
        let question = if is_known { first_line(&asked) } else { asked.clone() };
        let news = news(&view.log, page.since, NEWS, screen.width);
        let (changes, result) = (self.changes(page), self.result(view));
        let how = if std::mem::replace(&mut self.has_begun, true) { "" } else { ENTER }.to_owned();
        let parts = match page.next {
            Next::Whole | Next::All => [page.stage.title(view, screen), changes, news, result, how, question],
            _ => [news, page.dealt.to_owned(), changes, result, how, question],
        };
        self.shown.asked = asked;
        let shown: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        self.say(&shown.join("\n"))
    }

    fn say(&mut self, text: &str) -> io::Result<()> {
        let shown = if self.screen.colour { shown(text) } else { visible(text) };
        self.out.write_all(shown.as_bytes())
    }

    fn ask(&mut self, ask: Ask<'_>) -> io::Result<Option<String>> {
        self.out.flush()?;
        self.lines.next(ask.prompt, ask.words, ask.is_secret)
    }

    fn wipe(&mut self) -> io::Result<()> {
        if self.wipes { self.out.write_all(WIPE.as_bytes()) } else { self.say(&"\n".repeat(BLANK_LINES)) }
    }
}

/// What is different on a board in sentences: the lines that are new, and the spaces where nothing is any more.
fn moved(before: &str, now: &str) -> String {
    let space = |line: &'_ str| line.split_once(": ").map(|(space, _)| space.to_owned());
    let old: BTreeSet<&str> = before.lines().collect();
    let spaces: BTreeSet<String> = now.lines().filter_map(space).collect();
    let new = now.lines().filter(|line| !old.contains(line)).map(str::to_owned);
    let left = before.lines().filter_map(space).filter(|space| !spaces.contains(space));
    new.chain(left.map(|space| format!("{space}: nothing any more"))).flat_map(|line| [line, "\n".to_owned()]).collect()
}

fn first_line(text: &str) -> String {
    text.lines().take(1).flat_map(|line| [line, "\n"]).collect()
}
