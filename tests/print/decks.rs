//! Decks as people mix them: a template by row, and codes for machines on cards.

use tablewright::inside::diag::Diagnostics;
use tablewright::inside::layout::face::Layer;
use tablewright::inside::layout::{Fonts, Studio};
use tablewright::inside::load::{WithTemplates, load_game};
use tablewright::inside::model::{Ink, MemoryAssets};
use tablewright::inside::render::{PngSpeed, face_png, face_svg};

use crate::support::Tool;

fn face(fields: &str, body: &str) -> String {
    format!(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 63.5 88.9' data-fields='{fields}'>\
         <rect width='63.5' height='88.9' fill='#eee'/>{body}</svg>"
    )
}

/// A deck of two kinds of cards, each with a template of its own.
fn mixed(csv: &str, skin: &str) -> Tool {
    Tool::with_game(&format!("  deck: {{kind: cards, data: c.csv, front: {{{skin}}}}}\n"))
        .file("game/c.csv", csv)
        .file("game/faces/monster.svg", face(MONSTER.0, MONSTER.1))
        .file("game/faces/item.svg", face(ITEM.0, ITEM.1))
}

/// The fields of a template, and what it draws.
const MONSTER: (&str, &str) =
    ("title strength?", "<rect data-text='{{ title }} {{ strength }}' x='5' y='5' width='50' height='20'/>");
const ITEM: (&str, &str) =
    ("title price?", "<rect data-text='{{ title }} for {{ price }}' x='5' y='50' width='50' height='20'/>");

const CSV: &str = "title,Kind,strength,price,qty\nWolf,monster,3,,2\nRope,item,,5,1\nBear,monster,6,,1\n";

/// What stands on the front of each card of the mixed deck, in its order.
fn words_of_mixed() -> Vec<String> {
    let files = [("faces/monster.svg", MONSTER), ("faces/item.svg", ITEM)];
    let assets =
        files.iter().fold(MemoryAssets::new(), |assets, (path, (fields, body))| assets.with(path, face(fields, body)));
    let game = "title: T\ncomponents:\n  deck: {kind: cards, data: c.csv, front: \"faces/{{ kind }}.svg\"}\n";
    let assets = WithTemplates(assets.with("game.yaml", game).with("c.csv", CSV));
    let (game, mut found) = load_game(&assets, "t");
    let game = game.expect("a game");
    let fonts = Fonts::load(&assets, &mut found);
    let laid = Studio::new(&game, &assets, &fonts).lay_out(0, &mut found, &|| ());
    assert_eq!(found.to_string(), "");
    laid.pieces.iter().map(|piece| format!("{}: {}", piece.id, words(&piece.front.layers))).collect()
}

fn words(layers: &[Layer]) -> String {
    let of = |layer: &Layer| match layer {
        Layer::Glyphs(run) => run.text.clone(),
        Layer::Art { slots, .. } => slots.iter().map(|layers| words(layers)).collect(),
        Layer::Spoken { layers, .. } => words(layers),
        _ => String::new(),
    };
    layers.iter().map(of).collect()
}

#[test]
fn each_row_has_the_template_of_its_kind() {
    assert_eq!(words_of_mixed(), ["wolf: Wolf 3", "rope: Rope for 5", "bear: Bear 6"]);
    mixed(CSV, "template: \"faces/{{ kind }}.svg\"").run("print ./game").succeeds();
}

#[test]
fn a_template_that_is_not_there_is_told_once_with_those_who_want_it() {
    mixed(&CSV.replace("monster", "monstr"), "template: \"faces/{{ kind }}.svg\"").run("check ./game").fails(
        1,
        r"
error: cannot use `faces/monstr.svg`: there is no such file: `wolf`, `bear` of `deck`
 --> ./game/c.csv:2:6
  |
2 | Wolf,monstr,3,,2
  |      ^^^^^^
  |
  = help: did you mean `faces/monster.svg`?
  = help: used in ./game/game.yaml:4 as `template`

1 error",
    );
}

#[test]
fn fields_of_a_mixed_deck_belong_to_one_of_its_templates() {
    mixed(CSV, "template: \"faces/{{ kind }}.svg\", strength: \"{{ strength }}\", price: \"{{ price }}\"")
        .run("check ./game")
        .succeeds();
    mixed(CSV, "template: \"faces/{{ kind }}.svg\", pirce: 3")
        .run("check ./game")
        .refuses(&["none of the templates of `deck` has a field `pirce`", "did you mean `price`?"]);
    mixed(CSV, "template: \"faces/{{ knid }}.svg\"")
        .run("check ./game")
        .refuses(&["unknown name `knid`", "did you mean `Kind`?"]);
}

#[test]
fn a_deck_that_is_mixed_changes_piece_by_piece() {
    let tool = mixed(CSV, "template: \"faces/{{ kind }}.svg\"");
    tool.run("print ./game --output before").succeeds();
    let tool = tool.file("game/c.csv", CSV.replace("Rope,item,,5", "Rope,item,,6"));
    let said = tool.run("diff before/game/game-a4.json ./game").stdout();
    assert!(said.contains("`rope`") && !said.contains("`wolf`"), "{said}");
}

/// A token with this on its front, and what was told of it.
fn token(front: &str) -> (Option<Vec<u8>>, Diagnostics) {
    token_in(Ink::Full, front)
}

/// The same with little ink.
fn token_in(ink: Ink, front: &str) -> (Option<Vec<u8>>, Diagnostics) {
    let assets = WithTemplates(
        MemoryAssets::new()
            .with("game.yaml", "title: T\ncomponents:\n  part: {kind: tokens, shape: square, size: 30mm, front: {template: a.svg}}\n")
            .with("a.svg", format!("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 30 30'><rect x='-5' y='-5' width='40' height='40' fill='#c33'/>{front}</svg>")),
    );
    let (game, mut found) = load_game(&assets, "t");
    let mut game = game.expect("a game");
    game.choose(ink);
    let fonts = Fonts::load(&assets, &mut found);
    let laid = Studio::new(&game, &assets, &fonts).lay_out(0, &mut found, &|| ());
    let face = laid.pieces.first().map(|piece| &piece.front);
    let png = face.map(|face| face_png(face, &fonts, 254.0, PngSpeed::Fast).expect("it is painted"));
    if let Some(face) = face {
        face_svg(face, &fonts).expect("it is written");
    }
    (png, found)
}

/// The pixels of a PNG, dark ones true, in rows.
fn dark(png: &[u8]) -> Vec<Vec<bool>> {
    let mut reader = png::Decoder::new(std::io::Cursor::new(png)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    let channels = info.color_type.samples();
    let width = usize::try_from(info.width).unwrap();
    let is_dark = |pixel: &[u8]| pixel.iter().take(3).all(|channel| *channel < 100);
    pixels.chunks(channels).map(is_dark).collect::<Vec<bool>>().chunks(width).map(<[bool]>::to_vec).collect()
}

#[test]
fn a_qr_code_is_drawn_as_its_modules() {
    let text = "https://example.org/ghost";
    let code = qrcode::QrCode::with_error_correction_level(text, qrcode::EcLevel::M).unwrap();
    let modules = code.width() + 8;
    // 10 pixels a millimetre; the box begins 3 mm into the piece, which has a bleed of 1.5 mm.
    let pixel = |module: usize| 45 + (module * 2 + 9) * 240 / (modules * 2);
    let colours = code.to_colors();
    for ink in [Ink::Full, Ink::Low, Ink::Mono] {
        let (png, found) = token_in(ink, &format!("<rect data-qr='{text}' x='3' y='3' width='24' height='24'/>"));
        assert_eq!(found.to_string(), "");
        let rows = dark(&png.expect("a face"));
        for (number, colour) in colours.iter().enumerate() {
            let (x, y) = (number % code.width(), number / code.width());
            assert_eq!(rows[pixel(y)][pixel(x)], *colour == qrcode::Color::Dark, "module {x}, {y} in {ink:?}");
        }
    }
}

#[test]
fn barcodes_have_bars_of_their_kind() {
    for bars in [
        "<rect data-barcode='GHOST-1' x='2' y='3' width='26' height='9'/>",
        "<rect data-barcode='4006381333931' data-code='ean-13' x='2' y='3' width='26' height='9'/>",
    ] {
        let (png, found) = token(bars);
        assert_eq!(found.to_string(), "");
        let rows = dark(&png.expect("a face"));
        let changes = rows[90].windows(2).filter(|pair| pair[0] != pair[1]).count();
        assert!(changes > 40 && rows[50] == rows[90], "{changes}");
    }
}

#[test]
fn codes_that_cannot_be_are_told() {
    let long = "x".repeat(2_954);
    for (front, message) in [
        (format!("<rect data-qr='{long}' width='24' height='24'/>"), "a text of 2954 bytes is too long for a QR code"),
        (
            "<rect data-barcode='Bär' width='24' height='9'/>".into(),
            "a barcode has letters, figures and signs of plain English, and no `ä`",
        ),
        (
            "<rect data-barcode='4006381333932' data-code='ean-13' width='24' height='9'/>".into(),
            "`4006381333932` is no EAN of 13 figures",
        ),
        ("<rect data-barcode='a' data-code='ean-12' width='24' height='9'/>".into(), "there is no barcode `ean-12`"),
        (
            "<rect data-qr='a' data-code='ean-13' width='24' height='24'/>".into(),
            "`data-code` says which barcode it is, and this is a QR code",
        ),
        (
            "<rect data-qr='https://example.org' width='5' height='5'/>".into(),
            "the parts of this code are 0.15 mm wide, and readers want 0.35 mm",
        ),
    ] {
        let (_, found) = token(&front);
        let messages: Vec<&str> = found.iter().map(|one| one.message.as_str()).collect();
        assert_eq!(messages, [message], "{}", &front[..60.min(front.len())]);
    }
}

/// The pages of a kit as `print --json` tells them, and what was said.
fn printed(components: &str, jobs: &str, flags: &str) -> serde_json::Value {
    let tool = Tool::new()
        .file("game/game.yaml", format!("title: Small\ncomponents:\n{components}{jobs}"))
        .file("game/faces/tab.svg", tabbed());
    let said = tool.run(&format!("print ./game --json {flags}")).succeeds();
    serde_json::from_str(&said.stdout()).expect("JSON")
}

/// A divider with a tab that stands where the row says.
fn tabbed() -> String {
    "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 64 100'><rect x='-5' y='-5' width='74' height='110' fill='#cde'/>\
     <path data-cut='yes' d='M0 10 H{{ at }} V0 h20 V10 H64 V100 H0 Z'/></svg>"
        .to_owned()
}

const TWO_DECKS: &str = "  wolves: {kind: cards, rows: [{id: a, qty: 5}], front: card-back}\n  ropes: {kind: cards, rows: [{id: b, qty: 3}], front: card-back}\n  maps: {kind: cards, size: mini, rows: [{id: c}], front: card-back}\n";

#[test]
fn pieces_of_one_size_share_sheets_when_they_may() {
    let (alone, shared) = (printed(TWO_DECKS, "", ""), printed(TWO_DECKS, "", "--share-sheets"));
    assert_eq!(shared, printed(TWO_DECKS, "print:\n  default: {share sheets: true}\n", ""), "a job says so as well");
    let count = |value: &serde_json::Value| value["kits"][0]["pages"].as_u64();
    assert_eq!((count(&alone), count(&shared)), (Some(4), Some(3)), "{alone}\n{shared}");
}

#[test]
fn small_pieces_of_one_stock_fill_what_others_leave() {
    let pieces = "  coins: {kind: tokens, size: 20mm, qty: 4, front: token, stock: card}\n  \
                  ghost: {kind: standee, size: 20mm x 30mm, qty: 2, front: {template: standee, art: art/a.svg}, stock: card}\n  \
                  luck: {kind: die, sides: 6, edge: 15mm, front: die-face, stock: card}\n  \
                  names: {kind: stickers, size: 15mm, qty: 2, front: token, stock: labels}\n";
    let tool = Tool::with_game(pieces).file(
        "game/art/a.svg",
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 20 30'><path d='M2 2h16v26H2Z'/></svg>",
    );
    let sections = |flags: &str| {
        let said = tool.run(&format!("print ./game --json {flags}")).succeeds().stdout();
        let told: serde_json::Value = serde_json::from_str(&said).expect("JSON");
        told["kits"][0]["pages"].as_u64()
    };
    assert_eq!((sections(""), sections("--share-sheets")), (Some(5), Some(3)));
    let said = tool.run("print ./game --share-sheets").succeeds().stdout();
    assert!(said.contains("Tokens, Standees, Dice"), "{said}");
}

#[test]
fn boxes_of_small_decks_lie_where_there_is_room() {
    let decks = "  wolves: {kind: cards, size: mini, rows: [{id: a, qty: 5}], front: card-back}\n  \
                 ropes: {kind: cards, size: mini, rows: [{id: b, qty: 5}], front: card-back}\n";
    let boxes = "  den: {kind: tuckbox, title: Den, for: wolves, front: card-back}\n  \
                 shed: {kind: tuckbox, title: Shed, for: ropes, front: card-back}\n";
    let die = "  luck: {kind: die, sides: 6, edge: 15mm, front: die-face, stock: \"card, 200 to 300 gsm\"}\n";
    let sections = |components: &str, flags: &str| {
        let told = printed(components, "", &format!("{flags} --backs none"));
        told["kits"][0]["pages"].as_u64()
    };
    let both = format!("{decks}{boxes}");
    assert_eq!((sections(&both, ""), sections(&both, "--share-sheets")), (Some(5), Some(3)));
    let all = format!("{both}{die}");
    assert_eq!((sections(&all, ""), sections(&all, "--share-sheets")), (Some(6), Some(3)));
}

#[test]
fn what_is_punched_out_together_lies_together() {
    let tokens = |extra: &str| {
        format!(
            "  red: {{kind: tokens, size: 20mm, qty: 4, front: token{extra}}}\n  round: {{kind: tiles, shape: round, size: 30mm, qty: 2, front: token{extra}}}\n"
        )
    };
    let count = |value: serde_json::Value| value["kits"][0]["pages"].as_u64();
    assert_eq!(count(printed(&tokens(""), "", "")), Some(3), "tokens and tiles have sheets of their own");
    assert_eq!(count(printed(&tokens(", punchboard: Player board"), "", "")), Some(2));
}

#[test]
fn dividers_are_cut_along_their_tabs() {
    let deck = "  dividers: {kind: cards, size: 64mm x 100mm, rows: [{id: a, at: 4}, {id: b, at: 40}], front: faces/tab.svg}\n";
    let tool = Tool::with_game(deck).file("game/faces/tab.svg", tabbed());
    let said = tool.run("print ./game --cut-files svg").succeeds();
    let cut = tool.path().join("output/game/game-a4-cut-2.svg");
    let svg = std::fs::read_to_string(cut).unwrap_or_else(|error| panic!("{error}: {}", said.stdout()));
    for line in [
        "M73.000 55.500L77.000 55.500L77.000 45.500L97.000 45.500L97.000 55.500L137.000 55.500L137.000 145.500L73.000 145.500Z",
        "M73.000 161.500L113.000 161.500L113.000 151.500L133.000 151.500L133.000 161.500L137.000 161.500L137.000 251.500L73.000 251.500Z",
    ] {
        assert!(svg.contains(line), "{line}\n{svg}");
    }
    let tool = Tool::with_game(deck).file("game/faces/tab.svg", tabbed().replace(" Z'", "'"));
    tool.run("check ./game").refuses(&["this path is no closed outline", "end it with `Z`", "faces/tab.svg:1"]);
    let tool = Tool::with_game(&deck.replace("at: 40", "at: 60")).file("game/faces/tab.svg", tabbed());
    tool.run("check ./game").refuses(&["this cut leaves the piece of 64 x 100 mm at 80.0, 0.0 mm"]);
}

#[test]
fn rows_become_dividers_whose_tabs_stand_side_by_side() {
    let deck = "  dividers:\n    kind: cards\n    size: 64mm x 100mm\n    rows:\n      - {title: Wolves, tab: 1}\n      - {title: \
                Ropes, tab: 2, text: What climbs.}\n    front: card-divider\n    back: card-divider\n";
    let tool = Tool::with_game(deck);
    let said = tool.run("print ./game --cut-files svg").succeeds();
    let cut = tool.path().join("output/game/game-a4-cut-2.svg");
    let svg = std::fs::read_to_string(cut).unwrap_or_else(|error| panic!("{error}: {}", said.stdout()));
    assert_eq!(svg.matches("Z\"/>").count(), 2, "{svg}");
    tool.run("check ./game --strict").succeeds();
}

#[test]
fn every_side_of_every_copy_is_a_page_for_print_shops() {
    let deck = "  deck: {kind: cards, size: mini, rows: [{id: a, qty: 2}, {id: b}, {id: c, qty: 0}], front: card-back, back: card-back}\n  coins: {kind: tokens, shape: round, size: 20mm, front: token}\n";
    let tool = Tool::with_game(deck);
    tool.run("export ./game --to pdf").says("2 files in output/game/pdf\n");
    let page_boxes = |name: &str| {
        let pdf = lopdf::Document::load(tool.path().join("output/game/pdf").join(name)).unwrap();
        let pages: Vec<lopdf::ObjectId> = pdf.get_pages().into_values().collect();
        let numbers = |page: &lopdf::ObjectId, name: &[u8]| -> Vec<f32> {
            let read = pdf.get_dictionary(*page).unwrap().get(name).unwrap().as_array().unwrap();
            read.iter().map(|number| (number.as_float().unwrap() / 72.0 * 25.4 * 10.0).round() / 10.0).collect()
        };
        pages.iter().map(|page| (numbers(page, b"MediaBox"), numbers(page, b"TrimBox"))).collect::<Vec<_>>()
    };
    let deck = page_boxes("deck.pdf");
    assert_eq!(deck.len(), 6, "three cards with their backs");
    assert!(deck.iter().all(|boxes| *boxes == (vec![0.0, 0.0, 50.0, 74.0], vec![3.0, 3.0, 47.0, 71.0])), "{deck:?}");
    assert_eq!(page_boxes("coins.pdf"), [(vec![0.0, 0.0, 23.0, 23.0], vec![1.5, 1.5, 21.5, 21.5])]);
}
