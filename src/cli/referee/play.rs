//! `referee play`: a table kept by a session, lines from the terminal or from a file, and the conversation between them.

use std::io::{self, BufRead as _, IsTerminal as _};
use std::path::{Path, PathBuf};

use clap::Args;
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::Validator;
use rustyline::{Context, Editor, Helper};

use crate::app::{Access, Session};
use crate::cli::report::{has_colour, say};
use crate::diag::{Diagnostic, Diagnostics, is_hidden, visible};
use crate::disk::Disk;
use crate::reach::Reach;
use crate::ui::terminal::{Conversation, Ended, Face, Lines, Screen, Scrolling, Stage, completions, in_lines};

use super::picture::OUTPUT;
use super::table_args::{open, reach_of_table, tables};
use super::whole_screen::with_whole_screen;

/// Arguments of `referee play`.
#[derive(Debug, Args)]
pub struct PlayArgs {
    /// The table: its name under `tables`, or the path of its folder. Usually the one that was played last
    #[arg(long, value_name = "NAME")]
    pub table: Option<PathBuf>,
    /// Only letters, figures and signs that every terminal has
    #[arg(long)]
    pub plain: bool,
    /// Lines that scroll by, in place of a screen that stays
    #[arg(long)]
    pub lines: bool,
}

impl PlayArgs {
    /// What the verb may reach: pictures of the board go where they usually do.
    pub fn reach(&self) -> Reach {
        reach_of_table(self.table.as_deref()).writing(Path::new(OUTPUT), Disk::default())
    }
}

/// Goes on with a table.
pub fn play(arguments: &PlayArgs) -> Result<(), Diagnostics> {
    let mut session = open(arguments.table.as_deref(), Access::Write)?;
    let stage = stage(&session);
    let address = tables().address(&session);
    let bye = format!("The table is kept: `tablewright referee play --table {address}` goes on with it.");
    let talk = |face: &mut dyn Face| Conversation::new(&mut session, face, stage, PathBuf::from(OUTPUT)).run();
    let ended = if has_whole_screen(arguments) { with_whole_screen(talk) } else { scrolling(arguments.plain, talk) };
    match ended {
        Ok(Ended::Left) => {
            say(in_lines("", &bye, Screen::default().width).trim_end());
            Ok(())
        }
        Ok(Ended::Broken) => Err(Diagnostics::new()),
        // Who reads no further has seen enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        Err(error) => Err(mute(&error).into()),
    }
}

/// What is told when the terminal fails.
pub(super) fn mute(error: &io::Error) -> Diagnostic {
    Diagnostic::error(format!("the terminal does not answer: {error}"))
}

/// Whether people sit at a terminal that can be drawn on, and want that.
fn has_whole_screen(arguments: &PlayArgs) -> bool {
    let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    !arguments.plain && !arguments.lines && !is_dumb && io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// A conversation in lines: of people at a terminal, or as they come.
fn scrolling(plain: bool, held: impl FnOnce(&mut dyn Face) -> io::Result<Ended>) -> io::Result<Ended> {
    let mut lines: Box<dyn Lines> = if io::stdin().is_terminal() { Box::new(typed()?) } else { Box::new(Piped) };
    let wipes = io::stdout().is_terminal() && !plain;
    let mut out = io::stdout();
    held(&mut Scrolling::new(lines.as_mut(), &mut out, screen(plain), wipes))
}

/// What screens of this table are made of.
pub fn stage(session: &Session) -> Stage {
    Stage::new(&session.game, session.name())
}

/// What is written on.
pub fn screen(plain: bool) -> Screen {
    Screen { plain, colour: !plain && has_colour(&io::stdout()), ..Screen::default() }
}

/// Lines from a file or another program: told again, so that what comes out reads like a conversation.
pub(super) struct Piped;

impl Lines for Piped {
    fn next(&mut self, prompt: &str, _words: &[String], _is_secret: bool) -> io::Result<Option<String>> {
        let mut bytes = Vec::new();
        if io::stdin().lock().read_until(b'\n', &mut bytes)? == 0 {
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&bytes).trim_end_matches(['\n', '\r']).to_owned();
        say(format!("{prompt}{line}").trim_end());
        Ok(Some(line))
    }
}

/// Lines that people type, with a history and completion.
pub(super) struct Typed {
    editor: Editor<Known, DefaultHistory>,
}

/// What can be completed.
#[derive(Default)]
struct Known {
    words: Vec<String>,
}

pub(super) fn typed() -> io::Result<Typed> {
    let mut editor = Editor::new().map_err(io::Error::other)?;
    editor.set_helper(Some(Known::default()));
    Ok(Typed { editor })
}

impl Lines for Typed {
    fn next(&mut self, prompt: &str, words: &[String], is_secret: bool) -> io::Result<Option<String>> {
        if let Some(known) = self.editor.helper_mut() {
            // What cannot be shown cannot be offered.
            known.words = words.iter().filter(|word| !word.contains(is_hidden)).cloned().collect();
        }
        match self.editor.readline(visible(prompt).as_ref()) {
            Ok(line) => {
                if !is_secret && !line.trim().is_empty() {
                    // A line that is not remembered can be typed again.
                    let _ = self.editor.add_history_entry(line.as_str());
                }
                Ok(Some(line))
            }
            Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(None),
            Err(ReadlineError::Io(error)) => Err(error),
            Err(error) => Err(io::Error::other(error)),
        }
    }
}

impl Completer for Known {
    type Candidate = String;

    fn complete(&self, line: &str, pos: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        Ok(completions(line.get(..pos).unwrap_or_default(), &self.words))
    }
}

impl Hinter for Known {
    type Hint = String;
}

impl Highlighter for Known {}
impl Validator for Known {}
impl Helper for Known {}
