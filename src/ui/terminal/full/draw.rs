//! Puts everything on the screen, each thing into its pane.

use std::io;
use std::slice::from_ref;

use ratatui::Frame;
use ratatui::backend::Backend;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::widgets::{Clear, Paragraph};

use crate::diag::visible;
use crate::ui::terminal::board::Screen;
use crate::ui::terminal::canvas::{cut, width_of};
use crate::ui::terminal::face::Ask;
use crate::ui::terminal::lines::set_in;
use crate::ui::terminal::marks::{LEGAL, NEW, printable};
use crate::ui::terminal::question::Numbers;
use crate::ui::terminal::screen::{asked, seats};
use crate::ui::terminal::secret::is_for_one;
use crate::ui::terminal::squares::LEGAL_HERE;

use super::panes::{Needs, Panes};
use super::styled::styled;
use super::{BoardSeen, DrawnOnce, FullScreen, Shown};

/// What keys do, as long as nothing better is to be told.
const KEYS: &str = "Enter alone does nothing · Tab completes · PgUp: what happened · h: help · q: leave";
const KEYS_OF_BOARD: &str = "Ctrl-Down, Ctrl-Up: more of the board · Tab completes · PgUp: what happened · h: help";
const KEYS_AT_CURTAIN: &str = "look: what only one may see · ?: what all may know · h: help · q: leave";
const KEYS_READING: &str = "PgDn, PgUp: more of it · Esc, or the next line: the table again";

/// Everything on the screen as text.
struct Picture {
    panes: Panes,
    title: String,
    board: Vec<String>,
    /// Whether there is more of the board than is seen.
    is_cut: bool,
    seats: (Rect, Vec<String>),
    story: Rect,
    question: Vec<String>,
}

impl<B: Backend> FullScreen<'_, B> {
    /// Draws all of it; what is the same is not written again.
    pub(super) fn draw(&mut self, ask: Ask<'_>) -> io::Result<()>
    where
        B::Error: Send + Sync + 'static,
    {
        let picture = self.picture(ask.instead);
        let prompt = if ask.instead.is_some() { "> " } else { ask.prompt };
        let (told, _) = self.talk.told(picture.story.width.into());
        let read = self.reading.map(|top| self.read_lines(&picture, top));
        let input = self.input(prompt, picture.panes.input.width);
        let keys = self.keys_told(read.is_some(), &picture);
        let colour = self.colour;
        let paint = |frame: &mut Frame<'_>| {
            let mut put = |text: &[String], pane: Rect, style: Style| {
                let text = styled(&text.join("\n"), colour);
                frame.render_widget(Paragraph::new(text).style(style), pane);
            };
            let (usual, dim) = (Style::default(), Style::default().add_modifier(Modifier::DIM));
            put(from_ref(&picture.title), picture.panes.title, Style::default().add_modifier(Modifier::REVERSED));
            put(&picture.board, picture.panes.board, usual);
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
        let screen = screen_of(width, None);
        let Some(Shown { view, stage, standing_out, .. }) = &self.table else {
            let panes = Panes::of(area, Needs::default());
            let (seats, story) = panes.beside(0, 0);
            let (title, board, question) = (String::new(), Vec::new(), Vec::new());
            return Picture { panes, title, board, is_cut: false, seats: (seats, Vec::new()), story, question };
        };
        let seats = lines(&seats(view, screen_of(self.text_width(), None)));
        let mut question = match instead {
            Some(text) => lines(&set_in("", &printable(text.trim_end().trim_end_matches('>')), width)),
            None => lines(&asked(view, Numbers::Typed, screen)),
        };
        let needs = Needs {
            board_columns: short(stage.least_columns()),
            board_most: short(stage.most_columns()),
            question: short(question.len()),
            seats: short(seats.len()),
        };
        let panes = Panes::of(area, needs);
        let room = usize::from(panes.question.height);
        if question.len() > room {
            question.truncate(room.saturating_sub(1));
            let marked = if standing_out.legal.is_empty() { "" } else { ", and the board marks it" };
            question.push(format!("  ... `show` tells all that can be answered{marked}"));
        }
        let BoardSeen { lines: board, is_cut } = self.board(panes.board);
        let (seats_pane, story) = panes.beside(short(board.len()), needs.seats);
        let title: Vec<String> =
            [view.status.clone()].into_iter().chain(stage.names()).map(|part| printable(&part)).collect();
        let title: Vec<&str> = title.iter().map(String::as_str).filter(|part| !part.is_empty()).collect();
        let title = cut(&title.join(" · "), width, false);
        Picture { panes, title, board, is_cut, seats: (seats_pane, seats), story, question }
    }

    /// The board in its pane; drawn anew only when the table, the pane or the place that people moved it to is another one.
    fn board(&self, pane: Rect) -> BoardSeen {
        let Some(table) = &self.table else { return BoardSeen { lines: Vec::new(), is_cut: false } };
        let moved = self.board_moved;
        let mut drawn = table.drawn.borrow_mut();
        if let Some(drawn) = drawn.as_ref().filter(|drawn| (drawn.pane, drawn.moved) == (pane, moved)) {
            return drawn.seen.clone();
        }
        let seen = board_seen(table, pane, moved);
        *drawn = Some(DrawnOnce { pane, moved, seen: seen.clone() });
        seen
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
    pub(super) fn first_unread(&self) -> Option<usize> {
        let picture = self.picture(None);
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
        let input = &self.typing.input;
        let scroll = input.visual_scroll(room.max(1));
        let shown: String = visible(input.value()).chars().skip(scroll).collect();
        let cursor = width_of(&prompt) + input.visual_cursor().saturating_sub(scroll);
        (format!("{prompt}{shown}"), short(cursor))
    }

    fn keys_told(&self, is_reading: bool, picture: &Picture) -> String {
        let width = picture.panes.keys.width.into();
        let told = match &self.typing.offered[..] {
            [] if is_reading => KEYS_READING.to_owned(),
            [] if picture.is_cut => KEYS_OF_BOARD.to_owned(),
            [] if self.table.as_ref().is_some_and(|table| is_for_one(&table.view)) => KEYS_AT_CURTAIN.to_owned(),
            [] => KEYS.to_owned(),
            offered => offered.join(" · "),
        };
        cut(&printable(&told), width, false)
    }
}

/// As much of the boards as there is room for: where people can answer, where something has just changed, or where people
/// moved it.
fn board_seen(Shown { view, stage, standing_out, .. }: &Shown, pane: Rect, moved: i32) -> BoardSeen {
    let room = usize::from(pane.height);
    if room == 0 {
        return BoardSeen { lines: Vec::new(), is_cut: false };
    }
    let (head, rows, notes) = stage.board_parts(view, standing_out, screen_of(pane.width.into(), Some(room)));
    if head.len() + rows.len() <= room {
        let mut lines: Vec<String> = head.into_iter().chain(rows).collect();
        lines.extend(fitting_notes(notes, room - lines.len()));
        return BoardSeen { lines, is_cut: false };
    }
    let window = room.saturating_sub(head.len()).max(1);
    let most = rows.len() - window.min(rows.len());
    let half = i64::try_from(window / 2).unwrap_or(1).max(1);
    let top = i64::try_from(top_of(&rows, window)).unwrap_or(0) + i64::from(moved) * half;
    let top = usize::try_from(top).unwrap_or(0).min(most);
    BoardSeen { lines: head.into_iter().chain(rows.into_iter().skip(top).take(window)).collect(), is_cut: true }
}

/// As many notes as there is room for, and that there are more.
fn fitting_notes(mut notes: Vec<String>, room: usize) -> Vec<String> {
    if notes.len() > room {
        notes.truncate(room);
        if let Some(last) = notes.last_mut() {
            "... `show` tells what all letters mean".clone_into(last);
        }
    }
    notes
}

/// The first row of a window that has most of the rows in which people can answer, or else of what has just changed, about
/// its middle.
fn top_of(rows: &[String], window: usize) -> usize {
    let is_legal = |row: &String| row.contains(LEGAL_HERE) || row.contains(LEGAL);
    let is_new = |row: &String| row.contains(NEW);
    let marked = |is_it: &dyn Fn(&String) -> bool| {
        let at: Vec<usize> = (0..rows.len()).filter(|at| is_it(&rows[*at])).collect();
        at.first().copied().zip(at.last().copied())
    };
    let Some((first, last)) = marked(&is_legal).or_else(|| marked(&is_new)) else { return 0 };
    let middle = if last - first < window { usize::midpoint(first, last) } else { first + window / 2 };
    middle.saturating_sub(window / 2)
}

const fn screen_of(width: usize, height: Option<usize>) -> Screen {
    Screen { width, height, plain: false, colour: true }
}

/// The last lines for which there is room.
fn last(lines: &[String], room: u16) -> &[String] {
    &lines[lines.len().saturating_sub(room.into())..]
}

fn lines(text: &str) -> Vec<String> {
    text.lines().map(str::to_owned).collect()
}

/// More than a screen has is as good as all.
fn short(count: usize) -> u16 {
    u16::try_from(count).unwrap_or(u16::MAX)
}
