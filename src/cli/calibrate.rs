//! `tablewright calibrate`: the sheet that shows what a printer does wrong, and what is saved about it in the settings
//! of the person who prints.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use serde_json::{Value, json};

use crate::app::{CalibrationSheet, Measured, SavedPrinters};
use crate::diag::Diagnostics;
use crate::geom::Point;
use crate::model::{Calibration, Paper, degrees_of, offset_text};
use crate::units::Length;

use super::outcome::Outcome;
use super::report::{say, say_json, tell};
use super::sheet_args::paper;

/// Arguments of `calibrate`.
#[derive(Debug, Args)]
pub struct CalibrateArgs {
    /// Which step.
    #[command(subcommand)]
    pub step: CalibrateStep,
}

/// The steps of calibrating a printer.
#[derive(Debug, Subcommand)]
pub enum CalibrateStep {
    /// Make the sheet to print and measure
    Print(CalibratePrintArgs),
    /// Save what was measured; what is not given stays as it was
    Set(CalibrateSetArgs),
    /// List the printers that are saved
    List(CalibrateListArgs),
    /// Forget a printer
    Forget(CalibrateForgetArgs),
}

/// Arguments of `calibrate print`.
#[derive(Debug, Args)]
pub struct CalibratePrintArgs {
    /// The paper to print on
    #[arg(long, default_value = "a4", value_parser = paper)]
    pub paper: Paper,
    /// For sheets that lie on their side
    #[arg(long)]
    pub landscape: bool,
    /// With what is saved for this printer, to see whether it is right
    #[arg(long, value_name = "NAME")]
    pub printer: Option<String>,
    /// The folder to write to
    #[arg(long, value_name = "FOLDER", default_value = "output")]
    pub output: PathBuf,
}

/// Arguments of `calibrate set`.
#[derive(Debug, Args)]
pub struct CalibrateSetArgs {
    /// What you call the printer
    #[arg(long, value_name = "NAME")]
    pub printer: String,
    #[command(flatten)]
    pub measured: MeasuredArgs,
    /// The offset is for sheets that lie on their side
    #[arg(long, requires = "offset")]
    pub landscape: bool,
}

/// What can be measured of a printer, as it was typed.
#[derive(Debug, Args)]
#[group(required = true, multiple = true)]
pub struct MeasuredArgs {
    /// How far backs are moved to the right and down, as in `0.5mm,-0.25mm`
    #[arg(long, value_name = "ACROSS,DOWN", allow_hyphen_values = true)]
    pub offset: Option<String>,
    /// How far backs are turned clockwise, as in `0.1deg`
    #[arg(long, value_name = "DEGREES", allow_hyphen_values = true)]
    pub rotate: Option<String>,
    /// How much larger everything is printed, as in `1.002`
    #[arg(long, value_name = "FACTOR", allow_hyphen_values = true)]
    pub scale: Option<String>,
}

/// Arguments of `calibrate list`.
#[derive(Debug, Args)]
pub struct CalibrateListArgs {
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `calibrate forget`.
#[derive(Debug, Args)]
pub struct CalibrateForgetArgs {
    /// Its name
    #[arg(long, value_name = "NAME")]
    pub printer: String,
}

/// Runs the verb.
pub fn run(arguments: &CalibrateArgs) -> Outcome {
    let done = match &arguments.step {
        CalibrateStep::Print(arguments) => print(arguments),
        CalibrateStep::Set(arguments) => set(arguments),
        CalibrateStep::List(arguments) => list(arguments),
        CalibrateStep::Forget(arguments) => forget(arguments),
    };
    done.map_or_else(|found| tell(&found), |()| Outcome::Done)
}

fn print(arguments: &CalibratePrintArgs) -> Result<(), Diagnostics> {
    let CalibratePrintArgs { paper, landscape, printer, output } = arguments;
    let sheet = CalibrationSheet { paper: *paper, landscape: *landscape, printer: printer.clone() };
    let path = sheet.write(output)?;
    let edge = if *landscape { "short" } else { "long" };
    say(&format!("{} (2 pages); print both on one sheet, at 100 %, flip on the {edge} edge", path.display()));
    Ok(())
}

fn set(arguments: &CalibrateSetArgs) -> Result<(), Diagnostics> {
    let MeasuredArgs { offset, rotate, scale } = &arguments.measured;
    let measured = Measured {
        offset: offset.clone(),
        landscape: arguments.landscape,
        rotation: rotate.clone(),
        scale: scale.clone(),
    };
    let (saved, printer) = SavedPrinters::set(&arguments.printer, &measured)?;
    say(&format!("{}: {}", printer.printer, in_words(&printer)));
    say(&format!("saved in {}", saved.path.display()));
    Ok(())
}

fn list(arguments: &CalibrateListArgs) -> Result<(), Diagnostics> {
    let saved = SavedPrinters::open()?;
    if arguments.json {
        say_json(&json!({
            "file": saved.path.display().to_string(),
            "printers": saved.printers.iter().map(in_json).collect::<Vec<_>>(),
        }));
        return Ok(());
    }
    for printer in &saved.printers {
        say(&format!("{:<20} {}", printer.printer, in_flags(printer)));
    }
    if saved.printers.is_empty() {
        say("no printer is calibrated; start with `tablewright calibrate print`");
    }
    Ok(())
}

fn forget(arguments: &CalibrateForgetArgs) -> Result<(), Diagnostics> {
    let name = SavedPrinters::forget(&arguments.printer)?;
    say(&format!("{name} is forgotten"));
    Ok(())
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
