//! What the PDF is made of: boxes, layers, bookmarks, fonts, and nothing twice.

use std::collections::BTreeMap;

use crate::support::{Tool, run_in_project};
use lopdf::{Dictionary, Document, Object};

/// Prints the kit that comes with the project, in a folder of its own.
fn kit(paper: &str) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().to_str().unwrap();
    run_in_project(&["print", "zombie-rancher", "--paper", paper, "--output", output]).succeeds();
    std::fs::read(folder.path().join(format!("zombie-rancher/zombie-rancher-{paper}.pdf"))).unwrap()
}

fn dictionaries(document: &Document) -> impl Iterator<Item = &Dictionary> {
    document.objects.values().filter_map(|object| match object {
        Object::Dictionary(dictionary) => Some(dictionary),
        Object::Stream(stream) => Some(&stream.dict),
        _ => None,
    })
}

fn has(dictionary: &Dictionary, key: &[u8], name: &[u8]) -> bool {
    dictionary.get(key).and_then(Object::as_name).is_ok_and(|found| found == name)
}

fn numbers(document: &Document, page: &Dictionary, key: &[u8]) -> Vec<f32> {
    let array = document.dereference(page.get(key).unwrap()).unwrap().1.as_array().unwrap();
    array.iter().map(|side| side.as_float().unwrap()).collect()
}

#[test]
fn the_same_input_gives_the_same_bytes() {
    for paper in ["a4", "letter"] {
        assert!(kit(paper) == kit(paper), "two runs differ on {paper}");
    }
}

#[test]
fn every_font_is_embedded_once_and_cut_down() {
    let document = Document::load_mem(&kit("a4")).unwrap();
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for font in dictionaries(&document).filter(|d| has(d, b"Subtype", b"Type0")) {
        let name = String::from_utf8_lossy(font.get(b"BaseFont").unwrap().as_name().unwrap()).into_owned();
        let (tag, family) = name.split_once('+').expect("a tag before the name of a font that is cut down");
        assert!(tag.len() == 6 && tag.bytes().all(|b| b.is_ascii_uppercase()), "{name}");
        *seen.entry(family.to_owned()).or_default() += 1;
    }
    assert!(seen.len() >= 5 && seen.values().all(|&count| count == 1), "{seen:?}");
    let descriptors: Vec<_> = dictionaries(&document).filter(|d| has(d, b"Type", b"FontDescriptor")).collect();
    assert_eq!(descriptors.len(), seen.len());
    assert!(descriptors.iter().all(|d| d.has(b"FontFile2") || d.has(b"FontFile3")));
}

#[test]
fn pages_have_boxes_inside_each_other() {
    let document = Document::load_mem(&kit("letter")).unwrap();
    let pages: Vec<_> = document.page_iter().collect();
    assert_eq!(pages.len(), 17);
    for page in pages {
        let page = document.get_dictionary(page).unwrap();
        let media = numbers(&document, page, b"MediaBox");
        let bleed = numbers(&document, page, b"BleedBox");
        let trim = numbers(&document, page, b"TrimBox");
        for (inner, outer) in [(&trim, &bleed), (&bleed, &media)] {
            assert!(inner[0] >= outer[0] && inner[1] >= outer[1] && inner[2] <= outer[2] && inner[3] <= outer[3]);
        }
        let (short, long) = (media[2].min(media[3]), media[2].max(media[3]));
        assert!((short - 612.0).abs() < 0.01 && (long - 792.0).abs() < 0.01, "{media:?}");
    }
}

#[test]
fn the_printer_is_told_not_to_scale_and_readers_find_their_way() {
    let document = Document::load_mem(&kit("a4")).unwrap();
    let catalog = document.catalog().unwrap();
    let hints = document.dereference(catalog.get(b"ViewerPreferences").unwrap()).unwrap().1.as_dict().unwrap();
    assert!(has(hints, b"PrintScaling", b"None") && has(hints, b"Duplex", b"Simplex"));
    let layers = dictionaries(&document).filter(|d| has(d, b"Type", b"OCG"));
    let mut names: Vec<_> =
        layers.map(|d| String::from_utf8_lossy(d.get(b"Name").unwrap().as_str().unwrap()).into_owned()).collect();
    names.sort();
    assert_eq!(names, ["Cut lines", "Fold lines", "Pieces", "Ruler and labels"]);
    let bookmarks = dictionaries(&document).filter(|d| d.has(b"Dest") && d.has(b"Title"));
    assert_eq!(bookmarks.count(), 8);
}

#[test]
fn the_printer_is_told_which_edge_to_turn_sheets_over() {
    let tool = Tool::with_game("  d: {kind: cards, front: {template: card-classic, title: A}, back: card-back}\n");
    for (backs, sides) in [("duplex-long", "DuplexFlipLongEdge"), ("duplex-short", "DuplexFlipShortEdge")] {
        tool.run(&format!("print ./game --backs {backs}")).succeeds();
        let document = Document::load(tool.path().join(format!("output/game/game-a4-{backs}.pdf"))).unwrap();
        let hints = document.catalog().unwrap().get(b"ViewerPreferences").unwrap();
        let hints = document.dereference(hints).unwrap().1.as_dict().unwrap();
        assert!(has(hints, b"Duplex", sides.as_bytes()), "{hints:?}");
    }
}

#[test]
fn what_is_drawn_often_is_stored_once() {
    let one = Tool::with_game("  d: {kind: cards, qty: 1, front: {template: card-classic, title: A, text: B}}\n");
    let many = Tool::with_game("  d: {kind: cards, qty: 400, front: {template: card-classic, title: A, text: B}}\n");
    let size = |tool: &Tool| {
        tool.run("print ./game").succeeds();
        std::fs::metadata(tool.path().join("output/game/game-a4.pdf")).unwrap().len()
    };
    let (small, large) = (size(&one), size(&many));
    // Fifty pages place the same card eight times each: their own share is marks and labels.
    assert!(large < small + 50 * 2_000, "{small} bytes for one card, {large} for four hundred");
}

#[test]
fn a_date_is_written_only_when_asked_for() {
    let tool = Tool::with_game("  d: {kind: cards, front: {template: card-classic, title: A}}\n");
    let info = |arguments: &str| {
        tool.run(arguments).succeeds();
        let document = Document::load(tool.path().join("output/game/game-a4.pdf")).unwrap();
        let info = document.trailer.get(b"Info").unwrap().as_reference().unwrap();
        let date = document.get_dictionary(info).unwrap().get(b"CreationDate").and_then(Object::as_str);
        date.ok().map(|date| String::from_utf8_lossy(date).into_owned())
    };
    assert_eq!(info("print ./game"), None);
    assert_eq!(info("print ./game --date 1700000000"), Some("D:20231114221320+00'00'".into()));
}

#[test]
fn a_file_says_what_it_is_in_which_language_and_who_made_it() {
    let game = "title: Käse & Co\nsubtitle: A game of holes\nlang: de-CH\nversion: \"2\"\ncredits: {design: Ann <ann@home>}\n\
                components:\n  d: {kind: cards, front: {template: card-classic, title: A}}\n";
    let tool = Tool::with_game("").file("game/game.yaml", game);
    tool.run("print ./game --date 1700000000").succeeds();
    let document = Document::load(tool.path().join("output/game/game-a4.pdf")).unwrap();
    let catalog = document.catalog().unwrap();
    assert_eq!(catalog.get(b"Lang").and_then(Object::as_str).unwrap(), b"de-CH");
    let id = catalog.get(b"Metadata").and_then(Object::as_reference).unwrap();
    let metadata = document.get_object(id).and_then(Object::as_stream).unwrap();
    assert!(metadata.dict.get(b"Filter").is_err());
    let xmp = String::from_utf8(metadata.content.clone()).unwrap();
    for said in [
        "<dc:title><rdf:Alt><rdf:li xml:lang=\"x-default\">Käse &amp; Co 2 (A4)</rdf:li>",
        "<rdf:li xml:lang=\"x-default\">A game of holes</rdf:li>",
        "<dc:creator><rdf:Seq><rdf:li>Ann &lt;ann@home&gt;</rdf:li>",
        "<dc:language><rdf:Bag><rdf:li>de-CH</rdf:li>",
        "<xmp:CreateDate>2023-11-14T22:13:20Z</xmp:CreateDate>",
    ] {
        assert!(xmp.contains(said), "{xmp}");
    }
    Tool::with_game("")
        .file("game/game.yaml", game.replace("de-CH", "Deutsch!"))
        .run("check ./game")
        .refuses(&["error: `Deutsch!` is not a language", "write `en`, `de` or `pt-BR`, as web pages do"]);
}

#[test]
fn what_pdf_cannot_do_becomes_pixels_and_is_said() {
    let art = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 20 20'>\
        <linearGradient id='g'><stop offset='0' stop-color='#000'/><stop offset='1' stop-color='#fff'/></linearGradient>\
        <filter id='f'><feGaussianBlur stdDeviation='1'/></filter>\
        <rect width='9' height='9' fill='url(#g)'/><circle cx='14' cy='14' r='4' filter='url(#f)'/></svg>";
    let tool = Tool::with_game("  d: {kind: cards, front: {template: card-classic, title: A, art: art/a.svg}}\n")
        .file("game/art/a.svg", art);
    let said = tool.run("print ./game").succeeds().stderr();
    assert!(said.contains("note: a part of `art/a.svg` is printed as pixels at 300 dots per inch"), "{said}");
    let document = Document::load(tool.path().join("output/game/game-a4.pdf")).unwrap();
    assert_eq!(dictionaries(&document).filter(|d| has(d, b"Subtype", b"Image") && d.has(b"SMask")).count(), 1);
    // The gradient stays a gradient.
    let shadings = dictionaries(&document).filter(|d| d.has(b"Shading"));
    assert!(shadings.count() >= 1);
}

/// A picture of 8 x 8 grey pixels.
fn grey() -> Vec<u8> {
    let mut png = Vec::new();
    let mut encoder = png::Encoder::new(&mut png, 8, 8);
    encoder.set_color(png::ColorType::Rgb);
    encoder.write_header().unwrap().write_image_data(&[90; 8 * 8 * 3]).unwrap();
    png
}

#[test]
fn pictures_in_pixels_are_stored_once() {
    let tool = Tool::with_game("  d: {kind: cards, rows: [{each: {n: 1..9}}], front: {template: card-classic, title: \"{{ n }}\", art: art/a.png}}\n")
        .file("game/art/a.png", grey());
    tool.run("print ./game").succeeds();
    let document = Document::load(tool.path().join("output/game/game-a4.pdf")).unwrap();
    let images: Vec<_> = dictionaries(&document).filter(|d| has(d, b"Subtype", b"Image")).collect();
    assert_eq!(images.len(), 1);
    assert!(!images[0].has(b"SMask"), "what hides nothing needs no mask");
}

#[test]
fn what_looks_the_same_is_stored_once_whatever_it_is_called() {
    let lines = "<path d='M3 3H9V9L60 60Z' fill='#123456'/>".repeat(60);
    let svg = format!("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 70 70'>{lines}</svg>");
    let game = |rows: &str| {
        let tool = Tool::with_game(&format!(
            "  d: {{kind: cards, rows: [{rows}], front: {{template: card-classic, title: \"{{{{ n }}}}\"}}}}\n"
        ));
        let tool = ["a", "b"].iter().fold(tool, |tool, name| {
            tool.file(&format!("game/art/{name}.png"), grey()).file(&format!("game/art/{name}.svg"), &svg)
        });
        tool.run("print ./game").succeeds();
        Document::load(tool.path().join("output/game/game-a4.pdf")).unwrap()
    };
    let images = |document: &Document| dictionaries(document).filter(|d| has(d, b"Subtype", b"Image")).count();
    assert_eq!(images(&game("{id: a, n: 1, art: art/a.png}, {id: b, n: 2, art: art/b.png}")), 1);
    let forms = |document: &Document| dictionaries(document).filter(|d| has(d, b"Subtype", b"Form")).count();
    let (same, other) = (
        "{id: a, n: 1, art: art/a.svg}, {id: b, n: 2, art: art/a.svg}",
        "{id: a, n: 1, art: art/a.svg}, {id: b, n: 2, art: art/b.svg}",
    );
    assert_eq!(forms(&game(other)), forms(&game(same)));
    // Cards with other names that look alike are one form, too.
    assert_eq!(forms(&game("{id: a, n: 1}, {id: b, n: 1}")), forms(&game("{id: a, n: 1, qty: 2}")));
}

#[test]
fn a_line_that_ends_by_hand_is_no_part_of_its_last_letter() {
    let tool = Tool::with_game(
        "  d: {kind: cards, rows: [{id: a, text: \"a moth\\\\\\nthe path\"}], front: {template: card-classic, title: Oh}}\n",
    );
    tool.run("print ./game").succeeds();
    let document = Document::load(tool.path().join("output/game/game-a4.pdf")).unwrap();
    let maps: Vec<String> = dictionaries(&document)
        .filter_map(|font| document.get_object(font.get(b"ToUnicode").ok()?.as_reference().ok()?).ok())
        .filter_map(|map| String::from_utf8(map.as_stream().ok()?.get_plain_content().ok()?).ok())
        .collect();
    assert!(maps.iter().any(|map| map.contains("<0068>")), "the letter h: {maps:?}");
    let is_with_end = |shown: &str| shown.len() > "<000A>".len() && shown.ends_with("000A>");
    assert!(
        !maps.iter().any(|map| map.split_whitespace().any(is_with_end)),
        "a letter with the end of its line: {maps:?}"
    );
}

/// What somebody hears of a document: an element a line, with what it says in place of what is seen.
fn heard(document: &Document) -> Vec<String> {
    fn walk(document: &Document, element: &Dictionary, depth: usize, lines: &mut Vec<String>) {
        let text = |key: &[u8]| element.get(key).ok().and_then(|text| lopdf::decode_text_string(text).ok());
        let said = [text(b"T"), text(b"Alt"), text(b"ActualText")].into_iter().flatten().collect::<Vec<_>>().join(" ");
        let tag = element.get(b"S").and_then(Object::as_name).map(String::from_utf8_lossy).unwrap_or_default();
        lines.push(format!("{}{tag} {said}", "  ".repeat(depth)).trim_end().to_owned());
        let Ok(children) = element.get(b"K").and_then(Object::as_array) else { return };
        for child in children.iter().filter_map(|child| document.dereference(child).ok()) {
            walk(document, child.1.as_dict().expect("an element"), depth + 1, lines);
        }
    }
    let catalog = document.catalog().expect("a catalogue");
    let root = document.get_dictionary(catalog.get(b"StructTreeRoot").unwrap().as_reference().unwrap()).unwrap();
    let whole = document.get_dictionary(root.get(b"K").unwrap().as_reference().unwrap()).unwrap();
    let mut lines = Vec::new();
    walk(document, whole, 0, &mut lines);
    lines
}

#[test]
fn a_document_is_heard_in_the_order_in_which_it_is_read() {
    let game = "title: Small\nicons: {coin: art/coin.svg}\ncomponents:\n  \
                rules: {kind: booklet, size: a5, text: RULES.md, front: booklet-page}\n  \
                deck: {kind: cards, rows: [{id: wolf, text: 'Pay :coin: now', qty: 3}], front: {template: reference-card, \
                title: Wolf, text: \"{{ text }}\"}}\n  \
                owls: {kind: tokens, size: 20mm, qty: 2, front: {template: token, art: art/coin.svg}}\n";
    let tool = Tool::new()
        .file("game/game.yaml", game)
        .file("game/art/coin.svg", "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><circle cx='4' cy='4' r='4'/></svg>")
        .file("game/RULES.md", "# Setting up\n\nTake **all** coins. Roll a :die-5: or :die-6:\n\n## Details\n\n- one\n- two\n\n![A coin](art/coin.svg)\n");
    tool.run("print ./game --booklets single").succeeds();
    let document = Document::load(tool.path().join("output/game/game-a4.pdf")).unwrap();
    let lines = heard(&document);
    assert!(lines[2].starts_with("    P Small IN THE BOX Print all 4 pages on A4 at 100 %"), "{lines:?}");
    assert_eq!(
        [&lines[..2], &lines[3..]].concat(),
        [
            "Document",
            "  Sect What is in the box",
            "  Sect Rules",
            "    H1 Setting up",
            "    P Take all coins. Roll a die 5 or die 6",
            "    H2 Details",
            "    P • one",
            "    P • two",
            "    Figure A coin",
            "    P A coin",
            "    P Small · 1",
            "  Sect Deck",
            "    P Wolf Pay coin now",
            "  Sect Tokens",
            "    Figure owls",
        ]
    );
    // What is marked is known by its number on the page or in the form.
    let root = document.catalog().unwrap().get(b"StructTreeRoot").unwrap().as_reference().unwrap();
    let parents = document.get_dictionary(root).unwrap().get(b"ParentTree").unwrap().as_reference().unwrap();
    let numbers = document.get_dictionary(parents).unwrap().get(b"Nums").unwrap().as_array().unwrap();
    let with_key = dictionaries(&document).filter(|dictionary| dictionary.has(b"StructParents")).count();
    assert_eq!((numbers.len() / 2, with_key), (4, 4));
}
