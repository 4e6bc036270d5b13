//! `tablewright check`: every problem of a game, and nothing written.

use serde_json::json;

use crate::impose::impose;
use crate::layout::Studio;
use crate::model::PaperSize;

use super::Outcome;
use super::args::CheckArgs;
use super::kit::{lay_out, open};
use super::report::{problems, problems_json, say, say_json};

/// Runs the verb.
pub fn run(arguments: &CheckArgs) -> Outcome {
    let Some(mut opened) = open(&arguments.game) else { return Outcome::Refused };
    let mut found = std::mem::take(&mut opened.found);
    let studio = Studio::new(&opened.game, &opened.assets, &opened.fonts);
    let laid = lay_out(&studio, &[], &mut found);
    for paper in PaperSize::ALL {
        let _ = impose(&opened.game, &laid, paper, &mut found);
    }
    if arguments.json {
        say_json(&json!({ "game": opened.game.id, "problems": problems_json(&found) }));
    } else {
        problems(&found);
    }
    if found.has_errors() {
        return Outcome::Refused;
    }
    if !arguments.json {
        say(&format!("{}: nothing is wrong", opened.game.id));
    }
    Outcome::Done
}
