//! The power goes at every instant while a table is set up, played and upgraded, and what was not synced is lost or kept in
//! every combination: what was acknowledged is there afterwards, and a table that never was is in nobody's way.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use crate::support::Tool;
use crate::support::played::{YARD, open_table};
use crate::support::power::{Recorder, Tree, at_any_instant, write};
use tablewright::app::{Access, NewTable, Session, Tables, Upgrade, WhichGame};
use tablewright::inside::disk::Deed;
use tablewright::inside::referee::{Adjusted, Back, Custody, Entry, Move, What};

const NIGHT: &str = "night";

fn clock() -> String {
    "2026-01-01T20:15:00Z".to_owned()
}

fn wish(tool: &Tool) -> NewTable {
    let game = WhichGame::new(tool.path().join("game").to_str().expect("a path"), "components");
    NewTable { named: Some(NIGHT.into()), dice: Custody::App, ..NewTable::of(game, &["Ann", "Bob"], 1) }
}

/// An evening, and after which deed which entries were acknowledged.
struct Evening {
    deeds: Vec<Deed>,
    acknowledged: Vec<(usize, Vec<Entry>)>,
}

/// Each verb opens the table anew, as it does on the command line.
fn evening(tool: &Tool) -> Evening {
    let recorder = Arc::new(Recorder::default());
    let tables = Tables::new(tool.path().join("tables"), clock).watched(recorder.clone());
    let mut acknowledged = Vec::new();
    let mut acknowledge = |session: &Session| acknowledged.push((recorder.count(), session.table.entries().to_vec()));
    acknowledge(&tables.set_up(&wish(tool)).expect("a table"));
    let open = || open_table(&tables, NIGHT);
    let answer = |text: &str| {
        let mut session = open();
        session.answer(&Move { text, ..Move::default() }).expect("an answer");
        session
    };
    acknowledge(&answer("wait"));
    acknowledge(&answer("roll"));
    let mut session = open();
    session.with(|table, at| table.undo(Back::Times(1), None, at)).expect("an undo");
    acknowledge(&session);
    drop(session);
    let mut session = open();
    let set = BTreeMap::from([("n".to_owned(), 5.into())]);
    let adjusted = Adjusted { set, at_step: BTreeMap::new(), reason: "it is so".to_owned(), triggers: false };
    session.with(|table, at| table.adjust(&adjusted, None, at)).expect("an adjustment");
    acknowledge(&session);
    drop(session);
    let changed = tool.path().join("game");
    let yaml = fs::read_to_string(changed.join("game.yaml")).expect("a game");
    fs::write(changed.join("game.yaml"), yaml.replace("version: \"1\"", "version: \"2\"")).expect("a game");
    let path = changed.to_str().map(str::to_owned);
    let upgrade = Upgrade { table: Some(NIGHT.into()), game: path, components: "components".into(), cut: false };
    acknowledge(&tables.upgrade(&upgrade).expect("an upgrade").0);
    let mut session = open();
    session.rename("Bob", "Rob").expect("another name");
    acknowledge(&session);
    drop(session);
    acknowledge(&answer("roll"));
    Evening { deeds: recorder.deeds_below(tool.path()), acknowledged }
}

#[test]
fn the_power_goes_at_any_instant() {
    let tool = Tool::refereed(YARD);
    let Evening { deeds, acknowledged } = evening(&tool);
    let mut looked = 0;
    let acknowledged_at: Vec<usize> = acknowledged.iter().map(|(after, _)| *after).collect();
    at_any_instant(&deeds, &acknowledged_at, |tree, known, told| {
        look(&tool, tree, &acknowledged, known, told);
        looked += 1;
    });
    println!("{} deeds, {looked} states of the disk", deeds.len());
    assert!(looked > 200, "{looked}");
}

/// A disk after the power went, with so many acknowledgements before.
fn look(tool: &Tool, tree: &Tree, acknowledged: &[(usize, Vec<Entry>)], known: usize, told: &str) {
    let folder = tempfile::tempdir().expect("a folder");
    write(tree, folder.path());
    let tables = Tables::new(folder.path().join("tables"), clock);
    let listed = tables.list(|_| true).unwrap_or_else(|found| panic!("{told}: {found}"));
    assert!(
        listed.iter().all(|table| table.name == NIGHT && table.row.is_ok()),
        "{told}: what is listed can be played"
    );
    if listed.is_empty() {
        assert_eq!(known, 0, "{told}: the table is gone");
        assert!(!folder.path().join("tables/night").exists(), "{told}: there is half a table");
        tables.set_up(&wish(tool)).unwrap_or_else(|found| panic!("{told}: {found}"));
        return;
    }
    let session =
        tables.open(Some(Path::new(NIGHT)), Access::Write).unwrap_or_else(|found| panic!("{told}: {found}\n{tree:?}"));
    let entries = session.table.entries();
    let at_least: &[Entry] = known.checked_sub(1).map_or(&[], |last| &acknowledged[last].1);
    let at_most = acknowledged.get(known).map_or(at_least, |(_, entries)| entries);
    assert!(entries.starts_with(at_least), "{told}: an acknowledged entry is lost");
    assert!(at_most.starts_with(entries), "{told}: more than was in flight");
    let is_upgraded = entries.iter().any(|entry| matches!(entry.what, What::Upgrade { .. }));
    assert_eq!(session.game.version, if is_upgraded { "2" } else { "1" }, "{told}: the game of these entries");
}

/// Whatever the disk refuses, nothing is left of a table that was not acknowledged.
#[test]
fn a_disk_that_fails_in_new_leaves_nothing_behind() {
    let watched = Arc::new(Recorder::default());
    let first = Tool::refereed(YARD);
    Tables::new(first.path().join("tables"), clock).watched(watched.clone()).set_up(&wish(&first)).expect("a table");
    for number in 0..watched.count() {
        let tool = Tool::refereed(YARD);
        let tables = Tables::new(tool.path().join("tables"), clock);
        let refused =
            tables.clone().watched(Recorder::failing_at([number])).set_up(&wish(&tool)).err().expect("it fails");
        assert!(refused.to_string().contains("the disk is gone"), "{number}: {refused}");
        let left: Vec<_> = fs::read_dir(tool.path().join("tables")).into_iter().flatten().collect();
        assert!(left.is_empty(), "{number}: {left:?}");
        tables.set_up(&wish(&tool)).expect("a table, when the disk is there again");
    }
}

/// When the disk takes neither an entry nor its half back, nobody knows how the journal ends, and no line is written
/// behind it.
#[test]
fn a_journal_with_an_unknown_end_is_left_alone() {
    let tool = Tool::refereed(YARD);
    let tables = Tables::new(tool.path().join("tables"), clock);
    drop(tables.set_up(&wish(&tool)).expect("a table"));
    let path = tool.path().join("tables/night/journal.jsonl");
    let journal = fs::read(&path).expect("a journal");
    // The line is written; it cannot be synced, and neither cut off, now nor later.
    let mut session =
        tables.watched(Recorder::failing_at(1..6)).open(Some(Path::new(NIGHT)), Access::Write).expect("it opens");
    let mut answer = || session.answer(&Move { text: "wait", ..Move::default() });
    let unsure =
        format!("the answer could not be recorded, and half of it may be in `{}`: the disk is gone", path.display());
    for _ in 0..2 {
        let found = answer().expect_err("it is refused");
        let told = found.iter().next().expect("a word");
        assert_eq!(told.message, unsure);
        assert_eq!(
            told.hints,
            ["leave the table, mend the disk, and open it again: an entry that is not whole is cut off then"]
        );
    }
    while answer().is_err() {}
    let kept = fs::read(&path).expect("a journal");
    assert!(kept.starts_with(&journal));
    assert_eq!(String::from_utf8_lossy(&kept).lines().count(), 2, "the answer is there once");
}
