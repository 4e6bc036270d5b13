//! Counting what lies on the table, one count after another, and setting right what differs.

use std::collections::BTreeMap;
use std::io;

use crate::app::table::read_wishes;
use crate::referee::{Adjusted, Count, Viewer};

use super::face::Next;
use super::lines::set_in;
use super::play::Conversation;

/// Asks for every count. `y` means that it is right; the end of the input or `q` ends the counting.
pub(super) fn audit(play: &mut Conversation<'_>) -> io::Result<Next> {
    let counts = match play.session.table.audit(Viewer::Everybody) {
        Ok(counts) => counts,
        Err(problem) => return play.problem(&problem),
    };
    if counts.is_empty() {
        play.say("The rules of this game name nothing to count.\n")?;
        return Ok(Next::Nothing);
    }
    let how = "Count what lies on the table. `y`: it is right; a number: it is that many; `q`: enough.";
    play.say(&set_in("", how, play.width()))?;
    let (mut drifts, mut looked_at) = (Vec::new(), 0);
    for count in &counts {
        let counted = counted(play, count)?;
        looked_at += usize::from(counted.is_some());
        match counted {
            None => break,
            Some(number) if number != count.count => drifts.push((count, number)),
            Some(_) => {}
        }
    }
    if drifts.is_empty() {
        play.say(&agreement(looked_at, counts.len()))?;
        return Ok(Next::Question);
    }
    settle(play, &drifts)
}

/// What is said when nothing differed, as far as it was counted.
fn agreement(looked_at: usize, all: usize) -> String {
    match looked_at {
        0 => "Nothing was counted.\n".to_owned(),
        _ if looked_at == all => "The table and the referee agree.\n".to_owned(),
        _ => format!("As far as it was counted ({looked_at} of {all}), the table and the referee agree.\n"),
    }
}

/// What people count; none when they have had enough.
fn counted(play: &mut Conversation<'_>, count: &Count) -> io::Result<Option<i64>> {
    loop {
        let line = play.read(&format!("{}: {}? > ", count.what, count.count))?;
        let Some(line) = line else { return Ok(None) };
        match (line.trim(), line.trim().parse()) {
            ("", _) => {}
            ("y" | "yes", _) => return Ok(Some(count.count)),
            ("q" | "quit", _) => return Ok(None),
            (_, Ok(number)) => return Ok(Some(number)),
            (text, Err(_)) => play.say(&format!("`{text}` is not a count\n"))?,
        }
    }
}

/// Proposes an adjustment for what differs, and does it on yes.
fn settle(play: &mut Conversation<'_>, drifts: &[(&Count, i64)]) -> io::Result<Next> {
    let width = play.width();
    let mut wishes = Vec::new();
    for (count, number) in drifts {
        play.say(&set_in("", &format!("{}: the referee has {}, the table {number}.", count.what, count.count), width))?;
        match &count.field {
            Some(field) => wishes.push(format!("{field}={number}")),
            None => play.say("  Look where it differs, and `adjust` that; `adjust` alone lists the fields.\n")?,
        }
    }
    if wishes.is_empty() {
        return Ok(Next::Question);
    }
    let set = match read_wishes(&play.session.table, &[], &wishes) {
        Ok(set) => set,
        Err(diagnostic) => return play.tell_one(diagnostic),
    };
    let answer = play.read(&format!("Shall the referee set {}? yes or no > ", wishes.join(" ")))?;
    if answer.is_some_and(|answer| matches!(answer.trim().to_lowercase().as_str(), "y" | "yes")) {
        let reason = "it was counted".to_owned();
        return play.set(&Adjusted { set, at_step: BTreeMap::new(), reason, triggers: false });
    }
    play.say("Nothing was set.\n")?;
    Ok(Next::Question)
}
