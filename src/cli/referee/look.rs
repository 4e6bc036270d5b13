//! The verbs that only look at a table: `show`, `log`, `score`.

use clap::Args;
use serde_json::{Value, json};

use crate::app::{Access, Session};
use crate::cli::report::{say, say_json};
use crate::diag::Diagnostics;
use crate::referee::{LogLine, Table};
use crate::ui::terminal::{Screen, log_line, score_text};

use super::play::{screen, stage};
use super::table_args::TableArgs;

/// How many lines of the log are shown with a table.
const RECENT: usize = 6;
/// How many when they are what came of a command.
const NEW: usize = 30;

/// How much of the log is shown with a table.
#[derive(Debug, Clone, Copy)]
pub enum News {
    /// The last lines.
    Recent,
    /// What came after an entry.
    Since(u64),
}

/// Arguments of `referee show` and `referee score`.
#[derive(Debug, Args)]
pub struct LookArgs {
    #[command(flatten)]
    pub table: TableArgs,
    /// As this seat sees it; usually what everybody may know
    #[arg(long, value_name = "NAME")]
    pub seat: Option<String>,
    /// Only letters, figures and signs that every terminal has
    #[arg(long)]
    pub plain: bool,
}

/// Arguments of `referee log`.
#[derive(Debug, Args)]
pub struct LogArgs {
    /// Only what came after this entry
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    pub since: u64,
    /// As this seat may read it; usually what everybody may know
    #[arg(long, value_name = "NAME")]
    pub seat: Option<String>,
    #[command(flatten)]
    pub table: TableArgs,
}

/// Shows a table.
pub fn show(arguments: &LookArgs) -> Result<(), Diagnostics> {
    let mut session = arguments.table.open(Access::Look)?;
    tell(&mut session, arguments.seat.as_deref(), &arguments.table, arguments.plain, News::Recent)
}

/// Shows a table that is open.
pub fn tell(
    session: &mut Session,
    seat: Option<&str>,
    table: &TableArgs,
    plain: bool,
    news: News,
) -> Result<(), Diagnostics> {
    let viewer = session.viewer(seat)?;
    let view = session.look(|table| table.view(viewer))?;
    if table.json {
        let mut told = view.json();
        told["table"] = json!(session.name());
        told["game"] = json!(session.game.id);
        say_json(&told);
        return Ok(());
    }
    let (since, most) = match news {
        News::Recent => (0, RECENT),
        News::Since(entry) => (entry, NEW),
    };
    say(stage(session).whole(&view, since, most, screen(plain)).trim_end());
    Ok(())
}

/// Tells what happened.
pub fn log(arguments: &LogArgs) -> Result<(), Diagnostics> {
    let session = arguments.table.open(Access::Look)?;
    let viewer = session.viewer(arguments.seat.as_deref())?;
    let log = session.table.log(viewer);
    let lines: Vec<&LogLine> = log.iter().filter(|line| line.seq > arguments.since || arguments.since == 0).collect();
    if arguments.table.json {
        say_json(&Value::Array(lines.iter().map(|line| line_json(line)).collect()));
    } else {
        for line in lines {
            // A terminal wraps what is too long, and a program wants one line for each.
            say(log_line(line, usize::MAX).trim_end());
        }
    }
    Ok(())
}

pub fn line_json(line: &LogLine) -> Value {
    json!({
        "seq": line.seq,
        "at": line.at,
        "text": line.text,
        "entry": line.is_entry,
        "taken_back_by": line.taken_back_by,
        "about": line.about,
    })
}

/// Shows the score.
pub fn score(arguments: &LookArgs) -> Result<(), Diagnostics> {
    let mut session = arguments.table.open(Access::Look)?;
    let viewer = session.viewer(arguments.seat.as_deref())?;
    let view = session.look(|table| table.view(viewer))?;
    let score = session.look(Table::score)?;
    match score {
        Some(score) if arguments.table.json => say_json(&view.score_json(&score)),
        Some(score) => say(score_text(&view, &score, Screen::default().width).trim_end()),
        None if arguments.table.json => say_json(&Value::Null),
        None => say("there is nothing to score"),
    }
    Ok(())
}
