//! The document around the forms: pages, boxes, layers, bookmarks, fonts, and what a printer should know.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;

use lopdf::{Document, ObjectId};
use printpdf::{
    DictItem, ExternalStream, ExternalXObject, Layer as PdfLayer, LayerIntent, LayerInternalId, LayerSubtype, Mm,
    PdfDocument, PdfPage, PdfSaveOptions, ShadingId, XObject, XObjectId,
};

use crate::impose::{Kit, MarkKind, Page};
use crate::layout::pixels::Trouble;
use crate::layout::{Fonts, GlyphFault, LabelSetter};

use super::deflate::deflate_all;
use super::extents::pixels_seen;
use super::faces::Painter;
use super::finish::{Outline, PICTURE, PageBoxes, Used, finish};
use super::images::{Image, Unstored};
use super::pages::{LAYERS, draw_page};
use super::resources::Form;
use super::states::graphics_state;
use super::tags::Tags;
use super::write::{Shrunk, WriteFault, write_document};
use crate::render::cut_ground::CutGround;

/// What the document says about itself.
#[derive(Debug, Clone, Default)]
pub struct DocumentInfo {
    /// Its title.
    pub title: String,
    /// Who made the game.
    pub author: String,
    /// A line about it.
    pub subject: String,
    /// The language of its texts, as in `en` or `de-CH`; empty when nobody knows.
    pub language: String,
    /// Seconds since 1970, when the person who prints wants a date in the file.
    pub timestamp: Option<i64>,
}

/// A document of which everything is there but its pictures, which are read again when it is written.
#[derive(Debug)]
pub struct DrawnPdf {
    document: Document,
    pictures: BTreeMap<ObjectId, Image>,
    /// Drawings of which a part has no counterpart in PDF and was painted as pixels.
    pub as_pixels: Vec<String>,
    /// Characters of the small print that do not print as they should.
    pub faults: BTreeSet<GlyphFault>,
}

/// What was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WrittenPdf {
    /// How many bytes the file has.
    pub bytes: u64,
    /// Pictures of which it holds fewer pixels than their files have.
    pub shrunk: Shrunk,
}

impl DrawnPdf {
    /// Writes it.
    ///
    /// # Errors
    /// Why it cannot be written.
    pub fn write(self, out: &mut dyn Write) -> Result<WrittenPdf, Unwritten> {
        let (bytes, shrunk) = write_document(&self.document, self.pictures, out).map_err(|fault| match fault {
            WriteFault::Disk(error) => Unwritten::Disk(error),
            WriteFault::Picture(Unstored::Picture(name, trouble)) => Unwritten::Picture(name, trouble),
            WriteFault::Picture(Unstored::Ours(why)) | WriteFault::Ours(why) => Unwritten::Ours(why),
        })?;
        Ok(WrittenPdf { bytes, shrunk })
    }

    /// The file.
    ///
    /// # Errors
    /// Why it cannot be written.
    pub fn into_bytes(self) -> Result<Vec<u8>, Unwritten> {
        let mut bytes = Vec::new();
        self.write(&mut bytes)?;
        Ok(bytes)
    }
}

/// Why a document cannot be written, in a sentence.
#[derive(Debug)]
pub enum Unwritten {
    /// A font of the game cannot be taken into it.
    Font(String),
    /// A picture, called so, is not what it was when it was looked at.
    Picture(String, Trouble),
    /// What it is written to says so.
    Disk(std::io::Error),
    /// It cannot be put together; that is a mistake of ours.
    Ours(String),
}

impl From<String> for Unwritten {
    fn from(why: String) -> Self {
        Self::Ours(why)
    }
}

/// Draws a kit as a PDF.
///
/// # Errors
/// Why it cannot be written.
pub fn draw_pdf(kit: &Kit, fonts: &Fonts, info: &DocumentInfo) -> Result<DrawnPdf, Unwritten> {
    let mut painter = Painter::new(fonts, Tags::of(kit));
    let mut labels = LabelSetter::new(fonts);
    let mut ground = CutGround::new(fonts);
    let drawn: Vec<PdfPage> = pages(kit).map(|page| draw_page(page, &mut painter, &mut labels, &mut ground)).collect();
    let boxes: Vec<PageBoxes> = pages(kit).map(PageBoxes::of).collect();
    let mut pdf = PdfDocument::new(&info.title);
    describe(&mut pdf, info);
    let registered = pages(kit).any(|page| page.marks.iter().any(|mark| mark.kind == MarkKind::Registration));
    for (id, name) in LAYERS.into_iter().take(if registered { LAYERS.len() } else { LAYERS.len() - 1 }) {
        pdf.resources.layers.map.insert(LayerInternalId(id.to_owned()), layer(name));
    }
    let mut number = 1;
    for section in &kit.sections {
        pdf.add_bookmark(&section.title, number);
        number += section.pages.len();
    }
    let (used, images) = add_resources(&mut pdf, &mut painter)?;
    pdf.pages = drawn;
    for (id, font) in painter.book.parsed(fonts).map_err(Unwritten::Font)? {
        pdf.resources.fonts.map.insert(id, printpdf::PdfFont::new(font));
    }
    pdf.pages.push(PdfPage::new(Mm(10.0), Mm(10.0), painter.book.specimen()));
    let options = PdfSaveOptions { optimize: false, subset_fonts: false, secure: true, image_optimization: None };
    let mut warnings = Vec::new();
    let mut document = pdf.to_lopdf_document(&options, &mut warnings);
    if let Some(warning) = warnings.first() {
        return Err(format!("the PDF writer says: {}", warning.msg).into());
    }
    let sections: Vec<(String, usize)> =
        kit.sections.iter().map(|section| (section.title.clone(), section.pages.len())).collect();
    let outline = Outline { boxes: &boxes, sections: &sections, tags: &painter.tags };
    let stand_ins =
        finish(&mut document, &outline, &used, kit.layout.backs, info).map_err(|error| unfinished(&error))?;
    let pictures = pictures(kit, images, &stand_ins);
    Ok(DrawnPdf { document, pictures, as_pixels: painter.as_pixels.into_iter().collect(), faults: labels.faults })
}

/// The pictures by the streams that stand in for them, with as many pixels as the kit asks for.
fn pictures(kit: &Kit, images: Vec<Image>, stand_ins: &BTreeMap<ObjectId, usize>) -> BTreeMap<ObjectId, Image> {
    let seen = kit.layout.image_dots.map(|dots| pixels_seen(kit, dots)).unwrap_or_default();
    let mut images: Vec<Option<Image>> = images.into_iter().map(Some).collect();
    let mut take = |(id, number): (&ObjectId, &usize)| {
        let mut image = images.get_mut(*number)?.take()?;
        if let Image::Raster { raster, most } = &mut image {
            *most = seen.get(raster).copied();
        }
        Some((*id, image))
    };
    stand_ins.iter().filter_map(&mut take).collect()
}

fn unfinished(error: &dyn std::fmt::Display) -> String {
    format!("the PDF cannot be finished: {error}")
}

fn pages(kit: &Kit) -> impl Iterator<Item = &Page> {
    kit.sections.iter().flat_map(|section| &section.pages)
}

fn describe(pdf: &mut PdfDocument, info: &DocumentInfo) {
    let about = &mut pdf.metadata.info;
    info.author.clone_into(&mut about.author);
    info.subject.clone_into(&mut about.subject);
    "Tablewright".clone_into(&mut about.creator);
    "Tablewright".clone_into(&mut about.producer);
    if let Some(date) = info.timestamp.and_then(|at| printpdf::OffsetDateTime::from_unix_timestamp(at).ok()) {
        (about.creation_date, about.modification_date, about.metadata_date) = (date, date, date);
    }
}

fn layer(name: &str) -> PdfLayer {
    PdfLayer {
        name: name.to_owned(),
        creator: "Tablewright".to_owned(),
        intent: LayerIntent::View,
        usage: LayerSubtype::Artwork,
    }
}

/// Hands everything the painter made to the PDF writer, but for pictures in pixels: streams with their numbers stand in for
/// them.
///
/// # Errors
/// A sentence when one that was painted here cannot be packed.
fn add_resources(pdf: &mut PdfDocument, painter: &mut Painter<'_>) -> Result<(Used, Vec<Image>), String> {
    let resources = &mut painter.resources;
    let mut used = Used::new();
    let forms: Vec<(String, Form)> = std::mem::take(&mut resources.forms).into_iter().collect();
    let contents: Vec<&[u8]> = forms.iter().map(|(_, form)| form.content.bytes.as_slice()).collect();
    for ((name, form), content) in forms.iter().zip(deflate_all(&contents).map_err(|error| unfinished(&error))?) {
        used.insert(name.clone(), form.content.used.iter().cloned().collect());
        let object = XObject::External(form_object(form, content));
        pdf.resources.xobjects.map.insert(XObjectId(name.clone()), object);
    }
    let mut images = Vec::new();
    for (name, image) in std::mem::take(&mut resources.images) {
        pdf.resources.xobjects.map.insert(XObjectId(name), XObject::External(stand_in(images.len())));
        images.push(image?);
    }
    for (number, state) in resources.states.iter().enumerate() {
        let id = printpdf::ExtendedGraphicsStateId(format!("G{number}"));
        pdf.resources.extgstates.map.insert(id, graphics_state(*state));
    }
    for (number, shading) in resources.shadings.iter().enumerate() {
        pdf.resources.shadings.map.insert(ShadingId(format!("S{number}")), shading.clone());
    }
    Ok((used, images))
}

fn stand_in(number: usize) -> ExternalXObject {
    let name = |text: &str| DictItem::Name(text.as_bytes().to_vec());
    let dict = BTreeMap::from([
        ("Type".to_owned(), name("XObject")),
        ("Subtype".to_owned(), name("Image")),
        (PICTURE.to_owned(), DictItem::Int(i64::try_from(number).unwrap_or(i64::MAX))),
    ]);
    let stream = ExternalStream { dict, content: Vec::new(), compress: false };
    ExternalXObject { stream, width: None, height: None, dpi: None }
}

fn form_object(form: &Form, content: Vec<u8>) -> ExternalXObject {
    let name = |text: &str| DictItem::Name(text.as_bytes().to_vec());
    let mut dict = BTreeMap::from([
        ("Type".to_owned(), name("XObject")),
        ("Subtype".to_owned(), name("Form")),
        ("BBox".to_owned(), DictItem::Array(form.bounds.iter().map(|side| DictItem::Real(*side)).collect())),
        ("Filter".to_owned(), name("FlateDecode")),
    ]);
    if form.is_group {
        let group = [("Type", "Group"), ("S", "Transparency"), ("CS", "DeviceRGB")];
        let mut map: BTreeMap<String, DictItem> =
            group.iter().map(|(key, value)| ((*key).to_owned(), name(value))).collect();
        map.insert("I".to_owned(), DictItem::Bool(true));
        dict.insert("Group".to_owned(), DictItem::Dict { map });
    }
    ExternalXObject { stream: ExternalStream { dict, content, compress: false }, width: None, height: None, dpi: None }
}
