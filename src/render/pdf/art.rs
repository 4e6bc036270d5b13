//! Vector art as PDF operators: the four kinds of node an SVG boils down to. What has no counterpart in PDF is painted
//! as pixels at print resolution.

use resvg::tiny_skia;
use resvg::usvg::{BlendMode, Group, Image, ImageKind, Node, Transform};

use crate::geom::Affine;
use crate::layout::face::{affine_of, slot_number};
use crate::layout::pixels::PixelBlock;
use crate::render::node::draw_node;

use super::clip::{can_clip, clip_with};
use super::content::Content;
use super::faces::Painter;
use super::resources::{Form, Painted, Part, State};

/// Operators fewer than these are repeated rather than kept as a form.
const WORTH_A_FORM: usize = 160;
/// Pixels to the unit of the drawing, which is a millimetre in templates: about 300 dots per inch.
const PIXELS_PER_UNIT: f32 = 12.0;
/// No painted picture is larger than this along a side.
const MOST_PIXELS: f32 = 2_400.0;

/// A document that paints more pixels than this goes on with fewer.
const MOST_IN_ALL: u64 = 40_000_000;

/// What is painted at slots is not part of the drawing and may reach beyond its box; the face cuts it off.
const ANYWHERE: [f32; 4] = [-4_000.0, -4_000.0, 4_000.0, 4_000.0];

/// What is painted at the slots of a drawing.
pub type SlotPainter<'p> = dyn FnMut(&mut Painter<'_>, usize, &mut Content) + 'p;

impl Painter<'_> {
    /// The children of a group. Neighbours without slots between them are kept as one form, so that cards that share
    /// a drawing share its operators.
    pub fn children(&mut self, group: &Group, at: Transform, out: &mut Content, slots: &mut SlotPainter<'_>) {
        let nodes = group.children();
        let mut from = 0;
        while from < nodes.len() {
            if has_slot(&nodes[from]) {
                self.child(from, |painter| painter.node(&nodes[from], at, out, slots));
                from += 1;
                continue;
            }
            let to = (from..nodes.len()).find(|&n| has_slot(&nodes[n])).unwrap_or(nodes.len());
            self.shared(&nodes[from..to], from, at, out);
            from = to;
        }
    }

    /// Paints a child of the current node.
    fn child(&mut self, number: usize, paint: impl FnOnce(&mut Self)) {
        if let Some(way) = &mut self.way {
            way.push(number);
        }
        paint(self);
        if let Some(way) = &mut self.way {
            way.pop();
        }
    }

    /// Children of the current node, as a part of its drawing.
    fn part(&self, from: usize, count: usize) -> Option<Part> {
        let mut way = self.way.clone()?;
        way.push(from);
        Some(Part { drawing: self.drawing.clone()?, way, count })
    }

    /// Neighbouring nodes without slots, of which the first is a child with this number.
    fn shared(&mut self, nodes: &[Node], from: usize, at: Transform, out: &mut Content) {
        let part = self.part(from, nodes.len());
        let known = part.as_ref().and_then(|part| self.resources.parts.get(part)).cloned();
        let painted = known.unwrap_or_else(|| {
            let mut content = Content::default();
            for (number, node) in nodes.iter().enumerate() {
                self.child(from + number, |painter| painter.node(node, at, &mut content, &mut |_, _, _| {}));
            }
            let painted = if content.bytes.len() < WORTH_A_FORM {
                Painted::Inline(content)
            } else {
                let bounds = bounds_of(nodes);
                Painted::Form(self.resources.add_form(Form { content, bounds, is_group: false }))
            };
            self.resources.parts.extend(part.map(|part| (part, painted.clone())));
            painted
        });
        match painted {
            Painted::Form(name) => {
                out.paint(&name);
            }
            Painted::Inline(content) => {
                out.append(content);
            }
        }
    }

    fn node(&mut self, node: &Node, at: Transform, out: &mut Content, slots: &mut SlotPainter<'_>) {
        match node {
            Node::Group(group) => self.group(node, group, at, out, slots),
            Node::Path(path) => match slot_number(path.id()) {
                Some(number) if path.is_visible() => slots(self, number, out),
                Some(_) => {}
                None => self.path(node, path, at, out),
            },
            Node::Image(image) => self.image(node, image, at, out, slots),
            // Templates and pictures have no text of their own left when they get here.
            Node::Text(_) => {}
        }
    }

    fn group(&mut self, node: &Node, group: &Group, at: Transform, out: &mut Content, slots: &mut SlotPainter<'_>) {
        let plain_clip = group.clip_path().is_none_or(can_clip);
        let adds_light = group.blend_mode() == BlendMode::PlusLighter;
        if !group.filters().is_empty() || group.mask().is_some() || !plain_clip || adds_light {
            return self.as_pixels(node, at, out);
        }
        let at = at.pre_concat(group.transform());
        out.save().transform(affine_of(group.transform()));
        if let Some(clip) = group.clip_path() {
            clip_with(clip, out);
        }
        let whole = group.opacity().get() < 1.0 || group.blend_mode() != BlendMode::Normal || group.isolate();
        if whole {
            let mut content = Content::default();
            self.children(group, at, &mut content, slots);
            let bounds = if group.children().iter().any(has_slot) { ANYWHERE } else { layer_bounds(group) };
            let form = self.resources.add_form(Form { content, bounds, is_group: true });
            let opacity = group.opacity().get();
            self.set_state(State { fill: opacity, stroke: opacity, blend: group.blend_mode() }, out);
            out.paint(&form);
        } else {
            self.children(group, at, out, slots);
        }
        out.restore();
    }

    fn image(&mut self, node: &Node, image: &Image, at: Transform, out: &mut Content, slots: &mut SlotPainter<'_>) {
        if !image.is_visible() {
            return;
        }
        match image.kind() {
            ImageKind::SVG(tree) => self.children(tree.root(), at, out, slots),
            _ => self.as_pixels(node, at, out),
        }
    }

    /// Paints a node as pixels, where it is.
    pub fn as_pixels(&mut self, node: &Node, at: Transform, out: &mut Content) {
        let Some(back) = at.invert() else { return };
        let Some(bounds) = reach_of(node).transform(at) else { return };
        let most = MOST_PIXELS / bounds.width().max(bounds.height()).max(f32::MIN_POSITIVE);
        // Once a document holds a great many pixels the next ones have to be coarser.
        let coarser = (0..self.pixels / MOST_IN_ALL).take(6).fold(1.0, |coarser, _| coarser * 4.0);
        let scale = (PIXELS_PER_UNIT * self.scale).min(most) / coarser;
        let (width, height) = ((bounds.width() * scale).ceil().max(1.0), (bounds.height() * scale).ceil().max(1.0));
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "bounded above, and positive")]
        let Some(mut pixmap) = tiny_skia::Pixmap::new(width as u32, height as u32) else { return };
        let place = Transform::from_scale(scale, scale).pre_translate(-bounds.x(), -bounds.y()).pre_concat(at);
        draw_node(node, place, &mut pixmap);
        self.as_pixels.extend(self.drawing.as_ref().map(|drawing| drawing.name.clone()));
        self.pixels += u64::from(pixmap.width()) * u64::from(pixmap.height());
        let block = PixelBlock { width: pixmap.width(), height: pixmap.height(), rgba: pixmap.take_demultiplied() };
        let name = self.resources.add_painted(&block);
        let (w, h) = (width / scale, height / scale);
        // The picture's place is known in the drawing, not in the group it is in.
        out.save().transform(affine_of(back));
        out.transform(Affine([w, 0.0, 0.0, -h, bounds.x(), bounds.y() + h])).paint(&name).restore();
    }
}

/// The box of all that is painted of a node, in the coordinates of the group it is in. What the library knows of whole
/// drawings does not hold inside of patterns.
fn reach_of(node: &Node) -> tiny_skia::Rect {
    match node {
        Node::Group(group) => {
            let own = group.layer_bounding_box().to_rect();
            own.transform(group.transform()).unwrap_or(own)
        }
        Node::Path(path) => path.stroke_bounding_box(),
        Node::Image(image) => image.bounding_box(),
        Node::Text(text) => text.stroke_bounding_box(),
    }
}

fn has_slot(node: &Node) -> bool {
    match node {
        Node::Group(group) => group.children().iter().any(has_slot),
        Node::Path(path) => slot_number(path.id()).is_some(),
        Node::Image(_) | Node::Text(_) => false,
    }
}

fn bounds_of(nodes: &[Node]) -> [f32; 4] {
    let boxes = nodes.iter().map(|node| {
        let own = node.stroke_bounding_box();
        let placed = if let Node::Group(group) = node { own.transform(group.transform()) } else { Some(own) };
        corners(placed.unwrap_or(own))
    });
    let around = boxes.reduce(|a, b| [a[0].min(b[0]), a[1].min(b[1]), a[2].max(b[2]), a[3].max(b[3])]);
    let [left, top, right, bottom] = around.unwrap_or_default();
    // Mitred corners reach beyond what the box knows of.
    let slack = ((right - left) + (bottom - top)) * 0.1 + 1.0;
    [left - slack, top - slack, right + slack, bottom + slack]
}

/// The box of a group in its own coordinates, with the reach of its filters.
fn layer_bounds(group: &Group) -> [f32; 4] {
    corners(group.layer_bounding_box().to_rect())
}

fn corners(rect: tiny_skia::Rect) -> [f32; 4] {
    [rect.left(), rect.top(), rect.right(), rect.bottom()]
}
