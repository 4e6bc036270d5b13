//! As much of the boards as is seen in their pane, and what explains it. A board keeps its form and its place as long as it
//! can: only another size of the screen, or what has no room otherwise, changes them.

use std::ops::Range;

use ratatui::layout::Rect;

use crate::referee::View;
use crate::ui::terminal::board::{Form, Screen};
use crate::ui::terminal::canvas::{cut, width_of};
use crate::ui::terminal::legend::{Sign, fitting, parts};
use crate::ui::terminal::marks::{BOLD, LEGAL, NEW};
use crate::ui::terminal::notes::Note;
use crate::ui::terminal::ranges::in_ranges;
use crate::ui::terminal::screen::{BoardParts, PlacesStandingOut, Stage};
use crate::ui::terminal::shown::at_own_code;
use crate::ui::terminal::squares::LEGAL_HERE;

/// Where all letters are told.
const ALL_LETTERS: &str = "F2: more";

/// A board grows only where so many lines are left for what letters mean.
const LEGEND_LINES: usize = 4;

/// Where a board is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BoardPane {
    /// All of it, with what explains the board.
    pub pane: Rect,
    /// So many lines the drawing has, however long the question is.
    pub lines: u16,
}

/// What a board keeps from one look to the next.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Kept {
    /// Its place when it was drawn last.
    pub width: u16,
    pub lines: u16,
    /// How it is drawn.
    pub form: Form,
    /// The first row that is seen.
    pub top: usize,
}

/// As much of the boards as is seen.
#[derive(Debug, Clone, Default)]
pub struct BoardSeen {
    /// The drawing.
    pub lines: Vec<String>,
    /// What the signs that are seen mean, and what has no room on the board.
    signs: Vec<Sign>,
    notes: Vec<Note>,
    /// Whether there are more rows.
    pub is_cut: bool,
}

impl BoardSeen {
    /// What explains the board, as much of it as has room in so many columns and lines, and whether that is all.
    pub fn explained(&self, width: usize, room: usize) -> (Vec<String>, bool) {
        explained(&self.signs, &self.notes, (width, room))
    }
}

/// What is on the boards of a table.
#[derive(Clone, Copy)]
pub struct OnBoards<'t> {
    pub stage: &'t Stage,
    pub view: &'t View,
    pub standing_out: &'t PlacesStandingOut,
}

/// A part of the screen in letters and colours.
pub const fn screen_of(width: usize, height: Option<usize>) -> Screen {
    Screen { width, height, plain: false, colour: true }
}

/// As much of the boards as there is room for: where people can answer, where something has just changed, or where people
/// moved it.
pub fn board_seen(on: OnBoards<'_>, at: BoardPane, moved: i32, kept: Kept) -> (BoardSeen, Kept) {
    let (width, lines) = (at.pane.width, at.lines);
    let room = usize::from(lines);
    let same = (kept.width, kept.lines) == (width, lines);
    let kept = if same { kept } else { Kept { width, lines, top: 0, form: roomy_form(on.stage, lines) } };
    if room == 0 {
        return (BoardSeen::default(), kept);
    }
    // One line is left for what letters mean.
    let screen = screen_of(width.into(), Some(room.saturating_sub(1).max(1)));
    let board = on.stage.board_parts(on.view, on.standing_out, (screen, kept.form));
    let kept = Kept { form: board.form, ..kept };
    if board.head.len() + board.rows.len() <= room {
        return (whole(board), kept);
    }
    part(&board, on.standing_out, (width.into(), room), moved, kept)
}

/// The form of a board that has so many lines, where some are left for what letters mean.
pub fn roomy_form(stage: &Stage, lines: u16) -> Form {
    stage.roomy_form(usize::from(lines).saturating_sub(LEGEND_LINES))
}

/// All of the board.
fn whole(board: BoardParts) -> BoardSeen {
    let lines = board.head.into_iter().chain(board.rows).collect();
    BoardSeen { lines, signs: board.signs, notes: board.notes, is_cut: false }
}

/// Some rows, a line about the places that can be answered beyond them, and one about the letters in them.
fn part(
    board: &BoardParts,
    on: &PlacesStandingOut,
    (width, room): (usize, usize),
    moved: i32,
    kept: Kept,
) -> (BoardSeen, Kept) {
    let wide = room.saturating_sub(board.head.len() + 1).max(1);
    let (seen, top) = window(board, wide, moved, kept.top);
    let beyond = beyond(board, on, &seen, width);
    // Only where something is out of sight a line is taken for it.
    let (seen, top, beyond) = match beyond {
        Some(_) if wide > 1 => {
            let (seen, top) = window(board, wide - 1, moved, kept.top);
            let beyond = self::beyond(board, on, &seen, width);
            (seen, top, beyond)
        }
        _ => (seen, top, None),
    };
    let rows = &board.rows[seen.clone()];
    let signs = in_view(&board.signs, rows);
    let arrows = (seen.start > 0, seen.end < board.rows.len());
    let head = board.head.iter().map(|head| with_arrows(head, arrows));
    let lines = head.chain(rows.iter().cloned()).chain(beyond).collect();
    (BoardSeen { lines, signs, notes: Vec::new(), is_cut: true }, Kept { top, ..kept })
}

/// The rows that are seen, and the first of those that would be if nobody had moved the board.
fn window(board: &BoardParts, window: usize, moved: i32, before: usize) -> (Range<usize>, usize) {
    let most = board.rows.len() - window.min(board.rows.len());
    let top = top_of(&board.rows, window, before).min(most);
    let half = i64::try_from(window / 2).unwrap_or(1).max(1);
    let seen = i64::try_from(top).unwrap_or(0) + i64::from(moved) * half;
    let seen = usize::try_from(seen).unwrap_or(0).min(most);
    (seen..(seen + window).min(board.rows.len()), top)
}

/// Which places can be answered above and below the rows that are seen, and which figures the question is about.
fn beyond(board: &BoardParts, on: &PlacesStandingOut, seen: &Range<usize>, width: usize) -> Option<String> {
    let wanted = || on.acting.union(&on.legal).filter_map(|at| Some((at.as_str(), *board.line_of.get(at)?)));
    let mut sides = [
        ("above", wanted().filter(|(_, line)| *line < seen.start).collect::<Vec<_>>()),
        ("below", wanted().filter(|(_, line)| *line >= seen.end).collect::<Vec<_>>()),
    ];
    for (_, places) in &mut sides {
        places.sort_by_key(|(_, line)| *line);
    }
    let names = |places: &[(&str, usize)]| {
        let names: Vec<String> = places.iter().map(|(at, _)| (*at).to_owned()).collect();
        in_ranges(&names).join(" ")
    };
    let named = told_beyond(&sides.each_ref().map(|(side, places)| (*side, names(places))))?;
    if width_of(&named) <= width {
        return Some(named);
    }
    let many = |places: &[(&str, usize)]| match places.len() {
        0 => String::new(),
        many => format!("{many} more places"),
    };
    told_beyond(&sides.each_ref().map(|(side, places)| (*side, many(places)))).map(|told| cut(&told, width, false))
}

/// What lies on each side, and how to get there; nothing where nothing lies on any.
fn told_beyond(sides: &[(&str, String)]) -> Option<String> {
    let sides = sides.iter().filter(|(_, told)| !told.is_empty());
    let told: Vec<String> = sides.map(|(side, told)| format!("{side}: {told}")).collect();
    (!told.is_empty()).then(|| format!("{} (Ctrl-Up, Ctrl-Down)", told.join("; ")))
}

/// What letters mean, and before it what has no room on the board; and whether that is all of it. A line is for letters.
fn explained(signs: &[Sign], notes: &[Note], (width, room): (usize, usize)) -> (Vec<String>, bool) {
    let mut told: Vec<String> = Vec::new();
    for note in notes {
        told.extend(note.fitting((width, room.saturating_sub(told.len() + 1))));
    }
    let is_whole = notes.iter().map(|note| note.lines(width).len()).sum::<usize>() == told.len();
    let (letters, are_all) = fitting(&parts(signs), ALL_LETTERS, (width, room.saturating_sub(told.len())));
    told.extend(letters);
    (told, is_whole && are_all)
}

/// The names of columns, and whether there is more above and below.
fn with_arrows(head: &str, (above, below): (bool, bool)) -> String {
    let arrows = match (above, below) {
        (true, true) => '↕',
        (true, false) => '↑',
        (false, true) => '↓',
        (false, false) => ' ',
    };
    match head.strip_prefix(' ') {
        Some(rest) => format!("{arrows}{rest}"),
        None => head.to_owned(),
    }
}

/// The signs that can be seen in some rows.
fn in_view(signs: &[Sign], rows: &[String]) -> Vec<Sign> {
    let rows: Vec<String> = rows.iter().map(|row| without_name(&letters_of(row)).to_owned()).collect();
    signs.iter().filter(|sign| sign.is_in(&rows)).cloned().collect()
}

/// A row without its colours.
fn letters_of(row: &str) -> String {
    let (mut out, mut rest) = (String::new(), row);
    while let Some((before, _, after)) = at_own_code(rest) {
        out.push_str(before);
        rest = after;
    }
    out + rest
}

/// A row without its name, which is no letter on the board.
fn without_name(row: &str) -> &str {
    let row = row.trim_start();
    row.split_once(' ').filter(|(name, _)| name.chars().all(char::is_alphanumeric)).map_or(row, |(_, rest)| rest)
}

/// The first row of a window: the figures that the question is about are in it, and then as much as can be of what people can
/// answer, and of what has just changed. What they saw before stays where it is, if it is enough.
fn top_of(rows: &[String], window: usize, before: usize) -> usize {
    let most = rows.len() - window.min(rows.len());
    let lines = |is_it: fn(&str) -> bool| -> Vec<usize> {
        rows.iter().enumerate().filter(|(_, row)| is_it(row)).map(|(at, _)| at).collect()
    };
    let acting = lines(|row| row.contains(BOLD));
    let legal = lines(|row| row.contains(LEGAL_HERE) || row.contains(LEGAL));
    let new = lines(|row| row.contains(NEW));
    let worth = |top: usize| {
        let seen = |lines: &[usize]| lines.iter().filter(|line| (top..top + window).contains(*line)).count();
        (seen(&acting), seen(&legal), seen(&new))
    };
    let best = (0..=most).map(worth).max().unwrap_or_default();
    if best == (0, 0, 0) || worth(before) == best {
        return before;
    }
    // The middle of the first windows that are as good shows most of what lies around.
    let first = (0..=most).find(|top| worth(*top) == best).unwrap_or(0);
    let last = (first..=most).take_while(|top| worth(*top) == best).last().unwrap_or(first);
    usize::midpoint(first, last)
}

#[cfg(test)]
mod tests {
    use super::{BOLD, NEW, top_of, with_arrows, without_name};

    #[test]
    fn a_board_stays_where_it_is_as_long_as_it_can() {
        let mut rows = vec![String::new(); 20];
        assert_eq!(top_of(&rows, 5, 7), 7, "nothing stands out");
        rows[9] = "•".to_owned();
        assert_eq!(top_of(&rows, 5, 7), 7, "it is in sight");
        assert_eq!(top_of(&rows, 5, 0), 7, "it comes into sight");
        rows[11] = NEW.to_owned();
        assert_eq!(top_of(&rows, 5, 6), 8, "what is new as well");
        rows[19] = NEW.to_owned();
        assert_eq!(top_of(&rows, 5, 6), 8, "as much of it as can be");
        rows[19] = "•".to_owned();
        assert_eq!(top_of(&rows, 5, 0), 8, "of too much what has most");
        rows[2] = format!("{BOLD}g");
        assert_eq!(top_of(&rows, 5, 9), 1, "but whoever acts is in sight");
    }

    #[test]
    fn rows_and_columns_keep_their_names_apart() {
        assert_eq!([with_arrows("   A", (true, true)), with_arrows("", (true, false))], ["↕  A", ""]);
        assert_eq!([without_name(" 7 │z │"), without_name("   ├─╸ ╺┤")], ["│z │", "├─╸ ╺┤"]);
    }
}
