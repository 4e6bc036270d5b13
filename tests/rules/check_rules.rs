//! What `check` finds in the rules of a game, and how `games` marks it.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::Duration;

use tablewright::app::{Check, Unwatched, WhichGame};
use tablewright::inside::diag::{Diagnostic, Diagnostics, Severity};
use tablewright::inside::referee::{AnswerQueue, Custody, Hands};
use tablewright::inside::rules::{ScriptRules, WallClock, World};

use crate::support::Tool;
use crate::support::hoard::{GAME, RULES, SCRIPT, greedy, hoard, hoard_with};
use crate::support::played::game;

/// What `check` says of a script.
#[track_caller]
fn checked(script: &str, said: &str) {
    hoard_with(script).run("check hoard").fails(1, said);
}

#[test]
fn check_finds_nothing_in_a_good_script() {
    let tool = hoard("- name: right\n  then: {asks: Ann}\n");
    assert_eq!(tool.run("check hoard").succeeds().stdout(), "hoard: nothing is wrong\n");
}

#[test]
fn check_reads_the_scenarios() {
    hoard("- nam: x\n  then: {}\n").run("check hoard").refuses(&["unknown key `nam`", "a scenario needs `name`"]);
}

#[test]
fn check_knows_the_printed_headings() {
    let script =
        SCRIPT.replace("rule = \"Your turn\"", "rule = \"Your trun\"").replace("\"The dragon\")", "\"Dragons\")");
    checked(
        &script,
        r#"
error: the printed rules have no heading `Your trun`
  --> hoard/rules.luau:27:66
   |
27 |         seat = state.active, prompt = "What do you do?", rule = "Your trun", options = actions,
   |                                                                  ^^^^^^^^^
   |
   = help: did you mean `Your turn`?

error: the printed rules have no heading `Dragons`
  --> hoard/rules.luau:29:68
   |
29 |             refuse("flee", "nobody flees from a sleeping dragon", "Dragons")
   |                                                                    ^^^^^^^
   |
   = help: known here: `Hoard`, `Scoring`, `The dragon`, `Your turn`

2 errors
"#,
    );
}

#[test]
fn check_loads_the_script() {
    checked(
        &SCRIPT.replace("local heard =", "local heard = ="),
        r#"
error: Expected identifier when parsing expression, got '='
  --> hoard/rules.luau:39:5
   |
39 |     local heard = = confirm { seat = next_seat(state.active), prompt = "Did you hear that?" }
   |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

1 error
"#,
    );
}

#[test]
fn check_plays_at_random_until_a_law_is_broken() {
    checked(
        &greedy(),
        r"
error: after the step `take` a law is broken: nine coins: 10, and not 9
  --> hoard/rules.luau:35:10
   |
35 | function steps.take()
   |          ^^^^^^^^^^
   |
   = help: it happened in the step `take`
   = help: it came up in a game of 2 players, played at random

1 error
",
    );
}

#[test]
fn check_plays_with_as_many_as_can_and_with_options() {
    checked(
        &SCRIPT.replace("    local lines = {}", "    local third = state.coins[3] + 1\n    local lines = {}"),
        r"
error: attempt to perform arithmetic (add) on nil and number
  --> hoard/rules.luau:82:5
   |
82 |     local third = state.coins[3] + 1
   |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
   |
   = help: it came up in a game of 2 players, played at random

1 error
",
    );
    let script = SCRIPT.replace("+= count", "+= if options.greedy then 10 else count");
    checked(
        &script,
        r"
error: after the step `take` a law is broken: nine coins: 16, and not 9
  --> hoard/rules.luau:35:10
   |
35 | function steps.take()
   |          ^^^^^^^^^^
   |
   = help: it happened in the step `take`
   = help: it came up in a game of 3 players with `greedy: yes`, played at random

1 error",
    );
}

/// A game that nothing ends.
fn endless() -> Tool {
    let script = SCRIPT
        .replace("if state.chest == 0 then return \"over\" end", "")
        .replace("least = 1, most = math.min(3, state.chest)", "least = 0, most = 0");
    hoard_with(&script)
}

/// What `check` says when every look at the clock takes so many seconds.
fn checked_in_a_hurry(tool: &Tool, each: u64) -> Diagnostics {
    let seconds = Cell::new(0);
    let clock = || Duration::from_secs(seconds.replace(seconds.get() + each));
    Check::of(WhichGame::new("hoard", tool.path())).run(&Unwatched, &clock)
}

#[test]
fn a_game_for_which_there_is_no_time_is_only_a_note() {
    let found = checked_in_a_hurry(&endless(), 1);
    let told: Vec<&Diagnostic> = found.iter().collect();
    assert_eq!(told.len(), 1, "{found}");
    assert_eq!(
        (told[0].severity, told[0].message.as_str()),
        (Severity::Note, "random play was stopped after 20 seconds, in step 20")
    );
    let (last, rest) = told[0].hints.split_first().expect("what it went through");
    assert!(last.starts_with("at last it went through `setup`, `turn`, "), "{last}");
    assert_eq!(
        rest,
        [
            "if only players who want an end bring it about, write `random play: never ends` in game.yaml",
            "it came up in a game of 2 players, played at random"
        ]
    );
}

#[test]
fn a_game_can_say_that_random_play_never_ends_it() {
    let says = format!("{GAME}random play: never ends\n");
    let tool = endless().file("hoard/game.yaml", &says);
    assert_eq!(checked_in_a_hurry(&tool, 1).iter().count(), 0);
    // What goes wrong in such a game is found as ever.
    let script = greedy().replace("if state.chest == 0 then return \"over\" end", "");
    let found = checked_in_a_hurry(&hoard_with(&script).file("hoard/game.yaml", &says), 0);
    assert!(found.to_string().contains("a law is broken: nine coins: 10, and not 9"), "{found}");
    let says = says.replace("never ends", "never end");
    hoard_with(SCRIPT).file("hoard/game.yaml", &says).run("check hoard").fails(
        1,
        r"
error: `random play` cannot be `never end`
  --> hoard/game.yaml:15:14
   |
15 | random play: never end
   |              ^^^^^^^^^
   |
   = help: did you mean `never ends`?

1 error
",
    );
}

#[test]
fn playtest_counts_what_does_not_end() {
    let tool = endless();
    let told = tool.run("playtest hoard --games 1 --json").succeeds().stdout();
    let told: serde_json::Value = serde_json::from_str(&told).unwrap();
    assert_eq!((&told["unfinished"], &told["steps"]), (&1.into(), &100_000.into()));
    let tool = tool.file("hoard/game.yaml", format!("{GAME}random play: never ends\n"));
    let told = tool.run("playtest hoard --games 2 --check").succeeds().stdout();
    assert!(told.ends_with("\n2 of them were not over after 10000 steps\n"), "{told}");
}

/// Bots ask what people are asked, down to the last key.
#[test]
fn check_asks_what_people_are_asked() {
    checked(
        &SCRIPT.replace("prompt = \"Dig!\"", "promt = \"Dig!\""),
        r#"
error: a question has no `promt`
  --> hoard/rules.luau:47:5
   |
47 |     local faces = roll { die = "claw", dice = 2, seat = state.active, promt = "Dig!" }
   |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
   |
   = help: did you mean `prompt`?
   = help: it happened in the step `dig`
   = help: it came up in a game of 2 players, played at random

1 error
"#,
    );
    let doubled = SCRIPT.replace("options = {\"cave\", \"cliff\"}", "options = {\"cave\", \"cave\"}");
    hoard_with(&doubled).run("check hoard").refuses(&["the option `cave` is there twice", "rules.luau:59:"]);
    let most_only = SCRIPT.replace("least = 1, most = math.min(3, state.chest)", "most = math.min(3, state.chest)");
    assert_eq!(hoard_with(&most_only).run("check hoard").succeeds().stdout(), "hoard: nothing is wrong\n");
    hoard_with(&most_only).run("playtest hoard --games 20").succeeds();
}

#[test]
fn what_a_script_must_not_say_is_told_with_its_place() {
    let script = SCRIPT
        .replace("law(", "local sung = 0\n\nlaw(")
        .replace("for _, tune in ipairs(tunes) do", "sung += 1\n    for _, tune in tunes do");
    let said = r"
error: `sung` belongs to the whole script and cannot change while it plays
  --> hoard/rules.luau:64:5
   |
64 |     sung += 1
   |     ^^^^
   |
   = help: what changes belongs into the state

error: `for .. in` goes through a table in no fixed order
  --> hoard/rules.luau:65:20
   |
65 |     for _, tune in tunes do add(state.lairs, tune, 1) end
   |                    ^^^^^
   |
   = help: write `pairs(t)`, or `ipairs(t)` for a list

2 errors
";
    checked(&script, said);
    let tool = hoard_with(&script);
    tool.run("referee new hoard --players Ann,Bob").refuses_in_words(said);
    tool.run("test hoard").refuses_in_words(said);
    assert!(!tool.path().join("tables/hoard").exists(), "there is no such table");
}

#[test]
fn a_step_is_found_however_it_is_written() {
    for written in ["steps.take = function()", "steps[\"take\"] = function()", "steps['take'] = function()"] {
        let script = greedy().replace("function steps.take()", written);
        let place = written.split(' ').next().unwrap();
        hoard_with(&script).run("check hoard").refuses(&[
            "after the step `take` a law is broken",
            &format!("  --> hoard/rules.luau:35:1\n   |\n35 | {written}\n   | {}\n", "^".repeat(place.len())),
        ]);
    }
}

#[test]
fn a_script_that_says_the_words_of_a_warning_is_wrong_all_the_same() {
    let script = SCRIPT
        .replace("function steps.hide()\n", "function steps.hide()\n    error(\"the game is not over after all\")\n");
    checked(
        &script,
        r#"
error: the game is not over after all
  --> hoard/rules.luau:67:5
   |
67 |     error("the game is not over after all")
   |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
   |
   = help: it happened in the step `hide`
   = help: it came up in a game of 2 players, played at random

1 error
"#,
    );
}

#[test]
fn a_loop_without_an_end_has_its_line_and_its_step() {
    let script = SCRIPT.replace("function steps.hide()\n", "function steps.hide()\n    while true do end\n");
    let said = |more: &str| {
        format!(
            "
error: this takes too long: is there a loop without an end?
  --> hoard/rules.luau:67:5
   |
67 |     while true do end
   |     ^^^^^^^^^^^^^^^^^
   |
   = help: it happened in the step `hide`
   = help: {more}

1 error
"
        )
    };
    checked(&script, &said("it came up in a game of 2 players, played at random"));
    let tool = hoard_with(&script);
    tool.run("playtest hoard --games 1 --check").fails(1, &said("it was the game with seed 1"));
    tool.run("playtest hoard --games 1").fails(1, &said("it was the game with seed 1"));
}

#[test]
fn a_question_of_the_bot_says_what_it_lacks() {
    for (question, said) in [
        ("choose { prompt = \"Who?\" }", "a question needs a list of `options`"),
        ("choose { prompt = \"Who?\", options = {} }", "a question without options cannot be answered"),
        ("choose_space { prompt = \"Who?\" }", "a question needs a list of `options`"),
        ("choose_many { prompt = \"Who?\" }", "a question needs a list of `options`"),
        ("choose_order { prompt = \"Who?\" }", "a question needs a list of `options`"),
        ("choose_number { prompt = \"Who?\", least = 2 }", "a question for a number needs a `most`"),
        ("choose_number { prompt = \"Who?\", least = 2, most = 1 }", "no number is from 2 to 1"),
        ("choose()", "a question is a table with named values"),
        ("roll()", "a question is a table with named values"),
    ] {
        let script = SCRIPT.replace("function steps.hide()\n", &format!("function steps.hide()\n    {question}\n"));
        let tool = hoard_with(&script);
        tool.run("playtest hoard --games 1").refuses(&[&format!("error: {said}\n  --> hoard/rules.luau:67:5\n")]);
    }
}

#[test]
fn games_with_a_script_are_marked() {
    let tool = hoard_with(SCRIPT).file("plain/game.yaml", GAME).file("plain/RULES.md", RULES);
    let said = "hoard                Hoard: 2-3 players, with a referee\nplain                Hoard: 2-3 players\n";
    tool.run("games --components .").says(said);
    let told: serde_json::Value = serde_json::from_str(&tool.run("games --components . --json").stdout()).unwrap();
    assert_eq!((&told[0]["referee"], &told[1]["referee"]), (&true.into(), &false.into()));
}

/// A script that is compiled could do anything: the engine runs it as it is.
#[test]
fn only_a_text_is_a_script() {
    let tool = |script: &[u8]| hoard_with(SCRIPT).file("hoard/rules.luau", script);
    let compiled = "
error: `hoard/rules.luau` is not text: it is compiled, and only the script itself can be read
 |
 = help: put the file here that it was compiled from

1 error";
    for script in [&b"\x06\x03"[..], b"\x03\x01\x00", b"\x00", b"\xef\xbb\xbf\x06\x03", b"\x1bLua"] {
        tool(script).run("check hoard").fails(1, compiled);
    }
    tool(b"\x06\x03\xff").run("check hoard").fails(
        1,
        "
error: `hoard/rules.luau` is not UTF-8 text from line 1 on
 |
 = help: save the file with the encoding UTF-8

1 error",
    );
    tool(b"declare {}\nlocal a = \"\x00\"\n").run("check hoard").refuses(&[
        "the script is not text here: it has a sign that nobody can see (`U+0000`)",
        "hoard/rules.luau:2:12",
    ]);
    for verb in ["referee new hoard --players Ann,Ben", "playtest hoard", "test hoard"] {
        tool(b"\x06\x03").run(verb).refuses(&["is not text: it is compiled"]);
    }
}

/// Below the files, the engine itself takes no compiled script.
#[test]
fn the_engine_takes_text_only() {
    let players = vec!["Ann".to_owned(), "Bob".to_owned()];
    let world = World::new(&game("declare {}"), players.clone(), BTreeMap::new());
    let hands = Hands { usual: Custody::Ask, named: BTreeMap::new() };
    let asker = Rc::new(RefCell::new(AnswerQueue::new(players, hands, 7)));
    let fault = ScriptRules::load("\u{6}\u{3}", world, asker, WallClock::start()).err();
    assert!(fault.is_some(), "it is no script");
}

#[test]
fn what_only_looks_cannot_change_anything() {
    let hint = "help: change the state in a step, and write `local` before a variable that is new here";
    let looks = |change: (&str, &str), message: &str| {
        hoard_with(&SCRIPT.replace(change.0, change.1)).run("check hoard").refuses(&[message, hint, "rules.luau:"]);
    };
    let score = "function score()\n    local lines = {}\n";
    looks((score, &format!("{score}    state.chest -= 1\n")), "`score` only looks, and cannot change anything");
    let list = format!("{score}    table.insert(state.found, \"x\")\n");
    looks((score, &list), "`score` only looks, and cannot change anything");
    let why = "        why = function(refuse)\n";
    looks((why, &format!("{why}            state.mood = \"loud\"\n")), "`why` only looks, and cannot change anything");
    let law = "law(\"nine coins\", function()\n";
    looks((law, &format!("{law}    state.coins[1] = 3\n")), "a law only looks, and cannot change anything");
    let before = "law(\"nine coins\", function(before)\n    before.chest = 3\n";
    looks((law, before), "a law only looks, and cannot change anything");
}

#[test]
fn a_law_says_yes_or_no_or_two_values() {
    let law = "    return state.chest + total(state.coins), 9\n";
    let one = SCRIPT.replace(law, "    return state.chest + total(state.coins)\n");
    hoard_with(&one)
        .run("check hoard")
        .refuses(&["the law \"nine coins\" says 9: it has to give true or false, or what is and what should be"]);
}

#[test]
fn an_audit_counts_fields_that_there_are() {
    let audit =
        format!("{SCRIPT}\nfunction audit()\n    return {{{{\"coins in the chest\", state.chest, \"chets\"}}}}\nend\n");
    hoard_with(&audit)
        .run("check hoard")
        .refuses(&["a count of `audit` counts `chets`, which is no field of the state", "did you mean `chest`?"]);
}

#[test]
fn a_state_and_what_is_shown_have_an_end() {
    let quiet = "declare {a = is.list(is.text(), 9000)}\nfunction steps.setup() return fill() end\n";
    let fill = "function fill()\n    local long = string.rep(\"a\", 9000)\n    for _ = 1, 9000 do table.insert(state.a, long) end\n    return \"over\"\nend\n";
    hoard_with(&format!("{fill}{quiet}"))
        .run("check hoard")
        .refuses(&["makes the state larger than 16 MB", "it happened in the step `setup`"]);
    for (look, key, told) in [
        ("score", "lines", "the score has more than 5000 entries"),
        ("show", "pieces", "`pieces` has more than 40000 entries"),
    ] {
        let script = format!(
            "declare {{n = is.whole(0, 9)}}\nfunction steps.setup() return \"over\" end\nfunction {look}()\n    \
             return {{{key} = table.create(40001, {{}})}}\nend\n"
        );
        hoard_with(&script).run("check hoard").refuses(&[told]);
    }
}
