//! `tablewright print`: the kit as one PDF.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::{Value, json};

use crate::diag::{Diagnostic, Diagnostics, count_of};
use crate::impose::{Kit, impose};
use crate::layout::face::Face;
use crate::layout::{KitLine, LaidComponent, Studio, lay_out_contents};
use crate::lint::{Subject, lint};
use crate::model::{Component, Game, Kind, PaperSize};
use crate::render::pdf::{DocumentInfo, write_pdf};
use crate::render::{contact_sheet, page_ink};

use super::Outcome;
use super::args::PrintArgs;
use super::kit::{OpenGame, lay_out, open};
use super::report::{problem, problems, say, say_json};

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
    let paper = PaperSize::from(arguments.paper);
    let studio = Studio::new(&opened.game, &opened.assets, &opened.fonts);
    let laid = lay_out(&studio, &arguments.only, &mut found);
    let kit = assemble(&studio, &laid, paper, &mut found);
    if !found.has_errors() {
        let (game, fonts) = (&opened.game, &opened.fonts);
        let kits = std::slice::from_ref(&kit);
        lint(&Subject { game, laid: &laid, kits, fonts, is_all: false }, &mut found);
    }
    if arguments.strict {
        found.be_strict();
    }
    problems(&found);
    if found.has_errors() {
        return Outcome::Refused;
    }
    let path = arguments.output.join(&opened.game.id).join(file_name(&opened.game.id, &arguments.only, paper));
    match write(&kit, &opened, arguments, &path) {
        Ok(bytes) => {
            let ink = page_ink(&kit, &opened.fonts);
            report(&opened.game, &laid, &kit, (&path, bytes), &ink, arguments);
            Outcome::Done
        }
        Err(outcome) => outcome,
    }
}

/// A part of a kit has a name of its own, so that it does not replace the whole.
fn file_name(game: &str, only: &[String], paper: PaperSize) -> String {
    let parts = [&[game.to_owned()], only, &[paper.name().to_owned()]].concat();
    format!("{}.pdf", parts.join("-"))
}

/// All pages, the first page included.
pub fn assemble(studio: &Studio<'_>, laid: &[LaidComponent], paper: PaperSize, found: &mut Diagnostics) -> Kit {
    let game = studio.game();
    let mut kit = impose(game, laid, paper, found);
    let lines: Vec<KitLine> = laid.iter().map(|part| kit_line(&game.components[part.component], part, &kit)).collect();
    let pages = kit.page_count() + 1;
    let texts =
        [("pages", pages.to_string()), ("paper", paper.title().to_owned()), ("stocks", stocks(game, laid, &kit))];
    let contents = lay_out_contents(studio, paper.sheet(false).content().size, &lines, &texts, found);
    kit.finish(game, contents.map(Arc::new));
    kit
}

fn kit_line(component: &Component, part: &LaidComponent, kit: &Kit) -> KitLine {
    let booklet = matches!(component.kind, Kind::Booklet { .. });
    // The first page comes before all others.
    let pages = kit.pages_of(part.component).map(|(first, last)| (first + 1, last + 1));
    let mut faces: Vec<Arc<Face>> = part.pieces.iter().map(|piece| Arc::clone(&piece.front)).collect();
    if booklet {
        faces.truncate(1);
    }
    KitLine {
        title: component.title.clone(),
        quantity: if booklet { 1 } else { component.total() },
        details: vec![component.size.to_string(), component.note.clone()],
        pages,
        faces,
    }
}

/// What to print each part on, one line a kind of paper, in the order of the pages.
fn stocks(game: &Game, laid: &[LaidComponent], kit: &Kit) -> String {
    let mut lines: Vec<(String, Vec<String>)> = Vec::new();
    for part in laid {
        let component = &game.components[part.component];
        let Some((first, last)) = kit.pages_of(part.component) else { continue };
        let has_backs = kit.has_backs(part.component);
        let both = if has_backs { " (on both sides)" } else { "" };
        let pages =
            if first == last { format!("{}", first + 1) } else { format!("{}–{}{both}", first + 1, last + 1) };
        match lines.iter_mut().find(|(stock, _)| *stock == component.stock) {
            Some((_, known)) if known.contains(&pages) => {}
            Some((_, known)) => known.push(pages),
            None => lines.push((component.stock.clone(), vec![pages])),
        }
    }
    let line = |(stock, pages): &(String, Vec<String>)| {
        let several = pages.len() > 1 || pages.iter().any(|pages| pages.contains('–'));
        format!("- **{stock}:** {} {}\n", if several { "pages" } else { "page" }, pages.join(", "))
    };
    lines.iter().map(line).collect()
}

fn write(kit: &Kit, opened: &OpenGame, arguments: &PrintArgs, path: &Path) -> Result<usize, Outcome> {
    let game = &opened.game;
    let info = DocumentInfo {
        title: format!("{} {} ({})", game.title, game.version, kit.paper.title()),
        author: game.credits.iter().map(|credit| credit.names.clone()).collect::<Vec<_>>().join("; "),
        subject: game.subtitle.clone(),
        timestamp: arguments.date,
    };
    let written = write_pdf(kit, &opened.fonts, &info).map_err(|message| {
        problem(message, Some("this is a mistake of Tablewright, not of your files".into()));
        Outcome::Bug
    })?;
    problems(&told_pixels(&written.as_pixels));
    let refused = |message| {
        problem(message, None);
        Outcome::Refused
    };
    if arguments.contact_sheet {
        let picture = contact_sheet(kit, &opened.fonts).map_err(refused)?;
        save(&contact_sheet_path(path), &picture).map_err(refused)?;
    }
    save(path, &written.bytes).map_err(refused)?;
    Ok(written.bytes.len())
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

fn report(
    game: &Game,
    laid: &[LaidComponent],
    kit: &Kit,
    (path, bytes): (&Path, usize),
    ink: &[f32],
    arguments: &PrintArgs,
) {
    let contact_sheet = arguments.contact_sheet.then(|| contact_sheet_path(path));
    if arguments.json {
        let mut report = report_json(game, laid, kit, path, bytes);
        report["ink"] = ink.iter().map(|percent| f64::from((percent * 10.0).round()) / 10.0).collect();
        report["contact_sheet"] = contact_sheet.map(|path| path.display().to_string()).into();
        return say_json(&report);
    }
    say(&format!("{} {} for {}", game.title, game.version, kit.paper.title()));
    let mut page = 1;
    for section in &kit.sections {
        let last = page + section.pages.len() - 1;
        let pages = if last > page { format!("pages {page} to {last}") } else { format!("page {page}") };
        say(&format!("  {pages:<16} {}", section.title));
        page = last + 1;
    }
    say(&format!(
        "{} ({}, {} kB); print at 100 % and measure the ruler",
        path.display(),
        count_of(kit.page_count(), "page"),
        bytes.div_ceil(1000)
    ));
    if let Some(picture) = contact_sheet {
        say(&picture.display().to_string());
    }
    if let Some(line) = ink_line(ink) {
        say(&line);
    }
}

/// How much of the paper takes ink, and where most of it goes.
fn ink_line(ink: &[f32]) -> Option<String> {
    let (page, most) = ink.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1).then(b.0.cmp(&a.0)))?;
    let mean = ink.iter().sum::<f32>() / ink.len() as f32;
    Some(format!("ink: {mean:.0} % of the paper on average, most on page {} ({most:.0} %)", page + 1))
}

fn report_json(game: &Game, laid: &[LaidComponent], kit: &Kit, path: &Path, bytes: usize) -> Value {
    let sections: Vec<Value> = kit
        .sections
        .iter()
        .map(|section| {
            json!({
                "title": section.title,
                "pages": section.pages.len(),
                "cutting": section.pages.first().map(|page| &page.cutting),
            })
        })
        .collect();
    let components: Vec<Value> = laid
        .iter()
        .map(|part| {
            let component = &game.components[part.component];
            json!({
                "id": component.id,
                "kind": component.kind.name(),
                "pieces": part.pieces.iter().map(|piece| piece.quantity).sum::<usize>(),
                "different": part.pieces.len(),
                "width_mm": component.size.width.mm(),
                "height_mm": component.size.height.mm(),
                "bleed_mm": component.bleed.mm(),
                "pages": kit.pages_of(part.component),
            })
        })
        .collect();
    json!({
        "game": game.id,
        "version": game.version,
        "paper": kit.paper.name(),
        "file": path.display().to_string(),
        "bytes": bytes,
        "pages": kit.page_count(),
        "sections": sections,
        "components": components,
    })
}
