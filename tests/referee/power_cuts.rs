//! The power goes at every instant while a table is set up, played and upgraded, and what was not synced is lost or kept in
//! every combination: what was acknowledged is there afterwards, and a table that never was is in nobody's way.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use crate::support::Tool;
use crate::support::played::{YARD, tool};
use tablewright::app::{Access, NewTable, Session, Tables, Upgrade, WhichGame};
use tablewright::inside::dice::Chance;
use tablewright::inside::referee::{Adjusted, Back, Custody, Entry, Move, What};
use tablewright::inside::store::{Deed, Watch};

/// So many states of the disk are looked at for one instant, when there are more.
const MOST_STATES: usize = 192;

/// Everything that was done to the disk, and what it says in place of doing it.
#[derive(Debug, Default)]
struct Recorder {
    deeds: Mutex<Vec<Deed>>,
    broken: Mutex<Vec<usize>>,
}

impl Recorder {
    /// It fails at the deeds of these numbers.
    fn failing_at(numbers: impl IntoIterator<Item = usize>) -> Arc<Self> {
        Arc::new(Self { broken: Mutex::new(numbers.into_iter().collect()), ..Self::default() })
    }

    fn count(&self) -> usize {
        self.deeds.lock().expect("one thread").len()
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
type Tree = BTreeMap<PathBuf, Option<Vec<u8>>>;

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
            Deed::RemoveFolder(path) => self.remove(path),
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

fn write(tree: &Tree, to: &Path) {
    for (path, bytes) in tree {
        match bytes {
            Some(bytes) => fs::write(to.join(path), bytes).expect("a file"),
            None => fs::create_dir(to.join(path)).expect("a folder"),
        }
    }
}

const NIGHT: &str = "night";

fn clock() -> String {
    "2026-01-01T20:15:00Z".to_owned()
}

fn wish(tool: &Tool) -> NewTable {
    let game = WhichGame::new(tool.path().join("game").to_str().expect("a path"), "components");
    NewTable { named: Some(NIGHT.into()), dice: Custody::App, ..NewTable::of(game, &["Ann", "Bob"], 1) }
}

/// An evening, and after which deed which entries were acknowledged.
struct Evening {
    deeds: Vec<Deed>,
    acknowledged: Vec<(usize, Vec<Entry>)>,
}

/// Each verb opens the table anew, as it does on the command line.
fn evening(tool: &Tool) -> Evening {
    let recorder = Arc::new(Recorder::default());
    let tables = Tables::new(tool.path().join("tables"), clock).watched(recorder.clone());
    let mut acknowledged = Vec::new();
    let mut acknowledge = |session: &Session| acknowledged.push((recorder.count(), session.table.entries().to_vec()));
    acknowledge(&tables.set_up(&wish(tool)).expect("a table"));
    let open = || tables.open(Some(Path::new(NIGHT)), Access::Write).expect("it opens");
    let answer = |text: &str| {
        let mut session = open();
        session.answer(&Move { text, ..Move::default() }).expect("an answer");
        session
    };
    acknowledge(&answer("wait"));
    acknowledge(&answer("roll"));
    let mut session = open();
    session.with(|table, at| table.undo(Back::Times(1), None, at)).expect("an undo");
    acknowledge(&session);
    drop(session);
    let mut session = open();
    let set = BTreeMap::from([("n".to_owned(), 5.into())]);
    let adjusted = Adjusted { set, at_step: BTreeMap::new(), reason: "it is so".to_owned(), triggers: false };
    session.with(|table, at| table.adjust(&adjusted, None, at)).expect("an adjustment");
    acknowledge(&session);
    drop(session);
    let changed = tool.path().join("game");
    let yaml = fs::read_to_string(changed.join("game.yaml")).expect("a game");
    fs::write(changed.join("game.yaml"), yaml.replace("version: \"1\"", "version: \"2\"")).expect("a game");
    let path = changed.to_str().map(str::to_owned);
    let upgrade = Upgrade { table: Some(NIGHT.into()), game: path, components: "components".into(), cut: false };
    acknowledge(&tables.upgrade(&upgrade).expect("an upgrade").0);
    acknowledge(&answer("roll"));
    let deeds = recorder.deeds.lock().expect("one thread").iter().map(|deed| within(deed, tool.path())).collect();
    Evening { deeds, acknowledged }
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
    }
}

#[test]
fn the_power_goes_at_any_instant() {
    let tool = tool(YARD);
    let Evening { deeds, acknowledged } = evening(&tool);
    let mut chance = Chance::from_seed(3);
    let mut disk = Simulated::default();
    disk.now.folders.insert(0, BTreeMap::new());
    let mut looked = 0;
    let mut seen = BTreeSet::new();
    for done in 0..=deeds.len() {
        if let Some(deed) = done.checked_sub(1).map(|last| &deeds[last]) {
            disk.does(deed);
        }
        let known = acknowledged.iter().filter(|(after, _)| *after <= done).count();
        for tree in disk.left(&mut chance) {
            if seen.insert((known, tree.clone())) {
                let told = format!("after {:?}", deeds[..done].last());
                look(&tool, &tree, &acknowledged, known, &told);
                looked += 1;
            }
        }
    }
    println!("{} deeds, {looked} states of the disk", deeds.len());
    assert!(looked > 200, "{looked}");
}

/// A disk after the power went, with so many acknowledgements before.
fn look(tool: &Tool, tree: &Tree, acknowledged: &[(usize, Vec<Entry>)], known: usize, told: &str) {
    let folder = tempfile::tempdir().expect("a folder");
    write(tree, folder.path());
    let tables = Tables::new(folder.path().join("tables"), clock);
    let listed = tables.list().unwrap_or_else(|found| panic!("{told}: {found}"));
    assert!(
        listed.iter().all(|table| table.name == NIGHT && table.row.is_ok()),
        "{told}: what is listed can be played"
    );
    if listed.is_empty() {
        assert_eq!(known, 0, "{told}: the table is gone");
        assert!(!folder.path().join("tables/night").exists(), "{told}: there is half a table");
        tables.set_up(&wish(tool)).unwrap_or_else(|found| panic!("{told}: {found}"));
        return;
    }
    let session =
        tables.open(Some(Path::new(NIGHT)), Access::Write).unwrap_or_else(|found| panic!("{told}: {found}\n{tree:?}"));
    let entries = session.table.entries();
    let at_least: &[Entry] = known.checked_sub(1).map_or(&[], |last| &acknowledged[last].1);
    let at_most = acknowledged.get(known).map_or(at_least, |(_, entries)| entries);
    assert!(entries.starts_with(at_least), "{told}: an acknowledged entry is lost");
    assert!(at_most.starts_with(entries), "{told}: more than was in flight");
    let is_upgraded = entries.iter().any(|entry| matches!(entry.what, What::Upgrade { .. }));
    assert_eq!(session.game.version, if is_upgraded { "2" } else { "1" }, "{told}: the game of these entries");
}

/// Whatever the disk refuses, nothing is left of a table that was not acknowledged.
#[test]
fn a_disk_that_fails_in_new_leaves_nothing_behind() {
    let watched = Arc::new(Recorder::default());
    let first = tool(YARD);
    Tables::new(first.path().join("tables"), clock).watched(watched.clone()).set_up(&wish(&first)).expect("a table");
    for number in 0..watched.count() {
        let tool = tool(YARD);
        let tables = Tables::new(tool.path().join("tables"), clock);
        let refused =
            tables.clone().watched(Recorder::failing_at([number])).set_up(&wish(&tool)).err().expect("it fails");
        assert!(refused.to_string().contains("the disk is gone"), "{number}: {refused}");
        let left: Vec<_> = fs::read_dir(tool.path().join("tables")).into_iter().flatten().collect();
        assert!(left.is_empty(), "{number}: {left:?}");
        tables.set_up(&wish(&tool)).expect("a table, when the disk is there again");
    }
}

/// When the disk takes neither an entry nor its half back, nobody knows how the journal ends, and no line is written
/// behind it.
#[test]
fn a_journal_with_an_unknown_end_is_left_alone() {
    let tool = tool(YARD);
    let tables = Tables::new(tool.path().join("tables"), clock);
    drop(tables.set_up(&wish(&tool)).expect("a table"));
    let path = tool.path().join("tables/night/journal.jsonl");
    let journal = fs::read(&path).expect("a journal");
    // The line is written; it cannot be synced, and neither cut off, now nor later.
    let mut session =
        tables.watched(Recorder::failing_at(1..6)).open(Some(Path::new(NIGHT)), Access::Write).expect("it opens");
    let mut answer = || session.answer(&Move { text: "wait", ..Move::default() });
    let unsure =
        format!("the answer could not be recorded, and half of it may be in `{}`: the disk is gone", path.display());
    for _ in 0..2 {
        let found = answer().expect_err("it is refused");
        let told = found.iter().next().expect("a word");
        assert_eq!(told.message, unsure);
        assert_eq!(
            told.hints,
            ["leave the table, mend the disk, and open it again: an entry that is not whole is cut off then"]
        );
    }
    while answer().is_err() {}
    let kept = fs::read(&path).expect("a journal");
    assert!(kept.starts_with(&journal));
    assert_eq!(String::from_utf8_lossy(&kept).lines().count(), 2, "the answer is there once");
}
