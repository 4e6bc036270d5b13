//! Wishes beyond what paper, printers and files can do: what is told, word for word, and that nothing leaves the paper.

use std::fs;

use crate::support::Tool;

const CARDS: &str = "  deck: {kind: cards, qty: 9, front: {template: card-classic, title: A}, back: card-back}\n";

fn tokens(more: &str) -> Tool {
    Tool::with_game(&format!("  t: {{kind: tokens, {more}, front: plain.svg}}\n")).file(
        "game/plain.svg",
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {{ face.width }} {{ face.height }}"/>"#,
    )
}

/// Every number in the cut lines of a kit, which are millimetres from the upper left corner of its sheets.
fn cut_points(tool: &Tool) -> Vec<f64> {
    let folder = tool.path().join("output/game");
    let names = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file").path());
    let files = names.filter(|path| path.extension().is_some_and(|extension| extension == "svg"));
    let texts: Vec<String> = files.map(|path| fs::read_to_string(path).expect("a text")).collect();
    let lines = texts.iter().flat_map(|text| text.split(" d=\"").skip(1)).filter_map(|rest| rest.split('"').next());
    let numbers = lines.flat_map(|line| line.split(|c: char| !c.is_ascii_digit() && c != '.' && c != '-'));
    numbers.filter_map(|number| number.parse().ok()).collect()
}

#[test]
fn what_is_set_off_by_half_stays_on_the_paper_when_there_is_no_room_for_the_half() {
    for shape in ["shape: diamond, size: 140mm", "shape: hex, size: 90mm x 200mm", "shape: hex, size: 2mm x 240mm"] {
        let tool = tokens(&format!("{shape}, safe: 0, qty: 30"));
        tool.run("print ./game --cut-files svg").succeeds();
        let points = cut_points(&tool);
        assert!(
            points.len() > 30 * 8 && points.iter().all(|point| (5.0..=292.0).contains(point)),
            "{shape} {points:?}"
        );
    }
}

#[test]
fn the_overlap_that_is_refused_is_more_than_what_is_told() {
    let tool = Tool::with_game(CARDS);
    tool.run("print ./game --overlap 78.92mm").fails(
        1,
        r"
error: tiles cannot overlap by 78.92 mm: A4 has 197.3 x 277 mm between its margins, and two fifths of the shorter side are the most
 |
 = help: the most that works is `--overlap 78mm`

1 error",
    );
    tool.run("print ./game --overlap 78mm").succeeds();
}

#[test]
fn lengths_below_nothing_are_read_and_refused() {
    let tool = Tool::with_game(CARDS);
    tool.run("print ./game --overlap -1mm").refuses(&["tiles cannot overlap by -1 mm", "`--overlap 0mm` lets them"]);
    tool.run("print ./game --margin -1mm").refuses(&["a margin of -1 mm is not printed", "`--margin 5mm`"]);
}

#[test]
fn a_margin_leaves_something_of_small_paper() {
    let tool = tokens("size: 12mm, qty: 2");
    tool.run("print ./game --paper 90x160mm --margin 30mm").fails(
        1,
        r"
error: a margin of 30 mm leaves too little of paper of 90 x 160 mm
 |
 = help: the widest that works is `--margin 18mm`

1 error",
    );
    tool.run("print ./game --paper 90x90mm").fails(
        1,
        r"
error: the first page does not fit on paper of 90 x 90 mm
 |
 = help: take larger paper or a smaller `--margin`, or make a first page of your own with `contents`

1 error",
    );
}

/// A game with a first page of its own, which needs some room to the side.
fn with_wide_first_page() -> Tool {
    let first = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {{ face.width }} {{ face.height }}\">
        <rect data-text=\"needs room\" data-size=\"12pt\" x=\"0\" y=\"0\" width=\"{{ face.width - 90 }}\" height=\"9\"/>
        <rect data-flow=\"kit\" x=\"0\" y=\"30\" width=\"{{ face.width }}\" height=\"20\"/></svg>";
    let tool = tokens("size: 12mm, qty: 2").file("game/first.svg", first);
    let game = fs::read_to_string(tool.path().join("game/game.yaml")).expect("a game");
    tool.file("game/game.yaml", format!("{game}contents: first.svg\n"))
}

#[test]
fn a_first_page_that_is_too_large_for_small_paper_becomes_smaller() {
    let tool = with_wide_first_page();
    tool.run("print ./game --paper a4").succeeds();
    tool.run("print ./game --paper 110x160mm").succeeds();
    with_wide_first_page().run("print ./game --paper 90x120mm").fails(
        1,
        r"
error: the first page does not fit on paper of 90 x 120 mm
 |
 = help: take larger paper or a smaller `--margin`, or make a first page of your own with `contents`

1 error",
    );
}

#[test]
fn pieces_that_do_not_fit_are_told_as_large_as_they_print() {
    let tool = Tool::with_game("  d6: {kind: die, sides: 6, front: die-face}\n");
    tool.run("print ./game --scale 400%").refuses(&["a piece of `d6` is 344 x 264 mm and its bleed 8 mm"]);
    let hint = tokens("size: 300mm").run("print ./game --paper a3");
    hint.refuses(&[
        "a piece of `t` is 300 x 300 mm and its bleed 1.5 mm: that does not fit on A3",
        "= help: make it smaller\n",
    ]);
    let tool = tokens("size: 250mm");
    tool.run("print ./game").refuses(&["= help: `--paper tabloid` works, or make the piece smaller\n"]);
    tool.run("print ./game --paper tabloid").succeeds();
    let tool = tokens("size: 189mm");
    tool.run("print ./game").refuses(&["= help: make it smaller, or use less `bleed`\n"]);
}

#[test]
fn a_paper_that_is_named_as_help_has_the_margin_that_was_asked_for() {
    let tool = tokens("size: 250mm");
    tool.run("print ./game --margin 30mm").refuses(&["= help: make it smaller\n"]);
    tool.run("print ./game").refuses(&["= help: `--paper tabloid` works, or make the piece smaller\n"]);
}

#[test]
fn a_grid_is_refused_with_the_room_it_has() {
    let tool = Tool::with_game(CARDS);
    tool.run("print ./game --backs gutterfold --grid 2x3").refuses(&[
        "2 x 3 pieces of `deck` take 127 x 266.7 mm even without bleed: A4 has 93.65 x 277 mm on each side of the fold",
        "the nearest that works is `--grid 3x1`",
    ]);
    tool.run("print ./game --cut-files svg --grid 3x3").refuses(&[
        "3 x 3 pieces of `deck` take 190.5 x 266.7 mm even without bleed: A4 has 197.3 x 265 mm between the registration marks",
        "the nearest that works is `--grid 3x2`",
    ]);
    tool.run("print ./game --paper letter --grid 4x2").refuses(&[
        "4 x 2 pieces of `deck` with 3 mm of bleed take 278 x 189.8 mm: Letter has 266.7 x 195.9 mm between its margins",
    ]);
}

fn job(job: &str) -> Tool {
    let game = format!("title: Small\nprint:\n  x: {job}\ncomponents:\n{CARDS}");
    Tool::new().file("game/game.yaml", game)
}

#[test]
fn an_empty_list_in_a_print_job_is_not_everything() {
    for key in ["paper", "only"] {
        let said = format!(
            "
error: `{key}` is an empty list
 --> ./game/game.yaml:3:{}
  |
3 |   x: {{{key}: []}}
  |{}^
  |
  = help: name what you want, or leave the key out

1 error",
            9 + key.len(),
            " ".repeat(9 + key.len())
        );
        job(&format!("{{{key}: []}}")).run("print ./game --job x").fails(1, &said);
    }
}

#[test]
fn a_print_job_with_a_mistake_is_there_all_the_same() {
    job("3").run("print ./game --job x").fails(
        1,
        r"
error: the print job `x` must be a mapping, not a text
 --> ./game/game.yaml:3:6
  |
3 |   x: 3
  |      ^

1 error",
    );
}

#[test]
fn a_printer_is_saved_once_even_with_spaces_around_its_name() {
    let tool = Tool::new().file("settings/printers.yaml", "den: {scale: 1.01}\n\"den \": {scale: 1.02}\n");
    let said = tool.run("calibrate set --printer attic --scale 1.01");
    said.refuses(&["the printer `den` is there twice", "printers.yaml:2:1", "take one of them out"]);
}

#[test]
fn a_kit_is_written_whole_or_not_at_all() {
    for in_the_way in ["game-a4.pdf", "game-a4.json", "game-a4-contact-sheet.png"] {
        let tool = Tool::with_game(CARDS);
        let folder = tool.path().join("output/game");
        fs::create_dir_all(folder.join(in_the_way)).expect("a folder");
        let ran = tool.run("print ./game --contact-sheet --cut-files svg");
        assert_eq!(ran.code(), Some(1));
        assert!(ran.stderr().contains(&format!("cannot write `output/game/{in_the_way}`")), "{}", ran.stderr());
        assert_eq!(fs::read_dir(folder).expect("a folder").count(), 1, "{in_the_way}");
    }
}

#[test]
fn a_space_that_two_seams_cut_is_one_space() {
    // One space of 760 x 20 mm, and nothing else to cut.
    let row = "H ".repeat(38);
    let tool = Tool::with_game("  bay: {kind: board, board: bay.yaml, front: board-classic}\n").file(
        "game/bay.yaml",
        format!("cell: 20mm\ncoordinates: false\npicture: |\n  {row}\nlegend:\n  H: {{terrain: hall, merge: HALL}}\n"),
    );
    let said = tool.run("print ./game").succeeds().stdout();
    assert!(said.contains("3 x 1 tiles that overlap by 5 mm, and a seam through one space"), "{said}");
}

#[test]
fn many_pages_are_told_as_runs() {
    let tool = Tool::with_game("  m: {kind: mat, size: 190mm x 270mm, bleed: 0, safe: 0, qty: 40, front: plain.svg}\n")
        .file("game/plain.svg", r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 190 270"/>"#);
    let said = tool.run("print ./game --cut-files svg").succeeds().stderr();
    assert!(said.starts_with("warning: pages 2 to 41 have pieces where the registration marks stand"), "{said}");
}

#[test]
fn one_piece_too_many_is_told_once() {
    let tool =
        Tool::with_game("  deck: {kind: cards, rows: [{each: {title: 1..1000, n: 1..21}}], front: card-classic}\n");
    let said = tool.run("check ./game");
    said.refuses(&["more than 20000 different pieces", "\n1 error"]);
}
