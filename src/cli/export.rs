//! `tablewright export`: every different face as a picture of its own.

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::Arc;

use serde_json::json;

use crate::diag::count_of;
use crate::layout::face::Face;
use crate::layout::{LaidComponent, Studio};
use crate::model::Ink;
use crate::render::{PngSpeed, face_png, face_svg};

use super::Outcome;
use super::args::{ExportArgs, Format};
use super::kit::{OpenGame, lay_out, open};
use super::print::save;
use super::report::{Progress, problem, problems, say, say_json};

/// Runs the verb.
pub fn run(arguments: &ExportArgs) -> Outcome {
    let mut opened = match open(&arguments.game) {
        Ok(opened) => opened,
        Err(found) => {
            problems(&found);
            return Outcome::Refused;
        }
    };
    let mut found = std::mem::take(&mut opened.found);
    opened.game.choose(arguments.ink);
    let studio = Studio::new(&opened.game, &opened.assets, &opened.fonts);
    let laid = lay_out(&studio, &arguments.only, &mut found);
    problems(&found);
    if found.has_errors() {
        return Outcome::Refused;
    }
    let folder = arguments.output.join(&opened.game.id).join(folder_name(arguments.to, opened.game.ink));
    let faces = different_faces(&laid);
    let progress = Progress::new(faces.len(), "writing");
    let mut files = Vec::new();
    for face in &faces {
        let path = folder.join(format!("{}.{}", face.id, extension(arguments.to)));
        if let Err(message) = picture(face, &opened, arguments).and_then(|bytes| save(&path, &bytes)) {
            progress.finish();
            // Half a set of pictures is worse than none.
            for (path, _) in &files {
                let _ = std::fs::remove_file(path);
            }
            problem(message, None);
            return Outcome::Refused;
        }
        files.push((path, Arc::clone(face)));
        progress.step();
    }
    progress.finish();
    report(&files, &folder, arguments.json);
    Outcome::Done
}

const fn extension(format: Format) -> &'static str {
    match format {
        Format::Svg => "svg",
        Format::Png => "png",
    }
}

/// The pictures of an edition do not replace those of another.
fn folder_name(format: Format, ink: Ink) -> String {
    format!("{}{}", extension(format), ink.suffix())
}

fn picture(face: &Face, opened: &OpenGame, arguments: &ExportArgs) -> Result<Vec<u8>, String> {
    match arguments.to {
        Format::Svg => Ok(face_svg(face, &opened.fonts).into_bytes()),
        Format::Png => face_png(face, &opened.fonts, arguments.dpi, PngSpeed::Balanced),
    }
}

/// Each face once, in the order of the kit.
fn different_faces(laid: &[LaidComponent]) -> Vec<Arc<Face>> {
    let pieces = laid.iter().flat_map(|part| &part.pieces);
    let all = pieces.flat_map(|piece| std::iter::once(&piece.front).chain(&piece.back));
    let mut known: HashSet<*const Face> = HashSet::new();
    all.filter(|face| known.insert(Arc::as_ptr(face))).map(Arc::clone).collect()
}

fn report(files: &[(PathBuf, Arc<Face>)], folder: &std::path::Path, as_json: bool) {
    if !as_json {
        return say(&format!("{} in {}", count_of(files.len(), "picture"), folder.display()));
    }
    let file = |(path, face): &(PathBuf, Arc<Face>)| {
        json!({
            "file": path.display().to_string(),
            "width_mm": face.size.width.mm(),
            "height_mm": face.size.height.mm(),
            "bleed_mm": face.bleed.mm(),
        })
    };
    say_json(&files.iter().map(file).collect());
}
