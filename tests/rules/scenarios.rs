//! Scenarios: every key of the format, and what is said when an example does not come out, word for word.
#![allow(clippy::too_many_lines, reason = "messages are long")]

use std::path::Path;

use crate::support::hoard::{GAME, RULES, SCRIPT, greedy, hoard, hoard_with};
use crate::support::{Tool, run_in_project};

/// Plays scenarios that do not come out.
#[track_caller]
fn failing(scenarios: &str, said: &str) {
    hoard(scenarios).run("test hoard").fails(1, said);
}

#[test]
fn every_key_can_come_out() {
    let scenarios = r#"
- name: from the start
  when:
    - then: {asks: Ann, prompt: "What do you do?", step: turn, legal: [hide, sing, dig, take]}
    - then: {state: {deck: [unknown, unknown, unknown], chest: 9}}
    - refused: flee
      by: Ann
      because: nobody flees from a sleeping dragon
      rule: The dragon
    - refused: take
      by: Bob
      because: it is Ann who is asked now, not Bob
    - Ann: take
    - then: {asks: Ann, legal: [1..3]}
    - Ann: 3
    - then: {asks: Bob, legal: [yes, no], step: take, state: {chest: 6, coins: {Ann: 0}}}
    - Bob: yes
    - Bob: dig
    - then: {legal: [hit, miss]}
    - roll: [hit, miss]
    - draw: ring
    - take
    - undo: 1
    - adjust: {chest: 5, coins.Bob: 1}
    - sing
    - Ann: [cave, cave, cliff]
  then:
    asks: Bob
    state:
      coins: {Ann: 3, Bob: 1}
      mood: loud
      dragon: none
      found: [ring]
      lairs: {cave: 2, cliff: 1}
      deck: [unknown, unknown]
    legal includes: [dig]
    legal excludes: [flee, sing]
    refused: {nap: there is no time}
    score: {Ann: 3, Bob: 1}
    winners: [Ann]
    says: ["Ann takes 3 coins", "Bob finds something"]

- name: the dragon wakes up
  rule: The dragon
  given:
    players: [Eve, Al, Ed]
    options: {length: 4, greedy: yes}
    step: dig
    state: {active: Al, chest: 2, coins.Ed: 7, lairs: {cliff: 3}, deck: [ring, crown], dragon: {near: Eve}}
  when:
    - then: {state: {dragon: {awake: no, near: Eve}}}
    - roll: miss miss
  then:
    state: {dragon: {awake: yes}, dragon.near: Al, lairs.cave: none, lairs: {cliff: 3}, deck: [ring, crown]}
    asks: Ed

- name: the rules are told
  when:
    - adjust: {chest: 0, coins: {Ann: 4, Bob: 5}}
      triggers: yes
  then: {asks: nobody, step: over, winners: [Bob], legal: []}

- name: nobody in particular, and none at all
  given: {step: hide}
  when:
    - then: {asks: table, legal: [Ann, Bob]}
    - Bob
    - Bob: sing
    - Bob: []
  then: {state: {lairs: {}}}
"#;
    hoard(scenarios).run("test hoard").says("4 passed, 0 failed\n");
}

#[test]
fn what_is_there_instead_is_told_for_every_check() {
    failing(
        r"
- name: nothing is as it should be
  rule: Your turn
  given: {step: turn, state: {coins.Ann: 9, chest: 0, lairs: {cave: 2}, found: [ring]}}
  then:
    asks: Bob
    step: turn
    legal includes: [take]
    state:
      coins: {Ann: 8, Bob: 0}
      mood: loud
      dragon: {near: Bob}
      lairs: {cliff: 1}
      found: []
    score: {Ann: 3}
    winners: [Ann, Bob]
    says: [Ann takes 3 coins]
",
        r"
failed: nothing is as it should be (Your turn)
error: nobody is asked, and Bob was expected
 --> hoard/scenarios/a.yaml:6:11
  |
6 |     asks: Bob
  |           ^^^
  |
  = help: the game is over
error: the step is `over`, and `turn` was expected
 --> hoard/scenarios/a.yaml:7:11
  |
7 |     step: turn
  |           ^^^^
  |
  = help: the game is over
error: `coins.Ann` is 9, and 8 was expected
  --> hoard/scenarios/a.yaml:10:20
   |
10 |       coins: {Ann: 8, Bob: 0}
   |                    ^
error: `mood` is quiet, and loud was expected
  --> hoard/scenarios/a.yaml:11:13
   |
11 |       mood: loud
   |             ^^^^
error: `dragon` is none, and {awake: no, near: Bob} was expected
  --> hoard/scenarios/a.yaml:12:15
   |
12 |       dragon: {near: Bob}
   |               ^
error: `lairs.cliff` is none, and 1 was expected
  --> hoard/scenarios/a.yaml:13:22
   |
13 |       lairs: {cliff: 1}
   |                      ^
error: `lairs.cave` is 2, and nothing was expected there
  --> hoard/scenarios/a.yaml:13:14
   |
13 |       lairs: {cliff: 1}
   |              ^
error: `found` is [ring], and [] was expected
  --> hoard/scenarios/a.yaml:14:14
   |
14 |       found: []
   |              ^
error: `take` is not legal: the game is over
 --> hoard/scenarios/a.yaml:8:22
  |
8 |     legal includes: [take]
  |                      ^^^^
error: Ann has 9 points, and 3 was expected
  --> hoard/scenarios/a.yaml:15:18
   |
15 |     score: {Ann: 3}
   |                  ^
   |
   = help: 9 for 9 coins
error: Ann wins, and Ann and Bob were expected
  --> hoard/scenarios/a.yaml:16:14
   |
16 |     winners: [Ann, Bob]
   |              ^
error: the log does not say this
  --> hoard/scenarios/a.yaml:17:12
   |
17 |     says: [Ann takes 3 coins]
   |            ^^^^^^^^^^^^^^^^^
   |
   = help: it says nothing
",
    );
}

#[test]
fn answers_that_should_or_should_not_be_legal() {
    failing(
        r"
- name: the answers
  then:
    asks: table
    prompt: What now?
    legal: [take, flee]
    legal includes: [nap]
    legal excludes: [dig]
    refused: {take: the chest is shut, flee: it is too late}
",
        r#"
failed: the answers
error: Ann is asked, and the table was expected
 --> hoard/scenarios/a.yaml:4:11
  |
4 |     asks: table
  |           ^^^^^
  |
  = help: asked now: Ann: "What do you do?"
  = help: legal now: `take`, `hide`, `dig`, `sing`
error: something else is asked
 --> hoard/scenarios/a.yaml:5:13
  |
5 |     prompt: What now?
  |             ^^^^^^^^^
  |
  = help: asked now: Ann: "What do you do?"
  = help: legal now: `take`, `hide`, `dig`, `sing`
error: `flee` is not legal: nobody flees from a sleeping dragon
 --> hoard/scenarios/a.yaml:6:19
  |
6 |     legal: [take, flee]
  |                   ^^^^
  |
  = help: the rules say so under "The dragon"
  = help: legal now: `take`, `hide`, `dig`, `sing`
  = help: asked now: Ann: "What do you do?"
error: `nap` is not legal: there is no time
 --> hoard/scenarios/a.yaml:7:22
  |
7 |     legal includes: [nap]
  |                      ^^^
  |
  = help: legal now: `take`, `hide`, `dig`, `sing`
  = help: asked now: Ann: "What do you do?"
error: `dig` is legal, and should not be
 --> hoard/scenarios/a.yaml:8:22
  |
8 |     legal excludes: [dig]
  |                      ^^^
error: `hide`, `dig`, `sing` are legal too
 --> hoard/scenarios/a.yaml:6:12
  |
6 |     legal: [take, flee]
  |            ^
error: `take` is legal, and should have been refused
 --> hoard/scenarios/a.yaml:9:15
  |
9 |     refused: {take: the chest is shut, flee: it is too late}
  |               ^^^^
error: it is refused for another reason: nobody flees from a sleeping dragon
 --> hoard/scenarios/a.yaml:9:46
  |
9 |     refused: {take: the chest is shut, flee: it is too late}
  |                                              ^^^^^^^^^^^^^^
"#,
    );
}

#[test]
fn names_that_nobody_has() {
    failing(
        r"
- name: names
  then:
    asks: Bobb
    state: {purse: 1, coins.Ann: 10, coins: {Cleo: 1}, deck: [ring], dragon.near: Bob}
    score: {Cleo: 1, Ann: 1 to 2}
    winners: [Bobb]
",
        r"
failed: names
error: nobody called `Bobb` sits at this table
 --> hoard/scenarios/a.yaml:4:11
  |
4 |     asks: Bobb
  |           ^^^^
  |
  = note: the same on line 7
  = help: did you mean `Bob`?
error: `purse` is no field of the state: there is no `purse`
 --> hoard/scenarios/a.yaml:5:13
  |
5 |     state: {purse: 1, coins.Ann: 10, coins: {Cleo: 1}, deck: [ring], dragon.near: Bob}
  |             ^^^^^
  |
  = help: known here: `active`, `chest`, `coins`, `deck`, `dragon`, `found`, `lairs`, `mood`, `pools`
error: `coins.Ann` is 10, and 9 is the most
 --> hoard/scenarios/a.yaml:5:34
  |
5 |     state: {purse: 1, coins.Ann: 10, coins: {Cleo: 1}, deck: [ring], dragon.near: Bob}
  |                                  ^^
error: `coins.Cleo` is no field of the state: there is no `Cleo`
 --> hoard/scenarios/a.yaml:5:46
  |
5 |     state: {purse: 1, coins.Ann: 10, coins: {Cleo: 1}, deck: [ring], dragon.near: Bob}
  |                                              ^^^^
  |
  = help: known here: `Ann`, `Bob`
error: `deck` is [unknown, unknown, unknown], and [ring] was expected
 --> hoard/scenarios/a.yaml:5:62
  |
5 |     state: {purse: 1, coins.Ann: 10, coins: {Cleo: 1}, deck: [ring], dragon.near: Bob}
  |                                                              ^
error: `dragon.near` is none, and Bob was expected
 --> hoard/scenarios/a.yaml:5:83
  |
5 |     state: {purse: 1, coins.Ann: 10, coins: {Cleo: 1}, deck: [ring], dragon.near: Bob}
  |                                                                                   ^^^
error: nobody called `Cleo` sits at this table
 --> hoard/scenarios/a.yaml:6:13
  |
6 |     score: {Cleo: 1, Ann: 1 to 2}
  |             ^^^^
  |
  = help: known here: `Ann`, `Bob`
error: Ann has 0 points, and 1 to 2 was expected
 --> hoard/scenarios/a.yaml:6:27
  |
6 |     score: {Cleo: 1, Ann: 1 to 2}
  |                           ^^^^^^
  |
  = help: 0 for 0 coins
",
    );
}

#[test]
fn the_log_says_it_in_this_order() {
    failing(
        r"
- name: the log
  when:
    - Ann: take
    - Ann: 2
    - Bob: no
    - Bob: take
    - Bob: 1
    - Ann: no
  then:
    says:
      - Bob takes 1 coin
      - Ann takes 2 coins
      - Ann takes 3 coins
",
        r#"
failed: the log
error: the log says this earlier, before the sentence above
  --> hoard/scenarios/a.yaml:13:9
   |
13 |       - Ann takes 2 coins
   |         ^^^^^^^^^^^^^^^^^
   |
   = help: it says: Ann takes 2 coins / Bob takes 1 coin
error: the log does not say this
  --> hoard/scenarios/a.yaml:14:9
   |
14 |       - Ann takes 3 coins
   |         ^^^^^^^^^^^^^^^^^
   |
   = help: it says: Ann takes 2 coins / Bob takes 1 coin
   = help: asked now: Ann: "What do you do?"
"#,
    );
}

#[test]
fn what_cannot_happen_ends_the_scenario() {
    failing(
        r"
- name: not legal
  when:
    - Ann: flee
    - Ann: dance
- name: somebody else
  when:
    - Bob: take
- name: no dice
  when:
    - roll: hit
- name: no card
  when:
    - draw: ring
- name: nothing to take back
  when:
    - undo: 1
- name: misfit
  when:
    - adjust: {chest: 10, coins.Bobb: 1}
- name: over
  given: {step: turn, state: {chest: 0, coins.Ann: 9}}
  when:
    - Ann: take
",
        r#"
failed: not legal
error: `flee` is not legal: nobody flees from a sleeping dragon
 --> hoard/scenarios/a.yaml:4:12
  |
4 |     - Ann: flee
  |            ^^^^
  |
  = help: the rules say so under "The dragon"
  = help: legal now: `take`, `hide`, `dig`, `sing`
  = help: asked now: Ann: "What do you do?"

failed: somebody else
error: it is Ann who is asked now, not Bob
 --> hoard/scenarios/a.yaml:8:12
  |
8 |     - Bob: take
  |            ^^^^
  |
  = help: asked now: What do you do? (`take`, `hide`, `dig`, `sing`)

failed: no dice
error: no dice are asked for now
  --> hoard/scenarios/a.yaml:11:13
   |
11 |     - roll: hit
   |             ^^^
   |
   = help: asked now: Ann: "What do you do?"
   = help: legal now: `take`, `hide`, `dig`, `sing`

failed: no card
error: no card is asked for now
  --> hoard/scenarios/a.yaml:14:13
   |
14 |     - draw: ring
   |             ^^^^
   |
   = help: asked now: Ann: "What do you do?"
   = help: legal now: `take`, `hide`, `dig`, `sing`

failed: nothing to take back
error: nothing has happened yet that could be taken back
  --> hoard/scenarios/a.yaml:17:7
   |
17 |     - undo: 1
   |       ^^^^

failed: misfit
error: `chest` is 10, and 9 is the most
  --> hoard/scenarios/a.yaml:20:23
   |
20 |     - adjust: {chest: 10, coins.Bobb: 1}
   |                       ^^
error: `coins.Bobb` is no field of the state: there is no `Bobb`
  --> hoard/scenarios/a.yaml:20:27
   |
20 |     - adjust: {chest: 10, coins.Bobb: 1}
   |                           ^^^^^^^^^^
   |
   = help: did you mean `Bob`?

failed: over
error: the game is over, and nothing is asked any more
  --> hoard/scenarios/a.yaml:24:12
   |
24 |     - Ann: take
   |            ^^^^
   |
   = help: `undo` takes the last answer back
"#,
    );
}

#[test]
fn nothing_is_left_to_chance() {
    failing(
        r"
- name: left to the referee
  given: {step: dig}
  when:
    - roll: hit _
- name: not enough dice
  given: {step: dig}
  when:
    - roll: hit
",
        r#"
failed: left to the referee
error: nothing is left to chance in a scenario: name every die and every card
 --> hoard/scenarios/a.yaml:5:13
  |
5 |     - roll: hit _
  |             ^^^^^
  |
  = help: asked now: Ann: "Dig!"
  = help: roll 2 claws, each hit or miss

failed: not enough dice
error: 2 claws are rolled here, and one face was told
 --> hoard/scenarios/a.yaml:9:13
  |
9 |     - roll: hit
  |             ^^^
  |
  = help: roll 2 claws, each hit or miss
  = help: asked now: Ann: "Dig!"
"#,
    );
}

#[test]
fn refusals_have_to_be_as_they_are_told() {
    failing(
        r"
- name: legal after all
  when:
    - refused: take
- name: another reason
  when:
    - refused: flee
      because: nobody flees
      rule: Scoring
- name: no heading
  when:
    - refused: nap
      rule: Scoring
",
        r"
failed: legal after all
error: `take` is legal, and should have been refused
 --> hoard/scenarios/a.yaml:4:16
  |
4 |     - refused: take
  |                ^^^^

failed: another reason
error: it is refused for another reason: nobody flees from a sleeping dragon
 --> hoard/scenarios/a.yaml:8:16
  |
8 |       because: nobody flees
  |                ^^^^^^^^^^^^
error: it is refused under another heading: The dragon
 --> hoard/scenarios/a.yaml:9:13
  |
9 |       rule: Scoring
  |             ^^^^^^^

failed: no heading
error: it is refused without a heading: there is no time
  --> hoard/scenarios/a.yaml:13:13
   |
13 |       rule: Scoring
   |             ^^^^^^^
",
    );
}

#[test]
fn what_is_given_has_to_fit() {
    failing(
        r"
- name: fields
  given:
    step: turn
    state:
      purse: 1
      coins.Bobby: 2
      chest: many
      mood: lod
      dragon: {nea: Ann}
      lairs: [1]
      deck: yes
  then: {asks: Ann}
- name: step
  given: {step: trun}
  then: {asks: Ann}
- name: players
  given: {players: [Ann]}
  then: {asks: Ann}
- name: options
  given: {options: {gredy: yes, length: 7}}
  then: {asks: Ann}
",
        r"
failed: fields
error: `purse` is no field of the state: there is no `purse`
 --> hoard/scenarios/a.yaml:6:7
  |
6 |       purse: 1
  |       ^^^^^
  |
  = help: known here: `active`, `chest`, `coins`, `deck`, `dragon`, `found`, `lairs`, `mood`, `pools`
error: `coins.Bobby` is no field of the state: there is no `Bobby`
 --> hoard/scenarios/a.yaml:7:7
  |
7 |       coins.Bobby: 2
  |       ^^^^^^^^^^^
  |
  = help: known here: `Ann`, `Bob`
error: `chest` is `many`, not a whole number
 --> hoard/scenarios/a.yaml:8:14
  |
8 |       chest: many
  |              ^^^^
error: `mood` is `lod`, and that is no word it knows
 --> hoard/scenarios/a.yaml:9:13
  |
9 |       mood: lod
  |             ^^^
  |
  = help: did you mean `loud`?
error: `dragon.nea` is no field of the state: there is no `nea`
  --> hoard/scenarios/a.yaml:10:16
   |
10 |       dragon: {nea: Ann}
   |                ^^^
   |
   = help: did you mean `near`?
error: `lairs` is a list, not a table, each a whole number from 1 to 3
  --> hoard/scenarios/a.yaml:11:14
   |
11 |       lairs: [1]
   |              ^
error: `deck` is `yes`, not a pile of cards
  --> hoard/scenarios/a.yaml:12:13
   |
12 |       deck: yes
   |             ^^^

failed: step
error: the script has no step `trun`
  --> hoard/scenarios/a.yaml:15:17
   |
15 |   given: {step: trun}
   |                 ^^^^
   |
   = help: did you mean `turn`?

failed: players
error: Hoard is for 2 to 3 players, and here is 1
  --> hoard/scenarios/a.yaml:18:10
   |
18 |   given: {players: [Ann]}
   |          ^
   |
   = help: name them with `players: [Ann, Bob]`

failed: options
error: this game has no option `gredy`
  --> hoard/scenarios/a.yaml:21:21
   |
21 |   given: {options: {gredy: yes, length: 7}}
   |                     ^^^^^
   |
   = help: did you mean `greedy`?
error: the option `length` cannot be `7`
  --> hoard/scenarios/a.yaml:21:33
   |
21 |   given: {options: {gredy: yes, length: 7}}
   |                                 ^^^^^^
   |
   = help: it is a number from 1 to 5
",
    );
}

#[test]
fn laws_that_held_once_are_watched() {
    let tool = hoard_with(&greedy()).file(
        "hoard/scenarios/a.yaml",
        r"
- name: coins from nowhere
  given: {step: take}
  when:
    - Ann: 1
    - Bob: no
    - Bob: take
- name: a law that never held
  given: {step: take, state: {chest: 5}, laws: once they hold}
  when:
    - Ann: 1
    - Bob: no
  then: {asks: Bob}
- name: a law that holds from some time on
  given: {step: take, state: {chest: 8}, laws: once they hold}
  when:
    - Ann: 1
    - Bob: no
    - Bob: take
    - Bob: 1
    - Ann: no
",
    );
    tool.run("test hoard").fails(
        1,
        r"
failed: coins from nowhere
error: a law is broken: nine coins: 10, and not 9
 --> hoard/scenarios/a.yaml:6:12
  |
6 |     - Bob: no
  |            ^^

failed: a law that holds from some time on
error: a law is broken: nine coins: 10, and not 9
  --> hoard/scenarios/a.yaml:21:12
   |
21 |     - Ann: no
   |            ^^
",
    );
}

#[test]
fn every_mistake_in_a_file_is_told_at_once() {
    failing(
        r"
- nam: no name
  given: {player: [Ann], options: [greedy], state: {chest: 1}}
  when:
    - Anna: take
    - Ann: take
      Bob: take
    - undo: twice
    - refused:
    - adjust:
    - {}
    - refused: flee
      becaus: it sleeps
  then: {ask: Ann, legal: {take: yes}, score: 3}
- name: empty
- name: headings
  rule: Dragons
  given: {players: [roll, Ann]}
  when: take
- name: headings
  when:
    - refused: flee
      rule: The dragons
",
        r"
error: a scenario needs `name`
 --> hoard/scenarios/a.yaml:2:3
  |
2 | - nam: no name
  |   ^

error: unknown key `nam`
 --> hoard/scenarios/a.yaml:2:3
  |
2 | - nam: no name
  |   ^^^
  |
  = help: did you mean `name`?

error: `options` must be a mapping, not a list
 --> hoard/scenarios/a.yaml:3:35
  |
3 |   given: {player: [Ann], options: [greedy], state: {chest: 1}}
  |                                   ^

error: a given `state` needs a `step`
 --> hoard/scenarios/a.yaml:3:52
  |
3 |   given: {player: [Ann], options: [greedy], state: {chest: 1}}
  |                                                    ^
  |
  = help: say which step comes next with `step`

error: unknown key `player`
 --> hoard/scenarios/a.yaml:3:11
  |
3 |   given: {player: [Ann], options: [greedy], state: {chest: 1}}
  |           ^^^^^^
  |
  = help: did you mean `players`?

error: `Anna` is nobody at this table, and nothing that can happen
 --> hoard/scenarios/a.yaml:5:7
  |
5 |     - Anna: take
  |       ^^^^
  |
  = help: did you mean `Ann`?

error: one thing happens at a time, and `Bob` is the second here
 --> hoard/scenarios/a.yaml:7:7
  |
7 |       Bob: take
  |       ^^^
  |
  = help: begin a new line with `- `

error: `undo` must be a whole number from 1, not `twice`
 --> hoard/scenarios/a.yaml:8:13
  |
8 |     - undo: twice
  |             ^^^^^

error: `refused` needs an answer
 --> hoard/scenarios/a.yaml:9:7
  |
9 |     - refused:
  |       ^

error: `adjust` needs fields and their values
  --> hoard/scenarios/a.yaml:10:7
   |
10 |     - adjust:
   |       ^

error: nothing happens here
  --> hoard/scenarios/a.yaml:11:7
   |
11 |     - {}
   |       ^

error: unknown key `becaus`
  --> hoard/scenarios/a.yaml:13:7
   |
13 |       becaus: it sleeps
   |       ^^^^^^
   |
   = help: did you mean `because`?

error: `score` must be a mapping, not a text
  --> hoard/scenarios/a.yaml:14:47
   |
14 |   then: {ask: Ann, legal: {take: yes}, score: 3}
   |                                               ^

error: unknown key `ask`
  --> hoard/scenarios/a.yaml:14:10
   |
14 |   then: {ask: Ann, legal: {take: yes}, score: 3}
   |          ^^^
   |
   = help: did you mean `asks`?

error: `legal` must be a text, not a mapping
  --> hoard/scenarios/a.yaml:14:27
   |
14 |   then: {ask: Ann, legal: {take: yes}, score: 3}
   |                           ^

error: a scenario needs `when` or `then`: this one checks nothing
  --> hoard/scenarios/a.yaml:15:3
   |
15 | - name: empty
   |   ^

error: the printed rules have no heading `Dragons`
  --> hoard/scenarios/a.yaml:17:9
   |
17 |   rule: Dragons
   |         ^^^^^^^
   |
   = help: known here: `Hoard`, `Scoring`, `The dragon`, `Your turn`

error: no player can be called `roll` in a scenario
  --> hoard/scenarios/a.yaml:18:21
   |
18 |   given: {players: [roll, Ann]}
   |                     ^^^^

error: `when` must be a list, not a text
  --> hoard/scenarios/a.yaml:19:9
   |
19 |   when: take
   |         ^^^^
   |
   = help: begin each thing that happens with `- `

error: the printed rules have no heading `The dragons`
  --> hoard/scenarios/a.yaml:23:13
   |
23 |       rule: The dragons
   |             ^^^^^^^^^^^
   |
   = help: did you mean `The dragon`?

error: two scenarios are called `headings`
  --> hoard/scenarios/a.yaml:20:9
   |
20 | - name: headings
   |         ^^^^^^^^

21 errors
",
    );
}

#[test]
fn a_file_of_scenarios_is_a_list() {
    failing(
        r"name: x
",
        r"
error: scenarios are a list, and this is a mapping
 --> hoard/scenarios/a.yaml:1:1
  |
1 | name: x
  | ^
  |
  = help: begin each scenario with `- name: ...`

1 error
",
    );
}

#[test]
fn a_fault_of_the_script_is_told_with_its_line() {
    let script = SCRIPT.replace("state.mood = if heard", "state.moode = if heard");
    let scenarios = "- name: loud\n  given: {step: take}\n  when:\n    - Ann: 1\n    - Bob: yes\n  then: {asks: Bob}\n";
    hoard_with(&script).file("hoard/scenarios/a.yaml", scenarios).run("test hoard").fails(
        1,
        r#"
failed: loud
error: there is no `moode` in the state; did you mean `mood`?
  --> hoard/rules.luau:40:5
   |
40 |     state.moode = if heard then "loud" else "quiet"
   |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
   |
   = help: it happened in the step `take`
   = help: it came up at hoard/scenarios/a.yaml:5
"#,
    );
}

#[test]
fn some_scenarios_can_be_picked() {
    let one = |name: &str, rule: &str| format!("- name: {name}\n  rule: {rule}\n  then: {{asks: Ann}}\n");
    let tool = hoard(&format!("{}{}", one("first", "The dragon"), one("second", "Scoring")))
        .file("hoard/scenarios/b.yml", one("third", "Scoring"))
        .file("hoard/scenarios/notes.txt", "not one")
        .file("reported/wrong.yaml", "- name: fourth\n  then: {asks: Bob}\n")
        .file("empty/notes.txt", "");
    tool.run("test hoard").says("3 passed, 0 failed\n");
    tool.run("test hoard --only Dragon").says("1 passed, 0 failed\n");
    tool.run("test hoard --only third").says("1 passed, 0 failed\n");
    tool.run("test hoard --only a.yaml").says("2 passed, 0 failed\n");
    assert_eq!(tool.run("test hoard --scenarios reported").stdout(), "0 passed, 1 failed\n");
    let nothing = "error: no scenario has `fifth` in its name, its rule or the name of its file\n\n1 error";
    tool.run("test hoard --only fifth").fails(1, nothing);
    let nothing = r"
error: there are no scenarios in `empty`
 |
 = help: `docs/scenarios.md` says how to write one

1 error";
    tool.run("test hoard --scenarios empty").fails(1, nothing);
}

#[test]
fn a_game_without_scenarios_or_without_a_script_says_so() {
    let said = "hoard has no scenarios: `docs/scenarios.md` says how to write some\n0 passed, 0 failed\n";
    hoard_with(SCRIPT).run("test hoard").says(said);
    let without = Tool::new().file("hoard/game.yaml", GAME).file("hoard/RULES.md", RULES);
    without.run("test hoard").refuses(&["Hoard cannot be refereed: its folder has no `rules.luau`"]);
}

#[test]
fn json_tells_the_same() {
    let tool = hoard("- name: right\n  then: {asks: Ann}\n- name: wrong\n  rule: Scoring\n  then: {asks: Bob}\n");
    let ran = tool.run("test hoard --json");
    assert_eq!((ran.code(), ran.stderr()), (Some(1), String::new()));
    let told: serde_json::Value = serde_json::from_str(&ran.stdout()).unwrap();
    assert_eq!((&told["passed"], &told["failed"]), (&1.into(), &1.into()));
    let wrong = &told["scenarios"][1];
    assert_eq!((&wrong["name"], &wrong["rule"], &wrong["line"]), (&"wrong".into(), &"Scoring".into(), &3.into()));
    assert_eq!((&wrong["passed"], &wrong["file"]), (&false.into(), &"hoard/scenarios/a.yaml".into()));
    assert_eq!(wrong["problems"][0]["message"], "Ann is asked, and Bob was expected");
    assert_eq!(told["scenarios"][0]["problems"], serde_json::json!([]));
    let ran = hoard("- nam: x\n").run("test hoard --json");
    assert_eq!((ran.code(), ran.stderr()), (Some(1), String::new()));
    assert!(ran.stdout().contains("unknown key `nam`"), "{}", ran.stdout());
}

/// The games of the project that have scenarios.
fn games_with_scenarios() -> Vec<String> {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("components");
    let folders = std::fs::read_dir(games).unwrap().map(|entry| entry.unwrap().path());
    let with = folders.filter(|folder| folder.join("scenarios").is_dir());
    with.map(|folder| folder.file_name().unwrap().to_string_lossy().into_owned()).collect()
}

#[test]
fn all_scenarios_of_all_games_come_out() {
    let games = games_with_scenarios();
    assert!(!games.is_empty());
    for game in games {
        let said = run_in_project(&["test", &game]).succeeds().stdout();
        let passed: usize = said.split(' ').next().unwrap().parse().unwrap();
        assert!(passed > 0, "{game}: {said}");
    }
}

fn guide() -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/scenarios.md")).unwrap()
}

#[test]
fn the_example_of_the_guide_comes_out() {
    let guide = guide();
    let example = guide.split("```yaml\n").nth(1).unwrap().split("```").next().unwrap();
    let tool = Tool::new().file("guide/example.yaml", example);
    let folder = tool.path().join("guide");
    let ran = run_in_project(&["test", "zombie-rancher", "--scenarios", folder.to_str().unwrap()]);
    ran.says("1 passed, 0 failed\n");
}

/// A game of the words that the guide's examples about cards use.
const ANIMALS: &str = r#"
declare {deck = is.pile("animals"), hand = is.each_seat(is.own(is.pile("animals"))), open = is.pile("animals")}
function steps.setup()
    pile.fill("deck", "animals")
    return "turn"
end
function steps.turn()
    local what = choose {seat = 1, prompt = "What now?", options = {"deal", "draw", "show", "stop"}}
    if what == "stop" then return "over" end
    if what == "deal" then pile.deal("deck", state.hand[1], 1) end
    if what == "draw" then pile.put("open", pile.draw("deck", {prompt = "Which is it?"})) end
    if what == "show" then
        pile.put("open", pile.reveal(pile.take(state.hand[1]), {seat = 1, prompt = "Which was it?"}))
    end
    return "turn"
end
"#;

#[test]
fn the_examples_of_the_guide_about_cards_come_out() {
    let guide = guide();
    // What a file says first stands alone, and the other game is the first example's.
    let blocks = guide.split("```yaml\n").skip(2).map(|rest| rest.split("```").next().unwrap_or_default());
    let examples: String = blocks.filter(|block| !block.starts_with("- laws:") && !block.contains("capture")).collect();
    let game = "title: Zoo\nplayers: 2\ncomponents:\n  animals:\n    kind: cards\n    rows: [{id: bear, qty: 2}, {id: wolf}]\n    front: {template: card-classic, title: \"{{ id }}\"}\n";
    let tool =
        Tool::new().file("zoo/game.yaml", game).file("zoo/rules.luau", ANIMALS).file("zoo/scenarios/a.yaml", examples);
    tool.run("test ./zoo").says("5 passed, 0 failed\n");
}

#[test]
fn every_key_is_in_the_guide() {
    let guide = guide();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/load/scenario");
    let source: String =
        ["mod.rs", "checks.rs"].map(|file| std::fs::read_to_string(source.join(file)).unwrap()).concat();
    let calls = ["text", "required_text", "texts", "node", "named", "choice"];
    let keys = calls.iter().flat_map(|call| source.split(&format!("fields.{call}(\"")).skip(1).collect::<Vec<_>>());
    let keys: Vec<&str> = keys.map(|rest| rest.split('"').next().unwrap()).collect();
    assert!(keys.len() > 20, "the keys were found: {keys:?}");
    let missing: Vec<_> = keys.iter().filter(|key| !guide.contains(&format!("`{key}"))).collect();
    assert!(missing.is_empty(), "not in docs/scenarios.md: {missing:?}");
}

/// All pay at once.
const PAYING: &str = r#"
declare {coins = is.each_seat(is.whole(0, 9, 5)), paid = is.each_seat(is.whole(0, 9))}
function steps.setup()
    local questions = {}
    for seat = 1, seats do
        questions[seat] = {kind = "choose_number", prompt = "What do you pay?", most = state.coins[seat], secret = true}
    end
    state.paid = ask_all(questions)
    choose {seat = 1, prompt = "And now?", options = {"on"}}
    return "over"
end
"#;

#[track_caller]
fn paying(scenarios: &str) -> crate::support::Ran {
    Tool::refereed(PAYING).file("game/scenarios/all.yaml", scenarios).run("test ./game")
}

#[test]
fn several_seats_answer_together() {
    let scenarios = r#"
- name: all at once
  given: {players: [Ann, Bob, Cleo]}
  when:
    - then: {asks: [Cleo, Ann, Bob], legal: [0..5]}
    - together: {Cleo: 2, Ann: 5}
    - then: {asks: Bob, state: {paid: {Cleo: 0}}}
    - refused: 1
      by: Ann
      because: Ann has answered already, and Bob has not yet
    - Bob: 3
    - then: {asks: Ann, says: [], state: {paid: {Ann: 5, Bob: 3, Cleo: 2}}}
    - undo: 1
  then: {asks: bob, prompt: "What do you pay?"}
"#;
    paying(scenarios).says("1 passed, 0 failed\n");
}

#[test]
fn together_has_to_fit_who_is_asked() {
    let scenarios = r"
- name: too many
  when:
    - together: {Ann: 2, Bob: 9}
- name: too late
  when:
    - together: {Ann: 2, Bob: 1}
    - together: {Ann: on}
- name: another
  when:
    - together: {Ann: 2}
  then: {asks: [Ann, Bob]}
";
    paying(scenarios).fails(
        1,
        r#"
failed: too many
error: `9` is not one of the answers
 --> ./game/scenarios/all.yaml:4:31
  |
4 |     - together: {Ann: 2, Bob: 9}
  |                               ^
  |
  = help: legal now: a number from 0 to 5
  = help: asked now: Bob: "What do you pay?"

failed: too late
error: only Ann is asked now, and nobody beside
 --> ./game/scenarios/all.yaml:8:18
  |
8 |     - together: {Ann: on}
  |                  ^^^
  |
  = help: asked now: Ann: "And now?"
  = help: legal now: `on`

failed: another
error: Bob is asked, and Ann and Bob were expected
  --> ./game/scenarios/all.yaml:12:16
   |
12 |   then: {asks: [Ann, Bob]}
   |                ^
   |
   = help: asked now: Bob: "What do you pay?"
   = help: legal now: a number from 0 to 5
"#,
    );
}

#[test]
fn together_needs_answers_of_players() {
    let scenarios = r"
- name: nobody
  when:
    - together: {Dora: 2, An: 3}
- name: nothing
  when:
    - together: {}
";
    paying(scenarios).fails(
        1,
        r"
error: `Dora` is nobody at this table
 --> ./game/scenarios/all.yaml:4:18
  |
4 |     - together: {Dora: 2, An: 3}
  |                  ^^^^
  |
  = help: known here: `Ann`, `Bob`

error: `An` is nobody at this table
 --> ./game/scenarios/all.yaml:4:27
  |
4 |     - together: {Dora: 2, An: 3}
  |                           ^^
  |
  = help: did you mean `Ann`?

error: `together` has no answers
 --> ./game/scenarios/all.yaml:7:17
  |
7 |     - together: {}
  |                 ^
  |
  = help: write who answers what: `together: {Ann: 5, Bob: 3}`

3 errors
",
    );
}

#[test]
fn a_mistake_of_the_script_is_told_once() {
    let examples = "- name: one\n  then: {asks: Ann}\n\n- name: two\n  then: {asks: Ann}\n";
    let tool = Tool::refereed("function steps.setup()\n    return 'over'\n").file("game/scenarios/a.yaml", examples);
    let said = tool.run("test ./game").refuses(&["rules.luau", "1 error"]);
    assert_eq!(said.stderr().matches("Expected").count(), 1, "{}", said.stderr());
}
