//! The ground under the rules: pictures of who sees what and how far it is, and the same against slow ways to find out.

use proptest::prelude::*;
use tablewright::inside::ground::{Ground, Metric, Now, Sight, Steps, Touch, UNREACHED, Veil, Ways};
use tablewright::inside::load::{WithTemplates, load_game};
use tablewright::inside::model::{Board, Cell, Kind, MemoryAssets};

const GAME: &str = "title: T\ncomponents:\n  b: {kind: board, board: board.yaml, front: board-classic}\n";
const LEGEND: &str = "legend:\n\
    \x20 \".\": {terrain: ground}\n\
    \x20 \"~\": {terrain: mud}\n\
    \x20 \"^\": {terrain: bush, enter: false, sight: false}\n\
    \x20 x: {terrain: table, enter: false}\n\
    \x20 H: {terrain: hall, merge: HALL}\n\
    edges:\n\
    \x20 \"-\": {edge: wall, pass: false}\n\
    \x20 \"|\": {edge: wall, pass: false}\n\
    \x20 D: {edge: door}\n\
    \x20 W: {edge: window, look: window}\n";

/// A board from the lines of its plan.
fn board(lines: &[String], adjacency: &str) -> Board {
    let plan = lines.join("\n  ");
    let yaml = format!("cell: 20mm\nadjacency: {adjacency}\nplan: |\n  {plan}\n{LEGEND}");
    let assets = WithTemplates(MemoryAssets::new().with("game.yaml", GAME).with("board.yaml", &yaml));
    let (game, found) = load_game(&assets, "t");
    assert!(!found.has_errors(), "{found}\n{yaml}");
    let Kind::Board(board) = game.unwrap().components.remove(0).kind else { panic!("no board") };
    *board
}

fn drawn(plan: &str) -> Board {
    let lines: Vec<&str> = plan.lines().filter(|line| !line.trim().is_empty()).collect();
    let indent = lines[0].len() - lines[0].trim_start().len();
    board(&lines.iter().map(|line| line[indent..].to_owned()).collect::<Vec<_>>(), "orthogonal")
}

fn space(board: &Board, id: &str) -> usize {
    board.spaces.iter().position(|space| space.id == id).unwrap_or_else(|| panic!("{id}"))
}

/// The board as letters, one for each square.
fn picture(board: &Board, letter: impl Fn(usize) -> char) -> String {
    let at = |column, row| board.spaces.iter().position(|s| s.cells.contains(&Cell { column, row })).unwrap();
    let line = |row| (0..board.columns.len()).map(|column| letter(at(column, row))).collect::<String>();
    (0..board.rows.len()).map(line).collect::<Vec<_>>().join("\n")
}

/// What hides on a board as it says itself.
fn usual_sight(board: &Board, ground: &Ground) -> Sight {
    Sight {
        edges: ground.edges().iter().map(|edge| !board.edge_kinds[edge.kind].sight).collect(),
        spaces: board.spaces.iter().map(|space| !board.terrain(space).sight).collect(),
        ..Sight::default()
    }
}

fn edge_flags(ground: &Ground, names: &[&str]) -> Vec<bool> {
    for name in names {
        assert!(ground.edges().iter().any(|edge| edge.name == *name), "{name}");
    }
    ground.edges().iter().map(|edge| names.contains(&edge.name.as_str())).collect()
}

/// What somebody sees: `@` where they are, `o` what is seen, a blank what is not.
fn seen(plan: &str, from: &str, barred: &[&str], change: impl FnOnce(&mut Sight)) -> String {
    let board = drawn(plan);
    let ground = Ground::new(&board);
    let mut sight = usual_sight(&board, &ground);
    change(&mut sight);
    let now = if barred.is_empty() {
        Veil::default()
    } else {
        Veil { edges: edge_flags(&ground, barred), ..Veil::default() }
    };
    let from = space(&board, from);
    let letter = |to| match (to == from, sight.sees(&ground, from, to, &now)) {
        (true, _) => '@',
        (_, true) => 'o',
        _ => ' ',
    };
    picture(&board, letter).lines().map(str::trim_end).collect::<Vec<_>>().join("\n")
}

#[track_caller]
fn same(found: &str, expected: &str) {
    let rows = expected.lines().filter_map(|line| line.trim().strip_prefix(':')?.strip_suffix(':'));
    let expected: Vec<&str> = rows.map(str::trim_end).collect();
    let found: Vec<&str> = found.split('\n').collect();
    assert!(found == expected, "found:\n  :{}:", found.join(":\n  :"));
}

const ROOM: &str = "
    + + + + + + + +
     . . . . . . .
    + +-+-+-+ + + +
     .|. . .|. . .
    + + + + + + + +
     .|. . .D. . .
    + + + + + + + +
     .|. . .|. . .
    + +-+W+-+ + + +
     . . . . . . .
    + + + + + + + +
";

#[test]
fn a_room_is_looked_into_through_its_openings() {
    // From the middle of the room: through the window below and the door at the right; walls' ends hide.
    same(
        &seen(ROOM, "C3", &[], |_| ()),
        "
        :       :
        : ooo  o:
        : o@oooo:
        : ooo  o:
        :  o    :
    ",
    );
    // A barred door hides as a wall does.
    same(
        &seen(ROOM, "C3", &["D3-E3"], |_| ()),
        "
        :       :
        : ooo   :
        : o@o   :
        : ooo   :
        :  o    :
    ",
    );
    // Nearer to the door more is seen; the line to the far corners would touch the ends of the walls beside it.
    same(
        &seen(ROOM, "D3", &[], |_| ()),
        "
        :      o:
        : ooo oo:
        : oo@ooo:
        : ooo oo:
        :  o   o:
    ",
    );
}

#[test]
fn ends_of_walls_can_be_clear() {
    // Past the posts of the door, and still not between two walls that meet.
    same(
        &seen(ROOM, "C3", &[], |sight| sight.past_ends = true),
        "
        :       :
        : ooo oo:
        : o@oooo:
        : ooo oo:
        :  o    :
    ",
    );
    // From outside nobody looks around the corner of the house.
    same(
        &seen(ROOM, "A1", &[], |_| ()),
        "
        :@oooooo:
        :o      :
        :o      :
        :o      :
        :o      :
    ",
    );
}

const BUSHES: &str = "
    + + + + + +
     . . . . .
    + + + + + +
     . . ^ . .
    + + + + + +
     . . . . .
    + + + + + +
     . . . x .
    + + + + + +
     . . . . .
    + + + + + +
";

#[test]
fn bushes_hide_what_is_behind_them_and_tables_do_not() {
    // A line that only touches a corner of the bush is clear.
    same(
        &seen(BUSHES, "C3", &[], |_| ()),
        "
        :o   o:
        :ooooo:
        :oo@oo:
        :ooooo:
        :ooooo:
    ",
    );
    same(
        &seen(BUSHES, "B1", &[], |_| ()),
        "
        :o@ooo:
        :ooo o:
        :oo   :
        :ooo  :
        :ooo  :
    ",
    );
    // With `by_corners` a bush hides what is past its corner, and with `own` itself.
    same(
        &seen(BUSHES, "B2", &[], |_| ()),
        "
        :ooo  :
        :o@o  :
        :ooo  :
        :oooo :
        :ooooo:
    ",
    );
    same(
        &seen(BUSHES, "B2", &[], |sight| (sight.by_corners, sight.own) = (true, true)),
        "
        :oo   :
        :o@   :
        :oo   :
        :ooo  :
        :oooo :
    ",
    );
}

/// What it costs to get everywhere: `@` at the start, `*` from 10 on, a blank where nobody gets.
fn costs(plan: &str, from: &str, budget: u32, now: impl FnOnce(&Board, &Ground) -> Now) -> String {
    let board = drawn(plan);
    let ground = Ground::new(&board);
    let ways = house_ways(&board, &ground, Steps::Board);
    let reached = ways.reach(&[space(&board, from)], &[], budget, &now(&board, &ground));
    let letter = |to: usize| match reached[to] {
        UNREACHED => ' ',
        0 => '@',
        cost => char::from_digit(cost, 10).unwrap_or('*'),
    };
    picture(&board, letter).lines().map(str::trim_end).collect::<Vec<_>>().join("\n")
}

/// Mud costs 2 and windows cost 1 besides.
fn house_ways(board: &Board, ground: &Ground, steps: Steps) -> Ways {
    let enter = |space: usize| {
        let ground = board.terrain(&board.spaces[space]);
        Ok::<_, ()>(ground.enter.then_some(if ground.name == "mud" { 2 } else { 1 }))
    };
    let cross = |crossing: tablewright::inside::ground::Crossing| {
        let kind = crossing.edge.map(|edge| &board.edge_kinds[ground.edges()[edge].kind]);
        Ok(kind.is_none_or(|kind| kind.pass).then_some(u32::from(kind.is_some_and(|kind| kind.name == "window"))))
    };
    Ways::new(ground, steps, false, enter, cross).unwrap()
}

#[test]
fn ways_go_through_doors_and_windows_and_around_the_rest() {
    same(
        &costs(ROOM, "C3", 99, |_, _| Now::default()),
        "
        :8765456:
        :8212345:
        :71@1234:
        :6212345:
        :5434456:
    ",
    );
}

#[test]
fn what_is_different_now_is_said_with_the_question() {
    // The door is barred: everybody climbs through the window.
    let barred = |_: &Board, ground: &Ground| Now { shut: edge_flags(ground, &["D3-E3"]), ..Now::default() };
    same(
        &costs(ROOM, "C3", 4, barred),
        "
        :       :
        : 212   :
        : 1@1   :
        : 212   :
        : 434   :
    ",
    );
    // Somebody stands in the door, and nobody gets past them.
    let occupied = |board: &Board, _: &Ground| Now {
        blocked: (0..board.spaces.len()).map(|at| board.spaces[at].id == "D3").collect(),
        ..Now::default()
    };
    same(
        &costs(ROOM, "C3", 3, occupied),
        "
        :       :
        : 212   :
        : 1@    :
        : 212   :
        :  3    :
    ",
    );
    // A wall was broken down, and the window is full of glass.
    let broken = |_: &Board, ground: &Ground| Now {
        opened: edge_flags(ground, &["C1-C2"]),
        toll: edge_flags(ground, &["C4-C5"]).into_iter().map(|is| if is { 5 } else { 0 }).collect(),
        ..Now::default()
    };
    same(
        &costs(ROOM, "C3", 3, broken),
        "
        : 323   :
        : 2123  :
        : 1@123 :
        : 2123  :
        :       :
    ",
    );
}

#[test]
fn a_large_space_is_one_step_and_touches_all_around_it() {
    let plan = "
        + + + + +
         . . . .
        + + + + +
         . H H|.
        + + + + +
         . . . .
        + + + + +
    ";
    let board = drawn(plan);
    let ground = Ground::new(&board);
    let names = |found: Vec<usize>| found.iter().map(|at| board.spaces[*at].id.as_str()).collect::<Vec<_>>().join(" ");
    let hall = space(&board, "HALL");
    assert_eq!(names(ground.touching(hall, Touch::Sides)), "B1 C1 A2 D2 B3 C3");
    assert_eq!(names(ground.touching(hall, Touch::Corners)), "A1 D1 A3 D3");
    assert_eq!(names(ground.touching(space(&board, "A1"), Touch::Either)), "B1 A2 HALL");
    assert_eq!(ground.steps(hall, space(&board, "D3"), Metric::Sides), Some(2));
    assert_eq!(ground.steps(hall, space(&board, "D3"), Metric::King), Some(1));
    assert_eq!(names(ground.apart(space(&board, "A1"), Metric::King, 2, 2)), "C1 A3 B3 C3");
    let ways = house_ways(&board, &ground, Steps::Board);
    let path = |from: &str, to: &str| {
        let path = ways.path(&[space(&board, from)], &[space(&board, to)], 99, &Now::default());
        path.map(|(path, cost)| format!("{} for {cost}", names(path)))
    };
    assert_eq!(path("A2", "C3").as_deref(), Some("A2 HALL C3 for 2"));
    assert_eq!(path("A2", "D2").as_deref(), Some("A2 HALL C1 D1 D2 for 4"));
    let by_squares = Ways::new(&ground, Steps::Sides, true, |_| Ok::<_, ()>(Some(1)), |_| Ok(Some(0))).unwrap();
    let (path, cost) = by_squares.path(&[space(&board, "A2")], &[space(&board, "D2")], 99, &Now::default()).unwrap();
    assert_eq!((names(path).as_str(), cost), ("A2 HALL D2", 3));
}

// Random boards, and slow ways to find out.

/// The lines of a plan with random squares and edges.
fn plans() -> impl Strategy<Value = Vec<String>> {
    (2..7_usize, 2..7_usize).prop_flat_map(|(columns, rows)| {
        let square = prop::sample::select(vec!['.', '.', '.', '.', '~', '^', 'x']);
        let edge = prop::sample::select(vec![' ', ' ', ' ', ' ', ' ', '-', 'D', 'W']);
        let signs = prop::collection::vec((square, edge.clone(), edge), columns * rows);
        let hall = (0..columns - 1, 0..rows, any::<bool>());
        (signs, hall).prop_map(move |(signs, (hall_column, hall_row, is_there))| {
            let is_hall =
                |column, row| is_there && row == hall_row && (column == hall_column || column == hall_column + 1);
            let mut lines = vec!["+ ".repeat(columns) + "+"];
            for row in 0..rows {
                let (mut squares, mut below) = (String::from(" "), String::from("+"));
                for column in 0..columns {
                    let (square, right, under) = signs[row * columns + column];
                    squares.push(if is_hall(column, row) { 'H' } else { square });
                    let inside = is_hall(column, row) && is_hall(column + 1, row) || column + 1 == columns;
                    squares.push(if inside { ' ' } else { right });
                    below.push(if row + 1 == rows { ' ' } else { under });
                    below.push('+');
                }
                lines.extend([squares, below]);
            }
            lines
        })
    })
}

/// Twice the signed area of a triangle.
fn turn(a: (i64, i64), b: (i64, i64), c: (i64, i64)) -> i64 {
    (b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0)
}

/// Whether two closed segments have a point in common; no three ends are in line unless they touch.
fn meet(a: (i64, i64), b: (i64, i64), c: (i64, i64), d: (i64, i64)) -> bool {
    let [p, q, r, s] = [turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b)].map(i64::signum);
    p * q <= 0 && r * s <= 0
}

/// Whether a segment has a point inside a square, its sides left out: between the first and the last moment at which it
/// is inside in both directions there is time.
fn goes_through(a: (i64, i64), b: (i64, i64), corner: (i64, i64)) -> bool {
    // Moments are fractions with a positive divisor.
    let (mut first, mut last) = ((0, 1), (1, 1));
    for (from, to, low) in [(a.0, b.0, corner.0), (a.1, b.1, corner.1)] {
        let by = to - from;
        if by == 0 {
            if from <= low || from >= low + 2 {
                return false;
            }
            continue;
        }
        let at = |line: i64| ((line - from) * by.signum(), by.abs());
        let (near, far) = if by > 0 { (at(low), at(low + 2)) } else { (at(low + 2), at(low)) };
        if near.0 * first.1 > first.0 * near.1 {
            first = near;
        }
        if far.0 * last.1 < last.0 * far.1 {
            last = far;
        }
    }
    first.0 * last.1 < last.0 * first.1
}

/// The upper left corner of a square, in half squares.
fn corner(column: usize, row: usize) -> (i64, i64) {
    (i64::try_from(2 * column).unwrap(), i64::try_from(2 * row).unwrap())
}

fn middle(cell: &Cell) -> (i64, i64) {
    let (x, y) = corner(cell.column, cell.row);
    (x + 1, y + 1)
}

/// Sight as the words say it, one thing of the board after another.
fn sees_slowly(board: &Board, a: usize, b: usize, barred: &dyn Fn(&str) -> bool) -> bool {
    let is_clear = |from: (i64, i64), to: (i64, i64)| {
        let hidden_by_edge = board.edges.iter().any(|(side, kind)| {
            let (x, y) = corner(side.column, side.row);
            let end = if side.upright { (x, y + 2) } else { (x + 2, y) };
            let kind = &board.edge_kinds[*kind];
            (!kind.sight || barred(&kind.name)) && meet(from, to, (x, y), end)
        });
        let hidden_by_space = board.spaces.iter().enumerate().any(|(at, space)| {
            at != a
                && at != b
                && !board.terrain(space).sight
                && space.cells.iter().any(|cell| goes_through(from, to, corner(cell.column, cell.row)))
        });
        !hidden_by_edge && !hidden_by_space
    };
    let cells = |space: usize| board.spaces[space].cells.iter().map(middle).collect::<Vec<_>>();
    a == b || cells(a).iter().any(|from| cells(b).iter().any(|to| is_clear(*from, *to)))
}

/// Costs by going over all steps until nothing changes.
fn reach_slowly(ways: &Ways, spaces: usize, from: usize, now: &Now) -> Vec<u32> {
    let mut cost = vec![UNREACHED; spaces];
    cost[from] = 0;
    loop {
        let before = cost.clone();
        for a in (0..spaces).filter(|a| before[*a] != UNREACHED) {
            for (b, known) in cost.iter_mut().enumerate() {
                if let Some(price) = ways.step(a, b, now) {
                    *known = (*known).min(before[a] + price);
                }
            }
        }
        if cost == before {
            return cost;
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(160))]

    #[test]
    fn sight_is_what_the_words_say(lines in plans(), is_barred in any::<bool>()) {
        let board = board(&lines, "orthogonal");
        let ground = Ground::new(&board);
        let sight = usual_sight(&board, &ground);
        let barred = |name: &str| is_barred && name != "wall";
        let doors = ground.edges().iter().map(|edge| barred(&board.edge_kinds[edge.kind].name)).collect();
        let now = if is_barred { Veil { edges: doors, ..Veil::default() } } else { Veil::default() };
        for a in 0..board.spaces.len() {
            for b in 0..board.spaces.len() {
                let sees = sight.sees(&ground, a, b, &now);
                let names = (&board.spaces[a].id, &board.spaces[b].id);
                prop_assert_eq!(sees, sees_slowly(&board, a, b, &barred), "{:?} of {}", names, lines.join("\n"));
                prop_assert_eq!(sees, sight.sees(&ground, b, a, &now), "both ways: {:?}", names);
                prop_assert!(!sees || sight.sees(&ground, a, b, &Veil::default()), "a barrier opens nothing");
                let (edges, spaces) = sight.between(&ground, a, b, &now);
                prop_assert_eq!(sees, edges.is_empty() && spaces.is_empty());
            }
        }
    }

    #[test]
    fn ways_are_the_cheapest(lines in plans(), king in any::<bool>(), chosen in prop::collection::vec(any::<bool>(), 64)) {
        let board = board(&lines, if king { "king" } else { "orthogonal" });
        let ground = Ground::new(&board);
        let ways = house_ways(&board, &ground, Steps::Board);
        let spaces = board.spaces.len();
        let now = Now {
            blocked: (0..spaces).map(|at| chosen[at % 64] && chosen[(at * 7 + 3) % 64] && chosen[(at + 5) % 64]).collect(),
            shut: (0..ground.edges().len()).map(|at| chosen[(at * 5 + 1) % 64] && chosen[at % 64]).collect(),
            ..Now::default()
        };
        let all: Vec<Vec<u32>> = (0..spaces).map(|from| ways.reach(&[from], &[], 9_999, &now)).collect();
        for a in 0..spaces {
            prop_assert_eq!(&all[a], &reach_slowly(&ways, spaces, a, &now), "from {}\n{}", &board.spaces[a].id, lines.join("\n"));
            let back = ways.distances(&[a], 9_999, &now);
            for b in 0..spaces {
                // A goal is entered even when it is blocked.
                if !now.blocked[a] {
                    prop_assert_eq!(back[b], all[b][a], "the same from the other end");
                }
                for c in 0..spaces {
                    prop_assert!(all[a][c] <= all[a][b].saturating_add(all[b][c]), "the way over a third is no shorter");
                }
                match ways.path(&[a], &[b], 9_999, &now) {
                    Some((path, cost)) => {
                        prop_assert!(path[0] == a && path[path.len() - 1] == b);
                        let price = |pair: &[usize]| {
                            let last = Now { blocked: Vec::new(), ..now.clone() };
                            ways.step(pair[0], pair[1], if pair[1] == b { &last } else { &now }).unwrap()
                        };
                        prop_assert_eq!(path.windows(2).map(price).sum::<u32>(), cost);
                        prop_assert!(now.blocked[b] || cost == all[a][b]);
                    }
                    None => prop_assert_eq!(all[a][b], UNREACHED),
                }
            }
        }
    }

    #[test]
    fn touching_is_the_same_from_both_sides(lines in plans()) {
        let board = board(&lines, "king");
        let ground = Ground::new(&board);
        for a in 0..board.spaces.len() {
            let [sides, corners, both] = [Touch::Sides, Touch::Corners, Touch::Either].map(|how| ground.touching(a, how));
            prop_assert_eq!(sides.len() + corners.len(), both.len());
            for b in 0..board.spaces.len() {
                prop_assert_eq!(both.contains(&b), ground.touching(b, Touch::Either).contains(&a));
                let (steps, king) = (ground.steps(a, b, Metric::Sides), ground.steps(a, b, Metric::King));
                prop_assert!(king <= steps && steps == ground.steps(b, a, Metric::Sides));
                prop_assert_eq!(king == Some(1), both.contains(&b));
                prop_assert_eq!(steps == Some(1), sides.contains(&b));
            }
        }
    }
}
