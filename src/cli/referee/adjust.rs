//! `referee adjust`: the state set to what is on the table.

use std::collections::BTreeMap;

use clap::Args;
use serde_json::json;

use crate::app::table::read_wishes;
use crate::app::{Access, Session};
use crate::cli::report::{problems, say, say_json};
use crate::diag::{Diagnostic, Diagnostics};
use crate::referee::{Adjusted, Viewer};
use crate::ui::terminal::{Screen, settings_text};

use super::table_args::TableArgs;
use super::turn::after;

/// Arguments of `referee adjust`.
#[derive(Debug, Args)]
pub struct AdjustArgs {
    /// What it is and its value, such as `pen=29` or `"hand of Bob: 17"`; without any, all that can be set
    #[arg(value_name = "NAME=VALUE")]
    pub set: Vec<String>,
    /// Why
    #[arg(long, value_name = "TEXT")]
    pub reason: Option<String>,
    /// Let the rules react to it
    #[arg(long)]
    pub triggers: bool,
    /// Who says so
    #[arg(long, value_name = "NAME")]
    pub seat: Option<String>,
    /// List also the fields that the game has no words for
    #[arg(long)]
    pub all: bool,
    #[command(flatten)]
    pub table: TableArgs,
}

/// Sets fields to what is on the table.
pub fn adjust(arguments: &AdjustArgs) -> Result<(), Diagnostics> {
    let access = if arguments.set.is_empty() { Access::Look } else { Access::Write };
    let mut session = arguments.table.open(access)?;
    if arguments.set.is_empty() {
        return list_fields(&mut session, arguments);
    }
    let known = session.settings()?;
    let set = read_wishes(&session.table, &known, &arguments.set)?;
    let reason = arguments.reason.clone().filter(|reason| !reason.trim().is_empty()).ok_or_else(|| {
        Diagnostic::error("an adjustment needs a reason").hint("say why with `--reason \"one fell off the table\"`")
    })?;
    let wish = Adjusted { set, at_step: BTreeMap::new(), reason, triggers: arguments.triggers };
    let before = session.table.number();
    let adjusted = session.with(|table, at| table.adjust(&wish, arguments.seat.as_deref(), at))?;
    for warning in adjusted.warnings() {
        problems(&warning.into());
    }
    if let Some(fault) = adjusted.fault {
        return session.look(|_| Err(fault.into()));
    }
    let broken: Vec<String> = adjusted.laws().map(ToString::to_string).collect();
    after(&mut session, &arguments.table, before, json!({ "set": adjusted.fields, "broken_laws": broken }))
}

fn list_fields(session: &mut Session, arguments: &AdjustArgs) -> Result<(), Diagnostics> {
    if arguments.table.json {
        say_json(&session.look(|table| table.state(Viewer::Everybody))?);
        return Ok(());
    }
    let width = Screen::default().width;
    let told = settings_text(&session.settings()?, "tablewright referee adjust", width, arguments.all);
    say(told.trim_end());
    Ok(())
}
