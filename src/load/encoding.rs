//! The bytes of a table as text: UTF-8, UTF-16 with its mark, or what old spreadsheets write on Windows, which is told.

use std::sync::Arc;

use encoding_rs::{Encoding, UTF_16BE, UTF_16LE, WINDOWS_1252};

use crate::diag::{Diagnostic, Diagnostics, Place, SourceText};

/// What to do about a text that is not in the encoding of texts.
const SAVE: &str = "save the file with the encoding UTF-8";

/// The text of a table.
///
/// # Errors
/// When it is none.
pub fn table_text(bytes: &[u8], shown: String, found: &mut Diagnostics) -> Result<Arc<SourceText>, Diagnostic> {
    if let Some((encoding, text)) = utf_16(bytes) {
        let text = encoding.decode_without_bom_handling_and_without_replacement(text).ok_or_else(|| {
            Diagnostic::error(format!("`{shown}` begins as UTF-16 and is not UTF-16 text")).hint(SAVE)
        })?;
        return Ok(Arc::new(SourceText::new(shown, text)));
    }
    if let Some(zero) = bytes.iter().position(|byte| *byte == 0) {
        let message = format!("`{shown}` is no text: there is a zero byte in it, {zero} bytes from its start");
        return Err(Diagnostic::error(message).hint("save it as CSV, with the encoding UTF-8"));
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(Arc::new(SourceText::new(shown, text.strip_prefix('\u{feff}').unwrap_or(text)))),
        Err(error) => windows_text(bytes, error.valid_up_to(), shown, found),
    }
}

/// What is behind a mark of UTF-16, and which of both kinds it is.
fn utf_16(bytes: &[u8]) -> Option<(&'static Encoding, &[u8])> {
    match bytes {
        [0xff, 0xfe, text @ ..] => Some((UTF_16LE, text)),
        [0xfe, 0xff, text @ ..] => Some((UTF_16BE, text)),
        _ => None,
    }
}

/// Text of one byte a letter. Which letters they are is a guess, so it is said, with the first one to look at.
fn windows_text(
    bytes: &[u8],
    first: usize,
    shown: String,
    found: &mut Diagnostics,
) -> Result<Arc<SourceText>, Diagnostic> {
    let (text, _) = WINDOWS_1252.decode_without_bom_handling(bytes);
    // Five bytes stand for no letter there.
    if text.contains(|letter| ('\u{80}'..='\u{9f}').contains(&letter)) {
        let line = memchr::memchr_iter(b'\n', &bytes[..first]).count() + 1;
        let message = format!("`{shown}` is neither UTF-8 nor Windows-1252 text from line {line} on");
        return Err(Diagnostic::error(message).hint(SAVE));
    }
    let source = Arc::new(SourceText::new(shown, text.into_owned()));
    // Letters before it may be longer now: they were UTF-8, and are read otherwise too.
    let start = WINDOWS_1252.decode_without_bom_handling(&bytes[..first]).0.len();
    let place = Place::new(&source, start, start + source.text[start..].chars().next().map_or(0, char::len_utf8));
    let message = "this file is not UTF-8, and is read as Windows-1252";
    let hint = "see whether this letter is right, and save the file with the encoding UTF-8";
    found.push(Diagnostic::warning(message).at(&place).hint(hint));
    Ok(source)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> (Result<String, String>, Vec<String>) {
        let mut found = Diagnostics::new();
        let text = table_text(bytes, "a.csv".into(), &mut found);
        let told = |one: &Diagnostic| one.place.as_ref().map_or_else(String::new, |place| place.text().to_owned());
        (text.map(|text| text.text.clone()).map_err(|wrong| wrong.message), found.iter().map(told).collect())
    }

    fn utf_16(text: &str, bytes_of: fn(u16) -> [u8; 2]) -> Vec<u8> {
        format!("\u{feff}{text}").encode_utf16().flat_map(bytes_of).collect()
    }

    #[test]
    fn every_encoding_of_a_spreadsheet_is_read() {
        for bytes in [
            "näme;Ω😀".as_bytes().to_vec(),
            "\u{feff}näme;Ω😀".as_bytes().to_vec(),
            utf_16("näme;Ω😀", u16::to_le_bytes),
            utf_16("näme;Ω😀", u16::to_be_bytes),
        ] {
            assert_eq!(read(&bytes), (Ok("näme;Ω😀".into()), vec![]));
        }
        assert_eq!(read(b"a;b\nn\xe4me;\x80 3\n"), (Ok("a;b\nnäme;€ 3\n".into()), vec!["ä".into()]));
        // Both in one file: the place is that of the first letter that is no UTF-8.
        let (text, told) = read("\u{feff}é ".bytes().chain(*b"\xff\xe4").collect::<Vec<_>>().as_slice());
        assert_eq!((text, told), (Ok("ï»¿Ã© ÿä".into()), vec!["ÿ".into()]));
    }

    #[test]
    fn what_is_no_text_is_told() {
        assert_eq!(read(b"a\n\x81b").0, Err("`a.csv` is neither UTF-8 nor Windows-1252 text from line 2 on".into()));
        assert_eq!(read(b"\xff\xfea").0, Err("`a.csv` begins as UTF-16 and is not UTF-16 text".into()));
        let zero = "`a.csv` is no text: there is a zero byte in it, 4 bytes from its start";
        assert_eq!(read(b"PK\x03\x04\0").0, Err(zero.into()));
    }
}
