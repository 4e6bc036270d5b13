//! What a game allows itself, and the colours it tells things apart by.

use crate::diag::{Diagnostic, Diagnostics, meant_or_known};
use crate::model::{Allowance, ColourCode, Lint, Palette};

use super::fields::text_of;
use super::style::colour_of;
use super::yaml::{Key, Node, Value};

/// Reads `allow: {name: reason}`.
pub fn read_allowances(entries: &[(Key, Node)], found: &mut Diagnostics) -> Vec<Allowance> {
    entries.iter().filter_map(|entry| read_allowance(entry, found)).collect()
}

fn read_allowance((key, node): &(Key, Node), found: &mut Diagnostics) -> Option<Allowance> {
    let Some(lint) = Lint::named(&key.name) else {
        let message = format!("there is nothing called `{}` to allow", key.name);
        let hint = meant_or_known(&key.name, Lint::ALL.map(Lint::name));
        found.push(Diagnostic::error(message).at(&key.place).maybe_hint(hint));
        return None;
    };
    let reason = text_of(node, &key.name, found)?.text;
    if reason.trim().is_empty() {
        let message = format!("allowing `{}` needs a reason", key.name);
        let hint = format!("say why it is meant: `{}: \"pale on purpose\"`", key.name);
        found.push(Diagnostic::error(message).at(&key.place).hint(hint));
        return None;
    }
    Some(Allowance { lint, reason, place: key.place.clone() })
}

/// Reads `colour codes: {name: [colour, colour]}`.
pub fn read_colour_codes(entries: &[(Key, Node)], palette: &Palette, found: &mut Diagnostics) -> Vec<ColourCode> {
    entries.iter().filter_map(|entry| read_colour_code(entry, palette, found)).collect()
}

fn read_colour_code((key, node): &(Key, Node), palette: &Palette, found: &mut Diagnostics) -> Option<ColourCode> {
    let Value::List(items) = &node.value else {
        let message = format!("`{}` must be a list of colours, not {}", key.name, node.kind());
        found.push(Diagnostic::error(message).at(&node.place));
        return None;
    };
    let colours = items.iter().filter_map(|item| text_of(item, &key.name, found)).collect::<Vec<_>>();
    let colours = colours.into_iter().filter(|field| colour_of(field, palette, found).is_some()).collect();
    Some(ColourCode { name: key.name.clone(), colours, place: key.place.clone() })
}
