//! Templates by row: `faces/{{ kind }}.svg`. Which templates a deck has, and which of its pieces each is for, is known
//! before anything is drawn.

use std::collections::BTreeSet;

use minijinja::value::Value;

use crate::diag::{Diagnostic, Diagnostics, meant_or_known};
use crate::expressions::{Columns, Expressions, Program};
use crate::model::{Assets, Component, FieldText, Piece, Skin};

use super::read::{Purpose, read_template};
use super::side::{Shared, names_of_rows, row_scope, template_source};

/// More templates than this in one deck are no kinds of cards, but a picture for each.
const MOST: usize = 200;
/// So many pieces are named.
const NAMED: usize = 4;

/// One of the templates of a deck.
pub struct Variant {
    /// The skin with this template, and with those of its fields that it has.
    pub skin: Skin,
    /// The pieces that are drawn with it, by their number.
    pub pieces: Vec<usize>,
}

/// Whether the template of a skin depends on the row.
pub fn is_by_row(skin: &Skin) -> bool {
    ["{{", "{%"].iter().any(|open| skin.template.text.contains(open))
}

/// The templates of a skin, in the order in which rows ask for them. One that is not there is told once, with the pieces
/// that want it.
pub fn variants(
    component: &Component,
    skin: &Skin,
    columns: &Columns,
    (assets, shared): (&dyn Assets, &Shared),
    found: &mut Diagnostics,
) -> Vec<Variant> {
    let Some(named) = names(component, skin, columns, shared, found) else { return Vec::new() };
    let mut known = BTreeSet::new();
    let mut all_known = true;
    let mut variants = Vec::new();
    for Variant { skin, pieces } in named {
        match fitted(&skin, assets) {
            Ok((fitted, fields)) => {
                known.extend(fields.clone().into_iter().flatten());
                all_known &= fields.is_some();
                variants.push(Variant { skin: fitted, pieces });
            }
            Err(mut missing) => {
                missing.message = format!("{}: {}", missing.message, wanted_by(component, &pieces));
                found.push(missing);
            }
        }
    }
    for (name, field) in
        skin.fields.iter().filter(|(name, _)| all_known && !known.contains(name) && !variants.is_empty())
    {
        let hint = meant_or_known(name, known.iter().map(String::as_str));
        let message = format!("none of the templates of `{}` has a field `{name}`", component.id);
        found.push(Diagnostic::error(message).at(&field.place).maybe_hint(hint));
    }
    variants
}

/// The skin with each name that its rows make of its template.
fn names(
    component: &Component,
    skin: &Skin,
    columns: &Columns,
    shared: &Shared,
    found: &mut Diagnostics,
) -> Option<Vec<Variant>> {
    let mut expressions = Expressions::default();
    let FieldText { text, place } = &skin.template;
    let program = found.accept(expressions.compile(text, place, "template"))?;
    let mut is_known = true;
    expressions.check_names(&program, &names_of_rows(component, columns, shared), &mut |unknown| {
        is_known = false;
        found.push(unknown);
    });
    let mut named: Vec<Variant> = Vec::new();
    for (number, piece) in component.pieces.iter().enumerate().filter(|_| is_known) {
        let scope = row_scope(component, piece, columns, shared);
        let template = found.accept(expressions.text(&program, &scope))??;
        match named.iter_mut().find(|known| known.skin.template.text == template) {
            Some(known) => known.pieces.push(number),
            None => named
                .push(Variant { skin: chosen(skin, template, (&expressions, &program), &scope), pieces: vec![number] }),
        }
        if named.len() > MOST {
            let message = format!("the rows of `{}` ask for more than {MOST} templates", component.id);
            let hint = "a template is for a kind of pieces; what differs from piece to piece goes into its fields";
            found.push(Diagnostic::error(message).at(place).hint(hint));
            return None;
        }
    }
    is_known.then_some(named)
}

fn chosen(skin: &Skin, template: String, (expressions, program): (&Expressions, &Program), scope: &Value) -> Skin {
    let template = FieldText { text: template, place: expressions.place(program, scope) };
    Skin { template, fields: skin.fields.clone() }
}

/// The skin without fields that its template does not have, and which it has; none when it takes whatever there is.
fn fitted(skin: &Skin, assets: &dyn Assets) -> Result<(Skin, Option<Vec<String>>), Diagnostic> {
    let source = template_source(skin, assets)?;
    // What is wrong with it is told when it is made ready.
    let read = read_template(
        (&skin.template.text, Purpose::Template),
        &source,
        &mut Expressions::default(),
        &mut Diagnostics::new(),
    );
    let Some(declared) = read.ok().and_then(|template| template.fields) else { return Ok((skin.clone(), None)) };
    let declared: Vec<String> = declared.into_iter().map(|field| field.name).collect();
    let mut fitted = skin.clone();
    fitted.fields.retain(|(name, _)| declared.contains(name));
    Ok((fitted, Some(declared)))
}

/// A few of the pieces that want a template.
fn wanted_by(component: &Component, pieces: &[usize]) -> String {
    let id = |number: &usize| component.pieces.get(*number).map(|Piece { id, .. }| format!("`{id}`"));
    let names: Vec<String> = pieces.iter().take(NAMED).filter_map(id).collect();
    let more = match pieces.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!("{}{more} of `{}`", names.join(", "), component.id)
}
