//! What is the same for everybody and may be taken without asking the table: pictures, fonts, style rules, scripts.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::sync::{Arc, PoisonError, RwLock};

use flate2::Compression;
use flate2::write::GzEncoder;
use hyper::body::Bytes;

/// The style rules of all games.
const LOOK: &str = include_str!("../assets/look.css");
/// The scripts, by their addresses.
const SCRIPTS: [(&str, &str); 6] = [
    ("/screen.js", include_str!("../assets/screen.js")),
    ("/live.js", include_str!("../assets/live.js")),
    ("/pads.js", include_str!("../assets/pads.js")),
    ("/motion.js", include_str!("../assets/motion.js")),
    ("/taps.js", include_str!("../assets/taps.js")),
    ("/told.js", include_str!("../assets/told.js")),
];
const ICON: &str = include_str!("../assets/icon.svg");

/// Something to be taken.
#[derive(Debug, Clone)]
pub struct Item {
    /// What it is.
    pub kind: &'static str,
    /// Its bytes, packed if `is_packed` says so.
    pub bytes: Bytes,
    /// Whether they are packed.
    pub is_packed: bool,
    /// Whether what has this address never changes.
    pub is_lasting: bool,
}

/// All that can be taken.
#[derive(Debug, Default)]
pub struct Shelf {
    items: RwLock<BTreeMap<String, Item>>,
}

impl Shelf {
    /// With what all games have.
    pub fn new() -> Self {
        let shelf = Self::default();
        shelf.add("/look.css", "text/css; charset=utf-8", LOOK.as_bytes(), false);
        shelf.add("/icon.svg", "image/svg+xml", ICON.as_bytes(), false);
        for (address, text) in SCRIPTS {
            shelf.add(address, "text/javascript; charset=utf-8", text.as_bytes(), false);
        }
        shelf
    }

    /// A picture.
    pub fn put(&self, name: &str, svg: &[u8]) {
        self.add(&format!("/art/{name}.svg"), "image/svg+xml", svg, true);
    }

    /// The style rules of a game and its fonts.
    pub fn put_theme(&self, css: &str, fonts: &[Arc<[u8]>]) {
        self.add("/theme.css", "text/css; charset=utf-8", css.as_bytes(), false);
        for (number, font) in fonts.iter().enumerate() {
            self.add(&format!("/font/{number}.ttf"), "font/ttf", font, false);
        }
    }

    fn add(&self, address: &str, kind: &'static str, bytes: &[u8], is_lasting: bool) {
        let packed = packed(bytes);
        let is_packed = packed.is_some();
        let bytes = packed.map_or_else(|| Bytes::copy_from_slice(bytes), Bytes::from);
        let item = Item { kind, bytes, is_packed, is_lasting };
        self.items.write().unwrap_or_else(PoisonError::into_inner).insert(address.to_owned(), item);
    }

    /// What has an address.
    pub fn get(&self, address: &str) -> Option<Item> {
        self.items.read().unwrap_or_else(PoisonError::into_inner).get(address).cloned()
    }
}

/// Bytes as every browser unpacks them.
fn packed(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).ok()?;
    encoder.finish().ok()
}
