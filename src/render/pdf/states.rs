//! Graphics states as the PDF writer names them.

use printpdf::ExtendedGraphicsState;
use resvg::usvg::BlendMode;

use super::resources::State;

/// The state as the PDF writer wants it.
pub fn graphics_state(state: State) -> ExtendedGraphicsState {
    ExtendedGraphicsState::default()
        .with_current_fill_alpha(state.fill)
        .with_current_stroke_alpha(state.stroke)
        .with_blend_mode(blend_mode(state.blend))
}

fn blend_mode(mode: BlendMode) -> printpdf::BlendMode {
    use printpdf::NonSeperableBlendMode as Joint;
    use printpdf::{BlendMode as Pdf, SeperableBlendMode as Apart};
    match mode {
        // Adding light up has no counterpart; such groups come here as pixels.
        BlendMode::Normal | BlendMode::PlusLighter => Pdf::Seperable(Apart::Normal),
        BlendMode::Multiply => Pdf::Seperable(Apart::Multiply),
        BlendMode::Screen => Pdf::Seperable(Apart::Screen),
        BlendMode::Overlay => Pdf::Seperable(Apart::Overlay),
        BlendMode::Darken => Pdf::Seperable(Apart::Darken),
        BlendMode::Lighten => Pdf::Seperable(Apart::Lighten),
        BlendMode::ColorDodge => Pdf::Seperable(Apart::ColorDodge),
        BlendMode::ColorBurn => Pdf::Seperable(Apart::ColorBurn),
        BlendMode::HardLight => Pdf::Seperable(Apart::HardLight),
        BlendMode::SoftLight => Pdf::Seperable(Apart::SoftLight),
        BlendMode::Difference => Pdf::Seperable(Apart::Difference),
        BlendMode::Exclusion => Pdf::Seperable(Apart::Exclusion),
        BlendMode::Hue => Pdf::NonSeperable(Joint::Hue),
        BlendMode::Saturation => Pdf::NonSeperable(Joint::Saturation),
        BlendMode::Color => Pdf::NonSeperable(Joint::Color),
        BlendMode::Luminosity => Pdf::NonSeperable(Joint::Luminosity),
    }
}
