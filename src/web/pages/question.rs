//! A question as something to tap: every legal answer is a button, dice and numbers have a pad, and what is not legal says why.

use std::collections::BTreeSet;

use maud::{Markup, html};

use crate::app::table::{Picture, Printed};
use crate::diag::count_of;
use crate::referee::{Choice, QuestionKind, Refused, Request, View};

use super::rule_link;
use super::zones::card;

/// So many numbers have a button each; more are typed on a pad.
const BUTTONS: i64 = 20;
/// More choices that can be tapped on the board are folded away below it.
const MANY: usize = 12;
/// Names of spaces are this short; many of them stand side by side.
const SHORT: usize = 5;
/// So many reasons are listed, each with what it forbids.
const MOST_REASONS: usize = 40;

/// Where a question is answered.
pub struct Asking<'q> {
    /// The state.
    pub view: &'q View,
    /// The question.
    pub request: &'q Request,
    /// The seat that answers.
    pub seat: Option<usize>,
    /// The spaces that can be tapped on the board beside it.
    pub on_board: &'q BTreeSet<String>,
}

/// Who is asked what.
pub fn prompt(view: &View, request: &Request) -> String {
    let nobody = if matches!(request.kind, QuestionKind::Roll { .. }) { "One of you" } else { "Everybody" };
    let who = request.seat.map_or(nobody, |seat| view.name(seat));
    match &request.kind {
        QuestionKind::Roll { name, dice, .. } if name == "coin" => {
            format!("{who} flips {}: {}", count_of(*dice, name), request.prompt)
        }
        QuestionKind::Roll { name, dice, .. } => format!("{who} rolls {dice} {name}: {}", request.prompt),
        _ => format!("{who}: {}", request.prompt),
    }
}

/// A question that can be answered here.
pub fn question(asking: &Asking<'_>, printed: &mut Printed<'_, '_>) -> Markup {
    let request = asking.request;
    html! {
        h2.prompt id="prompt" { (prompt(asking.view, request)) }
        p.about {
            @if request.secret { span.secret { "Only for your eyes" } }
            @if let Some(seconds) = request.timer { span.timer { (count_of(seconds as usize, "second")) } }
            @if let Some(rule) = &request.rule { (rule_link(rule)) }
        }
        form.answers method="post" action="/answer" data-answer="" aria-labelledby="prompt" {
            input type="hidden" name="number" value=(asking.view.number);
            @if let Some(seat) = asking.seat { input type="hidden" name="seat" value=(seat); }
            (answers(asking, printed))
        }
        (why_not(&request.refused))
    }
}

fn answers(asking: &Asking<'_>, printed: &mut Printed<'_, '_>) -> Markup {
    match &asking.request.kind {
        QuestionKind::Confirm { yes, no } => html! {
            div.choices { (plain("yes", yes)) (plain("no", no)) }
        },
        QuestionKind::Number { least, most } if most - least < BUTTONS => html! {
            div.choices.numbers { @for number in *least..=*most { (plain(&number.to_string(), &number.to_string())) } }
        },
        QuestionKind::Number { least, most } => number_pad(*least, *most),
        QuestionKind::Roll { die, dice, .. } => {
            let mut faces: Vec<String> = die.faces().map(|face| face.text).collect();
            faces.dedup();
            dice_pad(&faces, *dice)
        }
        QuestionKind::Choose { options, .. } | QuestionKind::Dealer { options, .. } => one_of(asking, options, printed),
        QuestionKind::Draw { cards: 0 | 1, held, .. } => {
            let told = asking.request.kind.options_told();
            let left = |choice: &Choice| (choice.most > 1).then(|| format!("{} unseen", choice.most));
            let buttons: Vec<Markup> = told.iter().map(|choice| button(choice, left(choice), printed)).collect();
            html! {
                @if !held { (referee("deal", "The referee deals")) }
                div.choices { @for button in &buttons { (button) } }
            }
        }
        QuestionKind::Draw { cards, held, options, .. } => html! {
            @if !held { (referee("deal", "The referee deals")) }
            (several(options, (*cards, *cards), false, printed))
        },
        QuestionKind::ChooseMany { options, least, most } => several(options, (*least, *most), false, printed),
        QuestionKind::Order { options } => several(options, (options.len(), options.len()), true, printed),
    }
}

/// What is left to the referee.
fn referee(value: &str, text: &str) -> Markup {
    html! { button.choice.referee type="submit" name="answer" value=(value) { (text) } }
}

fn plain(value: &str, text: &str) -> Markup {
    html! { button.choice type="submit" name="answer" value=(value) { (text) } }
}

/// One of several; places that lie on the board beside it are folded away when they are many.
fn one_of(asking: &Asking<'_>, options: &[Choice], printed: &mut Printed<'_, '_>) -> Markup {
    let (on_board, others): (Vec<&Choice>, Vec<&Choice>) =
        options.iter().partition(|choice| asking.on_board.contains(&choice.id));
    let mut all =
        |choices: &[&Choice]| -> Vec<Markup> { choices.iter().map(|choice| button(choice, None, printed)).collect() };
    // Names of places stand side by side, also where no board is to be tapped.
    let (short, long): (Vec<&Choice>, Vec<&Choice>) =
        others.into_iter().partition(|choice| choice.label.chars().count() <= SHORT && choice.id == choice.label);
    let (on_board, short, long) = (all(&on_board), all(&short), all(&long));
    html! {
        @if !long.is_empty() { div.choices { @for button in &long { (button) } } }
        @if !short.is_empty() { div.choices.places { @for button in &short { (button) } } }
        @if on_board.len() > MANY {
            p.hint { "Tap a lit space on the board." }
            details.more { summary { "All " (on_board.len()) " spaces as buttons" }
                div.choices.places { @for button in &on_board { (button) } } }
        } @else if !on_board.is_empty() {
            div.choices.places { @for button in &on_board { (button) } }
        }
    }
}

/// A choice with its printed card, if it is one.
fn button(choice: &Choice, more: Option<String>, printed: &mut Printed<'_, '_>) -> Markup {
    let picture = printed.piece(&choice.id);
    html! {
        button.choice.pictured[picture.is_some()] type="submit" name="answer" value=(choice.id) data-choice=(choice.id) {
            (inside(choice, picture.as_ref()))
            @if let Some(more) = more { span.more { (more) } }
        }
    }
}

fn inside(choice: &Choice, picture: Option<&Picture>) -> Markup {
    html! {
        @if let Some(picture) = picture { (card(picture, "")) }
        span.label { (choice.label) }
    }
}

/// Several of several, or all in an order: each tap takes one, and the answer goes off with a button of its own.
fn several(options: &[Choice], (least, most): (usize, usize), in_order: bool, printed: &mut Printed<'_, '_>) -> Markup {
    let how_many = match (in_order, least == most) {
        (true, _) => "Tap all of them, in the order you want".to_owned(),
        (_, true) => format!("Choose {least}"),
        _ => format!("Choose {least} to {most}"),
    };
    let taken = |choice: &Choice, picture: Option<&Picture>| {
        html! {
            button.choice.pictured[picture.is_some()] type="button" data-take=(choice.id) data-choice=(choice.id)
                data-most=(choice.most.min(most)) aria-pressed="false" {
                (inside(choice, picture))
                span.taken aria-hidden="true" {}
            }
        }
    };
    let buttons: Vec<Markup> = options.iter().map(|choice| taken(choice, printed.piece(&choice.id).as_ref())).collect();
    let are_short = options.iter().all(|choice| choice.label.chars().count() <= SHORT);
    html! {
        div.several data-several="" data-least=(least) data-most=(most) data-order[in_order] {
            p.hint { (how_many) }
            div.choices.places[are_short] { @for button in &buttons { (button) } }
            p.hint data-chosen={ "# of " (most) " chosen" } role="status" {}
            div.finish {
                button.choice.clear type="button" data-clear="" { "Begin again" }
                button.choice.send type="submit" name="answer" value="none" data-send="" disabled[least > 0] { "Done" }
            }
        }
        noscript { (typed("Type your choice, with blanks between")) }
    }
}

/// Dice: a tap for each, and the last one sends them.
fn dice_pad(faces: &[String], dice: usize) -> Markup {
    html! {
        (referee("roll", if dice == 1 { "The referee rolls" } else { "The referee rolls them all" }))
        div.pad data-dice=(dice) {
            p.shown aria-live="polite" {
                @for _ in 0..dice.min(24) { span.slot { "·" } }
            }
            div.keys {
                @for face in faces { button.key type="button" data-face=(face) { (face) } }
                button.key.erase type="button" data-erase="" aria-label="Take back the last die" { "⌫" }
            }
        }
        noscript { (typed("Type what the dice show")) }
    }
}

fn number_pad(least: i64, most: i64) -> Markup {
    html! {
        p.hint { "A number from " (least) " to " (most) }
        div.pad data-number="" {
            p.shown aria-live="polite" { span.digits { "·" } }
            div.keys.digits {
                @for digit in 1..=9 { button.key type="button" data-digit=(digit) { (digit) } }
                @if least < 0 { button.key type="button" data-digit="-" aria-label="minus" { "−" } }
                button.key type="button" data-digit="0" { "0" }
                button.key.erase type="button" data-erase="" aria-label="Take back the last figure" { "⌫" }
            }
            button.choice.send type="submit" name="answer" value="" data-send="" disabled { "Done" }
        }
        noscript { (typed("Type the number")) }
    }
}

/// For who has no scripts.
fn typed(label: &str) -> Markup {
    html! { label.typed { (label) " " input type="text" name="typed"; } button.choice type="submit" { "Answer" } }
}

/// What people might try and may not do.
fn why_not(refused: &[Refused]) -> Markup {
    let called = |one: &Refused| {
        if one.label == one.id || one.has_inner_id() { one.label.clone() } else { format!("{}: {}", one.id, one.label) }
    };
    // What is forbidden for the same reason stands together.
    let mut reasons: Vec<(&Refused, Vec<String>)> = Vec::new();
    for one in refused {
        match reasons.iter_mut().find(|(known, _)| known.reason == one.reason && known.rule == one.rule) {
            Some((_, names)) => names.push(called(one)),
            None => reasons.push((one, vec![called(one)])),
        }
    }
    let left = reasons.len().saturating_sub(MOST_REASONS);
    html! {
        @if !refused.is_empty() {
            details.why-not { summary { "Why not?" }
                dl { @for (one, names) in reasons.iter().take(MOST_REASONS) {
                    dt { (names.join(", ")) }
                    dd { (one.reason) " " @if let Some(rule) = &one.rule { (rule_link(rule)) } }
                } }
                @if left > 0 { p { "And " (left) " more: tap them on the board." } }
            }
        }
    }
}
