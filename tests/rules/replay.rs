//! What is played again comes out the same: nothing that a script keeps beside the state outlives a step, `check` finds what
//! would need it, and a table that goes back only a little is the one that is played from its start.

use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;

use crate::support::Tool;
use crate::support::hoard::{SCRIPT, hoard_with};
use crate::support::played::{
    CARDS, answer, any_answer, assert_replays, game, opened, opened_keeping_all, reopened, start, table, table_by, told,
};
use serde_json::{Value, json};
use tablewright::inside::dice::Chance;
use tablewright::inside::referee::{
    Adjusted, Back, Custody, Entry, FaultKind, Problem, Table, Viewer, What, difference,
};
use tablewright::inside::rules::Clock;

/// A step of two questions that changes something between them.
fn keeping(variable: &str) -> String {
    format!(
        "{variable}
declare {{n = is.whole(0, 99), turns = is.whole(0, 20)}}
function steps.setup() return 'turn' end
function steps.turn()
    confirm {{prompt = 'Now?'}}
    state.n = bump()
    confirm {{prompt = 'Again?'}}
    state.turns += 1
    return if state.turns < 20 then 'turn' else 'over'
end
function show() return {{status = 'n is ' .. state.n}} end
"
    )
}

/// Ways to keep a number outside of the state.
const KEPT: [(&str, &str); 8] = [
    (
        "a field of a table",
        "local cache = {count = 0}\nfunction bump() local c = cache c.count += 1 return c.count end",
    ),
    (
        "a table in a table in a closure",
        "local function counter() local deep = {of = {count = 0}} return function() local d = deep.of d.count += 1 return d.count end end\nbump = counter()",
    ),
    (
        "a number in a closure",
        "function counter() local n = 0 return function() n += 1 return n end end\nbump = counter()",
    ),
    ("a list that grows", "local list = {}\nfunction bump() local l = list table.insert(l, true) return #l end"),
    (
        "a list that another function grows",
        "local list = {}\nlocal function grow(l) table.insert(l, true) end\nfunction bump() grow(list) return #list end",
    ),
    (
        "a function in a table of the script",
        "tools = {}\ndo\n    local n = 0\n    tools.bump = function() n += 1 return n end\nend\nfunction bump() return tools.bump() end",
    ),
    (
        "a law",
        "local n, box = 0, {}\nlaw('always', function() local b = box b.seen = (b.seen or 0) + 1 return true end)\nfunction bump() local b = box b.n = (b.n or 0) + 1 return b.n end",
    ),
    (
        "a list under a table as its key",
        "local key = {}\nlocal map = {[key] = {0}}\nfunction bump() local list = map[key] list[1] += 1 return list[1] end",
    ),
];

fn n(table: &mut Table) -> Value {
    table.state(Viewer::Referee).expect("a state")["n"].clone()
}

fn adjusted(set: &str, value: Value) -> Adjusted {
    Adjusted { set: [(set.to_owned(), value)].into(), at_step: [].into(), reason: "a test".into(), triggers: false }
}

#[test]
fn what_a_script_keeps_for_itself_ends_with_the_step() {
    for (name, variable) in KEPT {
        let script = keeping(variable);
        let game = game(&script);
        let mut live = opened_keeping_all(&game, start(Custody::Ask, 7), Vec::new()).expect(name);
        let mut said = Vec::new();
        for round in 0..6 {
            answer(&mut live, "yes").unwrap_or_else(|problem| panic!("{name}: {}", told(&problem)));
            said.push(n(&mut live));
            live.view(Viewer::Everybody).expect("a view");
            if round == 2 {
                live.adjust(&adjusted("turns", json!(4)), None, "").expect("an adjustment");
                said.push(n(&mut live));
            }
            if round == 4 {
                live.undo(Back::Times(1), None, "").expect("an undo");
                said.push(n(&mut live));
            }
            assert_replays(&game, &mut live, name);
            let mut again = reopened(&game, &live).expect(name);
            assert_eq!(n(&mut again), n(&mut live), "{name}, round {round}");
        }
        assert!(said.iter().all(|n| *n == json!(1)), "{name}: {said:?}");
    }
}

#[test]
fn looking_leaves_nothing_behind() {
    let script = keeping("local seen = {}\nfunction bump() return #seen end")
        .replace("function show()", "function show() local s = seen table.insert(s, true)")
        .replace("'n is ' .. state.n", "'seen ' .. #seen");
    let mut live = table(&script, Custody::Ask).expect("a table");
    for _ in 0..3 {
        assert_eq!(live.view(Viewer::Everybody).expect("a view").status, "seen 1");
    }
    answer(&mut live, "yes").expect("an answer");
    assert_eq!(n(&mut live), json!(0));
}

/// The first sentence of what `check` says of a script, and its hints.
fn checked(script: &str) -> (Option<i32>, String) {
    let ran = Tool::new()
        .file("game/game.yaml", "title: Small\nversion: \"1\"\nplayers: 2\ncomponents:\n  rules: {kind: booklet, text: RULES.md, front: booklet-page}\n")
        .file("game/RULES.md", "# Small\n\n## The night\n\nCards come.\n")
        .file("game/rules.luau", script)
        .run("check game --strict");
    (ran.code(), ran.stderr())
}

#[test]
fn check_finds_what_a_script_keeps_for_itself() {
    for (name, variable) in KEPT {
        let (code, said) = checked(&keeping(variable));
        assert_eq!(code, Some(1), "{name}: {said}");
        let first = match name {
            // What can be read in the script need not be played.
            "a function in a table of the script" => {
                "error: `n` belongs to the whole script and cannot change while it plays\n"
            }
            _ => "error: the step `turn` comes out otherwise when it is played again: `n` is 1, and then 2\n",
        };
        assert!(said.starts_with(first), "{name}: {said}");
    }
    let (_, said) = checked(&keeping(KEPT[0].1));
    let whole = "error: the step `turn` comes out otherwise when it is played again: `n` is 1, and then 2
 --> game/rules.luau:2:1
  |
2 | function bump() local c = cache c.count += 1 return c.count end
  | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  |
  = help: `bump` (line 2) holds a variable of the whole script, and changes it: whatever lasts belongs into the state, the rest is gone when the table is opened again
  = help: it happened in the step `turn`
  = help: it came up in a game of 2 players, played at random

1 error
";
    assert_eq!(said, whole);
}

#[test]
fn check_finds_what_one_step_keeps_for_another() {
    let memo = "local memo = {}
function remember(what) local m = memo m.first = m.first or what end
function recall() local m = memo return m.first or 'nothing' end
declare {first = is.text(), turns = is.whole(0, 9)}
function steps.setup() remember(choose {prompt = 'What?', options = {'a', 'b'}}) return 'turn' end
function steps.turn() state.first = recall() state.turns += 1 return state.turns < 9 and 'rest' or 'over' end
function steps.rest() confirm {prompt = 'On?'} return 'turn' end
";
    let (code, said) = checked(memo);
    assert_eq!(code, Some(1), "{said}");
    assert!(
        said.starts_with("error: the step `turn` comes out otherwise when it is played again: `first` is `"),
        "{said}"
    );
    assert!(said.contains("`, and then `nothing`\n"), "{said}");
    assert!(said.contains("`remember` (line 2), `recall` (line 3) hold variables of the whole script"), "{said}");
}

#[test]
fn check_finds_what_data_does_not_say() {
    // The engine knows how long the list was made, and the state only what is in it.
    let script =
        "declare {each = is.each_seat(is.maybe(is.whole(0, 9))), length = is.whole(0, 9), turns = is.whole(0, 9)}
function steps.setup() state.each = {nil, 5} return 'turn' end
function steps.turn() state.length = #state.each state.turns += 1 return state.turns < 9 and 'rest' or 'over' end
function steps.rest() confirm {prompt = 'On?'} return 'turn' end
";
    let (code, said) = checked(script);
    assert_eq!(code, Some(1), "{said}");
    let first = "error: the step `turn` comes out otherwise when it is played again: `length` is 2, and then 0\n";
    assert!(said.starts_with(first), "{said}");
    assert!(said.contains("help: whatever lasts belongs into the state"), "{said}");
}

#[test]
fn check_lets_a_script_remember_what_it_can_find_out_again() {
    let script = "local known = {}
local function square(n) local k = known k[n] = k[n] or n * n return k[n] end
declare {n = is.whole(0, 400), turns = is.whole(0, 19)}
function steps.setup() return 'turn' end
function steps.turn()
    confirm {prompt = 'On?'}
    state.turns += 1
    state.n = square(state.turns)
    return state.turns < 19 and 'turn' or 'over'
end
";
    assert_eq!(checked(script).0, Some(0), "{}", checked(script).1);
}

#[test]
fn playtest_finds_it_too_and_tells_the_seed() {
    let script = SCRIPT.replace("function steps.take()", "function counter() local n = 0 return function() n += 1 return n end end\nlap = counter()\n\nfunction steps.take()").replace("    say(\"{seat} takes {coin}\", state.active, count)\n", "    if lap() % 2 == 0 then state.mood = \"quiet\" else state.mood = \"loud\" end\n");
    let tool = hoard_with(&script);
    let said = "error: the step `take` comes out otherwise when it is played again: `mood` is `loud`, and then `quiet`";
    tool.run("playtest hoard --check --games 3").refuses(&[
        said,
        "--> hoard/rules.luau:35:1",
        "it was the game with seed 1",
    ]);
    hoard_with(SCRIPT).run("playtest hoard --check --games 3").succeeds();
}

#[test]
fn differences_are_told_by_their_path() {
    let first = json!({"a": 1, "hand": {"Ann": [1, {"card": "x"}], "Bob": null}});
    let mut second = first.clone();
    assert_eq!(difference(&first, &second), None);
    second["hand"]["Ann"][1]["card"] = json!("y");
    let (path, was, is) = difference(&first, &second).expect("a difference");
    assert_eq!((path.as_str(), was, is), ("hand.Ann.2.card", &json!("x"), &json!("y")));
    second["hand"]["Ann"] = json!([1]);
    let (path, _, is) = difference(&first, &second).expect("a difference");
    assert_eq!((path.as_str(), is), ("hand.Ann", &json!([1])));
}

// Going back a little ----------------------------------------------------------------------------------------------

fn everything(table: &mut Table) -> (Value, String, String) {
    let state = table.state(Viewer::Referee).expect("a state");
    (state, format!("{:?}", table.request()), format!("{:?}", table.log(Viewer::Referee)))
}

/// A script that goes on for long, with a question or two in a step, dice, and a log.
const LONG: &str = "
declare {n = is.whole(0, 99999), sum = is.whole(0, 999999), herd = is.list(is.record {age = is.whole(0, 9)}, 50)}
law('it only grows', function(before) return state.n >= before.n end)
function steps.setup() return 'turn' end
function steps.turn()
    local more = confirm {prompt = 'More?', seat = state.n % seats + 1}
    if more then state.sum += roll_one {die = 'd6', prompt = 'How much?'} end
    state.n += 1
    if #state.herd < 50 then table.insert(state.herd, {age = state.n % 10}) end
    say('{} in all', state.sum)
    return 'turn'
end
function steps.again() return 'turn' end
function adjusted() return 'again' end
";

#[test]
fn a_table_that_goes_back_a_little_is_the_one_played_from_its_start() {
    let game = game(LONG);
    let mut live = opened(&game, start(Custody::App, 3), Vec::new()).expect("a table");
    let mut chance = Chance::from_seed(11);
    for round in 0..700_u32 {
        let undo = |chance: &mut Chance| 1 + chance.below(if round % 97 == 0 { 300 } else { 12 }) as usize;
        match chance.below(24) {
            0 if round > 40 => drop(live.undo(Back::Times(undo(&mut chance)), None, "")),
            1 if round > 40 => {
                let to = live.number().saturating_sub(u64::from(chance.below(60)) + 1);
                drop(live.undo(Back::To(to), None, ""));
            }
            2 => {
                let wish = Adjusted { triggers: chance.below(2) == 0, ..adjusted("sum", json!(round)) };
                drop(live.adjust(&wish, None, ""));
            }
            3 => {
                live.custody(Some("d6"), [Custody::App, Custody::Table][chance.below(2) as usize], "")
                    .expect("custody");
            }
            4 => live.note("a note", None, ""),
            _ => {
                let request = live.request().cloned().expect("a question");
                answer(&mut live, &any_answer(&request, &mut chance))
                    .unwrap_or_else(|problem| panic!("{}", told(&problem)));
            }
        }
        if round % 7 == 0 || round > 680 {
            let mut again =
                reopened(&game, &live).unwrap_or_else(|problem| panic!("round {round}: {}", told(&problem)));
            assert_eq!(everything(&mut again), everything(&mut live), "round {round}");
            assert_eq!(again.entries(), live.entries(), "round {round}");
            assert_eq!(again.broken_laws().expect("laws"), live.broken_laws().expect("laws"), "round {round}");
        }
    }
    assert!(live.entries().iter().filter(|entry| matches!(entry.what, What::Undo { .. })).count() > 20);
    assert!(live.entries().iter().filter(|entry| matches!(entry.what, What::Adjust(_))).count() > 5);
}

/// A clock that counts how often it is looked at: once for every visit to the engine.
#[derive(Default)]
struct Counting(Cell<u64>);

impl Clock for Counting {
    fn elapsed(&self) -> Duration {
        self.0.set(self.0.get() + 1);
        Duration::ZERO
    }
}

#[test]
fn an_undo_costs_what_it_takes_back() {
    let clock = Rc::new(Counting::default());
    let mut live = table_by(LONG, Custody::App, clock.clone()).expect("a table");
    for _ in 0..1_500 {
        answer(&mut live, "yes").expect("an answer");
    }
    let mut cost = |act: &mut dyn FnMut(&mut Table)| {
        let before = clock.0.get();
        act(&mut live);
        clock.0.get() - before
    };
    let one = cost(&mut |table| drop(table.undo(Back::Times(1), None, "").expect("an undo")));
    let hundred = cost(&mut |table| drop(table.undo(Back::Times(100), None, "").expect("an undo")));
    let fault = cost(&mut |table| drop(answer(table, "maybe")));
    let adjusted = cost(&mut |table| drop(table.adjust(&adjusted("sum", json!(1)), None, "").expect("an adjustment")));
    let all = cost(&mut |table| drop(table.undo(Back::To(1), None, "").expect("an undo")));
    assert!(
        one < 150 && hundred < 150 && fault < 10 && adjusted < 300 && all < 150,
        "{one} {hundred} {fault} {adjusted} {all}"
    );
    assert_eq!(n(&mut live), json!(1));
}

#[test]
fn the_log_tells_what_was_taken_back_by_which() {
    let game = game(CARDS);
    let mut chance = Chance::from_seed(5);
    let mut live = opened(&game, start(Custody::App, 5), Vec::new()).expect("a table");
    for round in 0..120 {
        let Some(request) = live.request().cloned() else { break };
        match round % 11 {
            7 => drop(live.undo(Back::Times(1 + chance.below(6) as usize), None, "")),
            9 => live.note("a note", None, ""),
            _ => answer(&mut live, &any_answer(&request, &mut chance)).expect("an answer"),
        }
    }
    let taken_back_by = |entry: &Entry| {
        let undo = |other: &&Entry| other.seq > entry.seq && matches!(other.what, What::Undo { to } if to < entry.seq);
        let is_kept = matches!(entry.what, What::Note(_) | What::Undo { .. });
        live.entries().iter().find(undo).filter(|_| !is_kept).map(|undo| undo.seq)
    };
    let log = live.log(Viewer::Referee);
    let entries: Vec<(u64, Option<u64>)> =
        log.iter().filter(|line| line.is_entry).map(|line| (line.seq, line.taken_back_by)).collect();
    let expected: Vec<(u64, Option<u64>)> =
        live.entries().iter().map(|entry| (entry.seq, taken_back_by(entry))).collect();
    assert_eq!(entries, expected);
    assert!(log.iter().map(|line| line.seq).is_sorted());
    assert!(log.iter().filter(|line| !line.is_entry).count() > 20);
}

// What sort of fault it is ------------------------------------------------------------------------------------------

fn fault_of(script: &str) -> tablewright::inside::referee::Fault {
    let mut table = table(script, Custody::Ask).expect("a table");
    match answer(&mut table, "yes") {
        Err(Problem::Fault(fault)) => fault,
        other => panic!("{other:?}"),
    }
}

#[test]
fn faults_say_of_what_sort_they_are() {
    let body = |body: &str| {
        format!(
            "declare {{n = is.whole(0, 9)}}\nfunction steps.setup()\n    confirm {{prompt = 'Now?'}}\n    {body}\n    return 'setup'\nend\nfunction steps.quiet() return 'quiet' end"
        )
    };
    for (lines, kind, field) in [
        ("error('the game is not over after all')", FaultKind::Script, None),
        ("error('there is no `n` in the state')", FaultKind::Script, None),
        ("state.m = 1", FaultKind::Script, Some("m")),
        ("state.n = 10", FaultKind::Misfit, Some("n")),
        ("while true do end", FaultKind::OverBudget, None),
        ("local s = 'brains' while true do s = s .. s end", FaultKind::OverBudget, None),
        ("local function f() return 1 + f() end f()", FaultKind::OverBudget, None),
        ("do return 'quiet' end", FaultKind::AsksNothing, None),
    ] {
        let fault = fault_of(&body(lines));
        assert_eq!((fault.kind, fault.field.as_deref()), (kind, field), "{lines}: {fault:?}");
    }
}
