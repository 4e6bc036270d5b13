//! Faces that a question calls by the names of players: the 2 of `(1 Ann, 2 Bob)`. Who is named, and who rolled highest, is read here.

use crate::dice::Die;

use super::naming::{in_figures, words as worded};
use super::typed::{SAYING, face_of};
use super::{Refusal, is_small};

/// The face that the question gives this name.
pub(super) fn stands_for(word: &str, prompt: &str, die: &Die) -> Option<String> {
    let (face, _) = listed(prompt).find(|(_, name)| name.eq_ignore_ascii_case(word))?;
    face_of(face, die)
}

/// What people say of whoever begins, and why.
const FIRST: [&str; 6] = ["highest", "most", "best", "so", "he", "she"];

/// The face of whoever is named alone, as in `it's Bob` and `round 2, Ann starts`, or who rolled highest: `Ann 3, Bob 7`. None where
/// nobody is named.
///
/// # Errors
/// That a figure besides stands for somebody else, or that several rolled highest.
pub(super) fn named_face(text: &str, die: &Die, prompt: &str) -> Result<Option<String>, Refusal> {
    let words: Vec<String> = worded(text);
    let name_of = |word: &str| listed(prompt).find(|(_, name)| name.eq_ignore_ascii_case(word));
    let is_number = |word: &str| in_figures(word).parse::<u32>().is_ok();
    let named: Vec<usize> = (0..words.len()).filter(|at| name_of(&words[*at]).is_some()).collect();
    if let Some(face) = highest(&words, &named, prompt)? {
        return Ok(face_of(face, die));
    }
    let [only] = named[..] else { return Ok(None) };
    let (face, name) = name_of(&words[only]).unwrap_or_default();
    let is_said = |word: &str| SAYING.iter().chain(&FIRST).any(|said| said.eq_ignore_ascii_case(word));
    let is_talk = |at: usize| at == only || is_small(&words[at]) || is_said(&words[at]) || is_number(&words[at]);
    // `round 2`: what is counted there is no die.
    let counts = |at: usize| {
        words[at].chars().all(char::is_alphabetic)
            && words.get(at + 1).is_some_and(|next| is_number(next))
            && !is_talk(at)
    };
    if !(0..words.len()).all(|at| is_talk(at) || counts(at)) {
        return Ok(None);
    }
    let is_figure = |at: &usize| is_number(&words[*at]) && !at.checked_sub(1).is_some_and(counts);
    let other = (0..words.len()).filter(is_figure).map(|at| in_figures(&words[at])).find(|figure| *figure != face);
    match other {
        Some(figure) => {
            let who = listed(prompt).find(|(face, _)| *face == figure).map_or("nobody", |(_, name)| name);
            let refusal = Refusal::new(format!("`{figure}` is {who}, and {name} is {face}: which?"));
            Err(refusal.hint(format!("`{face}` or `{name}` is enough")))
        }
        None => Ok(face_of(face, die)),
    }
}

/// The face of whoever rolled highest, where a line tells what each of them rolled.
fn highest<'p>(words: &[String], named: &[usize], prompt: &'p str) -> Result<Option<&'p str>, Refusal> {
    let players: Vec<(&str, &str)> = listed(prompt).collect();
    let place = |name: &str| named.iter().copied().find(|at| words[*at].eq_ignore_ascii_case(name));
    // `Ann 3, Bob 7, I have 5`: whoever is the only one without a name.
    let mut unnamed = players.iter().filter(|(_, name)| place(name).is_none());
    let is_one = unnamed.next().is_some() && unnamed.next().is_none();
    let own = words.iter().position(|word| is_one && word.eq_ignore_ascii_case("i"));
    let rolled = |(face, name): &(&'p str, &'p str)| {
        let at = place(name).or(own)?;
        let is_next = |word: &String| {
            players.iter().any(|(_, other)| other.eq_ignore_ascii_case(word))
                || own.is_some_and(|at| words[at] == *word)
        };
        let behind = words[at + 1..].iter().take_while(|word| !is_next(word));
        let number = behind.into_iter().find_map(|word| in_figures(word).parse::<u32>().ok())?;
        Some((number, *face, *name))
    };
    let Some(all) = players.iter().map(rolled).collect::<Option<Vec<_>>>().filter(|all| all.len() > 1) else {
        return Ok(None);
    };
    let most = all.iter().map(|(number, ..)| *number).max().unwrap_or_default();
    let mut first = all.iter().filter(|(number, ..)| *number == most);
    match (first.next(), first.next()) {
        (Some((_, face, _)), None) => Ok(Some(face)),
        (Some((_, _, one)), Some((_, _, other))) => {
            let refusal = Refusal::new(format!("{one} and {other} rolled {most} each"));
            Err(refusal.hint("they roll once more: `Ann 3, Bob 7` finds who is highest, a name alone is enough"))
        }
        _ => Ok(None),
    }
}

/// The faces that a question gives names, with these names.
fn listed(prompt: &str) -> impl Iterator<Item = (&str, &str)> {
    let inside = prompt.split_once('(').and_then(|(_, rest)| rest.split_once(')')).map_or("", |(inside, _)| inside);
    inside.split(',').filter_map(|pair| pair.trim().split_once(' '))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROMPT: &str = "for the first player (1 Ann, 2 Bob, 3 Cleo)";

    fn face(text: &str) -> Result<Option<String>, String> {
        named_face(text, &Die::Numbered(3), PROMPT).map_err(|refusal| refusal.message())
    }

    #[test]
    fn who_is_named_is_taken_at_their_name() {
        for text in [
            "bob",
            "Bob starts",
            "round 3, Bob starts",
            "2 bob",
            "ann 3, bob 7, cleo 5",
            "Ann rolled a 3, Bob a 7, Cleo 5",
            "ann 3, bob 7, i have 5",
            "I got 7, ann 3, cleo 1",
            "bob rolled highest",
            "bob has the highest so he starts",
        ] {
            assert_eq!(face(text), Ok(Some("2".to_owned())), "{text}");
        }
        for text in ["2", "ann or bob", "a 2"] {
            assert_eq!(face(text), Ok(None), "{text}");
        }
        assert_eq!(face("2, Cleo starts"), Err("`2` is Bob, and Cleo is 3: which?".to_owned()));
        assert_eq!(face("ann 7, bob 7, cleo 1"), Err("Ann and Bob rolled 7 each".to_owned()));
    }
}
