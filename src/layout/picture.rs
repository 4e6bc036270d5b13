//! Pictures by path: SVG art with the palette filled in, and PNG pixels. Each is read once, however often it is used.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use base64::prelude::{BASE64_STANDARD, Engine as _};
use minijinja::value::Value;
use resvg::usvg;

use crate::diag::{Diagnostic, Diagnostics, SourceText};
use crate::geom::Size;
use crate::model::Assets;
use crate::units::Length;

use super::bounds::bounded_tree;
use super::common::Common;
use super::face::{Art, Raster, Rgba};
use super::template::bind::{Binding, bind};
use super::template::expr::{Expressions, Names};
use super::template::read::read_template;

/// No picture needs more pixels than a page of A3 at 350 dots per inch.
const MOST_PIXELS: u64 = 25_000_000;

/// The pictures of one game unpack to no more pixels than this,
const MOST_FROM_NOTHING: u64 = 100_000_000;
/// and so many more for every byte of their files: a painting has about one.
const PIXELS_A_BYTE: u64 = 50;

/// What lies outside the frame of a picture by this part of its size is rounding.
const HAIR: f32 = 0.000_5;

/// A picture that can be placed.
#[derive(Debug, Clone)]
pub enum Picture {
    /// Vectors.
    Art {
        /// The drawing.
        art: Common<Art>,
        /// Whether it is also seen outside its frame, as what bleeds is.
        overflows: bool,
    },
    /// Pixels.
    Raster(Common<Raster>),
}

impl Picture {
    /// Width and height in its own units.
    #[must_use]
    pub fn size(&self) -> [f32; 2] {
        match self {
            Self::Art { art, .. } => art.size(),
            Self::Raster(raster) => [raster.width as f32, raster.height as f32],
        }
    }

    /// Whether it has to be cut at its frame: something of it lies outside, where nothing of a picture is seen.
    #[must_use]
    pub fn is_cut(&self) -> bool {
        let Self::Art { art, overflows: false } = self else { return false };
        let [width, height] = self.size();
        let (drawn, hair) = (art.tree.root().abs_layer_bounding_box(), width.max(height) * HAIR);
        drawn.left() < -hair || drawn.top() < -hair || drawn.right() > width + hair || drawn.bottom() > height + hair
    }
}

/// A picture with what is to be told of it all the same, or all that is wrong with it.
type ReadPicture = Result<(Picture, Vec<Diagnostic>), Vec<Diagnostic>>;
type Known = HashMap<(String, Option<String>), ReadPicture>;

/// All pictures of a run.
pub struct Pictures<'a> {
    assets: &'a dyn Assets,
    /// What expressions in pictures may use: the palette and the game.
    scope: Value,
    names: Names,
    known: Mutex<Known>,
    arts: Mutex<HashMap<String, Result<Common<Art>, String>>>,
    /// Pixels that were unpacked so far.
    pixels: AtomicU64,
    /// The bytes they were unpacked from.
    bytes: AtomicU64,
}

impl<'a> Pictures<'a> {
    /// Pictures out of these files.
    #[must_use]
    pub fn new(assets: &'a dyn Assets, scope: Value, names: Names) -> Self {
        Self {
            assets,
            scope,
            names,
            known: Mutex::default(),
            arts: Mutex::default(),
            pixels: AtomicU64::new(0),
            bytes: AtomicU64::new(0),
        }
    }

    /// The picture of a path, with `currentColor` in a colour. What of it has no effect is told.
    ///
    /// # Errors
    /// Everything that is wrong with it; those without a place belong where the picture is used.
    pub fn get(&self, path: &str, tint: Option<&str>, found: &mut Diagnostics) -> Result<Picture, Vec<Diagnostic>> {
        let key = (path.to_owned(), tint.map(str::to_owned));
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner).get(&key).cloned();
        let known = known.unwrap_or_else(|| {
            let read = self.read(path, tint);
            // Another thread may have been faster; everyone keeps the first, so that it is drawn once.
            self.known.lock().unwrap_or_else(PoisonError::into_inner).entry(key).or_insert(read).clone()
        });
        known.map(|(picture, told)| {
            for told in told {
                found.push(told);
            }
            picture
        })
    }

    fn read(&self, path: &str, tint: Option<&str>) -> ReadPicture {
        if let Some(inline) = path.strip_prefix("data:") {
            let raster = self.read_inline(inline).map_err(|why| vec![why])?;
            return Ok((Picture::Raster(Common::new(raster)), Vec::new()));
        }
        let bytes = self.assets.read(path).map_err(|error| vec![error.diagnostic(path)])?;
        let extension = path.rsplit('.').next().unwrap_or_default().to_ascii_lowercase();
        match extension.as_str() {
            "svg" => self.read_svg(path, &bytes, tint),
            "png" => {
                let raster = self.read_png(path, &bytes).map_err(|why| vec![why.told(path)])?;
                Ok((Picture::Raster(Common::new(tinted(raster, tint))), Vec::new()))
            }
            _ => Err(vec![
                Diagnostic::error(format!("`{path}` is neither SVG nor PNG")).hint("save the picture as SVG or PNG"),
            ]),
        }
    }

    fn read_svg(&self, path: &str, bytes: &[u8], tint: Option<&str>) -> ReadPicture {
        let text =
            std::str::from_utf8(bytes).map_err(|_| vec![Diagnostic::error(format!("`{path}` is not UTF-8 text"))])?;
        if tint.is_some() && !text.contains("currentColor") {
            return Err(vec![
                Diagnostic::error(format!("nothing in `{path}` takes a tint"))
                    .hint("paint the parts to be tinted with `currentColor`"),
            ]);
        }
        let source = Arc::new(SourceText { path: self.assets.shown(path), text: text.to_owned() });
        let mut expressions = Expressions::default();
        let mut found = Diagnostics::new();
        let template = read_template(path, &source, &mut expressions, &mut found).map_err(|d| vec![d])?;
        template.check_names(&mut expressions, &self.names, &mut found);
        let frame = template.drawn_size(&expressions, &self.scope).map_err(|d| vec![d])?;
        let Some([.., width, height]) = frame else {
            if !found.has_errors() {
                let hint = "or a `width` and a `height` in `px`, `mm`, `cm`, `in`, `pt` or `pc`";
                found.push(Diagnostic::error("a picture needs a `viewBox`").at(&template.place).hint(hint));
            }
            return Err(found.iter().cloned().collect());
        };
        let size = Size::new(Length::from_mm_f64(f64::from(width)), Length::from_mm_f64(f64::from(height)));
        // The rules of a `<style>` know ids as they were written.
        let prefix = if text.contains("<style") { String::new() } else { id_prefix(path, tint) };
        let how = Binding {
            expressions: &expressions,
            size,
            bleed: Length::ZERO,
            prefix: &prefix,
            colour: tint,
            root: "",
            mirrored: false,
            no_folds: Some("a picture has no folds"),
            has_units: true,
        };
        let bound = bind(&template, &self.scope, &how, &mut found).map_err(|d| vec![d])?;
        if let Some(slot) = bound.slots.first() {
            let message = "text and pictures inside a picture are not printed: they belong in a template";
            found.push(Diagnostic::error(message).at(&slot.place));
        }
        if found.has_errors() {
            return Err(found.iter().cloned().collect());
        }
        let message = |why: String| vec![Diagnostic::error(why).at(&template.place)];
        let art = self.art(path, &bound.svg).map_err(message)?;
        Ok((Picture::Art { art, overflows: template.overflows }, found.iter().cloned().collect()))
    }

    /// A picture written into the drawing itself.
    fn read_inline(&self, url: &str) -> Result<Raster, Diagnostic> {
        const NAME: &str = "the embedded picture";
        let Some(encoded) = url.strip_prefix("image/png;base64,") else {
            let kind = url.split([';', ',']).next().unwrap_or_default();
            let message = format!("a picture of the kind `{kind}` inside a drawing cannot be printed");
            return Err(Diagnostic::error(message).hint("embed it as PNG, or link to a file in the game folder"));
        };
        let packed: String = encoded.split_whitespace().collect();
        let bytes = BASE64_STANDARD.decode(packed).map_err(|error| NotRead::NoPng(error.to_string()).told(NAME))?;
        let raster = self.read_png(NAME, &bytes).map_err(|why| why.told(NAME))?;
        Ok(Raster { name: "embedded".to_owned(), ..raster })
    }

    fn read_png(&self, path: &str, bytes: &[u8]) -> Result<Raster, NotRead> {
        let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
        decoder.set_transformations(png::Transformations::normalize_to_color8() | png::Transformations::ALPHA);
        let mut reader = decoder.read_info()?;
        let (width, height) = (reader.info().width, reader.info().height);
        let count = u64::from(width) * u64::from(height);
        if count > MOST_PIXELS {
            return Err(NotRead::NoPng(format!("{width} x {height} pixels are more than a page can show")));
        }
        if !self.may_unfold(count, bytes.len() as u64) {
            return Err(NotRead::TooMany);
        }
        let size = reader.output_buffer_size().ok_or_else(|| NotRead::NoPng("it is too large".to_owned()))?;
        let mut pixels = vec![0; size];
        let frame = reader.next_frame(&mut pixels)?;
        pixels.truncate(frame.buffer_size());
        let rgba = match frame.color_type {
            png::ColorType::GrayscaleAlpha => {
                let mut rgba = vec![0; pixels.len() * 2];
                for (grey, pixel) in pixels.chunks_exact(2).zip(rgba.chunks_exact_mut(4)) {
                    pixel.copy_from_slice(&[grey[0], grey[0], grey[0], grey[1]]);
                }
                rgba
            }
            _ => pixels,
        };
        let rgba = Rgba::of_file(rgba, bytes.len());
        Ok(Raster { name: path.to_owned(), width, height, rgba, file: Some(bytes.into()) })
    }

    /// Counts the pixels of a file; false when this game had more than enough, and out of almost nothing.
    fn may_unfold(&self, pixels: u64, bytes: u64) -> bool {
        let pixels = self.pixels.fetch_add(pixels, Ordering::Relaxed) + pixels;
        let bytes = self.bytes.fetch_add(bytes, Ordering::Relaxed) + bytes;
        pixels <= MOST_FROM_NOTHING + bytes.saturating_mul(PIXELS_A_BYTE)
    }

    /// The art of an SVG text; the same text gives the same art.
    ///
    /// # Errors
    /// A sentence when it cannot be drawn.
    pub fn art(&self, name: &str, svg: &str) -> Result<Common<Art>, String> {
        let known = self.arts.lock().unwrap_or_else(PoisonError::into_inner).get(svg).cloned();
        known.unwrap_or_else(|| {
            let tree = bounded_tree(svg, &options()).map_err(|why| format!("`{name}` cannot be drawn: {why}"));
            let art = tree.map(|tree| Common::new(Art { name: name.to_owned(), svg: svg.to_owned(), tree }));
            self.arts.lock().unwrap_or_else(PoisonError::into_inner).entry(svg.to_owned()).or_insert(art).clone()
        })
    }
}

/// What an id of a picture without a tint becomes, where nothing in it is chosen by a style sheet.
#[must_use]
pub fn id_of(path: &str, id: &str) -> String {
    id_prefix(path, None) + id
}

/// What no other picture, and not this one in another tint, has before its ids.
fn id_prefix(path: &str, tint: Option<&str>) -> String {
    let mut prefix = String::new();
    for c in path.chars().chain(['_']).chain(tint.unwrap_or_default().chars()).chain(['_']) {
        if c.is_ascii_alphanumeric() || c == '_' {
            prefix.push(c);
        } else {
            let _ = write!(prefix, "-{:x}-", u32::from(c));
        }
    }
    prefix
}

fn options() -> usvg::Options<'static> {
    let mut options = usvg::Options::default();
    // Files are for `Assets` to read; a picture never reaches beyond itself.
    options.image_href_resolver.resolve_string = Box::new(|_, _| None);
    options
}

/// Why a PNG picture is not there.
enum NotRead {
    /// It is none, for this reason.
    NoPng(String),
    /// The pictures of the game are more than enough, and there is almost nothing in them.
    TooMany,
}

impl From<png::DecodingError> for NotRead {
    fn from(error: png::DecodingError) -> Self {
        Self::NoPng(error.to_string())
    }
}

impl NotRead {
    fn told(self, path: &str) -> Diagnostic {
        match self {
            Self::NoPng(why) => Diagnostic::error(format!("`{path}` is not a PNG picture: {why}")),
            Self::TooMany => {
                let most = MOST_FROM_NOTHING / 1_000_000;
                let message = format!("pictures with almost nothing in them have more than {most} million pixels here");
                Diagnostic::error(message).hint("save them with fewer pixels").once()
            }
        }
    }
}

/// The shape of a picture in one colour.
fn tinted(mut raster: Raster, tint: Option<&str>) -> Raster {
    if let Some(colour) = tint.and_then(|text| text.parse::<crate::model::Colour>().ok()) {
        let mut rgba = raster.rgba.read().into_owned();
        for pixel in rgba.chunks_exact_mut(4) {
            pixel[..3].copy_from_slice(&[colour.red, colour.green, colour.blue]);
        }
        raster.rgba = rgba.into();
        raster.file = None;
    }
    raster
}
