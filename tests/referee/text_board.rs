//! The board in a terminal: whole screens compared as text, and the same in sentences.

use std::collections::BTreeMap;
use std::path::Path;

use crate::support::same_as_golden;
use tablewright::inside::load::{DiskAssets, WithTemplates, load_game};
use tablewright::inside::model::{Assets, Board, Kind, MemoryAssets, PlacedPiece, Pointers};
use tablewright::inside::ui::terminal::{Hue, PieceMark, Screen, StandsOut, pointed_board, spoken_board};

/// The board with marks on its spaces, and nothing pointed out.
fn text_board(board: &Board, marks: &Marks, screen: Screen) -> String {
    pointed_board(board, marks, &Pointers::default(), screen)
}

fn first_board(assets: &dyn Assets) -> Board {
    let (game, found) = load_game(assets, "t");
    assert!(!found.has_errors(), "{found}");
    let board = |kind: Kind| if let Kind::Board(board) = kind { Some(*board) } else { None };
    game.unwrap().components.into_iter().find_map(|part| board(part.kind)).expect("a board")
}

fn kit(game: &str) -> Board {
    first_board(&WithTemplates(DiskAssets::new(Path::new(env!("CARGO_MANIFEST_DIR")).join("components").join(game))))
}

fn small(board: &str) -> Board {
    let game = "title: T\ncomponents:\n  b: {kind: board, board: board.yaml, front: board-classic}\n";
    first_board(&WithTemplates(
        MemoryAssets::new().with("game.yaml", game).with("board.yaml", format!("cell: 9mm\n{board}")),
    ))
}

fn mark(text: &str, count: usize) -> PieceMark {
    PieceMark { text: text.to_owned(), count, colour: None, stands_out: StandsOut::default() }
}

type Marks = BTreeMap<String, Vec<PieceMark>>;

fn marks<const N: usize>(all: [(&str, &[(&str, usize)]); N]) -> Marks {
    let each =
        |(at, here): (&str, &[(&str, usize)])| (at.to_owned(), here.iter().map(|(text, n)| mark(text, *n)).collect());
    all.into_iter().map(each).collect()
}

#[track_caller]
fn shows(board: &Board, marks: &Marks, screen: Screen, expected: &str) {
    let drawn = text_board(board, marks, screen);
    assert_eq!(drawn.trim_end(), expected.trim_matches('\n'), "\n{drawn}");
    let widest = drawn.lines().map(|line| line.chars().count()).max().unwrap_or(0);
    assert!(widest <= screen.width, "{widest} columns");
}

const WIDE: Screen = Screen { width: 80, height: None, plain: false, colour: false };
const PLAIN: Screen = Screen { width: 80, height: None, plain: true, colour: false };

fn ranch_marks() -> Marks {
    marks([
        ("HP", &[("z", 19)]),
        ("D3", &[("z", 3), ("R", 1)]),
        ("C2", &[("z", 1)]),
        ("A1", &[("R", 1), ("4", 2), ("bait", 3)]),
        ("I9", &[("B", 1), ("gone", 0)]),
    ])
}

#[test]
fn a_ranch() {
    shows(&kit("zombie-rancher"), &ranch_marks(), WIDE, RANCH);
}

const RANCH: &str = "
      A       B       C       D       E       F       G       H       I
  ┌home───┬───────┬───────┬───────┬───────┬───────┬───────┬───────┬home───┐
1 │ R 2x4 │       │       │       │       │       │       │       │       │
  │ 3bait │       │       │       │       │       │       │       │       │
  ├───────┼───────┼───────┼───────┼───────┼───────┼───────┼───────┼───────┤
2 │       │       │   z   │       │░░░░░░░│       │       │       │       │
  ├───────┼───────┼───────┼───────┼───────┼───────┼───────┼───────┼───────┤
3 │       │       │░░░░░░░│ 3z R  │       │       │░░░░░░░│       │       │
  ├───────┼───────┼───────┼HP─────┴───────┴───────┼───────┼───────┼───────┤
4 │       │       │       │                       │       │       │       │
  ├───────┼───────┼───────┤                       ├───────┼───────┼───────┤
5 │       │░░░░░░░│       │          19z          │       │░░░░░░░│       │
  ├───────┼───────┼───────┤                       ├───────┼───────┼───────┤
6 │       │       │       │                       │       │       │       │
  ├───────┼───────┼───────┼───────┬───────┬───────┼───────┼───────┼───────┤
7 │       │       │░░░░░░░│       │       │       │░░░░░░░│       │       │
  ├───────┼───────┼───────┼───────┼───────┼───────┼───────┼───────┼───────┤
8 │       │       │       │       │░░░░░░░│       │       │       │       │
  ├home───┼───────┼───────┼───────┼───────┼───────┼───────┼───────┼home───┤
9 │       │       │       │       │       │       │       │       │   B   │
  └───────┴───────┴───────┴───────┴───────┴───────┴───────┴───────┴───────┘
░░░ barricade
";

#[test]
fn a_ranch_without_line_drawing() {
    shows(&kit("zombie-rancher"), &ranch_marks(), PLAIN, PLAIN_RANCH);
}

const PLAIN_RANCH: &str = "
      A       B       C       D       E       F       G       H       I
  +home---+-------+-------+-------+-------+-------+-------+-------+home---+
1 | R 2x4 |       |       |       |       |       |       |       |       |
  | 3bait |       |       |       |       |       |       |       |       |
  +-------+-------+-------+-------+-------+-------+-------+-------+-------+
2 |       |       |   z   |       |///////|       |       |       |       |
  +-------+-------+-------+-------+-------+-------+-------+-------+-------+
3 |       |       |///////| 3z R  |       |       |///////|       |       |
  +-------+-------+-------+HP-----+-------+-------+-------+-------+-------+
4 |       |       |       |                       |       |       |       |
  +-------+-------+-------+                       +-------+-------+-------+
5 |       |///////|       |          19z          |       |///////|       |
  +-------+-------+-------+                       +-------+-------+-------+
6 |       |       |       |                       |       |       |       |
  +-------+-------+-------+-------+-------+-------+-------+-------+-------+
7 |       |       |///////|       |       |       |///////|       |       |
  +-------+-------+-------+-------+-------+-------+-------+-------+-------+
8 |       |       |       |       |///////|       |       |       |       |
  +home---+-------+-------+-------+-------+-------+-------+-------+home---+
9 |       |       |       |       |       |       |       |       |   B   |
  +-------+-------+-------+-------+-------+-------+-------+-------+-------+
/// barricade
";

#[test]
fn a_house_is_drawn_in_blocks() {
    let there =
        marks([("H6", &[("M", 1)]), ("L10", &[("z", 2), ("O", 1)]), ("M10", &[("s", 1)]), ("CAR", &[("key", 1)])]);
    let drawn = text_board(&kit("zombie-plague"), &there, Screen { width: 70, ..WIDE });
    same_as_golden("text-board-house.txt", &drawn);
    let drawn = text_board(&kit("zombie-plague"), &there, Screen { width: 132, plain: true, ..WIDE });
    same_as_golden("text-board-house-plain.txt", &drawn);
}

/// A house whose ways in are barred in several ways.
fn barred_house() -> Marks {
    marks([
        ("H6", &[("M", 1)]),
        ("L10", &[("z", 12), ("O", 1)]),
        ("L11", &[("z", 2)]),
        ("M11", &[("O", 1), ("P", 1)]),
        ("L13", &[("bait", 1)]),
        ("CAR", &[("key", 1)]),
        ("SOFA", &[("key", 1)]),
        ("J4-J5", &[("N", 1)]),
        ("G10-H10", &[("B", 1)]),
        ("R11-S11", &[("B", 2)]),
        ("J9-J10", &[("B", 1), ("n", 1)]),
        ("J15-J16", &[("Ba", 1)]),
        ("A1-B1", &[("B", 1)]),
    ])
}

#[test]
fn a_house_is_drawn_with_narrow_squares_where_wider_ones_do_not_fit() {
    let board = kit("zombie-plague");
    let drawn = |width, plain| text_board(&board, &barred_house(), Screen { width, plain, ..WIDE });
    let narrow = drawn(80, false);
    assert!(narrow.lines().count() < 35 && narrow.lines().all(|line| line.chars().count() <= 79), "{narrow}");
    same_as_golden("text-board-house-narrow.txt", &(narrow + &drawn(80, true)));
    // Three characters each fit as they always did.
    same_as_golden("text-board-house-wide.txt", &drawn(120, false));
    assert_eq!(drawn(79, false), drawn(80, false));
    assert_ne!(drawn(78, false), drawn(79, false), "in blocks");
}

#[test]
fn pieces_lie_between_squares() {
    let board = small(
        "plan: |\n  +-+-+\n  |. A|\n  +D+ +\n  |.WA|\n  + +-+\n  |. ^|\n  +-+-+\nlegend:\n  \".\": {terrain: g}\n\
         \x20 \"^\": {terrain: sea, enter: false}\n  A: {terrain: a, merge: ATTIC}\nedges:\n\
         \x20 \"-\": {edge: wall, pass: false}\n  \"|\": {edge: wall, pass: false}\n  D: {edge: door}\n\
         \x20 W: {edge: window, look: window}\n",
    );
    let there = marks([
        ("A1", &[("R", 1)]),
        ("ATTIC", &[("z", 3)]),
        ("A1-A2", &[("B", 2)]),
        ("A2-B2", &[("B", 1)]),
        ("B2-B3", &[("x", 10), ("y", 11)]),
        ("A2-A3", &[("B", 1)]),
    ]);
    shows(&board, &there, WIDE, BETWEEN);
    let pointers = Pointers { lit: vec!["A2".into(), "A3".into(), "B3".into(), "ATTIC".into()], lines: vec![] };
    let mut there = there;
    there.insert("A2".into(), vec![mark("z", 1)]);
    there.insert("A3".into(), vec![mark("R", 1), mark("P", 1)]);
    let drawn = |screen| pointed_board(&board, &there, &pointers, screen);
    let narrow = Screen { width: 10, ..WIDE };
    same_as_golden("text-board-edges.txt", &(drawn(PLAIN) + &drawn(narrow) + &drawn(Screen { plain: true, ..narrow })));
}

const BETWEEN: &str = "
      A       B
  ┏━━━━━━━┯ATTIC━━┓
1 ┃   R   │       ┃
  ┣╸ 2B  ╺┪  3z   ┃
2 ┃       B       ┃
  ┠───────╄10x━11y┫
3 ┃       │░░░░░░░┃
  ┗━━━━━━━┷━━━━━━━┛
━━━ wall   ╸ ╺ door   ═══ window   ░░░ sea
elsewhere: A2-A3 B
";

#[test]
fn one_square() {
    shows(
        &small("picture: .\nlegend: {\".\": {terrain: g}}\n"),
        &marks([("A1", &[("king", 1)])]),
        WIDE,
        "
      A
  ┌───────┐
1 │ king  │
  └───────┘
",
    );
}

#[test]
fn only_links_touch() {
    let board = small(
        "adjacency: listed\nlinks: [[A1, B2]]\npicture: |\n  . #\n  . .\nlegend:\n  \".\": {terrain: g}\n  \"#\": {terrain: sea, enter: false}\n",
    );
    shows(
        &board,
        &marks([("B1", &[("s", 1)])]),
        WIDE,
        "
      A       B
  ┌───────┬───────┐
1 │       │░░ s ░░│
  ├───────┼───────┤
2 │       │       │
  └───────┴───────┘
░░░ sea
only these touch: A1 to B2
",
    );
}

#[test]
fn a_space_that_is_no_rectangle() {
    let board = small(
        "picture: |\n  . . L\n  . L L\n  L L L\nlegend:\n  \".\": {terrain: g}\n  L: {terrain: l, merge: YARD, enter: false}\n",
    );
    shows(
        &board,
        &marks([("YARD", &[("a", 1), ("b", 12)])]),
        WIDE,
        "
      A       B       C
  ┌───────┬───────┬YARD───┐
1 │       │       │░░░░░░░│
  ├───────┼───────┘░░░░░░░│
2 │       │░░░░░░░░░░░░░░░│
  ├───────┘░░░░ a 12b ░░░░│
3 │░░░░░░░░░░░░░░░░░░░░░░░│
  └───────────────────────┘
░░░ l
",
    );
    // Cut in two the marks are in one part, and the line between the parts is open.
    shows(
        &board,
        &marks([("YARD", &[("a", 1)])]),
        Screen { width: 11, plain: true, ..WIDE },
        "
    A   B
  +---+---+
1 |   |   |
  +---+YARD
2 |   |///
  +---+ a
3 |///////
  +---+---+

    C
  +YARD
1 |///|
  +///+
2  ///|
   ///+
3  ///|
  +---+
/// l
",
    );
}

#[test]
fn walls_meet() {
    let rows = ["+-+-+-+", "|. .D.|", "+ +-+W+", "|.|. L|", "+d+-+ +", " . L L ", "+ +=+ +"];
    let board = small(&format!(
        "plan: |\n  {}\nlegend:\n  \".\": {{terrain: g}}\n  L: {{terrain: l, merge: L}}\nedges:\n\
         \x20 \"-\": {{edge: wall, pass: false}}\n  \"|\": {{edge: wall, pass: false}}\n  D: {{edge: door}}\n  d: {{edge: door}}\n\
         \x20 W: {{edge: window, look: window}}\n  \"=\": {{edge: hedge, look: line}}\n",
        rows.join("\n  ")
    ));
    shows(
        &board,
        &marks([("A1", &[("a", 1)])]),
        WIDE,
        "
      A       B       C
  ┏━━━━━━━┯━━━━━━━┳━━━━━━━┓
1 ┃   a   │               ┃
  ┠───────╆━━━━━━━╇L══════┫
2 ┃       ┃       │       ┃
  ┡╸     ╺╇━━━━━━━┙       ╿
3 │       │               │
  └───────┶╍╍╍╍╍╍╍╾───────┘
━━━ wall   ╸ ╺ door   ═══ window   ╍╍╍ hedge
",
    );
    shows(
        &board,
        &marks([("A1", &[("a", 1)])]),
        PLAIN,
        "
      A       B       C
  #########################
1 #   a   |               #
  #-------#########L======#
2 #       #       |       #
  #       #########       #
3 |       |               |
  +-------#~~~~~~~#-------+
### wall   # # door   === window   ~~~ hedge
",
    );
}

#[test]
fn what_does_not_fit_is_told() {
    let board = small("picture: |\n  . .\nlegend: {\".\": {terrain: g}}\n");
    let there = marks([
        ("A1", &[("abcdefgh", 1), ("b", 2), ("c", 3), ("d", 4), ("e", 5), ("f", 6), ("g", 7)]),
        ("Z9", &[("x", 2)]),
    ]);
    shows(
        &board,
        &there,
        WIDE,
        "
      A       B
  ┌───────┬───────┐
  │abcdef…│       │
1 │ 2b 3c │       │
  │4d 5e …│       │
  └───────┴───────┘
elsewhere: Z9 2x
",
    );
}

#[test]
fn letters_of_any_width_keep_the_lines_straight() {
    let board =
        small("columns: \u{50f5}\u{5c38}\u{50f5}\u{5c38} b\npicture: |\n  . .\nlegend: {\".\": {terrain: g}}\n");
    let there = marks([("b1", &[("\u{50f5}", 2), ("e\u{301}", 1), ("\u{1b}[2J", 1)])]);
    let drawn = text_board(&board, &there, WIDE);
    assert!(!drawn.contains('\u{1b}'), "nothing moves the cursor");
    assert_eq!(drawn.lines().nth(2), Some("1 │       │ 2\u{50f5} e\u{301} │"), "{drawn}");
}

#[test]
fn colour_says_nothing_that_letters_do_not() {
    let board = small("picture: .\nlegend: {\".\": {terrain: g}}\n");
    let there: Marks = [("A1".to_owned(), vec![PieceMark { colour: Some(Hue::Red), ..mark("R", 2) }])].into();
    let drawn = |colour| text_board(&board, &there, Screen { colour, ..WIDE });
    assert!(drawn(true).contains("\u{1b}[31m2R\u{1b}[0m"), "{:?}", drawn(true));
    assert_eq!(drawn(true).replace("\u{1b}[31m", "").replace("\u{1b}[0m", ""), drawn(false));
}

#[test]
fn the_same_in_sentences() {
    let piece = |at: &str, count: usize, name: &str, label: Option<&str>| PlacedPiece {
        at: at.to_owned(),
        count,
        name: name.to_owned(),
        label: label.map(str::to_owned),
        ..PlacedPiece::default()
    };
    let placed = [
        piece("HP", 19, "zombie", None),
        piece("D3", 2, "zombie", None),
        piece("D3", 1, "red trap", None),
        piece("I9", 0, "zombie", None),
        piece("A1", 1, "", Some("Ann")),
        piece("J1", 1, "zombie", None),
    ];
    let told = spoken_board(&kit("zombie-rancher"), &placed);
    assert_eq!(told, ["A1 (home): piece (Ann)", "D3: 2 zombies, red trap", "HP: 19 zombies", "J1: zombie"]);
    assert!(spoken_board(&kit("zombie-rancher"), &[]).is_empty());
    let placed = [
        piece("J9-J10", 2, "barrier", None),
        piece("H10-I10", 1, "barrier", None),
        piece("G10-H10", 1, "barrier", Some("nailed")),
        piece("CAR", 1, "key", None),
    ];
    assert_eq!(
        spoken_board(&kit("zombie-plague"), &placed),
        [
            "CAR (car): key",
            "between J9 and J10: 2 barriers",
            "between G10 and H10: barrier (nailed)",
            "H10-I10: barrier"
        ]
    );
}

#[test]
fn no_screen_is_too_narrow() {
    for width in [0, 1, 5, 9, 17, 40, 200] {
        for game in ["zombie-rancher", "zombie-plague", "zombie-town"] {
            let drawn = text_board(&kit(game), &ranch_marks(), Screen { width, ..WIDE });
            let widest = drawn.lines().filter(|line| line.contains('│')).map(|line| line.chars().count()).max();
            assert!(widest.is_some_and(|widest| widest <= width.max(8)), "{game} in {width}: {widest:?}");
        }
    }
}

#[test]
fn what_is_pointed_out_is_dotted_and_told() {
    let board =
        small("picture: |\n  . # .\n  . . .\nlegend:\n  \".\": {terrain: g}\n  \"#\": {terrain: sea, enter: false}\n");
    let pointers = Pointers {
        lit: vec!["A1".into(), "B1".into(), "C2".into()],
        lines: vec![("A1".into(), "C2".into()), ("A2".into(), "C1".into())],
    };
    let drawn = |screen| pointed_board(&board, &marks([("A1", &[("R", 1)])]), &pointers, screen);
    same_as_golden("text-board-lit.txt", &(drawn(WIDE) + &drawn(PLAIN)));
}
