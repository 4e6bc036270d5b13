//! A conversation on a whole screen: the table stays in its place, what is said scrolls beside or below it. Reads no keys and
//! knows no terminal: both are handed in.

mod board_seen;
mod draw;
mod fit;
mod panes;
mod styled;
mod talk;
mod typing;

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::io;
use std::ops::ControlFlow;
use std::rc::Rc;

use ratatui::Terminal;
use ratatui::backend::Backend;
use ratatui::crossterm::event::Event;
use ratatui::layout::Rect;

use crate::model::SpaceId;
use crate::referee::View;
use crate::ui::terminal::acting::acting_places;
use crate::ui::terminal::board::Screen;
use crate::ui::terminal::changed::changed_places;
use crate::ui::terminal::face::{Ask, Face, Next, Page};
use crate::ui::terminal::question::are_places;
use crate::ui::terminal::screen::{PlacesStandingOut, Stage};
use crate::ui::terminal::story::{ends_in_choice, news_in_short};
use crate::ui::terminal::tally::result_text;

use self::board_seen::{BoardPane, BoardSeen, Kept, roomy_form};
use self::panes::{Needs, Panes, side_columns};
use self::talk::Talk;
use self::typing::{Pressed, Typing};

/// Of what happened so many lines are told at once at most.
const NEWS: usize = 40;

/// Longer lines are hard to read.
const WIDEST_PAGE: usize = 100;

/// Where keys come from.
pub trait Keys {
    /// The next thing that happens at the keyboard, or to the size of the terminal.
    ///
    /// # Errors
    /// What the terminal said.
    fn next(&mut self) -> io::Result<Event>;
}

/// A table on the screen.
struct Shown {
    view: Rc<View>,
    stage: Rc<Stage>,
    /// Where something lies otherwise than before the last answer, and where people can answer.
    standing_out: PlacesStandingOut,
    /// Its board as it was drawn last: keys do not change it.
    drawn: RefCell<Option<DrawnOnce>>,
}

/// A board that was drawn in a pane and moved so far.
struct DrawnOnce {
    at: BoardPane,
    moved: i32,
    seen: BoardSeen,
}

/// What was told of a choice of which nothing had come yet: what comes of it may say it better.
#[derive(Debug, Clone, Copy)]
struct ChosenLast {
    /// The entry before what was told.
    since: u64,
    /// The lines of it, and the last entry.
    from: usize,
    to: usize,
    number: u64,
}

/// A whole screen.
pub struct FullScreen<'k, B: Backend> {
    terminal: Terminal<B>,
    keys: &'k mut dyn Keys,
    /// Whether letters have colours; what is new stands out without them.
    colour: bool,
    table: Option<Shown>,
    talk: Talk,
    /// The result as it was said, while the game is over.
    result: Option<String>,
    typing: Typing,
    /// From which line on it is read what was said, where that covers the table.
    reading: Option<usize>,
    /// By how many halves of its pane the board is moved from where people should look.
    board_moved: i32,
    /// What the board keeps from one table to the next.
    kept: Cell<Kept>,
    /// Whether what happened stands below the board, and not beside it.
    is_low: Cell<bool>,
    /// Whether what is asked instead of the question is only offered.
    is_offered: bool,
    /// Which page is seen of a question that is too long.
    question_page: usize,
    /// A line of several words that is being read, which may take a moment.
    read_now: Option<String>,
    chosen_last: Option<ChosenLast>,
}

/// So many lines of what a card says are told where it is dealt: `card` tells the rest.
const OF_CARD: usize = 2;

/// Cards that were dealt, without what is only a number on them, and with the beginning of what they say.
fn in_few_words(dealt: &str) -> String {
    let says_much = |line: &str| line.split_whitespace().nth(2).is_some();
    let mut left = 0;
    let kept = dealt.lines().filter(|line| {
        let is_name = !line.starts_with(' ');
        left = if is_name { OF_CARD } else { left.saturating_sub(usize::from(says_much(line))) };
        is_name || says_much(line) && left < OF_CARD && left > 0
    });
    kept.flat_map(|line| [line, "\n"]).collect()
}

/// The places that can be answered.
fn legal_places(view: &View) -> BTreeSet<SpaceId> {
    let request = view.request.iter().filter(|request| are_places(&request.kind));
    request.flat_map(|request| request.kind.options()).map(|choice| choice.id.clone()).collect()
}

impl<'k, B: Backend> FullScreen<'k, B> {
    /// A screen on which nothing was shown yet.
    pub fn new(terminal: Terminal<B>, keys: &'k mut dyn Keys, colour: bool) -> Self {
        let (table, talk, typing) = (None, Talk::default(), Typing::default());
        let (result, reading) = (None, None);
        let (kept, is_low, question_page) = (Cell::default(), Cell::default(), 0);
        Self {
            terminal,
            keys,
            colour,
            table,
            talk,
            result,
            typing,
            reading,
            board_moved: 0,
            kept,
            is_low,
            is_offered: false,
            question_page,
            read_now: None,
            chosen_last: None,
        }
    }

    /// From which entry on it is told what happened since an entry: with the choice before it, of which only now something has come.
    fn reopened(&mut self, since: u64) -> u64 {
        let last = self.chosen_last.take().filter(|last| last.number == since && last.to == self.talk.len());
        last.map_or(since, |last| {
            self.talk.truncate(last.from);
            last.since
        })
    }

    /// What is on the screen, for tests.
    #[cfg(feature = "inside")]
    pub const fn terminal(&self) -> &Terminal<B> {
        &self.terminal
    }

    fn area(&self) -> Rect {
        let size = self.terminal.size().unwrap_or_default();
        Rect { x: 0, y: 0, width: size.width, height: size.height }
    }

    /// How many columns texts have that say what happened.
    fn text_width(&self) -> usize {
        let side = self.side_width();
        let board = Panes::of(self.area(), self.board_needs()).board.pane.width;
        if self.is_low.get() { board.into() } else { side }
    }

    /// How many columns texts have that stand beside the board or below it.
    fn side_width(&self) -> usize {
        Panes::text_width(self.area(), self.board_needs()).into()
    }

    /// What the board and the seats take.
    fn board_needs(&self) -> Needs {
        let Some(Shown { stage, view, .. }) = &self.table else { return Needs::default() };
        let area = self.area();
        let form = roomy_form(stage, Panes::board_lines(area));
        let short = |count: usize| u16::try_from(count).unwrap_or(u16::MAX);
        let (slim, lines) = stage.slim().unwrap_or_default();
        Needs {
            board_columns: short(stage.least_columns()),
            board_taken: short(stage.columns_taken(side_columns(area).into(), form)),
            board_slim: short(slim),
            board_lines: short(lines + 1),
            // Also for those of whom there is nothing to say yet: the board keeps its form.
            seats: short(view.seats.len()),
            question: 0,
        }
    }

    /// Where something else lies than before: since the last answer, and not since the last look.
    fn changed(&mut self, view: &View) -> BTreeSet<SpaceId> {
        match self.table.take() {
            Some(before) if before.view.number == view.number => before.standing_out.changed,
            Some(before) => changed_places(&before.view.pieces, &view.pieces),
            None => BTreeSet::new(),
        }
    }
}

impl<B: Backend> FullScreen<'_, B>
where
    B::Error: Send + Sync + 'static,
{
    /// Leaves nothing on the screen. The library's own `clear` asks the terminal where its cursor is, and some never answer.
    fn clear(&mut self) -> io::Result<()> {
        self.terminal.resize(self.area()).map_err(io::Error::other)
    }

    /// Does what a key says; a whole line, or that people leave, ends the question.
    fn pressed(&mut self, pressed: Pressed) -> io::Result<ControlFlow<Option<String>>> {
        match pressed {
            Pressed::Line(line) => return Ok(ControlFlow::Break(Some(line))),
            Pressed::Leave => return Ok(ControlFlow::Break(None)),
            Pressed::Page(pages) => self.read_on(pages),
            Pressed::Board(lines) => self.board_moved = self.board_moved.saturating_add(lines.into()),
            Pressed::Back => {
                if self.reading.take().is_some() {
                    self.talk.forget_page();
                }
                (self.board_moved, self.question_page) = (0, 0);
            }
            Pressed::Letters => self.say_letters(),
            Pressed::Question => self.question_page += 1,
            Pressed::Fresh => self.clear()?,
            Pressed::Typed => {}
        }
        Ok(ControlFlow::Continue(()))
    }
}

impl<B: Backend> Face for FullScreen<'_, B>
where
    B::Error: Send + Sync + 'static,
{
    fn screen(&self) -> Screen {
        Screen { width: self.text_width(), height: None, plain: false, colour: true }
    }

    fn page_width(&self) -> usize {
        usize::from(self.area().width).min(WIDEST_PAGE)
    }

    fn page_lines(&self) -> usize {
        Panes::board_lines(self.area()).into()
    }

    fn stays(&self) -> bool {
        true
    }

    fn show(&mut self, page: &Page<'_>) -> io::Result<()> {
        let is_new = self.table.as_ref().is_none_or(|table| table.view.number != page.view.number);
        let changed = self.changed(page.view);
        let acting = acting_places(page.view, |at| page.stage.has_place(at));
        let standing_out = PlacesStandingOut { changed, legal: legal_places(page.view), acting };
        let (view, stage, drawn) = (page.view.clone(), page.stage.clone(), RefCell::default());
        self.table = Some(Shown { view, stage, standing_out, drawn });
        let screen = self.screen();
        if is_new {
            self.talk.forget_answer();
        }
        // Broken when it is drawn, as the screen may grow.
        let since = self.reopened(page.since);
        let from = self.talk.len();
        self.talk.happened(&news_in_short(&page.view.log, since, NEWS));
        self.chosen_last = ends_in_choice(&page.view.log, since).then(|| ChosenLast {
            since,
            from,
            to: self.talk.len(),
            number: page.view.number,
        });
        self.talk.happened(&in_few_words(page.dealt));
        if is_new {
            (self.board_moved, self.question_page) = (0, 0);
            if let Some(result) = self.result.take() {
                self.talk.unsay(&result);
            }
            if let Some(score) = &page.view.score {
                let result = result_text(page.view, score, (self.page_width(), self.page_lines()));
                self.talk.say(&result);
                self.result = Some(result).filter(|_| page.view.over);
            }
        }
        if page.next == Next::All {
            let width = self.area().width.into();
            self.talk.say(&page.stage.whole(page.view, 0, NEWS, Screen { width, ..screen }));
        }
        Ok(())
    }

    fn say(&mut self, text: &str) -> io::Result<()> {
        self.talk.say(text);
        Ok(())
    }

    fn refuse(&mut self, text: &str) -> io::Result<()> {
        self.talk.refuse(text);
        Ok(())
    }

    fn ask(&mut self, ask: Ask<'_>) -> io::Result<Option<String>> {
        self.is_offered = ask.is_offer;
        self.reading = None;
        self.reading = self.first_unread(ask.instead);
        let mut area = self.area();
        let line = loop {
            // On a screen of another size it has room elsewhere.
            if std::mem::replace(&mut area, self.area()) != area && self.reading.is_some() {
                self.reading = self.first_unread(ask.instead);
            }
            self.draw(ask)?;
            let event = self.keys.next()?;
            let pressed = self.typing.take(&event, ask.words, ask.is_secret);
            // What only one may see goes from the screen with the page.
            if matches!(pressed, Pressed::Back) && self.reading.is_some() && ask.is_secret {
                break Some(String::new());
            }
            if let ControlFlow::Break(line) = self.pressed(pressed)? {
                break line;
            }
        };
        if let Some(line) = line.as_ref().filter(|line| !ask.is_secret && line.trim().contains(' ')) {
            self.read_now = Some(line.clone());
            self.draw(ask)?;
            self.read_now = None;
        }
        if self.reading.take().is_some() {
            self.talk.forget_page();
        }
        let told = line.as_ref().filter(|line| !line.trim().is_empty()).map(|line| format!("{}{line}\n", ask.prompt));
        self.talk.answered(told.as_deref(), ask.is_secret);
        Ok(line)
    }

    fn forget_typed(&mut self) {
        self.talk.forget_answer();
    }

    fn wipe(&mut self) -> io::Result<()> {
        self.chosen_last = None;
        self.talk.forget_secrets();
        self.table = None;
        self.clear()
    }
}
