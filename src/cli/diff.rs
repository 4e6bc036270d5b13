//! `tablewright diff`: what changed between two states of a game, in words.

use std::path::Path;

use serde_json::json;

use crate::changes::{Manifest, compare};
use crate::diag::{Diagnostic, Diagnostics};
use crate::load::{DiskAssets, WithTemplates, find_game};

use super::Outcome;
use super::args::DiffArgs;
use super::kit::name_of;
use super::manifest::{manifest_at, manifest_of, one, open_manifest};
use super::report::{problems, say, say_json};

/// Runs the verb.
pub fn run(arguments: &DiffArgs) -> Outcome {
    let read = |name: &str| state(name, &arguments.components);
    let (old, new) = match (read(&arguments.old), read(&arguments.new)) {
        (Ok(old), Ok(new)) => (old, new),
        (old, new) => {
            let mut found = Diagnostics::new();
            [old, new].into_iter().filter_map(Result::err).for_each(|wrong| found.extend(wrong));
            problems(&found);
            return Outcome::Refused;
        }
    };
    let changes = compare(&old, &new);
    if arguments.json {
        say_json(&json!({ "old": arguments.old, "new": arguments.new, "changes": changes }));
    } else if changes.is_empty() {
        say(&format!("nothing differs between `{}` and `{}`", arguments.old, arguments.new));
    } else {
        changes.lines().iter().for_each(|line| say(line));
    }
    Outcome::Done
}

/// A state of a game by what people type: a manifest, a game, or a revision and a game.
fn state(name: &str, components: &Path) -> Result<Manifest, Diagnostics> {
    let path = Path::new(name);
    if path.is_file() {
        return Ok(open_manifest(path).map_err(one)?.0);
    }
    let game = find_game(name, components);
    match (game, name.split_once(':')) {
        (Ok(folder), _) => manifest_of(&WithTemplates(DiskAssets::new(&folder)), &name_of(&folder)),
        (Err(_), Some((revision, game))) if !game.is_empty() => {
            let named = if Path::new(game).is_dir() { game.into() } else { components.join(game) };
            // A game that is gone by now is looked for where games are.
            let folder = find_game(game, components).unwrap_or(named);
            Ok(manifest_at(revision, &folder, &name_of(&folder))?.0)
        }
        (Err((message, hint)), _) => {
            let kinds = "a state is a manifest file, a game, or `REVISION:GAME` for a game in a git revision";
            Err(one(Diagnostic::error(message).maybe_hint(hint).hint(kinds)))
        }
    }
}
