//! How large a piece may be that is printed and cut at home.

use crate::diag::Diagnostic;
use crate::geom::Size;
use crate::units::Length;

/// Whether a piece can be printed and cut at home.
pub fn is_sensible(size: Size) -> bool {
    let sensible = Length::from_mm(2)..=Length::from_mm(1_500);
    sensible.contains(&size.width) && sensible.contains(&size.height)
}

/// A piece that cannot.
pub fn too_large(size: Size) -> Diagnostic {
    Diagnostic::error(format!("a piece of {size} cannot be printed and cut at home"))
        .hint("sides are 2 mm to 1500 mm long")
}
