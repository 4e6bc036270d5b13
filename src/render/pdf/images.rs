//! Pictures in pixels as PDF stores them: what a PNG file has packed goes in as it is, since both pack pixels in the same
//! way; all else is packed like a PNG. What is seen through becomes a mask.

use std::collections::BTreeMap;

use printpdf::{DictItem, ExternalStream, ExternalXObject};

use super::resources::Pixels;

/// One packed stream of pixels, as a PNG file has it.
struct Packed {
    width: u32,
    height: u32,
    /// Bits of one channel of one pixel.
    depth: u8,
    colours: Colours,
    /// Rows that are filtered one by one and compressed as a whole.
    data: Vec<u8>,
}

/// What the channels of a pixel mean.
enum Colours {
    Grey,
    Rgb,
    /// A number in this list of red, green and blue.
    Listed(Vec<u8>),
}

/// Pixels as an image object.
///
/// # Errors
/// A sentence when they cannot be packed; that is a mistake of ours.
pub fn image_object(pixels: &Pixels) -> Result<ExternalXObject, String> {
    let packed = match pixels.file.as_deref().and_then(unchanged) {
        Some(packed) => packed,
        None => packed_colours(pixels)?,
    };
    let mut image = stream(packed);
    let alpha = || pixels.rgba.chunks_exact(4).map(|pixel| pixel[3]);
    if alpha().any(|alpha| alpha < u8::MAX) {
        let mask = pack(pixels, png::ColorType::Grayscale, &alpha().collect::<Vec<_>>())?;
        image.dict.insert("SMask".to_owned(), DictItem::Stream { stream: stream(mask) });
    }
    Ok(ExternalXObject { stream: image, width: None, height: None, dpi: None })
}

/// What is packed in a PNG file, when PDF can take it as it is: rows in order, and no transparency among the colours.
fn unchanged(file: &[u8]) -> Option<Packed> {
    let reader = png::Decoder::new(std::io::Cursor::new(file)).read_info().ok()?;
    let info = reader.info();
    let depth = info.bit_depth as u8;
    let colours = match info.color_type {
        png::ColorType::Grayscale => Colours::Grey,
        png::ColorType::Rgb => Colours::Rgb,
        png::ColorType::Indexed => Colours::Listed(info.palette.as_deref()?.to_vec()),
        png::ColorType::GrayscaleAlpha | png::ColorType::Rgba => return None,
    };
    if info.interlaced || depth > 8 {
        return None;
    }
    Some(Packed { width: info.width, height: info.height, depth, colours, data: packed_data(file) })
}

/// The colours of pixels, in one channel when they are all grey.
fn packed_colours(pixels: &Pixels) -> Result<Packed, String> {
    let colours = || pixels.rgba.chunks_exact(4);
    if colours().all(|pixel| pixel[0] == pixel[1] && pixel[1] == pixel[2]) {
        return pack(pixels, png::ColorType::Grayscale, &colours().map(|pixel| pixel[0]).collect::<Vec<_>>());
    }
    let rgb: Vec<u8> = colours().flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
    pack(pixels, png::ColorType::Rgb, &rgb)
}

/// Packs channels as a PNG file would have them. Filtered rows are smaller in paintings, bare ones in flat drawings.
fn pack(pixels: &Pixels, kind: png::ColorType, channels: &[u8]) -> Result<Packed, String> {
    let &Pixels { width, height, .. } = pixels;
    let file = |filter| png_file([width, height], kind, channels, filter).map_err(|error| error.to_string());
    let (filtered, bare) = (file(png::Filter::Adaptive)?, file(png::Filter::NoFilter)?);
    let smaller = if bare.len() < filtered.len() { bare } else { filtered };
    let colours = if kind == png::ColorType::Rgb { Colours::Rgb } else { Colours::Grey };
    Ok(Packed { width, height, depth: 8, colours, data: packed_data(&smaller) })
}

fn png_file(
    [width, height]: [u32; 2],
    kind: png::ColorType,
    channels: &[u8],
    filter: png::Filter,
) -> Result<Vec<u8>, png::EncodingError> {
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, width, height);
    encoder.set_color(kind);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Balanced);
    encoder.set_filter(filter);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(channels)?;
    writer.finish()?;
    Ok(file)
}

/// The packed pixels of a PNG file that is known to be one: its `IDAT` chunks, one after the other.
fn packed_data(file: &[u8]) -> Vec<u8> {
    const SIGNATURE: usize = 8;
    let mut data = Vec::new();
    let mut rest = file.get(SIGNATURE..).unwrap_or_default();
    // Length, name, content, checksum.
    while let Some((length, after)) = rest.split_first_chunk::<4>()
        && let Some((name, content)) = after.split_first_chunk::<4>()
    {
        let length = u32::from_be_bytes(*length) as usize;
        let Some((content, next)) = content.split_at_checked(length) else { break };
        if name == b"IDAT" {
            data.extend_from_slice(content);
        }
        rest = next.get(4..).unwrap_or_default();
    }
    data
}

fn stream(packed: Packed) -> ExternalStream {
    let Packed { width, height, depth, colours, data } = packed;
    let channels = if matches!(colours, Colours::Rgb) { 3 } else { 1 };
    let rows = [
        // Each row says by its first byte in which of the ways of PNG it is filtered.
        ("Predictor", DictItem::Int(15)),
        ("Colors", DictItem::Int(channels)),
        ("BitsPerComponent", DictItem::Int(depth.into())),
        ("Columns", DictItem::Int(width.into())),
    ];
    let dict = [
        ("Type", name("XObject")),
        ("Subtype", name("Image")),
        ("Width", DictItem::Int(width.into())),
        ("Height", DictItem::Int(height.into())),
        ("BitsPerComponent", DictItem::Int(depth.into())),
        ("ColorSpace", colour_space(colours, depth)),
        ("Filter", name("FlateDecode")),
        ("DecodeParms", DictItem::Dict { map: named(rows) }),
    ];
    ExternalStream { dict: named(dict), content: data, compress: false }
}

fn colour_space(colours: Colours, depth: u8) -> DictItem {
    match colours {
        Colours::Grey => name("DeviceGray"),
        Colours::Rgb => name("DeviceRGB"),
        Colours::Listed(mut list) => {
            // A list may be shorter than the numbers of its pixels go.
            list.resize(3 << depth, 0);
            let last = (1_i64 << depth) - 1;
            let list = DictItem::String { data: list, literal: false };
            DictItem::Array(vec![name("Indexed"), name("DeviceRGB"), DictItem::Int(last), list])
        }
    }
}

fn name(text: &str) -> DictItem {
    DictItem::Name(text.as_bytes().to_vec())
}

fn named<const N: usize>(items: [(&str, DictItem); N]) -> BTreeMap<String, DictItem> {
    items.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}
