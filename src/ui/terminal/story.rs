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

/// The same where there is little room: choices of one seat that follow each other stand in one line without what was asked, as
/// long as what came of them says it.
#[must_use]
pub fn news_in_short(log: &[LogLine], since: u64, most: usize, width: usize) -> String {
    let new = &log[log.partition_point(|line| line.seq <= since)..];
    news(&in_short(new), since, most, width)
}

fn in_short(log: &[LogLine]) -> Vec<LogLine> {
    let mut short: Vec<LogLine> = Vec::with_capacity(log.len());
    let mut run: Vec<String> = Vec::new();
    for (line, next) in log.iter().zip(log.iter().skip(1).map(Some).chain([None])) {
        let Some([who, what]) = line.chosen.as_ref().filter(|_| line.taken_back_by.is_none()) else {
            short.push(line.clone());
            continue;
        };
        run.push(what.clone());
        let of_same = |next: &&LogLine| next.taken_back_by.is_none() && next.seat == line.seat && next.chosen.is_some();
        if next.is_some_and(|next| of_same(&next)) {
            continue;
        }
        // Without what came of it, a single choice says too little.
        let is_told = run.len() > 1 || next.is_some_and(|next| !next.is_entry);
        let text = if is_told { format!("{who}: {}", run.join(", ")) } else { line.text.clone() };
        short.push(LogLine { text, ..line.clone() });
        run.clear();
    }
    short
}

#[cfg(test)]
mod tests {
    use super::news_in_short;
    use crate::referee::{LogLine, Seat};

    fn line(seq: u64, chosen: Option<[&str; 2]>, text: &str) -> LogLine {
        LogLine {
            seq,
            at: None,
            text: text.to_owned(),
            is_entry: chosen.is_some(),
            taken_back_by: None,
            about: None,
            set: Vec::new(),
            seat: chosen.map(|_| Seat(0)),
            chosen: chosen.map(|words| words.map(str::to_owned)),
            opens: false,
        }
    }

    #[test]
    fn choices_that_follow_each_other_are_one_line() {
        let log = [
            line(3, Some(["Ben", "J1"]), "Ben: Which ghost moves? J1"),
            line(4, Some(["Ben", "K20"]), "Ben: Which ghost moves? K20"),
            line(5, Some(["Ben", "J19"]), "Ben: Where does the ghost on K20 go? J19"),
            line(5, None, "a ghost goes from K20 to J19"),
            line(6, Some(["Ben", "done"]), "Ben: Which ghost moves? done"),
        ];
        let told = "    5  Ben: K20, J19\n        a ghost goes from K20 to J19\n    6  Ben: Which ghost moves? done\n";
        assert_eq!(news_in_short(&log, 3, 9, 80), told);
    }
}
