//! What somebody should be told who comes back to a table: what happened since the round began, or since their last turn.

use super::{LogLine, Seat, View, Viewer};

/// From where on a recap tells what happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Since {
    /// From the beginning of the game.
    Beginning,
    /// From where the rules say that a round begins.
    Round,
    /// From the last turn of a seat that is over.
    Turn(Seat),
}

/// What happened lately.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recap {
    /// From where on.
    pub since: Since,
    /// The sentences since then that still count, and what was adjusted; if there are none, the answers.
    pub lines: Vec<LogLine>,
}

impl Recap {
    /// For one seat since its last turn, if it has had one since the first round began; for everybody, and whoever had none,
    /// since the round began or, where the rules mark no rounds, since the last turn of the seat that is asked now.
    #[must_use]
    pub fn of(view: &View, viewer: Viewer) -> Self {
        let log: Vec<&LogLine> = view.log.iter().filter(|line| line.taken_back_by.is_none()).collect();
        let round = || log.iter().rposition(|line| line.opens).map(|at| (Since::Round, at));
        let turn = |seat: Seat| after_turn(&log, seat, view.asked == Some(seat)).map(|at| (Since::Turn(seat), at));
        let found = match viewer {
            Viewer::Seat(seat) => turn(seat).or_else(round),
            _ => round().or_else(|| view.asked.and_then(turn)),
        };
        let (since, from) = found.unwrap_or((Since::Beginning, 0));
        let recent = &log[from..];
        let is_told = |line: &&&LogLine| !line.is_entry || !line.set.is_empty();
        let told: Vec<LogLine> = recent.iter().filter(is_told).map(|line| (*line).clone()).collect();
        let lines = if told.is_empty() { recent.iter().map(|line| (*line).clone()).collect() } else { told };
        Self { since, lines }
    }
}

/// Where the last turn of a seat is over: just behind what came of its last answer then. The turn it has now does not count,
/// and neither does what it answered before the first round.
fn after_turn(log: &[&LogLine], seat: Seat, is_asked: bool) -> Option<usize> {
    let is_others = |line: &&LogLine| line.seat.is_some_and(|other| other != seat);
    let end = if is_asked { log.iter().rposition(is_others)? } else { log.len() };
    let own = log[..end].iter().rposition(|line| line.seat == Some(seat))?;
    if log.iter().position(|line| line.opens).is_some_and(|first| own < first) {
        return None;
    }
    let next = log[own + 1..].iter().position(|line| line.is_entry);
    Some(next.map_or(log.len(), |next| own + 1 + next))
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    fn line(seq: u64, seat: Option<usize>, text: &str) -> LogLine {
        LogLine {
            seq,
            at: None,
            text: text.to_owned(),
            is_entry: seat.is_some(),
            taken_back_by: None,
            about: None,
            set: Vec::new(),
            seat: seat.map(Seat),
            chosen: None,
            opens: text.starts_with("round"),
        }
    }

    fn view(log: Vec<LogLine>, asked: Option<usize>) -> View {
        View {
            number: 9,
            status: String::new(),
            seats: Vec::new(),
            pieces: Vec::new(),
            pointers: crate::model::Pointers::default(),
            request: None,
            asked: asked.map(Seat),
            waiting: Vec::new(),
            zones: Vec::new(),
            over: asked.is_none(),
            log,
            score: None,
            since: 0,
            effects: Vec::new(),
            state: Value::Null,
        }
    }

    #[track_caller]
    fn tells(view: &View, viewer: Viewer, since: Since, expected: &[&str]) {
        let recap = Recap::of(view, viewer);
        let lines: Vec<&str> = recap.lines.iter().map(|line| line.text.as_str()).collect();
        assert_eq!((recap.since, lines.as_slice()), (since, expected));
    }

    #[test]
    fn a_recap_begins_after_the_last_turn() {
        let log = vec![
            line(0, None, "night falls"),
            line(1, Some(0), "Ann: go"),
            line(1, None, "Ann went"),
            line(2, Some(1), "Bob: go"),
            line(2, None, "Bob went"),
            line(3, Some(0), "Ann: stay"),
            line(3, None, "Ann stayed"),
        ];
        let (ann, bob) = (Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1)));
        let view = view(log, Some(0));
        // Ann is in the middle of a turn: it counts from the one before.
        tells(&view, ann, Since::Turn(Seat(0)), &["Bob went", "Ann stayed"]);
        tells(&view, Viewer::Everybody, Since::Turn(Seat(0)), &["Bob went", "Ann stayed"]);
        tells(&view, bob, Since::Turn(Seat(1)), &["Ann stayed"]);
        tells(&view, Viewer::Seat(Seat(2)), Since::Beginning, &["night falls", "Ann went", "Bob went", "Ann stayed"]);
    }

    #[test]
    fn what_was_set_up_is_no_turn() {
        let log = vec![
            line(1, Some(0), "Ann: here"),
            line(2, Some(1), "Bob: there"),
            line(2, None, "round 1 begins"),
            line(3, Some(0), "Ann: go"),
            line(3, None, "Ann went"),
            line(4, Some(1), "Bob: go"),
            line(4, None, "Bob went"),
        ];
        let in_all = ["round 1 begins", "Ann went", "Bob went"];
        tells(&view(log.clone(), Some(1)), Viewer::Seat(Seat(1)), Since::Round, &in_all);
        tells(&view(log, Some(0)), Viewer::Seat(Seat(0)), Since::Turn(Seat(0)), &in_all[2..]);
    }

    #[test]
    fn a_recap_begins_with_the_round() {
        let mut gone = line(2, None, "round 3 begins");
        gone.taken_back_by = Some(3);
        let log = vec![line(1, Some(0), "Ann: go"), line(1, None, "round 2 begins"), line(2, Some(1), "Bob: go"), gone];
        tells(&view(log.clone(), Some(0)), Viewer::Everybody, Since::Round, &["round 2 begins"]);
        tells(&view(log[2..3].to_vec(), None), Viewer::Everybody, Since::Beginning, &["Bob: go"]);
        tells(&view(Vec::new(), Some(0)), Viewer::Everybody, Since::Beginning, &[]);
    }
}
