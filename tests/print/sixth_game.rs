//! Somebody else's game: a deck, a board, tokens, an aid and rules, from ready templates only, far from `components/`.

use crate::support::Tool;

const GAME: &str = r##"
title: Harbour Night
subtitle: A game about lanterns
version: "0.2"
players: 2-5
time: 20 minutes
summary: Bring the boats home before the fog closes.
credits: {Game design: A. Tester}
palette: {accent: "#1D4E6B", lamp: "#E3B23C"}
components:
  boats:
    kind: cards
    size: bridge
    data: boats.csv
    total: 14
    front: {template: card-classic, corner: "{{ speed }}", kind: "{{ kind }}", colour: accent}
    back: {template: card-back, title: Harbour Night}
  harbour:
    kind: board
    board: board.yaml
    front: {template: board-classic}
  lamps:
    kind: tokens
    shape: hex
    size: chit-medium
    rows: [{each: {colour: [red, green], number: 1..4}, qty: 2}]
    front: {template: token, text: "{{ number }}", colour: lamp}
  aid:
    kind: reference
    front: {template: reference-card, title: Your turn, text: "**Sail**, then *light* a lamp.\n\n- one\n- two"}
  logbook:
    kind: mat
    size: 180mm x 90mm
    front: {template: mat-plain, title: Logbook, text: Write here., slots: "10", columns: "5", slot: "15"}
  rules: {kind: booklet, text: RULES.md, front: booklet-page}
"##;

const BOATS: &str = "id,qty,title,speed,kind,text\n\
    dory,6,Dory,1,small boat,\"Slow, but **never** lost.\"\n\
    cutter,5,Cutter,3,fast boat,Roll :die-6: to slip past the fog.\n\
    ferry,3,Ferry,2,,Carries *two* lamps.\n";

const BOARD: &str = "cell: 22mm\npicture: |\n  ~~~~~~\n  ~QQ~~~\n  ~QQ~##\n  ~~~~##\nlegend:\n  \"~\": {terrain: water}\n  Q: {terrain: quay, merge: QUAY, label: Quay}\n  \"#\": {terrain: rock, enter: false}\n";

fn harbour() -> Tool {
    Tool::new()
        .file("harbour-night/game.yaml", GAME)
        .file("harbour-night/boats.csv", BOATS)
        .file("harbour-night/board.yaml", BOARD)
        .file(
            "harbour-night/RULES.md",
            "# Harbour Night\n\nSail *home*. See :die-1:.\n\n| roll | result |\n|---|---|\n| 1 | fog |\n",
        )
}

#[test]
fn it_is_clean_and_prints_on_both_papers() {
    let tool = harbour();
    assert_eq!(tool.run("check harbour-night").succeeds().stdout(), "harbour-night: nothing is wrong\n");
    for paper in ["a4", "letter"] {
        tool.run(&format!("print harbour-night --paper {paper}")).succeeds();
        assert!(tool.path().join(format!("output/harbour-night/harbour-night-{paper}.pdf")).is_file());
    }
}

#[test]
fn the_report_counts_everything() {
    let said = harbour().run("print harbour-night --json").succeeds().stdout();
    let report: serde_json::Value = serde_json::from_str(&said).unwrap();
    let pieces: Vec<_> = report["kits"][0]["components"]
        .as_array()
        .unwrap()
        .iter()
        .map(|c| (c["id"].as_str().unwrap(), c["pieces"].as_u64().unwrap()))
        .collect();
    assert_eq!(pieces, [("boats", 14), ("harbour", 1), ("lamps", 16), ("aid", 1), ("logbook", 1), ("rules", 1)]);
    let sections: Vec<_> =
        report["kits"][0]["sections"].as_array().unwrap().iter().map(|s| s["title"].as_str().unwrap()).collect();
    assert_eq!(sections, ["What is in the box", "Boats", "Harbour", "Tokens", "Aid", "Logbook", "Rules"]);
}

#[test]
fn only_prints_what_was_asked_for() {
    let tool = harbour();
    let said = tool.run("print harbour-night --only cards,lamps --json").succeeds().stdout();
    let report: serde_json::Value = serde_json::from_str(&said).unwrap();
    let ids: Vec<_> =
        report["kits"][0]["components"].as_array().unwrap().iter().map(|c| c["id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["boats", "lamps"]);
}

#[test]
fn faces_become_pictures_of_their_real_size() {
    let tool = harbour();
    tool.run("export harbour-night --to svg").succeeds();
    let svg = std::fs::read_to_string(tool.path().join("output/harbour-night/svg/boats/dory-front.svg")).unwrap();
    assert!(
        svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"63.15mm\" height=\"94.9mm\""),
        "{}",
        &svg[..120]
    );
    tool.run("export harbour-night --to png --dpi 254 --only boats").succeeds();
    let png = std::fs::read(tool.path().join("output/harbour-night/png/boats/dory-front.png")).unwrap();
    let reader = png::Decoder::new(std::io::Cursor::new(png)).read_info().unwrap();
    assert_eq!((reader.info().width, reader.info().height), (632, 949));
}

#[test]
fn a_board_is_spaces_that_touch() {
    use tablewright::inside::load::{WithTemplates, load_game};
    use tablewright::inside::model::{Kind, MemoryAssets};
    let assets = WithTemplates(
        MemoryAssets::new()
            .with("game.yaml", "title: T\ncomponents:\n  b: {kind: board, board: board.yaml, front: board-classic}\n")
            .with("board.yaml", BOARD),
    );
    let (game, found) = load_game(&assets, "t");
    assert!(found.is_empty(), "{found}");
    let game = game.unwrap();
    let Kind::Board(board) = &game.components[0].kind else { panic!("no board") };
    assert_eq!(board.spaces.len(), 6 * 4 - 4 + 1);
    let quay = board.spaces.iter().position(|space| space.id == "QUAY").unwrap();
    let neighbours: Vec<&str> = board.neighbours()[quay].iter().map(|&n| board.spaces[n].id.as_str()).collect();
    assert_eq!(neighbours, ["B1", "C1", "A2", "D2", "A3", "D3", "B4", "C4"]);
    let rock = board.spaces.iter().position(|space| space.id == "E3").unwrap();
    assert!(board.neighbours()[rock].is_empty());
}

#[test]
fn games_are_listed() {
    let tool = harbour();
    let said = tool.run("games --components .").succeeds().stdout();
    assert_eq!(
        said,
        "harbour-night        Harbour Night: 2-5 players, 20 minutes\n                     A game about lanterns\n"
    );
}
