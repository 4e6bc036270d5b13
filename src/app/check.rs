//! Everything that is wrong with a game: all that printing does but for the writing, and the rules played.

use crate::diag::Diagnostics;
use crate::impose::Kit;
use crate::layout::{Fonts, LabelSetter, Studio};
use crate::lint::{Subject, lint};
use crate::load::files_of;
use crate::model::{JobWishes, Paper};
use crate::rules::Stopwatch;

use super::check_rules::check_rules;
use super::kit::{JobChoice, assemble, layouts};
use super::open::{WhichGame, in_size, lay_out, open};
use super::progress::Progress;

/// A wish to know what is wrong with a game.
///
/// ```no_run
/// use std::time::Instant;
///
/// use tablewright::app::{Check, Unwatched, WhichGame};
///
/// let began = Instant::now();
/// let found = Check::of(WhichGame::new("zombie-rancher", "components")).run(&Unwatched, &|| began.elapsed());
/// assert!(!found.has_errors(), "{found}");
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Check {
    /// Which game.
    pub game: WhichGame,
    /// For which print job, by its name.
    pub job: Option<String>,
    /// What is wished for in place of what the job says.
    pub wishes: JobWishes,
    /// Whether warnings count as errors.
    pub strict: bool,
}

impl Check {
    /// As its usual job says, on A4 and Letter.
    #[must_use]
    pub fn of(game: WhichGame) -> Self {
        Self { game, job: None, wishes: JobWishes::default(), strict: false }
    }

    /// Does all that printing does, but for the writing, and plays the rules. The clock ends games that chance does not.
    #[must_use]
    pub fn run(&self, progress: &dyn Progress, clock: Stopwatch<'_>) -> Diagnostics {
        let mut opened = match open(&self.game) {
            Ok(opened) => opened,
            Err(found) => return found,
        };
        let mut found = std::mem::take(&mut opened.found);
        let choice = JobChoice { job: self.job.as_deref(), wishes: &self.wishes };
        let wishes = choice.over(&opened.game, &mut found);
        opened.game.choose(wishes.ink.unwrap_or_default());
        let studio = Studio::new(&opened.game, &opened.assets, &opened.fonts);
        let laid = lay_out(&studio, &[], progress, &mut found);
        let (sized, laid) = in_size(&opened.game, laid, wishes.scale);
        let layouts = layouts(&wishes, &[Paper::A4, Paper::LETTER], &mut found);
        let kits: Vec<Kit> =
            layouts.iter().map(|layout| assemble((&studio, &sized), &laid, layout, &mut found)).collect();
        found_in_small_print(&kits, &opened.fonts, &mut found);
        if !found.has_errors() {
            let (game, fonts) = (&opened.game, &opened.fonts);
            // An allowance may be for another paper.
            let is_all = self.wishes.papers.is_none();
            lint(&Subject { game, laid: &laid, kits: &kits, fonts, is_all, faces_a_side: usize::MAX }, &mut found);
        }
        check_rules(&opened.game, &opened.assets, clock, &mut found);
        // What leads out of the folder is told where it is named, if it is.
        found.extend(files_of(&opened.folder).err().unwrap_or_default());
        if self.strict {
            found.be_strict();
        }
        found
    }
}

/// A word about every character in the labels of sheets that does not print as it should.
fn found_in_small_print(kits: &[Kit], fonts: &Fonts, found: &mut Diagnostics) {
    let mut setter = LabelSetter::new(fonts);
    for page in kits.iter().flat_map(|kit| &kit.sections).flat_map(|section| &section.pages) {
        setter.look_at(&page.labels);
    }
    for fault in setter.faults {
        found.push(fault.diagnostic());
    }
}
