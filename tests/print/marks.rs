//! Cut marks of random tokens: each clear of all that is painted and of all other marks, and inside the margin.

use std::fmt::Write as _;

use proptest::prelude::*;
use tablewright::inside::diag::Diagnostics;
use tablewright::inside::geom::{Point, Rect, Size};
use tablewright::inside::impose::{Clip, Item, Kit, Mark, MarkKind, Page, impose};
use tablewright::inside::layout::{Anchor, Fonts, Label, Studio};
use tablewright::inside::load::{WithTemplates, load_game};
use tablewright::inside::model::{Backs, BigBoards, Game, Ink, MemoryAssets, Paper, PathStep, PrintLayout};
use tablewright::inside::units::Length;

use crate::support::Tool;
use crate::support::painted::{Painted, near};

const SHAPES: [&str; 5] = ["square", "round", "hex", "triangle", "diamond"];
/// What is promised, less a hair.
const CLEAR: f64 = 0.49;

type Place = (f64, f64);

fn kit(game: &str, layout: &PrintLayout) -> Kit {
    kit_in(game, layout, Ink::Full)
}

fn game_of(game: &str) -> Game {
    let assets = WithTemplates(MemoryAssets::new().with("game.yaml", game));
    let (game, found) = load_game(&assets, "t");
    game.unwrap_or_else(|| panic!("{found}"))
}

fn kit_in(game: &str, layout: &PrintLayout, ink: Ink) -> Kit {
    let assets = WithTemplates(MemoryAssets::new().with("game.yaml", game));
    let (mut game, mut found) = (game_of(game), Diagnostics::new());
    game.choose(ink);
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
    let crossed =
        |&((ax, ay), (bx, by)): &(Place, Place)| (ay > y) != (by > y) && x < (bx - ax) * (y - ay) / (by - ay) + ax;
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

/// A black token with black bleed and something more on it, on its page.
fn black_token(more: &str) -> Painted {
    let svg = format!(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 20 20'>\
         <rect x='-4' y='-4' width='28' height='28'/>{more}</svg>"
    );
    let token = "  dots: {kind: tokens, shape: round, size: 20mm, bleed: 3mm, front: {template: faces/black.svg}}\n";
    let tool = Tool::with_game(token).file("game/faces/black.svg", &svg);
    tool.run("print ./game").succeeds();
    let pdf = std::fs::read(tool.path().join("output/game/game-a4.pdf")).expect("a PDF");
    Painted::page(&pdf, 2, 600.0)
}

/// On black the line to cut along is white, and no wider than a mark: the bleed is right behind it.
#[test]
fn a_cut_line_is_seen_on_black() {
    let page = black_token("");
    let parts: Vec<f64> = page.down(105.0).into_iter().map(|(from, to)| to - from).filter(|part| *part > 1.0).collect();
    let [above, disc, below] = parts[..] else { panic!("{parts:?}") };
    near(disc, 20.0 - 0.15);
    near(above, 3.0 - 0.075);
    near(below, 3.0 - 0.075);
}

/// Where the ground changes below it, the line changes, too.
#[test]
fn a_cut_line_is_dark_where_it_is_light() {
    let [top, _] = black_token("").down(105.0)[..2] else { panic!() };
    let line = top.1 + 0.075;
    let half = black_token("<rect x='-4' y='10' width='28' height='14' fill='#EEE'/>");
    // A line of 0.15 mm is three or four pixels, the middle ones whole.
    let grey = |y: f64| half.colour(105.0, y)[0];
    assert!(grey(line) > 180 && grey(line + 1.0) == 0, "{} on {}", grey(line), grey(line + 1.0));
    assert!(grey(line + 20.0) < 90 && grey(line + 19.0) == 238, "{} on {}", grey(line + 20.0), grey(line + 19.0));
}

/// Straight cuts free these, so there is no line around them but with little ink, where nothing else may show their edge.
#[test]
fn tokens_have_an_outline_with_little_ink() {
    let token = "  dots: {kind: tokens, shape: hex, size: 20mm x 23mm, qty: 5, front: {template: token, text: A}}\n";
    for (ink, outlines) in [(Ink::Full, 0), (Ink::Low, 5), (Ink::Mono, 5)] {
        let kit = kit_in(&format!("title: T\ncomponents:\n{token}"), &PrintLayout::on(Paper::A4), ink);
        assert_eq!(kit.pages().map(|page| page.cut_paths.len()).sum::<usize>(), outlines, "{ink:?}");
    }
}

/// Panels that are folded onto each other are equal, and run over the seams where they are cut.
#[test]
fn panels_are_equal_and_bleed_over_their_seams() {
    let game = "title: T\ncomponents:\n  map: {kind: mat, size: 301mm x 390mm, bleed: 2mm, front: {template: mat-plain, title: A}}\n";
    let kit = kit(game, &PrintLayout { boards: BigBoards::FoldOut, ..PrintLayout::on(Paper::A4) });
    let items: Vec<&Item> = kit.pages().flat_map(|page| &page.items).collect();
    assert!(items.len() > 2, "{}", items.len());
    for item in &items {
        let (trim, painted) = (item.trim, item.painted());
        assert!((trim.size.width - items[0].trim.size.width).abs().um() <= 1, "{trim:?}");
        assert!((trim.size.height - items[0].trim.size.height).abs().um() <= 1, "{trim:?}");
        assert_eq!(painted, trim.grown(Length::from_mm(2)));
    }
}

/// About where a label is: rather more than less.
fn room_of(label: &Label) -> Rect {
    let width = label.size * 37 * i64::try_from(label.text.chars().count()).unwrap() / 100;
    let left = match label.anchor {
        Anchor::Start => label.at.x,
        Anchor::Middle => label.at.x - width / 2,
        Anchor::End => label.at.x - width,
    };
    Rect::new(Point::new(left, label.at.y - label.size * 3 / 4), Size::new(width, label.size * 97 / 100))
}

#[test]
fn labels_of_tiles_never_collide() {
    let game = "title: A rather long title\ncomponents:\n  map: {kind: mat, title: The map of all there is, size: 601mm x 490mm, bleed: 2mm, \
                front: {template: mat-plain, title: A}}\n";
    for paper in Paper::NAMED {
        for boards in [BigBoards::Overlap, BigBoards::FoldOut] {
            let mut kit = kit(game, &PrintLayout { boards, ..PrintLayout::on(paper) });
            kit.finish(&game_of(game), None);
            for page in kit.pages() {
                let rooms: Vec<Rect> = page.labels.iter().map(room_of).collect();
                for (number, room) in rooms.iter().enumerate() {
                    let text = &page.labels[number].text;
                    let hit = rooms[number + 1..].iter().position(|other| other.overlaps(*room));
                    let other = hit.map(|hit| &page.labels[number + 1 + hit].text);
                    assert!(hit.is_none(), "{}: {text} on {other:?}", paper.title());
                    assert!(!page.bleed_box().overlaps(*room), "{}: {text} on the board", paper.title());
                }
            }
        }
    }
}

#[test]
fn all_ink_stays_inside_a_wide_margin() {
    let game = "title: T\ncomponents:\n  \
                deck: {kind: cards, qty: 9, front: card-classic}\n  \
                map: {kind: mat, size: 301mm x 390mm, bleed: 2mm, front: {template: mat-plain, title: A}}\n  \
                dots: {kind: tokens, size: 20mm, qty: 9, front: {template: token, text: A}}\n";
    for margin in [7, 10, 15] {
        for paper in Paper::NAMED {
            let paper = paper.with_margin(Length::from_mm(margin)).expect("room");
            let mut kit = kit(game, &PrintLayout::on(paper));
            kit.finish(&game_of(game), None);
            for page in kit.pages() {
                let inside = page.sheet.whole().grown(-Length::from_mm(margin));
                for mark in &page.marks {
                    let line = |point: Point| Rect::new(point, Size::default());
                    assert!(inside.contains(line(mark.from).union(line(mark.to))), "{margin} mm: {mark:?}");
                }
                for label in &page.labels {
                    assert!(inside.contains(room_of(label)), "{margin} mm: {label:?} {:?}", room_of(label));
                }
                assert!(inside.contains(page.bleed_box()), "{margin} mm");
            }
        }
    }
}

/// What is done otherwise than somebody may think is said.
#[test]
fn what_is_otherwise_is_said() {
    let cards = "  deck: {kind: cards, size: poker, qty: 54, front: {template: card-classic, title: A}}\n";
    let said = Tool::with_game(cards).run("print ./game --wish paper --cut-files svg").succeeds().stderr();
    assert!(said.contains("lies otherwise on its sheets than without `--cut-files`"), "{said}");
    assert!(
        said.contains("the registration marks take three corners of every sheet; without them: 9-up (3 x 3)"),
        "{said}"
    );
    let backs =
        "  deck: {kind: cards, qty: 9, back bleed: 40mm, front: {template: card-classic, title: A}, back: card-back}\n";
    let said = Tool::with_game(backs).run("print ./game").succeeds().stderr();
    assert!(
        said.contains("the backs of `deck` keep ") && said.contains("of the 40 mm of bleed they ask for"),
        "{said}"
    );
    let rules = "  rules: {kind: booklet, size: a5, text: RULES.md, front: booklet-page}\n";
    let long = "# One\n\nWord.\n\n# Two\n\nWord.\n".repeat(60);
    let said = Tool::with_game(rules).file("game/RULES.md", long).run("print ./game").succeeds().stderr();
    assert!(said.contains("two pages of `rules` side by side take 296 x 210 mm"), "{said}");
    assert!(said.contains("`--booklets saddle-stitch`"), "{said}");
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
