//! Which words of which cells of a workbook are bold or italic. The reader of workbooks does not say, so the parts are read
//! once more, where any of them knows such words at all.

use std::collections::BTreeMap;

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use crate::diag::CellName;

use super::cells::CellValue;
use super::ods::{damaged, resolved};
use super::runs::{RunLook, Runs};
use super::unpack::Package;
use super::unreadable::Unreadable;

/// Where the texts are that cells share.
const SHARED: &str = "xl/sharedStrings.xml";
/// The list of sheets, and of the parts that they are.
const WORKBOOK: &str = "xl/workbook.xml";
const PARTS: &str = "xl/_rels/workbook.xml.rels";
/// What words with a look of their own have.
const LOOK: &str = "rPr";
/// So many letters are in a name such as `XFD`.
const LONGEST_COLUMN: usize = 3;

/// The cells of a sheet of which some words look otherwise than others.
///
/// # Errors
/// When it is damaged.
pub fn looks(bytes: &[u8], sheet: &str) -> Result<BTreeMap<CellName, CellValue>, Unreadable> {
    let mut package = Package::open(bytes)?;
    let shared = package.text(SHARED)?.unwrap_or_default();
    let Some(part) = part_of(&mut package, sheet)? else { return Ok(BTreeMap::new()) };
    let cells = package.text(&part)?.unwrap_or_default();
    if !shared.contains(LOOK) && !cells.contains(LOOK) {
        return Ok(BTreeMap::new());
    }
    let shared = shared_values(&shared)?;
    cell_values(&cells, &shared)
}

/// The part that a sheet is.
fn part_of(package: &mut Package<'_>, sheet: &str) -> Result<Option<String>, Unreadable> {
    let (Some(workbook), Some(parts)) = (package.text(WORKBOOK)?, package.text(PARTS)?) else { return Ok(None) };
    let mut wanted = None;
    each_start(&workbook, &mut |start| {
        if local(start) == "sheet" && value_of(start, "name")?.as_deref() == Some(sheet) {
            wanted = value_of(start, "id")?;
        }
        Ok(())
    })?;
    let mut part = None;
    each_start(&parts, &mut |start| {
        if local(start) == "Relationship" && wanted.is_some() && value_of(start, "Id")? == wanted {
            part = value_of(start, "Target")?;
        }
        Ok(())
    })?;
    Ok(part.map(|part| match part.strip_prefix('/') {
        Some(whole) => whole.to_owned(),
        None => format!("xl/{part}"),
    }))
}

/// Texts that cells share, by their number.
type SharedValues = BTreeMap<usize, CellValue>;

/// The texts that cells share, where some words look otherwise than others.
fn shared_values(xml: &str) -> Result<SharedValues, Unreadable> {
    let mut reader = reader(xml);
    let mut values = BTreeMap::new();
    let mut number = 0;
    loop {
        match reader.read_event().map_err(damaged)? {
            Event::Start(start) if local(&start) == "si" => {
                values.extend(rich_value(&mut reader, "si")?.map(|value| (number, value)));
                number += 1;
            }
            Event::Eof => return Ok(values),
            _ => {}
        }
    }
}

fn cell_values(xml: &str, shared: &SharedValues) -> Result<BTreeMap<CellName, CellValue>, Unreadable> {
    let mut reader = reader(xml);
    let mut values = BTreeMap::new();
    // What comes without a name is beside or below what came before.
    let mut next = CellName { row: 0, column: 1 };
    let (mut is_shared, mut index) = (false, None::<String>);
    loop {
        match reader.read_event().map_err(damaged)? {
            Event::Start(start) => match local(&start).as_str() {
                "row" => {
                    let row = value_of(&start, "r")?.and_then(|row| row.parse().ok());
                    next = CellName { row: row.unwrap_or(next.row + 1), column: 1 };
                }
                "c" => {
                    next = value_of(&start, "r")?.as_deref().and_then(cell_name).unwrap_or(next);
                    is_shared = value_of(&start, "t")?.as_deref() == Some("s");
                }
                "is" => {
                    if let Some(value) = rich_value(&mut reader, "is")? {
                        values.insert(next, value);
                    }
                }
                "v" if is_shared => index = Some(String::new()),
                _ => {}
            },
            Event::Text(text) => {
                if let Some(index) = &mut index {
                    index.push_str(&text.xml10_content());
                }
            }
            Event::End(end) => match end.local_name().as_ref() {
                "v" => {
                    let number = index.take().and_then(|index| index.trim().parse::<usize>().ok());
                    if let Some(value) = number.and_then(|number| shared.get(&number)) {
                        values.insert(next, value.clone());
                    }
                }
                "c" => next.column += 1,
                _ => {}
            },
            Event::Eof => return Ok(values),
            _ => {}
        }
    }
}

/// The text up to the end of an element, when some words in it look otherwise than others.
fn rich_value(reader: &mut Reader<&[u8]>, end: &str) -> Result<Option<CellValue>, Unreadable> {
    let mut runs = Runs::default();
    let mut look = RunLook::default();
    let (mut is_text, mut is_look) = (false, false);
    loop {
        match reader.read_event().map_err(damaged)? {
            Event::Start(start) => match local(&start).as_str() {
                "r" => look = RunLook::default(),
                LOOK => is_look = true,
                "t" => is_text = true,
                // How foreign letters are said stands beside them.
                "rPh" => {
                    reader.read_to_end(start.name()).map_err(damaged)?;
                }
                word if is_look => set_look(&mut look, word, value_of(&start, "val")?.as_deref()),
                _ => {}
            },
            Event::End(close) => match close.local_name().as_ref() {
                "t" => is_text = false,
                LOOK => is_look = false,
                name if name == end => break,
                _ => {}
            },
            Event::Text(text) if is_text => runs.push(&text.xml10_content().replace("\r\n", "\n"), look),
            Event::CData(text) if is_text => runs.push(&text.xml10_content(), look),
            Event::GeneralRef(entity) if is_text => runs.push(&resolved(&entity)?, look),
            Event::Eof => break,
            _ => {}
        }
    }
    Ok(runs.differ().then(|| runs.value()))
}

/// What a property of words says.
fn set_look(look: &mut RunLook, word: &str, value: Option<&str>) {
    let is_on = !matches!(value, Some("0" | "false" | "none"));
    match word {
        "b" => look.bold = is_on,
        "i" => look.italic = is_on,
        "u" | "strike" => look.lined |= is_on,
        _ => {}
    }
}

/// `C7` as row and column.
fn cell_name(name: &str) -> Option<CellName> {
    let letters =
        name.find(|sign: char| !sign.is_ascii_uppercase()).filter(|end| (1..=LONGEST_COLUMN).contains(end))?;
    let (letters, row) = name.split_at(letters);
    let column = letters.bytes().fold(0, |column, letter| column * 26 + usize::from(letter - b'A') + 1);
    Some(CellName { row: row.parse().ok()?, column })
}

fn reader(xml: &str) -> Reader<&[u8]> {
    let mut reader = Reader::from_str(xml);
    reader.config_mut().expand_empty_elements = true;
    reader
}

fn each_start(xml: &str, taken: &mut dyn FnMut(&BytesStart<'_>) -> Result<(), Unreadable>) -> Result<(), Unreadable> {
    let mut reader = reader(xml);
    loop {
        match reader.read_event().map_err(damaged)? {
            Event::Start(start) => taken(&start)?,
            Event::Eof => return Ok(()),
            _ => {}
        }
    }
}

fn local(start: &BytesStart<'_>) -> String {
    start.local_name().as_ref().to_owned()
}

/// The value of an attribute, whatever its namespace is called.
fn value_of(start: &BytesStart<'_>, wanted: &str) -> Result<Option<String>, Unreadable> {
    for attribute in start.attributes() {
        let attribute = attribute.map_err(damaged)?;
        if attribute.key.local_name().as_ref() == wanted {
            let value = attribute.normalized_value(quick_xml::XmlVersion::Implicit1_0).map_err(damaged)?;
            return Ok(Some(value.into_owned()));
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_found_by_their_names() {
        assert_eq!(cell_name("C7"), Some(CellName { row: 7, column: 3 }));
        assert_eq!(cell_name("AA12"), Some(CellName { row: 12, column: 27 }));
        assert_eq!(cell_name("7"), None);
        assert_eq!(cell_name("ABCD7"), None);
    }
}
