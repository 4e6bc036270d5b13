//! A face as one SVG file of its real size: art as it was drawn, text as outlines, so that it looks the same everywhere.

use std::fmt::Write as _;

use base64::prelude::{BASE64_STANDARD, Engine as _};
use resvg::usvg;

use crate::geom::Affine;
use crate::layout::common::Common;
use crate::layout::face::{Art, Face, Layer, Raster, Role, RunOutline, slot_id};
use crate::layout::pixels::{Portable, Trouble};
use crate::layout::{Fonts, escaped};
use crate::model::svg_path;
use crate::units::Length;

use super::outlines::run_path;
use super::png::raster_png;

/// A face with its bleed, as SVG with its size in millimetres.
///
/// # Errors
/// A sentence when a glyph of it cannot be drawn.
pub fn face_svg(face: &Face, fonts: &Fonts) -> Result<String, String> {
    svg_with(face, face.bleed, fonts)
}

/// The same as far as it is trimmed, in millimetres from the corner of the trim.
///
/// # Errors
/// What of it cannot be drawn.
pub fn trimmed_svg(face: &Face, fonts: &Fonts) -> Result<String, String> {
    svg_with(face, Length::ZERO, fonts)
}

fn svg_with(face: &Face, bleed: Length, fonts: &Fonts) -> Result<String, String> {
    let b = bleed.mm();
    let (w, h) = (face.size.width.mm() + b * 2.0, face.size.height.mm() + b * 2.0);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}mm\" height=\"{h}mm\" viewBox=\"{left} {left} {w} {h}\">\n",
        left = -b
    );
    let _ = writeln!(out, "<title>{}</title>", escaped(&face.id));
    layers(&face.layers, fonts, &mut Clips::default(), &mut out)?;
    out.push_str("</svg>\n");
    Ok(out)
}

/// Numbers what needs an id of its own in one file.
#[derive(Default)]
struct Clips {
    /// How many clips and drawings have one.
    count: usize,
    /// Faces that lie on this one; each is written once.
    faces: Vec<Common<Face>>,
    /// The number of the face being written, when it lies on another: ids are only unique on their own face.
    inside: Option<usize>,
}

fn layers(all: &[Layer], fonts: &Fonts, clips: &mut Clips, out: &mut String) -> Result<(), String> {
    all.iter().try_for_each(|layer| draw_layer(layer, fonts, clips, out))
}

fn draw_layer(layer: &Layer, fonts: &Fonts, clips: &mut Clips, out: &mut String) -> Result<(), String> {
    match layer {
        Layer::Glyphs(run) => {
            let (label, path) = (escaped(run.text.trim()), run_path(run, fonts)?);
            let line = run.outline.map(|RunOutline { colour, width }| {
                let width = width * 2.0;
                format!(
                    " stroke=\"{colour}\" stroke-width=\"{width}\" stroke-linejoin=\"round\" paint-order=\"stroke\""
                )
            });
            let line = line.unwrap_or_default();
            let _ = writeln!(out, "<path fill=\"{}\"{line} aria-label=\"{label}\" d=\"{path}\"/>", run.colour);
        }
        Layer::Fill { rect: [x, y, w, h], colour } => {
            let _ = writeln!(out, "<rect x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" fill=\"{colour}\"/>");
        }
        Layer::Art { art, transform, slots, unit, clip } => {
            open_clip(*clip, clips, out);
            let _ = writeln!(out, "<g transform=\"{}\">", matrix(*transform));
            if slots.is_empty() && art.svg.contains("<style") {
                out.push_str(&on_its_own(art, clips));
            } else {
                out.push_str(&fill_slots(art, slots, *unit, fonts, clips)?);
            }
            out.push_str("</g>\n");
            close_clip(*clip, out);
        }
        Layer::Image { image, rect, clip } => {
            open_clip(*clip, clips, out);
            out.push_str(&image_element(image, *rect)?);
            close_clip(*clip, out);
        }
        Layer::Spoken { role: Role::Sign(said), layers: own } => {
            let _ = writeln!(out, "<g role=\"img\" aria-label=\"{}\">", escaped(said));
            layers(own, fonts, clips, out)?;
            out.push_str("</g>\n");
        }
        Layer::Spoken { layers: own, .. } => layers(own, fonts, clips, out)?,
        Layer::Face { face, transform } => {
            let _ = writeln!(out, "<g transform=\"{}\">", matrix(*transform));
            nested(face, fonts, clips, out)?;
            out.push_str("</g>\n");
        }
    }
    Ok(())
}

/// A face that lies on another. Seen from outside it ends at its trim.
fn nested(face: &Common<Face>, fonts: &Fonts, clips: &mut Clips, out: &mut String) -> Result<(), String> {
    if let Some(number) = clips.faces.iter().position(|known| known == face && known.id == face.id) {
        let _ = writeln!(out, "<use href=\"#tablewright-face-{number}\"/>");
        return Ok(());
    }
    let number = clips.faces.len();
    clips.faces.push(face.clone());
    let trim = svg_path(&face.edge());
    let _ = writeln!(
        out,
        "<clipPath id=\"tablewright-trim-{number}\"><path d=\"{trim}\"/></clipPath>\n\
         <g id=\"tablewright-face-{number}\" clip-path=\"url(#tablewright-trim-{number})\">\n\
         <title>{}</title>",
        escaped(&face.id)
    );
    let outside = clips.inside.replace(number);
    layers(&face.layers, fonts, clips, out)?;
    clips.inside = outside;
    out.push_str("</g>\n");
    Ok(())
}

/// A drawing with style rules, which would reach everything else in the file: each rule is applied, its ids are new.
fn on_its_own(art: &Art, clips: &mut Clips) -> String {
    clips.count += 1;
    let id_prefix = Some(format!("tablewright-{}-", clips.count));
    let svg = art.tree.to_string(&usvg::WriteOptions { id_prefix, ..usvg::WriteOptions::default() });
    svg.replacen("<svg ", "<svg overflow=\"visible\" ", 1)
}

/// The drawing's own SVG with layers in place of its slots.
fn fill_slots(art: &Art, slots: &[Vec<Layer>], unit: f32, fonts: &Fonts, clips: &mut Clips) -> Result<String, String> {
    let (mut svg, prefix) = with_own_ids(art, clips);
    for (number, slot) in slots.iter().enumerate() {
        let start = format!("<rect id=\"{prefix}{}\"", slot_id(number));
        let Some(from) = svg.find(&start) else { continue };
        let Some(to) = svg[from..].find("/>").map(|n| from + n + 2) else { continue };
        let mut filled = format!("<g transform=\"scale({unit})\">");
        layers(slot, fonts, clips, &mut filled)?;
        filled.push_str("</g>");
        svg.replace_range(from..to, &filled);
    }
    // Nested drawings are not cut at their frame, as art may run over it to bleed.
    Ok(svg.replacen("<svg ", "<svg overflow=\"visible\" ", 1))
}

/// The drawing's SVG, its ids with a prefix when it is on a face that lies on another. Style rules know ids as they were
/// written.
fn with_own_ids(art: &Art, clips: &Clips) -> (String, String) {
    let Some(face) = clips.inside.filter(|_| !art.svg.contains("<style")) else {
        return (art.svg.clone(), String::new());
    };
    let prefix = format!("face-{face}-");
    let mut svg = art.svg.clone();
    for before in [" id=\"", "url(#", "href=\"#"] {
        svg = svg.replace(before, &format!("{before}{prefix}"));
    }
    (svg, prefix)
}

fn open_clip(clip: Option<[f32; 4]>, clips: &mut Clips, out: &mut String) {
    if let Some([x, y, w, h]) = clip {
        clips.count += 1;
        let id = clips.count;
        let _ = writeln!(
            out,
            "<clipPath id=\"tablewright-clip-{id}\"><rect x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\"/></clipPath>\n\
             <g clip-path=\"url(#tablewright-clip-{id})\">"
        );
    }
}

fn close_clip(clip: Option<[f32; 4]>, out: &mut String) {
    if clip.is_some() {
        out.push_str("</g>\n");
    }
}

fn matrix(Affine([a, b, c, d, e, f]): Affine) -> String {
    format!("matrix({a} {b} {c} {d} {e} {f})")
}

/// A picture in pixels, as its file has it where that can be: then it is turned here, and not by who shows it.
fn image_element(image: &Raster, [x, y, w, h]: [f32; 4]) -> Result<String, String> {
    let unread = |trouble: Trouble| trouble.told(&image.name).message;
    let url = |kind: &str, bytes: &[u8]| format!("data:{kind};base64,{}", BASE64_STANDARD.encode(bytes));
    let Some(Portable { kind, bytes }) = image.portable().map_err(unread)? else {
        let block = image.pixels(0).map_err(unread)?;
        let png = raster_png(block.width, block.height, &block.rgba, super::PngSpeed::Balanced)?;
        let href = url("image/png", &png);
        return Ok(format!("<image x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" href=\"{href}\"/>\n"));
    };
    let href = url(kind, &bytes);
    if image.turn() == Affine::IDENTITY {
        return Ok(format!("<image x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" href=\"{href}\"/>\n"));
    }
    let place = matrix(Affine([w, 0.0, 0.0, h, x, y]).after(image.turn()));
    Ok(format!(
        "<image transform=\"{place}\" width=\"1\" height=\"1\" preserveAspectRatio=\"none\" href=\"{href}\"/>\n"
    ))
}
