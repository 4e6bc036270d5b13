//! Spreadsheets in the open format of office programs. They say "and so on, a million times" of cells and rows, so what
//! is repeated is only written out where something stands in it, and within bounds.

use quick_xml::escape::resolve_xml_entity;
use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

use crate::diag::CellName;

use super::cells::{CellValue, SheetCells};
use super::unpack::Package;
use super::unreadable::Unreadable;
use super::written::{iso_text, number_text};

/// The part with all sheets.
const CONTENT: &str = "content.xml";
/// The part that says what is encrypted.
const MANIFEST: &str = "META-INF/manifest.xml";
/// Nobody writes more spaces in a row.
const MOST_SPACES: usize = 100;

/// The drawing of all sheets, as XML.
///
/// # Errors
/// When it is no such spreadsheet, damaged, locked or too large.
pub fn open(bytes: &[u8]) -> Result<String, Unreadable> {
    let mut package = Package::open(bytes)?;
    if package.text(MANIFEST)?.is_some_and(|manifest| manifest.contains("encryption-data")) {
        return Err(Unreadable::Locked);
    }
    package.text(CONTENT)?.ok_or(Unreadable::NoSpreadsheet)
}

/// The names of its sheets, in their order.
///
/// # Errors
/// When it is damaged.
pub fn sheets(content: &str) -> Result<Vec<String>, Unreadable> {
    let mut reader = OdsReader::new(content);
    let mut names = Vec::new();
    while let Some(event) = reader.next()? {
        if let Event::Start(start) = event
            && start.name().as_ref() == "table:table"
        {
            names.extend(attribute(&start, "table:name")?);
        }
    }
    Ok(names)
}

/// What stands in a sheet.
///
/// # Errors
/// When it is damaged or too full.
pub fn cells(content: &str, sheet: &str) -> Result<SheetCells, Unreadable> {
    let mut reader = OdsReader::new(content);
    let mut cells = SheetCells::default();
    while let Some(event) = reader.next()? {
        if let Event::Start(start) = event
            && start.name().as_ref() == "table:table"
            && attribute(&start, "table:name")?.as_deref() == Some(sheet)
        {
            reader.table(&mut cells)?;
            break;
        }
    }
    Ok(cells)
}

struct OdsReader<'x> {
    xml: Reader<&'x [u8]>,
}

/// What a cell says of itself before its text.
struct Declared {
    /// How often it is there.
    times: usize,
    kind: String,
    value: Option<String>,
    is_mistake: bool,
    /// Part of a cell that covers it.
    is_covered: bool,
}

impl<'x> OdsReader<'x> {
    fn new(content: &'x str) -> Self {
        let mut xml = Reader::from_str(content);
        xml.config_mut().expand_empty_elements = true;
        Self { xml }
    }

    fn next(&mut self) -> Result<Option<Event<'x>>, Unreadable> {
        match self.xml.read_event() {
            Ok(Event::Eof) => Ok(None),
            Ok(event) => Ok(Some(event)),
            Err(error) => Err(damaged(error)),
        }
    }

    /// Everything up to the end of a table.
    fn table(&mut self, cells: &mut SheetCells) -> Result<(), Unreadable> {
        let mut row = 1_usize;
        while let Some(event) = self.next()? {
            match event {
                Event::Start(start) if start.name().as_ref() == "table:table-row" => {
                    let times = times(&start, "table:number-rows-repeated")?;
                    let filled = self.row(row)?;
                    // Of blank rows there is nothing to write out.
                    for number in (0..times).take_while(|_| !filled.is_empty()) {
                        for (column, value) in &filled {
                            cells.add(CellName { row: row.saturating_add(number), column: *column }, value.clone())?;
                        }
                    }
                    row = row.saturating_add(times);
                }
                Event::End(end) if end.name().as_ref() == "table:table" => break,
                _ => {}
            }
        }
        Ok(())
    }

    /// The cells of a row in which something stands, with their columns.
    fn row(&mut self, row: usize) -> Result<Vec<(usize, CellValue)>, Unreadable> {
        let mut filled = Vec::new();
        let mut bounded = SheetCells::default();
        let mut column = 1_usize;
        while let Some(event) = self.next()? {
            match event {
                Event::Start(start)
                    if matches!(start.name().as_ref(), "table:table-cell" | "table:covered-table-cell") =>
                {
                    let declared = declared(&start)?;
                    let times = declared.times;
                    if let Some(value) = self.cell(declared)? {
                        for number in 0..times {
                            let column = column.saturating_add(number);
                            bounded.add(CellName { row, column }, value.clone())?;
                            filled.push((column, value.clone()));
                        }
                    }
                    column = column.saturating_add(times);
                }
                Event::End(end) if end.name().as_ref() == "table:table-row" => break,
                _ => {}
            }
        }
        Ok(filled)
    }

    /// What a cell holds; nothing when it is blank.
    fn cell(&mut self, declared: Declared) -> Result<Option<CellValue>, Unreadable> {
        let text = self.text_of_cell()?;
        let text = match (declared.kind.as_str(), declared.value) {
            _ if declared.is_covered => return Ok(None),
            _ if declared.is_mistake => return Ok(Some(CellValue::Mistake(text))),
            ("float" | "currency" | "percentage", Some(value)) => value.parse().map(number_text).unwrap_or(value),
            ("date" | "time", Some(value)) => iso_text(&value),
            ("boolean", Some(value)) => value.to_lowercase(),
            ("string", Some(value)) => value,
            _ => text,
        };
        Ok((!text.trim().is_empty()).then_some(CellValue::Text(text)))
    }

    /// The text that is seen in a cell: its paragraphs, without notes and drawings that hang on it.
    fn text_of_cell(&mut self) -> Result<String, Unreadable> {
        let mut text = String::new();
        let mut paragraphs = 0;
        let mut depth = 0_usize;
        while let Some(event) = self.next()? {
            match event {
                Event::Start(start) => {
                    let name = start.name();
                    match name.as_ref() {
                        "office:annotation" => {
                            self.xml.read_to_end(name).map_err(damaged)?;
                            continue;
                        }
                        drawn if drawn.starts_with("draw:") => {
                            self.xml.read_to_end(name).map_err(damaged)?;
                            continue;
                        }
                        "text:p" if paragraphs > 0 => text.push('\n'),
                        "text:line-break" => text.push('\n'),
                        "text:tab" => text.push(' '),
                        "text:s" => text.push_str(&" ".repeat(times(&start, "text:c")?.min(MOST_SPACES))),
                        _ => {}
                    }
                    paragraphs += usize::from(name.as_ref() == "text:p");
                    depth += 1;
                }
                Event::End(_) if depth == 0 => break,
                Event::End(_) => depth -= 1,
                Event::Text(part) if depth > 0 => text.push_str(&part.xml10_content()),
                Event::CData(part) if depth > 0 => text.push_str(&part.xml10_content()),
                Event::GeneralRef(entity) if depth > 0 => match entity.resolve_char_ref().map_err(damaged)? {
                    Some(letter) => text.push(letter),
                    None => text.push_str(resolve_xml_entity(&entity.xml10_content()).unwrap_or_default()),
                },
                _ => {}
            }
        }
        Ok(text)
    }
}

fn declared(start: &BytesStart<'_>) -> Result<Declared, Unreadable> {
    let kind = attribute(start, "office:value-type")?.unwrap_or_default();
    let word = match kind.as_str() {
        "date" => "office:date-value",
        "time" => "office:time-value",
        "boolean" => "office:boolean-value",
        "string" => "office:string-value",
        _ => "office:value",
    };
    Ok(Declared {
        times: times(start, "table:number-columns-repeated")?,
        value: attribute(start, word)?,
        is_mistake: attribute(start, "calcext:value-type")?.as_deref() == Some("error"),
        is_covered: start.name().as_ref() == "table:covered-table-cell",
        kind,
    })
}

/// How often something is there; once when it does not say.
fn times(start: &BytesStart<'_>, name: &str) -> Result<usize, Unreadable> {
    Ok(attribute(start, name)?.and_then(|times| times.parse().ok()).unwrap_or(1))
}

fn attribute(start: &BytesStart<'_>, name: &str) -> Result<Option<String>, Unreadable> {
    let found = start.try_get_attribute(name).map_err(damaged)?;
    let value =
        found.map(|attribute| attribute.normalized_value(XmlVersion::Implicit1_0).map(std::borrow::Cow::into_owned));
    value.transpose().map_err(damaged)
}

fn damaged(error: impl std::fmt::Display) -> Unreadable {
    Unreadable::Damaged(error.to_string())
}
