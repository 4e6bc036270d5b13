//! Answers as people give them: one, or several places on one line, one after another, and then all of them or none.

use crate::diag::{Diagnostic, Diagnostics};
use crate::referee::{
    Answer, Entry, Meaning, Move, Problem, QuestionKind, Refusal, Request, ScenePiece, Viewer, ends_for_somebody,
    in_figures, is_ending, is_small, is_way, words_apart,
};

use super::about_others::{no_roll, other_figure, points_at_one};
use super::by_names::ByNames;
use super::clauses::Clauses;
use super::line_parts::{
    Part, are_more_dice, as_cards, as_rolls, goes_on, is_asked_again, is_line, is_name, is_open, is_place,
    is_said_first, label_meant, legal_part, next_part, part_of_answer,
};
use super::line_words::{
    GivingUp, as_steps, chosen_by, ends_what_follows, is_kind_of_next, is_of_any, is_of_question, is_of_roll,
    is_over_anyway, is_said_in_order, is_start_named, is_walker_named, is_where, leads_into, lets_somebody_pass,
    of_oneself, stays_behind, stem_of_action,
};
use super::nearly::leaves_out_more;
use super::readings::{forbidden_verb, said_before};
use super::runs::Run;
use super::said::{Reading, SaidLine, begins_action, is_one_of, is_piece, one_of};
use super::session::Session;
use super::stopping::{after, unknown_words};
use super::told_dice::told_otherwise;

impl Session {
    /// Answers the question that waits. A line may answer several of the same seat, one after another: an action and what it is
    /// done with, or a walk from place to place. When a part of it cannot be, nothing is done, unless dice or cards were seen on
    /// the way.
    ///
    /// # Errors
    /// Why an answer does not count.
    pub fn answer(&mut self, given: &Move<'_>) -> Result<(), Diagnostics> {
        self.instead = None;
        self.unclear = None;
        self.miscounted = None;
        let said = given.text;
        let asked = self.table.request_of(given.by);
        let own = asked.and_then(|asked| asked.seat).map(|seat| self.table.name(seat));
        let of_one = own.and_then(|own| of_oneself(given.text, own));
        let of_several = || asked.zip(own).and_then(|(asked, own)| chosen_by(asked, own, given.text));
        let text = of_one.or_else(of_several).unwrap_or(given.text);
        let given = &Move { text, ..*given };
        let steps = asked.and_then(|asked| {
            let rolls = || as_rolls(asked, given.text).or_else(|| as_cards(asked, given.text));
            as_steps(asked, given.text).or_else(rolls)
        });
        let steps = steps.or_else(|| self.with_going(given));
        let given = &Move { text: steps.as_deref().unwrap_or(given.text), ..*given };
        let words = words_apart(given.text);
        if let Some(told) = self.about_others(given, &words) {
            return Err(told.into());
        }
        let asked = self.table.request_of(given.by).filter(|_| words.len() > 1);
        let is_line = asked.is_some_and(|asked| {
            is_place(asked) && !is_name(asked, given.text)
                || is_line(asked, given.text)
                || is_said_first(asked, &words)
                || are_more_dice(asked, &words)
        });
        // Whoever is let through ends nothing by that.
        if let Some(asked) = asked.filter(|asked| lets_somebody_pass(asked, &words)) {
            return Err(self.told(&asked.why_not(given.text).into()));
        }
        let before = self.table.number();
        let done = self.with(|table, at| table.answer(given, at));
        if done.is_ok() || self.table.number() != before {
            return done;
        }
        self.line = self.said_line(said);
        let no_step = match self.run(given) {
            Run::Done(done) => return done,
            Run::Stopped(found) => Some(found),
            Run::Not => None,
        };
        let stopped = match self.answer_by_names(given) {
            ByNames::Done(done) => return done,
            ByNames::Stopped(found) => Some(found),
            ByNames::Not => None,
        };
        if is_line && self.would_answer(given) {
            return self.answer_in_parts(given, &words).unwrap_or(done);
        }
        let refused = self.answer_otherwise(given, is_line, done);
        let is_refused = refused.is_err() && self.table.number() == before;
        let miscounted = self.miscounted.take();
        if let Some(stopped) = stopped.or(no_step).or(miscounted).filter(|_| is_refused) {
            self.instead = None;
            return Err(stopped);
        }
        if let Some(done) = if is_refused { self.answer_by_noun(given) } else { None } {
            return done;
        }
        match if is_refused { self.answer_in_clauses(given) } else { Clauses::Not } {
            Clauses::Done(done) => return done,
            Clauses::Begun(begun, why) => {
                self.instead = Some(begun);
                return Err(why);
            }
            Clauses::Not => {}
        }
        // All of a line rather than the beginning of it.
        let offered = self.instead.clone();
        let nearly = if is_refused { self.nearly_said(given) } else { None };
        self.instead = nearly.or(offered);
        let is_honest = |offered: &String| !leaves_out_more(&words, offered);
        if is_refused && self.instead.as_ref().is_some_and(|offered| !is_honest(offered)) {
            self.instead = None;
        }
        if is_refused && self.unclear.is_none() {
            let asked = self.table.request_of(given.by).filter(|asked| !asked.secret);
            let is_unclear =
                |word: &&&str| asked.is_some_and(|asked| matches!(asked.meaning(word), Meaning::Several(_)));
            self.unclear = words.iter().find(is_unclear).map(|word| (*word).to_owned());
        }
        match if is_refused { self.of_another(given) } else { None } {
            Some(told) => {
                self.instead = None;
                Err(told.into())
            }
            None => refused,
        }
    }

    /// That a line is about somebody else than is asked.
    fn about_others(&mut self, given: &Move<'_>, words: &[&str]) -> Option<Diagnostic> {
        let asked = self.table.request_of(given.by).filter(|asked| !asked.secret)?.clone();
        let may_be = matches!(asked.kind, QuestionKind::Roll { .. }) || is_place(&asked) && words.len() > 1;
        if !may_be {
            return None;
        }
        let scene = self.look(|table| table.scene(Viewer::Everybody)).ok()?;
        let players = self.table.players();
        let first = said_before(&asked, words);
        let begun = words.get(first).map(|word| (*word, words.get(first + 1).copied()));
        no_roll(&asked, &scene, players, given.text)
            .or_else(|| begun.and_then(|begun| other_figure(&asked, &scene, players, begun)))
    }

    /// A line that leaves out that somebody goes: `R1 to B2`.
    fn with_going(&mut self, given: &Move<'_>) -> Option<String> {
        let asked = self.table.request_of(given.by).filter(|asked| !asked.secret)?;
        let is_action = matches!(asked.kind, QuestionKind::Choose { places: false, .. });
        let words = words_apart(given.text);
        let [piece, to, space, ..] = &words[..] else { return None };
        // Each sentence is read by itself.
        if [". ", "! ", "; "].iter().any(|sign| given.text.contains(sign)) {
            return None;
        }
        let may_go = is_action && asked.meaning(piece) == Meaning::Nothing && is_one_of(to, &["to"]);
        if !may_go || self.is_space(piece) || !self.is_space(space.trim_end_matches([':', ',', '.'])) {
            return None;
        }
        let scene = self.look(|table| table.scene(Viewer::Everybody)).ok()?;
        let (before, after) = given.text.split_once(&format!(" {to} "))?;
        is_piece(&scene, piece).then(|| format!("{before} goes {to} {after}"))
    }

    /// What is known of a line before anything of it is done.
    fn said_line(&mut self, text: &str) -> SaidLine {
        let has_several = words_apart(text).len() > 1;
        // Rules with a fault show nothing.
        let scene = has_several.then(|| self.look(|table| table.scene(Viewer::Everybody)).unwrap_or_default());
        scene.map_or_else(SaidLine::default, |scene| SaidLine::of(text, &scene))
    }

    /// That a line begins with a piece of somebody else, who is not asked.
    fn of_another(&mut self, given: &Move<'_>) -> Option<Diagnostic> {
        let asked = self.table.request_of(given.by).filter(|asked| !asked.secret)?.clone();
        let (seat, words) = (asked.seat?, words_apart(given.text));
        let word = words.get(said_before(&asked, &words)).filter(|word| asked.meaning(word) == Meaning::Nothing)?;
        // A number is how many, and not whose.
        if in_figures(word).parse::<i64>().is_ok() {
            return None;
        }
        let scene = self.look(|table| table.scene(Viewer::Everybody)).ok()?;
        let is_named = |piece: &&ScenePiece| {
            piece.count > 0 && piece.name.split_whitespace().any(|name| name.eq_ignore_ascii_case(word))
        };
        let mut owners = scene.pieces.iter().filter(is_named).map(|piece| piece.seat);
        let owner = owners.next().flatten().filter(|owner| *owner != seat)?;
        let is_only = owners.all(|other| other == Some(owner));
        let (whose, who) = (self.table.name(owner), self.table.name(seat));
        let told = || Diagnostic::error(format!("`{word}` is {whose}'s, and it is {who} who is asked"));
        is_only.then(|| told().hint(asked.prompt.clone()))
    }

    /// Answers with another reading of a line of several words, all of which it needs.
    fn answer_otherwise(
        &mut self,
        given: &Move<'_>,
        is_line: bool,
        done: Result<(), Diagnostics>,
    ) -> Result<(), Diagnostics> {
        let words = words_apart(given.text);
        let may_lead = |word: &&str| is_way(word) || self.table.request_of(given.by).is_some_and(is_place);
        if words.len() < 2 && !words.iter().any(may_lead) {
            return done;
        }
        // Of whoever stays nothing else is meant, nor where something ends for somebody.
        let is_over = ends_for_somebody(given.text);
        if is_over || self.table.request_of(given.by).is_some_and(|asked| asked.staying(given.text).is_some()) {
            return done;
        }
        if let Some(done) = self.answer_beside(given) {
            return done;
        }
        let forbidden = self.table.request_of(given.by).filter(|asked| !asked.secret && !is_line);
        let forbidden = forbidden.and_then(|asked| Some(asked.why_not(forbidden_verb(asked, &words)?)));
        if let Some(refusal) = forbidden {
            return Err(self.told(&refusal.into()));
        }
        let instead = self.instead.clone();
        let mut readings = self.readings(given);
        let again: Vec<Reading> = readings.iter().filter_map(|reading| begun_again(&reading.text, &words)).collect();
        readings.extend(again);
        for Reading { text, .. } in &readings {
            // A word inside the description of an action says nothing alone: `runs away` is no `take a barrier away`.
            let left = words_apart(text);
            let is_in_passing = left.len() == 1 && words.len() > 1;
            if is_in_passing && self.table.request_of(given.by).is_some_and(|asked| !begins_action(asked, &left)) {
                continue;
            }
            if self.would_answer(&Move { text, ..*given }) {
                let words = words_apart(text);
                return self.answer_in_parts(&Move { text, ..*given }, &words).unwrap_or(done);
            }
        }
        self.instead = instead;
        if let Some(told) = self.why_no_walk(given, &readings) {
            return told;
        }
        if let Some(refusal) = self.why_no_way(given, &readings) {
            return Err(refusal);
        }
        // What is wrong with it is told of the reading that begins with what is done, and of words that name anything.
        let verb = readings.iter().find(|reading| reading.has_verb && !is_line);
        let told = verb.or_else(|| readings.iter().find(|reading| reading.is_loose));
        let text = told.map_or(given.text, |reading| reading.text.as_str());
        if told.is_none() && !is_line {
            return self.not_understood(given, done);
        }
        let read = words_apart(text);
        let result = self.answer_in_parts(&Move { text, ..*given }, &read);
        // What nobody said in this order is not offered.
        self.instead = self.instead.take().filter(|instead| is_said_in_order(&words_apart(instead), &words));
        result.unwrap_or_else(|| match self.table.request_of(given.by) {
            Some(asked) if told.is_some() && !asked.kind.options().is_empty() => {
                let unknown = read.iter().find(|word| asked.meaning(word) == Meaning::Nothing).unwrap_or(&read[0]);
                Err(self.told(&asked.why_not(unknown).into()))
            }
            _ => done,
        })
    }

    /// Answers a line that says next to what something goes, where that can be one space only; what it can be is told otherwise.
    fn answer_beside(&mut self, given: &Move<'_>) -> Option<Result<(), Diagnostics>> {
        let asked = self.table.request_of(given.by).filter(|asked| !asked.secret)?.clone();
        let beside = self.beside(&asked, given.text)?;
        match &beside[..] {
            [only] => self.answer_in_parts(&Move { text: only, ..*given }, &[only]),
            [] => Some(Err(Diagnostic::error("nothing that is legal lies next to that").hint(asked.prompt).into())),
            several => {
                let told: Vec<String> = several.iter().map(|space| format!("`{space}`")).collect();
                Some(Err(Diagnostic::error(format!("next to that are {}: which?", told.join(", "))).into()))
            }
        }
    }

    /// Whether all of a line would be answered. Nothing of it is kept.
    pub fn would_answer(&mut self, given: &Move<'_>) -> bool {
        let before = self.table.number();
        let is_taken = self.is_taken_for_now(given);
        self.table.forget_new(before).is_ok() && is_taken
    }

    /// The reading of a line that tells one roll and nothing else, where all of it would be answered. Nothing of it is kept.
    pub fn roll_told(&mut self, given: &Move<'_>) -> Option<String> {
        let readings = self.readings(given).into_iter().map(|reading| reading.text);
        let lines: Vec<String> = std::iter::once(given.text.to_owned()).chain(readings).collect();
        lines.into_iter().find(|text| self.only_rolls(&Move { text, ..*given }))
    }

    fn only_rolls(&mut self, given: &Move<'_>) -> bool {
        let before = self.table.number();
        let is_taken = self.is_taken_for_now(given);
        let mut new = self.table.entries().iter().filter(|entry| entry.seq > before && entry.is_by_people());
        let is_roll = new.next().and_then(Entry::answer).is_some_and(|rolled| matches!(rolled.answer, Answer::Roll(_)));
        let is_alone = is_roll && new.next().is_none();
        self.table.forget_new(before).is_ok() && is_taken && is_alone
    }

    /// Why a line would not count as a whole; none where it would, or where it answers nothing at all. Nothing of it is kept.
    pub(super) fn refused(&mut self, given: &Move<'_>) -> Option<Diagnostics> {
        let before = self.table.number();
        let was_trial = std::mem::replace(&mut self.is_trial, true);
        let done = self.answer_in_parts(given, &words_apart(given.text));
        self.is_trial = was_trial;
        self.instead = None;
        self.table.forget_new(before).ok()?;
        done?.err().map(Diagnostics::without_notes)
    }

    /// Whether all of a line is answered; it is, until what is new is forgotten.
    pub(super) fn is_taken_for_now(&mut self, given: &Move<'_>) -> bool {
        let was_trial = std::mem::replace(&mut self.is_trial, true);
        let is_taken = matches!(self.answer_in_parts(given, &words_apart(given.text)), Some(Ok(())));
        self.is_trial = was_trial;
        self.instead = None;
        is_taken
    }

    /// Whether a `one` of a line points at something, `that one`, where dice are asked for.
    fn points_past_dice(&self, asked: Option<&Request>, word: &str) -> bool {
        let is_roll = asked.is_some_and(|asked| matches!(asked.kind, QuestionKind::Roll { .. }));
        is_roll && word.eq_ignore_ascii_case("one") && points_at_one(self.line.text())
    }

    /// Answers one question after another with the words of a line; none when no word of it answers anything. What can only be
    /// one thing is not asked, and may be named all the same.
    pub(super) fn answer_in_parts(&mut self, given: &Move<'_>, words: &[&str]) -> Option<Result<(), Diagnostics>> {
        let (before, since, at) = (self.table.number(), self.table.last_played(), (self.clock)());
        let seat = self.table.request_of(given.by)?.seat;
        let mut answered: Vec<(Request, String)> = Vec::new();
        // Where the last word stands that counted.
        let (mut done, mut counted) = (0, 0);
        let mut words = words[said_before(self.table.request_of(given.by)?, words)..].to_vec();
        // Words that were said before those that are answered with first.
        let mut said_before_it = 0..0;
        let mut said = Said::default();
        while done < words.len() {
            let left = &words[done..];
            let leads = leads_into(left, self.table.request_of(given.by));
            said.leads |= leads;
            // `attacks the 3 townies` tells no die: what dice show is said last.
            let is_said_last = |asked: &Request| !said_before_it.contains(&done) || asked.kind.randomiser().is_none();
            let asked = self.asked_on_the_way(given, &answered, (left, before)).filter(is_said_last);
            let is_of_answered = said_before_it.contains(&done) && is_of_any(&answered, left[0]);
            let says_nothing = leads || is_of_answered || self.says_nothing(asked.as_ref(), left, &answered);
            let giving_up = GivingUp::of(asked.as_ref(), (&words[..done], left), &answered);
            let passed = if says_nothing { 1 } else { giving_up.said_before() };
            if passed > 0 {
                done += passed;
                continue;
            }
            if let Some(stem) = asked.as_ref().and_then(|asked| stem_of_action(asked, left[0])) {
                words[done] = stem;
            }
            // Whoever is named first does something, and nothing is done to them.
            let named = asked.as_ref().filter(|_| done > 0 || words.len() == 1);
            if let Some(id) = named.and_then(|asked| self.of_player(asked, words[done])) {
                self.table.forget_new(before).ok()?;
                let line = [&words[..done], &[&*id], &words[done + 1..]].concat();
                return self.answer_in_parts(given, &line);
            }
            if let Some(way) = self.gone_to(given.by, (asked.as_ref(), &answered), &words[done..]) {
                answered.extend(asked.map(|asked| (asked, way)));
                continue;
            }
            let left = &words[done..];
            // The next question may be about another figure than the line.
            let behind = asked.as_ref().filter(|_| done > 0);
            if let Some(told) = behind.and_then(|asked| self.about_another(asked, left)) {
                return Some(Err(self.take_all_back(told.into(), before, &words[..counted])));
            }
            if is_over_anyway(asked.as_ref(), &answered, left, seat) {
                break;
            }
            if asked.as_ref().is_some_and(|asked| self.ends_other(asked, &answered, left)) {
                return Some(Err(self.take_all_back(unknown_words(left).into(), before, &words[..counted])));
            }
            let foregone = self.table.foregone_since(since, seat);
            let is_again = asked.as_ref().is_some_and(|asked| self.is_again(asked, &answered));
            let describes = giving_up == GivingUp::NotSaid || self.only_describes(asked.as_ref(), &foregone, left);
            if !answered.is_empty() && describes {
                break;
            }
            match next_part(asked.as_ref(), (&foregone, is_again, &self.line), left) {
                Part::Said(count) => {
                    if let Some(settled) = said.turned_round(&foregone, &left[..count]) {
                        return Some(Err(self.take_all_back(other_way(settled).into(), before, &words[..counted])));
                    }
                    done += count;
                    counted = done;
                }
                // People name things in their own order: what comes later in the line is answered first.
                Part::Later(skipped, count) => {
                    words[done..done + skipped + count].rotate_left(skipped);
                    said_before_it = done + count..done + count + skipped;
                }
                Part::Cannot(refusal) => {
                    let found = self.told(&after(Problem::Refused(refusal), true, None));
                    return Some(Err(self.take_all_back(found, before, &words[..counted])));
                }
                Part::LeftOver => {
                    if !answered.is_empty() && left.iter().all(|word| is_small(word)) {
                        break;
                    }
                    let is_others = self.table.request_of(given.by).is_none_or(|asked| asked.seat != seat);
                    return self.stopped_by((left, &words[..counted]), &answered, is_others, before).map(Err);
                }
                Part::Answer(asked, count) if says_little(asked, &answered, (&words, done), count) => {
                    return None;
                }
                // Whoever stays is not the one who goes.
                Part::Answer(asked, count) if stays_behind(asked, left, count) => {
                    return Some(Err(self.take_back_for(asked.why_not(&left.join(" ")), before, &words[..counted])));
                }
                Part::Answer(asked, count) => {
                    let text = words[done..done + count].join(" ");
                    let number = given.number.filter(|_| answered.is_empty());
                    let one = Move { by: given.by, number, text: in_full(asked, &text) };
                    if let Err(problem) = self.table.answer(&one, &at) {
                        let places = (&words[..], done, counted);
                        return Some(Err(self.refused_on_the_way(problem, asked, places, &answered, before)));
                    }
                    let answer = label_meant(asked, &text).unwrap_or(text);
                    done += count;
                    counted = done;
                    answered.push((asked.clone(), answer));
                }
            }
        }
        if let Some(found) = self.dice_of_others(&answered, (before, &words[..counted])) {
            return Some(Err(found));
        }
        (!answered.is_empty()).then(|| self.keep())
    }

    /// That what is left of a line is about another figure than a question on its way.
    fn about_another(&mut self, asked: &Request, left: &[&str]) -> Option<Diagnostic> {
        if !is_place(asked) || left.len() < 2 || asked.meaning(left[0]) != Meaning::Nothing {
            return None;
        }
        let scene = self.look(|table| table.scene(Viewer::Everybody)).ok()?;
        other_figure(asked, &scene, self.table.players(), (left[0], left.get(1).copied()))
    }

    /// Takes a line back for what the rules say of one who was named, and offers nothing of it.
    fn take_back_for(&mut self, refusal: Refusal, before: u64, done: &[&str]) -> Diagnostics {
        let found = self.told(&Problem::Refused(refusal));
        let found = self.take_all_back(found, before, done);
        self.instead = None;
        found
    }

    /// Whether a question is one that a line has answered before.
    pub(super) fn is_again(&self, asked: &Request, answered: &[(Request, String)]) -> bool {
        answered.iter().any(|(before, _)| is_asked_again(&self.table, before, asked))
    }

    /// Whether what is left of a line begins with an ending that is none of what the line has done: `done` behind the last of several
    /// steps is no end of anything else, but for what whoever went there does there.
    fn ends_other(&self, asked: &Request, answered: &[(Request, String)], left: &[&str]) -> bool {
        let ends = is_ending(left[0]) && !answered.is_empty() && !self.is_again(asked, answered) && !is_place(asked);
        ends && !(left.len() == 1 && ends_what_follows(answered, asked, left[0]))
    }

    /// That dice which a line tells of somebody are not as many as they roll; it is taken back.
    fn dice_of_others(
        &mut self,
        answered: &[(Request, String)],
        (before, done): (u64, &[&str]),
    ) -> Option<Diagnostics> {
        let rolled: Vec<&Request> = answered.iter().map(|(asked, _)| asked).collect();
        let (asked, wanted, told) = told_otherwise(self.line.text(), &rolled)?;
        let (are, was) = (if wanted == 1 { "die is" } else { "dice are" }, if told == 1 { "was" } else { "were" });
        let found = Diagnostic::error(format!("{}: {wanted} {are} rolled, and {told} {was} told", asked.prompt));
        let found = self.take_all_back(found.into(), before, done).without_notes();
        self.instead = None;
        self.miscounted = Some(found.clone());
        Some(found)
    }

    /// The question that a line goes on with, where what is left of it may be heard.
    fn asked_on_the_way(
        &self,
        given: &Move<'_>,
        answered: &[(Request, String)],
        (left, before): (&[&str], u64),
    ) -> Option<Request> {
        let asked = self.table.request_of(given.by)?;
        // Who only tries a line gives nothing away, and could ask so what somebody holds.
        let may_try = self.may_try(given, asked);
        // What somebody has just seen alone is decided by them, and not by words that were said before.
        let is_shown = asked.secret && self.table.has_shown_since(before);
        let is_heard = is_open(asked, left) || given.by.is_some() && may_try;
        let may_hear = !is_shown && is_heard && (!self.is_trial || may_try);
        (may_hear && goes_on(&self.table, answered, asked, (left, self.line.says_then()))).then(|| asked.clone())
    }

    /// Whether what is left of a line only says what lay where something was settled, and names nothing that is asked now.
    fn only_describes(&self, asked: Option<&Request>, settled: &[Request], left: &[&str]) -> bool {
        // Of several that are chosen at once each is named by a part of it.
        let is_of_several = |asked: &Request, word: &str| {
            let mut said = asked.kind.options().iter().flat_map(|choice| choice.label.split_whitespace());
            matches!(asked.kind, QuestionKind::ChooseMany { .. })
                && !is_small(word)
                && said.any(|said| one_of(said) == one_of(word))
        };
        let is_named = |asked: &Request| {
            let is_it = |word: &str| matches!(asked.meaning(word), Meaning::Legal(_) | Meaning::Several(_));
            left.iter().any(|word| is_it(word) || is_of_several(asked, word))
        };
        // `leave the trap` is a no to what is asked about it.
        let agrees = asked.is_some_and(|asked| {
            matches!(asked.kind, QuestionKind::Confirm { .. }) && part_of_answer(asked, left).is_some()
        });
        if agrees {
            return false;
        }
        // What is asked next may be answered by it, also where a line does not go on with that.
        let next = self.table.request().filter(|next| !next.secret);
        let is_other = asked.is_none_or(|asked| !is_place(asked) && !is_named(asked)) && !next.is_some_and(is_named);
        !settled.is_empty() && is_other && self.line.describe(settled, left)
    }

    /// Whether a word is what a space is called.
    pub(super) fn is_space(&self, word: &str) -> bool {
        self.table.schema().spaces.iter().any(|space| space.eq_ignore_ascii_case(word))
    }

    /// Whether the next word of a line only says what is known: whose question it is, where something stands, what is rolled for.
    fn says_nothing(&self, asked: Option<&Request>, left: &[&str], answered: &[(Request, String)]) -> bool {
        let has_begun = !answered.is_empty();
        let word = left[0].trim_end_matches([':', ',', '.']);
        // Behind a yes, a no or dice the next one begins: `D7, no, D7, no`.
        let is_begun_anew = || {
            let is_end = |(last, _): &(Request, String)| {
                matches!(last.kind, QuestionKind::Confirm { .. } | QuestionKind::Roll { .. })
            };
            answered.last().is_some_and(is_end) && asked.is_some_and(|asked| self.is_again(asked, answered))
        };
        if self.is_space(word) && is_where(answered, asked, word) && !is_begun_anew() {
            return true;
        }
        let is_said = |asked: &Request| {
            // `switch to yellow`, and the yellow one is asked.
            let is_before = is_place(asked) && left.len() > 1 && left[0].eq_ignore_ascii_case("first");
            has_begun && (is_of_question(asked, left[0]) || is_before && asked.meaning(left[0]) == Meaning::Nothing)
                || is_kind_of_next(asked, left)
                || is_start_named(asked, left)
                || has_begun && self.line.has_piece(word) && is_walker_named(asked, word)
        };
        // `attacks the ghost`, and it is rolled for the attack on the only ghost.
        let is_rolled = || has_begun && self.table.request().is_some_and(|asked| is_of_roll(asked, left));
        asked.is_some_and(is_said) || is_rolled() || self.points_past_dice(asked, word)
    }
}

/// A line that does the same several times, `D7, no, D7, no`, where a reading says of the first who does it: the same of each.
fn begun_again(reading: &str, words: &[&str]) -> Option<Reading> {
    let bare = |word: &str| word.trim_end_matches([',', '.', ';', ':', '!']).to_owned();
    let said: Vec<String> = words.iter().map(|word| bare(word)).collect();
    let read: Vec<String> = words_apart(reading).into_iter().map(bare).collect();
    let (who, rest) = read.split_first()?;
    let first = said.first()?;
    let is_it = rest == said && said.iter().filter(|word| *word == first).count() > 1;
    let begun = |word: &String| if word == first { format!("{who} {word}") } else { word.clone() };
    let text = is_it.then(|| said.iter().map(begun).collect::<Vec<_>>().join(" "))?;
    Some(Reading { text, has_verb: false, is_loose: false })
}

/// What a line has named that was settled without asking.
#[derive(Default)]
struct Said {
    /// The last of these questions that it named, as they were settled.
    last: Option<usize>,
    /// Whether it says what goes into what.
    leads: bool,
}

impl Said {
    /// The question whose only answer is named behind a later one, where the line says that it goes into that.
    fn turned_round<'r>(&mut self, foregone: &'r [Request], words: &[&str]) -> Option<&'r Request> {
        let place = foregone.iter().rposition(|settled| legal_part(settled, words) == Some(words.len()))?;
        let is_before = self.last.is_some_and(|last| place < last);
        self.last = Some(place);
        (is_before && self.leads).then(|| &foregone[place])
    }
}

/// That something goes the other way round: what was settled, and how.
fn other_way(settled: &Request) -> Diagnostic {
    let only: Vec<String> = settled.kind.options().iter().map(|choice| settled.called_id(&choice.id)).collect();
    Diagnostic::error(format!("it is the other way round: {} Only {} can.", settled.prompt, only.join(" and ")))
}

/// A die is left to the referee in a letter too, as it is alone.
fn in_full<'a>(asked: &Request, text: &'a str) -> &'a str {
    if asked.kind.randomiser().is_some() && text == "r" { "roll" } else { text }
}

/// Whether the first words of a line that answer say nothing of the line as a whole: one that a refused choice is described
/// with, or words inside the description of one, where others stand around them.
fn says_little(asked: &Request, answered: &[(Request, String)], (words, done): (&[&str], usize), count: usize) -> bool {
    let is_described = done == 0 && asked.is_only_described(words[0]);
    let is_first = answered.is_empty() && words.len() > count;
    is_described || is_first && !begins_action(asked, &words[done..done + count])
}
