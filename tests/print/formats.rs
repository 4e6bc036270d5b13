//! Pictures in pixels of every form, in every place where one can be: what another program shows of the PDF, and what is told
//! of files that are none.

use std::fmt::Write as _;
use std::path::Path;

use base64::prelude::{BASE64_STANDARD, Engine as _};
use lopdf::{Document, Object, Stream};

use crate::support::Tool;
use crate::support::painted::Painted;

/// Where the one card of the page lies.
const CARD: (f64, f64) = ((210.0 - 63.5) / 2.0, (297.0 - 88.9) / 2.0);
/// The box on the card: left, top, width and height, in the proportions of the pictures.
const BOX: [f64; 4] = [10.0, 20.0, 32.0, 24.0];

const WHOLE: [&str; 6] = ["usual.jpg", "progressive.jpg", "plain-rgb.jpg", "usual.png", "lossy.webp", "lossless.webp"];
const INKS: [&str; 3] = ["cmyk.jpg", "ycck.jpg", "bare-cmyk.jpg"];

/// A picture of four quarters: red, green, blue and white. `quarters/make.py` makes them.
fn quarters(name: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/print/quarters").join(name);
    std::fs::read(path).expect("a picture")
}

/// Exif that says only how a camera was held.
fn tags(number: u8) -> Vec<u8> {
    [b"II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0".as_slice(), &[number, 0, 0, 0, 0, 0, 0, 0]].concat()
}

/// The same picture turned by a camera: Exif says how.
fn turned(number: u8) -> Vec<u8> {
    let tags = tags(number);
    let segment = [b"\xFF\xE1\0\x22Exif\0\0".as_slice(), &tags].concat();
    let file = quarters("usual.jpg");
    [&file[..2], &segment, &file[2..]].concat()
}

/// A JPEG of four quarters with so many pixels, turned like that.
fn large(number: u8, [width, height]: [u32; 2]) -> Vec<u8> {
    let colour = |x: u32, y: u32| match (x * 2 < width, y * 2 < height) {
        (true, true) => [255, 0, 0],
        (false, true) => [0, 255, 0],
        (true, false) => [0, 0, 255],
        (false, false) => [255, 255, 255],
    };
    let pixels: Vec<u8> = (0..height).flat_map(|y| (0..width).flat_map(move |x| colour(x, y))).collect();
    let encoder = mozjpeg_rs::Encoder::new(mozjpeg_rs::Preset::BaselineFastest).quality(90);
    let file = encoder.encode_rgb(&pixels, width, height).expect("a JPEG");
    let exif = turned(number);
    // The segment with the tags stands right behind the two bytes that every JPEG begins with.
    [&file[..2], &exif[2..38], &file[2..]].concat()
}

fn card(drawing: &str) -> Tool {
    let game = "title: Small\nversion: \"1\"\nicons: {sun: art/sun.jpg}\ncomponents:\n  \
                deck: {kind: cards, rows: [{id: one}], front: {template: faces/a.svg}}\n";
    let svg = format!("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 63.5 88.9'>{drawing}</svg>");
    Tool::new()
        .file("game/game.yaml", game)
        .file("game/faces/a.svg", svg)
        .file("game/art/sun.jpg", quarters("usual.jpg"))
}

/// A card with a picture of this name in the box.
fn with_picture(name: &str, bytes: &[u8]) -> Tool {
    let [x, y, w, h] = BOX;
    card(&format!("<rect data-image='art/{name}' x='{x}' y='{y}' width='{w}' height='{h}'/>"))
        .file(&format!("game/art/{name}"), bytes)
}

fn pdf(tool: &Tool, more: &str) -> Vec<u8> {
    tool.run(&format!("print ./game {more}")).succeeds();
    let names = std::fs::read_dir(tool.path().join("output/game")).expect("a folder");
    let path =
        names.map(|entry| entry.expect("a file").path()).find(|path| path.extension().is_some_and(|e| e == "pdf"));
    std::fs::read(path.expect("a PDF")).expect("a PDF")
}

/// What is seen in the four quarters of a box, by the colour that it is nearest to.
fn seen_in(page: &Painted, [x, y, w, h]: [f64; 4]) -> String {
    let places = [(0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)];
    places.map(|(across, down)| letter(page.colour(CARD.0 + x + w * across, CARD.1 + y + h * down))).concat()
}

fn letter(colour: [u8; 3]) -> &'static str {
    let [red, green, blue] = colour.map(i32::from);
    if red > green + 60 && red > blue + 60 {
        "r"
    } else if green > red + 60 && green > blue + 60 {
        "g"
    } else if blue > red + 60 && blue > green + 60 {
        "b"
    } else if red.min(green).min(blue) > 225 {
        "w"
    } else {
        "?"
    }
}

fn seen(pdf: &[u8]) -> String {
    seen_in(&Painted::page(pdf, 2, 150.0), BOX)
}

/// The pictures of a document, without the masks.
fn streams(pdf: &[u8]) -> Vec<Stream> {
    let document = Document::load_mem(pdf).expect("a PDF");
    let all = || document.objects.values().filter_map(|object| object.as_stream().ok());
    let is_picture =
        |stream: &&Stream| stream.dict.get(b"Subtype").and_then(Object::as_name).is_ok_and(|n| n == b"Image");
    let masks: Vec<_> =
        all().filter_map(|stream| stream.dict.get(b"SMask").and_then(Object::as_reference).ok()).collect();
    let objects = document.objects.iter().filter(|(id, _)| !masks.contains(id));
    objects.filter_map(|(_, object)| object.as_stream().ok()).filter(is_picture).cloned().collect()
}

fn is_jpeg(stream: &Stream) -> bool {
    stream.dict.get(b"Filter").and_then(Object::as_name).is_ok_and(|name| name == b"DCTDecode")
}

#[test]
fn every_form_of_picture_prints_in_a_box() {
    for name in WHOLE.into_iter().chain(INKS).chain(["listed.png"]) {
        let pdf = pdf(&with_picture(name, &quarters(name)), "");
        assert_eq!(seen(&pdf), "rgbw", "{name}");
    }
    for name in ["see-through.webp", "see-through.png", "listed-see-through.png", "one-colour-unseen.png"] {
        let [x, y, w, h] = BOX;
        let ground = format!("<rect x='{x}' y='{y}' width='{w}' height='{h}' fill='#c00000'/>");
        let boxed = format!("{ground}<rect data-image='art/{name}' x='{x}' y='{y}' width='{w}' height='{h}'/>");
        let tool = card(&boxed).file(&format!("game/art/{name}"), quarters(name));
        assert_eq!(seen(&pdf(&tool, "")), "rgbr", "{name}: what is seen through shows the ground");
    }
}

#[test]
fn grey_stays_grey() {
    let page = Painted::page(&pdf(&with_picture("grey.jpg", &quarters("grey.jpg")), ""), 2, 150.0);
    let [x, y, w, h] = BOX;
    let found = [(0.25, 0.25), (0.75, 0.25), (0.25, 0.75)]
        .map(|(across, down)| page.colour(CARD.0 + x + w * across, CARD.1 + y + h * down));
    for ([red, green, blue], expected) in found.into_iter().zip([20_u8, 90, 160]) {
        assert!(red == green && green == blue && red.abs_diff(expected) < 6, "{found:?}");
    }
}

#[test]
fn a_jpeg_goes_into_the_pdf_as_it_is_without_what_the_camera_wrote() {
    for name in ["usual.jpg", "progressive.jpg", "cmyk.jpg", "grey.jpg"] {
        let file = quarters(name);
        let found = streams(&pdf(&with_picture(name, &file), ""));
        assert!(found.len() == 1 && is_jpeg(&found[0]), "{name}");
        assert_eq!(found[0].content, file, "{name}: nothing in it is only about something else");
    }
    let found = streams(&pdf(&with_picture("a.jpg", &turned(6)), ""));
    assert_eq!(found[0].content, quarters("usual.jpg"), "without its tags");
}

#[test]
fn a_picture_is_seen_as_the_camera_was_held() {
    // The picture is higher than wide when it lies across: the box has room for both.
    let across = [BOX[0], BOX[1], 24.0, 32.0];
    let expected = ["rgbw", "grwb", "wbgr", "bwrg", "rbgw", "brwg", "wgbr", "gwrb"];
    for (number, expected) in (1..=8).zip(expected) {
        let place = if number < 5 { BOX } else { across };
        let [x, y, w, h] = place;
        let tool = card(&format!("<rect data-image='art/a.jpg' x='{x}' y='{y}' width='{w}' height='{h}'/>"))
            .file("game/art/a.jpg", turned(number));
        assert_eq!(seen_in(&Painted::page(&pdf(&tool, ""), 2, 150.0), place), expected, "orientation {number}");
        tool.run("export ./game --to png").succeeds();
        let png = std::fs::read(tool.path().join("output/game/png/deck/one-front.png")).expect("a face");
        assert_eq!(seen_in_png(&png, place), expected, "orientation {number} in pixels");
    }
}

#[test]
fn what_a_telephone_saved_as_png_or_webp_is_turned_too() {
    let png = quarters("usual.png");
    let chunk = [b"eXIf".as_slice(), &tags(6)].concat();
    let mut sum = flate2::Crc::new();
    sum.update(&chunk);
    // The first part of every PNG ends there.
    let (head, rest) = png.split_at(33);
    let png = [head, &[0, 0, 0, 26], &chunk, &sum.sum().to_be_bytes(), rest].concat();
    let webp = quarters("lossless.webp");
    let pixels = &webp[12..];
    let header = b"VP8X\x0A\0\0\0\x08\0\0\0\x1F\0\0\x17\0\0";
    let exif = [b"EXIF\x1A\0\0\0".as_slice(), &tags(6)].concat();
    let length = u32::try_from(4 + header.len() + pixels.len() + exif.len()).expect("a small file");
    let webp = [b"RIFF".as_slice(), &length.to_le_bytes(), b"WEBP", header, pixels, &exif].concat();
    let across = [BOX[0], BOX[1], 24.0, 32.0];
    let [x, y, w, h] = across;
    for (name, file) in [("a.png", png), ("a.webp", webp)] {
        let tool = card(&format!("<rect data-image='art/{name}' x='{x}' y='{y}' width='{w}' height='{h}'/>"))
            .file(&format!("game/art/{name}"), file);
        assert_eq!(seen_in(&Painted::page(&pdf(&tool, ""), 2, 150.0), across), "brwg", "{name}");
        tool.run("export ./game --to png").succeeds();
        let png = std::fs::read(tool.path().join("output/game/png/deck/one-front.png")).expect("a face");
        assert_eq!(seen_in_png(&png, across), "brwg", "{name} in pixels");
        tool.run("export ./game --to svg").succeeds();
        let svg = std::fs::read_to_string(tool.path().join("output/game/svg/deck/one-front.svg")).expect("a face");
        assert!(svg.contains("<image x=\"10\" y=\"20\" width=\"24\" height=\"32\" href=\"data:image/png"), "{svg}");
    }
}

/// The same in an exported face, which has a bleed of 3 mm.
fn seen_in_png(file: &[u8], [x, y, w, h]: [f64; 4]) -> String {
    let mut reader = png::Decoder::new(std::io::Cursor::new(file)).read_info().expect("a PNG");
    let mut pixels = vec![0; reader.output_buffer_size().expect("a size")];
    let frame = reader.next_frame(&mut pixels).expect("pixels");
    let scale = f64::from(frame.width) / 69.5;
    let places = [(0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)];
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "inside the picture")]
    let at = |mm: f64| ((mm + 3.0) * scale) as usize;
    places
        .map(|(across, down)| {
            let place = (at(y + h * down) * frame.width as usize + at(x + w * across)) * 4;
            letter([pixels[place], pixels[place + 1], pixels[place + 2]])
        })
        .concat()
}

#[test]
fn pictures_are_exported_in_every_form() {
    for name in WHOLE.into_iter().chain(INKS) {
        let tool = with_picture(name, &quarters(name));
        tool.run("export ./game --to png").succeeds();
        let png = std::fs::read(tool.path().join("output/game/png/deck/one-front.png")).expect("a face");
        assert_eq!(seen_in_png(&png, BOX), "rgbw", "{name}");
    }
    let tool = with_picture("a.jpg", &turned(6));
    tool.run("export ./game --to svg").succeeds();
    let svg = std::fs::read_to_string(tool.path().join("output/game/svg/deck/one-front.svg")).expect("a face");
    let whole = format!("data:image/jpeg;base64,{}", BASE64_STANDARD.encode(quarters("usual.jpg")));
    assert!(svg.contains(&whole) && svg.contains("<image transform=\"matrix(0 "), "{}", &svg[..600]);
}

#[test]
fn pictures_stand_in_drawings_embedded_or_linked() {
    let [x, y, w, h] = BOX;
    let place = format!("x='{x}' y='{y}' width='{w}' height='{h}'");
    let inner = "x='4' y='3' width='16' height='12'";
    for name in ["usual.jpg", "lossless.webp", "usual.png"] {
        let kind = if name.ends_with("jpg") { "jpeg" } else { name.rsplit('.').next().expect("an ending") };
        let embedded = format!("data:image/{kind};base64,{}", BASE64_STANDARD.encode(quarters(name)));
        for href in [embedded, format!("art/{name}"), format!("../art/{name}")] {
            let tool =
                card(&format!("<image href='{href}' {place}/>")).file(&format!("game/art/{name}"), quarters(name));
            assert_eq!(seen(&pdf(&tool, "")), "rgbw", "{name} in a template by {}", &href[..12]);
            // In a picture, moved by a group, and beside the file that names it.
            let href = href.replace("../art/", "").replace("art/", "./");
            let art = format!(
                "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 48 36'>\
                 <g transform='translate(-8 -6) scale(2)'><image href='{href}' {inner}/></g></svg>"
            );
            let tool = card("<rect data-image='art/a.svg' x='2' y='14' width='48' height='36'/>")
                .file("game/art/a.svg", art)
                .file(&format!("game/art/{name}"), quarters(name));
            assert_eq!(seen_in(&Painted::page(&pdf(&tool, ""), 2, 150.0), [2.0, 14.0, 32.0, 24.0]), "rgbw", "{name}");
        }
    }
}

#[test]
fn a_picture_between_words_keeps_its_colours_and_a_sign_takes_theirs() {
    let tool =
        card("<rect data-text=':sun:' x='20' y='40' width='40' height='20' data-size='12' data-colour='black'/>");
    let page = Painted::page(&pdf(&tool, ""), 2, 300.0);
    let colours = |page: &Painted| -> String {
        let mut found = String::new();
        for (x, y) in (0..80).flat_map(|x| (0..60).map(move |y| (f64::from(x) / 4.0, f64::from(y) / 4.0))) {
            let seen = letter(page.colour(CARD.0 + 20.0 + x, CARD.1 + 40.0 + y));
            if !found.contains(seen) {
                found.push_str(seen);
            }
        }
        found
    };
    let found = colours(&page);
    assert!(["r", "g", "b"].iter().all(|letter| found.contains(letter)), "{found}");
    let mut sign = Vec::new();
    let mut encoder = png::Encoder::new(&mut sign, 2, 1);
    encoder.set_color(png::ColorType::Rgba);
    encoder.write_header().expect("a header").write_image_data(&[0, 0, 255, 255, 0, 0, 0, 0]).expect("pixels");
    let red = "<rect data-text=':sun:' x='20' y='40' width='40' height='20' data-size='12' data-colour='red'/>";
    let found = colours(&Painted::page(&pdf(&card(red).file("game/art/sun.jpg", sign), ""), 2, 300.0));
    assert!(found.contains('r') && !found.contains('b'), "{found}");
}

#[test]
fn a_picture_is_stored_once_however_often_it_is_used() {
    let [x, y, w, h] = BOX;
    let many = (0..4).fold(String::new(), |mut all, n| {
        let _ =
            write!(all, "<rect data-image='art/{n}.jpg' x='{x}' y='{}' width='{w}' height='{h}'/>", y + f64::from(n));
        all
    });
    let tool = (0..4).fold(card(&many), |tool, n| tool.file(&format!("game/art/{n}.jpg"), quarters("usual.jpg")));
    assert_eq!(streams(&pdf(&tool, "")).len(), 1);
}

/// A picture of soft colours with a little noise, as a PNG of so many pixels across.
fn photograph(width: u32) -> Vec<u8> {
    let mut seed = 7_u32;
    let mut noise = || {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 28) as u8
    };
    let height = width * 3 / 4;
    let byte = |part: u32| u8::try_from(part).expect("at most 200");
    let pixel = |n: u32| [byte(n % width * 200 / width), byte(n / width * 200 / height), 90];
    let pixels: Vec<u8> = (0..width * height).flat_map(pixel).map(|value| value + noise()).collect();
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.write_header().expect("a header").write_image_data(&pixels).expect("pixels");
    file
}

fn width_of(stream: &Stream) -> i64 {
    stream.dict.get(b"Width").and_then(Object::as_i64).expect("a width")
}

#[test]
fn a_job_may_ask_for_fewer_pixels() {
    let file = photograph(800);
    let tool = with_picture("a.png", &file);
    assert_eq!(width_of(&streams(&pdf(&tool, ""))[0]), 800);
    let said = tool.run("print ./game --image-dpi 300").succeeds().stdout();
    assert!(said.contains("\n1 picture was finer than 300 dots per inch and is smaller now: "), "{said}");
    let found = streams(&pdf(&tool, "--image-dpi 300"));
    assert_eq!(width_of(&found[0]), 378, "32 mm at 300 dots per inch");
    assert!(is_jpeg(&found[0]), "it is a photograph");
    // Where a picture is largest it decides, also when a group enlarges it.
    let twice = "<image href='art/a.png' x='1' y='1' width='16' height='12'/>\
                 <g transform='scale(2)'><image href='art/a.png' x='1' y='10' width='16' height='12'/></g>";
    let tool = card(twice).file("game/art/a.png", &file);
    assert_eq!(width_of(&streams(&pdf(&tool, "--image-dpi 300"))[0]), 378);
    // What is no finer stays as it is, and what would not be smaller does so too.
    let tool = with_picture("usual.jpg", &quarters("usual.jpg"));
    assert_eq!(streams(&pdf(&tool, "--image-dpi 72"))[0].content, quarters("usual.jpg"));
    let job = with_picture("a.png", &file).file(
        "game/game.yaml",
        "title: Small\nversion: \"1\"\nprint: {default: {image-dpi: 150}}\ncomponents:\n  \
         deck: {kind: cards, rows: [{id: one}], front: {template: faces/a.svg}}\n",
    );
    assert_eq!(width_of(&streams(&pdf(&job, ""))[0]), 189);
    let said = job.run("print ./game --image-dpi 5").stderr();
    assert!(
        said.contains("`5` is no number of dots per inch for pictures; write it as in `300`, from 72 to 2400"),
        "{said}"
    );
}

#[test]
fn editions_with_little_ink_pale_photographs_and_keep_them_small() {
    let name = "usual.jpg";
    let tool = with_picture(name, &quarters(name));
    let page = Painted::page(&pdf(&tool, "--ink mono"), 2, 150.0);
    let [x, y, w, h] = BOX;
    let [red, green, blue] = page.colour(CARD.0 + x + w * 0.25, CARD.1 + y + h * 0.25);
    assert!(red == green && green == blue && red > 60, "grey, and lighter than it was");
    let found = streams(&pdf(&tool, "--ink mono"));
    assert!(is_jpeg(&found[0]), "it stays a photograph");
}

#[test]
fn sixteen_bits_and_interlace_are_right() {
    let pixel = |n: u32| match (n % 32 / 16, n / 32 / 12) {
        (0, 0) => [255_u8, 255, 0, 0, 0, 0],
        (1, 0) => [0, 0, 255, 255, 0, 0],
        (0, 1) => [0, 0, 0, 0, 255, 255],
        _ => [255; 6],
    };
    let pixels: Vec<u8> = (0..32 * 24).flat_map(pixel).collect();
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, 32, 24);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Sixteen);
    encoder.write_header().expect("a header").write_image_data(&pixels).expect("pixels");
    let printed = pdf(&with_picture("a.png", &file), "");
    assert_eq!(seen(&printed), "rgbw");
    assert!(streams(&printed)[0].content.len() <= file.len());
}

#[test]
fn what_is_no_picture_is_told_with_what_to_do() {
    let usual = quarters("usual.jpg");
    let webp = quarters("lossy.webp");
    let png = quarters("usual.png");
    let cases: [(&str, &[u8], &str, &str); 11] = [
        ("a.jpg", &[], "`art/a.jpg` is empty", "it was not saved or copied as a whole: save or copy it again"),
        ("a.jpg", &usual[..600], "`art/a.jpg` is a JPEG picture that is cut off after 600 bytes", "copy it again"),
        ("a.webp", &webp[..100], "`art/a.webp` is a WebP picture that is cut off after 100 bytes", "copy it again"),
        ("a.png", &png[..80], "`art/a.png` is a PNG picture that is cut off after 80 bytes", "copy it again"),
        (
            "a.gif",
            &quarters("other.gif"),
            "`art/a.gif` is a picture of the kind GIF, which cannot be printed",
            "save it as",
        ),
        (
            "a.avif",
            &quarters("other.avif"),
            "`art/a.avif` is a picture of the kind AVIF, which cannot be",
            "save it as",
        ),
        ("a.png", b"II*\0....", "`art/a.png` is a picture of the kind TIFF", "save it as SVG, PNG, JPEG or WebP"),
        ("a.bmp", b"BM......", "`art/a.bmp` is a picture of the kind BMP", "save it as SVG, PNG, JPEG or WebP"),
        ("a.jpg", b"no picture", "`art/a.jpg` is neither SVG, PNG, JPEG nor WebP", "save it as SVG, PNG, JPEG or WebP"),
        (
            "a.jpg",
            &huge(60_000, 60_000),
            "`art/a.jpg` has 60000 x 60000 pixels, and 1000 million are the most",
            "fewer",
        ),
        ("a.jpg", &huge(20_000, 20_000), "pictures with almost nothing in them have more than 100 million", "fewer"),
    ];
    for (name, bytes, message, hint) in cases {
        with_picture(name, bytes).run("check ./game").refuses(&[message, hint]);
    }
    let mut broken = usual.clone();
    let table = usual.windows(2).position(|pair| pair == [0xFF, 0xC4]).expect("a table") + 5;
    broken[table..table + 16].fill(0xFF);
    with_picture("a.jpg", &broken)
        .run("check ./game")
        .refuses(&["`art/a.jpg` is a JPEG picture that cannot be read: "]);
}

/// A JPEG that says it is so large, with next to nothing in it.
fn huge(width: u16, height: u16) -> Vec<u8> {
    let mut file = quarters("usual.jpg");
    let frame = file.windows(2).position(|pair| pair == [0xFF, 0xC0]).expect("a frame");
    file[frame + 5..frame + 7].copy_from_slice(&height.to_be_bytes());
    file[frame + 7..frame + 9].copy_from_slice(&width.to_be_bytes());
    file
}

#[test]
fn the_bytes_say_what_a_picture_is_whatever_its_name_says() {
    let tool = with_picture("a.png", &quarters("usual.jpg"));
    let said = tool.run("check ./game").succeeds().stderr();
    assert!(said.contains("note: `art/a.png` is a JPEG picture, whatever its name says"), "{said}");
    assert_eq!(seen(&pdf(&tool, "")), "rgbw");
}

#[test]
fn a_drawing_that_holds_itself_is_refused() {
    let art = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><image href='art/a.svg' width='9' height='9'/></svg>";
    card("<rect data-image='art/a.svg' width='20' height='20'/>")
        .file("game/art/a.svg", art)
        .run("check ./game")
        .refuses(&[
            "a drawing inside a drawing that is inside another is not printed",
            "copy its shapes into the one that holds it",
        ]);
    let sizeless = "<image href='art/sun.jpg' x='3' y='3'/>";
    card(sizeless).run("check ./game").refuses(&["an `<image>` needs a `width` and a `height`"]);
}

#[test]
fn what_a_camera_turned_stays_so_with_fewer_pixels() {
    for number in 1..=8 {
        let tool = with_picture("a.jpg", &large(number, [800, 600]));
        let (whole, small) = (pdf(&tool, ""), pdf(&tool, "--image-dpi 72"));
        let place = if number < 5 { BOX } else { [BOX[0] + 7.0, BOX[1], 18.0, 24.0] };
        let seen = |pdf: &[u8]| seen_in(&Painted::page(pdf, 2, 150.0), place);
        assert_eq!(seen(&small), seen(&whole), "{number}");
        let across = |pdf: &[u8]| streams(pdf)[0].dict.get(b"Width").and_then(Object::as_i64).expect("a width");
        assert!(across(&small) < 100 && across(&whole) == 800, "{number}");
    }
}

#[test]
fn one_colour_of_a_png_that_is_not_seen_is_not_printed() {
    let keyed = |colour: png::ColorType, values: &[u8], unseen: &[u8]| {
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, 2, 1);
        encoder.set_color(colour);
        encoder.set_trns(unseen.to_vec());
        encoder.write_header().expect("a header").write_image_data(values).expect("pixels");
        streams(&pdf(&with_picture("a.png", &file), ""))
    };
    let rgb = keyed(png::ColorType::Rgb, &[250, 240, 180, 0, 0, 0], &[0, 250, 0, 240, 0, 180]);
    let grey = keyed(png::ColorType::Grayscale, &[236, 0], &[0, 236]);
    let mask = |found: &[Stream]| -> Vec<i64> {
        let mask = found[0].dict.get(b"Mask").and_then(Object::as_array).expect("a mask");
        mask.iter().map(|value| value.as_i64().expect("a number")).collect()
    };
    assert_eq!(mask(&rgb), [250, 250, 240, 240, 180, 180]);
    assert_eq!(mask(&grey), [236, 236]);
}
