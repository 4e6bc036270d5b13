//! `tablewright check`: every problem of a game, and nothing written.

use serde_json::json;

use crate::diag::{Diagnostics, Severity, count_of};
use crate::impose::Kit;
use crate::layout::{Studio, scaled};
use crate::lint::{Subject, lint};
use crate::model::Paper;

use super::Outcome;
use super::args::CheckArgs;
use super::assemble::assemble;
use super::check_rules::check_rules;
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
    let layouts = layouts(&wishes, &[Paper::A4, Paper::LETTER], &mut found);
    let kits: Vec<Kit> = layouts.iter().map(|layout| assemble(&studio, &laid, layout, &mut found)).collect();
    if !found.has_errors() {
        let (game, fonts) = (&opened.game, &opened.fonts);
        // An allowance may be for another paper.
        let is_all = arguments.sheets.paper.is_empty();
        lint(&Subject { game, laid: &laid, kits: &kits, fonts, is_all, faces_a_side: usize::MAX }, &mut found);
    }
    check_rules(&opened.game, &opened.assets, &mut found);
    if arguments.strict {
        found.be_strict();
    }
    found
}
