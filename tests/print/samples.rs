//! Small decks in the forms in which other tools keep theirs, printed as they are: tables of Squib, nanDECK, protograf,
//! `CardMaker` and web sheets, drawings of Inkscape, Figma and icon sets. All files are of our own making.

use std::collections::BTreeMap;
use std::path::Path;

use crate::support::Tool;
use crate::support::spreadsheets::In::{self, Blank, Number, Text};
use crate::support::spreadsheets::{ods, xlsx};

fn photograph() -> Vec<u8> {
    std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/print/quarters/usual.jpg")).expect("a picture")
}

fn drawing(head: &str, inside: &str) -> String {
    format!("<svg xmlns='http://www.w3.org/2000/svg' {head}>\n{inside}\n</svg>")
}

/// The words on each exported front, by piece.
#[track_caller]
fn words(tool: &Tool) -> BTreeMap<String, String> {
    tool.run("check ./game").succeeds();
    tool.run("export ./game --to svg").succeeds();
    let folder = tool.path().join("output/game/svg/deck");
    let files = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file").path());
    let fronts = files.filter_map(|path| {
        let name = path.file_name()?.to_str()?.strip_suffix("-front.svg")?.to_owned();
        let svg = std::fs::read_to_string(&path).ok()?;
        let runs = svg.split("aria-label=\"").skip(1).filter_map(|rest| rest.split('"').next());
        Some((name, runs.map(str::trim).collect::<Vec<_>>().join(" | ")))
    });
    fronts.collect()
}

/// How many cards there are in the kit.
#[track_caller]
fn cards(tool: &Tool) -> usize {
    let said = tool.run("print ./game --json").succeeds().stdout();
    let json: serde_json::Value = serde_json::from_str(&said).expect("JSON");
    let deck = json["kits"][0]["components"].as_array().and_then(|all| all.first()).expect("a component");
    usize::try_from(deck["pieces"].as_u64().expect("a number")).expect("a small number")
}

#[track_caller]
fn has(words: &BTreeMap<String, String>, piece: &str, expected: &str) {
    assert_eq!(words.get(piece).map(String::as_str), Some(expected), "{words:#?}");
}

#[test]
fn a_workbook_with_capital_headings_and_a_quantity() {
    let rows: &[&[In]] = &[
        &[Text("Name"), Text("Level"), Text("Description"), Text("Qty"), Blank],
        &[Text("Ninja"), Number("3"), Text("Goes first.\nThen hides."), Number("2"), Blank],
        &[Text("Pirate"), Number("1"), Text("Takes a 12\" plank"), Number("3"), Blank],
        &[Blank, Blank, Blank, Blank, Blank],
    ];
    let front = "<text x='8' y='16' font-size='6'>{{ name }}</text><text x='50' y='16' font-size='6'>{{ level }}</text>\
                 <rect data-text='{{ description }}' x='8' y='50' width='47' height='25'/>";
    let tool = Tool::with_game("  deck: {kind: cards, data: deck.xlsx, front: {template: card.svg}}\n")
        .file("game/deck.xlsx", xlsx(&[("Sheet1", rows), ("Sheet2", &[])]))
        .file("game/card.svg", drawing("viewBox='0 0 63.5 88.9'", front));
    has(&words(&tool), "ninja", "Ninja | 3 | Goes first. | Then hides.");
    has(&words(&tool), "pirate", "Pirate | 1 | Takes a 12&quot; plank");
    assert_eq!(cards(&tool), 5);
}

#[test]
fn a_table_of_semicolons_from_an_old_spreadsheet_with_photographs() {
    let table =
        b"Titel;Bild;Kosten;Anzahl\r\nK\xe4se;bilder/a.jpg;1,5;2\r\n\"Br\xfccke; alt\";bilder/a.jpg;2;1\r\n;;;\r\n";
    let front = "<image href='{{ bild }}' x='5' y='20' width='53' height='40' preserveAspectRatio='xMidYMid slice'/>\
                 <text x='31.75' y='14' font-size='7' text-anchor='middle'>{{ titel }}</text>\
                 <text x='31.75' y='80' font-size='7' text-anchor='middle'>{{ kosten }}</text>";
    let data = "{file: karten.csv, qty: Anzahl}";
    let tool = Tool::with_game(&format!("  deck: {{kind: cards, data: {data}, front: {{template: karte.svg}}}}\n"))
        .file("game/karten.csv", table)
        .file("game/bilder/a.jpg", photograph())
        .file("game/karte.svg", drawing("viewBox='0 0 63.5 88.9'", front));
    let told = tool.run("check ./game").succeeds().stderr();
    assert!(told.contains("warning: this file is not UTF-8, and is read as Windows-1252"), "{told}");
    let words = words(&tool);
    assert!(words.values().any(|words| words == "Käse | 1,5"), "{words:#?}");
    assert!(words.values().any(|words| words == "Brücke; alt | 2"), "{words:#?}");
    assert_eq!(cards(&tool), 3);
}

#[test]
fn a_first_column_that_counts_and_rows_that_are_notes() {
    let table =
        "Count,name,background,text\n0,// notes of the designer,,\n4,Grunt,#33aa33,Moves 2\n1,Boss,#aa3333,Moves 1\n";
    let front = "<rect width='63.5' height='88.9' fill='{{ background }}'/><text x='8' y='16' font-size='6'>{{ name }}</text>\
                 <text x='8' y='76' font-size='5'>{{ text }}</text>";
    let data = "{file: cards.csv, qty: Count}";
    let tool = Tool::with_game(&format!("  deck: {{kind: cards, data: {data}, front: {{template: card.svg}}}}\n"))
        .file("game/cards.csv", table)
        .file("game/card.svg", drawing("viewBox='0 0 63.5 88.9'", front));
    has(&words(&tool), "grunt", "Grunt | Moves 2");
    assert_eq!(cards(&tool), 5);
}

#[test]
fn a_counter_drawn_in_inkscape_with_layers_guides_and_classes() {
    let inside = "<sodipodi:namedview xmlns:sodipodi='http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd' id='v' pagecolor='#ffffff'/>\
        <style>.number { font-family: 'Barlow Condensed', sans-serif; font-size: 24px; text-anchor: middle }</style>\
        <g inkscape:groupmode='layer' xmlns:inkscape='http://www.inkscape.org/namespaces/inkscape' inkscape:label='guides' \
           style='display:none'><image href='file:///home/me/scan.png' width='9' height='9'/></g>\
        <g><rect width='60' height='60' style='fill:#c8d0a0;stroke:none;-inkscape-stroke:none'/>\
        <text class='number' x='30' y='40' xml:space='preserve'><tspan>{{ strength }}</tspan></text></g>";
    let tool = Tool::with_game(
        "  deck: {kind: tokens, shape: square, size: 15mm, data: counters.csv, front: {template: unit.svg}}\n",
    )
    .file("game/counters.csv", "id,strength,qty\ninf-1,4-4,6\narm-1,8-6,2\n")
    .file(
        "game/unit.svg",
        drawing(
            "viewBox='0 0 60 60' width='15mm' height='15mm' inkscape:version='1.3' \
            xmlns:inkscape='http://www.inkscape.org/namespaces/inkscape'",
            inside,
        ),
    );
    has(&words(&tool), "inf-1", "4-4");
    assert_eq!(cards(&tool), 8);
}

#[test]
fn an_open_document_sheet_of_which_some_rows_are_wanted() {
    let rows: &[&[In]] = &[
        &[Text("Terrain"), Text("Movement Cost"), Text("Copies")],
        &[Text("forest"), Number("2"), Number("3")],
        &[Text("sea"), Number("9"), Number("7")],
        &[Text("hills"), Number("3"), Number("2")],
    ];
    let front = "<text x='20' y='22' font-size='6' text-anchor='middle'>{{ terrain }}</text>\
                 <text x='20' y='32' font-size='6' text-anchor='middle'>{{ row[\"Movement Cost\"] }}</text>";
    let data = "{file: tiles.ods, sheet: Land, where: movement_cost < 9, qty: Copies}";
    let deck =
        format!("  deck: {{kind: tokens, shape: hex, size: 40mm, data: {data}, front: {{template: hex.svg}}}}\n");
    let tool = Tool::with_game(&deck)
        .file("game/tiles.ods", ods(&[("Notes", &[&[Text("see the other sheet")]]), ("Land", rows)]))
        .file("game/hex.svg", drawing("viewBox='0 0 {{ face.width }} {{ face.height }}'", front));
    let words = words(&tool);
    assert_eq!(words.values().map(String::as_str).collect::<Vec<_>>(), ["forest | 2", "hills | 3"], "{words:#?}");
    assert_eq!(cards(&tool), 5);
}

#[test]
fn a_frame_of_a_web_drawing_tool_as_a_template() {
    let inside = "<g clip-path='url(#clip0_1_2)'><rect width='750' height='1050' fill='#FFF8E7'/>\
        <g filter='url(#filter0_d_1_2)'><rect x='60' y='60' width='630' height='120' rx='24' fill='url(#paint0_linear_1_2)'/></g>\
        <text fill='#1E1E1E' xml:space='preserve' style='white-space: pre' font-family='Inter, Barlow' font-size='48' \
          font-weight='bold' letter-spacing='0em'><tspan x='96' y='137.455'>{{ title }}</tspan></text>\
        <text fill='black' font-family='Barlow' font-size='36' letter-spacing='0em'><tspan x='96' y='900'>{{ body }}</tspan></text>\
        </g><defs><filter id='filter0_d_1_2' x='52' y='56' width='646' height='136' filterUnits='userSpaceOnUse' \
          color-interpolation-filters='sRGB'><feFlood flood-opacity='0' result='BackgroundImageFix'/>\
          <feOffset dy='4'/><feGaussianBlur stdDeviation='4'/><feBlend in='SourceGraphic' in2='BackgroundImageFix'/></filter>\
        <linearGradient id='paint0_linear_1_2' x1='60' y1='60' x2='690' y2='60' gradientUnits='userSpaceOnUse'>\
        <stop stop-color='#F2C14E'/><stop offset='1' stop-color='#F78154'/></linearGradient>\
        <clipPath id='clip0_1_2'><rect width='750' height='1050' fill='white'/></clipPath></defs>";
    let rows = "[{title: Lantern, body: Light two spaces.}]";
    let tool = Tool::with_game(&format!(
        "  deck: {{kind: cards, size: poker, rows: {rows}, front: {{template: frame.svg}}}}\n"
    ))
    .file("game/frame.svg", drawing("width='750' height='1050' viewBox='0 0 750 1050' fill='none'", inside));
    has(&words(&tool), "lantern", "Lantern | Light two spaces.");
}

#[test]
fn a_sheet_of_the_web_with_tabs_and_icons_of_an_icon_set() {
    let axe = "<path d='M0 0h512v512H0z'/><path fill='#fff' d='M100 100h300v60H250v250h-60V160h-90z'/>";
    let table = "Name\tQuantity\tEffect\r\nWood\t4\tGain :heavy-axe: and go on\r\nStone\t2\tGain nothing\r\n";
    let front = "<text x='8' y='16' font-size='6'>{{ name }}</text>\
                 <rect data-text='{{ effect }}' x='8' y='50' width='47' height='25'/>";
    let game = "title: Small\nversion: \"1\"\nicons: icons\ncomponents:\n  deck: {kind: cards, \
                data: {file: cards.tsv, qty: Quantity}, front: {template: card.svg}}\n";
    let tool = Tool::with_game("")
        .file("game/game.yaml", game)
        .file("game/cards.tsv", table)
        .file("game/icons/Heavy Axe.svg", drawing("viewBox='0 0 512 512' style='height: 512px; width: 512px;'", axe))
        .file("game/card.svg", drawing("viewBox='0 0 63.5 88.9'", front));
    has(&words(&tool), "stone", "Stone | Gain nothing");
    assert!(words(&tool)["wood"].starts_with("Wood | Gain"), "{:?}", words(&tool));
    assert_eq!(cards(&tool), 6);
}

#[test]
fn a_folder_of_finished_pictures_with_a_list_of_them() {
    let list = "name|image|qty\nOne|finished/1.jpg|2\nTwo|finished/2.jpg|1\n";
    let front = "<rect data-image='{{ image }}' data-fit='cover' x='-3' y='-3' width='69.5' height='94.9'/>";
    let tool = Tool::with_game(
        "  deck: {kind: cards, data: list.txt, front: {template: card.svg}, \
                back: {template: card.svg, image: finished/back.jpg}}\n",
    )
    .file("game/list.txt", list)
    .file("game/finished/1.jpg", photograph())
    .file("game/finished/2.jpg", photograph())
    .file("game/finished/back.jpg", photograph())
    .file("game/card.svg", drawing("viewBox='0 0 63.5 88.9'", front));
    assert_eq!(words(&tool).len(), 2);
    assert_eq!(cards(&tool), 3);
}
