//! A new table for a game, its players and options.

use std::collections::BTreeMap;
use std::iter::once;
use std::path::{Path, PathBuf};

use crate::app::open::{WhichGame, name_of};
use crate::diag::{Diagnostic, Diagnostics, meant_or_known};
use crate::model::{Game, GameOption, OptionValues};
use crate::referee::{Choosable, Custody, Hands, Start};
use crate::store::{GameFiles, NewFolder};

use super::bots::read_bots;
use super::session::{Session, Tables, files_to_keep, open_table, read_game, script_of, sound_script_of, told_of_new};

/// Names are typed, and stand in paths such as `hand.Bob`.
const NOT_IN_NAMES: [char; 4] = ['.', '=', '*', ','];
/// Longer names fit nowhere.
const LONGEST_NAME: usize = 24;
/// Whoever has so many tables of a game names the next one.
const MOST_OF_ONE_NAME: usize = 10_000;

/// A wish for a new table.
///
/// ```no_run
/// use tablewright::app::{NewTable, Tables, WhichGame};
///
/// let tables = Tables::new("tables", || "2026-01-01T20:15:00Z".to_owned());
/// let game = WhichGame::new("zombie-rancher", "components");
/// let session = tables.set_up(&NewTable::of(game, &["Ann", "Bob"], 7))?;
/// println!("{:?}", session.table.request().map(|request| &request.prompt));
/// # Ok::<(), tablewright::app::Diagnostics>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct NewTable {
    /// Which game.
    pub game: WhichGame,
    /// What it is called, or the path of its folder; without it, it is called like the game.
    pub named: Option<PathBuf>,
    /// Who plays, in turn order.
    pub players: Vec<String>,
    /// Options of the game, such as `corporate-war` or `rounds=6`.
    pub options: Vec<String>,
    /// Who rolls dice and deals cards.
    pub dice: Custody,
    /// Dice and decks that others have, by name.
    pub named_dice: BTreeMap<String, Custody>,
    /// Whether what was seen of dice, cards and secrets can not be undone.
    pub strict: bool,
    /// Where the referee's own dice begin.
    pub seed: u64,
    /// Seats that bots have, such as `Cleo=thinking`.
    pub bots: Vec<String>,
}

impl NewTable {
    /// A table as it usually is.
    #[must_use]
    pub fn of(game: WhichGame, players: &[&str], seed: u64) -> Self {
        let players = players.iter().map(|name| (*name).to_owned()).collect();
        Self {
            game,
            named: None,
            players,
            options: Vec::new(),
            dice: Custody::Ask,
            named_dice: BTreeMap::new(),
            strict: false,
            seed,
            bots: Vec::new(),
        }
    }
}

impl Tables {
    /// Sets up a table.
    ///
    /// # Errors
    /// Everything wrong with the wish, the game or the disk; then there is no table.
    pub fn set_up(&self, wish: &NewTable) -> Result<Session, Diagnostics> {
        let folder = wish.game.folder()?;
        let game = read_game(&folder, &name_of(&folder)?)?;
        let script = sound_script_of(&game)?;
        let start = self.start_of(&game, wish)?;
        let mut table = open_table(&game, &script, (start.clone(), Vec::new()), self.clock)
            .map_err(|problem| told_of_new(&problem, &script))?;
        for name in wish.named_dice.keys() {
            table.randomiser(name).map_err(|problem| told_of_new(&problem, &script))?;
        }
        let entries = table.new_entries().to_vec();
        let mut roots = self.roots_of(wish.named.as_deref(), &game.id).peekable();
        let wanted = roots.peek().cloned().unwrap_or_default();
        let files = files_to_keep(&folder)?;
        // Without a name another place does as well.
        if wish.named.is_some() {
            NewFolder::can_be_at(&wanted)?;
        }
        let new = NewFolder::begin(&self.disk, &wanted, &GameFiles { folder: &folder, files: &files })?;
        // What the copy cannot do, the table could not do tomorrow.
        let copy = read_game(&new.game(), &game.id)?;
        open_table(&copy, &script_of(&copy)?, (start.clone(), entries.clone()), self.clock)
            .map_err(|problem| told_of_new(&problem, &script))?;
        let kept = new.place(roots, &start, &entries)?;
        let mut session = Session::of(kept, game, (table, script), self.clock);
        session.keep()?;
        Ok(session)
    }

    /// The folders that a new table can have: the one that was named, or all that are called like the game and free.
    fn roots_of(&self, named: Option<&Path>, game: &str) -> Box<dyn Iterator<Item = PathBuf>> {
        let usual = self.folder.join(game);
        match named {
            Some(path) if path.components().count() > 1 || path.is_absolute() => Box::new(once(path.to_owned())),
            Some(name) => Box::new(once(self.folder.join(name))),
            None => {
                let numbered = (2..MOST_OF_ONE_NAME).map({
                    let (folder, game) = (self.folder.clone(), game.to_owned());
                    move |n| folder.join(format!("{game}-{n}"))
                });
                Box::new(once(usual.clone()).chain(numbered).filter(|root| !root.exists()).chain(once(usual)))
            }
        }
    }

    fn start_of(&self, game: &Game, wish: &NewTable) -> Result<Start, Diagnostics> {
        let players = players(game, &wish.players, "name them with `--players Ann,Bob`")?;
        let options = options(&game.play.options, &wish.options)?;
        let bots = read_bots(&wish.bots, &players)?;
        Ok(Start {
            bots,
            at: (self.clock)(),
            hands: Hands { usual: wish.dice, named: wish.named_dice.clone() },
            seed: wish.seed,
            strict: wish.strict,
            ..Start::new(game, players, options)
        })
    }
}

/// The names of the players, each once, as many as can play. `how` says how they are named here.
pub fn players(game: &Game, names: &[String], how: &str) -> Result<Vec<String>, Diagnostics> {
    let names: Vec<String> = names.iter().map(|name| name.trim().to_owned()).collect();
    let wrong = |message: String, hint: &str| Err(Diagnostic::error(message).hint(hint).into());
    for (n, name) in names.iter().enumerate() {
        // One that begins like a flag cannot be typed after `--seat`.
        let is_odd = name.contains(NOT_IN_NAMES) || name.starts_with('-') || name.chars().any(char::is_control);
        if name.is_empty() || is_odd || name.chars().count() > LONGEST_NAME {
            let hint = format!(
                "a name has 1 to {LONGEST_NAME} letters, without full stop, comma, `=` and `*`, and does not begin with `-`"
            );
            return wrong(format!("`{name}` cannot be the name of a player"), &hint);
        }
        if names[..n].iter().any(|other| other.eq_ignore_ascii_case(name)) {
            return wrong(format!("two players are called `{name}`"), "give one of them another name");
        }
    }
    match game.play.seats {
        Some((least, most)) if !(least..=most).contains(&names.len()) => {
            let many = seats_told((least, most));
            let are = if names.len() == 1 { "is" } else { "are" };
            wrong(format!("{} is for {many} players, and here {are} {}", game.title, names.len()), how)
        }
        _ => Ok(names),
    }
}

/// How many can play, in words.
#[must_use]
pub fn seats_told((least, most): (usize, usize)) -> String {
    if least == most { least.to_string() } else { format!("{least} to {most}") }
}

/// What was chosen, with what is usual for the rest.
pub fn options(known: &[GameOption], wishes: &[String]) -> Result<BTreeMap<String, Choosable>, Diagnostics> {
    let mut chosen: BTreeMap<String, Choosable> =
        known.iter().map(|option| (option.id.clone(), Choosable::usual(option))).collect();
    for wish in wishes {
        let (id, value) = wish.split_once('=').map_or((wish.as_str(), None), |(id, value)| (id, Some(value)));
        let option = known.iter().find(|option| option.id == id).ok_or_else(|| {
            let hint = meant_or_known(id, known.iter().map(|option| option.id.as_str()));
            let message = format!("this game has no option `{id}`");
            Diagnostic::error(message).maybe_hint(hint.or_else(|| Some("it has no options".to_owned())))
        })?;
        let value = chosen_value(&option.values, value).ok_or_else(|| {
            let message = format!("the option `{id}` cannot be `{}`", value.unwrap_or("on"));
            Diagnostic::error(message).hint(format!("it is {}", values_told(&option.values)))
        })?;
        chosen.insert(id.to_owned(), value);
    }
    Ok(chosen)
}

/// Whether a game that was changed is still for the players of a table, and its options can be what was chosen. One that
/// it has no more cannot matter to it.
///
/// # Errors
/// What does not fit any more.
pub fn still_fits(game: &Game, start: &Start) -> Result<(), Diagnostics> {
    players(game, &start.players, "a table keeps its players: begin a new one for the changed game")?;
    for (id, chosen) in &start.options {
        let known = game.play.options.iter().find(|option| option.id == *id);
        if let Some(GameOption { values, .. }) = known.filter(|known| !can_be(&known.values, chosen)) {
            let message = format!("in the changed game the option `{id}` cannot be `{chosen}` any more");
            return Err(Diagnostic::error(message).hint(format!("it is {}", values_told(values))).into());
        }
    }
    Ok(())
}

fn can_be(values: &OptionValues, chosen: &Choosable) -> bool {
    match (values, chosen) {
        (OptionValues::Flag { .. }, Choosable::Flag(_)) => true,
        (OptionValues::Number { least, most, .. }, Choosable::Number(number)) => (least..=most).contains(&number),
        (OptionValues::Words { words, .. }, Choosable::Word(word)) => words.contains(word),
        _ => false,
    }
}

fn chosen_value(values: &OptionValues, value: Option<&str>) -> Option<Choosable> {
    let chosen = match (values, value) {
        (OptionValues::Flag { .. }, None | Some("yes" | "true" | "on")) => Some(Choosable::Flag(true)),
        (OptionValues::Flag { .. }, Some("no" | "false" | "off")) => Some(Choosable::Flag(false)),
        (OptionValues::Number { .. }, Some(text)) => text.parse().ok().map(Choosable::Number),
        (OptionValues::Words { .. }, Some(text)) => Some(Choosable::Word(text.to_owned())),
        _ => None,
    };
    chosen.filter(|chosen| can_be(values, chosen))
}

/// What an option can be, in words.
#[must_use]
pub fn values_told(values: &OptionValues) -> String {
    match values {
        OptionValues::Flag { .. } => "`yes` or `no`".to_owned(),
        OptionValues::Number { least, most, .. } => format!("a number from {least} to {most}"),
        OptionValues::Words { words, .. } => format!("one of `{}`", words.join("`, `")),
    }
}
