//! Walls, doors and windows: they lie between squares, keep some apart, and are drawn.

use crate::support::Tool;
use tablewright::inside::load::{DiskAssets, WithTemplates, load_game};
use tablewright::inside::model::{Board, Cell, EdgeLook, Kind, MemoryAssets, Side};

const GAME: &str = "title: T\ncomponents:\n  b: {kind: board, board: board.yaml, front: board-classic}\n";

fn tool(plan: &str) -> Tool {
    Tool::with_game("  b: {kind: board, board: board.yaml, front: board-classic}\n").file("game/board.yaml", plan)
}

fn board(plan: &str) -> Board {
    let assets = WithTemplates(MemoryAssets::new().with("game.yaml", GAME).with("board.yaml", plan));
    let (game, found) = load_game(&assets, "t");
    assert!(found.is_empty(), "{found}");
    let Kind::Board(board) = game.unwrap().components.remove(0).kind else { panic!("no board") };
    *board
}

fn neighbours(board: &Board, id: &str) -> Vec<String> {
    let index = board.spaces.iter().position(|space| space.id == id).unwrap();
    board.neighbours()[index].iter().map(|&other| board.spaces[other].id.clone()).collect()
}

/// A board of these lines of a plan.
fn plan(rows: &[&str]) -> String {
    format!(
        "cell: 20mm\nplan: |\n  {}\n\
         legend:\n\
         \x20 \".\": {{terrain: ground}}\n\
         \x20 H: {{terrain: floor, merge: HALL}}\n\
         edges:\n\
         \x20 \"-\": {{edge: wall, pass: false}}\n\
         \x20 \"|\": {{edge: wall, pass: false}}\n\
         \x20 D: {{edge: door}}\n\
         \x20 W: {{edge: window, look: window, tags: [slow]}}\n",
        rows.join("\n  ")
    )
}

/// Squares in the west, a hall in the middle, E1 and E2 in the east behind a wall and a window.
const ROOMS: &[&str] = &["+ + + + + +", " . .DH H|.", "+ +-+ + + +", " . .|H HW.", "+ + + + + +"];

#[test]
fn walls_keep_squares_apart_and_doors_do_not() {
    let board = board(&plan(ROOMS));
    assert_eq!((board.columns.len(), board.rows.len()), (5, 2));
    assert_eq!(neighbours(&board, "A1"), ["B1", "A2"]);
    // The wall below B1 keeps B2 away, the door lets the hall in.
    assert_eq!(neighbours(&board, "B1"), ["A1", "HALL"]);
    assert_eq!(neighbours(&board, "B2"), ["A2"]);
    // A merged space touches whom any of its squares touches.
    assert_eq!(neighbours(&board, "HALL"), ["B1", "E2"]);
    assert_eq!(neighbours(&board, "E1"), ["E2"]);
}

#[test]
fn an_edge_belongs_to_both_squares() {
    let board = board(&plan(ROOMS));
    let cell = |column, row| Cell { column, row };
    let (b1, c1, b2) = (cell(1, 0), cell(2, 0), cell(1, 1));
    assert_eq!(board.edge(b1, c1).unwrap().name, "door");
    assert_eq!(board.edge(c1, b1).unwrap().name, "door");
    assert!(!board.edge(b1, b2).unwrap().sight);
    let window = board.edge(cell(3, 1), cell(4, 1)).unwrap();
    assert!(window.pass && window.sight && window.tags.contains("slow"));
    assert!(board.edge(b1, cell(0, 0)).is_none(), "nothing lies there");
    assert!(board.edge(b1, cell(3, 0)).is_none(), "these squares share no side");
    let side = Side::between(c1, b1).unwrap();
    assert_eq!(side.cells(5, 2), [Some(b1), Some(c1)]);
}

#[test]
fn the_rim_can_have_edges() {
    let board = board(&plan(&["+-+ +", "|. .D", "+ + +"]));
    assert_eq!(board.edges.len(), 3);
    let door = Side { upright: true, column: 2, row: 0 };
    assert_eq!(board.edge_on(door).unwrap().name, "door");
    assert_eq!(door.cells(2, 1), [Some(Cell { column: 1, row: 0 }), None]);
}

#[test]
fn nobody_steps_diagonally_past_the_end_of_a_wall() {
    let king = |rows: &[&str]| board(&format!("adjacency: king\n{}", plan(rows)));
    let open = king(&["+ + +", " . .", "+ + +", " .D.", "+ + +"]);
    assert_eq!(neighbours(&open, "A1"), ["B1", "A2", "B2"]);
    let wall = king(&["+ + +", " . .", "+ + +", " .|.", "+ + +"]);
    assert_eq!(neighbours(&wall, "A1"), ["B1", "A2"]);
}

#[test]
fn a_link_goes_through_walls() {
    let board = board(&format!("links: [[E1, B2]]\n{}", plan(ROOMS)));
    assert_eq!(neighbours(&board, "E1"), ["B2", "E2"]);
}

#[test]
fn edges_are_drawn_over_the_squares() {
    let drawn = |rows: &[&str]| {
        let tool = tool(&plan(rows));
        tool.run("export ./game --to svg").succeeds();
        std::fs::read_to_string(tool.path().join("output/game/svg/b/b-front.svg")).unwrap()
    };
    let paths = |svg: &str| svg.matches("<path").count();
    let bare = drawn(&["+ + +", " . .", "+ + +"]);
    let wall = drawn(&["+ + +", " .|.", "+ + +"]);
    assert_eq!(paths(&wall), paths(&bare) + 1);
    // Two ends of wall and an open leaf, or a pane.
    assert_eq!(paths(&drawn(&["+ + +", " .D.", "+ + +"])), paths(&bare) + 2);
    assert_eq!(paths(&drawn(&["+ + +", " .W.", "+ + +"])), paths(&bare) + 2);
}

#[test]
fn a_broken_plan_is_told_letter_by_letter() {
    let refuses = |rows: &[&str], said: &[&str]| tool(&plan(rows)).run("check ./game").refuses(said);
    refuses(&["+ + +", " .x.", "+ + +"], &["`edges` does not explain `x` between two squares", "board.yaml:4:5"]);
    refuses(
        &["+ + +", " .H.", "+ + +"],
        &["`edges` does not explain `H`", "this is the sign of a square", "board.yaml:4:5"],
    );
    refuses(&["+ + +", " . ?", "+ + +"], &["the legend does not explain `?` in row 1 of the plan", "board.yaml:4:6"]);
    refuses(&["+ + +", " . .", "+.+ +", " . .", "+ + +"], &["`edges` does not explain `.`", "board.yaml:5:4"]);
    refuses(&["+ + +", " . .", "+ . +"], &["here is a corner between squares", "not `.`", "board.yaml:5:5"]);
    refuses(&["+ + +", " .", "+ + +"], &["row 1 of the plan has no square in column 2"]);
    refuses(&["+ + +", " . ."], &["an odd number of lines", "this one has 2"]);
    refuses(&["+ + +", " H|H", "+ + +"], &["this wall is between two squares of one space, `HALL`", "board.yaml:4:5"]);
}

#[test]
fn a_legend_of_edges_is_checked() {
    let with = |edges: &str| {
        tool(&format!("cell: 9mm\nplan: |\n  + +\n   .\n  + +\nlegend: {{\".\": {{terrain: g}}}}\nedges: {edges}\n"))
            .run("check ./game")
    };
    with("{wall: {edge: wall}}").refuses(&["`wall` cannot be the sign of an edge: that is one letter or mark"]);
    with("{W: {egde: wall}}").refuses(&["the edge `W` needs `edge`", "unknown key `egde`", "did you mean `edge`?"]);
    with("{W: {edge: w, look: lines}}").refuses(&["`look` cannot be `lines`", "did you mean `line`?"]);
    with("{W: {edge: w, pass: no}}").refuses(&["`pass` must be `true` or `false`, not `no`"]);
    with("walls").refuses(&["`edges` must be a mapping, not a text"]);
}

#[test]
fn a_board_is_a_picture_or_a_plan() {
    let check =
        |board: &str| tool(&format!("cell: 9mm\nlegend: {{\".\": {{terrain: g}}}}\n{board}")).run("check ./game");
    check("").refuses(&["a board needs a `picture`, a `plan` or `places`"]);
    check("picture: .\nplan: .\n").refuses(&["a board has a `picture` or a `plan`, not both"]);
    check("picture: .\nedges: {W: {edge: wall}}\n")
        .refuses(&["a `picture` has no edges", "write the board as a `plan`"]);
}

/// The map of a game that comes with the tool.
fn house() -> Board {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("components/zombie-plague");
    let (game, found) = load_game(&WithTemplates(DiskAssets::new(folder)), "zombie-plague");
    assert!(!found.has_errors(), "{found}");
    let maps = game.unwrap().components.into_iter().filter_map(|component| match component.kind {
        Kind::Board(board) => Some(*board),
        _ => None,
    });
    maps.last().expect("a map")
}

#[test]
fn a_house_has_rooms_and_ways_between_them() {
    let board = house();
    assert_eq!((board.columns.len(), board.rows.len()), (25, 20));
    let enter: Vec<usize> = (0..board.spaces.len()).filter(|n| board.terrain(&board.spaces[*n]).enter).collect();
    assert_eq!(enter.len(), 453);
    // From anywhere to anywhere, on foot.
    let links = board.neighbours();
    let mut seen = std::collections::BTreeSet::from([enter[0]]);
    let mut open = vec![enter[0]];
    while let Some(here) = open.pop() {
        open.extend(links[here].iter().filter(|next| seen.insert(**next)));
    }
    assert_eq!(seen.len(), enter.len());
    for (square, beside) in
        [("H10", vec!["H11", "G10", "I10"]), ("J5", vec!["J4", "I5", "K5", "J6"]), ("K5", vec!["J5", "L5", "K6"])]
    {
        let mut found = neighbours(&board, square);
        found.sort();
        let mut beside: Vec<String> = beside.into_iter().map(str::to_owned).collect();
        beside.sort();
        assert_eq!(found, beside, "{square}");
    }
    let openings = board.edges.values().filter(|kind| board.edge_kinds[**kind].look != EdgeLook::Line);
    let drawn = openings.filter(|kind| board.edge_kinds[**kind].look != EdgeLook::Nothing).count();
    let outer = board.edges.values().filter(|kind| board.edge_kinds[**kind].tags.contains("outer")).count();
    assert_eq!((drawn, outer), (11, 6));
}
