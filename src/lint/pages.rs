//! Sheets that are printed for a piece or two.

use crate::diag::count_of;
use crate::impose::{FitKind, Kit, Page, Section};
use crate::model::{Component, Game, Kind, Lint};

use super::findings::Finding;

/// A sheet with no more than one in so many of the pieces it could hold is almost empty.
const ONE_IN: usize = 5;

/// A sheet that is folded once has two pages on each side.
const PAGES_ON_A_SHEET: usize = 4;

/// The sheets of a kit that a few pieces fewer would save.
pub fn look_at(game: &Game, kit: &Kit) -> Vec<Finding> {
    let sheets = kit.sections.iter().filter_map(|section| almost_empty(game, kit, section));
    sheets.chain(kit.sections.iter().filter_map(|section| almost_blank(game, section))).collect()
}

/// A booklet that is folded, with one page on its last sheet and three blank ones beside it.
fn almost_blank(game: &Game, section: &Section) -> Option<Finding> {
    let FitKind::Booklet { pages, blank, .. } = section.fit.as_ref()?.kind else { return None };
    let index = *section.components.first()?;
    let component = game.components.get(index)?;
    (blank + 1 == PAGES_ON_A_SHEET && pages > PAGES_ON_A_SHEET).then(|| Finding {
        lint: Lint::EmptyPage,
        component: Some(index),
        message: format!("`{}` has {pages} pages, and {blank} blank ones behind them when it is folded", component.id),
        place: component.place.clone(),
        hint: "a page less would save a sheet".to_owned(),
    })
}

fn almost_empty(game: &Game, kit: &Kit, section: &Section) -> Option<Finding> {
    let fronts: Vec<&Page> = section.pages.iter().filter(|page| page.back_of.is_none()).collect();
    let (last, others) = fronts.split_last()?;
    let room = others.iter().map(|page| page.pieces()).max()?;
    let pieces = last.pieces();
    let index = last.items.last()?.face.component;
    let component = game.components.get(index)?;
    // A board over several sheets is one piece, and a text is as long as it is.
    let counted = !matches!(component.kind, Kind::Board(_) | Kind::Booklet { .. });
    if !counted || pieces * ONE_IN > room {
        return None;
    }
    let all: usize = fronts.iter().map(|page| page.pieces()).sum();
    let what = pieces_of(game, section);
    Some(Finding {
        lint: Lint::EmptyPage,
        component: Some(index),
        message: format!(
            "{all} {what} take {} of {}, and the last one holds {} where there is room for {room}",
            count_of(fronts.len(), "sheet"),
            kit.layout.paper.title(),
            count_of(pieces, "piece"),
        ),
        place: component.place.clone(),
        hint: format!("{pieces} fewer would save a sheet"),
    })
}

/// What lies on the sheets of a section, in words.
fn pieces_of(game: &Game, section: &Section) -> String {
    let parts: Vec<&Component> = section.components.iter().filter_map(|index| game.components.get(*index)).collect();
    let names: Vec<String> = parts.iter().map(|part| format!("`{}`", part.id)).collect();
    match &names[..] {
        [_, _, ..] if parts.iter().all(|part| part.shared_pages().is_some()) => "tokens".to_owned(),
        [most @ .., last] if !most.is_empty() => format!("pieces of {} and {last}", most.join(", ")),
        _ => format!("pieces of {}", names.concat()),
    }
}
