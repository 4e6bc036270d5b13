//! What a document says of itself, to programs that read XMP and to those that read to people: title, makers, language. Says no
//! date that nobody gave.

use std::fmt::Write as _;

use lopdf::{Dictionary, Document, Object, Stream};

use crate::layout::escaped;

use super::document::DocumentInfo;

/// Adds the language, the same words as XMP, and takes away dates that are only the beginning of time.
///
/// # Errors
/// When the document is not built the way the PDF writer builds it.
pub fn add(document: &mut Document, info: &DocumentInfo) -> Result<(), lopdf::Error> {
    let dict = Dictionary::from_iter([
        ("Type", Object::Name(b"Metadata".to_vec())),
        ("Subtype", Object::Name(b"XML".to_vec())),
    ]);
    // Programs look for it without unpacking anything.
    let stream = Stream::new(dict, xmp(info).into_bytes()).with_compression(false);
    let metadata = document.add_object(stream);
    let catalog = document.catalog_mut()?;
    catalog.set("Metadata", Object::Reference(metadata));
    if !info.language.is_empty() {
        catalog.set("Lang", Object::string_literal(info.language.as_str()));
    }
    if info.timestamp.is_none()
        && let Ok(own) = document.trailer.get(b"Info").and_then(Object::as_reference)
        && let Ok(own) = document.get_object_mut(own).and_then(Object::as_dict_mut)
    {
        own.remove(b"CreationDate");
        own.remove(b"ModDate");
    }
    Ok(())
}

fn xmp(info: &DocumentInfo) -> String {
    let mut said = String::new();
    let language = if info.language.is_empty() { "x-default" } else { info.language.as_str() };
    let alternatives = |text: &str| {
        let text = escaped(text);
        format!("<rdf:Alt><rdf:li xml:lang=\"x-default\">{text}</rdf:li></rdf:Alt>")
    };
    let mut add = |name: &str, content: String| {
        let _ = write!(said, "<{name}>{content}</{name}>");
    };
    add("dc:title", alternatives(&info.title));
    if !info.subject.is_empty() {
        add("dc:description", alternatives(&info.subject));
    }
    if !info.author.is_empty() {
        add("dc:creator", format!("<rdf:Seq><rdf:li>{}</rdf:li></rdf:Seq>", escaped(&info.author)));
    }
    add("dc:language", format!("<rdf:Bag><rdf:li>{}</rdf:li></rdf:Bag>", escaped(language)));
    add("dc:format", "application/pdf".to_owned());
    add("xmp:CreatorTool", "Tablewright".to_owned());
    add("pdf:Producer", "Tablewright".to_owned());
    if let Some(date) = info.timestamp.and_then(|at| printpdf::OffsetDateTime::from_unix_timestamp(at).ok()) {
        let date = format!(
            "{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z",
            date.year(),
            u8::from(date.month()),
            date.day(),
            date.hour(),
            date.minute(),
            date.second()
        );
        add("xmp:CreateDate", date.clone());
        add("xmp:ModifyDate", date);
    }
    format!(
        "<?xpacket begin=\"\u{feff}\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF \
         xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\"><rdf:Description rdf:about=\"\" \
         xmlns:dc=\"http://purl.org/dc/elements/1.1/\" xmlns:xmp=\"http://ns.adobe.com/xap/1.0/\" \
         xmlns:pdf=\"http://ns.adobe.com/pdf/1.3/\">{said}</rdf:Description></rdf:RDF></x:xmpmeta>\n<?xpacket end=\"r\"?>"
    )
}
