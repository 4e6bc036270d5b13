//! What prints, but probably not as meant: each blemish alone, told word for word, and allowed.

use crate::support::Tool;
use tablewright::inside::diag::Diagnostics;
use tablewright::inside::impose::impose;
use tablewright::inside::layout::{Fonts, Studio};
use tablewright::inside::lint::{Subject, lint};
use tablewright::inside::load::{WithTemplates, load_game};
use tablewright::inside::model::{Lint, MemoryAssets, Paper, PrintLayout};

/// Cards drawn by this SVG, with these lines in their component.
fn deck(svg: &str, lines: &str) -> Tool {
    let picture = checks();
    Tool::with_game(&format!("  deck:\n    kind: cards\n    front: faces/a.svg\n{lines}"))
        .file("game/faces/a.svg", drawing(svg))
        .file("game/checks.png", picture)
        .file(
            "game/dot.svg",
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><circle cx='4.5' cy='4.5' r='4.5' fill='#222'/></svg>",
        )
}

fn drawing(svg: &str) -> String {
    format!("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 63.5 88.9'>{svg}</svg>")
}

/// Twenty pixels across and down, black and white.
fn checks() -> Vec<u8> {
    let pixels: Vec<u8> = (0..400_u32).map(|n| if (n / 20 + n) % 2 == 0 { 0 } else { 255 }).collect();
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, 20, 20);
    encoder.set_color(png::ColorType::Grayscale);
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(&pixels).unwrap();
    writer.finish().unwrap();
    bytes
}

/// Everything said about the game on A4, as severity and message.
fn told(tool: &Tool) -> Vec<(String, String)> {
    let said = tool.run("check ./game --paper a4 --json").succeeds().stdout();
    let report: serde_json::Value = serde_json::from_str(&said).unwrap();
    let text = |problem: &serde_json::Value, key: &str| problem[key].as_str().unwrap().to_owned();
    report["problems"].as_array().unwrap().iter().map(|p| (text(p, "severity"), text(p, "message"))).collect()
}

/// This and nothing else is said, and nothing once it is allowed.
#[track_caller]
fn only(svg: &str, lines: &str, name: &str, message: &str) {
    let found = told(&deck(svg, lines));
    assert_eq!(found, [("warning".to_owned(), message.to_owned())]);
    assert_eq!(told(&deck(svg, &format!("{lines}    allow: {{{name}: on purpose}}\n"))), []);
}

#[track_caller]
fn nothing(svg: &str, lines: &str) {
    assert_eq!(told(&deck(svg, lines)), []);
}

fn text(at: &str, more: &str) -> String {
    format!("<rect data-text='Some words' {more} {at} width='50' height='9'/>")
}

const IN_THE_MIDDLE: &str = "x='8' y='30'";

#[test]
fn small_text() {
    only(
        &text(IN_THE_MIDDLE, "data-size='5pt'"),
        "",
        "small-text",
        "`Some words` on the front of `deck` is set in 5.0 pt, and 6 pt is the least",
    );
    only(
        &format!("<g transform='scale(0.5)'>{}</g>", text("x='20' y='40'", "data-size='10pt'")),
        "",
        "small-text",
        "`Some words` on the front of `deck` is set in 5.0 pt, and 6 pt is the least",
    );
    nothing(&text(IN_THE_MIDDLE, "data-size='6pt'"), "");
}

#[test]
fn pale_text() {
    let message =
        "`Some words` on the front of `deck` has a contrast of 2.8:1 to what lies under it, and 4.5:1 is the least";
    only(&text(IN_THE_MIDDLE, "data-colour='#999999'"), "", "contrast", message);
    let dark = "<rect x='-3' y='-3' width='70' height='95' fill='#222'/>";
    only(
        &(dark.to_owned() + &text(IN_THE_MIDDLE, "data-colour='#555555'")),
        "",
        "contrast",
        "`Some words` on the front of `deck` has a contrast of 2.1:1 to what lies under it, and 4.5:1 is the least",
    );
    nothing(&(dark.to_owned() + &text(IN_THE_MIDDLE, "data-colour='#DDDDDD'")), "");
    // Large text may be paler, and a spot under a letter or two is no ground.
    nothing(&text(IN_THE_MIDDLE, "data-colour='#808080' data-size='18pt'"), "");
    let spot = "<rect x='10' y='30' width='2' height='5' fill='#222'/>";
    nothing(&(spot.to_owned() + &text(IN_THE_MIDDLE, "data-colour='#333333'")), "");
}

#[test]
fn coarse_pictures() {
    only(
        "<rect data-image='checks.png' x='10' y='20' width='25.4' height='25.4'/>",
        "",
        "image-resolution",
        "`checks.png` on the front of `deck` is printed at 20 dots per inch, and 200 is the least",
    );
    nothing("<rect data-image='checks.png' x='10' y='20' width='2.5' height='2.5'/>", "");
}

#[test]
fn things_near_the_cut() {
    only(
        &text("x='1' y='30'", ""),
        "",
        "safe-zone",
        "`Some words` on the front of `deck` is 1.0 mm from the cut, and `safe` is 3 mm",
    );
    only(
        "<rect data-image='dot.svg' x='57.5' y='20' width='5' height='5'/>",
        "",
        "safe-zone",
        "`dot.svg` on the front of `deck` is 1.0 mm from the cut, and `safe` is 3 mm",
    );
    only(
        &text("x='-2' y='30'", ""),
        "",
        "safe-zone",
        "`Some words` on the front of `deck` runs over the cut, and `safe` is 3 mm",
    );
    nothing(&text("x='1' y='30'", ""), "    safe: 1mm\n");
    // A picture that runs over the cut is meant to.
    nothing("<rect data-image='dot.svg' x='-5' y='20' width='10' height='10'/>", "");
}

#[test]
fn round_pieces_have_a_round_safe_zone() {
    let token = |at: &str| {
        let tool = Tool::with_game(
            "  deck: {kind: tokens, shape: round, size: 40mm, bleed: 2mm, safe: 2mm, front: faces/a.svg}\n",
        );
        let svg = format!(
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 40'><rect data-image='dot.svg' {at} width='5' height='5'/></svg>"
        );
        let dot = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><path d='M0 0H9V9H0Z' fill='#222'/></svg>";
        told(&tool.file("game/faces/a.svg", svg).file("game/dot.svg", dot))
    };
    let message = "`dot.svg` on the front of `deck` is 1.0 mm from the cut, and `safe` is 2 mm".to_owned();
    assert_eq!(token("x='6.565' y='6.565'"), [("warning".to_owned(), message)]);
    assert_eq!(token("x='9' y='9'"), []);
}

#[test]
fn art_that_ends_at_the_cut() {
    only(
        "<rect width='63.5' height='88.9' fill='#A33'/>",
        "",
        "bleed",
        "the art on the front of `deck` ends before its bleed of 3 mm along 274 mm of the cut: a slip of the knife leaves bare paper",
    );
    nothing("<rect x='-3' y='-3' width='69.5' height='94.9' fill='#A33'/>", "");
    nothing("<rect width='63.5' height='88.9' fill='#A33'/>", "    bleed: 0\n");
    nothing("<rect x='6' y='6' width='50' height='70' fill='#A33'/>", "");
    // With little ink there are lines at the cut, and bare paper between them.
    let lines = deck("<path d='M-3 20H63.5M-3 40H63.5M-3 44H63.5M0 60H63.5' stroke='#A33' stroke-width='2'/>", "");
    let warned = |ink: &str| {
        let said = lines.run(&format!("print ./game --ink {ink}")).succeeds().stderr();
        said.contains("warning[bleed]")
    };
    assert_eq!(["full", "low", "mono"].map(warned), [true, false, false]);
}

/// What is told about a piece that is folded, with this drawing on each of its sides.
fn folded(component: &str, svg: &str) -> Vec<(String, String)> {
    let deck = "  deck: {kind: cards, qty: 54, front: card-back}\n";
    let tool = Tool::with_game(&format!("{deck}  piece: {{{component}, front: faces/a.svg}}\n"));
    let head = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {{ face.width }} {{ face.height }}'>";
    told(&tool.file("game/faces/a.svg", format!("{head}{svg}</svg>")))
}

#[test]
fn nets_are_cut_along_their_own_line() {
    let flood = "<rect x='-99' y='-99' width='400' height='400' fill='#A33'/>";
    let to_the_edge = "<rect x='-.01' y='-.01' width='20.02' height='20.02' fill='#A33'/>";
    for sides in [4, 6, 8, 10, 12, 20] {
        assert_eq!(folded(&format!("kind: die, sides: {sides}"), flood), []);
    }
    for side in ["", "side: faces/a.svg, "] {
        assert_eq!(folded(&format!("kind: tuckbox, {side}for: deck"), flood), []);
    }
    // Seven of its edges are neither folded nor have a tab, and their ends are not looked at.
    let told = folded("kind: die, sides: 6", to_the_edge);
    let [(severity, message)] = &told[..] else { panic!("{told:?}") };
    assert_eq!(severity, "warning");
    assert!(message.starts_with("the art on the front of `piece` ends before its bleed of 1 mm along "), "{message}");
}

#[test]
fn sides_of_a_net_are_looked_into() {
    let message =
        "`Some words` on the front of `piece` has a contrast of 2.8:1 to what lies under it, and 4.5:1 is the least";
    let pale = "<rect data-text='Some words' data-colour='#999999' x='4' y='4' width='25' height='9'/>";
    assert_eq!(folded("kind: die, sides: 6, edge: 40mm", pale), [("warning".to_owned(), message.to_owned())]);
    let message = "`Some words` on the front of `piece` is 0.5 mm from the cut, and `safe` is 1 mm";
    let near = "<rect data-text='Some words' x='.5' y='14' width='25' height='9'/>";
    assert_eq!(folded("kind: die, sides: 6, edge: 40mm", near), [("warning".to_owned(), message.to_owned())]);
}

#[test]
fn frames_near_the_cut() {
    let frame = |inset: f32| {
        let (w, h) = (63.5 - inset * 2.0, 88.9 - inset * 2.0);
        format!(
            "<rect x='{inset}' y='{inset}' width='{w}' height='{h}' rx='2' fill='none' stroke='#222' stroke-width='.3'/>"
        )
    };
    only(
        &frame(1.5),
        "",
        "frame",
        "a frame on the front of `deck` is 1.5 mm from the cut, and 3 mm is the least: every slip of the knife shows",
    );
    nothing(&frame(3.0), "");
    nothing(&frame(1.5), "    safe: 1.5mm\n");
    nothing("<rect x='1.5' y='1.5' width='60.5' height='85.9' fill='#FFF'/>", "");
    // A line near one side is no frame.
    nothing("<path d='M5 1.5H58' stroke='#222' stroke-width='.3'/>", "");
}

fn coloured(red: &str, green: &str, head: &str) -> Tool {
    Tool::new()
        .file(
            "game/game.yaml",
            format!(
                "title: T\npalette: {{red: \"{red}\", green: \"{green}\"}}\n{head}components:\n  deck:\n    kind: cards\n    \
                 front: faces/a.svg\n    rows: [{{id: a, suit: red}}, {{id: b, suit: green}}]\n"
            ),
        )
        .file("game/faces/a.svg", drawing("<rect x='20' y='20' width='9' height='9' fill='{{ palette[suit] }}'/>"))
}

#[test]
fn colours_for_all_eyes() {
    let warning = |message: &str| [("warning".to_owned(), message.to_owned())];
    let blind = "colours of the column `suit` of `deck` look alike to colour-blind eyes, and 0.07 apart is the least: \
                 `red` and `green` to protan eyes (0.02 apart)";
    assert_eq!(told(&coloured("#C03000", "#505000", "")), warning(blind));
    assert_eq!(told(&coloured("#C03000", "#505000", "allow: {colour-blind: there is a letter}\n")), []);
    let grey = "colours of the column `suit` of `deck` are one grey without their colour, and 8 % lighter is the least: \
                `red` and `green` (1 %)";
    assert_eq!(told(&coloured("#E69F00", "#56B4E9", "")), warning(grey));
    assert_eq!(told(&coloured("#E69F00", "#56B4E9", "allow: {grey: there is a letter}\n")), []);
    assert_eq!(told(&coloured("#802000", "#56B4E9", "")), []);
}

#[test]
fn a_colour_code_is_told_once_for_the_game() {
    let tool = coloured("#E69F00", "#56B4E9", "colour codes: {teams: [red, green]}\n");
    let message = "colours of the colour code `teams` are one grey without their colour, and 8 % lighter is the least: \
                   `red` and `green` (1 %)";
    assert_eq!(told(&tool), [("warning".to_owned(), message.to_owned())]);
    coloured("#E69F00", "#56B4E9", "colour codes: {teams: [red, gren]}\n").run("check ./game").refuses(&[
        "`gren` is not a colour of this game",
        "did you mean `green`?",
        "game.yaml:3:29",
    ]);
    coloured("#E69F00", "#56B4E9", "colour codes: {teams: red}\n")
        .run("check ./game")
        .refuses(&["`teams` must be a list of colours, not a text"]);
}

#[test]
fn pictures_in_which_nothing_is_seen() {
    for inside in ["", "<rect x='50' width='30' height='20'/>", "<rect width='9' height='9' visibility='hidden'/>"] {
        let svg = format!("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 40'>{inside}</svg>");
        let body = "<rect data-image='art/a.svg' x='20' y='10' width='20' height='20'/>";
        let said = deck(body, "").file("game/art/a.svg", svg).run("check ./game").succeeds().stderr();
        let told = "warning[empty-picture]: nothing is seen of `art/a.svg` on the front of `deck`\n";
        assert!(said.starts_with(told), "{said}");
    }
}

#[test]
fn almost_empty_sheets() {
    only(
        "",
        "    qty: 9\n",
        "empty-page",
        "9 pieces of `deck` take 2 sheets of A4, and the last one holds 1 piece where there is room for 8",
    );
    nothing("", "    qty: 8\n");
    nothing("", "    qty: 10\n");
    let said = deck("", "    qty: 9\n").run("check ./game --paper a4").succeeds();
    assert!(said.stderr().contains("= help: 1 fewer would save a sheet"), "{}", said.stderr());
}

#[test]
fn a_blemish_has_its_place_a_hint_and_the_pieces() {
    let rows = "    rows: [{id: a, size: 5pt}, {id: b, size: 9pt}, {id: c, size: 5.5pt}]\n";
    let tool = deck(&text(IN_THE_MIDDLE, "data-size='{{ size }}'"), rows);
    let said = tool.run("check ./game").succeeds();
    assert_eq!(said.stdout(), "./game: it prints, with 1 warning\n");
    assert_eq!(
        said.stderr(),
        r#"warning[small-text]: `Some words` on the front of `deck` is set in 5.0 pt, and 6 pt is the least: `a`, `c`
 --> ./game/game.yaml:6:12
  |
6 |     front: faces/a.svg
  |            ^^^^^^^^^^^
  |
  = help: make it larger, or leave something out
  = help: if it is meant, say why: `allow: {small-text: "..."}`

1 warning
"#
    );
}

#[test]
fn strict_makes_errors_of_warnings() {
    let tool = deck(&text(IN_THE_MIDDLE, "data-size='5pt'"), "");
    for verb in ["check", "print"] {
        tool.run(&format!("{verb} ./game --strict")).refuses(&["error[small-text]: `Some words`", "1 error"]);
    }
    let said = tool.run("print ./game").succeeds().stderr();
    assert!(said.contains("warning[small-text]: `Some words`"), "{said}");
}

#[test]
fn what_is_allowed_needs_a_name_and_a_reason() {
    let allow = |allow: &str| deck("", &format!("    allow: {{{allow}}}\n")).run("check ./game");
    allow("contrats: x").refuses(&["there is nothing called `contrats` to allow", "did you mean `contrast`?"]);
    allow("contrast: \" \"").refuses(&["allowing `contrast` needs a reason", "game.yaml:7:13"]);
    let said = allow("contrast: pale on purpose").succeeds();
    assert_eq!(said.stdout(), "./game: nothing is wrong\n");
    assert!(said.stderr().contains("note: allowing `contrast` hides nothing any more"), "{}", said.stderr());
    let little = deck("", "    allow: {contrast: pale on purpose}\n").run("check ./game --ink low").succeeds();
    assert_eq!(little.stderr(), "", "it may hide something with full ink");
}

/// A game with every blemish there is, where these are allowed; what is told, by name.
fn blemishes(allowed: &[Lint]) -> Vec<String> {
    let reasons: Vec<String> = allowed.iter().map(|lint| format!("{}: x", lint.name())).collect();
    let game = format!(
        "title: T\npalette: {{red: \"#A8382A\", green: \"#56703A\"}}\nallow: {{{}}}\ncomponents:\n  deck:\n    kind: cards\n    \
         front: faces/a.svg\n    rows: [{{id: a, suit: red, qty: 5}}, {{id: b, suit: green, qty: 4}}]\n",
        reasons.join(", ")
    );
    let svg = text("x='1' y='30'", "data-size='5pt' data-colour='#999999'")
        + "<rect data-image='checks.png' x='10' y='50' width='20' height='20'/>\
           <rect data-image='empty.svg' x='40' y='50' width='9' height='9'/>\
           <rect x='20' y='0' width='30' height='9' fill='#A33'/>\
           <rect data-holds='deck' x='30' y='74' width='5' height='4' fill='#222'/>\
           <rect x='1.5' y='1.5' width='60.5' height='85.9' fill='none' stroke='#222' stroke-width='.3'/>";
    let assets = WithTemplates(
        MemoryAssets::new()
            .with("game.yaml", game)
            .with("faces/a.svg", drawing(&svg))
            .with("checks.png", checks())
            .with("empty.svg", drawing("")),
    );
    let (game, mut found) = load_game(&assets, "t");
    let game = game.unwrap();
    let fonts = Fonts::load(&assets, &mut found);
    let laid = [Studio::new(&game, &assets, &fonts).lay_out(0, &mut found, &|| ())];
    let kits = [impose(&game, &laid, &PrintLayout::on(Paper::A4), &mut found)];
    assert_eq!(found.to_string(), Diagnostics::new().to_string());
    lint(&Subject { game: &game, laid: &laid, kits: &kits, fonts: &fonts, is_all: true, faces_a_side: 60 }, &mut found);
    found.iter().map(|diagnostic| diagnostic.name.unwrap().to_owned()).collect()
}

proptest::proptest! {
    #![proptest_config(proptest::test_runner::Config::with_cases(12))]
    #[test]
    fn allowing_hides_just_that(mask in 0_usize..8192) {
        let allowed = |lint: &Lint| mask >> Lint::ALL.iter().position(|known| known == lint).unwrap() & 1 == 1;
        // These need little ink, and a picture of millions of pixels.
        let is_here = |lint: &&Lint| !matches!(lint, Lint::LittleInk | Lint::FinePicture);
        let (hidden, told): (Vec<Lint>, Vec<Lint>) = Lint::ALL.iter().filter(is_here).partition(|lint| allowed(lint));
        let mut found = blemishes(&hidden);
        found.sort();
        let mut names: Vec<String> = told.iter().map(|lint| lint.name().to_owned()).collect();
        names.sort();
        proptest::prop_assert_eq!(found, names);
    }
}

/// A mat with one place that is drawn like this, and the pieces that may lie there.
fn mat(place: &str) -> Tool {
    let svg = format!(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 100 100'><g transform='translate(20 20)' fill='none' \
         stroke='#333'>{place}</g></svg>"
    );
    let token = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {{ face.width }} {{ face.height }}'>\
        <circle cx='5' cy='15' r='2' fill='#333'/></svg>";
    Tool::with_game(
        "  pad: {kind: mat, size: 100mm, bleed: 0mm, front: faces/mat.svg}\n\
         \x20 traps: {kind: tokens, shape: rectangle, size: 20mm x 30mm, bleed: 0mm, front: faces/token.svg}\n\
         \x20 figures: {kind: standee, size: 10mm x 30mm, bleed: 0mm, front: faces/token.svg}\n\
         \x20 rules: {kind: booklet, text: r.md, front: booklet-page}\n",
    )
    .file("game/faces/mat.svg", svg)
    .file("game/faces/token.svg", token)
    .file("game/r.md", "Words.\n")
}

#[test]
fn pieces_fit_their_places() {
    let place = |more: &str, width: f32, height: f32| format!("<rect {more} width='{width}' height='{height}'/>");
    let small = |size: &str, spare: &str| {
        let message = format!("a place for `traps` on the front of `pad` is {size}, and they are 20 x 30 mm{spare}");
        vec![("warning".to_owned(), message)]
    };
    let spare = ", and 1 mm to spare";
    assert_eq!(told(&mat(&place("data-holds='traps'", 20.5, 31.0))), small("20.5 x 31 mm", spare));
    // As it lies, turned by a quarter, and in a drawing that is larger or turned.
    assert_eq!(told(&mat(&place("data-holds='traps'", 21.0, 31.0))), []);
    assert_eq!(told(&mat(&place("data-holds='traps'", 31.0, 21.0))), []);
    assert_eq!(told(&mat(&place("data-holds='traps' transform='scale(2)'", 10.5, 15.5))), []);
    assert_eq!(
        told(&mat(&place("data-holds='traps' transform='rotate(30)'", 20.5, 31.0))),
        small("20.5 x 31 mm", spare)
    );
    // Whoever wants it tight says so.
    assert_eq!(told(&mat(&place("data-holds='traps' data-play='0mm'", 20.0, 30.0))), []);
    assert_eq!(told(&mat(&place("data-holds='traps' data-play='0mm'", 19.0, 30.0))), small("19 x 30 mm", ""));
    // Several may lie there, and a figure stands on its foot.
    assert_eq!(told(&mat(&place("data-holds='traps, figures'", 21.0, 31.0))), []);
    let figures =
        "a place for `figures` on the front of `pad` is 12 x 20 mm, and they are 10 x 20 mm, and 1 mm to spare";
    assert_eq!(told(&mat(&place("data-holds='figures'", 12.0, 20.0))), [("warning".to_owned(), figures.to_owned())]);
    // What has corners reaches further in a circle.
    let circle = |radius: f32| format!("<circle data-holds='traps' cx='30' cy='30' r='{radius}'/>");
    let round = "a round place for `traps` on the front of `pad` is 34 x 34 mm, and their corners are 36.1 mm apart, and 1 mm to spare";
    assert_eq!(told(&mat(&circle(17.0))), [("warning".to_owned(), round.to_owned())]);
    assert_eq!(told(&mat(&circle(18.6))), []);
}

#[test]
fn places_name_what_the_game_has() {
    let refused = |place: &str, parts: &[&str]| {
        mat(place).run("check ./game").refuses(parts);
    };
    let rect = "width='40' height='40'";
    refused(
        &format!("<rect data-holds='trasp' {rect}/>"),
        &["there is no component `trasp` for this place", "did you mean `traps`?", "faces/mat.svg:1:"],
    );
    refused(&format!("<rect data-holds='rules' {rect}/>"), &["`rules` is a booklet, and no place holds that"]);
    refused("<path data-holds='traps' d='M0 0h40v40z'/>", &["a `<path>` cannot be a place for pieces"]);
    refused(&format!("<rect data-holds='traps' stroke='none' {rect}/>"), &["the place for `traps` is not drawn"]);
    refused(&format!("<rect data-holds='traps' data-play='-1mm' {rect}/>"), &["`data-play` cannot be negative"]);
    refused(
        &format!("<defs><rect data-holds='traps' {rect}/></defs>"),
        &["`data-holds` has no effect inside a definition"],
    );
}

/// A board of two grounds, with these lines in its game.
fn board(meadow: &str, water: &str, lines: &str) -> Tool {
    let game = format!(
        "title: Small\nversion: \"1\"\npalette: {{grass: \"#88AA44\", river: \"#3366AA\"}}\n{lines}components:\n  \
         map: {{kind: board, board: board.yaml, front: board-classic}}\n"
    );
    let board = format!(
        "cell: 20mm\npicture: |\n  m w\nlegend:\n  m: {{terrain: meadow, {meadow}}}\n  w: {{terrain: water, {water}}}\n"
    );
    Tool::new().file("game/game.yaml", game).file("game/board.yaml", board)
}

#[test]
fn grounds_that_little_ink_makes_alike_are_named() {
    let plain = || board("colour: grass", "colour: river", "");
    plain().run("check ./game --paper a4").says("./game: nothing is wrong\n");
    for ink in ["low", "mono"] {
        plain().run(&format!("check ./game --paper a4 --ink {ink}")).fails(
            0,
            r#"
warning[little-ink]: grounds of `map` differ in nothing but colour, which is left out with little ink: `meadow`, `water`
 --> ./game/board.yaml:5:32
  |
5 |   m: {terrain: meadow, colour: grass}
  |                                ^^^^^
  |
  = help: give each a pattern (`patterns: {name of a colour: dots}` in `game.yaml`), an `art` or a `label`
  = help: if it is meant, say why: `allow: {little-ink: "..."}`

1 warning"#,
        );
    }
    for (meadow, water, lines) in [
        ("colour: grass, label: meadow", "colour: river", ""),
        ("colour: grass", "colour: river", "patterns: {grass: dots}\n"),
        ("colour: grass", "colour: grass", ""),
        ("colour: grass", "colour: river", "allow: {little-ink: pieces lie on all of them}\n"),
    ] {
        let tool = board(meadow, water, lines);
        tool.run("check ./game --paper a4 --ink low").says("./game: nothing is wrong\n");
    }
}

#[test]
fn a_picture_far_finer_than_paper_is_told_once() {
    let mut photo = Vec::new();
    let mut encoder = png::Encoder::new(&mut photo, 2_400, 2_000);
    encoder.set_color(png::ColorType::Grayscale);
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(&vec![90; 2_400 * 2_000]).unwrap();
    writer.finish().unwrap();
    let image = |width: u32| format!("<rect data-image='photo.png' x='5' y='5' width='{width}' height='{width}'/>");
    let tool = |width| deck(&image(width), "    rows: [{id: a}, {id: b}]\n").file("game/photo.png", &photo);
    tool(30).run("check ./game --paper a4").fails(
        0,
        r#"
warning[fine-picture]: `photo.png` has 2032 dots per inch where it is largest, 4.8 million pixels, and nobody sees more than 600
 --> ./game/game.yaml:4:3
  |
4 |   deck:
  |   ^^^^
  |
  = help: `--image-dpi 300`, or `image-dpi: 300` in a print job, gives pictures fewer pixels in the PDF
  = help: if it is meant, say why: `allow: {fine-picture: "..."}`

1 warning"#,
    );
    tool(30).run("check ./game --paper a4 --image-dpi 300").says("./game: nothing is wrong\n");
    // Where it is largest, it is as fine as it should be.
    let both =
        deck(&(image(30) + &image(52).replace("x='5' y='5'", "x='5' y='30'")), "").file("game/photo.png", &photo);
    assert!(both.run("check ./game --paper a4").stderr().contains("has 1172 dots per inch"));
}
