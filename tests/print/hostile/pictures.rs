//! Pictures in pixels that unpack to more than there is room for.

use std::fmt::Write as _;

use super::{NAME_SPACE, within_bounds};
use crate::support::Tool;

/// A black picture of so many pixels in a file of a few kilobytes.
fn blank(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_depth(png::BitDepth::One);
    encoder.set_compression(png::Compression::High);
    let row = width.div_ceil(8) as usize;
    let mut writer = encoder.write_header().expect("a header");
    writer.write_image_data(&vec![0; row * height as usize]).expect("pixels");
    writer.finish().expect("an end");
    bytes
}

fn gallery(rows: &str, image: &str) -> Tool {
    Tool::with_game(&format!("  t: {{kind: tiles, size: 60mm, front: faces/a.svg, rows: [{rows}]}}\n")).file(
        "game/faces/a.svg",
        format!("<svg {NAME_SPACE} viewBox='0 0 60 60'><rect {image} width='60' height='60'/></svg>"),
    )
}

const SAID: &str = "pictures with almost nothing in them have more than 100 million pixels here";

#[test]
fn thirty_blank_pictures_are_too_many() {
    let mut rows = String::new();
    for n in 0..30 {
        let _ = write!(rows, "{{id: x{n}, pic: i{n}.png}}, ");
    }
    let tool = gallery(&rows, "data-image='{{ pic }}'");
    let tool = (0..30).fold(tool, |tool, n| tool.file(&format!("game/i{n}.png"), blank(5000, 5000 - n)));
    within_bounds(&tool, "print ./game --contact-sheet").refused(SAID);
}

#[test]
fn one_blank_picture_in_thirty_colours_is_unpacked_once() {
    let mut rows = String::new();
    for n in 10..40 {
        let _ = write!(rows, "{{id: x{n}, c: '#0000{n}'}}, ");
    }
    let tool = gallery(&rows, "data-image='i.png' data-tint='{{ c }}'").file("game/i.png", blank(5000, 5000));
    within_bounds(&tool, "print ./game").survived();
}

#[test]
fn one_large_picture_prints() {
    let tool = gallery("{id: a}, {id: b}", "data-image='i.png'").file("game/i.png", blank(5000, 5000));
    within_bounds(&tool, "print ./game --contact-sheet").survived();
    let tool = gallery("{id: a}", "data-image='i.png'").file("game/i.png", blank(50_000, 5000));
    within_bounds(&tool, "print ./game").refused(SAID);
}
