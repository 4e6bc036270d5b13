//! What the command line and the game's print job say together: on which papers, and how each kit is laid out.

use crate::diag::{Diagnostic, Diagnostics, meant_or_known};
use crate::model::{Game, JobWishes, Paper, PrintLayout};

use super::args::SheetArgs;

/// The job that is used when none is named.
const USUAL: &str = "default";

/// The wishes of a command line, over those of the print job it names.
pub fn wishes(arguments: &SheetArgs, only: &[String], game: &Game, found: &mut Diagnostics) -> JobWishes {
    let job = |name: &str| game.jobs.iter().find(|(known, _)| known == name).map(|(_, wishes)| wishes.clone());
    let named = match &arguments.job {
        None => job(USUAL),
        Some(name) => job(name).or_else(|| {
            let hint = meant_or_known(name, game.jobs.iter().map(|(known, _)| known.as_str()));
            let hint = hint.or_else(|| game.jobs.is_empty().then(|| "this game has no `print` jobs".to_owned()));
            found.push(Diagnostic::error(format!("there is no print job `{name}`")).maybe_hint(hint));
            None
        }),
    };
    let own = JobWishes {
        papers: (!arguments.paper.is_empty()).then(|| arguments.paper.clone()),
        backs: arguments.backs,
        wish: arguments.wish,
        grid: arguments.grid,
        margin: arguments.margin,
        overlap: arguments.overlap,
        boards: arguments.boards,
        ink: arguments.ink,
        scale: arguments.scale,
        only: (!only.is_empty()).then(|| only.to_vec()),
    };
    own.or(&named.unwrap_or_default())
}

/// One layout for every paper that is wished for, or for `usual` ones.
pub fn layouts(wishes: &JobWishes, usual: &[Paper], found: &mut Diagnostics) -> Vec<PrintLayout> {
    let papers = wishes.papers.as_deref().unwrap_or(usual);
    let mut layouts: Vec<PrintLayout> = Vec::new();
    for paper in papers {
        let paper = wishes.margin.map_or(Ok(*paper), |margin| paper.with_margin(margin));
        match paper {
            Ok(paper) if layouts.iter().any(|known| known.paper == paper) => {}
            Ok(paper) => layouts.push(PrintLayout::of(paper, wishes)),
            Err((message, hint)) => found.push(Diagnostic::error(message).maybe_hint(hint)),
        }
    }
    layouts
}
