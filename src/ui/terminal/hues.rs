//! The colours of pieces on a text board: those of the printed pieces, as near as every terminal can come. They say nothing that
//! letters do not say.

use std::collections::BTreeMap;

use crate::model::{Colour, Component, FieldText, Game, Palette};

use super::marks::Hue;

/// The field that ready templates have for the colour of a piece.
const FIELD: &str = "colour";
/// Colours with less difference between their channels are grey to people.
const LEAST_COLOUR: u8 = 48;

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
    let channels = [colour.red, colour.green, colour.blue];
    let (least, most) = (channels.into_iter().min()?, channels.into_iter().max()?);
    if most - least < LEAST_COLOUR {
        return None;
    }
    // A channel shines when it is nearer to the strongest than to the weakest.
    let middle = u16::midpoint(least.into(), most.into());
    Some(match channels.map(|channel| u16::from(channel) > middle) {
        [true, false, false] => Hue::Red,
        [true, true, _] => Hue::Yellow,
        [false, true, false] => Hue::Green,
        [false, true, true] => Hue::Cyan,
        [true, false, true] => Hue::Magenta,
        [false, false, _] => Hue::Blue,
    })
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
        assert_eq!(["#F4EFE6", "#222222"].map(hue), [None, None]);
    }
}
