//! What designers' files ask for beside tables: lists that are read from the right, pictures in other colours than those of
//! screens, names of boards at some of its sides, new pages and footnotes of booklets, long lists of parts.

use std::path::Path;

use lopdf::Document;
use tablewright::inside::diag::Diagnostics;
use tablewright::inside::layout::face::{GlyphRun, Layer};
use tablewright::inside::layout::{Fonts, LaidComponent, Studio};
use tablewright::inside::load::{WithTemplates, load_game};
use tablewright::inside::model::MemoryAssets;

use crate::support::{Tool, names_in};

/// The first component of a game with these files.
fn laid(components: &str, files: &[(&str, &str)]) -> LaidComponent {
    let assets = files.iter().fold(MemoryAssets::new(), |assets, (path, text)| assets.with(path, *text));
    let assets = WithTemplates(assets.with("game.yaml", format!("title: T\ncomponents:\n{components}")));
    let (game, mut found) = load_game(&assets, "t");
    assert!(!found.has_errors(), "{found}");
    let fonts = Fonts::load(&assets, &mut found);
    Studio::new(&game.expect("a game"), &assets, &fonts).lay_out(0, &mut Diagnostics::new(), &|| ())
}

fn runs(layers: &[Layer]) -> Vec<&GlyphRun> {
    let mut all = Vec::new();
    for layer in layers {
        match layer {
            Layer::Glyphs(run) => all.push(run),
            Layer::Art { slots, .. } => all.extend(slots.iter().flat_map(|layers| runs(layers))),
            Layer::Spoken { layers, .. } => all.extend(runs(layers)),
            _ => {}
        }
    }
    all
}

const CARD: &str = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 63.5 88.9'>\
    <rect data-text='{{ text }}' x='8' y='8' width='47' height='70'/></svg>";

#[test]
fn lists_that_are_read_from_the_right_have_their_dots_there() {
    let card = |text: &str| {
        let game = format!("  deck: {{kind: cards, front: {{template: c.svg}}, rows: [{{text: \"{text}\"}}]}}\n");
        let deck = laid(&game, &[("c.svg", CARD)]);
        let face = &deck.pieces[0].front;
        let runs = runs(&face.layers);
        let dot = runs.iter().find(|run| run.text.contains('•')).expect("a dot");
        let words = runs.iter().find(|run| !run.text.contains('•')).expect("words");
        let (from, to) = (words.origin.0, words.origin.0 + words.advance);
        (dot.origin.0, dot.origin.0 + dot.advance, from, to)
    };
    let (.., dot_to, words_from, _) = card("- one");
    assert!(dot_to < words_from);
    let (dot_from, dot_to, _, words_to) = card("- עצם ראשון");
    assert!(words_to < dot_from && dot_to <= 55.01, "{words_to} {dot_from} {dot_to}");
}

/// A grey picture whose numbers are light itself.
fn light() -> Vec<u8> {
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, 8, 8);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_source_gamma(png::ScaledFloat::new(1.0));
    let mut writer = encoder.write_header().expect("a picture");
    writer.write_image_data(&[128; 8 * 8 * 3]).expect("pixels");
    writer.finish().expect("a picture");
    file
}

#[test]
fn a_picture_with_another_gamma_prints_in_the_colours_of_screens() {
    let front = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 20 20'><rect data-image='p.png' width='20' height='20'/></svg>";
    let tool =
        Tool::with_game("  t: {kind: tiles, size: 20mm, bleed: 0mm, rows: [{id: a}], front: {template: t.svg}}\n")
            .file("game/t.svg", front)
            .file("game/p.png", light());
    tool.run("export ./game --to png --dpi 100").succeeds();
    let file = std::fs::read(tool.path().join("output/game/png/t/a-front.png")).expect("a picture");
    let mut reader = png::Decoder::new(std::io::Cursor::new(file)).read_info().expect("a picture");
    let mut pixels = vec![0; reader.output_buffer_size().expect("a size")];
    let frame = reader.next_frame(&mut pixels).expect("pixels");
    let middle = (frame.height / 2 * frame.width + frame.width / 2) as usize * frame.color_type.samples();
    assert_eq!(pixels[middle], 188, "half of all light");
    // The PDF has no bytes of the file, which any reader would take for other colours.
    tool.run("print ./game").succeeds();
    let pdf = Document::load(tool.path().join("output/game/game-a4.pdf")).expect("a PDF");
    let is_picture = |stream: &&lopdf::Stream| {
        stream.dict.get(b"Subtype").is_ok_and(|kind| *kind == lopdf::Object::Name(b"Image".to_vec()))
    };
    let pictures: Vec<_> =
        pdf.objects.values().filter_map(|object| object.as_stream().ok()).filter(is_picture).collect();
    assert_eq!(pictures.len(), 1);
    let unpacked = pictures[0].decompressed_content().expect("pixels");
    let listed = match pictures[0].dict.get(b"ColorSpace").and_then(lopdf::Object::as_array) {
        Ok(space) => space.iter().filter_map(|part| part.as_str().ok()).flatten().copied().collect(),
        Err(_) => Vec::new(),
    };
    let numbers = [unpacked, listed].concat();
    assert!(numbers.contains(&188) && !numbers.contains(&128), "{numbers:?}");
}

#[test]
fn pixels_that_are_to_be_seen_are_squares() {
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, 2, 1);
    encoder.set_color(png::ColorType::Grayscale);
    let mut writer = encoder.write_header().expect("a picture");
    writer.write_image_data(&[0, 255]).expect("pixels");
    writer.finish().expect("a picture");
    let greys = |rendering: &str| {
        let front = format!(
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 20 10'><rect data-image='p.png' {rendering} width='20' height='10'/></svg>"
        );
        let tiles = "  t: {kind: tiles, size: 20mm x 10mm, bleed: 0mm, rows: [{id: a}], front: {template: t.svg}}\n";
        let tool = Tool::with_game(tiles).file("game/t.svg", front).file("game/p.png", &file);
        tool.run("export ./game --to png --dpi 100").succeeds();
        let file = std::fs::read(tool.path().join("output/game/png/t/a-front.png")).expect("a picture");
        let mut reader = png::Decoder::new(std::io::Cursor::new(file)).read_info().expect("a picture");
        let mut pixels = vec![0; reader.output_buffer_size().expect("a size")];
        let frame = reader.next_frame(&mut pixels).expect("pixels");
        let row = &pixels[(frame.height / 2) as usize * frame.line_size..][..frame.line_size];
        let greys = row.chunks_exact(frame.color_type.samples()).map(|pixel| pixel[0]);
        greys.filter(|grey| (30..225).contains(grey)).count()
    };
    assert!(greys("") > 8);
    assert!(greys("image-rendering='pixelated'") <= 1);
    assert!(greys("style='image-rendering: pixelated'") <= 1);
}

const BOARD: &str = "cell: 20mm\ncoordinates: SIDES\npicture: |\n  . .\n  . .\nlegend:\n  \".\": {terrain: field}\n";

#[test]
fn names_of_rows_and_columns_stand_at_the_sides_that_are_named() {
    let names = |sides: &str| {
        let board = BOARD.replace("SIDES", sides);
        let laid = laid("  map: {kind: board, board: b.yaml, front: board-classic}\n", &[("b.yaml", &board)]);
        let mut names: Vec<String> = runs(&laid.pieces[0].front.layers).iter().map(|run| run.text.clone()).collect();
        names.retain(|name| ["A", "B", "1", "2"].contains(&name.as_str()));
        names.sort();
        names.concat()
    };
    assert_eq!(names("true"), "1122AABB");
    assert_eq!(names("false"), "");
    assert_eq!(names("[top, left]"), "12AB");
    assert_eq!(names("bottom"), "AB");
    let game = "  map: {kind: board, board: b.yaml, front: board-classic}\n";
    Tool::with_game(game)
        .file("game/b.yaml", BOARD.replace("SIDES", "[top, lefft]"))
        .run("check ./game")
        .refuses(&["`coordinates` cannot be `lefft`", "`true`, `false`, or sides such as `[top, left]`"]);
    Tool::with_game(game)
        .file("game/b.yaml", BOARD.replace("SIDES", "[top]").replace("cell: 20mm", "cell: 20mm\nshape: pointy-hex"))
        .run("check ./game")
        .refuses(&["only squares have the names of their columns and rows at the sides of the board"]);
}

#[test]
fn pages_begin_where_a_booklet_says_so_and_footnotes_stay() {
    let text = "# One\n\nWords[^a].\n\n[page]\n\n## Two\n\nMore.\n\n[page]\n\n[page]\n\nEnd.\n\n[^a]: The foot.\n";
    let page = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 100 150'>\
        <rect data-flow='text' x='5' y='10' width='40' height='120'/><rect data-flow='text' x='55' y='10' width='40' height='120'/></svg>";
    let game = "  rules: {kind: booklet, size: 100mm x 150mm, text: r.md, front: {template: p.svg}}\n";
    let laid = laid(game, &[("r.md", text), ("p.svg", page)]);
    let pages: Vec<String> = laid
        .pieces
        .iter()
        .map(|page| runs(&page.front.layers).iter().map(|run| run.text.trim()).collect::<Vec<_>>().join(" "))
        .collect();
    assert_eq!(pages, ["One Words[1]. [1] The foot.", "Two More.", "End."]);
}

#[test]
fn a_long_list_of_parts_has_a_short_name() {
    let ids: Vec<String> = (10..40).map(|number| format!("component-{number}")).collect();
    let components: Vec<String> = ids.iter().map(|id| format!("  {id}: {{kind: cards, front: card-back}}\n")).collect();
    let tool = Tool::with_game(&components.concat());
    tool.run(&format!("print ./game --only {}", ids.join(","))).succeeds();
    let names = names_in(&tool.path().join("output/game"));
    let [_manifest, pdf] = &names[..] else { panic!("{names:?}") };
    assert!(
        pdf.len() < 140
            && Path::new(pdf).extension().is_some_and(|form| form == "pdf")
            && pdf.starts_with("game-component-10-component-11-")
            && pdf.contains("-more-"),
        "{pdf}"
    );
}

#[test]
fn a_picture_that_is_used_in_a_symbol_is_seen() {
    use base64::prelude::{BASE64_STANDARD, Engine as _};
    let symbol = format!(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 20 20'><symbol id='s' viewBox='0 0 1 1'><image width='1' height='1' href='data:image/png;base64,{}'/></symbol><use href='#s' width='20' height='20'/></svg>",
        BASE64_STANDARD.encode(light())
    );
    let front = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 20 20'><rect data-image='s.svg' width='20' height='20'/></svg>";
    let tool =
        Tool::with_game("  t: {kind: tiles, size: 20mm, bleed: 0mm, rows: [{id: a}], front: {template: t.svg}}\n")
            .file("game/t.svg", front)
            .file("game/s.svg", symbol);
    let told = tool.run("check ./game").succeeds().stderr();
    assert!(!told.contains("empty-picture"), "{told}");
}
