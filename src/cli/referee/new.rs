//! `referee new`: a table for a game, its players and options; what is not said is asked, also which game.

use std::io::{self, IsTerminal as _};
use std::path::PathBuf;

use clap::Args;
use rand::TryRng as _;
use rand::rngs::SysRng;

use crate::app::{GAME_FILE, NewTable, Tables, WhichGame, games};
use crate::cli::report::{problems, say};
use crate::cli::sheet_args::word;
use crate::diag::{Diagnostic, Diagnostics, all_of};
use crate::disk::Disk;
use crate::reach::Reach;
use crate::referee::{Custody, Hands};
use crate::ui::terminal::{ChosenTable, Given, Lines, PlayableGame, Screen, SetUp, SettingUp, which_game};

use super::look::{News, tell};
use super::play::{Piped, mute, typed};
use super::table_args::{TableArgs, tables};

/// Arguments of `referee new`.
#[derive(Debug, Args)]
pub struct NewArgs {
    /// A game's name, or the path of its folder. Without it, it is asked
    pub game: Option<String>,
    /// The folder that holds the games
    #[arg(long, value_name = "FOLDER", default_value = "components")]
    pub components: PathBuf,
    /// Who plays, in turn order. Without it, this and all that is not said is asked
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub players: Vec<String>,
    /// Options of the game, such as `corporate-war` or `rounds=6`
    #[arg(long = "option", value_name = "OPTIONS", value_delimiter = ',')]
    pub options: Vec<String>,
    /// Who rolls dice and deals cards: the app, the table (people tell what came up), or ask each time. Usually ask
    #[arg(long, value_name = "WHO", value_parser = word(&Custody::WORDS))]
    pub dice: Option<Custody>,
    /// What was seen of dice, cards and secrets can not be undone
    #[arg(long)]
    pub strict: bool,
    /// Where the referee's own dice begin, to have the same again
    #[arg(long, value_name = "NUMBER")]
    pub seed: Option<u64>,
    /// Give a seat to a bot, such as `Cleo=thinking`, `Cleo=greedy` or `Cleo=random`; it answers as soon as it is asked, and
    /// knows no more than its seat
    #[arg(long = "bot", value_name = "NAME=KIND", value_delimiter = ',')]
    pub bots: Vec<String>,
    #[command(flatten)]
    pub table: TableArgs,
}

impl NewArgs {
    /// What the verb may reach.
    pub fn reach(&self) -> Reach {
        let reads = match &self.game {
            Some(name) => Reach::reading(WhichGame::new(name, &self.components).folder().ok()),
            None => Reach::reading([]).reading_each_in(&self.components, GAME_FILE),
        };
        reads.listing(&self.components).writing(&self.table.folder(), Disk::private())
    }
}

/// Sets up a table.
pub fn new(arguments: &NewArgs) -> Result<(), Diagnostics> {
    let seed = arguments.seed.or_else(|| SysRng.try_next_u64().ok()).ok_or_else(|| {
        let message = "this machine gives no random numbers";
        Diagnostic::error(message).hint("choose one yourself with `--seed`")
    })?;
    let tables = tables();
    let game = match &arguments.game {
        Some(name) => Some(WhichGame::new(name, &arguments.components)),
        None => ask_game(arguments)?,
    };
    let chosen = match &game {
        Some(game) if arguments.players.is_empty() => ask(arguments, (&tables, game))?,
        Some(_) => Some(said(arguments)),
        None => None,
    };
    let (Some(game), Some(ChosenTable { players, options, hands, strict })) = (game, chosen) else {
        say("nothing was set up");
        return Ok(());
    };
    let wish = NewTable {
        game,
        named: arguments.table.table.clone(),
        players,
        options,
        dice: hands.usual,
        named_dice: hands.named,
        strict,
        seed,
        bots: arguments.bots.clone(),
    };
    let mut session = tables.set_up(&wish)?;
    problems(&session.found);
    tell(&mut session, None, &arguments.table, false, News::Recent)?;
    if !arguments.table.json {
        say(&format!("\n`tablewright referee play --table {}` begins", tables.address(&session)));
    }
    Ok(())
}

/// All of it was said on the command line.
fn said(arguments: &NewArgs) -> ChosenTable {
    ChosenTable {
        players: arguments.players.clone(),
        options: arguments.options.clone(),
        hands: Hands { usual: arguments.dice.unwrap_or_default(), ..Hands::default() },
        strict: arguments.strict,
    }
}

/// Where lines come from: a terminal, or whatever stands in its place.
fn lines() -> Result<Box<dyn Lines>, Diagnostics> {
    if io::stdin().is_terminal() { Ok(Box::new(typed().map_err(|error| mute(&error))?)) } else { Ok(Box::new(Piped)) }
}

/// Asks which of the games is played that have rules for the referee; nothing when people leave.
fn ask_game(arguments: &NewArgs) -> Result<Option<WhichGame>, Diagnostics> {
    let listed = games(&arguments.components)?.into_iter();
    let playable = listed.filter_map(|listed| {
        let game = listed.game.filter(|game| game.play.script.is_some())?;
        Some(PlayableGame { name: listed.name, title: game.title })
    });
    let playable: Vec<PlayableGame> = playable.collect();
    let names = || all_of(playable.iter().map(|game| game.name.clone()));
    let unsaid = || Diagnostic::error("nobody said which game").hint(format!("there are {}", names()));
    if playable.is_empty() {
        let folder = arguments.components.display();
        let none = Diagnostic::error(format!("there are no games with a referee in `{folder}`"));
        return Err(none.hint("name another folder with `--components`, or a game by its path").into());
    }
    if arguments.table.json {
        return Err(unsaid().into());
    }
    let (mut out, width) = (io::stdout(), Screen::of_text().width);
    match heard(which_game(&playable, &mut *lines()?, &mut out, width))? {
        Some(Some(game)) => Ok(Some(WhichGame::new(&game.name, &arguments.components))),
        Some(None) if !io::stdin().is_terminal() => Err(unsaid().into()),
        Some(None) | None => Ok(None),
    }
}

/// What came of a conversation; nothing where people stopped reading, who have seen enough.
fn heard<T>(talk: io::Result<T>) -> Result<Option<T>, Diagnostics> {
    match talk {
        Ok(told) => Ok(Some(told)),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(None),
        Err(error) => Err(mute(&error).into()),
    }
}

/// Asks for what was not said; nothing when people leave. Where no lines come, nobody is waited for.
fn ask(arguments: &NewArgs, (tables, game): (&Tables, &WhichGame)) -> Result<Option<ChosenTable>, Diagnostics> {
    let unsaid = || Diagnostic::error("nobody said who plays").hint("name all who do with `--players Ann,Bob`");
    if arguments.table.json {
        return Err(unsaid().into());
    }
    let plan = tables.plan(game)?;
    let given = Given {
        options: (!arguments.options.is_empty()).then(|| arguments.options.clone()),
        dice: arguments.dice,
        remembered: tables.remembered(&plan.game),
        strict: arguments.strict,
    };
    let (mut out, width) = (io::stdout(), Screen::of_text().width);
    let mut lines = lines()?;
    let talk = SettingUp { plan: &plan, lines: &mut *lines, out: &mut out, width };
    match heard(talk.run(&given))? {
        Some(SetUp::Chosen(chosen)) => Ok(Some(chosen)),
        Some(SetUp::Broken(found)) => Err(found),
        Some(SetUp::Ended) if !io::stdin().is_terminal() => Err(unsaid().into()),
        Some(SetUp::Left | SetUp::Ended) | None => Ok(None),
    }
}
