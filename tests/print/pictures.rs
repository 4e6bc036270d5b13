//! Pictures: cut at their frame, as large as they say, and in the PDF no larger than their files.

use lopdf::{Document, Stream};

use crate::support::Tool;
use crate::support::painted::{Painted, near};

/// Where the one card of the page lies.
const CARD: (f64, f64) = ((210.0 - 63.5) / 2.0, (297.0 - 88.9) / 2.0);

fn card(svg: &str) -> Tool {
    let game = "title: Small\nversion: \"1\"\nicons: {over: art/over.svg}\ncomponents:\n  \
                deck: {kind: cards, rows: [{id: one}], front: {template: faces/a.svg}}\n";
    Tool::new()
        .file("game/game.yaml", game)
        .file(
            "game/faces/a.svg",
            format!("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 63.5 88.9'>{svg}</svg>"),
        )
        .file("game/art/over.svg", drawing("viewBox='0 0 10 10'", "<rect x='-20' y='3' width='50' height='4'/>"))
}

fn drawing(frame: &str, inside: &str) -> String {
    format!("<svg xmlns='http://www.w3.org/2000/svg' {frame}>{inside}</svg>")
}

fn pdf(tool: &Tool) -> Vec<u8> {
    tool.run("print ./game").succeeds();
    std::fs::read(tool.path().join("output/game/game-a4.pdf")).expect("a PDF")
}

/// The dark stretches on a line of the one card, all in its millimetres.
fn across(pdf: &[u8], y: f64) -> Vec<(f64, f64)> {
    let all = Painted::page(pdf, 2, 300.0).across(CARD.1 + y);
    all.into_iter()
        .map(|(from, to)| (from - CARD.0, to - CARD.0))
        .filter(|(from, _)| (0.0..63.5).contains(from))
        .collect()
}

#[track_caller]
fn stretches(found: &[(f64, f64)], expected: &[(f64, f64)]) {
    assert_eq!(found.len(), expected.len(), "{found:?}");
    for (found, expected) in found.iter().zip(expected) {
        near(found.0, expected.0);
        near(found.1, expected.1);
    }
}

const OVER: &str = "<rect data-image='art/over.svg' x='20' y='10' width='20' height='20'/>\
    <rect data-image='art/over.svg' data-fit='cover' x='20' y='40' width='20' height='10'/>\
    <rect data-text=':over:' x='20' y='60' width='40' height='20' data-size='12' data-colour='black'/>";

#[test]
fn nothing_of_a_picture_is_seen_outside_its_frame() {
    let tool = card(OVER);
    let pdf = pdf(&tool);
    stretches(&across(&pdf, 20.0), &[(20.0, 40.0)]);
    stretches(&across(&pdf, 45.0), &[(20.0, 40.0)]);
    let icon = across(&pdf, 70.0);
    assert_eq!(icon.len(), 1, "{icon:?}");
    near(icon[0].0, 20.0);
    assert!(icon[0].1 < 50.0, "{icon:?}");
    for format in ["png", "svg"] {
        tool.run(&format!("export ./game --to {format}")).succeeds();
    }
    let file = |format: &str| std::fs::read(tool.path().join(format!("output/game/{format}/deck/one-front.{format}")));
    let svg = String::from_utf8(file("svg").expect("a face")).expect("text");
    assert_eq!(svg.matches("<g clip-path=").count(), 3, "{svg}");
    let mut reader = png::Decoder::new(std::io::Cursor::new(file("png").expect("a face"))).read_info().expect("a PNG");
    let mut pixels = vec![0; reader.output_buffer_size().expect("a size")];
    let frame = reader.next_frame(&mut pixels).expect("pixels");
    let (across, down) = (f64::from(frame.width) / 69.5, f64::from(frame.height) / 94.9);
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "inside the picture")]
    let alpha = |x: f64, y: f64| {
        let (x, y) = (((x + 3.0) * across) as usize, ((y + 3.0) * down) as usize);
        pixels[(y * frame.width as usize + x) * 4 + 3]
    };
    assert_eq!([15.0, 21.0, 39.0, 45.0].map(|x| alpha(x, 20.0)), [0, 255, 255, 0]);
}

#[test]
fn a_picture_that_asks_for_it_is_seen_outside_its_frame() {
    let bleeding = drawing("viewBox='0 0 10 10' overflow='visible'", "<rect x='-5' y='3' width='20' height='4'/>");
    let tool =
        card("<rect data-image='art/a.svg' x='20' y='10' width='20' height='20'/>").file("game/art/a.svg", bleeding);
    stretches(&across(&pdf(&tool), 20.0), &[(10.0, 50.0)]);
    tool.run("export ./game --to svg").succeeds();
    let svg = std::fs::read_to_string(tool.path().join("output/game/svg/deck/one-front.svg")).expect("a face");
    assert!(svg.contains("overflow=\"visible\"") && !svg.contains("clip-path"), "{svg}");
}

#[test]
fn a_picture_without_a_view_box_is_as_large_as_svg_says() {
    for (size, units) in [("60pt", 80.0), ("20mm", 20.0 * 96.0 / 25.4), ("1in", 96.0), ("50px", 50.0), ("50", 50.0)] {
        let inside = format!("<rect x='{}' width='{}' height='{units}'/>", units / 4.0, units / 2.0);
        let art = drawing(&format!("width='{size}' height='{size}'"), &inside);
        let tool =
            card("<rect data-image='art/a.svg' x='20' y='10' width='20' height='20'/>").file("game/art/a.svg", art);
        stretches(&across(&pdf(&tool), 20.0), &[(25.0, 35.0)]);
    }
    card("<rect data-image='art/a.svg' x='20' y='10' width='20' height='20'/>")
        .file("game/art/a.svg", drawing("width='100%' height='3em'", ""))
        .run("check ./game")
        .refuses(&[
            "error: a picture needs a `viewBox`",
            "help: or a `width` and a `height` in `px`, `mm`, `cm`, `in`, `pt` or `pc`",
        ]);
}

/// A PNG whose left half is dark and whose right half is light.
fn halves(
    kind: png::ColorType,
    depth: png::BitDepth,
    row: &[u8],
    palette: Option<&[u8]>,
    rare: Option<&[u8]>,
) -> Vec<u8> {
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, 8, 8);
    encoder.set_color(kind);
    encoder.set_depth(depth);
    if let Some(palette) = palette {
        encoder.set_palette(palette);
    }
    if let Some(rare) = rare {
        encoder.set_trns(rare);
    }
    let mut writer = encoder.write_header().expect("a header");
    writer.write_image_data(&row.repeat(8)).expect("pixels");
    writer.finish().expect("an end");
    file
}

/// The one picture of a printed card, and the dark stretches where it lies.
fn printed(file: &[u8]) -> (Stream, Vec<(f64, f64)>) {
    let tool = card("<rect data-image='art/a.png' x='20' y='10' width='20' height='20'/>").file("game/art/a.png", file);
    let pdf = pdf(&tool);
    let document = Document::load_mem(&pdf).expect("a PDF");
    let is_picture = |stream: &&Stream| stream.dict.get(b"Width").is_ok() && stream.dict.get(b"ColorSpace").is_ok();
    let pictures = document.objects.values().filter_map(|object| object.as_stream().ok()).filter(is_picture);
    let mut pictures: Vec<Stream> = pictures.cloned().collect();
    pictures.sort_by_key(|picture| !picture.dict.has(b"SMask"));
    (pictures.swap_remove(0), across(&pdf, 20.0))
}

#[test]
fn a_png_that_is_not_changed_goes_into_the_pdf_as_it_is() {
    use png::{BitDepth, ColorType};
    let dark_and_light = |dark: &[u8], light: &[u8]| [dark.repeat(4), light.repeat(4)].concat();
    let palette = [0, 0, 0, 255, 255, 255];
    let files = [
        halves(ColorType::Grayscale, BitDepth::Eight, &dark_and_light(&[0], &[255]), None, None),
        halves(ColorType::Grayscale, BitDepth::One, &[0b0000_1111], None, None),
        halves(ColorType::Rgb, BitDepth::Eight, &dark_and_light(&[0; 3], &[255; 3]), None, None),
        halves(ColorType::Indexed, BitDepth::Eight, &dark_and_light(&[0], &[1]), Some(&palette), None),
        halves(ColorType::Indexed, BitDepth::Two, &[0, 0b0101_0101], Some(&palette), None),
        halves(ColorType::Indexed, BitDepth::Eight, &dark_and_light(&[0], &[1]), Some(&palette), Some(&[255, 0])),
    ];
    for file in files {
        let (picture, dark) = printed(&file);
        let mut data = file.windows(4).enumerate().filter(|(_, name)| *name == b"IDAT").map(|(at, _)| at);
        let at = data.next().expect("pixels");
        let length = u32::from_be_bytes(file[at - 4..at].try_into().expect("a length")) as usize;
        assert_eq!(picture.content, file[at + 4..at + 4 + length], "the packed pixels of the file");
        stretches(&dark, &[(20.0, 30.0)]);
    }
}

/// The kind of colours; that of a list is that it is one.
fn colours_of(picture: &Stream) -> &[u8] {
    let colours = picture.dict.get(b"ColorSpace").expect("colours");
    let kind = colours.as_array().map_or(colours, |list| &list[0]);
    kind.as_name().expect("a kind of colours")
}

#[test]
fn what_is_seen_through_becomes_a_mask() {
    use png::{BitDepth, ColorType};
    let row = [[0, 0, 0, 255].repeat(4), [90, 0, 9, 0].repeat(4)].concat();
    let (picture, dark) = printed(&halves(ColorType::Rgba, BitDepth::Eight, &row, None, None));
    assert!(picture.dict.has(b"SMask"));
    assert_eq!(colours_of(&picture), b"Indexed", "two colours are a list");
    stretches(&dark, &[(20.0, 30.0)]);
    let row = [[0, 255].repeat(4), [0, 0].repeat(4)].concat();
    let (picture, dark) = printed(&halves(ColorType::GrayscaleAlpha, BitDepth::Eight, &row, None, None));
    assert_eq!(colours_of(&picture), b"DeviceGray");
    stretches(&dark, &[(20.0, 30.0)]);
    let row = [[0; 8], [255; 8]].concat();
    let (_, dark) = printed(&halves(ColorType::Grayscale, BitDepth::Sixteen, &row, None, None));
    stretches(&dark, &[(20.0, 30.0)]);
}

#[test]
fn what_drawing_programs_write_is_read_or_told() {
    let picture = |svg: String| {
        card("<rect data-image='art/a.svg' x='20' y='10' width='20' height='20'/>").file("game/art/a.svg", svg)
    };
    let bleeding = "<rect data-name='Layer 1' x='-5' y='3' width='20' height='4'/>";
    let tool = picture(drawing("viewBox='0 0 10 10' style='overflow:visible' data-name='Art'", bleeding));
    stretches(&across(&pdf(&tool), 20.0), &[(10.0, 50.0)]);
    // A point is 4/3 units in SVG.
    let marker = "<rect width='3.75pt' height='10' style='stroke-width:1pt'/>";
    stretches(&across(&pdf(&picture(drawing("viewBox='0 0 10 10'", marker))), 20.0), &[(20.0, 30.0)]);
    let styled =
        "<style>rect:nth-child(2) {fill: red} @media print {rect {fill: red}}</style><rect width='9' height='9'/>";
    let said = picture(drawing("viewBox='0 0 10 10'", styled)).run("check ./game").succeeds().stderr();
    assert!(said.contains("warning: a rule for `:nth-child` in a `<style>` has no effect\n --> ./game/art/a.svg:1:"));
    assert!(said.contains("warning: `@media` in a `<style>` has no effect\n --> ./game/art/a.svg:1:"), "{said}");
}
