//! Where everything lies on a whole screen: arithmetic only.

use ratatui::layout::Rect;

/// So wide is at least what stands beside the board.
const SIDE: u16 = 34;
/// Between the board and what stands beside it.
const GAP: u16 = 2;
/// What happened has at least so many lines.
const LEAST_STORY: u16 = 3;
/// A question has at least so many lines, if it needs them.
const LEAST_QUESTION: u16 = 5;
/// On a screen with so many lines one can be left for looks.
const HIGH: u16 = 28;

/// What there is to show.
#[derive(Debug, Clone, Copy, Default)]
pub struct Needs {
    /// How many columns the board takes at least.
    pub board_columns: u16,
    /// How many it can use.
    pub board_most: u16,
    /// How many lines the question takes.
    pub question: u16,
    /// How many lines the seats take.
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
    pub board: Rect,
    /// Whether the rest stands beside the board, and not below it.
    pub is_wide: bool,
    /// A line above the question, where there is room for one.
    pub rule: Rect,
    /// The question.
    pub question: Rect,
    /// The line that is being typed.
    pub input: Rect,
    /// What keys do.
    pub keys: Rect,
}

/// Whether anything has room beside the board.
fn is_wide(area: Rect, needs: Needs) -> bool {
    needs.board_columns > 0 && area.width >= needs.board_columns + GAP + SIDE
}

impl Panes {
    /// How many columns texts have that stand beside the board or below it.
    pub fn text_width(area: Rect, needs: Needs) -> u16 {
        if is_wide(area, needs) { area.width - board_width(area, needs) - GAP } else { area.width }
    }

    /// The parts of a screen.
    pub fn of(area: Rect, needs: Needs) -> Self {
        let line = |y: u16| Rect { y: area.y + y.min(area.height), height: u16::from(y < area.height), ..area };
        let rule = u16::from(area.height >= HIGH);
        let inner = area.height.saturating_sub(3 + rule);
        let most = (inner / 3).max(LEAST_QUESTION);
        let question = needs.question.min(most).min(inner);
        let body = Rect { y: area.y + 1, height: inner - question, ..area };
        let is_wide = is_wide(area, needs);
        let board = if is_wide {
            Rect { width: board_width(area, needs), ..body }
        } else if needs.board_columns == 0 {
            Rect { height: 0, ..body }
        } else {
            Rect { height: body.height.saturating_sub(LEAST_STORY), ..body }
        };
        Self {
            title: line(0),
            body,
            board,
            is_wide,
            rule: Rect { y: body.bottom(), height: rule, ..area },
            question: Rect { y: body.bottom() + rule, height: question, ..area },
            input: line(area.height.saturating_sub(2).max(1)),
            keys: line(area.height.saturating_sub(1).max(2)),
        }
    }

    /// Where seats and what happened stand, once it is known how many lines the board really takes. Seats below a board are
    /// left out where there is hardly any room.
    pub fn beside(&self, board_lines: u16, seats: u16) -> (Rect, Rect) {
        let rest = if self.is_wide {
            let x = self.board.right() + GAP;
            Rect { x, width: self.body.right().saturating_sub(x), ..self.body }
        } else {
            let taken = board_lines.min(self.board.height);
            Rect { y: self.body.y + taken, height: self.body.height - taken, ..self.body }
        };
        let room = rest.height.saturating_sub(LEAST_STORY);
        let seats = if seats <= room || self.is_wide { seats.min(room) } else { 0 };
        let story = Rect { y: rest.y + seats, height: rest.height - seats, ..rest };
        (Rect { height: seats, ..rest }, story)
    }
}

/// How many columns a board has that does not stand alone: as many as it can use, if so many are left.
fn board_width(area: Rect, needs: Needs) -> u16 {
    (area.width - SIDE - GAP).min(needs.board_most)
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
                    let needs = Needs { board_columns, board_most: board_columns.saturating_mul(2), question, seats };
                    let panes = Panes::of(area, needs);
                    let (seats, story) = panes.beside(21, needs.seats);
                    let all = [
                        panes.title,
                        panes.body,
                        panes.board,
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
        let panes = Panes::of(area, Needs { board_columns: 76, board_most: 90, question: 5, seats: 2 });
        assert_eq!((panes.board.height, panes.question.y, panes.question.height), (13, 17, 5));
        let (seats, story) = panes.beside(13, 2);
        assert_eq!((seats.height, story.y, story.height), (0, 14, 3));
    }
}
