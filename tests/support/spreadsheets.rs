//! Small spreadsheets, put together as Excel and office programs do: the parts of the file and nothing else.

use std::fmt::Write as _;
use std::io::{Cursor, Write as _};

use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// What to put into a cell.
#[derive(Clone)]
pub enum In {
    Blank,
    Text(&'static str),
    Number(&'static str),
    Date(&'static str),
    Truth(bool),
    Mistake(&'static str),
}

use In::{Blank, Date, Mistake, Number, Text, Truth};

/// Packed parts.
pub fn packed(parts: &[(&str, String)]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in parts {
        zip.start_file(*name, SimpleFileOptions::default()).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}

/// A workbook with these sheets; dates are the numbers of days that Excel keeps.
pub fn xlsx(sheets: &[(&str, &[&[In]])]) -> Vec<u8> {
    let drawn: Vec<(&str, String)> = sheets.iter().map(|(name, rows)| (*name, sheet_xml(rows))).collect();
    workbook(&drawn)
}

/// A workbook with one sheet, whose rows are this XML.
pub fn xlsx_of(rows: &str) -> Vec<u8> {
    workbook(&[("D", format!("<worksheet xmlns=\"{MAIN}\"><sheetData>{rows}</sheetData></worksheet>"))])
}

/// The parts of a workbook with one sheet, whose rows are this XML.
pub fn workbook_parts(rows: &str) -> Vec<(String, String)> {
    let sheet = format!("<worksheet xmlns=\"{MAIN}\"><sheetData>{rows}</sheetData></worksheet>");
    parts_of(&[("D", sheet)])
}

fn workbook(sheets: &[(&str, String)]) -> Vec<u8> {
    let parts = parts_of(sheets);
    let named: Vec<(&str, String)> = parts.iter().map(|(name, text)| (name.as_str(), text.clone())).collect();
    packed(&named)
}

fn parts_of(sheets: &[(&str, String)]) -> Vec<(String, String)> {
    let (mut list, mut links, mut parts) = (String::new(), String::new(), Vec::new());
    for (index, (name, xml)) in sheets.iter().enumerate() {
        let number = index + 1;
        let _ = write!(list, "<sheet name=\"{name}\" sheetId=\"{number}\" r:id=\"rId{number}\"/>");
        let _ = write!(
            links,
            "<Relationship Id=\"rId{number}\" Type=\"{OFFICE}/worksheet\" Target=\"worksheets/sheet{number}.xml\"/>"
        );
        parts.push((format!("xl/worksheets/sheet{number}.xml"), xml.clone()));
    }
    let workbook = format!("<workbook xmlns=\"{MAIN}\" xmlns:r=\"{OFFICE}\"><sheets>{list}</sheets></workbook>");
    let _ = write!(links, "<Relationship Id=\"s\" Type=\"{OFFICE}/styles\" Target=\"styles.xml\"/>");
    let mut all = vec![
        (
            "[Content_Types].xml",
            "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\"/>".to_owned(),
        ),
        (
            "_rels/.rels",
            relationships(&format!(
                "<Relationship Id=\"w\" Type=\"{OFFICE}/officeDocument\" Target=\"xl/workbook.xml\"/>"
            )),
        ),
        ("xl/workbook.xml", workbook),
        ("xl/_rels/workbook.xml.rels", relationships(&links)),
        (
            "xl/styles.xml",
            format!(
                "<styleSheet xmlns=\"{MAIN}\"><cellXfs count=\"2\"><xf numFmtId=\"0\"/><xf numFmtId=\"14\"/></cellXfs></styleSheet>"
            ),
        ),
    ];
    all.extend(parts.iter().map(|(name, text)| (name.as_str(), text.clone())));
    all.into_iter().map(|(name, text)| (name.to_owned(), text)).collect()
}

const MAIN: &str = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const OFFICE: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

fn relationships(links: &str) -> String {
    format!(
        "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">{links}</Relationships>"
    )
}

fn sheet_xml(rows: &[&[In]]) -> String {
    let mut xml = format!("<worksheet xmlns=\"{MAIN}\"><sheetData>");
    for (row, cells) in rows.iter().enumerate() {
        let _ = write!(xml, "<row r=\"{}\">", row + 1);
        for (column, cell) in cells.iter().enumerate() {
            let at = format!("{}{}", char::from(b'A' + u8::try_from(column).unwrap()), row + 1);
            let _ = match cell {
                Blank => write!(xml, "<c r=\"{at}\" s=\"0\"/>"),
                Text(text) => write!(xml, "<c r=\"{at}\" t=\"inlineStr\"><is><t>{}</t></is></c>", escaped(text)),
                Number(number) => write!(xml, "<c r=\"{at}\"><f>1+1</f><v>{number}</v></c>"),
                Date(days) => write!(xml, "<c r=\"{at}\" s=\"1\"><v>{days}</v></c>"),
                Truth(is_true) => write!(xml, "<c r=\"{at}\" t=\"b\"><v>{}</v></c>", u8::from(*is_true)),
                Mistake(what) => write!(xml, "<c r=\"{at}\" t=\"e\"><f>X1</f><v>{what}</v></c>"),
            };
        }
        xml.push_str("</row>");
    }
    xml.push_str("</sheetData></worksheet>");
    xml
}

/// A spreadsheet of office programs with these sheets, each with a million blank rows below; dates are those of ISO.
pub fn ods(sheets: &[(&str, &[&[In]])]) -> Vec<u8> {
    let mut body = String::new();
    for (name, rows) in sheets {
        let _ = write!(body, "<table:table table:name=\"{name}\"><table:table-column/>");
        for cells in *rows {
            body.push_str("<table:table-row>");
            cells.iter().for_each(|cell| body.push_str(&ods_cell(cell)));
            body.push_str("<table:table-cell table:number-columns-repeated=\"16000\"/></table:table-row>");
        }
        body.push_str("<table:table-row table:number-rows-repeated=\"1048000\"><table:table-cell table:number-columns-repeated=\"16384\"/></table:table-row></table:table>");
    }
    ods_of(&body)
}

/// A spreadsheet of office programs whose sheets are this XML.
pub fn ods_of(body: &str) -> Vec<u8> {
    packed(&[
        ("mimetype", "application/vnd.oasis.opendocument.spreadsheet".to_owned()),
        ("META-INF/manifest.xml", "<manifest:manifest/>".to_owned()),
        ("content.xml", content_xml(body)),
    ])
}

/// The part of a spreadsheet of office programs that has all sheets.
pub fn content_xml(body: &str) -> String {
    format!(
        "<office:document-content><office:body><office:spreadsheet>{body}</office:spreadsheet></office:body></office:document-content>"
    )
}

fn ods_cell(cell: &In) -> String {
    let typed = |kind: &str, word: &str, value: &str| {
        format!(
            "<table:table-cell office:value-type=\"{kind}\" office:{word}=\"{value}\"><text:p>as seen</text:p></table:table-cell>"
        )
    };
    match cell {
        Blank => "<table:table-cell/>".to_owned(),
        Text(text) => {
            let lines: Vec<String> = text.lines().map(|line| format!("<text:p>{}</text:p>", escaped(line))).collect();
            let lines = lines.concat();
            let note = "<office:annotation><text:p>a note</text:p></office:annotation>";
            format!("<table:table-cell office:value-type=\"string\">{note}{lines}</table:table-cell>")
        }
        Number(number) => typed("float", "value", number),
        Date(date) => typed("date", "date-value", date),
        Truth(is_true) => typed("boolean", "boolean-value", &is_true.to_string()),
        Mistake(what) => format!(
            "<table:table-cell office:value-type=\"string\" office:string-value=\"\" calcext:value-type=\"error\"><text:p>{what}</text:p></table:table-cell>"
        ),
    }
}
