//! Boards of hexes and maps under the rules, against slow ways to find out: who is near, who gets where, who sees whom, and
//! what hangs together.
#![allow(clippy::needless_range_loop, reason = "two numbers name a pair of spaces")]

use std::collections::BTreeSet;
use std::fmt::Write as _;

use proptest::prelude::*;
use tablewright::inside::ground::{Ground, Metric, Now, Sight, Steps, Touch, UNREACHED, Veil, Ways};
use tablewright::inside::load::{WithTemplates, load_game};
use tablewright::inside::model::{Board, Cell, Kind, Lattice, LatticePoint, MemoryAssets};

const GAME: &str = "title: T\ncomponents:\n  b: {kind: board, board: board.yaml, front: board-classic}\n";
const GROUNDS: &str = "legend:\n\
    \x20 \".\": {terrain: ground}\n\
    \x20 \"~\": {terrain: mud}\n\
    \x20 \"^\": {terrain: hill, enter: false, sight: false}\n\
    \x20 \"_\": {gap: true}\n\
    \x20 H: {terrain: hall, merge: HALL}\n";
const EDGES: &str = "edges:\n\
    \x20 wall: {edge: wall, pass: false}\n\
    \x20 ford: {edge: ford, cost: 2}\n";

fn board(yaml: &str) -> Board {
    let assets = WithTemplates(MemoryAssets::new().with("game.yaml", GAME).with("board.yaml", yaml));
    let (game, found) = load_game(&assets, "t");
    assert!(!found.has_errors(), "{found}\n{yaml}");
    let Kind::Board(board) = game.unwrap().components.remove(0).kind else { panic!("no board") };
    *board
}

fn ids(board: &Board, spaces: Vec<usize>) -> String {
    spaces.into_iter().map(|at| board.spaces[at].id.as_str()).collect::<Vec<_>>().join(" ")
}

fn space(board: &Board, id: &str) -> usize {
    board.spaces.iter().position(|space| space.id == id).unwrap_or_else(|| panic!("{id}"))
}

const POINTY: &str = "cell: 20mm\nshape: pointy-hex\npicture: |\n  . . . .\n  . _ ^ .\n  . . . .\n";

#[test]
fn hexes_have_six_neighbours_and_gaps_have_none() {
    let board = board(&(POINTY.to_owned() + GROUNDS));
    let ground = Ground::new(&board);
    let touching = |id: &str| ids(&board, ground.touching(space(&board, id), Touch::Either));
    // The second row is half a hex to the right.
    assert_eq!(touching("C1"), "B1 D1 C2");
    assert_eq!(touching("A2"), "A1 B1 A3 B3");
    assert_eq!(touching("D1"), "C1 C2 D2");
    assert_eq!(ids(&board, ground.touching(space(&board, "A2"), Touch::Corners)), "");
    assert_eq!(ground.steps(space(&board, "A1"), space(&board, "D3"), Metric::King), Some(4));
    assert_eq!(ids(&board, ground.apart(space(&board, "A2"), Metric::Sides, 2, 2)), "C1 C2 C3");
    assert_eq!(ids(&board, ground.at_rim(Some("left"))), "A1 A2 A3");
    assert_eq!(ids(&board, ground.line(space(&board, "A1"), space(&board, "D1")).unwrap()), "A1 B1 C1 D1");
    // Straight down, between the hexes of the second row.
    assert_eq!(ids(&board, ground.line(space(&board, "D1"), space(&board, "D3")).unwrap()), "D1 C2 D3");
}

#[test]
fn a_line_between_two_hexes_is_hidden_by_both() {
    let sees = |picture: &str, by_corners: bool| {
        let board = board(&format!("cell: 20mm\nshape: pointy-hex\npicture: |\n  {picture}\n{GROUNDS}"));
        let ground = Ground::new(&board);
        let spaces = board.spaces.iter().map(|space| !board.terrain(space).sight).collect();
        let sight = Sight { spaces, by_corners, ..Sight::default() };
        sight.sees(&ground, space(&board, "B1"), space(&board, "B3"), &Veil::default())
    };
    let pictures =
        [". . .\n  . . .\n  . . .", ". . .\n  ^ . .\n  . . .", ". . .\n  . ^ .\n  . . .", ". . .\n  ^ ^ .\n  . . ."];
    assert_eq!(pictures.map(|picture| sees(picture, false)), [true, true, true, false]);
    assert_eq!(pictures.map(|picture| sees(picture, true)), [true, false, false, false]);
}

#[test]
fn rims_are_connected_as_in_games_of_connection() {
    let rhombus = "cell: 20mm\nshape: pointy-hex\nnames: axial\npicture: |\n  . . . _\n  . . . _\n  _ . . .\nlegend:\n  \".\": {terrain: g}\n  \"_\": {gap: true}\n";
    let board = board(rhombus);
    let ground = Ground::new(&board);
    assert_eq!(ids(&board, (0..9).collect()), "A1 B1 C1 A2 B2 C2 A3 B3 C3");
    let [left, right] = ["left", "right"].map(|rim| ground.at_rim(Some(rim)));
    let [top, bottom] = ["top", "bottom"].map(|rim| ids(&board, ground.at_rim(Some(rim))));
    assert_eq!((top.as_str(), bottom.as_str()), ("A1 B1 C1", "A3 B3 C3"));
    assert_eq!(ids(&board, ground.at_rim(None)), "A1 B1 C1 A2 C2 A3 B3 C3");
    assert_eq!((ids(&board, left.clone()), ids(&board, right.clone())), ("A1 A2 A3".into(), "C1 C2 C3".into()));
    let chain = |mine: &[&str]| {
        let mine: BTreeSet<usize> = mine.iter().map(|id| space(&board, id)).collect();
        ground.connected(&left, &right, |space| mine.contains(&space)).map(|chain| ids(&board, chain))
    };
    assert_eq!(chain(&["A3", "B2", "C1"]).as_deref(), Some("A3 B2 C1"));
    assert_eq!(chain(&["A1", "B2", "C3"]), None);
    assert_eq!(chain(&["A1", "A2", "B2", "C2", "C1"]).as_deref(), Some("A2 B2 C1"));
    let group =
        ground.group(&[space(&board, "B2")], |at| !["A2", "B1", "C2", "B3"].contains(&board.spaces[at].id.as_str()));
    assert_eq!(ids(&board, group), "C1 B2 A3");
}

#[test]
fn flat_hexes_can_have_their_first_column_lower() {
    let flat = |offset: &str| {
        board(&format!("cell: 20mm\nshape: flat-hex\noffset: {offset}\npicture: |\n  ...\n  ...\n{GROUNDS}"))
    };
    let touching = |board: &Board, id: &str| ids(board, Ground::new(board).touching(space(board, id), Touch::Sides));
    assert_eq!(touching(&flat("even"), "B1"), "A1 C1 A2 B2 C2");
    assert_eq!(touching(&flat("odd"), "B1"), "A1 C1 B2");
}

const MAP: &str = "cell: 10mm\nsize: 100mm x 80mm\nplaces:\n\
    \x20 Harbour: {at: [10mm, 10mm]}\n\
    \x20 Mill: {at: [50mm, 10mm]}\n\
    \x20 Tower: {at: [90mm, 10mm]}\n\
    \x20 Old-Bridge: {at: [50mm, 40mm]}\n\
    \x20 Cave: {at: [50mm, 70mm]}\n\
    edges:\n\
    \x20 track: {edge: track, cost: 3}\n\
    \x20 hidden: {edge: hidden, sight: false}\n\
    \x20 shut: {edge: shut, pass: false}\n\
    connections:\n\
    \x20 - [Harbour, Mill]\n\
    \x20 - [Mill, Tower, track]\n\
    \x20 - {from: Tower, to: Old-Bridge}\n\
    \x20 - {between: [Mill, Old-Bridge], edge: track, cost: 1}\n\
    \x20 - [Old-Bridge, Cave, hidden]\n\
    \x20 - [Harbour, Cave, shut]\n";

#[test]
fn a_map_is_walked_along_its_connections() {
    let board = board(MAP);
    let ground = Ground::new(&board);
    let at = |id: &str| space(&board, id);
    let neighbours = board.neighbours();
    let of = |id: &str| ids(&board, neighbours[at(id)].iter().copied().collect());
    assert_eq!([of("Harbour"), of("Tower"), of("Old-Bridge")], ["Mill", "Mill Old-Bridge", "Mill Cave"]);
    // Nothing is in the way of steps, but one way stays one way.
    let steps = |a: &str, b: &str| ground.steps(at(a), at(b), Metric::Sides);
    assert_eq!(
        [steps("Harbour", "Cave"), steps("Tower", "Old-Bridge"), steps("Old-Bridge", "Tower")],
        [1, 1, 2].map(Some)
    );
    let ways = usual_ways(&board, &ground);
    let path = |a: &str, b: &str| {
        ways.path(&[at(a)], &[at(b)], 99, &Now::default()).map(|(path, cost)| (ids(&board, path), cost))
    };
    assert_eq!(path("Harbour", "Cave"), Some(("Harbour Mill Old-Bridge Cave".into(), 3)));
    assert_eq!(path("Tower", "Harbour"), Some(("Tower Old-Bridge Mill Harbour".into(), 3)));
    assert_eq!(path("Harbour", "Tower"), Some(("Harbour Mill Tower".into(), 4)));
    // What is opened is as long as it was before.
    let opened =
        Now { opened: ground.edges().iter().map(|edge| edge.name == "Harbour-Cave").collect(), ..Now::default() };
    assert_eq!(ways.path(&[at("Harbour")], &[at("Cave")], 99, &opened).map(|(_, cost)| cost), Some(1));
    let sight = Sight {
        edges: ground.edges().iter().map(|edge| !board.edge_kinds[edge.kind].sight).collect(),
        ..Sight::default()
    };
    let sees = |a: &str, b: &str| sight.sees(&ground, at(a), at(b), &Veil::default());
    assert_eq!([sees("Harbour", "Tower"), sees("Old-Bridge", "Tower"), sees("Mill", "Cave")], [true, true, false]);
    let (edges, spaces) = sight.between(&ground, at("Mill"), at("Cave"), &Veil::default());
    assert_eq!((ground.edges()[edges[0]].name.as_str(), spaces.len()), ("Harbour-Cave", 0));
}

/// A step costs what the board says.
fn usual_ways(board: &Board, ground: &Ground) -> Ways {
    let enter = |space: usize| {
        let usual = u32::from(board.map().is_none());
        Ok::<_, ()>(board.terrain(&board.spaces[space]).enter.then_some(usual))
    };
    let cross = |crossing: tablewright::inside::ground::Crossing| {
        let edge = crossing.edge.map(|edge| &ground.edges()[edge]);
        Ok(edge.map_or(Some(0), |edge| board.edge_kinds[edge.kind].pass.then_some(edge.cost)))
    };
    Ways::new(ground, Steps::Board, false, enter, cross).unwrap()
}

// Random boards of hexes.

fn hexes() -> impl Strategy<Value = String> {
    let shape = prop::sample::select(vec!["square", "pointy-hex", "flat-hex"]);
    let offset = prop::sample::select(vec!["even", "odd"]);
    (1..6_usize, 1..6_usize, shape, offset).prop_flat_map(|(columns, rows, shape, offset)| {
        let sign = prop::sample::select(vec!['.', '.', '.', '.', '~', '^', '_']);
        let signs = prop::collection::vec(sign, columns * rows);
        let edges = prop::collection::vec((0..columns, 0..rows, 0..6_usize, any::<bool>()), 0..8);
        let hall = prop::option::of(0..columns);
        (signs, edges, hall).prop_map(move |(mut signs, edges, hall)| {
            signs[0] = '.';
            if let Some(column) = hall.filter(|_| rows > 1) {
                signs[column] = 'H';
                signs[columns + column] = 'H';
            }
            let mut yaml = format!("cell: 20mm\nshape: {shape}\npicture: |\n");
            for row in signs.chunks(columns) {
                let _ = writeln!(yaml, "  {}", row.iter().collect::<String>());
            }
            if shape != "square" {
                let _ = writeln!(yaml, "offset: {offset}");
            }
            yaml + GROUNDS + EDGES + &between(&yaml_of(shape, offset, columns, rows), &edges, (&signs, columns))
        })
    })
}

fn yaml_of(shape: &str, offset: &str, columns: usize, rows: usize) -> Board {
    let offset = if shape == "square" { String::new() } else { format!("offset: {offset}\n") };
    let picture = format!("  {}\n", ".".repeat(columns)).repeat(rows);
    board(&format!("cell: 20mm\nshape: {shape}\n{offset}picture: |\n{picture}legend: {{\".\": {{terrain: g}}}}\n"))
}

/// Random edges between two cells that are there.
fn between(plain: &Board, edges: &[(usize, usize, usize, bool)], (signs, columns): (&[char], usize)) -> String {
    let lattice = plain.lattice().unwrap();
    let sign = |cell: Cell| signs[cell.row * columns + cell.column];
    let mut taken = BTreeSet::new();
    let (mut walls, mut fords) = (String::new(), String::new());
    for (column, row, side, is_wall) in edges {
        let cell = Cell { column: *column, row: *row };
        let Some(other) = lattice.beside(cell, side % lattice.shape.sides()) else { continue };
        let is_free = sign(cell) != '_' && sign(other) != '_' && (sign(cell) != 'H' || sign(other) != 'H');
        if is_free && taken.insert((cell.min(other), cell.max(other))) {
            let list = if *is_wall { &mut walls } else { &mut fords };
            let _ = write!(list, "[{}, {}],", plain.square_name(cell), plain.square_name(other));
        }
    }
    format!("between: {{wall: [{walls}], ford: [{fords}]}}\n")
}

type Ends = [LatticePoint; 2];

/// The ends of the side that two cells share: the corners that both have.
fn shared_side(lattice: &Lattice, [a, b]: [Cell; 2]) -> Ends {
    let others: Vec<LatticePoint> = lattice.corners(b).collect();
    let shared: Vec<LatticePoint> = lattice.corners(a).filter(|corner| others.contains(corner)).collect();
    shared.try_into().unwrap()
}

/// Twice the signed area of a triangle.
fn turn(a: LatticePoint, b: LatticePoint, c: LatticePoint) -> i64 {
    ((b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0)).signum()
}

fn meet([a, b]: Ends, [c, d]: Ends) -> bool {
    let [p, q, r, s] = [turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b)];
    if [p, q, r, s] == [0; 4] {
        let over = |from: LatticePoint, to: LatticePoint, at: LatticePoint| {
            (from.0.min(to.0)..=from.0.max(to.0)).contains(&at.0)
                && (from.1.min(to.1)..=from.1.max(to.1)).contains(&at.1)
        };
        return over(a, b, c) || over(a, b, d) || over(c, d, a);
    }
    p * q <= 0 && r * s <= 0
}

/// How a line meets a cell, by many points of it in floating point.
#[derive(Debug, PartialEq, Eq, Clone, Copy, PartialOrd, Ord)]
enum Seen {
    Nothing,
    Side,
    Inside,
}

fn sampled(lattice: &Lattice, [from, to]: Ends, cell: Cell) -> Seen {
    const POINTS: i32 = 840;
    let corners: Vec<LatticePoint> = lattice.corners(cell).collect();
    let of = |at: i64| at as f64;
    let at = |number: i32| {
        // Not at equal parts: no corner is ever hit by chance.
        let part = (f64::from(number) + 0.417) / f64::from(POINTS);
        (of(from.0) + of(to.0 - from.0) * part, of(from.1) + of(to.1 - from.1) * part)
    };
    let depth = |(x, y): (f64, f64)| {
        let side = |number: usize| {
            let ((a, b), (c, d)) = (corners[number], corners[(number + 1) % corners.len()]);
            of(c - a) * (y - of(b)) - of(d - b) * (x - of(a))
        };
        (0..corners.len()).map(side).fold(f64::MAX, f64::min)
    };
    let deepest = (0..POINTS).map(|number| depth(at(number))).fold(f64::MIN, f64::max);
    if deepest > 1e-9 {
        Seen::Inside
    } else if deepest > -1e-9 {
        Seen::Side
    } else {
        Seen::Nothing
    }
}

/// Sight as the words say it.
fn sees_slowly(board: &Board, a: usize, b: usize, barred: bool) -> bool {
    let lattice = board.lattice().unwrap();
    let declared = board.declared();
    let is_clear = |from: Cell, to: Cell| {
        let line = [lattice.centre(from), lattice.centre(to)];
        let by_edge = declared.iter().any(|edge| {
            let kind = &board.edge_kinds[edge.kind];
            (!kind.sight || barred && kind.name == "ford") && meet(line, shared_side(lattice, edge.cells.unwrap()))
        });
        let hides = |space: usize| space != a && space != b && !board.terrain(&board.spaces[space]).sight;
        let hiding = || {
            (0..board.spaces.len()).filter(|space| hides(*space)).flat_map(|space| board.spaces[space].cells.clone())
        };
        let by_space = hiding().any(|cell| sampled(lattice, line, cell) == Seen::Inside);
        // Two that it runs between, both of them.
        let beside: Vec<Cell> = hiding().filter(|cell| sampled(lattice, line, *cell) == Seen::Side).collect();
        let between = beside.iter().any(|one| {
            let touches = |other: &&Cell| lattice.side_between(*one, **other).is_some() && *other > one;
            beside.iter().filter(touches).any(|other| {
                let [c, d] = shared_side(lattice, [*one, *other]);
                turn(line[0], line[1], c) == 0 && turn(line[0], line[1], d) == 0
            })
        });
        !by_edge && !by_space && !between
    };
    a == b || board.spaces[a].cells.iter().any(|from| board.spaces[b].cells.iter().any(|to| is_clear(*from, *to)))
}

// Random maps.

#[derive(Debug, Clone)]
struct Drawn {
    yaml: String,
    /// From, to, cost, and whether nothing keeps people or eyes off it.
    ways: Vec<(usize, usize, u32, bool, bool)>,
    places: usize,
}

fn maps() -> impl Strategy<Value = Drawn> {
    (1..9_usize).prop_flat_map(|places| {
        let way = (0..places, 0..places, 0..5_u32, any::<bool>(), prop::sample::select(vec!["road", "shut", "fog"]));
        prop::collection::vec(way, 0..16).prop_map(move |written| {
            let mut yaml = "cell: 9mm\nsize: 100mm x 90mm\nplaces:\n".to_owned();
            for place in 0..places {
                let _ = writeln!(yaml, "  P{place}: {{at: [{}mm, {}mm]}}", place * 10, 90 - place * 7);
            }
            yaml.push_str("edges: {road: {edge: road}, shut: {edge: shut, pass: false, sight: true}, fog: {edge: fog, sight: false}}\nconnections:\n");
            let (mut ways, mut taken) = (Vec::new(), BTreeSet::new());
            for (from, to, cost, one_way, kind) in written {
                if from == to || taken.contains(&(from, to)) || !one_way && taken.contains(&(to, from)) {
                    continue;
                }
                taken.insert((from, to));
                ways.push((from, to, cost, kind != "shut", kind != "fog"));
                let ends = if one_way { format!("from: P{from}, to: P{to}") } else { format!("between: [P{from}, P{to}]") };
                if !one_way {
                    taken.insert((to, from));
                    ways.push((to, from, cost, kind != "shut", kind != "fog"));
                }
                let _ = writeln!(yaml, "  - {{{ends}, edge: {kind}, cost: {cost}}}");
            }
            if ways.is_empty() {
                yaml.truncate(yaml.len() - "connections:\n".len());
            }
            Drawn { yaml, ways, places }
        })
    })
}

/// The cheapest of all ways between all places, by trying every place in between.
fn all_costs(map: &Drawn, cost: impl Fn(&(usize, usize, u32, bool, bool)) -> Option<u32>) -> Vec<Vec<u32>> {
    let mut costs = vec![vec![UNREACHED; map.places]; map.places];
    for (place, row) in costs.iter_mut().enumerate() {
        row[place] = 0;
    }
    for way in &map.ways {
        if let Some(cost) = cost(way) {
            costs[way.0][way.1] = costs[way.0][way.1].min(cost);
        }
    }
    for over in 0..map.places {
        for from in 0..map.places {
            for to in 0..map.places {
                costs[from][to] = costs[from][to].min(costs[from][over].saturating_add(costs[over][to]));
            }
        }
    }
    costs
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    #[test]
    fn sight_over_hexes_is_what_the_words_say(yaml in hexes(), is_barred in any::<bool>()) {
        let board = board(&yaml);
        let ground = Ground::new(&board);
        let kinds = |test: &dyn Fn(&str) -> bool| ground.edges().iter().map(|edge| test(&board.edge_kinds[edge.kind].name)).collect();
        let spaces = board.spaces.iter().map(|space| !board.terrain(space).sight).collect();
        let sight = Sight { edges: kinds(&|name| name == "wall"), spaces, ..Sight::default() };
        let now = Veil { edges: if is_barred { kinds(&|name| name == "ford") } else { Vec::new() }, ..Veil::default() };
        for a in 0..board.spaces.len() {
            for b in 0..board.spaces.len() {
                let sees = sight.sees(&ground, a, b, &now);
                prop_assert_eq!(sees, sees_slowly(&board, a, b, is_barred), "{} {}\n{}", &board.spaces[a].id, &board.spaces[b].id, yaml);
                prop_assert_eq!(sees, sight.sees(&ground, b, a, &now));
                let (edges, spaces) = sight.between(&ground, a, b, &now);
                prop_assert_eq!(sees, edges.is_empty() && spaces.is_empty());
            }
        }
    }

    #[test]
    fn hexes_are_walked_and_counted_as_they_touch(yaml in hexes(), chosen in prop::collection::vec(any::<bool>(), 64)) {
        let board = board(&yaml);
        let (ground, count) = (Ground::new(&board), board.spaces.len());
        let lattice = board.lattice().unwrap();
        let cells = |space: usize| board.spaces[space].cells.iter().copied();
        let touch = |a: usize, b: usize| a != b && cells(a).any(|one| cells(b).any(|other| {
            let corners: Vec<LatticePoint> = lattice.corners(other).collect();
            lattice.corners(one).filter(|corner| corners.contains(corner)).count() == 2
        }));
        let (ways, neighbours) = (usual_ways(&board, &ground), board.neighbours());
        let step = |a: usize, b: usize| ways.step(a, b, &Now::default());
        let mut costs = vec![vec![UNREACHED; count]; count];
        for a in 0..count {
            for b in 0..count {
                prop_assert_eq!(ground.touching(a, Touch::Sides).contains(&b), touch(a, b));
                prop_assert_eq!(neighbours[a].contains(&b), step(a, b).is_some() && board.terrain(&board.spaces[a]).enter);
                if step(a, b).is_some() { prop_assert!(touch(a, b)); }
                costs[a][b] = if a == b { 0 } else { step(a, b).unwrap_or(UNREACHED) };
                let steps = cells(a).flat_map(|one| cells(b).map(move |other| lattice.distance(one, other))).min();
                prop_assert_eq!(ground.steps(a, b, Metric::Sides), steps);
            }
        }
        for over in 0..count { for a in 0..count { for b in 0..count {
            costs[a][b] = costs[a][b].min(costs[a][over].saturating_add(costs[over][b]));
        }}}
        let inside = |space: usize| chosen[space % 64];
        for a in 0..count {
            prop_assert_eq!(&ways.reach(&[a], &[], 9_999, &Now::default()), &costs[a]);
            let group = ground.group(&[a], inside);
            for b in 0..count {
                let chain = ground.connected(&[a], &[b], inside);
                prop_assert_eq!(chain.is_some(), group.contains(&b));
                for pair in chain.iter().flat_map(|chain| chain.windows(2)) {
                    prop_assert!(neighbours[pair[0]].contains(&pair[1]) && inside(pair[0]) && inside(pair[1]));
                }
                let mine: Vec<usize> = (0..count).filter(|space| inside(*space)).collect();
                if inside(a) && neighbours[a].contains(&b) && mine.contains(&b) { prop_assert!(group.contains(&b)); }
            }
        }
    }

    #[test]
    fn maps_are_walked_as_their_connections_say(map in maps()) {
        let board = board(&map.yaml);
        let ground = Ground::new(&board);
        let ways = usual_ways(&board, &ground);
        let costs = all_costs(&map, |way| way.3.then_some(way.2));
        let steps = all_costs(&map, |_| Some(1));
        let mut sight = map.clone();
        sight.ways.extend(map.ways.iter().map(|way| (way.1, way.0, way.2, way.3, way.4)));
        let seen = all_costs(&sight, |way| way.4.then_some(1));
        let joined = all_costs(&sight, |_| Some(1));
        let looking = Sight { edges: ground.edges().iter().map(|edge| !board.edge_kinds[edge.kind].sight).collect(), ..Sight::default() };
        for a in 0..map.places {
            prop_assert_eq!(&ways.reach(&[a], &[], 9_999, &Now::default()), &costs[a], "{}", map.yaml);
            let back = ways.distances(&[a], 9_999, &Now::default());
            for b in 0..map.places {
                prop_assert_eq!(back[b], costs[b][a]);
                let far = ground.steps(a, b, Metric::King).and_then(|steps| u32::try_from(steps).ok());
                prop_assert_eq!(far.unwrap_or(UNREACHED), steps[a][b]);
                prop_assert_eq!(ground.touching(a, Touch::Sides).contains(&b), steps[a][b] == 1);
                prop_assert_eq!(ground.connected(&[a], &[b], |_| true).is_some(), costs[a][b] != UNREACHED);
                prop_assert_eq!(looking.sees(&ground, a, b, &Veil::default()), seen[a][b] != UNREACHED);
                let (edges, _) = looking.between(&ground, a, b, &Veil::default());
                prop_assert_eq!(edges.is_empty(), seen[a][b] != UNREACHED || joined[a][b] == UNREACHED);
                let line = ground.line(a, b).map(|line| line.len());
                prop_assert_eq!(line.map_or(UNREACHED, |spaces| u32::try_from(spaces - 1).unwrap()), steps[a][b]);
            }
        }
    }
}
