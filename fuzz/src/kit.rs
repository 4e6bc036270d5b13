//! A game that is printed in memory: laid out, arranged on sheets, and turned into every kind of file.

use std::sync::OnceLock;

use tablewright::inside::diag::Diagnostics;
use tablewright::inside::impose::impose;
use tablewright::inside::layout::{Fonts, Studio};
use tablewright::inside::load::{WithTemplates, load_game};
use tablewright::inside::model::{Assets, Ink, MemoryAssets, Paper, PrintLayout};
use tablewright::inside::render::pdf::{DocumentInfo, DrawnPdf, Unwritten, draw_pdf};
use tablewright::inside::render::{PngSpeed, face_png, face_svg};

use crate::is_told;

/// Enough to see what is painted.
const DOTS_PER_INCH: f64 = 20.0;

/// A game with these components and no files yet.
#[must_use]
pub fn game(components: &str) -> MemoryAssets {
    MemoryAssets::new().with("game.yaml", format!("title: T\nversion: \"1\"\ncomponents:\n{components}"))
}

/// A game with one token, the front of which says this.
#[must_use]
pub fn token(front: &str) -> MemoryAssets {
    game("  part: {kind: tokens, shape: square, size: 20mm, rows: [{id: a, n: 3, name: Ann}], front: {template: front.svg}}\n").with(
        "front.svg",
        format!("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 20 20'>{front}</svg>"),
    )
}

/// Reads it, and no more.
pub fn read(files: MemoryAssets) {
    let (game, found) = load_game(&WithTemplates(files), "t");
    is_told(&found);
    assert!(game.is_some() || found.has_errors());
}

/// Prints it with the fonts that every game has: whatever it says, there are files, or it is told why not.
pub fn print(files: MemoryAssets, ink: Ink) {
    static FONTS: OnceLock<Fonts> = OnceLock::new();
    let fonts = FONTS.get_or_init(|| Fonts::load(&WithTemplates(MemoryAssets::new()), &mut Diagnostics::new()));
    print_with(&WithTemplates(files), fonts, ink, Diagnostics::new());
}

/// Prints it with fonts of its own.
pub fn print_with_own_fonts(files: MemoryAssets) {
    let (assets, mut found) = (WithTemplates(files), Diagnostics::new());
    let fonts = Fonts::load(&assets, &mut found);
    print_with(&assets, &fonts, Ink::Full, found);
}

fn print_with(assets: &dyn Assets, fonts: &Fonts, ink: Ink, mut found: Diagnostics) {
    let (game, read) = load_game(assets, "t");
    found.extend(read);
    if let Some(mut game) = game.filter(|_| !found.has_errors()) {
        game.choose(ink);
        let studio = Studio::new(&game, assets, fonts);
        let all = 0..game.components.len();
        let laid: Vec<_> = all.map(|index| studio.lay_out(index, &mut found, &|| ())).collect();
        let kit = impose(&game, &laid, &PrintLayout::on(Paper::A4), &mut found);
        if !found.has_errors() {
            let faces = laid.iter().flat_map(|part| &part.pieces).map(|piece| &piece.front);
            for face in faces {
                face_svg(face, fonts).expect("a picture that was laid out is written");
                face_png(face, fonts, DOTS_PER_INCH, PngSpeed::Fast).expect("a picture that was laid out is painted");
            }
            let pdf = draw_pdf(&kit, fonts, &DocumentInfo::default()).and_then(DrawnPdf::into_bytes);
            if let Err(Unwritten::Ours(why)) = pdf {
                panic!("{why}");
            }
        }
    }
    is_told(&found);
}
