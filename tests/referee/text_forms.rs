//! Boards that are not made of squares, as text.

use std::collections::BTreeMap;

use tablewright::inside::load::{WithTemplates, load_game};
use tablewright::inside::model::{Board, Kind, MemoryAssets, Pointers};
use tablewright::inside::ui::terminal::{PieceMark, Screen, StandsOut, pointed_form};

fn board(yaml: &str) -> Board {
    let game = "title: T\ncomponents:\n  b: {kind: board, board: b.yaml, front: board-classic}\n";
    let (game, found) =
        load_game(&WithTemplates(MemoryAssets::new().with("game.yaml", game).with("b.yaml", yaml)), "t");
    assert!(!found.has_errors(), "{found}");
    let Kind::Board(board) = game.unwrap().components.remove(0).kind else { panic!("no board") };
    *board
}

fn drawn(yaml: &str, pieces: &[(&str, usize, &str)], lit: &[&str], screen: Screen) -> String {
    let mut marks: BTreeMap<String, Vec<PieceMark>> = BTreeMap::new();
    for (at, count, text) in pieces {
        let mark =
            PieceMark { text: (*text).to_owned(), count: *count, colour: None, stands_out: StandsOut::default() };
        marks.entry((*at).to_owned()).or_default().push(mark);
    }
    let pointers = Pointers { lit: lit.iter().map(|id| (*id).to_owned()).collect(), lines: Vec::new() };
    pointed_form(&board(yaml), &marks, &pointers, screen).unwrap()
}

#[track_caller]
fn same(drawn: &str, expected: &str) {
    let expected: Vec<&str> = expected.lines().filter_map(|line| line.trim().strip_prefix(':')).collect();
    let drawn: Vec<&str> = drawn.lines().collect();
    assert!(drawn == expected, "drawn:\n        :{}\n", drawn.join("\n        :"));
}

const POINTY: &str = "cell: 20mm\nshape: pointy-hex\npicture: |\n  . . #\n  _ . .\n  . . .\n\
    legend: {\".\": {terrain: field}, \"#\": {terrain: sea, enter: false}, _: {gap: true}}\n\
    edges: {wall: {edge: wall, pass: false}}\nbetween: {wall: [[B2, C2], [B3, B2]]}\n";

#[test]
fn hexes_with_a_corner_on_top_are_bricks_in_rows() {
    let pieces = [("B2", 3, "w"), ("B2", 12, "wolves"), ("A3", 1, "R"), ("B2-C2", 1, "g"), ("Z9", 2, "x")];
    same(
        &drawn(POINTY, &pieces, &["C2"], Screen { width: 60, ..Screen::default() }),
        "
        :┌───A1────┬───B1────┬───C1────┐
        :│         │         │░░░░░░░░░│
        :│         │         │░░░░░░░░░│
        :└─────────┴────┬───B2────┰───C2────┐
        :               │   3w    ┃·········│
        :               │12wolves ┃·········│
        :┌───A3────┬───B3━━━━┭───C3────┬────┘
        :│    R    │         │         │
        :│         │         │         │
        :└─────────┴─────────┴─────────┘
        :━━━ wall   ░░░ sea   ··· lit
        :in full: B2-C2 g
        :elsewhere: Z9 2x
        ",
    );
}

#[test]
fn on_a_narrow_screen_bricks_are_narrow() {
    same(
        &drawn(
            POINTY,
            &[("B2", 3, "w"), ("B2", 12, "m")],
            &[],
            Screen { width: 20, plain: true, height: Some(9), colour: false },
        ),
        "
        :+A1-+B1-+C1-+
        :|   |   |///|
        :+-+-+-+B2-#C2-+
        :      | ~ #   |
        :+A3-+B3##C3-+-+
        :|   |   |   |
        :+-+-+-+-+-+-+
        :### wall   /// sea
        :in full: B2 3w 12m
        ",
    );
}

#[test]
fn hexes_with_a_side_on_top_are_bricks_in_columns() {
    let flat = "cell: 20mm\nshape: flat-hex\npicture: |\n  . H .\n  . H .\nlegend: {\".\": {terrain: field}, H: {terrain: hall, merge: Hall}}\n";
    same(
        &drawn(flat, &[("Hall", 2, "k"), ("A2", 1, "q")], &["C1"], Screen::default()),
        "
        :┌───A1────┐         ┌───C1────┐
        :│         │         │·········│
        :│         ├──Hall───┤·········│
        :│         │         │·········│
        :├───A2────┤   2k    ├───C2────┤
        :│         │         │         │
        :│    q    │         │         │
        :│         │         │         │
        :└─────────┤         ├─────────┘
        :          │         │
        :          └─────────┘
        :··· lit
        ",
    );
}

#[test]
fn places_are_listed_with_their_ways() {
    let map = "cell: 10mm\nsize: 100mm x 80mm\nplaces:\n  Harbour: {at: [10mm, 10mm]}\n  Mill: {at: [50mm, 10mm]}\n  Tower: {at: [90mm, 10mm]}\n\
        edges: {road: {edge: road}, river: {edge: river, cost: 2}}\n\
        connections: [[Harbour, Mill, road], [Mill, Tower, road], {from: Tower, to: Harbour, edge: river}]\n";
    let pieces = [("Mill", 2, "m"), ("Mill", 1, "R"), ("Mill-Tower", 1, "g")];
    same(
        &drawn(map, &pieces, &["Tower"], Screen::default()),
        "
        :  Harbour        → Mill by road
        :  Mill     2m R  → Harbour by road, Tower by road
        :* Tower          → Mill by road, Harbour 2 by river (one way)
        :on Mill-Tower: g
        :* lit
        ",
    );
    same(
        &drawn(map, &pieces, &[], Screen { width: 34, plain: true, ..Screen::default() }),
        "
        :  Harbour
        :    -> Mill by road
        :  Mill     2m R
        :    -> Harbour by road,
        :       Tower by road
        :  Tower
        :    -> Mill by road,
        :       Harbour 2 by river (one way)
        :on Mill-Tower: g
        ",
    );
}
