//! What a run may reach of the machine: a game's folder to read, the folder that was asked for to write, no network, no
//! programs. On Linux the kernel holds the process to it, before a byte of a game is read; elsewhere nothing does.

use std::fs;
use std::path::{Path, PathBuf};

/// What a run may reach.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reach {
    /// Where files are read; everywhere, if there is nothing.
    reads: Option<Vec<PathBuf>>,
    /// Folders of which the names are read, and nothing else.
    lists: Vec<PathBuf>,
    /// Folders below which files are read and written.
    writes: Vec<PathBuf>,
    /// Those of them that are made when they are not there.
    makes: Vec<PathBuf>,
}

impl Reach {
    /// To read these, and to write nothing.
    pub fn reading(paths: impl IntoIterator<Item = PathBuf>) -> Self {
        let (lists, writes, makes) = Default::default();
        Self { reads: Some(paths.into_iter().collect()), lists, writes, makes }
    }

    /// And to see what is in this folder.
    pub fn listing(mut self, folder: &Path) -> Self {
        self.lists.push(folder.to_owned());
        self
    }

    /// And to read all that is in this folder, also where one of its names is a link.
    pub fn reading_all_in(self, folder: &Path) -> Self {
        let all = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
        self.listing(folder).reading_also(all)
    }

    /// And to write below this folder, if it is there.
    pub fn changing(mut self, folder: &Path) -> Self {
        self.writes.push(folder.to_owned());
        self
    }

    /// And to write below this folder, which may have to be made.
    pub fn writing(mut self, folder: &Path) -> Self {
        self.makes.push(folder.to_owned());
        self.changing(folder)
    }

    /// And to read everywhere, as git repositories may lean on others.
    pub fn reading_all_if(mut self, is_so: bool) -> Self {
        self.reads = self.reads.filter(|_| !is_so);
        self
    }

    /// And to read these, if there are any.
    pub fn reading_also(mut self, paths: impl IntoIterator<Item = PathBuf>) -> Self {
        if let Some(reads) = &mut self.reads {
            reads.extend(paths);
        }
        self
    }

    /// Holds this thread, and all that it starts, to what is said here. The folders that had to be made for it go away with what
    /// comes back, if they are empty. Why it does not hold is told beside it.
    pub fn hold(&self) -> (Option<MadeFolders>, Option<String>) {
        let made = MadeFolders::of(&self.makes);
        let why = confine(self, &made).err();
        (Some(made), why.map(|why| why.to_string()))
    }
}

/// Folders that had to be made, so that the kernel knows what may be written. Those that stay empty go again.
#[derive(Debug, Default)]
#[must_use]
pub struct MadeFolders(Vec<PathBuf>);

impl MadeFolders {
    fn of(folders: &[PathBuf]) -> Self {
        let mut made = Self::default();
        for folder in folders {
            made.make(folder);
        }
        made
    }

    /// What cannot be made is told by who wants to write there.
    fn make(&mut self, folder: &Path) {
        let mut missing: Vec<&Path> =
            folder.ancestors().take_while(|folder| *folder != Path::new("") && !folder.is_dir()).collect();
        // Never where a link leads that came with a game.
        if missing.iter().any(|folder| folder.is_symlink()) {
            return;
        }
        while let Some(folder) = missing.pop() {
            if fs::create_dir(folder).is_err() {
                return;
            }
            self.0.push(folder.to_owned());
            // The name of a folder has to be on the disk before what is kept in it.
            let _ = fs::File::open(above(folder)).and_then(|above| above.sync_all());
        }
    }

    /// The folders in which some were made.
    fn above(&self) -> impl Iterator<Item = &Path> {
        self.0.iter().map(|folder| above(folder))
    }
}

impl Drop for MadeFolders {
    fn drop(&mut self) {
        for folder in self.0.iter().rev() {
            // One that is not empty stays.
            let _ = fs::remove_dir(folder);
        }
    }
}

fn above(folder: &Path) -> &Path {
    folder.parent().filter(|above| *above != Path::new("")).unwrap_or(Path::new("."))
}

/// Says whether the kernel knows how to do this.
#[cfg(target_os = "linux")]
fn confine(reach: &Reach, made: &MadeFolders) -> Result<bool, landlock::RulesetError> {
    use landlock::{
        ABI, Access as _, AccessFs, AccessNet, Ruleset, RulesetAttr as _, RulesetCreatedAttr as _, RulesetStatus,
        Scope, path_beneath_rules,
    };

    /// The youngest kernel this was written for; older ones hold to what they know.
    const YOUNGEST: ABI = ABI::V7;
    let odd = AccessFs::MakeChar | AccessFs::MakeBlock | AccessFs::MakeFifo | AccessFs::MakeSock | AccessFs::MakeSym;
    let write = AccessFs::from_all(YOUNGEST) & !odd & !AccessFs::Execute & !AccessFs::IoctlDev;
    let read = AccessFs::ReadFile | AccessFs::ReadDir;
    let everywhere = [PathBuf::from("/")];
    let writes: Vec<&Path> = reach.writes.iter().map(|folder| here(folder)).collect();
    Ruleset::default()
        .handle_access(AccessFs::from_all(YOUNGEST))?
        .handle_access(AccessNet::from_all(YOUNGEST))?
        .scope(Scope::from_all(YOUNGEST))?
        .create()?
        // What is not there needs no rule.
        .add_rules(path_beneath_rules(reach.reads.as_deref().unwrap_or(&everywhere), read))?
        .add_rules(path_beneath_rules(&reach.lists, AccessFs::ReadDir))?
        .add_rules(path_beneath_rules(writes, write))?
        .add_rules(path_beneath_rules(made.above(), AccessFs::RemoveDir))?
        .restrict_self()
        .map(|status| status.ruleset != RulesetStatus::NotEnforced)
}

#[cfg(target_os = "linux")]
fn here(folder: &Path) -> &Path {
    if folder == Path::new("") { Path::new(".") } else { folder }
}

/// Elsewhere nothing is known that does this for a process.
#[cfg(not(target_os = "linux"))]
fn confine(_: &Reach, _: &MadeFolders) -> Result<bool, String> {
    Ok(false)
}

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests {
    use std::fs;
    use std::io::ErrorKind;
    use std::net::TcpListener;
    use std::process::Command;

    use super::{MadeFolders, Reach, confine};

    #[test]
    fn a_run_reaches_its_folders_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        for name in ["game", "listed", "other"] {
            fs::create_dir(at(name)).unwrap();
            fs::write(at(name).join("a"), "x").unwrap();
        }
        let reach = Reach::reading([at("game")]).listing(&at("listed")).writing(&at("new/output"));
        let refused = |error: std::io::Error| error.kind() == ErrorKind::PermissionDenied;
        let held = || {
            if !confine(&reach, &MadeFolders::default()).unwrap() {
                eprintln!("this kernel has no Landlock: nothing is held");
                return;
            }
            assert!(fs::read(at("game/a")).is_ok());
            assert!(fs::read_dir(at("listed")).is_ok());
            assert!(fs::write(at("new/output/a.part"), "x").is_ok());
            assert!(fs::rename(at("new/output/a.part"), at("new/output/a")).is_ok());
            assert!(refused(fs::read(at("listed/a")).unwrap_err()));
            assert!(refused(fs::read(at("other/a")).unwrap_err()));
            assert!(refused(fs::write(at("game/a"), "y").unwrap_err()));
            assert!(refused(fs::write(at("new/b"), "y").unwrap_err()));
            assert!(refused(fs::remove_file(at("other/a")).unwrap_err()));
            assert!(refused(Command::new("/bin/true").status().unwrap_err()));
            assert!(refused(TcpListener::bind("127.0.0.1:0").unwrap_err()));
        };
        // In a thread of its own, so that the other tests reach what they did.
        let run = || {
            let (_made, why) = reach.hold();
            assert_eq!(why, None);
            held();
        };
        std::thread::scope(|scope| scope.spawn(run).join().unwrap());
        assert!(at("new/output/a").exists());
    }

    #[test]
    fn folders_that_stay_empty_go_again() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("real")).unwrap();
        std::os::unix::fs::symlink(at("real"), at("link")).unwrap();
        std::os::unix::fs::symlink(at("nowhere"), at("dead")).unwrap();
        std::thread::scope(|scope| {
            let reach = Reach::reading([]).writing(&at("a/b")).writing(&at("dead/c"));
            scope.spawn(move || drop(reach.hold())).join().unwrap();
        });
        assert!(!at("a").exists() && !at("nowhere").exists());
    }
}
