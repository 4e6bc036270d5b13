//! `tablewright print`: a kit as one PDF for each paper.

use std::fs;
use std::path::{Path, PathBuf};

use crate::changes::Manifest;
use crate::diag::{Diagnostic, Diagnostics};
use crate::impose::Kit;
use crate::layout::{Fonts, LaidComponent, Studio, scaled};
use crate::lint::{Subject, lint};
use crate::model::{Backs, Game, JobWishes, Paper, PrintLayout};
use crate::render::pdf::{DocumentInfo, write_pdf};
use crate::render::{contact_sheet, page_ink};

use super::Outcome;
use super::args::PrintArgs;
use super::assemble::assemble;
use super::calibrate::calibrate_for;
use super::cut_files::{cut_files, register, write_cut_files};
use super::kit::{OpenGame, lay_out, open};
use super::manifest::{Since, changed_since, save_manifest};
use super::print_report::{WrittenKit, report_json, say_fit, say_written};
use super::report::{problem, problems, say_json};
use super::wishes::{layouts, wishes};

/// Drawings nest, and so does what looks at them.
const STACK: usize = 16 << 20;
/// Of each side of a component so many faces are looked at closely; `check` looks at all of them.
const A_FEW: usize = 24;

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
    opened.game.choose(wishes.ink.unwrap_or_default());
    let layouts = layouts(&wishes, &[Paper::A4], &mut found);
    let studio = Studio::new(&opened.game, &opened.assets, &opened.fonts);
    let mut laid = lay_out(&studio, wishes.only.as_deref().unwrap_or(&[]), &mut found);
    let manifest = Manifest::of(&opened.game, &laid, &opened.fonts);
    let since = only_changed(arguments, (&opened, &wishes), &manifest, &mut laid, &mut found);
    if let Some(since) = since.as_ref().filter(|_| laid.is_empty() && !found.has_errors()) {
        problems(&found);
        since.report_nothing(&opened.game.id, arguments.json);
        return Outcome::Done;
    }
    if let Some(times) = wishes.scale {
        laid = scaled(laid, times);
    }
    let kits = kits(&studio, &laid, &layouts, (arguments, since.as_ref()), &mut found);
    let made = if found.has_errors() { Ok(Vec::new()) } else { make(kits, &opened, (arguments, &laid), &mut found) };
    if arguments.strict {
        found.be_strict();
    }
    problems(&found);
    if found.has_errors() {
        return Outcome::Refused;
    }
    let made = match made {
        Ok(made) => made,
        Err(message) => {
            problem(message, Some("this is a mistake of Tablewright, not of your files".into()));
            return Outcome::Bug;
        }
    };
    let mut written = Vec::new();
    for made in made {
        if !arguments.json {
            say_fit(&opened.game, &made.kit);
        }
        let file = file_name(&opened.game, &wishes, (arguments, &made.kit.layout));
        let path = arguments.output.join(&opened.game.id).join(file);
        let done = match write(made, &opened.fonts, (arguments, &manifest), path) {
            Ok(done) => done,
            Err(message) => {
                problem(message, None);
                return Outcome::Refused;
            }
        };
        if !arguments.json {
            say_written(&done);
        }
        written.push(done);
    }
    if arguments.json {
        let mut report = report_json(&opened.game, &laid, &written);
        if let Some(since) = &since {
            since.add_to(&mut report);
        }
        say_json(&report);
    } else if let Some(since) = &since {
        since.report_gone();
    }
    Outcome::Done
}

/// A kit for each layout, made for the printer and the cutting machine that are named.
fn kits(
    studio: &Studio<'_>,
    laid: &[LaidComponent],
    layouts: &[PrintLayout],
    (arguments, since): (&PrintArgs, Option<&Since>),
    found: &mut Diagnostics,
) -> Vec<Kit> {
    let free_corners = arguments.cut_files.is_some();
    let mut kits = Vec::new();
    for layout in layouts {
        let mut kit = assemble(studio, laid, &PrintLayout { free_corners, ..*layout }, found);
        if let Some(printer) = &arguments.printer {
            calibrate_for(&mut kit, printer, found);
        }
        if free_corners {
            register(&mut kit, found);
        }
        if let Some(since) = since {
            kit.mark_changes(&since.name);
        }
        kits.push(kit);
    }
    kits
}

/// Leaves only what `--changed-since` asks for, unless something is wrong already.
fn only_changed(
    arguments: &PrintArgs,
    (opened, wishes): (&OpenGame, &JobWishes),
    manifest: &Manifest,
    laid: &mut Vec<LaidComponent>,
    found: &mut Diagnostics,
) -> Option<Since> {
    let value = arguments.changed_since.as_ref().filter(|_| !found.has_errors())?;
    let only = wishes.only.as_deref().unwrap_or(&[]);
    changed_since(value, (manifest, &opened.folder), only, laid).map_err(|wrong| found.extend(wrong)).ok()
}

/// A part of a kit, and one with its backs elsewhere, has a name of its own, so that it does not replace the whole.
fn file_name(game: &Game, wishes: &JobWishes, (arguments, layout): (&PrintArgs, &PrintLayout)) -> String {
    let mut parts = vec![game.id.clone()];
    parts.extend(wishes.only.clone().unwrap_or_default());
    parts.extend(arguments.changed_since.as_ref().map(|_| "changed".to_owned()));
    parts.push(layout.paper.name());
    if layout.backs != Backs::default() {
        let word = Backs::WORDS.iter().find(|(_, backs)| *backs == layout.backs).map_or("", |(word, _)| word);
        parts.push(if layout.backs == Backs::None { "no-backs".to_owned() } else { word.to_owned() });
    }
    format!("{}{}.pdf", parts.join("-"), game.ink.suffix())
}

/// A kit with all that is made of it before anything is written.
struct MadeKit {
    kit: Kit,
    pdf: Vec<u8>,
    ink: Vec<f32>,
}

/// Makes the files, and at the same time looks at what is on them: both take about as long.
fn make(
    kits: Vec<Kit>,
    opened: &OpenGame,
    (arguments, laid): (&PrintArgs, &[LaidComponent]),
    found: &mut Diagnostics,
) -> Result<Vec<MadeKit>, String> {
    let OpenGame { game, fonts, .. } = opened;
    let look = || {
        let mut seen = Diagnostics::new();
        lint(&Subject { game, laid, kits: &kits, fonts, is_all: false, faces_a_side: A_FEW }, &mut seen);
        (seen, kits.iter().map(|kit| page_ink(kit, fonts)).collect::<Vec<_>>())
    };
    let ((seen, inks), pdfs) = beside(look, || {
        kits.iter().map(|kit| write_pdf(kit, fonts, &information(game, kit, arguments))).collect::<Result<Vec<_>, _>>()
    });
    found.extend(seen);
    let mut made = Vec::new();
    for ((kit, ink), pdf) in kits.into_iter().zip(inks).zip(pdfs?) {
        found.extend(told_pixels(&pdf.as_pixels));
        made.push(MadeKit { kit, pdf: pdf.bytes, ink });
    }
    Ok(made)
}

/// Does two things at once; one after the other when the machine has no thread to spare.
fn beside<A: Send, B>(first: impl Fn() -> A + Sync, second: impl FnOnce() -> B) -> (A, B) {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, &first);
        let second = second();
        // A panic there is a panic here.
        let first = match thread {
            Ok(thread) => thread.join().unwrap_or_else(|why| std::panic::resume_unwind(why)),
            Err(_) => first(),
        };
        (first, second)
    })
}

fn information(game: &Game, kit: &Kit, arguments: &PrintArgs) -> DocumentInfo {
    DocumentInfo {
        title: format!("{} {} ({})", game.title, game.edition(), kit.layout.paper.title()),
        author: game.credits.iter().map(|credit| credit.names.clone()).collect::<Vec<_>>().join("; "),
        subject: game.subtitle.clone(),
        timestamp: arguments.date,
    }
}

/// Writes a kit, and beside it its manifest and what machines cut by; all of it or nothing.
fn write(
    made: MadeKit,
    fonts: &Fonts,
    (arguments, manifest): (&PrintArgs, &Manifest),
    path: PathBuf,
) -> Result<WrittenKit, String> {
    let mut saved = Vec::new();
    save_kit(&made, fonts, (arguments, manifest), &path, &mut saved).inspect_err(|_| {
        for path in &saved {
            let _ = fs::remove_file(path);
        }
    })?;
    let MadeKit { kit, pdf, ink } = made;
    let cut_files = cut_files(&kit, arguments.cut_files, &path).into_iter().map(|(path, _)| path).collect();
    let contact_sheet = arguments.contact_sheet.then(|| contact_sheet_path(&path));
    Ok(WrittenKit { kit, path, bytes: pdf.len(), ink, contact_sheet, cut_files })
}

/// Saves all files of a kit, the PDF after what stands beside it, and says which were saved when one cannot be.
fn save_kit(
    MadeKit { kit, pdf, .. }: &MadeKit,
    fonts: &Fonts,
    (arguments, manifest): (&PrintArgs, &Manifest),
    path: &Path,
    saved: &mut Vec<PathBuf>,
) -> Result<(), String> {
    if let Some(format) = arguments.cut_files {
        write_cut_files(kit, format, path)?;
        saved.extend(cut_files(kit, Some(format), path).into_iter().map(|(path, _)| path));
    }
    if arguments.contact_sheet {
        let beside = contact_sheet_path(path);
        save(&beside, &contact_sheet(kit, fonts)?)?;
        saved.push(beside);
    }
    save(path, pdf)?;
    saved.push(path.to_owned());
    save_manifest(manifest, kit.layout.paper, path)
}

/// `game-a4-contact-sheet.png` beside `game-a4.pdf`.
fn contact_sheet_path(pdf: &Path) -> PathBuf {
    let stem = pdf.file_stem().unwrap_or_default().to_string_lossy();
    pdf.with_file_name(format!("{stem}-contact-sheet.png"))
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
