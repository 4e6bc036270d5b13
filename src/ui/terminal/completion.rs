//! What a line that is begun can become: names and commands, also those of several words. Words only.

/// Signs after which a name begins.
const BEFORE_NAMES: [char; 5] = [' ', ',', '?', ':', '*'];

/// Where the word begins that is being typed, and all that it can become. A name of several words is known by its first ones.
#[must_use]
pub fn completions(typed: &str, words: &[String]) -> (usize, Vec<String>) {
    let after = typed.char_indices().filter(|(_, letter)| BEFORE_NAMES.contains(letter)).map(|(at, _)| at + 1);
    let starts: Vec<usize> = std::iter::once(0).chain(after).collect();
    let last = starts.last().copied().unwrap_or(0);
    let fitting = |start: usize| {
        let begun = typed[start..].to_lowercase();
        let fits = |word: &&String| word.to_lowercase().starts_with(&begun);
        let found = || words.iter().filter(fits).cloned().collect::<Vec<_>>();
        (!begun.is_empty() || start == last).then(|| without_longer(&found()))
    };
    let found = starts.iter().filter_map(|start| Some((*start, fitting(*start)?)));
    found.into_iter().find(|(_, fitting)| !fitting.is_empty()).unwrap_or((last, Vec::new()))
}

/// What can be completed before more of it is: `look`, and only then `look Ann`.
fn without_longer(words: &[String]) -> Vec<String> {
    let goes_on =
        |word: &str, start: &String| word.strip_prefix(start.as_str()).is_some_and(|rest| rest.starts_with(' '));
    words.iter().filter(|word| !words.iter().any(|start| goes_on(word, start))).cloned().collect()
}

/// As much as all of these begin with, however their letters are written.
#[must_use]
pub fn common_start(words: &[String]) -> &str {
    let Some((first, rest)) = words.split_first() else { return "" };
    let shared = |other: &String| {
        let same =
            first.char_indices().zip(other.chars()).take_while(|((_, a), b)| a.to_lowercase().eq(b.to_lowercase()));
        same.map(|((at, letter), _)| at + letter.len_utf8()).last().unwrap_or(0)
    };
    &first[..rest.iter().map(shared).min().unwrap_or(first.len())]
}

#[cfg(test)]
mod tests {
    use super::{common_start, completions};

    #[test]
    fn names_of_several_words_are_completed() {
        let words = ["flame thrower", "fork", "Über uns", "undo"].map(str::to_owned);
        let become_ = |typed: &str| completions(typed, &words);
        assert_eq!(become_("flame t"), (0, vec!["flame thrower".to_owned()]));
        assert_eq!(become_("take flame t"), (5, vec!["flame thrower".to_owned()]));
        assert_eq!(become_("fork,F"), (5, vec!["flame thrower".to_owned(), "fork".to_owned()]));
        assert_eq!(become_("ü"), (0, vec!["Über uns".to_owned()]));
        assert_eq!(become_("fork ").1.len(), 4);
        assert_eq!(become_("nothing"), (0, vec![]));
        let commands = ["look", "look Ann", "look ghost", "log"].map(str::to_owned);
        assert_eq!(completions("lo", &commands).1, ["look", "log"]);
        assert_eq!(completions("look ", &commands), (0, vec!["look Ann".to_owned(), "look ghost".to_owned()]));
        assert_eq!(completions("look g", &commands).1, ["look ghost"]);
        assert_eq!(common_start(&["Flame".to_owned(), "flat".to_owned()]), "Fla");
        assert_eq!([common_start(&[]), common_start(&words[..1])], ["", "flame thrower"]);
    }
}
