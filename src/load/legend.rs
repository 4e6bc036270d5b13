//! The legend of a board: what its signs mean.

use crate::diag::{Diagnostic, Diagnostics};
use crate::model::{FieldText, Palette, Terrain};

use super::fields::Fields;
use super::style::colour_of;
use super::yaml::{Key, Node};

/// One sign of the legend.
pub struct Sign {
    /// As it stands in the picture.
    pub letters: String,
    /// The name of the one space that touching cells with this sign make up.
    pub merge: Option<FieldText>,
    /// The ground it stands for, by its number; nothing where the board has a gap.
    pub terrain: Option<usize>,
}

/// A colour by its name or in figures, as it was written, if it is one.
pub fn known_colour(field: Option<FieldText>, palette: &Palette, found: &mut Diagnostics) -> Option<FieldText> {
    field.filter(|field| colour_of(field, palette, found).is_some())
}

/// The signs of a legend, and the kinds of ground they stand for.
pub fn read_legend(entries: &[(Key, Node)], palette: &Palette, found: &mut Diagnostics) -> (Vec<Sign>, Vec<Terrain>) {
    let mut signs = Vec::new();
    let mut terrains = Vec::new();
    for (key, node) in entries {
        let Some(mut fields) = Fields::open(node, &format!("the sign `{}`", key.name), found) else { continue };
        if fields.flag("gap") == Some(true) {
            for (other, _) in fields.rest() {
                let message = format!("the sign `{}` is a gap, and a gap has no `{}`", key.name, other.name);
                found.push(Diagnostic::error(message).at(&other.place));
            }
            signs.push(Sign { letters: key.name.clone(), merge: None, terrain: None });
            continue;
        }
        let name = fields.required_text("terrain", &format!("the sign `{}`", key.name));
        let (merge, colour) = (fields.text("merge"), fields.text("colour"));
        signs.push(Sign { letters: key.name.clone(), merge, terrain: Some(terrains.len()) });
        terrains.push(Terrain {
            name: name.map_or_else(|| key.name.clone(), |field| field.text),
            art: fields.texts("art"),
            colour: known_colour(colour, palette, fields.found()),
            enter: fields.flag("enter").unwrap_or(true),
            sight: fields.flag("sight").unwrap_or(true),
            label: fields.text("label"),
            mark: fields.text("mark").map(|field| field.text),
            tags: fields.texts("tags").into_iter().map(|field| field.text).collect(),
        });
        fields.finish();
    }
    (signs, terrains)
}
