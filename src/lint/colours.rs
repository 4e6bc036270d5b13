//! Colours that tell things apart, seen with other eyes and without any colour.

use crate::diag::{Place, count_of};
use crate::model::{Colour, Component, Game, Lint};

use super::findings::Finding;
use super::vision::{Sight, lightness, looks_apart};

/// Two colours closer than this in `OKLab` are taken for each other. Eyes see a step of 0.02 at an edge; apart and in
/// lamp light it takes more. The palette that M. Okabe and K. Ito made for all eyes just stays above this.
const LEAST_APART: f32 = 0.07;
/// The same in grey: steps of one unit of L* are seen at an edge, and it takes about eight to be sure.
const LEAST_LIGHTER: f32 = 8.0;

/// Colours by their names, what they are for, and where they stand.
struct Code {
    component: Option<usize>,
    /// "the column `colour` of `pens`"
    what: String,
    colours: Vec<(String, Colour)>,
    place: Place,
}

/// The colours that rows of a component tell its pieces apart by.
pub fn look_at(game: &Game, index: usize) -> Vec<Finding> {
    let Some(component) = game.components.get(index) else { return Vec::new() };
    let codes = columns(component).into_iter().filter_map(|column| column_code(game, (component, index), column));
    // Where the game declares the same colours, they are told there.
    codes.filter(|code| !is_declared(game, code)).flat_map(|code| look_at_code(&code)).collect()
}

/// The colours that a game declares.
pub fn look_at_codes(game: &Game) -> Vec<Finding> {
    let code = |code: &crate::model::ColourCode| Code {
        component: None,
        what: format!("the colour code `{}`", code.name),
        colours: code
            .colours
            .iter()
            .filter_map(|field| Some((field.text.clone(), game.palette.resolve(&field.text)?)))
            .collect(),
        place: code.place.clone(),
    };
    game.colour_codes.iter().map(code).flat_map(|code| look_at_code(&code)).collect()
}

fn columns(component: &Component) -> Vec<&str> {
    let first = component.pieces.first();
    first.into_iter().flat_map(|piece| piece.fields.iter().map(|(name, _)| name.as_str())).collect()
}

/// A column of which every value is the name of a colour, and not always the same.
fn column_code(game: &Game, (component, index): (&Component, usize), column: &str) -> Option<Code> {
    let mut colours: Vec<(String, Colour)> = Vec::new();
    let mut place = None;
    for piece in &component.pieces {
        let (_, field) = piece.fields.iter().find(|(name, _)| name == column)?;
        let colour = game.palette.get(&field.text)?;
        place.get_or_insert_with(|| field.place.clone());
        if !colours.iter().any(|(name, _)| *name == field.text) {
            colours.push((field.text.clone(), colour));
        }
    }
    let what = format!("the column `{column}` of `{}`", component.id);
    (colours.len() > 1).then_some(Code { component: Some(index), what, colours, place: place? })
}

fn is_declared(game: &Game, code: &Code) -> bool {
    let holds = |declared: &crate::model::ColourCode| {
        code.colours.iter().all(|(name, _)| declared.colours.iter().any(|field| field.text == *name))
    };
    game.colour_codes.iter().any(holds)
}

fn look_at_code(code: &Code) -> Vec<Finding> {
    blind(code).into_iter().chain(grey(code)).collect()
}

/// The closest pair to each kind of colour-blind eyes that takes any two for each other.
fn blind(code: &Code) -> Option<Finding> {
    let closest = |sight: Sight| {
        let (names, apart) = alike(code, LEAST_APART, |a, b| looks_apart(a, b, sight)).into_iter().next()?;
        Some(format!("{names} to {} eyes ({apart:.2} apart)", sight.name()))
    };
    let pairs: Vec<String> = Sight::BLIND.into_iter().filter_map(closest).collect();
    let message = format!(
        "colours of {} look alike to colour-blind eyes, and {LEAST_APART} apart is the least: {}",
        code.what,
        pairs.join(", ")
    );
    (!pairs.is_empty()).then(|| finding(code, Lint::ColourBlind, message))
}

fn grey(code: &Code) -> Option<Finding> {
    let pairs = alike(code, LEAST_LIGHTER, |a, b| (lightness(a) - lightness(b)).abs());
    let (names, apart) = pairs.first()?;
    let more = if pairs.len() > 1 { format!(" and {}", count_of(pairs.len() - 1, "more pair")) } else { String::new() };
    let message = format!(
        "colours of {} are one grey without their colour, and {LEAST_LIGHTER} % lighter is the least: \
         {names} ({apart:.0} %){more}",
        code.what
    );
    Some(finding(code, Lint::Grey, message))
}

fn finding(code: &Code, lint: Lint, message: String) -> Finding {
    let hint = "make one of them lighter or darker, or give each a shape, a pattern or a letter as well";
    Finding { lint, component: code.component, message, place: code.place.clone(), hint: hint.to_owned() }
}

/// The pairs that are less than so far apart, the closest first.
fn alike(code: &Code, least: f32, apart: impl Fn(Colour, Colour) -> f32) -> Vec<(String, f32)> {
    let mut pairs = Vec::new();
    for (number, (name, colour)) in code.colours.iter().enumerate() {
        for (other, other_colour) in &code.colours[number + 1..] {
            let distance = apart(*colour, *other_colour);
            if distance < least {
                pairs.push((format!("`{name}` and `{other}`"), distance));
            }
        }
    }
    pairs.sort_by(|a, b| a.1.total_cmp(&b.1));
    pairs
}
