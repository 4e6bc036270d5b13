//! `tablewright print`: a kit as one PDF for each paper.

use std::path::PathBuf;

use clap::Args;

use crate::app::{CutFormat, KitRequest, SavedPrinters};
use crate::diag::Diagnostics;

use super::game_args::GameArgs;
use super::outcome::Outcome;
use super::print_report::{report_json, say_fit, say_gone, say_nothing, say_written};
use super::report::{Bar, problems, say_json, tell};
use super::sheet_args::{SheetArgs, word};
use crate::disk::Disk;
use crate::reach::Reach;

/// The users of a machine and their folders.
const USERS: &str = "/etc/passwd";

/// Arguments of `print`.
#[derive(Debug, Args)]
pub struct PrintArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// Only these kinds or components, such as `cards` or `rules`
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub only: Vec<String>,
    /// Only what is new or different since an earlier print's manifest, or since a git revision
    #[arg(long, value_name = "STATE")]
    pub changed_since: Option<String>,
    /// The folder to write to
    #[arg(long, value_name = "FOLDER", default_value = "output")]
    pub output: PathBuf,
    /// The printer it is for, by the name it was calibrated under
    #[arg(long, value_name = "NAME")]
    pub printer: Option<String>,
    /// For every page that is cut, write the cut lines for a machine beside the PDF: svg (curves stay curves) or dxf
    /// (straight lines only, in the old form R12 that every program reads)
    #[arg(long, value_name = "FORMAT", value_parser = word(&CutFormat::WORDS))]
    pub cut_files: Option<CutFormat>,
    /// Write a picture of all pages beside the PDF
    #[arg(long)]
    pub contact_sheet: bool,
    /// Put a date into the file, as seconds since 1970; without it the same input gives the same bytes
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true)]
    pub date: Option<i64>,
    /// Count warnings as errors
    #[arg(long)]
    pub strict: bool,
    /// Print JSON about what was made
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub sheets: SheetArgs,
}

impl PrintArgs {
    /// What the verb may reach.
    pub fn reach(&self) -> Reach {
        let state = self.changed_since.as_ref().map(PathBuf::from);
        // What is no file is a revision.
        let is_revision = state.as_ref().is_some_and(|state| !state.is_file());
        // Whose settings they are may stand there alone.
        let printers = self.printer.iter().flat_map(|_| SavedPrinters::file().ok().into_iter().chain([USERS.into()]));
        let also = state.into_iter().chain(printers);
        self.game.reach().reading_also(also).reading_all_if(is_revision).writing(&self.output, Disk::default())
    }

    fn request(&self) -> KitRequest {
        KitRequest {
            game: self.game.which(),
            job: self.sheets.job.clone(),
            wishes: self.sheets.wishes(&self.only),
            changed_since: self.changed_since.clone(),
            output: self.output.clone(),
            printer: self.printer.clone(),
            cut_files: self.cut_files,
            contact_sheet: self.contact_sheet,
            date: self.date,
            strict: self.strict,
        }
    }
}

/// Runs the verb.
pub fn run(arguments: &PrintArgs) -> Outcome {
    print(arguments).unwrap_or_else(|found| tell(&found))
}

fn print(arguments: &PrintArgs) -> Result<Outcome, Diagnostics> {
    let request = arguments.request();
    let mut ready = request.make(&Bar::default())?;
    problems(&ready.found);
    if ready.found.has_errors() {
        return Ok(Outcome::from(&ready.found));
    }
    if let Some(since) = ready.since.as_ref().filter(|_| ready.are_nothing_new()) {
        say_nothing(since, &ready.game.id, arguments.json);
        return Ok(Outcome::Done);
    }
    let mut written = Vec::new();
    for kit in ready.take_kits() {
        if !arguments.json {
            say_fit(&ready.game, &kit.kit);
        }
        let done = ready.write(kit)?;
        if !arguments.json {
            say_written(&done);
        }
        written.push(done);
    }
    if arguments.json {
        say_json(&report_json(&ready, &written));
    } else if let Some(since) = &ready.since {
        say_gone(since);
    }
    Ok(Outcome::Done)
}
