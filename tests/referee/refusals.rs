//! Why something does not count at a table, in the words of people: printed names, squares of larger spaces, dice and decks
//! that are not there, values that do not add up; and what led to a score.

use std::collections::BTreeMap;

use crate::support::Tool;
use crate::support::played::{GAME, RULES, answer, game, opened, reopened, table, table_of, told};
use serde_json::{Value, json};
use tablewright::inside::load::{WithTemplates, load_game};
use tablewright::inside::model::MemoryAssets;
use tablewright::inside::referee::{
    Adjusted, Adjustment, Custody, Entry, Hint, Problem, Refusal, RefusalKind, Table, Viewer, What,
};

/// A board of three columns and ten rows, in the middle of which lies a pen of four squares.
const BOARD: &str = "cell: 20mm\npicture: |
  . . .
  . P P
  . P P
  . . .
  . . .
  . . .
  . . .
  . . .
  . . .
  . . .
legend:
  \".\": {terrain: grass}
  P: {terrain: pen, merge: pen}
";

fn yard(body: &str) -> Table {
    let script = format!("declare {{n = is.whole(0, 9)}}\nfunction steps.setup()\n{body}\nreturn 'over' end\n");
    let assets = MemoryAssets::new()
        .with("game.yaml", GAME)
        .with("board.yaml", BOARD)
        .with("RULES.md", RULES)
        .with("rules.luau", script);
    let (game, found) = load_game(&WithTemplates(assets), "small");
    assert!(!found.has_errors(), "{found}");
    table_of(&game.expect("the game"), Custody::Ask, 7).unwrap_or_else(|problem| panic!("{}", told(&problem)))
}

fn played(script: &str) -> Table {
    table(script, Custody::Ask).unwrap_or_else(|problem| panic!("{}", told(&problem)))
}

#[track_caller]
fn refused(table: &mut Table, text: &str) -> Refusal {
    match answer(table, text) {
        Err(Problem::Refused(refusal)) => refusal,
        Err(problem) => panic!("{text}: {}", told(&problem)),
        Ok(()) => panic!("{text} counts"),
    }
}

#[track_caller]
fn refused_as(table: &mut Table, text: &str, expected: &str) {
    assert_eq!(refused(table, text).message(), expected, "{text}");
}

#[test]
fn what_is_refused_goes_by_its_printed_name_too() {
    let ask = |kind: &str, more: &str| {
        format!(
            "declare {{n = is.whole(0, 9)}}
            function steps.setup()
                {kind} {{prompt = 'Which?', options = {{'bite', 'claw'}}, {more} why = function(refuse)
                    refuse('dawn', 'Ann has it', 'The night')
                    refuse('horde', 'it is asleep')
                end}}
                return 'over'
            end"
        )
    };
    let has_it = "`dawn` (The first light) is not legal: Ann has it";
    for kind in ["choose", "choose_many", "choose_order"] {
        let mut table = played(&ask(kind, if kind == "choose_many" { "least = 1," } else { "" }));
        for text in ["dawn", "DAWN", "The first light", "the FIRST light", "daw"] {
            refused_as(&mut table, text, has_it);
        }
        refused_as(&mut table, "hor", "`horde` is not legal: it is asleep");
        refused_as(&mut table, "dusk", "`dusk` is not one of the answers");
    }
    let mut table = played(&ask("choose", ""));
    let refusal = refused(&mut table, "The first light");
    assert_eq!(refusal.rule.as_deref(), Some("The night"));
    assert_eq!(refusal.reason(), "Ann has it");
    assert_eq!(refusal.hints, [Hint::Legal("`bite`, `claw`".to_owned())]);
    answer(&mut table, "cl").expect("the beginning of one that is legal");
}

#[test]
fn a_square_of_a_larger_space_says_so() {
    let mut moved = yard("choose_space {prompt = 'Where to?', options = {'A1', 'pen'}}");
    let refusal = refused(&mut moved, "b2");
    assert_eq!(refusal.message(), "`B2` is part of `pen`");
    assert_eq!(refusal.hints, [Hint::Legal("`A1`, `pen`".to_owned())]);
    assert!(matches!(refusal.kind, RefusalKind::Part { .. }));
    answer(&mut moved, "PEN").expect("the space itself");

    let full = "why = function(refuse) refuse('pen', 'it is full', 'The night') end";
    let mut target = yard(&format!("choose {{prompt = 'At what?', options = {{'A1', 'nothing'}}, {full}}}"));
    let refusal = refused(&mut target, "C3");
    assert_eq!(refusal.message(), "`C3` is part of `pen`, and `pen` is not legal: it is full");
    assert_eq!(refusal.rule.as_deref(), Some("The night"));

    let mut many = yard("choose_many {prompt = 'Where?', options = {'A1', 'B1'}, least = 1}");
    refused_as(&mut many, "A1 C2", "`C2` is part of `pen`, and `pen` is not one of the answers");
}

#[test]
fn a_whole_name_is_not_the_beginning_of_another() {
    let mut table = yard("choose_space {prompt = 'Where to?', options = {'A10', 'B4'}}");
    refused_as(&mut table, "A1", "`A1` is not one of the answers");
    answer(&mut table, "a10").expect("the square itself");
}

#[test]
fn only_what_there_is_changes_hands() {
    let script = "declare {deck = is.pile('nights'), bag = is.pile}
        function steps.setup()
            pile.fill('deck', 'nights')
            pile.fill('bag', {bear = 2}, 'forest')
            confirm {prompt = 'Ready?'}
            if #state.bag == 9 then roll {die = 'd20'} end
            return 'over'
        end";
    let small = game(script);
    let mut table = table_of(&small, Custody::Ask, 7).expect("a table");
    let hand = |table: &mut Table, of: &str| table.custody(Some(of), Custody::App, "");
    for of in ["d6", "D20", "coin", "luck", "luck dice", "Nights", "forest"] {
        hand(&mut table, of).unwrap_or_else(|problem| panic!("{of}: {}", told(&problem)));
    }
    assert_eq!((table.custody_of("d20"), table.custody_of("nights")), (Custody::App, Custody::App));
    let before = table.number();
    let problem = |table: &mut Table, of: &str| told(&hand(table, of).expect_err(of));
    let known = "known here: `coin`, `d20`, `d6`, `forest`, `luck`, `nights`";
    assert_eq!(
        problem(&mut table, "nosuchdie"),
        format!("refused: this game has no die and no deck `nosuchdie`\n  {known}")
    );
    assert_eq!(
        problem(&mut table, "nihgts"),
        "refused: this game has no die and no deck `nihgts`\n  did you mean `nights`?"
    );
    for of in ["", "d", "d0", "d1", "d8", "runes", "unseen"] {
        assert!(problem(&mut table, of).starts_with("refused: this game has no die and no deck"), "{of}");
    }
    assert_eq!(table.number(), before, "nothing is recorded");

    // Journals that have it open as ever.
    let mut entries = table.entries().to_vec();
    let what = What::Custody { of: Some("nosuchdie".to_owned()), to: Custody::App };
    entries.push(Entry { seq: before + 1, at: String::new(), by: None, what });
    let old = opened(&small, table.start().clone(), entries).unwrap_or_else(|problem| panic!("{}", told(&problem)));
    assert_eq!(old.number(), before + 1);
}

#[test]
fn the_verb_says_what_there_is() {
    let tool = crate::support::Tool::refereed(crate::support::played::YARD);
    tool.run("referee new ./game --players Ann,Bob --seed 1").succeeds();
    tool.run("referee custody nosuchdie --to app").refuses_in_words(
        "error: this game has no die and no deck `nosuchdie`\n |\n = help: known here: `coin`, `d6`, `luck`\n\n1 error",
    );
    tool.run("referee custody lukc --to app").refuses(&["did you mean `luck`?"]);
    tool.run("referee custody Luck --to app").succeeds();
    tool.run("referee log").says("    1  the referee has `luck` from now on\n");
}

fn wish(fields: &[(&str, Value)]) -> Adjusted {
    let set: BTreeMap<String, Value> =
        fields.iter().map(|(field, value)| ((*field).to_owned(), value.clone())).collect();
    Adjusted { set, at_step: BTreeMap::new(), reason: "it is so".into(), triggers: false }
}

const OIL: &str =
    "declare {oil = is.each_seat(is.whole(0, 9, 5)), burnt = is.whole(0, 9), hand = is.each_seat(is.own(is.pile))}
    law('10 drops of oil', function() return total(state.oil) + state.burnt, 10 end)
    law('nobody has more than eight', function()
        for seat = 1, seats do
            if state.oil[seat] > 8 then return false, words('{seat} has {}', seat, state.oil[seat]) end
        end
        return true
    end)
    function steps.setup() return 'turn' end
    function steps.turn() confirm {prompt = 'Go on?'} return 'turn' end
    function score()
        return {lines = {
            {seat = 1, what = 'the oil', points = state.oil[1], field = 'oil.Ann', about = 'lamp'},
            {seat = 1, what = 'what burnt', points = state.burnt, field = {'burnt', 'oil'}},
            {seat = 2, what = 'the oil', points = state.oil[2], field = 'oil.Bob'},
            {seat = 2, what = 'the smell', points = 0},
        }}
    end";

fn adjusted(table: &mut Table, fields: &[(&str, Value)]) -> Adjustment {
    table.adjust(&wish(fields), None, "").unwrap_or_else(|problem| panic!("{}", told(&problem)))
}

fn warnings(adjustment: &Adjustment) -> Vec<String> {
    adjustment.warnings().into_iter().map(|warning| warning.message).collect()
}

#[test]
fn an_adjustment_says_which_laws_it_breaks() {
    let mut table = played(OIL);
    let first = adjusted(&mut table, &[("oil.Ann", json!(4))]);
    assert_eq!(
        warnings(&first),
        ["since `oil of Ann` is set, this does not add up any more: 10 drops of oil: 9, and not 10"]
    );
    let second = adjusted(&mut table, &[("oil.Ann", json!(9)), ("burnt", json!(1))]);
    assert_eq!(
        warnings(&second),
        [
            "since `burnt` and `oil of Ann` are set, this does not add up any more: nobody has more than eight: Ann has 9",
            "this did not add up before either: 10 drops of oil: 15, and not 10",
        ]
    );
    assert_eq!((second.broken.len(), second.still_broken.len(), second.fault.clone()), (1, 1, None));
    let third = adjusted(&mut table, &[("oil.Ann", json!(5)), ("burnt", json!(0))]);
    assert_eq!(warnings(&third), Vec::<String>::new());
}

#[test]
fn every_front_end_is_told_of_broken_laws() {
    let tool = crate::support::Tool::refereed(OIL);
    tool.run("referee new ./game --players Ann,Bob --table night").succeeds();
    let warned = "warning: since `oil of Ann` is set, this does not add up any more: 10 drops of oil: 9, and not 10";
    let told = tool.run("referee adjust oil.Ann=4 --reason spilt --json").succeeds();
    let shown: Value = serde_json::from_str(&told.stdout()).expect("JSON");
    assert_eq!(shown["set"], json!(["oil.Ann"]));
    assert_eq!(shown["broken_laws"], json!(["10 drops of oil: 9, and not 10"]));
    assert!(told.stderr().contains(warned), "{}", told.stderr());
    tool.run("referee undo").succeeds();
    let said = tool.type_into("referee play", "adjust oil.Ann=4 because one is spilt\n").succeeds().stdout();
    let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(said.contains(warned), "{said}");
}

#[test]
fn cards_are_adjusted_with_and_without_quotation_marks() {
    let tool = crate::support::Tool::refereed(OIL);
    tool.run("referee new ./game --players Ann,Bob --table night").succeeds();
    for typed in ["hand.Ann=[bite]", "hand.Ann=[\"bite\"]", "hand={ann: [bite], Bob: []}"] {
        tool.run_words(&["referee", "adjust", typed, "--reason", "it is so"]).succeeds();
        let shown = tool.run("referee show --json --seat Ann").succeeds().stdout();
        let shown: Value = serde_json::from_str(&shown).expect("JSON");
        assert_eq!(shown["state"]["hand"]["Ann"], json!(["bite"]), "{typed}");
    }
    let wrong = r"hand.Ann=[{card: bite, seen: [Anne]}]";
    tool.run_words(&["referee", "adjust", wrong, "--reason", "it is so"])
        .refuses(&["`hand.Ann` holds a card that `Anne` has seen, and that is no seat", "did you mean `Ann`?"]);
}

#[test]
fn an_adjustment_is_behind_the_score_of_what_it_set() {
    let mut table = played(OIL);
    adjusted(&mut table, &[("oil.Ann", json!(4))]);
    adjusted(&mut table, &[("burnt", json!(1))]);
    adjusted(&mut table, &[("oil", json!({ "Ann": 4, "Bob": 5 }))]);
    adjusted(&mut table, &[("oil.Bob", json!(7))]);
    table
        .undo(tablewright::inside::referee::Back::Times(1), None, "")
        .unwrap_or_else(|problem| panic!("{}", told(&problem)));
    let small = game(OIL);
    for mut table in [reopened(&small, &table).expect("it opens"), table] {
        let view = table.view(Viewer::Everybody).expect("a view");
        let score = table.score().expect("a score").expect("lines");
        let behind: Vec<Vec<u64>> = score.lines.iter().map(|line| view.entries_behind(line)).collect();
        assert_eq!(behind, [vec![1, 3], vec![1, 2, 3], vec![3], vec![]]);
        assert_eq!(view.score_json(&score)["lines"][1]["entries"], json!([1, 2, 3]));
    }
}

#[test]
fn a_score_counts_fields_that_there_are() {
    let mut wrong = played(&OIL.replace("field = 'oil.Ann'", "field = 'oil.Anne'"));
    let problem = wrong.score().expect_err("a fault");
    assert_eq!(
        told(&problem),
        "the score counts `oil.Anne`, which is no field of the state\n  help: did you mean `Ann`?\n  line 11"
    );
}

/// What an example refuses is told with the question, and each thing once.
#[test]
fn the_reason_of_a_refusal_is_a_value() {
    let mut table = played(crate::support::played::YARD);
    answer(&mut table, "roll").expect("an answer");
    let again = Hint::NothingKept;
    let roll = Hint::Roll("3 d6, each 1, 2, 3, 4, 5, 6".to_owned());
    assert_eq!(refused(&mut table, "5 5").hints, [roll, Hint::Blank, again]);
    let mut over = played("declare {n = is.whole(0, 9)}\nfunction steps.setup() return 'over' end");
    assert_eq!(refused(&mut over, "yes").kind, RefusalKind::Over);
}

/// A folder that no game has is no reason to leave its files out of a table without a word.
#[test]
fn a_game_with_folders_deep_inside_of_each_other_is_played() {
    let deep = "game/".to_owned() + &"in/".repeat(13) + "most.txt";
    let tool: Tool = crate::support::Tool::refereed(crate::support::played::YARD).file(&deep, "here");
    tool.run("referee new ./game --players Ann,Bob").succeeds();
    tool.run("referee show").succeeds();
}

/// Names are known without their blanks and with others; the name of a place is no slip for that of another.
#[test]
fn a_hint_never_repeats_what_was_typed() {
    let mut table = yard("choose_space {prompt = 'Where to?', options = {'A1', 'pen'}}");
    assert_eq!(refused(&mut table, "A2").hints, [Hint::Legal("`A1`, `pen`".to_owned())]);
    answer(&mut table, "a 1").expect("the square itself");
    let script = "declare {n = is.whole(0, 9)}
        function steps.setup()
            choose {prompt = 'What?', options = {'w1', 'w2'}, labels = {w1 = 'golf club', w2 = 'lamp'}}
            return 'over'
        end";
    let mut table = played(script);
    let refusal = refused(&mut table, "golf clib");
    assert_eq!(refusal.hints_told(), ["did you mean `golf club`?", "legal now: `golf club`, `lamp`"]);
    answer(&mut table, "golfclub").expect("the golf club");
}

#[test]
fn of_many_answers_the_first_are_told() {
    let ids: Vec<String> = (1..=7).map(|n| format!("'A{n}'")).collect();
    let mut table = yard(&format!("choose_space {{prompt = 'Where to?', options = {{{}}}}}", ids.join(", ")));
    let legal = "`A1`, `A2`, `A3`, `A4`, `A5` and 2 more (`show` lists them)";
    assert_eq!(refused(&mut table, "B1").hints, [Hint::Legal(legal.to_owned())]);
}

/// What people call the pieces of a game, and which of them the referee takes it for.
#[test]
fn what_is_printed_can_be_typed() {
    let script = r#"declare {taken = is.list(is.text(), 20)}
local names = {w1 = "flame thrower", w2 = "golf club", w3 = "golf cart", z13 = "zombie 13", z1 = "Mären the 1st", q52 = "(5, 2)", q53 = "53"}
function steps.setup() return "turn" end
function steps.turn()
    local what = choose_many {seat = 1, prompt = "What?", options = {"w1", "w2", "w3", "z13", "z1", "q52"}, labels = names, least = 1, most = 6,
        why = function(refuse) refuse("q53", "it is on fire") end}
    state.taken = what
    return "turn"
end
"#;
    let mut table = crate::support::played::table(script, Custody::Ask).expect("a table");
    for (typed, taken) in [
        ("flame", "w1"),
        ("Flame Thrower", "w1"),
        ("fl thr, golf club", "w1 w2"),
        ("golf cart flame thrower", "w1 w3"),
        ("maren 5,2", "z1 q52"),
        ("(5,2)", "q52"),
        ("13", "z13"),
        ("w1 13 club", "w1 w2 z13"),
    ] {
        answer(&mut table, typed).unwrap_or_else(|problem| panic!("{typed}: {}", told(&problem)));
        let state = table.view(Viewer::Referee).expect("a view").json();
        let found: Vec<&str> =
            state["state"]["taken"].as_array().expect("a list").iter().filter_map(Value::as_str).collect();
        assert_eq!(found.join(" "), taken, "{typed}");
    }
    for (typed, sentence) in [
        ("golf", "`golf` may be `golf club` or `golf cart`: which?"),
        ("53", "`53` is not legal: it is on fire"),
        ("5", "`5` is not one of the answers"),
        ("z", "`z` may be `zombie 13` or `Mären the 1st`: which?"),
        ("flame trower", "`trower` is not one of the answers"),
    ] {
        let Err(problem) = answer(&mut table, typed) else { panic!("{typed} is taken") };
        let message = told(&problem);
        assert!(message.starts_with(&format!("refused: {sentence}\n")), "{typed}: {message}");
    }
}
