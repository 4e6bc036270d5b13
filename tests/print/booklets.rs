//! Booklets: sheets that are folded as people fold them and then read from the first page to the last; figures, drawn
//! tables, columns and contents lists; what is said about mistakes in them.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use tablewright::inside::diag::Diagnostics;
use tablewright::inside::geom::{Point, Size, Turn};
use tablewright::inside::impose::{Item, Kit, MarkKind, Page, SheetFit, impose};
use tablewright::inside::layout::common::Common;
use tablewright::inside::layout::face::{Face, Layer};
use tablewright::inside::layout::{Fonts, LaidComponent, LaidPiece, Studio};
use tablewright::inside::load::{WithTemplates, load_game};
use tablewright::inside::model::{Backs, Booklets, Colour, Game, MemoryAssets, Outline, Paper, PrintLayout};
use tablewright::inside::units::Length;

use crate::support::Tool;

/// The pages on both halves of a side, by their numbers.
type Halves = [Option<usize>; 2];

const BOOKLET: &str = "  rules: {kind: booklet, text: r.md, front: {template: booklet-page}}\n";
/// Pages of 100 x 150 mm with one column of 80 x 120 mm.
const PLAIN: &str = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 100 150'>\
    <rect data-flow='text' x='10' y='10' width='80' height='120'/></svg>";
const GHOSTS: &str = "  ghosts: {kind: tokens, size: 16mm, front: token, rows: [{id: grey, text: G}, {id: green, text: N}]}\n\
    \x20 map: {kind: board, board: board.yaml, front: board-classic}\n";
const BOARD: &str = "cell: 20mm\npicture: |\n  . . . .\n  . . . .\n  . . . .\nlegend:\n  \".\": {terrain: field}\n";

fn assets(game: &str, files: &[(&str, &str)]) -> WithTemplates<MemoryAssets> {
    let game = format!("title: T\ncomponents:\n{game}");
    let assets = MemoryAssets::new().with("game.yaml", game).with("r.md", "Words.\n");
    WithTemplates(files.iter().fold(assets, |assets, (path, text)| assets.with(path, *text)))
}

fn loaded(assets: &WithTemplates<MemoryAssets>) -> Game {
    let (game, found) = load_game(assets, "t");
    assert!(!found.has_errors(), "{found}");
    game.unwrap()
}

/// The first component of a game with so many pages of a size, and nothing on them.
fn pages(count: usize, size: Size) -> LaidComponent {
    let page = |number: usize| {
        let id = format!("page-{}", number + 1);
        let face = Face {
            id: id.clone(),
            component: 0,
            size,
            bleed: Length::ZERO,
            safe: Length::ZERO,
            outline: Outline::Rect { corner: Length::ZERO },
            folds: Vec::new(),
            cut: None,
            // No two pages look the same.
            layers: vec![Layer::Fill { rect: [number as f32, 0.0, 1.0, 1.0], colour: Colour::default() }],
        };
        LaidPiece { id, quantity: 1, front: Common::new(face), back: None }
    };
    LaidComponent { component: 0, pieces: (0..count).map(page).collect() }
}

fn mm(width: i64, height: i64) -> Size {
    Size::new(Length::from_mm(width), Length::from_mm(height))
}

fn arranged(game: &Game, laid: LaidComponent, layout: PrintLayout) -> Kit {
    let mut found = Diagnostics::new();
    let mut kit = impose(game, &[laid], &layout, &mut found);
    assert!(!found.has_errors(), "{found}");
    kit.finish(game, None);
    kit
}

/// The page on each half of a side of a sheet, as whoever looks at that side sees them from left to right: its number, or
/// none when it is blank, and whether it can be read. A side that is printed upside down is turned back first.
fn halves(page: Option<&Page>, is_turned: bool) -> Halves {
    let mut seen = [None, None];
    let Some(page) = page else { return seen };
    let fold = page.sheet.size.width / 2;
    for Item { face, at, turn, trim, .. } in &page.items {
        assert_eq!(*turn, if is_turned { Turn::Half } else { Turn::None }, "{} can be read", face.id);
        assert_eq!(*at, trim.origin);
        assert!(trim.right() == fold || trim.left() == fold, "{} begins in the fold", face.id);
        assert_eq!(trim.top() + trim.bottom(), page.sheet.size.height, "{} is in the middle", face.id);
        let is_left = (trim.right() == fold) != is_turned;
        let number = face.id.strip_prefix("page-").and_then(|number| number.parse().ok());
        seen[usize::from(!is_left)] = number;
    }
    seen
}

/// The numbers of the pages in the order in which they are read, once the sheets are laid into each other and folded.
fn read(kit: &Kit, backs: Backs) -> Vec<Option<usize>> {
    let [section] = &kit.sections[..] else { panic!("one section") };
    let fronts = || section.pages.iter().enumerate().filter(|(_, page)| page.back_of.is_none());
    let sheets: Vec<(Halves, Halves)> = fronts()
        .map(|(number, front)| {
            let back = section.pages.iter().find(|page| page.back_of == Some(number));
            // A sheet that lies on its side and is turned over its long edge has its other side upside down for whoever
            // turns it like a page.
            (halves(Some(front), false), halves(back, backs == Backs::DuplexLong))
        })
        .collect();
    // From outside to inside every sheet shows the right half of its front, and behind that the left half of its back; from
    // there on back to the outside the right half of the back, and behind that the left half of the front.
    let in_front = sheets.iter().flat_map(|(front, back)| [front[1], back[0]]);
    let behind = sheets.iter().rev().flat_map(|(front, back)| [back[1], front[0]]);
    in_front.chain(behind).collect()
}

#[test]
fn folded_sheets_are_read_from_first_to_last() {
    let game = loaded(&assets(BOOKLET, &[]));
    for paper in [Paper::A4, Paper::LETTER] {
        for backs in [Backs::DuplexLong, Backs::DuplexShort, Backs::Separate, Backs::None, Backs::Gutterfold] {
            for count in 1..=40 {
                let booklets = Some(Booklets::SaddleStitch);
                let layout = PrintLayout { backs, booklets, ..PrintLayout::on(paper) };
                let kit = arranged(&game, pages(count, mm(133, 190)), layout);
                let blank = count.next_multiple_of(4) - count;
                let expected = (1..=count).map(Some).chain(std::iter::repeat_n(None, blank));
                assert_eq!(read(&kit, backs), expected.collect::<Vec<_>>(), "{count} pages, {backs:?}");
                let fronts = kit.sections[0].pages.iter().filter(|page| page.back_of.is_none()).count();
                assert_eq!(fronts, count.div_ceil(4));
            }
        }
    }
}

#[test]
fn what_is_usual_depends_on_backs_and_pages() {
    let game = loaded(&assets(BOOKLET, &[]));
    let sides = |count, backs| {
        let kit = arranged(&game, pages(count, mm(133, 190)), PrintLayout { backs, ..PrintLayout::on(Paper::A4) });
        (kit.sections[0].pages.len(), kit.sections[0].fit.as_ref().map(SheetFit::sentence))
    };
    let stapled = "5 pages and 3 blank ones at the end, on both sides of 2 sheets, to fold and staple";
    assert_eq!(sides(5, Backs::Separate), (4, Some(stapled.into())));
    assert_eq!(sides(5, Backs::DuplexShort), (4, Some(stapled.into())));
    assert_eq!(sides(5, Backs::None), (3, None));
    assert_eq!(sides(5, Backs::Gutterfold), (3, None));
    assert_eq!(sides(2, Backs::Separate), (1, None));
    let single = PrintLayout { booklets: Some(Booklets::Single), ..PrintLayout::on(Paper::A4) };
    assert_eq!(arranged(&game, pages(3, mm(133, 190)), single).sections[0].pages.len(), 3);
}

#[test]
fn pages_of_half_a_sheet_leave_no_room_for_small_print() {
    let game = loaded(&assets(BOOKLET, &[]));
    let half_letter = Size::new(Length::from_um(139_700), Length::from_um(215_900));
    for (paper, size) in [(Paper::A4, mm(148, 210)), (Paper::LETTER, half_letter)] {
        let layout = PrintLayout { booklets: Some(Booklets::SaddleStitch), ..PrintLayout::on(paper) };
        let kit = arranged(&game, pages(8, size), layout);
        assert_eq!(read(&kit, Backs::Separate), (1..=8).map(Some).collect::<Vec<_>>());
        for page in &kit.sections[0].pages {
            assert!(page.labels.is_empty() && page.marks.is_empty(), "nothing is written over the pages");
            assert!(page.sheet.whole().contains(page.trim_box()));
        }
        // Nobody asked for it: one page on each sheet, with everything around it.
        let usual = arranged(&game, pages(8, size), PrintLayout::on(paper));
        assert!(usual.sections[0].pages.iter().all(|page| page.items.len() == 1 && !page.labels.is_empty()));
    }
}

#[test]
fn the_fold_is_marked_beside_the_pages_and_the_staples_in_it() {
    let game = loaded(&assets(BOOKLET, &[]));
    for paper in [Paper::A4, Paper::LETTER] {
        let kit = arranged(&game, pages(8, mm(133, 190)), PrintLayout::on(paper));
        for (number, page) in kit.sections[0].pages.iter().enumerate() {
            let (trim, middle) = (page.trim_box(), page.sheet.size.width / 2);
            let of_kind = |wanted: fn(&MarkKind) -> bool| {
                page.marks.iter().filter(|mark| wanted(&mark.kind)).map(|mark| (mark.from, mark.to)).collect::<Vec<_>>()
            };
            let folds = of_kind(|kind| matches!(kind, MarkKind::Fold(_)));
            assert!(folds.iter().all(|(from, to)| from.x == middle && to.x == middle));
            let inside = |(from, to): &&(Point, Point)| from.y >= trim.top() && to.y <= trim.bottom();
            let staples: Vec<Length> =
                folds.iter().filter(inside).map(|(from, to)| (from.y + to.y) / 2 - trim.top()).collect();
            let corners = of_kind(|kind| *kind == MarkKind::Cut);
            // Only the outermost sheet is seen when it is stapled and trimmed.
            if number == 0 || page.back_of == Some(0) {
                assert_eq!(staples, [1, 3].map(|quarter| trim.size.height * quarter / 4));
                assert!(corners.len() >= 4, "{corners:?}");
            } else {
                assert!(staples.is_empty() && corners.is_empty(), "page {number}: {staples:?} {corners:?}");
            }
            let is_beyond = |(from, to): &(Point, Point)| {
                to.x <= trim.left() || from.x >= trim.right() || to.y <= trim.top() || from.y >= trim.bottom()
            };
            assert!(corners.iter().all(is_beyond), "{corners:?}");
        }
    }
}

#[test]
fn a_pair_of_pages_that_fits_nowhere_is_refused() {
    let tool = Tool::with_game("  rules: {kind: booklet, size: 160mm x 200mm, text: r.md, front: booklet-page}\n")
        .file("game/r.md", "Words.\n");
    tool.run("check ./game --paper a4 --booklets saddle-stitch").fails(
        1,
        "
error: two pages of `rules` side by side take 320 x 200 mm: that does not fit on A4, which has 297 x 210 mm for them
 --> ./game/game.yaml:4:3
  |
4 |   rules: {kind: booklet, size: 160mm x 200mm, text: r.md, front: booklet-page}
  |   ^^^^^
  |
  = help: make them smaller with `size`, take larger paper, or print them with `--booklets single`

1 error",
    );
    tool.run("check ./game --paper a4").succeeds();
    let job = "print:\n  default: {booklets: sadle-stitch}\n";
    let tool =
        Tool::new().file("game/game.yaml", format!("title: T\ncomponents:\n{BOOKLET}{job}")).file("game/r.md", "W.\n");
    tool.run("check ./game").refuses(&["`booklets` cannot be `sadle-stitch`", "did you mean `saddle-stitch`?"]);
}

#[test]
fn three_blank_pages_behind_the_last_are_told() {
    let said = |pages: usize| {
        let text = vec!["Words.\n"; pages].join("\n[page]\n\n");
        let tool =
            Tool::new().file("game/game.yaml", format!("title: T\ncomponents:\n{BOOKLET}")).file("game/r.md", text);
        tool.run("check ./game --paper a4 --booklets saddle-stitch").succeeds().stderr()
    };
    let told = "warning[empty-page]: `rules` has 5 pages, and 3 blank ones behind them when it is folded\n";
    assert!(said(5).contains(told), "{}", said(5));
    for pages in [1, 4, 6, 8] {
        assert!(!said(pages).contains("empty-page"), "{pages}: {}", said(pages));
    }
}

/// The words on every page of the first component, a line for each baseline, from top to bottom.
fn words(assets: &WithTemplates<MemoryAssets>) -> Vec<Vec<String>> {
    words_in_columns(assets, f32::MAX)
}

/// The same where a second column begins so many millimetres from the left.
fn words_in_columns(assets: &WithTemplates<MemoryAssets>, second: f32) -> Vec<Vec<String>> {
    let game = loaded(assets);
    let mut found = Diagnostics::new();
    let fonts = Fonts::load(assets, &mut found);
    let laid = Studio::new(&game, assets, &fonts).lay_out(0, &mut found, &|| ());
    assert!(!found.has_errors(), "{found}");
    laid.pieces.iter().map(|page| lines_of(&page.front, second)).collect()
}

fn lines_of(face: &Face, second: f32) -> Vec<String> {
    let mut runs: BTreeMap<(bool, String), String> = BTreeMap::new();
    let slots = face.layers.iter().flat_map(|layer| match layer {
        Layer::Art { slots, .. } => slots.iter().flatten().flat_map(Layer::seen).collect::<Vec<_>>(),
        _ => Vec::new(),
    });
    for layer in slots {
        let (at, text) = match layer {
            Layer::Glyphs(run) => (run.origin, run.text.clone()),
            Layer::Face { face, transform } => {
                let (x, y) = transform.apply(0.0, 0.0);
                ((x, y), format!("[{} {:.0} wide]", face.id, face.size.width.mm_f32() * transform.0[0]))
            }
            Layer::Art { transform, art, .. } => {
                let (x, y) = transform.apply(0.0, 0.0);
                ((x, y), format!("[{} {:.0} wide]", art.name, art.size()[0] * transform.0[0]))
            }
            _ => continue,
        };
        // Columns from left to right, and lines from top to bottom in each.
        let place = (at.0 >= second, format!("{:07.1}", at.1));
        let _ = write!(runs.entry(place).or_default(), "{text}");
    }
    runs.into_values().map(|line| line.replace(". ", "").trim().to_owned()).collect()
}

const PARAGRAPH: &str = "Ghosts walk through every wall of the house, and through whoever stands behind it.\n\n";

#[test]
fn headings_are_listed_with_their_pages() {
    let text = format!(
        "# Ghosts\n\n[contents]\n\n## Setting up\n\n{}## The end\n\n### Points\n\n{PARAGRAPH}#### Small\n\nMore.\n",
        PARAGRAPH.repeat(24)
    );
    let game = "  rules: {kind: booklet, size: 100mm x 150mm, text: r.md, front: p.svg}\n";
    let pages = words(&assets(game, &[("r.md", &text), ("p.svg", PLAIN)]));
    // The page that a heading is on, as people count.
    let page_of = |heading: &str| 1 + pages.iter().rposition(|page| page.iter().any(|line| line == heading)).unwrap();
    let (end, points) = (page_of("The end"), page_of("Points"));
    assert!(pages.len() > 2 && end > 2 && points >= end, "{pages:?}");
    let listed = ["Ghosts".to_owned(), "Setting up1".into(), format!("The end{end}"), format!("Points{points}")];
    assert_eq!(pages[0][..4], listed);
    // A heading of a lower level is not listed.
    assert!(!pages[0].iter().any(|line| line.starts_with("Small")));
}

#[test]
fn steps_are_torn_only_when_they_fit_on_no_page() {
    let step =
        |words: &str, times: usize| format!("1. {words} {}\n", "and every ghost that is there walks on ".repeat(times));
    let game = "  rules: {kind: booklet, size: 100mm x 150mm, text: r.md, front: p.svg}\n";
    let broken = |text: &str| {
        let pages = words(&assets(game, &[("r.md", text), ("p.svg", PLAIN)]));
        pages.iter().map(|page| page.first().cloned().unwrap_or_default()).collect::<Vec<_>>()
    };
    let short: String = ["First", "Second", "Third", "Fourth"].map(|word| step(word, 12)).concat();
    let starts = broken(&short);
    assert!(starts.len() == 2 && starts[1].contains("Fourth"), "{starts:?}");
    // One that fits on no page goes on over the next.
    let starts = broken(&(step("First", 12) + &step("Long", 90)));
    assert!(starts.len() == 3 && !starts[1].contains("Long"), "{starts:?}");
}

#[test]
fn a_text_stays_with_the_list_that_it_leads_to() {
    let game = "  rules: {kind: booklet, size: 100mm x 150mm, text: r.md, front: p.svg}\n";
    for lines in 10..16 {
        let text = format!("{}Every ghost does one of these.\n\n- haunt\n- wait\n- leave\n", PARAGRAPH.repeat(lines));
        let pages = words(&assets(game, &[("r.md", &text), ("p.svg", PLAIN)]));
        for page in &pages {
            assert_ne!(page.last().unwrap(), "Every ghost does one of these.");
        }
    }
}

#[test]
fn columns_are_filled_one_after_the_other() {
    let two = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 100 150'>\
        <rect data-flow='text' x='4' y='10' width='44' height='40'/>\
        <rect data-flow='text' x='52' y='10' width='44' height='40'/></svg>";
    let game = "  rules: {kind: booklet, size: 100mm x 150mm, text: r.md, front: p.svg}\n";
    let text = (1..=20).map(|number| format!("Ghost {number}\n\n")).collect::<Vec<_>>().concat();
    let pages = words_in_columns(&assets(game, &[("r.md", &text), ("p.svg", two)]), 50.0);
    let expected: Vec<String> = (1..=20).map(|number| format!("Ghost {number}")).collect();
    assert_eq!(pages.concat(), expected);
    assert_eq!(pages.len(), 2);
    // A column of another width would have to be set anew.
    let uneven = two.replace("width='44' height='40'/></svg>", "width='40' height='40'/></svg>");
    let tool = Tool::with_game(game).file("game/r.md", &text).file("game/p.svg", uneven);
    tool.run("check ./game").refuses(&[
        "this column is 40.0 mm wide, and the first one of the booklet 44.0 mm",
        "the text is broken for one width: give all `data-flow` boxes the same",
    ]);
}

#[test]
fn the_ready_template_has_columns() {
    let game = "  rules: {kind: booklet, size: a5, text: r.md, front: {template: booklet-page, columns: 2}}\n";
    let pages = words_in_columns(&assets(game, &[("r.md", &PARAGRAPH.repeat(30))]), 74.0);
    assert_eq!(pages.len(), 1);
    assert!(pages[0].len() > 60, "{:?}", pages[0]);
}

const PICTURE: &str =
    "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 20'><rect width='40' height='20' fill='red'/></svg>";

#[test]
fn figures_are_as_wide_as_the_column_or_as_they_say() {
    let text =
        "Before.\n\n![A *ghost* :die:](art/a.svg)\n\n![](art/a.svg \"30mm\")\n\n![](art/a.svg \"25%\")\n\nAfter.\n";
    let game = "  rules: {kind: booklet, size: 100mm x 150mm, text: r.md, front: p.svg}\n";
    let pages = words(&assets(game, &[("r.md", text), ("p.svg", PLAIN), ("art/a.svg", PICTURE)]));
    let line = |text: &str| pages[0].iter().filter(|line| line.contains(text)).count();
    assert_eq!(pages.len(), 1);
    let wide = |wide: u32| line(&format!("[art/a.svg {wide} wide]"));
    assert_eq!((wide(80), wide(30), wide(20), line("ghost")), (1, 1, 1, 1), "{:?}", pages[0]);
}

#[test]
fn a_figure_is_never_larger_than_its_column() {
    let tall =
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 10 60'><rect width='10' height='60' fill='red'/></svg>";
    let text = format!("{PARAGRAPH}![Tall](art/a.svg)\n\n{PARAGRAPH}");
    let game = "  rules: {kind: booklet, size: 100mm x 150mm, text: r.md, front: p.svg}\n";
    let pages = words(&assets(game, &[("r.md", &text), ("p.svg", PLAIN), ("art/a.svg", tall)]));
    // Alone on its page with its caption, and a sixth as wide as it is high.
    assert_eq!(pages.len(), 3, "{pages:?}");
    assert!(pages[1][0].contains("[art/a.svg 19 wide]") && pages[1][1] == "Tall", "{:?}", pages[1]);
}

#[test]
fn tables_are_drawn_where_they_are_told() {
    let text = "Before.\n\n```board\npieces:\n  b2: grey\n  C2: [green, {draw: ghosts, count: 3}]\n  A1-B1: {name: Door}\n\
        lit: [A1]\nlines: [[B2, C1]]\ncrop: A1..C2\ncaption: Ann **waits**.\n```\n\nAfter.\n";
    let board = format!("{BOARD}between: {{wall: [[A1, B1]]}}\nedges: {{wall: {{edge: wall}}}}\n");
    let game = format!("  rules: {{kind: booklet, size: 100mm x 150mm, text: r.md, front: p.svg}}\n{GHOSTS}");
    let pages = words(&assets(&game, &[("r.md", text), ("p.svg", PLAIN), ("board.yaml", &board)]));
    assert_eq!(pages.len(), 1);
    // Three squares of 20 mm, a bit of what is around them, and the names of the rows.
    assert!(pages[0].iter().any(|line| line.starts_with("[rules/3 6") && line.ends_with(" wide]")), "{:?}", pages[0]);
    assert!(pages[0].iter().any(|line| line.contains("Ann") && line.contains("waits")), "{:?}", pages[0]);
    assert!(!pages[0].iter().any(|line| line.contains("pieces")), "the block itself is not printed");
}

#[test]
fn mistakes_in_a_drawn_table_are_told_where_they_are() {
    let text = "# Ghosts\n\n```board\nboard: mapp\n```\n\n1. Step\n\n   ```board\n   pieces:\n     D9: grey\n     A1: gray\n     A2: {draw: ghosts, cuont: 2}\n\
        \x20    A3: {draw: ghosts, count: 0}\n     B1: {count: 2}\n     B2: rules\n   lit: [Z1]\n   crop: A1..Q1\n   lines: [A1]\n   width: wide\n   ```\n";
    let tool = Tool::with_game(&format!("{BOOKLET}{GHOSTS}")).file("game/r.md", text).file("game/board.yaml", BOARD);
    let said = tool.run("check ./game");
    let said = said.stderr();
    let told: Vec<&str> = said
        .lines()
        .filter(|line| line.starts_with("error") || line.trim_start().starts_with("-->") || line.contains("= help"))
        .map(str::trim)
        .collect();
    assert_eq!(
        told.join("\n"),
        "error: there is no board `mapp`\n--> ./game/r.md:4:8\n= help: did you mean `map`?\n\
         error: `wide` is no width of a picture\n--> ./game/r.md:20:11\n= help: write it as in `60mm` or `50%`\n\
         error: there is no space `Z1` on `map`\n--> ./game/r.md:17:10\n= help: did you mean `A1`?\n\
         error: `lines` is a list of pairs of spaces\n--> ./game/r.md:19:12\n= help: write `lines: [[A1, C2]]`\n\
         error: there is no space `D9` on `map`\n--> ./game/r.md:11:6\n= help: did you mean `D1`?\n\
         error: there is no piece and no component `gray`\n--> ./game/r.md:12:10\n= help: did you mean `grey`?\n\
         error: unknown key `cuont`\n--> ./game/r.md:13:25\n= help: did you mean `count`?\n\
         error: `count` must be a whole number from 1 to 1000, not `0`\n--> ./game/r.md:14:32\n\
         error: a piece needs `draw` or `name`\n--> ./game/r.md:15:10\n= help: say which printed piece it is with `draw`, or what people call it with `name`\n\
         error: `rules` has no pieces that could stand on a board\n--> ./game/r.md:16:10\n\
         error: there is no space `Q1` on `map`\n--> ./game/r.md:18:10\n= help: did you mean `A1`?"
    );
    assert!(said.trim_end().ends_with("11 errors"), "{said}");
}

#[test]
fn mistakes_in_figures_and_lists_are_told_where_they_are() {
    let text = "See ![x](art/a.svg) here.\n\n![](art/b.svg)\n\n![](art/a.svg \"broad\")\n\n[contents]\n";
    let tool = Tool::with_game(BOOKLET).file("game/r.md", text).file("game/art/a.svg", PICTURE);
    tool.run("check ./game").refuses(&[
        "a picture stands on a line of its own, with an empty line above and below\n --> ./game/r.md:1:5",
        "among words there are icons, as in `:coin:`",
        "./game/r.md:3:5",
        "`broad` is no width of a picture\n --> ./game/r.md:5:16",
        "there is no heading to list\n --> ./game/r.md:7:1",
        "4 errors",
    ]);
    let tool = Tool::with_game(BOOKLET).file("game/r.md", "[contents]\n\n# A\n\n[contents]\n");
    tool.run("check ./game")
        .refuses(&["the contents are listed once, and here is a second list\n --> ./game/r.md:5:1"]);
    // Several boards, and none is named.
    let other = "  sea: {kind: board, board: board.yaml, front: board-classic}\n";
    let tool = Tool::with_game(&format!("{BOOKLET}{GHOSTS}{other}")).file("game/board.yaml", BOARD);
    let tool = tool.file("game/r.md", "```board\nlit: [A1]\n```\n\n```board\n```\n");
    tool.run("check ./game").refuses(&[
        "this game has several boards, and the table does not say which it shows\n --> ./game/r.md:1:1",
        "name it, as in `board: map`",
        "this table shows nothing\n --> ./game/r.md:5:1",
    ]);
}

#[test]
fn hostile_booklets_are_bounded() {
    let many = "```board\nlit: [A1]\n```\n\n".repeat(130);
    let tool = Tool::with_game(&format!("{BOOKLET}{GHOSTS}")).file("game/board.yaml", BOARD).file("game/r.md", many);
    tool.run("check ./game").refuses(&["a booklet shows at most 100 tables, and here begins another one"]);
    for text in [
        "1. a\n".repeat(20_000),
        (0..300).map(|depth| format!("{}1. a\n", "   ".repeat(depth))).collect::<Vec<_>>().concat(),
        "![a](b.svg)\n\n".repeat(10_000),
        "![".repeat(30_000),
        "```board\n".repeat(20_000),
        format!("```board\n{}\n```\n", "[".repeat(10_000)),
        format!("[contents]\n\n{}", "# a\n\n".repeat(5_000)),
    ] {
        let ran = Tool::with_game(BOOKLET).file("game/r.md", text).run("check ./game");
        assert!(matches!(ran.code(), Some(0 | 1)), "{}", ran.stderr());
    }
}

#[test]
fn only_the_sheets_with_a_changed_page_are_printed() {
    let game = loaded(&assets(BOOKLET, &[]));
    let mut laid = pages(12, mm(133, 190));
    for (number, piece) in laid.pieces.iter_mut().enumerate() {
        piece.quantity = usize::from(number == 3);
    }
    let kit = arranged(&game, laid, PrintLayout { backs: Backs::DuplexShort, ..PrintLayout::on(Paper::A4) });
    let ids = |page: &Page| page.items.iter().map(|item| item.face.id.clone()).collect::<Vec<_>>();
    // The fourth page is on the second of three sheets.
    assert_eq!(
        kit.sections[0].pages.iter().map(ids).collect::<Vec<_>>(),
        [["page-10", "page-3"], ["page-9", "page-4"]].map(|side| side.map(str::to_owned).to_vec())
    );
    let origin = Point::new(Length::ZERO, Length::ZERO);
    assert!(kit.sections[0].pages.iter().all(|page| page.items.iter().all(|item| item.at != origin)));
}

#[test]
fn a_table_that_goes_on_has_its_headings_once_more() {
    let pages = |head: &str| {
        let rows = (1..=40).fold(String::new(), |rows, number| rows + &format!("| row {number} | + |\n"));
        let text = format!("Words.\n\n| {head} | |\n|---|--:|\n{rows}\nAfter.\n");
        let game = "  rules: {kind: booklet, size: 100mm x 150mm, text: r.md, front: p.svg}\n";
        words(&assets(game, &[("r.md", &text), ("p.svg", PLAIN)]))
    };
    let (named, bare) = (pages("Number"), pages(""));
    let count = |pages: &[Vec<String>], word: &str| -> Vec<usize> {
        pages.iter().map(|page| page.iter().filter(|line| line.starts_with(word)).count()).collect()
    };
    assert!(named.len() > 1, "{named:?}");
    assert!(count(&named, "Number").iter().all(|heads| *heads == 1), "{named:?}");
    assert_eq!(count(&named, "row ").iter().sum::<usize>(), 40, "{named:?}");
    // Below the words of the first page, and at the top of the next.
    assert_eq!((named[0][0].as_str(), named[0][1].as_str(), named[1][0].as_str()), ("Words.", "Number", "Number"));
    // Headings without a word are not repeated, and the room is for rows.
    assert!(count(&bare, "row ")[1..].iter().sum::<usize>() <= count(&named, "row ")[1..].iter().sum::<usize>());
    assert_eq!(named.last().and_then(|page| page.last()).map(String::as_str), Some("After."));
}
