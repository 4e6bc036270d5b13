//! Quotes as typographers set them: straight ones of a text become those of its language, and apostrophes curly. What is an
//! inch or a foot stays straight. Sees one text after the other as it is read; knows no fonts.

/// The quotation marks of a language: what opens and closes a quotation, and one within it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QuoteMarks {
    double: [&'static str; 2],
    single: [&'static str; 2],
}

const APOSTROPHE: char = '’';
/// Stands for whatever has ended a quotation, and is no beginning of another.
const CLOSED: char = '’';
const ENGLISH: QuoteMarks = QuoteMarks { double: ["“", "”"], single: ["‘", "’"] };

/// Languages with other marks, as the Unicode locale data has them.
const LANGUAGES: &[(&[&str], QuoteMarks)] = &[
    (&["de-CH", "de-LI", "it-CH"], QuoteMarks { double: ["«", "»"], single: ["‹", "›"] }),
    (&["fr-CH"], QuoteMarks { double: ["«", "»"], single: ["‹", "›"] }),
    (&["de", "cs", "sk", "sl", "hr", "is", "lb"], QuoteMarks { double: ["„", "“"], single: ["‚", "‘"] }),
    (&["bg", "et", "lt", "mk", "sq", "sr", "ka"], QuoteMarks { double: ["„", "“"], single: ["‘", "’"] }),
    (&["fr", "hy"], QuoteMarks { double: ["«\u{a0}", "\u{a0}»"], single: ["“", "”"] }),
    (&["es", "it", "el", "ca", "gl", "eu", "pt-PT", "fa", "ar"], QuoteMarks { double: ["«", "»"], single: ["“", "”"] }),
    (&["nb", "nn", "no", "lv"], QuoteMarks { double: ["«", "»"], single: ["‘", "’"] }),
    (&["ru", "uk", "be"], QuoteMarks { double: ["«", "»"], single: ["„", "“"] }),
    (&["pl", "ro"], QuoteMarks { double: ["„", "”"], single: ["«", "»"] }),
    (&["hu"], QuoteMarks { double: ["„", "”"], single: ["»", "«"] }),
    (&["fi", "sv", "bs"], QuoteMarks { double: ["”", "”"], single: ["’", "’"] }),
    (&["ja", "zh-Hant", "zh-TW"], QuoteMarks { double: ["「", "」"], single: ["『", "』"] }),
    (&["he"], QuoteMarks { double: ["”", "”"], single: ["’", "’"] }),
];

impl QuoteMarks {
    /// Those of a language as the web names it: `de`, `pt-BR`. English ones where none is named.
    #[must_use]
    pub fn of(language: &str) -> Self {
        let first = language.split('-').next().unwrap_or_default();
        let named = |wanted: &str| {
            let known = LANGUAGES.iter().find(|(names, _)| names.iter().any(|name| name.eq_ignore_ascii_case(wanted)));
            known.map(|(_, marks)| *marks)
        };
        named(language).or_else(|| named(first)).unwrap_or(ENGLISH)
    }
}

/// Whether a character is one of those that straight quotes become, and can stand for. No straight one stands for a corner
/// bracket.
#[must_use]
pub const fn straight_for(character: char) -> Option<char> {
    match character {
        '“' | '”' | '„' | '«' | '»' => Some('"'),
        '‘' | '’' | '‚' | '‹' | '›' => Some('\''),
        _ => None,
    }
}

/// Curls the quotes of one text, which may come in several parts.
#[derive(Debug)]
pub struct Curling {
    marks: Option<QuoteMarks>,
    /// What stands before.
    before: Option<char>,
    /// The quotations that are open, from the outermost on: whether each began with a double quote.
    open: Vec<bool>,
}

impl Curling {
    /// The beginning of a text. Without marks everything stays as it is.
    #[must_use]
    pub const fn new(marks: Option<QuoteMarks>) -> Self {
        Self { marks, before: None, open: Vec::new() }
    }

    /// Passes over what is no part of the text, and stands where this character would.
    pub const fn pass(&mut self, instead: char) {
        self.before = Some(instead);
    }

    /// The next part of the text.
    #[must_use]
    pub fn curled(&mut self, text: &str) -> String {
        let Some(marks) = self.marks else { return text.to_owned() };
        let mut out = String::with_capacity(text.len() + 8);
        for (at, character) in text.char_indices() {
            let rest = &text[at + character.len_utf8()..];
            // What follows sees what a quote did here.
            self.before = Some(match character {
                '"' => self.double(marks, &mut out),
                '\'' => self.single(marks, rest, &mut out),
                other => {
                    out.push(other);
                    other
                }
            });
        }
        out
    }

    fn double(&mut self, marks: QuoteMarks, out: &mut String) -> char {
        if self.opens_here() {
            self.open.push(true);
            out.push_str(marks.double[0]);
            return '“';
        }
        let Some(level) = self.open.iter().rposition(|is_double| *is_double) else {
            out.push('"');
            return '"';
        };
        self.open.truncate(level);
        out.push_str(marks.double[1]);
        CLOSED
    }

    fn single(&mut self, marks: QuoteMarks, rest: &str, out: &mut String) -> char {
        let mut after_it = rest.chars();
        let next = after_it.next();
        let goes_on = next.is_some_and(char::is_alphanumeric);
        let before = self.before;
        let after = |test: fn(char) -> bool| before.is_some_and(test);
        // `'"Wow" he said'`
        let quotes = next == Some('"') && after_it.next().is_some_and(char::is_alphanumeric);
        if self.opens_here() {
            // `rock 'n' roll` leaves out letters on both sides.
            if (goes_on || quotes) && has_end(rest) && !rest.starts_with("n' ") {
                self.open.push(false);
                out.push_str(marks.single[0]);
                return '‘';
            }
            out.push(if goes_on { APOSTROPHE } else { '\'' });
        } else if !goes_on && self.open.last() == Some(&false) {
            self.open.pop();
            out.push_str(marks.single[1]);
            return CLOSED;
        } else if goes_on && !after(|c| c.is_ascii_digit()) || after(char::is_alphabetic) {
            out.push(APOSTROPHE);
            return CLOSED;
        } else {
            // 5' are feet, and 6'2" are feet and inches.
            out.push('\'');
        }
        '\''
    }

    /// Whether a quotation can begin here.
    fn opens_here(&self) -> bool {
        self.before.is_none_or(|before| before.is_whitespace() || "([{<–—-/|\"'¿¡“‘„‚«‹".contains(before))
    }
}

/// Whether a single quote follows that can end a quotation.
fn has_end(rest: &str) -> bool {
    let mut before = ' ';
    let mut all = rest.chars().peekable();
    while let Some(character) = all.next() {
        let next_ends = all.peek().is_none_or(|next| !next.is_alphanumeric());
        if character == '\'' && next_ends && !before.is_whitespace() {
            return true;
        }
        before = character;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn curled(language: &str, text: &str) -> String {
        Curling::new(Some(QuoteMarks::of(language))).curled(text)
    }

    #[test]
    fn quotations_and_apostrophes_are_told_from_inches() {
        for (typed, set) in [
            ("It's the keepers' turn.", "It’s the keepers’ turn."),
            ("Say \"Boo!\" and \"Run!\".", "Say “Boo!” and “Run!”."),
            ("\"He said 'boo' to me,\" she said", "“He said ‘boo’ to me,” she said"),
            ("a 12\" ruler, 5' long, 3.5\" x 5\"", "a 12\" ruler, 5' long, 3.5\" x 5\""),
            ("rock 'n roll in the '90s", "rock ’n roll in the ’90s"),
            ("(\"now\")", "(“now”)"),
            ("\"He said 'go'\", then", "“He said ‘go’”, then"),
            ("'\"Wow\" he said'", "‘“Wow” he said’"),
            ("rock 'n' roll, 6'2\" high", "rock ’n’ roll, 6'2\" high"),
            ("' alone \"", "' alone “"),
        ] {
            assert_eq!(curled("", typed), set, "{typed}");
        }
    }

    #[test]
    fn each_language_has_its_own() {
        assert_eq!(curled("de", "\"Halt!\" ruft sie, \"geht's?\""), "„Halt!“ ruft sie, „geht’s?“");
        assert_eq!(curled("de-CH", "\"Halt!\""), "«Halt!»");
        assert_eq!(curled("de-AT", "\"Halt!\""), "„Halt!“");
        assert_eq!(curled("fr", "\"Bonjour\""), "«\u{a0}Bonjour\u{a0}»");
        assert_eq!(curled("pt-BR", "\"Oi\""), "“Oi”");
        assert_eq!(curled("pt-PT", "\"Oi\""), "«Oi»");
    }

    #[test]
    fn a_text_may_come_in_parts() {
        let mut curling = Curling::new(Some(ENGLISH));
        let parts = ["She says \"", "Run", "\" and it", "'s over"].map(|part| curling.curled(part));
        assert_eq!(parts, ["She says “", "Run", "” and it", "’s over"]);
    }

    #[test]
    fn every_mark_has_a_straight_one() {
        let all = LANGUAGES.iter().map(|(_, marks)| *marks).chain([ENGLISH]);
        for marks in all {
            for text in marks.double.iter().chain(&marks.single) {
                // No straight quote stands for a corner bracket.
                let is_known = |c: char| matches!(c, '\u{a0}' | '「' | '」' | '『' | '』') || straight_for(c).is_some();
                assert!(text.chars().all(is_known), "{text}");
            }
        }
    }
}
