//! Wishes that no paper can grant: the arithmetic in words, and the nearest thing that works.

use crate::diag::{Diagnostic, Diagnostics};
use crate::geom::Size;
use crate::layout::LaidComponent;
use crate::model::{Backs, BigBoards, Component, Paper, PrintLayout};
use crate::units::Length;

use super::bed::{Bed, GUTTER};
use super::grid::{Grid, Wanted, all_grids, best};
use super::tokens;

/// Tiles that overlap by half or more would need more and more of them.
pub fn check_overlap(layout: &PrintLayout, found: &mut Diagnostics) {
    if layout.boards != BigBoards::Overlap {
        return;
    }
    let room = layout.paper.sheet(false).content().size;
    let most = Length::from_mm(room.width.min(room.height).um() / 2_500);
    if layout.overlap < Length::ZERO {
        let message = format!("tiles cannot overlap by {}", layout.overlap);
        found.push(Diagnostic::error(message).hint("`--overlap 0mm` lets them meet edge to edge"));
    }
    if layout.overlap > most {
        let message = format!(
            "tiles cannot overlap by {}: {} has {room} between its margins, and a tile has to be larger than twice its overlap",
            layout.overlap,
            layout.paper.title()
        );
        found.push(Diagnostic::error(message).hint(format!("the most that works is `--overlap {}`", most.written())));
    }
}

/// Whether one token of a component fits on a sheet.
pub fn check_token(component: &Component, part: &LaidComponent, layout: &PrintLayout, found: &mut Diagnostics) -> bool {
    let with_backs = super::has_backs(part, layout);
    let fits = Bed::all(layout, with_backs).iter().any(|bed| tokens::fits(part, bed));
    if !fits {
        let message = format!("{}: that does not fit on {}", own_size(component), layout.paper.title());
        let hint = component.arithmetic().unwrap_or_else(|| "make it smaller, or use less `bleed`".to_owned());
        found.push(Diagnostic::error(message).at(&component.place).hint(hint));
    }
    fits
}

/// Whether a page of a booklet fits on a sheet.
pub fn check_booklet(
    component: &Component,
    part: &LaidComponent,
    layout: &PrintLayout,
    found: &mut Diagnostics,
) -> bool {
    let size = part.pieces.first().map_or(component.size, |piece| piece.front.size);
    let fits = [false, true].iter().any(|&landscape| size.fits_in(layout.paper.sheet(landscape).content().size));
    if !fits {
        let message = format!("a page of `{}` is {size}: that does not fit on {}", component.id, layout.paper.title());
        found.push(Diagnostic::error(message).at(&component.place).hint("make it smaller with `size`"));
    }
    fits
}

fn own_size(component: &Component) -> String {
    format!("a piece of `{}` is {} and its bleed {}", component.id, component.size, component.bleed)
}

/// A piece that does not fit in the way that is asked for.
pub fn too_large(
    component: &Component,
    wanted: &Wanted,
    grids: &[Grid],
    layout: &PrintLayout,
    found: &mut Diagnostics,
) {
    let room = layout.paper.sheet(false).content().size;
    let paper = layout.paper.title();
    let (message, hint) = match layout.grid {
        Some((columns, rows)) if !grids.is_empty() => {
            let need = Size::new(wanted.size.width * columns, wanted.size.height * rows);
            let message = format!(
                "{columns} x {rows} pieces of `{}` take {need} even without bleed: {paper} has {room} between its margins",
                component.id
            );
            (message, nearest(grids, wanted, layout))
        }
        _ if layout.backs == Backs::Gutterfold && wanted.has_backs => {
            let message = format!(
                "front and back of `{}` are {} each; with {GUTTER} on both sides of the fold between them they do not fit \
                 on {paper}, which has {room} between its margins",
                component.id, wanted.size
            );
            (message, unfolded_hint(wanted, layout))
        }
        _ => {
            let message = format!("{}: that does not fit on {paper}", own_size(component));
            (message, component.arithmetic().or_else(|| larger_paper(wanted, layout)))
        }
    };
    found.push(Diagnostic::error(message).at(&component.place).maybe_hint(hint));
}

/// A layout named by hand that leaves less bleed than was asked for.
pub fn too_little_bleed(
    component: &Component,
    wanted: &Wanted,
    chosen: &Grid,
    grids: &[Grid],
    layout: &PrintLayout,
    found: &mut Diagnostics,
) {
    let (columns, rows) = chosen.shape();
    let cell = wanted.size.grown(wanted.bleed);
    let need = Size::new(cell.width * columns, cell.height * rows);
    let room = layout.paper.sheet(false).content().size;
    let message = format!(
        "{columns} x {rows} pieces of `{}` with {} of bleed take {need}: {} has {room} between its margins",
        component.id,
        wanted.bleed,
        layout.paper.title()
    );
    let same = format!("{columns} x {rows} works with {} of bleed: add `--wish paper`", chosen.bleed());
    let mut problem = Diagnostic::error(message).at(&component.place).hint(same);
    if let Some(hint) = nearest(grids, wanted, layout) {
        problem = problem.hint(hint);
    }
    found.push(problem);
}

/// The best layout there is when none is named.
fn nearest(grids: &[Grid], wanted: &Wanted, layout: &PrintLayout) -> Option<String> {
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
    let mut papers = Paper::NAMED.to_vec();
    papers.sort_by_key(|paper| paper.size().width.um() * paper.size().height.um());
    let works = |paper: &&Paper| !all_grids(wanted, &PrintLayout { paper: **paper, ..*layout }).is_empty();
    let paper = papers.iter().find(works)?;
    Some(format!("`--paper {}` works, or make the piece smaller", paper.name()))
}
