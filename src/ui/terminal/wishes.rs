//! What people type while a table is set up, as what they mean by it: players in another order, options by what they are
//! called, dice and decks with who has them. Asks nothing itself.

use crate::app::LeftToChance;
use crate::diag::{Diagnostic, meant_or_known};
use crate::model::{GameOption, OptionValues};
use crate::referee::{Custody, Fit, Hands, Typed, agreed};

/// Whether a line agrees.
pub fn is_yes(line: &str) -> bool {
    line.is_empty() || agreed(line) == Some(true)
}

/// Whether a line agrees, whatever is said behind it, as long as it names nothing of these: `yes, that's fine`.
pub fn is_yes_without<'n>(line: &str, mut names: impl Iterator<Item = &'n String>) -> bool {
    let lower = line.to_lowercase();
    let words = || lower.split(|sign: char| !sign.is_alphanumeric()).filter(|word| !word.is_empty());
    let is_named = |name: &String| {
        let name = name.to_lowercase();
        words().any(|word| name.split_whitespace().any(|part| part == word))
    };
    is_yes(line) || words().next().is_some_and(is_yes) && !names.any(is_named)
}

/// Whether a line does not agree.
pub fn is_no(line: &str) -> bool {
    agreed(line) == Some(false)
}

/// What the first word of a line says to a yes or no question, whatever follows: `nah, we're friends`.
pub fn first_agreed(line: &str) -> Option<bool> {
    let lower = line.to_lowercase();
    lower.split(|sign: char| !sign.is_alphanumeric()).find(|word| !word.is_empty()).and_then(agreed)
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

/// `Ben plays the ghosts`, `Ben wants green`: the same players, with this one where that side sits; none where a line says
/// something else.
pub fn seated(players: &[String], sides: &[String], line: &str) -> Option<Vec<String>> {
    const WANTING: [&str; 18] = [
        "plays", "is", "wants", "would", "like", "likes", "to", "be", "play", "have", "takes", "gets", "has", "the",
        "as", "in", "a", "please",
    ];
    let (name, side) = line.split_once([' ', ':'])?;
    let from = players.iter().position(|player| player.eq_ignore_ascii_case(name.trim()))?;
    let side = side.to_lowercase();
    let words = side.split([' ', '.', '!', ':']).filter(|word| !word.is_empty());
    let side = words.skip_while(|word| WANTING.contains(word)).collect::<Vec<_>>();
    let side = side.strip_suffix(&["please"]).unwrap_or(&side).join(" ");
    let to = sides.iter().position(|known| !side.is_empty() && known.to_lowercase().contains(&side))?;
    let mut order = players.to_vec();
    order.swap(from, to.min(players.len() - 1));
    Some(order)
}

/// The same for several at once: `Cleo red, Ann blue`.
pub fn all_seated(players: &[String], sides: &[String], line: &str) -> Option<Vec<String>> {
    let line = line.replace(" and ", ", ");
    let mut parts = line.split([',', ';']).map(str::trim).filter(|part| !part.is_empty());
    parts.try_fold(players.to_vec(), |players, part| seated(&players, sides, part))
}

/// What people want otherwise, each for itself, without what they say around it: `with dawn and the hidden traps, please`.
pub fn wished(line: &str) -> Vec<String> {
    const BEFORE: [&str; 10] =
        ["and ", "with ", "the ", "just ", "only ", "but ", "we want ", "we take ", "please ", "also "];
    let plain = |wish: &str| {
        let mut rest = wish.trim().trim_end_matches(['.', '!']);
        while let Some(after) = BEFORE.iter().find_map(|before| rest.strip_prefix(before)) {
            rest = after.trim_start();
        }
        rest.strip_suffix("please").unwrap_or(rest).trim().to_owned()
    };
    let parts = line.split(',').flat_map(|part| part.split(" and ")).map(plain);
    let wishes: Vec<String> = parts.filter(|wish| !wish.is_empty()).collect();
    // `yes, with the hidden traps` only agrees that something is wished for.
    let says_more = wishes.iter().any(|wish| agreed(wish).is_none());
    wishes.into_iter().filter(|wish| !says_more || agreed(wish).is_none()).collect()
}

/// What people want otherwise than usual, without what they want as it is: `two characters please, rest as usual`.
pub fn otherwise(known: &[GameOption], line: &str) -> Vec<String> {
    const AS_USUAL: [&str; 8] = ["usual", "normal", "standard", "default", "nothing", "none", "plain", "always"];
    let is_wish = |wish: &String| {
        let lower = wish.to_lowercase();
        let is_usual = lower.split_whitespace().any(|word| AS_USUAL.contains(&word));
        !is_usual || option_called(known, wish).is_some()
    };
    let all = wished(line);
    // Whoever begins so only says why.
    if all.first().is_some_and(|first| ["nothing", "none"].contains(&&*first.to_lowercase())) {
        return Vec::new();
    }
    let wishes: Vec<String> = all.iter().filter(|wish| is_wish(wish)).cloned().collect();
    let says_nothing = wishes.iter().all(|wish| agreed(wish) == Some(false));
    if says_nothing { Vec::new() } else { wishes }
}

/// Whether a question of people is about an option: `what does hidden traps mean?`
pub fn asks_of(option: &GameOption, line: &str) -> bool {
    let lower = line.to_lowercase();
    let said: Vec<&str> = lower.split(|sign: char| !sign.is_alphanumeric()).filter(|word| word.len() > 2).collect();
    let own = format!("{} {}", option.id, option.title).to_lowercase();
    own.split(|sign: char| !sign.is_alphanumeric()).filter(|word| word.len() > 2).any(|word| said.contains(&word))
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
    if says_now_and_then(line, &names) {
        return Ok(Hands { usual: Custody::Ask, ..hands });
    }
    let mut last = None;
    let parts = wished(&line.replace(" but ", ", "));
    // Where all that is said of rolling is of all dice, whoever deals has the cards: `we roll, you deal`.
    let mut rolling = parts.iter().filter(|part| says_verb(part, &ROLLING)).peekable();
    let is_of_dice = |part: &String| who_says(part).is_some_and(|(_, name)| matches!(&*name, "" | "dice"));
    let rolls_all = rolling.peek().is_some() && rolling.all(is_of_dice);
    for part in &parts {
        // `the laptop rolls and deals everything`
        let said =
            who_says(part).or_else(|| who_says(&format!("{} {part}", last?)).filter(|(_, name)| name.is_empty()));
        if let Some((who, name)) = said {
            last = Some(if who == Custody::App { "you" } else { "we" });
            let deals = says_verb(part, &DEALING) && !says_verb(part, &ROLLING);
            let name = if name.is_empty() && deals && rolls_all { "cards".to_owned() } else { name };
            if name.is_empty() {
                hands.usual = who;
            } else {
                hands.named.extend(named(&name, &names, chance)?.into_iter().map(|name| (name, who)));
            }
            continue;
        }
        match part.rsplit_once([' ', '=', ':']) {
            None => hands.usual = custody(part)?,
            Some((name, who)) => {
                let who = custody(who)?;
                let name = name.trim_end_matches([' ', '=', ':']);
                hands.named.extend(named(name, &names, chance)?.into_iter().map(|name| (name, who)));
            }
        }
    }
    Ok(hands)
}

/// What is done with dice, and with cards.
const ROLLING: [&str; 3] = ["roll", "rolls", "throw"];
const DEALING: [&str; 4] = ["deal", "deals", "draw", "draws"];

fn says_verb(text: &str, verbs: &[&str]) -> bool {
    text.to_lowercase().split(|sign: char| !sign.is_alphanumeric()).any(|word| verbs.contains(&word))
}

/// `sometimes us, sometimes you`: that it is asked each time, where no die and no deck is named.
fn says_now_and_then(line: &str, names: &[String]) -> bool {
    let lower = line.to_lowercase();
    let words: Vec<&str> = lower.split(|sign: char| !sign.is_alphanumeric()).collect();
    let is_now_and_then = words.iter().any(|word| ["sometimes", "either", "depends"].contains(word));
    is_now_and_then && !names.iter().any(|name| words.contains(&&*name.to_lowercase()))
}

/// `we roll our own dice`, `you deal the cards`, `ask each time`: who does it, and for which die or deck; all of them where none is
/// named.
pub(super) fn who_says(part: &str) -> Option<(Custody, String)> {
    const SAID: [&str; 28] = [
        "too",
        "also",
        "both",
        "please",
        "just",
        "we",
        "you",
        "ourselves",
        "yourself",
        "our",
        "own",
        "roll",
        "rolls",
        "deal",
        "deals",
        "draw",
        "draws",
        "the",
        "app",
        "referee",
        "computer",
        "laptop",
        "everything",
        "all",
        "do",
        "does",
        "it",
        "for",
    ];
    const OFTEN: [&str; 5] = ["us", "each", "every", "time", "always"];
    const DOING: [&str; 10] =
        ["roll", "rolls", "deal", "deals", "draw", "draws", "do", "does", "everything", "yourself"];
    let lower = part.to_lowercase();
    let mut words: Vec<&str> = lower.split_whitespace().collect();
    // `dice we roll ourselves`
    let subject = words.iter().position(|word| ["we", "you"].contains(word)).unwrap_or(0);
    if !words[..subject].iter().any(|word| DOING.contains(word) || OFTEN.contains(word)) {
        words.rotate_left(subject);
    }
    let has = |all: &[&str]| words.iter().any(|word| all.contains(word));
    let who = match words[..] {
        ["ask", ref rest @ ..] if !rest.is_empty() && rest.iter().all(|word| OFTEN.contains(word)) => Custody::Ask,
        ["we" | "us" | "ourselves"] => Custody::Table,
        ["you"] => Custody::App,
        ["we", ..] if has(&["roll", "deal", "draw", "do", "ourselves"]) => Custody::Table,
        ["the", "app" | "referee" | "computer" | "laptop", ..]
        | ["you" | "app" | "referee" | "computer" | "laptop", _, ..]
            if has(&DOING) =>
        {
            Custody::App
        }
        _ => return None,
    };
    let is_said = |word: &&&str| SAID.contains(word) || OFTEN.contains(word) || **word == "ask";
    let name: Vec<&str> = words.iter().filter(|word| !is_said(word)).copied().collect();
    // `our own dice` are all there are.
    let name = if name == ["dice"] && !has(&["cards", "decks"]) { String::new() } else { name.join(" ") };
    Some((who, name))
}

/// The dice or decks of a name.
fn named(name: &str, names: &[String], chance: &LeftToChance) -> Result<Vec<String>, Diagnostic> {
    let meant = meant(name, names, chance);
    if meant.is_empty() {
        let refusal = Diagnostic::error(format!("this game has no die and no deck `{name}`"));
        return Err(refusal.maybe_hint(meant_or_known(name, names.iter().map(String::as_str))));
    }
    Ok(meant)
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
        None => called_so(name, chance).into_iter().collect(),
    }
}

/// The only die or deck that a part of its name or of what it is called fits: `houses` for the House cards.
fn called_so(name: &str, chance: &LeftToChance) -> Option<String> {
    let typed = Typed::new(name);
    let decks = chance.decks.iter().map(|(id, title)| (id, vec![id.as_str(), title.as_deref().unwrap_or(id)]));
    let all = chance.dice.iter().map(|id| (id, vec![id.as_str()])).chain(decks);
    let mut fitting = all.filter(|(_, called)| typed.fit(called).is_some());
    let (only, _) = fitting.next().filter(|_| fitting.next().is_none())?;
    Some(only.clone())
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

    #[test]
    fn who_rolls_is_said_in_words() {
        let usual = |line: &str| hands(line, &chance()).map(|hands| hands.usual).ok();
        assert_eq!(usual("we roll our own dice"), Some(Custody::Table));
        assert_eq!(usual("we roll ourselves"), Some(Custody::Table));
        assert_eq!(usual("you roll"), Some(Custody::App));
        assert_eq!(usual("ask each time"), Some(Custody::Ask));
        assert_eq!(usual("sometimes us, sometimes you"), Some(Custody::Ask));
        assert_eq!(usual("we roll our own dice but sometimes you"), Some(Custody::Ask));
        assert_eq!(usual("you do everything"), Some(Custody::App));
        assert_eq!(usual("the laptop rolls and deals everything please"), Some(Custody::App));
        let both = "we roll ourselves, and we deal the cards too";
        assert_eq!((usual(both), told(both).len()), (Some(Custody::Table), 2));
        for line in
            ["we roll, you deal", "you deal the cards, dice we roll ourselves", "dice we roll, you deal the cards"]
        {
            let of = |name: &str| hands(line, &chance()).ok().map(|hands| hands.of(name));
            assert_eq!((of("d6"), of("loot")), (Some(Custody::Table), Some(Custody::App)), "{line}");
        }
        assert_eq!(told("we roll our own dice, you deal the house cards"), [("houses".to_owned(), Custody::App)]);
        assert_eq!(told("app, but we draw the loot ourselves"), [("loot".to_owned(), Custody::Table)]);
    }

    #[test]
    fn wishes_are_said_in_words() {
        assert_eq!(wished("with dawn and the hidden traps, please"), ["dawn", "hidden traps"]);
        assert_eq!(wished("yes, with dawn"), ["dawn"]);
        assert_eq!(wished("yes"), ["yes"]);
        assert_eq!([first_agreed("nah, we're friends"), first_agreed("no way, we make mistakes")], [Some(false); 2]);
        for line in ["as usual", "no", "no, the normal one", "nothing, ten days is fine", "normal", ""] {
            assert_eq!(otherwise(&[], line), [""; 0], "{line}");
        }
        assert_eq!(otherwise(&[], "two characters please, rest as usual"), ["two characters"]);
        let names = ["Ann", "Bob"].map(str::to_owned);
        assert!(is_yes_without("yes, that's fine", names.iter()) && is_yes_without("", names.iter()));
        assert!(!is_yes_without("yes, Bob first", names.iter()) && !is_yes_without("Ann", names.iter()));
        let (players, sides) = (["Ann", "Bob"].map(str::to_owned), ["red", "the Witch in green"].map(str::to_owned));
        for line in
            ["Ann wants green", "Ann is the witch", "Ann: green", "Ann wants to be green please", "Bob plays red"]
        {
            assert_eq!(seated(&players, &sides, line), Some(vec!["Bob".to_owned(), "Ann".to_owned()]), "{line}");
        }
        assert_eq!(seated(&players, &sides, "Ann wants"), None);
        let turned = Some(vec!["Bob".to_owned(), "Ann".to_owned()]);
        assert_eq!(all_seated(&players, &sides, "Ann green, Bob red"), turned);
        assert_eq!(all_seated(&players, &sides, "Bob, Ann"), None);
    }
}
