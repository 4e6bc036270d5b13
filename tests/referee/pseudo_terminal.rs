//! The program itself in a terminal that a test types into: every game by names alone, which ends in the same journal as by
//! ids, and the terminal is given back.

use std::fs::File;
use std::io::{Read as _, Write as _};
use std::os::fd::OwnedFd;
use std::path::Path;
use std::process::Stdio;
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use rustix::fs::{Mode, OFlags, open};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};
use tablewright::inside::dice::Chance;
use tablewright::inside::referee::{What, read_journal};

use super::screens::{GAMES, session};
use crate::support::Tool;
use crate::support::names::{Decision, typed_by_names};

/// So many decisions are typed.
const DECISIONS: usize = 25;
/// Nobody waits longer for an answer.
const PATIENCE: Duration = Duration::from_secs(20);
/// What gives a terminal back that was taken as a whole.
const GIVEN_BACK: &str = "\u{1b}[?1049l";

/// A terminal of 80 by 24: our end, and the end of the program.
fn terminal() -> (File, OwnedFd) {
    let ours = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
    grantpt(&ours).expect("it is ours");
    unlockpt(&ours).expect("it can be opened");
    let size = Winsize { ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0 };
    tcsetwinsize(&ours, size).expect("its size");
    let name = ptsname(&ours, Vec::new()).expect("its name");
    let theirs = open(name.as_c_str(), OFlags::RDWR | OFlags::NOCTTY, Mode::empty()).expect("its other end");
    (File::from(ours), theirs)
}

/// Everything that comes from the program, as it comes.
fn listen(mut from: File) -> Receiver<Vec<u8>> {
    let (told, heard) = channel();
    thread::spawn(move || {
        let mut some = [0; 4096];
        while let Ok(count @ 1..) = from.read(&mut some) {
            if told.send(some[..count].to_vec()).is_err() {
                break;
            }
        }
    });
    heard
}

fn entries(journal: &Path) -> Vec<What> {
    let text = std::fs::read(journal).expect("a journal");
    let journal = read_journal(&text).expect("a whole journal");
    journal.entries.into_iter().map(|entry| entry.what).collect()
}

#[test]
fn every_game_is_played_in_a_terminal_by_names_alone() {
    for (game, players) in GAMES {
        let tool = Tool::new();
        drop(session(&tool, game, players, "evening"));
        let mut planned = session(&tool, game, players, "planned");
        let decisions = typed_by_names(&mut planned.table, DECISIONS, &mut Chance::from_seed(9));
        planned.keep().expect("a disk");
        let (mut ours, theirs) = terminal();
        let end = |theirs: &OwnedFd| Stdio::from(theirs.try_clone().expect("an end"));
        let mut run = tool.command("referee play --table evening");
        run.stdin(end(&theirs)).stdout(end(&theirs)).stderr(end(&theirs)).env("TERM", "xterm-256color");
        let mut run = run.spawn().expect("it starts");
        drop(theirs);
        let heard = listen(ours.try_clone().expect("an end"));
        let journal = tool.path().join("tables/evening/journal.jsonl");
        let count = |journal: &Path| std::fs::read_to_string(journal).map_or(0, |text| text.lines().count());
        for decision in &decisions {
            let before = count(&journal);
            for line in decision.lines() {
                ours.write_all(format!("{line}\r").as_bytes()).expect("it is typed");
            }
            let began = Instant::now();
            while count(&journal) == before {
                let said = || String::from_utf8_lossy(&heard.try_iter().flatten().collect::<Vec<u8>>()).into_owned();
                assert!(began.elapsed() < PATIENCE, "{game}: nothing came of `{}`\n{}", decision.name, said());
                thread::sleep(Duration::from_millis(5));
            }
        }
        ours.write_all(b":q\r").expect("it is typed");
        assert!(run.wait().expect("it ends").success(), "{game}");
        let mut said = Vec::new();
        while !String::from_utf8_lossy(&said).contains(GIVEN_BACK) {
            said.extend(
                heard.recv_timeout(PATIENCE).unwrap_or_else(|_| panic!("{game}: the terminal is not given back")),
            );
        }
        let (by_name, by_id) = (entries(&journal), entries(&tool.path().join("tables/planned/journal.jsonl")));
        let ids: Vec<&str> = decisions.iter().map(|Decision { id, .. }| id.as_str()).collect();
        assert!(by_name == by_id, "{game}: {ids:?}");
    }
}
