//! Questions for one pair of eyes: the others look away first, and the screen is wiped afterwards.

use std::io;
use std::rc::Rc;

use crate::referee::{Refusal, Seat, Together, View, Viewer};

use super::asked::{begins_name, is_for_one, who_looks};
use super::face::Next;
use super::lines::set_in;
use super::offers::{Reaction, reaction};
use super::play::Conversation;
use super::screen::seats_told;
use super::word_forms::{is_word, stands_in, words_of};

/// A question that names more is about none of them.
const MOST_NAMED: usize = 3;

impl Conversation<'_> {
    /// The others look away.
    pub(super) fn open_secrets(&mut self, view: &View, seat: Seat) -> Next {
        self.open = Some((seat, view.number));
        Next::Whole
    }

    /// Of several who are asked at once one answers, or wants to: in secret when the others look away.
    pub(super) fn answer_of(&mut self, view: &View, seat: Seat, text: &str) -> io::Result<Next> {
        let Some(waiting) = view.waiting.iter().find(|waiting| waiting.seat == seat) else { return Ok(Next::Nothing) };
        if waiting.may_answer && text.is_empty() && waiting.secret {
            return Ok(self.open_secrets(view, seat));
        }
        let mut turned = view.clone();
        turned.turn_to(seat);
        if waiting.may_answer && !text.is_empty() {
            return self.answer(&turned, text);
        }
        if waiting.may_answer {
            self.turn = Some((seat, view.number));
            return Ok(Next::Whole);
        }
        self.give(&turned, text)
    }

    /// Shows what one seat may see, until it has seen it; a question that it is asked, until it is answered.
    pub(super) fn look(&mut self, view: &View, name: &str) -> io::Result<Next> {
        // Whoever looks and needs time lets the others see the table again.
        if name.is_empty() && self.open.is_some() {
            self.wipe()?;
            return Ok(Next::Whole);
        }
        if is_for_one(view)
            && let Some(seat) = who_looks(view, name)
        {
            return Ok(self.open_secrets(view, seat));
        }
        if name.is_empty() {
            // Where nothing is asked in secret, `look` is only for the table.
            let Some(waiting) = view.missing().find(|waiting| waiting.secret) else { return Ok(Next::Whole) };
            let name = view.name(waiting.seat);
            let hint = format!("`look {name}` shows what only {name} may see");
            return self.problem(&Refusal::new("whose eyes are to look?").hint(hint).into());
        }
        let seat = match self.session.table.seat(name) {
            Ok(seat) => seat,
            Err(_) if self.tell_what_lies(view, name)? => return Ok(Next::Nothing),
            Err(refusal) => return self.problem(&refusal.into()),
        };
        let views = [Viewer::Seat(seat), Viewer::Everybody].map(|viewer| self.session.table.view(viewer));
        let [own, public] = match views {
            [Ok(own), Ok(public)] => [own, public].map(Rc::new),
            [Err(problem), _] | [_, Err(problem)] => return self.problem(&problem),
        };
        let told = self.stage.only_for(seat, &own, &public, self.page_width());
        if told.is_empty() {
            let name = own.name(seat);
            self.say_in_lines(&format!("Everybody may see all that {name} may see: `show` shows it."))?;
            return Ok(Next::Nothing);
        }
        match self.open {
            // Whoever looks already looks again.
            Some((open, _)) if open == seat => {
                self.say(&told)?;
                return Ok(Next::Nothing);
            }
            Some(_) => {
                self.wipe()?;
                self.show(&public, Next::Whole)?;
            }
            None => {}
        }
        let alone = format!("For {}'s eyes only: `yes` shows it, when the others look away. > ", own.name(seat));
        // Somebody may answer in secret here, out of turn: it stays on no screen.
        match self.read_unseen(&alone)? {
            None => return Ok(Next::End),
            Some(line) if reaction(&line) == Reaction::Yes || begins_name(&own, seat, &line) => {}
            Some(line) if line.trim().is_empty() || reaction(&line) == Reaction::No => {
                self.say("Nothing was shown.\n")?;
                return Ok(Next::Question);
            }
            Some(line) => return self.obey(&public, &line),
        }
        self.open = Some((seat, own.number));
        self.say(&told)?;
        let seen = self.read("Enter shows the table again. > ")?;
        self.wipe()?;
        match seen {
            None => Ok(Next::End),
            Some(line) if line.trim().is_empty() => Ok(Next::Whole),
            // Whoever types on already means the table.
            Some(line) => {
                self.show(&public, Next::Whole)?;
                self.obey(&public, &line)
            }
        }
    }

    /// Where something is, or what lies on a place.
    pub(super) fn tell_where(&mut self, view: &View, name: &str) -> io::Result<Next> {
        let is_out_of_sight = self.told_of(view, name, self.page_width()).is_none() && !self.says_of(name).is_empty();
        if is_out_of_sight {
            self.say_in_lines("It lies nowhere that everybody sees.")?;
        }
        if !self.tell_what_lies(view, name)? {
            let refusal = Refusal::new(format!("nothing on the table is called `{name}`"));
            return self.problem(&refusal.hint("`look` and the name of a place tells what lies there").into());
        }
        Ok(Next::Nothing)
    }

    /// What lies on a place, where pieces lie, or who has them, as far as people see it.
    pub(super) fn told_of(&self, view: &View, name: &str, width: usize) -> Option<String> {
        // Whoever asks for their own is who is asked.
        if let (Some(own), Some(seat)) = (name.strip_prefix("my "), view.asked) {
            let told = self.stage.lying_of(view, own, Some(seat), width);
            return told.or_else(|| seat_told(view, view.name(seat), width));
        }
        let told = self.stage.lying(view, name, width).or_else(|| seat_told(view, name, width));
        told.or_else(|| had_by(view, name, width))
    }

    /// How those stand whom a question names: players, and pieces of the board.
    pub(super) fn named_in(&self, view: &View, question: &str) -> String {
        let words = question.split(|sign: char| !(sign.is_alphanumeric() || sign == ',')).filter(|word| word.len() > 1);
        let is_piece = |word: &str| {
            let mut names = view.pieces.iter().filter(|piece| piece.count > 0).flat_map(|piece| piece.name.split(' '));
            names.any(|name| name == word)
        };
        let mut told: Vec<String> = Vec::new();
        for word in words.filter(|word| word.starts_with(char::is_uppercase)) {
            let is_player = view.seats.iter().any(|seat| seat.name == word);
            let one = if is_player || is_piece(word) { self.told_of(view, word, self.page_width()) } else { None };
            told.extend(one.filter(|one| !told.contains(one)));
        }
        if told.len() > MOST_NAMED { String::new() } else { told.concat() }
    }

    /// Tells what lies on a place, or where pieces lie and what stands on them; not if nothing is called so.
    fn tell_what_lies(&mut self, view: &View, name: &str) -> io::Result<bool> {
        let width = self.page_width();
        let told = self.told_of(view, name, width);
        if let Some(told) = &told {
            self.say(told)?;
        }
        // A piece that is called like a place by its file lies somewhere else.
        let says = if self.stage.place_called(name).is_some() { String::new() } else { self.says_of(name) };
        self.say(&says)?;
        Ok(told.is_some() || !says.is_empty())
    }

    /// Once the table has moved on, nothing of a secret stays on the screen, and everything else comes back; whoever is asked
    /// another secret right away goes on alone.
    pub(super) fn close_secrets(&mut self, next: Next) -> io::Result<Next> {
        let now = self.session.table.number();
        match self.open {
            Some((seat, number)) if number != now => {
                self.wipe()?;
                self.open = self.is_asked_alone(seat).then_some((seat, now));
                Ok(Next::Whole)
            }
            _ => Ok(next),
        }
    }

    /// Whether nobody but one seat is asked now, in secret.
    fn is_asked_alone(&self, seat: Seat) -> bool {
        let mut missing = self.session.table.together().into_iter().flat_map(Together::missing);
        missing.next().is_some_and(|asked| asked.seat == Some(seat) && asked.secret) && missing.next().is_none()
    }

    /// Takes secrets from the screen, if there are any.
    pub(super) fn wipe(&mut self) -> io::Result<()> {
        if self.open.take().is_none() { Ok(()) } else { self.face.wipe() }
    }
}

/// What somebody at the table has, by their name.
fn seat_told(view: &View, name: &str, width: usize) -> Option<String> {
    let seat = view.seats.iter().find(|seat| seat.name.eq_ignore_ascii_case(name))?;
    let rows = seats_told(view);
    let (_, text) = rows.iter().find(|(known, _)| known.strip_suffix(':') == Some(&seat.name))?;
    Some(set_in("", &format!("{}: {text}{}", seat.name, where_theirs_are(view, &seat.name)), width))
}

/// Where the pieces of a player are, if these are few.
fn where_theirs_are(view: &View, name: &str) -> String {
    let number = view.seats.iter().position(|seat| seat.name == name);
    let own = view.pieces.iter().filter(|piece| piece.count > 0 && piece.seat.map(|seat| seat.0) == number);
    let places: Vec<String> = own.map(|piece| format!("{} on {}", piece.name.trim(), piece.at)).collect();
    if (1..=FEW_PIECES).contains(&places.len()) { format!("; {}", places.join(", ")) } else { String::new() }
}

/// Where more pieces of somebody are is seen on the board.
const FEW_PIECES: usize = 4;

/// Who has something, with all that they have, where people can read it.
fn had_by(view: &View, name: &str, width: usize) -> Option<String> {
    let wanted = words_of(name);
    let has_it = |text: &str| !wanted.is_empty() && stands_in(&wanted, &words_of(text), is_word);
    let rows = seats_told(view).into_iter().filter(|(_, text)| has_it(text));
    let told: String = rows.map(|(who, text)| set_in("", &format!("{who} {text}"), width)).collect();
    (!told.is_empty()).then_some(told)
}
