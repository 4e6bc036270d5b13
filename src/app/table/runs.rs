//! Runs the errands of a line at the table: whoever is named goes step by step, and stays where that is said. All of a line counts, or
//! nothing of it is kept. How a line is read is for `errands.rs`.

use std::collections::BTreeSet;

use crate::diag::{Diagnostic, Diagnostics};
use crate::referee::{
    Meaning, Move, QuestionKind, Refusal, Request, Scene, ScenePiece, Seat, Table, Viewer, is_ending, is_small,
    read_answer, words_apart,
};

use super::errands::{Ground, Leg, Task, Who, ends_turn, errands};
use super::line_parts::{ENDS, is_asked_again, is_asked_with, is_place};
use super::said::{is_called, is_one_of};
use super::session::Session;
use super::stopping::after;

/// Nobody moves more of them in one line.
const MOST: usize = 12;
/// Nor so far.
const FARTHEST: usize = 12;
/// Endings that close a walk, the walks of others, and the turn.
const MOST_ENDINGS: usize = 3;

/// What became of a line of who goes where.
pub(super) enum Run {
    /// All of it is done.
    Done(Result<(), Diagnostics>),
    /// It is such a line, and somebody cannot go as it says.
    Stopped(Diagnostics),
    /// It is to be read otherwise.
    Not,
}

/// A question about who goes, and where whoever was named steps.
struct Walks {
    /// Who goes, as it was asked first; none where somebody is on the way.
    first: Request,
    /// Whether `first` asks who goes.
    asks_who: bool,
}

impl Session {
    /// Does what a line says of who goes where.
    pub(super) fn run(&mut self, given: &Move<'_>) -> Run {
        let before = self.table.number();
        let mut stopped = None;
        let is_run = self.run_line(given, &mut stopped).is_some() && self.table.number() != before;
        if is_run {
            self.instead = None;
            return Run::Done(self.keep());
        }
        if self.table.forget_new(before).is_err() {
            return Run::Not;
        }
        stopped.map_or(Run::Not, Run::Stopped)
    }

    fn run_line(&mut self, given: &Move<'_>, stopped: &mut Option<Diagnostics>) -> Option<()> {
        let asked = self.table.request_of(given.by).filter(|asked| is_place(asked) && !asked.secret)?.clone();
        if words_apart(given.text).len() < 2 || !self.may_try(given, &asked) {
            return None;
        }
        let errands = self.errands_of(&asked, given.text)?;
        let asks_who = self.asks_who(given, &asked)?;
        // What is no walk, as where a piece is laid, has no walker who stands anywhere.
        if !asks_who && self.space_asked_about(&asked).is_none() {
            return None;
        }
        let walks = Walks { first: asked, asks_who };
        let done = self.run_all(given.by, &walks, &errands).filter(|()| !self.is_answered_behind(given));
        if done.is_none() {
            *stopped = self.why_stopped(given.by, &walks);
        }
        done
    }

    /// Whether a line says behind where somebody goes what is asked there: `to C2, bystander` turns one up, and does not say what lies
    /// there.
    fn is_answered_behind(&self, given: &Move<'_>) -> bool {
        let Some(next) = self.table.request_of(given.by).filter(|next| !is_place(next)) else { return false };
        let words = words_apart(given.text);
        let last = words.iter().rposition(|word| self.is_space(word)).map_or(0, |at| at + 1);
        // `HP to D7, leave the trap`
        if matches!(next.kind, QuestionKind::Confirm { .. }) && last < words.len() {
            return read_answer(next, &words[last..].join(" "), &mut |_| 0).is_ok();
        }
        let answers = |word: &&str| matches!(next.meaning(word), Meaning::Legal(_) | Meaning::Several(_));
        words[last..].iter().any(|word| !is_small(word) && answers(word))
    }

    /// Why whoever is on the way cannot go on as a line says, where the rules tell that of a space.
    fn why_stopped(&mut self, by: Option<&str>, walks: &Walks) -> Option<Diagnostics> {
        let space = self.no_step.take()?;
        let asked = self.place_asked(by, walks).filter(|_| !self.is_asked_who(by, walks))?;
        let refusal = match asked.meaning(&space) {
            Meaning::Refused(_) => asked.why_not(&space),
            _ => Refusal::new(format!("nobody can go on to `{space}` there")).hint(asked.legal_hint()),
        };
        let mut found = self.told(&after(refusal.into(), true, Some(asked)));
        found.push(Diagnostic::note("nothing was done"));
        Some(found)
    }

    fn errands_of(&mut self, asked: &Request, text: &str) -> Option<Vec<Task>> {
        let scene = self.look(|table| table.scene(Viewer::Everybody)).ok()?;
        let schema = self.table.schema();
        let mut places: Vec<(Vec<String>, String)> = Vec::new();
        let labelled = schema.spaces.iter().map(|space| (schema.label(space).to_owned(), space.clone()));
        let offered = asked.kind.options().iter().filter(|choice| schema.spaces.contains(&choice.id));
        for (label, space) in labelled.chain(offered.map(|choice| (choice.label.clone(), choice.id.clone()))) {
            // `HP (the Holding Pen)`
            let is_name = |word: &String| word != "the" && !word.eq_ignore_ascii_case(&space);
            let words: Vec<String> = label
                .split_whitespace()
                .map(|word| word.trim_matches(['(', ')']).to_lowercase())
                .filter(is_name)
                .collect();
            if words.is_empty() || label.eq_ignore_ascii_case(&space) {
                continue;
            }
            // `pen` for the Holding Pen, where nothing else is called so.
            if let Some(last) = words.last().filter(|last| words.len() > 1 && last.len() > 2) {
                places.push((vec![last.clone()], space.clone()));
            }
            places.push((words, space));
        }
        let is_sure = |(words, space): &(Vec<String>, String)| {
            !places.iter().any(|(other, at)| other == words && at != space)
                && (words.len() > 1 || !scene.pieces.iter().any(|piece| is_called(piece, &words[0])))
        };
        let places = places.iter().filter(|place| is_sure(place)).cloned().collect();
        let own = asked.seat.map(|seat| self.table.name(seat));
        errands(&Ground { spaces: &schema.spaces, scene: &scene, places, own }, text)
    }

    /// Whether a question asks who goes: behind each of its places it is asked for another one, and nobody has gone there yet. None where
    /// that cannot be told.
    fn asks_who(&mut self, given: &Move<'_>, asked: &Request) -> Option<bool> {
        let QuestionKind::Choose { options, .. } = &asked.kind else { return None };
        let first = options.iter().find(|choice| !is_one_of(&choice.id, &ENDS))?;
        let before = self.table.number();
        let is_chosen = self.table.answer(&Move { text: &first.id, number: None, ..*given }, &(self.clock)()).is_ok();
        let next = self.table.request_of(given.by).filter(|_| is_chosen);
        let is_step = next
            .is_some_and(|next| is_place(next) && next.seat == asked.seat && !is_asked_again(&self.table, asked, next));
        let lies = if is_step { self.look(|table| table.scene(Viewer::Everybody)).ok() } else { None };
        self.table.forget_new(before).ok()?;
        let Some(lies) = lies else { return Some(false) };
        let lay = self.look(|table| table.scene(Viewer::Everybody)).ok()?;
        // Where somebody has come there by that, it was where to.
        let own = |scene: &Scene| {
            let there = scene.pieces.iter().filter(|piece| piece.at == first.id && piece.seat == asked.seat);
            there.map(|piece| piece.count).sum::<usize>()
        };
        Some(own(&lies) <= own(&lay))
    }

    fn run_all(&mut self, by: Option<&str>, walks: &Walks, errands: &[Task]) -> Option<()> {
        let last = errands.len() - 1;
        for (at, errand) in errands.iter().enumerate() {
            match errand {
                Task::Go { who: None, legs, stay } if !self.is_asked_who(by, walks) => {
                    self.walk_on(by, walks, legs)?;
                    if *stay {
                        self.end_walk(by, walks)?;
                    }
                }
                Task::Go { who, legs, stay } => {
                    let who = who.clone().unwrap_or_default();
                    if !self.is_asked_who(by, walks) && !self.names_walker(by, walks, &who) {
                        self.end_walk(by, walks)?;
                    }
                    self.send(by, walks, (&who, legs), *stay || at < last && goes_with_others(&errands[at + 1]))?;
                }
                Task::Stay(who) => self.stay(by, walks, who.as_ref())?,
                // `both stay, done` says one thing twice, and ends nothing that comes behind the walks.
                Task::Say(words)
                    if is_ending(words)
                        && at.checked_sub(1).is_some_and(|before| matches!(errands[before], Task::Stay(_)))
                        && !self.is_asked_who(by, walks) => {}
                Task::Say(words) => self.say(by, walks, words)?,
            }
        }
        Some(())
    }

    /// The question that waits, where it is about places and can be answered aloud by whoever was asked first.
    fn place_asked(&self, by: Option<&str>, walks: &Walks) -> Option<&Request> {
        self.table.request_of(by).filter(|asked| is_place(asked) && !asked.secret && asked.seat == walks.first.seat)
    }

    fn is_asked_who(&self, by: Option<&str>, walks: &Walks) -> bool {
        let is_first = |asked: &Request| is_asked_again(&self.table, &walks.first, asked);
        self.place_asked(by, walks).is_some_and(|asked| {
            if walks.asks_who { is_first(asked) } else { !is_step_like(walks, asked, &self.table) }
        })
    }

    fn choose(&mut self, by: Option<&str>, text: &str) -> Option<()> {
        self.table.answer(&Move { by, number: None, text }, &(self.clock)()).ok().map(drop)
    }

    /// Ends the walk of whoever is on the way, where it could go on; behind it, it is asked who goes.
    fn end_walk(&mut self, by: Option<&str>, walks: &Walks) -> Option<()> {
        let asked = self.place_asked(by, walks);
        if self.is_asked_who(by, walks) || asked.is_none() {
            return Some(());
        }
        let end = asked.and_then(ending_of)?;
        self.choose(by, &end)
    }

    /// Whether whoever is on the way is named again: `from D3 on to D2`.
    fn names_walker(&self, by: Option<&str>, walks: &Walks, who: &Who) -> bool {
        let asked = self.place_asked(by, walks);
        let is_there = |asked: &Request, place: &String| is_asked_with(asked, place);
        who.count.is_none_or(|count| count == 1)
            && who.place.as_ref().zip(asked).is_some_and(|(place, asked)| {
                is_there(asked, place) && !matches!(asked.meaning(place), Meaning::Legal(_))
            })
    }

    /// Sends some the same way, one after another.
    fn send(&mut self, by: Option<&str>, walks: &Walks, (who, legs): (&Who, &[Leg]), stay: bool) -> Option<()> {
        if !self.is_asked_who(by, walks) {
            // Whoever is on the way goes on from where they are.
            self.walk_on(by, walks, legs)?;
            return if stay { self.end_walk(by, walks) } else { Some(()) };
        }
        let is_all = who.is_all || who.is_rest;
        let times = who.count.unwrap_or(if is_all { MOST } else { 1 });
        if times == 0 || times > MOST {
            return None;
        }
        let all =
            if is_all && who.place.is_none() && who.count.is_none() { self.walkers(by, walks) } else { Vec::new() };
        for time in 0..times {
            let start = match (&who.place, all.get(time)) {
                (Some(place), _) => place.clone(),
                (None, Some(start)) => start.clone(),
                (None, None) if !all.is_empty() => break,
                (None, None) => self.only_walker(by, walks, legs)?,
            };
            if time > 0 && is_all && who.count.is_none() && !self.walkers(by, walks).contains(&start) {
                break;
            }
            self.set_out(by, walks, &start)?;
            self.walk_on(by, walks, legs)?;
            let is_last = time + 1 == times;
            if stay || !is_last {
                self.end_walk(by, walks)?;
            }
            if !is_last && !self.is_asked_who(by, walks) {
                // All that there were have gone, where not so many were named.
                return (is_all && who.count.is_none()).then_some(());
            }
        }
        Some(())
    }

    fn set_out(&mut self, by: Option<&str>, walks: &Walks, place: &str) -> Option<()> {
        let asked = self.place_asked(by, walks).filter(|_| self.is_asked_who(by, walks))?;
        let Meaning::Legal(choice) = asked.meaning(place) else { return None };
        let id = choice.id.clone();
        self.choose(by, &id)
    }

    /// Where those are that can go.
    fn walkers(&self, by: Option<&str>, walks: &Walks) -> Vec<String> {
        let asked = self.place_asked(by, walks).filter(|_| self.is_asked_who(by, walks));
        let options = asked.map_or(&[][..], |asked| asked.kind.options());
        options.iter().map(|choice| choice.id.clone()).filter(|id| !is_one_of(id, &ENDS)).collect()
    }

    /// The only place from where somebody can go this way.
    fn only_walker(&mut self, by: Option<&str>, walks: &Walks, legs: &[Leg]) -> Option<String> {
        let walkers = self.walkers(by, walks);
        if let [only] = &walkers[..] {
            return Some(only.clone());
        }
        if walkers.len() > MOST {
            return None;
        }
        let before = self.table.number();
        let mut found = Vec::new();
        for walker in walkers {
            let goes = self.set_out(by, walks, &walker).and_then(|()| self.walk_on(by, walks, legs));
            self.forget_steps(before)?;
            found.extend(goes.map(|()| walker));
        }
        <[String; 1]>::try_from(found).ok().map(|[only]| only)
    }

    /// Whoever is on the way goes all of it.
    fn walk_on(&mut self, by: Option<&str>, walks: &Walks, legs: &[Leg]) -> Option<()> {
        let mut legs = legs.iter().peekable();
        // Where they have come to, which may be named once more: `two down to C5`, `right into my home`.
        let mut at: Option<String> = None;
        let mut was_way = false;
        while let Some(leg) = legs.next() {
            let is_named_again = std::mem::replace(&mut was_way, matches!(leg, Leg::Way(..)));
            at = match leg {
                // `up to E3` leads there.
                Leg::Way(_, None) if self.leads_to(by, walks, legs.peek().copied()) => continue,
                Leg::Way(way, far) => Some(self.step_that_way(by, walks, *way, *far)?),
                Leg::Space(space) if is_named_again && at.as_ref() == Some(space) => continue,
                // Whoever stands there is only named.
                Leg::Space(space) if at.is_none() && self.stands_on(by, walks, space) => continue,
                Leg::Space(space) => Some(self.step_on(by, walks, space)?),
                Leg::Named(name) => {
                    let places = self.places_called(walks.first.seat, name)?;
                    if at.as_ref().is_some_and(|at| places.contains(at)) {
                        continue;
                    }
                    Some(self.step_on_any(by, walks, &places)?)
                }
            };
        }
        Some(())
    }

    /// Steps on the only one of some spaces that can be gone to.
    fn step_on_any(&mut self, by: Option<&str>, walks: &Walks, places: &BTreeSet<String>) -> Option<String> {
        let before = self.table.number();
        let mut found = Vec::new();
        for place in places {
            found.extend(self.step_on(by, walks, place));
            self.forget_steps(before)?;
        }
        let [only] = &found[..] else { return None };
        self.step_on(by, walks, only)
    }

    /// Takes back what was only tried, of a line of which more is kept for now.
    fn forget_steps(&mut self, before: u64) -> Option<()> {
        self.table.forget_new(before).ok()
    }

    /// Whether a space that is named behind a way is one that can be gone to at once.
    fn leads_to(&self, by: Option<&str>, walks: &Walks, next: Option<&Leg>) -> bool {
        let Some(Leg::Space(space)) = next else { return false };
        let asked = self.place_asked(by, walks).filter(|_| !self.is_asked_who(by, walks));
        asked.is_some_and(|asked| matches!(asked.meaning(space), Meaning::Legal(_)))
    }

    /// Whether whoever is on the way stands on a space now, and cannot step there.
    fn stands_on(&self, by: Option<&str>, walks: &Walks, space: &str) -> bool {
        let asked = self.place_asked(by, walks).filter(|_| !self.is_asked_who(by, walks));
        asked.is_some_and(|asked| {
            is_asked_with(asked, space)
                && asked.places.has_space(space)
                && !matches!(asked.meaning(space), Meaning::Legal(_))
        })
    }

    /// Steps on a space, or straight ahead until there, and tells where that is.
    fn step_on(&mut self, by: Option<&str>, walks: &Walks, space: &str) -> Option<String> {
        let asked = self.place_asked(by, walks).filter(|_| !self.is_asked_who(by, walks))?;
        if let Meaning::Legal(choice) = asked.meaning(space) {
            let id = choice.id.clone();
            return self.choose(by, &id).map(|()| id);
        }
        self.no_step = Some(space.to_owned());
        let (way, far) = self.straight_to(by, space)?;
        if far > 1 { self.step_that_way(by, walks, way, Some(far)) } else { None }
    }

    /// Goes so far to a side: at once, or square by square.
    fn step_that_way(
        &mut self,
        by: Option<&str>,
        walks: &Walks,
        way: (isize, isize),
        far: Option<usize>,
    ) -> Option<String> {
        let far = far.unwrap_or(1);
        if far == 0 || far > FARTHEST {
            return None;
        }
        let is_asked = |session: &Self| session.place_asked(by, walks).is_some() && !session.is_asked_who(by, walks);
        if !is_asked(self) {
            return None;
        }
        if let Some(space) = self.space_that_way(by, (way, Some(far)), None) {
            return self.choose(by, &space).map(|()| space);
        }
        let mut at = None;
        for _ in 0..far {
            if !is_asked(self) {
                return None;
            }
            let space = self.space_that_way(by, (way, Some(1)), None)?;
            self.choose(by, &space)?;
            at = Some(space);
        }
        at
    }

    /// Those who are named stay; where nobody else can go, or all others stay, the walks are over.
    fn stay(&mut self, by: Option<&str>, walks: &Walks, who: Option<&Who>) -> Option<()> {
        let is_rest = who.is_some_and(|who| {
            who.place.is_none() && (who.is_rest || who.is_all || who.count.is_some_and(|count| count > 1))
        });
        if !self.is_asked_who(by, walks) {
            // Whoever has just been told of may stay; another one stays anyway.
            let is_other =
                who.is_some_and(|who| who.place.is_some()) && !who.is_some_and(|who| self.names_walker(by, walks, who));
            if is_other {
                return Some(());
            }
            self.end_walk(by, walks)?;
            if !is_rest {
                return Some(());
            }
        }
        let walkers = self.walkers(by, walks);
        let is_last =
            who.is_none_or(|who| who.place.as_ref().is_none_or(|place| walkers.contains(place))) && walkers.len() == 1;
        if !is_rest && !is_last {
            return Some(());
        }
        // Nobody is left to stay where all have gone.
        let Some(asked) = self.place_asked(by, walks).filter(|_| self.is_asked_who(by, walks)) else { return Some(()) };
        let end = ending_of(asked)?;
        self.choose(by, &end)
    }

    /// Answers what is asked on the way with words of the line, or ends what they say is over.
    fn say(&mut self, by: Option<&str>, walks: &Walks, words: &str) -> Option<()> {
        if ends_turn(words) {
            return self.end_turn(by, walks);
        }
        let asked = self.table.request_of(by).filter(|asked| !asked.secret)?.clone();
        let is_own = asked.seat == walks.first.seat || asked.kind.randomiser().is_some();
        let is_answer = is_own && read_answer(&asked, words, &mut |_| 0).is_ok();
        if is_answer { self.choose(by, words) } else { None }
    }

    fn end_turn(&mut self, by: Option<&str>, walks: &Walks) -> Option<()> {
        for _ in 0..MOST_ENDINGS {
            let Some(asked) = self.table.request_of(by).filter(|asked| asked.seat == walks.first.seat) else { break };
            let Some(end) = ending_of(asked) else { break };
            self.choose(by, &end)?;
        }
        let is_over = self.table.request_of(by).is_none_or(|asked| asked.seat != walks.first.seat);
        is_over.then_some(())
    }

    /// Where pieces lie that are called so, first those of whoever is asked.
    fn places_called(&mut self, seat: Option<Seat>, name: &str) -> Option<BTreeSet<String>> {
        let scene = self.look(|table| table.scene(Viewer::Everybody)).ok()?;
        let is_so = |piece: &&ScenePiece| piece.count > 0 && is_called(piece, name);
        let all = || scene.pieces.iter().filter(is_so);
        let own: BTreeSet<String> =
            all().filter(|piece| seat.is_some() && piece.seat == seat).map(|piece| piece.at.clone()).collect();
        Some(if own.is_empty() { all().map(|piece| piece.at.clone()).collect() } else { own })
    }
}

/// Whether a question asks for the next step of a walk that was under way when a line began.
fn is_step_like(walks: &Walks, asked: &Request, table: &Table) -> bool {
    is_asked_again(table, &walks.first, asked)
}

/// The choice that ends what is asked.
fn ending_of(asked: &Request) -> Option<String> {
    asked.kind.options().iter().map(|choice| &choice.id).find(|id| is_one_of(id, &ENDS)).cloned()
}

/// Whether an errand is of others than the one before, whose walk is over then.
const fn goes_with_others(next: &Task) -> bool {
    matches!(next, Task::Go { who: Some(_), .. })
}
