//! Rules and cards at the prompt: what is printed, found by enough of its name, in lines that fit.

use std::collections::BTreeSet;
use std::io;
use std::rc::Rc;

use crate::app::Session;
use crate::app::table::{Paragraph, PieceText, Section, Words};
use crate::diag::{Diagnostic, meant_or_known};
use crate::referee::{Answer, Entry, Fit, Typed, View, is_small};

use super::face::Next;
use super::lines::{in_rows, set_in};
use super::marks::printable;
use super::offers::Deed;
use super::passages::{Passage, passages};
use super::play::Conversation;
use super::recap::standing_text;
use super::word_forms::{is_word, paragraph_words, stands_in, words_of};

/// So many pieces are named where a word stands on them.
const MOST_NAMED: usize = 6;
/// A shorter word stands everywhere.
const LEAST_LETTERS: usize = 3;
/// So many cards are shown at once when they are dealt.
const MOST_CARDS: usize = 3;

/// What is printed: read once, as a table has its own copy that stays.
pub(super) struct Printed {
    sections: Vec<Section>,
    pieces: Vec<PieceText>,
    /// Every name of a piece, and every heading of the rules.
    pub names: Vec<String>,
}

impl Printed {
    /// Whether a heading of the rules is called so.
    pub(super) fn has_heading(&self, name: &str) -> bool {
        self.sections.iter().any(|section| section.heading.eq_ignore_ascii_case(name.trim()))
    }

    /// What is printed of the game of a table.
    pub(super) fn of(session: &Session) -> Self {
        let (sections, pieces) = (session.rules_text(), session.piece_texts());
        let all = pieces.iter().map(|piece| &piece.name).chain(sections.iter().map(|section| &section.heading));
        let names: BTreeSet<String> = all.filter(|name| !name.is_empty()).cloned().collect();
        Self { sections, pieces, names: names.into_iter().collect() }
    }
}

/// Whether a question is about how things are, and not about what the rules allow.
fn is_about_the_table(question: &str) -> bool {
    const BEGINNINGS: [&str; 7] = ["is ", "are ", "has ", "have ", "what does ", "what has ", "which "];
    let lower = question.to_lowercase();
    BEGINNINGS.iter().any(|begin| lower.starts_with(begin))
}

impl Conversation<'_> {
    /// The section with a heading like this, the one that applies now, or all headings.
    pub(super) fn rules(&mut self, view: &View, name: &str) -> io::Result<Next> {
        let printed = Rc::clone(&self.printed);
        let sections = &printed.sections;
        let width = self.page_width();
        if sections.is_empty() {
            return self.tell_one(Diagnostic::error("this game has no printed rules to look into"));
        }
        let applies = view.request.as_ref().and_then(|request| request.rule.as_deref());
        let wanted = if name.is_empty() { applies } else { Some(name) };
        let Some(wanted) = wanted else {
            let headings: Vec<String> = sections.iter().map(|section| printable(&section.heading)).collect();
            let headings: Vec<String> = headings.into_iter().filter(|heading| !heading.is_empty()).collect();
            let told = format!("`rules` and one of these headings, or any word:\n{}", in_rows(&headings, 2, width));
            self.say(&told)?;
            return Ok(Next::Nothing);
        };
        let told = match sections_called(sections, wanted)[..] {
            [at] => section_told(sections, at, width),
            [] => match nearly(wanted, sections.iter().map(|section| section.heading.as_str())) {
                Some(heading) => {
                    let told = format!(
                        "The rules say nothing of `{wanted}`. Did you mean {}? `yes` shows it.",
                        printable(heading)
                    );
                    return self.offer(view, told, Deed::Rules(heading.to_owned()));
                }
                None => return self.tell_one(unknown_rule(sections, wanted)),
            },
            ref several => {
                let names = several.iter().map(|at| printable(&sections[*at].heading));
                let names: Vec<String> = names.filter(|heading| !heading.is_empty()).collect();
                format!("The rules tell of it in several places:\n{}", in_rows(&names, 2, width))
            }
        };
        self.say(&told)?;
        Ok(Next::Nothing)
    }

    /// What is known to a question that nothing else answers: how those stand whom it names, and the passages of the rules that
    /// have its words, with where they stand.
    pub(super) fn asked(&mut self, view: &View, question: &str) -> io::Result<Next> {
        let printed = Rc::clone(&self.printed);
        let (sections, width) = (&printed.sections, self.page_width());
        let found = passages(sections, question);
        if stands_there(view, question) {
            self.say(&standing_text(view, width))?;
            return Ok(Next::Nothing);
        }
        let named = self.named_in(view, question);
        self.say(&named)?;
        if !named.is_empty() && (found.is_empty() || is_about_the_table(question)) {
            return Ok(Next::Nothing);
        }
        if found.is_empty() {
            let unknown = Diagnostic::error(format!("the referee knows no answer to `{question}`"));
            let hint = "`rules` and a word looks it up, `? MOVE` tells why it cannot be, `how many ..`, `where is ..`, `score`";
            return self.tell_one(unknown.hint(hint));
        }
        let mut told = String::new();
        for Passage { section, paragraphs } in found {
            let Section { heading, paragraphs: all, .. } = &sections[section];
            let heading = printable(heading);
            let where_it_stands =
                if heading.is_empty() { String::new() } else { format!("{heading} (`rules {heading}`):") };
            told += &set_in("", &where_it_stands, width);
            told.extend(all[paragraphs].iter().map(|paragraph| paragraph_told(paragraph, width)));
        }
        self.say(&told)?;
        Ok(Next::Nothing)
    }

    /// What stands on the piece that is asked for, or what the rules say of it.
    pub(super) fn what_is(&mut self, view: &View, name: &str, question: &str) -> io::Result<Next> {
        let printed = Rc::clone(&self.printed);
        let is_piece = !pieces_called(&printed.pieces, name).is_empty();
        let names_one = || name.contains("'s ") || name.contains("\u{2019}s ");
        if is_piece || names_one() || passages(&printed.sections, question).is_empty() {
            return self.card(view, name);
        }
        self.asked(view, question)
    }

    /// What stands on the pieces with a name like this.
    pub(super) fn card(&mut self, view: &View, name: &str) -> io::Result<Next> {
        let printed = Rc::clone(&self.printed);
        let pieces = &printed.pieces;
        let width = self.page_width();
        let mut found = pieces_called(pieces, name);
        if found.is_empty() {
            // `what is Otto's skill` stands with Otto.
            let words = name.split_whitespace().map(|word| word.trim_end_matches("'s").trim_end_matches("\u{2019}s"));
            let part =
                words.filter(|word| !is_small(word) && word.len() < name.len()).map(|word| pieces_called(pieces, word));
            found = part.into_iter().find(|found| (1..=MOST_CARDS).contains(&found.len())).unwrap_or_default();
        }
        let mut told: Vec<String> = found.iter().map(|at| card_told(&pieces[*at], width)).collect();
        // Copies that say the same are one card.
        told.dedup();
        match &told[..] {
            [] => {
                let unknown = self.unknown_piece(pieces, name);
                match nearly(name, pieces.iter().map(|piece| piece.name.as_str())) {
                    Some(meant) if !unknown.is_somewhere => {
                        let told =
                            format!("No piece is called `{name}`. Did you mean {}? `yes` shows it.", printable(meant));
                        self.offer(view, told, Deed::Card(meant.to_owned()))
                    }
                    _ => self.tell_one(unknown.told),
                }
            }
            few if few.len() <= MOST_CARDS => {
                self.say(&told.concat())?;
                Ok(Next::Nothing)
            }
            _ => {
                let mut names: Vec<String> = found.iter().map(|at| printable(&pieces[*at].name)).collect();
                names.dedup();
                let told = format!("Several are called so:\n{}", in_rows(&names, 2, width));
                self.say(&told)?;
                Ok(Next::Nothing)
            }
        }
    }

    /// What stands on the pieces with a name like this, if these are few.
    pub(super) fn says_of(&self, name: &str) -> String {
        let (pieces, width) = (&self.printed.pieces, self.page_width());
        let mut told: Vec<String> =
            pieces_called(pieces, name).into_iter().map(|at| card_told(&pieces[at], width)).collect();
        told.dedup();
        if told.len() > MOST_CARDS { String::new() } else { told.concat() }
    }

    /// That no piece is called so, and where the word stands instead.
    fn unknown_piece(&self, pieces: &[PieceText], name: &str) -> UnknownPiece {
        let unknown = Diagnostic::error(format!("no piece of this game is called `{name}`"));
        let word = words_of(name);
        let has_it = |piece: &&PieceText| {
            let texts = piece.lines.iter().chain([&piece.component]);
            texts.into_iter().any(|text| stands_in(&word, &words_of(text), is_word))
        };
        let mut named: Vec<&str> = Vec::new();
        if !word.is_empty() && name.chars().count() >= LEAST_LETTERS {
            named = pieces.iter().filter(has_it).map(|piece| piece.name.as_str()).collect();
            named.dedup();
        }
        let told = if named.is_empty() {
            // A number says nothing about what else there is.
            let is_word = |name: &&str| name.contains(char::is_alphabetic);
            unknown.maybe_hint(meant_or_known(name, pieces.iter().map(|piece| piece.name.as_str()).filter(is_word)))
        } else {
            let more = named.len().saturating_sub(MOST_NAMED);
            let rest = if more == 0 { String::new() } else { format!(" and {more} more") };
            let names: Vec<String> =
                named.iter().take(MOST_NAMED).map(|name| format!("`{}`", printable(name))).collect();
            unknown.hint(format!("the word stands with {}{rest}", names.join(", ")))
        };
        let is_in_rules = !sections_called(&self.session.rules_text(), name).is_empty();
        let told = told.maybe_hint(is_in_rules.then(|| format!("`rules {name}` shows what the rules say of it")));
        UnknownPiece { told, is_somewhere: is_in_rules || !named.is_empty() }
    }

    /// What stands on the cards that have just been turned over, as far as whoever looks saw them.
    pub(super) fn dealt(&self, view: &View, since: u64) -> String {
        let viewer = self.open.map(|(seat, _)| view.name(seat));
        let table = &self.session.table;
        let new = table.entries().iter().filter(|entry| entry.seq > since).map(|entry| table.current(entry));
        let dealt: Vec<String> = new.flat_map(|entry| dealt(&entry, viewer)).collect();
        if dealt.is_empty() || dealt.len() > MOST_CARDS {
            return String::new();
        }
        let pieces = &self.printed.pieces;
        let says_something = |piece: &&PieceText| piece.lines.iter().any(|line| line.contains(' '));
        let piece = |face: &String| pieces.iter().filter(says_something).find(|piece| piece.id == *face);
        let width = self.width();
        dealt.iter().filter_map(piece).map(|piece| card_told(piece, width)).collect()
    }
}

/// That no piece has a name.
struct UnknownPiece {
    told: Diagnostic,
    /// Whether the word stands on pieces or in the rules, so that it is no slip.
    is_somewhere: bool,
}

/// Words with which people ask how it stands.
const ASKING: [&str; 22] = [
    "what",
    "which",
    "how",
    "many",
    "much",
    "still",
    "left",
    "already",
    "did",
    "does",
    "current",
    "long",
    "used",
    "taken",
    "take",
    "get",
    "got",
    "remain",
    "remaining",
    "make",
    "another",
    "again",
];

/// Whether all that a question names is told at the table anyway: `how many actions do I still have`.
fn stands_there(view: &View, question: &str) -> bool {
    let prompt = view.request.as_ref().map(|request| request.prompt.as_str()).unwrap_or_default();
    let (status, prompt) = (words_of(&view.status), words_of(prompt));
    let is_told = |word: &String| status.iter().chain(&prompt).any(|told| is_word(told, word));
    let is_player = |word: &String| view.seats.iter().any(|seat| seat.name.to_lowercase() == *word);
    let is_talk = |word: &String| is_small(word) || ASKING.contains(&word.as_str()) || is_player(word);
    let asked: Vec<String> = words_of(question).into_iter().filter(|word| !is_talk(word)).collect();
    !asked.is_empty() && asked.iter().all(is_told)
}

/// The only one of some names that this may be with a slip in it.
fn nearly<'n>(typed: &str, names: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let typed = Typed::new(typed);
    let mut near: Vec<(usize, &str)> = names.filter_map(|name| Some((typed.slips(&[name])?, name))).collect();
    near.sort_unstable();
    near.dedup();
    let (fewest, name) = *near.first()?;
    let is_only = near.get(1).is_none_or(|(slips, _)| *slips > fewest);
    is_only.then_some(name)
}

/// Where the pieces are that are meant: those that fit best, and of several that fit well those that say something.
fn pieces_called(pieces: &[PieceText], name: &str) -> Vec<usize> {
    let found = best(name, pieces, |piece| vec![&piece.name, &piece.id]);
    let says = |at: &usize| !pieces[*at].lines.is_empty();
    if found.iter().any(says) {
        return found;
    }
    let speaking: Vec<usize> = (0..pieces.len()).filter(says).collect();
    let also = best(name, &speaking, |at| vec![&pieces[*at].name, &pieces[*at].id]);
    let also: Vec<usize> = also.into_iter().map(|at| speaking[at]).collect();
    if also.is_empty() { found } else { also }
}

/// The cards that an entry turned over, if this viewer saw them.
fn dealt(entry: &Entry, viewer: Option<&str>) -> Vec<String> {
    let Some(answered) = entry.answer() else { return Vec::new() };
    let is_seen = !answered.secret || (viewer.is_some() && answered.asked.as_deref() == viewer);
    match &answered.answer {
        Answer::Draw(shown) if is_seen => vec![shown.face.clone()],
        Answer::Deal(shown) if is_seen => shown.iter().map(|shown| shown.face.clone()).collect(),
        _ => Vec::new(),
    }
}

/// Where the sections are that are meant: whole words first, in headings before anywhere else, and then how words begin.
fn sections_called(sections: &[Section], wanted: &str) -> Vec<usize> {
    let wanted = words_of(wanted);
    if wanted.is_empty() {
        return Vec::new();
    }
    let letters: usize = wanted.iter().map(|word| word.chars().count()).sum();
    let ways: [fn(&str, &str) -> bool; 2] = [is_word, |word, part| part.starts_with(word)];
    for fits in ways {
        let in_heading = |section: &Section| stands_in(&wanted, &words_of(&section.heading), fits);
        // A heading that comes twice is told where it comes first.
        let mut known: Vec<&str> = Vec::new();
        let mut is_new = |section: &'_ usize| {
            let heading = sections[*section].heading.as_str();
            let is_new = !known.contains(&heading);
            known.push(heading);
            is_new
        };
        let mut headed: Vec<usize> = (0..sections.len()).filter(|at| in_heading(&sections[*at])).collect();
        headed.retain(&mut is_new);
        // The whole heading is meant before those that only have it in them.
        let whole: Vec<usize> =
            headed.iter().copied().filter(|at| words_of(&sections[*at].heading).len() == wanted.len()).collect();
        if let [_] = whole[..] {
            return whole;
        }
        if !headed.is_empty() {
            return headed;
        }
        let in_text = |section: &Section| {
            section.paragraphs.iter().any(|paragraph| stands_in(&wanted, &words_of(&paragraph_words(paragraph)), fits))
        };
        let inside: Vec<usize> = (0..sections.len()).filter(|at| in_text(&sections[*at])).collect();
        if !inside.is_empty() && letters >= LEAST_LETTERS {
            return inside;
        }
    }
    Vec::new()
}

/// Where those are that fit best.
fn best<'t, T>(wanted: &str, all: &'t [T], names: impl Fn(&'t T) -> Vec<&'t String>) -> Vec<usize> {
    let typed = Typed::new(wanted);
    let fit = |one: &'t T| {
        let names: Vec<&str> = names(one).into_iter().map(String::as_str).filter(|name| !name.is_empty()).collect();
        typed.fit(&names)
    };
    let fits: Vec<(usize, Fit)> = all.iter().enumerate().filter_map(|(at, one)| Some((at, fit(one)?))).collect();
    let best = fits.iter().map(|(_, fit)| *fit).min();
    fits.into_iter().filter(|(_, fit)| Some(*fit) == best).map(|(at, _)| at).collect()
}

fn unknown_rule(sections: &[Section], wanted: &str) -> Diagnostic {
    let headings = sections.iter().map(|section| section.heading.as_str()).filter(|heading| !heading.is_empty());
    let close = meant_or_known(wanted, headings);
    Diagnostic::error(format!("the rules say nothing of `{wanted}`")).maybe_hint(close)
}

/// A section with all that are below it.
fn section_told(sections: &[Section], at: usize, width: usize) -> String {
    let level = sections[at].level;
    let below = sections[at + 1..].iter().take_while(|section| section.level > level);
    let all: Vec<String> =
        std::iter::once(&sections[at]).chain(below).map(|section| one_told(section, width)).collect();
    all.join("\n")
}

fn one_told(section: &Section, width: usize) -> String {
    let head = if section.heading.is_empty() {
        String::new()
    } else {
        set_in("", &printable(&section.heading).to_uppercase(), width)
    };
    section.paragraphs.iter().fold(head, |told, paragraph| told + &paragraph_told(paragraph, width))
}

fn paragraph_told(paragraph: &Paragraph, width: usize) -> String {
    match paragraph {
        Paragraph::Text { marker, depth, text } => {
            let indent = "  ".repeat(usize::from(*depth));
            let marker = marker.as_ref().map(|marker| format!("{marker} ")).unwrap_or_default();
            set_in(&format!("{indent}{marker}"), &printable(&text.to_string()), width)
        }
        Paragraph::Table(rows) => {
            let told = |row: &Vec<Words>| row.iter().map(ToString::to_string).collect::<Vec<_>>().join(" | ");
            rows.iter().map(|row| set_in("  ", &printable(&told(row)), width)).collect()
        }
        // A figure cannot be told; what stands below it can.
        Paragraph::Figure(_, caption) if caption.is_empty() => String::new(),
        Paragraph::Figure(_, caption) => set_in("", &printable(&caption.to_string()), width),
    }
}

/// A card as text: its name, and what it says.
fn card_told(piece: &PieceText, width: usize) -> String {
    let head = set_in("", &printable(&format!("{} ({})", piece.name, piece.component)), width);
    piece.lines.iter().fold(head, |told, line| told + &set_in("  ", &printable(line), width))
}
