//! Makes a kit for one printer that was measured: which page is moved, turned and scaled how, and says so on it.

use crate::geom::{Axis, Point};
use crate::impose::adjust::Adjust;
use crate::impose::backs::turning;
use crate::impose::kit::Kit;
use crate::impose::page::Page;
use crate::model::{Backs, Calibration};

use super::sheet;

impl Kit {
    /// Makes the kit for one printer: backs are moved and turned so that they land on their fronts, and all pages are
    /// scaled.
    pub fn calibrate(&mut self, printer: &Calibration) {
        let backs = self.layout.backs;
        for page in self.sections.iter_mut().flat_map(|section| &mut section.pages) {
            let adjust = of_page(page, backs, printer);
            page.adjust = (adjust != Adjust::NONE).then_some(adjust);
            sheet::name_printer(page, &printer.printer);
        }
    }

    /// Which kind of sheets have backs that nobody has measured, though the other kind has been: whether they lie on
    /// their side.
    #[must_use]
    pub fn lacks_offset(&self, printer: &Calibration) -> Option<bool> {
        let lacking = match (printer.offset, printer.landscape) {
            (Some(_), None) => true,
            (None, Some(_)) => false,
            _ => return None,
        };
        let mut pages = self.sections.iter().flat_map(|section| &section.pages);
        pages.any(|page| page.back_of.is_some() && page.sheet.is_landscape() == lacking).then_some(lacking)
    }
}

fn of_page(page: &Page, backs: Backs, printer: &Calibration) -> Adjust {
    if page.back_of.is_none() {
        return Adjust { scale: printer.scale, ..Adjust::NONE };
    }
    let offset = if page.sheet.is_landscape() { printer.landscape } else { printer.offset };
    let Point { x, y } = offset.unwrap_or_default();
    // What is measured is a sheet turned over like a page of a book; turned the other way its backs stand on their head.
    let offset = if turning(backs, page.sheet) == Axis::Upright { Point::new(x, y) } else { Point::new(-x, -y) };
    Adjust { offset, rotation: printer.rotation, scale: printer.scale }
}
