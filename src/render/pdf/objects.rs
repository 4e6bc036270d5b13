//! Leaves of a document the objects that are used, numbered as they are found from its trailer on. The library can do the
//! same, and goes through a list of all that it has found for every reference: most of the time of a long document.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, VecDeque};

use lopdf::{Document, Object, ObjectId};

/// Takes a page out of a document to which nothing but the page tree refers.
///
/// # Errors
/// When it is no page of the document.
pub fn take_out(document: &mut Document, page: ObjectId) -> Result<(), lopdf::Error> {
    let parent = |document: &Document, id| document.get_dictionary(id)?.get(b"Parent").and_then(Object::as_reference);
    let first = parent(document, page)?;
    let tree = document.get_object_mut(first)?.as_dict_mut()?;
    tree.get_mut(b"Kids")?.as_array_mut()?.retain(|kid| kid.as_reference().ok() != Some(page));
    let mut above = Ok(first);
    while let Ok(id) = above {
        let tree = document.get_object_mut(id)?.as_dict_mut()?;
        let count = tree.get(b"Count")?.as_i64()?;
        tree.set("Count", count - 1);
        above = parent(document, id);
    }
    Ok(())
}

/// Drops what nothing refers to, and numbers the rest from 1.
pub fn keep_used(document: &mut Document) {
    let mut numbers: BTreeMap<ObjectId, ObjectId> = BTreeMap::new();
    let mut found: VecDeque<(ObjectId, ObjectId)> = VecDeque::new();
    let mut kept = BTreeMap::new();
    let mut renumber = |id: &mut ObjectId, found: &mut VecDeque<(ObjectId, ObjectId)>| {
        let next = (u32::try_from(numbers.len() + 1).unwrap_or(u32::MAX), 0);
        *id = match numbers.entry(*id) {
            Entry::Occupied(number) => *number.get(),
            Entry::Vacant(free) => {
                found.push_back((*id, next));
                *free.insert(next)
            }
        };
    };
    for (_, value) in &mut document.trailer {
        for_each_reference(value, &mut |id| renumber(id, &mut found));
    }
    while let Some((old, new)) = found.pop_front() {
        if let Some(mut object) = document.objects.remove(&old) {
            for_each_reference(&mut object, &mut |id| renumber(id, &mut found));
            kept.insert(new, object);
        }
    }
    document.max_id = u32::try_from(numbers.len()).unwrap_or(u32::MAX);
    document.objects = kept;
}

fn for_each_reference(object: &mut Object, seen: &mut impl FnMut(&mut ObjectId)) {
    match object {
        Object::Reference(id) => seen(id),
        Object::Array(items) => items.iter_mut().for_each(|item| for_each_reference(item, seen)),
        Object::Dictionary(dictionary) => dictionary.iter_mut().for_each(|(_, value)| for_each_reference(value, seen)),
        Object::Stream(stream) => stream.dict.iter_mut().for_each(|(_, value)| for_each_reference(value, seen)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use lopdf::{Document, Object, dictionary};

    use super::{keep_used, take_out};

    /// Two pages, of which the second alone uses a font, and an object that nobody uses.
    fn two_pages() -> (Document, lopdf::ObjectId) {
        let mut document = Document::with_version("1.7");
        let (pages, unused, font) = (document.new_object_id(), document.new_object_id(), document.new_object_id());
        document.objects.insert(unused, Object::Null);
        document.objects.insert(font, Object::Dictionary(dictionary! { "Type" => "Font" }));
        let first = document.add_object(dictionary! { "Type" => "Page", "Parent" => pages });
        let second = document.add_object(dictionary! { "Type" => "Page", "Parent" => pages, "Font" => font });
        let kids = vec![first.into(), second.into()];
        document
            .objects
            .insert(pages, Object::Dictionary(dictionary! { "Type" => "Pages", "Kids" => kids, "Count" => 2 }));
        let catalog = document.add_object(dictionary! { "Type" => "Catalog", "Pages" => pages });
        document.trailer.set("Root", catalog);
        (document, second)
    }

    #[test]
    fn what_nobody_uses_is_dropped_and_the_rest_numbered_in_a_row() {
        let (mut document, _) = two_pages();
        keep_used(&mut document);
        assert_eq!(document.objects.keys().map(|id| id.0).collect::<Vec<_>>(), [1, 2, 3, 4, 5]);
        assert_eq!((document.max_id, document.page_iter().count()), (5, 2));
    }

    #[test]
    fn a_page_goes_with_all_that_it_alone_uses() {
        let (mut document, second) = two_pages();
        take_out(&mut document, second).unwrap();
        keep_used(&mut document);
        assert_eq!((document.objects.len(), document.page_iter().count()), (3, 1));
        let catalog = document.catalog().unwrap();
        let pages = document.get_dictionary(catalog.get(b"Pages").unwrap().as_reference().unwrap()).unwrap();
        assert_eq!(pages.get(b"Count").unwrap().as_i64().unwrap(), 1);
    }
}
