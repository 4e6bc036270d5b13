//! What people may do, and what comes of it: the powers of each device are looked at here, for every order.

use std::collections::BTreeMap;

use crate::app::table::{read_wishes, taken_back};
use crate::diag::{Diagnostic, Diagnostics, count_of};
use crate::referee::{Adjusted, Back, Custody, MOVED_ON, Move, Recap, Seat, Table, TakenBack, View, Viewer};
use crate::ui::terminal::{recap_text, statistics_text};

use super::frames::sentences;
use super::guests::new_key;
use super::keeper::Keeper;
use super::orders::{Deed, Export, HostDeed, Page, Reply, Screen};
use super::pages::evening::{self, Play};
use super::pages::shell::PageOf;
use super::pages::{host, phone, rules};

/// Told to whoever tries what is not theirs.
const NOT_YOURS: &str = "this seat is not yours: take it on the first page";
const NOT_HOST: &str = "only the host can do this";
/// How it is told what was taken back.
const TAKEN_BACK: &str = "taken back: ";
/// More than these are only counted.
const MOST_TAKEN_BACK: usize = 6;
/// What a page asks before it is done all the same.
const SURE: &str = "sure: do it all the same";
/// Lines of text have no width on a page.
const WIDE: usize = 10_000;
/// Who gets the host's seat at the table in the log.
const NOBODY: Option<&str> = None;

/// Why an answer does not count, for people who see no numbers of states.
fn on_a_screen(why: &str) -> String {
    if why.starts_with(MOVED_ON) {
        return "somebody was faster: it was answered before you tapped, and what is asked now stands here".to_owned();
    }
    // Nobody types commands there.
    why.replace("`adjust` alone lists what can be set", "all that can be set is listed below").replace(
        "`audit` says which: set the one that differs",
        "the list to count by has them: set the one that differs",
    )
}

/// What would be taken back: of many things how many they are, and the first of them.
fn would_be_taken_back(would: &TakenBack) -> impl Iterator<Item = String> {
    let (things, others): (Vec<String>, Vec<String>) =
        taken_back(would).into_iter().partition(|line| line.starts_with(TAKEN_BACK));
    let told = |line: &String| format!("would be taken back: {}", line.trim_start_matches(TAKEN_BACK));
    let all: Vec<String> = match things.as_slice() {
        [.., first] if things.len() > MOST_TAKEN_BACK => {
            vec![format!(
                "{} would be taken back. The first of it: {}",
                count_of(things.len(), "entry"),
                first.trim_start_matches(TAKEN_BACK)
            )]
        }
        few => few.iter().map(told).collect(),
    };
    all.into_iter().chain(others)
}

impl Keeper<'_, '_, '_> {
    /// Does what somebody wants, if they may.
    pub fn obey(&mut self, key: Option<&str>, deed: Deed) -> Reply {
        match deed {
            Deed::Page(page) => self.page(key, page),
            Deed::Follow(screen) => match self.may_see(key, screen) {
                Ok(()) => Reply::Frames(self.follow(screen)),
                Err(why) => Reply::Forbidden(why),
            },
            Deed::Join { seats, word } => self.join(key, seats, &word),
            Deed::Enter { key: given } if self.guests.is_host(Some(&given)) => {
                Reply::Go { to: "/host".to_owned(), key: Some(given) }
            }
            Deed::Enter { .. } => Reply::Forbidden("this is not the key of this table's host"),
            Deed::Open { seat } if self.guests.has(key, seat) => {
                self.guests.take_in_hand(key.unwrap_or_default(), seat);
                Reply::Go { to: format!("/seat/{seat}"), key: None }
            }
            Deed::Leave { seat } if self.guests.has(key, seat) => self.free(seat),
            Deed::Answer { seat, number, text } => self.answer(key, seat, number, &text),
            Deed::Why { seat, id } if self.guests.has(key, seat) => self.why(seat, &id),
            Deed::Open { .. } | Deed::Leave { .. } | Deed::Why { .. } => Reply::Forbidden(NOT_YOURS),
            Deed::Undo { seat, to, seen } => self.undo(key, seat, (to, seen)),
            Deed::Redo { seat } => match self.acting(key, seat) {
                Ok(by) => {
                    let done = self.session.with(|table, at| table.redo(1, by.as_deref(), at));
                    done_or_told(done.map(|_| vec!["done again".to_owned()]))
                }
                Err(why) => Reply::Forbidden(why),
            },
            Deed::Note { seat, text } => self.note(key, seat, &text),
            Deed::Host(deed) if self.guests.is_host(key) => self.host(deed),
            Deed::Host(_) => Reply::Forbidden(NOT_HOST),
        }
    }

    fn may_see(&self, key: Option<&str>, screen: Screen) -> Result<(), &'static str> {
        match screen {
            Screen::Seat(seat) if self.guests.has(key, seat) => Ok(()),
            Screen::Seat(_) => Err(NOT_YOURS),
            Screen::Host if self.guests.is_host(key) => Ok(()),
            Screen::Host => Err(NOT_HOST),
            Screen::Table | Screen::Watch | Screen::Join => Ok(()),
        }
    }

    /// Who does something, by name: a seat of this device, or nobody in particular for the host.
    fn acting(&self, key: Option<&str>, seat: Option<usize>) -> Result<Option<String>, &'static str> {
        match seat {
            Some(seat) if self.guests.has(key, seat) => Ok(Some(self.session.table.name(Seat(seat)).to_owned())),
            // Of what everybody may hear, the host tells the answers of those who have no phone.
            _ if self.guests.is_host(key) => Ok(NOBODY.map(str::to_owned)),
            _ => Err(NOT_YOURS),
        }
    }

    fn join(&mut self, key: Option<&str>, seats: Vec<usize>, word: &str) -> Reply {
        let known = self.session.table.players().len();
        if seats.is_empty() || seats.iter().any(|seat| *seat >= known) {
            return Reply::Refused(vec!["no seat was chosen: tick the name you play as".to_owned()]);
        }
        // Only a key that was given here is kept: nobody chooses one for somebody else.
        let own = key.filter(|key| self.guests.is_known(key)).map(str::to_owned);
        let Some(key) = own.or_else(new_key) else {
            return Reply::Refused(vec!["this machine gives no random numbers".to_owned()]);
        };
        // The word lets people in, and nobody into a seat that somebody else has.
        let is_free = seats.iter().all(|seat| !self.guests.is_taken(*seat) || self.guests.has(Some(&key), *seat));
        let knows_word = self.guests.is_word(word);
        let is_welcome = self.guests.is_host(Some(&key)) || knows_word && is_free;
        if is_welcome {
            self.give(&key, &seats);
            let to = if let [seat] = seats[..] { format!("/seat/{seat}") } else { "/".to_owned() };
            return Reply::Go { to, key: Some(key) };
        }
        if !word.trim().is_empty() && !knows_word {
            return Reply::Refused(vec!["this is not the table's word: ask for it, or leave it empty".to_owned()]);
        }
        match self.guests.wait(&key, seats) {
            Some(_) => Reply::Go { to: "/".to_owned(), key: Some(key) },
            None => Reply::Refused(vec!["too many wait for the host: try again later".to_owned()]),
        }
    }

    fn give(&mut self, key: &str, seats: &[usize]) {
        for seat in seats.iter().filter(|seat| self.guests.is_taken(**seat)).copied().collect::<Vec<_>>() {
            self.close(seat);
        }
        self.guests.seat(key, seats);
    }

    fn free(&mut self, seat: usize) -> Reply {
        self.guests.free(seat);
        self.close(seat);
        Reply::Go { to: "/".to_owned(), key: None }
    }

    fn answer(&mut self, key: Option<&str>, seat: Option<usize>, number: Option<u64>, text: &str) -> Reply {
        let by = match (self.acting(key, seat), seat) {
            (Ok(Some(name)), _) => Some(name),
            // Where several are asked at once, it is said whose answer the host tells. A secret one is nobody else's.
            (Ok(None), Some(seat)) => {
                let name = self.session.table.name(Seat(seat)).to_owned();
                let is_open = self.session.table.request_of(Some(&name)).is_some_and(|request| !request.secret);
                if !is_open {
                    return Reply::Forbidden("this is asked in secret, or somebody else is asked now");
                }
                Some(name)
            }
            (Ok(None), None) => None,
            (Err(why), _) => return Reply::Forbidden(why),
        };
        let given = Move { by: by.as_deref(), number, text };
        // What is asked and legal is on the screen: the hints are for who types.
        match self.session.answer(&given) {
            Ok(()) => Reply::Done(Vec::new()),
            Err(found) => Reply::Refused(found.iter().map(|told| on_a_screen(&told.message)).collect()),
        }
    }

    fn why(&mut self, seat: usize, id: &str) -> Reply {
        let view = match self.session.look(|table| table.view(Viewer::Seat(Seat(seat)))) {
            Ok(view) => view,
            Err(fault) => return Reply::Refused(sentences(&fault)),
        };
        let Some(request) = view.request.filter(|request| request.seat.is_none_or(|asked| asked.0 == seat)) else {
            return Reply::Refused(vec!["you are not asked anything now".to_owned()]);
        };
        if request.kind.options().iter().any(|choice| choice.id == id) {
            return Reply::Done(vec![format!("`{id}` is legal")]);
        }
        let refusal = request.why_not(id);
        let mut told = vec![refusal.message()];
        told.extend(refusal.rule.iter().map(|rule| format!("rules: {rule}")));
        Reply::Refused(told)
    }

    fn undo(&mut self, key: Option<&str>, seat: Option<usize>, (to, seen): (Option<u64>, bool)) -> Reply {
        let by = match self.acting(key, seat) {
            Ok(by) if to.is_none() || by.is_none() => by,
            Ok(_) => return Reply::Forbidden(NOT_HOST),
            Err(why) => return Reply::Forbidden(why),
        };
        let back = to.map_or(Back::Times(1), Back::To);
        let would = match self.session.table.would_take_back(back) {
            Ok(would) => would,
            Err(refusal) => return Reply::Refused(sentences(&refusal.into())),
        };
        if !seen && !would.reveals.is_empty() {
            return Reply::Refused(would_be_taken_back(&would).chain([SURE.to_owned()]).collect());
        }
        let done = self.session.with(|table, at| table.undo(back, by.as_deref(), at));
        done_or_told(done.map(|taken| taken_back(&taken)))
    }

    fn note(&mut self, key: Option<&str>, seat: Option<usize>, text: &str) -> Reply {
        let by = match self.acting(key, seat) {
            Ok(by) => by,
            Err(why) => return Reply::Forbidden(why),
        };
        let text = text.trim();
        if text.is_empty() {
            return Reply::Refused(vec!["there is nothing to write down".to_owned()]);
        }
        let done = self.session.with(|table, at| {
            table.note(text, by.as_deref(), at);
            Ok(())
        });
        done_or_told(done.map(|()| vec!["it is in the log".to_owned()]))
    }

    fn host(&mut self, deed: HostDeed) -> Reply {
        match deed {
            HostDeed::Admit { request, is_welcome } => {
                let Some(waiting) = self.guests.waiting.remove(&request) else {
                    return Reply::Refused(vec!["this request is not there any more".to_owned()]);
                };
                if is_welcome {
                    self.give(&waiting.key, &waiting.seats);
                } else {
                    self.guests.decline(waiting);
                }
                Reply::Done(Vec::new())
            }
            HostDeed::Free { seat } => {
                self.free(seat);
                Reply::Done(Vec::new())
            }
            HostDeed::Hand { seat, to } => {
                let known = self.session.table.players().len();
                let Some(key) = self.guests.holder(to).filter(|_| seat < known).map(str::to_owned) else {
                    return Reply::Refused(vec!["there is no such phone any more".to_owned()]);
                };
                self.give(&key, &[seat]);
                Reply::Done(Vec::new())
            }
            HostDeed::Word(word) => {
                let word = word.trim().to_owned();
                self.guests.list.word = (!word.is_empty()).then_some(word);
                Reply::Done(Vec::new())
            }
            HostDeed::Custody { of, to } => {
                let Some((_, to)) = Custody::WORDS.into_iter().find(|(word, _)| *word == to) else {
                    return Reply::Refused(vec![
                        "dice are rolled by the referee, by people, or it is asked".to_owned(),
                    ]);
                };
                done_or_told(self.session.with(|table, at| table.custody(of.as_deref(), to, at)).map(|()| Vec::new()))
            }
            HostDeed::Adjust { text, reason } => match self.adjust(&text, &reason) {
                Err(found) => Reply::Refused(sentences(&found).iter().map(|line| on_a_screen(line)).collect()),
                done => done_or_told(done),
            },
            HostDeed::Audit(counts) => done_or_told(self.audit(&counts)),
        }
    }

    fn adjust(&mut self, text: &str, reason: &str) -> Result<Vec<String>, Diagnostics> {
        if reason.trim().is_empty() {
            return Err(Diagnostic::error("an adjustment needs a reason: say why").into());
        }
        let known = self.session.settings()?;
        let set = read_wishes(&self.session.table, &known, &[text.to_owned()])?;
        let wish = Adjusted { set, at_step: BTreeMap::new(), reason: reason.trim().to_owned(), triggers: false };
        let adjusted = self.session.with(|table, at| table.adjust(&wish, None, at))?;
        Ok(adjusted.warnings().into_iter().map(|warning| warning.message).collect())
    }

    fn audit(&mut self, given: &[(usize, String)]) -> Result<Vec<String>, Diagnostics> {
        let counts = self.session.look(|table| table.audit(Viewer::Everybody))?;
        let mut told = Vec::new();
        for (at, text) in given.iter().filter(|(_, text)| !text.trim().is_empty()) {
            let Some(count) = counts.get(*at) else { continue };
            let number: i64 =
                text.trim().parse().map_err(|_| Diagnostic::error(format!("`{}` is not a count", text.trim())))?;
            if number != count.count {
                let name = &count.what;
                let how = if count.field.is_some() {
                    format!("Set `{name}: {number}`")
                } else {
                    "It is counted from several things: set the one that differs".to_owned()
                };
                told.push(format!("{name}: the referee has {}, the table {number}. {how}", count.count));
            }
        }
        if told.is_empty() {
            told.push("the table and the referee agree".to_owned());
        }
        Ok(told)
    }

    fn page(&mut self, key: Option<&str>, page: Page) -> Reply {
        if let Page::Live(screen) = page {
            return match self.may_see(key, screen) {
                Ok(()) => match screen {
                    Screen::Seat(seat) if self.guests.is_passed_on(key, seat) => self.curtain(key, seat),
                    screen => self.live_page(screen),
                },
                Err(why) => Reply::Forbidden(why),
            };
        }
        match page {
            Page::Home | Page::Live(_) => {
                let body = self.now().lobby(key);
                self.html("Join", "home", Some("/live/join"), body)
            }
            Page::Rules { find } => {
                let figures = self.figures();
                let seat = |seat: usize| (seat, self.session.table.name(Seat(seat)).to_owned());
                let own: Vec<(usize, String)> = self.guests.seats(key).into_iter().map(seat).collect();
                let body = rules::rules(&self.rules, &figures, &find, &own);
                self.html("Rules", "rules", None, body)
            }
            Page::Evening => self.evening(),
            Page::Sheet => self.with_play(|keeper, play| {
                let body = evening::sheet(play);
                keeper.html("Result", "sheet", None, body)
            }),
            Page::Export(export) => self.with_play(|keeper, play| {
                let name = keeper.session.name();
                match export {
                    Export::Json => Reply::File {
                        kind: "application/json",
                        name: format!("{name}.json"),
                        bytes: serde_json::to_vec_pretty(&play.json()).unwrap_or_default(),
                    },
                    Export::Csv => {
                        let bytes = play.csv().into_bytes();
                        Reply::File { kind: "text/csv; charset=utf-8", name: format!("{name}.csv"), bytes }
                    }
                }
            }),
        }
    }

    fn html(&self, title: &str, kind: &'static str, live: Option<&str>, body: maud::Markup) -> Reply {
        self.html_of(self.version(), (title, kind), live, body)
    }

    fn html_of(
        &self,
        version: u64,
        (title, kind): (&str, &'static str),
        live: Option<&str>,
        body: maud::Markup,
    ) -> Reply {
        Reply::Html(self.shell.page(&PageOf { title, kind, live: live.map(str::to_owned), version, body }))
    }

    /// Before a seat of a device that several play on is shown: whoever has it now says so.
    fn curtain(&mut self, key: Option<&str>, seat: usize) -> Reply {
        self.guests.let_go(key);
        let body = phone::curtain(seat, &self.guests.seats(key), self.session.table.players());
        self.html("Pass the phone", "curtain", None, body)
    }

    fn live_page(&mut self, screen: Screen) -> Reply {
        let frame = self.frame(screen);
        let game = self.session.game.title.clone();
        match screen {
            Screen::Seat(seat) => {
                let name = self.session.table.name(Seat(seat)).to_owned();
                let body = phone::seat_page(&frame, (seat, &name));
                self.html(&name, "seat", Some(&format!("/live/seat/{seat}")), body)
            }
            Screen::Watch => self.html("Watch", "watch", Some("/live/watch"), phone::watch_page(&frame, &game)),
            Screen::Host => {
                let body = host::host_page(&frame, &game, &self.join_addresses());
                self.html_of(frame.version, ("Host", "host"), Some("/live/host"), body)
            }
            Screen::Table | Screen::Join => {
                self.html("Table", "table", Some("/live/table"), phone::table_page(&frame, &game))
            }
        }
    }

    fn evening(&mut self) -> Reply {
        let view = match self.session.look(|table| table.view(Viewer::Everybody)) {
            Ok(view) => view,
            Err(fault) => return Reply::Refused(sentences(&fault)),
        };
        let recap = recap_text(&view, &Recap::of(&view, Viewer::Everybody), WIDE);
        let statistics = self.session.statistics().map(|told| statistics_text(&told, WIDE)).unwrap_or_default();
        self.with_play(|keeper, play| {
            let body = evening::evening(play, &recap, &statistics);
            keeper.html("The evening", "evening", Some("/live/join"), body)
        })
    }

    /// With what is known of the play, as everybody may know it.
    fn with_play(&mut self, tell: impl FnOnce(&Self, &Play<'_>) -> Reply) -> Reply {
        let seen = self.session.look(|table| Ok((table.view(Viewer::Everybody)?, table.score()?)));
        let (view, score) = match seen {
            Ok(seen) => seen,
            Err(fault) => return Reply::Refused(sentences(&fault)),
        };
        let table: &Table = &self.session.table;
        let began = table.start().at.clone();
        let ended = table.entries().last().map_or_else(|| began.clone(), |entry| entry.at.clone());
        let (name, game) = (self.session.name(), &self.session.game);
        let begins = first_turn(&view, table);
        let play = Play {
            game: (&game.id, &game.title, &game.version),
            table: &name,
            times: (&began, &ended),
            view: &view,
            score: score.as_ref(),
            begins,
        };
        tell(self, &play)
    }
}

/// The seat that had the first turn: who answered first once the table was set up.
fn first_turn(view: &View, table: &Table) -> Option<usize> {
    let set_up = view.log.iter().find(|line| line.opens).map_or(0, |line| line.seq);
    let asked =
        table.entries().iter().filter(|entry| entry.seq > set_up).find_map(|entry| entry.answer()?.asked.clone())?;
    view.seats.iter().position(|seat| seat.name == asked)
}

fn done_or_told(done: Result<Vec<String>, Diagnostics>) -> Reply {
    match done {
        Ok(told) => Reply::Done(told),
        Err(found) => Reply::Refused(sentences(&found)),
    }
}
