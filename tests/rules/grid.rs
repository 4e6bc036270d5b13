//! What scripts ask of a board, on small boards and on those of two kits: what lies between, what touches, who gets where
//! and who sees whom; and the sentences for what makes no sense.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::rc::Rc;

use crate::support::played::told;
use crate::support::same_as_golden;
use tablewright::inside::load::{DiskAssets, WithTemplates, load_game};
use tablewright::inside::model::{Game, MemoryAssets};
use tablewright::inside::referee::{AnswerQueue, Custody, FORMAT, Hands, Problem, Start, Table, Viewer};
use tablewright::inside::rules::{ScriptRules, SharedAsker, WallClock, World};

const BOARD: &str = "cell: 20mm\nplan: |\n  + + + + +\n   . .|^ .\n  + + +-+ +\n   . HDH .W.\n  + + +-+ +\n   . . . .\n  + + + + +\n\
    legend:\n  \".\": {terrain: grass}\n  \"^\": {terrain: bush, enter: false, sight: false}\n  H: {terrain: hall, merge: HALL}\n\
    edges:\n  \"-\": {edge: wall, pass: false}\n  \"|\": {edge: wall, pass: false}\n  D: {edge: door, tags: [outer]}\n  W: {edge: window}\n";

fn loaded(assets: &dyn tablewright::inside::model::Assets) -> Game {
    let (game, found) = load_game(assets, "t");
    assert!(!found.has_errors(), "{found}");
    game.unwrap()
}

fn kit(name: &str) -> Game {
    loaded(&WithTemplates(DiskAssets::new(Path::new(env!("CARGO_MANIFEST_DIR")).join("components").join(name))))
}

fn house() -> Game {
    let plan = "cell: 20mm\nplan: |\n  + + + + + +\n   . .|^ . .\n  + + +-+ + +\n   . .DH H|.\n  + + +-+ + +\n   . . . .W.\n  + + + + + +\n";
    let board = format!("{plan}{}", &BOARD[BOARD.find("legend:").unwrap()..]);
    let small = "cell: 20mm\npicture: |\n  . .\nlegend:\n  \".\": {terrain: sand}\n";
    let game = "title: T\ncomponents:\n  house: {kind: board, board: board.yaml, front: board-classic}\n\
        \x20 yard: {kind: board, board: small.yaml, front: board-classic}\n";
    loaded(&WithTemplates(
        MemoryAssets::new().with("game.yaml", game).with("board.yaml", board).with("small.yaml", small),
    ))
}

fn no_board() -> Game {
    loaded(&WithTemplates(MemoryAssets::new().with(
        "game.yaml",
        "title: T\ncomponents:\n  deck: {kind: cards, qty: 1, front: {template: card-classic, title: A}}\n",
    )))
}

/// A table that was just set up.
fn opened(game: &Game, script: &str) -> Result<Table, Problem> {
    let start = Start {
        format: FORMAT,
        game: "t".into(),
        version: "1".into(),
        at: "2026-01-01T00:00:00Z".into(),
        players: vec!["Ann".into(), "Bob".into()],
        options: BTreeMap::new(),
        hands: Hands { usual: Custody::Ask, named: BTreeMap::new() },
        seed: 1,
        strict: false,
        bots: BTreeMap::new(),
    };
    let queue = Rc::new(RefCell::new(AnswerQueue::new(start.players.clone(), start.hands.clone(), start.seed)));
    let asker: SharedAsker = queue.clone();
    let rules = ScriptRules::load(
        script,
        World::new(game, start.players.clone(), start.options.clone()),
        asker,
        WallClock::start(),
    )?;
    Table::open(start, Box::new(rules), queue, Vec::new(), "2026-01-01T00:00:01Z")
}

/// What expressions of a script are on a board, a line each.
fn values(game: &Game, before: &str, expressions: &[&str]) -> Vec<String> {
    let lines = expressions.iter().map(|e| format!("    told({e})\n")).collect::<Vec<_>>().concat();
    let script = format!(
        "declare {{}}\n{before}\n\
         function in_words(value)\n\
         \x20   if type(value) ~= 'table' then return tostring(value) end\n\
         \x20   local parts = {{}}\n\
         \x20   for key, inner in pairs(value) do table.insert(parts, type(key) == 'number' and in_words(inner) or `{{key}}={{in_words(inner)}}`) end\n\
         \x20   return table.concat(parts, ' ')\n\
         end\n\
         function told(first, second)\n\
         \x20   say('{{}}', in_words(first) .. (second ~= nil and ` and {{in_words(second)}}` or ''))\n\
         end\n\
         function steps.setup()\n{lines}    choose {{prompt = 'What now?', options = {{'a', 'b'}}}}\n    return 'over'\nend\n"
    );
    let mut table = opened(game, &script).unwrap_or_else(|problem| panic!("{}", told(&problem)));
    let view = table.view(tablewright::inside::referee::Viewer::Referee).unwrap();
    view.log.iter().map(|line| line.text.clone()).collect()
}

#[track_caller]
fn are(game: &Game, before: &str, expected: &[(&str, &str)]) {
    let expressions: Vec<&str> = expected.iter().map(|(expression, _)| *expression).collect();
    for ((expression, value), found) in expected.iter().zip(values(game, before, &expressions)) {
        assert_eq!(found, *value, "{expression}");
    }
}

#[test]
fn edges_are_seen_by_scripts() {
    are(
        &house(),
        "",
        &[
            ("board.edges", "B1-C1 C1-C2 B2-C2 C2-C3 D2-E2 D3-E3"),
            ("board.edge['B2-C2'].kind", "door"),
            ("board.edge['B2-C2'].tags.outer", "true"),
            ("board.edge['B1-C1'].pass", "false"),
            ("board.ends['B2-C2']", "B2 HALL"),
            ("grid.edge('HALL', 'B2')", "B2-C2"),
            ("grid.edge('B2', 'HALL')", "B2-C2"),
            ("grid.edges('HALL', 'C3')", "C2-C3"),
            ("grid.edge('A1', 'B1')", "nil"),
            ("grid.edge('A1', 'E3')", "nil"),
            ("grid.edges_where(function(edge) return board.edge[edge].kind == 'wall' end)", "B1-C1 C1-C2 C2-C3 D2-E2"),
            ("board.sight.C1", "false"),
            ("board.sight.HALL", "true"),
        ],
    );
}

#[test]
fn what_is_near_is_told() {
    are(
        &house(),
        "",
        &[
            ("grid.beside('HALL')", "C1 D1 B2 E2 C3 D3"),
            ("grid.at_corners('HALL')", "B1 E1 B3 E3"),
            ("grid.around('A1')", "B1 A2 B2"),
            ("grid.steps('HALL', 'A1')", "3"),
            ("grid.king_steps('HALL', 'A1')", "2"),
            ("grid.at_steps('A1', 2)", "C1 B2 A3"),
            ("grid.within_steps('A1', 1)", "A1 B1 A2"),
            ("grid.at_king_steps('HALL', 2)", "A1 A2 A3"),
            ("grid.within_king_steps('E3', 1)", "HALL E2 D3 E3"),
            ("grid.offset('A1', 2, 1)", "HALL"),
            ("grid.offset('A1', -1, 0)", "nil"),
            ("grid.offset('E3', 1, 0)", "nil"),
            ("grid.rim('top')", "A1 B1 C1 D1 E1"),
            ("grid.rim('left')", "A1 A2 A3"),
            ("grid.rim()", "A1 B1 C1 D1 E1 A2 E2 A3 B3 C3 D3 E3"),
            ("grid.of('yard').rim()", "A1 B1"),
            ("grid.of(boards.yard).at(2, 1)", "B1"),
            ("grid.of('yard').terrain('sand')", "A1 B1"),
            ("grid.of('house').terrain('hall')", "HALL"),
        ],
    );
}

#[test]
fn walks_are_asked_with_what_is_different_now() {
    let walks = "walking = grid.walk {cross = {window = 1}}\n\
        king = grid.walk {steps = 'king'}\n\
        muddy = grid.walk {enter = {grass = 3}}\n\
        ghost = grid.walk {steps = 'sides', squares = true, enter = 1, cross = function() return 0 end}\n\
        east = grid.walk {cross = function(step) return step.kind == 'wall' and 5 or board.column[step.to] >= board.column[step.from] and 0 or nil end}\n";
    are(
        &house(),
        walks,
        &[
            ("walking.reach {from = 'A1', budget = 2}", "A1=0 A2=1 A3=2 B1=1 B2=2"),
            ("walking.within {from = 'A1', budget = 2}", "A1 B1 A2 B2 A3"),
            // The hall is one step, and the window costs one more.
            ("walking.path {from = 'A1', to = 'D1'}", "A1 B1 B2 HALL D1 and 4"),
            ("walking.step {from = 'D3', to = 'E3'}", "2"),
            ("walking.step {from = 'B1', to = 'C1'}", "nil"),
            ("walking.path {from = 'D3', to = 'E3'}", "D3 E3 and 2"),
            ("walking.path {from = 'A1', to = 'C1'}", "nil"),
            // A barred door leaves the way around.
            ("walking.path {from = 'B2', to = 'HALL', blocked = {['B2-C2'] = true}}", "B2 B3 C3 D3 HALL and 4"),
            ("walking.path {from = 'B2', to = 'HALL', blocked = {'B2-C2'}, budget = 3}", "nil"),
            // Somebody is in the way, but whom one walks to never is.
            ("walking.path {from = 'B2', to = 'HALL', blocked = {'HALL', 'B3'}}", "B2 HALL and 1"),
            ("walking.distances {to = 'HALL', blocked = {'HALL'}, budget = 1}", "B2=1 D1=1 D3=1 HALL=0"),
            // Up to a limit they share a square.
            ("walking.within {from = 'A1', budget = 1, blocked = {B1 = 5, A2 = 6}, limit = 6}", "A1 B1"),
            ("walking.within {from = 'A1', budget = 1, blocked = {{'B1'}, {A2 = 2}}}", "A1"),
            // Friends are passed, and nobody stops on them; whoever stays stays.
            ("walking.within {from = 'A1', budget = 2, taken = {'A1', 'B1', 'A2'}}", "A1 B2 A3"),
            (
                "walking.reach {from = 'A1', budget = 3, opened = {'B1-C1'}, extra = {A2 = 2, B1 = 1}}",
                "A1=0 A2=3 B1=2 B2=3",
            ),
            ("walking.nearest {from = 'A1', to = {'E1', 'C3', 'B3'}}", "B3 and 3"),
            ("walking.nearest {from = 'A1', to = {'A2', 'B1'}}", "B1 A2 and 1"),
            ("walking.nearest {from = 'A1', to = 'C1'}", ""),
            ("walking.closer {from = 'A1', to = 'D1', budget = 2}", "B2 and 2"),
            ("walking.closer {from = 'A1', to = {'E1', 'A3'}, budget = 1}", "A2 and 1"),
            ("walking.closer {from = 'A1', to = 'C1', budget = 1}", ""),
            // Over a corner nobody goes where a wall ends.
            ("king.within {from = 'A1', budget = 1}", "A1 B1 A2 B2"),
            ("king.step {from = 'D3', to = 'E2'}", "nil"),
            ("king.step {from = 'B3', to = 'HALL'}", "nil"),
            ("muddy.reach {from = 'A1', budget = 3}", "A1=0 A2=3 B1=3"),
            ("muddy.step {from = 'B2', to = 'HALL'}", "1"),
            ("ghost.path {from = 'B2', to = 'E2'}", "B2 HALL E2 and 3"),
            ("ghost.step {from = 'B1', to = 'C1'}", "1"),
            ("east.step {from = 'B1', to = 'A1'}", "nil"),
            ("east.step {from = 'D1', to = 'E1'}", "1"),
            ("east.path {from = 'D1', to = 'E2'}", "D1 E1 E2 and 2"),
            ("walking.within {from = {}}", ""),
        ],
    );
}

#[test]
fn sight_is_asked_with_what_hides_now() {
    let sights = "usual = grid.sight()\nopen = grid.sight {edges = {}, spaces = {}}\nown = grid.sight {own = true, corners = true}\n";
    are(
        &house(),
        sights,
        &[
            ("usual.sees('A2', 'HALL')", "true"),
            ("usual.sees('A2', 'HALL', {['B2-C2'] = true})", "false"),
            ("usual.between('A2', 'HALL', {'B2-C2'})", "B2-C2"),
            ("usual.between('A1', 'E1')", "B1-C1 C1"),
            ("usual.seen {from = 'A2', to = {'A1', 'HALL', 'E2'}}", "A1 HALL"),
            ("usual.sees('A2', 'E2', {}, {'D2-E2'})", "true"),
            ("usual.sees('D1', 'D3', {'HALL'})", "false"),
            ("usual.seen {from = 'E3', to = grid.rim('right')}", "E1 E2 E3"),
            ("open.sees('A1', 'E1')", "true"),
            ("usual.sees('D1', 'C1')", "true"),
            ("own.sees('D1', 'C1')", "false"),
            ("usual.sees('C1', 'C1')", "true"),
        ],
    );
}

/// The house of a kit, as its digest of rules has it.
const PLAGUE: &str = "walking = grid.walk {cross = {window = 1}}\n\
    near = grid.walk {enter = 1, cross = {window = 0}}\n\
    blast = grid.walk {enter = 1, cross = {window = 0}, squares = true}\n\
    usual = grid.sight()\n\
    function squares(list) local count = 0 for _, space in ipairs(list) do count += #board.cells[space] end return count end\n\
    function openings(test) return grid.edges_where(function(edge) return board.edge[edge].pass and test(edge) end) end\n\
    function outer(edge) return board.edge[edge].tags.outer == true end\n\
    function nearest_inside(from) local _, cost = walking.nearest {from = from, to = grid.tagged('inside')} return cost end\n";

#[test]
fn a_house_is_walked_as_its_rules_say() {
    are(
        &kit("zombie-plague"),
        PLAGUE,
        &[
            ("squares(board.spaces)", "500"),
            ("squares(grid.where(function(space) return board.enter[space] end))", "453"),
            // All are connected while everything is open.
            ("#walking.within {from = 'A1'}", "453"),
            ("openings(outer)", "J4-J5 P4-P5 G10-H10 R11-S11 J15-J16 P15-P16"),
            ("openings(function(edge) return not outer(edge) end)", "L7-M7 J9-J10 O9-O10 K11-K12 P11-P12"),
            ("#grid.rim('top') + #grid.rim('bottom')", "50"),
            ("#grid.rim('left') + #grid.rim('right')", "40"),
            // From the middle of each side the house is 7 to 9 points away.
            ("nearest_inside('M1')", "8"),
            ("nearest_inside('Y10')", "8"),
            ("nearest_inside('M20')", "9"),
            ("nearest_inside('A10')", "7"),
            ("grid.beside('CAR')", "U15 V15 W15 T16 X16 T17 X17 U18 V18 W18"),
            // From where each place is searched.
            ("near.within {from = 'H5', budget = 1}", "H5 I5 H6"),
            ("near.within {from = 'R5', budget = 1}", "Q5 R5 R6"),
            ("near.within {from = 'R10', budget = 1}", "Q10 R10 R11"),
            ("near.within {from = 'H15', budget = 1}", "H14 H15 I15"),
            ("near.within {from = 'R15', budget = 1}", "R14 Q15 R15"),
            ("near.within {from = 'D4', budget = 1}", "D3 C4 D4 E4 D5"),
            // Through a window at double cost, both ways; never through walls; a barrier shuts.
            ("walking.step {from = 'J4', to = 'J5'}", "2"),
            ("walking.step {from = 'J5', to = 'J4'}", "2"),
            ("walking.step {from = 'G10', to = 'H10'}", "1"),
            ("walking.step {from = 'I4', to = 'I5'}", "nil"),
            ("walking.step {from = 'J4', to = 'J5', blocked = {['J4-J5'] = true}}", "nil"),
            ("walking.step {from = 'J4', to = 'I5'}", "nil"),
            // A zombie beside a window needs its whole move.
            ("walking.within {from = 'J4', budget = 2, blocked = {'I4', 'K4', 'J3'}}", "J4 J5"),
            // Past friends, and never onto them; not past enemies.
            ("walking.within {from = 'A1', budget = 2, taken = {'B1'}, blocked = {'A2'}}", "A1 C1 B2"),
            // With all outer openings barred nobody gets in.
            ("walking.path {from = 'A1', to = 'K10', blocked = openings(outer)}", "nil"),
            ("walking.path {from = 'F10', to = 'I10'}", "F10 G10 H10 I10 and 3"),
            // The nearest free spaces to a start point where somebody stands.
            (
                "walking.nearest {from = 'F1', to = grid.where(function(space) return space ~= 'F1' end)}",
                "E1 G1 F2 and 1",
            ),
            // A blast goes around walls and through what only stands in the way: the car is three squares wide.
            ("blast.reach {from = 'T16', budget = 2}.X16", "nil"),
            ("blast.reach {from = 'T16', budget = 4}.X16", "4"),
            ("blast.within {from = 'G10', budget = 2}", "G8 F9 G9 E10 F10 G10 H10 I10 F11 G11 H11 G12"),
            ("blast.within {from = 'G10', budget = 1, blocked = {'G10-H10'}}", "G9 F10 G10 G11"),
        ],
    );
}

#[test]
fn a_house_is_seen_as_its_rules_say() {
    are(
        &kit("zombie-plague"),
        PLAGUE,
        &[
            // Through an open door, until it is barred.
            ("usual.sees('A10', 'L10')", "true"),
            ("usual.sees('A10', 'L10', {['G10-H10'] = true})", "false"),
            ("usual.between('A10', 'L10', {'G10-H10'})", "G10-H10"),
            // Through a window; beside it the end of the wall is in the way.
            ("usual.sees('J1', 'J6')", "true"),
            ("usual.sees('J4', 'J5', {'J4-J5'})", "false"),
            ("usual.sees('I4', 'J5')", "false"),
            ("usual.sees('I4', 'I5')", "false"),
            // Around a corner of the house there is no shot.
            ("usual.sees('G4', 'H4')", "true"),
            ("usual.sees('G5', 'H4')", "false"),
            // A bush hides what is behind it; touching only its corner is clear.
            ("usual.sees('B7', 'D7')", "false"),
            ("usual.sees('C6', 'C8')", "false"),
            ("usual.sees('C6', 'D7')", "true"),
            ("usual.sees('B7', 'C8')", "true"),
            ("usual.between('B7', 'D7')", "C7"),
            // Furniture, the car and places to search hide nothing.
            ("usual.sees('I7', 'L7')", "true"),
            ("usual.sees('T16', 'X16')", "true"),
            ("usual.sees('C4', 'E4')", "true"),
            // From room to room through the door between, and over two doors in line.
            ("usual.sees('I7', 'N7')", "true"),
            ("usual.sees('J6', 'J10')", "true"),
            ("usual.sees('J1', 'J10')", "true"),
            ("usual.sees('K8', 'K10')", "false"),
            // Who stands there does not matter, and everybody sees the own space.
            ("usual.sees('A1', 'A1')", "true"),
            ("usual.sees('A1', 'A20')", "true"),
        ],
    );
}

const TOWN: &str = "walking = grid.walk {enter = {cemetery = false}}\n\
    function ring(space) return grid.king_steps(space, 'cemetery') end\n\
    shambling = grid.walk {enter = {cemetery = false}, cross = function(step)\n\
        local to_building = board.terrain[step.from] == 'building' or board.terrain[step.to] == 'building'\n\
        return ring(step.to) >= ring(step.from) and not (to_building and step.corner) and 0 or nil\n\
    end}\n\
    function far(from, to) local _, cost = walking.path {from = from, to = to, blocked = grid.tagged('building')} return cost end\n\
    function rings(least, most) return #grid.where(function(space) return ring(space) >= least and ring(space) <= most end) end\n";

#[test]
fn a_town_touches_as_its_rules_say() {
    let buildings = [
        ("1", "B1 E1 C2 D2", "B2 E2"),
        ("2", "E1 H1 F2 G2", "E2 H2"),
        ("3", "H1 K1 I2 J2", "H2 K2"),
        ("4", "L2 K3 K4 L5", "K2 K5"),
        ("5", "L5 K6 K7 L8", "K5 K8"),
        ("6", "L8 K9 K10 L11", "K8 K11"),
        ("7", "I11 J11 H12 K12", "H11 K11"),
        ("8", "F11 G11 E12 H12", "E11 H11"),
        ("9", "C11 D11 B12 E12", "B11 E11"),
        ("10", "A8 B9 B10 A11", "B8 B11"),
        ("11", "A5 B6 B7 A8", "B5 B8"),
        ("12", "A2 B3 B4 A5", "B2 B5"),
    ];
    let asked: Vec<(String, &str)> = buildings
        .iter()
        .flat_map(|(id, sides, corners)| {
            [(format!("grid.beside('{id}')"), *sides), (format!("grid.at_corners('{id}')"), *corners)]
        })
        .collect();
    let asked: Vec<(&str, &str)> = asked.iter().map(|(asked, value)| (asked.as_str(), *value)).collect();
    are(&kit("zombie-town"), TOWN, &asked);
}

#[test]
fn a_town_is_walked_as_its_rules_say() {
    are(
        &kit("zombie-town"),
        TOWN,
        &[
            ("grid.at_king_steps('cemetery', 1)", "E5 F5 G5 H5 E6 H6 E7 H7 E8 F8 G8 H8"),
            ("rings(4, 4)", "36"),
            ("ring('1') + ring('5') + ring('12')", "15"),
            // Past other buildings, neighbouring ones are two steps apart, and those of building 8 further away five and eight.
            ("far('12', '1') + far('1', '2') + far('3', '4')", "6"),
            ("far('8', '7') + far('8', '9')", "4"),
            ("far('8', '5') + far('8', '6') + far('8', '10') + far('8', '11')", "20"),
            ("far('8', '4') + far('8', '12')", "16"),
            // A zombie needs at least four steps from the cemetery into a building.
            (
                "shambling.nearest {from = grid.tagged('start'), to = grid.tagged('building')}",
                "1 2 3 12 4 11 5 10 6 9 8 7 and 4",
            ),
            // It goes into one over the four squares beside it only, and never back.
            ("shambling.step {from = 'B2', to = '1'}", "nil"),
            ("shambling.step {from = 'C2', to = '1'}", "1"),
            ("shambling.step {from = 'C2', to = 'C3'}", "nil"),
            ("shambling.within {from = '1', budget = 1}", "B1 1 E1"),
            // At most six on a square, and nobody gets into a building that is full.
            (
                "shambling.within {from = 'C2', budget = 1, blocked = {['1'] = 6, B1 = 5, B2 = 6}, limit = 6}",
                "B1 C2 D2 B3",
            ),
        ],
    );
}

/// What makes no sense.
const WRONG: &[(&str, &str)] = &[
    ("a walk from nowhere", "grid.walk().reach {from = 'A9'}"),
    ("a walk from a number", "grid.walk().reach {from = 3}"),
    ("a walk without a start", "grid.walk().reach {budget = 3}"),
    ("a path to no end", "grid.walk().path {from = 'A1'}"),
    ("a misspelt value", "grid.walk().reach {from = 'A1', bugdet = 3}"),
    ("a misspelt question", "grid.walk().raech {from = 'A1'}"),
    ("a text in place of a table", "grid.walk().reach('A1')"),
    ("a budget below nothing", "grid.walk().reach {from = 'A1', budget = -1}"),
    ("half a budget", "grid.walk().reach {from = 'A1', budget = 1.5}"),
    ("a limit that is a text", "grid.walk().reach {from = 'A1', limit = 'six'}"),
    ("a cost below nothing", "grid.walk {enter = {grass = -1}}"),
    ("half a cost", "grid.walk {cross = {door = 0.5}}"),
    ("an endless cost", "grid.walk {enter = math.huge}"),
    ("a cost that is a text", "grid.walk {enter = function() return 'much' end}"),
    ("a cost below nothing from a function", "grid.walk {cross = function(step) return -1 end}"),
    ("an error in a cost", "grid.walk {enter = function(space) return state.pne end}"),
    ("a ground that is not there", "grid.walk {enter = {gras = 2}}"),
    ("an edge that is not there", "grid.walk {cross = {windov = 2}}"),
    ("steps that nobody knows", "grid.walk {steps = 'kings'}"),
    ("squares that are no flag", "grid.walk {squares = 5}"),
    ("an extra cost below nothing", "grid.walk().reach {from = 'A1', extra = {A2 = -3}}"),
    ("an extra cost that is no map", "grid.walk().reach {from = 'A1', extra = 5}"),
    ("an edge in place of a space", "grid.walk().reach {from = 'B2-C2'}"),
    ("an edge that was never declared", "grid.walk().reach {from = 'A1', blocked = {['A1-B1'] = true}}"),
    ("a blocked space that is not there", "grid.walk().reach {from = 'A1', blocked = {'HALLE'}}"),
    ("a step from many", "grid.walk().step {from = {'A1', 'B1'}, to = 'A2'}"),
    ("a sight of nowhere", "grid.sight().sees('A1', 'Z1')"),
    ("a sight of nothing", "grid.sight().sees('A1')"),
    ("a sight that is changed", "grid.sight().sees = 5"),
    ("an edge that hides and is none", "grid.sight {edges = {'wal'}}"),
    ("a kind that is a number", "grid.sight {edges = 7}"),
    ("a misspelt sight", "grid.sight {conrers = true}"),
    ("seen without a viewer", "grid.sight().seen {to = {'A1'}}"),
    ("a side that is none", "grid.rim('lefft')"),
    ("touching nowhere", "grid.beside('A7')"),
    ("steps from nowhere", "grid.steps('A1', 'A7')"),
    ("steps below nothing", "grid.within_steps('A1', -2)"),
    ("beside nowhere", "grid.offset('A7', 1, 0)"),
    ("between nowhere and somewhere", "grid.edge('A7', 'A1')"),
    ("a board that is not there", "grid.of('yrad')"),
    ("a board that is nothing", "grid.of()"),
    ("a misspelt function", "grid.wihtin_steps('A1', 2)"),
    ("a misspelt function of another board", "grid.of('yard').wihtin_steps('A1', 2)"),
    ("a grid that is changed", "grid.of('yard').steps = 5"),
    ("a list that is changed", "table.insert(grid.beside('A1'), 'B2')"),
];

/// What `show` may put a piece on.
#[test]
fn pieces_are_shown_on_edges() {
    let shown = |game: &Game, at: &str| {
        let script = format!(
            "declare {{}}\nfunction steps.setup() return 'over' end\n\
             function show() return {{pieces = {{{{at = '{at}', name = 'barrier', mark = 'B'}}}}}} end"
        );
        let view = opened(game, &script).and_then(|mut table| table.view(Viewer::Everybody));
        view.map_or_else(|problem| told(&problem), |view| view.json()["pieces"][0]["at"].to_string())
    };
    let edge = shown(&house(), "B2-C2");
    assert_eq!(edge, "\"B2-C2\"");
    assert_eq!(shown(&house(), "HALL"), "\"HALL\"");
    let told = ["B2-D2", "HAL", "C2-D2"].map(|at| shown(&house(), at));
    let wrong =
        |at: &str, what: &str, hint: &str| format!("`show` puts a piece on `{at}`, which is {what}\n  help: {hint}");
    let neither = "neither a space nor an edge";
    let known = "known here: `B1-C1`, `B2-C2`, `C1-C2`, `C2-C3`, `D2-E2`, `D3-E3`";
    assert_eq!(told[0], wrong("B2-D2", neither, "did you mean `B2-C2`?"));
    assert_eq!(told[1], wrong("HAL", neither, "did you mean `HALL`?"));
    assert_eq!(told[2], wrong("C2-D2", neither, known), "one space");
    let yard = shown(&kit("zombie-rancher"), "A1-B1");
    assert!(yard.starts_with("`show` puts a piece on `A1-B1`, which is no space\n  help: known here: `A1`"), "{yard}");
}

#[test]
fn what_makes_no_sense_is_told() {
    let mut all = String::new();
    let told_of = |game: &Game, wrong: &str| {
        let script = format!("declare {{}}\nfunction steps.setup()\n    local found = {wrong}\n    return 'over'\nend");
        let script = if wrong.contains(" = 5") { script.replace("local found = ", "") } else { script };
        opened(game, &script).map_or_else(|problem| told(&problem), |_| "plays".to_owned())
    };
    for (what, wrong) in WRONG {
        let found = told_of(&house(), wrong);
        writeln!(all, "{what}:\n  {found}\n").unwrap();
    }
    for wrong in ["grid.where(function() return true end)", "grid.walk()", "grid.of('yard')", "grid.steps('A1', 'B1')"]
    {
        writeln!(all, "no board, {wrong}:\n  {}\n", told_of(&no_board(), wrong)).unwrap();
    }
    same_as_golden("grid-faults.txt", &all);
}
