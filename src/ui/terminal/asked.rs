//! Who is asked of those at a table, as far as lines say it: names that begin so, and answers behind a name. Does nothing.

use crate::referee::{Seat, View, folded};

/// Whether the question is for one seat only, which is not the one that looks.
pub const fn is_for_one(view: &View) -> bool {
    view.request.is_none() && view.asked.is_some() && !view.over
}

/// Who is asked and has a name that begins like a line, if that is only one.
pub fn asked_by(view: &View, line: &str) -> Option<Seat> {
    let mut named = view.waiting.iter().map(|waiting| waiting.seat).filter(|seat| begins_name(view, *seat, line));
    let (first, more) = (named.next(), named.count());
    let whole = view.waiting.iter().find(|waiting| folded(view.name(waiting.seat)) == folded(line.trim()));
    whole.map(|waiting| waiting.seat).or(first.filter(|_| more == 0))
}

/// Somebody who is asked and what they answer, if the line says so: `Bob: 5`, and `Bob` where several are asked at once.
pub fn of_several<'l>(view: &View, line: &'l str) -> Option<(Seat, &'l str)> {
    let (name, answer) = line.split_once(':').unwrap_or((line, ""));
    let is_said = view.waiting.len() > 1 || line.contains(':');
    let seat = is_said.then(|| asked_by(view, name)).flatten()?;
    Some((seat, answer.trim()))
}

pub fn begins_name(view: &View, seat: Seat, line: &str) -> bool {
    let line = folded(line.trim());
    !line.is_empty() && folded(view.name(seat)).starts_with(&line)
}

/// Who may look by this line, where somebody is asked in secret: without a name the only one.
pub fn who_looks(view: &View, name: &str) -> Option<Seat> {
    let secret: Vec<Seat> = view.missing().filter(|waiting| waiting.secret).map(|waiting| waiting.seat).collect();
    match (name.is_empty(), &secret[..]) {
        (true, [only]) => Some(*only),
        (true, _) => None,
        (false, _) => asked_by(view, name).filter(|seat| secret.contains(seat)),
    }
}
