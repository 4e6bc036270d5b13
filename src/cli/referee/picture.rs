//! `referee picture`: the printed board with the pieces on it, as it is now.

use std::path::{Path, PathBuf};

use serde_json::json;

use crate::cli::print::save;
use crate::cli::report::{problems, say, say_json};
use crate::diag::{Diagnostic, Diagnostics};
use crate::layout::face::Face;
use crate::layout::{Fonts, Studio, lay_out_table};
use crate::load::{DiskAssets, WithTemplates};
use crate::model::{Board, Component, Kind, PlacedPiece};
use crate::referee::{View, Viewer};
use crate::render::{PngSpeed, face_png, face_svg};
use crate::ui::terminal::placed;

use super::args::PictureArgs;
use super::session::{Access, Failure, Session};

/// Where pictures go that nobody named.
const OUTPUT: &str = "output";
/// Enough to read a board on a screen.
const DOTS_PER_INCH: f64 = 150.0;

/// Writes a picture.
pub fn picture(arguments: &PictureArgs) -> Result<(), Failure> {
    let mut session = Session::open(arguments.table.table.as_deref(), Access::Look)?;
    let viewer = session.viewer(arguments.seat.as_deref())?;
    let usual = file_of(&session, "png");
    let paths = write_pictures(&mut session, viewer, Some(arguments.file.as_deref().unwrap_or(&usual)))?;
    if arguments.table.json {
        say_json(&json!({ "table": session.name(), "files": paths }));
    } else {
        say(&format!("the board is in {}", paths.join(" and ")));
    }
    Ok(())
}

fn file_of(session: &Session, extension: &str) -> PathBuf {
    Path::new(OUTPUT).join(format!("{}-board.{extension}", session.name()))
}

/// Writes a picture to a file, or as SVG and PNG where pictures go; tells the paths.
pub fn write_pictures(session: &mut Session, viewer: Viewer, file: Option<&Path>) -> Result<Vec<String>, Failure> {
    let files =
        file.map_or_else(|| vec![file_of(session, "svg"), file_of(session, "png")], |file| vec![file.to_owned()]);
    for file in &files {
        format_of(file)?;
    }
    let view = session.look(|table| table.view(viewer))?;
    let (face, fonts) = lay_out(session, &view)?;
    for file in &files {
        let bytes = match format_of(file)? {
            Format::Svg => face_svg(&face, &fonts).into_bytes(),
            Format::Png => face_png(&face, &fonts, DOTS_PER_INCH, PngSpeed::Balanced).map_err(problem)?,
        };
        save(file, &bytes).map_err(problem)?;
    }
    Ok(files.iter().map(|file| file.display().to_string()).collect())
}

fn problem(message: String) -> Failure {
    Failure::of(Diagnostic::error(message))
}

/// What a picture is written as.
enum Format {
    Svg,
    Png,
}

fn format_of(file: &Path) -> Result<Format, Failure> {
    match file.extension().map(|extension| extension.to_string_lossy().to_lowercase()).as_deref() {
        Some("svg") => Ok(Format::Svg),
        Some("png") => Ok(Format::Png),
        _ => {
            let message = format!("`{}` is neither `.svg` nor `.png`", file.display());
            Err(Failure::of(Diagnostic::error(message).hint("end the name of the file with one of them")))
        }
    }
}

/// The board that most pieces are on, with them; of equals the first.
fn lay_out(session: &Session, view: &View) -> Result<(Face, Fonts), Failure> {
    let boards = session.game.components.iter().enumerate().filter_map(|(n, part)| Some((n, board_of(part)?)));
    let on = |board: &Board| -> Vec<PlacedPiece> {
        view.pieces.iter().filter(|piece| board.has_place(&piece.at)).map(placed).collect()
    };
    let fullest = boards.map(|(n, board)| (n, on(board))).rev().max_by_key(|(_, pieces)| pieces.len());
    let (component, pieces) = fullest.ok_or_else(|| {
        let message = format!("{} has no board to draw", session.game.title);
        Failure::of(Diagnostic::error(message).hint("`referee show` tells what is on the table"))
    })?;
    let assets = WithTemplates(DiskAssets::new(session.folder.game()));
    let mut found = Diagnostics::new();
    let fonts = Fonts::load(&assets, &mut found);
    let studio = Studio::new(&session.game, &assets, &fonts);
    let pointers =
        board_of(&session.game.components[component]).map(|board| view.pointers.on(board)).unwrap_or_default();
    let face = lay_out_table(&studio, component, &pieces, &pointers, &mut found);
    match face {
        Some(face) if !found.has_errors() => {
            problems(&found);
            Ok((face, fonts))
        }
        _ => Err(Failure { found }),
    }
}

fn board_of(part: &Component) -> Option<&Board> {
    if let Kind::Board(board) = &part.kind { Some(board) } else { None }
}
