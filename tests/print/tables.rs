//! Tables as people have them: CSV of every kind, sheets of spreadsheets, their columns, and what of them is wanted.

use tablewright::inside::diag::{Diagnostic, Diagnostics, Place};
use tablewright::inside::load::{WithTemplates, load_game};
use tablewright::inside::model::{FieldText, MemoryAssets, Piece};

use crate::support::Tool;
use crate::support::spreadsheets::In::{self, Blank, Date, Mistake, Number, Text, Truth};
use crate::support::spreadsheets::{content_xml, ods, packed, xlsx, xlsx_of};

/// The pieces of a deck with this `data` and file, and what was told.
fn pieces(data: &str, file: &str, bytes: impl AsRef<[u8]>) -> (Vec<Piece>, Diagnostics) {
    let game = format!("title: T\ncomponents:\n  deck: {{kind: cards, data: {data}, front: card-back}}\n");
    let assets = WithTemplates(MemoryAssets::new().with("game.yaml", game).with(file, bytes));
    let (game, found) = load_game(&assets, "t");
    let deck = game.expect("a game").components.into_iter().next();
    (deck.map(|deck| deck.pieces).unwrap_or_default(), found)
}

/// Each piece in a line: how many, its id, and its columns.
fn lines(pieces: &[Piece]) -> Vec<String> {
    let field = |(name, field): &(String, FieldText)| format!("{name}={}", field.text);
    let fields = |piece: &Piece| piece.fields.iter().map(field).collect::<Vec<_>>().join(" ");
    pieces.iter().map(|piece| format!("{} {}: {}", piece.quantity, piece.id, fields(piece))).collect()
}

#[track_caller]
fn reads(data: &str, file: &str, bytes: impl AsRef<[u8]>, expected: &[&str]) {
    let (pieces, found) = pieces(data, file, bytes);
    assert_eq!(found.to_string(), "", "nothing is told");
    assert_eq!(lines(&pieces), expected);
}

/// The places and messages of what is told.
fn told(data: &str, file: &str, bytes: impl AsRef<[u8]>) -> Vec<String> {
    let (_, found) = pieces(data, file, bytes);
    let address = |one: &Diagnostic| one.place.as_ref().map(Place::address);
    found.iter().map(|one| format!("{}: {}", address(one).unwrap_or_default(), one.message)).collect()
}

/// A sheet with nothing in it.
const NOTHING: &[&[In]] = &[];

#[test]
fn a_sheet_is_read_as_it_is_seen() {
    let rows: &[&[In]] = &[
        &[Text("Name"), Text("Card Cost"), Text("QTY"), Text("When"), Text("Rare"), Text("Text")],
        &[Text("Wolf"), Number("3"), Number("2"), Date("46082"), Truth(true), Text("a 12\" ruler & more\nand a line")],
        &[],
        &[Text("Rope"), Number("0.30000000000000004"), Number("1"), Blank, Truth(false)],
        &[Blank, Blank, Blank],
    ];
    let expected = [
        "2 wolf: Name=Wolf Card Cost=3 When=2026-03-01 Rare=true Text=a 12\" ruler & more  \nand a line",
        "1 rope: Name=Rope Card Cost=0.3 When= Rare=false Text=",
    ];
    reads("cards.xlsx", "cards.xlsx", xlsx(&[("Deck", rows), ("Empty", NOTHING)]), &expected);
    let mut dated: Vec<Vec<In>> = rows.iter().map(|row| row.to_vec()).collect();
    dated[1][3] = Date("2026-03-01");
    let rows: Vec<&[In]> = dated.iter().map(Vec::as_slice).collect();
    reads("cards.ods", "cards.ods", ods(&[("Deck", &rows), ("Empty", NOTHING)]), &expected);
}

#[test]
fn a_cell_is_told_by_its_name() {
    let rows: &[&[In]] = &[
        &[Text("name"), Text("title"), Text("colour")],
        &[Text("A"), Text("A"), Text("accent")],
        &[Text("B"), Text("B"), Text("acent")],
        &[Text("C"), Text("C"), Text("acent")],
    ];
    let game = "  deck:\n    kind: cards\n    data: cards.xlsx\n    front: {template: card-classic, text: T}\n";
    Tool::with_game(game).file("game/cards.xlsx", xlsx(&[("Deck", rows)])).run("check ./game").fails(
        1,
        r"
error: `acent` is not a colour of this game: `b` of `deck`, and in 1 more row
 --> ./game/cards.xlsx, sheet Deck, C3
  |
3 | acent
  | ^^^^^
  |
  = help: did you mean `accent`?
  = help: used in templates/card-classic.svg:5 as `fill`

1 error",
    );
}

#[test]
fn a_formula_that_comes_to_nothing_is_told_in_its_cell() {
    let rows: &[&[In]] =
        &[&[Text("name"), Text("cost")], &[Text("A"), Mistake("#REF!")], &[Text("B"), Number("2"), Mistake("#DIV/0!")]];
    let cost = "the formula in this cell comes to `#REF!`";
    let beside = "this stands under no heading, and is not read";
    for (file, bytes) in [("c.xlsx", xlsx(&[("D", rows)])), ("c.ods", ods(&[("D", rows)]))] {
        assert_eq!(
            told(file, file, bytes),
            [format!("{file}, sheet D, B2: {cost}"), format!("{file}, sheet D, C3: {beside}")]
        );
    }
}

#[test]
fn what_stands_in_a_merged_cell_counts_for_all_rows_it_covers() {
    let text = |at: &str, words: &str| format!("<c r=\"{at}\" t=\"inlineStr\"><is><t>{words}</t></is></c>");
    let row = |number: usize, cells: String| format!("<row r=\"{number}\">{cells}</row>");
    let rows = [
        row(1, text("A1", "name") + &text("B1", "kind")),
        row(2, text("A2", "Wolf") + &text("B2", "creature")),
        row(3, text("A3", "Bear")),
        row(4, text("A4", "Rope") + &text("B4", "tool")),
    ];
    // Further down than anything stands, too.
    let merged = "</sheetData><mergeCells count=\"2\"><mergeCell ref=\"B2:B3\"/><mergeCell ref=\"B4:B9\"/></mergeCells><sheetData>";
    let expected =
        ["1 wolf: name=Wolf kind=creature", "1 bear: name=Bear kind=creature", "1 rope: name=Rope kind=tool"];
    reads("c.xlsx", "c.xlsx", xlsx_of(&(rows.concat() + merged)), &expected);
    let cell = |more: &str, words: &str| format!("<table:table-cell{more}><text:p>{words}</text:p></table:table-cell>");
    let row = |cells: String| format!("<table:table-row>{cells}</table:table-row>");
    let tall = |rows: usize| format!(" table:number-rows-spanned=\"{rows}\"");
    let rows = [
        row(cell("", "name") + &cell("", "kind")),
        row(cell("", "Wolf") + &cell(&tall(2), "creature")),
        row(cell("", "Bear") + "<table:covered-table-cell/>"),
        row(cell("", "Rope") + &cell(&tall(6), "tool")),
    ];
    let body = format!("<table:table table:name=\"D\">{}</table:table>", rows.concat());
    reads("c.ods", "c.ods", packed(&[("content.xml", content_xml(&body))]), &expected);
}

#[test]
fn thousands_of_merged_cells_are_read_one_after_another() {
    let text = |at: String, words: &str| format!("<c r=\"{at}\" t=\"inlineStr\"><is><t>{words}</t></is></c>");
    let row = |number: usize, cells: String| format!("<row r=\"{number}\">{cells}</row>");
    let at = |column: &str, row: usize| format!("{column}{row}");
    let pairs: Vec<usize> = (2..16_000).step_by(2).collect();
    let pair = |first: &usize| {
        let both = text(at("A", *first), "Wolf") + &text(at("B", *first), "creature");
        row(*first, both) + &row(first + 1, text(at("A", first + 1), "Bear"))
    };
    let merged = |first: &usize| format!("<mergeCell ref=\"B{first}:B{}\"/>", first + 1);
    let head = row(1, text(at("A", 1), "name") + &text(at("B", 1), "kind"));
    let rows: String = pairs.iter().map(pair).collect();
    let merged: String = pairs.iter().map(merged).collect();
    let sheet = xlsx_of(&format!("{head}{rows}</sheetData><mergeCells>{merged}</mergeCells><sheetData>"));
    let (pieces, found) = pieces("c.xlsx", "c.xlsx", sheet);
    assert_eq!(found.to_string(), "");
    assert_eq!(pieces.len(), 15_998);
    assert!(
        pieces.iter().all(|piece| piece.fields.iter().any(|(name, kind)| name == "kind" && kind.text == "creature"))
    );
}

#[test]
fn columns_that_are_left_out_are_not_read() {
    let rows: &[&[In]] =
        &[&[Text("name"), Text("odds")], &[Text("A"), Mistake("#DIV/0!")], &[Text("B"), Mistake("#N/A")]];
    for (file, bytes) in [("c.xlsx", xlsx(&[("D", rows)])), ("c.ods", ods(&[("D", rows)]))] {
        reads(&format!("{{file: {file}, ignore: [odds]}}"), file, &bytes, &["1 a: name=A", "1 b: name=B"]);
        let wrong = told(&format!("{{file: {file}, ignore: [odd]}}"), file, &bytes);
        assert!(wrong.iter().any(|told| told.ends_with(&format!("`{file}` has no column `odd`"))), "{wrong:?}");
    }
}

#[test]
fn a_title_above_the_headings_is_told_once() {
    let rows: &[&[In]] =
        &[&[Text("My deck")], &[Text("name"), Text("cost")], &[Text("A"), Text("1")], &[Text("B"), Text("2")]];
    let beside = "this stands under no heading, and is not read";
    let said = told("c.xlsx", "c.xlsx", xlsx(&[("D", rows)]));
    assert_eq!(said.iter().filter(|told| told.ends_with(beside)).count(), 1, "{said:?}");
}

#[test]
fn a_formula_that_nobody_reckoned_out_is_told_in_its_cell() {
    let rows = "<row r=\"1\"><c r=\"A1\" t=\"inlineStr\"><is><t>name</t></is></c><c r=\"B1\" t=\"inlineStr\"><is><t>cost</t></is></c></row>\
                <row r=\"2\"><c r=\"A2\" t=\"inlineStr\"><is><t>A</t></is></c><c r=\"B2\"><f>1+1</f><v></v></c></row>\
                <row r=\"3\"><c r=\"A3\" t=\"inlineStr\"><is><t>B</t></is></c><c r=\"B3\"><f>1+2</f><v>3</v></c></row>";
    let not_there = "what the formula in this cell comes to is not in the file";
    assert_eq!(told("c.xlsx", "c.xlsx", xlsx_of(rows)), [format!("c.xlsx, sheet D, B2: {not_there}")]);
}

#[test]
fn of_several_sheets_one_is_named() {
    let rows: &[&[In]] = &[&[Text("name")], &[Text("A")]];
    let book = || xlsx(&[("Deck", rows), ("Notes", rows)]);
    assert_eq!(told("c.xlsx", "c.xlsx", book()), ["game.yaml:3: `c.xlsx` has several sheets: `Deck`, `Notes`"]);
    assert_eq!(
        told("{file: c.xlsx, sheet: Dekc}", "c.xlsx", book()),
        ["game.yaml:3: there is no sheet `Dekc` in `c.xlsx`"]
    );
    reads("{file: c.xlsx, sheet: Notes}", "c.xlsx", book(), &["1 a: name=A"]);
    assert_eq!(told("{file: c.csv, sheet: Notes}", "c.csv", "name\nA\n"), ["game.yaml:3: `c.csv` has no sheets"]);
    // An attribute more behind the name: what somebody hid is read only by its name.
    let hidden = || xlsx(&[("Deck", rows), ("Notes\" state=\"hidden", rows)]);
    reads("c.xlsx", "c.xlsx", hidden(), &["1 a: name=A"]);
    reads("{file: c.xlsx, sheet: Notes}", "c.xlsx", hidden(), &["1 a: name=A"]);
    let none = xlsx(&[("Deck", NOTHING)]);
    assert_eq!(told("c.xlsx", "c.xlsx", none)[0], "game.yaml:3: `c.xlsx` has no sheet with anything in it");
}

#[test]
fn rows_are_wanted_by_an_expression() {
    let table = "name,Kind,Card Cost\nWolf,monster,3\nRope,item,1\nBear,monster,5\n";
    let wanted = |expression: &str| format!("{{file: c.csv, where: \"{expression}\"}}");
    reads(
        &wanted("kind == 'monster' and card_cost > 3"),
        "c.csv",
        table,
        &["1 bear: name=Bear Kind=monster Card Cost=5"],
    );
    reads(&wanted("row['Card Cost'] < 3"), "c.csv", table, &["1 rope: name=Rope Kind=item Card Cost=1"]);
    assert_eq!(told(&wanted("knid == 'item'"), "c.csv", table), ["game.yaml:3: unknown name `knid`"]);
    assert_eq!(
        told(&wanted("kind == 'spell'"), "c.csv", table)[0],
        "game.yaml:3: none of the 3 rows is wanted: `kind == 'spell'` is true for none"
    );
    assert_eq!(told(&wanted("row['Cost'] > 3"), "c.csv", table), ["game.yaml:3: `Cost` is not a column of this row"]);
}

#[test]
fn decimals_with_a_comma_are_numbers_to_compare_and_print_as_they_are_written() {
    let table = "name;kosten\nWolf;2,5\nRope;3\nBear;7,25\nGhost;-1,5\n";
    let wanted = |expression: &str| format!("{{file: c.csv, where: \"{expression}\"}}");
    reads(
        &wanted("kosten < 5"),
        "c.csv",
        table,
        &["1 wolf: name=Wolf kosten=2,5", "1 rope: name=Rope kosten=3", "1 ghost: name=Ghost kosten=-1,5"],
    );
    reads(&wanted("kosten == 7.25"), "c.csv", table, &["1 bear: name=Bear kosten=7,25"]);
}

#[test]
fn cells_are_compared_as_people_mean_them() {
    let table = "name,boss,price\nWolf,TRUE,0.50\nRope,FALSE,05\nGhost,,\nCook,false,1.50\n";
    let wanted = |filter: &str| {
        let (rows, found) = pieces(&format!("{{file: c.csv, where: \"{filter}\"}}"), "c.csv", table);
        assert!(!found.has_errors(), "{found}");
        rows.iter().map(|piece| piece.id.clone()).collect::<Vec<_>>()
    };
    assert_eq!(wanted("price > 1"), ["rope", "cook"], "a blank is neither more nor less");
    assert_eq!(wanted("price <= 0.5"), ["wolf"]);
    assert_eq!(wanted("price == 1.5"), ["cook"]);
    assert_eq!(wanted("boss"), ["wolf"], "as spreadsheets write truth");
    assert_eq!(wanted("not boss"), ["rope", "ghost", "cook"]);
    assert_eq!(wanted("boss == 'TRUE'"), ["wolf"]);
    let (_, found) = pieces("{file: c.csv, where: \"name > 3\"}", "c.csv", table);
    let told = found.iter().next().map(|one| one.message.clone()).unwrap_or_default();
    assert_eq!(told, "wrong expression: `Wolf` is no number, and `>` holds it against one");
}

#[test]
fn tables_of_other_programs_are_read_as_they_mean_it() {
    let bars = "Karten Name|QTY\nWolf|2.0\nRope|1\n";
    let expected = ["2 wolf: Karten Name=Wolf", "1 rope: Karten Name=Rope"];
    reads("cards.txt", "cards.txt", bars, &expected);
    reads("cards.csv", "cards.csv", bars.replace('|', "\t"), &expected);
}

#[test]
fn what_people_write_instead_is_told() {
    let table = "name,cost,qty\nWolf,3,2\nRope,1,3\nTotal,,5\n";
    let sum = "cards.csv:4: this row seems to count those above it, and is printed 5 times as a piece";
    assert_eq!(told("cards.csv", "cards.csv", table), [sum]);
    let hint = |filter: &str| {
        let (_, found) = pieces(&format!("{{file: cards.csv, where: \"{filter}\"}}"), "cards.csv", table);
        found.iter().next().and_then(|one| one.hints.first().cloned())
    };
    assert_eq!(hint("cost = 3").as_deref(), Some("`==` compares"));
    assert_eq!(hint("cost == '4'").as_deref(), Some("numbers stand without quotes: `cost > 3`"));
    assert_eq!(hint("cost == '3'"), None, "a text that is a number is one");
    assert_eq!(
        hint("Card Name == 3").as_deref(),
        Some("a heading with blanks is written `row[\"Card Name\"]`, or `card_name`")
    );
}

#[test]
fn rows_of_which_there_are_none_are_left_out() {
    let game =
        "  deck: {kind: cards, data: c.csv, front: card-back}\n  coins: {kind: tokens, size: 20mm, front: token}\n";
    let some = Tool::with_game(game).file("game/c.csv", "name,qty\nWolf,0\nBear,2\n");
    let said = some.run("print ./game --json").succeeds().stdout();
    let kit: serde_json::Value = serde_json::from_str(&said).expect("JSON");
    assert_eq!(kit["kits"][0]["components"][0]["pieces"], 2, "{said}");
    let none = Tool::with_game(game).file("game/c.csv", "name,qty\nWolf,0\nBear,0\n");
    let said = none.run("print ./game").succeeds().stderr();
    assert!(said.contains("warning: nothing of `deck` is printed: every `qty` is 0"), "{said}");
}

#[test]
fn a_column_counts_by_whatever_name_it_is_told() {
    let table = "name,Copies\nWolf,3\nBear,1\n";
    reads("{file: c.csv, qty: Copies}", "c.csv", table, &["3 wolf: name=Wolf", "1 bear: name=Bear"]);
    reads("c.csv", "c.csv", "name,Qty.\nWolf,3\n", &["3 wolf: name=Wolf"]);
    assert_eq!(told("{file: c.csv, qty: Copeis}", "c.csv", table), ["game.yaml:3: there is no column `Copeis`"]);
}

#[test]
fn a_column_that_looks_like_a_number_of_copies_is_told() {
    let deck = |data: &str, text: &str| {
        let game = format!(
            "  deck: {{kind: cards, data: {data}, front: {{template: card-classic, title: T, text: \"{text}\"}}}}\n"
        );
        Tool::with_game(&game).file("game/c.csv", "name,Anzahl\nWolf,1\nBear,4\n")
    };
    let said = deck("c.csv", "x").run("check ./game").succeeds().stderr();
    let warning = r#"warning: the column `Anzahl` looks like how many there are of each, and is not used
 --> ./game/c.csv:3:6
  |
3 | Bear,4
  |      ^
  |
  = help: write `qty: "Anzahl"` beside `file` under `data`, or `qty: none` if it says something else
"#;
    assert!(said.contains(warning), "{said}");
    let said = deck("c.csv", "{{ row.name }}").run("check ./game").succeeds().stderr();
    assert!(said.contains(warning), "one column of the row is not all of them: {said}");
    for (data, text) in [
        ("c.csv", "{{ anzahl }}"),
        ("c.csv", "{{ row.Anzahl }}"),
        ("c.csv", "{{ row['Anzahl'] }}"),
        ("{file: c.csv, qty: none}", "x"),
        ("{file: c.csv, qty: Anzahl}", "{{ qty }}"),
    ] {
        let said = deck(data, text).run("check ./game").succeeds().stderr();
        assert!(!said.contains("looks like"), "{data} {text}: {said}");
    }
}

#[test]
fn headings_with_spaces_are_used_by_either_name() {
    let text = "{{ card_cost }} and {{ row['Card Cost'] }}, {{ stärke }}";
    let game = format!("  deck: {{kind: cards, data: c.csv, front: {{template: card-classic, text: \"{text}\"}}}}\n");
    let tool = Tool::with_game(&game).file("game/c.csv", "Title,Card Cost,Stärke\nWolf,3,9\n");
    tool.run("check ./game").succeeds();
    let tool = Tool::with_game(&game.replace("row['Card Cost']", "row['Card Csot']"))
        .file("game/c.csv", "Title,Card Cost,Stärke\nWolf,3,9\n");
    tool.run("check ./game").refuses(&["`Card Csot` is not a column of this row", "did you mean `Card Cost`?"]);
}

#[test]
fn two_headings_of_one_name_are_told() {
    assert_eq!(
        told("c.csv", "c.csv", "name,Card Cost,card-cost\nA,1,2\n"),
        ["c.csv:2: the columns `Card Cost` and `card-cost` are both `card_cost` in expressions"]
    );
    assert!(told("c.csv", "c.csv", "name,Cost,cost\nA,1,2\n").is_empty());
}

#[test]
fn cards_of_one_name_are_numbered() {
    let table = "name,id\nWolf,\nWolf,\nWolf 2,\nWolf,\nBear,wolf-4\nBear,\n";
    let (pieces, found) = pieces("c.csv", "c.csv", table);
    let ids: Vec<&str> = pieces.iter().map(|piece| piece.id.as_str()).collect();
    assert_eq!(found.to_string(), "");
    assert_eq!(ids, ["wolf", "wolf-3", "wolf-2", "wolf-5", "wolf-4", "bear"]);
}

#[test]
fn blank_ends_of_tables_are_nothing() {
    reads(
        "c.csv",
        "c.csv",
        "name,text,,\nWolf,a,,\nBear\n,,,\n",
        &["1 wolf: name=Wolf text=a", "1 bear: name=Bear text="],
    );
    assert_eq!(told("c.csv", "c.csv", "name,\nWolf,a\n"), ["c.csv:1: column 2 has no name"]);
    assert_eq!(told("c.csv", "c.csv", "name\nWolf,a\n")[0], "c.csv:2: this row has 2 columns and the first line has 1");
}

#[test]
fn csv_of_every_spreadsheet_is_read() {
    let utf_16 =
        |text: &str| -> Vec<u8> { format!("\u{feff}{text}").encode_utf16().flat_map(u16::to_le_bytes).collect() };
    let expected = &["2 wolf: name=Wolf text=a, b"];
    for bytes in [
        "name;qty;text\nWolf;2;a, b\n".as_bytes().to_vec(),
        "sep=;\r\nname;qty;text\r\nWolf;2;a, b\r\n".as_bytes().to_vec(),
        utf_16("name\tqty\ttext\r\nWolf\t2\ta, b\r\n"),
        "\u{feff}name,qty,text\nWolf,2,\"a, b\"\n".as_bytes().to_vec(),
    ] {
        reads("c.csv", "c.csv", bytes, expected);
    }
    reads("c.tsv", "c.tsv", "name\tqty\ttext\nWolf\t2\ta, b\n", expected);
    assert_eq!(
        told("c.csv", "c.csv", b"name\nB\xe4r\n"),
        ["c.csv:2: this file is not UTF-8, and is read as Windows-1252"]
    );
}

#[test]
fn hostile_spreadsheets_are_refused() {
    let rows: &[&[In]] = &[&[Text("name")], &[Text("A")]];
    let first = |file: &str, bytes: Vec<u8>| told(file, file, bytes).into_iter().next().unwrap_or_default();
    let row = |cells: &str| format!("<table:table-row>{cells}</table:table-row>");
    let cell = |attributes: &str| {
        format!("<table:table-cell office:value-type=\"string\" {attributes}><text:p>x</text:p></table:table-cell>")
    };
    let ods_of = |rows: &str| {
        packed(&[("content.xml", content_xml(&format!("<table:table table:name=\"D\">{rows}</table:table>")))])
    };
    let wide = ods_of(&row(&cell("table:number-columns-repeated=\"16384\"")));
    assert_eq!(
        first("c.ods", wide),
        "game.yaml:3: `c.ods` has something in GS1, and 200 columns are the most a table may have"
    );
    let long = format!("<table:table-row table:number-rows-repeated=\"99999999999\">{}</table:table-row>", cell(""));
    assert_eq!(first("c.ods", ods_of(&long)), "game.yaml:3: `c.ods` is too full: A1000001 is beyond what is read");
    let bomb = packed(&[("content.xml", " ".repeat(65_000_000))]);
    assert_eq!(first("c.ods", bomb), "game.yaml:3: `c.ods` unpacks to more than 64 MB, which is the limit");
    let spaces = "<text:p>a<text:s text:c=\"4294967295\"/>b</text:p>";
    let spaces = format!("<table:table-cell office:value-type=\"string\">{spaces}</table:table-cell>");
    let spaces = ods_of(&row(&spaces));
    assert_eq!(first("c.ods", spaces), "game.yaml:3: `deck` is empty: it has no pieces", "a heading and no rows");
    assert_eq!(first("c.ods", b"no package".to_vec()), "game.yaml:3: `c.ods` is no spreadsheet that can be read");
    assert_eq!(
        first("c.xlsx", b"\xd0\xcf\x11\xe0".to_vec()),
        "game.yaml:3: `c.xlsx` has a password, or is of the kind before `.xlsx`"
    );
    assert_eq!(first("c.xls", Vec::new()), "game.yaml:3: `c.xls` is a kind of spreadsheet that is not read");
    let cut = xlsx(&[("D", rows)]);
    assert_eq!(
        first("c.xlsx", cut[..cut.len() - 30].to_vec()),
        "game.yaml:3: `c.xlsx` is no spreadsheet that can be read"
    );
    for promise in ["uniqueCount=\"9999999999999\"", "uniqueCount = '99999999999999999999999'"] {
        let promising = packed(&[("xl/sharedStrings.xml", format!("<sst {promise}></sst>"))]);
        assert_eq!(
            first("c.xlsx", promising),
            "game.yaml:3: `c.xlsx` cannot be read: it promises more texts than it has"
        );
    }
}

/// Scraps of the two kinds of sheets, whole tags and halves of them.
const SCRAPS: [&str; 26] = [
    "<table:table table:name=\"D\">",
    "</table:table>",
    "<table:table-row table:number-rows-repeated=\"3\">",
    "</table:table-row>",
    "<table:table-cell office:value-type=\"float\" office:value=\"1e999\">",
    "<table:table-cell table:number-columns-repeated=\"-1\"/>",
    "</table:table-cell>",
    "<text:p>",
    "</text:p>",
    "<text:s text:c=\"9\"/>",
    "<office:annotation>",
    "&#0;",
    "&lt;",
    "&nothing;",
    "<row r=\"0\">",
    "<row r=\"2\">",
    "</row>",
    "<c r=\"A0\" t=\"s\"><v>7</v></c>",
    "<c r=\"XFE1048577\"><v>1</v></c>",
    "<c s=\"9\" t=\"b\"><v>x</v></c>",
    "<c s=\"1\"><v>-1e300</v></c>",
    "<c t=\"e\"><v>#SPILL!</v></c>",
    "<c r=\"B",
    "</sheetData>",
    "name",
    "\u{1f43a}",
];

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(60))]
    #[test]
    fn whatever_a_sheet_holds_is_read_or_told(scraps in proptest::collection::vec(0..SCRAPS.len(), 0..30)) {
        let body: String = scraps.iter().map(|number| SCRAPS[*number]).collect();
        let ods = packed(&[("content.xml", content_xml(&format!("<table:table table:name=\"D\">{body}</table:table>")))]);
        for (file, bytes) in [("c.ods", ods), ("c.xlsx", xlsx_of(&body))] {
            let (pieces, found) = pieces(file, file, bytes);
            proptest::prop_assert!(!pieces.is_empty() || found.has_errors(), "{found}");
            proptest::prop_assert!(!found.has_bugs());
        }
    }
}

/// Two decks, the second of which is built on the first and has its rows in another file.
fn two_decks(data: &str, front: &str, second: &str) -> Tool {
    Tool::with_game(&format!(
        "  red:\n    kind: cards\n    data: {{file: red.csv{data}}}\n    front: {{template: card-classic, {front}}}\n  \
         blue:\n    extends: red\n    data: {{file: blue.csv}}\n"
    ))
    .file("game/red.csv", "name,level,Count\nWolf,2,3\n")
    .file("game/blue.csv", second)
}

#[test]
fn what_is_wished_of_rows_names_the_file_that_lacks_it() {
    let tool = two_decks(", where: \"level > 1\", qty: Count", "title: \"{{ name }}\", text: T", "name\nBear\n");
    tool.run("check ./game").fails(
        1,
        r#"
error: unknown name `level`
 --> ./game/game.yaml:6:34
  |
6 |     data: {file: red.csv, where: "level > 1", qty: Count}
  |                                  ^^^^^^^^^^^
  |
  = help: known here: `name`, `row`
  = help: the rows are those of `blue.csv`

error: there is no column `Count`
 --> ./game/game.yaml:6:52
  |
6 |     data: {file: red.csv, where: "level > 1", qty: Count}
  |                                                    ^^^^^
  |
  = help: known here: `name`
  = help: the rows are those of `blue.csv`

2 errors"#,
    );
}

#[test]
fn a_column_that_only_the_rows_of_another_have_names_whose_rows_lack_it() {
    let front = "title: \"{{ name }}\", text: \"{{ level }}\"";
    two_decks(", qty: none", front, "name,rank\nBear,2\n").run("check ./game").fails(
        1,
        r#"
error: unknown name `level`
 --> ./game/game.yaml:7:64
  |
7 |     front: {template: card-classic, title: "{{ name }}", text: "{{ level }}"}
  |                                                                ^^^^^^^^^^^^^
  |
  = help: known here: `component`, `face`, `game`, `id`, `name`, `palette`, `qty`, `rank`, `row`
  = help: rows of others have it, and those of `blue`, in ./game/blue.csv, have not

1 error"#,
    );
    // Where nobody has it, it is a slip in the text.
    let front = "title: \"{{ name }}\", text: \"{{ lvl }}\"";
    let said = two_decks(", qty: none", front, "name,level\nBear,2\n").run("check ./game").stderr();
    assert!(said.contains("unknown name `lvl`") && !said.contains("have not"), "{said}");
}
