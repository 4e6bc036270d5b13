//! Pictures with far more pixels than anybody sees on paper: they make a file large, and printing slow.

use crate::impose::Kit;
use crate::layout::face::Raster;
use crate::model::{Game, Lint};
use crate::render::pdf::{Extent, extents};
use crate::units::pixels_per_mm;

use super::findings::Finding;

/// More dots to the inch are seen by nobody, and printed by few.
const MOST_DOTS: f32 = 600.0;
/// Smaller pictures, in pixels, are no burden.
const LARGE: u64 = 4_000_000;

/// A picture that is finer than needed.
struct Fine {
    name: String,
    dots: f32,
    pixels: u64,
    component: usize,
}

/// The largest picture of a kit that is far too fine, and how many more there are; nothing when the kit shrinks them.
pub fn look_at(game: &Game, kit: &Kit) -> Option<Finding> {
    if kit.layout.image_dots.is_some() {
        return None;
    }
    let mut fine: Vec<Fine> = extents(kit).iter().filter_map(|(raster, extent)| too_fine(raster, *extent)).collect();
    fine.sort_by(|a, b| b.pixels.cmp(&a.pixels).then_with(|| a.name.cmp(&b.name)));
    fine.dedup_by(|a, b| a.name == b.name);
    let (Fine { name, dots, pixels, component }, others) = fine.split_first()?;
    let more = match others.len() {
        0 => String::new(),
        1 => "; 1 more is too fine".to_owned(),
        others => format!("; {others} more are too fine"),
    };
    Some(Finding {
        lint: Lint::FinePicture,
        component: Some(*component),
        message: format!(
            "`{name}` has {dots:.0} dots per inch where it is largest, {:.1} million pixels, and nobody sees more than \
             {MOST_DOTS}{more}",
            *pixels as f64 / 1e6
        ),
        place: game.components.get(*component)?.place.clone(),
        hint: "`--image-dpi 300`, or `image-dpi: 300` in a print job, gives pictures fewer pixels in the PDF"
            .to_owned(),
    })
}

fn too_fine(raster: &Raster, Extent { sides: [width, height], component }: Extent) -> Option<Fine> {
    let per_inch = |pixels: u32, mm: f32| pixels as f32 / mm / pixels_per_mm(1.0);
    let dots = per_inch(raster.width, width).min(per_inch(raster.height, height));
    let pixels = u64::from(raster.width) * u64::from(raster.height);
    let is_fine = dots > MOST_DOTS && pixels > LARGE && dots.is_finite();
    is_fine.then(|| Fine { name: raster.name.clone(), dots, pixels, component })
}
