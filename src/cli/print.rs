//! `tablewright print`: a kit as one PDF for each paper.

use std::fs;
use std::path::{Path, PathBuf};

use crate::diag::{Diagnostic, Diagnostics};
use crate::impose::Kit;
use crate::layout::{Studio, scaled};
use crate::model::{Backs, JobWishes, Paper, PrintLayout};
use crate::render::pdf::{DocumentInfo, write_pdf};

use super::Outcome;
use super::args::PrintArgs;
use super::assemble::assemble;
use super::calibrate::calibrate_for;
use super::cut_files::{cut_files, register, write_cut_files};
use super::kit::{OpenGame, lay_out, open};
use super::print_report::{WrittenKit, report_json, say_fit, say_written};
use super::report::{problem, problems, say_json};
use super::wishes::{layouts, wishes};

/// Runs the verb.
pub fn run(arguments: &PrintArgs) -> Outcome {
    let mut opened = match open(&arguments.game) {
        Ok(opened) => opened,
        Err(found) => {
            problems(&found);
            return Outcome::Refused;
        }
    };
    let mut found = std::mem::take(&mut opened.found);
    let wishes = wishes(&arguments.sheets, &arguments.only, &opened.game, &mut found);
    let mut layouts = layouts(&wishes, &[Paper::A4], &mut found);
    for layout in &mut layouts {
        layout.free_corners = arguments.cut_files.is_some();
    }
    let studio = Studio::new(&opened.game, &opened.assets, &opened.fonts);
    let mut laid = lay_out(&studio, wishes.only.as_deref().unwrap_or(&[]), &mut found);
    if let Some(times) = wishes.scale {
        laid = scaled(laid, times);
    }
    let mut kits: Vec<Kit> = layouts.iter().map(|layout| assemble(&studio, &laid, layout, &mut found)).collect();
    for kit in &mut kits {
        if let Some(printer) = &arguments.printer {
            calibrate_for(kit, printer, &mut found);
        }
        if arguments.cut_files.is_some() {
            register(kit, &mut found);
        }
    }
    problems(&found);
    if found.has_errors() {
        return Outcome::Refused;
    }
    let mut written = Vec::new();
    for kit in kits {
        if !arguments.json {
            say_fit(&opened.game, &kit);
        }
        let file = file_name(&opened.game.id, &wishes, &kit.layout);
        let path = arguments.output.join(&opened.game.id).join(file);
        let bytes = match write(&kit, &opened, arguments, &path) {
            Ok(bytes) => bytes,
            Err(outcome) => return outcome,
        };
        let cut_files = cut_files(&kit, arguments.cut_files, &path).into_iter().map(|(path, _)| path).collect();
        let done = WrittenKit { kit, path, bytes, cut_files };
        if !arguments.json {
            say_written(&done);
        }
        written.push(done);
    }
    if arguments.json {
        say_json(&report_json(&opened.game, &laid, &written));
    }
    Outcome::Done
}

/// A part of a kit, and one with its backs elsewhere, has a name of its own, so that it does not replace the whole.
fn file_name(game: &str, wishes: &JobWishes, layout: &PrintLayout) -> String {
    let mut parts = vec![game.to_owned()];
    parts.extend(wishes.only.clone().unwrap_or_default());
    parts.push(layout.paper.name());
    if layout.backs != Backs::default() {
        let word = Backs::WORDS.iter().find(|(_, backs)| *backs == layout.backs).map_or("", |(word, _)| word);
        parts.push(if layout.backs == Backs::None { "no-backs".to_owned() } else { word.to_owned() });
    }
    format!("{}.pdf", parts.join("-"))
}

fn write(kit: &Kit, opened: &OpenGame, arguments: &PrintArgs, path: &Path) -> Result<usize, Outcome> {
    let game = &opened.game;
    let info = DocumentInfo {
        title: format!("{} {} ({})", game.title, game.version, kit.layout.paper.title()),
        author: game.credits.iter().map(|credit| credit.names.clone()).collect::<Vec<_>>().join("; "),
        subject: game.subtitle.clone(),
        timestamp: arguments.date,
    };
    let written = write_pdf(kit, &opened.fonts, &info).map_err(|message| {
        problem(message, Some("this is a mistake of Tablewright, not of your files".into()));
        Outcome::Bug
    })?;
    problems(&told_pixels(&written.as_pixels));
    if let Some(format) = arguments.cut_files {
        write_cut_files(kit, format, path).map_err(|message| {
            problem(message, None);
            Outcome::Refused
        })?;
    }
    save(path, &written.bytes).map_err(|message| {
        problem(message, None);
        Outcome::Refused
    })?;
    Ok(written.bytes.len())
}

/// A word about every drawing that lost its vectors.
fn told_pixels(drawings: &[String]) -> Diagnostics {
    let mut found = Diagnostics::new();
    for name in drawings {
        let message = format!("a part of `{name}` is printed as pixels at 300 dots per inch");
        let hint = "filters, masks and transparent gradients have no counterpart in PDF";
        found.push(Diagnostic::note(message).hint(hint));
    }
    found
}

/// Writes a file whole or not at all.
pub fn save(path: &Path, bytes: &[u8]) -> Result<(), String> {
    let beside = PathBuf::from(format!("{}.part", path.display()));
    let cannot = |error: std::io::Error| format!("cannot write `{}`: {error}", path.display());
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(cannot)?;
    }
    let written = fs::write(&beside, bytes).and_then(|()| fs::rename(&beside, path));
    if written.is_err() {
        let _ = fs::remove_file(&beside);
    }
    written.map_err(cannot)
}
