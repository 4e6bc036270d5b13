//! Every side of a component: its different faces, each looked at once.

use crate::layout::LaidComponent;
use crate::layout::common::Common;
use crate::layout::face::Face;
use crate::model::{Component, Ink, Kind, Skin};
use crate::render::{RasterPainter, spread};

use super::findings::{Finding, Sighting, Sightings};
use super::ground::Ground;
use super::parts::parts_of;
use super::{Subject, edges, holds, text};

/// What every look at a face needs.
pub struct FaceView<'a> {
    /// The face.
    pub face: &'a Face,
    /// Its component.
    pub component: &'a Component,
    /// "the front of `deck`"
    pub side: String,
    /// The edition it is drawn for.
    pub ink: Ink,
    /// What it shows without its text.
    pub ground: Ground,
}

/// The blemishes on the faces of a component.
pub fn look_at(subject: &Subject<'_>, part: &LaidComponent) -> Vec<Finding> {
    let Some(component) = subject.game.components.get(part.component) else { return Vec::new() };
    let fronts: Vec<_> = part.pieces.iter().map(|piece| (&piece.front, piece.id.as_str())).collect();
    let backs: Vec<_> =
        part.pieces.iter().filter_map(|piece| Some((piece.back.as_ref()?, piece.id.as_str()))).collect();
    let mut findings = side(subject, (component, part.component), (&component.front, "front"), &fronts);
    if let Some(back) = &component.back {
        findings.extend(side(subject, (component, part.component), (back, "back"), &backs));
    }
    findings
}

fn side(
    subject: &Subject<'_>,
    (component, index): (&Component, usize),
    (skin, name): (&Skin, &str),
    faces: &[(&Common<Face>, &str)],
) -> Vec<Finding> {
    let side = match component.kind {
        Kind::Booklet { .. } => format!("the pages of `{}`", component.id),
        _ => format!("the {name} of `{}`", component.id),
    };
    let different = different(faces);
    let mut painter = RasterPainter::new(subject.fonts);
    let mut sightings = Sightings::default();
    for (face, pieces) in spread(&different, subject.faces_a_side) {
        let Some(ground) = Ground::of(face, component, &mut painter) else { continue };
        let view = FaceView { face, component, side: side.clone(), ink: subject.game.ink, ground };
        sightings.add(seen_on(&view, subject), pieces);
    }
    sightings.into_findings((component, index), &skin.template.place)
}

fn seen_on(view: &FaceView<'_>, subject: &Subject<'_>) -> Vec<Sighting> {
    let parts = parts_of(view.face);
    let mut seen = text::look_at(view, &parts, subject.fonts);
    seen.extend(edges::look_at(view, &parts));
    seen.extend(holds::look_at((view.face, view.component, &view.side), &parts, subject.game));
    seen
}

/// Each face once, with the pieces that have it.
fn different<'a>(faces: &'a [(&'a Common<Face>, &'a str)]) -> Vec<(&'a Face, Vec<&'a str>)> {
    let mut places = std::collections::HashMap::new();
    let mut different: Vec<(&Face, Vec<&str>)> = Vec::new();
    for (face, piece) in faces {
        let at = *places.entry((*face).clone()).or_insert_with(|| {
            different.push((&**face, Vec::new()));
            different.len() - 1
        });
        different[at].1.push(piece);
    }
    different
}
