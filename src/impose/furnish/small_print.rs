//! The measures of small print, and how marks keep clear of it. Writes nothing.

use crate::geom::{Point, Rect, Size};
use crate::layout::{Anchor, Label};
use crate::units::Length;

use crate::impose::marks::SHORTEST;
use crate::impose::page::Mark;

/// Seven points, and six where that has no room: nothing on a sheet is set smaller.
pub const FOOT_PRINT: Length = Length::from_um(2_470);
pub const SMALL_PRINT: Length = Length::from_um(2_120);
/// From the side edges of the sheet.
pub const SIDE: Length = Length::from_um(6_350);
/// Between marks and small print.
pub const CLEAR: Length = Length::from_um(500);
/// The same beside words, where a mark would look like a letter.
pub const BESIDE_WORDS: Length = Length::from_um(900);
/// A mark that is shorter than this is hard to aim at, and where paper leaves it no more it goes on over the bleed.
pub const SHORT_MARK: Length = Length::from_um(1_850);
/// A dash of the mark of a fold above the pages, which is as much as it has below them.
pub const SHORT_FOLD: Length = Length::from_um(1_400);
/// From a mark to the words behind it, so that it is no letter.
pub const BEHIND_MARK: Length = Length::from_um(2_500);

/// About the width of a line of small print of a size, rather more than less.
pub fn width_of(text: &str, size: Length) -> Length {
    size * text.chars().map(hundredths).sum() / 100
}

/// About how wide a letter of the narrow font of small print is, in hundredths of its size.
const fn hundredths(letter: char) -> i64 {
    match letter {
        ' ' | '\u{a0}' | '.' | ',' | ':' | ';' | '·' | '\'' | '’' | '|' | 'i' | 'j' | 'l' | 'I' => 23,
        '(' | ')' | '[' | ']' | '!' | '"' | '“' | '”' | '-' | '/' | '1' | 'f' | 't' | 'r' => 32,
        'm' | 'w' | 'M' | 'W' | '&' | '#' | '—' => 67,
        '%' | '@' => 79,
        'A'..='Z' => 50,
        // What the font does not have comes out of wider ones.
        '\u{250}'..='\u{1fff}' => 65,
        '\u{2e80}'.. => 100,
        _ => 44,
    }
}

/// About the room a label takes.
pub fn room_of(label: &Label) -> Rect {
    let width = width_of(&label.text, label.size);
    let left = match label.anchor {
        Anchor::Start => label.at.x,
        Anchor::Middle => label.at.x - width / 2,
        Anchor::End => label.at.x - width,
    };
    // Capitals are this high.
    let height = label.size * 3 / 4;
    Rect::new(Point::new(left, label.at.y - height), Size::new(width, height)).grown(CLEAR / 2)
}

/// Ends an upright mark where a rectangle starts, from whichever side it comes. False when too little of it is left.
pub fn shorten(mark: &mut Mark, room: Rect) -> bool {
    let (x, top, bottom) = (mark.from.x, mark.from.y.min(mark.to.y), mark.from.y.max(mark.to.y));
    let meets = x == mark.to.x && x > room.left() && x < room.right() && top < room.bottom() && bottom > room.top();
    if !meets {
        return true;
    }
    let (above, below) = (room.top() - top, bottom - room.bottom());
    let (top, bottom) = if above >= below { (top, room.top()) } else { (room.bottom(), bottom) };
    (mark.from.y, mark.to.y) = (top, bottom);
    bottom - top >= SHORTEST
}
