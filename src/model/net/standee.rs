//! A standee: a figure on both sides of a card that is folded at its head and stands on two tabs.

use crate::geom::{Affine, Size};
use crate::units::Length;

use super::polygon::path;
use super::{Fold, Net, Panel};

/// A figure that stands.
#[derive(Debug, Clone)]
pub struct Standee {
    /// How large the figure is.
    pub figure: Size,
    /// How long each of its two tabs is.
    pub tab: Length,
}

impl Standee {
    /// From the top: a tab, the back upside down, the front, a tab. Without a drawing of its own the back is the
    /// front's mirror image, so that both outlines meet. What is drawn below the figure runs over the fold onto its tab.
    #[must_use]
    pub fn net(&self, bleed: Length, has_back: bool) -> Net {
        let Size { width, height } = self.figure;
        let [top, head, foot] = [self.tab, self.tab + height, self.tab + height * 2].map(Length::mm_f32);
        let (w, b) = (width.mm_f32(), bleed.mm_f32());
        let turned =
            if has_back { Affine([-1.0, 0.0, 0.0, -1.0, w, head]) } else { Affine([1.0, 0.0, 0.0, -1.0, 0.0, head]) };
        let end = foot + top;
        let panel = |drawing, place, from: f32, to: f32| {
            let clip = path(&[[-b, from], [w + b, from], [w + b, to], [-b, to]]);
            Panel { drawing, size: self.figure, reach: self.tab + bleed, place, clip }
        };
        Net {
            size: self.room(),
            cut: None,
            // The tabs are bent out, to the side that is printed.
            folds: vec![
                Fold::valley([0.0, top, w, top]),
                Fold::mountain([0.0, head, w, head]),
                Fold::valley([0.0, foot, w, foot]),
            ],
            panels: vec![panel(1, turned, -b, head), panel(0, Affine::translate(0.0, head), head, end + b)],
        }
    }

    fn room(&self) -> Size {
        Size::new(self.figure.width, (self.figure.height + self.tab) * 2)
    }

    /// How its room comes about.
    #[must_use]
    pub fn arithmetic(&self) -> String {
        let (height, tab) = (self.figure.height, self.tab);
        format!("two figures of {height} and two tabs of {tab} make {}", self.room().height)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Bend;
    use super::*;

    #[test]
    fn front_and_back_meet_at_the_fold() {
        let standee = Standee { figure: Size::new(Length::from_mm(30), Length::from_mm(50)), tab: Length::from_mm(10) };
        let net = standee.net(Length::from_mm(2), false);
        assert_eq!(net.size, Size::new(Length::from_mm(30), Length::from_mm(120)));
        assert_eq!(net.folds.iter().map(|fold| fold.line[1]).collect::<Vec<_>>(), [10.0, 60.0, 110.0]);
        let bends: Vec<Bend> = net.folds.iter().map(|fold| fold.bend).collect();
        assert_eq!(bends, [Bend::Valley, Bend::Mountain, Bend::Valley]);
        // What is drawn below the figure lies on its tab.
        assert_eq!(net.panels[1].clip, path(&[[-2.0, 60.0], [32.0, 60.0], [32.0, 122.0], [-2.0, 122.0]]));
        assert_eq!(net.panels[0].clip, path(&[[-2.0, -2.0], [32.0, -2.0], [32.0, 60.0], [-2.0, 60.0]]));
        let (back, front) = (net.panels[0].place, net.panels[1].place);
        // Any point of the figure lies as far above the fold as below it, on both sides of the same place.
        let ((x, above), (same, below)) = (back.apply(7.0, 20.0), front.apply(7.0, 20.0));
        assert_eq!((x, 60.0 - above), (same, below - 60.0));
        let drawn = standee.net(Length::ZERO, true).panels[0].place;
        assert_eq!((drawn.apply(0.0, 0.0), drawn.apply(30.0, 50.0)), ((30.0, 60.0), (0.0, 10.0)));
    }
}
