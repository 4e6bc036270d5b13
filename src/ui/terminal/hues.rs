//! The colours of pieces on a text board: those of the printed pieces, as near as every terminal can come. They say nothing that
//! letters do not say.

use std::collections::BTreeMap;

use crate::model::{Colour, Component, FieldText, Game, Palette};

use super::marks::Hue;

/// The field that ready templates have for the colour of a piece.
const FIELD: &str = "colour";
/// Colours with less difference between their channels are grey to people.
const LEAST_COLOUR: u8 = 36;
/// Where the colours of terminals begin on the circle of colours, in degrees; red goes on from the last.
const BEGINNINGS: [(i32, Hue); 6] =
    [(30, Hue::Yellow), (64, Hue::Green), (165, Hue::Cyan), (195, Hue::Blue), (262, Hue::Magenta), (335, Hue::Red)];

/// The colour of every printed piece that has one: by `component`, and by `component/piece`.
pub fn hues(game: &Game) -> BTreeMap<String, Hue> {
    game.components.iter().flat_map(|component| hues_of(component, &game.palette)).collect()
}

fn hues_of(component: &Component, palette: &Palette) -> Vec<(String, Hue)> {
    let hue = |fields: &[(String, FieldText)]| {
        let (_, colour) = fields.iter().find(|(name, _)| name == FIELD)?;
        palette.get(&colour.text).and_then(nearest)
    };
    let whole = hue(&component.front.fields).map(|hue| (component.id.clone(), hue));
    let pieces = component.pieces.iter().filter_map(|piece| {
        let hue = hue(&piece.fields).or_else(|| hue(&component.front.fields))?;
        Some((format!("{}/{}", component.id, piece.id), hue))
    });
    whole.into_iter().chain(pieces).collect()
}

/// The nearest colour that terminals have; none for what looks grey.
fn nearest(colour: Colour) -> Option<Hue> {
    let [red, green, blue] = [colour.red, colour.green, colour.blue].map(i32::from);
    let (least, most) = (red.min(green).min(blue), red.max(green).max(blue));
    let range = most - least;
    if range < i32::from(LEAST_COLOUR) {
        return None;
    }
    let degrees = match most {
        _ if most == red => (green - blue) * 60 / range,
        _ if most == green => (blue - red) * 60 / range + 120,
        _ => (red - green) * 60 / range + 240,
    };
    let begun = BEGINNINGS.iter().rev().find(|(from, _)| degrees.rem_euclid(360) >= *from);
    Some(begun.map_or(Hue::Red, |(_, hue)| *hue))
}

#[cfg(test)]
mod tests {
    use super::nearest;
    use crate::model::Colour;
    use crate::ui::terminal::marks::Hue;

    #[test]
    fn colours_are_those_that_terminals_have() {
        let hue = |text: &str| nearest(text.parse::<Colour>().expect("a colour"));
        let hues = ["#B3261E", "#1D4E9B", "#2E7D32", "#E0B020", "#7B1FA2", "#0097A7"].map(hue);
        let expected = [Hue::Red, Hue::Blue, Hue::Green, Hue::Yellow, Hue::Magenta, Hue::Cyan];
        assert_eq!(hues, expected.map(Some));
        let earthy = ["#A8382A", "#5F6E42", "#3C5C7C", "#DCA93C", "#6C713B", "#C76B43"].map(hue);
        assert_eq!(
            earthy,
            [Hue::Red, Hue::Green, Hue::Blue, Hue::Yellow, Hue::Green, Hue::Red].map(Some),
            "as people call them"
        );
        assert_eq!(["#F4EFE6", "#222222"].map(hue), [None, None]);
    }
}
