//! What a request and the game's print job say together: on which papers, and how each kit is laid out.

use crate::diag::{Diagnostic, Diagnostics, meant_or_known};
use crate::model::{Game, JobWishes, Paper, PrintLayout};

/// The job that is used when none is named.
const USUAL: &str = "default";

/// A print job by its name, and what is wished for in place of what it says.
#[derive(Debug, Clone, Copy)]
pub struct JobChoice<'a> {
    /// The job; without it, the one named `default`, if there is one.
    pub job: Option<&'a str>,
    /// What is wished for.
    pub wishes: &'a JobWishes,
}

impl JobChoice<'_> {
    /// The wishes of a request, over those of the print job of a game.
    pub fn over(&self, game: &Game, found: &mut Diagnostics) -> JobWishes {
        let named = match self.job {
            None => Some(usual_job(game)),
            Some(name) => job(game, name).or_else(|| {
                let hint = meant_or_known(name, game.jobs.iter().map(|(known, _)| known.as_str()));
                let hint = hint.or_else(|| game.jobs.is_empty().then(|| "this game has no `print` jobs".to_owned()));
                found.push(Diagnostic::error(format!("there is no print job `{name}`")).maybe_hint(hint));
                None
            }),
        };
        self.wishes.clone().or(&named.unwrap_or_default())
    }
}

/// What the print job says that is used when none is named.
pub fn usual_job(game: &Game) -> JobWishes {
    job(game, USUAL).unwrap_or_default()
}

fn job(game: &Game, name: &str) -> Option<JobWishes> {
    game.jobs.iter().find(|(known, _)| known == name).map(|(_, wishes)| wishes.clone())
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
            Err(why) => found.push(why),
        }
    }
    layouts
}
