//! Whether text can be read: how large it is, and how much darker or lighter than what lies under it.

use crate::geom::Affine;
use crate::layout::Fonts;
use crate::layout::face::GlyphRun;
use crate::model::Lint;
use crate::units::mm_per_point;

use super::faces::FaceView;
use super::findings::Sighting;
use super::parts::{FacePart, PointInMm};
use super::vision::contrast;

/// Smaller text is not read, but guessed; in points.
const LEAST_SIZE: f32 = 6.0;
/// What the guidelines for the web ask for (WCAG 2.2, 1.4.3), and of large text.
const LEAST_CONTRAST: f32 = 4.5;
const LEAST_OF_LARGE: f32 = 3.0;
/// From here on text is large, in points.
const LARGE: f32 = 18.0;
const LARGE_BOLD: f32 = 14.0;
/// Capitals are about this high, as a part of the size.
const CAPITALS: f32 = 0.7;
/// Sizes and contrasts are not told apart any finer.
const SLACK: f32 = 0.05;

/// What is wrong with the text of a face.
pub fn look_at(view: &FaceView<'_>, parts: &[FacePart<'_>], fonts: &Fonts) -> Vec<Sighting> {
    let mut seen = Vec::new();
    for part in parts {
        if let FacePart::Text { run, at } = part
            && !run.text.trim().is_empty()
        {
            seen.extend(small(view, run, *at));
            seen.extend(pale(view, run, *at, fonts));
        }
    }
    seen
}

/// The size of a run as printed, in points.
fn points(run: &GlyphRun, at: Affine) -> f32 {
    let Affine([a, b, c, d, ..]) = at;
    run.size * (a * d - b * c).abs().sqrt() / mm_per_point()
}

fn small(view: &FaceView<'_>, run: &GlyphRun, at: Affine) -> Option<Sighting> {
    let size = points(run, at);
    (size < LEAST_SIZE - SLACK).then(|| Sighting {
        lint: Lint::SmallText,
        how_bad: -size,
        message: format!("`{}` on {} is set in {size:.1} pt, and 6 pt is the least", start_of(&run.text), view.side),
        hint: "make it larger, or leave something out",
    })
}

fn pale(view: &FaceView<'_>, run: &GlyphRun, at: Affine, fonts: &Fonts) -> Option<Sighting> {
    let size = points(run, at);
    let bold = fonts.is_bold(&run.cut);
    let large = size >= LARGE - SLACK || (bold && size >= LARGE_BOLD - SLACK);
    let least = if large { LEAST_OF_LARGE } else { LEAST_CONTRAST };
    let mut under = contrasts(view, run, at);
    under.sort_by(f32::total_cmp);
    // A quarter may be worse: letters may touch a line or a dark spot and still be read.
    let on_ground = *under.get(under.len() / 4)?;
    // A line around letters is a ground of their own.
    let contrast = run.outline.map_or(on_ground, |outline| on_ground.max(contrast(run.colour, outline.colour)));
    (contrast < least - SLACK).then(|| Sighting {
        lint: Lint::Contrast,
        how_bad: least - contrast,
        message: format!(
            "`{}` on {} has a contrast of {contrast:.1}:1 to what lies under it, and {least}:1 is the least",
            start_of(&run.text),
            view.side
        ),
        hint: "make the text darker or lighter than its ground, or put a plain ground under it",
    })
}

/// The contrast of a run at every pixel of its ground.
fn contrasts(view: &FaceView<'_>, run: &GlyphRun, at: Affine) -> Vec<f32> {
    let (left, bottom) = run.origin;
    let height = run.size * CAPITALS;
    let step = view.ground.pixel().min(height / 3.0).min(run.advance / 3.0).max(0.05);
    let mut all = Vec::new();
    let mut y = bottom - height + step / 2.0;
    while y < bottom {
        let mut x = left + step / 2.0;
        while x < left + run.advance {
            let (px, py) = at.apply(x, y);
            all.extend(view.ground.at(px, py).map(|(colour, _)| contrast(run.colour, colour)));
            x += step;
        }
        y += step;
    }
    all
}

/// The corners of a line of text, from its baseline to the height of its capitals.
pub fn corners(run: &GlyphRun, at: Affine) -> Vec<PointInMm> {
    let (left, bottom) = run.origin;
    let (right, top) = (left + run.advance, bottom - run.size * CAPITALS);
    [(left, top), (right, top), (right, bottom), (left, bottom)].map(|(x, y)| at.apply(x, y)).to_vec()
}

/// The first words of a text.
pub fn start_of(text: &str) -> String {
    const MOST: usize = 24;
    let text = text.trim();
    if text.chars().count() <= MOST {
        return text.to_owned();
    }
    let cut: String = text.chars().take(MOST).collect();
    format!("{}…", cut.trim_end())
}
