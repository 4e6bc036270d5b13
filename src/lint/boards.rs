//! Ground of boards that only its colour tells apart, where an edition with little ink leaves colours out.

use crate::diag::Place;
use crate::model::{Board, Colour, Component, Game, Ink, Kind, Lint, Palette, Pattern, Terrain};

use super::findings::Finding;

/// No more grounds are named.
const NAMED: usize = 6;

/// What is left of a ground with little ink: its pictures, its words, its pattern.
type Left<'t> = (Vec<&'t str>, Option<&'t str>, Option<Pattern>);

/// The largest group of grounds of a board that look the same with little ink, and did not before.
pub fn look_at(game: &Game, index: usize) -> Option<Finding> {
    let component = game.components.get(index).filter(|_| game.ink != Ink::Full)?;
    let Kind::Board(board) = &component.kind else { return None };
    let group = groups(game, board).into_iter().filter(|group| group.differ(&game.palette)).max_by_key(Group::len)?;
    Some(finding((component, index), &group))
}

/// Grounds of which the same is left, in the order of the board's legend.
struct Group<'t>(Vec<&'t Terrain>);

impl Group<'_> {
    fn len(&self) -> usize {
        self.names().len()
    }

    /// Their names, each once: several signs may stand for one ground.
    fn names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for terrain in &self.0 {
            if !names.contains(&terrain.name.as_str()) {
                names.push(&terrain.name);
            }
        }
        names
    }

    /// Whether full ink shows grounds of different names in different colours.
    fn differ(&self, palette: &Palette) -> bool {
        let seen = |terrain: &Terrain| (colour_of(terrain, palette), terrain.name.clone());
        let first = self.0.first().map(|terrain| seen(terrain));
        first.is_some_and(|(colour, name)| {
            self.0.iter().map(|terrain| seen(terrain)).any(|(other, of)| other != colour && of != name)
        })
    }

    fn place(&self) -> Option<&Place> {
        self.0.iter().find_map(|terrain| terrain.colour.as_ref()).map(|colour| &colour.place)
    }
}

fn groups<'t>(game: &Game, board: &'t Board) -> Vec<Group<'t>> {
    let mut groups: Vec<(Left<'t>, Group<'t>)> = Vec::new();
    for (_, terrain) in board.terrains.iter().enumerate().filter(|(number, _)| is_painted(board, *number)) {
        let left = left_of(game, terrain);
        match groups.iter_mut().find(|(known, _)| *known == left) {
            Some((_, group)) => group.0.push(terrain),
            None => groups.push((left, Group(vec![terrain]))),
        }
    }
    groups.into_iter().map(|(_, group)| group).collect()
}

/// Whether a ground lies anywhere where its colour is painted: the art of a map has its own for the areas in it.
fn is_painted(board: &Board, terrain: usize) -> bool {
    let shows = |number: usize| board.map().is_none_or(|map| map.places[number].area.is_none());
    let is_bare = board.terrains[terrain].colour.is_none();
    let shows_art = is_bare && board.art.is_some();
    !shows_art && board.spaces.iter().enumerate().any(|(number, space)| space.terrain == terrain && shows(number))
}

fn left_of<'t>(game: &Game, terrain: &'t Terrain) -> Left<'t> {
    let colour = colour_of(terrain, &game.palette);
    let stands_for = |(name, _): &(&String, &Pattern)| game.palette.get(name) == colour && colour.is_some();
    let pattern = game.patterns.iter().find(stands_for).map(|(_, pattern)| *pattern);
    let art = terrain.art.iter().map(|art| art.text.as_str()).collect();
    (art, terrain.label.as_ref().map(|label| label.text.as_str()), pattern)
}

fn colour_of(terrain: &Terrain, palette: &Palette) -> Option<Colour> {
    terrain.colour.as_ref().and_then(|colour| palette.resolve(&colour.text))
}

fn finding((component, index): (&Component, usize), group: &Group<'_>) -> Finding {
    let names = group.names();
    let quoted: Vec<String> = names.iter().take(NAMED).map(|name| format!("`{name}`")).collect();
    let more = if names.len() > NAMED { format!(" and {} more", names.len() - NAMED) } else { String::new() };
    Finding {
        lint: Lint::LittleInk,
        component: Some(index),
        message: format!(
            "grounds of `{}` differ in nothing but colour, which is left out with little ink: {}{more}",
            component.id,
            quoted.join(", ")
        ),
        place: group.place().unwrap_or(&component.place).clone(),
        hint: "give each a pattern (`patterns: {name of a colour: dots}` in `game.yaml`), an `art` or a `label`"
            .to_owned(),
    }
}
