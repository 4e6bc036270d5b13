//! Where everything lies on a whole screen: arithmetic only.

use ratatui::layout::Rect;

use super::board_seen::BoardPane;

/// So wide is at least what stands beside the board, and beside one that would have to be cut otherwise.
const SIDE: u16 = 34;
const NARROW_SIDE: u16 = 24;
/// Between the board and what stands beside it.
const GAP: u16 = 2;
/// What happened has at least so many lines.
const LEAST_STORY: u16 = 3;
/// Below a board on a low screen it has so many.
const LOW_STORY: u16 = 2;
/// With so many free lines below a board what happened stands there.
const LOW_ROOM: u16 = 8;
/// A question has at least so many lines, if it needs them, and at most so many.
const QUESTION: (u16, u16) = (5, 10);
/// Beside a board what happened needs nothing better than so many columns and lines below the seats, of which each has about so many.
const WIDE_STORY: u16 = 44;
const HIGH_STORY: u16 = 16;
const LINES_BESIDE: u16 = 5;
/// On a screen with so many lines one can be left for looks.
const HIGH: u16 = 28;
/// Below a board on a high screen a seat has so many lines.
const SEAT_LINES: u16 = 2;

/// What there is to show.
#[derive(Debug, Clone, Copy, Default)]
pub struct Needs {
    /// How many columns the board takes at least.
    pub board_columns: u16,
    /// How many it takes where something stands beside it.
    pub board_taken: u16,
    /// How many it takes in its narrowest form, if it has one.
    pub board_slim: u16,
    /// How many lines it takes at least, with one for what letters mean.
    pub board_lines: u16,
    /// How many lines the question takes.
    pub question: u16,
    /// How many seats there are.
    pub seats: u16,
}

/// The large parts of a screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Panes {
    /// The game as it stands: one line.
    pub title: Rect,
    /// All between the title and the question.
    pub body: Rect,
    /// Where the board has room, with what explains it.
    pub board: BoardPane,
    /// Whether the rest stands beside the board, and not below it.
    pub is_wide: bool,
    /// The most lines that are left for the seats.
    pub seats: u16,
    /// A line above the question, where there is room for one.
    pub rule: Rect,
    /// The question.
    pub question: Rect,
    /// The line that is being typed.
    pub input: Rect,
    /// What keys do.
    pub keys: Rect,
}

/// What does not depend on the texts.
struct Heights {
    /// The line above the question.
    rule: u16,
    /// The board, the question and what else stands between title and input.
    inner: u16,
    /// The most that a question has.
    question: u16,
}

impl Heights {
    fn of(area: Rect) -> Self {
        let rule = u16::from(area.height >= HIGH);
        let inner = area.height.saturating_sub(3 + rule);
        Self { rule, inner, question: (inner / 5).clamp(QUESTION.0, QUESTION.1).min(inner) }
    }
}

/// How many columns the board has where anything has room beside it. A board that would have to be cut is drawn narrower, so
/// that it has more lines.
fn beside_board(area: Rect, needs: Needs) -> Option<u16> {
    let has_room = |columns: u16, side: u16| columns > 0 && area.width >= columns.saturating_add(GAP + side);
    if has_room(needs.board_columns, SIDE) {
        return Some(needs.board_taken.min(area.width - SIDE - GAP));
    }
    let is_cut = Below::of(area, needs).board < needs.board_lines;
    (is_cut && has_room(needs.board_slim, NARROW_SIDE)).then_some(needs.board_slim)
}

/// How many lines the board and the seats have where the rest stands below the board.
struct Below {
    board: u16,
    seats: u16,
}

impl Below {
    fn of(area: Rect, needs: Needs) -> Self {
        let Heights { rule, inner, question } = Heights::of(area);
        let (each, story) = if rule == 0 { (1, LOW_STORY) } else { (SEAT_LINES, LEAST_STORY) };
        if needs.board_columns == 0 {
            // Without a board all that lies on the table is told here.
            return Self { board: 0, seats: u16::MAX };
        }
        let seats = needs.seats.saturating_mul(each).min(inner / 4);
        Self { board: (inner - question).saturating_sub(seats + story), seats }
    }
}

/// How many columns are left for what stands beside a board.
pub fn side_columns(area: Rect) -> u16 {
    area.width.saturating_sub(SIDE + GAP)
}

impl Panes {
    /// How many columns texts have that stand beside the board or below it.
    pub fn text_width(area: Rect, needs: Needs) -> u16 {
        beside_board(area, needs).map_or(area.width, |board| area.width - board - GAP)
    }

    /// How many lines a question has at most.
    pub fn question_lines(area: Rect) -> u16 {
        Heights::of(area).question
    }

    /// How many lines a board has that stands beside the rest.
    pub fn board_lines(area: Rect) -> u16 {
        let Heights { inner, question, .. } = Heights::of(area);
        inner - question
    }

    /// The parts of a screen. How long the question is moves nothing of the board.
    pub fn of(area: Rect, needs: Needs) -> Self {
        let line = |y: u16| Rect { y: area.y + y.min(area.height), height: u16::from(y < area.height), ..area };
        let Heights { rule, inner, question: most } = Heights::of(area);
        let question = needs.question.min(most);
        let body = Rect { y: area.y + 1, height: inner - question, ..area };
        let beside = beside_board(area, needs);
        let is_wide = beside.is_some();
        let (board, seats) = if let Some(width) = beside {
            (BoardPane { pane: Rect { width, ..body }, lines: inner - most }, body.height.saturating_sub(LEAST_STORY))
        } else {
            let Below { board: lines, seats } = Below::of(area, needs);
            let seats = seats.min(body.height.saturating_sub(LEAST_STORY));
            (BoardPane { pane: Rect { height: lines, ..body }, lines }, seats)
        };
        Self {
            title: line(0),
            body,
            board,
            is_wide,
            seats,
            rule: Rect { y: body.bottom(), height: rule, ..area },
            question: Rect { y: body.bottom() + rule, height: question, ..area },
            input: line(area.height.saturating_sub(2).max(1)),
            keys: line(area.height.saturating_sub(1).max(2)),
        }
    }

    /// The same with a question that has more lines, as far as nobody misses them: below a board with so many lines, and beside it,
    /// seats and what happened keep what they need.
    #[must_use]
    pub fn with_longer_question(self, wanted: u16, (drawn, seats): (u16, u16)) -> Self {
        let (beside, below) = if self.is_wide { (seats, 0) } else { (0, seats + LOW_STORY) };
        let kept = (drawn + 1 + below).max(beside + LEAST_STORY);
        let more = wanted.min(self.body.height.saturating_sub(kept));
        let raised = |pane: Rect| Rect { y: pane.y - more, ..pane };
        let body = Rect { height: self.body.height - more, ..self.body };
        let pane = self.board.pane;
        let pane = Rect { height: pane.height.min(body.height), ..pane };
        Self {
            body,
            board: BoardPane { pane, lines: self.board.lines.min(body.height) },
            rule: raised(self.rule),
            question: Rect { height: self.question.height + more, ..raised(self.question) },
            ..self
        }
    }

    /// Where seats and what happened stand, once it is known how many lines the board and the seats really take.
    pub fn beside(&self, board_lines: u16, seats: u16) -> (Rect, Rect) {
        let rest = self.rest(board_lines);
        let seats = seats.min(self.seats).min(rest.height);
        let story = Rect { y: rest.y + seats, height: rest.height - seats, ..rest };
        (Rect { height: seats, ..rest }, story)
    }

    /// Whether what happened stands below a board with so many lines, as there is more room than beside it, below so many seats. Where
    /// it stood there before, it stays as long as it can.
    pub fn has_low_story(&self, drawn: u16, seats: u16, was_low: bool) -> bool {
        let beside = self.rest(0);
        if beside.width >= WIDE_STORY && beside.height.saturating_sub(seats.saturating_mul(LINES_BESIDE)) >= HIGH_STORY
        {
            return false;
        }
        let least = if was_low { LOW_ROOM / 2 } else { LOW_ROOM };
        let is_wider = self.board.pane.width.saturating_mul(2) > self.rest(0).width.saturating_mul(3);
        self.is_wide && is_wider && self.board.lines.saturating_sub(drawn) >= least
    }

    /// Where seats and what happened stand, if the latter does below a board with so many lines.
    pub fn below(&self, drawn: u16) -> (Rect, Rect) {
        let pane = self.board.pane;
        // An empty line keeps them apart.
        let taken = (drawn + 1).min(pane.height);
        (self.rest(0), Rect { y: pane.y + taken, height: pane.height - taken, ..pane })
    }

    /// How many lines the seats have where so many tell what is new. Beside a board who has what comes first, as it is asked all the
    /// time; below it what is new does, but for a line of each seat.
    pub fn seat_lines(&self, board_lines: u16, (seats, news): (u16, u16)) -> u16 {
        if self.is_wide {
            return self.seats;
        }
        let room = self.rest(board_lines).height;
        let least = seats.min(room.saturating_sub(LOW_STORY));
        self.seats.min(room.saturating_sub(news).max(least))
    }

    /// The same where what explains the board takes the last lines of what is above the question, from side to side.
    #[must_use]
    pub fn above_legend(self, lines: u16) -> Self {
        let shorter = |pane: Rect| Rect { height: pane.height.saturating_sub(lines), ..pane };
        let board = BoardPane { pane: shorter(self.board.pane), ..self.board };
        Self { body: shorter(self.body), board, seats: self.seats.saturating_sub(lines), ..self }
    }

    /// What the board leaves free.
    fn rest(&self, board_lines: u16) -> Rect {
        if self.is_wide {
            let x = self.board.pane.right() + GAP;
            Rect { x, width: self.body.right().saturating_sub(x), ..self.body }
        } else {
            let taken = board_lines.min(self.board.lines);
            Rect { y: self.body.y + taken, height: self.body.height - taken, ..self.body }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Needs, Panes};
    use ratatui::layout::Rect;

    #[test]
    fn everything_has_its_place_on_screens_of_every_size() {
        for width in (0..240).step_by(7) {
            for height in 0..70 {
                for (board_columns, question, seats) in [(0, 0, 0), (30, 4, 3), (79, 40, 8)] {
                    let area = Rect { x: 0, y: 0, width, height };
                    let needs = Needs {
                        board_columns,
                        board_taken: board_columns.saturating_mul(2),
                        board_slim: board_columns / 2,
                        board_lines: 30,
                        question,
                        seats,
                    };
                    let panes = Panes::of(area, needs);
                    let more = panes.with_longer_question(9, (21, needs.seats));
                    assert_eq!(more.question.bottom(), panes.question.bottom());
                    assert_eq!(more.body.height + more.question.height, panes.body.height + panes.question.height);
                    let (seats, story) = panes.beside(21, needs.seats);
                    let all = [
                        panes.title,
                        panes.body,
                        panes.board.pane,
                        panes.question,
                        panes.input,
                        panes.keys,
                        panes.rule,
                        seats,
                        story,
                    ];
                    for pane in all.into_iter().filter(|pane| pane.area() > 0) {
                        assert_eq!(pane.intersection(area), pane, "{pane:?} at {width} x {height}");
                    }
                    let lines =
                        [panes.title, panes.input, panes.keys, panes.rule].map(|line| line.height).iter().sum::<u16>();
                    assert!(panes.body.height + panes.question.height + lines <= height.max(3));
                    assert_eq!(Panes::text_width(area, needs), story.width);
                }
            }
        }
    }

    #[test]
    fn at_eighty_by_twenty_four_the_board_is_above_and_the_question_below() {
        let area = Rect { x: 0, y: 0, width: 80, height: 24 };
        let of = |question: u16| Panes::of(area, Needs { board_columns: 76, question, seats: 2, ..Needs::default() });
        let panes = of(9);
        assert_eq!((panes.board.lines, panes.question.y, panes.question.height), (12, 17, 5));
        let (seats, story) = panes.beside(12, 2);
        assert_eq!((seats.y, seats.height, story.y, story.height), (13, 2, 15, 2));
        assert_eq!(of(2).board.lines, 12, "a short question leaves the board where it is");
        assert_eq!(of(2).beside(12, 2).1.height, 5);
        assert_eq!([0, 3, 4, 9].map(|news| panes.seat_lines(12, (2, news))), [2, 2, 2, 2], "everybody keeps a line");
    }

    #[test]
    fn a_long_question_takes_the_lines_that_nobody_misses() {
        let area = Rect { x: 0, y: 0, width: 80, height: 24 };
        let panes = Panes::of(area, Needs { board_columns: 76, question: 9, seats: 2, ..Needs::default() });
        let more = |drawn: u16| panes.with_longer_question(4, (drawn, 2)).question;
        assert_eq!((more(12).height, more(12).y), (panes.question.height, panes.question.y), "the board needs them");
        assert_eq!((more(9).height, more(9).y), (panes.question.height + 2, panes.question.y - 2));
        assert_eq!(more(4).height, panes.question.height + 4, "no more than are wanted");
    }

    #[test]
    fn a_board_that_would_be_cut_is_narrower_and_has_more_lines() {
        let area = Rect { x: 0, y: 0, width: 80, height: 24 };
        let needs = Needs { board_columns: 76, board_slim: 52, board_lines: 25, seats: 2, ..Needs::default() };
        let panes = Panes::of(area, needs);
        assert_eq!((panes.is_wide, panes.board.pane.width, panes.board.lines), (true, 52, 16));
        assert!(!Panes::of(area, Needs { board_lines: 10, ..needs }).is_wide, "it has room as it is");
        assert!(!Panes::of(area, Needs { board_slim: 60, ..needs }).is_wide, "nothing would have room beside it");
    }
}
