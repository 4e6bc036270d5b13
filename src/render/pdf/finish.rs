//! What the PDF writer leaves to do: each form and page its own resources, boxes, printing hints.

use std::collections::BTreeMap;

use lopdf::{Dictionary, Document, Object, ObjectId};

use crate::geom::{Point, Rect};
use crate::impose::Page;
use crate::model::Backs;

use super::about;
use super::content::Resource;
use super::deflate::deflate_all;
use super::document::DocumentInfo;
use super::objects::{keep_used, take_out};
use super::pages::Paper;
use super::tags::Tags;

/// What each form uses, by its name.
pub type Used = BTreeMap<String, Vec<Resource>>;

/// The boxes of a page, in points.
pub struct PageBoxes {
    trim: [f32; 4],
    bleed: [f32; 4],
}

impl PageBoxes {
    /// The boxes of one page.
    pub fn of(page: &Page) -> Self {
        let paper = Paper { height: page.sheet.size.height };
        let of = |rect: Rect| {
            let rect = page.adjust.map_or(rect, |adjust| adjust.bounds(rect, page.sheet.size));
            let low = paper.point(Point::new(rect.left(), rect.bottom()));
            let high = paper.point(Point::new(rect.right(), rect.top()));
            [low.x.0, low.y.0, high.x.0, high.y.0]
        };
        Self { trim: of(page.trim_box()), bleed: of(page.bleed_box()) }
    }
}

/// The key that says which picture a stream stands in for.
pub const PICTURE: &str = "TablewrightPicture";

/// How the pages of a document follow each other.
pub struct Outline<'k> {
    /// The boxes of each.
    pub boxes: &'k [PageBoxes],
    /// What sections are called, and how many pages each has.
    pub sections: &'k [(String, usize)],
    /// What is read of them.
    pub tags: &'k Tags,
}

/// Finishes a document that is outlined like this, and whose forms use these resources. Which streams stand in for which
/// pictures.
///
/// # Errors
/// When the document is not built the way the PDF writer builds it.
pub fn finish(
    document: &mut Document,
    Outline { boxes, sections, tags }: &Outline<'_>,
    used: &Used,
    backs: Backs,
    info: &DocumentInfo,
) -> Result<BTreeMap<ObjectId, usize>, lopdf::Error> {
    let names = Names::read(document)?;
    // Most forms of a deck use the very same things: they share one dictionary.
    let mut shared: BTreeMap<&[Resource], ObjectId> = BTreeMap::new();
    for (form, resources) in used {
        if let Some(id) = names.id("XObject", form) {
            let own = *shared
                .entry(resources)
                .or_insert_with(|| document.add_object(Object::Dictionary(names.resources(resources))));
            document.get_object_mut(id)?.as_stream_mut()?.dict.set("Resources", Object::Reference(own));
        }
    }
    let pages: Vec<ObjectId> = document.page_iter().collect();
    for (&page, boxes) in pages.iter().zip(*boxes) {
        finish_page(document, page, boxes, &names)?;
    }
    tags.write(document, &pages, sections, |form| names.id("XObject", form))?;
    // The page that stood in for the use of fonts goes again.
    if let Some(last) = pages.get(boxes.len()) {
        take_out(document, *last)?;
    }
    finish_catalog(document, backs)?;
    finish_layers(document);
    about::add(document, info)?;
    "1.7".clone_into(&mut document.version);
    keep_used(document);
    pack(document)?;
    let number = |object: &Object| object.as_stream().ok()?.dict.get(PICTURE.as_bytes()).ok()?.as_i64().ok();
    let pictures =
        document.objects.iter().filter_map(|(id, object)| Some((*id, usize::try_from(number(object)?).ok()?)));
    Ok(pictures.collect())
}

/// Packs the streams that are not packed yet and get smaller by it.
fn pack(document: &mut Document) -> Result<(), lopdf::Error> {
    let streams = document.objects.values_mut().filter_map(|object| object.as_stream_mut().ok());
    let streams: Vec<_> = streams.filter(|stream| stream.allows_compression && !stream.dict.has(b"Filter")).collect();
    let packed = deflate_all(&streams.iter().map(|stream| &*stream.content).collect::<Vec<_>>())?;
    for (stream, packed) in streams.into_iter().zip(packed) {
        if packed.len() + NAMED_FILTER.len() < stream.content.len() {
            stream.dict.set("Filter", "FlateDecode");
            stream.set_content(packed);
        }
    }
    Ok(())
}

/// What a packed stream has in its dictionary besides.
const NAMED_FILTER: &str = "/Filter/FlateDecode";

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

/// What the print dialogue starts with: no scaling, and on how many sides.
fn finish_catalog(document: &mut Document, backs: Backs) -> Result<(), lopdf::Error> {
    let catalog = document.catalog_mut()?;
    let mut hints = Dictionary::new();
    hints.set("PrintScaling", Object::Name(b"None".to_vec()));
    hints.set("DisplayDocTitle", Object::Boolean(true));
    let sides = match backs {
        Backs::DuplexLong => "DuplexFlipLongEdge",
        Backs::DuplexShort => "DuplexFlipShortEdge",
        Backs::None | Backs::Separate | Backs::Gutterfold => "Simplex",
    };
    hints.set("Duplex", Object::Name(sides.into()));
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
