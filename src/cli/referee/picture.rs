//! `referee picture`: the printed board with the pieces on it, as it is now.

use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::json;

use crate::app::Access;
use crate::cli::report::{problems, say, say_json};
use crate::diag::Diagnostics;
use crate::disk::Disk;
use crate::reach::Reach;

use super::table_args::TableArgs;

/// Where pictures go that nobody named.
pub const OUTPUT: &str = "output";

/// Arguments of `referee picture`.
#[derive(Debug, Args)]
pub struct PictureArgs {
    /// The file: `.svg` or `.png`; usually `output/<table>-board.png`
    #[arg(value_name = "FILE")]
    pub file: Option<PathBuf>,
    /// As this seat sees it; usually what everybody may know
    #[arg(long, value_name = "NAME")]
    pub seat: Option<String>,
    #[command(flatten)]
    pub table: TableArgs,
}

impl PictureArgs {
    /// What the verb may reach.
    pub fn reach(&self) -> Reach {
        let folder = self.file.as_deref().map_or(Path::new(OUTPUT), |file| file.parent().unwrap_or(Path::new("")));
        self.table.reach().writing(folder, Disk::default())
    }
}

/// Writes a picture.
pub fn picture(arguments: &PictureArgs) -> Result<(), Diagnostics> {
    let mut session = arguments.table.open(Access::Look)?;
    let viewer = session.viewer(arguments.seat.as_deref())?;
    let file = arguments.file.clone().unwrap_or_else(|| session.picture_file(Path::new(OUTPUT), "png"));
    problems(&session.write_pictures(viewer, std::slice::from_ref(&file))?);
    if arguments.table.json {
        say_json(&json!({ "table": session.name(), "files": [file.display().to_string()] }));
    } else {
        say(&format!("the board is in {}", file.display()));
    }
    Ok(())
}
