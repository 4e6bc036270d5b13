//! `tablewright check`: every problem of a game, and nothing written.

use serde_json::json;

use crate::diag::Diagnostics;
use crate::layout::Studio;
use crate::model::PaperSize;

use super::Outcome;
use super::args::{CheckArgs, GameArgs};
use super::kit::{lay_out, open};
use super::print::assemble;
use super::report::{problems, problems_json, say, say_json};

/// Runs the verb.
pub fn run(arguments: &CheckArgs) -> Outcome {
    let papers: Vec<PaperSize> = match arguments.paper {
        Some(paper) => vec![paper.into()],
        None => PaperSize::ALL.to_vec(),
    };
    let found = everything_wrong(&arguments.game, &papers);
    if arguments.json {
        say_json(&json!({ "game": arguments.game.game, "problems": problems_json(&found) }));
    } else {
        problems(&found);
        if !found.has_errors() {
            say(&format!("{}: nothing is wrong", arguments.game.game));
        }
    }
    if found.has_errors() { Outcome::Refused } else { Outcome::Done }
}

/// Does all that printing does, but for the writing.
fn everything_wrong(game: &GameArgs, papers: &[PaperSize]) -> Diagnostics {
    let mut opened = match open(game) {
        Ok(opened) => opened,
        Err(found) => return found,
    };
    let mut found = std::mem::take(&mut opened.found);
    let studio = Studio::new(&opened.game, &opened.assets, &opened.fonts);
    let laid = lay_out(&studio, &[], &mut found);
    for paper in papers {
        let _ = assemble(&studio, &laid, *paper, &mut found);
    }
    found
}
