//! Choices that a line leaves out, where they lead to the question that it goes on with. How a line is answered is for `answer.rs`.

use crate::referee::{Meaning, Move, QuestionKind, Request, is_ending, is_small, read_answer};

use super::line_parts::{LEADING, are_more_dice, legal_part};
use super::session::Session;

/// Of more choices none is tried for what is asked behind it.
const MOST_WAYS: usize = 8;

impl Session {
    /// Chooses what leads to the question that a line goes on with, as in `R1 attacks B2` where it is asked first whether all or some
    /// of them.
    pub(super) fn gone_to(
        &mut self,
        by: Option<&str>,
        (asked, answered): (Option<&Request>, &[(Request, String)]),
        left: &[&str],
    ) -> Option<String> {
        // What was asked before in this line was answered with what was said for it.
        let asked = asked.filter(|asked| !answered.is_empty() && !self.is_again(asked, answered))?;
        if let Some(only) = self.only_before_dice(by, asked, left) {
            return Some(only);
        }
        // Where something ends, something new is begun: what is left of a line chooses no action.
        if asked.kind.options().iter().any(|choice| is_ending(&choice.id)) {
            return None;
        }
        let way = self.way_to(by, asked, left)?;
        self.table.answer(&Move { by, number: None, text: &way }, &(self.clock)()).ok()?;
        Some(way)
    }

    /// Chooses the only thing that can be chosen, where a line goes on with the dice that are rolled for that: `R1 attacks, 4`.
    fn only_before_dice(&mut self, by: Option<&str>, asked: &Request, left: &[&str]) -> Option<String> {
        let QuestionKind::Choose { options, .. } = &asked.kind else { return None };
        let [only] = &options[..] else { return None };
        if asked.secret || asked.meaning(left[0]) != Meaning::Nothing {
            return None;
        }
        let before = self.table.number();
        let is_answered = self.table.answer(&Move { by, number: None, text: &only.id }, &(self.clock)()).is_ok();
        let next = self.table.request_of(by).filter(|next| is_answered && !next.secret);
        let is_roll = |next: &Request| matches!(next.kind, QuestionKind::Roll { .. });
        let told = |next: &Request| read_answer(next, &left.join(" "), &mut |_| 0).is_ok() || are_more_dice(next, left);
        if next.is_some_and(|next| is_roll(next) && told(next)) {
            return Some(only.id.clone());
        }
        self.table.forget_new(before).ok()?;
        None
    }

    /// The only choice behind which it is asked for what a line goes on with.
    pub fn way_to(&mut self, by: Option<&str>, asked: &Request, left: &[&str]) -> Option<String> {
        let QuestionKind::Choose { options, places: false } = &asked.kind else { return None };
        let is_tried = !asked.secret && options.len() <= MOST_WAYS && asked.meaning(left[0]) == Meaning::Nothing;
        // What is the only one to choose was not meant by who named another, and what goes into what has its order.
        let leads = left.iter().any(|word| LEADING.contains(word));
        if !is_tried || options.len() < 2 || leads || is_small(left[0]) || is_ending(left[0]) {
            return None;
        }
        let before = self.table.number();
        let mut found = Vec::new();
        for choice in options.iter().filter(|choice| !is_ending(&choice.id)) {
            let one = Move { by, number: None, text: &choice.id };
            let is_answered = self.table.answer(&one, &(self.clock)()).is_ok();
            let is_next = |next: &Request| !next.secret && (next.seat == asked.seat || next.seat.is_none());
            let next = self.table.request_of(by).filter(|next| is_answered && is_next(next));
            let is_named = next.is_some_and(|next| !next.kind.options().is_empty() && legal_part(next, left).is_some());
            self.table.forget_new(before).ok()?;
            found.extend(is_named.then(|| choice.id.clone()));
        }
        <[String; 1]>::try_from(found).ok().map(|[only]| only)
    }
}
