//! A table's folder is not ours alone: several processes at once, programs that synchronise folders, links that lead
//! elsewhere, and copies that somebody damaged. Nothing that was acknowledged is lost, and no other file is touched.

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

use crate::support::played::YARD;
use crate::support::{Tool, names_in};
use tablewright::inside::dice::Chance;
use tablewright::inside::referee::{Journal, read_journal};

const TABLE: &str = "tables/night";
const TAKEN: &str =
    "error: there is a table in `tables/night` already\n |\n = help: choose another name with `--table`\n\n1 error\n";
const LOCKED: &str = "error: another Tablewright is writing to the table in `tables/night`\n |\n = help: close it there, or wait until it is done; nothing was changed\n\n1 error\n";

fn start(tool: &Tool, arguments: &str) -> Child {
    Command::new(env!("CARGO_BIN_EXE_tablewright"))
        .args(arguments.split_whitespace())
        .current_dir(tool.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs")
}

/// All of these at once: what each said.
fn at_once(tool: &Tool, all: &[String]) -> Vec<Output> {
    let started: Vec<Child> = all.iter().map(|arguments| start(tool, arguments)).collect();
    started.into_iter().map(|child| child.wait_with_output().expect("it ends")).collect()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn new_night(tool: &Tool) {
    tool.run("referee new ./game --players Ann,Bob --table night --seed 1").succeeds();
}

fn journal_at(path: &Path) -> Journal {
    read_journal(&fs::read(path).expect("a journal")).expect("a whole journal")
}

#[test]
fn of_two_new_tables_with_one_name_one_is_there() {
    for round in 0..6 {
        let tool = Tool::refereed(YARD);
        let all: Vec<String> =
            (1..=5).map(|seed| format!("referee new ./game --players Ann,Bob --table night --seed {seed}")).collect();
        let ran = at_once(&tool, &all);
        let made: Vec<usize> = (0..ran.len()).filter(|n| ran[*n].status.success()).collect();
        let [made] = made[..] else { panic!("round {round}: {made:?} have made a table: {ran:?}") };
        for (n, output) in ran.iter().enumerate().filter(|(n, _)| *n != made) {
            assert_eq!(said(output), TAKEN, "{n}");
        }
        let journal = journal_at(&tool.path().join(TABLE).join("journal.jsonl"));
        assert_eq!(journal.start.seed, made as u64 + 1, "the table is that of whoever was told so");
        assert_eq!(names_in(&tool.path().join("tables")), ["night"]);
        tool.run("referee answer wait").succeeds();
    }
}

#[test]
fn new_tables_without_a_name_each_get_one() {
    let tool = Tool::refereed(YARD);
    let ran = at_once(&tool, &vec!["referee new ./game --players Ann,Bob".to_owned(); 5]);
    assert!(ran.iter().all(|output| output.status.success()), "{ran:?}");
    assert_eq!(names_in(&tool.path().join("tables")), ["game", "game-2", "game-3", "game-4", "game-5"]);
    assert_eq!(tool.run("referee list").succeeds().stdout().lines().count(), 6);
}

#[test]
fn whoever_finds_the_table_taken_changes_nothing() {
    let tool = Tool::refereed(YARD);
    new_night(&tool);
    let mut counted = 0;
    for _ in 0..6 {
        let verbs = ["answer wait", "answer wait --seat Ann", "note so", "upgrade ./game", "undo"];
        let mut all: Vec<String> = verbs.iter().map(|verb| format!("referee {verb} --table night")).collect();
        all.push("referee new ./game --players Ann,Bob --table night".to_owned());
        for output in at_once(&tool, &all) {
            counted += usize::from(output.status.success());
            let refused = said(&output);
            let is_usual = [TAKEN, LOCKED].contains(&refused.as_str());
            let is_refused = refused.contains("who is asked now, not Ann") || refused.contains("could be taken back");
            assert!(output.status.success() || is_usual || is_refused, "{refused}");
        }
    }
    let journal = journal_at(&tool.path().join(TABLE).join("journal.jsonl"));
    assert_eq!(journal.entries.len(), counted, "one entry for each acknowledgement");
    assert_eq!(names_in(&tool.path().join(TABLE)), ["game", "journal.jsonl", "lock"]);
    tool.run("referee answer wait").succeeds();
}

/// Whoever looks holds no lock: the copy of the game may change its place meanwhile.
#[test]
fn a_table_can_be_looked_at_while_it_is_upgraded() {
    let tool = Tool::refereed(YARD);
    new_night(&tool);
    tool.run("referee answer wait").succeeds();
    for _ in 0..20 {
        let mut all = vec!["referee upgrade ./game --table night".to_owned()];
        all.extend(vec!["referee show --table night".to_owned(); 4]);
        for output in at_once(&tool, &all) {
            assert!(output.status.success(), "{}", said(&output));
        }
    }
}

/// `new` is killed at random instants: there is a table that can be played, or none and nothing in the way of the next.
#[test]
fn what_is_left_of_a_killed_new_is_in_nobodys_way() {
    let tool = Tool::refereed(YARD);
    let mut chance = Chance::from_seed(5);
    for n in 0..40 {
        let mut child = start(&tool, &format!("referee new ./game --players Ann,Bob --table night-{n}"));
        sleep(Duration::from_micros(u64::from(chance.below(60_000))));
        let _ = child.kill();
        let acknowledged = child.wait().expect("it ends").success();
        let journal = tool.path().join(format!("tables/night-{n}/journal.jsonl"));
        assert!(journal.is_file() || !acknowledged);
        let listed = tool.run("referee list").succeeds().stdout();
        assert!(!listed.contains("part") && !listed.contains("cannot be played"), "{listed}");
        assert_eq!(listed.contains(&format!("night-{n} ")), journal.is_file(), "{listed}");
        if journal.is_file() {
            tool.run(&format!("referee answer wait --table night-{n}")).succeeds();
        }
    }
    let under_way = tool.path().join("tables/.night-1.table-part");
    let _ = fs::create_dir(&under_way);
    fs::write(under_way.join("lock"), "").expect("a lock that nobody holds");
    tool.run("referee new ./game --players Ann,Bob --table last").succeeds();
    assert!(!under_way.exists(), "what nobody sets up any more is cleared away");
}

type Meddle = fn(&Path);

fn bytes_of(table: &Path) -> Vec<u8> {
    fs::read(table.join("journal.jsonl")).expect("a journal")
}

fn overwrite(table: &Path, bytes: &[u8]) {
    fs::write(table.join("journal.jsonl"), bytes).expect("a journal");
}

fn replace(table: &Path, bytes: &[u8]) {
    fs::write(table.join("sync.tmp"), bytes).expect("a file");
    fs::rename(table.join("sync.tmp"), table.join("journal.jsonl")).expect("it takes its place");
}

/// The journal without its last line.
fn older(table: &Path) -> Vec<u8> {
    let bytes = bytes_of(table);
    let end = bytes[..bytes.len() - 1].iter().rposition(|byte| *byte == b'\n').expect("lines");
    bytes[..=end].to_vec()
}

/// A table with such a name would be taken for what is left of another, and cleared away.
#[test]
fn no_table_has_the_name_of_one_that_is_set_up() {
    let tool = Tool::refereed(YARD);
    tool.run("referee new ./game --players Ann,Bob --table .night-1.table-part").refuses_in_words(
        "\
error: `tables/.night-1.table-part` is a name for tables that are still being set up
 |
 = help: choose another name with `--table`

1 error",
    );
    tool.run("referee new ./game --players Ann,Bob --table night.table-part").succeeds();
    new_night(&tool);
    tool.run("referee answer wait --table night.table-part").succeeds();
    assert_eq!(tool.run("referee list").succeeds().stdout().lines().count(), 3);
}

/// What sync programs do to a table at which somebody plays.
fn meddled(meddle: Meddle) -> (Tool, String) {
    let tool = Tool::refereed(YARD);
    new_night(&tool);
    tool.run("referee answer wait").succeeds();
    let mut session = tool.leave_open("referee play");
    let mut typed = session.stdin.take().expect("it reads");
    typed.write_all(b"wait\n").expect("an answer");
    let path = tool.path().join(TABLE).join("journal.jsonl");
    while journal_at(&path).entries.len() < 2 {
        sleep(Duration::from_millis(5));
    }
    meddle(&tool.path().join(TABLE));
    typed.write_all(b"dare\nwait\n").expect("it may have left");
    drop(typed);
    let output = session.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    (tool, String::from_utf8_lossy(&output.stdout).into_owned())
}

#[test]
fn play_stops_when_another_program_changes_the_table() {
    let meddles: [(&str, Meddle); 7] = [
        ("an older journal takes its place", |table| replace(table, &older(table))),
        ("the same journal takes its place", |table| replace(table, &bytes_of(table))),
        ("an older journal is written over it", |table| overwrite(table, &older(table))),
        ("the last line is another one", |table| {
            let mut bytes = bytes_of(table);
            let last = bytes.len() - 2;
            bytes[last] ^= 1;
            overwrite(table, &bytes);
        }),
        ("the journal is deleted", |table| fs::remove_file(table.join("journal.jsonl")).expect("it goes")),
        ("the lock is deleted", |table| fs::remove_file(table.join("lock")).expect("it goes")),
        ("the table is moved", |table| fs::rename(table, table.with_file_name("day")).expect("it is moved")),
    ];
    for (name, meddle) in meddles {
        let (tool, told) = meddled(meddle);
        let is_moved = !tool.path().join(TABLE).exists();
        let beside = if is_moved { "tables/night.unsaved.jsonl" } else { "tables/night/journal.unsaved.jsonl" };
        let told = told.split_whitespace().collect::<Vec<_>>().join(" ");
        let expected = format!(
            "> dare another program has changed the table in `tables/night` while it was open the whole table, with the \
             last answer, is in `{beside}`: as `journal.jsonl` it takes the place of what is there nothing more is \
             written to it; see what copies, syncs or moves this folder"
        );
        assert!(told.ends_with(&expected), "{name}: {told}");
        let kept = journal_at(&tool.path().join(beside));
        assert_eq!(kept.entries.len(), 3, "{name}: with the answer that could not be kept");
        // As it was said: it takes the place of what is there.
        let table = tool.path().join(if is_moved { "tables/day" } else { TABLE });
        fs::rename(tool.path().join(beside), table.join("journal.jsonl")).expect("it is renamed");
        let shown = tool.run("referee show").succeeds().stdout();
        assert!(shown.contains("Do you dare?"), "{name}: {shown}");
    }
}

/// One that lies there already is kept too.
#[test]
fn what_was_kept_beside_a_table_before_stays() {
    let (tool, _) = meddled(|table| {
        fs::write(table.join("journal.unsaved.jsonl"), "from last week").expect("a file");
        fs::remove_file(table.join("lock")).expect("it goes");
    });
    let beside = |name: &str| tool.path().join(TABLE).join(name);
    assert_eq!(fs::read_to_string(beside("journal.unsaved.jsonl")).expect("it stays"), "from last week");
    assert_eq!(journal_at(&beside("journal.unsaved-2.jsonl")).entries.len(), 3);
}

/// What is wrong with a table's own copy is told with the way out of it, and this way is one.
#[test]
fn a_damaged_copy_of_the_game_can_be_rescued() {
    let damages: [(&str, Option<&str>, &str); 5] = [
        (
            "game.yaml",
            None,
            "error: the table's own copy of the game is damaged: cannot use `game.yaml`: there is no such file\n",
        ),
        ("game.yaml", Some(""), "error: the table's own copy of the game is damaged: "),
        ("rules.luau", None, "error: the table's own copy of the game is damaged: its `rules.luau` is missing\n"),
        ("rules.luau", Some(""), "error: "),
        ("board.yaml", Some("cell: ["), "error: the table's own copy of the game is damaged: "),
    ];
    for (file, content, expected) in damages {
        let tool = Tool::refereed(YARD);
        new_night(&tool);
        tool.run("referee answer wait").succeeds();
        let path = tool.path().join(TABLE).join("game").join(file);
        match content {
            Some(content) => fs::write(&path, content).expect("it is damaged"),
            None => fs::remove_file(&path).expect("it goes"),
        }
        let told = tool.run("referee answer wait");
        assert!(told.stderr().starts_with(expected), "{file}: {}", told.stderr());
        assert!(told.stderr().contains("`tablewright referee upgrade`"), "{file}: {}", told.stderr());
        assert_eq!(told.code(), Some(1), "{file}");
        tool.run("referee upgrade ./game").succeeds();
        tool.run("referee answer wait").succeeds();
    }
}

/// The first line and an entry, each with its checksum: they were acknowledged, whatever became of the line's end.
#[test]
fn a_last_entry_with_a_damaged_end_is_kept() {
    let tool = Tool::refereed(YARD);
    new_night(&tool);
    let path = tool.path().join(TABLE).join("journal.jsonl");
    for entries in 0..2 {
        let whole = fs::read(&path).expect("a journal");
        for end in [&b""[..], b"\0", b"\r", b"\0\0\0\0", b"x", b"\xff\xff"] {
            fs::write(&path, [&whole[..whole.len() - 1], end].concat()).expect("a journal");
            tool.run("referee show").succeeds();
            assert_eq!(tool.run("referee note so").succeeds().stderr(), "", "nothing was lost");
            let mended = fs::read(&path).expect("a journal");
            assert!(mended.starts_with(&whole), "{end:?}");
            assert_eq!(journal_at(&path).entries.len(), entries + 1, "{end:?}");
        }
        fs::write(&path, &whole).expect("a journal");
        tool.run("referee answer wait").succeeds();
    }
}

/// Whatever the loader finds, the copy has: the game goes, and the table is played on.
#[test]
fn the_copy_has_all_that_the_loader_accepts() {
    let deep: PathBuf = (0..30).map(|n| format!("folder-{n}")).collect();
    let row = "id,qty,name\nrow,1,Row\n";
    let lists = ["tables/boats.csv", ".hidden/.dots.csv", "output/list.csv"].map(str::to_owned);
    let lists = lists.into_iter().chain([deep.join("deep.csv").display().to_string()]);
    let mut yaml = crate::support::played::GAME.to_owned();
    let mut tool = Tool::refereed(YARD);
    for (n, list) in lists.enumerate() {
        let front = "{template: card-classic, title: \"{{ id }}\"}";
        let _ = writeln!(yaml, "  more-{n}: {{kind: cards, front: {front}, data: {list}}}");
        tool = tool.file(&format!("game/{list}"), row.replace("row", &format!("row-{n}")));
    }
    let tool = tool.file("game/game.yaml", yaml).file("game/tables/.left-1.table-part/notes.md", "of a table");
    new_night(&tool);
    assert_eq!(
        names_in(&tool.path().join(TABLE).join("game/tables")),
        ["boats.csv"],
        "what is left of a table is none"
    );
    fs::remove_dir_all(tool.path().join("game")).expect("the game goes");
    tool.run("referee answer wait").succeeds();
}

#[cfg(unix)]
mod unix {
    use super::*;
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    #[test]
    fn nothing_is_written_through_links_of_a_table() {
        let tool = Tool::refereed(YARD).file("elsewhere/letter.txt", "dear");
        new_night(&tool);
        let table = tool.path().join(TABLE);
        for (name, victim) in [("lock", "elsewhere/letter.txt"), ("lock", "elsewhere/none.txt")] {
            fs::remove_file(table.join(name)).expect("it goes");
            symlink(tool.path().join(victim), table.join(name)).expect("a link");
            tool.run("referee answer wait").refuses_in_words(
                "\
error: `tables/night/lock` is no file of the table, but a link or the like
 |
 = help: nothing was changed: it might lead to any file; take it away

1 error",
            );
            tool.run("referee show").succeeds();
        }
        assert!(!tool.path().join("elsewhere/none.txt").exists(), "nothing is made where a link leads");
        fs::remove_file(table.join("lock")).expect("it goes");
        fs::rename(table.join("journal.jsonl"), tool.path().join("elsewhere/journal.jsonl")).expect("it is moved");
        symlink(tool.path().join("elsewhere/journal.jsonl"), table.join("journal.jsonl")).expect("a link");
        tool.run("referee answer wait").refuses(&["`tables/night/journal.jsonl` is no file of the table"]);
        assert_eq!(journal_at(&tool.path().join("elsewhere/journal.jsonl")).entries.len(), 0);
        assert_eq!(fs::read_to_string(tool.path().join("elsewhere/letter.txt")).expect("it stays"), "dear");
    }

    /// Secrets of a game are in its journal and in the folder of its cards.
    #[test]
    fn a_table_is_its_owners_alone() {
        let tool = Tool::refereed(YARD);
        new_night(&tool);
        tool.run("referee answer wait").succeeds();
        tool.run("referee upgrade ./game").succeeds();
        let mode = |name: &str| {
            fs::metadata(tool.path().join(TABLE).join(name)).expect("it is there").permissions().mode() & 0o777
        };
        assert_eq!(["", "game"].map(mode), [0o700; 2]);
        assert_eq!(["journal.jsonl", "lock", "game/rules.luau"].map(mode), [0o600; 3]);
    }

    /// A sparse file takes no room, and its copy would.
    #[test]
    fn a_copy_is_no_larger_than_a_game() {
        let tool = Tool::refereed(YARD).file("game/art/scan.tiff", "");
        let scan = fs::File::options().write(true).open(tool.path().join("game/art/scan.tiff")).expect("a file");
        scan.set_len(5_000_000_000).expect("a large file");
        let refusal = "\
error: `./game` has 5001 MB, and a table keeps a copy of at most 512 MB
 |
 = help: the largest file is `art/scan.tiff` with 5000 MB; move what is no part of the game out of its folder

1 error";
        tool.run("referee new ./game --players Ann,Bob").refuses_in_words(refusal);
        assert!(!tool.path().join("tables").exists(), "nothing is left behind");
        scan.set_len(0).expect("it is short");
        new_night(&tool);
        scan.set_len(5_000_000_000).expect("a large file");
        tool.run("referee upgrade ./game").refuses_in_words(refusal);
        tool.run("referee answer wait").succeeds();
    }
}

/// The kernel holds a run to its folders, if it can, unless somebody wants to do without.
#[cfg(target_os = "linux")]
#[test]
fn a_run_is_held_to_its_folders() {
    let is_held = |child: &Child| {
        let status = fs::read_to_string(format!("/proc/{}/status", child.id())).expect("it runs");
        status.lines().any(|line| line == "NoNewPrivs:\t1")
    };
    let tool = Tool::refereed(YARD);
    new_night(&tool);
    for (arguments, held) in [("referee play", true), ("referee play --no-sandbox", false)] {
        let mut child = tool.leave_open(arguments);
        assert_eq!(is_held(&child), held, "{arguments}");
        drop(child.stdin.take());
        let output = child.wait_with_output().expect("it ends");
        let note = "note: nothing holds this run to its folders: `--no-sandbox`\n";
        assert_eq!(said(&output).starts_with(note), !held, "{arguments}: {}", said(&output));
    }
}

#[test]
fn a_player_is_not_called_like_a_flag() {
    let tool = Tool::refereed(YARD);
    let told = "error: `--json` cannot be the name of a player\n |\n = help: a name has 1 to 24 letters, without full stop, comma, `=` and `*`, and does not begin with `-`\n\n1 error\n";
    tool.run("referee new ./game --players=--json,Bob").fails(1, told);
    // An option of the game is a name like any other.
    tool.run("referee new ./game --players wait,roll").succeeds();
    tool.run("referee answer wait --seat wait").succeeds();
    tool.run("referee answer wait --seat roll").succeeds();
}

/// A file of many gigabytes that takes no room on the disk.
#[test]
fn a_journal_that_nobody_played_is_not_read() {
    let tool = Tool::refereed(YARD);
    new_night(&tool);
    let journal = tool.path().join(TABLE).join("journal.jsonl");
    fs::OpenOptions::new().write(true).open(&journal).and_then(|file| file.set_len(5_000_000_000)).expect("a file");
    let told = "error: `tables/night/journal.jsonl` has 5000 MB, and 64 MB is the limit\n |\n = help: nothing was changed; put back the file as it was\n\n1 error\n";
    for verb in ["show", "log", "answer wait", "undo"] {
        tool.run(&format!("referee {verb} --table night")).fails(1, told);
    }
    let listed = tool.run("referee list").succeeds().stdout();
    assert!(listed.contains("64 MB is the limit"), "{listed}");
}

#[test]
fn a_table_goes_on_with_the_game_beside_it() {
    let tool = Tool::refereed(YARD);
    new_night(&tool);
    tool.run("referee upgrade").succeeds();
    // A copy that somebody replaced by a link: only the link goes.
    let (copy, elsewhere) = (tool.path().join(TABLE).join("game"), tool.path().join("elsewhere"));
    fs::rename(&copy, &elsewhere).expect("a folder");
    #[cfg(unix)]
    std::os::unix::fs::symlink(&elsewhere, &copy).expect("a link");
    tool.run("referee upgrade ./game").succeeds();
    assert!(elsewhere.join("game.yaml").is_file());
    assert_eq!(names_in(&tool.path().join(TABLE)), ["game", "journal.jsonl", "lock"]);
    tool.run("referee answer wait").succeeds();
}

/// Also those above it are for their owner alone.
#[cfg(unix)]
#[test]
fn new_folders_of_tables_are_private() {
    use std::os::unix::fs::PermissionsExt as _;
    let tool = Tool::refereed(YARD);
    tool.run("referee new ./game --players Ann,Bob --table a/b/night").succeeds();
    for folder in ["a", "a/b", "a/b/night"] {
        let mode = fs::metadata(tool.path().join(folder)).expect("a folder").permissions().mode();
        assert_eq!(mode & 0o777, 0o700, "{folder}");
    }
}

/// Of those who set up tables in a folder that none of them has yet, whoever fails takes it away from nobody.
#[test]
fn whoever_fails_in_a_new_folder_is_in_nobodys_way() {
    for _ in 0..8 {
        let tool = Tool::refereed(YARD);
        let good = |n: usize| format!("referee new ./game --players Ann,Bob --table x/y/night-{n}");
        let all = [good(1), "referee new ./game --players A*b --table x/y/night-3".to_owned(), good(2)];
        let ran = at_once(&tool, &all);
        assert!(ran[0].status.success() && ran[2].status.success(), "{}{}", said(&ran[0]), said(&ran[2]));
        assert!(!ran[1].status.success());
        assert_eq!(names_in(&tool.path().join("x/y")), ["night-1", "night-2"]);
    }
}
