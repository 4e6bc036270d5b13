//! What people do to the cells of spreadsheets: bold words, line breaks, figures with zeros before them, titles above the
//! headings.

use tablewright::inside::diag::{Diagnostic, Diagnostics, Place};
use tablewright::inside::load::{WithTemplates, load_game};
use tablewright::inside::model::MemoryAssets;

use crate::support::Tool;
use crate::support::spreadsheets::In::{self, Blank, Number, Text};
use crate::support::spreadsheets::{ods, ods_of, packed, workbook_parts, xlsx};

/// The last column of each row of a deck, and what was told with its place.
fn texts(data: &str, file: &str, bytes: impl AsRef<[u8]>) -> (Vec<String>, Vec<String>) {
    let game = format!("title: T\ncomponents:\n  deck: {{kind: cards, data: {data}, front: card-back}}\n");
    let assets = WithTemplates(MemoryAssets::new().with("game.yaml", game).with(file, bytes));
    let (game, found) = load_game(&assets, "t");
    let pieces = game.expect("a game").components.into_iter().next().map(|deck| deck.pieces).unwrap_or_default();
    let last = |fields: &[(String, _)]| fields.last().cloned();
    let seen = pieces.iter().filter_map(|piece| last(&piece.fields)).map(|(_, field)| field.text).collect();
    (seen, told(&found))
}

fn told(found: &Diagnostics) -> Vec<String> {
    let address = |one: &Diagnostic| one.place.as_ref().map(Place::address).unwrap_or_default();
    found.iter().map(|one| format!("{}: {}", address(one), one.message)).collect()
}

const SHARED: &str = "<sst xmlns='x' count='3'><si><t>name</t></si><si><t>text</t></si>\
    <si><r><t xml:space='preserve'>Deal </t></r><r><rPr><b/><sz val='11'/></rPr><t>3 damage</t></r>\
    <r><rPr><b val='0'/></rPr><t xml:space='preserve'> &amp; </t></r><r><rPr><i/></rPr><t>run</t></r><r><t>.</t></r></si></sst>";

#[test]
fn bold_and_italic_words_of_cells_stay_so() {
    let cell = |name: &str, index: usize| format!("<c r='{name}' t='s'><v>{index}</v></c>");
    let rich = "<c r='B3' t='inlineStr'><is><r><rPr><b/></rPr><t>All</t></r><r><rPr><b/></rPr><t xml:space='preserve'> bold</t></r></is></c>";
    let lined = "<c r='B4' t='inlineStr'><is><r><t>a </t></r><r><rPr><u/></rPr><t>line</t></r></is></c>";
    let rows = format!(
        "<row r='1'>{}{}</row><row r='2'>{}{}</row><row r='3'>{}{rich}</row><row r='4'>{}{lined}</row>",
        cell("A1", 0),
        cell("B1", 1),
        cell("A2", 0),
        cell("B2", 2),
        cell("A3", 0),
        cell("A4", 0),
    );
    let mut parts = workbook_parts(&rows);
    parts.push(("xl/sharedStrings.xml".to_owned(), SHARED.to_owned()));
    let parts: Vec<(&str, String)> = parts.iter().map(|(name, text)| (name.as_str(), text.clone())).collect();
    let plain = "c.xlsx, sheet D, B4: words that are underlined, struck out or slanted within a word print plain";
    let seen = ["Deal **3 damage** & *run*.", "All bold", "a line"].map(str::to_owned).to_vec();
    assert_eq!(texts("c.xlsx", "c.xlsx", packed(&parts)), (seen, vec![plain.to_owned()]));

    let style = |name: &str, word: &str| {
        format!("<style:style style:name='{name}' style:family='text'><style:text-properties {word}/></style:style>")
    };
    let styles = style("T1", "fo:font-weight='bold'") + &style("T2", "fo:font-style='italic'");
    let text = "Deal <text:span text:style-name='T1'>3 damage</text:span> &amp; <text:span text:style-name='T2'>run</text:span>.";
    let cell =
        |text: &str| format!("<table:table-cell office:value-type='string'><text:p>{text}</text:p></table:table-cell>");
    let row = |text: &str| format!("<table:table-row>{}{}</table:table-row>", cell("name"), cell(text));
    let body = format!("<table:table table:name='D'>{}{}</table:table>", row("text"), row(text));
    let content = format!(
        "<office:document-content><office:automatic-styles>{styles}</office:automatic-styles><office:body><office:spreadsheet>{body}</office:spreadsheet></office:body></office:document-content>"
    );
    let seen = vec!["Deal **3 damage** & *run*.".to_owned()];
    assert_eq!(texts("c.ods", "c.ods", packed(&[("content.xml", content)])), (seen, Vec::new()));
}

#[test]
fn figures_keep_their_zeros_and_percents() {
    let shown = |value: &str, seen: &str, kind: &str| {
        format!(
            "<table:table-row><table:table-cell office:value-type='string'><text:p>x</text:p></table:table-cell>\
             <table:table-cell office:value-type='{kind}' office:value='{value}'><text:p>{seen}</text:p></table:table-cell></table:table-row>"
        )
    };
    let body = format!(
        "<table:table table:name='D'>{}{}{}{}</table:table>",
        shown("0", "n", "string"),
        shown("7", "007", "float"),
        shown("0.5", "50%", "percentage"),
        shown("1.5", "1,50 \u{20ac}", "currency"),
    );
    let seen = ["007", "50%", "1.5"].map(str::to_owned).to_vec();
    assert_eq!(texts("c.ods", "c.ods", ods_of(&body)), (seen, Vec::new()));

    let text = |name: &str| format!("<c r='{name}' t='inlineStr'><is><t>x</t></is></c>");
    let number = |name: &str, style: usize, value: &str| format!("<c r='{name}' s='{style}'><v>{value}</v></c>");
    let rows = format!(
        "<row r='1'>{}{}</row><row r='2'>{}{}</row><row r='3'>{}{}</row>",
        text("A1"),
        "<c r='B1' t='inlineStr'><is><t>n</t></is></c>",
        text("A2"),
        number("B2", 2, "7"),
        text("A3"),
        number("B3", 3, "0.5"),
    );
    let mut parts = workbook_parts(&rows);
    let styles = parts.iter_mut().find(|(name, _)| name == "xl/styles.xml").expect("styles");
    styles.1 = "<styleSheet xmlns='http://schemas.openxmlformats.org/spreadsheetml/2006/main'><numFmts count='1'><numFmt numFmtId='164' formatCode='000'/></numFmts>\
                <cellXfs count='4'><xf numFmtId='0'/><xf numFmtId='14'/><xf numFmtId='164'/><xf numFmtId='9'/></cellXfs></styleSheet>".to_owned();
    let parts: Vec<(&str, String)> = parts.iter().map(|(name, text)| (name.as_str(), text.clone())).collect();
    assert_eq!(texts("c.xlsx", "c.xlsx", packed(&parts)), (["007", "50%"].map(str::to_owned).to_vec(), Vec::new()));
}

#[test]
fn line_breaks_and_signs_of_cells_print_as_they_are_seen() {
    let rows: &[&[In]] = &[
        &[Text("name"), Text("text")],
        &[Text("plus"), Text("+1 Attack\n+2 Defence")],
        &[Text("dashes"), Text("Attack\n-----\nDo 2")],
        &[Text("equals"), Text("Zorn\n===\nRage")],
        &[Text("year"), Text("1984. A year")],
        &[Text("stars"), Text("3*4*5 a*b*c")],
    ];
    let front = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 63.5 88.9'><rect data-text=\"{{ row['text'] }}\" x='8' y='20' width='47' height='55'/></svg>";
    let tool = Tool::with_game("  deck: {kind: cards, data: deck.xlsx, front: {template: card.svg}}\n")
        .file("game/deck.xlsx", xlsx(&[("D", rows)]))
        .file("game/card.svg", front);
    tool.run("export ./game --to svg").succeeds();
    for (piece, lines) in [
        ("plus", vec!["+1 Attack", "+2 Defence"]),
        ("dashes", vec!["Attack", "Do 2"]),
        ("equals", vec!["Zorn", "===", "Rage"]),
        ("year", vec!["1984. A year"]),
        ("stars", vec!["3*4*5 a*b*c"]),
    ] {
        let path = tool.path().join(format!("output/game/svg/deck/{piece}-front.svg"));
        let svg = std::fs::read_to_string(path).expect("a front");
        let runs = svg.split("aria-label=\"").skip(1).filter_map(|rest| rest.split('"').next());
        assert_eq!(runs.map(str::trim).collect::<Vec<_>>(), lines, "{piece}");
        assert!(!svg.contains("heading"));
    }
}

#[test]
fn a_mistake_in_a_column_is_told_in_its_cell() {
    let rows: &[&[In]] =
        &[&[Text("Title"), Text("Text")], &[Text("A"), Text("fine")], &[Text("B"), Text("a :cion: here")]];
    let front = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 63.5 88.9'><rect data-text=\"{{ row['Text'] }}\" x='8' y='20' width='47' height='55'/></svg>";
    Tool::with_game("  deck: {kind: cards, data: deck.xlsx, front: {template: card.svg}}\n")
        .file("game/deck.xlsx", xlsx(&[("D", rows)]))
        .file("game/card.svg", front)
        .run("check ./game")
        .refuses(&["there is no icon `cion`", "deck.xlsx, sheet D, B3"]);
}

#[test]
fn headings_may_stand_below_a_title() {
    let rows: &[&[In]] = &[
        &[Blank, Text("My deck")],
        &[],
        &[Text("name"), Text("cost"), Text("note")],
        &[Text("Wolf"), Number("3"), Text("bites")],
    ];
    let wanted = |file: &str| format!("{{file: {file}, header: 3}}");
    for (file, bytes) in [("c.xlsx", xlsx(&[("D", rows)])), ("c.ods", ods(&[("D", rows)]))] {
        assert_eq!(texts(&wanted(file), file, &bytes), (vec!["bites".to_owned()], Vec::new()));
        assert_eq!(
            texts(&format!("{{file: {file}, header: 2}}"), file, &bytes).1[0],
            format!("game.yaml:3: row 2 of `{file}` has nothing in it")
        );
    }
    let csv = ",My deck, as of May\n\nname;cost;note\nWolf;3;bites\n";
    assert_eq!(texts(&wanted("c.csv"), "c.csv", csv), (vec!["bites".to_owned()], Vec::new()));
    let tool = Tool::with_game("  deck: {kind: cards, data: c.xlsx, front: card-back}\n");
    let told = tool.file("game/c.xlsx", xlsx(&[("D", rows)])).run("check ./game").stderr();
    assert!(told.contains("help: if row 3 has the headings, say so: `data: {file: ..., header: 3}`"), "{told}");
}
