//! Screens as they go to a terminal: the colours of this module stay, and nothing else in a text steers the terminal.

use std::borrow::Cow;

use crate::diag::visible;

use super::marks::{BOLD, Hue, LEGAL, NEW, USUAL};

/// What is switched on and off besides colours.
const STYLES: [&str; 4] = [USUAL, BOLD, NEW, LEGAL];

/// What comes before the next code of our own in a text, the code, and what comes after it.
pub fn at_own_code(text: &str) -> Option<(&str, &'static str, &str)> {
    let mut from = 0;
    loop {
        let at = from + text[from..].find('\u{1b}')?;
        let mut own = STYLES.into_iter().chain(Hue::ALL.map(Hue::escape));
        if let Some(code) = own.find(|code| text[at..].starts_with(code)) {
            return Some((&text[..at], code, &text[at + code.len()..]));
        }
        // The sign itself is one byte.
        from = at + 1;
    }
}

/// A text of which only the colours of our own steer the terminal; all else that is not seen has a stand-in.
#[must_use]
pub fn shown(text: &str) -> Cow<'_, str> {
    if !text.contains('\u{1b}') {
        return visible(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, code, after)) = at_own_code(rest) {
        out.push_str(&visible(before));
        out.push_str(code);
        rest = after;
    }
    out.push_str(&visible(rest));
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::shown;

    #[test]
    fn only_colours_of_our_own_steer() {
        assert_eq!(shown("\u{1b}[31mred\u{1b}[0m"), "\u{1b}[31mred\u{1b}[0m");
        assert_eq!(shown("a\u{1b}[2Jb\u{1b}]0;x\u{7}\u{1b}[8mc\n"), "a␛[2Jb␛]0;x␇␛[8mc\n");
        assert_eq!(shown("ab\u{202e}c\u{200b}\u{9b}2J"), "ab<U+202E>c<U+200B><U+009B>2J");
        assert_eq!(shown("Müller, 僵 ☠\u{fe0f}"), "Müller, 僵 ☠\u{fe0f}");
    }
}
