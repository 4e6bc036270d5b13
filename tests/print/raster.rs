//! Faces as pixels: what lies at a slot keeps its turn, its fading and its clip, and text can be left out.

use tablewright::inside::diag::Diagnostics;
use tablewright::inside::layout::face::Face;
use tablewright::inside::layout::{Fonts, Studio};
use tablewright::inside::load::{WithTemplates, load_game};
use tablewright::inside::model::MemoryAssets;
use tablewright::inside::render::RasterPainter;

const GAME: &str = "title: T\npalette: {leaf: \"#00FF00\"}\nstyles: {mark: {size: 60pt, colour: leaf}}\ncomponents:\n  \
                    t: {kind: tokens, size: 20mm, bleed: 0, front: faces/a.svg}\n";

/// A token of 20 mm at one pixel to the millimetre, drawn by this SVG.
fn painted(svg: &str) -> Picture {
    let face = with_face(svg, |painter, face| painter.face(face, 25.4).unwrap());
    Picture { width: face.width, height: face.height, rgba: face.rgba }
}

/// A face in pixels.
struct Picture {
    width: u32,
    height: u32,
    rgba: Vec<u8>,
}

/// What a painter makes of a token of 20 mm, drawn by this SVG.
fn with_face<T>(svg: &str, work: impl FnOnce(&mut RasterPainter<'_>, &Face) -> T) -> T {
    let template = format!("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 20 20'>{svg}</svg>");
    let square = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 2 2'><path d='M0 0H2V2H0Z' fill='#F00'/></svg>";
    let assets = WithTemplates(
        MemoryAssets::new().with("game.yaml", GAME).with("faces/a.svg", template).with("square.svg", square),
    );
    let (game, mut found) = load_game(&assets, "t");
    let game = game.unwrap();
    let fonts = Fonts::load(&assets, &mut found);
    let laid = Studio::new(&game, &assets, &fonts).lay_out(0, &mut found, &|| ());
    assert_eq!(found.to_string(), Diagnostics::new().to_string());
    work(&mut RasterPainter::new(&fonts), &laid.pieces[0].front)
}

fn at(picture: &Picture, x: usize, y: usize) -> [u8; 4] {
    let start = (y * picture.width as usize + x) * 4;
    [0, 1, 2, 3].map(|part| picture.rgba[start + part])
}

#[test]
fn what_lies_at_a_slot_is_turned_faded_and_clipped_with_it() {
    let picture = painted(
        "<clipPath id='c'><path d='M0 0H20V5H0Z'/></clipPath>\
         <g transform='translate(20 0) rotate(90)'><rect data-image='square.svg' x='0' y='0' width='8' height='8'/></g>\
         <g clip-path='url(#c)'><rect data-image='square.svg' x='0' y='0' width='8' height='8'/></g>\
         <g opacity='0.5'><rect data-image='square.svg' x='0' y='12' width='8' height='8'/></g>\
         <path d='M12 12H20V20H12Z' fill='#00F'/>",
    );
    assert_eq!((picture.width, picture.height), (20, 20));
    assert_eq!(at(&picture, 16, 6), [255, 0, 0, 255], "turned to the right edge");
    assert_eq!(at(&picture, 3, 3), [255, 0, 0, 255], "inside the clip");
    assert_eq!(at(&picture, 3, 6)[3], 0, "outside the clip");
    assert_eq!(at(&picture, 3, 15), [255, 0, 0, 128], "half faded");
    assert_eq!(at(&picture, 16, 16), [0, 0, 255, 255]);
    assert_eq!(at(&picture, 10, 10)[3], 0);
}

#[test]
fn slots_keep_their_place_between_what_is_under_and_over_them() {
    let picture = painted(
        "<path d='M0 0H20V20H0Z' fill='#00F'/><rect data-image='square.svg' x='0' y='0' width='20' height='20'/>\
         <path d='M0 0H5V5H0Z' fill='#FFF'/>",
    );
    assert_eq!(at(&picture, 2, 2), [255, 255, 255, 255]);
    assert_eq!(at(&picture, 12, 12), [255, 0, 0, 255]);
}

#[test]
fn a_level_line_beside_a_slot_is_painted() {
    let picture =
        painted("<path d='M0 10.5H20' stroke='#F00'/><rect data-image='square.svg' x='0' y='0' width='2' height='2'/>");
    assert_eq!(at(&picture, 10, 10), [255, 0, 0, 255]);
}

#[test]
fn text_can_be_left_out() {
    let svg = "<rect data-text='MMM' data-style='mark' data-size='14' x='0' y='0' width='40' height='20'/>";
    let green = |picture: &Picture| picture.rgba.chunks_exact(4).any(|pixel| pixel[1] == 255 && pixel[3] > 0);
    assert!(green(&painted(svg)));
    let green_below = with_face(svg, |painter, face| {
        let below = painter.under_words(face, 25.4).unwrap();
        assert_eq!(below.size(), (20, 20));
        (0..400)
            .any(|at| below.on_paper(at % 20, at / 20).is_some_and(|(colour, cover)| cover > 0.5 && colour.red < 99))
    });
    assert!(!green_below);
}
