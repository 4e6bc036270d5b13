//! A game folder as it was at a git revision: its files by their names, and links as they were.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use gix::ObjectId;

use crate::diag::{Diagnostic, did_you_mean};
use crate::model::{AssetError, Assets};

use super::folder::of_same_letters;
use super::git::{Entry, Repository, Trouble};

/// How much of a commit's name people read.
const SHORT: usize = 7;

/// More links in a row than this lead nowhere.
const MOST_LINKS: usize = 40;

/// The files of a game folder at a revision.
pub struct RevisionAssets {
    repository: Repository,
    files: BTreeMap<String, ObjectId>,
    links: Links,
    /// Folders that hold a file whose name is no text, and something like that name.
    unnamed: Vec<(String, String)>,
    /// The revision and the folder, as a person would name them to git.
    root: String,
    /// The revision as it was typed, and the commit it stands for.
    pub name: String,
}

/// Where links lead; nowhere when that is outside of the folder.
#[derive(Debug, Default)]
struct Links(BTreeMap<String, Option<String>>);

impl Links {
    /// The path with every link on it replaced by what it leads to.
    fn followed(&self, path: &str) -> Result<String, AssetError> {
        let mut path = path.to_owned();
        for _ in 0..MOST_LINKS {
            let mut ends = path.match_indices('/').map(|(at, _)| at).chain([path.len()]);
            let Some((end, target)) = ends.find_map(|end| Some((end, self.0.get(&path[..end])?))) else {
                return Ok(path);
            };
            let target = target.as_ref().ok_or(AssetError::Outside)?;
            format!("{target}{}", &path[end..]).trim_start_matches('/').clone_into(&mut path);
        }
        Err(AssetError::Circle)
    }
}

impl RevisionAssets {
    fn is_file(&self, path: &str) -> bool {
        self.links.followed(path).is_ok_and(|path| self.files.contains_key(&path))
    }
}

impl Assets for RevisionAssets {
    fn read(&self, path: &str) -> Result<Arc<[u8]>, AssetError> {
        match self.files.get(&self.links.followed(path)?) {
            Some(id) => self.repository.content(*id),
            None => of_same_letters(self, path).map_or_else(|| Err(self.missing(path)), |own| self.read(&own)),
        }
    }

    fn list(&self, folder: &str) -> Result<Vec<String>, AssetError> {
        let real = self.links.followed(folder)?;
        if let Some((_, name)) = self.unnamed.iter().find(|(inside, _)| *inside == real) {
            return Err(AssetError::NoName(name.clone()));
        }
        let name_in = |path: &String| {
            let (inside, name) = path.rsplit_once('/').unwrap_or(("", path));
            (inside == real).then(|| if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") })
        };
        let links = self.links.0.keys().filter(|link| self.is_file(link));
        let mut names: Vec<String> = links.chain(self.files.keys()).filter_map(name_in).collect();
        names.sort();
        Ok(names)
    }

    fn shown(&self, path: &str) -> String {
        format!("{}/{path}", self.root)
    }
}

/// Finds a game folder as it was at a revision. The folder may be gone by now.
///
/// # Errors
/// A sentence and a hint: there is no repository, no such revision, or no such folder in it.
pub fn folder_at(revision: &str, folder: &Path) -> Result<RevisionAssets, Diagnostic> {
    if revision.is_empty() || revision.starts_with('-') || revision.contains(char::is_control) {
        return Err(unknown(revision, &[]));
    }
    let (base, gone) = as_far_as_there(folder);
    let Some((repository, way)) = Repository::around(base) else { return Err(no_repository(revision, base)) };
    let Some(inside) = way.join(gone).to_str().map(|inside| inside.replace('\\', "/")) else {
        return Err(Diagnostic::error(format!("the name of the folder `{}` is not UTF-8", folder.display())));
    };
    let fail = |trouble| told(trouble, revision, folder, &repository);
    let found = repository.find(revision).map_err(fail)?;
    let entries = repository.files(&found, inside.trim_end_matches('/')).map_err(fail)?;
    if entries.is_empty() {
        let message = format!("the folder `{}` has no files in the git revision `{revision}`", folder.display());
        return Err(Diagnostic::error(message).hint("name a later revision, or a manifest"));
    }
    let short = found.commit.as_deref().and_then(|commit| commit.get(..SHORT));
    let name = match short.filter(|short| !revision.starts_with(short)) {
        Some(short) => format!("{revision} ({short})"),
        None => revision.to_owned(),
    };
    let root = format!("{revision}:{}", folder.display());
    let (files, links, unnamed) = sorted(&repository, entries).map_err(fail)?;
    Ok(RevisionAssets { repository, files, links, unnamed, root, name })
}

/// The part of the path that is there, and the rest.
fn as_far_as_there(folder: &Path) -> (&Path, &Path) {
    let there = folder.ancestors().find(|part| part.is_dir()).unwrap_or(Path::new(""));
    let gone = folder.strip_prefix(there).unwrap_or(Path::new(""));
    (if there.as_os_str().is_empty() { Path::new(".") } else { there }, gone)
}

fn no_repository(revision: &str, folder: &Path) -> Diagnostic {
    let folder = folder.display();
    Diagnostic::error(format!("the folder `{folder}` is not in a git repository, and `{revision}` is no file"))
        .hint("name the `.json` file beside an earlier PDF")
}

fn unknown(revision: &str, names: &[String]) -> Diagnostic {
    let help = "name a commit, a tag or a branch that git knows, or the `.json` file beside an earlier PDF";
    let meant = did_you_mean(revision, names.iter().map(String::as_str));
    Diagnostic::error(format!("there is no git revision `{revision}`, and no manifest of that name"))
        .hint(meant.unwrap_or_else(|| help.to_owned()))
}

fn told(trouble: Trouble, revision: &str, folder: &Path, repository: &Repository) -> Diagnostic {
    match trouble {
        Trouble::Unknown => unknown(revision, &repository.names()),
        Trouble::Damaged => {
            Diagnostic::error(format!("the git revision `{revision}` is damaged, or not all of it is here"))
                .hint("`git fsck` looks for damage in a repository")
        }
        Trouble::TooMany => {
            let folder = folder.display();
            Diagnostic::error(format!("the folder `{folder}` has too many files in the git revision `{revision}`"))
                .hint("name the folder of one game")
        }
    }
}

/// The files, the links, and what has no name.
type Sorted = (BTreeMap<String, ObjectId>, Links, Vec<(String, String)>);

fn sorted(repository: &Repository, entries: Vec<Entry>) -> Result<Sorted, Trouble> {
    let (mut files, mut links, mut unnamed) = Sorted::default();
    for entry in entries {
        match entry {
            Entry::File(id, path) => drop(files.insert(path, id)),
            Entry::Link(id, path) => {
                let target = repository.content(id).map_err(|_| Trouble::Damaged)?;
                let end = end_of_link(&path, &target);
                links.0.insert(path, end);
            }
            Entry::Unnamed(folder, name) => unnamed.push((folder, name)),
        }
    }
    Ok((files, links, unnamed))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_followed_inside_the_folder() {
        let link = |path: &str, target: &str| (path.to_owned(), end_of_link(path, target.as_bytes()));
        let links = Links(BTreeMap::from([
            link("art", "./pictures"),
            link("pictures/b.svg", "../b.svg"),
            link("out", "../elsewhere"),
            link("round", "round/and/round"),
        ]));
        assert_eq!(links.followed("art/a.svg").as_deref(), Ok("pictures/a.svg"));
        assert_eq!(links.followed("art/b.svg").as_deref(), Ok("b.svg"));
        assert_eq!(links.followed("out/a.svg"), Err(AssetError::Outside));
        assert_eq!(links.followed("round"), Err(AssetError::Circle));
    }
}
