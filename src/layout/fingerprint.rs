//! The fingerprint of a face: a number that differs when anything drawn on it differs, and is the same on every
//! machine when nothing does. Names and places in the game do not count, only what a person can see.

use xxhash_rust::xxh3::{Xxh3, xxh3_128};

use crate::geom::Affine;
use crate::model::{Bend, svg_path};
use crate::units::Length;

use super::common::{Fingerprint, Look};
use super::face::{Art, Face, FontCut, Glyph, GlyphRun, Layer, RunOutline};

impl Look for Face {
    fn fingerprint(&self) -> Fingerprint {
        // Taken apart by name, so that nothing new on a face can be forgotten here.
        let Self { id: _, component: _, safe: _, size, bleed, outline, layers, folds, cut } = self;
        let mut ink = Ink::default();
        ink.length(size.width);
        ink.length(size.height);
        ink.length(*bleed);
        ink.text(&svg_path(&outline.path(*size, Length::ZERO)));
        ink.count(folds.len());
        for fold in folds {
            ink.rect(Some(&fold.line));
            // A fold with the print outside counts as folds always did.
            if fold.bend == Bend::Valley {
                ink.kind(1);
            }
        }
        ink.text(&cut.as_deref().map(svg_path).unwrap_or_default());
        ink.layers(layers);
        ink.dry()
    }
}

impl Look for Art {
    fn fingerprint(&self) -> Fingerprint {
        let Self { name: _, svg, tree: _ } = self;
        taken(svg.as_bytes())
    }
}

/// What a face looks like without its words and the signs among them.
#[must_use]
pub fn without_words(face: &Face) -> Fingerprint {
    let mut ink = Ink { leaves_words: true, ..Ink::default() };
    ink.length(face.size.width);
    ink.length(face.size.height);
    ink.length(face.bleed);
    ink.layers(&face.layers);
    ink.dry()
}

/// The fingerprint of a file.
#[must_use]
pub fn taken(bytes: &[u8]) -> Fingerprint {
    Fingerprint(xxh3_128(bytes))
}

/// Fingers on one thing: everything goes in with its length or its kind, so that neighbours cannot run together.
#[derive(Default)]
struct Ink {
    taken: Xxh3,
    /// Words and the signs among them leave no trace.
    leaves_words: bool,
}

impl Ink {
    fn layers(&mut self, layers: &[Layer]) {
        // What is read of them cannot be seen.
        let seen = if self.leaves_words { Layer::seen_without_words } else { Layer::seen };
        self.count(layers.iter().flat_map(seen).count());
        for layer in layers.iter().flat_map(seen) {
            self.layer(layer);
        }
    }

    fn layer(&mut self, layer: &Layer) {
        match layer {
            Layer::Art { art, transform, slots, unit, clip } => {
                self.kind(1);
                self.print(art.fingerprint());
                self.map(*transform);
                self.fine(*unit);
                self.rect(clip.as_ref());
                self.count(slots.len());
                for layers in slots {
                    self.layers(layers);
                }
            }
            Layer::Glyphs(run) => {
                self.kind(2);
                self.glyphs(run);
            }
            Layer::Image { image, rect, clip } => {
                self.kind(3);
                self.print(image.fingerprint());
                self.rect(Some(rect));
                self.rect(clip.as_ref());
            }
            Layer::Fill { rect, colour } => {
                self.kind(4);
                self.rect(Some(rect));
                self.text(&colour.to_string());
            }
            Layer::Face { face, transform } => {
                self.kind(5);
                self.print(face.fingerprint());
                self.map(*transform);
            }
            Layer::Spoken { layers, .. } => self.layers(layers),
        }
    }

    fn glyphs(&mut self, run: &GlyphRun) {
        let GlyphRun { cut: FontCut { font, axes }, size, colour, outline, origin, advance, glyphs, text } = run;
        self.print(font.data);
        for axis in axes {
            self.taken.update(&axis.tag);
            self.taken.update(&axis.fixed.to_le_bytes());
        }
        self.text(&colour.to_string());
        if let Some(RunOutline { colour, width }) = outline {
            self.text(&colour.to_string());
            self.places([*width]);
        }
        self.text(text);
        self.places([*size, origin.0, origin.1, *advance]);
        self.count(glyphs.len());
        for Glyph { id, x, y, text_start: _, text_len: _ } in glyphs {
            self.count(usize::from(*id));
            self.places([*x, *y]);
        }
    }

    fn dry(&self) -> Fingerprint {
        Fingerprint(self.taken.digest128())
    }

    fn kind(&mut self, kind: u8) {
        self.taken.update(&[kind]);
    }

    fn count(&mut self, count: usize) {
        self.taken.update(&(count as u64).to_le_bytes());
    }

    fn text(&mut self, text: &str) {
        self.count(text.len());
        self.taken.update(text.as_bytes());
    }

    fn print(&mut self, other: Fingerprint) {
        self.taken.update(&other.0.to_le_bytes());
    }

    fn length(&mut self, length: Length) {
        self.taken.update(&length.um().to_le_bytes());
    }

    /// Millimetres, to the micrometre: machines may differ in the last bit of a sum, and nobody sees that.
    fn places<const N: usize>(&mut self, places: [f32; N]) {
        for mm in places {
            self.length(Length::from_mm_f64(f64::from(mm)));
        }
    }

    /// A number that others are multiplied by, to the millionth.
    #[allow(clippy::cast_possible_truncation, reason = "rounding is the point, and a cast stops at the ends")]
    fn fine(&mut self, number: f32) {
        self.taken.update(&((f64::from(number) * 1e6).round() as i64).to_le_bytes());
    }

    fn map(&mut self, Affine([a, b, c, d, x, y]): Affine) {
        for number in [a, b, c, d] {
            self.fine(number);
        }
        self.places([x, y]);
    }

    fn rect(&mut self, rect: Option<&[f32; 4]>) {
        self.kind(u8::from(rect.is_some()));
        if let Some(rect) = rect {
            self.places(*rect);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::common::Common;
    use super::super::face::FontId;
    use super::*;
    use crate::geom::Size;
    use crate::layout::face::{AxisValue, Raster};
    use crate::layout::pixels::{Budget, PictureFile};
    use crate::model::{Colour, Outline};

    const INK: Colour = Colour { red: 1, green: 2, blue: 3 };

    /// One of the fonts in the binary.
    fn font(place: usize, name: &str) -> FontId {
        let file = std::fs::read(format!("{}/templates/fonts/{name}.ttf", env!("CARGO_MANIFEST_DIR"))).unwrap();
        FontId { place, data: super::taken(&file) }
    }

    fn art(fill: &str) -> Common<Art> {
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"><path d=\"M0 0H9V9Z\" fill=\"{fill}\"/></svg>"
        );
        let tree = resvg::usvg::Tree::from_str(&svg, &resvg::usvg::Options::default()).unwrap();
        Common::new(Art { name: "drawing".into(), svg, tree })
    }

    fn raster(pixel: u8) -> Common<Raster> {
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, 1, 1);
        encoder.set_color(png::ColorType::Rgba);
        encoder.write_header().unwrap().write_image_data(&[pixel, 0, 0, 255]).unwrap();
        let file = PictureFile::open(file.into(), None, &Budget::default()).unwrap();
        Common::new(Raster::new("photo", file.into()))
    }

    fn run() -> GlyphRun {
        let glyph = |id, x| Glyph { id, x, y: 0.0, text_start: 0, text_len: 1 };
        GlyphRun {
            cut: FontCut { font: font(0, "barlow-regular"), axes: Vec::new() },
            size: 3.0,
            colour: INK,
            outline: None,
            origin: (4.0, 5.0),
            advance: 6.0,
            glyphs: vec![glyph(7, 0.0), glyph(8, 2.0)],
            text: "ab".into(),
        }
    }

    fn drawing(art: Common<Art>, slots: Vec<Vec<Layer>>) -> Layer {
        Layer::Art { art, transform: Affine::translate(-1.0, -1.0), slots, unit: 1.0, clip: None }
    }

    fn face(layers: Vec<Layer>) -> Face {
        let (size, outline) = (Size::new(Length::from_mm(20), Length::from_mm(30)), Outline::Round);
        Face {
            id: "deck/a-front".into(),
            component: 0,
            size,
            bleed: Length::from_mm(1),
            safe: Length::from_mm(1),
            outline,
            folds: Vec::new(),
            cut: None,
            layers,
        }
    }

    fn layers() -> Vec<Layer> {
        let rect = [1.0, 2.0, 3.0, 4.0];
        let inner = face(vec![Layer::Fill { rect, colour: INK }]);
        vec![
            drawing(art("red"), vec![vec![Layer::Glyphs(run())], Vec::new()]),
            Layer::Image { image: raster(9), rect, clip: None },
            Layer::Fill { rect, colour: INK },
            Layer::Face { face: Common::new(inner), transform: Affine::translate(0.0, 0.0) },
        ]
    }

    fn look(face: Face) -> Fingerprint {
        Common::new(face).fingerprint()
    }

    /// The sample face after one change to its layers.
    fn changed(change: impl FnOnce(&mut Vec<Layer>)) -> Face {
        let mut layers = layers();
        change(&mut layers);
        face(layers)
    }

    fn reset(change: impl FnOnce(&mut GlyphRun)) -> Face {
        let mut run = run();
        change(&mut run);
        changed(|layers| layers[0] = drawing(art("red"), vec![vec![Layer::Glyphs(run)], Vec::new()]))
    }

    #[test]
    fn the_same_look_has_the_same_fingerprint() {
        let first = look(face(layers()));
        assert_eq!(first, look(face(layers())), "other places in memory");
        assert_eq!(first, look(Face { id: "other/b-back".into(), component: 4, ..face(layers()) }), "other names");
        assert_eq!(first, look(reset(|run| run.origin.0 += 1e-6)), "the last bit of a sum");
        assert_eq!(first.to_string(), "5f0b36d7bf4f4e0c0105e5616c1bf131", "another machine");
    }

    #[test]
    fn anything_that_can_be_seen_changes_the_fingerprint() {
        let fill = |rect, colour| Layer::Fill { rect, colour };
        let rect = [1.0, 2.0, 3.0, 4.0];
        let inner = || Common::new(face(Vec::new()));
        let wide = Affine([1.001, 0.0, 0.0, 1.0, 0.0, 0.0]);
        let versions = vec![
            face(layers()),
            Face { size: Size::new(Length::from_mm(21), Length::from_mm(30)), ..face(layers()) },
            Face { bleed: Length::from_mm(2), ..face(layers()) },
            Face { outline: Outline::Diamond, ..face(layers()) },
            Face { outline: Outline::Rect { corner: Length::from_mm(2) }, ..face(layers()) },
            changed(|layers| layers.swap(1, 2)),
            changed(|layers| layers.truncate(3)),
            changed(|layers| layers[0] = drawing(art("blue"), vec![vec![Layer::Glyphs(run())], Vec::new()])),
            changed(|layers| layers[0] = drawing(art("red"), vec![Vec::new(), vec![Layer::Glyphs(run())]])),
            changed(|layers| layers[0] = drawing(art("red"), Vec::new())),
            changed(|layers| layers[1] = Layer::Image { image: raster(8), rect, clip: None }),
            changed(|layers| layers[1] = Layer::Image { image: raster(9), rect: [1.0; 4], clip: None }),
            changed(|layers| layers[1] = Layer::Image { image: raster(9), rect, clip: Some(rect) }),
            changed(|layers| layers[2] = fill([1.0, 2.0, 3.0, 4.01], INK)),
            changed(|layers| layers[2] = fill(rect, Colour::BLACK)),
            changed(|layers| layers[3] = Layer::Face { face: inner(), transform: Affine::translate(0.0, 0.0) }),
            changed(|layers| layers[3] = Layer::Face { face: inner(), transform: wide }),
            reset(|run| run.cut.font = font(1, "barlow-bold")),
            reset(|run| run.cut.axes = vec![AxisValue::new(*b"wght", 700.0)]),
            reset(|run| run.size = 3.1),
            reset(|run| run.colour = Colour::BLACK),
            reset(|run| run.origin = (5.0, 4.0)),
            reset(|run| run.advance = 6.5),
            reset(|run| run.text = "ac".into()),
            reset(|run| run.glyphs[1].id = 9),
            reset(|run| run.glyphs[1].x = 2.01),
            reset(|run| run.glyphs[1].y = 0.01),
            reset(|run| run.glyphs.truncate(1)),
        ];
        let count = versions.len();
        let different: std::collections::BTreeSet<Fingerprint> = versions.into_iter().map(look).collect();
        assert_eq!(different.len(), count);
    }
}
