//! Games that are made to do harm: each ends in time, with little memory and a sentence, and leaves nothing behind. What
//! a run may take is measured from outside.

mod drawings;
mod expressions;
mod files;
mod pictures;
mod terminals;

use std::fs::{self, File};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::support::Tool;

/// A run takes no more of a processor than this: the machine may have other things to do.
const LONGEST: Duration = Duration::from_secs(10);
/// It does not wait for anything either.
const PATIENCE: Duration = Duration::from_mins(2);
/// And it takes no more memory, in kilobytes.
const LARGEST: u64 = 512_000;

/// How a run ended, and what it said.
struct Ended {
    code: Option<i32>,
    stdout: String,
    stderr: String,
}

impl Ended {
    /// It was refused, and this was among what was said.
    #[track_caller]
    fn refused(self, sentence: &str) {
        assert!(self.stderr.contains(sentence), "{sentence}\nwas not said, but:\n{}", self.stderr);
        assert_eq!(self.code, Some(1), "{}", self.stderr);
    }

    /// It went well, or was refused in words.
    #[track_caller]
    fn survived(self) {
        assert!(matches!(self.code, Some(0 | 1)), "{:?}\n{}", self.code, self.stderr);
    }
}

/// Runs the tool within the bounds; nothing is left behind where it does not go well.
#[track_caller]
fn within_bounds(tool: &Tool, arguments: &str) -> Ended {
    let said = |name: &str| tool.path().join(name);
    let file = |name: &str| File::create(said(name)).expect("a file");
    let started = Instant::now();
    let mut child = Command::new(env!("CARGO_BIN_EXE_tablewright"))
        .args(arguments.split_whitespace())
        .current_dir(tool.path())
        .env_clear()
        .stdin(Stdio::null())
        .stdout(file("stdout"))
        .stderr(file("stderr"))
        .spawn()
        .expect("the binary runs");
    let status = loop {
        let most = most_memory(child.id());
        let worked = work_of(child.id());
        if worked > LONGEST || started.elapsed() > PATIENCE || most > LARGEST {
            child.kill().expect("it can be ended");
            child.wait().expect("it ends");
            panic!("`{arguments}` took {worked:?} and {most} kB");
        }
        if let Some(status) = child.try_wait().expect("it can be asked") {
            break status;
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    let text = |name: &str| String::from_utf8_lossy(&fs::read(said(name)).expect("a file")).into_owned();
    let ended = Ended { code: status.code(), stdout: text("stdout"), stderr: text("stderr") };
    if ended.code != Some(0) {
        assert!(!tool.path().join("output").exists(), "nothing is left behind");
    }
    ended
}

/// The most memory a process had so far, in kilobytes; nothing where the system does not say.
fn most_memory(id: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|rest| rest.trim().trim_end_matches(" kB").parse().ok()).unwrap_or(0)
}

/// How long a process has kept processors busy; nothing where the system does not say.
fn work_of(id: u32) -> Duration {
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
    // Behind the name in brackets; the hundredths of seconds in the program and in the system are the 14th and 15th word.
    let after_name = stat.rsplit(')').next().unwrap_or_default();
    let hundredths: u64 =
        after_name.split_whitespace().skip(11).take(2).filter_map(|word| word.parse::<u64>().ok()).sum();
    Duration::from_millis(hundredths * 10)
}

/// So many lines or elements, each made from its number.
fn each(count: usize, text: impl Fn(usize) -> String) -> String {
    (0..count).map(text).collect::<Vec<String>>().concat()
}

const NAME_SPACE: &str = "xmlns='http://www.w3.org/2000/svg'";

/// A game of one tile with this drawing on it.
fn tile(drawing: &str) -> Tool {
    tile_after("", drawing)
}

/// The same, with something before the drawing begins.
fn tile_after(before: &str, drawing: &str) -> Tool {
    Tool::with_game("  t: {kind: tiles, size: 60mm, front: faces/a.svg}\n")
        .file("game/faces/a.svg", format!("{before}<svg {NAME_SPACE} viewBox='0 0 60 60'>{drawing}</svg>"))
}
