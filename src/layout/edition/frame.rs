//! How far a drawing is seen, and along which of its sides the piece is cut: a surface needs no line there.

use resvg::usvg::{Rect, Tree};

/// What lies farther outside a frame than so many times its size is not looked at.
const FAR: f32 = 2.0;

/// What is known of a frame before the drawing is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct FrameKind {
    /// Whether the piece is cut along its left, top, right and bottom side.
    pub cut: [bool; 4],
    /// Whether what lies outside of it is seen, too.
    pub is_open: bool,
}

/// The frame of a drawing, in its own units.
#[derive(Debug, Clone, Copy)]
pub struct Frame {
    /// Width and height.
    pub size: [f32; 2],
    /// What is seen: left, top, right and bottom.
    pub seen: [f32; 4],
    cut: [bool; 4],
}

impl Frame {
    /// The frame of a drawing.
    #[must_use]
    pub fn of(tree: &Tree, kind: FrameKind) -> Self {
        let size @ [width, height] = [tree.size().width(), tree.size().height()];
        let mut seen = [0.0, 0.0, width, height];
        if kind.is_open {
            let (drawn, [over_x, over_y]) = (tree.root().abs_layer_bounding_box(), size.map(|side| side * FAR));
            seen = [
                drawn.left().clamp(-over_x, 0.0),
                drawn.top().clamp(-over_y, 0.0),
                drawn.right().clamp(width, width + over_x),
                drawn.bottom().clamp(height, height + over_y),
            ];
        }
        Self { size, seen, cut: kind.cut }
    }

    /// Whether the piece is cut along all of it.
    #[must_use]
    pub fn is_cut_around(&self) -> bool {
        self.cut == [true; 4]
    }

    /// Where lines may run: so far from the sides that are cut, and anywhere at the others.
    #[must_use]
    pub fn room_for_lines(&self, inset: f32) -> Option<Rect> {
        let [width, height] = self.size;
        let side = |number: usize, cut: f32, open: f32| if self.cut[number] { cut } else { open };
        let [left, top, right, bottom] = self.seen;
        Rect::from_ltrb(
            side(0, inset, left - inset),
            side(1, inset, top - inset),
            side(2, width - inset, right + inset),
            side(3, height - inset, bottom + inset),
        )
    }
}
