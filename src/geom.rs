//! Points, sizes and rectangles on paper, in exact lengths, and the affine maps drawing uses.
//! The origin is the top left corner and y grows downwards, as in SVG.

use std::str::FromStr;

use crate::units::{Length, LengthError};

/// A place on paper.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Point {
    /// From the left.
    pub x: Length,
    /// From the top.
    pub y: Length,
}

impl Point {
    /// A point from its two distances.
    #[must_use]
    pub const fn new(x: Length, y: Length) -> Self {
        Self { x, y }
    }

    /// Moved by as much as `by` is from the origin.
    #[must_use]
    pub fn moved(self, by: Self) -> Self {
        Self { x: self.x + by.x, y: self.y + by.y }
    }

    /// With its two distances swapped.
    #[must_use]
    pub const fn turned(self) -> Self {
        Self { x: self.y, y: self.x }
    }
}

/// The direction of a straight cut or fold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Axis {
    /// From top to bottom.
    Upright,
    /// From side to side.
    Level,
}

impl Axis {
    /// The other one.
    #[must_use]
    pub const fn across(self) -> Self {
        match self {
            Self::Upright => Self::Level,
            Self::Level => Self::Upright,
        }
    }
}

/// How wide and how high something is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Size {
    /// Left to right.
    pub width: Length,
    /// Top to bottom.
    pub height: Length,
}

impl Size {
    /// A size from its two measures.
    #[must_use]
    pub const fn new(width: Length, height: Length) -> Self {
        Self { width, height }
    }

    /// Lying on its side.
    #[must_use]
    pub const fn turned(self) -> Self {
        Self { width: self.height, height: self.width }
    }

    /// Larger by `margin` on all four sides.
    #[must_use]
    pub fn grown(self, margin: Length) -> Self {
        Self { width: self.width + margin * 2, height: self.height + margin * 2 }
    }

    /// `times` as wide and as high.
    #[must_use]
    pub fn scaled(self, times: f64) -> Self {
        Self { width: self.width.scaled(times), height: self.height.scaled(times) }
    }

    /// Whether `self` fits into `room` without being turned.
    #[must_use]
    pub fn fits_in(self, room: Self) -> bool {
        self.width <= room.width && self.height <= room.height
    }
}

impl FromStr for Size {
    type Err = LengthError;

    /// `63.5mm x 88.9mm`; the first length may leave its unit to the second, and one length stands for both sides.
    fn from_str(text: &str) -> Result<Self, LengthError> {
        let Some((width, height)) = text.split_once(['x', '×']) else {
            let side = text.parse()?;
            return Ok(Self::new(side, side));
        };
        let unit = height.trim_start_matches(|c: char| !c.is_alphabetic());
        let width = match width.parse() {
            Err(LengthError::NoUnit(number)) => format!("{number}{unit}").parse()?,
            other => other?,
        };
        Ok(Self::new(width, height.parse()?))
    }
}

impl std::fmt::Display for Size {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let width = self.width.to_string();
        write!(f, "{} x {}", width.trim_end_matches(" mm"), self.height)
    }
}

/// A rectangle on paper.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Rect {
    /// The top left corner.
    pub origin: Point,
    /// Its measures.
    pub size: Size,
}

impl Rect {
    /// A rectangle from its top left corner and its measures.
    #[must_use]
    pub const fn new(origin: Point, size: Size) -> Self {
        Self { origin, size }
    }

    /// The left edge.
    #[must_use]
    pub const fn left(self) -> Length {
        self.origin.x
    }

    /// The top edge.
    #[must_use]
    pub const fn top(self) -> Length {
        self.origin.y
    }

    /// The right edge.
    #[must_use]
    pub fn right(self) -> Length {
        self.origin.x + self.size.width
    }

    /// The bottom edge.
    #[must_use]
    pub fn bottom(self) -> Length {
        self.origin.y + self.size.height
    }

    /// Larger by `margin` on all four sides; smaller when it is negative.
    #[must_use]
    pub fn grown(self, margin: Length) -> Self {
        let origin = Point::new(self.left() - margin, self.top() - margin);
        Self::new(origin, self.size.grown(margin))
    }

    /// Larger by a length of its own on each side.
    #[must_use]
    pub fn grown_by(self, sides: Sides) -> Self {
        let origin = Point::new(self.left() - sides.left, self.top() - sides.top);
        let width = self.size.width + sides.left + sides.right;
        Self::new(origin, Size::new(width, self.size.height + sides.top + sides.bottom))
    }

    /// The rectangle of a size around the same middle.
    #[must_use]
    pub fn middle(self, size: Size) -> Self {
        let x = self.left() + (self.size.width - size.width) / 2;
        Self::new(Point::new(x, self.top() + (self.size.height - size.height) / 2), size)
    }

    /// Moved by as much as `by` is from the origin.
    #[must_use]
    pub fn moved(self, by: Point) -> Self {
        Self::new(self.origin.moved(by), self.size)
    }

    /// With left and top, and width and height, swapped.
    #[must_use]
    pub const fn turned(self) -> Self {
        Self::new(self.origin.turned(), self.size.turned())
    }

    /// As seen in a mirror that stands on the line `at`, which runs along `axis`.
    #[must_use]
    pub fn mirrored(self, axis: Axis, at: Length) -> Self {
        let origin = match axis {
            Axis::Upright => Point::new(at * 2 - self.right(), self.top()),
            Axis::Level => Point::new(self.left(), at * 2 - self.bottom()),
        };
        Self::new(origin, self.size)
    }

    /// The smallest rectangle around both.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        let origin = Point::new(self.left().min(other.left()), self.top().min(other.top()));
        let right = self.right().max(other.right());
        let bottom = self.bottom().max(other.bottom());
        Self::new(origin, Size::new(right - origin.x, bottom - origin.y))
    }

    /// Whether the two share any area.
    #[must_use]
    pub fn overlaps(self, other: Self) -> bool {
        self.left() < other.right()
            && other.left() < self.right()
            && self.top() < other.bottom()
            && other.top() < self.bottom()
    }

    /// Whether `other` lies inside, edges included.
    #[must_use]
    pub fn contains(self, other: Self) -> bool {
        self.left() <= other.left()
            && self.top() <= other.top()
            && self.right() >= other.right()
            && self.bottom() >= other.bottom()
    }
}

/// A length for each side of a rectangle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Sides {
    /// At the left.
    pub left: Length,
    /// At the top.
    pub top: Length,
    /// At the right.
    pub right: Length,
    /// At the bottom.
    pub bottom: Length,
}

/// An affine map `x' = a x + c y + e`, `y' = b x + d y + f`, as SVG and PDF write it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Affine(pub [f32; 6]);

impl Affine {
    /// Leaves everything where it is.
    pub const IDENTITY: Self = Self([1.0, 0.0, 0.0, 1.0, 0.0, 0.0]);

    /// Moves by so much.
    #[must_use]
    pub const fn translate(x: f32, y: f32) -> Self {
        Self([1.0, 0.0, 0.0, 1.0, x, y])
    }

    /// Scales from the origin.
    #[must_use]
    pub const fn scale(x: f32, y: f32) -> Self {
        Self([x, 0.0, 0.0, y, 0.0, 0.0])
    }

    /// First `inner`, then `self`.
    #[must_use]
    pub fn after(self, inner: Self) -> Self {
        let ([a, b, c, d, e, f], [ia, ib, ic, id, ie, if_]) = (self.0, inner.0);
        Self([
            a * ia + c * ib,
            b * ia + d * ib,
            a * ic + c * id,
            b * ic + d * id,
            a * ie + c * if_ + e,
            b * ie + d * if_ + f,
        ])
    }

    /// Whether left and right are exchanged.
    #[must_use]
    pub fn is_mirror(self) -> bool {
        let [a, b, c, d, ..] = self.0;
        a * d - b * c < 0.0
    }

    /// Where a point lands.
    #[must_use]
    pub fn apply(self, x: f32, y: f32) -> (f32, f32) {
        let [a, b, c, d, e, f] = self.0;
        (a * x + c * y + e, b * x + d * y + f)
    }
}

/// A turn by quarters, clockwise as seen on the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Turn {
    /// Upright.
    #[default]
    None,
    /// Top to the right.
    Right,
    /// Upside down.
    Half,
    /// Top to the left.
    Left,
}

impl Turn {
    /// The same, half a turn further.
    #[must_use]
    pub const fn half_on(self) -> Self {
        match self {
            Self::None => Self::Half,
            Self::Right => Self::Left,
            Self::Half => Self::None,
            Self::Left => Self::Right,
        }
    }

    /// The turn's own matrix around the origin.
    #[must_use]
    pub const fn matrix(self) -> Affine {
        match self {
            Self::None => Affine::IDENTITY,
            Self::Right => Affine([0.0, 1.0, -1.0, 0.0, 0.0, 0.0]),
            Self::Half => Affine([-1.0, 0.0, 0.0, -1.0, 0.0, 0.0]),
            Self::Left => Affine([0.0, -1.0, 1.0, 0.0, 0.0, 0.0]),
        }
    }

    /// How the other side of a piece lies that is turned like this, once the sheet is turned over around `axis`: pieces
    /// themselves turn sideways, like cards.
    #[must_use]
    pub const fn behind(self, axis: Axis) -> Self {
        match (axis, self) {
            (Axis::Upright, Self::Right) | (Axis::Level, Self::Left) => Self::Left,
            (Axis::Upright, Self::Left) | (Axis::Level, Self::Right) => Self::Right,
            (Axis::Upright, Self::None) | (Axis::Level, Self::Half) => Self::None,
            (Axis::Upright, Self::Half) | (Axis::Level, Self::None) => Self::Half,
        }
    }

    /// The map that turns a thing of a size and puts the corner of the room it then takes at the origin.
    #[must_use]
    pub fn settled(self, size: Size) -> Affine {
        let (w, h) = (size.width.mm_f32(), size.height.mm_f32());
        let (x, y) = match self {
            Self::None => (0.0, 0.0),
            Self::Right => (h, 0.0),
            Self::Half => (w, h),
            Self::Left => (0.0, w),
        };
        Affine::translate(x, y).after(self.matrix())
    }

    /// The room a size takes once turned.
    #[must_use]
    pub const fn size(self, size: Size) -> Size {
        match self {
            Self::None | Self::Half => size,
            Self::Right | Self::Left => size.turned(),
        }
    }
}
