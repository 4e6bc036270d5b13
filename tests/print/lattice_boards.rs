//! Boards of hexes, boards with gaps, and maps: what is wrong with their files, and what is drawn of them.

use crate::support::{Ran, Tool};

fn tool(board: &str) -> Tool {
    Tool::with_game("  b: {kind: board, board: board.yaml, front: board-classic}\n").file("game/board.yaml", board)
}

fn check(board: &str) -> Ran {
    tool(board).run("check ./game")
}

const SIGNS: &str = "legend: {\".\": {terrain: g}, \"_\": {gap: true}}\n";

fn hexes(more: &str) -> Ran {
    check(&format!("cell: 20mm\nshape: pointy-hex\npicture: |\n  ...\n  ._.\n{SIGNS}{more}"))
}

#[test]
fn hexes_are_told_what_is_for_squares() {
    hexes("").succeeds();
    hexes("adjacency: king\n").refuses(&["`adjacency: king` is for squares", "board.yaml:7:12"]);
    let with = |board: &str| check(&format!("cell: 20mm\n{SIGNS}{board}"));
    with("shape: hex\npicture: .\n").refuses(&["`shape` cannot be `hex`", "`pointy-hex`", "board.yaml:3:8"]);
    with("offset: odd\npicture: .\n")
        .refuses(&["`offset` is for hexes, and this board has squares", "`shape: pointy-hex`"]);
    with("names: axial\npicture: .\n").refuses(&["`names: axial` is for hexes"]);
    with("shape: flat-hex\nplan: |\n  + +\n   .\n  + +\n").refuses(&["a `plan` is for squares", "under `between`"]);
    with("picture: _\n").refuses(&["the board has gaps only, and no space"]);
    with("shape: flat-hex\npicture: .\nedges: {w: {edge: wall}}\n")
        .refuses(&["a `picture` has no edges", "say under `between`"]);
    check("cell: 20mm\npicture: _\nlegend: {_: {gap: true, terrain: sea}}\n")
        .refuses(&["the sign `_` is a gap, and a gap has no `terrain`", "board.yaml:3:25"]);
    check(&format!("cell: 9999mm\nshape: pointy-hex\npicture: ...\n{SIGNS}"))
        .refuses(&["cannot be printed and cut at home"]);
    check("cell: 20mm\nshape: flat-hex\npicture: HH\nlegend: {H: {terrain: h, merge: Hall, art: a.svg}}\n")
        .refuses(&["the merged space `Hall` is made of several hexes, so its picture would cover others"]);
    with("connections: [[A1, B1]]\npicture: ..\n").refuses(&[
        "`connections` are for boards with `places`, and this one has cells",
        "`links` says which spaces touch",
    ]);
}

#[test]
fn what_lies_between_two_cells_is_checked() {
    const WALL: &str = "edges: {wall: {edge: wall, pass: false}}\n";
    let between = |pairs: &str| hexes(&format!("{WALL}between: {pairs}\n"));
    between("{wall: [[A1, B1], [A1, A2]]}").succeeds();
    between("{wal: [[A1, B1]]}").refuses(&[
        "`edges` does not explain `wal`",
        "did you mean `wall`?",
        "board.yaml:8:11",
    ]);
    between("{wall: [[A1, C1]]}").refuses(&[
        "`A1` and `C1` share no side",
        "name two that share a side",
        "board.yaml:8:18",
    ]);
    between("{wall: [[A1, B2]]}").refuses(&["there is no cell `B2` on the board", "board.yaml:8:23"]);
    between("{wall: [[A1, B1], [B1, A1]]}").refuses(&["something lies between `B1` and `A1` already"]);
    between("{wall: [A1]}").refuses(&["`wall` has pairs such as `[A1, B1]`"]);
    between("{wall: A1}").refuses(&["`wall` must be a list of pairs such as `[A1, B1]`"]);
    hexes("edges: {ford: {edge: ford, cost: 9999}}\nbetween: {}\n")
        .refuses(&["`cost` must be a whole number from 0 to 1000, and this is 9999"]);
}

const PLACES: &str =
    "cell: 10mm\nsize: 100mm x 60mm\nplaces:\n  Mill: {at: [10mm, 10mm]}\n  Tower: {at: [90mm, 50mm]}\n";

#[test]
fn a_map_tells_all_that_is_wrong_at_once() {
    check(&format!("{PLACES}connections: [[Mill, Tower]]\n")).succeeds();
    check(&format!(
        "{PLACES}connections:\n  - [Mill, Towr]\n  - [Mill]\n  - [Mill, Mill]\n  - [Mill, Tower, road]\nlinks: []\n"
    ))
    .refuses(&[
        "there is no place `Towr`",
        "did you mean `Tower`?",
        "board.yaml:7:12",
        "a connection must be a pair such as `[A, B]`",
        "`Mill` is connected with itself",
        "`edges` does not explain `road`",
        "a board with `places` has no `links`",
        "`connections` says which places touch",
    ]);
    let with = |place: &str| check(&format!("{PLACES}  Cave: {place}\n"));
    with("{at: [101mm, 20mm]}").refuses(&[
        "the place `Cave` is off the board, at 101 mm from the left and 20 mm from the top",
        "the board is 100 x 60 mm",
        "board.yaml:6:14",
    ]);
    with("{at: 20mm}").refuses(&["`at` must be a pair of lengths such as `[60mm, 40mm]`"]);
    with("{at: [20, 10mm]}").refuses(&["board.yaml:6:15"]);
    with("{}").refuses(&["the place `Cave` needs `at` or `area`"]);
    check(&format!("{PLACES}  Old Mill: {{at: [1mm, 1mm]}}\n")).refuses(&[
        "the name of a place is one word, as it is typed: `Old Mill` is not",
        "`label: Old Mill`",
        "board.yaml:6:3",
    ]);
    check("cell: 50mm\nsize: 90mm x 40mm\nplaces: {A: {at: [1mm, 1mm]}}\n")
        .refuses(&["`cell` is how wide the marks of places are, and 50 mm is more than the board"]);
    with("{area: cave}").refuses(&["the place `Cave` has an `area`, and the board has no `art`"]);
    with("{at: [1mm, 1mm], sign: town}").refuses(&["the legend does not explain `town`"]);
    check(&format!("{PLACES}  Mill: {{at: [1mm, 1mm]}}\n")).refuses(&["the key `Mill` is there twice"]);
    check("cell: 10mm\nplaces: {A: {at: [1mm, 1mm]}}\n").refuses(&["a board with `places` needs `size`"]);
    check("cell: 10mm\nsize: 3m x 4mm\nplaces: {A: {at: [1mm, 1mm]}}\n").refuses(&["board.yaml:2:7"]);
    check("cell: 10mm\nsize: 3000mm x 40mm\nplaces: {A: {at: [1mm, 1mm]}}\n")
        .refuses(&["cannot be printed and cut at home"]);
    check("cell: 10mm\nsize: 30mm x 40mm\nplaces: {}\n").refuses(&["the board has no places"]);
}

#[test]
fn connections_lead_both_ways_or_one_way() {
    let with = |list: &str| check(&format!("{PLACES}connections: [{list}]\n"));
    with("{from: Mill, to: Tower}, {from: Tower, to: Mill, cost: 3}").succeeds();
    with("{from: Mill, to: Tower}, {from: Mill, to: Tower}").refuses(&[
        "a connection leads from `Mill` to `Tower` already",
        "one for each direction",
        "board.yaml:6:40",
    ]);
    with("[Mill, Tower], [Tower, Mill]").refuses(&["a connection leads from `Tower` to `Mill` already"]);
    check(&format!("{PLACES}  Mill-Tower: {{at: [9mm, 9mm]}}\nconnections: [[Mill, Tower]]\n"))
        .refuses(&["this connection would be called `Mill-Tower`, as something else is", "board.yaml:7:15"]);
    with("{from: Mill}").refuses(&["a connection has two ends, `between` or `from` and `to`", "one way"]);
    with("{from: Mill, to: Tower, by: road}").refuses(&["unknown key `by`"]);
}

fn svg(tool: &Tool) -> String {
    tool.run("export ./game --to svg").succeeds();
    std::fs::read_to_string(tool.path().join("output/game/svg/b/b-front.svg")).unwrap()
}

#[test]
fn areas_are_shapes_of_the_art() {
    const ART: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 100 60\"><path id=\"cave\" d=\"M10 10H30V30H10Z\" fill=\"#888\"/></svg>";
    let with = |area: &str| {
        let board = format!("{PLACES}  Cave: {{area: {area}}}\nart: land.svg\nconnections: [[Cave, Tower]]\n");
        tool(&board).file("game/land.svg", ART)
    };
    with("caev").run("check ./game").refuses(&[
        "`land.svg` has no shape `caev`",
        "did you mean `cave`?",
        "board.yaml:6:16",
    ]);
    // From the rim of the area to the middle of the mark, 8 mm in from the sides of the board.
    let drawn = svg(&with("cave"));
    assert!(drawn.contains("M38.150 32.350L98.000 58.000"), "{drawn}");
}

#[test]
fn gaps_are_not_drawn() {
    let lines = |picture: &str| {
        let tool =
            tool(&format!("cell: 20mm\nshape: pointy-hex\ncoordinates: false\npicture: |\n  {picture}\n{SIGNS}"));
        let drawn = svg(&tool);
        drawn.matches('M').count()
    };
    // Five sides of the third hex are its own.
    assert_eq!(lines("..."), lines(".._") + 5);
}

/// A board of hexes of 20 mm, so many in each direction.
fn many_hexes(columns: usize, rows: usize) -> Tool {
    let row = format!("  {}\n", ".".repeat(columns));
    tool(&format!("cell: 20mm\nshape: pointy-hex\npicture: |\n{}{SIGNS}", row.repeat(rows)))
}

#[test]
fn tiles_end_along_hexes_where_they_overlap_enough() {
    let report = |flags: &str| -> serde_json::Value {
        let said = many_hexes(14, 9).run(&format!("print ./game --json {flags}")).succeeds().stdout();
        let report: serde_json::Value = serde_json::from_str(&said).unwrap();
        report["kits"][0]["sections"][1].clone()
    };
    let section = report("");
    assert_eq!((&section["fit"]["overlap_mm"], &section["fit"]["spaces_cut"]), (&12.0.into(), &0.into()));
    let steps = section["cutting"].to_string();
    assert!(steps.contains("cut along the hexes where a line goes along them"), "{steps}");
    // Panels that meet have straight edges, and cut through hexes.
    let panels = report("--boards fold-out");
    assert_eq!(panels["fit"]["overlap_mm"], 0.0);
    assert!(panels["fit"]["spaces_cut"].as_i64().unwrap() > 0, "{panels}");
    assert!(!panels["cutting"].to_string().contains("along the hexes"));
}
