//! What a document is to somebody who hears it: its parts in the order in which they are read, headings, paragraphs, and figures
//! with what they show. What is only there for cutting is left out of it. Paints nothing.

use std::collections::{BTreeMap, HashMap, HashSet};

use lopdf::{Dictionary, Document, Object, ObjectId, text_string};
use printpdf::{DictItem, Op};

use crate::impose::Kit;
use crate::layout::common::Common;
use crate::layout::face::{Face, Layer, PAGE_OF_BOOKLET, Role};
use crate::layout::spoken::spoken;

/// What is read of a kit, gathered while it is painted.
#[derive(Debug, Default)]
pub struct Tags {
    /// How often each face is painted.
    uses: HashMap<Common<Face>, usize>,
    /// Faces that were read already: copies are not read again.
    read: HashSet<Common<Face>>,
    /// What is read of each form that says itself what it consists of, in its order.
    forms: BTreeMap<String, Vec<Part>>,
    /// What is read of each page, with the number of a page of a booklet.
    pages: Vec<Vec<(Option<usize>, Heard)>>,
}

/// Something that is read on a page.
#[derive(Debug)]
enum Heard {
    /// A form as a whole, by its number on the page.
    Whole { number: usize, part: Part },
    /// A form that says itself what it consists of.
    Parts(String),
}

/// A part of what is read, and its words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// What it is.
    pub role: Role,
    /// What is read; nothing where there are no words.
    pub said: String,
}

impl Part {
    /// A part that consists of some layers.
    #[must_use]
    pub fn of(role: Role, layers: &[Layer]) -> Self {
        Self { role, said: spoken(layers) }
    }
}

impl Tags {
    /// Those of a kit of which nothing is painted yet.
    #[must_use]
    pub fn of(kit: &Kit) -> Self {
        let mut uses = HashMap::new();
        for item in kit.sections.iter().flat_map(|section| &section.pages).flat_map(|page| &page.items) {
            *uses.entry(item.face.clone()).or_default() += 1;
        }
        Self { uses, ..Self::default() }
    }

    /// Whether the parts of a face are read one by one: where it is painted once, and says what they are.
    #[must_use]
    pub fn are_parts_read(&self, face: &Common<Face>) -> bool {
        self.uses.get(face) == Some(&1) && face.has_roles()
    }

    /// What a form consists of.
    pub fn set_parts(&mut self, form: &str, parts: Vec<Part>) {
        if !parts.is_empty() {
            self.forms.insert(form.to_owned(), parts);
        }
    }

    /// A page begins.
    pub fn begin_page(&mut self) {
        self.pages.push(Vec::new());
    }

    /// The operators that paint a face, marked as what is read, or as what is not read again.
    #[must_use]
    pub fn marked(&mut self, face: &Common<Face>, form: &str, ops: Vec<Op>) -> Vec<Op> {
        let Some(page) = self.pages.last_mut() else { return ops };
        if !self.read.insert(face.clone()) {
            return not_read(ops);
        }
        if self.forms.contains_key(form) {
            page.push((booklet_page(face), Heard::Parts(form.to_owned())));
            return ops;
        }
        let number = page.iter().filter(|(_, heard)| matches!(heard, Heard::Whole { .. })).count();
        let role = if face.has_text() { Role::Paragraph } else { Role::Figure(name_of(face)) };
        let properties = DictItem::Dict {
            map: BTreeMap::from([("MCID".to_owned(), DictItem::Int(i64::try_from(number).unwrap_or(i64::MAX)))]),
        };
        let begin = Op::BeginMarkedContentWithProperties { tag: tag_of(&role).to_owned(), properties };
        page.push((booklet_page(face), Heard::Whole { number, part: Part::of(role, &face.layers) }));
        std::iter::once(begin).chain(ops).chain([Op::EndMarkedContent]).collect()
    }

    /// Writes what is read into a document, whose sections have so many pages each. The objects of its forms are known by name.
    ///
    /// # Errors
    /// When the document is not built the way the PDF writer builds it.
    pub fn write(
        &self,
        document: &mut Document,
        pages: &[ObjectId],
        sections: &[(String, usize)],
        form: impl Fn(&str) -> Option<ObjectId>,
    ) -> Result<(), lopdf::Error> {
        let (root, all) = (document.new_object_id(), document.new_object_id());
        let mut tree = Tree { document, parents: Vec::new() };
        let mut parts = Vec::new();
        let mut pages = pages.iter().zip(&self.pages);
        for (title, count) in sections {
            let section = tree.document.new_object_id();
            let mut own = Vec::new();
            for (page, heard) in pages.by_ref().take(*count) {
                own.extend(self.page(&mut tree, (*page, section), heard, &form)?);
            }
            // Sheets that are laid into each other are not in the order of their pages.
            if own.iter().all(|(page, _)| page.is_some()) {
                own.sort_by_key(|(page, _)| *page);
            }
            let own: Vec<Object> = own.into_iter().map(|(_, element)| element).collect();
            let entries = [("S", name("Sect")), ("P", all.into()), ("T", text_string(title)), ("K", own.into())];
            tree.document.set_object(section, Dictionary::from_iter(entries));
            parts.push(Object::Reference(section));
        }
        let (parents, next) = tree.parents();
        document
            .set_object(all, Dictionary::from_iter([("S", name("Document")), ("P", root.into()), ("K", parts.into())]));
        let entries = [
            ("Type", name("StructTreeRoot")),
            ("K", all.into()),
            ("ParentTree", parents.into()),
            ("ParentTreeNextKey", next),
        ];
        document.set_object(root, Dictionary::from_iter(entries));
        let catalog = document.catalog_mut()?;
        catalog.set("StructTreeRoot", Object::Reference(root));
        catalog.set("MarkInfo", Dictionary::from_iter([("Marked", Object::Boolean(true))]));
        Ok(())
    }

    /// The elements of a page.
    fn page(
        &self,
        tree: &mut Tree<'_>,
        (page, section): (ObjectId, ObjectId),
        heard: &[(Option<usize>, Heard)],
        form: impl Fn(&str) -> Option<ObjectId>,
    ) -> Result<Vec<(Option<usize>, Object)>, lopdf::Error> {
        let (mut elements, mut marked) = (Vec::new(), Vec::new());
        for (in_booklet, one) in heard {
            match one {
                Heard::Whole { number, part } => {
                    let id = tree.element(section, page, part, whole(*number));
                    marked.push(Object::Reference(id));
                    elements.push((*in_booklet, Object::Reference(id)));
                }
                Heard::Parts(named) => {
                    let (Some(parts), Some(stream)) = (self.forms.get(named), form(named)) else { continue };
                    let part = |(number, part): (usize, &Part)| {
                        let place = [
                            ("Type", name("MCR")),
                            ("Pg", page.into()),
                            ("Stm", stream.into()),
                            ("MCID", whole(number)),
                        ];
                        Object::Reference(tree.element(section, page, part, Dictionary::from_iter(place).into()))
                    };
                    let own: Vec<Object> = parts.iter().enumerate().map(part).collect();
                    let key = tree.key(own.clone());
                    tree.document.get_object_mut(stream)?.as_stream_mut()?.dict.set("StructParents", key);
                    elements.extend(own.into_iter().map(|element| (*in_booklet, element)));
                }
            }
        }
        if !marked.is_empty() {
            let key = tree.key(marked);
            tree.document.get_object_mut(page)?.as_dict_mut()?.set("StructParents", key);
        }
        tree.document.get_object_mut(page)?.as_dict_mut()?.set("Tabs", name("S"));
        Ok(elements)
    }
}

/// A tree of elements under construction.
struct Tree<'d> {
    document: &'d mut Document,
    /// For each page and form the elements of what is marked there.
    parents: Vec<Vec<Object>>,
}

impl Tree<'_> {
    fn element(&mut self, section: ObjectId, page: ObjectId, part: &Part, content: Object) -> ObjectId {
        let entries = [("S", name(tag_of(&part.role))), ("P", section.into()), ("Pg", page.into()), ("K", content)];
        let mut element = Dictionary::from_iter(entries);
        match &part.role {
            Role::Figure(shown) => element.set("Alt", text_string(shown)),
            _ if part.said.is_empty() => {}
            _ => element.set("ActualText", text_string(&part.said)),
        }
        self.document.add_object(element)
    }

    fn key(&mut self, elements: Vec<Object>) -> Object {
        self.parents.push(elements);
        whole(self.parents.len() - 1)
    }

    /// The elements by their keys, and the key that is not used yet.
    fn parents(self) -> (ObjectId, Object) {
        let next = whole(self.parents.len());
        let entries = self.parents.into_iter().enumerate();
        let numbers: Vec<Object> = entries.flat_map(|(key, elements)| [whole(key), elements.into()]).collect();
        (self.document.add_object(Dictionary::from_iter([("Nums", Object::Array(numbers))])), next)
    }
}

/// A number, which is far below what a document can count to.
fn whole(number: usize) -> Object {
    i64::try_from(number).unwrap_or(i64::MAX).into()
}

fn name(text: &str) -> Object {
    Object::Name(text.as_bytes().to_vec())
}

/// What the standard calls a role.
#[must_use]
pub const fn tag_of(role: &Role) -> &'static str {
    match role {
        Role::Sign(_) => "Span",
        Role::Heading(1) => "H1",
        Role::Heading(2) => "H2",
        Role::Heading(3) => "H3",
        Role::Heading(4) => "H4",
        Role::Heading(5) => "H5",
        Role::Heading(_) => "H6",
        Role::Paragraph => "P",
        Role::Figure(_) => "Figure",
    }
}

/// Which page of a booklet a face is, if it is one.
fn booklet_page(face: &Face) -> Option<usize> {
    let own = face.id.rsplit('/').next().unwrap_or(&face.id);
    own.strip_prefix(PAGE_OF_BOOKLET)?.trim_end_matches("-front").parse().ok()
}

/// What a piece without words is called: its own name, without that of its side.
fn name_of(face: &Face) -> String {
    let own = face.id.rsplit('/').next().unwrap_or(&face.id);
    own.strip_suffix("-front").unwrap_or(own).replace('-', " ")
}

/// Operators whose marks nobody hears.
#[must_use]
pub fn not_read(ops: Vec<Op>) -> Vec<Op> {
    if ops.is_empty() {
        return ops;
    }
    let begin = Op::BeginMarkedContent { tag: "Artifact".to_owned() };
    std::iter::once(begin).chain(ops).chain([Op::EndMarkedContent]).collect()
}
