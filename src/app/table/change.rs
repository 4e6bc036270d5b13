//! What people change beside the rules: taking back, and setting the state to what is on the table.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::diag::{Diagnostic, all_of, did_you_mean};
use crate::referee::{Fit, Misfit, Schema, Table, TakenBack, Typed, WhatCameOut, in_figures};

use super::moving::{moved, space_called};
use super::settings::{Setting, Settings, count_of, field_meant};

/// Of what can be set of one player or place so many are named.
const MOST_NAMED: usize = 5;
/// Words between what is counted, and whose it is or where it lies.
const PLACED: [&str; 2] = [" on ", " of "];

/// What was taken back, in words, with a warning when everybody has seen something of it.
#[must_use]
pub fn taken_back(taken: &TakenBack) -> Vec<String> {
    let mut lines: Vec<String> = taken.told.iter().map(|told| format!("taken back: {told}")).collect();
    let mut seen: BTreeMap<&WhatCameOut, usize> = BTreeMap::new();
    for revealed in &taken.reveals {
        *seen.entry(&revealed.what).or_default() += 1;
    }
    lines.extend(seen.into_iter().map(|(what, times)| seen_told(what, times)));
    if !taken.secrets_out.is_empty() {
        let who = all_of(taken.secrets_out.clone());
        lines.push(format!("others know by now what {who} answered in secret: answer the same, or anew if all agree"));
    }
    lines
}

/// What cannot be unseen, and how people go on with it.
fn seen_told(what: &WhatCameOut, times: usize) -> String {
    let it = if times == 1 { "that comes" } else { "these come" };
    let (who, what, again) = match what {
        WhatCameOut::Answers => {
            return "everybody has read secret answers there: answer the same, or anew if all agree".to_owned();
        }
        WhatCameOut::Chance => ("everybody", ["dice or a card", "dice or cards"], "type the same, or roll anew"),
        WhatCameOut::SeenBy(seat) => (seat.as_str(), ["a card", "cards"], "tell the same, or deal anew"),
    };
    let what = if times == 1 { what[0].to_owned() } else { format!("{} {times} times", what[1]) };
    format!("{who} has seen {what} there: when {it} up again, {again} if all agree")
}

/// `pen=29`, `hand.Bob=17`, `ghosts on D3: 2` and `ghost on D3 to E4` as fields and values. `known` is what there is.
///
/// # Errors
/// The first that does not fit.
pub fn read_wishes(table: &Table, known: &Settings, texts: &[String]) -> Result<BTreeMap<String, Value>, Diagnostic> {
    let mut set = BTreeMap::new();
    for text in texts {
        let counts = counted(table, known, text);
        if let Some((field, Ok(value))) = counts {
            set.insert(field, value);
            continue;
        }
        let parted = parts(table, known, text);
        // `Maren on E4`: where something is, and so where it has come to.
        if let (None, Some(place)) = (parted, text.rsplit_once(" on "))
            && let Some(read) = moved(table, known, place)?
        {
            set.extend(read);
            continue;
        }
        let (name, value) = parted.ok_or_else(|| {
            let example = known.all.first().map(|first| format!("{}: {}", first.called, first.value));
            Diagnostic::error(format!("`{text}` is no adjustment"))
                .maybe_hint(example.map(|example| format!("write what it is and its value: `{example}`")))
        })?;
        let is_number = in_figures(value).parse::<i64>().is_ok();
        let read = || {
            let field = field_meant(table, known, name);
            // `R1=3`: what a number says of a piece.
            let count = || Some(name).filter(|name| is_number && table.schema().piece_called(name, None).is_some());
            let field = field.or_else(|wrong| count().and_then(|name| count_of(&known.all, name)).ok_or(wrong))?;
            let value = table.read_field(&field, value)?;
            Ok(vec![(field, value)])
        };
        let read = match read() {
            Ok(read) => read,
            Err(wrong) => moved(table, known, (name, value))?.ok_or_else(|| match counts {
                // `Bob has 5 bullets`, and nobody has so many.
                Some((field, Err(wrong))) => {
                    let called = known.all.iter().find(|setting| setting.field == field).map(|one| one.called.as_str());
                    misfit(wrong, known, (called.unwrap_or(&field), value), table.schema(), true)
                }
                _ => misfit(wrong, known, (name, value), table.schema(), !text.contains('=')),
            })?,
        };
        set.extend(read);
    }
    Ok(set.into_iter().map(|(field, value)| emptied(table, field, value)).collect())
}

/// A place on which there is none of something is not counted at all, where the rules leave it out.
fn emptied(table: &Table, field: String, value: Value) -> (String, Value) {
    let is_place = field.rsplit_once('.').is_some_and(|(_, place)| table.schema().spaces.contains(place));
    let nothing = (is_place && value == 0).then(|| table.read_field(&field, "none").ok()).flatten();
    (field, nothing.unwrap_or(value))
}

/// What is to be set, and to what: `pen=29`, `pen: 29`, `ghost to E4`, and `pen 29` where there is a pen.
fn parts<'t>(table: &Table, known: &Settings, text: &'t str) -> Option<(&'t str, &'t str)> {
    let text = ["move ", "put ", "set "].iter().find_map(|begin| text.strip_prefix(begin)).unwrap_or(text);
    let signs = [": ", " is on ", " is at ", " to ", " is ", " has ", " have "];
    let parted = text.split_once('=').or_else(|| signs.iter().find_map(|sign| text.rsplit_once(sign)));
    let parted = parted.or_else(|| text.rsplit_once(' ').filter(|(name, _)| field_meant(table, known, name).is_ok()));
    parted.map(|(name, value)| (name.trim(), value.trim()))
}

/// How many there are of something, as people say it: `2 ghosts on D3`, `D3: 2 ghosts`, `Ann has 2 ghosts`, `Ann ghosts 2`; none
/// where no field is called so, or the text says it otherwise.
fn counted(table: &Table, known: &Settings, text: &str) -> Option<(String, Result<Value, Misfit>)> {
    let is_number = |text: &str| in_figures(text).parse::<i64>().is_ok();
    let of = |what: &str, whose: &str| ["of", "on"].map(|word| format!("{} {word} {}", what.trim(), whose.trim()));
    let text =
        ["there are ", "there is ", "the "].iter().find_map(|begin| text.strip_prefix(begin)).unwrap_or(text).trim();
    let mut ways: Vec<(String, &str)> = Vec::new();
    if let Some((number, what)) = text.split_once(' ') {
        ways.push((what.to_owned(), number));
    }
    for sign in [": ", " has ", " have "] {
        if let Some((whose, (number, what))) = text.split_once(sign).and_then(|(a, b)| Some((a, b.split_once(' ')?))) {
            ways.extend(of(what, whose).map(|name| (name, number)));
        }
    }
    if let Some((rest, number)) = text.rsplit_once(' ')
        && let Some((whose, what)) = rest.rsplit_once(' ')
    {
        ways.extend(of(what, whose).map(|name| (name, number)));
    }
    // One is told without an s, and what is counted is called with it.
    let singular = |name: &str| {
        PLACED.iter().find(|word| name.contains(**word)).map(|word| name.replacen(word, &format!("s{word}"), 1))
    };
    ways.iter().filter(|(_, number)| is_number(number)).find_map(|(name, number)| {
        let called = |name: &str| field_meant(table, known, name).ok();
        let field = called(name).or_else(|| called(&singular(name)?))?;
        let value = table.read_field(&field, in_figures(number));
        Some((field, value))
    })
}

/// What is wrong with a wish, in the words that people know it by.
fn misfit(
    wrong: Misfit,
    Settings { all, counts, .. }: &Settings,
    (name, value): (&str, &str),
    schema: &Schema,
    is_in_words: bool,
) -> Diagnostic {
    if let Some(count) = counts.iter().find(|count| count.field.is_none() && count.what.eq_ignore_ascii_case(name)) {
        let message = format!("`{}` is counted from several things", count.what);
        return Diagnostic::error(message).hint("`audit` says which: set the one that differs");
    }
    if schema.is_map(&wrong.field) && !value.contains('{') {
        let message = format!("`{name}` alone does not say of whom or where");
        return Diagnostic::error(message)
            .hint(format!("`{name} of Ann: 1`, or `{name} on A1: 1`: as the game has it"));
    }
    if all.iter().any(|setting| setting.field == wrong.field) {
        let message = format!("`{name}` {}", wrong.message);
        return Diagnostic::error(message).maybe_hint(wrong.hint);
    }
    let ends = [" of ", " on "].map(|word| format!("{word}{}", name.to_lowercase()));
    let is_piece = schema.piece_called(name, None).is_some();
    let of_it = |setting: &&Setting| {
        let called = setting.called.to_lowercase();
        ends.iter().any(|end| called.ends_with(end))
            || is_piece && called.split_whitespace().any(|word| *word == name.to_lowercase())
    };
    let several: Vec<String> = all.iter().filter(of_it).map(|setting| format!("`{}`", setting.called)).collect();
    if !several.is_empty() {
        let message = format!("`{name}` alone does not say what is to be set");
        return Diagnostic::error(message).hint(format!("can be set: {}", several.join(", ")));
    }
    if space_called(schema, name).is_some() {
        let message = format!("`{name}` is a place, and not what lies there");
        let hint = of_the_same(all, &format!("all on {name}"));
        return Diagnostic::error(message)
            .hint(hint.unwrap_or_else(|| "`adjust` alone lists what can be set".to_owned()));
    }
    // A sentence is no field with a slip in it.
    let close = did_you_mean(name, all.iter().flat_map(|setting| [&*setting.called, &*setting.field]));
    let is_no_field = || schema.find(name).is_err() && (is_in_words || schema.piece_called(name, None).is_some());
    let like = of_this_word(all, name);
    if wrong.field == name && (name.contains(' ') || is_no_field()) {
        let told = Diagnostic::error(format!("nothing that can be set is called `{name}`"));
        // Where the thing is known, its places are; all fields of the rules help nobody.
        let is_of_places = |hint: &String| !schema.names().any(|field| hint.contains(&format!("`{field}`")));
        let places = wrong.hint.filter(|_| PLACED.iter().any(|word| name.contains(word))).filter(is_of_places);
        let hint = like.or(close).or_else(|| of_the_same(all, name)).or(places).or_else(|| kept_in(all, schema, name));
        return told.hint(hint.unwrap_or_else(|| "`adjust` alone lists what can be set".to_owned()));
    }
    if schema.find(&wrong.field).is_err() {
        return wrong.diagnostic();
    }
    let message = format!("`{}` {}", schema.spoken(&wrong.field), wrong.message);
    Diagnostic::error(message).maybe_hint(wrong.hint)
}

/// What of the table has a thing in it that cannot be set by itself, as everybody can see.
fn kept_in(all: &[Setting], schema: &Schema, name: &str) -> Option<String> {
    let label = schema.label(schema.piece_called(name, None)?).to_lowercase();
    let has_it = |setting: &&Setting| setting.value.split(", ").any(|thing| thing.to_lowercase() == label);
    let kept: Vec<String> = all
        .iter()
        .filter(has_it)
        .take(MOST_NAMED)
        .map(|setting| format!("`{}: {}`", setting.called, setting.value))
        .collect();
    (!kept.is_empty()).then(|| format!("it is in what can be set: {}", kept.join(", ")))
}

/// What can be set in whose name this word is: `hour on the hourglass`.
fn of_this_word(all: &[Setting], name: &str) -> Option<String> {
    let has_it = |setting: &&Setting| {
        let mut words = setting.called.split_whitespace();
        !setting.is_inner && words.clone().count() > 1 && words.any(|word| word.eq_ignore_ascii_case(name))
    };
    can_be_set(all.iter().filter(has_it))
}

/// What can be set of the same player, piece or place.
fn of_the_same(all: &[Setting], name: &str) -> Option<String> {
    let (_, whose) = [" of ", " on ", " at ", " in "].iter().find_map(|word| name.rsplit_once(word))?;
    let whose = Typed::new(whose);
    let end = |setting: &Setting| {
        [" of ", " on "].iter().find_map(|word| Some(setting.called.rsplit_once(word)?.1.to_owned()))
    };
    let is_its = |setting: &&Setting| {
        !setting.is_inner && end(setting).is_some_and(|end| whose.fit(&[&end]) == Some(Fit::Whole))
    };
    can_be_set(all.iter().filter(is_its))
}

/// The first of them by what they are called, if there are any.
fn can_be_set<'s>(settings: impl Iterator<Item = &'s Setting>) -> Option<String> {
    let called: Vec<String> = settings.take(MOST_NAMED).map(|setting| format!("`{}`", setting.called)).collect();
    (!called.is_empty()).then(|| format!("can be set: {}", called.join(", ")))
}

/// `pen=29 hand.Bob=17 because one fell off`, or with `--reason` as on a command line: what to set, and why.
///
/// # Errors
/// When there is no reason.
pub fn read_adjustment(text: &str) -> Result<(Vec<String>, String), Diagnostic> {
    if let Some(each) = reasons_of_each(text) {
        return Ok(each);
    }
    let before = |word: &str| text.split_once(word).map(|(set, reason)| (set, reason.trim().trim_matches('"')));
    let reason = before(" --reason ").or_else(|| before(" --reason=")).or_else(|| before(" because "));
    let reason = reason.or_else(|| before(" since "));
    let Some((set, reason)) = reason.filter(|(_, reason)| !reason.is_empty()) else {
        let set = text.trim_end().trim_end_matches("because").trim_end_matches("--reason").trim_end();
        let hint = format!("say why: `adjust {set} because one fell off the table`");
        return Err(Diagnostic::error("an adjustment needs a reason").hint(hint));
    };
    Ok((wishes(set), reason.to_owned()))
}

/// `pen: 3 because one fell off, hand of Bob: rune because it was his`: several wishes with a reason each; none where all have one.
fn reasons_of_each(text: &str) -> Option<(Vec<String>, String)> {
    if text.contains(" --reason") {
        return None;
    }
    let mut parts = text.split(" because ");
    let mut all = wishes(parts.next()?);
    let mut reasons: Vec<&str> = Vec::new();
    let mut parts = parts.peekable();
    while let Some(part) = parts.next() {
        let mut reason = part;
        if parts.peek().is_some() {
            let (before, wish) = part
                .match_indices(", ")
                .map(|(at, _)| (&part[..at], &part[at + 2..]))
                .find(|(_, wish)| is_wish(wish))?;
            all.extend(wishes(wish));
            reason = before;
        }
        let reason = reason.trim().trim_matches('"');
        if !reasons.contains(&reason) {
            reasons.push(reason);
        }
    }
    (all.len() > 1 && !reasons.is_empty() && !reasons.contains(&"")).then(|| (all, reasons.join("; ")))
}

/// Whether a text says what is set to what.
fn is_wish(text: &str) -> bool {
    ["=", ": ", " to ", " is ", " has "].iter().any(|sign| text.contains(sign))
        || text.split_whitespace().next().is_some_and(|word| in_figures(word).parse::<i64>().is_ok())
}

/// Where one wish ends and the next begins: at a word with `=` outside of brackets, or behind a comma before `name: value`.
fn wishes(text: &str) -> Vec<String> {
    let mut wishes: Vec<String> = Vec::new();
    let mut open = 0_usize;
    if !text.contains('=') {
        return wishes_in_words(text);
    }
    let text = text.split('=').map(str::trim).collect::<Vec<_>>().join("=");
    for word in text.split_whitespace() {
        match wishes.last_mut() {
            Some(last) if open > 0 || !word.contains('=') || !last.contains('=') => *last = format!("{last} {word}"),
            _ => wishes.push(word.to_owned()),
        }
        open += word.matches(['{', '[']).count();
        open = open.saturating_sub(word.matches(['}', ']']).count());
    }
    wishes
}

/// `ghosts on D3: 2, hand of Bob: rune, rope`: what has no colon belongs to what is before it. `ghost D3 to E4, ghost D4 to E5`.
fn wishes_in_words(text: &str) -> Vec<String> {
    let mut wishes: Vec<String> = Vec::new();
    let mut open = 0_usize;
    for part in text.split(", ") {
        match wishes.last_mut() {
            Some(last) if open > 0 || !part.contains(": ") && (last.contains(": ") || !part.contains(" to ")) => {
                *last = format!("{last}, {part}");
            }
            _ => wishes.push(part.trim().to_owned()),
        }
        open += part.matches(['{', '[']).count();
        open = open.saturating_sub(part.matches(['}', ']']).count());
    }
    wishes
}

#[cfg(test)]
mod tests {
    use super::read_adjustment;

    #[test]
    fn an_adjustment_has_fields_and_a_reason() {
        let (set, reason) = read_adjustment("pen=29 lure={a: 1, b: 2} hand.Bob = 3 because = is odd").unwrap();
        assert_eq!(set, ["pen=29", "lure={a: 1, b: 2}", "hand.Bob=3"]);
        assert_eq!(reason, "= is odd");
        let (set, _) = read_adjustment("cattle.Mary Ann=3 because x").unwrap();
        assert_eq!(set, ["cattle.Mary Ann=3"]);
        let (set, reason) = read_adjustment("ghosts on D3: 2 --reason \"one fell off\"").unwrap();
        assert_eq!((&set[..], &*reason), (&["ghosts on D3: 2".to_owned()][..], "one fell off"));
        let (set, _) = read_adjustment("pen: 3, hand of Bob: rune, rope, lure: {a: 1, b: 2} because x").unwrap();
        assert_eq!(set, ["pen: 3", "hand of Bob: rune, rope", "lure: {a: 1, b: 2}"]);
        let (set, reason) =
            read_adjustment("ghosts on D3: 1 because of the cat, E3: 2 ghosts because of the cat").unwrap();
        assert_eq!((set, &*reason), (vec!["ghosts on D3: 1".to_owned(), "E3: 2 ghosts".to_owned()], "of the cat"));
        let (set, reason) = read_adjustment("pen: 3 because it fell, and because it was late").unwrap();
        assert_eq!((set, &*reason), (vec!["pen: 3".to_owned()], "it fell, and because it was late"));
        let told = read_adjustment("pen=29").unwrap_err();
        assert_eq!(told.hints, ["say why: `adjust pen=29 because one fell off the table`"]);
    }
}
