//! What `print` keeps beside its PDF and what it makes of an earlier one: the manifest of a kit, and printing only what
//! changed since then.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use serde_json::{Value, json};

use crate::changes::{Copies, Manifest, gone, keep_changed, read_manifest};
use crate::diag::{Diagnostic, Diagnostics, Place, SourceText, count_of};
use crate::layout::{Fonts, LaidComponent, Studio};
use crate::load::{WithTemplates, folder_at, load_game};
use crate::model::{Assets, Paper};

use super::kit::lay_out;
use super::print::save;
use super::report::{say, say_json};

/// A manifest larger than this was not written here.
const LARGEST: u64 = 64_000_000;
/// A longer name would run into the ruler.
const LONGEST_NAME: usize = 32;

/// The state that a print is compared with, and what became of it.
pub struct Since {
    /// Its name, short enough for a page.
    pub name: String,
    /// What is to be taken out of the box.
    gone: Vec<Copies>,
}

/// Writes the manifest of a kit beside its PDF.
///
/// # Errors
/// A sentence when it cannot be written.
pub fn save_manifest(manifest: &Manifest, paper: Paper, pdf: &Path) -> Result<(), String> {
    save(&pdf.with_extension("json"), manifest.on(&paper.name()).to_json().as_bytes())
}

/// Reads a manifest file.
///
/// # Errors
/// Why it cannot be used.
pub fn open_manifest(path: &Path) -> Result<(Manifest, Arc<SourceText>), Diagnostic> {
    let shown = path.display();
    let cannot = |why: String| Diagnostic::error(format!("cannot use `{shown}`: {why}"));
    let size = fs::metadata(path).map_err(|error| cannot(error.to_string()))?.len();
    if size > LARGEST {
        return Err(cannot(format!("it has {} MB, which no manifest has", size / 1_000_000)));
    }
    let bytes = fs::read(path).map_err(|error| cannot(error.to_string()))?;
    let hint = "a manifest is the `.json` file that `print` writes beside its PDF";
    let text = String::from_utf8(bytes).map_err(|_| cannot("it is not UTF-8 text".into()).hint(hint))?;
    let source = Arc::new(SourceText { path: shown.to_string(), text });
    Ok((read_manifest(&source)?, source))
}

/// The manifest of a game as its files say it; all that is wrong with it when it cannot be laid out.
pub fn manifest_of(assets: &dyn Assets, id: &str) -> Result<Manifest, Diagnostics> {
    let (game, mut found) = load_game(assets, id);
    let Some(game) = game else { return Err(found) };
    let fonts = Fonts::load(assets, &mut found);
    fonts.check(&game, &mut found);
    let laid = lay_out(&Studio::new(&game, assets, &fonts), &[], &mut found);
    if found.has_errors() { Err(found) } else { Ok(Manifest::of(&game, &laid, &fonts)) }
}

/// The manifest of a game folder at a git revision, and the revision's name.
pub fn manifest_at(revision: &str, folder: &Path, id: &str) -> Result<(Manifest, String), Diagnostics> {
    let assets = folder_at(revision, folder).map_err(one)?;
    let name = assets.name.clone();
    let manifest = manifest_of(&WithTemplates(assets), id).map_err(|mut found| {
        let message = format!("the game cannot be laid out as it was in the revision `{revision}`");
        found.push(Diagnostic::error(message).hint("name a revision in which `check` found nothing wrong"));
        found
    })?;
    Ok((manifest, name))
}

/// A list of one problem.
pub fn one(diagnostic: Diagnostic) -> Diagnostics {
    let mut found = Diagnostics::new();
    found.push(diagnostic);
    found
}

/// Leaves only what differs from the state that `value` names: a manifest file, or else a git revision.
///
/// # Errors
/// All that is wrong with that state.
pub fn changed_since(
    value: &str,
    (manifest, folder): (&Manifest, &Path),
    only: &[String],
    laid: &mut Vec<LaidComponent>,
) -> Result<Since, Diagnostics> {
    let path = Path::new(value);
    let (old, name) = if path.is_file() {
        let (old, source) = open_manifest(path).map_err(one)?;
        check_game(&old, &manifest.game, &source).map_err(one)?;
        (old, path.file_name().map_or_else(|| value.to_owned(), |name| name.to_string_lossy().into_owned()))
    } else {
        manifest_at(value, folder, &manifest.game)?
    };
    let old = old.only(only);
    keep_changed(laid, &old, manifest);
    Ok(Since { name: shortened(&name), gone: gone(&old, manifest) })
}

/// A manifest of another game is a slip: everything would be new.
fn check_game(old: &Manifest, game: &str, source: &Arc<SourceText>) -> Result<(), Diagnostic> {
    if old.game == game {
        return Ok(());
    }
    let word = format!("\"{}\"", old.game);
    let at = source.text.find(&word).map_or_else(|| Place::file(source), |at| Place::new(source, at, at + word.len()));
    let message = format!("this is the manifest of the game `{}`, not of `{game}`", old.game);
    Err(Diagnostic::error(message).at(&at).hint("if the folder only got another name, write that name here"))
}

fn shortened(name: &str) -> String {
    if name.chars().count() <= LONGEST_NAME {
        return name.to_owned();
    }
    name.chars().take(LONGEST_NAME).chain(['…']).collect()
}

impl Since {
    /// Says that there is nothing to print.
    pub fn report_nothing(&self, game: &str, as_json: bool) {
        if as_json {
            let mut value = json!({ "game": game, "file": null });
            self.add_to(&mut value);
            return say_json(&value);
        }
        say(&format!("nothing to print has changed since `{}`, so nothing is written", self.name));
        self.report_gone();
    }

    /// Says what is to be taken out of the box.
    pub fn report_gone(&self) {
        if self.gone.is_empty() {
            return;
        }
        say(&format!("take out of the box what only `{}` had:", self.name));
        for copies in &self.gone {
            let Copies { component, piece, quantity } = copies;
            match piece {
                Some(piece) => say(&format!("  {quantity} x `{piece}` of `{component}`")),
                None => say(&format!("  all of `{component}`: {}", count_of(*quantity, "piece"))),
            }
        }
    }

    /// Adds the same to a report in JSON.
    pub fn add_to(&self, report: &mut Value) {
        let gone = self
            .gone
            .iter()
            .map(|copies| json!({ "component": copies.component, "piece": copies.piece, "quantity": copies.quantity }));
        report["changed_since"] = json!(self.name);
        report["gone"] = gone.collect();
    }
}
