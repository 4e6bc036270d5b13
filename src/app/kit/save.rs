//! Files that appear whole or not at all.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use crate::diag::Diagnostic;

/// More files are not written under one name at once.
const MOST_AT_ONCE: usize = 1_000;

/// The path of a file below the folder that was asked for. A folder that came with the game must not lead elsewhere.
///
/// # Errors
/// When a folder on the way is a link.
pub fn below(output: &Path, file: &Path) -> Result<PathBuf, Diagnostic> {
    let path = output.join(file);
    let inside = file.components().count();
    // An absolute output is what somebody typed, and a link if they wish so.
    let on_the_way = if output.is_absolute() { inside.saturating_sub(1) } else { inside };
    let link = path.ancestors().skip(1).take(on_the_way).find(|folder| folder.is_symlink());
    link.map_or(Ok(path.clone()), |link| {
        let message = format!("`{}` is a link, and nothing is written where it leads", link.display());
        Err(Diagnostic::error(message).hint("remove it, or name another folder with `--output`"))
    })
}

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
    let mut part = Unfinished::default();
    part.add(&beside);
    // A name must not be on the disk before what it stands for.
    let written = file.write_all(bytes).and_then(|()| file.sync_data()).and_then(|()| fs::rename(&beside, path));
    written.map_err(cannot)?;
    part.finish();
    Ok(())
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

/// Files of a set that is not yet whole. It takes them away when it is dropped before it is finished, whatever ended it.
#[derive(Debug, Default)]
#[must_use]
pub struct Unfinished(Vec<PathBuf>);

impl Unfinished {
    /// One more file.
    pub fn add(&mut self, path: &Path) {
        self.0.push(path.to_owned());
    }

    /// The set is whole, and stays.
    pub fn finish(mut self) {
        self.0.clear();
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        for path in &self.0 {
            // One that was never written is as good as taken away.
            let _ = fs::remove_file(path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Unfinished;

    #[test]
    fn a_set_that_ends_in_the_middle_takes_itself_away() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str| {
            let path = folder.path().join(name);
            std::fs::write(&path, "x").unwrap();
            path
        };
        let (whole, broken) = (file("whole"), file("broken"));
        let mut set = Unfinished::default();
        set.add(&whole);
        set.finish();
        let panicked = std::panic::catch_unwind(|| {
            let mut set = Unfinished::default();
            set.add(&broken);
            panic!("in the middle");
        });
        assert!(panicked.is_err() && whole.exists() && !broken.exists());
    }
}
