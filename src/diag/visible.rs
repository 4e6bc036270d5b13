//! Signs that nobody sees, and what is shown in their place: nothing in a game steers the terminal of whoever reads of it.

use std::borrow::Cow;
use std::fmt::Write as _;

/// Whether a sign is not seen, but changes what is: it steers a terminal, turns the way of reading, or has no width.
#[must_use]
pub fn is_hidden(sign: char) -> bool {
    sign.is_control()
        || matches!(
            sign,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}'
            | '\u{3164}' | '\u{ffa0}' | '\u{13430}'..='\u{1345f}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
        )
}

/// A text in which everything is seen: a stand-in for each sign that steers a terminal or hides, but for ends of lines.
#[must_use]
pub fn visible(text: &str) -> Cow<'_, str> {
    let hides = |sign: char| is_hidden(sign) && !matches!(sign, '\n' | '\t');
    if !text.contains(hides) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for sign in text.chars() {
        match u32::from(sign) {
            _ if !hides(sign) => shown.push(sign),
            code @ 0..0x20 => shown.extend(char::from_u32(0x2400 + code)),
            0x7f => shown.push('\u{2421}'),
            code => {
                let _ = write!(shown, "<U+{code:04X}>");
            }
        }
    }
    Cow::Owned(shown)
}
