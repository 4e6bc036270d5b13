//! Every kind of component from ready templates alone, the pieces that are folded, and what is said when they cannot be.

use tablewright::inside::diag::Diagnostics;
use tablewright::inside::impose::{Kit, impose};
use tablewright::inside::layout::{Fonts, Studio};
use tablewright::inside::load::{WithTemplates, load_game};
use tablewright::inside::model::{Kind, MemoryAssets, Paper, PrintLayout};
use tablewright::inside::render::RasterPainter;
use tablewright::inside::units::Length;

use crate::support::Tool;

const GAME: &str = r##"
title: Market Fair
subtitle: Every kind of component there is
version: "0.1"
summary: Nothing but ready templates.
palette: {accent: "#2F5D62", gold: "#C58B2B", wood: "#6B4A2F", sea: "#2F6F96", rose: "#8C2F39"}
components:
  goods:
    kind: cards
    rows: [{id: apple, qty: 40, title: Apple, text: Sells for 1.}, {id: cloth, qty: 20, title: Cloth, text: Sells for 3.}]
    front: card-classic
  box:
    kind: tuckbox
    for: goods
    front: {template: tuckbox-panel, title: Market Fair, subtitle: A day of buying and selling, art: templates/icons/coin.svg, tint: paper}
    back: {template: tuckbox-panel, title: Market Fair, text: "Everything that is sold on a **fair day**."}
    side: {template: tuckbox-side, title: Market Fair}
  sleeved-box:
    kind: tuckbox
    for: goods
    sleeved: true
    front: {template: tuckbox-panel, title: Market Fair, colour: rose}
  people:
    kind: standee
    size: standee-large
    rows: [{id: ann, qty: 2, name: Ann, art: templates/icons/flag.svg}, {id: bert, name: Bert, art: templates/icons/left.svg}]
    front: {template: standee, colour: rose}
  guard:
    kind: standee
    size: 30mm x 55mm
    tab: 12mm
    front: {template: standee, art: templates/icons/warning.svg, name: Guard, colour: wood}
    back: {template: standee, art: templates/icons/die.svg, name: Asleep, colour: sea}
  d4: {kind: die, sides: 4, front: die-face}
  d6: {kind: die, sides: 6, qty: 2, front: {template: die-face, colour: rose}}
  d8: {kind: die, sides: 8, front: {template: die-face, colour: sea}}
  d10: {kind: die, sides: 10, front: {template: die-face, colour: gold, ink: ink}}
  d12: {kind: die, sides: 12, front: {template: die-face, colour: wood}}
  d20: {kind: die, sides: 20, front: {template: die-face, colour: soft, ink: ink}}
  weather:
    kind: die
    sides: 6
    edge: 16mm
    rows: [{id: sun, qty: 3, text: sun}, {id: rain, qty: 2, text: rain}, {id: coin, art: templates/icons/coin.svg, tint: sea}]
    front: {template: die-face, colour: paper, ink: sea}
  faces: {kind: stickers, rows: [{each: {text: 1..6}, qty: 2}], front: die-face}
  land:
    kind: tiles
    shape: hex
    size: hex-small
    rows: [{id: field, qty: 6, title: Field, number: 8}, {id: hill, qty: 5, title: Hill, number: 5}]
    front: {template: tile, colour: gold}
    back: {template: tile, colour: wood}
  ponds: {kind: tiles, shape: round, size: 40mm, qty: 5, front: {template: tile, colour: sea, art: templates/icons/coin.svg, tint: paper}}
  dial: {kind: tiles, shape: round, size: 50mm, front: {template: dial-disc, to: "11"}}
  dial-cover: {kind: tiles, shape: round, size: 50mm, front: {template: dial-cover, title: Health}}
  notes:
    kind: money
    rows: [{value: 1, qty: 12}, {value: 5, qty: 8}, {value: 10, qty: 4}]
    front: {template: money, title: Market Fair, colour: "{{ 'wood' if value > 5 else 'rose' if value == 5 else 'accent' }}"}
  scores:
    kind: score-pad
    qty: 4
    front: {template: score-pad, title: Market Fair, rows: "- Apples\n- Cloth\n- Coins", players: "Ann, Bert, Cleo, Dan"}
  rounds: {kind: score-pad, size: a5, front: {template: score-pad, title: Rounds, rows: "10", players: "5"}}
  prestige: {kind: track, size: 180mm x 90mm, front: {template: track, title: Prestige, to: "34"}}
  road: {kind: track, size: 400mm x 40mm, front: {template: track, from: "1", to: "20", columns: "20"}}
  aid: {kind: reference, front: {template: reference-card, title: Your turn, text: "Buy, then sell."}}
"##;

fn fair() -> Tool {
    Tool::new().file("market-fair/game.yaml", GAME)
}

/// The kit of a game that is only held in memory.
fn kit_of(game: &str, paper: Paper) -> Kit {
    let assets = WithTemplates(MemoryAssets::new().with("game.yaml", game));
    let (game, mut found) = load_game(&assets, "fair");
    let game = game.unwrap_or_else(|| panic!("{found}"));
    let fonts = Fonts::load(&assets, &mut found);
    let studio = Studio::new(&game, &assets, &fonts);
    let laid: Vec<_> = (0..game.components.len()).map(|n| studio.lay_out(n, &mut found, &|| {})).collect();
    let kit = impose(&game, &laid, &PrintLayout::on(paper), &mut found);
    assert!(found.is_empty(), "{found}");
    kit
}

#[test]
fn every_kind_is_clean_and_prints_on_both_papers() {
    let tool = fair();
    assert_eq!(tool.run("check market-fair").succeeds().stdout(), "market-fair: nothing is wrong\n");
    for paper in ["a4", "letter"] {
        tool.run(&format!("print market-fair --paper {paper}")).succeeds();
        assert!(tool.path().join(format!("output/market-fair/market-fair-{paper}.pdf")).is_file());
    }
}

#[test]
fn the_report_tells_every_kind_by_its_word() {
    let said = fair().run("print market-fair --json").succeeds().stdout();
    let report: serde_json::Value = serde_json::from_str(&said).unwrap();
    let kinds: Vec<_> = report["kits"][0]["components"]
        .as_array()
        .unwrap()
        .iter()
        .map(|c| format!("{} {} {}", c["id"].as_str().unwrap(), c["kind"].as_str().unwrap(), c["pieces"]))
        .collect();
    let expected = [
        "goods cards 60",
        "box tuckbox 1",
        "sleeved-box tuckbox 1",
        "people standee 3",
        "guard standee 1",
        "d4 die 1",
        "d6 die 2",
        "d8 die 1",
        "d10 die 1",
        "d12 die 1",
        "d20 die 1",
        "weather die 1",
        "faces stickers 12",
        "land tiles 11",
        "ponds tiles 5",
        "dial tiles 1",
        "dial-cover tiles 1",
        "notes money 24",
        "scores score-pad 4",
        "rounds score-pad 1",
        "prestige track 1",
        "road track 1",
        "aid reference 1",
    ];
    assert_eq!(kinds, expected);
    let titles: Vec<_> =
        report["kits"][0]["sections"].as_array().unwrap().iter().map(|s| s["title"].as_str().unwrap()).collect();
    assert_eq!(titles.iter().filter(|title| **title == "Tiles").count(), 1, "{titles:?}");
    assert_eq!(titles.iter().filter(|title| **title == "Stickers").count(), 1, "{titles:?}");
}

#[test]
fn nets_become_pictures_too() {
    let tool = fair();
    tool.run("export market-fair --to svg --only people,guard,d6").succeeds();
    let folder = tool.path().join("output/market-fair/svg");
    for file in ["people/ann-net.svg", "people/bert-net.svg", "d6/d6-net.svg"] {
        let svg = std::fs::read_to_string(folder.join(file)).unwrap();
        // Every number and every name is there for each face it is on.
        let named = |text: &str| svg.matches(&format!("aria-label=\"{text}\"")).count();
        match file {
            "d6/d6-net.svg" => assert!((1..=6).all(|n| named(&n.to_string()) == 1), "{file}"),
            "people/ann-net.svg" => assert_eq!(named("ANN"), 2, "{file}"),
            _ => assert_eq!(named("BERT"), 2, "{file}"),
        }
        assert!(!svg.contains("tablewright-slot"), "every slot of {file} is filled");
    }
    // Seen in a mirror, a name is mirrored once more, so that it can be read; a back of its own needs no mirror.
    let mirrored = |file: &str| std::fs::read_to_string(folder.join(file)).unwrap().matches("matrix(-1 0 0 1 ").count();
    assert_eq!((mirrored("people/ann-net.svg"), mirrored("guard/guard-net.svg")), (1, 0));
}

#[test]
fn folds_and_cuts_are_on_the_page() {
    let game = "title: F\ncomponents:\n  d: {kind: die, sides: 8, qty: 3, front: die-face}\n";
    for paper in [Paper::A4, Paper::LETTER] {
        let kit = kit_of(game, paper);
        let page = &kit.sections[0].pages[0];
        let folds = page.marks.iter().filter(|mark| mark.kind.is_fold()).count();
        // Seven folds between the faces, and twelve edges less these seven make five tabs; on each of three dice.
        assert_eq!((page.items.len(), folds, page.cut_paths.len()), (3, 3 * (7 + 5), 3));
        let printable = page.sheet.whole().grown(-tablewright::inside::model::LEAST_MARGIN);
        for mark in page.marks.iter().filter(|mark| mark.kind.is_fold()) {
            let trim = page.items.iter().map(|item| item.trim);
            let inside = |at: tablewright::inside::geom::Point| {
                trim.clone().any(|trim| {
                    trim.grown(Length::from_um(2))
                        .contains(tablewright::inside::geom::Rect::new(at, tablewright::inside::geom::Size::default()))
                })
            };
            assert!(inside(mark.from) && inside(mark.to), "{mark:?}");
            assert!(
                printable.contains(tablewright::inside::geom::Rect::new(
                    mark.from,
                    tablewright::inside::geom::Size::default()
                ))
            );
        }
    }
}

#[test]
fn faces_of_a_die_are_its_rows_in_order() {
    let assets = WithTemplates(MemoryAssets::new().with("game.yaml", GAME));
    let (game, found) = load_game(&assets, "fair");
    assert!(!found.has_errors(), "{found}");
    let game = game.unwrap();
    let faces = |id: &str| match &game.component(id).unwrap().kind {
        Kind::Die(die) => die.faces.iter().map(|face| face.id.clone()).collect::<Vec<_>>(),
        other => panic!("{other:?}"),
    };
    assert_eq!(faces("weather"), ["sun", "sun", "sun", "rain", "rain", "coin"]);
    assert_eq!(faces("d8"), ["1", "2", "3", "4", "5", "6", "7", "8"]);
    let notes: Vec<_> =
        ["box", "sleeved-box", "guard", "d4"].map(|id| game.component(id).unwrap().note.clone()).to_vec();
    assert_eq!(
        notes,
        [
            "holds 60 cards of 63.5 x 88.9 mm",
            "holds 60 cards of 63.5 x 88.9 mm",
            "fold, glue, bend the tabs out",
            "score, fold, glue the tabs inside",
        ]
    );
}

#[test]
fn a_box_is_coloured_wherever_it_is_seen() {
    let deck = "  deck: {kind: cards, qty: 60, front: card-back}\n";
    let panel = "{template: tuckbox-panel, title: T}";
    for side in ["", "side: {template: tuckbox-side, title: T}, ", "back: {template: tuckbox-panel, title: B}, "] {
        let kit = kit_of(
            &format!("title: F\ncomponents:\n{deck}  box: {{kind: tuckbox, for: deck, {side}front: {panel}}}\n"),
            Paper::A4,
        );
        let item = kit.sections.iter().flat_map(|section| &section.pages).flat_map(|page| &page.items).last().unwrap();
        let fonts = Fonts::load(&WithTemplates(MemoryAssets::new()), &mut Diagnostics::new());
        let picture = RasterPainter::new(&fonts).face(&item.face, 25.4).unwrap();
        let is_coloured = |x: u32, y: u32| {
            let at = ((y + 2) * picture.width + x + 2) as usize * 4;
            picture.rgba[at + 3] == 255 && picture.rgba[at] < 200
        };
        // 12 mm to glue, then 65.5 mm and 19 mm twice across; 15.2 mm to tuck, then 19, 90.9 and 19 mm down.
        let seen = [("front", 20, 100), ("side", 87, 100), ("back", 105, 100), ("side", 171, 100)];
        let flaps = [("tuck", 130, 5), ("lid", 97, 25), ("lid", 161, 25), ("bottom", 12, 140), ("bottom", 76, 140)];
        for (part, x, y) in seen.into_iter().chain(flaps) {
            assert!(is_coloured(x, y), "{part} at {x}, {y} with `{side}`");
        }
        assert!(!is_coloured(5, 80) && !is_coloured(130, 140), "flaps to glue");
    }
}

#[test]
fn every_number_is_on_one_face() {
    for sides in [4, 6, 8, 10, 12, 20] {
        let game = format!("title: F\ncomponents:\n  d: {{kind: die, sides: {sides}, front: die-face}}\n");
        let assets = WithTemplates(MemoryAssets::new().with("game.yaml", game.as_str()));
        let component = load_game(&assets, "f").0.unwrap().components[0].clone();
        let net = component.net().unwrap();
        let mut shown: Vec<usize> = net.panels.iter().map(|panel| panel.drawing).collect();
        shown.sort_unstable();
        assert_eq!(shown, (0..sides).collect::<Vec<_>>());
    }
}

#[test]
fn a_die_with_too_few_faces_is_refused() {
    let components =
        "  d:\n    kind: die\n    sides: 8\n    rows: [{text: a, qty: 3}, {text: b}]\n    front: die-face\n";
    Tool::with_game(components).run("check game").fails(
        1,
        r"
error: a die of 8 sides needs 8 faces, and the rows of `d` make 4
 --> game/game.yaml:6:12
  |
6 |     sides: 8
  |            ^
  |
  = help: a row is a face, in the order of the numbers; `qty` puts one on several faces

1 error
",
    );
}

#[test]
fn solids_that_are_none_are_refused() {
    let wrong = |components: &str, parts: &[&str]| {
        Tool::with_game(components).run("check game").refuses(parts);
    };
    wrong(
        "  d: {kind: die, sides: 7, front: die-face}\n",
        &["a die to fold cannot have `7` sides", "`sides` is 4, 6, 8, 10, 12 or 20"],
    );
    wrong("  d: {kind: die, front: die-face}\n", &["the component `d` needs `sides`"]);
    wrong(
        "  d: {kind: die, sides: 6, edge: 0, front: die-face}\n",
        &["a die with edges of 0 mm cannot be folded", "`edge` is 5 mm to 300 mm"],
    );
    wrong("  d: {kind: die, sides: 6, back: die-face, front: die-face}\n", &["unknown key `back`"]);
    wrong(
        "  d: {kind: die, sides: 6, size: 10mm, front: die-face}\n",
        &["unknown key `size`", "known here: `allow`, `bleed`, `data`"],
    );
    wrong(
        "  d: {kind: die, sides: 12, edge: 60mm, front: die-face}\n",
        &["that does not fit on A4", "with edges of 60 mm; give it a shorter `edge`"],
    );
    wrong(
        "  s: {kind: standee, size: 60mm x 150mm, front: {template: standee, art: templates/icons/die.svg}}\n",
        &["that does not fit on A4", "two figures of 150 mm and two tabs of 10 mm make 320 mm"],
    );
    wrong("  s: {kind: standee, tab: 0, size: 30mm x 50mm, front: card-back}\n", &["`tab` must be more than nothing"]);
}

#[test]
fn a_box_needs_a_deck_it_can_hold() {
    let deck =
        "  deck: {kind: cards, qty: 54, front: card-back}\n  rules: {kind: booklet, text: r.md, front: booklet-page}\n";
    let wrong = |components: &str, parts: &[&str]| {
        Tool::with_game(&format!("{deck}{components}")).file("game/r.md", "Hello").run("check game").refuses(parts);
    };
    let panel = "front: {template: tuckbox-panel, title: T}";
    wrong(
        &format!("  box: {{kind: tuckbox, for: dekc, {panel}}}\n"),
        &["there is no component `dekc` for this box", "did you mean `deck`?"],
    );
    wrong(
        &format!("  box: {{kind: tuckbox, for: rules, {panel}}}\n"),
        &["`rules` is a booklet, and a box is for a deck of cards"],
    );
    wrong(
        &format!("  box: {{kind: tuckbox, for: box, {panel}}}\n"),
        &["`box` is a tuckbox, and a box is for a deck of cards"],
    );
    wrong(
        &format!("  none: {{kind: cards, qty: 0, front: card-back}}\n  box: {{kind: tuckbox, for: none, {panel}}}\n"),
        &["`none` has no pieces to put into a box"],
    );
    wrong(&format!("  box: {{kind: tuckbox, {panel}}}\n"), &["the component `box` needs `for`"]);
    wrong(&format!("  box: {{kind: tuckbox, for: deck, rows: [], {panel}}}\n"), &["unknown key `rows`"]);
    wrong(
        &format!("  box: {{kind: tuckbox, for: deck, stock thickness: 3, {panel}}}\n"),
        &["the length `3` has no unit"],
    );
    wrong(
        &format!("  many: {{kind: cards, qty: 250, front: card-back}}\n  box: {{kind: tuckbox, for: many, {panel}}}\n"),
        &[
            "that does not fit on A4",
            "250 cards make it 76 mm deep; across it takes 2 x 65.5 mm + 2 x 76 mm + 12 mm to glue = 295 mm",
            "and down 90.9 mm + 2 x 76 mm + 18 mm to tuck = 260.9 mm",
        ],
    );
}

#[test]
fn a_box_comes_before_its_deck_as_well() {
    let components = "  box: {kind: tuckbox, for: deck, front: {template: tuckbox-panel, title: T}}\n  \
                      deck: {kind: cards, qty: 54, front: card-back}\n";
    let said = Tool::with_game(components).run("print game --json").succeeds().stdout();
    let report: serde_json::Value = serde_json::from_str(&said).unwrap();
    let ids: Vec<_> =
        report["kits"][0]["components"].as_array().unwrap().iter().map(|c| c["id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["box", "deck"]);
}
