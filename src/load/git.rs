//! Files of the past, from the objects of a git repository. Nothing of a repository can act: no program is started, nothing is
//! fetched or written, and its settings only say how its objects are kept.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use gix::objs::Kind;
use gix::sec::Trust;
use gix::{Object, ObjectId, ThreadSafeRepository};

use crate::model::AssetError;

use super::folder::LARGEST_PICTURE;

/// More files in one folder and all below it are no game. A few objects can hold themselves endlessly often.
const MOST_FILES: usize = 100_000;
/// More folders one in the other are no game either.
const DEEPEST: usize = 100;
/// More tags of tags lead nowhere.
const MOST_TAGS: usize = 10;
/// More branches and tags than this are not looked through for one of a similar name.
const MOST_NAMES: usize = 10_000;

/// A git repository that is only read.
#[derive(Clone)]
pub struct Repository(ThreadSafeRepository);

/// What a revision stands for.
pub struct Found {
    tree: ObjectId,
    /// The commit in hexadecimal figures; a revision may be a bare tree, which is none.
    pub commit: Option<String>,
}

/// One file git knows, by its path in the folder that was asked for.
pub enum Entry {
    /// An ordinary one.
    File(ObjectId, String),
    /// A link: its content is where it leads.
    Link(ObjectId, String),
    /// One whose name is no text: its folder, and something like its name.
    Unnamed(String, String),
}

/// Why a revision cannot be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trouble {
    /// Nothing has this name.
    Unknown,
    /// An object is missing, or is not what it has to be.
    Damaged,
    /// There are more files, or more folders one in the other, than a game has.
    TooMany,
}

/// Whether something of a repository is neither file nor folder, but a pipe that nobody may ever write into. Single
/// objects are looked at before they are opened, all else is not.
fn waits_for_others(git_dir: &Path) -> bool {
    let mut waiting = vec![git_dir.to_owned()];
    for _ in 0..MOST_NAMES {
        let Some(path) = waiting.pop() else { return false };
        match fs::metadata(&path) {
            Ok(info) if info.is_dir() && !is_for_objects(&path) => {
                waiting.extend(fs::read_dir(&path).into_iter().flatten().flatten().map(|entry| entry.path()));
            }
            Ok(info) if !info.is_file() && !info.is_dir() => return true,
            _ => {}
        }
    }
    false
}

/// A folder of single objects, or of packs of them.
fn is_for_objects(folder: &Path) -> bool {
    let is_in = |name: &str| folder.parent().is_some_and(|parent| parent.ends_with(name));
    is_in("objects") && !folder.ends_with("info")
}

impl Repository {
    /// The repository that a folder lies in, and the way from its top to the folder.
    pub fn around(folder: &Path) -> Option<(Self, PathBuf)> {
        let folder = folder.canonicalize().ok()?;
        if folder.ancestors().any(|above| waits_for_others(&above.join(".git"))) {
            return None;
        }
        let (found, _) = gix::discover::upwards(&folder).ok()?;
        let (git_dir, top) = found.into_repository_and_work_tree_directories();
        let limit = format!("gitoxide.objects.allocLimit={LARGEST_PICTURE}");
        let options = gix::open::Options::isolated().open_path_as_is(true).with(Trust::Reduced).cli_overrides([limit]);
        let opened = ThreadSafeRepository::open_opts(git_dir, options).ok()?;
        let inside = top.and_then(|top| folder.strip_prefix(top).ok().map(Path::to_owned));
        Some((Self(opened), inside.unwrap_or_default()))
    }

    /// What a person means by a revision.
    pub fn find(&self, revision: &str) -> Result<Found, Trouble> {
        let git = self.0.to_thread_local();
        let named = git.rev_parse_single(revision).map_err(|_| Trouble::Unknown)?;
        let mut object = named.object().map_err(damaged)?;
        for _ in 0..MOST_TAGS {
            if object.kind != Kind::Tag {
                break;
            }
            let target = object.try_to_tag_ref().map_err(damaged)?.target();
            object = git.find_object(target).map_err(damaged)?;
        }
        found(&object)
    }

    /// The files of a folder, and of all folders below it.
    pub fn files(&self, revision: &Found, folder: &str) -> Result<Vec<Entry>, Trouble> {
        let git = self.0.to_thread_local();
        let Some(top) = folder_in(&git, revision.tree, folder)? else { return Ok(Vec::new()) };
        let mut entries = Vec::new();
        let mut waiting = vec![(top, String::new(), 0)];
        while let Some((id, path, depth)) = waiting.pop() {
            let tree = git.find_tree(id).map_err(damaged)?;
            for entry in tree.decode().map_err(damaged)?.entries {
                let id = entry.oid.to_owned();
                let Ok(name) = std::str::from_utf8(entry.filename) else {
                    entries.push(Entry::Unnamed(path.clone(), entry.filename.to_string()));
                    continue;
                };
                let inner = if path.is_empty() { name.to_owned() } else { format!("{path}/{name}") };
                if entry.mode.is_tree() {
                    waiting.push((id, inner, depth + 1));
                } else if entry.mode.is_link() {
                    entries.push(Entry::Link(id, inner));
                } else if entry.mode.is_blob() {
                    entries.push(Entry::File(id, inner));
                }
            }
            if depth > DEEPEST || entries.len() + waiting.len() > MOST_FILES {
                return Err(Trouble::TooMany);
            }
        }
        Ok(entries)
    }

    /// The content of a file.
    pub fn content(&self, id: ObjectId) -> Result<Arc<[u8]>, AssetError> {
        let git = self.0.to_thread_local();
        let unreadable = |why: &str| AssetError::Unreadable(why.to_owned());
        let damaged = || unreadable("it is damaged in the git repository");
        let header = git.try_find_header(id).map_err(|_| damaged())?;
        let bytes = header.ok_or_else(|| unreadable("the git repository has it only elsewhere"))?.size();
        if bytes > LARGEST_PICTURE {
            return Err(AssetError::TooLarge { bytes, limit: LARGEST_PICTURE });
        }
        let blob = git.find_blob(id).map_err(|_| damaged())?;
        Ok(Arc::from(blob.data.as_slice()))
    }

    /// The names of branches and tags.
    pub fn names(&self) -> Vec<String> {
        let git = self.0.to_thread_local();
        let Ok(references) = git.references() else { return Vec::new() };
        let Ok(all) = references.all() else { return Vec::new() };
        all.take(MOST_NAMES).flatten().map(|reference| reference.name().shorten().to_string()).collect()
    }
}

fn damaged<E>(_: E) -> Trouble {
    Trouble::Damaged
}

fn found(object: &Object<'_>) -> Result<Found, Trouble> {
    match object.kind {
        Kind::Commit => {
            let tree = object.try_to_commit_ref().map_err(damaged)?.tree();
            Ok(Found { tree, commit: Some(object.id.to_string()) })
        }
        Kind::Tree => Ok(Found { tree: object.id, commit: None }),
        Kind::Blob | Kind::Tag => Err(Trouble::Unknown),
    }
}

fn folder_in(git: &gix::Repository, tree: ObjectId, folder: &str) -> Result<Option<ObjectId>, Trouble> {
    if folder.is_empty() {
        return Ok(Some(tree));
    }
    let top = git.find_tree(tree).map_err(damaged)?;
    let entry = top.lookup_entry(folder.split('/').map(str::as_bytes)).map_err(damaged)?;
    Ok(entry.filter(|entry| entry.mode().is_tree()).map(|entry| entry.object_id()))
}
