//! Trials: many games with seeds of their own, on all cores. Each thread has an engine of its own; rows come out in the order
//! of their seeds, whichever thread played them, so that any number of threads gives the same.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, PoisonError, mpsc};
use std::thread;

use crate::referee::Fault;
use crate::rules::{BotPlayer, Patience, ScriptRules};

use super::row::{Row, Version};

/// No thread plays further ahead of the rows that are out.
const AHEAD: u64 = 2_048;

/// What is to be played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trials {
    /// What is played.
    pub version: Version,
    /// The seed of the first game; each game has the next one.
    pub seed: u64,
    /// The first game that is played, and the one after the last.
    pub games: std::ops::Range<u64>,
    /// The kinds of players, which change seats from game to game.
    pub players: Vec<BotPlayer>,
    /// A game with more steps is stopped.
    pub most_steps: u64,
    /// The headings that the script cites.
    pub cited: Vec<String>,
    /// How many threads play.
    pub threads: usize,
}

/// Whoever watches trials.
pub trait Watch: Sync {
    /// Whether to stop after the games that are being played.
    fn is_enough(&self) -> bool;
    /// A game is over.
    fn game_over(&self);
}

/// A game that failed, by its place.
type Played = Result<Row, (u64, Fault)>;

/// What threads share.
struct Shared<'t> {
    trials: &'t Trials,
    next: AtomicU64,
    stopped: AtomicBool,
    /// How many rows are out, and who waits for it.
    out: Mutex<u64>,
    more: Condvar,
}

impl Shared<'_> {
    /// The next game that a thread plays, once it is not too far ahead.
    fn next(&self, watch: &dyn Watch) -> Option<u64> {
        let game = self.next.fetch_add(1, Ordering::SeqCst);
        if game >= self.trials.games.end {
            return None;
        }
        let mut out = self.out.lock().unwrap_or_else(PoisonError::into_inner);
        while game >= out.saturating_add(AHEAD) && !self.stopped.load(Ordering::SeqCst) {
            out = self.more.wait(out).unwrap_or_else(PoisonError::into_inner);
        }
        (!self.stopped.load(Ordering::SeqCst) && !watch.is_enough()).then_some(game)
    }

    fn stop(&self) {
        self.stopped.store(true, Ordering::SeqCst);
        self.more.notify_all();
    }

    fn is_out(&self, game: u64) {
        *self.out.lock().unwrap_or_else(PoisonError::into_inner) = game;
        self.more.notify_all();
    }
}

impl Trials {
    /// Who sits where in a game: the kinds are dealt around the table, and move on by a seat with each game.
    #[must_use]
    pub fn seated(&self, game: u64) -> Vec<BotPlayer> {
        let seats = self.version.seats;
        let moved = usize::try_from(game % (seats.max(1) as u64)).unwrap_or(0);
        let kind = |seat: usize| self.players.get(((seat + moved) % seats) % self.players.len().max(1));
        (0..seats).map(|seat| kind(seat).copied().unwrap_or(BotPlayer::Random)).collect()
    }

    /// Plays a game; nothing if there was enough before its end.
    fn play(&self, rules: &mut ScriptRules, game: u64, watch: &dyn Watch) -> Result<Option<Row>, Fault> {
        let (seed, players) = (self.seed.wrapping_add(game), self.seated(game));
        let enough = || watch.is_enough();
        let played = rules.play_trial(seed, &players, &Patience::steps(self.most_steps).until(&enough))?;
        if played.unfinished.is_some() && played.steps < self.most_steps {
            return Ok(None);
        }
        Ok(Some(Row::of(&self.version, seed, &players, played, &self.cited)))
    }

    /// Plays all of it, and hands each row on in the order of the games, until one is not taken or there is enough. `load`
    /// makes an engine. Gives how many rows came out.
    ///
    /// # Errors
    /// The first fault of the script, with the seed of its game.
    pub fn run(
        &self,
        load: &(dyn Fn() -> Result<ScriptRules, Fault> + Sync),
        watch: &dyn Watch,
        take: &mut dyn FnMut(Row) -> bool,
    ) -> Result<u64, (u64, Fault)> {
        let first = self.games.start;
        let shared = Shared {
            trials: self,
            next: AtomicU64::new(first),
            stopped: AtomicBool::new(false),
            out: Mutex::new(first),
            more: Condvar::new(),
        };
        let (send, receive) = mpsc::channel::<(u64, Played)>();
        thread::scope(|scope| {
            for _ in 0..self.threads.max(1) {
                let (send, shared) = (send.clone(), &shared);
                scope.spawn(move || work(shared, load, watch, &send));
            }
            drop(send);
            let done = in_order(first, &receive, &shared, take);
            shared.stop();
            done
        })
    }
}

/// Plays games until there are none left.
fn work(
    shared: &Shared<'_>,
    load: &(dyn Fn() -> Result<ScriptRules, Fault> + Sync),
    watch: &dyn Watch,
    send: &mpsc::Sender<(u64, Played)>,
) {
    let mut rules = None;
    while let Some(game) = shared.next(watch) {
        let mut play = || -> Result<Option<Row>, Fault> {
            let rules = match &mut rules {
                Some(rules) => rules,
                none => none.insert(load()?),
            };
            shared.trials.play(rules, game, watch)
        };
        let Some(played) = play().transpose() else { return };
        let played = played.map_err(|fault| (shared.trials.seed.wrapping_add(game), fault));
        let failed = played.is_err();
        watch.game_over();
        if send.send((game, played)).is_err() || failed {
            return;
        }
    }
}

/// Takes what threads have played in the order of the games.
fn in_order(
    first: u64,
    receive: &mpsc::Receiver<(u64, Played)>,
    shared: &Shared<'_>,
    take: &mut dyn FnMut(Row) -> bool,
) -> Result<u64, (u64, Fault)> {
    let (mut next, mut waiting) = (first, BTreeMap::new());
    for (game, played) in receive {
        waiting.insert(game, played);
        while let Some(played) = waiting.remove(&next) {
            next += 1;
            if !take(played?) {
                return Ok(next - first);
            }
            shared.is_out(next);
        }
    }
    Ok(next - first)
}
