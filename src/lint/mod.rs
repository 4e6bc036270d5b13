//! Looks at the finished faces and pages for what prints, but probably not as meant: text too small or too pale, art
//! that ends at the cut, colours that some eyes cannot tell apart. Finds and tells; changes nothing.

mod boards;
mod colours;
mod edges;
mod faces;
mod findings;
mod ground;
mod holds;
mod pages;
mod parts;
mod pictures;
mod shape;
mod text;
mod vision;

use crate::diag::Diagnostics;
use crate::impose::Kit;
use crate::layout::{Fonts, LaidComponent};
use crate::model::Game;

#[cfg(feature = "inside")]
pub use vision::contrast;

/// What is looked at.
pub struct Subject<'a> {
    /// The game.
    pub game: &'a Game,
    /// Its faces, or some of them.
    pub laid: &'a [LaidComponent],
    /// Its pages on each paper.
    pub kits: &'a [Kit],
    /// Its fonts.
    pub fonts: &'a Fonts,
    /// Whether this is all of the game, so that what is allowed and not found is allowed for nothing.
    pub is_all: bool,
    /// How many of the different faces of a side are looked at, spread evenly.
    pub faces_a_side: usize,
}

/// Tells every blemish that nobody allowed. Needs a game without errors.
pub fn lint(subject: &Subject<'_>, found: &mut Diagnostics) {
    let mut findings = Vec::new();
    for part in subject.laid {
        findings.extend(faces::look_at(subject, part));
        findings.extend(colours::look_at(subject.game, part.component));
        findings.extend(boards::look_at(subject.game, part.component));
    }
    findings.extend(colours::look_at_codes(subject.game));
    for kit in subject.kits {
        findings.extend(pages::look_at(subject.game, kit));
    }
    findings.extend(subject.kits.first().and_then(|kit| pictures::look_at(subject.game, kit)));
    findings::tell(subject, findings, found);
}
