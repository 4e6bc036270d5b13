//! Pieces that are folded: each side drawn as if it were a piece of its own, and laid where the net has it. The net is
//! one drawing with a slot for every part.

use std::fmt::Write as _;

use crate::diag::{Diagnostic, Diagnostics};
use crate::geom::Affine;
use crate::model::{Component, Kind, Net, Outline, Panel, Piece, Skin, slug, svg_path};
use crate::units::Length;

use crate::layout::common::Common;
use crate::layout::face::{Face, Layer, slot_id};
use crate::layout::laid::LaidPiece;
use crate::layout::studio::Studio;
use crate::layout::template::side::SideTemplate;

/// Called after every drawing.
type Step<'s> = &'s (dyn Fn() + Sync);

/// The drawings of a side: one for every piece.
type Drawn = Vec<Option<Common<Face>>>;

impl Studio<'_> {
    /// The nets of all pieces of a component.
    pub fn nets(
        &self,
        (component, index): (&Component, usize),
        net: &Net,
        found: &mut Diagnostics,
        step: Step<'_>,
    ) -> Vec<LaidPiece> {
        let drawings = self.drawings((component, index), net, found, step);
        let mut known: Option<(Vec<Common<Face>>, Common<Face>)> = None;
        let mut pieces = Vec::new();
        for (number, piece) in component.pieces.iter().enumerate() {
            let Some(own) = drawings.get(number).and_then(|own| own.iter().cloned().collect::<Option<Vec<_>>>()) else {
                continue;
            };
            // Pieces that look alike share their net.
            let same = |(known, _): &&(Vec<Common<Face>>, _)| *known == own;
            let face = match known.as_ref().filter(same) {
                Some((_, face)) => face.clone(),
                None => match self.net_face((component, index), net, &piece.id, &own) {
                    Ok(face) => Common::new(face),
                    Err(why) => {
                        found.push(Diagnostic::error(why).at(&component.place));
                        continue;
                    }
                },
            };
            known = Some((own, face.clone()));
            pieces.push(LaidPiece { id: piece.id.clone(), quantity: piece.quantity, front: face, back: None });
        }
        pieces
    }

    /// What a person sees first of every piece once it is made: its front, or a face of a die.
    pub fn fronts_of_net(&self, (component, index): (&Component, usize), net: &Net, found: &mut Diagnostics) -> Drawn {
        let Some(part) = net.panels.iter().find(|panel| panel.drawing == 0) else { return Vec::new() };
        let pieces = match &component.kind {
            Kind::Die(die) => die.faces.as_slice(),
            _ => component.pieces.as_slice(),
        };
        let how = Drawing { component, index, name: "front", skin: &component.front, part, pieces };
        let faces = self.side_of_net(&how, found, &|| ());
        match &component.kind {
            Kind::Die(_) => vec![faces.into_iter().next().flatten(); component.pieces.len()],
            _ => faces,
        }
    }

    /// For every piece what its parts show, in the order of the net's drawings.
    fn drawings(
        &self,
        (component, index): (&Component, usize),
        net: &Net,
        found: &mut Diagnostics,
        step: Step<'_>,
    ) -> Vec<Drawn> {
        let mut side = |name, skin: &Skin, drawing: usize, pieces: &[Piece]| {
            let part = net.panels.iter().find(|panel| panel.drawing == drawing)?;
            let how = Drawing { component, index, name, skin, part, pieces };
            Some(self.side_of_net(&how, found, step))
        };
        let (front, pieces) = (&component.front, component.pieces.as_slice());
        let sides: Vec<Option<Drawn>> = match &component.kind {
            Kind::Die(die) => {
                let faces = side("face", front, 0, &die.faces).unwrap_or_default();
                return vec![faces; pieces.len()];
            }
            Kind::Tuckbox(tuckbox) => {
                let narrow = tuckbox.side.as_ref().and_then(|skin| side("side", skin, 2, pieces));
                let back = component.back.as_ref().unwrap_or(front);
                let wide = [side("front", front, 0, pieces), side("back", back, 1, pieces)];
                wide.into_iter().chain(tuckbox.side.as_ref().map(|_| narrow)).collect()
            }
            _ => {
                let back = component.back.as_ref().unwrap_or(front);
                vec![side("front", front, 0, pieces), side("back", back, 1, pieces)]
            }
        };
        let of = |number: usize| sides.iter().map(|side| side.as_ref()?.get(number)?.clone()).collect();
        (0..pieces.len()).map(of).collect()
    }

    /// One side of a net for all pieces, each as a face of its own.
    fn side_of_net(&self, how: &Drawing<'_>, found: &mut Diagnostics, step: Step<'_>) -> Drawn {
        let component = how.as_component();
        let prepare = |side: &mut SideTemplate<'_>| {
            // Rules know ids as they were written.
            side.prefix = if side.template.has_rules() { String::new() } else { format!("{}-", how.name) };
            side.mirrored = how.part.place.is_mirror();
        };
        self.faces_of_side((&component, how.index), (how.name, how.skin), found, step, &prepare).unwrap_or_default()
    }

    /// The net as one drawing, with the drawings of its parts at its slots.
    fn net_face(
        &self,
        (component, index): (&Component, usize),
        net: &Net,
        piece: &str,
        own: &[Common<Face>],
    ) -> Result<Face, String> {
        let bleed = component.bleed.mm_f32();
        let (w, h) = (net.size.width.mm_f32() + bleed * 2.0, net.size.height.mm_f32() + bleed * 2.0);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{left} {left} {w} {h}\" width=\"{w}\" height=\"{h}\">",
            left = -bleed
        );
        for (number, panel) in net.panels.iter().enumerate() {
            let _ = write!(svg, "{}", panel_svg(number, panel));
        }
        svg.push_str("</svg>");
        let art = self.own_art(&component.id, &svg)?;
        let layers = |panel: &Panel| own.get(panel.drawing).map(|face| face.layers.clone()).unwrap_or_default();
        let slots = net.panels.iter().map(layers).collect();
        Ok(Face {
            id: format!("{}/{}-net", component.id, slug(piece)),
            component: index,
            size: net.size,
            bleed: component.bleed,
            safe: component.safe,
            outline: Outline::Rect { corner: Length::ZERO },
            folds: net.folds.clone(),
            cut: net.cut.clone(),
            layers: vec![Layer::Art {
                art,
                transform: Affine::translate(-bleed, -bleed),
                slots,
                unit: 1.0,
                clip: None,
            }],
        })
    }
}

/// One side of a net to be drawn.
struct Drawing<'c> {
    component: &'c Component,
    index: usize,
    name: &'static str,
    skin: &'c Skin,
    part: &'c Panel,
    pieces: &'c [Piece],
}

impl Drawing<'_> {
    /// The side as a flat piece of its own.
    fn as_component(&self) -> Component {
        Component {
            size: self.part.size,
            bleed: self.part.reach,
            back_bleed: self.part.reach,
            outline: Outline::Rect { corner: Length::ZERO },
            pieces: self.pieces.to_vec(),
            back: None,
            ..self.component.clone()
        }
    }
}

/// A part of a net: its clip, and the slot that is its drawing.
fn panel_svg(number: usize, Panel { size, place: Affine([a, b, c, d, e, f]), clip, .. }: &Panel) -> String {
    format!(
        "<clipPath id=\"net-{number}\"><path d=\"{}\"/></clipPath><g clip-path=\"url(#net-{number})\">\
         <g transform=\"matrix({a} {b} {c} {d} {e} {f})\"><rect id=\"{}\" width=\"{}\" height=\"{}\"/></g></g>",
        svg_path(clip),
        slot_id(number),
        size.width.mm_f32(),
        size.height.mm_f32()
    )
}
