//! The fingerprint of a face: a number that differs when anything drawn on it differs, and is the same on every
//! machine when nothing does. Names and places in the game do not count, only what a person can see.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use xxhash_rust::xxh3::{Xxh3, xxh3_128};

use crate::geom::Affine;
use crate::model::svg_path;
use crate::units::Length;

use super::face::{Art, Face, FontCut, FontId, Glyph, GlyphRun, Layer, Raster};
use super::text::fonts::Fonts;

/// What a face looks like, as a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Fingerprint(u128);

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

/// Takes fingerprints. What faces share is looked at once, and stays where it is as long as this lives.
pub struct Fingerprints<'f> {
    fonts: &'f Fonts,
    known_fonts: HashMap<FontId, Fingerprint>,
    faces: HashMap<*const Face, Fingerprint>,
    arts: HashMap<*const Art, Fingerprint>,
    rasters: HashMap<*const Raster, Fingerprint>,
}

/// Fingers on one thing: everything goes in with its length or its kind, so that neighbours cannot run together.
#[derive(Default)]
struct Ink(Xxh3);

impl<'f> Fingerprints<'f> {
    /// Fingerprints of faces that are set in these fonts.
    #[must_use]
    pub fn new(fonts: &'f Fonts) -> Self {
        Self {
            fonts,
            known_fonts: HashMap::new(),
            faces: HashMap::new(),
            arts: HashMap::new(),
            rasters: HashMap::new(),
        }
    }

    /// The fingerprint of a face.
    pub fn of(&mut self, face: &'f Arc<Face>) -> Fingerprint {
        if let Some(known) = self.faces.get(&Arc::as_ptr(face)) {
            return *known;
        }
        // Taken apart by name, so that nothing new on a face can be forgotten here.
        let Face { id: _, component: _, safe: _, size, bleed, outline, layers, folds, cut } = face.as_ref();
        let mut ink = Ink::default();
        ink.length(size.width);
        ink.length(size.height);
        ink.length(*bleed);
        ink.text(&svg_path(&outline.path(*size, Length::ZERO)));
        ink.count(folds.len());
        for fold in folds {
            ink.rect(Some(fold));
        }
        ink.text(&cut.as_deref().map(svg_path).unwrap_or_default());
        self.layers(layers, &mut ink);
        let taken = ink.dry();
        self.faces.insert(Arc::as_ptr(face), taken);
        taken
    }

    fn layers(&mut self, layers: &'f [Layer], ink: &mut Ink) {
        ink.count(layers.len());
        for layer in layers {
            self.layer(layer, ink);
        }
    }

    fn layer(&mut self, layer: &'f Layer, ink: &mut Ink) {
        match layer {
            Layer::Art { art, transform, slots, unit, clip } => {
                ink.kind(1);
                ink.print(self.art(art));
                ink.map(*transform);
                ink.fine(*unit);
                ink.rect(clip.as_ref());
                ink.count(slots.len());
                for layers in slots {
                    self.layers(layers, ink);
                }
            }
            Layer::Glyphs(run) => {
                ink.kind(2);
                self.glyphs(run, ink);
            }
            Layer::Image { image, rect, clip } => {
                ink.kind(3);
                ink.print(self.raster(image));
                ink.rect(Some(rect));
                ink.rect(clip.as_ref());
            }
            Layer::Fill { rect, colour } => {
                ink.kind(4);
                ink.rect(Some(rect));
                ink.text(&colour.to_string());
            }
            Layer::Face { face, transform } => {
                ink.kind(5);
                ink.print(self.of(face));
                ink.map(*transform);
            }
        }
    }

    fn glyphs(&mut self, run: &GlyphRun, ink: &mut Ink) {
        let GlyphRun { cut: FontCut { font, axes }, size, colour, origin, advance, glyphs, text } = run;
        ink.print(self.font(*font));
        for axis in axes {
            ink.0.update(&axis.tag);
            ink.0.update(&axis.fixed.to_le_bytes());
        }
        ink.text(&colour.to_string());
        ink.text(text);
        ink.places([*size, origin.0, origin.1, *advance]);
        ink.count(glyphs.len());
        for Glyph { id, x, y, text_start: _, text_len: _ } in glyphs {
            ink.count(usize::from(*id));
            ink.places([*x, *y]);
        }
    }

    fn art(&mut self, art: &'f Arc<Art>) -> Fingerprint {
        let Art { name: _, svg, tree: _ } = art.as_ref();
        *self.arts.entry(Arc::as_ptr(art)).or_insert_with(|| Fingerprint(xxh3_128(svg.as_bytes())))
    }

    fn raster(&mut self, raster: &'f Arc<Raster>) -> Fingerprint {
        let Raster { name: _, width, height, rgba, file: _ } = raster.as_ref();
        *self.rasters.entry(Arc::as_ptr(raster)).or_insert_with(|| {
            let mut ink = Ink::default();
            ink.0.update(&width.to_le_bytes());
            ink.0.update(&height.to_le_bytes());
            ink.0.update(rgba);
            ink.dry()
        })
    }

    fn font(&mut self, font: FontId) -> Fingerprint {
        let fonts = self.fonts;
        *self.known_fonts.entry(font).or_insert_with(|| Fingerprint(xxh3_128(&fonts.get(font).data)))
    }
}

impl Ink {
    fn dry(&self) -> Fingerprint {
        Fingerprint(self.0.digest128())
    }

    fn kind(&mut self, kind: u8) {
        self.0.update(&[kind]);
    }

    fn count(&mut self, count: usize) {
        self.0.update(&(count as u64).to_le_bytes());
    }

    fn text(&mut self, text: &str) {
        self.count(text.len());
        self.0.update(text.as_bytes());
    }

    fn print(&mut self, other: Fingerprint) {
        self.0.update(&other.0.to_le_bytes());
    }

    fn length(&mut self, length: Length) {
        self.0.update(&length.um().to_le_bytes());
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
        self.0.update(&((f64::from(number) * 1e6).round() as i64).to_le_bytes());
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
    use super::*;
    use crate::diag::Diagnostics;
    use crate::geom::Size;
    use crate::layout::face::AxisValue;
    use crate::model::{Colour, MemoryAssets, Outline};

    const INK: Colour = Colour { red: 1, green: 2, blue: 3 };

    fn fonts() -> Fonts {
        let file =
            |name: &str| std::fs::read(format!("{}/templates/fonts/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap();
        let assets = MemoryAssets::new()
            .with("fonts/a.ttf", file("barlow-regular.ttf"))
            .with("fonts/b.ttf", file("barlow-bold.ttf"));
        Fonts::load(&assets, &mut Diagnostics::new())
    }

    fn art(fill: &str) -> Arc<Art> {
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"><path d=\"M0 0H9V9Z\" fill=\"{fill}\"/></svg>"
        );
        let tree = resvg::usvg::Tree::from_str(&svg, &resvg::usvg::Options::default()).unwrap();
        Arc::new(Art { name: "drawing".into(), svg, tree })
    }

    fn raster(pixel: u8) -> Arc<Raster> {
        Arc::new(Raster { name: "photo".into(), width: 1, height: 1, rgba: vec![pixel, 0, 0, 255], file: None })
    }

    fn run() -> GlyphRun {
        let glyph = |id, x| Glyph { id, x, y: 0.0, text_start: 0, text_len: 1 };
        GlyphRun {
            cut: FontCut { font: FontId(0), axes: Vec::new() },
            size: 3.0,
            colour: INK,
            origin: (4.0, 5.0),
            advance: 6.0,
            glyphs: vec![glyph(7, 0.0), glyph(8, 2.0)],
            text: "ab".into(),
        }
    }

    fn drawing(art: Arc<Art>, slots: Vec<Vec<Layer>>) -> Layer {
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
            Layer::Face { face: Arc::new(inner), transform: Affine::translate(0.0, 0.0) },
        ]
    }

    fn taken(face: Face) -> Fingerprint {
        Fingerprints::new(&fonts()).of(&Arc::new(face))
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
        let first = taken(face(layers()));
        assert_eq!(first, taken(face(layers())), "other places in memory");
        assert_eq!(first, taken(Face { id: "other/b-back".into(), component: 4, ..face(layers()) }), "other names");
        assert_eq!(first, taken(reset(|run| run.origin.0 += 1e-6)), "the last bit of a sum");
        assert_eq!(first.to_string(), "5f0b36d7bf4f4e0c0105e5616c1bf131", "another machine");
    }

    #[test]
    fn anything_that_can_be_seen_changes_the_fingerprint() {
        let fill = |rect, colour| Layer::Fill { rect, colour };
        let rect = [1.0, 2.0, 3.0, 4.0];
        let inner = || Arc::new(face(Vec::new()));
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
            reset(|run| run.cut.font = FontId(1)),
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
        let different: std::collections::BTreeSet<Fingerprint> = versions.into_iter().map(taken).collect();
        assert_eq!(different.len(), count);
    }
}
