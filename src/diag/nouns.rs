//! Nouns after a number, with their usual plural, and names in a row.

/// "1 card", "2 cards": the number with the right form of a regular noun.
#[must_use]
pub fn count_of(number: usize, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{number} {}", plural(noun)) }
}

/// The plural of a regular noun: `cards`, `boxes`, `cities`.
#[must_use]
pub fn plural(noun: &str) -> String {
    const HISSING: [&str; 5] = ["s", "x", "z", "ch", "sh"];
    let lower = noun.to_lowercase();
    if HISSING.iter().any(|end| lower.ends_with(end)) {
        return format!("{noun}es");
    }
    let before_y = lower.strip_suffix('y').and_then(|stem| stem.chars().next_back());
    match before_y {
        Some(letter) if letter.is_alphabetic() && !"aeiou".contains(letter) => {
            format!("{}ies", &noun[..noun.len() - 1])
        }
        _ => format!("{noun}s"),
    }
}

/// Names as a sentence has them: `Ann, Bob and Cleo`.
pub fn all_of(names: impl IntoIterator<Item = String>) -> String {
    let mut names: Vec<String> = names.into_iter().collect();
    match (names.pop(), names.is_empty()) {
        (None, _) => "nobody".to_owned(),
        (Some(only), true) => only,
        (Some(last), false) => format!("{} and {last}", names.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::{count_of, plural};

    #[test]
    fn nouns_have_their_usual_plural() {
        let nouns = "card box fox match dish bus waltz city day toy die face Box CITY party of one y";
        let many: Vec<String> = nouns.split(' ').map(plural).collect();
        let expected = "cards boxes foxes matches dishes buses waltzes cities days toys dies faces Boxes CITies parties ofs ones ys";
        assert_eq!(many.join(" "), expected);
        assert_eq!((count_of(1, "box"), count_of(2, "box")), ("1 box".to_owned(), "2 boxes".to_owned()));
        assert_eq!(count_of(0, "more city"), "0 more cities");
    }
}
