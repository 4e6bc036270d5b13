//! Trials: many games with seeds of their own, on all cores. Each thread has an engine of its own; rows come out in the order
//! of their seeds, whichever thread played them, so that any number of threads gives the same. Engines run without the brake
//! that stops a script which does not end: a game that does not come back, or fails, is played again in one that has it.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, OnceLock, PoisonError, mpsc};
use std::thread;
use std::time::Duration;

use crate::referee::Fault;
use crate::rules::{BotPlayer, Patience, Pulse, ScriptRules, WallClock};

use super::row::{Row, Version};

/// No thread plays further ahead of the rows that are out.
const AHEAD: u64 = 2_048;
/// How often somebody looks whether all threads still play.
const LOOK: Duration = Duration::from_millis(100);
/// A script that runs this long on one budget is looked at. Steps take thousandths of a second.
const STUCK: Duration = Duration::from_secs(3);
/// Games that take less than this are handed out several at a time: whoever takes them is woken that often.
const TOGETHER: Duration = Duration::from_millis(20);
/// No game has this number.
const NO_GAME: u64 = u64::MAX;

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
pub trait Watch {
    /// Whether to stop after the games that are being played.
    fn is_enough(&self) -> bool;
    /// A game is over.
    fn game_over(&self);
}

/// Makes an engine for a thread.
pub type Load = Arc<dyn Fn() -> Result<ScriptRules, Fault> + Send + Sync>;

/// A game that failed, by its place.
type Played = Result<Row, (u64, Fault)>;

/// What threads share.
struct Shared {
    trials: Trials,
    load: Load,
    next: AtomicU64,
    stopped: AtomicBool,
    /// How many rows are out, and who waits for it.
    out: Mutex<u64>,
    more: Condvar,
}

impl Shared {
    /// The next game that a thread plays, once it is not too far ahead; what it has played is out before it waits.
    fn next(&self, hand_out: &mut dyn FnMut()) -> Option<u64> {
        let game = self.next.fetch_add(1, Ordering::SeqCst);
        if game >= self.trials.games.end {
            return None;
        }
        let is_ahead = |out: &u64| game >= out.saturating_add(AHEAD) && !self.is_stopped();
        let mut out = self.out.lock().unwrap_or_else(PoisonError::into_inner);
        if is_ahead(&out) {
            drop(out);
            hand_out();
            out = self.out.lock().unwrap_or_else(PoisonError::into_inner);
        }
        while is_ahead(&out) {
            out = self.more.wait(out).unwrap_or_else(PoisonError::into_inner);
        }
        (!self.is_stopped()).then_some(game)
    }

    fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::SeqCst)
    }

    fn stop(&self) {
        self.stopped.store(true, Ordering::SeqCst);
        self.more.notify_all();
    }

    fn is_out(&self, game: u64) {
        *self.out.lock().unwrap_or_else(PoisonError::into_inner) = game;
        self.more.notify_all();
    }

    /// Plays a game in an engine that stops what does not end, and says what is wrong as everywhere else.
    fn play_held(&self, game: u64) -> Option<Played> {
        let played = (self.load)().and_then(|mut rules| self.trials.play(&mut rules, game, &|| self.is_stopped()));
        played.map_err(|fault| (self.trials.seed.wrapping_add(game), fault)).transpose()
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
    fn play(&self, rules: &mut ScriptRules, game: u64, enough: &dyn Fn() -> bool) -> Result<Option<Row>, Fault> {
        let (seed, players) = (self.seed.wrapping_add(game), self.seated(game));
        let played = rules.play_trial(seed, &players, &Patience::steps(self.most_steps).until(enough))?;
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
    pub fn run(&self, load: &Load, watch: &dyn Watch, take: &mut dyn FnMut(Row) -> bool) -> Result<u64, (u64, Fault)> {
        let first = self.games.start;
        let shared = Arc::new(Shared {
            trials: self.clone(),
            load: Arc::clone(load),
            next: AtomicU64::new(first),
            stopped: AtomicBool::new(false),
            out: Mutex::new(first),
            more: Condvar::new(),
        });
        let (send, receive) = mpsc::channel();
        let threads = (0..self.threads.max(1)).map(|_| Thread::start(&shared, &send)).collect();
        drop(send);
        let done = Table { shared: &shared, receive, watch, take, next: first, waiting: BTreeMap::new() }.fill(threads);
        shared.stop();
        done.map(|next| next - first)
    }
}

/// The rows that come, as they are put in order.
struct Table<'t> {
    shared: &'t Shared,
    receive: mpsc::Receiver<Vec<(u64, Played)>>,
    watch: &'t dyn Watch,
    take: &'t mut dyn FnMut(Row) -> bool,
    /// The next game that goes out.
    next: u64,
    waiting: BTreeMap<u64, Played>,
}

impl Table<'_> {
    /// Takes what threads have played, until there is no more; gives the first game that did not go out.
    fn fill(mut self, mut threads: Vec<Thread>) -> Result<u64, (u64, Fault)> {
        let clock = WallClock::start();
        let mut heard = clock.elapsed();
        loop {
            let now = match self.receive.recv_timeout(LOOK) {
                Ok(games) => {
                    for _ in &games {
                        self.watch.game_over();
                    }
                    self.waiting.extend(games);
                    heard = clock.elapsed();
                    heard
                }
                Err(mpsc::RecvTimeoutError::Timeout) => clock.elapsed(),
                Err(mpsc::RecvTimeoutError::Disconnected) => {
                    threads.into_iter().for_each(Thread::end);
                    return Ok(self.next);
                }
            };
            let stuck = threads.iter_mut().find_map(|thread| thread.stuck(now));
            let stuck = stuck.and_then(|game| self.shared.play_held(game)?.err());
            if !self.give_out()? {
                return Ok(self.next);
            }
            // What its thread has played just before is lost with it.
            if let Some(found) = stuck {
                return Err(found);
            }
            if self.watch.is_enough() {
                self.shared.stop();
                if now > heard + STUCK {
                    return Ok(self.next);
                }
            }
        }
    }

    /// Hands on what comes next; whether it was taken.
    fn give_out(&mut self) -> Result<bool, (u64, Fault)> {
        while let Some(played) = self.waiting.remove(&self.next) {
            self.next += 1;
            if !(self.take)(played?) {
                return Ok(false);
            }
            self.shared.is_out(self.next);
        }
        Ok(true)
    }
}

/// A thread that plays, as others see it. Nobody waits for one whose script does not end: it goes with the process.
struct Thread {
    at: Arc<At>,
    handle: thread::JoinHandle<()>,
    /// What it was at when somebody looked, and since when.
    seen: ((u64, u64), Duration),
}

/// What a thread is at.
struct At {
    /// The game it plays, or `NO_GAME`.
    game: AtomicU64,
    pulse: OnceLock<Pulse>,
}

impl Thread {
    fn start(shared: &Arc<Shared>, send: &mpsc::Sender<Vec<(u64, Played)>>) -> Self {
        let at = Arc::new(At { game: AtomicU64::new(NO_GAME), pulse: OnceLock::new() });
        let (own, shared, send) = (Arc::clone(&at), Arc::clone(shared), send.clone());
        let handle = thread::spawn(move || work(&shared, &own, &send));
        Self { at, handle, seen: Default::default() }
    }

    /// The game that it plays, once for as long as its script runs on one budget and much longer than any does.
    fn stuck(&mut self, now: Duration) -> Option<u64> {
        let game = self.at.game.load(Ordering::SeqCst);
        let is = (game, self.at.pulse.get().map_or(0, Pulse::beats));
        if is != self.seen.0 || game == NO_GAME {
            self.seen = (is, now);
        }
        let is_stuck = now > self.seen.1.saturating_add(STUCK);
        if is_stuck {
            self.seen.1 = Duration::MAX;
        }
        is_stuck.then_some(game)
    }

    /// Waits for a thread that is at its end; a mistake of ours in it is one of whoever waits.
    fn end(self) {
        if let Err(panic) = self.handle.join() {
            std::panic::resume_unwind(panic);
        }
    }
}

/// Plays games until there are none left.
fn work(shared: &Shared, at: &At, send: &mpsc::Sender<Vec<(u64, Played)>>) {
    let clock = WallClock::start();
    let (mut rules, mut games, mut handed_out) = (None, Vec::new(), clock.elapsed());
    while let Some(game) = shared.next(&mut || drop(send.send(std::mem::take(&mut games)))) {
        at.game.store(game, Ordering::SeqCst);
        let mut play = || -> Result<Option<Row>, Fault> {
            let rules = match &mut rules {
                Some(rules) => rules,
                none => {
                    let rules = none.insert((shared.load)()?);
                    // Another thread looks whether it comes back.
                    at.pulse.get_or_init(|| rules.run_free());
                    rules
                }
            };
            shared.trials.play(rules, game, &|| shared.is_stopped())
        };
        let played = play().map_or_else(|_| shared.play_held(game), |row| row.map(Ok));
        at.game.store(NO_GAME, Ordering::SeqCst);
        let Some(played) = played else { break };
        let failed = played.is_err();
        games.push((game, played));
        let now = clock.elapsed();
        if failed || now > handed_out + TOGETHER {
            handed_out = now;
            if send.send(std::mem::take(&mut games)).is_err() || failed {
                return;
            }
        }
    }
    // Nobody may listen any more.
    drop(send.send(games));
}
