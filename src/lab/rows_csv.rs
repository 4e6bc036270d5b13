//! Rows as CSV: written one after the other, and read again. `docs/playtest.md` says what each column is.

use std::io::Read;

use csv::{ReaderBuilder, Writer, WriterBuilder};
use serde_json::{Value, json};

use super::figures::{halves, parsed_halves};
use super::row::{Count, Row, Version};

/// The columns that every row has, in their order; behind them `points_1` .. for each seat, and `measures`.
pub const COLUMNS: [&str; 20] = [
    "game",
    "version",
    "options",
    "seats",
    "seed",
    "players",
    "stopped",
    "winners",
    "steps",
    "decisions",
    "throws",
    "turns",
    "rounds",
    "looks",
    "lead_changes",
    "decided",
    "behind",
    "choices",
    "cards",
    "unreached",
];
/// What the column of the points of a seat begins with.
pub const POINTS: &str = "points_";

/// Writes rows. What is measured is only known in the end, so it is in one column, `measures`, as JSON.
#[derive(Debug)]
pub struct CsvRows {
    seats: usize,
}

impl CsvRows {
    /// Rows of games with so many seats.
    #[must_use]
    pub const fn of(seats: usize) -> Self {
        Self { seats }
    }

    /// The line with the names of the columns.
    #[must_use]
    pub fn heading(&self) -> Vec<u8> {
        let points = (1..=self.seats).map(|seat| format!("{POINTS}{seat}"));
        let names = COLUMNS.into_iter().map(str::to_owned).chain(points).chain(["measures".to_owned()]);
        line(names)
    }

    /// A row as its line.
    #[must_use]
    pub fn line(&self, row: &Row) -> Vec<u8> {
        let points = (0..self.seats).map(|seat| row.points.as_ref().map_or_else(String::new, |all| halves(all[seat])));
        line(cells(row).into_iter().chain(points).chain([measures_json(row).to_string()]))
    }
}

fn line(cells: impl Iterator<Item = String>) -> Vec<u8> {
    let mut writer: Writer<Vec<u8>> = WriterBuilder::new().from_writer(Vec::new());
    // Writing to memory does not fail.
    let _ = writer.write_record(cells);
    writer.into_inner().unwrap_or_default()
}

/// The cells of the columns that every row has.
pub fn cells(row: &Row) -> Vec<String> {
    let winners = |seats: &Vec<usize>| {
        let seats: Vec<String> = seats.iter().map(usize::to_string).collect();
        if seats.is_empty() { "nobody".to_owned() } else { seats.join(" ") }
    };
    let numbers =
        [row.steps, row.decisions, row.throws, row.turns, row.rounds, row.looks, row.lead_changes, row.decided];
    let mut cells = vec![
        row.version.game.clone(),
        row.version.hash.clone(),
        row.version.options.clone(),
        row.version.seats.to_string(),
        row.seed.to_string(),
        row.players.join(" "),
        row.stopped.clone().unwrap_or_default(),
        row.winners.as_ref().map_or_else(String::new, winners),
    ];
    cells.extend(numbers.iter().map(u64::to_string));
    cells.push(halves(row.behind));
    cells.push(choices_json(row).to_string());
    cells.push(cards_json(row).to_string());
    cells.push(json!(row.unreached).to_string());
    cells
}

pub fn measures_json(row: &Row) -> Value {
    Value::Object(row.measures.iter().map(|(name, number)| (name.clone(), json!(number))).collect())
}

fn choices_json(row: &Row) -> Value {
    let mut headings = serde_json::Map::new();
    for Count { heading, name, counts } in &row.choices {
        let under = headings.entry(heading.clone()).or_insert_with(|| json!({}));
        under[name.as_str()] = json!(counts);
    }
    Value::Object(headings)
}

fn cards_json(row: &Row) -> Value {
    Value::Object(row.cards.iter().map(|count| (count.name.clone(), json!(count.counts))).collect())
}

/// Reads rows; each problem says its line.
///
/// # Errors
/// The first line that is no row, in words.
pub fn read_csv(file: impl Read, take: &mut dyn FnMut(Row) -> Result<(), String>) -> Result<(), String> {
    let mut reader = ReaderBuilder::new().from_reader(file);
    let names = reader.headers().map_err(|error| format!("line 1: {error}"))?.clone();
    let names: Vec<&str> = names.iter().collect();
    let wrong = |line: u64, why: &str| format!("line {line}: {why}");
    is_of_rows(&names).map_err(|why| wrong(1, &why))?;
    for record in reader.into_records() {
        let record = record.map_err(|error| error.to_string())?;
        let at = record.position().map_or(0, csv::Position::line);
        let cell = |name: &str| names.iter().position(|known| *known == name).and_then(|column| record.get(column));
        let measures = cell("measures").unwrap_or("{}").to_owned();
        let row = row_of(&cell).and_then(|row| with_measures(row, &measures)).map_err(|why| wrong(at, &why))?;
        take(row)?;
    }
    Ok(())
}

/// Whether these are the columns of rows.
pub fn is_of_rows(names: &[&str]) -> Result<(), String> {
    let missing: Vec<&str> = COLUMNS.into_iter().filter(|name| !names.contains(name)).collect();
    if missing.is_empty() {
        return Ok(());
    }
    Err(format!("these are no rows of a playtest: there is no column `{}`", missing.join("`, `")))
}

pub fn with_measures(row: Row, text: &str) -> Result<Row, String> {
    let measured: Value = serde_json::from_str(text).map_err(|_| "`measures` is no JSON".to_owned())?;
    let measures = measured.as_object().into_iter().flatten();
    let measures = measures.map(|(name, number)| number.as_i64().map(|number| (name.clone(), number)));
    let measures =
        measures.collect::<Option<_>>().ok_or_else(|| "`measures` has a value that is no number".to_owned())?;
    Ok(Row { measures, ..row })
}

/// A row of its cells, without what was measured.
pub fn row_of<'c>(cell: &dyn Fn(&str) -> Option<&'c str>) -> Result<Row, String> {
    let text = |name: &str| cell(name).ok_or_else(|| format!("`{name}` is missing"));
    let number = |name: &str| {
        let value = text(name)?;
        value.parse::<u64>().map_err(|_| format!("`{name}` is `{value}`, and that is no whole number"))
    };
    let version = Version {
        game: text("game")?.to_owned(),
        hash: text("version")?.to_owned(),
        options: text("options")?.to_owned(),
        seats: usize::try_from(number("seats")?).unwrap_or(0),
    };
    let winners = winners_of(text("winners")?, version.seats)?;
    let points: Option<Vec<i64>> = (1..=version.seats)
        .map(|seat| cell(&format!("{POINTS}{seat}")).and_then(parsed_halves))
        .collect::<Option<Vec<i64>>>()
        .filter(|points| !points.is_empty());
    let stopped = text("stopped")?;
    let players: Vec<String> = text("players")?.split(' ').map(str::to_owned).collect();
    if version.seats == 0 || players.len() != version.seats {
        return Err(format!("`players` names {}, and there are {} seats", players.len(), version.seats));
    }
    Ok(Row {
        seed: number("seed")?,
        players,
        stopped: (!stopped.is_empty()).then(|| stopped.to_owned()),
        winners,
        points,
        steps: number("steps")?,
        decisions: number("decisions")?,
        throws: number("throws")?,
        turns: number("turns")?,
        rounds: number("rounds")?,
        looks: number("looks")?,
        lead_changes: number("lead_changes")?,
        decided: number("decided")?,
        behind: parsed_halves(text("behind")?).ok_or_else(|| "`behind` is no number".to_owned())?,
        choices: counted(text("choices")?, "choices")?,
        cards: counted_cards(text("cards")?)?,
        unreached: serde_json::from_str(text("unreached")?).map_err(|_| "`unreached` is no list".to_owned())?,
        measures: Vec::new(),
        doubt: None,
        version,
    })
}

fn winners_of(text: &str, seats: usize) -> Result<Option<Vec<usize>>, String> {
    if text.is_empty() {
        return Ok(None);
    }
    if text == "nobody" {
        return Ok(Some(Vec::new()));
    }
    let seat = |word: &str| word.parse::<usize>().ok().filter(|seat| (1..=seats).contains(seat));
    let winners = text.split(' ').map(seat).collect::<Option<Vec<usize>>>();
    winners.map(Some).ok_or_else(|| format!("`winners` is `{text}`, and there are {seats} seats"))
}

type Counted<const N: usize> = std::collections::BTreeMap<String, [u64; N]>;

fn counted(text: &str, column: &str) -> Result<Vec<Count<6>>, String> {
    let headings: std::collections::BTreeMap<String, std::collections::BTreeMap<String, [u64; 6]>> =
        serde_json::from_str(text).map_err(|_| format!("`{column}` does not say six numbers for each answer"))?;
    let under = |(heading, answers): (String, Counted<6>)| {
        answers.into_iter().map(move |(name, counts)| Count { heading: heading.clone(), name, counts })
    };
    Ok(headings.into_iter().flat_map(under).collect())
}

fn counted_cards(text: &str) -> Result<Vec<Count<3>>, String> {
    let cards: Counted<3> =
        serde_json::from_str(text).map_err(|_| "`cards` does not say three numbers for each card".to_owned())?;
    Ok(cards.into_iter().map(|(name, counts)| Count { heading: String::new(), name, counts }).collect())
}
