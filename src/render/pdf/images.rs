//! Pictures in pixels as PDF stores them: a JPEG goes in as it is, and so does what a PNG file has packed, since both pack
//! pixels in the same way; all else is packed like one or the other. What is seen through becomes a mask.

use std::collections::HashMap;

use lopdf::{Dictionary, Object, StringFormat, dictionary};
use mozjpeg_rs::{Encoder, Preset};

use crate::layout::common::Common;
use crate::layout::face::Raster;
use crate::layout::pixels::{JpegColours, PictureFile, PictureKind, PixelBlock, Trouble};
use crate::model::Colour;

use super::shrink::{halvings, resized};

/// How good a photograph is that has to be packed anew, of 100.
const QUALITY: u8 = 90;
/// What is made smaller is packed as a photograph when that takes less than this part of what it takes otherwise.
const PHOTOGRAPH: usize = 2;

/// A picture that a document holds.
#[derive(Debug)]
pub enum Image {
    /// Packed already.
    Packed(Stored),
    /// One that is packed when it is written.
    Raster {
        /// The picture.
        raster: Common<Raster>,
        /// It is made smaller where it has more pixels than so many across and down.
        most: Option<[u32; 2]>,
    },
}

/// A picture, and what is seen of it where that is not all.
#[derive(Debug)]
pub struct Stored {
    /// The picture.
    pub colours: Packed,
    /// How much of it is seen.
    pub mask: Option<Packed>,
}

impl Stored {
    /// How many bytes it has.
    pub fn length(&self) -> usize {
        self.colours.data.len() + self.mask.as_ref().map_or(0, |mask| mask.data.len())
    }
}

/// One packed stream of pixels.
#[derive(Debug)]
pub struct Packed {
    width: u32,
    height: u32,
    /// Bits of one channel of one pixel.
    depth: u8,
    channels: Channels,
    packing: Packing,
    /// The lowest and highest value of each channel of the pixels that are not seen.
    unseen: Option<Vec<i64>>,
    /// The packed pixels.
    pub data: Vec<u8>,
}

/// What the channels of a pixel mean.
#[derive(Debug)]
enum Channels {
    Grey,
    Rgb,
    /// Inks; inverted when 0 is all of an ink.
    Cmyk {
        is_inverted: bool,
    },
    /// A number in this list of red, green and blue.
    Listed(Vec<u8>),
}

/// How pixels are packed.
#[derive(Debug, Clone, Copy)]
enum Packing {
    /// As in a PNG file: rows that are filtered one by one and compressed as a whole.
    Png,
    /// As a JPEG file, of which it may have to be told that its channels are colours as they are.
    Jpeg { is_plain: bool },
}

/// Why a picture cannot be stored.
#[derive(Debug)]
pub enum Unstored {
    /// Its file, called so, is not what it was.
    Picture(String, Trouble),
    /// It cannot be packed; that is a mistake of ours.
    Ours(String),
}

impl From<String> for Unstored {
    fn from(why: String) -> Self {
        Self::Ours(why)
    }
}

/// A picture as it is stored, and whether it has fewer pixels than its file.
///
/// # Errors
/// When its file is gone.
pub fn stored(raster: &Raster, most: Option<[u32; 2]>) -> Result<(Stored, bool), Unstored> {
    let told = |trouble| Unstored::Picture(raster.name.clone(), trouble);
    if let Some(colour) = raster.plain_colour() {
        let mask = if raster.has_alpha() { Some(raster.pixels(0).map_err(told)?) } else { None };
        return Ok((plain(colour, mask.as_ref())?, false));
    }
    let colours = match raster.unchanged() {
        Some(file) => unchanged(file, raster.has_alpha()).map_err(told)?,
        None => None,
    };
    let whole = match colours {
        Some(colours) if raster.has_alpha() && colours.unseen.is_none() => {
            let block = raster.pixels(0).map_err(told)?;
            Some(Stored { colours, mask: Some(mask(&block)?) }).filter(|_| block.width == raster.width)
        }
        colours => colours.map(|colours| Stored { colours, mask: None }),
    };
    let most = most.filter(|[across, down]| is_finer(raster, [*across, *down]));
    if let Some(most) = most {
        let block = raster.as_stored(resized(raster.pixels(halvings(raster, most)).map_err(told)?, most)?);
        let small = packed(&block, &How::of(raster, Loss::WhereItPays, None))?;
        return Ok(match whole {
            Some(whole) if whole.length() <= small.length() => (whole, false),
            _ => (small, true),
        });
    }
    let length = raster.file_length();
    if let Some(whole) = whole.filter(|whole| whole.mask.is_none() || whole.length() <= length) {
        return Ok((whole, false));
    }
    let block = raster.pixels(0).map_err(told)?;
    let is_smaller = block.width < raster.width;
    let block = raster.as_stored(block);
    Ok((packed(&block, &How::of(raster, Loss::Nothing, Some(length)))?, is_smaller))
}

/// Whether a picture has pixels that nobody would see, which is a hundredth more than so many across and down.
fn is_finer(raster: &Raster, [across, down]: [u32; 2]) -> bool {
    let more = |has: u32, most: u32| u64::from(has) * 100 > u64::from(most) * 101;
    more(raster.width, across) && more(raster.height, down)
}

/// What is packed in a file, when PDF can take it as it is; `has_alpha` says whether something is seen through it.
fn unchanged(file: &PictureFile, has_alpha: bool) -> Result<Option<Packed>, Trouble> {
    Ok(match file.kind {
        PictureKind::Jpeg(header) => {
            let (channels, is_plain) = match header.colours {
                JpegColours::Grey => (Channels::Grey, false),
                JpegColours::Rgb { is_split } => (Channels::Rgb, !is_split && !header.names_colours),
                JpegColours::Cmyk { is_inverted, .. } => (Channels::Cmyk { is_inverted }, false),
            };
            let [width, height] = file.size;
            let packing = Packing::Jpeg { is_plain };
            Some(Packed { width, height, depth: 8, channels, packing, unseen: None, data: file.jpeg()? })
        }
        PictureKind::Png => unchanged_png(&file.bytes()?, has_alpha),
        PictureKind::Webp(_) => None,
    })
}

/// What is packed in a PNG file, when PDF can take it as it is: rows in order, no more bits than anybody sees, and no
/// transparency among the colours.
fn unchanged_png(file: &[u8], has_alpha: bool) -> Option<Packed> {
    let reader = png::Decoder::new(std::io::Cursor::new(file)).read_info().ok()?;
    let info = reader.info();
    let depth = info.bit_depth as u8;
    let channels = match info.color_type {
        png::ColorType::Grayscale => Channels::Grey,
        png::ColorType::Rgb => Channels::Rgb,
        png::ColorType::Indexed => Channels::Listed(info.palette.as_deref()?.to_vec()),
        png::ColorType::GrayscaleAlpha | png::ColorType::Rgba => return None,
    };
    if info.interlaced || depth > 8 {
        return None;
    }
    let unseen = info.trns.as_deref().filter(|_| has_alpha).and_then(|rare| unseen(&channels, rare));
    let (width, height) = (info.width, info.height);
    Some(Packed { width, height, depth, channels, packing: Packing::Png, unseen, data: packed_data(file) })
}

/// The pixels that are not seen, by their values, when all others are seen in full.
fn unseen(channels: &Channels, rare: &[u8]) -> Option<Vec<i64>> {
    let count = match channels {
        Channels::Listed(_) => 0,
        Channels::Grey => 1,
        Channels::Rgb => 3,
        Channels::Cmyk { .. } => return None,
    };
    if count > 0 {
        // The reader of PNG has taken the upper bytes away, which are none at these depths.
        return (rare.len() == count).then(|| rare.iter().flat_map(|value| [i64::from(*value); 2]).collect());
    }
    let first = rare.iter().position(|alpha| *alpha == 0)?;
    let last = rare.iter().rposition(|alpha| *alpha == 0)?;
    let is_run = rare[first..=last].iter().all(|alpha| *alpha == 0);
    let others = rare[..first].iter().chain(&rare[last + 1..]);
    if !is_run || others.into_iter().any(|alpha| *alpha < u8::MAX) {
        return None;
    }
    Some([first, last].iter().filter_map(|place| i64::try_from(*place).ok()).collect())
}

/// What may be lost of pixels while they are packed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Loss {
    /// Nothing.
    Nothing,
    /// What a photograph loses, where that makes it much smaller.
    WhereItPays,
    /// The same in any case: they come from a photograph that was packed as such.
    Photograph,
}

/// How pixels are to be packed.
struct How {
    loss: Loss,
    is_grey: bool,
    has_alpha: bool,
    /// How many bytes are worth some effort to fall short of.
    most: Option<usize>,
}

impl How {
    /// What becomes of a picture that did not come from a photograph is for others to say.
    fn of(raster: &Raster, otherwise: Loss, most: Option<usize>) -> Self {
        let is_photograph = raster.kind().is_lossy() && !raster.is_plain() && raster.shape().is_none();
        Self {
            loss: if is_photograph { Loss::Photograph } else { otherwise },
            is_grey: raster.is_grey(),
            has_alpha: raster.has_alpha(),
            most,
        }
    }
}

/// Pixels that were painted here, as they are stored.
///
/// # Errors
/// A sentence when they cannot be packed; that is a mistake of ours.
pub fn painted(block: &PixelBlock) -> Result<Stored, String> {
    let pixels = || block.rgba.chunks_exact(4);
    let is_grey = pixels().all(|pixel| pixel[0] == pixel[1] && pixel[1] == pixel[2]);
    let has_alpha = pixels().any(|pixel| pixel[3] < u8::MAX);
    packed(block, &How { loss: Loss::Nothing, is_grey, has_alpha, most: None })
}

/// One colour, of which these pixels say where it is seen: a picture need not have as many pixels as its mask.
fn plain(Colour { red, green, blue }: Colour, seen: Option<&PixelBlock>) -> Result<Stored, String> {
    let one = PixelBlock { width: 1, height: 1, rgba: vec![red, green, blue, u8::MAX] };
    Ok(Stored { mask: seen.map(mask).transpose()?, ..painted(&one)? })
}

/// How much is seen of each pixel.
fn mask(block: &PixelBlock) -> Result<Packed, String> {
    let alpha: Vec<u8> = block.rgba.chunks_exact(4).map(|pixel| pixel[3]).collect();
    pack_hard(block, Channels::Grey, &alpha, None)
}

fn packed(block: &PixelBlock, how: &How) -> Result<Stored, String> {
    let mask = if how.has_alpha { Some(mask(block)?) } else { None };
    let pixels = || block.rgba.chunks_exact(4);
    let grey = || pixels().map(|pixel| pixel[0]).collect::<Vec<u8>>();
    let rgb = || pixels().flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect::<Vec<u8>>();
    if how.loss == Loss::Photograph {
        let values = if how.is_grey { grey() } else { rgb() };
        return Ok(Stored { colours: as_photograph(block, how.is_grey, &values)?, mask });
    }
    let most = how.most.map(|most| most.saturating_sub(mask.as_ref().map_or(0, |mask| mask.data.len())));
    if how.is_grey {
        return Ok(Stored { colours: pack_hard(block, Channels::Grey, &grey(), most)?, mask });
    }
    if let Some(colours) = listed(block)? {
        return Ok(Stored { colours, mask });
    }
    let values = rgb();
    let colours = pack_hard(block, Channels::Rgb, &values, most)?;
    if how.loss == Loss::WhereItPays {
        let photograph = as_photograph(block, false, &values)?;
        if photograph.data.len() * PHOTOGRAPH < colours.data.len() {
            return Ok(Stored { colours: photograph, mask });
        }
    }
    Ok(Stored { colours, mask })
}

/// Pixels of few colours, as numbers in a list of them.
fn listed(block: &PixelBlock) -> Result<Option<Packed>, String> {
    let mut list: Vec<u8> = Vec::new();
    let mut known: HashMap<[u8; 3], u8> = HashMap::new();
    let mut numbers = Vec::with_capacity(block.rgba.len() / 4);
    let mut last = None;
    for pixel in block.rgba.chunks_exact(4) {
        let colour = [pixel[0], pixel[1], pixel[2]];
        let number = match last.filter(|(before, _)| *before == colour) {
            Some((_, number)) => number,
            None => {
                let next = known.len();
                let number = *known.entry(colour).or_insert(u8::try_from(next).unwrap_or(0));
                if known.len() > next {
                    if next > usize::from(u8::MAX) {
                        return Ok(None);
                    }
                    list.extend(colour);
                }
                number
            }
        };
        last = Some((colour, number));
        numbers.push(number);
    }
    pack_hard(block, Channels::Listed(list), &numbers, None).map(Some)
}

/// Packs channels as a photograph, in which no pixel is quite what it was.
fn as_photograph(block: &PixelBlock, is_grey: bool, values: &[u8]) -> Result<Packed, String> {
    let &PixelBlock { width, height, .. } = block;
    // Shading by steps of colour is not tried out: it would take most of the time for a tenth of the size.
    let encoder = Encoder::new(Preset::BaselineFastest).optimize_huffman(true).quality(QUALITY);
    let data =
        if is_grey { encoder.encode_gray(values, width, height) } else { encoder.encode_rgb(values, width, height) };
    let data = data.map_err(|error| error.to_string())?;
    let channels = if is_grey { Channels::Grey } else { Channels::Rgb };
    let packing = Packing::Jpeg { is_plain: false };
    Ok(Packed { width, height, depth: 8, channels, packing, unseen: None, data })
}

/// Packs channels as a PNG file would have them. Filtered rows are smaller in paintings, bare ones in flat drawings; when
/// that is more than it may be, everything is tried.
fn pack_hard(block: &PixelBlock, channels: Channels, values: &[u8], most: Option<usize>) -> Result<Packed, String> {
    use png::{Compression, Filter};
    let &PixelBlock { width, height, .. } = block;
    let kind = if matches!(channels, Channels::Rgb) { png::ColorType::Rgb } else { png::ColorType::Grayscale };
    let file = |filter, hard| {
        png_file([width, height], kind, values, (filter, hard))
            .map(|file| packed_data(&file))
            .map_err(|e| e.to_string())
    };
    let mut best = file(Filter::Adaptive, Compression::Balanced)?;
    let mut improve = |other: Vec<u8>| {
        if other.len() < best.len() {
            best = other;
        }
        best.len()
    };
    let length = improve(file(Filter::NoFilter, Compression::Balanced)?);
    if most.is_some_and(|most| length > most) {
        for filter in [Filter::Adaptive, Filter::Paeth, Filter::Up, Filter::Sub, Filter::Avg, Filter::NoFilter] {
            improve(file(filter, Compression::High)?);
        }
    }
    Ok(Packed { width, height, depth: 8, channels, packing: Packing::Png, unseen: None, data: best })
}

fn png_file(
    [width, height]: [u32; 2],
    kind: png::ColorType,
    channels: &[u8],
    (filter, hard): (png::Filter, png::Compression),
) -> Result<Vec<u8>, png::EncodingError> {
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, width, height);
    encoder.set_color(kind);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(hard);
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

impl Packed {
    /// What a reader has to know of the stream.
    pub fn dictionary(&self) -> Dictionary {
        let mut dictionary = dictionary! {
            "Type" => "XObject",
            "Subtype" => "Image",
            "Width" => i64::from(self.width),
            "Height" => i64::from(self.height),
            "BitsPerComponent" => i64::from(self.depth),
            "ColorSpace" => self.colour_space(),
        };
        match self.packing {
            Packing::Png => {
                dictionary.set("Filter", "FlateDecode");
                dictionary.set(
                    "DecodeParms",
                    dictionary! {
                        // Each row says by its first byte in which of the ways of PNG it is filtered.
                        "Predictor" => 15,
                        "Colors" => if matches!(self.channels, Channels::Rgb) { 3 } else { 1 },
                        "BitsPerComponent" => i64::from(self.depth),
                        "Columns" => i64::from(self.width),
                    },
                );
            }
            Packing::Jpeg { is_plain } => {
                dictionary.set("Filter", "DCTDecode");
                if is_plain {
                    dictionary.set("DecodeParms", dictionary! { "ColorTransform" => 0 });
                }
            }
        }
        if matches!(self.channels, Channels::Cmyk { is_inverted: true }) {
            dictionary.set("Decode", [1, 0].repeat(4).into_iter().map(Object::Integer).collect::<Vec<_>>());
        }
        if let Some(unseen) = &self.unseen {
            dictionary.set("Mask", unseen.iter().map(|value| Object::Integer(*value)).collect::<Vec<_>>());
        }
        dictionary
    }

    fn colour_space(&self) -> Object {
        match &self.channels {
            Channels::Grey => "DeviceGray".into(),
            Channels::Rgb => "DeviceRGB".into(),
            Channels::Cmyk { .. } => "DeviceCMYK".into(),
            Channels::Listed(list) => {
                let mut list = list.clone();
                // A list may be shorter than the numbers of its pixels go.
                list.resize(3 << self.depth, 0);
                let last = (1_i64 << self.depth) - 1;
                let list = Object::String(list, StringFormat::Hexadecimal);
                vec!["Indexed".into(), "DeviceRGB".into(), last.into(), list].into()
            }
        }
    }
}
