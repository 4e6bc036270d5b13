//! `tablewright check`: every problem of a game, and nothing written.

use serde_json::json;

use crate::diag::Diagnostics;
use crate::layout::{Studio, scaled};
use crate::model::Paper;

use super::Outcome;
use super::args::CheckArgs;
use super::assemble::assemble;
use super::kit::{lay_out, open};
use super::report::{problems, problems_json, say, say_json};
use super::wishes::{layouts, wishes};

/// Runs the verb.
pub fn run(arguments: &CheckArgs) -> Outcome {
    let found = everything_wrong(arguments);
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
fn everything_wrong(arguments: &CheckArgs) -> Diagnostics {
    let mut opened = match open(&arguments.game) {
        Ok(opened) => opened,
        Err(found) => return found,
    };
    let mut found = std::mem::take(&mut opened.found);
    let wishes = wishes(&arguments.sheets, &[], &opened.game, &mut found);
    opened.game.choose(wishes.ink.unwrap_or_default());
    let studio = Studio::new(&opened.game, &opened.assets, &opened.fonts);
    let mut laid = lay_out(&studio, &[], &mut found);
    if let Some(times) = wishes.scale {
        laid = scaled(laid, times);
    }
    for layout in layouts(&wishes, &[Paper::A4, Paper::LETTER], &mut found) {
        let _ = assemble(&studio, &laid, &layout, &mut found);
    }
    found
}
