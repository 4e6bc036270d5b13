//! What each screen shows now, as parts that are sent to all who look at it. Everything comes from the `View` of whom the screen
//! is for, so that it holds nothing they may not know.

use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

use maud::{Markup, html};

use crate::app::Session;
use crate::app::table::{Printed, ScreenBoard};
use crate::diag::Diagnostics;
use crate::model::Zone;
use crate::referee::{Custody, Request, Score, Seat, Table, View, Viewer};

use super::guests::Guests;
use super::orders::Screen;
use super::pages::board::{Taps, board};
use super::pages::flash::Flash;
use super::pages::question::{Asking, prompt, question};
use super::pages::zones::{ShownZone, shown, zones};
use super::pages::{home, host, log, phone, rule_link, score};

/// So many lines of what happened are on a phone, on the table's screen and before the host.
const LINES: usize = 14;
const HOST_LINES: usize = 400;
/// Screens look back over so many entries, and name no earlier ones: no evening has as many.
const ENTRIES: usize = 2_000;

/// The table as it is now, with what several screens have in common.
pub struct Now<'n, 's, 'a> {
    pub session: &'n mut Session,
    pub printed: &'n mut Printed<'s, 'a>,
    pub guests: &'n Guests,
    /// How many look at each seat.
    pub connected: Vec<usize>,
    /// How many look on.
    pub watching: usize,
    /// The last that everybody saw come up.
    pub flash: Option<&'n Flash>,
    /// The score as it would be now, if there is one.
    pub score: Option<Score>,
    /// The table as everybody sees it.
    pub everybody: &'n mut Option<(u64, Rc<Seen>)>,
}

/// What is seen of a table, or why it cannot be shown.
#[derive(Debug)]
pub struct Seen {
    view: View,
    fault: Option<Diagnostics>,
}

impl Now<'_, '_, '_> {
    /// The frame of a screen.
    pub fn parts(&mut self, screen: Screen, version: u64) -> Vec<(&'static str, String)> {
        let parts = match screen {
            Screen::Seat(seat) => self.seat(seat),
            Screen::Watch => self.watch(),
            Screen::Table => self.table(),
            Screen::Host => self.host(),
            Screen::Join => vec![("changed", html! { (version) })],
        };
        parts.into_iter().map(|(id, markup)| (id, markup.into_string())).collect()
    }

    fn seen(&mut self, viewer: Viewer) -> Seen {
        match self.session.look(|table| table.view_of_late(viewer, ENTRIES)) {
            Ok(view) => Seen { view, fault: None },
            Err(fault) => Seen { view: self.session.table.view_without_rules(viewer), fault: Some(fault) },
        }
    }

    /// The table as everybody sees it: several screens show that.
    fn everybody(&mut self) -> Rc<Seen> {
        let number = self.session.table.number();
        if let Some((known, seen)) = self.everybody.as_ref()
            && *known == number
        {
            return Rc::clone(seen);
        }
        let seen = Rc::new(self.seen(Viewer::Everybody));
        *self.everybody = Some((number, Rc::clone(&seen)));
        seen
    }

    fn seat(&mut self, seat: usize) -> Vec<(&'static str, Markup)> {
        let Seen { view, fault } = self.seen(Viewer::Seat(Seat(seat)));
        let names = names(&view);
        let request = view.request.as_ref().filter(|request| request.seat.is_none_or(|asked| asked.0 == seat));
        let boards = self.printed.boards(&view, &asked_places(request));
        let taps = Taps::of(request, &boards, true);
        let asked = match (&fault, request) {
            (Some(fault), _) => told(fault),
            (None, Some(request)) => {
                let asking = Asking { view: &view, request, seat: Some(seat), on_board: &taps.legal };
                question(&asking, self.printed)
            }
            (None, None) => waits(&view),
        };
        // What is told in words anyway is only worth its room with something in it, and to whoever has it.
        let is_own =
            |zone: &&Zone| zone.seat == Some(seat) && !zone.in_middle && !(zone.is_told && zone.things.is_empty());
        let own = shown(view.zones.iter().filter(is_own), self.printed);
        let text = view.seats.get(seat).map(|seat| seat.text.clone()).unwrap_or_default();
        vec![
            ("top", phone::top(&view, Some(seat))),
            ("pass", phone::pass(seat, &self.guests.together(seat), &names, &view)),
            ("question", asked),
            ("mine", mine(&own, &names, &text)),
            ("board", drawn(&boards, &view, &taps)),
            ("others", self.others(&view, Some(seat))),
            ("log", html! { (log::log(&view.log, LINES, false)) (self.flash_part()) }),
            ("score", self.score_part(&view)),
        ]
    }

    fn watch(&mut self) -> Vec<(&'static str, Markup)> {
        let seen = self.everybody();
        let Seen { view, fault } = &*seen;
        let boards = self.printed.boards(view, &BTreeSet::new());
        vec![
            ("top", phone::top(view, None)),
            ("question", fault.as_ref().map_or_else(|| waits(view), told)),
            ("board", drawn(&boards, view, &Taps::default())),
            ("others", self.others(view, None)),
            ("log", html! { (log::log(&view.log, LINES, false)) (self.flash_part()) }),
            ("score", self.score_part(view)),
        ]
    }

    fn table(&mut self) -> Vec<(&'static str, Markup)> {
        let seen = self.everybody();
        let Seen { view, fault } = &*seen;
        let boards = self.printed.boards(view, &asked_places(view.request.as_ref()));
        // What is legal is lit, and nothing can be tapped.
        let taps = Taps::of(view.request.as_ref(), &boards, false);
        vec![
            ("top", phone::top(view, None)),
            ("board", drawn(&boards, view, &taps)),
            ("question", fault.as_ref().map_or_else(|| waits(view), told)),
            ("seats", seats(view)),
            ("bar", self.score.as_ref().map(|known| score::bar(view, known)).unwrap_or_default()),
            ("others", self.others(view, None)),
            ("log", html! { (log::log(&view.log, LINES, false)) (self.flash_part()) }),
        ]
    }

    fn host(&mut self) -> Vec<(&'static str, Markup)> {
        let seen = self.everybody();
        let Seen { view, fault } = &*seen;
        let names = names(view);
        let boards = self.printed.boards(view, &BTreeSet::new());
        let taps = Taps { all: true, ..Taps::default() };
        let settings = self.session.settings().unwrap_or_default();
        let custody = self.custody();
        let asked = match (fault, &view.request) {
            (Some(fault), _) => told(fault),
            // What is asked of the whole table, and what nobody has a phone for, is answered here.
            (None, Some(request)) if !request.secret => {
                let seat = request.seat.map(|seat| seat.0);
                question(&Asking { view, request, seat, on_board: &BTreeSet::new() }, self.printed)
            }
            _ => waits(view),
        };
        let options = self.session.table.start().options.clone();
        vec![
            ("top", phone::top(view, None)),
            ("guests", host::guests(self.guests, &names, &self.connected, self.watching)),
            ("question", asked),
            ("board", drawn(&boards, view, &taps)),
            ("others", self.others(view, None)),
            ("adjust", host::adjust(&settings)),
            ("audit", host::audit(&settings.counts)),
            ("custody", host::custody(&custody)),
            ("log", log::log(&view.log, HOST_LINES, true)),
            (
                "options",
                html! {
                    @if options.is_empty() { p.empty { "This game has no options." } }
                    ul { @for (id, value) in &options { li { (id) ": " strong { (value) } } } }
                },
            ),
        ]
    }

    fn custody(&mut self) -> Vec<(String, Custody)> {
        let names = self.session.look(Table::left_to_chance).unwrap_or_default();
        names.into_iter().map(|name| (name.clone(), self.session.table.custody_of(&name))).collect()
    }

    /// What lies on the table besides what a seat has itself.
    fn others(&mut self, view: &View, own: Option<usize>) -> Markup {
        let names = names(view);
        let middle = shown(view.zones.iter().filter(|zone| zone.in_middle || zone.seat.is_none()), self.printed);
        let of = |seat: usize, printed: &mut Printed<'_, '_>| {
            let is_its = |zone: &&Zone| zone.seat == Some(seat) && !zone.in_middle && !zone.is_told;
            let zones = shown(view.zones.iter().filter(is_its), printed);
            (seat, view.seats[seat].text.clone(), zones)
        };
        let others: Vec<(usize, String, Vec<ShownZone<'_>>)> =
            (0..view.seats.len()).filter(|seat| Some(*seat) != own).map(|seat| of(seat, self.printed)).collect();
        html! {
            @if !middle.is_empty() { div.middle { (zones(&middle, &names)) } }
            @for (seat, text, all) in &others { @if !text.is_empty() || !all.is_empty() {
                section.of-seat data-asked[view.missing().any(|waiting| waiting.seat.0 == *seat)] {
                    h3.name { (names[*seat]) }
                    @if !text.is_empty() { p.text { (text) } }
                    @if !all.is_empty() { (zones(all, &names)) }
                }
            } }
        }
    }

    fn flash_part(&self) -> Markup {
        self.flash.map(Flash::html).unwrap_or_default()
    }

    fn score_part(&self, view: &View) -> Markup {
        match &self.score {
            Some(known) => score::score(view, known),
            None => html! { p.empty { "There is nothing to score." } },
        }
    }

    /// Who sits where, for a device.
    pub fn lobby(&self, key: Option<&str>) -> Markup {
        home::home(&self.lobby_of(key))
    }

    fn lobby_of(&self, key: Option<&str>) -> home::Lobby<'_> {
        let names = self.session.table.players().to_vec();
        home::Lobby {
            taken: (0..names.len()).map(|seat| self.guests.is_taken(seat)).collect(),
            names,
            own: self.guests.seats(key),
            waits: self.guests.asked(key).map(|waiting| waiting.seats.clone()),
            declined: self.guests.declined(key).cloned(),
            has_word: self.guests.list.word.is_some(),
            is_host: self.guests.is_host(key),
            title: &self.session.game.title,
            subtitle: &self.session.game.subtitle,
        }
    }
}

/// What others are asked, as far as everybody may know.
fn waits(view: &View) -> Markup {
    if view.over {
        return html! {
            h2.prompt { "The game is over." }
            @if let Some(known) = &view.score { p.winners { (score::winners(view, known)) } }
            p.links { a.button href="/evening" { "The evening" } }
        };
    }
    let secret = view.missing().filter(|waiting| waiting.secret).map(|waiting| view.name(waiting.seat).to_owned());
    let secret: Vec<String> = secret.collect();
    html! {
        @if let Some(request) = &view.request {
            h2.prompt { (prompt(view, request)) }
            @if let Some(rule) = &request.rule { p.about { (rule_link(rule)) } }
        } @else if secret.is_empty() { p.hint { "Nothing is asked just now." } }
        @if !secret.is_empty() { p.hint.secret { (crate::diag::all_of(secret)) ": a secret question." } }
        @if view.waiting.len() > 1 {
            ul.waiting { @for waiting in &view.waiting {
                li.answered[waiting.has_answered] { (view.name(waiting.seat))
                    @if waiting.has_answered { " ✓" span.unseen { "has answered" } } @else { " …" span.unseen { "has not answered" } } }
            } }
        }
    }
}

fn names(view: &View) -> Vec<String> {
    view.seats.iter().map(|seat| seat.name.clone()).collect()
}

/// All that can be answered to a question, by name; some of it may be places.
fn asked_places(request: Option<&Request>) -> BTreeSet<String> {
    let options = request.map(|request| request.kind.options()).unwrap_or_default();
    options.iter().map(|choice| choice.id.clone()).collect()
}

/// All boards that are played on; where there are several, each has its name above it.
fn drawn(boards: &[Arc<ScreenBoard>], view: &View, taps: &Taps) -> Markup {
    html! { @for shown in boards {
        @if boards.len() > 1 && !shown.title.is_empty() { h2.of-board { (shown.title) } }
        (board(shown, view, taps))
    } }
}

fn mine(own: &[ShownZone<'_>], names: &[String], text: &str) -> Markup {
    html! {
        @if !text.is_empty() { p.text { (text) } }
        @if !own.is_empty() { (zones(own, names)) }
    }
}

fn seats(view: &View) -> Markup {
    html! { ul.seats { @for (seat, one) in view.seats.iter().enumerate() {
        @let is_asked = view.missing().any(|waiting| waiting.seat.0 == seat);
        li.asked[is_asked] { span.name { (one.name) @if is_asked { " ◂" span.unseen { "is asked" } } }
            @if !one.text.is_empty() { span.text { (one.text) } } }
    } } }
}

/// A fault of the rules, in sentences.
fn told(found: &Diagnostics) -> Markup {
    html! { div.fault role="alert" { @for line in sentences(found) { p { (line) } } } }
}

/// Everything that is told, a sentence each with its hints.
pub fn sentences(found: &Diagnostics) -> Vec<String> {
    let mut lines = Vec::new();
    for diagnostic in found {
        lines.push(diagnostic.message.clone());
        lines.extend(diagnostic.hints.iter().cloned());
    }
    lines
}
