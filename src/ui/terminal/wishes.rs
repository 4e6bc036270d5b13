//! What people type while a table is set up, as what they mean by it: players in another order, options by what they are
//! called, dice and decks with who has them. Asks nothing itself.

use crate::app::LeftToChance;
use crate::diag::{Diagnostic, meant_or_known};
use crate::model::{GameOption, OptionValues};
use crate::referee::{Custody, Fit, Hands, Typed};

/// Whether a line agrees.
pub fn is_yes(line: &str) -> bool {
    line.is_empty() || ["y", "yes"].iter().any(|yes| line.eq_ignore_ascii_case(yes))
}

/// Whether a line does not agree.
pub fn is_no(line: &str) -> bool {
    ["n", "no"].iter().any(|no| line.eq_ignore_ascii_case(no))
}

/// The same players in another order; each by the name, or as much of its beginning as is enough.
pub fn reordered(players: &[String], order: &[String]) -> Result<Vec<String>, Diagnostic> {
    let mut found: Vec<String> = Vec::new();
    for typed in order {
        let begins = |name: &&String| name.to_lowercase().starts_with(&typed.to_lowercase());
        let whole = players.iter().find(|name| name.eq_ignore_ascii_case(typed));
        let mut fits = players.iter().filter(begins);
        let only = fits.next().filter(|_| fits.next().is_none());
        let Some(name) = whole.or(only) else {
            let known = meant_or_known(typed, players.iter().map(String::as_str));
            return Err(Diagnostic::error(format!("nobody who plays is called `{typed}`")).maybe_hint(known));
        };
        if found.contains(name) {
            return Err(Diagnostic::error(format!("{name} is there twice")));
        }
        found.push(name.clone());
    }
    let missing: Vec<&str> = players.iter().filter(|name| !found.contains(name)).map(String::as_str).collect();
    match missing.as_slice() {
        [] => Ok(found),
        _ => Err(Diagnostic::error(format!("{} would not play: name all", missing.join(" and ")))),
    }
}

/// `Ben plays the ghosts`: the same players, with this one where that side sits; none where a line says something else.
pub fn seated(players: &[String], sides: &[String], line: &str) -> Option<Vec<String>> {
    let (name, side) = line.split_once(" plays ")?;
    let from = players.iter().position(|player| player.eq_ignore_ascii_case(name.trim()))?;
    let side = side.trim().trim_end_matches('.').to_lowercase();
    let side = side.strip_prefix("the ").unwrap_or(&side);
    let to = sides.iter().position(|known| known.to_lowercase().contains(side))?;
    let mut order = players.to_vec();
    order.swap(from, to.min(players.len() - 1));
    Some(order)
}

/// What was chosen otherwise than usual, to be read once more.
pub fn chosen_told(known: &[GameOption], wishes: &[String]) -> Option<String> {
    let told = |wish: &String| {
        let (id, value) = wish.split_once('=').map_or((wish.as_str(), None), |(id, value)| (id, Some(value)));
        let title = known.iter().find(|option| option.id == id).map_or(id, |option| option.title.as_str());
        value.map_or_else(|| title.to_owned(), |value| format!("{title}: {value}"))
    };
    let all: Vec<String> = wishes.iter().map(told).collect();
    (!all.is_empty()).then(|| format!("Chosen: {}.", all.join(", ")))
}

/// A wish for an option by its name, where people wrote what it is called, or `no` before it.
pub fn by_id(known: &[GameOption], wish: &str) -> String {
    let (name, value) = wish.split_once('=').map_or((wish, None), |(name, value)| (name.trim(), Some(value.trim())));
    let (name, value) = match name.split_once(' ') {
        Some(("no" | "No" | "without", name)) if value.is_none() => (name, Some("no")),
        _ => (name, value),
    };
    let called = |name: &str| option_called(known, name);
    // `days 8` is `days=8`.
    let (name, value) = match name.rsplit_once(' ') {
        Some((of, word)) if value.is_none() && called(name).is_none() && called(of).is_some() => (of, Some(word)),
        // And `two characters` is `characters=two`.
        _ => match name.split_once(' ') {
            Some((word, of)) if value.is_none() && called(name).is_none() && called(of).is_some() => (of, Some(word)),
            _ => (name, value),
        },
    };
    // `8` is `days=8`, if nothing else can be that.
    let mut with_word = known.iter().filter(|option| has_word(option, name));
    if let (None, None, Some(option), None) = (value, called(name), with_word.next(), with_word.next()) {
        return format!("{}={name}", option.id);
    }
    let id = called(name).map_or(name, |option| option.id.as_str());
    value.map_or_else(|| id.to_owned(), |value| format!("{id}={value}"))
}

/// Whether an option can be this word.
fn has_word(option: &GameOption, word: &str) -> bool {
    matches!(&option.values, OptionValues::Words { words, .. } if words.iter().any(|known| known.eq_ignore_ascii_case(word)))
}

/// The option with this name, or with enough of it to tell it from the others.
fn option_called<'o>(known: &'o [GameOption], name: &str) -> Option<&'o GameOption> {
    let typed = Typed::new(name);
    let fit = |option: &GameOption| typed.fit(&[&option.id, &option.title]);
    let is_named = |option: &&GameOption| fit(option) == Some(Fit::Whole);
    let mut fits = known.iter().filter(|option| fit(option).is_some_and(|fit| fit != Fit::Inside));
    known.iter().find(is_named).or_else(|| fits.next().filter(|_| fits.next().is_none()))
}

/// How options are typed, by those of the game.
pub fn example(known: &[GameOption]) -> String {
    use OptionValues::{Flag, Number, Words};
    let one = |option: &GameOption| match &option.values {
        Flag { usual: false } => format!("`{}`", option.id),
        Flag { usual: true } => format!("`{}=no`", option.id),
        Number { most, .. } => format!("`{}={most}`", option.id),
        Words { words, usual } => {
            let other = words.iter().find(|word| *word != usual).unwrap_or(usual);
            format!("`{}={other}`", option.id)
        }
    };
    known.iter().take(2).map(one).collect::<Vec<_>>().join(", ")
}

/// The names of all dice and decks.
pub fn names_of(chance: &LeftToChance) -> Vec<String> {
    chance.dice.iter().cloned().chain(chance.decks.iter().map(|(name, _)| name.clone())).collect()
}

/// `app, d6 table, cards ask`: who has all, and who has what instead. `dice` and `decks` are all of these.
pub fn hands(line: &str, chance: &LeftToChance) -> Result<Hands, Diagnostic> {
    let names = names_of(chance);
    let mut hands = Hands::default();
    for part in line.split(',').map(str::trim).filter(|part| !part.is_empty()) {
        match part.rsplit_once([' ', '=', ':']) {
            None => hands.usual = custody(part)?,
            Some((name, who)) => {
                let name = name.trim_end_matches([' ', '=', ':']);
                let who = custody(who)?;
                let meant = meant(name, &names, chance);
                if meant.is_empty() {
                    let refusal = Diagnostic::error(format!("this game has no die and no deck `{name}`"));
                    return Err(refusal.maybe_hint(meant_or_known(name, names.iter().map(String::as_str))));
                }
                hands.named.extend(meant.into_iter().map(|name| (name, who)));
            }
        }
    }
    Ok(hands)
}

/// The die or deck of a name, or all of a kind.
fn meant(name: &str, names: &[String], chance: &LeftToChance) -> Vec<String> {
    let is_one_of = |words: &[&str]| words.iter().any(|word| word.eq_ignore_ascii_case(name));
    match names.iter().find(|known| known.eq_ignore_ascii_case(name)) {
        Some(known) => vec![known.clone()],
        None if is_one_of(&["dice", "die", "all dice"]) => chance.dice.clone(),
        None if is_one_of(&["decks", "deck", "cards", "all decks", "all cards"]) => {
            chance.decks.iter().map(|(name, _)| name.clone()).collect()
        }
        None => Vec::new(),
    }
}

fn custody(word: &str) -> Result<Custody, Diagnostic> {
    let known = Custody::WORDS.iter().find(|(known, _)| known.eq_ignore_ascii_case(word));
    known.map(|(_, custody)| *custody).ok_or_else(|| {
        Diagnostic::error(format!("`{word}` does not say who rolls and deals")).hint("write `app`, `table` or `ask`")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chance() -> LeftToChance {
        LeftToChance {
            dice: vec!["d6".into(), "d20".into()],
            decks: vec![("loot".into(), None), ("houses".into(), Some("House cards".into()))],
        }
    }

    fn told(line: &str) -> Vec<(String, Custody)> {
        hands(line, &chance()).map(|hands| hands.named.into_iter().collect()).unwrap_or_default()
    }

    #[test]
    fn dice_and_decks_are_all_of_them() {
        let both = |names: [&str; 2]| names.map(|name| (name.to_owned(), Custody::Ask)).to_vec();
        assert_eq!(told("app, dice ask"), both(["d20", "d6"]));
        assert_eq!(told("app, decks ask"), both(["houses", "loot"]));
        assert_eq!(told("app, D6 table"), [("d6".to_owned(), Custody::Table)]);
        assert!(hands("app, coins ask", &chance()).is_err());
    }
}
