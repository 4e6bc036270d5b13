//! The lines around surfaces: their own, and those that a clip gives them. None runs along the edge of the drawing.

use std::fmt::Write as _;

use resvg::usvg::{self, Group, Node, Path, Rect, Transform, Tree};

use crate::model::Colour;

use super::redraw::{OUTLINE, Writer};
use super::shapes::scale_of;

/// Nearer than this, two edges are one, in millimetres.
const HAIR: f32 = 0.05;

/// Clips and masks as they were; nothing else that is defined is used any more.
#[must_use]
pub fn definitions(tree: &Tree, prefix: &str) -> String {
    if tree.clip_paths().is_empty() && tree.masks().is_empty() {
        return String::new();
    }
    let options = usvg::WriteOptions {
        id_prefix: Some(prefix.to_owned()),
        indent: usvg::Indent::None,
        ..usvg::WriteOptions::default()
    };
    let all = tree.to_string(&options);
    let end = all.find("</defs>").unwrap_or(0);
    // Gradients and the like come first; only masks can use them.
    let start = if tree.masks().is_empty() { all.find("<clipPath") } else { all.find("<defs>").map(|at| at + 6) };
    all.get(start.unwrap_or(end)..end).map_or_else(String::new, |defs| format!("<defs>{defs}</defs>"))
}

impl Writer<'_> {
    /// The line around a surface; where the surface runs to the edge of the drawing there is none.
    pub fn outline(&mut self, path: &Path, colour: Colour) {
        let inset = OUTLINE * 1.5 / self.manner.scale;
        let room = self.manner.frame.room_for_lines(inset);
        let cut = room.filter(|room| !self.holds(*room, path.abs_bounding_box()));
        let cut = cut.zip(path.abs_transform().invert());
        if let Some((room, back)) = cut {
            let id = self.clip_id();
            let _ = write!(self.out, "<clipPath id=\"{id}\"><path");
            self.transform(back);
            let (left, top, right, bottom) = (room.left(), room.top(), room.right(), room.bottom());
            let _ = write!(
                self.out,
                " d=\"M{left} {top}H{right}V{bottom}H{left}Z\"/></clipPath><g clip-path=\"url(#{id})\">"
            );
        }
        let line = OUTLINE / self.mm(path);
        let _ = write!(
            self.out,
            "<path fill=\"none\" stroke=\"{colour}\" stroke-width=\"{line}\" stroke-linejoin=\"round\""
        );
        self.data(path.data());
        if cut.is_some() {
            self.out.push_str("</g>");
        }
    }

    /// Whether one box is inside another, but for a hair.
    pub fn holds(&self, outer: Rect, inner: Rect) -> bool {
        let hair = HAIR / self.manner.scale;
        inner.left() > outer.left() - hair
            && inner.top() > outer.top() - hair
            && inner.right() < outer.right() + hair
            && inner.bottom() < outer.bottom() + hair
    }

    pub fn clip_id(&mut self) -> String {
        self.clips += 1;
        format!("{}clip-{}", self.manner.prefix, self.clips)
    }

    /// The edge that a clip gives to the surfaces it cuts.
    pub fn clip_outline(&mut self, root: &Group, at: Transform, colour: Colour, around: Transform) {
        self.out.push_str("<g");
        let at = at.pre_concat(root.transform());
        self.transform(at);
        self.out.push('>');
        let at = around.pre_concat(at);
        for node in root.children() {
            match node {
                Node::Group(inner) => self.clip_outline(inner, Transform::identity(), colour, at),
                Node::Path(path) => {
                    let [width, height] = self.manner.frame.size;
                    let frame = Rect::from_xywh(0.0, 0.0, width, height);
                    let bounds = path.data().bounds().transform(at);
                    // A clip to the whole of the drawing is no edge in it.
                    if frame.zip(bounds).is_some_and(|(frame, bounds)| self.holds(bounds, frame)) {
                        continue;
                    }
                    let scale = scale_of(at) * self.manner.scale;
                    let _ = write!(
                        self.out,
                        "<path fill=\"none\" stroke=\"{colour}\" stroke-width=\"{}\"",
                        OUTLINE * 2.0 / scale
                    );
                    self.data(path.data());
                }
                Node::Image(_) | Node::Text(_) => {}
            }
        }
        self.out.push_str("</g>");
    }
}
