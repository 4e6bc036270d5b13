//! How a picture lies in its box: all of it, so that it covers the box, or stretched to its size.

/// How a picture fills its box.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BoxFit {
    /// Whether and how it keeps its proportions.
    pub kind: BoxFitKind,
    /// Which part of what is left over, or cut off, lies at the left and at the top.
    pub at: [f32; 2],
    /// Whether its pixels are to be seen, as squares, where it is enlarged.
    pub shows_pixels: bool,
}

/// Whether a picture is seen as a whole, and in its own proportions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BoxFitKind {
    /// All of it is seen.
    Contain,
    /// It covers the box and is cut at its edges.
    Cover,
    /// It is as wide and as high as the box.
    Stretch,
}

impl BoxFit {
    /// All of it, in the middle.
    pub const CONTAIN: Self = Self { kind: BoxFitKind::Contain, at: [0.5, 0.5], shows_pixels: false };
    /// Its middle, as large as the box.
    pub const COVER: Self = Self { kind: BoxFitKind::Cover, at: [0.5, 0.5], shows_pixels: false };

    /// What `preserveAspectRatio` says in SVG; what it says wrongly means what is usual.
    #[must_use]
    pub fn of_svg(text: &str) -> Self {
        let mut words = text.split_whitespace().filter(|word| *word != "defer");
        let align = words.next().unwrap_or_default();
        if align == "none" {
            return Self { kind: BoxFitKind::Stretch, ..Self::CONTAIN };
        }
        let kind = if words.next() == Some("slice") { BoxFitKind::Cover } else { BoxFitKind::Contain };
        let part = |least: &str, most: &str| match align {
            _ if align.contains(least) => 0.0,
            _ if align.contains(most) => 1.0,
            _ => 0.5,
        };
        Self { kind, at: [part("xMin", "xMax"), part("YMin", "YMax")], shows_pixels: false }
    }
}

#[cfg(test)]
mod tests {
    use super::{BoxFit, BoxFitKind};

    #[test]
    fn svg_says_how_a_picture_lies_in_its_box() {
        assert_eq!(BoxFit::of_svg(""), BoxFit::CONTAIN);
        assert_eq!(BoxFit::of_svg("xMidYMid slice"), BoxFit::COVER);
        assert_eq!(BoxFit::of_svg("none").kind, BoxFitKind::Stretch);
        assert_eq!(BoxFit::of_svg("xMinYMax meet"), BoxFit { at: [0.0, 1.0], ..BoxFit::CONTAIN });
        assert_eq!(BoxFit::of_svg("defer xMaxYMin slice"), BoxFit { at: [1.0, 0.0], ..BoxFit::COVER });
    }
}
