//! Lines of several sentences or clauses that no other reading takes as a whole: `go home and build the trellis`, `that's it. H8 to I8`.
//! Each is answered as if it were typed alone, all of them or none. Reads no words itself.

use std::borrow::Cow;
use std::ops::Range;

use crate::diag::{Diagnostic, Diagnostics};
use crate::referee::{Meaning, Move, QuestionKind, Request, in_figures, is_small, words_apart};

use super::line_parts::{ENDS, is_asked_again, is_asked_with};
use super::said::is_one_of;
use super::session::Session;

/// Nobody says more in one line.
const MOST_PARTS: usize = 6;
/// Of more ways to put the parts together none is tried.
const MOST_TRIED: usize = 9;
/// What stands between sentences.
const SENTENCES: [&str; 5] = [". ", "! ", "; ", " - ", ": "];
/// What stands between clauses, which end where a sentence does as well.
const CLAUSES: [&str; 9] = [", ", " and then ", " then ", " and ", " & ", ". ", "! ", "; ", " - "];

/// What became of the clauses of a line.
pub(super) enum Clauses {
    /// All count, and are answered, or what stood in the way of that.
    Done(Result<(), Diagnostics>),
    /// The first of them count, and the next does not: the line up to there, and why.
    Begun(String, Diagnostics),
    /// They are to be read otherwise.
    Not,
}

/// How far a line counts, clause by clause.
enum Read<'l> {
    All(Vec<Cow<'l, str>>),
    /// The end of what counts, and why what follows does not.
    Until(usize, Diagnostics),
}

impl Session {
    /// Answers a line sentence by sentence, or clause by clause; nothing where any of it would not count.
    pub(super) fn answer_in_clauses(&mut self, given: &Move<'_>) -> Clauses {
        let asked = self.table.request_of(given.by).filter(|asked| !asked.secret && !self.is_trial).cloned();
        let Some(asked) = asked else { return Clauses::Not };
        if let Some(text) = self.with_places_named(given.text) {
            let before = self.table.number();
            let done = self.answer(&Move { text: &text, ..*given });
            if done.is_ok() || self.table.number() != before {
                return Clauses::Done(done);
            }
        }
        let mut begun = Clauses::Not;
        for (signs, is_sentence) in [(&SENTENCES[..], true), (&CLAUSES[..], false)] {
            let parts = parts_of(given.text, signs);
            if !(2..=MOST_PARTS).contains(&parts.len()) {
                continue;
            }
            let before = self.table.number();
            self.is_trial = true;
            let read = self.each_in_turn(given, &asked, (&parts, is_sentence));
            self.is_trial = false;
            if self.table.forget_new(before).is_err() {
                return Clauses::Not;
            }
            match read {
                Some(Read::All(lines)) => return Clauses::Done(self.answer_all(given, &lines)),
                // One die too many is told as that.
                Some(Read::Until(end, why)) if asked.kind.randomiser().is_none() => {
                    begun = Clauses::Begun(given.text[..end].to_owned(), why);
                }
                _ => {}
            }
        }
        begun
    }

    fn answer_all(&mut self, given: &Move<'_>, lines: &[Cow<'_, str>]) -> Result<(), Diagnostics> {
        lines.iter().try_for_each(|line| self.answer(&Move { text: line, number: None, ..*given }))
    }

    /// How far a line counts, the longest parts first; they are answered, until what is new is forgotten.
    fn each_in_turn<'l>(
        &mut self,
        given: &Move<'l>,
        asked: &Request,
        (parts, is_sentence): (&[Range<usize>], bool),
    ) -> Option<Read<'l>> {
        let (before, mut at, mut tried) = (self.table.number(), 0, 0);
        let mut lines: Vec<Cow<'l, str>> = Vec::new();
        while at < parts.len() {
            let first = &given.text[parts[at].clone()];
            // `use it` says nothing but where a yes or a no is asked for.
            let is_whether = |next: &Request| matches!(next.kind, QuestionKind::Confirm { .. });
            let says_nothing = || words_apart(first).iter().all(|word| is_small(word));
            if at > 0 && !self.table.request_of(given.by).is_some_and(is_whether) && says_nothing() {
                at += 1;
                continue;
            }
            let until = |why: Diagnostics| (at > 0).then(|| Read::Until(parts[at - 1].end, why));
            // What was dealt or rolled on the way is seen before anything is decided.
            if self.table.has_shown_since(before) {
                return None;
            }
            let next = self.table.request_of(given.by).filter(|next| !next.secret).cloned()?;
            if !self.goes_on_with(&next, asked, first) {
                return None;
            }
            if at > 0 && !is_sentence && !self.begins_anew(asked, &next) && !is_wholly_about(&next, first) {
                return None;
            }
            // The line as a whole was tried before.
            let most = if at == 0 { parts.len() - 1 } else { parts.len() };
            let (line, end) = match self.longest_part(given, (parts, at), most, &mut tried) {
                Ok(found) => found,
                Err(why) => match lines.last().and_then(|before| self.same_for(before, first)) {
                    Some(line) if self.answered_for_now(given, &line).is_ok() => (Cow::Owned(line), at + 1),
                    _ => {
                        let comes_first = next.kind.randomiser().is_some().then(|| rolled_first(&next, first));
                        return comes_first.or(why).and_then(until);
                    }
                },
            };
            lines.push(line);
            at = end;
        }
        Some(Read::All(lines))
    }

    /// The longest of the parts from `at` on that counts in one, with where it ends, or why the shortest does not; not more than `most`
    /// parts are put together. It is answered, until what is new is forgotten.
    fn longest_part<'l>(
        &mut self,
        given: &Move<'l>,
        (parts, at): (&[Range<usize>], usize),
        most: usize,
        tried: &mut usize,
    ) -> Result<(Cow<'l, str>, usize), Option<Diagnostics>> {
        let mut why = None;
        let is_roll = self.table.request_of(given.by).is_some_and(|next| next.kind.randomiser().is_some());
        for end in (at + 1..=most).rev() {
            // A die is told with figures, and what is said behind them is something else.
            if is_roll && parts[at + 1..end].iter().any(|part| tells_no_figure(&given.text[part.clone()])) {
                continue;
            }
            *tried += 1;
            if *tried > MOST_TRIED {
                break;
            }
            let line = &given.text[parts[at].start..parts[end - 1].end];
            match self.answered_for_now(given, line) {
                Ok(()) => return Ok((Cow::Borrowed(line), end)),
                Err(refused) => why = Some(refused),
            }
        }
        Err(why)
    }

    /// What was done on one space, done on another that a line only names: `lay traps on D3, C4 and E3`.
    fn same_for(&self, line: &str, space: &str) -> Option<String> {
        let space = space.trim();
        let (verb, last) = line.trim().rsplit_once(' ')?;
        (self.is_space(space) && self.is_space(last)).then(|| format!("{verb} {space}"))
    }

    /// A line with the space that was named last in place of `there`, or of `it` behind a verb: `set one on C6, trip it, 4`.
    fn with_places_named(&self, text: &str) -> Option<String> {
        let is_sign = |sign: char| matches!(sign, ',' | '.' | ';' | '!');
        let (mut place, mut begins, mut is_changed) = (None, 0, false);
        let mut line: Vec<String> = Vec::new();
        for word in text.split_whitespace() {
            let plain = word.trim_end_matches(is_sign);
            let is_it = is_one_of(plain, &["it"])
                && line.len() == begins + 1
                && !line.last().is_some_and(|verb| is_one_of(verb, &["use", "uses", "keep", "keeps", "leave", "let"]));
            let named = place.filter(|_| is_it || is_one_of(plain, &["there"]));
            is_changed |= named.is_some();
            line.push(named.map_or_else(|| word.to_owned(), |place: &str| format!("{place}{}", &word[plain.len()..])));
            if self.is_space(plain) {
                place = Some(plain);
            }
            if word.ends_with(is_sign) || is_one_of(plain, &["and", "then", "&"]) {
                begins = line.len();
            }
        }
        is_changed.then(|| line.join(" "))
    }

    /// Answers a part, until what is new is forgotten; of one that does not count nothing is left.
    fn answered_for_now(&mut self, given: &Move<'_>, line: &str) -> Result<(), Diagnostics> {
        let before = self.table.number();
        let answered = self.answer(&Move { text: line, number: None, ..*given });
        if answered.is_ok() && self.table.number() != before {
            return Ok(());
        }
        self.table.forget_new(before).map_err(|problem| self.told(&problem))?;
        answered.and_then(|()| Err(Diagnostics::default()))
    }

    /// Whether the question that waits may be answered by what a line goes on with: it is for the same seat, about dice or cards, or for
    /// somebody whom the line names.
    fn goes_on_with(&self, next: &Request, asked: &Request, line: &str) -> bool {
        let is_named = || {
            let name = next.seat.map(|seat| self.table.name(seat));
            let first = words_apart(line).first().map(|word| word.trim_end_matches([':', ',']).to_owned());
            name.zip(first).is_some_and(|(name, first)| name.eq_ignore_ascii_case(&first))
        };
        next.seat == asked.seat || next.kind.randomiser().is_some() || is_named()
    }

    /// Whether a question does not belong to something that was only begun: what follows has to be said in the same clause otherwise.
    fn begins_anew(&self, asked: &Request, next: &Request) -> bool {
        let can_end = next.kind.options().iter().any(|choice| is_one_of(&choice.id, &ENDS));
        let is_own = !matches!(next.kind, QuestionKind::Choose { .. } | QuestionKind::ChooseMany { .. });
        can_end || is_own || is_asked_again(&self.table, asked, next)
    }
}

/// Whether a clause has words that are no figures, and none that is.
fn tells_no_figure(clause: &str) -> bool {
    let words = words_apart(clause);
    !words.iter().all(|word| is_small(word)) && !words.iter().any(|word| in_figures(word).parse::<u32>().is_ok())
}

/// Whether a clause says nothing but what a question asks, and what can be chosen there: `R1 lies down`, where it is asked which pawn
/// does.
fn is_wholly_about(next: &Request, clause: &str) -> bool {
    let words: Vec<&str> = words_apart(clause).into_iter().filter(|word| !is_small(word)).collect();
    let is_choice = |word: &str| matches!(next.meaning(word), Meaning::Legal(_));
    let is_said = |word: &str| is_asked_with(next, word);
    words.iter().any(|word| is_choice(word)) && words.iter().all(|word| is_choice(word) || is_said(word))
}

/// That something is rolled or dealt before what a line goes on with.
fn rolled_first(next: &Request, line: &str) -> Diagnostics {
    let comes = if matches!(next.kind, QuestionKind::Roll { .. }) { "a roll comes" } else { "a card comes" };
    Diagnostic::error(format!("{comes} before `{line}`: {}", next.prompt)).into()
}

/// Where the parts of a text stand between these signs.
fn parts_of(text: &str, signs: &[&str]) -> Vec<Range<usize>> {
    let (mut parts, mut from) = (Vec::new(), 0);
    loop {
        let next =
            signs.iter().filter_map(|sign| Some((text[from..].find(sign)?, sign.len()))).min_by_key(|next| *next);
        let to = next.map_or(text.len(), |(at, _)| from + at);
        if !text[from..to].trim().is_empty() {
            parts.push(from..to);
        }
        match next {
            Some((_, length)) => from = to + length,
            None => break parts,
        }
    }
}
