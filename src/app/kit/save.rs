//! Files that appear whole or not at all.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use crate::diag::Diagnostic;

/// More files are not written under one name at once.
const MOST_AT_ONCE: usize = 1_000;

/// Writes a file whole or not at all, whoever else writes it just now. What was there is replaced, and so is a link: never
/// what it leads to.
///
/// # Errors
/// What the disk said.
pub fn save(path: &Path, bytes: &[u8]) -> Result<(), Diagnostic> {
    let cannot = |error: io::Error| Diagnostic::error(format!("cannot write `{}`: {error}", path.display()));
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(cannot)?;
    }
    let (beside, mut file) = new_beside(path).map_err(cannot)?;
    // A name must not be on the disk before what it stands for.
    let written = file.write_all(bytes).and_then(|()| file.sync_data()).and_then(|()| fs::rename(&beside, path));
    if written.is_err() {
        let _ = fs::remove_file(&beside);
    }
    written.map_err(cannot)
}

/// A new file that takes the place of another when it is whole.
fn new_beside(path: &Path) -> io::Result<(PathBuf, File)> {
    for n in 1..MOST_AT_ONCE {
        let number = if n == 1 { String::new() } else { format!("{n}.") };
        let beside = path.with_added_extension(format!("{number}part"));
        match File::create_new(&beside) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            made => return made.map(|file| (beside, file)),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

/// Takes files away again when not all of a set could be written.
pub fn take_away(files: &[PathBuf]) {
    for path in files {
        let _ = fs::remove_file(path);
    }
}
