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
use crate::model::{Board, Component, Kind};
use crate::reach::Reach;
use crate::ui::terminal::{Conversation, Ended, Lines, Screen, Stage};

use super::picture::OUTPUT;
use super::table_args::{open, reach_of_table};

/// Arguments of `referee play`.
#[derive(Debug, Args)]
pub struct PlayArgs {
    /// The table: its name under `tables`, or the path of its folder. Usually the one that was played last
    #[arg(long, value_name = "NAME")]
    pub table: Option<PathBuf>,
    /// Only letters, figures and signs that every terminal has
    #[arg(long)]
    pub plain: bool,
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
    let stage = stage(&session, arguments.plain);
    let is_terminal = io::stdin().is_terminal();
    let mut lines: Box<dyn Lines> = if is_terminal { Box::new(typed()?) } else { Box::new(Piped) };
    let wipes = io::stdout().is_terminal() && !arguments.plain;
    let mut out = io::stdout();
    let ended = Conversation::new(&mut session, lines.as_mut(), &mut out, stage, wipes).run();
    match ended {
        Ok(Ended::Left) => Ok(()),
        Ok(Ended::Broken) => Err(Diagnostics::new()),
        // Who reads no further has seen enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        Err(error) => Err(Diagnostic::error(format!("the terminal does not answer: {error}")).into()),
    }
}

/// What screens of this table are made of.
pub fn stage(session: &Session, plain: bool) -> Stage {
    let board = |part: &Component| if let Kind::Board(board) = &part.kind { Some(Board::clone(board)) } else { None };
    let colour = !plain && has_colour(&io::stdout());
    Stage {
        title: session.game.title.clone(),
        table: session.name(),
        boards: session.game.components.iter().filter_map(board).collect(),
        screen: Screen { plain, colour, ..Screen::default() },
        pictures: PathBuf::from(OUTPUT),
    }
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

pub(super) fn typed() -> Result<Typed, Diagnostics> {
    let mut editor =
        Editor::new().map_err(|error| Diagnostic::error(format!("this terminal cannot be used: {error}")))?;
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
        let typed = line.get(..pos).unwrap_or_default();
        let start = typed.rfind([' ', ',', '?', ':']).map_or(0, |at| at + 1);
        let begun = typed[start..].to_lowercase();
        let fits = |word: &&String| word.to_lowercase().starts_with(&begun);
        Ok((start, self.words.iter().filter(fits).cloned().collect()))
    }
}

impl Hinter for Known {
    type Hint = String;
}

impl Highlighter for Known {}
impl Validator for Known {}
impl Helper for Known {}
