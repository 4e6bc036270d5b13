//! Files of fonts: which are some, and their bytes unpacked. What is in a font is for `font.rs`.

use std::path::Path;
use std::sync::Arc;

use skrifa::raw::FileRef;

/// No font unpacks to more.
const LARGEST: u64 = 64_000_000;
/// No file has more fonts in it: families of Chinese, Japanese and Korean come in dozens.
const MOST_FONTS: u32 = 100;

/// What a file in a folder of fonts is, by the end of its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FontFile {
    /// A font, or several.
    Known,
    /// A font in a form that is not read.
    Foreign,
    /// Something else, like a licence.
    Other,
}

impl FontFile {
    /// What the file of this name is.
    #[must_use]
    pub fn of(path: &str) -> Self {
        let extension = Path::new(path).extension().and_then(|extension| extension.to_str());
        match extension.unwrap_or_default().to_ascii_lowercase().as_str() {
            "ttf" | "otf" | "ttc" | "otc" | "woff" | "woff2" => Self::Known,
            "eot" | "pfb" | "pfa" | "pfm" | "dfont" | "suit" => Self::Foreign,
            _ => Self::Other,
        }
    }
}

type Unpack = fn(&[u8]) -> Result<Vec<u8>, wuff::WuffErr>;

/// The bytes of a font file, unpacked if it is packed for the web, and how many fonts there are in it.
///
/// # Errors
/// What is wrong with it, to go on after the name of the file.
pub fn unpacked(file: Arc<[u8]>) -> Result<(Arc<[u8]>, u32), String> {
    let broken = || "cannot be unpacked: it is broken or cut off".to_owned();
    let (said, unpack): (Option<u64>, Unpack) = match file.get(..4) {
        Some(b"wOFF") => (woff_length(&file), wuff::decompress_woff1),
        Some(b"wOF2") => (number(&file, 16).map(u64::from), wuff::decompress_woff2),
        _ => return counted(file),
    };
    // Both say themselves how much they unpack to, and are held to that.
    if said.ok_or_else(broken)? > LARGEST {
        return Err(format!("unpacks to more than {} MB", LARGEST / 1_000_000));
    }
    counted(unpack(&file).map_err(|_| broken())?.into())
}

/// A file with the number of fonts in it.
fn counted(data: Arc<[u8]>) -> Result<(Arc<[u8]>, u32), String> {
    let fonts = match FileRef::new(&data) {
        Ok(FileRef::Collection(fonts)) => fonts.len(),
        _ => 1,
    };
    if fonts > MOST_FONTS {
        return Err(format!("has {fonts} fonts in it, and {MOST_FONTS} are the most"));
    }
    Ok((data, fonts))
}

/// How long all tables of a font that is packed in the older way are together.
fn woff_length(file: &[u8]) -> Option<u64> {
    const HEADER: usize = 44;
    const ENTRY: usize = 20;
    let tables = usize::from(u16::from_be_bytes(*file.get(12..14)?.first_chunk()?));
    let length = |table: usize| number(file, HEADER + table * ENTRY + 12).map(u64::from);
    (0..tables).map(length).sum()
}

fn number(file: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_be_bytes(*file.get(at..at + 4)?.first_chunk()?))
}
