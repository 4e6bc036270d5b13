//! Screens as they go to a terminal: the colours of this module stay, and nothing else in a text steers the terminal.

use std::borrow::Cow;

use crate::diag::visible;

use super::marks::Hue;

/// What switches colours off, and bold on.
const STYLES: [&str; 2] = ["\u{1b}[0m", "\u{1b}[1m"];
const HUES: [Hue; 6] = [Hue::Red, Hue::Green, Hue::Yellow, Hue::Blue, Hue::Magenta, Hue::Cyan];

/// A text of which only the colours of our own steer the terminal; all else that is not seen has a stand-in.
#[must_use]
pub fn shown(text: &str) -> Cow<'_, str> {
    if !text.contains('\u{1b}') {
        return visible(text);
    }
    let own = |rest: &str| STYLES.into_iter().chain(HUES.map(Hue::escape)).find(|code| rest.starts_with(code));
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\u{1b}') {
        out.push_str(&visible(&rest[..at]));
        // The sign itself is one byte.
        let code = own(&rest[at..]).unwrap_or("");
        if code.is_empty() {
            out.push_str(&visible(&rest[at..=at]));
        } else {
            out.push_str(code);
        }
        rest = &rest[at + code.len().max(1)..];
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
