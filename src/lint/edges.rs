//! What lies near the cut: text and pictures that belong inside, art that belongs outside as well, and frames. And how
//! many pixels pictures have.

use crate::model::{BARE_EDGE, Colour, Ink, Kind, Lint};
use crate::units::{Length, pixels_per_mm};

use super::faces::FaceView;
use super::findings::Sighting;
use super::parts::{FacePart, PointInMm};
use super::shape::{EdgePoint, Shape};
use super::text;

/// Fewer pixels are seen as such.
const LEAST_DOTS: f64 = 200.0;
/// Frames closer to the cut than this show every slip of the knife.
const FRAME: Length = Length::from_mm(3);
/// Nothing is measured any finer, in millimetres.
const SLACK: f32 = 0.15;
/// Shorter gaps in the bleed are the way a drawing was meant, in millimetres.
const LEAST_GAP: usize = 3;
/// Nobody sees a smaller change of a colour.
const FAINT: u8 = 12;
/// Lighter is the paper.
const WHITE: u8 = 248;

/// What is wrong near the edges of a face, and with its pictures.
pub fn look_at(view: &FaceView<'_>, parts: &[FacePart<'_>]) -> Vec<Sighting> {
    let shape = Shape::of(view.face);
    let mut seen: Vec<Sighting> = parts.iter().filter_map(|part| coarse(view, part)).collect();
    seen.extend(parts.iter().filter_map(|part| empty(view, part)));
    // A booklet is folded and not cut.
    if matches!(view.component.kind, Kind::Booklet { .. }) {
        return seen;
    }
    seen.extend(parts.iter().filter_map(|part| outside(view, &shape, part)));
    seen.extend(parts.iter().filter_map(|part| frame(view, &shape, part)));
    seen.extend(short_of_bleed(view, &shape));
    seen
}

fn coarse(view: &FaceView<'_>, part: &FacePart<'_>) -> Option<Sighting> {
    let FacePart::Pixels { image, density, .. } = part else { return None };
    let dots = f64::from(*density) / f64::from(pixels_per_mm(1.0));
    // A picture of one colour has no pixels to see.
    (dots < LEAST_DOTS - 0.5 && !image.is_plain()).then(|| Sighting {
        lint: Lint::ImageResolution,
        how_bad: -*density,
        message: format!(
            "`{}` on {} is printed at {dots:.0} dots per inch, and {LEAST_DOTS} is the least",
            image.name, view.side
        ),
        hint: "use a picture with more pixels, or print it smaller",
    })
}

fn empty(view: &FaceView<'_>, part: &FacePart<'_>) -> Option<Sighting> {
    let name = match part {
        FacePart::Picture { name, is_empty: true, .. } => *name,
        FacePart::Pixels { image, .. } if image.is_empty() => &image.name,
        _ => return None,
    };
    Some(Sighting {
        lint: Lint::EmptyPicture,
        how_bad: 0.0,
        message: format!("nothing is seen of `{name}` on {}", view.side),
        hint: "look whether all of it is transparent, or lies outside its `viewBox`",
    })
}

/// Text and pictures belong inside the safe line, unless a picture runs over the cut on purpose.
fn outside(view: &FaceView<'_>, shape: &Shape, part: &FacePart<'_>) -> Option<Sighting> {
    let safe = view.face.safe;
    let (name, points, may_cross) = match part {
        FacePart::Text { run, at } if !run.text.trim().is_empty() => {
            (text::start_of(&run.text), text::corners(run, *at), false)
        }
        // In an edition nothing dark is left that could show it.
        FacePart::Picture { is_white: true, .. } if view.ink != Ink::Full => return None,
        FacePart::Picture { name, points, .. } => ((*name).to_owned(), points.clone(), true),
        FacePart::Pixels { image, corners, .. } => (image.name.clone(), corners.clone(), true),
        _ => return None,
    };
    let depth = least_depth(shape, &points)?;
    if depth >= safe.mm_f32() - SLACK || (may_cross && depth <= 0.02) {
        return None;
    }
    let how = if depth < 0.0 { "runs over the cut".to_owned() } else { format!("is {depth:.1} mm from the cut") };
    Some(Sighting {
        lint: Lint::SafeZone,
        how_bad: -depth,
        message: format!("`{name}` on {} {how}, and `safe` is {safe}", view.side),
        hint: "move it inwards, or let a picture run over the cut as far as the bleed",
    })
}

fn least_depth(shape: &Shape, points: &[PointInMm]) -> Option<f32> {
    points.iter().map(|spot| shape.depth(*spot)).reduce(f32::min)
}

/// A line or area that follows the cut all around, a little inside.
fn frame(view: &FaceView<'_>, shape: &Shape, part: &FacePart<'_>) -> Option<Sighting> {
    let FacePart::Outline { points } = part else { return None };
    let least = FRAME.min(view.face.safe).mm_f32();
    let depth = least_depth(shape, points)?;
    if depth < 0.1 || depth >= least - SLACK || !follows(shape, points, depth, view) || !shows(view, shape, depth) {
        return None;
    }
    Some(Sighting {
        lint: Lint::Frame,
        how_bad: -depth,
        message: format!(
            "a frame on {} is {depth:.1} mm from the cut, and {least} mm is the least: every slip of the knife shows",
            view.side
        ),
        hint: "move the frame inwards, or take it over the cut as far as the bleed",
    })
}

/// Whether a line stays close to the cut and goes all around.
fn follows(shape: &Shape, points: &[PointInMm], depth: f32, view: &FaceView<'_>) -> bool {
    let (width, height) = (view.face.size.width.mm_f32(), view.face.size.height.mm_f32());
    let band = depth + width.min(height) * 0.08;
    let extent = |part: fn(&PointInMm) -> f32| {
        let all = || points.iter().map(part);
        all().fold(f32::MIN, f32::max) - all().fold(f32::MAX, f32::min)
    };
    points.len() >= 3
        && extent(|spot| spot.0) > width * 0.6
        && extent(|spot| spot.1) > height * 0.6
        && points.iter().all(|spot| shape.depth(*spot) <= band)
}

/// Whether anything changes from just outside a frame to just inside: it may have the colour of its ground.
fn shows(view: &FaceView<'_>, shape: &Shape, depth: f32) -> bool {
    let changes = |point: &EdgePoint| {
        let near = [-0.6, -0.3, 0.0, 0.3, 0.6].map(|step| {
            let way = depth + step;
            view.ground.at(point.at.0 - point.out.0 * way, point.at.1 - point.out.1 * way)
        });
        let channel = |part: fn(Colour) -> u8| {
            let all = || near.iter().flatten().map(|(colour, _)| part(*colour));
            all().max().unwrap_or(0) - all().min().unwrap_or(0)
        };
        [channel(|c| c.red), channel(|c| c.green), channel(|c| c.blue)].iter().any(|change| *change > FAINT)
    };
    let edge = shape.edge();
    edge.iter().filter(|point| changes(point)).count() * 2 > edge.len()
}

/// Where the cut goes through colour and there is bare paper a little outside it.
fn short_of_bleed(view: &FaceView<'_>, shape: &Shape) -> Option<Sighting> {
    let whole = view.face.bleed;
    // The net of a die has less of it where there is no tab.
    let length = if view.component.is_die() { whole.min(BARE_EDGE) } else { whole };
    let bleed = length.mm_f32();
    let pixel = view.ground.pixel();
    // With little ink only lines reach the cut, and between them there is bare paper on purpose.
    if bleed < pixel * 2.0 || view.ink != Ink::Full {
        return None;
    }
    let is_coloured = |EdgePoint { at, out }: &EdgePoint, way: f32| {
        let (colour, cover) = view.ground.at(at.0 + out.0 * way, at.1 + out.1 * way)?;
        Some(cover > 0.5 && [colour.red, colour.green, colour.blue].iter().any(|part| *part < WHITE))
    };
    let inside = -(pixel * 1.5).max(0.4);
    let bare = |point: &&EdgePoint| {
        is_coloured(point, inside) == Some(true)
            && is_coloured(point, bleed - pixel) == Some(false)
            && shape.wants_bleed(point, whole.mm_f32())
    };
    let gap = shape.edge().iter().filter(bare).count();
    (gap >= LEAST_GAP).then(|| Sighting {
        lint: Lint::Bleed,
        how_bad: gap as f32,
        message: format!(
            "the art on {} ends before its bleed of {} along {gap} mm of the cut: a slip of the knife leaves bare paper",
            view.side, length
        ),
        hint: "draw it on as far as `face.bleed` outside the cut",
    })
}
