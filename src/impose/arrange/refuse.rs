//! Wishes that no paper can grant: the arithmetic in words, and the nearest thing that works.

use crate::diag::{Diagnostic, Diagnostics};
use crate::geom::{Size, Turn};
use crate::layout::LaidComponent;
use crate::model::{Backs, Booklets, Component, Paper, PrintLayout};
use crate::units::Length;

use super::bed::{Bed, GUTTER};
use super::booklet::{Room, pair_of, room};
use super::grid::{SheetGrid, Wanted, all_grids, best};
use super::tokens;

/// Whether one token of a component fits on a sheet.
pub fn check_token(component: &Component, part: &LaidComponent, layout: &PrintLayout, found: &mut Diagnostics) -> bool {
    let with_backs = crate::impose::has_backs(part, layout);
    let fits = Bed::all(layout, with_backs).iter().any(|bed| tokens::fits(part, bed, true));
    if !fits {
        let message = format!("{}: that does not fit on {}", own_size(component, part), layout.paper.title());
        let hint = component.arithmetic().unwrap_or_else(|| token_hint(part, layout, with_backs));
        found.push(Diagnostic::error(message).at(&component.place).hint(hint));
    }
    fits
}

/// Less bleed helps only what fits without it.
fn token_hint(part: &LaidComponent, layout: &PrintLayout, with_backs: bool) -> String {
    let fits_on = |paper: Paper, take_bleed: bool| {
        Bed::all(&PrintLayout { paper, ..*layout }, with_backs).iter().any(|bed| tokens::fits(part, bed, take_bleed))
    };
    if fits_on(layout.paper, false) {
        return "make it smaller, or use less `bleed`".to_owned();
    }
    match by_area(layout).into_iter().find(|paper| fits_on(*paper, true)) {
        Some(paper) => format!("`--paper {}` works, or make the piece smaller", paper.name()),
        None => "make it smaller".to_owned(),
    }
}

/// Whether the pages of a booklet fit on a sheet, two by two if they are to lie so.
pub fn check_booklet(
    component: &Component,
    part: &LaidComponent,
    (layout, way): (&PrintLayout, Booklets),
    found: &mut Diagnostics,
) -> bool {
    let size = part.pieces.first().map_or(component.size, |piece| piece.front.size);
    if way != Booklets::Single {
        return check_pair(component, size, (layout, way), found);
    }
    let fits = [false, true].iter().any(|&landscape| size.fits_in(layout.paper.sheet(landscape).content().size));
    if !fits {
        let message = format!("a page of `{}` is {size}: that does not fit on {}", component.id, layout.paper.title());
        found.push(Diagnostic::error(message).at(&component.place).hint("make it smaller with `size`"));
    }
    fits
}

/// Whether two pages of a booklet fit side by side.
fn check_pair(
    component: &Component,
    size: Size,
    (layout, way): (&PrintLayout, Booklets),
    found: &mut Diagnostics,
) -> bool {
    let sheet = layout.paper.sheet(true);
    let fits = match room(size, layout.paper) {
        Room::BetweenMargins => true,
        // Sheets that are folded by themselves keep their small print.
        Room::Sheet => way == Booklets::SaddleStitch,
        Room::Nowhere => false,
    };
    if !fits {
        let room = if way == Booklets::SaddleStitch { sheet.size } else { sheet.content().size };
        let message = format!(
            "two pages of `{}` side by side take {}: that does not fit on {}, which has {room} for them",
            component.id,
            pair_of(size),
            layout.paper.title()
        );
        let hint = "make them smaller with `size`, take larger paper, or print them with `--booklets single`";
        found.push(Diagnostic::error(message).at(&component.place).hint(hint));
    }
    fits
}

/// As it is printed: `--scale` makes pieces larger than the game says.
fn own_size(component: &Component, part: &LaidComponent) -> String {
    let (size, bleed) =
        part.pieces.first().map_or((component.size, component.bleed), |piece| (piece.front.size, piece.front.bleed));
    format!("a piece of `{}` is {size} and its bleed {bleed}", component.id)
}

/// Beds in which so many pieces do not fit, each with this bleed: the one that lacks the least, what the pieces take
/// and the room there is.
fn nearly((columns, rows): (i64, i64), bleed: Length, wanted: &Wanted, layout: &PrintLayout) -> (Size, String) {
    let needs = [Turn::None, Turn::Left].map(|turn| {
        let cell = turn.size(wanted.size).grown(bleed);
        Size::new(cell.width * columns, cell.height * rows)
    });
    let beds = Bed::all(layout, wanted.has_backs);
    let pairs = beds.iter().flat_map(|bed| needs.map(|need| (need, bed.area.size)));
    let lacking = |(need, room): &(Size, Size)| (need.width - room.width).max(need.height - room.height);
    let (need, room) = pairs.min_by_key(lacking).unwrap_or_default();
    let where_to = match layout {
        PrintLayout { backs: Backs::Gutterfold, .. } if wanted.has_backs => "on each side of the fold",
        PrintLayout { free_corners: true, .. } => "between the registration marks",
        _ => "between its margins",
    };
    (need, format!("{} has {room} {where_to}", layout.paper.title()))
}

/// A piece that does not fit in the way that is asked for.
pub fn too_large(
    component: &Component,
    wanted: &Wanted,
    grids: &[SheetGrid],
    layout: &PrintLayout,
    found: &mut Diagnostics,
) {
    let paper = layout.paper.title();
    let (message, hint) = match layout.grid {
        Some((columns, rows)) if !grids.is_empty() => {
            let (need, room) = nearly((columns, rows), Length::ZERO, wanted, layout);
            let message =
                format!("{columns} x {rows} pieces of `{}` take {need} even without bleed: {room}", component.id);
            (message, nearest(grids, wanted, layout))
        }
        _ if layout.backs == Backs::Gutterfold && wanted.has_backs => {
            let room = layout.paper.sheet(false).content().size;
            let message = format!(
                "front and back of `{}` are {} each; with {GUTTER} on both sides of the fold between them they do not fit \
                 on {paper}, which has {room} between its margins",
                component.id, wanted.size
            );
            (message, unfolded_hint(wanted, layout))
        }
        _ => {
            let message = format!(
                "a piece of `{}` is {} and its bleed {}: that does not fit on {paper}",
                component.id, wanted.size, wanted.bleed
            );
            let arithmetic = component.arithmetic().filter(|_| wanted.size == component.size);
            (message, arithmetic.or_else(|| larger_paper(wanted, layout)))
        }
    };
    found.push(Diagnostic::error(message).at(&component.place).maybe_hint(hint));
}

/// A layout named by hand that leaves less bleed than was asked for.
pub fn too_little_bleed(
    component: &Component,
    wanted: &Wanted,
    chosen: &SheetGrid,
    grids: &[SheetGrid],
    layout: &PrintLayout,
    found: &mut Diagnostics,
) {
    let (columns, rows) = chosen.shape();
    let (need, room) = nearly((columns, rows), wanted.bleed, wanted, layout);
    let message =
        format!("{columns} x {rows} pieces of `{}` with {} of bleed take {need}: {room}", component.id, wanted.bleed);
    let same = format!("{columns} x {rows} works with {} of bleed: add `--wish paper`", chosen.bleed());
    let mut problem = Diagnostic::error(message).at(&component.place).hint(same);
    if let Some(hint) = nearest(grids, wanted, layout) {
        problem = problem.hint(hint);
    }
    found.push(problem);
}

/// The best layout there is when none is named.
fn nearest(grids: &[SheetGrid], wanted: &Wanted, layout: &PrintLayout) -> Option<String> {
    let grid = best(grids, wanted, layout.wish)?;
    let (columns, rows) = grid.shape();
    Some(format!("the nearest that works is `--grid {columns}x{rows}`, with {} of bleed", grid.bleed()))
}

fn unfolded_hint(wanted: &Wanted, layout: &PrintLayout) -> Option<String> {
    let separate = PrintLayout { backs: Backs::Separate, ..*layout };
    if !all_grids(wanted, &separate).is_empty() {
        return Some("`--backs separate` works on this paper".to_owned());
    }
    larger_paper(wanted, layout)
}

/// The smallest paper with a name on which it works.
fn larger_paper(wanted: &Wanted, layout: &PrintLayout) -> Option<String> {
    let works = |paper: &Paper| !all_grids(wanted, &PrintLayout { paper: *paper, ..*layout }).is_empty();
    let paper = by_area(layout).into_iter().find(works)?;
    Some(format!("`--paper {}` works, or make the piece smaller", paper.name()))
}

/// The papers with a name, small ones first, with the margin that this layout has.
fn by_area(layout: &PrintLayout) -> Vec<Paper> {
    let margin = layout.paper.sheet(false).margin;
    let mut papers: Vec<Paper> = Paper::NAMED.into_iter().filter_map(|paper| paper.with_margin(margin).ok()).collect();
    papers.sort_by_key(|paper| paper.size().width.um() * paper.size().height.um());
    papers
}
