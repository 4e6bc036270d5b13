//! `referee list`: the tables there are.

use clap::Args;
use serde_json::{Value, json};

use crate::app::{ListedTable, TableRow};
use crate::cli::report::{say, say_json};
use crate::diag::Diagnostics;

use super::table_args::tables;

/// Arguments of `referee list`.
#[derive(Debug, Args)]
pub struct ListArgs {
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Lists the tables.
pub fn list(arguments: &ListArgs) -> Result<(), Diagnostics> {
    let listed = tables().list()?;
    if arguments.json {
        say_json(&listed.iter().map(listed_json).collect());
    } else if listed.is_empty() {
        let folder = tables().folder;
        say(&format!(
            "there is no table in `{}`; `tablewright referee new <GAME> --players Ann,Bob` sets one up",
            folder.display()
        ));
    } else {
        let cells: Vec<[String; 5]> =
            std::iter::once(HEAD.map(str::to_owned)).chain(listed.iter().filter_map(cells)).collect();
        for line in in_table(&cells) {
            say(&line);
        }
        let broken = listed.iter().filter_map(|table| Some((&table.name, table.row.as_ref().err()?)));
        for (name, problem) in broken {
            say(&format!("{name} cannot be played: {problem}"));
        }
    }
    Ok(())
}

const HEAD: [&str; 5] = ["table", "game", "players", "entries", "played last, in UTC"];

fn listed_json(ListedTable { name, row }: &ListedTable) -> Value {
    match row {
        Ok(TableRow { game, players, entries, last }) => {
            json!({ "table": name, "game": game, "players": players, "entries": entries, "last": last })
        }
        Err(problem) => json!({ "table": name, "problem": problem }),
    }
}

fn cells(ListedTable { name, row }: &ListedTable) -> Option<[String; 5]> {
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
