//! A folder with files, the binary run in it, and what it said: the way every test talks to Tablewright.
#![allow(dead_code, reason = "every binary of tests uses its own part of this")]

pub mod hoard;
pub mod names;
pub mod painted;
pub mod played;
pub mod power;
pub mod reader;
pub mod spreadsheets;
pub mod table;

use std::fs;
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use tempfile::TempDir;

/// All games that come along and can be refereed.
pub const GAMES: [&str; 7] = [
    "boffing-zombies",
    "lantern-harbour",
    "salt-roads",
    "zombie-plague",
    "zombie-rancher",
    "zombie-town",
    "zombie-wars",
];

/// A folder of files in which the tool is run.
pub struct Tool {
    folder: TempDir,
}

/// What a run said and did.
pub struct Ran {
    output: Output,
    folder: PathBuf,
}

impl Tool {
    pub fn new() -> Self {
        Self { folder: tempfile::tempdir().expect("a temporary folder") }
    }

    /// The smallest game there is, in the folder `game`, with these lines of components.
    pub fn with_game(components: &str) -> Self {
        Self::new().file("game/game.yaml", format!("title: Small\nversion: \"1\"\ncomponents:\n{components}"))
    }

    /// The small game that is refereed, in the folder `game`, with a script.
    pub fn refereed(script: &str) -> Self {
        Self::new()
            .file("game/game.yaml", played::GAME)
            .file("game/board.yaml", played::BOARD)
            .file("game/RULES.md", played::RULES)
            .file("game/rules.luau", script)
    }

    pub fn file(self, path: &str, content: impl AsRef<[u8]>) -> Self {
        let full = self.folder.path().join(path);
        fs::create_dir_all(full.parent().expect("a path below the folder")).expect("a folder");
        fs::write(full, content).expect("a file");
        self
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// The tool with these arguments, not yet started.
    pub fn command(&self, arguments: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tablewright"));
        command.args(arguments.split_whitespace()).current_dir(self.folder.path()).env_clear();
        command
    }

    pub fn run(&self, arguments: &str) -> Ran {
        self.run_with(&[], arguments)
    }

    /// The tool run with these words, which may have spaces in them.
    pub fn run_words(&self, arguments: &[&str]) -> Ran {
        let output = Command::new(env!("CARGO_BIN_EXE_tablewright"))
            .args(arguments)
            .current_dir(self.folder.path())
            .env_clear()
            .output()
            .expect("the binary runs");
        Ran { output, folder: self.folder.path().to_owned() }
    }

    /// The tool run with these lines typed into it, and no terminal.
    pub fn type_into(&self, arguments: &str, input: &str) -> Ran {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tablewright"));
        self.typed_into(command.args(arguments.split_whitespace()), input)
    }

    /// The same where no file may be longer than 1 kB.
    #[cfg(unix)]
    pub fn type_into_small_disk(&self, arguments: &str, input: &str) -> Ran {
        self.typed_into(&mut on_small_disk(arguments), input)
    }

    fn typed_into(&self, command: &mut Command, input: &str) -> Ran {
        let mut child = self.started(command);
        let mut typed = child.stdin.take().expect("it reads");
        let text = input.to_owned();
        // It may leave before it has read everything.
        let typing = std::thread::spawn(move || drop(typed.write_all(text.as_bytes())));
        let output = child.wait_with_output().expect("it ends");
        typing.join().expect("everything is typed");
        Ran { output, folder: self.folder.path().to_owned() }
    }

    fn started(&self, command: &mut Command) -> Child {
        let command = command.current_dir(self.folder.path()).env_clear();
        let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        piped.spawn().expect("the binary runs")
    }

    /// The tool waiting for what is typed into it; it has said something already.
    pub fn leave_open(&self, arguments: &str) -> Child {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tablewright"));
        self.left_open(command.args(arguments.split_whitespace()))
    }

    /// The same where no file may be longer than 1 kB.
    #[cfg(unix)]
    pub fn leave_open_on_small_disk(&self, arguments: &str) -> Child {
        self.left_open(&mut on_small_disk(arguments))
    }

    fn left_open(&self, command: &mut Command) -> Child {
        let mut child = self.started(command);
        let said = child.stdout.as_mut().expect("it speaks");
        said.read_exact(&mut [0]).expect("it has begun");
        child
    }

    /// The tool run with these variables and no others.
    pub fn run_with(&self, variables: &[(&str, &str)], arguments: &str) -> Ran {
        let output = Command::new(env!("CARGO_BIN_EXE_tablewright"))
            .args(arguments.split_whitespace())
            .current_dir(self.folder.path())
            .env_clear()
            .env("TABLEWRIGHT_CONFIG", self.folder.path().join("settings"))
            .envs(variables.iter().copied())
            .output()
            .expect("the binary runs");
        Ran { output, folder: self.folder.path().to_owned() }
    }
}

/// The tool where no file may be longer than 1 kB: a limit of the shell stands for a disk that is full.
#[cfg(unix)]
fn on_small_disk(arguments: &str) -> Command {
    let tool = env!("CARGO_BIN_EXE_tablewright");
    let script = format!("trap '' XFSZ; ulimit -f 2; exec '{tool}' {arguments}");
    let mut command = Command::new("/bin/sh");
    command.args(["-c", &script]);
    command
}

/// The names of all that is in a folder, sorted.
pub fn names_in(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a name").file_name());
    let mut names: Vec<String> = names.map(|name| name.to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// The text is that of a golden file; `UPDATE_GOLDEN` writes it anew.
#[track_caller]
pub fn same_as_golden(name: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&path, text).unwrap();
    }
    let golden = std::fs::read_to_string(&path).unwrap_or_default();
    let line = golden.lines().zip(text.lines()).position(|(a, b)| a != b);
    let line = line.unwrap_or_else(|| golden.lines().count().min(text.lines().count()));
    let show = |text: &str| text.lines().nth(line).unwrap_or("(nothing)").to_owned();
    assert!(golden == text, "{name}:{}\n  was {}\n  is  {}", line + 1, show(&golden), show(text));
}

/// The tool run at the top of the project.
pub fn run_in_project(arguments: &[&str]) -> Ran {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let output = Command::new(env!("CARGO_BIN_EXE_tablewright"))
        .args(arguments)
        .current_dir(&folder)
        .env_clear()
        .output()
        .expect("the binary runs");
    Ran { output, folder }
}

impl Ran {
    pub fn stdout(&self) -> String {
        String::from_utf8_lossy(&self.output.stdout).into_owned()
    }

    pub fn stderr(&self) -> String {
        String::from_utf8_lossy(&self.output.stderr).into_owned()
    }

    pub fn code(&self) -> Option<i32> {
        self.output.status.code()
    }

    /// It ended well.
    #[track_caller]
    pub fn succeeds(self) -> Self {
        assert_eq!(self.code(), Some(0), "{}{}", self.stdout(), self.stderr());
        self
    }

    /// It went well and said exactly this.
    #[track_caller]
    pub fn says(self, stdout: &str) -> Self {
        let ran = self.succeeds();
        assert_eq!(ran.stdout(), stdout);
        ran
    }

    /// It ended with this code and said exactly this.
    #[track_caller]
    pub fn fails(self, code: i32, stderr: &str) -> Self {
        assert_eq!(self.stderr().trim_end(), stderr.trim_matches('\n').trim_end());
        assert_eq!(self.code(), Some(code));
        assert!(!self.folder.join("output").exists(), "nothing is written when something is wrong");
        self
    }

    /// It was refused with exactly these words, whatever was written before.
    #[track_caller]
    pub fn refuses_in_words(self, stderr: &str) -> Self {
        assert_eq!(self.stderr().trim_end(), stderr.trim_matches('\n').trim_end());
        assert_eq!(self.code(), Some(1));
        self
    }

    /// It ended with code 1 and said all of these.
    #[track_caller]
    pub fn refuses(self, parts: &[&str]) -> Self {
        let said = self.stderr();
        for part in parts {
            assert!(said.contains(part), "missing: {part}\nsaid:\n{said}");
        }
        assert_eq!(self.code(), Some(1), "{said}");
        assert!(!self.folder.join("output").exists(), "nothing is written when something is wrong");
        self
    }
}
