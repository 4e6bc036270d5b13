//! The tutorial, followed word for word from an empty folder. Behind the language of a block stands what to do with it:
//! the name of a file, and whether it is all of the file, goes at its end, or takes the place of a line. Blocks of
//! `console` are run, and have to say what the tutorial says they do. `UPDATE_GOLDEN=1 cargo test --test tutorial`
//! writes into the tutorial what they say now.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

const GAME: &str = "my-game";

/// A block of the tutorial, between two lines of backticks.
struct Block {
    /// Its line, from 1.
    line: usize,
    language: String,
    /// What to do with it.
    task: String,
    text: String,
}

fn blocks(tutorial: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut lines = tutorial.lines().zip(1..);
    while let Some((opening, line)) = lines.next() {
        let indent = opening.len() - opening.trim_start().len();
        let Some(marks) = opening.trim_start().strip_prefix("```") else { continue };
        let (language, task) = marks.split_once(' ').unwrap_or((marks, ""));
        let inside = lines.by_ref().map(|(line, _)| line).take_while(|line| line.trim() != "```");
        let text: Vec<&str> = inside.map(|line| line.get(indent..).unwrap_or("")).collect();
        blocks.push(Block { line, language: language.to_owned(), task: task.to_owned(), text: text.join("\n") + "\n" });
    }
    blocks
}

/// Somebody who does what the tutorial says.
struct Reader {
    folder: TempDir,
    /// Files as they were before a mistake made on purpose.
    before: Vec<(PathBuf, String)>,
    /// What commands said otherwise than the tutorial does: its words, and theirs.
    otherwise: Vec<(String, String)>,
}

fn write(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    fs::write(path, text).expect("a file");
}

impl Reader {
    fn path(&self, file: &str) -> PathBuf {
        self.folder.path().join(GAME).join(file)
    }

    fn follow(&mut self, block: &Block) {
        let Block { line, language, task, text } = block;
        let (file, how) = task.split_once(' ').unwrap_or((task, ""));
        let path = self.path(file);
        let old = fs::read_to_string(&path).unwrap_or_default();
        let named = how.split('`').nth(1).unwrap_or("");
        let found =
            || old.lines().position(|line| line.starts_with(named)).unwrap_or_else(|| panic!("line {line}: {named}"));
        let with = |from: usize, to: usize, after: &str| {
            let lines: Vec<&str> = old.lines().collect();
            let rest = |lines: &[&str]| lines.iter().flat_map(|line| [*line, "\n"]).collect::<String>();
            format!("{}{text}{after}{}", rest(&lines[..from]), rest(&lines[to..]))
        };
        match how.split('`').next().unwrap_or("").trim() {
            _ if language == "console" => self.run(block),
            _ if file.is_empty() => {}
            "" => write(&path, text),
            "as it is now" => assert_eq!(&old, text, "line {line}: `{file}` has become something else"),
            "at the end" => write(&path, &format!("{old}\n{text}")),
            "before" => write(&path, &with(found(), found(), "\n")),
            "in place of" => write(&path, &with(found(), found() + 1, "")),
            "for a moment in place of" => {
                write(&path, &with(found(), found() + 1, ""));
                self.before.push((path, old));
            }
            other => panic!("line {line}: nobody knows how to follow `{other}`"),
        }
    }

    /// Runs the commands of a block, each after a `$`, and reads what they say, on both channels.
    fn run(&mut self, block: &Block) {
        let (bin, home) = (Path::new(env!("CARGO_BIN_EXE_tablewright")), self.folder.path().join("home"));
        let tools =
            format!("{}:{}", bin.parent().expect("a folder").display(), std::env::var("PATH").unwrap_or_default());
        for step in block.text.split("$ ").skip(1) {
            let (command, expected) = step.split_once('\n').unwrap_or((step, ""));
            let ran = Command::new("sh")
                .args(["-c", &format!("{command} 2>&1")])
                .current_dir(self.folder.path())
                .env_clear()
                .env("PATH", &tools)
                .env("HOME", &home)
                .output()
                .expect("a shell");
            let said = String::from_utf8_lossy(&ran.stdout).replace(&*home.to_string_lossy(), "~");
            if said.trim_matches('\n') != expected.trim_matches('\n') {
                let told = |words: &str| format!("$ {command}\n{}", words.trim_matches('\n'));
                self.otherwise.push((told(expected), told(&said)));
            }
        }
        for (path, text) in self.before.drain(..) {
            fs::write(path, text).expect("a file");
        }
    }
}

#[cfg(unix)]
#[test]
fn the_tutorial_does_what_it_says() {
    let tutorial = include_str!("../docs/tutorial.md");
    let mut reader =
        Reader { folder: tempfile::tempdir().expect("a folder"), before: Vec::new(), otherwise: Vec::new() };
    let blocks = blocks(tutorial);
    assert!(blocks.len() > 30, "the blocks were found");
    for block in &blocks {
        reader.follow(block);
    }
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        let now = reader.otherwise.iter().fold(tutorial.to_owned(), |text, (old, new)| text.replacen(old, new, 1));
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/tutorial.md");
        fs::write(path, now).expect("the tutorial");
    } else {
        assert_eq!(reader.otherwise, []);
    }
}
