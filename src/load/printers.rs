//! The printers a person has calibrated: one small YAML file in the folder of their settings, read with every mistake
//! named, and the text of it. Whoever saves it writes it whole.

use std::fmt::Write as _;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;
use std::sync::Arc;

use crate::diag::{Diagnostic, Diagnostics, SourceText};
use crate::model::{
    Calibration, FieldText, offset_text, printer_name, printer_offset, printer_rotation, printer_scale,
};

use super::fields::{Fields, entries_of};
use super::yaml::{Key, Node, Value, parse};

/// What the file is called.
pub const PRINTERS_FILE: &str = "printers.yaml";
/// Nobody has printers for more.
const LARGEST: u64 = 1_000_000;

/// Reads the printers of a file; a file that is not there holds none.
///
/// # Errors
/// Every mistake in the file, or why it cannot be read.
pub fn load_printers(path: &Path) -> Result<Vec<Calibration>, Diagnostics> {
    let mut found = Diagnostics::new();
    let printers = match read(path) {
        Ok(Some(source)) => printers(&Arc::new(source), &mut found),
        Ok(None) => Vec::new(),
        Err(why) => {
            found.push(Diagnostic::error(format!("cannot read `{}`: {why}", path.display())));
            Vec::new()
        }
    };
    if found.has_errors() { Err(found) } else { Ok(printers) }
}

fn read(path: &Path) -> Result<Option<SourceText>, String> {
    match fs::metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error.to_string()),
        Ok(info) if !info.is_file() => return Err("it is not a file".into()),
        Ok(info) if info.len() > LARGEST => return Err("it is far larger than any list of printers".into()),
        Ok(_) => {}
    }
    let bytes = fs::read(path).map_err(|error| error.to_string())?;
    let text = String::from_utf8(bytes).map_err(|_| "it is not UTF-8 text")?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text).to_owned();
    Ok(Some(SourceText::new(path.display().to_string(), text)))
}

fn printers(source: &Arc<SourceText>, found: &mut Diagnostics) -> Vec<Calibration> {
    let root = match parse(source) {
        Ok(Node { value: Value::Nothing, .. }) => return Vec::new(),
        Ok(root) => root,
        Err(diagnostic) => {
            found.push(diagnostic.hint("mend the file, or move it away and calibrate again"));
            return Vec::new();
        }
    };
    let entries = entries_of(&root, PRINTERS_FILE, found);
    let mut printers: Vec<Calibration> = Vec::new();
    for (key, node) in entries {
        let Some(printer) = printer(key, node, found) else { continue };
        // Spaces around a name do not count, so YAML does not see that these are one.
        if printers.iter().any(|known| known.printer == printer.printer) {
            let message = format!("the printer `{}` is there twice", printer.printer);
            found.push(Diagnostic::error(message).at(&key.place).hint("take one of them out"));
        } else {
            printers.push(printer);
        }
    }
    printers
}

fn printer(key: &Key, node: &Node, found: &mut Diagnostics) -> Option<Calibration> {
    let name = match printer_name(&key.name) {
        Ok(name) => name,
        Err(diagnostic) => {
            found.push(diagnostic.at(&key.place));
            return None;
        }
    };
    let mut printer = Calibration::new(&name);
    let mut fields = Fields::open(node, &format!("the printer `{name}`"), found)?;
    let offset = fields.text("offset");
    printer.offset = read_with(offset, printer_offset, fields.found());
    let landscape = fields.text("landscape offset");
    printer.landscape = read_with(landscape, printer_offset, fields.found());
    let rotation = fields.text("rotate");
    printer.rotation = read_with(rotation, printer_rotation, fields.found()).unwrap_or(printer.rotation);
    let scale = fields.text("scale");
    printer.scale = read_with(scale, printer_scale, fields.found()).unwrap_or(printer.scale);
    fields.finish();
    Some(printer)
}

fn read_with<T>(
    field: Option<FieldText>,
    read: impl Fn(&str) -> Result<T, Diagnostic>,
    found: &mut Diagnostics,
) -> Option<T> {
    let field = field?;
    match read(&field.text) {
        Ok(value) => Some(value),
        Err(diagnostic) => {
            found.push(diagnostic.at(&field.place));
            None
        }
    }
}

/// The file that holds these printers.
#[must_use]
pub fn printers_text(printers: &[Calibration]) -> String {
    let mut text = "# What makes good the drift of printers. Written anew by `tablewright calibrate set`.\n".to_owned();
    for printer in printers {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{}:", serde_json::Value::from(printer.printer.as_str()));
        for (key, offset) in [("offset", printer.offset), ("landscape offset", printer.landscape)] {
            if let Some(offset) = offset {
                let _ = writeln!(text, "  {key}: {}", offset_text(offset));
            }
        }
        let _ = writeln!(text, "  rotate: {}deg\n  scale: {}", printer.rotation, printer.scale);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::Point;
    use crate::units::Length;

    fn reads_back(printers: &[Calibration]) -> Result<Vec<Calibration>, String> {
        let source = SourceText::new(PRINTERS_FILE, printers_text(printers));
        let mut found = Diagnostics::new();
        let read = super::printers(&Arc::new(source), &mut found);
        if found.is_empty() { Ok(read) } else { Err(found.to_string()) }
    }

    proptest::proptest! {
        #[test]
        fn what_is_saved_reads_back(
            names in proptest::collection::btree_set("[ -~äß日]{0,8}[a-z0-9~\"\\\\:#]", 0..4),
            um in -5_000_i64..=5_000, degrees in -2_000_000_i32..=2_000_000, scale in 950_000_i32..=1_050_000,
            upright: bool, sideways: bool,
        ) {
            let offset = Point::new(Length::from_um(um), Length::from_um(-um / 3));
            let printer = |name: &String| Calibration {
                printer: name.trim().to_owned(),
                offset: upright.then_some(offset),
                landscape: sideways.then_some(offset),
                rotation: f64::from(degrees) / 1e6,
                scale: f64::from(scale) / 1e6,
            };
            let mut printers: Vec<Calibration> = names.iter().map(printer).collect();
            printers.sort_by(|a, b| a.printer.cmp(&b.printer));
            printers.dedup_by(|a, b| a.printer == b.printer);
            proptest::prop_assert_eq!(reads_back(&printers), Ok(printers));
        }
    }
}
