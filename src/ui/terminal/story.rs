//! What happened, as lines of text: entries with their numbers, and what came of each set in below it.

use crate::referee::LogLine;

use super::lines::set_in;
use super::marks::printable;

/// What stands before each further line of an entry: as much as its number takes.
const GOES_ON: &str = "       ";
/// More entries than these that were taken back at once are one line.
const MOST_TAKEN_BACK: usize = 2;

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

/// The same lines, with each run of entries that were taken back at once as one line.
fn with_taken_back_in_short(log: &[&LogLine]) -> Vec<LogLine> {
    let runs = log.chunk_by(|one, next| one.taken_back_by.is_some() && one.taken_back_by == next.taken_back_by);
    let told = |run: &[&LogLine]| match (run, run[0].taken_back_by) {
        ([first, .., last], Some(by)) if run.len() > MOST_TAKEN_BACK => {
            let text = format!("to entry {}: taken back by entry {by}", last.seq);
            vec![LogLine { text, taken_back_by: None, ..(*first).clone() }]
        }
        _ => run.iter().map(|line| (*line).clone()).collect(),
    };
    runs.flat_map(told).collect()
}

/// The lines that came after an entry; of many only the last, and how many there are before them.
#[must_use]
pub fn news(log: &[LogLine], since: u64, most: usize, width: usize) -> String {
    let new: Vec<&LogLine> = log.iter().filter(|line| line.seq > since).collect();
    let new = with_taken_back_in_short(&new);
    let left_out = new.len().saturating_sub(most);
    let head = if left_out > 1 { format!("  ...  ({left_out} lines before)\n") } else { String::new() };
    let shown = &new[if left_out > 1 { left_out } else { 0 }..];
    shown.iter().fold(head, |text, line| text + &log_line(line, width))
}

/// The same where there is little room: choices of one seat that follow each other stand in one line without what was asked, as
/// long as what came of them says it; where that begins with whoever chose, it stands alone.
#[must_use]
pub fn news_in_short(log: &[LogLine], since: u64, most: usize, width: usize) -> String {
    let new = &log[log.partition_point(|line| line.seq <= since)..];
    news(&in_short(new), since, most, width)
}

fn in_short(log: &[LogLine]) -> Vec<LogLine> {
    let mut short: Vec<LogLine> = Vec::with_capacity(log.len());
    let mut run: Vec<String> = Vec::new();
    let mut says_it = false;
    for (line, next) in log.iter().zip(log.iter().skip(1).map(Some).chain([None])) {
        let Some([who, what]) = line.chosen.as_ref().filter(|_| line.taken_back_by.is_none()) else {
            short.push(LogLine { is_entry: line.is_entry || says_it, ..line.clone() });
            says_it = false;
            continue;
        };
        run.push(what.clone());
        let of_same = |next: &&LogLine| next.taken_back_by.is_none() && next.seat == line.seat && next.chosen.is_some();
        if next.is_some_and(|next| of_same(&next)) {
            continue;
        }
        says_it = next.is_some_and(|next| !next.is_entry && begins_with(&next.text, who));
        if says_it {
            run.clear();
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

/// Whether a text begins with a name.
fn begins_with(text: &str, name: &str) -> bool {
    text.strip_prefix(name).is_some_and(|rest| rest.starts_with(' '))
}

#[cfg(test)]
mod tests {
    use super::{news, news_in_short};
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
    fn what_was_taken_back_at_once_is_one_line() {
        let taken = |seq| LogLine { taken_back_by: Some(8), ..line(seq, Some(["Ben", "J1"]), "Ben: J1") };
        let log = [line(3, None, "it rains"), taken(4), taken(5), taken(6), line(8, None, "Ann takes it back")];
        let told = "        it rains\n    4  to entry 6: taken back by entry 8\n        Ann takes it back\n";
        assert_eq!(news(&log, 2, 9, 80), told);
        let few = "    4  Ben: J1 (taken back by entry 8)\n    5  Ben: J1 (taken back by entry 8)\n";
        assert_eq!(news(&[taken(4), taken(5)], 2, 9, 80), few);
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
        let said = [line(7, Some(["Ben", "bait"]), "Ben: What do you do? bait"), line(7, None, "Ben baits a ghost")];
        assert_eq!(news_in_short(&said, 3, 9, 80), "    7  Ben baits a ghost\n");
    }
}
