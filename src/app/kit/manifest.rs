//! What stands beside the PDF of a kit and what is made of an earlier one: its manifest, and printing only what changed
//! since then.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use crate::app::open::lay_out;
use crate::app::progress::Progress;
use crate::changes::{Copies, Manifest, gone, keep_changed, read_manifest};
use crate::diag::{Diagnostic, Diagnostics, Place, SourceText};
use crate::layout::{Fonts, LaidComponent, Studio};
use crate::load::{WithTemplates, folder_at, load_game};
use crate::model::{Assets, Paper};

use super::save::FileSet;

/// A manifest larger than this was not written here.
const LARGEST: u64 = 64_000_000;
/// A longer name would run into the ruler.
const LONGEST_NAME: usize = 32;

/// The state that a print is compared with, and what became of it.
pub struct Since {
    /// Its name, short enough for a page.
    pub name: String,
    /// What is to be taken out of the box.
    pub gone: Vec<Copies>,
}

/// Writes the manifest of a kit beside its PDF.
///
/// # Errors
/// What the disk said.
pub fn save_manifest(manifest: &Manifest, paper: Paper, pdf: &Path, set: &mut FileSet<'_>) -> Result<(), Diagnostic> {
    set.save(&pdf.with_extension("json"), manifest.on(&paper.name()).to_json().as_bytes())
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
    let source = Arc::new(SourceText::new(shown.to_string(), text));
    Ok((read_manifest(&source)?, source))
}

/// The manifest of a game as its files say it; all that is wrong with it when it cannot be laid out.
pub fn manifest_of(assets: &dyn Assets, id: &str, progress: &dyn Progress) -> Result<Manifest, Diagnostics> {
    let (game, mut found) = load_game(assets, id);
    let Some(game) = game else { return Err(found) };
    let mut fonts = Fonts::load(assets, &mut found);
    fonts.settle(&game, &mut found);
    let laid = lay_out(&Studio::new(&game, assets, &fonts), &[], progress, &mut found);
    if found.has_errors() { Err(found) } else { Ok(Manifest::of(&game, &laid)) }
}

/// The manifest of a game folder at a git revision, and the revision's name.
pub fn manifest_at(
    revision: &str,
    (folder, id): (&Path, &str),
    progress: &dyn Progress,
) -> Result<(Manifest, String), Diagnostics> {
    let assets = folder_at(revision, folder)?;
    let name = assets.name.clone();
    let manifest = manifest_of(&WithTemplates(assets), id, progress).map_err(|mut found| {
        let message = format!("the game cannot be laid out as it was in the revision `{revision}`");
        found.push(Diagnostic::error(message).hint("name a revision in which `check` found nothing wrong"));
        found
    })?;
    Ok((manifest, name))
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
    progress: &dyn Progress,
) -> Result<Since, Diagnostics> {
    let path = Path::new(value);
    let (old, name) = if path.is_file() {
        let (old, source) = open_manifest(path)?;
        check_game(&old, &manifest.game, &source)?;
        (old, path.file_name().map_or_else(|| value.to_owned(), |name| name.to_string_lossy().into_owned()))
    } else {
        manifest_at(value, (folder, &manifest.game), progress)?
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
