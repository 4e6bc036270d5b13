//! What scripts can do wrong, by mistake or on purpose: each ends with a sentence, nothing is recorded, and the table goes on.
//! The sentences stand in `tests/golden/faults.txt`; `UPDATE_GOLDEN=1 cargo test` writes them anew.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use crate::support::played::{
    CARDS, answer, any_answer, assert_replays, game, opened, opened_keeping_all, reopened, start, table, told,
};
use serde_json::json;
use tablewright::inside::diag::{Place, SourceText};
use tablewright::inside::dice::Chance;
use tablewright::inside::referee::{Adjusted, Back, Custody, Entry, Problem, Seat, Table, Viewer, What};
use tablewright::inside::rules::Reading;

#[track_caller]
fn golden(name: &str, found: &str) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&path, found).expect("the golden file");
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    assert!(expected == found, "{name} differs; found:\n{found}");
}

/// What a script that cannot be played at all says.
fn told_at_start(script: &str) -> String {
    let text = SourceText::new("rules.luau", script);
    if let Some(wrong) = Reading::of(&Arc::new(text)).wrong().iter().next() {
        let line = wrong.place.as_ref().map_or(0, Place::line);
        return format!("{}\n  help: {}\n  line {line}", wrong.message, wrong.hints.join("; "));
    }
    match table(script, Custody::Ask) {
        Ok(table) => format!("plays; asks: {}", table.request().map_or("nothing", |request| request.prompt.as_str())),
        Err(problem) => told(&problem),
    }
}

/// Scripts that are wrong from the start.
const AT_START: &[(&str, &str)] = &[
    ("nothing at all", ""),
    ("a word that is none", "declare {}\nfunction steps.setup() retrun over end"),
    ("a text without its end", "declare {}\nlocal text = \"open"),
    ("no declaration", "function steps.setup() return 'over' end"),
    ("no setup", "declare {}"),
    ("two declarations", "declare {}\ndeclare {}"),
    ("steps that are no functions", "declare {}\nfunction steps.setup() return 'over' end\nsteps.night = 5"),
    (
        "a step that is called over",
        "declare {}\nfunction steps.setup() return 'over' end\nfunction steps.over() return 'setup' end",
    ),
    (
        "a step without a name",
        "declare {}\nfunction steps.setup() return 'over' end\nsteps[1] = function() return 'over' end",
    ),
    ("show that is no function", "declare {}\nfunction steps.setup() return 'over' end\nshow = 3"),
    ("a loop while it is loaded", "declare {}\nwhile true do end"),
    ("a loop in setup", "declare {}\nfunction steps.setup()\n    while true do end\nend"),
    ("a question while it is loaded", "declare {}\nchoose {prompt = 'Now?', options = {'yes'}}"),
    ("a sentence while it is loaded", "declare {}\nsay('hello')"),
    ("its own choose", "declare {}\nfunction choose() return 'me' end\nfunction steps.setup() return 'over' end"),
    ("its own state", "state = {}"),
    ("a library that is changed", "declare {}\nfunction table.insert() end"),
    ("an entry of a library that is changed", "declare {}\nstring.format = nil"),
    ("require", "local secret = require('/etc/passwd')"),
    ("pcall", "declare {}\nlocal ok = pcall(error)"),
    ("coroutines", "declare {}\nlocal thread = coroutine.create(print)"),
    ("the clock", "declare {}\nlocal now = os.time()"),
    ("chance of its own", "declare {}\nlocal face = math.random(6)"),
    ("metatables", "declare {}\nlocal t = setmetatable({}, {})"),
    ("around the state", "declare {}\nfunction steps.setup()\n    rawset(state, 'pen', 5)\nend"),
    ("bytecode", "declare {}\nlocal f = loadstring('return 1')"),
    ("a misspelt function", "declare {}\nfunction steps.setup()\n    local face = rol {die = 'd6'}\nend"),
    ("a table in no order", "declare {}\nfunction steps.setup()\n    for key, value in state do say(key) end\nend"),
    (
        "a function's table in no order",
        "declare {}\nfunction steps.setup()\n    for key in copy(state) do say(key) end\nend",
    ),
    (
        "a local of the script that changes",
        "declare {}\nlocal count = 0\nfunction steps.setup()\n    count = count + 1\nend",
    ),
    ("a local that grows", "declare {}\nlocal count = 0\nfunction steps.setup()\n    count += 1\nend"),
    (
        "a field of a local that changes",
        "declare {}\nlocal cache = {}\nfunction steps.setup()\n    cache.last = 5\nend",
    ),
    (
        "an entry of a local that changes",
        "declare {}\nlocal cache = {}\nfunction steps.setup()\n    cache[cache[1] or 1] = 5\nend",
    ),
    (
        "a list of the script that grows",
        "declare {}\nlocal cache = {}\nfunction steps.setup()\n    table.insert(cache, 5)\nend",
    ),
    ("a global that changes", "declare {}\nround = 0\nfunction steps.setup()\n    round = round + 1\nend"),
    ("a table of the script that changes", "declare {}\ncache = {}\nfunction steps.setup()\n    cache.last = 5\nend"),
    ("a declaration without `is`", "declare {pen = 5}"),
    ("a list that is declared", "declare {is.flag()}"),
    ("a table without `is`", "declare {pen = {least = 0}}"),
    ("a name that is no word", "declare {['the pen'] = is.flag()}"),
    ("a number without an end", "declare {pen = is.whole(0)}"),
    ("a number in words", "declare {pen = is.whole('none', 'many')}"),
    ("a number that ends before it starts", "declare {pen = is.whole(5, 1)}"),
    ("a number that starts outside", "declare {pen = is.whole(0, 5, 6)}"),
    ("a half", "declare {pen = is.whole(0, 5, 2.5)}"),
    ("a number that is too large", "declare {pen = is.whole(0, 1e300)}"),
    ("a flag that is no flag", "declare {open = is.flag(5)}"),
    ("a text that is no text", "declare {name = is.text(5)}"),
    ("one of a text", "declare {colour = is.one_of('red')}"),
    ("one of nothing", "declare {colour = is.one_of {}}"),
    ("one of numbers", "declare {colour = is.one_of {1, 2}}"),
    ("one of the same", "declare {colour = is.one_of {'red', 'blue', 'red'}}"),
    ("one of others", "declare {colour = is.one_of({'red', 'blue'}, 'green')}"),
    ("a seat that is not there", "declare {active = is.seat(3)}"),
    ("a space that is not there", "declare {at = is.space('D3')}"),
    ("a space without a start", "declare {at = is.space}"),
    ("a list of nothing", "declare {list = is.list()}"),
    ("a list that is too long", "declare {list = is.list(is.flag, 1e9)}"),
    ("a list below zero", "declare {list = is.list(is.flag, -1)}"),
    ("a map from a number", "declare {map = is.map(is.whole(0, 3), is.flag)}"),
    ("a map of nothing", "declare {map = is.map(is.text)}"),
    ("a record of nothing", "declare {record = is.record()}"),
    ("a record with a number", "declare {record = is.record {is.flag()}}"),
    ("own outside of seats", "declare {hand = is.own(is.pile())}"),
    ("pools with a pile", "declare {pools = is.flag(), deck = is.pile()}"),
    ("a declaration in itself", "local t = {kind = 'maybe'}\nt.of = t\ndeclare {t = t}"),
    ("a kind that is none", "declare {t = {kind = 'magic'}}"),
];

#[test]
fn scripts_that_are_wrong_from_the_start() {
    let mut all = String::new();
    for (name, script) in AT_START {
        let _ = writeln!(all, "{name}:\n  {}\n", told_at_start(script));
    }
    golden("faults.txt", &all);
}

/// A game that goes wrong when people say `go`, and goes on when they say `stay`.
fn trap(body: &str) -> String {
    format!(
        "function hostile()\n    {body}\nend\n
declare {{
    pen = is.whole(0, 9), name = is.text(), open = is.flag(), colour = is.one_of {{'red', 'blue'}}, active = is.seat(),
    at = is.space('A1'), maybe = is.maybe(is.space), hand = is.each_seat(is.whole(0, 9)), list = is.list(is.whole(0, 9), 3),
    squares = is.map(is.space, is.whole(0, 3)), lure = is.maybe(is.record {{steps = is.whole(0, 4)}}),
    deck = is.pile('nights'), words = is.map(is.text, is.whole(0, 9)), lists = is.list(is.list(is.whole(0, 9))),
}}
constant = {{1, 2, 3}}
function steps.setup()
    if choose {{prompt = 'What now?', options = {{'go', 'stay'}}}} == 'go' then return hostile() end
    return 'setup'
end
function steps.quiet() return 'quiet' end
function steps.second() state.list[1] = 5 return 'setup' end
"
    )
}

/// What goes wrong while it is played.
const IN_PLAY: &[(&str, &str)] = &[
    ("an endless loop", "while true do end"),
    ("an endless loop that counts", "for n = 1, math.huge do state.pen = n % 9 end"),
    ("an endless loop in a called function", "local function turn() repeat until false end turn()"),
    ("endless recursion", "hostile() return 1"),
    (
        "endless recursion through a label",
        "return choose {prompt = 'Which?', options = {'a'}, labels = function() return hostile() end}",
    ),
    (
        "endless recursion in a comparison",
        "local list = {3, 2, 1} local function by(a, b) table.sort(list, by) return a < b end table.sort(list, by)",
    ),
    ("a table bomb", "local t = {} while true do t = {t, t, table.create(1000, 7)} end"),
    ("a table bomb that is kept", "local t = {} while true do table.insert(t, {t}) end"),
    ("one huge table", "return table.create(1e9, 'x')"),
    ("string doubling", "local s = 'brains' while true do s = s .. s end"),
    ("one huge string", "return string.rep('brains', 1e9)"),
    ("a huge string as a method", "return ('brains'):rep(1e9)"),
    ("a pattern bomb", "return string.find(('a'):rep(40), ('a?'):rep(40) .. ('a'):rep(40))"),
    ("a pattern bomb in match", "return string.match(('a'):rep(30), ('a-'):rep(30) .. 'b')"),
    ("a long search", "return string.find(('a'):rep(900000), ('a'):rep(400000) .. 'b', 1, true)"),
    ("a huge sort", "local t = {} for n = 1, 300000 do t[n] = n end table.sort(t)"),
    ("endless sorts", "local t = table.create(100000, 7) while true do table.sort(t) end"),
    ("a sort with nonsense", "table.sort({1, 'two', {}})"),
    (
        "a sort that is never sure",
        "local t = table.create(100, 1) table.sort(t, function() return true end) return 'setup'",
    ),
    ("a misspelt field that is read", "return state.pne + 1"),
    ("a misspelt field that is written", "state.pne = 1"),
    ("a field that is nothing like it", "state.quantum = 1"),
    ("a misspelt field of a record", "state.lure = {stpes = 1} return 'setup'"),
    ("too much", "state.pen = 10 return 'setup'"),
    ("too little", "state.pen = -1 return 'setup'"),
    ("half a zombie", "state.pen = 5 / 2 return 'setup'"),
    ("no number", "state.pen = 0 / 0 return 'setup'"),
    ("endless", "state.pen = math.huge return 'setup'"),
    ("a text for a number", "state.pen = 'three' return 'setup'"),
    ("a number for a text", "state.name = 3 return 'setup'"),
    ("a text for a flag", "state.open = 'yes' return 'setup'"),
    ("nothing", "state.pen = nil return 'setup'"),
    ("a word it does not know", "state.colour = 'rde' return 'setup'"),
    ("a seat that is not there", "state.active = 3 return 'setup'"),
    ("a seat that is nobody", "state.active = nil return 'setup'"),
    ("a seat by name", "state.active = 'Ann' return 'setup'"),
    ("a space that is not there", "state.at = 'D9' return 'setup'"),
    ("a function", "state.pen = hostile return 'setup'"),
    ("a list with a hole", "state.list = {1, nil, 3} return 'setup'"),
    ("a list with a name", "state.list = {1, x = 3} return 'setup'"),
    ("a list that is too long", "state.list = {1, 2, 3, 4} return 'setup'"),
    ("a list with a text", "state.list = {1, 'two'} return 'setup'"),
    ("a list in itself", "state.list[1] = state.list return 'setup'"),
    ("a hand for a third seat", "state.hand[3] = 1 return 'setup'"),
    ("a hand by name", "state.hand.Ann = 1 return 'setup'"),
    ("a map with a wrong key", "state.squares.D9 = 1 return 'setup'"),
    ("a map with a number as key", "state.words[1] = 1 return 'setup'"),
    ("a map with a flag as value", "state.squares.A1 = true return 'setup'"),
    ("a map that is a number", "state.squares = 5 return 'setup'"),
    ("a table in two places", "state.lists = {state.list} return 'setup'"),
    ("a table of the script in the state", "state.list = constant return 'second'"),
    ("a pile of numbers", "state.deck = {-1} return 'setup'"),
    ("no next step", "return"),
    ("a number as next step", "return 5"),
    ("a step that is not there", "return 'setpu'"),
    ("a step that asks nothing for ever", "return 'quiet'"),
    ("a question without anything", "choose()"),
    ("a question that is a text", "choose('Which?')"),
    ("a question without a prompt", "choose {options = {'a'}}"),
    ("a question without options", "choose {prompt = 'Which?'}"),
    ("a question with no options", "choose {prompt = 'Which?', options = {}}"),
    ("options that are a text", "choose {prompt = 'Which?', options = 'a'}"),
    ("options by name", "choose {prompt = 'Which?', options = {a = true}}"),
    ("options that are numbers", "choose {prompt = 'Which?', options = {1, 2}}"),
    ("the same option twice", "choose {prompt = 'Which?', options = {'a', 'a'}}"),
    ("an option of two words", "choose {prompt = 'Which?', options = {'to be'}}"),
    ("an option that moves the cursor", "choose {prompt = 'Which?', options = {'a\\27[2J'}}"),
    ("an option that is no text at all", "choose {prompt = 'Which?', options = {'\\255\\254'}}"),
    (
        "an endless list of options",
        "local t = {} for n = 1, 6000 do t[n] = 'o' .. n end choose {prompt = 'Which?', options = t}",
    ),
    ("an unknown key", "choose {prompt = 'Which?', optoins = {'a'}}"),
    ("a heading that is none", "choose {prompt = 'Which?', options = {'a'}, rule = 'The nigth'}"),
    ("a prompt that is a number", "choose {prompt = 5, options = {'a'}}"),
    ("a prompt with a line's end", "choose {prompt = 'a\\nb', options = {'a'}}"),
    ("a seat that is not there is asked", "choose {prompt = 'Which?', options = {'a'}, seat = 3}"),
    ("a secret of nobody", "choose {prompt = 'Which?', options = {'a'}, secret = true}"),
    ("a secret that is a number", "choose {prompt = 'Which?', options = {'a'}, secret = 1, seat = 1}"),
    ("labels that are a number", "choose {prompt = 'Which?', options = {'a'}, labels = 5}"),
    ("a label that is a table", "choose {prompt = 'Which?', options = {'a'}, labels = {a = {}}}"),
    ("why that is a text", "choose {prompt = 'Which?', options = {'a'}, why = 'because'}"),
    (
        "offered and refused at once",
        "choose {prompt = 'Which?', options = {'a'}, why = function(refuse) refuse('a', 'it is red') end}",
    ),
    (
        "a refusal without a reason",
        "choose {prompt = 'Which?', options = {'a'}, why = function(refuse) refuse('b') end}",
    ),
    (
        "a refusal under a wrong heading",
        "choose {prompt = 'Which?', options = {'a'}, why = function(refuse) refuse('b', 'no', 'Nights') end}",
    ),
    (
        "a question in a refusal",
        "choose {prompt = 'Which?', options = {'a'}, why = function() choose {prompt = 'And?', options = {'b'}} end}",
    ),
    ("a sentence in a refusal", "choose {prompt = 'Which?', options = {'a'}, why = function() say('psst') end}"),
    (
        "endless refusals",
        "choose {prompt = 'Which?', options = {'a'}, why = function(refuse) for n = 1, 6000 do refuse('b' .. n, 'no') end end}",
    ),
    ("too many for too few", "choose_many {prompt = 'Which?', options = {'a'}, least = 2}"),
    ("fewer than none", "choose_many {prompt = 'Which?', options = {'a'}, least = -1}"),
    ("at most half", "choose_many {prompt = 'Which?', options = {'a'}, most = 0.5}"),
    ("no times", "choose_many {prompt = 'Which?', options = {'a'}, each = 0}"),
    ("endlessly often", "choose_many {prompt = 'Which?', options = {'a', 'b'}, each = 9e15}"),
    ("a number without an end", "choose_number {prompt = 'How many?'}"),
    ("a number from much to little", "choose_number {prompt = 'How many?', least = 3, most = 1}"),
    ("a die that is not there", "roll {die = 'd6000'}"),
    ("a misspelt die", "roll {die = 'lukc'}"),
    ("no dice", "roll {die = 'd6', dice = 0}"),
    ("too many dice", "roll {die = 'd6', dice = 1e6}"),
    ("half a die", "roll {die = 'd6', dice = 0.5}"),
    ("words without values", "say('{seat} sets a trap')"),
    ("words about nobody", "say('{seat} sets a trap', 9)"),
    ("a sentence that is a number", "say(5) return 'setup'"),
    ("a sentence that clears the screen", "say('\\27[2J')"),
    ("a sentence without an end", "say(('brains '):rep(5000))"),
    ("told to nobody", "tell(5, 'psst')"),
    ("a component that is not there", "pile.fill('deck', 'days')"),
    ("a pile that is not there", "pile.fill('dekc', 'nights')"),
    ("a card from an empty pile", "pile.draw(state.deck, {prompt = 'Which?'})"),
    ("an unknown card that is none", "pile.reveal(99, {prompt = 'Which?'})"),
    (
        "a card that is drawn twice",
        "pile.fill('deck', 'nights') state.pools[1].cards = {} pile.draw(state.deck, {prompt = 'Which?'})",
    ),
    ("an error without words", "error({})"),
    ("an error that is nothing", "error(nil)"),
    ("an error in words", "error('this cannot happen')"),
    ("an error with a bomb", "error(('brains'):rep(100000))"),
    ("a field of nothing", "return state.lure.steps"),
    ("a sum with nothing", "return state.maybe + 1"),
    ("a call of nothing", "local f = nil f()"),
    (
        "an unknown function deep inside",
        "local function third() return countt() end local function second() return third() + 1 end second() return 1",
    ),
    ("a global that changes", "constant = 5"),
    ("a new global", "fresh = 5"),
    ("a constant that changes", "constant[1] = 5"),
    ("a board that changes", "board.spaces[1] = 'Z9'"),
    ("a seat count that changes", "seats = 5"),
    ("an option that is not there", "return options.none.more"),
    ("keys that have no order", "for key in pairs({[true] = 1}) do end"),
];

fn everything(table: &mut Table) -> (String, String, String) {
    let state = table.state(Viewer::Referee).expect("a state");
    let log = table.log(Viewer::Referee);
    (state.to_string(), format!("{:?}", table.request()), format!("{log:?}"))
}

#[test]
fn faults_during_play_leave_the_table_as_it_was() {
    let mut all = String::new();
    for (name, body) in IN_PLAY {
        let game = game(&trap(body));
        let mut table = match table(&trap(body), Custody::Ask) {
            Ok(table) => table,
            Err(problem) => panic!("{name}: {}", told(&problem)),
        };
        answer(&mut table, "stay").expect("an answer");
        let before = everything(&mut table);
        let found = match answer(&mut table, "go") {
            Ok(()) => {
                format!("goes on; asks: {}", table.request().map_or("nothing", |request| request.prompt.as_str()))
            }
            Err(problem @ Problem::Fault(_)) => {
                assert_eq!(table.entries().len(), 1, "{name}: nothing is recorded");
                assert_eq!(everything(&mut table), before, "{name}: the table is as before");
                told(&problem)
            }
            Err(other) => panic!("{name}: {}", told(&other)),
        };
        if !found.starts_with("goes on") {
            answer(&mut table, "stay").unwrap_or_else(|problem| panic!("{name}: it goes on: {}", told(&problem)));
        }
        let now = everything(&mut table);
        let mut again =
            reopened(&game, &table).unwrap_or_else(|problem| panic!("{name}: it opens: {}", told(&problem)));
        assert_eq!(everything(&mut again), now, "{name}: the same table again");
        let _ = writeln!(all, "{name}:\n  {found}\n");
    }
    golden("faults-in-play.txt", &all);
}

/// What goes wrong while a script is only looked at.
const WHILE_LOOKING: &[(&str, &str)] = &[
    ("a question in show", "function show() choose {prompt = 'Which?', options = {'a'}} end"),
    ("a question in score", "function score() choose {prompt = 'Which?', options = {'a'}} end"),
    ("dice in audit", "function audit() return {{'luck', roll_one {die = 'd6'}}} end"),
    ("a sentence in show", "function show() say('psst') end"),
    ("a loop in show", "function show() while true do end end"),
    ("a loop in score", "function score() while true do end end"),
    ("recursion in audit", "function audit() return audit() .. '' end"),
    ("an error in show", "function show() error({}) end"),
    ("a misspelt field in score", "function score() return {lines = state.pne} end"),
    ("show gives a text", "function show() return 'fine' end"),
    ("show gives something unknown", "function show() return {statsu = 'fine'} end"),
    ("show gives a number as status", "function show() return {status = 5} end"),
    ("show moves the cursor", "function show() return {status = '\\27[2J'} end"),
    ("show puts a piece nowhere", "function show() return {pieces = {{at = 'D9', name = 'zombie'}}} end"),
    ("show has a piece without a name", "function show() return {pieces = {{at = 'A1'}}} end"),
    ("show has a piece of nobody", "function show() return {pieces = {{at = 'A1', name = 'trap', seat = 3}}} end"),
    ("score gives a text", "function score() return 'Ann' end"),
    ("score has a line for nobody", "function score() return {lines = {{what = 'all', points = 1}}} end"),
    ("score has half a point", "function score() return {lines = {{seat = 1, what = 'all', points = 0.5}}} end"),
    (
        "score has a heading that is none",
        "function score() return {lines = {{seat = 1, what = 'all', points = 1, rule = 'Nights'}}} end",
    ),
    ("score has a ladder with a gap", "function score() return {ladder = {{'more', {1}}}} end"),
    ("score is best in the middle", "function score() return {best = 'middle'} end"),
    ("audit gives numbers", "function audit() return {5} end"),
    ("audit counts in words", "function audit() return {{'zombies', 'many'}} end"),
    ("a law that fails", "law('nothing is certain', function() return state.pne end)"),
    ("a law that asks", "law('nothing is certain', function() return confirm {prompt = 'Is it?'} end)"),
];

#[test]
fn looking_can_neither_ask_nor_break_the_table() {
    let mut all = String::new();
    for (name, looks) in WHILE_LOOKING {
        let script = format!("{looks}\n{}", trap("return 'setup'"));
        let mut table = table(&script, Custody::Ask).unwrap_or_else(|problem| panic!("{name}: {}", told(&problem)));
        let before = everything(&mut table);
        let mut found = Vec::new();
        found.extend(table.view(Viewer::Everybody).err());
        found.extend(table.score().err());
        found.extend(table.audit(Viewer::Everybody).err());
        found.extend(table.broken_laws().err());
        assert_eq!(everything(&mut table), before, "{name}");
        answer(&mut table, "go").unwrap_or_else(|problem| panic!("{name}: it goes on: {}", told(&problem)));
        let told: Vec<String> = found.iter().map(told).collect();
        let _ = writeln!(all, "{name}:\n  {}\n", told.join("\n  "));
    }
    golden("faults-while-looking.txt", &all);
}

#[test]
fn show_and_score_and_audit_cannot_change_the_state() {
    for look in ["show", "score", "audit"] {
        let script = format!("function {look}() state.pen = 7 return {{}} end\n{}", trap("return 'setup'"));
        let mut table = table(&script, Custody::Ask).expect("a table");
        let before = table.state(Viewer::Referee).expect("a state");
        let found = match look {
            "show" => table.view(Viewer::Everybody).err(),
            "score" => table.score().err(),
            _ => table.audit(Viewer::Everybody).err(),
        };
        let said = format!("`{look}` only looks, and cannot change anything");
        assert!(told(&found.expect("a fault")).contains(&said), "{look}");
        assert_eq!(table.state(Viewer::Referee).expect("a state"), before);
    }
}

/// People can be asked in the middle of a comparison: it is foolish, and it works.
#[test]
fn a_comparison_may_ask() {
    let script = trap(
        "local list = {3, 1, 2} table.sort(list, function(a, b) return confirm {prompt = a .. ' before ' .. b .. '?'} end) say('{} first', list[1]) return 'setup'",
    );
    let small = game(&script);
    let mut table = table(&script, Custody::Ask).expect("a table");
    answer(&mut table, "go").expect("it begins");
    for _ in 0..20 {
        let Some(request) = table.request().filter(|request| request.prompt.contains("before")) else { break };
        let yes = request.prompt.split_once(" before ").is_some_and(|(a, b)| a < b.trim_end_matches('?'));
        answer(&mut table, if yes { "yes" } else { "no" }).expect("an answer");
        let now = everything(&mut table);
        assert_eq!(everything(&mut reopened(&small, &table).expect("it opens")), now);
    }
    assert_eq!(table.request().map(|request| request.prompt.as_str()), Some("What now?"));
    assert!(table.log(Viewer::Everybody).iter().any(|line| line.text == "1 first"));
}

/// The same answers give the same state, log and question: in a fresh engine, after an undo, after adjustments, and when
/// dice and cards change hands in between.
#[test]
fn a_table_is_what_its_journal_says() {
    let small = game(CARDS);
    let mut points = 0;
    for seed in 0..4 {
        let mut chance = Chance::from_seed(seed);
        let custody =
            [Custody::Table, Custody::Ask, Custody::App, Custody::Table][usize::try_from(seed).expect("small")];
        // With every step kept, and with as few as usual.
        let open = if seed % 2 == 0 { opened_keeping_all } else { opened };
        let mut table =
            open(&small, start(custody, seed), Vec::new()).unwrap_or_else(|problem| panic!("{}", told(&problem)));
        let mut known: Vec<(u64, (String, String))> = Vec::new();
        for round in 0..90 {
            let Some(request) = table.request().cloned() else { break };
            let what = chance.below(20);
            let done = match what {
                0 if round > 4 => table.undo(Back::Times(1 + chance.below(3) as usize), None, "").map(drop),
                1 => {
                    let (field, value) = [
                        ("turn", json!(5)),
                        ("points.Ann", json!(9)),
                        ("bait.B2", json!(3)),
                        ("loud", json!(true)),
                        ("motto", json!("so")),
                    ][chance.below(5) as usize]
                        .clone();
                    let wish = Adjusted {
                        set: [(field.to_owned(), value)].into(),
                        at_step: [].into(),
                        reason: "a test".into(),
                        triggers: false,
                    };
                    table.adjust(&wish, None, "").map(drop)
                }
                2 => {
                    let to = [Custody::App, Custody::Table, Custody::Ask][chance.below(3) as usize];
                    let of = [None, Some("d6"), Some("runes"), Some("luck")][chance.below(4) as usize];
                    table.custody(of, to, "")
                }
                3 => {
                    table.note("a note", None, "");
                    Ok(())
                }
                _ => answer(&mut table, &any_answer(&request, &mut chance)),
            };
            match done {
                Ok(()) | Err(Problem::Refused(_)) => {}
                Err(problem) => panic!("seed {seed}, round {round}: {}", told(&problem)),
            }
            assert_eq!(table.broken_laws().expect("laws"), [], "seed {seed}, round {round}");
            let live = everything(&mut table);
            let mut again = reopened(&small, &table)
                .unwrap_or_else(|problem| panic!("seed {seed}, round {round}: {}", told(&problem)));
            assert_eq!(everything(&mut again), live, "seed {seed}, round {round}, after {what}");
            assert_eq!(again.entries(), table.entries(), "seed {seed}, round {round}: nothing is made anew");
            if seed % 2 == 0 {
                assert_replays(&small, &mut table, &format!("seed {seed}, round {round}, after {what}"));
            }
            // To look at it changes nothing.
            for viewer in [Viewer::Everybody, Viewer::Seat(Seat(0)), Viewer::Referee] {
                table.view(viewer).expect("a view");
            }
            assert_eq!(everything(&mut table), live, "seed {seed}, round {round}: looking");
            known.push((table.number(), (live.0, live.1)));
            points += 1;
        }
        // Every point that still stands is reached again by going back to it.
        let standing: Vec<u64> =
            tablewright::inside::referee::standing(table.entries()).iter().map(|entry| entry.seq).collect();
        let last_undo = table
            .entries()
            .iter()
            .rev()
            .find(|entry| matches!(entry.what, What::Undo { .. }))
            .map_or(0, |entry| entry.seq);
        for (number, point) in known.iter().rev().step_by(4) {
            let is_custody = |entry: &Entry| entry.seq > *number && matches!(entry.what, What::Custody { .. });
            if *number <= last_undo || !standing.contains(number) || table.entries().iter().any(is_custody) {
                continue;
            }
            if table.number() == *number || table.undo(Back::To(*number), None, "").is_err() {
                continue;
            }
            let now = everything(&mut table);
            assert_eq!((now.0, now.1), *point, "seed {seed}: back at {number}");
        }
    }
    assert!(points > 200, "{points} points were compared");
}

/// What the engine would print with an address, and what scripts get instead.
#[test]
fn no_address_reaches_a_script() {
    let texts = [
        "tostring({})",
        "`{ {} } and {print_nothing}`",
        "string.format('%*|%s|%d|%*', {}, print_nothing, 3, nil)",
        "('%*'):format(string.format)",
        "tostring(pairs)",
        "`{1} {true} {'text'}`",
    ];
    let says = texts.map(|text| format!("words('{{}}', {text})")).join(" .. '; ' .. ");
    let script = format!(
        "declare {{}}\nlocal function print_nothing() end\nfunction steps.setup()\n    choose {{seat = 1, prompt = {says}, options = {{'on'}}}}\n    return 'over'\nend"
    );
    let expected =
        "plays; asks: a table; a table and a function; a table|a function|3|nil; a function; a function; 1 true text";
    assert_eq!(told_at_start(&script), expected);
}
