//! "The table is right" in a conversation: what there is to set, in people's words, and setting it.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io;

use crate::app::table::{About, Setting, Settings, read_adjustment, read_wishes};
use crate::diag::{Diagnostic, count_of, did_you_mean};
use crate::referee::{Adjusted, ScenePiece, Typed, View, in_figures, is_small};

use super::face::Next;
use super::lines::{in_rows, set_in};
use super::marks::printable;
use super::play::Conversation;
use super::recap::standing_text;
use super::word_forms::{is_word, words_of};

/// What shows the fields too that the game has no words for.
const ALL: &str = "--all";

/// Of what is asked for so much is told.
const MOST_TOLD: usize = 12;

/// The headings of the list, in its order.
const HEADINGS: [(About, &str); 4] = [
    (About::Counts, "What can be counted:"),
    (About::Board, "On the board:"),
    (About::Each, "Of one player or piece:"),
    (About::Table, "Of the whole table:"),
];

impl Conversation<'_> {
    /// Sets something, or tells what could be set.
    pub(super) fn adjust_or_list(&mut self, text: &str) -> io::Result<Next> {
        let known = match self.session.settings() {
            Ok(known) => known,
            Err(found) => return self.tell(&found),
        };
        let sets = ["=", ": ", " to ", " because ", " --reason"].iter().any(|sign| text.contains(sign));
        let sets = sets || read_wishes(&self.session.table, &known, &[text.to_owned()]).is_ok();
        if sets { self.adjust(&known, text) } else { self.list(&known, text) }
    }

    /// How many there are of something: what is counted and called so, or else how the table stands.
    pub(super) fn how_many(&mut self, view: &View, of: &str) -> io::Result<Next> {
        let done = done_by_us(of);
        let of = done.as_deref().unwrap_or(of);
        let known = match self.session.settings() {
            Ok(known) => known,
            Err(found) => return self.tell(&found),
        };
        // What lies on one place.
        let place = [" are on ", " is on ", " on ", " in ", " at "].iter().find_map(|word| of.rsplit_once(word));
        let place =
            place.map(|(_, place)| place.trim().to_owned()).filter(|place| self.stage.place_called(place).is_some());
        if let Some(place) = place {
            return self.tell_where(view, &place);
        }
        // What somebody has stands with them.
        let owned = [" does ", " do ", " did ", " has ", " have "].iter().find_map(|word| of.split_once(word));
        if let Some((what, who)) = owned {
            let who = ["have", "got"].iter().find_map(|verb| who.strip_suffix(verb)).unwrap_or(who).trim();
            // `Ann boffed` is about Ann.
            let said = |name: &str| who.split_whitespace().next().is_some_and(|first| name.eq_ignore_ascii_case(first));
            let is_it = |name: &&str| name.eq_ignore_ascii_case(who) || said(name);
            let name = view.seats.iter().map(|seat| seat.name.as_str()).find(is_it);
            let what = what.trim();
            let is_asked = is_numbered(view, &[what.to_owned()]);
            let own = view.asked.and_then(|seat| view.seats.get(seat.0)).map_or("", |seat| &seat.text);
            let stands_there = words_of(own).iter().any(|word| is_word(what, word));
            if name.is_none() && is_asked && !stands_there {
                self.say(&standing_text(view, self.page_width()))?;
                return Ok(Next::Nothing);
            }
            // Or of a piece that somebody has: `how many lives does Juno have`.
            let first = who.split_whitespace().next().unwrap_or_default().to_owned();
            let is_piece =
                |piece: &ScenePiece| piece.name.split_whitespace().any(|word| word.eq_ignore_ascii_case(&first));
            if name.is_none() && !is_small(&first) && view.pieces.iter().any(is_piece) {
                return self.tell_where(view, &first);
            }
            // What a seat has is told of it in a line.
            let seat = match name {
                Some(name) => view.seats.iter().find(|seat| seat.name == name),
                None => view.asked.and_then(|seat| view.seats.get(seat.0)),
            };
            let says_it =
                |text: &str| words_of(text).iter().any(|word| words_of(what).iter().any(|it| is_word(it, word)));
            if let Some(seat) = seat.filter(|seat| says_it(&seat.text)) {
                self.say_in_lines(&format!("{}: {}", seat.name, printable(&seat.text)))?;
                return Ok(Next::Nothing);
            }
            let whose = name.map_or_else(|| format!("my {what}"), str::to_owned);
            if name.is_some() && self.told_of(view, &whose, self.page_width()).is_none() {
                self.say_in_lines(&format!("{whose} has nothing yet that everybody sees."))?;
                return Ok(Next::Nothing);
            }
            return self.tell_where(view, &whose);
        }
        let wanted = words_of(of);
        let has_it = |text: &str| wanted.iter().all(|word| words_of(text).iter().any(|part| is_word(word, part)));
        // `actions left` stands in the question, and is no `discarded action cards`.
        let is_first =
            |text: &str| words_of(text).first().is_some_and(|first| wanted.iter().any(|it| is_word(it, first)));
        let is_counted = known.counts.iter().any(|count| has_it(&count.what) && is_first(&count.what));
        if !is_counted && is_numbered(view, &wanted) {
            self.say(&standing_text(view, self.page_width()))?;
            return Ok(Next::Nothing);
        }
        let counts = known.counts.iter().filter(|count| has_it(&count.what));
        let mut told: Vec<String> = counts.map(|count| format!("{}: {}", count.what, count.count)).collect();
        if told.is_empty() {
            let is_it = |setting: &&Setting| !setting.is_inner && (has_it(&setting.called) || has_it(&setting.also));
            let named = known.all.iter().filter(is_it);
            let named: Vec<&Setting> = named.collect();
            told =
                named.iter().take(MOST_TOLD).map(|setting| format!("{}: {}", setting.called, setting.value)).collect();
            told.extend(sum_of(&named));
        }
        if told.is_empty() {
            return self.asked(view, &format!("how many {of}"));
        }
        let told: String = told.iter().map(|line| set_in("", &printable(line), self.page_width())).collect();
        self.say(&told)?;
        Ok(Next::Nothing)
    }

    /// How what lies otherwise on the table is told.
    pub(super) fn tell_how_to_adjust(&mut self) -> io::Result<Next> {
        let known = match self.session.settings() {
            Ok(known) => known,
            Err(found) => return self.tell(&found),
        };
        let first = known.all.iter().find(|setting| !setting.is_inner && setting.about != About::Empty);
        let such =
            first.map(|first| format!(", such as `adjust {}: {}`", first.called, first.value)).unwrap_or_default();
        self.say_in_lines(&format!(
            "`adjust` and what is otherwise sets the referee right, and `adjust` alone lists what there is{such}; `undo` takes back \
             what was answered."
        ))?;
        Ok(Next::Nothing)
    }

    /// Everything that can be set, or what has a name like this.
    fn list(&mut self, known: &Settings, name: &str) -> io::Result<Next> {
        let width = self.page_width();
        if name.is_empty() || name == ALL {
            self.say(&settings_text(known, "adjust", width, name == ALL))?;
            return Ok(Next::Nothing);
        }
        let typed = Typed::new(name);
        let fits = |setting: &&Setting| typed.fit(&[&setting.called, &setting.also, &setting.field]).is_some();
        let named: Vec<&Setting> = known.all.iter().filter(fits).collect();
        if named.is_empty() {
            let field = |setting: &'_ Setting| setting.field.split('.').next().unwrap_or_default().to_owned();
            let worded = known.all.iter().filter(|setting| !setting.is_inner);
            let names: Vec<String> = worded.flat_map(|setting| [setting.called.clone(), field(setting)]).collect();
            let close = did_you_mean(name, names.iter().map(String::as_str));
            let unknown = Diagnostic::error(format!("nothing that can be set is called `{name}`"));
            return self.tell_one(unknown.hint(close.unwrap_or_else(|| "`adjust` alone lists all".to_owned())));
        }
        for setting in named {
            self.say(&set_in("  ", &format!("{}: {} ({})", setting.called, setting.value, setting.what), width))?;
        }
        Ok(Next::Nothing)
    }

    fn adjust(&mut self, known: &Settings, text: &str) -> io::Result<Next> {
        let table = &self.session.table;
        let read = read_adjustment(text).and_then(|(texts, reason)| Ok((read_wishes(table, known, &texts)?, reason)));
        match read {
            Ok((set, reason)) => self.set(&Adjusted { set, at_step: BTreeMap::new(), reason, triggers: false }),
            Err(diagnostic) => self.tell_one(diagnostic),
        }
    }

    /// Sets fields, and says what does not add up any more.
    pub(super) fn set(&mut self, wish: &Adjusted) -> io::Result<Next> {
        let mut adjusted = match self.session.with(|table, at| table.adjust(wish, None, at)) {
            Ok(adjusted) => adjusted,
            Err(found) => return self.tell(&found),
        };
        // What did not add up before was told then; but not that it adds up to something else now.
        adjusted.still_broken.retain(|law| !self.told_laws.contains(&law.to_string()));
        self.told_laws.extend(adjusted.laws().map(ToString::to_string));
        for warning in adjusted.warnings() {
            self.tell_one(warning)?;
        }
        match adjusted.fault {
            // It is set all the same.
            Some(fault) => {
                let told = self.session.look(|_| Err::<(), _>(fault.into()));
                told.map_or_else(|found| self.tell(&found), |()| Ok(Next::News))
            }
            None => Ok(Next::News),
        }
    }
}

/// Whether the question, or the line about the game, says how many there are of one of these: `3 actions left: what do you do?`
fn is_numbered(view: &View, wanted: &[String]) -> bool {
    let prompt = view.request.as_ref().map_or("", |request| &request.prompt);
    [prompt, &view.status].into_iter().any(|text| {
        let words = words_of(text);
        let is_number = |word: &str| in_figures(word).parse::<i64>().is_ok();
        words.windows(2).any(|pair| is_number(&pair[0]) && wanted.iter().any(|it| is_word(it, &pair[1])))
    })
}

/// Everything that can be set, by what it is about, and how to type it after this command; on demand also what only whoever
/// wrote the rules knows.
#[must_use]
pub fn settings_text(known: &Settings, command: &str, width: usize, with_inner: bool) -> String {
    let all: Vec<&Setting> = known.all.iter().filter(|setting| with_inner || !setting.is_inner).collect();
    let Some(first) = all.iter().find(|setting| setting.about != About::Empty) else {
        return "There is nothing to set.\n".to_owned();
    };
    let how = if command == "adjust" {
        format!(
            "`adjust {}: {} because we counted` sets one of these; `adjust` and a name tells what it can be.",
            first.called, first.value
        )
    } else {
        format!("`{command} \"{}: {}\" --reason \"we counted\"` sets one of these.", first.called, first.value)
    };
    let mut told = set_in("", &how, width);
    for (about, heading) in HEADINGS {
        let of = all.iter().filter(|setting| setting.about == about);
        let told_here: Vec<String> = of.map(|setting| format!("{}: {}", setting.called, setting.value)).collect();
        if !told_here.is_empty() {
            let _ = write!(told, "{heading}\n{}", rows(&told_here, width));
        }
    }
    let empty: Vec<&str> =
        all.iter().filter(|setting| setting.about == About::Empty).map(|setting| &*setting.called).collect();
    if !empty.is_empty() {
        told.push_str(&set_in("", &format!("Nothing there now: {}.", empty.join(", ")), width));
    }
    let left = known.all.len() - all.len();
    if left > 0 {
        let told_how = format!(
            "`{command} {ALL}` also shows {} of the rules that have no words of people.",
            count_of(left, "field")
        );
        told.push_str(&set_in("", &told_how, width));
    }
    told
}

/// Short ones side by side, long ones alone.
fn rows(texts: &[String], width: usize) -> String {
    let (short, long): (Vec<&String>, Vec<&String>) =
        texts.iter().partition(|text| text.chars().count() * 2 + 4 <= width);
    let short: Vec<String> = short.into_iter().cloned().collect();
    in_rows(&short, 2, width) + &long.into_iter().map(|text| set_in("  ", text, width)).collect::<String>()
}

/// What several numbers of the same things come to.
fn sum_of(named: &[&Setting]) -> Option<String> {
    let what = |setting: &Setting| {
        setting.called.split(" of ").next().and_then(|it| it.split(" on ").next()).map(str::to_owned)
    };
    let first = what(named.first()?)?;
    let numbers: Option<Vec<i64>> = named.iter().map(|setting| setting.value.parse().ok()).collect();
    let are_alike = named.len() > 1 && named.iter().all(|setting| what(setting).as_deref() == Some(&*first));
    numbers.filter(|_| are_alike).map(|numbers| format!("{first} in all: {}", numbers.iter().sum::<i64>()))
}

/// `ghosts have we caught` asks for `ghosts caught`: what is counted, where a question tells what people did with it.
fn done_by_us(of: &str) -> Option<String> {
    const US: [&str; 4] = ["we", "i", "they", "you"];
    let words: Vec<&str> = of.split_whitespace().collect();
    let at = words.windows(2).position(|pair| matches!(pair[0], "have" | "did") && US.contains(&pair[1]))?;
    let (before, done) = (&words[..at], &words[at + 2..]);
    let is_had = matches!(done, [] | ["have" | "got" | "left" | "hold" | "need", ..]);
    (!is_had).then(|| [before, done].concat().join(" "))
}
