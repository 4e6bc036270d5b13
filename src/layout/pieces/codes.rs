//! QR codes and barcodes in their boxes: drawn as shapes on white, with the quiet room around them that readers need.

use std::fmt::Write as _;

use barcoders::sym::code128::Code128;
use barcoders::sym::ean13::EAN13;
use qrcode::{Color, EcLevel, QrCode};

use crate::diag::{Diagnostic, Diagnostics};
use crate::geom::Affine;
use crate::layout::face::{InkWish, Layer};
use crate::layout::template::slot::{CodeKind, CodeSlot, DrawingSlot};

use super::slots::{SlotContext, named_colour};

/// Free modules around a QR code.
const QUIET_SQUARES: usize = 4;
/// Free modules on both sides of a barcode.
const QUIET_BARS: usize = 10;
/// What phones read of a QR code at arm's length.
const LEAST_SQUARE: f32 = 0.35;
/// What readers in shops read of a barcode.
const LEAST_BAR: f32 = 0.19;
/// The sign by which the encoder knows that a text is in plain letters.
const PLAIN_LETTERS: char = '\u{181}';
/// More bars than of so many letters are too fine for any card.
const LONGEST_BARS: usize = 80;

/// A code as rows of modules, dark ones true; all rows of a barcode are one.
struct Modules {
    rows: Vec<Vec<bool>>,
    quiet: [usize; 2],
}

/// The code of a slot as a layer.
pub fn code_layer(
    context: SlotContext<'_>,
    slot: &DrawingSlot,
    code: &CodeSlot,
    unit: f32,
    found: &mut Diagnostics,
) -> Option<Layer> {
    let dark = match &code.colour {
        Some(name) => named_colour(context, &name.text, &name.place, found)?.to_string(),
        None => "#000000".to_owned(),
    };
    let modules = found.accept(modules_of(code).map_err(|wrong| wrong.at(&code.text.place)))?;
    let rect = slot.rect_mm(unit);
    let (module, least) = match code.kind {
        CodeKind::Qr => (rect[2].min(rect[3]) / modules.size()[0], LEAST_SQUARE),
        CodeKind::Code128 | CodeKind::Ean13 => (rect[2] / modules.size()[0], LEAST_BAR),
    };
    if module < least {
        let message = format!("the parts of this code are {module:.2} mm wide, and readers want {least} mm");
        found.push(Diagnostic::warning(message).at(&slot.place).hint("enlarge the box, or shorten the text"));
    }
    let art = context.pictures.own_art("a code", &modules.svg(&dark));
    let art = found.accept(art.map_err(|why| Diagnostic::bug(why).at(&slot.place)))?;
    Some(Layer::Art { art, transform: modules.placed(rect, code.kind), slots: Vec::new(), unit: 1.0, clip: None })
}

fn modules_of(code: &CodeSlot) -> Result<Modules, Diagnostic> {
    let text = code.text.text.as_str();
    match code.kind {
        CodeKind::Qr => qr_modules(text),
        CodeKind::Code128 => code_128_modules(text),
        CodeKind::Ean13 => ean_13_modules(text),
    }
}

fn qr_modules(text: &str) -> Result<Modules, Diagnostic> {
    // The best correction for which there is room, as cards are scratched.
    let levels = [EcLevel::M, EcLevel::L];
    let code = levels.into_iter().find_map(|level| QrCode::with_error_correction_level(text, level).ok());
    let code = code.ok_or_else(|| {
        Diagnostic::error(format!("a text of {} bytes is too long for a QR code", text.len()))
            .hint("the most that fits is 2953 bytes; a short address is read from afar")
    })?;
    let colours = code.to_colors();
    let rows = colours.chunks(code.width()).map(|row| row.iter().map(|module| *module == Color::Dark).collect());
    Ok(Modules { rows: rows.collect(), quiet: [QUIET_SQUARES, QUIET_SQUARES] })
}

fn code_128_modules(text: &str) -> Result<Modules, Diagnostic> {
    if let Some(letter) = text.chars().find(|letter| !matches!(letter, ' '..='~')) {
        let message = format!("a barcode has letters, figures and signs of plain English, and no `{letter}`");
        return Err(Diagnostic::error(message).hint("`data-qr` takes any text"));
    }
    if text.len() > LONGEST_BARS {
        let message = format!("a text of {} letters is too long for a barcode", text.len());
        return Err(Diagnostic::error(message).hint(format!("{LONGEST_BARS} are the most; `data-qr` takes more")));
    }
    let bars = Code128::new(format!("{PLAIN_LETTERS}{text}")).map(|code| code.encode());
    bars.map(Modules::of_bars).map_err(|error| Diagnostic::error(format!("`{text}` is no barcode: {error}")))
}

fn ean_13_modules(text: &str) -> Result<Modules, Diagnostic> {
    let wrong = || Diagnostic::error(format!("`{text}` is no EAN of 13 figures"));
    if !matches!(text.len(), 12 | 13) || !text.bytes().all(|sign| sign.is_ascii_digit()) {
        return Err(wrong().hint("write 13 figures, or 12 without the one that checks them"));
    }
    let bars = EAN13::new(text).map(|code| code.encode());
    bars.map(Modules::of_bars).map_err(|_| wrong().hint("its last figure does not fit the others"))
}

impl Modules {
    fn of_bars(bars: Vec<u8>) -> Self {
        Self { rows: vec![bars.into_iter().map(|bar| bar == 1).collect()], quiet: [QUIET_BARS, 0] }
    }

    /// How many modules it is wide and high, quiet ones counted.
    fn size(&self) -> [f32; 2] {
        let [across, down] = self.quiet;
        [self.rows.first().map_or(0, Vec::len) + across * 2, self.rows.len() + down * 2].map(|modules| modules as f32)
    }

    /// The drawing, one unit for a module: a run of dark modules is one rectangle.
    fn svg(&self, dark: &str) -> String {
        let [width, height] = self.size();
        let mut path = String::new();
        for (y, row) in self.rows.iter().enumerate() {
            let mut x = 0;
            for run in row.chunk_by(|a, b| a == b) {
                if run.first() == Some(&true) {
                    let (left, top, length) = (x + self.quiet[0], y + self.quiet[1], run.len());
                    let _ = write!(path, "M{left} {top}h{length}v1h-{length}z");
                }
                x += run.len();
            }
        }
        // With little ink outlines of its parts would be no code.
        let keep = InkWish::id("keep");
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\">\
             <g id=\"{keep}\"><rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\
             <path d=\"{path}\" fill=\"{dark}\"/></g></svg>"
        )
    }

    /// Where it lies: a QR code as large as it can be in the middle of its box, bars over all of theirs.
    fn placed(&self, [x, y, width, height]: [f32; 4], kind: CodeKind) -> Affine {
        let [across, down] = self.size();
        let (mut across, mut down) = (width / across, height / down);
        if kind == CodeKind::Qr {
            across = across.min(down);
            down = across;
        }
        let [modules_across, modules_down] = self.size();
        let (left, top) = (x + (width - modules_across * across) / 2.0, y + (height - modules_down * down) / 2.0);
        Affine([across, 0.0, 0.0, down, left, top])
    }
}
