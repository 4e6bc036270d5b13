//! Answers as people give them: one, or several places on one line, one after another, and then all of them or none.

use crate::diag::{Diagnostic, Diagnostics};
use crate::referee::{Hint, Meaning, Move, Problem, QuestionKind, Refusal, Request, Table, words_apart};

use super::session::Session;

impl Session {
    /// Answers the question that waits. A line may answer several of the same seat, one after another: an action and what it is
    /// done with, or a walk from place to place. When a part of it cannot be, nothing is done, unless dice or cards were seen on
    /// the way.
    ///
    /// # Errors
    /// Why an answer does not count.
    pub fn answer(&mut self, given: &Move<'_>) -> Result<(), Diagnostics> {
        self.instead = None;
        let steps = self.table.request_of(given.by).and_then(|asked| as_steps(asked, given.text));
        let given = &Move { text: steps.as_deref().unwrap_or(given.text), ..*given };
        let words = words_apart(given.text);
        let asked = self.table.request_of(given.by).filter(|_| words.len() > 1);
        let is_line = asked.is_some_and(|asked| {
            is_place(asked) && !is_name(asked, given.text) || is_line(asked, given.text) || are_more_dice(asked, &words)
        });
        let done = self.with(|table, at| table.answer(given, at));
        if done.is_err() && is_line { self.answer_in_parts(given, &words).unwrap_or(done) } else { done }
    }

    /// Answers one question after another with the words of a line; none when no word of it answers anything. What can only be
    /// one thing is not asked, and may be named all the same.
    fn answer_in_parts(&mut self, given: &Move<'_>, words: &[&str]) -> Option<Result<(), Diagnostics>> {
        let (before, since, at) = (self.table.number(), self.table.last_played(), (self.clock)());
        let seat = self.table.request_of(given.by)?.seat;
        let (mut done, mut answered): (usize, Vec<(Request, String)>) = (0, Vec::new());
        while done < words.len() {
            let goes_on = |asked: &&Request| goes_on(&answered, asked);
            let asked = self.table.request_of(given.by).filter(goes_on).filter(|asked| is_open(asked, &words[done..]));
            let asked = asked.cloned();
            let foregone = self.table.foregone_since(since, seat);
            match next_part(asked.as_ref(), &foregone, &words[done..]) {
                Part::Said(count) => done += count,
                Part::Cannot(refusal) => {
                    let found = self.told(&after(Problem::Refused(refusal), true));
                    return Some(Err(self.stop_short(found, before, &words[..done])));
                }
                // One face too many is told as that, and nothing of it is kept.
                Part::LeftOver if are_dice(&answered) => {
                    let undone = self.table.forget_new(before);
                    return undone.err().map(|problem| Err(self.told(&problem)));
                }
                Part::LeftOver => {
                    let found = left_over(&self.table, words, done).into();
                    return Some(Err(self.stop_short(found, before, &words[..done])));
                }
                // A word that a refused choice is described with says nothing of the line as a whole.
                Part::Answer(asked, _) if done == 0 && asked.is_only_described(words[0]) => return None,
                Part::Answer(asked, count) => {
                    let text = words[done..done + count].join(" ");
                    let one = Move { by: given.by, number: given.number.filter(|_| answered.is_empty()), text: &text };
                    if let Err(problem) = self.table.answer(&one, &at) {
                        if are_dice(&answered)
                            && let Err(problem) = self.table.forget_new(before)
                        {
                            return Some(Err(self.told(&problem)));
                        }
                        let found = self.told(&after(problem, !answered.is_empty()));
                        let stopped = self.stop_short(found, before, &words[..done]);
                        if self.instead.is_some()
                            && let Some(choice) = asked.nearly(&text)
                        {
                            self.instead = Some(instead(words, done, count, &choice.id));
                        }
                        return Some(Err(stopped));
                    }
                    let answer = label_meant(asked, &text).unwrap_or(text);
                    done += count;
                    answered.push((asked.clone(), answer));
                }
            }
        }
        (!answered.is_empty()).then(|| self.keep())
    }

    /// Takes back what was done of a line, and says so; what came of dice and cards was seen, and stays.
    fn stop_short(&mut self, mut found: Diagnostics, before: u64, done: &[&str]) -> Diagnostics {
        if self.table.number() == before {
            return found;
        }
        let done_told = done.join(" ");
        if self.table.has_revealed_since(before) {
            if let Err(fault) = self.keep() {
                return fault;
            }
            let times = if done.len() == 1 { String::new() } else { format!(" {}", done.len()) };
            let message = format!("`{done_told}` was done before that, and stays; `undo{times}` takes it back");
            found.push(Diagnostic::note(message));
        } else {
            if let Err(problem) = self.table.forget_new(before) {
                return self.told(&problem);
            }
            found.push(Diagnostic::note(format!("nothing was done: of this line only `{done_told}` can be answered")));
            self.instead = Some(done_told);
        }
        found
    }
}

/// `J18-J16` and `J18->J16`: the places one after another, where nothing is called so.
fn as_steps(asked: &Request, text: &str) -> Option<String> {
    let is_way = is_place(asked) && text.contains('-') && !is_name(asked, text);
    let steps = is_way.then(|| text.replace("->", " ").replace('-', " "))?;
    legal_part(asked, &words_apart(&steps)).map(|_| steps)
}

/// A line with something else in place of some of its words.
fn instead(words: &[&str], from: usize, count: usize, id: &str) -> String {
    [&words[..from], &[id], &words[from + count..]].concat().join(" ")
}

/// What the next words of a line are.
enum Part<'r> {
    /// So many answer what is asked.
    Answer(&'r Request, usize),
    /// So many name what was settled without asking.
    Said(usize),
    /// They name something else than what was settled, which cannot be.
    Cannot(Refusal),
    /// Nothing is asked that they could belong to.
    LeftOver,
}

fn next_part<'r>(asked: Option<&'r Request>, foregone: &[Request], words: &[&str]) -> Part<'r> {
    if let Some(dice) = asked.and_then(dice_of) {
        return asked.map_or(Part::LeftOver, |asked| Part::Answer(asked, dice.min(words.len())));
    }
    if let Some((asked, count)) = asked.and_then(|asked| Some((asked, legal_part(asked, words)?))) {
        return Part::Answer(asked, taken(asked, words, count));
    }
    if let Some(count) = foregone.iter().rev().find_map(|settled| legal_part(settled, words)) {
        return Part::Said(count);
    }
    let is_unknown = asked.is_none_or(|asked| asked.meaning(words[0]) == Meaning::Nothing);
    let refused = |settled: &&Request| matches!(settled.meaning(words[0]), Meaning::Refused(_));
    match (asked, foregone.iter().rev().find(refused).filter(|_| is_unknown)) {
        (_, Some(settled)) => Part::Cannot(settled.why_not(words[0])),
        (Some(asked), None) => Part::Answer(asked, taken(asked, words, 1)),
        (None, None) => Part::LeftOver,
    }
}

/// How many words are the answer to a question: `named`, or all where several are wanted.
const fn taken(asked: &Request, words: &[&str], named: usize) -> usize {
    if matches!(asked.kind, QuestionKind::Choose { .. }) { named } else { words.len() }
}

/// How many dice a question wants.
const fn dice_of(asked: &Request) -> Option<usize> {
    if let QuestionKind::Roll { dice, .. } = asked.kind { Some(dice) } else { None }
}

/// Whether what was answered of a line are dice and nothing else.
fn are_dice(answered: &[(Request, String)]) -> bool {
    !answered.is_empty() && answered.iter().all(|(asked, _)| dice_of(asked).is_some())
}

/// Whether a line tells what dice of several kinds show, each by itself: those that are asked for, and others behind them.
fn are_more_dice(asked: &Request, words: &[&str]) -> bool {
    let QuestionKind::Roll { die, dice, .. } = &asked.kind else { return false };
    let is_face = |word: &&str| die.faces().any(|face| face.text.eq_ignore_ascii_case(word));
    words.len() > *dice && words[..*dice].iter().all(is_face)
}

/// Whether a line begins with an action that can be chosen, and has more words for what it is done with.
#[must_use]
pub fn is_line(asked: &Request, text: &str) -> bool {
    let words = words_apart(text);
    let is_action = matches!(asked.kind, QuestionKind::Choose { places: false, .. });
    is_action
        && !is_name(asked, text)
        && words.len() > 1
        && legal_part(asked, &words).is_some_and(|part| part < words.len())
}

/// Whether a text as a whole means something, also something that is refused: a place may have a name of two words.
fn is_name(asked: &Request, text: &str) -> bool {
    asked.meaning(text.trim()) != Meaning::Nothing
}

/// What the choice is called that a text means.
fn label_meant(asked: &Request, text: &str) -> Option<String> {
    match asked.meaning(text) {
        Meaning::Legal(choice) => Some(choice.label.clone()),
        _ => None,
    }
}

fn legal_part(asked: &Request, words: &[&str]) -> Option<usize> {
    (1..=words.len()).rev().find(|count| matches!(asked.meaning(&words[..*count].join(" ")), Meaning::Legal(_)))
}

/// Whether a question goes on from those of the same line before it: an action with what it is done with, a figure with its way,
/// a walk with its next step, the next of several figures, dice of one kind with those of another. Dice and cards are answered
/// by themselves otherwise.
fn goes_on(answered: &[(Request, String)], asked: &Request) -> bool {
    let Some((last, answer)) = answered.last() else { return true };
    if dice_of(last).is_some() {
        // One more of the same dice is a slip.
        return dice_of(asked).is_some()
            && asked.kind.randomiser() != last.kind.randomiser()
            && asked.seat == last.seat;
    }
    let is_decision = asked.kind.randomiser().is_none() && !asked.kind.is_held();
    let is_again = || answered.iter().any(|(before, _)| is_asked_like(before, asked));
    // From one place to another goes only who went to the first, or stood there.
    let is_next = !is_place(last) || !is_place(asked) || is_about(asked, answer) || is_again();
    is_decision && is_next && asked.seat == last.seat
}

/// Whether a question is about what has just been chosen: its words name it, as `D3` or `HP (the Holding Pen)` is called.
fn is_about(asked: &Request, answer: &str) -> bool {
    let mut words = asked.prompt.split_whitespace().map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()));
    let (id, name) =
        answer.split_once(" (").map_or((answer, None), |(id, name)| (id, Some(name.trim_end_matches(')'))));
    words.any(|word| word.eq_ignore_ascii_case(id)) || name.is_some_and(|name| asked.prompt.contains(name))
}

/// Whether words may be said aloud: whoever names a secret answer on a line of their own gives it away, and what else is secret
/// is not even refused.
fn is_open(asked: &Request, words: &[&str]) -> bool {
    !asked.secret || legal_part(asked, words).is_some()
}

/// Whether two questions are about the same, as one step of a walk and the next: only places and numbers differ in their
/// words, and whether there is one or many.
#[must_use]
pub fn is_asked_like(one: &Request, other: &Request) -> bool {
    let is_place = |word: &str| {
        let word = word.trim_matches(|c: char| !c.is_alphanumeric());
        word.parse::<i64>().is_ok() || one.places.spaces.contains(word) || one.places.parts.contains_key(word)
    };
    let words = |request: &Request| -> Vec<String> {
        let words = request.prompt.split_whitespace().filter(|word| !is_place(word));
        words.map(|word| word.trim_end_matches('s').to_owned()).collect()
    };
    words(one) == words(other)
}

const fn is_place(request: &Request) -> bool {
    matches!(request.kind, QuestionKind::Choose { places: true, .. })
}

/// Why a place is none after others: what could be answered there is not what can be answered now.
fn after(problem: Problem, others: bool) -> Problem {
    match problem {
        Problem::Refused(mut refusal) if others => {
            refusal.hints.retain(|hint| !matches!(hint, Hint::Legal(_)));
            Problem::Refused(refusal)
        }
        problem => problem,
    }
}

/// Something else is asked before all places were used.
fn left_over(table: &Table, words: &[&str], done: usize) -> Diagnostic {
    let (why, asked) = match table.request() {
        None => ("the game is over".to_owned(), None),
        Some(request) => {
            let who = request.seat.map_or("everybody", |seat| table.name(seat));
            let prompt = (!request.secret).then(|| format!("asked then: {}", request.prompt));
            (format!("after `{}` {who} is asked something else", words[..done].join(" ")), prompt)
        }
    };
    let are = if words.len() == done + 1 { "is" } else { "are" };
    let message = format!("`{}` {are} left over: {why}", words[done..].join(" "));
    Diagnostic::error(message).maybe_hint(asked)
}
