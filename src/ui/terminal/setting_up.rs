//! The conversation of `referee new`: asks for all that was not said, one thing at a time, and what an empty line means stands
//! in each question. Sets up nothing itself.

use std::io::{self, Write};

use crate::app::{Plan, Trial};
use crate::diag::{Diagnostic, Diagnostics, visible};
use crate::model::GameOption;
use crate::referee::{Custody, Hands, agreed};

use super::game_words::{chance_told, options_text};
use super::lines::set_in;
use super::sentences::sentences;
use super::typed_lines::Lines;
use super::wishes::{
    all_seated, asks_of, by_id, chosen_told, example, first_agreed, hands, is_no, is_yes_without, names_of, otherwise,
    reordered,
};

/// What was said on the command line, and need not be asked.
#[derive(Debug, Clone, Default)]
pub struct Given {
    /// Options of the game.
    pub options: Option<Vec<String>>,
    /// Who rolls and deals.
    pub dice: Option<Custody>,
    /// Who played last: what an empty line means.
    pub remembered: Option<Vec<String>>,
    /// That the table is strict.
    pub strict: bool,
}

/// What people chose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChosenTable {
    /// Who plays, in turn order.
    pub players: Vec<String>,
    /// Options of the game.
    pub options: Vec<String>,
    /// Who rolls and deals.
    pub hands: Hands,
    /// Whether what was seen of dice, cards and secrets can not be taken back.
    pub strict: bool,
}

/// How the conversation ended.
#[derive(Debug)]
pub enum SetUp {
    /// All is known.
    Chosen(ChosenTable),
    /// People left; nothing is to be set up.
    Left,
    /// There were no more lines.
    Ended,
    /// The game cannot be played.
    Broken(Diagnostics),
}

/// The conversation about one table that is to be.
pub struct SettingUp<'a> {
    /// What there is to choose.
    pub plan: &'a Plan,
    /// Where lines come from.
    pub lines: &'a mut dyn Lines,
    /// Where questions go.
    pub out: &'a mut dyn Write,
    /// How wide the screen is.
    pub width: usize,
}

/// Why a conversation goes no further, or not on from here.
enum Stop {
    Over(SetUp),
    /// People want to answer what was asked before.
    Back,
    Terminal(io::Error),
}

/// A table as far as it was asked for.
#[derive(Default)]
struct Draft {
    players: Vec<String>,
    options: Vec<String>,
    trial: Option<Trial>,
    hands: Hands,
    strict: bool,
}

/// How a part of the conversation asks for what it needs, and whether it had to ask.
type Part<'a> = fn(&mut SettingUp<'a>, &mut Draft, &Given) -> Result<bool, Stop>;

/// What people are told who want help.
const HELP: &str = "Enter takes what stands behind the question, `back` goes back to the question before, `q` leaves, and nothing \
                    is made. Tab completes names. `tablewright games` with the game's name tells about it.";

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        Self::Terminal(error)
    }
}

impl SettingUp<'_> {
    /// Asks until all is known, or people leave.
    ///
    /// # Errors
    /// What the terminal said.
    pub fn run(mut self, given: &Given) -> io::Result<SetUp> {
        match self.ask_all(given) {
            Ok(chosen) => Ok(SetUp::Chosen(chosen)),
            Err(Stop::Over(ended)) => Ok(ended),
            // Before the first question there is nothing to go back to.
            Err(Stop::Back) => Ok(SetUp::Left),
            Err(Stop::Terminal(error)) => Err(error),
        }
    }

    fn ask_all(&mut self, given: &Given) -> Result<ChosenTable, Stop> {
        let head = format!(
            "A new table of {}. `back` goes a question back, `q` leaves, and nothing is made.",
            self.plan.game.title
        );
        self.write(&set_in("", &head, self.width))?;
        let parts: [Part<'_>; 5] = [Self::players, Self::order, Self::options, Self::hands, Self::strict];
        let (mut draft, mut at, mut asked) = (Draft::default(), 0, Vec::new());
        while let Some(part) = parts.get(at) {
            match part(self, &mut draft, given) {
                Ok(has_asked) => {
                    asked.extend(has_asked.then_some(at));
                    at += 1;
                }
                Err(Stop::Back) => match asked.pop() {
                    Some(before) => at = before,
                    None => self.tell("this is the first question", "`q` leaves, and nothing is made")?,
                },
                Err(stop) => return Err(stop),
            }
        }
        let Draft { players, options, hands, strict, .. } = draft;
        Ok(ChosenTable { players, options, hands, strict })
    }

    /// Whether what was seen stays.
    fn strict(&mut self, draft: &mut Draft, given: &Given) -> Result<bool, Stop> {
        draft.strict = given.strict || self.wants_strict()?;
        Ok(!given.strict)
    }

    fn wants_strict(&mut self) -> Result<bool, Stop> {
        let question = "Strict: may nobody take back what was seen of dice, cards and secrets? (Enter: no)";
        loop {
            let line = self.ask(question, &[])?.to_lowercase();
            match line.as_str() {
                "" => return Ok(false),
                "strict" => return Ok(true),
                other => match agreed(other).or_else(|| first_agreed(other)) {
                    Some(is_strict) => return Ok(is_strict),
                    None => self.tell(&format!("`{other}` is not yes or no"), "Enter means no")?,
                },
            }
        }
    }

    /// Who plays.
    fn players(&mut self, draft: &mut Draft, given: &Given) -> Result<bool, Stop> {
        let before = std::mem::take(&mut draft.players);
        let remembered = given.remembered.as_deref();
        let (remembered, of_then) =
            if before.is_empty() { (remembered, "last time") } else { (Some(&before[..]), "before") };
        let many = self.plan.game.play.seats.map(crate::app::table::seats_told);
        let many = many.map_or_else(String::new, |many| format!("{many} players, "));
        let empty = match remembered {
            Some(names) => format!("Enter: {}, as {of_then}", names.join(", ")),
            None => "for example: Ann, Bob".to_owned(),
        };
        let question = format!("Who plays, in turn order? {many}with commas between them ({empty})");
        loop {
            let line = self.ask(&question, remembered.unwrap_or(&[]))?;
            let names = match remembered {
                Some(names) if line.is_empty() => names.to_vec(),
                _ => self.names_in(&line),
            };
            match self.plan.players(&names) {
                _ if line.is_empty() && remembered.is_none() => self.tell("somebody has to play", "name all who do")?,
                Ok(players) => {
                    draft.players = players;
                    return Ok(true);
                }
                Err(found) => self.tell_all(&found)?,
            }
        }
    }

    /// Names with commas between them; without any, a name is a word where nobody can play alone, also before the last `and`.
    fn names_in(&self, line: &str) -> Vec<String> {
        let is_alone = self.plan.game.play.seats.is_some_and(|(least, _)| least == 1);
        // `we are four: Ann, Ben, Cleo and Dan`
        let line =
            line.split_once(':').filter(|(begin, _)| !begin.contains(',')).map_or(line, |(_, names)| names.trim());
        let said = ["just ", "only ", "it's ", "we are ", "we're "];
        let line = said.iter().find_map(|said| line.strip_prefix(said)).unwrap_or(line);
        let has_commas = line.contains([',', ';']);
        let line = line.replace(" and ", " & ");
        let apart =
            |sign: char| matches!(sign, ',' | ';' | '&' | '+') || (sign.is_whitespace() && !is_alone && !has_commas);
        line.split(apart).map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned).collect()
    }

    /// Who plays what, where the order decides it.
    fn order(&mut self, draft: &mut Draft, _: &Given) -> Result<bool, Stop> {
        let mut players = draft.players.clone();
        let sides = self.plan.game.play.sides.of(players.len()).to_vec();
        while !sides.is_empty() {
            let side = |n: usize| sides.get(n).map_or_else(String::new, |side| format!(" plays {side}"));
            let rows = players
                .iter()
                .enumerate()
                .map(|(n, name)| set_in(&format!("  {}. ", n + 1), &format!("{name}{}", side(n)), self.width));
            let rows: String = rows.collect();
            self.write(&format!("\nWho plays what goes by the turn order:\n{rows}"))?;
            let line = self.ask("Is that as you want it? (Enter: yes; or the names in another order)", &players)?;
            let line = line.strip_prefix("no, ").unwrap_or(&line);
            if is_yes_without(line, players.iter().chain(&sides)) {
                break;
            }
            if is_no(line) {
                self.tell(
                    "then in which order",
                    "type all names, in the order in which you sit: who plays what goes by it",
                )?;
                continue;
            }
            if let Some(order) = all_seated(&players, &sides, line) {
                // Who only wanted a colour learns what else that decides.
                if order != players {
                    self.write(&set_in("", &format!("That makes the turn order {}.", order.join(", ")), self.width))?;
                }
                players = order;
                continue;
            }
            match reordered(&players, &self.names_in(line)) {
                Ok(order) => players = order,
                Err(wrong) => self.tell_all(&wrong.hint("`back` changes who plays").into())?,
            }
        }
        draft.players = players;
        Ok(!sides.is_empty())
    }

    /// Which options, and the table as it would be with them.
    fn options(&mut self, draft: &mut Draft, given: &Given) -> Result<bool, Stop> {
        let known = &self.plan.game.play.options;
        if known.is_empty() || given.options.is_some() {
            draft.options = given.options.clone().unwrap_or_default();
            let trial = self.plan.try_out(&draft.players, &draft.options);
            draft.trial = Some(trial.map_err(|found| Stop::Over(SetUp::Broken(found)))?);
            return Ok(false);
        }
        let ids: Vec<String> = known.iter().map(|option| option.id.clone()).collect();
        let listed = options_text(known, None, self.width);
        self.write(&format!("\nWhat can be chosen:\n{listed}"))?;
        let example = example(known);
        let question = format!("What do you want otherwise? (Enter: all as usual; or, with commas, {example})");
        loop {
            let line = self.ask(&question, &ids)?;
            if line.ends_with('?') {
                let one: Vec<GameOption> = known.iter().filter(|option| asks_of(option, &line)).cloned().collect();
                let told = options_text(if one.is_empty() { known } else { &one }, None, self.width);
                self.write(&told)?;
                continue;
            }
            let wishes: Vec<String> = otherwise(known, &line).iter().map(|wish| by_id(known, wish)).collect();
            let tried = self.plan.try_out(&draft.players, &wishes);
            match tried {
                Ok(trial) => {
                    if let Some(told) = chosen_told(known, &wishes) {
                        self.write(&set_in("", &told, self.width))?;
                    }
                    (draft.options, draft.trial) = (wishes, Some(trial));
                    return Ok(true);
                }
                Err(found) => self.tell_all(&found)?,
            }
        }
    }

    /// Who rolls and deals.
    fn hands(&mut self, draft: &mut Draft, given: &Given) -> Result<bool, Stop> {
        draft.hands = Hands { usual: given.dice.unwrap_or_default(), ..Hands::default() };
        let Some(trial) = draft.trial.as_mut().filter(|_| given.dice.is_none()) else { return Ok(false) };
        let chance = self.plan.left_to_chance(trial).map_err(|found| Stop::Over(SetUp::Broken(found)))?;
        let told = chance_told(&chance);
        if told.is_empty() {
            return Ok(false);
        }
        let about = format!(
            "Dice and decks: {told}. With `app` the referee rolls and deals, with `table` you do and tell it, with `ask` you \
             choose each time."
        );
        let about = set_in("", &about, self.width);
        self.write(&format!("\n{about}"))?;
        let names = names_of(&chance);
        let example =
            names.first().map_or_else(String::new, |name| format!("; exceptions with commas: `app, {name} table`"));
        let question = format!("Who rolls and deals? (Enter: ask{example})");
        let who = Custody::WORDS.iter().map(|(word, _)| (*word).to_owned());
        let words: Vec<String> = who.chain(names.iter().cloned()).collect();
        loop {
            let line = self.ask(&question, &words)?;
            match hands(&line, &chance) {
                Ok(hands) => {
                    draft.hands = hands;
                    return Ok(true);
                }
                Err(wrong) => self.tell_all(&wrong.into())?,
            }
        }
    }

    /// Asks something, and gives the line that answers it.
    fn ask(&mut self, question: &str, words: &[String]) -> Result<String, Stop> {
        let question = set_in("", question, self.width);
        loop {
            self.write(&format!("\n{question}"))?;
            self.out.flush()?;
            let line = self.lines.next("> ", words, false)?.ok_or(Stop::Over(SetUp::Ended))?;
            let line = line.trim().to_owned();
            match line.to_lowercase().as_str() {
                "q" | "quit" => return Err(Stop::Over(SetUp::Left)),
                "back" => return Err(Stop::Back),
                "h" | "help" | "?" => self.write(&set_in("", HELP, self.width))?,
                _ => return Ok(line),
            }
        }
    }

    fn tell(&mut self, message: &str, hint: &str) -> io::Result<()> {
        self.tell_all(&Diagnostic::error(message).hint(hint).into())
    }

    fn tell_all(&mut self, found: &Diagnostics) -> io::Result<()> {
        let text = sentences(found, self.width);
        self.write(&text)
    }

    fn write(&mut self, text: &str) -> io::Result<()> {
        self.out.write_all(visible(text).as_bytes())
    }
}
