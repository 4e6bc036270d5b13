//! The verbs that only look at a table: `show`, `log`, `score`, `list`.

use std::fmt::Write as _;
use std::path::Path;

use serde_json::{Value, json};

use crate::cli::report::{say, say_json};
use crate::referee::{Kind, LogLine, Request, Score, Table, View};
use crate::store::{TableFolder, known_tables};

use super::args::{ListArgs, LogArgs, LookArgs, TableArgs};
use super::session::{Access, Failure, Session, TABLES};

/// How many lines of the log are shown with a table.
const RECENT: usize = 6;

/// Shows a table.
pub fn show(arguments: &LookArgs) -> Result<(), Failure> {
    let mut session = Session::open(arguments.table.table.as_deref(), Access::Look)?;
    tell(&mut session, arguments.seat.as_deref(), &arguments.table, arguments.plain)
}

/// Shows a table that is open.
pub fn tell(session: &mut Session, seat: Option<&str>, table: &TableArgs, _plain: bool) -> Result<(), Failure> {
    let viewer = session.viewer(seat)?;
    let view = session.look(|table| table.view(viewer))?;
    if table.json {
        let mut told = view.json();
        told["table"] = json!(session.name());
        told["game"] = json!(session.game.id);
        say_json(&told);
    } else {
        say(screen(session, &view).trim_end());
    }
    Ok(())
}

/// A table as text.
fn screen(session: &Session, view: &View) -> String {
    let mut text = format!("{} · table {} · {}\n", session.game.title, session.name(), view.number);
    let _ = writeln!(text, "{}", view.status);
    for seat in &view.seats {
        let _ = writeln!(text, "  {}: {}", seat.name, seat.text);
    }
    let recent = view.log.len().saturating_sub(RECENT);
    for line in &view.log[recent..] {
        let _ = writeln!(text, "{}", log_line(line));
    }
    match &view.request {
        Some(request) => text.push_str(&question(view, request)),
        None if view.over => text.push_str("The game is over.\n"),
        None => {
            let who = view.asked.map_or("the table", |seat| view.name(seat));
            let _ = writeln!(text, "{who} is asked in secret.");
        }
    }
    text
}

/// A question with what can be answered.
fn question(view: &View, request: &Request) -> String {
    let who = request.seat.map_or("Everybody", |seat| view.name(seat));
    let mut text = format!("{who}: {}\n", request.prompt);
    match &request.kind {
        Kind::Choose { options, .. }
        | Kind::ChooseMany { options, .. }
        | Kind::Order { options }
        | Kind::Draw { options, .. } => {
            for choice in options {
                let label = if choice.label == choice.id { String::new() } else { format!("  {}", choice.label) };
                let _ = writeln!(text, "  {}{label}", choice.id);
            }
        }
        _ => {
            let _ = writeln!(text, "  {}", request.legal());
        }
    }
    text
}

/// A line of the log as text.
pub fn log_line(line: &LogLine) -> String {
    if !line.is_entry {
        return format!("       {}", line.text);
    }
    match line.taken_back_by {
        Some(by) => format!("{:>5}x {} (taken back by {by})", line.seq, line.text),
        None => format!("{:>5}  {}", line.seq, line.text),
    }
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
            say(&log_line(line));
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
        Some(score) => say(score_text(&view, &score).trim_end()),
        None if arguments.table.json => say_json(&Value::Null),
        None => say("this game is not scored"),
    }
    Ok(())
}

/// A score as text.
pub fn score_text(view: &View, score: &Score) -> String {
    let mut text = String::new();
    if !view.over {
        text.push_str("If the game ended now:\n\n");
    }
    for standing in score.standings() {
        let _ = writeln!(text, "{}. {}: {}", standing.place, view.name(standing.seat), standing.total);
        for line in score.lines.iter().filter(|line| line.seat == standing.seat) {
            let rule = line.rule.as_ref().map(|rule| format!("  ({rule})")).unwrap_or_default();
            let _ = writeln!(text, "   {:>8}  {}{rule}{}", line.points.to_string(), line.what, entries_of(view, line));
        }
    }
    for rung in score.rungs_used() {
        let values: Vec<String> =
            rung.values.iter().zip(&view.seats).map(|(value, seat)| format!("{} {value}", seat.name)).collect();
        let _ = writeln!(text, "The tie is looked at again: {}: {}", rung.what, values.join(", "));
    }
    let winners: Vec<&str> = score.winners().iter().map(|seat| view.name(*seat)).collect();
    if !winners.is_empty() {
        let verb = match (view.over, winners.len()) {
            (true, 1) => "wins",
            (true, _) => "share the victory",
            (false, _) => "would win",
        };
        let because = score.because.as_ref().map(|because| format!(": {because}")).unwrap_or_default();
        let _ = writeln!(text, "\n{} {verb}{because}", winners.join(" and "));
    }
    text
}

/// Which entries of the log led to a line.
fn entries_of(view: &View, line: &crate::referee::ScoreLine) -> String {
    let about = line.about.as_deref();
    let lines = view.log.iter().filter(|entry| about.is_some() && entry.about.as_deref() == about);
    let entries: Vec<String> = lines.map(|entry| entry.seq.to_string()).collect();
    if entries.is_empty() { String::new() } else { format!("  log {}", entries.join(", ")) }
}

/// Lists the tables.
pub fn list(arguments: &ListArgs) {
    let tables = known_tables(Path::new(TABLES));
    let mut told = Vec::new();
    for root in &tables {
        let name = root.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        match TableFolder::look(root) {
            Ok((_, kept)) => {
                let start = kept.journal.start;
                let entries = kept.journal.entries.len();
                let last = kept.journal.entries.last().map_or(start.at.clone(), |entry| entry.at.clone());
                told.push(json!({ "table": name, "game": start.game, "players": start.players, "entries": entries, "last": last }));
                if !arguments.json {
                    say(&format!(
                        "{name}: {}, {}, {entries} entries, last {last}",
                        start.game,
                        start.players.join(", ")
                    ));
                }
            }
            Err(error) if arguments.json => told.push(json!({ "table": name, "problem": error.to_string() })),
            Err(error) => say(&format!("{name}: {error}")),
        }
    }
    if arguments.json {
        say_json(&Value::Array(told));
    } else if tables.is_empty() {
        say(&format!(
            "there is no table in `{TABLES}`; `tablewright referee new <game> --players Ann,Bob` sets one up"
        ));
    }
}
