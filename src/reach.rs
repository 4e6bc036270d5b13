//! What a run may reach of the machine: a game's folder to read, the folder that was asked for to write, no network, no
//! programs. On Linux the kernel holds the process to it, before a byte of a game is read; elsewhere nothing does.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use same_file::Handle;

use crate::disk::Disk;

/// How often a folder is made that others take away.
const MOST_TRIES: usize = 20;
/// Where the machine says how many threads it has to spare.
#[cfg(target_os = "linux")]
const MACHINE: [&str; 3] = ["/proc/self/cgroup", "/proc/self/mountinfo", "/sys/fs/cgroup"];

/// What a run may reach.
#[derive(Debug, Clone)]
pub struct Reach {
    /// Where files are read; everywhere, if there is nothing.
    reads: Option<Vec<PathBuf>>,
    /// Folders of which the names are read, and nothing else.
    lists: Vec<PathBuf>,
    /// Folders below which files are read and written.
    writes: Vec<PathBuf>,
    /// Those of them that are made when they are not there, and how.
    makes: Vec<(PathBuf, Disk)>,
    /// Ports on which others are waited for.
    ports: Vec<u16>,
}

impl Reach {
    /// To read these, and to write nothing.
    pub fn reading(paths: impl IntoIterator<Item = PathBuf>) -> Self {
        let (lists, writes, makes, ports) = Default::default();
        Self { reads: Some(paths.into_iter().collect()), lists, writes, makes, ports }
    }

    /// And to see what is in this folder.
    pub fn listing(mut self, folder: &Path) -> Self {
        self.lists.push(folder.to_owned());
        self
    }

    /// And to read each folder in this one that has such a file, also where its name is a link.
    pub fn reading_each_in(self, folder: &Path, file: &str) -> Self {
        let all = fs::read_dir(here(folder)).into_iter().flatten().flatten().map(|entry| entry.path());
        self.reading_also(all.filter(|inside| inside.join(file).is_file()))
    }

    /// And to write below this folder, if it is there.
    pub fn changing(mut self, folder: &Path) -> Self {
        self.writes.push(folder.to_owned());
        self
    }

    /// And to write below this folder, which may have to be made with this disk.
    pub fn writing(mut self, folder: &Path, disk: Disk) -> Self {
        self.makes.push((folder.to_owned(), disk));
        self.changing(folder)
    }

    /// And to wait for others on these ports; nobody is called from here.
    pub fn listening(mut self, ports: impl IntoIterator<Item = u16>) -> Self {
        self.ports.extend(ports);
        self
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

    /// Holds this thread, and all that it starts, to what is said here; where the kernel does not know how, to nothing. Folders
    /// that had to be made for it go away with what comes back, if they are empty.
    ///
    /// # Errors
    /// A link on the way to where files are written, which may have come with a game; or why the kernel does not do it.
    pub fn hold(&self) -> Result<MadeFolders, NotHeld> {
        if let Some(link) = self.writes.iter().find_map(|folder| link_on_the_way(folder)) {
            return Err(NotHeld::Link(link));
        }
        let made = if cfg!(target_os = "linux") { MadeFolders::of(&self.makes) } else { MadeFolders::default() };
        confine(self, &made).map_err(|why| NotHeld::Kernel(why.to_string()))?;
        Ok(made)
    }
}

/// Why a run is not held to what it is for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotHeld {
    /// This is a link, and files would be written where it leads.
    Link(PathBuf),
    /// What the kernel said.
    Kernel(String),
}

/// A link on the way to a folder, unless somebody typed the whole way.
fn link_on_the_way(folder: &Path) -> Option<PathBuf> {
    let way = folder.ancestors().take_while(|_| folder.is_relative());
    way.filter(|part| part.is_symlink()).last().map(Path::to_owned)
}

/// Folders that had to be made, so that the kernel knows what may be written, and are held while they are in use. Those that
/// stay empty go again, unless another run holds them.
#[derive(Debug, Default)]
#[must_use]
pub struct MadeFolders {
    held: Vec<File>,
    made: Vec<PathBuf>,
}

impl MadeFolders {
    fn of(folders: &[(PathBuf, Disk)]) -> Self {
        let mut all = Self::default();
        for (folder, disk) in folders {
            // Another run may take it away just when it is made.
            for _ in 0..MOST_TRIES {
                // What cannot be made is told by who wants to write there.
                let Ok(names) = all.make(folder, disk) else { break };
                if let Some(held) = held(folder) {
                    all.held.push(held);
                    // The name of a folder has to be on the disk before what is kept in it.
                    for above in &names {
                        let _ = disk.sync_folder(above);
                    }
                    break;
                }
            }
        }
        all
    }

    fn make(&mut self, folder: &Path, disk: &Disk) -> io::Result<Vec<PathBuf>> {
        let missing = folder.ancestors().take_while(|folder| *folder != Path::new("") && !folder.is_dir());
        let mut missing: Vec<PathBuf> = missing.map(Path::to_owned).collect();
        let names = disk.make_folders(folder)?;
        missing.reverse();
        self.made.extend(missing);
        Ok(names)
    }

    /// The folders in which some were made.
    fn above(&self) -> impl Iterator<Item = &Path> {
        self.made.iter().map(|folder| here(folder.parent().unwrap_or(Path::new(""))))
    }
}

/// A folder that nobody else takes away while this is open; nothing if it is gone, or another one stands there.
fn held(folder: &Path) -> Option<File> {
    let file = File::open(here(folder)).ok()?;
    file.lock_shared().ok()?;
    let there = Handle::from_path(here(folder)).ok()?;
    (Handle::from_file(file.try_clone().ok()?).ok()? == there).then_some(file)
}

impl Drop for MadeFolders {
    fn drop(&mut self) {
        let is_free = |file: &File| file.unlock().is_ok() && file.try_lock().is_ok();
        if self.held.iter().all(is_free) {
            for folder in self.made.iter().rev() {
                // One that is not empty stays.
                let _ = fs::remove_dir(folder);
            }
        }
    }
}

fn here(folder: &Path) -> &Path {
    if folder == Path::new("") { Path::new(".") } else { folder }
}

/// Says whether the kernel knows how to do this.
#[cfg(target_os = "linux")]
fn confine(reach: &Reach, made: &MadeFolders) -> Result<bool, landlock::RulesetError> {
    use landlock::{
        ABI, Access as _, AccessFs, AccessNet, BitFlags, NetPort, PathBeneath, PathFd, Ruleset, RulesetAttr as _,
        RulesetCreatedAttr as _, RulesetStatus, Scope,
    };

    /// The youngest kernel this was written for; older ones hold to what they know.
    const YOUNGEST: ABI = ABI::V7;
    let odd = AccessFs::MakeChar | AccessFs::MakeBlock | AccessFs::MakeFifo | AccessFs::MakeSock | AccessFs::MakeSym;
    let write = AccessFs::from_all(YOUNGEST) & !odd & !AccessFs::Execute & !AccessFs::IoctlDev;
    let read = AccessFs::ReadFile | AccessFs::ReadDir;
    let file: BitFlags<AccessFs> = AccessFs::ReadFile.into();
    let mut ruleset = Ruleset::default()
        .handle_access(AccessFs::from_all(YOUNGEST))?
        .handle_access(AccessNet::from_all(YOUNGEST))?
        .scope(Scope::from_all(YOUNGEST))?
        .create()?;
    // What is not there needs no rule, and what the kernel takes none for is not reached.
    let mut allow = |path: &Path, access: BitFlags<AccessFs>| {
        let access = if path.is_dir() { access } else { access & file };
        if let Some(path) = PathFd::new(path).ok().filter(|_| !access.is_empty()) {
            let _ = (&mut ruleset).add_rule(PathBeneath::new(path, access));
        }
    };
    let everywhere = [PathBuf::from("/")];
    let machine = MACHINE.map(PathBuf::from);
    for path in reach.reads.as_deref().unwrap_or(&everywhere).iter().chain(&machine) {
        allow(path, read);
    }
    reach.lists.iter().for_each(|folder| allow(folder, AccessFs::ReadDir.into()));
    reach.writes.iter().for_each(|folder| allow(here(folder), write));
    made.above().for_each(|folder| allow(folder, AccessFs::RemoveDir.into()));
    for port in &reach.ports {
        // Where the kernel knows nothing of ports, none is held.
        let _ = (&mut ruleset).add_rule(NetPort::new(*port, AccessNet::BindTcp));
    }
    ruleset.restrict_self().map(|status| status.ruleset != RulesetStatus::NotEnforced)
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

    use super::{Disk, MadeFolders, Reach, confine, link_on_the_way};

    #[test]
    fn a_run_reaches_its_folders_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        for name in ["game", "listed", "other"] {
            fs::create_dir(at(name)).unwrap();
            fs::write(at(name).join("a"), "x").unwrap();
        }
        let reach = Reach::reading([at("game")]).listing(&at("listed")).writing(&at("new/output"), Disk::default());
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
            let _made = reach.hold().unwrap();
            held();
        };
        in_thread(run);
        assert!(at("new/output/a").exists());
    }

    /// In a thread of its own, so that the other tests reach what they did.
    fn in_thread<T: Send>(run: impl FnOnce() -> T + Send) -> T {
        std::thread::scope(|scope| scope.spawn(run).join().unwrap())
    }

    #[test]
    fn folders_that_stay_empty_go_again_unless_another_run_holds_them() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let reach = || Reach::reading([]).writing(&at("a/b"), Disk::default());
        in_thread(|| drop(reach().hold().unwrap()));
        assert!(!at("a").exists());
        let first = MadeFolders::of(&reach().makes);
        let second = MadeFolders::of(&reach().makes);
        drop(first);
        assert!(at("a/b").is_dir(), "the second run writes there");
        drop(second);
    }

    #[test]
    fn what_is_no_folder_or_file_is_not_reached_and_the_rest_is_held() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("file"), "x").unwrap();
        fs::write(at("other"), "x").unwrap();
        std::os::unix::fs::symlink("/proc/self/ns/net", at("odd")).unwrap();
        let reach =
            Reach::reading([at("file"), at("odd")]).listing(&at("file")).changing(&at("odd")).changing(&at("file"));
        in_thread(|| {
            let _made = reach.hold().unwrap();
            assert!(fs::read(at("file")).is_ok());
            assert!(fs::read(at("other")).is_err());
            assert!(fs::write(at("file"), "y").is_err());
        });
    }

    #[test]
    fn a_link_is_followed_to_which_somebody_typed_the_whole_way() {
        let folder = tempfile::tempdir().unwrap();
        std::os::unix::fs::symlink("/", folder.path().join("output")).unwrap();
        // Only relative paths can come with a game.
        assert_eq!(link_on_the_way(&folder.path().join("output/kit")), None);
    }
}
