//! Spreadsheets in the open format of office programs. They say "and so on, a million times" of cells and rows, so what
//! is repeated is only written out where something stands in it, and within bounds.

use std::collections::BTreeMap;

use quick_xml::escape::resolve_xml_entity;
use quick_xml::events::{BytesRef, BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

use crate::diag::CellName;

use super::cells::{CellValue, SheetCells};
use super::runs::{RunLook, Runs};
use super::unpack::Package;
use super::unreadable::Unreadable;
use super::written::{iso_text, number_text};

/// The part with all sheets.
const CONTENT: &str = "content.xml";
/// The part that says what is encrypted.
const MANIFEST: &str = "META-INF/manifest.xml";
/// Nobody writes more spaces in a row.
const MOST_SPACES: usize = 100;
/// Letters of this weight and more are bold.
const BOLD: u16 = 600;

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
    let mut reader = OdsReader { looks: looks(content)?, ..OdsReader::new(content) };
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

/// How the words of each style of words look, by its name.
fn looks(content: &str) -> Result<BTreeMap<String, RunLook>, Unreadable> {
    let mut reader = OdsReader::new(content);
    let mut looks = BTreeMap::new();
    let mut open = None;
    while let Some(event) = reader.next()? {
        let Event::Start(start) = event else { continue };
        match start.name().as_ref() {
            "style:style" => {
                let is_of_words = attribute(&start, "style:family")?.as_deref() == Some("text");
                open = attribute(&start, "style:name")?.filter(|_| is_of_words);
            }
            "style:text-properties" => {
                if let Some(name) = open.take() {
                    looks.insert(name, look(&start)?);
                }
            }
            "office:body" => break,
            _ => {}
        }
    }
    Ok(looks)
}

fn look(properties: &BytesStart<'_>) -> Result<RunLook, Unreadable> {
    let says = |name: &str| attribute(properties, name);
    let weight = says("fo:font-weight")?.unwrap_or_default();
    let is_line = |style: Option<String>| style.is_some_and(|style| style != "none");
    Ok(RunLook {
        bold: weight == "bold" || weight.parse::<u16>().is_ok_and(|weight| weight >= BOLD),
        italic: says("fo:font-style")?.is_some_and(|style| style != "normal"),
        lined: is_line(says("style:text-underline-style")?) || is_line(says("style:text-line-through-style")?),
    })
}

struct OdsReader<'x> {
    xml: Reader<&'x [u8]>,
    /// How words look, by their style.
    looks: BTreeMap<String, RunLook>,
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
        Self { xml, looks: BTreeMap::new() }
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
                    let filled = self.row(row, cells)?;
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

    /// The cells of a row in which something stands, with their columns; those that reach down are told to `cells`.
    fn row(&mut self, row: usize, cells: &mut SheetCells) -> Result<Vec<(usize, CellValue)>, Unreadable> {
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
                    let rows = self::times(&start, "table:number-rows-spanned")?;
                    cells.reaches_down(CellName { row, column }, row.saturating_add(rows.saturating_sub(1)));
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
        let runs = self.text_of_cell()?;
        let text = runs.plain();
        let text = match (declared.kind.as_str(), declared.value) {
            _ if declared.is_covered => return Ok(None),
            _ if declared.is_mistake => return Ok(Some(CellValue::Mistake(text))),
            ("float", Some(value)) if is_padded(&text, &value) => text,
            ("percentage", Some(_)) if text.trim_end().ends_with('%') => text,
            ("float" | "currency" | "percentage", Some(value)) => value.parse().map(number_text).unwrap_or(value),
            ("date" | "time", Some(value)) => iso_text(&value),
            ("boolean", Some(value)) => value.to_lowercase(),
            ("string", Some(value)) => value,
            _ if runs.differ() => return Ok(Some(runs.value())),
            _ => text,
        };
        Ok((!text.trim().is_empty()).then_some(CellValue::Text(text)))
    }

    /// The text that is seen in a cell: its paragraphs, without notes and drawings that hang on it.
    fn text_of_cell(&mut self) -> Result<Runs, Unreadable> {
        let mut text = Runs::default();
        // How the words look in each span that is open, with the depth at which it is.
        let mut spans: Vec<(usize, RunLook)> = Vec::new();
        let mut paragraphs = 0;
        let mut depth = 0_usize;
        while let Some(event) = self.next()? {
            let look = spans.last().map_or_else(RunLook::default, |(_, look)| *look);
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
                        "text:p" if paragraphs > 0 => text.push("\n", look),
                        "text:line-break" => text.push("\n", look),
                        "text:tab" => text.push(" ", look),
                        "text:s" => text.push(&" ".repeat(times(&start, "text:c")?.min(MOST_SPACES)), look),
                        "text:span" => {
                            let style = attribute(&start, "text:style-name")?.unwrap_or_default();
                            spans.push((depth, self.looks.get(&style).copied().unwrap_or_default()));
                        }
                        _ => {}
                    }
                    paragraphs += usize::from(name.as_ref() == "text:p");
                    depth += 1;
                }
                Event::End(_) if depth == 0 => break,
                Event::End(_) => {
                    depth -= 1;
                    spans.pop_if(|(at, _)| *at == depth);
                }
                Event::Text(part) if depth > 0 => text.push(&part.xml10_content(), look),
                Event::CData(part) if depth > 0 => text.push(&part.xml10_content(), look),
                Event::GeneralRef(entity) if depth > 0 => text.push(&resolved(&entity)?, look),
                _ => {}
            }
        }
        Ok(text)
    }
}

/// A character that is written as `&amp;` or `&#10;`.
pub fn resolved(entity: &BytesRef<'_>) -> Result<String, Unreadable> {
    Ok(match entity.resolve_char_ref().map_err(damaged)? {
        Some(letter) => letter.to_string(),
        None => resolve_xml_entity(&entity.xml10_content()).unwrap_or_default().to_owned(),
    })
}

/// Whether a whole number is seen with zeros before it.
fn is_padded(seen: &str, value: &str) -> bool {
    let is_number = seen.len() > 1 && seen.starts_with('0') && seen.bytes().all(|sign| sign.is_ascii_digit());
    is_number && seen.parse::<f64>().ok() == value.parse::<f64>().ok()
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

/// What its reader says of a damaged file.
pub fn damaged(error: impl std::fmt::Display) -> Unreadable {
    Unreadable::Damaged(error.to_string())
}
