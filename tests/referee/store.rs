//! Tables on disk, when things go wrong: damage, two writers, a full disk, changed rules, and answers that are none. What is
//! said stands in `tests/golden/referee-*.txt`; `UPDATE_GOLDEN=1 cargo test` writes it anew.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::path::PathBuf;
use std::process::Command;

use crate::support::Tool;
use crate::support::played::YARD;
use serde_json::Value;

const JOURNAL: &str = "tables/game/journal.jsonl";

/// What was typed and what came of it, word for word.
struct Transcript {
    tool: Tool,
    text: String,
}

impl Transcript {
    fn new(script: &str) -> Self {
        let tool = Tool::refereed(script);
        tool.run("referee new ./game --players Ann,Bob --seed 1").succeeds();
        Self { tool, text: String::new() }
    }

    /// Runs a verb, and writes down what it said.
    fn run(&mut self, arguments: &[&str]) -> &mut Self {
        let ran = self.tool.run_words(arguments);
        let _ = writeln!(self.text, "$ {}", arguments.join(" "));
        // What a table looks like is for other tests.
        let is_told = |line: &&str| matches!(arguments[1], "log" | "list") || line.starts_with("from entry");
        for line in ran.stdout().lines().filter(is_told) {
            let _ = writeln!(self.text, "{line}");
        }
        let _ = write!(self.text, "{}", ran.stderr());
        let _ = writeln!(self.text, "[{}]\n", ran.code().unwrap_or(-1));
        self
    }

    fn answers(&mut self, answers: &[&str]) -> &mut Self {
        for answer in answers {
            self.run(&["referee", "answer", answer]);
        }
        self
    }

    fn says(&mut self, text: &str) -> &mut Self {
        let _ = writeln!(self.text, "# {text}");
        self
    }

    fn journal(&self) -> Vec<u8> {
        fs::read(self.tool.path().join(JOURNAL)).expect("a journal")
    }

    fn write_journal(&self, bytes: &[u8]) {
        fs::write(self.tool.path().join(JOURNAL), bytes).expect("a journal");
    }

    #[track_caller]
    fn golden(&self, name: &str) {
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
        if std::env::var_os("UPDATE_GOLDEN").is_some() {
            fs::write(&path, &self.text).expect("the golden file");
        }
        let expected = fs::read_to_string(&path).unwrap_or_default();
        assert!(expected == self.text, "{name} differs; found:\n{}", self.text);
    }
}

/// A table with a few answers in its journal.
fn played() -> Transcript {
    let mut table = Transcript::new(YARD);
    table.answers(&["wait", "walk", "B1", "roll"]);
    table.run(&["referee", "answer", "5 5 2"]);
    table.text.clear();
    table
}

#[test]
fn answers_that_are_none() {
    let mut table = Transcript::new(YARD);
    table.answers(&["", " ", "zzz", "wa", "WAIT", "Ä", "\u{202e}tiaw", "-1", "\u{1b}[2J"]);
    let long = "wait".repeat(20_000);
    let ran = table.tool.run_words(&["referee", "answer", &long]);
    assert!(ran.stderr().len() < 400, "a long answer is told shortly: {}", ran.stderr().len());
    table.says("the wrong people, and another state");
    table.run(&["referee", "answer", "wait", "--seat", "Ann"]);
    table.run(&["referee", "answer", "wait", "--seat", "Bob"]);
    table.run(&["referee", "answer", "wait", "--seat", "Cleo"]);
    table.run(&["referee", "answer", "wait", "--for", "0"]);
    table.run(&["referee", "answer", "wait", "--for", "99"]);
    table.run(&["referee", "undo", "--seat", "Cleo"]);
    table.run(&["referee", "undo", "9"]).run(&["referee", "undo", "--to", "9"]);
    table.run(&["referee", "show", "--seat", "Cleo"]);
    table
        .says("dice")
        .answers(&["roll", "5 5", "5", "5 5 2 1", "5521", "5 5 7", "0 0 0", "-5 5 5", "b 5 5", "5.5 5 5", "fünf"]);
    table.answers(&["9999999999999999999999 1 1", "1e2 1 1", "99999999999999999d 1", "٣ ٣ ٣", "___ _", "55_", "552"]);
    table.says("numbers").answers(&["count", "1", "6", "two", "2.5", "99999999999999999999", "-2", "3"]);
    table.says("yes and no").answers(&["dare", "perhaps", "yes no", "JA", "y"]);
    table.says("several").answers(&[
        "pack",
        "none",
        "rope rope rope",
        "rope*3",
        "lamp lamp",
        "rope*99999999999",
        "rope,lamp,rope,lamp",
    ]);
    table.answers(&["sword", "*", "x", "3x", "rope*-1", "rope*2 lamp"]);
    table.says("places").answers(&["walk", "C3", "Z9", "A1 A2", "B1"]);
    table.run(&["referee", "log", "--json", "--since", "900"]);
    table.golden("referee-answers.txt");
}

#[test]
fn adjustments_that_are_none() {
    let mut table = played();
    for wish in [
        "n",
        "=",
        "n=",
        "n=-1",
        "n=100",
        "n=1.5",
        "n=99999999999999999999",
        "m=1",
        "n.x=1",
        "at=Z9",
        "at=",
        "secret=12",
        "..=1",
        "n==1",
    ] {
        table.run(&["referee", "adjust", wish, "--reason", "a test"]);
    }
    table.run(&["referee", "adjust", "n=5"]);
    table.run(&["referee", "adjust", "secret=5", "--reason", "it is so", "--seat", "Zed"]);
    table.run(&["referee", "adjust", "secret=5", "--reason", "it is so"]);
    table.run(&["referee", "log"]);
    table.golden("referee-adjust.txt");
    let shown: Value = serde_json::from_str(&table.tool.run("referee show --json").succeeds().stdout()).expect("JSON");
    assert_eq!(shown["state"]["secret"], Value::Null, "what is hidden is not shown");
}

#[test]
fn a_fault_leaves_the_table_as_it_was() {
    let mut table = played();
    let before = table.journal();
    table.run(&["referee", "answer", "break"]);
    assert_eq!(table.journal(), before, "nothing is recorded");
    table.answers(&["wait"]);
    table.golden("referee-fault.txt");
}

#[test]
fn a_fault_while_looking_is_no_fault_of_the_answer() {
    let script =
        YARD.replace("return {status = \"Turn \" .. state.n}", "if state.n > 0 then return state.pne end return {}");
    let mut table = Transcript::new(&script);
    table.answers(&["wait"]);
    assert_eq!(String::from_utf8_lossy(&table.journal()).lines().count(), 2, "the answer is recorded");
    table.run(&["referee", "show"]);
    table.golden("referee-fault-looking.txt");
}

/// A journal of one line with its checksum.
fn sealed(text: &str) -> Vec<u8> {
    let mut sum = xxhash_rust::xxh3::Xxh3::new();
    sum.update(&0_u64.to_le_bytes());
    sum.update(text.as_bytes());
    format!("{text}\t{:016x}\n", sum.digest()).into_bytes()
}

/// Journals that somebody or something changed.
#[test]
fn a_damaged_journal_is_refused_with_its_line() {
    let mut table = played();
    let whole = table.journal();
    let lines: Vec<&[u8]> = whole.split_inclusive(|byte| *byte == b'\n').collect();
    let without = |n: usize| {
        lines.iter().enumerate().filter(|(at, _)| *at != n).flat_map(|(_, line)| line.to_vec()).collect::<Vec<u8>>()
    };
    let mut swapped = lines.clone();
    swapped.swap(2, 3);
    let changed = |at: usize, byte: u8| {
        let mut bytes = whole.clone();
        bytes[at] = byte;
        bytes
    };
    let start_of = |line: usize| lines[..line].iter().map(|line| line.len()).sum::<usize>();
    let damages: Vec<(&str, Vec<u8>)> = vec![
        ("a changed byte in the third line", changed(start_of(2) + 20, b'!')),
        ("a changed checksum", changed(start_of(3) - 2, b'z')),
        ("a byte that is no text", changed(start_of(2) + 20, 0xff)),
        ("the first line is gone", without(0)),
        ("a line is gone", without(3)),
        ("two lines changed places", swapped.concat()),
        ("a line twice", [&whole[..start_of(3)], lines[2], &whole[start_of(3)..]].concat()),
        (
            "a line's end is gone",
            without(99)
                .into_iter()
                .enumerate()
                .filter(|(at, _)| *at != start_of(3) - 1)
                .map(|(_, byte)| byte)
                .collect(),
        ),
        ("a line more", [&whole[..], b"and then nothing\n"].concat()),
        ("an empty line more", [&whole[..], b"\n"].concat()),
        ("nothing", Vec::new()),
        ("one line's end", b"\n".to_vec()),
        ("a picture", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0".to_vec()),
        ("another format", sealed(r#"{"format":2,"other":true}"#)),
        ("Windows ends of lines", String::from_utf8_lossy(&whole).replace('\n', "\r\n").into_bytes()),
    ];
    for (name, bytes) in &damages {
        table.says(name);
        table.write_journal(bytes);
        table.run(&["referee", "answer", "wait"]);
        assert_eq!(table.journal(), *bytes, "{name}: nothing was changed");
    }
    table.says("it is told in the list too");
    table.run(&["referee", "list"]);
    table.write_journal(&whole);
    table.says("put back").answers(&["wait"]);
    table.golden("referee-damage.txt");
}

#[test]
fn a_torn_end_is_cut_with_a_word() {
    let table = played();
    let whole = table.journal();
    let ends: Vec<usize> = whole.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1).collect();
    let [.., before, last, end] = ends[..] else { panic!("a journal with lines") };
    let tool = &table.tool;
    for cut in before..end {
        // In memory for every byte, with the whole tool for a few.
        let read = tablewright::inside::referee::read_journal(&whole[..cut]).expect("a journal");
        // A line that only lacks its end is whole.
        let (kept, lines) = match cut {
            cut if cut < last - 1 => (before, 0),
            cut if cut == last - 1 => (cut, 1),
            cut if cut < end - 1 => (last, 1),
            cut => (cut, 2),
        };
        assert_eq!((read.whole, read.entries.len()), (kept, ends.len() - 4 + lines + 1), "{cut}");
        if [before + 1, last - 2, last + 1, end - 2].contains(&cut) {
            table.write_journal(&whole[..cut]);
            tool.run("referee show").succeeds();
            assert_eq!(table.journal().len(), cut, "to look changes nothing");
            let ran = tool.run("referee note a word").succeeds();
            let said = "warning: the last entry was cut off while it was written, and is left out\n |\n = help: everything before it is there; answer the question again\n\n1 warning\n";
            assert_eq!(ran.stderr(), said);
            assert!(table.journal().starts_with(&whole[..kept]), "nothing whole is lost");
            tool.run("referee show").succeeds();
        }
    }
}

#[test]
fn only_one_writes_and_all_may_look() {
    let mut table = played();
    let before = table.journal();
    let lock = File::options().write(true).open(table.tool.path().join("tables/game/lock")).expect("the lock");
    lock.try_lock().expect("nobody has it");
    let writing: [&[&str]; 9] = [
        &["referee", "answer", "wait"],
        &["referee", "roll"],
        &["referee", "undo"],
        &["referee", "adjust", "n=5", "--reason", "so"],
        &["referee", "custody", "--to", "app"],
        &["referee", "note", "hello"],
        &["referee", "upgrade", "./game"],
        &["referee", "answer", "wait", "--table", "game"],
        &["referee", "answer", "wait", "--table", "tables/game"],
    ];
    for arguments in writing {
        let ran = table.tool.run_words(arguments);
        let said = "error: another Tablewright is writing to the table in `tables/game`\n |\n = help: close it there, or wait until it is done; nothing was changed\n\n1 error\n";
        assert_eq!((ran.stderr().as_str(), ran.code()), (said, Some(1)), "{arguments:?}");
    }
    for arguments in [
        "referee show",
        "referee log",
        "referee score",
        "referee list",
        "referee audit",
        "referee adjust",
        "referee show --json",
    ] {
        table.tool.run(arguments).succeeds();
    }
    assert_eq!(table.journal(), before);
    drop(lock);
    table.answers(&["wait"]);
}

/// The shell's limit on the size of files stands for a disk that is full.
#[cfg(unix)]
#[test]
fn a_full_disk_says_so_and_loses_nothing() {
    let mut table = played();
    while table.journal().len() <= 700 {
        table.answers(&["wait"]);
    }
    let limited = |table: &Transcript, blocks: usize, arguments: &str| {
        let script =
            format!("trap '' XFSZ; ulimit -f {blocks}; exec {} {arguments}", env!("CARGO_BIN_EXE_tablewright"));
        Command::new("sh").args(["-c", &script]).current_dir(table.tool.path()).output().expect("a shell")
    };
    // `ulimit` counts blocks of 512 or 1024 bytes, as the shell likes: both are full after a few answers.
    let mut refused = 0;
    for _ in 0..16 {
        let before = table.journal();
        let asked = table.tool.run("referee show --json").succeeds().stdout();
        let output = limited(&table, 1, "referee answer wait");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        if output.status.success() {
            continue;
        }
        refused += 1;
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(said.starts_with("error: the answer could not be recorded: File too large"), "{said}");
        assert!(
            said.contains("nothing was recorded and the table is as before; make room or mend the disk, and try again"),
            "{said}"
        );
        assert_eq!(table.journal(), before, "nothing is lost, and no half line stays");
        assert_eq!(table.tool.run("referee show --json").succeeds().stdout(), asked, "the same question is asked");
        break;
    }
    assert_eq!(refused, 1, "the disk was full once");
    table.answers(&["wait"]);
    assert!(table.text.ends_with("[0]\n\n"), "with room it goes on: {}", table.text);
    let output = limited(&table, 0, "referee new ./game --players Ann,Bob --table fresh");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.starts_with("error: the table cannot be kept in `tables/fresh`: File too large"), "{said}");
    assert!(!table.tool.path().join("tables/fresh").exists(), "nothing is left behind");
}

#[test]
fn a_table_that_cannot_be_written_can_be_looked_at() {
    let mut table = played();
    let lock = table.tool.path().join("tables/game/lock");
    fs::remove_file(&lock).expect("a lock");
    fs::create_dir(&lock).expect("a folder in its place");
    let ran = table.tool.run("referee answer wait");
    assert!(ran.stderr().starts_with("error: `tables/game/lock` cannot be opened: Is a directory"), "{}", ran.stderr());
    assert_eq!(ran.code(), Some(1));
    table.tool.run("referee show").succeeds();
    fs::remove_dir(&lock).expect("the folder goes");
    table.answers(&["wait"]);
    assert!(table.text.ends_with("[0]\n\n"), "{}", table.text);
}

#[test]
fn the_frozen_copy_is_what_counts() {
    let mut table = played();
    fs::remove_dir_all(table.tool.path().join("game")).expect("the game goes");
    table.answers(&["wait"]);
    table.run(&["referee", "upgrade"]).run(&["referee", "upgrade", "./game"]);
    fs::remove_file(table.tool.path().join("tables/game/game/rules.luau")).expect("the copy of the script goes");
    table.run(&["referee", "show"]);
    table.golden("referee-frozen.txt");
}

#[test]
fn a_table_in_the_folder_of_its_game_does_not_copy_itself() {
    let tool = Tool::refereed(YARD);
    for _ in 0..3 {
        let output = Command::new(env!("CARGO_BIN_EXE_tablewright"))
            .args(["referee", "new", ".", "--players", "Ann,Bob"])
            .current_dir(tool.path().join("game"))
            .output()
            .expect("the binary runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    let mut tables: Vec<_> = fs::read_dir(tool.path().join("game/tables"))
        .expect("tables")
        .map(|entry| entry.expect("one").path())
        .collect();
    tables.sort();
    assert_eq!(tables.len(), 3);
    for table in tables {
        assert!(!table.join("game/tables").exists(), "{}", table.display());
    }
}

#[test]
fn upgrades() {
    let mut table = played();
    let write = |table: &Transcript, script: &str| {
        fs::write(table.tool.path().join("game/rules.luau"), script).expect("a script");
    };
    table.says("the same game").run(&["referee", "upgrade", "./game"]);
    let before = table.journal();
    table.says("a script that cannot be read");
    write(&table, "declare {");
    table.run(&["referee", "upgrade", "./game"]);
    table.says("a script that goes wrong with these answers");
    write(&table, &YARD.replace("if what == \"walk\" then\n", "if what == \"walk\" then\n        state.pne = 1\n"));
    table.run(&["referee", "upgrade", "./game"]);
    table.says("a script that parts from the game");
    let parted = YARD.replace("dice = 3", "dice = 2").replace("Turn ", "Night ");
    write(&table, &parted);
    table.run(&["referee", "upgrade", "./game"]);
    assert_eq!(table.journal(), before, "the table is unchanged");
    table.run(&["referee", "show"]);
    table.says("from there on it is taken back").run(&["referee", "upgrade", "./game", "--cut"]);
    table.run(&["referee", "answer", "2 2"]).run(&["referee", "log"]);
    table.says("with a game that does not ask so much");
    write(&table, "declare {n = is.whole(0, 9)}\nfunction steps.setup() return 'over' end");
    table.run(&["referee", "upgrade", "./game"]).run(&["referee", "upgrade", "./game", "--cut"]);
    table.golden("referee-upgrade.txt");
}

/// The copy of the rules fails while the table is opened: only another copy helps.
#[test]
fn a_table_whose_rules_fail_can_be_upgraded() {
    let mut table = played();
    let frozen = table.tool.path().join("tables/game/game/rules.luau");
    fs::write(&frozen, YARD.replace("state.n += 1", "state.m += 1")).expect("a script");
    table.run(&["referee", "show"]).run(&["referee", "answer", "wait"]);
    table.run(&["referee", "upgrade", "./game"]).run(&["referee", "answer", "wait"]);
    fs::remove_dir_all(frozen.parent().expect("the copy")).expect("the copy goes");
    table.run(&["referee", "show"]).run(&["referee", "upgrade", "./game"]);
    table.golden("referee-mended.txt");
}

/// An upgrade that was stopped between two names.
#[test]
fn an_upgrade_that_was_cut_off_is_finished() {
    let table = played();
    let own = table.tool.path().join("tables/game/game");
    fs::rename(&own, own.with_file_name("game.new")).expect("it is renamed");
    table.tool.run("referee answer wait").succeeds();
    assert!(own.is_dir());
}

/// A link inside of a game is a file like any other: the copy has what it leads to.
#[cfg(unix)]
#[test]
fn a_link_inside_a_game_is_copied_as_the_file_it_leads_to() {
    use std::os::unix::fs::symlink;
    let tool = Tool::refereed(YARD).file("game/shared/real.luau", YARD);
    let script = tool.path().join("game/rules.luau");
    fs::remove_file(&script).expect("the script goes");
    symlink("shared/real.luau", &script).expect("a link in its place");
    tool.run("referee new ./game --players Ann,Bob --table night").succeeds();
    let copy = tool.path().join("tables/night/game/rules.luau");
    assert!(fs::symlink_metadata(&copy).expect("a copy").is_file());
    fs::remove_dir_all(tool.path().join("game")).expect("the game goes");
    tool.run("referee answer wait").succeeds();
}

#[cfg(unix)]
#[test]
fn a_link_out_of_a_game_or_around_in_it_makes_no_table() {
    use std::os::unix::fs::symlink;
    let tool = Tool::refereed(YARD).file("elsewhere/notes.md", "secret").file("game/art/a.md", "a");
    symlink(tool.path().join("elsewhere/notes.md"), tool.path().join("game/notes.md")).expect("a link out");
    symlink("..", tool.path().join("game/art/up")).expect("a link around");
    tool.run("referee new ./game --players Ann,Bob --table night").refuses_in_words(
        "\
error: cannot use `notes.md`: it leads out of the game folder
 |
 = help: keep every file of a game in its folder

error: cannot use `art/up`: a link on the way to it leads back to a folder above
 |
 = help: take the link away, or let it point at another folder

2 errors",
    );
    assert!(!tool.path().join("tables").exists(), "nothing is left behind");
}

/// Names that are no text: what takes a name says so, and what takes a path uses it.
#[cfg(target_os = "linux")]
#[test]
fn names_that_are_no_text() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;
    let odd = OsStr::from_bytes(b"ni\xffght");
    let tool = Tool::refereed(YARD);
    fs::write(tool.path().join("game").join(odd), "nothing of the game").expect("a file");
    let run = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tablewright"));
        command.args(arguments).arg(odd).current_dir(tool.path()).output().expect("the binary runs")
    };
    for arguments in [["check"].as_slice(), &["test"], &["referee", "answer"], &["referee", "new", "--players", "A,B"]]
    {
        let output = run(arguments);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(said.starts_with("error: invalid UTF-8 was detected in one or more arguments"), "{said}");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    }
    for arguments in [
        ["referee", "new", "./game", "--players", "Ann,Bob", "--table"].as_slice(),
        &["referee", "answer", "wait", "--table"],
        &["print", "./game", "--output"],
    ] {
        let output = run(arguments);
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    }
    assert!(tool.path().join("tables").join(odd).join("game").join(odd).is_file());
    assert!(tool.path().join(odd).join("game/game-a4.pdf").is_file());
}
