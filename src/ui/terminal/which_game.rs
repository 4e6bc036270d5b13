//! The first question of `referee new` where nobody has said which game: one of those there are, by number or name. Opens none.

use std::io::{self, Write};

use crate::diag::{Diagnostic, closest_name, visible};
use crate::referee::{Fit, Typed};

use super::lines::set_in;
use super::sentences::sentences;
use super::typed_lines::Lines;

/// A game that can be played: what its folder is called, and what people call it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayableGame {
    /// The name of its folder.
    pub name: String,
    /// Its title.
    pub title: String,
}

/// Asks which of these games is played; nothing when people leave, or there are no more lines.
///
/// # Errors
/// What the terminal said.
pub fn which_game<'g>(
    games: &'g [PlayableGame],
    lines: &mut dyn Lines,
    out: &mut dyn Write,
    width: usize,
) -> io::Result<Option<&'g PlayableGame>> {
    let mut write = |text: &str| out.write_all(visible(text).as_bytes()).and_then(|()| out.flush());
    let listed: String =
        games.iter().enumerate().map(|(n, game)| set_in(&format!("  {}. ", n + 1), &game.title, width)).collect();
    write(&format!("Which game? Its number, or enough of its name; `q` leaves\n{listed}"))?;
    let words: Vec<String> = games.iter().map(|game| game.name.clone()).collect();
    loop {
        let Some(line) = lines.next("> ", &words, false)? else { return Ok(None) };
        let line = line.trim();
        if ["q", "quit", "exit"].iter().any(|leave| line.eq_ignore_ascii_case(leave)) {
            return Ok(None);
        }
        match called(games, line)[..] {
            [only] => return Ok(Some(only)),
            _ if line.is_empty() => {}
            [] => {
                let told = Diagnostic::error(format!("there is no game `{line}`"));
                let close = closest_name(line, games.iter().flat_map(|game| [&*game.title, &*game.name]));
                let hint = close.map(|close| format!("did you mean {close}?"));
                write(&sentences(&told.maybe_hint(hint).into(), width))?;
            }
            ref several => {
                let titles: Vec<&str> = several.iter().map(|game| &*game.title).collect();
                let told = Diagnostic::error(format!("`{line}` may be {}", titles.join(" or ")));
                write(&sentences(&told.into(), width))?;
            }
        }
    }
}

/// The games that a line may mean, those only that fit best.
fn called<'g>(games: &'g [PlayableGame], line: &str) -> Vec<&'g PlayableGame> {
    if let Ok(number) = line.parse::<usize>() {
        return number.checked_sub(1).and_then(|at| games.get(at)).into_iter().collect();
    }
    let typed = Typed::new(line);
    let fit = |game: &PlayableGame| if line.is_empty() { None } else { typed.fit(&[&game.name, &game.title]) };
    let best: Option<Fit> = games.iter().filter_map(fit).min();
    games.iter().filter(|game| best.is_some() && fit(game) == best).collect()
}

#[cfg(test)]
mod tests {
    use super::{PlayableGame, called};

    #[test]
    fn a_game_is_known_by_number_or_a_part_of_its_name() {
        let game = |name: &str, title: &str| PlayableGame { name: name.to_owned(), title: title.to_owned() };
        let games =
            [game("ghost-house", "Ghost House"), game("ghost-train", "Ghost Train"), game("attic", "The Attic")];
        let told = |line: &str| called(&games, line).iter().map(|game| &*game.name).collect::<Vec<_>>().join(" ");
        assert_eq!(told("2"), "ghost-train");
        assert_eq!(told("train"), "ghost-train");
        assert_eq!(told("the attic"), "attic");
        assert_eq!(told("ghost"), "ghost-house ghost-train");
        assert_eq!(told("4"), "");
        assert_eq!(told(""), "");
    }
}
