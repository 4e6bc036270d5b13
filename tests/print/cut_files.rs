//! The files for cutting machines, read back by others: every piece is there, where it is printed and as large.

use crate::support::Tool;
use tablewright::inside::impose::{Kit, MarkKind, Page, impose, registration_corners};
use tablewright::inside::layout::{Fonts, Studio};
use tablewright::inside::load::{DiskAssets, WithTemplates, load_game};
use tablewright::inside::model::{Paper, PrintLayout};
use tablewright::inside::render::{cut_dxf, cut_svg};

/// Left, top, right, bottom in millimetres.
type Bounds = [f64; 4];

const PIECES: &str = r"  deck: {kind: cards, qty: 3, front: {template: card-classic, title: A}, back: card-back}
  coins: {kind: tokens, shape: round, size: 16mm, qty: 3, front: {template: token, text: x}}
  huts: {kind: tokens, shape: hex, size: 18mm x 20mm, qty: 3, front: {template: token, text: x}}
  traps: {kind: tokens, shape: triangle, size: 18mm x 15.588mm, qty: 5, front: {template: token, text: x}}
  signs: {kind: tokens, shape: diamond, size: 14mm, qty: 5, front: {template: token, text: x}}
  crates: {kind: tokens, shape: square, size: 12mm, qty: 5, front: {template: token, text: x}}
  map: {kind: board, board: board.yaml, front: board-classic}
  rules: {kind: booklet, text: RULES.md, front: booklet-page}
";

/// One piece of every shape, a board that needs several sheets, and a booklet that nobody cuts.
fn everything() -> Tool {
    let board = "cell: 30mm\npicture: |\n  . . . . . . . . . . . .\n  . . . . . . . . . . . .\nlegend: {\".\": {terrain: field}}\n";
    Tool::with_game(PIECES).file("game/board.yaml", board).file("game/RULES.md", "# Rules\n\nPlay.\n")
}

fn kit(tool: &Tool) -> Kit {
    let assets = WithTemplates(DiskAssets::new(tool.path().join("game")));
    let (game, mut found) = load_game(&assets, "game");
    let game = game.unwrap();
    let fonts = Fonts::load(&assets, &mut found);
    let studio = Studio::new(&game, &assets, &fonts);
    let laid: Vec<_> = (0..game.components.len()).map(|n| studio.lay_out(n, &mut found, &|| ())).collect();
    let mut kit = impose(&game, &laid, &PrintLayout::on(Paper::A4), &mut found);
    assert_eq!(found.to_string(), "");
    kit.finish(&game, None);
    kit
}

fn pages(kit: &Kit) -> impl Iterator<Item = &Page> {
    kit.sections.iter().flat_map(|section| &section.pages)
}

fn trims(page: &Page) -> Vec<Bounds> {
    let bounds = |item: &tablewright::inside::impose::Item| {
        let trim = item.trim;
        [trim.left(), trim.top(), trim.right(), trim.bottom()].map(tablewright::inside::units::Length::mm)
    };
    page.items.iter().map(bounds).collect()
}

#[track_caller]
fn same(found: &[Bounds], expected: &[Bounds]) {
    assert_eq!(found.len(), expected.len());
    for (a, b) in found.iter().zip(expected) {
        assert!(a.iter().zip(b).all(|(a, b)| (a - b).abs() < 0.01), "{a:?} is not {b:?}");
    }
}

/// The paths of a layer as usvg reads them.
fn svg_layer(svg: &str, name: &str) -> Vec<Bounds> {
    let tree = usvg::Tree::from_str(svg, &usvg::Options::default()).unwrap();
    let mm = 25.4 / 96.0;
    let bounds = |node: &usvg::Node| {
        let b = node.abs_bounding_box();
        [b.left(), b.top(), b.right(), b.bottom()].map(|side| f64::from(side) * mm)
    };
    match tree.node_by_id(name) {
        Some(usvg::Node::Group(group)) => group.children().iter().map(bounds).collect(),
        // A layer with nothing on it is not kept.
        _ => Vec::new(),
    }
}

/// What a DXF file holds on a layer: closed lines by their corners, and single lines, with y upwards.
#[derive(Default)]
struct Drawing {
    closed: Vec<Vec<(f64, f64)>>,
    lines: Vec<[(f64, f64); 2]>,
}

fn dxf_layer(dxf: &str, name: &str) -> Drawing {
    let lines: Vec<&str> = dxf.lines().collect();
    assert_eq!(lines.len() % 2, 0, "codes and values come in pairs");
    let pairs: Vec<(i32, &str)> = lines.chunks(2).map(|pair| (pair[0].trim().parse().unwrap(), pair[1])).collect();
    let start = pairs.iter().position(|pair| *pair == (2, "ENTITIES")).expect("entities") + 1;
    assert_eq!(pairs.last(), Some(&(0, "EOF")));
    let mut drawing = Drawing::default();
    let mut starts: Vec<usize> = (start..pairs.len()).filter(|n| pairs[*n].0 == 0).collect();
    starts.push(pairs.len());
    for window in starts.windows(2) {
        let entity = &pairs[window[0]..window[1]];
        let value = |code: i32| entity.iter().find(|pair| pair.0 == code).map(|pair| pair.1);
        let number = |code: i32| value(code).unwrap().parse::<f64>().unwrap();
        match entity[0].1 {
            _ if value(8) != Some(name) => {}
            "POLYLINE" => {
                assert_eq!((value(66), value(70)), (Some("1"), Some("1")), "vertices follow, and it is closed");
                drawing.closed.push(Vec::new());
            }
            "VERTEX" => drawing.closed.last_mut().unwrap().push((number(10), number(20))),
            "LINE" => drawing.lines.push([(number(10), number(20)), (number(11), number(21))]),
            "SEQEND" => {}
            other => panic!("{other}"),
        }
    }
    drawing
}

#[test]
fn cut_lines_in_svg_are_where_the_pieces_are() {
    let kit = kit(&everything());
    let cut: Vec<&Page> = pages(&kit).filter(|page| page.is_cut()).collect();
    assert!(cut.len() >= 4, "cards, tokens and two tiles");
    for page in cut {
        let svg = cut_svg(page);
        let size = page.sheet.size;
        assert!(svg.contains(&format!("viewBox=\"0 0 {} {}\"", size.width.mm(), size.height.mm())));
        assert!(svg.contains(&format!("width=\"{}mm\" height=\"{}mm\"", size.width.mm(), size.height.mm())));
        same(&svg_layer(&svg, "cut"), &trims(page));
        let folds = page.marks.iter().filter(|mark| matches!(mark.kind, MarkKind::Fold(_)));
        assert_eq!(
            svg.split("id=\"fold\"").nth(1).unwrap().split("</g>").next().unwrap().matches("<path").count(),
            folds.count()
        );
    }
}

#[test]
fn curves_stay_curves_in_svg_and_keep_close_in_dxf() {
    let kit = kit(&everything());
    let tokens = pages(&kit).find(|page| page.items.iter().any(|item| item.face.id.starts_with("coins"))).unwrap();
    let svg = cut_svg(tokens);
    assert_eq!(svg.lines().filter(|line| line.contains('C')).count(), 3, "three coins are round");
    let coin = trims(tokens)[0];
    let (x, y) = (f64::midpoint(coin[0], coin[2]), 297.0 - f64::midpoint(coin[1], coin[3]));
    let round = &dxf_layer(&cut_dxf(tokens), "cut").closed[0];
    for (index, a) in round.iter().enumerate() {
        let b = round[(index + 1) % round.len()];
        let middle = (f64::midpoint(a.0, b.0), f64::midpoint(a.1, b.1));
        assert!(((a.0 - x).hypot(a.1 - y) - 8.0).abs() < 0.01, "{a:?}");
        assert!((8.0 - (middle.0 - x).hypot(middle.1 - y)).abs() < 0.025, "{middle:?}");
        assert!((a.0 - b.0).hypot(a.1 - b.1) > 0.1, "no corner is there twice");
    }
    // Sharp pieces have their corners and no more.
    let corners: Vec<usize> = dxf_layer(&cut_dxf(tokens), "cut").closed.iter().map(Vec::len).collect();
    let sharp = |count: usize| corners.iter().filter(|corners| **corners == count).count();
    assert_eq!((sharp(6), sharp(3), sharp(4)), (3, 5, 10));
}

#[test]
fn dxf_is_closed_and_turned_upwards() {
    let kit = kit(&everything());
    for page in pages(&kit).filter(|page| page.is_cut()) {
        let height = page.sheet.size.height.mm();
        let bounds = |corners: &Vec<(f64, f64)>| {
            let x = corners.iter().map(|corner| corner.0);
            let y = corners.iter().map(|corner| height - corner.1);
            [
                x.clone().fold(f64::MAX, f64::min),
                y.clone().fold(f64::MAX, f64::min),
                x.fold(0.0, f64::max),
                y.fold(0.0, f64::max),
            ]
        };
        let found: Vec<Bounds> = dxf_layer(&cut_dxf(page), "cut").closed.iter().map(bounds).collect();
        same(&found, &trims(page));
    }
}

#[test]
fn registration_marks_are_on_what_is_cut_and_on_nothing_else() {
    let mut kit = kit(&everything());
    let covered = kit.register();
    for (page, number) in pages(&kit).zip(1..) {
        let marks: Vec<_> = page.marks.iter().filter(|mark| mark.kind == MarkKind::Registration).collect();
        assert_eq!(marks.is_empty(), !page.is_cut(), "page {number}");
        if marks.is_empty() {
            continue;
        }
        let corners = registration_corners(page.sheet);
        let in_corner = |point: tablewright::inside::geom::Point| {
            corners
                .iter()
                .any(|c| c.left() < point.x && point.x < c.right() && c.top() < point.y && point.y < c.bottom())
        };
        assert!(marks.iter().all(|mark| in_corner(mark.from) && in_corner(mark.to)));
        let others =
            page.marks.iter().filter(|mark| mark.kind != MarkKind::Registration && mark.kind != MarkKind::Ruler);
        assert!(others.clone().count() > 0 && others.clone().all(|mark| !in_corner(mark.from) && !in_corner(mark.to)));
        let under = page.items.iter().any(|item| corners.iter().any(|corner| corner.overlaps(item.painted())));
        assert_eq!(covered.contains(&number), under);
        // The files show them where they are printed.
        assert_eq!(dxf_layer(&cut_dxf(page), "registration").lines.len(), marks.len());
        let svg = svg_layer(&cut_svg(page), "registration");
        assert_eq!(svg.len(), marks.len());
        assert!((svg[0][0] - 10.0).abs() < 0.01 && (svg[0][2] - 15.0).abs() < 0.01, "{:?}", svg[0]);
    }
    assert!(pages(&kit).any(|page| page.back_of.is_some()), "there are backs, and they have none");
}

#[test]
fn every_page_that_is_cut_has_a_file_beside_the_pdf() {
    let tool = everything();
    let said = tool.run("print ./game --cut-files svg --json").succeeds();
    let json: serde_json::Value = serde_json::from_str(&said.stdout()).unwrap();
    let names: Vec<&str> =
        json["kits"][0]["cut_files"].as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect();
    let cut: Vec<usize> = {
        let kit = kit(&tool);
        // The first page comes before them all.
        pages(&kit).zip(2..).filter(|(page, _)| page.is_cut()).map(|(_, number)| number).collect()
    };
    let expected: Vec<String> = cut.iter().map(|number| format!("output/game/game-a4-cut-{number}.svg")).collect();
    assert_eq!(names, expected);
    for name in names {
        assert!(std::fs::read_to_string(tool.path().join(name)).unwrap().starts_with("<svg "));
    }
    // The marks have a layer of their own, so that cut lines can be hidden without them.
    let pdf = lopdf::Document::load(tool.path().join("output/game/game-a4.pdf")).unwrap();
    let layers = pdf.objects.values().filter_map(|object| object.as_dict().ok()?.get(b"Name").ok()?.as_str().ok());
    assert!(layers.into_iter().any(|name| name == b"Registration marks"));
    let said = tool.run("print ./game --cut-files dxf --only cards").succeeds().stdout();
    assert!(said.ends_with("output/game/game-cards-a4-cut-2.dxf for a cutting machine\n"), "{said}");
    assert_eq!(tool.run("print ./game --cut-files pdf").code(), Some(2));
    let said = tool.run("print ./game --cut-files dxf").succeeds().stdout();
    assert!(said.ends_with("output/game/game-a4-cut-2.dxf and 3 more for a cutting machine\n"), "{said}");
    let plain = tool.run("print ./game").succeeds().stdout();
    assert!(!plain.contains("cutting machine"), "{plain}");
}

#[test]
fn pieces_under_the_marks_are_told() {
    let tool = Tool::with_game(
        "  mats: {kind: mat, size: 190mm x 270mm, bleed: 0mm, qty: 2, front: {template: faces/a.svg}}\n",
    )
    .file(
        "game/faces/a.svg",
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 190 270'><rect width='9' height='9'/></svg>",
    );
    let said = tool.run("print ./game --cut-files svg").succeeds().stderr();
    assert!(
        said.starts_with(
            "warning: pages 2 and 3 have pieces where the registration marks stand, so a machine will not find them"
        ),
        "{said}"
    );
}

#[test]
fn nothing_is_written_when_one_file_cannot_be() {
    let tool = everything().file("out/game/game-a4-cut-4.svg/in-the-way", "");
    let ran = tool.run("print ./game --cut-files svg --output out");
    assert_eq!(ran.code(), Some(1), "{}", ran.stdout());
    assert!(ran.stderr().contains("cannot write `out/game/game-a4-cut-4.svg`"), "{}", ran.stderr());
    let left: Vec<_> =
        std::fs::read_dir(tool.path().join("out/game")).unwrap().map(|e| e.unwrap().file_name()).collect();
    assert_eq!(left, ["game-a4-cut-4.svg"]);
}

#[test]
fn cut_files_of_an_earlier_print_with_more_pages_go_and_others_stay() {
    let tool = everything();
    tool.run("print ./game --cut-files svg --output out").succeeds();
    let tool = tool.file("out/game/game-a4-cut-mine.svg", "").file(
        "game/game.yaml",
        "title: Small\ncomponents:\n  coins: {kind: tokens, shape: round, size: 16mm, qty: 3, front: {template: token, text: x}}\n",
    );
    tool.run("print ./game --cut-files svg --output out").succeeds();
    let mut left: Vec<String> = std::fs::read_dir(tool.path().join("out/game"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.contains("-cut-"))
        .collect();
    left.sort();
    assert_eq!(left, ["game-a4-cut-2.svg", "game-a4-cut-mine.svg"]);
}
