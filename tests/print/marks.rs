//! Cut marks of random tokens: each clear of all that is painted and of all other marks, and inside the margin.

use std::fmt::Write as _;

use proptest::prelude::*;
use tablewright::inside::diag::Diagnostics;
use tablewright::inside::geom::Point;
use tablewright::inside::impose::{Clip, Item, Kit, Mark, MarkKind, Page, impose};
use tablewright::inside::layout::{Fonts, Studio};
use tablewright::inside::load::load_game;
use tablewright::inside::model::{Backs, MemoryAssets, Paper, PathStep, PrintLayout};

use crate::support::WithTemplates;

const SHAPES: [&str; 5] = ["square", "round", "hex", "triangle", "diamond"];
/// What is promised, less a hair.
const CLEAR: f64 = 0.49;

type Place = (f64, f64);

fn kit(game: &str, layout: &PrintLayout) -> Kit {
    let assets = WithTemplates(MemoryAssets::new().with("game.yaml", game));
    let (game, mut found) = load_game(&assets, "t");
    let game = game.unwrap_or_else(|| panic!("{found}"));
    let fonts = Fonts::load(&assets, &mut found);
    let studio = Studio::new(&game, &assets, &fonts);
    let laid: Vec<_> = (0..game.components.len()).map(|n| studio.lay_out(n, &mut found, &|| ())).collect();
    // What is said of small pieces is another matter.
    impose(&game, &laid, layout, &mut Diagnostics::new())
}

fn place(point: Point) -> Place {
    (point.x.mm(), point.y.mm())
}

fn from_line((x, y): Place, (a, b): Place, (c, d): Place) -> f64 {
    let (dx, dy) = (c - a, d - b);
    let part = (((x - a) * dx + (y - b) * dy) / (dx * dx + dy * dy).max(1e-12)).clamp(0.0, 1.0);
    (x - a - dx * part).hypot(y - b - dy * part)
}

/// Points along a mark.
fn along(mark: &Mark) -> Vec<Place> {
    let ((a, b), (c, d)) = (place(mark.from), place(mark.to));
    (0..=20).map(|n| f64::from(n) / 20.0).map(|t| (a + (c - a) * t, b + (d - b) * t)).collect()
}

/// What is painted of a piece, as corners on the page; curves by the ends of their parts, which lie inside.
fn painted(item: &Item) -> Vec<Place> {
    match &item.clip {
        Clip::Path(path) => {
            let map = item.map();
            let corner = |step: &PathStep| match *step {
                PathStep::Move(x, y) | PathStep::Line(x, y) | PathStep::Cubic([.., x, y]) => Some(map.apply(x, y)),
                PathStep::Close => None,
            };
            path.iter().filter_map(corner).map(|(x, y)| (f64::from(x), f64::from(y))).collect()
        }
        _ => {
            let rect = item.painted();
            let (l, t, r, b) = (rect.left().mm(), rect.top().mm(), rect.right().mm(), rect.bottom().mm());
            vec![(l, t), (r, t), (r, b), (l, b)]
        }
    }
}

fn distance(corners: &[Place], (x, y): Place) -> f64 {
    let sides = || (0..corners.len()).map(|n| (corners[n], corners[(n + 1) % corners.len()]));
    let crossed = |&((ax, ay), (bx, by)): &(Place, Place)| (ay > y) != (by > y) && x < (bx - ax) * (y - ay) / (by - ay) + ax;
    if sides().filter(crossed).count() % 2 == 1 {
        return 0.0;
    }
    sides().map(|(from, to)| from_line((x, y), from, to)).fold(f64::MAX, f64::min)
}

fn check(page: &Page, what: &str) {
    let cuts: Vec<&Mark> = page.marks.iter().filter(|mark| mark.kind == MarkKind::Cut).collect();
    let areas: Vec<Vec<Place>> = page.items.iter().map(painted).collect();
    let margin = page.sheet.whole().grown(-page.sheet.margin);
    for (number, mark) in cuts.iter().enumerate() {
        for at in along(mark) {
            let near = areas.iter().map(|area| distance(area, at)).fold(f64::MAX, f64::min);
            assert!(near >= CLEAR, "{what}: {mark:?} is {near:.2} mm from a piece");
            for other in &cuts[number + 1..] {
                let apart = from_line(at, place(other.from), place(other.to));
                assert!(apart >= CLEAR, "{what}: {mark:?} is {apart:.2} mm from {other:?}");
            }
        }
        let (from, to) = (place(mark.from), place(mark.to));
        let inside = |(x, y): Place| {
            x >= margin.left().mm() && x <= margin.right().mm() && y >= margin.top().mm() && y <= margin.bottom().mm()
        };
        assert!(inside(from) && inside(to), "{what}: {mark:?} leaves the margin");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn marks_of_tokens_never_cross_and_keep_clear(
        parts in proptest::collection::vec((0_usize..5, 8_u32..40, 1_usize..30, 0_u32..4, any::<bool>()), 1..7),
        on_letter in any::<bool>(), folds in any::<bool>(),
    ) {
        let mut game = "title: T\ncomponents:\n".to_owned();
        for (number, (shape, size, count, bleed, back)) in parts.iter().enumerate() {
            let (shape, back) = (SHAPES[*shape], if *back { ", back: {template: token, text: B}" } else { "" });
            let _ = writeln!(
                game,
                "  t{number}: {{kind: tokens, shape: {shape}, size: {size}mm x {size}mm, bleed: {bleed}mm, \
                 qty: {count}, front: {{template: token, text: A}}{back}}}"
            );
        }
        let paper = if on_letter { Paper::LETTER } else { Paper::A4 };
        let backs = if folds { Backs::Gutterfold } else { Backs::Separate };
        for page in kit(&game, &PrintLayout { backs, ..PrintLayout::on(paper) }).pages() {
            check(page, &game);
        }
    }
}
