//! From faces to pages: grids, packed tokens, tiled boards, booklets to staple, backs, marks and page labels. Exact arithmetic only:
//! nothing here knows what a card says.

mod adjust;
mod arrange;
mod backs;
mod ends;
mod furnish;
mod kit;
mod marks;
mod net;
mod page;
mod singles;

use crate::diag::Diagnostics;
use crate::layout::LaidComponent;
use crate::model::{Backs, Booklets, Component, Game, Ink, Kind, PrintLayout, Wish};
use crate::units::Length;

pub use arrange::fit::{FitKind, SheetChoice, SheetFit};
pub use furnish::calibration::calibration_kit;
pub use furnish::changes::CHANGE_BAR;
pub use furnish::registration::REGISTRATION_LINE;
use kit::Behind;
pub use kit::{Kit, Section};
pub use page::{Clip, CutPath, Item, Mark, MarkKind, Page, Piece};
pub use singles::single_pages;
#[cfg(feature = "inside")]
pub use {adjust::Adjust, furnish::registration::registration_corners};

use arrange::grid::{SheetGrid, Wanted, all_grids};
use arrange::tile::Tiling;
use arrange::{booklet, grid, refuse, remark, tokens};

/// Arranges the faces of a game on paper.
#[must_use]
pub fn impose(game: &Game, laid: &[LaidComponent], layout: &PrintLayout, found: &mut Diagnostics) -> Kit {
    let mut sections: Vec<Section> = Vec::new();
    found.accept(layout.check_overlap());
    let parts = laid.iter().filter(|part| part.pieces.iter().any(|piece| piece.quantity > 0));
    let mut packed: Vec<Pack<'_>> = Vec::new();
    let mut flat: Vec<Vec<FlatPart<'_>>> = Vec::new();
    for part in parts {
        let component = &game.components[part.component];
        // All tokens share sheets, where the first of them stands in the list; tiles and stickers do so too.
        if let Some(title) = packed_as(component, layout) {
            if !refuse::check_token(component, part, layout, found) {
                continue;
            }
            if has_backs(part, layout) {
                remark::backs_of_tokens(component, layout, found);
            }
            match packed.iter_mut().find(|pack| pack.takes(component, title, layout)) {
                Some(pack) => pack.add(title, part),
                None => {
                    sections.push(Section::new(title, Vec::new(), Vec::new()));
                    packed.push(Pack { first: component, titles: vec![title], parts: vec![part] });
                }
            }
        } else if let Kind::Booklet { .. } = &component.kind {
            sections.extend(booklet_section(component, part, layout, found));
        } else if let Some(parts) = flat.iter_mut().find(|parts| shares_sheets(parts[0], (component, part), layout)) {
            parts.push((component, part));
        } else {
            // What comes later may join it: its pages are made when all of them are known.
            sections.push(Section::new(&component.title, vec![part.component], Vec::new()));
            flat.push(vec![(component, part)]);
        }
    }
    share_boxes(&mut sections, &mut flat, &mut packed, layout);
    for parts in &flat {
        if let Some(place) = place_of(&sections, parts[0].1) {
            sections.splice(place..=place, flat_section(parts, layout, found));
        }
    }
    for Pack { titles, parts, .. } in &packed {
        if let Some(place) =
            sections.iter().position(|section| section.title == titles[0] && section.components.is_empty())
        {
            sections.splice(place..=place, packed_sections(&titles.join(", "), parts, layout, game.ink != Ink::Full));
        }
    }
    let mut kit = Kit { layout: *layout, sections };
    kit.add_backs();
    kit
}

/// Small pieces of several components on the same sheets.
struct Pack<'a> {
    /// The first of them.
    first: &'a Component,
    /// What their pages are called by themselves.
    titles: Vec<&'a str>,
    parts: Vec<&'a LaidComponent>,
}

impl<'a> Pack<'a> {
    /// Whether pieces of a component lie on these sheets: those of one kind always, others when that is asked for.
    fn takes(&self, component: &Component, title: &str, layout: &PrintLayout) -> bool {
        let are_apart = self.first.punchboard.is_some() || component.punchboard.is_some();
        self.titles[0] == title || (layout.share_sheets && !are_apart && self.first.stock == component.stock)
    }

    fn add(&mut self, title: &'a str, part: &'a LaidComponent) {
        if !self.titles.contains(&title) {
            self.titles.push(title);
        }
        self.parts.push(part);
    }
}

/// Where the section of a component is, whose pages are still to come.
fn place_of(sections: &[Section], part: &LaidComponent) -> Option<usize> {
    sections.iter().position(|section| section.components == [part.component] && section.pages.is_empty())
}

/// Lays boxes of decks on sheets of small pieces of the same stock that have the room, and otherwise side by side on one.
fn share_boxes<'a>(
    sections: &mut Vec<Section>,
    flat: &mut Vec<Vec<FlatPart<'a>>>,
    packed: &mut Vec<Pack<'a>>,
    layout: &PrintLayout,
) {
    if !layout.share_sheets {
        return;
    }
    let sheets = |parts: &[&LaidComponent]| tokens::pages(parts, layout, false).len();
    let mut boxes: Vec<FlatPart<'a>> = Vec::new();
    flat.retain(|parts| {
        let is_box = matches!(parts[..], [(component, part)] if matches!(component.kind, Kind::Tuckbox(_)) && sheets(&[part]) == 1);
        if is_box {
            boxes.extend(parts);
        }
        !is_box
    });
    let mut alone: Vec<Pack<'a>> = Vec::new();
    for (component, part) in boxes {
        let takes = |pack: &&mut Pack<'a>| {
            let with: Vec<&LaidComponent> = pack.parts.iter().copied().chain([part]).collect();
            pack.first.punchboard.is_none()
                && pack.first.stock == component.stock
                && sheets(&with) == sheets(&pack.parts)
        };
        match packed.iter_mut().chain(&mut alone).find(takes) {
            Some(pack) => {
                sections.extract_if(.., |section| section.components == [part.component]).for_each(drop);
                pack.add(&component.title, part);
            }
            None => alone.push(Pack { first: component, titles: vec![&component.title], parts: vec![part] }),
        }
    }
    for pack in alone {
        // What shares its sheet with nothing lies in the middle of it.
        match place_of(sections, pack.parts[0]).filter(|_| pack.parts.len() > 1) {
            Some(place) => {
                sections[place].components.clear();
                packed.push(pack);
            }
            None => flat.push(vec![(pack.first, pack.parts[0])]),
        }
    }
}

/// What the pages of small pieces are called that share them; none for pieces with pages of their own. Standees lie in rows of
/// their own, unless they are to fill what others leave.
pub(in crate::impose) fn packed_as<'a>(component: &'a Component, layout: &PrintLayout) -> Option<&'a str> {
    let is_standee = matches!(component.kind, Kind::Standee(_)) && component.punchboard.is_none();
    component.shared_pages().or_else(|| (layout.share_sheets && is_standee).then_some("Standees"))
}

/// Behind the name of a section whose pieces have backs.
pub(in crate::impose) const WITH_BACKS: &str = " with backs";

/// A component with what was laid out of it.
type FlatPart<'a> = (&'a Component, &'a LaidComponent);

/// Whether pieces of both may lie on one sheet: as large, with as much bleed, and on the same stock.
fn shares_sheets((a, of_a): FlatPart<'_>, (b, of_b): FlatPart<'_>, layout: &PrintLayout) -> bool {
    let is_whole = |component: &Component| {
        matches!(component.kind, Kind::Cards | Kind::Money | Kind::Reference | Kind::ScorePad | Kind::Mat)
    };
    // Where a fold halves the sheets, those without a back have sheets of their own.
    let folds = layout.backs == Backs::Gutterfold;
    layout.share_sheets
        && is_whole(a)
        && is_whole(b)
        && (a.size, a.bleed, &a.stock) == (b.size, b.bleed, &b.stock)
        && (!folds || has_backs(of_a, layout) == has_backs(of_b, layout))
}

/// Tokens on shared sheets. Where a fold halves the sheets, those without a back have sheets of their own.
fn packed_sections(title: &str, tokens: &[&LaidComponent], layout: &PrintLayout, has_little_ink: bool) -> Vec<Section> {
    let (with, without): (Vec<&LaidComponent>, Vec<&LaidComponent>) = if layout.backs == Backs::Gutterfold {
        tokens.iter().partition(|part| has_backs(part, layout))
    } else {
        (Vec::new(), tokens.to_vec())
    };
    let section = |title: &str, tokens: Vec<&LaidComponent>, folds: bool| {
        let pages = tokens::pages(&tokens, layout, folds);
        let mut section = Section::new(title, tokens.iter().map(|part| part.component).collect(), pages);
        section.pages.iter_mut().for_each(net::lines);
        if has_little_ink {
            section.pages.iter_mut().for_each(net::outlines);
        }
        let pieces = tokens.iter().flat_map(|part| &part.pieces).map(|piece| piece.quantity).sum();
        let kind = FitKind::Packed { pieces, sheets: section.pages.len() };
        section.fit = Some(SheetFit { kind, cuts: section.pages.iter().map(Page::cuts).sum() });
        section
    };
    let both = [section(title, without, false), section(&format!("{title}{WITH_BACKS}"), with, true)];
    both.into_iter().filter(|section| !section.pages.is_empty()).collect()
}

fn booklet_section(
    component: &Component,
    part: &LaidComponent,
    layout: &PrintLayout,
    found: &mut Diagnostics,
) -> Option<Section> {
    let way = booklet::way(part, layout);
    if !refuse::check_booklet(component, part, (layout, way), found) {
        return None;
    }
    remark::half_sheets(component, part, (layout, way), found);
    let booklet::Arranged { pages, fit } = booklet::arrange(part, layout, way);
    let mut section = Section::new(&component.title, vec![part.component], pages);
    section.behind = if way == Booklets::SaddleStitch { Behind::OtherSides } else { Behind::NextPage };
    section.fit = fit.map(|kind| SheetFit { kind, cuts: 0 });
    Some(section)
}

/// Cards, mats, reference cards and boards: a grid of whole pieces, or one piece over several sheets.
fn flat_section(parts: &[FlatPart<'_>], layout: &PrintLayout, found: &mut Diagnostics) -> Option<Section> {
    let (component, part) = parts.first()?;
    let first = &part.pieces.first()?.front;
    let with_backs = parts.iter().any(|(_, part)| has_backs(part, layout));
    let pieces: Vec<Piece> = parts.iter().flat_map(|(_, part)| Piece::of(part, layout.backs != Backs::None)).collect();
    let count = i64::try_from(pieces.len()).unwrap_or(i64::MAX);
    let wanted = Wanted { size: first.size, bleed: first.bleed, count, has_backs: with_backs };
    let mut grids = all_grids(&wanted, layout);
    // What is too large between the corners covers them, and that is told.
    let layout = &PrintLayout { free_corners: layout.free_corners && !grids.is_empty(), ..*layout };
    if grids.is_empty() {
        grids = all_grids(&wanted, layout);
    }
    // What finds no room beside its back is whole all the same, with its back on a page of its own.
    let layout = &if grids.is_empty() && may_be_tiled(component) {
        PrintLayout { backs: unfolded(layout.backs), ..*layout }
    } else {
        *layout
    };
    if grids.is_empty() && may_be_tiled(component) {
        grids = all_grids(&wanted, layout);
    }
    let (pages, kind) = if let Some(chosen) = choose(component, &grids, &wanted, layout, found) {
        let others = grid::others(&grids, &chosen);
        let kind = FitKind::Grid { asked: wanted.bleed, chosen: chosen.choice(), others };
        let pages = chosen.pages(&pieces);
        remark::backs_of_cards(component, &pages, layout, found);
        (pages, kind)
    } else if may_be_tiled(component) && grids.is_empty() {
        let tiling = Tiling::best(component, first, layout)?;
        (pieces.iter().flat_map(|piece| tiling.pages(piece)).collect(), tiling.fit())
    } else {
        refuse::too_large(component, &wanted, &grids, layout, found);
        return None;
    };
    let titles: Vec<&str> = parts.iter().map(|(component, _)| component.title.as_str()).collect();
    let components = parts.iter().map(|(_, part)| part.component).collect();
    let mut section = Section::new(&titles.join(", "), components, pages);
    section.pages.iter_mut().for_each(net::lines);
    let cuts = section.pages.iter().map(Page::cuts).sum();
    section.fit = Some(SheetFit { kind, cuts });
    Some(section)
}

/// The best grid; of cards, with so many columns and rows as the job names.
fn choose(
    component: &Component,
    grids: &[SheetGrid],
    wanted: &Wanted,
    layout: &PrintLayout,
    found: &mut Diagnostics,
) -> Option<SheetGrid> {
    match (layout.grid, &component.kind) {
        (Some(shape), Kind::Cards) => {
            let named: Vec<SheetGrid> = grids.iter().filter(|grid| grid.shape() == shape).copied().collect();
            let chosen = grid::best(&named, wanted, layout.wish)?;
            if wanted.missed_by(&chosen) > Length::ZERO && layout.wish == Wish::Bleed {
                refuse::too_little_bleed(component, wanted, &chosen, grids, layout, found);
            }
            Some(chosen)
        }
        _ => grid::best(grids, wanted, layout.wish),
    }
}

/// A board may be tiled; anything else has to fit on one sheet.
const fn may_be_tiled(component: &Component) -> bool {
    matches!(component.kind, Kind::Board(_) | Kind::Mat | Kind::Track)
}

/// A tile takes the whole sheet, so its back cannot lie beside it.
const fn unfolded(backs: Backs) -> Backs {
    match backs {
        Backs::Gutterfold => Backs::Separate,
        other => other,
    }
}

fn has_backs(part: &LaidComponent, layout: &PrintLayout) -> bool {
    layout.backs != Backs::None && part.pieces.iter().any(|piece| piece.back.is_some())
}
