//! Texts in lines that fit the screen: broken between words, set in behind what stands before them, ids side by side.

use super::canvas::{start_of, width_of};
use super::marks::printable;

/// A text behind `head`, broken between words; later lines begin below its first word.
#[must_use]
pub fn set_in(head: &str, text: &str, width: usize) -> String {
    set_hanging((head, width_of(head)), text, width)
}

/// The same with later lines set in by so many columns.
pub fn set_hanging((head, indent): (&str, usize), text: &str, width: usize) -> String {
    let mut out = head.to_owned();
    let mut at = width_of(head);
    for (n, word) in text.split_whitespace().enumerate() {
        let wide = width_of(word);
        if n > 0 && at + 1 + wide > width {
            out.push('\n');
            out.push_str(&" ".repeat(indent));
            at = indent;
        } else if n > 0 {
            out.push(' ');
            at += 1;
        }
        out.push_str(word);
        at += wide;
    }
    let lines: Vec<&str> = out.lines().map(str::trim_end).collect();
    lines.join("\n") + "\n"
}

/// Short texts in columns, row by row.
pub fn in_rows(texts: &[String], indent: usize, width: usize) -> String {
    let widest = texts.iter().map(|text| width_of(text)).max().unwrap_or(0) + 2;
    let each = (width.saturating_sub(indent) / widest).max(1);
    let row = |row: &[String]| {
        let mut line = " ".repeat(indent);
        for text in row {
            line.push_str(text);
            line.push_str(&" ".repeat(widest - width_of(text)));
        }
        line.trim_end().to_owned() + "\n"
    };
    texts.chunks(each).map(row).collect()
}

/// Two columns, the second set in.
pub fn in_columns(rows: &[(String, String)], indent: usize, width: usize) -> String {
    let first = rows.iter().map(|(first, _)| width_of(first)).max().unwrap_or(0);
    // A very long id is followed by its words, however ragged that looks.
    let first = first.min(width / 3);
    let row = |(id, words): &(String, String)| {
        let gap = " ".repeat(first.saturating_sub(width_of(id)) + 2);
        set_in(&format!("{}{id}{gap}", " ".repeat(indent)), words, width)
    };
    rows.iter().map(row).collect()
}

/// Rows of two columns, as many beside each other as have room: in columns, or else those that have room in half a line in two of
/// them, and a line for each that has not.
pub fn side_by_side(rows: &[(String, String)], indent: usize, width: usize) -> String {
    let first = rows.iter().map(|(first, _)| width_of(first)).max().unwrap_or(0);
    let row = |(id, words): &(String, String)| {
        let gap = " ".repeat(first - width_of(id) + 2);
        format!("{id}{gap}{words}").trim_end().to_owned()
    };
    let cells: Vec<String> = rows.iter().map(row).collect();
    let widest = cells.iter().map(|cell| width_of(cell)).max().unwrap_or(0);
    if indent + 2 * (widest + 2) <= width {
        let apart: Vec<String> = cells.iter().map(|cell| format!("{cell}  ")).collect();
        return in_rows(&apart, indent, width);
    }
    let (blanks, half) = (" ".repeat(indent), width.saturating_sub(indent) / 2);
    // Each with whether another has room behind it.
    let mut lines: Vec<(String, bool)> = Vec::new();
    for cell in cells {
        let is_short = width_of(&cell) + 2 <= half;
        match lines.last_mut() {
            Some((line, has_room)) if *has_room && is_short => {
                *line = format!("{line}{}{cell}", " ".repeat(half - width_of(line)));
                *has_room = false;
            }
            _ => lines.push((cell, is_short)),
        }
    }
    let whole = |line: &str| {
        if width_of(line) + indent <= width { format!("{blanks}{line}\n") } else { set_in(&blanks, line, width) }
    };
    lines.iter().map(|(line, _)| whole(line)).collect()
}

/// The same one after another, in as few lines as can be, however ragged that looks.
pub fn packed(rows: &[(String, String)], indent: usize, width: usize) -> String {
    let cells: Vec<String> = rows.iter().map(|(id, words)| format!("{id}  {words}").trim_end().to_owned()).collect();
    let blanks = " ".repeat(indent);
    let lines = in_parts(&cells, width.saturating_sub(indent));
    lines.lines().fold(String::new(), |text, line| text + &blanks + line + "\n")
}

/// Parts of a line, three blanks between two, as many in a line as have room; only a part that is longer is broken.
pub fn in_parts(parts: &[String], width: usize) -> String {
    let mut lines: Vec<String> = Vec::new();
    for part in parts {
        match lines.last_mut() {
            Some(line) if width_of(line) + 3 + width_of(part) <= width => {
                line.push_str("   ");
                line.push_str(part);
            }
            _ => lines.push(part.clone()),
        }
    }
    let whole = |line: String| if width_of(&line) <= width { line + "\n" } else { set_in("", &line, width) };
    lines.into_iter().map(whole).collect()
}

/// Rows below their heads, in columns; of what is too long in the last one, the end is left out.
#[must_use]
pub fn in_table<const N: usize>(head: [&str; N], rows: &[[String; N]], width: usize) -> Vec<String> {
    let printed = |row: &[String; N]| row.each_ref().map(|cell| printable(cell));
    let all: Vec<[String; N]> = std::iter::once(head.map(str::to_owned)).chain(rows.iter().map(printed)).collect();
    let widest = |column: usize| all.iter().map(|row| width_of(&row[column])).max().unwrap_or(0);
    let line = |row: &[String; N]| {
        let mut line = String::new();
        for (column, cell) in row.iter().enumerate() {
            let room = width.saturating_sub(width_of(&line)).max(LEAST);
            let cell = if column + 1 == N { cut_to(cell, room) } else { cell.clone() };
            line.push_str(&cell);
            line.push_str(&" ".repeat(widest(column).saturating_sub(width_of(&cell)) + 2));
        }
        line.trim_end().to_owned()
    };
    all.iter().map(line).collect()
}

/// The last column of a table has at least so much room.
const LEAST: usize = 24;

/// A text that fits, perhaps without its end.
fn cut_to(text: &str, width: usize) -> String {
    if width_of(text) <= width {
        return text.to_owned();
    }
    start_of(text, width.saturating_sub(3)).trim_end().to_owned() + "..."
}

#[cfg(test)]
mod tests {
    use super::{in_columns, in_rows, set_in, side_by_side};

    #[test]
    fn later_lines_are_set_in() {
        assert_eq!(set_in("  12  ", "a ghost walks home", 16), "  12  a ghost\n      walks home\n");
        assert_eq!(set_in("head: ", "", 16), "head:\n");
    }

    #[test]
    fn ids_stand_side_by_side() {
        let ids: Vec<String> = ["A1", "B10", "C3", "D4"].map(str::to_owned).to_vec();
        assert_eq!(in_rows(&ids, 2, 17), "  A1   B10  C3\n  D4\n");
    }

    #[test]
    fn words_stand_in_a_column() {
        let rows = [("lure".to_owned(), "two actions".to_owned()), ("b".to_owned(), "three".to_owned())];
        assert_eq!(in_columns(&rows, 2, 80), "  lure  two actions\n  b     three\n");
        assert_eq!(side_by_side(&rows, 2, 80), "  lure  two actions    b     three\n");
        assert_eq!(side_by_side(&rows, 2, 33), "  lure  two actions\n  b     three\n");
        let short = [rows[1].clone(), ("c".to_owned(), "four".to_owned())];
        let all = [&rows[..], &short[..1], &short[1..]].concat();
        assert_eq!(side_by_side(&all, 2, 34), "  lure  two actions\n  b     three     b     three\n  c     four\n");
    }
}
