//! The verbs that only look at a table: `show`, `log`, `score`, `list`.

use std::path::Path;

use serde_json::{Value, json};

use crate::cli::report::{say, say_json};
use crate::referee::{LogLine, Table};
use crate::store::{TableFolder, known_tables};
use crate::ui::terminal::{Screen, log_line, score_text};

use super::args::{ListArgs, LogArgs, LookArgs, TableArgs};
use super::play::stage;
use super::session::{Access, Failure, Session, TABLES};

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

/// Shows a table.
pub fn show(arguments: &LookArgs) -> Result<(), Failure> {
    let mut session = Session::open(arguments.table.table.as_deref(), Access::Look)?;
    tell(&mut session, arguments.seat.as_deref(), &arguments.table, arguments.plain, News::Recent)
}

/// Shows a table that is open.
pub fn tell(
    session: &mut Session,
    seat: Option<&str>,
    table: &TableArgs,
    plain: bool,
    news: News,
) -> Result<(), Failure> {
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
    say(stage(session, plain).whole(&view, since, most).trim_end());
    Ok(())
}

/// Tells what happened.
pub fn log(arguments: &LogArgs) -> Result<(), Failure> {
    let session = Session::open(arguments.table.table.as_deref(), Access::Look)?;
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

fn line_json(line: &LogLine) -> Value {
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
pub fn score(arguments: &LookArgs) -> Result<(), Failure> {
    let mut session = Session::open(arguments.table.table.as_deref(), Access::Look)?;
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

/// A table in the list, or why it cannot be told.
type Listed = (String, Result<Row, String>);

/// What is told of a table in the list.
struct Row {
    game: String,
    players: Vec<String>,
    entries: usize,
    last: String,
}

/// Lists the tables.
pub fn list(arguments: &ListArgs) {
    let tables: Vec<Listed> = known_tables(Path::new(TABLES)).iter().map(|root| listed(root)).collect();
    if arguments.json {
        say_json(&tables.iter().map(listed_json).collect());
    } else if tables.is_empty() {
        say(&format!(
            "there is no table in `{TABLES}`; `tablewright referee new <GAME> --players Ann,Bob` sets one up"
        ));
    } else {
        let cells: Vec<[String; 5]> =
            std::iter::once(HEAD.map(str::to_owned)).chain(tables.iter().filter_map(cells)).collect();
        for line in in_table(&cells) {
            say(&line);
        }
        let broken = tables.iter().filter_map(|(name, row)| Some((name, row.as_ref().err()?)));
        for (name, problem) in broken {
            say(&format!("{name} cannot be played: {problem}"));
        }
    }
}

const HEAD: [&str; 5] = ["table", "game", "players", "entries", "played last, in UTC"];

fn listed(root: &Path) -> Listed {
    let name = root.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let row = TableFolder::look(root).map_err(|error| error.to_string()).map(|(_, kept)| {
        let last = kept.journal.entries.last().map_or_else(|| kept.journal.start.at.clone(), |entry| entry.at.clone());
        let entries = kept.journal.entries.len();
        Row { game: kept.journal.start.game, players: kept.journal.start.players, entries, last }
    });
    (name, row)
}

fn listed_json((name, row): &Listed) -> Value {
    match row {
        Ok(Row { game, players, entries, last }) => {
            json!({ "table": name, "game": game, "players": players, "entries": entries, "last": last })
        }
        Err(problem) => json!({ "table": name, "problem": problem }),
    }
}

fn cells((name, row): &Listed) -> Option<[String; 5]> {
    let row = row.as_ref().ok()?;
    let last = row.last.replace('T', " ").trim_end_matches('Z').to_owned();
    Some([name.clone(), row.game.clone(), row.players.join(", "), row.entries.to_string(), last])
}

/// Cells in columns.
fn in_table(rows: &[[String; 5]]) -> Vec<String> {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..5).map(width).collect();
    let cell = |(text, width): (&String, &usize)| format!("{text:<width$}");
    let line = |row: &[String; 5]| row.iter().zip(&widths).map(cell).collect::<Vec<_>>().join("  ");
    rows.iter().map(|row| line(row).trim_end().to_owned()).collect()
}
