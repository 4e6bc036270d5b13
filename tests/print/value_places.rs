//! A wrong value is told where it was given, with the places it is used at, and one cause is told once.

use crate::support::Tool;

const FACE: &str = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 63.5 88.9'>\n";

/// A deck of cards with a table and a template of its own.
fn deck(csv: &str, drawing: &str) -> Tool {
    Tool::with_game("  deck: {kind: cards, data: c.csv, front: faces/a.svg}\n")
        .file("game/c.csv", csv)
        .file("game/faces/a.svg", format!("{FACE}{drawing}\n</svg>"))
}

/// A deck of cards in a ready template.
fn ready(csv: &str, skin: &str) -> Tool {
    Tool::with_game(&format!(
        "  deck:\n    kind: cards\n    data: c.csv\n    front: {{template: card-classic, {skin}}}\n"
    ))
    .file("game/c.csv", csv)
}

/// It is refused with so many errors, and says all of these.
#[track_caller]
fn refuses(tool: &Tool, errors: usize, parts: &[&str]) {
    let said = tool.run("check ./game").stderr();
    for part in parts {
        assert!(said.contains(part), "missing: {part}\nsaid:\n{said}");
    }
    assert_eq!(said.matches("error: ").count(), errors, "{said}");
}

#[test]
fn a_picture_named_in_a_table_is_told_there() {
    ready("id,name,picture\na,A,art/brn.svg\nb,B,\n", "title: \"{{ name }}\", art: \"{{ picture }}\"")
        .run("check ./game")
        .fails(
            1,
            r"
error: cannot use `art/brn.svg`: there is no such file: `a` of `deck`
 --> ./game/c.csv:2:5
  |
2 | a,A,art/brn.svg
  |     ^^^^^^^^^^^
  |
  = help: used in ./game/game.yaml:7 as `art`
  = help: used in templates/card-classic.svg:15 as `data-image`

1 error",
        );
}

#[test]
fn a_colour_in_a_row_is_told_there_and_once_however_often_it_is_used() {
    let tool = Tool::with_game(
        "  deck:\n    kind: cards\n    rows:\n      - {id: a, title: A, corner: 1, kind: K, colour: acent}\n      - {id: b, title: B, colour: accent}\n    front: card-classic\n",
    );
    tool.run("check ./game").fails(
        1,
        r"
error: `acent` is not a colour of this game: `a` of `deck`
 --> ./game/game.yaml:7:55
  |
7 |       - {id: a, title: A, corner: 1, kind: K, colour: acent}
  |                                                       ^^^^^
  |
  = help: did you mean `accent`?
  = help: used in templates/card-classic.svg:5 as `fill`

1 error",
    );
}

#[test]
fn a_colour_of_a_template_of_the_game_is_told_in_the_row() {
    let tool =
        deck("id,colour\na,grene\nb,green\n", "<rect width='5' height='5' fill='{{ colour }}' stroke='{{ colour }}'/>");
    tool.run("check ./game").fails(
        1,
        r"
error: `grene` is not a colour: `a` of `deck`
 --> ./game/c.csv:2:3
  |
2 | a,grene
  |   ^^^^^
  |
  = help: used in ./game/faces/a.svg:2 as `fill`

1 error",
    );
    let styled = deck("id,colour\na,grene\n", "<rect width='5' height='5' style='stroke: {{ colour }}'/>");
    refuses(&styled, 1, &["`grene` is not a colour\n", "c.csv:2:3", "faces/a.svg:2 as `style`"]);
    let tint = "<rect data-image='art/a.svg' data-tint='{{ colour }}' width='5' height='5'/>";
    let tint = deck("id,colour\na,grene\n", tint).file(
        "game/art/a.svg",
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><path d='M0 0H9V9Z' fill='currentColor'/></svg>",
    );
    refuses(&tint, 1, &["`grene` is not a colour of this game", "c.csv:2:3", "faces/a.svg:2 as `data-tint`"]);
    let text = deck("id,colour\na,grene\n", "<g fill='{{ colour }}'><text x='5' y='9'>x</text></g>");
    refuses(
        &text,
        2,
        &["`grene` is not a colour of this game", "`grene` is not a colour\n", "faces/a.svg:2 as `fill`"],
    );
}

#[test]
fn figures_that_are_none_are_told_in_the_row() {
    let tool = deck(
        "id,size\na,wide\nb,7\n",
        "<rect x='{{ size }}' width='{{ size }}' height='5'/>\n<rect data-text='x' width='{{ size }}' height='9'/>",
    );
    tool.run("check ./game").fails(
        1,
        r"
error: `wide` is not a number: `a` of `deck`
 --> ./game/c.csv:2:3
  |
2 | a,wide
  |   ^^^^
  |
  = help: used in ./game/faces/a.svg:2 as `x`

1 error",
    );
    let sum = deck("id,size\na,wide\n", "<rect width='{{ size + 1 }}' height='5'/>");
    refuses(&sum, 1, &["wrong expression: ", "c.csv:2:3", "faces/a.svg:2 as `width`"]);
    let none = deck("id,size\na,-3\n", "<rect data-text='x' width='{{ size }}' height='9'/>");
    refuses(&none, 1, &["a box of -3 x 9 holds nothing", "c.csv:2:3", "faces/a.svg:2 as `width`"]);
    let size = deck("id,size\na,wide\n", "<rect data-text='x' data-size='{{ size }}' width='9' height='9'/>");
    refuses(&size, 1, &["`wide`", "c.csv:2:3", "faces/a.svg:2 as `data-size`"]);
    let left_out = deck("id,size\na,\n", "<rect width='{{ size }}' height='5'/>");
    refuses(&left_out, 1, &["`width=\"\"` is not a number from 0", "c.csv:2:3", "faces/a.svg:2 as `width`"]);
}

#[test]
fn words_that_are_none_are_told_in_the_row() {
    let word = |attribute: &str| {
        deck(
            "id,word\na,titel\n",
            &format!("<rect data-text='x' {attribute}='{{{{ word }}}}' width='50' height='20'/>"),
        )
    };
    let place = ["c.csv:2:3", "a,titel", "faces/a.svg:2 as `data-"];
    refuses(
        &word("data-style"),
        1,
        &["there is no text style `titel`", "did you mean `title`?", place[0], place[1], place[2]],
    );
    refuses(&word("data-align"), 1, &["`titel` is not a way to align text", place[0], place[1], place[2]]);
    refuses(&word("data-valign"), 1, &["`data-valign` cannot be `titel`", place[0], place[1], place[2]]);
    refuses(&word("data-ink"), 1, &["`data-ink` cannot be `titel`", place[0], place[1], place[2]]);
    let fit = deck(
        "id,word\na,titel\n",
        "<rect data-image='templates/icons/die.svg' data-fit='{{ word }}' width='50' height='20'/>",
    );
    refuses(&fit, 1, &["a picture cannot `titel` its box", place[0], place[1], place[2]]);
}

#[test]
fn conditions_and_loops_over_a_value_are_told_in_the_row() {
    let condition = deck("id,cost\na,dear\n", "<rect data-if='cost - 1 > 3' width='5' height='5'/>");
    refuses(&condition, 1, &["wrong expression: ", "c.csv:2:3", "faces/a.svg:2 as `data-if`"]);
    let count = deck("id,count\na,many\n", "<rect data-for='n in range(count)' width='5' height='5'/>");
    refuses(&count, 1, &["wrong expression: ", "c.csv:2:3", "faces/a.svg:2 as `data-for`"]);
    let number = deck("id,count\na,3\n", "<rect data-for='n in count' width='5' height='5'/>");
    refuses(&number, 1, &["`data-for` needs a list", "c.csv:2:3", "faces/a.svg:2 as `data-for`"]);
    let turns = deck("id,colour\na,grene\n", "<rect data-for='c in [colour]' fill='{{ c }}' width='5' height='5'/>");
    refuses(&turns, 1, &["`grene` is not a colour", "c.csv:2:3", "a.svg:2 as `data-for`", "a.svg:2 as `fill`"]);
}

#[test]
fn icons_and_signs_are_told_where_they_can_be_seen() {
    let tool = ready("id,words\na,Roll :die-7: 日\n", "title: A, text: \"{{ words }}\"");
    refuses(
        &tool,
        2,
        &[
            "there is no icon `die-7`",
            "c.csv:2:8",
            "no glyph for `日`",
            "c.csv:2:16",
            "card-classic.svg:21 as `data-text`",
        ],
    );
    let skin = ready("id,words\na,Hay\n", "title: A, text: \"{{ words }} :die-7:\"");
    refuses(&skin, 1, &["there is no icon `die-7`", "game.yaml:7:", "card-classic.svg:21 as `data-text`"]);
    let line = deck("id,words\na,Roll :die-7:\n", "<text x='5' y='9'>Now: {{ words }}</text>");
    refuses(&line, 1, &["there is no icon `die-7`", "c.csv:2:8", "faces/a.svg:2 as `<text>`"]);
    let long = ready(&format!("id,words\na,{}\n", "word ".repeat(200)), "title: A, text: \"{{ words }}\"");
    refuses(&long, 1, &["mm too tall for its box", "c.csv:2:3", "card-classic.svg:21 as `data-text`"]);
}

#[test]
fn values_of_each_are_told_where_they_stand() {
    let tool = Tool::with_game(
        "  deck:\n    kind: cards\n    rows:\n      - each: {n: 1..3, colour: [accent, acent]}\n        title: A\n    front: card-classic\n",
    );
    let three = "`acent` is not a colour of this game: `a-1-acent`, `a-2-acent`, `a-3-acent` of `deck`\n";
    refuses(&tool, 1, &[three, "game.yaml:7:42", "card-classic.svg:5 as `fill`"]);
}

#[test]
fn what_a_skin_says_is_told_there_once_for_all_rows() {
    let rows = "id,title\na,A\nb,B\nc,C\nd,D\n";
    ready(rows, "colour: acent").run("check ./game").fails(
        1,
        r"
error: `acent` is not a colour of this game
 --> ./game/game.yaml:7:45
  |
7 |     front: {template: card-classic, colour: acent}
  |                                             ^^^^^
  |
  = help: did you mean `accent`?
  = help: used in templates/card-classic.svg:5 as `fill`

1 error",
    );
    let tool = Tool::with_game(
        "  deck:\n    kind: cards\n    front: {template: card-classic, title: A}\n    back: {template: card-back, colour: acent}\n",
    );
    refuses(&tool, 1, &["`acent` is not a colour of this game", "game.yaml:7:41", "templates/card-back.svg"]);
    let sum = ready(rows, "text: \"{{ title - 1 }}\"");
    refuses(
        &sum,
        1,
        &["wrong expression: ", ": `a` of `deck`, and in 3 more rows", "c.csv:2:3", "game.yaml:7 as `text`"],
    );
}

#[test]
fn what_the_game_says_is_told_there() {
    let game = "title: Small\nsubtitle: grene\nsummary: \"Roll :die-7:\"\nalso needed: [\":die-8:\"]\nicons: {barn: art/brn.svg}\ncomponents:\n";
    let game = |component: &str| Tool::new().file("game/game.yaml", format!("{game}{component}"));
    let plain = "  deck: {kind: cards, front: {template: card-classic, title: A, text: \":barn:\"}}\n";
    let said = [
        "there is no icon `die-7`",
        "game.yaml:3:16",
        "there is no icon `die-8`",
        "game.yaml:4:",
        "contents-page.svg:",
        "cannot use `art/brn.svg`",
        "game.yaml:5:15",
    ];
    refuses(&game(plain), 3, &said);
    let own = game("  deck: {kind: cards, front: faces/a.svg}\n")
        .file("game/faces/a.svg", format!("{FACE}<rect fill='{{{{ game.subtitle }}}}' width='5' height='5'/></svg>"));
    refuses(&own, 4, &["`grene` is not a colour\n", "game.yaml:2:11", "faces/a.svg:2 as `fill`"]);
}

#[test]
fn what_a_template_of_the_game_says_itself_is_told_there() {
    let tool = deck("id,size\na,7\n", "<rect fill='grene' width='{{ face.width - 70 }}' height='{{ size }}'/>");
    refuses(
        &tool,
        2,
        &["`fill=\"grene\"` is not a colour", "faces/a.svg:2:13", "`width=\"-6.5\"`", "faces/a.svg:2:27"],
    );
    let default = Tool::with_game("  deck: {kind: cards, front: faces/a.svg}\n").file(
        "game/faces/a.svg",
        FACE.replace('>', " data-fields='title? colour=grene'>")
            + "<rect fill='{{ colour }}' width='5' height='5'/></svg>",
    );
    refuses(&default, 1, &["`grene` is not a colour", "faces/a.svg:1:", "faces/a.svg:2 as `fill`"]);
}

#[test]
fn of_several_names_the_only_text_is_the_likely_one() {
    let csv = "id,kind,n\na,barn,3\n";
    let art = |path: &str| ready(csv, &format!("title: A, art: \"{path}\""));
    refuses(&art("art/{{ kind }}-{{ n }}.svg"), 1, &["`art/barn-3.svg`", "c.csv:2:3", "game.yaml:7 as `art`"]);
    refuses(
        &art("art/{{ id }}-{{ kind }}.svg"),
        1,
        &["`art/a-barn.svg`", "game.yaml:7:", "card-classic.svg:15 as `data-image`"],
    );
    let own = deck("id,w,h\na,3,-9\n", "<rect width='{{ w + h }}' height='5'/>");
    refuses(&own, 1, &["`width=\"-6\"` is not a number from 0", "faces/a.svg:2:14"]);
}

#[test]
fn nobody_is_sent_into_a_ready_template() {
    let tool = Tool::with_game("  deck: {kind: tokens, size: 4mm, front: {template: card-classic, title: A}}\n");
    let said = tool.run("check ./game").stderr();
    assert!(!said.contains("--> templates/") && said.contains("--> ./game/game.yaml:4:"), "{said}");
    assert!(said.contains("help: used in templates/card-classic.svg:6\n"), "{said}");
    let tool = Tool::with_game("  deck: {kind: cards, front: board-classic}\n");
    refuses(
        &tool,
        1,
        &["`deck` is no board, and its template wants one", "game.yaml:4:", "used in templates/board-classic.svg:"],
    );
}

#[test]
fn the_same_value_in_many_rows_is_told_once() {
    let csv = "id,colour\na,grene\nb,green\nc,grene\nd,grene\ne,blu\nf,grene\n";
    let tool = deck(csv, "<rect width='5' height='5' fill='{{ colour }}'/>");
    tool.run("check ./game").fails(
        1,
        r"
error: `grene` is not a colour: `a` of `deck`, and in 3 more rows
 --> ./game/c.csv:2:3
  |
2 | a,grene
  |   ^^^^^
  |
  = help: used in ./game/faces/a.svg:2 as `fill`

error: `blu` is not a colour: `e` of `deck`
 --> ./game/c.csv:6:3
  |
6 | e,blu
  |   ^^^
  |
  = help: used in ./game/faces/a.svg:2 as `fill`

2 errors",
    );
    let two = deck("id,colour\na,grene\nb,grene\n", "<rect width='5' height='5' fill='{{ colour }}'/>");
    refuses(&two, 1, &["`grene` is not a colour: `a` of `deck`, and in 1 more row\n"]);
}

#[test]
fn a_failed_expression_is_told_once() {
    let tool = deck("id,cost\na,dear\n", "<rect fill='{{ cost - 1 }}' width='{{ cost - 1 }}' height='5'/>");
    refuses(&tool, 1, &["wrong expression: ", "c.csv:2:3"]);
    let tool = deck("id,cost\na,dear\n", "<rect fill='{{ coast }}' width='5' height='5'/>");
    refuses(&tool, 1, &["unknown name `coast`"]);
    let skin = Tool::with_game(
        "  deck: {kind: cards, data: c.csv, front: {template: faces/a.svg, sum: \"{{ cost - 1 }}\"}}\n",
    )
    .file("game/c.csv", "id,cost\na,dear\n")
    .file("game/faces/a.svg", format!("{FACE}<rect fill='{{{{ sum }}}}' width='5' height='5'/></svg>"));
    refuses(&skin, 1, &["wrong expression: ", "c.csv:2:3", "game.yaml:4 as `sum`"]);
}

#[test]
fn a_missing_font_is_told_once() {
    let text = |y: usize| format!("<text x='5' y='{y}' font-family='Barlo'>x</text>\n");
    let tool = deck("id\na\nb\n", &(1..9).map(text).collect::<String>());
    tool.run("check ./game").fails(
        1,
        r"
error: there is no font `Barlo`
 --> ./game/faces/a.svg:2:32
  |
2 | <text x='5' y='1' font-family='Barlo'>x</text>
  |                                ^^^^^
  |
  = help: did you mean `Barlow`?
  = help: put its file into the folder `fonts` of the game, or name another one behind a comma: `sans-serif` is always there

1 error",
    );
    let game = |styles: &str| {
        let text = "data-text='x' width='50' height='9'";
        Tool::new()
            .file(
                "game/game.yaml",
                format!("title: T\nstyles:\n{styles}components:\n  deck: {{kind: cards, front: faces/a.svg}}\n"),
            )
            .file(
                "game/faces/a.svg",
                format!("{FACE}<rect data-style='one' {text}/><rect data-style='two' y='20' {text}/></svg>"),
            )
    };
    let tool = game("  one: {font: Barlo, size: 9pt}\n  two: {extends: one}\n  other: {font: Barlo}\n");
    refuses(&tool, 1, &["there is no font `Barlo` for the styles `one`, `other` and `two`", "game.yaml:3:15"]);
}

#[test]
fn programs_read_where_a_value_is_used() {
    let tool = deck("id,colour\na,grene\n", "<rect width='5' height='5' fill='{{ colour }}'/>");
    let report: serde_json::Value = serde_json::from_str(&tool.run("check ./game --json").stdout()).unwrap();
    let problem = &report["problems"][0];
    assert_eq!((problem["file"].as_str(), problem["line"].as_u64()), (Some("./game/c.csv"), Some(2)));
    assert_eq!(problem["hints"][0], "used in ./game/faces/a.svg:2 as `fill`");
}

#[test]
fn cells_are_found_behind_quotes_and_line_ends() {
    let csv = "id,words,colour\r\n\r\na,\"say \"\"hi\"\", you\",red\r\nb,\"two\nlines\", grene \r\n";
    let tool = deck(csv, "<rect width='5' height='5' fill='{{ colour }}'/>");
    refuses(&tool, 1, &["`grene` is not a colour: `b` of `deck`", "c.csv:5:9"]);
    let tool = deck(csv, "<rect width='5' height='5' fill='{{ words }}'/>");
    refuses(&tool, 2, &["`say \"hi\", you` is not a colour: `a`", "c.csv:3:4", "error: `two  \n", "c.csv:4:4"]);
}

#[test]
fn what_a_board_says_is_told_there() {
    let tool = Tool::with_game("  bay: {kind: board, board: bay.yaml, front: board-classic}\n").file(
        "game/bay.yaml",
        "cell: 20mm\nplan: |\n  +-+-+\n  |H|G|\n  +-+-+\nlegend:\n  H: {terrain: hall, art: art/hal.svg}\n  G: {terrain: grass, colour: grene, label: \":die-7:\"}\nedges:\n  \"-\": {edge: wall, pass: false, colour: blakc}\n  \"|\": {edge: wall, pass: false}\n",
    );
    let said = [
        "cannot use `art/hal.svg`",
        "bay.yaml:7:27",
        "`grene` is not a colour of this game",
        "bay.yaml:8:31",
        "there is no icon `die-7`",
        "bay.yaml:8:46",
        "`blakc` is not a colour of this game",
        "bay.yaml:10:42",
    ];
    refuses(&tool, 4, &said);
}

/// A card whose picture is this drawing.
fn pictured(drawing: &str) -> Tool {
    Tool::with_game("  deck: {kind: cards, front: {template: card-classic, title: A, art: art/a.svg}}\n").file(
        "game/art/a.svg",
        format!("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 30'>\n{drawing}\n</svg>"),
    )
}

#[test]
fn pictures_repeat_their_elements() {
    let tool = pictured(
        "<g data-for='row in range(2)'><circle data-for='n in [4, 12]' data-if='n > 4 or row' cx='{{ n }}' cy='{{ row * 9 + loop.index }}' r='2' fill='{{ palette.accent }}'/></g>",
    );
    tool.run("export ./game --to svg").succeeds();
    let svg = std::fs::read_to_string(tool.path().join("output/game/svg/deck/deck-front.svg")).unwrap();
    let plain = pictured(
        "<g><circle cx='12' cy='2' r='2' fill='{{ palette.accent }}'/></g><g><circle cx='4' cy='10' r='2' fill='{{ palette.accent }}'/><circle cx='12' cy='11' r='2' fill='{{ palette.accent }}'/></g>",
    );
    plain.run("export ./game --to svg").succeeds();
    let written = std::fs::read_to_string(plain.path().join("output/game/svg/deck/deck-front.svg")).unwrap();
    assert_eq!(svg, written);
}

#[test]
fn pictures_know_no_piece() {
    let tool = pictured("<rect data-if='id' width='5' height='5'/><rect width='{{ face.width }}' height='5'/>");
    refuses(&tool, 2, &["unknown name `id`", "unknown name `face`", "art/a.svg:2:16"]);
    let outside = pictured(
        "<g data-for='n in range(3)'><rect width='{{ n + 1 }}' height='5'/></g><rect width='{{ n }}' height='5'/>",
    );
    refuses(&outside, 1, &["unknown name `n`"]);
}
