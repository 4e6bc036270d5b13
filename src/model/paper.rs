//! Paper: the sizes people have at home, and the part of a sheet that can be printed on.

use crate::diag::{Diagnostic, did_you_mean, meant_or_known};
use crate::geom::{Point, Rect, Size};
use crate::units::Length;

/// Most home printers print to within a quarter of an inch of the edge.
const MARGIN: Length = Length::from_um(6_350);
/// Hardly any home printer prints closer to the edge than this.
pub const LEAST_MARGIN: Length = Length::from_mm(5);
/// A wider margin than this leaves no room for pieces.
const WIDEST_MARGIN: Length = Length::from_mm(40);
/// A page with less between its margins is not worth printing.
const LEAST_CONTENT: Length = Length::from_mm(50);
/// Above and below the content: room for cut marks and for the small print, at the usual margin.
const BAND: Length = Length::from_mm(10);
/// The sides of a sheet that a printer takes.
const SIDES: std::ops::RangeInclusive<Length> = Length::from_mm(90)..=Length::from_mm(1_200);

/// A size of paper, and how far from its edges printing starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Paper {
    /// The name of a known size; none for a size in figures.
    known: Option<(&'static str, &'static str)>,
    /// Upright.
    size: Size,
    margin: Length,
}

impl Paper {
    /// 210 x 297 mm.
    pub const A4: Self = Self::known("a4", "A4", 210_000, 297_000);
    /// 8.5 x 11 in.
    pub const LETTER: Self = Self::known("letter", "Letter", 215_900, 279_400);
    /// What A4 and Letter have in common: a page that prints on both.
    pub const BOTH: Self = Self::known("both", "A4 or Letter", 210_000, 279_400);
    /// All sizes that have a name.
    pub const NAMED: [Self; 7] = [
        Self::A4,
        Self::LETTER,
        Self::BOTH,
        Self::known("a3", "A3", 297_000, 420_000),
        Self::known("tabloid", "Tabloid", 279_400, 431_800),
        Self::known("legal", "Legal", 215_900, 355_600),
        Self::known("a5", "A5", 148_000, 210_000),
    ];

    const fn known(name: &'static str, title: &'static str, width: i64, height: i64) -> Self {
        let size = Size::new(Length::from_um(width), Length::from_um(height));
        Self { known: Some((name, title)), size, margin: MARGIN }
    }

    /// A size by its name, or in figures: `200mm x 290mm`.
    ///
    /// # Errors
    /// A sentence, and a hint where there is one.
    pub fn parse(text: &str) -> Result<Self, Diagnostic> {
        let text = text.trim();
        if let Some(paper) = Self::NAMED.iter().find(|paper| paper.name().eq_ignore_ascii_case(text)) {
            return Ok(*paper);
        }
        if !text.contains(|c: char| c.is_ascii_digit()) || !text.contains(['x', '×']) {
            let names = Self::NAMED.map(Self::name);
            let names = || names.iter().map(String::as_str);
            let known =
                || meant_or_known(text, names()).map(|known| format!("{known}, or a size such as `200mm x 290mm`"));
            let hint = did_you_mean(text, names()).or_else(known);
            return Err(Diagnostic::error(format!("there is no paper `{text}`")).maybe_hint(hint));
        }
        let size = text.parse::<Size>().map_err(|error| Diagnostic::error(error.to_string()).hint(error.hint()))?;
        if !SIDES.contains(&size.width) || !SIDES.contains(&size.height) {
            let message = format!("paper of {size} cannot be printed on at home");
            let hint = format!("sides are {} to {} long", SIDES.start(), SIDES.end());
            return Err(Diagnostic::error(message).hint(hint));
        }
        let size = if size.width > size.height { size.turned() } else { size };
        Ok(Self { known: None, size, margin: MARGIN })
    }

    /// The same paper in a printer that needs this margin.
    ///
    /// # Errors
    /// A sentence and a hint when no printer or no paper is like that.
    pub fn with_margin(self, margin: Length) -> Result<Self, Diagnostic> {
        if margin < LEAST_MARGIN {
            let message = format!("a margin of {margin} is not printed: home printers leave at least {LEAST_MARGIN}");
            let hint = format!("the nearest that works is `--margin {}`", LEAST_MARGIN.written());
            return Err(Diagnostic::error(message).hint(hint));
        }
        let widest = self.widest_margin();
        if margin > widest {
            let message = format!("a margin of {margin} leaves too little of {}", self.title());
            let hint = format!("the widest that works is `--margin {}`", widest.written());
            return Err(Diagnostic::error(message).hint(hint));
        }
        Ok(Self { margin, ..self })
    }

    /// In whole millimetres; above and below the content there is more than the margin.
    fn widest_margin(self) -> Length {
        let across = (self.size.width - LEAST_CONTENT) / 2 - (MARGIN - LEAST_MARGIN);
        let down = (self.size.height - LEAST_CONTENT) / 2 - (BAND - LEAST_MARGIN);
        Length::from_mm(across.min(down).min(WIDEST_MARGIN).um() / 1_000)
    }

    /// The name used on the command line and in file names.
    #[must_use]
    pub fn name(self) -> String {
        let Size { width, height } = self.size;
        let figures = || format!("{}x{}", width.written().trim_end_matches("mm"), height.written());
        self.known.map_or_else(figures, |(name, _)| name.to_owned())
    }

    /// The name people use.
    #[must_use]
    pub fn title(self) -> String {
        self.known.map_or_else(|| format!("paper of {}", self.size), |(_, title)| title.to_owned())
    }

    /// Upright.
    #[must_use]
    pub const fn size(self) -> Size {
        self.size
    }

    /// A sheet of it, upright or on its side.
    #[must_use]
    pub const fn sheet(self, landscape: bool) -> Sheet {
        Sheet { size: if landscape { self.size.turned() } else { self.size }, margin: self.margin }
    }
}

/// One side of a sheet of paper.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sheet {
    /// The whole sheet.
    pub size: Size,
    /// How far from the edges printing starts.
    pub margin: Length,
}

impl Sheet {
    /// Whether it lies on its side.
    #[must_use]
    pub fn is_landscape(self) -> bool {
        self.size.width > self.size.height
    }

    /// The part for components and their bleed, centred so that fronts and backs meet.
    #[must_use]
    pub fn content(self) -> Rect {
        let band = BAND + self.wider();
        let side = self.margin.min(MARGIN) + self.wider();
        let size = Size::new(self.size.width - side * 2, self.size.height - band * 2);
        Rect::new(Point::new(side, band), size)
    }

    /// How far everything moves inwards for a wider margin than usual. Marks and small print reach to `LEAST_MARGIN` at the
    /// usual one; nothing at all is printed outside of one that is asked for.
    #[must_use]
    pub fn wider(self) -> Length {
        if self.margin > MARGIN { self.margin - LEAST_MARGIN } else { Length::ZERO }
    }

    /// The whole sheet as a rectangle.
    #[must_use]
    pub fn whole(self) -> Rect {
        Rect::new(Point::default(), self.size)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn papers_have_names_or_figures() {
        assert_eq!(Paper::parse("Letter"), Ok(Paper::LETTER));
        let custom = Paper::parse("290mm x 200mm").unwrap();
        assert_eq!((custom.name().as_str(), custom.title().as_str()), ("200x290mm", "paper of 200 x 290 mm"));
        assert_eq!(Paper::parse("leter").unwrap_err().hints, ["did you mean `letter`?"]);
        assert!(Paper::parse("vellum").unwrap_err().hints[0].ends_with("`tabloid`, or a size such as `200mm x 290mm`"));
        assert_eq!(Paper::parse("20mmx30mm").unwrap_err().message, "paper of 20 x 30 mm cannot be printed on at home");
    }

    #[test]
    fn the_widest_margin_works_and_a_wider_one_does_not() {
        for text in ["a4", "a5", "90mm x 90mm", "90mm x 1200mm"] {
            let paper = Paper::parse(text).unwrap();
            let widest = paper.widest_margin();
            let content = paper.with_margin(widest).unwrap().sheet(false).content().size;
            assert!(content.width >= LEAST_CONTENT && content.height >= LEAST_CONTENT, "{text}: {content}");
            assert!(paper.with_margin(widest + Length::from_um(1)).is_err(), "{text}");
        }
    }

    #[test]
    fn what_prints_on_both_lies_on_both() {
        assert!(Paper::BOTH.size().fits_in(Paper::A4.size()) && Paper::BOTH.size().fits_in(Paper::LETTER.size()));
    }
}
