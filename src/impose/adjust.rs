//! How a whole page is moved, turned and scaled about the middle of its sheet, to make good what a printer does wrong.
//! Nothing on a page knows of it.

use crate::geom::{Affine, Point, Rect, Size};
use crate::math;
use crate::units::Length;

/// How a whole page is shifted, about the middle of its sheet.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Adjust {
    /// To the right and down.
    pub offset: Point,
    /// In degrees, clockwise.
    pub rotation: f64,
    /// How much larger.
    pub scale: f64,
}

impl Adjust {
    /// Leaves everything where it is.
    pub const NONE: Self = Self { offset: Point::new(Length::ZERO, Length::ZERO), rotation: 0.0, scale: 1.0 };

    /// From where a thing is on the page, in millimetres, to where it is printed.
    #[must_use]
    #[allow(clippy::cast_possible_truncation, reason = "drawing coordinates are single precision")]
    pub fn matrix(&self, sheet: Size) -> Affine {
        let (sine, cosine) = math::sincos(self.rotation.to_radians());
        let (across, along) = ((self.scale * cosine) as f32, (self.scale * sine) as f32);
        let (x, y) = (sheet.width.mm_f32() / 2.0, sheet.height.mm_f32() / 2.0);
        let to = Affine::translate(x + self.offset.x.mm_f32(), y + self.offset.y.mm_f32());
        to.after(Affine([across, along, -along, across, 0.0, 0.0])).after(Affine::translate(-x, -y))
    }

    /// The rectangle around a rectangle of the page where it is printed, as far as it is on the sheet.
    #[must_use]
    pub fn bounds(&self, rect: Rect, sheet: Size) -> Rect {
        let matrix = self.matrix(sheet);
        let corners = [(rect.left(), rect.top()), (rect.right(), rect.bottom())];
        let corners = [corners[0], (corners[0].0, corners[1].1), (corners[1].0, corners[0].1), corners[1]];
        let printed = corners.map(|(x, y)| {
            let (x, y) = matrix.apply(x.mm_f32(), y.mm_f32());
            let on_sheet = |at: f32, most: Length| Length::from_mm_f64(f64::from(at)).max(Length::ZERO).min(most);
            Rect::new(Point::new(on_sheet(x, sheet.width), on_sheet(y, sheet.height)), Size::default())
        });
        printed.into_iter().reduce(Rect::union).unwrap_or(rect)
    }
}
