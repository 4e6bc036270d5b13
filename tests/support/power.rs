//! A disk of which the power goes: what was done to it is recorded, and replayed to every instant with what was not synced
//! lost or kept in every combination.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use tablewright::inside::dice::Chance;
use tablewright::inside::disk::{Deed, Watch};

/// So many states of the disk are looked at for one instant, when there are more.
const MOST_STATES: usize = 192;

/// Everything that was done to the disk, and what it says in place of doing it.
#[derive(Debug, Default)]
pub struct Recorder {
    deeds: Mutex<Vec<Deed>>,
    broken: Mutex<Vec<usize>>,
}

impl Recorder {
    /// It fails at the deeds of these numbers.
    pub fn failing_at(numbers: impl IntoIterator<Item = usize>) -> Arc<Self> {
        Arc::new(Self { broken: Mutex::new(numbers.into_iter().collect()), ..Self::default() })
    }

    pub fn count(&self) -> usize {
        self.deeds.lock().expect("one thread").len()
    }
}

impl Recorder {
    /// All that was done, with paths below a folder.
    pub fn deeds_below(&self, root: &Path) -> Vec<Deed> {
        self.deeds.lock().expect("one thread").iter().map(|deed| within(deed, root)).collect()
    }
}

impl Watch for Recorder {
    fn sees(&self, deed: Deed) -> io::Result<()> {
        let mut deeds = self.deeds.lock().expect("one thread");
        deeds.push(deed);
        let is_broken = self.broken.lock().expect("one thread").contains(&(deeds.len() - 1));
        if is_broken { Err(io::Error::other("the disk is gone")) } else { Ok(()) }
    }
}

type Inode = usize;

/// One thing that a disk may have kept or lost.
#[derive(Clone)]
enum Change {
    /// Names of a folder stand for something else.
    Names(Inode, Vec<(OsString, Option<Inode>)>),
    /// Bytes are in a file.
    Bytes(Inode, usize, Vec<u8>),
    /// A file is only so long.
    Length(Inode, usize),
}

impl Change {
    /// Lost, kept, and of bytes the half or nothing but zeros.
    const fn outcomes(&self) -> usize {
        if matches!(self, Self::Bytes(..)) { 4 } else { 2 }
    }

    fn apply(&self, disk: &mut Content, outcome: usize) {
        match (self, outcome) {
            (_, 0) => {}
            (Self::Names(folder, names), _) => {
                let folder = disk.folders.entry(*folder).or_default();
                for (name, inode) in names {
                    match inode {
                        Some(inode) => drop(folder.insert(name.clone(), *inode)),
                        None => drop(folder.remove(name)),
                    }
                }
            }
            (Self::Bytes(file, at, bytes), _) => {
                let bytes = match outcome {
                    1 => bytes.clone(),
                    2 => bytes[..bytes.len() / 2].to_vec(),
                    _ => vec![0; bytes.len()],
                };
                let file = disk.files.entry(*file).or_default();
                file.resize(file.len().max(at + bytes.len()), 0);
                file[*at..at + bytes.len()].copy_from_slice(&bytes);
            }
            (Self::Length(file, length), _) => disk.files.entry(*file).or_default().resize(*length, 0),
        }
    }
}

/// What is on a disk.
#[derive(Clone, Default)]
struct Content {
    folders: BTreeMap<Inode, BTreeMap<OsString, Inode>>,
    files: BTreeMap<Inode, Vec<u8>>,
}

/// Every path with the bytes of a file, or none for a folder.
pub type Tree = BTreeMap<PathBuf, Option<Vec<u8>>>;

impl Content {
    fn find(&self, path: &Path) -> Option<Inode> {
        path.components().try_fold(0, |at, part| self.folders.get(&at)?.get(part.as_os_str()).copied())
    }

    fn tree(&self, at: Inode, path: &Path, tree: &mut Tree) {
        for (name, inode) in self.folders.get(&at).into_iter().flatten() {
            let path = path.join(name);
            if self.folders.contains_key(inode) {
                tree.insert(path.clone(), None);
                self.tree(*inode, &path, tree);
            } else {
                tree.insert(path, Some(self.files.get(inode).cloned().unwrap_or_default()));
            }
        }
    }
}

/// A disk that forgets what was not synced.
#[derive(Default)]
struct Simulated {
    /// As it looks while the power is there.
    now: Content,
    changes: Vec<(Change, bool)>,
    inodes: usize,
}

impl Simulated {
    fn change(&mut self, change: Change) {
        change.apply(&mut self.now, 1);
        self.changes.push((change, false));
    }

    fn name(&mut self, path: &Path, inode: Option<Inode>) {
        let folder = self.now.find(path.parent().expect("a folder")).expect("it is there");
        self.change(Change::Names(folder, vec![(name_of(path), inode)]));
    }

    fn make(&mut self, path: &Path, is_folder: bool) {
        if self.now.find(path).is_some() {
            return;
        }
        self.inodes += 1;
        let inode = self.inodes;
        if is_folder {
            self.now.folders.insert(inode, BTreeMap::new());
        }
        self.name(path, Some(inode));
    }

    fn remove(&mut self, path: &Path) {
        let inode = self.now.find(path).expect("it is there");
        let inside: Vec<OsString> =
            self.now.folders.get(&inode).into_iter().flatten().map(|(n, _)| n.clone()).collect();
        for name in inside {
            self.remove(&path.join(name));
        }
        self.name(path, None);
    }

    fn does(&mut self, deed: &Deed) {
        let inode = |path: &Path| self.now.find(path).unwrap_or_else(|| panic!("{} is there", path.display()));
        match deed {
            Deed::MakeFolder(path) => self.make(path, true),
            Deed::MakeFile(path) => self.make(path, false),
            Deed::Write(path, at, bytes) => {
                let at = usize::try_from(*at).expect("a short file");
                self.change(Change::Bytes(inode(path), at, bytes.clone()));
            }
            Deed::Cut(path, length) => {
                self.change(Change::Length(inode(path), usize::try_from(*length).expect("a short file")));
            }
            Deed::SyncFile(path) => {
                let synced = inode(path);
                let of = |change: &Change| matches!(change, Change::Bytes(file, ..) | Change::Length(file, _) if *file == synced);
                self.changes.iter_mut().filter(|(change, _)| of(change)).for_each(|(_, is_synced)| *is_synced = true);
            }
            Deed::SyncFolder(path) => {
                let synced = inode(path);
                let of = |change: &Change| matches!(change, Change::Names(folder, _) if *folder == synced);
                self.changes.iter_mut().filter(|(change, _)| of(change)).for_each(|(_, is_synced)| *is_synced = true);
            }
            Deed::Rename(from, to) => {
                let (moved, folder) = (inode(from), inode(from.parent().expect("a folder")));
                assert_eq!(from.parent(), to.parent(), "only then it is one change");
                self.change(Change::Names(folder, vec![(name_of(from), None), (name_of(to), Some(moved))]));
            }
            Deed::RemoveFolder(path) | Deed::RemoveFile(path) => self.remove(path),
        }
    }

    /// All that may be on the disk when the power goes now, or a good part of it.
    fn left(&self, chance: &mut Chance) -> BTreeSet<Tree> {
        let open: Vec<usize> = self.changes.iter().filter(|(_, synced)| !synced).map(|(c, _)| c.outcomes()).collect();
        let all = open.iter().try_fold(1_usize, |all, n| all.checked_mul(*n)).unwrap_or(usize::MAX);
        let chosen = |n: usize, chance: &mut Chance| -> Vec<usize> {
            let mut n = n;
            let below = |most: usize, chance: &mut Chance| chance.below(u32::try_from(most).expect("few")) as usize;
            let each = open.iter().map(|outcomes| {
                if all > MOST_STATES {
                    return below(*outcomes, chance);
                }
                let outcome = n % outcomes;
                n /= outcomes;
                outcome
            });
            each.collect()
        };
        let mut states: Vec<Vec<usize>> = (0..all.min(MOST_STATES)).map(|n| chosen(n, chance)).collect();
        states.push(vec![0; open.len()]);
        states.push(vec![1; open.len()]);
        states.iter().map(|outcomes| self.state(outcomes)).collect()
    }

    fn state(&self, outcomes: &[usize]) -> Tree {
        let mut content =
            Content { folders: self.now.folders.keys().map(|f| (*f, BTreeMap::new())).collect(), ..Content::default() };
        let mut outcomes = outcomes.iter();
        for (change, synced) in &self.changes {
            let outcome = if *synced { 1 } else { *outcomes.next().expect("one for each") };
            change.apply(&mut content, outcome);
        }
        let mut tree = Tree::new();
        content.tree(0, Path::new(""), &mut tree);
        tree
    }
}

fn name_of(path: &Path) -> OsString {
    path.file_name().expect("a name").to_owned()
}

pub fn write(tree: &Tree, to: &Path) {
    for (path, bytes) in tree {
        match bytes {
            Some(bytes) => fs::write(to.join(path), bytes).expect("a file"),
            None => fs::create_dir(to.join(path)).expect("a folder"),
        }
    }
}

/// A deed with paths below a folder.
fn within(deed: &Deed, root: &Path) -> Deed {
    let below = |path: &PathBuf| path.strip_prefix(root).expect("a path of the tool").to_owned();
    match deed {
        Deed::MakeFolder(path) => Deed::MakeFolder(below(path)),
        Deed::MakeFile(path) => Deed::MakeFile(below(path)),
        Deed::Write(path, at, bytes) => Deed::Write(below(path), *at, bytes.clone()),
        Deed::Cut(path, length) => Deed::Cut(below(path), *length),
        Deed::SyncFile(path) => Deed::SyncFile(below(path)),
        Deed::SyncFolder(path) => Deed::SyncFolder(below(path)),
        Deed::Rename(from, to) => Deed::Rename(below(from), below(to)),
        Deed::RemoveFolder(path) => Deed::RemoveFolder(below(path)),
        Deed::RemoveFile(path) => Deed::RemoveFile(below(path)),
    }
}

/// Shows all that may be on the disk after each of these deeds, with how many acknowledgements came before, and in words when
/// that is. What was shown is not shown again.
pub fn at_any_instant(deeds: &[Deed], acknowledged_at: &[usize], mut look: impl FnMut(&Tree, usize, &str)) {
    let mut chance = Chance::from_seed(3);
    let mut disk = Simulated::default();
    disk.now.folders.insert(0, BTreeMap::new());
    let mut seen = BTreeSet::new();
    for done in 0..=deeds.len() {
        if let Some(deed) = done.checked_sub(1).map(|last| &deeds[last]) {
            disk.does(deed);
        }
        let known = acknowledged_at.iter().filter(|after| **after <= done).count();
        for tree in disk.left(&mut chance) {
            if seen.insert((known, tree.clone())) {
                look(&tree, known, &format!("after {:?}", deeds[..done].last()));
            }
        }
    }
}
