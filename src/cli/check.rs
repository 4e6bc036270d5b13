//! `tablewright check`: every problem of a game, and nothing written.

use serde_json::json;

use crate::diag::{Diagnostics, Severity, count_of};
use crate::impose::Kit;
use crate::layout::Studio;
use crate::lint::{Subject, lint};
use crate::model::PaperSize;

use super::Outcome;
use super::args::CheckArgs;
use super::kit::{lay_out, open};
use super::print::assemble;
use super::report::{problems, problems_json, say, say_json};

/// Runs the verb.
pub fn run(arguments: &CheckArgs) -> Outcome {
    let papers: Vec<PaperSize> = match arguments.paper {
        Some(paper) => vec![paper.into()],
        None => PaperSize::ALL.to_vec(),
    };
    let found = everything_wrong(arguments, &papers);
    if arguments.json {
        say_json(&json!({ "game": arguments.game.game, "problems": problems_json(&found) }));
    } else {
        problems(&found);
        if !found.has_errors() {
            let verdict = match found.count(Severity::Warning) {
                0 => "nothing is wrong".to_owned(),
                warnings => format!("it prints, with {}", count_of(warnings, "warning")),
            };
            say(&format!("{}: {verdict}", arguments.game.game));
        }
    }
    if found.has_errors() { Outcome::Refused } else { Outcome::Done }
}

/// Does all that printing does, but for the writing.
fn everything_wrong(arguments: &CheckArgs, papers: &[PaperSize]) -> Diagnostics {
    let mut opened = match open(&arguments.game) {
        Ok(opened) => opened,
        Err(found) => return found,
    };
    let mut found = std::mem::take(&mut opened.found);
    let studio = Studio::new(&opened.game, &opened.assets, &opened.fonts);
    let laid = lay_out(&studio, &[], &mut found);
    let kits: Vec<Kit> = papers.iter().map(|paper| assemble(&studio, &laid, *paper, &mut found)).collect();
    if !found.has_errors() {
        let (game, fonts) = (&opened.game, &opened.fonts);
        let is_all = arguments.paper.is_none();
        lint(&Subject { game, laid: &laid, kits: &kits, fonts, is_all }, &mut found);
    }
    if arguments.strict {
        found.be_strict();
    }
    found
}
