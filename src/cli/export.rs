//! `tablewright export`: every different face as a picture of its own.

use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use crate::app::{ExportRequest, Exported, ExportedFile, PictureFormat};
use crate::diag::count_of;
use crate::model::Ink;

use super::game_args::GameArgs;
use super::outcome::Outcome;
use super::report::{Bar, problems, say, say_json, tell};
use super::sheet_args::{image_dots, word};
use crate::disk::Disk;
use crate::reach::Reach;

/// Arguments of `export`.
#[derive(Debug, Args)]
pub struct ExportArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// The kind of file: svg (vectors, with text as outlines), png (pixels), or pdf (one for each component, with every
    /// side of every piece on a page of its own)
    #[arg(long, value_parser = word(&PictureFormat::WORDS))]
    pub to: PictureFormat,
    /// Dots per inch of PNG pictures
    #[arg(long, value_name = "DOTS", default_value_t = 300.0, value_parser = dots_per_inch)]
    pub dpi: f64,
    /// Give pictures in PDF files that are finer than this, such as 300 dots per inch, fewer pixels. Usually as the print
    /// job `default` says
    #[arg(long, value_name = "DOTS", value_parser = image_dots, allow_hyphen_values = true)]
    pub image_dpi: Option<u32>,
    /// How much ink it takes: full, low (outlines and patterns in place of floods) or mono (the same in black ink only)
    #[arg(long, value_name = "INK", default_value = "full", value_parser = word(&Ink::WORDS))]
    pub ink: Ink,
    /// Only these kinds or components, such as `cards` or `rules`
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub only: Vec<String>,
    /// The folder to write to
    #[arg(long, value_name = "FOLDER", default_value = "output")]
    pub output: PathBuf,
    /// Print JSON about what was made
    #[arg(long)]
    pub json: bool,
}

impl ExportArgs {
    /// What the verb may reach.
    pub fn reach(&self) -> Reach {
        self.game.reach().writing(&self.output, Disk::default())
    }
}

/// Runs the verb.
pub fn run(arguments: &ExportArgs) -> Outcome {
    let request = ExportRequest {
        game: arguments.game.which(),
        format: arguments.to,
        dpi: arguments.dpi,
        image_dots: arguments.image_dpi,
        ink: arguments.ink,
        only: arguments.only.clone(),
        output: arguments.output.clone(),
    };
    match request.run(&Bar::default()) {
        Ok(exported) => {
            problems(&exported.found);
            report(&exported, arguments.to, arguments.json);
            Outcome::Done
        }
        Err(found) => tell(&found),
    }
}

fn report(exported: &Exported, format: PictureFormat, as_json: bool) {
    if !as_json {
        let what = if format == PictureFormat::Pdf { "file" } else { "picture" };
        let pictures = count_of(exported.files.len(), what);
        return say(&format!("{pictures} in {}", exported.folder.display()));
    }
    let file = |ExportedFile { path, face }: &ExportedFile| {
        json!({
            "file": path.display().to_string(),
            "width_mm": face.size.width.mm(),
            "height_mm": face.size.height.mm(),
            "bleed_mm": face.bleed.mm(),
        })
    };
    say_json(&exported.files.iter().map(file).collect());
}

fn dots_per_inch(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(dots) if (10.0..=2400.0).contains(&dots) => Ok(dots),
        _ => Err("a number from 10 to 2400".to_owned()),
    }
}
