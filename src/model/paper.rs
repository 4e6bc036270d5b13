//! Paper: the sizes people have at home, and the part of a sheet that can be printed on.

use crate::geom::{Point, Rect, Size};
use crate::units::Length;

/// Most home printers print to within a quarter of an inch of the edge.
const MARGIN: Length = Length::from_um(6_350);
/// Above and below the content: room for cut marks and, at the bottom, for the page label.
const BAND: Length = Length::from_mm(10);

/// A size of paper by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PaperSize {
    /// 210 x 297 mm.
    A4,
    /// 8.5 x 11 in.
    Letter,
}

impl PaperSize {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::A4, Self::Letter];

    /// The name used on the command line and in file names.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::A4 => "a4",
            Self::Letter => "letter",
        }
    }

    /// The name people use.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::A4 => "A4",
            Self::Letter => "Letter",
        }
    }

    /// Upright.
    #[must_use]
    pub const fn size(self) -> Size {
        match self {
            Self::A4 => Size::new(Length::from_mm(210), Length::from_mm(297)),
            Self::Letter => Size::new(Length::from_um(215_900), Length::from_um(279_400)),
        }
    }

    /// A sheet of it, upright or on its side.
    #[must_use]
    pub const fn sheet(self, landscape: bool) -> Sheet {
        let size = self.size();
        Sheet { size: if landscape { size.turned() } else { size } }
    }
}

/// One side of a sheet of paper.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sheet {
    /// The whole sheet.
    pub size: Size,
}

impl Sheet {
    /// The part for components and their bleed, centred so that fronts and backs meet.
    #[must_use]
    pub fn content(self) -> Rect {
        let size = Size::new(self.size.width - MARGIN * 2, self.size.height - BAND * 2);
        Rect::new(Point::new(MARGIN, BAND), size)
    }

    /// The part a home printer reaches.
    #[must_use]
    pub fn printable(self) -> Rect {
        Rect::new(Point::default(), self.size).grown(-Length::from_mm(5))
    }
}
