//! What people are told when something is wrong, word for word.

use crate::support::Tool;

const CARD: &str = "  deck: {kind: cards, front: {template: card-classic, title: A}}\n";

fn deck(extra: &str) -> Tool {
    Tool::with_game(&format!("  deck:\n    kind: cards\n    front: {{template: card-classic, title: A}}\n{extra}"))
}

#[test]
fn an_unknown_key_has_its_place_and_a_suggestion() {
    deck("    szie: poker\n").run("check ./game").fails(
        1,
        r"
error: unknown key `szie`
 --> ./game/game.yaml:7:5
  |
7 |     szie: poker
  |     ^^^^
  |
  = help: did you mean `size`?

1 error",
    );
}

#[test]
fn a_bare_number_is_no_length() {
    deck("    bleed: 3\n").run("print ./game").fails(
        1,
        r"
error: the length `3` has no unit
 --> ./game/game.yaml:7:12
  |
7 |     bleed: 3
  |            ^
  |
  = help: write `3mm`, `3in` or `3pt`

1 error",
    );
}

#[test]
fn all_problems_come_in_one_run() {
    let tool = Tool::with_game(
        "  a: {kind: crads, front: card-classic}\n  b: {kind: cards, size: pocker, front: card-clasic}\n  c: {kind: cards, size: -3mm, front: {template: card-classic, titel: x, title: y}}\n",
    );
    tool.run("check ./game").refuses(&[
        "`kind` cannot be `crads`",
        "did you mean `cards`?",
        "there is no size `pocker`",
        "did you mean `poker`?",
        "a piece of -3 x -3 mm cannot be printed and cut at home",
        "3 errors",
    ]);
    let tool = Tool::with_game(
        "  b: {kind: cards, front: card-clasic}\n  c: {kind: cards, front: {template: card-classic, titel: x}}\n  d: {kind: cards, front: {template: card-classic, title: \"{{ nmae }}\"}}\n",
    );
    tool.run("check ./game").refuses(&[
        "there is no template `card-clasic`",
        "did you mean `card-classic`?",
        "the template `card-classic` has no field `titel`",
        "did you mean `title`?",
        "the template `card-classic` needs the field `title`",
        "unknown name `nmae`",
    ]);
}

#[test]
fn text_that_does_not_fit_says_by_how_much() {
    let long = "word ".repeat(200);
    let tool = Tool::with_game("  deck: {kind: cards, data: cards.csv, front: card-classic}\n")
        .file("game/cards.csv", format!("id,title,text\nok,Short,Fine.\nlong,Long,{long}\n"));
    tool.run("check ./game").refuses(&[
        "mm too tall for its box of",
        "even at 6.5 pt: `long` of `deck`",
        "shorten the text",
    ]);
}

#[test]
fn a_colour_an_icon_and_a_style_are_looked_up() {
    let tool = Tool::with_game(
        "  deck: {kind: cards, front: {template: card-classic, title: A, text: \"Roll :die-7:\", colour: acent}}\n",
    );
    tool.run("check ./game").refuses(&["`acent` is not a colour of this game", "did you mean `accent`?"]);
    let tool =
        Tool::with_game("  deck: {kind: cards, front: {template: card-classic, title: A, text: \"Roll :die-7:\"}}\n");
    tool.run("check ./game").refuses(&["there is no icon `die-7`", "did you mean `die-"]);
    let tool = Tool::with_game("  deck: {kind: cards, front: faces/a.svg}\n").file(
        "game/faces/a.svg",
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 63.5 88.9'><rect data-text='x' data-style='titel' x='5' y='5' width='50' height='9'/></svg>",
    );
    tool.run("check ./game").refuses(&["there is no text style `titel`", "did you mean `title`?", "faces/a.svg:1:65"]);
}

#[test]
fn files_that_are_missing_or_outside_are_named() {
    let tool = Tool::with_game("  deck: {kind: cards, front: {template: card-classic, title: A, art: art/brn.svg}}\n")
        .file("game/art/barn.svg", "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'/>");
    tool.run("print ./game")
        .refuses(&["cannot use `art/brn.svg`: there is no such file", "did you mean `art/barn.svg`?"]);
    let tool =
        Tool::with_game("  deck: {kind: cards, data: ../secret.csv, front: {template: card-classic, title: A}}\n")
            .file("secret.csv", "id\nx\n");
    tool.run("print ./game").refuses(&["cannot use `../secret.csv`: it leads out of the game folder"]);
}

#[cfg(unix)]
#[test]
fn boxes_have_real_sizes() {
    let face = |size: &str| {
        let svg = format!(
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 63 88'><rect data-text='x' x='1' y='1' {size}/></svg>"
        );
        let tool =
            Tool::with_game("  deck: {kind: cards, front: {template: faces/a.svg}}\n").file("game/faces/a.svg", svg);
        tool.run("check ./game")
    };
    face("width='nan' height='5'").refuses(&["`width` must be a number, not `nan`"]);
    face("width='10' height='inf'").refuses(&["`height` must be a number, not `inf`"]);
    face("width='10' height='5'><animateMotion path='M0 0'/></rect").refuses(&["animateMotion"]);
}

#[test]
fn a_link_does_not_lead_out_of_the_folder() {
    let tool = Tool::with_game("  deck: {kind: cards, data: cards.csv, front: {template: card-classic, title: A}}\n")
        .file("secret.csv", "id\nx\n");
    std::os::unix::fs::symlink(tool.path().join("secret.csv"), tool.path().join("game/cards.csv")).unwrap();
    tool.run("print ./game").refuses(&["it leads out of the game folder"]);
}

#[test]
fn broken_pictures_say_what_is_broken() {
    let art = |content: &[u8], name: &str| {
        Tool::with_game(&format!(
            "  deck: {{kind: cards, front: {{template: card-classic, title: A, art: art/{name}}}}}\n"
        ))
        .file(&format!("game/art/{name}"), content)
        .run("print ./game")
    };
    art(b"<svg", "a.svg").refuses(&["this is not an SVG file"]);
    art(b"<html xmlns='http://www.w3.org/1999/xhtml'/>", "a.svg").refuses(&["the first element must be"]);
    art(b"\x89PNG nothing", "a.png").refuses(&["`art/a.png` is neither SVG, PNG, JPEG nor WebP"]);
    art(b"\x89PNG\r\n\x1a\nnothing", "a.png").refuses(&["`art/a.png` is a PNG picture that is cut off after 15 bytes"]);
    art(b"\xff", "a.svg").refuses(&["`art/a.svg` is not UTF-8 text"]);
    // Others draw such pictures, and programs that show them leave the part out.
    let lacks = b"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><rect fill='url(#sky)' width='9' height='9'/></svg>";
    let told = art(lacks, "a.svg").succeeds().stderr();
    assert!(told.contains("warning: nothing in this picture has the id `sky`\n --> ./game/art/a.svg:1:"), "{told}");
    art(b"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><path d='M0 0L1' fill='bran'/></svg>", "a.svg")
        .refuses(&["`d=\"M0 0L1\"` is not a path", "`fill=\"bran\"` is not a colour"]);
    art(b"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><rectt width='9' height='9'/></svg>", "a.svg")
        .refuses(&["there is no SVG element `<rectt>`", "did you mean `rect`?", "art/a.svg:1:59"]);
}

#[test]
fn a_wrong_size_hides_nothing_else_of_its_component() {
    let tool = Tool::with_game("  deck: {kind: cards, size: pokre, rows: [{id: x, qty: -1}], data: nope.csv}\n");
    tool.run("check ./game").refuses(&["pokre", "did you mean `poker`?", "`-1`", "nope.csv", "`front`"]);
}

#[test]
fn a_file_of_rows_in_the_wrong_place_is_told_where_to_go() {
    let tool = Tool::with_game("  deck: {kind: cards, rows: cards.csv, front: {template: card-classic, title: A}}\n");
    tool.run("check ./game").refuses(&["rows must be a list, not a text", "write `data: cards.csv`"]);
}

#[test]
fn a_missing_glyph_is_named() {
    let tool = Tool::with_game("  deck: {kind: cards, front: {template: card-classic, title: \"日\"}}\n");
    tool.run("check ./game").refuses(&["Barlow Condensed Bold has no glyph for `日` (U+65E5)"]);
}

#[test]
fn a_card_larger_than_the_paper_is_refused() {
    let tool =
        Tool::with_game("  deck: {kind: cards, size: 300mm x 400mm, front: {template: card-classic, title: A}}\n");
    tool.run("print ./game")
        .refuses(&["a piece of `deck` is 300 x 400 mm and its bleed 3 mm: that does not fit on A4"]);
}

#[test]
fn decks_may_not_be_empty_and_ids_not_doubled() {
    let tool = Tool::with_game("  deck: {kind: cards, data: c.csv, front: {template: card-classic, title: A}}\n")
        .file("game/c.csv", "id,qty\n");
    tool.run("print ./game").refuses(&["`deck` is empty: it has no pieces"]);
    let tool = Tool::with_game("  deck: {kind: cards, data: c.csv, front: card-classic}\n")
        .file("game/c.csv", "id,title\na,One\nb,Two\na,Three\n");
    tool.run("print ./game").refuses(&[
        "there are two pieces with the id `a` in `deck`",
        "c.csv:4:1",
        "the other is on line 2",
    ]);
}

#[test]
fn totals_are_checked() {
    deck("    qty: 5\n    total: 6\n").run("check ./game").refuses(&["`deck` has 5 pieces, and `total` says 6"]);
}

#[test]
fn hostile_yaml_is_refused_quickly() {
    let bomb = "a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c]\ne: &e [*d,*d,*d,*d,*d,*d,*d,*d,*d]\nf: [*e,*e,*e,*e,*e,*e,*e,*e,*e]\n";
    Tool::new()
        .file("game/game.yaml", bomb)
        .run("check ./game")
        .refuses(&["this YAML is nested too deeply or repeats itself too often"]);
    Tool::new()
        .file("game/game.yaml", "[".repeat(100_000))
        .run("check ./game")
        .refuses(&["this YAML is nested too deeply or repeats itself too often"]);
    Tool::new()
        .file("game/game.yaml", vec![b'#'; 100_000_000])
        .run("check ./game")
        .refuses(&["it has 100 MB, and 4 MB is the limit"]);
    Tool::new()
        .file("game/game.yaml", b"title: \xff\n")
        .run("check ./game")
        .refuses(&["is not UTF-8 text from line 1 on"]);
    Tool::new().file("game/game.yaml", "").run("check ./game").refuses(&["a game must be a mapping, not nothing"]);
}

#[test]
fn unknown_games_and_words_are_suggested() {
    let tool = Tool::with_game(CARD);
    tool.run("print gmae --components .")
        .fails(1, "error: there is no game `gmae`\n |\n = help: did you mean `game`?\n\n1 error");
    let wrong = tool.run("print ./game --only crads");
    wrong.refuses(&["there is no component or kind `crads` in this game", "did you mean `cards`?"]);
    assert_eq!(tool.run("pirnt game").code(), Some(2));
    assert_eq!(tool.run("print game --paper a9").code(), Some(2));
}

#[test]
fn check_speaks_json_too() {
    let said = deck("    szie: poker\n").run("check ./game --json").stdout();
    let report: serde_json::Value = serde_json::from_str(&said).unwrap();
    let problem = &report["problems"][0];
    assert_eq!(problem["message"], "unknown key `szie`");
    assert_eq!((problem["line"].as_u64(), problem["column"].as_u64()), (Some(7), Some(5)));
}

/// A deck drawn by a template of its own.
fn drawn(svg: &str) -> Tool {
    Tool::with_game("  deck: {kind: cards, rows: [{id: one, name: One}], front: {template: faces/a.svg}}\n").file(
        "game/faces/a.svg",
        format!("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 63.5 88.9'>{svg}</svg>"),
    )
}

#[test]
fn what_a_template_cannot_do_is_said() {
    let refuses = |svg: &str, parts: &[&str]| drawn(svg).run("check ./game").refuses(parts);
    let text = "<rect data-text='x' x='5' y='5' width='50' height='9'/>";
    refuses(
        &format!("<filter id='f'/><g filter='url(#f)'>{text}</g>"),
        &["text and pictures cannot stand inside something with a filter"],
    );
    refuses(&format!("<defs>{text}</defs>"), &["text and pictures cannot stand inside a definition"]);
    refuses(
        &format!("<g id='a'>{text}</g><use href='#a' x='9'/>"),
        &["`a` holds text or a picture and cannot be repeated with `<use>`"],
    );
    refuses("<path data-text='x' d='M0 0'/>", &["a `<path>` cannot receive text or pictures", "only a `<rect>` can"]);
    refuses("<text x='5' y='5' dy='3' data-align='right'>x</text>", &["`dy` has no effect on a line of text"]);
    refuses(
        "<rect width='10mm' height='9'/>",
        &["`width=\"10mm\"` has a unit", "inside a drawing numbers have no unit"],
    );
    refuses("<g data-if='{{ id }}'/>", &["this is an expression already and needs no braces", "write `id`"]);
    refuses(
        "<g data-for='i in range(2000)'><rect width='1' height='1'/></g>",
        &["`data-for` repeats more than 1000 times"],
    );
    refuses("<foreignObject/>", &["`<foreignObject>` cannot be printed"]);
    refuses(
        "<image width='9' height='9' href='data:image/svg+xml;base64,AAAA'/>",
        &["this is not an SVG file: unknown token", "game/embedded drawing:1:1"],
    );
    refuses(
        "<image width='9' height='9' href='data:image/jpeg;base64,AAAA'/>",
        &["`the embedded picture` is neither SVG, PNG, JPEG nor WebP"],
    );
}

#[test]
fn an_unknown_name_is_told_once() {
    let said = drawn("<text x='5' y='9'>{{ nmae }}</text>").run("check ./game");
    assert_eq!(said.stderr().matches("error:").count(), 1, "{}", said.stderr());
    said.refuses(&["unknown name `nmae`", "did you mean `name`?"]);
}

/// The picture of a card shows these texts.
#[track_caller]
fn shows(tool: &Tool, picture: &str, labels: &[&str]) {
    tool.run("export ./game --to svg").succeeds();
    let svg = std::fs::read_to_string(tool.path().join("output/game/svg").join(picture)).unwrap();
    for label in labels {
        assert!(svg.contains(&format!("aria-label=\"{label}\"")), "missing: {label}\n{svg}");
    }
}

#[test]
fn loops_count_and_truth_is_printed_as_written() {
    let tool = Tool::with_game("  deck: {kind: cards, rows: [{id: one, wild: true}], front: {template: faces/a.svg}}\n").file(
        "game/faces/a.svg",
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 63.5 88.9'><g data-for='n in range(3)'><text x='5' y='{{ 9 * loop.index }}'>{{ loop.index0 }} {{ wild }}</text></g></svg>",
    );
    shows(&tool, "deck/one-front.svg", &["0 true", "1 true", "2 true"]);
}

#[test]
fn short_texts_are_no_lists() {
    let tool = Tool::with_game(
        "  deck: {kind: cards, front: {template: card-classic, title: \"+\", corner: \"3.\", text: \"#\"}}\n",
    );
    shows(&tool, "deck/deck-front.svg", &["+", "3.", "#"]);
}

#[test]
fn tables_of_rows_are_checked() {
    let csv = |text: &str| {
        Tool::with_game("  deck: {kind: cards, data: c.csv, front: {template: card-classic, title: A}}\n")
            .file("game/c.csv", text)
            .run("check ./game")
    };
    csv("id,name,name\na,b,c\n").refuses(&["there are two columns `name`"]);
    csv("id,face\na,b\n").refuses(&["a column cannot be called `face`"]);
    csv("id,name\na,\"b\n").refuses(&["there is a double quote without another one to close it"]);
    csv("id,name\na,b,c\n").refuses(&["this row has 3 columns and the first line has 2"]);
    csv("id,name\na b,One\na-b,Two\n")
        .refuses(&["the ids `a b` and `a-b` in `deck` are the same but for signs and capitals"]);
    csv("id,name\n...,One\n").refuses(&["`...` cannot be an id"]);
    csv("id,name\na,{{ name }}\n").refuses(&["a row holds plain values"]);
    csv("id;name\r\na;One\r\n;\r\n").succeeds();
}

#[test]
fn a_broken_quote_is_all_that_is_told_of_a_table() {
    let rows = (0..40).fold(String::new(), |rows, n| rows + &format!("r{n},{{{{ no }}}}\n"));
    Tool::with_game("  deck: {kind: cards, data: c.csv, front: {template: card-classic, title: \"{{ name }}\"}}\n")
        .file("game/c.csv", format!("id,name\na,\"one\nb,\"two\"\n{rows}"))
        .run("check ./game")
        .fails(
            1,
            r#"
error: there is a double quote without another one to close it
 --> ./game/c.csv:2:3
  |
2 | a,"one
  |   ^
  |
  = help: a quote inside a text is written twice: `""`

1 error"#,
        );
}

#[test]
fn names_stay_inside_the_output_folder() {
    let tool = Tool::with_game("  ../../x: {kind: cards, front: {template: card-classic, title: A}}\n");
    tool.run("export ./game --to svg").refuses(&["`../../x` cannot name a component"]);
}

#[test]
fn a_style_without_its_font_is_named() {
    let tool = Tool::new().file(
        "game/game.yaml",
        "title: T\nstyles: {heading-1: {font: Barlo}}\ncomponents:\n  deck: {kind: cards, front: {template: card-classic, title: A}}\n",
    );
    tool.run("check ./game").refuses(&[
        "there is no font `Barlo` for the style `heading-1`",
        "game.yaml:2:28",
        "did you mean `Barlow`?",
    ]);
}

#[cfg(unix)]
#[test]
fn a_game_is_called_by_text() {
    use std::os::unix::ffi::OsStrExt;

    let tool = deck("");
    let latin = tool.path().join(std::ffi::OsStr::from_bytes(b"caf\xe9"));
    std::fs::rename(tool.path().join("game"), &latin).unwrap();
    std::os::unix::fs::symlink(&latin, tool.path().join("game")).unwrap();
    for verb in ["check", "print", "export --to png", "diff ./game"] {
        let expected = format!("the name of the folder `{}` is not UTF-8", latin.display());
        tool.run(&format!("{verb} ./game")).refuses(&[&expected, "help: give it another name"]);
    }
}
