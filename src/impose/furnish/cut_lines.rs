//! Where the pieces of a page are cut, each as one closed line where it lies: for machines that cut.

use crate::geom::{Affine, Rect};
use crate::model::{PathStep, rect_path};

use crate::impose::{Item, MarkKind, Page};

impl Page {
    /// Whether pieces are cut out of it, and from this side.
    #[must_use]
    pub fn is_cut(&self) -> bool {
        // Of several tiles people cut the first when all are joined; a machine cuts it at once.
        let is_tile = || self.marks.iter().any(|mark| matches!(mark.kind, MarkKind::Seam | MarkKind::TileEnd));
        self.back_of.is_none() && (self.cuts() > 0 || is_tile())
    }

    /// The cut line of every piece, and of tiles that are cut along hexes each stretch of that, in millimetres of the page.
    #[must_use]
    pub fn cut_lines(&self) -> Vec<Vec<PathStep>> {
        let along_hexes = self.marks.iter().filter(|mark| mark.kind == MarkKind::TileEnd).map(|mark| {
            let [from, to] = [mark.from, mark.to].map(|point| (point.x.mm_f32(), point.y.mm_f32()));
            vec![PathStep::Move(from.0, from.1), PathStep::Line(to.0, to.1)]
        });
        self.items.iter().map(Item::cut_line).chain(along_hexes).collect()
    }
}

impl Item {
    /// From the millimetres of the face to those of the page.
    #[must_use]
    pub fn map(&self) -> Affine {
        let at = Affine::translate(self.at.x.mm_f32(), self.at.y.mm_f32());
        at.after(self.turn.settled(self.face.size))
    }

    /// The outline of the piece where it lies, or of the part of it that is on this page.
    fn cut_line(&self) -> Vec<PathStep> {
        let whole = Rect::new(self.at, self.turn.size(self.face.size));
        if self.trim != whole {
            return rect_path(self.trim);
        }
        let map = self.map();
        self.face.edge().iter().map(|step| step.placed(map)).collect()
    }
}
