//! What the referee offers to do and waits for a yes: a name that was nearly typed, and going back far. Nothing is done by
//! an offer, and anything but a yes is a line like any other.

use std::io;

use crate::app::table::{ENDS, forbidden_verb};
use crate::diag::Diagnostics;
use crate::referee::{
    Back, Choice, Meaning, Move, QuestionKind, Request, ScenePiece, Understood, View, agreed, ended_for, in_figures,
    is_ending, is_small, is_turning, is_way, understood, words_apart,
};

use super::face::Next;
use super::play::Conversation;

/// Of more actions none is tried for what was left out.
const MOST_VERBS: usize = 16;
/// What people say to go on.
const NEXT: &str = "next";

/// Something the referee would do on a yes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Offer {
    /// The state it is meant for.
    pub number: u64,
    /// As it is told.
    pub told: String,
    /// What it is.
    pub deed: Deed,
}

impl Offer {
    /// The same below what somebody has looked up meanwhile: it is no answer to that.
    pub(super) fn once_more(self) -> Self {
        let told = match self.told.strip_prefix(NOT_DONE) {
            Some(offered) => format!("{STILL}{offered}"),
            None => self.told,
        };
        Self { told, ..self }
    }
}

/// How an offer of what was not done begins, and the same once more.
const NOT_DONE: &str = "Nothing was done: ";
const STILL: &str = "Still offered: ";

/// What the referee would do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Deed {
    /// Take this for the answer.
    Answer(String),
    /// Go back to just after this entry.
    Undo(u64),
    /// Go back to just after this entry, and answer this there.
    Instead(u64, String),
    /// Show what stands on the piece of this name.
    Card(String),
    /// Show the rules under this heading.
    Rules(String),
}

impl Deed {
    /// Whether it answers with a no.
    pub(super) fn is_no(&self) -> bool {
        matches!(self, Self::Answer(answer) if agreed(answer) == Some(false))
    }

    /// What is said where it is not done.
    pub(super) const fn left(&self) -> &'static str {
        match self {
            Self::Answer(_) => "Nothing was answered.\n",
            Self::Undo(_) | Self::Instead(..) => "Nothing was taken back.\n",
            Self::Card(_) | Self::Rules(_) => "Nothing was looked up.\n",
        }
    }
}

/// An answer of several that lacks some.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Begun {
    /// The state it is meant for.
    number: u64,
    /// What there is of it.
    answer: String,
}

/// What people say to an offer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reaction {
    Yes,
    No,
    /// Something else altogether.
    Other,
}

/// What a line says to an offer.
pub(super) fn reaction(line: &str) -> Reaction {
    // Nothing was done yet that could be taken back.
    let leaves = ["u", "undo"].iter().any(|undo| line.trim().eq_ignore_ascii_case(undo));
    match agreed(line).filter(|_| !leaves) {
        Some(true) => Reaction::Yes,
        Some(false) => Reaction::No,
        None if leaves => Reaction::No,
        None => Reaction::Other,
    }
}

/// A choice as it is typed, and what it is called besides; nobody has read an id that stands for a name.
fn called(choice: &Choice) -> String {
    if choice.label == choice.id || choice.has_inner_id() {
        format!("`{}`", choice.label)
    } else {
        format!("`{}` ({})", choice.id, choice.label)
    }
}

/// Whether a line says a word that turns round what is offered, which leaves it out: `leave Ann alone` is no `Ann`.
fn turns_round(text: &str, offered: &str) -> bool {
    const LEAVING: [&str; 10] = ["leave", "leaves", "alone", "keep", "keeps", "save", "saves", "spare", "avoid", "why"];
    let offered = words_apart(offered);
    let is_left_out = |word: &&str| !offered.iter().any(|kept| kept.eq_ignore_ascii_case(word));
    let turns = |word: &&str| is_turning(word) || LEAVING.iter().any(|known| known.eq_ignore_ascii_case(word));
    words_apart(text).iter().any(|word| turns(word) && is_left_out(word))
}

/// How whoever is asked says that something ends for them.
const OWN: [&str; 3] = ["me", "us", "now"];

/// Whether a choice ends what its seat does.
fn is_end(choice: &Choice) -> bool {
    ENDS.iter().any(|end| choice.id.eq_ignore_ascii_case(end))
}

/// The choice by which a line ends something, also with small words in it: `end of my turn`.
fn ended<'r>(request: &'r Request, text: &str) -> Option<&'r Choice> {
    let plain = || words_apart(text).into_iter().filter(|word| !is_small(word)).collect::<Vec<_>>().join(" ");
    let meant = |text: &str| match request.meaning(text) {
        Meaning::Legal(choice) => Some(choice).filter(|choice| is_end(choice)),
        _ => None,
    };
    meant(text).or_else(|| meant(&plain()))
}

/// What was not understood, and is nearly nothing either.
fn left_out(read: &Understood) -> Vec<&str> {
    read.wrong.iter().filter(|(_, meant)| meant.is_none()).map(|(word, _)| word.as_str()).collect()
}

impl Conversation<'_> {
    /// Does what was offered.
    pub(super) fn accept(&mut self, view: &View, deed: Deed) -> io::Result<Next> {
        match deed {
            Deed::Answer(id) => self.give(view, &id),
            Deed::Undo(to) => self.take_back(Back::To(to), None),
            Deed::Instead(to, line) => self.answer_instead(to, line),
            Deed::Card(name) => self.card(view, &name),
            Deed::Rules(heading) => self.rules(view, &heading),
        }
    }

    /// Tells what would be done, and waits.
    pub(super) fn offer(&mut self, view: &View, told: String, deed: Deed) -> io::Result<Next> {
        // Where the question has a place of its own, the offer stands there.
        if !self.face.stays() {
            self.say_in_lines(&told)?;
        }
        self.offer = Some(Offer { number: view.number, told, deed });
        Ok(Next::Nothing)
    }

    /// Offers the name that was nearly typed, where one thing is to be chosen.
    pub(super) fn offer_name(&mut self, view: &View, text: &str) -> io::Result<Option<Next>> {
        let Some(request) = &view.request else { return Ok(None) };
        let is_one = matches!(
            request.kind,
            QuestionKind::Choose { .. } | QuestionKind::Dealer { .. } | QuestionKind::Draw { cards: 1, .. }
        );
        // Whoever wants to go on may not want to end anything.
        let may_end = |text: &str| text.eq_ignore_ascii_case(NEXT) || request.ends_weakly(text) || is_ending(text);
        let is_of_all = ended_for(text).is_some_and(|(end, whom)| may_end(end) && OWN.contains(&&*whom.to_lowercase()));
        if (may_end(text) || is_of_all) && request.meaning(text) == Meaning::Nothing {
            let ends = || request.kind.options().iter().filter(|choice| is_end(choice));
            // Whoever can stay or be done is rather done.
            let is_done = |choice: &&Choice| matches!(&*choice.id, "done" | "end");
            let only = ends().next().filter(|_| ends().count() == 1);
            if let Some(end) = only.or_else(|| ends().find(is_done)) {
                // Nobody has to say of anybody that they stay.
                let told = match request.staying(text) {
                    Some(_) => format!(
                        "Whoever stays needs no answer. To end it for all, `{}` ({}): `yes` takes it.",
                        end.id, end.label
                    ),
                    None => format!("`{}` ({}) goes on: `yes` takes it.", end.id, end.label),
                };
                return self.offer(view, told, Deed::Answer(end.id.clone())).map(Some);
            }
        }
        let mended = request.mended(text).filter(|line| is_one && !turns_round(text, line));
        if let Some(line) = mended.filter(|_| request.nearly(text).is_none()) {
            let told = format!("Nothing is quite called `{text}`. Did you mean `{line}`? `yes` takes it.");
            return self.offer(view, told, Deed::Answer(line)).map(Some);
        }
        let Some(choice) = request.nearly(text).filter(|choice| is_one && !turns_round(text, &choice.label)) else {
            let verb = self.with_verb(view, request, text).filter(|line| !turns_round(text, line));
            let Some(line) = verb else { return Ok(None) };
            let told = format!("`{text}` does not say what is done. Did you mean `{line}`? `yes` takes it.");
            return self.offer(view, told, Deed::Answer(line)).map(Some);
        };
        let told = format!("Nothing is quite called `{text}`. Did you mean {}? `yes` takes it.", called(choice));
        let deed = Deed::Answer(choice.id.clone());
        self.offer(view, told, deed).map(Some)
    }

    /// The line with what is done before it, where it only says with what: the one of a few actions that takes all of it.
    fn with_verb(&mut self, view: &View, request: &Request, text: &str) -> Option<String> {
        let QuestionKind::Choose { options, places: false } = &request.kind else { return None };
        let is_tried = request.meaning(text) == Meaning::Nothing
            && !request.secret
            && self.open.is_none()
            && options.len() <= MOST_VERBS;
        if !is_tried || !view.missing().all(|waiting| Some(waiting.seat) == request.seat) {
            return None;
        }
        let words = words_apart(text);
        // `R1 attacks` has its verb, behind the name: it is tried as it is.
        let names_action = words.iter().any(|word| matches!(request.meaning(word), Meaning::Legal(_)));
        if names_action || forbidden_verb(request, &words).is_some() {
            return None;
        }
        // Whoever begins with a piece of somebody else means what they do.
        let is_others = |word: &str| {
            let is_called =
                |piece: &&ScenePiece| piece.name.split_whitespace().any(|name| name.eq_ignore_ascii_case(word));
            let owned = view.pieces.iter().filter(|piece| piece.count > 0 && piece.seat.is_some());
            // What everybody has is called so by all of them.
            let mut seats = owned.filter(is_called).map(|piece| piece.seat);
            seats.clone().next().is_some() && !seats.any(|seat| seat == request.seat)
        };
        if words.len() > 2 && words.first().is_some_and(|first| is_others(first)) {
            return None;
        }
        // Nobody who names something has meant to be done.
        let actions = options.iter().filter(|choice| !is_end(choice));
        let lines: Vec<String> = actions.map(|choice| format!("{} {text}", choice.id)).collect();
        // `R3 left` goes a way, which is no answer by itself.
        let goes = words.iter().any(|word| is_way(word));
        let counts = |text: &String| {
            let given = Move { text, ..Move::default() };
            self.session.would_answer(&given) || goes && matches!(self.session.why_not_answer(&given), Some(Ok(())))
        };
        let taken: Vec<String> = lines.into_iter().filter(counts).collect();
        <[String; 1]>::try_from(taken).ok().map(|[only]| only)
    }

    /// What a line ends that may be meant for somebody else, whose turn has ended by itself: they could have ended something just
    /// now, and decided something else. On a whole screen only, where people type as they read.
    pub(super) fn meant_for_before<'r>(&self, request: &'r Request, text: &str) -> Option<&'r Choice> {
        let (before, answered) = self.before.as_ref().filter(|_| self.face.stays())?;
        let choice = ended(request, text)?;
        let has_ended =
            words_apart(answered).last().is_some_and(|last| is_ending(last)) || ended(before, answered).is_some();
        let is_other = before.seat.is_some_and(|seat| Some(seat) != request.seat);
        let could_end = before.kind.options().iter().any(is_end);
        (is_other && could_end && !has_ended && request.kind.options().len() > 1).then_some(choice)
    }

    /// Asks whether the answer is that of whoever is asked now.
    pub(super) fn offer_to_another(&mut self, view: &View, request: &Request, choice: &Choice) -> io::Result<Next> {
        self.before = None;
        let who = request.seat.map_or("the table", |seat| view.name(seat));
        let told =
            format!("It is {who} who is asked now: {} `yes` answers {} for {who}.", request.prompt, called(choice));
        self.offer(view, told, Deed::Answer(choice.id.clone()))
    }

    /// After an answer of several that does not count: offers what was understood, or waits for what is missing.
    pub(super) fn offer_understood(&mut self, view: &View, text: &str) -> io::Result<Next> {
        let Some((request, read)) = view.request.as_ref().and_then(|of| Some((of, understood(of, text)?))) else {
            return Ok(Next::Nothing);
        };
        let (called, answer) = (request.called_all(&read.ids), read.ids.join(", "));
        // `not the hero` is no hero.
        if left_out(&read).into_iter().any(is_turning) {
            return Ok(Next::Nothing);
        }
        if read.is_legal {
            let left_out: Vec<String> = left_out(&read).iter().map(|word| format!("`{word}`")).collect();
            let without =
                if left_out.is_empty() { String::new() } else { format!(", without {}", left_out.join(" and ")) };
            return self.offer(view, format!("`yes` takes {called}{without}."), Deed::Answer(answer));
        }
        let is_short = match request.kind {
            QuestionKind::ChooseMany { least, .. } => read.ids.len() < least,
            QuestionKind::Draw { cards, .. } => read.ids.len() < cards,
            _ => read.ids.len() < request.kind.options().len(),
        };
        // What is too much is not begun: what was before can still be added to.
        if is_short && !read.ids.is_empty() && left_out(&read).len() == read.wrong.len() {
            let begun = self.begun.take().filter(|begun| begun.number == view.number);
            let both = begun.map(|begun| format!("{}, {answer}", begun.answer));
            let is_more = |both: &String| {
                understood(request, both).is_some_and(|all| !all.ids.is_empty() && all.wrong.is_empty())
            };
            let answer = both.filter(is_more).unwrap_or(answer);
            self.begun = Some(Begun { number: view.number, answer });
            self.say_in_lines("Type what is missing, one after another or in one line: it is added.")?;
        }
        Ok(Next::Nothing)
    }

    /// The line before with what was asked about a word of it in that word's place.
    pub(super) fn made_clear(&mut self, view: &View, line: &str) -> Option<String> {
        let (number, before, word) = self.unclear.take()?;
        let words = words_apart(&before);
        let at = words.iter().position(|said| said.eq_ignore_ascii_case(&word))?;
        // Only what can be meant by the word makes it clear.
        let is_answer = |request: &Request| matches!(request.meaning(line.trim()), Meaning::Legal(_));
        view.request.as_ref().filter(|request| is_answer(request))?;
        // `one from house seven`, and then `seven`: said twice it is meant once.
        let is_it = |word: &&&str| in_figures(word).eq_ignore_ascii_case(in_figures(line.trim()));
        let left: Vec<&str> = words[at + 1..].iter().filter(|word| !is_it(word)).copied().collect();
        let clear = [&words[..at], &[line.trim()], &left[..]].concat().join(" ");
        let counts = number == view.number && self.session.would_answer(&Move { text: &clear, ..Move::default() });
        counts.then_some(clear)
    }

    /// What was begun before, and a line that adds to it.
    pub(super) fn completed(&mut self, view: &View, line: &str) -> Option<String> {
        let begun = self.begun.as_ref().filter(|begun| begun.number == view.number)?;
        let line = line.trim();
        let more = line.strip_prefix('+').map(str::trim);
        // Without a sign it has to be nothing but choices, and no answer by itself.
        let adds = || {
            let read = understood(view.request.as_ref()?, line)?;
            (!read.is_legal && read.wrong.is_empty()).then_some(line)
        };
        Some(format!("{}, {}", begun.answer, more.or_else(adds)?))
    }

    /// Gives an answer that was read already.
    pub(super) fn give(&mut self, view: &View, text: &str) -> io::Result<Next> {
        let answered = self.hand_over(view, text);
        self.answered(view, text, answered)
    }

    /// Gives a sentence; where it does not count, what is nearly in it is offered before it is told why.
    pub(super) fn give_sentence(&mut self, view: &View, text: &str) -> io::Result<Next> {
        let answered = self.hand_over(view, text);
        let is_refused = answered.is_err() && self.session.table.number() == view.number;
        match if is_refused { self.offer_name(view, text)? } else { None } {
            Some(next) => Ok(next),
            None => self.answered(view, text, answered),
        }
    }

    /// Answers; or why that does not count, and what of it would.
    fn hand_over(&mut self, view: &View, text: &str) -> Result<(), (Diagnostics, Option<String>)> {
        // Whoever has sent the others away is told why a secret answer does not count.
        let of_several = view.asked.filter(|_| view.waiting.len() > 1);
        let by = self.open.map(|(seat, _)| seat).or(of_several).map(|seat| view.name(seat));
        let answered = self.session.answer(&Move { by, text, ..Move::default() });
        answered.map_err(|found| (found, self.session.take_instead()))
    }

    /// What follows from an answer.
    fn answered(
        &mut self,
        view: &View,
        text: &str,
        answered: Result<(), (Diagnostics, Option<String>)>,
    ) -> io::Result<Next> {
        match answered {
            Ok(()) => {
                let has_several = words_apart(text).len() > 1;
                if has_several {
                    self.keep_line(view);
                }
                // What dice and cards show is no decision: what was decided before them still is the last.
                if view.request.as_ref().is_none_or(|request| request.kind.randomiser().is_none()) {
                    let asked = view.request.clone().filter(|request| !request.secret);
                    self.before = asked.map(|asked| (asked, text.to_owned()));
                }
                Ok(Next::Changes)
            }
            Err((found, instead)) => {
                self.refused = Some((self.session.table.number(), text.to_owned()));
                let unclear = self.session.take_unclear().filter(|_| self.session.table.number() == view.number);
                self.unclear = unclear.map(|word| (view.number, text.to_owned(), word));
                let instead = instead.filter(|_| self.session.table.number() == view.number);
                // A yes would be taken for the answer.
                let is_yes_or_no = |request: &Request| matches!(request.kind, QuestionKind::Confirm { .. });
                let instead = instead.filter(|_| !view.request.as_ref().is_some_and(is_yes_or_no));
                // What somebody says no to is not offered.
                let instead = instead.filter(|instead| !turns_round(text, instead));
                // `pass the rope to Bob` is no end of a turn.
                let instead = instead.filter(|instead| !is_ending(instead));
                // What is offered counts.
                let is_tried = view.waiting.len() < 2 && self.open.is_none();
                let instead = instead.filter(|instead| !is_tried || self.would_count(instead));
                // What was not done is said with what could be.
                self.tell(&if instead.is_some() { found.without_notes() } else { found })?;
                // Of several places some may have been legal.
                if self.session.table.number() == view.number {
                    if let Some(instead) = instead {
                        let told = format!("{NOT_DONE}`yes` takes `{instead}`.");
                        return self.offer(view, told, Deed::Answer(instead));
                    }
                    self.offer_understood(view, text)
                } else {
                    Ok(Next::Changes)
                }
            }
        }
    }
}
