//! What happened, as lines of text: entries with their numbers, and what came of each set in below it.

use crate::referee::LogLine;

use super::lines::set_in;
use super::marks::printable;

/// What stands before each further line of an entry: as much as its number takes.
const GOES_ON: &str = "       ";

/// A line of the log.
#[must_use]
pub fn log_line(line: &LogLine, width: usize) -> String {
    let text = printable(&line.text);
    match (line.is_entry, line.taken_back_by) {
        (false, _) => set_in("        ", &text, width),
        (true, None) => set_in(&format!("{:>5}  ", line.seq), &text, width),
        (true, Some(by)) => set_in(&format!("{:>5}  ", line.seq), &format!("{text} (taken back by entry {by})"), width),
    }
}

/// Whether a line of text only goes on with an entry.
pub fn goes_on(line: &str) -> bool {
    line.strip_prefix(GOES_ON).is_some_and(|rest| !rest.starts_with(' '))
}

/// The lines that came after an entry; of many only the last, and how many there are before them.
#[must_use]
pub fn news(log: &[LogLine], since: u64, most: usize, width: usize) -> String {
    let new: Vec<&LogLine> = log.iter().filter(|line| line.seq > since).collect();
    let left_out = new.len().saturating_sub(most);
    let head = if left_out > 1 { format!("  ...  ({left_out} lines before)\n") } else { String::new() };
    let shown = &new[if left_out > 1 { left_out } else { 0 }..];
    shown.iter().fold(head, |text, line| text + &log_line(line, width))
}
