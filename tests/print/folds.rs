//! Folds that a template says: on the sheet as dashed lines, and nowhere else.

use crate::support::Tool;
use crate::support::painted::Painted;

fn tent(face: &str, more: &str) -> Tool {
    let svg = format!("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 60 80'>{face}</svg>");
    Tool::with_game(&format!(
        "  tents: {{kind: mat, size: 30mm x 40mm, bleed: 1mm, qty: 2, front: {{template: faces/a.svg}}{more}}}\n"
    ))
    .file("game/faces/a.svg", svg)
}

const FOLD: &str = "<line data-fold='yes' x1='0' y1='40' x2='60' y2='40'/>";

#[test]
fn a_fold_is_dashed_on_the_sheet_and_told() {
    let json = tent(FOLD, "").run("print ./game --json").succeeds().stdout();
    let report: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert!(json.contains("score the dashed lines") && json.contains("fold them"), "{report}");
    let plain = tent("<line x1='0' y1='40' x2='60' y2='40' stroke='black'/>", "").run("print ./game --json");
    assert!(!plain.succeeds().stdout().contains("score the dashed lines"));
    // The drawing itself has no line.
    let tool = tent(FOLD, "");
    tool.run("export ./game --to svg").succeeds();
    let face = std::fs::read_to_string(tool.path().join("output/game/svg/tents/tents-front.svg")).expect("a picture");
    assert!(!face.contains("<path") && !face.contains("<line"), "{face}");
}

#[test]
fn folds_stand_where_they_can_be_folded() {
    let check = |face: &str, more: &str| tent(face, more).run("check ./game");
    check("<path data-fold='yes' d='M0 0H9'/>", "").refuses(&["only a `<line>` can be a fold", "x1=.. y1=.."]);
    check(&format!("<g transform='rotate(9)'>{FOLD}</g>"), "")
        .refuses(&["a fold cannot stand in something that is moved or turned"]);
    check(FOLD, ", back: {template: faces/a.svg}").refuses(&["the folds of a piece are those of its front"]);
    check("<line data-fold='yes' x1='0' y1='up' x2='60' y2='40'/>", "").refuses(&["`y1` must be a number, not `up`"]);
    let standee = "  s: {kind: standee, size: 30mm x 40mm, bleed: 1mm, front: {template: faces/a.svg}}\n";
    let svg = format!("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 60 80'>{FOLD}</svg>");
    let tool = Tool::with_game(standee).file("game/faces/a.svg", svg);
    tool.run("check ./game").refuses(&["this kind of component has its folds already"]);
}

#[test]
fn a_fold_says_which_way_it_goes() {
    let valley = FOLD.replace("'yes'", "'valley'");
    let said = |face: &str| tent(face, "").run("print ./game --json").succeeds().stdout();
    let only = said(&valley);
    assert!(only.contains("score the dash-dotted lines") && only.contains("fold them towards you"), "{only}");
    let mountain = "<line data-fold='mountain' x1='0' y1='20' x2='60' y2='20'/>";
    let both = said(&format!("{valley}{mountain}"));
    assert!(both.contains("score the dashed and dash-dotted lines"), "{both}");
    assert!(both.contains("fold the dashed ones away from you, the others towards you"), "{both}");
    tent(&FOLD.replace("yes", "vally"), "")
        .run("check ./game")
        .refuses(&["`data-fold` cannot be `vally`", "did you mean `valley`?"]);
}

/// Dark dashes are told apart on white and on black; their grey makes them a little shorter in the measure.
#[test]
fn a_fold_is_seen_on_any_ground() {
    let black = format!("<rect x='-2' y='-2' width='64' height='84'/>{FOLD}");
    for (face, is_black) in [(FOLD.to_owned(), false), (black, true)] {
        let tool = tent(&face, "");
        tool.run("print ./game").succeeds();
        let pdf = std::fs::read(tool.path().join("output/game/game-a4.pdf")).expect("a PDF");
        let page = Painted::page(&pdf, 2, 600.0);
        let dashes =
            |line: Vec<(f64, f64)>| line.iter().filter(|(from, to)| (0.75..1.2).contains(&(to - from))).count();
        let lines = (0..2_800_u32).map(|step| 5.0 + f64::from(step) * 0.05);
        let most = lines.map(|at| dashes(page.across(at)).max(dashes(page.down(at)))).max();
        // Thirty millimetres hold sixteen dashes and gaps.
        assert!(most.is_some_and(|most| most >= 14), "black: {is_black}, {most:?} dashes");
    }
}

#[test]
fn folds_turn_and_grow_with_their_pieces() {
    let tool = tent(FOLD, "");
    for flags in ["", "--scale 150%", "--backs gutterfold", "--ink low", "--paper a5"] {
        let said = tool.run(&format!("print ./game --json {flags}")).succeeds().stdout();
        assert!(said.contains("score the dashed lines"), "{flags}");
    }
}
