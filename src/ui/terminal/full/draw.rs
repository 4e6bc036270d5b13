//! Puts everything on the screen, each thing into its pane.

use std::io;
use std::slice::from_ref;

use ratatui::Frame;
use ratatui::backend::Backend;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::widgets::{Clear, Paragraph};

use crate::diag::visible;
use crate::referee::{Seat, View};
use crate::ui::terminal::asked::is_for_one;
use crate::ui::terminal::canvas::{cut, width_of};
use crate::ui::terminal::face::Ask;
use crate::ui::terminal::legend::legend;
use crate::ui::terminal::lines::set_in;
use crate::ui::terminal::marks::{BOLD, Hue, USUAL, printable};
use crate::ui::terminal::question::Numbers;
use crate::ui::terminal::screen::{Stage, asked, seats_told};
use crate::ui::terminal::story::goes_on;

use super::board_seen::{BoardPane, BoardSeen, OnBoards, board_seen, screen_of};
use super::fit;
use super::panes::{Needs, Panes};
use super::styled::styled;
use super::{DrawnOnce, FullScreen, Shown};

/// What keys do, as long as nothing better is to be told; what matters most comes first.
const KEYS: &[&str] =
    &["help", "quit", "score", "Tab completes", "F2: letters", "PgUp: what happened", "Enter alone does nothing"];
const KEYS_OF_BOARD: &[&str] =
    &["help", "quit", "Ctrl-Up, Ctrl-Down: more board", "F2: letters", "Tab completes", "PgUp: what happened"];
const KEYS_AT_CURTAIN: &[&str] = &["look: what only one may see", "?: what all may know", "help", "quit"];
const KEYS_IN_SECRET: &[&str] = &["look: the others may see again", "?: what is legal", "help", "quit"];
const KEYS_READING: &[&str] = &["PgDn, PgUp: more of it", "Esc, or the next line: the table again"];
const KEYS_READ: &[&str] = &["Esc, or the next line: the table again", "help", "quit", "PgUp: what happened"];
/// What stands for the rest of a question.
const REST_OF_QUESTION: &str = "F3";
/// Behind a line that is being read.
const READ_NOW: &str = "  .. one moment";
/// A reply with more lines than this stands beside the table.
const REPLY: usize = 5;
/// Below an offer the question has at least so many lines.
const LEAST_BELOW: usize = 2;
/// What explains a board has at most so many lines from side to side.
const MOST_LEGEND: usize = 2;
/// What is said of the rest of how the game stands.
const ALSO: &str = "Also:";

/// Everything on the screen as text.
struct Picture {
    panes: Panes,
    title: String,
    board: Vec<String>,
    /// What explains the board, where it stands from side to side above the question.
    legend: Vec<String>,
    /// Whether there is more of the board than is seen.
    is_cut: bool,
    /// Who is there, and what there is to say about each.
    seats: (Rect, Vec<String>),
    story: Rect,
    question: Vec<String>,
    /// Where of all that was said what stands above the question begins: it is not told beside the table too.
    replied_from: Option<usize>,
}

impl<B: Backend> FullScreen<'_, B> {
    /// Draws all of it; what is the same is not written again.
    pub(super) fn draw(&mut self, ask: Ask<'_>) -> io::Result<()>
    where
        B::Error: Send + Sync + 'static,
    {
        let picture = self.picture(ask.instead);
        let prompt = if ask.instead.is_some() { "> " } else { ask.prompt };
        let story_width = picture.story.width.into();
        // What is read in the table's place is not told twice.
        let told = match picture.replied_from {
            Some(from) => self.talk.told_before(from, story_width),
            None if self.reading.is_some() => self.talk.told_before_said(story_width),
            None => self.talk.told(story_width).0,
        };
        let read = self.reading.map(|top| self.read_lines(&picture, top));
        let input = self.input(prompt, picture.panes.input.width);
        let is_longer = self.reading.is_some_and(|top| self.is_longer(&picture, top));
        let keys = self.keys_told(ask, read.is_some(), is_longer, &picture);
        let colour = self.colour;
        let paint = |frame: &mut Frame<'_>| {
            let mut put = |text: &[String], pane: Rect, style: Style| {
                let text = styled(&text.join("\n"), colour);
                frame.render_widget(Paragraph::new(text).style(style), pane);
            };
            let (usual, dim) = (Style::default(), Style::default().add_modifier(Modifier::DIM));
            put(from_ref(&picture.title), picture.panes.title, Style::default().add_modifier(Modifier::REVERSED));
            put(&picture.board, picture.panes.board.pane, usual);
            put(&picture.legend, below(picture.panes.body, &picture.legend), usual);
            put(&picture.seats.1, picture.seats.0, usual);
            put(last(&told, picture.story.height), picture.story, usual);
            put(&["─".repeat(picture.panes.rule.width.into())], picture.panes.rule, dim);
            put(&picture.question, picture.panes.question, usual);
            put(from_ref(&keys), picture.panes.keys, dim);
            put(from_ref(&input.0), picture.panes.input, usual);
            if let Some((pane, text)) = &read {
                frame.render_widget(Clear, *pane);
                frame.render_widget(Paragraph::new(styled(&text.join("\n"), colour)), *pane);
            }
            let pane = picture.panes.input;
            if pane.area() > 0 {
                frame.set_cursor_position(Position { x: pane.x + input.1.min(pane.width - 1), y: pane.y });
            }
        };
        self.terminal.draw(paint).map(|_| ()).map_err(io::Error::other)
    }

    fn picture(&self, instead: Option<&str>) -> Picture {
        let area = self.area();
        let width = usize::from(area.width);
        let Some(table) = &self.table else {
            let question = instead.map_or_else(Vec::new, |text| self.question_instead(text));
            let panes = Panes::of(area, Needs { question: short(question.len()), ..Needs::default() });
            let (seats, story) = panes.beside(0, 0);
            let (title, board, legend) = (String::new(), Vec::new(), Vec::new());
            let seats = (seats, Vec::new());
            return Picture { panes, title, board, legend, is_cut: false, seats, story, question, replied_from: None };
        };
        let (view, stage) = (&table.view, &table.stage);
        let question = self.question(table, instead, Panes::question_lines(area));
        let needs = Needs { question: short(question.len()), ..self.board_needs() };
        let panes = Panes::of(area, needs);
        let seen = self.board(panes.board);
        let drawn = short(seen.lines.len());
        let wanted = match instead {
            None => short(self.lines_that_lack(table)),
            Some(text) if self.is_offered => short(self.question_instead(text).len() + self.lines_that_lack(table)),
            Some(_) => 0,
        };
        let longer = panes.with_longer_question(wanted, (drawn, needs.seats));
        let panes = longer;
        // Never more lines than there is room for: the last of them would be a choice that nobody sees.
        let is_as_high = question.len() == usize::from(panes.question.height);
        let mut question = if is_as_high { question } else { self.question(table, instead, panes.question.height) };
        // What is read in the table's place is not told twice.
        let reply = if self.reading.is_none() { self.reply(panes, (drawn, needs.seats)) } else { None };
        let (panes, replied_from) = match reply {
            Some((panes, from, reply)) => {
                question.splice(0..0, reply);
                (panes, Some(from))
            }
            None => (panes, None),
        };
        let is_low = !seen.is_cut && panes.has_low_story(drawn, needs.seats, self.is_low.get());
        self.is_low.set(is_low);
        let (title, also) = fit::title(&printable(&view.status), &stage.names().map(|name| printable(&name)), width);
        let is_cut = seen.is_cut;
        if is_low {
            let (side, story) = panes.below(drawn);
            let room = usize::from(side.height);
            let mut told = self.seats(table, also, room);
            let (letters, _) = seen.explained(side.width.into(), room.saturating_sub(told.len() + 1));
            told.extend(std::iter::once(String::new()).chain(letters));
            let seats = (side, told);
            let (board, legend) = (seen.lines, Vec::new());
            return Picture { panes, title, board, legend, is_cut, seats, story, question, replied_from };
        }
        let pane = panes.board.pane;
        let mut board = seen.lines.clone();
        let free = usize::from(pane.height).saturating_sub(board.len());
        let (explained, is_all) = seen.explained(pane.width.into(), free);
        // What has no room below a board stands below what is beside it, too.
        let (panes, legend) = if panes.is_wide && !is_all {
            let (legend, _) = seen.explained(width, free.min(MOST_LEGEND));
            (panes.above_legend(short(legend.len())), legend)
        } else {
            board.extend(explained);
            (panes, Vec::new())
        };
        // What is read in the table's place needs no room beside it.
        let news =
            if self.reading.is_some() || replied_from.is_some() { 0 } else { short(self.talk.news(self.text_width())) };
        let room = panes.seat_lines(short(board.len()), (needs.seats, news));
        let seats = self.seats(table, also, room.into());
        let (seats_pane, story) = panes.beside(short(board.len()), short(seats.len()));
        Picture { panes, title, board, legend, is_cut, seats: (seats_pane, seats), story, question, replied_from }
    }

    /// A short reply to the line that was typed last, above the question, where people look: the panes that then have room for it,
    /// if all of it has, and where of all that was said it begins.
    fn reply(&self, panes: Panes, taken: (u16, u16)) -> Option<(Panes, usize, Vec<String>)> {
        let (from, mut reply) = self.talk.reply(self.area().width.into()).filter(|(_, reply)| reply.len() <= REPLY)?;
        reply.push(String::new());
        let wanted = short(reply.len());
        let higher = panes.with_longer_question(wanted, taken);
        (higher.question.height == panes.question.height + wanted).then_some((higher, from, reply))
    }

    /// The question, as much of it as has room in so many lines: the first line, and a page of what can be answered.
    fn question(&self, table: &Shown, instead: Option<&str>, room: u16) -> Vec<String> {
        let room = usize::from(room);
        let mut told = instead.map_or_else(Vec::new, |text| self.question_instead(text));
        let left = room.saturating_sub(told.len());
        // Whoever is offered something may answer the question all the same.
        if instead.is_none() || self.is_offered && left >= LEAST_BELOW {
            told.extend(page_of_question(&self.whole_question(table, left), left, self.question_page));
        }
        told
    }

    fn whole_question(&self, Shown { view, .. }: &Shown, room: usize) -> Vec<String> {
        lines(&asked(view, Numbers::Typed, screen_of(self.area().width.into(), Some(room))))
    }

    /// How many lines the question has that it usually has no room for.
    fn lines_that_lack(&self, table: &Shown) -> usize {
        let room = usize::from(Panes::question_lines(self.area()));
        self.whole_question(table, room).len().saturating_sub(room)
    }

    /// What is asked instead of the question of the table: also where nothing of the table is to be seen.
    fn question_instead(&self, text: &str) -> Vec<String> {
        let width = self.area().width.into();
        let room = usize::from(Panes::question_lines(self.area()));
        let all = lines(&set_in("", &printable(text.trim_end().trim_end_matches('>')), width));
        page_of_question(&all, room, self.question_page)
    }

    /// What there is to say about the seats, in so many lines; and where there is room, the rest of how the game stands.
    fn seats(&self, Shown { view, stage, .. }: &Shown, also: String, room: usize) -> Vec<String> {
        let asked = view.asked.map(|seat| printable(view.name(seat)));
        let mut rows = seats_told(view);
        let within = (self.side_width(), room);
        let told = fit::seats(&rows, asked.as_deref(), within);
        if also.is_empty() {
            return in_their_colours(told, view, stage);
        }
        rows.push((ALSO.to_owned(), also));
        let with_rest = fit::seats(&rows, asked.as_deref(), (self.side_width(), usize::MAX));
        in_their_colours(if with_rest.len() <= room { with_rest } else { told }, view, stage)
    }

    /// The board in its pane; drawn anew only when the table, the pane or the place that people moved it to is another one.
    fn board(&self, at: BoardPane) -> BoardSeen {
        let Some(table) = &self.table else { return BoardSeen::default() };
        let moved = self.board_moved;
        let mut drawn = table.drawn.borrow_mut();
        if let Some(drawn) = drawn.as_ref().filter(|drawn| (drawn.at, drawn.moved) == (at, moved)) {
            return drawn.seen.clone();
        }
        let Shown { stage, view, standing_out, .. } = table;
        let (seen, kept) = board_seen(OnBoards { stage, view, standing_out }, at, moved, self.kept.get());
        self.kept.set(kept);
        *drawn = Some(DrawnOnce { at, moved, seen: seen.clone() });
        seen
    }

    /// What all letters and signs mean, and what has no room on the board, is said.
    pub(super) fn say_letters(&mut self) {
        let Some(table) = &self.table else { return };
        let width = usize::from(self.area().width).min(super::WIDEST_PAGE);
        let screen = screen_of(self.kept.get().width.into(), None);
        let board = table.stage.board_parts(&table.view, &table.standing_out, (screen, self.kept.get().form));
        let notes: Vec<String> = board.notes.iter().flat_map(|note| note.lines(width)).collect();
        let notes: String = notes.iter().flat_map(|line| [line.as_str(), "\n"]).collect();
        self.talk.say(&format!("What stands on the board:\n{}{notes}", legend(&board.signs, width)));
        let picture = self.picture(None);
        self.reading = self.talk.told(picture.panes.body.width.into()).1;
    }

    /// What is read in place of the table, and where.
    fn read_lines(&self, picture: &Picture, top: usize) -> (Rect, Vec<String>) {
        let body = picture.panes.body;
        let (told, _) = self.talk.told(body.width.into());
        let height = short(told.len().saturating_sub(top)).min(body.height);
        let pane = Rect { y: body.bottom() - height, height, ..body };
        (pane, told.into_iter().skip(top).take(height.into()).collect())
    }

    /// The first line that people should read and that has no room beside the table.
    pub(super) fn first_unread(&self, instead: Option<&str>) -> Option<usize> {
        let picture = self.picture(instead);
        if picture.replied_from.is_some() {
            return None;
        }
        let (beside, from) = self.talk.told(picture.story.width.into());
        let is_low = beside.len() - from? <= usize::from(picture.story.height);
        let has_room = is_low && self.talk.widest_said() <= usize::from(picture.story.width);
        let (_, from) = self.talk.told(picture.panes.body.width.into());
        from.filter(|_| !has_room)
    }

    /// Goes on reading; at the end the table is shown again.
    pub(super) fn read_on(&mut self, pages: i16) {
        let picture = self.picture(None);
        let (told, _) = self.talk.told(picture.panes.body.width.into());
        let page = usize::from(picture.panes.body.height).max(2) - 1;
        let usual = told.len().saturating_sub(usize::from(picture.story.height).min(page));
        let top = self.reading.unwrap_or(usual);
        self.reading = if pages < 0 {
            Some(top.saturating_sub(page))
        } else {
            Some(top + page).filter(|top| self.reading.is_some() && *top < told.len())
        };
    }

    /// The line that is being typed, as much of it as there is room for, and where its cursor is.
    fn input(&self, prompt: &str, width: u16) -> (String, u16) {
        let prompt = cut(&visible(prompt), usize::from(width / 2), false);
        let room = usize::from(width).saturating_sub(width_of(&prompt) + 1);
        if let Some(line) = &self.read_now {
            let read = cut(&format!("{}{READ_NOW}", visible(line)), room, false);
            let cursor = width_of(&prompt) + width_of(&read);
            return (format!("{prompt}{read}"), short(cursor));
        }
        let input = &self.typing.input;
        let scroll = input.visual_scroll(room.max(1));
        let shown: String = visible(input.value()).chars().skip(scroll).collect();
        let cursor = width_of(&prompt) + input.visual_cursor().saturating_sub(scroll);
        (format!("{prompt}{shown}"), short(cursor))
    }

    /// Whether there is more to read than what is seen from a line on.
    fn is_longer(&self, picture: &Picture, top: usize) -> bool {
        let body = picture.panes.body;
        let (told, from) = self.talk.told(body.width.into());
        from != Some(top) || told.len().saturating_sub(top) > body.height.into()
    }

    fn keys_told(&self, ask: Ask<'_>, is_reading: bool, is_longer: bool, picture: &Picture) -> String {
        let width = picture.panes.keys.width.into();
        let told = match &self.typing.offered[..] {
            [] if is_longer => KEYS_READING,
            [] if is_reading => KEYS_READ,
            [] if self.table.as_ref().is_some_and(|table| is_for_one(&table.view)) => KEYS_AT_CURTAIN,
            [] if ask.is_secret && ask.instead.is_none() => KEYS_IN_SECRET,
            [] if picture.is_cut => KEYS_OF_BOARD,
            [] => KEYS,
            offered => return printable(&fit::offered(offered, width)),
        };
        fit::parts_in(told, " · ", width).0
    }
}

/// The first line of a question, and a page of the others.
fn page_of_question(all: &[String], room: usize, page: usize) -> Vec<String> {
    let Some((first, rest)) = all.split_first().filter(|_| all.len() > room && room > 2) else {
        return all.iter().take(room).cloned().collect();
    };
    let each = room - 2;
    let page = page % rest.len().div_ceil(each);
    let shown = rest.iter().skip(page * each).take(each);
    let told = format!("  lines {} to {} of {}; ", page * each + 1, (page * each + each).min(rest.len()), rest.len());
    let end = told + REST_OF_QUESTION + ": the others";
    let mut lines: Vec<String> = std::iter::once(first).chain(shown).cloned().collect();
    // As high on every page.
    lines.resize(room - 1, String::new());
    lines.push(end);
    lines
}

/// The same lines, with the name of each seat in the colour of its pieces.
fn in_their_colours(told: Vec<String>, view: &View, stage: &Stage) -> Vec<String> {
    let hues: Vec<(String, Hue)> = (0..view.seats.len())
        .filter_map(|seat| Some((printable(&view.seats[seat].name) + ":", stage.hue_of_seat(view, Seat(seat))?)))
        .collect();
    let coloured = |line: String| match hues.iter().find(|(name, _)| line.starts_with(name)) {
        Some((name, hue)) => format!("{BOLD}{}{name}{USUAL}{}", hue.escape(), &line[name.len()..]),
        None => line,
    };
    told.into_iter().map(coloured).collect()
}

/// As many lines of the screen as a text has, below all others above the question.
fn below(body: Rect, text: &[String]) -> Rect {
    Rect { y: body.bottom(), height: short(text.len()), ..body }
}

/// The last lines for which there is room; none that only goes on with an entry that has none.
fn last(lines: &[String], room: u16) -> &[String] {
    let last = &lines[lines.len().saturating_sub(room.into())..];
    if last.len() == lines.len() {
        return last;
    }
    let goes_on = last.iter().take_while(|line| goes_on(line)).count();
    if goes_on == last.len() { last } else { &last[goes_on..] }
}

fn lines(text: &str) -> Vec<String> {
    text.lines().map(str::to_owned).collect()
}

/// More than a screen has is as good as all.
fn short(count: usize) -> u16 {
    u16::try_from(count).unwrap_or(u16::MAX)
}
