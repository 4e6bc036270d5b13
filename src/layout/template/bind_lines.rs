//! Lines of a template that are no part of its drawing: where the piece is folded, and where it is cut. Draws nothing.

use minijinja::value::Value;

use crate::diag::{Diagnostic, meant_or_known};
use crate::model::{Bend, FieldText, Fold, PathStep};

use super::bind::Binder;
use super::cut_line::steps_of;
use super::read::Element;

/// Lines that are no part of the drawing but of what is done to the piece, in millimetres from the corner of the trim.
#[derive(Default)]
pub struct PieceLines {
    /// Where it is folded, and which way.
    pub folds: Vec<Fold>,
    /// Where it is cut, when not along its trim.
    pub cut: Option<Vec<PathStep>>,
}

impl Binder<'_> {
    /// A line along which the piece is folded: it is no part of the drawing, but of the sheet.
    pub(super) fn fold(&mut self, element: &Element, scope: &Value) {
        let wrong = if element.name != "line" {
            Some(("only a `<line>` can be a fold", "write `<line data-fold=\"yes\" x1=.. y1=.. x2=.. y2=../>`"))
        } else if self.is_moved(element) {
            Some(("a fold cannot stand in something that is moved or turned", "say where it is without `transform`"))
        } else {
            self.how.no_folds.map(|why| (why, "leave out `data-fold`"))
        };
        if let Some((message, hint)) = wrong {
            return self.found.push(Diagnostic::error(message).at(&element.place).hint(hint));
        }
        let ends = ["x1", "y1", "x2", "y2"].map(|name| self.number(element, name, scope).unwrap_or_default());
        if let Some(bend) = self.bend(element, scope) {
            self.folds.push(Fold { line: ends, bend });
        }
    }

    /// Which way a fold goes.
    fn bend(&mut self, element: &Element, scope: &Value) -> Option<Bend> {
        let FieldText { text: word, place } = self.optional_data(element, "fold", scope)?;
        let bend = Bend::WORDS.iter().find(|(known, _)| *known == word).map(|(_, bend)| *bend);
        if bend.is_none() {
            let hint = meant_or_known(&word, Bend::WORDS.iter().map(|(known, _)| *known));
            let message = format!("`data-fold` cannot be `{word}`");
            self.found.push(Diagnostic::error(message).at(&place).maybe_hint(hint));
        }
        bend
    }

    /// The line along which the piece is cut: it is no part of the drawing either.
    pub(super) fn cut(&mut self, element: &Element, scope: &Value) {
        let wrong = if element.name != "path" {
            Some(("only a `<path>` can be a cut", "write `<path data-cut=\"yes\" d=\"M.. Z\"/>`"))
        } else if self.is_moved(element) {
            Some(("a cut cannot stand in something that is moved or turned", "say where it is without `transform`"))
        } else if self.cut.is_some() {
            Some(("a piece is cut along one line, and this is the second", "make one path of both"))
        } else {
            self.how
                .no_folds
                .map(|_| ("the cut of a piece is that of its front or of its kind", "leave out `data-cut`"))
        };
        if let Some((message, hint)) = wrong {
            return self.found.push(Diagnostic::error(message).at(&element.place).hint(hint));
        }
        let Some(written) = element.attribute("d") else {
            return self.found.push(Diagnostic::error("a cut needs its path in `d`").at(&element.place));
        };
        let Some(text) = self.known_value(written, scope) else { return };
        let place = self.origin_or(element, written, scope);
        let steps = steps_of(&text).map_err(|wrong| wrong.at(&place));
        self.cut = self.found.accept(steps).map(|steps| (steps, place));
    }

    /// Whether an element stands elsewhere than it says.
    fn is_moved(&self, element: &Element) -> bool {
        self.around.iter().any(|around| around.is_moved) || element.attribute("transform").is_some()
    }
}
