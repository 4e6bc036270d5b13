//! Going back: by lines as people typed them, to before a turn, and to where something else should have been typed.

use std::io;

use crate::app::table::taken_back;
use crate::referee::{Back, Problem, Refusal, TakenBack, View, What};

use super::asked::asked_by;
use super::asking::DICE_TOLD;
use super::command::not_how_far;
use super::face::Next;
use super::lines::set_in;
use super::offers::Deed;
use super::play::Conversation;

/// More entries of the log than this are not taken back without a yes.
const HANDFUL: usize = 5;
/// Further back than so many lines nobody has just mistyped something.
const MOST_LINES: usize = 3;
/// Dice further back are not what somebody has just seen to be wrong.
const MOST_MENDED: usize = 2;

/// What `redo` does, and that it keeps what the referee rolled, which an answer does not.
fn redo_told(taken: &TakenBack) -> String {
    let redo = match taken.things {
        0 | 1 => "`redo` does it again".to_owned(),
        things => format!("`redo` does the first of it again, `redo {things}` all"),
    };
    let chance = if taken.rolled_by_app {
        ", with the same dice and cards; whoever answers anew has them rolled and dealt anew"
    } else {
        ""
    };
    format!("{redo}{chance}")
}

impl Conversation<'_> {
    /// Goes back, and asks first when it is far. What was answered in one line goes back as a whole.
    pub(super) fn undo(&mut self, view: &View, back: Back) -> io::Result<Next> {
        let last = self.session.table.entries().last().filter(|entry| matches!(entry.what, What::Custody { .. }));
        if let (Back::Times(0 | 1), Some(last)) = (back, last) {
            // Who rolls is no answer, and what was answered before it may be of somebody else.
            let told = format!(
                "The last thing was that {}, which no undo takes back: `custody` and a word says it otherwise. `yes` takes back \
                 what was answered before that.",
                last.told()
            );
            let back = self.lines_back(1);
            return match self.session.table.would_take_back(back) {
                Ok(taken) => self.offer(view, told, Deed::Undo(taken.to)),
                Err(refusal) => self.problem(&Problem::Refused(refusal)),
            };
        }
        let back = match back {
            Back::Times(times) => self.lines_back(times),
            Back::To(_) => back,
        };
        let taken = match self.session.table.would_take_back(back) {
            Ok(taken) => taken,
            Err(refusal) => return self.problem(&Problem::Refused(refusal)),
        };
        let many = taken.told.len();
        if many <= HANDFUL {
            return self.take_back(back, None);
        }
        let last = taken.told.last().map(|told| format!(" The first of them: {told}.")).unwrap_or_default();
        let told = format!(
            "That takes back {many} entries of the log: everything after entry {}.{last} `yes` does it, anything else \
             leaves it as it is.",
            taken.to
        );
        self.offer(view, told, Deed::Undo(taken.to))
    }

    /// Goes back; where that would take back an answer of somebody else, whose turn is over, only on a yes.
    pub(super) fn back(&mut self, view: &View) -> io::Result<Next> {
        let back = self.lines_back(1);
        let taken = match self.session.table.would_take_back(back) {
            Ok(taken) => taken,
            Err(refusal) => return self.problem(&Problem::Refused(refusal)),
        };
        let asked = view.request.as_ref().and_then(|request| request.seat).map(|seat| view.name(seat).to_owned());
        let (Some(other), Some(asked)) = (&taken.asked, asked.filter(|asked| taken.asked.as_ref() != Some(asked)))
        else {
            return self.undo(view, Back::Times(1));
        };
        let first = taken.told.last().map(|told| format!(": {told}")).unwrap_or_default();
        let told = format!("{asked} has begun nothing yet; the last line was {other}'s{first}. `yes` takes that back.");
        self.offer(view, told, Deed::Undo(taken.to))
    }

    /// So many lines as people typed them, each with all that it answered.
    fn lines_back(&self, times: usize) -> Back {
        let table = &self.session.table;
        let mut at = table.last_standing(table.number());
        let mut went_back = false;
        for _ in 0..times {
            let line = self.lines.iter().rev().find(|(_, after)| *after == at);
            went_back |= line.is_some();
            let Some(before) = line.map(|(before, _)| *before).or_else(|| table.one_back(at)) else {
                return Back::Times(times);
            };
            at = table.last_standing(before);
        }
        if went_back { Back::To(at) } else { Back::Times(times) }
    }

    /// Offers to go back to where the turn of whoever is asked began.
    pub(super) fn undo_turn(&mut self, view: &View) -> io::Result<Next> {
        let before = view.asked.and_then(|seat| self.session.table.before_turn_of(seat));
        let Some(to) = before.filter(|to| *to < view.number) else {
            let refusal = Refusal::new("nothing was answered in this turn yet");
            return self.problem(&refusal.hint("`undo` takes back the last answer, whoever gave it").into());
        };
        self.undo(view, Back::To(to))
    }

    /// Takes back what somebody answered beside others, who have not to answer again.
    pub(super) fn undo_of(&mut self, view: &View, name: &str) -> io::Result<Next> {
        let seat = asked_by(view, name);
        match view.waiting.iter().find(|waiting| Some(waiting.seat) == seat && waiting.has_answered) {
            Some(waiting) => self.take_back(Back::Times(1), Some(view.name(waiting.seat))),
            None => match seat {
                Some(seat) => {
                    let refusal = Refusal::new(format!("{} has not answered yet", view.name(seat)));
                    self.problem(&refusal.into())
                }
                None => self.problem(&not_how_far(name).into()),
            },
        }
    }

    pub(super) fn take_back(&mut self, back: Back, by: Option<&str>) -> io::Result<Next> {
        let taken = match self.session.with(|table, at| table.undo(back, by, at)) {
            Ok(taken) => taken,
            Err(found) => return self.tell(&found),
        };
        let width = self.width();
        // What was taken back alone is answered anew.
        let again = by.is_none().then(|| redo_told(&taken));
        let lines = taken_back(&taken).into_iter().chain(again);
        let told: String = lines.map(|line| set_in("", &line, width)).collect();
        self.say(&told)?;
        Ok(Next::Changes)
    }

    /// Does again what was taken back.
    pub(super) fn redo(&mut self, times: usize) -> io::Result<Next> {
        match self.session.with(|table, at| table.redo(times, None, at)) {
            Ok(done) => {
                if let Some(told) = done.how_many(times) {
                    self.say_in_lines(&told)?;
                }
                Ok(Next::Changes)
            }
            Err(found) => self.tell(&found),
        }
    }

    /// Answers what should have been typed in place of the last line. Where it counts further back only, or nowhere, nothing is taken
    /// back without a yes.
    pub(super) fn undo_for(&mut self, view: &View, line: &str) -> io::Result<Next> {
        // After an `undo` the question is there already.
        let is_back =
            matches!(self.session.table.entries().last(), Some(entry) if matches!(entry.what, What::Undo { .. }));
        if is_back && self.would_count(line) {
            return self.answer(view, line);
        }
        // `oh, I rolled a 5` tells what is rolled now.
        let is_rolled = view.request.as_ref().is_some_and(|request| request.kind.randomiser().is_some());
        let says_told = line.split_whitespace().any(|word| DICE_TOLD.contains(&&*word.to_lowercase()));
        if is_rolled && says_told && self.would_count(line) {
            return self.answer(view, line);
        }
        if let Some((_, refused)) = self.refused.clone().filter(|(number, _)| *number == view.number) {
            return self.answer_for_refused(view, &refused, line);
        }
        for lines in 1..=MOST_MENDED {
            let Ok(taken) = self.session.table.would_take_back(self.lines_back(lines)) else { break };
            if let Some(mended) = self.mended_dice(taken.to, line) {
                return self.mend_dice(mended);
            }
        }
        let last = self.before.clone().map(|(_, answered)| answered);
        for lines in 1..=MOST_LINES {
            let back = self.lines_back(lines);
            let taken = match self.session.table.would_take_back(back) {
                Ok(taken) => taken,
                Err(refusal) if lines == 1 => return self.problem(&Problem::Refused(refusal)),
                Err(_) => break,
            };
            let before = last.as_deref().filter(|_| lines == 1);
            let Some(line) = self.counts_after(back, before, line) else { continue };
            if lines == 1 && taken.told.len() <= HANDFUL {
                return self.answer_instead(taken.to, line);
            }
            let first = taken.told.last().map(|told| format!(" The first of them: {told}.")).unwrap_or_default();
            let many = taken.told.len();
            let told = format!(
                "`{line}` counts before the last {many} entries of the log.{first} `yes` takes them back and answers it."
            );
            return self.offer(view, told, Deed::Instead(taken.to, line));
        }
        let Ok(taken) = self.session.table.would_take_back(self.lines_back(1)) else { return Ok(Next::Nothing) };
        let what = taken.told.last().map(|told| format!(" ({told})")).unwrap_or_default();
        let told = format!(
            "Nothing was taken back: `{line}` answers nothing there. `yes` takes back the last line alone{what}."
        );
        self.offer(view, told, Deed::Undo(taken.to))
    }

    /// What was meant in place of a line that did not count: there is nothing to take back.
    fn answer_for_refused(&mut self, view: &View, refused: &str, line: &str) -> io::Result<Next> {
        let line = self.corrected_line(Some(refused), line.to_owned());
        if self.would_count(&line) {
            return self.answer(view, &line);
        }
        let told = Refusal::new(format!("nothing was done of `{refused}`, so that there is nothing to take back"));
        self.problem(&told.hint("type it once more as it should be; `undo` takes back what was done before it").into())
    }

    /// Goes back, and answers there.
    pub(super) fn answer_instead(&mut self, to: u64, line: String) -> io::Result<Next> {
        let next = self.take_back(Back::To(to), None)?;
        self.next_line = Some(line).filter(|_| next == Next::Changes);
        Ok(next)
    }

    /// The line that would count where the table stood before: as it is, or in place of the last word of what was typed there. The table
    /// stays as it is.
    fn counts_after(&mut self, back: Back, before: Option<&str>, line: &str) -> Option<String> {
        let number = self.session.table.number();
        let went = self.session.table.undo(back, None, "").is_ok();
        // Whether a line counts in secret would tell what somebody holds.
        let is_open = went && self.session.table.request().is_some_and(|asked| !asked.secret);
        let line = is_open.then(|| self.corrected_line(before, line.to_owned()));
        let line = line.filter(|line| self.would_count(line));
        self.session.table.forget_new(number).ok()?;
        line
    }

    /// What should have been typed in place of a line: as it is, or in place of the last word of that line.
    fn corrected_line(&mut self, before: Option<&str>, line: String) -> String {
        let Some((begin, _)) = before.and_then(|before| before.trim().rsplit_once(' ')) else { return line };
        let counts = |play: &mut Self, text: &str| play.would_count(text);
        let whole = format!("{begin} {line}");
        if !counts(self, &line) && counts(self, &whole) { whole } else { line }
    }

    /// Keeps that one line did all since this view: `undo` takes it back as a whole.
    pub(super) fn keep_line(&mut self, view: &View) {
        let table = &self.session.table;
        let [before, after] = [view.number, table.number()].map(|number| table.last_standing(number));
        self.lines.push((before, after));
    }
}
