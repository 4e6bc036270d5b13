//! The document around the forms: pages, boxes, layers, bookmarks, fonts, and what a printer should know.

use std::collections::BTreeMap;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use lopdf::{Dictionary, Document, Object, ObjectId};
use printpdf::{
    Color, CurTransMat, DictItem, ExtendedGraphicsState, ExternalStream, ExternalXObject, Layer as PdfLayer,
    LayerIntent, LayerInternalId, LayerSubtype, Line, LineDashPattern, LinePoint, Mm, Op, PaintMode, PdfDocument,
    PdfPage, PdfSaveOptions, Point as PdfPoint, Polygon, PolygonRing, Pt, RawImage, RawImageData, RawImageFormat, Rgb,
    ShadingId, WindingOrder, XObject, XObjectId, XObjectTransform,
};
use resvg::usvg::BlendMode;

use crate::geom::{Affine, Point, Rect};
use crate::impose::{Clip, Item, Kit, MarkKind, Page};
use crate::layout::{Fonts, lay_out_labels};
use crate::model::PathStep;
use crate::units::{Length, points_per_mm};

use super::content::{Content, Resource};
use super::faces::Painter;
use super::resources::{Form, State};

/// Thickness of all marks.
const HAIRLINE: Length = Length::from_um(150);
/// Grey of all marks: dark enough to aim at, light enough not to mind a bit of it.
const MARK_GREY: f32 = 0.15;

/// The layers of every page, from the bottom up.
const LAYERS: [(&str, &str); 4] = [
    ("LayerPieces", "Pieces"),
    ("LayerCuts", "Cut lines"),
    ("LayerFolds", "Fold lines"),
    ("LayerNotes", "Ruler and labels"),
];

/// What the document says about itself.
#[derive(Debug, Clone, Default)]
pub struct DocumentInfo {
    /// Its title.
    pub title: String,
    /// Who made the game.
    pub author: String,
    /// A line about it.
    pub subject: String,
    /// Seconds since 1970, when the person who prints wants a date in the file.
    pub timestamp: Option<i64>,
}

/// Writes a kit as a PDF.
///
/// # Errors
/// A sentence when the file cannot be put together; that is a mistake of ours.
pub fn write_pdf(kit: &Kit, fonts: &Fonts, info: &DocumentInfo) -> Result<Vec<u8>, String> {
    let mut painter = Painter::new(fonts);
    let pages: Vec<PdfPage> = pages(kit).map(|page| draw_page(page, &mut painter, fonts)).collect();
    let boxes: Vec<PageBoxes> = pages_boxes(kit);
    let mut pdf = PdfDocument::new(&info.title);
    describe(&mut pdf, info);
    for (id, name) in LAYERS {
        pdf.resources.layers.map.insert(LayerInternalId(id.to_owned()), layer(name));
    }
    let mut number = 1;
    for section in &kit.sections {
        pdf.add_bookmark(&section.title, number);
        number += section.pages.len();
    }
    let used = add_resources(&mut pdf, &mut painter);
    pdf.pages = pages;
    for (id, font) in painter.book.parsed(fonts) {
        pdf.resources.fonts.map.insert(id, printpdf::PdfFont::new(font));
    }
    pdf.pages.push(PdfPage::new(Mm(10.0), Mm(10.0), painter.book.specimen()));
    let options = PdfSaveOptions { optimize: false, subset_fonts: false, secure: true, image_optimization: None };
    let mut warnings = Vec::new();
    let mut document = pdf.to_lopdf_document(&options, &mut warnings);
    if let Some(warning) = warnings.first() {
        return Err(format!("the PDF writer says: {}", warning.msg));
    }
    finish(&mut document, &boxes, &used).map_err(|error| format!("the PDF cannot be finished: {error}"))
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

/// From millimetres with y down to points with y up, on a page of a height.
struct Paper {
    height: Length,
}

#[allow(clippy::cast_possible_truncation, reason = "PDF works in single precision")]
impl Paper {
    fn point(&self, point: Point) -> PdfPoint {
        PdfPoint { x: Pt(point.x.pt() as f32), y: Pt((self.height - point.y).pt() as f32) }
    }

    /// The map from a face's millimetres to the page's points, for a face placed and turned.
    fn place(&self, item: &Item) -> Affine {
        let (w, h) = (item.face.size.width.mm_f32(), item.face.size.height.mm_f32());
        let Affine([a, b, c, d, ..]) = item.turn.matrix();
        // The turned trim starts where its smallest corner lands.
        let corners = [(0.0, 0.0), (w, 0.0), (0.0, h), (w, h)].map(|(x, y)| (a * x + c * y, b * x + d * y));
        let least = corners.iter().fold((f32::MAX, f32::MAX), |m, p| (m.0.min(p.0), m.1.min(p.1)));
        let turned = Affine([a, b, c, d, -least.0, -least.1]);
        self.page_map().after(Affine::translate(item.at.x.mm_f32(), item.at.y.mm_f32())).after(turned)
    }

    fn page_map(&self) -> Affine {
        let k = points_per_mm() as f32;
        Affine([k, 0.0, 0.0, -k, 0.0, self.height.pt() as f32])
    }
}

fn draw_page(page: &Page, painter: &mut Painter<'_>, fonts: &Fonts) -> PdfPage {
    let size = page.sheet.size;
    let paper = Paper { height: size.height };
    let mut ops = vec![begin(0)];
    for item in &page.items {
        ops.extend(draw_item(item, painter, &paper));
    }
    ops.push(Op::EndLayer);
    ops.extend(marks(page, &paper, 1, MarkKind::Cut));
    ops.extend(marks(page, &paper, 2, MarkKind::Fold));
    ops.extend(marks(page, &paper, 3, MarkKind::Ruler));
    let labels = painter.loose(&lay_out_labels(fonts, &page.labels), [size.width.mm_f32(), size.height.mm_f32()]);
    ops.push(begin(3));
    ops.extend(paint(paper.page_map(), &labels, Vec::new()));
    ops.push(Op::EndLayer);
    PdfPage::new(millimetres(size.width), millimetres(size.height), ops)
}

#[allow(clippy::cast_possible_truncation, reason = "PDF works in single precision")]
fn millimetres(length: Length) -> Mm {
    Mm(length.mm() as f32)
}

fn begin(layer: usize) -> Op {
    Op::BeginLayer { layer_id: LayerInternalId(LAYERS[layer].0.to_owned()) }
}

fn draw_item(item: &Item, painter: &mut Painter<'_>, paper: &Paper) -> Vec<Op> {
    let form = painter.face(&item.face);
    let place = paper.place(item);
    let clip = match &item.clip {
        Clip::Bleed => Vec::new(),
        Clip::Path(path) => vec![clip_op(path, place)],
        Clip::Page(rect) => vec![clip_op(&rect_path(*rect), paper.page_map())],
    };
    paint(place, &form, clip)
}

fn paint(place: Affine, form: &str, clip: Vec<Op>) -> Vec<Op> {
    let mut ops = vec![Op::SaveGraphicsState];
    ops.extend(clip);
    ops.push(Op::SetTransformationMatrix { matrix: CurTransMat::Raw(place.0) });
    let transform = XObjectTransform { no_auto_scale: true, ..XObjectTransform::default() };
    ops.push(Op::UseXobject { id: XObjectId(form.to_owned()), transform });
    ops.push(Op::RestoreGraphicsState);
    ops
}

fn rect_path(rect: Rect) -> Vec<PathStep> {
    let (left, top) = (rect.left().mm_f32(), rect.top().mm_f32());
    let (right, bottom) = (rect.right().mm_f32(), rect.bottom().mm_f32());
    vec![
        PathStep::Move(left, top),
        PathStep::Line(right, top),
        PathStep::Line(right, bottom),
        PathStep::Line(left, bottom),
        PathStep::Close,
    ]
}

fn clip_op(path: &[PathStep], place: Affine) -> Op {
    let rings = vec![PolygonRing { points: line_points(path, place) }];
    Op::DrawPolygon { polygon: Polygon { rings, mode: PaintMode::Clip, winding_order: WindingOrder::NonZero } }
}

fn line_points(path: &[PathStep], place: Affine) -> Vec<LinePoint> {
    let point = |x: f32, y: f32, bezier: bool| {
        let (x, y) = place.apply(x, y);
        LinePoint { p: PdfPoint { x: Pt(x), y: Pt(y) }, bezier }
    };
    let mut points = Vec::new();
    for step in path {
        match *step {
            PathStep::Move(x, y) | PathStep::Line(x, y) => points.push(point(x, y, false)),
            PathStep::Cubic([a, b, c, d, x, y]) => {
                points.extend([point(a, b, true), point(c, d, true), point(x, y, false)]);
            }
            PathStep::Close => {}
        }
    }
    points
}

fn marks(page: &Page, paper: &Paper, layer: usize, kind: MarkKind) -> Vec<Op> {
    let lines: Vec<Line> = page
        .marks
        .iter()
        .filter(|mark| mark.kind == kind)
        .map(|mark| {
            let points = [mark.from, mark.to].map(|point| LinePoint { p: paper.point(point), bezier: false });
            Line { points: points.to_vec(), is_closed: false }
        })
        .chain(if kind == MarkKind::Cut { cut_paths(page, paper) } else { Vec::new() })
        .collect();
    if lines.is_empty() {
        return Vec::new();
    }
    let dash = match kind {
        MarkKind::Fold => LineDashPattern { offset: 0.0, pattern: [3.0, 2.0].into_iter().collect() },
        MarkKind::Cut | MarkKind::Ruler => LineDashPattern::default(),
    };
    let grey = Color::Rgb(Rgb { r: MARK_GREY, g: MARK_GREY, b: MARK_GREY, icc_profile: None });
    #[allow(clippy::cast_possible_truncation, reason = "PDF works in single precision")]
    let width = Pt(HAIRLINE.pt() as f32);
    let mut ops = vec![
        begin(layer),
        Op::SaveGraphicsState,
        Op::SetOutlineColor { col: grey },
        Op::SetOutlineThickness { pt: width },
        Op::SetLineDashPattern { dash },
    ];
    ops.extend(lines.into_iter().map(|line| Op::DrawLine { line }));
    ops.extend([Op::RestoreGraphicsState, Op::EndLayer]);
    ops
}

fn cut_paths(page: &Page, paper: &Paper) -> Vec<Line> {
    let line = |cut: &crate::impose::CutPath| {
        let place = paper.page_map().after(Affine::translate(cut.at.x.mm_f32(), cut.at.y.mm_f32()));
        Line { points: line_points(&cut.path, place), is_closed: true }
    };
    page.cut_paths.iter().map(line).collect()
}

/// What each form uses, by its name.
type Used = BTreeMap<String, Vec<Resource>>;

/// Hands everything the painter made to the PDF writer.
fn add_resources(pdf: &mut PdfDocument, painter: &mut Painter<'_>) -> Used {
    let resources = &mut painter.resources;
    let mut used = Used::new();
    for (name, form) in std::mem::take(&mut resources.forms) {
        used.insert(name.clone(), form.content.used.iter().cloned().collect());
        pdf.resources.xobjects.map.insert(XObjectId(name), XObject::External(form_object(&form)));
    }
    for (name, pixels) in std::mem::take(&mut resources.images) {
        let image = RawImage {
            pixels: RawImageData::U8(pixels.rgba),
            width: pixels.width as usize,
            height: pixels.height as usize,
            data_format: RawImageFormat::RGBA8,
            tag: Vec::new(),
        };
        pdf.resources.xobjects.map.insert(XObjectId(name), XObject::Image(image));
    }
    for (number, state) in resources.states.iter().enumerate() {
        let id = printpdf::ExtendedGraphicsStateId(format!("G{number}"));
        pdf.resources.extgstates.map.insert(id, graphics_state(*state));
    }
    for (number, shading) in resources.shadings.iter().enumerate() {
        pdf.resources.shadings.map.insert(ShadingId(format!("S{number}")), shading.clone());
    }
    used
}

fn form_object(form: &Form) -> ExternalXObject {
    let name = |text: &str| DictItem::Name(text.as_bytes().to_vec());
    let mut dict = BTreeMap::from([
        ("Type".to_owned(), name("XObject")),
        ("Subtype".to_owned(), name("Form")),
        ("BBox".to_owned(), DictItem::Array(form.bounds.iter().map(|side| DictItem::Real(*side)).collect())),
        ("Filter".to_owned(), name("FlateDecode")),
    ]);
    if form.is_group {
        let group = [("Type", "Group"), ("S", "Transparency"), ("CS", "DeviceRGB")];
        let map = group.iter().map(|(key, value)| ((*key).to_owned(), name(value))).collect();
        dict.insert("Group".to_owned(), DictItem::Dict { map });
    }
    let content = deflated(&form.content);
    ExternalXObject { stream: ExternalStream { dict, content, compress: false }, width: None, height: None, dpi: None }
}

fn deflated(content: &Content) -> Vec<u8> {
    use std::io::Write as _;
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::new(6));
    // Writing to memory cannot fail.
    let _ = encoder.write_all(&content.bytes);
    encoder.finish().unwrap_or_default()
}

fn graphics_state(state: State) -> ExtendedGraphicsState {
    ExtendedGraphicsState::default()
        .with_current_fill_alpha(state.fill)
        .with_current_stroke_alpha(state.stroke)
        .with_blend_mode(blend_mode(state.blend))
}

fn blend_mode(mode: BlendMode) -> printpdf::BlendMode {
    use printpdf::NonSeperableBlendMode as Joint;
    use printpdf::{BlendMode as Pdf, SeperableBlendMode as Apart};
    match mode {
        // Adding light up has no counterpart; such groups come here as pixels.
        BlendMode::Normal | BlendMode::PlusLighter => Pdf::Seperable(Apart::Normal),
        BlendMode::Multiply => Pdf::Seperable(Apart::Multiply),
        BlendMode::Screen => Pdf::Seperable(Apart::Screen),
        BlendMode::Overlay => Pdf::Seperable(Apart::Overlay),
        BlendMode::Darken => Pdf::Seperable(Apart::Darken),
        BlendMode::Lighten => Pdf::Seperable(Apart::Lighten),
        BlendMode::ColorDodge => Pdf::Seperable(Apart::ColorDodge),
        BlendMode::ColorBurn => Pdf::Seperable(Apart::ColorBurn),
        BlendMode::HardLight => Pdf::Seperable(Apart::HardLight),
        BlendMode::SoftLight => Pdf::Seperable(Apart::SoftLight),
        BlendMode::Difference => Pdf::Seperable(Apart::Difference),
        BlendMode::Exclusion => Pdf::Seperable(Apart::Exclusion),
        BlendMode::Hue => Pdf::NonSeperable(Joint::Hue),
        BlendMode::Saturation => Pdf::NonSeperable(Joint::Saturation),
        BlendMode::Color => Pdf::NonSeperable(Joint::Color),
        BlendMode::Luminosity => Pdf::NonSeperable(Joint::Luminosity),
    }
}

/// The boxes of a page, in points.
struct PageBoxes {
    trim: [f32; 4],
    bleed: [f32; 4],
}

fn pages_boxes(kit: &Kit) -> Vec<PageBoxes> {
    let boxes = |page: &Page| {
        let paper = Paper { height: page.sheet.size.height };
        let of = |rect: Rect| {
            let low = paper.point(Point::new(rect.left(), rect.bottom()));
            let high = paper.point(Point::new(rect.right(), rect.top()));
            [low.x.0, low.y.0, high.x.0, high.y.0]
        };
        PageBoxes { trim: of(page.trim_box()), bleed: of(page.bleed_box()) }
    };
    pages(kit).map(boxes).collect()
}

/// What the PDF writer leaves to do: each form and page its own resources, the boxes, the printing hints, and an id
/// that depends on nothing but the content.
fn finish(document: &mut Document, boxes: &[PageBoxes], used: &Used) -> Result<Vec<u8>, lopdf::Error> {
    let names = Names::read(document)?;
    for (form, resources) in used {
        if let Some(id) = names.id("XObject", form) {
            let own = names.resources(resources);
            document.get_object_mut(id)?.as_stream_mut()?.dict.set("Resources", own);
        }
    }
    let pages: Vec<ObjectId> = document.page_iter().collect();
    for (&page, boxes) in pages.iter().zip(boxes) {
        finish_page(document, page, boxes, &names)?;
    }
    // The page that stood in for the use of fonts goes again.
    document.delete_pages(&[u32::try_from(boxes.len() + 1).unwrap_or(u32::MAX)]);
    finish_catalog(document)?;
    finish_layers(document);
    "1.7".clone_into(&mut document.version);
    document.prune_objects();
    document.renumber_objects();
    let id = content_id(document);
    document.trailer.set("ID", Object::Array(vec![id.clone(), id]));
    document.compress();
    let mut bytes = Vec::new();
    let options = lopdf::SaveOptions::builder().use_object_streams(true).use_xref_streams(true).build();
    document.save_with_options(&mut bytes, options)?;
    Ok(bytes)
}

/// Which object each resource name stands for.
struct Names {
    kinds: BTreeMap<&'static str, Dictionary>,
}

impl Names {
    fn read(document: &Document) -> Result<Self, lopdf::Error> {
        let page = document.page_iter().next().ok_or(lopdf::Error::PageNumberNotFound(1))?;
        let resources = document.get_dictionary(page)?.get(b"Resources")?.as_reference()?;
        let resources = document.get_dictionary(resources)?;
        let mut kinds = BTreeMap::new();
        for kind in ["XObject", "Font", "ExtGState", "Shading"] {
            let dictionary = resources.get(kind.as_bytes())?.as_reference()?;
            kinds.insert(kind, document.get_dictionary(dictionary)?.clone());
        }
        Ok(Self { kinds })
    }

    fn object(&self, kind: &str, name: &str) -> Option<&Object> {
        self.kinds.get(kind)?.get(name.as_bytes()).ok()
    }

    fn id(&self, kind: &str, name: &str) -> Option<ObjectId> {
        self.object(kind, name)?.as_reference().ok()
    }

    /// A resource dictionary of just these.
    fn resources(&self, used: &[Resource]) -> Dictionary {
        let mut kinds: BTreeMap<&str, Dictionary> = BTreeMap::new();
        for resource in used {
            let (kind, name) = match resource {
                Resource::XObject(name) => ("XObject", name),
                Resource::Font(name) => ("Font", name),
                Resource::State(name) => ("ExtGState", name),
                Resource::Shading(name) => ("Shading", name),
            };
            if let Some(object) = self.object(kind, name) {
                kinds.entry(kind).or_default().set(name.as_bytes(), object.clone());
            }
        }
        let mut dictionary = Dictionary::new();
        for (kind, names) in kinds {
            dictionary.set(kind, Object::Dictionary(names));
        }
        dictionary
    }
}

fn finish_page(document: &mut Document, page: ObjectId, boxes: &PageBoxes, names: &Names) -> Result<(), lopdf::Error> {
    let content = document.get_page_content(page);
    let forms = forms_in(&content, names);
    let resources = document.get_dictionary(page)?.get(b"Resources")?.as_reference()?;
    let layers = document.get_dictionary(resources)?.get(b"Properties").ok().cloned();
    let mut own = names.resources(&forms);
    if let Some(layers) = layers {
        own.set("Properties", layers);
    }
    let corners = |sides: &[f32; 4]| Object::Array(sides.iter().map(|side| Object::Real(*side)).collect());
    let dictionary = document.get_object_mut(page)?.as_dict_mut()?;
    dictionary.set("Resources", own);
    dictionary.set("TrimBox", corners(&boxes.trim));
    dictionary.set("BleedBox", corners(&boxes.bleed));
    dictionary.remove(b"Annots");
    Ok(())
}

/// The forms that a page's operators paint.
fn forms_in(content: &[u8], names: &Names) -> Vec<Resource> {
    let text = String::from_utf8_lossy(content);
    let mut forms: Vec<Resource> = text
        .split_ascii_whitespace()
        .filter_map(|word| word.strip_prefix('/'))
        .filter(|name| names.object("XObject", name).is_some())
        .map(|name| Resource::XObject(name.to_owned()))
        .collect();
    forms.sort();
    forms.dedup();
    forms
}

fn finish_catalog(document: &mut Document) -> Result<(), lopdf::Error> {
    let catalog = document.catalog_mut()?;
    let mut hints = Dictionary::new();
    hints.set("PrintScaling", Object::Name(b"None".to_vec()));
    hints.set("DisplayDocTitle", Object::Boolean(true));
    catalog.set("ViewerPreferences", hints);
    catalog.set("PageMode", Object::Name(b"UseOutlines".to_vec()));
    catalog.set("PageLayout", Object::Name(b"SinglePage".to_vec()));
    Ok(())
}

/// Layers need a name and nothing else.
fn finish_layers(document: &mut Document) {
    for object in document.objects.values_mut() {
        if let Ok(dictionary) = object.as_dict_mut()
            && dictionary.get(b"Type").and_then(Object::as_name).is_ok_and(|kind| kind == b"OCG")
        {
            dictionary.remove(b"Usage");
            dictionary.remove(b"Intent");
        }
    }
    if let Ok(information) = document.trailer.get(b"Info").and_then(Object::as_reference)
        && let Ok(dictionary) = document.get_object_mut(information).and_then(Object::as_dict_mut)
    {
        for key in [&b"GTS_PDFXVersion"[..], b"Identifier", b"Keywords", b"Trapped"] {
            dictionary.remove(key);
        }
    }
}

/// The same content gives the same id.
fn content_id(document: &Document) -> Object {
    let mut hash = [0xcbf2_9ce4_8422_2325_u64, 0x8422_2325_cbf2_9ce4];
    for object in document.objects.values() {
        let bytes = match object {
            Object::Stream(stream) => stream.content.clone(),
            other => format!("{other:?}").into_bytes(),
        };
        for byte in bytes {
            for (half, prime) in hash.iter_mut().zip([0x0100_0000_01b3_u64, 0x0100_0000_0233]) {
                *half = (*half ^ u64::from(byte)).wrapping_mul(prime);
            }
        }
    }
    let bytes = hash.iter().flat_map(|half| half.to_be_bytes()).collect();
    Object::String(bytes, lopdf::StringFormat::Hexadecimal)
}
