//! The picture of a game in progress: which pieces are drawn where, and that nothing leaves its space.

use std::fmt::Write as _;
use std::path::Path;

use crate::support::same_as_golden;
use tablewright::inside::diag::Diagnostics;
use tablewright::inside::geom::Affine;
use tablewright::inside::layout::face::{Face, Layer};
use tablewright::inside::layout::{Fonts, Studio, lay_out_table, with_words};
use tablewright::inside::load::{DiskAssets, WithTemplates, load_game};
use tablewright::inside::model::{Assets, Board, Game, Kind, MemoryAssets, PlacedPiece, Pointers, Pose};
use tablewright::inside::render::face_svg;

fn placed(at: &str, count: usize, name: &str) -> PlacedPiece {
    PlacedPiece { at: at.to_owned(), count, name: name.to_owned(), ..PlacedPiece::default() }
}

fn printed(at: &str, count: usize, piece: &str) -> PlacedPiece {
    PlacedPiece { piece: Some(piece.to_owned()), ..placed(at, count, "piece") }
}

fn labelled(piece: PlacedPiece, label: &str) -> PlacedPiece {
    PlacedPiece { label: Some(label.to_owned()), ..piece }
}

/// The picture of a game's first board with these pieces, and the same as SVG.
fn drawn(assets: &dyn Assets, pieces: &[PlacedPiece]) -> Result<(Face, String), String> {
    pointed(assets, pieces, &Pointers::default())
}

/// The same with what is pointed out.
fn pointed(assets: &dyn Assets, pieces: &[PlacedPiece], pointers: &Pointers) -> Result<(Face, String), String> {
    let (game, mut found) = load_game(assets, "t");
    assert!(!found.has_errors(), "{found}");
    let game = game.unwrap();
    let fonts = Fonts::load(assets, &mut found);
    let studio = Studio::new(&game, assets, &fonts);
    let face = lay_out_table(&studio, board_of(&game).0, pieces, pointers, &mut found);
    let svg = face.as_ref().map(|face| face_svg(face, &fonts).expect("a drawing")).unwrap_or_default();
    face.map(|face| (face, svg)).ok_or_else(|| found.to_string())
}

fn board_of(game: &Game) -> (usize, &Board) {
    let board = |(index, part): (usize, &'_ tablewright::inside::model::Component)| match &part.kind {
        Kind::Board(_) => Some(index),
        _ => None,
    };
    let index = game.components.iter().enumerate().find_map(board).expect("a board");
    let Kind::Board(board) = &game.components[index].kind else { unreachable!() };
    (index, board)
}

fn kit(game: &str) -> WithTemplates<DiskAssets> {
    WithTemplates(DiskAssets::new(Path::new(env!("CARGO_MANIFEST_DIR")).join("components").join(game)))
}

/// A small game with a board, square tokens of 8 mm in two looks and a standee.
fn small(board: &str, template: &str) -> WithTemplates<MemoryAssets> {
    let game = "title: T\nstyles: {coordinates: {size: 8pt}, board-line: {size: 1pt}}\ncomponents:\n\
        \x20 b: {kind: board, board: board.yaml, front: {template: board.svg}}\n\
        \x20 coin: {kind: tokens, size: 8mm, rows: [{id: red}, {id: green}], front: {template: t.svg}}\n\
        \x20 figure: {kind: standee, size: 10mm x 24mm, front: {template: t.svg}}\n";
    let token = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {{ face.width }} {{ face.height }}\">\
        <linearGradient id=\"g\"><stop stop-color=\"{{ 'red' if id == 'red' else 'green' }}\"/></linearGradient>\
        <rect width=\"99\" height=\"99\" fill=\"url(#g)\"/></svg>";
    let assets = MemoryAssets::new().with("game.yaml", game).with("board.yaml", board);
    WithTemplates(assets.with("board.svg", template).with("t.svg", token))
}

/// Four squares, and a space of three that is no rectangle.
const BOARD: &str = "cell: 20mm\nframe: 5mm\npicture: |\n  . . L\n  . L L\nlegend:\n  \".\": {terrain: g}\n  L: {terrain: l, merge: ELL}\n";
const TEMPLATE: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 70 50\">\
    <rect data-board=\"\" x=\"5\" y=\"5\" width=\"60\" height=\"40\"/></svg>";

/// What is drawn over the bare board, a line each: its name, and left, top, right and bottom.
fn things(face: &Face) -> Vec<(String, [f32; 4])> {
    let boxed = |map: Affine, w: f32, h: f32| {
        let ((x, y), (x2, y2)) = (map.apply(0.0, 0.0), map.apply(w, h));
        [x.min(x2), y.min(y2), x.max(x2), y.max(y2)]
    };
    let thing = |layer: &Layer| match layer {
        Layer::Face { face, transform } => {
            (face.id.clone(), boxed(*transform, face.size.width.mm_f32(), face.size.height.mm_f32()))
        }
        Layer::Glyphs(run) => {
            let (x, y) = run.origin;
            (format!("\"{}\"", run.text), [x, y - run.size * 0.7, x + run.advance, y])
        }
        Layer::Art { art, transform, .. } => {
            (art.name.clone(), boxed(*transform, art.tree.size().width(), art.tree.size().height()))
        }
        Layer::Fill { rect: [x, y, w, h], .. } | Layer::Image { rect: [x, y, w, h], .. } => {
            ("fill".to_owned(), [*x, *y, x + w, y + h])
        }
        Layer::Spoken { .. } => unreachable!("only what is seen"),
    };
    face.layers.iter().skip(1).flat_map(Layer::seen).map(thing).collect()
}

/// Only the pieces and the words.
fn told(face: &Face) -> Vec<String> {
    let kept = things(face).into_iter().filter(|(name, _)| !["shadow", "rim", "plate"].contains(&name.as_str()));
    kept.map(|(name, [x, y, right, bottom])| format!("{name} {x:.1},{y:.1} {:.1}x{:.1}", right - x, bottom - y))
        .collect()
}

#[test]
fn a_ranch_in_the_middle_of_a_game() {
    let pieces = [
        printed("HP", 21, "zombies"),
        printed("D3", 3, "zombies"),
        printed("D3", 1, "traps-red"),
        printed("E3", 2, "zombies/baldy"),
        printed("E3", 1, "traps-blue"),
        printed("B4", 3, "zombies/gran"),
        labelled(printed("A1", 1, "traps-red"), "Ann"),
        labelled(printed("I9", 1, "traps-blue"), "Bartholomew the Elder"),
        printed("C9", 1, "bait"),
        placed("G5", 1, "red cowboy"),
    ];
    let (face, svg) = drawn(&kit("zombie-rancher"), &pieces).unwrap();
    let mut out = format!("{} {}\n", face.id, face.size);
    for line in told(&face) {
        let _ = writeln!(out, "{line}");
    }
    same_as_golden("table-picture.txt", &out);
    // Every different face is written once, however often it lies on the board.
    assert_eq!(svg.matches("<title>zombies/gran-front</title>").count(), 1);
    assert_eq!(svg.matches("<title>traps-red/traps-red-front</title>").count(), 1);
    assert!(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"259.2mm\""), "without its bleed");
}

#[test]
fn pieces_lie_on_their_side_and_on_their_face() {
    let posed = |pose: Pose, piece: PlacedPiece| PlacedPiece { pose, ..piece };
    let pawns = [printed("1,1", 1, "pawns/red-1"), posed(Pose::Lying, printed("2,1", 1, "pawns/red-1"))];
    let (face, _) = drawn(&kit("zombie-wars"), &pawns).unwrap();
    let [standing, lying] = told(&face).try_into().expect("two pawns");
    let size = |told: &str| {
        told.rsplit(' ').next().and_then(|size| size.split_once('x')).map(|(w, h)| (w.to_owned(), h.to_owned()))
    };
    let ((w, h), (w2, h2)) = (size(&standing).expect("a size"), size(&lying).expect("a size"));
    assert!(w < h && w2 > h2 && w2 == h, "{standing} and {lying}");

    // Nobody can tell face-down pieces apart by the picture, and what has no back is a disc.
    let hidden = [
        posed(Pose::FaceDown, printed("B3", 1, "zombies/z1")),
        posed(Pose::FaceDown, printed("C3", 1, "bystanders/b1")),
        posed(Pose::FaceDown, printed("D3", 1, "trick-or-treaters/ghost")),
    ];
    let (face, _) = drawn(&kit("boffing-zombies"), &hidden).unwrap();
    let names: Vec<String> = told(&face).iter().filter_map(|told| Some(told.split(' ').next()?.to_owned())).collect();
    assert_eq!(names, ["zombies/z1-back", "bystanders/b1-back", "disc/Pi"]);
}

#[test]
fn nothing_leaves_its_space() {
    let loads: [(&str, &[PlacedPiece]); 5] = [
        (
            "zombie-rancher",
            &[printed("", 3, "zombies"), printed("", 1, "traps-yellow"), labelled(printed("", 1, "bait"), "Cleopatra")],
        ),
        ("boffing-zombies", &[printed("", 6, "trick-or-treaters"), printed("", 13, "candy"), placed("", 2, "dog")]),
        (
            "zombie-plague",
            &[printed("", 4, "figures"), labelled(printed("", 2, "equipment"), "hidden"), placed("", 19, "zombie")],
        ),
        ("zombie-town", &[labelled(printed("", 1, "houses"), "burning"), placed("", 300, "zombie")]),
        ("zombie-wars", &[printed("", 14, "townies"), printed("", 5, "heroes-10"), printed("", 1, "pawns/red-1")]),
    ];
    for (name, load) in loads {
        let assets = kit(name);
        let (game, mut found) = load_game(&assets, name);
        let game = game.unwrap();
        let fonts = Fonts::load(&assets, &mut found);
        let studio = Studio::new(&game, &assets, &fonts);
        let (component, board) = board_of(&game);
        let cell = board.cell.mm_f32();
        let frame = board.frame.mm_f32();
        // A merged space, and the first of the others.
        let merged = board.spaces.iter().find(|space| space.cells.len() > 1);
        for space in board.spaces.iter().take(1).chain(merged) {
            let here: Vec<_> = load.iter().map(|piece| PlacedPiece { at: space.id.clone(), ..piece.clone() }).collect();
            let face = lay_out_table(&studio, component, &here, &Pointers::default(), &mut found).expect("a picture");
            let (first, last) = (space.cells[0], space.cells[space.cells.len() - 1]);
            let (left, top) = (frame + cell * first.column as f32, frame + cell * first.row as f32);
            let (right, bottom) = (frame + cell * (last.column + 1) as f32, frame + cell * (last.row + 1) as f32);
            let drawn = things(&face);
            assert!(drawn.len() > load.len() * 3, "{name} {}", space.id);
            for (thing, [x, y, x2, y2]) in drawn {
                let inside = x >= left && y >= top && x2 <= right && y2 <= bottom;
                assert!(
                    inside,
                    "{name}: {thing} at {x},{y} to {x2},{y2} is not on {}: {left},{top} to {right},{bottom}",
                    space.id
                );
            }
        }
        assert_eq!(found.to_string(), Diagnostics::new().to_string());
    }
}

#[test]
fn pieces_lie_across_the_middle_of_an_edge() {
    let house = kit("zombie-plague");
    let pieces = [
        printed("J9-J10", 1, "barriers/boards"),
        printed("G10-H10", 1, "barriers/boards"),
        PlacedPiece { pose: Pose::Lying, ..printed("R11-S11", 1, "barriers/boards") },
        printed("M7-L7", 0, "barriers/boards"),
        printed("H10", 1, "power-nails"),
        printed("J4-J5", 1, "power-nails"),
    ];
    let (face, _) = drawn(&house, &pieces).unwrap();
    let lying = [
        "power-nails/power-nails-front 152.5,195.5 11.0x5.0",
        "power-nails/power-nails-front 192.5,85.5 11.0x5.0",
        "barriers/boards-front 191.0,186.2 14.0x3.7",
        "barriers/boards-front 146.2,191.0 3.7x14.0",
        "barriers/boards-front 366.2,211.0 3.7x14.0",
    ];
    assert_eq!(told(&face), lying, "spaces first, along the edge however it was posed");
    // What is shorter lies on the longest piece, and several stay together.
    let nailed = [printed("G10-H10", 1, "power-nails"), printed("G10-H10", 1, "barriers/boards")];
    let (face, _) = drawn(&house, &nailed).unwrap();
    let lying = ["barriers/boards-front 146.2,191.0 3.7x14.0", "power-nails/power-nails-front 145.8,193.1 4.5x9.8"];
    assert_eq!(told(&face), lying);
    let (face, _) = drawn(&house, &[printed("G10-H10", 2, "barriers")]).unwrap();
    let inside = |[x, y, right, bottom]: [f32; 4]| x >= 143.0 && y >= 191.0 && right <= 153.2 && bottom <= 205.2;
    assert!(told(&face).len() == 2 && things(&face).into_iter().all(|(_, place)| inside(place)), "{:?}", things(&face));
    assert!(drawn(&house, &[printed("H10-I10", 1, "barriers")]).unwrap_err().contains("there is no space `H10-I10`"));
}

#[test]
fn a_space_that_is_no_rectangle_keeps_pieces_in_its_largest_part() {
    let (face, _) = drawn(&small(BOARD, TEMPLATE), &[printed("ELL", 12, "coin")]).unwrap();
    let places: Vec<[f32; 4]> = things(&face).into_iter().map(|(_, place)| place).collect();
    // The lower two of its three squares, or the right two, but nothing at its missing corner.
    let lower = places.iter().all(|[x, y, x2, y2]| *x >= 25.0 && *y >= 25.0 && *x2 <= 65.0 && *y2 <= 45.0);
    let right = places.iter().all(|[x, y, x2, y2]| *x >= 45.0 && *y >= 5.0 && *x2 <= 65.0 && *y2 <= 45.0);
    assert!(!places.is_empty() && (lower || right), "{places:?}");
}

#[test]
fn pieces_lie_where_the_template_draws_the_squares() {
    let moved = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 140 100\"><g transform=\"translate(20 10)\">\
        <rect data-board=\"\" x=\"0\" y=\"10\" width=\"60\" height=\"40\"/></g></svg>";
    // Two units of this drawing are a millimetre: the squares are half as large and start at 10 mm.
    let (face, _) = drawn(&small(BOARD, moved), &[printed("B1", 1, "coin/red")]).unwrap();
    assert_eq!(told(&face), ["coin/red-front 21.0,11.0 8.0x8.0"]);
    let bare = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 70 50\"><rect width=\"9\" height=\"9\"/></svg>";
    let (face, _) = drawn(&small(BOARD, bare), &[printed("B1", 1, "coin/red")]).unwrap();
    assert_eq!(told(&face), ["coin/red-front 31.0,11.0 8.0x8.0"], "a template that draws the squares itself");
}

#[test]
fn a_figure_that_is_folded_shows_its_front() {
    let (face, _) = drawn(&small(BOARD, TEMPLATE), &[printed("A1", 1, "figure")]).unwrap();
    assert_eq!(told(&face), ["figure/figure-front 11.2,5.8 7.7x18.4"]);
}

#[test]
fn faces_keep_their_ids_apart() {
    let (_, svg) =
        drawn(&small(BOARD, TEMPLATE), &[printed("A1", 1, "coin/red"), printed("B1", 1, "coin/green")]).unwrap();
    for number in ["0", "1"] {
        assert_eq!(svg.matches(&format!("id=\"face-{number}-g\"")).count(), 1, "{svg}");
        assert_eq!(svg.matches(&format!("url(#face-{number}-g)")).count(), 1);
    }
}

#[test]
fn what_is_alike_is_counted_together() {
    let pieces = [printed("A1", 6, "coin/red"), placed("B1", 0, "nothing"), printed("A1", 6, "coin/red")];
    let (face, _) = drawn(&small(BOARD, TEMPLATE), &pieces).unwrap();
    assert_eq!(told(&face).len(), 2);
    assert!(told(&face)[1].starts_with("\"×12\""), "{:?}", told(&face));
}

#[test]
fn names_that_are_not_there_are_told() {
    let said = |piece: PlacedPiece| drawn(&small(BOARD, TEMPLATE), &[piece]).unwrap_err().trim_end().to_owned();
    assert_eq!(said(placed("EL", 1, "x")), "error: there is no space `EL` on `b`\n |\n = help: did you mean `ELL`?");
    assert_eq!(
        said(printed("A1", 1, "coins/red")),
        "error: there is no component `coins`\n |\n = help: did you mean `coin`?"
    );
    assert_eq!(
        said(printed("A1", 1, "coin/gren")),
        "error: there is no piece `gren` in `coin`\n |\n = help: did you mean `green`?"
    );
}

#[test]
fn only_a_board_can_be_stood_on() {
    let assets = small(BOARD, TEMPLATE);
    let (game, mut found) = load_game(&assets, "t");
    let (game, fonts) = (game.unwrap(), Fonts::load(&assets, &mut found));
    let studio = Studio::new(&game, &assets, &fonts);
    assert!(lay_out_table(&studio, 1, &[], &Pointers::default(), &mut found).is_none());
    assert!(found.to_string().contains("`coin` is no board"), "{found}");
}

#[test]
fn what_is_pointed_out_lies_under_and_over_the_pieces() {
    let pointers = Pointers {
        lit: vec!["A1".into(), "ELL".into()],
        lines: vec![("A1".into(), "ELL".into()), ("A2".into(), "B1".into())],
    };
    let (face, _) = pointed(&small(BOARD, TEMPLATE), &[printed("A1", 1, "coin/red")], &pointers).unwrap();
    let (bare, _) = drawn(&small(BOARD, TEMPLATE), &[printed("A1", 1, "coin/red")]).unwrap();
    assert_eq!(face.layers.len(), bare.layers.len() + 2);
    let at = |layer: &Layer| matches!(layer, Layer::Face { .. });
    let piece = face.layers.iter().position(at).unwrap();
    // The light is below the piece and its shadow, the lines are on top of all.
    assert!(piece >= 2 && piece + 2 < face.layers.len());
    assert!(pointed(&small(BOARD, TEMPLATE), &[], &Pointers { lit: vec!["Z9".into()], lines: vec![] }).is_ok());
}

#[test]
fn what_lies_beside_a_board_is_told_below_it() {
    let assets = kit("zombie-rancher");
    let (game, mut found) = load_game(&assets, "t");
    let game = game.unwrap();
    let fonts = Fonts::load(&assets, &mut found);
    let studio = Studio::new(&game, &assets, &fonts);
    let board = |found: &mut Diagnostics| {
        lay_out_table(&studio, board_of(&game).0, &[], &Pointers::default(), found).expect("a picture")
    };
    let bare = board(&mut found);
    let mut with = |words: &[String]| with_words(&studio, board(&mut found), words, &mut found);
    let none = with(&[String::new()]);
    assert_eq!((none.size, none.layers.len()), (bare.size, bare.layers.len()), "there is nothing to tell");

    let short = with(&["turn 3: Ann".to_owned()]);
    let long = with(&["turn 3: Ann".to_owned(), format!("Ann: {}", "a bait token, ".repeat(60))]);
    assert!(!found.has_errors(), "{found}");
    assert_eq!([short.size.width, long.size.width], [bare.size.width; 2], "the board stays as wide as it is");
    assert!(bare.size.height < short.size.height && short.size.height < long.size.height, "lines are broken");
    let (left, right) = (0.0, bare.size.width.mm_f32());
    let told = long.text_boxes().into_iter().filter(|[_, y, ..]| *y > bare.size.height.mm_f32());
    let inside = |[x, y, w, h]: [f32; 4]| x > left && x + w < right && y + h < long.size.height.mm_f32();
    assert!(told.clone().count() >= 4 && told.clone().all(inside), "{:?}", told.collect::<Vec<_>>());
}
