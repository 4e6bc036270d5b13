//! What `check` finds in the rules of a game, and how `games` marks it.

use crate::support::hoard::{GAME, RULES, SCRIPT, greedy, hoard, hoard_with};

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

#[test]
fn a_game_that_goes_on_and_on_is_only_a_warning() {
    let script = SCRIPT
        .replace("if state.chest == 0 then return \"over\" end", "")
        .replace("least = 1, most = math.min(3, state.chest)", "least = 0, most = 0");
    let ran = hoard_with(&script).run("check hoard");
    assert!(ran.stderr().starts_with("warning: the game is not over after 100000 steps\n"), "{}", ran.stderr());
    assert_eq!((ran.code(), ran.stdout().as_str()), (Some(0), "hoard: it prints, with 1 warning\n"));
}

#[test]
fn a_script_that_says_the_words_of_a_warning_is_wrong_all_the_same() {
    let script = SCRIPT
        .replace("function steps.hide()\n", "function steps.hide()\n    error(\"the game is not over after all\")\n");
    checked(
        &script,
        r#"
error: the game is not over after all
  --> hoard/rules.luau:69:5
   |
69 |     error("the game is not over after all")
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
  --> hoard/rules.luau:69:5
   |
69 |     while true do end
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
        tool.run("playtest hoard --games 1").refuses(&[&format!("error: {said}\n  --> hoard/rules.luau:69:5\n")]);
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
