//! A line taken apart into the names in it. What they mean is for others to say.

/// What people say between the names on a line, and behind the last.
const BETWEEN: [&str; 11] = ["and", "&", "then", "also", "please", "the", "my", "your", "our", "his", "their"];

/// Where the words of a text begin and end that may be names; one that only joins others is none.
pub(super) fn word_ends(text: &str) -> Vec<(usize, usize)> {
    let mut ends = all_word_ends(text);
    let joins =
        |(start, end): &(usize, usize)| BETWEEN.iter().any(|word| word.eq_ignore_ascii_case(&text[*start..*end]));
    if ends.iter().any(|word| !joins(word)) {
        ends.retain(|word| !joins(word));
    }
    ends
}

fn all_word_ends(text: &str) -> Vec<(usize, usize)> {
    let mut ends = Vec::new();
    let mut open = None;
    for (at, letter) in text.char_indices().chain([(text.len(), ' ')]) {
        let between = letter.is_whitespace() || letter == ',';
        match open {
            Some(start) if between => {
                ends.push((start, at));
                open = None;
            }
            None if !between => open = Some(at),
            _ => {}
        }
    }
    ends
}

/// The names in an answer, as far as they are words; a comma between figures belongs to a name, such as `5,2` or `5 ,2`.
#[must_use]
pub fn words_apart(text: &str) -> Vec<&str> {
    let figures = |at: usize| text.as_bytes().get(at).is_some_and(u8::is_ascii_digit);
    let before = |at: usize| text[..at].trim_end_matches(' ').len();
    let inside = |at: usize| before(at) > 0 && figures(before(at) - 1) && figures(at + 1);
    let mut ends: Vec<(usize, usize)> = Vec::new();
    for (start, end) in word_ends(text) {
        match ends.last_mut() {
            Some(last) if start > 0 && text[last.1..start].trim_start() == "," && inside(start - 1) => last.1 = end,
            _ => ends.push((start, end)),
        }
    }
    ends.into_iter().map(|(start, end)| &text[start..end]).collect()
}

#[cfg(test)]
mod tests {
    use super::words_apart;

    #[test]
    fn a_comma_between_figures_keeps_a_name_together() {
        for (text, words) in [
            ("5,2 5,3", vec!["5,2", "5,3"]),
            ("D3,E3, F3", vec!["D3", "E3", "F3"]),
            ("A1,2", vec!["A1,2"]),
            ("5, 2", vec!["5", "2"]),
            ("B1 8 ,2", vec!["B1", "8 ,2"]),
            (",5,,2,", vec!["5", "2"]),
            ("ä5,2ö", vec!["ä5,2ö"]),
            (" \t", vec![]),
            ("the rope and my lamp, then D3 please", vec!["rope", "lamp", "D3"]),
            ("and", vec!["and"]),
        ] {
            assert_eq!(words_apart(text), words, "{text}");
        }
    }
}
