//! Wishes for printing: those that no paper can grant get the arithmetic and the nearest thing that works, and following
//! that hint works. What a print job says is what the flags would say.

use crate::support::Tool;

fn deck(size: &str) -> Tool {
    Tool::with_game(&format!(
        "  deck: {{kind: cards, size: {size}, qty: 20, front: {{template: card-classic, title: A}}, back: card-back}}\n"
    ))
}

#[test]
fn three_by_three_with_all_its_bleed_does_not_fit_on_letter() {
    deck("poker").run("print ./game --paper letter --grid 3x3").fails(
        1,
        "error: 3 x 3 pieces of `deck` with 3 mm of bleed take 284.7 x 208.5 mm: Letter has 266.7 x 195.9 mm between its margins
 --> ./game/game.yaml:4:3
  |
4 |   deck: {kind: cards, size: poker, qty: 20, front: {template: card-classic, title: A}, back: card-back}
  |   ^^^^
  |
  = help: 3 x 3 works with 0 mm of bleed: add `--wish paper`
  = help: the nearest that works is `--grid 3x2`, with 3 mm of bleed

1 error",
    );
    deck("poker").run("print ./game --paper letter --grid 3x3 --wish paper").succeeds();
    deck("poker").run("print ./game --paper letter --grid 3x2").succeeds();
    deck("poker").run("print ./game --paper letter --grid 5x5").refuses(&[
        "5 x 5 pieces of `deck` take 444.5 x 317.5 mm even without bleed: Letter has 266.7 x 195.9 mm between its margins",
        "the nearest that works is `--grid 3x2`, with 3 mm of bleed",
    ]);
}

#[test]
fn what_is_folded_needs_twice_the_room() {
    // Lying on its side, one pair of tarot cards just fits; one of jumbo cards does not.
    let said = deck("tarot").run("print ./game --paper a5 --backs gutterfold").succeeds().stdout();
    assert!(said.contains("one on a sheet, 3 mm of bleed, 1 mm at the edge of the sheet, 20 sheets"), "{said}");
    deck("jumbo").run("print ./game --paper a5 --backs gutterfold").refuses(&[
        "front and back of `deck` are 88.9 x 139.7 mm each; with 5 mm on both sides of the fold between them they do not \
         fit on A5, which has 135.3 x 190 mm between its margins",
        "`--backs separate` works on this paper",
    ]);
    deck("jumbo").run("print ./game --paper a5 --backs separate").succeeds();
}

#[test]
fn margins_are_what_printers_leave() {
    deck("poker").run("print ./game --margin 0mm").fails(
        1,
        "error: a margin of 0 mm is not printed: home printers leave at least 5 mm\n |\n = help: the nearest that works is `--margin 5mm`\n\n1 error",
    );
    deck("poker").run("print ./game --margin 5mm").succeeds();
    deck("poker").run("print ./game --margin 4in").refuses(&["the widest that works is `--margin 40mm`"]);
}

#[test]
fn tiles_are_larger_than_their_overlap() {
    deck("poker").run("print ./game --overlap 150mm").refuses(&[
        "tiles cannot overlap by 150 mm: A4 has 197.3 x 277 mm between its margins, and two fifths of the shorter side \
         are the most",
        "the most that works is `--overlap 78mm`",
    ]);
    deck("poker").run("print ./game --overlap 78mm").succeeds();
    deck("poker").run("print ./game --overlap=-1mm").refuses(&["tiles cannot overlap by -1 mm"]);
}

#[test]
fn what_fits_is_said_before_anything_is_written() {
    let said = deck("poker").run("print ./game --paper letter").succeeds().stdout();
    assert!(
        said.contains(
            "6-up (3 x 2), 3 mm of bleed, 1.9 mm at the edge of the sheet, 4 sheets, 36 cuts; 8-up (4 x 2) leaves 1.5 mm on 3 sheets\n"
        ),
        "{said}"
    );
    let said = deck("poker").run("print ./game --paper letter --wish paper --margin 5mm").succeeds().stdout();
    assert!(
        said.contains("8-up (4 x 2), 1.9 mm of bleed (asked: 3 mm), 3 sheets, ")
            && said.contains("; 6-up (2 x 3) leaves 3 mm on 4 sheets\n"),
        "{said}"
    );
}

#[test]
fn a_print_job_stands_for_its_flags() {
    let job = "print:\n  default: {paper: [a4, both], backs: duplex-long}\n  thrifty: {paper: letter, wish: paper, backs: gutterfold, only: cards}\n";
    let game = format!(
        "title: Small\n{job}components:\n  deck: {{kind: cards, qty: 20, front: {{template: card-classic, title: A}}, back: card-back}}\n"
    );
    let tool = Tool::new().file("game/game.yaml", game);
    tool.run("print ./game").succeeds();
    let written = |name: &str| tool.path().join("output/game").join(name).is_file();
    assert!(written("game-a4-duplex-long.pdf") && written("game-both-duplex-long.pdf"));
    tool.run("print ./game --job thrifty --backs none").succeeds();
    assert!(written("game-cards-letter-no-backs.pdf"), "flags are stronger");
    let wrong = tool.run("print ./game --job thrfity");
    assert!(wrong.stderr().contains("there is no print job `thrfity`"), "{}", wrong.stderr());
    assert!(wrong.stderr().contains("did you mean `thrifty`?"), "{}", wrong.stderr());
    Tool::with_game("  d: {kind: cards, front: card-back}\nprint: {home: {paper: a9, backs: duplex, grid: 3, scale: big, inks: low}}\n")
        .run("check ./game")
        .refuses(&[
            "there is no paper `a9`",
            "`backs` cannot be `duplex`",
            "`3` is no grid: write columns and rows, as in `3x3`",
            "`big` is no scale: write it as in `90%`, from 25% to 400%",
            "unknown key `inks`",
        ]);
}

#[test]
fn pieces_change_their_size_only_when_asked() {
    let tool = deck("poker");
    let said = tool.run("print ./game --scale 50%").succeeds().stdout();
    assert!(said.contains("1.5 mm of bleed, as asked"), "{said}");
}
