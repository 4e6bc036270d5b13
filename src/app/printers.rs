//! The printers a person has calibrated: kept in the settings of who prints, and the sheet that shows what to measure.

use std::path::{Path, PathBuf};

use etcetera::{BaseStrategy as _, choose_base_strategy};

use crate::diag::{Diagnostic, Diagnostics, meant_or_known};
use crate::disk::Disk;
use crate::impose::{Kit, calibration_kit};
use crate::layout::Fonts;
use crate::load::{PRINTERS_FILE, WithTemplates, load_printers, printers_text};
use crate::model::{
    Calibration, MemoryAssets, Paper, printer_name, printer_offset, printer_rotation, printer_scale, slug,
};
use crate::render::pdf::{DocumentInfo, draw_pdf};

use super::kit::{save, unwritten};

/// Names another folder for the settings.
const CONFIG: &str = "TABLEWRIGHT_CONFIG";
/// The folder of ours among the settings of all programs.
const OURS: &str = "tablewright";
/// What to do when nothing is saved.
const START: &str = "measure it first: `tablewright calibrate print`";

/// The printers in a person's settings.
///
/// ```no_run
/// use tablewright::app::SavedPrinters;
///
/// for printer in SavedPrinters::open()?.printers {
///     println!("{}", printer.printer);
/// }
/// # Ok::<(), tablewright::app::Diagnostics>(())
/// ```
#[derive(Debug)]
pub struct SavedPrinters {
    /// The file they are in.
    pub path: PathBuf,
    /// All of them, by name.
    pub printers: Vec<Calibration>,
}

/// What was measured of a printer, as it was typed; what is not given stays as it was.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Measured {
    /// How far backs are moved to the right and down, as in `0.5mm,-0.25mm`.
    pub offset: Option<String>,
    /// Whether the offset is for sheets that lie on their side.
    pub landscape: bool,
    /// How far backs are turned clockwise, as in `0.1deg`.
    pub rotation: Option<String>,
    /// How much larger everything is printed, as in `1.002`.
    pub scale: Option<String>,
}

impl SavedPrinters {
    /// Reads them.
    ///
    /// # Errors
    /// Every mistake in the file, or why it cannot be read.
    pub fn open() -> Result<Self, Diagnostics> {
        let path = Self::file()?;
        let printers = load_printers(&path)?;
        Ok(Self { path, printers })
    }

    /// The file they are in, if there are any.
    ///
    /// # Errors
    /// When there is no folder for settings.
    pub fn file() -> Result<PathBuf, Diagnostic> {
        Ok(settings()?.join(PRINTERS_FILE))
    }

    /// One of them.
    ///
    /// # Errors
    /// When no printer is called so.
    pub fn printer(&self, name: &str) -> Result<&Calibration, Diagnostics> {
        let found = self.printers.iter().find(|known| known.printer == name.trim());
        found.ok_or_else(|| {
            let known = self.printers.iter().map(|known| known.printer.as_str());
            let hint = meant_or_known(name, known).unwrap_or_else(|| START.to_owned());
            Diagnostic::error(format!("no printer `{name}` is calibrated")).hint(hint).into()
        })
    }

    /// Saves what was measured of a printer.
    ///
    /// # Errors
    /// Everything that cannot be understood, or what the disk said.
    pub fn set(name: &str, measured: &Measured) -> Result<(Self, Calibration), Diagnostics> {
        let mut found = Diagnostics::new();
        let name = found.accept(printer_name(name)).unwrap_or_default();
        let offset = measured.offset.as_deref().and_then(|text| found.accept(printer_offset(text)));
        let rotation = measured.rotation.as_deref().and_then(|text| found.accept(printer_rotation(text)));
        let scale = measured.scale.as_deref().and_then(|text| found.accept(printer_scale(text)));
        let mut saved = Self::open().unwrap_or_else(|problems| {
            found.extend(problems);
            Self { path: PathBuf::new(), printers: Vec::new() }
        });
        if found.has_errors() {
            return Err(found);
        }
        let known = saved.printers.iter().find(|known| known.printer == name).cloned();
        let mut printer = known.unwrap_or_else(|| Calibration::new(&name));
        let slot = if measured.landscape { &mut printer.landscape } else { &mut printer.offset };
        *slot = offset.or(*slot);
        printer.rotation = rotation.unwrap_or(printer.rotation);
        printer.scale = scale.unwrap_or(printer.scale);
        saved.printers.retain(|known| known.printer != name);
        saved.printers.push(printer.clone());
        saved.printers.sort_by(|a, b| a.printer.cmp(&b.printer));
        saved.write()?;
        Ok((saved, printer))
    }

    /// Forgets one, and tells its name.
    ///
    /// # Errors
    /// When no printer is called so, or what the disk said.
    pub fn forget(name: &str) -> Result<String, Diagnostics> {
        let mut saved = Self::open()?;
        let name = saved.printer(name)?.printer.clone();
        saved.printers.retain(|known| known.printer != name);
        saved.write()?;
        Ok(name)
    }

    fn write(&self) -> Result<(), Diagnostics> {
        Ok(save(&Disk::default(), &self.path, printers_text(&self.printers).as_bytes())?)
    }
}

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

/// Makes a kit for a printer that was calibrated, or says why not.
pub fn calibrate_for(kit: &mut Kit, printer: &str, found: &mut Diagnostics) {
    match SavedPrinters::open().and_then(|saved| saved.printer(printer).cloned()) {
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

/// A wish for the sheet that shows what a printer does wrong.
#[derive(Debug, Clone, PartialEq)]
pub struct CalibrationSheet {
    /// The paper to print on.
    pub paper: Paper,
    /// Whether sheets lie on their side.
    pub landscape: bool,
    /// With what is saved for this printer, to see whether it is right.
    pub printer: Option<String>,
}

impl CalibrationSheet {
    /// Writes it into a folder, and tells where it is.
    ///
    /// # Errors
    /// When the paper is too small, nothing is saved for the printer, or what the disk said.
    pub fn write(&self, output: &Path) -> Result<PathBuf, Diagnostics> {
        let printer = match &self.printer {
            Some(name) => Some(SavedPrinters::open()?.printer(name)?.clone()),
            None => None,
        };
        let kit = calibration_kit(self.paper, self.landscape, printer.as_ref()).ok_or_else(|| {
            let message = format!("{} is too small for the scales", self.paper.title());
            Diagnostic::error(message).hint("use `--paper a4`")
        })?;
        let mut found = Diagnostics::new();
        let fonts = Fonts::load(&WithTemplates(MemoryAssets::new()), &mut found);
        let title = format!("Calibrating a printer ({})", self.paper.title());
        let info = DocumentInfo { title, ..DocumentInfo::default() };
        let drawn = draw_pdf(&kit, &fonts, &info).map_err(unwritten)?;
        if let Some(fault) = drawn.faults.first() {
            let hint = "give the printer a name in other letters";
            return Err(Diagnostic::error(fault.to_string()).hint(hint).into());
        }
        let path = output.join(self.file_name());
        save(&Disk::default(), &path, &drawn.into_bytes().map_err(unwritten)?)?;
        Ok(path)
    }

    fn file_name(&self) -> String {
        let printer = self.printer.as_deref().map(slug).unwrap_or_default();
        let side = if self.landscape { "landscape" } else { "" };
        let name = self.paper.name();
        let parts = ["calibration", printer.as_str(), name.as_str(), side];
        format!("{}.pdf", parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-"))
    }
}
