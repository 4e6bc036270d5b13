//! A game folder as it was at a git revision, read through the `git` program into memory. The only file that starts
//! another program; it asks twice, and never writes.

use std::collections::BTreeMap;
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::Arc;

use crate::diag::Diagnostic;
use crate::model::{AssetError, Assets, MemoryAssets};

use super::folder::LARGEST_FILE;

/// How much of a commit's name people read.
const SHORT: usize = 7;

/// More links in a row than this lead nowhere.
const MOST_LINKS: usize = 40;

/// The files of a game folder at a revision.
#[derive(Debug, Clone, Default)]
pub struct RevisionAssets {
    files: MemoryAssets,
    /// Where links lead; nowhere when that is outside of the folder.
    links: BTreeMap<String, Option<String>>,
    /// Files that are too large to be read, and how large they are.
    giants: BTreeMap<String, u64>,
    /// Folders that hold a file whose name is no text, and something like that name.
    unnamed: Vec<(String, String)>,
    /// The revision and the folder, as a person would name them to git.
    root: String,
    /// The revision as it was typed, and the commit it stands for.
    pub name: String,
}

impl RevisionAssets {
    /// The path with every link on it replaced by what it leads to.
    fn followed(&self, path: &str) -> Result<String, AssetError> {
        let mut path = path.to_owned();
        for _ in 0..MOST_LINKS {
            let mut ends = path.match_indices('/').map(|(at, _)| at).chain([path.len()]);
            let Some((end, target)) = ends.find_map(|end| Some((end, self.links.get(&path[..end])?))) else {
                return Ok(path);
            };
            let target = target.as_ref().ok_or(AssetError::Outside)?;
            format!("{target}{}", &path[end..]).trim_start_matches('/').clone_into(&mut path);
        }
        Err(AssetError::Circle)
    }

    fn is_file(&self, path: &str) -> bool {
        self.followed(path).is_ok_and(|path| self.giants.contains_key(&path) || self.files.read(&path).is_ok())
    }
}

impl Assets for RevisionAssets {
    fn read(&self, path: &str) -> Result<Arc<[u8]>, AssetError> {
        let path = self.followed(path)?;
        match self.giants.get(&path) {
            Some(bytes) => Err(AssetError::TooLarge { bytes: *bytes, limit: LARGEST_FILE }),
            None => self.files.read(&path),
        }
    }

    fn list(&self, folder: &str) -> Result<Vec<String>, AssetError> {
        let real = self.followed(folder)?;
        if let Some((_, name)) = self.unnamed.iter().find(|(inside, _)| *inside == real) {
            return Err(AssetError::NoName(name.clone()));
        }
        let name_in = |path: &String| {
            let (inside, name) = path.rsplit_once('/').unwrap_or(("", path));
            (inside == real).then(|| if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") })
        };
        let links = self.links.keys().filter(|link| self.is_file(link));
        let mut names: Vec<String> = links.chain(self.giants.keys()).filter_map(name_in).collect();
        names.extend(self.files.list(&real)?.iter().filter_map(name_in));
        names.sort();
        Ok(names)
    }

    fn shown(&self, path: &str) -> String {
        format!("{}/{path}", self.root)
    }
}

/// One file git knows.
#[derive(Debug, PartialEq, Eq)]
enum Entry {
    /// An ordinary one: what git calls its content, and its path.
    File(String, String),
    /// A link, the same way.
    Link(String, String),
    /// One that is too large: its path and size.
    Giant(String, u64),
    /// One whose name is no text: its folder, and something like its name.
    Unnamed(String, String),
}

/// Reads a game folder as it was at a revision. The folder may be gone by now.
///
/// # Errors
/// A sentence and a hint: there is no git, no repository, no such revision, or no such folder in it.
pub fn folder_at(revision: &str, folder: &Path) -> Result<RevisionAssets, Diagnostic> {
    if revision.is_empty() || revision.starts_with('-') || revision.contains(char::is_control) {
        return Err(unknown(revision));
    }
    let here = Here::of(folder)?;
    let entries = list(&here, revision)?;
    if entries.is_empty() {
        let message = format!("the folder `{}` has no files in the git revision `{revision}`", folder.display());
        return Err(Diagnostic::error(message).hint("name a later revision, or a manifest"));
    }
    let (commit, read) = contents(&here, revision, entries)?;
    let known = commit.get(..SHORT).is_none_or(|short| revision.starts_with(short));
    let name = if known { revision.to_owned() } else { format!("{revision} ({})", &commit[..SHORT]) };
    Ok(RevisionAssets { root: format!("{revision}:{}", folder.display()), name, ..read })
}

/// Where to ask git: a folder that exists, and from there to the game.
struct Here {
    base: PathBuf,
    inside: String,
}

impl Here {
    fn of(folder: &Path) -> Result<Self, Diagnostic> {
        let exists = folder.ancestors().find(|part| part.is_dir()).unwrap_or(Path::new(""));
        let inside = folder.strip_prefix(exists).unwrap_or(Path::new(""));
        let base = if exists.as_os_str().is_empty() { Path::new(".") } else { exists };
        let Some(inside) = inside.to_str() else {
            return Err(Diagnostic::error(format!("the name of the folder `{}` is not UTF-8", folder.display())));
        };
        let mut inside = inside.replace('\\', "/");
        if !inside.is_empty() {
            inside.push('/');
        }
        Ok(Self { base: base.to_owned(), inside })
    }

    fn git(&self, arguments: &[&str]) -> Command {
        let mut git = Command::new("git");
        // Its words are read here, so they have to be English.
        git.current_dir(&self.base).args(arguments).env("LC_ALL", "C").stdin(Stdio::null());
        git
    }
}

fn unknown(revision: &str) -> Diagnostic {
    Diagnostic::error(format!("there is no git revision `{revision}`, and no manifest of that name"))
        .hint("name a commit, a tag or a branch that git knows, or the `.json` file beside an earlier PDF")
}

fn cannot_start(error: &std::io::Error) -> Diagnostic {
    let why = match error.kind() {
        std::io::ErrorKind::NotFound => "it is not installed".to_owned(),
        _ => error.to_string(),
    };
    Diagnostic::error(format!("cannot start `git`: {why}"))
        .hint("install git to compare with a revision, or name the `.json` file beside an earlier PDF")
}

/// What git said when it refused.
fn refused(output: &Output, revision: &str, folder: &Path) -> Diagnostic {
    let said = String::from_utf8_lossy(&output.stderr);
    if said.contains("not a git repository") {
        let folder = folder.display();
        return Diagnostic::error(format!(
            "the folder `{folder}` is not in a git repository, and `{revision}` is no file"
        ))
        .hint("name the `.json` file beside an earlier PDF");
    }
    if said.contains("valid object name") || said.contains("not a tree object") {
        return unknown(revision);
    }
    let line = said.lines().next().unwrap_or("it says nothing").trim_start_matches("fatal: ");
    Diagnostic::error(format!("git cannot read the revision `{revision}`: {line}"))
        .hint("name the `.json` file beside an earlier PDF instead")
}

/// The files of the folder.
fn list(here: &Here, revision: &str) -> Result<Vec<Entry>, Diagnostic> {
    let mut git = here.git(&["ls-tree", "-r", "-z", "-l", revision]);
    if !here.inside.is_empty() {
        git.args(["--", &here.inside]);
    }
    let output = git.output().map_err(|error| cannot_start(&error))?;
    if !output.status.success() {
        return Err(refused(&output, revision, &here.base));
    }
    Ok(output.stdout.split(|byte| *byte == 0).filter_map(|line| entry(line, &here.inside)).collect())
}

/// An entry from `100644 blob 5f1c… 812<tab>art/barn.svg`; other repositories are no files.
fn entry(line: &[u8], inside: &str) -> Option<Entry> {
    let tab = line.iter().position(|byte| *byte == b'\t')?;
    let about = std::str::from_utf8(&line[..tab]).ok()?;
    let [mode, "blob", object, size] = about.split_whitespace().collect::<Vec<_>>()[..] else { return None };
    let path = line[tab + 1..].strip_prefix(inside.as_bytes())?;
    let Ok(path) = std::str::from_utf8(path) else {
        let name = String::from_utf8_lossy(path);
        let (folder, name) = name.rsplit_once('/').unwrap_or(("", &name));
        return Some(Entry::Unnamed(folder.to_owned(), name.to_owned()));
    };
    let (object, path) = (object.to_owned(), path.to_owned());
    match (mode, size.parse::<u64>()) {
        (_, Ok(bytes)) if bytes > LARGEST_FILE => Some(Entry::Giant(path, bytes)),
        ("120000", _) => Some(Entry::Link(object, path)),
        _ if mode.starts_with("100") => Some(Entry::File(object, path)),
        _ => None,
    }
}

/// Where a link of this name leads, as a path in the folder; nowhere when it leads out.
fn end_of_link(link: &str, target: &[u8]) -> Option<String> {
    let target = std::str::from_utf8(target).ok().filter(|target| !target.starts_with('/'))?;
    let mut parts: Vec<&str> = link.rsplit_once('/').map_or(Vec::new(), |(folder, _)| folder.split('/').collect());
    for part in target.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// The commit that a revision stands for, and the files themselves.
fn contents(here: &Here, revision: &str, entries: Vec<Entry>) -> Result<(String, RevisionAssets), Diagnostic> {
    let mut git = here.git(&["cat-file", "--batch"]);
    git.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut running = git.spawn().map_err(|error| cannot_start(&error))?;
    let objects = entries.iter().filter_map(|entry| match entry {
        Entry::File(object, _) | Entry::Link(object, _) => Some(format!("{object}\n")),
        Entry::Giant(..) | Entry::Unnamed(..) => None,
    });
    // The commit comes last, so that an answer that is missing cannot shift the files.
    let asked: String = objects.chain([format!("{revision}^{{commit}}\n")]).collect();
    let (mut input, mut output) = (running.stdin.take(), running.stdout.take());
    let mut answer = Vec::new();
    let read = std::thread::scope(|scope| {
        // Git answers while it is asked: whoever only asks first waits forever.
        let ask = move || input.take().map(|mut input| input.write_all(asked.as_bytes()));
        // Where no thread can be started the question is dropped, and git ends without an answer.
        let asked = std::thread::Builder::new().spawn_scoped(scope, ask).map(drop);
        asked.map(|()| output.as_mut().map(|output| output.read_to_end(&mut answer)))
    });
    let ended = running.wait();
    let read = read.map_err(|error| cannot_start(&error))?;
    if !matches!((read, ended), (Some(Ok(_)), Ok(status)) if status.success()) {
        return Err(broken(revision));
    }
    let mut rest = answer.as_slice();
    let mut object = || next_object(&mut rest).ok_or_else(|| broken(revision));
    let mut read = RevisionAssets::default();
    for entry in entries {
        match entry {
            Entry::File(_, path) => read.files = read.files.with(&path, object()?.1),
            Entry::Link(_, path) => {
                let end = end_of_link(&path, object()?.1);
                read.links.insert(path, end);
            }
            Entry::Giant(path, bytes) => drop(read.giants.insert(path, bytes)),
            Entry::Unnamed(folder, name) => read.unnamed.push((folder, name)),
        }
    }
    // A revision may be a bare tree, which is no commit.
    let commit = object().map_or_else(|_| revision.to_owned(), |(name, _)| name);
    Ok((commit, read))
}

fn broken(revision: &str) -> Diagnostic {
    Diagnostic::error(format!("git broke off while it read the revision `{revision}`"))
        .hint("`git fsck` looks for damage in a repository")
}

/// The name and content of the next object in what `cat-file` wrote: `5f1c… blob 812`, the bytes, a line end.
fn next_object<'a>(rest: &mut &'a [u8]) -> Option<(String, &'a [u8])> {
    let end = rest.iter().position(|&byte| byte == b'\n')?;
    let head = std::str::from_utf8(&rest[..end]).ok()?;
    let [name, _, size] = head.split(' ').collect::<Vec<_>>()[..] else { return None };
    let name = name.to_owned();
    let from = end + 1;
    let to = from.checked_add(size.parse().ok()?)?;
    let bytes = rest.get(from..to)?;
    *rest = rest.get(to + 1..)?;
    Some((name, bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_git_writes_is_taken_apart() {
        let mut rest: &[u8] = b"5f1c blob 3\na\nb\nabcd tree 0\n\nHEAD^{commit} missing\n";
        assert_eq!(next_object(&mut rest), Some(("5f1c".into(), &b"a\nb"[..])));
        assert_eq!(next_object(&mut rest), Some(("abcd".into(), &b""[..])));
        assert_eq!(next_object(&mut rest), None);
        for damaged in [&b"5f1c blob 9\nab"[..], b"5f1c blob x\n", b"5f1c blob 18446744073709551615\n", b"\n", b""] {
            assert_eq!(next_object(&mut &*damaged), None);
        }
    }

    #[test]
    fn entries_are_told_apart() {
        let read = |line: &[u8]| entry(line, "game/");
        let (object, path) = (|| "5f1c".to_owned(), |path: &str| path.to_owned());
        let plain = b"100644 blob 5f1c     812\tgame/art/a b.svg";
        assert_eq!(read(plain), Some(Entry::File(object(), path("art/a b.svg"))));
        assert_eq!(read(b"120000 blob 5f1c      12\tgame/link"), Some(Entry::Link(object(), path("link"))));
        assert_eq!(read(b"160000 commit 5f1c       -\tgame/other"), None);
        let giant = b"100644 blob 5f1c 99999999\tgame/film.png";
        assert_eq!(read(giant), Some(Entry::Giant(path("film.png"), 99_999_999)));
        let unnamed = Entry::Unnamed(path("art"), path("caf\u{fffd}.svg"));
        assert_eq!(read(b"100644 blob 5f1c 12\tgame/art/caf\xe9.svg"), Some(unnamed));
    }

    #[test]
    fn links_are_followed_inside_the_folder() {
        let link = |path: &str, target: &str| (path.to_owned(), end_of_link(path, target.as_bytes()));
        let assets = RevisionAssets {
            files: MemoryAssets::new().with("pictures/a.svg", "a").with("b.svg", "b"),
            links: BTreeMap::from([
                link("art", "./pictures"),
                link("pictures/b.svg", "../b.svg"),
                link("out", "../elsewhere"),
                link("round", "round/and/round"),
            ]),
            ..RevisionAssets::default()
        };
        assert_eq!(assets.read("art/a.svg").as_deref(), Ok(&b"a"[..]));
        assert_eq!(assets.read("art/b.svg").as_deref(), Ok(&b"b"[..]));
        assert_eq!(assets.list("art"), Ok(vec!["art/a.svg".into(), "art/b.svg".into()]));
        assert_eq!(assets.read("out/a.svg"), Err(AssetError::Outside));
        assert_eq!(assets.read("round"), Err(AssetError::Circle));
    }
}
