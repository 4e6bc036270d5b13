//! What `print` says: how everything fits before it writes, and what it wrote.

use serde_json::{Value, json};

use crate::app::{ReadyKits, Shrunk, Since, WrittenKit};
use crate::changes::Copies;
use crate::diag::count_of;
use crate::impose::{FitKind, Kit, Section, SheetChoice, SheetFit};
use crate::layout::LaidComponent;
use crate::model::{Backs, Game};

use super::report::{say, say_json};

/// How a kit fits its paper, in plain words.
pub fn say_fit(game: &Game, kit: &Kit) {
    say(&format!("{} {} for {}", game.title, game.edition(), kit.layout.paper.title()));
    let mut page = 1;
    for section in &kit.sections {
        let last = page + section.pages.len() - 1;
        let pages = if last > page { format!("pages {page} to {last}") } else { format!("page {page}") };
        say(&format!("  {pages:<16} {}", section.title));
        if let Some(fit) = &section.fit {
            say(&format!("{:21}{}", "", fit.sentence()));
        }
        page = last + 1;
    }
    say(&format!("  {} in all", count_of(kit.cuts(), "cut")));
}

/// What was written.
pub fn say_written(written: &WrittenKit) {
    say(&format!(
        "{} ({}, {} kB); print at 100 % and measure the ruler",
        written.path.display(),
        count_of(written.kit.page_count(), "page"),
        written.bytes.div_ceil(1000)
    ));
    if let Some(line) = shrunk_line(written.shrunk, written.kit.layout.image_dots) {
        say(&line);
    }
    if let Some(picture) = &written.contact_sheet {
        say(&picture.display().to_string());
    }
    if let Some(line) = ink_line(&written.ink) {
        say(&line);
    }
    if let Some(line) = backs_line(&written.kit) {
        say(line);
    }
    match &written.cut_files[..] {
        [] => {}
        [one] => say(&format!("{} for a cutting machine", one.display())),
        [first, more @ ..] => say(&format!("{} and {} more for a cutting machine", first.display(), more.len())),
    }
}

/// How many pictures have fewer pixels than their files, and what that saved.
fn shrunk_line(shrunk: Shrunk, dots: Option<u32>) -> Option<String> {
    let Shrunk { count, before, after } = shrunk;
    let kb = |bytes: usize| bytes.div_ceil(1000);
    let asked = dots.map_or_else(|| "than is worth it".to_owned(), |dots| format!("than {dots} dots per inch"));
    let (are, were) = if count == 1 { ("was", "is") } else { ("were", "are") };
    (count > 0).then(|| {
        format!(
            "{} {are} finer {asked} and {were} smaller now: {} kB in place of {} kB",
            count_of(count, "picture"),
            kb(after),
            kb(before)
        )
    })
}

/// What whoever has a printer for both sides wants to know of backs that are pages of their own.
fn backs_line(kit: &Kit) -> Option<&'static str> {
    let is_by_hand = kit.layout.backs == Backs::Separate && kit.pages().any(|page| page.back_of.is_some());
    is_by_hand
        .then_some("backs are pages of their own; for a printer that turns the paper itself, `--backs duplex-long`")
}

/// How much of the paper takes ink, and where most of it goes.
fn ink_line(ink: &[f32]) -> Option<String> {
    let (page, most) = ink.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1).then(b.0.cmp(&a.0)))?;
    let mean = ink.iter().sum::<f32>() / ink.len() as f32;
    Some(format!("ink: {mean:.0} % of the paper on average, most on page {} ({most:.0} %)", page + 1))
}

/// Says that there is nothing to print.
pub fn say_nothing(since: &Since, game: &str, as_json: bool) {
    if as_json {
        let mut value = json!({ "game": game, "file": null });
        add_gone(since, &mut value);
        return say_json(&value);
    }
    say(&format!("nothing to print has changed since `{}`, so nothing is written", since.name));
    say_gone(since);
}

/// Says what is to be taken out of the box.
pub fn say_gone(since: &Since) {
    if since.gone.is_empty() {
        return;
    }
    say(&format!("take out of the box what only `{}` had:", since.name));
    for Copies { component, piece, quantity } in &since.gone {
        match piece {
            Some(piece) => say(&format!("  {quantity} x `{piece}` of `{component}`")),
            None => say(&format!("  all of `{component}`: {}", count_of(*quantity, "piece"))),
        }
    }
}

/// Adds the same to a report in JSON.
fn add_gone(since: &Since, report: &mut Value) {
    let gone = since
        .gone
        .iter()
        .map(|copies| json!({ "component": copies.component, "piece": copies.piece, "quantity": copies.quantity }));
    report["changed_since"] = json!(since.name);
    report["gone"] = gone.collect();
}

/// What was written, as JSON.
#[must_use]
pub fn report_json(ready: &ReadyKits<'_>, written: &[WrittenKit]) -> Value {
    let (game, laid) = (&ready.game, &ready.laid);
    let mut report = json!({
        "game": game.id,
        "version": game.version,
        "ink": game.ink.name(),
        "kits": written.iter().map(|written| kit_json(game, laid, written)).collect::<Vec<_>>(),
    });
    if let Some(since) = &ready.since {
        add_gone(since, &mut report);
    }
    report
}

fn kit_json(game: &Game, laid: &[LaidComponent], written: &WrittenKit) -> Value {
    let kit = &written.kit;
    let section = |section: &Section| {
        // The first of those that take most cuts.
        let hardest = section.pages.iter().rev().max_by_key(|page| page.cuts());
        let cutting: Vec<&str> = hardest.iter().flat_map(|page| &page.cutting).map(|step| &*step.text).collect();
        json!({
            "title": section.title,
            "pages": section.pages.len(),
            "cuts": section.pages.iter().map(crate::impose::Page::cuts).sum::<usize>(),
            "cutting": cutting,
            "fit": section.fit.as_ref().map(fit_json),
        })
    };
    let component = |part: &LaidComponent| {
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
    };
    json!({
        "paper": kit.layout.paper.name(),
        "file": written.path.display().to_string(),
        "bytes": written.bytes,
        "pictures_made_smaller": {
            "count": written.shrunk.count,
            "bytes_of_files": written.shrunk.before,
            "bytes": written.shrunk.after,
        },
        "ink": written.ink.iter().map(|percent| f64::from((percent * 10.0).round()) / 10.0).collect::<Vec<_>>(),
        "contact_sheet": written.contact_sheet.as_ref().map(|path| path.display().to_string()),
        "cut_files": written.cut_files.iter().map(|path| path.display().to_string()).collect::<Vec<_>>(),
        "pages": kit.page_count(),
        "cuts": kit.cuts(),
        "sections": kit.sections.iter().map(section).collect::<Vec<_>>(),
        "components": laid.iter().map(component).collect::<Vec<_>>(),
    })
}

fn fit_json(fit: &SheetFit) -> Value {
    let choice = |choice: &SheetChoice| {
        json!({
            "columns": choice.columns,
            "rows": choice.rows,
            "bleed_mm": choice.bleed.mm(),
            "sheets": choice.sheets,
        })
    };
    let mut value = json!({ "words": fit.sentence() });
    let more = match &fit.kind {
        FitKind::Grid { asked, chosen, others } => json!({
            "bleed_asked_mm": asked.mm(),
            "chosen": choice(chosen),
            "others": others.iter().map(choice).collect::<Vec<_>>(),
        }),
        FitKind::Packed { pieces, sheets } => json!({ "pieces": pieces, "sheets": sheets }),
        FitKind::Tiles { columns, rows, overlap, spaces_cut } => json!({
            "columns": columns,
            "rows": rows,
            "overlap_mm": overlap.mm(),
            "spaces_cut": spaces_cut,
        }),
        FitKind::Booklet { pages, blank, sheets } => json!({ "pages": pages, "blank": blank, "sheets": sheets }),
    };
    if let (Value::Object(value), Value::Object(more)) = (&mut value, more) {
        value.extend(more);
    }
    value
}
