//! Texts in the room there is: what matters least is left out whole, and never half a word. Draws nothing.

use crate::ui::terminal::canvas::{cut, width_of};
use crate::ui::terminal::lines::set_hanging;

/// What stands for parts that were left out.
const MORE: &str = " ...";
/// No seat has more lines than this where they are too many.
const MOST_LINES: usize = 9;
/// In fewer columns than this texts do not begin below each other, but right behind their names, and go on set in by so many.
const NARROW: usize = 48;
const HANGING: usize = 2;

/// As many parts as have room in a line, from the first on, and how many these are.
pub fn parts_in(parts: &[&str], between: &str, width: usize) -> (String, usize) {
    let mut line = String::new();
    for (n, part) in parts.iter().enumerate() {
        let between = if n == 0 { "" } else { between };
        if width_of(&line) + width_of(between) + width_of(part) > width {
            return (line, n);
        }
        line.push_str(between);
        line.push_str(part);
    }
    (line, parts.len())
}

/// The line above the table: how the game stands, then the names, as far as there is room; and what of the first was left out.
pub fn title(status: &str, names: &[String], width: usize) -> (String, String) {
    let parts: Vec<&str> = status.split("; ").filter(|part| !part.is_empty()).collect();
    let (line, many) = parts_in(&parts, "; ", width);
    if many == 0 && !parts.is_empty() {
        let smaller: Vec<&str> = parts[0].split(", ").collect();
        let (line, many) = parts_in(&smaller, ", ", width);
        let rest: Vec<String> = std::iter::once(smaller[many..].join(", "))
            .chain(parts[1..].iter().map(|part| (*part).to_owned()))
            .collect();
        return if many == 0 { (cut(parts[0], width, false), parts[1..].join("; ")) } else { (line, rest.join("; ")) };
    }
    if many < parts.len() {
        return (line, parts[many..].join("; "));
    }
    let first = (!line.is_empty()).then_some(line.as_str());
    let all: Vec<&str> = first.into_iter().chain(names.iter().map(String::as_str)).collect();
    (parts_in(&all, " · ", width).0, String::new())
}

/// Words that were offered, and how many more there are.
pub fn offered(words: &[String], width: usize) -> String {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let (line, many) = parts_in(&words, " · ", width);
    if many == words.len() {
        return line;
    }
    let (line, many) = parts_in(&words, " · ", width.saturating_sub(width_of(" · and 9999 more")));
    format!("{line} · and {} more", words.len() - many)
}

/// Names with a text beside each, in so many lines: where there is too much to say, the ends of the longest are left out,
/// last that of the one who is asked.
pub fn seats(rows: &[(String, String)], asked: Option<&str>, (width, room): (usize, usize)) -> Vec<String> {
    let limited = |most: usize, most_of_asked: usize| -> Vec<String> {
        let name_width = rows.iter().map(|(name, _)| width_of(name)).max().unwrap_or(0).min(width / 3);
        let row = |(name, text): &(String, String)| {
            let most = if Some(name.trim_end_matches(':')) == asked { most_of_asked } else { most };
            if width < NARROW {
                return in_lines((&format!("{name} "), HANGING), text, (width, most));
            }
            let head = format!("{name}{}", " ".repeat(name_width.saturating_sub(width_of(name)) + 2));
            in_lines((&head, width_of(&head)), text, (width, most))
        };
        rows.iter().flat_map(row).collect()
    };
    let tries = (1..=MOST_LINES).rev().map(|most| (most, usize::MAX));
    let tries =
        std::iter::once((usize::MAX, usize::MAX)).chain(tries).chain((1..=MOST_LINES).rev().map(|most| (1, most)));
    let mut told = Vec::new();
    for (most, most_of_asked) in tries {
        told = limited(most, most_of_asked);
        if told.len() <= room {
            return told;
        }
    }
    told.truncate(room);
    told
}

/// A text behind its head, in at most so many lines: as many of its parts as have room.
fn in_lines(head: (&str, usize), text: &str, (width, most): (usize, usize)) -> Vec<String> {
    let lines = |text: &str| set_hanging(head, text, width).lines().map(str::to_owned).collect::<Vec<_>>();
    let all = lines(text);
    if all.len() <= most {
        return all;
    }
    for between in ["; ", ", ", " "] {
        let parts: Vec<&str> = text.split(between).collect();
        let shorter = (1..parts.len()).rev().map(|many| lines(&format!("{}{MORE}", parts[..many].join(between))));
        if let Some(told) = shorter.into_iter().find(|told| told.len() <= most) {
            return told;
        }
    }
    all.into_iter().take(most).collect()
}

#[cfg(test)]
mod tests {
    use super::{offered, parts_in, seats, title};

    #[test]
    fn a_line_has_whole_parts_only() {
        assert_eq!(parts_in(&["one", "two", "three"], " · ", 12), ("one · two".to_owned(), 2));
        let names = ["Ghosts", "table attic"].map(str::to_owned);
        let told = |width: usize| title("round 3: Ann, 2 actions; 12 ghosts", &names, width);
        assert_eq!(told(60).0, "round 3: Ann, 2 actions; 12 ghosts · Ghosts · table attic");
        assert_eq!(told(50), ("round 3: Ann, 2 actions; 12 ghosts · Ghosts".to_owned(), String::new()));
        assert_eq!(told(30), ("round 3: Ann, 2 actions".to_owned(), "12 ghosts".to_owned()));
        assert_eq!(told(15), ("round 3: Ann".to_owned(), "2 actions; 12 ghosts".to_owned()));
        assert_eq!(title("", &names, 30).0, "Ghosts · table attic");
        let words: Vec<String> = (0..20).map(|n| format!("word{n}")).collect();
        assert_eq!(offered(&words, 40), "word0 · word1 · word2 · and 17 more");
    }

    #[test]
    fn seats_lose_what_matters_least() {
        let rows = [("Ann:", "red; 3 traps; 2 ghosts"), ("Bob:", "blue, at home; 1 trap")]
            .map(|(name, text)| (name.to_owned(), text.to_owned()));
        let told = |width: usize, room: usize| seats(&rows, Some("Bob"), (width, room)).join("\n");
        assert_eq!(told(60, 2), "Ann:  red; 3 traps; 2 ghosts\nBob:  blue, at home; 1 trap");
        assert_eq!(told(40, 2), "Ann: red; 3 traps; 2 ghosts\nBob: blue, at home; 1 trap");
        assert_eq!(told(22, 3), "Ann: red; 3 traps ...\nBob: blue, at home; 1\n  trap");
        assert_eq!(told(22, 2), "Ann: red; 3 traps ...\nBob: blue, at home ...");
        assert_eq!(told(22, 0), "");
    }
}
