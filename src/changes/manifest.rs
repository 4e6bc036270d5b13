//! The manifest of a kit: what every piece says and a fingerprint of how it looks, as JSON that lies beside the PDF.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::diag::{Diagnostic, Place, SourceText};
use crate::layout::{LaidComponent, LaidPiece};
use crate::model::{Component, Game};

/// Raised whenever the same game gets other fingerprints or the file another shape.
const FORMAT: u32 = 1;

/// A state of a game, as far as its pieces show it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// The shape of the file, and how fingerprints were taken.
    pub format: u32,
    /// The folder's name.
    pub game: String,
    /// What is printed on the box.
    pub title: String,
    /// The game's version.
    pub version: String,
    /// The paper it was printed for, when it was printed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub paper: Option<String>,
    /// What is in the box.
    pub components: Vec<ComponentRecord>,
}

/// A component in a manifest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ComponentRecord {
    /// Its key in the game file.
    pub id: String,
    /// What people call it.
    pub title: String,
    /// The word for its kind.
    pub kind: String,
    /// Its different pieces, or the pages of a booklet.
    pub pieces: Vec<PieceRecord>,
}

/// A piece in a manifest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PieceRecord {
    /// Its name in the component.
    pub id: String,
    /// How many of it there are.
    pub quantity: usize,
    /// How its front looks.
    pub front: String,
    /// How its back looks, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub back: Option<String>,
    /// What its row says, without empty fields.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub fields: BTreeMap<String, String>,
}

impl Manifest {
    /// The manifest of a game that is laid out.
    #[must_use]
    pub fn of(game: &Game, laid: &[LaidComponent]) -> Self {
        let components = laid.iter().map(|part| component_record(&game.components[part.component], part)).collect();
        Self {
            format: FORMAT,
            game: game.id.clone(),
            title: game.title.clone(),
            version: game.version.clone(),
            paper: None,
            components,
        }
    }

    /// The same state, printed for a paper.
    #[must_use]
    pub fn on(&self, paper: &str) -> Self {
        Self { paper: Some(paper.to_owned()), ..self.clone() }
    }

    /// The part of it that these names of kinds and components stand for; all of it when there are none.
    #[must_use]
    pub fn only(mut self, names: &[String]) -> Self {
        let wanted = |part: &ComponentRecord| names.iter().any(|name| *name == part.id || *name == part.kind);
        self.components.retain(|part| names.is_empty() || wanted(part));
        self
    }

    /// The component with this id.
    #[must_use]
    pub fn component(&self, id: &str) -> Option<&ComponentRecord> {
        self.components.iter().find(|component| component.id == id)
    }

    /// As it is written to a file.
    #[must_use]
    pub fn to_json(&self) -> String {
        // Texts and numbers only: there is nothing JSON could refuse.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }
}

fn component_record(component: &Component, part: &LaidComponent) -> ComponentRecord {
    let rows: BTreeMap<&str, &[(String, _)]> =
        component.pieces.iter().map(|piece| (piece.id.as_str(), piece.fields.as_slice())).collect();
    let record = |piece: &LaidPiece| {
        let row = rows.get(piece.id.as_str()).copied().unwrap_or_default();
        let told = row.iter().filter(|(_, field)| !field.text.is_empty());
        PieceRecord {
            id: piece.id.clone(),
            quantity: piece.quantity,
            front: piece.front.fingerprint().to_string(),
            back: piece.back.as_ref().map(|back| back.fingerprint().to_string()),
            // Git and editors change line ends behind people's backs.
            fields: told.map(|(name, field)| (name.clone(), field.text.replace("\r\n", "\n"))).collect(),
        }
    };
    ComponentRecord {
        id: component.id.clone(),
        title: component.title.clone(),
        kind: component.kind.name().to_owned(),
        pieces: part.pieces.iter().map(record).collect(),
    }
}

/// What is looked at before the rest, so that a manifest of another time is known as one.
#[derive(Deserialize)]
struct Head {
    format: Option<serde_json::Value>,
}

/// Reads a manifest.
///
/// # Errors
/// One diagnostic: the text is no manifest, or one that this program does not understand.
pub fn read_manifest(source: &Arc<SourceText>) -> Result<Manifest, Diagnostic> {
    const WHAT: &str = "a manifest is the `.json` file that `print` writes beside its PDF";
    let broken = |error: &serde_json::Error| {
        let text = error.to_string();
        let message = text.split(" at line ").next().unwrap_or_default();
        Diagnostic::error(format!("this is not a manifest: {message}")).at(&place_of(source, error)).hint(WHAT)
    };
    let head: Head = serde_json::from_str(&source.text).map_err(|error| broken(&error))?;
    let at = place_of_word(source, "\"format\"");
    match head.format {
        Some(format) if format == FORMAT => serde_json::from_str(&source.text).map_err(|error| broken(&error)),
        Some(format) => {
            let message = format!("the manifest has the format `{format}`, and this program reads `{FORMAT}`");
            Err(Diagnostic::error(message)
                .at(&at)
                .hint("name a git revision instead, or print the whole kit once more"))
        }
        None => Err(Diagnostic::error("this is not a manifest: it has no `format`").at(&at).hint(WHAT)),
    }
}

/// Where the reader stopped; it counts lines from 1 and columns in bytes.
fn place_of(source: &Arc<SourceText>, error: &serde_json::Error) -> Place {
    let start: usize = source.text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum();
    let at = start + error.column().saturating_sub(1);
    Place::new(source, at, at + 1)
}

/// Where a word first stands, or the start of the file.
pub(super) fn place_of_word(source: &Arc<SourceText>, word: &str) -> Place {
    source.text.find(word).map_or_else(|| Place::file(source), |at| Place::new(source, at, at + word.len()))
}
