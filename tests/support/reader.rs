//! A document of `docs`, followed word for word from an empty folder. Behind the language of a block stands what to do
//! with it: the name of a file, and whether it is all of the file, goes at its end, or takes the place of a line or of
//! all that hangs below it. Blocks of `console` are run, and have to say what the document says they do: `...` stands
//! for lines that it leaves out, and what stands behind `>` is typed. `UPDATE_GOLDEN=1` writes into the document what
//! they say now.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

/// Lines that a document leaves out.
const LEFT_OUT: &str = "...";

/// A block of a document, between two lines of backticks.
struct Block {
    /// Its line, from 1.
    line: usize,
    /// How far it stands from the left.
    indent: usize,
    /// The heading it stands below.
    chapter: String,
    language: String,
    /// What to do with it.
    task: String,
    text: String,
}

fn blocks(document: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut chapter = "";
    let mut lines = document.lines().zip(1..);
    while let Some((opening, line)) = lines.next() {
        chapter = opening.strip_prefix("## ").unwrap_or(chapter);
        let indent = opening.len() - opening.trim_start().len();
        let Some(marks) = opening.trim_start().strip_prefix("```") else { continue };
        let (language, task) = marks.split_once(' ').unwrap_or((marks, ""));
        let inside = lines.by_ref().map(|(line, _)| line).take_while(|line| line.trim() != "```");
        let text: Vec<&str> = inside.map(|line| line.get(indent..).unwrap_or("")).collect();
        let (chapter, language, task) = (chapter.to_owned(), language.to_owned(), task.to_owned());
        blocks.push(Block { line, indent, chapter, language, task, text: text.join("\n") + "\n" });
    }
    blocks
}

/// Somebody who does what a document says.
pub struct Reader {
    folder: TempDir,
    game: &'static str,
    /// Files as they were before a mistake made on purpose.
    before: Vec<(PathBuf, String)>,
    otherwise: Vec<Otherwise>,
}

/// A command that said otherwise than the document does.
struct Otherwise {
    /// The line of its block.
    line: usize,
    expected: String,
    said: String,
}

/// Follows a document that makes a game, and looks at the game after every chapter.
pub fn follow(document: &str, game: &'static str, after_chapter: impl Fn(&Reader)) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs").join(document);
    let text = fs::read_to_string(&path).expect("a document");
    let folder = tempfile::tempdir().expect("a folder");
    let mut reader = Reader { folder, game, before: Vec::new(), otherwise: Vec::new() };
    let blocks = blocks(&text);
    assert!(blocks.len() > 30, "the blocks were found");
    for chapter in blocks.chunk_by(|one, next| one.chapter == next.chapter) {
        for block in chapter {
            reader.follow(block);
        }
        after_chapter(&reader);
    }
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(path, updated(&text, &blocks, &reader.otherwise)).expect("the document");
    } else {
        let told =
            |Otherwise { line, expected, said }: &Otherwise| format!("line {line}:\n{expected}\nis now\n{said}\n");
        let told: Vec<String> = reader.otherwise.iter().map(told).collect();
        assert!(told.is_empty(), "docs/{document} says otherwise\n{}", told.join("\n"));
    }
}

/// The document with what commands say now.
fn updated(text: &str, blocks: &[Block], otherwise: &[Otherwise]) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for block in blocks.iter().rev() {
        let changes = otherwise.iter().filter(|change| change.line == block.line);
        let words = changes.fold(block.text.clone(), |words, change| words.replacen(&change.expected, &change.said, 1));
        let indented = words.lines().map(|line| format!("{}{line}", " ".repeat(block.indent)).trim_end().to_owned());
        lines.splice(block.line..block.line + block.text.lines().count(), indented);
    }
    lines.join("\n") + "\n"
}

fn write(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    fs::write(path, text).expect("a file");
}

impl Reader {
    fn path(&self, file: &str) -> PathBuf {
        self.folder.path().join(self.game).join(file)
    }

    fn follow(&mut self, block: &Block) {
        let Block { line, language, task, text, .. } = block;
        let (file, how) = task.split_once(' ').unwrap_or((task, ""));
        let path = self.path(file);
        let old = fs::read_to_string(&path).unwrap_or_default();
        let named = how.split('`').nth(1).unwrap_or("");
        let lines: Vec<&str> = old.lines().collect();
        let found =
            || lines.iter().position(|line| line.starts_with(named)).unwrap_or_else(|| panic!("{line}: {named}"));
        let with = |from: usize, to: usize, after: &str| {
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
            "in place of all of" => write(&path, &with(found(), end(&lines, found()), "")),
            "for a moment in place of" => {
                write(&path, &with(found(), found() + 1, ""));
                self.before.push((path, old));
            }
            other => panic!("line {line}: nobody knows how to follow `{other}`"),
        }
    }

    /// Runs the commands of a block, each after a `$`, and reads what they say, on both channels.
    fn run(&mut self, block: &Block) {
        for step in block.text.split("$ ").skip(1) {
            let (command, expected) = step.split_once('\n').unwrap_or((step, ""));
            let (_, said) = self.ask(command, &typed(expected));
            let told = |words: &str| format!("$ {command}\n{}", words.trim_matches('\n'));
            if !agrees(expected.trim_matches('\n'), said.trim_matches('\n')) {
                self.otherwise.push(Otherwise { line: block.line, expected: told(expected), said: told(&said) });
            }
        }
        for (path, text) in self.before.drain(..) {
            fs::write(path, text).expect("a file");
        }
    }

    /// A command line, with these lines typed into it: whether it went well, and what it said.
    fn ask(&self, command: &str, typed: &str) -> (bool, String) {
        let (bin, home) = (Path::new(env!("CARGO_BIN_EXE_tablewright")), self.folder.path().join("home"));
        let tools =
            format!("{}:{}", bin.parent().expect("a folder").display(), std::env::var("PATH").unwrap_or_default());
        let mut shell = Command::new("sh")
            .args(["-c", &format!("{command} 2>&1")])
            .current_dir(self.folder.path())
            .env_clear()
            .env("PATH", &tools)
            .env("HOME", &home)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("a shell");
        // It may leave before it has read everything.
        drop(shell.stdin.take().expect("it reads").write_all(typed.as_bytes()));
        let ran = shell.wait_with_output().expect("it ends");
        (ran.status.success(), String::from_utf8_lossy(&ran.stdout).replace(&*home.to_string_lossy(), "~"))
    }

    /// What a command says that has to go well.
    #[track_caller]
    pub fn succeeds(&self, command: &str) -> String {
        let (is_well, said) = self.ask(command, "");
        assert!(is_well, "$ {command}\n{said}");
        said
    }
}

/// Where all that hangs below a line ends: with its bracket or its `end`, or before the next that stands at the left.
fn end(lines: &[&str], from: usize) -> usize {
    let at_the_left = |line: &&str| !line.is_empty() && !line.starts_with(' ');
    let next = lines[from + 1..].iter().position(at_the_left).map_or(lines.len(), |next| from + 1 + next);
    if lines.get(next).is_some_and(|line| line.starts_with("end") || line.starts_with(['}', ')'])) {
        return next + 1;
    }
    lines[..next].iter().rposition(|line| !line.is_empty()).map_or(next, |last| last + 1)
}

/// What is typed: all that stands behind `>`.
fn typed(expected: &str) -> String {
    let lines = expected.lines().filter_map(|line| if line == ">" { Some("") } else { line.strip_prefix("> ") });
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// Whether words are those that were expected, but for the lines that are left out, and for how long it took.
fn agrees(expected: &str, said: &str) -> bool {
    let (expected, said): (Vec<&str>, Vec<&str>) =
        (expected.lines().map(untimed).collect(), said.lines().map(untimed).collect());
    let mut runs = expected.split(|line| *line == LEFT_OUT);
    let Some(mut rest) = runs.next().and_then(|first| said.strip_prefix(first)) else { return false };
    let Some(last) = runs.next_back() else { return rest.is_empty() };
    for run in runs.filter(|run| !run.is_empty()) {
        let Some(at) = rest.windows(run.len()).position(|lines| lines == run) else { return false };
        rest = &rest[at + run.len()..];
    }
    rest.ends_with(last)
}

fn untimed(line: &str) -> &str {
    if line.ends_with(" decisions a second") { line.split(" in ").next().unwrap_or(line) } else { line }
}
