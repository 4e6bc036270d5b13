//! A question as text: who is asked, what, and everything that can be answered.

use crate::diag::count_of;
use crate::referee::{Choice, QuestionKind, Request, ScenePiece, View, are_distinct, beside_id, shown_name};

use super::board::Screen;
use super::lines::{in_columns, in_rows, packed, set_in, side_by_side};
use super::marks::printable;
use super::ranges::in_ranges;

/// So many places are told as ranges, where they lie in a row.
const MANY: usize = 16;
/// Fewer than this are typed one by one.
const FEW: usize = 3;

/// How choices are told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Numbers {
    /// Choices have numbers that can be typed.
    Typed,
    /// Only their ids count.
    None,
}

/// A question as text, in lines that fit on the screen. Where they are too many, choices stand side by side.
pub fn question(view: &View, request: &Request, numbers: Numbers, screen: Screen) -> String {
    let width = screen.width;
    // One person rolls the dice, whoever that is.
    let nobody = if matches!(request.kind, QuestionKind::Roll { .. }) { "One of you" } else { "Everybody" };
    let who = request.seat.map_or(nobody, |seat| view.name(seat));
    let rule = request.rule.as_ref().map(|rule| format!(" (rules: {rule})")).unwrap_or_default();
    let timer = request.timer.map(|seconds| format!(" ({})", count_of(seconds as usize, "second"))).unwrap_or_default();
    let text = set_in("", &printable(&format!("{}{timer}{rule}", asked(who, request))), width);
    let numbered = numbers == Numbers::Typed && has_numbers(request, view);
    let all = answers(request, numbered, (width, in_columns));
    let lines = text.lines().count() + all.lines().count();
    // On a screen that stays lines are dear: names alone share them, whatever else there is room for.
    if screen.height.is_some_and(|height| lines > height || are_names(request)) {
        let close = answers(request, numbered, (width, side_by_side));
        // What cannot be seen cannot be chosen: the names of all come before words for some.
        let room = screen.height.unwrap_or(usize::MAX).saturating_sub(text.lines().count());
        let has_room = |told: &String| told.lines().count() <= room;
        let ways: [SetRows; 2] = [packed, names_alone];
        let others = ways.into_iter().map(|set_rows| answers(request, numbered, (width, set_rows)));
        let mut all = std::iter::once(close).chain(others);
        let last = all.next_back().unwrap_or_default();
        // That what was dealt is typed is clear where it is listed.
        let is_dealt = matches!(request.kind, QuestionKind::Draw { .. });
        let bare = || choices(request, numbered, (width, names_alone));
        let least = if is_dealt && !has_room(&last) { bare() } else { last };
        return text + &all.find(has_room).unwrap_or(least);
    }
    text + &all
}

/// Only the first of two columns, side by side.
fn names_alone(rows: &[(String, String)], indent: usize, width: usize) -> String {
    let names: Vec<String> = rows.iter().map(|(name, _)| name.clone()).collect();
    in_rows(&names, indent, width)
}

/// Whether the choices are names with nothing beside them.
fn are_names(request: &Request) -> bool {
    let (options, distinct) = (request.kind.options(), are_distinct(request.kind.options()));
    options.iter().all(|choice| shown_name(choice, distinct) == choice.label)
}

/// How rows of two columns are set.
type SetRows = fn(&[(String, String)], usize, usize) -> String;

/// Who is asked what.
fn asked(who: &str, request: &Request) -> String {
    let prompt = &request.prompt;
    match &request.kind {
        QuestionKind::Roll { name, dice, .. } if name == "coin" => {
            format!("{who} flips {}: {prompt}", count_of(*dice, name))
        }
        QuestionKind::Roll { name, dice, .. } => format!("{who} rolls {dice} {name}: {prompt}"),
        _ => format!("{who}: {prompt}"),
    }
}

/// What can be answered.
fn answers(request: &Request, numbered: bool, (width, set_rows): (usize, SetRows)) -> String {
    let what = match &request.kind {
        QuestionKind::Confirm { yes, no } => {
            let rows = [("yes".to_owned(), printable(yes)), ("no".to_owned(), printable(no))];
            return in_columns(&rows, 2, width);
        }
        QuestionKind::Number { .. } => return set_in("  ", &request.legal(), width),
        QuestionKind::Roll { .. } => {
            let told = format!("type what came up ({}), or `roll`: the referee does", request.legal());
            return set_in("  ", &told, width);
        }
        QuestionKind::ChooseMany { least, most, options } => {
            let how_many = if least == most { least.to_string() } else { format!("{least} to {most}") };
            let example = if *most > 1 { twice(options) } else { None };
            let such = example.map(|name| format!("; `{name}*2` is two of `{name}`")).unwrap_or_default();
            let from_to = from_to(options, *most).map(|range| format!("; `{range}` is all from one to the other"));
            format!("choose {how_many}{such}{}", from_to.unwrap_or_default())
        }
        QuestionKind::Order { .. } => "all of these, in an order".to_owned(),
        QuestionKind::Draw { held: false, cards, .. } if *cards > 1 => {
            format!("type the {cards} cards that were dealt, or `deal`: the referee does")
        }
        QuestionKind::Draw { held: false, deck, .. } if !deck.is_empty() => {
            format!("type what was dealt, or `deal`: the referee does; `custody {deck} app`: always")
        }
        QuestionKind::Draw { held: false, .. } => "type what was dealt, or `deal`: the referee does".to_owned(),
        QuestionKind::Choose { .. } | QuestionKind::Dealer { .. } | QuestionKind::Draw { .. } => String::new(),
    };
    let head = if what.is_empty() { what } else { set_in("  ", &what, width) };
    head + &choices(request, numbered, (width, set_rows))
}

/// The first squares that can be taken as a range, where many can.
fn from_to(options: &[Choice], most: usize) -> Option<String> {
    let names: Vec<String> = options.iter().map(|choice| choice.id.clone()).collect();
    let range = in_ranges(&names).into_iter().find(|range| !names.contains(range));
    range.filter(|_| options.len() >= MANY && most >= FEW)
}

/// Something that can be taken twice, with a name to which `*2` can be written: not behind a number, as in `pistol 3`.
fn twice(options: &[Choice]) -> Option<&str> {
    let distinct = are_distinct(options);
    let several = options.iter().filter(|choice| choice.most > 1);
    several.map(|choice| shown_name(choice, distinct)).find(|name| !ends_in_number(name))
}

fn ends_in_number(name: &str) -> bool {
    name.rsplit(' ').next().is_some_and(|word| word.chars().all(|c| c.is_ascii_digit()))
}

/// The choices: short ones side by side, others below each other.
fn choices(request: &Request, numbered: bool, (width, set_rows): (usize, SetRows)) -> String {
    let (options, told) = (request.kind.options(), request.kind.options_told());
    let most = if let QuestionKind::ChooseMany { most, .. } = &request.kind { *most } else { usize::MAX };
    let distinct = are_distinct(options);
    let id = |choice: &Choice| {
        printable(&format!("{}{}", shown_name(choice, distinct), how_often(choice, most, &request.kind)))
    };
    let label =
        |choice: &Choice| if shown_name(choice, distinct) == choice.label { String::new() } else { label(choice) };
    if !are_places(&request.kind) {
        let row = |(n, choice): (usize, &Choice)| {
            let number = if numbered { format!("{:>2}  ", n + 1) } else { String::new() };
            (format!("{number}{}", id(choice)), label(choice))
        };
        return set_rows(&told.into_iter().enumerate().map(row).collect::<Vec<_>>(), 2, width);
    }
    // What is done in place of going anywhere is no place among others.
    let has_spaces = told.iter().any(|choice| request.places.has_space(&choice.id));
    let is_place =
        |choice: &&Choice| choice.label == choice.id && (!has_spaces || request.places.has_space(&choice.id));
    let (short, long): (Vec<&Choice>, Vec<&Choice>) = told.into_iter().partition(is_place);
    let rows: Vec<(String, String)> = long.iter().map(|choice| (id(choice), label(choice))).collect();
    let short: Vec<String> = short.into_iter().map(id).collect();
    let short = if short.len() < MANY { short } else { in_ranges(&short) };
    in_rows(&short, 2, width) + &set_rows(&rows, 2, width)
}

/// The words for a choice, if they say more than its id.
fn label(choice: &Choice) -> String {
    if choice.label == choice.id { String::new() } else { printable(beside_id(choice).unwrap_or(&choice.label)) }
}

/// How often a choice can be taken, where that is more than once.
fn how_often(choice: &Choice, most: usize, kind: &QuestionKind) -> String {
    match (kind, choice.most.min(most)) {
        (QuestionKind::Draw { .. }, unseen) if unseen > 1 => format!(" ({unseen} unseen)"),
        (QuestionKind::ChooseMany { .. }, times) if times > 1 => format!(" (up to {times})"),
        _ => String::new(),
    }
}

/// Whether the choices are known by their ids, as places are.
pub fn are_places(kind: &QuestionKind) -> bool {
    let is_place = |choice: &Choice| choice.label == choice.id || beside_id(choice).is_some();
    match kind {
        QuestionKind::Choose { places, .. } => *places,
        QuestionKind::ChooseMany { options, .. } | QuestionKind::Order { options } => options.iter().all(is_place),
        QuestionKind::Draw { options, .. } => {
            options.iter().all(|choice| choice.label == choice.id && choice.most == 1)
        }
        _ => false,
    }
}

/// Whether the choices have numbers that can be typed: not where they have short names, or where anything that could be
/// meant is a number itself.
pub fn has_numbers(request: &Request, view: &View) -> bool {
    let is_number = |text: &str| {
        let mut words = text.split(|c: char| !c.is_alphanumeric());
        // `+2D` is what somebody types as 2.
        words.any(|word| word.starts_with(|c: char| c.is_ascii_digit()))
    };
    let names = request.kind.options().iter().flat_map(|choice| [&choice.id, &choice.label]);
    let mut names = names.chain(request.refused.iter().flat_map(|refused| [&refused.id, &refused.label]));
    let is_numbered = |piece: &ScenePiece| piece.label.as_deref().is_some_and(is_number) || is_number(&piece.mark);
    !are_places(&request.kind)
        && !names.any(|name| is_number(name))
        && !request.places.spaces.iter().any(|space| is_number(space))
        && !view.pieces.iter().any(is_numbered)
}
