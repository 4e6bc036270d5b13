//! The first page: who sits where, how to sit down, and the screens that need no seat.

use maud::{Markup, html};

/// Who sits where, as far as it matters to who comes.
pub struct Lobby<'l> {
    /// The names of the seats.
    pub names: Vec<String>,
    /// Which of them somebody has.
    pub taken: Vec<bool>,
    /// Those of this device.
    pub own: Vec<usize>,
    /// What this device waits for.
    pub waits: Option<Vec<usize>>,
    /// As whom the host did not let it in.
    pub declined: Option<Vec<usize>>,
    /// Whether there is a word that lets people in.
    pub has_word: bool,
    /// Whether this device keeps the table.
    pub is_host: bool,
    /// The title of the game, and the line below it.
    pub title: &'l str,
    /// The line below it.
    pub subtitle: &'l str,
}

/// The part of it that changes.
pub fn seats(lobby: &Lobby<'_>) -> Markup {
    html! {
        @if !lobby.own.is_empty() { (own(lobby)) }
        @else if let Some(waits) = &lobby.waits { (waiting(lobby, waits)) }
        @if let Some(seats) = &lobby.declined {
            p.panel.declined role="status" { "The host did not let you in as " (called(lobby, seats)) ". Ask them, or take another seat." }
        }
        @if lobby.own.len() < lobby.names.len() { (join(lobby)) }
    }
}

/// All of it.
pub fn home(lobby: &Lobby<'_>) -> Markup {
    html! {
        main.home id="main" {
            header.title { h1 { (lobby.title) } p.subtitle { (lobby.subtitle) } }
            div id="part-seats" { (seats(lobby)) }
            nav.others aria-label="Other screens" {
                a.button href="/table" { "Table screen" }
                a.button href="/watch" { "Only watch" }
                a.button href="/rules" { "Rules" }
                a.button href="/evening" { "The evening" }
                @if lobby.is_host { a.button href="/host" { "Host" } }
            }
        }
    }
}

fn own(lobby: &Lobby<'_>) -> Markup {
    html! {
        section.panel {
            h2 { @if lobby.own.len() == 1 { "Your seat" } @else { "Pass the phone" } }
            @if lobby.own.len() > 1 { p.hint { "Whoever is named takes the phone, and the others look away." } }
            div.choices { @for seat in &lobby.own {
                a.choice.go href={ "/seat/" (seat) } { (lobby.names.get(*seat).map_or("", String::as_str)) }
            } }
        }
    }
}

fn called(lobby: &Lobby<'_>, seats: &[usize]) -> String {
    crate::diag::all_of(seats.iter().filter_map(|seat| lobby.names.get(*seat).cloned()).collect::<Vec<_>>())
}

fn waiting(lobby: &Lobby<'_>, waits: &[usize]) -> Markup {
    html! {
        section.panel.waits role="status" {
            h2 { "Waiting for the host" }
            noscript { meta http-equiv="refresh" content="5"; }
            p { "You asked for " (called(lobby, waits)) ". The host lets you in; this page goes on by itself." }
        }
    }
}

fn join(lobby: &Lobby<'_>) -> Markup {
    let is_new = lobby.own.is_empty() && lobby.waits.is_none();
    html! {
        details.panel.join open[is_new] {
            summary { @if is_new { "Take a seat" } @else { "Take another seat" } }
            form method="post" action="/join" data-deed="" {
                fieldset {
                    legend { "Who are you? Several, if you share this phone." }
                    @for (seat, name) in lobby.names.iter().enumerate() {
                        @if !lobby.own.contains(&seat) {
                            label.seat {
                                input type="checkbox" name="seat" value=(seat);
                                span.name { (name) }
                                @if lobby.taken[seat] { span.taken { "somebody has it: ask to take over" } }
                            }
                        }
                    }
                }
                @if lobby.has_word {
                    label.word { "The table's word" input type="text" name="word" autocomplete="off" autocapitalize="none"; }
                }
                button.choice.send type="submit" { "Sit down" }
            }
        }
    }
}
