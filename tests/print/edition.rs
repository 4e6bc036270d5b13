//! The low-ink and black-ink editions: floods go, and whatever stood out still does.

use std::time::Instant;

use lopdf::Document;
use lopdf::content::Content;
use tablewright::inside::diag::Diagnostics;
use tablewright::inside::impose::impose;
use tablewright::inside::layout::{Fonts, Studio};
use tablewright::inside::load::{DiskAssets, WithTemplates, load_game};
use tablewright::inside::model::{Assets, Game, Ink, MemoryAssets, Paper, Pattern, PrintLayout};
use tablewright::inside::render::{PngSpeed, face_png, face_svg};

use crate::support::Tool;

/// A game of one mat of 60 x 40 mm with this drawing on its front and this one on its back.
fn game_of(front: &str, back: &str) -> WithTemplates<MemoryAssets> {
    let svg = |body: &str| format!("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 60 40'>{body}</svg>");
    let game = "title: T\npalette: {barn: '#A8382A', red: barn, bone: '#FBF5E4', ink: '#2A1F1B'}\npatterns: {red: stripes}\n\
                components:\n  mat: {kind: mat, size: 60mm x 40mm, bleed: 0, front: {template: faces/a.svg}, \
                back: {template: faces/b.svg}}\n";
    WithTemplates(
        MemoryAssets::new()
            .with("game.yaml", game)
            .with("art/dot.svg", svg("<rect width='60' height='40' fill='#A8382A'/>"))
            .with("faces/a.svg", svg(front))
            .with("faces/b.svg", svg(back)),
    )
}

/// Front and back of the first component, as SVG.
fn sides(assets: &dyn Assets, ink: Ink) -> (String, String) {
    let (game, mut found) = load_game(assets, "t");
    let mut game: Game = game.unwrap_or_else(|| panic!("{found}"));
    game.choose(ink);
    let fonts = Fonts::load(assets, &mut found);
    let laid = Studio::new(&game, assets, &fonts).lay_out(0, &mut found, &|| ());
    assert_eq!(found.to_string(), Diagnostics::new().to_string());
    let side = |face| face_svg(face, &fonts).expect("a drawing");
    (side(&laid.pieces[0].front), laid.pieces[0].back.as_deref().map(side).unwrap_or_default())
}

fn front(body: &str, ink: Ink) -> String {
    sides(&game_of(body, ""), ink).0
}

/// The paint of every path, as `fill stroke`.
fn paints(svg: &str) -> Vec<String> {
    let attribute = |element: &str, name: &str| {
        let value = element.split(&format!(" {name}=\"")).nth(1)?.split('"').next()?;
        Some(value.to_owned())
    };
    let paths = svg.split("<path").skip(1).map(|rest| rest.split("/>").next().unwrap_or(rest));
    let paint = |path: &str| {
        Some(format!("{} {}", attribute(path, "fill")?, attribute(path, "stroke").unwrap_or_else(|| "-".into())))
    };
    paths.filter_map(paint).collect()
}

/// What the only drawing in a picture of 60 x 40 units becomes, when it is placed on paper, 20 x 13.3 mm in size.
fn picture(attributes: &str, body: &str) -> Vec<String> {
    let svg = format!("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 60 40' {attributes}>{body}</svg>");
    let mut game = game_of("<image href='art/own.svg' x='20' y='13' width='20' height='13.3'/>", "");
    game.0 = game.0.with("art/own.svg", svg);
    paints(&sides(&game, Ink::Low).0)
}

#[test]
fn a_picture_that_fills_its_frame_or_runs_over_it_has_an_outline_where_the_card_is_not_cut() {
    let outlined = ["#FFFFFF -", "none #A8382A"];
    assert_eq!(picture("", "<rect width='60' height='40' fill='#A8382A'/>"), outlined);
    let over = "<path d='M-20 -10H80L70 50H-10Z' fill='#A8382A'/>";
    assert_eq!(picture("overflow='visible'", over), outlined);
    // Nothing cuts the line off at the frame.
    let mut game = game_of("<image href='art/own.svg' x='20' y='13' width='20' height='13.3'/>", "");
    let svg = format!("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 60 40' overflow='visible'>{over}</svg>");
    game.0 = game.0.with("art/own.svg", svg);
    assert!(!sides(&game, Ink::Low).0.contains("clipPath"));
    // Along the edge of the card it has none.
    let mut game = game_of("<image href='art/own.svg' x='0' y='0' width='60' height='40'/>", "");
    game.0 = game.0.with("art/own.svg", "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 60 40'>        <rect width='60' height='40' fill='#A8382A'/></svg>");
    assert_eq!(paints(&sides(&game, Ink::Low).0), ["#FFFFFF -"]);
}

/// The same where it covers a box, cut off at its edges, as the squares of a board are.
fn covering(body: &str) -> Vec<String> {
    let svg = format!("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 60 40'>{body}</svg>");
    let mut game =
        game_of("<rect data-image='art/own.svg' data-fit='cover' x='20' y='10' width='20' height='20'/>", "");
    game.0 = game.0.with("art/own.svg", svg);
    paints(&sides(&game, Ink::Low).0)
}

#[test]
fn a_ground_is_no_sign_and_what_lies_on_it_is_seen_as_before() {
    let ground = "<rect width='60' height='40' fill='#A8382A'/>";
    // Where it is cut off it has no line around it.
    assert_eq!(covering(ground), ["#FFFFFF -"]);
    // Pale stones on a pale lawn are all that is to be seen, with a line around the lawn or without.
    let lawn = "<rect width='60' height='40' fill='#F4F6EE'/><circle cx='30' cy='20' r='8' fill='#F0F8FF'/>";
    assert_eq!(covering(lawn), ["#FFFFFF -", "#FFFFFF -", "none #72767A"]);
    assert_eq!(picture("", lawn).last().map(String::as_str), Some("none #72767A"));
    // What shades a ground is no picture of its own.
    let tiles = "<rect width='60' height='40' fill='#EFE9DC'/><rect width='30' height='20' fill='#222' opacity='0.1'/>";
    assert_eq!(covering(tiles), ["#FFFFFF -"]);
    assert_eq!(picture("", tiles).iter().filter(|paint| paint.contains("#FFFFFF")).count(), 1);
}

#[test]
fn what_is_blended_with_bare_paper_or_is_all_there_is_does_not_vanish() {
    let blended = |x: u8, colour: &str| {
        format!("<g style='mix-blend-mode:multiply'><rect x='{x}' y='10' width='20' height='20' fill='{colour}'/></g>")
    };
    let both = blended(5, "#A8382A") + &blended(30, "#2A38A8");
    assert_eq!(picture("", &both), ["#FFFFFF -", "none #A8382A", "#FFFFFF -", "none #2A38A8"]);
    // What is blended with something shades it, and shading is left out.
    let shaded = "<rect x='5' y='5' width='50' height='30' fill='#A8382A'/>".to_owned() + &blended(20, "#888");
    assert_eq!(picture("", &shaded), ["#FFFFFF -", "none #A8382A"]);
    // A picture that is nothing but a tint shows something.
    assert_eq!(
        picture("", "<rect x='5' y='5' width='50' height='30' fill='#A8382A' opacity='0.4'/>"),
        ["#FFFFFF -", "none #A8382A"]
    );
}

const FLOOD: &str = "<rect x='10' y='10' width='30' height='20' fill='#A8382A'/>";

#[test]
fn a_flood_becomes_an_outline_in_its_colour() {
    assert_eq!(paints(&front(FLOOD, Ink::Low)), ["#FFFFFF -", "none #A8382A"]);
    assert_eq!(paints(&front(FLOOD, Ink::Mono)), ["#FFFFFF -", "none #000000"]);
    assert!(front(FLOOD, Ink::Full).contains(FLOOD.replace('\'', "\"").trim_end_matches("/>")));
}

#[test]
fn a_light_flood_is_outlined_in_a_darker_shade_and_paper_is_not() {
    let svg = front("<rect x='10' y='10' width='30' height='20' fill='#E0AE45'/>", Ink::Low);
    assert_eq!(paints(&svg), ["#FFFFFF -", "none #96742D"]);
    let svg = front("<rect x='10' y='10' width='30' height='20' fill='#FBF9F4'/>", Ink::Low);
    assert_eq!(paints(&svg), ["#FFFFFF -"]);
}

#[test]
fn what_reaches_every_edge_has_no_outline() {
    let svg = front("<rect x='-3' y='-3' width='66' height='46' fill='#A8382A'/>", Ink::Low);
    assert_eq!(paints(&svg), ["#FFFFFF -"]);
}

#[test]
fn a_gradient_is_a_flood_of_its_mean_colour() {
    let svg = front(
        "<linearGradient id='g'><stop offset='0' stop-color='#A00000'/><stop offset='1' stop-color='#400000'/>\
         </linearGradient><rect x='10' y='10' width='30' height='20' fill='url(#g)'/>",
        Ink::Low,
    );
    assert_eq!(paints(&svg), ["#FFFFFF -", "none #700000"]);
    assert!(!svg.contains("Gradient"));
}

#[test]
fn small_shapes_and_lines_stay() {
    let svg = front(
        "<circle cx='9' cy='9' r='0.6' fill='#A8382A'/><path fill='none' d='M9 20H50' stroke='#3F6B7D'/>",
        Ink::Low,
    );
    assert_eq!(paints(&svg), ["#A8382A -", "none #3F6B7D"]);
}

#[test]
fn how_large_a_shape_is_counts_in_print() {
    let picture = |width: &str| {
        front(&format!("<rect data-image='art/dot.svg' x='5' y='5' width='{width}' height='{width}'/>"), Ink::Low)
    };
    assert_eq!(paints(&picture("30")).last().unwrap(), "none #A8382A", "a surface of 30 mm");
    assert_eq!(paints(&picture("1")).last().unwrap(), "#A8382A -", "a speck of 1 mm");
}

#[test]
fn a_light_line_on_a_flood_takes_the_colour_of_the_flood() {
    let line = "<path fill='none' d='M12 20H38' stroke='#FBF5E4' stroke-width='0.5'/>";
    assert_eq!(paints(&front(&format!("{FLOOD}{line}"), Ink::Low)).last().unwrap(), "none #A8382A");
    assert_eq!(paints(&front(&format!("{FLOOD}{line}"), Ink::Mono)).last().unwrap(), "none #000000");
}

#[test]
fn a_white_sign_on_a_flood_is_drawn_in_lines() {
    let sign =
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><circle cx='4.5' cy='4.5' r='4' fill='#FFF'/></svg>";
    let assets = |of: MemoryAssets| {
        let body = format!("{FLOOD}<rect data-image='art/sign.svg' x='20' y='15' width='9' height='9'/>");
        let face = format!("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 60 40'>{body}</svg>");
        let game = "title: T\ncomponents:\n  mat: {kind: mat, size: 60mm x 40mm, bleed: 0, front: faces/a.svg}\n";
        WithTemplates(of.with("game.yaml", game).with("faces/a.svg", face))
    };
    let svg = sides(&assets(MemoryAssets::new().with("art/sign.svg", sign)), Ink::Low).0;
    assert_eq!(paints(&svg), ["#FFFFFF -", "none #A8382A", "#FFFFFF -", "none #000000"]);
    // White in a picture with other colours is its paper.
    let two = sign.replace("</svg>", "<circle cx='4.5' cy='4.5' r='2' fill='#A8382A'/></svg>");
    let svg = sides(&assets(MemoryAssets::new().with("art/sign.svg", two)), Ink::Low).0;
    assert!(!svg.contains("#000000"), "{svg}");
}

/// A mat of 60 x 40 mm with a picture in its middle, close to no edge.
fn pictured(picture: &str) -> WithTemplates<MemoryAssets> {
    let svg = format!("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 20 20'>{picture}</svg>");
    let face = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 60 40'>\
                <rect data-image='art/sign.svg' x='20' y='10' width='20' height='20'/></svg>";
    let game = "title: T\ncomponents:\n  mat: {kind: mat, size: 60mm x 40mm, bleed: 0, front: faces/a.svg}\n";
    WithTemplates(
        MemoryAssets::new().with("game.yaml", game).with("faces/a.svg", face).with("art/sign.svg", svg.as_bytes()),
    )
}

#[test]
fn light_colours_that_stand_out_from_each_other_still_do() {
    let drawn = |picture: &str, ink| paints(&sides(&pictured(picture), ink).0);
    let coin = "<circle cx='10' cy='10' r='9' fill='#FFFFE0'/><circle cx='10' cy='10' r='5' fill='#E0FFFF'/>";
    assert_eq!(drawn(coin, Ink::Low), ["#FFFFFF -", "none #000000", "#FFFFFF -", "none #6A7A7A"]);
    assert_eq!(drawn(coin, Ink::Mono), ["#FFFFFF -", "none #000000", "#FFFFFF -", "none #000000"]);
    // What is too small for a line around it is black and white.
    let dots = "<circle cx='10' cy='10' r='0.9' fill='#FFFFE0'/><circle cx='10' cy='10' r='0.4' fill='#E0FFFF'/>";
    for ink in [Ink::Low, Ink::Mono] {
        assert_eq!(drawn(dots, ink), ["#000000 -", "#FFFFFF -"]);
    }
    // Nobody sees these two at arm's length; but a picture shows something.
    let moon = "<rect width='20' height='20' fill='#FFFDF0'/><circle cx='10' cy='10' r='7' fill='#F0F8FF'/>";
    assert_eq!(drawn(moon, Ink::Low), ["#FFFFFF -", "none #7A7972", "#FFFFFF -", "none #72767A"]);
}

#[test]
fn a_picture_that_is_not_seen_is_too_close_to_no_edge() {
    let face = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 60 40'>\
                <rect width='60' height='40' fill='#222'/>\
                <rect data-image='art/sign.svg' x='1' y='1' width='20' height='20'/></svg>";
    let sign =
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 20 20'><rect width='20' height='20' fill='#FFF'/></svg>";
    let tool = Tool::with_game("  mat: {kind: mat, size: 60mm x 40mm, bleed: 0, front: faces/a.svg}\n")
        .file("game/faces/a.svg", face)
        .file("game/art/sign.svg", sign);
    let said = |ink: &str| tool.run(&format!("print ./game --ink {ink}")).succeeds().stderr();
    assert!(said("full").contains("`art/sign.svg` on the front of `mat` is 1.0 mm from the cut"), "{}", said("full"));
    assert!(!said("low").contains("art/sign.svg"), "{}", said("low"));
}

#[test]
fn light_on_a_dark_line_stays_light() {
    let rope = "<path fill='none' d='M9 20H50' stroke='#2A1F1B' stroke-width='1.4'/><path fill='none' d='M9 20H50' stroke='#FBF5E4' stroke-width='0.6'/>";
    assert_eq!(paints(&front(rope, Ink::Low)), ["none #2A1F1B", "none #FFFFFF"]);
    assert_eq!(paints(&front(rope, Ink::Mono)), ["none #000000", "none #FFFFFF"]);
}

#[test]
fn what_was_faint_stays_faint() {
    let faint = "<path fill='none' d='M12 20H38' stroke='#B04436' stroke-width='0.5'/>";
    let svg = front(&format!("{FLOOD}{faint}"), Ink::Low);
    let last = paints(&svg).last().unwrap().clone();
    let green = u8::from_str_radix(&last[8..10], 16).unwrap();
    assert!(green > 0xC0, "{last}");
}

#[test]
fn a_surface_asked_for_by_name_has_the_pattern_of_the_name() {
    let by_name = "<rect x='10' y='10' width='30' height='20' fill='{{ palette.red }}'/>";
    let svg = front(by_name, Ink::Low);
    assert_eq!(paints(&svg), ["#FFFFFF -", "none #A8382B", "none #A8382B"]);
    assert!(svg.contains("<clipPath id=\"edition-0-clip-1\">"));
    let barn = "<rect x='10' y='10' width='30' height='20' fill='{{ palette.barn }}'/>";
    assert!(!front(barn, Ink::Low).contains("clipPath"), "`barn` has the same figures and no pattern");
    assert_eq!(front(by_name, Ink::Full), front(barn, Ink::Full), "the full edition has one colour for both");
}

#[test]
fn a_tint_in_a_colour_with_a_pattern_keeps_the_pattern() {
    let tint = |colour: &str| {
        let rect = format!("<rect x='10' y='10' width='30' height='20' fill='{colour}' fill-opacity='0.2'/>");
        paints(&front(&rect, Ink::Low))
    };
    assert_eq!(tint("{{ palette.red }}"), ["#FFFFFF -", "none #A8382B"]);
    assert!(tint("#3F6B7D").is_empty(), "other tints are shading");
}

#[test]
fn on_backs_a_pattern_runs_along_the_edge_only() {
    let body = "<rect x='-3' y='-3' width='66' height='46' fill='{{ palette.red }}'/>";
    let (front, back) = sides(&game_of(body, body), Ink::Low);
    let clip = |svg: &str| svg.split("clipPath").nth(1).unwrap().matches(['L', 'M']).count();
    assert!(clip(&back) > clip(&front), "a band has an inside and an outside\n{back}");
}

#[test]
fn text_is_black_and_nothing_runs_through_it() {
    let body = format!("{FLOOD}<rect data-text='Barn' data-colour='bone' x='12' y='12' width='26' height='9'/>");
    for ink in [Ink::Low, Ink::Mono] {
        let svg = front(&body, ink);
        let text = svg.find("aria-label=\"Barn\"").unwrap();
        assert!(svg[..text].ends_with("<path fill=\"#000000\" "), "{svg}");
        let before = svg[..text].rfind("<rect").map(|at| &svg[at..text]).unwrap();
        assert!(before.contains("fill=\"#FFFFFF\""), "{before}");
    }
}

#[test]
fn slots_are_filled_where_they_were() {
    let body = format!(
        "{FLOOD}<g transform='translate(4 5) rotate(20)'><rect data-text='A' x='1' y='2' width='9' height='9'/></g>\
         <rect data-image='art/dot.svg' x='30' y='20' width='6' height='4'/>"
    );
    for ink in [Ink::Low, Ink::Mono] {
        let svg = front(&body, ink);
        assert!(!svg.contains("tablewright-slot"), "{svg}");
        assert!(svg.contains("aria-label=\"A\""));
        let matrix = svg.split("matrix(0.9396926").nth(1).expect("the turn of the group");
        assert!(matrix.find("aria-label=\"A\"").unwrap() > 0);
    }
}

/// Every colour that is written in figures.
fn colours(svg: &str) -> Vec<&str> {
    let marks = svg.match_indices("=\"#").map(|(at, _)| &svg[at + 3..]);
    marks.filter(|rest| rest.len() > 6 && rest.as_bytes()[6] == b'"').map(|rest| &rest[..6]).collect()
}

#[test]
fn black_ink_is_the_only_ink() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("components/zombie-rancher");
    let assets = WithTemplates(DiskAssets::new(root));
    let (game, mut found) = load_game(&assets, "zombie-rancher");
    let mut game = game.unwrap();
    game.choose(Ink::Mono);
    let fonts = Fonts::load(&assets, &mut found);
    let studio = Studio::new(&game, &assets, &fonts);
    for component in 0..game.components.len() {
        let laid = studio.lay_out(component, &mut found, &|| ());
        for piece in &laid.pieces {
            let svg = face_svg(&piece.front, &fonts).expect("a drawing");
            let other: Vec<&str> = colours(&svg).into_iter().filter(|c| !matches!(*c, "000000" | "FFFFFF")).collect();
            assert!(other.is_empty(), "{}: {other:?}", piece.front.id);
        }
    }
}

#[test]
fn the_pdf_of_the_black_edition_has_no_colour() {
    let tool = Tool::with_game(
        "  d: {kind: cards, qty: 3, front: {template: card-classic, title: A, text: \"**B** :coin:\", art: art/a.png}, back: card-back}\n",
    )
    .file("game/art/a.png", png());
    tool.run("print ./game --ink mono").succeeds();
    let document = Document::load(tool.path().join("output/game/game-a4-mono.pdf")).unwrap();
    let mut operators = 0;
    for object in document.objects.values() {
        let Ok(stream) = object.as_stream() else { continue };
        let is_image = stream.dict.get(b"Subtype").is_ok_and(|kind| kind.as_name().is_ok_and(|name| name == b"Image"));
        let Ok(bytes) = stream.decompressed_content() else { continue };
        if is_image {
            let grey = |pixel: &[u8]| pixel[0] == pixel[1] && pixel[1] == pixel[2];
            let colours = stream.dict.get(b"ColorSpace").and_then(|space| space.as_name());
            assert!(colours.is_ok_and(|name| name != b"DeviceRGB") || bytes.chunks_exact(3).all(grey));
            continue;
        }
        let Ok(content) = Content::decode(&bytes) else { continue };
        for operation in content.operations.iter().filter(|o| matches!(o.operator.as_str(), "rg" | "RG")) {
            operators += 1;
            let channels: Vec<f32> = operation.operands.iter().map(|o| o.as_float().unwrap()).collect();
            assert!(channels.windows(2).all(|pair| pair[0].to_bits() == pair[1].to_bits()), "{channels:?}");
        }
    }
    assert!(operators > 10, "the colours were found: {operators}");
}

/// A small picture in red and blue.
fn png() -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, 2, 1);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.write_header().unwrap().write_image_data(&[200, 0, 0, 0, 0, 200]).unwrap();
    bytes
}

/// How much of the face is ink, from 0 to 1.
fn ink_of(ink: Ink, component: &str) -> f64 {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("components/zombie-rancher");
    let assets = WithTemplates(DiskAssets::new(root));
    let (game, mut found) = load_game(&assets, "zombie-rancher");
    let mut game = game.unwrap();
    game.choose(ink);
    let fonts = Fonts::load(&assets, &mut found);
    let index = game.components.iter().position(|known| known.id == component).unwrap();
    let laid = Studio::new(&game, &assets, &fonts).lay_out(index, &mut found, &|| ());
    darkness(&face_png(&laid.pieces[0].front, &fonts, 60.0, PngSpeed::Fast).unwrap())
}

/// How dark a picture is on the whole, from 0 to 1.
fn darkness(picture: &[u8]) -> f64 {
    let mut reader = png::Decoder::new(std::io::Cursor::new(picture)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut pixels).unwrap();
    let light = |p: &[u8]| {
        let part = f64::from(p[3]) / 255.0;
        1.0 - part + part * (f64::from(p[0]) + f64::from(p[1]) + f64::from(p[2])) / 765.0
    };
    let sum: f64 = pixels.chunks_exact(4).map(light).sum();
    1.0 - sum / (pixels.len() / 4) as f64
}

#[test]
fn a_low_edition_takes_less_than_half_the_ink() {
    for component in ["ranch", "pens", "specialties", "traps-red"] {
        let (full, low) = (ink_of(Ink::Full, component), ink_of(Ink::Low, component));
        assert!(low < full / 2.0, "{component}: {low:.3} of {full:.3}");
        assert!(low > full / 20.0, "{component}: {low:.3} of {full:.3} shows nothing");
    }
}

#[test]
fn every_pattern_is_light() {
    for (word, _) in Pattern::ALL {
        let game = format!(
            "title: T\npatterns: {{accent: {word}}}\ncomponents:\n  mat: {{kind: mat, size: 40mm, bleed: 0, front: {{template: faces/a.svg}}}}\n"
        );
        let svg = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 40'><rect width='40' height='40' fill='{{ palette.accent }}'/></svg>";
        let assets = WithTemplates(MemoryAssets::new().with("game.yaml", game).with("faces/a.svg", svg));
        let (game, mut found) = load_game(&assets, "t");
        let mut game = game.unwrap();
        game.choose(Ink::Mono);
        let fonts = Fonts::load(&assets, &mut found);
        let laid = Studio::new(&game, &assets, &fonts).lay_out(0, &mut found, &|| ());
        let ink = darkness(&face_png(&laid.pieces[0].front, &fonts, 300.0, PngSpeed::Fast).unwrap());
        assert!((0.08..0.17).contains(&ink), "{word}: {ink:.3}");
    }
}

#[test]
fn anything_that_can_be_drawn_can_be_drawn_with_little_ink() {
    let zigzag: Vec<String> = (0..20_000).map(|n| format!("L{} {}", n % 60, (n * 7) % 40)).collect();
    let zigzag = zigzag.concat();
    let nested = format!(
        "{}<rect width='9' height='9'/>{}",
        "<g transform='rotate(7) scale(0.99)'>".repeat(150),
        "</g>".repeat(150)
    );
    let drawings = [
        String::new(),
        "<path d=''/><path d='M5 5'/><path d='M5 5Z' stroke='#000'/><rect width='0' height='5'/>".to_owned(),
        format!("<path d='M0 0{zigzag}Z' fill='#A8382A'/>"),
        nested,
        "<path d='M-3e4 -3e4L3e4 3e4L0 3e4Z'/><rect x='-3e4' y='-3e4' width='6e4' height='6e4' fill='#A8382A'/>".to_owned(),
        "<g transform='scale(0)'><rect width='9' height='9'/></g><g transform='scale(1e-20)'><rect width='9' height='9' fill='{{ palette.red }}'/></g>"
            .to_owned(),
        "<g transform='scale(4000)'><rect width='9' height='9' fill='{{ palette.red }}'/></g>".to_owned(),
        "<g transform='skewX(89.9)'><rect width='30' height='30' fill='{{ palette.red }}'/></g>".to_owned(),
        "<rect id='a' width='30' height='30' fill='#A8382A'/><use href='#a' x='9'/><use href='#a' transform='scale(-1 1)'/>".to_owned(),
        "<clipPath id='c'><circle cx='20' cy='20' r='9'/></clipPath><clipPath id='d' clip-path='url(#c)'><rect width='30' height='30' transform='rotate(9)'/></clipPath>\
         <g clip-path='url(#d)'><rect width='60' height='40' fill='#A8382A'/></g>"
            .to_owned(),
        "<mask id='m'><rect width='30' height='30' fill='#777'/></mask><g mask='url(#m)'><rect width='60' height='40' fill='#A8382A'/></g>".to_owned(),
        "<filter id='f'><feGaussianBlur stdDeviation='1'/></filter><g filter='url(#f)'><rect width='30' height='30' fill='#A8382A'/></g>".to_owned(),
        "<pattern id='p' width='3' height='3' patternUnits='userSpaceOnUse'><rect width='2' height='2' fill='#A8382A'/></pattern><rect width='60' height='40' fill='url(#p)'/>"
            .to_owned(),
        "<path d='M5 5H50' stroke='{{ palette.red }}' stroke-width='9' stroke-dasharray='0.001 0.001'/>".to_owned(),
        "<g style='mix-blend-mode:multiply'><rect width='30' height='30' fill='#A8382A'/></g>".to_owned(),
        "<g opacity='0.3'><rect width='30' height='30' fill='#A8382A' stroke='#000'/></g>".to_owned(),
    ];
    for drawing in drawings {
        for ink in [Ink::Low, Ink::Mono] {
            let svg = front(&drawing, ink);
            assert!(svg.ends_with("</svg>\n"), "{svg}");
            assert!(!svg.contains("NaN") && !svg.contains("inf"), "{drawing:.200}\n{svg:.900}");
        }
    }
}

#[test]
fn many_shapes_take_time_that_grows_with_their_number() {
    let time = |count: usize| {
        let circle = |n| format!("<circle cx='{}' cy='{}' r='9'/>", n % 60, n % 40);
        let body = (0..count).map(circle).collect::<Vec<String>>().concat();
        let start = Instant::now();
        front(&body, Ink::Low);
        start.elapsed()
    };
    let (few, many) = (time(250), time(1_000));
    assert!(many < few * 16, "{few:?} for 250, {many:?} for 1000");
}

#[test]
fn a_clip_that_cuts_a_flood_is_its_outline() {
    let clipped = "<clipPath id='c'><circle cx='20' cy='20' r='9'/></clipPath>\
                   <g clip-path='url(#c)'><rect width='60' height='40' fill='#A8382A'/></g>";
    // A ground has no outline of its own, but here it does not reach the edge.
    let svg = front(clipped, Ink::Low);
    assert_eq!(paints(&svg).last().unwrap(), "none #A8382A", "{svg}");
}

#[test]
fn an_edition_has_files_and_labels_of_its_own() {
    let tool = Tool::with_game("  d: {kind: cards, front: {template: card-classic, title: A}}\n");
    let said = tool.run("print ./game --ink low").succeeds().stdout();
    assert!(said.contains("Small 1 low ink for A4"), "{said}");
    assert!(said.contains("output/game/game-a4-low.pdf"), "{said}");
    tool.run("print ./game --ink mono --only cards --paper letter").succeeds();
    tool.run("print ./game").succeeds();
    tool.run("export ./game --to svg --ink mono").succeeds();
    for path in ["game-a4.pdf", "game-a4-low.pdf", "game-cards-letter-mono.pdf", "svg-mono/d/d-front.svg"] {
        assert!(tool.path().join("output/game").join(path).exists(), "{path}");
    }
    let json = tool.run("print ./game --ink low --json").succeeds().stdout();
    assert!(json.contains("\"ink\": \"low\""), "{json}");
}

#[test]
fn every_page_says_which_edition_it_is() {
    let assets = game_of(FLOOD, "");
    let (game, mut found) = load_game(&assets, "t");
    let mut game = game.unwrap();
    game.choose(Ink::Mono);
    let fonts = Fonts::load(&assets, &mut found);
    let laid = Studio::new(&game, &assets, &fonts).lay_out(0, &mut found, &|| ());
    let mut kit = impose(&game, &[laid], &PrintLayout::on(Paper::A4), &mut found);
    kit.finish(&game, None);
    for page in kit.sections.iter().flat_map(|section| &section.pages) {
        assert!(page.labels.iter().any(|label| label.text.starts_with("T 1 black ink · ")), "{:?}", page.labels);
    }
}

#[test]
fn without_the_flag_nothing_changes_and_the_same_input_gives_the_same_bytes() {
    let tool = Tool::with_game("  d: {kind: cards, front: {template: card-classic, title: A}, back: card-back}\n");
    let print = |flags: &str, file: &str| {
        tool.run(&format!("print ./game {flags}")).succeeds();
        std::fs::read(tool.path().join("output/game").join(file)).unwrap()
    };
    assert!(print("", "game-a4.pdf") == print("--ink full", "game-a4.pdf"));
    assert!(print("--ink low", "game-a4-low.pdf") == print("--ink low", "game-a4-low.pdf"));
}

#[test]
fn a_drawing_may_ask_for_something_else() {
    let asked = |word: &str, ink| {
        paints(&front(&format!("<g data-ink='{word}'>{FLOOD}<circle cx='50' cy='9' r='0.6' fill='#3F6B7D'/></g>"), ink))
    };
    assert_eq!(asked("keep", Ink::Low), ["#A8382A -", "#3F6B7D -"]);
    assert_eq!(asked("keep", Ink::Mono), ["#000000 -", "#000000 -"]);
    assert_eq!(asked("outline", Ink::Low), ["#FFFFFF -", "none #A8382A", "#FFFFFF -", "none #3F6B7D"]);
    assert!(asked("drop", Ink::Low).is_empty());
    assert_eq!(asked("drop", Ink::Full), asked("keep", Ink::Full), "it is there in full");
    let box_in = "<rect data-text='Gone' data-ink='drop' x='5' y='5' width='30' height='9'/>";
    assert!(!front(box_in, Ink::Low).contains("Gone") && front(box_in, Ink::Full).contains("Gone"));
}

#[test]
fn wishes_are_looked_up() {
    let svg = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 63.5 88.9'><rect data-ink='kepp' width='9' height='9'/>\
               <clipPath id='c'><rect data-ink='keep' width='9' height='9'/></clipPath></svg>";
    let tool = Tool::with_game("  d: {kind: cards, front: faces/a.svg}\n").file("game/faces/a.svg", svg);
    tool.run("check ./game").refuses(&[
        "`data-ink` cannot be `kepp`",
        "did you mean `keep`?",
        "`data-ink` has no effect inside a definition",
    ]);
}

#[test]
fn patterns_are_looked_up() {
    let tool = Tool::new().file(
        "game/game.yaml",
        "title: Small\npatterns: {acent: dots, second: strips, line: flowers}\ncomponents:\n  d: {kind: cards, front: {template: card-classic, title: A}}\n",
    );
    tool.run("print ./game --ink low").refuses(&[
        "`acent` is not a colour of this game",
        "did you mean `accent`?",
        "there is no pattern `strips`",
        "did you mean `stripes`?",
        "there is no pattern `flowers`",
        "known here: `bricks`, `crosses`, `dots`, `grid`, `rings`, `stripes`, `waves`, `zigzag`",
    ]);
}
