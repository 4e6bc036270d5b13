//! Scenarios that show something: nothing that could not fail passes, a table of figures is one example, and what was given
//! is a table that can be. What is said when not, word for word.

use crate::support::hoard::hoard;

#[track_caller]
fn failing(scenarios: &str, said: &str) {
    hoard(scenarios).run("test hoard").fails(1, said);
}

#[test]
fn a_word_that_the_game_does_not_know_shows_nothing() {
    failing(
        r"
- name: a typing error
  when:
    - refused: digg
    - Ann: take
- name: nothing to exclude
  then: {legal excludes: [sang, flee, dig, Ann, crown]}
- name: known words
  when:
    - refused: crown
    - refused: 3
    - refused: cave cliff
  then: {legal excludes: [crown, cave]}
",
        r#"
failed: a typing error
error: nothing in this game is called `digg`, so it shows nothing that this is refused
 --> hoard/scenarios/a.yaml:4:16
  |
4 |     - refused: digg
  |                ^^^^
  |
  = help: did you mean `dig`?

failed: nothing to exclude
error: `dig` is legal, and should not be
 --> hoard/scenarios/a.yaml:7:39
  |
7 |   then: {legal excludes: [sang, flee, dig, Ann, crown]}
  |                                       ^^^
error: nothing in this game is called `sang`, so it shows nothing that this is refused
 --> hoard/scenarios/a.yaml:7:27
  |
7 |   then: {legal excludes: [sang, flee, dig, Ann, crown]}
  |                           ^^^^
  |
  = help: did you mean `sing`?
  = help: asked now: Ann: "What do you do?"
"#,
    );
}

#[test]
fn a_scenario_expects_something() {
    failing(
        r"
- name: only an answer
  when:
    - Ann: take
- name: nothing at all
  then: {}
",
        r"
failed: only an answer
error: nothing has to come out of this scenario, so it shows nothing
 --> hoard/scenarios/a.yaml:2:9
  |
2 | - name: only an answer
  |         ^^^^^^^^^^^^^^
  |
  = help: say what has to be so with `then`, such as `then: {asks: Ann}`

failed: nothing at all
error: nothing has to come out of this scenario, so it shows nothing
 --> hoard/scenarios/a.yaml:5:9
  |
5 | - name: nothing at all
  |         ^^^^^^^^^^^^^^
  |
  = help: say what has to be so with `then`, such as `then: {asks: Ann}`
",
    );
}

#[test]
fn who_is_not_asked_is_refused_whatever_they_say() {
    failing(
        r"
- name: somebody else
  when:
    - refused: flee
      by: Bob
",
        r#"
failed: somebody else
error: Bob is not asked, so whatever Bob says is refused
 --> hoard/scenarios/a.yaml:5:11
  |
5 |       by: Bob
  |           ^^^
  |
  = help: if that is what has to be shown, say `because: it is Ann who is asked now, not Bob`
  = help: asked now: Ann: "What do you do?"
  = help: legal now: `take`, `hide`, `dig`, `sing`
"#,
    );
}

#[test]
fn what_is_given_keeps_the_laws_unless_a_file_says_otherwise() {
    let given = "- name: coins are missing\n  given: {step: turn, state: {chest: 5}}\n  then: {asks: Ann}\n";
    failing(
        given,
        r"
failed: coins are missing
error: a law does not hold in what is given: nine coins: 5, and not 9
 --> hoard/scenarios/a.yaml:2:10
  |
2 |   given: {step: turn, state: {chest: 5}}
  |          ^
  |
  = help: give the rest of the table, or say `laws: once they hold` where only a part of it is given
",
    );
    hoard(&format!("- laws: once they hold\n{given}")).run("test hoard").says("1 passed, 0 failed\n");
    let strict = given.replace("chest: 5}", "chest: 5}, laws: hold");
    hoard(&format!("- laws: once they hold\n{strict}")).run("test hoard").refuses(&["a law does not hold"]);
    hoard(&format!("- laws: sometimes\n{given}")).run("test hoard").refuses(&["`laws` cannot be `sometimes`"]);
}

#[test]
fn cards_that_cannot_be_there_are_refused() {
    failing(
        r"
- name: no such card
  given: {step: turn, state: {deck: [rong, {card: crwn, seen: [Ann]}]}}
  then: {asks: Ann}
- name: too many
  given: {step: turn, state: {deck: [ring, ring, ring, crown]}}
  then: {asks: Ann}
- name: too few in the pool
  given: {step: turn, state: {deck: [1, 1, 2], pools: [{deck: finds, cards: {ring: 1}}]}}
  then: {asks: Ann}
",
        r"
failed: no such card
error: `deck` holds `rong`, and no card of this game is called that
 --> hoard/scenarios/a.yaml:3:38
  |
3 |   given: {step: turn, state: {deck: [rong, {card: crwn, seen: [Ann]}]}}
  |                                      ^^^^
  |
  = help: did you mean `ring`?
error: `deck` holds `crwn`, and no card of this game is called that
 --> hoard/scenarios/a.yaml:3:44
  |
3 |   given: {step: turn, state: {deck: [rong, {card: crwn, seen: [Ann]}]}}
  |                                            ^
  |
  = help: did you mean `crown`?

failed: too many
error: `ring` lies 3 times in what is given, and 2 are printed
 --> hoard/scenarios/a.yaml:6:31
  |
6 |   given: {step: turn, state: {deck: [ring, ring, ring, crown]}}
  |                               ^^^^

failed: too few in the pool
error: 2 slots are of the pool 1, and it has 1 card
 --> hoard/scenarios/a.yaml:9:31
  |
9 |   given: {step: turn, state: {deck: [1, 1, 2], pools: [{deck: finds, cards: {ring: 1}}]}}
  |                               ^^^^
error: a slot is of the pool 2, and `pools` has 1
 --> hoard/scenarios/a.yaml:9:31
  |
9 |   given: {step: turn, state: {deck: [1, 1, 2], pools: [{deck: finds, cards: {ring: 1}}]}}
  |                               ^^^^
  |
  = help: name the card, or say in `pools` what it can be: `pools: [{deck: .., cards: {..}}]`
",
    );
}

#[test]
fn one_example_tests_a_table_of_figures() {
    let table = r"
- name: coins
  each: [{takes: 1, left: 8}, {takes: 3, left: 6}]
  when:
    - Ann: take
    - Ann: <takes>
    - Bob: no
  then: {state: {coins.Ann: <takes>, chest: <left>}, says: ['Ann takes <takes> coin<s>']}
";
    let right =
        table.replace("{takes: 1, left: 8}", "{takes: 1, left: 8, s: ''}").replace("left: 6}", "left: 6, s: s}");
    hoard(&right).run("test hoard").says("2 passed, 0 failed\n");
    failing(
        &right.replace("left: 6", "left: 5"),
        r#"
failed: coins: takes 3, left 5, s s
error: `chest` is 6, and 5 was expected
 --> hoard/scenarios/a.yaml:3:55
  |
3 |   each: [{takes: 1, left: 8, s: ''}, {takes: 3, left: 5, s: s}]
  |                                                       ^
  |
  = help: asked now: Bob: "What do you do?"
"#,
    );
    failing(
        table,
        r"
error: no case says what `<s>` is
 --> hoard/scenarios/a.yaml:8:61
  |
8 |   then: {state: {coins.Ann: <takes>, chest: <left>}, says: ['Ann takes <takes> coin<s>']}
  |                                                             ^^^^^^^^^^^^^^^^^^^^^^^^^^^
  |
  = help: known here: `left`, `takes`

1 error
",
    );
    let wrong = |each: &str, said: &str| {
        let scenario = format!("- name: x\n  each: {each}\n  when:\n    - Ann: <a>\n  then: {{asks: Ann}}\n");
        hoard(&scenario).run("test hoard").refuses(&[said]);
    };
    wrong("[]", "`each` is a table of cases, and this is none");
    wrong("[{a: take, b: 2}]", "nothing uses what the cases say of `b`");
    wrong("[{a: take}, {b: take}]", "this case does not say `a`");
    wrong("[{a: take}, {a: hide, b: 1}]", "the first case does not say `b`");
}

#[test]
fn an_example_extends_what_another_is_given() {
    let scenarios = r"
- name: late
  given: {players: [Eve, Al], step: turn, state: {chest: 2, coins: {Eve: 4, Al: 3}}}
  then: {asks: Eve}
- name: later
  extends: late
  given: {state: {chest: 1, coins: {Al: 4}}}
  then: {state: {chest: 1, coins: {Eve: 4, Al: 4}}}
";
    hoard(scenarios).run("test hoard").says("2 passed, 0 failed\n");
    hoard(&scenarios.replace("extends: late", "extends: lat"))
        .run("test hoard")
        .refuses(&["there is no `lat` to extend", "did you mean `late`?"]);
}

#[test]
fn counts_sums_and_what_is_not_said() {
    hoard(
        r"
- name: amounts
  when:
    - Ann: take
    - Ann: 2
    - Bob: no
  then:
    counts: {deck: 3, deck + found: 3, ring in found: 0, lairs: 0}
    sums: {coins: 2, coins + chest: 9}
    says not: [Ann takes 3 coins]
",
    )
    .run("test hoard")
    .says("1 passed, 0 failed\n");
    failing(
        r"
- name: amounts
  when:
    - Ann: take
    - Ann: 2
    - Bob: no
  then:
    counts: {deck: 4, chest: 1, ring in found: 1}
    sums: {coins: 1, mood: 2, chest: many}
    says not: [Ann takes 2 coins]
",
        r#"
failed: amounts
error: there are 3 in `deck`, and 4 were expected
 --> hoard/scenarios/a.yaml:8:20
  |
8 |     counts: {deck: 4, chest: 1, ring in found: 1}
  |                    ^
error: `chest` is a whole number from 0 to 9, and nothing in it can be counted like this
 --> hoard/scenarios/a.yaml:8:23
  |
8 |     counts: {deck: 4, chest: 1, ring in found: 1}
  |                       ^^^^^
  |
  = help: `counts` is for piles, lists and tables; `sums` adds numbers up, and `state` looks at what they are
error: there are 0 `ring` in `found`, and 1 was expected
 --> hoard/scenarios/a.yaml:8:48
  |
8 |     counts: {deck: 4, chest: 1, ring in found: 1}
  |                                                ^
error: the numbers in `coins` add up to 2, and 1 was expected
 --> hoard/scenarios/a.yaml:9:19
  |
9 |     sums: {coins: 1, mood: 2, chest: many}
  |                   ^
error: `mood` is one of `quiet`, `loud`, and nothing in it can be counted like this
 --> hoard/scenarios/a.yaml:9:22
  |
9 |     sums: {coins: 1, mood: 2, chest: many}
  |                      ^^^^
  |
  = help: `sums` adds numbers up; `counts` is for piles, lists and tables
error: `many` is no whole number
 --> hoard/scenarios/a.yaml:9:38
  |
9 |     sums: {coins: 1, mood: 2, chest: many}
  |                                      ^^^^
error: the log says this, and should not
  --> hoard/scenarios/a.yaml:10:16
   |
10 |     says not: [Ann takes 2 coins]
   |                ^^^^^^^^^^^^^^^^^
   |
   = help: asked now: Bob: "What do you do?"
"#,
    );
}

#[test]
fn dice_and_cards_are_somebodys() {
    hoard(
        r"
- name: mine
  when:
    - Ann: dig
    - roll: hit miss
      by: Ann
    - draw: ring
      by: ann
  then: {asks: Bob}
",
    )
    .run("test hoard")
    .says("1 passed, 0 failed\n");
    failing(
        r"
- name: yours
  when:
    - Ann: dig
    - roll: hit miss
      by: Bob
",
        r#"
failed: yours
error: no dice are asked for now of Bob
 --> hoard/scenarios/a.yaml:5:13
  |
5 |     - roll: hit miss
  |             ^^^^^^^^
  |
  = help: asked now: Ann: "Dig!"
  = help: roll 2 claws, each hit or miss
"#,
    );
}
