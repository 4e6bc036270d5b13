//! Lines that flow through columns: how many of them a column takes, so that what belongs together stays together. Knows
//! heights and what must not be torn; draws nothing.

use std::sync::Arc;

use crate::layout::face::Role;
use crate::layout::text::lines::TextLine;

use super::figure::Drawing;

/// Rounding may make an exact fit a hair too high.
const HAIR: f32 = 0.01;

/// A line of text, or a figure with its caption: what no column divides.
#[derive(Debug, Clone, Default)]
pub struct FlowLine {
    /// The text; of a figure only its height and what is above it.
    pub text: TextLine,
    /// What is written below a figure.
    pub caption: Vec<TextLine>,
    /// What is seen of a figure.
    pub drawing: Option<Drawing>,
    /// The steps of numbered lists that it belongs to, the outermost first.
    pub steps: Vec<usize>,
    /// The heading it is the first line of, counted from 0.
    pub heading: Option<usize>,
    /// Whether a page begins with it.
    pub starts_page: bool,
    /// The passage it belongs to, by its number, and what that is.
    pub passage: Option<(usize, Role)>,
    /// The headings of the table it is a row of, which stand above it when a column begins with it.
    pub table_head: Option<Arc<TextLine>>,
}

impl FlowLine {
    /// A line of text.
    #[must_use]
    pub fn of(text: TextLine) -> Self {
        Self { text, ..Self::default() }
    }

    /// Space above, which falls away at the top of a column.
    #[must_use]
    pub const fn gap(&self) -> f32 {
        self.text.gap
    }

    /// Its height, without the gap.
    #[must_use]
    pub const fn height(&self) -> f32 {
        self.text.height
    }

    /// The headings of its table once more, where a column of this height has room for them above it.
    #[must_use]
    pub fn repeated_head(&self, column: f32) -> Option<Self> {
        let head = self.table_head.as_ref().filter(|head| head.height + self.height() <= column)?;
        let (steps, passage) = (self.steps.clone(), self.passage.clone());
        Some(Self { steps, passage, ..Self::of(TextLine::clone(head)) })
    }
}

/// The height of the steps among some lines, by their numbers.
#[derive(Debug, Default)]
pub struct StepHeights(std::collections::HashMap<usize, f32>);

impl StepHeights {
    /// Those of all steps.
    #[must_use]
    pub fn of(lines: &[FlowLine]) -> Self {
        let mut heights = std::collections::HashMap::new();
        for line in lines {
            for step in &line.steps {
                // The gap above the first line falls away.
                heights
                    .entry(*step)
                    .and_modify(|height| *height += line.gap() + line.height())
                    .or_insert(line.height());
            }
        }
        Self(heights)
    }

    /// Whether a break between two lines tears a step that would have had room in a column of its own.
    fn are_torn(&self, before: &FlowLine, after: &FlowLine, column: f32) -> bool {
        let is_torn = |step: &usize| {
            after.steps.contains(step) && self.0.get(step).is_some_and(|height| *height <= column + HAIR)
        };
        before.steps.iter().any(is_torn)
    }
}

/// Where the column ends that begins with a line: before this one. It takes at least one.
#[must_use]
pub fn column_end(lines: &[FlowLine], from: usize, height: f32, steps: &StepHeights) -> usize {
    let page = lines.iter().skip(from + 1).position(|line| line.starts_page);
    let lines = page.map_or(lines, |page| &lines[..=from + page]);
    let mut used = 0.0;
    let mut end = from;
    while let Some(line) = lines.get(end) {
        used += line.height() + if end == from { 0.0 } else { line.gap() };
        if used > height + HAIR && end > from {
            break;
        }
        end += 1;
    }
    if end == lines.len() {
        return end;
    }
    let may_break = |at: &usize| !lines[*at - 1].text.keep_with_next;
    let is_whole = |at: &usize| !steps.are_torn(&lines[*at - 1], &lines[*at], height);
    let places = || (from + 1..=end).rev();
    places().find(|at| may_break(at) && is_whole(at)).or_else(|| places().find(may_break)).unwrap_or(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(height: f32, keep_with_next: bool) -> FlowLine {
        FlowLine::of(TextLine { height, keep_with_next, ..TextLine::default() })
    }

    fn step(height: f32, step: usize) -> FlowLine {
        FlowLine { steps: vec![step], ..line(height, false) }
    }

    fn columns(lines: &[FlowLine], height: f32) -> Vec<usize> {
        let steps = StepHeights::of(lines);
        let (mut from, mut columns) = (0, Vec::new());
        while from < lines.len() {
            let end = column_end(lines, from, height, &steps);
            columns.push(end - from);
            from = end;
        }
        columns
    }

    #[test]
    fn a_heading_goes_with_its_text() {
        let lines = [line(4.0, false), line(4.0, false), line(2.0, true), line(4.0, false)];
        assert_eq!(columns(&lines, 10.0), [2, 2]);
    }

    #[test]
    fn a_column_ends_before_a_new_page() {
        let page = FlowLine { starts_page: true, ..line(2.0, false) };
        assert_eq!(columns(&[line(2.0, false), line(2.0, true), page, line(2.0, false)], 10.0), [2, 2]);
    }

    #[test]
    fn a_line_taller_than_the_column_still_gets_one() {
        assert_eq!(columns(&[line(40.0, false), line(40.0, true)], 10.0), [1, 1]);
    }

    #[test]
    fn a_step_is_torn_only_when_no_column_holds_it() {
        let lines = [line(4.0, false), step(4.0, 1), step(4.0, 1), line(2.0, false)];
        assert_eq!(columns(&lines, 10.0), [1, 3]);
        let tall = [line(4.0, false), step(4.0, 1), step(4.0, 1), step(4.0, 1), line(2.0, false)];
        assert_eq!(columns(&tall, 10.0), [2, 3]);
    }

    #[test]
    fn a_step_inside_a_torn_one_stays_whole() {
        let inner = |outer: usize, inner: usize| FlowLine { steps: vec![outer, inner], ..line(4.0, false) };
        let lines = [step(4.0, 1), inner(1, 2), inner(1, 2), inner(1, 3), inner(1, 3)];
        assert_eq!(columns(&lines, 10.0), [1, 2, 2]);
    }

    proptest::proptest! {
        #[test]
        fn every_line_has_its_column(
            all in proptest::collection::vec((1_u8..60, proptest::bool::ANY, 0_usize..6), 1..60), height in 1_u8..80,
        ) {
            let lines: Vec<FlowLine> = all
                .iter()
                .map(|(high, keep, step)| FlowLine { steps: vec![*step], ..line(f32::from(*high), *keep) })
                .collect();
            let taken = columns(&lines, f32::from(height));
            proptest::prop_assert_eq!(taken.iter().sum::<usize>(), lines.len());
            let mut from = 0;
            for count in taken {
                let total: f32 = lines[from..from + count].iter().map(FlowLine::height).sum();
                proptest::prop_assert!(count == 1 || total <= f32::from(height) + HAIR);
                from += count;
            }
        }
    }
}
