//! The screen that stays, as people see it: each game for some decisions, typed by names, on screens of three sizes. Whole
//! screens are compared as text.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};
use tablewright::app::{NewTable, Session, Tables, WhichGame};
use tablewright::inside::dice::Chance;
use tablewright::inside::referee::Custody;
use tablewright::inside::ui::terminal::{Conversation, Ended, Face, FullScreen, Keys, Stage};

use crate::support::names::{Decision, typed_by_names};
use crate::support::table::AT;
use crate::support::{Tool, same_as_golden};

/// The games, with who plays.
pub const GAMES: [(&str, &[&str]); 5] = [
    ("zombie-rancher", &["Ann", "Bob", "Cleo"]),
    ("boffing-zombies", &["Ann", "Bob", "Cleo"]),
    ("zombie-plague", &["Ann", "Bob"]),
    ("zombie-wars", &["Ann", "Bob"]),
    ("zombie-town", &["Ann", "Bob", "Cleo"]),
];
/// Three screens: of an old terminal, of half a laptop, of a large one.
const SIZES: [(u16, u16); 3] = [(80, 24), (110, 45), (200, 60)];
/// So many decisions are made.
const DECISIONS: usize = 40;
/// After so many of them the screen is looked at.
const BETWEEN_LOOKS: usize = 8;

/// A new table of a game, in a folder of its own.
pub fn session(tool: &Tool, game: &str, players: &[&str], name: &str) -> Session {
    let components = Path::new(env!("CARGO_MANIFEST_DIR")).join("components");
    let tables = Tables::new(tool.path().join("tables"), || AT.to_owned());
    let wish = NewTable {
        named: Some(PathBuf::from(name)),
        dice: Custody::App,
        ..NewTable::of(WhichGame::new(game, components), players, 11)
    };
    tables.set_up(&wish).unwrap_or_else(|found| panic!("{found}"))
}

/// Somebody who types lines, and then leaves.
#[derive(Default, Clone)]
struct Typist(Rc<RefCell<VecDeque<Event>>>);

impl Typist {
    fn types(&self, line: &str) {
        let mut keys = self.0.borrow_mut();
        let key = |code: KeyCode| Event::Key(KeyEvent::new(code, KeyModifiers::NONE));
        keys.extend(line.chars().map(|letter| key(KeyCode::Char(letter))).chain([key(KeyCode::Enter)]));
    }
}

impl Keys for Typist {
    fn next(&mut self) -> io::Result<Event> {
        let leave = Event::Key(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL));
        Ok(self.0.borrow_mut().pop_front().unwrap_or(leave))
    }
}

/// What people see after these lines: the screen as text.
struct Sitting {
    tool: Tool,
    session: Session,
    typist: Typist,
}

impl Sitting {
    fn of(game: &str, players: &[&str]) -> Self {
        let tool = Tool::new();
        let session = session(&tool, game, players, "evening");
        Self { tool, session, typist: Typist::default() }
    }

    /// Types lines on a screen, and gives what is on it at last.
    fn after(&mut self, face: &mut FullScreen<'_, TestBackend>, lines: &[&str]) -> String {
        for line in lines {
            self.typist.types(line);
        }
        let (stage, pictures) = (Stage::new(&self.session.game, "evening".to_owned()), self.tool.path().join("output"));
        let ended = Conversation::new(&mut self.session, face as &mut dyn Face, stage, pictures).run();
        assert_eq!(ended.expect("a screen in memory"), Ended::Left);
        let (buffer, mut text) = (face.terminal().backend().buffer(), String::new());
        for line in buffer.content.chunks(buffer.area.width.into()) {
            let line: String = line.iter().map(ratatui::buffer::Cell::symbol).collect();
            let _ = writeln!(text, "{}", line.trim_end());
        }
        text
    }
}

#[test]
fn every_game_is_played_by_names_on_screens_of_every_size() {
    for (game, players) in GAMES {
        for (width, height) in SIZES {
            let mut sitting = Sitting::of(game, players);
            let mut planned = session(&sitting.tool, game, players, "planned");
            let typed = typed_by_names(&mut planned.table, DECISIONS, &mut Chance::from_seed(5));
            let (terminal, mut typist) =
                (Terminal::new(TestBackend::new(width, height)).unwrap(), sitting.typist.clone());
            let mut face = FullScreen::new(terminal, &mut typist, true);
            let mut told = String::new();
            for lines in typed.chunks(BETWEEN_LOOKS) {
                let lines: Vec<&str> = lines.iter().flat_map(Decision::lines).collect();
                let _ = writeln!(told, "==== {}", lines.join(" / "));
                told.push_str(&sitting.after(&mut face, &lines));
            }
            let (named, planned) = (sitting.session.table.entries(), planned.table.entries());
            for (by_name, by_id) in named.iter().zip(planned) {
                assert_eq!(by_name.what, by_id.what, "{game}: entry {}", by_id.seq);
            }
            assert_eq!(named.len(), planned.len(), "{game}: names and ids end in the same journal");
            same_as_golden(&format!("screens-{game}-{width}x{height}.txt"), &told);
        }
    }
}

#[test]
fn a_refused_line_is_told_right_above_the_question() {
    for (width, height) in [(110, 45), (200, 60)] {
        let mut sitting = Sitting::of("zombie-wars", &["Ann", "Bob"]);
        let (terminal, mut typist) = (Terminal::new(TestBackend::new(width, height)).unwrap(), sitting.typist.clone());
        let mut face = FullScreen::new(terminal, &mut typist, false);
        let told = sitting.after(&mut face, &["three", "turn the moon"]);
        let lines: Vec<&str> = told.lines().collect();
        let at = |wanted: &str| lines.iter().position(|line| line.starts_with(wanted));
        let (rule, typed) = (at("───").expect("a line"), at("> turn the moon").expect("what was typed"));
        let said = lines[typed + 1..].iter().position(|line| line.contains("is not one of the answers"));
        assert_eq!((typed, said), (rule + 1, Some(0)), "{told}");
        assert_eq!(told.matches("> turn the moon").count(), 1, "{told}");
        assert!(lines[typed..].iter().any(|line| line.contains(": ") && line.contains("(rules: ")), "{told}");
        // The next line leaves it to the news.
        let told = sitting.after(&mut face, &["help undo"]);
        let at = |wanted: &str| told.lines().position(|line| line.starts_with(wanted));
        assert!(at("> turn the moon").is_none_or(|line| Some(line) < at("───")), "{told}");
    }
}

#[test]
fn an_offer_that_stands_below_what_was_looked_up_says_so() {
    let mut sitting = Sitting::of("zombie-rancher", &["Ann", "Bob"]);
    let (terminal, mut typist) = (Terminal::new(TestBackend::new(110, 45)).unwrap(), sitting.typist.clone());
    let mut face = FullScreen::new(terminal, &mut typist, false);
    let laid = ["Ann", "A9", "A1", "D7", "G4", "C6", "G6", "B8", "H8"];
    let told = sitting.after(&mut face, &[&laid[..], &["set D3 and bake a cake"]].concat());
    assert!(told.contains("\nNothing was done: `yes` takes `set D3`."), "{told}");
    let told = sitting.after(&mut face, &["set D3 and bake a cake", "where is D7"]);
    assert!(told.contains("\nStill offered: `yes` takes `set D3`."), "{told}");
    assert!(!told.contains("Nothing was done"), "{told}");
}

/// How many keys forty decisions of each game take, and what was typed for them: `cargo test --test referee keystrokes --
/// --ignored --nocapture`.
#[test]
#[ignore = "it measures, and compares nothing"]
fn keystrokes() {
    for (game, players) in GAMES {
        let tool = Tool::new();
        let mut table = session(&tool, game, players, "evening").table;
        let decisions = typed_by_names(&mut table, DECISIONS, &mut Chance::from_seed(5));
        let keys: usize = decisions
            .iter()
            .map(|one| one.shortest.chars().count() + 1 + one.opens.as_ref().map_or(0, |line| line.chars().count() + 1))
            .sum();
        let ids: Vec<String> =
            decisions.iter().flat_map(|one| one.opens.clone().into_iter().chain([one.id.clone()])).collect();
        println!("{game}\t{keys}\t{}", ids.join("\u{1f}"));
    }
}
