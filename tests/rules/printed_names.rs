//! What the referee asks in is what is printed: every place, piece and card that a question names stands on some printed
//! piece of its kit, word for word.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::support::GAMES;
use crate::support::table::{AT, NAMES, start, table};
use tablewright::inside::dice::Chance;
use tablewright::inside::layout::{Fonts, Studio, face::Layer, spoken::spoken};
use tablewright::inside::load::{DiskAssets, WithTemplates, load_game};
use tablewright::inside::model::Game;
use tablewright::inside::referee::{Choosable, Move, Request, answer_by_chance};
use tablewright::inside::rules::World;

/// Decisions at each table.
const DECISIONS: usize = 150;

#[test]
fn what_questions_name_is_printed() {
    let missing: BTreeMap<&str, Vec<String>> = GAMES.iter().map(|name| (*name, unprinted(name))).collect();
    let told: Vec<_> = missing.iter().filter(|(_, names)| !names.is_empty()).collect();
    assert!(told.is_empty(), "asked by the referee and printed nowhere: {told:#?}");
}

/// What questions of a game name and none of its printed pieces do.
fn unprinted(name: &str) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("components").join(name);
    let assets = WithTemplates(DiskAssets::new(folder));
    let (game, mut found) = load_game(&assets, name);
    let game = game.expect("a game");
    let fonts = Fonts::load(&assets, &mut found);
    let studio = Studio::new(&game, &assets, &fonts);
    let mut faces = Vec::new();
    for component in 0..game.components.len() {
        let laid = studio.lay_out(component, &mut found, &|| ());
        let sides = laid.pieces.iter().flat_map(|piece| [Some(&piece.front), piece.back.as_ref()]);
        faces.extend(
            sides
                .flatten()
                .map(|face| Printed { words: words(&spoken(&face.layers)), pictures: pictures(&face.layers) }),
        );
    }
    assert!(!found.has_errors(), "{name}: {found}");
    asked(&game).into_iter().filter(|label| !is_printed(label, &faces)).collect()
}

/// The places, pieces and cards that questions name in games of chance, with all options on and with all of them off.
fn asked(game: &Game) -> BTreeSet<String> {
    let most = game.play.seats.expect("how many can play").1;
    let world = World::new(game, NAMES[..most].iter().map(|name| (*name).to_owned()).collect(), BTreeMap::new());
    let mut labels = BTreeSet::new();
    for on in [false, true] {
        let options: Vec<(&str, Choosable)> = game
            .play
            .options
            .iter()
            .map(|option| (option.id.as_str(), Choosable::usual(option)))
            .map(|(id, usual)| (id, if matches!(usual, Choosable::Flag(_)) { Choosable::Flag(on) } else { usual }))
            .collect();
        let start = start(game, most, &options, 7);
        let mut table = table(game, &start, &[]);
        let mut chance = Chance::from_seed(11);
        for _ in 0..DECISIONS {
            let Some(request) = table.request().cloned() else { break };
            labels.extend(things(&request, &world));
            let text = answer_by_chance(&request, &mut chance);
            let by = request.seat.map(|seat| table.name(seat).to_owned());
            let given = Move { text: &text, by: by.as_deref(), ..Move::default() };
            table.answer(&given, AT).unwrap_or_else(|problem| panic!("{problem:?}"));
        }
    }
    labels
}

/// What a question offers and refuses that has a name of its own: places, and pieces of the kit.
fn things(request: &Request, world: &World) -> Vec<String> {
    let is_thing = |id: &str| request.places.spaces.contains(id) || world.called().contains_key(id);
    let offered = request.kind.options().iter().map(|choice| &choice.id);
    let refused = request.refused.iter().map(|refused| &refused.id);
    offered.chain(refused).filter(|id| is_thing(id)).map(|id| world.label(id)).collect()
}

/// What stands on a face: its words in the order they are drawn, and the names of its pictures, such as the sign of a suit.
struct Printed {
    words: Vec<String>,
    pictures: BTreeSet<String>,
}

/// The words in the names of the files that are drawn.
fn pictures(layers: &[Layer]) -> BTreeSet<String> {
    let of = |layer: &Layer| match layer {
        Layer::Art { art, slots, .. } => {
            let inside = slots.iter().flat_map(|layers| pictures(layers));
            words(&art.name).into_iter().chain(inside).collect()
        }
        Layer::Spoken { layers, .. } => pictures(layers),
        Layer::Glyphs(_) | Layer::Face { .. } | Layer::Image { .. } | Layer::Fill { .. } => BTreeSet::new(),
    };
    layers.iter().flat_map(of).collect()
}

/// The words of a text, without marks and capitals.
fn words(text: &str) -> Vec<String> {
    let straight = text.replace(['\u{2019}', '\''], "").to_lowercase();
    straight.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// Whether a name stands on one face: its words one after the other, the column and the row of a square on its rim, or the
/// sign of its suit beside its number.
fn is_printed(label: &str, faces: &[Printed]) -> bool {
    let wanted = words(label);
    let in_a_row = |face: &Printed| face.words.windows(wanted.len().max(1)).any(|part| part == wanted.as_slice());
    let on_rims =
        |face: &Printed| coordinates(label).is_some_and(|parts| parts.iter().all(|part| face.words.contains(part)));
    let by_sign = |face: &Printed| match wanted.as_slice() {
        [suit, number] => face.pictures.contains(suit) && face.words.contains(number),
        _ => false,
    };
    faces.iter().any(|face| in_a_row(face) || on_rims(face) || by_sign(face))
}

/// `C4` and `5,2` as the two signs that stand on the rims of a board.
fn coordinates(label: &str) -> Option<[String; 2]> {
    let label = label.to_lowercase();
    if let Some((column, row)) = label.split_once(',') {
        return Some([column.trim().to_owned(), row.trim().to_owned()]);
    }
    let letters = label.trim_end_matches(|c: char| c.is_ascii_digit());
    let (column, row) = label.split_at(letters.len());
    (!column.is_empty() && column.len() <= 2 && !row.is_empty()).then(|| [column.to_owned(), row.to_owned()])
}

#[test]
fn names_are_found_as_they_are_printed() {
    let face =
        |text: &str, pictures: &str| Printed { words: words(text), pictures: words(pictures).into_iter().collect() };
    let faces = [face("Mother Maren\u{2019}s lamp", ""), face("A B C 1 2 3", ""), face("7", "art/suits/moon.svg")];
    for printed in ["Mother Maren's Lamp", "lamp", "B3", "1,2", "Moon 7"] {
        assert!(is_printed(printed, &faces), "{printed}");
    }
    for other in ["Maren Mother", "D3", "4,1", "lampshade", "Moon 3", "Star 7"] {
        assert!(!is_printed(other, &faces), "{other}");
    }
}
