//! The few things that are done to a disk, one call for each. What is made here is new, belongs to nobody else, and is
//! never reached through a link. Whoever watches is told of each before it is done, and can make it fail: so tests find out
//! what is left when the power goes between any two of them.

use std::fmt::Debug;
use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Something that is done to the disk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Deed {
    /// A folder is made that was not there.
    MakeFolder(PathBuf),
    /// A file is made that was not there.
    MakeFile(PathBuf),
    /// Bytes are written, from this one of the file on.
    Write(PathBuf, u64, Vec<u8>),
    /// A file is cut off after so many bytes.
    Cut(PathBuf, u64),
    /// What a file holds is put on the disk for good.
    SyncFile(PathBuf),
    /// What the names in a folder stand for is put on the disk for good.
    SyncFolder(PathBuf),
    /// A file or folder gets another name in the same folder.
    Rename(PathBuf, PathBuf),
    /// A folder is removed with all that is in it.
    RemoveFolder(PathBuf),
    /// A file is removed.
    RemoveFile(PathBuf),
}

/// Somebody who is told of everything before it is done to the disk.
pub trait Watch: Debug + Send + Sync {
    /// Is told.
    ///
    /// # Errors
    /// What the disk is to say in place of doing it.
    fn sees(&self, deed: Deed) -> io::Result<()>;
}

/// The disk.
#[derive(Debug, Clone, Default)]
pub struct Disk {
    watch: Option<Arc<dyn Watch>>,
    /// Whether what is made is for its owner alone.
    is_private: bool,
}

impl Disk {
    /// The disk, for what nobody but its owner may read.
    #[must_use]
    pub fn private() -> Self {
        Self { is_private: true, ..Self::default() }
    }

    /// The same with somebody who watches.
    #[cfg(feature = "inside")]
    #[must_use]
    pub fn watched(self, watch: Arc<dyn Watch>) -> Self {
        Self { watch: Some(watch), ..self }
    }

    fn tell(&self, deed: impl FnOnce() -> Deed) -> io::Result<()> {
        self.watch.as_ref().map_or(Ok(()), |watch| watch.sees(deed()))
    }

    /// Makes a folder that is not there yet.
    ///
    /// # Errors
    /// What the disk says.
    pub fn make_folder(&self, path: &Path) -> io::Result<()> {
        self.tell(|| Deed::MakeFolder(path.to_owned()))?;
        if self.is_private { private_folder() } else { DirBuilder::new() }.create(path)
    }

    /// Makes a folder and those above it, where they are not there. Says in which folders a name may be new: in the one
    /// itself, and above each that was made.
    ///
    /// # Errors
    /// What the disk says.
    pub fn make_folders(&self, folder: &Path) -> io::Result<Vec<PathBuf>> {
        let missing: Vec<&Path> =
            folder.ancestors().take_while(|folder| *folder != Path::new("") && !folder.is_dir()).collect();
        for folder in missing.iter().rev() {
            match self.make_folder(folder) {
                // Somebody else makes it just now.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists && folder.is_dir() => {}
                made => made?,
            }
        }
        let above = missing.iter().filter_map(|folder| folder.parent());
        Ok(std::iter::once(folder).chain(above).map(Path::to_owned).collect())
    }

    /// Makes a file that is not there yet.
    ///
    /// # Errors
    /// What the disk says.
    pub fn make_file(&self, path: &Path) -> io::Result<File> {
        self.tell(|| Deed::MakeFile(path.to_owned()))?;
        if self.is_private { private_file() } else { OpenOptions::new() }
            .read(true)
            .write(true)
            .create_new(true)
            .open(path)
    }

    /// Writes into a file where it was left off.
    ///
    /// # Errors
    /// What the disk says.
    pub fn write(&self, path: &Path, file: &mut File, bytes: &[u8]) -> io::Result<()> {
        if self.watch.is_some() {
            let from = file.stream_position()?;
            self.tell(|| Deed::Write(path.to_owned(), from, bytes.to_owned()))?;
        }
        file.write_all(bytes)
    }

    /// Cuts a file off after so many bytes, to be written there.
    ///
    /// # Errors
    /// What the disk says.
    pub fn cut(&self, path: &Path, file: &mut File, length: u64) -> io::Result<()> {
        self.tell(|| Deed::Cut(path.to_owned(), length))?;
        file.set_len(length)?;
        file.seek(SeekFrom::Start(length)).map(drop)
    }

    /// Returns when what a file holds is on the disk.
    ///
    /// # Errors
    /// What the disk says.
    pub fn sync(&self, path: &Path, file: &File) -> io::Result<()> {
        self.tell(|| Deed::SyncFile(path.to_owned()))?;
        file.sync_data()
    }

    /// Returns when the names in a folder are on the disk.
    ///
    /// # Errors
    /// What the disk says.
    pub fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        let folder = if folder == Path::new("") { Path::new(".") } else { folder };
        self.tell(|| Deed::SyncFolder(folder.to_owned()))?;
        match synced(folder) {
            // Some disks of the network know nothing of this.
            Err(error) if matches!(error.kind(), io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported) => Ok(()),
            synced => synced,
        }
    }

    /// Gives a file or folder another name in its folder.
    ///
    /// # Errors
    /// What the disk says.
    pub fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.tell(|| Deed::Rename(from.to_owned(), to.to_owned()))?;
        fs::rename(from, to)
    }

    /// Removes a folder with all that is in it, if it is there.
    ///
    /// # Errors
    /// What the disk says.
    pub fn remove_folder(&self, folder: &Path) -> io::Result<()> {
        if fs::symlink_metadata(folder).is_err_and(|error| error.kind() == io::ErrorKind::NotFound) {
            return Ok(());
        }
        self.tell(|| Deed::RemoveFolder(folder.to_owned()))?;
        fs::remove_dir_all(folder)
    }

    /// Removes a file.
    ///
    /// # Errors
    /// What the disk says.
    pub fn remove_file(&self, path: &Path) -> io::Result<()> {
        self.tell(|| Deed::RemoveFile(path.to_owned()))?;
        fs::remove_file(path)
    }
}

#[cfg(unix)]
fn private_folder() -> DirBuilder {
    use std::os::unix::fs::DirBuilderExt as _;
    let mut builder = DirBuilder::new();
    builder.mode(0o700);
    builder
}

#[cfg(unix)]
fn private_file() -> OpenOptions {
    use std::os::unix::fs::OpenOptionsExt as _;
    let mut options = OpenOptions::new();
    options.mode(0o600);
    options
}

#[cfg(unix)]
fn synced(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

/// Elsewhere the folder above says who may read it.
#[cfg(not(unix))]
fn private_folder() -> DirBuilder {
    DirBuilder::new()
}

#[cfg(not(unix))]
fn private_file() -> OpenOptions {
    OpenOptions::new()
}

/// Elsewhere names are on the disk when they are given.
#[cfg(not(unix))]
fn synced(_: &Path) -> io::Result<()> {
    Ok(())
}
