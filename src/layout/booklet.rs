//! Lets a long text flow through columns, one after the other, headings kept with what they head.

use std::collections::VecDeque;

use super::typeset::{Line, stacked_height};

/// The lines of a text that have not found a column yet.
pub struct Flow {
    lines: VecDeque<Line>,
}

impl Flow {
    /// All lines still to come.
    #[must_use]
    pub fn new(lines: Vec<Line>) -> Self {
        Self { lines: lines.into() }
    }

    /// Whether every line has found its column.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.lines.is_empty()
    }

    /// The next lines, as many as a column of this height takes; at least one.
    pub fn take(&mut self, height: f32) -> Vec<Line> {
        let mut column: Vec<Line> = Vec::new();
        while let Some(line) = self.lines.pop_front() {
            column.push(line);
            if column.len() > 1 && stacked_height(&column) > height {
                self.lines.extend(column.pop());
                self.lines.rotate_right(1);
                self.give_back_kept(&mut column);
                break;
            }
        }
        column
    }

    /// Lines that must not be last go to the next column, unless nothing would stay.
    fn give_back_kept(&mut self, column: &mut Vec<Line>) {
        let stay = column.iter().rposition(|line| !line.keep_with_next).map_or(0, |last| last + 1);
        if stay > 0 {
            for line in column.split_off(stay).into_iter().rev() {
                self.lines.push_front(line);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(height: f32, keep_with_next: bool) -> Line {
        Line { height, keep_with_next, ..Line::default() }
    }

    fn columns(lines: Vec<Line>, height: f32) -> Vec<usize> {
        let mut flow = Flow::new(lines);
        let mut columns = Vec::new();
        while !flow.is_done() {
            columns.push(flow.take(height).len());
        }
        columns
    }

    #[test]
    fn a_heading_goes_with_its_text() {
        let lines = vec![line(4.0, false), line(4.0, false), line(2.0, true), line(4.0, false)];
        assert_eq!(columns(lines, 10.0), [2, 2]);
    }

    #[test]
    fn a_line_taller_than_the_column_still_gets_one() {
        assert_eq!(columns(vec![line(40.0, false), line(40.0, true)], 10.0), [1, 1]);
    }
}
