//! The page of who keeps the table: who sits where and comes, whose dice, what is set right, what is counted, and ways back.

use maud::{Markup, html};

use crate::app::table::{About, Settings};
use crate::diag::count_of;
use crate::referee::{Count, Custody};

use crate::web::guests::Guests;
use crate::web::orders::Frame;

use super::phone::part;

/// Who sits where, who comes, and who is there.
pub fn guests(guests: &Guests, names: &[String], connected: &[usize], watching: usize) -> Markup {
    let called = |seats: &[usize]| {
        crate::diag::all_of(seats.iter().filter_map(|seat| names.get(*seat).cloned()).collect::<Vec<_>>())
    };
    html! {
        @for (number, waiting) in &guests.waiting {
            div.request role="alert" {
                p { "Somebody wants to be " strong { (called(&waiting.seats)) } }
                (one("/host/admit", &[("request", &number.to_string()), ("welcome", "yes")], ("Let in", &called(&waiting.seats)), "choice send"))
                (one("/host/admit", &[("request", &number.to_string()), ("welcome", "no")], ("No", &called(&waiting.seats)), "choice"))
            }
        }
        table.seats {
            thead { tr { th scope="col" { "Seat" } th scope="col" { "Phone" } th scope="col" { span.unseen { "Free it or hand it on" } } } }
            tbody { @for (seat, name) in names.iter().enumerate() {
                tr {
                    th scope="row" { (name) }
                    td { @if !guests.is_taken(seat) { "free" } @else if connected[seat] > 0 { "connected" } @else { "away" } }
                    td {
                        @if guests.is_taken(seat) {
                            form.one method="post" action="/host/free" data-deed="" data-sure={ "Free the seat of " (name) "? Their phone loses it." } {
                                input type="hidden" name="seat" value=(seat);
                                button.small type="submit" { "Free" span.unseen { ": " (name) } }
                            }
                        }
                        (hand_on(guests, names, seat))
                    }
                }
            } }
        }
        p.hint { (count_of(watching, "screen")) @if watching == 1 { " watches." } @else { " watch." } }
        form.word method="post" action="/host/word" data-deed="" {
            label { "Word that lets people in without asking you"
                input type="text" name="word" autocomplete="off" value=(guests.list.word.as_deref().unwrap_or("")); }
            button.choice type="submit" { "Set" }
        }
    }
}

/// The other phones that could have a seat, each by the seats it has.
fn hand_on(guests: &Guests, names: &[String], seat: usize) -> Markup {
    let others = guests.list.guests.iter().filter(|guest| !guest.seats.contains(&seat));
    let others: Vec<(String, String)> = others
        .filter_map(|guest| {
            let own: Vec<String> = guest.seats.iter().filter_map(|own| names.get(*own).cloned()).collect();
            Some((guest.seats.first()?.to_string(), crate::diag::all_of(own)))
        })
        .collect();
    html! { @if !others.is_empty() {
        details.hand-on { summary { "Hand on" span.unseen { " the seat of " (names[seat]) } }
            @for (to, own) in &others {
                (one("/host/hand", &[("seat", &seat.to_string()), ("to", to)], (&format!("to the phone of {own}"), ""), "small"))
            }
        }
    } }
}

/// A button that does one thing; to whom, is heard and not seen.
fn one(action: &str, fields: &[(&str, &str)], (text, whom): (&str, &str), class: &str) -> Markup {
    html! {
        form.one method="post" action=(action) data-deed="" {
            @for (name, value) in fields { input type="hidden" name=(name) value=(value); }
            button class=(class) type="submit" { (text) @if !whom.is_empty() { span.unseen { ": " (whom) } } }
        }
    }
}

/// Whose hands dice and cards are in.
pub fn custody(all: &[(String, Custody)]) -> Markup {
    html! {
        table.custody {
            thead { tr { th scope="col" { "Dice and decks" } th scope="col" { "Who rolls or deals" } } }
            tbody { @for (name, custody) in all {
                tr { th scope="row" { (name) } td { @for (word, to) in Custody::WORDS {
                    form.one method="post" action="/host/custody" data-deed="" {
                        input type="hidden" name="of" value=(name);
                        button.small.chosen[to == *custody] type="submit" name="to" value=(word)
                            aria-pressed=(if to == *custody { "true" } else { "false" }) { span.unseen { (name) ": " } (who(to)) }
                    }
                } } }
            } }
        }
    }
}

const fn who(custody: Custody) -> &'static str {
    match custody {
        Custody::App => "referee",
        Custody::Table => "people",
        Custody::Ask => "ask each time",
    }
}

/// What can be set to what is on the table.
pub fn adjust(settings: &Settings) -> Markup {
    let shown = || settings.all.iter().filter(|setting| !setting.is_inner && setting.about != About::Empty);
    html! {
        form.adjust method="post" action="/host/adjust" data-deed="" {
            label { "What it is, and what it is now"
                input type="text" name="text" id="adjust-text" autocomplete="off" list="adjust-known" placeholder="name: value"; }
            datalist id="adjust-known" { @for setting in shown() { option value={ (setting.called) ": " (setting.value) } data-field=(setting.field) {} } }
            label { "Why" input type="text" name="reason" autocomplete="off" value="the table is right"; }
            button.choice type="submit" { "Set it" }
        }
        details { summary { "All that can be set" }
            ul.settings { @for setting in shown() {
                li { button.small type="button" data-fill={ (setting.called) ": " (setting.value) } { (setting.called) ": " strong { (setting.value) } } }
            } }
        }
    }
}

/// What can be counted, as a list to go through.
pub fn audit(counts: &[Count]) -> Markup {
    html! {
        @if counts.is_empty() { p.empty { "The rules of this game name nothing to count." } }
        @else {
            form.audit method="post" action="/host/audit" data-deed="" {
                ol { @for (n, count) in counts.iter().enumerate() {
                    li { label { span.what { (count.what) } span.have { "the referee has " strong { (count.count) } }
                        input type="text" inputmode="numeric" name={ "count-" (n) } placeholder="counted" autocomplete="off"; } }
                } }
                button.choice type="submit" { "Compare" }
            }
        }
    }
}

/// All of it.
pub fn host_page(frame: &Frame, game: &str, join: &[(String, Option<(String, usize)>)]) -> Markup {
    html! {
        header.bar {
            a.home href="/" aria-label="All seats and screens" { "☰" }
            h1 { "Host of " (game) }
            (part(frame, "top"))
            span.link id="link" data-link="on" { "connected" }
        }
        main.host id="main" {
            div.column.wide {
                section.panel.question { h2 { "Asked now" } (part(frame, "question")) }
                section.board-panel aria-label="The board" { (part(frame, "board")) }
                section.panel.others { h2 { "On the table" } (part(frame, "others")) }
                section.panel { h2 { "The table is right" } (part(frame, "adjust")) }
            }
            div.column {
                section.panel { h2 { "Seats" } (part(frame, "guests")) }
                section.panel.join { h2 { "Join" }
                    @for (address, code) in join {
                        p.address { (address) }
                        @if let Some((path, side)) = code {
                            svg.qr viewBox={ "0 0 " (side) " " (side) } role="img" aria-label={ "QR code of " (address) } {
                                rect width=(side) height=(side) fill="#fff" {}
                                path d=(path) fill="#000" {}
                            }
                        }
                    }
                }
                section.panel { h2 { "Dice and decks" } (part(frame, "custody")) }
                section.panel { h2 { "Results" }
                    p.links { a href="/evening" { "The evening" } " · " a href="/sheet" { "Sheet to print" } " · "
                        a href="/export.json" { "JSON" } " · " a href="/export.csv" { "CSV" } }
                }
                section.panel { h2 { "Options" } (part(frame, "options")) }
            }
            div.column {
                section.panel.news { h2 { "Log" } (part(frame, "log")) }
                details.panel { summary { "Count what lies on the table" } (part(frame, "audit")) }
            }
        }
    }
}
