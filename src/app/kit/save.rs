//! Files that appear whole or not at all.

use std::fs;
use std::path::{Path, PathBuf};

use crate::diag::Diagnostic;

/// Writes a file whole or not at all.
///
/// # Errors
/// What the disk said.
pub fn save(path: &Path, bytes: &[u8]) -> Result<(), Diagnostic> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(".part");
    let cannot = |error: std::io::Error| Diagnostic::error(format!("cannot write `{}`: {error}", path.display()));
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(cannot)?;
    }
    let written = fs::write(&beside, bytes).and_then(|()| fs::rename(&beside, path));
    if written.is_err() {
        let _ = fs::remove_file(&beside);
    }
    written.map_err(cannot)
}

/// Takes files away again when not all of a set could be written.
pub fn take_away(files: &[PathBuf]) {
    for path in files {
        let _ = fs::remove_file(path);
    }
}
