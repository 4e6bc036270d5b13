//! What words of a line say that are no answer by themselves: what is known anyway, what is done again, who stays. Only looks.

use crate::referee::{
    Choice, Meaning, QuestionKind, Request, Seat, chosen_between, ended_for, in_figures, is_ending, is_small, is_way,
    lets_pass, words_apart,
};

use super::line_parts::{LEADING, ends, is_asked_like, is_asked_with, is_name, is_place, legal_part, words_asked};
use super::said::{begins_action, is_one_of, one_of};

/// Whether a word names anything in a question that a line has answered and that is asked again now.
pub(super) fn is_known(answered: &[(Request, String)], now: Option<&Request>, word: &str) -> bool {
    let is_again = |asked: &Request| now.is_some_and(|now| is_asked_like(asked, now));
    answered.iter().any(|(asked, _)| is_again(asked) && asked.meaning(word) != Meaning::Nothing)
}

/// Whether a word of a line names another answer to a question than the line has given.
pub(super) fn contradicts(answered: &[(Request, String)], word: &str) -> bool {
    let given = |asked: &Request, answer: &str| match asked.meaning(answer) {
        Meaning::Legal(choice) => Some(choice.id.clone()),
        _ => None,
    };
    // Of places more follow: a walk goes on.
    let mut chosen = answered.iter().filter(|(asked, _)| !is_place(asked));
    chosen.any(|(asked, answer)| match asked.meaning(word) {
        Meaning::Legal(choice) => given(asked, answer).is_some_and(|given| given != choice.id),
        Meaning::Several(_) => true,
        _ => false,
    })
}

/// Whether a line only lets somebody through, where something else is chosen: `pass it`, `Ann lets them pass`.
pub(super) fn lets_somebody_pass(asked: &Request, words: &[&str]) -> bool {
    const MOST: usize = 4;
    matches!(asked.kind, QuestionKind::Choose { .. }) && words.len() <= MOST && lets_pass(&words.join(" "))
}

/// Whether a word only says of whom it is asked what they do.
pub(super) fn is_of_question(asked: &Request, word: &str) -> bool {
    matches!(asked.kind, QuestionKind::Choose { places: false, .. })
        && word.chars().count() > 2
        && asked.meaning(word) == Meaning::Nothing
        && is_asked_with(asked, word)
}

/// Whether a word is what several places are called, and the next one says which: `house 2`.
pub(super) fn is_kind_of_next(asked: &Request, left: &[&str]) -> bool {
    let [kind, next, ..] = left else { return false };
    let next = in_figures(next);
    let is_id = |choice: &Choice| choice.id.eq_ignore_ascii_case(next);
    is_place(asked)
        && matches!(asked.meaning(kind), Meaning::Several(_))
        && match asked.meaning(next) {
            Meaning::Legal(choice) => is_id(choice),
            Meaning::Refused(refused) => refused.id.eq_ignore_ascii_case(next),
            _ => false,
        }
}

/// Whether a word is the place that a question is about, before the one where it goes: `c8 to b8`.
pub(super) fn is_start_named(asked: &Request, left: &[&str]) -> bool {
    let [start, rest @ ..] = left else { return false };
    let next = rest.iter().find(|word| !is_small(word));
    is_place(asked)
        && asked.places.has_space(start)
        && is_asked_with(asked, start)
        && !matches!(asked.meaning(start), Meaning::Legal(_))
        && next.is_some_and(|next| matches!(asked.meaning(next), Meaning::Legal(_)))
}

/// Whether a word says of whom it is asked where they go, where that can be one only: `move R3 down`.
pub(super) fn is_walker_named(asked: &Request, word: &str) -> bool {
    is_place(asked)
        && word.chars().count() > 1
        && !asked.places.has_space(word)
        && is_asked_with(asked, word)
        && !matches!(asked.meaning(word), Meaning::Legal(_))
}

/// Whether a word only says what dice are rolled for.
pub(super) fn is_of_roll(asked: &Request, left: &[&str]) -> bool {
    let is_word = left[0].chars().count() > 2 && left[0].chars().all(char::is_alphabetic);
    matches!(asked.kind, QuestionKind::Roll { .. })
        && is_word
        && asked.meaning(left[0]) == Meaning::Nothing
        && words_asked(asked).any(|said| one_of(said) == one_of(left[0]))
}

/// The action that a word of a line means with another ending: `searches` is `search`.
pub(super) fn stem_of_action<'w>(asked: &Request, word: &'w str) -> Option<&'w str> {
    let is_action = matches!(asked.kind, QuestionKind::Choose { .. }) && asked.meaning(word) == Meaning::Nothing;
    let mut stems = ["es", "s", "ing", "ed"].iter().filter_map(|ending| word.strip_suffix(ending));
    let means_one = |stem: &&str| {
        stem.len() > 2 && matches!(asked.meaning(stem), Meaning::Legal(_)) && begins_action(asked, &[stem])
    };
    if is_action { stems.find(means_one) } else { None }
}

/// Whether a line ends in words for what is so anyway: `set trap G5, end`, with which the turn ends by itself, and `that's all,
/// nobody else`, which says one thing twice.
pub(super) fn is_over_anyway(
    asked: Option<&Request>,
    answered: &[(Request, String)],
    left: &[&str],
    seat: Option<Seat>,
) -> bool {
    let is_said_again = || answered.last().is_some_and(|(asked, answer)| is_ending(answer) || ends(asked, answer));
    let is_others = || asked.is_none_or(|asked| asked.seat != seat);
    !answered.is_empty() && is_ending(&left.join(" ")) && (is_said_again() || is_others())
}

/// Whether somebody is named who stays, where it is asked who goes.
pub(super) fn stays_behind(asked: &Request, words: &[&str], count: usize) -> bool {
    const STAYING: [&str; 4] = ["stay", "stays", "remains", "waits"];
    let is_action = asked.kind.options().iter().any(|choice| STAYING.contains(&&*choice.id.to_lowercase()));
    let next = words.get(count).is_some_and(|next| STAYING.iter().any(|known| known.eq_ignore_ascii_case(next)));
    matches!(asked.kind, QuestionKind::Choose { .. }) && next && !is_action
}

/// Whether a line says these words in this order, but for one that was a slip.
pub(super) fn is_said_in_order(offered: &[&str], said: &[&str]) -> bool {
    let mut left = said.iter();
    let mut rest = left.clone();
    let mut slips = 0;
    for word in offered {
        if left.any(|said| said == word) {
            rest = left.clone();
        } else {
            slips += 1;
            left = rest.clone();
        }
    }
    slips <= 1 && offered.len() <= said.len()
}

/// Whether a question that a line has answered says this word: `I shoot it with the pistol` shoots once, where it was asked with what.
pub(super) fn is_of_any(answered: &[(Request, String)], word: &str) -> bool {
    answered.iter().any(|(asked, _)| is_asked_with(asked, word))
}

/// Whether a word only says where what was chosen is: `R1 attacks everything at 7,7`, where R1 stands.
pub(super) fn is_where(answered: &[(Request, String)], asked: Option<&Request>, word: &str) -> bool {
    let is_answer = asked.is_some_and(|asked| is_place(asked) || asked.meaning(word) != Meaning::Nothing);
    let says = |(asked, answer): &(Request, String)| {
        let named = answer.split([' ', ':']).any(|part| part.trim_end_matches([',', '.']).eq_ignore_ascii_case(word));
        named && !is_place(asked)
    };
    !is_answer && answered.iter().any(says)
}

/// What a line says where it is asked what somebody gives up, behind something else that it has done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum GivingUp {
    /// It says so in the last of so many words, which name what was done before.
    Behind(usize),
    /// It says nothing of that: `take the axe` does not say what is dropped for it.
    NotSaid,
    /// It is not asked so, or the line says something else.
    Other,
}

impl GivingUp {
    /// What the rest of a line says to a question like `which one is dropped?`, with the words that came before.
    pub fn of(asked: Option<&Request>, (said, left): (&[&str], &[&str]), answered: &[(Request, String)]) -> Self {
        const STEMS: [&str; 6] = ["drop", "discard", "lose", "losing", "lost", "give"];
        let gives = |word: &str| STEMS.iter().any(|stem| word.to_lowercase().starts_with(stem));
        let is_asked = |asked: &&Request| !asked.kind.options().is_empty() && words_asked(asked).any(gives);
        let has_said = || said.iter().any(|word| gives(word));
        let Some(asked) = asked.filter(|_| !answered.is_empty() && !has_said()).filter(is_asked) else {
            return Self::Other;
        };
        let names = |word: &&str| is_small(word) || asked.meaning(word) != Meaning::Nothing;
        match left.iter().position(|word| gives(word)) {
            Some(at) if left[..at].iter().all(names) => Self::Behind(at + 1),
            None if left.iter().all(names) => Self::NotSaid,
            _ => Self::Other,
        }
    }

    /// How many words of a line come before what it says of that.
    pub const fn said_before(self) -> usize {
        if let Self::Behind(count) = self { count } else { 0 }
    }
}

/// Whether a word ends what is asked of whoever has just gone somewhere, as a choice of that question.
pub(super) fn ends_what_follows(answered: &[(Request, String)], asked: &Request, word: &str) -> bool {
    let went = |(last, answer): &(Request, String)| is_place(last) && last.seat == asked.seat && !ends(last, answer);
    answered.last().is_some_and(went) && ends(asked, word)
}

/// Whether a line goes on with a word that says what goes into what, and that names nothing.
pub(super) fn leads_into(left: &[&str], asked: Option<&Request>) -> bool {
    let is_it = left.len() > 1 && LEADING.iter().any(|word| word.eq_ignore_ascii_case(left[0]));
    is_it && asked.is_none_or(|asked| asked.meaning(left[0]) == Meaning::Nothing)
}

/// `that's it for Ann`, said by Ann or of her who is asked: the same without it.
pub(super) fn of_oneself<'t>(text: &'t str, own: &str) -> Option<&'t str> {
    // `Ann's turn is over`
    let of_turn = text.get(own.len()..).filter(|_| text[..own.len()].eq_ignore_ascii_case(own));
    let of_turn = of_turn.and_then(|rest| rest.strip_prefix("'s ").or_else(|| rest.strip_prefix("\u{2019}s ")));
    if let Some(turn) = of_turn.filter(|turn| is_ending(turn)) {
        return Some(turn);
    }
    // `Ann says no`
    let says = text.get(own.len()..).filter(|_| text[..own.len()].eq_ignore_ascii_case(own));
    let said = says.and_then(|rest| [" says ", " said ", " answers "].iter().find_map(|says| rest.strip_prefix(says)));
    if said.is_some() {
        return said;
    }
    let (begin, whom) = ended_for(text)?;
    let whom = whom.trim_end_matches(['.', '!', ' ']);
    let is_own = whom.eq_ignore_ascii_case(own) || is_one_of(whom, &["me", "us"]);
    (is_own && is_ending(begin)).then_some(begin)
}

/// What whoever is asked for several chooses, named before it: `Ann gives two Townies`.
pub(super) fn chosen_by<'t>(asked: &Request, own: &str, text: &'t str) -> Option<&'t str> {
    let (first, rest) = text.trim().split_once(' ')?;
    let is_several = matches!(asked.kind, QuestionKind::ChooseMany { .. } | QuestionKind::Order { .. });
    let is_own = first.trim_end_matches([':', ',']).eq_ignore_ascii_case(own);
    (is_several && is_own && asked.meaning(first) == Meaning::Nothing).then_some(rest.trim())
}

/// `J18-J16` and `J18->J16`: the places one after another, where nothing is called so.
pub(super) fn as_steps(asked: &Request, text: &str) -> Option<String> {
    const ALL_GO: [&str; 9] = ["go", "goes", "all", "each", "move", "moves", "walk", "step", "to"];
    let has_dash = is_place(asked) && text.contains('-') && !is_name(asked, text);
    // `A3-C3 north` is all from one to the other, and what they do.
    let goes = |rest: &str| rest.split_whitespace().next().is_some_and(|word| is_way(word) || is_one_of(word, &ALL_GO));
    if let Some((first, rest)) = text.trim().split_once(' ').filter(|(_, rest)| has_dash && goes(rest))
        && let Some(all) = chosen_between(first, asked)
    {
        return Some(format!("{} {rest}", all.join(" ")));
    }
    let steps = has_dash.then(|| text.replace("->", " ").replace('-', " "))?;
    legal_part(asked, &words_apart(&steps)).map(|_| steps)
}
