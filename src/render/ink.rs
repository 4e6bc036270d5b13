//! How much ink pages take, from a very coarse picture of each face. An estimate: how a printer mixes its inks is its
//! own affair.

use std::collections::{BTreeMap, HashMap};

use crate::geom::Rect;
use crate::impose::{Item, Kit, Page};
use crate::layout::Fonts;
use crate::layout::common::Common;
use crate::layout::face::Face;

use super::raster::RasterPainter;

/// Enough to see how dark a face is on the whole.
const DOTS_PER_INCH: f64 = 12.0;
/// Of a component with more different faces than this, only so many are measured.
const MOST_FACES: usize = 24;

/// The ink on every page of a kit, in percent of the paper; paper covered in one full ink has 100.
#[must_use]
pub fn page_ink(kit: &Kit, fonts: &Fonts) -> Vec<f32> {
    let known = measured(kit, fonts);
    let page = |page: &Page| {
        let ink = |item: &Item| known.get(&item.face).unwrap_or(&0.0) * area(item.painted());
        page.items.iter().map(ink).sum::<f32>() / area(Rect::new(crate::geom::Point::default(), page.sheet.size))
    };
    kit.sections.iter().flat_map(|section| &section.pages).map(page).collect()
}

/// The ink of a face, as the mean over its trim and bleed, in percent.
fn face_ink(face: &Face, painter: &mut RasterPainter<'_>) -> f32 {
    let Ok(picture) = painter.shaded(face, DOTS_PER_INCH) else { return 0.0 };
    let ink: f32 = picture.pixels().iter().map(|p| ink_of([p.red(), p.green(), p.blue()], p.alpha())).sum();
    ink * 100.0 / picture.pixels().len() as f32
}

/// Cyan, magenta, yellow and black of a premultiplied colour over white paper, with all grey printed in black.
fn ink_of(colour: [u8; 3], alpha: u8) -> f32 {
    let part = |value: u8| f32::from(value) / 255.0;
    let [r, g, b] = colour.map(|value| (part(value) + 1.0 - part(alpha)).min(1.0));
    let black = 1.0 - r.max(g).max(b);
    [r, g, b].iter().map(|value| 1.0 - value - black).sum::<f32>() + black
}

/// The ink of every face of a kit. What is beyond the measured faces of a side takes their mean.
fn measured(kit: &Kit, fonts: &Fonts) -> HashMap<Common<Face>, f32> {
    let mut painter = RasterPainter::new(fonts);
    let mut known = HashMap::new();
    for faces in sides(kit).into_values() {
        let chosen: Vec<&Common<Face>> = spread(&faces, MOST_FACES).collect();
        let inks: Vec<f32> = chosen.iter().map(|face| face_ink(face, &mut painter)).collect();
        let mean = inks.iter().sum::<f32>() / inks.len().max(1) as f32;
        known.extend(faces.iter().map(|face| (face.clone(), mean)));
        known.extend(chosen.into_iter().zip(inks).map(|(face, ink)| (face.clone(), ink)));
    }
    known
}

/// The different faces of each side of each component.
fn sides(kit: &Kit) -> BTreeMap<(usize, bool), Vec<Common<Face>>> {
    let mut sides: BTreeMap<(usize, bool), Vec<Common<Face>>> = BTreeMap::new();
    let mut seen = std::collections::HashSet::new();
    for page in kit.sections.iter().flat_map(|section| &section.pages) {
        for item in page.items.iter().filter(|item| seen.insert(&item.face)) {
            sides.entry((item.face.component, page.back_of.is_some())).or_default().push(item.face.clone());
        }
    }
    sides
}

/// At most so many of a list, evenly spread, for what would take too long for all.
pub fn spread<T>(all: &[T], most: usize) -> impl Iterator<Item = &T> {
    let count = all.len().min(most);
    (0..count).map(move |n| &all[n * all.len() / count])
}

fn area(rect: Rect) -> f32 {
    rect.size.width.mm_f32() * rect.size.height.mm_f32()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inks_of_known_colours() {
        let near = |colour: [u8; 3], ink: f32| assert!((ink_of(colour, 255) - ink).abs() < 0.005, "{colour:?}");
        near([255, 255, 255], 0.0);
        near([0, 0, 0], 1.0);
        near([0, 255, 255], 1.0);
        near([255, 0, 0], 2.0);
        near([128, 128, 128], 0.498);
        assert!(ink_of([0, 0, 0], 0).abs() < 0.005, "bare paper");
    }

    #[test]
    fn a_spread_is_even_and_never_longer_than_the_list() {
        let all: Vec<usize> = (0..100).collect();
        assert_eq!(spread(&all, 4).copied().collect::<Vec<_>>(), [0, 25, 50, 75]);
        assert_eq!(spread(&all[..3], 4).count(), 3);
        assert_eq!(spread(&all[..0], 4).count(), 0);
    }
}
