//! Writes the objects of a document one after the other: streams as they are, pictures when their turn comes, so that no
//! more than a few of them are in memory, and all that is small packed together at the end.

use std::collections::BTreeMap;
use std::io::{self, Write};

use lopdf::xref::{Xref, XrefEntry, XrefStreamBuilder, XrefType};
use lopdf::{Dictionary, Document, Object, ObjectId, ObjectStream, StringFormat};
use xxhash_rust::xxh3::Xxh3;

use crate::layout::in_parallel;

use super::images::{Image, Packed, Stored, Unstored, stored};

/// Objects that are no streams are packed together, this many at a time.
const OBJECTS_A_STREAM: usize = 1_000;
/// How hard they are packed.
const EFFORT: u32 = 6;
/// So many pictures are made ready at once, on all processors.
const PICTURES_AT_ONCE: usize = 8;
/// Unpacking pictures calls little that calls anything else.
const STACK: usize = 4 << 20;
/// Bytes that no text has say that the file is not one.
const BINARY: &[u8] = b"%\xBB\xAD\xC0\xDE\n";

/// Why a document is not written.
#[derive(Debug)]
pub enum WriteFault {
    /// What it is written to says so.
    Disk(io::Error),
    /// One of its pictures cannot be stored.
    Picture(Unstored),
    /// It cannot be put together; that is a mistake of ours.
    Ours(String),
}

impl From<io::Error> for WriteFault {
    fn from(error: io::Error) -> Self {
        Self::Disk(error)
    }
}

impl From<lopdf::Error> for WriteFault {
    fn from(error: lopdf::Error) -> Self {
        Self::Ours(format!("the PDF cannot be finished: {error}"))
    }
}

/// Pictures of which a document holds fewer pixels than their files have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Shrunk {
    /// How many they are.
    pub count: usize,
    /// How many bytes their files have.
    pub before: usize,
    /// How many bytes they take in the document.
    pub after: usize,
}

/// Writes a document with its pictures, which are known by the objects that stand in for them. How long it is, and which
/// pictures became smaller.
///
/// # Errors
/// Why it cannot be written.
pub fn write_document(
    document: &Document,
    pictures: BTreeMap<ObjectId, Image>,
    out: &mut dyn Write,
) -> Result<(u64, Shrunk), WriteFault> {
    let mut writer = Writer { out, at: 0, xref: Xref::new(0, XrefType::CrossReferenceStream), ink: Xxh3::new() };
    writer.bytes(format!("%PDF-{}\n", document.version).as_bytes())?;
    writer.bytes(BINARY)?;
    for (id, object) in &document.objects {
        if let Object::Stream(stream) = object
            && !pictures.contains_key(id)
        {
            writer.ink.update(&stream.content);
            writer.stream(id.0, &stream.dict, &stream.content)?;
        }
    }
    let mut next = document.max_id + 1;
    let shrunk = writer.pictures(pictures, &mut next)?;
    writer.small_objects(document, &mut next)?;
    writer.end(document, next)?;
    Ok((writer.at, shrunk))
}

struct Writer<'o> {
    out: &'o mut dyn Write,
    at: u64,
    xref: Xref,
    /// What all streams hold.
    ink: Xxh3,
}

impl Writer<'_> {
    fn bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.at += bytes.len() as u64;
        self.out.write_all(bytes)
    }

    fn stream(&mut self, id: u32, dictionary: &Dictionary, content: &[u8]) -> Result<(), WriteFault> {
        let too_long = || WriteFault::Ours("the PDF has more than 4 GB".to_owned());
        let offset = u32::try_from(self.at).map_err(|_| too_long())?;
        self.xref.insert(id, XrefEntry::Normal { offset, generation: 0 });
        let mut dictionary = dictionary.clone();
        dictionary.set("Length", i64::try_from(content.len()).map_err(|_| too_long())?);
        self.bytes(format!("{id} 0 obj\n").as_bytes())?;
        self.bytes(&written(dictionary)?)?;
        self.bytes(b"stream\n")?;
        self.bytes(content)?;
        Ok(self.bytes(b"\nendstream\nendobj\n")?)
    }

    fn pictures(&mut self, pictures: BTreeMap<ObjectId, Image>, next: &mut u32) -> Result<Shrunk, WriteFault> {
        let mut shrunk = Shrunk::default();
        let mut rest: Vec<(ObjectId, Image)> = pictures.into_iter().collect();
        while !rest.is_empty() {
            let some: Vec<_> = rest.drain(..PICTURES_AT_ONCE.min(rest.len())).collect();
            let ready = in_parallel(some, (true, STACK), || (), |(), picture| made_ready(picture));
            for picture in ready {
                let Ready { id, stored, file } = picture.map_err(WriteFault::Picture)?;
                if let Some(before) = file {
                    shrunk.count += 1;
                    shrunk.before += before;
                    shrunk.after += stored.length();
                }
                self.picture(id.0, &stored, next)?;
            }
        }
        Ok(shrunk)
    }

    fn picture(&mut self, id: u32, stored: &Stored, next: &mut u32) -> Result<(), WriteFault> {
        let mut dictionary = stored.colours.dictionary();
        if let Some(mask) = &stored.mask {
            dictionary.set("SMask", Object::Reference((*next, 0)));
            self.pixels(*next, mask, &mask.dictionary())?;
            *next += 1;
        }
        self.pixels(id, &stored.colours, &dictionary)
    }

    fn pixels(&mut self, id: u32, packed: &Packed, dictionary: &Dictionary) -> Result<(), WriteFault> {
        self.ink.update(&packed.data);
        self.stream(id, dictionary, &packed.data)
    }

    /// Everything that is no stream, packed.
    fn small_objects(&mut self, document: &Document, next: &mut u32) -> Result<(), WriteFault> {
        let small: Vec<_> = document.objects.iter().filter(|(_, object)| object.as_stream().is_err()).collect();
        for some in small.chunks(OBJECTS_A_STREAM) {
            let mut packed = ObjectStream::builder().max_objects(OBJECTS_A_STREAM).compression_level(EFFORT).build();
            for (index, (id, object)) in (0..).zip(some) {
                packed.add_object(**id, (*object).clone())?;
                self.xref.insert(id.0, XrefEntry::Compressed { container: *next, index });
            }
            let stream = packed.to_stream_object()?;
            self.stream(*next, &stream.dict, &stream.content)?;
            *next += 1;
        }
        Ok(())
    }

    /// Where all objects are, and what the document is known by: the same content gives the same.
    fn end(&mut self, document: &Document, id: u32) -> Result<(), WriteFault> {
        let start = self.at;
        let offset = u32::try_from(start).map_err(|_| WriteFault::Ours("the PDF has more than 4 GB".to_owned()))?;
        self.xref.insert(id, XrefEntry::Normal { offset, generation: 0 });
        self.xref.size = id + 1;
        let mut stream = XrefStreamBuilder::new(&self.xref).to_stream_object()?;
        // The library says that it is compressed, and so leaves it as it is.
        stream.dict.remove(b"Filter");
        stream.compress()?;
        for key in [&b"Root"[..], b"Info"] {
            if let Ok(value) = document.trailer.get(key) {
                stream.dict.set(key, value.clone());
            }
        }
        let name = Object::String(self.ink.digest128().to_be_bytes().into(), StringFormat::Hexadecimal);
        stream.dict.set("ID", Object::Array(vec![name.clone(), name]));
        self.stream(id, &stream.dict, &stream.content)?;
        Ok(self.bytes(format!("startxref\n{start}\n%%EOF\n").as_bytes())?)
    }
}

/// A picture that can be written.
struct Ready {
    id: ObjectId,
    stored: Stored,
    /// How many bytes its file has, when fewer of its pixels are left.
    file: Option<usize>,
}

fn made_ready((id, image): (ObjectId, Image)) -> Result<Ready, Unstored> {
    Ok(match image {
        Image::Packed(stored) => Ready { id, stored, file: None },
        Image::Raster { raster, most } => {
            let (stored, is_smaller) = stored(&raster, most)?;
            Ready { id, stored, file: is_smaller.then(|| raster.file_length()) }
        }
    })
}

/// A dictionary as PDF writes it. The library writes objects only into streams of them, behind their number and place.
fn written(dictionary: Dictionary) -> Result<Vec<u8>, WriteFault> {
    let mut alone = ObjectStream::builder().build();
    alone.add_object((1, 0), Object::Dictionary(dictionary))?;
    let mut content = alone.build_stream_content()?;
    let place = content.iter().position(|byte| *byte == b'<').unwrap_or(0);
    Ok(content.split_off(place))
}
