//! Counting what lies on the table, one count after another, and setting right what differs.

use std::collections::BTreeMap;
use std::io;

use crate::app::table::{About, Setting, Settings, read_wishes};
use crate::referee::{Adjusted, Count, Viewer, agreed, in_figures, is_ending};

use super::face::Next;
use super::lines::set_in;
use super::play::Conversation;

/// So much of what a count is made of is named.
const MOST_NAMED: usize = 12;

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
        let line = line.trim().to_lowercase();
        match (line.as_str(), in_figures(&line).parse()) {
            ("", _) => {}
            (text, _) if agreed(text) == Some(true) => return Ok(Some(count.count)),
            ("q" | "quit", _) => return Ok(None),
            (text, _) if is_ending(text) => return Ok(None),
            (_, Ok(number)) => return Ok(Some(number)),
            (text, Err(_)) => {
                let told =
                    format!("`{text}` is not a count: type a number, `y` if it is right, or `q` to end the count.");
                play.say(&set_in("", &told, play.width()))?;
            }
        }
    }
}

/// Proposes an adjustment for what differs, and does it on yes.
fn settle(play: &mut Conversation<'_>, drifts: &[(&Count, i64)]) -> io::Result<Next> {
    let width = play.width();
    let known = match play.session.settings() {
        Ok(known) => known,
        Err(found) => return play.tell(&found),
    };
    let (mut set, mut told) = (BTreeMap::new(), Vec::new());
    for (count, number) in drifts {
        play.say(&set_in("", &format!("{}: the referee has {}, the table {number}.", count.what, count.count), width))?;
        let wishes = match &count.field {
            Some(field) => vec![format!("{field}={number}")],
            None => wishes_for(play, &known, count)?,
        };
        match read_wishes(&play.session.table, &known, &wishes) {
            Ok(read) => set.extend(read),
            Err(diagnostic) => return play.tell_one(diagnostic),
        }
        told.extend(if count.field.is_some() { vec![format!("{}: {number}", count.what)] } else { wishes });
    }
    if set.is_empty() {
        return Ok(Next::Question);
    }
    let question = format!("Shall the referee set {}? yes or no > ", told.join("; "));
    let mut is_wanted = None;
    while is_wanted.is_none() {
        // Whoever leaves has set nothing.
        let Some(answer) = play.read(&question)? else { break };
        is_wanted = if answer.trim().is_empty() { Some(false) } else { agreed(&answer) };
    }
    if is_wanted == Some(true) {
        let reason = "it was counted".to_owned();
        return play.set(&Adjusted { set, at_step: BTreeMap::new(), reason, triggers: false });
    }
    play.say("Nothing was set.\n")?;
    Ok(Next::Question)
}

/// What people want set of all that a count is made of.
fn wishes_for(play: &mut Conversation<'_>, known: &Settings, count: &Count) -> io::Result<Vec<String>> {
    let behind = match play.session.settings_behind(count, &known.all) {
        Ok(behind) => behind,
        Err(found) => return play.tell(&found).map(|_| Vec::new()),
    };
    play.say(&made_of(&behind, play.width()))?;
    let mut wishes = Vec::new();
    loop {
        let line = play.read("What is it really? Enter: no more > ")?.unwrap_or_default();
        let wish = line.trim().to_owned();
        if wish.is_empty() || matches!(wish.as_str(), "q" | "quit" | "n" | "no") {
            return Ok(wishes);
        }
        match read_wishes(&play.session.table, known, std::slice::from_ref(&wish)) {
            Ok(_) => wishes.push(wish),
            Err(diagnostic) => play.tell_one(diagnostic).map(|_| ())?,
        }
    }
}

/// What a count is made of, in words.
#[must_use]
pub fn made_of(behind: &[Setting], width: usize) -> String {
    let told = |setting: &Setting| match setting.about {
        About::Empty => format!("{} (nothing now; {})", setting.called, setting.what),
        _ => format!("{}: {}", setting.called, setting.value),
    };
    let named: Vec<String> = behind.iter().take(MOST_NAMED).map(told).collect();
    let more = behind.len().saturating_sub(MOST_NAMED);
    let rest = if more == 0 { String::new() } else { format!("; and {more} more") };
    let text = if named.is_empty() {
        "It is made of several things, none of which lies there now; `adjust` lists all.".to_owned()
    } else {
        format!("It is made of: {}{rest}.", named.join("; "))
    };
    set_in("  ", &text, width)
}
