//! Seats of a table that bots have: they answer as soon as they are asked, by ordinary entries of the journal, and know no more
//! than their seat. Dice and cards stay with whoever has them.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use crate::diag::{Diagnostic, Diagnostics, meant_or_known};
use crate::dice::Chance;
use crate::referee::{Answer, AnswerQueue, Answered, Hands, Move, QuestionKind, Request, Seat, answer_by_chance};
use crate::rules::{BotPlayer, BotSeat, Happened, ScriptRules, SharedAsker, WallClock, World};

use super::session::{Session, faulty, options_of};

/// Who thinks for bots: the script of the table in an engine of its own.
pub struct Thinker {
    rules: ScriptRules,
    names: Vec<String>,
}

impl Session {
    /// Lets the next bot answer that is asked; whether one did.
    pub(super) fn a_bot_answers(&mut self) -> bool {
        let Some((seat, player, request)) = self.bot_asked() else { return false };
        let name = self.table.name(seat).to_owned();
        let thought = self.thought(seat, player).unwrap_or_else(|found| {
            self.found.extend(found);
            None
        });
        let mut chance =
            Chance::from_seed(self.table.start().seed ^ self.table.number().wrapping_add(1).rotate_left(17));
        // Where it found nothing, any answer is better than a table that waits.
        let by_chance = answer_by_chance(&request, &mut chance);
        let at = (self.clock)();
        thought.into_iter().chain([by_chance]).any(|text| {
            let given = Move { by: Some(&name), text: &text, number: None };
            self.table.answer_as_bot(&given, &at).is_ok()
        })
    }

    /// How a bot plays at a seat, if it is one's.
    #[must_use]
    pub fn bot_of(&self, seat: Seat) -> Option<BotPlayer> {
        let start = self.table.start();
        let name = start.players.get(seat.0)?;
        start.bots.get(name)?.parse().ok()
    }

    /// The next bot that is asked for a decision. Dice that people may throw, and cards that lie on their table, are not its own.
    fn bot_asked(&self) -> Option<(Seat, BotPlayer, Request)> {
        if self.table.start().bots.is_empty() {
            return None;
        }
        let decides = |kind: &QuestionKind| {
            !matches!(kind, QuestionKind::Roll { .. } | QuestionKind::Draw { .. } | QuestionKind::Dealer { .. })
        };
        self.table.together()?.missing().filter(|request| decides(&request.kind)).find_map(|request| {
            let seat = request.seat?;
            Some((seat, self.bot_of(seat)?, request.clone()))
        })
    }

    /// What a bot answers by thinking, as it is typed.
    fn thought(&mut self, seat: Seat, player: BotPlayer) -> Result<Option<String>, Diagnostics> {
        let names = self.table.players().to_vec();
        if self.thinker.as_ref().is_none_or(|thinker| thinker.names != names) {
            self.thinker = Some(self.new_thinker(names)?);
        }
        let happened: Vec<Happened> =
            self.table.answers_in_step().iter().filter_map(|one| self.happened(one)).collect();
        let seed = self.table.start().seed.rotate_left(7) ^ self.table.number();
        let (step, state) = self.table.beginning_of_step();
        let (step, state) = (step.to_owned(), state.clone());
        let Some(thinker) = &mut self.thinker else { return Ok(None) };
        let asked = BotSeat { seat, player, happened: &happened };
        thinker.rules.bot_move(&state, &step, &asked, seed).map_err(|fault| faulty(&fault, &self.script).into())
    }

    fn new_thinker(&self, names: Vec<String>) -> Result<Thinker, Diagnostics> {
        let queue: SharedAsker = Rc::new(RefCell::new(AnswerQueue::new(names.clone(), Hands::default(), 0)));
        let world = World::new(&self.game, names.clone(), options_of(self.table.start(), &self.game));
        let rules = ScriptRules::load_for_bots(&self.script.text, world, queue, WallClock::start());
        Ok(Thinker { rules: rules.map_err(|fault| faulty(&fault, &self.script))?, names })
    }

    /// An answer of the journal as a bot plays it again; who deals is not asked of bots.
    fn happened(&self, answered: &Answered) -> Option<Happened> {
        let seat = answered.asked.as_deref().and_then(|name| self.table.seat(name).ok());
        let is_dealer = matches!(answered.answer, Answer::Dealer(_));
        (!is_dealer).then(|| Happened { seat, secret: answered.secret, words: answered.answer.words() })
    }
}

/// Which seats bots have, of what was said: `Cleo=thinking`.
///
/// # Errors
/// Everything that is wrong with it.
pub fn read_bots(said: &[String], players: &[String]) -> Result<BTreeMap<String, String>, Diagnostics> {
    let (mut bots, mut found) = (BTreeMap::new(), Diagnostics::new());
    for text in said {
        match read_bot(text, players) {
            Ok((name, kind)) => {
                if bots.insert(name.clone(), kind).is_some() {
                    found.push(Diagnostic::error(format!("{name} is a bot twice")));
                }
            }
            Err(wrong) => found.push(wrong),
        }
    }
    if !bots.is_empty() && bots.len() >= players.len() {
        let hint = "`tablewright playtest` lets bots play among themselves";
        found.push(Diagnostic::error("all seats are bots, and somebody has to play").hint(hint));
    }
    if found.is_empty() { Ok(bots) } else { Err(found) }
}

fn read_bot(text: &str, players: &[String]) -> Result<(String, String), Diagnostic> {
    let (name, kind) = text.split_once('=').unwrap_or((text, "thinking"));
    if !players.iter().any(|player| player == name) {
        let known = meant_or_known(name, players.iter().map(String::as_str));
        return Err(Diagnostic::error(format!("nobody called `{name}` plays, so a bot cannot")).maybe_hint(known));
    }
    let player: BotPlayer =
        kind.parse().map_err(|why: String| Diagnostic::error(why).hint("write `--bot Cleo=thinking`"))?;
    Ok((name.to_owned(), player.to_string()))
}
