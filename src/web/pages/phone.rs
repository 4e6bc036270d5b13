//! The page of one seat, and of who only watches: what is asked, the hand, the board, what happened, and what else can be done.

use maud::{Markup, html};

use crate::diag::all_of;
use crate::referee::View;

use crate::web::orders::Frame;

/// Whose turn it is, in a line.
pub fn turn(view: &View, seat: Option<usize>) -> String {
    if view.over {
        return "The game is over.".to_owned();
    }
    let missing: Vec<&str> = view.missing().map(|waiting| view.name(waiting.seat)).collect();
    let own = seat.map(|seat| view.missing().any(|waiting| waiting.seat.0 == seat));
    match (own, &missing[..]) {
        (Some(true), [_]) => "Your turn.".to_owned(),
        (Some(true), _) => "Your turn, and others are asked at the same time.".to_owned(),
        (_, []) if view.request.is_some() => "All are asked.".to_owned(),
        (_, []) => "Nothing is asked just now.".to_owned(),
        (_, names) => {
            let (are, names) =
                (if names.len() == 1 { "is" } else { "are" }, names.iter().map(|name| (*name).to_owned()));
            format!("{} {are} asked.", all_of(names.collect::<Vec<_>>()))
        }
    }
}

/// The head of a screen.
pub fn top(view: &View, seat: Option<usize>) -> Markup {
    let turn = turn(view, seat);
    let is_own = turn.starts_with("Your");
    html! {
        p.turn.own[is_own] data-turn=(if is_own { "own" } else { "other" }) { (turn) }
        @if !view.status.is_empty() { p.status { (view.status) } }
    }
}

/// The other seats that this phone has, to be passed on to.
pub fn pass(seat: usize, own: &[usize], names: &[String], view: &View) -> Markup {
    // Whoever of them is asked, while this one is not, gets it next.
    let is_asked = |wanted: usize| view.missing().any(|waiting| waiting.seat.0 == wanted);
    let is_next = |other: usize| is_asked(other) && !is_asked(seat);
    let others = || own.iter().filter(|other| **other != seat).filter_map(|other| Some((other, names.get(*other)?)));
    html! {
        @if others().next().is_some() {
            nav.pass aria-label="Pass the phone" { "Pass the phone: " @for (other, name) in others() {
                a.button.small.chosen[is_next(*other)] href={ "/seat/" (other) } { (name) } " "
            } }
        }
    }
}

/// The page between two who share a phone: nothing of either is on it.
pub fn curtain(seat: usize, own: &[usize], names: &[String]) -> Markup {
    let name = |seat: usize| names.get(seat).map_or("", String::as_str);
    let open = |seat: usize, class: &str| {
        html! {
            form method="post" action="/open" {
                input type="hidden" name="seat" value=(seat);
                button class=(class) type="submit" { "I am " (name(seat)) }
            }
        }
    };
    html! {
        header.bar {
            a.home href="/" aria-label="All seats and screens" { "☰" }
            h1 { "Pass the phone" }
        }
        main.curtain id="main" {
            h2 { "Pass the phone to " (name(seat)) }
            p.hint { "The others look away." }
            (open(seat, "choice send"))
            @for other in own.iter().filter(|other| **other != seat) { (open(*other, "choice")) }
        }
    }
}

/// The page of a seat.
pub fn seat_page(frame: &Frame, (seat, name): (usize, &str)) -> Markup {
    html! {
        header.bar {
            a.home href="/" aria-label="All seats and screens" { "☰" }
            h1 { (name) }
            (part(frame, "top"))
            span.link id="link" data-link="on" { "connected" }
        }
        (part(frame, "pass"))
        main.phone id="main" {
            section.panel.question aria-label="What is asked" { (part(frame, "question")) }
            section.panel.hand aria-label="What you have" { h2 { "Yours" } (part(frame, "mine")) }
            section.board-panel aria-label="The board" { (part(frame, "board")) }
            section.panel.others aria-label="The table" { h2 { "On the table" } (part(frame, "others")) }
            section.panel.news aria-label="What happened" { h2 { "What happened" } (part(frame, "log")) }
            details.panel { summary { "Score" } (part(frame, "score")) }
            section.panel.deeds aria-label="More" {
                form method="post" action="/undo" data-deed="" {
                    input type="hidden" name="seat" value=(seat);
                    button.choice type="submit" { "Take back" }
                }
                form method="post" action="/redo" data-deed="" {
                    input type="hidden" name="seat" value=(seat);
                    button.choice type="submit" { "Do it again" }
                }
                form.note method="post" action="/note" data-deed="" {
                    input type="hidden" name="seat" value=(seat);
                    label { "Write down" input type="text" name="text" maxlength="400" autocomplete="off"; }
                    button.choice type="submit" { "Note it" }
                }
                p.links {
                    a href="/rules" { "Rules" } " · " a href="/evening" { "The evening" }
                }
                form method="post" action="/leave" data-deed="" data-sure="Give this seat back? Whoever wants it asks the host." {
                    input type="hidden" name="seat" value=(seat);
                    button.small type="submit" { "Give this seat back" }
                }
            }
        }
    }
}

/// The page of who only watches.
pub fn watch_page(frame: &Frame, game: &str) -> Markup {
    html! {
        header.bar {
            a.home href="/" aria-label="All seats and screens" { "☰" }
            h1 { (game) }
            (part(frame, "top"))
            span.link id="link" data-link="on" { "connected" }
        }
        main.phone.watch id="main" {
            section.panel.question aria-label="What is asked" { (part(frame, "question")) }
            section.board-panel aria-label="The board" { (part(frame, "board")) }
            section.panel.others aria-label="The table" { h2 { "On the table" } (part(frame, "others")) }
            section.panel.news aria-label="What happened" { h2 { "What happened" } (part(frame, "log")) }
            details.panel { summary { "Score" } (part(frame, "score")) }
            p.links { a href="/rules" { "Rules" } " · " a href="/evening" { "The evening" } }
        }
    }
}

/// The page for something large.
pub fn table_page(frame: &Frame, game: &str) -> Markup {
    html! {
        main.table id="main" {
            header.title { h1 { (game) } (part(frame, "top")) span.link id="link" data-link="on" { "connected" } }
            section.board-panel aria-label="The board" { (part(frame, "board")) }
            section.others aria-label="The table" { (part(frame, "others")) }
            div.side {
                section.panel.question aria-label="What is asked" { (part(frame, "question")) }
                section.panel.seats aria-label="Seats" { (part(frame, "seats")) }
                section.panel.score aria-label="Score" { h2 { "Score" } (part(frame, "bar")) }
                section.panel.news aria-label="What happened" { h2 { "What happened" } (part(frame, "log")) }
            }
        }
    }
}

/// A part that is filled anew with each change.
pub fn part(frame: &Frame, id: &str) -> Markup {
    html! { div id={ "part-" (id) } { (maud::PreEscaped(frame.part(id))) } }
}
