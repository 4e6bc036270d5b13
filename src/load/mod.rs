//! From a game folder to a [`Game`]: YAML and tables in, plain data out, every problem named with its place.
//! Nothing here draws, and no other module reads files.

mod between;
mod board;
mod components;
mod connections;
mod coordinates;
mod csv;
mod data;
mod diagram;
mod encoding;
mod expand;
mod fields;
mod folder;
mod game;
mod git;
mod inside;
mod job;
mod kinds;
mod legend;
mod lint;
mod map;
mod number;
mod piece_names;
mod plan;
mod play;
mod printers;
mod revision;
mod row;
mod row_files;
mod row_list;
mod rows;
mod scenario;
mod sheet;
mod sides;
mod sign_grid;
mod size;
mod style;
mod table;
mod table_plan;
mod teams;
mod yaml;

pub use folder::{DiskAssets, WithTemplates, find_game, known_games};
pub use inside::files_of;
pub use printers::{PRINTERS_FILE, load_printers, printers_text};
pub use revision::folder_at;
pub use scenario::read_scenarios;

use std::sync::Arc;

use crate::diag::{Diagnostic, Diagnostics, SourceText};
use crate::model::{AssetError, Assets, FieldText, Game};

/// The file every game folder has.
pub const GAME_FILE: &str = "game.yaml";

/// Reads a game folder. The game is there when its file could be understood at all; whether it may be printed is
/// for the diagnostics to say.
#[must_use]
pub fn load_game(assets: &dyn Assets, id: &str) -> (Option<Game>, Diagnostics) {
    let mut found = Diagnostics::new();
    let game = game::read_game(assets, id, &mut found);
    (game, found)
}

/// A text file named in another file, with a diagnostic at the place that names it when it cannot be read.
fn folder_file(assets: &dyn Assets, named: &FieldText, found: &mut Diagnostics) -> Option<Arc<SourceText>> {
    found.accept(read_text(assets, &named.text).map_err(|diagnostic| diagnostic.at(&named.place)))
}

/// A text file that need not be there.
fn optional_text(assets: &dyn Assets, path: &str) -> Result<Option<Arc<SourceText>>, Diagnostic> {
    match assets.read(path) {
        Err(AssetError::Missing { .. }) => Ok(None),
        read => text_of_bytes(assets, path, &read.map_err(|error| error.diagnostic(path))?).map(Some),
    }
}

fn read_text(assets: &dyn Assets, path: &str) -> Result<Arc<SourceText>, Diagnostic> {
    let bytes = assets.read(path).map_err(|error| error.diagnostic(path))?;
    text_of_bytes(assets, path, &bytes)
}

fn text_of_bytes(assets: &dyn Assets, path: &str, bytes: &[u8]) -> Result<Arc<SourceText>, Diagnostic> {
    let shown = assets.shown(path);
    match std::str::from_utf8(bytes) {
        // Editors on Windows like to put a mark before the text.
        Ok(text) => {
            let text = text.strip_prefix('\u{feff}').unwrap_or(text).to_owned();
            Ok(Arc::new(SourceText::new(shown, text)))
        }
        Err(error) => {
            let line = String::from_utf8_lossy(&bytes[..error.valid_up_to()]).matches('\n').count() + 1;
            Err(Diagnostic::error(format!("`{shown}` is not UTF-8 text from line {line} on"))
                .hint("save the file with the encoding UTF-8"))
        }
    }
}
