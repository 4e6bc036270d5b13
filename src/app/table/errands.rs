//! Who goes where, clause by clause: `both from G6 to G5 and stay there, the last one two squares up, then home`. Reads a line into
//! errands, of which no word may be left over; they are run in `runs.rs`.

use std::collections::BTreeSet;

use crate::referee::{Scene, in_figures, is_ending, is_small, is_turning, way_called};

use super::said::{is_one_of, is_piece, times_called};
use super::ways::{UNITS, far_called};

/// Who goes, of those that can.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Who {
    /// How many, where that is said.
    pub count: Option<usize>,
    /// Where they are.
    pub place: Option<String>,
    /// Whether all are meant: `all`, `the A6 ones`.
    pub is_all: bool,
    /// Whether all are meant that are left: `the others`.
    pub is_rest: bool,
}

/// Where a way leads next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Leg {
    /// To a space, by its id.
    Space(String),
    /// To what is called so.
    Named(String),
    /// So far to a side, by columns and rows.
    Way((isize, isize), Option<usize>),
}

/// What becomes of those who go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Task {
    /// They go a way, and may then be told to stay.
    Go {
        /// Who; none where whoever is on the way goes on.
        who: Option<Who>,
        /// The way.
        legs: Vec<Leg>,
        /// Whether they stay at its end.
        stay: bool,
    },
    /// They stay where they are.
    Stay(Option<Who>),
    /// Words that answer what is asked on the way or at its end: `use it`.
    Say(String),
}

const GOING: [&str; 36] = [
    "go",
    "goes",
    "going",
    "walk",
    "walks",
    "come",
    "comes",
    "crawl",
    "crawls",
    "shuffle",
    "shuffles",
    "stagger",
    "staggers",
    "travel",
    "travels",
    "head",
    "heads",
    "wander",
    "wanders",
    "march",
    "marches",
    "run",
    "runs",
    "step",
    "steps",
    "hop",
    "hops",
    "send",
    "take",
    "bring",
    "leads",
    "continues",
    "continue",
    "follows",
    "follow",
    "down",
];
const STAYING: [&str; 11] =
    ["stay", "stays", "staying", "remain", "remains", "wait", "waits", "stop", "stops", "halts", "put"];
const ALL: [&str; 5] = ["all", "every", "everybody", "everyone", "each"];
const REST: [&str; 4] = ["rest", "others", "other", "remaining"];
const ONE: [&str; 9] = ["one", "another", "next", "first", "second", "third", "last", "single", "fourth"];
const ENTERING: [&str; 4] = ["onto", "into", "over", "through"];
/// Behind a way these answer what is asked at its end: `F3, use it`.
const USING: [&str; 3] = ["use", "uses", "using"];
const OWNED: [&str; 9] = ["my", "your", "his", "her", "their", "our", "the", "a", "an"];
const MEANT: [&str; 8] = ["it", "he", "she", "they", "them", "that", "this", "both"];

/// What stands on the table, as far as a line is read with it.
pub(super) struct Ground<'t> {
    pub spaces: &'t BTreeSet<String>,
    pub scene: &'t Scene,
    /// Words that name a space which is no piece: `pen` for the Holding Pen.
    pub places: Vec<(Vec<String>, String)>,
    /// Who is asked.
    pub own: Option<&'t str>,
}

/// A word of a line, or where one clause ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Token<'w> {
    Word(&'w str),
    /// A sign between parts of a clause or between clauses.
    Comma,
    /// The same in a word: `and`, `then`.
    And,
    /// The end of a sentence.
    Stop,
}

/// A line as errands; none where a word of it is none of theirs.
pub(super) fn errands(ground: &Ground<'_>, text: &str) -> Option<Vec<Task>> {
    let tokens = tokens(text);
    let mut reader = Reader { ground, tokens: &tokens, at: 0, all: Vec::new() };
    reader.skip_own();
    while reader.at < tokens.len() {
        if reader.several().is_none() {
            reader.clause()?;
        }
    }
    (!reader.all.is_empty()).then_some(reader.all)
}

fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut all = Vec::new();
    for word in text.split_whitespace() {
        let plain = word.trim_matches(|sign: char| matches!(sign, ',' | ';' | '.' | '!' | ':' | '(' | ')' | '?'));
        if is_one_of(plain, &["and", "then", "&"]) {
            all.push(Token::And);
            continue;
        }
        // `D2,C2,B2`, but `5,2` is a name.
        let is_letter = |part: &str| part.starts_with(char::is_alphabetic);
        if plain.contains(',') && plain.split(',').all(is_letter) {
            for part in plain.split(',') {
                all.extend([Token::Word(part), Token::Comma]);
            }
            all.pop();
        } else if !plain.is_empty() {
            all.push(Token::Word(plain));
        }
        match word.chars().next_back() {
            Some(',' | ':') => all.push(Token::Comma),
            Some('.' | ';' | '!') => all.push(Token::Stop),
            _ => {}
        }
    }
    all
}

struct Reader<'r, 't> {
    ground: &'r Ground<'t>,
    tokens: &'r [Token<'t>],
    at: usize,
    all: Vec<Task>,
}

impl<'t> Reader<'_, 't> {
    fn word(&self, at: usize) -> Option<&'t str> {
        match self.tokens.get(at) {
            Some(Token::Word(word)) => Some(word),
            _ => None,
        }
    }

    fn says(&self, at: usize, all: &[&str]) -> bool {
        self.word(at).is_some_and(|word| is_one_of(word, all))
    }

    /// `Ann: D3 to D2`
    fn skip_own(&mut self) {
        let is_own = self.word(0).zip(self.ground.own).is_some_and(|(word, own)| word.eq_ignore_ascii_case(own));
        if is_own && self.tokens.get(1) == Some(&Token::Comma) {
            self.at = 2;
        }
    }

    /// The space named from here on, and how many words that takes.
    fn space(&self, at: usize) -> Option<(String, usize)> {
        let word = self.word(at)?;
        if let Some(space) = self.ground.spaces.iter().find(|space| space.eq_ignore_ascii_case(word)) {
            return Some((space.clone(), 1));
        }
        // `both A3s`
        let one = word.strip_suffix("s").or_else(|| word.strip_suffix('S')).filter(|one| one.len() > 1);
        let is_plural = |space: &&String| one.is_some_and(|one| space.eq_ignore_ascii_case(one));
        if let Some(space) = self.ground.spaces.iter().find(is_plural) {
            return Some((space.clone(), 1));
        }
        let named = |(names, _): &&(Vec<String>, String)| {
            names
                .iter()
                .enumerate()
                .all(|(step, name)| self.word(at + step).is_some_and(|word| word.to_lowercase() == *name))
        };
        let longest = self.ground.places.iter().filter(named).max_by_key(|(names, _)| names.len())?;
        Some((longest.1.clone(), longest.0.len()))
    }

    /// Whether a plural of a space is named: `the A6 ones`, `both A3s`.
    fn is_several(&self, at: usize, words: usize) -> bool {
        let is_plural =
            self.word(at).is_some_and(|word| !self.ground.spaces.iter().any(|space| space.eq_ignore_ascii_case(word)));
        words == 1 && is_plural && self.word(at).is_some_and(|word| word.ends_with('s'))
            || self.says(at + words, &["ones"])
    }

    /// Whether the space named here is whoever goes from there: what follows says where to, or that somebody stays.
    fn is_start(&self, at: usize, words: usize) -> bool {
        let mut next = at + words;
        while self.word(next).is_some_and(|word| is_one_of(word, &["one", "ones", "guy"]) || self.is_noun(word)) {
            next += 1;
        }
        // `A6 A7 A8` is a way, and so is `A6 to A7 to A8`: of these only the first is a start, which is seen when it is run.
        let moves = self.word(next).is_some_and(|word| {
            is_one_of(
                word,
                &[
                    "to", "walks", "goes", "stays", "stay", "moves", "comes", "steps", "heads", "remains", "go",
                    "walk", "doesn't",
                ],
            ) || way_called(word).is_some()
        });
        moves || next > at + words
    }

    /// Whether a word says what goes or lies somewhere.
    fn is_noun(&self, word: &str) -> bool {
        is_piece(self.ground.scene, word) && !self.ground.spaces.iter().any(|space| space.eq_ignore_ascii_case(word))
    }

    /// A clause of several who are named by where they are, and all go the same way: `A1 and C1 go two down`. Nothing is read where it
    /// is none.
    fn several(&mut self) -> Option<()> {
        const ALL_GO: [&str; 9] = ["go", "walk", "move", "step", "come", "head", "shuffle", "both", "all"];
        let (begin, pushed) = (self.at, self.all.len());
        let (mut places, mut at) = (Vec::new(), begin);
        while let Some((space, words)) = self.space(at) {
            places.push(space);
            at += words;
            while matches!(self.tokens.get(at), Some(Token::Comma | Token::And)) {
                at += 1;
            }
        }
        // `F9 and G9 to G10`
        let is_joined = self.tokens[begin..at].contains(&Token::And) && self.says(at, &["to"]);
        if places.len() < 2 || !(is_joined || self.word(at).is_some_and(|word| is_one_of(word, &ALL_GO))) {
            return None;
        }
        self.at = at + 1;
        let is_read = self.clause().is_some();
        let (Some([Task::Go { who: None, legs, stay }]), true) = (self.all.get(pushed..), is_read) else {
            self.all.truncate(pushed);
            self.at = begin;
            return None;
        };
        let (legs, stay) = (legs.clone(), *stay);
        self.all.truncate(pushed);
        let of_one = |place| Who { place: Some(place), count: Some(1), ..Who::default() };
        let each = |place| Task::Go { who: Some(of_one(place)), legs: legs.clone(), stay };
        self.all.extend(places.into_iter().map(each));
        Some(())
    }

    /// One clause: who, which way, and whether they stay there.
    fn clause(&mut self) -> Option<()> {
        let (mut who, mut legs, mut stays) = (None::<Who>, Vec::new(), false);
        let begin = self.at;
        let mut is_start_named = false;
        while let Some(token) = self.tokens.get(self.at) {
            let word = match token {
                Token::Stop => {
                    self.at += 1;
                    break;
                }
                Token::Comma | Token::And => {
                    // What follows may go on with the way, or begin with somebody else.
                    self.at += 1;
                    if stays || !legs.is_empty() && self.begins_clause() {
                        break;
                    }
                    continue;
                }
                Token::Word(word) => *word,
            };
            if self.stays_here() {
                stays = true;
                continue;
            }
            if let Some((space, words)) = self.space(self.at) {
                let is_from = self.at > begin && self.says(self.at - 1, &["from", "on", "at", "in", "of", "inside"])
                    || self.at > begin + 1
                        && self.says(self.at - 1, &OWNED)
                        && self.says(self.at - 2, &["from", "of", "on", "in"]);
                let is_several = self.is_several(self.at, words);
                let is_who = legs.is_empty()
                    && !is_start_named
                    && !self.comes_after(begin, &["to", "onto", "into"])
                    && (is_from && !self.is_on_the_way(begin) || is_several || self.is_start(self.at, words));
                if is_who {
                    let known = who.get_or_insert_default();
                    known.place = Some(space);
                    known.is_all |= is_several && known.count.is_none();
                    is_start_named = true;
                    self.at += words;
                    while self.says(self.at, &["one", "ones", "guy"]) {
                        self.at += 1;
                    }
                } else {
                    // Behind a way a space only says where that leads.
                    legs.push(Leg::Space(space));
                    self.at += words;
                }
                continue;
            }
            if let Some(leg) = self.way(begin) {
                legs.push(leg);
                continue;
            }
            if legs.is_empty() && !is_start_named && is_one_of(word, &["both"])
                || times_called(word).is_some() && legs.is_empty()
            {
                let count = times_called(word)?;
                let known = who.get_or_insert_default();
                // `one of them`, `the first one`
                if !(known.count.is_some() && count == 1) {
                    known.count = Some(count);
                }
            } else if legs.is_empty() && is_one_of(word, &ALL) {
                let known = who.get_or_insert_default();
                known.is_all = true;
            } else if legs.is_empty() && is_one_of(word, &REST) {
                who.get_or_insert_default().is_rest = true;
            } else if legs.is_empty() && is_one_of(word, &ONE) {
                who.get_or_insert_default().count.get_or_insert(1);
            } else if is_turning(word) {
                return None;
            } else if self.says(self.at, &["home"]) {
                legs.push(Leg::Named("home".to_owned()));
            } else if self.describes(&legs) {
                // `onto my trap` says what lies there.
            } else if is_small(word) && (legs.is_empty() || !is_one_of(word, &USING))
                || is_one_of(word, &GOING)
                || is_one_of(word, &ENTERING)
                || is_one_of(word, &UNITS)
                || is_one_of(
                    word,
                    &["more", "up", "ones", "back", "straight", "along", "until", "further", "same", "way", "him"],
                )
                || self.is_noun(word)
            {
                // Says nothing by itself.
            } else if !legs.is_empty() || stays || who.is_none() {
                break;
            } else {
                return None;
            }
            self.at += 1;
        }
        // `three more`: they come of the others all the same.
        if let Some(who) = who.as_mut().filter(|who| who.is_rest && who.count.is_some()) {
            who.is_rest = false;
        }
        if legs.is_empty() && !stays {
            return self.say(begin, who.is_some());
        }
        self.all.push(match (legs.is_empty(), who) {
            (true, who) => Task::Stay(who),
            (false, who) => Task::Go { who, legs, stay: stays },
        });
        Some(())
    }

    /// Words up to the next sign that are no errand: they answer something else.
    fn say(&mut self, begin: usize, has_who: bool) -> Option<()> {
        if has_who || self.all.is_empty() {
            return None;
        }
        let end =
            (begin..self.tokens.len()).find(|at| *at > begin && self.word(*at).is_none()).unwrap_or(self.tokens.len());
        let words: Vec<&str> = (begin..end).filter_map(|at| self.word(at)).collect();
        self.at = end + 1;
        if !words.is_empty() {
            self.all.push(Task::Say(words.join(" ")));
        }
        Some(())
    }

    /// Whether a word that leads somewhere stands between the beginning of a clause and here.
    fn comes_after(&self, begin: usize, words: &[&str]) -> bool {
        (begin..self.at).any(|at| self.says(at, words))
    }

    /// Whether somebody is said to go before the `on` or `in` that stands here: `goes on to D3`.
    fn is_on_the_way(&self, begin: usize) -> bool {
        (begin..self.at).any(|at| self.says(at, &GOING)) && !self.says(self.at - 1, &["from"])
    }

    /// Whether another clause begins here: somebody is named, or how many, or something else is said.
    fn begins_clause(&self) -> bool {
        let mut at = self.at;
        while self
            .word(at)
            .is_some_and(|word| is_one_of(word, &OWNED) || is_one_of(word, &["on", "to", "now", "finally"]))
        {
            at += 1;
        }
        if let Some((_, words)) = self.space(at) {
            return self.is_start(at, words) && !self.says(at.wrapping_sub(1), &["to"]) || self.is_several(at, words);
        }
        let Some(word) = self.word(at) else { return false };
        // `up two, left one` goes on.
        if way_called(word).is_some() || self.says(at, &["home"]) {
            return false;
        }
        let is_far = far_called(word).is_some()
            && (at + 1..at + 4).any(|next| self.word(next).is_some_and(|word| way_called(word).is_some()))
            && !(at + 1..at + 4).any(|next| self.space(next).is_some());
        !is_far && !is_one_of(word, &STAYING) && !is_small(word)
            || is_one_of(word, &MEANT) && !self.stays_ahead(at)
            || self.says(at, &["from"])
    }

    /// Whether staying is said within the next few words.
    fn stays_ahead(&self, at: usize) -> bool {
        (at..at + 4).map_while(|next| self.word(next)).any(|word| is_one_of(word, &STAYING))
    }

    /// Whether words that somebody stays begin here; they are passed.
    fn stays_here(&mut self) -> bool {
        let phrases: [&[&str]; 8] = [
            &["doesn't", "move"],
            &["don't", "move"],
            &["far", "enough"],
            &["stay", "put"],
            &["stays", "put"],
            &["leave"],
            &["leaves"],
            &["done", "with", "that"],
        ];
        let found = phrases
            .iter()
            .find(|phrase| phrase.iter().enumerate().all(|(step, word)| self.says(self.at + step, &[word])));
        let is_staying = self.says(self.at, &STAYING);
        let words = found.map_or(usize::from(is_staying), |phrase| phrase.len());
        if words == 0 {
            return false;
        }
        self.at += words;
        while self.says(self.at, &["there", "here", "put", "where", "it", "they", "is", "are", "too", "too,", "one"]) {
            self.at += 1;
        }
        true
    }

    /// A way from here on, with how far it goes; it is passed.
    fn way(&mut self, begin: usize) -> Option<Leg> {
        let unit = |at: usize| usize::from(self.says(at, &UNITS));
        let number = |at: usize| self.word(at).and_then(far_called);
        if let Some(far) = number(self.at) {
            let mut next = self.at + 1 + unit(self.at + 1);
            while self.says(next, &["to", "the", "further"]) {
                next += 1;
            }
            let (way, words) = self.way_at(next)?;
            let to = next + words + usize::from(self.says(next + words, &["to"]));
            // `one up to E3` says how many go.
            let is_first = (begin..self.at).all(|at| self.word(at).is_some_and(is_small));
            if is_first && next == self.at + 1 && self.space(to).is_some() {
                return None;
            }
            self.at = next + words;
            return Some(Leg::Way(way, Some(far)));
        }
        let (way, words) = self.way_at(self.at)?;
        let next = self.at + words;
        match number(next).filter(|_| !self.is_count_of_next(next)) {
            Some(far) => {
                self.at = next + 1 + unit(next + 1);
                Some(Leg::Way(way, Some(far)))
            }
            None => {
                self.at = next;
                Some(Leg::Way(way, None))
            }
        }
    }

    /// Whether a number says how many go next, and not how far: `up, two from G3 left`.
    fn is_count_of_next(&self, at: usize) -> bool {
        self.says(at + 1, &["from", "more", "others", "of"])
    }

    /// The way that is named here, in one word or two.
    fn way_at(&self, at: usize) -> Option<((isize, isize), usize)> {
        let word = self.word(at)?.replace('-', "");
        let way = way_called(&word)?;
        let both = self.word(at + 1).and_then(|next| way_called(&format!("{word}{next}")));
        Some(both.map_or((way, 1), |both| (both, 2)))
    }

    /// Whether what is named here only says what lies where somebody goes: `onto my trap`, `into the trap on G5`.
    fn describes(&self, legs: &[Leg]) -> bool {
        let leads = (1..=3).any(|back| self.at >= back && self.says(self.at - back, &["onto", "into", "over", "on"]));
        let is_noun = self.word(self.at).is_some_and(|word| self.is_noun(word));
        is_noun && (leads || !legs.is_empty())
    }
}

/// Whether words say that a turn is over, and not only a walk: `that's my turn`.
pub(super) fn ends_turn(words: &str) -> bool {
    words.split_whitespace().any(|word| is_one_of(word, &["turn"])) && (is_ending(words) || is_turn_over(words))
}

fn is_turn_over(words: &str) -> bool {
    let is_said =
        |word: &str| is_small(word) || is_one_of(word, &["turn", "over", "end", "ends", "all", "done", "i'm"]);
    words.split_whitespace().all(|word| is_said(word) && in_figures(word) == word)
}
