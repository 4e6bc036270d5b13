//! Clip paths and blend modes for what is painted group by group into pixels. Paints nothing itself.

use resvg::tiny_skia::{FillRule, Mask, Pixmap};
use resvg::usvg::{self, ClipPath, Group, Node, Transform};

/// What a clip path lets through.
pub fn clip_mask(clip: &ClipPath, at: Transform, on: &Pixmap) -> Option<Mask> {
    let mut mask = Mask::new(on.width(), on.height())?;
    clip_group(clip.root(), at.pre_concat(clip.transform()), on, &mut mask);
    if let Some(outer) = clip.clip_path().and_then(|outer| clip_mask(outer, at, on)) {
        meet(&mut mask, &outer);
    }
    Some(mask)
}

fn clip_group(group: &Group, at: Transform, on: &Pixmap, mask: &mut Mask) {
    for node in group.children() {
        match node {
            Node::Path(path) if path.is_visible() => {
                let rule = match path.fill().map(usvg::Fill::rule) {
                    Some(usvg::FillRule::EvenOdd) => FillRule::EvenOdd,
                    _ => FillRule::Winding,
                };
                mask.fill_path(path.data(), rule, true, at);
            }
            Node::Group(inner) => {
                let at = at.pre_concat(inner.transform());
                let Some(mut own) = Mask::new(on.width(), on.height()) else { continue };
                clip_group(inner, at, on, &mut own);
                if let Some(clip) = inner.clip_path().and_then(|clip| clip_mask(clip, at, on)) {
                    meet(&mut own, &clip);
                }
                for (all, part) in mask.data_mut().iter_mut().zip(own.data()) {
                    *all = (*all).max(*part);
                }
            }
            _ => {}
        }
    }
}

fn meet(mask: &mut Mask, other: &Mask) {
    for (one, other) in mask.data_mut().iter_mut().zip(other.data()) {
        *one = (*one).min(*other);
    }
}

/// The painting library's word for a way to mix colours.
pub fn blend(mode: usvg::BlendMode) -> resvg::tiny_skia::BlendMode {
    use resvg::tiny_skia::BlendMode as To;
    use usvg::BlendMode as From;
    match mode {
        From::Normal => To::SourceOver,
        From::Multiply => To::Multiply,
        From::Screen => To::Screen,
        From::Overlay => To::Overlay,
        From::Darken => To::Darken,
        From::Lighten => To::Lighten,
        From::ColorDodge => To::ColorDodge,
        From::ColorBurn => To::ColorBurn,
        From::HardLight => To::HardLight,
        From::SoftLight => To::SoftLight,
        From::Difference => To::Difference,
        From::Exclusion => To::Exclusion,
        From::Hue => To::Hue,
        From::Saturation => To::Saturation,
        From::Color => To::Color,
        From::Luminosity => To::Luminosity,
        From::PlusLighter => To::Plus,
    }
}
