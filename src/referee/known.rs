//! Which secret answers are out by now. The journal is played again with another answer in the place of one: if that looks
//! different to anybody else, they know. What the same seat did in secret afterwards may then be different, too.

use serde_json::Value;

use super::listener::{Instead, Listener, is_own};
use super::standing::standing;
use super::{Answer, Choice, Entry, LogLine, Problem, QuestionKind, Request, Seat, Table, Viewer};

/// So many other answers to a question are tried.
const MOST: usize = 24;
/// How much is played again to find out; what was answered last comes first.
#[derive(Debug, Clone, Copy)]
struct Patience {
    /// So many secret answers are looked at.
    secrets: usize,
    /// So many other answers to each are tried.
    others: usize,
    /// So often a journal is played again at most.
    replays: usize,
}

/// Where it decides what may be taken back, it is worth waiting for; where it is only told, it is not.
const TO_DECIDE: Patience = Patience { secrets: usize::MAX, others: MOST, replays: 240 };
const TO_TELL: Patience = Patience { secrets: 6, others: 2, replays: 24 };

/// What is seen of a table, by whom, and what was asked on the way.
#[derive(Debug)]
struct Seen {
    views: Vec<(Viewer, Value, Vec<LogLine>)>,
    asked: Vec<(u64, Request)>,
}

impl Seen {
    /// Whether anybody but one seat can tell it from something else.
    fn differs_to_others(&self, other: &Self, seat: Seat) -> bool {
        !self.views_but(seat).eq(other.views_but(seat)) || !self.asked_but(seat).eq(other.asked_but(seat))
    }

    fn views_but(&self, seat: Seat) -> impl Iterator<Item = &(Viewer, Value, Vec<LogLine>)> {
        self.views.iter().filter(move |(viewer, ..)| *viewer != Viewer::Seat(seat))
    }

    /// What others heard of the questions: of a secret one only that it was asked.
    fn asked_but(&self, seat: Seat) -> impl Iterator<Item = (u64, Option<&Request>)> {
        self.asked.iter().map(move |(seq, request)| (*seq, (!is_own(request, seat)).then_some(request)))
    }
}

impl Table {
    /// The last secret answer that others know now, and would not know any more after going back to just after an entry.
    ///
    /// # Errors
    /// A fault of the rules.
    pub(super) fn secret_that_is_out(&mut self, to: u64) -> Result<Option<Entry>, Problem> {
        Ok(self.secrets_out(to, TO_DECIDE, 1)?.pop())
    }

    /// Whose secret answers others know now, and would not know any more after going back to just after an entry: of those
    /// that were given last.
    ///
    /// # Errors
    /// A fault of the rules.
    pub(super) fn secrets_that_are_out(&mut self, to: u64) -> Result<Vec<String>, Problem> {
        let out = self.secrets_out(to, TO_TELL, usize::MAX)?;
        let mut names: Vec<String> = out.iter().filter_map(|entry| entry.answer()?.asked.clone()).collect();
        names.sort();
        names.dedup();
        Ok(names)
    }

    /// So many secret answers at most that are out, the last first.
    fn secrets_out(&mut self, to: u64, patience: Patience, wanted: usize) -> Result<Vec<Entry>, Problem> {
        let is_secret =
            |entry: &&Entry| entry.answer().is_some_and(|answered| answered.secret && !answered.answer.is_reveal());
        let secrets: Vec<Entry> = standing(self.entries())
            .into_iter()
            .rev()
            .filter(is_secret)
            .take(patience.secrets)
            .map(|entry| self.current(entry).into_owned())
            .collect();
        if secrets.is_empty() {
            return Ok(Vec::new());
        }
        let found = self.first_out(&secrets, to, patience, wanted);
        self.restore()?;
        found
    }

    fn first_out(
        &mut self,
        secrets: &[Entry],
        to: u64,
        patience: Patience,
        wanted: usize,
    ) -> Result<Vec<Entry>, Problem> {
        let (now, then) = (self.seen(None, None)?, self.seen(None, Some(to))?);
        let (mut replays, mut found) = (patience.replays, Vec::new());
        for secret in secrets {
            let Some((seat, others)) = self.otherwise(secret, &now) else { continue };
            let mut is_out = |at: Option<u64>, seen: &Seen| {
                others.iter().take(patience.others).any(|answer| {
                    let instead = Instead { seq: secret.seq, seat, answer: answer.clone() };
                    replays = replays.saturating_sub(1);
                    replays > 0 && self.looks_different(instead, at, seen)
                })
            };
            let was_out = secret.seq <= to && is_out(Some(to), &then);
            if !was_out && is_out(None, &now) {
                found.push(secret.clone());
            }
            if found.len() == wanted {
                break;
            }
        }
        Ok(found)
    }

    /// Whose secret it is, and what else could have been answered.
    fn otherwise(&self, secret: &Entry, now: &Seen) -> Option<(Seat, Vec<Answer>)> {
        let answered = secret.answer()?;
        let (_, request) = now.asked.iter().find(|(seq, _)| *seq == secret.seq)?;
        Some((self.seat(answered.asked.as_deref()?).ok()?, others(request, &answered.answer)))
    }

    /// Whether others would see something else. What is beyond the rules tells nothing.
    fn looks_different(&mut self, instead: Instead, at: Option<u64>, seen: &Seen) -> bool {
        let (seat, replaced) = (instead.seat, instead.seq);
        match self.seen(Some(instead), at) {
            Ok(otherwise) => otherwise.differs_to_others(seen, seat),
            // Another answer that the rules refuse as a whole could not have been given.
            Err(Problem::Diverged { seq, .. }) => seq != replaced,
            Err(Problem::Fault(_) | Problem::Refused(_)) => false,
        }
    }

    /// What everybody sees when the journal is played up to an entry, or all of it.
    fn seen(&mut self, instead: Option<Instead>, to: Option<u64>) -> Result<Seen, Problem> {
        self.queue.borrow_mut().listener = Some(Listener { instead, asked: Vec::new() });
        let views = self.replay(to, |table| {
            let seats = (0..table.players().len()).map(|seat| Viewer::Seat(Seat(seat)));
            let view = |viewer: Viewer| {
                let view = table.view(viewer)?;
                Ok((viewer, view.json(), view.log))
            };
            seats
                .chain([Viewer::Everybody])
                .collect::<Vec<_>>()
                .into_iter()
                .map(view)
                .collect::<Result<Vec<_>, Problem>>()
        });
        let listener = self.queue.borrow_mut().listener.take().unwrap_or_default();
        Ok(Seen { views: views?, asked: listener.asked })
    }
}

/// Other answers to a question, those that differ least first.
fn others(request: &Request, given: &Answer) -> Vec<Answer> {
    let mut others = match (&request.kind, given) {
        (QuestionKind::Choose { options, .. }, Answer::Choose(id)) => {
            ids_but(options, id).into_iter().map(Answer::Choose).collect()
        }
        (QuestionKind::ChooseMany { options, .. }, Answer::ChooseMany(ids)) => {
            exchanged(options, ids).into_iter().map(Answer::ChooseMany).collect()
        }
        (QuestionKind::Number { least, most }, Answer::Number(number)) => {
            let near = (1..).flat_map(|away| [number.checked_add(away), number.checked_sub(away)]);
            let ends = [Some(*least), Some(*most)].into_iter().chain(near.take(2 * MOST));
            let fits = |other: &i64| (least..=most).contains(&other) && other != number;
            ends.flatten().filter(fits).map(Answer::Number).collect()
        }
        (QuestionKind::Order { .. }, Answer::Order(ids)) => swapped(ids).into_iter().map(Answer::Order).collect(),
        (QuestionKind::Confirm { .. }, Answer::Confirm(yes)) => vec![Answer::Confirm(!yes)],
        _ => Vec::new(),
    };
    others.retain(|other| other.check(request).is_ok());
    others.truncate(MOST);
    others
}

fn ids_but(options: &[Choice], id: &str) -> Vec<String> {
    options.iter().filter(|choice| choice.id != id).map(|choice| choice.id.clone()).collect()
}

/// One of several exchanged for another one, then one less and one more.
fn exchanged(options: &[Choice], ids: &[String]) -> Vec<Vec<String>> {
    let place = |id: &String| options.iter().position(|choice| choice.id == *id);
    let without = |at: usize| [&ids[..at], &ids[at + 1..]].concat();
    let with = |mut ids: Vec<String>, id: String| {
        ids.push(id);
        ids.sort_by_key(place);
        ids
    };
    let other = |at: usize| ids_but(options, &ids[at]).into_iter().map(move |id| with(without(at), id));
    let all = options.iter().map(|choice| choice.id.clone());
    let exchanged = (0..ids.len()).flat_map(other);
    exchanged.chain((0..ids.len()).map(without)).chain(all.map(|id| with(ids.to_vec(), id))).collect()
}

/// Two neighbours that changed places.
fn swapped(ids: &[String]) -> Vec<Vec<String>> {
    let swap = |at: usize| {
        let mut ids = ids.to_vec();
        ids.swap(at, at + 1);
        ids
    };
    (0..ids.len().saturating_sub(1)).map(swap).collect()
}
