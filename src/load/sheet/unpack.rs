//! The packed files that a spreadsheet is, unpacked within bounds: what would unpack to more than any table needs is
//! refused before anything else looks at it.

use std::io::{self, Cursor, Read};

use zip::ZipArchive;
use zip::result::ZipError;

use super::unreadable::Unreadable;

/// All parts together unpack to no more.
const LARGEST: u64 = 64_000_000;
/// Files of the kind before, and files with a password, begin so.
const COMPOUND: &[u8] = &[0xd0, 0xcf, 0x11, 0xe0];
/// A word behind which a workbook says how much room its texts take.
const PROMISE: &str = "uniqueCount";

/// A spreadsheet as a set of parts.
pub struct Package<'b> {
    archive: ZipArchive<Cursor<&'b [u8]>>,
    /// How much may still be unpacked.
    left: u64,
}

impl<'b> Package<'b> {
    /// Opens it, and unpacks nothing.
    ///
    /// # Errors
    /// When it is no packed file, or one that needs a password.
    pub fn open(bytes: &'b [u8]) -> Result<Self, Unreadable> {
        if bytes.starts_with(COMPOUND) {
            return Err(Unreadable::Locked);
        }
        let archive = ZipArchive::new(Cursor::new(bytes)).map_err(|_| Unreadable::NoSpreadsheet)?;
        Ok(Self { archive, left: LARGEST })
    }

    /// The text of a part; none when it has no such part.
    ///
    /// # Errors
    /// When it is damaged or too large.
    pub fn text(&mut self, name: &str) -> Result<Option<String>, Unreadable> {
        match self.archive.index_for_name(name) {
            Some(index) => self.unpacked(index).map(Some),
            None => Ok(None),
        }
    }

    /// Unpacks everything once, to see that it is bounded.
    ///
    /// # Errors
    /// When it is not, or damaged.
    pub fn check(mut self) -> Result<(), Unreadable> {
        for index in 0..self.archive.len() {
            let part = self.archive.by_index(index).map_err(damaged)?;
            if part.name().map_err(damaged)?.to_ascii_lowercase().ends_with(".xml") {
                drop(part);
                check_promises(&self.unpacked(index)?)?;
            } else {
                let size = io::copy(&mut part.take(self.left + 1), &mut io::sink());
                self.count(size.map_err(|error| Unreadable::Damaged(error.to_string()))?)?;
            }
        }
        Ok(())
    }

    fn count(&mut self, size: u64) -> Result<(), Unreadable> {
        self.left = self.left.checked_sub(size).ok_or(Unreadable::TooLarge { limit: LARGEST })?;
        Ok(())
    }

    fn unpacked(&mut self, index: usize) -> Result<String, Unreadable> {
        let part = self.archive.by_index(index).map_err(damaged)?;
        let mut text = Vec::new();
        part.take(self.left + 1).read_to_end(&mut text).map_err(|error| Unreadable::Damaged(error.to_string()))?;
        self.count(u64::try_from(text.len()).unwrap_or(u64::MAX))?;
        String::from_utf8(text).map_err(|_| Unreadable::Damaged("its text is not UTF-8".to_owned()))
    }
}

/// A reader makes room for as many texts as are promised: there are never more than the part has letters.
fn check_promises(text: &str) -> Result<(), Unreadable> {
    let promised = text.split(PROMISE).skip(1).map(|rest| {
        let figures = rest.trim_start_matches(|sign: char| sign.is_whitespace() || matches!(sign, '=' | '"' | '\''));
        let end = figures.find(|sign: char| !sign.is_ascii_digit()).unwrap_or(figures.len());
        figures[..end].parse::<usize>().unwrap_or(if end == 0 { 0 } else { usize::MAX })
    });
    if promised.max().unwrap_or(0) > text.len() {
        return Err(Unreadable::Damaged("it promises more texts than it has".to_owned()));
    }
    Ok(())
}

fn damaged(error: ZipError) -> Unreadable {
    match error {
        ZipError::InvalidPassword => Unreadable::Locked,
        other => Unreadable::Damaged(other.to_string()),
    }
}
