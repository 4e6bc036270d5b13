//! What is legal, and why something is not, for people who ask. Answers nothing for them.

use std::collections::BTreeSet;
use std::io;

use crate::diag::count_of;
use crate::referee::{Meaning, Move, Request, View, Viewer, is_small, words_apart};

use super::acting::acting_or_legal;
use super::face::Next;
use super::lines::set_in;
use super::marks::printable;
use super::obey::nothing_to_choose;
use super::offers::Deed;
use super::play::Conversation;
use super::recap::standing_text;
use super::why::{page, why_not, why_not_this};

impl Conversation<'_> {
    /// What is asked, and what can be answered; nothing of what is secret.
    pub(super) fn tell_legal(&mut self, view: &View) -> io::Result<Next> {
        let told = match &view.request {
            Some(request) if !request.kind.options().is_empty() => {
                let status = if view.status.is_empty() {
                    String::new()
                } else {
                    set_in("", &printable(&view.status), self.page_width())
                };
                status + &set_in("", &format!("{} Legal now: {}.", request.prompt, request.legal()), self.page_width())
            }
            _ => standing_text(view, self.page_width()),
        };
        self.say(&told)?;
        Ok(Next::Nothing)
    }

    /// Why a line cannot be answered, or that it can: what people ask is tried.
    fn why_line(&mut self, view: &View, request: &Request, line: &str) -> io::Result<Next> {
        let is_named = |text: &String| matches!(request.meaning(text), Meaning::Refused(_) | Meaning::Legal(_));
        let words = words_apart(line);
        if request.meaning(line) == Meaning::Nothing && self.printed.has_heading(line) {
            return self.rules(view, line.trim());
        }
        if self.is_beyond_the_table(request, &words) {
            return self.asked(view, line);
        }
        let tried = words.len() > 1 && !request.secret && self.open.is_none();
        match tried.then(|| self.session.why_not_answer(&Move { text: line, ..Move::default() })).flatten() {
            Some(Err(refusal)) => return self.tell(&refusal),
            Some(Ok(())) => {
                let told = format!("`{}` is legal: `yes` does it.", printable(line));
                return self.offer(view, told, Deed::Answer(line.to_owned()));
            }
            None => {}
        }
        // Of a sentence the last thing that it names.
        let parts = (0..words.len()).rev().flat_map(|from| (from + 1..=words.len()).rev().map(move |to| (from, to)));
        let named = parts.map(|(from, to)| words[from..to].join(" ")).find(is_named);
        // What nothing that can be done is called is a question about the table, or about the rules.
        let Some(named) = named.or_else(|| (words.len() < 2).then(|| line.to_owned())) else {
            return self.asked(view, line);
        };
        let width = self.page_width();
        self.say(&why_not_this(&named, request, width))?;
        Ok(Next::Nothing)
    }

    /// Whether a question has a word that nothing on the table is called: `can I move twice`.
    fn is_beyond_the_table(&mut self, request: &Request, words: &[&str]) -> bool {
        let scene = self.session.table.scene(Viewer::Everybody).unwrap_or_default();
        let pieces = scene.pieces.iter().flat_map(|piece| piece.name.split_whitespace());
        let printed = self.printed.names.iter().flat_map(|name| name.split_whitespace());
        let names: BTreeSet<String> = pieces.chain(printed).map(str::to_lowercase).collect();
        let is_known = |word: &str| {
            let lower = word.to_lowercase();
            let is_player = self.session.table.players().iter().any(|name| name.eq_ignore_ascii_case(word));
            is_player || names.contains(&lower) || names.contains(lower.trim_end_matches('s'))
        };
        let is_plain = |word: &str| word.chars().count() > 3 && word.chars().all(char::is_alphabetic);
        words.len() > 1
            && words.iter().any(|word| {
                is_plain(word) && !is_small(word) && request.meaning(word) == Meaning::Nothing && !is_known(word)
            })
    }

    pub(super) fn why(&mut self, view: &View, id: Option<&str>) -> io::Result<Next> {
        let Some(request) = &view.request else {
            self.say_in_lines(&nothing_to_choose(view))?;
            return Ok(Next::Nothing);
        };
        let width = self.page_width();
        let is_more = |id: &&str| id.eq_ignore_ascii_case("more") && !request.has_word(id);
        match id {
            // Dice are no choice.
            Some(id) if !is_more(&id) && request.kind.options().is_empty() && id.contains(' ') => {
                return self.asked(view, id);
            }
            Some(id) if !is_more(&id) && request.meaning(id) == Meaning::Nothing => {
                return self.why_line(view, request, id);
            }
            Some(id) if !is_more(&id) => self.say(&why_not_this(id, request, width))?,
            more => {
                let begun = self.why_from.take().filter(|(number, _)| more.is_some() && *number == view.number);
                let distances = self.stage.distances(&acting_or_legal(view, &self.stage));
                let parts = why_not(request, &|at| distances.get(at).copied().unwrap_or(0), width);
                let from = begun.map_or(0, |(_, from)| from);
                let (mut told, next) = page(&parts, from, self.face.page_lines().saturating_sub(1));
                if let Some(next) = next {
                    let left = count_of(parts.len() - next, "reason");
                    told.push_str(&set_in(
                        "",
                        &format!("`? more` shows {left} more, `? D4` why one thing cannot be."),
                        width,
                    ));
                    self.why_from = Some((view.number, next));
                }
                self.say(&told)?;
            }
        }
        Ok(Next::Nothing)
    }
}
