//! Files that appear whole or not at all.

use std::fs;
use std::path::{Path, PathBuf};

use crate::diag::Diagnostic;

/// Writes a file whole or not at all.
///
/// # Errors
/// What the disk said.
pub fn save(path: &Path, bytes: &[u8]) -> Result<(), Diagnostic> {
    let beside = path.with_added_extension("part");
    let cannot = |error: std::io::Error| Diagnostic::error(format!("cannot write `{}`: {error}", path.display()));
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(cannot)?;
    }
    let mut part = Unfinished::default();
    part.add(&beside);
    fs::write(&beside, bytes).and_then(|()| fs::rename(&beside, path)).map_err(cannot)?;
    part.finish();
    Ok(())
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
