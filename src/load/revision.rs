//! A game folder as it was at a git revision, read through the `git` program into memory. The only file that starts
//! another program; it asks twice, and never writes.

use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::Arc;

use crate::diag::Diagnostic;
use crate::model::{AssetError, Assets, MemoryAssets};

use super::folder::LARGEST_FILE;

/// How much of a commit's name people read.
const SHORT: usize = 7;

/// The files of a game folder at a revision.
#[derive(Debug, Clone)]
pub struct RevisionAssets {
    files: MemoryAssets,
    /// The revision and the folder, as a person would name them to git.
    root: String,
    /// The revision as it was typed, and the commit it stands for.
    pub name: String,
}

impl Assets for RevisionAssets {
    fn read(&self, path: &str) -> Result<Arc<[u8]>, AssetError> {
        self.files.read(path)
    }

    fn list(&self, folder: &str) -> Vec<String> {
        self.files.list(folder)
    }

    fn shown(&self, path: &str) -> String {
        format!("{}/{path}", self.root)
    }
}

/// One file git knows.
struct Entry {
    object: String,
    path: String,
}

/// Reads a game folder as it was at a revision. The folder may be gone by now.
///
/// # Errors
/// A sentence and a hint: there is no git, no repository, no such revision, or no such folder in it.
pub fn folder_at(revision: &str, folder: &Path) -> Result<RevisionAssets, Diagnostic> {
    if revision.is_empty() || revision.starts_with('-') || revision.contains(char::is_control) {
        return Err(unknown(revision));
    }
    let here = Here::of(folder);
    let entries = list(&here, revision)?;
    if entries.is_empty() {
        let message = format!("the folder `{}` has no files in the git revision `{revision}`", folder.display());
        return Err(Diagnostic::error(message).hint("name a later revision, or a manifest"));
    }
    let (commit, files) = contents(&here, revision, entries)?;
    let known = commit.get(..SHORT).is_none_or(|short| revision.starts_with(short));
    let name = if known { revision.to_owned() } else { format!("{revision} ({})", &commit[..SHORT]) };
    Ok(RevisionAssets { files, root: format!("{revision}:{}", folder.display()), name })
}

/// Where to ask git: a folder that exists, and from there to the game.
struct Here {
    base: PathBuf,
    inside: String,
}

impl Here {
    fn of(folder: &Path) -> Self {
        let exists = folder.ancestors().find(|part| part.is_dir()).unwrap_or(Path::new(""));
        let inside = folder.strip_prefix(exists).unwrap_or(Path::new(""));
        let base = if exists.as_os_str().is_empty() { Path::new(".") } else { exists };
        let mut inside = inside.to_string_lossy().replace('\\', "/");
        if !inside.is_empty() {
            inside.push('/');
        }
        Self { base: base.to_owned(), inside }
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

/// The ordinary files of the folder that are no larger than a game may have them.
fn list(here: &Here, revision: &str) -> Result<Vec<Entry>, Diagnostic> {
    let mut git = here.git(&["ls-tree", "-r", "-z", "-l", revision]);
    if !here.inside.is_empty() {
        git.args(["--", &here.inside]);
    }
    let output = git.output().map_err(|error| cannot_start(&error))?;
    if !output.status.success() {
        return Err(refused(&output, revision, &here.base));
    }
    let text = String::from_utf8_lossy(&output.stdout);
    Ok(text.split('\0').filter_map(|line| entry(line, &here.inside)).collect())
}

/// An entry from `100644 blob 5f1c… 812<tab>art/barn.svg`; links and other repositories are no files.
fn entry(line: &str, inside: &str) -> Option<Entry> {
    let (about, path) = line.split_once('\t')?;
    let [mode, "blob", object, size] = about.split_whitespace().collect::<Vec<_>>()[..] else { return None };
    let fits = size.parse::<u64>().is_ok_and(|size| size <= LARGEST_FILE);
    let path = path.strip_prefix(inside)?;
    (mode.starts_with("100") && fits).then(|| Entry { object: object.to_owned(), path: path.to_owned() })
}

/// The commit that a revision stands for, and the files themselves.
fn contents(here: &Here, revision: &str, entries: Vec<Entry>) -> Result<(String, MemoryAssets), Diagnostic> {
    let mut git = here.git(&["cat-file", "--batch"]);
    git.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut running = git.spawn().map_err(|error| cannot_start(&error))?;
    let objects = entries.iter().map(|entry| format!("{}\n", entry.object));
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
    let mut files = MemoryAssets::new();
    for entry in entries {
        let (_, bytes) = next_object(&mut rest).ok_or_else(|| broken(revision))?;
        files = files.with(&entry.path, bytes);
    }
    // A revision may be a bare tree, which is no commit.
    let commit = next_object(&mut rest).map_or_else(|| revision.to_owned(), |(name, _)| name);
    Ok((commit, files))
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
    fn links_and_giants_are_no_files() {
        let path = |line: &str| entry(line, "game/").map(|entry| entry.path);
        assert_eq!(path("100644 blob 5f1c     812\tgame/art/a b.svg"), Some("art/a b.svg".into()));
        assert_eq!(path("120000 blob 5f1c      12\tgame/link"), None);
        assert_eq!(path("160000 commit 5f1c       -\tgame/other"), None);
        assert_eq!(path("100644 blob 5f1c 99999999\tgame/film.png"), None);
    }
}
