//! What happened, as lines of text: entries with their numbers, and what came of each set in below it.

use crate::referee::{LogLine, is_small};

use super::lines::set_in;
use super::marks::printable;

/// Where there is little room, texts begin behind so many columns; what stands before each further line of one.
pub const IN_STORY: usize = 6;
const GOES_ON: &str = "       ";
/// More entries than these that were taken back at once are one line.
const MOST_TAKEN_BACK: usize = 2;

/// A line of the log.
#[must_use]
pub fn log_line(line: &LogLine, width: usize) -> String {
    let head = if line.is_entry { format!("{:>5}  ", line.seq) } else { "        ".to_owned() };
    set_in(&head, &words_of_line(line), width)
}

/// The same where there is little room, not broken yet.
fn short_line(line: &LogLine) -> String {
    let number = if line.is_entry { line.seq.to_string() } else { String::new() };
    format!("{number:>4}  {}\n", words_of_line(line))
}

fn words_of_line(line: &LogLine) -> String {
    let text = printable(&line.text);
    match line.taken_back_by.filter(|_| line.is_entry) {
        Some(by) => format!("{text} (taken back by entry {by})"),
        None => text,
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
    told(log, since, most, &|line| log_line(line, width))
}

fn told(log: &[LogLine], since: u64, most: usize, told: &dyn Fn(&LogLine) -> String) -> String {
    let new: Vec<&LogLine> = log.iter().filter(|line| line.seq > since).collect();
    let new = with_taken_back_in_short(&new);
    let left_out = new.len().saturating_sub(most);
    let head = if left_out > 1 { format!("  ...  ({left_out} lines before)\n") } else { String::new() };
    let shown = &new[if left_out > 1 { left_out } else { 0 }..];
    shown.iter().fold(head, |text, line| text + &told(line))
}

/// The same where there is little room, not broken yet: what was chosen is not said where what came of it says it; other choices of one
/// seat that follow each other stand in one line without what was asked.
#[must_use]
pub fn news_in_short(log: &[LogLine], since: u64, most: usize) -> String {
    let new = &log[log.partition_point(|line| line.seq <= since)..];
    told(&in_short(new), since, most, &short_line)
}

/// Whether what came after an entry ends in something that was chosen, and nothing has come of that.
#[must_use]
pub fn ends_in_choice(log: &[LogLine], since: u64) -> bool {
    log.last()
        .is_some_and(|last| last.seq > since && last.is_entry && last.chosen.is_some() && last.taken_back_by.is_none())
}

fn in_short(log: &[LogLine]) -> Vec<LogLine> {
    let mut short: Vec<LogLine> = Vec::with_capacity(log.len());
    let mut run: Vec<String> = Vec::new();
    let mut says_it = false;
    for (line, next) in log.iter().zip(log.iter().skip(1).map(Some).chain([None])) {
        let came_of_it = next.filter(|next| !next.is_entry);
        let Some([who, what]) = line.chosen.as_ref().filter(|_| line.taken_back_by.is_none()) else {
            says_it |= line.is_entry && came_of_it.is_some_and(|next| says_what_was_told(&line.text, &next.text));
            if !line.is_entry || !says_it {
                short.push(LogLine { is_entry: line.is_entry || says_it, ..line.clone() });
                says_it = false;
            }
            continue;
        };
        run.push(what.clone());
        let of_same = |next: &&LogLine| next.taken_back_by.is_none() && next.seat == line.seat && next.chosen.is_some();
        if next.is_some_and(|next| of_same(&next)) {
            continue;
        }
        says_it = came_of_it.is_some_and(|next| begins_with(&next.text, who) || mentions(&next.text, what));
        if says_it {
            run.clear();
            continue;
        }
        // Without what came of it, a single word says too little.
        let is_told = run.len() > 1 || came_of_it.is_some() || what.contains(' ');
        let text = if is_told { format!("{who}: {}", run.join(", ")) } else { line.text.clone() };
        short.push(LogLine { text, ..line.clone() });
        run.clear();
    }
    short
}

/// Whether what came of an entry that told what was dealt says whose it was, and what.
fn says_what_was_told(entry: &str, came_of_it: &str) -> bool {
    let who = entry.split_once(": ").map(|(who, _)| who);
    let what = entry.rsplit_once("? ").map(|(_, what)| what);
    who.zip(what).is_some_and(|(who, what)| begins_with(came_of_it, who) && mentions(came_of_it, what))
}

/// Whether a text has one of the words of what was chosen that say anything.
fn mentions(text: &str, chosen: &str) -> bool {
    let words = |text: &str| -> Vec<String> {
        let plain = |word: &str| word.trim_matches(|sign: char| !sign.is_alphanumeric()).to_lowercase();
        text.split_whitespace().map(plain).filter(|word| word.len() > 1 && !is_small(word)).collect()
    };
    let said = words(text);
    words(chosen).iter().any(|word| said.contains(word))
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
        let told = "   5  a ghost goes from K20 to J19\n   6  Ben: Which ghost moves? done\n";
        assert_eq!(news_in_short(&log, 3, 9), told);
        let said = [line(7, Some(["Ben", "bait"]), "Ben: What do you do? bait"), line(7, None, "Ben baits a ghost")];
        assert_eq!(news_in_short(&said, 3, 9), "   7  Ben baits a ghost\n");
        let alone = [line(8, Some(["Ben", "end the turn"]), "Ben: 2 actions left: what do you do? end the turn")];
        assert_eq!(news_in_short(&alone, 3, 9), "   8  Ben: end the turn\n");
        let other = [line(9, Some(["Ben", "J1"]), "Ben: Where to? J1"), line(9, None, "it is the turn of Ann")];
        assert_eq!(news_in_short(&other, 3, 9), "   9  Ben: J1\n      it is the turn of Ann\n");
        let dealt = [line(10, None, "Ben: What was dealt? a bone"), line(10, None, "Ben turns up a bone")];
        let dealt = dealt.map(|line| LogLine { is_entry: line.text.contains('?'), ..line });
        assert_eq!(news_in_short(&dealt, 3, 9), "  10  Ben turns up a bone\n");
    }
}
