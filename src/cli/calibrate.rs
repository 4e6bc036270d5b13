//! `tablewright calibrate`: the sheet that shows what a printer does wrong, and what is saved about it in the settings
//! of the person who prints.

use std::path::PathBuf;

use etcetera::{BaseStrategy as _, choose_base_strategy};
use serde_json::{Value, json};

use crate::diag::{Diagnostic, Diagnostics, meant_or_known};
use crate::geom::Point;
use crate::impose::{Kit, calibration_kit};
use crate::layout::Fonts;
use crate::load::{PRINTERS_FILE, WithTemplates, load_printers, printers_text};
use crate::model::{
    Calibration, MemoryAssets, Paper, degrees_of, offset_text, printer_name, printer_offset, printer_rotation,
    printer_scale, slug,
};
use crate::render::pdf::{DocumentInfo, write_pdf};
use crate::units::Length;

use super::Outcome;
use super::args::{
    CalibrateArgs, CalibrateForgetArgs, CalibrateListArgs, CalibratePrintArgs, CalibrateSetArgs, CalibrateStep,
};
use super::print::save;
use super::report::{problem, problems, say, say_json};

/// Names another folder for the settings.
const CONFIG: &str = "TABLEWRIGHT_CONFIG";
/// The folder of ours among the settings of all programs.
const OURS: &str = "tablewright";

/// Runs the verb.
pub fn run(arguments: &CalibrateArgs) -> Outcome {
    let done = match &arguments.step {
        CalibrateStep::Print(arguments) => print(arguments),
        CalibrateStep::Set(arguments) => set(arguments),
        CalibrateStep::List(arguments) => list(arguments),
        CalibrateStep::Forget(arguments) => forget(arguments),
    };
    match done {
        Ok(outcome) => outcome,
        Err(found) => {
            problems(&found);
            Outcome::Refused
        }
    }
}

/// Makes a kit for a printer that was calibrated, or says why not.
pub fn calibrate_for(kit: &mut Kit, printer: &str, found: &mut Diagnostics) {
    match Saved::open().and_then(|saved| saved.printer(printer).cloned()) {
        Ok(printer) => {
            kit.calibrate(&printer);
            if let Some(on_its_side) = kit.lacks_offset(&printer) {
                found.push(unmeasured(&printer.printer, on_its_side));
            }
        }
        Err(problems) => found.extend(problems),
    }
}

/// A word about backs that stay where they are, because only the other kind of sheet was measured.
fn unmeasured(printer: &str, on_its_side: bool) -> Diagnostic {
    let (measured, others, flag) = if on_its_side {
        ("upright sheets", "sheets on their side", " --landscape")
    } else {
        ("sheets on their side", "upright sheets", "")
    };
    let message = format!("the offset of `{printer}` is for {measured}; the backs of {others} are not moved");
    Diagnostic::warning(message).hint(format!("measure those too: `tablewright calibrate print{flag}`"))
}

/// The printers in the person's settings.
struct Saved {
    path: PathBuf,
    printers: Vec<Calibration>,
}

impl Saved {
    fn open() -> Result<Self, Diagnostics> {
        let path = settings().map_err(alone)?.join(PRINTERS_FILE);
        let printers = load_printers(&path)?;
        Ok(Self { path, printers })
    }

    fn printer(&self, name: &str) -> Result<&Calibration, Diagnostics> {
        self.printers.iter().find(|known| known.printer == name.trim()).ok_or_else(|| {
            let known = self.printers.iter().map(|known| known.printer.as_str());
            let hint = meant_or_known(name, known).unwrap_or_else(|| START.to_owned());
            alone(Diagnostic::error(format!("no printer `{name}` is calibrated")).hint(hint))
        })
    }

    fn write(&self) -> Result<(), Diagnostics> {
        save(&self.path, printers_text(&self.printers).as_bytes()).map_err(|why| alone(Diagnostic::error(why)))
    }
}

/// What to do when nothing is saved.
const START: &str = "measure it first: `tablewright calibrate print`";

/// Where settings are kept.
fn settings() -> Result<PathBuf, Diagnostic> {
    if let Some(folder) = std::env::var_os(CONFIG).filter(|folder| !folder.is_empty()) {
        return Ok(PathBuf::from(folder));
    }
    choose_base_strategy().map(|folders| folders.config_dir().join(OURS)).map_err(|error| {
        Diagnostic::error(format!("there is no folder for settings: {error}"))
            .hint(format!("name one in the environment variable `{CONFIG}`"))
    })
}

fn alone(diagnostic: Diagnostic) -> Diagnostics {
    let mut found = Diagnostics::new();
    found.push(diagnostic);
    found
}

fn print(arguments: &CalibratePrintArgs) -> Result<Outcome, Diagnostics> {
    let saved = arguments.printer.as_ref().map(|_| Saved::open()).transpose()?;
    let printer = match (&saved, &arguments.printer) {
        (Some(saved), Some(name)) => Some(saved.printer(name)?),
        _ => None,
    };
    let paper = arguments.paper;
    let kit = calibration_kit(paper, arguments.landscape, printer).ok_or_else(|| {
        alone(Diagnostic::error(format!("{} is too small for the scales", paper.title())).hint("use `--paper a4`"))
    })?;
    let path = arguments.output.join(file_name(arguments, paper));
    let title = format!("Calibrating a printer ({})", paper.title());
    let mut found = Diagnostics::new();
    let fonts = Fonts::load(&WithTemplates(MemoryAssets::new()), &mut found);
    let info = DocumentInfo { title, ..DocumentInfo::default() };
    let written = match write_pdf(&kit, &fonts, &info) {
        Ok(written) => written,
        Err(why) => {
            problem(why, Some("this is a mistake of Tablewright".into()));
            return Ok(Outcome::Bug);
        }
    };
    save(&path, &written.bytes).map_err(|why| alone(Diagnostic::error(why)))?;
    let edge = if arguments.landscape { "short" } else { "long" };
    say(&format!("{} (2 pages); print both on one sheet, at 100 %, flip on the {edge} edge", path.display()));
    Ok(Outcome::Done)
}

fn file_name(arguments: &CalibratePrintArgs, paper: Paper) -> String {
    let printer = arguments.printer.as_deref().map(slug).unwrap_or_default();
    let side = if arguments.landscape { "landscape" } else { "" };
    let name = paper.name();
    let parts = ["calibration", printer.as_str(), name.as_str(), side];
    format!("{}.pdf", parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-"))
}

fn set(arguments: &CalibrateSetArgs) -> Result<Outcome, Diagnostics> {
    let mut found = Diagnostics::new();
    let mut told = |diagnostic| found.push(diagnostic);
    let measured = &arguments.measured;
    let name = printer_name(&arguments.printer).map_err(&mut told).unwrap_or_default();
    let offset = measured.offset.as_deref().and_then(|text| printer_offset(text).map_err(&mut told).ok());
    let rotation = measured.rotate.as_deref().and_then(|text| printer_rotation(text).map_err(&mut told).ok());
    let scale = measured.scale.as_deref().and_then(|text| printer_scale(text).map_err(&mut told).ok());
    let mut saved = Saved::open().unwrap_or_else(|problems| {
        found.extend(problems);
        Saved { path: PathBuf::new(), printers: Vec::new() }
    });
    if found.has_errors() {
        return Err(found);
    }
    let known = saved.printers.iter().find(|known| known.printer == name).cloned();
    let mut printer = known.unwrap_or_else(|| Calibration::new(&name));
    let slot = if arguments.landscape { &mut printer.landscape } else { &mut printer.offset };
    *slot = offset.or(*slot);
    printer.rotation = rotation.unwrap_or(printer.rotation);
    printer.scale = scale.unwrap_or(printer.scale);
    saved.printers.retain(|known| known.printer != name);
    saved.printers.push(printer.clone());
    saved.printers.sort_by(|a, b| a.printer.cmp(&b.printer));
    saved.write()?;
    say(&format!("{}: {}", printer.printer, in_words(&printer)));
    say(&format!("saved in {}", saved.path.display()));
    Ok(Outcome::Done)
}

fn list(arguments: &CalibrateListArgs) -> Result<Outcome, Diagnostics> {
    let saved = Saved::open()?;
    if arguments.json {
        say_json(&json!({
            "file": saved.path.display().to_string(),
            "printers": saved.printers.iter().map(in_json).collect::<Vec<_>>(),
        }));
        return Ok(Outcome::Done);
    }
    for printer in &saved.printers {
        say(&format!("{:<20} {}", printer.printer, in_flags(printer)));
    }
    if saved.printers.is_empty() {
        say("no printer is calibrated; start with `tablewright calibrate print`");
    }
    Ok(Outcome::Done)
}

fn forget(arguments: &CalibrateForgetArgs) -> Result<Outcome, Diagnostics> {
    let mut saved = Saved::open()?;
    let name = saved.printer(&arguments.printer)?.printer.clone();
    saved.printers.retain(|known| known.printer != name);
    saved.write()?;
    say(&format!("{name} is forgotten"));
    Ok(Outcome::Done)
}

/// What is done for a printer, as a person would say it.
fn in_words(printer: &Calibration) -> String {
    let mut parts: Vec<String> = Vec::new();
    parts.extend(printer.offset.map(|offset| format!("backs {}", moved(offset))));
    parts.extend(printer.landscape.map(|offset| format!("on sheets on their side {}", moved(offset))));
    if printer.rotation != 0.0 {
        let way = if printer.rotation > 0.0 { "clockwise" } else { "anticlockwise" };
        parts.push(format!("backs turned {} {way}", degrees_of(printer.rotation.abs())));
    }
    parts.push(format!("scale {}", printer.scale));
    parts.join("; ")
}

/// The same as it is set, to add to it.
fn in_flags(printer: &Calibration) -> String {
    let offsets = [("--offset", printer.offset), ("--landscape --offset", printer.landscape)];
    let offsets = offsets.iter().filter_map(|(flag, offset)| Some(format!("{flag} {} ", offset_text((*offset)?))));
    format!("{}--rotate {}deg --scale {}", offsets.collect::<String>(), printer.rotation, printer.scale)
}

/// `0.5 mm right, 0.25 mm up`.
fn moved(Point { x, y }: Point) -> String {
    let way = |length: Length, less, more| {
        (length != Length::ZERO)
            .then(|| format!("{} {}", length.abs(), if length < Length::ZERO { less } else { more }))
    };
    let parts: Vec<String> = [way(x, "left", "right"), way(y, "up", "down")].into_iter().flatten().collect();
    if parts.is_empty() { "not moved".to_owned() } else { parts.join(", ") }
}

fn in_json(printer: &Calibration) -> Value {
    let offset = |offset: Option<Point>| offset.map(|offset| [offset.x.mm(), offset.y.mm()]);
    json!({
        "printer": printer.printer,
        "offset_mm": offset(printer.offset),
        "landscape_offset_mm": offset(printer.landscape),
        "rotate_degrees": printer.rotation,
        "scale": printer.scale,
    })
}
