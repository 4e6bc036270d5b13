//! Words for a way on a board, and where they lead by columns and rows. Words only; what lies there is for others to say.

/// Ways that people say without naming where they lead: by columns and rows.
const WAYS: [(&str, (isize, isize)); 20] = [
    ("up", (0, -1)),
    ("north", (0, -1)),
    ("upwards", (0, -1)),
    ("down", (0, 1)),
    ("south", (0, 1)),
    ("downwards", (0, 1)),
    ("left", (-1, 0)),
    ("west", (-1, 0)),
    ("leftwards", (-1, 0)),
    ("right", (1, 0)),
    ("east", (1, 0)),
    ("rightwards", (1, 0)),
    ("northwest", (-1, -1)),
    ("northeast", (1, -1)),
    ("southwest", (-1, 1)),
    ("southeast", (1, 1)),
    ("upleft", (-1, -1)),
    ("upright", (1, -1)),
    ("downleft", (-1, 1)),
    ("downright", (1, 1)),
];

/// Whether a word is a way that leads somewhere.
#[must_use]
pub fn is_way(word: &str) -> bool {
    way_called(word).is_some()
}

/// What a word says of a way: so many columns and rows, of which one alone may be.
#[must_use]
pub fn way_called(word: &str) -> Option<(isize, isize)> {
    WAYS.iter().find(|(way, _)| way.eq_ignore_ascii_case(word)).map(|(_, steps)| *steps)
}
