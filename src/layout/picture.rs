//! Pictures by path: SVG art with the palette filled in, and pictures in pixels. Each is read once, however often it is used.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use base64::prelude::{BASE64_STANDARD, Engine as _};
use data_url::DataUrl;
use minijinja::value::Value;
use resvg::usvg;

use crate::diag::{Diagnostic, Diagnostics, Place, SourceText};
use crate::expressions::{Expressions, Names};
use crate::geom::{Affine, Size};
use crate::model::{Assets, Colour};
use crate::units::Length;

use super::bounds::bounded_tree;
use super::box_fit::{BoxFit, BoxFitKind};
use super::common::Common;
use super::face::{Art, Layer};
use super::lettering::{Lettering, Unset};
use super::pixels::{Budget, PictureFile, Portable, Raster, Repaint, Trouble, has_pixels};
use super::template::bind::{Binding, Bound, bind, drawn_image};
use super::template::drawing_text::{drawing_text, is_drawing};
use super::template::read::{Purpose, read_template};
use super::template::slot::{DrawingSlot, INNER_DRAWING, ImageSlot, SlotKind};
use super::text::fonts::Fonts;

/// What a picture that is written into a drawing is called.
const EMBEDDED: &str = "the embedded picture";

/// What lies outside the frame of a picture by this part of its size is rounding.
const HAIR: f32 = 0.000_5;

/// A picture that can be placed.
#[derive(Debug, Clone)]
pub enum Picture {
    /// Vectors.
    Art {
        /// The drawing.
        art: Common<Art>,
        /// The pictures in pixels that stand in it, at their slots.
        slots: Arc<[Vec<Layer>]>,
        /// Its units to the unit of what stands at its slots.
        unit: f32,
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
        let Self::Art { art, overflows: false, .. } = self else { return false };
        let [width, height] = self.size();
        let (drawn, hair) = (art.tree.root().abs_layer_bounding_box(), width.max(height) * HAIR);
        drawn.left() < -hair || drawn.top() < -hair || drawn.right() > width + hair || drawn.bottom() > height + hair
    }
}

impl Picture {
    /// The picture inside a rectangle; nothing outside of its own frame is seen.
    #[must_use]
    pub fn within(&self, rect: [f32; 4], fit: BoxFit) -> Layer {
        let [x, y, width, height] = rect;
        let [w, h] = self.size();
        let (across, down) = (width / w, height / h);
        let (across, down) = match fit.kind {
            BoxFitKind::Contain => (across.min(down), across.min(down)),
            BoxFitKind::Cover => (across.max(down), across.max(down)),
            BoxFitKind::Stretch => (across, down),
        };
        let (dx, dy) = (x + (width - w * across) * fit.at[0], y + (height - h * down) * fit.at[1]);
        let drawn = [dx, dy, w * across, h * down];
        let clip = if fit.kind == BoxFitKind::Cover { Some(rect) } else { self.is_cut().then_some(drawn) };
        match self {
            Self::Art { art, slots, unit, .. } => Layer::Art {
                art: art.clone(),
                transform: Affine([across, 0.0, 0.0, down, dx, dy]),
                slots: slots.to_vec(),
                unit: *unit,
                clip,
            },
            Self::Raster(image) if fit.shows_pixels => {
                Layer::Image { image: Common::new(image.with_pixels_shown()), rect: drawn, clip }
            }
            Self::Raster(image) => Layer::Image { image: image.clone(), rect: drawn, clip },
        }
    }
}

/// A picture with what is to be told of it all the same, or all that is wrong with it.
type ReadPicture = Result<(Picture, Vec<Diagnostic>), Vec<Diagnostic>>;
type Known = HashMap<(String, Option<String>), ReadPicture>;

/// A drawing, and what its texts ask for in vain.
#[derive(Clone)]
struct ReadArt {
    art: Common<Art>,
    unset: Vec<Unset>,
}

/// Where a picture is read for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Standing {
    /// A place on a piece.
    Alone,
    /// The inside of another drawing.
    Inside,
}

/// All pictures of a run.
pub struct Pictures<'a> {
    assets: &'a dyn Assets,
    /// What expressions in pictures may use: the palette and the game.
    scope: Value,
    names: Names,
    known: Mutex<Known>,
    /// Files of pictures in pixels, whatever tints they are used in.
    files: Mutex<HashMap<String, Result<Arc<PictureFile>, Trouble>>>,
    arts: Mutex<HashMap<String, Result<ReadArt, String>>>,
    /// What pictures in pixels unpacked to so far.
    budget: Budget,
    fonts: &'a Fonts,
    /// The family of texts in drawings that name none that is there.
    usual_font: String,
    lettering: OnceLock<Lettering>,
}

impl<'a> Pictures<'a> {
    /// Pictures out of these files, with texts in these fonts; in `usual_font` when they name none of them.
    #[must_use]
    pub fn new(assets: &'a dyn Assets, (fonts, usual_font): (&'a Fonts, &str), scope: Value, names: Names) -> Self {
        Self {
            assets,
            fonts,
            usual_font: usual_font.to_owned(),
            lettering: OnceLock::new(),
            scope,
            names,
            known: Mutex::default(),
            files: Mutex::default(),
            arts: Mutex::default(),
            budget: Budget::default(),
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
            let read = self.read(path, tint, Standing::Alone);
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

    /// A picture between words, which have this colour: a sign takes it, and what has colours of its own keeps them.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn icon(&self, path: &str, colour: Colour, found: &mut Diagnostics) -> Result<Picture, Vec<Diagnostic>> {
        let tinted = self.get(path, Some(&colour.to_string()), &mut Diagnostics::new());
        let has_own = |raster: &Raster| raster.own_shape().is_none();
        match tinted {
            Err(_) => self.get(path, None, found),
            Ok(Picture::Raster(raster)) if has_own(&raster) => self.get(path, None, found),
            Ok(_) => self.get(path, Some(&colour.to_string()), found),
        }
    }

    /// The path under which a picture is there, of the two that its name can mean.
    #[must_use]
    pub fn path_of<'i>(&self, image: &'i ImageSlot) -> &'i str {
        let is_there = |path: &str| {
            let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
            self.assets.list(folder).is_ok_and(|names| names.iter().any(|name| name == path))
        };
        match &image.beside {
            Some(beside) if !is_there(&image.path.text) && is_there(beside) => beside,
            _ => &image.path.text,
        }
    }

    fn read(&self, path: &str, tint: Option<&str>, standing: Standing) -> ReadPicture {
        if path.starts_with(INNER_DRAWING) {
            let url = DataUrl::process(path).ok().and_then(|url| url.decode_to_vec().ok());
            let (bytes, _) = url.ok_or_else(|| {
                vec![Diagnostic::error("the embedded drawing cannot be unpacked").hint("save the drawing again")]
            })?;
            return self.read_svg("embedded drawing", &bytes, tint, standing);
        }
        if let Some(inline) = path.strip_prefix("data:") {
            let bytes = inline_bytes(inline).map_err(|why| vec![why])?;
            let file = PictureFile::open(bytes, None, &self.budget).map_err(|trouble| vec![trouble.told(EMBEDDED)])?;
            return Ok((raster("embedded", Arc::new(file), tint), Vec::new()));
        }
        let known = self.files.lock().unwrap_or_else(PoisonError::into_inner).get(path).cloned();
        if let Some(known) = known {
            return named(path, known, tint);
        }
        let bytes = self.assets.read(path).map_err(|error| vec![error.diagnostic(path)])?;
        // What is called a drawing and is none is told as that.
        if let Some(trouble) = Trouble::of_stand_in(&bytes).filter(|_| ending(path) != "svg") {
            return Err(vec![trouble.told(path)]);
        }
        if !has_pixels(&bytes) && (ending(path) == "svg" || is_drawing(&bytes)) {
            return self.read_svg(path, &bytes, tint, standing);
        }
        let file = PictureFile::open(bytes, self.assets.later(path), &self.budget).map(Arc::new);
        let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        named(path, files.entry(path.to_owned()).or_insert(file).clone(), tint)
    }

    fn read_svg(&self, path: &str, bytes: &[u8], tint: Option<&str>, standing: Standing) -> ReadPicture {
        let text = &*drawing_text(bytes, path).map_err(|wrong| vec![wrong])?;
        if tint.is_some() && !text.contains("currentColor") {
            return Err(vec![
                Diagnostic::error(format!("nothing in `{path}` takes a tint"))
                    .hint("paint the parts to be tinted with `currentColor`"),
            ]);
        }
        let source = Arc::new(SourceText::new(self.assets.shown(path), text));
        let mut expressions = Expressions::default();
        let mut found = Diagnostics::new();
        let template =
            read_template((path, Purpose::Picture), &source, &mut expressions, &mut found).map_err(|d| vec![d])?;
        template.check_names(&mut expressions, &self.names, &mut found);
        let frame = template.drawn_frame(&expressions, &self.scope).map_err(|d| vec![d])?;
        let Some([.., width, height]) = frame.map(|frame| frame.seen) else {
            if !found.has_errors() {
                let hint = "or a `width` and a `height` in `px`, `mm`, `cm`, `in`, `pt` or `pc`";
                found.push(Diagnostic::error("a picture needs a `viewBox`").at(&template.place).hint(hint));
            }
            return Err(found.iter().cloned().collect());
        };
        let size = Size::new(Length::from_mm_f64(f64::from(width)), Length::from_mm_f64(f64::from(height)));
        // The rules of a `<style>` know ids as they were written.
        let prefix = if text.contains("<style") { String::new() } else { id_prefix(path, tint) };
        let root = self.assets.shown("");
        let how = Binding {
            expressions: &expressions,
            size,
            bleed: Length::ZERO,
            prefix: &prefix,
            colour: tint,
            root: &root,
            mirrored: false,
            no_folds: Some("a picture has no folds"),
            is_inner: standing == Standing::Inside,
            purpose: Purpose::Picture,
        };
        let bound = bind(&template, &self.scope, &how, &mut found).map_err(|d| vec![d])?;
        let slots: Vec<Vec<Layer>> =
            bound.slots.iter().map(|slot| self.pixels_in(slot, bound.unit, &mut found).into_iter().collect()).collect();
        let svg = self.with_images(&bound, standing, &mut found);
        let art = if found.has_errors() { None } else { self.told_art(path, &svg, &template.place, &mut found) };
        match art.filter(|_| !found.has_errors()) {
            Some(art) => {
                let picture =
                    Picture::Art { art, slots: slots.into(), unit: bound.unit, overflows: template.overflows };
                Ok((picture, found.iter().cloned().collect()))
            }
            None => Err(found.iter().cloned().collect()),
        }
    }

    /// What stands at a slot of a picture: another in pixels, and nothing else.
    fn pixels_in(&self, slot: &DrawingSlot, unit: f32, found: &mut Diagnostics) -> Option<Layer> {
        let SlotKind::Image(image) = &slot.kind else {
            let message = "boxes for texts and pictures belong in a template, and not in a picture";
            found.push(Diagnostic::error(message).at(&slot.place));
            return None;
        };
        let path = self.path_of(image);
        match self.get(path, None, found) {
            Ok(picture @ Picture::Raster(_)) => Some(picture.within(slot.rect_mm(unit), image.fit)),
            Ok(Picture::Art { .. }) => None,
            Err(problems) => {
                for problem in problems {
                    found.push(problem.or_at(&image.path.place));
                }
                None
            }
        }
    }

    /// The text of a drawing with the pictures that stay in it.
    fn with_images<'b>(&self, bound: &'b Bound, standing: Standing, found: &mut Diagnostics) -> Cow<'b, str> {
        let mut svg = Cow::Borrowed(bound.svg.as_str());
        for (number, image) in bound.images.iter().enumerate() {
            let path = self.path_of(image);
            match self.inner_image(path, standing) {
                Ok(Portable { kind, bytes }) => {
                    let link = format!("data:{kind};base64,{}\"", BASE64_STANDARD.encode(bytes));
                    svg = Cow::Owned(svg.replacen(&drawn_image(number), &link, 1));
                }
                Err(problems) => {
                    for problem in problems {
                        found.push(problem.or_at(&image.path.place));
                    }
                }
            }
        }
        svg
    }

    /// A picture as it can stand inside a drawing.
    fn inner_image(&self, path: &str, standing: Standing) -> Result<Portable, Vec<Diagnostic>> {
        let is_drawing = ending(path) == "svg" || path.starts_with(INNER_DRAWING);
        if is_drawing && standing == Standing::Inside {
            let message = "a drawing inside a drawing that is inside another is not printed";
            return Err(vec![Diagnostic::error(message).hint("copy its shapes into the one that holds it")]);
        }
        match self.read(path, None, Standing::Inside)?.0 {
            Picture::Art { art, .. } => {
                Ok(Portable { kind: "image/svg+xml", bytes: art.svg.clone().into_bytes().into() })
            }
            Picture::Raster(raster) => raster.self_contained().map_err(|trouble| vec![trouble.told(path)]),
        }
    }

    /// The art of a drawing that is filled in; the same gives the same art. What is wrong with it is told where it begins,
    /// or where in that file the word or letter stands that it is about.
    pub fn art(&self, name: &str, bound: &Bound, begin: &Place, found: &mut Diagnostics) -> Option<Common<Art>> {
        let svg = self.with_images(bound, Standing::Alone, found);
        self.told_art(name, &svg, begin, found)
    }

    fn told_art(&self, name: &str, svg: &str, begin: &Place, found: &mut Diagnostics) -> Option<Common<Art>> {
        let read = match self.read_art(name, svg) {
            Ok(read) => read,
            Err(why) => {
                found.push(Diagnostic::error(why).at(begin));
                return None;
            }
        };
        for unset in &read.unset {
            let (told, about) = unset.told(self.fonts.families());
            found.push(told.at(&begin.first_after(&about)));
        }
        Some(read.art)
    }

    /// The art of a drawing of the tool's own, which has no file; the same text gives the same art.
    ///
    /// # Errors
    /// A sentence when it cannot be drawn.
    pub fn own_art(&self, name: &str, svg: &str) -> Result<Common<Art>, String> {
        Ok(self.read_art(name, svg)?.art)
    }

    fn read_art(&self, name: &str, svg: &str) -> Result<ReadArt, String> {
        let known = self.arts.lock().unwrap_or_else(PoisonError::into_inner).get(svg).cloned();
        known.unwrap_or_else(|| {
            let read = self.drawn(name, svg).map_err(|why| format!("`{name}` cannot be drawn: {why}"));
            self.arts.lock().unwrap_or_else(PoisonError::into_inner).entry(svg.to_owned()).or_insert(read).clone()
        })
    }

    fn drawn(&self, name: &str, svg: &str) -> Result<ReadArt, String> {
        let art = |svg: String, tree| Common::new(Art { name: name.to_owned(), svg, tree });
        if !svg.contains("<text") {
            let tree = bounded_tree(svg, &options())?;
            return Ok(ReadArt { art: art(svg.to_owned(), tree), unset: Vec::new() });
        }
        let lettering = self.lettering.get_or_init(|| Lettering::new(self.fonts, &self.usual_font));
        let (outlined, unset) = lettering.outlined(svg, options())?;
        let tree = bounded_tree(&outlined, &options())?;
        Ok(ReadArt { art: art(outlined, tree), unset })
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

/// The picture of a file in pixels, and what is to be told of its name.
fn named(path: &str, file: Result<Arc<PictureFile>, Trouble>, tint: Option<&str>) -> ReadPicture {
    let file = file.map_err(|trouble| vec![trouble.told(path)])?;
    let kind = file.kind;
    let told = (!kind.endings().contains(&ending(path).as_str()))
        .then(|| Diagnostic::note(format!("`{path}` is a {} picture, whatever its name says", kind.name())).once());
    let unread = file.has_unread_profile.then(|| {
        Diagnostic::warning(format!("`{path}` has a colour profile that is not read, and may print in other colours"))
            .hint("save it in the colours of screens (sRGB)")
            .once()
    });
    Ok((raster(path, file, tint), told.into_iter().chain(unread).collect()))
}

/// A picture in pixels, or its shape in a colour.
fn raster(name: &str, file: Arc<PictureFile>, tint: Option<&str>) -> Picture {
    let raster = Raster::new(name, file);
    let tint = tint.and_then(|text| text.parse().ok());
    Picture::Raster(Common::new(match tint {
        Some(colour) => raster.repainted(Repaint::Plain(colour)),
        None => raster,
    }))
}

/// The bytes of a picture that is written into a drawing.
fn inline_bytes(url: &str) -> Result<Arc<[u8]>, Diagnostic> {
    let (kind, encoded) = url.split_once(',').unwrap_or((url, ""));
    let Some(kind) = kind.strip_suffix(";base64") else {
        let kind = kind.split(';').next().unwrap_or_default();
        let message = format!("a picture of the kind `{kind}` inside a drawing cannot be printed");
        return Err(
            Diagnostic::error(message).hint("embed it as PNG, JPEG or WebP, or link to a file in the game folder")
        );
    };
    let packed: String = encoded.split_whitespace().collect();
    let broken = |error: base64::DecodeError| {
        let message = format!("{EMBEDDED} is no base64: {error}");
        Diagnostic::error(message).hint(format!("save the drawing again; the picture says it is of the kind `{kind}`"))
    };
    BASE64_STANDARD.decode(packed).map(Arc::from).map_err(broken)
}

/// What stands behind the last dot of a name, in small letters.
fn ending(path: &str) -> String {
    path.rsplit_once('.').map_or("", |(_, ending)| ending).to_ascii_lowercase()
}
