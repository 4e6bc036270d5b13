//! The printed board with the pieces on it, as a table stands now, and in words what lies beside it.

use std::path::{Path, PathBuf};

use crate::app::kit::save;
use crate::diag::{Diagnostic, Diagnostics};
use crate::disk::Disk;
use crate::layout::face::Face;
use crate::layout::{Fonts, Studio, TableScene, lay_out_table, lay_out_zones, with_words};
use crate::load::{DiskAssets, WithTemplates};
use crate::model::{Board, Component, Kind, PlacedPiece, Zone};
use crate::referee::{View, Viewer};
use crate::render::{PngSpeed, face_png, face_svg};

use super::placed::placed;
use super::session::Session;

/// Enough to read a board on a screen.
const DOTS_PER_INCH: f64 = 150.0;

impl Session {
    /// Where a picture of the board goes that nobody named.
    #[must_use]
    pub fn picture_file(&self, output: &Path, extension: &str) -> PathBuf {
        output.join(format!("{}-board.{extension}", self.name()))
    }

    /// Writes a picture of the board to each of these files, `.svg` or `.png`, and tells what is worth knowing.
    ///
    /// # Errors
    /// When a file is neither, there is no board, or what the disk said.
    pub fn write_pictures(&mut self, viewer: Viewer, files: &[PathBuf]) -> Result<Diagnostics, Diagnostics> {
        for file in files {
            format_of(file)?;
        }
        let view = self.look(|table| table.view(viewer))?;
        let (face, fonts, found) = lay_out(self, &view, viewer)?;
        for file in files {
            let bytes = match format_of(file)? {
                Format::Svg => face_svg(&face, &fonts).map(String::into_bytes),
                Format::Png => face_png(&face, &fonts, DOTS_PER_INCH, PngSpeed::Balanced),
            };
            save(&Disk::default(), file, &bytes.map_err(Diagnostic::error)?)?;
        }
        Ok(found)
    }
}

/// What a picture is written as.
enum Format {
    Svg,
    Png,
}

fn format_of(file: &Path) -> Result<Format, Diagnostic> {
    match file.extension().map(|extension| extension.to_string_lossy().to_lowercase()).as_deref() {
        Some("svg") => Ok(Format::Svg),
        Some("png") => Ok(Format::Png),
        _ => {
            let message = format!("`{}` is neither `.svg` nor `.png`", file.display());
            Err(Diagnostic::error(message).hint("end the name of the file with one of them"))
        }
    }
}

/// The board that most pieces are on, with them; of equals the first. Around it, or without one, lie the zones.
fn lay_out(session: &Session, view: &View, viewer: Viewer) -> Result<(Face, Fonts, Diagnostics), Diagnostics> {
    let boards = session.game.components.iter().enumerate().filter_map(|(n, part)| Some((n, board_of(part)?)));
    let on = |board: &Board| -> Vec<PlacedPiece> {
        view.pieces.iter().filter(|piece| board.has_place(&piece.at)).map(placed).collect()
    };
    let fullest = boards.map(|(n, board)| (n, on(board))).rev().max_by_key(|(_, pieces)| pieces.len());
    let zones: Vec<Zone> = view.zones.iter().filter(|zone| !zone.is_told).cloned().collect();
    if fullest.is_none() && zones.is_empty() {
        let message = format!("{} has no board to draw", session.game.title);
        return Err(Diagnostic::error(message).hint("`referee show` tells what is on the table").into());
    }
    let assets = WithTemplates(DiskAssets::new(session.folder.game()));
    let mut found = Diagnostics::new();
    let mut fonts = Fonts::load(&assets, &mut found);
    fonts.settle(&session.game, &mut found);
    let studio = Studio::new(&session.game, &assets, &fonts);
    let board = match fullest {
        Some((component, pieces)) => {
            let pointers =
                board_of(&session.game.components[component]).map(|board| view.pointers.on(board)).unwrap_or_default();
            let face = lay_out_table(&studio, component, &pieces, &pointers, &mut found);
            if face.is_none() {
                return Err(found);
            }
            face
        }
        None => None,
    };
    let face = if zones.is_empty() {
        board
    } else {
        let seats = view.seats.iter().map(|seat| seat.name.clone()).collect();
        let viewer = if let Viewer::Seat(seat) = viewer { seat.0 } else { 0 };
        lay_out_zones(&studio, TableScene { board, zones: &zones, seats, viewer }, &mut found)
    };
    let face = face.map(|face| with_words(&studio, face, &beside(view), &mut found));
    match face {
        Some(face) if !found.has_errors() => Ok((face, fonts, found)),
        _ => Err(found),
    }
}

/// What the board itself does not show: how the game stands, and what lies before every seat.
fn beside(view: &View) -> Vec<String> {
    let seats = view.seats.iter().filter(|seat| !seat.text.is_empty());
    let seats = seats.map(|seat| format!("{}: {}", seat.name, seat.text));
    std::iter::once(view.status.clone()).chain(seats).collect()
}

fn board_of(part: &Component) -> Option<&Board> {
    if let Kind::Board(board) = &part.kind { Some(board) } else { None }
}
