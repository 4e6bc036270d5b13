//! People think: however much time passes between two things that are done to a table, nothing is different. Only a script
//! that goes on and on is stopped.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::io;
use std::rc::Rc;
use std::time::{Duration, Instant};

use crate::support::Tool;
use crate::support::played::{answer, game, reopened, table_by, told};
use serde_json::json;
use tablewright::app::{NewTable, Tables, WhichGame};
use tablewright::inside::referee::{Adjusted, Back, Custody, FaultKind, Move, Problem, Seat, Table, Viewer};
use tablewright::inside::rules::{Clock, SharedClock};
use tablewright::inside::ui::terminal::{Conversation, Ended, Lines, Screen, Scrolling, Stage};

/// So many records that to put the state back takes hundreds of calls.
const SCRIPT: &str = "
declare {
    n = is.whole(0, 99), secret = is.hidden(is.whole(0, 9)),
    herd = is.list(is.record {name = is.text(), age = is.whole(0, 9)}, 500),
}
law('the herd stays', function() return #state.herd, 300 end)
function steps.setup()
    for n = 1, 300 do state.herd[n] = {name = 'cow', age = n % 10} end
    return 'turn'
end
function steps.turn()
    local what = choose {prompt = 'What now?', options = {'walk', 'roll', 'loop'}}
    if what == 'roll' then state.n += roll_one {die = 'd6', prompt = 'Roll.'} end
    while what == 'loop' do end
    confirm {prompt = 'Again?'}
    state.n += 1
    say('{} times', state.n)
    return if state.n < 50 then 'turn' else 'over'
end
function adjusted() return 'turn' end
function show() return {status = 'Turn ' .. state.n .. ' of ' .. #state.herd} end
function score() return {lines = {{seat = 1, what = 'turns', points = state.n}}} end
function audit() return {{'cows', #state.herd}} end
";

/// A clock that stands still until somebody moves it.
#[derive(Default)]
struct Still(Cell<Duration>);

impl Still {
    fn pass(&self, time: Duration) {
        self.0.set(self.0.get() + time);
    }
}

impl Clock for Still {
    fn elapsed(&self) -> Duration {
        self.0.get()
    }
}

/// A clock on which a second passes whenever somebody looks.
#[derive(Default)]
struct Hasty(Cell<u64>);

impl Clock for Hasty {
    fn elapsed(&self) -> Duration {
        self.0.set(self.0.get() + 1);
        Duration::from_secs(self.0.get())
    }
}

/// The clock on the wall, twenty times as fast.
struct Racing(Instant);

impl Clock for Racing {
    fn elapsed(&self) -> Duration {
        self.0.elapsed() * 20
    }
}

fn wish(triggers: bool) -> Adjusted {
    let set = [("n".to_owned(), json!(9))].into();
    Adjusted { set, at_step: BTreeMap::new(), reason: "a test".into(), triggers }
}

/// Something that people do to a table.
type Door = (&'static str, fn(&mut Table) -> Result<(), Problem>);

const DOORS: [Door; 14] = [
    ("view", |table| table.view(Viewer::Everybody).map(drop)),
    ("the view of a seat, for a picture", |table| table.view(Viewer::Seat(Seat(1))).map(drop)),
    ("an answer", |table| answer(table, "walk")),
    ("the answer after it", |table| answer(table, "yes")),
    ("a wrong answer", |table| match answer(table, "wlak") {
        Err(Problem::Refused(_)) => Ok(()),
        other => panic!("{other:?}"),
    }),
    ("dice", |table| answer(table, "roll").and_then(|()| answer(table, "roll"))),
    ("adjust in a step", |table| table.adjust(&wish(false), None, "").map(drop)),
    ("undo", |table| table.undo(Back::Times(2), None, "").map(drop)),
    ("adjust with triggers", |table| table.adjust(&wish(true), None, "").map(drop)),
    ("score", |table| table.score().map(drop)),
    ("audit", |table| table.audit(Viewer::Everybody).map(drop)),
    ("laws", |table| table.broken_laws().map(|broken| assert!(broken.is_empty(), "{broken:?}"))),
    ("custody", |table| table.custody(None, Custody::App, "")),
    ("the log and a note", |table| {
        assert!(!table.log(Viewer::Everybody).is_empty());
        table.note("we had tea", None, "");
        table.state(Viewer::Everybody).map(drop)
    }),
];

/// Does everything that can be done to a table, with a pause before each.
fn at_leisure(table: &mut Table, clock_moves: &dyn Fn()) {
    for (name, door) in DOORS {
        clock_moves();
        if let Err(problem) = door(table) {
            panic!("{name}: {}", told(&problem));
        }
    }
}

fn everything(table: &mut Table) -> String {
    let state = table.state(Viewer::Referee).expect("a state");
    format!("{state} {:?} {:?} {:?}", table.request(), table.log(Viewer::Referee), table.entries())
}

#[test]
fn no_door_minds_how_long_people_think() {
    let mut found = Vec::new();
    for pause in [0, 6, 3_600] {
        let clock = Rc::new(Still::default());
        let mut table = table_by(SCRIPT, Custody::Ask, clock.clone()).expect("a table");
        at_leisure(&mut table, &|| clock.pass(Duration::from_secs(pause)));
        found.push(everything(&mut table));
        let again = reopened(&game(SCRIPT), &table).map(|mut table| everything(&mut table));
        assert_eq!(again.expect("it opens"), everything(&mut table));
    }
    assert_eq!(found[0], found[1]);
    assert_eq!(found[0], found[2]);
}

#[test]
fn no_door_minds_a_real_pause() {
    let clock: SharedClock = Rc::new(Racing(Instant::now()));
    let mut table = table_by(SCRIPT, Custody::Ask, clock).expect("a table");
    answer(&mut table, "walk").expect("an answer");
    // More than five seconds on this clock.
    std::thread::sleep(Duration::from_millis(300));
    answer(&mut table, "yes").expect("an answer after a pause");
    std::thread::sleep(Duration::from_millis(300));
    assert_eq!(table.view(Viewer::Everybody).expect("a view").status, "Turn 1 of 300");
    std::thread::sleep(Duration::from_millis(300));
    table.undo(Back::Times(1), None, "").expect("an undo after a pause");
}

#[test]
fn a_loop_without_an_end_is_stopped_all_the_same() {
    let mut table = table_by(SCRIPT, Custody::Ask, Rc::new(Hasty::default())).expect("a table");
    let before = everything(&mut table);
    let Err(Problem::Fault(fault)) = answer(&mut table, "loop") else { panic!("it goes on") };
    assert_eq!(fault.kind, FaultKind::OverBudget);
    assert_eq!(fault.message, "this takes too long: is there a loop without an end?");
    assert_eq!((fault.step.as_deref(), fault.trace[0].line), (Some("turn"), 14));
    assert_eq!(everything(&mut table), before);
    answer(&mut table, "walk").expect("it goes on");
}

/// Somebody who thinks before every line.
struct Thinker {
    lines: RefCell<Vec<&'static str>>,
    clock: Rc<Still>,
}

impl Lines for Thinker {
    fn next(&mut self, _: &str, _: &[String], _: bool) -> io::Result<Option<String>> {
        self.clock.pass(Duration::from_mins(10));
        Ok(self.lines.borrow_mut().pop().map(str::to_owned))
    }
}

#[test]
fn nobody_is_thrown_out_of_play_for_thinking() {
    let clock = Rc::new(Still::default());
    let tool = Tool::refereed(SCRIPT);
    let tables = Tables::new(tool.path().join("tables"), || "2026-01-01T00:00:00Z".to_owned());
    let wish = NewTable::of(WhichGame::new("game", tool.path()), &["Ann", "Bob"], 7);
    let mut session = tables.set_up(&wish).expect("a table on the disk");
    session.table = table_by(SCRIPT, Custody::Ask, clock.clone()).expect("the same with another clock");
    let mut lines =
        ["walk", "wlak", "yes", "?", "u", "adjust n=7 because we counted", "y", "score", "picture", "log", "show"];
    lines.reverse();
    let mut thinker = Thinker { lines: RefCell::new(lines.to_vec()), clock };
    let screen = Screen { plain: true, ..Screen::default() };
    let stage = Stage::new(&session.game, "t".to_owned());
    let mut out = Vec::new();
    let mut face = Scrolling::new(&mut thinker, &mut out, screen, false);
    let pictures = tool.path().join("output");
    let ended = Conversation::new(&mut session, &mut face, stage, pictures).run().expect("it is written");
    let said = String::from_utf8(out).expect("text");
    assert_eq!(ended, Ended::Left, "{said}");
    assert!(!said.contains("takes too long"), "{said}");
    assert!(said.contains("Turn 8 of 300"), "{said}");
    assert_eq!(session.table.request().map(|request| request.prompt.as_str()), Some("What now?"));
}

#[test]
fn a_move_says_whose_it_is_after_a_pause() {
    let clock = Rc::new(Still::default());
    let mut table = table_by(SCRIPT, Custody::Ask, clock.clone()).expect("a table");
    clock.pass(Duration::from_hours(1));
    let given = Move { by: Some("Ann"), number: Some(table.number()), text: "walk" };
    table.answer(&given, "").expect("an answer of Ann");
}

/// Each step has a budget of its own; all of them together have one too.
#[test]
fn a_script_that_never_asks_is_stopped() {
    let fault = |steps: &str, clock: SharedClock| {
        let script = format!("declare {{n = is.whole(0, 1000000)}}\n{steps}");
        match table_by(&script, Custody::App, clock) {
            Err(Problem::Fault(fault)) => (fault.kind, told(&Problem::Fault(fault))),
            other => panic!("{:?}", other.map(|table| table.number())),
        }
    };
    let (kind, said) = fault(
        "function steps.setup() return 'night' end
        function steps.night() for n = 1, 200 do state.n += 1 end return 'night' end",
        Rc::new(Hasty::default()),
    );
    assert_eq!(kind, FaultKind::AsksNothing, "{said}");
    assert!(said.contains("for 20 seconds, step after step asked nobody anything"), "{said}");
    assert!(said.contains("`night`"), "{said}");
    let endless = |what: &str| format!("function steps.setup()\n    while true do\n        {what}\n    end\nend");
    for (what, sentence) in [
        ("state.n = roll_one {die = 'd6', prompt = 'Roll.'}", "there are more than 10000 dice and cards in a row"),
        ("say('on and on')", "there are more than 10000 sentences for the log in a row"),
    ] {
        let (kind, said) = fault(&endless(what), Rc::new(Still::default()));
        assert_eq!(kind, FaultKind::OverBudget, "{said}");
        assert!(said.contains(sentence) && said.contains("line 4"), "{said}");
    }
}
