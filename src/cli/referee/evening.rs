//! The verbs about who sits at a table and how the evening goes: `recap`, `statistics`, `rename`, `join`, `leave`.

use clap::Args;
use serde_json::{Value, json};

use crate::app::{Access, DiceShown, FaceShown, Statistics, TurnTimes};
use crate::cli::report::{say, say_json};
use crate::diag::Diagnostics;
use crate::referee::Recap;
use crate::ui::terminal::{Screen, recap_text, since_told, statistics_text};

use super::look::{News, line_json, tell};
use super::table_args::TableArgs;

/// Arguments of `referee recap`.
#[derive(Debug, Args)]
pub struct RecapArgs {
    /// For this seat, since its last turn; usually for everybody, since the round began
    #[arg(long, value_name = "NAME")]
    pub seat: Option<String>,
    #[command(flatten)]
    pub table: TableArgs,
}

/// Arguments of `referee statistics`.
#[derive(Debug, Args)]
pub struct StatisticsArgs {
    #[command(flatten)]
    pub table: TableArgs,
}

/// Arguments of `referee rename`.
#[derive(Debug, Args)]
pub struct RenameArgs {
    /// The name the seat has
    #[arg(value_name = "OLD")]
    pub from: String,
    /// The name it gets
    #[arg(value_name = "NEW")]
    pub to: String,
    #[command(flatten)]
    pub table: TableArgs,
}

/// Arguments of `referee join`.
#[derive(Debug, Args)]
pub struct JoinArgs {
    /// Who comes
    pub name: String,
    #[command(flatten)]
    pub table: TableArgs,
}

/// Arguments of `referee leave`.
#[derive(Debug, Args)]
pub struct LeaveArgs {
    /// Who goes
    pub name: String,
    #[command(flatten)]
    pub table: TableArgs,
}

/// Tells how a table stands, and what happened lately.
pub fn recap(arguments: &RecapArgs) -> Result<(), Diagnostics> {
    let mut session = arguments.table.open(Access::Look)?;
    let viewer = session.viewer(arguments.seat.as_deref())?;
    let view = session.look(|table| table.view(viewer))?;
    let recap = Recap::of(&view, viewer);
    if arguments.table.json {
        say_json(&json!({
            "table": session.name(),
            "status": view.status,
            "over": view.over,
            "asked": view.asked.map(|seat| view.name(seat)),
            "prompt": view.request.as_ref().map(|request| &request.prompt),
            "since": since_told(&view, recap.since),
            "lines": recap.lines.iter().map(line_json).collect::<Vec<_>>(),
        }));
    } else {
        say(recap_text(&view, &recap, Screen::default().width).trim_end());
    }
    Ok(())
}

/// Tells turn times and dice.
pub fn statistics(arguments: &StatisticsArgs) -> Result<(), Diagnostics> {
    let told = arguments.table.open(Access::Look)?.statistics()?;
    if arguments.table.json {
        say_json(&statistics_json(&told));
    } else {
        say(statistics_text(&told, Screen::default().width).trim_end());
    }
    Ok(())
}

fn statistics_json(told: &Statistics) -> Value {
    let turns = |of: &TurnTimes| json!({ "player": of.player, "turns": of.turns, "median_seconds": of.median, "longest_seconds": of.longest });
    let face = |face: &FaceShown| json!({ "face": face.face, "shown": face.shown, "expected": face.expected });
    let dice = |of: &DiceShown| {
        json!({
            "player": of.player,
            "die": of.die,
            "typed": of.typed,
            "rolled": of.rolled,
            "average": of.average.map(|(average, _)| average),
            "expected": of.average.map(|(_, expected)| expected),
            "faces": of.faces.iter().map(face).collect::<Vec<_>>(),
        })
    };
    json!({
        "turns": told.turns.iter().map(turns).collect::<Vec<_>>(),
        "breaks": told.breaks,
        "dice": told.dice.iter().map(dice).collect::<Vec<_>>(),
    })
}

/// Gives a seat another name.
pub fn rename(arguments: &RenameArgs) -> Result<(), Diagnostics> {
    let mut session = arguments.table.open(Access::Write)?;
    let before = session.table.number();
    session.rename(&arguments.from, &arguments.to)?;
    tell(&mut session, None, &arguments.table, false, News::Since(before))
}

/// Says why somebody cannot sit down.
pub fn join(arguments: &JoinArgs) -> Result<(), Diagnostics> {
    Err(arguments.table.open(Access::Look)?.why_not_join(&arguments.name).into())
}

/// Says why somebody cannot leave.
pub fn leave(arguments: &LeaveArgs) -> Result<(), Diagnostics> {
    Err(arguments.table.open(Access::Look)?.why_not_leave(&arguments.name).into())
}
