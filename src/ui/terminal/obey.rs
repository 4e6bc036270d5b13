//! What the lines of a conversation do: one function for each command.

use std::borrow::Cow;
use std::io;

use crate::app::table::{ENDS, is_line};
use crate::diag::{Diagnostic, Diagnostics, Severity, all_of, closest_name};
use crate::referee::{
    Meaning, Move, Problem, QuestionKind, Refusal, Request, Seat, Table, View, Viewer, What, agreed, is_ending,
    standing, words_apart,
};

use super::asked::{asked_by, is_for_one, of_several};
use super::asking::is_question;
use super::audit;
use super::board::Screen;
use super::command::{Command, look_up, read_command, without_numbers};
use super::face::Next;
use super::help::{help, help_with};
use super::lines::set_in;
use super::offers::{Deed, Offer, Reaction, reaction};
use super::play::Conversation;
use super::recap::standing_text;
use super::sentences::sentence;
use super::story::log_line;
use super::tally::score_text;

impl Conversation<'_> {
    /// Does what a line says.
    pub(super) fn obey(&mut self, view: &View, line: &str) -> io::Result<Next> {
        // An offer stands until the next line that only asks nothing, and only while nothing else has happened.
        let offer = self.offer.take().filter(|offer| offer.number == view.number);
        let kept = offer.clone();
        if let Some(offer) = offer {
            // Nothing behind a yes is lost: `yes, with me`.
            if let Some(text) = self.offered_and_more(&offer.deed, line) {
                return self.answer(view, &text);
            }
            match reaction(line) {
                Reaction::Yes => return self.accept(view, offer.deed),
                // The no that is offered.
                Reaction::No if offer.deed.is_no() => return self.accept(view, offer.deed),
                Reaction::No => {
                    self.say(offer.deed.left())?;
                    return Ok(Next::Question);
                }
                Reaction::Other => {}
            }
        }
        let line = &*spoken(view, line, kept.is_some());
        if let Some(text) = self.completed(view, line).or_else(|| self.made_clear(view, line)) {
            return self.answer(view, &text);
        }
        let command = match read_command(line, view.request.as_ref()) {
            Ok(command) => command,
            Err(refusal) => return self.problem(&refusal.into()),
        };
        let command = match command {
            Command::Answer(text) => self.rather_a_command(view, text),
            other => other,
        };
        // Behind `can I ..?` a yes would be no answer to that.
        if command.only_looks() && !matches!(command, Command::WhyNot(_)) {
            self.offer = kept.map(Offer::once_more);
        }
        match command {
            Command::Answer(text) => self.answer(view, &text),
            Command::RollAll => self.roll_all(view),
            Command::Enter => Ok(Next::Whole),
            Command::WhyNot(id) => self.why(view, id.as_deref()),
            Command::Undo(back) => self.undo(view, back),
            Command::Back => self.back(view),
            Command::UndoOf(name) => self.undo_of(view, &name),
            Command::UndoTurn => self.undo_turn(view),
            Command::UndoFor(line) => self.undo_for(view, &line),
            Command::Redo(times) => self.redo(times),
            Command::Rules(name) => self.rules(view, &name),
            Command::Card(name) => self.card(view, &name),
            Command::WhatIs(name, question) => self.what_is(view, &name, &question),
            Command::Show => Ok(Next::All),
            Command::Look(name) => self.look(view, &name),
            Command::Hand => {
                let asked = view.request.as_ref().and_then(|request| request.seat).or(view.asked);
                let name = asked.map_or_else(String::new, |seat| view.name(seat).to_owned());
                self.look(view, if is_for_one(view) { "" } else { &name })
            }
            Command::Where(name) => self.tell_where(view, &name),
            Command::Picture => self.picture(),
            Command::Log(lines) => self.log(view, lines),
            Command::Score => self.score(view),
            Command::Audit => audit::audit(self),
            Command::Adjust(text) => self.adjust_or_list(&text),
            Command::Note(text) => self.act(|table, at| {
                table.note(&text, None, at);
                Ok(())
            }),
            Command::Custody(of, to) => {
                let all = self.session.all_of_a_kind(of.as_deref());
                self.act(|table, at| match &all[..] {
                    [] => table.custody(of.as_deref(), to, at),
                    all => all.iter().try_for_each(|name| table.custody(Some(name), to, at)),
                })
            }
            Command::WhoRolls => self.who_rolls(),
            Command::Asked(question) => self.asked(view, &question),
            Command::Standing => {
                let told = standing_text(view, self.page_width());
                self.say(&told)?;
                Ok(Next::Nothing)
            }
            Command::Legal => self.tell_legal(view),
            Command::Forgotten => self.tell_how_to_adjust(),
            Command::Recap => {
                self.recap(view)?;
                Ok(Next::Question)
            }
            Command::Statistics => self.statistics(),
            Command::Rename(from, to) => self.rename(&from, &to),
            Command::Join(name) => {
                let why_not = self.session.why_not_join(&name);
                self.tell_one(why_not)
            }
            // `leave the others` is said of pieces.
            Command::Leave(name) if view.request.is_some() && !is_player(view, &name) => {
                self.answer(view, &format!("leave {name}"))
            }
            Command::Leave(name) => {
                let why_not = self.session.why_not_leave(&name);
                self.tell_one(why_not)
            }
            Command::HowMany(of) => self.how_many(view, &of),
            Command::Help(of) => self.help(view, &of),
            Command::Quit => Ok(Next::End),
        }
    }

    /// What begins with an answer that is called like a command, goes on, and answers nothing so: it is the command.
    fn rather_a_command(&mut self, view: &View, text: String) -> Command {
        let by = self.open.map(|(seat, _)| view.name(seat));
        let Some(request) = view.request.as_ref() else { return Command::Answer(text) };
        let command = look_up(&text).filter(|_| is_line(request, &text));
        match command {
            Some(command) if !self.session.would_answer(&Move { by, text: &text, ..Move::default() }) => command,
            _ => Command::Answer(text),
        }
    }

    pub(super) fn answer(&mut self, view: &View, text: &str) -> io::Result<Next> {
        let is_legal = |request: &Request| matches!(request.meaning(text), Meaning::Legal(_));
        if let (None, Some((seat, answer))) = (self.open, of_several(view, text))
            && !view.request.as_ref().is_some_and(is_legal)
        {
            return self.answer_of(view, seat, answer);
        }
        if is_for_one(view) {
            if let Some(seat) = asked_by(view, text) {
                return Ok(self.open_secrets(view, seat));
            }
            // It does not stay to be read, either.
            self.face.forget_typed();
            let refusal = Refusal::new("everybody would read this answer");
            let first = if view.missing().count() > 1 { "a name" } else { "`look`" };
            let names = view.missing().map(|waiting| view.name(waiting.seat));
            let first = closest_name(text, names).map_or_else(|| first.to_owned(), |name| format!("`{name}`"));
            let hint = format!("{first} first, when the others look away");
            return self.problem(&refusal.hint(hint).into());
        }
        let Some(request) = &view.request else { return self.give(view, text) };
        if let Some((seat, answer)) = said_by(view, request, text) {
            return match request.seat {
                Some(asked) if asked != seat => {
                    let refusal =
                        Refusal::new(format!("it is {} who is asked, and not {}", view.name(asked), view.name(seat)));
                    self.problem(&refusal.hint(request.prompt.clone()).into())
                }
                _ => self.answer(view, answer),
            };
        }
        let of_others = not_asked(view, request, text).filter(|_| !self.session.is_of_players(text));
        if let Some((name, refusal)) = of_others {
            // `Ann plays a card`, and whoever is asked can let Ann do that.
            let Some(way) = self.session.way_to(None, request, &[name]).filter(|_| self.open.is_none()) else {
                return self.problem(&refusal.into());
            };
            let asked = request.seat.map_or("the table", |seat| view.name(seat));
            let told = format!("It is {asked} who is asked now. `{way} {name}` lets {name}: `yes` takes it.");
            return self.offer(view, told, Deed::Answer(format!("{way} {name}")));
        }
        // Whoever looks already and agrees to look is shown it once more.
        if self.open.is_some() && reaction(text) == Reaction::Yes && is_no_yes(request, text) {
            return Ok(Next::Whole);
        }
        if let Some(refusal) = no_end(request, text).or_else(|| corrected(request, text)) {
            return self.problem(&refusal.into());
        }
        let again = self.said_again(request, text);
        let text = without_numbers(again.as_deref().unwrap_or(text), request, view);
        if let Some(choice) = self.meant_for_before(request, &text) {
            return self.offer_to_another(view, request, choice);
        }
        if is_line(request, &text) {
            return self.give(view, &text);
        }
        if words_apart(&text).len() > 1 {
            return self.give_sentence(view, &text);
        }
        match self.offer_name(view, &text)? {
            Some(next) => Ok(next),
            None => self.give(view, &text),
        }
    }

    /// What was offered with what is said behind a yes, where both count together: `yes, and then 16`.
    fn offered_and_more(&mut self, deed: &Deed, line: &str) -> Option<String> {
        let Deed::Answer(offered) = deed else { return None };
        let (first, rest) = line.trim().split_once([' ', ',', '.', '!'])?;
        let rest = rest.trim_start_matches([' ', ',', '.', '!']);
        let rest = ["and then ", "and ", "then "].iter().find_map(|said| rest.strip_prefix(said)).unwrap_or(rest);
        let text = format!("{offered}, {rest}");
        (agreed(first) == Some(true) && !rest.is_empty() && self.would_count(&text)).then_some(text)
    }

    /// The last line once more, where that is all that somebody says.
    fn said_again(&mut self, request: &Request, text: &str) -> Option<String> {
        const AGAIN: [&str; 5] = ["again", "once more", "the same", "same again", "the same again"];
        let is_said = AGAIN.iter().any(|again| again.eq_ignore_ascii_case(text.trim_end_matches(['.', '!'])));
        let (before, answered) =
            self.before.as_ref().filter(|_| is_said && request.meaning(text) == Meaning::Nothing)?;
        let line = answered.clone();
        let is_own = before.seat == request.seat && self.open.is_none() && !request.secret;
        // What was ended once is not ended again in passing.
        (is_own && !is_ending(&line) && self.would_count(&line)).then_some(line)
    }

    /// Leaves dice or cards to the referee, and all that come next, until something is to be decided.
    fn roll_all(&mut self, view: &View) -> io::Result<Next> {
        let is_left = |request: &Request| request.kind.randomiser().is_some() && !request.secret;
        if !self.session.table.request().is_some_and(is_left) {
            let refusal = Refusal::new("there is nothing to roll or deal now");
            let asked = view.request.as_ref().map(|request| request.prompt.clone());
            let refusal = match asked {
                Some(asked) => refusal.hint(asked),
                None => refusal,
            };
            return self.problem(&refusal.into());
        }
        let given = Move { text: "roll", ..Move::default() };
        let mut answered = Ok(());
        for _ in 0..MOST_ROLLED {
            if answered.is_err() || !self.session.table.request().is_some_and(is_left) {
                break;
            }
            answered = self.session.answer(&given);
        }
        self.keep_line(view);
        match answered {
            Ok(()) => Ok(Next::Changes),
            Err(found) => self.tell(&found).map(|_| Next::Changes),
        }
    }

    /// Whether a line would be answered, also as a sentence.
    pub(super) fn would_count(&mut self, text: &str) -> bool {
        let given = Move { text, ..Move::default() };
        self.session.would_answer(&given) || matches!(self.session.why_not_answer(&given), Some(Ok(())))
    }

    /// The page of help, what one command does, or what the rules say of anything else.
    fn help(&mut self, view: &View, of: &str) -> io::Result<Next> {
        let told = if of.is_empty() { Some(help()) } else { help_with(of) };
        match told {
            Some(told) => self.say(&told)?,
            None => return self.rules(view, of),
        }
        Ok(Next::Nothing)
    }

    fn picture(&mut self) -> io::Result<Next> {
        // A picture on the disk is for everybody.
        let files = ["svg", "png"].map(|extension| self.session.picture_file(&self.pictures, extension));
        match self.session.write_pictures(Viewer::Everybody, &files) {
            Ok(found) => {
                self.tell(&found)?;
                let paths = files.map(|path| path.display().to_string());
                let told = format!("The board is in {}.", paths.join(" and "));
                self.say(&set_in("", &told, self.width()))?;
            }
            Err(found) => return self.tell(&found),
        }
        Ok(Next::Nothing)
    }

    fn log(&mut self, view: &View, lines: usize) -> io::Result<Next> {
        let from = view.log.len().saturating_sub(lines);
        let told: String = view.log[from..].iter().map(|line| log_line(line, self.page_width())).collect();
        self.say(if told.is_empty() { "Nothing has happened yet.\n" } else { &told })?;
        Ok(Next::Question)
    }

    fn score(&mut self, view: &View) -> io::Result<Next> {
        match self.session.table.score() {
            Ok(Some(score)) => self.say(&score_text(view, &score, self.page_width()))?,
            Ok(None) => self.say("There is nothing to score.\n")?,
            Err(problem) => return self.problem(&problem),
        }
        Ok(if view.over { Next::Nothing } else { Next::Question })
    }

    /// Does something to the table that is no answer.
    fn act(&mut self, act: impl FnOnce(&mut Table, &str) -> Result<(), Problem>) -> io::Result<Next> {
        match self.session.with(act) {
            Ok(()) => Ok(Next::News),
            Err(found) => self.tell(&found),
        }
    }

    pub(super) fn problem(&mut self, problem: &Problem) -> io::Result<Next> {
        let found = self.session.told(problem);
        self.tell(&found)
    }

    pub(super) fn tell_one(&mut self, diagnostic: Diagnostic) -> io::Result<Next> {
        let mut found = Diagnostics::new();
        found.push(diagnostic);
        self.tell(&found)
    }

    /// Tells what is wrong, one sentence and its hints each.
    pub(super) fn tell(&mut self, found: &Diagnostics) -> io::Result<Next> {
        // What can be answered is on the screen already, where it stays there.
        let legal = self.session.table.request().filter(|_| self.face.stays());
        let legal = legal.map(|request| request.legal_hint().to_string());
        for diagnostic in found {
            let mut diagnostic = diagnostic.clone();
            diagnostic.hints.retain(|hint| Some(hint) != legal.as_ref());
            let Screen { width, colour, .. } = self.face.screen();
            // A screen that stays breaks lines where it has room for them, and knows no colours of files.
            let text = if self.face.stays() {
                sentence(&diagnostic, self.page_width(), false)
            } else {
                sentence(&diagnostic, width, colour)
            };
            self.face.refuse(&text)?;
        }
        if found.iter().any(|diagnostic| diagnostic.place.is_some() && diagnostic.severity == Severity::Error) {
            self.tell_of_adjustment()?;
        }
        Ok(Next::Nothing)
    }

    /// After a fault of the rules: that it may have begun with what people have set themselves, and how that is taken back.
    fn tell_of_adjustment(&mut self) -> io::Result<()> {
        let entries = standing(self.session.table.entries());
        let adjusted = entries.iter().rev().find(|entry| matches!(entry.what, What::Adjust(_)));
        let Some(seq) = adjusted.map(|entry| entry.seq) else { return Ok(()) };
        let back = seq.saturating_sub(1);
        self.say_in_lines(&format!(
            "Perhaps it began when entry {seq} set what the rules do not expect: `undo #{back}` goes back to before that."
        ))
    }
}

/// What somebody asks who is named before it: `Ann: hey, what does the lamp do?`
fn question_of<'l>(view: &View, line: &'l str) -> Option<&'l str> {
    let (name, rest) = line.split_once(':')?;
    is_player(view, name.trim()).then_some(rest.trim()).filter(|rest| is_question(rest))
}

/// Whether a line asks without its mark whether something may be done: `can I lure`, `may Ann trip A5`. What the referee is asked to do
/// is no question.
fn asks_whether(view: &View, line: &str) -> bool {
    const MAY: [&str; 5] = ["can", "could", "may", "might", "am"];
    const WHO: [&str; 7] = ["i", "we", "he", "she", "they", "it", "somebody"];
    let is_one_of = |word: &str, all: &[&str]| all.iter().any(|known| known.eq_ignore_ascii_case(word));
    let mut words = line.split_whitespace();
    let (first, second) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let has_more = words.next().is_some() && !line.trim_end().ends_with('?');
    has_more && is_one_of(first, &MAY) && (is_one_of(second, &WHO) || is_player(view, second))
}

/// A line as it is read: a question with its mark and without whom it is of, and behind an offer what is meant instead of it.
fn spoken<'l>(view: &View, line: &'l str, is_offered: bool) -> Cow<'l, str> {
    let line = question_of(view, line).unwrap_or(line);
    // `no, rather B5` has left what was offered.
    let line = said_after_no(line).filter(|_| is_offered).unwrap_or(line);
    if asks_whether(view, line) { Cow::Owned(format!("{line}?")) } else { Cow::Borrowed(line) }
}

/// What is meant instead by a line that begins with a no: `no, rather B5`.
fn said_after_no(line: &str) -> Option<&str> {
    let (first, rest) = line.trim().split_once(',')?;
    let rest = rest.trim();
    let rest = ["rather ", "but "].iter().find_map(|said| rest.strip_prefix(said)).unwrap_or(rest);
    (agreed(first) == Some(false) && !rest.is_empty()).then_some(rest)
}

/// A game that rolls on and on is stopped after so many.
const MOST_ROLLED: usize = 200;

/// Whether a yes is no answer to a question.
fn is_no_yes(request: &Request, text: &str) -> bool {
    !matches!(request.kind, QuestionKind::Confirm { .. }) && request.meaning(text) == Meaning::Nothing
}

/// Whoever says something, named before a colon, and what they say, where that means nothing as it stands.
fn said_by<'l>(view: &View, request: &Request, text: &'l str) -> Option<(Seat, &'l str)> {
    let (name, answer) = text.split_once(':')?;
    let mut names = view.seats.iter().map(|seat| &seat.name);
    let seat = names.position(|known| known.eq_ignore_ascii_case(name.trim())).map(Seat)?;
    let answer = answer.trim();
    (!answer.is_empty() && request.meaning(text) == Meaning::Nothing).then_some((seat, answer))
}

/// What is said of a sentence about somebody who is not asked: `Bob moves R1`.
fn not_asked<'l>(view: &View, request: &Request, text: &'l str) -> Option<(&'l str, Refusal)> {
    let (first, rest) = text.trim().split_once(' ')?;
    let asked = request.seat?;
    let said = view.seats.iter().position(|seat| seat.name.eq_ignore_ascii_case(first)).map(Seat)?;
    let means_nothing = |text: &str| request.meaning(text) == Meaning::Nothing;
    let is_other = said != asked && !rest.trim().is_empty() && means_nothing(first) && means_nothing(text);
    let refusal = || Refusal::new(format!("it is {} who is asked, and not {}", view.name(asked), view.name(said)));
    is_other.then(|| (first, refusal().hint(request.prompt.clone())))
}

/// Whether somebody who plays is called so, or nearly.
fn is_player(view: &View, name: &str) -> bool {
    let names = view.seats.iter().map(|seat| seat.name.as_str());
    let begins = |known: &str| known.to_lowercase().starts_with(&name.trim().to_lowercase());
    names.clone().any(begins) || closest_name(name, names).is_some()
}

/// What is said to whoever wants to be done with something in the middle of it.
fn no_end(request: &Request, text: &str) -> Option<Refusal> {
    let is_end = ENDS.iter().any(|end| end.eq_ignore_ascii_case(text));
    let is_one = !request.kind.options().is_empty() && is_no_yes(request, text);
    let has_end = || request.kind.options().iter().any(|choice| ENDS.contains(&&*choice.id));
    (is_end && is_one && !has_end()).then(|| request.why_not(text).hint("`undo` takes back what led to this question"))
}

/// What is said to whoever says that the answer before was wrong.
fn corrected(request: &Request, text: &str) -> Option<Refusal> {
    let lower = text.to_lowercase();
    let is_begun = |word: &&str| {
        let rest = lower.strip_prefix(*word).unwrap_or("-");
        // A no alone may be an answer.
        rest.starts_with([' ', ',']) || rest.is_empty() && *word != "no"
    };
    // `no, I keep it`, where that can be chosen.
    let is_chosen = words_apart(text).iter().any(|word| matches!(request.meaning(word), Meaning::Legal(_)));
    let is_answer = is_chosen || request.ends_weakly(text);
    let is_one = CORRECTIONS.iter().any(is_begun) && is_no_yes(request, text) && !is_answer;
    let refusal = || Refusal::new(format!("`{text}` answers nothing that is asked now"));
    is_one.then(|| {
        refusal().hint("`undo` takes back the last answer, so that it can be given anew").hint(request.legal_hint())
    })
}

/// How people begin who have answered something else than they meant.
const CORRECTIONS: [&str; 7] = ["no", "sorry", "oops", "ups", "wait", "i meant", "i mean"];

/// What everybody may know of a question that is not for them.
pub(super) fn nothing_to_choose(view: &View) -> String {
    let missing: Vec<String> = view.missing().map(|waiting| view.name(waiting.seat).to_owned()).collect();
    match view.asked {
        Some(_) if missing.len() > 1 => format!(
            "{} are asked at once what only they may see: a name shows it, when the others look away. All else is as \
             usual: `log`, `score`, `undo`.",
            all_of(missing)
        ),
        Some(seat) if !view.over => {
            let who = view.name(seat);
            format!(
                "{who} is asked something that only {who} may see: `look` shows it when the others look away. All else \
                 is as usual: `log`, `score`, `undo`."
            )
        }
        _ => "Nothing is asked.".to_owned(),
    }
}
