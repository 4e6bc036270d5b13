//! `referee list`: the tables there are, and how each of them stands.

use std::time::{Duration, Instant};

use clap::Args;
use serde_json::{Value, json};

use crate::app::{ListedTable, Stands, TableRow};
use crate::cli::clock::{ago, now};
use crate::cli::report::{say, say_json};
use crate::diag::Diagnostics;
use crate::ui::terminal::{self, Screen, in_table, width_of};

use super::table_args::tables;

/// So many tables are always played through, to say how they stand.
const AT_LEAST: usize = 5;
/// Others as long as nobody has to wait for it.
const PATIENCE: Duration = Duration::from_secs(2);

/// Arguments of `referee list`.
#[derive(Debug, Args)]
pub struct ListArgs {
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Lists the tables.
pub fn list(arguments: &ListArgs) -> Result<(), Diagnostics> {
    let begun = Instant::now();
    let listed = tables().list(|before| before < AT_LEAST || begun.elapsed() < PATIENCE)?;
    if arguments.json {
        say_json(&listed.iter().map(listed_json).collect());
    } else if listed.is_empty() {
        let folder = tables().folder;
        say(&format!("there is no table in `{}`; `tablewright referee new <GAME>` sets one up", folder.display()));
    } else {
        tell(&listed);
    }
    Ok(())
}

fn tell(listed: &[ListedTable]) {
    let now = now();
    let rows: Vec<[String; 5]> = listed.iter().filter_map(|table| cells(table, &now)).collect();
    if !rows.is_empty() {
        for line in told(&rows, Screen::default().width) {
            say(&line);
        }
    }
    for (name, problem) in listed.iter().filter_map(|table| Some((&table.name, table.row.as_ref().err()?))) {
        say(&format!("{name} cannot be played: {problem}"));
    }
    let is_played = |table: &&ListedTable| !matches!(&table.row, Ok(TableRow { stands: Stands::Unplayed { .. }, .. }));
    let played = listed.iter().filter(is_played).count();
    if played < listed.len() {
        say(&format!(
            "of all but the {played} that were played last only the last answer is told; `referee recap --table NAME` says more"
        ));
    }
}

/// A line for each table, or two where one has no room for how it stands.
fn told(rows: &[[String; 5]], width: usize) -> Vec<String> {
    let lines = in_table(HEAD, rows, usize::MAX);
    if lines.iter().all(|line| width_of(line) <= width) {
        return lines;
    }
    let two = |[table, game, players, played, stands]: &[String; 5]| {
        [format!("{table}  {game}: {players}, {played}"), format!("  {stands}")]
    };
    rows.iter().flat_map(two).flat_map(|line| in_lines(&line, width)).collect()
}

/// A line broken between words, later ones below its first word.
fn in_lines(line: &str, width: usize) -> Vec<String> {
    let text = line.trim_start();
    let indent = &line[..line.len() - text.len()];
    let told = terminal::in_lines(indent, text, width);
    told.lines().map(str::to_owned).collect()
}

const HEAD: [&str; 5] = ["table", "game", "players", "played", "how it stands"];

fn listed_json(ListedTable { name, row }: &ListedTable) -> Value {
    let TableRow { game, title, players, entries, last, stands } = match row {
        Ok(row) => row,
        Err(problem) => return json!({ "table": name, "problem": problem }),
    };
    let mut told = json!({
        "table": name, "game": game, "title": title, "players": players, "entries": entries, "last": last,
        "asked": null, "prompt": null, "over": null, "winners": null,
    });
    match stands {
        Stands::Asked { seat, prompt } => {
            (told["asked"], told["prompt"], told["over"]) = (json!(seat), json!(prompt), json!(false));
        }
        Stands::Over { winners } => (told["over"], told["winners"]) = (json!(true), json!(winners)),
        Stands::Unplayed { last } => told["last_answer"] = json!(last),
    }
    told
}

fn cells(ListedTable { name, row }: &ListedTable, now: &str) -> Option<[String; 5]> {
    let row = row.as_ref().ok()?;
    let game = row.title.as_ref().unwrap_or(&row.game).clone();
    Some([name.clone(), game, row.players.join(", "), ago(&row.last, now), stands_told(&row.stands)])
}

fn stands_told(stands: &Stands) -> String {
    match stands {
        Stands::Asked { seat: Some(seat), prompt: Some(prompt) } => format!("{seat}'s turn: {prompt}"),
        Stands::Asked { seat: Some(seat), prompt: None } => format!("{seat}'s turn, in secret"),
        Stands::Asked { seat: None, prompt } => prompt.clone().unwrap_or_else(|| "a question in secret".to_owned()),
        Stands::Over { winners } if winners.is_empty() => "over, and nobody won".to_owned(),
        Stands::Over { winners } => format!("{} won", winners.join(" and ")),
        Stands::Unplayed { last: Some(last) } => format!("last: {last}"),
        Stands::Unplayed { last: None } => "nothing was answered yet".to_owned(),
    }
}
